/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Scales of thousands of samples and more, which are made from a recording at a lower rate: the definition, in little memory. */
#include "common.h"

#include <math.h>

typedef struct
{
  OndesCwtOptions options;
  double          scale;
  gsize           n;
  gboolean        iq;
  double complex *x;
  OndesSpec      *spec;
  OndesSource    *source;
} Case;

static Case
case_new (double      least_scale,
          double      most_scale,
          OndesMethod method)
{
  Case self = { .options = ondes_cwt_options_default, .iq = g_test_rand_bit () };
  OndesCwtOptions *o = &self.options;
  g_autofree char *text = NULL;
  double frequency, peak = 0;

  self.scale = exp (g_test_rand_double_range (log (least_scale), log (most_scale)));
  o->method = method;
  o->wavelet = g_test_rand_bit () ? ONDES_WAVELET_COMPLEX_MORLET : ONDES_WAVELET_MORLET;
  o->omega0 = g_test_rand_bit () ? 5 : exp (g_test_rand_double_range (log (0.5), log (100)));
  o->boundary = (OndesBoundary) g_test_rand_int_range (0, 4);
  /* a short recording that is repeated is lines, which a row may miss all */
  self.n = (gsize) (self.scale * (o->boundary == ONDES_BOUNDARY_PERIODIC ? 4 : o->boundary == ONDES_BOUNDARY_REFLECT ? 2 : 0.5)
                    + g_test_rand_double_range (0, 4 * self.scale + 30000));
  o->precision = (OndesPrecision) g_test_rand_int_range (0, 3);
  o->normalisation = (OndesNormalisation) g_test_rand_int_range (0, 2);
  text = g_strdup_printf ("%.17g", self.scale);
  self.spec = spec_new (o, text);
  self.x = signal_new ((Signal) g_test_rand_int_range (0, N_SIGNALS), self.n, self.iq);
  /* of the row's own frequency about as much as there is of all others, so that it is not what rounding leaves of these */
  frequency = (o->omega0 + g_test_rand_double_range (-2, 2)) / self.scale;
  for (gsize i = 0; i < self.n; i++)
    peak = MAX (peak, cabs (self.x[i] - self.x[0]));
  for (gsize i = 0; i < self.n; i++)
    self.x[i] += peak * cos (frequency * (double) i);
  self.source = source_new (self.x, self.n, self.iq);
  g_test_message ("scale %g, %s, ω₀ %g, %s, %s, %s, n %zu", self.scale, ondes_wavelet_names[o->wavelet], o->omega0,
                  ondes_boundary_names[o->boundary], ondes_precision_names[o->precision],
                  ondes_normalisation_names[o->normalisation], self.n);
  return self;
}

static void
case_clear (Case *self)
{
  g_free (self->x);
  ondes_spec_unref (self->spec);
  ondes_source_unref (self->source);
}

/* Some of all samples, in a span that begins anywhere. */
static void
check_samples (double      least_scale,
               double      most_scale,
               OndesMethod method,
               gint64      most_count)
{
  enum { TRIES = 24 };
  Case c = case_new (least_scale, most_scale, method);
  const gint64 first = g_test_rand_int_range (0, (gint32) c.n);
  const gint64 count = g_test_rand_int_range (1, (gint32) MIN ((gint64) c.n - first, most_count) + 1);
  OndesSpec *spec;
  OndesArraySink *sink;
  g_autofree char *text = g_strdup_printf ("%.17g,3", c.scale);
  gint64 at[TRIES];
  double complex want[TRIES], got[TRIES];

  c.options.quantity = ONDES_QUANTITY_COEFFICIENTS;
  spec = spec_new (&c.options, text);
  sink = run_new (spec, c.source, (OndesView) { .first = (guint64) first, .count = (guint64) count }, 2, NULL);
  for (guint i = 0; i < TRIES; i++)
    {
      const gint32 t = g_test_rand_int_range (0, (gint32) count);

      at[i] = first + t;
      got[i] = value_at (sink, (gsize) t);
    }
  reference_values (&c.options, c.scale, c.x, (gint64) c.n, at, TRIES, want);
  g_assert_cmpfloat (distance (got, want, TRIES), <=,
                     tolerance (c.options.precision == ONDES_PRECISION_DOUBLE ? ONDES_PRECISION_DOUBLE : ONDES_PRECISION_SINGLE));
  ondes_spec_unref (spec);
  ondes_sink_free (&sink->sink);
  case_clear (&c);
}

static void
test_samples (void)
{
  for (guint i = 0; i < 6; i++)
    check_samples (2100, 12000, ONDES_METHOD_AUTO, G_MAXINT32 - 1);
  check_samples (12000, 60000, ONDES_METHOD_AUTO, G_MAXINT32 - 1);
  check_samples (1e5, 2e5, ONDES_METHOD_AUTO, G_MAXINT32 - 1);
}

/* The largest of each column: at both its ends and at places so near to each other between that no more than 3e-4 is between. */
static void
check_columns (double      least_scale,
               double      most_scale,
               OndesMethod method,
               gint64      most_count)
{
  Case c = case_new (least_scale, most_scale, method);
  const double reach = (c.options.wavelet == ONDES_WAVELET_MORLET ? c.options.omega0 : 0) + 4.5;
  const gint64 count = g_test_rand_int_range (1, (gint32) MIN ((gint64) c.n, most_count) + 1);
  const gint64 first = g_test_rand_int_range (0, (gint32) ((gint64) c.n - count) + 1);
  const guint columns = (guint) exp (g_test_rand_double_range (0, log (g_test_rand_bit () ? 20 : 1.5 * (double) count)));
  const gint64 wide = MIN ((gint64) columns, count), near = MAX (1, (gint64) (0.04 * c.scale / reach));
  const OndesView view = { .first = (guint64) first, .count = (guint64) count, .columns = columns };
  OndesArraySink *sink = run_new (c.spec, c.source, view, 2, NULL);
  const gint64 step = MAX (1, wide / (16 * count / most_count + 4));
  double largest = 0;

  for (gint64 j = 0; j < wide; j++)
    largest = MAX (largest, creal (value_at (sink, (gsize) j)));
  for (gint64 j = 0; j < wide; j += step)
    {
      const gint64 begin = j * count / wide, end = (j + 1) * count / wide;
      const gsize n = (gsize) ((end - 1 - begin + near - 1) / near) + 1;
      g_autofree gint64 *at = g_new (gint64, n);
      g_autofree double complex *row = g_new (double complex, n);
      const double got = creal (value_at (sink, (gsize) j));
      double want = 0;

      for (gsize i = 0; i < n; i++)
        at[i] = first + MIN (begin + (gint64) i * near, end - 1);
      reference_values (&c.options, c.scale, c.x, (gint64) c.n, at, n, row);
      for (gsize i = 0; i < n; i++)
        want = MAX (want, cabs (row[i]));
      g_assert_cmpfloat (got, >=, want - 1e-3 * largest);
      g_assert_cmpfloat (got, <=, want + 1.3e-3 * largest);
    }
  ondes_sink_free (&sink->sink);
  case_clear (&c);
}

static void
test_columns (void)
{
  for (guint round = 0; round < 3; round++)
    check_columns (2100, 8000, ONDES_METHOD_AUTO, 50000);
}

/* So long that their FFTs are taken in parts. */
static void
test_whole (void)
{
  for (guint i = 0; i < 3; i++)
    check_samples (2.1e4, 4e4, ONDES_METHOD_FFT, G_MAXINT32 - 1);
  check_columns (2.1e4, 4e4, ONDES_METHOD_FFT, 20000);
  /* and so long that they are not taken as a whole */
  check_samples (6e4, 1e5, ONDES_METHOD_FFT, G_MAXINT32 - 1);
}

/* Masks so long that they are made piece by piece. */
static void
test_direct (void)
{
  check_samples (6.6e4, 9e4, ONDES_METHOD_DIRECT, 9000);
  check_samples (6.6e4, 9e4, ONDES_METHOD_DIRECT, 100);
  check_columns (6.6e4, 9e4, ONDES_METHOD_DIRECT, 3000);
}

/* The same of the analytic wavelet, whose recording is padded. */
static void
test_padded (void)
{
  OndesCwtOptions o = ondes_cwt_options_default;
  const gsize n = (gsize) g_test_rand_int_range (2, 20);
  const gboolean iq = g_test_rand_bit ();
  const double scale = exp (g_test_rand_double_range (log (0.7), log (1e4)));
  g_autofree double complex *x = signal_new (NOISE, n, iq);
  g_autofree double complex *want = NULL;
  g_autofree double complex *got = g_new (double complex, n);
  g_autofree char *text = g_strdup_printf ("%.17g", scale);
  g_autoptr (OndesSource) source = source_new (x, n, iq);
  g_autoptr (OndesSpec) spec = NULL;
  OndesArraySink *sink;

  o.wavelet = ONDES_WAVELET_ANALYTIC_MORLET;
  o.quantity = ONDES_QUANTITY_COEFFICIENTS;
  o.method = ONDES_METHOD_FFT;
  o.precision = g_test_rand_bit () ? ONDES_PRECISION_DOUBLE : ONDES_PRECISION_SINGLE;
  o.fft_length = g_test_rand_bit () ? 1 << 18 : (guint64) g_test_rand_int_range (33, 64) << 13;
  spec = spec_new (&o, text);
  want = reference_row (&o, scale, x, (gint64) n, 0, (gint64) n);
  sink = run_new (spec, source, (OndesView) { .first = 0, .count = n }, 2, NULL);
  for (gsize i = 0; i < n; i++)
    got[i] = value_at (sink, i);
  g_test_message ("scale %g, n %zu, FFT of %d", scale, n, (int) o.fft_length);
  g_assert_cmpfloat (distance (got, want, n), <=, tolerance (o.precision));
  ondes_sink_free (&sink->sink);
}

static gboolean
no_read (OndesSource *source,
         guint64      at,
         gsize        n,
         void        *dst,
         GError     **error)
{
  g_assert_not_reached ();
}

static void
source_free (OndesSource *source)
{
  g_free (source);
}

/* Beside the recording and the result, however long both are. */
static void
test_memory (void)
{
  static const OndesSourceClass klass = { no_read, source_free };
  static const double scales[] = { 3e3, 1e4, 3e4, 1e5, 3e5, 1e6, 1e7, 1e8 };
  static const OndesView views[] = { { 0, 40000000, 0, FALSE }, { 0, 40000000, 1600, FALSE }, { 0, 40000000, 1600, TRUE },
                                     { 0, G_GUINT64_CONSTANT (2000000000), 1600, FALSE }, { 20000000, 100000, 1600, FALSE },
                                     { 20000000, 1000, 0, FALSE } };
  const OndesEngineClass *cpu = ondes_cpu_engine ();
  OndesEngine *engine = cpu->open (0, 2, NULL);
  OndesSource *source = g_new (OndesSource, 1);
  OndesCwtOptions o = ondes_cwt_options_default;

  ondes_source_init (source, &klass, ONDES_C64, G_GUINT64_CONSTANT (2000000000), 48000);
  for (o.precision = ONDES_PRECISION_DOUBLE; o.precision <= ONDES_PRECISION_SINGLE; o.precision++)
    for (o.boundary = ONDES_BOUNDARY_ZERO; o.boundary <= ONDES_BOUNDARY_EDGE; o.boundary++)
      for (guint i = 0; i < G_N_ELEMENTS (scales); i++)
        for (guint j = 0; j < G_N_ELEMENTS (views); j++)
          {
            g_autofree char *text = g_strdup_printf ("3,%g", scales[i]);

            for (o.method = ONDES_METHOD_AUTO; o.method <= ONDES_METHOD_FFT; o.method++)
              {
                g_autoptr (OndesSpec) spec = spec_new (&o, text);

                g_assert_cmpuint (workspace_of (engine, spec, source, &views[j]), <=, 200000000);
              }
          }
  cpu->close (engine);
  ondes_source_unref (source);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ondes/cpu/long-scales/samples", test_samples);
  g_test_add_func ("/ondes/cpu/long-scales/columns", test_columns);
  g_test_add_func ("/ondes/cpu/long-scales/as-a-whole", test_whole);
  g_test_add_func ("/ondes/cpu/long-scales/directly", test_direct);
  g_test_add_func ("/ondes/cpu/long-scales/padded", test_padded);
  g_test_add_func ("/ondes/cpu/long-scales/memory-stays-small", test_memory);
  return g_test_run ();
}
