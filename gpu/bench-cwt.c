/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Masks and direct sums, beside what a first program would do (naive.cu). */
#include "bench.h"

#include <math.h>

#define SCALES 200

static const OndesCudaWavelet complex_morlet = { .omega0 = 5 }, real_morlet = { .omega0 = 5, .real = TRUE };

/* Scales 1 … n. */
static guint64
make_rows (guint         n,
           OndesCudaRow *rows)
{
  guint64 start = 0;

  for (guint i = 0; i < n; i++)
    {
      rows[i] = (OndesCudaRow) { .numerator = i + 1, .denominator = 1, .gain = 1, .half = 8 * (i + 1), .start = start };
      start += 2 * rows[i].half + 1;
    }
  return start;
}

static void *
store (OndesCudaBench *bench,
       const void     *host,
       gsize           bytes,
       GError        **error)
{
  void *device = ondes_cuda_bench_alloc (bench, bytes, error);
  char why[ONDES_CUDA_WHY] = "";

  if (device == NULL
      || !ondes_cuda_result (bench->engine, ondes_cuda_store (bench->engine->cuda, device, host, bytes, why), why, error))
    return NULL;
  return device;
}

typedef struct
{
  const OndesCudaWavelet *wavelet;
  const OndesCudaRow     *rows, *host_rows;
  guint                   n;
  guint64                 taps;
  gboolean                single;
  void                   *masks;
} Masks;

static OndesCudaStatus
launch_masks (OndesCuda *cuda,
              gpointer   work,
              char       why[ONDES_CUDA_WHY])
{
  const Masks *self = work;

  return ondes_cuda_masks (cuda, self->wavelet, self->rows, self->n, self->taps, self->single, self->masks, why);
}

static OndesCudaStatus
launch_naive_masks (OndesCuda *cuda,
                    gpointer   work,
                    char       why[ONDES_CUDA_WHY])
{
  const Masks *self = work;

  return ondes_cuda_naive_masks (cuda, self->wavelet, self->host_rows, self->n, self->masks, why);
}

/* Relative distance of real masks from the formula on the host. */
static gboolean
tell_deviation (OndesCudaBench *bench,
                const Masks    *masks,
                const char     *name,
                GError        **error)
{
  g_autofree double *have = g_new (double, masks->taps);
  double difference = 0, norm = 0;
  char why[ONDES_CUDA_WHY] = "";
  const guint64 bytes = masks->taps * sizeof *have;

  if (!ondes_cuda_result (bench->engine, ondes_cuda_load (bench->engine->cuda, have, masks->masks, bytes, why), why, error))
    return FALSE;
  for (guint i = 0; i < masks->n; i++)
    for (gint64 k = -(gint64) masks->host_rows[i].half; k <= (gint64) masks->host_rows[i].half; k++)
      {
        const double s = masks->host_rows[i].numerator, u = (double) k / s, want = exp (-u * u / 2) * cos (5 * u) / sqrt (s);
        const double d = have[masks->host_rows[i].start + (guint64) (k + (gint64) masks->host_rows[i].half)] - want;

        difference += d * d;
        norm += want * want;
      }
  bench->line (name, sqrt (difference / norm), "1", 0, bench->user_data);
  return TRUE;
}

/* Table I of the paper, on the device; then what the taps of complex masks take. */
gboolean
ondes_cuda_bench_masks (OndesCudaBench *bench,
                        GError        **error)
{
  const guint most = bench->quick ? 256 : 4096;
  g_autofree OndesCudaRow *rows = g_new (OndesCudaRow, most);
  Masks work = { .wavelet = &real_morlet, .host_rows = rows };
  double pair_s;

  work.taps = make_rows (most, rows);
  if ((work.rows = store (bench, rows, most * sizeof *rows, error)) == NULL
      || (work.masks = ondes_cuda_bench_alloc (bench, work.taps * 2 * sizeof (double), error)) == NULL)
    return FALSE;
  for (work.n = 16; work.n <= most; work.n *= 4)
    {
      g_autofree char *name = g_strdup_printf ("masks %u", work.n), *naive = g_strdup_printf ("masks %u naive", work.n);
      g_autofree char *deviation = g_strdup_printf ("masks %u deviation", work.n);

      work.taps = rows[work.n - 1].start + 2 * rows[work.n - 1].half + 1;
      if (!ondes_cuda_bench_tell (bench, naive, launch_naive_masks, &work, 0, error)
          || !ondes_cuda_bench_tell (bench, name, launch_masks, &work, (double) work.taps * 8 / bench->write_rate, error)
          || !tell_deviation (bench, &work, deviation, error))
        return FALSE;
    }
  work.n = most;
  work.wavelet = &complex_morlet;
  pair_s = (double) work.taps * 2 * sizeof (float) / bench->write_rate;
  if (!ondes_cuda_bench_tell (bench, "masks complex double", launch_masks, &work, 2 * pair_s, error))
    return FALSE;
  work.single = TRUE;
  return ondes_cuda_bench_tell (bench, "masks complex single", launch_masks, &work, pair_s, error);
}

typedef struct
{
  OndesCudaDirect direct;
  OndesCudaTensor tensor;
  OndesCudaSignal signal;
  OndesCudaOutput output;
  guint64         n;
} Sums;

static OndesCudaStatus
launch_naive (OndesCuda *cuda,
              gpointer   work,
              char       why[ONDES_CUDA_WHY])
{
  const Sums *self = work;

  return ondes_cuda_naive (cuda, &self->direct, &self->signal, self->n, self->output.data, why);
}

static OndesCudaStatus
launch_direct (OndesCuda *cuda,
               gpointer   work,
               char       why[ONDES_CUDA_WHY])
{
  const Sums *self = work;

  return ondes_cuda_direct (cuda, &self->direct, &self->signal, self->n, &self->output, why);
}

static OndesCudaStatus
launch_tensor (OndesCuda *cuda,
               gpointer   work,
               char       why[ONDES_CUDA_WHY])
{
  const Sums *self = work;

  return ondes_cuda_tensor (cuda, &self->tensor, &self->signal, self->n, &self->output, why);
}

static gboolean
bench_length (OndesCudaBench *bench,
              guint64         n,
              gboolean        single,
              void           *out,
              GError        **error)
{
  OndesCuda *cuda = bench->engine->cuda;
  const OndesCudaLimits *limits = ondes_cuda_limits (cuda);
  const char *const precision = single ? "single" : "double";
  OndesCudaRow rows[SCALES];
  OndesCudaPart parts[SCALES];
  OndesCudaTensorGroup groups[SCALES];
  const guint64 taps = make_rows (SCALES, rows), halo = rows[SCALES - 1].half;
  const double fmas = 2 * (double) taps * (double) n, peak = (single ? limits->fp32_flops : limits->fp64_flops) / 2;
  const double written = (double) n * SCALES * (single ? 8 : 16) / bench->write_rate;
  Sums work = { .n = n, .output = { .data = out, .stride = n } };
  g_autofree char *naive = g_strdup_printf ("direct %s naive %" G_GUINT64_FORMAT, precision, n);
  g_autofree char *plain = g_strdup_printf ("direct %s plain %" G_GUINT64_FORMAT, precision, n);
  g_autofree char *other = g_strdup_printf ("direct %s %" G_GUINT64_FORMAT, single ? "single2" : "double tensor", n);
  void *x = ondes_cuda_bench_noise (bench, n, single, error), *sums, *masks, *fragments;
  char why[ONDES_CUDA_WHY] = "";
  guint64 fragment_bytes;
  OndesCudaStatus status;

  ondes_cuda_parts (rows, SCALES, parts);
  work.direct = (OndesCudaDirect) { .rows = store (bench, rows, sizeof rows, error),
                                    .parts = store (bench, parts, sizeof parts, error), .n_rows = SCALES };
  while (2 * rows[work.direct.first_large].half + 1 <= ONDES_CUDA_SMALL)
    work.direct.first_large++;
  work.tensor.n_groups = ondes_cuda_tensor_groups (rows, SCALES, FALSE, groups, &fragment_bytes);
  work.tensor.groups = store (bench, groups, sizeof groups, error);
  sums = ondes_cuda_bench_alloc (bench, SCALES * 2 * sizeof (double), error);
  masks = ondes_cuda_bench_alloc (bench, taps * 2 * sizeof (double), error);
  fragments = ondes_cuda_bench_alloc (bench, fragment_bytes, error);
  if (x == NULL || work.direct.rows == NULL || work.direct.parts == NULL || work.tensor.groups == NULL || sums == NULL
      || masks == NULL || fragments == NULL)
    return FALSE;
  work.direct.masks = masks;
  work.direct.sums = work.tensor.sums = sums;
  work.tensor.rows = work.direct.rows;
  work.tensor.fragments = fragments;
  status = ondes_cuda_signal (cuda, x, single ? ONDES_CUDA_F32 : ONDES_CUDA_F64, n, ONDES_CUDA_ZERO, 0, n, halo, single,
                              &work.signal, why);
  if (status == ONDES_CUDA_OK)
    status = ondes_cuda_masks (cuda, &complex_morlet, work.direct.rows, SCALES, taps, single, masks, why);
  if (status == ONDES_CUDA_OK)
    status = ondes_cuda_mask_sums (cuda, &complex_morlet, work.direct.rows, SCALES, sums, why);
  if (status == ONDES_CUDA_OK && !single && limits->major >= 8)
    status = ondes_cuda_tensor_fragments (cuda, &complex_morlet, &work.tensor, why);
  if (!ondes_cuda_result (bench->engine, status, why, error))
    return FALSE;

  if (!ondes_cuda_bench_tell (bench, naive, launch_naive, &work, MAX (fmas / peak, written), error)
      || !ondes_cuda_bench_tell (bench, plain, launch_direct, &work, MAX (fmas / peak, written), error))
    return FALSE;
  if (single)
    {
      work.direct.compensated = TRUE;
      return ondes_cuda_bench_tell (bench, other, launch_direct, &work, MAX (fmas / peak, written), error);
    }
  /* half the taps, on units that are twice as fast */
  return limits->major < 8 || ondes_cuda_bench_tell (bench, other, launch_tensor, &work, MAX (fmas / peak / 4, written), error);
}

gboolean
ondes_cuda_bench_direct (OndesCudaBench *bench,
                         GError        **error)
{
  const guint64 most = bench->quick ? 102400 : 1024000;
  void *out = ondes_cuda_bench_alloc (bench, most * SCALES * 2 * sizeof (double), error);

  if (out == NULL)
    return FALSE;
  for (guint64 n = 102400; n <= most; n *= 10)
    if (!bench_length (bench, n, FALSE, out, error) || !bench_length (bench, n, TRUE, out, error))
      return FALSE;
  return TRUE;
}
