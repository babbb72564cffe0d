/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How a Morlet transform is computed for requests of one shape: rows in groups that share masks or an FFT length. The layout,
 * and therefore the result, does not depend on the number of threads.
 */
#pragma once

#include "engine/cpu/fft/fft.h"
#include "engine/request.h"
#include "pool.h"
#include "transform/cwt.h"

G_BEGIN_DECLS

/* From this FFT length on, all workers share one tile and each takes some of its rows; below, each worker has its own tiles. */
#define ONDES_CWT_SHARED_LENGTH (1 << 18)
/* Outputs of a direct tile, and minimum outputs of a tile of short FFTs. */
#define ONDES_CWT_DIRECT_STEP   (85 * ONDES_CONVOLVE_BLOCK)
#define ONDES_CWT_TILE_STEP     8192
/* Half widths of a spectrum, in 1/s. WIDTH: exp (−8.6²/2) is a unit in the last place of a double. SMOOTH: the part that
 * matters unless something far stronger is next to it. SINGLE_WIDTH: the part visible in single precision. SINGLE_REACH: in
 * single precision, a Gaussian mask (in s) or spectrum vanishes beyond this, however strong the signal there:
 * exp (−6.5²/2) = 7e-10. */
#define ONDES_CWT_WIDTH         8.6
#define ONDES_CWT_SMOOTH        4.5
#define ONDES_CWT_SINGLE_WIDTH  5.7
#define ONDES_CWT_SINGLE_REACH  6.5
/* Where the sampled wavelets end, in s. */
#define ONDES_CWT_MASK_REACH    8.0
/* A preview treats a spectrum of the analytic wavelet as truncated if the cut is closer to its centre than this, in 1/s:
 * exp (−4.3²/2) = 1e-4. */
#define ONDES_CWT_CUT_SEEN      4.3
/* A preview's halving of the rate: taps of the interpolation, and the band edge, where its error reaches 4e-6, in radians per
 * sample. */
#define ONDES_CWT_HALVING_TAPS  14
#define ONDES_CWT_HALVING_EDGE  0.8
#define ONDES_CWT_SAMPLED_ROWS  16
/* Maximum taps of the masks held at a time, and taps per piece of a longer mask, which is computed piecewise. */
#define ONDES_CWT_DIRECT_MAX    (1 << 20)
#define ONDES_CWT_DIRECT_PIECE  (1 << 16)

typedef struct
{
  guint    row;
  guint    level;    /* halvings of the recording's rate for a long row (halve.h); the members below are at that rate */
  double   scale;    /* samples */
  guint64  half;     /* taps on each side that can overlap a sample */
  gboolean windowed; /* the mask is cut at the ends of the recording, or is irregular: its spectrum is computed from the taps, not
                      * the formula */
  OndesMask mask;    /* of the compensation; its delay is at the row's rate */
  gboolean irregular; /* the mask is no shifted Gaussian but quantised, offset or shifted so far that it is cut: it fills all
                       * bins, and every sample is computed at the recording's rate */
  gboolean noisy;    /* TRUE if its quantisation alone makes it irregular: pooled, nodes suffice where its noise is hidden */
  gboolean phased;   /* the spectrum is complex, as the mask is not ψ(−k) = ψ*(k) */
  /* Pooled rows: if most of the tile's energy is in the band, every stride-th sample is computed and the others are
   * interpolated (pool.h); otherwise every fine_stride-th, or every sample on a steep flank. Other rows: 1. */
  guint    stride, fine_stride, phases, fine_phases;
  gboolean expanded; /* TRUE if every sample is wanted but only every stride-th is computed by FFT: the others are interpolated
                      * (interpolate.h), as are samples at the recording's rate from those of a lower-rate row */
  const OndesFft *inverse, *fine_inverse;
} OndesCwtRow;

typedef struct
{
  OndesMethod         method;
  OndesCwtRow        *rows; /* sorted by length, shortest first */
  guint               n_rows;
  guint               level;           /* of all rows; the members below are in samples of that rate */
  guint64             halo;            /* samples that a tile needs on each side */
  gsize               step;            /* outputs per block */
  guint               blocks;          /* per tile */
  gsize               length;          /* of the FFT; 0 for direct */
  gboolean            whole_recording; /* the FFT is over the recording padded with zeros */
  gboolean            shared;
  guint               parts;  /* of an FFT so long that it must be interruptible between steps (fft-split.h); otherwise 1 */
  const OndesFft     *forward;
  gsize               mask_taps; /* direct: taps of all rows */
} OndesCwtGroup;

/* Rows of a preview that are computed by masks at only a few nodes of each column, 2^level samples apart (cwt-preview.c). */
typedef struct
{
  OndesCwtRow *rows;   /* of similar scales */
  guint        n_rows; /* at most ONDES_CWT_SAMPLED_ROWS */
  guint        level;
  gsize        half;   /* taps on each side */
  guint        nodes;  /* maximum per column */
} OndesCwtSampled;

typedef struct
{
  const OndesCwt     *cwt;
  const OndesKernels *kernels;
  gboolean            single, complex_in, complex_out;
  OndesShape          shape;
  guint64             extent, count;   /* as in OndesRequestShape */
  gboolean            pooled;          /* pooled and not a preview */
  guint64             preview_span;    /* samples per column of a preview; otherwise 0 */
  guint64             fft_length;      /* of the analytic wavelet */
  OndesCwtRow        *rows;
  GArray             *groups;          /* of OndesCwtGroup */
  GArray             *sampled;         /* of OndesCwtSampled: rows that are in no group */
  guint               n_levels;        /* of the sampled rows */
  guint64             piece_columns;   /* columns per piece of the sampled rows */
  guint64             shared_bytes;    /* workspace of all workers together … */
  guint64             worker_bytes;    /* … and of each */
} OndesCwtLayout;

/* Borrows the spec of @request. @limit is the maximum workspace in bytes, exceeded only if the scales require it; 0 means the
 * default. @precise forces double precision; only for pooled columns, whose type does not depend on the precision. */
OndesCwtLayout *ondes_cwt_layout_new   (const OndesRequest   *request,
                                        guint64               limit,
                                        gboolean              precise);
/* Creates the FFTs. The tables of long FFTs take much memory, so first check that there is enough. FALSE if out of memory. */
gboolean        ondes_cwt_layout_get_ffts (OndesCwtLayout    *self);
/* Returns the bytes that the layout itself holds. */
guint64         ondes_cwt_layout_bytes (const OndesCwtLayout *self);
/* Computes shared_bytes and worker_bytes. Only for ondes_cwt_layout_new(). */
void            ondes_cwt_layout_count_bytes (OndesCwtLayout *self);
void            ondes_cwt_layout_free  (OndesCwtLayout       *self);
/* Returns the OndesMethod of each row of the spec. Transfer full. */
guint8         *ondes_cwt_layout_methods (const OndesCwtLayout *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OndesCwtLayout, ondes_cwt_layout_free)

G_END_DECLS
