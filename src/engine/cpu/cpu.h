/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The CPU engine: every transform, on any x86-64, with results that match the definitions. */
#pragma once

#include "engine/engine.h"

G_BEGIN_DECLS

const OndesEngineClass *ondes_cpu_engine (void);

/* Implements OndesEngineClass.seconds: predicts a Morlet transform by overlap-save, or a fast spectrum or dyadic convolution on
 * this machine's threads. */
double                  ondes_cpu_run_seconds (const OndesRequest *request);

/* Starts a thread of idle priority that measures FFT plans for the sizes used so far whenever nothing computes; for
 * long-running programs. Measured plans are kept in the user's cache directory; until then, estimated plans are used. */
void                    ondes_cpu_measure_in_background (void);
/* Makes this process use estimated plans alone, so that the bits of its results do not depend on what was measured before: for
 * jobs that several processes share. Call it before anything is computed. */
void                    ondes_cpu_forgo_wisdom (void);

G_END_DECLS
