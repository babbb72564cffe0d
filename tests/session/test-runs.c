/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs over many recordings as a window makes, runs and lists them, against those of the command. */
#include <glib/gstdio.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/compare.h"
#include "batch/batch-draft.h"
#include "batch/batch-screen.h"
#include "batch/batch-sheet.h"
#include "batch/run-list.h"
#include "batch/run-thumbnail.h"
#include "batch/words-runs.h"
#include "scalogram-fixture.h"
#include "../remove-all.h"

#define FRAMES 4000

typedef struct
{
  Watched watched;
  char   *recordings; /* folder */
  char   *run;        /* folder, which is not there yet */
} Fixture;

static void
setup (Fixture *self,
       gconstpointer data)
{
  watched_setup (&self->watched, NULL);
  self->recordings = g_build_filename (scalogram_folder, "recordings", NULL);
  self->run = g_build_filename (scalogram_folder, "run", NULL);
  g_assert_cmpint (g_mkdir (self->recordings, 0777), ==, 0);
}

static void
teardown (Fixture *self,
          gconstpointer data)
{
  remove_all (self->recordings);
  remove_all (self->run);
  g_free (self->recordings);
  g_free (self->run);
  watched_teardown (&self->watched, NULL);
}

/* Writes a tone of half full scale as recordings/@name; returns the path. */
static char *
write_tone (const char *name,
            guint frames,
            double hz)
{
  g_autofree char *inner = g_build_filename ("recordings", name, NULL);

  return tone_file (inner, frames, hz);
}

static void
write_some (Fixture *self,
            guint n)
{
  g_autofree char *bad = g_build_filename (self->recordings, "bad.wav", NULL);

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *name = g_strdup_printf ("r%u_20240%u02_030405.wav", i, 1 + i % 9), *path = NULL;

      path = write_tone (name, FRAMES + 200 * (n - i), 1000);
    }
  g_assert_true (g_file_set_contents (bad, "hello", 5, NULL));
}

static void
run_cli (const char *const *words)
{
  g_autoptr (GPtrArray) all = g_ptr_array_new ();
  g_autofree char *said = NULL;
  g_autoptr (GError) error = NULL;
  int status;

  g_ptr_array_add (all, (gpointer) g_getenv ("ONDES_CLI"));
  for (; *words != NULL; words++)
    g_ptr_array_add (all, (gpointer) *words);
  g_ptr_array_add (all, NULL);
  g_spawn_sync (NULL, (char **) all->pdata, NULL, G_SPAWN_STDOUT_TO_DEV_NULL, NULL, NULL, NULL, &said, &status, &error);
  g_assert_no_error (error);
  if (!g_spawn_check_wait_status (status, NULL))
    g_error ("the command failed: %s", said);
}

/* --- the screen's settings */

/* Changes what a preset has, and what it leaves out. */
static void
change_settings (Fixture *self)
{
  static const char *const steps[] = { "mean", "gain:-6", NULL };
  OndesScalogramAnalysis *analysis = self->watched.analysis;
  OndesCwtSettings settings = *ondes_scalogram_analysis_get_settings (analysis);
  OndesDisplay display = *ondes_scalogram_analysis_get_display (analysis);

  settings.options.omega0 = g_test_rand_double_range (4, 9);
  settings.options.normalisation = ONDES_NORMALISATION_L2;
  settings.fmin_hz = g_test_rand_double_range (80, 200);
  settings.fmax_hz = g_test_rand_double_range (1500, 3000);
  settings.voices = 6;
  settings.detrend = ONDES_DETREND_LINEAR;
  ondes_scalogram_analysis_set_settings (analysis, &settings);
  display.palette = 1;
  display.equalise = TRUE;
  display.db_range = 37.5;
  display.cone = FALSE;
  display.notes = TRUE;
  ondes_scalogram_analysis_set_display (analysis, &display);
  ondes_session_set_channel (self->watched.session, 0);
  ondes_session_set_conditioning (self->watched.session, steps, TRUE);
  settle (&self->watched);
}

static OndesBatchParameters *
parameters_of (Fixture *self)
{
  const OndesFigureSize size = { .width = 300, .height = 200, .scale_factor = 1, .dpi = 96 };
  const OndesBatchScreen screen = { .session = self->watched.session, .scalogram = self->watched.analysis, .size = &size };

  return ondes_batch_screen_take (&screen);
}

static OndesBatchDraft *
draft_of (Fixture *self,
          guint products)
{
  g_autoptr (OndesBatchParameters) parameters = parameters_of (self);
  OndesBatchDraft *draft = ondes_batch_draft_new (parameters);

  ondes_batch_draft_set_folder (draft, self->recordings);
  ondes_batch_draft_set_output (draft, self->run);
  ondes_batch_draft_set_products (draft, products);
  return draft;
}

static void
wait_draft (OndesBatchDraft *draft)
{
  while (ondes_batch_draft_is_busy (draft))
    g_main_context_iteration (NULL, TRUE);
}

static char *
read_text (const char *folder,
           const char *name)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  char *text = NULL;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  return text;
}

/* Writes the settings as a preset, as the window does where a person exports one. */
static char *
write_preset (Fixture *self)
{
  g_autofree OndesAnalysisPreset *taken = g_new0 (OndesAnalysisPreset, 1);
  g_autoptr (GVariant) settings = NULL;
  char *path = g_build_filename (scalogram_folder, ONDES_DRAFT_PRESET, NULL);

  ondes_analysis_preset_take (taken, self->watched.session);
  settings = ondes_analysis_preset_save (taken);
  g_assert_true (ondes_analysis_presets.write (path, settings, NULL));
  return path;
}

/* The window plans what the command does of the same settings: the same hashes, the same manifest. */
static void
test_plan (Fixture *self,
           gconstpointer data)
{
  g_autofree char *first = NULL, *exported = NULL, *other = g_build_filename (scalogram_folder, "other", NULL);
  g_autofree char *ours = NULL, *theirs = NULL, *preset = NULL, *their_preset = NULL;
  g_autoptr (OndesBatchDraft) draft = NULL;
  OndesDraftEstimate estimate;

  write_some (self, 3);
  first = write_tone ("z.wav", FRAMES, 500);
  open_and_settle (&self->watched, first);
  change_settings (self);
  draft = draft_of (self, 1u << ONDES_BATCH_SCALOGRAM | 1u << ONDES_BATCH_BANDS);
  ondes_batch_draft_set_option (draft, "--every", "0.1");
  wait_draft (draft);
  g_assert_cmpstr (ondes_batch_draft_get_problem (draft, NULL), ==, NULL);
  estimate = *ondes_batch_draft_get_estimate (draft);
  g_assert_true (estimate.counted && estimate.estimated);
  g_assert_cmpuint (estimate.files, ==, 5);
  g_assert_cmpuint (estimate.unreadable, ==, 1);
  g_assert_cmpfloat_with_epsilon (estimate.seconds, (4 * FRAMES + 200 * 6) / (double) RATE, 1e-9);
  g_assert_cmpfloat (estimate.out_bytes, >, 5000);
  g_assert_cmpfloat (estimate.out_s, >, 0);
  g_assert_false (g_file_test (self->run, G_FILE_TEST_EXISTS));
  ondes_batch_draft_write (draft);
  wait_draft (draft);
  g_assert_cmpstr (ondes_batch_draft_get_problem (draft, NULL), ==, NULL);
  exported = write_preset (self);
  run_cli ((const char *const[]) { "batch", "plan", self->recordings, "--preset", exported, "--products", "scalogram,bands",
                                   "--channel", "mix", "--notes", "--size", "300x200", "--second-axis", "--every", "0.1", "-o",
                                   other, NULL });
  preset = read_text (self->run, "preset");
  their_preset = read_text (other, "preset");
  g_assert_cmpstr (preset, ==, their_preset);
  ours = read_text (self->run, ONDES_BATCH_MANIFEST);
  theirs = read_text (other, ONDES_BATCH_MANIFEST);
  g_assert_cmpstr (ours, ==, theirs);
  remove_all (other);
}

/* A run's parameters are the settings that they were made of. */
static void
test_back (Fixture *self,
           gconstpointer data)
{
  g_autofree OndesAnalysisPreset *taken = g_new0 (OndesAnalysisPreset, 1);
  g_autofree char *path = write_tone ("a.wav", FRAMES, 1000);
  OndesCompensationSettings compensation = ondes_compensation_settings_default;
  g_autoptr (OndesBatchParameters) parameters = NULL;
  g_autoptr (OndesBatchRun) run = NULL;
  g_auto (OndesBatchSettings) settings = { 0 };
  g_autoptr (OndesBatchDraft) draft = NULL;
  g_autoptr (GVariant) before = NULL, after = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) lines = NULL;

  open_and_settle (&self->watched, path);
  change_settings (self);
  compensation.on = compensation.quantise = compensation.dither = TRUE;
  compensation.bits = 9;
  compensation.oversample = 2;
  g_strlcpy (compensation.amplitude, "constant:0.1", sizeof compensation.amplitude);
  ondes_scalogram_analysis_set_compensation (self->watched.analysis, &compensation);
  settle (&self->watched);
  parameters = parameters_of (self);
  draft = draft_of (self, 1u << ONDES_BATCH_SCALOGRAM);
  wait_draft (draft);
  ondes_batch_draft_write (draft);
  wait_draft (draft);
  run = ondes_batch_run_open (self->run, &error);
  g_assert_no_error (error);
  g_assert_true (ondes_batch_settings_find (&settings, run, &error));
  g_assert_no_error (error);
  ondes_analysis_preset_take (taken, self->watched.session);
  before = ondes_analysis_preset_save (taken);
  after = ondes_analysis_preset_save (settings.preset);
  g_assert_cmpvariant (before, after);
  g_assert_true (ondes_compensation_settings_equal (&compensation, &settings.compensation));
  g_assert_cmpuint (settings.channel, ==, 0);
  lines = ondes_batch_parameters_lines (parameters);
  g_assert_cmpuint (lines->len, >, parameters->words->len / 2 + 10);
}

/* What cannot be run is said where it is, and nothing is written. */
static void
test_problems (Fixture *self,
               gconstpointer data)
{
  g_autofree char *path = write_tone ("a.wav", FRAMES, 1000), *nowhere = g_build_filename (scalogram_folder, "nowhere", NULL);
  g_autoptr (OndesBatchDraft) draft = NULL;
  OndesDraftPlace place;

  open_and_settle (&self->watched, path);
  draft = draft_of (self, 0);
  g_assert_nonnull (ondes_batch_draft_get_problem (draft, &place));
  g_assert_cmpint (place, ==, ONDES_DRAFT_PRODUCTS);
  ondes_batch_draft_set_products (draft, 1u << ONDES_BATCH_ANNOTATIONS);
  wait_draft (draft);
  g_assert_nonnull (ondes_batch_draft_get_problem (draft, &place));
  g_assert_cmpint (place, ==, ONDES_DRAFT_ANNOTATIONS);
  ondes_batch_draft_set_option (draft, "--detect", "500:1500");
  ondes_batch_draft_set_option (draft, "--above", "-20");
  wait_draft (draft);
  g_assert_cmpstr (ondes_batch_draft_get_problem (draft, &place), ==, NULL);
  ondes_batch_draft_set_option (draft, "--every", "soon");
  wait_draft (draft);
  g_assert_nonnull (ondes_batch_draft_get_problem (draft, &place));
  g_assert_cmpint (place, ==, ONDES_DRAFT_BANDS);
  ondes_batch_draft_set_option (draft, "--every", NULL);
  ondes_batch_draft_set_patterns (draft, "*.flac; b*");
  wait_draft (draft);
  g_assert_nonnull (ondes_batch_draft_get_problem (draft, &place));
  g_assert_cmpint (place, ==, ONDES_DRAFT_RECORDINGS);
  ondes_batch_draft_set_patterns (draft, "*.flac; a*");
  ondes_batch_draft_set_folder (draft, nowhere);
  wait_draft (draft);
  g_assert_nonnull (strstr (ondes_batch_draft_get_problem (draft, &place), nowhere));
  g_assert_cmpint (place, ==, ONDES_DRAFT_RECORDINGS);
  ondes_batch_draft_write (draft);
  g_assert_false (ondes_batch_draft_is_writing (draft) || g_file_test (self->run, G_FILE_TEST_EXISTS));
}

/* Labels that the names fit are no recordings. */
static void
test_labels (Fixture *self,
             gconstpointer data)
{
  g_autofree char *path = write_tone ("a.wav", FRAMES, 1000), *said = NULL;
  g_autofree char *labels = g_build_filename (self->recordings, "a.txt", NULL);
  g_autoptr (OndesBatchDraft) draft = NULL;

  g_assert_true (g_file_set_contents (labels, "0.1\t0.2\twhale\n", -1, NULL));
  open_and_settle (&self->watched, path);
  draft = draft_of (self, 1u << ONDES_BATCH_BANDS);
  ondes_batch_draft_set_patterns (draft, "a.*");
  wait_draft (draft);
  said = ondes_words_draft_counts (draft);
  g_assert_true (g_str_has_prefix (said, "1 recording, ") && g_str_has_suffix (said, "; 1 file of annotations is left out"));
}

/* Folders below count too, unless they are left out. */
static void
test_flat (Fixture *self,
           gconstpointer data)
{
  g_autofree char *below = g_build_filename (self->recordings, "below", NULL), *path = NULL, *other = NULL;
  g_autoptr (OndesBatchDraft) draft = NULL;

  g_assert_cmpint (g_mkdir (below, 0777), ==, 0);
  path = write_tone ("a.wav", FRAMES, 1000);
  other = write_tone ("below/b.wav", FRAMES, 1000);
  open_and_settle (&self->watched, path);
  draft = draft_of (self, 1u << ONDES_BATCH_BANDS);
  for (guint flat = 0; flat < 2; flat++)
    {
      ondes_batch_draft_set_flat (draft, flat);
      wait_draft (draft);
      g_assert_cmpstr (ondes_batch_draft_get_problem (draft, NULL), ==, NULL);
      g_assert_cmpuint (ondes_batch_draft_get_estimate (draft)->files, ==, flat ? 1 : 2);
    }
}

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
  ADD_RUN ("the-window-plans-what-the-command-does", test_plan);
  ADD_RUN ("parameters-are-the-settings-they-were-made-of", test_back);
  ADD_RUN ("what-is-wrong-is-said-at-its-place", test_problems);
  ADD_RUN ("a-run-that-is-killed-says-so", test_killed);
  ADD_RUN ("labels-are-no-recordings", test_labels);
  ADD_RUN ("folders-below-count-unless-they-are-left-out", test_flat);
  ADD_RUN ("run-and-listed", test_run);
  ADD_RUN ("thumbnails-share-their-colours", test_colours);
  ADD_RUN ("stopped-anywhere-a-run-goes-on", test_resume);
  ADD_RUN ("a-folder-without-a-run-is-refused", test_no_run);
  return scalogram_run ();
}
