/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Percentiles of values that are not negative: exact of those in memory, or of any number of them from a histogram that grows with
 * their range alone.
 *
 * Percentile p of n values in order is the one at place p (n − 1)/100, counted from 0, linear between neighbours.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* How far a percentile of a histogram may be from the exact one, relative to it. */
#define ONDES_PERCENTILES_ERROR 0.001

/* Fills @out, one for each of @percents (0 … 100), with the percentiles of @values, which it reorders; they must be finite. NaN if
 * @n is 0. */
void              ondes_percentiles_select  (double              *values,
                                             gsize                n,
                                             const double        *percents,
                                             guint                n_percents,
                                             double              *out);

/* A histogram of 1024 bins an octave, for the octaves that have values. One thread at a time. */
typedef struct _OndesPercentiles OndesPercentiles;

OndesPercentiles *ondes_percentiles_new     (void);
void              ondes_percentiles_free    (OndesPercentiles    *self);
/* Adds a value; those that are negative or not finite do not count. FALSE and ONDES_ERROR_FILE without memory. */
gboolean          ondes_percentiles_add     (OndesPercentiles    *self,
                                             double               value,
                                             GError             **error);
/* Returns a percentile, within ONDES_PERCENTILES_ERROR of the exact one; NaN if nothing was added. */
double            ondes_percentiles_get     (const OndesPercentiles *self,
                                             double               percent);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OndesPercentiles, ondes_percentiles_free)

G_END_DECLS
