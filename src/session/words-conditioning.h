/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Localised text for steps of conditioning, for the screen. */
#pragma once

#include "transform/conditioning.h"

G_BEGIN_DECLS

/* Returns "Band-pass" and the like; static. */
const char *ondes_words_step_name (OndesStepKind    kind);
/* Returns "Band-pass 35 – 350 Hz" and the like, with frequencies in cycles per @time_unit. Transfer full. */
char       *ondes_words_step      (const OndesStep *step,
                                   const char      *time_unit);
/* Returns "bandpass=100:2000, causal", the options of a FILTER step, with the name of a file of taps without its folder.
 * Transfer full. */
char       *ondes_words_step_filter (const OndesStep *step);

G_END_DECLS
