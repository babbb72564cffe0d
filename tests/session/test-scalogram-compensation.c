/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Compensated pictures of a session against their definition: what a sensor did is taken out, oversampled ones keep the recording's
 * samples. */
#include <complex.h>
#include <math.h>
#include <string.h>

#include "compensation-fixture.h"
#include "engine/conditioned.h"
#include "picture/comparison-private.h"

#define N 300 /* as many as columns: a column is a sample */

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

#define M 2048

static double
gain_at (double hz)
{
  return 0.7 * pow (hz / 800, 0.05);
}

/* A chirp, and the same through a sensor with that gain which is 0.9 ms late, by sums over its spectrum. */
static void
make_chirp (gint16 *clean,
            gint16 *sensed)
{
  g_autofree double complex *spectrum = g_new0 (double complex, M), *turn = g_new (double complex, M);

  for (guint t = 0; t < M; t++)
    {
      const double at = (double) t / M, taper = sin (MIN (1, MIN (at, 1 - at) / 0.1) * G_PI / 2);

      clean[t] = (gint16) lrint (16000 * taper * taper * cos (2 * G_PI * M / RATE * (300 * at + 900 * at * at)));
      turn[t] = cexp (2 * G_PI * I * at);
    }
  for (guint bin = 1; bin < M; bin++)
    {
      const double hz = (double) MIN (bin, M - bin) * RATE / M;
      const double complex late = cexp (-2 * G_PI * I * hz * 9e-4);

      for (guint t = 0; t < M; t++)
        spectrum[bin] += clean[t] * conj (turn[bin * t % M]) / M;
      spectrum[bin] *= gain_at (hz) * (bin > M / 2 ? conj (late) : late);
    }
  for (guint t = 0; t < M; t++)
    {
      double complex sum = 0;

      for (guint bin = 0; bin < M; bin++)
        sum += spectrum[bin] * turn[bin * t % M];
      sensed[t] = (gint16) lrint (creal (sum));
    }
}

static void
write_sheet (void)
{
  g_autoptr (GString) sheet = g_string_new ("Hz;dB;delay (s)\n");

  for (double hz = 100; hz < 4000; hz *= 1.05)
    {
      char numbers[2][G_ASCII_DTOSTR_BUF_SIZE];

      g_string_append_printf (sheet, "%s;%s;0.0009\n", g_ascii_dtostr (numbers[0], sizeof numbers[0], hz),
                              g_ascii_dtostr (numbers[1], sizeof numbers[1], 20 * log10 (gain_at (hz))));
    }
  write_text ("sheet.csv", sheet->str);
}

/* The picture of @samples without a compensation. */
static OndesScalogram *
plain_picture (Watched *watched,
               const char *name,
               const gint16 *samples)
{
  g_autofree char *path = write_wav (name, samples, M, 1, RATE);

  open_and_settle (watched, path);
  choose_scales (watched, "4:24");
  return ondes_scalogram_ref (picture_of (watched));
}

/* What a sensor makes of a chirp comes back by its sheet, within 1 % of the picture of the chirp. */
static void
test_sensor (Watched *watched,
             gconstpointer data)
{
  g_autofree gint16 *clean = g_new (gint16, M), *sensed = g_new (gint16, M);
  g_autoptr (OndesScalogram) given = NULL, said = NULL;
  OndesCompensationSettings settings = with_amplitude ("");
  OndesScalogram *restored;
  double off = 0, raw = 0;

  make_chirp (clean, sensed);
  write_sheet ();
  given = plain_picture (watched, "clean.wav", clean);
  said = plain_picture (watched, "sensed.wav", sensed);
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
  while (isnan (pointer->magnitude))
    g_main_context_iteration (NULL, TRUE);
  g_assert_true (pointer->valid && pointer->inside_cone);
  g_assert_cmpfloat (fabs (pointer->row_frequency_hz / image - 1), <, 0.03);
  want = 0.5 * ratio * ratio * exp (-pow (20 * (image / pointer->row_frequency_hz - 1), 2) / 2);
  g_assert_cmpfloat_with_epsilon (pointer->scale, 20 * RATE / (2 * G_PI * pointer->row_frequency_hz), 1e-9);
  g_assert_cmpfloat_with_epsilon (pointer->sample, 2000.5, 1e-9);
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

    job.oversampling = 2;
    job.view = (OndesView) { .count = 80000, .columns = 100 };
    exact = ondes_scalogram_compute (computer, &job, NULL, NULL, NULL);
    job.kept = scalogram;
    preview = ondes_scalogram_preview (computer, &job, NULL, NULL, NULL);
    g_assert_cmpuint (preview->n, ==, 40000);
    g_assert_cmpuint (preview->view.count, ==, 40000);
    /* What the finer picture has is seen whole, with a little of its neighbours; the rest is near. */
    for (guint j = 0; j < 100; j++)
      {
        const gboolean is_kept = j * 400 >= scalogram->view.first
                                 && (j + 1) * 400 <= scalogram->view.first + scalogram->view.count;

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
  plain = ondes_scalogram_analysis_new_second (watched->analysis, watched->session, ONDES_ANALYSIS (watched->analysis));
  ondes_scalogram_analysis_hold (plain, NULL, TRUE);
  ondes_scalogram_analysis_set_columns (plain, 300);
  ondes_analysis_set_active (ONDES_ANALYSIS (plain), TRUE);
  for (guint i = 0; i < 3; i++)
    {
      with = picture_of (watched);
      while (ondes_analysis_is_busy (ONDES_ANALYSIS (plain), NULL))
        g_main_context_iteration (NULL, TRUE);
      without = ondes_scalogram_analysis_get_scalogram (plain);
      g_assert_cmpuint (without->oversampling, ==, 1);
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
  g_assert_cmpuint (with->oversampling, ==, 4);
  g_assert_cmpfloat (without->frequencies_hz[0], >, RATE);
}

/* Columns of an oversampled picture have all recorded samples of those that it is compared with: nowhere are they lower, but near
 * the ends, which interpolation rounds off. */
static void
test_aligned (Watched *watched,
              gconstpointer data)
{
  OndesCompensationSettings settings = with_amplitude ("constant:1");
  g_autoptr (OndesScalogramAnalysis) plain = NULL;
  OndesScalogram *with, *without;

  settings.oversample = 4;
  open_noise (watched, 750);
  set (watched, &settings);
  plain = ondes_scalogram_analysis_new_second (watched->analysis, watched->session, ONDES_ANALYSIS (watched->analysis));
  ondes_scalogram_analysis_hold (plain, NULL, TRUE);
  ondes_scalogram_analysis_set_columns (plain, 300);
  ondes_analysis_set_active (ONDES_ANALYSIS (plain), TRUE);
  with = picture_of (watched);
  while (ondes_analysis_is_busy (ONDES_ANALYSIS (plain), NULL))
    g_main_context_iteration (NULL, TRUE);
  without = ondes_scalogram_analysis_get_scalogram (plain);
  g_assert_cmpuint (with->columns, ==, 375);
  g_assert_cmpuint (without->columns, ==, 375);
  for (guint row = 0; row < with->rows; row++)
    {
      const double scale = ondes_cwt_scale (ondes_spec_cwt (without->spec), row);
      const float *a = with->values + (gsize) row * with->columns, *b = without->values + (gsize) row * with->columns;
      const guint margin = (guint) MIN (32 + scale, 188); /* columns */
      double largest = 0;

      for (guint j = 0; j < with->columns; j++)
        largest = MAX (largest, b[j]);
      for (guint j = margin; j + margin < with->columns && scale > 8; j++)
        g_assert_cmpfloat (a[j] / 2, >=, b[j] - 5e-3 * largest);
    }
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
  recording = ondes_recording_open (path, &(OndesReadOptions) { 0 }, NULL, NULL);
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
  ADD ("compensation/companion-without", test_uncompensated);
  ADD ("compensation/columns-of-both-begin-at-the-same-samples", test_aligned);
  g_test_add_func ("/ondes/scalogram-analysis/compensation/mean-of-a-span-through-two-rates", test_span_mean);
  return scalogram_run ();
}
