/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parts that the commands of ondes-cli share: one table per command, one parser, one way to fail. */
#pragma once

#include "base/option.h"
#include "engine/compute.h"
#include "param/param.h"

G_BEGIN_DECLS

typedef struct
{
  const char *name;     /* "--omega0"; NULL ends a group */
  const char *argument; /* "W"; NULL for a flag. An entry without name and argument begins a group; its help is the heading */
  const char *help;     /* includes unit and default */
  /* Accepted words, NULL-terminated, for completion; text may follow a word that ends in a colon. NULL for free values.
   * Lower-case words in the argument text ("K|mix") may be omitted here. */
  const char *const *choices;
  /* The entry stands for the options of this table that have a help and, unless it is NULL, this section; cli_group_options() puts
   * them in its place. */
  const OndesParamTable *params;
  const char            *section;
  /* The same of the options of a second file, "--rate-2"; @help is added to its rate. */
  const OndesParamTable *second;
} CliOption;

/* Returns @group, its heading first, with the options of its tables in their places. Never freed. */
const CliOption *cli_group_options (const CliOption *group);

/* A parsed command line, checked against the command's table. */
typedef struct
{
  GHashTable *values;   /* option → its value, the last one given, "" for a flag */
  GPtrArray  *given;    /* each option and then its value, as given */
  GPtrArray  *operands; /* words that are not options */
} CliArguments;

typedef struct
{
  const CliArguments *arguments;
  OndesWatch          watch; /* its cancellable is triggered by SIGINT, SIGTERM and SIGHUP; its progress is NULL if nobody
                              * watches */
} CliRun;

typedef struct
{
  const char              *name;
  const char              *operand;  /* "FILE", "FILE FILE": one word per operand; "[FILE]" may be left out, "FILE…" repeated;
                                      * NULL if none */
  const char *const       *choices;  /* accepted words for the operand, NULL-terminated; NULL if it is a file */
  const char              *usage;    /* text after the operand: "-o OUT.(png|…) [OPTION…]" */
  const char              *summary;
  const CliOption *const  *groups;   /* NULL-terminated */
  const char              *epilogue; /* NULL if none */
  gboolean               (*run) (const CliRun *run,
                                 GError      **error);
} CliCommand;

extern const CliCommand cli_info, cli_devices, cli_cwt, cli_slice, cli_measure, cli_psd, cli_spectrum, cli_walshgram, cli_strips,
    cli_convolve, cli_autocorrelate, cli_boolean, cli_filter, cli_pairs, cli_annotate, cli_batch, cli_generate, cli_bench;

/* Runs the benchmark that @run names: in ondes-cli by ondes-bench, which defines this function itself. */
gboolean cli_bench_run (const CliRun *run,
                        GError      **error);

/* All commands in the order of the help, NULL-terminated. */
extern const CliCommand *const cli_commands[];

/* Parses @words by the command's table. Fails with ONDES_ERROR_REQUEST; does not handle --help. Free with
 * cli_arguments_free(). */
CliArguments *cli_arguments_parse (const CliCommand    *command,
                                   char               **words,
                                   GError             **error);
void          cli_arguments_free  (CliArguments        *self);
/* Returns the same arguments, to add to; the strings are those of @self. */
CliArguments *cli_arguments_copy  (const CliArguments  *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (CliArguments, cli_arguments_free)

/* Returns the value of @option, or NULL if it was not given. */
const char   *cli_text            (const CliArguments  *self,
                                   const char          *option);
/* Returns all values of @option in the order given, borrowed strings; free the array with g_free(). */
const char  **cli_texts           (const CliArguments  *self,
                                   const char          *option);
gboolean      cli_has             (const CliArguments  *self,
                                   const char          *option);
#define cli_refuse ondes_option_refuse
/* Parse the value of @option (base/option.h); leave @value unchanged if the option was not given. */
gboolean      cli_number          (const CliArguments  *self,
                                   const char          *option,
                                   double               lo,
                                   double               hi,
                                   double              *value,
                                   GError             **error);
gboolean      cli_integer         (const CliArguments  *self,
                                   const char          *option,
                                   guint64              lo,
                                   guint64              hi,
                                   guint64             *value,
                                   GError             **error);
/* Parses "LO:HI". */
gboolean      cli_range           (const CliArguments  *self,
                                   const char          *option,
                                   double              *lo,
                                   double              *hi,
                                   GError             **error);
gboolean      cli_choice          (const CliArguments  *self,
                                   const char          *option,
                                   const char *const   *names,
                                   guint               *value,
                                   GError             **error);

/* Parses the options of a table that are given, except those that the command parses itself. */
gboolean      cli_params_parse    (const CliArguments  *self,
                                   const OndesParam    *rows,
                                   gpointer             owner,
                                   GError             **error);

void          cli_print_help      (const CliCommand    *command);

/* Shows progress on standard error, which must be a terminal; cli_progress_clear() erases it. */
void          cli_progress        (double               fraction,
                                   gpointer             unused);
void          cli_progress_clear  (void);

/* Erases the progress from any thread, at the end of the process. */
void          cli_progress_wipe   (void);

/* Makes SIGINT, SIGTERM and SIGHUP cancel @cancellable from now on; if the command has not ended within 10 ms, removes
 * temporary files and exits with status 130, unless all outputs are already in place and the command is thus done. Call before
 * any thread starts. */
void          cli_watch_signals   (GCancellable        *cancellable);
/* Ends the process from any thread without allocating: leaves nothing half-written, writes @sentence to standard error, and
 * exits with @status. If all outputs are in place, exits with 0 and no message instead. */
void          cli_end             (const char          *sentence,
                                   gsize                length,
                                   int                  status) G_GNUC_NORETURN;
/* Sets how long cli_watch_signals() waits in place of 10 ms, for a command that must end child processes. */
void          cli_set_patience    (guint                ms);
/* Sets how many files the command moves into place; 1 by default. A command that writes none is never done before it ends. */
void          cli_expect_outputs  (guint                n);
/* TRUE if all outputs are in place. */
gboolean      cli_outputs_done    (void);

/* Append JSON to @out: a quoted string, or null for NULL; a number, or null if it is not finite. */
void          cli_json_string     (GString             *out,
                                   const char          *text);
void          cli_json_number     (GString             *out,
                                   double               value);
/* Append a member on a line of its own to an object that is open, behind "{" or another member. */
void          cli_json_add_text    (GString            *object,
                                    const char         *key,
                                    const char         *value);
void          cli_json_add_number  (GString            *object,
                                    const char         *key,
                                    double              value);
void          cli_json_add_integer (GString            *object,
                                    const char         *key,
                                    gint64              value);
void          cli_json_add_boolean (GString            *object,
                                    const char         *key,
                                    gboolean            value);
/* Print a line on standard error, and text on standard output, without the characters that a terminal obeys (base/display-text.h):
 * names and values may contain them. */
void          cli_tell            (const char          *format,
                                   ...) G_GNUC_PRINTF (1, 2);
gboolean      cli_print           (const char          *text,
                                   GError             **error);

G_END_DECLS
