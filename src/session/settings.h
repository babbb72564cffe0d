/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is remembered between runs. Whatever the store holds, the settings that are loaded from it work. */
#pragma once

#include "analysis.h"
#include "figure/figure.h"
#include "param/param.h"

G_BEGIN_DECLS

/* Returns NULL if the schema is not installed; then nothing is remembered. Transfer full. */
GSettings *ondes_settings_new       (void);

/* Load and store the choices of a person: the settings of an analysis (see ondes_session_get_settings()) that its class remembers.
 * What is chosen for a recording is not among them. @settings may be NULL, which does nothing. */
void       ondes_settings_load      (GSettings       *settings,
                                     OndesAnalysis   *analysis);
void       ondes_settings_store     (GSettings       *settings,
                                     OndesAnalysis   *analysis);

/* Begins with @fresh, the settings that the analysis had before any recording, but for those that its class remembers. An analysis
 * whose class remembers none forgets by itself. */
void       ondes_settings_begin      (OndesAnalysis   *analysis,
                                      GVariant        *fresh);

/* Load and store what rulers show. */
void       ondes_settings_load_rulers  (GSettings    *settings,
                                        OndesSession *session);
void       ondes_settings_store_rulers (GSettings    *settings,
                                        OndesSession *session);

/* For classes of analyses, whose remember() fills a list. Adds the setting @name, within the dictionary @part if not NULL, of which
 * the store has @key. All are static. */
void       ondes_remembered_add      (OndesRemembered  *self,
                                      const char       *key,
                                      const char       *part,
                                      const char       *name);
/* Adds the rows that are remembered and that the store has; their keys in it begin with @prefix. */
void       ondes_remembered_add_rows (OndesRemembered  *self,
                                      const char       *prefix,
                                      const OndesParam *rows);
/* Load and store such rows of a struct that is no analysis. */
void       ondes_settings_load_rows  (GSettings        *settings,
                                      const char       *prefix,
                                      const OndesParam *rows,
                                      gpointer          owner);
void       ondes_settings_store_rows (GSettings        *settings,
                                      const char       *prefix,
                                      const OndesParam *rows,
                                      gconstpointer     owner);

/* Load and store the size of the last exported figure, not settled: the size in pixels stays beside one on paper. */
void       ondes_settings_load_size (GSettings       *settings,
                                     OndesFigureSize *size);
void       ondes_settings_store_size (GSettings             *settings,
                                      const OndesFigureSize *size);

G_END_DECLS
