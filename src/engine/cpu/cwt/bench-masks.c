/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cwt-run.h"

#include <math.h>
#include <string.h>

gboolean
ondes_cpu_bench_masks (OndesSpec *spec,
                       guint      threads,
                       double    *seconds,
                       double    *plain_seconds,
                       double    *deviation,
                       GError   **error)
{
  const OndesCwt *cwt = ondes_spec_cwt (spec);
  const OndesView view = { .count = 1 };
  const gboolean real = cwt->options.wavelet == ONDES_WAVELET_MORLET;
  g_autoptr (OndesCwtLayout) layout = ondes_cwt_layout_new (cwt, ONDES_F64, 1, &view, 0, FALSE, error);
  OndesEngine *engine;
  OndesCwtRun run = { .layout = layout };
  double difference = 0, norm = 0;

  if (layout == NULL || (engine = ondes_cpu_engine ()->open (0, threads, error)) == NULL)
    return FALSE;
  g_return_val_if_fail (cwt->options.method == ONDES_METHOD_DIRECT && !layout->single, FALSE);
  run.engine = engine;
  run.n_workers = ondes_threads_count (engine->threads);
  *seconds = *plain_seconds = 0;
  for (guint i = 0; i < layout->groups->len && run.error == NULL; i++)
    {
      const OndesCwtGroup *group = &g_array_index (layout->groups, OndesCwtGroup, i);
      g_autofree double *plain = NULL;
      gint64 start;
      gsize at = 0;

      ondes_cwt_direct_prepare (&run, group); /* the first touch of its memory is not the masks' making */
      start = g_get_monotonic_time ();
      ondes_cwt_direct_prepare (&run, group);
      *seconds += (g_get_monotonic_time () - start) / 1e6;

      /* The formula, a tap at a time, on one thread. */
      plain = g_new0 (double, 2 * group->mask_taps);
      start = g_get_monotonic_time ();
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
      *plain_seconds += (g_get_monotonic_time () - start) / 1e6;

      for (gsize k = 0; k < group->mask_taps && run.masks != NULL; k++)
        {
          const double re = ((const double *) run.masks)[k];
          const double im = real ? 0 : ((const double *) run.masks)[group->mask_taps + k];

          difference += (re - plain[2 * k]) * (re - plain[2 * k]) + (im - plain[2 * k + 1]) * (im - plain[2 * k + 1]);
          norm += plain[2 * k] * plain[2 * k] + plain[2 * k + 1] * plain[2 * k + 1];
        }
    }
  ondes_cpu_engine ()->close (engine);
  *deviation = sqrt (difference / norm);
  if (run.error != NULL)
    g_propagate_error (error, run.error);
  return run.error == NULL;
}
