/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Settings that are undone and done again by keys, in the real window: of sliders, entries, lists, on whichever page. */
#include <math.h>

#include "charts/ondes-charts.h"
#include "pages/ondes-controls.h"
#include "pages/ondes-spectra-controls.h"
#include "rows/ondes-slider-row.h"
#include "window-fixture.h"

static double
omega0 (void)
{
  return ondes_scalogram_analysis_get_settings (analysis)->options.omega0;
}

static gboolean
omega0_is (gpointer data)
{
  return omega0 () == *(double *) data;
}

static GtkEditable *
omega0_entry (void)
{
  return GTK_EDITABLE (window_by_id (window_by_id (window, "omega0"), "entry"));
}

static gboolean
entry_is (gpointer text)
{
  return g_str_equal (gtk_editable_get_text (omega0_entry ()), text);
}

static gboolean
is_past_six (gpointer unused)
{
  return omega0 () > 6;
}

/* From the press to the release, with all that the slider goes through, is one step. */
static void
test_drag (void)
{
  double five = 5, dragged;
  g_autofree char *text = NULL;
  graphene_rect_t bounds;
  GtkWidget *scale;

  window_open_sample ("ecg.txt");
  g_assert_cmpfloat (omega0 (), ==, five);
  scale = window_by_id (window_by_id (window, "omega0"), "scale");
  g_assert_true (gtk_widget_compute_bounds (scale, scale, &bounds));
  driver_move (scale, bounds.size.width * 0.4, bounds.size.height / 2);
  driver_press (1);
  for (guint i = 1; i <= 8; i++)
    driver_move (scale, bounds.size.width * (0.4 + 0.04 * i), bounds.size.height / 2);
  driver_wait (is_past_six, NULL, "a drag");
  driver_release (1);
  window_settle ();
  dragged = omega0 ();
  text = g_strdup (gtk_editable_get_text (omega0_entry ()));
  driver_key ("ctrl+z");
  driver_wait (omega0_is, &five, "the drag undone");
  driver_wait (entry_is, (gpointer) "5", "its value in the side bar");
  window_settle ();
  g_assert_cmpfloat (ondes_spec_cwt (ondes_scalogram_analysis_get_scalogram (analysis)->spec)->options.omega0, ==, five);
  g_assert_false (ondes_session_can_undo (session));
  driver_key ("ctrl+shift+z");
  driver_wait (omega0_is, &dragged, "the drag done again");
  driver_wait (entry_is, text, "its value in the side bar");
  driver_key ("ctrl+z");
  driver_wait (omega0_is, &five, "the drag undone again");
  window_settle ();
}

/* What is being typed is undone where it is typed; what was taken is a setting. */
static void
test_entry (void)
{
  double five = 5, seven = 7;

  window_open_sample ("ecg.txt");
  window_click (GTK_WIDGET (omega0_entry ()));
  driver_key ("End");
  driver_type ("9");
  driver_wait (entry_is, (gpointer) "59", "what is typed");
  driver_key ("ctrl+z");
  driver_wait (entry_is, (gpointer) "5", "what was there before it");
  g_assert_false (ondes_session_can_undo (session));
  driver_key ("ctrl+a");
  driver_type ("7");
  driver_key ("Return");
  driver_wait (omega0_is, &seven, "what was typed");
  driver_key ("ctrl+z");
  driver_wait (omega0_is, &five, "the setting undone");
  driver_wait (entry_is, (gpointer) "5", "its value in the side bar");
  driver_key ("ctrl+shift+z");
  driver_wait (omega0_is, &seven, "the setting done again");
  driver_key ("ctrl+z");
  driver_wait (omega0_is, &five, "the setting undone again");
  window_settle ();
}

static gboolean
shows_spectra (gpointer data)
{
  return gtk_widget_get_mapped (window_by_type (window, ONDES_TYPE_SPECTRA_CONTROLS)) == *(gboolean *) data;
}

static gboolean
kind_is (gpointer data)
{
  AdwComboRow *row = ADW_COMBO_ROW (window_by_id (window_by_type (window, ONDES_TYPE_SPECTRA_CONTROLS), "transform"));

  return adw_combo_row_get_selected (row) == *(guint *) data;
}

/* It is shown what is undone, though that is on another page. */
static void
test_pages (void)
{
  guint walsh = ONDES_SPECTRUM_WALSH, haar = ONDES_SPECTRUM_HAAR;
  gboolean yes = TRUE, no = FALSE;

  window_open_sample ("ecg.txt");
  window_go ("spectra");
  driver_wait (shows_spectra, &yes, "the page of spectra");
  driver_wait (kind_is, &walsh, "its transform");
  adw_combo_row_set_selected (ADW_COMBO_ROW (window_by_id (window_by_type (window, ONDES_TYPE_SPECTRA_CONTROLS), "transform")),
                              haar);
  driver_wait (window_is_idle, NULL, "a spectrum");
  window_go ("scalogram");
  driver_wait (shows_spectra, &no, "the page of the scalogram");
  window_settle ();
  driver_key ("ctrl+z");
  driver_wait (shows_spectra, &yes, "the page of what was undone");
  driver_wait (kind_is, &walsh, "the transform of before");
  driver_key ("ctrl+shift+z");
  driver_wait (kind_is, &haar, "the transform again");
  driver_key ("ctrl+z");
  driver_wait (kind_is, &walsh, "the transform of before, again");
  window_go ("scalogram");
  driver_wait (shows_spectra, &no, "the page of the scalogram");
  window_settle ();
}

/* The keys do nothing where there is nothing to undo, and after another recording is opened, which begins with the defaults. */
static void
test_recordings (void)
{
  double five = 5, six = 6;

  window_open_sample ("ecg.txt");
  window_click (GTK_WIDGET (omega0_entry ()));
  driver_key ("ctrl+a");
  driver_type ("6");
  driver_key ("Return");
  driver_wait (omega0_is, &six, "what was typed");
  window_settle ();
  window_open_sample ("gw150914.csv");
  g_assert_false (ondes_session_can_undo (session));
  g_assert_false (ondes_session_can_redo (session));
  driver_key ("ctrl+z");
  driver_key ("ctrl+shift+z");
  window_settle ();
  g_assert_cmpfloat (omega0 (), ==, five);
}

static void
open_menu (void)
{
  window_click (window_by_id (window, "menu_button"));
}

/* Clicks an item, which has to be sensitive. */
static void
choose_item (const char *text)
{
  open_menu ();
  g_assert_true (gtk_widget_is_sensitive (window_menu_item (text)));
  window_click (window_menu_item (text));
  driver_wait (window_has_no_menu, NULL, "the menu to close");
}

/* By the pointer, in the main menu, which names the setting: there is nothing to undo at first, and what is not there cannot be
 * chosen. */
static void
test_menu (void)
{
  const OndesParam *row = ondes_params_find (ondes_cwt_params.rows, "omega0");
  const char *title = row->said != NULL ? row->said : row->title;
  g_autofree char *undo = g_strdup_printf ("Undo %s", title), *redo = g_strdup_printf ("Redo %s", title);
  double before, eight = 8;

  window_open_sample ("ecg.txt");
  before = omega0 ();
  open_menu ();
  g_assert_false (gtk_widget_is_sensitive (window_menu_item ("Undo")));
  g_assert_false (gtk_widget_is_sensitive (window_menu_item ("Redo")));
  driver_key ("Escape");
  driver_wait (window_has_no_menu, NULL, "the menu to close");

  window_click (GTK_WIDGET (omega0_entry ()));
  driver_key ("ctrl+a");
  driver_type ("8");
  driver_key ("Return");
  driver_wait (omega0_is, &eight, "what was typed");
  choose_item (undo);
  driver_wait (omega0_is, &before, "the setting undone");
  choose_item (redo);
  driver_wait (omega0_is, &eight, "the setting done again");
  open_menu ();
  g_assert_false (gtk_widget_is_sensitive (window_menu_item ("Redo")));
  window_click (window_menu_item (undo));
  driver_wait (omega0_is, &before, "the setting undone again");
  window_settle ();
}

static gboolean
is_reset (GtkWidget    *widget,
          gconstpointer unused)
{
  return gtk_widget_has_css_class (widget, "reset");
}

static gboolean
is_default (gpointer unused)
{
  const OndesCwtOptions *options = &ondes_scalogram_analysis_get_settings (analysis)->options;

  return options->omega0 == ondes_cwt_settings_default.options.omega0
         && options->normalisation == ondes_cwt_settings_default.options.normalisation
         && ondes_scalogram_analysis_get_display (analysis)->palette == 0;
}

static gboolean
is_hidden (gpointer widget)
{
  return !gtk_widget_get_visible (widget);
}

/* The normalisation and the colours that the reset took away, both. */
static gboolean
is_as_before (gpointer data)
{
  const OndesCwtSettings *settings = data;

  return ondes_scalogram_analysis_get_settings (analysis)->options.normalisation == settings->options.normalisation
         && ondes_scalogram_analysis_get_display (analysis)->palette == 1;
}

/* A row that was changed has a button that sets it back, and the page one for all of them, which one undo takes back. */
static void
test_reset (void)
{
  GtkWidget *row, *button;
  OndesCwtSettings settings;
  OndesDisplay display;

  window_open_sample ("nino3.dat");
  row = window_by_id (window, "omega0");
  button = window_find (row, is_reset, NULL);
  settings = *ondes_scalogram_analysis_get_settings (analysis);
  settings.options.omega0 = ondes_cwt_settings_default.options.omega0;
  ondes_scalogram_analysis_set_settings (analysis, &settings);
  driver_wait (is_hidden, button, "no button while it is the default");
  settings.options.omega0 = 8;
  ondes_scalogram_analysis_set_settings (analysis, &settings);
  driver_wait (window_is_mapped, button, "the button of the row");
  window_click (button);
  driver_wait (is_default, NULL, "the usual number");
  driver_wait (is_hidden, button, "the button to go");
  settings.options.normalisation = !ondes_cwt_settings_default.options.normalisation;
  ondes_scalogram_analysis_set_settings (analysis, &settings);
  display = *ondes_scalogram_analysis_get_display (analysis);
  display.palette = 1;
  ondes_scalogram_analysis_set_display (analysis, &display);
  window_settle ();
  window_click (window_scroll_to (window_by_id (window, "reset_all")));
  driver_wait (is_default, NULL, "all defaults");
  window_settle ();
  gtk_widget_grab_focus (window_by_type (window, ONDES_TYPE_SCALOGRAM_VIEW));
  driver_key ("ctrl+z");
  driver_wait (is_as_before, &settings, "both settings again");
  window_settle ();
}

int
main (int argc,
      char **argv)
{
  window_init (&argc, &argv);
  g_test_add_func ("/ondes/window/undo/a-drag-of-a-slider-is-one-step", test_drag);
  g_test_add_func ("/ondes/window/undo/what-is-typed-is-undone-where-it-is-typed", test_entry);
  g_test_add_func ("/ondes/window/undo/turns-to-the-page-of-what-changes", test_pages);
  g_test_add_func ("/ondes/window/undo/stands-in-the-main-menu", test_menu);
  g_test_add_func ("/ondes/window/undo/begins-anew-with-another-recording", test_recordings);
  g_test_add_func ("/ondes/window/undo/rows-and-the-page-are-reset-in-one-step", test_reset);
  return window_run ();
}
