/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "export-psd.h"

#include "base/current-cancel.h"
#include "base/number.h"
#include "command-line.h"
#include "figure/psd-figure.h"
#include "io/npy-format.h"
#include "io/out-file.h"

#define LINES 1024 /* written at once */

static gboolean
write_csv (const OndesRecordingInfo *info,
           const OndesPsd           *psd,
           OndesOutFile             *file,
           GError                  **error)
{
  g_autofree char *frequency = ondes_frequency_unit (info->time_unit);
  g_autofree char *unit = ondes_psd_unit (&psd->options, info->unit, frequency);
  g_autoptr (GString) lines = g_string_new (NULL);
  char number[ONDES_NUMBER_SIZE];

  if (psd->edges_hz != NULL)
    g_string_append_printf (lines, "centre (%s),from (%s),to (%s)", frequency, frequency, frequency);
  else
    g_string_append_printf (lines, "frequency (%s)", frequency);
  g_string_append_printf (lines, ",%s", ondes_psd_quantity (&psd->options));
  if (*unit != '\0')
    g_string_append_printf (lines, " (%s)", unit);
  g_string_append_c (lines, '\n');
  for (gsize i = 0; i < psd->n; i++)
    {
      g_string_append (lines, ondes_number_print (number, psd->frequencies_hz[i]));
      for (guint j = 0; psd->edges_hz != NULL && j < 2; j++)
        g_string_append_printf (lines, ",%s", ondes_number_print (number, psd->edges_hz[2 * i + j]));
      g_string_append_printf (lines, ",%s\n", ondes_number_print (number, psd->values[i]));
      if (i % LINES == LINES - 1 && !ondes_out_file_write_text (file, lines, error))
        return FALSE;
    }
  return ondes_out_file_write_text (file, lines, error);
}

/* Returns the options that numbers depend on, and the steps of conditioning. */
static char *
describe_spec (const OndesPsdExport *export)
{
  GString *spec = g_string_new ("psd");

  ondes_params_print (&ondes_psd_params, 0, ONDES_PARAM_FIGURE, &export->options, spec);
  ondes_line_add_conditioning (spec, export->recording, "--condition");
  return g_string_free (spec, FALSE);
}

static gboolean
write_npz (const OndesPsdExport *export,
           const OndesPsd       *psd,
           OndesOutFile         *file,
           GError              **error)
{
  const OndesRecordingInfo *info = ondes_recording_get_info (export->recording);
  const guint64 scalar[2] = { 0 }, vector[2] = { psd->n }, pairs[2] = { psd->n, 2 };
  const gint64 averages = (gint64) psd->averages, length = (gint64) psd->options.length;
  g_autofree char *spec = describe_spec (export);
  g_autoptr (OndesZip) zip = ondes_zip_new (file);

  return ondes_zip_add_array (zip, "values.npy", ONDES_F64, vector, psd->values, error)
         && ondes_zip_add_array (zip, "frequencies_hz.npy", ONDES_F64, vector, psd->frequencies_hz, error)
         && (psd->edges_hz == NULL || ondes_zip_add_array (zip, "edges_hz.npy", ONDES_F64, pairs, psd->edges_hz, error))
         && ondes_zip_add_array (zip, "averages.npy", ONDES_I64, scalar, &averages, error)
         && ondes_zip_add_array (zip, "length.npy", ONDES_I64, scalar, &length, error)
         && ondes_zip_add_array (zip, "rate_hz.npy", ONDES_F64, scalar, &psd->rate_hz, error)
         && ondes_zip_add_text (zip, "spec.npy", spec, error) && ondes_zip_add_text (zip, "time_unit.npy", info->time_unit, error)
         && ondes_zip_add_text (zip, "unit.npy", info->unit, error) && ondes_zip_finish (zip, error);
}

static gboolean
write_figure (const OndesPsdExport *export,
              const OndesPsd       *psd,
              GError              **error)
{
  const OndesRecordingInfo *info = ondes_recording_get_info (export->recording);
  g_autofree char *number = g_strdup_printf ("channel %u", export->channel);
  const char *name = export->channel > 0 && info->channel_names != NULL ? info->channel_names[export->channel - 1] : NULL;
  const char *channel = export->channel == 0 ? "the mean of all channels" : name != NULL ? name : number;

  return ondes_psd_figure_write (&(OndesImageTarget) { export->path, ondes_export_images[export->format], export->surface },
                                 &export->size, &(OndesPsdFigure) { { &psd, 1, &export->options }, info,
                                                    info->channels > 1 ? channel : NULL, NULL }, error);
}

static gboolean
run (const OndesPsdExport *export,
     const OndesWatch     *watch,
     GError              **error)
{
  const gboolean figure = ondes_export_is_figure (export->format);
  g_autoptr (OndesSource) source = NULL;
  g_autoptr (OndesOutFile) file = NULL;
  g_autoptr (OndesPsd) psd = NULL;

  if (export->surface == NULL
      && (!ondes_export_check_output (export->path, export->recording, error)
          || (file = ondes_out_file_new (export->path, error)) == NULL))
    return FALSE;
  if (figure)
    g_clear_pointer (&file, ondes_out_file_free); /* it was to test the path */
  source = ondes_recording_source (export->recording, export->channel, error);
  psd = source != NULL ? ondes_psd_compute (source, export->span, &export->options, watch, error) : NULL;
  if (psd == NULL)
    return FALSE;
  if (figure)
    return write_figure (export, psd, error);
  return (export->format == ONDES_EXPORT_CSV ? write_csv (ondes_recording_get_info (export->recording), psd, file, error)
                                              : write_npz (export, psd, file, error))
         && ondes_out_file_commit (file, error);
}

gboolean
ondes_psd_export_run (const OndesPsdExport *export,
                      const OndesWatch     *watch,
                      GError              **error)
{
  gboolean done;

  ondes_current_cancel_push (ondes_watch_cancellable (watch));
  done = run (export, watch, error);
  ondes_current_cancel_pop (ondes_watch_cancellable (watch));
  return done;
}

char *
ondes_psd_export_command (const OndesPsdExport *export)
{
  GString *line = g_string_new ("ondes-cli psd");
  const gboolean figure = ondes_export_is_figure (export->format);

  ondes_line_add_file (line, export->recording);
  ondes_line_add_read (line, &export->read);
  ondes_line_add_channel (line, export->recording, "--channel", export->channel);
  ondes_line_add_span (line, export->recording, "--from", "--to", export->span.first, export->span.count);
  ondes_params_print (&ondes_psd_params, 0, figure ? 0 : ONDES_PARAM_FIGURE, &export->options, line);
  ondes_line_add_conditioning (line, export->recording, "--condition");
  if (figure)
    ondes_line_add_size (line, &export->size);
  ondes_line_add_output (line, export->path, export->format);
  return g_string_free (line, FALSE);
}
