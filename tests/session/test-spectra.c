/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The models of the pages of spectra and convolutions, without a display: against the definitions, summed here in integers. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../text-file.h"
#include "scalogram-fixture.h"
#include "series/dyadic-analysis.h"
#include "session/settings.h"
#include "series/spectrum-analysis.h"

#define FRAMES 1300 /* the largest power of two that fits is 1024 */
#define N      1024

typedef struct
{
  Watched       watched;
  gint16       *samples;
  OndesSpectrumAnalysis *spectra;
} Fixture;

static void
setup (Fixture *fixture,
       gconstpointer data)
{
  g_autofree char *path = NULL;

  watched_setup (&fixture->watched, NULL);
  fixture->samples = make_tone (FRAMES, 440);
  path = write_wav ("tone.wav", fixture->samples, FRAMES, 1, RATE);
  open_and_settle (&fixture->watched, path);
  fixture->spectra = ondes_spectrum_analysis_new (fixture->watched.session);
}

static void
teardown (Fixture *fixture,
          gconstpointer data)
{
  g_assert_finalize_object (fixture->spectra);
  g_free (fixture->samples);
  watched_teardown (&fixture->watched, NULL);
}

static void
wait_idle (gpointer model)
{
  while (ondes_analysis_is_busy (model, NULL) || ondes_analysis_is_exporting (model, NULL))
    g_main_context_iteration (NULL, TRUE);
}

static OndesSeries *
spectrum_of (OndesSpectrumAnalysis *spectra)
{
  wait_idle (spectra);
  return result_of (spectra);
}

static void
type_text (OndesSpectrumAnalysis *spectra,
           const char *text)
{
  ondes_operand_set_kind (operand_of (spectra, 0), ONDES_OPERAND_TEXT);
  ondes_operand_set_text (operand_of (spectra, 0), text);
  wait_idle (spectra);
}

/* Σ_x f(x) (−1)^(u·x) */
static gint64
walsh (const gint64 *f,
       guint n,
       guint64 u)
{
  gint64 sum = 0;

  for (guint x = 0; x < n; x++)
    sum += __builtin_parityll (u & x) ? -f[x] : f[x];
  return sum;
}

static void
test_recording (Fixture *fixture,
                gconstpointer data)
{
  OndesSpectrumAnalysis *spectra = fixture->spectra;
  gint64 values[N];
  const guint64 *largest;
  OndesSeries *series;
  guint n;

  /* Nothing is computed for a page that is not in view. */
  g_assert_null (spectrum_of (spectra));
  ondes_analysis_set_active (ONDES_ANALYSIS (spectra), TRUE);
  series = spectrum_of (spectra);
  g_assert_nonnull (series);
  g_assert_null (ondes_analysis_get_problem (ONDES_ANALYSIS (spectra)));
  g_assert_false (ondes_analysis_is_stale (ONDES_ANALYSIS (spectra)));
  g_assert_cmpuint (series->n, ==, N);
  g_assert_cmpuint (ondes_series_analysis_get_computed (ONDES_SERIES_ANALYSIS (spectra))->given[0], ==, FRAMES);
  g_assert_cmpint (series->type, ==, ONDES_I64);
  for (guint i = 0; i < N; i++)
    values[i] = fixture->samples[i];
  for (guint u = 0; u < N; u++)
    g_assert_cmpint (((const gint64 *) series->values)[u], ==,
                     walsh (values, N, ondes_spectrum_natural_index (ONDES_ORDER_SEQUENCY, 10, u)));
  largest = ondes_series_analysis_get_computed (ONDES_SERIES_ANALYSIS (spectra))->largest;
  n = (guint) ondes_series_analysis_get_computed (ONDES_SERIES_ANALYSIS (spectra))->n_largest;
  g_assert_cmpuint (n, ==, ONDES_LARGEST_MAX);
  for (guint i = 1; i < n; i++)
    g_assert_cmpfloat (fabs (ondes_series_get (series, largest[i - 1])), >=, fabs (ondes_series_get (series, largest[i])));
  /* No Boolean function: no properties. */
  g_assert_null (ondes_spectrum_analysis_get_boolean (spectra));
}

static void
test_follows (Fixture *fixture,
              gconstpointer data)
{
  OndesSpectrumAnalysis *spectra = fixture->spectra;
  OndesSpectraSettings settings = *ondes_spectrum_analysis_get_settings (spectra);
  gint64 values[256];
  OndesSeries *series;

  ondes_analysis_set_active (ONDES_ANALYSIS (spectra), TRUE);
  wait_idle (spectra);
  g_assert_cmpint (settings.scale, ==, ONDES_SCALE_DB);
  /* The span in view, in another order. */
  ondes_timeline_set_view (fixture->watched.timeline, 100, 300);
  settings.spectrum.order = ONDES_ORDER_SEQUENCY;
  ondes_spectrum_analysis_set_settings (spectra, &settings);
  settle (&fixture->watched);
  series = spectrum_of (spectra);
  g_assert_cmpuint (series->n, ==, 256);
  for (guint i = 0; i < 256; i++)
    values[i] = fixture->samples[100 + i];
  for (guint i = 0; i < 256; i++)
    g_assert_cmpint (((const gint64 *) series->values)[i], ==,
                     walsh (values, 256, ondes_spectrum_natural_index (ONDES_ORDER_SEQUENCY, 8, i)));
  /* An order that the next transform has not becomes its default. */
  settings.spectrum.kind = ONDES_SPECTRUM_ARITHMETIC;
  ondes_spectrum_analysis_set_settings (spectra, &settings);
  g_assert_cmpint (ondes_spectrum_analysis_get_settings (spectra)->spectrum.order, ==, ONDES_ORDER_NATURAL);
  g_assert_nonnull (spectrum_of (spectra));
  /* The newest of many wins. */
  for (guint i = 0; i < 20; i++)
    {
      settings.spectrum.kind = i % 2 ? ONDES_SPECTRUM_HAAR : ONDES_SPECTRUM_WALSH;
      settings.spectrum.order = ONDES_ORDER_NATURAL;
      ondes_spectrum_analysis_set_settings (spectra, &settings);
    }
  series = spectrum_of (spectra);
  g_assert_cmpint (ondes_spec_spectrum (series->spec)->options.kind, ==, ONDES_SPECTRUM_HAAR);
}

static void
test_compression (Fixture *fixture,
                  gconstpointer data)
{
  OndesSpectrumAnalysis *spectra = fixture->spectra;
  guint64 keep = g_test_rand_int_range (2, 100);
  double kept[N], sum = 0, energy = 0;
  OndesDeviation deviation;
  const guint64 *largest;
  OndesSeries *series, *over;

  ondes_analysis_set_active (ONDES_ANALYSIS (spectra), TRUE);
  series = spectrum_of (spectra);
  largest = ondes_series_analysis_get_computed (ONDES_SERIES_ANALYSIS (spectra))->largest;
  ondes_spectrum_analysis_set_keep (spectra, keep);
  wait_idle (spectra);
  over = ondes_series_model_get_over (ondes_series_analysis_get_values (ONDES_SERIES_ANALYSIS (spectra)));
  g_assert_nonnull (over);
  for (guint x = 0; x < N; x++)
    {
      kept[x] = 0;
      for (guint i = 0; i < keep; i++)
        kept[x] += (__builtin_parityll (ondes_spectrum_natural_index (ONDES_ORDER_SEQUENCY, 10, largest[i]) & x) ? -1 : 1)
                   * ondes_series_get (series, largest[i]) / N;
      g_assert_cmpfloat_with_epsilon (ondes_series_get (over, x), kept[x], 1e-6);
      sum += pow (kept[x] - fixture->samples[x], 2);
      energy += pow (fixture->samples[x], 2);
    }
  g_assert_true (ondes_spectrum_analysis_get_deviation (spectra, &deviation));
  g_assert_cmpfloat_with_epsilon (deviation.rms, sqrt (sum / N), 1e-6 * sqrt (energy / N));
  g_assert_cmpfloat_with_epsilon (deviation.relative, sqrt (sum / energy), 1e-9);
  /* All of them again: nothing lies over the values. */
  ondes_spectrum_analysis_set_keep (spectra, 0);
  g_assert_null (ondes_series_model_get_over (ondes_series_analysis_get_values (ONDES_SERIES_ANALYSIS (spectra))));
  g_assert_false (ondes_spectrum_analysis_get_deviation (spectra, &deviation));
}

static void
test_text (Fixture *fixture,
           gconstpointer data)
{
  OndesSpectrumAnalysis *spectra = fixture->spectra;
  OndesSpectraSettings settings = *ondes_spectrum_analysis_get_settings (spectra);
  g_autofree char *report = NULL;
  char text[33] = { 0 };
  gint64 values[32];
  guint weight = 0;
  OndesSeries *series;

  for (guint i = 0; i < 32; i++)
    {
      gboolean one = g_test_rand_int_range (0, 2);

      text[i] = one ? '1' : '0';
      values[i] = one ? -1 : 1;
      weight += one;
    }
  settings.derivation.is_signed = TRUE;
  ondes_spectrum_analysis_set_settings (spectra, &settings);
  ondes_analysis_set_active (ONDES_ANALYSIS (spectra), TRUE);
  type_text (spectra, text);
  series = spectrum_of (spectra);
  g_assert_nonnull (series);
  for (guint u = 0; u < 32; u++)
    g_assert_cmpint (((const gint64 *) series->values)[u], ==, walsh (values, 32, u));
  g_assert_nonnull (ondes_spectrum_analysis_get_boolean (spectra));
  g_assert_cmpuint (ondes_spectrum_analysis_get_boolean (spectra)->weight, ==, weight);
  g_assert_cmpuint (ondes_spectrum_analysis_get_boolean (spectra)->variables, ==, 5);
  g_assert_null (ondes_spectrum_analysis_get_sbox (spectra));
  report = ondes_spectrum_analysis_report (spectra);
  g_assert_nonnull (report);
  /* What cannot be a table is told of, and what is shown stays. */
  type_text (spectra, "012");
  g_assert_nonnull (ondes_analysis_get_problem (ONDES_ANALYSIS (spectra)));
  g_assert_nonnull (strstr (ondes_analysis_get_problem (ONDES_ANALYSIS (spectra)), "column"));
  g_assert_cmpint (ondes_analysis_get_problem_setting (ONDES_ANALYSIS (spectra)), ==, ONDES_SETTING_NONE);
  g_assert_true (ondes_analysis_is_stale (ONDES_ANALYSIS (spectra)));
  g_assert_true (spectrum_of (spectra) == series);
  /* Nothing typed is nothing shown, and nothing wrong. */
  type_text (spectra, " ");
  g_assert_null (spectrum_of (spectra));
  g_assert_null (ondes_analysis_get_problem (ONDES_ANALYSIS (spectra)));
}

static void
test_sbox (Fixture *fixture,
           gconstpointer data)
{
  OndesSpectrumAnalysis *spectra = fixture->spectra;
  OndesHeatMap *table;
  guint8 box[16];
  int most = 1;
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < 16; i++)
    box[i] = (guint8) i;
  for (guint i = 15; i > 0; i--)
    {
      guint j = (guint) g_test_rand_int_range (0, (gint32) i + 1);
      guint8 kept = box[i];

      box[i] = box[j];
      box[j] = kept;
    }
  for (guint i = 0; i < 16; i++)
    g_string_append_printf (text, "%u ", box[i]);
  ondes_analysis_set_active (ONDES_ANALYSIS (spectra), TRUE);
  type_text (spectra, text->str);
  g_assert_nonnull (ondes_spectrum_analysis_get_sbox (spectra));
  g_assert_cmpuint (ondes_operand_get_n_outputs (operand_of (spectra, 0)), ==, 4);
  table = ondes_spectrum_analysis_get_table (spectra, ONDES_SBOX_DIFFERENCE);
  g_assert_nonnull (table);
  for (guint a = 0; a < 16; a++)
    for (guint b = 0; b < 16; b++)
      {
        int count = 0;

        for (guint x = 0; x < 16; x++)
          count += (box[x] ^ box[x ^ a]) == b;
        g_assert_cmpint (table->values[16 * a + b], ==, count);
        if (a > 0 && b > 0)
          most = MAX (most, count);
      }
  g_assert_cmpint (table->max, ==, most);
  for (guint i = 0; i < 256; i++)
    g_assert_cmpuint (table->levels[i], ==, MIN (table->values[i], most) * 255 / most);
  /* Another output of it. */
  ondes_operand_set_output (operand_of (spectra, 0), 3);
  wait_idle (spectra);
  for (guint x = 0; x < 16; x++)
    g_assert_cmpfloat (ondes_series_get (values_of (spectra), x), ==,
                       box[x] >> 1 & 1 ? -1 : 1);
}

static void
test_signs_need_bits (Fixture *fixture,
                      gconstpointer data)
{
  OndesSpectraSettings settings = *ondes_spectrum_analysis_get_settings (fixture->spectra);
  const char *problem;

  settings.derivation.is_signed = TRUE;
  ondes_spectrum_analysis_set_settings (fixture->spectra, &settings);
  ondes_analysis_set_active (ONDES_ANALYSIS (fixture->spectra), TRUE);
  wait_idle (fixture->spectra);
  problem = ondes_analysis_get_problem (ONDES_ANALYSIS (fixture->spectra));
  g_assert_nonnull (problem);
  g_assert_cmpint (ondes_analysis_get_problem_setting (ONDES_ANALYSIS (fixture->spectra)), ==, ONDES_SETTING_BINARISE);
  /* In the words of the window, not of the command. */
  g_assert_null (strstr (problem, "--"));
  /* By sign they are bits, and a Boolean function. */
  settings.derivation.binarise.kind = ONDES_BINARISE_SIGN;
  ondes_spectrum_analysis_set_settings (fixture->spectra, &settings);
  g_assert_nonnull (spectrum_of (fixture->spectra));
  g_assert_null (ondes_analysis_get_problem (ONDES_ANALYSIS (fixture->spectra)));
  g_assert_nonnull (ondes_spectrum_analysis_get_boolean (fixture->spectra));
}

static void
test_export (Fixture *fixture,
             gconstpointer data)
{
  OndesAnalysis *model = ONDES_ANALYSIS (fixture->spectra);
  g_autofree char *path = g_build_filename (scalogram_folder, "spectrum.csv", NULL);
  g_autofree char *command = NULL;
  g_autofree char *folder = NULL;
  g_autofree char *name = NULL;
  g_autofree char *csv = NULL;
  g_autoptr (GError) error = NULL;
  gsize lines = 0;

  g_assert_cmpuint (ondes_analysis_get_formats (model), ==, 0);
  ondes_analysis_set_active (ONDES_ANALYSIS (fixture->spectra), TRUE);
  wait_idle (model);
  g_assert_cmpuint (ondes_analysis_get_formats (model) & (1u << ONDES_EXPORT_NPZ), ==, 0);
  ondes_analysis_export (model, path, ONDES_EXPORT_CSV, NULL, 0);
  wait_idle (model);
  g_file_get_contents (path, &csv, NULL, &error);
  g_assert_no_error (error);
  for (const char *at = csv; (at = strchr (at, '\n')) != NULL; at++)
    lines++;
  g_assert_cmpuint (lines, >=, N);
  name = ondes_analysis_name_export (model, &folder);
  g_assert_cmpstr (name, ==, "tone walsh sequency");
  g_assert_cmpstr (folder, ==, scalogram_folder);
  command = ondes_analysis_command (model, "x.png", ONDES_EXPORT_PNG, NULL, 0);
  g_assert_nonnull (command);
  g_assert_true (g_str_has_prefix (command, "ondes-cli spectrum "));
  /* What was typed has no file to name. */
  type_text (fixture->spectra, "0110");
  g_assert_null (ondes_analysis_command (model, "x.png", ONDES_EXPORT_PNG, NULL, 0));
}

/* What is exported, and the command, are of what the coefficients kept give back. */
static void
test_export_kept (Fixture *fixture,
                  gconstpointer data)
{
  OndesAnalysis *model = ONDES_ANALYSIS (fixture->spectra);
  g_autofree char *path = g_build_filename (scalogram_folder, "kept.csv", NULL), *command = NULL, *csv = NULL, *name = NULL,
                  *folder = NULL;
  g_auto (GStrv) lines = NULL;
  OndesSeries *over;

  ondes_analysis_set_active (ONDES_ANALYSIS (fixture->spectra), TRUE);
  ondes_spectrum_analysis_set_keep (fixture->spectra, 12);
  wait_idle (model);
  command = ondes_analysis_command (model, "x.png", ONDES_EXPORT_PNG, NULL, 0);
  g_assert_nonnull (strstr (command, " --keep 12"));
  g_assert_null (strstr (command, "--scale"));
  name = ondes_analysis_name_export (model, &folder);
  g_assert_cmpstr (name, ==, "tone walsh sequency kept 12");
  ondes_analysis_export (model, path, ONDES_EXPORT_CSV, NULL, 0);
  wait_idle (model);
  csv = text_file_read (path);
  lines = g_strsplit (csv, "\n", -1);
  over = ondes_series_model_get_over (ondes_series_analysis_get_values (ONDES_SERIES_ANALYSIS (fixture->spectra)));
  for (guint i = 0; i < N; i++)
    g_assert_cmpfloat_with_epsilon (g_ascii_strtod (strchr (lines[i + 1], ',') + 1, NULL), ondes_series_get (over, i), 1e-6);
  ondes_spectrum_analysis_set_keep (fixture->spectra, 0);
  g_free (command);
  command = ondes_analysis_command (model, "x.png", ONDES_EXPORT_PNG, NULL, 0);
  g_assert_null (strstr (command, "--keep"));
  g_assert_nonnull (strstr (command, "--order sequency"));
  g_assert_nonnull (strstr (command, "--scale db"));
}

/* Recordings and truth tables have each their own order, signs and scale; and the table in front is what is exported. */
static void
test_kinds (Fixture *fixture,
            gconstpointer data)
{
  OndesSpectrumAnalysis *spectra = fixture->spectra;
  OndesAnalysis *model = ONDES_ANALYSIS (spectra);
  g_autofree char *path = g_build_filename (scalogram_folder, "box.txt", NULL),
                  *out = g_build_filename (scalogram_folder, "lat.csv", NULL), *command = NULL, *csv = NULL;
  OndesSpectraSettings settings;
  const OndesHeatMap *map;
  g_auto (GStrv) rows = NULL;

  ondes_analysis_set_active (ONDES_ANALYSIS (spectra), TRUE);
  wait_idle (spectra);
  g_assert_true (g_file_set_contents (path, "c 5 6 b 9 0 a d\n3 e f 8 4 7 1 2\n", -1, NULL));
  ondes_operand_set_path (operand_of (spectra, 0), path);
  wait_idle (spectra);
  g_assert_null (ondes_analysis_get_problem (model));
  settings = *ondes_spectrum_analysis_get_settings (spectra);
  g_assert_true (settings.derivation.is_signed);
  g_assert_cmpint (settings.spectrum.order, ==, ONDES_ORDER_NATURAL);
  g_assert_cmpint (settings.scale, ==, ONDES_SCALE_LINEAR);
  g_assert_true (fabs (ondes_series_get (values_of (spectra), 0)) == 1);
  map = ondes_spectrum_analysis_get_table (spectra, ONDES_SBOX_LINEAR);
  g_assert_nonnull (map);
  ondes_spectrum_analysis_show_table (spectra, ONDES_SBOX_LINEAR, &(OndesHeatMapView) { { 3.5, 0 }, { 4, 16 } });
  command = ondes_analysis_command (model, "x.png", ONDES_EXPORT_PNG, NULL, 0);
  g_assert_true (g_str_has_prefix (command, "ondes-cli boolean "));
  g_assert_true (g_str_has_suffix (command, " --lat x.png --columns 3:8"));
  ondes_analysis_export (model, out, ONDES_EXPORT_CSV, NULL, 0);
  wait_idle (spectra);
  csv = text_file_read (out);
  rows = g_strsplit (csv, "\n", -1);
  g_assert_cmpuint (g_strv_length (rows), ==, 17);
  g_assert_cmpint (atoi (rows[0]), ==, map->values[0]);
  ondes_spectrum_analysis_show_table (spectra, -1, NULL);
  ondes_operand_set_kind (operand_of (spectra, 0), ONDES_OPERAND_WHOLE);
  wait_idle (spectra);
  settings = *ondes_spectrum_analysis_get_settings (spectra);
  g_assert_false (settings.derivation.is_signed);
  g_assert_cmpint (settings.spectrum.order, ==, ONDES_ORDER_SEQUENCY);
  g_assert_cmpint (settings.scale, ==, ONDES_SCALE_DB);
}

static void
test_convolution (Fixture *fixture,
                  gconstpointer data)
{
  g_autoptr (OndesDyadicAnalysis) dyadic = ondes_dyadic_analysis_new (fixture->watched.session);
  OndesOperand *first = operand_of (dyadic, 0), *second = operand_of (dyadic, 1);
  gint64 f[16], g[16];
  char texts[2][17] = { { 0 } };
  OndesSeries *series;

  for (guint i = 0; i < 16; i++)
    {
      f[i] = g_test_rand_int_range (0, 2);
      g[i] = g_test_rand_int_range (0, 2);
      texts[0][i] = (char) ('0' + f[i]);
      texts[1][i] = (char) ('0' + g[i]);
    }
  ondes_operand_set_kind (first, ONDES_OPERAND_TEXT);
  ondes_operand_set_text (first, texts[0]);
  ondes_analysis_set_active (ONDES_ANALYSIS (dyadic), TRUE);
  wait_idle (dyadic);
  g_assert_true (ondes_dyadic_analysis_is_auto (dyadic));
  for (guint way = 0; way < 2; way++)
    {
      series = result_of (dyadic);
      g_assert_nonnull (series);
      for (guint t = 0; t < 16; t++)
        {
          gint64 sum = 0;

          for (guint x = 0; x < 16; x++)
            sum += f[x] * (way == 0 ? f : g)[x ^ t];
          g_assert_cmpfloat (ondes_series_get (series, t), ==, (double) sum);
        }
      ondes_operand_set_kind (second, ONDES_OPERAND_TEXT);
      ondes_operand_set_text (second, texts[1]);
      wait_idle (dyadic);
    }
  g_assert_false (ondes_dyadic_analysis_is_auto (dyadic));
  g_assert_nonnull (ondes_series_model_get_over (ondes_series_analysis_get_values (ONDES_SERIES_ANALYSIS (dyadic))));
  /* What is wrong is told of at the operand that it is about. */
  ondes_operand_set_text (second, "011");
  wait_idle (dyadic);
  g_assert_cmpint (ondes_series_analysis_get_problem_place (ONDES_SERIES_ANALYSIS (dyadic)), ==, 1);
}

static void
assert_convolution (OndesDyadicAnalysis *dyadic,
                    const gint64 *f,
                    const gint64 *g,
                    guint n)
{
  OndesSeries *series;

  wait_idle (dyadic);
  series = result_of (dyadic);
  g_assert_null (ondes_analysis_get_problem (ONDES_ANALYSIS (dyadic)));
  g_assert_nonnull (series);
  g_assert_cmpuint (series->n, ==, n);
  for (guint t = 0; t < n; t++)
    {
      gint64 sum = 0;

      for (guint x = 0; x < n; x++)
        sum += f[x] * g[x ^ t];
      g_assert_cmpint (((const gint64 *) series->values)[t], ==, sum);
    }
}

/* Of one stereo recording, the left with the right. */
static void
test_channels (Fixture *fixture,
               gconstpointer data)
{
  g_autoptr (OndesDyadicAnalysis) dyadic = ondes_dyadic_analysis_new (fixture->watched.session);
  OndesOperand *first = operand_of (dyadic, 0), *second = operand_of (dyadic, 1);
  gint16 frames[2 * 64];
  gint64 values[2][64];
  g_autofree char *path = NULL;

  for (guint i = 0; i < 2 * 64; i++)
    values[i % 2][i / 2] = frames[i] = (gint16) g_test_rand_int_range (G_MININT16, G_MAXINT16);
  path = write_wav ("stereo.wav", frames, 64, 2, RATE);
  open_and_settle (&fixture->watched, path);
  ondes_analysis_set_active (ONDES_ANALYSIS (dyadic), TRUE);
  ondes_operand_set_kind (second, ONDES_OPERAND_WHOLE);
  assert_convolution (dyadic, values[0], values[0], 64);
  g_assert_cmpuint (ondes_operand_get_n_outputs (second), ==, 2);
  ondes_operand_set_output (second, 2);
  g_assert_cmpuint (ondes_operand_get_output (first), ==, 1);
  g_assert_cmpuint (ondes_session_get_channel (fixture->watched.session), ==, 1);
  assert_convolution (dyadic, values[0], values[1], 64);
  ondes_operand_set_output (first, 2);
  settle (&fixture->watched);
  ondes_operand_set_output (second, 1);
  g_assert_cmpuint (ondes_operand_get_output (first), ==, 2);
  assert_convolution (dyadic, values[1], values[0], 64);
  /* The other has one channel. */
  ondes_operand_set_output (second, 2);
  wait_idle (dyadic);
  g_free (path);
  path = write_wav ("mono.wav", frames, 64, 1, RATE);
  open_and_settle (&fixture->watched, path);
  for (guint i = 0; i < 64; i++)
    values[0][i] = frames[i];
  assert_convolution (dyadic, values[0], values[0], 64);
}

/* Of one list of S-boxes, an output of one with that of another. */
static void
test_tables (Fixture *fixture,
             gconstpointer data)
{
  static const guint sboxes[2][8] = { { 3, 0, 1, 7, 2, 6, 5, 4 }, { 1, 4, 6, 2, 7, 0, 3, 5 } };
  g_autoptr (OndesDyadicAnalysis) dyadic = ondes_dyadic_analysis_new (fixture->watched.session);
  OndesOperand *first = operand_of (dyadic, 0), *second = operand_of (dyadic, 1);
  g_autofree char *path = g_build_filename (scalogram_folder, "two.csv", NULL);
  gint64 bits[2][3][8];

  for (guint i = 0; i < 8; i++)
    for (guint k = 0; k < 3; k++)
      for (guint s = 0; s < 2; s++)
        bits[s][k][i] = sboxes[s][i] >> (2 - k) & 1;
  g_assert_true (g_file_set_contents (path, "name,n_in,n_out,values\none,3,3,3 0 1 7 2 6 5 4\ntwo,3,3,1 4 6 2 7 0 3 5\n",
                                      -1, NULL));
  open_and_settle (&fixture->watched, path);
  ondes_analysis_set_active (ONDES_ANALYSIS (dyadic), TRUE);
  ondes_operand_set_kind (second, ONDES_OPERAND_VIEW);
  assert_convolution (dyadic, bits[0][0], bits[0][0], 8);
  ondes_operand_set_table (second, "two");
  ondes_operand_set_output (second, 3);
  assert_convolution (dyadic, bits[0][0], bits[1][2], 8);
  ondes_operand_set_output (first, 2);
  settle (&fixture->watched);
  g_assert_cmpstr (ondes_operand_get_table (second), ==, "two");
  assert_convolution (dyadic, bits[0][1], bits[1][2], 8);
  ondes_operand_set_table (first, "two");
  settle (&fixture->watched);
  assert_convolution (dyadic, bits[1][1], bits[1][2], 8);
}

static void
test_view (Fixture *fixture,
           gconstpointer data)
{
  OndesSeriesModel *model = ondes_series_analysis_get_result (ONDES_SERIES_ANALYSIS (fixture->spectra));
  double first, count;

  ondes_analysis_set_active (ONDES_ANALYSIS (fixture->spectra), TRUE);
  wait_idle (fixture->spectra);
  ondes_series_model_set_view (model, 700, 100);
  ondes_series_model_show (model, 3);
  ondes_series_model_get_view (model, &first, &count);
  g_assert_cmpfloat (count, ==, 100);
  g_assert_true (first <= 3 && first + count >= 4);
  ondes_series_model_set_pointer (model, 17.9);
  g_assert_cmpuint (ondes_series_model_get_index (model), ==, 17);
  ondes_series_model_set_pointer (model, -1);
  g_assert_cmpuint (ondes_series_model_get_index (model), ==, ONDES_INDEX_NONE);
  /* It is kept by a spectrum of the same length, and is the whole of one of another. */
  ondes_analysis_recompute (ONDES_ANALYSIS (fixture->spectra));
  wait_idle (fixture->spectra);
  ondes_series_model_get_view (model, &first, &count);
  g_assert_cmpfloat (count, ==, 100);
  type_text (fixture->spectra, "0110");
  ondes_series_model_get_view (model, &first, &count);
  g_assert_cmpfloat (count, ==, 4);
}

/* What is stored comes back, in a pair that there is: sequencies are of the Walsh transform alone. */
static void
test_settings (Fixture *fixture,
               gconstpointer data)
{
  g_autoptr (GSettings) store = ondes_settings_new ();
  g_autoptr (OndesSpectrumAnalysis) other = ondes_spectrum_analysis_new (fixture->watched.session);
  OndesSpectraSettings settings = *ondes_spectrum_analysis_get_settings (fixture->spectra);

  if (store == NULL)
    {
      g_test_skip ("the schema is not compiled");
      return;
    }
  settings.spectrum.order = ONDES_ORDER_SEQUENCY;
  settings.spectrum.algorithm = ONDES_ALGORITHM_CONSTANT_GEOMETRY;
  ondes_spectrum_analysis_set_settings (fixture->spectra, &settings);
  ondes_settings_store (store, ONDES_ANALYSIS (fixture->spectra));
  ondes_settings_load (store, ONDES_ANALYSIS (other));
  g_assert_cmpint (ondes_spectrum_analysis_get_settings (other)->spectrum.kind, ==, ONDES_SPECTRUM_WALSH);
  g_assert_cmpint (ondes_spectrum_analysis_get_settings (other)->spectrum.order, ==, ONDES_ORDER_SEQUENCY);
  g_assert_cmpint (ondes_spectrum_analysis_get_settings (other)->spectrum.algorithm, ==, ONDES_ALGORITHM_CONSTANT_GEOMETRY);
  g_settings_set_string (store, "spectrum-transform", "reed-muller");
  ondes_settings_load (store, ONDES_ANALYSIS (other));
  g_assert_cmpint (ondes_spectrum_analysis_get_settings (other)->spectrum.kind, ==, ONDES_SPECTRUM_REED_MULLER);
  g_assert_cmpint (ondes_spectrum_analysis_get_settings (other)->spectrum.order, ==, ONDES_ORDER_NATURAL);
  ondes_settings_load (NULL, ONDES_ANALYSIS (other));
}

/* Spans and don't-cares come back as they were; a text is there, but not before it is asked for. */
static void
test_sources_settings (Fixture *fixture,
                       gconstpointer data)
{
  g_autoptr (GSettings) store = ondes_settings_new ();
  g_autoptr (OndesSpectrumAnalysis) other = ondes_spectrum_analysis_new (fixture->watched.session);
  g_autoptr (OndesDyadicAnalysis) dyadic = ondes_dyadic_analysis_new (fixture->watched.session);
  g_autoptr (OndesDyadicAnalysis) again = ondes_dyadic_analysis_new (fixture->watched.session);
  OndesSpectraSettings settings = *ondes_spectrum_analysis_get_settings (fixture->spectra);

  if (store == NULL)
    {
      g_test_skip ("the schema is not compiled");
      return;
    }
  settings.derivation.dont_care = ONDES_DONT_CARE_REFUSE;
  ondes_spectrum_analysis_set_settings (fixture->spectra, &settings);
  ondes_spectrum_analysis_set_keep (fixture->spectra, 17);
  ondes_operand_set_kind (operand_of (fixture->spectra, 0), ONDES_OPERAND_WHOLE);
  ondes_settings_store (store, ONDES_ANALYSIS (fixture->spectra));
  type_text (fixture->spectra, "01 10");
  ondes_settings_store (store, ONDES_ANALYSIS (fixture->spectra));
  ondes_settings_load (store, ONDES_ANALYSIS (other));
  g_assert_cmpint (ondes_spectrum_analysis_get_settings (other)->derivation.dont_care, ==, ONDES_DONT_CARE_REFUSE);
  g_assert_cmpuint (ondes_spectrum_analysis_get_keep (other), ==, 17);
  g_assert_cmpint (ondes_operand_get_kind (operand_of (other, 0)), ==, ONDES_OPERAND_WHOLE);
  g_assert_cmpstr (ondes_operand_get_text (operand_of (other, 0)), ==, "01 10");

  ondes_operand_set_text (operand_of (dyadic, 0), "0111");
  ondes_operand_set_kind (operand_of (dyadic, 1), ONDES_OPERAND_VIEW);
  ondes_dyadic_analysis_set_derivation (dyadic, &(OndesDerivation) { .dont_care = ONDES_DONT_CARE_1 });
  ondes_settings_store (store, ONDES_ANALYSIS (dyadic));
  ondes_settings_load (store, ONDES_ANALYSIS (again));
  g_assert_cmpstr (ondes_operand_get_text (operand_of (again, 0)), ==, "0111");
  g_assert_cmpstr (ondes_operand_get_text (operand_of (again, 1)), ==, "");
  g_assert_cmpint (ondes_operand_get_kind (operand_of (again, 0)), ==, ONDES_OPERAND_VIEW);
  g_assert_cmpint (ondes_operand_get_kind (operand_of (again, 1)), ==, ONDES_OPERAND_VIEW);
  g_assert_cmpint (ondes_dyadic_analysis_get_derivation (again)->dont_care, ==, ONDES_DONT_CARE_1);
  ondes_settings_load (NULL, ONDES_ANALYSIS (again));
}

#define SPECTRA(path, function) g_test_add ("/ondes/spectra/" path, Fixture, NULL, setup, function, teardown)

int
main (int argc,
      char **argv)
{
  scalogram_init (&argc, &argv);
  SPECTRA ("of-a-recording-by-definition", test_recording);
  SPECTRA ("follows-the-view-and-the-settings", test_follows);
  SPECTRA ("compression-by-definition", test_compression);
  SPECTRA ("of-typed-text-by-definition", test_text);
  SPECTRA ("sbox-has-tables", test_sbox);
  SPECTRA ("signs-need-bits", test_signs_need_bits);
  SPECTRA ("exports-and-its-command", test_export);
  SPECTRA ("exports-what-is-kept", test_export_kept);
  SPECTRA ("recordings-and-tables-have-each-their-own", test_kinds);
  SPECTRA ("convolution-by-definition", test_convolution);
  SPECTRA ("each-source-has-its-own-channel", test_channels);
  SPECTRA ("each-source-has-its-own-table", test_tables);
  SPECTRA ("settings-return", test_settings);
  SPECTRA ("sources-return", test_sources_settings);
  SPECTRA ("view-and-pointer-of-a-series", test_view);
  return scalogram_run ();
}
