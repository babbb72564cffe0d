/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "input.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "annotation/annotation-file.h"
#include "base/display-text.h"
#include "engine/conditioned.h"
#include "export/export.h"
#include "signal/date.h"

static const char *const engines[] = { "auto", "cpu", "cuda", NULL };

const CliOption cli_read_options[] = {
  { .help = "How the file is read" },
  { .params = &ondes_read_params },
  { NULL },
};

const CliOption cli_span_options[] = {
  { .help = "What is taken of it" },
  { "--channel", "K|mix", "from 1, or the mean of all (default 1, or what --column says)" },
  { "--from", "S|DATE",
    "begin, in time units (seconds) from the first sample, or of a recording with dates the date, as 1998-03 or "
    "1998-03-17T14:05:30, by the recording's clock unless a zone follows, as Z or +05:30 (default 0)" },
  { "--to", "S|DATE", "end, the same; the sample at S is left out (default: the end, and past it)" },
  { NULL },
};

static const char *const detrends[] = { "none", "mean", "linear", NULL };
/* Words for shell completion; names a colon of which text follows. */
const char *const cli_condition_words[] = { "mean",     "trend",   "highpass:", "lowpass:", "bandpass:", "notch:", "whiten",
                                            "whiten:", "resample:", "gain:",    "filter:", NULL };

const CliOption cli_condition_options[] = {
  { .help = "What is done to it before" },
  { "--condition", CLI_CONDITION_STEP, CLI_CONDITION_HELP, cli_condition_words },
  { "--detrend", "D", "none, mean, or linear (the line of least squares): short for that as the first step (default none)",
    detrends },
  { NULL },
};

const CliOption cli_compute_options[] = {
  { .help = "Where and how finely it is computed" },
  { "--engine", "NAME", "auto, cpu or cuda; auto falls back to the CPU, cuda never does (default auto)", engines },
  { "--device", "N", "of the engine, from 0, as “ondes-cli devices” counts (default 0)" },
  { "--precision", "P",
    "double, single, or single2, float32 of less error (default single for pictures of cwt, else double; spectra of "
    "integers stay exact without it)",
    ondes_precision_names },
  { "--threads", "N", "of the CPU engine, 0 as many as the machine has (default 0)" },
  { "--timing", NULL,
    "one line of JSON on standard error: engine, name of its device, method of each row, seconds computing, seconds moving "
    "data, bytes, and why an engine fell back" },
  { NULL },
};

/* Parses a time or a date; leaves @when unchanged if @option was not given. */
static gboolean
parse_when (const CliArguments *arguments,
            const char         *option,
            CliWhen            *when,
            GError            **error)
{
  const char *text = cli_text (arguments, option);

  if (text == NULL)
    return TRUE;
  when->is_date = ondes_date_parse_zone (text, &when->date_s, &when->zone);
  return when->is_date || cli_number (arguments, option, 0, G_MAXDOUBLE, &when->time, error);
}

gboolean
cli_input_parse_span (const CliArguments *arguments,
                      const char         *from,
                      const char         *to,
                      CliInput           *input,
                      GError            **error)
{
  const CliWhen *begin = &input->from, *end = &input->to;

  if (!parse_when (arguments, from, &input->from, error) || !parse_when (arguments, to, &input->to, error))
    return FALSE;
  /* Dates with a zone and without compare once the recording is open. */
  if (begin->is_date && end->is_date && begin->zone.unknown == end->zone.unknown && begin->date_s >= end->date_s)
    return cli_refuse (error, from, "%s is not before %s, %s", cli_text (arguments, from), to, cli_text (arguments, to));
  if (!begin->is_date && !end->is_date && begin->time >= end->time)
    return cli_refuse (error, from, "%g is not before %s, %g", begin->time, to, end->time);
  return TRUE;
}

gboolean
cli_input_parse (const CliArguments *arguments,
                 CliInput           *input,
                 GError            **error)
{
  const char *channel = cli_text (arguments, "--channel");
  guint64 number = 1;

  *input = (CliInput) { .channel = -1, .to.time = INFINITY };
  if (!cli_params_parse (arguments, ondes_read_params.rows, &input->read, error))
    return FALSE;
  if (g_strcmp0 (channel, "mix") == 0)
    input->channel = 0;
  else if (channel != NULL)
    {
      if (!cli_integer (arguments, "--channel", 1, G_MAXINT, &number, NULL))
        return cli_refuse (error, "--channel", "“%s” is neither a number from 1 nor mix", channel);
      input->channel = number;
    }
  return cli_input_parse_span (arguments, "--from", "--to", input, error);
}

/* Returns the conditioning of operand number @operand; NULL, perhaps without an error, if there is none. */
static OndesConditioning *
parse_conditioning (const CliArguments *arguments,
                    gboolean            detrend,
                    guint               operand,
                    GError            **error)
{
  const gboolean other = operand > 0 && cli_has (arguments, "--condition-2");
  g_autofree const char **texts = cli_texts (arguments, other ? "--condition-2" : "--condition");
  g_autoptr (GPtrArray) steps = g_ptr_array_new ();
  guint first = 0;

  if (detrend && !cli_choice (arguments, "--detrend", detrends, &first, error))
    return NULL;
  if (first > 0)
    g_ptr_array_add (steps, first == 1 ? "mean" : "trend");
  if (!other || !g_str_equal (texts[0], "none") || texts[1] != NULL)
    for (guint i = 0; texts[i] != NULL; i++)
      g_ptr_array_add (steps, (gpointer) texts[i]);
  g_ptr_array_add (steps, NULL);
  return ondes_conditioning_parse ((const char *const *) steps->pdata, error);
}

/* Takes ownership of @local, an error of the steps, which names --condition by itself. */
static void
pass_step_error (const CliArguments *arguments,
                 guint               operand,
                 GError             *local,
                 GError            **error)
{
  if (operand == 0 || !cli_has (arguments, "--condition-2"))
    {
      g_propagate_error (error, local);
      return;
    }
  g_set_error (error, local->domain, local->code, "--condition-2: %s", local->message);
  g_error_free (local);
}

gboolean
cli_input_parse_conditioning (const CliArguments *arguments,
                              gboolean            detrend,
                              CliInput           *input,
                              GError            **error)
{
  input->conditioned = TRUE;
  input->detrend_first = detrend;
  for (guint operand = 0; operand < 2; operand++)
    {
      GError *local = NULL;
      g_autoptr (OndesConditioning) conditioning = parse_conditioning (arguments, detrend, operand, &local);

      if (local != NULL)
        {
          pass_step_error (arguments, operand, local, error);
          return FALSE;
        }
    }
  return TRUE;
}

gboolean
cli_read_parse_second (const CliArguments *arguments,
                       OndesReadOptions   *read,
                       GError            **error)
{
  static const char *const yes_or_no[] = { "no", "yes", NULL };

  for (const OndesParam *row = ondes_read_params.rows; row->key != NULL; row++)
    {
      g_autofree char *option = g_strconcat (row->option, "-2", NULL);
      const char *text = cli_text (arguments, option);
      guint resample = read->resample;
      OndesParam second = *row;

      second.option = option;
      second.setting = ONDES_SETTING_NONE;
      if (row->type == ONDES_PARAM_BOOLEAN)
        {
          if (!cli_choice (arguments, option, yes_or_no, &resample, error))
            return FALSE;
          read->resample = resample > 0;
        }
      else if (g_strcmp0 (text, "own") == 0)
        ondes_param_copy (row, read, ondes_read_params.defaults);
      else if (text != NULL && !ondes_param_parse (ondes_read_params.rows, &second, text, read, error))
        return FALSE;
    }
  return TRUE;
}

/* Returns the steps of @preset that fit the recording, told by the caller; NULL for none. */
static OndesConditioning *
fit_conditioning (const OndesAnalysisPreset *preset,
                  OndesRecording            *recording,
                  GError                   **error)
{
  const OndesRecordingInfo *info = ondes_recording_get_info (recording);
  g_auto (OndesPresetFit) fit = { 0 };

  ondes_analysis_preset_fit (preset, info->rate_hz, info->frames, info->time_unit, &fit);
  return ondes_conditioning_parse ((const char *const *) fit.steps, error);
}

OndesRecording *
cli_input_open (const CliInput *input,
                const CliRun   *run,
                guint           operand,
                GError        **error)
{
  return cli_input_open_path (input, run, g_ptr_array_index (run->arguments->operands, operand), operand, error);
}

/* Refuses annotations where a recording is asked for, unless the options say how the file is read. */
static OndesRecording *
check_recording (const CliInput *input,
                 const char     *path,
                 OndesRecording *recording,
                 GError        **error)
{
  g_autofree char *display = NULL;
  OndesAnnotationFormat format;

  if (!ondes_annotations_are_no_recording (path, &input->read, recording, &format))
    return recording;
  g_clear_pointer (&recording, ondes_recording_unref);
  g_clear_error (error);
  display = ondes_display_path (path);
  g_set_error (error, ONDES_ERROR, ONDES_ERROR_FILE,
               "%s holds annotations (%s), not a recording; “ondes-cli annotate” lists, converts and joins them", display,
               ondes_annotation_format_info (format)->title);
  return NULL;
}

OndesRecording *
cli_input_open_path (const CliInput *input,
                     const CliRun   *run,
                     const char     *path,
                     guint           operand,
                     GError        **error)
{
  g_autoptr (OndesConditioning) conditioning = NULL;
  g_autoptr (OndesRecording) recording = NULL;
  GError *local = NULL;
  gboolean has_steps;

  if (path[0] == '\0')
    return ondes_error_set_null (error, ONDES_ERROR_REQUEST, "FILE: its name is empty");
  recording = check_recording (input, path, ondes_recording_open (path, &input->read, &run->watch, error), error);
  if (recording == NULL || !input->conditioned)
    return g_steal_pointer (&recording);
  has_steps = cli_has (run->arguments, "--condition") || (operand > 0 && cli_has (run->arguments, "--condition-2"));
  conditioning = input->preset != NULL && !has_steps
                   ? fit_conditioning (input->preset, recording, &local)
                   : parse_conditioning (run->arguments, input->detrend_first, operand, &local);
  if (conditioning != NULL)
    {
      OndesRecording *conditioned = ondes_recording_condition (recording, conditioning, &local);

      if (conditioned != NULL)
        return conditioned;
    }
  if (local == NULL)
    return g_steal_pointer (&recording);
  pass_step_error (run->arguments, operand, local, error);
  return NULL;
}

guint
cli_input_channel (const CliInput           *input,
                   const OndesRecordingInfo *info)
{
  return input->channel >= 0 ? (guint) input->channel : info->first_channel;
}

/* Returns the time from the first sample, 0 for dates before it. */
static gboolean
find_time (const OndesRecordingInfo *info,
           const char               *option,
           const CliWhen            *when,
           double                   *time,
           GError                  **error)
{
  *time = when->time;
  if (!when->is_date)
    return TRUE;
  if (!ondes_recording_info_find_date (info, when->date_s, when->zone, time, error))
    {
      g_prefix_error (error, "%s: ", option);
      return FALSE;
    }
  *time = MAX (*time, 0);
  return TRUE;
}

gboolean
cli_input_span (const CliInput           *input,
                const OndesRecordingInfo *info,
                guint64                  *first,
                guint64                  *count,
                GError                  **error)
{
  const double length = info->frames / info->rate_hz;
  double from, to;
  guint64 end;

  if (!find_time (info, "--from", &input->from, &from, error) || !find_time (info, "--to", &input->to, &to, error))
    return FALSE;
  end = isfinite (to) ? ondes_export_sample (to, info->rate_hz) : info->frames;
  *first = ondes_export_sample (from, info->rate_hz);
  if (*first >= info->frames)
    return ondes_error_set (error, ONDES_ERROR_FILE, "--from: %g lies past the end of %s, which lasts %.6g %s", from,
                            info->path, length, info->time_unit);
  end = MIN (end, info->frames);
  if (end <= *first)
    return ondes_error_set (error, ONDES_ERROR_FILE,
                            "--from: no sample lies from %.9g to %.9g; the samples of %s are %.6g %s apart", from, to,
                            info->path, 1 / info->rate_hz, info->time_unit);
  *count = end - *first;
  return TRUE;
}

void
cli_print_notes (const OndesRecordingInfo *info)
{
  for (guint i = 0; info->notes != NULL && info->notes[i] != NULL; i++)
    cli_tell ("%s", info->notes[i]);
}

gboolean
cli_compute_parse (const CliArguments *arguments,
                   CliCompute         *compute,
                   GError            **error)
{
  guint64 device = 0, threads = 0;
  guint engine = 0, precision = 0;

  if (!cli_choice (arguments, "--engine", engines, &engine, error)
      || !cli_choice (arguments, "--precision", ondes_precision_names, &precision, error)
      || !cli_integer (arguments, "--device", 0, 1023, &device, error)
      || !cli_integer (arguments, "--threads", 0, 1024, &threads, error))
    return FALSE;
  *compute = (CliCompute) {
    .engine = cli_text (arguments, "--engine"),
    .device = device,
    .threads = threads,
    .precision = cli_has (arguments, "--precision") ? (int) precision : -1,
    .timing = cli_has (arguments, "--timing"),
  };
  return TRUE;
}

static void
print_timing (const OndesReport *report)
{
  const OndesStatistics *statistics = &report->statistics;
  g_autoptr (GString) line = g_string_new ("{\"engine\": ");

  cli_json_string (line, report->engine);
  g_string_append (line, ", \"device\": ");
  cli_json_string (line, report->device[0] != '\0' ? report->device : NULL);
  g_string_append (line, ", \"methods\": [");
  for (guint i = 0; i < statistics->n_methods; i++)
    {
      g_string_append (line, i > 0 ? ", " : "");
      cli_json_string (line, ondes_method_names[statistics->methods[i]]);
    }
  g_string_append (line, "], \"compute_s\": ");
  cli_json_number (line, statistics->compute_s);
  g_string_append (line, ", \"move_s\": ");
  cli_json_number (line, statistics->move_s);
  g_string_append_printf (line,
                          ", \"bytes\": %" G_GUINT64_FORMAT ", \"workspace_bytes\": %" G_GUINT64_FORMAT ", \"fallback\": ",
                          statistics->bytes_moved, statistics->bytes_workspace);
  cli_json_string (line, report->fallback);
  fprintf (stderr, "%s}\n", line->str);
}

void
cli_compute_report (const CliCompute  *compute,
                    const OndesReport *report)
{
  if (report->fallback != NULL)
    cli_tell ("--engine auto: %s; the CPU computes instead", report->fallback);
  if (compute->timing)
    print_timing (report);
}
