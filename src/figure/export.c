/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "export.h"

#include <math.h>
#include <string.h>

#include "extents.h"
#include "file-sinks.h"
#include "out-file.h"
#include "signal/number.h"

const char *const ondes_export_names[] = { "png", "svg", "pdf", "npy", "npz", "csv", NULL };

gboolean
ondes_export_format_from_path (const char        *path,
                               OndesExportFormat *format,
                               GError           **error)
{
  const char *dot = strrchr (path, '.');
  g_autofree char *ending = dot != NULL ? g_ascii_strdown (dot + 1, -1) : NULL;
  int index = ondes_name_index (ondes_export_names, ending);

  if (index < 0)
    {
      g_set_error (error, ONDES_ERROR, ONDES_ERROR_REQUEST,
                   "%s: the ending tells no format; end it in .png, .svg, .pdf, .npy, .npz or .csv, or say --format", path);
      return FALSE;
    }
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

static gboolean
is_figure (OndesExportFormat format)
{
  return format == ONDES_EXPORT_PNG || format == ONDES_EXPORT_SVG || format == ONDES_EXPORT_PDF;
}

static gboolean
run_figure (const OndesExport *export,
            OndesComputer     *computer,
            OndesSource       *source,
            OndesProgress      progress,
            gpointer           user_data,
            GCancellable      *cancellable,
            OndesReport       *report,
            GError           **error)
{
  static const OndesImageFormat images[] = { ONDES_IMAGE_PNG, ONDES_IMAGE_SVG, ONDES_IMAGE_PDF };
  guint drawn = ondes_figure_columns (&export->size);
  OndesView view = { export->first, export->count, export->columns > 0 ? export->columns : drawn, FALSE };
  g_autoptr (OndesOutFile) probe = ondes_out_file_new (export->path, error);
  g_autoptr (OndesScalogram) scalogram = NULL;
  g_autofree OndesExtent *extents = NULL;

  if (probe == NULL)
    return FALSE;
  scalogram = ondes_scalogram_compute (computer, export->spec, source, &view, ondes_recording_get_info (export->recording),
                                       progress, user_data, cancellable, report, error);
  if (scalogram == NULL)
    return FALSE;
  extents = g_new (OndesExtent, drawn);
  return ondes_extents_read (source, export->first, export->count, drawn, extents, cancellable, error) &&
         ondes_figure_write (export->path, images[export->format], &export->size, scalogram, &export->display, extents, error);
}

static OndesSink *
new_sink (const OndesExport *export,
          const OndesTable  *table)
{
  switch (export->format)
    {
    case ONDES_EXPORT_NPY:
      return ondes_npy_sink_new (export->path);
    case ONDES_EXPORT_NPZ:
      return ondes_npz_sink_new (export->path, table);
    case ONDES_EXPORT_CSV:
      return ondes_csv_sink_new (export->path, table);
    case ONDES_EXPORT_PNG:
    case ONDES_EXPORT_SVG:
    case ONDES_EXPORT_PDF:
    default:
      g_return_val_if_reached (NULL);
    }
}

static gboolean
run_numbers (const OndesExport *export,
             OndesComputer     *computer,
             OndesSource       *source,
             OndesProgress      progress,
             gpointer           user_data,
             GCancellable      *cancellable,
             OndesReport       *report,
             GError           **error)
{
  const OndesCwt *cwt = ondes_spec_cwt (export->spec);
  const OndesRecordingInfo *info = ondes_recording_get_info (export->recording);
  OndesView view = { export->first, export->count, export->columns, FALSE };
  OndesShape shape = ondes_spec_shape (export->spec, source->type, &view);
  guint rows = cwt->n_scales;
  g_autofree double *frequencies = g_new (double, rows), *scales = g_new (double, rows), *coi = g_new (double, rows);
  g_autofree char *spec = ondes_spec_print (export->spec);
  g_autoptr (OndesSink) sink = NULL;
  OndesTable table = {
    rows,          frequencies,     scales,          coi,        export->first, export->count,
    shape.columns, source->rate_hz, info->time_unit, info->unit, spec,
  };

  for (guint i = 0; i < rows; i++)
    {
      frequencies[i] = ondes_cwt_frequency_hz (cwt, i, source->rate_hz);
      scales[i] = ondes_cwt_scale (cwt, i);
      coi[i] = ondes_cwt_coi_samples (cwt, i) / source->rate_hz;
    }
  sink = new_sink (export, &table);
  return ondes_compute (computer, export->spec, &source, 1, &view, sink, progress, user_data, cancellable, report, error);
}

/* The recording would be lost: its numbers, where it is one of numbers, would be replaced by its transform. */
static gboolean
check_output (const OndesExport *export,
              GError           **error)
{
  if (!ondes_out_file_is_input (export->path, ondes_recording_get_info (export->recording)->path))
    return TRUE;
  g_set_error (error, ONDES_ERROR, ONDES_ERROR_FILE, "-o: %s is the recording itself; choose another name", export->path);
  return FALSE;
}

gboolean
ondes_export_run (const OndesExport *export,
                  OndesComputer     *computer,
                  OndesProgress      progress,
                  gpointer           user_data,
                  GCancellable      *cancellable,
                  OndesReport       *report,
                  GError           **error)
{
  g_autoptr (OndesSource) source = ondes_recording_source (export->recording, export->channel, error);

  if (source == NULL || !check_output (export, error))
    return FALSE;
  return (is_figure (export->format) ? run_figure : run_numbers) (export, computer, source, progress, user_data, cancellable,
                                                                  report, error);
}

/* As it is where a shell leaves it alone. */
static void
append_quoted (GString    *line,
               const char *word)
{
  g_autofree char *quoted = NULL;

  if (word[0] != '\0'
      && strspn (word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=:,./%@") == strlen (word))
    {
      g_string_append (line, word);
      return;
    }
  quoted = g_shell_quote (word);
  g_string_append (line, quoted);
}

static void
append_option (GString    *line,
               const char *option,
               const char *value)
{
  g_string_append_printf (line, " %s ", option);
  append_quoted (line, value);
}

static void
append_number (GString    *line,
               const char *option,
               double      value)
{
  char text[ONDES_NUMBER_SIZE];

  append_option (line, option, ondes_number_print (text, value));
}

/* "--name value --flag …", where a value may hold blanks: those of a list of scales. */
static void
append_options (GString    *line,
                const char *options)
{
  g_auto (GStrv) parts = g_strsplit (options, "--", 0);

  for (guint i = 1; i < g_strv_length (parts); i++)
    {
      char *value = strchr (g_strchomp (parts[i]), ' ');

      if (value != NULL)
        *value++ = '\0';
      g_string_append_printf (line, " --%s", parts[i]);
      if (value != NULL)
        {
          g_string_append_c (line, ' ');
          append_quoted (line, value);
        }
    }
}

static void
append_read (GString                *line,
             const OndesReadOptions *read)
{
  if (read->raw)
    {
      g_autofree char *raw = ondes_raw_format_print (&read->raw_format);

      append_option (line, "--raw", raw);
    }
  if (read->column > 0)
    append_number (line, "--column", read->column);
  if (read->time_column > 0)
    append_number (line, "--time-column", read->time_column);
  if (read->rate_hz > 0)
    append_number (line, "--rate", read->rate_hz);
  if (read->time_unit != NULL)
    append_option (line, "--time-unit", read->time_unit);
  if (read->unit != NULL)
    append_option (line, "--unit", read->unit);
  if (read->resample)
    g_string_append (line, " --resample");
}

char *
ondes_export_command (const OndesExport *export)
{
  const OndesRecordingInfo *info = ondes_recording_get_info (export->recording);
  g_autofree char *path = g_canonicalize_filename (info->path, NULL), *spec = ondes_spec_print (export->spec);
  GString *line = g_string_new ("ondes-cli cwt ");

  append_quoted (line, path);
  append_read (line, &export->read);
  if (export->channel == 0)
    append_option (line, "--channel", "mix");
  else if (export->channel != info->first_channel)
    append_number (line, "--channel", export->channel);
  if (export->first > 0)
    {
      g_autofree char *from = ondes_export_print_time (export->first, info->rate_hz);

      append_option (line, "--from", from);
    }
  if (export->first + export->count < info->frames)
    {
      g_autofree char *to = ondes_export_print_time (export->first + export->count, info->rate_hz);

      append_option (line, "--to", to);
    }
  append_options (line, spec);
  if (export->columns > 0)
    append_number (line, "--columns", export->columns);
  if (is_figure (export->format))
    {
      g_autofree char *display = ondes_display_print (&export->display);
      const OndesFigureSize *size = &export->size, *standard = &ondes_figure_size_default;

      append_options (line, display);
      if (size->width != standard->width || size->height != standard->height)
        g_string_append_printf (line, " --size %dx%d", size->width, size->height);
      if (size->scale_factor != standard->scale_factor)
        append_number (line, "--scale-factor", size->scale_factor);
      if (size->dpi != standard->dpi)
        append_number (line, "--dpi", size->dpi);
    }
  append_option (line, "-o", export->path);
  {
    OndesExportFormat format;

    if (!ondes_export_format_from_path (export->path, &format, NULL) || format != export->format)
      append_option (line, "--format", ondes_export_names[export->format]);
  }
  return g_string_free (line, FALSE);
}
