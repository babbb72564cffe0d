/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ondes-reopen.h"

#include <glib/gi18n.h>

#include "dialogs/ondes-file-chooser.h"
#include "dialogs/ondes-missing-dialog.h"
#include "ondes-engines.h"
#include "ondes-window-private.h"
#include "session/session-keeper.h"

#define SETTLED_MS 3000 /* after reopening: a crash from then on has another reason */

typedef struct
{
  OndesApplication *application; /* the owner of this data */
  OndesKeeper      *keeper;
  GVariant         *last;        /* what “Reopen Last Session” opens; NULL for none */
  guint             settling;    /* timer; 0 if none */
  gboolean          looked;
  gboolean          quitting;
} Reopen;

#define KEY "ondes-reopen"

static Reopen *
of (gpointer application)
{
  return g_object_get_data (G_OBJECT (application), KEY);
}

static Reopen *
of_window (gpointer window)
{
  GtkApplication *application = gtk_window_get_application (GTK_WINDOW (window));

  return application != NULL ? of (application) : NULL;
}

static void
reopen_free (gpointer data)
{
  Reopen *self = data;

  g_clear_handle_id (&self->settling, g_source_remove);
  g_clear_pointer (&self->last, g_variant_unref);
  ondes_keeper_free (self->keeper);
  g_free (self);
}

static int
by_id (gconstpointer a,
       gconstpointer b)
{
  const guint first = gtk_application_window_get_id ((GtkApplicationWindow *) a);
  const guint second = gtk_application_window_get_id ((GtkApplicationWindow *) b);

  return first < second ? -1 : first > second;
}

/* Returns the windows of recordings in the order they were made; free the list. */
static GList *
list_windows (Reopen *self)
{
  GList *windows = NULL;

  for (GList *l = gtk_application_get_windows (GTK_APPLICATION (self->application)); l != NULL; l = l->next)
    if (ONDES_IS_WINDOW (l->data))
      windows = g_list_insert_sorted (windows, l->data, by_id);
  return windows;
}

static GVariant *
collect (gpointer user_data)
{
  g_autoptr (GList) windows = list_windows (user_data);
  GVariantBuilder builder = G_VARIANT_BUILDER_INIT (G_VARIANT_TYPE (ONDES_SAVED_WINDOWS));

  for (GList *l = windows; l != NULL; l = l->next)
    {
      g_autoptr (GVariant) saved = ondes_window_save (l->data);

      if (saved != NULL)
        g_variant_builder_add_value (&builder, saved);
    }
  return g_variant_ref_sink (g_variant_builder_end (&builder));
}

/* Opening. */

/* Returns the active window if it is empty; otherwise a new one. */
static OndesWindow *
get_window (Reopen *self)
{
  GtkWindow *active = gtk_application_get_active_window (GTK_APPLICATION (self->application));
  g_autoptr (OndesSession) session = NULL;

  if (active != NULL && ONDES_IS_WINDOW (active) && ondes_window_is_empty (ONDES_WINDOW (active))
      && !ondes_window_is_reopening (ONDES_WINDOW (active)))
    return ONDES_WINDOW (active);
  session = ondes_engines_new_session (G_APPLICATION (self->application));
  return ONDES_WINDOW (ondes_window_new (self->application, session));
}

static void
open_windows (Reopen   *self,
              GVariant *windows)
{
  GVariantIter iter;
  GVariant *saved;

  /* A file opened at start may hold no windows. */
  if (g_variant_n_children (windows) == 0)
    gtk_window_present (GTK_WINDOW (get_window (self)));
  g_variant_iter_init (&iter, windows);
  while (g_variant_iter_loop (&iter, "@a{sv}", &saved))
    {
      OndesWindow *window = get_window (self);

      ondes_window_reopen (window, saved);
      gtk_window_present (GTK_WINDOW (window));
    }
}

/* A session on its way: read and looked for on a worker, perhaps asked about. */
typedef struct
{
  Reopen    *reopen;
  char      *path;    /* of a file; NULL if the windows are known */
  GVariant  *windows;
  char     **missing;
  OndesKept *kept;    /* whose claims go once the windows are open; NULL for none */
} Coming;

static void
coming_free (gpointer data)
{
  Coming *self = data;

  g_free (self->path);
  g_clear_pointer (&self->windows, g_variant_unref);
  g_clear_pointer (&self->missing, g_strfreev);
  g_clear_pointer (&self->kept, ondes_kept_free);
  g_free (self);
}

/* Opens what is left of the session; it was not opened if @windows is NULL. */
static void
finish (Coming   *coming,
        GVariant *windows)
{
  Reopen *self = coming->reopen;

  if (windows != NULL)
    open_windows (self, windows);
  if (coming->kept != NULL)
    ondes_keeper_adopt (self->keeper, g_steal_pointer (&coming->kept), windows != NULL);
  coming_free (coming);
}

static void
on_answered (GVariant *windows,
             gpointer  user_data)
{
  finish (user_data, windows);
}

static void
look (GTask        *task,
      gpointer      source,
      gpointer      data,
      GCancellable *cancellable)
{
  Coming *coming = data;
  GError *error = NULL;

  if (coming->windows == NULL)
    coming->windows = ondes_saved_read (coming->path, FALSE, NULL, &error);
  if (coming->windows == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  coming->missing = ondes_saved_find_missing (coming->windows);
  g_task_return_boolean (task, TRUE);
}

static void
on_looked (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  Coming *coming = user_data;
  g_autoptr (GError) error = NULL;

  g_application_release (G_APPLICATION (source));
  if (!g_task_propagate_boolean (G_TASK (result), &error))
    {
      ondes_window_say (get_window (coming->reopen), error->message, TRUE);
      gtk_window_present (GTK_WINDOW (get_window (coming->reopen)));
      coming_free (coming);
    }
  else if (coming->missing[0] != NULL)
    {
      GtkWindow *parent = GTK_WINDOW (get_window (coming->reopen));

      gtk_window_present (parent);
      ondes_missing_dialog_present (parent, coming->windows, (const char *const *) coming->missing, on_answered, coming);
    }
  else
    finish (coming, coming->windows);
}

/* Takes ownership of @coming. */
static void
begin (Coming *coming)
{
  g_autoptr (GTask) task = g_task_new (coming->reopen->application, NULL, on_looked, coming);

  g_application_hold (G_APPLICATION (coming->reopen->application));
  g_task_set_task_data (task, coming, NULL);
  g_task_run_in_thread (task, look);
}

static void
begin_windows (Reopen    *self,
               GVariant  *windows,
               OndesKept *kept)
{
  Coming *coming = g_new0 (Coming, 1);

  coming->reopen = self;
  coming->windows = g_variant_ref (windows);
  coming->kept = kept;
  begin (coming);
}

void
ondes_reopen_open (GApplication *application,
                   const char   *path)
{
  Coming *coming = g_new0 (Coming, 1);

  coming->reopen = of (application);
  coming->path = g_strdup (path);
  begin (coming);
}

/* What was left. */

static void
set_last (Reopen   *self,
          GVariant *last)
{
  GAction *action = g_action_map_lookup_action (G_ACTION_MAP (self->application), "reopen-last");
  g_autoptr (GList) windows = list_windows (self);

  g_clear_pointer (&self->last, g_variant_unref);
  self->last = last != NULL && g_variant_n_children (last) > 0 ? g_variant_ref (last) : NULL;
  g_simple_action_set_enabled (G_SIMPLE_ACTION (action), self->last != NULL);
  for (GList *l = windows; l != NULL; l = l->next)
    ondes_window_offer_last (l->data, self->last);
}

GVariant *
ondes_reopen_get_last (gpointer application)
{
  return of (application) != NULL ? of (application)->last : NULL;
}

typedef struct
{
  gboolean   asked;
  OndesKept *kept;
} Finding;

static void
find (GTask        *task,
      gpointer      source,
      gpointer      data,
      GCancellable *cancellable)
{
  ((Finding *) data)->kept = ondes_keeper_find (of (source)->keeper);
  g_task_return_boolean (task, TRUE);
}

static void
on_found (GObject      *source,
          GAsyncResult *result,
          gpointer      user_data)
{
  Reopen *self = of (source);
  Finding *finding = g_task_get_task_data (G_TASK (result));
  OndesKept *kept = g_steal_pointer (&finding->kept);
  g_autoptr (GVariant) state = g_action_group_get_action_state (G_ACTION_GROUP (source), "reopen-at-start");
  const gboolean again = !finding->asked && kept->crashed != NULL && kept->attempts < ONDES_KEEPER_ATTEMPTS;

  g_application_release (G_APPLICATION (source));
  set_last (self, kept->crashed != NULL && !again ? kept->crashed : kept->last);
  if (again)
    {
      begin_windows (self, kept->crashed, kept);
      return;
    }
  ondes_keeper_adopt (self->keeper, kept, FALSE);
  if (!finding->asked && self->last != NULL && state != NULL && g_variant_get_boolean (state))
    begin_windows (self, self->last, NULL);
}

void
ondes_reopen_find (GApplication *application,
                   gboolean      asked)
{
  Reopen *self = of (application);
  g_autoptr (GTask) task = NULL;
  Finding *finding;

  if (self->looked)
    return;
  self->looked = TRUE;
  finding = g_new0 (Finding, 1);
  finding->asked = asked;
  task = g_task_new (application, NULL, on_found, NULL);
  g_application_hold (application);
  g_task_set_task_data (task, finding, g_free);
  g_task_run_in_thread (task, find);
}

/* Keeping. */

static gboolean
on_settled (gpointer user_data)
{
  Reopen *self = user_data;

  self->settling = 0;
  ondes_keeper_settle (self->keeper);
  return G_SOURCE_REMOVE;
}

void
ondes_reopen_note (gpointer window)
{
  Reopen *self = of_window (window);
  g_autoptr (GList) windows = NULL;

  if (self == NULL)
    return;
  ondes_keeper_note (self->keeper);
  windows = list_windows (self);
  for (GList *l = windows; l != NULL; l = l->next)
    if (ondes_window_is_reopening (l->data))
      return;
  if (self->settling == 0)
    self->settling = g_timeout_add (SETTLED_MS, on_settled, self);
}

void
ondes_reopen_closing (gpointer window)
{
  Reopen *self = of_window (window);
  g_autoptr (GList) windows = self != NULL ? list_windows (self) : NULL;

  if (self == NULL || self->quitting)
    return;
  if (windows != NULL && windows->next == NULL)
    ondes_keeper_end (self->keeper, NULL);
}

void
ondes_reopen_quit (GApplication *application)
{
  Reopen *self = of (application);

  self->quitting = TRUE;
  ondes_keeper_end (self->keeper, NULL);
}

void
ondes_reopen_stay (gpointer window)
{
  Reopen *self = of_window (window);

  if (self == NULL)
    return;
  self->quitting = FALSE;
  ondes_keeper_go_on (self->keeper);
  ondes_keeper_note (self->keeper);
}

static void
on_window_added (Reopen *self)
{
  if (self->quitting)
    return;
  ondes_keeper_go_on (self->keeper);
  ondes_keeper_note (self->keeper);
}

static void
on_window_removed (Reopen *self)
{
  ondes_keeper_note (self->keeper);
}

/* Actions. */

typedef struct
{
  OndesWindow *window; /* that says how it went; weak */
  GVariant    *windows;
  char        *path;
} Saving;

static void
saving_free (gpointer data)
{
  Saving *self = data;

  g_clear_weak_pointer (&self->window);
  g_variant_unref (self->windows);
  g_free (self->path);
  g_free (self);
}

static void
write_session (GTask        *task,
               gpointer      source,
               gpointer      data,
               GCancellable *cancellable)
{
  Saving *saving = data;
  GError *error = NULL;

  if (ondes_saved_write (saving->path, saving->windows, 0, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

static void
on_session_written (GObject      *source,
                    GAsyncResult *result,
                    gpointer      user_data)
{
  Saving *saving = g_task_get_task_data (G_TASK (result));
  g_autofree char *base = g_path_get_basename (saving->path), *name = g_filename_display_name (base);
  g_autofree char *text = g_strdup_printf (_("Saved the session “%s”"), name);
  g_autoptr (GError) error = NULL;
  const gboolean done = g_task_propagate_boolean (G_TASK (result), &error);

  g_application_release (G_APPLICATION (source));
  if (saving->window != NULL)
    ondes_window_say (saving->window, done ? text : error->message, !done);
}

static void
on_session_file (gpointer owner,
                 GFile   *file)
{
  Reopen *self = of_window (owner);
  g_autofree char *path = g_file_get_path (file);
  g_autoptr (GTask) task = g_task_new (self->application, NULL, on_session_written, NULL);
  Saving *saving = g_new0 (Saving, 1);

  g_set_weak_pointer (&saving->window, owner);
  saving->windows = collect (self);
  saving->path = ondes_saved_is_session (path) ? g_steal_pointer (&path) : g_strconcat (path, ONDES_SAVED_SUFFIX, NULL);
  g_application_hold (G_APPLICATION (self->application));
  g_task_set_task_data (task, saving, saving_free);
  g_task_run_in_thread (task, write_session);
}

static void
save_session_action (GSimpleAction *action,
                     GVariant      *parameter,
                     gpointer       user_data)
{
  Reopen *self = user_data;
  GtkWindow *window = gtk_application_get_active_window (GTK_APPLICATION (self->application));
  g_autofree char *name = g_strconcat (_("Session"), ONDES_SAVED_SUFFIX, NULL);
  GtkFileChooser *chooser;

  while (window != NULL && !ONDES_IS_WINDOW (window))
    window = gtk_window_get_transient_for (window);
  if (window == NULL)
    return;
  chooser = ondes_file_chooser_new (window, _("Save the Session"), GTK_FILE_CHOOSER_ACTION_SAVE, _("_Save"), on_session_file);
  gtk_file_chooser_set_current_name (chooser, name);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (chooser));
}

static void
reopen_last_action (GSimpleAction *action,
                    GVariant      *parameter,
                    gpointer       user_data)
{
  Reopen *self = user_data;

  if (self->last != NULL)
    begin_windows (self, self->last, NULL);
}

static void
add_switch (Reopen    *self,
            GSettings *settings)
{
  g_autoptr (GAction) action = NULL;

  if (settings != NULL)
    action = g_settings_create_action (settings, "reopen-at-start");
  else
    action = G_ACTION (g_simple_action_new_stateful ("reopen-at-start", NULL, g_variant_new_boolean (FALSE)));
  g_action_map_add_action (G_ACTION_MAP (self->application), action);
}

void
ondes_reopen_start (GApplication *application,
                    GSettings    *settings)
{
  static const GActionEntry actions[] = {
    { .name = "save-session", .activate = save_session_action },
    { .name = "reopen-last", .activate = reopen_last_action },
  };
  Reopen *self = g_new0 (Reopen, 1);

  self->application = ONDES_APPLICATION (application);
  self->keeper = ondes_keeper_new (NULL, collect, self);
  g_object_set_data_full (G_OBJECT (application), KEY, self, reopen_free);
  g_action_map_add_action_entries (G_ACTION_MAP (application), actions, G_N_ELEMENTS (actions), self);
  add_switch (self, settings);
  set_last (self, NULL);
  g_signal_connect_swapped (application, "window-added", G_CALLBACK (on_window_added), self);
  g_signal_connect_swapped (application, "window-removed", G_CALLBACK (on_window_removed), self);
}
