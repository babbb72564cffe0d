/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The kernels of pair updates alone, without the engine: outputs are poisoned before, guarded on both sides, and compared
 * with the definition in double on the host; integers bit by bit. */
#include "../../gpu/pair-kernels.h"
#include "../transform/pair-reference.h"
#include "guarded.h"

#include "transform/pair-order.h"

#include <math.h>
#include <string.h>

typedef struct
{
  OndesCudaPairsType type;
  OndesPairKind      kind;
  gboolean           complex_table;
  guint              n, stages, rows;
  OndesCudaPairs     layout; /* threads, blocks, jobs and rolled of it */
  gboolean           in_place;
} Case;

static gboolean
is_single (OndesCudaPairsType type)
{
  return type == ONDES_CUDA_PAIRS_F32 || type == ONDES_CUDA_PAIRS_C64;
}

static gboolean
is_complex (OndesCudaPairsType type)
{
  return type == ONDES_CUDA_PAIRS_C64 || type == ONDES_CUDA_PAIRS_C128;
}

static gsize
bytes_of (OndesCudaPairsType type)
{
  return type == ONDES_CUDA_PAIRS_I64 ? 8 : value_bytes (is_single (type), is_complex (type));
}

static void
store (OndesCudaPairsType type,
       void              *data,
       gsize              i,
       double complex     x)
{
  if (type == ONDES_CUDA_PAIRS_I64)
    ((gint64 *) data)[i] = (gint64) creal (x);
  else if (type == ONDES_CUDA_PAIRS_F32)
    ((float *) data)[i] = (float) creal (x);
  else if (type == ONDES_CUDA_PAIRS_F64)
    ((double *) data)[i] = creal (x);
  else if (type == ONDES_CUDA_PAIRS_C64)
    ((float complex *) data)[i] = (float complex) x;
  else
    ((double complex *) data)[i] = x;
}

static double complex
load (OndesCudaPairsType type,
      const void        *data,
      gsize              i)
{
  return type == ONDES_CUDA_PAIRS_I64 ? (double) ((const gint64 *) data)[i]
                                      : value_at (data, i, is_single (type), is_complex (type));
}

static void *
send_pairs (const OndesPairTable *table)
{
  const gsize n = (gsize) table->n / 2 * table->stages;
  g_autofree guint32 *pairs = g_new (guint32, n);

  for (gsize i = 0; i < n; i++)
    pairs[i] = ONDES_CUDA_PAIR (table->k[i], table->l[i], table->roles[i]);
  return sent_new (pairs, n * sizeof *pairs);
}

static void *
send_coefficients (const OndesPairTable *table,
                   OndesCudaPairsType    type)
{
  const gsize n = (gsize) table->n / 2 * table->stages * ondes_pair_coefficients (table->kind, FALSE);
  g_autofree char *values = g_malloc (n * 16 + 1);

  for (gsize i = 0; i < n; i++)
    store (type, values, i, table->is_complex ? table->coefficients[2 * i] + I * table->coefficients[2 * i + 1]
                                              : table->coefficients[i]);
  return n > 0 ? sent_new (values, n * bytes_of (type)) : NULL;
}

/* Updates @x by the kernel; transfer full. */
static void *
run_kernel (const Case           *c,
            const OndesPairTable *table,
            const void           *x)
{
  const gsize bytes = (gsize) c->n * c->rows * bytes_of (c->type);
  void *pairs = send_pairs (table), *coefficients = send_coefficients (table, c->type), *in = sent_new (x, bytes);
  void *out = c->in_place ? in : guarded_new (bytes), *have;
  OndesCudaPairs call = c->layout;

  call.type = c->type;
  call.kind = (OndesCudaPairsKind) table->kind;
  call.n = c->n;
  call.stages = table->stages;
  call.pairs = pairs;
  call.coefficients = coefficients;
  call.modulus = table->modulus;
  call.rows = c->rows;
  must (ondes_cuda_pairs (cuda, &call, in, out));
  have = guarded_take (out, bytes);
  if (!c->in_place)
    sent_free (in);
  sent_free (pairs);
  if (coefficients != NULL)
    sent_free (coefficients);
  return have;
}

static void
check (const Case     *c,
       OndesPairTable *given)
{
  const gboolean whole = c->type == ONDES_CUDA_PAIRS_I64;
  g_autoptr (OndesPairTable) table = given != NULL ? ondes_pair_table_ref (given)
                                                   : random_pairs (c->kind, c->complex_table, whole, c->n, c->stages);
  g_autofree char *x = g_malloc ((gsize) c->n * c->rows * 16);
  g_autofree double complex *want = g_new (double complex, c->n * c->rows);
  g_autofree void *have = NULL;
  Distance distance = { 0 };

  for (guint i = 0; i < c->n * c->rows; i++)
    {
      store (c->type, x, i, whole ? g_test_rand_int_range (-9, 10)
                                  : g_test_rand_double_range (-1, 1) + I * g_test_rand_double_range (-1, 1));
      want[i] = load (c->type, x, i);
    }
  have = run_kernel (c, table, x);
  for (guint row = 0; row < c->rows; row++)
    {
      apply_pairs (table, want + (gsize) row * c->n);
      for (guint i = row * c->n; i < (row + 1) * c->n; i++)
        {
          if (table->modulus == 2)
            want[i] = fabs (fmod (creal (want[i]), 2));
          if (whole)
            g_assert_true (load (c->type, have, i) == want[i]);
          compare (&distance, load (c->type, have, i), want[i]);
        }
    }
  g_assert_cmpfloat (sqrt (distance.off / MAX (distance.all, 1e-300)), <=, is_single (c->type) ? 1e-6 : 1e-15);
}

/* Every type and kind, of sizes that are unrolled and not, in shared memory and past it. */
static void
test_types (gconstpointer data)
{
  static const guint sizes[][2] = { { 2, 1 }, { 6, 4 }, { 64, 6 }, { 256, 8 }, { 100, 3 }, { 1024, 10 }, { 4096, 12 } };
  const OndesCudaPairsType type = GPOINTER_TO_UINT (data);

  if (!have_device ())
    return;
  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    for (OndesPairKind kind = ONDES_PAIRS_SUM; kind <= ONDES_PAIRS_MATRIX; kind++)
      {
        const guint n = sizes[i][0];
        Case c = { .type = type, .kind = kind, .complex_table = is_complex (type) && kind != ONDES_PAIRS_SUM, .n = n,
                   .stages = sizes[i][1], .rows = n > 500 ? 2 : 9, .in_place = (i + kind) % 2 };

        if (few_cases () && n > 500 && kind != (OndesPairKind) (type % 3))
          continue;
        if (type == ONDES_CUDA_PAIRS_I64 && kind == ONDES_PAIRS_MATRIX)
          c.stages = MIN (c.stages, 6); /* the sums stay in doubles */
        check (&c, NULL);
        c.layout.rolled = TRUE;
        c.in_place = !c.in_place;
        if (n == 64 || n == 256)
          check (&c, NULL);
      }
}

/* Threads, blocks and jobs, chosen and given. */
static void
test_layouts (void)
{
  static const OndesCudaPairs layouts[] = {
    { .threads = 32 }, { .threads = 100 }, { .threads = 1024 }, { .blocks = 1 }, { .blocks = 3 }, { .blocks = 1000 },
    { .jobs = 1 }, { .jobs = 5 }, { .jobs = 1000 }, { .blocks = 4, .jobs = 4 }, { .blocks = 9, .jobs = 2, .rolled = 1 },
  };

  if (!have_device ())
    return;
  for (guint i = 0; i < G_N_ELEMENTS (layouts); i++)
    {
      Case c = { .type = ONDES_CUDA_PAIRS_F32, .kind = i % 2 ? ONDES_PAIRS_SUM : ONDES_PAIRS_BUTTERFLY, .n = 64, .stages = 6,
                 .rows = 13, .layout = layouts[i] };

      check (&c, NULL);
    }
}

static void
test_refused (void)
{
  static const OndesCudaPairs few = { .n = 64, .stages = 6, .rows = 13, .blocks = 3, .jobs = 4 };

  if (!have_device ())
    return;
  g_assert_cmpint (ondes_cuda_pairs (cuda, &few, NULL, NULL), ==, ONDES_CUDA_UNSUPPORTED);
  g_assert_cmpstr (ondes_cuda_reason (), ==, "3 blocks of 4 vectors are too few for 13, or too many");
}

/* The project's tables, and an order that reverses pairs: not a bit is changed. */
static void
test_tables (void)
{
  static const char *const names[] = { "walsh", "field", "dft", "dft-reverse", "arithmetic", "reed-muller" };

  if (!have_device ())
    return;
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autoptr (OndesPairTable) table = pairs_of (names[i], 256);
      GError *error = NULL;
      g_autoptr (OndesPairTable) better = ondes_pair_reorder (table, 4, TRUE, NULL, &error);
      const Case c = { .type = table->is_complex ? ONDES_CUDA_PAIRS_C64
                               : table->modulus ? ONDES_CUDA_PAIRS_I64 : ONDES_CUDA_PAIRS_F32, .n = 256, .rows = 5 };
      g_autofree char *x = g_malloc (256 * 5 * 16);
      g_autofree void *a = NULL, *b = NULL;

      g_assert_no_error (error);
      check (&c, table);
      for (guint k = 0; k < 256 * 5; k++)
        store (c.type, x, k, g_test_rand_double_range (-9, 9) + I * g_test_rand_double_range (-9, 9));
      a = run_kernel (&c, table, x);
      b = run_kernel (&c, better, x);
      g_assert_cmpmem (a, 256 * 5 * bytes_of (c.type), b, 256 * 5 * bytes_of (c.type));
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/ondes/gpu/pair-kernels/single", GUINT_TO_POINTER (ONDES_CUDA_PAIRS_F32), test_types);
  g_test_add_data_func ("/ondes/gpu/pair-kernels/double", GUINT_TO_POINTER (ONDES_CUDA_PAIRS_F64), test_types);
  g_test_add_data_func ("/ondes/gpu/pair-kernels/integers", GUINT_TO_POINTER (ONDES_CUDA_PAIRS_I64), test_types);
  g_test_add_data_func ("/ondes/gpu/pair-kernels/complex-single", GUINT_TO_POINTER (ONDES_CUDA_PAIRS_C64), test_types);
  g_test_add_data_func ("/ondes/gpu/pair-kernels/complex-double", GUINT_TO_POINTER (ONDES_CUDA_PAIRS_C128), test_types);
  g_test_add_func ("/ondes/gpu/pair-kernels/threads-blocks-and-jobs", test_layouts);
  g_test_add_func ("/ondes/gpu/pair-kernels/too-few-blocks-are-refused", test_refused);
  g_test_add_func ("/ondes/gpu/pair-kernels/no-order-of-the-tables-changes-a-bit", test_tables);
  return run_with_device ();
}
