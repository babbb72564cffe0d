/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Options and notes of the commands that draw pictures of time and frequency or sequency. */
#pragma once

#include "command.h"
#include "export/export.h"

G_BEGIN_DECLS

extern const CliOption cli_colour_options[]; /* palette, range, reference */

extern const CliOption cli_time_ruler_options[]; /* smoothing, and what the time ruler counts */

/* Parses these options, but for --clock on a recording without a date, which cli_time_ruler_check() refuses. */
gboolean cli_time_ruler_parse (const CliArguments *arguments,
                               OndesDisplay       *display,
                               GError            **error);
gboolean cli_time_ruler_check (const OndesDisplay       *display,
                               const OndesRecordingInfo *info,
                               GError                  **error);
/* Parses the colour options, and --view as @lo:@hi, which may begin at 0 on a linear axis: set show before. */
gboolean cli_colours_parse (const CliArguments *arguments,
                            OndesDisplay       *display,
                            GError            **error);
gboolean cli_view_parse    (const CliArguments *arguments,
                            OndesDisplay       *display,
                            GError            **error);
extern const CliOption cli_mark_options[]; /* the selection and the cursors */
/* Parses these options, in time units; the display stays as it is without them. cli_marks_scale() converts them to samples. */
gboolean cli_marks_parse   (const CliArguments *arguments,
                            OndesDisplay       *display,
                            GError            **error);
void     cli_marks_scale   (OndesDisplay       *display,
                            double              rate_hz);
/* Counts the samples of the export's span that are NaN or infinite, which the user must be told: values computed from them look
 * like any others. */
gboolean cli_gaps_count    (const OndesExport  *export,
                            const CliRun       *run,
                            guint              *gaps,
                            GError            **error);
void     cli_gaps_tell     (const OndesExport  *export,
                            guint               gaps);
/* Reads the file of --annotations for the display of @export, a picture; @set, NULL without the option, must outlive the display.
 * Prints the notes. */
gboolean cli_annotations_read (const CliRun        *run,
                               OndesExport         *export,
                               OndesAnnotationSet **set,
                               GError             **error);

G_END_DECLS
