/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OndesSelection: a part of a recording that a person has selected, a span of time or a box of time and frequency. Plain data. */
#pragma once

#include <glib.h>
#include <math.h>

G_BEGIN_DECLS

typedef struct
{
  double first, end;      /* samples, fractional, half-open: those in first <= i < end; NaN if nothing is selected */
  double low_hz, high_hz; /* cycles per time unit, of a Walshgram what its rows lie at; low < high; NaN: all frequencies */
} OndesSelection;

/* No selection, and a selection of all frequencies between two samples. */
#define ONDES_SELECTION_NONE             ((OndesSelection) { NAN, NAN, NAN, NAN })
#define ONDES_SELECTION_SPAN(first, end) ((OndesSelection) { (first), (end), NAN, NAN })

/* TRUE if anything is selected; if the selection is a band too, and not all frequencies. */
static inline gboolean
ondes_selection_is_set (const OndesSelection *selection)
{
  return selection->end > selection->first;
}

static inline gboolean
ondes_selection_has_band (const OndesSelection *selection)
{
  return ondes_selection_is_set (selection) && selection->high_hz > selection->low_hz;
}

/* Gets the whole samples selected of @n, at least one; needs a selection and samples. */
static inline void
ondes_selection_get_samples (const OndesSelection *selection,
                             guint64               n,
                             guint64              *first,
                             guint64              *count)
{
  const guint64 from = MIN ((guint64) ceil (selection->first), n - 1), end = MIN ((guint64) ceil (selection->end), n);

  *first = from;
  *count = MAX (end, from + 1) - from;
}

G_END_DECLS
