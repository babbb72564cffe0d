/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The CPU engine: every transform, on any x86-64, with the results of the definitions. */
#pragma once

#include "engine/engine.h"
#include "transform/spectrum.h"

G_BEGIN_DECLS

const OndesEngineClass *ondes_cpu_engine (void);

/* OndesEngineClass.seconds: of a Morlet transform by overlap-save; of a fast spectrum or a dyadic convolution on this machine's
 * threads. */
double                  ondes_cpu_run_seconds (const OndesRequest *request);

/* Plans made by measuring are kept under the user's cache directory. Estimated plans are used until then. Starts a thread
 * of idle priority that measures the sizes used so far whenever nothing computes; for programs that live long. */
void                    ondes_cpu_measure_in_background (void);
/* Measures every size used so far, now; for benches. */
void                    ondes_cpu_measure_now (void);
/* Times the making of all masks of @spec (method direct, double precision, boundary periodic, so that none is cut) and, on
 * one thread, of the same by exp() and cos() a tap; @deviation is their relative Frobenius distance. For benches. */
gboolean                ondes_cpu_bench_masks (OndesSpec *spec,
                                               guint      threads,
                                               double    *seconds,
                                               double    *plain_seconds,
                                               double    *deviation,
                                               GError   **error);
/* Times the fast transform @kind (Walsh or arithmetic of numbers, Reed–Muller of bits) of 2^@n values alone, in place in memory
 * that is there, and a copy of as many by the same threads, which moves the bytes of one of its @passes over memory. Each is the
 * median of @repeats times of as many runs as the clock takes to see. Integers wrap. For benches. */
gboolean                ondes_cpu_bench_spectrum (OndesSpectrumKind kind,
                                                  OndesType         type,
                                                  guint             n,
                                                  guint             threads,
                                                  guint             repeats,
                                                  double           *seconds,
                                                  double           *copy_seconds,
                                                  guint            *passes,
                                                  GError          **error);

G_END_DECLS
