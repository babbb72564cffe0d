/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Filters by their taps (src/transform/filter.h): every sample of y[t] = Σ_m h[m] x[t + d − m] for a bank of filters, its power,
 * derivative or interpolation, or the energy of spans, or peaks. device/filter.cu describes the methods.
 *
 * A bank holds filters of any lengths, belongs to one context and keeps their spectra on the device; runs allocate from the
 * arena. Threading and errors are as in kernels.h. UNSUPPORTED means that the segment length is not one of this engine's, or
 * that the device has too little shared memory.
 *
 * Output t uses samples x[t − left] … x[t + right] of the recording, 0 where there are none: prepare them with
 * ondes_cuda_signal() and ONDES_CUDA_ZERO, and set signal.halo to the index of the sample at output 0. It may be any number
 * from left on, and the signal must have at least halo + n + right samples. So a tile of outputs [at, at + n) takes either
 *   ondes_cuda_signal (…, at, n, MAX (left, right), …), or, without needless samples for causal filters,
 *   ondes_cuda_signal (…, at − left, left + n + right, 0, …) and signal.halo = left.
 */
#pragma once

#include "kernels.h"

#ifdef __cplusplus
extern "C" {
#endif

/* One filter. @taps: host, @n_taps values, or pairs (re, im) if @is_complex. */
typedef struct
{
  const double *taps;
  uint64_t      n_taps; /* at least 1 */
  int64_t       delay;  /* d above */
  int           is_complex;
} OndesCudaFir;

/* Same order as OndesPost. */
typedef enum
{
  ONDES_CUDA_POST_NONE,
  ONDES_CUDA_POST_POWER,
  ONDES_CUDA_POST_DERIVATIVE,
  ONDES_CUDA_POST_INTERPOLATION
} OndesCudaPost;

/* Parameters of a bank. If @rows is not NULL, filter i is the mask of row i (kernels.h), which is computed on the device: it has
 * 2 half + 1 taps, those of @filters are not read, and its delay is half. */
typedef struct
{
  const OndesCudaFir *filters; /* in any order; used by ondes_cuda_fir_bank_new() only */
  unsigned            n_filters;
  int                 complex_in; /* TRUE if the samples are complex */
  int                 single;     /* TRUE for single precision */
  int                 direct;     /* TRUE for direct convolution, otherwise overlap-save */
  int                 compensated; /* direct and single only: compensated sums (precision single2) */
  uint64_t            segment;     /* FFT length of overlap-save; 0: the cheapest for each filter's length */
  uint64_t            outputs;     /* of a typical run, which decides what is the cheapest; 0: many */
  int                 long_segments; /* ondes_cuda_fir_long_segments() of the device, for a description */
  OndesCudaPost       post;
  double              rate_hz; /* for the derivative */
  const OndesCudaWavelet *wavelet;
  const OndesCudaRow     *rows; /* host; NULL unless masks, which take overlap-save and no @post */
} OndesCudaFirOptions;

/* Segment lengths as given are powers of two in one of these ranges. Longer filters are applied in parts, but not by segments of
 * the second range, which are transformed in four steps. Those of @segment 0 may also have 8192 samples, where the device has
 * shared memory for it. */
#define ONDES_CUDA_SEGMENT_LEAST   256
#define ONDES_CUDA_SEGMENT_MOST    4096
#define ONDES_CUDA_FOUR_STEP_LEAST 65536
#define ONDES_CUDA_FOUR_STEP_MOST  1048576
/* Points of a segment that post-processing and whole sectors may take beside the taps. */
#define ONDES_CUDA_BESIDE_TAPS     64

typedef struct _OndesCudaFirBank OndesCudaFirBank;

/* TRUE if @segment may be given. */
int             ondes_cuda_fir_is_segment    (uint64_t segment);
/* TRUE if segments may have 8192 samples on the device. */
int             ondes_cuda_fir_long_segments (const OndesCuda *self);
/* Computes the filters' spectra on the device. The bank is freed by ondes_cuda_fir_bank_free(). */
OndesCudaStatus ondes_cuda_fir_bank_new (OndesCuda                 *self,
                                         const OndesCudaFirOptions *options,
                                         OndesCudaFirBank         **bank);
/* Checks whether a bank is possible: creates one on the host that can be queried but not run. Needs no device; taps are not
 * read and may be NULL. */
OndesCudaStatus ondes_cuda_fir_bank_describe (const OndesCudaFirOptions *options,
                                              OndesCudaFirBank         **bank);
/* Synchronises with the device. @self may be NULL if the bank was only described. */
void            ondes_cuda_fir_bank_free (OndesCuda        *self,
                                          OndesCudaFirBank *bank);
/* Returns the bytes of device memory that the bank holds, or would hold if it was only described. */
uint64_t        ondes_cuda_fir_bank_bytes (const OndesCudaFirBank *bank);
/* Returns the number of samples that the signal needs before the first and after the last output. */
uint64_t        ondes_cuda_fir_bank_left  (const OndesCudaFirBank *bank);
uint64_t        ondes_cuda_fir_bank_right (const OndesCudaFirBank *bank);
/* TRUE if outputs are complex: the samples or any filter are, and @post is not the power. */
int             ondes_cuda_fir_bank_is_complex (const OndesCudaFirBank *bank);
/* Returns the longest segment in use, 0 if direct. */
uint64_t        ondes_cuda_fir_bank_segment (const OndesCudaFirBank *bank);
/* Returns the estimated seconds of device time for @n outputs of every filter, from times measured on an H200. To choose a
 * method compare the banks of both. */
double          ondes_cuda_fir_bank_seconds (const OndesCudaFirBank *bank,
                                             uint64_t                n);
/* Return the bytes of arena memory beyond signal and output, for @n outputs of every filter. */
uint64_t        ondes_cuda_fir_bank_work        (const OndesCudaFirBank *bank,
                                                 uint64_t                n);
uint64_t        ondes_cuda_fir_bank_energy_work (const OndesCudaFirBank *bank,
                                                 uint64_t                n);

typedef struct
{
  void    *data;   /* device: row i is filter i; real or complex, in the precision of the signal; the power is double */
  uint64_t stride; /* elements from one row to the next, at least n; of an interpolation at least 2 n, and even */
  /* TRUE if output 0 is the recording's first sample, or output n − 1 its last: the derivative is one-sided there. */
  int      is_first, is_last;
} OndesCudaFirOutput;

/* Computes outputs 0 … n − 1 of all filters, each followed by the value between it and the next for an interpolation. Neighbouring
 * tiles need not overlap, for any @post. */
OndesCudaStatus ondes_cuda_fir_run (OndesCuda                *self,
                                    OndesCudaFirBank         *bank,
                                    const OndesCudaSignal    *signal,
                                    uint64_t                  n,
                                    const OndesCudaFirOutput *output);

/* Spans of @width samples from the recording's beginning: span j is [j width, (j + 1) width). */
typedef struct
{
  double  *sums;     /* device: row i is filter i, span @first its first element */
  uint64_t stride;   /* elements from one row to the next */
  uint64_t at;       /* sample of output 0 */
  uint64_t width;    /* at least 1 */
  uint64_t first;    /* span of sums[0], at most at / width */
  int      is_first, is_last; /* as above, for the energy of the derivative */
} OndesCudaFirSpans;

/* Adds Σ |y|² of outputs 0 … n − 1 to the sums of their spans, without the post-processing power or interpolation. Clear them to 0
 * before the first call; a span may take several calls. The sums do not depend on the order in which threads ran. */
OndesCudaStatus ondes_cuda_fir_energy (OndesCuda               *self,
                                       OndesCudaFirBank        *bank,
                                       const OndesCudaSignal   *signal,
                                       uint64_t                 n,
                                       const OndesCudaFirSpans *spans);

/* Same order as OndesPeakKind (src/engine/engine.h), where each is described. */
typedef enum
{
  ONDES_CUDA_PEAK,
  ONDES_CUDA_RUN_HIGHER,
  ONDES_CUDA_RUN_LOWER,
  ONDES_CUDA_RUN_FALLS
} OndesCudaPeakKind;

/* Same as OndesPeakEvent. */
typedef struct
{
  unsigned row, kind;
  uint64_t column;
  double   value;
} OndesCudaPeakEvent;

/* @n events, in no order; more than the capacity if some were lost. */
typedef struct
{
  unsigned           n, padding;
  OndesCudaPeakEvent events[];
} OndesCudaPeakList;

typedef struct
{
  double             above;        /* least magnitude, greater than 0 */
  OndesCudaPeakList *list;         /* device; n must be 0 */
  unsigned           capacity;     /* of the list, events */
  unsigned           first_row;    /* row of the first filter's events */
  uint64_t           first_column; /* column of output 0's */
  /* Device, for each filter: −1 at the result's beginning, then what the call for the outputs before left there. */
  double            *last;
  int                is_first, is_last; /* as above, for the peaks of the derivative */
} OndesCudaFirPeaks;

/* Adds the events of outputs 0 … n − 1 (2 n of an interpolation) of all filters to a list. Magnitudes are |y|, or the power. */
OndesCudaStatus ondes_cuda_fir_peaks (OndesCuda               *self,
                                      OndesCudaFirBank        *bank,
                                      const OndesCudaSignal   *signal,
                                      uint64_t                 n,
                                      const OndesCudaFirPeaks *peaks);

#ifdef __cplusplus
}
#endif
