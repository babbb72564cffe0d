/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pages of the manual in the language of groff's man(7), and the bash completion, written from the tables of the programs. */
#pragma once

#include "cli/command.h"

G_BEGIN_DECLS

/* Appends @text with what groff reads as its own escaped; options in it ("--from", "-o") are bold. */
void      troff_text     (GString           *out,
                          const char        *text);
/* An argument or a synopsis, "K|mix": capitals stand for something else and are in italics, other words are typed so and bold. */
void      troff_argument (GString           *out,
                          const char        *text);
/* .SH or .SS */
void      troff_heading  (GString           *out,
                          const char        *macro,
                          const char        *text);
/* A paragraph under a tag, which is text of groff's already. */
void      troff_tagged   (GString           *out,
                          const char        *tag,
                          const char        *text);
/* NAME and @body as the page @name of section 1. Free with g_free(). */
char     *troff_page     (const char        *name,
                          const char        *summary,
                          const GString     *body);

/* Words for an option's value with a blank between: its choices, and the words in lower case of its argument; "" where it takes
 * others alone. Free with g_free(). */
char     *option_words   (const CliOption   *option);
/* Whether the value names a file. */
gboolean  option_is_file (const CliOption   *option);

/* The pages and completions. Free with g_free(). */
char     *cli_overview_page   (void);
char     *cli_command_page    (const CliCommand *command);
/* @fixed: what follows the tables. */
char     *cli_completion      (const char       *fixed);
char     *window_page         (void);
char     *window_completion   (void);

/* ENVIRONMENT of the window or of the command. */
void      append_environment  (GString          *out,
                               gboolean          window);

G_END_DECLS
