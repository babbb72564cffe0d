/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The sink between an engine and a recording too long to be looked at as a whole: parts of rows from several threads go straight
 * to the array, unless a value passed the range of single precision. */
#include "engine/array-sink.h"
#include "engine/levelling.h"
#include "signal/source.h"
#include "transform/cwt.h"
#include "transform/filter.h"

#include <math.h>

#define N     ((1 << 20) + 77) /* more than is looked at as a whole */
#define ROWS  3
#define PARTS 40

typedef struct
{
  OndesSink *sink;
  float     *values; /* of all rows */
  guint64    columns;
  guint      part;   /* each thread has every eighth */
} Writer;

static OndesSpec *
filter_spec (void)
{
  const OndesFilterOptions options = { .precision = ONDES_PRECISION_SINGLE };
  double taps[ROWS] = { 1, 0.5, -0.25 };
  OndesFilterBand bands[ROWS];
  g_autoptr (OndesFilterBank) bank = NULL;

  for (guint i = 0; i < ROWS; i++)
    bands[i] = (OndesFilterBand) { .n = 1, .taps = &taps[i] };
  bank = ondes_filter_bank_new (bands, ROWS, NULL);
  return ondes_filter_new (&options, bank, NULL);
}

static OndesSpec *
cwt_spec (void)
{
  OndesCwtOptions options = ondes_cwt_options_default;
  g_autoptr (OndesScaleList) scales = ondes_scale_list_parse ("8,16,32", 0, NULL);

  options.precision = ONDES_PRECISION_SINGLE;
  return ondes_cwt_new (&options, scales, NULL);
}

static guint64
part_begin (const Writer *self,
            guint         part)
{
  return self->columns * part / PARTS;
}

static gpointer
write_parts (gpointer data)
{
  const Writer *self = data;
  guint failed = 0;

  for (guint p = self->part; p < PARTS * ROWS; p += 8)
    {
      const guint64 at = part_begin (self, p / ROWS), n = part_begin (self, p / ROWS + 1) - at;

      failed += !self->sink->klass->put_part (self->sink, p % ROWS, at, n, self->values + p % ROWS * self->columns + at, NULL);
    }
  return GUINT_TO_POINTER (failed);
}

/* Writes all parts with eight threads, and returns how many were refused. */
static guint
write_all (OndesSink *sink,
           float     *values,
           guint64    columns)
{
  Writer writers[8];
  GThread *threads[8];
  guint failed = 0;

  for (guint i = 0; i < 8; i++)
    {
      writers[i] = (Writer) { sink, values, columns, i };
      threads[i] = g_thread_new (NULL, write_parts, &writers[i]);
    }
  for (guint i = 0; i < 8; i++)
    failed += GPOINTER_TO_UINT (g_thread_join (threads[i]));
  return failed;
}

/* @bad: put in the place of a value; 0 for none. */
static void
check_parts (OndesSpec *spec,
             float      bad)
{
  g_autofree float *x = g_new (float, N);
  g_autofree float *values = NULL;
  g_autoptr (OndesSource) source = NULL;
  g_autoptr (OndesRequest) request = NULL;
  OndesArraySink *array = ondes_array_sink_new ();
  g_autoptr (OndesSink) owner = &array->sink;
  OndesLevelling levelling;
  guint64 columns, all;

  for (guint i = 0; i < N; i++)
    x[i] = (float) g_test_rand_double_range (-1, 1);
  source = ondes_array_source_new (ONDES_F32, x, N, 1);
  request = ondes_request_new_of (spec, source, NULL, NULL);
  g_assert_true (ondes_levelling_init (&levelling, request, owner, NULL, NULL));
  g_assert_true (levelling.sink != owner);
  columns = levelling.request->result.columns;
  all = ROWS * columns;
  g_assert_cmpint (levelling.request->result.type, ==, ONDES_F32);
  values = g_new (float, all);
  for (guint64 i = 0; i < all; i++)
    values[i] = (float) g_test_rand_double_range (-1, 1);
  if (bad != 0)
    values[g_test_rand_int_range (0, (gint32) all)] = bad;
  g_assert_true (levelling.sink->klass->begin (levelling.sink, ONDES_F32, ROWS, columns, NULL));
  g_assert_true (levelling.sink->klass->takes_parts (levelling.sink));
  g_assert_cmpuint (write_all (levelling.sink, values, columns), ==, bad != 0);
  if (bad == 0)
    g_assert_cmpmem (array->data, all * sizeof *values, values, all * sizeof *values);
  g_assert_true (ondes_levelling_again (&levelling) == (bad != 0));
}

static void
test_filters (void)
{
  g_autoptr (OndesSpec) spec = filter_spec ();

  check_parts (spec, 0);
  check_parts (spec, INFINITY);
  check_parts (spec, NAN);
}

static void
test_scalograms (void)
{
  g_autoptr (OndesSpec) spec = cwt_spec ();

  check_parts (spec, 0);
  check_parts (spec, -INFINITY);
}

/* A sink without memory to map takes whole rows. */
static void
test_no_memory (void)
{
  g_autofree float *x = g_new0 (float, N);
  g_autoptr (OndesSource) source = ondes_array_source_new (ONDES_F32, x, N, 1);
  g_autoptr (OndesSpec) spec = filter_spec ();
  g_autoptr (OndesRequest) request = NULL;
  OndesArraySink *array = ondes_array_sink_new ();
  g_autoptr (OndesSink) owner = &array->sink;
  OndesSinkClass klass = *owner->klass;
  OndesLevelling levelling;

  x[N / 2] = 1;
  klass.map = NULL;
  owner->klass = &klass;
  request = ondes_request_new_of (spec, source, NULL, NULL);
  g_assert_true (ondes_levelling_init (&levelling, request, owner, NULL, NULL));
  g_assert_true (levelling.sink->klass->begin (levelling.sink, ONDES_F32, ROWS, N, NULL));
  g_assert_false (levelling.sink->klass->takes_parts (levelling.sink));
  g_assert_false (ondes_levelling_again (&levelling));
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ondes/levelling/parts-of-filters", test_filters);
  g_test_add_func ("/ondes/levelling/parts-of-scalograms", test_scalograms);
  g_test_add_func ("/ondes/levelling/a-sink-without-memory", test_no_memory);
  return g_test_run ();
}
