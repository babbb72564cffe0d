/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs of pair tables: batches of vectors, of which the threads share tiles. */
#include "pair-loops.h"

#include "base/words.h"
#include "engine/cpu/cpu-private.h"
#include "engine/cpu/job.h"
#include "transform/pairs.h"

#define TILE_BYTES  (256 << 10) /* of vectors that a thread takes at a time */
#define BATCH_BYTES (4 << 20)   /* put into the sink at a time */

typedef struct
{
  OndesJob             job;
  OndesEngine         *engine;
  const OndesPairs    *pairs;
  const OndesRequest  *request;
  const OndesPairLoops *loops;
  gsize                numbers, row_bytes; /* of a vector */
  gsize                tile; /* vectors of a tile */
  guint64              row, rows; /* of the batch */
  char                *out;  /* of the batch */
} PairsRun;

static void
fail (PairsRun *self)
{
  ondes_job_fail (&self->job, g_error_new_literal (ONDES_ENGINE_ERROR, ONDES_ENGINE_ERROR_NO_MEMORY,
                                                   _("there is not memory enough for the vectors of this table; take fewer "
                                                     "threads")));
}

/* Reads and checks vectors [row, row + rows). */
static gboolean
read_rows (PairsRun *self,
           guint64   row,
           gsize     rows,
           void     *values)
{
  const OndesPairs *pairs = self->pairs;
  const guint64 first = self->request->view.first + row * pairs->table->n;
  const gsize n = rows * pairs->table->n;
  GError *error = NULL;
  OndesRange range;

  if (ondes_source_read_as (self->request->sources[0], first, n, pairs->options.type, values, &error))
    {
      range = ondes_range_of (pairs->options.type, values, n, FALSE);
      if (ondes_range_check (&range, first, n, FALSE, &error) && ondes_pairs_check_sums (pairs, &range, &error))
        return TRUE;
    }
  ondes_job_fail (&self->job, error);
  return FALSE;
}

static void
run_tile (gpointer data,
          guint    worker,
          gsize    i)
{
  PairsRun *self = data;
  const OndesPairLoops *loops = self->loops;
  const gsize first = i * self->tile, rows = MIN (self->tile, self->rows - first);
  OndesBuffer *buffers = self->engine->workers[worker].buffers;
  char *in = ondes_buffer_get (&buffers[ONDES_BUFFER_RAW], self->tile * self->row_bytes);
  char *x = ondes_buffer_get (&buffers[ONDES_BUFFER_X], loops->lanes * self->row_bytes);

  if (in == NULL || x == NULL)
    {
      fail (self);
      return;
    }
  if (!read_rows (self, self->row + first, rows, in))
    return;
  for (gsize row = 0; row < rows; row += loops->lanes)
    {
      const guint count = (guint) MIN (loops->lanes, rows - row);

      loops->load (in + row * self->row_bytes, count, self->numbers, x);
      (ondes_type_is_complex (self->pairs->options.type) ? loops->of_complex : loops->real) (self->pairs->table, x);
      loops->store (x, count, self->numbers, self->pairs->table->modulus, self->out + (first + row) * self->row_bytes);
    }
}

static gsize
row_bytes (const OndesPairs *pairs)
{
  return ondes_type_bytes (pairs->options.type, pairs->table->n);
}

static guint64
batch_rows (const OndesPairs *pairs,
            guint64           rows)
{
  return MIN (MAX (BATCH_BYTES / row_bytes (pairs), 1), rows);
}

static gboolean
plan (OndesEngine        *self,
      OndesCpuPlan       *plan,
      const OndesRequest *request,
      GError            **error)
{
  const OndesPairs *pairs = ondes_spec_pairs (request->spec);

  plan->plan.workspace_bytes = batch_rows (pairs, request->result.rows) * row_bytes (pairs)
                               + ondes_threads_count (self->threads) * (guint64) (TILE_BYTES + 64 * row_bytes (pairs));
  return TRUE;
}

static const OndesPairLoops *
loops_of (OndesType type)
{
  if (type == ONDES_I64)
    return &ondes_pair_loops_integer;
  return type == ONDES_F32 || type == ONDES_C64 ? &ondes_pair_loops_float : &ondes_pair_loops_double;
}

/* Computes all batches; each goes into the sink's own memory where it maps some. */
static gboolean
run_batches (PairsRun  *self,
             OndesSink *sink,
             gint64    *move_us,
             GError   **error)
{
  const OndesShape *shape = &self->request->result;
  const guint64 batch = batch_rows (self->pairs, shape->rows);
  gsize stride = 0;
  char *mapped = sink->klass->map != NULL ? sink->klass->map (sink, &stride) : NULL;

  mapped = stride == self->row_bytes ? mapped : NULL;
  self->out = mapped != NULL ? mapped : ondes_buffer_get (&self->engine->shared[0], batch * self->row_bytes);
  if (self->out == NULL)
    fail (self);
  for (self->row = 0; self->row < shape->rows && self->out != NULL; self->row += self->rows)
    {
      OndesRect where;
      gint64 start;

      self->rows = MIN (batch, shape->rows - self->row);
      where = (OndesRect) { self->row, self->rows, 0, shape->columns };
      self->out = mapped != NULL ? mapped + self->row * self->row_bytes : self->out;
      if (!ondes_job_pass (&self->job, (double) self->rows, (self->rows - 1) / self->tile + 1, run_tile, self))
        break;
      start = g_get_monotonic_time ();
      if (mapped == NULL && !sink->klass->put (sink, &where, self->out, self->row_bytes, TRUE, error))
        return FALSE;
      *move_us += g_get_monotonic_time () - start;
    }
  return TRUE;
}

static gboolean
run (const OndesCpuCall *call,
     GError            **error)
{
  const gint64 start = g_get_monotonic_time ();
  const OndesPairs *pairs = ondes_spec_pairs (call->plan->spec);
  const OndesShape *shape = &call->request->result;
  OndesStatistics *statistics = &call->engine->statistics;
  PairsRun self = { .job = { .threads = call->engine->threads, .watch = call->watch, .work = (double) shape->rows },
                    .engine = call->engine, .pairs = pairs, .request = call->request, .loops = loops_of (shape->type),
                    .row_bytes = row_bytes (pairs) };
  gint64 move_us = 0;
  gboolean put;

  self.numbers = self.row_bytes / self.loops->size;
  self.tile = MAX (TILE_BYTES / self.row_bytes / self.loops->lanes, 1) * self.loops->lanes;
  if (g_cancellable_set_error_if_cancelled (call->watch->cancellable, error)
      || !call->sink->klass->begin (call->sink, shape->type, shape->rows, shape->columns, error))
    return FALSE;
  put = run_batches (&self, call->sink, &move_us, error);
  g_clear_pointer (&statistics->methods, g_free);
  statistics->n_methods = 0;
  statistics->compute_s = ondes_cpu_seconds (call->engine, start);
  statistics->move_s = MIN (statistics->compute_s, (double) move_us / G_USEC_PER_SEC);
  statistics->compute_s -= statistics->move_s;
  statistics->bytes_moved = shape->rows * self.row_bytes
                            + ondes_type_bytes (call->request->sources[0]->type, call->request->view.count);
  return put && ondes_job_end (&self.job, error);
}

const OndesCpuTransform ondes_cpu_pairs = { plan, run };
