/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Benchmarks of fast spectra and dyadic convolution. The memory floor is a copy of the same number of bytes. */
#include "bench.h"
#include "spectral-kernels.h"

#define NOISE_BYTES (4 << 20)

typedef struct
{
  OndesCudaSpectral spectral;
  void             *noise; /* to refill the arrays before each run, because repeated transforms would overflow */
  void             *arrays[2];
  unsigned         *flags;
  guint64           bytes; /* size of the copy */
  gboolean          again; /* TRUE for the autocorrelation */
} Work;

static OndesCudaStatus
prepare (OndesCuda *cuda,
         gpointer   work)
{
  const Work *self = work;
  OndesCudaStatus status = ONDES_CUDA_OK;

  for (guint64 at = 0; at < self->bytes && status == ONDES_CUDA_OK; at += NOISE_BYTES)
    for (guint i = 0; i < 2 && status == ONDES_CUDA_OK; i++)
      status = ondes_cuda_copy_d2d (cuda, (char *) self->arrays[i] + at, self->noise, MIN (NOISE_BYTES, self->bytes - at));
  return status;
}

static OndesCudaStatus
launch_spectrum (OndesCuda *cuda,
                 gpointer   work)
{
  const Work *self = work;
  void *result;

  return ondes_cuda_spectral (cuda, &self->spectral, self->arrays[0], self->arrays[1], self->flags, &result);
}

static OndesCudaStatus
launch_dyadic (OndesCuda *cuda,
               gpointer   work)
{
  const Work *self = work;

  return ondes_cuda_dyadic (cuda, self->spectral.type, self->spectral.bits, self->arrays[0], self->arrays[!self->again],
                            self->flags);
}

static OndesCudaStatus
launch_copy (OndesCuda *cuda,
             gpointer   work)
{
  const Work *self = work;

  return ondes_cuda_copy_d2d (cuda, self->arrays[1], self->arrays[0], self->bytes);
}

/* Initialises @work with noise, zeroed flags and arrays of @bytes. */
static gboolean
begin (OndesCudaBench *bench,
       Work           *work,
       guint64         bytes,
       GError        **error)
{
  const guint64 all = ondes_cuda_spectral_bytes (ONDES_CUDA_FLOAT, bytes / sizeof (float));

  *work = (Work) { .noise = ondes_cuda_bench_noise (bench, NOISE_BYTES / sizeof (float), TRUE, error) };
  if (work->noise == NULL)
    return FALSE;
  for (guint i = 0; i < 2; i++)
    if ((work->arrays[i] = ondes_cuda_bench_alloc (bench, all, error)) == NULL)
      return FALSE;
  work->flags = ondes_cuda_bench_alloc (bench, 2 * sizeof *work->flags, error);
  return work->flags != NULL
         && ondes_cuda_ok (bench->engine, ondes_cuda_memset (bench->engine->cuda, work->flags, 0, 2 * sizeof *work->flags), error);
}

typedef struct
{
  const char       *name;
  OndesCudaSpectral spectral;
  double            copies; /* memory floor, in copies of float values */
} Case;

#define ROW(n_rows, n) .bits = n, .rows = n_rows
#define WALSH(n)       { .spectrum = ONDES_CUDA_WALSH, .type = ONDES_CUDA_FLOAT, ROW (1, n) }

static const Case cases[] = {
  { "walsh 2^10", WALSH (10), 1 },
  { "walsh 2^16", WALSH (16), 1 },
  { "walsh 2^20", WALSH (20), 1 },
  { "walsh 2^23", WALSH (23), 1 },
  { "walsh 2^24", WALSH (24), 1 },
  { "walsh 2^25", WALSH (25), 1 },
  { "walsh 2^28", WALSH (28), 1 },
  { "walsh 2^24 sequency", { .order = ONDES_CUDA_SEQUENCY, .type = ONDES_CUDA_FLOAT, ROW (1, 24) }, 1 },
  { "walsh 2^24 paley", { .order = ONDES_CUDA_PALEY, .type = ONDES_CUDA_FLOAT, ROW (1, 24) }, 1 },
  { "walsh 2^24 int32", { .type = ONDES_CUDA_INT32, ROW (1, 24) }, 1 },
  { "walsh 2^24 int64", { .type = ONDES_CUDA_INT64, ROW (1, 24) }, 2 },
  { "walsh 2^20 cooley-tukey", { .algorithm = ONDES_CUDA_COOLEY_TUKEY, .type = ONDES_CUDA_FLOAT, ROW (1, 20) }, 1 },
  { "walsh 2^24 cooley-tukey", { .algorithm = ONDES_CUDA_COOLEY_TUKEY, .type = ONDES_CUDA_FLOAT, ROW (1, 24) }, 1 },
  { "walsh 2^24 constant-geometry",
    { .algorithm = ONDES_CUDA_CONSTANT_GEOMETRY, .order = ONDES_CUDA_SEQUENCY, .type = ONDES_CUDA_FLOAT, ROW (1, 24) }, 1 },
  { "walsh 4096 rows of 2^8", { .type = ONDES_CUDA_FLOAT, ROW (4096, 8) }, 1 },
  { "walsh 65536 rows of 2^8", { .type = ONDES_CUDA_FLOAT, ROW (65536, 8) }, 1 },
  { "walsh 4096 rows of 2^12", { .type = ONDES_CUDA_FLOAT, ROW (4096, 12) }, 1 },
  { "walsh 32768 rows of 2^13", { .type = ONDES_CUDA_FLOAT, ROW (32768, 13) }, 1 },
  { "walsh 8192 rows of 2^15", { .type = ONDES_CUDA_FLOAT, ROW (8192, 15) }, 1 },
  { "arithmetic 2^24 int32", { .spectrum = ONDES_CUDA_ARITHMETIC, .type = ONDES_CUDA_INT32, ROW (1, 24) }, 1 },
  { "reed-muller 2^24 int32", { .spectrum = ONDES_CUDA_REED_MULLER, .type = ONDES_CUDA_INT32, ROW (1, 24) }, 1 },
  { "reed-muller 2^28 packed", { .spectrum = ONDES_CUDA_REED_MULLER_PACKED, .type = ONDES_CUDA_INT32, ROW (1, 28) }, 1. / 32 },
  { "reed-muller 2^32 packed", { .spectrum = ONDES_CUDA_REED_MULLER_PACKED, .type = ONDES_CUDA_INT32, ROW (1, 32) }, 1. / 32 },
  { "haar 2^20", { .spectrum = ONDES_CUDA_HAAR, .order = ONDES_CUDA_SEQUENCY, .type = ONDES_CUDA_FLOAT, ROW (1, 20) }, 1 },
  { "haar 2^24", { .spectrum = ONDES_CUDA_HAAR, .order = ONDES_CUDA_SEQUENCY, .type = ONDES_CUDA_FLOAT, ROW (1, 24) }, 1 },
  { "haar 2^24 inverse",
    { .spectrum = ONDES_CUDA_HAAR_INVERSE, .order = ONDES_CUDA_SEQUENCY, .type = ONDES_CUDA_FLOAT, ROW (1, 24) }, 1 },
  { "haar 2^24 cooley-tukey",
    { .spectrum = ONDES_CUDA_HAAR, .algorithm = ONDES_CUDA_COOLEY_TUKEY, .type = ONDES_CUDA_FLOAT, ROW (1, 24) }, 1 },
};

/* Times @launch and a copy of the same number of bytes, and reports @launch with a floor of @copies copies. */
static gboolean
report (OndesCudaBench *bench,
        const char     *name,
        OndesCudaLaunch launch,
        Work           *work,
        double          copies,
        GError        **error)
{
  const double copy = ondes_cuda_bench_time (bench, launch_copy, work, error);
  const double seconds = copy >= 0 ? ondes_cuda_bench_time_prepared (bench, prepare, launch, work, error) : -1;

  if (seconds >= 0)
    bench->line (name, seconds * 1e3, "ms", copies * copy * 1e3, bench->user_data);
  return seconds >= 0;
}

static guint64
bytes_of (const Case *c)
{
  return (guint64) (c->copies * (double) (c->spectral.rows << c->spectral.bits) * sizeof (float));
}

gboolean
ondes_cuda_bench_spectrum (OndesCudaBench *bench,
                           GError        **error)
{
  Work work;
  guint64 most = 0;

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    if (!bench->quick || bytes_of (&cases[i]) <= 64 << 20)
      most = MAX (most, bytes_of (&cases[i]));
  if (!begin (bench, &work, most, error))
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      work.bytes = bytes_of (&cases[i]);
      work.spectral = cases[i].spectral;
      if (work.bytes <= most && !report (bench, cases[i].name, launch_spectrum, &work, 1, error))
        return FALSE;
    }
  return TRUE;
}

gboolean
ondes_cuda_bench_convolve (OndesCudaBench *bench,
                           GError        **error)
{
  static const int sizes[] = { 10, 16, 20, 24, 25 };
  const guint n = bench->quick ? 3 : G_N_ELEMENTS (sizes);
  Work work;

  if (!begin (bench, &work, sizeof (double) << sizes[n - 1], error))
    return FALSE;
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *single = g_strdup_printf ("dyadic 2^%d", sizes[i]);
      g_autofree char *exact = g_strdup_printf ("dyadic 2^%d int64", sizes[i]);
      g_autofree char *again = g_strdup_printf ("dyadic 2^%d autocorrelation", sizes[i]);

      work.spectral = (OndesCudaSpectral) { .type = ONDES_CUDA_FLOAT, .bits = sizes[i], .rows = 1 };
      work.bytes = sizeof (float) << sizes[i];
      work.again = FALSE;
      /* 1.5 copies: reads two arrays and writes one */
      if (!report (bench, single, launch_dyadic, &work, 1.5, error))
        return FALSE;
      work.again = TRUE;
      if (!report (bench, again, launch_dyadic, &work, 1, error))
        return FALSE;
      work.again = FALSE;
      work.spectral.type = ONDES_CUDA_INT64;
      work.bytes *= 2;
      if (!report (bench, exact, launch_dyadic, &work, 1.5, error))
        return FALSE;
    }
  return TRUE;
}
