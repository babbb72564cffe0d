/* SPDX-License-Identifier: GPL-3.0-or-later */
/* H2D and D2H copies for fast spectra and dyadic convolution: chunks through pinned memory, which several threads fill or empty
 * while the device copies the other buffer. */
#pragma once

#include "engine-private.h"

#include "transform/range.h"

G_BEGIN_DECLS

/* State of a run. Its progress counts chunks, because copying dominates. */
typedef struct
{
  OndesCudaRun *run;
  guint64       total;            /* number of values in all rows */
  guint         bits;             /* log2 of the row length */
  OndesType     type;             /* of the result and of the copies */
  guint64       chunks, n_chunks; /* copied so far; total, set before the first copy */
  char         *mapped;           /* the sink's memory if its rows are contiguous; NULL: use put() */
} OndesCudaTransfer;

/* Values [at, end) of the transfer, to be copied in one direction. */
typedef struct
{
  guint64      at, end;
  char        *device; /* device address of the next value */
  OndesSource *source; /* H2D only: value 0 is its sample @first */
  guint64      first;
  gboolean     binary;    /* values must be 0 or 1 */
  OndesRange   range;     /* of the values read so far; starts as ONDES_RANGE_NONE */
  guint64      requested; /* D2H: copies up to here have been requested; starts as @at */
  guint        slot;      /* staging buffer: D2H of the next chunk, H2D of the last one read */
} OndesCudaCopy;

/* Number of chunks for @n values. */
guint64  ondes_cuda_transfer_chunks (OndesType type,
                                     guint64   n);
/* Begins the sink with rows of the transfer's type. */
gboolean ondes_cuda_transfer_begin (OndesCudaTransfer *self,
                                    GError           **error);
/* Copies all of @h2d and @d2h, either may be NULL, alternating chunks. Kernels launched later wait for the H2D copies; D2H data
 * must be complete. */
gboolean ondes_cuda_transfer_move (OndesCudaTransfer *self,
                                   OndesCudaCopy     *h2d,
                                   OndesCudaCopy     *d2h,
                                   GError           **error);

/* Small work: one chunk each way, all in the kernels' stream. Call read, begin, the launches (between ondes_cuda_timer_start()
 * and _stop() of slot 0; not if ondes_cuda_graph_mode() is REPLAY), end, put. Set run->small first. */
gboolean ondes_cuda_is_small (OndesType type,
                              guint64   n);
/* Reads all of @h2d into staging buffer @slot, 0 or 1, and finds its range. */
gboolean ondes_cuda_small_read (OndesCudaTransfer *self,
                                OndesCudaCopy     *h2d,
                                guint              slot,
                                GError           **error);
gboolean ondes_cuda_small_begin (OndesCudaTransfer *self,
                                 OndesCudaCopy     *h2d,
                                 guint              n_h2d,
                                 GError           **error);
/* Copies @d2h and the device word @flag to @value. Waits for everything. */
gboolean ondes_cuda_small_end (OndesCudaTransfer *self,
                               OndesCudaCopy     *d2h,
                               const unsigned    *flag,
                               unsigned          *value,
                               GError           **error);
/* Puts all of @d2h into the sink. */
gboolean ondes_cuda_small_put (OndesCudaTransfer *self,
                               OndesCudaCopy     *d2h,
                               GError           **error);

G_END_DECLS
