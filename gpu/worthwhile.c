/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a call costs on the CPU and on a device, transfers included: auto asks before it wakes one. Constants are those of
 * "ondes-cli bench spectrum" and "bench convolve", which print where the calls cross beside where this says that they do. */
#include "engine-private.h"

#include "transform/dyadic.h"
#include "transform/spectrum.h"

/* More threads are not known to help. */
#define MOST_THREADS 16

/* The CPU engine, on 2 threads of a machine with AVX-512: seconds a call, and nanoseconds a byte of the result, medians of vectors
 * of 2^18 to 2^24 values. A step is one of the n passes of the papers' algorithms. */
#define CPU_CALL         7e-6
#define CPU_THREADS      2
#define CPU_DYADIC       0.45
#define CPU_COOLEY_TUKEY 0.08
#define CPU_CONSTANT     0.13

static const double cpu_auto[] = {
  [ONDES_SPECTRUM_WALSH] = 0.21,
  [ONDES_SPECTRUM_HAAR] = 0.15,
  [ONDES_SPECTRUM_HAAR_ORTHONORMAL] = 0.15,
  [ONDES_SPECTRUM_REED_MULLER] = 0.21,
  [ONDES_SPECTRUM_ARITHMETIC] = 0.2,
};
#define CPU_WORDS 0.43 /* of Reed–Muller in ONDES_I32, which is computed in packed bits */

/* A device, an H200 with a host of 16 threads: seconds a call, which launches, waits and moves a piece there and back; nanoseconds
 * a byte that one thread copies into or out of pinned memory, and a byte that goes over the bus however many copy; and of a
 * step, which reads and writes device memory. Where the CPU has that many threads, it is done while values still move. */
#define GPU_CALL 4e-5
#define GPU_COPY 0.11
#define GPU_BUS  0.054
#define GPU_STEP 0.0007

static double
cpu_of (const OndesSpectrumOptions *o,
        double                      n)
{
  if (o->algorithm != ONDES_ALGORITHM_AUTO)
    return n * (o->algorithm == ONDES_ALGORITHM_COOLEY_TUKEY ? CPU_COOLEY_TUKEY : CPU_CONSTANT);
  return o->kind == ONDES_SPECTRUM_REED_MULLER && o->type == ONDES_I32 ? CPU_WORDS : cpu_auto[o->kind];
}

gboolean
ondes_cuda_worthwhile (const OndesSpec *spec,
                       const OndesView *view)
{
  const double threads = MIN (g_get_num_processors (), MOST_THREADS);
  double bytes, moved = 2, steps = 0, cpu;

  if (ondes_spec_transform (spec) == ONDES_TRANSFORM_CWT) /* which computes far more than it moves */
    return TRUE;
  if (ondes_spec_transform (spec) == ONDES_TRANSFORM_DYADIC)
    {
      bytes = (double) ondes_type_bytes (ondes_spec_dyadic (spec)->type, view->count);
      moved = 3;
      cpu = CPU_DYADIC;
    }
  else
    {
      const OndesSpectrumOptions *o = &ondes_spec_spectrum (spec)->options;
      const double n = g_bit_storage (o->row_length > 0 ? o->row_length : view->count) - 1;

      bytes = (double) ondes_type_bytes (o->type, view->count);
      cpu = cpu_of (o, n);
      steps = o->algorithm != ONDES_ALGORITHM_AUTO ? n : 0;
    }
  return GPU_CALL + 1e-9 * bytes * (moved * MAX (GPU_COPY / threads, GPU_BUS) + steps * GPU_STEP)
         < CPU_CALL + 1e-9 * bytes * cpu * CPU_THREADS / threads;
}
