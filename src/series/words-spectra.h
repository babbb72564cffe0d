/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Localised text of the spectra and convolution pages. Strings are transfer full. */
#pragma once

#include "analysis/series.h"
#include "session/words.h"
#include "signal/derive.h"

G_BEGIN_DECLS

/* In the order of the enumerators. */
extern const char *const ondes_words_spectra[]; /* untranslated; ends with NULL */
extern const char *const ondes_words_orders[];

/* Titles of the rulers. */
char *ondes_words_index_title (const OndesSeries *series);
char *ondes_words_value_title (const OndesSeries *series,
                               OndesSeriesScale   scale);
/* "Walsh–Hadamard spectrum, natural order", "Dyadic convolution", "Values". */
char *ondes_words_series      (const OndesSeries *series);
/* Returns sign convention and bit order, shown above a chart after its name. @derivation says how its values were made. */
char *ondes_words_convention  (const OndesDerivation *derivation);
/* Prints value @i: integers in full, other numbers to nine digits. */
char *ondes_words_value       (const OndesSeries *series,
                               guint64            i);
/* "16 777 216 values". */
char *ondes_words_values      (guint64            count);
/* Says how many of @given values were used: "the first 65 536 of 102 400 values". */
char *ondes_words_taken       (guint64            n,
                               guint64            given);

G_END_DECLS
