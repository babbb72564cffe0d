/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shared by the kernel benchmarks. Each benchmark is a function in its family's file and an entry in the table of bench.c. */
#pragma once

#include "bench-kernels.h"
#include "engine-private.h"
#include "module.h"

G_BEGIN_DECLS

typedef struct
{
  OndesEngine   *engine;
  gboolean       quick;
  BenchKernelLine line;
  gpointer       user_data;
  void          *flush;      /* device buffer larger than the L2 cache */
  double         write_rate; /* measured bytes per second */
  GPtrArray     *memory;     /* device memory, freed after the benchmark */
} OndesCudaBench;

/* Launches the work to be timed. */
typedef OndesCudaStatus (*OndesCudaLaunch) (OndesCuda *cuda,
                                            gpointer   work);

/* Allocates device memory that is freed when the benchmark ends. Returns NULL on errors. */
void    *ondes_cuda_bench_alloc (OndesCudaBench *bench,
                                 guint64         bytes,
                                 GError        **error);
/* Returns @n random numbers in −1 … 1 in device memory, float if @single, otherwise double; NULL on errors. */
void    *ondes_cuda_bench_noise (OndesCudaBench *bench,
                                 guint64         n,
                                 gboolean        single,
                                 GError        **error);
/* Returns the median device time of @launch in seconds, negative on errors. @prepare, unless NULL, runs before each repetition
 * and is not timed. */
double   ondes_cuda_bench_time_prepared (OndesCudaBench *bench,
                                         OndesCudaLaunch prepare,
                                         OndesCudaLaunch launch,
                                         gpointer        work,
                                         GError        **error);
double   ondes_cuda_bench_time (OndesCudaBench *bench,
                                OndesCudaLaunch launch,
                                gpointer        work,
                                GError        **error);
/* Times @launch and reports it as @name in milliseconds; @floor is in seconds. */
gboolean ondes_cuda_bench_report (OndesCudaBench *bench,
                                  const char     *name,
                                  OndesCudaLaunch launch,
                                  gpointer        work,
                                  double          floor,
                                  GError        **error);

gboolean ondes_cuda_bench_taps (OndesCudaBench *bench,
                                GError        **error);
gboolean ondes_cuda_bench_direct (OndesCudaBench *bench,
                                  GError        **error);
/* Times each method by number of taps, and finds the number from which overlap-save is faster. */
gboolean ondes_cuda_bench_methods (OndesCudaBench *bench,
                                   GError        **error);
gboolean ondes_cuda_bench_spectrum (OndesCudaBench *bench,
                                    GError        **error);
gboolean ondes_cuda_bench_convolve (OndesCudaBench *bench,
                                    GError        **error);
gboolean ondes_cuda_bench_bank (OndesCudaBench *bench,
                                GError        **error);
gboolean ondes_cuda_bench_filter (OndesCudaBench *bench,
                                  GError        **error);
/* Filters by cuFFT, where it is installed. */
gboolean ondes_cuda_bench_cufft (OndesCudaBench *bench,
                                 GError        **error);
gboolean ondes_cuda_bench_walshgram (OndesCudaBench *bench,
                                     GError        **error);
gboolean ondes_cuda_bench_pairs (OndesCudaBench *bench,
                                 GError        **error);

G_END_DECLS
