/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The CPU engine: every transform, on any x86-64, with results that match the definitions. */
#pragma once

#include "engine/cpu/fft/fft.h"
#include "engine/engine.h"
#include "transform/spectrum.h"

G_BEGIN_DECLS

const OndesEngineClass *ondes_cpu_engine (void);

/* Implements OndesEngineClass.seconds: predicts a Morlet transform by overlap-save, or a fast spectrum or dyadic convolution on
 * this machine's threads. */
double                  ondes_cpu_run_seconds (const OndesRequest *request);

/* Times the computation of all kernel taps of @spec (method direct, double precision, boundary periodic, so that none is cut)
 * and, on one thread, of the same taps by exp() and cos() per tap. @deviation is their relative Frobenius distance. For
 * benchmarks. */
gboolean                ondes_cpu_bench_masks (OndesSpec *spec,
                                               guint      threads,
                                               double    *seconds,
                                               double    *plain_seconds,
                                               double    *deviation,
                                               GError   **error);
/* A fast transform to time: Walsh or arithmetic of numbers, Reed–Muller of bits. */
typedef struct
{
  OndesSpectrumKind kind;
  OndesType         type;
  guint             n; /* 2^n values */
  guint             threads, repeats;
} OndesCpuBench;

typedef struct
{
  double seconds, copy_seconds;
  guint  passes; /* of the transform over memory */
} OndesCpuBenchTimes;

/* Times the fast transform alone, in place, in memory already touched. Also times a copy of as many values by the same threads,
 * which moves as many bytes as one of the transform's passes. Each time is the median of the repeats, each of as many runs as
 * the clock needs. Integers wrap around. For benchmarks. */
gboolean                ondes_cpu_bench_spectrum (const OndesCpuBench *what,
                                                  OndesCpuBenchTimes  *times,
                                                  GError             **error);

G_END_DECLS
