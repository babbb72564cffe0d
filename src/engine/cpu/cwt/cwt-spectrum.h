/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Spectra of wavelets and masks, by formula, in double precision.
 *
 * A spectrum is real because ψ(−k) = ψ*(k), unless the row is phased: then it is complex, and so are the values here. It is
 * sampled at bins ω = 2π bin / length and includes the factor 1/length of the inverse transform; negative bins are negative
 * frequencies.
 */
#pragma once

#include "cwt-layout.h"

G_BEGIN_DECLS

/* Range of bins that differ from 0 by more than rounding: at most length bins, at most half of them for real output. */
typedef struct
{
  gint64 bin; /* the first bin */
  gsize  n;
} OndesBand;

/* Parts of all bins in which the noise of quantised masks is bounded. */
#define ONDES_NOISE_BANDS 64

OndesBand ondes_cwt_band              (const OndesCwtLayout *layout,
                                       const OndesCwtGroup  *group,
                                       const OndesCwtRow    *row);
/* Bins first, first + stride … of a band, counted from its first; n of them. */
typedef struct
{
  gsize first, stride, n;
} OndesBins;

/* Computes the values of @bins of the band. */
void      ondes_cwt_spectrum          (const OndesCwtLayout *layout,
                                       const OndesCwtGroup  *group,
                                       const OndesCwtRow    *row,
                                       OndesBand             band,
                                       OndesBins             bins,
                                       double               *out);
/* Returns the number of doubles of @n bins of a row. */
gsize     ondes_cwt_spectrum_size     (const OndesCwtRow    *row,
                                       gsize                 n);
/* Computes the whole band of a windowed row in place in @buffer, ondes_cwt_spectrum_size (row, length + 2) doubles aligned to 64
 * bytes; FALSE if FFTW finds no plan. */
gboolean  ondes_cwt_spectrum_windowed (const OndesCwtLayout *layout,
                                       const OndesCwtGroup  *group,
                                       const OndesCwtRow    *row,
                                       double               *buffer);
/* Computes taps k = from … from + n − 1 of the mask, ψ* compensated, at the recording's rate; @im may be NULL (and is 0 for the
 * real Morlet). */
void      ondes_cwt_taps              (const OndesCwtLayout *layout,
                                       const OndesCwtRow    *row,
                                       gint64                from,
                                       gsize                 n,
                                       double               *re,
                                       double               *im);

G_END_DECLS
