/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "crc32.h"

#include <string.h>

/* Eight bytes a step: table k holds the remainder of a byte that k more bytes follow. */
guint32
ondes_crc32 (guint32     crc,
             const void *data,
             gsize       n)
{
  static guint32 tables[8][256];
  static gsize made;
  const guint8 *p = data;

  if (g_once_init_enter (&made))
    {
      for (guint i = 0; i < 256; i++)
        {
          guint32 c = i;

          for (guint bit = 0; bit < 8; bit++)
            c = c & 1 ? c >> 1 ^ 0xedb88320u : c >> 1;
          tables[0][i] = c;
        }
      for (guint k = 1; k < 8; k++)
        for (guint i = 0; i < 256; i++)
          tables[k][i] = tables[k - 1][i] >> 8 ^ tables[0][tables[k - 1][i] & 255];
      g_once_init_leave (&made, 1);
    }

  crc = ~crc;
  for (; n >= 8; n -= 8, p += 8)
    {
      guint32 a = crc ^ (p[0] | p[1] << 8 | p[2] << 16 | (guint32) p[3] << 24);

      crc = tables[7][a & 255] ^ tables[6][a >> 8 & 255] ^ tables[5][a >> 16 & 255] ^ tables[4][a >> 24] ^ tables[3][p[4]] ^
            tables[2][p[5]] ^ tables[1][p[6]] ^ tables[0][p[7]];
    }
  for (; n > 0; n--, p++)
    crc = crc >> 8 ^ tables[0][(crc ^ *p) & 255];
  return ~crc;
}
