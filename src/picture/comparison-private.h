/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shared by the files of OndesComparison. */
#pragma once

#include "comparison.h"

G_BEGIN_DECLS

struct _OndesComparison
{
  OndesAnalysis           parent_instance;

  OndesSession           *session;  /* borrowed from the parent class */
  OndesScalogramAnalysis *first;
  OndesSecondPicture     *picture;
  OndesScalogramAnalysis *scalogram; /* of it, borrowed */
  OndesScheduler         *opening;

  /* What is chosen. */
  OndesSecond             second;
  char                   *path;     /* NULL if no file was chosen */
  OndesReadOptions        read;     /* owns its strings */
  guint                   channel;
  OndesAlignment          alignment;
  GVariant               *held;     /* a{sv} of session settings; empty unless settings are held */
  OndesPairView           view;     /* what of it is a setting */

  guint                   opened;   /* the recording of the session that was taken over */
  OndesRecording         *file;     /* as opened from path; NULL if it is not open */
  OndesRecording         *recording; /* conditioned; NULL if there is no second */
  OndesRecording         *aligned;  /* NULL if there is none */
};

/* comparison-open.c: opens and conditions the second. */
extern const OndesSchedulerClass ondes_comparison_opening;
/* Takes @recording as the second, NULL for none, and shows it. */
void     ondes_comparison_take    (OndesComparison *self,
                                   OndesRecording  *recording);

/* Emits "needs-raw". */
void     ondes_comparison_ask_raw (OndesComparison *self,
                                   const char      *path);

/* comparison-saved.c */
void     ondes_comparison_save    (OndesAnalysis   *analysis,
                                   GVariantBuilder *builder);
/* Takes valid entries without telling of it. */
void     ondes_comparison_load    (OndesComparison *self,
                                   GVariant        *settings);
/* Returns an empty dictionary of settings. */
GVariant *ondes_comparison_no_settings (void);

/* comparison-export.c: adds what is shown of the second to @export, with references of its own, and drops these. */
void     ondes_comparison_fill_export  (OndesComparison *self,
                                        OndesExport     *export);
void     ondes_comparison_clear_export (OndesExport     *export);

/* scalogram-analysis-follow.c: @settings are kept in the place of the leader's, NULL for none. Adds a reference. With @plain it
 * never compensates, nor oversamples, and has the same rows, also past half of the old rate. */
void     ondes_scalogram_analysis_hold (OndesScalogramAnalysis *self,
                                        GVariant               *settings,
                                        gboolean                plain);

G_END_DECLS
