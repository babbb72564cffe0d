/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pair updates of the CUDA engine against the CPU engine, which is tested against the definition. */
#include "../engine/once.h"
#include "../transform/pair-reference.h"
#include "cuda-engine.h"
#include "few-cases.h"

#include "engine/compute.h"
#include "transform/pairs.h"

#include <math.h>
#include <string.h>

static OndesSpec *
spec_of (OndesPairTable         *table,
         OndesType               type,
         const OndesPairsLayout *layout)
{
  GError *error = NULL;
  OndesPairsOptions options = { .type = type };
  OndesSpec *spec;

  if (layout != NULL)
    options.layout = *layout;
  spec = ondes_pairs_new (table, &options, &error);
  g_assert_no_error (error);
  return spec;
}

static void
assert_alike (const OndesArraySink *have,
              const OndesArraySink *want,
              double                tolerance)
{
  const gsize n = have->rows * have->cols, parts = ondes_type_is_complex (have->type) ? 2 : 1;
  double off = 0, all = 0;

  g_assert_cmpuint (have->rows, ==, want->rows);
  g_assert_cmpuint (have->cols, ==, want->cols);
  g_assert_cmpint (have->type, ==, want->type);
  if (have->type == ONDES_I64)
    {
      g_assert_true (memcmp (have->data, want->data, n * sizeof (gint64)) == 0);
      return;
    }
  for (gsize i = 0; i < n * parts; i++)
    {
      const gboolean single = have->type == ONDES_F32 || have->type == ONDES_C64;
      const double h = single ? (double) ((const float *) have->data)[i] : ((const double *) have->data)[i];
      const double w = single ? (double) ((const float *) want->data)[i] : ((const double *) want->data)[i];

      off += (h - w) * (h - w);
      all += w * w;
    }
  g_assert_cmpfloat (sqrt (off / all), <=, tolerance);
}

static void
check (OndesPairTable         *table,
       OndesType               type,
       OndesType               source_type,
       guint                   rows,
       guint64                 limit,
       const OndesPairsLayout *layout)
{
  g_autoptr (OndesSource) source = random_source (source_type, (gsize) table->n * rows, 1 << 20);
  g_autoptr (OndesSpec) spec = spec_of (table, type, layout);
  const OndesView view = { .count = (guint64) table->n * rows };
  OndesArraySink *have, *want;
  GError *error = NULL;

  have = cuda_run (spec, source, view, limit, NULL, &error);
  g_assert_no_error (error);
  want = cpu_result (spec, &source, 1, view, &error);
  g_assert_no_error (error);
  assert_alike (have, want, type == ONDES_F32 || type == ONDES_C64 ? 1e-6 : 1e-15);
  ondes_sink_free (&have->sink);
  ondes_sink_free (&want->sink);
}

static void
test_types (void)
{
  static const struct
  {
    const char *table;
    guint       n;
    OndesType   type, source;
  } cases[] = {
    { "walsh", 64, ONDES_I64, ONDES_I32 },         { "field", 0, ONDES_F32, ONDES_F32 },
    { "dft", 256, ONDES_C64, ONDES_F32 },          { "dft", 16, ONDES_C128, ONDES_F64 },
    { "dft-reverse", 128, ONDES_C128, ONDES_F64 }, { "arithmetic", 32, ONDES_F64, ONDES_F64 },
    { "reed-muller", 8, ONDES_I64, ONDES_U8 },     { "walsh", 2, ONDES_F64, ONDES_F64 },
  };

  if (cuda_class () == NULL)
    return;
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (OndesPairTable) table = pairs_of (cases[i].table, cases[i].n);

      check (table, cases[i].type, cases[i].source, 1, 0, NULL);
      check (table, cases[i].type, cases[i].source, 77, 0, NULL);
    }
}

/* No power of two, several batches that do not end with a chunk, and little memory. */
static void
test_batches (void)
{
  const OndesPairsLayout layout = { .threads = 64, .blocks = 10 };
  g_autoptr (OndesPairTable) table = NULL;

  if (cuda_class () == NULL)
    return;
  table = random_pairs (ONDES_PAIRS_MATRIX, FALSE, FALSE, 42, 2);
  check (table, ONDES_F64, ONDES_F64, few_cases () ? 900 : 60000, few_cases () ? 1 << 20 : 0, NULL);
  check (table, ONDES_F32, ONDES_F32, 400, 1 << 19, NULL);
  check (table, ONDES_F64, ONDES_F64, 300, 0, &layout);
}

static void
test_refused (void)
{
  static const gint64 large[4] = { G_GINT64_CONSTANT (1) << 61, 1, 1, 1 };
  static const double bad[4] = { 1, INFINITY, 2, 3 };
  const OndesPairsLayout few = { .blocks = 1, .jobs = 1 };
  g_autoptr (OndesPairTable) table = NULL;
  g_autoptr (OndesSource) integers = NULL, gaps = NULL, eight = NULL;
  g_autoptr (OndesSpec) exact = NULL, real = NULL, short_of = NULL;
  g_autoptr (GError) error = NULL;

  if (cuda_class () == NULL)
    return;
  table = pairs_of ("walsh", 4);
  integers = ondes_array_source_new (ONDES_I64, large, 4, 1);
  gaps = ondes_array_source_new (ONDES_F64, bad, 4, 1);
  eight = random_source (ONDES_F64, 8, 1);
  exact = spec_of (table, ONDES_I64, NULL);
  real = spec_of (table, ONDES_F64, NULL);
  short_of = spec_of (table, ONDES_F64, &few);
  g_assert_null (cuda_run (exact, integers, (OndesView) { .count = 4 }, 0, NULL, &error));
  g_assert_error (error, ONDES_ERROR, ONDES_ERROR_FILE);
  g_clear_error (&error);
  g_assert_null (cuda_run (real, gaps, (OndesView) { .count = 4 }, 0, NULL, &error));
  g_assert_error (error, ONDES_ERROR, ONDES_ERROR_FILE);
  g_clear_error (&error);
  g_assert_null (cuda_run (short_of, eight, (OndesView) { .count = 8 }, 0, NULL, &error));
  g_assert_error (error, ONDES_ENGINE_ERROR, ONDES_ENGINE_ERROR_UNSUPPORTED);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ondes/gpu/pairs/types", test_types);
  g_test_add_func ("/ondes/gpu/pairs/batches", test_batches);
  g_test_add_func ("/ondes/gpu/pairs/refused", test_refused);
  return g_test_run ();
}
