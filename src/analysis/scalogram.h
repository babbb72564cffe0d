/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A scalogram: the values of one picture with everything needed to draw, read and label them. A Walshgram is one too
 * (walshgram.h).
 *
 * Immutable once created, reference counted, readable from any thread.
 */
#pragma once

#include "engine/compute.h"
#include "io/result-parts.h"
#include "signal/detrended-source.h"
#include "transform/cwt.h"
#include "transform/picture.h"

G_BEGIN_DECLS

/* Default limits of the colour range (levels.h), in the unit of the values or as ratios to the row medians; both 0 if nothing
 * could be measured. */
typedef struct
{
  double top, bottom;
} OndesLevels;

typedef struct
{
  OndesSpec      *spec;      /* a Morlet transform, or a Walshgram's */
  OndesView       view;
  guint           rows, columns;
  float          *values;    /* rows × columns, magnitude or power divided by 2^exponent; NaN if not computed yet */
  int             exponent;  /* nonzero only for recordings with very small or very large values */
  guint           exact;     /* columns [0, exact) are exact: all of them, unless view.preview is TRUE */
  guint           oversampling; /* samples of the transform to each of those that view, n and rate_hz count, which are the
                                 * recording's own; 1 unless the job asked for more */
  guint64         n;         /* samples of the whole recording */
  double          rate_hz;
  double          start;     /* time of sample 0, in time units of the recording */
  double          date_s;    /* date of sample 0, in seconds since 1970-01-01 00:00 UTC; NaN if it has none */
  OndesZone       zone;      /* of the date */
  gboolean        date_noted; /* the date is not part of the data: OndesTimeBase */
  char           *time_unit, *unit; /* of the recording */
  char           *name;      /* of the recording */
  char           *channel;   /* "channel 2 of 3 (H1)" or "the mean of 3 channels"; NULL if the recording has only one */
  char           *conditioning; /* steps applied after that trend was subtracted: "mean bandpass:35:350"; NULL if none */
  gboolean        even_times;   /* TRUE if the recording's time stamps were corrected */
  gboolean        half_band;    /* TRUE if frequencies below 0, which complex samples have, are missing */
  char           *report;    /* engine, method, size, time for the status line; never in a figure, which must be reproducible */
  double         *frequencies_hz; /* of the rows, for a Walshgram as walshgram.h says */
  double         *edges_hz;  /* 2 per row, its lower and upper frequency edges: geometric means with the neighbouring rows'
                              * frequencies; the outermost rows are as wide outwards as inwards */
  float           largest;   /* divided by 2^exponent too: largest finite value inside the cone of influence, or of all if
                              * none */
  float          *column_largest; /* largest value of each column inside the cone; 0 if none */
  OndesDetrend    detrend;   /* trend type subtracted from the recording */
  OndesTrend      trend;     /* the subtracted trend */
  OndesLevels     levels;    /* of the values */
  double         *medians;   /* of the rows over the whole recording, in its unit; from g_atomic_rc_box; NULL if unknown */
  OndesLevels     equalised; /* levels of the values as ratios to the medians */
} OndesScalogram;

/* Returns the actual value of @value in the picture: multiplied by 2^exponent. */
double          ondes_scalogram_value   (const OndesScalogram *self,
                                         float                 value);
/* Returns the class of the picture, and what tells its rows apart. */
const OndesPictureClass *ondes_scalogram_get_class (const OndesScalogram *self);
OndesPlace      ondes_scalogram_get_place  (const OndesScalogram *self);
/* TRUE if the values are powers, of which a decade is 10 dB; otherwise magnitudes. */
gboolean        ondes_scalogram_is_power   (const OndesScalogram *self);
/* Returns the decibels of a factor of 10 in the values: 10 or 20. */
double          ondes_scalogram_decade_db  (const OndesScalogram *self);
/* TRUE if columns are root mean squares of their samples; otherwise the largest. */
gboolean        ondes_scalogram_is_mean    (const OndesScalogram *self);
/* TRUE if it shows all of the recording, or all frames of a Walshgram. */
gboolean        ondes_scalogram_is_whole   (const OndesScalogram *self);
/* TRUE if @row is a scale whose frequency lies above half the rate. */
gboolean        ondes_scalogram_is_aliased (const OndesScalogram *self,
                                            guint                 row);
/* Returns the rate of the recording before it was oversampled, and half of it, which rows may reach past; the half is 0 if it was
 * not oversampled. In cycles per time unit. */
double          ondes_scalogram_get_own_rate      (const OndesScalogram *self);
double          ondes_scalogram_get_old_half_rate (const OndesScalogram *self);
/* Returns the cone of influence of @row in samples of the recording. */
double          ondes_scalogram_coi_samples       (const OndesScalogram *self,
                                                   guint                 row);
/* Receives a picture in progress: columns computed so far are exact, others hold the base; view.preview is TRUE. Transfer full,
 * on an engine thread. */
typedef void (*OndesScalogramPart) (OndesScalogram *part,
                                    gpointer        user_data);

/* Reductions that make a preview cheaper; 0 means 1. */
typedef struct
{
  guint    columns; /* divides the number of columns */
  guint    rows;    /* computes one row in this many; every row if the rows are unordered */
  gboolean anchors; /* TRUE if some rows of a view that is short enough are also computed exactly (preview-anchors.h), so levels
                     * match the final picture; otherwise they are off by some 4 dB, more if clicks are rare */
} OndesScalogramSkip;

/* A picture to compute. Initialise by member name; borrowed for the call. */
typedef struct
{
  OndesSpec                *spec;   /* quantity magnitude or power */
  OndesSource              *source;
  OndesView                 view;   /* columns > 0 */
  const OndesRecordingInfo *info;   /* of the source's recording */
  guint                     oversampling; /* the picture's; 0 means 1; the view counts samples of the source, in multiples of it */

  /* For ondes_scalogram_compute(). @part, or NULL, receives partial pictures, at most ten per second, but not the finished one.
   * @base, of the same rows and columns, fills the places without exact values; NaN if @base is NULL or has another size. Its
   * columns' largest values count in every part, so colours stay stable. */
  OndesScalogramPart        part;
  gpointer                  part_data;
  const OndesScalogram     *base;
  const OndesResultParts   *parts;  /* to put together in place of computing; or the one to compute; NULL for neither */

  /* For ondes_scalogram_preview(): columns that @kept, an earlier picture of the same source or NULL, has at least as finely
   * for the same spec are taken from it. */
  OndesScalogramSkip        skip;
  const OndesScalogram     *kept;
} OndesScalogramJob;

/* Computes a pooled picture. Blocks: call from a worker thread. */
OndesScalogram *ondes_scalogram_compute (OndesComputer           *computer,
                                         const OndesScalogramJob *job,
                                         const OndesWatch        *watch,
                                         OndesReport             *report,
                                         GError                 **error);
/* Computes the job's part of the picture and writes its file. */
gboolean        ondes_scalogram_compute_part (OndesComputer           *computer,
                                              const OndesScalogramJob *job,
                                              const OndesWatch        *watch,
                                              GError                 **error);
/* Computes a preview of the picture: one window per column, reduced further by the skip, with the rest interpolated. */
OndesScalogram *ondes_scalogram_preview (OndesComputer           *computer,
                                         const OndesScalogramJob *job,
                                         const OndesWatch        *watch,
                                         OndesReport             *report,
                                         GError                 **error);
/* Copies into the preview @self, which must not be shared yet, the columns that @kept has at least as finely for the same spec;
 * exact columns of @self are kept. */
void            ondes_scalogram_refine      (OndesScalogram       *self,
                                             const OndesScalogram *kept);

/* Pictures on a common grid: each column has @step samples and starts at a multiple of @step, or of a Walshgram, whose columns
 * have whole hops, at a multiple after the place of its first frame; the last column of a recording may be shorter.
 * Both functions return NULL and ONDES_ERROR_FILE if there is not enough memory. */

/* Returns @columns columns from @column on as a separate picture. */
OndesScalogram *ondes_scalogram_cut      (const OndesScalogram *self,
                                          guint64              step,
                                          guint                column,
                                          guint                columns,
                                          GError             **error);
/* Assembles a picture of @view from the columns of @parts (at least one, all of one spec and source, within the view); later
 * parts overwrite earlier ones, and gaps are NaN. If view.preview is FALSE, the caller guarantees that all values are exact;
 * otherwise the largest value of a column counts even if overwritten, so colours stay stable. */
OndesScalogram *ondes_scalogram_assemble (const OndesView      *view,
                                          guint64              step,
                                          OndesScalogram *const *parts,
                                          guint                n_parts,
                                          GError             **error);

/* Sets @medians (of the whole recording, takes ownership; NULL if unknown) on a picture that is not shared yet, and measures
 * its levels. A picture of the whole recording starts with its own; a cut or assembled one has those of its parts. */
void            ondes_scalogram_set_medians (OndesScalogram  *self,
                                             double          *medians);

/* Returns @self with @medians, adding a reference to them, and with @equalised; a reference to @self as it is if there is not
 * enough memory. */
OndesScalogram *ondes_scalogram_with_medians (OndesScalogram *self,
                                              double         *medians,
                                              OndesLevels     equalised);

OndesScalogram *ondes_scalogram_ref     (OndesScalogram      *self);
void            ondes_scalogram_unref   (OndesScalogram      *self);

/* Returns the row drawn at @frequency_hz (the narrowest whose edges contain it), or -1. */
int             ondes_scalogram_row     (const OndesScalogram *self,
                                         double               frequency_hz);
/* Gets the columns [@from, @to) of @row that lie entirely inside the cone of influence. */
void            ondes_scalogram_cone    (const OndesScalogram *self,
                                         guint                row,
                                         guint               *from,
                                         guint               *to);
/* Pools the columns [@from, @to) of @values, one value per column in the unit of @self: their maximum, or the root of the mean
 * power if the columns are pooled that way. Skips columns without a number; NaN if there are no others. */
float           ondes_scalogram_join_columns (const OndesScalogram *self,
                                         const float         *values,
                                         guint                from,
                                         guint                to);
/* Returns the column that contains @sample of the recording, or -1. */
int             ondes_scalogram_column  (const OndesScalogram *self,
                                         double               sample);

/* Returns "channel 2 of 3 (H1)" or, if @channel is 0, "the mean of 3 channels"; NULL if there is only one. Transfer full. */
char           *ondes_channel_text  (guint                     channel,
                                     const OndesRecordingInfo *info);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OndesScalogram, ondes_scalogram_unref)

G_END_DECLS
