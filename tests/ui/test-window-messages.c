/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Messages of the real window: one at a time however fast they come and go, and names that look like markup shown as they are. */
#include <glib/gstdio.h>
#include <string.h>

#include "charts/ondes-charts.h"
#include "shell/ondes-run-window.h"
#include "shell/ondes-window-private.h"
#include "window-fixture.h"

#define ROUNDS 40
#define NAME   "R&D <b>5 < 6> &amp; more"

static gboolean
is_toast (GtkWidget    *widget,
          gconstpointer unused)
{
  return g_str_equal (gtk_widget_get_css_name (widget), "toast");
}

static guint
count_toasts (void)
{
  guint n = 0;

  for (GtkWidget *i = gtk_widget_get_first_child (GTK_WIDGET (window->toasts)); i != NULL; i = gtk_widget_get_next_sibling (i))
    n += is_toast (i, NULL);
  return n;
}

static gboolean
has_toast (gpointer wanted)
{
  return count_toasts () == GPOINTER_TO_UINT (wanted);
}

/* The sentence that is shown; NULL for none. */
static const char *
shown (void)
{
  GtkWidget *toast = window_find (GTK_WIDGET (window->toasts), is_toast, NULL);

  return toast != NULL ? gtk_label_get_text (GTK_LABEL (gtk_widget_get_first_child (toast))) : NULL;
}

/* Holding a slice where nothing is pointed at says why not, and Escape takes that away while it comes. */
static void
test_escape (void)
{
  window_open_sample ("nino3.dat");
  driver_move (window_by_id (window, "menu_button"), 5, 5);
  for (guint i = 0; i < ROUNDS; i++)
    {
      driver_key ("ctrl+h");
      driver_key ("Escape");
      g_assert_cmpuint (count_toasts (), <=, 1);
    }
  driver_wait (has_toast, GUINT_TO_POINTER (0), "the last message to go");
  for (guint i = 0; i < ROUNDS; i++)
    driver_key ("ctrl+h");
  driver_wait (has_toast, GUINT_TO_POINTER (1), "one message");
  driver_key ("Escape");
  driver_wait (has_toast, GUINT_TO_POINTER (0), "no message behind it");
}

/* The newest is shown. An error stays, and of what comes meanwhile the newest comes after it. */
static void
test_order (void)
{
  window_open_sample ("nino3.dat");
  for (guint i = 0; i < 200; i++)
    {
      g_autofree char *text = g_strdup_printf ("Message %u", i);

      ondes_window_say (window, text, FALSE);
      g_assert_cmpstr (shown (), ==, text);
      g_assert_cmpuint (count_toasts (), ==, 1);
    }
  ondes_window_say (window, "An error", TRUE);
  g_assert_cmpstr (shown (), ==, "An error");
  ondes_window_say (window, "Not read yet", FALSE);
  ondes_window_offer_undo (window, "Removed", FALSE);
  g_assert_cmpstr (shown (), ==, "An error");
  driver_key ("Escape");
  driver_wait_drawn (GTK_WIDGET (window));
  g_assert_cmpstr (shown (), ==, "Removed");
  ondes_window_withdraw_undo (window);
  driver_key ("Escape");
  driver_wait (has_toast, GUINT_TO_POINTER (0), "the last message to go");
}

/* A message of any length is narrower than the window, at its least size too. */
static void
test_long (void)
{
  g_autofree char *word = g_strnfill (4000, 'w');
  GtkWidget *toast;

  window_open_sample ("nino3.dat");
  ondes_window_say (window, word, TRUE);
  driver_wait_drawn (GTK_WIDGET (window));
  toast = window_find (GTK_WIDGET (window->toasts), is_toast, NULL);
  g_assert_cmpint (gtk_widget_get_width (toast), >, 0);
  g_assert_cmpint (gtk_widget_get_width (toast), <=, gtk_widget_get_width (GTK_WIDGET (window)));
  driver_key ("Escape");
  driver_wait (has_toast, GUINT_TO_POINTER (0), "the message to go");
}

static gboolean
is_wide (gpointer wide)
{
  return (gtk_widget_get_width (GTK_WIDGET (window)) > 1000) == GPOINTER_TO_INT (wide);
}

/* A message keeps its place and height as the window becomes narrow and wide. */
static void
test_narrow (void)
{
  window_open_sample ("nino3.dat");
  for (guint i = 0; i < 6; i++)
    {
      const gboolean wide = i % 2 == 1;

      ondes_window_say (window, "Short", TRUE);
      driver_wait_drawn (GTK_WIDGET (window));
      gtk_window_set_default_size (GTK_WINDOW (window), wide ? 1500 : 700, 820);
      driver_wait (is_wide, GINT_TO_POINTER (wide), "another width");
      driver_wait_drawn (GTK_WIDGET (window));
      g_assert_cmpuint (count_toasts (), ==, 1);
      g_assert_cmpint (gtk_widget_get_height (window_find (GTK_WIDGET (window->toasts), is_toast, NULL)), >, 10);
    }
  driver_key ("Escape");
  driver_wait (has_toast, GUINT_TO_POINTER (0), "the message to go");
}

static gboolean
says (GtkWidget    *widget,
      gconstpointer text)
{
  return GTK_IS_LABEL (widget) && gtk_widget_get_mapped (widget) && strstr (gtk_label_get_text (GTK_LABEL (widget)), text) != NULL;
}

typedef struct
{
  gpointer    from;
  const char *text;
} Said;

static gboolean
is_said (gpointer data)
{
  const Said *said = data;

  return window_find (GTK_WIDGET (said->from), says, said->text) != NULL;
}

static void
wait_said (gpointer    from,
           const char *text)
{
  Said said = { from, text };

  driver_wait (is_said, &said, text);
}

static void
test_refused_run (void)
{
  g_autofree char *path = g_build_filename (folder, NAME, NULL);
  OndesRunWindow *run;

  window_open_sample ("nino3.dat");
  g_assert_cmpint (g_mkdir (path, 0700), ==, 0);
  run = ondes_run_window_present (application, path, window, FALSE);
  wait_said (gtk_widget_get_first_child (GTK_WIDGET (window_by_type (run, ADW_TYPE_STATUS_PAGE))), NAME);
  gtk_window_destroy (GTK_WINDOW (run));
  driver_present (GTK_WINDOW (window));
}

/* A file that is no recording, and one that is, wherever the window shows their names. */
static void
test_names (void)
{
  g_autofree char *broken = g_build_filename (folder, NAME ".wav", NULL), *table = g_build_filename (folder, NAME ".txt", NULL);
  g_autofree char *csv = g_build_filename (folder, NAME ".csv", NULL);
  g_autofree char *latin = g_build_filename (folder, "caf\351.wav", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (broken), odd = g_file_new_for_path (latin);
  g_autoptr (GError) error = NULL;
  OndesOperand *operand;
  OndesFilterSettings settings;

  window_open_sample ("nino3.dat");
  g_assert_true (g_file_set_contents (broken, "no sound", -1, &error));
  g_assert_true (g_file_set_contents (table, "0110", -1, &error));
  g_assert_true (g_file_set_contents (csv, "0.25\n0.5\n0.25\n", -1, &error));
  ondes_window_open (window, file);
  wait_said (window->toasts, NAME);
  /* A name need not be UTF-8; the button of the message takes it to the dialog that can read the file. */
  g_assert_true (g_file_set_contents (latin, "no sound", -1, &error));
  ondes_window_open (window, odd);
  wait_said (window->toasts, "caf");

  gtk_widget_activate_action (GTK_WIDGET (window), "win.page", "s", "spectra");
  operand = ondes_series_analysis_get_operand (ONDES_SERIES_ANALYSIS (window->models[ONDES_MODEL_SPECTRA]), 0);
  ondes_operand_set_path (operand, table);
  ondes_operand_set_kind (operand, ONDES_OPERAND_FILE);
  wait_said (window->side_bar, NAME ".txt");

  gtk_widget_activate_action (GTK_WIDGET (window), "win.page", "s", "filter");
  settings = *ondes_filter_analysis_get_settings (ONDES_FILTER_ANALYSIS (window->models[ONDES_MODEL_FILTER]));
  settings.kind = ONDES_FILTER_TAPS;
  g_strlcpy (settings.taps, csv, sizeof settings.taps);
  ondes_filter_analysis_set_settings (ONDES_FILTER_ANALYSIS (window->models[ONDES_MODEL_FILTER]), &settings);
  wait_said (window->side_bar, NAME ".csv");
}

int
main (int argc,
      char **argv)
{
  window_init (&argc, &argv);
  g_test_add_func ("/ondes/messages/one-goes-while-it-comes", test_escape);
  g_test_add_func ("/ondes/messages/there-is-one-at-a-time", test_order);
  g_test_add_func ("/ondes/messages/a-long-one-fits", test_long);
  g_test_add_func ("/ondes/messages/one-stays-whole-in-a-narrow-window", test_narrow);
  g_test_add_func ("/ondes/messages/a-run-that-is-refused-says-which", test_refused_run);
  g_test_add_func ("/ondes/messages/names-are-no-markup", test_names);
  return window_run ();
}
