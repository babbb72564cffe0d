/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shared by the methods of the Morlet transform. */
#pragma once

#include "bank.h"
#include "filter-kernels.h"
#include "input.h"
#include "jobs.h"
#include "shared-bank.h"

#include "transform/cwt.h"

G_BEGIN_DECLS

/* Arithmetic of direct convolution. */
typedef enum { ONDES_CUDA_CWT_SINGLE, ONDES_CUDA_CWT_SINGLE2, ONDES_CUDA_CWT_DOUBLE, ONDES_CUDA_CWT_TENSOR } OndesCudaCwtSums;

typedef struct
{
  guint   row; /* index in the spec */
  guint64 half;
  double  numerator, denominator; /* scale in samples */
  OndesMask mask;
  gboolean  irregular; /* quantised, offset or so late that it is cut: the mask has no narrow spectrum */
} OndesCudaCwtRow;

/* Rows [first, first + n) of the layout, computed by one method in a few launches. */
typedef struct
{
  OndesMethod    method;
  guint          first, n;
  guint64        taps, halo; /* for overlap-save, @taps is the number that direct convolution computes in the same time */
  OndesCudaBank *bank;       /* overlap-save only, of regular rows … */
  OndesCudaFirBank *masks;   /* … and of irregular ones */
  OndesCudaSharedBank *held; /* reference to the shared bank; NULL if none */
  guint64        pool_samples; /* samples per launch of a pooled view */
} OndesCudaCwtSet;

/* How requests of one spec and shape are computed. */
typedef struct
{
  const OndesCwt  *cwt;
  OndesCudaWavelet wavelet;
  OndesShape       shape;
  gsize            element_bytes;
  gboolean         single, complex_in;
  gboolean         late;     /* any mask is delayed */
  gboolean         tensor;   /* direct convolution uses tensor cores */
  OndesType        resident; /* type of the source on the device */
  guint64          extent, count; /* as in OndesRequestShape */
  guint64          limit;    /* set by trim(), bytes; 0: none */
  gboolean         in_place_of_bank; /* auto falls back to direct convolution, because no bank is possible */
  double           rate;      /* FMAs per second of direct convolution */
  double           crossover; /* taps up to which direct convolution beats overlap-save */
  gsize            job_bytes, tap_table_bytes;
  OndesCudaCwtRow *rows;           /* sorted by length, shortest first */
  guint           *row_of;         /* index in the spec of each sorted row */
  GArray          *sets;           /* of OndesCudaCwtSet */
  guint64          batch_samples;  /* outputs per batch */
  guint64          pooled_columns; /* columns of a pooled view; 0: every sample */
  guint64          halo;           /* samples that a batch needs on each side */
} OndesCudaCwtLayout;

/* Returns the row as kernels take it. */
OndesCudaRow ondes_cuda_cwt_device_row (const OndesCudaCwtRow *row);
/* Return the FMAs per tap and output, and the bytes per tap. */
guint ondes_cuda_cwt_tap_cost  (const OndesCudaCwtLayout *layout);
gsize ondes_cuda_cwt_tap_bytes (const OndesCudaCwtLayout *layout);

/* Returns a lower bound on the FMAs per second of direct convolution, counting every tap although symmetry saves half. */
double ondes_cuda_cwt_rate (const OndesCudaLimits *limits,
                            OndesCudaCwtSums       sums);
/* Returns the number of taps up to which direct convolution beats overlap-save. @real refers to the wavelet. */
double ondes_cuda_cwt_crossover (const OndesCudaLimits *limits,
                                 OndesCudaCwtSums       sums,
                                 gboolean               real,
                                 gboolean               complex_in);
/* Returns the number of rows that auto computes by direct convolution: the first ones, or none if a second method costs more
 * than it saves. */
guint  ondes_cuda_cwt_direct_rows (const OndesCudaCwtLayout *layout);

/* Samples [at, at + n) of the view, and the rows of a set that are computed from them. */
typedef struct
{
  OndesCudaRun             *run;
  const OndesCudaCwtLayout *layout;
  const OndesCudaCwtSet    *set;
  const OndesCudaSignal    *signal;
  guint64                   at, n;
} OndesCudaCwtPiece;

/* Launches the kernels that compute a piece. */
typedef OndesCudaStatus (*OndesCudaCwtMethod) (const OndesCudaCwtPiece *piece,
                                               const OndesCudaOutput   *output);

OndesCudaStatus ondes_cuda_cwt_direct       (const OndesCudaCwtPiece *piece,
                                             const OndesCudaOutput   *output);
OndesCudaStatus ondes_cuda_cwt_overlap_save (const OndesCudaCwtPiece *piece,
                                             const OndesCudaOutput   *output);
/* Overlap-save of irregular rows (cwt-masks.c). */
OndesCudaStatus ondes_cuda_cwt_masks        (const OndesCudaCwtPiece *piece,
                                             const OndesCudaOutput   *output);

/* Gives @set a reference to the bank of its rows, from the cache or new. If @engine is NULL, only checks whether a bank is
 * possible and leaves @set unchanged. */
OndesCudaStatus ondes_cuda_cwt_bank (OndesEngine              *engine,
                                     const OndesCudaCwtLayout *layout,
                                     OndesCudaCwtSet          *set);
/* Releases the set's reference to its bank. */
void            ondes_cuda_cwt_bank_release (OndesCudaCwtSet *set);
/* The same for irregular rows (cwt-masks.c). ondes_cuda_cwt_bank_release() releases their banks too. */
OndesCudaStatus ondes_cuda_cwt_mask_bank (OndesEngine              *engine,
                                          const OndesCudaCwtLayout *layout,
                                          OndesCudaCwtSet          *set);
/* Returns the bytes of arena memory for @n outputs. */
guint64  ondes_cuda_cwt_mask_work (const OndesCudaCwtLayout *layout,
                                   const OndesCudaCwtSet    *set,
                                   guint64                   n);
/* Pools a piece into @columns, as ondes_cuda_pool() does. */
OndesCudaStatus ondes_cuda_cwt_mask_pool (const OndesCudaCwtPiece *piece,
                                          const OndesCudaColumns  *columns);
/* Runs all jobs of a pooled view. */
gboolean ondes_cuda_cwt_pool (OndesCudaRun             *run,
                              const OndesCudaCwtLayout *layout,
                              OndesCudaInput           *input,
                              GError                  **error);

/* Outputs [at, at + n) of the recording. Their samples are in @input, or in a separate tile if @input is NULL. */
typedef struct
{
  const OndesCudaCwtLayout *layout;
  OndesCudaInput           *input;
  guint64                   at, n;
  void                     *device;
} OndesCudaCwtBatch;

/* Starts the H2D copy of the samples of @batch. */
gboolean ondes_cuda_cwt_samples (OndesCudaRun     *run,
                                 OndesCudaCwtBatch *batch,
                                 GError           **error);
/* Prepares @signal from the samples of @batch. */
gboolean ondes_cuda_cwt_signal (OndesCudaRun            *run,
                                const OndesCudaCwtBatch *batch,
                                OndesCudaSignal         *signal,
                                GError                 **error);

G_END_DECLS
