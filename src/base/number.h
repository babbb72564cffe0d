/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers as text: with a decimal point for the command, files, captions and copied text; in locale format for the window. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define ONDES_NUMBER_SIZE G_ASCII_DTOSTR_BUF_SIZE

/* The decimal mark of drawn numbers. */
typedef enum { ONDES_NUMBERS_BY_POINT, ONDES_NUMBERS_BY_LOCALE } OndesNumbers;

/* Writes the shortest text that reads back as @value, with a decimal point, into @text; returns @text. */
const char *ondes_number_print (char   text[ONDES_NUMBER_SIZE],
                                double value);

/* Returns @value rounded to @digits significant decimal digits. */
double      ondes_number_round (double value,
                                guint  digits);

/* Parses text that is exactly one finite number, in digits with a decimal point, perhaps with an exponent; leaves @value as
 * it is otherwise. */
gboolean    ondes_number_parse (const char *text,
                                double     *value);

/* Replaces each point between two digits of @text by the locale's decimal mark: "1.25 kHz", "1,25 kHz"; transfer full. Digits
 * stay ASCII in every locale, as in entries and commands. */
char       *ondes_number_to_locale (const char *text);
/* Converts a typed number (or P/Q) to one with a decimal point and no surrounding blanks: "3,5" and "3.5" are 3.5 if the
 * decimal mark is a comma; a comma that separates thousands stays. Also accepts the typographic minus and digits of other
 * scripts. Transfer full. */
char       *ondes_number_to_point  (const char *text);
/* Returns the number that all of the typed @text represents, read like ondes_number_to_point(); NaN if it is not a number. */
double      ondes_number_read      (const char *text);

/* Converts a list of numbers with commas and points ("4,33/2,8.5") to the locale's notation, and back: if the decimal mark is a
 * comma, semicolons separate the list ("4; 33/2; 8,5"). A comma before a blank always separates. Transfer full. */
char       *ondes_numbers_to_locale (const char *list);
char       *ondes_numbers_to_point  (const char *list);
/* TRUE if this locale separates lists with semicolons. */
gboolean    ondes_numbers_part_by_semicolon (void);

/* Returns the plural ending of an English noun for @n items. */
static inline const char *
ondes_plural (guint64 n)
{
  return n == 1 ? "" : "s";
}

G_END_DECLS
