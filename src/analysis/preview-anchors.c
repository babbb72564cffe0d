/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "preview-anchors.h"

#include <math.h>

#define MAX_WORK 20e6    /* samples × (rows + octaves): about 17 ms on two cores, 33 on one */
#define SPACING (1 / 3.) /* octaves between anchors: half way a tone is 1.6 dB lower than at its own row, for ω₀ = 5 */

/* Picks the anchors among the rows whose scales a column of @width samples exceeds: the first, the last, and one per SPACING. */
static void
pick_rows (OndesAnchors   *self,
           const OndesCwt *cwt,
           double          width)
{
  double last = 0;

  for (guint i = 0; i < cwt->n_scales; i++)
    {
      const double scale = ondes_cwt_scale (cwt, i);
      const gboolean wide = scale * ONDES_ANCHORS_WIDE < width;
      const gboolean ends = i + 1 == cwt->n_scales || !(ondes_cwt_scale (cwt, i + 1) * ONDES_ANCHORS_WIDE < width);

      if (!wide || (self->rows->len > 0 && !ends && fabs (log2 (scale / last)) < SPACING * (1 - 1e-6)))
        continue;
      last = scale;
      g_array_append_val (self->rows, i);
    }
}

/* Creates the spec of the picked rows. */
static OndesSpec *
spec_of_rows (const OndesAnchors *self,
              const OndesCwt     *cwt,
              GError            **error)
{
  OndesCwtOptions options = cwt->options;
  g_autofree OndesScale *scales = g_new (OndesScale, self->rows->len);

  for (guint k = 0; k < self->rows->len; k++)
    scales[k] = cwt->scales[g_array_index (self->rows, guint, k)];
  options.method = ONDES_METHOD_AUTO;
  return ondes_cwt_new_scales (&options, scales, self->rows->len, error);
}

gboolean
ondes_anchors_compute (OndesAnchors             *self,
                       OndesComputer            *computer,
                       const OndesScalogramJob  *job,
                       const OndesWatch         *watch,
                       GError                  **error)
{
  const OndesCwt *cwt = ondes_spec_cwt (job->spec);
  const OndesView *view = &job->view;
  const OndesWatch silent = { .cancellable = ondes_watch_cancellable (watch) };
  OndesScalogramJob part = { .source = job->source, .info = job->info };
  g_auto (OndesReport) report = { 0 };
  g_autoptr (OndesSpec) spec = NULL;

  self->rows = g_array_new (FALSE, FALSE, sizeof (guint));
  pick_rows (self, cwt, (double) view->count / view->columns);
  if (self->rows->len == 0 || (double) view->count * self->rows->len * (1 + SPACING) > MAX_WORK)
    return TRUE;
  part.spec = spec = spec_of_rows (self, cwt, error);
  if (spec == NULL)
    return FALSE;
  part.view = (OndesView) { view->first, view->count, view->columns, FALSE };
  self->exact = ondes_scalogram_compute (computer, &part, &silent, &report, error);
  self->waited_s = report.waited_s;
  return self->exact != NULL;
}

void
ondes_anchors_clear (OndesAnchors *self)
{
  g_clear_pointer (&self->rows, g_array_unref);
  g_clear_pointer (&self->exact, ondes_scalogram_unref);
}

/* Interpolates geometrically between the values of two anchors, with @up as the fraction of the way. */
static float
between (float a,
         float b,
         float up)
{
  return a > 0 && b > 0 ? expf (logf (a) + up * (logf (b) - logf (a))) : MIN (a, b);
}

/* A window never sees more than the true maximum, so the larger of the window and the interpolated anchors is used. For a mean,
 * windows err equally in both directions, so the anchors weigh more. */
static void
apply_anchor (const OndesAnchors *self,
              const OndesCwt     *cwt,
              guint               k,
              float               up,
              float              *row,
              int                 exponent)
{
  const guint columns = self->exact->columns;
  const gboolean mean = cwt->options.pool == ONDES_POOL_RMS, power = cwt->options.quantity == ONDES_QUANTITY_POWER;
  const float *p = self->exact->values + (gsize) k * columns, *q = up > 0 ? p + columns : p;
  const float scale = (float) ldexp (1, self->exact->exponent - exponent);

  for (guint j = 0; j < columns; j++)
    {
      const float chord = scale * (up > 0 ? between (p[j], q[j], up) : p[j]);

      if (!(up > 0) || !isfinite (row[j]))
        row[j] = chord;
      else if (!mean)
        row[j] = MAX (row[j], chord);
      else
        row[j] = power ? 0.25f * row[j] + 0.75f * chord : sqrtf (0.25f * row[j] * row[j] + 0.75f * chord * chord);
    }
}

void
ondes_anchors_apply (const OndesAnchors *self,
                     OndesSpec          *spec,
                     float              *values,
                     guint               columns,
                     int                 exponent)
{
  const OndesCwt *cwt = ondes_spec_cwt (spec);
  const guint *rows = (const guint *) (void *) self->rows->data, n = self->rows->len;

  for (guint k = 0; k < n; k++)
    {
      const guint next = k + 1 < n ? k + 1 : k;
      const double from = log (ondes_cwt_scale (cwt, rows[k])), to = log (ondes_cwt_scale (cwt, rows[next]));

      for (guint i = rows[k]; i < MAX (rows[next], rows[k] + 1); i++)
        {
          const double up = next > k ? (log (ondes_cwt_scale (cwt, i)) - from) / (to - from) : 0;

          apply_anchor (self, cwt, k, (float) up, values + (gsize) i * columns, exponent);
        }
    }
}
