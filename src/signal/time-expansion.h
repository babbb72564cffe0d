/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Recordings that play slower than they were made, as those of bat detectors with time expansion.
 *
 * A time expansion is how many times as fast a recording was made as its header plays it. Where it is given, 0 leaves it to the
 * file, and 1 reads the file as it plays. All functions: any thread.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define ONDES_TIME_EXPANSION_MAX 1000 /* far above what a detector does */

/* The words of the setting besides numbers: "auto", "ignore"; NULL-terminated. */
extern const char *const ondes_time_expansion_words[];

#define ondes_time_expansion_valid(value) ((value) == 0 || ((value) >= 1 && (value) <= ONDES_TIME_EXPANSION_MAX))

/* Parses "auto", "ignore" or a number from 1 to ONDES_TIME_EXPANSION_MAX. Fails with ONDES_ERROR_REQUEST about its setting. */
gboolean    ondes_time_expansion_parse    (const char  *text,
                                           double      *value,
                                           GError     **error);
/* Returns the text of a time expansion, transfer full; NULL if it is left to the file. */
char       *ondes_time_expansion_print    (double       value);
/* Returns the end of the sentence "TEXT is not …"; never freed. */
const char *ondes_time_expansion_expected (void);

G_END_DECLS
