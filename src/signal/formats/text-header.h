/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The sampling rate stated in the lines above a text's numbers. */
#pragma once

#include "text-cells.h"

G_BEGIN_DECLS

typedef struct
{
  double      rate;      /* samples per time unit; 0 if not stated */
  const char *time_unit; /* NULL if not stated */
  char       *words;     /* verbatim, for display */
  guint64     line;      /* line of the rate's number, from 1 */
} OndesStatedRate;

/* Looks for a rate such as "dt = 0.01", "# fs: 360 Hz, 2 leads" or "Sampling frequency [Hz]  500" in @line, or for the words
 * alone in the line @above with the number in @line. Keeps the first rate stated: no-op if there is one already. */
void ondes_stated_rate_parse (OndesStatedRate *self,
                              OndesCell        above,
                              OndesCell        line,
                              guint64          number);
void ondes_stated_rate_clear (OndesStatedRate *self);

G_END_DECLS
