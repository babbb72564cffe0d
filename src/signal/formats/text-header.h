/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the lines above a text's numbers state: the sampling rate, and what some programs write. */
#pragma once

#include "text-segment.h"

G_BEGIN_DECLS

typedef struct
{
  double      rate;      /* samples per time unit; 0 if not stated */
  const char *time_unit; /* NULL if not stated */
  char       *words;     /* verbatim, for display */
  guint64     line;      /* line of the rate's number, from 1 */
} OndesStatedRate;

typedef struct
{
  OndesStatedRate  stated;
  guint64          zero_line; /* line that states a rate of 0; 0 if none does */
  double           start;     /* time of the first sample, in time units; NaN if not stated */
  gboolean         knet;      /* a K-NET header, whose last line is "Memo." */
  gboolean         wrapped;   /* lines of several numbers are one channel */
  char             separator, decimal; /* as stated, 0 if not */
  OndesTextSegment segment;   /* the first one, of programs that write several */
} OndesTextFacts;

/* Looks for a rate such as "dt = 0.01", "# fs: 360 Hz, 2 leads" or "Sampling frequency [Hz]  500" in @line, or for the words
 * alone in the line @above with the number in @line, and for the other facts. Keeps the first rate stated. */
void ondes_text_facts_take  (OndesTextFacts *self,
                             OndesCell       above,
                             OndesCell       line,
                             guint64         number);
/* Drops a rate that is stated among the numbers, from @first_line on. */
void ondes_text_facts_limit (OndesTextFacts *self,
                             guint64         first_line);
void ondes_text_facts_clear (OndesTextFacts *self);

G_END_DECLS
