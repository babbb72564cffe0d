/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OndesAnalysisPreset: a whole analysis with a name: the transform and its frequencies, the colours and the axis, what is done
 * to the recording before, and how it is heard. Some are built in, a person's own are files (preset-store.h),
 * NAME.ondes-preset, which can be sent. Not in it: the engine, the method and its precision, a sensor's compensation, which has
 * presets of its own, and what is in view. The taps of its filters are in it (preset-files.h). Earlier versions wrote their path.
 *
 * Frequencies are in cycles per the preset's own time unit, and fitted to each recording: converted to its unit, kept below
 * 0.45 of its rate and above one and a half cycles over all of it. Steps of conditioning that the recording does not allow are
 * left out. Both are told.
 *
 * In the window: ondes_analysis_preset_apply() is one undo step. In a command: ondes_analysis_preset_load() takes the value of
 * --preset, NAME or FILE; ondes_analysis_preset_options() returns what it asks for as options of “ondes-cli cwt”, for any that
 * the command line does not give itself; what depends on the recording, its rows and its conditioning, follows once the
 * recording is open, from ondes_analysis_preset_fit():
 *
 *   g_autofree OndesAnalysisPreset *preset = ondes_analysis_preset_load (text, &error);
 *   g_auto (GStrv) options = ondes_analysis_preset_options (preset, TRUE);     "--wavelet", "analytic-morlet", "--equalise",
 * "", …, NULL
 *   OndesPresetFit fit;
 *   ondes_analysis_preset_fit (preset, rate_hz, n_samples, time_unit, &fit);
 *   fit.lowest, fit.highest   for --frequencies; both 0: automatic
 *   fit.steps                 for --condition, NULL-terminated
 *   fit.note                  a sentence on what did not fit, or NULL
 *   ondes_preset_fit_clear (&fit);
 *
 * Any thread, but for files (preset-store.h) and the session.
 */
#pragma once

#include "scalogram-analysis.h"
#include "session/preset-store.h"
#include "sound/listening.h"

G_BEGIN_DECLS

#define ONDES_PRESET_STEPS_TEXT 4352 /* bytes of all steps, with a NUL */

typedef struct
{
  char                   description[256]; /* one line on what it does; "" for none */
  char                   time_unit[8];
  double                 lowest, highest;  /* of the rows, cycles per time unit; both 0: automatic */
  OndesCwtSettings       cwt;              /* without method, precision, FFT length and fmin_hz, fmax_hz */
  OndesDisplay           display;          /* without what is in view */
  char                   steps[ONDES_PRESET_STEPS_TEXT]; /* of the conditioning, one a line; "" for none */
  OndesListeningSettings listening;        /* speed, keeps_pitch and shift_hz alone */
} OndesAnalysisPreset;

extern const OndesPresetKind ondes_analysis_presets;

/* One that is built in. */
typedef struct
{
  const char *id;    /* the word of --preset */
  const char *title; /* translated */
} OndesBuiltInPreset;

/* standard (the defaults) bats birds whales speech music ecg eeg vibration strain climate, ended by one whose id is NULL. */
extern const OndesBuiltInPreset ondes_built_in_presets[];
/* Returns the preset, with its description translated; free with g_free(). NULL if there is none of that @id. */
OndesAnalysisPreset *ondes_analysis_preset_new_built_in (const char                *id);
/* Returns the preset that @text means: a built-in one, one of the person's own, or a file if it has a slash or ends as files of
 * presets do. Free with g_free(). Reads files. */
OndesAnalysisPreset *ondes_analysis_preset_load         (const char                *text,
                                                         GError                   **error);
/* Returns the content of the preset at @path with the taps of its filters in it: as the file has it, or written anew if an
 * earlier version wrote the file and named files of taps. Transfer full. */
GBytes              *ondes_analysis_preset_pack         (const char                *path,
                                                         GError                   **error);
/* Fails if the preset at @path names a file of taps that is not in it. A file that is no preset passes. */
gboolean             ondes_analysis_preset_check_whole  (const char                *path,
                                                         GError                   **error);

/* Convert to and from a dictionary (a{sv}), as the files have it and the functions of ondes_analysis_presets take it. */
GVariant            *ondes_analysis_preset_save         (const OndesAnalysisPreset *self);
void                 ondes_analysis_preset_restore      (OndesAnalysisPreset       *self,
                                                         GVariant                  *saved);

/* What a preset is for one recording; clear it. */
typedef struct
{
  double  factor;          /* one cycle per time unit of the preset in cycles per that of the recording */
  double  lowest, highest; /* cycles per time unit of the recording; both 0: automatic */
  char  **steps;           /* NULL-terminated */
  char   *note;            /* a sentence on what did not fit; NULL if all did */
} OndesPresetFit;

void                 ondes_analysis_preset_fit          (const OndesAnalysisPreset *self,
                                                         double                     rate_hz,
                                                         guint64                    n,
                                                         const char                *time_unit,
                                                         OndesPresetFit            *fit);
void                 ondes_preset_fit_clear             (OndesPresetFit            *fit);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (OndesPresetFit, ondes_preset_fit_clear)

/* Returns options of “ondes-cli cwt” and their values, "" for flags, in turn; without those of the rows and of the
 * conditioning, and with those of pictures if @figure. Transfer full. */
char               **ondes_analysis_preset_options      (const OndesAnalysisPreset *self,
                                                         gboolean                   figure);

/* Applies @self to the recording that is open in @session, as one undo step named after @title. Sets @note to a sentence on
 * what did not fit, transfer full, or NULL. Main thread. */
void                 ondes_analysis_preset_apply        (const OndesAnalysisPreset *self,
                                                         OndesSession              *session,
                                                         const char                *title,
                                                         char                     **note);
/* Fills @self with what @session has now. A recording is open. Main thread. */
void                 ondes_analysis_preset_take         (OndesAnalysisPreset       *self,
                                                         OndesSession              *session);

G_END_DECLS
