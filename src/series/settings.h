/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is remembered between runs. Whatever the store holds, the settings that are loaded from it work. */
#pragma once

#include "dyadic-analysis.h"
#include "filter-analysis.h"
#include "picture/scalogram-analysis.h"
#include "picture/walshgram-analysis.h"
#include "sound/listening.h"
#include "spectrum-analysis.h"

G_BEGIN_DECLS

/* Returns NULL if the schema is not installed; then nothing is remembered. Transfer full. */
GSettings *ondes_settings_new       (void);

/* Load and store the choices of an analysis: those of its settings (see ondes_session_get_settings()) that do not belong to one
 * recording. @settings may be NULL, which does nothing. */
void       ondes_settings_load      (GSettings       *settings,
                                     OndesAnalysis   *analysis);
void       ondes_settings_store     (GSettings       *settings,
                                     OndesAnalysis   *analysis);

/* Load and store the steps of the session's conditioning. They are loaded switched off: their numbers were chosen for another
 * recording. */
void       ondes_settings_load_conditioning  (GSettings    *settings,
                                              OndesSession *session);
void       ondes_settings_store_conditioning (GSettings    *settings,
                                              OndesSession *session);
/* Load and store what rulers show. */
void       ondes_settings_load_rulers  (GSettings    *settings,
                                        OndesSession *session);
void       ondes_settings_store_rulers (GSettings    *settings,
                                        OndesSession *session);
/* Load and store how recordings are played; @settings may be NULL. */
void       ondes_settings_load_listening  (GSettings      *settings,
                                           OndesListening *listening);
void       ondes_settings_store_listening (GSettings      *settings,
                                           OndesListening *listening);

/* Loads the size of the last exported figure. */
void       ondes_settings_load_size (GSettings       *settings,
                                     OndesFigureSize *size);

G_END_DECLS
