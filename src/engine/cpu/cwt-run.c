/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cwt-run.h"

#include "engine/result.h"
#include "halve.h"
#include "signal/clones.h"

#include <math.h>
#include <string.h>

#define LOAD_PIECE (1 << 16)  /* samples read at a time where a tile is longer; a cancel is seen between two */
#define QUIET      500        /* times as loud as a view what stands beside it may be: more would show, as noise */
#define QUIET_MOST (1 << 23)  /* samples that are looked at for that */
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
                                             "there is not memory enough for this transform; ask for smaller scales or a "
                                             "shorter span"));
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

typedef struct
{
  double sum[2], low[2], high[2];
} Extent;

typedef double Eight __attribute__ ((vector_size (64), aligned (8), may_alias));
typedef gint64 EightMasks __attribute__ ((vector_size (64), may_alias));

#define CHOSEN(mask, a, b) ((Eight) (((EightMasks) (a) & (mask)) | ((EightMasks) (b) & ~(mask))))

/* Values side by side, of complex samples every second one of a part. */
CLONES static void
extend (Extent       *self,
        const double *x,
        gsize         n,
        guint         parts,
        double        share)
{
  const Eight none = { 0 };
  Eight sum = none, low = none + INFINITY, high = none - INFINITY;
  gsize i = 0;

  n *= parts;
  for (; i + 8 <= n; i += 8)
    {
      const Eight v = *(const Eight *) (x + i);

      sum += v * share; /* the sum of all may pass the range */
      low = CHOSEN (v < low, v, low);
      high = CHOSEN (v > high, v, high);
    }
  for (; i < n; i++)
    {
      sum[i % 8] += x[i] * share;
      low[i % 8] = MIN (x[i], low[i % 8]);
      high[i % 8] = MAX (x[i], high[i % 8]);
    }
  for (guint j = 0; j < 8; j++)
    {
      self->sum[j % parts] += sum[j];
      self->low[j % parts] = MIN (self->low[j % parts], low[j]);
      self->high[j % parts] = MAX (self->high[j % parts], high[j]);
    }
}

static OndesLevel
level_of (const Extent *extent,
          guint         parts)
{
  OndesLevel level = { .gain = 1 };
  double peak = 0;

  for (guint part = 0; part < parts; part++)
    {
      const double low = extent->low[part], high = extent->high[part];
      double mean = CLAMP (extent->sum[part], low, high);

      /* an offset that does not stand out costs nothing, and left alone the samples stay exact */
      if (fabs (mean) * 4 < MAX (-low, high))
        mean = 0;
      level.mean[part] = mean;
      peak = MAX (peak, MAX (high - mean, mean - low));
    }
  if (peak == 0)
    peak = MAX (fabs (level.mean[0]), fabs (level.mean[1]));
  if (peak > 0)
    {
      int exponent;

      frexp (peak, &exponent);
      level.gain = ldexp (1, -CLAMP (exponent, -1000, 1000));
    }
  return level;
}

gboolean
ondes_cwt_load (OndesCwtRun        *self,
                guint               worker,
                const OndesKernels *kernels,
                gint64              at,
                gsize               n,
                OndesLevel         *level,
                void               *x,
                void               *im)
{
  const OndesCwtLayout *layout = self->layout;
  const guint parts = layout->complex_in ? 2 : 1;
  const gsize piece = MIN (n, LOAD_PIECE);
  const gboolean kept = self->samples && at >= 0 && (guint64) at + n <= self->source->n;
  double *raw = ondes_buffer_get (&self->engine->workers[worker].buffers[ONDES_BUFFER_RAW], piece * parts * sizeof (double));
  Extent extent = { .low = { INFINITY, INFINITY }, .high = { -INFINITY, -INFINITY } };

  if (!raw)
    {
      ondes_cwt_no_memory (self);
      return FALSE;
    }
  for (int pass = 0; pass < 2; pass++)
    for (gsize i = 0; i < n; i += piece)
      {
        const gsize m = MIN (piece, n - i);
        const double *from = kept ? self->samples + ((gsize) at + i) * parts : raw;

        if (kept && ondes_cwt_stopped (self))
          return FALSE;
        if (!kept && (pass == 0 || n > piece))
          {
            GError *error = NULL;
            gint64 start;

            if (ondes_cwt_stopped (self))
              return FALSE;
            start = g_get_monotonic_time ();
            if (!ondes_halo_read (self->source, layout->cwt->options.boundary, at + (gint64) i, m,
                                  parts == 2 ? ONDES_C128 : ONDES_F64, raw, &error))
              {
                ondes_cwt_fail (self, error);
                return FALSE;
              }
            ondes_cwt_moved (self, start, m * parts * sizeof (double));
          }
        if (pass == 0)
          {
            extend (&extent, from, m, parts, 1 / (double) n);
            if (i + m == n)
              *level = level_of (&extent, parts);
          }
        else if (parts == 1)
          kernels->load (from, m, level->mean[0], level->gain, (char *) x + i * kernels->size);
        else if (im)
          kernels->load_planar (from, m, level->mean, level->gain, (char *) x + i * kernels->size, (char *) im + i * kernels->size);
        else
          kernels->load_complex (from, m, level->mean, level->gain, (char *) x + 2 * i * kernels->size);
      }
  return TRUE;
}

gboolean
ondes_cwt_load_halved (OndesCwtRun         *self,
                       guint                worker,
                       const OndesCwtGroup *group,
                       gint64               at,
                       gsize                n,
                       OndesLevel          *level,
                       void                *x)
{
  const OndesCwtLayout *layout = self->layout;
  const guint parts = layout->complex_in ? 2 : 1;
  const gint64 reach = (gint64) ondes_halving_reach (group->level), apart = (gint64) 1 << group->level;
  const double work_each = ondes_cwt_load_work (group) * (double) group->step / (double) n; /* the halo is not counted */
  OndesBuffer *buffers = self->engine->workers[worker].buffers;
  double *made = ondes_buffer_get (&buffers[ONDES_BUFFER_RAW], n * parts * sizeof *made);
  void *work = ondes_buffer_get (&buffers[ONDES_BUFFER_SCRATCH], ondes_halving_bytes (group->level, parts));
  Extent extent = { .low = { INFINITY, INFINITY }, .high = { -INFINITY, -INFINITY } };
  OndesHalving halving;
  gsize from = 0, to = n;

  if (!made || !work)
    {
      ondes_cwt_no_memory (self);
      return FALSE;
    }
  if (layout->cwt->options.boundary == ONDES_BOUNDARY_ZERO) /* what meets nothing need not be made */
    {
      while (from < n && at + (gint64) from * apart + reach < 0)
        from++;
      while (to > from && at + (gint64) (to - 1) * apart - reach >= (gint64) self->source->n)
        to--;
      memset (made, 0, from * parts * sizeof *made);
      memset (made + to * parts, 0, (n - to) * parts * sizeof *made);
    }
  ondes_halving_begin (&halving, group->level, parts, work);
  for (gint64 next = at + (gint64) from * apart - reach, end = at + (gint64) to * apart - apart + reach + 1; from < to;)
    {
      const gsize m = (gsize) MIN (end - next, ONDES_HALVING_PIECE);
      double *into = ondes_halving_next (&halving);
      const gint64 start = g_get_monotonic_time ();
      GError *error = NULL;

      if (ondes_cwt_stopped (self))
        return FALSE;
      if (self->samples && next >= 0 && (guint64) next + m <= self->source->n)
        memcpy (into, self->samples + (gsize) next * parts, m * parts * sizeof *into);
      else if (ondes_halo_read (self->source, layout->cwt->options.boundary, next, m, parts == 2 ? ONDES_C128 : ONDES_F64, into,
                                &error))
        ondes_cwt_moved (self, start, m * parts * sizeof *into);
      else
        {
          ondes_cwt_fail (self, error);
          return FALSE;
        }
      from += ondes_halving_take (&halving, m, made + from * parts);
      next += (gint64) m;
      ondes_cwt_advance (self, worker, work_each * (double) m);
    }
  extend (&extent, made, n, parts, 1 / (double) n);
  *level = level_of (&extent, parts);
  if (parts == 1)
    layout->kernels->load (made, n, level->mean[0], level->gain, x);
  else
    layout->kernels->load_complex (made, n, level->mean, level->gain, x);
  return TRUE;
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

/* Whether columns are of so little beside what their tiles meet that single precision does not do. */
static gboolean
is_quiet (OndesCwtRun          *self,
          const OndesCwtLayout *layout)
{
  const guint parts = layout->complex_in ? 2 : 1;
  const gint64 first = (gint64) layout->first, count = (gint64) layout->count;
  double peaks[2] = { 0 }; /* beside the view, and in it */
  guint64 reach = 0;
  double *x;

  if (!layout->single || !layout->pooled || layout->count == layout->n)
    return FALSE;
  for (guint i = 0; i < layout->groups->len; i++)
    {
      const OndesCwtGroup *group = &g_array_index (layout->groups, OndesCwtGroup, i);

      reach = MAX (reach, (group->halo + MAX (group->length, group->step)) << group->level); /* of a tile, not of its masks alone */
    }
  if (layout->count + 2 * reach > QUIET_MOST)
    return FALSE;
  x = ondes_buffer_get (&self->engine->workers[0].buffers[ONDES_BUFFER_RAW], LOAD_PIECE * parts * sizeof *x);
  if (!x)
    return FALSE;
  for (gint64 at = first - (gint64) reach, end = first + count + (gint64) reach, next; at < end; at = next)
    {
      const gboolean inside = at >= first && at < first + count;
      Extent extent = { .low = { INFINITY, INFINITY }, .high = { -INFINITY, -INFINITY } };

      next = MIN (at + LOAD_PIECE, at < first ? first : inside ? first + count : end);
      if (ondes_cwt_stopped (self)
          || !ondes_halo_read (self->source, layout->cwt->options.boundary, at, (gsize) (next - at),
                               parts == 2 ? ONDES_C128 : ONDES_F64, x, NULL))
        return FALSE;
      extend (&extent, x, (gsize) (next - at), parts, 0);
      for (guint part = 0; part < parts; part++)
        peaks[inside] = MAX (peaks[inside], MAX (extent.high[part], -extent.low[part]));
    }
  return peaks[1] * QUIET < peaks[0];
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
                   "samples %" G_GUINT64_FORMAT " to %" G_GUINT64_FORMAT " were asked for, but there are only %" G_GUINT64_FORMAT,
                   view->first, view->first + view->count, source->n);
      return FALSE;
    }
  if (view->columns > 0 && options->quantity != ONDES_QUANTITY_MAGNITUDE && options->quantity != ONDES_QUANTITY_POWER)
    {
      g_set_error (error, ONDES_ERROR, ONDES_ERROR_REQUEST, "--columns: %s cannot be pooled; use magnitude or power",
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
  if (is_quiet (&self, layout))
    {
      ondes_cwt_layout_free (layout);
      layout = ondes_cwt_layout_new (cwt, source->type, source->n, view, engine->limit, TRUE, error);
      if (!layout || !(self.n_workers = ondes_cpu_fit (engine, layout, &bytes, error)))
        return FALSE;
    }
  if (!ondes_cwt_layout_plan (layout))
    {
      g_set_error_literal (error, ONDES_ENGINE_ERROR, ONDES_ENGINE_ERROR_NO_MEMORY,
                           "there is not memory enough for an FFT as long as this transform needs; ask for smaller scales or a "
                           "shorter span");
      return FALSE;
    }
  if (!sink->klass->begin (sink, layout->shape.type, layout->shape.rows, layout->shape.columns, error))
    return FALSE;

  if (view->columns == 0 && sink->klass->lend)
    self.lent = sink->klass->lend (sink, &self.lent_stride);
  if (view->columns > 0)
    pool = ondes_pool_new (view->first, view->count, view->columns, cwt->n_scales, cwt->options.quantity == ONDES_QUANTITY_POWER);
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

  seconds = (double) (g_get_monotonic_time () - start) / G_USEC_PER_SEC;
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
