/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs of filters. The threads share pieces of consecutive segments, which are put in the recording's order, so that a sink can
 * write them to a stream. */
#include "filter-run.h"

#include "base/words.h"
#include "transform/boundary.h"

#include <string.h>

#define PUT_VALUES ((guint64) 1 << 20) /* put at a time */
#define WAIT_US (10 * G_TIME_SPAN_MILLISECOND) /* between two looks for a cancellation */

void
ondes_filter_no_memory (OndesFilterRun *self)
{
  ondes_job_fail (&self->job, g_error_new_literal (ONDES_ENGINE_ERROR, ONDES_ENGINE_ERROR_NO_MEMORY,
                                                   _("there is not memory enough for the segments of this filter; choose a "
                                                     "shorter segment, or fewer filters at a time")));
}

static void
count_move (OndesFilterRun *self,
            gint64          start_us)
{
  g_mutex_lock (&self->lock);
  self->move_us += g_get_monotonic_time () - start_us;
  g_mutex_unlock (&self->lock);
}

gboolean
ondes_filter_read (OndesFilterRun *self,
                   guint           source,
                   gint64          at,
                   gsize           n,
                   gboolean        is_complex,
                   double         *dst)
{
  const gint64 start = g_get_monotonic_time ();
  GError *error = NULL;

  if (!ondes_halo_read (self->request->sources[source], ONDES_BOUNDARY_ZERO, at, n, is_complex ? ONDES_C128 : ONDES_F64, dst,
                        &error))
    ondes_job_fail (&self->job, error);
  count_move (self, start);
  return !ondes_job_stopped (&self->job);
}

/* Returns the one-sided derivative at the first or last sample of the recording: its real part if @i is 0, its imaginary part if 1.
 * @y: the two outputs there, each of @values numbers. */
static double
end_slope (const OndesFilterRun *self,
           const char           *y,
           gsize                 values,
           gsize                 i)
{
  const double rate_hz = self->request->sources[0]->rate_hz;

  if (self->plan->layout.single)
    return (((const float *) (const void *) y)[values + i] - ((const float *) (const void *) y)[i]) * rate_hz;
  return (((const double *) (const void *) y)[values + i] - ((const double *) (const void *) y)[i]) * rate_hz;
}

static void
differentiate (const OndesFilterRun *self,
               guint64               at,
               guint64               end,
               const char           *y,
               char                 *out)
{
  const OndesFilterPlan *plan = self->plan;
  const guint64 n = self->request->sources[0]->n;
  const gsize values = plan->layout.is_complex ? 2 : 1, value = values * plan->loops->size;

  plan->loops->slope (y, (gsize) (end - at) * values, values, self->request->sources[0]->rate_hz / 2, out);
  for (gsize i = 0; i < values; i++)
    {
      const double first = n == 1 ? 0 : end_slope (self, y, values, i);
      const double last = n == 1 ? 0 : end_slope (self, y + (end - at - 1) * value - value, values, i);
      char *const last_out = out + (end - at - 1) * value;

      if (at == 0 && plan->layout.single)
        ((float *) (void *) out)[i] = (float) first;
      else if (at == 0)
        ((double *) (void *) out)[i] = first;
      if (end == n && plan->layout.single)
        ((float *) (void *) last_out)[i] = (float) last;
      else if (end == n)
        ((double *) (void *) last_out)[i] = last;
    }
}

void
ondes_filter_finish (OndesFilterRun        *self,
                     const OndesFilterTile *tile,
                     guint                  band,
                     guint64                at,
                     guint64                end,
                     const char            *y)
{
  const OndesFilterPlan *plan = self->plan;
  const gsize n = (gsize) (end - at), values = plan->layout.is_complex ? 2 : 1;
  char *out = tile->rows + band * tile->row_bytes
              + ondes_type_bytes (self->request->result.type, self->times * (gsize) (at - tile->from));

  switch (self->filter->options.post)
    {
    case ONDES_POST_POWER:
      (plan->layout.is_complex ? plan->loops->power_complex : plan->loops->power) (y, n, (double *) (void *) out);
      break;
    case ONDES_POST_DERIVATIVE:
      differentiate (self, at, end, y, out);
      break;
    case ONDES_POST_INTERPOLATION:
      plan->loops->interpolate (y, n, values, out);
      break;
    case ONDES_POST_NONE:
    default:
      memcpy (out, y, n * values * plan->loops->size);
    }
}

/* Waits until all earlier pieces are put; FALSE if the job stopped. */
static gboolean
wait_turn (OndesFilterRun *self,
           gsize           i)
{
  gboolean stopped;

  g_mutex_lock (&self->lock);
  while (!(stopped = ondes_job_stopped (&self->job)) && self->next != i)
    g_cond_wait_until (&self->turn, &self->lock, g_get_monotonic_time () + WAIT_US);
  g_mutex_unlock (&self->lock);
  return !stopped;
}

/* Returns the number of outputs of a piece. */
static guint64
piece_outputs (const OndesFilterRun *self)
{
  return (guint64) self->plan->layout.step * self->plan->layout.segments;
}

/* Puts piece @i, whose first @skipped columns the view leaves out, in parts, so that a cancellation waits for one of them only.
 * Pieces and parts lie where they do whatever the view, so that sums over them are the same. */
static void
put_piece (OndesFilterRun  *self,
           gsize            i,
           guint64          skipped,
           const OndesRect *where,
           const char      *rows,
           gsize            row_bytes)
{
  const guint64 part = MAX (PUT_VALUES / where->rows, 1);
  guint64 n;
  GError *error = NULL;
  gint64 start;

  if (!wait_turn (self, i))
    return;
  start = g_get_monotonic_time ();
  for (guint64 at = 0; at < where->cols && !ondes_job_stopped (&self->job); at += n)
    {
      const OndesRect some = { 0, where->rows, where->col0 + at, n = MIN (part - (skipped + at) % part, where->cols - at) };

      if (!self->sink->klass->put (self->sink, &some, rows + ondes_type_bytes (self->request->result.type, at), row_bytes, TRUE,
                                   &error))
        ondes_job_fail (&self->job, error);
    }
  count_move (self, start);
  g_mutex_lock (&self->lock);
  self->next = i + 1;
  g_cond_broadcast (&self->turn);
  g_mutex_unlock (&self->lock);
}

static void
run_piece (gpointer data,
           guint    worker,
           gsize    i)
{
  OndesFilterRun *self = data;
  const OndesView *view = &self->request->view;
  const guint64 begin = (guint64) self->segment * self->plan->layout.step + i * piece_outputs (self);
  OndesFilterTile tile = { .worker = worker, .from = MAX (begin, view->first),
                           .end = MIN (begin + piece_outputs (self), view->first + view->count) };
  const OndesType type = self->request->result.type;
  const OndesRect where = { 0, self->request->result.rows, self->times * (tile.from - view->first),
                            self->times * (tile.end - tile.from) };
  char *rows;

  tile.row_bytes = (ondes_type_bytes (type, (gsize) where.cols) + 63) / 64 * 64;
  rows = ondes_buffer_get (&self->engine->workers[worker].buffers[ONDES_BUFFER_OUT], tile.row_bytes * self->request->result.rows);
  if (rows == NULL)
    {
      ondes_filter_no_memory (self);
      return;
    }
  for (tile.source = 0; tile.source < self->request->n_sources && !ondes_job_stopped (&self->job); tile.source++)
    {
      tile.rows = rows + (gsize) tile.source * self->n_bands * tile.row_bytes;
      (self->plan->layout.method == ONDES_METHOD_DIRECT ? ondes_filter_direct : ondes_filter_segments) (self, &tile);
    }
  put_piece (self, i, self->times * (tile.from - begin), &where, rows, tile.row_bytes);
}

static void
count_statistics (const OndesFilterRun *self,
                  gint64                start)
{
  OndesStatistics *statistics = &self->engine->statistics;
  const OndesShape *shape = &self->request->result;
  const double seconds = ondes_cpu_seconds (self->engine, start);

  g_free (statistics->methods);
  statistics->n_methods = (guint) shape->rows;
  statistics->methods = g_malloc (shape->rows);
  memset (statistics->methods, (int) self->plan->layout.method, shape->rows);
  statistics->move_s = MIN (seconds, (double) self->move_us / G_USEC_PER_SEC / self->plan->workers);
  statistics->compute_s = seconds - statistics->move_s;
  statistics->bytes_moved = shape->rows * ondes_type_bytes (shape->type, shape->columns);
}

gboolean
ondes_cpu_filter_run (const OndesCpuCall *call,
                      GError            **error)
{
  const gint64 start = g_get_monotonic_time ();
  const OndesView *view = &call->request->view;
  const OndesShape *shape = &call->request->result;
  OndesFilterPlan *plan = call->plan->filter;
  OndesFilterRun self = { .job = { .threads = call->engine->threads, .watch = call->watch, .work = 1, .workers = plan->workers },
                          .engine = call->engine, .plan = plan, .filter = ondes_spec_filter (call->plan->spec),
                          .request = call->request, .sink = call->sink };
  guint64 begin;

  if (g_cancellable_set_error_if_cancelled (call->watch->cancellable, error)
      || !call->sink->klass->begin (call->sink, shape->type, shape->rows, shape->columns, error))
    return FALSE;
  ondes_filter_bank_get (self.filter->bank, &self.n_bands);
  self.times = ondes_filter_times (&self.filter->options);
  self.segment = view->first / piece_outputs (&self) * self.plan->layout.segments;
  begin = self.segment * self.plan->layout.step;
  g_mutex_init (&self.lock);
  g_cond_init (&self.turn);
  ondes_fft_busy (1);
  if (ondes_filter_make_taps (&self, plan))
    ondes_job_pass (&self.job, 1, (gsize) ((view->first + view->count - begin - 1) / piece_outputs (&self) + 1), run_piece, &self);
  ondes_fft_busy (-1);
  g_cond_clear (&self.turn);
  g_mutex_clear (&self.lock);
  count_statistics (&self, start);
  return ondes_job_end (&self.job, error);
}
