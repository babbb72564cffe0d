/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"
#include "export-table.h"

#include "command-line.h"
#include "base/current-cancel.h"
#include "io/npy-format.h"
#include "io/out-file.h"
#include "base/words.h"

#define PICTURE_MAX_BITS 26 /* limit on inputs plus outputs */

const char *const ondes_table_export_options[] = { "--lat", "--ddt" };

static gboolean
write_npy (OndesOutFile *file,
           const gint32 *entries,
           guint64       rows,
           guint64       columns,
           GError      **error)
{
  const guint64 shape[] = { rows, columns };
  g_autoptr (GByteArray) header = ondes_npy_header (ONDES_I32, 2, shape);

  return ondes_out_file_reserve (file, header->len + ondes_grid_bytes (ONDES_I32, rows, columns), error)
         && ondes_out_file_write (file, header->data, header->len, error)
         && ondes_out_file_write (file, entries, rows * columns * sizeof *entries, error);
}

static gboolean
write_csv (OndesOutFile *file,
           const gint32 *entries,
           guint64       rows,
           guint64       columns,
           GError      **error)
{
  g_autoptr (GString) line = g_string_new (NULL);

  for (guint64 a = 0; a < rows; a++)
    {
      for (guint64 b = 0; b < columns; b++)
        g_string_append_printf (line, b > 0 ? ",%d" : "%d", entries[a * columns + b]);
      g_string_append_c (line, '\n');
      if (!ondes_out_file_write_text (file, line, error))
        return FALSE;
    }
  return TRUE;
}

static char *
caption_of (const OndesTableExport *export,
            const OndesTruthTable  *table,
            const OndesHeatMap     *map,
            const OndesHeatMapView *view)
{
  GString *text
    = g_string_new (export->which == ONDES_SBOX_LINEAR ? "Linear approximation table" : "Difference distribution table");

  g_string_append_printf (text, " of an %s. ", ondes_truth_table_format (table));
  g_string_append (text, export->which == ONDES_SBOX_LINEAR
                           ? "Row a, column b: the number of x with a·x = b·S(x), less half of all x. "
                           : "Row a, column b: the number of x with S(x) ⊕ S(x ⊕ a) = b. ");
  for (guint k = 1; k <= ondes_truth_table_outputs (table); k++)
    if (ondes_truth_table_n_dont_care (table, k) > 0)
      {
        g_string_append_printf (text, "Don’t-cares as %s. ", ondes_dont_care_names[export->dont_care]);
        break;
      }
  if (view->count[0] < (double) map->columns || view->count[1] < (double) map->rows)
    g_string_append_printf (text, "Rows %.0f to %.0f, columns %.0f to %.0f. ", view->first[1],
                            view->first[1] + view->count[1] - 1, view->first[0], view->first[0] + view->count[0] - 1);
  g_string_append_printf (text, "Colours show magnitudes up to %d, the largest where neither a nor b is 0. Ondes "
                          ONDES_VERSION ".", map->max);
  return g_string_free (text, FALSE);
}

/* Takes ownership of @entries. */
static gboolean
write_figure (const OndesTableExport *export,
              const OndesTruthTable  *table,
              gint32                 *entries,
              GError                **error)
{
  g_autoptr (OndesHeatMap) map
    = ondes_heat_map_new (entries, ondes_truth_table_inputs (table), ondes_truth_table_outputs (table));
  const guint64 wholes[] = { map->columns, map->rows };
  g_autofree char *caption = NULL, *title = NULL;
  OndesHeatMapFigure figure;
  OndesHeatMapView view;

  for (guint i = 0; i < 2; i++)
    {
      guint64 rest = wholes[i] - MIN (export->first[i], wholes[i]);

      if (rest == 0)
        return ondes_setting_error_set (error, ONDES_ERROR, ONDES_ERROR_FILE,
                                        i == 0 ? ONDES_SETTING_COLUMNS : ONDES_SETTING_ROWS,
                                        _("the table has %" PRIu64 ", from 0 on"), wholes[i]);
      view.first[i] = (double) export->first[i];
      view.count[i] = (double) (export->count[i] > 0 ? MIN (export->count[i], rest) : rest);
    }
  caption = caption_of (export, table, map, &view);
  title = g_strdup_printf ("%s: %s", export->name != NULL ? export->name : ondes_truth_table_name (table),
                           export->which == ONDES_SBOX_LINEAR ? "linear table" : "difference table");
  figure = (OndesHeatMapFigure) { .map = map, .view = &view, .title = title, .caption = caption };
  return ondes_heat_map_figure_write (&(OndesImageTarget) { export->path, ondes_export_images[export->format], export->surface },
                                      &export->size, &figure, error);
}

gboolean
ondes_table_export_run (const OndesTableExport *export,
                        OndesTruthTable        *table,
                        const OndesWatch       *watch,
                        GError                **error)
{
  g_return_val_if_fail (export != NULL && (export->path != NULL || export->surface != NULL), FALSE);

  guint inputs = ondes_truth_table_inputs (table), outputs = ondes_truth_table_outputs (table);
  guint64 rows = G_GUINT64_CONSTANT (1) << inputs, columns = G_GUINT64_CONSTANT (1) << MIN (outputs, 63);
  g_autoptr (OndesOutFile) file = NULL;
  g_autofree gint32 *entries = NULL;
  GCancellable *cancellable = ondes_watch_cancellable (watch);
  gboolean done;

  if (ondes_export_is_figure (export->format) && inputs + outputs > PICTURE_MAX_BITS)
    return ondes_error_set (error, ONDES_ERROR_FILE,
                            _("%s: a table of %u inputs and %u outputs is too large for a picture; write it as .npy"),
                            ondes_table_export_options[export->which], inputs, outputs);
  /* For a figure this only tests whether the path is writable. */
  if (export->surface == NULL && (file = ondes_out_file_new (export->path, error)) == NULL)
    return FALSE;
  entries = ondes_sbox_table (table, export->dont_care, export->which, watch, error);
  if (entries == NULL)
    return FALSE;
  ondes_current_cancel_push (cancellable);
  if (ondes_export_is_figure (export->format))
    done = write_figure (export, table, g_steal_pointer (&entries), error);
  else
    done = (export->format == ONDES_EXPORT_NPY ? write_npy (file, entries, rows, columns, error)
                                               : write_csv (file, entries, rows, columns, error))
           && ondes_out_file_commit (file, error);
  ondes_current_cancel_pop (cancellable);
  return done;
}

static void
add_range (GString    *line,
           const char *option,
           guint64     first,
           guint64     count)
{
  if (first > 0 || count > 0)
    g_string_append_printf (line, " %s %" G_GUINT64_FORMAT ":", option, first);
  if (count > 0)
    g_string_append_printf (line, "%" G_GUINT64_FORMAT, first + count);
}

char *
ondes_table_export_command (const OndesTableExport *export,
                            OndesRecording         *recording,
                            const OndesReadOptions *read)
{
  GString *line = g_string_new ("ondes-cli boolean");

  ondes_line_add_file (line, recording);
  if (read->table != NULL)
    ondes_line_add_option (line, "--table", read->table);
  if (export->dont_care != ONDES_DONT_CARE_REFUSE)
    ondes_line_add_option (line, "--dont-care", ondes_dont_care_names[export->dont_care]);
  ondes_line_add_option (line, ondes_table_export_options[export->which], export->path);
  if (ondes_export_is_figure (export->format))
    {
      add_range (line, "--rows", export->first[1], export->count[1]);
      add_range (line, "--columns", export->first[0], export->count[0]);
      ondes_line_add_size (line, &export->size);
    }
  return g_string_free (line, FALSE);
}
