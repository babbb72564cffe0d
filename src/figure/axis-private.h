/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the files of the axis share. */
#pragma once

#include "axis.h"

G_BEGIN_DECLS

#define ONDES_MINOR_SPACING 4.0 /* least pixels between ticks without labels */
#define ONDES_TICKS_MAX     10000

/* Adds the ticks of a DATE axis to @ticks (of OndesTick), in the order of their values, labels at least @spacing pixels apart;
 * FALSE and none where fewer than two are to be had. */
gboolean ondes_axis_add_dates (const OndesAxis *axis,
                               double           spacing,
                               GArray          *ticks);

G_END_DECLS
