/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Axes of dates, and of long times without: labels that are moments of the calendar, against GDateTime. */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "figure/axis.h"
#include "signal/date.h"
#include "signal/recording.h"

#define DAY_S  86400.0
#define YEAR_S (365.2425 * DAY_S)

/* What a label says behind its context: the moment, and how many of year, month, day, hour:minute, second and fraction it tells. */
typedef struct
{
  gint64 seconds;
  double fraction;
  int    parts;
  int    year, month;
} Said;

static Said
read_date (const char *context,
           const char *label)
{
  g_autofree char *text = strlen (context) == 0    ? g_strdup (label)
                          : strlen (context) == 10 ? g_strdup_printf ("%s %s", context, label)
                          : strchr (label, '-') == label + 2 ? g_strdup_printf ("%s-%s", context, label)
                                                             : g_strdup (label); /* "1998-03" says its year */
  int              year, month = 1, day = 1, hour = 0, minute = 0, n = 0;
  double           second = 0;
  int              found = sscanf (text, "%4d-%2d-%2d %2d:%2d%n:%lf%n", &year, &month, &day, &hour, &minute, &n, &second, &n);
  g_autoptr (GDateTime) date = g_date_time_new_utc (year, month, day, hour, minute, 0);

  g_assert_cmpint (found, >=, 1);
  g_assert_cmpint (found, !=, 4);
  g_assert_nonnull (date);
  if (found >= 5)
    g_assert_cmpint (n, ==, (int) strlen (text));
  else
    g_assert_cmpuint (strlen (text), ==, found == 1 ? 4 : found == 2 ? 7 : 10);
  g_assert_cmpfloat (second, <, 60);
  return (Said) { g_date_time_to_unix (date) + (gint64) second, second - floor (second), found, year, month };
}

static double
random_log (double lo,
            double hi)
{
  return lo * pow (hi / lo, g_test_rand_double ());
}

/* Equal steps: in months, or in seconds. */
static void
check_step (const Said *a,
            const Said *b,
            const Said *c)
{
  if (c == NULL)
    return;
  g_assert_cmpint (a->parts, ==, b->parts);
  if (a->parts <= 2)
    g_assert_cmpint (b->year * 12 + b->month - a->year * 12 - a->month, ==, c->year * 12 + c->month - b->year * 12 - b->month);
  else
    g_assert_cmpfloat_with_epsilon ((double) (b->seconds - a->seconds) + b->fraction - a->fraction,
                                    (double) (c->seconds - b->seconds) + c->fraction - b->fraction, 1e-9);
}

static void
check_dates (const OndesAxis *axis,
             double           spacing)
{
  g_autoptr (GArray) ticks = ondes_axis_ticks (axis, spacing);
  g_autoptr (GArray) said = g_array_new (FALSE, FALSE, sizeof (Said));
  gboolean           utc;
  g_autofree char   *context = ondes_axis_date_context (axis, &utc);
  const double       span_s = fabs (axis->hi - axis->lo) * axis->unit_s, apart = MIN (spacing, axis->pixels / 2);
  /* Values are doubles. */
  const double       largest = MAX (fabs (axis->lo), fabs (axis->hi));
  const double       slack = 1e-3 + 4 * DBL_EPSILON * largest / fabs (axis->hi - axis->lo) * axis->pixels;
  double             before = -1, last = -G_MAXDOUBLE;

  for (guint i = 0; i < ticks->len; i++)
    {
      const OndesTick *tick = &g_array_index (ticks, OndesTick, i);

      g_assert_cmpfloat (tick->pixel, >, before);
      g_assert_cmpfloat (tick->pixel, <=, axis->pixels);
      g_assert_cmpfloat_with_epsilon (tick->pixel, ondes_axis_pixel (axis, tick->value), slack);
      before = tick->pixel;
      if (tick->major)
        {
          Said this = read_date (context, tick->label);
          /* From the moment of value 0 on, in whole seconds first. */
          double after = (double) (this.seconds - (gint64) floor (axis->date_s)) + this.fraction
                         - (axis->date_s - floor (axis->date_s));

          g_assert_cmpfloat (fabs (tick->value * axis->unit_s - after) / span_s * axis->pixels, <=, slack + 1e-3);
          g_assert_cmpfloat (tick->pixel - last, >=, apart - slack);
          last = tick->pixel;
          g_array_append_val (said, this);
        }
    }
  if (said->len < 2)
    g_test_message ("from %.17g, %.17g … %.17g of %g s over %g pixels, labels %g apart", axis->date_s, axis->lo, axis->hi,
                    axis->unit_s, axis->pixels, spacing);
  g_assert_cmpuint (said->len, >=, 2);
  for (guint i = 0; i + 1 < said->len; i++)
    {
      const Said *a = &g_array_index (said, Said, i), *b = a + 1;

      if (axis->hi > axis->lo)
        g_assert_cmpfloat ((double) (b->seconds - a->seconds) + b->fraction - a->fraction, >, 0);
      check_step (a, b, i + 2 < said->len ? b + 1 : NULL);
    }
}

static void
test_random_spans (void)
{
  static const char *const units[] = { "s", "ms", "min", "h", "d", "a" };

  for (int i = 0; i < 20000; i++)
    {
      const double unit_s = ondes_time_unit_seconds (units[g_test_rand_int_range (0, 6)]);
      const double span_s = random_log (1e-3, 3000 * YEAR_S);
      const double after_s = random_log (1, 1e5) * span_s * g_test_rand_double (), room = ONDES_DATE_END_S - ONDES_DATE_FIRST_S;
      const double lead_s = MIN (after_s, 0.5 * (room - span_s));
      OndesAxis    axis = { ONDES_AXIS_DATE, lead_s / unit_s, (lead_s + span_s) / unit_s, random_log (20, 8000) };

      axis.unit_s = unit_s;
      axis.date_s = g_test_rand_double_range (ONDES_DATE_FIRST_S + 1, ONDES_DATE_END_S - lead_s - span_s - 1);
      axis.date_s = i % 3 == 0 ? round (axis.date_s / DAY_S) * DAY_S : i % 3 == 1 ? round (axis.date_s) : axis.date_s;
      axis.min_s = span_s > 3 * DAY_S && i % 2 ? DAY_S : 0;
      if (i % 4 == 0)
        axis = (OndesAxis) { axis.mode, axis.hi, axis.lo, axis.pixels, 0, axis.date_s, axis.unit_s, axis.min_s };
      check_dates (&axis, random_log (8, 300));
    }
}

static OndesAxis
axis_of (const char *from,
         double      first_s,
         double      length_s,
         double      period_s,
         double      pixels)
{
  OndesTimeBase base = { "s", 1 / period_s, (guint64) ceil ((first_s + length_s) / period_s), 0, NAN };

  g_assert_true (ondes_date_parse (from, &base.date_s));
  base.start = base.date_s;
  return ondes_time_axis (&base, first_s / period_s, length_s / period_s, pixels);
}

static void
assert_axis (OndesAxis   axis,
             double      spacing,
             const char *title,
             const char *labels)
{
  g_autoptr (GArray)  ticks = ondes_axis_ticks (&axis, spacing);
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char    *told = ondes_time_title ("s", &axis);

  for (guint i = 0; i < ticks->len; i++)
    if (g_array_index (ticks, OndesTick, i).major)
      g_string_append_printf (text, "%s%s", text->len ? ", " : "", g_array_index (ticks, OndesTick, i).label);
  g_assert_cmpstr (text->str, ==, labels);
  g_assert_cmpstr (told, ==, title);
}

static void
test_how_dates_read (void)
{
  /* Days, of samples a day apart. */
  assert_axis (axis_of ("1950-01-01", 0, 18263 * DAY_S, DAY_S, 600), 80, "time", "1950, 1960, 1970, 1980, 1990, 2000");
  assert_axis (axis_of ("1999-11-10", 0, 200 * DAY_S, DAY_S, 600), 80, "time",
               "1999-12, 2000-01, 2000-02, 2000-03, 2000-04, 2000-05");
  assert_axis (axis_of ("2000-02-26", 0, 6 * DAY_S, DAY_S, 600), 80, "time (2000)",
               "02-26, 02-27, 02-28, 02-29, 03-01, 03-02, 03-03");
  assert_axis (axis_of ("1900-02-26", 0, 4 * DAY_S, DAY_S, 600), 80, "time (1900)", "02-26, 02-27, 02-28, 03-01, 03-02");
  assert_axis (axis_of ("1999-12-30", 0, 4 * DAY_S, DAY_S, 600), 80, "time",
               "1999-12-30, 1999-12-31, 2000-01-01, 2000-01-02, 2000-01-03");
  assert_axis (axis_of ("2000-02-26", 0.5 * DAY_S, 0.9 * DAY_S, DAY_S, 600), 80, "time (2000)", "02-26 12:00, 02-27 00:00");
  /* Hours and less. */
  assert_axis (axis_of ("1998-03-14T00:00Z", 0, 7 * DAY_S, 3600, 900), 110, "time (1998, UTC)",
               "03-14, 03-15, 03-16, 03-17, 03-18, 03-19, 03-20, 03-21");
  assert_axis (axis_of ("1998-03-14T00:00Z", 2.8 * DAY_S, DAY_S, 3600, 600), 110, "time (1998, UTC)",
               "03-17 00:00, 03-17 06:00, 03-17 12:00, 03-17 18:00");
  assert_axis (axis_of ("1998-03-17 14:05:29", 0, 2, 1e-3, 600), 110, "time (1998-03-17, UTC)",
               "14:05:29.0, 14:05:29.5, 14:05:30.0, 14:05:30.5, 14:05:31.0");
  assert_axis (axis_of ("1998-12-31T23:00+00:00", 0, 7200, 1, 600), 150, "time (UTC)",
               "1998-12-31 23:00, 1998-12-31 23:30, 1999-01-01 00:00, 1999-01-01 00:30, 1999-01-01 01:00");
}

/* Long times without dates. */
static void
test_long_times (void)
{
  assert_axis ((OndesAxis) { ONDES_AXIS_TIME, 0, 99 * 3600, 600 }, 140, "time (h:min:s)",
               "0:00:00, 24:00:00, 48:00:00, 72:00:00, 96:00:00");
  assert_axis ((OndesAxis) { ONDES_AXIS_TIME, 0, 5 * DAY_S, 700 }, 130, "time (d h:min:s)",
               "0 d 00:00:00, 1 d 00:00:00, 2 d 00:00:00, 3 d 00:00:00, 4 d 00:00:00, 5 d 00:00:00");
  assert_axis ((OndesAxis) { ONDES_AXIS_TIME, 12 * DAY_S, 12.25 * DAY_S, 600 }, 140, "time (d h:min:s)",
               "12 d 00:00:00, 12 d 02:00:00, 12 d 04:00:00, 12 d 06:00:00");
  assert_axis ((OndesAxis) { ONDES_AXIS_TIME, 0, 1000 * DAY_S, 600 }, 100, "time (days)", "0, 200, 400, 600, 800, 1000");
  assert_axis ((OndesAxis) { ONDES_AXIS_TIME, 0, 50 * YEAR_S, 600 }, 100, "time (years)", "0, 10, 20, 30, 40, 50");
  assert_axis ((OndesAxis) { ONDES_AXIS_TIME, 0, 3e9 * YEAR_S, 600 }, 180, "time (years)", "0, 1e9, 2e9, 3e9");
}

static void
assert_text (OndesAxis   axis,
             double      value,
             double      step,
             const char *expected)
{
  g_autofree char *text = ondes_axis_print_time (&axis, value, step);

  g_assert_cmpstr (text, ==, expected);
}

static void
test_times_in_full (void)
{
  const OndesAxis days = axis_of ("1950-01-01", 0, 18263 * DAY_S, DAY_S, 600);
  const OndesAxis clock = axis_of ("1998-03-17T23:59:59.5", 0, 4, 0.01, 600);

  assert_text (days, 31 * DAY_S, 18 * DAY_S, "1950-02-01");
  assert_text (days, 31.99 * DAY_S, 1, "1950-02-01");
  assert_text (clock, 0.5, 100000, "1998-03-18");
  assert_text (clock, 0.5, 60, "1998-03-18 00:00");
  assert_text (clock, 0.49, 1, "1998-03-17 23:59:59");
  assert_text (clock, 0.49, 0.005, "1998-03-17 23:59:59.990");
  assert_text ((OndesAxis) { ONDES_AXIS_TIME, 0, 7200 }, 3723.45, 0.01, "1:02:03.45");
  assert_text ((OndesAxis) { ONDES_AXIS_TIME, 0, 20 * DAY_S }, -12.5 * DAY_S, 1000, "\u2212" "12 d 12:00:00");
  assert_text ((OndesAxis) { ONDES_AXIS_TIME, 0, 50 * YEAR_S }, 33.25 * YEAR_S, 0.05 * YEAR_S, "33.25 years");
  /* A sample's time is what it is, though a quotient in double comes out below. */
  for (int i = 0; i < 20000; i++)
    {
      double           rate = 1 / DAY_S;
      g_autofree char *text = ondes_axis_print_time (&days, i % 18263 / rate, DAY_S);
      g_autoptr (GDateTime) date = g_date_time_new_utc (1950, 1, 1, 0, 0, 0);
      g_autoptr (GDateTime) then = g_date_time_add_days (date, i % 18263);
      g_autofree char *expected = g_date_time_format (then, "%Y-%m-%d");

      g_assert_cmpstr (text, ==, expected);
    }
}

/* Where the calendar has no name for it, times of a recording with a date count from its first sample. */
static void
test_without_dates (void)
{
  static const OndesTimeBase bases[] = {
    { "s", 1, 100, 5, NAN },   { "a", 4, 504, 1871, NAN },       { "s", 1, 100, 5, ONDES_DATE_END_S - 50 },
    { "index", 1, 100, 5, 0 }, { "a", 1, 20000, 5, 0 },          { "s", 1, 100, 5, ONDES_DATE_FIRST_S - 1 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (bases); i++)
    {
      const double start = isnan (bases[i].date_s) ? bases[i].start : 0;
      OndesAxis axis = ondes_time_axis (&bases[i], 10, 20, 600);

      g_assert_cmpint (axis.mode, ==, ONDES_AXIS_LINEAR);
      g_assert_cmpfloat (axis.lo, ==, start + 10 / bases[i].rate_hz);
      g_assert_cmpfloat (axis.hi, ==, start + 30 / bases[i].rate_hz);
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ondes/dates/ticks-at-places-of-the-calendar", test_random_spans);
  g_test_add_func ("/ondes/dates/how-labels-and-titles-read", test_how_dates_read);
  g_test_add_func ("/ondes/dates/long-times-without-dates", test_long_times);
  g_test_add_func ("/ondes/dates/times-in-full", test_times_in_full);
  g_test_add_func ("/ondes/dates/none-where-there-are-none", test_without_dates);
  return g_test_run ();
}
