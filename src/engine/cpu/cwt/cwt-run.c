/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cwt-run.h"

#include "engine/result.h"
#include "base/words.h"

#include <math.h>
#include <string.h>

#define POOL_BYTES (64 << 20) /* columns gathered at a time … */
#define POOL_SAMPLES (1 << 22) /* … and as few as have these, so that a long picture comes by and by */

gboolean
ondes_cwt_stopped (OndesCwtRun *self)
{
  return g_atomic_int_get (&self->stopped) || g_cancellable_is_cancelled (self->cancellable);
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

void
ondes_cwt_no_memory (OndesCwtRun *self)
{
  ondes_cwt_fail (self, g_error_new_literal (ONDES_ENGINE_ERROR, ONDES_ENGINE_ERROR_NO_MEMORY,
                                             _("there is not memory enough for this transform; ask for smaller scales or a "
                                               "shorter span")));
}

static void
show (OndesCwtRun *self)
{
  double fraction;

  if (!self->progress)
    return;
  g_mutex_lock (&self->lock);
  fraction = MIN (self->done / self->total, 1);
  g_mutex_unlock (&self->lock);
  if (fraction <= self->shown)
    return;
  self->shown = fraction;
  self->progress (fraction, self->user_data);
}

void
ondes_cwt_between (gpointer run)
{
  show (run);
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
    show (self);
}

/* An output of a row, in taps. */
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
  const OndesRect where = { .row0 = row, .rows = 1, .col0 = at - self->layout->first, .cols = n };
  const gsize bytes = ondes_type_bytes (shape->type, n);
  const gint64 start = g_get_monotonic_time ();
  GError *error = NULL;
  gboolean done = FALSE;

  if (self->lent)
    {
      ondes_result_copy (self->lent_stride * shape->rows,
                         self->lent + row * self->lent_stride + ondes_type_bytes (shape->type, where.col0), data, bytes);
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

/* The next tile of the pass, the earliest first. */
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
  end = MIN (self->end, group->whole ? self->end : at + ((guint64) group->step * group->blocks << group->level));
  self->next[best] = end;
  g_mutex_unlock (&self->lock);

  if (group->method == ONDES_METHOD_DIRECT)
    ondes_cwt_direct_tile (self, worker, group, at, end);
  else if (group->level > 0)
    ondes_cwt_halved_tile (self, worker, group, at, end);
  else
    ondes_cwt_overlap_save_tile (self, worker, group, at, end);
  return TRUE;
}

static void
run_pass (OndesCwtRun *self)
{
  for (guint i = 0; i < self->n_groups; i++)
    self->next[i] = self->begin;
  ondes_threads_run (self->engine->threads, tile_piece, ondes_cwt_between, self);
  for (guint i = 0; i < self->n_groups; i++)
    while (self->groups[i].shared && self->next[i] < self->end && !ondes_cwt_stopped (self))
      {
        const guint64 at = self->next[i];

        self->group = &self->groups[i];
        self->next[i] = self->group->whole ? self->end : MIN (self->end, at + ((guint64) self->group->step << self->group->level));
        ondes_cwt_overlap_save_shared (self, at, self->next[i]);
      }
}

/* All groups over [begin, end). Direct groups come one at a time, so that few masks are held. */
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
      /* the last one goes with all the others */
      self->n_groups = i + 1 < n_direct ? 1 : n - i;
      run_pass (self);
    }
}

/* Columns that are gathered at a time. */
static guint64
columns_at_a_time (const OndesCwtLayout *layout,
                   const OndesPool      *pool)
{
  guint64 samples = POOL_SAMPLES, columns = POOL_BYTES / sizeof (float) / pool->rows;

  for (guint i = 0; i < layout->groups->len; i++)
    {
      const OndesCwtGroup *group = &g_array_index (layout->groups, OndesCwtGroup, i);

      /* a long FFT is worth its while only over most of its samples */
      samples = MAX (samples, group->whole ? pool->count : 4 * (guint64) group->step << group->level);
    }
  if (layout->sampled->len > 0)
    samples = pool->count; /* comes at once */
  return MAX (1, MIN (columns, samples / MAX (1, pool->count / pool->columns)));
}

static void
run_pooled (OndesCwtRun *self)
{
  OndesPool *pool = self->pool;
  const guint64 most = columns_at_a_time (self->layout, pool);
  const gboolean final = self->layout->preview_span == 0;

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
  for (guint64 column = 0; column < pool->columns && !ondes_cwt_stopped (self); column += pool->n)
    {
      if (!ondes_pool_gather (pool, column, MIN (most, pool->columns - column)))
        {
          ondes_cwt_no_memory (self);
          return;
        }
      if (self->layout->sampled->len > 0)
        ondes_cwt_preview_columns (self);
      if (self->layout->groups->len > 0)
        run_span (self, ondes_pool_start (pool, column), ondes_pool_start (pool, column + pool->n));
      if (!ondes_cwt_stopped (self))
        ondes_pool_finish (pool);
      if (!ondes_cwt_stopped (self))
        {
          const OndesRect where = { .rows = pool->rows, .col0 = column, .cols = pool->n };
          GError *error = NULL;
          gint64 start = g_get_monotonic_time ();

          if (!self->sink->klass->put (self->sink, &where, pool->values, pool->n * sizeof (float), final, &error))
            ondes_cwt_fail (self, error);
          ondes_cwt_moved (self, start, pool->n * pool->rows * sizeof (float));
        }
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
check_view (const OndesCwtOptions *options,
            const OndesSource     *source,
            const OndesView       *view,
            GError               **error)
{
  if (view->count == 0 || view->first >= source->n || view->count > source->n - view->first)
    {
      g_set_error (error, ONDES_ERROR, ONDES_ERROR_FILE,
                   _("samples %" PRIu64 " to %" PRIu64 " were asked for, but there are only %" PRIu64),
                   view->first, view->first + view->count, source->n);
      return FALSE;
    }
  if (view->columns > 0 && options->quantity != ONDES_QUANTITY_MAGNITUDE && options->quantity != ONDES_QUANTITY_POWER)
    {
      ondes_request_error_set (error, ONDES_SETTING_COLUMNS, NULL,
                               _("%s cannot be pooled; use magnitude or power"),
                               ondes_quantity_names[options->quantity]);
      return FALSE;
    }
  return TRUE;
}

gboolean
ondes_cpu_cwt_run (OndesEngine     *engine,
                   OndesPlan       *plan,
                   OndesSource     *source,
                   const OndesView *view,
                   OndesSink       *sink,
                   OndesProgress    progress,
                   gpointer         user_data,
                   GCancellable    *cancellable,
                   GError         **error)
{
  const OndesCwt *cwt = ondes_spec_cwt (plan->spec);
  const gint64 start = g_get_monotonic_time ();
  g_autoptr (OndesCwtLayout) layout = NULL;
  g_autoptr (OndesSource) input = NULL;
  g_autoptr (OndesPool) pool = NULL;
  g_autofree guint64 *next = NULL;
  OndesCwtRun self = { .engine = engine, .sink = sink, .progress = progress, .user_data = user_data, .cancellable = cancellable };
  guint64 bytes;
  double seconds;

  if (g_cancellable_set_error_if_cancelled (cancellable, error) || !check_view (&cwt->options, source, view, error))
    return FALSE;
  layout = ondes_cwt_layout_new (cwt, source->type, source->n, view, engine->limit, FALSE, error);
  if (!layout || !(self.n_workers = ondes_cpu_fit (engine, layout, &bytes, error)))
    return FALSE;
  self.source = input = ondes_cpu_input (engine, source, cancellable, error);
  if (!input)
    return FALSE;
  if (ondes_cwt_is_quiet (&self, layout))
    {
      ondes_cwt_layout_free (layout);
      layout = ondes_cwt_layout_new (cwt, source->type, source->n, view, engine->limit, TRUE, error);
      if (!layout || !(self.n_workers = ondes_cpu_fit (engine, layout, &bytes, error)))
        return FALSE;
    }
  if (!ondes_cwt_layout_plan (layout))
    {
      g_set_error_literal (error, ONDES_ENGINE_ERROR, ONDES_ENGINE_ERROR_NO_MEMORY,
                           _("there is not memory enough for an FFT as long as this transform needs; ask for smaller scales "
                             "or a shorter span"));
      return FALSE;
    }
  if (!sink->klass->begin (sink, layout->shape.type, layout->shape.rows, layout->shape.columns, error))
    return FALSE;

  if (view->columns == 0 && sink->klass->lend)
    self.lent = sink->klass->lend (sink, &self.lent_stride);
  if (view->columns > 0)
    pool = ondes_pool_new (view->first, view->count, view->columns, cwt->n_scales, cwt->options.quantity == ONDES_QUANTITY_POWER,
                           cwt->options.pool == ONDES_POOL_RMS);
  next = g_new0 (guint64, layout->groups->len);
  g_mutex_init (&self.lock);
  self.layout = layout;
  self.samples = ondes_cpu_input_samples (engine, input);
  self.pool = pool;
  self.next = next;
  self.total = total_work (layout);
  if (engine->spectra_of && !ondes_spec_equal (engine->spectra_of, plan->spec))
    ondes_cpu_spectra_forget (engine);
  if (!engine->spectra_of)
    {
      engine->spectra_of = ondes_spec_ref (plan->spec);
      engine->spectra = g_new0 (OndesRowSpectrum, cwt->n_scales);
    }

  ondes_cwt_overlap_save_prepare (&self);
  if (pool)
    run_pooled (&self);
  else
    run_span (&self, view->first, view->first + view->count);
  g_mutex_clear (&self.lock);

  seconds = ondes_cpu_seconds (engine, start);
  g_free (engine->statistics.methods);
  engine->statistics.methods = ondes_cwt_layout_methods (layout);
  engine->statistics.n_methods = cwt->n_scales;
  engine->statistics.move_s = MIN (seconds, (double) self.move_us / G_USEC_PER_SEC / self.n_workers);
  engine->statistics.compute_s = seconds - engine->statistics.move_s;
  engine->statistics.bytes_moved = self.bytes_moved;
  if (self.error)
    {
      g_propagate_error (error, self.error);
      return FALSE;
    }
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return FALSE;
  if (progress && self.shown < 1)
    progress (1, user_data);
  return TRUE;
}
