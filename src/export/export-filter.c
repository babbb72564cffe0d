/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "export-filter.h"

#include "base/current-cancel.h"
#include "base/number.h"
#include "base/words.h"
#include "command-line.h"
#include "io/frames-sink.h"
#include "io/out-file.h"
#include "transform/filter.h"

#define FLAC_BITS 24

/* Refuses outputs that are an input. */
static gboolean
check_output (const OndesFilterExport *export,
              GError                 **error)
{
  const char *inputs[] = { ondes_recording_get_info (export->recording)->path, export->choice.taps };

  for (guint i = 0; i < G_N_ELEMENTS (inputs); i++)
    if (inputs[i] != NULL && ondes_out_file_is_input (export->path, inputs[i]))
      {
        ondes_setting_error_set (error, ONDES_ERROR, ONDES_ERROR_FILE, ONDES_SETTING_FILE,
                                 i == 0 ? _("%s is the recording itself; choose another name")
                                        : _("%s is the file of the taps; choose another name"),
                                 export->path);
        return FALSE;
      }
  return TRUE;
}

static OndesRequest *
make_request (const OndesFilterExport *export,
              const OndesWatch        *watch,
              GError                 **error)
{
  const OndesFilterInput input = { ondes_recording_get_info (export->recording)->path, export->source->rate_hz,
                                   export->source->n };
  const OndesView view = { .first = export->first, .count = export->count };
  OndesFilterOptions options = ondes_filter_options_default;
  g_autoptr (OndesFilterBank) bank = ondes_filter_choice_bank (&export->choice, &input, watch, error);
  g_autoptr (OndesSpec) spec = NULL;

  /* As the command does by default. */
  options.precision = export->format == ONDES_EXPORT_NPY ? ONDES_PRECISION_DOUBLE : ONDES_PRECISION_SINGLE;
  options.causal = export->causal;
  if (bank != NULL)
    spec = ondes_filter_new (&options, bank, error);
  return spec != NULL ? ondes_request_new_of (spec, export->source, &view, error) : NULL;
}

gboolean
ondes_filter_export_run (const OndesFilterExport *export,
                         OndesComputer           *computer,
                         const OndesWatch        *watch,
                         guint64                 *clipped,
                         GError                 **error)
{
  OndesFramesOptions options = { .rate_hz = export->source->rate_hz };
  g_autoptr (OndesRequest) request = NULL;
  g_autoptr (OndesSink) sink = NULL;
  gboolean done;

  options.format = export->format == ONDES_EXPORT_WAV    ? ONDES_FRAMES_WAV
                   : export->format == ONDES_EXPORT_FLAC ? ONDES_FRAMES_FLAC
                                                         : ONDES_FRAMES_NPY;
  options.pcm_bits = export->format == ONDES_EXPORT_FLAC ? FLAC_BITS : 0;
  if (!check_output (export, error))
    return FALSE;
  request = make_request (export, watch, error);
  if (request == NULL)
    return FALSE;
  sink = ondes_frames_sink_new (export->path, &options);
  ondes_current_cancel_push (ondes_watch_cancellable (watch));
  done = ondes_compute (computer, request, sink, watch, NULL, error);
  ondes_current_cancel_pop (ondes_watch_cancellable (watch));
  *clipped = done ? ondes_frames_sink_clipped (sink) : 0;
  return done;
}

static void
add_range (GString    *line,
           const char *option,
           double      lo,
           double      hi)
{
  char numbers[2][ONDES_NUMBER_SIZE];
  g_autofree char *range = g_strdup_printf ("%s:%s", ondes_number_print (numbers[0], lo), ondes_number_print (numbers[1], hi));

  ondes_line_add_option (line, option, range);
}

static void
add_kind (GString              *line,
          const OndesFirDesign *design)
{
  switch (design->kind)
    {
    case ONDES_FIR_LOWPASS:
      ondes_line_add_number (line, "--lowpass", design->hi_hz);
      break;
    case ONDES_FIR_HIGHPASS:
      ondes_line_add_number (line, "--highpass", design->lo_hz);
      break;
    case ONDES_FIR_BANDPASS:
      add_range (line, "--bandpass", design->lo_hz, design->hi_hz);
      break;
    case ONDES_FIR_BANDSTOP:
      add_range (line, "--bandstop", design->lo_hz, design->hi_hz);
      break;
    case ONDES_FIR_NOTCH:
      if (design->harmonics > 1)
        add_range (line, "--notch", design->lo_hz, design->harmonics);
      else
        ondes_line_add_number (line, "--notch", design->lo_hz);
      break;
    case ONDES_FIR_DIFFERENTIATOR:
    case ONDES_FIR_HILBERT:
    default:
      g_return_if_reached ();
    }
}

static void
add_design (GString              *line,
            const OndesFirDesign *design)
{
  add_kind (line, design);
  if (design->length > 0)
    {
      g_autofree char *window = ondes_window_print (&design->window);

      ondes_line_add_number (line, "--length", design->length);
      if (design->window.kind != ONDES_WINDOW_KAISER || design->window.beta != ONDES_FILTER_BETA)
        ondes_line_add_option (line, "--window", window);
    }
  else if (design->ripple_db != ondes_fir_design_default.ripple_db)
    ondes_line_add_number (line, "--ripple-db", design->ripple_db);
  if (design->transition_hz > 0 && (design->length == 0 || design->kind == ONDES_FIR_NOTCH))
    ondes_line_add_number (line, "--transition", design->transition_hz);
}

static void
add_choice (GString                 *line,
            const OndesFilterChoice *choice)
{
  g_autofree char *path = choice->taps != NULL ? g_canonicalize_filename (choice->taps, NULL) : NULL;
  g_autofree char *fraction = g_strdup_printf ("1/%u", choice->fraction);

  if (choice->none)
    return;
  if (path != NULL)
    ondes_line_add_option (line, "--taps", path);
  else if (choice->fraction > 0)
    ondes_line_add_option (line, "--bank",
                           choice->fraction == 1   ? "octave"
                           : choice->fraction == 3 ? "third-octave"
                                                   : fraction);
  else
    add_design (line, &choice->design);
}

char *
ondes_filter_export_command (const OndesFilterExport *export)
{
  const OndesRecordingInfo *info = ondes_recording_get_info (export->recording);
  GString *line = g_string_new ("ondes-cli filter");

  ondes_line_add_file (line, export->recording);
  ondes_line_add_read (line, &export->read);
  /* The command filters all channels unless one is named. */
  if (export->channel == 0)
    ondes_line_add_option (line, "--channel", "mix");
  else if (info->channels > 1 && !(export->read.column > 0 && export->channel == info->first_channel))
    ondes_line_add_number (line, "--channel", export->channel);
  ondes_line_add_conditioning (line, export->recording, "--condition");
  add_choice (line, &export->choice);
  if (export->causal)
    g_string_append (line, " --causal");
  if (export->speed > 0 && export->speed != 1)
    ondes_line_add_number (line, "--speed", export->speed);
  if (export->keeps_pitch)
    g_string_append (line, " --keep-pitch");
  if (export->shift_hz != 0)
    ondes_line_add_number (line, "--shift", export->shift_hz);
  ondes_line_add_span (line, export->recording, "--from", "--to", export->first, export->count);
  ondes_line_add_output (line, export->path, export->format);
  return g_string_free (line, FALSE);
}

guint
ondes_filter_export_formats (OndesRecording *recording,
                             gboolean        is_complex)
{
  const gboolean sound = !is_complex && g_str_equal (ondes_recording_get_info (recording)->time_unit, "s");

  return 1u << ONDES_EXPORT_NPY | (sound ? 1u << ONDES_EXPORT_WAV | 1u << ONDES_EXPORT_FLAC : 0);
}
