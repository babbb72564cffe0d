/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tabs, the row of the recording and the manual in the real window, by pointer and keys. */
#include <math.h>

#include "charts/ondes-charts.h"
#include "pages/ondes-spectra-controls.h"
#include "shell/ondes-help.h"
#include "shell/ondes-window-private.h"
#include "window-fixture.h"

static const char *const models[] = { "scalogram", "sequency", "psd", "filter", "spectra", "convolution" };

static gboolean
is_wide (gpointer width)
{
  return ABS (gtk_widget_get_width (GTK_WIDGET (window)) - GPOINTER_TO_INT (width)) < 60;
}

static void
resize (int width)
{
  gtk_window_set_default_size (GTK_WINDOW (window), width, 760);
  driver_wait (is_wide, GINT_TO_POINTER (width), "the window's width");
  driver_wait_drawn (GTK_WIDGET (window));
}

static graphene_rect_t
bounds_of (const char *id)
{
  graphene_rect_t bounds;

  g_assert_true (gtk_widget_compute_bounds (window_by_id (window, id), GTK_WIDGET (window), &bounds));
  return bounds;
}

/* The tabs are words, or icons with the words as tooltips and names. */
static void
assert_tabs (gboolean icons)
{
  static const char *const titles[] = { "Explore", "Spectrum", "Filter", "Logic" };
  GtkWidget *tab = gtk_widget_get_first_child (window_by_id (window, "tabs"));
  const graphene_rect_t tabs = bounds_of ("tabs");

  g_assert_cmpfloat_with_epsilon (tabs.origin.x + tabs.size.width / 2, gtk_widget_get_width (GTK_WIDGET (window)) / 2.0, 2);
  for (guint i = 0; i < G_N_ELEMENTS (titles); i++, tab = gtk_widget_get_next_sibling (tab))
    {
      GtkWidget *child = gtk_button_get_child (GTK_BUTTON (tab));

      g_assert_cmpint (GTK_IS_IMAGE (child), ==, icons);
      if (icons)
        {
          gtk_test_accessible_assert_property (tab, GTK_ACCESSIBLE_PROPERTY_LABEL, titles[i]);
          g_assert_cmpstr (gtk_widget_get_tooltip_text (tab), ==, titles[i]);
        }
      else
        g_assert_cmpstr (gtk_label_get_text (GTK_LABEL (child)), ==, titles[i]);
    }
  g_assert_null (tab);
}

/* In the middle of the header on any file and width, and the row below keeps its place too. */
static void
test_place (void)
{
  static const char *const samples[] = { "gw150914.csv", "rd84.pla" }, *const shown[] = { "sequency", "filter", "spectra" };
  const int widths[] = { 1400, 900, 760 };
  graphene_rect_t row = { 0 };

  for (guint i = 0; i < G_N_ELEMENTS (samples); i++)
    {
      window_open_sample (samples[i]);
      for (guint j = 0; j < G_N_ELEMENTS (widths) * G_N_ELEMENTS (shown); j++)
        {
          const int width = widths[j / G_N_ELEMENTS (shown)];

          if (j % G_N_ELEMENTS (shown) == 0)
            resize (width);
          window_go (shown[j % G_N_ELEMENTS (shown)]);
          assert_tabs (width < 1000);
          if (j > 0)
            {
              g_assert_cmpfloat (bounds_of ("title_row").origin.y, ==, row.origin.y);
              g_assert_cmpfloat (bounds_of ("title_row").size.height, ==, row.size.height);
            }
          row = bounds_of ("title_row");
        }
      window_go ("scalogram");
    }
  resize (1370);
}

static gboolean
has_picture (gpointer unused)
{
  OndesScalogramAnalysis *walshgram = ONDES_SCALOGRAM_ANALYSIS (window->models[ONDES_MODEL_WALSHGRAM]);

  return ondes_scalogram_analysis_get_scalogram (walshgram) != NULL && !ondes_analysis_is_busy (ONDES_ANALYSIS (walshgram), NULL)
         && ondes_scalogram_view_is_settled (ONDES_SCALOGRAM_VIEW (window->walshgram_view));
}

static gboolean
has_selection (gpointer unused)
{
  const OndesSelection selection = ondes_timeline_get_selection (timeline);

  return ondes_selection_is_set (&selection);
}

static gboolean
is_annotated (gpointer unused)
{
  return ondes_annotations_model_get_first (window->annotations) != NULL;
}

/* A person selects, annotates and exports on either picture. The overview and the waveform keep their places between them. */
static void
test_pictures (void)
{
  /* Its annotations are saved beside it. */
  g_autofree char *sample = window_sample ("ecg.txt"), *path = g_build_filename (folder, "ecg.txt", NULL);
  g_autoptr (GFile) from = g_file_new_for_path (sample), file = g_file_new_for_path (path);
  GtkWidget *view;
  graphene_rect_t before, after, plot;

  g_assert_true (g_file_copy (from, file, G_FILE_COPY_OVERWRITE, NULL, NULL, NULL, NULL));
  window_begin ();
  ondes_window_open (window, file);
  window_settle ();
  view = window->walshgram_view;
  window_go ("filter");
  window_go ("scalogram");
  g_assert_true (gtk_widget_compute_bounds (window->waveform, GTK_WIDGET (window), &before));
  window_go ("sequency");
  driver_wait (has_picture, NULL, "the Walsh spectrogram");
  g_assert_true (gtk_widget_compute_bounds (window->waveform, GTK_WIDGET (window), &after));
  g_assert_cmpfloat (before.origin.y, ==, after.origin.y);
  g_assert_cmpfloat (before.size.height, ==, after.size.height);
  g_assert_cmpfloat (before.size.width, ==, after.size.width);
  ondes_chart_get_plot (ONDES_CHART (view), &plot);
  driver_move (view, plot.origin.x + 0.3 * plot.size.width, plot.origin.y + 0.3 * plot.size.height);
  driver_drag_to (view, plot.origin.x + 0.5 * plot.size.width, plot.origin.y + 0.6 * plot.size.height, "shift");
  driver_wait (has_selection, NULL, "a selection of sequencies");
  gtk_widget_grab_focus (view);
  driver_key ("a");
  driver_wait (is_annotated, NULL, "an annotation");
  driver_key ("Escape");
  g_assert_true (isnan (ondes_annotations_model_get_first (window->annotations)->low_hz));
  g_assert_cmpuint (ondes_analysis_get_formats (ondes_window_get_model (window)) & 1u << ONDES_EXPORT_PNG, !=, 0);
  window_go ("scalogram");
  window_settle ();
  g_assert_true (gtk_widget_compute_bounds (window->waveform, GTK_WIDGET (window), &after));
  g_assert_cmpfloat (before.origin.y, ==, after.origin.y);
  g_assert_cmpfloat (before.size.height, ==, after.size.height);
  g_assert_cmpfloat (before.size.width, ==, after.size.width);
}

static gboolean
has_chooser (gpointer wanted)
{
  return gtk_widget_get_mapped (window_by_id (window, "channel")) == GPOINTER_TO_INT (wanted);
}

/* Nothing plays in Logic, and a typed S-box has no channels. */
static void
test_logic (void)
{
  GtkWidget *controls = window_by_type (window, ONDES_TYPE_SPECTRA_CONTROLS), *text = window_by_id (controls, "text");
  GtkWidget *kind = window_by_id (controls, "kind");

  window_open_sample ("gw150914.csv");
  driver_wait (has_chooser, GINT_TO_POINTER (TRUE), "the chooser of channels");
  g_assert_true (gtk_widget_get_mapped (window->play_bar));
  window_go ("spectra");
  g_assert_false (gtk_widget_get_mapped (window->play_bar));
  g_assert_true (has_chooser (GINT_TO_POINTER (TRUE)));
  adw_combo_row_set_selected (ADW_COMBO_ROW (kind), ONDES_OPERAND_TEXT);
  driver_wait (window_is_mapped, text, "the text");
  window_click (text);
  driver_type ("0,2,1,3");
  driver_wait (has_chooser, GINT_TO_POINTER (FALSE), "the chooser to go");
  window_wait_says (window_by_id (window, "title"), "Typed S-box", "its name in the row");
  window_go ("convolution");
  driver_wait (has_chooser, GINT_TO_POINTER (TRUE), "the chooser of the recording's channels");
  window_go ("filter");
  g_assert_true (gtk_widget_get_mapped (window->play_bar));
  adw_combo_row_set_selected (ADW_COMBO_ROW (kind), ONDES_OPERAND_VIEW);
  window_go ("spectra");
  window_go ("scalogram");
}

/* Returns @saved with @page as an older version stored it. */
static GVariant *
as_of_old (GVariant   *saved,
           const char *page)
{
  GVariantDict all, shell;
  g_autoptr (GVariant) old = g_variant_lookup_value (saved, "window", G_VARIANT_TYPE_VARDICT);

  g_variant_dict_init (&all, saved);
  g_variant_dict_init (&shell, old);
  g_variant_dict_remove (&shell, "picture");
  g_variant_dict_remove (&shell, "logic");
  g_variant_dict_insert (&shell, "page", "s", page);
  g_variant_dict_insert_value (&all, "window", g_variant_dict_end (&shell));
  return g_variant_ref_sink (g_variant_dict_end (&all));
}

/* Sessions know pages that are parts of others now, and new ones what each page shows. */
static void
test_old_sessions (void)
{
  static const char *const pages[] = { "explore", "explore", "spectrum", "filter", "logic", "logic" };
  g_autoptr (GVariant) saved = NULL, now = NULL;

  window_open_sample ("ecg.txt");
  saved = ondes_window_save (window);
  for (guint i = 0; i < G_N_ELEMENTS (models); i++)
    {
      g_autoptr (GVariant) old = as_of_old (saved, models[i]);

      window_go (i == 0 ? "filter" : "scalogram");
      ondes_window_reopen (window, old);
      driver_wait (window_shows, (gpointer) models[i], models[i]);
      driver_wait (window_is_idle, NULL, "it to be computed");
      g_assert_true (ondes_window_is_on (window, pages[i]));
    }
  window_go ("sequency");
  window_go ("convolution");
  window_go ("filter");
  now = ondes_window_save (window);
  window_go ("spectra");
  window_go ("scalogram");
  ondes_window_reopen (window, now);
  driver_wait (window_shows, (gpointer) "filter", "the page");
  g_assert_cmpstr (gtk_stack_get_visible_child_name (window->pictures), ==, "sequency");
  g_assert_cmpstr (gtk_stack_get_visible_child_name (window->logic), ==, "convolution");
  window_go ("spectra");
  window_go ("scalogram");
}

static char *opened;

static void
open_page (GtkWindow  *from,
           const char *uri,
           guint32     timestamp)
{
  g_free (opened);
  opened = g_strdup (ondes_help_get_page (from));
  g_assert_true (g_str_has_prefix (uri, "https://") || g_str_has_suffix (uri, opened));
}

static gboolean
has_opened (gpointer page)
{
  return g_strcmp0 (opened, page) == 0;
}

/* F1 opens the page about what is in front, and each is among the manual's. */
static void
test_help (void)
{
  static const char *const pages[] = { "window.md", "window.md", "spectrum.md", "filter.md", "logic.md", "logic.md" };

  window_open_sample ("ecg.txt");
  ondes_help_open = open_page;
  for (guint i = 0; i < G_N_ELEMENTS (models); i++)
    {
      g_autofree char *path = g_build_filename (g_getenv ("ONDES_SOURCE_DIR"), "docs", pages[i], NULL);

      window_go (models[i]);
      g_clear_pointer (&opened, g_free);
      driver_key ("F1");
      driver_wait (has_opened, (gpointer) pages[i], pages[i]);
      g_assert_true (g_file_test (path, G_FILE_TEST_IS_REGULAR));
    }
  g_clear_pointer (&opened, g_free);
  window_go ("spectra");
  window_go ("scalogram");
}

int
main (int    argc,
      char **argv)
{
  window_init (&argc, &argv);
  g_test_add_func ("/ondes/window-tabs/tabs-and-row-keep-their-places", test_place);
  g_test_add_func ("/ondes/window-tabs/both-pictures-take-what-explore-offers", test_pictures);
  g_test_add_func ("/ondes/window-tabs/logic-has-no-sound-and-no-channels-of-a-table", test_logic);
  g_test_add_func ("/ondes/window-tabs/old-sessions-open", test_old_sessions);
  g_test_add_func ("/ondes/window-tabs/help-is-about-what-is-in-front", test_help);
  return window_run ();
}
