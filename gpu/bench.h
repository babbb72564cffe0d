/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What measurements of kernels share. A bench is a function in a file of its family and a line in the table of bench.c. */
#pragma once

#include "engine-private.h"

G_BEGIN_DECLS

typedef struct
{
  OndesEngine   *engine;
  gboolean       quick;
  OndesBenchLine line;
  gpointer       user_data;
  void          *flush;   /* device: more than the cache holds */
  double         write_rate; /* bytes a second, measured */
  GPtrArray     *memory;  /* device, freed at the end */
} OndesCudaBench;

/* Launches what is measured; OK, or why not in @why. */
typedef OndesCudaStatus (*OndesCudaLaunch) (OndesCuda *cuda,
                                            gpointer   work,
                                            char       why[ONDES_CUDA_WHY]);

/* Device memory until the end of the bench; NULL on errors. */
void    *ondes_cuda_bench_alloc (OndesCudaBench *bench,
                                 guint64         bytes,
                                 GError        **error);
/* @n numbers of noise in −1 … 1 on the device as float (@single) or double; NULL on errors. */
void    *ondes_cuda_bench_noise (OndesCudaBench *bench,
                                 guint64         n,
                                 gboolean        single,
                                 GError        **error);
/* Median seconds of the device; below 0 on errors. @prepare, where there is one, is launched before each time and not timed. */
double   ondes_cuda_bench_time_prepared (OndesCudaBench *bench,
                                         OndesCudaLaunch prepare,
                                         OndesCudaLaunch launch,
                                         gpointer        work,
                                         GError        **error);
double   ondes_cuda_bench_time  (OndesCudaBench *bench,
                                 OndesCudaLaunch launch,
                                 gpointer        work,
                                 GError        **error);
/* The same, told as @name in milliseconds beside @floor, seconds. */
gboolean ondes_cuda_bench_tell  (OndesCudaBench *bench,
                                 const char     *name,
                                 OndesCudaLaunch launch,
                                 gpointer        work,
                                 double          floor,
                                 GError        **error);

gboolean ondes_cuda_bench_masks  (OndesCudaBench *bench,
                                  GError        **error);
gboolean ondes_cuda_bench_direct (OndesCudaBench *bench,
                                  GError        **error);
/* Each method by the length of the mask, and from which length on overlap-save takes less. */
gboolean ondes_cuda_bench_methods (OndesCudaBench *bench,
                                   GError        **error);
gboolean ondes_cuda_bench_spectrum (OndesCudaBench *bench,
                                    GError        **error);
gboolean ondes_cuda_bench_convolve (OndesCudaBench *bench,
                                    GError        **error);
gboolean ondes_cuda_bench_bank   (OndesCudaBench *bench,
                                  GError        **error);

/* The engine's slot. */
gboolean ondes_cuda_bench       (OndesEngine    *engine,
                                 const char     *name,
                                 gboolean        quick,
                                 OndesBenchLine  line,
                                 gpointer        user_data,
                                 GError        **error);

G_END_DECLS
