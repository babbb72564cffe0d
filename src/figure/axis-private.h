/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parts of the axes that several files share. */
#pragma once

#include "axis.h"

G_BEGIN_DECLS

#define ONDES_MINOR_SPACING 4.0 /* minimum pixels between unlabelled ticks */
#define ONDES_TICKS_MAX     10000

/* Adds the ticks of a DATE axis to @ticks (of OndesTick), sorted by value, labels at least @spacing pixels apart; adds none and
 * returns FALSE if fewer than two labels are possible. */
gboolean ondes_axis_add_dates (const OndesAxis *axis,
                               double           spacing,
                               GArray          *ticks);

/* Does the same for notes and for a RECIPROCAL axis; not sorted. */
gboolean ondes_axis_add_uneven (const OndesAxis *axis,
                                double           spacing,
                                GArray          *ticks);
/* Prints @n × 10^exponent as a label, plain unless an exponent is shorter. */
void     ondes_axis_print_number (char            *label,
                                  gsize            size,
                                  gint64           n,
                                  int              exponent);

G_END_DECLS
