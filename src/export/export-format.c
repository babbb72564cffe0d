/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "export-format.h"

#include <math.h>
#include <string.h>

#include "base/number.h"
#include "base/words.h"
#include "io/out-file.h"
#include "transform/conditioning.h"

const char *const ondes_export_names[] = { "png", "svg", "pdf", "npy", "npz", "csv", NULL };
const char *const ondes_export_endings[] = { "png", "svg", "pdf", "npy", "npz", "csv", "wav", "flac", NULL };

gboolean
ondes_export_format_from_path (const char        *path,
                               OndesExportFormat *format,
                               GError           **error)
{
  const char *dot = strrchr (path, '.');
  g_autofree char *ending = dot != NULL ? g_ascii_strdown (dot + 1, -1) : NULL;
  int index = ondes_name_index (ondes_export_names, ending);

  if (index < 0)
    return ondes_remedy_error_set (error, ONDES_ERROR, ONDES_ERROR_REQUEST, ONDES_SETTING_FORMAT,
                                   _("%s: the ending tells no format; end it in .png, .svg, .pdf, .npy, .npz or .csv, or say "
                                     "%s"),
                                   path, ondes_setting_name (ONDES_SETTING_FORMAT, NULL));
  *format = index;
  return TRUE;
}

guint64
ondes_export_sample (double time,
                     double rate_hz)
{
  double at = time * rate_hz, forgiven = MAX (1e-6, 1e-15 * at);

  at = ceil (at - forgiven);
  return at <= 0 ? 0 : at < 0x1p63 ? (guint64) at : G_MAXUINT64;
}

char *
ondes_export_print_time (guint64 sample,
                         double  rate_hz)
{
  static const char *const formats[] = { "%.3g", "%.6g", "%.9g", "%.12g", "%.15g", "%.17g" };
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    {
      g_ascii_formatd (text, sizeof text, formats[i], sample / rate_hz);
      if (ondes_export_sample (g_ascii_strtod (text, NULL), rate_hz) == sample)
        break;
    }
  return g_strdup (text);
}

const OndesImageFormat ondes_export_images[] = { ONDES_IMAGE_PNG, ONDES_IMAGE_SVG, ONDES_IMAGE_PDF };

gboolean
ondes_export_is_figure (OndesExportFormat format)
{
  return format == ONDES_EXPORT_PNG || format == ONDES_EXPORT_SVG || format == ONDES_EXPORT_PDF;
}

gboolean
ondes_export_is_input (const char     *path,
                       OndesRecording *recording)
{
  const OndesRecordingInfo *info = ondes_recording_get_info (recording);
  OndesFilterSettings choice;

  if (ondes_out_file_is_input (path, info->path))
    return TRUE;
  for (const char *const *text = info->conditioning; text != NULL && *text != NULL; text++)
    {
      g_auto (OndesStep) step = { .text = NULL };

      if (!ondes_step_parse (*text, &step, NULL) || step.kind != ONDES_STEP_FILTER)
        continue;
      ondes_step_filter (&step, &choice);
      if (choice.kind == ONDES_FILTER_TAPS && ondes_out_file_is_input (path, choice.taps))
        return TRUE;
    }
  return FALSE;
}

gboolean
ondes_export_check_output (const char     *path,
                           OndesRecording *recording,
                           GError        **error)
{
  return !ondes_export_is_input (path, recording)
         || ondes_setting_error_set (error, ONDES_ERROR, ONDES_ERROR_FILE, ONDES_SETTING_FILE,
                                     ondes_out_file_is_input (path, ondes_recording_get_info (recording)->path)
                                       ? _("%s is the recording itself; choose another name")
                                       : _("%s is the file of the taps; choose another name"), path);
}
