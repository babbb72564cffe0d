/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Predicts the time of a run of the CPU engine, to decide whether another engine is faster. Measured with 2 threads on a
 * machine with AVX-512: medians of "ondes-cli bench spectrum", "bench convolve" and "bench cwt", vectors of 2^18 to 2^24
 * values. */
#include "cpu.h"

#include "transform/dyadic.h"
#include "transform/filter.h"
#include "transform/pairs.h"
#include "transform/walshgram.h"

#define CWT_RATE         4e8 /* coefficients per second by overlap-save */
#define FILTER_RATE 2e8 /* outputs per second of filters of 513 taps */
#define CALL_S           7e-6 /* seconds per call */
#define MEASURED_THREADS 2
#define MAX_THREADS      16  /* more do not help */

/* Nanoseconds per byte of the result; for the papers' algorithms, per byte and step. */
#define DYADIC_NS       0.45
#define COOLEY_TUKEY_NS 0.08
#define CONSTANT_NS     0.13
#define PAIRS_NS        0.07 /* per byte and stage */
#define WALSHGRAM_NS    0.12 /* per byte of the coefficients, pooled or not */
#define WORDS_NS        0.43 /* Reed–Muller of ONDES_I32, computed on packed bits */

static const double auto_ns[] = {
  [ONDES_SPECTRUM_WALSH] = 0.21,
  [ONDES_SPECTRUM_HAAR] = 0.15,
  [ONDES_SPECTRUM_HAAR_ORTHONORMAL] = 0.15,
  [ONDES_SPECTRUM_REED_MULLER] = 0.21,
  [ONDES_SPECTRUM_ARITHMETIC] = 0.2,
};

static double
spectrum_ns (const OndesSpectrumOptions *o,
             guint64                     count)
{
  const double steps = g_bit_storage (o->row_length > 0 ? o->row_length : count) - 1;

  if (o->algorithm != ONDES_ALGORITHM_AUTO)
    return steps * (o->algorithm == ONDES_ALGORITHM_COOLEY_TUKEY ? COOLEY_TUKEY_NS : CONSTANT_NS);
  return o->kind == ONDES_SPECTRUM_REED_MULLER && o->type == ONDES_I32 ? WORDS_NS : auto_ns[o->kind];
}

static double
spectral_seconds (const OndesRequest *request)
{
  const OndesSpec *spec = request->spec;
  const guint64 count = request->view.count;
  const gboolean dyadic = ondes_spec_transform (spec) == ONDES_TRANSFORM_DYADIC;
  const double ns = dyadic ? DYADIC_NS : spectrum_ns (&ondes_spec_spectrum (spec)->options, count);
  const OndesType type = dyadic ? ondes_spec_dyadic (spec)->type : ondes_spec_spectrum (spec)->options.type;
  const double threads = (double) MIN (g_get_num_processors (), MAX_THREADS) / MEASURED_THREADS;

  return CALL_S + 1e-9 * ns * (double) ondes_type_bytes (type, count) / threads;
}

static double
walshgram_seconds (const OndesRequest *request)
{
  const OndesWalshgramOptions *o = &ondes_spec_walshgram (request->spec)->options;
  const double frames = (double) ((request->view.count - 1) / o->hop + 1);
  const double threads = (double) MIN (g_get_num_processors (), MAX_THREADS) / MEASURED_THREADS;

  return CALL_S + 1e-9 * WALSHGRAM_NS * frames * (double) ondes_type_bytes (o->type, o->window) / threads;
}

static double
pairs_seconds (const OndesRequest *request)
{
  const OndesShape *shape = &request->result;
  const double bytes = (double) shape->rows * (double) ondes_type_bytes (shape->type, shape->columns);
  const double threads = (double) MIN (g_get_num_processors (), MAX_THREADS) / MEASURED_THREADS;

  return CALL_S + 1e-9 * PAIRS_NS * bytes * (ondes_spec_pairs (request->spec)->table->stages + 8) / threads;
}

double
ondes_cpu_run_seconds (const OndesRequest *request)
{
  if (ondes_spec_transform (request->spec) == ONDES_TRANSFORM_CWT)
    return (double) request->result.rows * (double) request->view.count / CWT_RATE;
  if (ondes_spec_transform (request->spec) == ONDES_TRANSFORM_FILTER)
    return CALL_S + (double) request->result.rows * (double) request->view.count / FILTER_RATE;
  if (ondes_spec_transform (request->spec) == ONDES_TRANSFORM_WALSHGRAM)
    return walshgram_seconds (request);
  if (ondes_spec_transform (request->spec) == ONDES_TRANSFORM_PAIRS)
    return pairs_seconds (request);
  return spectral_seconds (request);
}
