/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The CPU engine: every transform, on any x86-64, with results that match the definitions. */
#pragma once

#include "engine/cpu/fft/fft.h"
#include "engine/engine.h"

G_BEGIN_DECLS

const OndesEngineClass *ondes_cpu_engine (void);

/* Implements OndesEngineClass.seconds: predicts a Morlet transform by overlap-save, or a fast spectrum or dyadic convolution on
 * this machine's threads. */
double                  ondes_cpu_run_seconds (const OndesRequest *request);

G_END_DECLS
