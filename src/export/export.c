/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "export.h"

#include <math.h>
#include <string.h>

#include "command-line.h"
#include "export-second.h"
#include "base/current-cancel.h"
#include "base/number.h"
#include "engine/conditioned.h"
#include "figure/denser-rows.h"
#include "analysis/extents.h"
#include "io/file-sinks.h"
#include "io/out-file.h"
#include "base/words.h"
#include "transform/conditioning.h"

static OndesDetrend
detrend_of (const OndesExport *export,
            OndesDetrend       asked)
{
  return ondes_picture_detrend (export->spec, asked, ondes_export_is_figure (export->format));
}

static OndesDetrending
detrending_of (const OndesExport *export)
{
  return (OndesDetrending) { detrend_of (export, export->detrend), export->detrend_window, export->first, export->count };
}

/* An export in progress. */
typedef struct
{
  const OndesExport *export;
  OndesComputer     *computer;
  OndesSource       *source, *detrended;
  const OndesWatch  *watch;
  OndesReport       *report;
} Run;

/* Recorded samples to a column: beyond, those that only one of two pictures has do not show. */
#define MANY 16

/* Fraction of the progress for measuring the trend. */
#define MEASURING 0.05

/* TRUE if the figure has two pictures. */
static gboolean
has_second (const OndesExport *export)
{
  return export->difference_db > 0 || export->second.recording != NULL;
}

/* Adds the medians of the whole recording, computed in as many columns; a picture of the whole already has them. */
static gboolean
add_medians (const Run      *self,
             OndesScalogram *scalogram,
             GError        **error)
{
  const OndesScalogramJob job = { .spec = scalogram->spec, .source = self->detrended,
                                  .view = { .count = self->detrended->n, .columns = scalogram->columns },
                                  .info = ondes_recording_get_info (self->export->recording) };
  g_autoptr (OndesScalogram) whole = NULL;

  if (scalogram->medians != NULL)
    return TRUE;
  whole = ondes_scalogram_compute (self->computer, &job, self->watch, NULL, error);
  if (whole != NULL)
    ondes_scalogram_set_medians (scalogram, g_atomic_rc_box_acquire (whole->medians));
  return whole != NULL;
}

static gboolean
write_figure (const Run            *self,
              const OndesScalogram *scalogram,
              const OndesExtent    *extents,
              GError              **error)
{
  const OndesExport *export = self->export;
  const OndesImageTarget to = { export->path, ondes_export_images[export->format], export->surface };
  OndesDifference difference = { .first = scalogram, .range_db = export->difference_db };
  OndesWatchPart part = { self->watch, 0.5, 0.5 };
  const OndesWatch of_part = ondes_watch_of_part (&part);
  g_autoptr (OndesScalogram) second = NULL;

  if (!has_second (export))
    return ondes_figure_write (&to, &export->size, scalogram, &export->display, extents, error);
  difference.second = second = ondes_export_second_compute (export, scalogram->spec, &scalogram->view, self->computer,
                                                            &of_part, error);
  if (second == NULL)
    return FALSE;
  if (export->second.recording != NULL)
    return ondes_export_second_write (export, &to, scalogram, second, extents, error);
  return ondes_difference_figure_write (&to, &export->size, &difference, &export->display, extents, error);
}

/* Reads the waveform behind the picture's columns; there is none past the recording's end. */
static gboolean
read_extents (const Run            *self,
              const OndesScalogram *scalogram,
              guint                 columns,
              OndesExtent          *extents,
              GError              **error)
{
  const OndesView *view = &scalogram->view;
  const OndesSpan span = { view->first, MIN (view->count, scalogram->n - view->first) };
  const guint inside = (guint) MAX ((unsigned __int128) columns * span.count / view->count, 1);

  for (guint i = inside; i < columns; i++)
    extents[i] = (OndesExtent) { .min = 1, .max = 0 };
  return ondes_extents_read (self->source, span, inside, extents, ondes_watch_cancellable (self->watch), error);
}

/* Returns the columns of a figure @drawn pixels wide. The difference of an oversampled picture has one to each recorded sample,
 * unless these are many a pixel: columns of both pictures then begin at the same samples, or it would lean. */
static guint
figure_columns (const OndesExport *export,
                guint              drawn)
{
  const guint oversampling = ondes_picture_traits (export->spec).oversampling;
  const guint second = export->second.spec != NULL ? ondes_picture_traits (export->second.spec).oversampling : 1;
  const guint64 recorded = export->count / oversampling;

  if (export->columns > 0)
    return export->columns;
  return export->difference_db > 0 && (oversampling > 1 || second > 1) && recorded < (guint64) MANY * drawn
           ? (guint) MAX (recorded, drawn) : drawn;
}

/* Computes the part of the picture, and that of the second before it: a file of the first's part tells that both are there. */
static gboolean
compute_part (const Run               *self,
              const OndesScalogramJob *job,
              const OndesWatch        *watch,
              GError                 **error)
{
  OndesView view = job->view;
  OndesWatchPart half = { watch, 0, 0.5 };
  const OndesWatch of_half = ondes_watch_of_part (&half);

  if (!has_second (self->export))
    return ondes_scalogram_compute_part (self->computer, job, watch, error);
  view.columns = (guint) ondes_spec_shape (job->spec, job->source->type, &view).columns;
  if (!ondes_export_second_compute_part (self->export, job->spec, &view, self->computer, &of_half, error))
    return FALSE;
  half = (OndesWatchPart) { watch, 0.5, 0.5 };
  return ondes_scalogram_compute_part (self->computer, job, &of_half, error);
}

static gboolean
run_figure (const Run *self,
            GError   **error)
{
  const OndesExport *export = self->export;
  const guint drawn = ondes_figure_columns (&export->size);
  g_autoptr (OndesOutFile) probe = NULL;
  /* Use the figure's height: the axis height depends on the machine's fonts. */
  g_autoptr (OndesSpec) spec = ondes_denser_rows (export->spec, &export->display, self->source->rate_hz,
                                                  export->size.height * export->size.scale_factor);
  const OndesScalogramJob job = { .spec = spec, .source = self->detrended,
                                  .view = { export->first, export->count, figure_columns (export, drawn), FALSE },
                                  .info = ondes_recording_get_info (export->recording), .parts = export->parts };
  OndesWatchPart part = { self->watch, 0, has_second (export) ? 0.5 : 1 };
  const OndesWatch of_part = ondes_watch_of_part (&part);
  g_autoptr (OndesScalogram) scalogram = NULL;
  g_autofree OndesExtent *extents = NULL;

  if (ondes_result_parts_is_one (export->parts))
    return compute_part (self, &job, self->watch, error);
  if (export->surface == NULL && (probe = ondes_out_file_new (export->path, error)) == NULL)
    return FALSE;
  scalogram = ondes_scalogram_compute (self->computer, &job, &of_part, self->report, error);
  if (scalogram == NULL)
    return FALSE;
  if (export->display.equalise && !add_medians (self, scalogram, error))
    return FALSE;
  extents = g_new (OndesExtent, drawn);
  if (!read_extents (self, scalogram, drawn, extents, error))
    return FALSE;
  return write_figure (self, scalogram, extents, error);
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
    case ONDES_EXPORT_WAV:
    case ONDES_EXPORT_FLAC:
    case ONDES_N_EXPORT_FORMATS:
    default:
      g_return_val_if_reached (NULL);
    }
}

/* Returns the options of the transform with those of what was done before it. */
static char *
describe_spec (const OndesExport *export,
               const char        *plain)
{
  const OndesDetrending detrending = detrending_of (export);
  g_autofree char *detrend = ondes_detrending_print (&detrending);
  GString *spec = g_string_new (plain);

  if (detrending.kind != ONDES_DETREND_NONE)
    g_string_append_printf (spec, " --detrend %s", detrend);
  ondes_line_add_conditioning (spec, export->recording, "--condition");
  return g_string_free (spec, FALSE);
}

/* Lists the rows of a transform, and the frames of @view, which is narrowed to them. */
static void
list_rows (const OndesSpec *spec,
           const OndesView *view,
           double           rate_hz,
           OndesTable      *table)
{
  const OndesPictureClass *klass = ondes_spec_picture (spec);
  const OndesPictureTraits traits = ondes_picture_traits (spec);
  double *places = g_new (double, traits.rows), *scales = klass->scale != NULL ? g_new (double, traits.rows) : NULL;
  double *coi = klass->cone > 0 ? g_new (double, traits.rows) : NULL;

  for (guint i = 0; i < traits.rows; i++)
    {
      places[i] = ondes_picture_file_hz (spec, i, rate_hz);
      if (scales != NULL)
        scales[i] = klass->scale (spec, i) / traits.oversampling;
      if (coi != NULL)
        coi[i] = klass->cone * klass->scale (spec, i) / rate_hz;
    }
  table->rows = traits.rows;
  *(klass->framed ? &table->sequencies : &table->frequencies_hz) = places;
  table->scales = scales;
  table->coi_s = coi;
  table->first = view->first;
  table->count = (view->count - 1) / traits.frames.hop + 1;
  table->hop = klass->framed ? traits.frames.hop : 0;
  table->window = klass->framed ? traits.frames.window : 0;
}

static gboolean
run_numbers (const Run *self,
             GError   **error)
{
  const OndesExport *export = self->export;
  const OndesRecordingInfo *info = ondes_recording_get_info (export->recording);
  const OndesView view = { export->first, export->count, export->columns, FALSE };
  const double rate_hz = self->source->rate_hz;
  g_autofree char *plain = ondes_spec_print (export->spec);
  g_autofree char *spec = describe_spec (export, plain);
  g_autoptr (OndesRequest) request = ondes_request_new_of (export->spec, self->detrended, &view, error);
  g_autoptr (OndesSink) sink = NULL;
  OndesTable table = { .rate_hz = rate_hz, .time_unit = info->time_unit, .spec = spec,
                       .unit = ondes_type_is_integer (self->source->type) ? NULL : info->unit };

  if (request == NULL)
    return FALSE;
  if (ondes_result_parts_is_one (export->parts))
    {
      sink = ondes_result_parts_sink (export->parts, FALSE);
      return ondes_compute (self->computer, request, sink, self->watch, self->report, error);
    }
  table.columns = request->result.columns;
  list_rows (export->spec, &request->view, rate_hz, &table);
  sink = new_sink (export, &table);
  g_free ((void *) table.frequencies_hz);
  g_free ((void *) table.sequencies);
  g_free ((void *) table.scales);
  g_free ((void *) table.coi_s);
  return export->parts != NULL
           ? ondes_result_parts_read (export->parts, request, sink, ondes_watch_cancellable (self->watch), error)
           : ondes_compute (self->computer, request, sink, self->watch, self->report, error);
}

/* Opens the samples that the transform is of: the numbers of a Walshgram are of the file's own numbers, like those of spectra; a
 * figure has the amplitudes of the window, as the scalogram has. */
static OndesSource *
open_source (const OndesExport *export,
             GError           **error)
{
  return ondes_spec_picture (export->spec)->framed && !ondes_export_is_figure (export->format)
           ? ondes_recording_values (export->recording, export->channel, error)
           : ondes_recording_source (export->recording, export->channel, error);
}

OndesRecording *
ondes_export_filtered (const OndesExport *export,
                       GError           **error)
{
  const char *const steps[] = { export->filter, NULL };
  g_autoptr (OndesConditioning) conditioning = NULL;
  g_autoptr (OndesRecording) filtered = NULL;

  if (export->filter == NULL)
    return ondes_recording_ref (export->recording);
  conditioning = ondes_conditioning_parse (steps, error);
  filtered = conditioning != NULL ? ondes_recording_condition (export->plain, conditioning, error) : NULL;
  if (filtered == NULL || export->plain == export->recording)
    return g_steal_pointer (&filtered);
  return ondes_recording_oversample (filtered,
                                     ondes_compensation_get_oversampling (ondes_spec_cwt (export->spec)->options.compensation));
}

OndesSource *
ondes_export_detrended (const OndesExport *export,
                        GError           **error)
{
  const OndesDetrending detrending = detrending_of (export);

  return ondes_recording_detrended (export->recording, export->channel, &detrending, error);
}

static gboolean
run (const OndesExport *export,
     OndesComputer     *computer,
     const OndesWatch  *watch,
     OndesReport       *report,
     GError           **error)
{
  GCancellable *cancellable = ondes_watch_cancellable (watch);
  g_autoptr (OndesSource) source = open_source (export, error);
  g_autoptr (OndesSource) detrended = NULL;
  OndesWatchPart part = { watch, 0, MEASURING };
  const OndesWatch of_part = ondes_watch_of_part (&part);
  gboolean done;

  if (source == NULL || (export->surface == NULL && !ondes_export_check_output (export->path, export->recording, error)))
    return FALSE;
  if (export->second.recording != NULL && export->surface == NULL
      && !ondes_export_check_output (export->path, export->second.plain, error))
    return FALSE;
  detrended = ondes_spec_picture (export->spec)->framed ? ondes_source_ref (source) : ondes_export_detrended (export, error);
  if (detrended == NULL || !ondes_computed_source_prepare (detrended, export->first, export->count, &of_part, error))
    return FALSE;
  if (detrended->id != source->id || ondes_computed_source_get_operation (source) != NULL)
    part = (OndesWatchPart) { watch, MEASURING, 1 - MEASURING };
  else
    part.length = 1;
  ondes_current_cancel_push (cancellable);
  done = (ondes_export_is_figure (export->format) ? run_figure : run_numbers) (
    &(Run) { export, computer, source, detrended, &of_part, report }, error);
  ondes_current_cancel_pop (cancellable);
  return done;
}

gboolean
ondes_export_run (const OndesExport *export,
                  OndesComputer     *computer,
                  const OndesWatch  *watch,
                  OndesReport       *report,
                  GError           **error)
{
  g_autoptr (OndesRecording) filtered = NULL;
  OndesExport asked;

  g_return_val_if_fail (export != NULL && (export->path != NULL || export->surface != NULL), FALSE);
  asked = *export;
  ondes_current_cancel_push (ondes_watch_cancellable (watch));
  filtered = ondes_export_filtered (export, error);
  ondes_current_cancel_pop (ondes_watch_cancellable (watch));
  asked.recording = filtered;
  return filtered != NULL && run (&asked, computer, watch, report, error);
}

void
ondes_export_add_conditioning (GString           *line,
                               const OndesExport *export)
{
  ondes_line_add_conditioning (line, export->recording, "--condition");
  if (export->filter != NULL)
    ondes_line_add_option (line, "--condition", export->filter);
}

/* Adds "--select T0:T1[:FLO:FHI]" for what is selected. */
static void
add_selection (GString           *line,
               const OndesExport *export)
{
  const OndesSelection *selection = &export->display.selection;
  const double rate = ondes_recording_get_info (export->recording)->rate_hz;
  char a[ONDES_NUMBER_SIZE], b[ONDES_NUMBER_SIZE];
  g_autoptr (GString) value = g_string_new (NULL);

  if (!ondes_selection_is_set (selection))
    return;
  g_string_append_printf (value, "%s:%s", ondes_number_print (a, selection->first / rate),
                          ondes_number_print (b, selection->end / rate));
  if (ondes_selection_has_band (selection))
    g_string_append_printf (value, ":%s:%s", ondes_number_print (a, selection->low_hz), ondes_number_print (b, selection->high_hz));
  ondes_line_add_option (line, "--select", value->str);
}

/* Adds "--cursor T[:F]" for each cursor, and "--harmonics F". */
static void
add_cursors (GString           *line,
             const OndesExport *export)
{
  const OndesCursors *cursors = &export->display.cursors;
  const double rate = ondes_recording_get_info (export->recording)->rate_hz;
  char number[ONDES_NUMBER_SIZE];

  for (guint i = 0; i < ONDES_CURSORS; i++)
    if (!isnan (cursors->at[i].sample))
      {
        g_autoptr (GString) value = g_string_new (ondes_number_print (number, cursors->at[i].sample / rate));

        if (i > 0 && isnan (cursors->at[0].sample))
          ondes_line_add_option (line, "--cursor", "none");
        if (!isnan (cursors->at[i].hz))
          g_string_append_printf (value, ":%s", ondes_number_print (number, cursors->at[i].hz));
        ondes_line_add_option (line, "--cursor", value->str);
      }
  if (!isnan (cursors->harmonic_hz))
    ondes_line_add_option (line, "--harmonics", ondes_number_print (number, cursors->harmonic_hz));
}

char *
ondes_export_command (const OndesExport *export)
{
  const OndesDetrending detrending = detrending_of (export);
  g_autofree char *spec = ondes_spec_print (export->spec);
  g_autofree char *detrend = ondes_detrending_print (&detrending);
  GString *line = g_string_new ("ondes-cli ");

  g_string_append (line, ondes_spec_picture (export->spec)->command);
  ondes_line_add_file (line, export->recording);
  ondes_line_add_read (line, &export->read);
  ondes_line_add_channel (line, export->recording, "--channel", export->channel);
  ondes_line_add_span (line, export->recording, "--from", "--to", export->first, export->count);
  ondes_line_add_options (line, spec);
  if (detrend_of (export, export->detrend) != detrend_of (export, ONDES_DETREND_AUTO))
    ondes_line_add_option (line, "--detrend", detrend);
  ondes_export_add_conditioning (line, export);
  if (export->columns > 0)
    ondes_line_add_number (line, "--columns", export->columns);
  if (ondes_export_is_figure (export->format))
    {
      g_autofree char *display = ondes_display_print (&export->display);

      ondes_line_add_options (line, display);
      add_selection (line, export);
      add_cursors (line, export);
      if (export->second.recording != NULL)
        ondes_export_second_add (line, export);
      if (export->difference_db > 0)
        ondes_line_add_number (line, "--difference", export->difference_db);
      if (export->annotations != NULL)
        ondes_line_add_option (line, "--annotations", export->annotations);
      ondes_line_add_size (line, &export->size);
    }
  ondes_line_add_output (line, export->path, export->format);
  return g_string_free (line, FALSE);
}
