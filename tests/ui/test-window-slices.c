/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Slices beside the scalogram in the real window, by pointer and keys: where their charts are, and what they show. */
#include <math.h>
#include <string.h>

#include "charts/ondes-slice-pane.h"
#include "charts/ondes-slice-private.h"
#include "shell/ondes-window-private.h"
#include "window-fixture.h"

#define RATE   1000
#define FRAMES 6000
#define TONE   100.0 /* Hz, in the middle third alone */

static OndesSlices *
slices (void)
{
  return ondes_scalogram_analysis_get_slices (analysis);
}

static GtkWidget *
pane (void)
{
  return gtk_widget_get_ancestor (window->scalogram_view, ONDES_TYPE_SLICE_PANE);
}

static GtkWidget *
part (GType type)
{
  return window_by_type (pane (), type);
}

static gboolean
is_settled (gpointer unused)
{
  return window_is_idle (NULL) && ondes_slices_is_settled (slices ());
}

static void
settle_slices (void)
{
  driver_wait (is_settled, NULL, "the slices");
  driver_wait_drawn (GTK_WIDGET (window));
}

static gboolean
is_shown (gpointer shown)
{
  return ondes_slices_get_shown (slices ()) == GPOINTER_TO_INT (shown)
         && gtk_widget_get_mapped (part (ONDES_TYPE_SLICE_SPECTRUM_VIEW)) == GPOINTER_TO_INT (shown);
}

static gboolean
has_entries (gpointer n)
{
  return ondes_slices_get_n (slices ()) == GPOINTER_TO_UINT (n);
}

/* Opens faint noise with a tone in its middle third. */
static void
open_tone (void)
{
  g_autofree char *path = g_build_filename (folder, "tone.csv", NULL);
  g_autoptr (GString) text = g_string_new ("time,level\n");
  g_autoptr (GFile) file = g_file_new_for_path (path);

  for (guint i = 0; i < FRAMES; i++)
    {
      const double tone = i / (FRAMES / 3) == 1 ? 0.5 * sin (2 * G_PI * TONE * i / RATE) : 0;
      char number[G_ASCII_DTOSTR_BUF_SIZE];

      g_string_append_printf (text, "%u.%03u,%s\n", i / RATE, i % RATE,
                              g_ascii_formatd (number, sizeof number, "%.6f", tone + g_test_rand_double_range (-1e-3, 1e-3)));
    }
  g_assert_true (g_file_set_contents (path, text->str, -1, NULL));
  window_begin ();
  ondes_window_open (window, file);
  window_settle ();
}

/* The place of a chart's plot in the window. */
static graphene_rect_t
place_of (GtkWidget *chart)
{
  graphene_rect_t plot;
  graphene_point_t at;

  ondes_chart_get_plot (ONDES_CHART (chart), &plot);
  g_assert_true (gtk_widget_compute_point (chart, GTK_WIDGET (window), &plot.origin, &at));
  plot.origin = at;
  return plot;
}

#define assert_same(a, b) g_assert_cmpfloat_with_epsilon (a, b, 0.01)

/* A key shows them beside the picture: the frequencies of the spectrum and the times of all other charts are where the
 * picture's are. */
static void
test_places (void)
{
  graphene_rect_t picture, spectrum, envelope, waveform;

  open_tone ();
  g_assert_false (gtk_widget_get_mapped (part (ONDES_TYPE_SLICE_SPECTRUM_VIEW)));
  driver_key ("F8");
  driver_wait (is_shown, GINT_TO_POINTER (TRUE), "the slices' charts");
  window_settle ();
  picture = place_of (window->scalogram_view);
  spectrum = place_of (part (ONDES_TYPE_SLICE_SPECTRUM_VIEW));
  envelope = place_of (part (ONDES_TYPE_SLICE_ENVELOPE_VIEW));
  waveform = place_of (window_by_type (window->charts, ONDES_TYPE_WAVEFORM_VIEW));
  assert_same (spectrum.origin.y, picture.origin.y);
  assert_same (spectrum.size.height, picture.size.height);
  g_assert_cmpfloat (spectrum.origin.x, >, picture.origin.x + picture.size.width);
  assert_same (envelope.origin.x, picture.origin.x);
  assert_same (envelope.size.width, picture.size.width);
  g_assert_cmpfloat (envelope.origin.y, >, picture.origin.y + picture.size.height);
  assert_same (waveform.origin.x, picture.origin.x);
  assert_same (waveform.size.width, picture.size.width);
}

static gboolean
is_at (gpointer sample)
{
  return ondes_slices_get_n (slices ()) > 0
         && fabs ((double) ondes_slices_get (slices (), 0)->places[ONDES_SLICE_SPECTRUM].first - *(double *) sample) < 20;
}

static gboolean
is_above (gpointer hz)
{
  return ondes_slices_get (slices (), 0)->places[ONDES_SLICE_ENVELOPE].lo_hz > *(double *) hz;
}

/* Points at the picture at a sample and a frequency, and waits until the slice there is exact. */
static void
point_at (double sample,
          double hz)
{
  const OndesScalogram *scalogram = ondes_scalogram_analysis_get_scalogram (analysis);
  const OndesDisplay *display = ondes_scalogram_analysis_get_display (analysis);
  graphene_rect_t plot;
  OndesAxis axis;

  ondes_chart_get_plot (ONDES_CHART (window->scalogram_view), &plot);
  axis = ondes_display_axis (display, scalogram, plot.size.height);
  driver_move (window->scalogram_view, ondes_chart_to_x (ONDES_CHART (window->scalogram_view), sample),
               plot.origin.y + plot.size.height - ondes_axis_pixel (&axis, ondes_display_from_frequency (display, scalogram, hz)));
  driver_wait (is_at, &sample, "the crosshair's slice");
  settle_slices ();
}

/* How far right in the plot the line of the spectrum is at a frequency, as a fraction of its width: its last dark pixel, as the
 * crosshair's line has the text's colour. */
static double
reach_at (double hz)
{
  GtkWidget *chart = part (ONDES_TYPE_SLICE_SPECTRUM_VIEW);
  const OndesScalogram *scalogram = ondes_scalogram_analysis_get_scalogram (analysis);
  const OndesDisplay *display = ondes_scalogram_analysis_get_display (analysis);
  g_autoptr (DriverShot) shot = driver_shot (GTK_WIDGET (window));
  double found = 0;
  graphene_rect_t plot;
  OndesAxis axis;

  ondes_chart_get_plot (ONDES_CHART (chart), &plot);
  axis = ondes_display_axis (display, scalogram, plot.size.height);
  for (double x = 0.5; x < plot.size.width; x++)
    {
      const double along = ondes_axis_pixel (&axis, ondes_display_from_frequency (display, scalogram, hz));
      const double y = plot.origin.y + plot.size.height - along;
      const double light = driver_lightness (driver_pixel (shot, chart, plot.origin.x + x, y));

      if (light < 140)
        found = x;
    }
  return found / plot.size.width;
}

/* The spectrum at the crosshair has the tone where the picture has it, and at another time it does not. */
static void
test_crosshair (void)
{
  const OndesSlicesEntry *entry;
  double least = 60;

  point_at (FRAMES / 2.0, 30);
  g_assert_cmpfloat (reach_at (TONE), >, 0.8);
  g_assert_cmpfloat (reach_at (2.5 * TONE), <, 0.6);
  entry = ondes_slices_get (slices (), 0);
  g_assert_false (entry->slices[ONDES_SLICE_SPECTRUM]->preview || entry->slices[ONDES_SLICE_ENVELOPE]->preview);
  point_at (FRAMES / 6.0, 30);
  g_assert_cmpfloat (reach_at (TONE), <, 0.6);
  /* The spectrum's chart points at a frequency. */
  point_at (FRAMES / 2.0, 30);
  driver_move (part (ONDES_TYPE_SLICE_SPECTRUM_VIEW), 60, 40);
  driver_wait (is_above, &least, "its frequency");
  entry = ondes_slices_get (slices (), 0);
  g_assert_cmpfloat (fabs ((double) entry->places[ONDES_SLICE_SPECTRUM].first - FRAMES / 2.0), <, 20);
}

static gboolean
is_remove (GtkWidget    *widget,
           gconstpointer data)
{
  return GTK_IS_BUTTON (widget) && g_strcmp0 (gtk_button_get_icon_name (GTK_BUTTON (widget)), "window-close-symbolic") == 0
         && gtk_widget_get_mapped (widget);
}

static gboolean
has_label (GtkWidget    *widget,
           gconstpointer text)
{
  return GTK_IS_BUTTON (widget) && g_strcmp0 (gtk_button_get_label (GTK_BUTTON (widget)), text) == 0;
}

/* Ctrl+H and the button hold, the cross removes one, Clear all. */
static void
test_held (void)
{
  GtkWidget *list = part (ONDES_TYPE_SLICE_LIST);

  point_at (FRAMES / 2.0, TONE);
  driver_key ("ctrl+h");
  driver_wait (has_entries, GUINT_TO_POINTER (2), "a slice that is held");
  point_at (FRAMES / 6.0, TONE);
  window_click (window_find (list, has_label, "_Hold"));
  driver_wait (has_entries, GUINT_TO_POINTER (3), "another one");
  settle_slices ();
  g_assert_cmpuint (ondes_slices_get (slices (), 2)->colour, ==, 1);
  window_click (window_find (list, is_remove, NULL));
  driver_wait (has_entries, GUINT_TO_POINTER (2), "one less");
  g_assert_cmpuint (ondes_slices_get (slices (), 1)->colour, ==, 1);
  window_click (window_find (list, has_label, "C_lear"));
  driver_wait (has_entries, GUINT_TO_POINTER (1), "none held");
}

/* What a selection has beside the crosshair's. */
static void
test_selection (void)
{
  const OndesSlicesEntry *entry;

  ondes_timeline_set_selection (timeline, (OndesSelection) { 2200, 3800, 80, 125 });
  driver_wait (has_entries, GUINT_TO_POINTER (2), "the selection's slice");
  settle_slices ();
  entry = ondes_slices_get (slices (), 1);
  g_assert_cmpint (entry->role, ==, ONDES_SLICES_SELECTION);
  g_assert_cmpuint (entry->slices[ONDES_SLICE_SPECTRUM]->averaged, ==, 1600);
  g_assert_true (entry->slices[ONDES_SLICE_SPECTRUM]->exact);
  ondes_timeline_set_selection (timeline, ONDES_SELECTION_NONE);
  driver_wait (has_entries, GUINT_TO_POINTER (1), "no selection");
}

static gboolean
is_button (GtkWidget    *widget,
           gconstpointer data)
{
  return GTK_IS_TOGGLE_BUTTON (widget) && gtk_widget_get_mapped (widget)
         && g_strcmp0 (gtk_button_get_icon_name (GTK_BUTTON (widget)), "ondes-slices-symbolic") == 0;
}

static gboolean
has_reference (gpointer unused)
{
  return ondes_scalogram_analysis_get_display (analysis)->reference > 0;
}

/* The button hides and shows them, which is undone like a setting. */
static void
test_button (void)
{
  /* Changes of one setting within a second are one step: another comes between. */
  driver_key ("ctrl+f");
  driver_wait (has_reference, NULL, "colours that fit");
  window_click (window_find (GTK_WIDGET (window), is_button, NULL));
  driver_wait (is_shown, GINT_TO_POINTER (FALSE), "no slices");
  driver_key ("ctrl+z");
  driver_wait (is_shown, GINT_TO_POINTER (TRUE), "the slices again");
  driver_key ("F8");
  driver_wait (is_shown, GINT_TO_POINTER (FALSE), "no slices");
}

static OndesSlices *
filtered_slices (void)
{
  OndesFilterAnalysis *filter = ONDES_FILTER_ANALYSIS (window->models[ONDES_MODEL_FILTER]);

  return ondes_scalogram_analysis_get_slices (ondes_filter_analysis_compare (filter, analysis));
}

static gboolean
has_filtered (gpointer unused)
{
  return ondes_slices_get_n (filtered_slices ()) > 0 && ondes_slices_is_settled (filtered_slices ())
         && ondes_slices_get (filtered_slices (), 0)->slices[ONDES_SLICE_SPECTRUM] != NULL && is_settled (NULL);
}

static gboolean
is_pane_mapped (gpointer mapped)
{
  GtkWidget *filtered = window_by_type (window->filter_page, ONDES_TYPE_SLICE_PANE);
  GtkWidget *spectrum = window_by_type (filtered, ONDES_TYPE_SLICE_SPECTRUM_VIEW);

  return gtk_widget_get_mapped (spectrum) == GPOINTER_TO_INT (mapped);
}

/* The page of filters has them too, by the same keys: a low-pass leaves nothing of the tone that the recording has there. */
static void
test_filter (void)
{
  OndesFilterAnalysis *filter = ONDES_FILTER_ANALYSIS (window->models[ONDES_MODEL_FILTER]);
  OndesFilterSettings settings = *ondes_filter_analysis_get_settings (filter);
  const OndesSlice *before, *after;
  guint row;

  settings.kind = ONDES_FILTER_LOWPASS;
  settings.hi_hz = TONE / 4;
  ondes_filter_analysis_set_settings (filter, &settings);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.page", "s", "filter");
  window_settle ();
  driver_key ("F8");
  driver_wait (is_pane_mapped, GINT_TO_POINTER (TRUE), "the slices");
  ondes_scalogram_analysis_set_pointer (analysis, FRAMES / 2, TONE);
  driver_wait (has_filtered, NULL, "slices of the result");
  before = ondes_slices_get (slices (), 0)->slices[ONDES_SLICE_SPECTRUM];
  after = ondes_slices_get (filtered_slices (), 0)->slices[ONDES_SLICE_SPECTRUM];
  row = (guint) ondes_scalogram_row (ondes_scalogram_analysis_get_scalogram (analysis), TONE);
  g_assert_cmpfloat (before->values[row], >, 0.3);
  g_assert_cmpfloat (after->values[row], <, 0.003);
  driver_key ("ctrl+h");
  driver_wait (has_entries, GUINT_TO_POINTER (2), "one that is held");
  g_assert_cmpuint (ondes_slices_get_n (filtered_slices ()), ==, 2);
  driver_key ("F8");
  driver_wait (is_pane_mapped, GINT_TO_POINTER (FALSE), "no slices");
  gtk_widget_activate_action (GTK_WIDGET (window), "win.page", "s", "scalogram");
}

static gboolean
on_last (gpointer done)
{
  *(gboolean *) done = TRUE;
  return G_SOURCE_REMOVE;
}

/* GTK keeps a widget under the pointer or in a gesture for a while. The picture that it draws from lasts as long, and no one
 * describes it any more. */
static void
test_kept (void)
{
  GtkWidget *kept, *view;
  gboolean done = FALSE;

  open_tone ();
  ondes_slices_set_shown (slices (), TRUE);
  settle_slices ();
  view = window->scalogram_view;
  kept = g_object_ref (part (ONDES_TYPE_SLICE_SPECTRUM_VIEW));
  g_object_add_weak_pointer (G_OBJECT (view), (gpointer *) &view);
  ondes_chart_changed (ONDES_CHART (kept));
  gtk_window_destroy (GTK_WINDOW (g_steal_pointer (&window)));
  ondes_chart_changed (ONDES_CHART (kept));
  g_idle_add_full (G_PRIORITY_LOW + 1, on_last, &done, NULL);
  while (!done)
    g_main_context_iteration (NULL, TRUE);
  g_assert_nonnull (view);
  g_object_unref (kept);
  while (view != NULL)
    g_main_context_iteration (NULL, TRUE);
}

int
main (int   argc,
      char *argv[])
{
  window_init (&argc, &argv);
  g_test_add_func ("/ondes/window-slices/charts-share-the-picture-s-axes", test_places);
  g_test_add_func ("/ondes/window-slices/the-crosshair-s-are-shown", test_crosshair);
  g_test_add_func ("/ondes/window-slices/some-are-held-and-removed", test_held);
  g_test_add_func ("/ondes/window-slices/a-selection-has-one", test_selection);
  g_test_add_func ("/ondes/window-slices/a-button-hides-them", test_button);
  g_test_add_func ("/ondes/window-slices/a-filter-s-result-has-them", test_filter);
  g_test_add_func ("/ondes/window-slices/a-chart-may-outlive-its-window", test_kept);
  return window_run ();
}
