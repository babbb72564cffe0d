/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The engine that the user of a window chose: one for the whole program, which every computer made without an engine of its own
 * follows from its next call of ondes_compute() on.
 *
 * A choice is a wish and not an order: where the engine is missing or fails, the CPU works, and the reason is kept here until
 * somebody tells it. Small works go to a chosen engine too, which auto gives to the CPU. Any thread.
 */
#pragma once

#include "compute.h"

G_BEGIN_DECLS

/* @engine: "auto" (which is what a program begins with), "cpu" or "cuda". What was to be told is forgotten. */
void     ondes_choice_set       (const char        *engine,
                                 guint              device);
/* One sentence, transfer full, or NULL: why the CPU works instead. Once after each choice, and once more when a device is lost,
 * however many computers fall back. */
char    *ondes_choice_take_why  (void);

/* For computers. TRUE: another choice was made than the one of @serial (0 before the first), which is replaced; @engine is NULL
 * for auto, transfer full. */
gboolean ondes_choice_changed   (guint             *serial,
                                 char             **engine,
                                 guint             *device);
/* @serial: of the choice that @report was made under. */
void     ondes_choice_note      (guint              serial,
                                 const OndesReport *report);

G_END_DECLS
