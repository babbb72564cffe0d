/* SPDX-License-Identifier: GPL-3.0-or-later */
/* H2D and D2H copies for fast spectra and dyadic convolution, in chunks through pinned staging buffers. Several threads fill or
 * empty one buffer while the device copies the other. */
#pragma once

#include "jobs.h"

#include "transform/range.h"

G_BEGIN_DECLS

/* State of a run. Progress is counted in chunks, because copying dominates. */
typedef struct
{
  OndesCudaRun *run;
  guint64       total;            /* number of values in all rows */
  guint64       columns;          /* the row length; if it is no power of two, copies must be whole rows within a chunk */
  OndesType     type;             /* of the result and of the copies */
  guint64       chunks, n_chunks; /* chunks copied so far; total, set before the first copy */
  char         *mapped;           /* the sink's memory if its rows are contiguous, otherwise NULL; then use put() */
} OndesCudaTransfer;

/* Values [at, end) of the transfer, to be copied in one direction. */
typedef struct
{
  guint64      at, end;
  char        *device; /* device address of the next value */
  OndesSource *source; /* H2D only; value 0 is sample @first of the source */
  guint64      first;
  gboolean     binary;    /* TRUE if values must be 0 or 1 */
  OndesRange   range;     /* of the values read so far; initially ONDES_RANGE_NONE */
  guint64      requested; /* D2H: end of the values whose copies have been issued; initially @at */
  guint        in_flight; /* D2H: chunks whose copies have been issued and that are not in the sink yet */
  guint        slot;      /* staging buffer of the next chunk (D2H) or of the last chunk read (H2D) */
} OndesCudaCopy;

/* Returns the number of chunks for @n values. */
guint64  ondes_cuda_transfer_chunks (OndesType type,
                                     guint64   n);
/* Begins the sink with rows of the transfer's type. */
gboolean ondes_cuda_transfer_begin (OndesCudaTransfer *self,
                                    GError           **error);
/* Copies all of @h2d and @d2h in alternating chunks; either may be NULL. Kernels launched later wait for the H2D copies; the
 * kernels that compute the D2H data must have finished. */
gboolean ondes_cuda_transfer_move (OndesCudaTransfer *self,
                                   OndesCudaCopy     *h2d,
                                   OndesCudaCopy     *d2h,
                                   GError           **error);

/* Small work: one chunk each way, all in-stream with the kernels. Set run->small, then call read, begin, the launches (between
 * ondes_cuda_timer_start() and _stop() of slot 0; not if ondes_cuda_graph_mode() is REPLAY), end and put. */
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
/* Copies @d2h to the staging buffer and the device word @flag to @value. Blocks until all kernels and copies have finished. */
gboolean ondes_cuda_small_end (OndesCudaTransfer *self,
                               OndesCudaCopy     *d2h,
                               const unsigned    *flag,
                               unsigned          *value,
                               GError           **error);
/* Writes all of @d2h to the sink. */
gboolean ondes_cuda_small_put (OndesCudaTransfer *self,
                               OndesCudaCopy     *d2h,
                               GError           **error);

G_END_DECLS
