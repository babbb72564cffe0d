/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How a Morlet transform is computed for requests of one shape: rows in groups that share masks or an FFT length. It does not
 * depend on how many threads there are, and so the results do not either.
 */
#pragma once

#include "engine/cpu/fft/fft.h"
#include "engine/request.h"
#include "pool.h"
#include "transform/cwt.h"

G_BEGIN_DECLS

/* From this FFT length on all workers share one tile and take rows of it; below, each has tiles of its own. */
#define ONDES_CWT_SHARED_LENGTH (1 << 18)
/* Outputs of a direct tile, and of a tile of short FFTs at least. */
#define ONDES_CWT_DIRECT_STEP   (85 * ONDES_CONVOLVE_BLOCK)
#define ONDES_CWT_TILE_STEP     8192
/* Half of a spectrum's width, in 1/s: exp (−8.6²/2) is a unit in the last place of a double. And that of its part which is all
 * there is to see where nothing far stronger stands beside it; and that which single precision sees. And where it sees nothing
 * more of a Gaussian, be it a mask (in s) or its spectrum, however strong what stands there is: exp (−6.5²/2) = 7e-10. */
#define ONDES_CWT_WIDTH         8.6
#define ONDES_CWT_SMOOTH        4.5
#define ONDES_CWT_SINGLE_WIDTH  5.7
#define ONDES_CWT_SINGLE_REACH  6.5
/* A spectrum of the analytic wavelet that is cut nearer to its middle than this, in 1/s, is taken as cut in a preview:
 * exp (−4.3²/2) = 1e-4. */
#define ONDES_CWT_CUT_SEEN      4.3
/* A preview halves the rate by interpolation of so many taps, good to 4e-6 at the very edge, in radians a sample. */
#define ONDES_CWT_HALVING_TAPS  14
#define ONDES_CWT_HALVING_EDGE  0.8
#define ONDES_CWT_SAMPLED_ROWS  16
/* Masks that are kept at a time, taps; a longer one is made piece by piece, of so many. */
#define ONDES_CWT_DIRECT_MOST   (1 << 20)
#define ONDES_CWT_DIRECT_PIECE  (1 << 16)

typedef struct
{
  guint    row;
  guint    level;    /* a long row is made of the recording halved in rate so often (halve.h), all else here is at that rate */
  double   scale;    /* samples */
  guint64  half;     /* taps on each side, as far as they can meet a sample */
  gboolean windowed; /* the mask is cut where the recording ends: its spectrum is that of the taps, not the formula's */
  /* Pooled rows: one sample in stride is made and those between are interpolated (pool.h), where most of the tile lies in the
   * band, and one in fine_stride elsewhere, or every one on a steep flank. Else 1. */
  guint    stride, fine_stride, phases, fine_phases;
  gboolean expanded; /* all samples: one in stride is made by FFT and those between by interpolate.h, and all of the recording's
                      * between those of a lower rate */
  const OndesFft *inverse, *fine_inverse;
} OndesCwtRow;

typedef struct
{
  OndesMethod         method;
  OndesCwtRow        *rows; /* by length, shortest first */
  guint               n_rows;
  guint               level;  /* of them all; what follows is in samples of that rate */
  guint64             halo;   /* samples that a tile needs on each side */
  gsize               step;   /* outputs of a block */
  guint               blocks; /* a tile */
  gsize               length; /* of the FFT; 0: direct */
  gboolean            whole;  /* the FFT is over the recording padded with zeros */
  gboolean            shared;
  guint               parts;  /* of an FFT so long that its steps must be seen between (fft-split.h); else 1 */
  const OndesFft     *forward;
  gsize               mask_taps; /* direct: of all rows */
} OndesCwtGroup;

/* Rows of a preview that are looked at by masks at a few nodes of each column, 2^level samples apart (cwt-preview.c). */
typedef struct
{
  OndesCwtRow *rows;   /* of like scales */
  guint        n_rows; /* ONDES_CWT_SAMPLED_ROWS at most */
  guint        level;
  gsize        half;   /* taps on each side */
  guint        nodes;  /* of a column, at most */
} OndesCwtSampled;

typedef struct
{
  const OndesCwt     *cwt;
  const OndesKernels *kernels;
  gboolean            single, complex_in, complex_out;
  OndesShape          shape;
  guint64             extent, count;   /* as in OndesRequestShape */
  gboolean            pooled;          /* and exact */
  guint64             preview_span;    /* samples a column, of a preview; else 0 */
  guint64             fft_length;      /* of the analytic wavelet */
  OndesCwtRow        *rows;
  GArray             *groups;          /* of OndesCwtGroup */
  GArray             *sampled;         /* of OndesCwtSampled: rows that no group has */
  guint               n_levels;        /* of these */
  guint64             piece_columns;   /* that they take at a time */
  guint64             shared_bytes;    /* workspace of all workers together … */
  guint64             worker_bytes;    /* … and of each */
} OndesCwtLayout;

/* Borrows the spec of @request. @limit: bytes of workspace not to pass where the scales allow it; 0 is the usual. @precise: in
 * double precision whatever the spec's, where columns are asked for, whose type is the same. */
OndesCwtLayout *ondes_cwt_layout_new   (const OndesRequest   *request,
                                        guint64               limit,
                                        gboolean              precise);
/* Gets the FFTs; a long one's tables take memory themselves, so that this comes after the question whether there is enough.
 * FALSE where there was not. */
gboolean        ondes_cwt_layout_get_ffts (OndesCwtLayout    *self);
/* That it holds itself. */
guint64         ondes_cwt_layout_bytes (const OndesCwtLayout *self);
/* Of ondes_cwt_layout_new(): finds the workspace. */
void            ondes_cwt_layout_count_bytes (OndesCwtLayout *self);
void            ondes_cwt_layout_free  (OndesCwtLayout       *self);
/* OndesMethod of each row of the spec. Transfer full. */
guint8         *ondes_cwt_layout_methods (const OndesCwtLayout *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OndesCwtLayout, ondes_cwt_layout_free)

G_END_DECLS
