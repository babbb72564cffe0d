/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Benchmarks of kernel taps and direct convolution, against the naive kernels and, by number of taps, against overlap-save. */
#include "bench.h"
#include "cwt-private.h"

#include <math.h>

#define SCALES 200

static const OndesCudaWavelet complex_morlet = { .omega0 = 5 }, real_morlet = { .omega0 = 5, .real = TRUE };
static const OndesCudaWavelet quantised_morlet = { .omega0 = 5, .bits = 12 };

/* Fills @rows with scales 1 … n. Returns the total number of taps. */
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

  if (device == NULL
      || !ondes_cuda_ok (bench->engine, ondes_cuda_write (bench->engine->cuda, device, host, bytes), error))
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
  void                   *table;
} TapsWork;

static OndesCudaStatus
launch_taps (OndesCuda *cuda,
             gpointer   work)
{
  const TapsWork *self = work;

  return ondes_cuda_taps (cuda, self->wavelet, self->rows, self->n, self->taps, self->single, self->table);
}

static OndesCudaStatus
launch_naive_taps (OndesCuda *cuda,
                   gpointer   work)
{
  const TapsWork *self = work;

  return ondes_cuda_naive_taps (cuda, self->wavelet, self->host_rows, self->n, self->table);
}

/* Reports the relative deviation of real taps from the formula evaluated on the host. */
static gboolean
report_deviation (OndesCudaBench *bench,
                  const TapsWork *table,
                  const char     *name,
                  GError        **error)
{
  g_autofree double *have = g_new (double, table->taps);
  double difference = 0, norm = 0;
  const guint64 bytes = table->taps * sizeof *have;

  if (!ondes_cuda_ok (bench->engine, ondes_cuda_read (bench->engine->cuda, have, table->table, bytes), error))
    return FALSE;
  for (guint i = 0; i < table->n; i++)
    for (gint64 k = -(gint64) table->host_rows[i].half; k <= (gint64) table->host_rows[i].half; k++)
      {
        const double s = table->host_rows[i].numerator, u = (double) k / s, want = exp (-u * u / 2) * cos (5 * u) / sqrt (s);
        const double d = have[table->host_rows[i].start + (guint64) (k + (gint64) table->host_rows[i].half)] - want;

        difference += d * d;
        norm += want * want;
      }
  bench->line (name, sqrt (difference / norm), "1", 0, bench->user_data);
  return TRUE;
}

/* Reproduces Table I of Jerome and Yan 2021, then times complex taps. */
gboolean
ondes_cuda_bench_taps (OndesCudaBench *bench,
                       GError        **error)
{
  const guint most = bench->quick ? 256 : 4096;
  g_autofree OndesCudaRow *rows = g_new (OndesCudaRow, most);
  TapsWork work = { .wavelet = &real_morlet, .host_rows = rows };
  double pair_s;

  work.taps = make_rows (most, rows);
  if ((work.rows = store (bench, rows, most * sizeof *rows, error)) == NULL
      || (work.table = ondes_cuda_bench_alloc (bench, work.taps * 2 * sizeof (double), error)) == NULL)
    return FALSE;
  for (work.n = 16; work.n <= most; work.n *= 4)
    {
      g_autofree char *name = g_strdup_printf ("masks %u", work.n), *naive = g_strdup_printf ("masks %u naive", work.n);
      g_autofree char *deviation = g_strdup_printf ("masks %u deviation", work.n);

      work.taps = rows[work.n - 1].start + 2 * rows[work.n - 1].half + 1;
      if (!ondes_cuda_bench_report (bench, naive, launch_naive_taps, &work, 0, error)
          || !ondes_cuda_bench_report (bench, name, launch_taps, &work, (double) work.taps * 8 / bench->write_rate, error)
          || !report_deviation (bench, &work, deviation, error))
        return FALSE;
    }
  work.n = most;
  work.wavelet = &complex_morlet;
  pair_s = (double) work.taps * 2 * sizeof (float) / bench->write_rate;
  if (!ondes_cuda_bench_report (bench, "masks complex double", launch_taps, &work, 2 * pair_s, error))
    return FALSE;
  work.single = TRUE;
  if (!ondes_cuda_bench_report (bench, "masks complex single", launch_taps, &work, pair_s, error))
    return FALSE;
  for (guint i = 0; i < most; i++)
    {
      rows[i].gain = 1.1;
      rows[i].delay = 0.2;
    }
  work.wavelet = &quantised_morlet;
  return (work.rows = store (bench, rows, most * sizeof *rows, error)) != NULL
         && ondes_cuda_bench_report (bench, "masks complex single compensated", launch_taps, &work, pair_s, error);
}

typedef struct
{
  OndesCudaDirect direct;
  OndesCudaTensor tensor;
  OndesCudaBank  *bank; /* bank of the same rows; NULL if none */
  OndesCudaSignal signal;
  OndesCudaOutput output;
  guint64         n, taps;
  const OndesCudaWavelet *wavelet;
} Sums;

static OndesCudaStatus
launch_naive (OndesCuda *cuda,
              gpointer   work)
{
  const Sums *self = work;

  return ondes_cuda_naive (cuda, &self->direct, &self->signal, self->n, self->output.data);
}

static OndesCudaStatus
launch_direct (OndesCuda *cuda,
               gpointer   work)
{
  const Sums *self = work;

  return ondes_cuda_direct (cuda, &self->direct, &self->signal, self->n, &self->output);
}

/* Masks, their sums and the transform, as when a model changes. */
static OndesCudaStatus
launch_masked (OndesCuda *cuda,
               gpointer   work)
{
  const Sums *self = work;
  const OndesCudaDirect *direct = &self->direct;
  OndesCudaStatus status
    = ondes_cuda_taps (cuda, self->wavelet, direct->rows, direct->n_rows, self->taps, TRUE, (void *) direct->taps);

  if (status == ONDES_CUDA_OK)
    status = ondes_cuda_tap_sums (cuda, self->wavelet, direct->rows, direct->n_rows, (double *) direct->tap_sums);
  return status == ONDES_CUDA_OK ? launch_direct (cuda, work) : status;
}

static OndesCudaStatus
launch_tensor (OndesCuda *cuda,
               gpointer   work)
{
  const Sums *self = work;

  return ondes_cuda_tensor (cuda, &self->tensor, &self->signal, self->n, &self->output);
}

/* Prepares all launch arguments except the output pointer: @rows, sorted by length, on @n samples of noise, complex if
 * @complex_in. */
static gboolean
make_sums (OndesCudaBench         *bench,
           const OndesCudaWavelet *wavelet,
           const OndesCudaRow     *rows,
           guint                   n_rows,
           guint64                 n,
           gboolean                single,
           gboolean                complex_in,
           Sums                   *work,
           GError                **error)
{
  static const OndesCudaType types[2][2] = { { ONDES_CUDA_F64, ONDES_CUDA_F32 }, { ONDES_CUDA_C128, ONDES_CUDA_C64 } };
  OndesCuda *cuda = bench->engine->cuda;
  const guint64 half = rows[n_rows - 1].half, taps = rows[n_rows - 1].start + 2 * half + 1;
  const guint64 halo = work->bank != NULL ? MAX (half, ondes_cuda_bank_halo (work->bank)) : half;
  g_autofree OndesCudaTapRange *parts = g_new (OndesCudaTapRange, n_rows);
  g_autofree OndesCudaTensorGroup *groups = g_new (OndesCudaTensorGroup, n_rows);
  void *x = ondes_cuda_bench_noise (bench, complex_in ? 2 * n : n, single, error), *sums, *table, *fragments;
  guint64 fragment_bytes;
  OndesCudaStatus status;

  ondes_cuda_tap_ranges (rows, n_rows, parts);
  work->n = n;
  work->taps = taps;
  work->wavelet = wavelet;
  work->output.stride = n;
  work->direct = (OndesCudaDirect) { .rows = store (bench, rows, n_rows * sizeof *rows, error),
                                     .ranges = store (bench, parts, n_rows * sizeof *parts, error), .n_rows = n_rows,
                                     .real = wavelet->real };
  while (work->direct.first_split < n_rows && 2 * rows[work->direct.first_split].half + 1 <= ONDES_CUDA_UNSPLIT_TAPS)
    work->direct.first_split++;
  work->tensor.n_groups = ondes_cuda_tensor_groups (rows, n_rows, wavelet->real, groups, &fragment_bytes);
  work->tensor.real = wavelet->real;
  work->tensor.groups = store (bench, groups, n_rows * sizeof *groups, error);
  sums = ondes_cuda_bench_alloc (bench, n_rows * 2 * sizeof (double), error);
  table = ondes_cuda_bench_alloc (bench, taps * 2 * sizeof (double), error);
  fragments = ondes_cuda_bench_alloc (bench, fragment_bytes, error);
  if (x == NULL || work->direct.rows == NULL || work->direct.ranges == NULL || work->tensor.groups == NULL || sums == NULL
      || table == NULL || fragments == NULL)
    return FALSE;
  work->direct.taps = table;
  work->direct.tap_sums = work->tensor.tap_sums = sums;
  work->tensor.rows = work->direct.rows;
  work->tensor.fragments = fragments;
  status = ondes_cuda_signal (cuda, x, types[complex_in][single], n, ONDES_CUDA_ZERO, 0, n, halo, single, &work->signal);
  if (status == ONDES_CUDA_OK)
    status = ondes_cuda_taps (cuda, wavelet, work->direct.rows, n_rows, taps, single, table);
  if (status == ONDES_CUDA_OK)
    status = ondes_cuda_tap_sums (cuda, wavelet, work->direct.rows, n_rows, sums);
  if (status == ONDES_CUDA_OK && !single && ondes_cuda_limits (cuda)->major >= 8)
    status = ondes_cuda_tensor_fragments (cuda, wavelet, &work->tensor);
  return ondes_cuda_ok (bench->engine, status, error);
}

static gboolean
bench_length (OndesCudaBench *bench,
              guint64         n,
              gboolean        single,
              void           *out,
              GError        **error)
{
  const OndesCudaLimits *limits = ondes_cuda_limits (bench->engine->cuda);
  const char *const precision = single ? "single" : "double";
  OndesCudaRow rows[SCALES];
  const guint64 taps = make_rows (SCALES, rows);
  const double fmas = 2 * (double) taps * (double) n, peak = (single ? limits->fp32_flops : limits->fp64_flops) / 2;
  const double written = (double) n * SCALES * (single ? 8 : 16) / bench->write_rate;
  Sums work = { .output = { .data = out } };
  g_autofree char *naive = g_strdup_printf ("direct %s naive %" G_GUINT64_FORMAT, precision, n);
  g_autofree char *plain = g_strdup_printf ("direct %s plain %" G_GUINT64_FORMAT, precision, n);
  g_autofree char *other = g_strdup_printf ("direct %s %" G_GUINT64_FORMAT, single ? "single2" : "double tensor", n);

  if (!make_sums (bench, &complex_morlet, rows, SCALES, n, single, FALSE, &work, error)
      || !ondes_cuda_bench_report (bench, naive, launch_naive, &work, MAX (fmas / peak, written), error)
      || !ondes_cuda_bench_report (bench, plain, launch_direct, &work, MAX (fmas / peak, written), error))
    return FALSE;
  if (single)
    {
      work.direct.compensated = TRUE;
      return ondes_cuda_bench_report (bench, other, launch_direct, &work, MAX (fmas / peak, written), error);
    }
  /* the tensor cores compute half the taps at twice the rate */
  return limits->major < 8
         || ondes_cuda_bench_report (bench, other, launch_tensor, &work, MAX (fmas / peak / 4, written), error);
}

/* Reports masks and transform without a compensation, and with gain, delay and 12 bits. */
static gboolean
bench_compensated (OndesCudaBench *bench,
                   guint64         n,
                   void           *out,
                   GError        **error)
{
  const OndesCudaWavelet *const wavelets[] = { &complex_morlet, &quantised_morlet };
  OndesCudaRow rows[SCALES];
  const guint64 taps = make_rows (SCALES, rows);
  const double fmas = 2 * (double) taps * (double) n, peak = ondes_cuda_limits (bench->engine->cuda)->fp32_flops / 2;

  for (guint i = 0; i < 2; i++)
    {
      g_autofree char *name = g_strdup_printf ("masks and direct single%s %" G_GUINT64_FORMAT, i > 0 ? " compensated" : "", n);
      Sums work = { .output = { .data = out } };

      for (guint r = 0; r < SCALES && i > 0; r++)
        {
          rows[r].gain = 1.1;
          rows[r].delay = 0.2;
        }
      if (!make_sums (bench, wavelets[i], rows, SCALES, n, TRUE, FALSE, &work, error)
          || !ondes_cuda_bench_report (bench, name, launch_masked, &work, fmas / peak, error))
        return FALSE;
    }
  return TRUE;
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
    if (!bench_length (bench, n, FALSE, out, error) || !bench_length (bench, n, TRUE, out, error)
        || !bench_compensated (bench, n, out, error))
      return FALSE;
  return TRUE;
}

/* --- Methods by number of taps -------------------------------------------------------------------------------------------- */

#define ROWS 32 /* rows of similar length: one group of the tensor-core kernel */

static const double scales_by_length[] = { 0.5, 1, 2, 4, 8, 16, 32 };

/* Properties that decide, together with the precision, which method is faster. */
typedef struct
{
  const char *name;
  gboolean    real, complex_in;
} Kind;

static OndesCudaStatus
launch_bank (OndesCuda *cuda,
             gpointer   work)
{
  const Sums *self = work;

  return ondes_cuda_overlap_save (cuda, self->bank, &self->signal, self->n, &self->output);
}

static const struct
{
  const char     *name;
  gboolean        single, compensated;
  OndesCudaLaunch launch;
} sums_of[] = {
  [ONDES_CUDA_CWT_SINGLE] = { "direct single", TRUE, FALSE, launch_direct },
  [ONDES_CUDA_CWT_SINGLE2] = { "direct single2", TRUE, TRUE, launch_direct },
  [ONDES_CUDA_CWT_DOUBLE] = { "direct double", FALSE, FALSE, launch_direct },
  [ONDES_CUDA_CWT_TENSOR] = { "direct double tensor", FALSE, FALSE, launch_tensor },
};

static gboolean
has_sums (const OndesCudaBench *bench,
          guint                 i,
          gboolean              single)
{
  return sums_of[i].single == single && (i != ONDES_CUDA_CWT_TENSOR || ondes_cuda_limits (bench->engine->cuda)->major >= 8);
}

/* Reports the picoseconds per coefficient. FALSE on errors. */
static gboolean
report_coefficient (OndesCudaBench *bench,
                    const Kind     *kind,
                    guint64         taps,
                    const char     *method,
                    OndesCudaLaunch launch,
                    Sums           *work,
                    double         *ps,
                    GError        **error)
{
  g_autofree char *name = g_strdup_printf ("%s, %" G_GUINT64_FORMAT " taps, %s", kind->name, taps, method);
  const double seconds = ondes_cuda_bench_time (bench, launch, work, error);

  *ps = seconds / ((double) work->n * ROWS) * 1e12;
  if (seconds >= 0)
    bench->line (name, *ps, "ps", 0, bench->user_data);
  return seconds >= 0;
}

/* Times rows of about @scale by all methods of a precision. Sets @taps to the taps of the middle row. */
static gboolean
measure_length (OndesCudaBench *bench,
                const Kind     *kind,
                gboolean        single,
                double          scale,
                void           *out,
                double         *taps,
                double         *bank_ps,
                double          sums_ps[],
                GError        **error)
{
  const OndesCudaWavelet wavelet = { .omega0 = 5, .l1 = TRUE, .real = kind->real };
  OndesCuda *cuda = bench->engine->cuda;
  OndesCudaRow rows[ROWS];
  const OndesCudaFilters filters = { wavelet, FALSE, single, kind->complex_in, rows, ROWS };
  Sums work = { .output = { .data = out } };
  guint64 start = 0;
  gboolean done;

  for (guint i = 0; i < ROWS; i++)
    {
      const double s = scale * (1 + 0.1 * i / ROWS);

      rows[i] = (OndesCudaRow) { .numerator = s, .denominator = 1, .gain = 1, .half = (guint64) (8 * s), .start = start };
      start += 2 * rows[i].half + 1;
    }
  *taps = 2 * (double) rows[ROWS / 2].half + 1;
  done = ondes_cuda_ok (bench->engine, ondes_cuda_bank_new (cuda, &filters, &work.bank), error)
         && make_sums (bench, &wavelet, rows, ROWS, bench->quick ? 1 << 17 : 1 << 20, single, kind->complex_in, &work, error)
         && report_coefficient (bench, kind, (guint64) *taps, single ? "overlap-save single" : "overlap-save double",
                                launch_bank, &work, bank_ps, error);
  for (guint i = 0; i < G_N_ELEMENTS (sums_of) && done; i++)
    if (has_sums (bench, i, single))
      {
        work.direct.compensated = sums_of[i].compensated;
        done = report_coefficient (bench, kind, (guint64) *taps, sums_of[i].name, sums_of[i].launch, &work, &sums_ps[i], error);
      }
  if (work.bank != NULL)
    ondes_cuda_bank_free (cuda, work.bank);
  return done;
}

/* Returns the interpolated number of taps at which @ps exceeds @bank. */
static double
crossing (const double *taps,
          const double *ps,
          guint         stride,
          const double *bank,
          guint         n)
{
  double before = 0;

  for (guint i = 0; i < n; i++)
    {
      const double lost = log (ps[i * stride] / bank[i]);

      if (lost > 0)
        return i == 0 ? 0 : taps[i - 1] * pow (taps[i] / taps[i - 1], before / (before - lost));
      before = lost;
    }
  return taps[n - 1];
}

static gboolean
measure_kind (OndesCudaBench *bench,
              const Kind     *kind,
              gboolean        single,
              void           *out,
              GError        **error)
{
  enum { LENGTHS = G_N_ELEMENTS (scales_by_length), SUMS = G_N_ELEMENTS (sums_of) };
  double taps[LENGTHS], bank[LENGTHS], ps[LENGTHS][SUMS];

  for (guint i = 0; i < LENGTHS; i++)
    {
      const guint mark = bench->memory->len;

      if (!measure_length (bench, kind, single, scales_by_length[i], out, &taps[i], &bank[i], ps[i], error))
        return FALSE;
      while (bench->memory->len > mark)
        ondes_cuda_free (bench->engine->cuda, g_ptr_array_steal_index (bench->memory, mark));
    }
  for (guint i = 0; i < SUMS; i++)
    if (has_sums (bench, i, single))
      {
        g_autofree char *name = g_strdup_printf ("crossover %s, %s", kind->name, sums_of[i].name);
        g_autofree char *taken = g_strconcat (name, ", as auto has it", NULL);

        bench->line (name, crossing (taps, &ps[0][i], SUMS, bank, LENGTHS), "taps", 0, bench->user_data);
        bench->line (taken, ondes_cuda_cwt_crossover (ondes_cuda_limits (bench->engine->cuda), (OndesCudaCwtSums) i, kind->real,
                                                      kind->complex_in), "taps", 0, bench->user_data);
      }
  return TRUE;
}

gboolean
ondes_cuda_bench_methods (OndesCudaBench *bench,
                          GError        **error)
{
  static const Kind kinds[] = { { "complex", FALSE, FALSE }, { "real", TRUE, FALSE }, { "complex of I/Q", FALSE, TRUE } };
  void *out = ondes_cuda_bench_alloc (bench, ((guint64) (bench->quick ? 1 << 17 : 1 << 20)) * ROWS * 2 * sizeof (double),
                                      error);

  if (out == NULL)
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (!measure_kind (bench, &kinds[i], TRUE, out, error) || !measure_kind (bench, &kinds[i], FALSE, out, error))
      return FALSE;
  return TRUE;
}
