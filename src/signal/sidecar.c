/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sidecar.h"

#include <math.h>

#define GROUP "recording"

static gboolean
check_options (const OndesReadOptions *options,
               GError                **error)
{
  if (!(options->rate_hz >= 0) || !isfinite (options->rate_hz))
    {
      g_set_error (error, ONDES_ERROR, ONDES_ERROR_REQUEST, "--rate %g is not a rate; give a number above 0", options->rate_hz);
      return FALSE;
    }
  if (options->time_unit && !ondes_time_unit_valid (options->time_unit))
    {
      g_set_error (error, ONDES_ERROR, ONDES_ERROR_REQUEST, "--time-unit %s is not one of s, ms, min, h, d, a",
                   options->time_unit);
      return FALSE;
    }
  return TRUE;
}

static gboolean
refuse (GError    **error,
        const char *display,
        const char *key,
        const char *value,
        const char *what)
{
  g_set_error (error, ONDES_ERROR, ONDES_ERROR_FILE, "%s has %s=%s, which is not %s; correct it or remove that file", display,
               key, value, what);
  return FALSE;
}

/* A whole number from 1; @value stays where the key is missing. */
static gboolean
get_column (GKeyFile   *keys,
            const char *display,
            const char *key,
            guint      *value,
            GError    **error)
{
  g_autofree char *text = g_key_file_get_string (keys, GROUP, key, NULL);
  guint64 column;

  if (!text)
    return TRUE;
  if (!g_ascii_string_to_unsigned (text, 10, 1, G_MAXINT, &column, NULL))
    return refuse (error, display, key, text, "the number of a column");
  if (*value == 0)
    *value = (guint) column;
  return TRUE;
}

static gboolean
merge (OndesSidecar *self,
       GKeyFile     *keys,
       const char   *display,
       GError      **error)
{
  OndesReadOptions *options = &self->options;
  g_autofree char *rate = g_key_file_get_string (keys, GROUP, "rate", NULL);
  g_autofree char *raw = g_key_file_get_string (keys, GROUP, "raw", NULL);
  g_autofree char *time_unit = g_key_file_get_string (keys, GROUP, "time-unit", NULL);
  guint column = 0, time_column = 0;

  self->title = g_key_file_get_string (keys, GROUP, "title", NULL);
  if (rate)
    {
      char *end;
      double value = g_ascii_strtod (rate, &end);

      if (end == rate || *end || !isfinite (value) || value <= 0)
        return refuse (error, display, "rate", rate, "a number above 0");
      if (options->rate_hz == 0 && !options->raw)
        options->rate_hz = value;
    }
  if (time_unit)
    {
      if (!ondes_time_unit_valid (time_unit))
        return refuse (error, display, "time-unit", time_unit, "one of s, ms, min, h, d, a");
      if (!self->time_unit)
        self->time_unit = g_steal_pointer (&time_unit);
    }
  if (raw)
    {
      OndesRawFormat format;

      if (!ondes_raw_format_parse (raw, &format, NULL))
        return refuse (error, display, "raw", raw, "FORMAT:RATE:CHANNELS, such as s16le:16000:1");
      if (!options->raw)
        {
          options->raw = TRUE;
          options->raw_format = format;
        }
    }
  if (!self->unit)
    self->unit = g_key_file_get_string (keys, GROUP, "unit", NULL);
  if (!get_column (keys, display, "column", &column, error) || !get_column (keys, display, "time-column", &time_column, error))
    return FALSE;
  /* A column that the user takes for one thing is no longer what the sidecar took it for. */
  if (options->column == 0 && column != options->time_column)
    options->column = column;
  if (options->time_column == 0 && time_column != options->column)
    options->time_column = time_column;
  return TRUE;
}

gboolean
ondes_sidecar_read (OndesSidecar           *self,
                    const char             *path,
                    const OndesReadOptions *options,
                    GError                **error)
{
  g_autofree char *sidecar = g_strconcat (path, ".ondes", NULL);
  g_autofree char *display = g_filename_display_name (sidecar);
  g_autoptr (GKeyFile) keys = g_key_file_new ();
  g_autoptr (GError) local = NULL;
  gboolean ok = TRUE;

  *self = (OndesSidecar) { 0 };
  if (options)
    {
      if (!check_options (options, error))
        return FALSE;
      self->options = *options;
      self->time_unit = g_strdup (options->time_unit);
      self->unit = g_strdup (options->unit);
    }
  if (g_file_test (sidecar, G_FILE_TEST_IS_REGULAR))
    {
      if (!g_key_file_load_from_file (keys, sidecar, G_KEY_FILE_NONE, &local))
        {
          g_set_error (error, ONDES_ERROR, ONDES_ERROR_FILE, "%s is not a key file with a group [" GROUP "]: %s", display,
                       local->message);
          ok = FALSE;
        }
      else
        ok = merge (self, keys, display, error);
    }
  if (!ok)
    {
      ondes_sidecar_clear (self);
      return FALSE;
    }
  self->options.time_unit = self->time_unit;
  self->options.unit = self->unit;
  return TRUE;
}

void
ondes_sidecar_clear (OndesSidecar *self)
{
  g_clear_pointer (&self->time_unit, g_free);
  g_clear_pointer (&self->unit, g_free);
  g_clear_pointer (&self->title, g_free);
}
