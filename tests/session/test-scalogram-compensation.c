/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Compensation in a session: pictures against their definition, files that are slow, change or break, undo, what is remembered, and
 * exports that the copied command makes too. */
#include <complex.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/conditioned.h"
#include "scalogram-fixture.h"
#include "session/settings.h"

#define N 300 /* as many as columns: a column is a sample */

static OndesAnalysis *
analysis_of (Watched *watched)
{
  return ONDES_ANALYSIS (watched->analysis);
}

static OndesCompensationSettings
compensation_of (Watched *watched)
{
  return *ondes_scalogram_analysis_get_compensation (watched->analysis);
}

static void
set (Watched *watched,
     const OndesCompensationSettings *settings)
{
  ondes_scalogram_analysis_set_compensation (watched->analysis, settings);
}

/* Waits, and returns the picture; nothing may be wrong. */
static OndesScalogram *
picture_of (Watched *watched)
{
  settle (watched);
  g_assert_cmpstr (ondes_analysis_get_problem (analysis_of (watched)), ==, NULL);
  g_assert_false (ondes_scalogram_analysis_get_scalogram (watched->analysis)->view.preview);
  return ondes_scalogram_analysis_get_scalogram (watched->analysis);
}

static OndesScalogram *
compensated (Watched *watched,
             const OndesCompensationSettings *settings)
{
  set (watched, settings);
  return picture_of (watched);
}

static char *
path_of (const char *name)
{
  return g_build_filename (scalogram_folder, name, NULL);
}

static void
write_text (const char *name,
            const char *text)
{
  g_autofree char *path = path_of (name);

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
}

/* Fills a text with "table:PATH". */
static void
put_path (char *to,
          const char *kind,
          const char *name)
{
  g_snprintf (to, ONDES_COMPENSATION_TEXT, "%s%s%s", kind, scalogram_folder, name);
}

static OndesCompensationSettings
with_amplitude (const char *model)
{
  OndesCompensationSettings settings = ondes_compensation_settings_default;

  settings.on = TRUE;
  g_strlcpy (settings.amplitude, model, sizeof settings.amplitude);
  return settings;
}

static OndesCompensationSettings
with_table (const char *name)
{
  OndesCompensationSettings settings = with_amplitude ("");

  put_path (settings.amplitude, "table:", name);
  return settings;
}

static void
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

/* Rows of scales in double precision, of the samples as they are. */
static void
choose_scales (Watched *watched,
               const char *scales)
{
  OndesCwtSettings settings = *ondes_scalogram_analysis_get_settings (watched->analysis);

  settings.rows = ONDES_ROWS_SCALES;
  settings.voices = 0;
  g_strlcpy (settings.scales, scales, sizeof settings.scales);
  settings.detrend = ONDES_DETREND_NONE;
  settings.options.precision = ONDES_PRECISION_DOUBLE;
  ondes_scalogram_analysis_set_settings (watched->analysis, &settings);
}

/* |W| at sample @t of @n by the sum over the mask g ψ*(k + d) of @scale. */
static double
definition (const double *x,
            gint64 n,
            gint64 t,
            double scale,
            double gain,
            double delay)
{
  const gint64 half = (gint64) floor (8 * scale);
  double complex sum = 0;

  for (gint64 k = -half; k <= half; k++)
    if (t + k >= 0 && t + k < n)
      {
        const double u = ((double) k + delay) / scale;

        sum += x[t + k] * gain * sqrt (2 / G_PI) / scale * exp (-u * u / 2) * cexp (-I * 5 * u);
      }
  return cabs (sum);
}

/* The picture is the sum, with gains and delays of each row, and with the recording's samples on lines between them. */
static void
test_definition (Watched *watched,
                 gconstpointer data)
{
  OndesCompensationSettings settings = with_amplitude ("points:1000,0.5;100,-0.25");
  double x[N], fine[2 * N];

  g_strlcpy (settings.timing, "power:1e-4,0.1,2e-5", sizeof settings.timing);
  settings.aperture = 3e-4;
  g_strlcpy (settings.interpolation, "linear", sizeof settings.interpolation);
  open_noise (watched, N);
  choose_scales (watched, "4:22:4.5");
  g_assert_true (ondes_source_read_as (ondes_session_get_source (watched->session), 0, N, ONDES_F64, x, NULL));
  for (guint t = 0; t < 2 * N; t++)
    fine[t] = t % 2 == 0 ? x[t / 2] : (x[t / 2] + x[MIN (t / 2 + 1, N - 1)]) / 2;
  for (settings.oversample = 1; settings.oversample <= 2; settings.oversample++)
    {
      const guint times = settings.oversample;
      const OndesScalogram *scalogram = compensated (watched, &settings);

      g_assert_cmpuint (scalogram->rows, ==, 5);
      g_assert_cmpuint (scalogram->columns, ==, N);
      g_assert_cmpuint (scalogram->n, ==, N);
      g_assert_cmpuint (scalogram->view.count, ==, N);
      g_assert_cmpfloat (scalogram->rate_hz, ==, RATE);
      for (guint row = 0; row < scalogram->rows; row++)
        {
          const double own = 4 + 4.5 * row, hz = 5 * RATE / (2 * G_PI * own), at = CLAMP (log10 (hz) - 2, 0, 1);
          const double sinc = sin (G_PI * hz * settings.aperture) / (G_PI * hz * settings.aperture);
          const double gain = (1 - 0.25 + 0.75 * at) / sinc, delay = (1e-4 * pow (hz, 0.1) + 2e-5) * RATE * times;

          g_assert_cmpfloat_with_epsilon (scalogram->frequencies_hz[row], hz, 1e-9 * hz);
          for (guint t = 0; t < N; t++)
            {
              double want = 0;

              for (guint i = 0; i < times; i++)
                want = MAX (want, definition (times == 1 ? x : fine, N * times, t * times + i, own * times, gain, delay));
              g_assert_cmpfloat_with_epsilon (ondes_scalogram_value (scalogram, scalogram->values[row * N + t]), want,
                                              3e-4 * want + 2e-6);
            }
        }
    }
}

/* What a sensor makes of a chirp comes back by its sheet, within 1 % of the picture of the chirp. */
static void
test_sensor (Watched *watched,
             gconstpointer data)
{
  enum { M = 2048 };
  g_autofree double complex *spectrum = g_new (double complex, M), *turn = g_new (double complex, M);
  g_autofree gint16 *clean = g_new (gint16, M), *sensed = g_new (gint16, M);
  g_autoptr (GString) sheet = g_string_new ("Hz;dB;delay (s)\n");
  g_autofree char *clean_path = NULL, *sensed_path = NULL;
  g_autoptr (OndesScalogram) given = NULL, said = NULL;
  OndesCompensationSettings settings = with_amplitude ("");
  OndesScalogram *restored;
  double off = 0, raw = 0;

  for (guint t = 0; t < M; t++)
    {
      const double at = (double) t / M, taper = sin (MIN (1, MIN (at, 1 - at) / 0.1) * G_PI / 2);

      clean[t] = (gint16) lrint (16000 * taper * taper * cos (2 * G_PI * M / RATE * (300 * at + 900 * at * at)));
      turn[t] = cexp (2 * G_PI * I * at);
    }
  for (guint bin = 0; bin < M; bin++)
    {
      const double hz = (double) MIN (bin, M - bin) * RATE / M, gain = bin == 0 ? 0 : 0.7 * pow (hz / 800, 0.05);
      const double complex late = cexp (-2 * G_PI * I * hz * 9e-4);

      spectrum[bin] = 0;
      for (guint t = 0; t < M; t++)
        spectrum[bin] += clean[t] * conj (turn[bin * t % M]) / M;
      spectrum[bin] *= gain * (bin > M / 2 ? conj (late) : late);
    }
  for (guint t = 0; t < M; t++)
    {
      double complex sum = 0;

      for (guint bin = 0; bin < M; bin++)
        sum += spectrum[bin] * turn[bin * t % M];
      sensed[t] = (gint16) lrint (creal (sum));
    }
  for (double hz = 100; hz < 4000; hz *= 1.05)
    {
      char numbers[2][G_ASCII_DTOSTR_BUF_SIZE];

      g_string_append_printf (sheet, "%s;%s;0.0009\n", g_ascii_dtostr (numbers[0], sizeof numbers[0], hz),
                              g_ascii_dtostr (numbers[1], sizeof numbers[1], 20 * log10 (0.7 * pow (hz / 800, 0.05))));
    }
  write_text ("sheet.csv", sheet->str);
  clean_path = write_wav ("clean.wav", clean, M, 1, RATE);
  sensed_path = write_wav ("sensed.wav", sensed, M, 1, RATE);
  open_and_settle (watched, clean_path);
  choose_scales (watched, "4:24");
  given = ondes_scalogram_ref (picture_of (watched));
  open_and_settle (watched, sensed_path);
  choose_scales (watched, "4:24");
  said = ondes_scalogram_ref (picture_of (watched));
  put_path (settings.calibration, "", "/sheet.csv");
  restored = compensated (watched, &settings);
  for (guint row = 0; row < given->rows; row++)
    {
      guint from, to;

      ondes_scalogram_cone (given, row, &from, &to);
      for (guint j = row * given->columns + from; j < row * given->columns + to; j++)
        {
          off = MAX (off, fabs (restored->values[j] - given->values[j]));
          raw = MAX (raw, fabs (said->values[j] - given->values[j]));
        }
    }
  g_test_message ("%.2f %% off, %.0f %% without", 100 * off / given->largest, 100 * raw / given->largest);
  g_assert_cmpfloat (off, <, 0.01 * given->largest);
  g_assert_cmpfloat (raw, >, 0.2 * given->largest);
}

/* A tone's image past the old half rate stands where and as high as lines between samples put it, in time, scale and readout. */
static void
test_image (Watched *watched,
            gconstpointer data)
{
  const double image = RATE - 3000, ratio = sin (G_PI * image / RATE) / (4 * sin (G_PI * image / RATE / 4));
  g_autofree char *path = tone_file ("tone.wav", 4000, 3000);
  OndesCompensationSettings settings = with_amplitude ("");
  const OndesPointer *pointer = ondes_scalogram_analysis_get_pointer (watched->analysis);
  OndesScalogram *scalogram;
  double want;

  open_and_settle (watched, path);
  set_omega0 (watched, 20); /* narrow enough for the tone not to reach its image */
  g_assert_cmpfloat (ondes_scalogram_get_old_half_rate (picture_of (watched)), ==, 0);
  settings.oversample = 4;
  g_strlcpy (settings.interpolation, "linear", sizeof settings.interpolation);
  scalogram = compensated (watched, &settings);
  g_assert_cmpfloat_with_epsilon (ondes_scalogram_analysis_get_settings (watched->analysis)->fmax_hz, 1.6 * RATE, 1e-9);
  g_assert_cmpfloat (scalogram->frequencies_hz[0], >, 1.59 * RATE);
  g_assert_cmpfloat (ondes_scalogram_get_old_half_rate (scalogram), ==, RATE / 2);
  g_assert_cmpuint (ondes_timeline_get_length (watched->timeline), ==, 4000);
  g_assert_cmpuint (scalogram->n, ==, 4000);

  ondes_scalogram_analysis_set_pointer (watched->analysis, 2000.5, image);
  for (gint64 end = g_get_monotonic_time () + 60 * G_USEC_PER_SEC; isnan (pointer->magnitude);)
    {
      g_assert_cmpint (g_get_monotonic_time (), <, end);
      g_main_context_iteration (NULL, TRUE);
    }
  g_assert_true (pointer->valid && pointer->inside_cone);
  g_assert_cmpfloat (fabs (pointer->row_frequency_hz / image - 1), <, 0.03);
  want = 0.5 * ratio * ratio * exp (-pow (20 * (image / pointer->row_frequency_hz - 1), 2) / 2);
  g_assert_cmpfloat_with_epsilon (pointer->scale, 20 * RATE / (2 * G_PI * pointer->row_frequency_hz), 1e-9);
  g_assert_cmpfloat_with_epsilon (pointer->time, 2000.5 / RATE, 1e-12);
  g_assert_cmpfloat_with_epsilon (pointer->magnitude, want, 0.02 * want);
  g_assert_cmpfloat_with_epsilon (pointer->shown, want, 0.05 * want);
  g_assert_false (isnan (pointer->phase));

  /* A limit that was typed past it waits while all is switched off. */
  {
    OndesCwtSettings cwt = *ondes_scalogram_analysis_get_settings (watched->analysis);

    cwt.fmax_hz = 10000;
    ondes_scalogram_analysis_set_settings (watched->analysis, &cwt);
    g_assert_cmpfloat_with_epsilon (picture_of (watched)->frequencies_hz[0], 10000, 1e-6);
    settings.on = FALSE;
    g_assert_cmpfloat_with_epsilon (compensated (watched, &settings)->frequencies_hz[0], RATE / 2, 1e-6);
    settings.on = TRUE;
    g_assert_cmpfloat_with_epsilon (compensated (watched, &settings)->frequencies_hz[0], 10000, 1e-6);
  }
}

/* Tiles and previews of an oversampled part, in the recording's samples. */
static void
test_part (Watched *watched,
           gconstpointer data)
{
  OndesCompensationSettings settings = with_amplitude ("constant:1");
  g_autoptr (OndesComputer) computer = ondes_computer_new ("cpu", 0, 0);
  OndesScalogramJob job;
  OndesScalogram *scalogram;
  guint64 step;

  open_noise (watched, 40000);
  settings.oversample = 2;
  set (watched, &settings);
  ondes_timeline_set_view (watched->timeline, 9000, 12000);
  scalogram = picture_of (watched);
  step = scalogram->view.count / scalogram->columns;
  g_assert_cmpuint (step, ==, 32);
  g_assert_cmpuint (scalogram->view.first, <=, 9000);
  g_assert_cmpuint (scalogram->view.first + scalogram->view.count, >=, 21000);
  job = (OndesScalogramJob) { .spec = scalogram->spec, .source = ondes_scalogram_analysis_get_detrended (watched->analysis),
                              .info = ondes_recording_get_info (ondes_session_get_recording (watched->session)) };
  for (guint turn = 0; turn < 6; turn++)
    {
      const guint column = (guint) g_test_rand_int_range (0, (gint) scalogram->columns);
      g_autoptr (OndesScalogram) own = NULL;

      job.view = (OndesView) { 2 * (scalogram->view.first + column * step), 2 * step, 1, FALSE };
      own = ondes_scalogram_compute (computer, &job, NULL, NULL, NULL);
      for (guint row = 0; row < own->rows; row++)
        g_assert_cmpfloat_with_epsilon (scalogram->values[row * scalogram->columns + column], own->values[row],
                                        1e-4 * scalogram->largest);
    }
  {
    g_autoptr (OndesScalogram) exact = NULL, preview = NULL;
    guint close = 0;

    job.times = 2;
    job.view = (OndesView) { .count = 80000, .columns = 100 };
    exact = ondes_scalogram_compute (computer, &job, NULL, NULL, NULL);
    job.kept = scalogram;
    preview = ondes_scalogram_preview (computer, &job, NULL, NULL, NULL);
    g_assert_cmpuint (preview->n, ==, 40000);
    g_assert_cmpuint (preview->view.count, ==, 40000);
    /* What the finer picture has is seen whole, with a little of its neighbours; the rest is near. */
    for (guint j = 0; j < 100; j++)
      {
        const gboolean is_kept = j * 400 >= scalogram->view.first && (j + 1) * 400 <= scalogram->view.first + scalogram->view.count;

        for (guint row = 0; row < exact->rows; row++)
          {
            const double ratio = preview->values[row * 100 + j] / exact->values[row * 100 + j];

            close += ratio > 0.5 && ratio < 2;
            if (is_kept)
              g_assert_cmpfloat (ratio, >, 0.999);
          }
      }
    g_assert_cmpuint (close, >, exact->rows * 95);
  }
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

static void
assert_gain (const OndesScalogram *a,
             const OndesScalogram *b,
             double gain)
{
  double lo, hi;

  find_ratios (a, b, &lo, &hi);
  g_assert_cmpfloat_with_epsilon (lo, gain, 1e-3 * gain);
  g_assert_cmpfloat_with_epsilon (hi, gain, 1e-3 * gain);
}

/* Each is refused at its control, and what was shown stays; off, or mended, it goes on. */
static void
check_refused (Watched *watched,
               const OndesCompensationSettings *bad,
               OndesSetting setting)
{
  g_autoptr (OndesScalogram) before = ondes_scalogram_ref (picture_of (watched));
  const OndesCompensationSettings good = compensation_of (watched);
  OndesCompensationSettings off = *bad;
  const char *problem;

  set (watched, bad);
  settle (watched);
  problem = ondes_analysis_get_problem (analysis_of (watched));
  g_test_message ("%s", problem);
  g_assert_nonnull (problem);
  g_assert_cmpint (ondes_analysis_get_problem_setting (analysis_of (watched)), ==, setting);
  g_assert_true (ondes_scalogram_analysis_get_scalogram (watched->analysis) == before);
  off.on = FALSE;
  set (watched, &off);
  g_assert_null (ondes_analysis_get_problem (analysis_of (watched)));
  set (watched, bad);
  set (watched, &good);
  g_assert_true (ondes_spec_equal (picture_of (watched)->spec, before->spec));
  g_assert_cmpuint (watched->errors, ==, 0);
}

static void
test_refusals (Watched *watched,
               gconstpointer data)
{
  static const struct
  {
    const char *amplitude, *timing;
    OndesSetting setting;
  } models[] = {
    { "constant:-1", "", ONDES_SETTING_AMPLITUDE_ERROR },       { "power:-1e-3,1,0", "", ONDES_SETTING_AMPLITUDE_ERROR },
    { "foo", "", ONDES_SETTING_AMPLITUDE_ERROR },               { "points:100,0;200,-3", "", ONDES_SETTING_AMPLITUDE_ERROR },
    { "points:1,2;3", "", ONDES_SETTING_AMPLITUDE_ERROR },      { "points:5,1;5,2", "", ONDES_SETTING_AMPLITUDE_ERROR },
    { "points:5,nan", "", ONDES_SETTING_AMPLITUDE_ERROR },      { "points:0,1", "", ONDES_SETTING_AMPLITUDE_ERROR },
    { "", "constant:100", ONDES_SETTING_TIMING_ERROR },         { "", "constant:", ONDES_SETTING_TIMING_ERROR },
    { "", "power:1,2", ONDES_SETTING_TIMING_ERROR },
  };
  const OndesCompensationSettings good = with_amplitude ("constant:0.1");
  OndesCompensationSettings bad;

  open_noise (watched, N);
  compensated (watched, &good);
  for (guint i = 0; i < G_N_ELEMENTS (models); i++)
    {
      bad = with_amplitude (models[i].amplitude);
      g_strlcpy (bad.timing, models[i].timing, sizeof bad.timing);
      check_refused (watched, &bad, models[i].setting);
    }
  for (guint i = 0; i < 2; i++)
    {
      bad = good;
      bad.quantise = TRUE;
      bad.bits = i * 70;
      check_refused (watched, &bad, ONDES_SETTING_MASK_BITS);
      bad = good;
      bad.aperture = i == 0 ? -1 : 10;
      check_refused (watched, &bad, ONDES_SETTING_APERTURE);
    }
  bad = good;
  bad.oversample = 3;
  check_refused (watched, &bad, ONDES_SETTING_OVERSAMPLE);
  bad.oversample = 2;
  g_strlcpy (bad.interpolation, "spline", sizeof bad.interpolation);
  check_refused (watched, &bad, ONDES_SETTING_INTERPOLATION);
  /* What does nothing is not asked about. */
  bad.oversample = 1;
  bad.bits = 70;
  assert_gain (compensated (watched, &bad), compensated (watched, &good), 1);
}

static void
test_files (Watched *watched,
            gconstpointer data)
{
  static const struct
  {
    const char *text, *kind;
  } broken[] = {
    { "", "table:" }, { "100 1\n100 2\n", "table:" }, { "100 nan\n", "table:" }, { "100 1 2\n", "table:" }, { "a\1\n", "table:" },
    { "100;3;4\n", "" }, { "Hz;dB;dB\n1;2;3\n", "" }, { "1\nnan\n", "taps:" },
  };
  static const OndesSetting settings_of[] = { ONDES_SETTING_AMPLITUDE_ERROR, ONDES_SETTING_CALIBRATION, ONDES_SETTING_INTERPOLATION };
  g_autoptr (OndesScalogram) plain = NULL;
  g_auto (GStrv) notes = NULL;
  OndesCompensationSettings settings;

  open_noise (watched, N);
  plain = ondes_scalogram_ref (picture_of (watched));
  for (guint i = 0; i <= G_N_ELEMENTS (broken); i++)
    {
      const gboolean missing = i == G_N_ELEMENTS (broken);
      const char *kind = missing ? "table:" : broken[i].kind;
      const guint which = kind[0] == '\0' ? 1 : kind[1] == 'a' && kind[2] == 'p' ? 2 : 0;

      settings = with_amplitude ("");
      if (!missing)
        write_text ("broken.txt", broken[i].text);
      put_path (which == 1 ? settings.calibration : which == 2 ? settings.interpolation : settings.amplitude, kind,
                missing ? "/missing.txt" : "/broken.txt");
      settings.oversample = which == 2 ? 2 : 1;
      check_refused (watched, &settings, settings_of[which]);
    }
  /* Sorted, and held for rows beyond; the sentences say so. */
  write_text ("unsorted.txt", "900 0.25\n400 0.25\n");
  settings = with_table ("/unsorted.txt");
  assert_gain (compensated (watched, &settings), plain, 1.25);
  notes = ondes_scalogram_analysis_get_compensation_notes (watched->analysis);
  g_assert_cmpuint (g_strv_length (notes), ==, 2);
  g_assert_nonnull (strstr (notes[0], "sorted"));
  g_assert_nonnull (strstr (notes[1], "held"));
}

/* What is read is kept while numbers change, and is read again when asked. */
static void
test_changes (Watched *watched,
              gconstpointer data)
{
  g_autofree char *path = path_of ("changing.txt");
  g_autoptr (OndesScalogram) plain = NULL;
  OndesCompensationSettings settings = with_table ("/changing.txt");

  open_noise (watched, N);
  plain = ondes_scalogram_ref (picture_of (watched));
  write_text ("changing.txt", "100 1\n");
  assert_gain (compensated (watched, &settings), plain, 2);
  write_text ("changing.txt", "100 3\n");
  settings.quantise = TRUE;
  settings.bits = 40;
  /* At once: no file is read. */
  set (watched, &settings);
  g_assert_nonnull (ondes_scalogram_analysis_get_applied (watched->analysis));
  g_assert_cmpuint (ondes_compensation_get_options (ondes_scalogram_analysis_get_applied (watched->analysis))->quantisation.bits, ==,
                    40);
  assert_gain (picture_of (watched), plain, 2);
  g_assert_cmpfloat (ondes_spec_cwt (picture_of (watched)->spec)->noise_db, <, -200);
  ondes_analysis_recompute (analysis_of (watched));
  assert_gain (picture_of (watched), plain, 4);
  /* Gone: the picture stays. */
  g_unlink (path);
  ondes_analysis_recompute (analysis_of (watched));
  settle (watched);
  g_assert_cmpint (ondes_analysis_get_problem_setting (analysis_of (watched)), ==, ONDES_SETTING_AMPLITUDE_ERROR);
  assert_gain (ondes_scalogram_analysis_get_scalogram (watched->analysis), plain, 4);
  write_text ("changing.txt", "100 4\n");
  ondes_scalogram_analysis_reload_compensation (watched->analysis);
  assert_gain (picture_of (watched), plain, 5);
  /* Switched off to compare, and on again: what was read is there. */
  g_unlink (path);
  settings.on = FALSE;
  assert_gain (compensated (watched, &settings), plain, 1);
  settings.on = TRUE;
  assert_gain (compensated (watched, &settings), plain, 5);
  g_assert_cmpuint (watched->errors, ==, 0);
}

/* A file that is not delivered yet holds nothing up, and never shows once something newer was asked for. */
static void
test_slow (Watched *watched,
           gconstpointer data)
{
  g_autofree char *path = path_of ("slow.txt");
  g_autoptr (OndesScalogram) plain = NULL;
  OndesCompensationSettings slow = with_table ("/slow.txt"), quick = with_amplitude ("constant:0.5");
  int end;

  open_noise (watched, N);
  plain = ondes_scalogram_ref (picture_of (watched));
  g_assert_cmpint (mkfifo (path, 0600), ==, 0);
  set (watched, &slow);
  g_assert_true (ondes_analysis_is_busy (analysis_of (watched), NULL));
  g_assert_true (ondes_scalogram_analysis_get_scalogram (watched->analysis) == plain);
  g_assert_null (ondes_scalogram_analysis_get_applied (watched->analysis));
  /* A number goes on waiting for the same file; something without one overtakes it. */
  slow.aperture = 1e-5;
  set (watched, &slow);
  g_assert_true (ondes_analysis_is_busy (analysis_of (watched), NULL));
  while ((end = open (path, O_WRONLY | O_NONBLOCK)) < 0) /* until it reads */
    g_usleep (1000);
  assert_gain (compensated (watched, &quick), plain, 1.5);
  g_assert_cmpint (write (end, "100 7\n", 6), ==, 6);
  close (end);
  for (guint i = 0; i < 20; i++)
    {
      g_autofree char *name = g_strdup_printf ("/table-%u.txt", i), *text = g_strdup_printf ("100 %u\n", i + 1);
      OndesCompensationSettings table = with_table (name);

      write_text (name + 1, text);
      set (watched, &table);
      if (i % 3 == 0)
        g_main_context_iteration (NULL, FALSE);
    }
  assert_gain (picture_of (watched), plain, 21);
  g_assert_cmpstr (ondes_scalogram_analysis_get_compensation (watched->analysis)->timing, ==, "");
  /* A cancel leaves the old picture, and the next change reads. */
  g_unlink (path);
  slow = with_table ("/table-3.txt");
  set (watched, &slow);
  ondes_analysis_cancel (analysis_of (watched));
  settle (watched);
  slow.aperture = 0;
  ondes_analysis_recompute (analysis_of (watched));
  assert_gain (picture_of (watched), plain, 5);
}

/* Settings that differ from those of @base in one field, number @which. */
static gboolean
vary (OndesCompensationSettings *settings,
      guint which)
{
  switch (which)
    {
    case 0: settings->on = !settings->on; return TRUE;
    case 1: g_strlcpy (settings->amplitude, "constant:0.2", sizeof settings->amplitude); return TRUE;
    case 2: g_strlcpy (settings->timing, "constant:1e-5", sizeof settings->timing); return TRUE;
    case 3: put_path (settings->calibration, "", "/sheet.csv"); return TRUE;
    case 4: settings->aperture = 2e-5; return TRUE;
    case 5: settings->quantise = TRUE; return TRUE;
    case 6: settings->bits = 11; return TRUE;
    case 7: settings->rounding = ONDES_ROUND_DOWN; return TRUE;
    case 8: settings->dither = TRUE; return TRUE;
    case 9: settings->oversample = 2; return TRUE;
    case 10: g_strlcpy (settings->interpolation, "cubic", sizeof settings->interpolation); return TRUE;
    default: return FALSE;
    }
}

static void
assert_settings (Watched *watched,
                 const OndesCompensationSettings *settings)
{
  g_assert_true (ondes_compensation_settings_equal (ondes_scalogram_analysis_get_compensation (watched->analysis), settings));
}

static void
test_undo (Watched *watched,
           gconstpointer data)
{
  OndesCompensationSettings before, after;

  write_text ("sheet.csv", "Hz;dB;delay (s)\n100;-1;1e-5\n");
  open_noise (watched, N);
  before = compensation_of (watched);
  for (guint i = 0; after = before, vary (&after, i); i++)
    {
      picture_of (watched);
      set (watched, &after);
      assert_settings (watched, &after);
      g_assert_cmpstr (ondes_session_undo (watched->session), ==, "scalogram");
      assert_settings (watched, &before);
      picture_of (watched);
      g_assert_cmpstr (ondes_session_redo (watched->session), ==, "scalogram");
      assert_settings (watched, &after);
      before = after;
    }
  picture_of (watched);
}

/* Restored elsewhere, whatever a dictionary says; remembered but for that it is on; and another recording switches it off. */
static void
test_restored (Watched *watched,
               gconstpointer data)
{
  static const char garbage[]
    = "{'scalogram': <{'compensated': <7>, 'amplitude-error': <3>, 'mask-bits': <'many'>, 'mask-rounding': <'sideways'>, "
      "'aperture': <inf>, 'dither': <'yes'>, 'oversample': <-1>}>}";
  g_autofree char *path = tone_file ("other.wav", 500, 300), *text = NULL;
  g_autoptr (GVariant) saved = NULL, parsed = NULL, wrong = g_variant_ref_sink (g_variant_new_parsed (garbage));
  g_autoptr (GSettings) store = ondes_settings_new ();
  OndesCompensationSettings settings = ondes_compensation_settings_default, loaded;
  Watched other;

  write_text ("sheet.csv", "Hz;dB;delay (s)\n100;-1;1e-5\n");
  for (guint i = 0; vary (&settings, i); i++)
    ;
  open_noise (watched, N);
  compensated (watched, &settings);
  saved = ondes_session_get_settings (watched->session);
  text = g_variant_print (saved, TRUE);
  parsed = g_variant_ref_sink (g_variant_parse (NULL, text, NULL, NULL, NULL));
  watched_setup (&other, NULL);
  open_noise (&other, N);
  ondes_session_set_settings (other.session, parsed);
  assert_settings (&other, &settings);
  g_assert_true (ondes_spec_equal (picture_of (&other)->spec, picture_of (watched)->spec));
  ondes_session_set_settings (other.session, wrong);
  assert_settings (&other, &settings);
  watched_teardown (&other, NULL);

  g_assert_nonnull (store);
  ondes_settings_store (store, analysis_of (watched));
  watched_setup (&other, NULL);
  ondes_settings_load (store, analysis_of (&other));
  loaded = settings;
  loaded.on = FALSE;
  assert_settings (&other, &loaded);
  watched_teardown (&other, NULL);

  open_and_settle (watched, path);
  assert_settings (watched, &loaded);
  g_assert_null (ondes_scalogram_analysis_get_applied (watched->analysis));
  g_assert_cmpuint (picture_of (watched)->times, ==, 1);
}

/* Figures and numbers of it are those of the copied command. */
static void
test_command (Watched *watched,
              gconstpointer data)
{
  static const struct
  {
    OndesExportFormat format;
    guint columns;
  } outputs[] = { { ONDES_EXPORT_NPY, 0 }, { ONDES_EXPORT_NPY, ONDES_EXPORT_COEFFICIENTS }, { ONDES_EXPORT_PNG, 0 } };
  OndesCompensationSettings settings = ondes_compensation_settings_default;
  g_autofree char *described = NULL;

  for (guint i = 0; vary (&settings, i); i++)
    ;
  g_strlcpy (settings.timing, "points:100,1e-5;300,2e-5", sizeof settings.timing);
  /* A name that a shell would take apart. */
  write_text ("it's --dither 'n $x.csv", "Hz;dB\n100;-1\n900;-2\n");
  put_path (settings.calibration, "", "/it's --dither 'n $x.csv");
  open_noise (watched, 2000);
  ondes_timeline_set_view (watched->timeline, 333, 900);
  compensated (watched, &settings);
  described = ondes_scalogram_analysis_describe_compensation (watched->analysis);
  g_assert_nonnull (strstr (described, "masks of 11 bits"));
  g_assert_nonnull (strstr (described, "oversampled 2 times (cubic)"));
  for (guint i = 0; i < G_N_ELEMENTS (outputs); i++)
    {
      g_autofree char *own = path_of ("own"), *theirs = path_of ("theirs"), *name = NULL, *run = NULL, *command = NULL;
      g_autofree char *a = NULL, *b = NULL;
      gsize n_a, n_b;
      int status;

      name = g_strdup_printf ("%s.%s", theirs, ondes_export_names[outputs[i].format]);
      ondes_analysis_export (analysis_of (watched), own, outputs[i].format, NULL, outputs[i].columns);
      settle (watched);
      g_assert_cmpuint (watched->errors, ==, 0);
      command = ondes_analysis_command (analysis_of (watched), name, outputs[i].format, NULL, outputs[i].columns);
      g_test_message ("%s", command);
      run = g_strdup_printf ("'%s'%s", g_getenv ("ONDES_CLI"), command + strlen ("ondes-cli"));
      g_assert_true (g_spawn_command_line_sync (run, NULL, NULL, &status, NULL));
      g_assert_cmpint (status, ==, 0);
      g_assert_true (g_file_get_contents (own, &a, &n_a, NULL) && g_file_get_contents (name, &b, &n_b, NULL));
      g_assert_cmpmem (a, n_a, b, n_b);
    }
}

/* The companion to compare with has the same rows without the compensation, leaves no steps behind, and follows. */
static void
test_uncompensated (Watched *watched,
                    gconstpointer data)
{
  g_autoptr (OndesScalogramAnalysis) plain = NULL;
  OndesCompensationSettings settings = with_amplitude ("constant:1");
  OndesScalogram *with, *without;

  open_noise (watched, N);
  set (watched, &settings);
  ondes_session_begin_history (watched->session);
  plain = ondes_scalogram_analysis_new_uncompensated (watched->analysis);
  ondes_scalogram_analysis_set_columns (plain, 300);
  ondes_analysis_set_active (ONDES_ANALYSIS (plain), TRUE);
  for (guint i = 0; i < 3; i++)
    {
      with = picture_of (watched);
      while (ondes_analysis_is_busy (ONDES_ANALYSIS (plain), NULL))
        g_main_context_iteration (NULL, TRUE);
      without = ondes_scalogram_analysis_get_scalogram (plain);
      g_assert_cmpuint (without->times, ==, 1);
      g_assert_cmpuint (with->rows, ==, without->rows);
      for (guint row = 0; row < with->rows; row++)
        g_assert_cmpfloat_with_epsilon (with->frequencies_hz[row], without->frequencies_hz[row], 1e-9 * with->frequencies_hz[row]);
      if (i < 2)
        assert_gain (with, without, 2);
      if (i == 0)
        {
          g_assert_false (ondes_session_can_undo (watched->session));
          set_omega0 (watched, 6);
          continue;
        }
      settings.oversample = 4;
      set (watched, &settings);
    }
  g_assert_cmpuint (with->times, ==, 4);
  g_assert_cmpfloat (without->frequencies_hz[0], >, RATE);
}

/* The mean of a span of an oversampled recording at another rate is that of the same time of the file. */
static void
test_span_mean (void)
{
  g_autofree gint16 *samples = g_new (gint16, 8000);
  g_autofree char *path = NULL;
  g_autoptr (OndesRecording) recording = NULL, slow = NULL, fine = NULL;
  g_autoptr (OndesConditioning) steps = ondes_conditioning_parse ((const char *const[]) { "resample:4000", NULL }, NULL);
  g_autoptr (OndesOversampling) twice = ondes_oversampling_new (2, "hold", NULL, NULL);
  g_autoptr (OndesSource) source = NULL;
  OndesTrend trend;
  double mean = 0;

  for (guint i = 0; i < 8000; i++)
    samples[i] = (gint16) (i + g_test_rand_int_range (-3, 3));
  path = write_wav ("ramp.wav", samples, 8000, 1, RATE);
  recording = ondes_recording_open (path, &(OndesReadOptions) { 0 }, NULL, NULL, NULL, NULL);
  slow = ondes_recording_condition (recording, steps, NULL);
  fine = ondes_recording_oversample (slow, twice);
  source = ondes_recording_detrended (fine, 1, &(OndesDetrending) { ONDES_DETREND_SPAN_MEAN, .first = 6000, .count = 1000 }, NULL);
  g_assert_true (ondes_computed_source_prepare (source, 0, source->n, NULL, NULL));
  g_assert_cmpint (ondes_source_get_detrend (source, &trend), ==, ONDES_DETREND_SPAN_MEAN);
  for (guint i = 6000; i < 7000; i++)
    mean += samples[i] / 32768.0 / 1000;
  g_assert_cmpfloat_with_epsilon (trend.level[0], mean, 1e-9);
}

int
main (int argc,
      char **argv)
{
  scalogram_init (&argc, &argv);
  ADD ("compensation/picture-is-its-definition", test_definition);
  ADD ("compensation/sensor-is-taken-out", test_sensor);
  ADD ("compensation/image-past-the-old-half-rate", test_image);
  ADD ("compensation/part-in-samples-of-the-recording", test_part);
  ADD ("compensation/refusals-at-their-control", test_refusals);
  ADD ("compensation/files-that-are-no-tables", test_files);
  ADD ("compensation/files-that-change", test_changes);
  ADD ("compensation/files-that-are-slow", test_slow);
  ADD ("compensation/undo-of-every-field", test_undo);
  ADD ("compensation/restored-remembered-switched-off", test_restored);
  ADD ("compensation/copied-command-writes-the-same-bytes", test_command);
  ADD ("compensation/companion-without", test_uncompensated);
  g_test_add_func ("/ondes/scalogram-analysis/compensation/mean-of-a-span-through-two-rates", test_span_mean);
  return scalogram_run ();
}
