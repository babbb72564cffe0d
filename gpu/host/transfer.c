/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "transfer.h"

#include "engine/result.h"

#include <string.h>

#define CHUNK_BYTES (8 << 20) /* all staging buffers together are larger than the caches of the cores that fill them */
#define SLICE_BYTES (128 << 10) /* part of a chunk that one thread handles at a time, as in jobs.c */
#define SMALL_BYTES (128 << 10) /* larger work gains by overlapping its copies */

static guint64
values_in (OndesType type,
           guint64   bytes)
{
  return type == ONDES_BITS ? 8 * bytes : bytes / ondes_type_bytes (type, 1);
}

guint64
ondes_cuda_transfer_chunks (OndesType type,
                            guint64   n)
{
  const guint64 most = values_in (type, CHUNK_BYTES);

  return (n + most - 1) / most;
}

gboolean
ondes_cuda_transfer_begin (OndesCudaTransfer *self,
                           GError           **error)
{
  const OndesShape shape = { self->type, self->total / self->columns, self->columns };
  OndesCudaRun *run = self->run;

  if (!ondes_cuda_run_begin (run, &shape, error))
    return FALSE;
  /* map only contiguous rows of whole bytes */
  self->mapped = NULL;
  if (run->mapped_stride == ondes_type_bytes (self->type, shape.columns) && (self->type != ONDES_BITS || shape.columns >= 8))
    self->mapped = run->mapped;
  return TRUE;
}

static void
report_progress (OndesCudaTransfer *self)
{
  OndesCudaRun *run = self->run;

  self->chunks++;
  if (self->chunks < self->n_chunks)
    ondes_watch_tell (run->watch, (double) self->chunks / (double) self->n_chunks);
}

static guint64
next_chunk (const OndesCudaTransfer *self,
            const OndesCudaCopy     *copy)
{
  return MIN (values_in (self->type, CHUNK_BYTES), copy->end - copy->at);
}

/* A chunk in pinned memory, and its place in the source or sink. */
typedef struct
{
  OndesCudaTransfer *transfer;
  OndesCudaCopy     *copy;
  char              *host;
  guint64            at; /* index of its first value */
  guint64            n;
  GMutex             lock; /* protects the range of @copy */
} Chunk;

static gboolean
read_slice (gpointer data,
            guint64  from,
            guint64  n,
            GError **error)
{
  Chunk *self = data;
  const OndesType type = self->transfer->type;
  OndesCudaCopy *copy = self->copy;
  const guint64 first = copy->first + self->at + from;
  void *host = self->host + ondes_type_bytes (type, from);
  OndesRange range;

  if (!ondes_source_read_as (copy->source, first, n, type, host, error))
    return FALSE;
  range = ondes_range_of (type, host, n, TRUE);
  g_mutex_lock (&self->lock);
  ondes_range_join (&copy->range, &range);
  g_mutex_unlock (&self->lock);
  return ondes_range_check (&range, first, n, copy->binary, error);
}

static gboolean
copy_slice (gpointer data,
            guint64  from,
            guint64  n,
            GError **error)
{
  Chunk *self = data;
  const OndesCudaTransfer *transfer = self->transfer;

  ondes_result_copy (ondes_type_bytes (transfer->type, transfer->total),
                     transfer->mapped + ondes_type_bytes (transfer->type, self->at + from),
                     self->host + ondes_type_bytes (transfer->type, from), ondes_type_bytes (transfer->type, n));
  return TRUE;
}

static gboolean
do_slices (Chunk         *self,
           OndesCudaSlice slice,
           GError       **error)
{
  const guint64 each = values_in (self->transfer->type, SLICE_BYTES);
  gboolean done;

  g_mutex_init (&self->lock);
  done = ondes_cuda_slices (self->transfer->run->engine, self->n, each, slice, self, error);
  g_mutex_clear (&self->lock);
  return done;
}

/* Reads the next chunk of @copy into staging buffer @slot. */
static gboolean
read_chunk (OndesCudaTransfer *self,
            OndesCudaCopy     *copy,
            guint              slot,
            GError           **error)
{
  OndesEngine *engine = self->run->engine;
  Chunk chunk = { .transfer = self, .copy = copy, .at = copy->at, .n = next_chunk (self, copy) };
  OndesCudaStatus status;
  void *host = NULL;

  copy->slot = slot;
  status = ondes_cuda_wait_h2d (engine->cuda, copy->slot);
  if (status == ONDES_CUDA_OK)
    status = ondes_cuda_staging (engine->cuda, ONDES_CUDA_H2D, copy->slot, CHUNK_BYTES, &host);
  chunk.host = host;
  if (!ondes_cuda_ok (engine, status, error) || !do_slices (&chunk, read_slice, error))
    return FALSE;
  self->run->bytes_moved += ondes_type_bytes (self->type, chunk.n);
  return TRUE;
}

/* Copies the chunk that read_chunk() read to the device. */
static gboolean
copy_chunk_h2d (OndesCudaTransfer *self,
                OndesCudaCopy     *copy,
                gboolean           in_stream,
                GError           **error)
{
  OndesEngine *engine = self->run->engine;
  const guint64 n = next_chunk (self, copy);
  const gsize bytes = ondes_type_bytes (self->type, n);

  if (!ondes_cuda_ok (engine, ondes_cuda_copy_h2d (engine->cuda, copy->slot, copy->device, bytes, in_stream), error))
    return FALSE;
  copy->at += n;
  copy->device += bytes;
  report_progress (self);
  return TRUE;
}

/* Requests the next D2H chunk of @copy. */
static gboolean
request_chunk (OndesCudaTransfer *self,
               OndesCudaCopy     *copy,
               OndesCudaOrdering  ordering,
               GError           **error)
{
  OndesEngine *engine = self->run->engine;
  const guint64 n = MIN (values_in (self->type, CHUNK_BYTES), copy->end - copy->requested);
  const guint slot = copy->slot;
  OndesCudaStatus status;
  void *host;

  status = ondes_cuda_staging (engine->cuda, ONDES_CUDA_D2H, slot, CHUNK_BYTES, &host);
  if (status == ONDES_CUDA_OK)
    status = ondes_cuda_copy_d2h (engine->cuda, slot, ordering, host, copy->device, ondes_type_bytes (self->type, n));
  copy->requested += n;
  copy->device += ondes_type_bytes (self->type, n);
  copy->slot = (copy->slot + 1) % ONDES_CUDA_N_STAGING;
  copy->in_flight++;
  return ondes_cuda_ok (engine, status, error);
}

static gboolean
put (OndesCudaTransfer *self,
     Chunk             *chunk,
     GError           **error)
{
  const guint64 columns = self->columns;
  OndesRect where = { chunk->at / columns, 1, chunk->at % columns, chunk->n };

  if (self->mapped != NULL)
    return do_slices (chunk, copy_slice, error);
  if (chunk->n >= columns)
    where = (OndesRect) { chunk->at / columns, chunk->n / columns, 0, columns };
  return self->run->sink->klass->put (self->run->sink, &where, chunk->host, ondes_type_bytes (self->type, columns), TRUE,
                                      error);
}

/* Puts the next chunk of @copy, which is in staging buffer @slot, into the sink. */
static gboolean
put_chunk (OndesCudaTransfer *self,
           OndesCudaCopy     *copy,
           guint              slot,
           GError           **error)
{
  OndesEngine *engine = self->run->engine;
  Chunk chunk = { .transfer = self, .copy = copy, .at = copy->at, .n = next_chunk (self, copy) };
  void *host;

  if (!ondes_cuda_ok (engine, ondes_cuda_staging (engine->cuda, ONDES_CUDA_D2H, slot, CHUNK_BYTES, &host), error))
    return FALSE;
  chunk.host = host;
  if (!put (self, &chunk, error))
    return FALSE;
  copy->at += chunk.n;
  self->run->bytes_moved += ondes_type_bytes (self->type, chunk.n);
  report_progress (self);
  return TRUE;
}

/* Waits for the next chunk of @copy and puts it into the sink. Requests the following chunks before it waits. */
static gboolean
take_chunk (OndesCudaTransfer *self,
            OndesCudaCopy     *copy,
            GError           **error)
{
  OndesEngine *engine = self->run->engine;
  guint slot;

  while (copy->in_flight < ONDES_CUDA_N_STAGING && copy->requested < copy->end)
    if (!request_chunk (self, copy, ONDES_CUDA_UNORDERED, error))
      return FALSE;
  slot = (copy->slot + ONDES_CUDA_N_STAGING - copy->in_flight--) % ONDES_CUDA_N_STAGING;
  return ondes_cuda_ok (engine, ondes_cuda_wait_d2h (engine->cuda, slot), error)
         && put_chunk (self, copy, slot, error);
}

gboolean
ondes_cuda_transfer_move (OndesCudaTransfer *self,
                          OndesCudaCopy     *h2d,
                          OndesCudaCopy     *d2h,
                          GError           **error)
{
  const gint64 start = g_get_monotonic_time () - self->run->paused_us;
  gboolean h2d_left = h2d != NULL, d2h_left = d2h != NULL;

  while (h2d_left || d2h_left)
    {
      if (!ondes_cuda_run_continues (self->run, error)
          || (h2d_left && !(read_chunk (self, h2d, self->run->engine->send_slot++ % ONDES_CUDA_N_STAGING, error)
                            && copy_chunk_h2d (self, h2d, FALSE, error)))
          || (d2h_left && !take_chunk (self, d2h, error)))
        return FALSE;
      h2d_left = h2d_left && h2d->at < h2d->end;
      d2h_left = d2h_left && d2h->at < d2h->end;
    }
  self->run->move_us += g_get_monotonic_time () - self->run->paused_us - start;
  return h2d == NULL
         || ondes_cuda_ok (self->run->engine, ondes_cuda_kernels_after_h2d (self->run->engine->cuda), error);
}

/* --- Small work ----------------------------------------------------------------------------------------------------------- */

gboolean
ondes_cuda_is_small (OndesType type,
                     guint64   n)
{
  return n <= values_in (type, SMALL_BYTES);
}

gboolean
ondes_cuda_small_read (OndesCudaTransfer *self,
                       OndesCudaCopy     *h2d,
                       guint              slot,
                       GError           **error)
{
  const gint64 start = g_get_monotonic_time ();
  const gboolean done = !g_cancellable_set_error_if_cancelled (self->run->watch->cancellable, error)
                        && read_chunk (self, h2d, slot, error);

  self->run->move_us += g_get_monotonic_time () - start;
  return done;
}

gboolean
ondes_cuda_small_begin (OndesCudaTransfer *self,
                        OndesCudaCopy     *h2d,
                        guint              n_h2d,
                        GError           **error)
{
  OndesEngine *engine = self->run->engine;
  OndesCudaStatus status = ONDES_CUDA_OK;

  if (ondes_cuda_graph_mode (self->run) == ONDES_CUDA_GRAPH_CAPTURE)
    status = ondes_cuda_capture_begin (engine->cuda);
  if (!ondes_cuda_ok (engine, status, error))
    return FALSE;
  for (guint i = 0; i < n_h2d; i++)
    if (!copy_chunk_h2d (self, &h2d[i], TRUE, error))
      return FALSE;
  return TRUE;
}

gboolean
ondes_cuda_small_end (OndesCudaTransfer *self,
                      OndesCudaCopy     *d2h,
                      const unsigned    *flag,
                      unsigned          *value,
                      GError           **error)
{
  const OndesCudaGraphMode graph = ondes_cuda_graph_mode (self->run);
  OndesCudaRun *run = self->run;
  OndesCuda *cuda = run->engine->cuda;
  void *host = NULL;
  OndesCudaStatus status = ondes_cuda_staging (cuda, ONDES_CUDA_D2H, 1, sizeof *flag, &host);

  if (status == ONDES_CUDA_OK && graph != ONDES_CUDA_GRAPH_REPLAY)
    status = ondes_cuda_copy_d2h (cuda, 1, ONDES_CUDA_IN_STREAM, host, flag, sizeof *flag);
  if (status == ONDES_CUDA_OK && graph != ONDES_CUDA_GRAPH_REPLAY && !request_chunk (self, d2h, ONDES_CUDA_IN_STREAM, error))
    return FALSE;
  if (status == ONDES_CUDA_OK)
    status = ondes_cuda_job_launch (run, graph, 0);
  if (status == ONDES_CUDA_OK)
    status = ondes_cuda_job_wait (run, graph, 0);
  if (status == ONDES_CUDA_OK)
    memcpy (value, host, sizeof *value);
  return ondes_cuda_ok (run->engine, status, error);
}

gboolean
ondes_cuda_small_put (OndesCudaTransfer *self,
                      OndesCudaCopy     *d2h,
                      GError           **error)
{
  const gint64 start = g_get_monotonic_time ();
  const gboolean done = put_chunk (self, d2h, 0, error);

  self->run->move_us += g_get_monotonic_time () - start;
  return done;
}
