/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs over many recordings as a window makes, runs and lists them, against those of the command. */
#include <glib/gstdio.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/compare.h"
#include "batch/batch-sheet.h"
#include "batch/run-list.h"
#include "batch/run-thumbnail.h"
#include "batch/words-runs.h"
#include "runs-fixture.h"
#include "../remove-all.h"

/* --- running */

static void
wait_model (OndesRunModel *model)
{
  while (ondes_run_model_is_looking (model) || ondes_run_model_get_state (model) >= ONDES_RUN_RUNNING)
    g_main_context_iteration (NULL, TRUE);
}

/* Writes the run of a draft and opens it. */
static OndesRunModel *
open_run (Fixture *self,
          OndesBatchDraft *draft)
{
  OndesRunModel *model;

  wait_draft (draft);
  ondes_batch_draft_write (draft);
  wait_draft (draft);
  g_assert_cmpstr (ondes_batch_draft_get_problem (draft, NULL), ==, NULL);
  model = ondes_run_model_new (self->run);
  wait_model (model);
  g_assert_cmpstr (ondes_run_model_get_problem (model), ==, NULL);
  g_assert_cmpint (ondes_run_model_get_state (model), ==, ONDES_RUN_IDLE);
  return model;
}

static void
assert_done (OndesRunModel *model,
             guint done,
             guint failed)
{
  const OndesRunProgress *progress = ondes_run_model_get_progress (model);
  const OndesRunRows *rows = ondes_run_model_get_rows (model);

  g_assert_cmpstr (ondes_run_model_get_problem (model), ==, NULL);
  g_assert_cmpuint (progress->files, ==, done + failed);
  g_assert_cmpuint (progress->done, ==, done);
  g_assert_cmpuint (progress->failed, ==, failed);
  for (guint i = 0; i < rows->n; i++)
    {
      const gboolean bad = g_str_equal (rows->rows[i]->name, "bad.wav");

      g_assert_cmpint (rows->rows[i]->state, ==, bad ? ONDES_RUN_ROW_FAILED : ONDES_RUN_ROW_DONE);
      g_assert_cmpint (rows->rows[i]->sentence != NULL, ==, bad);
    }
}

static void
wait_list (OndesSortedList *list)
{
  while (ondes_sorted_list_is_busy (list))
    g_main_context_iteration (NULL, TRUE);
}

/* Rows follow each other by every column both ways, with what is unknown last; a filter leaves those that contain it. */
static void
check_list (OndesRunModel *model)
{
  g_autoptr (OndesSortedList) list = ondes_run_list_new (model);
  const guint n = ondes_run_model_get_rows (model)->n;
  g_autoptr (OndesSortedItem) item = NULL;

  for (guint column = ONDES_RUN_NAME; column < ONDES_RUN_COLUMNS; column++)
    for (guint descending = 0; descending < 2; descending++)
      {
        ondes_sorted_list_set_sort (list, column, descending);
        wait_list (list);
        g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (list)), ==, n);
        for (guint i = 1; i < n; i++)
          {
            const OndesRunRow *a = ondes_run_list_get (list, i - 1), *b = ondes_run_list_get (list, i);
            const int sign = descending ? -1 : 1;

            if (column == ONDES_RUN_NAME)
              g_assert_cmpint (sign * strcmp (a->name, b->name), <, 0);
            if (column == ONDES_RUN_DURATION && b->file.rate_hz > 0)
              g_assert_true (a->file.rate_hz > 0 && sign * (double) a->file.frames <= sign * (double) b->file.frames);
            if (column == ONDES_RUN_START && !isnan (b->file.date_s))
              g_assert_true (sign * a->file.date_s <= sign * b->file.date_s);
            if (column == ONDES_RUN_STATUS)
              g_assert_cmpint (sign * (int) a->state, <=, sign * (int) b->state);
          }
      }
  item = g_list_model_get_item (G_LIST_MODEL (list), 0);
  g_assert_true (ondes_sorted_item_get (item) == ondes_run_list_get (list, 0));
  ondes_sorted_list_set_filter (list, "BAD");
  wait_list (list);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (list)), ==, 1);
  g_assert_cmpstr (ondes_run_list_get (list, 0)->name, ==, "bad.wav");
  ondes_sorted_list_set_filter (list, "no such thing");
  wait_list (list);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (list)), ==, 0);
}

/* The levels of a tone of half full scale in the middle of a third of an octave, and a picture of each. */
static void
check_rows (OndesRunModel *model)
{
  const OndesRunRows *rows = ondes_run_model_get_rows (model);
  const double tone_db = 20 * log10 (0.5 / G_SQRT2);
  OndesRunColours colours;

  ondes_run_colours_find (ondes_run_model_get_run (model), rows, &colours, NULL);
  for (guint i = 0; i < rows->n; i++)
    {
      cairo_surface_t *surface = ondes_run_thumbnail_read (ondes_run_model_get_run (model), rows->rows[i], &colours, 90, 40);
      g_autofree char *level = ondes_words_run_cell (rows->rows[i], ONDES_RUN_LEVEL);
      const gboolean done = rows->rows[i]->state == ONDES_RUN_ROW_DONE;

      g_assert_cmpint (surface != NULL, ==, done);
      g_assert_cmpint (*level != '\0', ==, done);
      if (!done)
        continue;
      g_assert_cmpint (cairo_image_surface_get_width (surface), ==, 90);
      g_assert_cmpint (cairo_image_surface_get_height (surface), ==, 40);
      cairo_surface_destroy (surface);
      /* Of the first and the last milliseconds the filters have not all; the noise is 40 dB below. */
      g_assert_cmpfloat_with_epsilon (rows->rows[i]->level_db, tone_db, 1);
      g_assert_cmpfloat_with_epsilon (rows->rows[i]->peak_db, tone_db, 1);
    }
}

static int
compare_levels (gconstpointer a,
                gconstpointer b)
{
  return ONDES_COMPARE (*(const double *) a, *(const double *) b);
}

/* Appends the levels of the row's thumbnail, read from its file. */
static void
add_levels (OndesRunModel *model,
            const OndesRunRow *row,
            GArray *levels_db)
{
  g_autofree char *path = ondes_batch_run_output (ondes_run_model_get_run (model), &row->file, ONDES_BATCH_SHEET), *data = NULL;
  OndesBatchThumbnail thumbnail;
  gsize n;

  g_assert_true (g_file_get_contents (path, &data, &n, NULL));
  g_assert_true (ondes_batch_thumbnail_parse (&thumbnail, data, n));
  for (guint i = 0; i < thumbnail.rows * thumbnail.columns; i++)
    {
      const double level_db = 20 * log10 ((double) thumbnail.values[i]);

      g_array_append_val (levels_db, level_db);
    }
  g_free (thumbnail.values);
}

/* Returns the picture of the row that a list shows, once it is read; borrowed. */
static cairo_surface_t *
wait_picture (OndesRunThumbnails *thumbnails,
              OndesRunRow *row)
{
  cairo_surface_t *surface;

  while ((surface = ondes_run_thumbnails_get (thumbnails, row)) == NULL)
    g_main_context_iteration (NULL, TRUE);
  return surface;
}

static void
assert_same_pixels (cairo_surface_t *a,
                    cairo_surface_t *b)
{
  const gsize n = (gsize) cairo_image_surface_get_stride (a) * (gsize) cairo_image_surface_get_height (a);

  g_assert_cmpmem (cairo_image_surface_get_data (a), n, cairo_image_surface_get_data (b),
                   (gsize) cairo_image_surface_get_stride (b) * (gsize) cairo_image_surface_get_height (b));
}

/* Returns the largest sum of the red, green and blue of a pixel. */
static guint
find_brightest (cairo_surface_t *surface)
{
  const guint8 *bytes = cairo_image_surface_get_data (surface);
  guint brightest = 0;

  for (guint i = 0; i < 90 * 40; i++)
    brightest = MAX (brightest, (guint) bytes[4 * i] + bytes[4 * i + 1] + bytes[4 * i + 2]);
  return brightest;
}

/* The same 40 dB fainter is darker: both are on one range of colours, which is that of the values of both. */
static void
test_colours (Fixture *self,
              gconstpointer data)
{
  g_autofree gint16 *tone = make_tone (FRAMES, 1000);
  g_autofree char *loud = write_wav ("recordings/loud.wav", tone, FRAMES, 1, RATE), *faint = NULL;
  g_autoptr (GArray) levels_db = g_array_new (FALSE, FALSE, sizeof (double));
  g_autoptr (OndesBatchDraft) draft = NULL;
  g_autoptr (OndesRunModel) model = NULL;
  g_autoptr (OndesRunThumbnails) thumbnails = NULL;
  OndesRunColours colours;
  OndesRunRows *rows;
  double bottom_db;

  for (guint i = 0; i < FRAMES; i++)
    tone[i] = (gint16) (tone[i] / 100);
  faint = write_wav ("recordings/faint.wav", tone, FRAMES, 1, RATE);
  open_and_settle (&self->watched, loud);
  draft = draft_of (self, 1u << ONDES_BATCH_SHEET);
  model = open_run (self, draft);
  ondes_run_model_start (model, FALSE);
  wait_model (model);
  assert_done (model, 2, 0);
  rows = ondes_run_model_get_rows (model);
  ondes_run_colours_find (ondes_run_model_get_run (model), rows, &colours, NULL);
  for (guint i = 0; i < 2; i++)
    add_levels (model, rows->rows[i], levels_db);
  g_array_sort (levels_db, compare_levels);
  g_assert_cmpfloat_with_epsilon (colours.top_db, g_array_index (levels_db, double, (guint) (0.998 * levels_db->len)), 0.2);
  bottom_db = g_array_index (levels_db, double, (guint) (0.1 * levels_db->len));
  g_assert_cmpfloat_with_epsilon (colours.range_db, CLAMP (colours.top_db - bottom_db, 20, 60), 0.2);
  thumbnails = ondes_run_thumbnails_new (model, 90, 40);
  for (guint i = 0; i < 2; i++)
    {
      cairo_surface_t *drawn = ondes_run_thumbnail_read (ondes_run_model_get_run (model), rows->rows[i], &colours, 90, 40);

      assert_same_pixels (wait_picture (thumbnails, rows->rows[i]), drawn);
      cairo_surface_destroy (drawn);
    }
  g_assert_cmpuint (find_brightest (wait_picture (thumbnails, rows->rows[0])) + 60, <,
                    find_brightest (wait_picture (thumbnails, rows->rows[1])));
}

static void
test_run (Fixture *self,
          gconstpointer data)
{
  g_autofree char *first = NULL, *bad = g_build_filename (self->recordings, "bad.wav", NULL), *sheet = NULL;
  g_autoptr (OndesBatchDraft) draft = NULL;
  g_autoptr (OndesRunModel) model = NULL;

  write_some (self, 3);
  first = write_tone ("a.wav", FRAMES, 1000);
  open_and_settle (&self->watched, first);
  draft = draft_of (self, 1u << ONDES_BATCH_SHEET | 1u << ONDES_BATCH_BANDS);
  model = open_run (self, draft);
  for (guint i = 0; i < ondes_run_model_get_rows (model)->n; i++)
    g_assert_cmpint (ondes_run_model_get_rows (model)->rows[i]->state, ==, ONDES_RUN_ROW_TO_DO);
  ondes_run_model_start (model, FALSE);
  g_assert_cmpint (ondes_run_model_get_state (model), ==, ONDES_RUN_RUNNING);
  wait_model (model);
  assert_done (model, 4, 1);
  sheet = g_build_filename (self->run, "sheet-1.png", NULL);
  g_assert_true (g_file_test (sheet, G_FILE_TEST_EXISTS));
  check_rows (model);
  check_list (model);
  /* What failed is tried again when that is asked for, and fails again. */
  ondes_run_model_start (model, TRUE);
  wait_model (model);
  assert_done (model, 4, 1);
}

/* Stopped wherever it is, a run goes on in another window with what is left, and ends with all of it. */
static void
test_resume (Fixture *self,
             gconstpointer data)
{
  g_autofree char *first = NULL, *manifest = g_build_filename (self->run, ONDES_BATCH_MANIFEST, NULL);
  g_autoptr (OndesBatchDraft) draft = NULL;
  g_autoptr (OndesRunModel) model = NULL, again = NULL;
  const guint looks = (guint) g_test_rand_int_range (0, 4);

  write_some (self, 6);
  first = write_tone ("a.wav", FRAMES, 1000);
  open_and_settle (&self->watched, first);
  draft = draft_of (self, 1u << ONDES_BATCH_BANDS);
  model = open_run (self, draft);
  ondes_run_model_start (model, FALSE);
  for (guint i = 0; i < looks && ondes_run_model_get_state (model) == ONDES_RUN_RUNNING; i++)
    g_main_context_iteration (NULL, TRUE);
  ondes_run_model_stop (model);
  wait_model (model);
  g_assert_cmpstr (ondes_run_model_get_problem (model), ==, NULL);
  g_clear_object (&model);
  again = ondes_run_model_new (manifest);
  wait_model (again);
  g_assert_cmpstr (ondes_run_model_get_folder (again), ==, self->run);
  ondes_run_model_start (again, FALSE);
  wait_model (again);
  assert_done (again, 7, 1);
}

/* One that is killed, as by a machine without memory, did not stop as it was asked to. */
static void
test_killed (Fixture *self,
             gconstpointer data)
{
  static const char script[] = "#!/bin/sh\nkill -9 $$\n";
  g_autofree char *first = NULL, *killed = g_build_filename (self->recordings, "killed.sh", NULL);
  g_autofree char *command = g_strdup (g_getenv ("ONDES_CLI"));
  g_autoptr (OndesBatchDraft) draft = NULL;
  g_autoptr (OndesRunModel) model = NULL;

  first = write_tone ("a.wav", FRAMES, 1000);
  open_and_settle (&self->watched, first);
  draft = draft_of (self, 1u << ONDES_BATCH_BANDS);
  model = open_run (self, draft);
  g_assert_true (g_file_set_contents_full (killed, script, -1, G_FILE_SET_CONTENTS_NONE, 0700, NULL));
  g_setenv ("ONDES_CLI", killed, TRUE);
  ondes_run_model_start (model, FALSE);
  g_setenv ("ONDES_CLI", command, TRUE);
  wait_model (model);
  g_assert_cmpint (ondes_run_model_get_state (model), ==, ONDES_RUN_IDLE);
  g_assert_nonnull (ondes_run_model_get_problem (model));
  g_assert_nonnull (strstr (ondes_run_model_get_problem (model), "signal 9"));
}

static void
test_no_run (Fixture *self,
             gconstpointer data)
{
  g_autoptr (OndesRunModel) model = ondes_run_model_new (self->recordings);

  wait_model (model);
  g_assert_cmpint (ondes_run_model_get_state (model), ==, ONDES_RUN_REFUSED);
  g_assert_nonnull (strstr (ondes_run_model_get_problem (model), self->recordings));
  ondes_run_model_start (model, FALSE);
  g_assert_cmpint (ondes_run_model_get_state (model), ==, ONDES_RUN_REFUSED);
}

#define ADD_RUN(path, function) g_test_add ("/ondes/runs/" path, Fixture, NULL, setup, function, teardown)

int
main (int argc,
      char *argv[])
{
  scalogram_init (&argc, &argv);
  ADD_RUN ("a-run-that-is-killed-says-so", test_killed);
  ADD_RUN ("run-and-listed", test_run);
  ADD_RUN ("thumbnails-share-their-colours", test_colours);
  ADD_RUN ("stopped-anywhere-a-run-goes-on", test_resume);
  ADD_RUN ("a-folder-without-a-run-is-refused", test_no_run);
  return scalogram_run ();
}
