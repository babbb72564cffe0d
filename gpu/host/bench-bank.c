/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Benchmarks of filter banks: every sample of 200 scales, and pictures of 240 rows. */
#include "bench.h"

#include "bank.h"

#include <math.h>

#define SCALES       200
#define ROWS         240
#define COLUMNS      1600
#define RATE_HZ      48000
#define BATCH        (1 << 22) /* samples pooled per launch */
#define PIXEL_VALUES 98        /* values per sample, summed over all rows; see device/pooled.cu */
#define OPERATIONS   45        /* operations per value, discarded samples included */

static const OndesCudaWavelet complex_morlet = { .omega0 = 5, .l1 = 1 };

typedef struct
{
  OndesCudaBank   *bank;
  OndesCudaSignal  signal;
  OndesCudaOutput  output;
  OndesCudaColumns columns;
  const void      *x;
  guint64          n;
  int              single;
} Work;

static OndesCudaStatus
launch_rows (OndesCuda *cuda,
             gpointer   work,
             char       why[ONDES_CUDA_WHY])
{
  const Work *self = work;

  return ondes_cuda_overlap_save (cuda, self->bank, &self->signal, self->n, &self->output, why);
}

/* Pools samples on the device into columns, batch by batch. */
static OndesCudaStatus
launch_picture (OndesCuda *cuda,
                gpointer   work,
                char       why[ONDES_CUDA_WHY])
{
  const Work *self = work;
  const gboolean mean = self->columns.sums != NULL;
  OndesCudaStatus status = ondes_cuda_memset (cuda, mean ? (void *) self->columns.sums : self->columns.values, 0,
                                              ROWS * COLUMNS * (mean ? sizeof (double) : sizeof (float)), why);

  for (guint64 at = 0; at < self->n && status == ONDES_CUDA_OK; at += BATCH)
    {
      const guint64 n = MIN (BATCH, self->n - at);
      OndesCudaSignal signal;

      status = ondes_cuda_signal (cuda, self->x, self->single ? ONDES_CUDA_F32 : ONDES_CUDA_F64, self->n, ONDES_CUDA_ZERO,
                                  (gint64) at, n, ondes_cuda_bank_halo (self->bank), self->single, &signal, why);
      if (status == ONDES_CUDA_OK)
        status = ondes_cuda_pool (cuda, self->bank, &signal, at, n, &self->columns, why);
    }
  return mean && status == ONDES_CUDA_OK ? ondes_cuda_pool_means (cuda, &self->columns, ROWS, why) : status;
}

static gboolean
bench_rows (OndesCudaBench *bench,
            guint64         n,
            gboolean        single,
            void           *out,
            GError        **error)
{
  static const char *const quantities[] = { "coefficients", "magnitude", "power", "phase" };
  OndesCuda *cuda = bench->engine->cuda;
  OndesCudaRow rows[SCALES] = { { 0 } };
  Work work = { .n = n, .single = single, .x = ondes_cuda_bench_noise (bench, n, single, error) };
  char why[ONDES_CUDA_WHY] = "";
  gboolean done = TRUE;
  OndesCudaStatus status;

  if (work.x == NULL)
    return FALSE;
  for (guint i = 0; i < SCALES; i++)
    rows[i] = (OndesCudaRow) { .numerator = i + 1, .denominator = 1, .gain = 1 };
  status = ondes_cuda_bank_new (cuda, &(OndesCudaFilters) { complex_morlet, FALSE, single, FALSE, rows, SCALES }, &work.bank, why);
  if (status == ONDES_CUDA_OK)
    status = ondes_cuda_signal (cuda, work.x, single ? ONDES_CUDA_F32 : ONDES_CUDA_F64, n, ONDES_CUDA_ZERO, 0, n,
                                ondes_cuda_bank_halo (work.bank), single, &work.signal, why);
  done = ondes_cuda_ok (bench->engine, status, why, error);
  for (OndesCudaQuantity quantity = ONDES_CUDA_COEFFICIENTS; quantity <= ONDES_CUDA_MAGNITUDE && done; quantity++)
    {
      g_autofree char *name = g_strdup_printf ("overlap-save %s %s %" G_GUINT64_FORMAT, single ? "single" : "double",
                                               quantities[quantity], n);
      const guint bytes = (single ? 4 : 8) * (quantity == ONDES_CUDA_COEFFICIENTS ? 2 : 1);

      work.output = (OndesCudaOutput) { .data = out, .stride = n, .quantity = quantity };
      done = ondes_cuda_bench_report (bench, name, launch_rows, &work, (double) n * SCALES * bytes / bench->write_rate, error);
    }
  ondes_cuda_bank_free (cuda, work.bank);
  return done;
}

static gboolean
bench_picture (OndesCudaBench *bench,
               guint64         seconds,
               gboolean        single,
               gboolean        mean,
               GError        **error)
{
  OndesCuda *cuda = bench->engine->cuda;
  const OndesCudaLimits *limits = ondes_cuda_limits (cuda);
  const guint64 n = seconds * RATE_HZ;
  OndesCudaRow rows[ROWS] = { { 0 } };
  Work work = { .n = n, .single = single, .x = ondes_cuda_bench_noise (bench, n, single, error) };
  g_autofree char *name = g_strdup_printf ("pooled %s%s %d s", mean ? "rms " : "", single ? "single" : "double", (int) seconds);
  char why[ONDES_CUDA_WHY] = "";
  const double rate = (single ? limits->fp32_flops : limits->fp64_flops) / 2;
  OndesCudaStatus status;
  gboolean done;

  work.columns = (OndesCudaColumns) { .values = ondes_cuda_bench_alloc (bench, ROWS * COLUMNS * sizeof (float), error),
                                      .stride = COLUMNS, .total = n, .columns = COLUMNS, .n_columns = COLUMNS };
  if (mean)
    work.columns.sums = ondes_cuda_bench_alloc (bench, ROWS * COLUMNS * sizeof (double), error);
  if (work.x == NULL || work.columns.values == NULL || (mean && work.columns.sums == NULL))
    return FALSE;
  for (guint i = 0; i < ROWS; i++)
    rows[i] = (OndesCudaRow) { .numerator = 5.0 * RATE_HZ / (2 * G_PI * 20 * pow (1000, (double) i / (ROWS - 1))),
                               .denominator = 1, .gain = 1 };
  status = ondes_cuda_bank_new (cuda, &(OndesCudaFilters) { complex_morlet, FALSE, single, FALSE, rows, ROWS }, &work.bank, why);
  done = ondes_cuda_ok (bench->engine, status, why, error)
         && ondes_cuda_bench_report (bench, name, launch_picture, &work, (double) n * PIXEL_VALUES * OPERATIONS / rate, error);
  ondes_cuda_bank_free (cuda, work.bank);
  return done;
}

gboolean
ondes_cuda_bench_bank (OndesCudaBench *bench,
                       GError        **error)
{
  const guint64 most = bench->quick ? 102400 : 1024000;
  void *out = ondes_cuda_bench_alloc (bench, most * SCALES * 2 * sizeof (double), error);

  if (out == NULL)
    return FALSE;
  for (guint64 n = 102400; n <= most; n *= 10)
    if (!bench_rows (bench, n, TRUE, out, error) || !bench_rows (bench, n, FALSE, out, error))
      return FALSE;
  return bench_picture (bench, 60, TRUE, FALSE, error) && bench_picture (bench, 60, FALSE, FALSE, error)
         && bench_picture (bench, 60, TRUE, TRUE, error) && bench_picture (bench, 60, FALSE, TRUE, error)
         && (bench->quick || bench_picture (bench, 3600, TRUE, FALSE, error));
}
