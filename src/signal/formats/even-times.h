/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The timing model of a text with time stamps, and its correction.
 *
 * Rows whose stamps are missing, repeat or go back are left out. Sample n of the others was taken at
 *   t_n = t_0 + (k_n + δ_n)/f,
 * k_n being its place on an even grid and δ_n its deviation in samples. k_n = n, unless steps of more than 1.75 usual ones (gaps)
 * fit the stamps better when as many samples are missing in them as their length says. f is (k_last)/(t_last − t_0), or a round
 * number within the printed precision.
 *
 * Without the correction, and where the rows of such gaps all lie within GRID_OFF of their places, the gaps stay gaps.
 *
 * The correction returns the values at t_0 + j/f, j = 0 … k_last. Each is that of the polynomial through the four samples on either
 * side, at their true times; fewer at an end and beside a gap, where it begins, or beside values that are no numbers. In a step of
 * less than 0.25 or more than 1.75 usual ones it is a straight line. At a stamp it is the sample itself. Of a tone of frequency f₀
 * sampled at even steps the error is at most 1.07e-3 (2π f₀/f)⁸; with stamps up to 0.35 of a step off, measured, the scalogram of a
 * chirp is within 0.3 % of the clean one up to 0.2 f and within 1.5 % up to 0.25 f, where uncorrected it is 12 to 20 % off.
 */
#pragma once

#include "signal/reader.h"
#include "text-time.h"

G_BEGIN_DECLS

/* Consecutive rows of a table that are consecutive frames. */
typedef struct
{
  guint64 frame, row, n;
} OndesRowRun;

/* Measures the deviation of the stamps in @column, of a rate that is not 0, and tells it. Corrects the table's times if the
 * opening asks for it, which gives the reader another rate where samples are missing. If the stamps lie on an even grid of which
 * rows are missing, or the opening asks to fill, gives the reader the rate of the grid, and @runs, of OndesRowRun, in order, the
 * frames of the rows; @runs stays NULL if each row is the next frame. Fails if cancelled or out of memory. */
gboolean ondes_even_times_take (OndesReader        *reader,
                                OndesTextTable    **table,
                                guint               column,
                                const OndesStamps  *stamps,
                                const OndesOpening *opening,
                                GArray            **runs,
                                GError            **error);

G_END_DECLS
