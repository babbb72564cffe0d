/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Benchmarks of filter banks: every sample of 200 scales, and pictures of 240 rows. */
#include "bench.h"

#include "filter-kernels.h"
#include "mask-kernels.h"

#include <math.h>

#define SCALES       200
#define ROWS         240
#define COLUMNS      1600
#define RATE_HZ      48000
#define BATCH        (1 << 22) /* samples pooled per launch */
#define PIXEL_VALUES 98        /* values per sample, summed over all rows; see device/pooled.cu */
#define OPERATIONS   45        /* operations per value, discarded samples included */

#define PIECE        (1 << 17) /* samples of irregular rows pooled per launch */

static const OndesCudaWavelet complex_morlet = { .omega0 = 5, .l1 = 1 }, quantised_morlet = { .omega0 = 5, .l1 = 1, .bits = 12 };

/* What a compensation does to the masks. */
typedef enum { PLAIN, DELAYED, QUANTISED } Masks;

static const char *const names_of_masks[] = { "", " delayed", " of 12 bits" };

typedef struct
{
  OndesCudaBank   *bank;
  OndesCudaFirBank *masks; /* quantised */
  void            *scratch;
  OndesCudaSignal  signal;
  OndesCudaOutput  output;
  OndesCudaColumns columns;
  const void      *x;
  guint64          n, halo, piece;
  int              single;
} Work;

static OndesCudaStatus
launch_rows (OndesCuda *cuda,
             gpointer   work)
{
  const Work *self = work;

  if (self->masks != NULL)
    return ondes_cuda_fir_run (cuda, self->masks, &self->signal, self->n,
                               &(OndesCudaFirOutput) { self->output.data, self->output.stride, 0, 0 });
  return ondes_cuda_overlap_save (cuda, self->bank, &self->signal, self->n, &self->output);
}

/* Makes the bank of @rows, and sets the samples that it needs on each side. */
static OndesCudaStatus
make_bank (OndesCuda    *cuda,
           Masks         masks,
           OndesCudaRow *rows,
           guint         n,
           Work         *work)
{
  g_autofree OndesCudaFir *filters = g_new0 (OndesCudaFir, n);
  const OndesCudaFilters regular = { complex_morlet, FALSE, work->single, FALSE, rows, n };
  OndesCudaStatus status;

  for (guint i = 0; i < n; i++)
    {
      rows[i].half = (guint64) (8 * rows[i].numerator / rows[i].denominator);
      rows[i].delay = masks == PLAIN ? 0 : 0.2;
      filters[i] = (OndesCudaFir) { NULL, 2 * rows[i].half + 1, (gint64) rows[i].half, TRUE };
    }
  if (masks != QUANTISED)
    {
      status = ondes_cuda_bank_new (cuda, &regular, &work->bank);
      work->halo = status == ONDES_CUDA_OK ? ondes_cuda_bank_halo (work->bank) : 0;
      return status;
    }
  status = ondes_cuda_fir_bank_new (cuda, &(OndesCudaFirOptions) { .filters = filters, .n_filters = n, .single = work->single,
                                                                   .outputs = work->piece, .wavelet = &quantised_morlet,
                                                                   .rows = rows }, &work->masks);
  work->halo = status == ONDES_CUDA_OK ? ondes_cuda_fir_bank_left (work->masks) : 0;
  return status;
}

static void
free_bank (OndesCuda *cuda,
           Work      *work)
{
  ondes_cuda_bank_free (cuda, work->bank);
  ondes_cuda_fir_bank_free (cuda, work->masks);
}

/* Pools the samples of @signal, from @at on, into columns. */
static OndesCudaStatus
pool_piece (OndesCuda             *cuda,
            const Work            *self,
            const OndesCudaSignal *signal,
            guint64                at,
            guint64                n)
{
  OndesCudaStatus status;

  if (self->masks == NULL)
    return ondes_cuda_pool (cuda, self->bank, signal, at, n, &self->columns);
  status = ondes_cuda_fir_run (cuda, self->masks, signal, n, &(OndesCudaFirOutput) { self->scratch, n, 0, 0 });
  if (status == ONDES_CUDA_OK)
    status = ondes_cuda_mask_pool (cuda, &(OndesCudaMaskOutputs) { self->scratch, n, ROWS, TRUE, self->single }, at,
                                   &self->columns);
  return status;
}

/* Pools samples on the device into columns, batch by batch. */
static OndesCudaStatus
launch_picture (OndesCuda *cuda,
                gpointer   work)
{
  const Work *self = work;
  const gboolean mean = self->columns.sums != NULL;
  OndesCudaStatus status = ondes_cuda_memset (cuda, mean ? (void *) self->columns.sums : self->columns.values, 0,
                                              ROWS * COLUMNS * (mean ? sizeof (double) : sizeof (float)));

  for (guint64 at = 0; at < self->n && status == ONDES_CUDA_OK; at += self->piece)
    {
      const guint64 n = MIN (self->piece, self->n - at);
      OndesCudaSignal signal;

      status = ondes_cuda_signal (cuda, self->x, self->single ? ONDES_CUDA_F32 : ONDES_CUDA_F64, self->n, ONDES_CUDA_ZERO,
                                  (gint64) at, n, self->halo, self->single, &signal);
      if (status == ONDES_CUDA_OK)
        status = pool_piece (cuda, self, &signal, at, n);
    }
  return mean && status == ONDES_CUDA_OK ? ondes_cuda_pool_means (cuda, &self->columns, ROWS) : status;
}

static gboolean
bench_rows (OndesCudaBench *bench,
            guint64         n,
            gboolean        single,
            Masks           masks,
            void           *out,
            GError        **error)
{
  static const char *const quantities[] = { "coefficients", "magnitude", "power", "phase" };
  OndesCuda *cuda = bench->engine->cuda;
  OndesCudaRow rows[SCALES] = { { 0 } };
  Work work = { .n = n, .single = single, .x = ondes_cuda_bench_noise (bench, n, single, error) };
  gboolean done = TRUE;
  OndesCudaStatus status;

  if (work.x == NULL)
    return FALSE;
  for (guint i = 0; i < SCALES; i++)
    rows[i] = (OndesCudaRow) { .numerator = i + 1, .denominator = 1, .gain = 1 };
  status = make_bank (cuda, masks, rows, SCALES, &work);
  if (status == ONDES_CUDA_OK)
    status = ondes_cuda_signal (cuda, work.x, single ? ONDES_CUDA_F32 : ONDES_CUDA_F64, n, ONDES_CUDA_ZERO, 0, n,
                                work.halo, single, &work.signal);
  done = ondes_cuda_ok (bench->engine, status, error);
  for (OndesCudaQuantity quantity = ONDES_CUDA_COEFFICIENTS;
       quantity <= (masks == PLAIN ? ONDES_CUDA_MAGNITUDE : ONDES_CUDA_COEFFICIENTS) && done; quantity++)
    {
      g_autofree char *name = g_strdup_printf ("overlap-save %s%s %s %" G_GUINT64_FORMAT, single ? "single" : "double",
                                               names_of_masks[masks], quantities[quantity], n);
      const guint bytes = (single ? 4 : 8) * (quantity == ONDES_CUDA_COEFFICIENTS ? 2 : 1);

      work.output = (OndesCudaOutput) { .data = out, .stride = n, .quantity = quantity };
      done = ondes_cuda_bench_report (bench, name, launch_rows, &work, (double) n * SCALES * bytes / bench->write_rate, error);
    }
  free_bank (cuda, &work);
  return done;
}

static gboolean
bench_picture (OndesCudaBench *bench,
               guint64         seconds,
               gboolean        single,
               gboolean        mean,
               Masks           masks,
               GError        **error)
{
  OndesCuda *cuda = bench->engine->cuda;
  const OndesCudaLimits *limits = ondes_cuda_limits (cuda);
  const guint64 n = seconds * RATE_HZ;
  OndesCudaRow rows[ROWS] = { { 0 } };
  Work work = { .n = n, .single = single, .x = ondes_cuda_bench_noise (bench, n, single, error) };
  g_autofree char *name = g_strdup_printf ("pooled %s%s%s %d s", mean ? "rms " : "", single ? "single" : "double",
                                           names_of_masks[masks], (int) seconds);
  const double rate = (single ? limits->fp32_flops : limits->fp64_flops) / 2;
  OndesCudaStatus status;
  gboolean done;

  work.columns = (OndesCudaColumns) { .values = ondes_cuda_bench_alloc (bench, ROWS * COLUMNS * sizeof (float), error),
                                      .stride = COLUMNS, .total = n, .columns = COLUMNS, .n_columns = COLUMNS };
  if (mean)
    work.columns.sums = ondes_cuda_bench_alloc (bench, ROWS * COLUMNS * sizeof (double), error);
  work.piece = masks == QUANTISED ? PIECE : BATCH;
  if (masks == QUANTISED)
    work.scratch = ondes_cuda_bench_alloc (bench, (guint64) ROWS * PIECE * 2 * sizeof (float), error);
  if (work.x == NULL || work.columns.values == NULL || (mean && work.columns.sums == NULL)
      || (masks == QUANTISED && work.scratch == NULL))
    return FALSE;
  for (guint i = 0; i < ROWS; i++)
    rows[i] = (OndesCudaRow) { .numerator = 5.0 * RATE_HZ / (2 * G_PI * 20 * pow (1000, (double) i / (ROWS - 1))),
                               .denominator = 1, .gain = 1 };
  status = make_bank (cuda, masks, rows, ROWS, &work);
  done = ondes_cuda_ok (bench->engine, status, error)
         && ondes_cuda_bench_report (bench, name, launch_picture, &work, (double) n * PIXEL_VALUES * OPERATIONS / rate, error);
  free_bank (cuda, &work);
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
    if (!bench_rows (bench, n, TRUE, PLAIN, out, error) || !bench_rows (bench, n, FALSE, PLAIN, out, error)
        || !bench_rows (bench, n, TRUE, DELAYED, out, error) || !bench_rows (bench, n, TRUE, QUANTISED, out, error))
      return FALSE;
  return bench_picture (bench, 60, TRUE, FALSE, PLAIN, error) && bench_picture (bench, 60, FALSE, FALSE, PLAIN, error)
         && bench_picture (bench, 60, TRUE, TRUE, PLAIN, error) && bench_picture (bench, 60, FALSE, TRUE, PLAIN, error)
         && bench_picture (bench, 60, TRUE, FALSE, DELAYED, error) && bench_picture (bench, 60, TRUE, FALSE, QUANTISED, error)
         && (bench->quick || bench_picture (bench, 3600, TRUE, FALSE, PLAIN, error));
}
