/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "extent-definition.h"
#include "signal/overview.h"

#include <float.h>
#include <math.h>
#include <string.h>

static gboolean
count_call (gpointer data)
{
  ++*(int *) data;
  return G_SOURCE_CONTINUE;
}

static void
wait_for (OndesOverview *overview)
{
  while (ondes_overview_fraction (overview) < 1)
    g_main_context_iteration (NULL, FALSE);
}

static double *
make (gsize  n,
      double scale)
{
  double *samples = g_new (double, n);

  for (gsize i = 0; i < n; i++)
    {
      samples[i] = scale * g_test_rand_double_range (-1, 1);
      if (g_test_rand_int_range (0, 500) == 0)
        samples[i] = g_test_rand_bit () ? NAN : INFINITY;
    }
  return samples;
}

/* Against brute force, any span in any number of columns: the columns' samples, widened to whole stretches. */
static void
agrees_with_brute_force (gconstpointer data)
{
  gsize n = GPOINTER_TO_SIZE (data);
  double scale = n % 2 ? 1e-19 : 1000;
  g_autofree double *samples = make (n, scale);
  g_autoptr (OndesSource) source = ondes_array_source_new (ONDES_F64, samples, n, 1);
  int calls = 0;
  g_autoptr (OndesOverview) overview = ondes_overview_new (source, count_call, &calls);
  guint64 stride = ondes_overview_stride (overview);

  if (n < 500000)
    g_assert_cmpuint (stride, ==, 1); /* every column is exact */
  wait_for (overview);
  while (calls == 0)
    g_main_context_iteration (NULL, TRUE);
  for (int k = 0; k < 50; k++)
    {
      double first = g_test_rand_double_range (0, (double) n), count = g_test_rand_double_range (1, (double) n);
      guint columns = (guint) g_test_rand_int_range (1, 300);
      g_autofree OndesExtent *extents = g_new (OndesExtent, 300);

      if (k % 3 == 0) /* on the stretches' edges: exactly the samples */
        {
          first = (double) ((guint64) first / stride * stride);
          columns = (guint) g_test_rand_int_range (1, 20);
          count = (double) (columns * stride * (guint64) g_test_rand_int_range (1, 40));
        }
      ondes_overview_get (overview, first, count, columns, extents);
      for (guint j = 0; j < columns; j++)
        {
          double a = floor (first + j * count / columns), b = floor (first + (j + 1) * count / columns);

          b = MIN (MAX (b, a + 1), (double) n);
          if (a >= b)
            {
              g_assert_cmpfloat (extents[j].min, >, extents[j].max);
              g_assert_cmpuint (extents[j].gaps, ==, 0);
            }
          else
            assert_extent (samples, (guint64) a / stride * stride, MIN (((guint64) b + stride - 1) / stride * stride, n),
                           &extents[j]);
        }
    }
}

static void
totals (void)
{
  enum { N = 300001 };
  g_autofree double *samples = make (N, 3);
  g_autoptr (OndesSource) source = ondes_array_source_new (ONDES_F64, samples, N, 1);
  g_autoptr (OndesOverview) overview = ondes_overview_new (source, NULL, NULL);
  OndesScan scan, direct;
  guint64 nan = 0, inf = 0;
  double peak = 0;

  wait_for (overview);
  for (int i = 0; i < N; i++)
    {
      nan += isnan (samples[i]) != 0;
      inf += isinf (samples[i]) != 0;
      peak = isfinite (samples[i]) ? MAX (peak, fabs (samples[i])) : peak;
    }
  g_assert_true (ondes_overview_scan (overview, &scan, NULL));
  g_assert_true (ondes_source_scan (source, &direct, NULL, NULL));
  g_assert_cmpuint (scan.frames, ==, N);
  g_assert_cmpuint (scan.nan, ==, nan);
  g_assert_cmpuint (scan.inf, ==, inf);
  g_assert_cmpfloat (scan.peak, ==, peak);
  g_assert_cmpuint (direct.frames, ==, N);
  g_assert_cmpuint (direct.nan, ==, nan);
  g_assert_cmpuint (direct.inf, ==, inf);
  g_assert_cmpfloat (direct.peak, ==, peak);
}

/* Single precision and complex, tiny, ordinary and too large to be squared, in stretches of one sample and of several. */
static void
any_type_and_size (gconstpointer data)
{
  enum { MOST = 1200000, COLUMNS = 97 };
  static const double scales[] = { 1e-30, 1, 1e30, 1e200 };
  OndesType type = (OndesType) GPOINTER_TO_INT (data);
  gboolean is_double = type == ONDES_F64 || type == ONDES_C128, is_complex = ondes_type_is_complex (type);
  g_autofree double *values = g_new (double, MOST * 2), *sizes = g_new (double, MOST);
  g_autofree float *singles = g_new (float, MOST * 2);

  for (gsize s = 0; s < G_N_ELEMENTS (scales); s++)
    for (int k = 0; k < 2; k++)
      {
        gsize n = (gsize) (k ? g_test_rand_int_range (600000, MOST) : g_test_rand_int_range (1, 3000));
        g_autoptr (OndesSource) source = NULL;
        g_autoptr (OndesOverview) overview = NULL;
        OndesExtent extents[COLUMNS];
        OndesScan scan;
        guint64 stride;
        double peak = 0;

        if (!is_double && scales[s] > 1e100)
          continue;
        for (gsize i = 0; i < n * (is_complex ? 2 : 1); i++)
          {
            values[i] = scales[s] * g_test_rand_double_range (-1, 1);
            if (i > n / 2 && g_test_rand_int_range (0, 1000) == 0)
              values[i] = g_test_rand_bit () ? NAN : -INFINITY;
            singles[i] = (float) values[i];
            values[i] = is_double ? values[i] : (double) singles[i];
          }
        for (gsize i = 0; i < n; i++)
          {
            sizes[i] = !is_complex ? values[i]
                       : isnan (values[2 * i]) || isnan (values[2 * i + 1]) ? NAN
                                                                           : hypot (values[2 * i], values[2 * i + 1]);
            peak = isfinite (sizes[i]) ? MAX (peak, fabs (sizes[i])) : peak;
          }
        source = ondes_array_source_new (type, is_double ? (const void *) values : singles, n, 1);
        overview = ondes_overview_new (source, NULL, NULL);
        stride = ondes_overview_stride (overview);
        g_assert_cmpuint (stride, >, k ? 1 : 0);
        wait_for (overview);
        g_assert_true (ondes_overview_scan (overview, &scan, NULL));
        g_assert_cmpuint (scan.frames, ==, n);
        g_assert_cmpfloat (fabs (scan.peak - peak), <=, 1e-15 * peak);
        for (guint64 zoom = 1; zoom <= 1000; zoom *= 10)
          {
            guint64 first = (guint64) g_test_rand_int_range (0, (gint32) n) / stride * stride, width = zoom * stride;

            ondes_overview_get (overview, (double) first, (double) (COLUMNS * width), COLUMNS, extents);
            for (guint64 j = 0, at = first; j < COLUMNS && at < n; j++, at += width)
              {
                double least = INFINITY, most = -INFINITY, squares = 0;
                guint gaps = 0, finite = 0;

                for (guint64 i = at; i < MIN (at + width, n); i++)
                  if (isfinite (sizes[i]))
                    {
                      least = MIN (least, sizes[i]);
                      most = MAX (most, sizes[i]);
                      squares += sizes[i] / scales[s] * sizes[i] / scales[s];
                      finite++;
                    }
                  else
                    gaps++;
                g_assert_cmpuint (extents[j].gaps, ==, gaps);
                if (finite == 0)
                  {
                    g_assert_cmpfloat (extents[j].min, >, extents[j].max);
                    continue;
                  }
                least = CLAMP (least, -(double) FLT_MAX, (double) FLT_MAX);
                most = CLAMP (most, -(double) FLT_MAX, (double) FLT_MAX);
                g_assert_cmpfloat (fabs (extents[j].min - least), <=, 1.2e-7 * fabs (least));
                g_assert_cmpfloat (fabs (extents[j].max - most), <=, 1.2e-7 * fabs (most));
                if (scales[s] < 1e38)
                  {
                    double rms = scales[s] * sqrt (squares / finite);

                    g_assert_cmpfloat (fabs (extents[j].rms - rms), <=, 1e-6 * rms);
                  }
              }
          }
      }
}

/* Complex samples by magnitude, packed bits by value, outside of the recording nothing. */
static void
other_types (void)
{
  const float iq[] = { 3, 4, 0, -2, NAN, 1, -6, 8 };
  const guint8 bits[] = { 0xf0, 0x01 };
  g_autoptr (OndesSource) c = ondes_array_source_new (ONDES_C64, iq, 4, 1),
                          b = ondes_array_source_new (ONDES_BITS, bits, 10, 1);
  g_autoptr (OndesOverview) first = ondes_overview_new (c, NULL, NULL), second = ondes_overview_new (b, NULL, NULL);
  OndesExtent extents[3];

  wait_for (first);
  wait_for (second);
  ondes_overview_get (first, 0, 4, 1, extents);
  g_assert_cmpfloat (extents[0].min, ==, 2);
  g_assert_cmpfloat (extents[0].max, ==, 10);
  g_assert_cmpuint (extents[0].gaps, ==, 1);
  ondes_overview_get (second, 0, 10, 1, extents);
  g_assert_cmpfloat (extents[0].min, ==, 0);
  g_assert_cmpfloat (extents[0].max, ==, 1);
  g_assert_cmpfloat_with_epsilon (extents[0].rms, sqrt (0.5), 1e-6);
  ondes_overview_get (second, -10, 30, 3, extents);
  g_assert_cmpfloat (extents[0].min, >, extents[0].max);
  g_assert_cmpfloat (extents[1].max, ==, 1);
  g_assert_cmpfloat (extents[2].min, >, extents[2].max);
}

/* A source of a length that no memory holds, that stops at a gate, or breaks. */
typedef struct
{
  OndesSource source;
  GMutex      mutex;
  GCond       cond;
  guint64     gate; /* reads up to here pass */
  guint64     broken;
} GatedSource;

static gboolean
gated_read (OndesSource *source,
            guint64      at,
            gsize        n,
            void        *dst,
            GError     **error)
{
  GatedSource *self = (GatedSource *) source;

  g_mutex_lock (&self->mutex);
  while (at + n > self->gate)
    g_cond_wait (&self->cond, &self->mutex);
  g_mutex_unlock (&self->mutex);
  if (at + n > self->broken)
    {
      g_set_error_literal (error, ONDES_ERROR, ONDES_ERROR_FILE, "gate is broken there");
      return FALSE;
    }
  for (gsize i = 0; i < n; i++)
    ((float *) dst)[i] = (float) ((at + i) % 3) - 1;
  return TRUE;
}

static void
gated_finalize (OndesSource *source)
{
  GatedSource *self = (GatedSource *) source;

  g_mutex_clear (&self->mutex);
  g_cond_clear (&self->cond);
  g_free (self);
}

static GatedSource *
gated_new (guint64 n)
{
  static const OndesSourceClass klass = { gated_read, gated_finalize };
  GatedSource *self = g_new0 (GatedSource, 1);

  ondes_source_init (&self->source, &klass, ONDES_F32, n, 1);
  g_mutex_init (&self->mutex);
  g_cond_init (&self->cond);
  self->broken = G_MAXUINT64;
  return self;
}

static void
open_gate (GatedSource *self,
           guint64      gate)
{
  g_mutex_lock (&self->mutex);
  self->gate = gate;
  g_cond_broadcast (&self->cond);
  g_mutex_unlock (&self->mutex);
}

/* While it builds, what is built can be read, and the rest says so. */
static void
read_while_building (void)
{
  enum { N = 4000000 };
  GatedSource *gated = gated_new (N);
  g_autoptr (OndesSource) source = &gated->source;
  int calls = 0;
  OndesExtent extents[2];
  g_autoptr (OndesOverview) overview = NULL;

  open_gate (gated, N / 2);
  overview = ondes_overview_new (source, count_call, &calls);
  while (ondes_overview_fraction (overview) < 0.45)
    g_thread_yield ();
  g_assert_cmpfloat (ondes_overview_fraction (overview), <=, 0.5);
  ondes_overview_get (overview, 0, N * 0.8, 2, extents);
  g_assert_cmpfloat (extents[0].min, ==, -1);
  g_assert_cmpfloat (extents[0].max, ==, 1);
  g_assert_cmpfloat (extents[1].min, >, extents[1].max);
  open_gate (gated, N);
  wait_for (overview);
  while (calls == 0)
    g_main_context_iteration (NULL, TRUE);
  ondes_overview_get (overview, 0, N, 2, extents);
  g_assert_cmpfloat (extents[1].max, ==, 1);
}

/* Freed at any moment: nothing is called afterwards, and nothing waits for the end of a long recording. */
static void
freed_while_building (void)
{
  for (int k = 0; k < 30; k++)
    {
      GatedSource *gated = gated_new (G_GUINT64_CONSTANT (1) << 50);
      g_autoptr (OndesSource) source = &gated->source;
      int calls = 0;
      OndesOverview *overview;

      open_gate (gated, G_MAXUINT64);
      overview = ondes_overview_new (source, count_call, &calls);
      for (int i = 0; i < k; i++)
        g_main_context_iteration (NULL, FALSE);
      ondes_overview_free (overview);
      calls = 0;
      while (g_main_context_iteration (NULL, FALSE))
        ;
      g_assert_cmpint (calls, ==, 0);
    }
}

static void
errors_end_it (void)
{
  enum { N = 1000000 };
  GatedSource *gated = gated_new (N);
  g_autoptr (OndesSource) source = &gated->source;
  g_autoptr (OndesOverview) overview = NULL;
  g_autoptr (GError) error = NULL;
  OndesScan scan;
  OndesExtent extents[2];

  gated->broken = N / 2;
  open_gate (gated, N);
  overview = ondes_overview_new (source, NULL, NULL);
  wait_for (overview);
  g_assert_false (ondes_overview_scan (overview, &scan, &error));
  g_assert_error (error, ONDES_ERROR, ONDES_ERROR_FILE);
  g_assert_cmpuint (scan.frames, >, 0);
  g_assert_cmpuint (scan.frames, <=, N / 2);
  ondes_overview_get (overview, 0, N, 2, extents);
  g_assert_cmpfloat (extents[1].min, >, extents[1].max);
}

int
main (int   argc,
      char *argv[])
{
  static const gsize lengths[] = { 1, 15, 16, 17, 504, 4096, 65537, 1000000 };

  g_test_init (&argc, &argv, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (lengths); i++)
    {
      g_autofree char *name = g_strdup_printf ("/ondes/overview/agrees-with-brute-force/%" G_GSIZE_FORMAT, lengths[i]);

      g_test_add_data_func (name, GSIZE_TO_POINTER (lengths[i]), agrees_with_brute_force);
    }
  g_test_add_data_func ("/ondes/overview/any-size/float32", GINT_TO_POINTER (ONDES_F32), any_type_and_size);
  g_test_add_data_func ("/ondes/overview/any-size/float64", GINT_TO_POINTER (ONDES_F64), any_type_and_size);
  g_test_add_data_func ("/ondes/overview/any-size/complex64", GINT_TO_POINTER (ONDES_C64), any_type_and_size);
  g_test_add_data_func ("/ondes/overview/any-size/complex128", GINT_TO_POINTER (ONDES_C128), any_type_and_size);
  g_test_add_func ("/ondes/overview/totals", totals);
  g_test_add_func ("/ondes/overview/other-types", other_types);
  g_test_add_func ("/ondes/overview/read-while-building", read_while_building);
  g_test_add_func ("/ondes/overview/freed-while-building", freed_while_building);
  g_test_add_func ("/ondes/overview/errors-end-it", errors_end_it);
  return g_test_run ();
}
