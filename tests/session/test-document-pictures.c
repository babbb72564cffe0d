/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pictures of the document: previewed, then exact part by part; overtaken, cancelled, kept. */
#include "document-fixture.h"

#include <math.h>
#include <string.h>

typedef struct
{
  GPtrArray *shown; /* of OndesScalogram, as they came */
  GPtrArray *said;  /* the status with each */
  GPtrArray *stale; /* and whether another was to come */
} Shown;

static void
on_shown (OndesDocument *document,
          gpointer user_data)
{
  Shown *self = user_data;
  OndesScalogram *scalogram = ondes_document_get_scalogram (document);

  if (scalogram == NULL)
    return;
  g_ptr_array_add (self->shown, ondes_scalogram_ref (scalogram));
  g_ptr_array_add (self->said, g_strdup (ondes_analysis_get_status (ONDES_ANALYSIS (document))));
  g_ptr_array_add (self->stale, GINT_TO_POINTER (ondes_analysis_is_stale (ONDES_ANALYSIS (document))));
}

static void
shown_begin (Shown *self,
             OndesDocument *document)
{
  self->shown = g_ptr_array_new_with_free_func ((GDestroyNotify) ondes_scalogram_unref);
  self->said = g_ptr_array_new_with_free_func (g_free);
  self->stale = g_ptr_array_new ();
  g_signal_connect (document, "picture-changed", G_CALLBACK (on_shown), self);
}

static void
shown_end (Shown *self,
           OndesDocument *document)
{
  g_signal_handlers_disconnect_by_data (document, self);
  g_ptr_array_unref (self->shown);
  g_ptr_array_unref (self->said);
  g_ptr_array_unref (self->stale);
}

static void
assert_same_values (const OndesScalogram *a,
                    const OndesScalogram *b)
{
  g_assert_cmpuint (a->view.first, ==, b->view.first);
  g_assert_cmpuint (a->view.count, ==, b->view.count);
  g_assert_cmpuint (a->exact, ==, a->columns);
  g_assert_cmpmem (a->values, (gsize) a->rows * a->columns * sizeof (float), b->values,
                   (gsize) b->rows * b->columns * sizeof (float));
}

/* Columns of @step samples each, some of them and the last one by itself. */
static void
assert_columns_are_computed (Watched *watched,
                             const OndesScalogram *scalogram,
                             guint64 step)
{
  g_autoptr (OndesComputer) computer = ondes_computer_new ("cpu", 0, 0);
  OndesSource *source = ondes_document_get_detrended (watched->document);

  g_assert_false (scalogram->view.preview);
  g_assert_cmpuint (scalogram->exact, ==, scalogram->columns);
  g_assert_cmpuint (scalogram->view.first % step, ==, 0);
  for (guint turn = 0; turn < 16; turn++)
    {
      guint column = turn == 0 ? scalogram->columns - 1 : (guint) g_test_rand_int_range (0, scalogram->columns);
      OndesView view = { .first = scalogram->view.first + column * step, .count = step, .columns = 1 };
      g_autoptr (GError) error = NULL;
      g_autoptr (OndesScalogram) own = NULL;

      view.count = MIN (step, source->n - view.first);
      own = ondes_scalogram_compute (computer, scalogram->spec, source, &view,
                                     ondes_recording_get_info (ondes_document_get_recording (watched->document)), NULL, NULL, NULL,
                                     NULL, &error);
      g_assert_no_error (error);
      for (guint row = 0; row < own->rows; row++)
        g_assert_cmpfloat_with_epsilon (scalogram->values[row * scalogram->columns + column], own->values[row],
                                        1e-3 * scalogram->largest);
    }
}

static void
test_preview (Watched *watched,
              gconstpointer data)
{
  g_autofree char *path = tone_file ("preview.wav", LONG, 700);
  OndesScalogram *preview, *exact;
  Shown shown;
  guint best = 0, last;

  shown_begin (&shown, watched->document);
  open_and_settle (watched, path);
  g_assert_cmpuint (shown.shown->len, >=, 2);
  last = shown.shown->len - 1;
  preview = shown.shown->pdata[0];
  exact = shown.shown->pdata[last];
  g_assert_true (preview->view.preview);
  g_assert_cmpuint (preview->exact, ==, 0);
  g_assert_true (GPOINTER_TO_INT (shown.stale->pdata[0]));
  g_assert_true (g_str_has_prefix (shown.said->pdata[0], "Preview · CPU"));
  g_assert_cmpuint (preview->rows, ==, exact->rows);
  g_assert_cmpuint (preview->columns, ==, 300);
  for (guint row = 0; row < preview->rows; row++)
    {
      g_assert_cmpfloat (preview->edges_hz[2 * row], ==, exact->edges_hz[2 * row]);
      if (preview->values[row * 300 + 150] > preview->values[best * 300 + 150])
        best = row;
    }
  /* A tone is the same wherever it is looked at; a row beside it may stand in for it. */
  g_assert_cmpfloat_with_epsilon (log2 (preview->frequencies_hz[best] / 700), 0, 4.1 / 24);
  g_assert_cmpfloat_with_epsilon (preview->values[best * 300 + 150], 0.5, 0.05);

  for (guint i = 0; i < last; i++)
    g_assert_true (((OndesScalogram *) shown.shown->pdata[i])->view.preview);
  g_assert_false (exact->view.preview);
  g_assert_cmpuint (exact->exact, ==, 300);
  g_assert_false (GPOINTER_TO_INT (shown.stale->pdata[last]));
  g_assert_null (strstr (shown.said->pdata[last], "Preview"));
  assert_is_computed (watched, exact, 1e-5);
  shown_end (&shown, watched->document);
}

/* Exact columns take their place from the left; the rest stays as it was previewed. */
static void
test_parts (Watched *watched,
            gconstpointer data)
{
  g_autofree char *path = tone_file ("parts.wav", 2 * LONG + 8000000, 700);
  OndesCwtSettings settings = *ondes_document_get_settings (watched->document);
  const OndesScalogram *preview, *exact;
  Shown shown;
  guint before = 0, parts = 0;

  settings.rows = ONDES_ROWS_SCALES;
  settings.voices = 0;
  g_strlcpy (settings.scales, "4:43", sizeof settings.scales);
  ondes_document_set_settings (watched->document, &settings);
  shown_begin (&shown, watched->document);
  open_and_settle (watched, path);
  preview = shown.shown->pdata[0];
  exact = shown.shown->pdata[shown.shown->len - 1];
  g_assert_cmpuint (exact->rows, ==, 40);
  for (guint i = 0; i < shown.shown->len; i++)
    {
      const OndesScalogram *part = shown.shown->pdata[i];
      gboolean last = i + 1 == shown.shown->len;

      g_assert_cmpint (part->view.preview, ==, !last);
      g_assert_cmpuint (part->exact, >=, before);
      g_assert_cmpint (part->exact == part->columns, ==, last);
      before = part->exact;
      parts += part->exact > 0 && !last;
      for (guint row = 0; row < part->rows; row++)
        for (guint j = 0; j < part->columns; j++)
          g_assert_cmpfloat (part->values[row * part->columns + j], ==,
                             (j < part->exact ? exact : preview)->values[row * part->columns + j]);
      if (!last)
        g_assert_cmpfloat (part->largest, >=, preview->largest);
    }
  g_assert_cmpuint (parts, >=, 1);
  assert_is_computed (watched, exact, 1e-5);
  shown_end (&shown, watched->document);
}

/* Going back to what was computed computes nothing. */
static void
test_kept (Watched *watched,
           gconstpointer data)
{
  g_autofree char *path = tone_file ("kept.wav", LONG, 700);
  g_autoptr (OndesScalogram) five = NULL, near = NULL;
  g_autofree char *status = NULL;

  open_and_settle (watched, path);
  five = ondes_scalogram_ref (ondes_document_get_scalogram (watched->document));
  status = g_strdup (ondes_analysis_get_status (ONDES_ANALYSIS (watched->document)));
  set_omega0 (watched, 6);
  g_assert_true (ondes_analysis_is_busy (ONDES_ANALYSIS (watched->document), NULL));
  settle (watched);
  g_assert_true (ondes_document_get_scalogram (watched->document) != five);
  ondes_document_set_view (watched->document, 1000, LONG / 2);
  settle (watched);
  near = ondes_scalogram_ref (ondes_document_get_scalogram (watched->document));
  g_assert_cmpuint (near->view.first, <=, 1000);
  g_assert_cmpuint (near->view.first + near->view.count, >=, 1000 + LONG / 2);
  /* Another one is under way when it is asked for. */
  ondes_document_view_all (watched->document);
  set_omega0 (watched, 7);
  g_assert_true (ondes_analysis_is_busy (ONDES_ANALYSIS (watched->document), NULL));
  set_omega0 (watched, 5);
  g_assert_true (ondes_document_get_scalogram (watched->document) == five);
  g_assert_false (ondes_analysis_is_busy (ONDES_ANALYSIS (watched->document), NULL));
  g_assert_false (ondes_analysis_is_stale (ONDES_ANALYSIS (watched->document)));
  g_assert_cmpstr (ondes_analysis_get_status (ONDES_ANALYSIS (watched->document)), ==, status);
  set_omega0 (watched, 6);
  ondes_document_set_view (watched->document, 1000, LONG / 2);
  assert_same_values (ondes_document_get_scalogram (watched->document), near);
  g_assert_false (ondes_analysis_is_busy (ONDES_ANALYSIS (watched->document), NULL));
  for (guint i = 0; i < 100; i++)
    g_main_context_iteration (NULL, FALSE);
  assert_same_values (ondes_document_get_scalogram (watched->document), near);
  g_clear_pointer (&near, ondes_scalogram_unref);
  near = ondes_scalogram_ref (ondes_document_get_scalogram (watched->document));
  /* Unless asked for anew. */
  ondes_analysis_recompute (ONDES_ANALYSIS (watched->document));
  g_assert_true (ondes_analysis_is_stale (ONDES_ANALYSIS (watched->document)));
  settle (watched);
  g_assert_true (ondes_document_get_scalogram (watched->document) != near);
  g_assert_false (ondes_analysis_is_stale (ONDES_ANALYSIS (watched->document)));
}

/* 0 dB where the picture that is shown goes by itself. */
static double
shown_top (OndesDocument *document)
{
  return ondes_display_resolve (&ondes_display_default, ondes_document_get_scalogram (document)).reference;
}

/* A colour means the same wherever one looks, and in a figure of the view: 0 dB is that of the whole recording. */
static void
test_reference (Watched *watched,
                gconstpointer data)
{
  const guint n = 400000, first = 150000, count = 100000, loud = 30000;
  g_autofree gint16 *samples = make_tone (n, 700);
  g_autofree char *path = NULL, *command = NULL, *whole_command = NULL;
  const char *option;
  OndesDocument *document = watched->document;
  OndesCwtSettings settings;
  OndesDisplay display;
  double whole, loudest;

  for (guint i = 0; i < n; i++)
    samples[i] = (gint16) (samples[i] / (i > loud && i < loud + 8000 ? 1 : 8));
  path = write_wav ("reference.wav", samples, n, 1, RATE);
  open_and_settle (watched, path);
  whole = ondes_document_get_reference (document);
  g_assert_cmpfloat (whole, ==, shown_top (document));
  loudest = ondes_document_get_scalogram (document)->largest;
  whole_command = ondes_analysis_command (ONDES_ANALYSIS (document), "x.png", ONDES_EXPORT_PNG, NULL, 0);
  g_assert_null (strstr (whole_command, "--reference"));

  ondes_document_set_view (document, first, count);
  settle (watched);
  g_assert_cmpfloat (ondes_document_get_scalogram (document)->largest, <, loudest / 4);
  g_assert_cmpfloat (ondes_document_get_reference (document), ==, whole);
  command = ondes_analysis_command (ONDES_ANALYSIS (document), "x.png", ONDES_EXPORT_PNG, NULL, 0);
  option = strstr (command, "--reference ");
  g_assert_nonnull (option);
  g_assert_cmpfloat_with_epsilon (g_ascii_strtod (option + strlen ("--reference "), NULL) / whole, 1, 1e-5);
  option = strstr (command, "--db ");
  g_assert_nonnull (option);
  g_assert_cmpfloat (g_ascii_strtod (option + strlen ("--db "), NULL), ==, ondes_document_get_colours (document).db_range);

  /* Through a drag of omega0 too, until the whole is seen with the new one. */
  set_omega0 (watched, 9);
  settle (watched);
  g_assert_cmpfloat (ondes_document_get_reference (document), ==, whole);
  ondes_document_view_all (document);
  settle (watched);
  g_assert_cmpfloat (ondes_document_get_reference (document), ==, shown_top (document));

  /* What measures otherwise begins anew, and grows with what is seen. */
  ondes_document_set_view (document, first, count);
  settle (watched);
  settings = *ondes_document_get_settings (document);
  settings.options.normalisation = ONDES_NORMALISATION_L2;
  ondes_document_set_settings (document, &settings);
  settle (watched);
  g_assert_cmpfloat (ondes_document_get_reference (document), ==, shown_top (document));
  ondes_document_set_view (document, loud - 10000, count);
  settle (watched);
  whole = shown_top (document);
  loudest = ondes_document_get_scalogram (document)->largest;
  g_assert_cmpfloat (ondes_document_get_reference (document), ==, whole);
  ondes_document_set_view (document, first, count);
  settle (watched);
  g_assert_cmpfloat (ondes_document_get_scalogram (document)->largest, <, loudest / 4);
  g_assert_cmpfloat (ondes_document_get_reference (document), ==, whole);

  display = *ondes_document_get_display (document);
  display.reference = 0.125;
  ondes_document_set_display (document, &display);
  g_assert_cmpfloat (ondes_document_get_reference (document), ==, 0.125);
}

/* Of a panned view only the tiles are computed that came into it, and of one that was seen before nothing. */
static void
test_pan (Watched *watched,
          gconstpointer data)
{
  const guint64 step = 128, tile = step * 128, n = 300000 + 77;
  g_autofree char *path = tone_file ("pan.wav", n, 700);
  g_autoptr (OndesScalogram) old = NULL, found = NULL;
  gint64 moved;

  open_and_settle (watched, path);
  /* 300 columns: from 128 samples to twice as many for each. */
  ondes_document_set_view (watched->document, tile + 10, 300 * 150);
  settle (watched);
  old = ondes_scalogram_ref (ondes_document_get_scalogram (watched->document));
  g_assert_cmpuint (old->view.first, ==, tile);
  g_assert_cmpuint (old->view.count, ==, 3 * tile);
  assert_columns_are_computed (watched, old, step);

  /* Within the tiles, and closer within the octave. */
  ondes_document_set_view (watched->document, tile + 2000, 300 * 150);
  moved = g_get_monotonic_time ();
  ondes_document_set_view (watched->document, tile + 2000, 300 * 129);
  g_assert_false (ondes_analysis_is_busy (ONDES_ANALYSIS (watched->document), NULL));
  g_assert_true (ondes_document_get_scalogram (watched->document) == old);
  g_assert_cmpint (ondes_document_get_asked (watched->document), >=, moved);

  ondes_document_set_view (watched->document, 3 * tile - 10, 300 * 150);
  g_assert_true (ondes_analysis_is_busy (ONDES_ANALYSIS (watched->document), NULL));
  settle (watched);
  g_assert_cmpuint (samples_computed (watched), ==, 2 * tile);
  found = ondes_scalogram_ref (ondes_document_get_scalogram (watched->document));
  g_assert_cmpuint (found->view.first, ==, 2 * tile);
  g_assert_cmpuint (found->view.count, ==, 4 * tile);
  assert_columns_are_computed (watched, found, step);
  for (guint row = 0; row < old->rows; row++)
    g_assert_cmpmem (found->values + row * found->columns, 256 * sizeof (float), old->values + row * old->columns + 128,
                     256 * sizeof (float));

  ondes_document_set_view (watched->document, tile + 10, 300 * 150);
  g_assert_false (ondes_analysis_is_busy (ONDES_ANALYSIS (watched->document), NULL));
  g_assert_false (ondes_analysis_is_stale (ONDES_ANALYSIS (watched->document)));
  assert_same_values (ondes_document_get_scalogram (watched->document), old);

  /* The last column of the recording is shorter. */
  ondes_document_set_view (watched->document, n - 300 * 150, 300 * 150);
  settle (watched);
  g_clear_pointer (&found, ondes_scalogram_unref);
  found = ondes_scalogram_ref (ondes_document_get_scalogram (watched->document));
  g_assert_cmpuint (found->view.first + found->view.count, ==, n);
  g_assert_cmpuint (n % step, >, 0);
  assert_columns_are_computed (watched, found, step);
  g_assert_cmpuint (watched->errors, ==, 0);
}

/* What comes into a view that takes a while is previewed beside what is exact already. */
static void
test_pan_preview (Watched *watched,
                  gconstpointer data)
{
  g_autofree char *path = tone_file ("pan-preview.wav", 2 * LONG, 700);
  g_autoptr (OndesScalogram) old = NULL;
  const OndesScalogram *preview;
  guint64 step = 1;
  guint shared;
  Shown shown;

  while (step * 2 * 300 <= LONG)
    step *= 2;

  open_and_settle (watched, path);
  ondes_document_set_view (watched->document, 0, LONG);
  settle (watched);
  old = ondes_scalogram_ref (ondes_document_get_scalogram (watched->document));
  shown_begin (&shown, watched->document);
  ondes_document_set_view (watched->document, LONG, LONG);
  settle (watched);
  preview = shown.shown->pdata[0];
  g_assert_true (preview->view.preview);
  shared = preview->exact;
  g_assert_cmpuint (shared, ==, 128);
  for (guint row = 0; row < preview->rows; row++)
    g_assert_cmpmem (preview->values + row * preview->columns, shared * sizeof (float),
                     old->values + row * old->columns + old->columns - shared, shared * sizeof (float));
  assert_columns_are_computed (watched, ondes_document_get_scalogram (watched->document), step);
  shown_end (&shown, watched->document);
}

static gboolean
shows_preview (Watched *watched)
{
  OndesScalogram *scalogram = ondes_document_get_scalogram (watched->document);

  return scalogram != NULL && scalogram->view.preview;
}

/* A picture that takes minutes is cancelled: its preview stays, and says so. */
static void
test_cancel_exact (Watched *watched,
                   gconstpointer data)
{
  g_autofree char *path = tone_file ("cancel-exact.wav", LONG, 700);
  OndesCwtSettings settings = *ondes_document_get_settings (watched->document);
  OndesScalogram *preview;

  settings.options.method = ONDES_METHOD_DIRECT;
  ondes_document_set_settings (watched->document, &settings);
  ondes_document_open (watched->document, path, NULL);
  while (!shows_preview (watched))
    g_main_context_iteration (NULL, TRUE);
  preview = ondes_document_get_scalogram (watched->document);
  ondes_analysis_cancel (ONDES_ANALYSIS (watched->document));
  settle (watched);
  g_assert_true (ondes_document_get_scalogram (watched->document) == preview);
  g_assert_true (ondes_analysis_is_stale (ONDES_ANALYSIS (watched->document)));
  g_assert_cmpstr (ondes_analysis_get_status (ONDES_ANALYSIS (watched->document)), ==,
                   "Cancelled: showing a preview; press F5 to compute");
  g_assert_cmpstr (watched->messages->str, ==, "");
  settings = *ondes_document_get_settings (watched->document);
  settings.options.method = ONDES_METHOD_AUTO;
  ondes_document_set_settings (watched->document, &settings);
  settle (watched);
  g_assert_false (shows_preview (watched));
  g_assert_false (ondes_analysis_is_stale (ONDES_ANALYSIS (watched->document)));
}

static void
on_overview (OndesDocument *document,
             gpointer user_data)
{
  *(gboolean *) user_data = ondes_overview_fraction (ondes_document_get_overview (document)) >= 1;
}

/* A preview that is computed and not shown yet when it is cancelled is the end too: no exact picture follows. */
static void
test_cancel_landing (Watched *watched,
                     gconstpointer data)
{
  g_autofree char *path = tone_file ("cancel-landing.wav", LONG, 700);
  gboolean built = FALSE;

  g_signal_connect (watched->document, "overview-changed", G_CALLBACK (on_overview), &built);
  open_and_settle (watched, path);
  while (!built)
    g_main_context_iteration (NULL, TRUE);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  set_omega0 (watched, 6);
  /* Nothing but the preview's end is left to be told. */
  while (!g_main_context_pending (NULL))
    g_usleep (1000);
  ondes_analysis_cancel (ONDES_ANALYSIS (watched->document));
  settle (watched);
  g_assert_true (shows_preview (watched));
  g_assert_cmpfloat (ondes_spec_cwt (ondes_document_get_scalogram (watched->document)->spec)->options.omega0, ==, 6);
  g_assert_true (ondes_analysis_is_stale (ONDES_ANALYSIS (watched->document)));
  g_assert_cmpstr (ondes_analysis_get_status (ONDES_ANALYSIS (watched->document)), ==,
                   "Cancelled: showing a preview; press F5 to compute");
  ondes_analysis_recompute (ONDES_ANALYSIS (watched->document));
  settle (watched);
  g_assert_false (shows_preview (watched));
}

static void
test_storm (Watched *watched,
            gconstpointer data)
{
  g_autofree char *path = tone_file ("storm.wav", 60000, 700);
  OndesCwtSettings settings;
  OndesScalogram *scalogram;
  double first = 0, count = 0;

  open_and_settle (watched, path);
  for (guint i = 0; i < 300; i++)
    {
      settings = *ondes_document_get_settings (watched->document);
      settings.options.omega0 = 4 + g_test_rand_double_range (0, 4);
      ondes_document_set_settings (watched->document, &settings);
      first = g_test_rand_double_range (0, 30000);
      count = g_test_rand_double_range (100, 30000);
      ondes_document_set_view (watched->document, first, count);
      ondes_document_set_columns (watched->document, 200 + i);
      for (guint turns = g_test_rand_int_range (0, 3); turns > 0; turns--)
        g_main_context_iteration (NULL, FALSE);
    }
  settle (watched);
  scalogram = ondes_document_get_scalogram (watched->document);
  g_assert_false (ondes_analysis_is_stale (ONDES_ANALYSIS (watched->document)));
  g_assert_false (scalogram->view.preview);
  g_assert_cmpuint (scalogram->exact, ==, scalogram->columns);
  g_assert_cmpfloat (ondes_spec_cwt (scalogram->spec)->options.omega0, ==, settings.options.omega0);
  g_assert_cmpuint (scalogram->view.first, <=, (guint64) floor (first));
  g_assert_cmpuint (scalogram->view.first + scalogram->view.count, >=, (guint64) ceil (first + count));
  /* A column a pixel at the least, but never more than samples. */
  g_assert_cmpfloat ((double) scalogram->view.columns / scalogram->view.count, >=, MIN (499 / ceil (count + 1), 1));
  g_assert_cmpuint (watched->errors, ==, 0);
}

static void
on_picture (OndesDocument *document,
            gpointer user_data)
{
  ++*(guint *) user_data;
}

static gboolean
change_omega0 (gpointer user_data)
{
  OndesCwtSettings settings = *ondes_document_get_settings (user_data);

  settings.options.omega0 = 4 + g_test_rand_double_range (0, 4);
  ondes_document_set_settings (user_data, &settings);
  return G_SOURCE_CONTINUE;
}

/* Pictures land while changes come faster than any is computed; when these pause, what is no longer asked for ends. */
static void
test_drag (Watched *watched,
           gconstpointer data)
{
  g_autofree char *path = tone_file ("drag.wav", 2000000, 700);
  OndesCwtSettings settings;
  guint landed = 0, source;

  open_and_settle (watched, path);
  g_signal_connect (watched->document, "picture-changed", G_CALLBACK (on_picture), &landed);
  source = g_timeout_add (5, change_omega0, watched->document);
  while (landed < 3)
    g_main_context_iteration (NULL, TRUE);
  g_source_remove (source);
  settle (watched);
  g_assert_false (ondes_document_get_scalogram (watched->document)->view.preview);
  g_assert_cmpfloat (ondes_spec_cwt (ondes_document_get_scalogram (watched->document)->spec)->options.omega0, ==,
                     ondes_document_get_settings (watched->document)->options.omega0);
  /* Minutes, were it not overtaken: the alarm would ring. */
  settings = *ondes_document_get_settings (watched->document);
  settings.options.method = ONDES_METHOD_DIRECT;
  ondes_document_set_settings (watched->document, &settings);
  settings.options.method = ONDES_METHOD_OVERLAP_SAVE;
  ondes_document_set_settings (watched->document, &settings);
  settle (watched);
  g_assert_cmpint (ondes_spec_cwt (ondes_document_get_scalogram (watched->document)->spec)->options.method, ==,
                   ONDES_METHOD_OVERLAP_SAVE);
}

static void
test_cancel (Watched *watched,
             gconstpointer data)
{
  g_autofree char *path = tone_file ("cancel.wav", 2000000, 300);
  OndesCwtSettings settings;
  OndesScalogram *scalogram;

  open_and_settle (watched, path);
  scalogram = ondes_document_get_scalogram (watched->document);
  settings = *ondes_document_get_settings (watched->document);
  settings.options.method = ONDES_METHOD_DIRECT;
  ondes_document_set_settings (watched->document, &settings);
  g_assert_true (ondes_analysis_is_busy (ONDES_ANALYSIS (watched->document), NULL));
  ondes_analysis_cancel (ONDES_ANALYSIS (watched->document));
  settle (watched);
  g_assert_true (ondes_document_get_scalogram (watched->document) == scalogram);
  g_assert_cmpstr (ondes_analysis_get_status (ONDES_ANALYSIS (watched->document)), ==,
                   "Cancelled: showing earlier settings; press F5 to recompute");
  g_assert_true (ondes_analysis_is_stale (ONDES_ANALYSIS (watched->document)));
  g_assert_cmpstr (watched->messages->str, ==, "");
  /* Opening too. */
  ondes_document_open (watched->document, path, NULL);
  ondes_analysis_cancel (ONDES_ANALYSIS (watched->document));
  settle (watched);
  g_assert_cmpstr (watched->messages->str, ==, "");
  ondes_document_set_view (watched->document, 100, 1000);
  ondes_analysis_recompute (ONDES_ANALYSIS (watched->document));
  settle (watched);
  g_assert_false (ondes_analysis_is_stale (ONDES_ANALYSIS (watched->document)));
  g_assert_cmpuint (ondes_spec_cwt (ondes_document_get_scalogram (watched->document)->spec)->options.method, ==,
                    ONDES_METHOD_DIRECT);
}

int
main (int argc,
      char **argv)
{
  document_init (&argc, &argv);
  ADD ("preview-comes-first-then-the-picture", test_preview);
  ADD ("parts-come-in-order-of-time", test_parts);
  ADD ("computed-pictures-come-back-at-once", test_kept);
  ADD ("colours-stay-wherever-one-looks", test_reference);
  ADD ("panned-picture-computes-what-comes-into-view", test_pan);
  ADD ("panned-picture-stays-exact-where-it-was", test_pan_preview);
  ADD ("storm-ends-on-the-last-request", test_storm);
  ADD ("drag-is-seen-and-its-end-overtakes", test_drag);
  ADD ("cancel-keeps-the-picture", test_cancel);
  ADD ("cancel-keeps-the-preview", test_cancel_exact);
  ADD ("cancel-right-before-the-preview-shows-ends-it", test_cancel_landing);
  return document_run ();
}
