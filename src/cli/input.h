/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Options that every command with a recording takes, and those of every command that computes. */
#pragma once

#include "command.h"

#include "signal/recording.h"

G_BEGIN_DECLS

extern const char *const cli_time_units[]; /* s ms min h d a NULL */

extern const CliOption cli_read_options[];    /* how the file is read */
extern const CliOption cli_span_options[];    /* channel and span */
extern const CliOption cli_compute_options[]; /* engine, precision, threads, timing */

/* The scale of the values, for the help of commands: of those that see a signal, and of those that count. */
#define CLI_SCALE_SIGNAL                                                                                                       \
  "PCM, of sound files and --raw, is ±1 of full scale; all else is as it stands.\n"
#define CLI_SCALE_INTEGERS                                                                                                     \
  "Integers are: PCM, of sound files and --raw (16 bit −32768 … 32767, u8 −128 … 127), .npy of integers, truth tables, and\n" \
  "columns of text that are all 0 and 1. All else is as it stands in float64; sound that is no PCM is ±1 of full scale.\n"     \
  "--channel mix of integers is their mean in the same units, in float64.\n"

typedef struct
{
  OndesReadOptions read;
  int              channel;    /* 0: mix; -1: the recording's first */
  double           from, to;   /* time units; to is infinite where it was not given */
  double           from_date_s, to_date_s; /* the same as moments (date.h), and from, to those of all; NaN: not given so */
} CliInput;

/* What is wrong whatever the file. Strings are borrowed from the arguments. */
gboolean        cli_input_parse (const CliArguments       *arguments,
                                 CliInput                 *input,
                                 GError                  **error);
/* --from and --to, or @from and @to, numbers or dates. */
gboolean        cli_input_parse_span (const CliArguments  *arguments,
                                 const char               *from,
                                 const char               *to,
                                 CliInput                 *input,
                                 GError                  **error);
/* How a second file is read, where the command has --raw-2 and the like: @read, which is how the first is, changed by what they
 * say. */
gboolean        cli_read_parse_second (const CliArguments *arguments,
                                       OndesReadOptions   *read,
                                       GError            **error);
/* Operand @operand from 0. */
OndesRecording *cli_input_open  (const CliInput           *input,
                                 const CliRun             *run,
                                 guint                     operand,
                                 GError                  **error);
guint           cli_input_channel (const CliInput           *input,
                                   const OndesRecordingInfo *info);
gboolean        cli_input_span  (const CliInput           *input,
                                 const OndesRecordingInfo *info,
                                 guint64                  *first,
                                 guint64                  *count,
                                 GError                  **error);
/* The recording's notes on standard error, one a line. */
void            cli_print_notes (const OndesRecordingInfo *info);

typedef struct
{
  const char *engine; /* NULL: ONDES_ENGINE, or auto */
  guint       device, threads;
  int         precision; /* -1: not given */
  gboolean    timing;
} CliCompute;

gboolean        cli_compute_parse  (const CliArguments *arguments,
                                    CliCompute         *compute,
                                    GError            **error);
/* On standard error: why another engine did not do it, in a sentence, and the JSON line of --timing where it was asked for. */
void            cli_compute_report (const CliCompute   *compute,
                                    const OndesReport  *report);

G_END_DECLS
