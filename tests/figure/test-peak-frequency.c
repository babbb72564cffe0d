/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The frequency of a peak against the frequency of the tone. */
#include <complex.h>
#include <math.h>

#include "analysis/readings.h"
#include "analysis/slice.h"

#define N    6000
#define RATE 800.0
#define NEAR 1e-8 /* relative; the tails that a kernel cuts off are 1e-14 of its sum, and a row is 1e-2 wide */

/* Rows of 12 to 60 in an octave, the tone far from both ends of them. */
typedef struct
{
  OndesCwtOptions options;
  double          hz, phase;
  GArray         *scales; /* of OndesScale */
  OndesSpec      *spec;
  OndesSource    *source;
} Tone;

static void
tone_clear (Tone *self)
{
  g_clear_pointer (&self->options.compensation, ondes_compensation_unref);
  g_array_unref (self->scales);
  ondes_spec_unref (self->spec);
  ondes_source_unref (self->source);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Tone, tone_clear)

static void
shuffle (GArray *scales)
{
  for (guint i = scales->len - 1; i > 0; i--)
    {
      const guint j = (guint) g_test_rand_int_range (0, (int) i + 1);
      const OndesScale kept = g_array_index (scales, OndesScale, i);

      g_array_index (scales, OndesScale, i) = g_array_index (scales, OndesScale, j);
      g_array_index (scales, OndesScale, j) = kept;
    }
}

/* Makes a tone and a transform, whose frequency lies between its rows. */
static Tone
make_tone (OndesCwtOptions options)
{
  Tone self = { .options = options, .hz = g_test_rand_double_range (20, 150), .phase = g_test_rand_double_range (0, 6) };
  const double voices = g_test_rand_double_range (12, 60), omega = 2 * G_PI * self.hz / RATE;
  const double least = options.omega0 / omega * pow (2, -g_test_rand_double_range (0.6, 0.9));
  g_autofree double complex *x = g_new (double complex, N);
  g_autofree double *re = g_new (double, N);
  g_autoptr (GError) error = NULL;

  for (guint t = 0; t < N; t++)
    {
      x[t] = 3 * cexp (I * (omega * t + self.phase));
      re[t] = creal (x[t]);
    }
  self.scales = g_array_new (FALSE, FALSE, sizeof (OndesScale));
  for (guint i = 0; i < 1.6 * voices; i++)
    {
      const OndesScale scale = { least * pow (2, i / voices), 1 };

      g_array_append_val (self.scales, scale);
      if (i % 7 == 0)
        g_array_append_val (self.scales, scale); /* the same row twice */
    }
  shuffle (self.scales);
  self.options.precision = ONDES_PRECISION_DOUBLE;
  self.options.rate_hz = RATE;
  self.spec = ondes_cwt_new_scales (&self.options, (OndesScale *) self.scales->data, self.scales->len, &error);
  g_assert_no_error (error);
  self.source = g_test_rand_bit () && options.wavelet == ONDES_WAVELET_COMPLEX_MORLET
                  ? ondes_array_source_new (ONDES_C128, x, N, RATE) : ondes_array_source_new (ONDES_F64, re, N, RATE);
  return self;
}

static OndesReadings
measure (const Tone *tone,
         double      low_hz,
         double      high_hz)
{
  g_autoptr (OndesComputer) computer = ondes_computer_new ("cpu", 0, 1);
  g_autoptr (GError) error = NULL;
  OndesReadings readings;

  ondes_readings_measure (computer, &(OndesReadingsJob) { .spec = tone->spec, .source = tone->source, .first = 2800, .count = 200,
                                                          .low_hz = low_hz, .high_hz = high_hz }, NULL, &readings, &error);
  g_assert_no_error (error);
  return readings;
}

static OndesPeakFrequency
peak_of_slice (const Tone *tone,
               guint64     count)
{
  g_autoptr (OndesComputer) computer = ondes_computer_new ("cpu", 0, 1);
  g_autoptr (GError) error = NULL;
  g_autoptr (OndesSlice) slice
    = ondes_slice_compute (computer, &(OndesSliceJob) { .spec = tone->spec, .source = tone->source,
                                                        .place = { ONDES_SLICE_SPECTRUM, 2900, count, 0, 0 } },
                           NULL, NULL, &error);
  guint largest = 0;

  g_assert_no_error (error);
  for (guint i = 0; i < slice->n; i++)
    if (slice->values[i] > slice->values[largest])
      largest = i;
  return ondes_peak_frequency (tone->spec, RATE, slice->values, largest);
}

static void
assert_hz (double got,
           double expected)
{
  if (!(fabs (got - expected) <= NEAR * expected))
    g_error ("%.12g is not %.12g", got, expected);
}

/* In every wavelet, normalisation and quantity, with unordered rows, of the readings and of slices. */
static void
test_tones (void)
{
  for (guint trial = 0; trial < 24; trial++)
    {
      OndesCwtOptions options = ondes_cwt_options_default;

      options.wavelet = trial % 3;
      options.normalisation = trial / 3 % 2;
      options.quantity = trial / 6 % 2 ? ONDES_QUANTITY_POWER : ONDES_QUANTITY_MAGNITUDE;
      options.omega0 = g_test_rand_double_range (5, 8);
      {
        g_auto (Tone) tone = make_tone (options);
        const OndesReadings m = measure (&tone, NAN, NAN);
        const OndesPeakFrequency at = peak_of_slice (&tone, 1), mean = peak_of_slice (&tone, 60);

        g_assert_cmpint (m.peak_how, ==, ONDES_PEAK_BETWEEN_ROWS);
        assert_hz (m.peak_hz, tone.hz);
        assert_hz (at.hz, tone.hz);
        assert_hz (mean.hz, tone.hz);
      }
    }
}

/* A sensor whose gain falls with the frequency: the correction of the rows moves the largest row, and not the frequency. */
static void
test_compensated (void)
{
  for (guint trial = 0; trial < 8; trial++)
    {
      OndesCwtOptions options = ondes_cwt_options_default;

      options.compensation
        = ondes_compensation_new (&(OndesCompensationOptions) { .amplitude = "power:0.001,2,0", .timing = "constant:0.0007" },
                                  NULL);
      options.normalisation = trial % 2;
      {
        g_auto (Tone) tone = make_tone (options);

        assert_hz (measure (&tone, NAN, NAN).peak_hz, tone.hz);
        assert_hz (peak_of_slice (&tone, 1).hz, tone.hz);
      }
    }
}

/* A band that holds the tone finds it, however few of the rows lie in it; one beside it has its own row's frequency. */
static void
test_bands (void)
{
  for (guint trial = 0; trial < 20; trial++)
    {
      g_auto (Tone) tone = make_tone (ondes_cwt_options_default);
      const double above = g_test_rand_double_range (1.2, 1.3);
      OndesReadings m = measure (&tone, tone.hz * g_test_rand_double_range (0.99, 1), tone.hz * g_test_rand_double_range (1, 1.01));
      double least = INFINITY;

      g_assert_cmpint (m.peak_how, ==, ONDES_PEAK_BETWEEN_ROWS);
      assert_hz (m.peak_hz, tone.hz);
      m = measure (&tone, above * tone.hz, 1.4 * tone.hz);
      for (guint i = 0; i < tone.scales->len; i++)
        {
          const double hz = 5 * RATE / (2 * G_PI * g_array_index (tone.scales, OndesScale, i).numerator);

          least = hz >= above * tone.hz ? MIN (least, hz) : least;
        }
      g_assert_cmpint (m.peak_how, ==, ONDES_PEAK_BEYOND_BAND);
      assert_hz (m.peak_hz, least);
    }
}

/* Where there is no parabola, the frequency is the row's own, and why is said. */
static void
test_rows (void)
{
  static const struct
  {
    double       values[5];
    guint        row;
    OndesPeakHow how;
  } cases[] = {
    { { 5, 4, 3, 2, 1 }, 0, ONDES_PEAK_AT_LAST_ROW },   { { 1, 2, 3, 4, 5 }, 4, ONDES_PEAK_AT_LAST_ROW },
    { { 0, 0, 7, 0, 0 }, 2, ONDES_PEAK_NOTHING },       { { 1, 2, 7, 0, 0 }, 2, ONDES_PEAK_NOTHING },
    { { 0, 0, 0, 0, 0 }, 2, ONDES_PEAK_NOTHING },       { { 1, 1e-20, 7, 1e-14, 1 }, 2, ONDES_PEAK_NOTHING },
    { { 1, 2, 2, 2, 1 }, 2, ONDES_PEAK_PLATEAU },       { { 1, NAN, 7, 2, 1 }, 2, ONDES_PEAK_NOTHING },
    { { 1, 2, 2, 1.5, 1 }, 1, ONDES_PEAK_BETWEEN_ROWS },
  };
  const OndesScale scales[] = { { 4, 1 }, { 5, 1 }, { 6, 1 }, { 8, 1 }, { 9, 1 } };
  g_autoptr (OndesSpec) spec = ondes_cwt_new_scales (&ondes_cwt_options_default, scales, 5, NULL);
  g_autoptr (OndesSpec) lone = ondes_cwt_new_scales (&ondes_cwt_options_default, scales, 1, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const OndesPeakFrequency peak = ondes_peak_frequency (spec, RATE, cases[i].values, cases[i].row);

      g_assert_cmpint (peak.how, ==, cases[i].how);
      g_assert_true ((ondes_peak_how_describe (peak.how) == NULL) == (peak.how == ONDES_PEAK_BETWEEN_ROWS));
      if (peak.how != ONDES_PEAK_BETWEEN_ROWS)
        assert_hz (peak.hz, 5 * RATE / (2 * G_PI * scales[cases[i].row].numerator));
    }
  g_assert_cmpint (ondes_peak_frequency (lone, RATE, cases[0].values, 0).how, ==, ONDES_PEAK_AT_LAST_ROW);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ondes/peak-frequency/is-that-of-a-tone", test_tones);
  g_test_add_func ("/ondes/peak-frequency/a-compensation-does-not-move-it", test_compensated);
  g_test_add_func ("/ondes/peak-frequency/a-band-finds-its-tone", test_bands);
  g_test_add_func ("/ondes/peak-frequency/otherwise-it-is-the-row-s", test_rows);
  return g_test_run ();
}
