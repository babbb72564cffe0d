/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "text-clock.h"

#include "signal/date.h"
#include "text-time.h"

#include <math.h>

#define HOUR_S 3600.0
#define ROWS_BETWEEN 65536 /* rows between cancellation checks */
#define STEP_OFF 0.1       /* usual steps that the step of a changed clock may differ */

/* TRUE if clocks are changed about this time of day: until 4 o'clock of a Sunday, not in winter nor in high summer. */
static gboolean
is_change_night (double stamp_s)
{
  g_autoptr (GDateTime) date = NULL;

  if (!(stamp_s >= ONDES_DATE_FIRST_S && stamp_s < ONDES_DATE_END_S))
    return FALSE;
  date = g_date_time_new_from_unix_utc ((gint64) floor (stamp_s));
  return g_date_time_get_day_of_week (date) == 7 && g_date_time_get_hour (date) <= 4
         && ((g_date_time_get_month (date) >= 3 && g_date_time_get_month (date) <= 4)
             || (g_date_time_get_month (date) >= 9 && g_date_time_get_month (date) <= 11));
}

/* Returns what is to be added to the stamps from @stamp on, which comes @step behind the one above. */
static double
change_at (double stamp,
           double step,
           double usual)
{
  const double off = STEP_OFF * usual;

  if (fabs (step - (usual - HOUR_S)) <= off && (usual < HOUR_S / 2 || is_change_night (stamp)))
    return HOUR_S;
  return fabs (step - (usual + HOUR_S)) <= off && is_change_night (stamp) ? -HOUR_S : 0;
}

static gboolean
is_cancelled (guint64       row,
              GCancellable *cancellable,
              GError      **error)
{
  return row % ROWS_BETWEEN == 0 && g_cancellable_set_error_if_cancelled (cancellable, error);
}

/* Lets times of day go on past midnight. */
static gboolean
pass_midnights (OndesTextTable    *table,
                guint              column,
                OndesClockChanges *changes,
                GCancellable      *cancellable,
                GError           **error)
{
  double last = NAN, offset = 0;

  for (guint64 row = 0; row < ondes_text_table_rows (table); row++)
    {
      const double t = ondes_text_table_get (table, row, column);

      if (is_cancelled (row, cancellable, error))
        return FALSE;
      if (t - last < -ONDES_DATE_DAY_S / 2.0)
        {
          offset += ONDES_DATE_DAY_S;
          changes->midnights++;
        }
      if (isfinite (t))
        last = t;
      ondes_text_table_set (table, row, column, t + offset);
    }
  return TRUE;
}

gboolean
ondes_clock_straighten (OndesTextTable    *table,
                        guint              column,
                        gboolean           dated,
                        OndesClockChanges *changes,
                        GCancellable      *cancellable,
                        GError           **error)
{
  const guint64 rows = ondes_text_table_rows (table);
  double last = NAN, offset = 0, usual;

  *changes = (OndesClockChanges) { .first_change = NAN };
  if (!dated)
    return pass_midnights (table, column, changes, cancellable, error);
  if (rows < 3 || !ondes_stamps_usual_step (table, column, NULL, rows, &usual) || !(usual > 0 && usual <= HOUR_S))
    return TRUE;
  for (guint64 row = 0; row < rows; row++)
    {
      const double t = ondes_text_table_get (table, row, column), change = change_at (t, t - last, usual);

      if (is_cancelled (row, cancellable, error))
        return FALSE;
      if (change != 0 && changes->changes++ == 0)
        changes->first_change = t;
      offset += change;
      if (isfinite (t))
        last = t;
      ondes_text_table_set (table, row, column, t + offset);
    }
  return TRUE;
}
