/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compensation-fixture.h"

#include <math.h>
#include <string.h>

OndesAnalysis *
analysis_of (Watched *watched)
{
  return ONDES_ANALYSIS (watched->analysis);
}

void
set (Watched *watched,
     const OndesCompensationSettings *settings)
{
  ondes_scalogram_analysis_set_compensation (watched->analysis, settings);
}

OndesScalogram *
picture_of (Watched *watched)
{
  settle (watched);
  g_assert_cmpstr (ondes_analysis_get_problem (analysis_of (watched)), ==, NULL);
  g_assert_false (ondes_scalogram_analysis_get_scalogram (watched->analysis)->view.preview);
  return ondes_scalogram_analysis_get_scalogram (watched->analysis);
}

OndesScalogram *
compensated (Watched *watched,
             const OndesCompensationSettings *settings)
{
  set (watched, settings);
  return picture_of (watched);
}

char *
path_of (const char *name)
{
  return g_build_filename (scalogram_folder, name, NULL);
}

void
write_text (const char *name,
            const char *text)
{
  g_autofree char *path = path_of (name);

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
}

void
put_path (char *to,
          const char *kind,
          const char *name)
{
  g_snprintf (to, ONDES_COMPENSATION_TEXT, "%s%s%s", kind, scalogram_folder, name);
}

OndesCompensationSettings
with_amplitude (const char *model)
{
  OndesCompensationSettings settings = ondes_compensation_settings_default;

  settings.on = TRUE;
  g_strlcpy (settings.amplitude, model, sizeof settings.amplitude);
  return settings;
}

OndesCompensationSettings
with_table (const char *name)
{
  OndesCompensationSettings settings = with_amplitude ("");

  put_path (settings.amplitude, "table:", name);
  return settings;
}

void
open_noise (Watched *watched,
            guint frames)
{
  g_autofree gint16 *samples = g_new (gint16, frames);
  g_autofree char *path = NULL;

  for (guint i = 0; i < frames; i++)
    samples[i] = (gint16) g_test_rand_int_range (-20000, 20000);
  path = write_wav ("noise.wav", samples, frames, 1, RATE);
  open_and_settle (watched, path);
}

/* The largest ratio of two pictures of the same rows, and the smallest. */
static void
find_ratios (const OndesScalogram *a,
             const OndesScalogram *b,
             double *lo,
             double *hi)
{
  *lo = INFINITY;
  *hi = 0;
  g_assert_cmpuint (a->rows * a->columns, ==, b->rows * b->columns);
  for (guint i = 0; i < a->rows * a->columns; i++)
    if (b->values[i] > 1e-3f * b->largest)
      {
        *lo = MIN (*lo, ondes_scalogram_value (a, a->values[i]) / ondes_scalogram_value (b, b->values[i]));
        *hi = MAX (*hi, ondes_scalogram_value (a, a->values[i]) / ondes_scalogram_value (b, b->values[i]));
      }
}

void
assert_gain (const OndesScalogram *a,
             const OndesScalogram *b,
             double gain)
{
  double lo, hi;

  find_ratios (a, b, &lo, &hi);
  g_assert_cmpfloat_with_epsilon (lo, gain, 1e-3 * gain);
  g_assert_cmpfloat_with_epsilon (hi, gain, 1e-3 * gain);
}
