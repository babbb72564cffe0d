/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the commands of ondes-cli share: one table a command, one parser, one way to fail. */
#pragma once

#include "engine/compute.h"

G_BEGIN_DECLS

typedef struct
{
  const char *name;     /* "--omega0"; NULL ends a group */
  const char *argument; /* "W"; NULL: a flag. A group begins with an entry of neither, whose help is its heading */
  const char *help;     /* with unit and default */
  /* Words that it takes, ended by NULL, for completion; more may follow one that ends in a colon. NULL: other values. Words in
   * lower case of its argument ("K|mix") need not stand here. */
  const char *const *choices;
} CliOption;

/* Words of one command line, checked against its table. */
typedef struct
{
  GHashTable *values;   /* option → its text, "" for a flag */
  GPtrArray  *operands; /* what is no option */
} CliArguments;

typedef struct
{
  const CliArguments *arguments;
  OndesWatch          watch; /* its cancellable is set off by SIGINT and SIGTERM, its progress NULL where nobody watches */
} CliRun;

typedef struct
{
  const char              *name;
  const char              *operand;  /* "FILE" or "FILE FILE": as many as it has words are taken; NULL: none */
  const char *const       *choices;  /* words that the operand is one of, ended by NULL; NULL: it is a file */
  const char              *usage;    /* after the operand: "-o OUT.(png|…) [OPTION…]" */
  const char              *summary;
  const CliOption *const  *groups;   /* ended by NULL */
  const char              *epilogue; /* or NULL */
  gboolean               (*run) (const CliRun *run,
                                 GError      **error);
} CliCommand;

extern const CliCommand cli_info, cli_devices, cli_cwt, cli_spectrum, cli_convolve, cli_autocorrelate, cli_boolean, cli_generate,
    cli_bench;

/* All of them in the order of the help, ended by NULL. */
extern const CliCommand *const cli_commands[];

/* Fails with ONDES_ERROR_REQUEST; --help is not an option here. Free with cli_arguments_free(). */
CliArguments *cli_arguments_parse (const CliCommand    *command,
                                   char               **words,
                                   GError             **error);
void          cli_arguments_free  (CliArguments        *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (CliArguments, cli_arguments_free)

/* NULL where the option was not given. */
const char   *cli_text            (const CliArguments  *self,
                                   const char          *option);
gboolean      cli_has             (const CliArguments  *self,
                                   const char          *option);
/* ONDES_ERROR_REQUEST about @option, which the sentence does not name. */
void          cli_refuse          (GError             **error,
                                   const char          *option,
                                   const char          *format,
                                   ...) G_GNUC_PRINTF (3, 4);
/* These leave @value where the option was not given, and refuse what is no number, not finite or out of its range with
 * ONDES_ERROR_REQUEST. Numbers are written with a point, whatever the locale. */
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
/* "LO:HI" */
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
/* One finite number and nothing after it. */
gboolean      cli_parse_number    (const char          *text,
                                   double              *value);

void          cli_print_help      (const CliCommand    *command);

/* Progress on a terminal's standard error; cli_progress_clear() wipes it. */
void          cli_progress        (double               fraction,
                                   gpointer             unused);
void          cli_progress_clear  (void);

/* The same from a thread of its own, at the end of the process. */
void          cli_progress_wipe   (void);

/* From here on SIGINT, SIGTERM and SIGHUP set off @cancellable; where that is not seen within 10 ms, temporary files are
 * removed and the process ends with 130. Once all outputs are in their places it does not: the command is done. Call it before
 * any thread starts. */
void          cli_watch_signals   (GCancellable        *cancellable);
/* Ends the process from any thread, without another allocation: nothing is left half-written, @sentence goes to standard error,
 * and the status is @status; 0, and nothing said, where all outputs are in their places. */
void          cli_end             (const char          *sentence,
                                   gsize                length,
                                   int                  status) G_GNUC_NORETURN;
/* Another time than those 10 ms, of a command that has to end others. */
void          cli_set_patience    (guint                ms);
/* How many files the command puts into place; 1 unless this is called, and what writes none is never done before it ends. */
void          cli_expect_outputs  (guint                n);
/* Whether all are there. */
gboolean      cli_outputs_done    (void);

/* JSON on @out: a string with its quotes; a number, null where it is not finite. */
void          cli_json_string     (GString             *out,
                                   const char          *text);
void          cli_json_number     (GString             *out,
                                   double               value);
/* A line on standard error, with none of the control characters that names and values may bring. */
void          cli_tell            (const char          *format,
                                   ...) G_GNUC_PRINTF (1, 2);
/* Writes to standard output and flushes. */
gboolean      cli_print           (const char          *text,
                                   GError             **error);

G_END_DECLS
