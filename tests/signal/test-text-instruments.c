/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Texts as instruments, loggers and spreadsheets write them: files of tests/data/text, and random ones of each kind. */
#include "scratch.h"

#include "signal/text-recognition.h"

#include <math.h>
#include <string.h>

/* A file and what it says. */
typedef struct
{
  const char *name;
  guint       channels;
  guint64     frames;
  double      rate;      /* 0: not known */
  const char *time_unit, *unit;
  double      start;     /* NaN: not looked at */
  const char *date;      /* of the first sample, in its zone; NULL: none */
  double      first, last; /* samples of the first channel */
  const char *note;      /* part of one; NULL: not looked at */
} Instrument;

static const Instrument instruments[] = {
  { "labview.lvm", 3, 100, 1000, "s", "", NAN, "2016-08-11T15:37:48.375", 2, 1.902113, NULL },
  { "labview-comma.lvm", 3, 100, 1000, "s", "", NAN, "2016-08-11T15:37:48.375", 2, 1.902113, NULL },
  { "labview-no-times.lvm", 3, 100, 1000, "s", "", NAN, "2016-08-11T15:37:48.375", 2, 1.902113, "is empty" },
  { "labview-segments.lvm", 3, 400, 1000, "s", "", NAN, "2016-08-11T15:37:48.375", 2, 1.902113, NULL },
  { "logic.csv", 2, 100, 250e6, "s", "", 0, NULL, 0, 1, NULL },
  { "keysight.csv", 1, 100, 312500, "s", "Volt", -0.11343185, NULL, 5, 3.985454683, NULL },
  { "tektronix.csv", 1, 100, 1e6, "s", "", -5e-4, NULL, 1, 0.95106, NULL },
  { "rigol.csv", 2, 100, 1e6, "s", "Volt", -5e-4, NULL, 1, 0.951, "counts its rows" },
  { "hobo.csv", 2, 240, 1 / 3600.0, "s", NULL, NAN, "2003-07-07T10:45:40-07:00", 22, 20.965, "counts its rows" },
  { "clock-minutes.csv", 1, 420, 1 / 60.0, "s", "", NAN, "2020-03-08T00:00:00", 100, 97.921, "changed by an hour" },
  { "clock-hours.csv", 1, 97, 1 / 3600.0, "s", "", NAN, "2021-10-29T00:00:00", 10, 10, "changed by an hour" },
  { "date-and-time.csv", 1, 100, 0.1, "s", "", NAN, "2006-01-07T01:00:00", 5, 4.691, "month first, which is guessed" },
  { "pmu.csv", 1, 300, 50, "s", "", NAN, "2020-02-03T23:59:57", 50, 49.995, NULL },
  { "utf16be.csv", 1, 100, 1000, "s", "m/s²", 0, NULL, 3, 2.62892, NULL },
  { "utf16le.txt", 1, 100, 1000, "s", "m/s²", 0, NULL, 3, 2.62892, NULL },
  { "quoted.csv", 2, 100, 1000, "s", "g", 0, NULL, 3, 2.62892, NULL },
  { "february-to-november.csv", 1, 669, 1, "d", "", NAN, "2015-02-01T00:00:00Z", 10.978, NAN, "62 rows are missing" },
  { "tide.csv", 1, 400, 4, "h", "", 0, NULL, 1.3, NAN, NULL },
  { "knet.txt", 1, 200, 100, "s", "", NAN, NULL, 5000, 4755, NULL },
  { "slist.txt", 1, 200, 100, "s", "Counts", NAN, "2008-01-15T00:00:00.025Z", 5000, 4755, NULL },
  { "digilent.csv", 1, 100, 1e6, "s", "V", -5e-4, NULL, 1, 0.951056516295, NULL },
  { "lecroy.csv", 1, 100, 1e6, "s", "", -5e-4, NULL, 1, 0.9510565, NULL },
  { "pico.csv", 1, 100, 1000, "ms", "V", -0.5, NULL, 1, 0.95105652, NULL },
  { "siglent.csv", 2, 100, 1e6, "s", "", -5e-4, NULL, 1, 0.95106, NULL },
  { "openbci.txt", 4, 100, 250, "s", "", NAN, "2021-03-04T05:00:00", 50, NAN, "counts its rows" },
  { "dates-compact.csv", 1, 59, 1 / 900.0, "s", "", NAN, "2021-11-28T22:00:00", 0, -0.823, NULL },
  { "dates-de.csv", 1, 59, 1 / 900.0, "s", "", NAN, "2021-11-28T22:00:00", 0, -0.823, NULL },
  { "dates-de2.csv", 1, 59, 1 / 900.0, "s", "", NAN, "2021-11-28T22:00:00", 0, -0.823, NULL },
  { "dates-uk.csv", 1, 59, 1 / 900.0, "s", "", NAN, "2021-11-28T22:00:00", 0, -0.823, NULL },
  { "dates-us.csv", 1, 59, 1 / 900.0, "s", "", NAN, "2021-11-28T22:00:00", 0, -0.823, NULL },
  { "text-then-decimal-comma.csv", 1, 100, 0, "s", "", NAN, NULL, 0, 0.693, "holds words" },
  { "counter-idx.csv", 1, 100, 0, "s", "", NAN, NULL, 1, 0.0398, "counts its rows" },
  { "counter-pd.csv", 1, 100, 0, "s", "", NAN, NULL, 1, NAN, "counts its rows" },
  { "counter-point.csv", 1, 100, 0, "s", "", NAN, NULL, 1, 0.0398, "counts its rows" },
  { "rate-decimal-comma.csv", 2, 200, 12500, "s", "", NAN, NULL, 1.001, 2.2, "12,5 kHz" },
  { "rate-delta-x.txt", 1, 200, 1000, "s", "", NAN, NULL, 0.5403, 0.4872, "Delta_X 0.001" },
  { "thousands.csv", 1, 100, 1, "ms", "Pa", 950, NULL, 101825, 101763.15, NULL },
  { "gaps.csv", 1, 400, 100, "s", "", 0, NULL, 1, 0.809017, "20 rows are missing" },
  { "edges.csv", 2, 10, 9 / 19.0, "s", "", 1, NULL, 0, 0, "irregular" },
};

static char *
data_path (const char *name)
{
  return g_build_filename (g_getenv ("ONDES_SOURCE_DIR"), "tests", "data", "text", name, NULL);
}

static void
assert_date (const OndesRecordingInfo *info,
             const char               *date)
{
  g_autofree char *found = info->has_date ? ondes_date_print_iso_in (info->date_s, info->start_zone) : NULL;

  g_assert_cmpstr (found, ==, date);
}

static void
instrument_is_understood (gconstpointer data)
{
  const Instrument *instrument = data;
  g_autofree char *path = data_path (instrument->name);
  g_autoptr (OndesRecording) recording = scratch_open (path, NULL);
  const OndesRecordingInfo *info = ondes_recording_get_info (recording);
  g_autofree double *samples = scratch_read (recording, 1);

  g_assert_cmpuint (info->channels, ==, instrument->channels);
  g_assert_cmpuint (info->frames, ==, instrument->frames);
  g_assert_cmpint (info->rate_known, ==, instrument->rate > 0);
  if (instrument->rate > 0)
    g_assert_cmpfloat_with_epsilon (info->rate_hz, instrument->rate, 1e-12 * instrument->rate);
  g_assert_cmpstr (info->time_unit, ==, instrument->time_unit);
  if (instrument->unit != NULL)
    g_assert_cmpstr (info->unit, ==, instrument->unit);
  if (!isnan (instrument->start))
    g_assert_cmpfloat_with_epsilon (info->start, instrument->start, 1e-12);
  assert_date (info, instrument->date);
  g_assert_cmpfloat (samples[0], ==, instrument->first);
  if (!isnan (instrument->last))
    g_assert_cmpfloat (samples[info->frames - 1], ==, instrument->last);
  if (instrument->note != NULL)
    g_assert_true (scratch_has_note (recording, instrument->note));
}

/* Commas that are decimal marks as well as separators are told, not read as more columns. */
static void
commas_as_both_are_refused (void)
{
  g_autofree char *path = data_path ("logic-commas.csv");
  OndesReadOptions as_it_stands = { .text = { .separator = ',', .decimal = '.' } };
  g_autoptr (OndesRecording) recording = NULL;

  scratch_refuse (path, NULL, ONDES_ERROR_FILE, "both its decimal marks and its separators");
  recording = scratch_open (path, &as_it_stands);
  g_assert_cmpuint (ondes_recording_get_info (recording)->channels, >=, 3);
}

/* Prints a number with a decimal mark and, between thousands, another; free with g_free(). */
static char *
print_grouped (double      value,
               const char *group,
               char        decimal)
{
  g_autofree char *plain = g_strdup_printf ("%.2f", fabs (value));
  const gsize whole = strlen (plain) - 3;
  GString *text = g_string_new (value < 0 ? "-" : "");

  for (gsize i = 0; i < whole; i++)
    {
      if (i > 0 && (whole - i) % 3 == 0)
        g_string_append (text, group);
      g_string_append_c (text, plain[i]);
    }
  g_string_append_printf (text, "%c%s", decimal, plain + whole + 1);
  return g_string_free (text, FALSE);
}

static void
marks_between_thousands (void)
{
  static const struct
  {
    const char *group;
    char        decimal;
  } ways[] = { { ",", '.' }, { ".", ',' }, { " ", ',' }, { "\xc2\xa0", ',' }, { "\xe2\x80\xaf", ',' }, { "'", '.' }, { "", ',' } };

  for (gsize w = 0; w < G_N_ELEMENTS (ways); w++)
    {
      g_autoptr (GString) text = g_string_new ("\"time [s]\";\"p [Pa]\"\n");
      g_autoptr (OndesRecording) recording = NULL;
      g_autofree double *samples = NULL;
      double values[200];

      for (int i = 0; i < 200; i++)
        {
          g_autofree char *time = print_grouped (i * 25, ways[w].group, ways[w].decimal), *value = NULL;

          values[i] = round (g_test_rand_double_range (-3e6, 3e6) * pow (10, -g_test_rand_int_range (0, 5)) * 100) / 100;
          value = print_grouped (values[i], ways[w].group, ways[w].decimal);
          g_string_append_printf (text, "\"%s\";\"%s\"\n", time, value);
        }
      recording = scratch_open (scratch_text ("thousands.csv", text->str), NULL);
      samples = scratch_read (recording, 1);
      g_assert_cmpfloat (ondes_recording_get_info (recording)->rate_hz, ==, 0.04);
      g_assert_cmpuint (ondes_recording_get_info (recording)->channels, ==, 1);
      for (int i = 0; i < 200; i++)
        g_assert_cmpfloat_with_epsilon (samples[i], values[i], 1e-12 * MAX (fabs (values[i]), 1));
    }
}

/* Numbers that only a person or a logger writes so. */
static void
loose_numbers (void)
{
  g_autoptr (OndesRecording) recording = scratch_open (
      scratch_text ("loose.csv", "a,b\n+ 0.081,∞\n- 12.5,-∞\n\xe2\x88\x92" "3,1\n+7,2\n"), NULL);
  g_autofree double *a = scratch_read (recording, 1), *b = scratch_read (recording, 2);
  const double right[] = { 0.081, -12.5, -3, 7 };

  for (int i = 0; i < 4; i++)
    g_assert_cmpfloat (a[i], ==, right[i]);
  g_assert_cmpfloat (b[0], ==, INFINITY);
  g_assert_cmpfloat (b[1], ==, -INFINITY);
}

/* Prints a date in one of the ways that people write it; free with g_free(). */
static char *
print_date (GDateTime *date,
            int        way)
{
  static const char *const ways[] = {
    "%Y-%m-%d %H:%M:%S", "%Y/%m/%d %H:%M:%S", "%Y.%m.%d %H:%M:%S", "%d.%m.%Y %H:%M:%S", "%d/%m/%Y %H:%M:%S", "%m/%d/%Y %H:%M:%S",
    "%d-%m-%Y %H:%M:%S", "%d-%b-%Y %H:%M:%S", "%d %b %Y %H:%M:%S",  "%Y%m%d %H%M%S",     "%Y%m%dT%H%M%SZ",    "%Y-%jT%H:%M:%S",
    "%d.%m.%y %H:%M:%S", "%m/%d/%y %I:%M:%S %p", "%d.%m.%Y;%H:%M:%S", "%m/%d/%Y;%I:%M:%S %p", "%b %d, %Y %H:%M:%S",
    "%Y-%m-%dT%H:%M:%S+00:00", "%-d/%-m/%Y %-H:%M:%S",
  };

  return way < (int) G_N_ELEMENTS (ways) ? g_date_time_format (date, ways[way]) : NULL;
}

/* Dates around the 20th of a month tell their order: 300 rows, ten minutes to three hours apart. */
static void
dates_in_all_orders (void)
{
  for (int way = 0;; way++)
    {
      const int step_s = 600 * g_test_rand_int_range (1, 19);
      g_autoptr (GString) text = g_string_new ("");
      g_autoptr (GDateTime) begin = g_date_time_new_utc (g_test_rand_int_range (1971, 2069), g_test_rand_int_range (5, 9),
                                                         g_test_rand_int_range (16, 24), g_test_rand_int_range (0, 24), 0, 0);
      g_autoptr (OndesRecording) recording = NULL;
      g_autofree char *some = print_date (begin, way), *shown = NULL;
      const OndesRecordingInfo *info;

      if (some == NULL)
        break;
      g_string_append (text, strchr (some, ';') != NULL ? "day;hour;v\n" : "when;v\n");
      for (int i = 0; i < 300; i++)
        {
          g_autoptr (GDateTime) date = g_date_time_add_seconds (begin, (double) i * step_s);
          g_autofree char *printed = print_date (date, way);

          g_string_append_printf (text, "%s;%d,5\n", printed, i % 7);
        }
      shown = g_strdup_printf ("%s ~ %d s", some, step_s);
      g_test_message ("%s", shown);
      recording = scratch_open (scratch_text ("dates.csv", text->str), NULL);
      info = ondes_recording_get_info (recording);
      g_assert_cmpuint (info->channels, ==, 1);
      g_assert_cmpuint (info->frames, ==, 300);
      g_assert_cmpfloat_with_epsilon (info->rate_hz, 1.0 / step_s, 1e-12);
      g_assert_true (info->has_date);
      g_assert_cmpfloat (info->date_s, ==, (double) g_date_time_to_unix (begin));
      g_assert_false (scratch_has_note (recording, "guessed"));
    }
}

/* A day of 03/02/2020 leaves the order open: it is guessed and told, and what the user says is taken. */
static void
open_dates_are_told (void)
{
  static const struct
  {
    OndesDateOrder order;
    const char    *date;
  } cases[] = { { ONDES_DATE_ORDER_AUTO, "2020-03-02T10:00:00" },
                { ONDES_DATE_ORDER_DMY, "2020-02-03T10:00:00" },
                { ONDES_DATE_ORDER_MDY, "2020-03-02T10:00:00" } };
  const char *path = scratch_text ("open.csv", "when,v\n03/02/2020 10:00,1\n03/02/2020 10:10,2\n03/02/2020 10:20,3\n");

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      OndesReadOptions options = { .text = { .date_order = cases[i].order } };
      g_autoptr (OndesRecording) recording = scratch_open (path, &options);

      assert_date (ondes_recording_get_info (recording), cases[i].date);
      g_assert_cmpint (scratch_has_note (recording, "guessed"), ==, i == 0);
    }
}

/* The zone of the user is that of stamps without one, and no other. */
static void
zones_are_taken (void)
{
  OndesReadOptions zone = { .text = { .has_zone = TRUE, .zone = { .offset_s = 5400 } } };
  g_autoptr (OndesRecording) without = scratch_open (
      scratch_text ("no-zone.csv", "when,v\n2020-02-28 10:00,1\n2020-02-28 10:10,2\n2020-02-28 10:20,3\n"), &zone);
  g_autoptr (OndesRecording) with = scratch_open (
      scratch_text ("zone.csv", "when,v\n2020-02-28 10:00Z,1\n2020-02-28 10:10Z,2\n2020-02-28 10:20Z,3\n"), &zone);

  assert_date (ondes_recording_get_info (without), "2020-02-28T10:00:00+01:30");
  assert_date (ondes_recording_get_info (with), "2020-02-28T10:00:00Z");
}

/* Rows of an even grid that are missing are gaps; the others keep their places and values. */
static void
missing_rows_are_gaps (void)
{
  static const double rates[] = { 100, 3, 44100, 0.1, 1 / 86400.0, 250 };

  for (gsize r = 0; r < G_N_ELEMENTS (rates); r++)
    {
      enum { N = 3000 };
      g_autoptr (GString) text = g_string_new ("t,v\n");
      g_autoptr (OndesRecording) recording = NULL, kept = NULL;
      g_autofree double *samples = NULL, *all = NULL;
      double values[N];
      guint64 rows = N;
      OndesReadOptions keep = { .text = { .gaps = ONDES_TEXT_GAPS_KEEP } };

      for (int i = 0; i < N; i++)
        values[i] = g_test_rand_int_range (-1000, 1000) / 8.0;
      for (int hole = 0; hole < 8; hole++)
        {
          const int at = 10 + hole * 370 + g_test_rand_int_range (0, 100), n = g_test_rand_int_range (1, 200);

          for (int i = at; i < at + n; i++)
            values[i] = NAN;
        }
      for (int i = 0; i < N; i++)
        if (isnan (values[i]))
          rows--;
        else
          g_string_append_printf (text, "%.*f,%g\n", rates[r] > 1000 ? 7 : 3, 5 + i / rates[r], values[i]);
      recording = scratch_open (scratch_text ("holes.csv", text->str), NULL);
      samples = scratch_read (recording, 1);
      g_assert_cmpfloat_with_epsilon (ondes_recording_get_info (recording)->rate_hz, rates[r], 1e-9 * rates[r]);
      g_assert_cmpuint (ondes_recording_get_info (recording)->frames, ==, N);
      g_assert_cmpuint (ondes_recording_get_info (recording)->irregular, ==, 0);
      for (int i = 0; i < N; i++)
        if (isnan (values[i]))
          g_assert_true (isnan (samples[i]));
        else
          g_assert_cmpfloat (samples[i], ==, values[i]);
      kept = scratch_open (scratch_path ("holes.csv"), &keep);
      all = scratch_read (kept, 1);
      g_assert_cmpuint (ondes_recording_get_info (kept)->frames, ==, rows);
      for (guint64 i = 0, k = 0; i < N; i++)
        if (!isnan (values[i]))
          g_assert_cmpfloat (all[k++], ==, values[i]);
    }
}

/* A stray stamp far away makes no gap of a million rows. */
static void
a_stray_stamp_is_no_gap (void)
{
  g_autoptr (GString) text = g_string_new ("t,v\n");
  g_autoptr (OndesRecording) recording = NULL;

  for (int i = 0; i < 100; i++)
    g_string_append_printf (text, "%d,%d\n", i < 99 ? i : 2000000000, i);
  recording = scratch_open (scratch_text ("stray.csv", text->str), NULL);
  g_assert_cmpuint (ondes_recording_get_info (recording)->frames, ==, 100);
}

/* A local clock that is put back and forward, in minutes and in hours; a true gap of an hour on another day stays one. */
static void
clocks_are_changed (void)
{
  static const struct
  {
    int year, month, day, hour; /* of the change */
    int change_s;               /* of the clock */
    guint64 missing;
  } cases[] = { { 2021, 10, 31, 3, -3600, 0 }, { 2021, 3, 28, 2, 3600, 0 }, { 2021, 3, 24, 2, 3600, 1 } };

  for (gsize c = 0; c < G_N_ELEMENTS (cases); c++)
    for (int step_s = 600; step_s <= 3600; step_s += 3000)
      {
        g_autoptr (GDateTime) at = g_date_time_new_utc (cases[c].year, cases[c].month, cases[c].day, cases[c].hour, 0, 0);
        const gint64 change = g_date_time_to_unix (at);
        g_autoptr (GString) text = g_string_new ("when;v\n");
        g_autoptr (OndesRecording) recording = NULL;

        for (gint64 i = -100; i < 100; i++)
          {
            const gint64 clock = change + i * step_s + (i >= 0 ? cases[c].change_s : 0);
            g_autoptr (GDateTime) date = g_date_time_new_from_unix_utc (clock);
            g_autofree char *printed = g_date_time_format (date, "%d.%m.%Y %H:%M");

            g_string_append_printf (text, "%s;%d\n", printed, (int) i % 7);
          }
        recording = scratch_open (scratch_text ("clock.csv", text->str), NULL);
        g_assert_cmpfloat_with_epsilon (ondes_recording_get_info (recording)->rate_hz, 1.0 / step_s, 1e-12);
        g_assert_cmpuint (ondes_recording_get_info (recording)->frames, ==, 200 + cases[c].missing * 3600 / (guint) step_s);
        g_assert_cmpint (scratch_has_note (recording, "changed by an hour"), ==, cases[c].missing == 0);
      }
}

/* Times of day go on past midnight. */
static void
midnight_passes (void)
{
  g_autoptr (GString) text = g_string_new ("time,v\n");
  g_autoptr (OndesRecording) recording = NULL;

  for (int i = 0; i < 500; i++)
    {
      const int s = (80000 + 20 * i) % 86400;

      g_string_append_printf (text, "%02d:%02d:%02d,%d\n", s / 3600, s / 60 % 60, s % 60, i);
    }
  recording = scratch_open (scratch_text ("midnight.csv", text->str), NULL);
  g_assert_cmpuint (ondes_recording_get_info (recording)->frames, ==, 500);
  g_assert_cmpfloat (ondes_recording_get_info (recording)->rate_hz, ==, 0.05);
  g_assert_cmpfloat (ondes_recording_get_info (recording)->start, ==, 80000);
}

/* Counters are no seconds, whatever they are called; depths neither. */
static void
counters_are_no_times (void)
{
  static const char *const names[] = { "#", "", "Number", "Point", "Sequence", "No.", "Sample", "Record", "Depth (m)", "Scan" };

  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *text = g_strdup_printf ("\"%s\",\"v\"\n3,5\n4,7\n5,6\n6,6.5\n", names[i]);
      g_autoptr (OndesRecording) recording = scratch_open (scratch_text ("counter.csv", text), NULL);

      g_assert_false (ondes_recording_get_info (recording)->rate_known);
      g_assert_cmpuint (ondes_recording_get_info (recording)->channels, ==, 1);
      g_assert_true (scratch_has_note (recording, "counts its rows"));
    }
}

/* Graphtec's loggers write whole seconds, and their milliseconds in a column beside; signs stand apart from their digits. */
static void
milliseconds_stand_beside (void)
{
  g_autoptr (GString) text
    = g_string_new ("Vendor,\"GRAPHTEC Corporation\"\nModel,GL840\nSampling interval,250ms\nData\n"
                    "Number,Date&Time,ms,CH1,CH2\nNO.,Time,ms,mV,degC\n");
  g_autoptr (OndesRecording) recording = NULL;
  g_autofree double *samples = NULL;
  const OndesRecordingInfo *info;

  for (guint i = 0; i < 40; i++)
    g_string_append_printf (text, "%u,2020/01/31 23:59:%02u,%u,%c   0.%03u,+  23.4\n", i + 1, 55 + i / 4 - (i >= 20 ? 60 : 0),
                            i % 4 * 250, i % 2 ? '-' : '+', 81 + i);
  for (char *at = text->str; (at = strstr (at, "2020/01/31 23:59:0")) != NULL;) /* midnight, after five seconds */
    memcpy (at, "2020/02/01 00:00:0", strlen ("2020/02/01 00:00:0"));
  recording = scratch_open (scratch_text ("graphtec.csv", text->str), NULL);
  info = ondes_recording_get_info (recording);
  g_assert_cmpfloat (info->rate_hz, ==, 4);
  g_assert_cmpuint (info->frames, ==, 40);
  g_assert_cmpuint (info->channels, ==, 2);
  g_assert_cmpuint (info->irregular, ==, 0);
  g_assert_cmpfloat (info->date_s, ==, 1580515195); /* 2020-01-31T23:59:55 */
  g_assert_true (scratch_has_note (recording, "counts its rows"));
  samples = scratch_read (recording, 1);
  g_assert_cmpfloat (samples[0], ==, 0.081);
  g_assert_cmpfloat (samples[39], ==, -0.12);
}

/* What the user says of a text is done. */
static void
options_are_followed (void)
{
  const char *path = scratch_text ("said.csv", "1;2\n9;9\n1,5;2,5;7\n3,5;4,5;8\n5,5;6,5;9\n");
  OndesReadOptions options = { 0 };
  g_autoptr (OndesRecording) recording = NULL;
  g_autofree double *samples = NULL;

  options.text = (OndesTextFormat) { .separator = ';', .decimal = ',', .has_header_rows = TRUE, .header_rows = 2,
                                     .columns = "1,3" };
  recording = scratch_open (path, &options);
  g_assert_cmpuint (ondes_recording_get_info (recording)->channels, ==, 2);
  g_assert_cmpuint (ondes_recording_get_info (recording)->frames, ==, 3);
  g_assert_false (ondes_recording_get_info (recording)->rate_known);
  g_assert_true (scratch_has_note (recording, "was not asked for"));
  samples = scratch_read (recording, 1);
  g_assert_cmpfloat (samples[1], ==, 3.5);
  options.text.columns = "4";
  scratch_refuse (path, &options, ONDES_ERROR_FILE, "--text-columns 4 is not in it");
}

/* An even column that is called something else than a time is no time. */
static void
places_are_no_times (void)
{
  g_autoptr (OndesRecording) recording = scratch_open (
      scratch_text ("depth.csv", "Depth (m),T (degC)\n0.0,5\n0.5,7\n1.0,6\n1.5,6.5\n"), NULL);

  g_assert_false (ondes_recording_get_info (recording)->rate_known);
  g_assert_cmpuint (ondes_recording_get_info (recording)->channels, ==, 1);
  g_assert_true (scratch_has_note (recording, "is not called a time"));
}

static void
odd_texts_are_told (void)
{
  g_autoptr (OndesRecording) one = scratch_open (scratch_text ("one.csv", "a,b\n1,2\n"), NULL);
  g_autoptr (OndesRecording) zero = scratch_open (scratch_text ("zero.csv", "rate: 0 Hz\n1\n2\n3\n"), NULL);

  g_assert_true (scratch_has_note (one, "one row of numbers"));
  g_assert_true (scratch_has_note (zero, "a rate of 0"));
  scratch_refuse (scratch_text ("words.csv", "a,b\nc,d\n"), NULL, ONDES_ERROR_FILE, "without columns of numbers");
}

/* What is guessed is recognised as guessed, what is stated as stated. */
static void
recognition_tells_how (void)
{
  g_autofree char *hobo = data_path ("hobo.csv"), *days = data_path ("date-and-time.csv");
  g_autofree char *labview = data_path ("labview-comma.lvm");
  g_autoptr (OndesTextRecognition) a = ondes_text_recognise (hobo, NULL, NULL, NULL);
  g_autoptr (OndesTextRecognition) b = ondes_text_recognise (days, NULL, NULL, NULL);
  g_autoptr (OndesTextRecognition) c = ondes_text_recognise (labview, NULL, NULL, NULL);

  g_assert_cmpint (a->format.date_order, ==, ONDES_DATE_ORDER_MDY);
  g_assert_cmpint (a->origins[ONDES_TEXT_DATE_ORDER], ==, ONDES_TEXT_RECOGNISED);
  g_assert_cmpint (a->origins[ONDES_TEXT_ZONE], ==, ONDES_TEXT_STATED);
  g_assert_cmpint (a->format.zone.offset_s, ==, -7 * 3600);
  g_assert_cmpuint (a->time_column, ==, 2);
  g_assert_cmpint (a->columns[0].role, ==, ONDES_TEXT_COUNTER);
  g_assert_cmpint (b->origins[ONDES_TEXT_DATE_ORDER], ==, ONDES_TEXT_GUESSED);
  g_assert_cmpint (b->columns[1].role, ==, ONDES_TEXT_CLOCK);
  g_assert_cmpint (c->origins[ONDES_TEXT_DECIMAL], ==, ONDES_TEXT_STATED);
  g_assert_cmpint (c->format.decimal, ==, ',');
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  scratch_make ();
  for (gsize i = 0; i < G_N_ELEMENTS (instruments); i++)
    {
      g_autofree char *path = g_strconcat ("/ondes/text-instruments/understands/", instruments[i].name, NULL);

      g_test_add_data_func (path, &instruments[i], instrument_is_understood);
    }
  g_test_add_func ("/ondes/text-instruments/commas-as-both-are-refused", commas_as_both_are_refused);
  g_test_add_func ("/ondes/text-instruments/marks-between-thousands", marks_between_thousands);
  g_test_add_func ("/ondes/text-instruments/loose-numbers", loose_numbers);
  g_test_add_func ("/ondes/text-instruments/dates-in-all-orders", dates_in_all_orders);
  g_test_add_func ("/ondes/text-instruments/open-dates-are-told", open_dates_are_told);
  g_test_add_func ("/ondes/text-instruments/zones-are-taken", zones_are_taken);
  g_test_add_func ("/ondes/text-instruments/missing-rows-are-gaps", missing_rows_are_gaps);
  g_test_add_func ("/ondes/text-instruments/a-stray-stamp-is-no-gap", a_stray_stamp_is_no_gap);
  g_test_add_func ("/ondes/text-instruments/clocks-are-changed", clocks_are_changed);
  g_test_add_func ("/ondes/text-instruments/midnight-passes", midnight_passes);
  g_test_add_func ("/ondes/text-instruments/counters-are-no-times", counters_are_no_times);
  g_test_add_func ("/ondes/text-instruments/milliseconds-stand-beside", milliseconds_stand_beside);
  g_test_add_func ("/ondes/text-instruments/places-are-no-times", places_are_no_times);
  g_test_add_func ("/ondes/text-instruments/options-are-followed", options_are_followed);
  g_test_add_func ("/ondes/text-instruments/odd-texts-are-told", odd_texts_are_told);
  g_test_add_func ("/ondes/text-instruments/recognition-tells-how", recognition_tells_how);
  return scratch_run ();
}
