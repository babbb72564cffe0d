/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Columns: the largest |W| of every span, or the root mean square, to a thousandth of the row's largest, by the definition. */
#include "common.h"

#include <math.h>

typedef enum { WHITE, CLICK, SILENCE_AND_CLICK, TONES, SWEEP, OFFSET, STEEP, ASIDE, EDGE, N_KINDS } Kind;

static const char *const kinds[] = { "noise", "click in noise", "click in silence", "tones", "chirp", "noise on an offset",
                                      "red noise", "two tones far from a row between", "a tone at the edge of a row's band" };

static double complex *
kind_new (Kind     kind,
          gsize    n,
          gboolean iq)
{
  static const Signal base[] = { [WHITE] = NOISE, [CLICK] = NOISE, [SILENCE_AND_CLICK] = IMPULSE, [TONES] = TONE, [SWEEP] = CHIRP,
                                 [OFFSET] = NOISE, [STEEP] = RED_NOISE, [ASIDE] = IMPULSE, [EDGE] = IMPULSE };
  static const double scales[] = { 17.5, 41, 64, 100.3, 160 };
  const double aside = scales[g_test_rand_int_range (0, G_N_ELEMENTS (scales))];
  double complex *x = signal_new (base[kind], n, iq);
  const double near = g_test_rand_double_range (1e-4, 2e-3), frequency = g_test_rand_double_range (0.003, 0.03);
  const gsize at = (gsize) (g_test_rand_double () * (double) n);

  if (kind == CLICK)
    x[at] += 60;
  /* as strong as each other at the scale 64, which they reach three widths of its band off: W goes through zero often */
  for (gsize i = 0; i < n && kind == ASIDE; i++)
    x[i] = cos ((double) i * 2 / 64) + cos ((double) i * 8 / 64 + (double) at);
  /* up to where a row counts as smooth and beyond, on either side, and another of any strength near it */
  if (kind == EDGE)
    {
      const double offset = g_test_rand_double_range (3.5, 5) * (g_test_rand_bit () ? 1 : -1);
      const double other = offset + g_test_rand_double_range (-1, 1), share = g_test_rand_double_range (0, 1);

      for (gsize i = 0; i < n; i++)
        x[i] = cos ((double) i * (5 + offset) / aside) + share * cos ((double) i * (5 + other) / aside);
    }
  for (gsize i = 0; i < n && (kind == TONES || kind == OFFSET); i++)
    if (kind == OFFSET)
      x[i] += 200;
    else /* two that beat, and one apart */
      x[i] += cos (2 * G_PI * frequency * (double) i) + 0.8 * cos (2 * G_PI * (frequency + near) * (double) i);
  return x;
}

/* What rounding leaves of a recording where a row all but misses it, as a part of its largest sample; and where a tone or a step
 * goes on as loud beside the view. */
#define LEFT_DOUBLE 2e-13
#define LEFT_SINGLE 2e-7
#define LEFT_BESIDE 1e-6

/* How far pooled columns are off, as a part of the row's largest and beyond @left of @x in single precision. */
static double
check_signal (const OndesCwtOptions *options,
              const double complex  *x,
              const char            *name,
              const char            *scales,
              gsize                  n,
              gboolean               iq,
              guint64                first,
              guint64                count,
              guint                  columns,
              double                 left)
{
  g_autoptr (OndesSource) source = source_new (x, n, iq);
  g_autoptr (OndesSpec) spec = spec_new (options, scales);
  const OndesCwt *cwt = ondes_spec_cwt (spec);
  OndesArraySink *sink = run_new (spec, source, (OndesView) { .first = first, .count = count, .columns = columns }, 2, NULL);
  const guint64 wide = MIN (columns, count);
  double worst = 0, rounding = 0;

  for (gsize i = 0; i < n; i++)
    rounding = MAX (rounding, cabs (x[i]) * (options->precision == ONDES_PRECISION_DOUBLE ? LEFT_DOUBLE : left));

  g_assert_cmpint (sink->type, ==, ONDES_F32);
  g_assert_cmpuint (sink->rows, ==, cwt->n_scales);
  g_assert_cmpuint (sink->cols, ==, wide);
  for (guint r = 0; r < cwt->n_scales; r++)
    {
      g_autofree double complex *row = reference_row (options, ondes_cwt_scale (cwt, r), x, n, first, count);
      double largest = 0, off = 0, allowed;

      for (guint64 j = 0; j < wide; j++)
        {
          const guint64 begin = j * count / wide, end = (j + 1) * count / wide;
          double want = 0, squares = 0, got = creal (value_at (sink, r * wide + j));

          for (guint64 i = begin; i < end; i++)
            {
              want = MAX (want, cabs (row[i]));
              squares += cabs (row[i]) * cabs (row[i]);
            }
          if (options->pool == ONDES_POOL_RMS)
            want = sqrt (squares / (double) (end - begin));
          if (options->quantity == ONDES_QUANTITY_POWER)
            want *= want;
          g_assert_true (isfinite (got));
          largest = MAX (largest, want);
          off = MAX (off, fabs (got - want));
        }
      allowed = options->quantity == ONDES_QUANTITY_MAGNITUDE ? rounding : rounding * (rounding + 2 * sqrt (largest));
      if (off > 1e-3 * largest + allowed)
        g_test_message ("%s, %s %s %s ω₀ %g, n %zu, span %d + %d, %u columns, row %u of %s: off %g of %g", name,
                        ondes_wavelet_names[options->wavelet], ondes_precision_names[options->precision],
                        ondes_quantity_names[options->quantity], options->omega0, n, (int) first, (int) count, columns, r, scales,
                        off, largest);
      g_assert_cmpfloat (off, <=, 1e-3 * largest + allowed);
      if (off > allowed)
        worst = MAX (worst, (off - allowed) / largest);
    }
  ondes_sink_free (&sink->sink);
  return worst;
}

static double
check (const OndesCwtOptions *options,
       Kind                   kind,
       gsize                  n,
       gboolean               iq,
       guint64                first,
       guint64                count,
       guint                  columns)
{
  g_autofree double complex *x = kind_new (kind, n, iq);

  return check_signal (options, x, kinds[kind], "0.5,3,9,17.5,41,64,100.3,160", n, iq, first, count, columns, LEFT_SINGLE);
}

static void
test_columns (gconstpointer data)
{
  const OndesWavelet wavelet = GPOINTER_TO_INT (data);
  static const guint columns[] = { 1, 7, 100, 640, 3999, 5000 };
  OndesCwtOptions o = ondes_cwt_options_default;
  const gsize n = wavelet == ONDES_WAVELET_ANALYTIC_MORLET ? 997 : 4999;

  o.wavelet = wavelet;
  for (Kind kind = WHITE; kind < N_KINDS; kind++)
    {
      double worst = 0;

      for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
        {
          o.precision = kind == TONES || g_test_rand_bit () ? ONDES_PRECISION_DOUBLE : ONDES_PRECISION_SINGLE;
          o.boundary = wavelet == ONDES_WAVELET_ANALYTIC_MORLET ? ONDES_BOUNDARY_ZERO
                                                                  : (OndesBoundary) g_test_rand_int_range (0, 4);
          worst = fmax (worst, check (&o, kind, n, FALSE, 0, n, columns[i]));
        }
      g_test_message ("%s: %.1e of the row's largest", kinds[kind], worst);
    }
}

static void
test_methods (void)
{
  OndesCwtOptions o = ondes_cwt_options_default;
  const gsize n = 6007;

  for (o.method = ONDES_METHOD_AUTO; o.method <= ONDES_METHOD_FFT; o.method++)
    for (int iq = 0; iq < 2; iq++)
      for (o.quantity = ONDES_QUANTITY_MAGNITUDE; o.quantity <= ONDES_QUANTITY_POWER; o.quantity++)
        {
          check (&o, CLICK, n, iq, 0, n, 50);
          check (&o, WHITE, n, iq, 1000, 3001, 64);
          o.wavelet = o.wavelet == ONDES_WAVELET_MORLET ? ONDES_WAVELET_COMPLEX_MORLET : ONDES_WAVELET_MORLET;
        }
}

/* The root of the mean |W|², and that itself, of random recordings, and of what is hard for spans of few nodes. */
static void
test_rms (gconstpointer data)
{
  static const guint columns[] = { 1, 7, 100, 640, 3999, 5000 };
  OndesCwtOptions o = ondes_cwt_options_default;
  double worst = 0;

  o.pool = ONDES_POOL_RMS;
  o.wavelet = GPOINTER_TO_INT (data);
  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    for (o.quantity = ONDES_QUANTITY_MAGNITUDE; o.quantity <= ONDES_QUANTITY_POWER; o.quantity++)
      {
        const gsize n = o.wavelet == ONDES_WAVELET_ANALYTIC_MORLET ? 997 : 4999;

        o.precision = g_test_rand_bit () ? ONDES_PRECISION_DOUBLE : ONDES_PRECISION_SINGLE;
        o.boundary = o.wavelet == ONDES_WAVELET_ANALYTIC_MORLET ? ONDES_BOUNDARY_ZERO
                                                                  : (OndesBoundary) g_test_rand_int_range (0, 4);
        worst = fmax (worst, check (&o, WHITE, n, g_test_rand_bit (), 0, n, columns[i]));
        worst = fmax (worst, check (&o, CLICK, n, FALSE, 100, 800, columns[i]));
        worst = fmax (worst, check (&o, STEEP, n, FALSE, 0, n, columns[i]));
      }
  g_test_message ("%.1e of the row's largest", worst);
}

/* The columns of a short span are its own, whatever lies outside, and one sample is one column. */
static void
test_spans (void)
{
  OndesCwtOptions o = ondes_cwt_options_default;

  check (&o, WHITE, 3001, FALSE, 3000, 1, 1600);
  check (&o, WHITE, 3001, FALSE, 1234, 2, 1);
  check (&o, WHITE, 3001, FALSE, 17, 700, 699);
  check (&o, WHITE, 3001, FALSE, 17, 700, 701);
  check (&o, WHITE, 1, FALSE, 0, 1, 3);
  check (&o, WHITE, 2, TRUE, 0, 2, 1);
}

/* Spans, scales and places as they come: the ends of spans fall anywhere among the samples that a row is made from. */
static void
test_anything (void)
{
  for (guint i = 0; i < 40; i++)
    {
      OndesCwtOptions o = ondes_cwt_options_default;
      const gsize n = (gsize) g_test_rand_int_range (1, 9001);
      const guint64 first = (guint64) g_test_rand_int_range (0, (gint32) n);
      const guint64 count = (guint64) g_test_rand_int_range (1, (gint32) (n - first) + 1);
      const guint columns = (guint) exp (g_test_rand_double_range (0, log (1.5 * (double) count)));

      o.wavelet = g_test_rand_bit () ? ONDES_WAVELET_MORLET : ONDES_WAVELET_COMPLEX_MORLET;
      o.omega0 = g_test_rand_double_range (3, 12);
      o.precision = g_test_rand_bit () ? ONDES_PRECISION_DOUBLE : ONDES_PRECISION_SINGLE;
      o.boundary = (OndesBoundary) g_test_rand_int_range (0, 4);
      check (&o, (Kind) g_test_rand_int_range (WHITE, TONES), n, g_test_rand_bit (), first, count, columns);
    }
}

/* The view holds what is left of a click, a tone or a step before it, or after it, or hardly that. */
static void
test_beside (gconstpointer data)
{
  static const char *const names[] = { "a click beside the view", "a tone that ends beside the view", "a step beside the view" };
  const OndesWavelet wavelet = GPOINTER_TO_INT (data);

  for (guint i = 0; i < 100; i++)
    {
      OndesCwtOptions o = ondes_cwt_options_default;
      const gsize n = (gsize) g_test_rand_int_range (40, wavelet == ONDES_WAVELET_ANALYTIC_MORLET ? 900 : 4000);
      g_autofree double complex *x = g_new0 (double complex, n);
      const gsize at = (gsize) g_test_rand_int_range (0, (gint32) n), distance = (gsize) g_test_rand_int_range (1, (gint32) n / 2);
      const guint kind = (guint) g_test_rand_int_range (0, 3);
      const double omega = exp (g_test_rand_double_range (log (0.01), log (2)));
      const guint64 first = MIN (at + distance, n - 1), count = (guint64) g_test_rand_int_range (1, (gint32) (n - first) + 1);
      const guint columns = (guint) exp (g_test_rand_double_range (0, log (1.5 * (double) count)));
      g_autofree char *scales = g_strdup_printf ("%.3f,%.3f,%.3f", exp (g_test_rand_double_range (log (0.5), log (9))),
                                                 exp (g_test_rand_double_range (log (9), log (60))),
                                                 exp (g_test_rand_double_range (log (60), log (400))));
      gboolean backwards = g_test_rand_bit ();

      for (gsize j = 0; j <= at; j++)
        x[j] = kind == 0 ? (j == at ? 1 : 0) : kind == 1 ? cos (omega * (double) j) : 1;
      for (gsize j = 0; backwards && j < n / 2; j++)
        {
          const double complex kept = x[j];

          x[j] = x[n - 1 - j];
          x[n - 1 - j] = kept;
        }
      o.wavelet = wavelet;
      o.omega0 = g_test_rand_double_range (3, 12);
      o.precision = i % 3 == 0 ? ONDES_PRECISION_SINGLE : ONDES_PRECISION_DOUBLE;
      o.quantity = g_test_rand_bit () ? ONDES_QUANTITY_MAGNITUDE : ONDES_QUANTITY_POWER;
      if (wavelet != ONDES_WAVELET_ANALYTIC_MORLET)
        o.boundary = (OndesBoundary) g_test_rand_int_range (0, 4);
      check_signal (&o, x, names[kind], scales, n, FALSE, backwards ? n - first - count : first, count, columns,
                    kind == 0 ? LEFT_SINGLE : LEFT_BESIDE);
    }
}

/* A quiet view of what is far louder elsewhere, in single precision: what is there shows, not the rounding of the rest. */
static void
test_quiet (void)
{
  for (guint i = 0; i < 12; i++)
    {
      OndesCwtOptions o = ondes_cwt_options_default;
      const gsize n = (gsize) g_test_rand_int_range (2000, 6000), half = n / 2;
      const gboolean iq = g_test_rand_bit ();
      const double level = exp (g_test_rand_double_range (log (1e-9), log (1e-4)));
      g_autofree double complex *x = signal_new (NOISE, n, iq);
      const guint64 first = half + (guint64) g_test_rand_int_range (0, (gint32) half);
      const guint64 count = (guint64) g_test_rand_int_range (1, (gint32) (n - first) + 1);
      const guint columns = (guint) exp (g_test_rand_double_range (0, log (1.5 * (double) count)));

      for (gsize j = half; j < n; j++)
        x[j] *= level;
      o.wavelet = g_test_rand_bit () ? ONDES_WAVELET_MORLET : ONDES_WAVELET_COMPLEX_MORLET;
      o.quantity = g_test_rand_bit () ? ONDES_QUANTITY_MAGNITUDE : ONDES_QUANTITY_POWER;
      o.boundary = (OndesBoundary) g_test_rand_int_range (0, 4);
      check_signal (&o, x, "a quiet view", "0.7,3,9,17.5,41,160", n, iq, first, count, columns, LEFT_DOUBLE);
    }
}

/* The same of a view so long that it is looked through in pieces: its last columns, which share their tiles with what is loud. */
static void
test_long_quiet (void)
{
  enum { LOOKED_AT = 20, REGION = 20000 };
  OndesCwtOptions o = ondes_cwt_options_default;
  const gint64 count = (1 << 23) + g_test_rand_int_range (1, 1 << 18), columns = count / g_test_rand_int_range (200, 400);
  const gint64 gap = g_test_rand_int_range (330, 400), n = count + gap + 4000, begin = n - REGION;
  const double level = exp (g_test_rand_double_range (log (1e-9), log (1e-6)));
  g_autofree float *x = g_new0 (float, n);
  g_autofree double complex *region = g_new (double complex, REGION);
  g_autoptr (OndesSource) source = NULL;
  g_autoptr (OndesSpec) spec = NULL;
  OndesArraySink *sink;

  for (gint64 i = 0; i < n; i++)
    x[i] = (float) (g_test_rand_double_range (-1, 1) * (i < count + gap ? level : 1));
  for (gint64 i = 0; i < REGION; i++)
    region[i] = x[begin + i];
  source = ondes_array_source_new (ONDES_F32, x, (guint64) n, 1);
  o.quantity = ONDES_QUANTITY_MAGNITUDE;
  spec = spec_new (&o, "3,41");
  sink = run_new (spec, source, (OndesView) { .count = (guint64) count, .columns = (guint) columns }, 2, NULL);
  for (guint r = 0; r < 2; r++)
    {
      g_autofree double complex *row = reference_row (&o, r == 0 ? 3 : 41, region, REGION, 0, REGION);
      double largest = 0;

      for (gint64 j = 0; j < columns; j++)
        largest = MAX (largest, creal (value_at (sink, (gsize) (r * columns + j))));
      for (gint64 j = columns - LOOKED_AT; j < columns; j++)
        {
          double want = 0;

          for (gint64 i = j * count / columns; i < (j + 1) * count / columns; i++)
            want = MAX (want, cabs (row[i - begin]));
          g_assert_cmpfloat_with_epsilon (creal (value_at (sink, (gsize) (r * columns + j))), want, 1e-3 * largest);
        }
    }
  ondes_sink_free (&sink->sink);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/ondes/cpu/pooled/complex-morlet", GINT_TO_POINTER (ONDES_WAVELET_COMPLEX_MORLET), test_columns);
  g_test_add_data_func ("/ondes/cpu/pooled/morlet", GINT_TO_POINTER (ONDES_WAVELET_MORLET), test_columns);
  g_test_add_data_func ("/ondes/cpu/pooled/analytic-morlet", GINT_TO_POINTER (ONDES_WAVELET_ANALYTIC_MORLET), test_columns);
  g_test_add_data_func ("/ondes/cpu/pooled/rms-of-complex-morlet", GINT_TO_POINTER (ONDES_WAVELET_COMPLEX_MORLET), test_rms);
  g_test_add_data_func ("/ondes/cpu/pooled/rms-of-morlet", GINT_TO_POINTER (ONDES_WAVELET_MORLET), test_rms);
  g_test_add_data_func ("/ondes/cpu/pooled/rms-of-analytic-morlet", GINT_TO_POINTER (ONDES_WAVELET_ANALYTIC_MORLET), test_rms);
  g_test_add_func ("/ondes/cpu/pooled/every-method", test_methods);
  g_test_add_func ("/ondes/cpu/pooled/spans", test_spans);
  g_test_add_func ("/ondes/cpu/pooled/anything", test_anything);
  g_test_add_func ("/ondes/cpu/pooled/quiet-beside-what-is-loud", test_quiet);
  g_test_add_func ("/ondes/cpu/pooled/long-and-quiet-beside-what-is-loud", test_long_quiet);
  g_test_add_data_func ("/ondes/cpu/pooled/beside-what-is-loud-complex-morlet", GINT_TO_POINTER (ONDES_WAVELET_COMPLEX_MORLET),
                        test_beside);
  g_test_add_data_func ("/ondes/cpu/pooled/beside-what-is-loud-morlet", GINT_TO_POINTER (ONDES_WAVELET_MORLET), test_beside);
  g_test_add_data_func ("/ondes/cpu/pooled/beside-what-is-loud-analytic-morlet", GINT_TO_POINTER (ONDES_WAVELET_ANALYTIC_MORLET),
                        test_beside);
  return g_test_run ();
}
