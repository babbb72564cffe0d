/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "signal/overview.h"

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

/* Least, largest, root mean square and gaps of [a, b) by looking at each sample. */
static void
assert_extent (const double      *samples,
               guint64            a,
               guint64            b,
               const OndesExtent *extent)
{
  double least = INFINITY, most = -INFINITY, squares = 0;
  guint gaps = 0, finite = 0;

  for (guint64 i = a; i < b; i++)
    if (isfinite (samples[i]))
      {
        least = MIN (least, samples[i]);
        most = MAX (most, samples[i]);
        squares += samples[i] * samples[i];
        finite++;
      }
    else
      gaps++;
  g_assert_cmpuint (extent->gaps, ==, gaps);
  if (finite == 0)
    {
      g_assert_cmpfloat (extent->min, >, extent->max);
      return;
    }
  g_assert_cmpfloat (extent->min, ==, (float) least);
  g_assert_cmpfloat (extent->max, ==, (float) most);
  g_assert_cmpfloat (fabs (extent->rms - sqrt (squares / finite)), <=, 1e-6 * sqrt (squares / finite));
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
  g_assert_true (ondes_source_scan (source, &direct, NULL, NULL, NULL, NULL));
  g_assert_cmpuint (scan.frames, ==, N);
  g_assert_cmpuint (scan.nan, ==, nan);
  g_assert_cmpuint (scan.inf, ==, inf);
  g_assert_cmpfloat (scan.peak, ==, peak);
  g_assert_cmpuint (direct.frames, ==, N);
  g_assert_cmpuint (direct.nan, ==, nan);
  g_assert_cmpuint (direct.inf, ==, inf);
  g_assert_cmpfloat (direct.peak, ==, peak);
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
  g_test_add_func ("/ondes/overview/totals", totals);
  g_test_add_func ("/ondes/overview/other-types", other_types);
  g_test_add_func ("/ondes/overview/read-while-building", read_while_building);
  g_test_add_func ("/ondes/overview/freed-while-building", freed_while_building);
  g_test_add_func ("/ondes/overview/errors-end-it", errors_end_it);
  return g_test_run ();
}
