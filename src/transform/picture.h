/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The kinds of time-frequency pictures. A transform that has pictures has a class, which tells what rows, columns and values of
 * them are. Code that computes, draws, labels or exports a picture asks the class, never which transform it is of.
 *
 * A value of a picture is of one *frame*: frame j is made of the samples j·hop … j·hop + window − 1 of the recording, and is
 * drawn over the hop samples from j·hop + offset on. Frames of a Morlet transform are single samples. An oversampled transform
 * has several values to each frame.
 */
#pragma once

#include "cwt-options.h"
#include "signal/detrended-source.h"
#include "spec.h"

G_BEGIN_DECLS

/* The quantity that tells rows apart: cycles per time unit, zero crossings per time unit, or the row's number. */
typedef enum { ONDES_PLACE_FREQUENCY, ONDES_PLACE_SEQUENCY, ONDES_PLACE_ROW } OndesPlace;

typedef struct
{
  guint64 hop;    /* samples from one frame to the next */
  guint64 window; /* samples of a frame */
  guint64 offset; /* samples from a frame's first one to where it is drawn */
} OndesFrames;

/* What pictures of a spec have. */
typedef struct
{
  guint        rows;
  OndesPlace   place;
  const char  *order;        /* names the order of rows whose place is their number; otherwise NULL. Static */
  double       voices;       /* rows per octave if they are evenly spaced; otherwise 0 */
  OndesFrames  frames;
  guint        oversampling; /* samples of the transform to each of the recording's */
  int          gain;         /* the power of two by which a picture's values are the transform's */
  OndesPooling pool;
  gboolean     is_power;
  gboolean     is_integer;   /* TRUE if arithmetic is exact in integers */
  double       correlation;  /* samples within which values of a row depend on each other; 0 for its scale */
  const char  *scaling;      /* names a scaling other than the default; NULL for that. Static */
  guint        mask_bits;    /* of sampled wavelets */
  double       noise_db;     /* of these, NaN if they are exact */
} OndesPictureTraits;

/* How values of rows are computed. */
typedef enum
{
  ONDES_ROWS_AS_SHOWN,        /* as the picture's, by the fastest method */
  ONDES_ROWS_AS_MEASURED,     /* real values, otherwise as the picture's */
  ONDES_ROWS_IN_DOUBLE,       /* real values in double, by the fastest method */
  ONDES_ROWS_OF_COEFFICIENTS, /* coefficients in double, by the fastest method */
} OndesRowsHow;

/* Some rows of a picture. */
typedef struct
{
  const guint *rows;   /* ascending; consecutive ones where the class computes all rows at once */
  guint        n;
  OndesRowsHow how;
  double       hz;      /* above 0: the frequency of a row of its own in place of the first */
  double       rate_hz; /* of the source; for hz */
} OndesRowsWanted;

/* Functions take specs of their class. One that is NULL means that there is nothing of the kind. */
struct _OndesPictureClass
{
  /* Words of the command and of files. */
  const char *command;    /* of ondes-cli, for its pictures */
  const char *slices_of;  /* the --transform of its slices; NULL for the default */
  const char *row_word;   /* of a row's place, in files of numbers: "frequency" */
  const char *rows_word;  /* of the places of all rows, there: "frequencies_hz" */

  gboolean    linear;     /* TRUE if rows are equally far apart, from 0 on, which is the mean */
  gboolean    framed;     /* TRUE if frames have several samples; files of numbers are then of the recording's own values */
  gboolean    real;       /* TRUE if coefficients are real and their signs count */
  double      cone;       /* samples to a row's scale that the ends of the recording reach in; 0 for no cone of influence */

  OndesPictureTraits (*traits) (const OndesSpec *spec);
  /* Returns a row's place on the axis. @rate_hz is of the transform's samples. */
  double      (*row_hz)       (const OndesSpec *spec,
                               guint            row,
                               double           rate_hz);
  /* Returns its frequency or sequency in files, whatever its place on the axis; NULL if they are the same. */
  double      (*file_hz)      (const OndesSpec *spec,
                               guint            row,
                               double           rate_hz);
  /* Returns a row's scale in samples of the transform. */
  double      (*scale)        (const OndesSpec *spec,
                               guint            row);
  /* Returns the frequency of any scale; NULL if a row has none. */
  double      (*scale_hz)     (const OndesSpec *spec,
                               double           scale,
                               double           rate_hz);
  /* Returns the factor of a row's magnitudes that a tone's peak must not depend on; NULL if no tone's frequency can be found
   * between rows (analysis/peak-frequency.h). */
  double      (*row_factor)   (const OndesSpec *spec,
                               guint            row);
  /* Returns the options of the rows that a picture has by default. Transfer full. */
  char       *(*usual_rows)   (const OndesSpec *spec,
                               double           rate_hz);
  /* Returns the trend type to subtract where @asked is wanted, of a picture or else for numbers. */
  OndesDetrend (*detrend)     (const OndesSpec *spec,
                               OndesDetrend     asked,
                               gboolean         picture);
  /* Returns a spec of the rows that are wanted; it may have all rows, and then @first is the place of the first one. */
  OndesSpec  *(*take)         (const OndesSpec       *spec,
                               const OndesRowsWanted *wanted,
                               guint                 *first,
                               GError               **error);
  /* FALSE if a preview would take as long as the picture. */
  gboolean    (*can_preview)  (const OndesSpec *spec);
  /* Estimates the work of @count samples, in rows × samples of a method other than direct. */
  double      (*work)         (const OndesSpec *spec,
                               guint64          count);
  /* TRUE if the values of both mean the same and their rows span about the same frequencies, so that levels of one suit the
   * other. */
  gboolean    (*same_measure) (const OndesSpec *a,
                               const OndesSpec *b);
  /* TRUE if two specs that print alike apply the same compensation in words too: two tables may hold the same. */
  gboolean    (*same_words)   (const OndesSpec *a,
                               const OndesSpec *b);
};

extern const OndesPictureClass ondes_cwt_picture, ondes_walshgram_picture;

/* Returns the class of the pictures of @spec; NULL if its transform has none. */
const OndesPictureClass *ondes_spec_picture (const OndesSpec *spec);

OndesPictureTraits ondes_picture_traits (const OndesSpec *spec);
double       ondes_picture_file_hz      (const OndesSpec *spec,
                                         guint            row,
                                         double           rate_hz);
OndesDetrend ondes_picture_detrend      (const OndesSpec *spec,
                                         OndesDetrend     asked,
                                         gboolean         picture);
/* Resolves AUTO for a Morlet transform: to MEAN in pictures with the zero boundary, where an offset would be a step, otherwise to
 * NONE. */
OndesDetrend ondes_cwt_detrend          (OndesDetrend     asked,
                                         gboolean         picture,
                                         OndesBoundary    boundary);

/* All of these count samples of the recording, never the finer ones of an oversampled transform. */

/* Returns the whole frames that begin in samples [@first, @first + @count) of a recording of @n; count 0 if none. */
OndesSpan    ondes_picture_frames_from  (const OndesSpec *spec,
                                         guint64          n,
                                         guint64          first,
                                         guint64          count);
/* Returns the frames that are drawn, wholly or in part, over samples [@first, @first + @count) of a recording of @n; count 0
 * if there are none, as near its ends. */
OndesSpan    ondes_picture_frames_over  (const OndesSpec *spec,
                                         guint64          n,
                                         guint64          first,
                                         guint64          count);
/* Returns the same or, if there are none, the nearest one; count 0 if the recording has no frame. */
OndesSpan    ondes_picture_frames_near  (const OndesSpec *spec,
                                         guint64          n,
                                         guint64          first,
                                         guint64          count);
/* Returns the samples over which @frames are drawn. They may reach past the recording's end if the hop is longer than the
 * window. */
OndesSpan    ondes_picture_shown        (const OndesSpec *spec,
                                         OndesSpan        frames);
/* Returns the samples over which all frames of a recording of @n are drawn. */
OndesSpan    ondes_picture_shown_whole  (const OndesSpec *spec,
                                         guint64          n);
/* Returns the samples in which the frames begin that are drawn over @shown; not oversampled. */
OndesSpan    ondes_picture_begins       (const OndesSpec *spec,
                                         OndesSpan        shown);
/* Returns the view, for a job, of the frames @frames (at least one) in @columns columns; not oversampled. */
OndesView    ondes_picture_view         (const OndesSpec *spec,
                                         OndesSpan        frames,
                                         guint            columns);

G_END_DECLS
