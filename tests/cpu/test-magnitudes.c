/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Recordings of any size: what they are multiplied by comes out of the transform again, in every precision. */
#include "common.h"

#include <math.h>
#include <string.h>

#include "figure/raster.h"
#include "analysis/scalogram.h"

#define SCALES "1,2.5,16/3,20,47.3"

static const double sizes[] = { 1e-150, 1e-30, 1e-19, 1, 1e30, 1e150 };

/* The largest of each of @columns spans of @x. */
static void
pool (double complex *x,
      gsize           n,
      gsize           columns)
{
  for (gsize j = 0; j < columns; j++)
    {
      double most = 0;

      for (gsize i = j * n / columns; i < (j + 1) * n / columns; i++)
        most = MAX (most, creal (x[i]));
      x[j] = most;
    }
}

/* By the definition, of samples that are not scaled: rows × (columns or n). */
static double complex *
wanted (const OndesCwtOptions *o,
        const OndesCwt        *cwt,
        const double complex  *x,
        gsize                  n,
        guint                  columns)
{
  const gsize width = columns > 0 ? columns : n;
  double complex *want = g_new (double complex, cwt->n_scales * width);

  for (guint r = 0; r < cwt->n_scales; r++)
    {
      g_autofree double complex *row = reference_row (o, ondes_cwt_scale (cwt, r), x, (gint64) n, 0, (gint64) n);

      for (gsize i = 0; i < n; i++)
        row[i] = quantity_of (o->quantity, row[i]);
      if (columns > 0)
        pool (row, n, columns);
      memcpy (want + r * width, row, width * sizeof *want);
    }
  return want;
}

/* All sizes of @x by one spec. */
static void
check_sizes (const OndesCwtOptions *o,
             const double complex  *x,
             gsize                  n,
             gboolean               iq,
             guint                  columns)
{
  g_autoptr (OndesSpec) spec = spec_new (o, SCALES);
  const OndesCwt *cwt = ondes_spec_cwt (spec);
  g_autofree double complex *want = wanted (o, cwt, x, n, columns);
  const gsize values = cwt->n_scales * (columns > 0 ? columns : n);
  g_autofree double complex *y = g_new (double complex, n), *got = g_new (double complex, values);

  for (guint s = 0; s < G_N_ELEMENTS (sizes); s++)
    {
      const double size = sizes[s];
      g_autoptr (OndesSource) source = NULL;
      OndesArraySink *sink;
      double off;

      for (gsize i = 0; i < n; i++)
        y[i] = x[i] * size;
      source = source_new (y, n, iq);
      sink = compute_new (spec, source, (OndesView) { .count = n, .columns = columns });
      for (gsize i = 0; i < values; i++)
        {
          double complex v = value_at (sink, i);

          if (o->quantity == ONDES_QUANTITY_PHASE)
            got[i] = cabs (want[i]) * cexp (I * v);
          else
            got[i] = o->quantity == ONDES_QUANTITY_POWER ? v / size / size : v / size;
        }
      off = distance (got, want, values);
      if (!(off <= (columns > 0 ? 1e-3 : 2 * tolerance (ONDES_PRECISION_SINGLE))))
        g_test_message ("times %g: %s %s %s, %s, %u columns", size, ondes_wavelet_names[o->wavelet], ondes_method_names[o->method],
                        ondes_precision_names[o->precision], ondes_quantity_names[o->quantity], columns);
      g_assert_cmpfloat (off, <=, columns > 0 ? 1e-3 : o->precision == ONDES_PRECISION_DOUBLE
                                                         ? 2 * tolerance (ONDES_PRECISION_DOUBLE)
                                                         : 2 * tolerance (ONDES_PRECISION_SINGLE));
      ondes_sink_free (&sink->sink);
    }
}

static void
test_sizes (gconstpointer data)
{
  const gsize n = 301;
  OndesCwtOptions o = ondes_cwt_options_default;

  o.precision = GPOINTER_TO_INT (data);
  for (int iq = 0; iq < 2; iq++)
    for (o.wavelet = ONDES_WAVELET_COMPLEX_MORLET; o.wavelet <= ONDES_WAVELET_ANALYTIC_MORLET; o.wavelet++)
      {
        g_autofree double complex *x = signal_new (NOISE, n, iq);

        for (o.method = ONDES_METHOD_AUTO; o.method <= ONDES_METHOD_FFT; o.method++)
          for (o.quantity = ONDES_QUANTITY_COEFFICIENTS; o.quantity <= ONDES_QUANTITY_PHASE; o.quantity++)
            {
              if (o.wavelet == ONDES_WAVELET_ANALYTIC_MORLET
                  && (o.method == ONDES_METHOD_DIRECT || o.method == ONDES_METHOD_OVERLAP_SAVE))
                continue;
              o.normalisation = g_test_rand_bit () ? ONDES_NORMALISATION_L1 : ONDES_NORMALISATION_L2;
              check_sizes (&o, x, n, iq, 0);
              if (o.quantity == ONDES_QUANTITY_MAGNITUDE || o.quantity == ONDES_QUANTITY_POWER)
                check_sizes (&o, x, n, iq, 40);
            }
      }
}

/* Samples of float32 and of 64 bit integers, beyond what squares of float32 hold. */
static void
test_types (void)
{
  const gsize n = 257;
  g_autofree double complex *x = signal_new (NOISE, n, FALSE), *want = NULL;
  g_autofree float *floats = g_new (float, n);
  g_autofree gint64 *integers = g_new (gint64, n);
  OndesCwtOptions o = ondes_cwt_options_default;
  g_autoptr (OndesSpec) spec = NULL;
  g_autofree double complex *got = NULL;

  o.quantity = ONDES_QUANTITY_POWER;
  spec = spec_new (&o, SCALES);
  want = wanted (&o, ondes_spec_cwt (spec), x, n, 0);
  got = g_new (double complex, 5 * n);
  for (int k = 0; k < 3; k++)
    {
      const double size = k == 0 ? 1e-30 : k == 1 ? 1e30 : 1e18;
      g_autoptr (OndesSource) source = NULL;
      OndesArraySink *sink;

      for (gsize i = 0; i < n; i++)
        {
          floats[i] = (float) (creal (x[i]) * size);
          integers[i] = (gint64) (creal (x[i]) * 1e18);
        }
      source = k < 2 ? ondes_array_source_new (ONDES_F32, floats, n, 1) : ondes_array_source_new (ONDES_I64, integers, n, 1);
      sink = compute_new (spec, source, (OndesView) { .count = n });
      for (gsize i = 0; i < 5 * n; i++)
        got[i] = value_at (sink, i) / size / size;
      g_assert_cmpfloat (distance (got, want, 5 * n), <=, 1e-5);
      ondes_sink_free (&sink->sink);
    }
}

static const OndesRecordingInfo info = { .name = "a signal", .time_unit = "s", .unit = "V" };

static OndesScalogram *
picture (OndesSpec   *spec,
         OndesSource *source,
         guint64      first,
         guint64      count,
         guint        columns)
{
  g_autoptr (OndesComputer) computer = ondes_computer_new ("cpu", 0, 2);
  const OndesScalogramJob job = { .spec = spec, .source = source, .view = { .first = first, .count = count, .columns = columns },
                                  .info = &info };
  GError *error = NULL;
  OndesScalogram *s = ondes_scalogram_compute (computer, &job, NULL, NULL, &error);

  g_assert_no_error (error);
  return s;
}

static OndesScalogram *
preview (OndesSpec   *spec,
         OndesSource *source,
         guint64      count,
         guint        columns)
{
  g_autoptr (OndesComputer) computer = ondes_computer_new ("cpu", 0, 2);
  const OndesScalogramJob job = { .spec = spec, .source = source, .view = { .count = count, .columns = columns }, .info = &info };
  GError *error = NULL;
  OndesScalogram *s = ondes_scalogram_preview (computer, &job, NULL, NULL, &error);

  g_assert_no_error (error);
  return s;
}

/* @b is @a times 2^@shift, and so is its reference. */
static gboolean
same_pixels (const OndesScalogram *a,
             const OndesScalogram *b,
             const OndesDisplay   *display,
             int                   shift)
{
  const int width = 200, height = 90;
  OndesAxis axis = ondes_display_axis (display, a, height);
  OndesDisplay scaled = *display;
  cairo_surface_t *p = ondes_raster_new (a, display, &axis, &(OndesRasterView) { 0, (double) a->n, width, height }), *q;
  gboolean same;

  scaled.reference = ldexp (display->reference, shift);
  q = ondes_raster_new (b, &scaled, &axis, &(OndesRasterView) { 0, (double) a->n, width, height });
  same = memcmp (cairo_image_surface_get_data (p), cairo_image_surface_get_data (q),
                 (gsize) cairo_image_surface_get_stride (p) * height) == 0;
  cairo_surface_destroy (p);
  cairo_surface_destroy (q);
  return same;
}

/* Pictures of x and of 2^k x differ in their numbers alone. */
static void
test_pictures (void)
{
  static const int powers[] = { -490, -300, -110, -63, -40, -17, -3, 5, 30, 44, 64, 90, 127, 300, 490 };
  const gsize n = 700;
  g_autofree double complex *x = signal_new (NOISE, n, FALSE), *y = g_new (double complex, n);
  g_autoptr (OndesSource) plain = source_new (x, n, FALSE);
  OndesCwtOptions o = ondes_cwt_options_default;

  for (o.quantity = ONDES_QUANTITY_MAGNITUDE; o.quantity <= ONDES_QUANTITY_POWER; o.quantity++)
    {
      g_autoptr (OndesSpec) spec = spec_new (&o, "2:80");
      g_autoptr (OndesScalogram) first = picture (spec, plain, 0, n, 150), early = preview (spec, plain, n, 150);
      const double largest = ondes_scalogram_value (first, first->largest);
      const OndesDisplay display = ondes_display_default;

      for (guint k = 0; k < G_N_ELEMENTS (powers); k++)
        {
          const int shift = o.quantity == ONDES_QUANTITY_POWER ? 2 * powers[k] : powers[k];
          g_autoptr (OndesSource) source = NULL;
          g_autoptr (OndesScalogram) s = NULL, e = NULL;

          for (gsize i = 0; i < n; i++)
            y[i] = ldexp (creal (x[i]), powers[k]);
          source = source_new (y, n, FALSE);
          s = picture (spec, source, 0, n, 150);
          e = preview (spec, source, n, 150);
          g_assert_cmpfloat (ondes_scalogram_value (s, s->largest), ==, ldexp (largest, shift));
          g_assert_cmpfloat (s->levels.top, ==, ldexp (first->levels.top, shift));
          g_assert_cmpfloat (s->levels.bottom, ==, ldexp (first->levels.bottom, shift));
          g_assert_cmpfloat (s->medians[7], ==, ldexp (first->medians[7], shift));
          g_assert_cmpfloat (s->equalised.top, ==, first->equalised.top);
          /* the reference that is chosen is of three digits */
          g_assert_cmpfloat_with_epsilon (ldexp (ondes_display_resolve (&display, s).reference, -shift) / first->levels.top, 1,
                                          0.006);
          for (gsize i = 0; i < (gsize) e->rows * e->columns; i++) /* of a preview logarithms are taken */
            g_assert_cmpfloat_with_epsilon (ldexp (ondes_scalogram_value (e, e->values[i]), -shift) / early->values[i], 1, 1e-4);
          for (int way = 0; way < 4; way++)
            {
              OndesDisplay drawn = display;

              drawn.db_range = 60;
              drawn.decibel = way % 2;
              drawn.reference = way < 2 ? largest : largest * 0.3;
              g_assert_true (same_pixels (first, s, &drawn, shift));
              drawn.equalise = TRUE;
              drawn.reference = 3;
              g_assert_true (same_pixels (first, s, &drawn, 0));
            }
        }
    }
}

/* Of a long recording not every sample is looked at before: what then passes the range is found, and joins other pictures. */
static void
test_spike (void)
{
  const gsize n = (1 << 22) + 200000, at = 100000 + g_test_rand_int_range (0, 1000), step = 4096;
  g_autofree double *x = g_new (double, n);
  g_autoptr (OndesSource) source = NULL;
  OndesCwtOptions o = ondes_cwt_options_default;
  g_autoptr (OndesSpec) spec = NULL;
  g_autoptr (OndesScalogram) quiet = NULL, loud = NULL, both = NULL;
  OndesScalogram *parts[2];
  double least;
  OndesView view = { .count = 60 * step, .columns = 60 };

  for (gsize i = 0; i < n; i++)
    x[i] = 1e-10 * (g_test_rand_double () - 0.5);
  x[at] = 1e30;
  source = ondes_array_source_new (ONDES_F64, x, n, 1);
  o.quantity = ONDES_QUANTITY_POWER;
  spec = spec_new (&o, "2,9");
  quiet = picture (spec, source, 40 * step, 20 * step, 20);
  least = ondes_scalogram_value (quiet, quiet->largest);
  g_assert_cmpfloat (least, >, 1e-23);
  g_assert_cmpfloat (least, <, 1e-19);
  loud = picture (spec, source, 0, 40 * step, 40);
  /* |ψ(0, s)| = c(s) */
  g_assert_cmpfloat_with_epsilon (ondes_scalogram_value (loud, loud->largest) / 1e60, 2 / G_PI / 4, 1e-5);
  parts[0] = loud;
  parts[1] = quiet;
  both = ondes_scalogram_assemble (&view, step, parts, 2, NULL);
  g_assert_cmpfloat_with_epsilon (ondes_scalogram_value (both, both->largest) / 1e60, 2 / G_PI / 4, 1e-5);
  g_assert_cmpint (ondes_scalogram_column (both, (double) at), ==, (int) (at / step));
  g_assert_cmpfloat_with_epsilon (ondes_scalogram_value (both, both->values[at / step]) / 1e60, 2 / G_PI / 4, 1e-5);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (OndesPrecision p = ONDES_PRECISION_DOUBLE; p <= ONDES_PRECISION_SINGLE2; p++)
    {
      g_autofree char *path = g_strdup_printf ("/ondes/magnitudes/come-out-again/%s", ondes_precision_names[p]);

      g_test_add_data_func (path, GINT_TO_POINTER (p), test_sizes);
    }
  g_test_add_func ("/ondes/magnitudes/of-every-type", test_types);
  g_test_add_func ("/ondes/magnitudes/do-not-show-in-pictures", test_pictures);
  g_test_add_func ("/ondes/magnitudes/a-spike-that-was-not-looked-at", test_spike);
  return g_test_run ();
}
