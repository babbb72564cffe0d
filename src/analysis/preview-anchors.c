/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "preview-anchors.h"

#include <math.h>

#define MAX_WORK 20e6    /* samples × (rows + octaves): about 17 ms on two cores, 33 on one */
#define SPACING (1 / 3.) /* octaves between anchors: half way a tone is 1.6 dB lower than at its own row, for ω₀ = 5 */

/* Picks the anchors among the rows whose scales a column of @width samples exceeds: the first, the last, and one per SPACING. */
static void
pick_rows (OndesAnchors    *self,
           const OndesSpec *spec,
           double           width)
{
  const OndesPictureClass *klass = ondes_spec_picture (spec);
  const guint rows = ondes_picture_traits (spec).rows;
  double last = 0;

  for (guint i = 0; i < rows; i++)
    {
      const double scale = klass->scale (spec, i);
      const gboolean wide = scale * ONDES_ANCHORS_WIDE < width;
      const gboolean ends = i + 1 == rows || !(klass->scale (spec, i + 1) * ONDES_ANCHORS_WIDE < width);

      if (!wide || (self->rows->len > 0 && !ends && fabs (log2 (scale / last)) < SPACING * (1 - 1e-6)))
        continue;
      last = scale;
      g_array_append_val (self->rows, i);
    }
}

gboolean
ondes_anchors_compute (OndesAnchors             *self,
                       OndesComputer            *computer,
                       const OndesScalogramJob  *job,
                       const OndesWatch         *watch,
                       GError                  **error)
{
  const OndesView *view = &job->view;
  const OndesWatch silent = { .cancellable = ondes_watch_cancellable (watch) };
  OndesScalogramJob part = { .source = job->source, .info = job->info };
  g_auto (OndesReport) report = { 0 };
  g_autoptr (OndesSpec) spec = NULL;
  OndesRowsWanted wanted;
  guint first;

  self->rows = g_array_new (FALSE, FALSE, sizeof (guint));
  pick_rows (self, job->spec, (double) view->count / view->columns);
  if (self->rows->len == 0 || (double) view->count * self->rows->len * (1 + SPACING) > MAX_WORK)
    return TRUE;
  wanted = (OndesRowsWanted) { (const guint *) (void *) self->rows->data, self->rows->len, ONDES_ROWS_AS_SHOWN };
  part.spec = spec = ondes_spec_picture (job->spec)->take (job->spec, &wanted, &first, error);
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
              const OndesSpec    *spec,
              guint               k,
              float               up,
              float              *row,
              int                 exponent)
{
  const guint columns = self->exact->columns;
  const gboolean mean = ondes_picture_traits (spec).pool == ONDES_POOL_RMS, power = ondes_picture_traits (spec).is_power;
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
  const OndesPictureClass *klass = ondes_spec_picture (spec);
  const guint *rows = (const guint *) (void *) self->rows->data, n = self->rows->len;

  for (guint k = 0; k < n; k++)
    {
      const guint next = k + 1 < n ? k + 1 : k;
      const double from = log (klass->scale (spec, rows[k])), to = log (klass->scale (spec, rows[next]));

      for (guint i = rows[k]; i < MAX (rows[next], rows[k] + 1); i++)
        {
          const double up = next > k ? (log (klass->scale (spec, i)) - from) / (to - from) : 0;

          apply_anchor (self, spec, k, (float) up, values + (gsize) i * columns, exponent);
        }
    }
}
