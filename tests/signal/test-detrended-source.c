/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A recording less its mean or line, against both summed in extended precision. */
#include "signal/detrended-source.h"

#include <math.h>
#include <string.h>

#define N 100003 /* several pieces, and a part of one */

/* Level and slope of least squares about the middle of @n samples; NaN and infinities left out. */
static void
expect_trend (const double *x,
              const double *other, /* the other part of complex samples, else x */
              guint         step,
              gboolean      linear,
              guint64       n,
              long double  *level,
              long double  *slope)
{
  long double middle = ((long double) n - 1) / 2, count = 0, t_sum = 0, tt = 0, x_sum = 0, tx = 0;

  for (guint64 i = 0; i < n; i++)
    {
      long double t = (long double) i - middle, v = x[i * step];

      if (!isfinite (x[i * step]) || !isfinite (other[i * step]))
        continue;
      count++;
      t_sum += t;
      tt += t * t;
      x_sum += v;
      tx += t * v;
    }
  *slope = linear ? (count * tx - t_sum * x_sum) / (count * tt - t_sum * t_sum) : 0;
  *level = (x_sum - *slope * t_sum) / count;
}

static double *
noise (guint64 n,
       double  offset,
       double  slope)
{
  double *x = g_new (double, n);

  for (guint64 i = 0; i < n; i++)
    x[i] = offset + slope * (double) i + g_test_rand_double_range (-1, 1);
  return x;
}

static OndesSource *
detrended_new (OndesSource *parent,
               OndesDetrend kind)
{
  return ondes_detrended_source_new (parent, &(OndesDetrending) { .kind = kind });
}

static gboolean
measure (OndesSource  *source,
         OndesProgress progress,
         GCancellable *cancellable,
         GError      **error)
{
  return ondes_computed_source_prepare (source, 0, source->n, &(OndesWatch) { progress, cancellable, cancellable }, error);
}

static void
assert_detrended (OndesSource  *parent,
                  const double *x,
                  gboolean      linear,
                  double        tolerance)
{
  g_autoptr (OndesSource) self = detrended_new (parent, linear ? ONDES_DETREND_LINEAR : ONDES_DETREND_MEAN);
  g_autoptr (GError) error = NULL;
  const gboolean is_complex = ondes_type_is_complex (parent->type);
  const guint step = is_complex ? 2 : 1;
  g_autofree double *got = g_new (double, step * parent->n);
  OndesTrend trend;

  g_assert_cmpint (self->type, ==, is_complex ? ONDES_C128 : ONDES_F64);
  g_assert_cmpuint (self->n, ==, parent->n);
  g_assert_cmpuint (self->id, !=, parent->id);
  g_assert_true (measure (self, NULL, NULL, &error));
  for (guint64 at = 0, m; at < parent->n; at += m)
    {
      m = (guint64) g_test_rand_int_range (1, 30000);
      m = MIN (m, parent->n - at);
      ondes_source_read (self, at, m, got + step * at, &error);
      g_assert_no_error (error);
    }
  ondes_source_get_detrend (self, &trend);
  for (guint c = 0; c < step; c++)
    {
      long double level, slope;

      expect_trend (x + c, x + (step - 1 - c), step, linear, parent->n, &level, &slope);
      g_assert_cmpfloat_with_epsilon (trend.level[c], (double) level, tolerance);
      for (guint64 i = 0; i < parent->n; i++)
        {
          double value = x[step * i + c];

          if (isfinite (value))
            g_assert_cmpfloat_with_epsilon (
              got[step * i + c],
              (double) (value - level - slope * ((long double) i - ((long double) parent->n - 1) / 2)), 4 * tolerance);
          else
            g_assert_true (isnan (got[step * i + c]) == isnan (value));
        }
    }
}

static void
test_real (void)
{
  static const double offsets[] = { 0, 25.3, -1e9 };

  for (guint k = 0; k < 6; k++)
    {
      guint64 n = k < 3 ? N : (guint64) g_test_rand_int_range (1, 5000);
      g_autofree double *x = noise (n, offsets[k % 3], 1e-3);
      g_autoptr (OndesSource) parent = ondes_array_source_new (ONDES_F64, x, n, 1);
      double tolerance = 1e-15 * MAX (fabs (offsets[k % 3]), 100);

      assert_detrended (parent, x, FALSE, tolerance);
      if (n > 2)
        assert_detrended (parent, x, TRUE, tolerance);
    }
}

static void
test_gaps (void)
{
  g_autofree double *x = noise (N, 3, -1e-4);
  g_autoptr (OndesSource) parent = NULL;

  for (guint i = 0; i < 40000; i++)
    x[g_test_rand_int_range (0, N)] = i % 3 == 0 ? INFINITY : NAN;
  parent = ondes_array_source_new (ONDES_F64, x, N, 1);
  assert_detrended (parent, x, FALSE, 1e-13);
  assert_detrended (parent, x, TRUE, 1e-13);
}

static void
test_types (void)
{
  g_autofree double *x = noise (2 * N, 50, 1e-4);
  g_autofree guint8 *bytes = g_new (guint8, N);
  g_autofree gint32 *integers = g_new (gint32, N);
  g_autofree float *floats = g_new (float, N);
  g_autoptr (OndesSource) u8 = NULL, i32 = NULL, f32 = NULL, pairs = ondes_array_source_new (ONDES_C128, x, N, 1);

  assert_detrended (pairs, x, FALSE, 1e-13);
  assert_detrended (pairs, x, TRUE, 1e-13);
  for (guint i = 0; i < N; i++)
    x[i] = bytes[i] = (guint8) x[i];
  u8 = ondes_array_source_new (ONDES_U8, bytes, N, 1);
  assert_detrended (u8, x, TRUE, 1e-13);
  for (guint i = 0; i < N; i++)
    x[i] = integers[i] = g_test_rand_int_range (1000000000, 1000000100);
  i32 = ondes_array_source_new (ONDES_I32, integers, N, 1);
  assert_detrended (i32, x, FALSE, 1e-6);
  for (guint i = 0; i < N; i++)
    x[i] = floats[i] = (float) g_test_rand_double_range (0, 1);
  f32 = ondes_array_source_new (ONDES_F32, floats, N, 1);
  assert_detrended (f32, x, TRUE, 1e-13);
}

static void
test_none (void)
{
  g_autofree double *x = noise (10, 1, 0);
  g_autoptr (OndesSource) parent = ondes_array_source_new (ONDES_F64, x, 10, 1);
  g_autoptr (OndesSource) self = detrended_new (parent, ONDES_DETREND_NONE);
  g_autoptr (OndesSource) estimate = ondes_computed_source_estimate (self, 0, self->n, NULL, NULL);

  g_assert_true (self == parent && estimate == parent);
  g_assert_true (measure (self, NULL, NULL, NULL));
  g_assert_cmpint (ondes_source_get_detrend (self, NULL), ==, ONDES_DETREND_NONE);
}

/* A source as long as asked for, of one value and steps of it, that counts what is read. */
typedef struct
{
  OndesSource source;
  guint64     read; /* atomic enough: one thread */
} Long;

static gboolean
long_read (OndesSource *source,
           guint64      at,
           gsize        n,
           void        *dst,
           GError     **error)
{
  ((Long *) source)->read += n;
  for (gsize i = 0; i < n; i++)
    ((float *) dst)[i] = 0.35f + ((at + i) % 2 == 0 ? 0.25f : -0.25f);
  return TRUE;
}

static void
long_finalize (OndesSource *source)
{
  g_free (source);
}

static OndesSource *
long_new (guint64 n)
{
  static const OndesSourceClass klass = { long_read, long_finalize };
  Long *self = g_new0 (Long, 1);

  ondes_source_init (&self->source, &klass, ONDES_F32, n, 44100);
  return &self->source;
}

static void
test_estimate (void)
{
  g_autoptr (OndesSource) parent = long_new (G_GUINT64_CONSTANT (44100) * 86400); /* a day */
  g_autoptr (OndesSource) self = detrended_new (parent, ONDES_DETREND_LINEAR);
  g_autoptr (OndesSource) estimate = ondes_computed_source_estimate (self, 0, self->n, NULL, NULL);
  OndesTrend trend;
  double value;

  g_assert_true (estimate != self);
  g_assert_cmpuint (estimate->id, !=, self->id);
  g_assert_cmpuint (((Long *) parent)->read, <, 200000);
  g_assert_cmpint (ondes_source_get_detrend (estimate, &trend), ==, ONDES_DETREND_LINEAR);
  g_assert_cmpfloat_with_epsilon (trend.level[0], (double) 0.35f, 1e-6);
  g_assert_true (ondes_source_read (estimate, 1000, 1, &value, NULL));
  g_assert_cmpfloat_with_epsilon (value, 0.25, 1e-6);
}

static void
cancel_at_half (double   fraction,
                gpointer cancellable)
{
  if (fraction > 0.5)
    g_cancellable_cancel (cancellable);
}

/* What was summed before a cancel is not summed again. */
static void
test_cancel (void)
{
  g_autoptr (OndesSource) parent = long_new (4000000);
  g_autoptr (OndesSource) self = detrended_new (parent, ONDES_DETREND_MEAN);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  OndesTrend trend;

  g_assert_false (measure (self, cancel_at_half, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_cmpuint (((Long *) parent)->read, <, 2100000);
  g_clear_error (&error);
  g_assert_true (measure (self, NULL, NULL, &error));
  g_assert_no_error (error);
  g_assert_cmpuint (((Long *) parent)->read, ==, 4000000);
  ondes_source_get_detrend (self, &trend);
  g_assert_cmpfloat_with_epsilon (trend.level[0], (double) 0.35f, 1e-7);
}

static gpointer
measure_too (gpointer self)
{
  return GINT_TO_POINTER (measure (self, NULL, NULL, NULL));
}

static void
test_threads (void)
{
  g_autofree double *x = noise (N, 7, 0);
  g_autoptr (OndesSource) parent = ondes_array_source_new (ONDES_F64, x, N, 1);
  g_autoptr (OndesSource) self = detrended_new (parent, ONDES_DETREND_MEAN);
  GThread *threads[4];
  long double level, slope;
  OndesTrend trend;

  for (guint i = 0; i < 4; i++)
    threads[i] = g_thread_new ("measure", measure_too, self);
  for (guint i = 0; i < 4; i++)
    g_assert_true (GPOINTER_TO_INT (g_thread_join (threads[i])));
  expect_trend (x, x, 1, FALSE, N, &level, &slope);
  ondes_source_get_detrend (self, &trend);
  g_assert_cmpfloat_with_epsilon (trend.level[0], (double) level, 1e-14);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ondes/detrended-source/mean-and-line-are-those-of-the-definition", test_real);
  g_test_add_func ("/ondes/detrended-source/gaps-do-not-count-and-stay", test_gaps);
  g_test_add_func ("/ondes/detrended-source/integers-floats-and-complex", test_types);
  g_test_add_func ("/ondes/detrended-source/none-is-the-recording-itself", test_none);
  g_test_add_func ("/ondes/detrended-source/an-estimate-reads-little-of-a-day", test_estimate);
  g_test_add_func ("/ondes/detrended-source/a-cancelled-measurement-goes-on", test_cancel);
  g_test_add_func ("/ondes/detrended-source/threads-share-a-measurement", test_threads);
  return g_test_run ();
}
