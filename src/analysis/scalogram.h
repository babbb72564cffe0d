/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A scalogram: the numbers of one picture with all that is needed to draw, read and name them.
 *
 * Immutable once made, reference counted, read from any thread.
 */
#pragma once

#include "engine/compute.h"
#include "signal/detrended-source.h"
#include "transform/cwt.h"

G_BEGIN_DECLS

/* What the colours go from and to when nobody says (levels.h): in the unit of the values, or as ratios to the medians of the rows;
 * both 0: there is nothing to go by. */
typedef struct
{
  double top, bottom;
} OndesLevels;

typedef struct
{
  gatomicrefcount ref_count;
  OndesSpec      *spec;      /* a Morlet transform */
  OndesView       view;
  guint           rows, columns;
  float          *values;    /* rows × columns, magnitude or power over 2^exponent, NaN: not computed yet */
  int             exponent;  /* 0 but for recordings whose numbers are very small or very large */
  guint           exact;     /* columns [0, exact) are exact: all of them, unless view.preview is TRUE */
  guint64         n;         /* samples of the whole recording */
  double          rate_hz;
  double          start;     /* time of sample 0, in time units */
  double          date_s;    /* its moment, in seconds since 1970-01-01 00:00 UTC; NaN: it has none */
  char           *time_unit, *unit; /* of the recording */
  char           *name;      /* of the recording */
  char           *channel;   /* "channel 2 of 3 (H1)" or "the mean of 3 channels"; NULL: the recording has one */
  char           *report;    /* engine, method, size, time: for the status line; never in a figure, which is the same each time */
  double         *frequencies_hz; /* of the rows */
  double         *edges_hz;  /* 2 a row: the frequencies where it ends, low and high: the geometric mean with its neighbours,
                              * rows sorted by frequency; the outermost as wide outside as inside */
  float           largest;   /* over 2^exponent too: of the finite values inside the cone of influence, else of all */
  float          *column_largest; /* of each column, of what lies inside the cone; 0: none */
  OndesDetrend    detrend;   /* what was subtracted of the recording, */
  OndesTrend      trend;     /* and how much */
  OndesLevels     levels;    /* of the values */
  double         *medians;   /* of the rows over the whole recording, in its own unit, counted (g_atomic_rc_box); NULL: not
                              * known */
  OndesLevels     equalised; /* of the values as ratios to these */
} OndesScalogram;

/* What @value of the picture stands for: times 2^exponent. */
double          ondes_scalogram_value   (const OndesScalogram *self,
                                         float                 value);
/* What is there of a picture while it is computed: exact columns and before them, what stood there; view.preview is TRUE.
 * Transfer full, on a thread of the engine. */
typedef void (*OndesScalogramPart) (OndesScalogram *part,
                                    gpointer        user_data);

/* How much less than asked for a preview computes. 0 is 1. */
typedef struct
{
  guint    columns; /* divides the columns */
  guint    rows;    /* one row of so many; all where the rows are in no order */
  gboolean anchors; /* some rows are computed exactly beside (preview-anchors.h), so that its levels are those of the picture; else
                     * they are some 4 dB off, more where clicks are rare */
} OndesScalogramSkip;

/* What to compute. Filled by name, borrowed for the call. */
typedef struct
{
  OndesSpec                *spec;   /* quantity magnitude or power */
  OndesSource              *source;
  OndesView                 view;   /* columns > 0 */
  const OndesRecordingInfo *info;   /* of the source's recording */

  /* ondes_scalogram_compute(): NULL, or told of parts as they come, at most ten a second; the whole is no part. @base, of the same
   * rows and columns, is what stands where no exact value is yet; NULL, or of another size: NaN. The largest values of its columns
   * count in each part, so that colours stay. */
  OndesScalogramPart        part;
  gpointer                  part_data;
  const OndesScalogram     *base;

  /* ondes_scalogram_preview(): columns that @kept, an earlier picture of the same source or NULL, has as finely and of the same
   * spec are its. */
  OndesScalogramSkip        skip;
  const OndesScalogram     *kept;
} OndesScalogramJob;

/* Computes a pooled picture. Blocks: for a worker. */
OndesScalogram *ondes_scalogram_compute (OndesComputer           *computer,
                                         const OndesScalogramJob *job,
                                         const OndesWatch        *watch,
                                         OndesReport             *report,
                                         GError                 **error);
/* A preview of it: one window a column, and less by the skip, with the rest interpolated. */
OndesScalogram *ondes_scalogram_preview (OndesComputer           *computer,
                                         const OndesScalogramJob *job,
                                         const OndesWatch        *watch,
                                         OndesReport             *report,
                                         GError                 **error);
/* Takes into the preview @self, which nobody else has seen yet, the columns that @kept has as finely and of the same spec; its
 * exact ones stay. */
void            ondes_scalogram_refine      (OndesScalogram       *self,
                                             const OndesScalogram *kept);
/* FALSE where a preview would take as long as the picture. */
gboolean        ondes_scalogram_can_preview (const OndesSpec *spec);

/* Pictures on one grid: each column has @step samples, and each first sample lies on a multiple of it; the last column of a
 * recording has what is left. */

/* @columns columns from @column on, as a picture of their own. */
OndesScalogram *ondes_scalogram_cut      (const OndesScalogram *self,
                                          guint64              step,
                                          guint                column,
                                          guint                columns);
/* A picture of @view, whose columns are those of @parts (at least one; of one spec and source, within the view), the later ones
 * over the earlier; NaN where there is none. Where view.preview is FALSE the caller vouches that all is exact; elsewhere the
 * largest value of a column counts, though it was overwritten, so that colours stay. */
OndesScalogram *ondes_scalogram_assemble (const OndesView      *view,
                                          guint64              step,
                                          OndesScalogram *const *parts,
                                          guint                n_parts);

/* Makes @medians (of the whole recording, taken over; NULL: not known) those of a picture that nobody else has yet, and measures
 * its levels. A picture of the whole is born with its own; what was cut or assembled has them and the levels of its parts. */
void            ondes_scalogram_set_medians (OndesScalogram  *self,
                                             double          *medians);

/* @self with @medians, which are counted once more, and with @equalised. */
OndesScalogram *ondes_scalogram_with_medians (const OndesScalogram *self,
                                              double               *medians,
                                              OndesLevels           equalised);

OndesScalogram *ondes_scalogram_ref     (OndesScalogram      *self);
void            ondes_scalogram_unref   (OndesScalogram      *self);

/* The row that is drawn at a frequency (the narrowest whose edges hold it), or -1. */
int             ondes_scalogram_row     (const OndesScalogram *self,
                                         double               frequency_hz);
/* The columns [@from, @to) of @row all of whose samples lie inside the cone of influence. */
void            ondes_scalogram_cone    (const OndesScalogram *self,
                                         guint                row,
                                         guint               *from,
                                         guint               *to);
/* What the columns [@from, @to) of @values, one value a column in the unit of @self, show as one: their largest value, or the root
 * of their mean power where that is what each shows. Columns without a number are left out; NaN: there are no others. */
float           ondes_scalogram_join_columns (const OndesScalogram *self,
                                         const float         *values,
                                         guint                from,
                                         guint                to);
/* The column that holds a sample of the recording, or -1. */
int             ondes_scalogram_column  (const OndesScalogram *self,
                                         double               sample);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OndesScalogram, ondes_scalogram_unref)

G_END_DECLS
