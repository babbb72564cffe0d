/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Headerless files, read in the format that the user gives. */
#include "elements.h"

#include "base/number.h"
#include "base/words.h"

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
      ondes_remedy_error_set (error, ONDES_ERROR, ONDES_ERROR_REQUEST, ONDES_SETTING_RAW,
                              _("%s has a format that is not one of u8, s8, s16, s24, s32, f32, f64"),
                              ondes_setting_name (ONDES_SETTING_RAW, NULL));
      return NULL;
    }
  if (opening->size < frame)
    {
      g_set_error (error, ONDES_ERROR, ONDES_ERROR_FILE,
                   g_dngettext (GETTEXT_PACKAGE,
                                "%s has %" PRIu64 " byte, less than one frame of %u × %u; choose fewer channels or a smaller "
                                "format",
                                "%s has %" PRIu64 " bytes, less than one frame of %u × %u; choose fewer channels or a smaller "
                                "format", (gulong) opening->size),
                   opening->display, opening->size, format->channels, width);
      return NULL;
    }
  reader = ondes_elements_open (opening, &(OndesElementLayout) { .element = element, .channels = format->channels,
                                                                 .frames = opening->size / frame }, error);
  if (!reader)
    return NULL;
  reader->pcm = format->kind != 'f';
  reader->rate = format->rate_hz;
  reader->format = g_strdup_printf (_("raw, %u bit %s%s"), format->bits, /* Translators: bits, kind, order of bytes */
                                    format->kind == 'f'   ? _("float")
                                    : format->kind == 'u' ? _("unsigned PCM")
                                                          : "PCM",
                                    format->bits == 8    ? ""
                                    : format->big_endian ? _(", big-endian")
                                                         : _(", little-endian"));
  if (opening->size % frame)
    ondes_reader_note (reader, g_dngettext (GETTEXT_PACKAGE,
                                            "%s ends with %" PRIu64 " byte of no whole frame, left out here.",
                                            "%s ends with %" PRIu64 " bytes of no whole frame, left out here.",
                                            (gulong) (opening->size % frame)),
                               opening->display, opening->size % frame);
  return reader;
}
