/* SPDX-License-Identifier: GPL-3.0-or-later */
/* --preset: a preset (picture/analysis-preset.h) as options of cwt. Options of the command line override it. */
#pragma once

#include "command.h"
#include "picture/analysis-preset.h"

G_BEGIN_DECLS

extern const char *const cli_preset_words[]; /* of --preset, for completion */
/* The help of --preset. */
#define CLI_PRESET_HELP                                                                                                        \
  "rows, colours, axis and conditioning: standard (the defaults), bats, birds, whales, speech, music, ecg, eeg, vibration, "    \
  "strain or climate. Or the name of one's own, or a file NAME.ondes-preset. Fitted to the recording; other options come before"

/* What --preset asks for; all NULL if it is not given. Clear it after the arguments' last use. */
typedef struct
{
  OndesAnalysisPreset *preset;
  char               **options;   /* of it, which the arguments borrow */
  CliArguments        *arguments; /* the command line's with those that it does not give itself */
} CliPreset;

/* Reads the preset that @arguments ask for, with options of pictures if @figure. */
gboolean cli_preset_parse (const CliArguments *arguments,
                           gboolean            figure,
                           CliPreset          *preset,
                           GError            **error);
void     cli_preset_clear (CliPreset          *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (CliPreset, cli_preset_clear)

G_END_DECLS
