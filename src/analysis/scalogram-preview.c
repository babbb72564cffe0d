/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Previews: computed with fewer columns and rows than requested, then enlarged and matched in level to the final picture, by
 * rows that are computed exactly (preview-anchors.h) or, if anchors see no more than the windows, by statistics. */
#include "scalogram-private.h"

#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "preview-anchors.h"

/* Column widths within this ratio count as equal: a column may begin a sample earlier or later. */
#define AS_FINE 1.01

/* match_row() estimates the spread of |W| from this many columns on each side, */
#define NEIGHBOURS 4
/* and raises no column above the maximum of this many on each side. */
#define FAR 40
#define EULER 0.5772 /* γ */
/* Upper limit on the standard deviation of log |W|. Noise, whose |W| has a Rayleigh distribution, has π/√24 = 0.64, and an
 * estimate from nine values may well be a third higher. */
#define NOISE 0.85
#define WEIBULL 1.2825 /* π/√6: for x with a Weibull distribution, the standard deviation of log x times the shape */
/* The same limit for real coefficients, whose |X| has a half-normal distribution with π/√8 = 1.11. */
#define REAL_NOISE 1.45
/* Corrects the standard deviation of log |W| of noise: its skewed distribution makes estimates from few values too small. */
#define SKEWED 1.2

/* TRUE if there are scales, strictly increasing or decreasing; otherwise rows cannot be interpolated. */
static gboolean
is_ordered (const OndesSpec *spec)
{
  const OndesPictureClass *klass = ondes_spec_picture (spec);
  gboolean grows = TRUE, falls = TRUE;

  if (klass->scale == NULL)
    return FALSE;
  for (guint i = 1; i < ondes_picture_traits (spec).rows; i++)
    {
      grows = grows && klass->scale (spec, i) > klass->scale (spec, i - 1);
      falls = falls && klass->scale (spec, i) < klass->scale (spec, i - 1);
    }
  return grows || falls;
}

/* Returns @spec with every @step-th row and the last, computed by the fastest method. */
static OndesSpec *
coarse_spec (OndesSpec *spec,
             guint      step,
             GError   **error)
{
  const guint all = ondes_picture_traits (spec).rows;
  g_autofree guint *rows = g_new (guint, all);
  guint n = 0, first;

  for (guint i = 0; i < all; i += step)
    rows[n++] = i;
  if ((all - 1) % step != 0)
    rows[n++] = all - 1;
  return ondes_spec_picture (spec)->take (spec, &(OndesRowsWanted) { rows, n, ONDES_ROWS_AS_SHOWN }, &first, error);
}

/* Finds the coarse columns @low and @low + 1 around the middle of fine column @column; @weight from 0 to 1 moves from the
 * former to the latter. */
static void
place_column (guint   column,
              guint   fine,
              guint   coarse,
              guint  *low,
              float  *weight)
{
  double at = (column + 0.5) * coarse / fine - 0.5;

  at = CLAMP (at, 0, coarse - 1.0);
  *low = MIN ((guint) at, coarse > 1 ? coarse - 2 : 0);
  *weight = (float) (at - *low);
}

/* Returns how far row @i lies from row @a on the way to row @b, 0 … 1. */
static float
place_row (const OndesSpec *spec,
           guint            i,
           guint            a,
           guint            b)
{
  const OndesPictureClass *klass = ondes_spec_picture (spec);
  const double from = log (klass->scale (spec, a)), to = log (klass->scale (spec, b));

  return from == to ? 0 : (float) ((log (klass->scale (spec, i)) - from) / (to - from));
}

/* @spec has the @rows of the result; it is NULL if no row is to be interpolated. */
static float *
enlarge (const OndesScalogram *from,
         const OndesSpec      *spec,
         guint                 rows,
         guint                 step,
         guint                 columns,
         GError              **error)
{
  float *values = ondes_memory_try ((gsize) rows * columns * sizeof (float), error);
  g_autofree guint *low = g_new (guint, columns);
  g_autofree float *weight = g_new (float, columns);

  if (values == NULL)
    return NULL;
  for (guint j = 0; j < columns; j++)
    place_column (j, columns, from->columns, &low[j], &weight[j]);
  for (guint i = 0; i < rows; i++)
    {
      const guint a = MIN (i / step, from->rows - 1), b = MIN (a + 1, from->rows - 1);
      const float up = spec == NULL || a == b ? 0 : place_row (spec, i, a * step, MIN (b * step, rows - 1));
      const float *p = from->values + (gsize) a * from->columns, *q = from->values + (gsize) b * from->columns;
      float *to = values + (gsize) i * columns;

      for (guint j = 0; j < columns; j++)
        {
          const guint l = low[j], h = MIN (l + 1, from->columns - 1);
          const float left = p[l] + up * (q[l] - p[l]), right = p[h] + up * (q[h] - p[h]);

          to[j] = left + weight[j] * (right - left);
        }
    }
  return values;
}

/* Computes the mean and standard deviation of log |W| in the columns near @j. */
static void
look_around (const float *logs,
             guint        n,
             guint        j,
             double      *middle,
             double      *deviation)
{
  const guint from = j > NEIGHBOURS ? j - NEIGHBOURS : 0, to = MIN (j + NEIGHBOURS + 1, n);
  double sum = 0, squares = 0;

  for (guint k = from; k < to; k++)
    sum += logs[k];
  *middle = sum / (to - from);
  for (guint k = from; k < to; k++)
    squares += (logs[k] - *middle) * (logs[k] - *middle);
  *deviation = sqrt (squares / MAX (to - from - 1, 1));
}

/* A preview sees only a short window of each column, which is darker than the whole column's maximum: not for a tone, but by
 * some 10 dB for noise if the column holds many independent values (@independent). So each value is replaced by the expected
 * maximum of that many. They are assumed to have a Weibull distribution, whose shape follows from the standard deviation of log
 * |W| in the nearby columns; the mean log of the maximum of n is then that of the scale + ln (ln n + γ)/shape. The result never
 * exceeds the nearby maximum, and the standard deviation is capped at that of noise. */
static void
match_row (float  *row,
           float  *logs,
           guint   n,
           double  independent,
           double  noise)
{
  const double grows = EULER + log (log (independent) + EULER), varies = 1 / (1 + log (independent));

  for (guint j = 0; j < n; j++)
    logs[j] = row[j] > 0 ? logf (row[j]) : logf (G_MINFLOAT);
  for (guint j = 0; j < n; j++)
    {
      const guint from = j > FAR ? j - FAR : 0, to = MIN (j + FAR + 1, n);
      double middle, deviation, level;
      float max = logs[j];

      look_around (logs, n, j, &middle, &deviation);
      for (guint k = from; k < to; k++)
        max = MAX (max, logs[k]);
      level = middle + varies * (logs[j] - middle) + MIN (SKEWED * deviation, noise) / WEIBULL * grows;
      level = MIN (MAX (level, logs[j]), max);
      if (row[j] > 0)
        row[j] = (float) exp (level);
    }
}

/* Makes @self, computed from short windows, as bright as a picture with @columns columns that each show their maximum; rows
 * with more than @max independent values per column are left to the anchors. */
static void
match_levels (OndesScalogram *self,
              guint           columns,
              double          max)
{
  const OndesPictureClass *klass = ondes_scalogram_get_class (self);
  const double width = (double) self->view.count * self->oversampling / columns;
  const double noise = klass->real ? REAL_NOISE : ondes_scalogram_is_power (self) ? 2 * NOISE : NOISE;
  const double correlation = ondes_picture_traits (self->spec).correlation;
  g_autofree float *logs = g_new (float, self->columns);

  for (guint i = 0; i < self->rows; i++)
    {
      const double independent = width / (correlation > 0 ? correlation : klass->scale (self->spec, i));

      if (independent > 1 && independent <= max)
        match_row (self->values + (gsize) i * self->columns, logs, self->columns, independent, noise);
    }
}

/* Replaces columns of @self that @kept covers at least as finely. */
void
ondes_scalogram_refine (OndesScalogram       *self,
                        const OndesScalogram *kept)
{
  const double width = (double) self->view.count / self->columns, kept_width = (double) kept->view.count / kept->columns;
  const float gain = (float) ldexp (1, kept->exponent - self->exponent);
  const gboolean finer = kept_width * 1.5 < width;
  g_autofree guint *inside = g_new (guint, 2 * (gsize) self->rows);

  if (!ondes_spec_equal (self->spec, kept->spec) || kept_width > AS_FINE * width)
    return;
  for (guint i = 0; i < self->rows; i++)
    ondes_scalogram_cone (self, i, &inside[2 * i], &inside[2 * i + 1]);
  for (guint j = self->exact; j < self->columns; j++)
    {
      const double begin = self->view.first + j * width, end = begin + width;
      int from = ondes_scalogram_column (kept, finer ? begin : (begin + end) / 2);
      int to = finer ? ondes_scalogram_column (kept, ceil (end) - 1) : from;

      if (from < 0 || to < from || (guint) to >= kept->exact)
        continue;
      for (guint i = 0; i < self->rows; i++)
        {
          const float *row = kept->values + (gsize) i * kept->columns;
          const float value = ondes_scalogram_join_columns (kept, row, (guint) from, (guint) to + 1) * gain;

          self->values[(gsize) i * self->columns + j] = value;
          if (isfinite (value) && j >= inside[2 * i] && j < inside[2 * i + 1])
            self->column_largest[j] = MAX (self->column_largest[j], value);
        }
    }
  ondes_scalogram_find_largest (self);
}

OndesScalogram *
ondes_scalogram_preview (OndesComputer           *computer,
                         const OndesScalogramJob *job,
                         const OndesWatch        *watch,
                         OndesReport             *report,
                         GError                 **error)
{
  const gboolean ordered = is_ordered (job->spec);
  const guint step = ordered ? MAX (job->skip.rows, 1) : 1;
  const OndesShape shape = ondes_spec_shape (job->spec, job->source->type, &job->view);
  const guint columns = (guint) shape.columns;
  g_autoptr (OndesSpec) coarse = coarse_spec (job->spec, step, error);
  g_autoptr (OndesScalogram) small = NULL;
  g_autofree float *peaks = NULL; /* maxima before interpolation, which lowers them */
  g_auto (OndesAnchors) anchors = { 0 };
  OndesScalogramJob part = { .spec = job->spec, .source = job->source, .view = job->view, .info = job->info,
                             .oversampling = job->oversampling };
  OndesScalogram *self;
  float *values;

  if (coarse == NULL)
    return NULL;
  part.view.columns = columns;
  if (job->skip.anchors && ordered && !ondes_anchors_compute (&anchors, computer, &part, watch, error))
    return NULL;
  part.spec = coarse;
  part.view.preview = TRUE;
  part.view.columns = MAX (columns / MAX (job->skip.columns, 1), 1);
  small = ondes_scalogram_compute (computer, &part, watch, report, error);
  if (report != NULL)
    report->waited_s += anchors.waited_s;
  if (small == NULL)
    return NULL;
  if (!ondes_scalogram_is_mean (small))
    match_levels (small, columns, anchors.exact != NULL ? ONDES_ANCHORS_WIDE : INFINITY);
  values = enlarge (small, ordered ? job->spec : NULL, (guint) shape.rows, step, columns, error);
  if (values == NULL)
    return NULL;
  if (anchors.exact != NULL)
    ondes_anchors_apply (&anchors, job->spec, values, columns, small->exponent);
  part.spec = job->spec;
  self = ondes_scalogram_new (&part, columns, values, small->exponent);
  self->report = g_strdup (small->report);
  peaks = g_new (float, columns);
  for (guint j = 0; j < columns; j++)
    peaks[j] = small->column_largest[(guint64) j * small->columns / columns];
  ondes_scalogram_count_largest (self, peaks);
  if (job->kept != NULL)
    ondes_scalogram_refine (self, job->kept);
  return self;
}
