/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "wfdb-numbers.h"

static const OndesWfdbFormat formats[] = {
  { 0, 0, 1, { 0 }, G_MININT64, FALSE },
  { 8, 1, 1, { 0 }, G_MININT64, TRUE },
  { 16, 2, 1, { 0 }, G_MININT16, FALSE },
  { 24, 3, 1, { 0 }, -(1 << 23), FALSE },
  { 32, 4, 1, { 0 }, G_MININT32, FALSE },
  { 61, 2, 1, { 0 }, G_MININT16, FALSE },
  { 80, 1, 1, { 0 }, G_MININT8, FALSE },
  { 160, 2, 1, { 0 }, G_MININT16, FALSE },
  { 212, 3, 2, { 0, 0, 1 }, -(1 << 11), FALSE },
  { 310, 4, 3, { 0, 0, 1, 1 }, -(1 << 9), FALSE },
  { 311, 4, 3, { 0, 0, 1, 2 }, -(1 << 9), FALSE },
};

const OndesWfdbFormat *
ondes_wfdb_format_find (guint format)
{
  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    if (formats[i].format == format)
      return &formats[i];
  return NULL;
}

/* Takes the @bits lowest bits as a number in two's complement. */
static gint32
sign (guint32 word,
      guint   bits)
{
  const guint32 top = 1u << (bits - 1);

  word &= top | (top - 1);
  return (gint32) (word ^ top) - (gint32) top;
}

/* Format 310: two numbers without the lowest bit of their pairs of bytes, and one of the highest five bits of both pairs. */
static gint32
number_310 (const guint8 *unit,
            guint         k)
{
  const guint32 first = unit[0] | unit[1] << 8, second = unit[2] | unit[3] << 8;

  return sign (k == 0 ? first >> 1 : k == 1 ? second >> 1 : first >> 11 | second >> 11 << 5, 10);
}

gint32
ondes_wfdb_number (const OndesWfdbFormat *self,
                   const guint8          *unit,
                   guint                  k)
{
  switch (self->format)
    {
    case 8:
      return (gint8) unit[0];
    case 16:
      return sign (unit[0] | unit[1] << 8, 16);
    case 24:
      return sign (unit[0] | unit[1] << 8 | unit[2] << 16, 24);
    case 32:
      return (gint32) (unit[0] | unit[1] << 8 | unit[2] << 16 | (guint32) unit[3] << 24);
    case 61:
      return sign (unit[1] | unit[0] << 8, 16);
    case 80:
      return unit[0] - 128;
    case 160:
      return (unit[0] | unit[1] << 8) - 32768;
    case 212:
      return sign (k == 0 ? unit[0] | unit[1] << 8 : unit[2] | unit[1] >> 4 << 8, 12);
    case 310:
      return number_310 (unit, k);
    case 311:
      return sign ((unit[0] | unit[1] << 8 | unit[2] << 16 | (guint32) unit[3] << 24) >> 10 * k, 10);
    default:
      return 0;
    }
}
