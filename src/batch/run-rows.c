/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "run-rows.h"

#include <math.h>
#include <string.h>

#include "base/request-error.h"
#include "batch-table.h"

#define LOOK_LEAST 8 /* rows between two looks at the clock */

/* --- rows */

static void
row_clear (gpointer data)
{
  OndesRunRow *self = data;

  ondes_batch_file_clear (&self->file);
  g_free (self->name);
  g_free (self->sentence);
}

OndesRunRow *
ondes_run_row_ref (OndesRunRow *self)
{
  return g_atomic_rc_box_acquire (self);
}

void
ondes_run_row_unref (OndesRunRow *self)
{
  g_atomic_rc_box_release_full (self, row_clear);
}

/* Returns a row of what @file tells, which is copied. */
static OndesRunRow *
row_new (const OndesBatchFile *file)
{
  OndesRunRow *self = g_atomic_rc_box_new0 (OndesRunRow);
  g_autofree char *shown = g_filename_display_basename (file->path);

  self->file = *file;
  self->file.path = g_strdup (file->path);
  self->name = g_utf8_make_valid (shown, -1);
  self->level_db = self->peak_db = NAN;
  return self;
}

static gboolean
is_same_file (const OndesBatchFile *a,
              const OndesBatchFile *b)
{
  return a->size == b->size && a->mtime_ns == b->mtime_ns && strcmp (a->path, b->path) == 0
         && strcmp (a->parameters, b->parameters) == 0;
}

OndesRunRows *
ondes_run_rows_new (void)
{
  return g_atomic_rc_box_new0 (OndesRunRows);
}

OndesRunRows *
ondes_run_rows_ref (OndesRunRows *self)
{
  return g_atomic_rc_box_acquire (self);
}

static void
rows_clear (gpointer data)
{
  OndesRunRows *self = data;

  for (guint i = 0; i < self->n; i++)
    ondes_run_row_unref (self->rows[i]);
  g_free (self->rows);
}

void
ondes_run_rows_unref (OndesRunRows *self)
{
  g_atomic_rc_box_release_full (self, rows_clear);
}

/* Counts what the rows are. */
static void
tally (OndesRunRows *self)
{
  self->done = self->failed = 0;
  for (guint i = 0; i < self->n; i++)
    {
      self->done += self->rows[i]->state == ONDES_RUN_ROW_DONE;
      self->failed += self->rows[i]->state == ONDES_RUN_ROW_FAILED;
    }
}

/* --- the manifest */

OndesRunRows *
ondes_run_rows_read (const OndesBatchRun *run,
                     OndesRunRows        *before,
                     GCancellable        *cancellable,
                     GError             **error)
{
  g_autoptr (OndesRunRows) self = ondes_run_rows_new ();
  g_autoptr (OndesBatchManifest) manifest = ondes_batch_manifest_open (run, error);
  g_auto (OndesBatchFile) file = { 0 };
  GError *local = NULL;
  guint room = 0, old = 0;

  if (manifest == NULL)
    return NULL;
  while (self->n < G_MAXINT && ondes_batch_manifest_next (manifest, &file, &local))
    {
      if (self->n == room)
        {
          room = 2 * room + 256;
          self->rows = g_renew (OndesRunRow *, self->rows, room);
        }
      /* Both are in the order of the paths. */
      while (before != NULL && old < before->n && strcmp (before->rows[old]->file.path, file.path) < 0)
        old++;
      self->rows[self->n++] = before != NULL && old < before->n && is_same_file (&before->rows[old]->file, &file)
                                ? ondes_run_row_ref (before->rows[old]) : row_new (&file);
      if (self->n % 1024 == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
        return NULL;
    }
  if (!ondes_error_none (local, error))
    return NULL;
  tally (self);
  return g_steal_pointer (&self);
}

/* --- levels */

/* The columns of a table's head that its rows have before their bands, in turn from the last. */
static double
length_of (char *head)
{
  char *comma = strrchr (head, ','); /* before the statistic */

  if (comma == NULL)
    return NAN;
  *comma = '\0';
  comma = strrchr (head, ',');
  return comma != NULL ? g_ascii_strtod (comma + 1, NULL) : NAN;
}

static gboolean
is_mean (const char *head)
{
  return g_str_has_suffix (head, ",mean");
}

/* Reads level and peak of the table of bands at @path; NAN both if it is none. Reads a file. */
static void
read_levels (const OndesBatchRun  *run,
             const OndesBatchFile *file,
             double               *level_db,
             double               *peak_db)
{
  const gboolean densities = g_strcmp0 (ondes_batch_run_option (run, "--bands"), "millidecades") == 0;
  g_auto (OndesBatchTable) table = { 0 };
  g_autofree const char **cells = NULL;
  double sum = 0, length = 0, peak = -INFINITY;
  guint bands;

  *level_db = *peak_db = NAN;
  if (!ondes_batch_table_open (&table, run, file, ONDES_BATCH_BANDS, ONDES_BATCH_BANDS_HEAD, NULL))
    return;
  bands = g_strv_length (table.columns);
  cells = g_new0 (const char *, bands + 1);
  while (ondes_batch_table_next (&table))
    {
      char *head = ondes_batch_table_split (&table, cells);
      double span, power = 0;

      if (!is_mean (head) || !((span = length_of (head)) > 0))
        continue;
      for (guint i = 0; i < bands; i++)
        {
          const double db = cells[i][0] != '\0' ? g_ascii_strtod (cells[i], NULL) : NAN;

          if (isnan (db))
            continue;
          power += pow (10, db / 10);
          peak = MAX (peak, db);
        }
      sum += power * span;
      length += span;
    }
  if (length > 0 && peak > -INFINITY)
    *peak_db = peak;
  if (length > 0 && sum > 0 && !densities)
    *level_db = 10 * log10 (sum / length);
}

/* --- outputs */

/* Returns the row as it is now, the same one if nothing changed. Transfer full. */
static OndesRunRow *
look_at (const OndesBatchRun *run,
         OndesRunRow         *before)
{
  static const OndesRunRowState states[] = { [ONDES_BATCH_TO_DO] = ONDES_RUN_ROW_TO_DO, [ONDES_BATCH_DONE] = ONDES_RUN_ROW_DONE,
                                             [ONDES_BATCH_FAILED] = ONDES_RUN_ROW_FAILED };
  guint missing;
  const OndesRunRowState state = states[ondes_batch_run_state (run, &before->file, &missing)];
  const guint outputs = run->outputs & ~missing;
  OndesRunRow *row;

  if (before->state == state && before->outputs == outputs && state != ONDES_RUN_ROW_FAILED)
    return ondes_run_row_ref (before);
  row = row_new (&before->file);
  row->state = state;
  row->outputs = outputs;
  if (state == ONDES_RUN_ROW_FAILED)
    row->sentence = ondes_batch_run_sentence (run, &before->file);
  if (outputs & 1u << ONDES_BATCH_BANDS)
    read_levels (run, &before->file, &row->level_db, &row->peak_db);
  if (state == ONDES_RUN_ROW_FAILED && before->state == state && g_strcmp0 (row->sentence, before->sentence) == 0
      && before->outputs == outputs)
    {
      ondes_run_row_unref (row);
      return ondes_run_row_ref (before);
    }
  return row;
}

OndesRunRows *
ondes_run_rows_look (const OndesBatchRun *run,
                     OndesRunRows        *before,
                     gboolean             anew,
                     guint               *at,
                     double               seconds,
                     GCancellable        *cancellable)
{
  const gint64 until = g_get_monotonic_time () + (gint64) (seconds * G_USEC_PER_SEC);
  OndesRunRows *self = ondes_run_rows_new ();
  guint looked = 0;

  self->rows = g_new (OndesRunRow *, before->n + 1);
  self->n = before->n;
  for (guint i = 0; i < before->n; i++)
    {
      const gboolean due = i == *at && !g_cancellable_is_cancelled (cancellable)
                           && (looked % LOOK_LEAST != 0 || looked == 0 || g_get_monotonic_time () < until);

      if (due && (anew || before->rows[i]->state != ONDES_RUN_ROW_DONE))
        {
          self->rows[i] = look_at (run, before->rows[i]);
          looked++;
        }
      else
        self->rows[i] = ondes_run_row_ref (before->rows[i]);
      *at += due;
    }
  tally (self);
  return self;
}
