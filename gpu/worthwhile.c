/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whether a call is quicker here than on the CPU, transfers included: auto asks before it wakes a device. "ondes-cli bench spectrum"
 * and "bench convolve" measure where the two cross and print it beside what this says. */
#include "engine-private.h"

#include "engine/cpu/cpu.h"
#include "transform/dyadic.h"

/* An H200 with a host of 16 threads. A call launches, waits and moves a block there and back. Nanoseconds a byte: what one thread
 * copies into or out of pinned memory; what the bus carries, however many threads copy; a step of the papers' algorithms, which
 * reads and writes device memory. */
#define CALL_S       4e-5
#define COPY_NS      0.11
#define BUS_NS       0.054
#define STEP_NS      0.0007
#define MOST_THREADS 16 /* more are not known to help */

gboolean
ondes_cuda_worthwhile (const OndesSpec *spec,
                       const OndesView *view)
{
  const double threads = MIN (g_get_num_processors (), MOST_THREADS);
  double bytes, moved = 2, steps = 0;

  if (ondes_spec_transform (spec) == ONDES_TRANSFORM_CWT) /* which computes far more than it moves */
    return TRUE;
  if (ondes_spec_transform (spec) == ONDES_TRANSFORM_DYADIC)
    {
      bytes = (double) ondes_type_bytes (ondes_spec_dyadic (spec)->type, view->count);
      moved = 3;
    }
  else
    {
      const OndesSpectrumOptions *o = &ondes_spec_spectrum (spec)->options;

      bytes = (double) ondes_type_bytes (o->type, view->count);
      if (o->algorithm != ONDES_ALGORITHM_AUTO)
        steps = g_bit_storage (o->row_length > 0 ? o->row_length : view->count) - 1;
    }
  return CALL_S + 1e-9 * bytes * (moved * MAX (COPY_NS / threads, BUS_NS) + steps * STEP_NS)
         < ondes_cpu_spectral_seconds (spec, view);
}
