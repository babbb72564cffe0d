/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Headerless files, as the user says they are. */
#include "elements.h"

#include "number.h"

OndesReader *
ondes_raw_open (const OndesOpening *opening,
                GError            **error)
{
  const OndesRawFormat *format = &opening->options->raw_format;
  guint width = ondes_raw_format_bytes (format);
  guint64 frame = (guint64) width * format->channels;
  OndesElement element = { format->kind == 'u'   ? 'm'
                           : format->kind == 's' ? 'i'
                                                 : 'f',
                           width, width > 1 && format->big_endian == (G_BYTE_ORDER == G_LITTLE_ENDIAN) };
  OndesReader *reader;
  OndesType type;
  guint bits;

  if (format->channels == 0 || !(format->rate_hz > 0) || !ondes_element_type (&element, &type, &bits))
    {
      g_set_error (error, ONDES_ERROR, ONDES_ERROR_REQUEST,
                   "--raw has a format that is not one of u8, s8, s16, s24, s32, f32, f64");
      return NULL;
    }
  if (opening->size < frame)
    {
      g_set_error (error, ONDES_ERROR, ONDES_ERROR_FILE,
                   "%s has %" G_GUINT64_FORMAT
                   " byte%s, less than one frame of %u × %u; choose fewer channels or a smaller format",
                   opening->display, opening->size, ondes_plural (opening->size), format->channels, width);
      return NULL;
    }
  reader = ondes_elements_open (opening, element, 0, format->channels, opening->size / frame, FALSE, error);
  if (!reader)
    return NULL;
  reader->pcm = format->kind != 'f';
  reader->rate = format->rate_hz;
  reader->format = g_strdup_printf ("raw, %u bit %s%s", format->bits,
                                    format->kind == 'f'   ? "float"
                                    : format->kind == 'u' ? "unsigned PCM"
                                                          : "PCM",
                                    format->bits == 8    ? ""
                                    : format->big_endian ? ", big-endian"
                                                         : ", little-endian");
  if (opening->size % frame)
    ondes_reader_note (reader, "%s ends with %" G_GUINT64_FORMAT " byte%s of no whole frame, left out here.",
                       opening->display, opening->size % frame, ondes_plural (opening->size % frame));
  return reader;
}
