/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gi18n.h>
#include <stdlib.h>

#include "annotation/annotation-file.h"
#include "base/installed.h"
#include "ondes-application.h"
#include "ondes-about.h"
#include "ondes-engines.h"
#include "ondes-help.h"
#include "ondes-key-sheet.h"
#include "ondes-keys.h"
#include "ondes-reopen.h"
#include "ondes-run-window.h"
#include "rows/ondes-rows.h"
#include "session/settings.h"
#include "ondes-styles.h"
#include "session/trace.h"
#include "ondes-window.h"

struct _OndesApplication
{
  AdwApplication parent_instance;

  GSettings     *settings;
  char          *samples;
};

/* Exit status if there is no display; ./setup checks for it. */
#define NO_DISPLAY 69

G_DEFINE_FINAL_TYPE (OndesApplication, ondes_application, ADW_TYPE_APPLICATION)

/* Returns the samples folder named by the environment variable, otherwise the installed one, otherwise the one next to the
 * build folder. */
static char *
find_samples (void)
{
  const char *named = g_getenv ("ONDES_SAMPLES_DIR");
  g_autofree char *installed = ondes_installed_folder (ONDES_FOLDER_SAMPLES);
  g_autofree char *program = NULL;
  g_autofree char *folder = NULL;
  g_autofree char *samples = NULL;

  if (named != NULL && *named != 0)
    return g_strdup (named);
  if (g_file_test (installed, G_FILE_TEST_IS_DIR))
    return g_steal_pointer (&installed);
  program = g_file_read_link ("/proc/self/exe", NULL);
  if (program == NULL)
    return NULL;
  folder = g_path_get_dirname (program);
  samples = g_build_filename (folder, "..", "..", "data", "samples", NULL);
  return g_file_test (samples, G_FILE_TEST_IS_DIR) ? g_canonicalize_filename (samples, NULL) : NULL;
}

GSettings *
ondes_application_get_settings (OndesApplication *self)
{
  return self->settings;
}

const char *
ondes_application_get_samples (OndesApplication *self)
{
  return self->samples;
}

static void
ondes_application_activate (GApplication *application)
{
  OndesApplication *self = ONDES_APPLICATION (application);
  GtkWindow *window = gtk_application_get_active_window (GTK_APPLICATION (self));

  if (window == NULL)
    {
      g_autoptr (OndesSession) session = ondes_engines_new_session (G_APPLICATION (self));

      window = GTK_WINDOW (ondes_window_new (self, session));
    }
  gtk_window_present (window);
  ondes_reopen_find (application, FALSE);
}

/* TRUE if @path is the folder or the manifest of a run. */
static gboolean
is_run (const char *path)
{
  return g_str_has_suffix (path, "/" ONDES_BATCH_MANIFEST) || g_file_test (path, G_FILE_TEST_IS_DIR);
}

/* Opens a recording, the windows of a session or a run. Returns the window that has the recording; NULL if it is none. */
static OndesWindow *
open_file (OndesApplication *self,
           GFile            *file)
{
  GtkWindow *window = gtk_application_get_active_window (GTK_APPLICATION (self));
  g_autofree char *path = g_file_get_path (file);
  g_autoptr (OndesSession) session = NULL;

  if (path != NULL && ondes_saved_is_session (path))
    {
      ondes_reopen_open (G_APPLICATION (self), path);
      return NULL;
    }
  if (path != NULL && is_run (path))
    {
      ondes_run_window_present (self, path, NULL, FALSE);
      return NULL;
    }
  if (window != NULL && ONDES_IS_WINDOW (window) && ondes_window_is_empty (ONDES_WINDOW (window)))
    {
      ondes_window_open (ONDES_WINDOW (window), file);
      gtk_window_present (window);
      return ONDES_WINDOW (window);
    }
  /* The worker thread opens the file while the window is being built. */
  session = ondes_engines_new_session (G_APPLICATION (self));
  if (path != NULL)
    ondes_session_open (session, path, NULL);
  window = GTK_WINDOW (ondes_window_new (self, session));
  ondes_trace ("window built");
  if (path == NULL)
    ondes_window_open (ONDES_WINDOW (window), file);
  gtk_window_present (window);
  ondes_trace ("window presented, drawn by %s", G_OBJECT_TYPE_NAME (gtk_native_get_renderer (GTK_NATIVE (window))));
  return ONDES_WINDOW (window);
}

/* Files to be opened together. */
typedef struct
{
  GPtrArray *files;     /* owned GFile */
  gboolean  *annotated; /* [files->len]: it holds annotations, which are those of a recording */
} Opening;

static void
opening_free (gpointer data)
{
  Opening *opening = data;

  g_ptr_array_unref (opening->files);
  g_free (opening->annotated);
  g_free (opening);
}

/* Returns the window for annotations that are no file's beside them: the last in use, or a new one. */
static OndesWindow *
get_window (OndesApplication *self)
{
  GtkWindow *window = gtk_application_get_active_window (GTK_APPLICATION (self));

  if (window == NULL || !ONDES_IS_WINDOW (window))
    {
      g_autoptr (OndesSession) session = ondes_engines_new_session (G_APPLICATION (self));

      window = GTK_WINDOW (ondes_window_new (self, session));
    }
  gtk_window_present (window);
  return ONDES_WINDOW (window);
}

/* Opens recordings, and gives annotations to the one before them, otherwise to the first. */
static void
open_sorted (OndesApplication *self,
             const Opening    *opening)
{
  const guint n = opening->files->len;
  g_autofree OndesWindow **windows = g_new0 (OndesWindow *, n);
  OndesWindow *window = NULL;

  for (guint i = 0; i < n; i++)
    if (!opening->annotated[i])
      windows[i] = open_file (self, opening->files->pdata[i]);
  for (guint i = 0; i < n && window == NULL; i++)
    window = windows[i];
  for (guint i = 0; i < n; i++)
    if (windows[i] != NULL)
      window = windows[i];
    else if (opening->annotated[i])
      {
        if (window == NULL)
          window = get_window (self);
        ondes_window_take_annotations (window, opening->files->pdata[i]);
      }
}

static void
sort (GTask        *task,
      gpointer      source,
      gpointer      task_data,
      GCancellable *cancellable)
{
  Opening *opening = task_data;

  for (guint i = 0; i < opening->files->len; i++)
    {
      const char *path = g_file_peek_path (opening->files->pdata[i]);

      opening->annotated[i] = path != NULL && ondes_window_may_hold_annotations (path)
                              && ondes_annotations_recognise (path, NULL);
    }
  g_task_return_boolean (task, TRUE);
}

static void
on_sorted (GObject      *source,
           GAsyncResult *result,
           gpointer      data)
{
  open_sorted (ONDES_APPLICATION (source), g_task_get_task_data (G_TASK (result)));
  g_application_release (G_APPLICATION (source));
}

/* TRUE if annotations among @n_files files have a recording that they could join. */
static gboolean
has_recording (OndesApplication *self,
               int               n_files)
{
  GtkWindow *window = gtk_application_get_active_window (GTK_APPLICATION (self));

  return n_files > 1 || (window != NULL && ONDES_IS_WINDOW (window) && !ondes_window_is_empty (ONDES_WINDOW (window)));
}

/* A worker looks into files whose names could be those of annotations; where there are none, windows open at once. */
static void
ondes_application_open (GApplication *application,
                        GFile **files,
                        int n_files,
                        const char *hint)
{
  g_autoptr (GTask) task = NULL;
  Opening *opening = g_new0 (Opening, 1);
  gboolean possible = FALSE;

  ondes_reopen_find (application, TRUE);
  opening->files = g_ptr_array_new_with_free_func (g_object_unref);
  opening->annotated = g_new0 (gboolean, (gsize) n_files);
  for (int i = 0; i < n_files; i++)
    {
      const char *path = g_file_peek_path (files[i]);

      g_ptr_array_add (opening->files, g_object_ref (files[i]));
      possible = possible || (path != NULL && ondes_window_may_hold_annotations (path));
    }
  if (!possible || !has_recording (ONDES_APPLICATION (application), n_files))
    {
      open_sorted (ONDES_APPLICATION (application), opening);
      opening_free (opening);
      return;
    }
  task = g_task_new (application, NULL, on_sorted, NULL);
  g_task_set_source_tag (task, ondes_application_open);
  g_task_set_task_data (task, opening, opening_free);
  g_application_hold (application);
  g_task_run_in_thread (task, sort);
}

static void
ondes_application_window_added (GtkApplication *application,
                                GtkWindow      *window)
{
  GTK_APPLICATION_CLASS (ondes_application_parent_class)->window_added (application, window);
  if (GTK_IS_APPLICATION_WINDOW (window))
    ondes_key_sheet_add (GTK_APPLICATION_WINDOW (window));
}

/* Recomputes the page in view of every window, so that another engine takes effect at once. */
static void
on_engine_changed (GApplication *application)
{
  for (GList *l = gtk_application_get_windows (GTK_APPLICATION (application)); l != NULL; l = l->next)
    if (ONDES_IS_WINDOW (l->data))
      gtk_widget_activate_action (GTK_WIDGET (l->data), "win.recompute", NULL);
}

static void
quit_action (GSimpleAction *action,
             GVariant *parameter,
             gpointer user_data)
{
  GtkApplication *application = GTK_APPLICATION (user_data);
  g_autoptr (GList) windows = g_list_copy (gtk_application_get_windows (application));

  ondes_reopen_quit (G_APPLICATION (application));
  /* Each window stores its state, and asks first if an export is in progress. */
  for (GList *l = windows; l != NULL; l = l->next)
    gtk_window_close (GTK_WINDOW (l->data));
}

static void
new_window_action (GSimpleAction *action,
                   GVariant *parameter,
                   gpointer user_data)
{
  OndesApplication *self = ONDES_APPLICATION (user_data);
  g_autoptr (OndesSession) session = ondes_engines_new_session (G_APPLICATION (self));

  gtk_window_present (GTK_WINDOW (ondes_window_new (self, session)));
}

static void
help_action (GSimpleAction *action,
             GVariant      *parameter,
             gpointer       application)
{
  ondes_help_show (gtk_application_get_active_window (application));
}

static void
about_action (GSimpleAction *action,
              GVariant *parameter,
              gpointer user_data)
{
  ondes_about_present (gtk_application_get_active_window (GTK_APPLICATION (user_data)));
}

static void
ondes_application_startup (GApplication *application)
{
  static const GActionEntry actions[] = {
    { .name = "quit", .activate = quit_action },
    { .name = "new-window", .activate = new_window_action },
    { .name = "help", .activate = help_action },
    { .name = "about", .activate = about_action },
  };
  OndesApplication *self = ONDES_APPLICATION (application);

  /* GTK would also exit, but with an uninformative status. */
  if (!gtk_init_check ())
    {
      g_printerr ("%s\n", _("Ondes finds no display to open its window on."));
      exit (NO_DISPLAY);
    }
  G_APPLICATION_CLASS (ondes_application_parent_class)->startup (application);
  ondes_trace_busy (8);
  g_action_map_add_action_entries (G_ACTION_MAP (self), actions, G_N_ELEMENTS (actions), self);
  for (const OndesKeys *keys = ondes_keys; keys->action != NULL; keys++)
    gtk_application_set_accels_for_action (GTK_APPLICATION (self), keys->action, keys->accelerators);
  gtk_window_set_default_icon_name (ONDES_APPLICATION_ID);
  ondes_styles_start ();
  ondes_rows_start ();
  self->settings = ondes_settings_new ();
  ondes_engines_start (application, self->settings, on_engine_changed);
  ondes_reopen_start (application, self->settings);
  self->samples = find_samples ();
  ondes_trace ("application started");
}

static int
ondes_application_handle_local_options (GApplication *application,
                                        GVariantDict *options)
{
  g_autofree char *versions = NULL;

  if (!g_variant_dict_contains (options, "version"))
    return -1;
  versions = ondes_application_versions ();
  g_print ("Ondes %s\n%s", ONDES_VERSION, versions);
  return 0;
}

static void
ondes_application_finalize (GObject *object)
{
  OndesApplication *self = ONDES_APPLICATION (object);

  g_clear_object (&self->settings);
  g_free (self->samples);
  G_OBJECT_CLASS (ondes_application_parent_class)->finalize (object);
}

static void
ondes_application_class_init (OndesApplicationClass *klass)
{
  GApplicationClass *application_class = G_APPLICATION_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = ondes_application_finalize;
  application_class->activate = ondes_application_activate;
  application_class->open = ondes_application_open;
  application_class->startup = ondes_application_startup;
  application_class->handle_local_options = ondes_application_handle_local_options;
  GTK_APPLICATION_CLASS (klass)->window_added = ondes_application_window_added;
}

static void
ondes_application_init (OndesApplication *self)
{
  g_application_add_main_option_entries (G_APPLICATION (self), ondes_options);
  g_application_set_option_context_parameter_string (G_APPLICATION (self), _("[FILE…]"));
  g_application_set_option_context_summary (G_APPLICATION (self), _("Shows recordings in time and frequency."));
}

OndesApplication *
ondes_application_new (void)
{
  return g_object_new (ONDES_TYPE_APPLICATION, "application-id", ONDES_APPLICATION_ID, "flags", G_APPLICATION_HANDLES_OPEN,
                       "resource-base-path", "/org/ondes/Ondes", NULL);
}
