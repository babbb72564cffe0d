/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "export-filter.h"

#include "analysis/band-levels.h"
#include "analysis/band-peaks.h"
#include "base/current-cancel.h"
#include "base/number.h"
#include "base/words.h"
#include "command-line.h"
#include "export-energy.h"
#include "export-response.h"
#include "figure/palette.h"
#include "io/frames-sink.h"
#include "io/out-file.h"
#include "transform/filter-text.h"

#include <math.h>

#define FLAC_BITS 24

/* Refuses outputs that are an input. */
static gboolean
check_output (const OndesFilterExport *export,
              GError                 **error)
{
  if (export->choice.kind == ONDES_FILTER_TAPS && ondes_out_file_is_input (export->path, export->choice.taps))
    return ondes_setting_error_set (error, ONDES_ERROR, ONDES_ERROR_FILE, ONDES_SETTING_FILE,
                                    _("%s is the file of the taps; choose another name"), export->path);
  return ondes_export_check_output (export->path, export->recording, error);
}

static OndesFilterBank *
make_bank (const OndesFilterExport *export,
           const OndesWatch        *watch,
           GError                 **error)
{
  const OndesFilterInput input = { ondes_recording_get_info (export->recording)->path, export->source->rate_hz,
                                   export->source->n };

  return ondes_filter_choice_bank (&export->choice, &input, watch, error);
}

OndesPost
ondes_filter_export_post (OndesFilterProduct product,
                          OndesPost          post)
{
  /* The response belongs to the filter alone. Neither power nor interpolation changes levels. */
  if (product == ONDES_FILTER_RESPONSE || (product == ONDES_FILTER_LEVELS && post != ONDES_POST_DERIVATIVE))
    return ONDES_POST_NONE;
  return post;
}

double
ondes_filter_above (double    above_db,
                    OndesPost post)
{
  return pow (10, above_db / (post == ONDES_POST_POWER ? 10 : 20));
}

/* As the command does by default: double for numbers, single for sound and figures. */
static OndesFilterOptions
options_of (const OndesFilterExport *export)
{
  OndesFilterOptions options = ondes_filter_options_default;
  const gboolean numbers = export->format == ONDES_EXPORT_NPY || export->format == ONDES_EXPORT_NPZ
                           || export->format == ONDES_EXPORT_CSV;

  options.precision = numbers ? ONDES_PRECISION_DOUBLE : ONDES_PRECISION_SINGLE;
  options.causal = export->choice.causal;
  options.post = ondes_filter_export_post (export->product, export->choice.post);
  return options;
}

static gboolean
run_recording (const OndesFilterExport *export,
               OndesFilterBank         *bank,
               OndesComputer           *computer,
               const OndesWatch        *watch,
               guint64                 *clipped,
               GError                 **error)
{
  const OndesView view = { .first = export->first, .count = export->count };
  const OndesFilterOptions options = options_of (export);
  OndesFramesOptions frames = { .rate_hz = export->source->rate_hz * ondes_filter_times (&options) };
  g_autoptr (OndesSpec) spec = ondes_filter_new (&options, bank, error);
  g_autoptr (OndesRequest) request = spec != NULL ? ondes_request_new_of (spec, export->source, &view, error) : NULL;
  g_autoptr (OndesSink) sink = NULL;

  if (request == NULL)
    return FALSE;
  frames.format = export->format == ONDES_EXPORT_WAV    ? ONDES_FRAMES_WAV
                  : export->format == ONDES_EXPORT_FLAC ? ONDES_FRAMES_FLAC
                                                        : ONDES_FRAMES_NPY;
  frames.pcm_bits = export->format == ONDES_EXPORT_FLAC ? FLAC_BITS : 0;
  sink = ondes_frames_sink_new (export->path, &frames);
  if (!ondes_compute (computer, request, sink, watch, NULL, error))
    return FALSE;
  *clipped = ondes_frames_sink_clipped (sink);
  return TRUE;
}

/* Returns what is measured of the bands. */
static OndesBandJob
job_of (const OndesFilterExport *export,
        OndesFilterBank         *bank)
{
  const OndesRecordingInfo *info = ondes_recording_get_info (export->recording);
  const double every = export->every > 0 ? MAX (export->every, 1 / info->rate_hz)
                                         : ondes_energy_default_every (export->count, info->rate_hz, info->time_unit);
  OndesBandJob job = { export->source, export->source->id, bank, options_of (export), export->first, export->count, every, 0 };

  job.above = ondes_filter_above (export->above_db, job.options.post);
  return job;
}

/* Returns the options of the filter as the product depends on them. */
static GPtrArray *
list_words (const OndesFilterExport *export)
{
  OndesFilterSettings choice = export->choice;

  choice.post = ondes_filter_export_post (export->product, choice.post);
  return ondes_filter_choice_words (&choice);
}

/* Returns the options that the product depends on, unquoted, as captions print them: "--bank octave --condition mean". Transfer
 * full. */
static char *
print_options (const OndesFilterExport *export)
{
  g_autoptr (GPtrArray) words = list_words (export);
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < words->len; i += 2)
    {
      const char *value = g_ptr_array_index (words, i + 1);

      g_string_append_printf (text, "%s%s%s%s", i > 0 ? " " : "", (char *) g_ptr_array_index (words, i),
                              value[0] != '\0' ? " " : "", value);
    }
  /* The response belongs to the filter alone. */
  if (export->product != ONDES_FILTER_RESPONSE)
    ondes_line_add_conditioning (text, export->recording, "--condition");
  return g_string_free (text, FALSE);
}

static gboolean
run_levels (const OndesFilterExport *export,
            OndesFilterBank         *bank,
            OndesComputer           *computer,
            const OndesWatch        *watch,
            GError                 **error)
{
  const OndesRecordingInfo *info = ondes_recording_get_info (export->recording);
  g_autofree char *name = ondes_channel_text (export->channel, info), *filter = print_options (export);
  const char *const names[] = { name };
  const OndesBandJob job = job_of (export, bank);
  g_autoptr (OndesBandLevels) levels = ondes_band_levels_new (computer, &job, watch, error);

  if (levels == NULL)
    return FALSE;
  return ondes_energy_export_run (&(OndesEnergyExport) {
    .figure = { .energy = levels->energy, .bank = bank, .channels = 1, .names = info->channels > 1 ? names : NULL,
                .base = ondes_export_time_base (info), .first = export->first, .unit = info->unit,
                .title = info->name, .filter = filter, .palette = export->palette },
    .channels = &export->channel, .size = export->size, .format = export->format, .path = export->path,
    .surface = export->surface,
  }, error);
}

static gboolean
run_peaks (const OndesFilterExport *export,
           OndesFilterBank         *bank,
           OndesComputer           *computer,
           const OndesWatch        *watch,
           GError                 **error)
{
  const OndesBandJob job = job_of (export, bank);
  const guint times = ondes_filter_times (&job.options);
  g_autoptr (OndesBandPeaks) peaks = ondes_band_peaks_new (computer, &job, watch, error);

  return peaks != NULL
         && ondes_peaks_export_run (&(OndesPeaksExport) {
              .peaks = peaks->peaks, .n = peaks->n, .bank = bank, .channels = &export->channel,
              .rate_hz = export->source->rate_hz * times, .first = export->first * times, .path = export->path,
            }, error);
}

static gboolean
run_response (const OndesFilterExport *export,
              OndesFilterBank         *bank,
              const OndesWatch        *watch,
              GError                 **error)
{
  g_autofree char *filter = print_options (export);

  return ondes_response_export_run (&(OndesResponseExport) {
    .bank = bank, .choice = &export->choice, .rate_hz = export->source->rate_hz,
    .time_unit = ondes_recording_get_info (export->recording)->time_unit, .filter = filter, .size = export->size,
    .format = export->format, .path = export->path, .surface = export->surface,
  }, watch, error);
}

gboolean
ondes_filter_export_run (const OndesFilterExport *export,
                         OndesComputer           *computer,
                         const OndesWatch        *watch,
                         guint64                 *clipped,
                         GError                 **error)
{
  g_autoptr (OndesFilterBank) bank = NULL;
  gboolean done;

  *clipped = 0;
  if ((export->surface == NULL && !check_output (export, error)) || (bank = make_bank (export, watch, error)) == NULL)
    return FALSE;
  ondes_current_cancel_push (ondes_watch_cancellable (watch));
  if (export->product == ONDES_FILTER_RESPONSE)
    done = run_response (export, bank, watch, error);
  else if (export->product == ONDES_FILTER_LEVELS)
    done = run_levels (export, bank, computer, watch, error);
  else if (export->product == ONDES_FILTER_PEAKS)
    done = run_peaks (export, bank, computer, watch, error);
  else
    done = run_recording (export, bank, computer, watch, clipped, error);
  ondes_current_cancel_pop (ondes_watch_cancellable (watch));
  return done;
}

static void
add_choice (GString                 *line,
            const OndesFilterExport *export)
{
  g_autoptr (GPtrArray) words = list_words (export);

  for (guint i = 0; i < words->len; i += 2)
    if (((const char *) g_ptr_array_index (words, i + 1))[0] != '\0')
      ondes_line_add_option (line, g_ptr_array_index (words, i), g_ptr_array_index (words, i + 1));
    else
      g_string_append_printf (line, " %s", (const char *) g_ptr_array_index (words, i));
}

static void
add_output (GString                 *line,
            const OndesFilterExport *export)
{
  if (export->product == ONDES_FILTER_RECORDING)
    {
      ondes_line_add_output (line, export->path, export->format);
      return;
    }
  if (export->product == ONDES_FILTER_PEAKS)
    {
      char number[ONDES_NUMBER_SIZE];
      g_autofree char *above = g_strconcat (ondes_number_print (number, export->above_db), "dB", NULL);

      ondes_line_add_option (line, "--peaks", export->path);
      ondes_line_add_option (line, "--above", above);
      return;
    }
  ondes_line_add_option (line, export->product == ONDES_FILTER_LEVELS ? "--energy" : "--response", export->path);
  if (export->product == ONDES_FILTER_LEVELS && export->every > 0)
    ondes_line_add_number (line, "--every", MAX (export->every, 1 / export->source->rate_hz));
  if (!ondes_export_is_figure (export->format))
    return;
  if (export->product == ONDES_FILTER_LEVELS && export->palette != ondes_display_default.palette)
    ondes_line_add_option (line, "--palette", ondes_palette_names[export->palette]);
  ondes_line_add_size (line, &export->size);
}

char *
ondes_filter_export_command (const OndesFilterExport *export)
{
  const OndesRecordingInfo *info = ondes_recording_get_info (export->recording);
  const gboolean of_samples = export->product != ONDES_FILTER_RESPONSE;
  GString *line = g_string_new ("ondes-cli filter");

  ondes_line_add_file (line, export->recording);
  ondes_line_add_read (line, &export->read);
  /* The command filters all channels unless one is named. */
  if (of_samples && export->channel == 0)
    ondes_line_add_option (line, "--channel", "mix");
  else if (of_samples && info->channels > 1 && !(export->read.column > 0 && export->channel == info->first_channel))
    ondes_line_add_number (line, "--channel", export->channel);
  ondes_line_add_conditioning (line, export->recording, "--condition");
  add_choice (line, export);
  /* The command wants to be told something to do. */
  if (export->speed > 0 && (export->speed != 1 || (export->choice.kind == ONDES_FILTER_NONE && export->shift_hz == 0)))
    ondes_line_add_number (line, "--speed", export->speed);
  if (export->keeps_pitch)
    g_string_append (line, " --keep-pitch");
  if (export->shift_hz != 0)
    ondes_line_add_number (line, "--shift", export->shift_hz);
  if (of_samples)
    ondes_line_add_span (line, export->recording, "--from", "--to", export->first, export->count);
  add_output (line, export);
  return g_string_free (line, FALSE);
}

guint
ondes_filter_export_formats (OndesFilterProduct product,
                             OndesRecording    *recording,
                             gboolean           is_complex)
{
  const guint figures = 1u << ONDES_EXPORT_PNG | 1u << ONDES_EXPORT_SVG | 1u << ONDES_EXPORT_PDF;
  const gboolean sound = !is_complex && g_str_equal (ondes_recording_get_info (recording)->time_unit, "s");

  if (product == ONDES_FILTER_RESPONSE)
    return figures | 1u << ONDES_EXPORT_CSV;
  if (product == ONDES_FILTER_PEAKS)
    return 1u << ONDES_EXPORT_CSV;
  if (product == ONDES_FILTER_LEVELS)
    return figures | 1u << ONDES_EXPORT_NPZ | 1u << ONDES_EXPORT_CSV;
  return 1u << ONDES_EXPORT_NPY | (sound ? 1u << ONDES_EXPORT_WAV | 1u << ONDES_EXPORT_FLAC : 0);
}
