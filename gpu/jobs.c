/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Jobs: a launch at a time, two in flight. While one computes, the other's result leaves the device and goes to the sink. */
#include "engine-private.h"

#include "engine/result.h"

#define PART_BYTES   (512 << 10) /* that a thread copies at a time, at least */
#define MOST_THREADS 8           /* copies of so many take all that memory gives */

OndesThreads *
ondes_cuda_copiers (OndesEngine *engine)
{
  if (engine->copiers == NULL)
    engine->copiers = ondes_threads_new (MIN (engine->threads > 0 ? engine->threads : g_get_num_processors (), MOST_THREADS));
  return engine->copiers;
}

gboolean
ondes_cuda_run_begin (OndesCudaRun     *run,
                      const OndesShape *shape,
                      GError          **error)
{
  if (!run->sink->klass->begin (run->sink, shape->type, shape->rows, shape->columns, error))
    return FALSE;
  if (run->sink->klass->lend != NULL)
    run->lent = run->sink->klass->lend (run->sink, &run->lent_stride);
  run->lent_bytes = shape->rows * ondes_type_bytes (shape->type, shape->columns);
  return TRUE;
}

typedef struct
{
  const OndesCudaRun     *run;
  const OndesCudaPending *job;
  guint                   next, each; /* rows */
} Copying;

static gboolean
copy_rows (gpointer data,
           guint    worker)
{
  Copying *self = data;
  const OndesCudaRun *run = self->run;
  const OndesCudaPending *job = self->job;
  const gsize bytes = job->cols * job->element_bytes;
  const guint from = (guint) g_atomic_int_add (&self->next, (gint) self->each);

  for (guint i = from; i < MIN (from + self->each, job->n_rows); i++)
    ondes_result_copy (run->lent_bytes, run->lent + job->rows[i] * run->lent_stride + job->col0 * job->element_bytes,
                       (const char *) job->host + i * bytes, bytes);
  return from + self->each < job->n_rows;
}

/* Rows to where the result comes to lie. */
static void
lay_rows (OndesCudaRun           *run,
          const OndesCudaPending *job)
{
  const gsize bytes = MAX (job->cols * job->element_bytes, 1);
  Copying copying = { .run = run, .job = job, .each = (guint) CLAMP (PART_BYTES / bytes, 1, job->n_rows) };

  if (copying.each < job->n_rows)
    ondes_threads_run (ondes_cuda_copiers (run->engine), copy_rows, NULL, &copying);
  else
    copy_rows (&copying, 0);
}

/* Rows to the sink; those that lie one behind another in the result in one. */
static gboolean
put_rows (OndesCudaRun           *run,
          const OndesCudaPending *job,
          GError                **error)
{
  const gsize stride = job->cols * job->element_bytes;

  if (run->lent != NULL)
    {
      if (g_cancellable_set_error_if_cancelled (run->cancellable, error))
        return FALSE;
      lay_rows (run, job);
      return TRUE;
    }
  for (guint from = 0, to; from < job->n_rows; from = to)
    {
      OndesRect where = { .row0 = job->rows[from], .col0 = job->col0, .cols = job->cols };

      for (to = from + 1; to < job->n_rows && job->rows[to] == job->rows[to - 1] + 1;)
        to++;
      where.rows = to - from;
      if (g_cancellable_set_error_if_cancelled (run->cancellable, error)
          || !run->sink->klass->put (run->sink, &where, (const char *) job->host + from * stride, stride, job->final, error))
        return FALSE;
    }
  return TRUE;
}

OndesCudaGraph
ondes_cuda_graph_of (const OndesCudaRun *run)
{
  const guint repeats = run->engine->repeats;

  if (!run->small || run->n_jobs >= ONDES_CUDA_N_GRAPHS || repeats == 0)
    return ONDES_CUDA_GRAPH_NONE;
  return repeats == 1 ? ONDES_CUDA_GRAPH_TAKE : ONDES_CUDA_GRAPH_AGAIN;
}

OndesCudaStatus
ondes_cuda_job_launch (OndesCudaRun  *run,
                       OndesCudaGraph graph,
                       guint          number,
                       char           why[ONDES_CUDA_WHY])
{
  OndesCuda *cuda = run->engine->cuda;
  OndesCudaStatus status = ONDES_CUDA_OK;

  if (graph == ONDES_CUDA_GRAPH_TAKE)
    status = ondes_cuda_graph_end (cuda, number, why);
  if (status == ONDES_CUDA_OK && graph != ONDES_CUDA_GRAPH_NONE)
    status = ondes_cuda_graph_launch (cuda, number, number % 2, why);
  return status;
}

OndesCudaStatus
ondes_cuda_job_wait (OndesCudaRun  *run,
                     OndesCudaGraph graph,
                     guint          slot,
                     char           why[ONDES_CUDA_WHY])
{
  OndesCuda *cuda = run->engine->cuda;
  OndesCudaStatus status = ONDES_CUDA_OK;
  double seconds = 0;
  gint64 start;

  if (graph != ONDES_CUDA_GRAPH_NONE) /* whose events tell nothing before */
    status = ondes_cuda_fetched (cuda, slot, why);
  if (status == ONDES_CUDA_OK)
    status = ondes_cuda_computed (cuda, slot, &seconds, why);
  run->compute_s += seconds;
  start = g_get_monotonic_time ();
  if (status == ONDES_CUDA_OK && graph == ONDES_CUDA_GRAPH_NONE)
    status = ondes_cuda_fetched (cuda, slot, why);
  run->move_us += g_get_monotonic_time () - start;
  return status;
}

/* The job in @slot, if there is one, to its end. */
static gboolean
drain (OndesCudaRun *run,
       guint         slot,
       GError      **error)
{
  OndesCudaPending *job = &run->pending[slot];
  char why[ONDES_CUDA_WHY] = "";
  gint64 start;

  if (!job->busy)
    return TRUE;
  job->busy = FALSE;
  if (!ondes_cuda_result (run->engine, ondes_cuda_job_wait (run, job->graph, slot, why), why, error))
    return FALSE;
  start = g_get_monotonic_time ();
  if (!put_rows (run, job, error))
    return FALSE;
  run->move_us += g_get_monotonic_time () - start;
  run->bytes_moved += job->n_rows * job->cols * job->element_bytes;
  run->done += job->work;
  if (run->progress != NULL && run->done < run->work)
    run->progress (run->done / run->work, run->user_data);
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
  const OndesCudaGraph graph = ondes_cuda_graph_of (run);
  OndesCudaStatus status;
  char why[ONDES_CUDA_WHY] = "";

  if (!drain (run, slot, error) || g_cancellable_set_error_if_cancelled (run->cancellable, error))
    return FALSE;
  status = ondes_cuda_buffer (cuda, ONDES_CUDA_OUT_0 + slot, bytes, device, why);
  if (status == ONDES_CUDA_OK)
    status = ondes_cuda_staging (cuda, ONDES_CUDA_DOWN, slot, bytes, &run->pending[slot].host, why);
  if (status == ONDES_CUDA_OK && graph == ONDES_CUDA_GRAPH_TAKE)
    status = ondes_cuda_graph_begin (cuda, why);
  if (status == ONDES_CUDA_OK && graph != ONDES_CUDA_GRAPH_AGAIN)
    status = ondes_cuda_begin (cuda, slot, why);
  return ondes_cuda_result (run->engine, status, why, error);
}

gboolean
ondes_cuda_job_end (OndesCudaRun *run,
                    const guint  *rows,
                    guint         n_rows,
                    guint64       col0,
                    guint64       cols,
                    gsize         element_bytes,
                    gboolean      final,
                    double        work,
                    GError      **error)
{
  OndesCuda *cuda = run->engine->cuda;
  const OndesCudaGraph graph = ondes_cuda_graph_of (run);
  const guint number = run->n_jobs++, slot = number % 2;
  OndesCudaPending *job = &run->pending[slot];
  const gsize bytes = n_rows * cols * element_bytes;
  OndesCudaStatus status = ONDES_CUDA_OK;
  void *device;
  char why[ONDES_CUDA_WHY] = "";

  if (graph != ONDES_CUDA_GRAPH_AGAIN)
    {
      status = ondes_cuda_end (cuda, slot, why);
      if (status == ONDES_CUDA_OK)
        status = ondes_cuda_buffer (cuda, ONDES_CUDA_OUT_0 + slot, bytes, &device, why);
      if (status == ONDES_CUDA_OK)
        status = ondes_cuda_fetch (cuda, slot, run->small ? ONDES_CUDA_IN_LINE : ONDES_CUDA_BEHIND, job->host, device, bytes, why);
    }
  if (status == ONDES_CUDA_OK)
    status = ondes_cuda_job_launch (run, graph, number, why);
  if (!ondes_cuda_result (run->engine, status, why, error))
    return FALSE;
  *job = (OndesCudaPending) { .busy = TRUE, .graph = graph, .host = job->host, .rows = rows, .n_rows = n_rows, .col0 = col0,
                              .cols = cols, .element_bytes = element_bytes, .final = final, .work = work };
  return TRUE;
}

gboolean
ondes_cuda_jobs_finish (OndesCudaRun *run,
                        GError      **error)
{
  if (!drain (run, run->n_jobs % 2, error) || !drain (run, (run->n_jobs + 1) % 2, error))
    return FALSE;
  if (run->progress != NULL)
    run->progress (1, run->user_data);
  return TRUE;
}
