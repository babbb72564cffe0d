/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "number.h"

const char *
ondes_number_print (char   text[ONDES_NUMBER_SIZE],
                    double value)
{
  static const char *const formats[] = { "%.6g", "%.15g", "%.16g", "%.17g" };

  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    {
      g_ascii_formatd (text, ONDES_NUMBER_SIZE, formats[i], value);
      if (g_ascii_strtod (text, NULL) == value)
        break;
    }
  return text;
}
