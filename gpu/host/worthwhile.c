/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Predicts whether a call beats the CPU, copies included; auto asks this before it initialises a device. "ondes-cli bench
 * spectrum" and "bench convolve" measure the break-even point and print it beside the one predicted here. */
#include "engine-private.h"

#include "transform/dyadic.h"
#include "transform/spectrum.h"

/* For an H200 with a host of 16 threads. */
#define CALL_S      4e-5   /* seconds per call: launches, waits, one chunk each way */
#define OPEN_S      0.3    /* seconds to open a device, in which the CPU filters 20 minutes of sound */
#define COPY_NS     0.11   /* nanoseconds per byte copied into or out of pinned memory by one thread */
#define BUS_NS      0.054  /* nanoseconds per byte over the bus */
#define STEP_NS     0.0007 /* nanoseconds per byte and step of the papers' algorithms, each reading and writing device memory */
#define MAX_THREADS 16     /* more do not help */

/* Returns the seconds for @bytes into or out of the device. */
static double
moving_s (double bytes)
{
  return 1e-9 * bytes * MAX (COPY_NS / MIN (g_get_num_processors (), MAX_THREADS), BUS_NS);
}

/* Kernels take less time than the bus, of Walshgrams too. */
gboolean
ondes_cuda_filter_worthwhile (OndesEngine        *engine,
                              const OndesRequest *request,
                              double              cpu_s)
{
  const OndesShape *result = &request->result;
  double bytes = (double) result->rows * (double) ondes_type_bytes (result->type, result->columns);

  for (guint i = 0; i < request->n_sources; i++)
    bytes += (double) ondes_type_bytes (request->sources[i]->type, request->view.count);
  return CALL_S + moving_s (bytes) + (engine == NULL ? OPEN_S : 0) < cpu_s;
}

gboolean
ondes_cuda_spectral_worthwhile (OndesEngine        *engine,
                                const OndesRequest *request,
                                double              cpu_s)
{
  const OndesSpec *spec = request->spec;
  const guint64 count = request->view.count;
  double bytes, moved = 2, steps = 0;

  if (ondes_spec_transform (spec) == ONDES_TRANSFORM_DYADIC)
    {
      bytes = (double) ondes_type_bytes (ondes_spec_dyadic (spec)->type, count);
      moved = 3;
    }
  else
    {
      const OndesSpectrumOptions *o = &ondes_spec_spectrum (spec)->options;

      bytes = (double) ondes_type_bytes (o->type, count);
      if (o->algorithm != ONDES_ALGORITHM_AUTO)
        steps = g_bit_storage (o->row_length > 0 ? o->row_length : count) - 1;
    }
  return CALL_S + moving_s (bytes * moved) + 1e-9 * bytes * steps * STEP_NS < cpu_s;
}
