/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bench.h"

#include "base/compare.h"

#include <gmodule.h>
#include <stdlib.h>

#define FLUSH_BYTES (512 << 20)
#define REPEATS     15
#define WARM        2

/* Benchmarks by their names in ondes-cli. */
static const struct
{
  const char *name;
  gboolean  (*run) (OndesCudaBench *bench,
                    GError        **error);
} benches[] = {
  { "masks", ondes_cuda_bench_taps },
  { "cwt", ondes_cuda_bench_direct },
  { "spectrum", ondes_cuda_bench_spectrum },
  { "convolve", ondes_cuda_bench_convolve },
  { "cwt", ondes_cuda_bench_bank },
  { "methods", ondes_cuda_bench_methods },
  { "filter", ondes_cuda_bench_filter },
  { "filter", ondes_cuda_bench_cufft },
  { "walshgram", ondes_cuda_bench_walshgram },
  { "pairs", ondes_cuda_bench_pairs },
};

void *
ondes_cuda_bench_alloc (OndesCudaBench *bench,
                        guint64         bytes,
                        GError        **error)
{
  void *device;

  if (!ondes_cuda_ok (bench->engine, ondes_cuda_alloc (bench->engine->cuda, bytes, &device), error))
    return NULL;
  g_ptr_array_add (bench->memory, device);
  return device;
}

void *
ondes_cuda_bench_noise (OndesCudaBench *bench,
                        guint64         n,
                        gboolean        single,
                        GError        **error)
{
  g_autoptr (GRand) random = g_rand_new ();
  const gsize bytes = n * (single ? sizeof (float) : sizeof (double));
  g_autofree char *host = g_malloc (bytes);
  void *device = ondes_cuda_bench_alloc (bench, bytes, error);

  for (guint64 i = 0; i < n; i++)
    if (single)
      ((float *) (void *) host)[i] = (float) g_rand_double_range (random, -1, 1);
    else
      ((double *) (void *) host)[i] = g_rand_double_range (random, -1, 1);
  if (device == NULL
      || !ondes_cuda_ok (bench->engine, ondes_cuda_write (bench->engine->cuda, device, host, bytes), error)
      || !ondes_cuda_ok (bench->engine, ondes_cuda_synchronize (bench->engine->cuda), error))
    return NULL;
  return device;
}

double
ondes_cuda_bench_time (OndesCudaBench *bench,
                       OndesCudaLaunch launch,
                       gpointer        work,
                       GError        **error)
{
  return ondes_cuda_bench_time_prepared (bench, NULL, launch, work, error);
}

double
ondes_cuda_bench_time_prepared (OndesCudaBench *bench,
                                OndesCudaLaunch prepare,
                                OndesCudaLaunch launch,
                                gpointer        work,
                                GError        **error)
{
  OndesCuda *cuda = bench->engine->cuda;
  const guint repeats = bench->quick ? 5 : REPEATS;
  double times[REPEATS];

  for (guint i = 0; i < WARM + repeats; i++)
    {
      double seconds = 0;
      OndesCudaStatus status = prepare != NULL ? prepare (cuda, work) : ONDES_CUDA_OK;

      if (status == ONDES_CUDA_OK)
        status = ondes_cuda_memset (cuda, bench->flush, (int) i, FLUSH_BYTES);
      if (status == ONDES_CUDA_OK)
        status = ondes_cuda_timer_start (cuda, 0);
      if (status == ONDES_CUDA_OK)
        status = launch (cuda, work);
      if (status == ONDES_CUDA_OK)
        status = ondes_cuda_timer_stop (cuda, 0);
      if (status == ONDES_CUDA_OK)
        status = ondes_cuda_wait_kernels (cuda, 0, &seconds);
      if (!ondes_cuda_ok (bench->engine, status, error))
        return -1;
      if (i >= WARM)
        times[i - WARM] = seconds;
    }
  qsort (times, repeats, sizeof *times, ondes_compare_doubles);
  return times[repeats / 2];
}

gboolean
ondes_cuda_bench_report (OndesCudaBench *bench,
                         const char     *name,
                         OndesCudaLaunch launch,
                         gpointer        work,
                         double          floor,
                         GError        **error)
{
  const double seconds = ondes_cuda_bench_time (bench, launch, work, error);

  if (seconds >= 0)
    bench->line (name, seconds * 1e3, "ms", floor * 1e3, bench->user_data);
  return seconds >= 0;
}

static OndesCudaStatus
launch_flush (OndesCuda *cuda,
              gpointer   work)
{
  return ondes_cuda_memset (cuda, work, 1, FLUSH_BYTES);
}

const OndesEngineClass *ondes_engine_entry (void);

static gboolean
run (OndesEngine        *engine,
     const BenchKernels *what,
     GError            **error)
{
  OndesCudaBench bench = { .engine = engine, .quick = what->quick, .line = what->line, .user_data = what->user_data,
                           .memory = g_ptr_array_new () };
  double seconds = -1;
  gboolean done = FALSE;

  bench.flush = ondes_cuda_bench_alloc (&bench, FLUSH_BYTES, error);
  if (bench.flush != NULL)
    seconds = ondes_cuda_bench_time (&bench, launch_flush, bench.flush, error);
  if (seconds > 0)
    {
      bench.write_rate = FLUSH_BYTES / seconds;
      done = TRUE;
      for (guint i = 0; i < G_N_ELEMENTS (benches) && done; i++)
        if (g_str_equal (benches[i].name, what->name))
          done = benches[i].run (&bench, error);
    }
  for (guint i = 0; i < bench.memory->len; i++)
    ondes_cuda_free (engine->cuda, bench.memory->pdata[i]);
  g_ptr_array_unref (bench.memory);
  return done;
}

G_MODULE_EXPORT gboolean ondes_cuda_bench (const BenchKernels *what,
                                           GError            **error);

gboolean
ondes_cuda_bench (const BenchKernels *what,
                  GError            **error)
{
  const OndesEngineClass *klass = ondes_engine_entry ();
  OndesEngine *engine = klass->open (what->device, 0, error);
  gboolean done;

  if (engine == NULL)
    return FALSE;
  done = run (engine, what, error);
  klass->close (engine);
  return done;
}
