/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "info-formats.h"
#include "input.h"
#include "signal/dataset.h"

#include <math.h>

#include "signal/date.h"
#include "base/display-text.h"
#include "base/number.h"

/* Reads every channel once from end to end, to report what was read rather than what the header claims. */
static gboolean
scan (OndesRecording *recording,
      const CliInput *input,
      const CliRun   *cli,
      OndesScan      *total,
      GError        **error)
{
  const OndesRecordingInfo *info = ondes_recording_get_info (recording);
  g_autoptr (GPtrArray) sources = g_ptr_array_new_with_free_func ((GDestroyNotify) ondes_source_unref);
  guint begin = input->channel >= 0 ? input->channel : 1, end = input->channel >= 0 ? input->channel : info->channels;
  g_autofree OndesScan *scans = g_new (OndesScan, end - begin + 1);

  for (guint channel = begin; channel <= end; channel++)
    {
      OndesSource *source = NULL;

      if (!g_cancellable_set_error_if_cancelled (cli->watch.cancellable, error))
        source = ondes_recording_source (recording, channel, error);
      if (source == NULL)
        return FALSE;
      g_ptr_array_add (sources, source);
    }
  if (!ondes_sources_scan ((OndesSource *const *) sources->pdata, sources->len, scans, &cli->watch, error))
    return FALSE;
  *total = (OndesScan) { .frames = info->frames };
  for (guint i = 0; i < sources->len; i++)
    {
      total->frames = MIN (total->frames, scans[i].frames);
      total->peak = MAX (total->peak, scans[i].peak);
      total->nan += scans[i].nan;
      total->inf += scans[i].inf;
    }
  return TRUE;
}

static void
append_number (GString    *text,
               const char *name,
               double      value,
               const char *unit)
{
  char number[G_ASCII_DTOSTR_BUF_SIZE];

  g_string_append_printf (text, "%-10s %s%s%s\n", name, g_ascii_formatd (number, sizeof number, "%.9g", value),
                          unit[0] != '\0' ? " " : "", unit);
}

/* Returns the date of the first sample in ISO 8601, in UTC or without a zone if the file tells none; NULL if it has none. */
static char *
print_date (const OndesRecordingInfo *info)
{
  return info->has_date ? ondes_date_print_iso_in (info->date_s, (OndesZone) { .unknown = info->start_zone.unknown }) : NULL;
}

/* Adds when the first sample was taken, and what tells it. */
static void
append_start (GString                  *text,
              const OndesRecordingInfo *info)
{
  g_autofree char *date = info->has_date ? ondes_date_print_iso_in (info->date_s, info->start_zone) : NULL;

  if (date != NULL)
    g_string_append_printf (text, "%-10s %s\n%-10s %s%s\n", "start", date, "start from", ondes_start_sources[info->start_source],
                            info->start_zone.unknown ? ", which does not tell its zone" : "");
  else if (info->start != 0)
    append_number (text, "start", info->start, info->time_unit);
}

/* How far the time stamps are off an even grid, and what their correction changed. */
static void
append_times (GString                  *text,
              const OndesRecordingInfo *info)
{
  const OndesTimingDeviation *deviation = &info->deviation;
  const OndesResampling *resampling = &info->resampling;

  if (deviation->rms > 0)
    {
      append_number (text, "deviation", deviation->rms, "samples rms from an even grid");
      append_number (text, "", deviation->largest, "samples at most");
      append_number (text, "", deviation->jitter, "samples rms without the clock's drift");
      append_number (text, "drift", deviation->drift * 1e6, "ppm from the first time stamp to the last");
    }
  if (deviation->missing > 0)
    g_string_append_printf (text, "%-10s %" G_GUINT64_FORMAT " sample%s in %" G_GUINT64_FORMAT " gap%s\n", "missing",
                            deviation->missing, ondes_plural (deviation->missing), deviation->gaps,
                            ondes_plural (deviation->gaps));
  if (resampling->samples == 0)
    return;
  g_string_append_printf (text, "%-10s %" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT " samples moved by more than 1 %% of an "
                          "interval, %" G_GUINT64_FORMAT " by more than 10 %%\n",
                          "corrected", resampling->moved_1, resampling->samples, resampling->moved_10);
  append_number (text, "", resampling->largest_shift, "intervals at most");
  append_number (text, "", 100 * resampling->change, "% rms change of values");
  if (resampling->filled > 0)
    g_string_append_printf (text, "%-10s %" G_GUINT64_FORMAT " sample%s filled in, at most %" G_GUINT64_FORMAT " in a row\n", "",
                            resampling->filled, ondes_plural (resampling->filled), resampling->longest);
  if (resampling->left_out > 0)
    g_string_append_printf (text, "%-10s %" G_GUINT64_FORMAT " row%s left out\n", "", resampling->left_out,
                            ondes_plural (resampling->left_out));
}

/* Lists the data sets: path, shape, type and unit, then the attributes of each. */
static void
append_datasets (GString                   *text,
                 const OndesDataset *const *datasets,
                 guint                      n)
{
  for (guint i = 0; i < n; i++)
    {
      const OndesDataset *dataset = datasets[i];

      g_string_append_printf (text, "%-10s %s  %s  %s%s%s%s%s\n", i == 0 ? "data sets" : "", dataset->path, dataset->shape,
                              dataset->type, *dataset->unit != '\0' ? "  " : "", dataset->unit,
                              dataset->problem != NULL ? "  which " : "", dataset->problem != NULL ? dataset->problem : "");
      for (char **pair = dataset->attributes; pair != NULL && *pair != NULL; pair += 2)
        g_string_append_printf (text, "%-10s   %s: %s\n", "", pair[0], pair[1]);
    }
}

/* Returns the notes on the recording, and on what was read of it. Free with g_ptr_array_unref(). */
static GPtrArray *
list_notes (const OndesRecordingInfo *info,
            const OndesScan          *total)
{
  GPtrArray *notes = g_ptr_array_new ();

  for (guint i = 0; info->notes != NULL && info->notes[i] != NULL; i++)
    g_ptr_array_add (notes, (gpointer) info->notes[i]);
  if (total->frames > 0 && total->peak == 0 && total->nan == 0 && total->inf == 0)
    g_ptr_array_add (notes, (gpointer) "Every sample is 0: the recording is silent.");
  return notes;
}

static void
append_text (GString                  *text,
             const OndesRecordingInfo *info,
             const OndesScan          *total)
{
  g_autofree char *per =
      g_strdup_printf ("samples per time unit (%s)%s", info->time_unit, info->rate_known ? "" : ", taken, not known");
  g_autofree char *path = ondes_display_path (info->path);
  g_autoptr (GPtrArray) notes = list_notes (info, total);

  g_string_append_printf (text, "%-10s %s\n", "file", path);
  if (info->name != NULL)
    g_string_append_printf (text, "%-10s %s\n", "name", info->name);
  g_string_append_printf (text, "%-10s %s\n", "format", info->format);
  if (info->dataset != NULL)
    g_string_append_printf (text, "%-10s %s\n", "data set", info->dataset);
  g_string_append_printf (text, "%-10s %u\n", "channels", info->channels);
  for (guint i = 0; i < info->channels && info->channel_names != NULL; i++)
    if (info->channel_names[i] != NULL)
      g_string_append_printf (text, "%-10s %u  %s\n", "", i + 1, info->channel_names[i]);
  append_number (text, "rate", info->rate_hz, g_str_equal (info->time_unit, "s") && info->rate_known ? "Hz" : per);
  g_string_append_printf (text, "%-10s %" G_GUINT64_FORMAT "\n", "frames", total->frames);
  append_number (text, "length", total->frames / info->rate_hz, info->time_unit);
  append_number (text, "peak", total->peak, info->unit);
  g_string_append_printf (text, "%-10s %" G_GUINT64_FORMAT "\n", "NaN", total->nan);
  g_string_append_printf (text, "%-10s %" G_GUINT64_FORMAT "\n", "Inf", total->inf);
  append_start (text, info);
  if (info->irregular > 0)
    {
      g_string_append_printf (text, "%-10s %" G_GUINT64_FORMAT " time stamps\n", "irregular", info->irregular);
      append_number (text, "", info->irregular_max_samples, "samples off at most");
    }
  append_times (text, info);
  for (guint i = 0; info->metadata != NULL && info->metadata[i] != NULL; i += 2)
    g_string_append_printf (text, "%-10s %s: %s\n", i == 0 ? "metadata" : "", info->metadata[i], info->metadata[i + 1]);
  for (guint i = 0; i < notes->len; i++)
    g_string_append_printf (text, "%-10s %s\n", "note", (const char *) g_ptr_array_index (notes, i));
  append_datasets (text, info->datasets, info->n_datasets);
}

static void
json_texts (GString           *text,
            const char        *key,
            const char *const *values,
            guint              n)
{
  g_string_append_printf (text, ",\n  \"%s\": [", key);
  for (guint i = 0; i < n; i++)
    {
      g_string_append (text, i > 0 ? ", " : "");
      cli_json_string (text, values[i]);
    }
  g_string_append_c (text, ']');
}

static void
append_json_times (GString                  *text,
                   const OndesRecordingInfo *info)
{
  const OndesTimingDeviation *deviation = &info->deviation;
  const OndesResampling *resampling = &info->resampling;

  cli_json_add_number (text, "deviation_rms_samples", deviation->rms);
  cli_json_add_number (text, "deviation_max_samples", deviation->largest);
  cli_json_add_number (text, "jitter_rms_samples", deviation->jitter);
  cli_json_add_number (text, "drift_ppm", deviation->drift * 1e6);
  cli_json_add_integer (text, "gaps", deviation->gaps);
  cli_json_add_integer (text, "missing", deviation->missing);
  cli_json_add_boolean (text, "corrected", resampling->samples > 0);
  cli_json_add_integer (text, "moved_1_percent", resampling->moved_1);
  cli_json_add_integer (text, "moved_10_percent", resampling->moved_10);
  cli_json_add_number (text, "largest_shift_samples", resampling->largest_shift);
  cli_json_add_integer (text, "filled", resampling->filled);
  cli_json_add_integer (text, "filled_longest", resampling->longest);
  cli_json_add_integer (text, "left_out", resampling->left_out);
  cli_json_add_number (text, "change_rms", resampling->change);
}

static void
append_json_start (GString                  *text,
                   const OndesRecordingInfo *info)
{
  const OndesZone *zone = &info->start_zone;
  g_autofree char *date = print_date (info), *local = info->has_date ? ondes_date_print_iso_in (info->date_s, *zone) : NULL;

  cli_json_add_number (text, "start", info->start);
  cli_json_add_text (text, "start_date", date);
  cli_json_add_text (text, "start_local", local);
  cli_json_add_text (text, "start_source", info->has_date ? ondes_start_sources[info->start_source] : NULL);
  if (info->has_date && !zone->unknown)
    cli_json_add_number (text, "start_offset_s", zone->offset_s);
  else
    cli_json_add_text (text, "start_offset_s", NULL);
}

static void
append_json_metadata (GString                  *text,
                      const OndesRecordingInfo *info)
{
  g_string_append (text, ",\n  \"metadata\": {");
  for (guint i = 0; info->metadata != NULL && info->metadata[i] != NULL; i += 2)
    {
      g_string_append (text, i > 0 ? ", " : "");
      cli_json_string (text, info->metadata[i]);
      g_string_append (text, ": ");
      cli_json_string (text, info->metadata[i + 1]);
    }
  g_string_append_c (text, '}');
}

static void
append_json_datasets (GString                   *text,
                      const OndesDataset *const *datasets,
                      guint                      n)
{
  g_string_append (text, ",\n  \"datasets\": [");
  for (guint i = 0; i < n; i++)
    {
      const OndesDataset *dataset = datasets[i];
      const char *const values[][2] = { { "path", dataset->path }, { "shape", dataset->shape }, { "type", dataset->type },
                                        { "unit", dataset->unit }, { "problem", dataset->problem } };

      g_string_append (text, i > 0 ? ",\n    {" : "\n    {");
      for (guint k = 0; k < G_N_ELEMENTS (values); k++)
        {
          g_string_append_printf (text, "%s\"%s\": ", k > 0 ? ", " : "", values[k][0]);
          cli_json_string (text, values[k][1]);
        }
      g_string_append (text, ", \"attributes\": {");
      for (char **pair = dataset->attributes; pair != NULL && *pair != NULL; pair += 2)
        {
          g_string_append (text, pair > dataset->attributes ? ", " : "");
          cli_json_string (text, pair[0]);
          g_string_append (text, ": ");
          cli_json_string (text, pair[1]);
        }
      g_string_append (text, "}}");
    }
  g_string_append (text, n > 0 ? "\n  ]" : "]");
}

static void
append_json (GString                  *text,
             const OndesRecordingInfo *info,
             const OndesScan          *total)
{
  g_autoptr (GPtrArray) notes = list_notes (info, total);

  g_string_append_c (text, '{');
  cli_json_add_text (text, "file", info->path);
  cli_json_add_text (text, "name", info->name);
  cli_json_add_text (text, "format", info->format);
  cli_json_add_integer (text, "channels", info->channels);
  json_texts (text, "channel_names", info->channel_names, info->channel_names != NULL ? info->channels : 0);
  cli_json_add_number (text, "rate", info->rate_hz);
  cli_json_add_boolean (text, "rate_known", info->rate_known);
  cli_json_add_text (text, "time_unit", info->time_unit);
  cli_json_add_text (text, "unit", info->unit);
  cli_json_add_integer (text, "frames", total->frames);
  cli_json_add_number (text, "length", total->frames / info->rate_hz);
  cli_json_add_text (text, "type", ondes_type_name (info->type));
  cli_json_add_integer (text, "pcm_bits", info->pcm_bits);
  cli_json_add_boolean (text, "complex", info->complex_iq);
  append_json_start (text, info);
  cli_json_add_integer (text, "irregular", info->irregular);
  cli_json_add_number (text, "irregular_max_samples", info->irregular_max_samples);
  append_json_times (text, info);
  cli_json_add_number (text, "peak", total->peak);
  cli_json_add_integer (text, "nan", total->nan);
  cli_json_add_integer (text, "inf", total->inf);
  append_json_metadata (text, info);
  json_texts (text, "notes", (const char *const *) notes->pdata, notes->len);
  cli_json_add_text (text, "dataset", info->dataset);
  append_json_datasets (text, info->datasets, info->n_datasets);
  g_string_append (text, "\n}\n");
}

/* Lists the data sets of a file of which one has to be chosen. */
static gboolean
list_datasets (const CliRun   *cli,
               const CliInput *input,
               GError        **error)
{
  const char *path = g_ptr_array_index (cli->arguments->operands, 0);
  g_autoptr (GPtrArray) datasets = ondes_datasets_list (path, &input->read, &cli->watch, error);
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *shown = ondes_display_path (path);

  if (datasets == NULL)
    return FALSE;
  if (cli_has (cli->arguments, "--json"))
    {
      g_string_append (text, "{\n  \"file\": ");
      cli_json_string (text, path);
      cli_json_add_text (text, "dataset", NULL);
      append_json_datasets (text, (const OndesDataset *const *) datasets->pdata, datasets->len);
      g_string_append (text, "\n}\n");
    }
  else
    {
      g_string_append_printf (text, "%-10s %s\n", "file", shown);
      append_datasets (text, (const OndesDataset *const *) datasets->pdata, datasets->len);
    }
  return cli_print (text->str, error);
}

static gboolean
run (const CliRun *cli,
     GError      **error)
{
  g_autoptr (OndesRecording) recording = NULL;
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GError) local = NULL;
  CliInput input;
  OndesScan total;

  if (cli_has (cli->arguments, "--formats"))
    return cli_info_formats (cli, error);
  if (cli->arguments->operands->len == 0)
    {
      g_set_error_literal (error, ONDES_ERROR, ONDES_ERROR_REQUEST,
                           "FILE: missing; write: ondes-cli info FILE, or ondes-cli info --formats");
      return FALSE;
    }
  if (!cli_input_parse (cli->arguments, &input, error))
    return FALSE;
  recording = cli_input_open (&input, cli, 0, &local);
  if (g_error_matches (local, ONDES_ERROR, ONDES_ERROR_NEEDS_DATASET))
    return list_datasets (cli, &input, error);
  if (!ondes_error_none (g_steal_pointer (&local), error))
    return FALSE;
  if (recording == NULL || !scan (recording, &input, cli, &total, error))
    return FALSE;
  cli_progress_clear ();
  (cli_has (cli->arguments, "--json") ? append_json : append_text) (text, ondes_recording_get_info (recording), &total);
  return cli_print (text->str, error);
}

static const CliOption options[] = {
  { .help = "Output" },
  { "--json", NULL,
    "as JSON: file name format channels channel_names rate rate_known time_unit unit frames length type pcm_bits complex "
    "start start_date start_local start_source start_offset_s irregular irregular_max_samples deviation_rms_samples "
    "deviation_max_samples jitter_rms_samples drift_ppm gaps missing corrected moved_1_percent moved_10_percent "
    "largest_shift_samples filled filled_longest left_out change_rms peak nan inf metadata notes dataset datasets (each "
    "path shape type unit problem attributes); of an archive without a data set chosen, file and datasets alone" },
  { "--formats", NULL,
    "instead of a file: the formats that this build reads, their endings and libraries, and which it lacks a library for; with "
    "--json a list “formats” of id name endings library debian_package read" },
  { "--channel", "K|mix", "peak, NaN and Inf of one channel, or of the mean of all (default: every channel)" },
  { NULL },
};

static const CliOption *const groups[] = { options, cli_read_options, NULL };

const CliCommand cli_info = {
  .name = "info",
  .operand = "[FILE]",
  .usage = "[--formats] [--json] [OPTION…]",
  .summary = "Format, channels, rate, frames as read (not as the header claims), peak, NaN and Inf counts.",
  .groups = groups,
  .epilogue = CLI_SCALE_SIGNAL "The peak is on that scale.",
  .run = run,
};
