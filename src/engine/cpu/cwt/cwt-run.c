/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cwt-run.h"

#include "base/memory.h"
#include "engine/result.h"
#include "base/words.h"

#include <math.h>
#include <string.h>

#define POOL_BYTES (64 << 20) /* maximum bytes of the columns gathered at a time … */
#define POOL_SAMPLES (1 << 22) /* … and the samples they cover, so that a long picture appears gradually */

gboolean
ondes_cwt_stopped (OndesCwtRun *self)
{
  return g_atomic_int_get (&self->stopped) || g_cancellable_is_cancelled (self->watch->cancellable);
}

void
ondes_cwt_fail (OndesCwtRun *self,
                GError      *error)
{
  g_mutex_lock (&self->lock);
  if (self->error)
    g_error_free (error);
  else
    self->error = error;
  g_mutex_unlock (&self->lock);
  g_atomic_int_set (&self->stopped, TRUE);
}

static GError *
no_memory (void)
{
  return g_error_new_literal (ONDES_ENGINE_ERROR, ONDES_ENGINE_ERROR_NO_MEMORY,
                              _("there is not memory enough for this transform; ask for smaller scales or a shorter span"));
}

void
ondes_cwt_no_memory (OndesCwtRun *self)
{
  ondes_cwt_fail (self, no_memory ());
}

static void
report_progress (OndesCwtRun *self)
{
  double fraction;

  if (!self->watch->progress)
    return;
  g_mutex_lock (&self->lock);
  fraction = MIN (self->done / self->total, 1);
  g_mutex_unlock (&self->lock);
  if (fraction <= self->reported)
    return;
  self->reported = fraction;
  ondes_watch_tell (self->watch, fraction);
}

void
ondes_cwt_report (gpointer run)
{
  report_progress (run);
}

void
ondes_cwt_advance (OndesCwtRun *self,
                   guint        worker,
                   double       work)
{
  g_mutex_lock (&self->lock);
  self->done += work;
  g_mutex_unlock (&self->lock);
  if (worker == 0)
    report_progress (self);
}

double
ondes_cwt_row_work (const OndesCwtGroup *group,
                    const OndesCwtRow   *row)
{
  if (group->method == ONDES_METHOD_DIRECT)
    return 2.0 * (double) row->half + 1;
  return row->level > 0 && row->expanded ? 30 : ldexp (50.0 / row->stride, -(int) row->level);
}

double
ondes_cwt_load_work (const OndesCwtGroup *group)
{
  return group->level > 0 ? 30 : 0;
}

double
ondes_cwt_sampled_work (const OndesCwtSampled *group)
{
  return (2.0 * (double) group->half + 1) * group->nodes * group->n_rows;
}

void
ondes_cwt_moved (OndesCwtRun *self,
                 gint64       start,
                 gsize        bytes)
{
  __atomic_fetch_add (&self->move_us, g_get_monotonic_time () - start, __ATOMIC_RELAXED);
  __atomic_fetch_add (&self->bytes_moved, bytes, __ATOMIC_RELAXED);
}

gboolean
ondes_cwt_put (OndesCwtRun *self,
               guint        row,
               guint64      at,
               gsize        n,
               const void  *data)
{
  const OndesShape *shape = &self->layout->shape;
  const OndesRect where = { .row0 = row, .rows = 1, .col0 = at - self->first, .cols = n };
  const gsize bytes = ondes_type_bytes (shape->type, n);
  const gint64 start = g_get_monotonic_time ();
  GError *error = NULL;
  gboolean done = FALSE;

  if (self->mapped)
    {
      ondes_result_copy (self->mapped_stride * shape->rows,
                         self->mapped + row * self->mapped_stride + ondes_type_bytes (shape->type, where.col0), data, bytes);
      ondes_cwt_moved (self, start, bytes);
      return !ondes_cwt_stopped (self);
    }
  g_mutex_lock (&self->lock);
  if (!ondes_cwt_stopped (self))
    {
      done = self->sink->klass->put (self->sink, &where, data, bytes, TRUE, &error);
      ondes_cwt_moved (self, start, bytes);
    }
  g_mutex_unlock (&self->lock);
  if (error)
    ondes_cwt_fail (self, error);
  return done;
}

void
ondes_cwt_convert (OndesCwtRun *self,
                   const void  *z,
                   gsize        n,
                   double       gain,
                   void        *out)
{
  const OndesKernels *kernels = self->layout->kernels;
  const gboolean complex = self->layout->complex_out;

  switch (self->layout->cwt->options.quantity)
    {
    case ONDES_QUANTITY_COEFFICIENTS:
      (complex ? kernels->scale_complex : kernels->scale_real) (z, n, gain, out);
      break;
    case ONDES_QUANTITY_MAGNITUDE:
      (complex ? kernels->magnitude : kernels->magnitude_real) (z, n, gain, out);
      break;
    case ONDES_QUANTITY_POWER:
      (complex ? kernels->power : kernels->power_real) (z, n, gain, out);
      break;
    case ONDES_QUANTITY_PHASE:
      (complex ? kernels->phase : kernels->phase_real) (z, n, gain, out);
      break;
    }
}

/* Computes the next tile of the pass, the earliest in time first. FALSE if none is left. */
static gboolean
tile_piece (gpointer data,
            guint    worker)
{
  OndesCwtRun *self = data;
  const OndesCwtGroup *group;
  guint64 at, end;
  guint best = self->n_groups;

  if (worker >= self->n_workers || ondes_cwt_stopped (self))
    return FALSE;
  g_mutex_lock (&self->lock);
  for (guint i = 0; i < self->n_groups; i++)
    if (!self->groups[i].shared && self->next[i] < self->end && (best == self->n_groups || self->next[i] < self->next[best]))
      best = i;
  if (best == self->n_groups)
    {
      g_mutex_unlock (&self->lock);
      return FALSE;
    }
  group = &self->groups[best];
  at = self->next[best];
  end = MIN (self->end, group->whole_recording ? self->end : at + ((guint64) group->step * group->blocks << group->level));
  self->next[best] = end;
  g_mutex_unlock (&self->lock);

  if (group->method == ONDES_METHOD_DIRECT)
    ondes_cwt_direct_tile (self, worker, group, at, end);
  else if (group->level > 0)
    ondes_cwt_decimated_tile (self, worker, group, at, end);
  else
    ondes_cwt_overlap_save_tile (self, worker, group, at, end);
  return TRUE;
}

static void
run_pass (OndesCwtRun *self)
{
  for (guint i = 0; i < self->n_groups; i++)
    self->next[i] = self->begin;
  ondes_threads_run (self->engine->threads, tile_piece, ondes_cwt_report, self);
  for (guint i = 0; i < self->n_groups; i++)
    while (self->groups[i].shared && self->next[i] < self->end && !ondes_cwt_stopped (self))
      {
        const guint64 at = self->next[i];

        self->group = &self->groups[i];
        self->next[i] = self->end;
        if (!self->group->whole_recording)
          self->next[i] = MIN (self->end, at + ((guint64) self->group->step << self->group->level));
        ondes_cwt_overlap_save_shared (self, at, self->next[i]);
      }
}

/* Runs all groups over [begin, end). Direct groups run one at a time, so that few masks are held. */
static void
run_span (OndesCwtRun *self,
          guint64      begin,
          guint64      end)
{
  const OndesCwtGroup *groups = (const OndesCwtGroup *) (void *) self->layout->groups->data;
  guint n = self->layout->groups->len, n_direct = 0;

  self->begin = begin;
  self->end = end;
  while (n_direct < n && groups[n_direct].method == ONDES_METHOD_DIRECT)
    n_direct++;
  for (guint i = 0; i < MAX (n_direct, 1) && !ondes_cwt_stopped (self); i++)
    {
      if (n_direct > 0)
        ondes_cwt_direct_prepare (self, &groups[i]);
      self->groups = &groups[i];
      /* each direct group has a pass of its own, but the last shares one with all groups that are not direct */
      self->n_groups = i + 1 < n_direct ? 1 : n - i;
      run_pass (self);
    }
}

/* Returns the number of columns gathered at a time. */
static guint64
columns_at_a_time (const OndesCwtLayout *layout,
                   const OndesPool      *pool)
{
  guint64 samples = POOL_SAMPLES, columns = POOL_BYTES / sizeof (float) / pool->rows;

  for (guint i = 0; i < layout->groups->len; i++)
    {
      const OndesCwtGroup *group = &g_array_index (layout->groups, OndesCwtGroup, i);

      /* a long FFT pays only if most of its outputs are used */
      samples = MAX (samples, group->whole_recording ? pool->count : 4 * (guint64) group->step << group->level);
    }
  if (layout->sampled->len > 0)
    samples = pool->count; /* all columns at once */
  return MAX (1, MIN (columns, samples / MAX (1, pool->count / pool->columns)));
}

static void
put_columns (OndesCwtRun *self)
{
  const OndesPool *pool = self->pool;
  const OndesRect where = { .rows = pool->rows, .col0 = pool->column, .cols = pool->n };
  const gint64 start = g_get_monotonic_time ();
  GError *error = NULL;

  if (!self->sink->klass->put (self->sink, &where, pool->values, pool->n * sizeof (float), self->layout->preview_span == 0, &error))
    ondes_cwt_fail (self, error);
  ondes_cwt_moved (self, start, pool->n * pool->rows * sizeof (float));
}

/* Computes the columns [column, column + n) and puts them into the sink. */
static void
run_columns (OndesCwtRun *self,
             guint64      column,
             guint64      n)
{
  OndesPool *pool = self->pool;

  if (!ondes_pool_gather (pool, column, n))
    {
      ondes_cwt_no_memory (self);
      return;
    }
  if (self->layout->sampled->len > 0)
    ondes_cwt_preview_columns (self);
  if (self->layout->groups->len > 0)
    run_span (self, ondes_pool_start (pool, column), ondes_pool_start (pool, column + n));
  if (!ondes_cwt_stopped (self))
    ondes_pool_finish (pool);
  if (!ondes_cwt_stopped (self))
    put_columns (self);
}

static void
run_pooled (OndesCwtRun *self)
{
  OndesPool *pool = self->pool;
  const guint64 max_columns = columns_at_a_time (self->layout, pool);

  for (guint i = 0; i < self->n_workers; i++)
    {
      void *work = ondes_buffer_get (&self->engine->workers[i].buffers[ONDES_BUFFER_POOL],
                                     ondes_pool_work (self->layout->kernels->size));

      if (!work)
        {
          ondes_cwt_no_memory (self);
          return;
        }
      ondes_pool_work_clear (work);
    }
  if (self->layout->sampled->len > 0)
    ondes_cwt_preview_prepare (self);
  for (guint64 column = 0, n; column < pool->columns && !ondes_cwt_stopped (self); column += n)
    {
      n = MIN (max_columns, pool->columns - column);
      /* the windows of a part are those of the whole, which another process computes */
      if (ondes_sink_wants (self->sink, &(OndesRect) { .rows = pool->rows, .col0 = column, .cols = n }))
        run_columns (self, column, n);
    }
}

static double
total_work (const OndesCwtLayout *layout)
{
  double work = 0;

  for (guint i = 0; i < layout->groups->len; i++)
    {
      const OndesCwtGroup *group = &g_array_index (layout->groups, OndesCwtGroup, i);

      for (guint j = 0; j < group->n_rows; j++)
        work += ondes_cwt_row_work (group, &group->rows[j]) * (double) layout->count;
      work += ondes_cwt_load_work (group) * (double) layout->count;
    }
  for (guint i = 0; i < layout->sampled->len; i++)
    work += ondes_cwt_sampled_work (&g_array_index (layout->sampled, OndesCwtSampled, i)) * (double) layout->shape.columns;
  return work;
}

static gboolean
get_ffts (OndesCwtLayout *layout,
          GError        **error)
{
  if (ondes_cwt_layout_get_ffts (layout))
    return TRUE;
  g_set_error_literal (error, ONDES_ENGINE_ERROR, ONDES_ENGINE_ERROR_NO_MEMORY,
                       _("there is not memory enough for an FFT as long as this transform needs; ask for smaller scales "
                         "or a shorter span"));
  return FALSE;
}

/* Returns the number of threads with which a run of @layout fits in memory, and sets @bytes to its workspace; 0 with an error if
 * it does not. */
static guint
fit_layout (OndesEngine          *engine,
            const OndesCwtLayout *layout,
            guint64              *bytes,
            GError              **error)
{
  const guint n = ondes_cpu_fit (engine, layout->shared_bytes, layout->worker_bytes, bytes);
  g_autofree char *needed = NULL, *available = NULL;

  if (n > 0)
    return n;
  needed = g_format_size_full (*bytes, G_FORMAT_SIZE_LONG_FORMAT);
  available = g_format_size (ondes_memory_available ());
  if (layout->cwt->options.wavelet == ONDES_WAVELET_ANALYTIC_MORLET)
    ondes_setting_error_set (error, ONDES_ENGINE_ERROR, ONDES_ENGINE_ERROR_NO_MEMORY, ONDES_SETTING_WAVELET,
                             _("the analytic Morlet is transformed as a whole, which needs %s of memory, %s is free; use "
                               "complex-morlet, or a shorter %s"),
                             needed, available, ondes_setting_name (ONDES_SETTING_FFT_LENGTH, NULL));
  else
    ondes_setting_error_set (error, ONDES_ENGINE_ERROR, ONDES_ENGINE_ERROR_NO_MEMORY, ONDES_SETTING_SCALES,
                             _("the scale %g needs %s of memory, %s is free; use smaller scales"),
                             ondes_cwt_scale (layout->cwt, layout->rows[layout->cwt->n_scales - 1].row), needed, available);
  return 0;
}

gboolean
ondes_cpu_cwt_plan (OndesEngine        *engine,
                    OndesCpuPlan       *plan,
                    const OndesRequest *request,
                    GError            **error)
{
  plan->layout = ondes_cwt_layout_new (request, engine->limit, FALSE);
  plan->plan.bytes = sizeof *plan + ondes_cwt_layout_bytes (plan->layout);
  return fit_layout (engine, plan->layout, &plan->plan.workspace_bytes, error) > 0 && get_ffts (plan->layout, error);
}

/* Chooses the layout to suit the samples. If single precision is not enough, adds a double-precision layout to the plan. */
static gboolean
choose_layout (OndesCwtRun        *self,
               OndesCpuPlan       *plan,
               const OndesRequest *request,
               GError            **error)
{
  guint64 bytes;

  self->layout = plan->layout;
  if (ondes_cwt_is_quiet (self, plan->layout))
    {
      if (!plan->precise)
        plan->precise = ondes_cwt_layout_new (request, plan->limit, TRUE);
      self->layout = plan->precise;
    }
  self->n_workers = fit_layout (self->engine, self->layout, &bytes, error);
  return self->n_workers > 0 && (self->layout == plan->layout || get_ffts (plan->precise, error));
}

/* Makes the row spectra that the engine keeps belong to @spec. */
static gboolean
select_spectra (OndesEngine *engine,
                OndesSpec   *spec,
                GError     **error)
{
  if (engine->spectra_of && !ondes_spec_equal (engine->spectra_of, spec))
    ondes_cpu_spectra_forget (engine);
  if (engine->spectra_of)
    return TRUE;
  engine->spectra = g_try_new0 (OndesRowSpectrum, ondes_spec_cwt (spec)->n_scales);
  if (!engine->spectra)
    {
      g_propagate_error (error, no_memory ());
      return FALSE;
    }
  engine->spectra_of = ondes_spec_ref (spec);
  return TRUE;
}

static void
count_statistics (const OndesCwtRun *self,
                  gint64             start)
{
  OndesStatistics *statistics = &self->engine->statistics;
  const double seconds = ondes_cpu_seconds (self->engine, start);

  g_free (statistics->methods);
  statistics->methods = ondes_cwt_layout_methods (self->layout);
  statistics->n_methods = self->layout->cwt->n_scales;
  statistics->move_s = MIN (seconds, (double) self->move_us / G_USEC_PER_SEC / self->n_workers);
  statistics->compute_s = seconds - statistics->move_s;
  statistics->bytes_moved = self->bytes_moved;
}

/* Computes all tiles, after the sink has begun. */
static void
compute (OndesCwtRun     *self,
         const OndesView *view)
{
  const OndesCwtOptions *options = &self->layout->cwt->options;
  g_autofree guint64 *next = g_new0 (guint64, self->layout->groups->len);
  g_autoptr (OndesPool) pool = NULL;

  if (view->columns == 0 && self->sink->klass->map)
    self->mapped = self->sink->klass->map (self->sink, &self->mapped_stride);
  if (view->columns > 0)
    pool = ondes_pool_new (view->first, view->count, view->columns, self->layout->cwt->n_scales,
                           options->quantity == ONDES_QUANTITY_POWER, options->pool == ONDES_POOL_RMS);
  g_mutex_init (&self->lock);
  self->pool = pool;
  self->next = next;
  self->total = total_work (self->layout);
  ondes_cwt_overlap_save_prepare (self);
  if (pool)
    run_pooled (self);
  else
    run_span (self, view->first, view->first + view->count);
  g_mutex_clear (&self->lock);
}

gboolean
ondes_cpu_cwt_run (const OndesCpuCall *call,
                   GError            **error)
{
  const gint64 start = g_get_monotonic_time ();
  const OndesShape *shape = &call->request->result;
  g_autoptr (OndesSource) input = NULL;
  OndesCwtRun self = { .engine = call->engine, .sink = call->sink, .first = call->request->view.first, .watch = call->watch };

  if (g_cancellable_set_error_if_cancelled (call->watch->cancellable, error))
    return FALSE;
  self.source = input = ondes_cpu_input (call->engine, call->request->sources[0], call->watch->cancellable, error);
  if (!input || !choose_layout (&self, call->plan, call->request, error)
      || !select_spectra (call->engine, call->plan->spec, error)
      || !call->sink->klass->begin (call->sink, shape->type, shape->rows, shape->columns, error))
    return FALSE;
  self.samples = ondes_cpu_input_samples (call->engine, input);
  ondes_fft_busy (1);
  compute (&self, &call->request->view);
  ondes_fft_busy (-1);
  count_statistics (&self, start);
  if (self.error)
    {
      g_propagate_error (error, self.error);
      return FALSE;
    }
  if (g_cancellable_set_error_if_cancelled (call->watch->cancellable, error))
    return FALSE;
  if (self.reported < 1)
    ondes_watch_tell (call->watch, 1);
  return TRUE;
}
