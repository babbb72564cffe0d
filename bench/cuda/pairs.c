/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Table 1 of Onsjö, Kasai and Watanabe 2010: the Walsh transform of 4096 vectors of 256 floats in the order of GF(256), by
 * numbers of thread blocks; its pairs in random order, optimised by swaps, by reversals too, and optimised but not
 * unrolled. Beside them the Walsh kernel that works in registers. The floor is a copy of the same number of bytes. */
#include "bench.h"
#include "pair-kernels.h"
#include "spectral-kernels.h"
#include "../shuffled.h"

#include "transform/pair-order.h"

#define VALUES 256
#define ROWS   4096
#define BITS   8

typedef struct
{
  OndesCudaPairs    pairs;
  OndesCudaSpectral walsh;
  void             *in, *out, *other; /* other: a second array of the Walsh kernel */
  guint64           bytes;
  unsigned         *flags;
} Work;

static OndesCudaStatus
launch_pairs (OndesCuda *cuda,
              gpointer   work)
{
  const Work *self = work;

  return ondes_cuda_pairs (cuda, &self->pairs, self->in, self->out);
}

/* The transform overwrites its input, and grows it: noise is copied there before each run. */
static OndesCudaStatus
prepare_walsh (OndesCuda *cuda,
               gpointer   work)
{
  const Work *self = work;

  return ondes_cuda_copy_d2d (cuda, self->out, self->in, self->bytes);
}

static OndesCudaStatus
launch_walsh (OndesCuda *cuda,
              gpointer   work)
{
  const Work *self = work;
  void *result;

  return ondes_cuda_spectral (cuda, &self->walsh, self->out, self->other, self->flags, &result);
}

static OndesCudaStatus
launch_copy (OndesCuda *cuda,
             gpointer   work)
{
  const Work *self = work;

  return ondes_cuda_copy_d2d (cuda, self->out, self->in, self->bytes);
}

/* Copies the table to the device. */
static const uint32_t *
send_table (OndesCudaBench       *bench,
            const OndesPairTable *table,
            GError              **error)
{
  uint32_t packed[VALUES / 2 * BITS];
  void *device = ondes_cuda_bench_alloc (bench, sizeof packed, error);

  for (guint i = 0; i < G_N_ELEMENTS (packed); i++)
    packed[i] = ONDES_CUDA_PAIR (table->k[i], table->l[i], table->roles[i]);
  if (device == NULL
      || !ondes_cuda_ok (bench->engine, ondes_cuda_write (bench->engine->cuda, device, packed, sizeof packed), error))
    return NULL;
  return device;
}

enum { RANDOM, OPTIMISED, REVERSED, N_TABLES };

static gboolean
make_tables (OndesCudaBench *bench,
             const uint32_t *tables[N_TABLES],
             GError        **error)
{
  g_autoptr (OndesPairTable) field = ondes_pair_table_parse ("field", VALUES, error);
  g_autoptr (OndesPairTable) random = field != NULL ? bench_shuffled (field, error) : NULL;

  for (guint i = 0; i < N_TABLES && random != NULL; i++)
    {
      g_autoptr (OndesPairTable) table = i == RANDOM ? ondes_pair_table_ref (random)
                                                     : ondes_pair_reorder (random, sizeof (float), i == REVERSED, NULL, error);

      tables[i] = table != NULL ? send_table (bench, table, error) : NULL;
      if (tables[i] == NULL)
        return FALSE;
    }
  return random != NULL;
}

static gboolean
report_blocks (OndesCudaBench *bench,
               Work           *work,
               const uint32_t *tables[N_TABLES],
               double          copy,
               GError        **error)
{
  static const struct
  {
    const char *name;
    guint       table;
    gboolean    rolled;
  } columns[] = { { "random", RANDOM, FALSE }, { "optimised", OPTIMISED, FALSE }, { "reversed", REVERSED, FALSE },
                  { "not unrolled", OPTIMISED, TRUE } };

  for (guint64 blocks = 64; blocks <= 1024; blocks *= 2)
    for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
      {
        g_autofree char *name = g_strdup_printf ("pairs %" G_GUINT64_FORMAT " blocks %s", blocks, columns[i].name);

        work->pairs.pairs = tables[columns[i].table];
        work->pairs.blocks = blocks;
        work->pairs.rolled = columns[i].rolled;
        if (!ondes_cuda_bench_report (bench, name, launch_pairs, work, copy, error))
          return FALSE;
      }
  return TRUE;
}

gboolean
ondes_cuda_bench_pairs (OndesCudaBench *bench,
                        GError        **error)
{
  const guint64 array = ondes_cuda_spectral_bytes (ONDES_CUDA_FLOAT, VALUES * ROWS);
  Work work = { .pairs = { .type = ONDES_CUDA_PAIRS_F32, .kind = ONDES_CUDA_PAIRS_SUM, .n = VALUES, .stages = BITS,
                           .rows = ROWS },
                .walsh = { .spectrum = ONDES_CUDA_WALSH, .type = ONDES_CUDA_FLOAT, .bits = BITS, .rows = ROWS },
                .bytes = VALUES * ROWS * sizeof (float) };
  const uint32_t *tables[N_TABLES];
  double copy, seconds;

  work.in = ondes_cuda_bench_noise (bench, VALUES * ROWS, TRUE, error);
  work.out = work.in != NULL ? ondes_cuda_bench_alloc (bench, array, error) : NULL;
  work.other = work.out != NULL ? ondes_cuda_bench_alloc (bench, array, error) : NULL;
  work.flags = work.other != NULL ? ondes_cuda_bench_alloc (bench, 2 * sizeof *work.flags, error) : NULL;
  if (work.flags == NULL || !make_tables (bench, tables, error))
    return FALSE;
  if (!ondes_cuda_ok (bench->engine, ondes_cuda_memset (bench->engine->cuda, work.flags, 0, 2 * sizeof *work.flags),
                      error))
    return FALSE;
  copy = ondes_cuda_bench_time (bench, launch_copy, &work, error);
  if (copy < 0 || !report_blocks (bench, &work, tables, copy, error))
    return FALSE;
  seconds = ondes_cuda_bench_time_prepared (bench, prepare_walsh, launch_walsh, &work, error);
  if (seconds >= 0)
    bench->line ("pairs auto", seconds * 1e3, "ms", copy * 1e3, bench->user_data);
  return seconds >= 0;
}
