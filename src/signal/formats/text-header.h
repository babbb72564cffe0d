/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the lines above a text's numbers tell of its rate. */
#pragma once

#include "text-cells.h"

G_BEGIN_DECLS

typedef struct
{
  double      rate;      /* samples a time unit; 0: not told */
  const char *time_unit; /* NULL: not told */
  char       *words;     /* as they stand, to be shown */
  guint64     line;      /* of the rate's number, from 1 */
} OndesToldRate;

/* "dt = 0.01", "# fs: 360 Hz, 2 leads", "Sampling frequency [Hz]  500", or such words alone in the line @above and the number in
 * @line. Keeps the first that is told: nothing is done where there is one already. */
void ondes_told_rate_look  (OndesToldRate *self,
                            OndesCell      above,
                            OndesCell      line,
                            guint64        number);
void ondes_told_rate_clear (OndesToldRate *self);

G_END_DECLS
