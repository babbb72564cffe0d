/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Builds ondes-cli command lines option by option, quoted for a shell. Each addition begins with a blank; omits defaults. */
#pragma once

#include "export-format.h"

G_BEGIN_DECLS

/* Does not add a blank before @word. */
void ondes_line_add_word    (GString                *line,
                             const char             *word);
void ondes_line_add_option  (GString                *line,
                             const char             *option,
                             const char             *value);
void ondes_line_add_number  (GString                *line,
                             const char             *option,
                             double                  value);
/* Adds "--name value --flag …"; a value may contain blanks, as lists of scales do. */
void ondes_line_add_options (GString                *line,
                             const char             *options);
/* Returns the options of "--name value --flag …", each with its value; free with g_strfreev(). */
char **ondes_options_split     (const char             *options);
void ondes_line_add_file    (GString                *line,
                             OndesRecording         *recording);
void ondes_line_add_read    (GString                *line,
                             const OndesReadOptions *read);
/* Adds the options of a second file that differ from those of the first. */
void ondes_line_add_second_read (GString                *line,
                                 const OndesReadOptions *first,
                                 const OndesReadOptions *second);
/* Adds the steps that @recording is conditioned by. */
void ondes_line_add_conditioning (GString               *line,
                                  OndesRecording        *recording,
                                  const char            *option);
void ondes_line_add_channel (GString                *line,
                             OndesRecording         *recording,
                             const char             *option,
                             guint                   channel);
void ondes_line_add_span    (GString                *line,
                             OndesRecording         *recording,
                             const char             *from_option,
                             const char             *to_option,
                             guint64                 first,
                             guint64                 count);
void ondes_line_add_size    (GString                *line,
                             const OndesFigureSize  *size);
void ondes_line_add_output  (GString                *line,
                             const char             *path,
                             OndesExportFormat       format);

G_END_DECLS
