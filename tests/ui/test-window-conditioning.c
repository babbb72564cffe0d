/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Steps of conditioning in the side bar, by pointer and keys: added, edited, moved, switched off, undone, on every page. */
#include <math.h>
#include <string.h>

#include "pages/ondes-conditioning-panel.h"
#include "rows/ondes-slider-row.h"
#include "window-fixture.h"

static GtkWidget *
panel (void)
{
  return window_by_type (window, ONDES_TYPE_CONDITIONING_PANEL);
}

/* The steps in one line, "off" before them if they are not applied. */
static char *
steps (void)
{
  g_autofree char *joined = g_strjoinv (" ", (char **) ondes_session_get_conditioning (session));

  return g_strconcat (ondes_session_is_conditioned (session) ? "" : "off ", joined, NULL);
}

static gboolean
steps_are (gpointer wanted)
{
  g_autofree char *now = steps ();

  return g_str_equal (now, wanted);
}

static gboolean
picture_is_of (gpointer wanted)
{
  OndesScalogram *scalogram = ondes_scalogram_analysis_get_scalogram (analysis);

  return scalogram != NULL && !scalogram->view.preview && g_strcmp0 (scalogram->conditioning, wanted) == 0;
}

static GtkWidget *
row (const char *title)
{
  return window_row (panel (), title);
}

static gboolean
has_tooltip (GtkWidget    *widget,
             gconstpointer tooltip)
{
  return GTK_IS_BUTTON (widget) && g_strcmp0 (gtk_widget_get_tooltip_text (widget), tooltip) == 0;
}

/* Presses the button of the step of that title, by keys. */
static void
press_button (const char *title,
              const char *tooltip)
{
  GtkWidget *button = window_find (row (title), has_tooltip, tooltip);

  g_assert_nonnull (button);
  driver_wait_drawn (GTK_WIDGET (window));
  gtk_widget_grab_focus (button);
  driver_key ("space");
}

static void
add_step (const char *name)
{
  window_click (window_by_id (panel (), "add"));
  window_click (window_menu_item (name));
}

static gboolean
is_expanded (gpointer unused)
{
  return gtk_widget_get_mapped (window_by_id (panel (), "add"));
}

static void
begin (void)
{
  window_open_sample ("ecg.txt");
  ondes_session_set_conditioning (session, (const char *const[]) { NULL }, FALSE);
  ondes_session_begin_history (session);
  window_settle ();
  window_reveal (panel ());
  driver_wait (is_expanded, NULL, "the steps");
}

/* Added by pointer, edited by keys: the picture on the screen changes; off, it is as before; undone, step by step. */
static void
test_step (void)
{
  guint32 before, after;

  begin ();
  before = window_hash ();
  add_step ("High-pass");
  driver_wait (steps_are, (gpointer) "highpass:2.5", "the step");
  driver_wait (picture_is_of, (gpointer) "highpass:2.5", "its picture");
  /* The number has the focus. */
  driver_key ("ctrl+a");
  driver_type ("20");
  driver_key ("Return");
  driver_wait (steps_are, (gpointer) "highpass:20", "the number typed");
  driver_wait (picture_is_of, (gpointer) "highpass:20", "the picture of it");
  window_settle ();
  after = window_hash ();
  g_assert_cmphex (after, !=, before);
  g_assert_cmpstr (adw_expander_row_get_subtitle (ADW_EXPANDER_ROW (row ("Conditioning"))), ==, "High-pass 20 Hz");

  window_click (window_by_id (panel (), "apply"));
  driver_wait (steps_are, (gpointer) "off highpass:20", "the switch");
  driver_wait (picture_is_of, NULL, "the picture without");
  window_settle ();
  driver_move (panel (), 1, 1);
  g_assert_cmphex (window_hash (), ==, before);
  driver_key ("ctrl+z");
  driver_wait (steps_are, (gpointer) "highpass:20", "the switch undone");
  driver_wait (picture_is_of, (gpointer) "highpass:20", "the picture with it");
  window_settle ();
  g_assert_cmphex (window_hash (), ==, after);
  driver_key ("ctrl+z");
  driver_wait (steps_are, (gpointer) "highpass:2.5", "the number undone");
  driver_key ("ctrl+z");
  driver_wait (steps_are, (gpointer) "off ", "the step undone");
  driver_wait (picture_is_of, NULL, "the picture of before");
  window_settle ();
  g_assert_cmphex (window_hash (), ==, before);
  driver_key ("ctrl+shift+z");
  driver_wait (steps_are, (gpointer) "highpass:2.5", "the step done again");
}

/* In their order, moved, removed; all by keys but the menu. */
static void
test_order (void)
{
  begin ();
  add_step ("Subtract mean");
  driver_wait (steps_are, (gpointer) "mean", "a step");
  add_step ("Gain");
  driver_wait (steps_are, (gpointer) "mean gain:6", "another step");
  add_step ("Notch");
  driver_wait (steps_are, (gpointer) "mean gain:6 notch:50", "a third step");
  press_button ("Notch", "Apply earlier");
  driver_wait (steps_are, (gpointer) "mean notch:50 gain:6", "the step moved");
  /* The focus is on the button that moved with it. */
  driver_key ("space");
  driver_wait (steps_are, (gpointer) "notch:50 mean gain:6", "the step moved again");
  press_button ("Subtract mean", "Remove this step");
  driver_wait (steps_are, (gpointer) "notch:50 gain:6", "the step removed");
  driver_key ("space");
  driver_wait (steps_are, (gpointer) "notch:50", "the next one removed");
  driver_key ("ctrl+z");
  driver_wait (steps_are, (gpointer) "notch:50 gain:6", "the removal undone");
  window_settle ();
}

static gboolean
problem_is (gpointer text)
{
  GtkWidget *problem = window_by_id (panel (), "problem");
  const char *shown = gtk_widget_get_visible (problem) ? gtk_label_get_text (GTK_LABEL (problem)) : "";

  return text != NULL ? strstr (shown, text) != NULL : *shown == '\0';
}

/* What does not fit, or is no frequency, is told at the steps; the picture stays. */
static void
test_problem (void)
{
  GtkWidget *entry;

  begin ();
  add_step ("Low-pass");
  driver_wait (picture_is_of, (gpointer) "lowpass:31", "a picture");
  entry = window_by_id (row ("Frequency"), "entry");
  window_click (entry);
  driver_key ("ctrl+a");
  driver_type ("125");
  driver_key ("Return");
  driver_wait (problem_is, (gpointer) "not below half the rate", "what is wrong");
  driver_wait (picture_is_of, NULL, "the picture without the step");
  driver_key ("ctrl+a");
  driver_type ("0");
  driver_key ("Return");
  driver_wait (problem_is, (gpointer) "not above 0", "what is wrong with 0");
  driver_key ("ctrl+a");
  driver_type ("30");
  driver_key ("Return");
  driver_wait (problem_is, NULL, "nothing wrong");
  driver_wait (picture_is_of, (gpointer) "lowpass:30", "the picture of it");
}

/* The group is on the other pages too, and not for a truth table. */
static void
test_pages (void)
{
  static const char *const pages[] = { "spectra", "convolution" };

  begin ();
  for (guint i = 0; i < G_N_ELEMENTS (pages); i++)
    {
      gtk_widget_activate_action (GTK_WIDGET (window), "win.page", "s", pages[i]);
      driver_wait_drawn (GTK_WIDGET (window));
      g_assert_true (gtk_widget_get_mapped (panel ()));
    }
  gtk_widget_activate_action (GTK_WIDGET (window), "win.page", "s", "scalogram");
  {
    g_autofree char *path = window_sample ("rd84.pla");
    g_autoptr (GFile) file = g_file_new_for_path (path);

    ondes_window_open (window, file);
    driver_wait (window_is_idle, NULL, "a truth table");
    while (ondes_recording_get_truth_table (ondes_session_get_recording (session)) == NULL)
      g_main_context_iteration (NULL, TRUE);
    g_assert_false (gtk_widget_get_visible (panel ()));
  }
}

int
main (int   argc,
      char *argv[])
{
  window_init (&argc, &argv);
  g_test_add_func ("/ondes/window/conditioning/a-step-changes-the-picture-is-switched-off-and-undone", test_step);
  g_test_add_func ("/ondes/window/conditioning/steps-are-moved-and-removed", test_order);
  g_test_add_func ("/ondes/window/conditioning/what-does-not-fit-is-told-at-the-steps", test_problem);
  g_test_add_func ("/ondes/window/conditioning/every-page-has-it", test_pages);
  return window_run ();
}
