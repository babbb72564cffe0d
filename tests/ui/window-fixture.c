/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gstdio.h>
#include <locale.h>
#include <stdio.h>
#include <string.h>

#include "../remove-all.h"
#include "engine/cpu/fft/fft.h"
#include "charts/ondes-charts.h"
#include "dialogs/ondes-export-dialog.h"
#include "shell/ondes-window-private.h"
#include "window-fixture.h"

OndesApplication *application;
OndesWindow *window;
OndesSession *session;
OndesTimeline *timeline;
OndesScalogramAnalysis *analysis;
char *folder;

GtkWidget *
window_find (GtkWidget *from,
             Wanted wanted,
             gconstpointer data)
{
  if (wanted (from, data))
    return from;
  for (GtkWidget *child = gtk_widget_get_first_child (from); child != NULL; child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = window_find (child, wanted, data);

      if (found != NULL)
        return found;
    }
  return NULL;
}

static gboolean
has_id (GtkWidget *widget,
        gconstpointer id)
{
  g_autofree char *name = g_strdelimit (g_strdup (gtk_widget_get_name (widget)), "-", '_');

  /* A row of a parameter has its key as its name. */
  return g_strcmp0 (gtk_buildable_get_buildable_id (GTK_BUILDABLE (widget)), id) == 0 || g_str_equal (name, id);
}

static gboolean
has_type (GtkWidget *widget,
          gconstpointer type)
{
  return g_type_is_a (G_OBJECT_TYPE (widget), *(const GType *) type);
}

GtkWidget *
window_by_id (gpointer from,
              const char *id)
{
  GtkWidget *found = window_find (GTK_WIDGET (from), has_id, id);

  if (found == NULL)
    g_error ("there is no widget “%s”", id);
  return found;
}

GtkWidget *
window_by_type (gpointer from,
                GType type)
{
  GtkWidget *found = window_find (GTK_WIDGET (from), has_type, &type);

  if (found == NULL)
    g_error ("there is no %s", g_type_name (type));
  return found;
}

typedef struct
{
  GtkWidget  *label;
  const char *text;
} Said;

static gboolean
says (gpointer data)
{
  const Said *said = data;

  return strstr (gtk_label_get_text (GTK_LABEL (said->label)), said->text) != NULL;
}

void
window_wait_says (GtkWidget  *label,
                  const char *text,
                  const char *what)
{
  driver_wait (says, &(Said) { label, text }, what);
}

typedef struct
{
  GtkWidget  *from;
  const char *title;
} Titled;

static gboolean
is_titled (GtkWidget    *widget,
           gconstpointer title)
{
  return ADW_IS_PREFERENCES_ROW (widget) && gtk_widget_get_mapped (widget)
         && g_strcmp0 (adw_preferences_row_get_title (ADW_PREFERENCES_ROW (widget)), title) == 0;
}

static gboolean
has_row (gpointer data)
{
  const Titled *titled = data;

  return window_find (titled->from, is_titled, titled->title) != NULL;
}

GtkWidget *
window_reveal (GtkWidget *widget)
{
  GtkWidget *inspector = window_by_id (window, "inspector"), *advanced = window_by_id (window, "advanced");

  for (GtkWidget *at = widget; at != NULL; at = gtk_widget_get_parent (at))
    {
      if (at == advanced || gtk_widget_has_css_class (at, "advanced"))
        adw_expander_row_set_expanded (ADW_EXPANDER_ROW (advanced), TRUE);
      if (gtk_widget_get_parent (at) == inspector)
        gtk_stack_set_visible_child (GTK_STACK (inspector), at);
    }
  return widget;
}

GtkWidget *
window_row (GtkWidget  *from,
            const char *title)
{
  Titled titled = { from, title };

  window_reveal (from);
  driver_wait (has_row, &titled, title);
  return window_find (from, is_titled, title);
}

/* The newest toplevel of a type, or NULL. */
static GtkWindow *
toplevel (GType type)
{
  g_autoptr (GList) list = gtk_window_list_toplevels ();

  for (GList *l = list; l != NULL; l = l->next)
    if (g_type_is_a (G_OBJECT_TYPE (l->data), type) && gtk_widget_get_visible (l->data))
      return l->data;
  return NULL;
}

static gboolean
is_there (gpointer data)
{
  return toplevel (*(GType *) data) != NULL;
}

static gboolean
is_gone (gpointer data)
{
  return toplevel (*(GType *) data) == NULL;
}

GtkWindow *
window_wait_dialog (GType type)
{
  driver_wait (is_there, &type, g_type_name (type));
  driver_present (toplevel (type));
  return toplevel (type);
}

void
window_wait_gone (GType type)
{
  driver_wait (is_gone, &type, "a dialog to close");
  driver_present (GTK_WINDOW (window));
}

void
window_export_to (const char *path)
{
  GtkWindow *dialog;

  driver_key ("ctrl+e");
  dialog = window_wait_dialog (ONDES_TYPE_EXPORT_DIALOG);
  window_click (window_by_id (dialog, "export_button"));
  dialog = window_wait_dialog (GTK_TYPE_FILE_CHOOSER_DIALOG);
  driver_wait_drawn (GTK_WIDGET (dialog));
  driver_key ("ctrl+a");
  driver_type (path);
  driver_key ("Return");
  window_wait_gone (ONDES_TYPE_EXPORT_DIALOG);
}

/* States. */

static gboolean
is_settled (gpointer data)
{
  return ondes_scalogram_analysis_get_scalogram (analysis) != NULL && !ondes_analysis_is_busy (ONDES_ANALYSIS (analysis), NULL)
         && !ondes_analysis_is_stale (ONDES_ANALYSIS (analysis))
         && !ondes_analysis_is_exporting (ONDES_ANALYSIS (analysis), NULL);
}

gboolean
window_is_idle (gpointer data)
{
  return !ondes_analysis_is_busy (ONDES_ANALYSIS (analysis), NULL)
         && !ondes_analysis_is_exporting (ONDES_ANALYSIS (analysis), NULL);
}

void
window_settle (void)
{
  driver_wait (is_settled, NULL, "the picture");
  driver_wait_drawn (GTK_WIDGET (window));
}

static char *
item_text (GtkWidget *widget)
{
  g_autofree char *text = NULL;
  g_auto (GStrv) parts = NULL;

  if (!g_str_equal (G_OBJECT_TYPE_NAME (widget), "GtkModelButton") || !gtk_widget_get_mapped (widget))
    return NULL;
  g_object_get (widget, "text", &text, NULL);
  parts = g_strsplit (text != NULL ? text : "", "_", -1);
  return g_strjoinv (NULL, parts);
}

static gboolean
is_item (GtkWidget *widget,
         gconstpointer wanted)
{
  g_autofree char *text = item_text (widget);

  return g_strcmp0 (text, wanted) == 0;
}

static gboolean
shows_item (gpointer text)
{
  return window_find (GTK_WIDGET (window), is_item, text) != NULL;
}

GtkWidget *
window_menu_item (const char *text)
{
  driver_wait (shows_item, (gpointer) text, text);
  return window_find (GTK_WIDGET (window), is_item, text);
}

gboolean
window_has_no_menu (gpointer data)
{
  GtkPopover *menu = gtk_menu_button_get_popover (GTK_MENU_BUTTON (window_by_id (window, "menu_button")));

  return menu == NULL || !gtk_widget_get_mapped (GTK_WIDGET (menu));
}

void
window_click (GtkWidget *widget)
{
  driver_wait_drawn (widget);
  driver_move (widget, gtk_widget_get_width (widget) / 2.0, gtk_widget_get_height (widget) / 2.0);
  driver_click (1, 1, NULL);
}

gboolean
window_shows (gpointer name)
{
  return g_str_equal (ondes_analysis_get_name (ondes_window_get_model (window)), name);
}

static gboolean
is_on (gpointer page)
{
  return ondes_window_is_on (window, page);
}

static gboolean
is_open_list (GtkWidget    *widget,
              gconstpointer data)
{
  return GTK_IS_LIST_VIEW (widget) && gtk_widget_get_mapped (widget);
}

static gboolean
has_list (gpointer chooser)
{
  return window_find (chooser, is_open_list, NULL) != NULL;
}

void
window_go (const char *name)
{
  static const struct
  {
    const char *name, *key, *page;
    gboolean    last; /* of the two that the page switches between */
  } ways[] = {
    { "scalogram", "alt+1", "explore" },
    { "sequency", "alt+1", "explore", TRUE },
    { "psd", "alt+2", "spectrum" },
    { "filter", "alt+3", "filter" },
    { "spectra", "alt+4", "logic" },
    { "convolution", "alt+4", "logic", TRUE },
  };
  guint i = 0;

  while (!g_str_equal (ways[i].name, name))
    i++;
  driver_key (ways[i].key);
  driver_wait (is_on, (gpointer) ways[i].page, ways[i].page);
  if (!window_shows ((gpointer) name) && is_on ((gpointer) "logic"))
    {
      GtkWidget *switcher = window_by_id (window, "logic_switcher");

      window_click (ways[i].last ? gtk_widget_get_last_child (switcher) : gtk_widget_get_first_child (switcher));
    }
  else if (!window_shows ((gpointer) name))
    {
      window_click (GTK_WIDGET (window->picture));
      driver_wait (has_list, window->picture, "the list of pictures");
      driver_key (ways[i].last ? "End" : "Home");
      driver_key ("Return");
    }
  driver_wait (window_shows, (gpointer) name, name);
  driver_wait_drawn (GTK_WIDGET (window));
}

void
window_type_into (const char *row,
                  const char *text)
{
  window_click (window_by_id (window_by_id (window, row), "entry"));
  driver_key ("ctrl+a");
  driver_type (text);
  driver_key ("Return");
}

GtkWidget *
window_scroll_to (GtkWidget *widget)
{
  GtkWidget *scrolled = gtk_widget_get_ancestor (widget, GTK_TYPE_SCROLLED_WINDOW);
  GtkAdjustment *adjustment = gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (scrolled));
  graphene_rect_t bounds;

  window_reveal (widget);
  driver_wait_drawn (GTK_WIDGET (window));
  g_assert_true (gtk_widget_compute_bounds (widget, scrolled, &bounds));
  gtk_adjustment_set_value (adjustment, gtk_adjustment_get_value (adjustment) + bounds.origin.y + bounds.size.height / 2
                                          - gtk_widget_get_height (scrolled) / 2.0);
  driver_wait_drawn (GTK_WIDGET (window));
  return widget;
}

static void
on_text (GObject *source,
         GAsyncResult *result,
         gpointer text)
{
  *(char **) text = gdk_clipboard_read_text_finish (GDK_CLIPBOARD (source), result, NULL);
}

static gboolean
is_set (gpointer text)
{
  return *(char **) text != NULL;
}

char *
window_read_clipboard (void)
{
  char *text = NULL;

  gdk_clipboard_read_text_async (gtk_widget_get_clipboard (GTK_WIDGET (window)), NULL, on_text, &text);
  driver_wait (is_set, &text, "the clipboard");
  return text;
}

/* How many colours the scalogram's place on the screen has. */
guint
window_colours (void)
{
  GtkWidget *chart = window_by_type (window, ONDES_TYPE_SCALOGRAM_VIEW);
  g_autoptr (DriverShot) shot = NULL;
  graphene_rect_t plot;
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);

  driver_wait_drawn (GTK_WIDGET (window));
  shot = driver_shot (GTK_WIDGET (window));
  ondes_chart_get_plot (ONDES_CHART (chart), &plot);
  for (int i = 0; i < 60; i++)
    for (int j = 0; j < 60; j++)
      {
        double x = plot.origin.x + 4 + (plot.size.width - 8) * i / 60;
        double y = plot.origin.y + 4 + (plot.size.height - 8) * j / 60;

        g_hash_table_add (seen, GUINT_TO_POINTER (driver_pixel (shot, chart, x, y)));
      }
  return g_hash_table_size (seen);
}

static gboolean
is_raster_new (gpointer chart)
{
  return ondes_scalogram_view_is_settled (chart);
}

guint32
window_hash (void)
{
  GtkWidget *chart = window_by_type (window, ONDES_TYPE_SCALOGRAM_VIEW);
  g_autoptr (DriverShot) shot = NULL;
  guint32 hash = 5381;

  /* The pixels of a picture are made by a worker after it. */
  driver_wait (is_raster_new, chart, "the picture on the screen");
  driver_wait_drawn (GTK_WIDGET (window));
  shot = driver_shot (GTK_WIDGET (window));
  for (int i = 10; i < gtk_widget_get_width (chart) - 10; i += 7)
    for (int j = 10; j < gtk_widget_get_height (chart) - 10; j += 7)
      hash = 33 * hash + driver_pixel (shot, chart, i, j);
  return hash;
}

char *
window_sample (const char *name)
{
  return g_build_filename (g_getenv ("ONDES_SOURCE_DIR"), "data", "samples", name, NULL);
}

void
window_use (OndesWindow *other)
{
  window = other;
  session = ondes_window_get_session (window);
  timeline = ondes_session_get_timeline (session);
  analysis = ondes_window_get_scalogram (window);
  driver_present (GTK_WINDOW (window));
}

/* Criticals that GTK says by itself, and goes on. */
static const char *const known[] = {
  /* 4.18's file chooser, closed while it still reads a folder */
  "gtk_box_remove: assertion 'GTK_IS_BOX (box)' failed",
  /* 4.8's file chooser, whose list is sorted by a click before it has read the folder; nothing else here has such a list */
  "gtk_tree_sortable_",
  /* and the search of that list by Ctrl+F */
  "gtk_css_node_insert_after: assertion 'previous_sibling == NULL || previous_sibling->parent == parent' failed",
  /* 4.8's timer of a tooltip whose window is closed before the tooltip comes */
  "gdk_surface_get_device_position: assertion 'GDK_IS_SURFACE (surface)' failed",
  "_gtk_widget_find_at_coords: assertion 'GDK_IS_SURFACE (surface)' failed",
  /* 4.8's entry of a name in the file chooser, whose text a key and the list change at once */
  "pango_layout_get_cursor_pos: assertion 'index >= 0 && index <= layout->length' failed",
  /* 4.8's entry, when it loses the focus while its cursor blinks */
  "GtkText - unexpected blinking selection. Removing",
  /* 4.8's popover, opened in a window that has not come onto a monitor yet */
  "gdk_monitor_get_geometry: assertion 'GDK_IS_MONITOR (monitor)' failed",
};

static gboolean
is_fatal (const char *domain,
          GLogLevelFlags level,
          const char *message,
          gpointer user_data)
{
  for (guint i = 0; i < G_N_ELEMENTS (known); i++)
    if (strstr (message, known[i]) != NULL)
      return FALSE;
  return TRUE;
}

/* GLib forgets the handler with each test. */
void
window_watch_log (void)
{
  g_test_log_set_fatal_handler (is_fatal, NULL);
}

/* One window for all tests, begun empty. */
void
window_begin (void)
{
  window_watch_log ();
  if (window != NULL)
    return;
  g_application_activate (G_APPLICATION (application));
  window_use (ONDES_WINDOW (gtk_application_get_active_window (GTK_APPLICATION (application))));
}

void
window_open_sample (const char *name)
{
  g_autofree char *path = window_sample (name);
  g_autoptr (GFile) file = g_file_new_for_path (path);

  window_begin ();
  ondes_window_open (window, file);
  window_settle ();
}

gboolean
window_is_mapped (gpointer data)
{
  return gtk_widget_get_mapped (data);
}

/* TRUE if libadwaita measures the larger of a message's two headings where only the smaller one fits, as of 1.6. */
static gboolean
is_message_heading (const char *message)
{
  gpointer label;

  return sscanf (message, "Trying to measure GtkLabel %p", &label) == 1 && ADW_IS_MESSAGE_DIALOG (gtk_widget_get_root (label));
}

/* TRUE if a widget that has just been shown is drawn before it has an allocation. libadwaita does so with toasts; GTK keeps drawing
 * a window that grows, but lays it out only once the X server has resized it. A widget that never gets one warns at each frame. */
static gboolean
is_drawn_early (const char *message)
{
  static gpointer last;
  static guint times;
  char type[64];
  gpointer widget;

  if (sscanf (message, "Trying to snapshot %63s %p without", type, &widget) != 2)
    return FALSE;
  times = widget == last ? times + 1 : 1;
  last = widget;
  for (GtkWidget *i = widget; i != NULL && times == 1; i = gtk_widget_get_parent (i))
    g_printerr ("# drawn without a place: %s %s\n", G_OBJECT_TYPE_NAME (i), gtk_buildable_get_buildable_id (GTK_BUILDABLE (i)));
  return times <= 20;
}

/* TRUE if GTK 4.8 lost count of the presses of a widget: one that a dialog took over, or that moved, before the release. */
static gboolean
is_miscounted (const char *message)
{
  return strstr (message, "Broken accounting of active state for widget") != NULL;
}

/* Only a missing session bus, which tests do without, and what libadwaita does by itself are not worth an abort. */
static GLogWriterOutput
write_log (GLogLevelFlags level,
           const GLogField *fields,
           gsize n_fields,
           gpointer user_data)
{
  for (gsize i = 0; i < n_fields; i++)
    if (g_str_equal (fields[i].key, "MESSAGE")
        && (strstr (fields[i].value, "session bus") != NULL || is_message_heading (fields[i].value)
            || is_drawn_early (fields[i].value) || is_miscounted (fields[i].value)))
      return G_LOG_WRITER_HANDLED;
  return g_log_writer_default (level, fields, n_fields, user_data);
}

static void
tell_critical (const char *domain,
               GLogLevelFlags level,
               const char *message,
               gpointer user_data)
{
  if (is_fatal (domain, level, message, user_data))
    g_log_default_handler (domain, level, message, user_data);
}

/* All changes are made at once, however slow the machine is. */
static gint64
get_history_time_us (void)
{
  return 0;
}

void
window_init (int *argc,
             char ***argv)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *samples = window_sample ("");

  setlocale (LC_ALL, "");
  g_log_set_writer_func (write_log, NULL, NULL);
  g_test_init (argc, argv, NULL);
  g_log_set_handler ("Gtk", G_LOG_LEVEL_CRITICAL | G_LOG_FLAG_FATAL, tell_critical, NULL);
  g_log_set_handler ("Gdk", G_LOG_LEVEL_CRITICAL | G_LOG_FLAG_FATAL, tell_critical, NULL);
  g_setenv ("ONDES_SAMPLES_DIR", samples, TRUE);
  /* Transforms are as ondes-cli plans them: one that was measured meanwhile rounds in another way. */
  ondes_fft_busy (1);
  folder = g_dir_make_tmp ("ondes-window-XXXXXX", &error);
  g_assert_no_error (error);
  application = ondes_application_new ();
  g_application_register (G_APPLICATION (application), NULL, &error);
  g_assert_no_error (error);
  g_application_hold (G_APPLICATION (application));
  ondes_session_set_history_clock (get_history_time_us);
}

int
window_run (void)
{
  int result = g_test_run ();

  if (window != NULL)
    gtk_window_destroy (GTK_WINDOW (window));
  g_application_release (G_APPLICATION (application));
  g_object_unref (application);
  remove_all (folder);
  return result;
}
