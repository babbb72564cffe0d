/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "transfer.h"

#include "engine/result.h"

#include <string.h>

#define PIECE_BYTES (8 << 20)
#define PART_BYTES  (512 << 10) /* of a piece, that a thread takes at a time */
#define SMALL_BYTES (128 << 10) /* more gains by copies that run beside one another */

static guint64
values_in (OndesType type,
           guint64   bytes)
{
  return type == ONDES_BITS ? 8 * bytes : bytes / ondes_type_bytes (type, 1);
}

guint64
ondes_cuda_transfer_pieces (OndesType type,
                            guint64   n)
{
  const guint64 most = values_in (type, PIECE_BYTES);

  return (n + most - 1) / most;
}

gboolean
ondes_cuda_transfer_begin (OndesCudaTransfer *self,
                           GError           **error)
{
  const OndesShape shape = { self->type, self->total >> self->bits, G_GUINT64_CONSTANT (1) << self->bits };
  OndesCudaRun *run = self->run;

  if (!ondes_cuda_run_begin (run, &shape, error))
    return FALSE;
  /* rows one behind another, whole bytes */
  self->lent = run->lent_stride == ondes_type_bytes (self->type, shape.columns) && (self->type != ONDES_BITS || shape.columns >= 8)
                 ? run->lent : NULL;
  return TRUE;
}

static void
tell_progress (OndesCudaTransfer *self)
{
  OndesCudaRun *run = self->run;

  self->pieces++;
  if (run->progress != NULL && self->pieces < self->n_pieces)
    run->progress ((double) self->pieces / (double) self->n_pieces, run->user_data);
}

static guint64
next_piece (const OndesCudaTransfer *self,
            const OndesCudaLoad     *load)
{
  return MIN (values_in (self->type, PIECE_BYTES), load->end - load->at);
}

/* A piece in pinned memory and its other end, in parts. */
typedef struct
{
  OndesCudaTransfer *transfer;
  OndesCudaLoad     *load;
  char              *host;
  guint64            at;    /* of the piece */
  guint64            n, part;
  guint              next;  /* part */
  GMutex             lock;  /* of what follows */
  GError            *error;
  guint64            error_at;
} Piece;

/* Takes @error over; of several the earliest is told, as where one thread reads. */
static void
fail (Piece  *self,
      guint64 at,
      GError *error)
{
  g_mutex_lock (&self->lock);
  if (self->error == NULL || at < self->error_at)
    {
      g_clear_error (&self->error);
      self->error = g_steal_pointer (&error);
      self->error_at = at;
    }
  g_mutex_unlock (&self->lock);
  g_clear_error (&error);
}

static gboolean
read_part (gpointer data,
           guint    worker)
{
  Piece *self = data;
  const OndesType type = self->transfer->type;
  OndesCudaLoad *load = self->load;
  const guint64 from = (guint) g_atomic_int_add (&self->next, 1) * self->part, first = load->first + self->at + from;
  GError *error = NULL;
  OndesRange range;
  void *host;
  gsize n;

  if (from >= self->n)
    return FALSE;
  n = MIN (self->part, self->n - from);
  host = self->host + ondes_type_bytes (type, from);
  if (!ondes_source_read_as (load->source, first, n, type, host, &error))
    {
      fail (self, from, error);
      return TRUE;
    }
  range = ondes_range_of (type, host, n, TRUE);
  if (!ondes_range_check (&range, first, n, load->binary, &error))
    fail (self, from, error);
  g_mutex_lock (&self->lock);
  ondes_range_join (&load->range, &range);
  g_mutex_unlock (&self->lock);
  return TRUE;
}

static gboolean
copy_part (gpointer data,
           guint    worker)
{
  Piece *self = data;
  const OndesCudaTransfer *transfer = self->transfer;
  const guint64 from = (guint) g_atomic_int_add (&self->next, 1) * self->part;

  if (from >= self->n)
    return FALSE;
  ondes_result_copy (ondes_type_bytes (transfer->type, transfer->total),
                     transfer->lent + ondes_type_bytes (transfer->type, self->at + from),
                     self->host + ondes_type_bytes (transfer->type, from),
                     ondes_type_bytes (transfer->type, MIN (self->part, self->n - from)));
  return TRUE;
}

static gboolean
do_parts (Piece     *self,
          OndesPiece do_part,
          GError   **error)
{
  self->part = values_in (self->transfer->type, PART_BYTES);
  g_mutex_init (&self->lock);
  if (self->n > self->part)
    ondes_threads_run (ondes_cuda_copiers (self->transfer->run->engine), do_part, NULL, self);
  else
    do_part (self, 0);
  g_mutex_clear (&self->lock);
  if (self->error == NULL)
    return TRUE;
  g_propagate_error (error, self->error);
  return FALSE;
}

/* The next piece of @load into the staging buffer @slot, from where it is sent. */
static gboolean
read_piece (OndesCudaTransfer *self,
            OndesCudaLoad     *load,
            guint              slot,
            GError           **error)
{
  OndesEngine *engine = self->run->engine;
  Piece piece = { .transfer = self, .load = load, .at = load->at, .n = next_piece (self, load) };
  char why[ONDES_CUDA_WHY] = "";
  OndesCudaStatus status;
  void *host = NULL;

  load->slot = slot;
  status = ondes_cuda_send_wait (engine->cuda, load->slot, why);
  if (status == ONDES_CUDA_OK)
    status = ondes_cuda_staging (engine->cuda, ONDES_CUDA_UP, load->slot, PIECE_BYTES, &host, why);
  piece.host = host;
  if (!ondes_cuda_result (engine, status, why, error) || !do_parts (&piece, read_part, error))
    return FALSE;
  self->run->bytes_moved += ondes_type_bytes (self->type, piece.n);
  return TRUE;
}

/* Sends what was read: beside the kernels, or @behind them. */
static gboolean
send_piece (OndesCudaTransfer *self,
            OndesCudaLoad     *load,
            gboolean           behind,
            GError           **error)
{
  OndesEngine *engine = self->run->engine;
  const guint64 n = next_piece (self, load);
  const gsize bytes = ondes_type_bytes (self->type, n);
  char why[ONDES_CUDA_WHY] = "";

  if (!ondes_cuda_result (engine, ondes_cuda_send (engine->cuda, load->slot, load->device, bytes, behind, why), why, error))
    return FALSE;
  load->at += n;
  load->device += bytes;
  tell_progress (self);
  return TRUE;
}

/* Asks for the next piece of @load that is not on its way yet, if there is one. */
static gboolean
ask (OndesCudaTransfer *self,
     OndesCudaLoad     *load,
     OndesCudaWhen      when,
     GError           **error)
{
  OndesEngine *engine = self->run->engine;
  const guint64 n = MIN (values_in (self->type, PIECE_BYTES), load->end - load->asked);
  const guint slot = load->slot;
  char why[ONDES_CUDA_WHY] = "";
  OndesCudaStatus status;
  void *host;

  if (n == 0)
    return TRUE;
  status = ondes_cuda_staging (engine->cuda, ONDES_CUDA_DOWN, slot, PIECE_BYTES, &host, why);
  if (status == ONDES_CUDA_OK)
    status = ondes_cuda_fetch (engine->cuda, slot, when, host, load->device, ondes_type_bytes (self->type, n), why);
  load->asked += n;
  load->device += ondes_type_bytes (self->type, n);
  load->slot ^= 1;
  return ondes_cuda_result (engine, status, why, error);
}

static gboolean
put (OndesCudaTransfer *self,
     Piece             *piece,
     GError           **error)
{
  const guint64 columns = G_GUINT64_CONSTANT (1) << self->bits;
  OndesRect where = { piece->at >> self->bits, 1, piece->at & (columns - 1), piece->n };

  if (self->lent != NULL)
    return do_parts (piece, copy_part, error);
  if (piece->n >= columns)
    where = (OndesRect) { piece->at >> self->bits, piece->n >> self->bits, 0, columns };
  return self->run->sink->klass->put (self->run->sink, &where, piece->host, ondes_type_bytes (self->type, columns), TRUE, error);
}

/* The next piece of @load, which has come to @slot, to its end. */
static gboolean
put_piece (OndesCudaTransfer *self,
           OndesCudaLoad     *load,
           guint              slot,
           GError           **error)
{
  OndesEngine *engine = self->run->engine;
  Piece piece = { .transfer = self, .load = load, .at = load->at, .n = next_piece (self, load) };
  char why[ONDES_CUDA_WHY] = "";
  void *host;

  if (!ondes_cuda_result (engine, ondes_cuda_staging (engine->cuda, ONDES_CUDA_DOWN, slot, PIECE_BYTES, &host, why), why, error))
    return FALSE;
  piece.host = host;
  if (!put (self, &piece, error))
    return FALSE;
  load->at += piece.n;
  self->run->bytes_moved += ondes_type_bytes (self->type, piece.n);
  tell_progress (self);
  return TRUE;
}

/* The same when it has come, while the one behind it comes. */
static gboolean
take_piece (OndesCudaTransfer *self,
            OndesCudaLoad     *load,
            GError           **error)
{
  OndesEngine *engine = self->run->engine;
  char why[ONDES_CUDA_WHY] = "";
  guint slot;

  if (load->asked == load->at && !ask (self, load, ONDES_CUDA_BESIDE, error))
    return FALSE;
  slot = load->slot ^ 1;
  return ask (self, load, ONDES_CUDA_BESIDE, error)
         && ondes_cuda_result (engine, ondes_cuda_fetched (engine->cuda, slot, why), why, error)
         && put_piece (self, load, slot, error);
}

gboolean
ondes_cuda_transfer_move (OndesCudaTransfer *self,
                          OndesCudaLoad     *up,
                          OndesCudaLoad     *down,
                          GError           **error)
{
  const gint64 start = g_get_monotonic_time ();
  char why[ONDES_CUDA_WHY] = "";
  gboolean going = up != NULL, coming = down != NULL;

  while (going || coming)
    {
      if (g_cancellable_set_error_if_cancelled (self->run->cancellable, error)
          || (going && !(read_piece (self, up, self->run->engine->send_slot++ % 2, error) && send_piece (self, up, FALSE, error)))
          || (coming && !take_piece (self, down, error)))
        return FALSE;
      going = going && up->at < up->end;
      coming = coming && down->at < down->end;
    }
  self->run->move_us += g_get_monotonic_time () - start;
  return up == NULL || ondes_cuda_result (self->run->engine, ondes_cuda_sent (self->run->engine->cuda, why), why, error);
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
                       OndesCudaLoad     *up,
                       guint              slot,
                       GError           **error)
{
  const gint64 start = g_get_monotonic_time ();
  const gboolean done = !g_cancellable_set_error_if_cancelled (self->run->cancellable, error) && read_piece (self, up, slot, error);

  self->run->move_us += g_get_monotonic_time () - start;
  return done;
}

gboolean
ondes_cuda_small_begin (OndesCudaTransfer *self,
                        OndesCudaLoad     *up,
                        guint              n_up,
                        GError           **error)
{
  OndesEngine *engine = self->run->engine;
  char why[ONDES_CUDA_WHY] = "";
  OndesCudaStatus status = ONDES_CUDA_OK;

  if (ondes_cuda_graph_of (self->run) == ONDES_CUDA_GRAPH_TAKE)
    status = ondes_cuda_graph_begin (engine->cuda, why);
  if (!ondes_cuda_result (engine, status, why, error))
    return FALSE;
  for (guint i = 0; i < n_up; i++)
    if (!send_piece (self, &up[i], TRUE, error))
      return FALSE;
  return TRUE;
}

gboolean
ondes_cuda_small_end (OndesCudaTransfer *self,
                      OndesCudaLoad     *down,
                      const unsigned    *flag,
                      unsigned          *told,
                      GError           **error)
{
  const OndesCudaGraph graph = ondes_cuda_graph_of (self->run);
  OndesCudaRun *run = self->run;
  OndesCuda *cuda = run->engine->cuda;
  char why[ONDES_CUDA_WHY] = "";
  void *host = NULL;
  OndesCudaStatus status = ondes_cuda_staging (cuda, ONDES_CUDA_DOWN, 1, sizeof *flag, &host, why);

  if (status == ONDES_CUDA_OK && graph != ONDES_CUDA_GRAPH_AGAIN)
    status = ondes_cuda_fetch (cuda, 1, ONDES_CUDA_IN_LINE, host, flag, sizeof *flag, why);
  if (status == ONDES_CUDA_OK && graph != ONDES_CUDA_GRAPH_AGAIN && !ask (self, down, ONDES_CUDA_IN_LINE, error))
    return FALSE;
  if (status == ONDES_CUDA_OK)
    status = ondes_cuda_job_launch (run, graph, 0, why);
  if (status == ONDES_CUDA_OK)
    status = ondes_cuda_job_wait (run, graph, 0, why);
  if (status == ONDES_CUDA_OK)
    memcpy (told, host, sizeof *told);
  return ondes_cuda_result (run->engine, status, why, error);
}

gboolean
ondes_cuda_small_put (OndesCudaTransfer *self,
                      OndesCudaLoad     *down,
                      GError           **error)
{
  const gint64 start = g_get_monotonic_time ();
  const gboolean done = put_piece (self, down, 0, error);

  self->run->move_us += g_get_monotonic_time () - start;
  return done;
}
