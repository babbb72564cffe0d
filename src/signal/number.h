/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers as text, whatever the locale. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define ONDES_NUMBER_SIZE G_ASCII_DTOSTR_BUF_SIZE

/* The fewest digits that read back as @value, into @text, which is returned. */
const char *ondes_number_print (char   text[ONDES_NUMBER_SIZE],
                                double value);

/* The ending of an English noun of which there are @n. */
static inline const char *
ondes_plural (guint64 n)
{
  return n == 1 ? "" : "s";
}

G_END_DECLS
