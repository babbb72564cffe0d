/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sidecar.h"

#include <math.h>

#include "signal/date.h"
#include "base/display-text.h"
#include "base/key-text.h"
#include "base/number.h"
#include "base/read-file.h"
#include "base/words.h"

#define GROUP "recording"
#define MAX_BYTES 65536

static gboolean
check_options (const OndesReadOptions *options,
               GError                **error)
{
  if (options->rate_hz != 0 && !ondes_rate_valid (options->rate_hz))
    return ondes_remedy_error_set (error, ONDES_ERROR, ONDES_ERROR_REQUEST, ONDES_SETTING_RATE,
                                   _("%s %g is not a rate; give a number from %g to %g"),
                                   ondes_setting_name (ONDES_SETTING_RATE, NULL), options->rate_hz, ONDES_RATE_MIN,
                                   ONDES_RATE_MAX);
  if (options->time_unit && !ondes_time_unit_valid (options->time_unit))
    return ondes_remedy_error_set (error, ONDES_ERROR, ONDES_ERROR_REQUEST, ONDES_SETTING_TIME_UNIT,
                                   _("%s %s is not one of s, ms, min, h, d, a"),
                                   ondes_setting_name (ONDES_SETTING_TIME_UNIT, NULL), options->time_unit);
  return TRUE;
}

static gboolean
refuse (GError    **error,
        const char *display,
        const char *key,
        const char *value,
        const char *what)
{
  g_autofree char *shown = ondes_display_text (value);

  g_set_error (error, ONDES_ERROR, ONDES_ERROR_FILE,
               _("%s has %s=%s, which is not %s; correct it or remove that file"), display,
               key, shown, what);
  return FALSE;
}

/* Reads the number of a column or dimension, from 1, into @value; leaves it as it is if it is already set or the key is
 * missing. */
static gboolean
get_column (GKeyFile   *keys,
            const char *display,
            const char *key,
            guint      *value,
            GError    **error)
{
  g_autofree char *text = ondes_key_text (keys, GROUP, key);
  guint64 column;

  if (!text)
    return TRUE;
  if (!g_ascii_string_to_unsigned (text, 10, 1, G_MAXINT, &column, NULL))
    return refuse (error, display, key, text,
                   g_str_equal (key, "time-axis") ? _("the number of a dimension") : _("the number of a column"));
  if (*value == 0)
    *value = (guint) column;
  return TRUE;
}

/* Returns text for display; NULL if the key is missing. */
static char *
get_text (GKeyFile   *keys,
          const char *key)
{
  g_autofree char *text = ondes_key_text (keys, GROUP, key);

  return text ? ondes_display_text (text) : NULL;
}

static gboolean
merge_start (OndesSidecar *self,
             char         *start,
             const char   *display,
             GError      **error)
{
  char *end;

  self->start = g_ascii_strtod (start, &end);
  if (end != start && !*end && isfinite (self->start))
    return TRUE;
  self->start = NAN;
  if (ondes_date_parse_zone (g_strstrip (start), &self->date_s, &self->zone))
    {
      self->zone.unknown = FALSE;
      return TRUE;
    }
  return refuse (error, display, "start", start, _("a number of time units, or a date such as 1998-03-17T14:05:30Z"));
}

static gboolean
merge_resample (OndesReadOptions *options,
                GKeyFile         *keys,
                const char       *display,
                GError          **error)
{
  g_autofree char *text = ondes_key_text (keys, GROUP, "resample");
  const gboolean is_true = g_strcmp0 (text, "true") == 0;

  if (text != NULL && !is_true && !g_str_equal (text, "false"))
    return refuse (error, display, "resample", text, _("true or false"));
  if (!options->text_alone)
    options->resample = options->resample || is_true;
  return TRUE;
}

static gboolean
merge_text_format (OndesSidecar *self,
                   GKeyFile     *keys,
                   const char   *display,
                   GError      **error)
{
  for (guint i = 0; i < ONDES_N_TEXT_FIELDS; i++)
    {
      g_autofree char *value = g_key_file_get_string (keys, GROUP, ondes_text_fields[i].name, NULL);
      g_autofree char *given = ondes_text_format_get (&self->options.text, i);
      OndesTextFormat format = { 0 };

      if (value == NULL)
        continue;
      if (!ondes_text_format_set (&format, i, value, NULL))
        return refuse (error, display, ondes_text_fields[i].name, value, ondes_text_format_expected (i));
      if (given != NULL || self->options.text_alone)
        continue;
      ondes_text_format_set (&self->options.text, i, value, NULL);
      if (i == ONDES_TEXT_COLUMNS && self->options.text.columns != NULL)
        self->text_columns = g_steal_pointer (&value);
    }
  return TRUE;
}

static gboolean
merge (OndesSidecar *self,
       GKeyFile     *keys,
       const char   *display,
       GError      **error)
{
  OndesReadOptions *options = &self->options;
  g_autofree char *rate = ondes_key_text (keys, GROUP, "rate");
  g_autofree char *raw = ondes_key_text (keys, GROUP, "raw");
  g_autofree char *time_unit = ondes_key_text (keys, GROUP, "time-unit");
  g_autofree char *start = ondes_key_text (keys, GROUP, "start");
  g_autofree char *expansion = ondes_key_text (keys, GROUP, "time-expansion");
  guint column = 0, time_column = 0;

  self->title = get_text (keys, "title");
  if (start && !merge_start (self, start, display, error))
    return FALSE;
  if (rate)
    {
      char *end;
      double value = g_ascii_strtod (rate, &end);

      if (end == rate || *end || !ondes_rate_valid (value))
        return refuse (error, display, "rate", rate, _("a rate from 1e-18 to 1e18"));
      if (options->rate_hz == 0 && !options->raw && !options->text_alone)
        options->rate_hz = value;
    }
  if (time_unit)
    {
      if (!ondes_time_unit_valid (time_unit))
        return refuse (error, display, "time-unit", time_unit, _("one of s, ms, min, h, d, a"));
      if (!self->time_unit && !options->text_alone)
        self->time_unit = g_steal_pointer (&time_unit);
    }
  if (expansion)
    {
      double value;

      if (!ondes_time_expansion_parse (expansion, &value, NULL))
        return refuse (error, display, "time-expansion", expansion, ondes_time_expansion_expected ());
      if (options->time_expansion == 0)
        options->time_expansion = value;
    }
  if (raw)
    {
      OndesRawFormat format;

      if (!ondes_raw_format_parse (raw, &format, NULL))
        return refuse (error, display, "raw", raw, _("FORMAT:RATE:CHANNELS, such as s16le:16000:1"));
      if (!options->raw)
        {
          options->raw = TRUE;
          options->raw_format = format;
        }
    }
  if (!merge_text_format (self, keys, display, error) || !merge_resample (options, keys, display, error))
    return FALSE;
  if (!self->unit && !options->text_alone)
    self->unit = get_text (keys, "unit");
  if (!self->dataset)
    self->dataset = ondes_key_text (keys, GROUP, "dataset");
  if (!get_column (keys, display, "column", &column, error) || !get_column (keys, display, "time-column", &time_column, error)
      || !get_column (keys, display, "time-axis", &options->time_axis, error))
    return FALSE;
  /* A column to which the user gives one role loses the role it has in the sidecar. */
  if (options->column == 0 && !options->text_alone && column != options->time_column)
    options->column = column;
  if (options->time_column == 0 && !options->text_alone && time_column != options->column)
    options->time_column = time_column;
  return TRUE;
}

/* Loads the sidecar; fails with a sentence if it is not a key file or too large to be one. */
static gboolean
load (GKeyFile   *keys,
      const char *path,
      const char *display,
      GError    **error)
{
  g_autofree char *problem = NULL, *shown = NULL, *text = NULL;
  g_autoptr (GError) local = NULL;
  gsize n = 0;

  text = ondes_file_read_whole (path, MAX_BYTES, &n, &problem);
  if (text == NULL)
    {
      g_set_error (error, ONDES_ERROR, ONDES_ERROR_FILE, "%s%s", display, problem);
      return FALSE;
    }
  if (n > MAX_BYTES)
    {
      g_set_error (error, ONDES_ERROR, ONDES_ERROR_FILE,
                   _("%s is larger than 64 KiB, which no key file of a recording is; remove or rename it"), display);
      return FALSE;
    }
  if (!g_utf8_validate_len (text, n, NULL))
    local = g_error_new_literal (ONDES_ERROR, ONDES_ERROR_FILE, _("it is not text in UTF-8"));
  else if (g_key_file_load_from_data (keys, text, n, G_KEY_FILE_KEEP_COMMENTS, &local))
    return TRUE;
  shown = ondes_display_text (local->message);
  g_set_error (error, ONDES_ERROR, ONDES_ERROR_FILE, _("%s is not a key file with a group [%s]: %s"), display, GROUP, shown);
  return FALSE;
}

gboolean
ondes_sidecar_read (OndesSidecar           *self,
                    const char             *path,
                    const OndesReadOptions *options,
                    GError                **error)
{
  g_autofree char *sidecar = g_strconcat (path, ".ondes", NULL);
  g_autofree char *display = ondes_display_path (sidecar);
  g_autoptr (GKeyFile) keys = g_key_file_new ();

  *self = (OndesSidecar) { .start = NAN, .date_s = NAN };
  if (options)
    {
      if (!check_options (options, error))
        return FALSE;
      self->options = *options;
      self->time_unit = g_strdup (options->time_unit);
      self->unit = g_strdup (options->unit);
      self->dataset = g_strdup (options->dataset);
      self->text_columns = g_strdup (options->text.columns);
    }
  if (g_file_test (sidecar, G_FILE_TEST_IS_REGULAR) &&
      (!load (keys, sidecar, display, error) || !merge (self, keys, display, error)))
    {
      ondes_sidecar_clear (self);
      return FALSE;
    }
  self->options.time_unit = self->time_unit;
  self->options.unit = self->unit;
  self->options.dataset = self->dataset;
  self->options.text.columns = self->text_columns;
  return TRUE;
}

static void
store_key (GKeyFile   *keys,
           const char *key,
           const char *value)
{
  if (value != NULL)
    g_key_file_set_string (keys, GROUP, key, value);
  else
    g_key_file_remove_key (keys, GROUP, key, NULL);
}

static void
store_column (GKeyFile   *keys,
              const char *key,
              guint       column)
{
  g_autofree char *text = g_strdup_printf ("%u", column);

  store_key (keys, key, column > 0 ? text : NULL);
}

gboolean
ondes_sidecar_store_text (const char             *path,
                          const OndesReadOptions *options,
                          GError                **error)
{
  g_autofree char *sidecar = g_strconcat (path, ".ondes", NULL);
  g_autofree char *display = ondes_display_path (sidecar);
  g_autoptr (GKeyFile) keys = g_key_file_new ();
  g_autoptr (GError) local = NULL;
  char rate[ONDES_NUMBER_SIZE];

  if (g_file_test (sidecar, G_FILE_TEST_IS_REGULAR) && !load (keys, sidecar, display, error))
    return FALSE;
  for (guint i = 0; i < ONDES_N_TEXT_FIELDS; i++)
    {
      g_autofree char *value = ondes_text_format_get (&options->text, i);

      store_key (keys, ondes_text_fields[i].name, value);
    }
  store_column (keys, "column", options->column);
  store_column (keys, "time-column", options->time_column);
  store_key (keys, "rate", options->rate_hz > 0 ? ondes_number_print (rate, options->rate_hz) : NULL);
  store_key (keys, "time-unit", options->time_unit);
  store_key (keys, "unit", options->unit);
  store_key (keys, "resample", options->resample ? "true" : NULL);
  if (g_key_file_save_to_file (keys, sidecar, &local))
    return TRUE;
  g_set_error (error, ONDES_ERROR, ONDES_ERROR_FILE, _("%s cannot be written: %s"), display, local->message);
  return FALSE;
}

void
ondes_sidecar_clear (OndesSidecar *self)
{
  g_clear_pointer (&self->time_unit, g_free);
  g_clear_pointer (&self->unit, g_free);
  g_clear_pointer (&self->dataset, g_free);
  g_clear_pointer (&self->text_columns, g_free);
  g_clear_pointer (&self->title, g_free);
}
