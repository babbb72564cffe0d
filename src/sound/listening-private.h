/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shared by the source files of the listening. */
#pragma once

#include "listening.h"
#include "transform/filter-settings.h"

G_BEGIN_DECLS

/* A filter on the way to what is heard, of two numbers that a person chose. */
typedef struct
{
  OndesSource *made, *from; /* @made is @from filtered; NULL if there is nothing to filter, or if that fails */
  double       numbers[2];
  char        *problem;     /* NULL if there is none */
} OndesListeningStage;

struct _OndesListening
{
  OndesAnalysis          parent_instance;

  OndesSession          *session;
  OndesSession          *heard;   /* derived of the session, or NULL */
  OndesListeningStage    band, shift;
  OndesPlayer           *player;
  OndesListeningSettings settings;
  OndesPlayerState       state;   /* as of the last tick */
  double                 level;   /* not yet taken */
  double                 rate_hz; /* of the samples that the settings' band counts by; 0 before a recording */
  guint                  opened;  /* the recording that was played last, as the session counts them */
  guint                  timer;
  gboolean               was_in_view; /* the playhead, at the last tick */
  gboolean               is_leading;  /* what is heard moves the playhead */
};

void      ondes_listening_stage_drop   (OndesListeningStage *stage);
/* Fills the track that would be played now; the source is borrowed. FALSE if there is none. */
gboolean  ondes_listening_find_track   (OndesListening      *self,
                                        OndesTrack          *track);
/* Returns the pace to play at. */
OndesPace ondes_listening_get_pace     (OndesListening      *self);
/* Chooses the filter of the band for samples at @rate_hz; FALSE if it would pass all. */
gboolean  ondes_listening_choose_band  (OndesListening      *self,
                                        double               rate_hz,
                                        OndesFilterSettings *choice);
/* Returns the settings' sentence on what cannot be heard as they say; NULL if all can. Borrowed. */
const char *ondes_listening_find_problem (OndesListening    *self);
void      ondes_listening_export_init  (OndesAnalysisClass  *klass);

G_END_DECLS
