/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "text-names.h"

static const struct
{
  const char *word, *unit;
  double      factor;
} time_words[] = {
  { "s", "s", 1 },
  { "sec", "s", 1 },
  { "secs", "s", 1 },
  { "second", "s", 1 },
  { "seconds", "s", 1 },
  { "ms", "ms", 1 },
  { "msec", "ms", 1 },
  { "millisecond", "ms", 1 },
  { "milliseconds", "ms", 1 },
  { "us", "s", 1e6 },
  { "µs", "s", 1e6 },
  { "microseconds", "s", 1e6 },
  { "ns", "s", 1e9 },
  { "nanoseconds", "s", 1e9 },
  { "min", "min", 1 },
  { "minute", "min", 1 },
  { "minutes", "min", 1 },
  { "h", "h", 1 },
  { "hr", "h", 1 },
  { "hour", "h", 1 },
  { "hours", "h", 1 },
  { "d", "d", 1 },
  { "day", "d", 1 },
  { "days", "d", 1 },
  { "a", "a", 1 },
  { "y", "a", 1 },
  { "yr", "a", 1 },
  { "yrs", "a", 1 },
  { "year", "a", 1 },
  { "years", "a", 1 },
};

/* Words that name a time column by themselves; short units such as "min" or "a" are too ambiguous. */
static const char *const time_names[] = {
  "t", "time", "times", "timestamp", "timestamps", "date", "datetime", "elapsed", "epoch", "zeit", "temps", "sec", "secs",
  "second", "seconds", "ms", "msec", "millisecond", "milliseconds", "us", "µs", "microseconds", "minutes", "hours", "hour",
  "day", "days", "year", "years", "yr", "x_value", "uhrzeit", "datum", "heure", "tiempo", "tempo", "tijd", NULL
};

gboolean
ondes_name_is_time (const char  *name,
                    const char  *unit,
                    const char **time_unit,
                    double      *factor)
{
  g_autofree char *lower = name ? g_utf8_strdown (name, -1) : NULL;
  g_auto (GStrv) words = NULL;
  gboolean is_time = FALSE;

  *time_unit = NULL;
  *factor = 1;
  if (!lower)
    return FALSE;
  is_time = g_strv_contains (time_names, lower); /* one that is several words */
  words = g_strsplit_set (lower, " _-()[],;:/.", -1);
  for (guint i = 0, n = 0; words[i]; i++)
    {
      if (!words[i][0])
        continue;
      is_time |= n++ == 0 && g_strv_contains ((const char *const *) time_names, words[i]);
      for (gsize j = 0; is_time && !*time_unit && j < G_N_ELEMENTS (time_words); j++)
        if (g_str_equal (time_words[j].word, words[i]))
          {
            *time_unit = time_words[j].unit;
            *factor = 1 / time_words[j].factor;
          }
    }
  for (gsize j = 0; is_time && unit && !*time_unit && j < G_N_ELEMENTS (time_words); j++)
    if (g_str_equal (time_words[j].word, unit))
      {
        *time_unit = time_words[j].unit;
        *factor = 1 / time_words[j].factor;
      }
  /* T (degC) is a temperature. */
  return is_time && !(*time_unit == NULL && unit != NULL && words[0] != NULL && g_str_equal (words[0], "t"));
}

gboolean
ondes_unit_is_time (const char  *unit,
                    const char **time_unit,
                    double      *factor)
{
  g_autofree char *lower = unit ? g_utf8_strdown (unit, -1) : NULL;

  for (gsize j = 0; lower && j < G_N_ELEMENTS (time_words); j++)
    if (g_str_equal (time_words[j].word, lower))
      {
        *time_unit = time_words[j].unit;
        *factor = 1 / time_words[j].factor;
        return TRUE;
      }
  return FALSE;
}

gboolean
ondes_name_is_counter (const char *name,
                       const char *unit)
{
  static const char *const counters[] = {
    "#",      "index", "idx", "sample", "samples", "sample index", "sample number", "sample no", "frame", "frames", "i",  "n",
    "nr",     "no",    "no.", "nr.",    "number",  "num",          "point",         "points",    "row",   "line",   "id", "record",
    "sequence", "seq", "seq.", "count", "counter", "scan", "unnamed: 0", "data point", "data no.", "nummer", "punkt", NULL
  };
  g_autofree char *lower = name ? g_utf8_strdown (name, -1) : NULL, *below = unit ? g_utf8_strdown (unit, -1) : NULL;

  return (lower && g_strv_contains (counters, lower)) || (below && g_str_equal (below, "sequence"));
}

gboolean
ondes_name_is_place (const char *name)
{
  static const char *const places[] = { "depth", "distance", "position", "length", "height", "altitude", "wavelength", "frequency",
                                        "freq", "angle", "tiefe", "profondeur", NULL };
  g_autofree char *lower = name ? g_utf8_strdown (name, -1) : NULL;
  g_auto (GStrv) words = lower ? g_strsplit_set (lower, " _-()[],;:/.", -1) : NULL;

  return words && words[0] && g_strv_contains (places, words[0]);
}
