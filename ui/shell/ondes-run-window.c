/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gi18n.h>

#include "batch/run-list.h"
#include "batch/run-thumbnail.h"
#include "batch/words-runs.h"
#include "ondes-accessible.h"
#include "ondes-engines.h"
#include "ondes-help.h"
#include "ondes-run-window.h"
#include "ondes-template.h"
#include "ondes-texture.h"
#include "ondes-window-private.h"
#include "rows/ondes-list-table.h"

#define WIDTH  112 /* of a small picture */
#define HEIGHT 56

struct _OndesRunWindow
{
  AdwApplicationWindow parent_instance;

  OndesRunModel  *model;
  OndesWindow    *from;       /* weak; NULL for none */
  gboolean        starts;     /* once it is open */
  gboolean        closing;    /* the person agreed to stop it */

  AdwWindowTitle *title;
  GtkStack       *stack;
  GtkProgressBar *bar;
  GtkLabel       *progress, *problem;
  GtkWidget      *run_button, *stop_button, *retry_button;
  AdwStatusPage  *refused;
  OndesListTable *table;
  OndesRunThumbnails *thumbnails;
};

G_DEFINE_FINAL_TYPE (OndesRunWindow, ondes_run_window, ADW_TYPE_APPLICATION_WINDOW)

OndesRunModel *
ondes_run_window_get_model (OndesRunWindow *self)
{
  return self->model;
}

/* --- what is shown */

static gboolean
is_working (OndesRunWindow *self)
{
  const OndesRunState state = ondes_run_model_get_state (self->model);

  return state == ONDES_RUN_RUNNING || state == ONDES_RUN_STOPPING || state == ONDES_RUN_MERGING;
}

static void
show_text (GtkLabel *label,
           const char *text)
{
  gtk_label_set_text (label, text != NULL ? text : "");
  gtk_widget_set_visible (GTK_WIDGET (label), text != NULL && *text != '\0');
}

static void
show_progress (OndesRunWindow *self)
{
  const OndesRunProgress *progress = ondes_run_model_get_progress (self->model);
  const OndesRunState state = ondes_run_model_get_state (self->model);
  g_autofree char *text = ondes_words_run_progress (self->model);
  const guint64 ended = progress->done + progress->failed;

  if (state == ONDES_RUN_STOPPING)
    gtk_label_set_text (self->progress, _("Stopping"));
  else if (state == ONDES_RUN_MERGING)
    gtk_label_set_text (self->progress, _("Putting all in one"));
  else
    gtk_label_set_text (self->progress, text);
  gtk_progress_bar_set_fraction (self->bar, progress->files > 0 ? (double) ended / (double) progress->files : 0);
  gtk_widget_set_visible (GTK_WIDGET (self->bar), is_working (self) || ended < progress->files);
}

static void
update (OndesRunWindow *self)
{
  const OndesRunProgress *progress = ondes_run_model_get_progress (self->model);
  const OndesRunState state = ondes_run_model_get_state (self->model);
  const gboolean idle = state == ONDES_RUN_IDLE, known = !ondes_run_model_is_looking (self->model);
  const guint64 ended = progress->done + progress->failed;
  g_autofree char *folder = g_filename_display_name (ondes_run_model_get_folder (self->model));
  g_autofree char *name = g_path_get_basename (folder);
  const char *problem = ondes_run_model_get_problem (self->model), *run_label = progress->done > 0 ? _("_Resume") : _("_Run");

  adw_window_title_set_title (self->title, name);
  adw_window_title_set_subtitle (self->title, folder);
  gtk_window_set_title (GTK_WINDOW (self), name);
  gtk_stack_set_visible_child_name (self->stack, state == ONDES_RUN_OPENING   ? "opening"
                                                 : state == ONDES_RUN_REFUSED ? "refused"
                                                                              : "run");
  if (state == ONDES_RUN_REFUSED)
    ondes_widget_set_text (self->refused, "description", problem);
  show_progress (self);
  show_text (self->problem, state == ONDES_RUN_REFUSED ? NULL : problem);
  gtk_widget_set_visible (self->run_button, idle && known && ended < progress->files);
  if (g_strcmp0 (gtk_button_get_label (GTK_BUTTON (self->run_button)), run_label) != 0)
    {
      gtk_button_set_label (GTK_BUTTON (self->run_button), run_label);
      ondes_accessible_name_buttons (self->run_button);
    }
  gtk_widget_set_visible (self->retry_button, idle && known && progress->failed > 0);
  gtk_widget_set_visible (self->stop_button, is_working (self));
  gtk_widget_set_sensitive (self->stop_button, state != ONDES_RUN_STOPPING);
  if (idle && self->starts)
    {
      self->starts = FALSE;
      ondes_run_model_start (self->model, FALSE);
    }
}

static void
update_count (OndesRunWindow *self)
{
  ondes_list_table_set_count (self->table, ondes_run_model_get_progress (self->model)->files);
}

/* --- what is done */

static void
on_run (OndesRunWindow *self)
{
  ondes_run_model_start (self->model, FALSE);
}

static void
on_retry (OndesRunWindow *self)
{
  ondes_run_model_start (self->model, TRUE);
}

static void
on_stop (OndesRunWindow *self)
{
  ondes_run_model_stop (self->model);
}

static void
on_look (OndesRunWindow *self)
{
  ondes_run_model_look (self->model);
}

static void
on_folder (OndesRunWindow *self)
{
  g_autoptr (GFile) file = g_file_new_for_path (ondes_run_model_get_folder (self->model));
  g_autofree char *uri = g_file_get_uri (file);

  gtk_show_uri (GTK_WINDOW (self), uri, GDK_CURRENT_TIME);
}

/* Returns the window that recordings are opened in: that which made the run, else another one, else a new one. */
static OndesWindow *
find_window (OndesRunWindow *self)
{
  GtkApplication *application = gtk_window_get_application (GTK_WINDOW (self));
  g_autoptr (OndesSession) session = NULL;

  if (self->from != NULL)
    return self->from;
  for (GList *l = gtk_application_get_windows (application); l != NULL; l = l->next)
    if (ONDES_IS_WINDOW (l->data))
      return l->data;
  session = ondes_engines_new_session (G_APPLICATION (application));
  return ONDES_WINDOW (ondes_window_new (ONDES_APPLICATION (application), session));
}

static void
on_opened (OndesRunWindow *self,
           guint position)
{
  OndesRunRow *row = ondes_run_list_get (ondes_list_table_get_list (self->table), position);
  OndesWindow *window;

  if (row == NULL)
    return;
  window = find_window (self);
  g_set_weak_pointer (&self->from, window);
  ondes_window_open_of_run (window, self->model, row);
  gtk_window_present (GTK_WINDOW (window));
}

/* --- closing */

static gboolean
close_now (gpointer self)
{
  gtk_window_close (self);
  return G_SOURCE_REMOVE;
}

/* The dialog still uses its parent behind this signal, so that the window closes after it. */
static void
on_close_response (OndesRunWindow *self,
                   const char *response)
{
  if (!g_str_equal (response, "stop"))
    return;
  self->closing = TRUE;
  g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, close_now, g_object_ref (self), g_object_unref);
}

static gboolean
ondes_run_window_close_request (GtkWindow *window)
{
  OndesRunWindow *self = ONDES_RUN_WINDOW (window);

  if (!self->closing && is_working (self))
    {
      ondes_window_ask_to_stop (window, _("Stop the Run?"),
                                _("What is done is kept. Open the folder of the run again to go on."),
                                G_CALLBACK (on_close_response));
      return TRUE;
    }
  return GTK_WINDOW_CLASS (ondes_run_window_parent_class)->close_request (window);
}

/* --- the table of recordings */

static GtkWidget *
new_picture (void)
{
  GtkWidget *picture = gtk_picture_new ();

  gtk_picture_set_can_shrink (GTK_PICTURE (picture), TRUE);
  gtk_widget_set_size_request (picture, WIDTH, HEIGHT);
  gtk_accessible_update_property (GTK_ACCESSIBLE (picture), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Small picture"), -1);
  return picture;
}

static void
show_picture (OndesRunWindow *self,
              OndesRunRow *row,
              GtkWidget *picture)
{
  cairo_surface_t *surface = ondes_run_thumbnails_get (self->thumbnails, row);
  g_autoptr (GdkTexture) texture = NULL;

  if (surface == g_object_get_data (G_OBJECT (picture), "surface"))
    return;
  texture = surface != NULL ? ondes_texture_new (surface) : NULL;
  g_object_set_data_full (G_OBJECT (picture), "surface", surface != NULL ? cairo_surface_reference (surface) : NULL,
                          (GDestroyNotify) cairo_surface_destroy);
  gtk_picture_set_paintable (GTK_PICTURE (picture), GDK_PAINTABLE (texture));
}

static char *
print_cell (gpointer owner,
            gpointer row,
            guint column)
{
  return ondes_words_run_cell (row, column);
}

static void
show_cell (gpointer owner,
           gpointer data,
           guint column,
           GtkWidget *widget)
{
  OndesRunRow *row = data;
  const gboolean failed = row->state == ONDES_RUN_ROW_FAILED;

  if (column == ONDES_RUN_THUMBNAIL)
    show_picture (owner, row, widget);
  else if (column == ONDES_RUN_NAME)
    gtk_widget_set_tooltip_text (widget, row->file.path);
  else if (column == ONDES_RUN_STATUS)
    {
      gtk_widget_set_tooltip_text (widget, failed ? gtk_label_get_text (GTK_LABEL (widget)) : NULL);
      ondes_widget_set_class (widget, "error", failed);
    }
}

static void
hide_cell (gpointer owner,
           gpointer row,
           guint column)
{
  if (column == ONDES_RUN_THUMBNAIL)
    ondes_run_thumbnails_forget (ONDES_RUN_WINDOW (owner)->thumbnails, row);
}

static void
update_pictures (OndesRunWindow *self)
{
  ondes_list_table_update_column (self->table, ONDES_RUN_THUMBNAIL);
}

/* Levels are shown where bands are made. */
static void
update_columns (OndesRunWindow *self)
{
  const OndesBatchRun *run = ondes_run_model_get_run (self->model);
  const guint made = run != NULL ? run->outputs : 0;
  const gboolean levels = (made & 1u << ONDES_BATCH_BANDS) != 0;
  const gboolean pictures = (made & (1u << ONDES_BATCH_SCALOGRAM | 1u << ONDES_BATCH_SHEET)) != 0;

  gtk_column_view_column_set_visible (ondes_list_table_get_column (self->table, ONDES_RUN_THUMBNAIL), pictures);
  gtk_column_view_column_set_visible (ondes_list_table_get_column (self->table, ONDES_RUN_LEVEL), levels);
  gtk_column_view_column_set_visible (ondes_list_table_get_column (self->table, ONDES_RUN_PEAK), levels);
}

static void
make_table (OndesRunWindow *self)
{
  static const OndesListColumn columns[ONDES_RUN_COLUMNS] = {
    [ONDES_RUN_THUMBNAIL] = { N_("Picture"), .make = new_picture },
    [ONDES_RUN_NAME] = { N_("Name"), 24, ONDES_COLUMN_EXPANDS, PANGO_ELLIPSIZE_MIDDLE },
    [ONDES_RUN_START] = { N_("Start"), 19, ONDES_COLUMN_NUMERIC, PANGO_ELLIPSIZE_END },
    [ONDES_RUN_DURATION] = { N_("Duration"), 10, ONDES_COLUMN_NUMERIC | ONDES_COLUMN_RIGHT, PANGO_ELLIPSIZE_END },
    [ONDES_RUN_RATE] = { N_("Rate"), 10, ONDES_COLUMN_NUMERIC | ONDES_COLUMN_RIGHT, PANGO_ELLIPSIZE_END },
    [ONDES_RUN_LEVEL] = { N_("Level"), 10, ONDES_COLUMN_NUMERIC | ONDES_COLUMN_RIGHT, PANGO_ELLIPSIZE_END },
    [ONDES_RUN_PEAK] = { N_("Peak"), 10, ONDES_COLUMN_NUMERIC | ONDES_COLUMN_RIGHT, PANGO_ELLIPSIZE_END },
    [ONDES_RUN_STATUS] = { N_("Status"), 18, ONDES_COLUMN_EXPANDS, PANGO_ELLIPSIZE_END, .lines = 3 },
  };
  static const OndesListKind kind = { N_("Recordings of the run"), columns, ONDES_RUN_COLUMNS, ONDES_RUN_NAME,
                                      print_cell, show_cell, hide_cell };
  g_autoptr (OndesSortedList) list = ondes_run_list_new (self->model);

  self->thumbnails = ondes_run_thumbnails_new (self->model, 2 * WIDTH, 2 * HEIGHT); /* sharp at a scale of 2 */
  self->table = ONDES_LIST_TABLE (ondes_list_table_new (&kind, self, list,
                                                        gtk_single_selection_new (g_object_ref (G_LIST_MODEL (list)))));
  update_columns (self);
  g_signal_connect_object (list, "landed", G_CALLBACK (update_count), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->thumbnails, "landed", G_CALLBACK (update_pictures), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->model, "rows-changed", G_CALLBACK (update_columns), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (ondes_list_table_get_view (self->table), "activate", G_CALLBACK (on_opened), self, G_CONNECT_SWAPPED);
}

/* --- its widgets */

static GtkWidget *
new_button (OndesRunWindow *self,
            const char *label,
            GCallback clicked)
{
  GtkWidget *button = gtk_button_new_with_mnemonic (label);

  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_set_visible (button, FALSE);
  g_signal_connect_swapped (button, "clicked", clicked, self);
  return button;
}

static GtkLabel *
new_label (const char *class)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_widget_set_hexpand (label, TRUE);
  gtk_widget_add_css_class (label, class);
  return GTK_LABEL (label);
}

/* Progress and the buttons beside it. */
static GtkWidget *
new_progress (OndesRunWindow *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12), *texts = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);

  self->progress = new_label ("numeric");
  self->problem = new_label ("problem");
  self->bar = GTK_PROGRESS_BAR (gtk_progress_bar_new ());
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->bar), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Progress of the run"), -1);
  self->run_button = new_button (self, _("_Run"), G_CALLBACK (on_run));
  gtk_widget_add_css_class (self->run_button, "suggested-action");
  self->retry_button = new_button (self, _("Retry _Failed"), G_CALLBACK (on_retry));
  self->stop_button = new_button (self, _("_Stop"), G_CALLBACK (on_stop));
  gtk_box_append (GTK_BOX (texts), GTK_WIDGET (self->progress));
  gtk_box_append (GTK_BOX (texts), GTK_WIDGET (self->bar));
  gtk_box_append (GTK_BOX (texts), GTK_WIDGET (self->problem));
  gtk_widget_set_valign (texts, GTK_ALIGN_CENTER);
  gtk_box_append (GTK_BOX (box), texts);
  gtk_box_append (GTK_BOX (box), self->retry_button);
  gtk_box_append (GTK_BOX (box), self->run_button);
  gtk_box_append (GTK_BOX (box), self->stop_button);
  gtk_widget_add_css_class (box, "run-progress");
  return box;
}

/* Adds a button with an icon and what it does. */
static void
add_icon (OndesRunWindow *self,
          GtkWidget *header,
          const char *icon,
          const char *tooltip,
          GCallback clicked)
{
  GtkWidget *button = ondes_accessible_new_button (icon, tooltip);

  g_signal_connect_swapped (button, "clicked", clicked, self);
  adw_header_bar_pack_start (ADW_HEADER_BAR (header), button);
}

static GtkWidget *
new_header (OndesRunWindow *self)
{
  GtkWidget *header = adw_header_bar_new ();

  self->title = ADW_WINDOW_TITLE (adw_window_title_new ("", ""));
  adw_header_bar_set_title_widget (ADW_HEADER_BAR (header), GTK_WIDGET (self->title));
  add_icon (self, header, "folder-open-symbolic", _("Show the folder of the run"), G_CALLBACK (on_folder));
  add_icon (self, header, "view-refresh-symbolic", _("Look again at what is done, as other machines may work on it"),
            G_CALLBACK (on_look));
  return header;
}

static void
make_content (OndesRunWindow *self)
{
  GtkWidget *all = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0), *run = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *spinner = gtk_spinner_new ();

  make_table (self);
  self->stack = GTK_STACK (gtk_stack_new ());
  self->refused = ADW_STATUS_PAGE (adw_status_page_new ());
  adw_status_page_set_title (self->refused, _("No Run to Show"));
  adw_status_page_set_icon_name (self->refused, "dialog-warning-symbolic");
  gtk_spinner_start (GTK_SPINNER (spinner));
  gtk_widget_set_halign (spinner, GTK_ALIGN_CENTER);
  gtk_box_append (GTK_BOX (run), new_progress (self));
  gtk_box_append (GTK_BOX (run), ondes_list_table_new_filter (self->table, _("Filter by name, folder or error"),
                                                              _("Filter recordings")));
  gtk_box_append (GTK_BOX (run), GTK_WIDGET (self->table));
  gtk_stack_add_named (self->stack, spinner, "opening");
  gtk_stack_add_named (self->stack, GTK_WIDGET (self->refused), "refused");
  gtk_stack_add_named (self->stack, run, "run");
  gtk_widget_set_vexpand (GTK_WIDGET (self->stack), TRUE);
  gtk_box_append (GTK_BOX (all), new_header (self));
  gtk_box_append (GTK_BOX (all), GTK_WIDGET (self->stack));
  adw_application_window_set_content (ADW_APPLICATION_WINDOW (self), all);
}

static void
ondes_run_window_dispose (GObject *object)
{
  OndesRunWindow *self = ONDES_RUN_WINDOW (object);

  g_clear_weak_pointer (&self->from);
  if (self->model != NULL)
    g_signal_handlers_disconnect_by_data (self->model, self);
  G_OBJECT_CLASS (ondes_run_window_parent_class)->dispose (object);
  g_clear_object (&self->thumbnails);
  g_clear_object (&self->model);
}

static void
ondes_run_window_class_init (OndesRunWindowClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ondes_run_window_dispose;
  GTK_WINDOW_CLASS (klass)->close_request = ondes_run_window_close_request;
}

static void
ondes_run_window_init (OndesRunWindow *self)
{
}

/* Returns the window that shows the run already; NULL if none does. */
static OndesRunWindow *
find_shown (GtkApplication *application,
            const char *folder)
{
  g_autofree char *path = g_canonicalize_filename (folder, NULL);

  for (GList *l = gtk_application_get_windows (application); l != NULL; l = l->next)
    if (ONDES_IS_RUN_WINDOW (l->data)
        && g_str_equal (ondes_run_model_get_folder (ONDES_RUN_WINDOW (l->data)->model), path))
      return l->data;
  return NULL;
}

OndesRunWindow *
ondes_run_window_present (OndesApplication *application,
                          const char *folder,
                          OndesWindow *from,
                          gboolean start)
{
  OndesRunWindow *self = find_shown (GTK_APPLICATION (application), folder);

  if (self != NULL && start) /* its manifest may have grown */
    {
      if (is_working (self))
        start = FALSE;
      else
        {
          self->closing = TRUE;
          gtk_window_close (GTK_WINDOW (self));
          self = NULL;
        }
    }
  if (self == NULL)
    {
      self = g_object_new (ONDES_TYPE_RUN_WINDOW, "application", application, "default-width", 960, "default-height", 640, NULL);
      ondes_help_set_page (GTK_WINDOW (self), "batch.md");
      self->model = ondes_run_model_new (folder);
      self->starts = start;
      make_content (self);
      g_signal_connect_swapped (self->model, "changed", G_CALLBACK (update), self);
      ondes_accessible_name_buttons (GTK_WIDGET (self));
      update (self);
      update_count (self);
    }
  if (from != NULL)
    g_set_weak_pointer (&self->from, from);
  gtk_window_present (GTK_WINDOW (self));
  return self;
}
