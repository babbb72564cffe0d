/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Benchmarks of Walshgrams: an hour at 48 kHz into 1600 columns, the samples on the device. The memory floor is reading them
 * once. */
#include "bench.h"
#include "walshgram-kernels.h"

#define COLUMNS     1600
#define RATE        48000
#define NOISE_BYTES (4 << 20)

typedef struct
{
  const char        *name;
  OndesCudaWalshgram walshgram;
} Case;

static const Case cases[] = {
  { "walshgram 256 hop 64", { .bits = 8, .hop = 64, .order = ONDES_CUDA_SEQUENCY, .pooled = TRUE, .columns = COLUMNS } },
  { "walshgram 256 hop 64 float64",
    { .bits = 8, .hop = 64, .order = ONDES_CUDA_SEQUENCY, .is_double = TRUE, .pooled = TRUE, .columns = COLUMNS } },
  { "walshgram 4096 hop 1024", { .bits = 12, .hop = 1024, .order = ONDES_CUDA_SEQUENCY, .pooled = TRUE, .columns = COLUMNS } },
  { "walshgram 32768 hop 4096", { .bits = 15, .hop = 4096, .order = ONDES_CUDA_SEQUENCY, .pooled = TRUE, .columns = COLUMNS } },
};

typedef struct
{
  OndesCudaWalshgram walshgram;
  OndesCudaFrames    frames;
  void              *spectra, *out;
} Work;

static OndesCudaStatus
launch (OndesCuda *cuda,
        gpointer   work)
{
  const Work *self = work;
  OndesCudaStatus status = ondes_cuda_memset (cuda, self->spectra, 0, (uint64_t) COLUMNS * sizeof (float) << self->walshgram.bits);

  if (status == ONDES_CUDA_OK)
    status = ondes_cuda_walshgram (cuda, &self->walshgram, &self->frames, 0, self->spectra);
  return status == ONDES_CUDA_OK ? ondes_cuda_walshgram_turn (cuda, &self->walshgram, self->spectra, COLUMNS, self->out)
                                 : status;
}

/* Returns @bytes of noise on the device, the same piece over and over. */
static char *
fill (OndesCudaBench *bench,
      guint64         bytes,
      GError        **error)
{
  const char *piece = ondes_cuda_bench_noise (bench, NOISE_BYTES / sizeof (float), TRUE, error);
  char *samples = piece != NULL ? ondes_cuda_bench_alloc (bench, bytes, error) : NULL;
  OndesCudaStatus status = ONDES_CUDA_OK;

  for (guint64 at = 0; samples != NULL && at < bytes && status == ONDES_CUDA_OK; at += NOISE_BYTES)
    status = ondes_cuda_copy_d2d (bench->engine->cuda, samples + at, piece, MIN (NOISE_BYTES, bytes - at));
  return samples != NULL && ondes_cuda_ok (bench->engine, status, error) ? samples : NULL;
}

gboolean
ondes_cuda_bench_walshgram (OndesCudaBench *bench,
                            GError        **error)
{
  const guint64 n = (guint64) RATE * (bench->quick ? 60 : 3600), bytes = n * sizeof (float);
  Work work = { .frames = { .x = fill (bench, bytes, error), .type = ONDES_CUDA_F32 } };

  if (work.frames.x == NULL
      || (work.spectra = ondes_cuda_bench_alloc (bench, (guint64) COLUMNS * sizeof (float) << 15, error)) == NULL
      || (work.out = ondes_cuda_bench_alloc (bench, (guint64) COLUMNS * sizeof (float) << 15, error)) == NULL)
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      work.walshgram = cases[i].walshgram;
      work.walshgram.frames = (n - ((guint64) 1 << work.walshgram.bits)) / work.walshgram.hop + 1;
      work.walshgram.columns = MIN (COLUMNS, work.walshgram.frames);
      work.frames.count = work.walshgram.frames;
      if (!ondes_cuda_bench_report (bench, cases[i].name, launch, &work, (double) bytes / bench->write_rate, error))
        return FALSE;
    }
  return TRUE;
}
