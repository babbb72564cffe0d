/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OndesSecondPicture: the one mechanism for a picture beside another. The first is B's leader: B follows its settings, display and
 * pointer. B has a source of its own, in a session on the same timeline: the recording filtered, another recording or channel, the
 * same with settings that are held, or without instrument correction. How the two are shown is kept here, so that charts, bars and
 * exports agree. Main thread only.
 *
 * Signals:
 *   "changed"  B came or went, or the two are named or shown otherwise
 *   "moved" (double samples)  a person moves B in time, so much later
 */
#pragma once

#include "scalogram-analysis.h"
#include "signal/source.h"

G_BEGIN_DECLS

/* What charts of two pictures show: the first (A), the second (B), both with a line between them, their difference, or one above
 * the other. */
typedef enum
{
  ONDES_SHOWN_LEFT,
  ONDES_SHOWN_RIGHT,
  ONDES_SHOWN_BOTH,
  ONDES_SHOWN_DIFFERENCE,
  ONDES_SHOWN_STACKED,
  ONDES_N_SHOWN
} OndesShown;

extern const char *const ondes_shown_names[]; /* first second wipe difference stacked NULL, as in settings */

/* How the two are shown. Plain data. */
typedef struct
{
  OndesShown shown;
  double     line;      /* of the wipe, a fraction of the width from the left */
  double     range_db;  /* where the colours of the difference end */
  gboolean   own_range; /* TRUE if the levels of B set its colour range, FALSE if the range of A holds */
} OndesPairView;

/* What the two are called, in the language of the window, and where B is. Strings are borrowed. */
typedef struct
{
  const char *names[2];   /* of A and B, as they stand in the charts */
  gboolean    right_first; /* TRUE if the difference is B over A, FALSE if it is A over B */
  gboolean    is_movable; /* TRUE if a person can move B in time */
  gboolean    is_partial; /* TRUE if B is only of the samples of @cover; charts are grey beside them */
  OndesSpan   cover;
} OndesPairSides;

#define ONDES_TYPE_SECOND_PICTURE (ondes_second_picture_get_type ())
G_DECLARE_FINAL_TYPE (OndesSecondPicture, ondes_second_picture, ONDES, SECOND_PICTURE, GObject)

/* Makes one beside a picture of @session, with no B and no leader yet. */
OndesSecondPicture     *ondes_second_picture_new       (OndesSession           *session,
                                                        OndesShown              shown);
/* Has B follow @first, once; messages and state are @owner's. B computes only while its analysis is active. */
void                    ondes_second_picture_follow    (OndesSecondPicture     *self,
                                                        OndesScalogramAnalysis *first,
                                                        OndesAnalysis          *owner);
/* Return the session of B, which is empty until B is there, and its analysis, NULL until it follows; borrowed, for life. */
OndesSession           *ondes_second_picture_get_session (OndesSecondPicture   *self);
OndesScalogramAnalysis *ondes_second_picture_get_scalogram (OndesSecondPicture *self);

/* Gives B @source, which is of @channel of @recording and has the length and rate of the first; hide() takes B away. */
void                    ondes_second_picture_show      (OndesSecondPicture     *self,
                                                        OndesRecording         *recording,
                                                        guint                   channel,
                                                        OndesSource            *source);
void                    ondes_second_picture_hide      (OndesSecondPicture     *self);
gboolean                ondes_second_picture_is_there  (OndesSecondPicture     *self);
/* TRUE if both are of the same samples, transformed alike. */
gboolean                ondes_second_picture_is_same   (OndesSecondPicture     *self);
void                    ondes_second_picture_set_sides (OndesSecondPicture     *self,
                                                        const OndesPairSides   *sides); /* copied */
const OndesPairSides   *ondes_second_picture_get_sides (OndesSecondPicture     *self);

const OndesPairView    *ondes_second_picture_get_view  (OndesSecondPicture     *self);
/* Values out of range stay as they are. */
void                    ondes_second_picture_set_view  (OndesSecondPicture     *self,
                                                        const OndesPairView    *view);
/* Shows @shown with the line in the middle; toggle() shows what was before if that is shown. */
void                    ondes_second_picture_set_shown (OndesSecondPicture     *self,
                                                        OndesShown              shown);
void                    ondes_second_picture_toggle    (OndesSecondPicture     *self,
                                                        OndesShown              shown);
/* Emits "moved". */
void                    ondes_second_picture_move      (OndesSecondPicture     *self,
                                                        double                  samples);
/* Returns how the two are shown, a floating dictionary; restore() takes its valid entries. */
GVariant               *ondes_second_picture_save      (OndesSecondPicture     *self);
void                    ondes_second_picture_restore   (OndesSecondPicture     *self,
                                                        GVariant               *saved);

G_END_DECLS
