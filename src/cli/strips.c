/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "input.h"
#include "output.h"

#include "export/export-strips.h"

#define FIGURES (1u << ONDES_EXPORT_PNG | 1u << ONDES_EXPORT_SVG | 1u << ONDES_EXPORT_PDF)

static gboolean
refuse_channels (const char *text,
                 GError    **error)
{
  return cli_refuse (error, "--channels", "“%s” is no list of numbers from 1 and ranges, as 1,3,8-16", text);
}

/* Parses "1,3,8-16" for a recording of @count channels. */
static GArray *
parse_channels (const char *text,
                guint       count,
                GError    **error)
{
  g_autoptr (GArray) channels = g_array_new (FALSE, FALSE, sizeof (guint));
  g_auto (GStrv) parts = text != NULL ? g_strsplit (text, ",", -1) : g_new0 (char *, 1);

  for (guint i = 1; i <= count && text == NULL; i++)
    g_array_append_val (channels, i);
  if (text != NULL && parts[0] == NULL)
    {
      refuse_channels (text, error);
      return NULL;
    }
  for (char **part = parts; *part != NULL; part++)
    {
      char *end;
      guint64 from = g_ascii_strtoull (*part, &end, 10), to = from;

      if (*end == '-')
        to = g_ascii_strtoull (end + 1, &end, 10);
      if (end == *part || *end != '\0' || !g_ascii_isdigit (**part) || from < 1 || to < from || to > G_MAXUINT16)
        {
          refuse_channels (text, error);
          return NULL;
        }
      for (guint channel = (guint) from; channel <= to && channel <= count; channel++)
        g_array_append_val (channels, channel);
      if (to > count)
        return ondes_error_set_null (error, ONDES_ERROR_FILE, "--channels: there is no channel %u; the file has %u", (guint) to,
                                     count);
    }
  return g_steal_pointer (&channels);
}

static gboolean
run (const CliRun *cli,
     GError      **error)
{
  const CliArguments *arguments = cli->arguments;
  OndesStripsExport export = { .common = cli_has (arguments, "--common") };
  g_autoptr (OndesRecording) recording = NULL;
  g_autoptr (GArray) channels = NULL;
  const OndesRecordingInfo *info;
  CliInput input;

  if (!cli_output_parse (arguments, FIGURES, &export.path, &export.format, error) || !cli_input_parse (arguments, &input, error) ||
      !cli_input_parse_conditioning (arguments, TRUE, &input, error) || !cli_size_parse (arguments, &export.size, error))
    return FALSE;
  /* A list that is wrong whatever the file is refused before it is opened. */
  if ((channels = parse_channels (cli_text (arguments, "--channels"), G_MAXUINT16, error)) == NULL)
    return FALSE;
  recording = cli_input_open (&input, cli, 0, error);
  if (recording == NULL)
    return FALSE;
  info = ondes_recording_get_info (recording);
  if (info->channels == 0 || ondes_recording_get_truth_table (recording) != NULL)
    return ondes_error_set (error, ONDES_ERROR_FILE, "%s has no channels over time; choose a recording", info->path);
  g_array_unref (channels);
  channels = parse_channels (cli_text (arguments, "--channels"), info->channels, error);
  if (channels == NULL || !cli_input_span (&input, info, &export.span.first, &export.span.count, error))
    return FALSE;
  export.recording = recording;
  export.channels = (const guint *) channels->data;
  export.n = channels->len;
  if (!ondes_strips_export_run (&export, &cli->watch, error))
    return FALSE;
  cli_progress_clear ();
  cli_print_notes (info);
  return TRUE;
}

static const CliOption strips_options[] = {
  { .help = "The strips" },
  { "-o", "OUT", "the file, its ending the format; - is standard output and needs --format" },
  { "--format", "F", "png, svg or pdf, whatever the ending" },
  { "--channels", "LIST", "channels from 1 and ranges of them, as 1,3,8-16 (default all)" },
  { "--common", NULL, "one range of values for all strips, so that amplitudes can be compared (default: each fills its strip)" },
  { NULL },
};

static const CliOption span_options[] = {
  { .help = "What is taken of it" },
  { "--from", "S|DATE",
    "begin, in time units (seconds) from the first sample, or of a recording with dates the date, by the recording's clock unless "
    "a zone follows (default 0)" },
  { "--to", "S|DATE", "end, the same; the sample at S is left out (default: the end, and past it)" },
  { NULL },
};

static const CliOption *const groups[] = {
  strips_options, cli_condition_options, cli_size_options, span_options, cli_read_options, NULL,
};

const CliCommand cli_strips = {
  .name = "strips",
  .operand = "FILE",
  .usage = "-o OUT.(png|svg|pdf) [OPTION…]",
  .summary = "The waveforms of all channels of a recording, one below the other.",
  .groups = groups,
  .run = run,
};
