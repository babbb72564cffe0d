/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers as text: by the point for the command, files, captions and what is copied; by the locale for the window. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define ONDES_NUMBER_SIZE G_ASCII_DTOSTR_BUF_SIZE

/* Which decimal mark what is drawn has. */
typedef enum { ONDES_NUMBERS_BY_POINT, ONDES_NUMBERS_BY_LOCALE } OndesNumbers;

/* The fewest digits that read back as @value, by the point, into @text, which is returned. */
const char *ondes_number_print (char   text[ONDES_NUMBER_SIZE],
                                double value);

/* @text with each point between two digits as the decimal mark of the locale: "1.25 kHz", "1,25 kHz"; transfer full. Digits are
 * those of ASCII in every locale, as in entries and commands. */
char       *ondes_number_to_locale (const char *text);
/* What a person typed as a number (or P/Q), by the point and without blanks around it: "3,5" and "3.5" are 3.5 where the decimal
 * mark is a comma; a comma stays where it parts thousands. The minus of print and digits of other scripts are read as well.
 * Transfer full. */
char       *ondes_number_to_point  (const char *text);
/* The number that the whole of a typed @text is, as ondes_number_to_point() reads it; NaN: none. */
double      ondes_number_read      (const char *text);

/* A list of numbers from commas and points ("4,33/2,8.5") to what the locale writes, and back: where the decimal mark is a comma,
 * semicolons part the list ("4; 33/2; 8,5"). A comma before a blank parts, whatever the locale. Transfer full. */
char       *ondes_numbers_to_locale (const char *list);
char       *ondes_numbers_to_point  (const char *list);
/* TRUE: lists are parted by semicolons here. */
gboolean    ondes_numbers_part_by_semicolon (void);

/* The ending of an English noun of which there are @n. */
static inline const char *
ondes_plural (guint64 n)
{
  return n == 1 ? "" : "s";
}

G_END_DECLS
