/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Previews look at the middle of each column; long pictures come by and by. */
#include "common.h"

#include <math.h>
#include <string.h>

typedef struct
{
  OndesSink sink;
  guint64   rows, cols, next; /* columns before next have come */
  guint     puts, finals;
  float    *values;
} Watch;

static gboolean
watch_begin (OndesSink *sink,
             OndesType  type,
             guint64    rows,
             guint64    cols,
             GError   **error)
{
  Watch *self = (Watch *) sink;

  g_assert_cmpint (type, ==, ONDES_F32);
  self->rows = rows;
  self->cols = cols;
  self->values = g_new0 (float, rows * cols);
  return TRUE;
}

static gboolean
watch_put (OndesSink       *sink,
           const OndesRect *where,
           const void      *data,
           gsize            stride_bytes,
           gboolean         final,
           GError         **error)
{
  Watch *self = (Watch *) sink;

  g_assert_cmpuint (where->rows, ==, self->rows);
  g_assert_cmpuint (where->col0, ==, self->next);
  self->next += where->cols;
  g_assert_cmpuint (self->next, <=, self->cols);
  self->puts++;
  self->finals += final;
  for (guint64 r = 0; r < where->rows; r++)
    memcpy (self->values + r * self->cols + where->col0, (const char *) data + r * stride_bytes, where->cols * sizeof (float));
  return TRUE;
}

static void
watch_free (OndesSink *sink)
{
  g_free (((Watch *) sink)->values);
}

static const OndesSinkClass watch_class = { watch_begin, watch_put, NULL, watch_free };

static void
compute (Watch       *watch,
         OndesSpec   *spec,
         OndesSource *source,
         OndesView    view)
{
  OndesEngine *engine = ondes_cpu_engine ()->open (0, 2, NULL);
  g_autoptr (OndesRequest) request = ondes_request_new_of (spec, source, &view, NULL);
  OndesPlan *plan = ondes_cpu_engine ()->plan (engine, request, NULL);
  g_autoptr (GError) error = NULL;

  *watch = (Watch) { .sink = { &watch_class } };
  g_assert_true (ondes_cpu_engine ()->run (engine, plan, request, &watch->sink, &(OndesWatch) { NULL }, &error));
  g_assert_no_error (error);
  g_assert_cmpuint (watch->next, ==, watch->cols);
  ondes_cpu_engine ()->unplan (engine, plan);
  ondes_cpu_engine ()->close (engine);
}

/* A value is of some of the column's samples, one of them as near to its middle as the row's band tells: at most the column's
 * largest, and at least the least of those so near, all by the definition; a mean lies between the least and the largest. */
static void
check_column (const OndesCwtOptions *o,
              double                 scale,
              const double complex  *x,
              gsize                  n,
              guint64                begin,
              guint64                end,
              double                 got)
{
  g_autofree double complex *row = reference_row (o, scale, x, n, (gint64) begin, (gint64) (end - begin));
  const guint64 middle = (end - begin) / 2, near = (guint64) (1.6 * scale / (o->omega0 + 5));
  double most = 0, least = INFINITY, peak = 0, off;

  for (gsize i = 0; i < n; i++)
    peak = MAX (peak, cabs (x[i]));
  for (guint64 i = 0; i < end - begin; i++)
    most = MAX (most, cabs (row[i]));
  for (guint64 i = 0; i < end - begin && o->pool == ONDES_POOL_RMS; i++)
    least = MIN (least, cabs (row[i]));
  for (guint64 i = middle - MIN (near, middle); i <= MIN (middle + near, end - begin - 1); i++)
    least = MIN (least, cabs (row[i]));
  if (o->quantity == ONDES_QUANTITY_POWER)
    got = sqrt (got);
  /* where next to nothing is has the rounding of what is beside it */
  off = 1e-4 * most
        + 1e-5 * peak * ondes_cwt_amplitude (o->normalisation, scale) / ondes_cwt_amplitude (ONDES_NORMALISATION_L1, scale);
  g_assert_cmpfloat (got, <=, most + off);
  g_assert_cmpfloat (got, >=, least - off);
}

static void
test_bounds (void)
{
  OndesCwtOptions o = ondes_cwt_options_default;
  const gsize n = 60000;

  for (guint round = 0; round < 12; round++)
    {
      const Signal signal = (Signal) g_test_rand_int_range (0, N_SIGNALS);
      const gboolean iq = g_test_rand_bit ();
      const guint columns = (guint) g_test_rand_int_range (20, g_test_rand_bit () ? 70 : 1700);
      const guint64 first = (guint64) g_test_rand_int_range (0, 2000);
      const guint64 count = n - first - (guint64) g_test_rand_int_range (0, 2000);
      g_autofree double complex *x = signal_new (signal, n, iq);
      g_autoptr (OndesSource) source = NULL;
      g_autoptr (OndesSpec) spec = NULL;
      Watch watch;

      o.pool = g_test_rand_bit () ? ONDES_POOL_RMS : ONDES_POOL_LARGEST;
      if (g_test_rand_bit ()) /* an offset that single precision would feel */
        for (gsize i = 0; i < n; i++)
          x[i] += 100;
      source = source_new (x, n, iq);
      o.boundary = (OndesBoundary) g_test_rand_int_range (0, 4);
      o.precision = (OndesPrecision) g_test_rand_int_range (0, 3);
      o.quantity = g_test_rand_bit () ? ONDES_QUANTITY_MAGNITUDE : ONDES_QUANTITY_POWER;
      o.normalisation = (OndesNormalisation) g_test_rand_int_range (0, 2);
      o.wavelet = g_test_rand_bit () ? ONDES_WAVELET_COMPLEX_MORLET : ONDES_WAVELET_MORLET;
      o.omega0 = g_test_rand_bit () ? 5 : exp (g_test_rand_double_range (log (0.5), log (40)));
      spec = spec_new (&o, "40,0.3,2,600,4.5,9,140,17.25");
      compute (&watch, spec, source, (OndesView) { first, count, columns, TRUE });
      g_assert_cmpuint (watch.finals, ==, 0);
      for (guint i = 0; i < 24; i++)
        {
          const guint row = (guint) g_test_rand_int_range (0, watch.rows), j = (guint) g_test_rand_int_range (0, columns);

          check_column (&o, ondes_cwt_scale (ondes_spec_cwt (spec), row), x, n, first + j * count / columns,
                        first + (j + 1) * count / columns, watch.values[row * columns + j]);
        }
      watch_free (&watch.sink);
    }
}

/* Where nothing changes in a column, the preview is the picture. */
static void
test_steady (void)
{
  OndesCwtOptions o = ondes_cwt_options_default;
  const gsize n = 200000;
  g_autofree double complex *x = g_new (double complex, n);
  g_autoptr (OndesSource) source = NULL;
  g_autoptr (OndesSpec) spec = spec_new (&o, "4,10,25,60");
  Watch preview, exact;

  for (gsize i = 0; i < n; i++)
    x[i] = cos (0.2 * (double) i) + 0.3 * cos (0.05 * (double) i);
  source = source_new (x, n, FALSE);
  compute (&preview, spec, source, (OndesView) { 10000, 180000, 100, TRUE });
  compute (&exact, spec, source, (OndesView) { 10000, 180000, 100, FALSE });
  g_assert_cmpuint (exact.finals, ==, exact.puts);
  for (guint i = 0; i < 400; i++)
    g_assert_cmpfloat_with_epsilon (preview.values[i], exact.values[i], 2e-3);
  watch_free (&preview.sink);
  watch_free (&exact.sink);
}

/* Narrow columns leave nothing to save: every sample is looked at. */
static void
test_narrow (void)
{
  OndesCwtOptions o = ondes_cwt_options_default;
  const gsize n = 3000;
  g_autofree double complex *x = signal_new (NOISE, n, FALSE);
  g_autoptr (OndesSource) source = source_new (x, n, FALSE);
  g_autoptr (OndesSpec) spec = spec_new (&o, "2,8,50");
  Watch preview, exact;

  compute (&preview, spec, source, (OndesView) { 0, n, 700, TRUE });
  compute (&exact, spec, source, (OndesView) { 0, n, 700, FALSE });
  for (guint i = 0; i < 2100; i++)
    g_assert_cmpfloat_with_epsilon (preview.values[i], exact.values[i], 2e-3);
  watch_free (&preview.sink);
  watch_free (&exact.sink);
}

/* Two parts of a long picture join without a seam. */
static void
test_by_and_by (void)
{
  OndesCwtOptions o = ondes_cwt_options_default;
  const gsize n = 12000000;
  const guint columns = 120;
  g_autofree float *x = g_new (float, n);
  g_autoptr (OndesSource) source = NULL;
  g_autoptr (OndesSpec) spec = spec_new (&o, "30,300");
  Watch whole;

  for (gsize i = 0; i < n; i++)
    x[i] = (float) g_test_rand_double_range (-1, 1);
  source = ondes_array_source_new (ONDES_F32, x, n, 1);
  compute (&whole, spec, source, (OndesView) { 0, n, columns, FALSE });
  g_assert_cmpuint (whole.puts, >, 1);
  for (guint j = 0; j < columns; j += 7)
    {
      Watch part;

      compute (&part, spec, source, (OndesView) { (guint64) j * n / columns, n / columns, 1, FALSE });
      for (guint r = 0; r < 2; r++)
        g_assert_cmpfloat_with_epsilon (whole.values[r * columns + j] / part.values[r], 1, 2e-3);
      watch_free (&part.sink);
    }
  watch_free (&whole.sink);
}

/* The analytic wavelet of a tone A cos ω t is A exp (−(s ω − ω₀)²/2), by its definition, and nothing of an offset: whatever of its
 * spectrum is cut at 0 and at π. */
static void
test_analytic (void)
{
  OndesCwtOptions o = ondes_cwt_options_default;
  const gsize n = 400000;
  g_autofree float *x = g_new (float, n);

  o.wavelet = ONDES_WAVELET_ANALYTIC_MORLET;
  for (guint round = 0; round < 12; round++)
    {
      const double omega = g_test_rand_double_range (0.02, 2.8), strength = exp (g_test_rand_double_range (-3, 3));
      const double offset = g_test_rand_bit () ? 0 : 30 * strength;
      const guint columns = (guint) g_test_rand_int_range (20, 1700);
      g_autoptr (OndesSource) source = NULL;
      g_autoptr (OndesSpec) spec = NULL;
      g_autofree char *scales = NULL;
      double s[4];
      Watch watch;

      o.omega0 = g_test_rand_double_range (0.5, 7);
      s[0] = g_test_rand_double_range (0.5, 2) * o.omega0 / omega;
      s[1] = o.omega0 / omega;
      s[2] = g_test_rand_double_range (0.4, 3);
      s[3] = g_test_rand_double_range (2500, 3500); /* where there is no more than what is cut off */
      scales = g_strdup_printf ("%.17g,%.17g,%.17g,%.17g", s[0], s[1], s[2], s[3]);
      for (gsize i = 0; i < n; i++)
        x[i] = (float) (offset + strength * cos (omega * (double) i));
      source = ondes_array_source_new (ONDES_F32, x, n, 1);
      o.precision = (OndesPrecision) g_test_rand_int_range (0, 3);
      spec = spec_new (&o, scales);
      compute (&watch, spec, source, (OndesView) { 100000, 200000, columns, TRUE });
      g_assert_cmpuint (watch.finals, ==, 0);
      for (guint row = 0; row < 4; row++)
        for (guint j = 0; j < columns; j++)
          {
            const double at = s[row] * omega, got = watch.values[row * columns + j] / strength;
            const double want = exp (-0.5 * (at - o.omega0) * (at - o.omega0));

            if (at < 0.7 || omega > 2.7) /* so near to a cut nothing is told for sure */
              g_assert_cmpfloat (got, <, 1.3);
            else
              g_assert_cmpfloat_with_epsilon (got, want, 0.05);
          }
      watch_free (&watch.sink);
    }
}

typedef struct
{
  OndesSource source;
  guint64     read; /* samples */
} Counted;

static gboolean
counted_read (OndesSource *source,
              guint64      at,
              gsize        n,
              void        *dst,
              GError     **error)
{
  __atomic_fetch_add (&((Counted *) source)->read, n, __ATOMIC_RELAXED);
  for (gsize i = 0; i < n; i++)
    ((float *) dst)[i] = (float) ((at + i) * 2654435761u % 1000) / 1000;
  return TRUE;
}

static void
counted_finalize (OndesSource *source)
{
}

/* However long the recording is, a preview reads but a window of each column. */
static void
test_windows (void)
{
  static const OndesSourceClass klass = { counted_read, counted_finalize };
  OndesCwtOptions o = ondes_cwt_options_default;
  const guint64 n = G_GUINT64_CONSTANT (3000000000);
  const guint columns = 400;
  Counted counted = { 0 };
  g_autoptr (OndesSpec) spec = NULL;
  Watch watch;

  ondes_source_init (&counted.source, &klass, ONDES_F32, n, 48000);
  o.wavelet = (OndesWavelet) g_test_rand_int_range (0, 3);
  spec = spec_new (&o, "0.5,2,5,30,100,400");
  compute (&watch, spec, &counted.source, (OndesView) { 0, n, columns, TRUE });
  g_assert_cmpuint (counted.read, <, columns * 20000);
  watch_free (&watch.sink);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ondes/cpu/preview/lies-between-the-middle-and-the-largest", test_bounds);
  g_test_add_func ("/ondes/cpu/preview/of-what-is-steady-is-exact", test_steady);
  g_test_add_func ("/ondes/cpu/preview/of-narrow-columns-is-exact", test_narrow);
  g_test_add_func ("/ondes/cpu/preview/analytic-of-a-tone", test_analytic);
  g_test_add_func ("/ondes/cpu/preview/reads-a-window-of-each-column", test_windows);
  g_test_add_func ("/ondes/cpu/pooled/long-pictures-come-by-and-by", test_by_and_by);
  return g_test_run ();
}
