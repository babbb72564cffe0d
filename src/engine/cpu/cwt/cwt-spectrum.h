/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Spectra of wavelets and masks, by formula, in double precision.
 *
 * A spectrum is real, as every ψ(−k) = ψ*(k). It is taken at bins ω = 2π bin / length and holds the 1/length of the inverse
 * transform; bins below 0 are those of negative frequency.
 */
#pragma once

#include "cwt-layout.h"

G_BEGIN_DECLS

/* Bins that differ from 0 by more than rounding, not more than half of them for real output, at most length in all. */
typedef struct
{
  gint64 bin; /* the first */
  gsize  n;
} OndesBand;

OndesBand ondes_cwt_band              (const OndesCwtLayout *layout,
                                       const OndesCwtGroup  *group,
                                       const OndesCwtRow    *row);
/* @n values of the band from the @from-th on, @apart bins from each other. */
void      ondes_cwt_spectrum          (const OndesCwtLayout *layout,
                                       const OndesCwtGroup  *group,
                                       const OndesCwtRow    *row,
                                       OndesBand             band,
                                       gsize                 from,
                                       gsize                 apart,
                                       gsize                 n,
                                       double               *out);
/* The whole band of a windowed row, in place in @buffer of length + 2, aligned to 64 bytes; FALSE for want of a plan. */
gboolean  ondes_cwt_spectrum_windowed (const OndesCwtLayout *layout,
                                       const OndesCwtGroup  *group,
                                       const OndesCwtRow    *row,
                                       double               *buffer);
/* Taps k = from … from + n − 1 of ψ*, times 1; @im may be NULL (and is 0 for the real Morlet). */
void      ondes_cwt_taps              (const OndesCwtLayout *layout,
                                       const OndesCwtRow    *row,
                                       gint64                from,
                                       gsize                 n,
                                       double               *re,
                                       double               *im);

G_END_DECLS
