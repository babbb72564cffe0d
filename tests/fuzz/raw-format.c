/* SPDX-License-Identifier: GPL-3.0-or-later */
/* FORMAT:RATE:CHANNELS, of --raw and of the dialog; what is taken prints as something that reads as the same. */
#include "fuzz.h"

#include "base/display-text.h"

int
LLVMFuzzerTestOneInput (const uint8_t *data,
                        size_t         size)
{
  g_autofree char *bytes = g_strndup ((const char *) data, size);
  g_autofree char *text = ondes_display_text (bytes);
  g_autofree char *printed = NULL;
  OndesRawFormat format, again;
  GError *error = NULL;

  if (!ondes_raw_format_parse (text, &format, &error))
    {
      fuzz_check_error (error);
      return 0;
    }
  printed = ondes_raw_format_print (&format);
  if (!ondes_raw_format_parse (printed, &again, NULL) || again.bits != format.bits || again.kind != format.kind ||
      again.channels != format.channels || again.rate_hz != format.rate_hz)
    g_error ("\"%s\" prints as \"%s\"", text, printed);
  return 0;
}
