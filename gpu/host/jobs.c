/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Jobs, two in flight: while one computes, the result of the other is copied to the host and put into the sink. */
#include "jobs.h"

#include "base/words.h"
#include "engine/result.h"

/* Fewer threads read a recording slower than the bus takes it; more, of 16 processors, take memory bandwidth from it: 16 M samples
 * through 8 filters take 11.7 ms with 10 threads and 14 with 12, 2^25 values to a spectrum and back 6 with 10 and 7 with 8, and the
 * bus 10.9 and 4.8. */
#define COPY_BYTES  (256 << 10) /* copied by one thread at a time */
#define MAX_THREADS 10
#define PATIENCE_US 2000 /* the bus takes about 300 for a job; threads that sleep make the next one late too */

/* If the device has no means for a second arena, the other run waits; a device that is lost fails the next call. */
static void
pause_run (OndesCudaRun *run)
{
  OndesEngine *engine = run->engine;
  const gint64 start = g_get_monotonic_time ();
  GBytes *taps_key = engine->taps_key;
  OndesCudaArena *arena;

  if (ondes_cuda_arena_set_aside (engine->cuda, &arena) != ONDES_CUDA_OK)
    return;
  engine->taps_key = NULL;
  ondes_cuda_forget_last (engine); /* its graphs use the arena that is set aside */
  engine->pause->pause (engine->pause->data);
  g_clear_pointer (&engine->taps_key, g_bytes_unref);
  engine->taps_key = taps_key;
  ondes_cuda_arena_take_back (engine->cuda, arena);
  run->repeats = 0;
  run->paused_us += g_get_monotonic_time () - start;
}

gboolean
ondes_cuda_run_continues (OndesCudaRun *run,
                          GError      **error)
{
  const OndesPause *pause = run->engine->pause;

  if (pause != NULL && !run->small && !run->in_job && pause->wanted (pause->data))
    pause_run (run);
  return !g_cancellable_set_error_if_cancelled (run->watch->cancellable, error);
}

/* Returns the threads for large copies between pinned memory and sources or sinks: one is slower than the bus. */
static OndesThreads *
copy_threads (OndesEngine *engine)
{
  if (engine->copy_threads == NULL)
    {
      engine->copy_threads
          = ondes_threads_new (MIN (engine->threads > 0 ? engine->threads : g_get_num_processors (), MAX_THREADS));
      ondes_threads_set_patience (engine->copy_threads, PATIENCE_US);
    }
  return engine->copy_threads;
}

gboolean
ondes_cuda_run_begin (OndesCudaRun     *run,
                      const OndesShape *shape,
                      GError          **error)
{
  if (!run->sink->klass->begin (run->sink, shape->type, shape->rows, shape->columns, error))
    return FALSE;
  if (run->sink->klass->map != NULL)
    run->mapped = run->sink->klass->map (run->sink, &run->mapped_stride);
  run->parts = run->mapped == NULL && run->sink->klass->takes_parts != NULL && run->sink->klass->takes_parts (run->sink);
  run->mapped_bytes = shape->rows * ondes_type_bytes (shape->type, shape->columns);
  return TRUE;
}

/* Values that several threads handle. */
typedef struct
{
  OndesCudaSlice slice;
  gpointer       data;
  guint64        n, each;
  guint          next; /* next slice */
  GMutex         lock; /* protects the members below */
  GError        *error;
  guint64        error_at;
} Slices;

/* Takes ownership of @error. Keeps only that of the earliest slice, as if one thread had worked. */
static void
set_earliest_error (Slices *self,
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
do_slice (gpointer data,
          guint    worker)
{
  Slices *self = data;
  const guint64 from = (guint) g_atomic_int_add (&self->next, 1) * self->each;
  GError *error = NULL;

  if (from >= self->n)
    return FALSE;
  if (!self->slice (self->data, from, MIN (self->each, self->n - from), &error))
    set_earliest_error (self, from, error);
  return TRUE;
}

gboolean
ondes_cuda_slices (OndesEngine   *engine,
                   guint64        n,
                   guint64        each,
                   OndesCudaSlice slice,
                   gpointer       data,
                   GError       **error)
{
  Slices self = { .slice = slice, .data = data, .n = n, .each = each };

  g_mutex_init (&self.lock);
  if (n > each)
    ondes_threads_run (copy_threads (engine), do_slice, NULL, &self);
  else
    do_slice (&self, 0);
  g_mutex_clear (&self.lock);
  if (self.error == NULL)
    return TRUE;
  g_propagate_error (error, self.error);
  return FALSE;
}

typedef struct
{
  const OndesCudaRun     *run;
  const OndesCudaPending *job;
} Copying;

/* Copies values [from, from + n) of a job's rows, one row after another. */
static gboolean
copy_values (gpointer data,
             guint64  from,
             guint64  n,
             GError **error)
{
  const Copying *self = data;
  const OndesCudaRun *run = self->run;
  const OndesCudaPending *job = self->job;
  const gsize size = job->element_bytes;

  for (guint64 at = from, part; at < from + n; at += part)
    {
      const guint64 row = at / job->cols, col = at % job->cols;

      part = MIN (job->cols - col, from + n - at);
      if (run->parts)
        {
          if (!run->sink->klass->put_part (run->sink, job->rows[row], job->col0 + col, part, (const char *) job->host + at * size,
                                           error))
            return FALSE;
          continue;
        }
      ondes_result_copy (run->mapped_bytes, run->mapped + job->rows[row] * run->mapped_stride + (job->col0 + col) * size,
                         (const char *) job->host + at * size, part * size);
    }
  return TRUE;
}

/* Puts the events of a job's peaks into the sink. */
static gboolean
put_peaks (OndesCudaRun           *run,
           const OndesCudaPending *job,
           GError                **error)
{
  const OndesCudaPeakList *list = job->host;
  const guint n = list->n;
  g_autofree OndesCudaPeakEvent *all = NULL;

  if (n > ONDES_CUDA_MOST_PEAKS)
    {
      g_set_error_literal (error, ONDES_ENGINE_ERROR, ONDES_ENGINE_ERROR_UNSUPPORTED,
                           _("the outputs turn at more places than the CUDA engine keeps"));
      return FALSE;
    }
  if (n > ONDES_CUDA_FIRST_PEAKS)
    {
      all = g_new (OndesCudaPeakEvent, n);
      if (!ondes_cuda_ok (run->engine, ondes_cuda_read (run->engine->cuda, all, job->peaks->events, n * sizeof *all),
                          error))
        return FALSE;
      run->bytes_moved += n * sizeof *all;
    }
  return run->sink->klass->put_peaks (run->sink, (const OndesPeakEvent *) (all != NULL ? all : list->events), n, error);
}

/* Puts rows into the sink, consecutive rows together. */
static gboolean
put_rows (OndesCudaRun           *run,
          const OndesCudaPending *job,
          GError                **error)
{
  const OndesSinkClass *klass = run->sink->klass;
  const gsize stride = job->cols * job->element_bytes;
  const void *values;

  if (job->peaks != NULL)
    return put_peaks (run, job, error);
  if ((run->mapped != NULL || (run->parts && job->final)) && !job->sums)
    {
      if (g_cancellable_set_error_if_cancelled (run->watch->cancellable, error))
        return FALSE;
      return ondes_cuda_slices (run->engine, job->n_rows * job->cols, COPY_BYTES / job->element_bytes, copy_values,
                                &(Copying) { run, job }, error);
    }
  for (guint from = 0, to; from < job->n_rows; from = to)
    {
      OndesRect where = { .row0 = job->rows[from], .col0 = job->col0, .cols = job->cols };

      for (to = from + 1; to < job->n_rows && job->rows[to] == job->rows[to - 1] + 1;)
        to++;
      where.rows = to - from;
      values = (const char *) job->host + from * stride;
      if (g_cancellable_set_error_if_cancelled (run->watch->cancellable, error)
          || !(job->sums ? klass->put_sums (run->sink, &where, values, error)
                         : klass->put (run->sink, &where, values, stride, job->final, error)))
        return FALSE;
    }
  return TRUE;
}

OndesCudaGraphMode
ondes_cuda_graph_mode (const OndesCudaRun *run)
{
  if (!run->small || run->n_jobs >= ONDES_CUDA_N_GRAPHS || run->repeats == 0)
    return ONDES_CUDA_GRAPH_NONE;
  return run->repeats == 1 ? ONDES_CUDA_GRAPH_CAPTURE : ONDES_CUDA_GRAPH_REPLAY;
}

OndesCudaStatus
ondes_cuda_job_launch (OndesCudaRun      *run,
                       OndesCudaGraphMode graph,
                       guint              number)
{
  OndesCuda *cuda = run->engine->cuda;
  OndesCudaStatus status = ONDES_CUDA_OK;

  if (graph == ONDES_CUDA_GRAPH_CAPTURE)
    status = ondes_cuda_capture_end (cuda, number);
  if (status == ONDES_CUDA_OK && graph != ONDES_CUDA_GRAPH_NONE)
    status = ondes_cuda_graph_launch (cuda, number, number % 2);
  return status;
}

OndesCudaStatus
ondes_cuda_job_wait (OndesCudaRun      *run,
                     OndesCudaGraphMode graph,
                     guint              slot)
{
  OndesCuda *cuda = run->engine->cuda;
  OndesCudaStatus status = ONDES_CUDA_OK;
  double seconds = 0;
  gint64 start;

  if (graph != ONDES_CUDA_GRAPH_NONE) /* a replay records its events late, so their times are valid only now */
    status = ondes_cuda_wait_d2h (cuda, slot);
  if (status == ONDES_CUDA_OK)
    status = ondes_cuda_wait_kernels (cuda, slot, &seconds);
  run->compute_s += seconds;
  start = g_get_monotonic_time ();
  if (status == ONDES_CUDA_OK && graph == ONDES_CUDA_GRAPH_NONE)
    status = ondes_cuda_wait_d2h (cuda, slot);
  run->move_us += g_get_monotonic_time () - start;
  return status;
}

/* Finishes the job in @slot, if any, and puts its result into the sink. */
static gboolean
drain (OndesCudaRun *run,
       guint         slot,
       GError      **error)
{
  OndesCudaPending *job = &run->pending[slot];
  gint64 start;

  if (!job->busy)
    return TRUE;
  job->busy = FALSE;
  if (!ondes_cuda_ok (run->engine, ondes_cuda_job_wait (run, job->graph, slot), error))
    return FALSE;
  start = g_get_monotonic_time ();
  if (!put_rows (run, job, error))
    return FALSE;
  run->move_us += g_get_monotonic_time () - start;
  run->bytes_moved += job->bytes;
  run->done += job->work;
  if (run->done < run->work)
    ondes_watch_tell (run->watch, run->done / run->work);
  return TRUE;
}

gboolean
ondes_cuda_job_begin (OndesCudaRun *run,
                      gsize         bytes,
                      void        **device,
                      GError      **error)
{
  OndesCuda *cuda = run->engine->cuda;
  const guint slot = run->n_jobs % 2;
  const OndesCudaGraphMode graph = ondes_cuda_graph_mode (run);
  OndesCudaStatus status;

  if (!drain (run, slot, error) || !ondes_cuda_run_continues (run, error))
    return FALSE;
  run->in_job = TRUE;
  status = ondes_cuda_buffer (cuda, ONDES_CUDA_OUT_0 + slot, bytes, device);
  if (status == ONDES_CUDA_OK)
    status = ondes_cuda_staging (cuda, ONDES_CUDA_D2H, slot, bytes, &run->pending[slot].host);
  if (status == ONDES_CUDA_OK && graph == ONDES_CUDA_GRAPH_CAPTURE)
    status = ondes_cuda_capture_begin (cuda);
  if (status == ONDES_CUDA_OK && graph != ONDES_CUDA_GRAPH_REPLAY)
    status = ondes_cuda_timer_start (cuda, slot);
  return ondes_cuda_ok (run->engine, status, error);
}

gboolean
ondes_cuda_job_end (OndesCudaRun           *run,
                    const OndesCudaPending *result,
                    GError                **error)
{
  OndesCuda *cuda = run->engine->cuda;
  const OndesCudaGraphMode graph = ondes_cuda_graph_mode (run);
  const guint number = run->n_jobs++, slot = number % 2;
  void *host = run->pending[slot].host;
  const gsize bytes = result->peaks != NULL ? sizeof *result->peaks + ONDES_CUDA_FIRST_PEAKS * sizeof *result->peaks->events
                                            : result->n_rows * result->cols * result->element_bytes;
  OndesCudaStatus status = ONDES_CUDA_OK;
  void *device;

  run->in_job = FALSE;
  if (graph != ONDES_CUDA_GRAPH_REPLAY)
    {
      status = ondes_cuda_timer_stop (cuda, slot);
      if (status == ONDES_CUDA_OK)
        status = ondes_cuda_buffer (cuda, ONDES_CUDA_OUT_0 + slot, bytes, &device);
      if (status == ONDES_CUDA_OK)
        status = ondes_cuda_copy_d2h (cuda, slot, run->small ? ONDES_CUDA_IN_STREAM : ONDES_CUDA_AFTER_EVENT, host, device, bytes);
    }
  if (status == ONDES_CUDA_OK)
    status = ondes_cuda_job_launch (run, graph, number);
  if (!ondes_cuda_ok (run->engine, status, error))
    return FALSE;
  run->pending[slot] = *result;
  run->pending[slot].busy = TRUE;
  run->pending[slot].graph = graph;
  run->pending[slot].host = host;
  run->pending[slot].bytes = bytes;
  return TRUE;
}

gboolean
ondes_cuda_jobs_finish (OndesCudaRun *run,
                        GError      **error)
{
  if (!drain (run, run->n_jobs % 2, error) || !drain (run, (run->n_jobs + 1) % 2, error))
    return FALSE;
  ondes_watch_tell (run->watch, 1);
  return TRUE;
}
