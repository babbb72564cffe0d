/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "signal/read-options.h"

#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "base/option.h"
#include "base/request-error.h"
#include "base/words.h"

#define MAX_CHANNELS 65536

static const char *const formats[] = { "u8", "s8", "s16", "s24", "s32", "f32", "f64", NULL };
static const char *const format_titles[]
  = { N_("8 bit, unsigned"), N_("8 bit, signed"), N_("16 bit, signed"), N_("24 bit, signed"), N_("32 bit, signed"),
      N_("32 bit, floating point"), N_("64 bit, floating point"), NULL };
static const char *const order_titles[] = { N_("Little-endian"), N_("Big-endian"), NULL };

static gboolean
parse_samples (const OndesParam *row,
               const char       *text,
               gpointer          owner,
               GError          **error)
{
  OndesRawFormat *format = owner;

  format->kind = text[0];
  format->bits = (guint) strtoul (text + 1, NULL, 10);
  return TRUE;
}

static char *
print_samples (gconstpointer owner)
{
  const OndesRawFormat *format = owner;

  return g_strdup_printf ("%c%u", format->kind, format->bits);
}

static gboolean
has_order (gconstpointer owner)
{
  return ((const OndesRawFormat *) owner)->bits > 8;
}

#define FIELD(name) G_STRUCT_OFFSET (OndesRawFormat, name)

static const OndesParam rows[] = {
  { "samples", ONDES_PARAM_FORM, FIELD (bits), formats, FIELD (big_endian), .parse = parse_samples, .print = print_samples,
    .group = "raw", .title = N_("Samples"), .titles = format_titles },
  { "big-endian", ONDES_PARAM_BOOLEAN, FIELD (big_endian), .flags = ONDES_PARAM_GREYED, .applies = has_order,
    .group = "raw", .title = N_("Byte order"), .titles = order_titles },
  { "channels", ONDES_PARAM_INDEX, FIELD (channels), .flags = ONDES_PARAM_SPIN, .group = "raw", .title = N_("Channels"),
    .slider_low = 1, .slider_high = 1024 },
  { NULL },
};

static const OndesRawFormat usual = { .kind = 's', .bits = 16, .channels = 1, .rate_hz = 16000 };

const OndesParamTable ondes_raw_params = { rows, &usual };

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
  for (gsize i = 0; formats[i] != NULL; i++)
    {
      gsize length = strlen (formats[i]);
      const char *rest = parts[0] + length;

      if (g_ascii_strncasecmp (parts[0], formats[i], length) != 0)
        continue;
      if (*rest && g_ascii_strcasecmp (rest, "le") != 0 && g_ascii_strcasecmp (rest, "be") != 0)
        continue;
      parse_samples (NULL, formats[i], &result, NULL);
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
