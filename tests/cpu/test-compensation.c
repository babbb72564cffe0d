/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Compensated masks, by every method and precision, against their definition; and what they are for: a sensor taken out again. */
#include "common.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#define RATE   8000.0
#define OMEGA0 5.0

/* A case of models: as text for the program, and as numbers for the definition. */
typedef struct
{
  const char   *name, *amplitude, *timing; /* NULL for none; "table" stands for a file of the points below */
  double        aperture;
  double        a, k, c;     /* A = a f^k + c */
  double        t, tk, tc;   /* τ likewise, in seconds */
  double        offset;
  guint         bits;
  OndesRounding rounding;
} Case;

static const Case cases[] = {
  { "constant gain", "constant:-0.3", NULL, .c = -0.3 },
  { "power gain", "power:0.02,0.5,0.1", NULL, .a = 0.02, .k = 0.5, .c = 0.1 },
  { "table of gains", "table", NULL },
  { "offset", "offset:0.004", NULL, .offset = 0.004 },
  { "aperture", NULL, NULL, .aperture = 1e-5 },
  { "late by a fraction", NULL, "constant:0.00004", .tc = 0.00004 },
  { "early by a power", NULL, "power:-0.3,-1.2,0", .t = -0.3, .tk = -1.2 },
  { "table of times", NULL, "table" },
  { "late by half a mask", NULL, "power:3,-1,0", .t = 3, .tk = -1 },
  { "4 bits, nearest", NULL, NULL, .bits = 4, .rounding = ONDES_ROUND_NEAREST },
  { "7 bits, up", NULL, NULL, .bits = 7, .rounding = ONDES_ROUND_UP },
  { "9 bits, down", NULL, NULL, .bits = 9, .rounding = ONDES_ROUND_DOWN },
  { "5 bits, towards zero", NULL, NULL, .bits = 5, .rounding = ONDES_ROUND_ZERO },
  { "all at once", "power:0.02,0.5,0.1", "power:-0.3,-1.2,0", .aperture = 1e-5, .a = 0.02, .k = 0.5, .c = 0.1, .t = -0.3,
    .tk = -1.2, .bits = 8 },
};

/* Points of the tables: a straight line in log f from 1 at 100 Hz to 3 at 1000 Hz, times TABLE. */
#define TABLE_GAIN 0.2
#define TABLE_TIME 3e-5

static const Case *now;
static char *folder;

static double
table_value (double hz)
{
  return 1 + 2 * log10 (CLAMP (hz, 100, 1000) / 100);
}

static double
sinc (double x)
{
  return x == 0 ? 1 : sin (G_PI * x) / (G_PI * x);
}

static ReferenceMask
mask_of (double scale)
{
  const double hz = OMEGA0 * RATE / (2 * G_PI * scale);
  const double a = g_strcmp0 (now->amplitude, "table") == 0 ? TABLE_GAIN * table_value (hz) : now->a * pow (hz, now->k) + now->c;
  const double t = g_strcmp0 (now->timing, "table") == 0 ? TABLE_TIME * table_value (hz) : now->t * pow (hz, now->tk) + now->tc;

  return (ReferenceMask) { (1 + a) / sinc (hz * now->aperture), t * RATE, now->offset, now->bits, now->rounding };
}

static char *
write_file (const char *name,
            const char *text)
{
  char *path = g_build_filename (folder, name, NULL);

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  return path;
}

/* "table:" and the path of a table of two points and one between them. */
static char *
table_text (const char *name,
            double      factor)
{
  char text[200], lo[G_ASCII_DTOSTR_BUF_SIZE], middle[G_ASCII_DTOSTR_BUF_SIZE], hi[G_ASCII_DTOSTR_BUF_SIZE];
  g_autofree char *path = NULL;

  g_ascii_dtostr (lo, sizeof lo, factor);
  g_ascii_dtostr (middle, sizeof middle, 2 * factor);
  g_ascii_dtostr (hi, sizeof hi, 3 * factor);
  g_snprintf (text, sizeof text, "Hz, value # a comment\n1000,%s\n100,%s\n\n316.22776601683796, %s\n", hi, lo, middle);
  path = write_file (name, text);
  return g_strconcat ("table:", path, NULL);
}

static OndesCompensation *
compensation_new (const Case *which)
{
  g_autofree char *gains = table_text ("gains.csv", TABLE_GAIN), *times = table_text ("times.csv", TABLE_TIME);
  GError *error = NULL;
  OndesCompensation *self = ondes_compensation_new (&(OndesCompensationOptions) {
    .amplitude = g_strcmp0 (which->amplitude, "table") == 0 ? gains : which->amplitude,
    .timing = g_strcmp0 (which->timing, "table") == 0 ? times : which->timing,
    .aperture = which->aperture, .quantisation = { which->bits, which->rounding, FALSE },
  }, &error);

  g_assert_no_error (error);
  return self;
}

static double
allowed (OndesMethod    method,
         OndesPrecision precision)
{
  return tolerance (method != ONDES_METHOD_DIRECT && precision == ONDES_PRECISION_SINGLE2 ? ONDES_PRECISION_SINGLE : precision);
}

#define SCALES "0.1,0.7,1,2.5,16/3,20,31.7"

/* A recording by every method in all precisions; each row by itself, for a short one would hide in the longer ones. */
static void
check_methods (const OndesCwtOptions *options,
               const double complex  *x,
               gsize                  n,
               gboolean               iq)
{
  OndesCwtOptions o = *options;
  g_autoptr (OndesSource) source = source_new (x, n, iq);
  const gboolean analytic = o.wavelet == ONDES_WAVELET_ANALYTIC_MORLET;
  g_autoptr (OndesSpec) probe = spec_new (&o, SCALES);
  const OndesCwt *cwt = ondes_spec_cwt (probe);
  const guint rows = cwt->n_scales;
  g_autofree double complex *want = g_new (double complex, rows * n), *got = g_new (double complex, rows * n);

  for (guint r = 0; r < rows; r++)
    {
      g_autofree double complex *row = reference_row (&o, ondes_cwt_scale (cwt, r), x, (gint64) n, 0, (gint64) n);

      memcpy (want + r * n, row, n * sizeof *row);
    }
  for (o.precision = ONDES_PRECISION_DOUBLE; o.precision <= ONDES_PRECISION_SINGLE2; o.precision++)
    for (o.method = ONDES_METHOD_AUTO; o.method <= ONDES_METHOD_FFT; o.method++)
      {
        g_autoptr (OndesSpec) spec = NULL;
        OndesArraySink *sink;

        if (analytic && (o.method == ONDES_METHOD_DIRECT || o.method == ONDES_METHOD_OVERLAP_SAVE))
          continue;
        spec = spec_new (&o, SCALES);
        sink = run_new (spec, source, (OndesView) { .count = n }, 2, NULL);
        for (gsize i = 0; i < rows * n; i++)
          got[i] = value_at (sink, i);
        if (!(distance (got, want, rows * n) <= allowed (o.method, o.precision)))
          for (guint r = 0; r < rows; r++)
            g_test_message ("%s: %s %s %s %s %s, row %u off by %g", now->name, ondes_wavelet_names[o.wavelet],
                            ondes_normalisation_names[o.normalisation], ondes_boundary_names[o.boundary],
                            ondes_method_names[o.method], ondes_precision_names[o.precision], r,
                            distance (got + r * n, want + r * n, n));
        g_assert_cmpfloat (distance (got, want, rows * n), <=, allowed (o.method, o.precision));
        ondes_sink_free (&sink->sink);
      }
}

static gboolean
has_mask (const Case *which)
{
  return which->bits == 0 && which->offset == 0;
}

static void
test_definition (gconstpointer data)
{
  const gsize n = 301;

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (OndesCompensation) compensation = compensation_new (&cases[i]);
      OndesCwtOptions o = ondes_cwt_options_default;
      const gboolean iq = g_test_rand_bit ();
      g_autofree double complex *x = signal_new (g_test_rand_bit () ? NOISE : RED_NOISE, n, iq);

      o.wavelet = GPOINTER_TO_INT (data);
      if (o.wavelet == ONDES_WAVELET_ANALYTIC_MORLET && !has_mask (&cases[i]))
        continue;
      now = &cases[i];
      o.quantity = ONDES_QUANTITY_COEFFICIENTS;
      o.compensation = compensation;
      o.rate_hz = RATE;
      o.normalisation = g_test_rand_bit () ? ONDES_NORMALISATION_L1 : ONDES_NORMALISATION_L2;
      o.boundary = o.wavelet == ONDES_WAVELET_ANALYTIC_MORLET ? ONDES_BOUNDARY_ZERO : (OndesBoundary) g_test_rand_int_range (0, 4);
      check_methods (&o, x, n, iq);
    }
}

/* Returns the largest magnitude of row[@from] … row[@end − 1]. */
static double
largest_of (const double complex *row,
            gsize                 from,
            gsize                 end)
{
  double largest = 0;

  for (gsize t = from; t < end; t++)
    largest = MAX (largest, cabs (row[t]));
  return largest;
}

/* Pictures: the largest of each span, however it is computed, and previews between the middle's value and the largest. */
static void
test_pooled (void)
{
  const gsize n = 6000, columns = 60;

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (OndesCompensation) compensation = compensation_new (&cases[i]);
      OndesCwtOptions o = ondes_cwt_options_default;
      g_autofree double complex *x = signal_new (NOISE, n, FALSE);
      g_autoptr (OndesSource) source = source_new (x, n, FALSE);
      g_autoptr (OndesSpec) spec = NULL;
      OndesArraySink *sink, *preview;

      now = &cases[i];
      o.compensation = compensation;
      o.rate_hz = RATE;
      o.boundary = ONDES_BOUNDARY_REFLECT;
      spec = spec_new (&o, "1,3.3,20,90");
      sink = run_new (spec, source, (OndesView) { 0, n, columns, FALSE }, 2, NULL);
      preview = run_new (spec, source, (OndesView) { 0, n, columns, TRUE }, 2, NULL);
      for (guint r = 0; r < 4; r++)
        {
          g_autofree double complex *row = reference_row (&o, ondes_cwt_scale (ondes_spec_cwt (spec), r), x, n, 0, n);
          const double all = largest_of (row, 0, n);

          for (gsize j = 0; j < columns; j++)
            {
              const double largest = largest_of (row, j * n / columns, (j + 1) * n / columns);

              g_assert_cmpfloat_with_epsilon (creal (value_at (sink, r * columns + j)), largest, 1e-3 * all);
              g_assert_cmpfloat (creal (value_at (preview, r * columns + j)), <=, largest + 2e-3 * all);
              g_assert_cmpfloat (creal (value_at (preview, r * columns + j)), >=, 0.9 * cabs (row[(2 * j + 1) * n / columns / 2]));
            }
        }
      ondes_sink_free (&sink->sink);
      ondes_sink_free (&preview->sink);
    }
}

/* Pictures of quantised masks with their noise: of noise, where that of many bits hides, and of a tone far above the rows, where
 * it is all that they show. */
static void
test_noisy_pictures (void)
{
  const gsize n = 20000, columns = 100;

  for (guint bits = 6; bits <= 22; bits += 4)
    for (guint tone = 0; tone < 2; tone++)
      {
        const Case which = { "noise of masks", NULL, "constant:0.00004", .tc = 0.00004, .bits = bits };
        g_autoptr (OndesCompensation) compensation = compensation_new (&which);
        OndesCwtOptions o = ondes_cwt_options_default;
        g_autofree double complex *x = signal_new (NOISE, n, FALSE);
        g_autoptr (OndesSource) source = NULL;
        g_autoptr (OndesSpec) spec = NULL;
        OndesArraySink *sink;

        for (gsize t = 0; tone && t < n; t++)
          x[t] = 1e-4 * x[t] + cos (2.9 * (double) t) * (t < n / 2);
        source = source_new (x, n, FALSE);
        now = &which;
        o.compensation = compensation;
        o.rate_hz = RATE;
        spec = spec_new (&o, "15,60,220");
        sink = run_new (spec, source, (OndesView) { 0, n, columns, FALSE }, 2, NULL);
        for (guint r = 0; r < 3; r++)
          {
            g_autofree double complex *row = reference_row (&o, ondes_cwt_scale (ondes_spec_cwt (spec), r), x, n, 0, n);
            const double all = largest_of (row, 0, n);

            for (gsize j = 0; j < columns; j++)
              {
                const double largest = largest_of (row, j * n / columns, (j + 1) * n / columns);

                g_assert_cmpfloat_with_epsilon (creal (value_at (sink, r * columns + j)), largest, 1e-3 * all);
              }
          }
        ondes_sink_free (&sink->sink);
      }
}

/* Rounding takes all taps beyond the reach to 0, and some just within it not. */
static void
test_reach (void)
{
  for (guint i = 0; i < 200; i++)
    {
      const OndesQuantisation q = { (guint) g_test_rand_int_range (1, 30), i % 2 ? ONDES_ROUND_ZERO : ONDES_ROUND_NEAREST, FALSE };
      const double scale = g_test_rand_double_range (0.5, 500), full = sqrt (2 / G_PI) / scale;
      const OndesMask mask = { g_test_rand_double_range (0.2, 3), 0, i % 3 ? 0 : g_test_rand_double_range (-0.1, 0.1) * full };
      const double reach = ondes_quantisation_reach (&q, &mask, full), sign = mask.offset < 0 ? -1 : 1;
      double taps[2];

      if (isinf (reach))
        {
          g_assert_cmpfloat (fabs (mask.offset), >, 0.49 * ldexp (full, 1 - (int) q.bits));
          continue;
        }
      taps[0] = sign * mask.gain * full * exp (-reach * reach / 2 * (1 + 1e-7)) + mask.offset;
      taps[1] = sign * mask.gain * full * exp (-reach * reach / 2 * (1 - 1e-7) + 1e-7) + mask.offset;
      ondes_mask_quantise (&q, &(OndesMaskTaps) { full, scale, 0, 0 }, 2, taps);
      g_assert_true (taps[0] == 0);
      if (reach > 0)
        g_assert_true (taps[1] != 0);
    }
}

/* Rows so long that they are computed at a lower rate, with a large mean, at a few samples. */
static void
test_long (void)
{
  static const Case which = { "late", "constant:0.25", "constant:0.0107", .c = 0.25, .tc = 0.0107 };
  const gsize n = 90000;
  const gint64 at[] = { 0, 40000, 40001, 89999 };
  g_autoptr (OndesCompensation) compensation = compensation_new (&which);
  g_autofree double complex *x = signal_new (NOISE, n, FALSE);
  g_autoptr (OndesSource) source = NULL;
  OndesCwtOptions o = ondes_cwt_options_default;

  for (gsize i = 0; i < n; i++)
    x[i] += 100;
  source = source_new (x, n, FALSE);
  now = &which;
  o.compensation = compensation;
  o.rate_hz = RATE;
  o.quantity = ONDES_QUANTITY_COEFFICIENTS;
  o.boundary = ONDES_BOUNDARY_PERIODIC;
  for (o.precision = ONDES_PRECISION_DOUBLE; o.precision <= ONDES_PRECISION_SINGLE; o.precision++)
    {
      g_autoptr (OndesSpec) spec = spec_new (&o, "2300,4100");
      OndesArraySink *sink = run_new (spec, source, (OndesView) { .count = n }, 2, NULL);

      for (guint r = 0; r < 2; r++)
        {
          double complex want[4], got[4];

          reference_values (&o, ondes_cwt_scale (ondes_spec_cwt (spec), r), x, n, at, 4, want);
          for (guint i = 0; i < 4; i++)
            got[i] = value_at (sink, r * n + (gsize) at[i]);
          /* the mean leaves rounding of its own in single precision */
          g_assert_cmpfloat (distance (got, want, 4), <=, o.precision == ONDES_PRECISION_DOUBLE ? 1e-10 : 1e-4);
        }
      ondes_sink_free (&sink->sink);
    }
}

/* The mask of @scale as the engine uses it, taken from an impulse. */
static double complex *
mask_from_impulse (const OndesQuantisation *quantisation,
                   double                   scale,
                   OndesMethod              method,
                   gsize                   *taps)
{
  const gsize half = (gsize) floor (8 * scale), n = 2 * half + 1;
  g_autofree double *impulse = g_new0 (double, n);
  g_autofree char *list = g_strdup_printf ("%.17g", scale);
  g_autoptr (OndesCompensation) compensation
    = ondes_compensation_new (&(OndesCompensationOptions) { .quantisation = *quantisation }, NULL);
  g_autoptr (OndesSource) source = NULL;
  g_autoptr (OndesSpec) spec = NULL;
  OndesCwtOptions o = ondes_cwt_options_default;
  OndesArraySink *sink;
  double complex *mask = g_new (double complex, n);

  impulse[half] = 1;
  source = ondes_array_source_new (ONDES_F64, impulse, n, 1);
  o.precision = ONDES_PRECISION_DOUBLE;
  o.quantity = ONDES_QUANTITY_COEFFICIENTS;
  o.method = method;
  o.compensation = compensation;
  o.rate_hz = 1;
  spec = spec_new (&o, list);
  sink = run_new (spec, source, (OndesView) { .count = n }, 1, NULL);
  for (gsize k = 0; k < n; k++) /* W[t] = m(half − t) */
    mask[n - 1 - k] = value_at (sink, k);
  ondes_sink_free (&sink->sink);
  *taps = n;
  return mask;
}

/* Returns the noise of a quantised mask of white noise, below the mask's own power, in dB. */
static double
noise_db (const OndesQuantisation *quantisation,
          double                   scale)
{
  gsize n;
  g_autofree double complex *exact = mask_from_impulse (&(OndesQuantisation) { 0 }, scale, ONDES_METHOD_DIRECT, &n);
  g_autofree double complex *mask = mask_from_impulse (quantisation, scale, ONDES_METHOD_DIRECT, &n);

  return 20 * log10 (distance (mask, exact, n));
}

static void
test_bits (void)
{
  const double scale = g_test_rand_double_range (60, 80);
  double last = 0;

  for (guint bits = 4; bits <= 16; bits += 4)
    {
      /* Noise of 1/12 step² in each part of the taps that exceed half a step: |k| < s √(2 b ln 2); the mask has c² s √π. */
      const double step = exp2 (1 - (double) bits), reach = 2 * sqrt (2 * bits * G_LN2);
      const double theory = 10 * log10 (2 * step * step / 12 * reach / sqrt (G_PI));
      const double db = noise_db (&(OndesQuantisation) { bits, ONDES_ROUND_NEAREST, FALSE }, scale);
      /* Dither adds 1/6 step² to that, in all taps. */
      const double dithered = noise_db (&(OndesQuantisation) { bits, ONDES_ROUND_NEAREST, TRUE }, scale);

      g_test_message ("%u bits: %.2f dB, theory %.2f; dithered %.2f, theory %.2f", bits, db, theory, dithered,
                      10 * log10 (2 * step * step / 4 * 16 / sqrt (G_PI)));
      g_assert_cmpfloat (fabs (db - theory), <, 1);
      g_assert_cmpfloat (fabs (dithered - 10 * log10 (2 * step * step / 4 * 16 / sqrt (G_PI))), <, 1);
      for (guint i = 0; i < 8; i++)
        {
          const OndesQuantisation q = { bits, i / 2, i % 2 };

          g_assert_cmpfloat (fabs (noise_db (&q, scale) - ondes_quantisation_noise_db (&q, OMEGA0)), <, 1);
        }
      if (bits > 4)
        g_assert_cmpfloat (fabs ((last - dithered) / 4 - 6.02), <, 0.25);
      last = dithered;
    }
}

/* Dithered masks hold whole steps, not far from the exact tap, the same for every method and run, other ones at other scales. */
static void
test_dither (void)
{
  const OndesQuantisation dithered = { 6, ONDES_ROUND_NEAREST, TRUE };
  const double scale = g_test_rand_double_range (10, 20), step = sqrt (2 / G_PI) / scale / 32;
  gsize n, again;
  g_autofree double complex *exact = mask_from_impulse (&(OndesQuantisation) { 0 }, scale, ONDES_METHOD_DIRECT, &n);
  g_autofree double complex *mask = mask_from_impulse (&dithered, scale, ONDES_METHOD_DIRECT, &n);
  g_autofree double complex *by_fft = mask_from_impulse (&dithered, scale, ONDES_METHOD_FFT, &again);
  double sum = 0;

  g_assert_cmpuint (n, ==, again);
  g_assert_cmpfloat (distance (by_fft, mask, n), <, 1e-12);
  for (gsize k = 0; k < n; k++)
    {
      const double off = creal (mask[k] - exact[k]) / step, steps = creal (mask[k]) / step;

      g_assert_cmpfloat (fabs (off), <=, 1.5 + 1e-9);
      g_assert_cmpfloat_with_epsilon (steps, rint (steps), 1e-9);
      sum += off;
    }
  /* its mean is 0: of n values, whose root mean square is half a step, within 5 standard deviations */
  g_assert_cmpfloat (fabs (sum / (double) n), <, 5 * 0.5 / sqrt ((double) n));
}

/* The sensor of the tests: gain (f/f₀)^slope, late by a part of a period that changes with f. */
#define CHIRP_N 4096

static double complex
sensor_at (double hz,
           double slope)
{
  const double gain = 0.7 * pow (hz / 400, slope);

  return gain * cexp (-2 * G_PI * I * hz * 9e-4);
}

/* A chirp from 100 Hz to 1600 Hz, and the same through the sensor, by sums over its spectrum. */
static void
make_chirp (double          slope,
            double complex *clean,
            double complex *sensed)
{
  g_autofree double complex *spectrum = g_new (double complex, CHIRP_N), *turn = g_new (double complex, CHIRP_N);

  for (gsize t = 0; t < CHIRP_N; t++)
    {
      const double at = (double) t / CHIRP_N, ends = MIN (1, MIN (at, 1 - at) / 0.05), taper = sin (ends * G_PI / 2);

      clean[t] = taper * taper * cos (2 * G_PI * (double) CHIRP_N / RATE * (100 * at + 750 * at * at));
      turn[t] = cexp (2 * G_PI * I * at);
    }
  for (gsize bin = 0; bin < CHIRP_N; bin++)
    {
      const double hz = (double) MIN (bin, CHIRP_N - bin) * RATE / CHIRP_N;
      const double complex h = bin == 0 ? 0 : bin > CHIRP_N / 2 ? conj (sensor_at (hz, slope)) : sensor_at (hz, slope);
      double complex sum = 0;

      for (gsize t = 0; t < CHIRP_N; t++)
        sum += creal (clean[t]) * conj (turn[bin * t % CHIRP_N]);
      spectrum[bin] = sum * h / CHIRP_N;
    }
  for (gsize t = 0; t < CHIRP_N; t++)
    {
      double complex sum = 0;

      for (gsize bin = 0; bin < CHIRP_N; bin++)
        sum += spectrum[bin] * turn[bin * t % CHIRP_N];
      sensed[t] = creal (sum);
    }
}

static OndesArraySink *
scalogram_of (const double complex *x,
              OndesCompensation    *compensation,
              OndesSpec           **spec)
{
  g_autoptr (OndesSource) source = source_new (x, CHIRP_N, FALSE);
  OndesCwtOptions o = ondes_cwt_options_default;

  o.precision = ONDES_PRECISION_DOUBLE;
  o.compensation = compensation;
  o.rate_hz = RATE;
  *spec = spec_new (&o, "4:63.5:0.5");
  return run_new (*spec, source, (OndesView) { .count = CHIRP_N }, 2, NULL);
}

/* A calibration sheet of the sensor, in degrees, or in seconds of group delay. */
static char *
write_sheet (double   slope,
             gboolean degrees)
{
  g_autoptr (GString) text = g_string_new (degrees ? "Frequency (Hz);Response (dB);Phase (degrees)\n" : "Hz;dB;delay (s)\n");
  char number[G_ASCII_DTOSTR_BUF_SIZE];

  for (double hz = 60; hz < 2600; hz *= 1.03)
    {
      const double complex h = sensor_at (hz, slope);

      g_string_append_printf (text, "%s;", g_ascii_dtostr (number, sizeof number, hz));
      g_string_append_printf (text, "%s;", g_ascii_dtostr (number, sizeof number, 20 * log10 (cabs (h))));
      g_string_append_printf (text, "%s\n", g_ascii_dtostr (number, sizeof number, degrees ? carg (h) * 180 / G_PI : 9e-4));
    }
  return write_file ("sheet.csv", text->str);
}

/* A chirp through a sensor comes back, inside the cone, by its sheet. Rows off the ridge see it by the slope of the gain, which is
 * right at their own frequency alone: |slope| e^(−1/2)/5 of the largest. */
static void
test_sensor (void)
{
  static const double slopes[] = { 0.05, -0.05, 0.5 };
  g_autofree double complex *clean = g_new (double complex, CHIRP_N), *sensed = g_new (double complex, CHIRP_N);

  for (guint i = 0; i < G_N_ELEMENTS (slopes); i++)
    {
      g_autofree char *sheet = write_sheet (slopes[i], i != 1);
      GError *error = NULL;
      g_autoptr (OndesCompensation) compensation
        = ondes_compensation_new (&(OndesCompensationOptions) { .calibration = sheet }, &error);
      g_autoptr (OndesSpec) spec = NULL, plain = NULL;
      OndesArraySink *given, *said, *restored;
      double largest = 0, off = 0, raw = 0;

      g_assert_no_error (error);
      make_chirp (slopes[i], clean, sensed);
      given = scalogram_of (clean, NULL, &plain);
      g_clear_pointer (&plain, ondes_spec_unref);
      said = scalogram_of (sensed, NULL, &plain);
      restored = scalogram_of (sensed, compensation, &spec);
      for (guint r = 0; r < given->rows; r++)
        {
          const gsize cone = (gsize) ceil (ondes_cwt_coi_samples (ondes_spec_cwt (spec), r));

          for (gsize t = cone; t < CHIRP_N - cone; t++)
            {
              const double want = creal (value_at (given, r * CHIRP_N + t));

              largest = MAX (largest, want);
              off = MAX (off, fabs (creal (value_at (restored, r * CHIRP_N + t)) - want));
              raw = MAX (raw, fabs (creal (value_at (said, r * CHIRP_N + t)) - want));
            }
        }
      g_test_message ("slope %g: %.3f %% off, %.1f %% without", slopes[i], 100 * off / largest, 100 * raw / largest);
      g_assert_cmpfloat (off, <, MAX (0.01, 0.122 * fabs (slopes[i]) * 1.1) * largest);
      g_assert_cmpfloat (raw, >, 0.2 * largest);
      ondes_sink_free (&given->sink);
      ondes_sink_free (&said->sink);
      ondes_sink_free (&restored->sink);
    }
}

int
main (int    argc,
      char **argv)
{
  g_autoptr (GError) error = NULL;
  int status;

  g_test_init (&argc, &argv, NULL);
  folder = g_dir_make_tmp ("ondes-XXXXXX", &error);
  g_assert_no_error (error);
  reference_compensation = mask_of;
  g_test_add_data_func ("/ondes/cpu/compensation/complex-morlet-is-its-definition", GINT_TO_POINTER (ONDES_WAVELET_COMPLEX_MORLET),
                        test_definition);
  g_test_add_data_func ("/ondes/cpu/compensation/morlet-is-its-definition", GINT_TO_POINTER (ONDES_WAVELET_MORLET),
                        test_definition);
  g_test_add_data_func ("/ondes/cpu/compensation/analytic-morlet-is-its-definition",
                        GINT_TO_POINTER (ONDES_WAVELET_ANALYTIC_MORLET), test_definition);
  g_test_add_func ("/ondes/cpu/compensation/pictures", test_pooled);
  g_test_add_func ("/ondes/cpu/compensation/pictures-of-noisy-masks", test_noisy_pictures);
  g_test_add_func ("/ondes/cpu/compensation/quantised-masks-end-where-rounding-does", test_reach);
  g_test_add_func ("/ondes/cpu/compensation/long-rows", test_long);
  g_test_add_func ("/ondes/cpu/compensation/a-bit-less-adds-six-decibels", test_bits);
  g_test_add_func ("/ondes/cpu/compensation/dither-repeats", test_dither);
  g_test_add_func ("/ondes/cpu/compensation/sensor-is-taken-out", test_sensor);
  status = g_test_run ();
  for (const char *const *name = (const char *const[]) { "gains.csv", "times.csv", "sheet.csv", NULL }; *name != NULL; name++)
    {
      g_autofree char *path = g_build_filename (folder, *name, NULL);

      g_unlink (path);
    }
  g_rmdir (folder);
  g_free (folder);
  return status;
}
