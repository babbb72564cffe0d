/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "signal/read-options.h"

#include <string.h>

#include "base/number.h"
#include "base/option.h"
#include "base/request-error.h"
#include "base/words.h"

#define MAX_CHANNELS 65536

static const struct
{
  const char *name;
  guint       bits;
  char        kind;
} formats[] = {
  { "u8", 8, 'u' },   { "s8", 8, 's' },   { "s16", 16, 's' }, { "s24", 24, 's' },
  { "s32", 32, 's' }, { "f32", 32, 'f' }, { "f64", 64, 'f' },
};

gboolean
ondes_raw_format_parse (const char     *text,
                        OndesRawFormat *format,
                        GError        **error)
{
  g_auto (GStrv) parts = g_strsplit (text, ":", -1);
  const char *option = ondes_setting_name (ONDES_SETTING_RAW, NULL);
  OndesRawFormat result = { 0 };
  guint64 channels;
  char *end;

  if (g_strv_length (parts) != 3)
    return ondes_remedy_error_set (error, ONDES_ERROR, ONDES_ERROR_REQUEST, ONDES_SETTING_RAW,
                                   _("%s %s is not FORMAT:RATE:CHANNELS, such as s16le:16000:1"), option, text);
  for (gsize i = 0; i < G_N_ELEMENTS (formats); i++)
    {
      gsize length = strlen (formats[i].name);
      const char *rest = parts[0] + length;

      if (g_ascii_strncasecmp (parts[0], formats[i].name, length) != 0)
        continue;
      if (*rest && g_ascii_strcasecmp (rest, "le") != 0 && g_ascii_strcasecmp (rest, "be") != 0)
        continue;
      result.bits = formats[i].bits;
      result.kind = formats[i].kind;
      result.big_endian = result.bits > 8 && g_ascii_strcasecmp (rest, "be") == 0;
    }
  if (result.bits == 0)
    return ondes_remedy_error_set (error, ONDES_ERROR, ONDES_ERROR_REQUEST, ONDES_SETTING_RAW,
                                   _("%s %s has an unknown sample format; it is one of u8, s8, s16, s24, s32, f32, f64 with "
                                     "le or be behind it"),
                                   option, text);
  result.rate_hz = g_ascii_strtod (parts[1], &end);
  if (end == parts[1] || *end || !ondes_rate_valid (result.rate_hz))
    return ondes_remedy_error_set (error, ONDES_ERROR, ONDES_ERROR_REQUEST, ONDES_SETTING_RAW,
                                   _("%s %s has no rate from %g to %g Hz in its second part"), option, text, ONDES_RATE_MIN,
                                   ONDES_RATE_MAX);
  if (!g_ascii_string_to_unsigned (parts[2], 10, 1, MAX_CHANNELS, &channels, NULL))
    return ondes_remedy_error_set (error, ONDES_ERROR, ONDES_ERROR_REQUEST, ONDES_SETTING_RAW,
                                   _("%s %s has no number of channels from 1 to %d in its third part"), option, text,
                                   MAX_CHANNELS);
  result.channels = (guint) channels;
  *format = result;
  return TRUE;
}

char *
ondes_raw_format_print (const OndesRawFormat *format)
{
  char rate[ONDES_NUMBER_SIZE];

  return g_strdup_printf ("%c%u%s:%s:%u", format->kind, format->bits,
                          format->bits == 8    ? ""
                          : format->big_endian ? "be"
                                               : "le",
                          ondes_number_print (rate, format->rate_hz), format->channels);
}

guint
ondes_raw_format_bytes (const OndesRawFormat *format)
{
  return format->bits / 8;
}

double
ondes_time_unit_seconds (const char *text)
{
  static const double seconds[] = { 1, 1e-3, 60, 3600, 86400, 365.2425 * 86400 };
  const int unit = ondes_name_index (ondes_time_units, text);

  return unit >= 0 ? seconds[unit] : 0;
}

gboolean
ondes_time_unit_valid (const char *text)
{
  return ondes_time_unit_seconds (text) > 0;
}
