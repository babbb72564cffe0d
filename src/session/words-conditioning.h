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

G_END_DECLS
