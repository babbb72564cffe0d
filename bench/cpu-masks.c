/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bench.h"

#include "engine/cpu/cwt/cwt-run.h"

#include <math.h>
#include <string.h>

typedef struct
{
  double seconds, plain_seconds;
  double difference, norm; /* sums of squares */
} Masks;

/* Computes the taps by the formula, one tap at a time, on one thread. Transfer full. */
static double *
make_plain (const OndesCwt      *cwt,
            const OndesCwtGroup *group)
{
  const gboolean real = cwt->options.wavelet == ONDES_WAVELET_MORLET;
  double *plain = g_new0 (double, 2 * group->mask_taps);
  gsize at = 0;

  for (guint j = 0; j < group->n_rows; j++)
    {
      const double s = group->rows[j].scale, c = ondes_cwt_amplitude (cwt->options.normalisation, s);
      const gint64 half = (gint64) group->rows[j].half;

      for (gint64 k = -half; k <= half; k++, at++)
        {
          const double u = (double) k / s, envelope = c * exp (-u * u / 2);

          plain[2 * at] = envelope * cos (cwt->options.omega0 * u);
          if (!real)
            plain[2 * at + 1] = -envelope * sin (cwt->options.omega0 * u);
        }
    }
  return plain;
}

static void
add_group (Masks               *self,
           OndesCwtRun         *run,
           const OndesCwtGroup *group)
{
  const OndesCwt *cwt = run->layout->cwt;
  const gboolean real = cwt->options.wavelet == ONDES_WAVELET_MORLET;
  g_autofree double *plain = NULL;
  gint64 start;

  ondes_cwt_direct_prepare (run, group); /* do not time the first touch of the memory */
  start = g_get_monotonic_time ();
  ondes_cwt_direct_prepare (run, group);
  self->seconds += (g_get_monotonic_time () - start) / 1e6;

  start = g_get_monotonic_time ();
  plain = make_plain (cwt, group);
  self->plain_seconds += (g_get_monotonic_time () - start) / 1e6;

  for (gsize k = 0; k < group->mask_taps && run->masks != NULL; k++)
    {
      const double re = ((const double *) run->masks)[k] - plain[2 * k];
      const double im = (real ? 0 : ((const double *) run->masks)[group->mask_taps + k]) - plain[2 * k + 1];

      self->difference += re * re + im * im;
      self->norm += plain[2 * k] * plain[2 * k] + plain[2 * k + 1] * plain[2 * k + 1];
    }
}

gboolean
bench_cpu_masks (OndesSpec *spec,
                 guint      threads,
                 double    *seconds,
                 double    *plain_seconds,
                 double    *deviation,
                 GError   **error)
{
  const OndesWatch nobody = { NULL };
  const double silence = 0;
  g_autoptr (OndesSource) source = ondes_array_source_new (ONDES_F64, &silence, 1, 1);
  g_autoptr (OndesRequest) request = ondes_request_new_of (spec, source, NULL, error);
  g_autoptr (OndesCwtLayout) layout = request != NULL ? ondes_cwt_layout_new (request, 0, FALSE) : NULL;
  OndesEngine *engine;
  OndesCwtRun run = { .layout = layout, .watch = &nobody };
  Masks masks = { 0 };

  if (layout == NULL || (engine = ondes_cpu_engine ()->open (0, threads, error)) == NULL)
    return FALSE;
  g_return_val_if_fail (layout->cwt->options.method == ONDES_METHOD_DIRECT && !layout->single, FALSE);
  run.engine = engine;
  run.n_workers = ondes_threads_count (engine->threads);
  for (guint i = 0; i < layout->groups->len && run.error == NULL; i++)
    add_group (&masks, &run, &g_array_index (layout->groups, OndesCwtGroup, i));
  ondes_cpu_engine ()->close (engine);
  *seconds = masks.seconds;
  *plain_seconds = masks.plain_seconds;
  *deviation = sqrt (masks.difference / masks.norm);
  if (run.error != NULL)
    g_propagate_error (error, run.error);
  return run.error == NULL;
}
