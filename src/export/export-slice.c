/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "export-slice.h"

#include <math.h>
#include <string.h>

#include "base/current-cancel.h"
#include "base/number.h"
#include "command-line.h"
#include "figure/denser-rows.h"
#include "figure/slice-figure.h"
#include "io/npy-format.h"
#include "io/out-file.h"

#define LINES 1024 /* of text, written at once */

const double ondes_slice_percents_default[ONDES_SLICE_PERCENTS_DEFAULT] = { 10, 50, 90 };

const char *const ondes_slice_colour_names[] = { "crosshair", "selection", "1", "2", "3", "4", "5", "6", NULL };
G_STATIC_ASSERT (G_N_ELEMENTS (ondes_slice_colour_names) == ONDES_SLICE_COLOURS + 3);

/* An export in progress. */
typedef struct
{
  const OndesSliceExport *asked;
  OndesComputer          *computer;
  OndesWatchPart          part;    /* of the slice at work */
  OndesReport            *report;
  OndesSource            *source;  /* of the pictures */
  OndesSpec              *spec;    /* with the rows that a figure adds */
  double                  rate_hz;
  GPtrArray              *slices;  /* of OndesSlice */
  GPtrArray              *labels;  /* of strings */
} Run;

static gboolean
is_spectrum (const OndesSliceExport *self)
{
  return self->places[0].kind == ONDES_SLICE_SPECTRUM;
}

/* Slices are of the picture, so numbers are detrended as figures are. */
static OndesDetrending
detrending_of (const OndesExport *export)
{
  return (OndesDetrending) { ondes_picture_detrend (export->spec, export->detrend, TRUE), export->detrend_window, export->first,
                             export->count };
}

static char *
print_hz (double value)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  return g_strdup (g_ascii_formatd (text, sizeof text, "%.6g", value));
}

/* Returns "1.5" or "3-4", the times of a spectrum; "440" or "300-500", the frequencies of an envelope. */
static char *
print_place (const OndesSlicePlace *place,
             double                 rate_hz)
{
  const gboolean spectrum = place->kind == ONDES_SLICE_SPECTRUM;
  g_autofree char *from = spectrum ? ondes_export_print_time (place->first, rate_hz) : print_hz (place->lo_hz);
  g_autofree char *to = spectrum ? ondes_export_print_time (place->first + place->count, rate_hz) : print_hz (place->hi_hz);

  if (!ondes_slice_place_is_mean (place))
    return g_steal_pointer (&from);
  return g_strdup_printf ("%s-%s", from, to);
}

/* Returns the unit of the numbers of print_place(); transfer full. */
static char *
unit_of (const OndesSliceExport *self,
         const char             *time_unit)
{
  const OndesPlace place = ondes_picture_traits (self->export.spec).place;

  if (is_spectrum (self))
    return g_strdup (time_unit);
  return place == ONDES_PLACE_ROW ? g_strdup ("(row)") : ondes_place_unit (place, time_unit);
}

static gboolean
compute (Run     *self,
         guint    columns,
         GError **error)
{
  const OndesSliceExport *asked = self->asked;
  const OndesWatch watch = ondes_watch_of_part (&self->part);
  g_autofree char *unit = unit_of (asked, ondes_recording_get_info (asked->export.recording)->time_unit);

  for (guint i = 0; i < asked->n; i++)
    {
      const OndesSliceJob job = { .spec = self->spec, .source = self->source, .place = asked->places[i], .columns = columns,
                                  .n_percents = asked->n_percents, .percents = asked->percents };
      g_autofree char *place = print_place (&asked->places[i], self->rate_hz);
      OndesSlice *slice;

      self->part.begin = (double) i / asked->n;
      self->part.length = 1.0 / asked->n;
      slice = ondes_slice_compute (self->computer, &job, &watch, self->report, error);
      if (slice == NULL)
        return FALSE;
      g_ptr_array_add (self->slices, slice);
      g_ptr_array_add (self->labels, g_strdup_printf ("%s %s", place, unit));
    }
  return TRUE;
}

/* Returns the medians of the rows over the whole recording, from a picture of it; from g_atomic_rc_box. */
static gboolean
find_medians (const Run *self,
              double   **medians,
              GError   **error)
{
  const OndesScalogramJob job = { .spec = self->spec, .source = self->source,
                                  .view = { .count = self->source->n, .columns = ondes_figure_columns (&self->asked->export.size) },
                                  .info = ondes_recording_get_info (self->asked->export.recording) };
  const OndesWatch watch = { .cancellable = ondes_watch_cancellable (self->part.whole) };
  g_autoptr (OndesScalogram) whole = NULL;

  *medians = NULL;
  if (!self->asked->export.display.equalise)
    return TRUE;
  whole = ondes_scalogram_compute (self->computer, &job, &watch, NULL, error);
  if (whole != NULL)
    *medians = g_atomic_rc_box_acquire (whole->medians);
  return whole != NULL;
}

/* Returns the colour of slice @i; without a choice a single one has that of the selection. */
static guint
colour_of (const OndesSliceExport *asked,
           guint                   i)
{
  if (asked->colours != NULL)
    return asked->colours[i];
  return asked->n == 1 ? ONDES_SLICE_OVER_SELECTION : i % ONDES_SLICE_COLOURS;
}

static gboolean
write_figure (Run     *self,
              GError **error)
{
  const OndesExport *export = &self->asked->export;
  const OndesScalogramJob job = { .spec = self->spec, .source = self->source,
                                  .info = ondes_recording_get_info (export->recording) };
  const guint n = self->slices->len;
  g_autofree OndesColour *colours = g_new (OndesColour, n);
  g_autoptr (OndesScalogram) frame = NULL;
  double *medians;

  if (!find_medians (self, &medians, error))
    return FALSE;
  for (guint i = 0; i < n; i++)
    colours[i] = ondes_slice_colour (colour_of (self->asked, i), &ondes_theme_print);
  frame = ondes_slice_frame_new (&job, (OndesSlice *const *) self->slices->pdata, n, medians);
  return ondes_slice_figure_write (&(OndesImageTarget) { export->path, ondes_export_images[export->format], export->surface },
                                   &export->size,
                                   &(OndesSliceFigure) { frame, &export->display, (OndesSlice *const *) self->slices->pdata,
                                                         (const char *const *) self->labels->pdata, colours, n,
                                                         { export->first, export->count } }, error);
}

static OndesSlice *
slice_at (const Run *self,
          guint      i)
{
  return g_ptr_array_index (self->slices, i);
}

/* Returns the columns of numbers: of each slice its values and its percentiles. */
static guint
count_curves (const Run *self)
{
  guint n = 0;

  for (guint i = 0; i < self->slices->len; i++)
    n += 1 + slice_at (self, i)->n_percents;
  return n;
}

/* Returns the names of the columns, transfer full: "1.5 s"; "3-4 s mean", "3-4 s p10 exact". */
static char **
name_curves (const Run *self)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  char number[G_ASCII_DTOSTR_BUF_SIZE];

  for (guint i = 0; i < self->slices->len; i++)
    {
      const OndesSlice *slice = slice_at (self, i);
      const char *label = g_ptr_array_index (self->labels, i);

      g_ptr_array_add (names, ondes_slice_place_is_mean (&slice->place) ? g_strdup_printf ("%s mean", label) : g_strdup (label));
      for (guint j = 0; j < slice->n_percents; j++)
        g_ptr_array_add (names, g_strdup_printf ("%s p%s %s", label,
                                                 g_ascii_formatd (number, sizeof number, "%g", slice->percents[j]),
                                                 slice->exact ? "exact" : "within 0.1 %"));
    }
  g_ptr_array_add (names, NULL);
  return (char **) g_ptr_array_free (g_steal_pointer (&names), FALSE);
}

/* Copies the numbers of line @at, one a curve. */
static void
get_line (const Run *self,
          gsize      at,
          double    *out)
{
  for (guint i = 0; i < self->slices->len; i++)
    {
      const OndesSlice *slice = slice_at (self, i);

      *out++ = slice->values[at];
      for (guint j = 0; j < slice->n_percents; j++)
        *out++ = slice->percentiles[j * slice->n + at];
    }
}

/* Returns the frequency of a row, or the time of a value of an envelope: the mean of its samples' times from the first
 * sample on, or of the middles of its frames. */
static double
place_of (const Run *self,
          gsize      at)
{
  const OndesSlice *slice = slice_at (self, 0);
  const OndesFrames of = ondes_picture_traits (self->spec).frames;
  const guint64 frames = slice->place.count / of.hop, n = slice->n, begin = at * frames / n, end = (at + 1) * frames / n;
  const double hops = (double) (begin + end - 1) / 2;

  if (is_spectrum (self->asked))
    return ondes_picture_file_hz (self->spec, (guint) at, self->rate_hz);
  return ((double) (slice->place.first - of.offset) + hops * (double) of.hop + (double) (of.window - 1) / 2) / self->rate_hz;
}

static double
scale_of (const Run *self,
          gsize      row)
{
  return ondes_spec_picture (self->spec)->scale (self->spec, (guint) row) / ondes_picture_traits (self->spec).oversampling;
}

static gboolean
has_scales (const Run *self)
{
  return is_spectrum (self->asked) && ondes_spec_picture (self->spec)->scale != NULL;
}

static gboolean
write_csv (const Run    *self,
           OndesOutFile *file,
           GError      **error)
{
  const guint curves = count_curves (self);
  g_auto (GStrv) names = name_curves (self);
  g_autofree double *line = g_new (double, curves);
  g_autoptr (GString) lines = g_string_new (is_spectrum (self->asked) ? ondes_spec_picture (self->spec)->row_word : "time");
  char number[ONDES_NUMBER_SIZE];

  if (has_scales (self))
    g_string_append (lines, ",scale");
  for (guint i = 0; i < curves; i++)
    g_string_append_printf (lines, ",%s", names[i]);
  g_string_append_c (lines, '\n');
  for (gsize at = 0; at < slice_at (self, 0)->n; at++)
    {
      g_string_append (lines, ondes_number_print (number, place_of (self, at)));
      if (has_scales (self))
        g_string_append_printf (lines, ",%s", ondes_number_print (number, scale_of (self, at)));
      get_line (self, at, line);
      for (guint i = 0; i < curves; i++)
        g_string_append_printf (lines, ",%s", ondes_number_print (number, line[i]));
      g_string_append_c (lines, '\n');
      if (at % LINES == LINES - 1 && !ondes_out_file_write_text (file, lines, error))
        return FALSE;
    }
  return ondes_out_file_write_text (file, lines, error);
}

/* Writes the numbers of all lines, which begin at the file's position or, in an archive, at @base. */
static gboolean
write_lines (const Run    *self,
             OndesOutFile *file,
             guint64       base,
             GError      **error)
{
  const guint curves = count_curves (self);
  const gsize n = slice_at (self, 0)->n;
  g_autofree double *lines = g_new (double, (gsize) LINES * curves);

  for (gsize at = 0; at < n; at += LINES)
    {
      const gsize count = MIN (LINES, n - at), bytes = count * curves * sizeof (double);

      for (gsize i = 0; i < count; i++)
        get_line (self, at + i, lines + i * curves);
      if (g_cancellable_set_error_if_cancelled (g_cancellable_get_current (), error)
          || !(base > 0 ? ondes_out_file_pwrite (file, lines, bytes, base + at * curves * sizeof (double), error)
                        : ondes_out_file_write (file, lines, bytes, error)))
        return FALSE;
    }
  return TRUE;
}

static gboolean
write_npy (const Run    *self,
           OndesOutFile *file,
           GError      **error)
{
  const guint64 shape[] = { slice_at (self, 0)->n, count_curves (self) };
  g_autoptr (GByteArray) header = ondes_npy_header (ONDES_F64, 2, shape);

  return ondes_out_file_reserve (file, header->len + ondes_grid_bytes (ONDES_F64, shape[0], shape[1]), error)
         && ondes_out_file_write (file, header->data, header->len, error) && write_lines (self, file, 0, error);
}

/* Adds the values, whose member may be larger than memory should hold twice. */
static gboolean
add_values (const Run    *self,
            OndesOutFile *file,
            OndesZip     *zip,
            GError      **error)
{
  const guint64 shape[] = { slice_at (self, 0)->n, count_curves (self) };
  g_autoptr (GByteArray) header = ondes_npy_header (ONDES_F64, 2, shape);
  const guint64 base = ondes_zip_begin (zip, "values.npy", header->len + ondes_grid_bytes (ONDES_F64, shape[0], shape[1]), error);

  return base > 0 && ondes_out_file_pwrite (file, header->data, header->len, base, error)
         && write_lines (self, file, base + header->len, error) && ondes_zip_end (zip, error);
}

/* Adds an array of a number for each line. */
static gboolean
add_numbers (const Run    *self,
             OndesOutFile *file,
             OndesZip     *zip,
             const char   *name,
             double      (*number) (const Run *self,
                                    gsize      at),
             GError      **error)
{
  const guint64 n = slice_at (self, 0)->n;
  g_autoptr (GByteArray) header = ondes_npy_header (ONDES_F64, 1, &n);
  const guint64 base = ondes_zip_begin (zip, name, header->len + ondes_grid_bytes (ONDES_F64, 1, n), error);
  double numbers[LINES];

  if (base == 0 || !ondes_out_file_pwrite (file, header->data, header->len, base, error))
    return FALSE;
  for (gsize at = 0; at < n; at += LINES)
    {
      const gsize count = MIN (LINES, n - at);

      for (gsize i = 0; i < count; i++)
        numbers[i] = number (self, at + i);
      if (!ondes_out_file_pwrite (file, numbers, count * sizeof (double), base + header->len + at * sizeof (double), error))
        return FALSE;
    }
  return ondes_zip_end (zip, error);
}

static char *
describe_spec (const Run *self)
{
  const OndesDetrending detrending = detrending_of (&self->asked->export);
  g_autofree char *plain = ondes_spec_print (self->asked->export.spec), *detrend = ondes_detrending_print (&detrending);
  GString *spec = g_string_new (plain);

  if (detrending.kind != ONDES_DETREND_NONE)
    g_string_append_printf (spec, " --detrend %s", detrend);
  ondes_line_add_conditioning (spec, self->asked->export.recording, "--condition");
  return g_string_free (spec, FALSE);
}

static gboolean
write_npz (const Run    *self,
           OndesOutFile *file,
           GError      **error)
{
  const OndesRecordingInfo *info = ondes_recording_get_info (self->asked->export.recording);
  g_autofree char *places
    = g_strconcat (is_spectrum (self->asked) ? ondes_spec_picture (self->spec)->rows_word : "times_s", ".npy", NULL);
  const guint64 scalar[2] = { 0 };
  g_auto (GStrv) names = name_curves (self);
  g_autofree char *spec = describe_spec (self);
  g_autoptr (OndesZip) zip = ondes_zip_new (file);
  g_autoptr (GByteArray) curves = ondes_npy_texts ((const char *const *) names, count_curves (self));

  return add_values (self, file, zip, error) && ondes_zip_add (zip, "curves.npy", curves->data, curves->len, error)
         && add_numbers (self, file, zip, places, place_of, error)
         && (!has_scales (self) || add_numbers (self, file, zip, "scales.npy", scale_of, error))
         && ondes_zip_add_array (zip, "rate_hz.npy", ONDES_F64, scalar, &self->rate_hz, error)
         && ondes_zip_add_text (zip, "spec.npy", spec, error) && ondes_zip_add_text (zip, "time_unit.npy", info->time_unit, error)
         && ondes_zip_add_text (zip, "unit.npy", info->unit, error) && ondes_zip_finish (zip, error);
}

static gboolean
write_numbers (const Run    *self,
               OndesOutFile *file,
               GError      **error)
{
  const OndesExportFormat format = self->asked->export.format;

  return (format == ONDES_EXPORT_CSV ? write_csv : format == ONDES_EXPORT_NPZ ? write_npz : write_npy) (self, file, error)
         && ondes_out_file_commit (file, error);
}

/* Opens the samples that pictures are of. */
static OndesSource *
open_source (const OndesExport *export,
             GError           **error)
{
  const OndesDetrending detrending = detrending_of (export);

  return ondes_recording_detrended (export->recording, export->channel, &detrending, error);
}

static gboolean
run (const OndesSliceExport *self,
     OndesComputer          *computer,
     const OndesWatch       *watch,
     OndesReport            *report,
     GError                **error)
{
  const OndesExport *export = &self->export;
  const gboolean figure = ondes_export_is_figure (export->format);
  const guint columns = export->columns > 0 || !figure ? export->columns : ondes_slice_figure_columns (&export->size);
  GCancellable *cancellable = ondes_watch_cancellable (watch);
  g_autoptr (OndesSource) source = NULL;
  g_autoptr (OndesSpec) spec = NULL;
  g_autoptr (GPtrArray) slices = g_ptr_array_new_with_free_func ((GDestroyNotify) ondes_slice_unref);
  g_autoptr (GPtrArray) labels = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (OndesOutFile) file = NULL;
  gboolean done;
  Run asked;

  if (export->surface == NULL
      && (!ondes_export_check_output (export->path, export->recording, error)
          || (file = ondes_out_file_new (export->path, error)) == NULL))
    return FALSE;
  if (figure)
    g_clear_pointer (&file, ondes_out_file_free); /* it was to test the path */
  if ((source = open_source (export, error)) == NULL)
    return FALSE;
  spec = figure && is_spectrum (self)
           ? ondes_denser_rows (export->spec, &export->display, source->rate_hz, export->size.width * export->size.scale_factor)
           : ondes_spec_ref (export->spec);
  asked = (Run) { .asked = self, .computer = computer, .part.whole = watch, .report = report, .source = source, .spec = spec,
                  .rate_hz = source->rate_hz, .slices = slices, .labels = labels };
  ondes_current_cancel_push (cancellable);
  done = compute (&asked, columns, error) && (figure ? write_figure (&asked, error) : write_numbers (&asked, file, error));
  ondes_current_cancel_pop (cancellable);
  return done;
}

gboolean
ondes_slice_export_run (const OndesSliceExport *self,
                        OndesComputer          *computer,
                        const OndesWatch       *watch,
                        OndesReport            *report,
                        GError                **error)
{
  OndesSliceExport asked = *self;
  g_autoptr (OndesRecording) filtered = NULL;

  ondes_current_cancel_push (ondes_watch_cancellable (watch));
  filtered = ondes_export_filtered (&self->export, error);
  ondes_current_cancel_pop (ondes_watch_cancellable (watch));
  asked.export.recording = filtered;
  return filtered != NULL && run (&asked, computer, watch, report, error);
}

/* Adds --at, --over or --frequency. */
static void
add_place (GString               *line,
           const OndesSlicePlace *place,
           double                 rate_hz)
{
  const gboolean spectrum = place->kind == ONDES_SLICE_SPECTRUM, mean = ondes_slice_place_is_mean (place);
  char numbers[2][ONDES_NUMBER_SIZE];
  g_autofree char *from = spectrum ? ondes_export_print_time (place->first, rate_hz)
                                   : g_strdup (ondes_number_print (numbers[0], place->lo_hz));
  g_autofree char *to = spectrum ? ondes_export_print_time (place->first + place->count, rate_hz)
                                 : g_strdup (ondes_number_print (numbers[1], place->hi_hz));
  g_autofree char *both = g_strdup_printf ("%s:%s", from, to);

  if (spectrum)
    ondes_line_add_option (line, mean ? "--over" : "--at", mean ? both : from);
  else
    ondes_line_add_option (line, "--frequency", mean ? both : from);
}

static void
add_percentiles (GString                *line,
                 const OndesSliceExport *self)
{
  g_autoptr (GString) list = g_string_new (NULL);
  char number[ONDES_NUMBER_SIZE];

  if (self->n_percents == ONDES_SLICE_PERCENTS_DEFAULT
      && memcmp (self->percents, ondes_slice_percents_default, self->n_percents * sizeof (double)) == 0)
    return;
  for (guint i = 0; i < self->n_percents; i++)
    g_string_append_printf (list, "%s%s", i == 0 ? "" : ",", ondes_number_print (number, self->percents[i]));
  ondes_line_add_option (line, "--percentiles", list->len > 0 ? list->str : "none");
}

/* Adds --colours if they are not those of the order. */
static void
add_colours (GString                *line,
             const OndesSliceExport *self)
{
  const OndesSliceExport in_order = { .n = self->n };
  g_autoptr (GString) list = g_string_new (NULL);
  gboolean other = FALSE;

  for (guint i = 0; i < self->n; i++)
    {
      const guint colour = colour_of (self, i);
      const guint name = colour == ONDES_SLICE_AT_CROSSHAIR     ? 0
                         : colour == ONDES_SLICE_OVER_SELECTION ? 1
                                                                : 2 + colour % ONDES_SLICE_COLOURS;

      other |= colour != colour_of (&in_order, i);
      g_string_append_printf (list, "%s%s", i == 0 ? "" : ",", ondes_slice_colour_names[name]);
    }
  if (other)
    ondes_line_add_option (line, "--colours", list->str);
}

char *
ondes_slice_export_command (const OndesSliceExport *self)
{
  const OndesExport *export = &self->export;
  const double rate_hz = ondes_recording_get_info (export->recording)->rate_hz;
  const OndesPictureClass *klass = ondes_spec_picture (export->spec);
  const OndesDetrending detrending = detrending_of (export);
  g_autofree char *spec = ondes_spec_print (export->spec), *detrend = ondes_detrending_print (&detrending);
  GString *line = g_string_new ("ondes-cli slice");

  ondes_line_add_file (line, export->recording);
  ondes_line_add_read (line, &export->read);
  ondes_line_add_channel (line, export->recording, "--channel", export->channel);
  for (guint i = 0; i < self->n; i++)
    add_place (line, &self->places[i], rate_hz);
  if (!is_spectrum (self) || detrending.kind == ONDES_DETREND_SPAN_MEAN)
    ondes_line_add_span (line, export->recording, "--from", "--to", export->first, export->count);
  add_percentiles (line, self);
  if (klass->slices_of != NULL)
    ondes_line_add_option (line, "--transform", klass->slices_of);
  ondes_line_add_options (line, spec);
  if (detrending.kind != ondes_picture_detrend (export->spec, ONDES_DETREND_AUTO, TRUE))
    ondes_line_add_option (line, "--detrend", detrend);
  ondes_export_add_conditioning (line, export);
  if (export->columns > 0)
    ondes_line_add_number (line, "--columns", export->columns);
  if (ondes_export_is_figure (export->format))
    {
      g_autofree char *display = ondes_display_print (&export->display);

      ondes_line_add_options (line, display);
      add_colours (line, self);
      ondes_line_add_size (line, &export->size);
    }
  ondes_line_add_output (line, export->path, export->format);
  return g_string_free (line, FALSE);
}
