/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The real window, driven by pointer and keys, and what is then on the screen. */
#include <string.h>

#include "analysis/levels.h"
#include "figure/raster.h"
#include "charts/ondes-charts.h"
#include "pages/ondes-controls.h"
#include "dialogs/ondes-export-dialog.h"
#include "dialogs/ondes-read-dialog.h"
#include "session/settings.h"
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

static gboolean
omega0_is_not (gpointer data)
{
  return omega0 () != *(double *) data;
}

static double
view_count (void)
{
  double count;

  ondes_timeline_get_view (timeline, NULL, &count);
  return count;
}

static gboolean
view_is_less (gpointer data)
{
  return view_count () < *(double *) data;
}

static gboolean
view_is_all (gpointer data)
{
  return view_count () == (double) ondes_session_get_source (session)->n;
}

static gboolean
has_row (GtkWidget *widget,
         gconstpointer title)
{
  return ADW_IS_ACTION_ROW (widget)
         && strstr (adw_preferences_row_get_title (ADW_PREFERENCES_ROW (widget)), title) != NULL;
}

static void
test_welcome (void)
{
  GtkWidget *row;

  window_begin ();
  g_assert_true (ondes_window_is_empty (window));
  row = window_find (GTK_WIDGET (window), has_row, "NINO3");
  g_assert_nonnull (row);
  window_click (row);
  window_settle ();
  g_assert_cmpfloat (ondes_session_get_source (session)->rate_hz, ==, 4);
  g_assert_cmpstr (ondes_recording_get_info (ondes_session_get_recording (session))->time_unit, ==, "a");
  g_assert_cmpuint (window_colours (), >, 100);
}

/* TRUE if the window in use has the recording at @path. */
static gboolean
active_has (gpointer path)
{
  OndesWindow *active = ONDES_WINDOW (gtk_application_get_active_window (GTK_APPLICATION (application)));
  OndesRecording *recording = ondes_session_get_recording (ondes_window_get_session (active));

  return recording != NULL && g_str_equal (ondes_recording_get_info (recording)->path, path);
}

/* As "ondes FILE" does it: a second file gets a window of its own. */
static void
test_argument (void)
{
  g_autofree char *path = window_sample ("ecg.txt");
  g_autoptr (GFile) file = g_file_new_for_path (path);
  OndesWindow *first, *second;

  window_begin ();
  first = window;
  g_application_open (G_APPLICATION (application), &file, 1, "");
  driver_wait (active_has, path, "the recording");
  second = ONDES_WINDOW (gtk_application_get_active_window (GTK_APPLICATION (application)));
  if (second != first)
    {
      window_use (second);
      window_settle ();
      g_assert_cmpstr (ondes_recording_get_info (ondes_session_get_recording (session))->path, ==, path);
      g_assert_cmpuint (window_colours (), >, 100);
      gtk_window_close (GTK_WINDOW (second));
      window_use (first);
    }
  else
    window_settle ();
}

static void
test_zoom (void)
{
  GtkWidget *chart;
  double before;

  window_open_sample ("ecg.txt");
  chart = window_by_type (window, ONDES_TYPE_SCALOGRAM_VIEW);
  gtk_widget_grab_focus (chart);
  before = view_count ();
  driver_key ("plus");
  driver_wait (view_is_less, &before, "a zoom by key");
  window_settle ();
  before = view_count ();
  driver_move (chart, gtk_widget_get_width (chart) / 2.0, gtk_widget_get_height (chart) / 2.0);
  driver_click (4, 1, NULL);
  driver_wait (view_is_less, &before, "a zoom by wheel");
  window_settle ();
  g_assert_cmpuint (ondes_scalogram_analysis_get_scalogram (analysis)->view.count, <,
                    ondes_session_get_source (session)->n);
  driver_key ("Home");
  driver_wait (view_is_all, NULL, "the whole");
  window_settle ();
}

static gboolean
is_power (gpointer data)
{
  return ondes_scalogram_analysis_get_settings (analysis)->options.quantity == ONDES_QUANTITY_POWER;
}

static void
test_controls (void)
{
  GtkWidget *scale;
  double target = 8.5, before;
  guint colours_before;

  window_open_sample ("nino3.dat");
  window_type_into ("omega0", "8.5");
  driver_wait (omega0_is, &target, "ω₀ of 8.5");
  window_settle ();
  g_assert_cmpfloat (ondes_spec_cwt (ondes_scalogram_analysis_get_scalogram (analysis)->spec)->options.omega0, ==, 8.5);

  /* The slider acts while it is held. */
  scale = window_by_id (window_by_id (window, "omega0"), "scale");
  before = omega0 ();
  driver_move (scale, gtk_widget_get_width (scale) * 0.3, gtk_widget_get_height (scale) / 2.0);
  driver_press (1);
  driver_wait (omega0_is_not, &before, "ω₀ under the pointer");
  before = omega0 ();
  driver_move (scale, gtk_widget_get_width (scale) * 0.6, gtk_widget_get_height (scale) / 2.0);
  driver_wait (omega0_is_not, &before, "ω₀ along with the pointer");
  window_settle ();
  g_assert_cmpfloat (ondes_spec_cwt (ondes_scalogram_analysis_get_scalogram (analysis)->spec)->options.omega0, ==, omega0 ());
  driver_release (1);
  window_settle ();

  /* Power, by keys alone. */
  gtk_widget_grab_focus (window_by_id (window, "quantity"));
  colours_before = window_colours ();
  driver_key ("space");
  driver_wait_drawn (GTK_WIDGET (window));
  driver_key ("Down");
  driver_key ("Return");
  driver_wait (is_power, NULL, "power");
  window_settle ();
  g_assert_cmpuint (window_colours (), >, colours_before / 4);
  window_type_into ("omega0", "5");
  target = 5;
  driver_wait (omega0_is, &target, "ω₀ of 5");
  window_settle ();
}

static gboolean
lowest_is (gpointer data)
{
  return ondes_scalogram_analysis_get_settings (analysis)->fmin_hz == *(double *) data;
}

static gboolean
highest_is (gpointer data)
{
  return ondes_scalogram_analysis_get_settings (analysis)->fmax_hz == *(double *) data;
}

static double
shown_number (const char *row)
{
  return ondes_slider_row_get_value (ONDES_SLIDER_ROW (window_by_id (window, row)));
}

/* Typed for one recording, frequencies are not those of the next, and no start of the program brings them back. */
static void
test_range (void)
{
  double lowest = 20, highest = 500;
  g_autoptr (OndesSession) next_session = ondes_session_new ();
  g_autoptr (OndesScalogramAnalysis) next_start = ondes_scalogram_analysis_new (next_session);
  g_autofree char *path = window_sample ("gw150914.csv");

  window_open_sample ("gw150914.csv");
  window_type_into ("fmin", "20");
  driver_wait (lowest_is, &lowest, "the lowest frequency");
  window_type_into ("fmax", "500");
  driver_wait (highest_is, &highest, "the highest frequency");
  window_settle ();
  window_open_sample ("humpback.ogg");
  g_assert_cmpfloat_with_epsilon (shown_number ("fmax") / ondes_session_get_source (session)->rate_hz, 0.4, 1e-9);
  g_assert_cmpfloat_with_epsilon (shown_number ("fmin") / ondes_session_get_source (session)->rate_hz, 0.0004,
                                  2e-6);

  window_open_sample ("gw150914.csv");
  window_type_into ("fmin", "20");
  driver_wait (lowest_is, &lowest, "the lowest frequency again");
  window_settle ();
  ondes_settings_store (ondes_application_get_settings (application), ONDES_ANALYSIS (analysis));
  ondes_settings_load (ondes_application_get_settings (application), ONDES_ANALYSIS (next_start));
  ondes_session_open (next_session, path, NULL);
  while (ondes_analysis_is_busy (ONDES_ANALYSIS (next_start), NULL))
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpfloat (ondes_scalogram_analysis_get_settings (next_start)->fmin_hz, <, 19);
}

static gboolean
has_problem (gpointer data)
{
  return (ondes_analysis_get_problem (ONDES_ANALYSIS (analysis)) != NULL) == *(gboolean *) data;
}

static void
test_problem (void)
{
  OndesScalogram *scalogram;
  GtkWidget *label = NULL;
  gboolean yes = TRUE, no = FALSE;

  window_open_sample ("nino3.dat");
  scalogram = ondes_scalogram_analysis_get_scalogram (analysis);
  label = window_by_id (window, "transform_problem");
  g_assert_false (gtk_widget_get_visible (label));
  window_type_into ("omega0", "0.1");
  driver_wait (has_problem, &yes, "the sentence");
  driver_wait_drawn (GTK_WIDGET (window));
  g_assert_true (gtk_widget_get_mapped (label));
  g_assert_cmpstr (gtk_label_get_text (GTK_LABEL (label)), ==, ondes_analysis_get_problem (ONDES_ANALYSIS (analysis)));
  g_assert_true (gtk_widget_has_css_class (window_by_id (window, "omega0"), "error"));
  gtk_test_accessible_assert_state (window_by_id (window, "omega0"), GTK_ACCESSIBLE_STATE_INVALID, GTK_ACCESSIBLE_INVALID_TRUE);
  g_assert_true (ondes_scalogram_analysis_get_scalogram (analysis) == scalogram);
  window_type_into ("omega0", "5");
  driver_wait (has_problem, &no, "no sentence");
  window_settle ();
  g_assert_false (gtk_widget_get_visible (label));
  g_assert_false (gtk_widget_has_css_class (window_by_id (window, "omega0"), "error"));
}

static void
test_cancel (void)
{
  OndesCwtSettings settings;
  OndesScalogram *scalogram;

  window_open_sample ("humpback.ogg");
  scalogram = ondes_scalogram_analysis_get_scalogram (analysis);
  for (guint way = 0; way < 2; way++)
    {
      /* Long on any machine: 80 gigaflops. */
      settings = *ondes_scalogram_analysis_get_settings (analysis);
      settings.options.method = ONDES_METHOD_DIRECT;
      settings.options.omega0 = 20 + way;
      ondes_scalogram_analysis_set_settings (analysis, &settings);
      driver_wait (window_is_mapped, window_by_id (window, "cancel_button"), "the cancel button");
      if (way == 0)
        window_click (window_by_id (window, "cancel_button"));
      else
        {
          gtk_widget_grab_focus (window_by_type (window, ONDES_TYPE_SCALOGRAM_VIEW));
          driver_key ("Escape");
        }
      driver_wait (window_is_idle, NULL, "the end of it");
      /* The last exact one, or what had come of the new one. */
      g_assert_true (ondes_scalogram_analysis_get_scalogram (analysis) == scalogram
                     || ondes_scalogram_analysis_get_scalogram (analysis)->view.preview);
      g_assert_true (ondes_analysis_is_stale (ONDES_ANALYSIS (analysis)));
    }
  settings.options.method = ONDES_METHOD_AUTO;
  settings.options.omega0 = 5;
  ondes_scalogram_analysis_set_settings (analysis, &settings);
  window_settle ();
  g_assert_false (gtk_widget_get_mapped (window_by_id (window, "cancel_button")));
}

/* Names for a screen reader. */

static gboolean
is_control (GtkWidget *widget)
{
  switch (gtk_accessible_get_accessible_role (GTK_ACCESSIBLE (widget)))
    {
    case GTK_ACCESSIBLE_ROLE_BUTTON:
    case GTK_ACCESSIBLE_ROLE_CHECKBOX:
    case GTK_ACCESSIBLE_ROLE_COMBO_BOX:
    case GTK_ACCESSIBLE_ROLE_SLIDER:
    case GTK_ACCESSIBLE_ROLE_SPIN_BUTTON:
    case GTK_ACCESSIBLE_ROLE_SWITCH:
    case GTK_ACCESSIBLE_ROLE_TEXT_BOX:
    case GTK_ACCESSIBLE_ROLE_IMG:
      return gtk_widget_get_focusable (widget) && gtk_widget_get_mapped (widget);
    default:
      return FALSE;
    }
}

static gboolean
is_named (GtkWidget *widget)
{
  return gtk_test_accessible_has_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_LABEL)
         || gtk_test_accessible_has_relation (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_RELATION_LABELLED_BY);
}

static guint
count_controls (GtkWidget *widget,
                guint *unnamed)
{
  guint n = 0;

  if (is_control (widget))
    {
      GtkWidget *up = widget;
      gboolean named = FALSE;

      /* A part of a composed widget goes by the name of the whole. */
      for (guint i = 0; i < 3 && up != NULL && !named; i++, up = gtk_widget_get_parent (up))
        named = is_named (up);
      n++;
      if (!named)
        {
          ++*unnamed;
          g_test_message ("without a name: %s in %s, id %s", G_OBJECT_TYPE_NAME (widget),
                          G_OBJECT_TYPE_NAME (gtk_widget_get_parent (widget)),
                          gtk_buildable_get_buildable_id (GTK_BUILDABLE (widget)));
        }
    }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL; child = gtk_widget_get_next_sibling (child))
    n += count_controls (child, unnamed);
  return n;
}

static void
test_names (void)
{
  static const char *const actions[] = { "win.export", "win.read-options" };
  const GType dialogs[] = { ONDES_TYPE_EXPORT_DIALOG, ONDES_TYPE_READ_DIALOG };
  guint unnamed = 0;

  window_open_sample ("gw150914.csv");
  g_assert_cmpuint (count_controls (GTK_WIDGET (window), &unnamed), >, 15);
  for (guint i = 0; i < G_N_ELEMENTS (dialogs); i++)
    {
      GtkWindow *dialog;

      gtk_widget_activate_action (GTK_WIDGET (window), actions[i], NULL);
      dialog = window_wait_dialog (dialogs[i]);
      g_assert_cmpuint (count_controls (GTK_WIDGET (dialog), &unnamed), >, 4);
      driver_key ("Escape");
      window_wait_gone (dialogs[i]);
    }
  g_assert_cmpuint (unnamed, ==, 0);
}

/* Every control of the side bar is reached by Tab, which leaves a list, and the arrows, which go through it. */
static void
test_tab (void)
{
  static const char *const ids[] = { "wavelet", "omega0", "quantity", "rows", "fmin", "boundary", "method", "precision",
                                     "palette", "axis", "db_range", "reference" };
  static const char *const orders[][3] = { { "Tab", "Down", "Down" }, { "Tab", "Down", "Tab" }, { "Tab", "Tab", "Tab" } };
  gboolean seen[G_N_ELEMENTS (ids)] = { FALSE };
  GtkWidget *focus;
  guint reached = 0;

  window_open_sample ("nino3.dat");
  window_reveal (window_by_id (window, "boundary"));
  for (guint order = 0; order < G_N_ELEMENTS (orders); order++)
    {
      gtk_widget_grab_focus (window_by_id (window, "wavelet"));
      for (guint turn = 0; turn < 60 && reached < G_N_ELEMENTS (ids); turn++)
        {
          focus = gtk_window_get_focus (GTK_WINDOW (window));
          for (guint i = 0; focus != NULL && i < G_N_ELEMENTS (ids); i++)
            if (!seen[i]
                && (focus == window_by_id (window, ids[i]) || gtk_widget_is_ancestor (focus, window_by_id (window, ids[i]))))
              {
                seen[i] = TRUE;
                reached++;
              }
          driver_key (orders[order][turn % 3]);
          driver_wait_drawn (GTK_WIDGET (window));
        }
    }
  for (guint i = 0; i < G_N_ELEMENTS (ids); i++)
    if (!seen[i])
      g_error ("the keyboard does not reach “%s”", ids[i]);
}

static gboolean
is_folded (gpointer data)
{
  GtkWidget *flap = window_by_id (window, "flap");

  return adw_flap_get_folded (ADW_FLAP (flap)) == *(gboolean *) data
         && adw_flap_get_reveal_progress (ADW_FLAP (flap)) == (*(gboolean *) data ? 0 : 1);
}

/* In a narrow window the picture has the room, and the side bar comes over it when called. */
static void
test_narrow (void)
{
  gboolean yes = TRUE, no = FALSE;
  int width = gtk_widget_get_width (GTK_WIDGET (window)), height = gtk_widget_get_height (GTK_WIDGET (window));

  window_open_sample ("nino3.dat");
  driver_wait (is_folded, &no, "the side bar beside the picture");
  gtk_window_set_default_size (GTK_WINDOW (window), 800, 600);
  driver_wait (is_folded, &yes, "the side bar to fold");
  window_settle ();
  g_assert_cmpint (gtk_widget_get_width (window_by_type (window, ONDES_TYPE_SCALOGRAM_VIEW)), >, 700);
  driver_key ("F9");
  driver_wait (window_is_mapped, window_by_id (window, "omega0"), "the side bar over the picture");
  gtk_window_set_default_size (GTK_WINDOW (window), width, height);
  driver_wait (is_folded, &no, "the side bar beside the picture again");
  window_settle ();
}

static gboolean
boundary_is (gpointer data)
{
  return (int) ondes_scalogram_analysis_get_settings (analysis)->options.boundary == *(int *) data;
}

/* The analytic Morlet knows one boundary: it is taken and not offered, where an error would be no help. */
static void
test_analytic (void)
{
  int reflect = ONDES_BOUNDARY_REFLECT, zero = ONDES_BOUNDARY_ZERO;

  window_open_sample ("nino3.dat");
  adw_combo_row_set_selected (ADW_COMBO_ROW (window_by_id (window, "boundary")), ONDES_BOUNDARY_REFLECT);
  driver_wait (boundary_is, &reflect, "the reflected boundary");
  window_settle ();
  adw_combo_row_set_selected (ADW_COMBO_ROW (window_by_id (window, "wavelet")), ONDES_WAVELET_ANALYTIC_MORLET);
  driver_wait (boundary_is, &zero, "zeros");
  window_settle ();
  g_assert_null (ondes_analysis_get_problem (ONDES_ANALYSIS (analysis)));
  g_assert_false (gtk_widget_is_sensitive (window_by_id (window, "boundary")));
  adw_combo_row_set_selected (ADW_COMBO_ROW (window_by_id (window, "wavelet")), ONDES_WAVELET_COMPLEX_MORLET);
  window_settle ();
  g_assert_true (gtk_widget_is_sensitive (window_by_id (window, "boundary")));
}

static gboolean
measured_says (gpointer text)
{
  const char *said = adw_action_row_get_subtitle (ADW_ACTION_ROW (window_by_id (window, "measured")));

  return *(const char *) text == '\0' ? *said == '\0' : strstr (said, text) != NULL;
}

static gboolean
precisions_are_measured (gpointer data)
{
  return measured_says ("single ") && measured_says (" points");
}

static void
count_measuring (GObject *row,
                 GParamSpec *property,
                 guint *times)
{
  *times += g_str_has_prefix (adw_action_row_get_subtitle (ADW_ACTION_ROW (row)), "Measuring");
}

static gboolean
is_above_0 (gpointer number)
{
  return *(guint *) number > 0;
}

/* The switch shows the errors of what is on the screen, of every wavelet, anew after each change. */
static void
test_measured (void)
{
  int reflect = ONDES_BOUNDARY_REFLECT;
  guint begun = 0;
  gulong handler;

  window_open_sample ("nino3.dat");
  window_reveal (window_by_id (window, "measure"));
  gtk_widget_grab_focus (window_by_id (window, "measure"));
  driver_key ("space");
  driver_wait (precisions_are_measured, NULL, "the errors of picture and precisions");
  handler = g_signal_connect (window_by_id (window, "measured"), "notify::subtitle", G_CALLBACK (count_measuring), &begun);
  adw_combo_row_set_selected (ADW_COMBO_ROW (window_by_id (window, "boundary")), ONDES_BOUNDARY_REFLECT);
  driver_wait (boundary_is, &reflect, "the reflected boundary");
  window_settle ();
  driver_wait (is_above_0, &begun, "a measurement anew");
  driver_wait (measured_says, "points", "the errors of the next picture");
  begun = 0;
  adw_combo_row_set_selected (ADW_COMBO_ROW (window_by_id (window, "wavelet")), ONDES_WAVELET_ANALYTIC_MORLET);
  window_settle ();
  driver_wait (is_above_0, &begun, "a measurement anew");
  driver_wait (precisions_are_measured, NULL, "the errors of the analytic wavelet");
  begun = 0;
  adw_combo_row_set_selected (ADW_COMBO_ROW (window_by_id (window, "wavelet")), ONDES_WAVELET_COMPLEX_MORLET);
  window_settle ();
  driver_wait (is_above_0, &begun, "a measurement anew");
  driver_wait (measured_says, "points", "the errors again");
  g_signal_handler_disconnect (window_by_id (window, "measured"), handler);
  gtk_widget_grab_focus (window_by_id (window, "measure"));
  driver_key ("space");
  driver_wait (measured_says, "", "nothing once it is off");
}

static gboolean
colours_are (gpointer data)
{
  const OndesDisplay now = ondes_scalogram_analysis_get_colours (analysis), *wanted = data;

  return now.reference == wanted->reference && now.db_range == wanted->db_range;
}

static gboolean
is_equalised (gpointer wanted)
{
  GtkWidget *chart = window_by_type (window, ONDES_TYPE_SCALOGRAM_VIEW);

  return (ondes_scalogram_analysis_get_colours (analysis).equalise != FALSE) == GPOINTER_TO_INT (wanted)
         && ondes_scalogram_view_is_settled (ONDES_SCALOGRAM_VIEW (chart));
}

/* Clicks a widget of the side bar, wherever that has been scrolled to. */
static void
click_in_side_bar (GtkWidget *widget)
{
  GtkWidget *scrolled = gtk_widget_get_ancestor (widget, GTK_TYPE_SCROLLED_WINDOW);
  GtkAdjustment *adjustment = gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (scrolled));
  double x, y;

  g_assert_true (gtk_widget_translate_coordinates (widget, scrolled, 0, 0, &x, &y));
  gtk_adjustment_set_value (adjustment, gtk_adjustment_get_value (adjustment) + y - gtk_widget_get_height (scrolled) / 2.0);
  window_click (widget);
}

/* How light the brightest of ten bands of frequencies is on the screen beside the darkest, and all of them. */
static double
contrast_of_rows (double *lightness)
{
  GtkWidget *chart = window_by_type (window, ONDES_TYPE_SCALOGRAM_VIEW);
  g_autoptr (DriverShot) shot = NULL;
  double least = 255, most = 0;
  graphene_rect_t plot;

  driver_wait_drawn (GTK_WIDGET (window));
  shot = driver_shot (GTK_WIDGET (window));
  ondes_chart_get_plot (ONDES_CHART (chart), &plot);
  *lightness = 0;
  for (guint band = 0; band < 10; band++)
    {
      double sum = 0;

      for (guint i = 0; i < 200; i++)
        sum += driver_lightness (driver_pixel (shot, chart, plot.origin.x + plot.size.width * (0.2 + 0.6 * i / 200),
                                               plot.origin.y + plot.size.height * (band + 0.5) / 10)) / 200;
      least = MIN (least, sum);
      most = MAX (most, sum);
      *lightness += sum / 10;
    }
  return most - least;
}

/* Colours by what is in view, by keys and by the button; those of the recording again; and rows by their medians. */
static void
test_colours (void)
{
  OndesDisplay automatic, fit, unset;
  OndesLevelsPart part;
  OndesLevels levels;
  double before, after, contrast;
  GtkWidget *chart, *equalise;

  window_open_sample ("ecg.txt");
  chart = window_by_type (window, ONDES_TYPE_SCALOGRAM_VIEW);
  driver_move (chart, 2, 2);
  /* High frequencies between two beats are faint, and dark by the colours of the whole. */
  ondes_timeline_set_view (timeline, 1035, 90);
  ondes_scalogram_analysis_set_frequencies (analysis, 50, 95);
  ondes_scalogram_analysis_set_colours (analysis, 0, 0);
  window_settle ();
  automatic = unset = ondes_scalogram_analysis_get_colours (analysis);
  contrast_of_rows (&before);
  part = (OndesLevelsPart) { 1035, 90, 50, 95 };
  levels = ondes_levels_measure (ondes_scalogram_analysis_get_scalogram (analysis), NULL, &part);
  unset.reference = unset.db_range = 0;
  fit = ondes_display_resolve_by (&unset, ondes_scalogram_analysis_get_scalogram (analysis), &levels);
  g_assert_cmpfloat (fit.reference, <, automatic.reference * 0.7);
  gtk_widget_grab_focus (chart);
  driver_key ("ctrl+f");
  driver_wait (colours_are, &fit, "colours by what is in view");
  driver_wait (is_equalised, GINT_TO_POINTER (FALSE), "them on the screen");
  contrast_of_rows (&after);
  g_assert_cmpfloat (after, >, before + 10);
  driver_key ("ctrl+shift+f");
  driver_wait (colours_are, &automatic, "colours by the recording");
  click_in_side_bar (window_by_id (window, "fit_colours"));
  driver_wait (colours_are, &fit, "colours by what is in view, by the button");
  click_in_side_bar (window_by_id (window, "automatic_colours"));
  driver_wait (colours_are, &automatic, "colours by the recording, by the button");

  ondes_scalogram_analysis_view_all (analysis);
  window_settle ();
  contrast = contrast_of_rows (&before);
  equalise = adw_action_row_get_activatable_widget (ADW_ACTION_ROW (window_by_id (window, "equalise")));
  click_in_side_bar (equalise);
  driver_wait (is_equalised, GINT_TO_POINTER (TRUE), "equal rows");
  g_assert_cmpfloat (contrast_of_rows (&after), <, contrast / 2);
  click_in_side_bar (equalise);
  driver_wait (is_equalised, GINT_TO_POINTER (FALSE), "rows as they are");
  g_assert_cmpfloat_with_epsilon (contrast_of_rows (&after), contrast, 1);
}

int
main (int argc,
      char **argv)
{
  window_init (&argc, &argv);
  g_test_add_func ("/ondes/window/sample-of-the-welcome-page-opens", test_welcome);
  g_test_add_func ("/ondes/window/argument-opens", test_argument);
  g_test_add_func ("/ondes/window/zooms-and-returns-to-the-whole", test_zoom);
  g_test_add_func ("/ondes/window/control-changes-the-picture", test_controls);
  g_test_add_func ("/ondes/window/range-belongs-to-its-recording", test_range);
  g_test_add_func ("/ondes/window/problem-stands-at-its-control", test_problem);
  g_test_add_func ("/ondes/window/cancel-by-button-and-key", test_cancel);
  g_test_add_func ("/ondes/window/controls-have-names", test_names);
  g_test_add_func ("/ondes/window/keyboard-reaches-all", test_tab);
  g_test_add_func ("/ondes/window/side-bar-folds-where-it-is-narrow", test_narrow);
  g_test_add_func ("/ondes/window/analytic-wavelet-chooses-its-boundary", test_analytic);
  g_test_add_func ("/ondes/window/error-of-the-picture-is-measured", test_measured);
  g_test_add_func ("/ondes/window/colours-fit-the-view-and-rows-are-equalised", test_colours);
  return window_run ();
}
