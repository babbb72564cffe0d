/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Slices of a scalogram or Walshgram: its rows at a sample or averaged over a span (a spectrum), or one row, or the mean of
 * several, over time (an envelope). Of the coefficients in double, not of a picture's columns.
 *
 * Values are magnitudes, or powers if the picture shows power. Averages are means of these values, with their percentiles
 * (percentiles.h).
 */
#pragma once

#include "percentiles.h"
#include "scalogram.h"

G_BEGIN_DECLS

#define ONDES_SLICE_PERCENTS 9 /* at most */
/* Values of which percentiles are exact, in memory; those of more are from histograms. */
#define ONDES_SLICE_KEPT (G_GUINT64_CONSTANT (1) << 24)

typedef enum { ONDES_SLICE_SPECTRUM, ONDES_SLICE_ENVELOPE } OndesSliceKind;

/* Where a slice is. Plain data. */
typedef struct
{
  OndesSliceKind kind;
  guint64        first, count; /* samples of the recording. SPECTRUM: those averaged over, or a single one; ENVELOPE: those shown */
  double         lo_hz, hi_hz; /* ENVELOPE: the frequency of its row if both are equal, or the rows averaged over; of a Walshgram
                                * sequencies or numbers of rows (walshgram.h) */
  gboolean       mean;         /* SPECTRUM: TRUE for a mean, with percentiles, also if count is 1 */
} OndesSlicePlace;

/* Immutable once made, reference counted, readable from any thread. */
typedef struct
{
  OndesSlicePlace place;      /* of a Walshgram's envelope and of a preview, the samples of its values: n equal spans */
  gsize           n;          /* rows of the spec, in its order; or columns */
  double         *values;     /* n: the value or the mean; NaN if a preview does not have it yet */
  guint64         averaged;   /* values behind each, which may be 1 for a mean too */
  double          frequency_hz; /* ENVELOPE of one row: that row's; otherwise NaN */
  guint           n_percents; /* 0 if the place is no mean */
  double          percents[ONDES_SLICE_PERCENTS]; /* ascending, 0 … 100 */
  double         *percentiles; /* n_percents × n */
  gboolean        exact;      /* TRUE if they are exact, otherwise within ONDES_PERCENTILES_ERROR */
  gboolean        preview;    /* TRUE if it is of a picture's columns */
} OndesSlice;

/* A slice to compute; borrowed for the call. */
typedef struct
{
  OndesSpec      *spec;       /* of the picture: a Morlet transform, or a Walshgram's */
  OndesSource    *source;     /* of the picture */
  guint           oversampling; /* samples of the source to each that the place counts; 0 means 1 */
  OndesSlicePlace place;
  guint           columns;    /* ENVELOPE: the most values, each pooled as the spec says; 0 for every sample or frame */
  guint           n_percents; /* of averages; may be 0 */
  const double   *percents;
  guint64         kept;       /* replaces ONDES_SLICE_KEPT; 0 for that */
} OndesSliceJob;

/* @report, or NULL, is of the last of its runs. Blocks: call from a worker thread. Memory: 8 bytes for each value, and for
 * percentiles for each of ONDES_SLICE_KEPT or, beyond, 8 KiB for each row and octave that it spans, of 256 rows at once. A
 * band in which no row lies is that of the row nearest to its middle. Fails as requests do. */
OndesSlice *ondes_slice_compute     (OndesComputer         *computer,
                                     const OndesSliceJob   *job,
                                     const OndesWatch      *watch,
                                     OndesReport           *report,
                                     GError               **error);
/* Returns what the columns of @picture tell of the slice, a preview; NULL if it lies outside. Memory and time are those of
 * the columns that it reads: quick enough for the main thread. */
OndesSlice *ondes_slice_from_picture (const OndesScalogram *picture,
                                     const OndesSlicePlace *place,
                                     const double          *percents,
                                     guint                  n_percents);
/* TRUE if the slice there is a mean: over a span, or over the rows of a band, however many samples or rows lie in it. */
gboolean    ondes_slice_place_is_mean (const OndesSlicePlace *self);
/* TRUE if the percents are at most ONDES_SLICE_PERCENTS, within 0 … 100 and ascending. */
gboolean    ondes_slice_check_percents (const double       *percents,
                                     guint                  n_percents);
/* Returns the row of @scalogram, of the same transform, that value @index is of; of several rows the one at the band's
 * middle. */
guint       ondes_slice_row         (const OndesSlice      *self,
                                     const OndesScalogram  *scalogram,
                                     gsize                  index);
/* Returns a picture without values, to draw slices on and to label them: with the rows of @job, and levels from the largest
 * of all values down to the smallest, at most 100 dB. @medians (of its rows, takes ownership; NULL for none) as in a
 * scalogram. */
OndesScalogram *ondes_slice_frame_new (const OndesScalogramJob *job,
                                     OndesSlice *const     *slices,
                                     guint                  n,
                                     double                *medians);
OndesSlice *ondes_slice_ref         (OndesSlice            *self);
void        ondes_slice_unref       (OndesSlice            *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OndesSlice, ondes_slice_unref)

G_END_DECLS
