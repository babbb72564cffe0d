/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "export-filter.h"

#include "analysis/band-levels.h"
#include "base/current-cancel.h"
#include "base/number.h"
#include "base/words.h"
#include "command-line.h"
#include "export-energy.h"
#include "export-response.h"
#include "figure/palette.h"
#include "io/frames-sink.h"
#include "io/out-file.h"

#define FLAC_BITS 24

/* Refuses outputs that are an input. */
static gboolean
check_output (const OndesFilterExport *export,
              GError                 **error)
{
  const char *inputs[] = { ondes_recording_get_info (export->recording)->path, export->choice.taps };

  for (guint i = 0; i < G_N_ELEMENTS (inputs); i++)
    if (inputs[i] != NULL && ondes_out_file_is_input (export->path, inputs[i]))
      return ondes_setting_error_set (error, ONDES_ERROR, ONDES_ERROR_FILE, ONDES_SETTING_FILE,
                                      i == 0 ? _("%s is the recording itself; choose another name")
                                             : _("%s is the file of the taps; choose another name"),
                                      export->path);
  return TRUE;
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

/* As the command does by default: double for numbers, single for sound and figures. */
static OndesFilterOptions
options_of (const OndesFilterExport *export)
{
  OndesFilterOptions options = ondes_filter_options_default;
  const gboolean numbers = export->format == ONDES_EXPORT_NPY || export->format == ONDES_EXPORT_NPZ
                           || export->format == ONDES_EXPORT_CSV;

  options.precision = numbers ? ONDES_PRECISION_DOUBLE : ONDES_PRECISION_SINGLE;
  options.causal = export->causal;
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
  OndesFramesOptions frames = { .rate_hz = export->source->rate_hz };
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

static gboolean
run_levels (const OndesFilterExport *export,
            OndesFilterBank         *bank,
            OndesComputer           *computer,
            const OndesWatch        *watch,
            GError                 **error)
{
  const OndesRecordingInfo *info = ondes_recording_get_info (export->recording);
  g_autofree char *name = ondes_channel_text (export->channel, info), *filter = ondes_filter_export_options (export);
  const char *const names[] = { name };
  const OndesBandLevelsJob job = { export->source, bank, options_of (export), export->first, export->count,
                                   export->every > 0
                                     ? MAX (export->every, 1 / info->rate_hz)
                                     : ondes_energy_default_every (export->count, info->rate_hz, info->time_unit) };
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
run_response (const OndesFilterExport *export,
              OndesFilterBank         *bank,
              const OndesWatch        *watch,
              GError                 **error)
{
  g_autofree char *filter = ondes_filter_export_options (export);

  return ondes_response_export_run (&(OndesResponseExport) {
    .bank = bank, .choice = &export->choice, .causal = export->causal, .rate_hz = export->source->rate_hz,
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
  else
    done = run_recording (export, bank, computer, watch, clipped, error);
  ondes_current_cancel_pop (ondes_watch_cancellable (watch));
  return done;
}

/* Options and their values in turn, the value of a flag "". */
typedef GPtrArray Words;

static void
add_word (Words      *words,
          const char *option,
          char       *value)
{
  g_ptr_array_add (words, g_strdup (option));
  g_ptr_array_add (words, value);
}

static void
add_number (Words      *words,
            const char *option,
            double      value)
{
  char number[ONDES_NUMBER_SIZE];

  add_word (words, option, g_strdup (ondes_number_print (number, value)));
}

static void
add_range (Words      *words,
           const char *option,
           double      lo,
           double      hi)
{
  char numbers[2][ONDES_NUMBER_SIZE];

  add_word (words, option, g_strdup_printf ("%s:%s", ondes_number_print (numbers[0], lo), ondes_number_print (numbers[1], hi)));
}
static void
add_kind (Words                *words,
          const OndesFirDesign *design)
{
  switch (design->kind)
    {
    case ONDES_FIR_LOWPASS:
      add_number (words, "--lowpass", design->hi_hz);
      break;
    case ONDES_FIR_HIGHPASS:
      add_number (words, "--highpass", design->lo_hz);
      break;
    case ONDES_FIR_BANDPASS:
      add_range (words, "--bandpass", design->lo_hz, design->hi_hz);
      break;
    case ONDES_FIR_BANDSTOP:
      add_range (words, "--bandstop", design->lo_hz, design->hi_hz);
      break;
    case ONDES_FIR_NOTCH:
      if (design->harmonics > 1)
        add_range (words, "--notch", design->lo_hz, design->harmonics);
      else
        add_number (words, "--notch", design->lo_hz);
      break;
    case ONDES_FIR_DIFFERENTIATOR:
      add_word (words, "--differentiator", g_strdup (""));
      break;
    case ONDES_FIR_HILBERT:
    default:
      add_word (words, "--hilbert", g_strdup (""));
    }
}

/* In the order of the command's help, in which it prints them in captions. */
static void
add_design (Words                *words,
            const OndesFirDesign *design)
{
  add_kind (words, design);
  if (design->length == 0 && design->ripple_db != ondes_fir_design_default.ripple_db)
    add_number (words, "--ripple-db", design->ripple_db);
  if (design->transition_hz > 0 && (design->length == 0 || design->kind == ONDES_FIR_NOTCH))
    add_number (words, "--transition", design->transition_hz);
  if (design->length == 0)
    return;
  add_number (words, "--length", design->length);
  if (design->window.kind != ONDES_WINDOW_KAISER || design->window.beta != ONDES_FILTER_BETA)
    add_word (words, "--window", ondes_window_print (&design->window));
}

static char *
print_bank (const OndesFilterChoice *choice)
{
  char numbers[3][ONDES_NUMBER_SIZE];

  if (choice->voices > 0)
    return g_strdup_printf ("%s:%s:%s:%s", choice->gammatone ? "gammatone" : "morlet",
                            ondes_number_print (numbers[0], choice->fmin_hz),
                            ondes_number_print (numbers[1], choice->fmax_hz), ondes_number_print (numbers[2], choice->voices));
  return choice->fraction == 1   ? g_strdup ("octave")
         : choice->fraction == 3 ? g_strdup ("third-octave")
                                 : g_strdup_printf ("1/%u", choice->fraction);
}

static Words *
choice_words (const OndesFilterExport *export)
{
  const OndesFilterChoice *choice = &export->choice;
  Words *words = g_ptr_array_new_with_free_func (g_free);

  if (choice->taps != NULL)
    add_word (words, "--taps", g_canonicalize_filename (choice->taps, NULL));
  else if (choice->fraction > 0 || choice->voices > 0)
    add_word (words, "--bank", print_bank (choice));
  else if (!choice->none)
    add_design (words, &choice->design);
  if (export->causal)
    add_word (words, "--causal", g_strdup (""));
  return words;
}

char *
ondes_filter_export_options (const OndesFilterExport *export)
{
  g_autoptr (GPtrArray) words = choice_words (export);
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < words->len; i += 2)
    {
      const char *value = g_ptr_array_index (words, i + 1);

      g_string_append_printf (text, "%s%s%s%s", i > 0 ? " " : "", (char *) g_ptr_array_index (words, i),
                              value[0] != '\0' ? " " : "", value);
    }
  /* The response is that of the filter alone. */
  if (export->product != ONDES_FILTER_RESPONSE)
    ondes_line_add_conditioning (text, export->recording, "--condition");
  return g_string_free (text, FALSE);
}

static void
add_choice (GString                 *line,
            const OndesFilterExport *export)
{
  g_autoptr (GPtrArray) words = choice_words (export);

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
  if (export->speed > 0 && (export->speed != 1 || (export->choice.none && export->shift_hz == 0)))
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
  if (product == ONDES_FILTER_LEVELS)
    return figures | 1u << ONDES_EXPORT_NPZ | 1u << ONDES_EXPORT_CSV;
  return 1u << ONDES_EXPORT_NPY | (sound ? 1u << ONDES_EXPORT_WAV | 1u << ONDES_EXPORT_FLAC : 0);
}
