/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "text-time.h"

#include "base/compare.h"
#include "base/number.h"
#include "signal/date.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

#define ROWS_BETWEEN 65536 /* rows between cancellation checks */
#define STEPS_LOOKED_AT 4096
#define PRINTED_DIGITS 6   /* digits that every program prints of a stamp, even with "%g" */

double
ondes_stamps_snap (double rate,
                   double relative)
{
  for (int digits = 1; digits <= 15; digits++)
    {
      double a = ondes_number_round (rate, digits), b = 1 / ondes_number_round (1 / rate, digits);

      if (fabs (b - rate) < fabs (a - rate))
        a = b;
      if (fabs (a - rate) <= relative * rate)
        return a;
    }
  return rate;
}

gboolean
ondes_stamps_usual_step (const OndesTextTable *table,
                         guint                 column,
                         const guint64        *rows,
                         guint64               n,
                         double               *usual)
{
  const guint64 steps = n - 1;
  const gsize most = (gsize) MIN (steps, STEPS_LOOKED_AT);
  double sizes[STEPS_LOOKED_AT];
  gsize looked_at = 0, similar = 0;

  *usual = 0;
  for (gsize i = 0; i < most; i++)
    {
      const guint64 at = (guint64) ((double) i * (double) steps / (double) most);

      sizes[looked_at] = ondes_text_table_get (table, rows != NULL ? rows[at + 1] : at + 1, column)
                         - ondes_text_table_get (table, rows != NULL ? rows[at] : at, column);
      looked_at += isfinite (sizes[looked_at]);
    }
  if (looked_at == 0)
    return FALSE;
  qsort (sizes, looked_at, sizeof *sizes, ondes_compare_doubles);
  *usual = sizes[looked_at / 2];
  for (gsize i = 0; i < looked_at; i++)
    similar += fabs (sizes[i] - *usual) <= *usual / 2;
  return 10 * similar >= 9 * looked_at;
}

/* Parameters of a pass over the rows. */
typedef struct
{
  const OndesTextTable *table;
  guint                 column;
  GCancellable         *cancellable;
  guint64               first; /* row of the first stamp */
  double                start;
} Walk;

/* Deviations of the stamps from a grid. */
typedef struct
{
  double  max;       /* of all stamps, in time units */
  guint64 irregular; /* stamps off by more than the tolerance … */
  double  irregular_max; /* … and the largest of those deviations, in samples */
} Deviations;

/* Compares the stamps with the grid of @rate; @tolerance in samples. FALSE if cancelled. */
static gboolean
find_deviations (const Walk *self,
                 double      rate,
                 double      tolerance,
                 Deviations *deviations,
                 GError    **error)
{
  *deviations = (Deviations) { 0 };
  for (guint64 i = self->first; i < ondes_text_table_rows (self->table); i++)
    {
      double samples =
          fabs ((ondes_text_table_get (self->table, i, self->column) - self->start) * rate - (double) (i - self->first));

      if (i % ROWS_BETWEEN == 0 && g_cancellable_set_error_if_cancelled (self->cancellable, error))
        return FALSE;
      if (!isfinite (samples))
        continue;
      deviations->max = MAX (deviations->max, samples / rate);
      if (samples > tolerance)
        {
          deviations->irregular++;
          deviations->irregular_max = MAX (deviations->irregular_max, samples);
        }
    }
  return TRUE;
}

/* Returns the resolution of the stamps near the largest: "%g" prints fewer decimals for larger stamps, "%f" the same number for
 * all. A stamp that ends in 0 shows fewer digits than are known, so the stamp with the most digits decides. */
static double
quantum_of (int    decimals,
            int    significant,
            double largest)
{
  int behind = MAX (significant, PRINTED_DIGITS) - 1 - (largest > 0 ? (int) floor (log10 (largest)) : 0);

  return MAX (pow (10, -MIN (decimals, behind)), 4 * DBL_EPSILON * largest);
}

/* Returns how far rounding may move a stamp off its grid, in samples. If a step is at most two quanta, such an allowance would
 * hide a missing sample. But rounded stamps would then drift by two quanta or more from a constant step; if they do not, no
 * rounding is allowed for. */
static double
allowance (double  rate,
           double  quantum,
           double  length,
           guint64 steps)
{
  double quanta = 1 / (rate * quantum);

  if (quanta <= 2 && fabs (length / quantum - (double) steps * round (quanta)) < 1.99)
    return 0.005;
  return 0.005 + quantum * rate;
}

gboolean
ondes_stamps_analyse (OndesStamps          *self,
                      const OndesTextTable *table,
                      guint                 column,
                      const gint8          *decimals,
                      GCancellable         *cancellable,
                      GError              **error)
{
  guint64 rows = ondes_text_table_rows (table), i_first = G_MAXUINT64, i_last = 0;
  double first = NAN, last = NAN, previous = NAN, largest = 0, quantum, mean, tolerance, usual;
  int digits = -128, significant = -128;
  Deviations found;
  Walk grid;

  *self = (OndesStamps) { 0 };
  for (guint64 i = 0; i < rows; i++)
    {
      double t = ondes_text_table_get (table, i, column);

      if (i % ROWS_BETWEEN == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      if (!isfinite (t))
        {
          self->missing++;
          continue;
        }
      if (i_first == G_MAXUINT64)
        {
          i_first = i;
          first = t;
        }
      self->repeated += t == previous;
      self->backward += t < previous;
      largest = MAX (largest, fabs (t));
      digits = MAX (digits, decimals[i]);
      if (t != 0)
        significant = MAX (significant, decimals[i] + 1 + (int) floor (log10 (fabs (t))));
      previous = last = t;
      i_last = i;
    }
  self->start = i_first == G_MAXUINT64 ? 0 : first;
  if (!(last > first))
    return TRUE;

  quantum = quantum_of (digits, significant, largest);
  self->quantum = quantum;
  mean = (double) (i_last - i_first) / (last - first);
  grid = (Walk) { table, column, cancellable, i_first, first };
  if (!find_deviations (&grid, mean, 0, &found, error))
    return FALSE;
  /* Stamps within a hundredth of a quantum of their grid were not rounded. */
  self->snapping = MAX ((found.max < 0.01 * quantum ? found.max : quantum) / (last - first), 4 * DBL_EPSILON);
  self->rate = ondes_stamps_snap (mean, self->snapping);
  tolerance = allowance (mean, quantum, last - first, i_last - i_first);
  if (!find_deviations (&grid, self->rate, tolerance, &found, error))
    return FALSE;
  if (self->rate != mean && 10 * found.irregular > rows)
    {
      self->rate = mean; /* the rounded rate does not fit the stamps */
      if (!find_deviations (&grid, mean, tolerance, &found, error))
        return FALSE;
    }
  self->irregular = found.irregular;
  self->irregular_max = found.irregular_max;
  self->near_regular = rows >= 3 && !self->missing && !self->repeated && !self->backward
                       && ondes_stamps_usual_step (table, column, NULL, rows, &usual);
  return TRUE;
}

/* Returns the months since 1970-01; FALSE if @stamp is not the beginning of a month. */
static gboolean
month_of (double stamp,
          int   *months)
{
  g_autoptr (GDateTime) date = NULL;

  if (!(stamp >= ONDES_DATE_FIRST_S && stamp < ONDES_DATE_END_S) || fmod (stamp, ONDES_DATE_DAY_S) != 0)
    return FALSE;
  date = g_date_time_new_from_unix_utc ((gint64) stamp);
  *months = 12 * (g_date_time_get_year (date) - 1970) + g_date_time_get_month (date) - 1;
  return g_date_time_get_day_of_month (date) == 1;
}

gboolean
ondes_stamps_months (OndesTextTable *table,
                     guint           column)
{
  const guint64 rows = ondes_text_table_rows (table);
  guint64 stamps = 0;
  int months, previous = G_MININT;

  for (guint64 i = 0; i < rows; i++)
    {
      const double t = ondes_text_table_get (table, i, column);

      if (!isfinite (t))
        continue;
      if (!month_of (t, &months) || months <= previous)
        return FALSE;
      previous = months;
      stamps++;
    }
  for (guint64 i = 0; stamps > 1 && i < rows; i++)
    if (month_of (ondes_text_table_get (table, i, column), &months))
      ondes_text_table_set (table, i, column, months / 12.0);
  return stamps > 1;
}
