/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the pages of spectra and convolutions say, in the person's language. Strings are transfer full. */
#pragma once

#include "analysis/series.h"
#include "words.h"
#include "signal/derive.h"

G_BEGIN_DECLS

/* In the order of the values. */
extern const char *const ondes_words_spectra[]; /* to be translated; ended by NULL */
extern const char *const ondes_words_orders[];

/* Titles of the rulers. */
char *ondes_words_index_title (const OndesSeries *series);
char *ondes_words_value_title (const OndesSeries *series,
                               OndesSeriesScale   scale);
/* "Walsh–Hadamard spectrum, natural order", "Dyadic convolution", "Values". */
char *ondes_words_series      (const OndesSeries *series);
/* Sign and bit order, which stand behind that above a chart. @derivation: how its values were made. */
char *ondes_words_convention  (const OndesDerivation *derivation);
/* Value @i to read: integers whole, others to nine digits. */
char *ondes_words_value       (const OndesSeries *series,
                               guint64            i);
/* "16 777 216 values". */
char *ondes_words_values      (guint64            count);
/* What was made of @given values: "the first 65 536 of 102 400 values". */
char *ondes_words_taken       (guint64            n,
                               guint64            given);

G_END_DECLS
