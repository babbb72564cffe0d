/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Values of fast spectra and dyadic convolutions on their way to the device and back: pieces through pinned memory, which several
 * threads fill and empty while the device copies another one. */
#pragma once

#include "engine-private.h"

#include "transform/range.h"

G_BEGIN_DECLS

/* Of a run. Transfers are most of its work: a piece counts as such in the progress. */
typedef struct
{
  OndesCudaRun *run;
  guint64       total;  /* values of all rows */
  guint         bits;   /* of a row */
  OndesType     type;   /* of the result, and as values are sent */
  guint64       pieces, n_pieces; /* that have come, and are to come; the second is set before the first is sent */
  char         *lent;   /* where values come to lie one behind another, or NULL: they are put */
} OndesCudaTransfer;

/* Values [at, end) of the transfer that go, or come. */
typedef struct
{
  guint64      at, end;
  char        *device;  /* of the first */
  OndesSource *source;  /* that they come from, where they go; its sample @first is value 0 */
  guint64      first;
  gboolean     binary;  /* they have to be 0 and 1 */
  OndesRange   range;   /* of those sent so far; ONDES_RANGE_NONE before */
  guint64      asked;   /* of those that come: up to here they are on their way; @at before */
  guint        slot;    /* and the staging buffer of the next; of those that go: of the last that was read */
} OndesCudaLoad;

/* How many pieces @n values take. */
guint64  ondes_cuda_transfer_pieces (OndesType          type,
                                     guint64            n);
/* Begins the sink with rows of the transfer's type. */
gboolean ondes_cuda_transfer_begin  (OndesCudaTransfer *self,
                                     GError           **error);
/* Moves all of @up and @down, either may be NULL, a piece of each in turn. What goes was on the device when kernels launched later
 * look at it; what comes has been made before. */
gboolean ondes_cuda_transfer_move   (OndesCudaTransfer *self,
                                     OndesCudaLoad     *up,
                                     OndesCudaLoad     *down,
                                     GError           **error);

/* Small work, of one piece each way, all in the stream of the kernels: read, begin, what launches them (between ondes_cuda_begin()
 * and _end() in slot 0, and where ondes_cuda_graph_of() is AGAIN not at all), end, put. The run says that it is small. */
gboolean ondes_cuda_is_small    (OndesType          type,
                                 guint64            n);
/* All of @up to the staging buffer @slot, 0 or 1, its range found. */
gboolean ondes_cuda_small_read  (OndesCudaTransfer *self,
                                 OndesCudaLoad     *up,
                                 guint              slot,
                                 GError           **error);
gboolean ondes_cuda_small_begin (OndesCudaTransfer *self,
                                 OndesCudaLoad     *up,
                                 guint              n_up,
                                 GError           **error);
/* Fetches @down, and a word on the device, @flag, to @told. Waits for all. */
gboolean ondes_cuda_small_end   (OndesCudaTransfer *self,
                                 OndesCudaLoad     *down,
                                 const unsigned    *flag,
                                 unsigned          *told,
                                 GError           **error);
/* All of @down to the sink. */
gboolean ondes_cuda_small_put   (OndesCudaTransfer *self,
                                 OndesCudaLoad     *down,
                                 GError           **error);

G_END_DECLS
