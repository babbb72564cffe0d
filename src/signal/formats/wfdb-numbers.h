/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The storage formats of WFDB. Numbers lie in units of some bytes, one number or more in each, least significant byte first where
 * nothing else is said. https://physionet.org/physiotools/wag/signal-5.htm */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct
{
  guint    format;      /* 212; 0 of signals without samples, whose units have 0 bytes */
  guint    bytes;       /* of a unit */
  guint    numbers;     /* in a unit */
  guint    rest[4];     /* numbers in the first 0 … 3 bytes of one that the end of the file cuts */
  gint64   invalid;     /* the number that stands for none; G_MININT64 if there is no such number */
  gboolean differences; /* each number is the step from the one before it */
} OndesWfdbFormat;

/* Returns the description of a format; NULL if it is not read. Constant. */
const OndesWfdbFormat *ondes_wfdb_format_find (guint                  format);
/* Returns the number @k of the unit at @unit. */
gint32                 ondes_wfdb_number      (const OndesWfdbFormat *self,
                                               const guint8          *unit,
                                               guint                  k);

G_END_DECLS
