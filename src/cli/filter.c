/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "filter-design.h"
#include "filter-energy.h"
#include "filter-peaks.h"
#include "filter-response.h"
#include "filter-sound.h"
#include "input.h"

#include <inttypes.h>
#include <string.h>

#include "analysis/extents.h"
#include "export/command-line.h"
#include "io/frames-sink.h"
#include "io/out-file.h"
#include "io/stage-sinks.h"
#include "output.h"
#include "transform/filter.h"

#define MOST_ROWS 4096

static const char *const engines[] = { "auto", "cpu", "cuda", NULL };
static const char *const sample_formats[] = { "float", "source", NULL };

/* Everything in the command line that does not depend on the file. */
typedef struct
{
  CliInput           input;
  gboolean           all_channels;
  CliCompute         compute;
  OndesFilterSettings design;
  OndesFilterOptions options;
  CliFilterSound     sound;
  CliFilterEnergy    energy;
  CliFilterPeaks     peaks;
  CliFilterResponse  response;
  const char        *path;      /* NULL if only energy, peaks or response are asked for */
  OndesFramesFormat  format;
  gboolean           as_source; /* the source's sample format */
  gboolean           split;     /* one file per filter */
} Request;

/* What the command works on. */
typedef struct
{
  OndesRecording           *recording;
  const OndesRecordingInfo *info;
  OndesFilterBank          *bank;
  const OndesFilterBand    *bands;
  guint                     n_bands;
  OndesSource             **sources; /* one per channel */
  guint                     n_sources;
  GPtrArray                *analytic; /* of the sources, to be filtered in place of them; NULL without a shift after a filter */
  OndesView                 view;
  OndesSink               **sinks; /* those of the files, borrowed from the sink that is written to */
  guint                     n_sinks;
  OndesSink                *energy, *peaks; /* borrowed too; NULL if none */
} Job;

/* Refuses options of a file that is not written. */
static gboolean
check_pathless (const CliArguments *arguments,
                GError            **error)
{
  static const char *const options[] = { "--format", "--sample-format", "--split", "--speed" };

  for (guint i = 0; i < G_N_ELEMENTS (options); i++)
    if (cli_has (arguments, options[i]))
      return cli_refuse (error, options[i],
                         "is for an output of sound or numbers; name one with -o, ending in .wav, .flac or .npy");
  return TRUE;
}

static gboolean
parse_output (const CliArguments *arguments,
              Request            *request,
              GError            **error)
{
  const char *dot;
  g_autofree char *ending = NULL;
  guint format = 0, as_source = 0;
  int index;

  request->path = request->energy.is_output ? NULL : cli_text (arguments, "-o");
  if (request->path == NULL && (request->energy.path != NULL || request->peaks.path != NULL || request->response.path != NULL))
    return check_pathless (arguments, error);
  if (request->path == NULL || request->path[0] == '\0')
    return cli_refuse (error, "-o", "missing; name the output, ending in .wav, .flac or .npy, or - with --format");
  if (!cli_choice (arguments, "--sample-format", sample_formats, &as_source, error)
      || !cli_choice (arguments, "--format", ondes_frames_names, &format, error))
    return FALSE;
  request->as_source = as_source == 1;
  request->format = (OndesFramesFormat) format;
  request->split = cli_has (arguments, "--split");
  if (g_str_equal (request->path, "-") && (request->split || !cli_has (arguments, "--format")))
    return cli_refuse (error, "-o", "%s",
                       request->split ? "standard output is one file; leave --split out"
                                      : "standard output has no ending; say --format wav, flac or npy");
  if (cli_has (arguments, "--format"))
    return TRUE;
  dot = strrchr (request->path, '.');
  ending = dot != NULL ? g_ascii_strdown (dot + 1, -1) : NULL;
  index = ending != NULL ? ondes_name_index (ondes_frames_names, ending) : -1;
  if (index < 0)
    return ondes_error_set (error, ONDES_ERROR_REQUEST,
                            "%s: the ending tells no format; end it in .wav, .flac or .npy, or say --format", request->path);
  request->format = (OndesFramesFormat) index;
  return TRUE;
}

/* Double where numbers are written, single for sound and pictures. */
static OndesPrecision
default_precision (const Request *request)
{
  const gboolean numbers = request->path != NULL ? request->format == ONDES_FRAMES_NPY
                                                 : !ondes_export_is_figure (request->energy.format);

  return numbers ? ONDES_PRECISION_DOUBLE : ONDES_PRECISION_SINGLE;
}

static gboolean
parse (const CliArguments *arguments,
       Request            *request,
       GError            **error)
{
  OndesFilterOptions *options = &request->options;
  guint method = ONDES_METHOD_AUTO;
  gboolean powers;

  *request = (Request) { .options = ondes_filter_options_default };
  if (cli_has (arguments, "--speed") || cli_has (arguments, "--shift"))
    request->design.kind = ONDES_FILTER_NONE;
  powers = g_strcmp0 (cli_text (arguments, "--post"), ondes_post_names[ONDES_POST_POWER]) == 0;
  if (!cli_filter_energy_parse (arguments, &request->energy, error)
      || !cli_filter_peaks_parse (arguments, powers, &request->peaks, error)
      || !cli_filter_response_parse (arguments, &request->response, error) || !parse_output (arguments, request, error)
      || !cli_input_parse (arguments, &request->input, error)
      || !cli_input_parse_conditioning (arguments, TRUE, &request->input, error)
      || !cli_compute_parse (arguments, &request->compute, error)
      || !cli_choice (arguments, "--method", ondes_method_names, &method, error)
      || !cli_integer (arguments, "--segment", ONDES_SEGMENT_LEAST, ONDES_SEGMENT_MOST, &options->segment, error)
      || !cli_filter_sound_parse (arguments, &request->sound, error)
      || !cli_filter_design_parse (arguments, &request->design, error))
    return FALSE;
  options->method = (OndesMethod) method;
  options->post = request->design.post;
  options->causal = request->design.causal;
  options->precision = request->compute.precision >= 0 ? (OndesPrecision) request->compute.precision : default_precision (request);
  if (options->post == ONDES_POST_INTERPOLATION && request->energy.path != NULL)
    return cli_refuse (error, "--post", "levels are of the filter's own outputs, which interpolation keeps; leave one out");
  if (request->design.kind == ONDES_FILTER_NONE && request->response.path != NULL)
    return cli_refuse (error, "--response", "no filter is named; name one, as --highpass 20000");
  request->all_channels = !cli_has (arguments, "--channel") && !cli_has (arguments, "--column");
  if (options->segment > 0 && method != ONDES_METHOD_AUTO && method != ONDES_METHOD_OVERLAP_SAVE)
    return cli_refuse (error, "--segment", "--method %s has no segments; leave one out", ondes_method_names[method]);
  return TRUE;
}

static void
job_clear (Job *self)
{
  for (guint i = 0; i < self->n_sources; i++)
    ondes_source_unref (self->sources[i]);
  g_free (self->sources);
  g_clear_pointer (&self->analytic, g_ptr_array_unref);
  g_free (self->sinks);
  g_clear_pointer (&self->bank, ondes_filter_bank_unref);
  g_clear_pointer (&self->recording, ondes_recording_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Job, job_clear)

static gboolean
open_sources (Job           *self,
              const Request *request,
              GError       **error)
{
  const guint n = request->all_channels ? self->info->channels : 1;

  self->sources = g_new0 (OndesSource *, n);
  for (guint i = 0; i < n; i++)
    {
      const guint channel = request->all_channels ? i + 1 : cli_input_channel (&request->input, self->info);
      OndesSource *source = ondes_recording_source (self->recording, channel, error);

      if (source == NULL)
        return FALSE;
      self->sources[self->n_sources++] = source;
    }
  return TRUE;
}

/* Refuses outputs that are an input. */
static gboolean
check_path (const char    *path,
            const Request *request,
            const Job     *job,
            GError       **error)
{
  if (!ondes_export_is_input (path, job->recording)
      && (request->design.kind != ONDES_FILTER_TAPS || !ondes_out_file_is_input (path, request->design.taps)))
    return TRUE;
  return cli_refuse_input (path, error);
}

/* Returns the length of the energy's spans, in time units. */
static double
energy_every (const Job     *self,
              const Request *request)
{
  return request->energy.every > 0 ? request->energy.every
                                   : ondes_energy_default_every (self->view.count, self->info->rate_hz, self->info->time_unit);
}

static gboolean
check_energy (const Job     *self,
              const Request *request,
              GError       **error)
{
  const guint64 rows = (guint64) self->n_sources * self->n_bands;
  g_autofree char *output = request->path != NULL ? g_canonicalize_filename (request->path, NULL) : NULL;
  g_autofree char *levels = g_canonicalize_filename (request->energy.path, NULL);
  g_autoptr (OndesOutFile) probe = NULL; /* an unwritable path is refused before anything is computed */

  if (g_strcmp0 (output, levels) == 0 && !request->split)
    return cli_refuse (error, "--energy", "%s is the file of -o too; choose another name", request->energy.path);
  if (!check_path (request->energy.path, request, self, error)
      || (probe = ondes_out_file_new (request->energy.path, error)) == NULL)
    return FALSE;
  if (!ondes_energy_check (rows, self->view.count, self->info->rate_hz, energy_every (self, request), error))
    {
      g_prefix_error_literal (error, "--every: ");
      return FALSE;
    }
  if (!ondes_export_is_figure (request->energy.format) || self->n_sources <= ONDES_ENERGY_PANELS_MAX)
    return TRUE;
  return ondes_error_set (error, ONDES_ERROR_FILE,
                          "%s: a picture has room for %d channels, not %u; choose one with --channel, or write .csv or .npz",
                          request->energy.path, ONDES_ENERGY_PANELS_MAX, self->n_sources);
}

/* Checks the file of @option, if there is one: it is neither an input nor that of an output before it. */
static gboolean
check_table (const Job     *self,
             const Request *request,
             const char    *option,
             const char    *path,
             GError       **error)
{
  const char *others[] = { request->path, request->energy.path, request->response.path };
  g_autofree char *own = path != NULL ? g_canonicalize_filename (path, NULL) : NULL;
  g_autoptr (OndesOutFile) probe = NULL; /* an unwritable path is refused before anything is computed */

  for (guint i = 0; i < G_N_ELEMENTS (others) && own != NULL && others[i] != path; i++)
    {
      g_autofree char *other = others[i] != NULL ? g_canonicalize_filename (others[i], NULL) : NULL;

      if (g_strcmp0 (other, own) == 0)
        return cli_refuse (error, option, "%s is the file of another output too; choose another name", path);
    }
  return path == NULL
         || (check_path (path, request, self, error) && (probe = ondes_out_file_new (path, error)) != NULL);
}

static gboolean
check_job (const Job     *self,
           const Request *request,
           GError       **error)
{
  const guint64 rows = (guint64) self->n_sources * self->n_bands;

  if (rows > MOST_ROWS)
    {
      g_set_error (error, ONDES_ERROR, ONDES_ERROR_FILE,
                   "%s: %u channels by %u filters are more than %d; choose one with --channel", self->info->path, self->n_sources,
                   self->n_bands, MOST_ROWS);
      return FALSE;
    }
  if (request->path != NULL && request->format != ONDES_FRAMES_NPY && !g_str_equal (self->info->time_unit, "s"))
    return ondes_error_set (error, ONDES_ERROR_FILE, "%s: %s counts its time in %s, and a .%s in seconds; write .npy",
                            request->path, self->info->path, self->info->time_unit, ondes_frames_names[request->format]);
  return check_table (self, request, "--response", request->response.path, error)
         && check_table (self, request, "--peaks", request->peaks.path, error)
         && (request->energy.path == NULL || check_energy (self, request, error));
}

static gboolean
make_analytic (Job           *self,
               const Request *request,
               GError       **error)
{
  self->analytic = g_ptr_array_new_with_free_func ((GDestroyNotify) ondes_source_unref);
  for (guint i = 0; i < self->n_sources; i++)
    {
      OndesSource *source = cli_filter_sound_source (&request->sound, self->sources[i], &request->options, error);

      if (source == NULL)
        return FALSE;
      g_ptr_array_add (self->analytic, source);
    }
  return TRUE;
}

static gboolean
open_job (Job           *self,
          const Request *request,
          const CliRun  *cli,
          GError       **error)
{
  self->recording = cli_input_open (&request->input, cli, 0, error);
  if (self->recording == NULL)
    return FALSE;
  self->info = ondes_recording_get_info (self->recording);
  if (!cli_input_span (&request->input, self->info, &self->view.first, &self->view.count, error)
      || !open_sources (self, request, error))
    return FALSE;
  self->bank = request->design.kind == ONDES_FILTER_NONE
                 ? cli_filter_sound_bank (&request->sound, self->sources[0], error)
                 : ondes_filter_choice_bank (&request->design,
                                             &(OndesFilterInput) { self->info->path, self->info->rate_hz, self->info->frames },
                                             &cli->watch, error);
  if (self->bank == NULL
      || (request->sound.shift_hz != 0 && request->design.kind != ONDES_FILTER_NONE && !make_analytic (self, request, error)))
    return FALSE;
  self->bands = ondes_filter_bank_get (self->bank, &self->n_bands);
  return check_job (self, request, error);
}

/* TRUE if there are several bands and their names differ. A single band may be named after its file. */
static gboolean
has_names (const Job *self)
{
  g_autoptr (GHashTable) names = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < self->n_bands; i++)
    if (self->bands[i].name == NULL || !g_hash_table_add (names, self->bands[i].name))
      return FALSE;
  return self->n_bands > 1;
}

/* Returns "out-31.5Hz.wav" for "out.wav" and the band of that @name, or "out-7.wav" for the seventh band if @name is NULL. */
static char *
split_path (const char *path,
            const char *name,
            guint       i)
{
  const char *slash = strrchr (path, '/'), *dot = strrchr (slash != NULL ? slash : path, '.');
  g_autofree char *stem = dot != NULL ? g_strndup (path, (gsize) (dot - path)) : g_strdup (path);
  g_autofree char *number = g_strdup_printf ("%u", i + 1);
  g_auto (GStrv) words = g_strsplit (name != NULL ? name : number, " ", 0);
  g_autofree char *joined = g_strjoinv ("", words);

  return g_strdup_printf ("%s-%s%s", stem, joined, dot != NULL ? dot : "");
}

/* Returns the rate of the outputs. */
static double
output_rate (const Job     *self,
             const Request *request)
{
  return self->info->rate_hz * ondes_filter_times (&request->options);
}

/* Opens the sinks of one file, or of one per filter. NULL if an output is an input. */
static OndesSink *
open_files (Job           *self,
           const Request *request,
           GError       **error)
{
  OndesFramesOptions options = { .format = request->format, .rate_hz = output_rate (self, request) };
  const gboolean named = has_names (self);
  gboolean good = TRUE;

  if (request->as_source)
    options.pcm_bits = self->info->pcm_bits;
  if (request->format == ONDES_FRAMES_FLAC)
    options.pcm_bits = options.pcm_bits > 0 ? MIN (options.pcm_bits, 24) : 24;
  self->n_sinks = request->split ? self->n_bands : 1;
  self->sinks = g_new0 (OndesSink *, self->n_sinks);
  for (guint i = 0; i < self->n_sinks && good; i++)
    {
      g_autofree char *path = request->split ? split_path (request->path, named ? self->bands[i].name : NULL, i)
                                               : g_strdup (request->path);

      good = check_path (path, request, self, error);
      self->sinks[i] = ondes_frames_sink_new (path, &options);
    }
  if (good)
    return request->split ? ondes_split_sink_new (self->sinks, self->n_sinks) : self->sinks[0];
  for (guint i = 0; i < self->n_sinks; i++)
    g_clear_pointer (&self->sinks[i], ondes_sink_free);
  return NULL;
}

/* Opens the sink of all outputs: filters → shift → peaks → energy → speed → files. NULL if an output is an input. */
static OndesSink *
open_sink (Job           *self,
           const Request *request,
           GCancellable  *cancellable,
           GError       **error)
{
  OndesSink *sink = NULL;

  if (request->path != NULL && (sink = open_files (self, request, error)) == NULL)
    return NULL;
  if (sink != NULL && request->sound.speed != 1)
    sink = request->sound.keeps_pitch
             ? ondes_stretch_sink_new (sink, request->sound.speed, output_rate (self, request), cancellable)
             : ondes_speed_sink_new (sink, request->sound.speed, cancellable);
  if (request->energy.path != NULL)
    sink = self->energy = ondes_energy_sink_new (sink, self->info->rate_hz, energy_every (self, request),
                                                 request->options.post == ONDES_POST_POWER);
  if (request->peaks.path != NULL)
    sink = self->peaks = ondes_peaks_sink_new (sink, request->peaks.above);
  return cli_filter_sound_shifted (&request->sound, self->sources[0], self->view.first, sink);
}

static gboolean
write_peaks (const Job     *self,
             const Request *request,
             GError       **error)
{
  g_autofree guint *channels = g_new (guint, self->n_sources);
  OndesPeaksExport export = { .bank = self->bank, .channels = channels, .rate_hz = output_rate (self, request),
                              .first = self->view.first * ondes_filter_times (&request->options), .path = request->peaks.path };

  for (guint i = 0; i < self->n_sources; i++)
    channels[i] = self->sources[i]->channel;
  export.peaks = ondes_peaks_sink_get (self->peaks, &export.n);
  return ondes_peaks_export_run (&export, error);
}

static gboolean
write_energy (const Job     *self,
              const Request *request,
              const CliRun  *cli,
              GError       **error)
{
  const OndesRecordingInfo *info = self->info;
  g_autofree guint *channels = g_new (guint, self->n_sources);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *design = cli_filter_design_print (cli->arguments);
  g_autoptr (GString) filter = g_string_new (design);
  const CliFilterEnergy *energy = &request->energy;
  OndesEnergyExport export = { .channels = channels, .size = energy->size, .format = energy->format, .path = energy->path };

  ondes_line_add_conditioning (filter, self->recording, "--condition");
  for (guint i = 0; i < self->n_sources; i++)
    {
      channels[i] = self->sources[i]->channel;
      g_ptr_array_add (names, ondes_channel_text (channels[i], info));
    }
  export.figure = (OndesEnergyFigure) {
    .energy = ondes_energy_sink_get (self->energy), .bank = self->bank, .channels = self->n_sources,
    .names = info->channels > 1 ? (const char *const *) names->pdata : NULL,
    .base = ondes_export_time_base (info), .first = self->view.first, .unit = info->unit, .title = info->name,
    .filter = filter->str, .palette = energy->palette, .range_db = energy->range_db,
  };
  return ondes_energy_export_run (&export, error);
}

/* Counts NaN and infinities, as outputs computed from them look like any others and the user must be warned. */
static gboolean
count_gaps (const Job    *self,
            const CliRun *cli,
            guint64      *gaps,
            GError      **error)
{
  *gaps = 0;
  for (guint i = 0; i < self->n_sources && self->info->pcm_bits == 0; i++) /* integers have none */
    {
      const OndesSpan span = ondes_recording_original_span (self->recording, (OndesSpan) { self->view.first, self->view.count });
      g_autoptr (OndesSource) original
        = ondes_recording_source (ondes_recording_get_original (self->recording), self->sources[i]->channel, error);
      OndesExtent all;

      if (original == NULL || !ondes_extents_read (original, span, 1, &all, cli->watch.cancellable, error))
        return FALSE;
      *gaps += all.gaps;
    }
  return TRUE;
}

/* Tells what the user would not see in the output. */
static void
print_notes (const Job     *self,
             const Request *request,
             guint64        gaps)
{
  const guint longest = ondes_filter_bank_longest (self->bank);
  guint64 clipped = 0;

  cli_print_notes (self->info);
  for (guint i = 0; i < self->n_sinks; i++)
    clipped += ondes_frames_sink_clipped (self->sinks[i]);
  if (gaps > 0)
    cli_tell ("%s: %" PRIu64 " of the samples are NaN or infinite; they are computed as 0", self->info->path, gaps);
  if (longest > self->info->frames)
    cli_tell ("%s: its %" PRIu64 " samples are fewer than the filter's %u taps, so every output also depends on zeros outside it",
              self->info->path, self->info->frames, longest);
  if (request->options.segment > 0 && longest > request->options.segment)
    cli_tell ("--segment: %" PRIu64 " is shorter than the filter's %u taps, which are applied in parts", request->options.segment,
              longest);
  if (clipped > 0)
    cli_tell ("%s: %" PRIu64 " values went past full scale and were clipped; write floating point to keep them", request->path,
              clipped);
  if (self->n_bands > 1 && request->path != NULL && !request->split)
    cli_tell ("%s: %u channels, the filters %s to %s%s", request->path, self->n_bands * self->n_sources, self->bands[0].name,
              self->bands[self->n_bands - 1].name, self->n_sources > 1 ? " of each channel in turn" : "");
}

static gboolean
write_response (const Job     *self,
                const Request *request,
                const CliRun  *cli,
                GError       **error)
{
  g_autofree char *filter = cli_filter_design_print (cli->arguments);

  return request->response.path == NULL
         || ondes_response_export_run (&(OndesResponseExport) {
              .bank = self->bank, .choice = &request->design, .rate_hz = self->info->rate_hz,
              .time_unit = self->info->time_unit, .filter = filter, .size = request->energy.size,
              .format = request->response.format, .path = request->response.path,
            }, &cli->watch, error);
}

/* Computes and writes what depends on the samples. */
static gboolean
compute_outputs (Job           *job,
                 const Request *request,
                 const CliRun  *cli,
                 GError       **error)
{
  g_autoptr (OndesSpec) spec = NULL;
  g_autoptr (OndesRequest) asked = NULL;
  g_autoptr (OndesComputer) computer = NULL;
  g_autoptr (OndesSink) sink = NULL;
  g_auto (OndesReport) report = { 0 };
  OndesSource **filtered;
  guint64 gaps;

  spec = ondes_filter_new (&request->options, job->bank, error);
  filtered = job->analytic != NULL ? (OndesSource **) job->analytic->pdata : job->sources;
  asked = spec != NULL ? ondes_request_new (spec, filtered, job->n_sources, &job->view, error) : NULL;
  sink = asked != NULL ? open_sink (job, request, cli->watch.cancellable, error) : NULL;
  if (sink == NULL)
    return FALSE;
  cli_expect_outputs (job->n_sinks + (job->energy != NULL) + (job->peaks != NULL) + (request->response.path != NULL));
  computer = ondes_computer_new (request->compute.engine, request->compute.device, request->compute.threads);
  if (!ondes_compute (computer, asked, sink, &cli->watch, &report, error)
      || (job->energy != NULL && !write_energy (job, request, cli, error))
      || (job->peaks != NULL && !write_peaks (job, request, error)) || !write_response (job, request, cli, error)
      || !count_gaps (job, cli, &gaps, error))
    return FALSE;
  cli_progress_clear ();
  print_notes (job, request, gaps);
  cli_compute_report (&request->compute, &report);
  return TRUE;
}

static gboolean
run_request (const CliRun *cli,
             GError      **error)
{
  Request request;
  g_auto (Job) job = { 0 };

  if (!parse (cli->arguments, &request, error) || !open_job (&job, &request, cli, error))
    return FALSE;
  if (request.path != NULL || request.energy.path != NULL || request.peaks.path != NULL)
    return compute_outputs (&job, &request, cli, error);
  cli_expect_outputs (1);
  return write_response (&job, &request, cli, error);
}

static gboolean
run (const CliRun *cli,
     GError      **error)
{
  gboolean done;

  /* A long filter is designed while the recording is opened, and polls it. */
  g_cancellable_push_current (cli->watch.cancellable);
  done = run_request (cli, error);
  g_cancellable_pop_current (cli->watch.cancellable);
  return done;
}

static const CliOption output_options[] = {
  { .help = "Output" },
  { "-o", "OUT",
    "the file, its ending the format; - is standard output and needs --format; .png, .svg and .pdf are pictures of the levels, as "
    "of --energy; with that or --response, -o may be left out" },
  { "--format", "F", "wav, flac or npy, whatever the ending", ondes_frames_names },
  { "--sample-format", "S",
    "of .wav and .flac: float, or source, as the file has it, with what is past full scale clipped and counted (default float; "
    ".flac 24 bit)",
    sample_formats },
  { "--split", NULL, "one file per filter, its name before the ending: OUT-1kHz.wav (default: a channel per filter)" },
  { NULL },
};

static const CliOption method_options[] = {
  { .help = "How it is applied" },
  { .params = &ondes_filter_params, .section = "use" },
  { "--method", "M", "auto, direct, overlap-save or fft; all give the same (default auto)", ondes_method_names },
  { "--segment", "F", "samples of an FFT of overlap-save, 4 to 524288; longer filters are applied in parts (default the fastest)" },
  { NULL },
};

static const CliOption span_options[] = {
  { .help = "What is taken of it" },
  { "--channel", "K|mix", "from 1, or the mean of all (default all, each by itself, or what --column says)" },
  { "--from", "S|DATE",
    "begin, in time units (seconds) from the first sample, or of a recording with dates the date, as 1998-03 or "
    "1998-03-17T14:05:30, by the recording's clock unless a zone follows, as Z or +05:30 (default 0); samples before it still "
    "count" },
  { "--to", "S|DATE", "end, the same; the sample at S is left out (default: the end, and past it)" },
  { NULL },
};

static const CliOption compute_options[] = {
  { .help = "Where and how finely it is computed" },
  { "--engine", "NAME", "auto, cpu or cuda (default auto: CUDA where there is a device and it is faster, else the CPU)", engines },
  { "--device", "N", "of the engine, from 0 (default 0)" },
  { "--precision", "P",
    "double, single, or single2, float32 of less error by method direct (default double for numbers, single for sound and "
    "pictures)",
    ondes_precision_names },
  { "--threads", "N", "of the CPU engine, 0 as many as the machine has (default 0)" },
  { "--timing", NULL,
    "one line of JSON on standard error: engine, name of its device, method of each row, seconds computing, seconds moving "
    "data, bytes" },
  { NULL },
};

static const CliOption *const groups[] = {
  output_options, cli_filter_options, cli_filter_shape_options, method_options, cli_filter_sound_options,
  cli_filter_response_options, cli_filter_energy_options, cli_filter_peaks_options, cli_size_options, cli_condition_options,
  span_options, cli_read_options, compute_options, NULL,
};

const CliCommand cli_filter = {
  .name = "filter",
  .operand = "FILE",
  .usage = "-o OUT.(wav|flac|npy|png|svg|pdf) [--energy OUT.(csv|npz|png|svg|pdf)] [--peaks OUT.csv] "
           "[--response OUT.(png|svg|pdf|csv)] [OPTION…]",
  .summary = "A recording filtered: by a designed filter, a bank of bands, or taps of your own.",
  .groups = groups,
  .epilogue = CLI_SCALE_SIGNAL
              "y[t] = Σ h[m] x[t + d − m] over the M taps, d the whole part of (M − 1)/2, or 0 with --causal; x is 0\n"
              "outside the file.\n"
              "The output has the recording's rate and length, or those of --from and --to, and is written as it is computed.\n"
              "--post interpolation: twice the rate, y[t] and between it and y[t + 1] the middle of a cubic,\n"
              "(9 (y[t] + y[t + 1]) − y[t − 1] − y[t + 2])/16.\n"
              ".wav: 32 bit floating point, 64 with --precision double or --post power; RF64 past 4 GB.\n"
              ".npy: float64 (float32 for single), a column per channel; complex for complex taps or samples.\n"
              "--shift: the real part of a[t] exp(−2πi HZ t), a the analytic signal in the band that HZ leaves, whose edges are a\n"
              "tenth of HZ (of the band, if that is narrower) wide; of complex samples the product itself.\n"
              "--response: .csv has two tables with an empty line between them, filter,frequency_hz,magnitude_db,phase_deg,\n"
              "delay_samples at 1000 frequencies on a logarithmic axis, and filter,sample,real,imaginary, the taps.\n"
              "--energy: spans are counted from --from; dB re 1 of the recording's unit, of PCM full scale; --post power changes\n"
              "none; --shift comes before, --speed after. .csv: a first row channel,band,lo_hz,centre_hz,hi_hz and the middle of\n"
              "each span, then a row per band. .npz: values, channels, bands, lo_hz, centre_hz, hi_hz, times_s, every_s, rate_hz,\n"
              "spec, time_unit, unit.\n"
              "--peaks: channel,band,lo_hz,centre_hz,hi_hz,time,value, where the magnitude (of --post power the power) falls on\n"
              "both sides; --post interpolation places them between samples too.",
  .run = run,
};
