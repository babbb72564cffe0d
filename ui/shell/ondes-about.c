/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <fftw3.h>
#include <glib/gi18n.h>
#include <sndfile.h>

#include "ondes-about.h"
#include "ondes-application.h"
#include "session/engine-preference.h"

char *
ondes_application_versions (void)
{
  GString *text = g_string_new (NULL);

  g_string_append_printf (text, "GLib %u.%u.%u (built with %d.%d.%d)\n", glib_major_version, glib_minor_version,
                          glib_micro_version, GLIB_MAJOR_VERSION, GLIB_MINOR_VERSION, GLIB_MICRO_VERSION);
  g_string_append_printf (text, "GTK %u.%u.%u (built with %d.%d.%d)\n", gtk_get_major_version (), gtk_get_minor_version (),
                          gtk_get_micro_version (), GTK_MAJOR_VERSION, GTK_MINOR_VERSION, GTK_MICRO_VERSION);
  g_string_append_printf (text, "libadwaita %u.%u.%u (built with %s)\n", adw_get_major_version (), adw_get_minor_version (),
                          adw_get_micro_version (), ADW_VERSION_S);
  g_string_append_printf (text, "Cairo %s (built with %s)\n", cairo_version_string (), CAIRO_VERSION_STRING);
  g_string_append_printf (text, "Pango %s (built with %s)\n", pango_version_string (), PANGO_VERSION_STRING);
  g_string_append_printf (text, "libsndfile %s\n", sf_version_string ());
  g_string_append_printf (text, "FFTW %s\n", fftw_version);
  return g_string_free (text, FALSE);
}

static void
ask_engines (GTask *task,
             gpointer source,
             gpointer data,
             GCancellable *cancellable)
{
  g_autofree char *versions = ondes_application_versions ();
  g_autofree char *engines = ondes_engine_describe ();

  g_task_return_pointer (task, g_strdup_printf ("Ondes %s\n%s\n%s", ONDES_VERSION, versions, engines), g_free);
}

static void
on_asked (GObject *source,
          GAsyncResult *result,
          gpointer user_data)
{
  g_autofree char *text = g_task_propagate_pointer (G_TASK (result), NULL);
  GtkWidget *about;

  about = g_object_new (ADW_TYPE_ABOUT_WINDOW, "application-name", _("Ondes"), "application-icon", ONDES_APPLICATION_ID,
                        "version", ONDES_VERSION, "developer-name", _("The Ondes developers"), "license-type",
                        GTK_LICENSE_GPL_3_0, "comments",
                        _("A workbench that shows recordings in time and frequency"), "debug-info", text,
                        "debug-info-filename", "ondes-debug-info.txt",
                        /* Translators: your name and address, a translator a line. */
                        "translator-credits", _("translator-credits"), NULL);
  if (source != NULL && GTK_IS_WINDOW (source))
    gtk_window_set_transient_for (GTK_WINDOW (about), GTK_WINDOW (source));
  gtk_window_set_modal (GTK_WINDOW (about), source != NULL);
  gtk_window_present (GTK_WINDOW (about));
}

void
ondes_about_present (GtkWindow *parent)
{
  g_autoptr (GTask) task = g_task_new (parent, NULL, on_asked, NULL);

  g_task_run_in_thread (task, ask_engines);
}
