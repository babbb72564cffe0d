/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A chosen filter as text: the options of “ondes-cli filter” with their values, and the conditioning step that says the same
 * in one word,
 *   filter:NAME=VALUE,NAME,…       such as filter:bandstop=40:60,length=511,causal
 * with the names of the options without their dashes; taps=FILE comes last, for a file's name may have commas. Pure functions;
 * any thread.
 */
#pragma once

#include "filter-choice.h"

G_BEGIN_DECLS

#define ONDES_FILTER_STEP "filter:"

/* Returns the value of @option, "" if it is a flag that is given, or NULL. */
typedef const char *(*OndesFilterLookup) (gconstpointer data,
                                          const char   *option);

/* Parses the options that @lookup finds. Unless the kind of @choice is NONE before, there has to be exactly one filter or bank.
 * Fails with ONDES_ERROR_REQUEST about an option on what no recording could take. */
gboolean   ondes_filter_choice_parse (OndesFilterSettings       *choice,
                                      OndesFilterLookup          lookup,
                                      gconstpointer              data,
                                      GError                   **error);
/* Returns the options and their values by turns, "" for a flag, in the order of the command's help; defaults are left out.
 * Free with g_ptr_array_unref(). */
GPtrArray *ondes_filter_choice_words (const OndesFilterSettings *choice);

/* Parses a step. Fails as ondes_filter_choice_parse() does. */
gboolean   ondes_filter_step_parse   (const char                *text,
                                      OndesFilterSettings       *choice,
                                      GError                   **error);
/* Returns the canonical step. Transfer full. */
char      *ondes_filter_step_print   (const OndesFilterSettings *choice);

G_END_DECLS
