/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Options common to all commands that read a recording, and to all that compute. */
#pragma once

#include "command.h"

#include "picture/analysis-preset.h"
#include "signal/recording.h"

G_BEGIN_DECLS

extern const CliOption cli_read_options[];    /* how the file is read */
extern const CliOption cli_span_options[];    /* channel and span */
extern const char *const cli_condition_words[]; /* of --condition, for completion */
extern const CliOption cli_condition_options[]; /* conditioning, with --detrend as its first step */
extern const CliOption cli_compute_options[]; /* engine, precision, threads, timing */

/* The help of --condition. */
#define CLI_CONDITION_STEP "STEP"
#define CLI_CONDITION_HELP                                                                                                     \
  "a step that is applied to the whole recording before; repeat it for more, in order: mean, trend (less the mean, the line of " \
  "least squares), highpass:HZ, lowpass:HZ, bandpass:A:B, notch:HZ[:COUNT] (linear phase, 80 dB, transition a tenth of the "     \
  "lowest cut-off), whiten[:HZ] (divided by its own spectrum smoothed to HZ, default a 256th of the rate), resample:HZ, "        \
  "gain:DB, or filter:OPTION,… (one filter of any kind: options of “ondes-cli filter” without dashes, as "                       \
  "filter:bank=octave,band=5 or filter:causal,taps=FILE)"

/* Texts on the scale of values, for the help of commands that see a signal, and of commands that see integers. */
#define CLI_SCALE_SIGNAL                                                                                                       \
  "PCM, of sound files and --raw, is ±1 of full scale; all else is as it stands.\n"
#define CLI_SCALE_INTEGERS                                                                                                     \
  "Integers are: PCM, of sound files and --raw (16 bit −32768 … 32767, u8 −128 … 127), .npy of integers, truth tables, and\n" \
  "columns of text that are all 0 and 1. All else is as it stands in float64; sound that is no PCM is ±1 of full scale.\n"     \
  "--channel mix of integers is their mean in the same units, in float64.\n"

/* The options on how a second file is read, which cli_read_parse_second() takes. */
#define CLI_SECOND_READ_OPTIONS(more_on_rate) { .help = more_on_rate, .second = &ondes_read_params }

/* A time as it was given. */
typedef struct
{
  double    time;    /* time units from the first sample */
  gboolean  is_date; /* given as a date instead, which the recording converts */
  double    date_s;
  OndesZone zone;    /* unknown if the date has none */
} CliWhen;

typedef struct
{
  OndesReadOptions read;
  int              channel;    /* 0 for the mix; -1 for the recording's first */
  CliWhen          from, to;   /* to is infinite if not given */
  gboolean         conditioned;   /* cli_input_open() applies --condition */
  gboolean         detrend_first; /* and --detrend as a step before it */
  const OndesAnalysisPreset *preset; /* whose steps cli_input_open() applies where there is no --condition; NULL for none */
} CliInput;

/* Parses the input options, with all checks that need no file. Strings are borrowed from the arguments. */
gboolean        cli_input_parse (const CliArguments       *arguments,
                                 CliInput                 *input,
                                 GError                  **error);
/* Checks --condition, without a file, for cli_input_open() to apply it; with --detrend as its first step if @detrend. Call
 * after cli_input_parse(). */
gboolean        cli_input_parse_conditioning (const CliArguments *arguments,
                                              gboolean            detrend,
                                              CliInput           *input,
                                              GError            **error);
/* Parses --from and --to, or the options named @from and @to, as numbers or dates. */
gboolean        cli_input_parse_span (const CliArguments  *arguments,
                                 const char               *from,
                                 const char               *to,
                                 CliInput                 *input,
                                 GError                  **error);
/* Updates @read, the options of the first file, for the second file if --raw-2 and the like are given. */
gboolean        cli_read_parse_second (const CliArguments *arguments,
                                       OndesReadOptions   *read,
                                       GError            **error);
/* Opens operand number @operand, counted from 0, conditioned if asked for. */
OndesRecording *cli_input_open  (const CliInput           *input,
                                 const CliRun             *run,
                                 guint                     operand,
                                 GError                  **error);
/* The same of a file that is no operand; @operand is 1 for the second file. */
OndesRecording *cli_input_open_path (const CliInput       *input,
                                 const CliRun             *run,
                                 const char               *path,
                                 guint                     operand,
                                 GError                  **error);
guint           cli_input_channel (const CliInput           *input,
                                   const OndesRecordingInfo *info);
gboolean        cli_input_span  (const CliInput           *input,
                                 const OndesRecordingInfo *info,
                                 guint64                  *first,
                                 guint64                  *count,
                                 GError                  **error);
/* Prints the recording's notes on standard error, one per line. */
void            cli_print_notes (const OndesRecordingInfo *info);

typedef struct
{
  const char *engine; /* NULL for ONDES_ENGINE, or auto */
  guint       device, threads;
  int         precision; /* -1 if not given */
  gboolean    timing;
} CliCompute;

gboolean        cli_compute_parse  (const CliArguments *arguments,
                                    CliCompute         *compute,
                                    GError            **error);
/* Prints on standard error why the CPU took over from another engine, if it did, and the JSON line of --timing if requested. */
void            cli_compute_report (const CliCompute   *compute,
                                    const OndesReport  *report);

G_END_DECLS
