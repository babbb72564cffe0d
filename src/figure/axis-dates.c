/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Date axes. Ticks are whole seconds since 1970 plus nanoseconds, so no rounding comes between a label and its date; days have
 * 86400 s in UTC, months and years come from GDateTime. */
#include "axis-private.h"

#include <math.h>
#include <string.h>

#include "signal/date.h"
#include "signal/recording.h"

#define DAY        ((gint64) ONDES_DATE_DAY_S)
#define WEEK       (7 * DAY)
#define MONDAY     (4 * DAY) /* seconds: 1970 began on a Thursday; its first Monday was 5 January */
#define MONTH_DAYS 28        /* length of the shortest month */
#define FEW_DAYS   90        /* longest view whose day labels omit the year */
#define MAX_DIGITS 9         /* nanoseconds */
#define LONG_S     600       /* shortest recording whose noted date its ruler shows unasked */

/* Spacing of ticks: a number of months (from year 0), or n × 10^−digits seconds (from 1970). */
typedef struct
{
  int    months;
  gint64 n;
  int    digits;
} Step;

typedef struct
{
  Step   step;
  double min_s; /* minimum spacing of its ticks */
  Step   minor;
} Rung;

#define SECONDS(n) { 0, (n), 0 }
#define MINUTES(n) SECONDS ((n) * 60)
#define HOURS(n)   SECONDS ((n) * 3600)
#define DAYS(n)    SECONDS ((n) * DAY)
#define MONTHS(n)  { (n), 0, 0 }
#define YEARS(n)   MONTHS (12 * (n))

/* Steps from one second up; smaller steps are 1, 2, 5 × 10^−digits. */
static const Rung rungs[] = {
  { SECONDS (1), 1, { 0, 2, 1 } },
  { SECONDS (2), 2, { 0, 5, 1 } },
  { SECONDS (5), 5, SECONDS (1) },
  { SECONDS (10), 10, SECONDS (2) },
  { SECONDS (15), 15, SECONDS (5) },
  { SECONDS (30), 30, SECONDS (10) },
  { MINUTES (1), 60, SECONDS (15) },
  { MINUTES (2), 120, SECONDS (30) },
  { MINUTES (5), 300, MINUTES (1) },
  { MINUTES (10), 600, MINUTES (2) },
  { MINUTES (15), 900, MINUTES (5) },
  { MINUTES (30), 1800, MINUTES (10) },
  { HOURS (1), 3600, MINUTES (15) },
  { HOURS (2), 7200, MINUTES (30) },
  { HOURS (3), 10800, HOURS (1) },
  { HOURS (6), 21600, HOURS (1) },
  { HOURS (12), 43200, HOURS (3) },
  { DAYS (1), DAY, HOURS (6) },
  { DAYS (2), 2 * DAY, DAYS (1) },
  { DAYS (7), 7 * DAY, DAYS (1) },
  { DAYS (14), 14 * DAY, DAYS (7) },
  { MONTHS (1), MONTH_DAYS * DAY, DAYS (1) },
  { MONTHS (3), 90 * DAY, MONTHS (1) },
  { MONTHS (6), 181 * DAY, MONTHS (1) },
  { YEARS (1), 365 * DAY, MONTHS (3) },
  { YEARS (2), 730 * DAY, YEARS (1) },
  { YEARS (5), 1826 * DAY, YEARS (1) },
  { YEARS (10), 3651 * DAY, YEARS (2) },
  { YEARS (20), 7304 * DAY, YEARS (5) },
  { YEARS (50), 18261 * DAY, YEARS (10) },
  { YEARS (100), 36524 * DAY, YEARS (20) },
  { YEARS (200), 73048 * DAY, YEARS (50) },
  { YEARS (500), 182620 * DAY, YEARS (100) },
  { YEARS (1000), 365242 * DAY, YEARS (200) },
  { YEARS (2000), 730485 * DAY, YEARS (500) },
  { YEARS (5000), 1826212 * DAY, YEARS (1000) },
};

#define DECIMAL_RUNGS (3 * MAX_DIGITS)
#define N_RUNGS       (DECIMAL_RUNGS + (int) G_N_ELEMENTS (rungs))

static Rung
rung_at (int i)
{
  static const int n[] = { 1, 2, 5 }, minors[] = { 2, 5, 1 };
  int digits = MAX_DIGITS - i / 3, k = i % 3;

  if (i >= DECIMAL_RUNGS)
    return rungs[i - DECIMAL_RUNGS];
  return (Rung) { { 0, n[k], digits }, n[k] * pow (10, -digits), { 0, minors[k], k == 2 ? digits : digits + 1 } };
}

/* A date: seconds since 1970, and nanoseconds. */
typedef struct
{
  gint64 s;
  int    ns;
} Moment;

/* The range in view, in seconds after the whole second @base. */
typedef struct
{
  const OndesAxis *axis;
  gint64           base;
  double           lo, hi; /* 0 ≤ lo < 1 */
  double           slack;  /* tolerance: ticks this far outside still count as inside */
} View;

static gint64
floor_div (gint64 a,
           gint64 b)
{
  return a / b - (a % b != 0 && (a < 0) != (b < 0));
}

static View
view_of (const OndesAxis *axis)
{
  const double whole_s = floor (axis->date_s);
  const double from = axis->date_s - whole_s + MIN (axis->lo, axis->hi) * axis->unit_s;
  const double span = fabs (axis->hi - axis->lo) * axis->unit_s;

  return (View) { axis, (gint64) whole_s + (gint64) floor (from), from - floor (from), from - floor (from) + span,
                  span * 1e-9 };
}

static double
offset_of (const View *view,
           Moment      moment)
{
  return (double) (moment.s - view->base) + moment.ns * 1e-9;
}

static gint64
phase_of (const Step *step)
{
  return step->n % WEEK == 0 && step->digits == 0 ? MONDAY : 0;
}

/* Gets tick @i of a step; FALSE outside the supported years. */
static gboolean
moment_at (const View *view,
           const Step *step,
           gint64      i,
           Moment     *moment)
{
  if (step->months > 0)
    {
      const gint64 month = i * step->months;
      g_autoptr (GDateTime) date = g_date_time_new_utc ((int) floor_div (month, 12), (int) (month - 12 * floor_div (month, 12)) + 1,
                                                        1, 0, 0, 0);

      *moment = (Moment) { date != NULL ? g_date_time_to_unix (date) : 0, 0 };
      return date != NULL;
    }
  if (step->digits > 0) /* counts from the whole second view->base, which these steps divide */
    {
      const gint64 ns = i * step->n * (gint64) pow (10, MAX_DIGITS - step->digits), whole_s = floor_div (ns, 1000000000);

      *moment = (Moment) { view->base + whole_s, (int) (ns - whole_s * 1000000000) };
      return TRUE;
    }
  *moment = (Moment) { phase_of (step) + i * step->n, 0 };
  return TRUE;
}

/* Returns the number of a tick at or before the left edge, from which moment_at() counts on. */
static gint64
first_number (const View *view,
              const Step *step)
{
  if (step->months > 0)
    {
      g_autoptr (GDateTime) date = g_date_time_new_from_unix_utc (view->base);

      return floor_div (g_date_time_get_year (date) * 12 + g_date_time_get_month (date) - 1, step->months);
    }
  if (step->digits > 0)
    return (gint64) floor (view->lo * pow (10, step->digits) / step->n) - 1;
  return floor_div (view->base - phase_of (step), step->n);
}

/* Returns the ticks of a step in view; transfer full. */
static GArray *
moments_of (const View *view,
            const Step *step)
{
  GArray *moments = g_array_new (FALSE, FALSE, sizeof (Moment));

  for (gint64 i = first_number (view, step); moments->len < ONDES_TICKS_MAX; i++)
    {
      Moment moment;

      if (!moment_at (view, step, i, &moment))
        {
          if (i > 0)
            break;
          continue;
        }
      if (offset_of (view, moment) > view->hi + view->slack)
        break;
      if (offset_of (view, moment) >= view->lo - view->slack)
        g_array_append_val (moments, moment);
    }
  return moments;
}

typedef enum { CONTEXT_NONE, CONTEXT_YEAR, CONTEXT_DAY } Context;

static Context
context_of (const View *view)
{
  g_autoptr (GDateTime) lo = g_date_time_new_from_unix_utc (view->base + (gint64) floor (view->lo + 2 * view->slack));
  g_autoptr (GDateTime) hi = g_date_time_new_from_unix_utc (view->base + (gint64) floor (view->hi + 2 * view->slack));

  if (lo == NULL || hi == NULL || g_date_time_get_year (lo) != g_date_time_get_year (hi)
      || view->hi - view->lo > FEW_DAYS * (double) DAY)
    return CONTEXT_NONE;
  return g_date_time_get_day_of_year (lo) == g_date_time_get_day_of_year (hi) && view->axis->min_s < DAY ? CONTEXT_DAY
                                                                                                           : CONTEXT_YEAR;
}

/* Writes an ISO 8601 date without the part in the context: "1998", "1998-03", "03-17", "03-17 14:05", "14:05:30.2". */
static void
print_label (char       *label,
             gsize       size,
             const Step *step,
             Context     context,
             Moment      moment)
{
  g_autoptr (GDateTime) date = g_date_time_new_from_unix_utc (moment.s);
  const int year = g_date_time_get_year (date), month = g_date_time_get_month (date), day = g_date_time_get_day_of_month (date);
  const int hour = g_date_time_get_hour (date), minute = g_date_time_get_minute (date), second = g_date_time_get_second (date);
  const gboolean whole_seconds = step->digits == 0 || step->months > 0;
  gsize n = 0;

  if (step->months > 0)
    {
      if (step->months % 12 == 0)
        g_snprintf (label, size, "%04d", year);
      else
        g_snprintf (label, size, "%04d-%02d", year, month);
      return;
    }
  if (context == CONTEXT_NONE)
    n += g_snprintf (label + n, size - n, "%04d-", year);
  if (context != CONTEXT_DAY)
    n += g_snprintf (label + n, size - n, "%02d-%02d", month, day);
  if (whole_seconds && step->n % DAY == 0)
    return;
  n += g_snprintf (label + n, size - n, "%s%02d:%02d", context != CONTEXT_DAY ? " " : "", hour, minute);
  if (whole_seconds && step->n % 60 == 0)
    return;
  n += g_snprintf (label + n, size - n, ":%02d", second);
  if (!whole_seconds)
    g_snprintf (label + n, size - n, ".%0*d", step->digits, (int) (moment.ns / (gint64) pow (10, MAX_DIGITS - step->digits)));
}

static double
pixel_of (const View *view,
          Moment      moment,
          double     *value)
{
  const OndesAxis *axis = view->axis;

  *value = MIN (axis->lo, axis->hi) + (offset_of (view, moment) - view->lo) / axis->unit_s;
  return CLAMP (ondes_axis_pixel (axis, *value), 0, axis->pixels);
}

static void
add (const View *view,
     const Step *step, /* NULL for a tick without a label */
     Context     context,
     Moment      moment,
     GArray     *ticks)
{
  OndesTick tick = { .major = step != NULL };

  tick.pixel = pixel_of (view, moment, &tick.value);
  if (step != NULL)
    print_label (tick.label, sizeof tick.label, step, context, moment);
  g_array_append_val (ticks, tick);
}

/* Adds unlabelled ticks between the labels if they are far enough apart to see. */
static void
add_minors (const View   *view,
            const Step   *step,
            const GArray *majors,
            GArray       *ticks)
{
  const double length_s = step->months > 0 ? step->months * MONTH_DAYS * (double) DAY : step->n * pow (10, -step->digits);
  g_autoptr (GArray) minors = NULL;
  guint k = 0;

  if (step->digits > MAX_DIGITS || length_s / (view->hi - view->lo) * view->axis->pixels < ONDES_MINOR_SPACING)
    return;
  minors = moments_of (view, step);
  for (guint i = 0; i < minors->len; i++)
    {
      const Moment minor = g_array_index (minors, Moment, i);

      while (k < majors->len && offset_of (view, g_array_index (majors, Moment, k)) < offset_of (view, minor))
        k++;
      if (k == majors->len || g_array_index (majors, Moment, k).s != minor.s || g_array_index (majors, Moment, k).ns != minor.ns)
        add (view, NULL, CONTEXT_NONE, minor, ticks);
    }
}

gboolean
ondes_axis_add_dates (const OndesAxis *axis,
                      double           spacing,
                      GArray          *ticks)
{
  const View view = view_of (axis);
  const double min_s = (view.hi - view.lo) / axis->pixels * spacing;
  const Context context = context_of (&view);
  int i = 0;

  if (view.base - 1 < ONDES_DATE_FIRST_S || view.base + view.hi + 1 >= ONDES_DATE_END_S)
    return FALSE;
  while (i < N_RUNGS - 1 && rung_at (i).min_s < MAX (min_s, axis->min_s) * (1 - 1e-12))
    i++;
  for (int first = i; i >= 0; i--)
    {
      const Rung rung = rung_at (i);
      g_autoptr (GArray) majors = moments_of (&view, &rung.step);
      double value;

      if (majors->len < 2)
        continue;
      /* If the step is finer than the spacing allows, keep only the outermost two labels. */
      if (i < first)
        {
          if (fabs (pixel_of (&view, g_array_index (majors, Moment, majors->len - 1), &value)
                    - pixel_of (&view, g_array_index (majors, Moment, 0), &value)) < spacing)
            continue;
          g_array_remove_range (majors, 1, majors->len - 2);
        }
      for (guint j = 0; j < majors->len; j++)
        add (&view, &rung.step, context, g_array_index (majors, Moment, j), ticks);
      if (i == first)
        add_minors (&view, &rung.minor, majors, ticks);
      return TRUE;
    }
  return FALSE;
}

char *
ondes_axis_date_context (const OndesAxis *axis,
                         gboolean        *clock)
{
  const View view = view_of (axis);
  const Context context = context_of (&view);
  g_autofree char *date = ondes_date_print (view.base, view.lo + 2 * view.slack, ONDES_DATE_DAY_S);

  *clock = axis->min_s < DAY && view.hi - view.lo <= FEW_DAYS * (double) DAY;
  if (context == CONTEXT_YEAR && strlen (date) > 4)
    date[4] = '\0';
  return context == CONTEXT_NONE ? g_strdup ("") : g_steal_pointer (&date);
}

const char *const ondes_time_ruler_names[] = { "auto", "start", "clock", NULL };

/* Returns the length of @base in seconds if all of it lies in the calendar; otherwise NaN. */
static double
dated_length_s (const OndesTimeBase *base)
{
  const double unit_s = ondes_time_unit_seconds (base->unit), length_s = base->n / base->rate_hz * unit_s;
  const double local_s = base->date_s + base->zone.offset_s;

  return unit_s > 0 && local_s >= ONDES_DATE_FIRST_S && local_s + length_s < ONDES_DATE_END_S ? length_s : NAN;
}

/* TRUE if the ruler of @base shows its date. */
static gboolean
shows_date (const OndesTimeBase *base)
{
  const double length_s = dated_length_s (base);

  if (isnan (length_s))
    return FALSE;
  if (base->ruler == ONDES_TIME_RULER_AUTO)
    return !base->noted || length_s >= LONG_S;
  return base->ruler == ONDES_TIME_RULER_CLOCK;
}

/* Returns the time of sample 0 on a time axis without dates: 0 if the recording has a date, as ondes_recording_info_origin(). */
static double
time_start (const OndesTimeBase *base)
{
  return isnan (base->date_s) ? base->start : 0;
}

OndesAxis
ondes_time_axis (const OndesTimeBase *base,
                 double               first,
                 double               count,
                 double               pixels)
{
  const double unit_s = ondes_time_unit_seconds (base->unit);
  OndesAxis axis = { .lo = first / base->rate_hz, .hi = (first + count) / base->rate_hz, .pixels = pixels };

  if (shows_date (base))
    {
      axis.mode = ONDES_AXIS_DATE;
      axis.zone = base->zone;
      axis.date_s = base->date_s + base->zone.offset_s;
      axis.unit_s = unit_s;
      axis.min_s = unit_s / base->rate_hz >= DAY * (1 - 1e-9) ? DAY : 0;
      return axis;
    }
  axis.mode = ondes_time_axis_mode (base->unit, base->n / base->rate_hz);
  axis.lo += time_start (base);
  axis.hi += time_start (base);
  return axis;
}
