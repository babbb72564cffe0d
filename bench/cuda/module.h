/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Entry of the module that measures the kernels of the CUDA engine. It has the engine's own objects, so that it needs no access to
 * the inside of the engine that the program loaded. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define BENCH_CUDA_MODULE "ondes-bench-cuda.so"
#define BENCH_CUDA_ENTRY  "ondes_cuda_bench"

/* Reports a measurement. @floor is the best that the hardware allows, in the same unit; 0 if unknown. */
typedef void (*BenchKernelLine) (const char *name,
                                 double      value,
                                 const char *unit,
                                 double      floor,
                                 gpointer    user_data);

typedef struct
{
  guint           device;
  const char     *name; /* a benchmark of ondes-cli; one that does not concern the kernels measures nothing */
  gboolean        quick;
  BenchKernelLine line;
  gpointer        user_data;
} BenchKernels;

/* Measures kernels on noise: device time by events, medians, caches cleared before. */
typedef gboolean (*BenchCudaEntry) (const BenchKernels *what,
                                    GError            **error);

G_END_DECLS
