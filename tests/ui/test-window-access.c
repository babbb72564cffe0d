/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the keyboard reaches from the start, and what a screen reader is told, in the real window. */
#include <string.h>

#include "charts/ondes-charts.h"
#include "dialogs/ondes-export-dialog.h"
#include "dialogs/ondes-read-dialog.h"
#include "charts/ondes-series-view.h"
#include "pages/ondes-compensation-panel.h"
#include "shell/ondes-window-private.h"
#include "window-fixture.h"

/* The property as it is now; NULL: none. GTK tells it where it is not what was expected. */
static char *
property_of (GtkWidget *widget,
             GtkAccessibleProperty property)
{
  if (!gtk_test_accessible_has_property (GTK_ACCESSIBLE (widget), property))
    return NULL;
  return gtk_test_accessible_check_property (GTK_ACCESSIBLE (widget), property, "no name is so");
}

/* What labels it has no text of its own. */
static gboolean
is_icon (GtkWidget *widget)
{
  if (GTK_IS_MENU_BUTTON (widget))
    return gtk_menu_button_get_icon_name (GTK_MENU_BUTTON (widget)) != NULL;
  return GTK_IS_BUTTON (widget) && !GTK_IS_LABEL (gtk_button_get_child (GTK_BUTTON (widget)));
}

/* Widgets whose parts are GTK's own. */
static gboolean
is_whole (GtkWidget *widget)
{
  return GTK_IS_MENU_BUTTON (widget) || GTK_IS_DROP_DOWN (widget) || GTK_IS_SCALE_BUTTON (widget) || GTK_IS_SPIN_BUTTON (widget)
         || GTK_IS_LIST_BASE (widget) || GTK_IS_COLUMN_VIEW (widget) || GTK_IS_EDITABLE (widget);
}

/* A name is the label and what labels it, one behind the other: with both it is said twice. */
static void
check_names (GtkWidget *widget,
             guint *wrong)
{
  g_autofree char *label = property_of (widget, GTK_ACCESSIBLE_PROPERTY_LABEL);
  gboolean related = gtk_test_accessible_has_relation (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_RELATION_LABELLED_BY);

  if (label != NULL && !GTK_IS_LABEL (widget) && ((related && !is_icon (widget))
                                                   || (strchr (label, '_') != NULL && !ONDES_IS_CHART (widget))))
    {
      const char *id = gtk_buildable_get_buildable_id (GTK_BUILDABLE (widget));

      ++*wrong;
      g_test_message ("%s %s: “%s”%s", G_OBJECT_TYPE_NAME (widget), id != NULL ? id : "", label, related ? " and a relation" : "");
    }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL; child = gtk_widget_get_next_sibling (child))
    check_names (child, wrong);
}

/* Every control that is shown below has a name of its own, its label's or a relation's. */
static void
check_named (GtkWidget *widget,
             guint *nameless)
{
  const gboolean control = GTK_IS_SWITCH (widget) || GTK_IS_SCALE (widget) || GTK_IS_ENTRY (widget) || is_icon (widget)
                           || GTK_IS_DROP_DOWN (widget) || GTK_IS_SEARCH_ENTRY (widget) || GTK_IS_COLUMN_VIEW (widget)
                           || GTK_IS_TEXT_VIEW (widget) || ONDES_IS_CHART (widget);
  g_autofree char *label = property_of (widget, GTK_ACCESSIBLE_PROPERTY_LABEL);

  if (control && gtk_widget_get_mapped (widget) && (label == NULL || *label == '\0')
      && !gtk_test_accessible_has_relation (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_RELATION_LABELLED_BY))
    {
      ++*nameless;
      g_test_message ("%s of %s has no name", G_OBJECT_TYPE_NAME (widget), G_OBJECT_TYPE_NAME (gtk_widget_get_parent (widget)));
    }
  if (is_whole (widget))
    return;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL; child = gtk_widget_get_next_sibling (child))
    check_named (child, nameless);
}

/* The rows of compensation too, which are hidden at first. */
static void
test_compensation (void)
{
  OndesCompensationSettings settings = ondes_compensation_settings_default;
  GtkWidget *panel, *expander;
  guint wrong = 0, nameless = 0;

  window_open_sample ("ecg.txt");
  settings.on = settings.quantise = TRUE;
  settings.oversample = 2;
  g_strlcpy (settings.amplitude, "points:1,0.1;100,0.2", ONDES_COMPENSATION_TEXT);
  g_strlcpy (settings.timing, "power:1,0.5,0", ONDES_COMPENSATION_TEXT);
  ondes_scalogram_analysis_set_compensation (analysis, &settings);
  panel = window_by_type (window, ONDES_TYPE_COMPENSATION_PANEL);
  expander = window_row (panel, "Compensation");
  adw_expander_row_set_expanded (ADW_EXPANDER_ROW (expander), TRUE);
  window_settle ();
  driver_wait_drawn (GTK_WIDGET (window));
  check_names (panel, &wrong);
  check_named (panel, &nameless);
  g_assert_cmpuint (wrong, ==, 0);
  g_assert_cmpuint (nameless, ==, 0);
  adw_expander_row_set_expanded (ADW_EXPANDER_ROW (expander), FALSE);
  ondes_scalogram_analysis_set_compensation (analysis, &ondes_compensation_settings_default);
  window_settle ();
}

/* Goes through the window by Tab; returns the widgets that had the focus. */
static GHashTable *
walk (void)
{
  GHashTable *reached = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < 300; i++)
    {
      g_signal_emit_by_name (window, "move-focus", GTK_DIR_TAB_FORWARD);
      g_hash_table_add (reached, gtk_window_get_focus (GTK_WINDOW (window)));
    }
  return reached;
}

/* TRUE if the focus was on the widget, or on a part of it, or on what it is a part of, such as a row. */
static gboolean
is_reached (GHashTable *reached,
            GtkWidget *widget)
{
  GHashTableIter iter;
  gpointer focus;

  g_hash_table_iter_init (&iter, reached);
  while (g_hash_table_iter_next (&iter, &focus, NULL))
    if (focus != NULL && (focus == widget || gtk_widget_is_ancestor (focus, widget) || gtk_widget_is_ancestor (widget, focus)))
      return TRUE;
  return FALSE;
}

static void
check_reached (GtkWidget *widget,
               GHashTable *reached,
               guint *missed)
{
  /* Rows of a list are reached by arrow keys. */
  GtkWidget *parent = gtk_widget_get_parent (widget);
  const gboolean wanted = gtk_widget_get_focusable (widget) && gtk_widget_is_sensitive (widget) && gtk_widget_get_can_focus (widget)
                          && !GTK_IS_LIST_BOX_ROW (widget);

  if (!gtk_widget_get_mapped (widget) || GTK_IS_POPOVER (widget))
    return;
  /* A switcher goes from one page's button to the next by arrow keys. */
  if (wanted && !is_reached (reached, (ADW_IS_VIEW_SWITCHER (parent) || GTK_IS_STACK_SWITCHER (parent)) ? parent : widget))
    {
      ++*missed;
      g_test_message ("%s of %s is not reached by Tab", G_OBJECT_TYPE_NAME (widget),
                      G_OBJECT_TYPE_NAME (parent));
    }
  if (is_whole (widget))
    return;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL; child = gtk_widget_get_next_sibling (child))
    check_reached (child, reached, missed);
}

static void
check_window (guint *wrong)
{
  g_autoptr (GHashTable) reached = NULL;

  window_settle ();
  driver_wait_drawn (GTK_WIDGET (window));
  check_names (GTK_WIDGET (window), wrong);
  check_named (GTK_WIDGET (window), wrong);
  reached = walk ();
  check_reached (GTK_WIDGET (window), reached, wrong);
}

/* With all panes open: slices, strips, comparison, and each tab of the inspector in turn. */
static void
test_panes (void)
{
  static const char *const toggles[] = { "win.strips", "win.slices" };
  static const char *const tabs[] = { "filters", "measure", "notes", "picture" };
  OndesCursors cursors = ONDES_CURSORS_NONE;
  guint wrong = 0;

  window_open_sample ("gw150914.csv");
  for (guint i = 0; i < G_N_ELEMENTS (toggles); i++)
    gtk_widget_activate_action (GTK_WIDGET (window), toggles[i], NULL);
  ondes_timeline_set_selection (timeline, (OndesSelection) { 1000, 9000, 50, 200 });
  cursors.at[0].sample = 3000;
  cursors.at[1].sample = 5000;
  ondes_timeline_set_cursors (timeline, cursors);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.hold-slice", NULL);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.compare-held", NULL);
  for (guint i = 0; i < G_N_ELEMENTS (tabs); i++)
    {
      ondes_window_show_tab (window, tabs[i]);
      check_window (&wrong);
    }
  gtk_widget_activate_action (GTK_WIDGET (window), "win.page", "s", "filter");
  check_window (&wrong);
  g_assert_cmpuint (wrong, ==, 0);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.compare-nothing", NULL);
  for (guint i = 0; i < G_N_ELEMENTS (toggles); i++)
    gtk_widget_activate_action (GTK_WIDGET (window), toggles[i], NULL);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.page", "s", "scalogram");
  gtk_widget_activate_action (GTK_WIDGET (window), "win.clear-selection", NULL);
  window_settle ();
}

static void
test_names (void)
{
  static const char *const actions[] = { "win.export", "win.read-options" };
  const GType dialogs[] = { ONDES_TYPE_EXPORT_DIALOG, ONDES_TYPE_READ_DIALOG };
  static const char *const pages[] = { "scalogram", "psd", "spectra", "convolution", "filter", "sequency" };
  guint wrong = 0;

  window_open_sample ("gw150914.csv");
  for (guint i = 0; i < G_N_ELEMENTS (pages); i++)
    {
      gtk_widget_activate_action (GTK_WIDGET (window), "win.page", "s", pages[i]);
      driver_wait_drawn (GTK_WIDGET (window));
      check_names (GTK_WIDGET (window), &wrong);
    }
  gtk_widget_activate_action (GTK_WIDGET (window), "win.page", "s", "scalogram");
  for (guint i = 0; i < G_N_ELEMENTS (dialogs); i++)
    {
      GtkWindow *dialog;

      gtk_widget_activate_action (GTK_WIDGET (window), actions[i], NULL);
      dialog = window_wait_dialog (dialogs[i]);
      check_names (GTK_WIDGET (dialog), &wrong);
      driver_key ("Escape");
      window_wait_gone (dialogs[i]);
    }
  g_assert_cmpuint (wrong, ==, 0);
}

static gboolean
omega0_is (gpointer data)
{
  return ondes_scalogram_analysis_get_settings (analysis)->options.omega0 == *(double *) data;
}

static void
test_sliders (void)
{
  GtkWidget *row, *scale;
  double target = 8, fmin;

  window_open_sample ("ecg.txt");
  row = window_by_id (window, "omega0");
  scale = window_by_id (row, "scale");
  window_type_into ("omega0", "8");
  driver_wait (omega0_is, &target, "ω₀ of 8");
  gtk_test_accessible_assert_property (scale, GTK_ACCESSIBLE_PROPERTY_VALUE_NOW, 8.0);
  gtk_test_accessible_assert_property (scale, GTK_ACCESSIBLE_PROPERTY_VALUE_MIN, 2.0);
  gtk_test_accessible_assert_property (scale, GTK_ACCESSIBLE_PROPERTY_VALUE_MAX, 20.0);
  gtk_test_accessible_assert_property (scale, GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, "8");
  /* Dragged. */
  driver_move (scale, gtk_widget_get_width (scale) * 0.3, gtk_widget_get_height (scale) / 2.0);
  driver_click (1, 1, NULL);
  window_settle ();
  g_assert_cmpfloat (ondes_scalogram_analysis_get_settings (analysis)->options.omega0, !=, 8);
  gtk_test_accessible_assert_property (scale, GTK_ACCESSIBLE_PROPERTY_VALUE_NOW,
                                       ondes_scalogram_analysis_get_settings (analysis)->options.omega0);
  window_type_into ("omega0", "5");
  target = 5;
  driver_wait (omega0_is, &target, "ω₀ of 5");
  /* With its unit. */
  scale = window_by_id (window_by_id (window, "fmax"), "scale");
  fmin = ondes_scalogram_analysis_get_settings (analysis)->fmax_hz;
  g_assert_cmpfloat (fmin, ==, 100);
  gtk_test_accessible_assert_property (scale, GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, "100 Hz");
}

static gboolean
window_of_mean_is (gpointer data)
{
  const OndesCwtSettings *settings = ondes_scalogram_analysis_get_settings (analysis);

  return settings->detrend == ONDES_DETREND_MOVING && settings->detrend_window == *(double *) data;
}

static void
type_window (const char *text)
{
  gtk_widget_grab_focus (window_by_id (window_by_id (window, "detrend_window"), "entry"));
  driver_key ("ctrl+a");
  driver_type (text);
  driver_key ("Return");
}

static gboolean
problem_is_shown (gpointer data)
{
  return gtk_widget_get_mapped (window_by_id (window, "computing_problem")) == *(gboolean *) data;
}

/* The row of a moving mean's window is there with it alone, and takes numbers above 0. */
static void
test_moving_mean (void)
{
  GtkWidget *detrend, *row;
  double target = 0.5;
  gboolean shown = TRUE;

  window_open_sample ("ecg.txt");
  detrend = window_by_id (window, "detrend");
  row = window_by_id (window, "detrend_window");
  g_assert_false (gtk_widget_get_mapped (row));
  adw_combo_row_set_selected (ADW_COMBO_ROW (detrend), ONDES_DETREND_MOVING);
  driver_wait (window_is_mapped, row, "the row of the window");
  type_window ("0.5");
  driver_wait (window_of_mean_is, &target, "a window of 0.5 s");
  window_settle ();
  g_assert_nonnull (strstr (ondes_analysis_get_status (ONDES_ANALYSIS (analysis)), "moving mean subtracted"));
  type_window ("0");
  driver_wait (problem_is_shown, &shown, "what is wrong with 0");
  g_assert_true (window_of_mean_is (&target));
  target = 2;
  shown = FALSE;
  type_window ("2");
  driver_wait (window_of_mean_is, &target, "a window of 2 s");
  driver_wait (problem_is_shown, &shown, "that nothing is wrong");
  window_settle ();
  adw_combo_row_set_selected (ADW_COMBO_ROW (detrend), ONDES_DETREND_AUTO);
  window_settle ();
  g_assert_false (gtk_widget_get_mapped (row));
}

/* The focus. */

static gboolean
chart_has_focus (gpointer data)
{
  return gtk_window_get_focus (GTK_WINDOW (window)) == window_by_type (window, ONDES_TYPE_SCALOGRAM_VIEW);
}

static gboolean
view_is_part (gpointer data)
{
  double count;

  ondes_timeline_get_view (timeline, NULL, &count);
  return (count < (double) ondes_session_get_source (session)->n) == *(gboolean *) data;
}

static gboolean
has_crosshair (gpointer data)
{
  return ondes_scalogram_analysis_get_pointer (analysis)->sample == ondes_scalogram_analysis_get_pointer (analysis)->sample;
}

static void
open_by_argument (const char *name)
{
  g_autofree char *path = window_sample (name);
  g_autoptr (GFile) file = g_file_new_for_path (path);

  g_application_open (G_APPLICATION (application), &file, 1, "");
  window_use (ONDES_WINDOW (gtk_application_get_active_window (GTK_APPLICATION (application))));
  window_settle ();
}

static void
test_focus (void)
{
  gboolean yes = TRUE, no = FALSE;

  open_by_argument ("nino3.dat");
  driver_wait (chart_has_focus, NULL, "the focus on the chart");
  driver_key ("alt+Left");
  driver_wait (has_crosshair, NULL, "a crosshair by keys");
  driver_key ("plus");
  driver_wait (view_is_part, &yes, "a zoom by key");
  driver_key ("Home");
  driver_wait (view_is_part, &no, "the whole");
  window_settle ();
  /* Another file, with the focus elsewhere before. */
  gtk_widget_grab_focus (window_by_id (window, "wavelet"));
  gtk_widget_activate_action (GTK_WIDGET (window), "win.open-uri", "s", "file:///nowhere/there.wav");
  g_assert_false (chart_has_focus (NULL));
  window_open_sample ("ecg.txt");
  driver_wait (chart_has_focus, NULL, "the focus on the chart again");
}

static OndesSeriesModel *
values_of (OndesWindow *of)
{
  return ondes_series_view_get_model (ONDES_SERIES_VIEW (window_by_type (of, ONDES_TYPE_SERIES_VIEW)));
}

static gboolean
has_series (gpointer data)
{
  return ondes_series_model_get_series (data) != NULL;
}

static gboolean
series_is_whole (gpointer data)
{
  double first, count;

  ondes_series_model_get_view (data, &first, &count);
  return count == (double) ondes_series_model_get_series (data)->n;
}

/* Wherever the focus lies, and for both charts. */
static void
test_home (void)
{
  OndesSeriesModel *values;
  GtkWidget *places[3];

  window_open_sample ("ecg.txt");
  gtk_widget_activate_action (GTK_WIDGET (window), "win.page", "s", "spectra");
  values = values_of (window);
  driver_wait (has_series, values, "the values");
  places[0] = window_by_type (gtk_stack_get_visible_child (window->logic), GTK_TYPE_COLUMN_VIEW);
  places[1] = window_by_id (window, "menu_button");
  places[2] = window_by_id (gtk_stack_get_visible_child (GTK_STACK (window_by_id (window, "controls"))), "transform");
  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    {
      ondes_series_model_set_view (values, 10, 100);
      g_assert_false (series_is_whole (values));
      gtk_widget_grab_focus (places[i]);
      driver_key ("Home");
      driver_wait (series_is_whole, values, "the whole of the values");
    }
  gtk_widget_activate_action (GTK_WIDGET (window), "win.page", "s", "scalogram");
}

int
main (int argc,
      char **argv)
{
  window_init (&argc, &argv);
  g_test_add_func ("/ondes/access/keys-work-on-the-chart-from-the-start", test_focus);
  g_test_add_func ("/ondes/access/names-are-said-once", test_names);
  g_test_add_func ("/ondes/access/compensation-is-named", test_compensation);
  g_test_add_func ("/ondes/access/sliders-tell-their-value-in-its-unit", test_sliders);
  g_test_add_func ("/ondes/access/window-of-a-moving-mean", test_moving_mean);
  g_test_add_func ("/ondes/access/home-shows-the-whole-from-anywhere", test_home);
  g_test_add_func ("/ondes/access/panes-are-named-and-reached-by-tab", test_panes);
  return window_run ();
}
