/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <complex.h>
#include <math.h>
#include <string.h>

#include "analysis/error-meter.h"

static const OndesRecordingInfo info = { .name = "a signal", .time_unit = "s", .unit = "V" };

static OndesSpec *
spec_of (const char   *scales,
         OndesQuantity quantity)
{
  OndesCwtOptions options = ondes_cwt_options_default;
  g_autoptr (GError) error = NULL;
  g_autoptr (OndesScaleList) list = ondes_scale_list_parse (scales, 0, &error);
  OndesSpec *spec;

  g_assert_no_error (error);
  options.quantity = quantity;
  spec = ondes_cwt_new (&options, list, &error);
  g_assert_no_error (error);
  return spec;
}

static OndesScalogram *
compute (const char    *scales,
         const double  *samples,
         guint64        n,
         double         rate_hz,
         OndesView      view,
         OndesQuantity  quantity)
{
  g_autoptr (OndesSource) source = ondes_array_source_new (ONDES_F64, samples, n, rate_hz);
  g_autoptr (OndesSpec) spec = spec_of (scales, quantity);
  g_autoptr (OndesComputer) computer = ondes_computer_new ("cpu", 0, 0);
  g_autoptr (GError) error = NULL;
  const OndesScalogramJob job = { .spec = spec, .source = source, .view = view, .info = &info };
  OndesScalogram *self = ondes_scalogram_compute (computer, &job, NULL, NULL, &error);

  g_assert_no_error (error);
  return self;
}

static double *
noise (guint64 n)
{
  double *samples = g_new (double, n);

  for (guint64 t = 0; t < n; t++)
    samples[t] = g_test_rand_double_range (-1, 1);
  return samples;
}

/* |W| of the complex Morlet, l1, zero boundary: the sum of the definition. */
static double
magnitude (const double *samples,
           guint64       n,
           double        scale,
           gint64        t)
{
  gint64 h = floor (8 * scale);
  double complex sum = 0;

  for (gint64 k = -h; k <= h; k++)
    if (t + k >= 0 && t + k < (gint64) n)
      sum += samples[t + k] * sqrt (2 / G_PI) / scale * exp (-(k / scale) * (k / scale) / 2) * cexp (-5 * I * k / scale);
  return cabs (sum);
}

/* An offset meets the zeros beyond the ends as a step, brighter than all that lies inside the cone of influence. */
static void
test_cone (void)
{
  static const double scales[] = { 3, 8, 20 };
  const guint64 n = 1500;
  g_autofree double *samples = noise (n);
  OndesView whole = { 0, n, 500, FALSE }, edge = { 0, 4, 4, FALSE };
  g_autoptr (OndesScalogram) self = NULL, outside = NULL;
  double inside = 0, outer = 0;

  for (guint64 t = 0; t < n; t++)
    samples[t] = 0.01 * samples[t] + 20;
  self = compute ("3,8,20", samples, n, 1000, whole, ONDES_QUANTITY_MAGNITUDE);
  outside = compute ("3,8,20", samples, n, 1000, edge, ONDES_QUANTITY_MAGNITUDE);
  for (guint row = 0; row < 3; row++)
    for (guint j = 0; j < 500; j++)
      {
        double first = 3.0 * j, last = 3.0 * j + 2, cone = G_SQRT2 * scales[row], most = 0;

        for (guint64 t = 3 * j; t < 3 * j + 3; t++)
          most = MAX (most, magnitude (samples, n, scales[row], t));
        if (first >= cone && last <= n - 1 - cone)
          inside = MAX (inside, most);
        else
          outer = MAX (outer, most);
      }
  g_assert_cmpfloat (outer, >, 1.5 * inside);
  g_assert_cmpfloat_with_epsilon (self->largest, inside, 2e-3 * outer);
  /* A picture of nothing else has a largest all the same. */
  g_assert_cmpfloat (outside->column_largest[3], ==, 0);
  g_assert_cmpfloat (outside->largest, >, 0);
}

static void
test_values (void)
{
  static const double scales[] = { 2, 5, 11.5, 30 };
  const guint64 n = 1500;
  g_autofree double *samples = noise (n);
  OndesView view = { 300, 700, 90, FALSE };
  g_autoptr (OndesScalogram) self = compute ("2,5,23/2,30", samples, n, 1000, view, ONDES_QUANTITY_MAGNITUDE);
  g_autoptr (OndesScalogram) power = compute ("2,5,23/2,30", samples, n, 1000, view, ONDES_QUANTITY_POWER);
  double largest = 0;

  g_assert_cmpuint (self->rows, ==, 4);
  g_assert_cmpuint (self->columns, ==, 90);
  g_assert_cmpuint (self->n, ==, n);
  g_assert_cmpstr (self->name, ==, "a signal");
  g_assert_cmpstr (self->unit, ==, "V");
  g_assert_cmpfloat (self->rate_hz, ==, 1000);
  for (guint row = 0; row < 4; row++)
    {
      double expected[90] = { 0 }, top = 0;

      for (guint j = 0; j < 90; j++)
        {
          for (guint64 t = 300 + j * 700 / 90; t < 300 + (j + 1) * 700 / 90; t++)
            expected[j] = MAX (expected[j], magnitude (samples, n, scales[row], t));
          top = MAX (top, expected[j]);
        }
      for (guint j = 0; j < 90; j++)
        {
          g_assert_cmpfloat_with_epsilon (self->values[row * 90 + j], expected[j], 1e-3 * top);
          g_assert_cmpfloat_with_epsilon (power->values[row * 90 + j], expected[j] * expected[j], 2e-3 * top * top);
        }
      largest = MAX (largest, top);
      g_assert_cmpfloat_with_epsilon (self->frequencies_hz[row], 5 * 1000 / (2 * G_PI * scales[row]), 1e-9);
    }
  g_assert_cmpfloat_with_epsilon (self->largest, largest, 1e-3 * largest);
  for (guint j = 0; j < 90; j++)
    {
      float most = 0;

      for (guint row = 0; row < 4; row++)
        most = MAX (most, self->values[row * 90 + j]);
      g_assert_cmpfloat (self->column_largest[j], ==, most);
    }
}

/* Whatever the order asked for: edges meet half way, in the logarithm, and the outermost are as wide outside as inside. */
static void
test_edges (void)
{
  g_autofree double *samples = noise (64);
  OndesView view = { 0, 64, 8, FALSE };
  g_autoptr (OndesScalogram) self = compute ("8,2,4,4,32", samples, 64, 100, view, ONDES_QUANTITY_MAGNITUDE);
  static const guint rising[] = { 4, 0, 2, 1 }; /* rows by frequency, one of the equal ones */

  for (guint i = 0; i < 4; i++)
    {
      double f = self->frequencies_hz[rising[i]], lo = self->edges_hz[2 * rising[i]], hi = self->edges_hz[2 * rising[i] + 1];

      g_assert_cmpfloat (lo, <, f);
      g_assert_cmpfloat (f, <, hi);
      if (i < 3)
        {
          double next = self->frequencies_hz[rising[i + 1]];

          g_assert_cmpfloat_with_epsilon (hi, sqrt (f * next), 1e-12 * f);
          g_assert_cmpfloat (hi, ==, self->edges_hz[2 * rising[i + 1]]);
        }
      if (i == 0 || i == 3)
        g_assert_cmpfloat_with_epsilon (log (hi / f), log (f / lo), 1e-12);
    }
  g_assert_cmpfloat (self->edges_hz[2 * 2], ==, self->edges_hz[2 * 3]);
  g_assert_cmpfloat (self->edges_hz[2 * 2 + 1], ==, self->edges_hz[2 * 3 + 1]);
}

static void
test_rows (void)
{
  g_autofree double *samples = noise (64);
  OndesView view = { 0, 64, 8, FALSE };
  g_autoptr (OndesScalogram) self = compute ("40,3,5,9,17,64,10", samples, 64, 100, view, ONDES_QUANTITY_MAGNITUDE);
  double lo = INFINITY, hi = 0;

  for (guint row = 0; row < self->rows; row++)
    {
      g_assert_cmpint (ondes_scalogram_row (self, self->frequencies_hz[row]), ==, row);
      g_assert_cmpint (ondes_scalogram_row (self, self->edges_hz[2 * row] * 1.0001), ==, row);
      g_assert_cmpint (ondes_scalogram_row (self, self->edges_hz[2 * row + 1] / 1.0001), ==, row);
      lo = MIN (lo, self->edges_hz[2 * row]);
      hi = MAX (hi, self->edges_hz[2 * row + 1]);
    }
  g_assert_cmpint (ondes_scalogram_row (self, lo / 1.0001), ==, -1);
  g_assert_cmpint (ondes_scalogram_row (self, hi * 1.0001), ==, -1);
  g_assert_cmpint (ondes_scalogram_row (self, NAN), ==, -1);
  g_assert_cmpint (ondes_scalogram_row (self, -1), ==, -1);
}

static void
test_one_row (void)
{
  g_autofree double *samples = noise (64);
  OndesView view = { 0, 64, 8, FALSE };
  g_autoptr (OndesScalogram) self = compute ("7", samples, 64, 100, view, ONDES_QUANTITY_MAGNITUDE);

  g_assert_cmpfloat (self->edges_hz[0], <, self->frequencies_hz[0]);
  g_assert_cmpfloat (self->edges_hz[1], >, self->frequencies_hz[0]);
  g_assert_cmpint (ondes_scalogram_row (self, self->frequencies_hz[0]), ==, 0);
}

static void
test_columns (void)
{
  for (guint round = 0; round < 50; round++)
    {
      guint64 n = g_test_rand_int_range (20, 400), first = g_test_rand_int_range (0, 10),
              count = n - first - g_test_rand_int_range (0, 5);
      g_autofree double *samples = noise (n);
      OndesView view = { first, count, g_test_rand_int_range (1, 500), FALSE };
      g_autoptr (OndesScalogram) self = compute ("2", samples, n, 1, view, ONDES_QUANTITY_MAGNITUDE);
      guint64 columns = MIN (view.columns, count);

      g_assert_cmpuint (self->columns, ==, columns);
      g_assert_cmpuint (self->view.columns, ==, columns);
      for (guint64 j = 0; j < columns; j++)
        for (guint64 t = first + j * count / columns; t < first + (j + 1) * count / columns; t++)
          {
            g_assert_cmpint (ondes_scalogram_column (self, t), ==, j);
            g_assert_cmpint (ondes_scalogram_column (self, t + 0.99), ==, j);
          }
      g_assert_cmpint (ondes_scalogram_column (self, first + count), ==, -1);
      g_assert_cmpint (ondes_scalogram_column (self, first - 0.01), ==, -1);
      g_assert_cmpint (ondes_scalogram_column (self, NAN), ==, -1);
    }
}

static OndesScalogram *
preview (OndesSource        *source,
         const char         *scales,
         OndesScalogramSkip  skip)
{
  g_autoptr (OndesComputer) computer = ondes_computer_new ("cpu", 0, 0);
  g_autoptr (OndesSpec) spec = spec_of (scales, ONDES_QUANTITY_MAGNITUDE);
  g_autoptr (GError) error = NULL;
  const OndesScalogramJob job = { .spec = spec, .source = source, .view = { 0, source->n, 100, FALSE }, .info = &info,
                                  .skip = skip };
  OndesScalogram *self = ondes_scalogram_preview (computer, &job, NULL, NULL, &error);

  g_assert_no_error (error);
  g_assert_true (self->view.preview);
  g_assert_cmpuint (self->exact, ==, 0);
  g_assert_cmpuint (self->columns, ==, 100);
  return self;
}

/* Of what is steady, rows that are computed are exact, and those between lie between them. */
static void
test_preview (void)
{
  static const OndesScalogramSkip skips[] = { { 1, 1 }, { 2, 1 }, { 3, 2 }, { 7, 4 }, { 100, 40 }, { 1000, 1000 } };
  const guint64 n = 300000;
  g_autofree double *samples = g_new (double, n);
  g_autoptr (OndesSource) source = NULL;
  /* They beat within every column: over several, what lies between computed columns may be more than is there. */
  double a = g_test_rand_double_range (0.1, 0.25), b = a + (a < 0.175 ? 1 : -1) * g_test_rand_double_range (0.005, 0.07);
  g_autoptr (OndesScalogram) exact = NULL;

  for (guint64 t = 0; t < n; t++)
    samples[t] = cos (a * (double) t) + 0.5 * sin (b * (double) t);
  source = ondes_array_source_new (ONDES_F64, samples, n, 1);
  exact = preview (source, "20:60", skips[0]);
  for (guint k = 0; k < G_N_ELEMENTS (skips); k++)
    {
      g_autoptr (OndesScalogram) self = preview (source, "20:60", skips[k]);
      g_autoptr (OndesScalogram) spanned = compute ("20:60", samples, n, 1, (OndesView) { 0, n, 100, FALSE },
                                                            ONDES_QUANTITY_MAGNITUDE);
      const guint step = skips[k].rows;

      for (guint i = 0; i < 41; i++)
        {
          const guint low = MIN (i / step * step, 40), high = MIN (low + step, 40);
          const float *p = spanned->values + 100 * low, *q = spanned->values + 100 * high;

          g_assert_cmpfloat (self->edges_hz[2 * i], ==, spanned->edges_hz[2 * i]);
          /* Two tones beat, so that not every window has the largest. */
          for (guint j = 1; j < 99; j++)
            g_assert_cmpfloat (self->values[100 * i + j], <=, MAX (p[j], q[j]) + 2e-3);
          if (i == low && skips[k].columns == 1)
            for (guint j = 0; j < 100; j++)
              g_assert_cmpfloat_with_epsilon (self->values[100 * i + j], exact->values[100 * i + j], 2e-3);
        }
    }
}

static int
compare_values (gconstpointer a,
                gconstpointer b)
{
  const float *x = a, *y = b;

  return (*x > *y) - (*x < *y);
}

/* Decibels of what so many of the values lie below. */
static double
percentile_db (const OndesScalogram *picture,
               double                fraction)
{
  const gsize n = (gsize) picture->rows * picture->columns;
  g_autofree float *sorted = g_memdup2 (picture->values, n * sizeof (float));

  qsort (sorted, n, sizeof *sorted, compare_values);
  return 20 * log10 (sorted[(gsize) (fraction * (double) n)]);
}

/* A preview is as bright as the picture that follows: of noise, of a chirp in noise, and of clicks in noise, which themselves it
 * may miss. */
static void
test_preview_levels (void)
{
  static const double fractions[] = { 0.25, 0.5, 0.75, 0.9, 0.98 };
  static const OndesScalogramSkip skips[] = { { 1, 1 }, { 2, 1 } };
  const char *scales = "1.5,2,3,4,6,8,12,16,24,32,48,64,96,128,192,256,384,512";
  const guint64 n = 400000;

  for (guint kind = 0; kind < 3; kind++)
    {
      g_autofree double *samples = noise (n);
      g_autoptr (OndesSource) source = NULL;
      g_autoptr (OndesScalogram) exact = NULL;

      for (guint64 t = 0; t < n; t++)
        if (kind == 1)
          samples[t] = 0.01 * samples[t] + sin (300 * exp (4.5 * (double) t / (double) n) / 4.5);
        else if (kind == 2)
          samples[t] = 0.01 * samples[t] + (t % 100003 == 77);
      source = ondes_array_source_new (ONDES_F64, samples, n, 1);
      exact = compute (scales, samples, n, 1, (OndesView) { 0, n, 100, FALSE }, ONDES_QUANTITY_MAGNITUDE);
      for (guint k = 0; k < G_N_ELEMENTS (skips); k++)
        {
          g_autoptr (OndesScalogram) self = preview (source, scales, skips[k]);

          for (guint i = 0; i < G_N_ELEMENTS (fractions) - (kind == 2); i++)
            {
              double wrong = percentile_db (self, fractions[i]) - percentile_db (exact, fractions[i]);

              g_test_message ("signal %u, ÷ %u: %g %% off by %.2f dB", kind, skips[k].columns, 100 * fractions[i], wrong);
              g_assert_cmpfloat (fabs (wrong), <, 4);
            }
        }
    }
}

/* Rows in no order have none that lies between others. */
static void
test_preview_rows (void)
{
  const guint64 n = 100000;
  g_autofree double *samples = noise (n);
  g_autoptr (OndesSource) source = ondes_array_source_new (ONDES_F64, samples, n, 1);
  g_autoptr (OndesScalogram) all = preview (source, "40,5,5,90,2", (OndesScalogramSkip) { 1, 1 });
  g_autoptr (OndesScalogram) skipped = preview (source, "40,5,5,90,2", (OndesScalogramSkip) { 1, 3 });

  for (guint i = 0; i < 500; i++)
    g_assert_cmpfloat_with_epsilon (skipped->values[i], all->values[i], 1e-5 * all->largest);
}

static void
test_refuses (void)
{
  static const double samples[16] = { 1 };
  g_autoptr (OndesSource) source = ondes_array_source_new (ONDES_F64, samples, 16, 1);
  g_autoptr (OndesComputer) computer = ondes_computer_new ("cpu", 0, 0);
  g_autoptr (OndesSpec) spec = spec_of ("2", ONDES_QUANTITY_MAGNITUDE);
  OndesScalogramJob job = { .spec = spec, .source = source, .view = { 0, 16, 0, FALSE }, .info = &info };
  g_autoptr (GError) error = NULL;

  g_assert_null (ondes_scalogram_compute (computer, &job, NULL, NULL, &error));
  g_assert_error (error, ONDES_ERROR, ONDES_ERROR_REQUEST);
  g_clear_error (&error);
  job.view = (OndesView) { 10, 7, 4, FALSE };
  g_assert_null (ondes_scalogram_compute (computer, &job, NULL, NULL, &error));
  g_assert_error (error, ONDES_ERROR, ONDES_ERROR_FILE);
}

/* Measures @n points of a picture of its own source. */
static OndesMeasuredErrors
measure (OndesScalogram *picture,
         OndesSource    *source,
         OndesComputer  *computer,
         guint           n)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (OndesErrorMeter) meter = ondes_error_meter_new (
      &(OndesErrorMeterJob) { .picture = picture, .source = source, .seed = (guint32) g_test_rand_int () }, &error);
  OndesMeasuredErrors errors;

  g_assert_no_error (error);
  for (guint i = 0; i < n; i++)
    {
      g_assert_true (ondes_error_meter_add (meter, computer, NULL, &error));
      g_assert_no_error (error);
    }
  ondes_error_meter_get (meter, &errors);
  return errors;
}

/* The errors are those that the precisions promise, and one that is planted is found where it is. */
static void
test_error_meter (void)
{
  const guint64 n = 4000;
  g_autofree double *samples = noise (n);
  const OndesView view = { 500, 2400, 300, FALSE };
  g_autoptr (OndesSource) source = ondes_array_source_new (ONDES_F64, samples, n, 1000);
  g_autoptr (OndesComputer) computer = ondes_computer_new ("cpu", 0, 1);
  g_autoptr (OndesScalogram) picture = compute ("2,10,40,300", samples, n, 1000, view, ONDES_QUANTITY_MAGNITUDE);
  OndesMeasuredErrors errors = measure (picture, source, computer, 80);
  const OndesErrorFigure *of = errors.precisions;

  g_assert_cmpuint (errors.points, ==, 80);
  g_assert_cmpuint (errors.left_out, ==, 0);
  g_assert_cmpfloat (errors.picture.worst, <, 1e-3);
  g_assert_cmpfloat (errors.picture.rms, <=, errors.picture.worst);
  g_assert_cmpfloat (of[ONDES_PRECISION_DOUBLE].worst, <, 1e-12);
  g_assert_cmpfloat (of[ONDES_PRECISION_SINGLE].worst, <, 3e-6);
  g_assert_cmpfloat (of[ONDES_PRECISION_SINGLE].worst, >, 100 * of[ONDES_PRECISION_DOUBLE].worst);
  g_assert_cmpfloat (of[ONDES_PRECISION_SINGLE2].worst, <=, of[ONDES_PRECISION_SINGLE].worst);
  for (guint j = 0; j < 300; j++)
    picture->values[2 * 300 + j] *= 1.1F;
  errors = measure (picture, source, NULL, 80);
  g_assert_cmpuint (errors.row, ==, 2);
  g_assert_cmpfloat (errors.picture.worst, >, 0.03);
  g_assert_cmpfloat (errors.picture.worst, <, 0.1);
}

/* Compensated and quantised masks, I/Q samples, a boundary, power, real wavelets and root mean squares are summed as they are. */
static void
test_error_meter_of_any_picture (void)
{
  const guint64 n = 1500;
  g_autofree double *samples = noise (2 * n);
  g_autoptr (OndesSource) source = ondes_array_source_new (ONDES_C128, samples, n, 1000);
  g_autoptr (OndesComputer) computer = ondes_computer_new ("cpu", 0, 1);

  for (guint i = 0; i < 8; i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (OndesScaleList) list = ondes_scale_list_parse ("3/2,7,30", 0, NULL);
      g_autoptr (OndesCompensation) compensation = ondes_compensation_new (
          &(OndesCompensationOptions) { .amplitude = "constant:0.2", .timing = "constant:0.0004",
                                        .quantisation = { .bits = i & 1 ? 9 : 0 } }, &error);
      OndesCwtOptions options = ondes_cwt_options_default;
      g_autoptr (OndesSpec) spec = NULL;
      g_autoptr (OndesScalogram) picture = NULL;
      OndesMeasuredErrors errors;

      g_assert_no_error (error);
      options.quantity = i & 2 ? ONDES_QUANTITY_POWER : ONDES_QUANTITY_MAGNITUDE;
      options.pool = i & 4 ? ONDES_POOL_RMS : ONDES_POOL_LARGEST;
      options.wavelet = i & 2 ? ONDES_WAVELET_MORLET : ONDES_WAVELET_COMPLEX_MORLET;
      options.boundary = (OndesBoundary) (i & 3);
      options.compensation = compensation;
      options.rate_hz = 1000;
      spec = ondes_cwt_new (&options, list, &error);
      g_assert_no_error (error);
      picture = ondes_scalogram_compute (computer, &(OndesScalogramJob) { .spec = spec, .source = source, .info = &info,
                                                                          .view = { 0, n, 70, FALSE } }, NULL, NULL, &error);
      g_assert_no_error (error);
      errors = measure (picture, source, computer, 20);
      g_assert_cmpuint (errors.points, ==, 20);
      g_assert_cmpfloat (errors.picture.worst, <, 2e-3);
      g_assert_cmpfloat (errors.precisions[ONDES_PRECISION_DOUBLE].worst, <, 1e-12);
    }
}

/* Pictures of the analytic wavelet, whose spectrum is cut at half the rate and at 0 for some rows; errors that are planted in it;
 * and one whose FFT is so long that its DFT is put together of shorter ones. */
static void
test_error_meter_of_analytic (void)
{
  static const guint64 lengths[] = { 1500, 1501, 1500, 600000 };
  g_autoptr (OndesComputer) computer = ondes_computer_new ("cpu", 0, 1);

  for (guint i = 0; i < 4; i++)
    {
      const gboolean iq = i == 1, long_one = i == 3;
      const guint64 n = lengths[i];
      g_autofree double *samples = noise (2 * n);
      g_autoptr (OndesSource) source = ondes_array_source_new (iq ? ONDES_C128 : ONDES_F64, samples, n, 1000);
      g_autoptr (OndesScaleList) list = ondes_scale_list_parse (long_one ? "900,3000" : "3/2,7,30,200", 0, NULL);
      g_autoptr (OndesCompensation) compensation = ondes_compensation_new (
          &(OndesCompensationOptions) { .amplitude = "constant:0.2", .timing = "constant:0.0004" }, NULL);
      OndesCwtOptions options = ondes_cwt_options_default;
      g_autoptr (GError) error = NULL;
      g_autoptr (OndesSpec) spec = NULL;
      g_autoptr (OndesScalogram) picture = NULL;
      OndesMeasuredErrors errors;

      options.wavelet = ONDES_WAVELET_ANALYTIC_MORLET;
      options.quantity = i == 2 ? ONDES_QUANTITY_POWER : ONDES_QUANTITY_MAGNITUDE;
      options.fft_length = i == 2 ? 3003 : 0;
      options.compensation = i > 0 ? compensation : NULL;
      options.normalisation = i == 2 ? ONDES_NORMALISATION_L2 : ONDES_NORMALISATION_L1;
      options.rate_hz = 1000;
      spec = ondes_cwt_new (&options, list, &error);
      g_assert_no_error (error);
      picture = ondes_scalogram_compute (computer, &(OndesScalogramJob) { .spec = spec, .source = source, .info = &info,
                                                                          .view = { 0, n, 70, FALSE } }, NULL, NULL, &error);
      g_assert_no_error (error);
      errors = measure (picture, source, long_one ? NULL : computer, long_one ? 4 : 25);
      g_assert_cmpuint (errors.points, ==, long_one ? 4 : 25);
      g_assert_cmpfloat (errors.picture.worst, <, 2e-3);
      g_assert_cmpfloat (errors.precisions[ONDES_PRECISION_DOUBLE].worst, <, 1e-12);
      for (guint j = 0; j < 2 * 70; j++)
        picture->values[j] *= 1.1F;
      g_assert_cmpfloat (measure (picture, source, NULL, 12).picture.worst, >, 0.01);
    }
}

/* Rows of scales beyond a million samples are measured; what takes too long is left out; previews are refused, and a cancel is
 * seen. */
static void
test_error_meter_ends (void)
{
  const guint64 n = 300;
  g_autofree double *samples = noise (n);
  g_autoptr (OndesSource) source = ondes_array_source_new (ONDES_F64, samples, n, 1000);
  const OndesView view = { 0, n, 30, FALSE };
  g_autoptr (OndesScalogram) wide = compute ("1200000,9e7", samples, n, 1000, view, ONDES_QUANTITY_MAGNITUDE);
  g_autoptr (OndesScaleList) list = ondes_scale_list_parse ("6e7,9e7", 0, NULL);
  OndesCwtOptions reflected = ondes_cwt_options_default;
  g_autoptr (OndesScalogram) picture = compute ("2,900000", samples, n, 1000, view, ONDES_QUANTITY_MAGNITUDE);
  OndesMeasuredErrors errors = measure (wide, source, NULL, 10);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (OndesErrorMeter) meter
    = ondes_error_meter_new (&(OndesErrorMeterJob) { .picture = picture, .source = source }, &error);

  g_assert_cmpuint (errors.points, ==, 10);
  g_assert_cmpfloat (errors.picture.worst, <, 1e-3);
  reflected.boundary = ONDES_BOUNDARY_REFLECT; /* whose taps all meet a sample */
  ondes_spec_unref (wide->spec);
  wide->spec = ondes_cwt_new (&reflected, list, NULL);
  errors = measure (wide, source, NULL, 10);
  g_assert_cmpuint (errors.points, ==, 0);
  g_assert_cmpuint (errors.left_out, ==, 10);
  g_cancellable_cancel (cancellable);
  g_assert_false (ondes_error_meter_add (meter, NULL, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_clear_error (&error);
  picture->view.preview = TRUE;
  g_assert_null (ondes_error_meter_new (&(OndesErrorMeterJob) { .picture = picture, .source = source }, &error));
  g_assert_error (error, ONDES_ERROR, ONDES_ERROR_REQUEST);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ondes/scalogram/its-error-is-measured", test_error_meter);
  g_test_add_func ("/ondes/scalogram/the-error-of-any-picture-is-measured", test_error_meter_of_any_picture);
  g_test_add_func ("/ondes/scalogram/the-error-of-analytic-pictures-is-measured", test_error_meter_of_analytic);
  g_test_add_func ("/ondes/scalogram/measuring-its-error-ends", test_error_meter_ends);
  g_test_add_func ("/ondes/scalogram/largest-is-of-what-lies-inside-the-cone", test_cone);
  g_test_add_func ("/ondes/scalogram/is-the-largest-of-each-span", test_values);
  g_test_add_func ("/ondes/scalogram/edges-meet-half-way", test_edges);
  g_test_add_func ("/ondes/scalogram/finds-rows", test_rows);
  g_test_add_func ("/ondes/scalogram/one-row-has-a-width", test_one_row);
  g_test_add_func ("/ondes/scalogram/finds-columns", test_columns);
  g_test_add_func ("/ondes/scalogram/preview-skips-and-interpolates", test_preview);
  g_test_add_func ("/ondes/scalogram/preview-is-as-bright-as-the-picture", test_preview_levels);
  g_test_add_func ("/ondes/scalogram/preview-has-all-rows-without-order", test_preview_rows);
  g_test_add_func ("/ondes/scalogram/refuses-what-is-no-picture", test_refuses);
  return g_test_run ();
}
