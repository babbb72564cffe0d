/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The model of the page Sequency: pictures against the definition, previews, tiles, settings, undo, exports. */
#include "scalogram-fixture.h"

#include <math.h>
#include <string.h>

#include "picture/walshgram-analysis.h"
#include "session/settings.h"

#define COLUMNS 300

static OndesWalshgramAnalysis *
walshgram (Watched *watched)
{
  return ONDES_WALSHGRAM_ANALYSIS (watched->analysis);
}

static void
on_message (OndesAnalysis *analysis,
            const char *text,
            gboolean is_error,
            gpointer user_data)
{
  g_string_append (((Watched *) user_data)->messages, text);
}

static void
setup (Watched *watched,
       gconstpointer data)
{
  watched->session = ondes_session_new ();
  watched->timeline = ondes_session_get_timeline (watched->session);
  watched->analysis = ONDES_SCALOGRAM_ANALYSIS (ondes_walshgram_analysis_new (watched->session));
  watched->messages = g_string_new (NULL);
  g_signal_connect (watched->analysis, "message", G_CALLBACK (on_message), watched);
  ondes_scalogram_analysis_set_columns (watched->analysis, COLUMNS);
  ondes_analysis_set_active (ONDES_ANALYSIS (watched->analysis), TRUE);
  ondes_session_begin_history (watched->session);
}

static void
set (Watched *watched,
     guint64 window,
     guint64 hop,
     OndesTaper taper,
     OndesOrder order)
{
  OndesWalshgramOptions options = *ondes_walshgram_analysis_get_options (walshgram (watched));

  options.window = window;
  options.hop = hop;
  options.taper = taper;
  options.order = order;
  ondes_walshgram_analysis_set_options (walshgram (watched), &options);
}

static OndesScalogram *
picture (Watched *watched)
{
  return ondes_scalogram_analysis_get_scalogram (watched->analysis);
}

static char *
noise_file (const char *name,
            guint frames)
{
  g_autofree gint16 *samples = g_new (gint16, frames);

  for (guint i = 0; i < frames; i++)
    samples[i] = (gint16) g_test_rand_int_range (-20000, 20000);
  return write_wav (name, samples, frames, 1, RATE);
}

/* A square wave whose period divides window and hop is one line, which reads its amplitude; all else is nothing. */
static void
test_square_wave (Watched *watched,
                  gconstpointer data)
{
  const guint half = 1u << g_test_rand_int_range (1, 6), frames = 30000;
  g_autofree gint16 *samples = g_new (gint16, frames);
  g_autofree char *path = NULL;
  OndesScalogram *shown;
  guint line;

  for (guint i = 0; i < frames; i++)
    samples[i] = i / half % 2 == 0 ? 16384 : -16384;
  path = write_wav ("square.wav", samples, frames, 1, RATE);
  open_and_settle (watched, path);
  shown = picture (watched);
  line = 256 / half - 1; /* a change of sign after each half but the last */
  g_assert_cmpuint (shown->rows, ==, 256);
  g_assert_cmpuint (shown->columns, >=, COLUMNS);
  g_assert_cmpfloat (shown->frequencies_hz[line], ==, line * RATE / 256.0);
  for (guint row = 0; row < shown->rows; row++)
    for (guint j = 0; j < shown->columns; j++)
      g_assert_cmpfloat (ondes_scalogram_value (shown, shown->values[row * shown->columns + j]), ==, row == line ? 0.5 : 0);
}

/* Returns Σ w[t] x[first + t] wal(row, t) / Σ w[t], where wal are the rows of Hadamard's matrix by their changes of sign. */
static double
coefficient (OndesSource *source,
             guint64 first,
             guint window,
             guint row,
             gboolean hann)
{
  g_autofree double *x = g_new (double, window);
  double sum = 0, weights = 0;
  guint natural;

  g_assert_true (ondes_source_read_as (source, first, window, ONDES_F64, x, NULL));
  for (natural = 0; natural < window; natural++)
    {
      guint changes = 0;

      for (guint t = 1; t < window; t++)
        changes += (__builtin_popcount (natural & t) ^ __builtin_popcount (natural & (t - 1))) & 1;
      if (changes == row)
        break;
    }
  for (guint t = 0; t < window; t++)
    {
      const double w = hann ? 0.5 - 0.5 * cos (2 * G_PI * (t + 0.5) / window) : 1;

      sum += (__builtin_popcount (natural & t) % 2 == 0 ? w : -w) * x[t];
      weights += w;
    }
  return sum / weights;
}

/* The column at a sample has the largest of the windows that lie, a hop about their middle, in it. */
static void
assert_column (Watched *watched,
               guint column)
{
  const OndesWalshgramOptions *options = ondes_walshgram_analysis_get_options (walshgram (watched));
  OndesScalogram *shown = picture (watched);
  OndesSource *source = ondes_session_get_source (watched->session);
  const guint64 before = options->hop < options->window ? (options->window - options->hop) / 2 : 0;
  const guint row = (guint) g_test_rand_int_range (0, (gint) options->window);
  const gboolean whole = ondes_timeline_is_whole (watched->timeline);
  guint64 step = options->hop * (whole ? MAX (shown->view.count / options->hop / COLUMNS, 1) : 1), first;
  double largest = 0;

  /* Columns have whole hops, of a part 2^k of them; the last one may have fewer. */
  while (!whole && (shown->view.count + step - 1) / step > shown->columns)
    step *= 2;
  g_assert_cmpuint ((shown->view.count + step - 1) / step, ==, shown->columns);
  first = shown->view.first + column * step;
  g_assert_cmpuint ((first - before) % options->hop, ==, 0);
  for (guint64 at = first - before; at < first - before + step && at + options->window <= source->n; at += options->hop)
    largest = MAX (largest, fabs (coefficient (source, at, (guint) options->window, row, options->taper == ONDES_TAPER_HANN)));
  g_assert_cmpfloat_with_epsilon (ondes_scalogram_value (shown, shown->values[row * shown->columns + column]), largest, 1e-6);
}

/* Windows, hops and tapers at random, of the whole recording and of a part. */
static void
test_definition (Watched *watched,
                 gconstpointer data)
{
  g_autofree char *path = noise_file ("noise.wav", 20000);

  open_and_settle (watched, path);
  for (guint i = 0; i < 6; i++)
    {
      set (watched, 16u << g_test_rand_int_range (0, 4), (guint64) g_test_rand_int_range (1, 200),
           g_test_rand_int_range (0, 2) ? ONDES_TAPER_HANN : ONDES_TAPER_RECT, ONDES_ORDER_SEQUENCY);
      if (i % 2 == 0)
        ondes_timeline_show_all (watched->timeline);
      else
        ondes_timeline_set_view (watched->timeline, g_test_rand_int_range (0, 15000), g_test_rand_int_range (500, 4000));
      settle (watched);
      g_assert_false (picture (watched)->view.preview);
      for (guint j = 0; j < 8; j++)
        assert_column (watched, (guint) g_test_rand_int_range (0, (gint) picture (watched)->columns));
    }
}

/* The view is within the picture, as far as there are windows; panning back computes nothing. */
static void
test_tiles (Watched *watched,
            gconstpointer data)
{
  g_autofree char *path = noise_file ("tiles.wav", 200000);
  g_autoptr (OndesScalogram) left = NULL;
  const double first = g_test_rand_int_range (1000, 90000);

  open_and_settle (watched, path);
  ondes_timeline_set_view (watched->timeline, first, 50000);
  settle (watched);
  left = ondes_scalogram_ref (picture (watched));
  g_assert_cmpfloat (left->view.first, <=, first);
  g_assert_cmpfloat (left->view.first + left->view.count, >=, first + 50000);
  assert_column (watched, left->columns / 2);
  ondes_timeline_set_view (watched->timeline, first + 60000, 50000);
  settle (watched);
  assert_column (watched, picture (watched)->columns / 2);
  ondes_timeline_set_view (watched->timeline, first, 50000);
  g_assert_false (ondes_analysis_is_busy (ONDES_ANALYSIS (watched->analysis), NULL));
  g_assert_cmpmem (picture (watched)->values, sizeof (float) * left->rows * left->columns, left->values,
                   sizeof (float) * left->rows * left->columns);
}

/* Pictures of the longest windows have no more values than the widget thread can put together, on the widest of charts. */
static void
test_long_windows (Watched *watched,
                   gconstpointer data)
{
  g_autofree char *path = noise_file ("windows.wav", 200000);

  ondes_scalogram_analysis_set_columns (watched->analysis, 3800);
  set (watched, 32768, 256, ONDES_TAPER_RECT, ONDES_ORDER_SEQUENCY);
  open_and_settle (watched, path);
  g_assert_cmpuint (picture (watched)->rows, ==, 32768);
  g_assert_cmpuint (picture (watched)->columns, >=, 64);
  g_assert_cmpuint (picture (watched)->columns, <, 128);
  ondes_timeline_set_view (watched->timeline, 50000, 64 * 256 * g_test_rand_int_range (1, 4));
  settle (watched);
  g_assert_cmpuint (picture (watched)->columns, >=, 64);
  g_assert_cmpuint (picture (watched)->columns, <=, 160);
}

static gboolean
is_preview (Watched *watched)
{
  return picture (watched) != NULL && picture (watched)->view.preview;
}

/* A long recording is previewed about as bright as it will be; a newer setting overtakes; a cancel is told, and F5 resumes. */
static void
test_long (Watched *watched,
           gconstpointer data)
{
  g_autofree char *path = noise_file ("long.wav", MAX (LONG / 4, 700000));
  OndesAnalysis *model = ONDES_ANALYSIS (watched->analysis);
  double preview = 0;

  set (watched, 256, 1, ONDES_TAPER_RECT, ONDES_ORDER_SEQUENCY);
  ondes_session_open (watched->session, path, NULL);
  while (!is_preview (watched))
    g_main_context_iteration (NULL, TRUE);
  for (guint i = 0; i < 256 * picture (watched)->columns; i++)
    preview += ondes_scalogram_value (picture (watched), picture (watched)->values[i]) / (256 * picture (watched)->columns);
  ondes_analysis_cancel (model);
  settle (watched);
  g_assert_nonnull (strstr (ondes_analysis_get_status (model), "Cancelled"));
  g_assert_true (ondes_analysis_is_stale (model));
  set (watched, 256, 2, ONDES_TAPER_RECT, ONDES_ORDER_SEQUENCY);
  set (watched, 256, 3, ONDES_TAPER_RECT, ONDES_ORDER_SEQUENCY);
  ondes_analysis_recompute (model);
  settle (watched);
  g_assert_false (ondes_analysis_is_stale (model));
  g_assert_false (picture (watched)->view.preview);
  g_assert_cmpuint (ondes_spec_walshgram (picture (watched)->spec)->options.hop, ==, 3);
  assert_column (watched, 7);
  for (guint i = 0; i < 256 * picture (watched)->columns; i++)
    preview -= ondes_scalogram_value (picture (watched), picture (watched)->values[i]) / (256 * picture (watched)->columns);
  g_assert_cmpfloat_with_epsilon (preview, 0, 0.03);
}

/* Nothing is computed for a page that is not in view. */
static void
test_lazy (Watched *watched,
           gconstpointer data)
{
  g_autofree char *path = noise_file ("lazy.wav", 3000);
  OndesAnalysis *model = ONDES_ANALYSIS (watched->analysis);

  ondes_analysis_set_active (model, FALSE);
  ondes_session_open (watched->session, path, NULL);
  settle (watched);
  set (watched, 64, 16, ONDES_TAPER_HANN, ONDES_ORDER_SEQUENCY);
  settle (watched);
  g_assert_null (picture (watched));
  ondes_analysis_set_active (model, TRUE);
  settle (watched);
  g_assert_cmpuint (picture (watched)->rows, ==, 64);
}

/* Too long a window is told at its setting; the picture goes with its recording, and comes with a window that fits. */
static void
test_short_recording (Watched *watched,
                      gconstpointer data)
{
  g_autofree char *path = noise_file ("short.wav", 100), *longer = noise_file ("longer.wav", 1000);
  OndesAnalysis *model = ONDES_ANALYSIS (watched->analysis);

  open_and_settle (watched, longer);
  ondes_session_open (watched->session, path, NULL);
  settle (watched);
  g_assert_nonnull (strstr (ondes_analysis_get_problem (model), "256 samples are longer than the recording"));
  g_assert_cmpint (ondes_analysis_get_problem_setting (model), ==, ONDES_SETTING_WINDOW);
  g_assert_null (picture (watched));
  g_assert_null (ondes_analysis_command (model, "x.png", ONDES_EXPORT_PNG, NULL, 0));
  set (watched, 64, 16, ONDES_TAPER_RECT, ONDES_ORDER_SEQUENCY);
  settle (watched);
  g_assert_null (ondes_analysis_get_problem (model));
  g_assert_cmpuint (picture (watched)->columns, ==, 3);
  assert_column (watched, 2);
  set (watched, 100, 16, ONDES_TAPER_RECT, ONDES_ORDER_SEQUENCY);
  g_assert_cmpint (ondes_analysis_get_problem_setting (model), ==, ONDES_SETTING_WINDOW);
  g_assert_cmpuint (picture (watched)->columns, ==, 3);
}

/* Complex samples, here of a filter, are refused at the page, not at each pan; real ones come back. */
static void
test_complex (Watched *watched,
              gconstpointer data)
{
  static const char *const steps[] = { "filter:bank=morlet:500:1000:1,band=1", NULL }, *const none[] = { NULL };
  g_autofree char *path = noise_file ("real.wav", 20000);
  OndesAnalysis *model = ONDES_ANALYSIS (watched->analysis);

  open_and_settle (watched, path);
  for (guint i = 0; i < 2; i++)
    {
      ondes_session_set_conditioning (watched->session, steps, TRUE);
      settle (watched);
      g_assert_true (ondes_type_is_complex (ondes_session_get_source (watched->session)->type));
      g_assert_nonnull (strstr (ondes_analysis_get_problem (model), "complex"));
      g_assert_null (picture (watched));
      g_assert_null (ondes_analysis_command (model, "x.png", ONDES_EXPORT_PNG, NULL, 0));
      ondes_timeline_set_view (watched->timeline, 1000, 2000);
      set (watched, 64, 16, ONDES_TAPER_RECT, ONDES_ORDER_SEQUENCY);
      settle (watched);
      g_assert_cmpstr (watched->messages->str, ==, "");
      ondes_session_set_conditioning (watched->session, none, TRUE);
      settle (watched);
      g_assert_null (ondes_analysis_get_problem (model));
      assert_column (watched, 2);
    }
}

/* Every setting is undone, and what the store remembers comes back; a store that holds nonsense gives what works. */
static void
test_settings (Watched *watched,
               gconstpointer data)
{
  g_autofree char *path = noise_file ("settings.wav", 3000);
  g_autoptr (GSettings) store = ondes_settings_new ();
  g_autoptr (GVariant) before = NULL, after = NULL, again = NULL;
  OndesDisplay display;

  open_and_settle (watched, path);
  ondes_session_begin_history (watched->session);
  before = g_variant_ref_sink (ondes_analysis_save_settings (ONDES_ANALYSIS (watched->analysis)));
  set (watched, 512, 100, ONDES_TAPER_HANN, ONDES_ORDER_PALEY);
  g_assert_cmpstr (ondes_session_undo (watched->session), ==, "sequency");
  after = g_variant_ref_sink (ondes_analysis_save_settings (ONDES_ANALYSIS (watched->analysis)));
  g_assert_cmpvariant (before, after);
  g_assert_cmpstr (ondes_session_redo (watched->session), ==, "sequency");
  display = *ondes_scalogram_analysis_get_display (watched->analysis);
  g_assert_cmpint (display.show, ==, ONDES_SHOW_LINEAR);
  display.palette = 2;
  display.decibel = FALSE;
  display.show = ONDES_SHOW_LOG;
  ondes_scalogram_analysis_set_display (watched->analysis, &display);
  ondes_settings_store (store, ONDES_ANALYSIS (watched->analysis));
  again = g_variant_ref_sink (ondes_analysis_save_settings (ONDES_ANALYSIS (watched->analysis)));
  ondes_session_undo (watched->session);
  ondes_session_undo (watched->session);
  g_assert_cmpuint (ondes_walshgram_analysis_get_options (walshgram (watched))->window, ==, 256);
  /* The colours are the person's, and the rest belongs to the recording. */
  ondes_settings_load (store, ONDES_ANALYSIS (watched->analysis));
  display = *ondes_scalogram_analysis_get_display (watched->analysis);
  g_assert_cmpuint (display.palette, ==, 2);
  g_assert_true (display.decibel);
  g_assert_cmpint (display.show, ==, ONDES_SHOW_LINEAR);
  g_assert_cmpuint (ondes_walshgram_analysis_get_options (walshgram (watched))->window, ==, 256);
  /* Another recording begins so from whatever was set. */
  ondes_analysis_restore_settings (ONDES_ANALYSIS (watched->analysis), again);
  g_assert_cmpuint (ondes_walshgram_analysis_get_options (walshgram (watched))->window, ==, 512);
  ondes_settings_begin (ONDES_ANALYSIS (watched->analysis), before);
  display = *ondes_scalogram_analysis_get_display (watched->analysis);
  g_assert_cmpuint (display.palette, ==, 2);
  g_assert_true (display.decibel);
  g_assert_cmpuint (ondes_walshgram_analysis_get_options (walshgram (watched))->window, ==, 256);
  settle (watched);
  g_assert_null (ondes_analysis_get_problem (ONDES_ANALYSIS (watched->analysis)));
}

/* The crosshair reads the window that is shown there, with its sign; rows in natural order are numbered. */
static void
test_pointer (Watched *watched,
              gconstpointer data)
{
  g_autofree char *path = noise_file ("pointer.wav", 20000);
  const OndesPointer *pointer;
  guint row;

  open_and_settle (watched, path);
  for (guint i = 0; i < 4; i++)
    {
      const guint64 sample = (guint64) g_test_rand_int_range (200, 19000), frame = (sample - 96) / 64;

      row = (guint) g_test_rand_int_range (0, 256);
      ondes_scalogram_analysis_set_pointer (watched->analysis, (double) sample, row * RATE / 256.0);
      pointer = ondes_scalogram_analysis_get_pointer (watched->analysis);
      while (isnan (pointer->magnitude))
        g_main_context_iteration (NULL, TRUE);
      g_assert_cmpuint (pointer->row, ==, row);
      g_assert_cmpfloat_with_epsilon (ondes_pointer_signed (pointer, picture (watched)),
                                      coefficient (ondes_session_get_source (watched->session), 64 * frame, 256, row, FALSE), 1e-9);
    }
  set (watched, 32, 8, ONDES_TAPER_RECT, ONDES_ORDER_NATURAL);
  settle (watched);
  g_assert_cmpfloat (picture (watched)->frequencies_hz[31], ==, 31);
}

/* The copied command writes the same bits: figure, coefficients and pooled numbers, of the whole and of a part. */
static void
test_exports (Watched *watched,
              gconstpointer data)
{
  g_autofree char *path = noise_file ("exports.wav", 6000), *name = NULL, *folder = NULL;

  open_and_settle (watched, path);
  set (watched, 64, 30, ONDES_TAPER_HANN, ONDES_ORDER_SEQUENCY);
  settle (watched);
  assert_command (watched, ONDES_EXPORT_PNG, 0, "ondes-cli walshgram ");
  ondes_timeline_set_view (watched->timeline, 1234, 900);
  settle (watched);
  name = ondes_analysis_name_export (ONDES_ANALYSIS (watched->analysis), &folder);
  g_assert_true (g_str_has_suffix (name, " walshgram"));
  ondes_scalogram_analysis_set_frequencies (watched->analysis, -10, 1500);
  assert_command (watched, ONDES_EXPORT_PNG, 0, "ondes-cli walshgram ");
  assert_command (watched, ONDES_EXPORT_NPY, 0, "ondes-cli walshgram ");
  assert_command (watched, ONDES_EXPORT_CSV, 7, "ondes-cli walshgram ");
}

#define ADD_TEST(path, function) \
  g_test_add ("/ondes/walshgram-analysis/" path, Watched, NULL, setup, function, watched_teardown)

int
main (int argc,
      char **argv)
{
  scalogram_init (&argc, &argv);
  ADD_TEST ("a-square-wave-is-one-line", test_square_wave);
  ADD_TEST ("columns-are-the-largest-of-their-windows", test_definition);
  ADD_TEST ("panning-back-computes-nothing", test_tiles);
  ADD_TEST ("long-windows-have-wide-columns", test_long_windows);
  ADD_TEST ("a-long-recording-is-previewed", test_long);
  ADD_TEST ("nothing-is-computed-out-of-view", test_lazy);
  ADD_TEST ("a-window-longer-than-the-recording-is-told", test_short_recording);
  ADD_TEST ("complex-samples-are-refused-at-the-page", test_complex);
  ADD_TEST ("settings-are-undone-and-remembered", test_settings);
  ADD_TEST ("the-crosshair-reads-a-window", test_pointer);
  ADD_TEST ("the-copied-command-writes-the-same", test_exports);
  return scalogram_run ();
}
