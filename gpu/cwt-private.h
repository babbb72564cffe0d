/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the methods of the Morlet transform share. */
#pragma once

#include "bank.h"
#include "engine-private.h"

#include "transform/cwt.h"

G_BEGIN_DECLS

/* How direct sums are made. */
typedef enum { ONDES_CUDA_CWT_SINGLE, ONDES_CUDA_CWT_SINGLE2, ONDES_CUDA_CWT_DOUBLE, ONDES_CUDA_CWT_TENSOR } OndesCudaCwtSums;

typedef struct
{
  guint   row; /* of the spec */
  guint64 half;
  double  numerator, denominator; /* of the scale */
} OndesCudaCwtRow;

/* Rows [first, first + n) of the layout, by one method: a launch, or a few. */
typedef struct
{
  OndesMethod method;
  guint       first, n;
  guint64     taps, halo;  /* taps: of overlap-save, those that take the direct sums as long */
  OndesCudaBank *bank;     /* of overlap-save; the engine's */
} OndesCudaCwtSet;

/* How a spec is computed for one recording and view; made anew for each run. */
typedef struct
{
  const OndesCwt  *cwt;
  OndesCudaWavelet wavelet;
  OndesShape       shape;
  gsize            element_bytes;
  gboolean         single, complex_in;
  gboolean         tensor;     /* direct rows go to the tensor cores */
  OndesType        resident;   /* as the source lies on the device */
  guint64          n, first, count;
  double           rate;       /* FMAs a second that the direct sums reach */
  double           crossover;  /* taps up to which they take less than overlap-save */
  gsize            job_bytes, mask_bytes;
  OndesCudaCwtRow *rows;       /* by length, shortest first */
  guint           *row_of;     /* their numbers in the spec */
  GArray          *sets;       /* of OndesCudaCwtSet */
  guint64          columns;    /* of a batch */
  guint64          spans;      /* columns of a pooled view; 0: every sample */
  guint64          halo;       /* of a batch's samples */
} OndesCudaCwtLayout;

/* FMAs of a tap on an output; bytes of a tap. */
guint ondes_cuda_cwt_tap_cost  (const OndesCudaCwtLayout *layout);
gsize ondes_cuda_cwt_tap_bytes (const OndesCudaCwtLayout *layout);

/* FMAs a second that direct sums reach at least, a tap counted once whatever symmetry saves. */
double ondes_cuda_cwt_rate      (const OndesCudaLimits    *limits,
                                 OndesCudaCwtSums          sums);
/* Taps of a mask up to which its row takes less by direct sums than by overlap-save. @real: the wavelet. */
double ondes_cuda_cwt_crossover (const OndesCudaLimits    *limits,
                                 OndesCudaCwtSums          sums,
                                 gboolean                  real,
                                 gboolean                  complex_in);
/* How many of the layout's rows, which lie by length, auto makes by direct sums; none where two methods cost more than that
 * saves. */
guint  ondes_cuda_cwt_direct_rows (const OndesCudaCwtLayout *layout);

/* Launches what makes @n outputs of the rows of @set from @signal. */
typedef gboolean (*OndesCudaCwtMethod) (OndesCudaRun             *run,
                                        const OndesCudaCwtLayout *layout,
                                        const OndesCudaCwtSet    *set,
                                        const OndesCudaSignal    *signal,
                                        guint64                   n,
                                        const OndesCudaOutput    *output,
                                        GError                  **error);

gboolean ondes_cuda_cwt_direct (OndesCudaRun             *run,
                                const OndesCudaCwtLayout *layout,
                                const OndesCudaCwtSet    *set,
                                const OndesCudaSignal    *signal,
                                guint64                   n,
                                const OndesCudaOutput    *output,
                                GError                  **error);

/* The bank of rows [first, first + n) of the layout, kept with the engine for the next run. Banks that are not the layout's may be
 * freed while it has no sets. */
gboolean ondes_cuda_cwt_bank   (OndesEngine              *engine,
                                const OndesCudaCwtLayout *layout,
                                guint                     first,
                                guint                     n,
                                OndesCudaBank           **bank,
                                GError                  **error);
gboolean ondes_cuda_cwt_overlap_save (OndesCudaRun             *run,
                                      const OndesCudaCwtLayout *layout,
                                      const OndesCudaCwtSet    *set,
                                      const OndesCudaSignal    *signal,
                                      guint64                   n,
                                      const OndesCudaOutput    *output,
                                      GError                  **error);
/* Pooled rows of the view, all jobs. */
gboolean ondes_cuda_cwt_pool   (OndesCudaRun             *run,
                                const OndesCudaCwtLayout *layout,
                                OndesSource              *source,
                                OndesCudaInput           *input,
                                GError                  **error);
/* Samples of outputs [at, at + n) of the recording on the device, ready for kernels. */
gboolean ondes_cuda_cwt_signal (OndesCudaRun             *run,
                                const OndesCudaCwtLayout *layout,
                                OndesSource              *source,
                                OndesCudaInput           *input,
                                guint64                   at,
                                guint64                   n,
                                OndesCudaSignal          *signal,
                                GError                  **error);

G_END_DECLS
