/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "batch-merge.h"

#include "base/request-error.h"
#include "base/words.h"
#include "batch-ltsa.h"
#include "batch-sheet.h"
#include "batch-table.h"
#include "io/out-file.h"

#include <math.h>
#include <string.h>

#define EVENTS_HEAD "file,date,start,end,low,high,peak_db"

static gboolean
count (gpointer              data,
       const OndesBatchFile *file,
       OndesBatchState       state,
       guint                 missing,
       GError              **error)
{
  OndesBatchTally *tally = data;
  const double seconds = ondes_batch_file_seconds (file);

  tally->files++;
  tally->seconds += seconds;
  tally->done += state == ONDES_BATCH_DONE;
  tally->failed += state == ONDES_BATCH_FAILED;
  tally->done_s += state == ONDES_BATCH_DONE ? seconds : 0;
  tally->failed_s += state == ONDES_BATCH_FAILED ? seconds : 0;
  tally->utc += state == ONDES_BATCH_DONE && isfinite (file->date_s) && !file->by_clock;
  tally->clocks += state == ONDES_BATCH_DONE && isfinite (file->date_s) && file->by_clock;
  return TRUE;
}

gboolean
ondes_batch_tally (const OndesBatchRun *run,
                   const OndesWatch    *watch,
                   OndesBatchTally     *tally,
                   GError             **error)
{
  *tally = (OndesBatchTally) { 0 };
  return ondes_batch_visit (run, watch, count, tally, error);
}

typedef struct
{
  const OndesBatchRun *run;
  OndesOutFile        *file;
  GHashTable          *columns; /* names of the bands of all tables */
  GPtrArray           *order;   /* of the same, as bands.csv has them; borrowed */
} Merge;

static gboolean
write_text (OndesOutFile *file,
            const char   *text,
            GError      **error)
{
  return ondes_out_file_write (file, text, strlen (text), error);
}

static gboolean
write_failure (gpointer              data,
               const OndesBatchFile *file,
               OndesBatchState       state,
               guint                 missing,
               GError              **error)
{
  const Merge *self = data;
  g_autofree char *sentence = state == ONDES_BATCH_FAILED ? ondes_batch_run_sentence (self->run, file) : NULL;
  g_autofree char *path = ondes_batch_escape (file->path), *line = g_strdup_printf ("%s\t%s\n", path, sentence);

  return sentence == NULL || write_text (self->file, line, error);
}

gboolean
ondes_batch_write_failed (const OndesBatchRun *run,
                          const OndesWatch    *watch,
                          GError             **error)
{
  g_autoptr (OndesOutFile) file = ondes_batch_run_create (run, "failed.tsv", error);
  Merge merge = { .run = run, .file = file };

  return file != NULL && write_text (file, "path\tsentence\n", error)
         && ondes_batch_visit (run, watch, write_failure, &merge, error) && ondes_out_file_commit (file, error);
}

/* --- bands.csv */

static gboolean
collect_columns (gpointer              data,
                 const OndesBatchFile *file,
                 GError              **error)
{
  Merge *self = data;
  g_auto (OndesBatchTable) table = { 0 };

  if (!ondes_batch_table_open (&table, self->run, file, ONDES_BATCH_BANDS, ONDES_BATCH_BANDS_HEAD, error))
    return FALSE;
  for (char **name = table.columns; *name != NULL; name++)
    if (!g_hash_table_contains (self->columns, *name))
      g_hash_table_add (self->columns, g_strdup (*name));
  return TRUE;
}

/* Appends the row in @table's line with its levels in the columns of the merged table. @places has the index of each of those
 * in the table, or -1. */
static void
append_row (GString         *out,
            OndesBatchTable *table,
            const int       *places,
            guint            n_places)
{
  g_autofree const char **cells = g_new0 (const char *, g_strv_length (table->columns) + 1);

  g_string_append (out, ondes_batch_table_split (table, cells));
  for (guint i = 0; i < n_places; i++)
    g_string_append_printf (out, ",%s", places[i] >= 0 ? cells[places[i]] : "");
  g_string_append_c (out, '\n');
}

static gboolean
write_rows (gpointer              data,
            const OndesBatchFile *file,
            GError              **error)
{
  const Merge *self = data;
  g_auto (OndesBatchTable) table = { 0 };
  g_autofree int *places = g_new (int, self->order->len + 1);
  g_autoptr (GString) out = g_string_new (NULL);
  g_autoptr (GHashTable) own = NULL;

  if (!ondes_batch_table_open (&table, self->run, file, ONDES_BATCH_BANDS, ONDES_BATCH_BANDS_HEAD, error))
    return FALSE;
  own = g_hash_table_new (g_str_hash, g_str_equal);
  for (guint i = 0; table.columns[i] != NULL; i++)
    g_hash_table_insert (own, table.columns[i], GUINT_TO_POINTER (i + 1));
  for (guint i = 0; i < self->order->len; i++)
    places[i] = (int) GPOINTER_TO_UINT (g_hash_table_lookup (own, g_ptr_array_index (self->order, i))) - 1;
  while (ondes_batch_table_next (&table))
    append_row (out, &table, places, self->order->len);
  return ondes_batch_table_whole (&table, error) && ondes_out_file_write (self->file, out->str, out->len, error);
}

static gboolean
merge_bands (const OndesBatchRun *run,
             const OndesWatch    *watch,
             GError             **error)
{
  g_autoptr (OndesOutFile) file = ondes_batch_run_create (run, "bands.csv", error);
  g_autoptr (GHashTable) columns = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GPtrArray) order = g_ptr_array_new ();
  g_autoptr (GString) head = g_string_new (ONDES_BATCH_BANDS_HEAD);
  Merge merge = { run, file, columns, order };
  GHashTableIter iter;
  gpointer name;

  if (file == NULL || !ondes_batch_visit_outputs (run, ONDES_BATCH_BANDS, watch, collect_columns, &merge, error))
    return FALSE;
  g_hash_table_iter_init (&iter, columns);
  while (g_hash_table_iter_next (&iter, &name, NULL))
    g_ptr_array_add (order, name);
  g_ptr_array_sort (order, ondes_batch_compare_centres);
  for (guint i = 0; i < order->len; i++)
    g_string_append_printf (head, ",%s", (const char *) g_ptr_array_index (order, i));
  g_string_append_c (head, '\n');
  return write_text (file, head->str, error)
         && ondes_batch_visit_outputs (run, ONDES_BATCH_BANDS, watch, write_rows, &merge, error)
         && ondes_out_file_commit (file, error);
}

/* --- annotations.csv */

static gboolean
write_events (gpointer              data,
              const OndesBatchFile *file,
              GError              **error)
{
  const Merge *self = data;
  g_auto (OndesBatchTable) table = { 0 };

  if (!ondes_batch_table_open (&table, self->run, file, ONDES_BATCH_ANNOTATIONS, EVENTS_HEAD, error))
    return FALSE;
  while (ondes_batch_table_next (&table))
    if (!write_text (self->file, table.lines.line, error) || !write_text (self->file, "\n", error))
      return FALSE;
  return ondes_batch_table_whole (&table, error);
}

static gboolean
merge_annotations (const OndesBatchRun *run,
                   const OndesWatch    *watch,
                   GError             **error)
{
  g_autoptr (OndesOutFile) file = ondes_batch_run_create (run, "annotations.csv", error);
  Merge merge = { .run = run, .file = file };

  return file != NULL && write_text (file, EVENTS_HEAD "\n", error)
         && ondes_batch_visit_outputs (run, ONDES_BATCH_ANNOTATIONS, watch, write_events, &merge, error)
         && ondes_out_file_commit (file, error);
}

/* Makes the merged files of all products. Goes on where one cannot be made, unless cancelled. */
static gboolean
merge_all (const OndesBatchRun *run,
           const OndesWatch    *watch,
           GPtrArray           *others,
           GError             **error)
{
  const struct
  {
    gboolean is_asked;
    gboolean (*write) (const OndesBatchRun *run, const OndesWatch *watch, GError **error);
  } all[] = {
    { TRUE, ondes_batch_write_failed },
    { (run->outputs & 1u << ONDES_BATCH_BANDS) != 0, merge_bands },
    { (run->outputs & 1u << ONDES_BATCH_ANNOTATIONS) != 0, merge_annotations },
    { (run->products & 1u << ONDES_BATCH_LTSA) != 0, ondes_batch_ltsa_write },
    { (run->products & 1u << ONDES_BATCH_SHEET) != 0, ondes_batch_sheet_write },
  };
  GError *first = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (all); i++)
    {
      GError *local = NULL;

      if (!all[i].is_asked || all[i].write (run, watch, &local))
        continue;
      if (g_error_matches (local, G_IO_ERROR, G_IO_ERROR_CANCELLED))
        {
          g_clear_error (&first);
          g_propagate_error (error, local);
          return FALSE;
        }
      if (first != NULL && others != NULL)
        g_ptr_array_add (others, ondes_error_sentence (local));
      if (first == NULL)
        first = g_steal_pointer (&local);
      g_clear_error (&local);
    }
  return ondes_error_none (first, error);
}

gboolean
ondes_batch_merge (const OndesBatchRun *run,
                   gboolean             partial,
                   const OndesWatch    *watch,
                   OndesBatchTally     *tally,
                   GPtrArray           *others,
                   GError             **error)
{
  guint64 left;

  if (!ondes_batch_tally (run, watch, tally, error))
    return FALSE;
  left = tally->files - tally->done - tally->failed;
  if (left > 0 && !partial)
    {
      g_set_error (error, ONDES_ERROR, ONDES_ERROR_FILE,
                   g_dngettext (GETTEXT_PACKAGE,
                                "%s: %" PRIu64 " recording is still to do; run the run to its end, or merge with --partial",
                                "%s: %" PRIu64 " recordings are still to do; run the run to its end, or merge with --partial",
                                (gulong) left),
                   run->folder, left);
      return FALSE;
    }
  return merge_all (run, watch, others, error);
}
