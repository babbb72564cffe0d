/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "base/installed.h"
#include "ondes-help.h"

#define HOME "https://ondes.org/"
#define PAGE "ondes-help-page" /* of a window */

void (*ondes_help_open) (GtkWindow *window, const char *uri, guint32 timestamp) = gtk_show_uri;

void
ondes_help_set_page (GtkWindow  *window,
                     const char *page)
{
  g_object_set_data (G_OBJECT (window), PAGE, (gpointer) page);
}

const char *
ondes_help_get_page (GtkWindow *window)
{
  const char *page = window != NULL ? g_object_get_data (G_OBJECT (window), PAGE) : NULL;

  return page != NULL ? page : "window.md";
}

void
ondes_help_show (GtkWindow *window)
{
  g_autofree char *folder = ondes_installed_folder (ONDES_FOLDER_DOCS);
  g_autofree char *path = g_build_filename (folder, ondes_help_get_page (window), NULL), *uri = NULL;

  if (g_file_test (path, G_FILE_TEST_EXISTS))
    uri = g_filename_to_uri (path, NULL, NULL);
  ondes_help_open (window, uri != NULL ? uri : HOME, GDK_CURRENT_TIME);
}
