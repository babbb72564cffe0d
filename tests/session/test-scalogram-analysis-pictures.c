/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pictures of the analysis: previewed, then exact part by part; overtaken, cancelled, kept. */
#include "scalogram-fixture.h"

#include <math.h>
#include <string.h>

typedef struct
{
  GPtrArray *shown; /* of OndesScalogram, as they came */
  GPtrArray *said;  /* the status with each */
  GPtrArray *stale; /* and whether another was to come */
} Shown;

static void
on_shown (OndesScalogramAnalysis *analysis,
          gpointer user_data)
{
  Shown *self = user_data;
  OndesScalogram *scalogram = ondes_scalogram_analysis_get_scalogram (analysis);

  if (scalogram == NULL)
    return;
  g_ptr_array_add (self->shown, ondes_scalogram_ref (scalogram));
  g_ptr_array_add (self->said, g_strdup (ondes_analysis_get_status (ONDES_ANALYSIS (analysis))));
  g_ptr_array_add (self->stale, GINT_TO_POINTER (ondes_analysis_is_stale (ONDES_ANALYSIS (analysis))));
}

static void
shown_begin (Shown *self,
             OndesScalogramAnalysis *analysis)
{
  self->shown = g_ptr_array_new_with_free_func ((GDestroyNotify) ondes_scalogram_unref);
  self->said = g_ptr_array_new_with_free_func (g_free);
  self->stale = g_ptr_array_new ();
  g_signal_connect (analysis, "picture-changed", G_CALLBACK (on_shown), self);
}

static void
shown_end (Shown *self,
           OndesScalogramAnalysis *analysis)
{
  g_signal_handlers_disconnect_by_data (analysis, self);
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
  OndesSource *source = ondes_scalogram_analysis_get_detrended (watched->analysis);

  g_assert_false (scalogram->view.preview);
  g_assert_cmpuint (scalogram->exact, ==, scalogram->columns);
  g_assert_cmpuint (scalogram->view.first % step, ==, 0);
  for (guint turn = 0; turn < 16; turn++)
    {
      guint column = turn == 0 ? scalogram->columns - 1 : (guint) g_test_rand_int_range (0, scalogram->columns);
      OndesView view = { .first = scalogram->view.first + column * step, .count = step, .columns = 1 };
      g_autoptr (GError) error = NULL;
      g_autoptr (OndesScalogram) own = NULL;
      OndesScalogramJob job = { .spec = scalogram->spec, .source = source,
                                .info = ondes_recording_get_info (ondes_session_get_recording (watched->session)) };

      view.count = MIN (step, source->n - view.first);
      job.view = view;
      own = ondes_scalogram_compute (computer, &job, NULL, NULL, &error);
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

  shown_begin (&shown, watched->analysis);
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
  shown_end (&shown, watched->analysis);
}

/* Exact columns take their place from the left; the rest stays as it was previewed. */
static void
test_parts (Watched *watched,
            gconstpointer data)
{
  g_autofree char *path = tone_file ("parts.wav", 2 * LONG + 8000000, 700);
  OndesCwtSettings settings = *ondes_scalogram_analysis_get_settings (watched->analysis);
  const OndesScalogram *preview, *exact;
  Shown shown;
  guint before = 0, parts = 0;

  settings.rows = ONDES_ROWS_SCALES;
  settings.voices = 0;
  g_strlcpy (settings.scales, "4:43", sizeof settings.scales);
  ondes_scalogram_analysis_set_settings (watched->analysis, &settings);
  shown_begin (&shown, watched->analysis);
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
  shown_end (&shown, watched->analysis);
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
  five = ondes_scalogram_ref (ondes_scalogram_analysis_get_scalogram (watched->analysis));
  status = g_strdup (ondes_analysis_get_status (ONDES_ANALYSIS (watched->analysis)));
  set_omega0 (watched, 6);
  g_assert_true (ondes_analysis_is_busy (ONDES_ANALYSIS (watched->analysis), NULL));
  settle (watched);
  g_assert_true (ondes_scalogram_analysis_get_scalogram (watched->analysis) != five);
  ondes_timeline_set_view (watched->timeline, 1000, LONG / 2);
  settle (watched);
  near = ondes_scalogram_ref (ondes_scalogram_analysis_get_scalogram (watched->analysis));
  g_assert_cmpuint (near->view.first, <=, 1000);
  g_assert_cmpuint (near->view.first + near->view.count, >=, 1000 + LONG / 2);
  /* Another one is under way when it is asked for. */
  ondes_scalogram_analysis_view_all (watched->analysis);
  set_omega0 (watched, 7);
  g_assert_true (ondes_analysis_is_busy (ONDES_ANALYSIS (watched->analysis), NULL));
  set_omega0 (watched, 5);
  g_assert_true (ondes_scalogram_analysis_get_scalogram (watched->analysis) == five);
  g_assert_false (ondes_analysis_is_busy (ONDES_ANALYSIS (watched->analysis), NULL));
  g_assert_false (ondes_analysis_is_stale (ONDES_ANALYSIS (watched->analysis)));
  g_assert_cmpstr (ondes_analysis_get_status (ONDES_ANALYSIS (watched->analysis)), ==, status);
  set_omega0 (watched, 6);
  ondes_timeline_set_view (watched->timeline, 1000, LONG / 2);
  assert_same_values (ondes_scalogram_analysis_get_scalogram (watched->analysis), near);
  g_assert_false (ondes_analysis_is_busy (ONDES_ANALYSIS (watched->analysis), NULL));
  for (guint i = 0; i < 100; i++)
    g_main_context_iteration (NULL, FALSE);
  assert_same_values (ondes_scalogram_analysis_get_scalogram (watched->analysis), near);
  g_clear_pointer (&near, ondes_scalogram_unref);
  near = ondes_scalogram_ref (ondes_scalogram_analysis_get_scalogram (watched->analysis));
  /* Unless asked for anew. */
  ondes_analysis_recompute (ONDES_ANALYSIS (watched->analysis));
  g_assert_true (ondes_analysis_is_stale (ONDES_ANALYSIS (watched->analysis)));
  settle (watched);
  g_assert_true (ondes_scalogram_analysis_get_scalogram (watched->analysis) != near);
  g_assert_false (ondes_analysis_is_stale (ONDES_ANALYSIS (watched->analysis)));
}

/* 0 dB where the picture that is shown goes by itself. */
static double
shown_top (OndesScalogramAnalysis *analysis)
{
  return ondes_display_resolve (&ondes_display_default, ondes_scalogram_analysis_get_scalogram (analysis)).reference;
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
  OndesScalogramAnalysis *analysis = watched->analysis;
  OndesCwtSettings settings;
  OndesDisplay display;
  double whole, loudest;

  for (guint i = 0; i < n; i++)
    samples[i] = (gint16) (samples[i] / (i > loud && i < loud + 8000 ? 1 : 8));
  path = write_wav ("reference.wav", samples, n, 1, RATE);
  open_and_settle (watched, path);
  whole = ondes_scalogram_analysis_get_reference (analysis);
  g_assert_cmpfloat (whole, ==, shown_top (analysis));
  loudest = ondes_scalogram_analysis_get_scalogram (analysis)->largest;
  whole_command = ondes_analysis_command (ONDES_ANALYSIS (analysis), "x.png", ONDES_EXPORT_PNG, NULL, 0);
  g_assert_null (strstr (whole_command, "--reference"));

  ondes_timeline_set_view (watched->timeline, first, count);
  settle (watched);
  g_assert_cmpfloat (ondes_scalogram_analysis_get_scalogram (analysis)->largest, <, loudest / 4);
  g_assert_cmpfloat (ondes_scalogram_analysis_get_reference (analysis), ==, whole);
  command = ondes_analysis_command (ONDES_ANALYSIS (analysis), "x.png", ONDES_EXPORT_PNG, NULL, 0);
  option = strstr (command, "--reference ");
  g_assert_nonnull (option);
  g_assert_cmpfloat_with_epsilon (g_ascii_strtod (option + strlen ("--reference "), NULL) / whole, 1, 1e-5);
  option = strstr (command, "--db ");
  g_assert_nonnull (option);
  g_assert_cmpfloat (g_ascii_strtod (option + strlen ("--db "), NULL), ==,
                     ondes_scalogram_analysis_get_colours (analysis).db_range);

  /* Through a drag of omega0 too, until the whole is seen with the new one. */
  set_omega0 (watched, 9);
  settle (watched);
  g_assert_cmpfloat (ondes_scalogram_analysis_get_reference (analysis), ==, whole);
  ondes_scalogram_analysis_view_all (analysis);
  settle (watched);
  g_assert_cmpfloat (ondes_scalogram_analysis_get_reference (analysis), ==, shown_top (analysis));

  /* What measures otherwise begins anew, and grows with what is seen. */
  ondes_timeline_set_view (watched->timeline, first, count);
  settle (watched);
  settings = *ondes_scalogram_analysis_get_settings (analysis);
  settings.options.normalisation = ONDES_NORMALISATION_L2;
  ondes_scalogram_analysis_set_settings (analysis, &settings);
  settle (watched);
  g_assert_cmpfloat (ondes_scalogram_analysis_get_reference (analysis), ==, shown_top (analysis));
  ondes_timeline_set_view (watched->timeline, loud - 10000, count);
  settle (watched);
  whole = shown_top (analysis);
  loudest = ondes_scalogram_analysis_get_scalogram (analysis)->largest;
  g_assert_cmpfloat (ondes_scalogram_analysis_get_reference (analysis), ==, whole);
  ondes_timeline_set_view (watched->timeline, first, count);
  settle (watched);
  g_assert_cmpfloat (ondes_scalogram_analysis_get_scalogram (analysis)->largest, <, loudest / 4);
  g_assert_cmpfloat (ondes_scalogram_analysis_get_reference (analysis), ==, whole);

  display = *ondes_scalogram_analysis_get_display (analysis);
  display.reference = 0.125;
  ondes_scalogram_analysis_set_display (analysis, &display);
  g_assert_cmpfloat (ondes_scalogram_analysis_get_reference (analysis), ==, 0.125);
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
  ondes_timeline_set_view (watched->timeline, tile + 10, 300 * 150);
  settle (watched);
  old = ondes_scalogram_ref (ondes_scalogram_analysis_get_scalogram (watched->analysis));
  g_assert_cmpuint (old->view.first, ==, tile);
  g_assert_cmpuint (old->view.count, ==, 3 * tile);
  assert_columns_are_computed (watched, old, step);

  /* Within the tiles, and closer within the octave. */
  ondes_timeline_set_view (watched->timeline, tile + 2000, 300 * 150);
  moved = g_get_monotonic_time ();
  ondes_timeline_set_view (watched->timeline, tile + 2000, 300 * 129);
  g_assert_false (ondes_analysis_is_busy (ONDES_ANALYSIS (watched->analysis), NULL));
  g_assert_true (ondes_scalogram_analysis_get_scalogram (watched->analysis) == old);
  g_assert_cmpint (ondes_scalogram_analysis_get_asked (watched->analysis), >=, moved);

  ondes_timeline_set_view (watched->timeline, 3 * tile - 10, 300 * 150);
  g_assert_true (ondes_analysis_is_busy (ONDES_ANALYSIS (watched->analysis), NULL));
  settle (watched);
  g_assert_cmpuint (samples_computed (watched), ==, 2 * tile);
  found = ondes_scalogram_ref (ondes_scalogram_analysis_get_scalogram (watched->analysis));
  g_assert_cmpuint (found->view.first, ==, 2 * tile);
  g_assert_cmpuint (found->view.count, ==, 4 * tile);
  assert_columns_are_computed (watched, found, step);
  for (guint row = 0; row < old->rows; row++)
    g_assert_cmpmem (found->values + row * found->columns, 256 * sizeof (float), old->values + row * old->columns + 128,
                     256 * sizeof (float));

  ondes_timeline_set_view (watched->timeline, tile + 10, 300 * 150);
  g_assert_false (ondes_analysis_is_busy (ONDES_ANALYSIS (watched->analysis), NULL));
  g_assert_false (ondes_analysis_is_stale (ONDES_ANALYSIS (watched->analysis)));
  assert_same_values (ondes_scalogram_analysis_get_scalogram (watched->analysis), old);

  /* The last column of the recording is shorter. */
  ondes_timeline_set_view (watched->timeline, n - 300 * 150, 300 * 150);
  settle (watched);
  g_clear_pointer (&found, ondes_scalogram_unref);
  found = ondes_scalogram_ref (ondes_scalogram_analysis_get_scalogram (watched->analysis));
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
  ondes_timeline_set_view (watched->timeline, 0, LONG);
  settle (watched);
  old = ondes_scalogram_ref (ondes_scalogram_analysis_get_scalogram (watched->analysis));
  shown_begin (&shown, watched->analysis);
  ondes_timeline_set_view (watched->timeline, LONG, LONG);
  settle (watched);
  preview = shown.shown->pdata[0];
  g_assert_true (preview->view.preview);
  shared = preview->exact;
  g_assert_cmpuint (shared, ==, 128);
  for (guint row = 0; row < preview->rows; row++)
    g_assert_cmpmem (preview->values + row * preview->columns, shared * sizeof (float),
                     old->values + row * old->columns + old->columns - shared, shared * sizeof (float));
  assert_columns_are_computed (watched, ondes_scalogram_analysis_get_scalogram (watched->analysis), step);
  shown_end (&shown, watched->analysis);
}

static gboolean
shows_preview (Watched *watched)
{
  OndesScalogram *scalogram = ondes_scalogram_analysis_get_scalogram (watched->analysis);

  return scalogram != NULL && scalogram->view.preview;
}

/* A picture that takes minutes is cancelled: its preview stays, and says so. */
static void
test_cancel_exact (Watched *watched,
                   gconstpointer data)
{
  g_autofree char *path = tone_file ("cancel-exact.wav", LONG, 700);
  OndesCwtSettings settings = *ondes_scalogram_analysis_get_settings (watched->analysis);
  OndesScalogram *preview;

  settings.options.method = ONDES_METHOD_DIRECT;
  ondes_scalogram_analysis_set_settings (watched->analysis, &settings);
  ondes_session_open (watched->session, path, NULL);
  while (!shows_preview (watched))
    g_main_context_iteration (NULL, TRUE);
  preview = ondes_scalogram_analysis_get_scalogram (watched->analysis);
  ondes_analysis_cancel (ONDES_ANALYSIS (watched->analysis));
  settle (watched);
  g_assert_true (ondes_scalogram_analysis_get_scalogram (watched->analysis) == preview);
  g_assert_true (ondes_analysis_is_stale (ONDES_ANALYSIS (watched->analysis)));
  g_assert_cmpstr (ondes_analysis_get_status (ONDES_ANALYSIS (watched->analysis)), ==,
                   "Cancelled: showing a preview; press F5 to compute");
  g_assert_cmpstr (watched->messages->str, ==, "");
  /* Another page and back do not resume it. */
  ondes_analysis_set_active (ONDES_ANALYSIS (watched->analysis), FALSE);
  ondes_analysis_set_active (ONDES_ANALYSIS (watched->analysis), TRUE);
  g_assert_false (ondes_analysis_is_busy (ONDES_ANALYSIS (watched->analysis), NULL));
  settings = *ondes_scalogram_analysis_get_settings (watched->analysis);
  settings.options.method = ONDES_METHOD_AUTO;
  ondes_scalogram_analysis_set_settings (watched->analysis, &settings);
  settle (watched);
  g_assert_false (shows_preview (watched));
  g_assert_false (ondes_analysis_is_stale (ONDES_ANALYSIS (watched->analysis)));
}

static void
on_overview (OndesSession *session,
             gpointer user_data)
{
  *(gboolean *) user_data = ondes_overview_fraction (ondes_session_get_overview (session)) >= 1;
}

/* A preview that is computed and not shown yet when it is cancelled is the end too: no exact picture follows. */
static void
test_cancel_landing (Watched *watched,
                     gconstpointer data)
{
  g_autofree char *path = tone_file ("cancel-landing.wav", LONG, 700);
  gboolean built = FALSE;

  g_signal_connect (watched->session, "overview-changed", G_CALLBACK (on_overview), &built);
  open_and_settle (watched, path);
  while (!built)
    g_main_context_iteration (NULL, TRUE);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  set_omega0 (watched, 6);
  /* Nothing but the preview's end is left to be told. */
  while (!g_main_context_pending (NULL))
    g_usleep (1000);
  ondes_analysis_cancel (ONDES_ANALYSIS (watched->analysis));
  settle (watched);
  g_assert_true (shows_preview (watched));
  g_assert_cmpfloat (ondes_spec_cwt (ondes_scalogram_analysis_get_scalogram (watched->analysis)->spec)->options.omega0, ==, 6);
  g_assert_true (ondes_analysis_is_stale (ONDES_ANALYSIS (watched->analysis)));
  g_assert_cmpstr (ondes_analysis_get_status (ONDES_ANALYSIS (watched->analysis)), ==,
                   "Cancelled: showing a preview; press F5 to compute");
  ondes_analysis_recompute (ONDES_ANALYSIS (watched->analysis));
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
      settings = *ondes_scalogram_analysis_get_settings (watched->analysis);
      settings.options.omega0 = 4 + g_test_rand_double_range (0, 4);
      ondes_scalogram_analysis_set_settings (watched->analysis, &settings);
      first = g_test_rand_double_range (0, 30000);
      count = g_test_rand_double_range (100, 30000);
      ondes_timeline_set_view (watched->timeline, first, count);
      ondes_scalogram_analysis_set_columns (watched->analysis, 200 + i);
      for (guint turns = g_test_rand_int_range (0, 3); turns > 0; turns--)
        g_main_context_iteration (NULL, FALSE);
    }
  settle (watched);
  scalogram = ondes_scalogram_analysis_get_scalogram (watched->analysis);
  g_assert_false (ondes_analysis_is_stale (ONDES_ANALYSIS (watched->analysis)));
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
on_picture (OndesScalogramAnalysis *analysis,
            gpointer user_data)
{
  ++*(guint *) user_data;
}

static gboolean
change_omega0 (gpointer user_data)
{
  OndesCwtSettings settings = *ondes_scalogram_analysis_get_settings (user_data);

  settings.options.omega0 = 4 + g_test_rand_double_range (0, 4);
  ondes_scalogram_analysis_set_settings (user_data, &settings);
  return G_SOURCE_CONTINUE;
}

/* Pictures land while changes come faster than any is computed; when these pause, what is no longer asked for ends. */
static void
test_drag (Watched *watched,
           gconstpointer data)
{
  g_autofree char *path = tone_file ("drag.wav", LONG / 3, 700);
  OndesCwtSettings settings;
  guint landed = 0, source;

  open_and_settle (watched, path);
  g_signal_connect (watched->analysis, "picture-changed", G_CALLBACK (on_picture), &landed);
  source = g_timeout_add (5, change_omega0, watched->analysis);
  while (landed < 3)
    g_main_context_iteration (NULL, TRUE);
  g_source_remove (source);
  settle (watched);
  g_assert_false (ondes_scalogram_analysis_get_scalogram (watched->analysis)->view.preview);
  g_assert_cmpfloat (ondes_spec_cwt (ondes_scalogram_analysis_get_scalogram (watched->analysis)->spec)->options.omega0, ==,
                     ondes_scalogram_analysis_get_settings (watched->analysis)->options.omega0);
  /* Minutes, were it not overtaken. */
  settings = *ondes_scalogram_analysis_get_settings (watched->analysis);
  settings.options.method = ONDES_METHOD_DIRECT;
  ondes_scalogram_analysis_set_settings (watched->analysis, &settings);
  settings.options.method = ONDES_METHOD_OVERLAP_SAVE;
  ondes_scalogram_analysis_set_settings (watched->analysis, &settings);
  settle (watched);
  g_assert_cmpint (ondes_spec_cwt (ondes_scalogram_analysis_get_scalogram (watched->analysis)->spec)->options.method, ==,
                   ONDES_METHOD_OVERLAP_SAVE);
}

static void
test_cancel (Watched *watched,
             gconstpointer data)
{
  g_autofree char *path = tone_file ("cancel.wav", LONG / 3, 300);
  OndesCwtSettings settings;
  OndesScalogram *scalogram;

  open_and_settle (watched, path);
  scalogram = ondes_scalogram_analysis_get_scalogram (watched->analysis);
  settings = *ondes_scalogram_analysis_get_settings (watched->analysis);
  settings.options.method = ONDES_METHOD_DIRECT;
  ondes_scalogram_analysis_set_settings (watched->analysis, &settings);
  g_assert_true (ondes_analysis_is_busy (ONDES_ANALYSIS (watched->analysis), NULL));
  ondes_analysis_cancel (ONDES_ANALYSIS (watched->analysis));
  settle (watched);
  g_assert_true (ondes_scalogram_analysis_get_scalogram (watched->analysis) == scalogram);
  g_assert_cmpstr (ondes_analysis_get_status (ONDES_ANALYSIS (watched->analysis)), ==,
                   "Cancelled: showing earlier settings; press F5 to recompute");
  g_assert_true (ondes_analysis_is_stale (ONDES_ANALYSIS (watched->analysis)));
  g_assert_cmpstr (watched->messages->str, ==, "");
  /* Opening too. */
  ondes_session_open (watched->session, path, NULL);
  ondes_analysis_cancel (ONDES_ANALYSIS (watched->analysis));
  settle (watched);
  g_assert_cmpstr (watched->messages->str, ==, "");
  ondes_timeline_set_view (watched->timeline, 100, 1000);
  ondes_analysis_recompute (ONDES_ANALYSIS (watched->analysis));
  settle (watched);
  g_assert_false (ondes_analysis_is_stale (ONDES_ANALYSIS (watched->analysis)));
  g_assert_cmpuint (ondes_spec_cwt (ondes_scalogram_analysis_get_scalogram (watched->analysis)->spec)->options.method, ==,
                    ONDES_METHOD_DIRECT);
}

/* The mean of the view is that of what is in view now. */
static void
test_view_mean (Watched *watched,
                gconstpointer data)
{
  static const double views[][2] = { { 0, 20000 }, { 1000, 3000 }, { 7000, 3000 } };
  OndesCwtSettings settings = *ondes_scalogram_analysis_get_settings (watched->analysis);
  gint16 samples[20000];
  g_autofree char *path = NULL;

  for (guint t = 0; t < G_N_ELEMENTS (samples); t++)
    samples[t] = (gint16) t;
  path = write_wav ("ramp.wav", samples, G_N_ELEMENTS (samples), 1, RATE);
  settings.detrend = ONDES_DETREND_SPAN_MEAN;
  ondes_scalogram_analysis_set_settings (watched->analysis, &settings);
  open_and_settle (watched, path);
  for (guint i = 0; i < G_N_ELEMENTS (views); i++)
    {
      OndesTrend trend;

      ondes_timeline_set_view (watched->timeline, views[i][0], views[i][1]);
      settle (watched);
      g_assert_false (ondes_scalogram_analysis_get_scalogram (watched->analysis)->view.preview);
      trend = ondes_scalogram_analysis_get_scalogram (watched->analysis)->trend;
      g_assert_cmpfloat_with_epsilon (trend.level[0], (views[i][0] + (views[i][1] - 1) / 2) / 32768, 1e-12);
    }
}

int
main (int argc,
      char **argv)
{
  scalogram_init (&argc, &argv);
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
  ADD ("mean-of-the-view-follows-it", test_view_mean);
  ADD ("cancel-right-before-the-preview-shows-ends-it", test_cancel_landing);
  return scalogram_run ();
}
