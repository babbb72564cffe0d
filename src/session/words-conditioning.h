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
/* Returns "Band-pass 100–2000 Hz, 511 taps, causal" and the like, the filter of a FILTER step, with the name of a file of taps
 * without its folder. Transfer full. */
char       *ondes_words_step_filter (const OndesStep *step,
                                     const char      *time_unit);

G_END_DECLS
