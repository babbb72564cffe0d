/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rate and start of a data set, by the first of these that its file tells:
 *   - attributes of the data set: a rate (sampling_rate, sample_rate, fs, sfreq, …) or a step in seconds (dt, Xspacing, …);
 *   - the coordinates of its time dimension, "seconds since 1970-01-01" (CF conventions 1.10, 4.4) or plain times;
 *   - numbers of such names beside it, or in the groups around it, or attributes of these groups; NWB's starting_time;
 *   - a column of times as long beside it.
 * A start is that of the coordinates, Xstart (seconds of GPS where it belongs to Xspacing, as in GWOSC's files of strain), or an
 * ISO 8601 date in an attribute or a text such as start_time, in the data set or around it. */
#include "archive.h"

#include "base/memory.h"
#include "base/words.h"
#include "text-time.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define PIECE 32768        /* times read at once */
#define TOLERANCE 0.005    /* samples off the even grid that count as irregular, as of text */
#define ROUNDED 1e-9       /* relative; a rate so close to a round number is that number */
#define FINE_S 60          /* steps shorter than this are counted in seconds */
#define GPS_EPOCH 315964800 /* 1980-01-06 00:00 UTC in seconds since 1970 */
#define GPS_MIN 1e8        /* smaller values of Xstart are no dates */
#define GPS_MAX 4e9

static const char *const rates[] = { "samplingrate", "samplerate", "samplingfrequency", "samplefrequency", "fs", "sfreq", "srate",
                                     "fsample", "fsamp", "sr", "rate", "samplingratehz", "samplespersecond", NULL };
static const char *const steps[] = { "dt", "deltat", "samplinginterval", "sampleinterval", "samplingperiod", "sampleperiod",
                                     "timestep", "tsample", "delta", "xspacing", "wfincrement", NULL };
static const char *const dates[] = { "starttime", "starttimeutc", "startdate", "startdatetime", "recordingstart",
                                     "recordingstarttime",
                                     "sessionstarttime", "timecoveragestart", "utcstart", "date", "datetime", "timestamp",
                                     "wfstarttime", NULL };
static const char *const times[] = { "t", "time", "times", "timestamp", "timestamps", "tvec", "tm", "timevector", NULL };

/* TRUE if @name is one of the list, whatever its case, with dashes, blanks and underscores or without. */
static gboolean
is_one_of (const char        *name,
           const char *const *list)
{
  char plain[32];
  gsize n = 0;

  for (; *name && n < sizeof plain - 1; name++)
    if (!strchr ("_- ", *name))
      plain[n++] = g_ascii_tolower (*name);
  plain[n] = '\0';
  return *name == '\0' && g_strv_contains (list, plain);
}

static const char *
last_part (const char *path)
{
  const char *slash = strrchr (path, '/');

  return slash ? slash + 1 : path;
}

/* Parses a number and its unit, "2 kHz", in hertz or seconds; NaN if it is neither. */
static double
parse_quantity (const char *text,
                gboolean    is_rate)
{
  static const struct
  {
    const char *unit;
    gboolean    is_rate;
    double      factor;
  } units[] = { { "", TRUE, 1 },      { "", FALSE, 1 },      { "hz", TRUE, 1 },    { "khz", TRUE, 1e3 }, { "mhz", TRUE, 1e6 },
                { "1/s", TRUE, 1 },   { "s", FALSE, 1 },     { "sec", FALSE, 1 },  { "ms", FALSE, 1e-3 }, { "us", FALSE, 1e-6 },
                { "second", FALSE, 1 }, { "seconds", FALSE, 1 } };
  char *end;
  const double value = g_ascii_strtod (text, &end);
  g_autofree char *unit = g_strstrip (g_ascii_strdown (end, -1));

  if (end == text || !isfinite (value) || value <= 0)
    return NAN;
  for (guint i = 0; i < G_N_ELEMENTS (units); i++)
    if (units[i].is_rate == is_rate && strcmp (units[i].unit, unit) == 0)
      return value * units[i].factor;
  return NAN;
}

/* Returns the rate that a quantity of this name tells; 0 if it tells none. */
static double
rate_of (const char *name,
         const char *text)
{
  double rate = 0;

  if (is_one_of (name, rates))
    rate = parse_quantity (text, TRUE);
  else if (is_one_of (name, steps))
    rate = 1 / parse_quantity (text, FALSE);
  return ondes_rate_valid (rate) ? rate : 0;
}

static double
rate_of_attributes (const OndesArchiveObject *object)
{
  const char *dx = object->shown.attributes ? ondes_archive_attribute (object, "dx") : NULL;
  double rate = 0;

  for (char **pair = object->shown.attributes; pair && pair[0] && rate == 0; pair += 2)
    rate = rate_of (pair[0], pair[1]);
  /* GWpy's series; elsewhere dx is a distance. */
  if (rate == 0 && dx && g_strcmp0 (ondes_archive_attribute (object, "xunit"), "s") == 0)
    rate = rate_of ("dt", dx);
  return rate;
}

/* Returns the path of the group that @path is in, "" for the root's; transfer full. */
static char *
group_of (const char *path)
{
  const char *slash = strrchr (path, '/');

  return g_strndup (path, slash ? (gsize) (slash - path) : 0);
}

/* TRUE if the object lies in the group itself. */
static gboolean
is_in (const OndesArchiveObject *object,
       const char               *group)
{
  const char *path = object->shown.path;
  const char *slash = strrchr (path, '/');

  return slash && (gsize) (slash - path) == strlen (group) && strncmp (path, group, strlen (group)) == 0;
}

static const OndesArchiveObject *
find_group (OndesArchive *self,
            const char   *group)
{
  const OndesArchiveObject *object = ondes_archive_find (self, *group ? group : "/");

  return object && object->is_group ? object : NULL;
}

/* Calls @look with each object beside @object and in the groups around it, the nearest first, and with these groups, until it
 * returns TRUE. */
typedef gboolean (*Look) (const OndesArchiveObject *beside,
                          gpointer                  data);

static void
look_around (OndesArchive             *self,
             const OndesArchiveObject *object,
             Look                      look,
             gpointer                  data)
{
  g_autofree char *group = group_of (object->shown.path);

  for (guint depth = 0; depth <= ONDES_ARCHIVE_DEPTH; depth++)
    {
      const OndesArchiveObject *around = find_group (self, group);
      g_autofree char *outer = NULL;

      for (guint i = 0; i < self->objects->len; i++)
        {
          const OndesArchiveObject *other = g_ptr_array_index (self->objects, i);

          if (other != object && !other->is_group && is_in (other, group) && look (other, data))
            return;
        }
      if ((around && look (around, data)) || *group == '\0')
        return;
      outer = group_of (group);
      g_free (group);
      group = g_steal_pointer (&outer);
    }
}

static gboolean
look_for_rate (const OndesArchiveObject *beside,
               gpointer                  data)
{
  OndesArchiveTime *time = data;
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  if (beside->is_group)
    time->rate = rate_of_attributes (beside);
  else if (strcmp (last_part (beside->shown.path), "starting_time") == 0)
    {
      time->rate = rate_of_attributes (beside);
      if (time->rate > 0 && isfinite (beside->value))
        time->start = beside->value;
    }
  else if (isfinite (beside->value))
    time->rate = rate_of (last_part (beside->shown.path), g_ascii_dtostr (text, sizeof text, beside->value));
  else if (beside->text)
    time->rate = rate_of (last_part (beside->shown.path), beside->text);
  return time->rate > 0;
}

static gboolean
take_date (const char       *name,
           const char       *text,
           OndesArchiveTime *time)
{
  OndesZone zone;
  double date_s;

  if (!is_one_of (name, dates) || !ondes_date_parse_zone (text, &date_s, &zone))
    return FALSE;
  time->noted = (OndesStart) { ONDES_START_HEADER, llround (date_s * 1e6), zone };
  return TRUE;
}

static gboolean
look_for_date (const OndesArchiveObject *beside,
               gpointer                  data)
{
  if (!beside->is_group)
    return beside->text && take_date (last_part (beside->shown.path), beside->text, data);
  for (char **pair = beside->shown.attributes; pair && pair[0]; pair += 2)
    if (take_date (pair[0], pair[1], data))
      return TRUE;
  return FALSE;
}

/* Converts seconds of GPS to seconds since 1970 UTC. The table has the leap seconds since 1980 in seconds of GPS (IERS Bulletin C;
 * none was added after 2016). */
static double
gps_to_utc (double gps)
{
  static const guint32 leaps[] = { 46828800,  78364801,  109900802, 173059203, 252028804,  315187205,
                                   346723206, 393984007, 425520008, 457056009, 504489610,  551750411,
                                   599184012, 820108813, 914803214, 1025136015, 1119744016, 1167264017 };
  guint passed = 0;

  while (passed < G_N_ELEMENTS (leaps) && gps > leaps[passed])
    passed++;
  return gps + GPS_EPOCH - passed;
}

/* Takes what the attributes of the data set itself tell of its start. */
static gboolean
find_own_start (const OndesArchiveObject *object,
                OndesArchiveTime         *time)
{
  static const char *const starts[][2] = { { "Xstart", "Xspacing" }, { "x0", "dx" } };

  for (char **pair = object->shown.attributes; pair && pair[0]; pair += 2)
    if (take_date (pair[0], pair[1], time))
      return TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (starts); i++)
    {
      const char *text = ondes_archive_attribute (object, starts[i][0]);
      const double value = text ? g_ascii_strtod (text, NULL) : NAN;

      if (!isfinite (value) || !ondes_archive_attribute (object, starts[i][1]))
        continue;
      if (value > GPS_MIN && value < GPS_MAX)
        time->noted = (OndesStart) { ONDES_START_HEADER, llround (gps_to_utc (value) * 1e6), { .unknown = FALSE } };
      else
        time->start = value;
      return TRUE;
    }
  return FALSE;
}

/* Parses a date as CF's units have it, "1992-10-8 15:15:42.5 -6:00", in seconds since 1970; NaN if it is none. */
static double
parse_since (const char *text)
{
  int year, month, day, length = 0, hour = 0, minute = 0, zone_hour = 0, zone_minute = 0;
  g_autoptr (GDateTime) date = NULL;
  double second = 0;
  char *end;

  if (sscanf (text, "%4d-%2d-%2d%n", &year, &month, &day, &length) < 3)
    return NAN;
  date = g_date_time_new_utc (year, month, day, 0, 0, 0);
  text += length + strspn (text + length, " t");
  if (!date)
    return NAN;
  if (sscanf (text, "%2d:%2d%n", &hour, &minute, &length) == 2)
    {
      text += length;
      if (*text == ':')
        {
          second = g_ascii_strtod (text + 1, &end);
          text = end;
        }
      text += strspn (text, " ");
      if ((*text == '+' || *text == '-') && sscanf (text + 1, "%2d:%2d", &zone_hour, &zone_minute) > 0
          && *text == '-')
        zone_hour = -zone_hour, zone_minute = -zone_minute;
    }
  return (double) g_date_time_to_unix (date) + (hour - zone_hour) * 3600 + (minute - zone_minute) * 60 + second;
}

/* A unit of time, with the word of "seconds since 1970-01-01". */
typedef struct
{
  const char *word;
  const char *unit; /* the time unit of the project … */
  double      per;  /* … and how many of it */
} TimeWord;

/* Finds the unit of times and, if they count from a date, that date; NULL if @units are no times. */
static const TimeWord *
parse_units (const char *units,
             double     *since_s)
{
  static const TimeWord words[] = {
    { "seconds", "s", 1 }, { "second", "s", 1 }, { "secs", "s", 1 }, { "sec", "s", 1 }, { "s", "s", 1 },
    { "milliseconds", "s", 1e-3 }, { "millisecond", "s", 1e-3 }, { "msec", "s", 1e-3 }, { "ms", "s", 1e-3 },
    { "microseconds", "s", 1e-6 }, { "microsecond", "s", 1e-6 }, { "us", "s", 1e-6 },
    { "nanoseconds", "s", 1e-9 }, { "nanosecond", "s", 1e-9 }, { "ns", "s", 1e-9 },
    { "minutes", "min", 1 }, { "minute", "min", 1 }, { "min", "min", 1 }, { "mins", "min", 1 },
    { "hours", "h", 1 }, { "hour", "h", 1 }, { "hr", "h", 1 }, { "hrs", "h", 1 }, { "h", "h", 1 },
    { "days", "d", 1 }, { "day", "d", 1 }, { "d", "d", 1 },
    { "years", "a", 1 }, { "year", "a", 1 }, { "months", "a", 1.0 / 12 }, { "month", "a", 1.0 / 12 },
  };
  g_autofree char *lower = g_strstrip (g_ascii_strdown (units, -1));
  const gsize length = strcspn (lower, " ");
  const char *rest = lower + length + strspn (lower + length, " ");

  *since_s = NAN;
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    {
      if (strlen (words[i].word) != length || strncmp (words[i].word, lower, length) != 0)
        continue;
      if (*rest == '\0')
        return &words[i];
      if (!g_str_has_prefix (rest, "since "))
        return NULL;
      *since_s = parse_since (rest + strlen ("since "));
      return &words[i];
    }
  return NULL;
}

gboolean
ondes_archive_is_time (const OndesArchiveObject *object)
{
  const char *units = object->shown.attributes ? ondes_archive_attribute (object, "units") : NULL;
  double since_s;

  return is_one_of (last_part (object->shown.path), times)
         || (units && strstr (units, " since ") && parse_units (units, &since_s) != NULL);
}

guint
ondes_archive_time_axis (OndesArchive             *self,
                         const OndesArchiveObject *object)
{
  for (guint i = 0; i < object->n_dimensions; i++)
    {
      const OndesArchiveObject *of = object->coordinates[i] ? ondes_archive_find (self, object->coordinates[i]) : NULL;

      if (of && ondes_archive_is_time (of))
        return i;
    }
  return object->n_dimensions;
}

/* The times of samples, as they are walked. */
typedef struct
{
  OndesArchive             *archive;
  const OndesArchiveObject *object; /* of one dimension that counts */
  guint                     axis;
  guint64                   n;
  const OndesWatch         *watch;
} Times;

/* Reads the times [at, at + n), n ≤ PIECE. */
static gboolean
read_times (const Times *self,
            guint64      at,
            gsize        n,
            double      *to,
            GError     **error)
{
  return ondes_archive_read_real (self->archive, self->object, &(OndesArchiveSlab) { self->axis, at, n }, to, error);
}

/* Counts the times that are off their even grid by more than the tolerance and what their own precision leaves open. */
static gboolean
find_deviations (const Times      *self,
                 double            first,
                 double            step,
                 double            open, /* samples */
                 OndesArchiveTime *time,
                 GError          **error)
{
  g_autofree double *piece = g_new (double, PIECE);

  for (guint64 at = 0; at < self->n; at += PIECE)
    {
      const gsize n = (gsize) MIN (PIECE, self->n - at);

      if (g_cancellable_set_error_if_cancelled (ondes_watch_cancellable (self->watch), error)
          || !read_times (self, at, n, piece, error))
        return FALSE;
      for (gsize i = 0; i < n; i++)
        {
          const double off = fabs ((piece[i] - first) / step - (double) (at + i));

          if (off <= TOLERANCE + open)
            continue;
          time->irregular++;
          time->irregular_max = MAX (time->irregular_max, isfinite (off) ? off : 0);
        }
    }
  return TRUE;
}

/* TRUE unless the times count in a calendar without leap years, of months of 30 days or the like. */
static gboolean
is_our_calendar (const OndesArchiveObject *object)
{
  const char *calendar = ondes_archive_attribute (object, "calendar");

  return !calendar || *calendar == '\0'
         || g_strv_contains ((const char *const[]) { "standard", "gregorian", "proleptic_gregorian", NULL }, calendar);
}

/* Finds the rate of the times from their first and last, and how even they are. Times that do not rise tell nothing. */
static gboolean
take_times (const Times      *self,
            OndesArchiveTime *time,
            GError          **error)
{
  const char *units = ondes_archive_attribute (self->object, "units");
  const gsize width = self->object->element.bytes;
  double since_s = NAN, first, last, step, unit_s, open;
  const TimeWord *word = units ? parse_units (units, &since_s) : NULL;

  if (!read_times (self, 0, 1, &first, error) || !read_times (self, self->n - 1, 1, &last, error))
    return FALSE;
  step = (last - first) / (double) (self->n - 1);
  if (!isfinite (step) || step <= 0)
    return TRUE;
  open = MAX (fabs (first), fabs (last)) * (self->object->element.kind == 'f' && width <= 4 ? 0x1p-23 : 0x1p-52) / step;
  if (!find_deviations (self, first, step, open, time, error))
    return FALSE;
  time->time_unit = word ? word->unit : NULL;
  unit_s = word ? ondes_time_unit_seconds (word->unit) * word->per : 1;
  /* Fine steps of a coarse unit are counted in seconds. */
  if (word && step * unit_s < FINE_S)
    time->time_unit = "s";
  time->rate = 1 / (step * unit_s / (word ? ondes_time_unit_seconds (time->time_unit) : 1));
  time->rate = ondes_stamps_snap (time->rate, MAX (ROUNDED, 2 * open / (double) (self->n - 1)));
  if (!ondes_rate_valid (time->rate))
    *time = (OndesArchiveTime) { .date_s = NAN };
  else if (isnan (since_s) || !is_our_calendar (self->object))
    time->start = first * unit_s / (word ? ondes_time_unit_seconds (time->time_unit) : 1);
  else
    time->date_s = since_s + first * unit_s;
  return TRUE;
}

/* Returns the coordinates of the axis, or else a column of times @beside the data set; NULL if there is none. */
static const OndesArchiveObject *
look_for_times (OndesArchive             *self,
                const OndesArchiveObject *object,
                guint                     axis,
                gboolean                  beside)
{
  const char *coordinates = object->n_dimensions > 0 ? object->coordinates[axis] : NULL;
  g_autofree char *group = group_of (object->shown.path);

  if (!beside)
    return coordinates ? ondes_archive_find (self, coordinates) : NULL;
  for (guint i = 0; i < self->objects->len; i++)
    {
      const OndesArchiveObject *other = g_ptr_array_index (self->objects, i);

      if (other != object && !other->is_group && is_in (other, group) && ondes_archive_is_time (other)
          && ondes_archive_elements (other) == ondes_archive_length (object, axis))
        return other;
    }
  return NULL;
}

/* Takes the times that belong to the data set, if there are any. */
static gboolean
find_times (OndesArchive             *self,
            const OndesArchiveObject *object,
            guint                     axis,
            gboolean                  beside,
            OndesArchiveTime         *time,
            const OndesWatch         *watch,
            GError                  **error)
{
  const guint64 n = ondes_archive_length (object, axis);
  const OndesArchiveObject *of = look_for_times (self, object, axis, beside);
  guint longest = 0;

  if (!of || of == object || of->is_group || of->shown.problem || of->element.kind == 'c' || n < 2
      || ondes_archive_elements (of) != n)
    return TRUE;
  if (self->klass->choose && !self->klass->choose (self, of, watch, error))
    return FALSE;
  for (guint i = 0; i < of->n_dimensions; i++)
    if (of->dimensions[i] == n)
      longest = i;
  return take_times (&(Times) { self, of, longest, n, watch }, time, error);
}

gboolean
ondes_archive_find_time (OndesArchive             *self,
                         const OndesArchiveObject *object,
                         guint                     axis,
                         OndesArchiveTime         *time,
                         const OndesWatch         *watch,
                         GError                  **error)
{
  *time = (OndesArchiveTime) { .date_s = NAN, .rate = rate_of_attributes (object) };
  if (time->rate == 0 && !find_times (self, object, axis, FALSE, time, watch, error))
    return FALSE;
  if (time->rate == 0)
    look_around (self, object, look_for_rate, time);
  if (time->rate == 0 && !find_times (self, object, axis, TRUE, time, watch, error))
    return FALSE;
  if (isnan (time->date_s) && !find_own_start (object, time))
    look_around (self, object, look_for_date, time);
  return TRUE;
}
