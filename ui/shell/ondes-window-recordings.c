/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Recordings that are near at hand: recent ones and samples, in the menu of “Open” and on the welcome page. */
#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "base/compare.h"
#include "base/key-text.h"
#include "ondes-welcome.h"
#include "ondes-window-private.h"
#include "session/words.h"

#define RECENT_MAX 12

static void
add_item (GMenu      *menu,
          const char *title,
          const char *uri,
          const char *source)
{
  g_auto (GStrv) parts = g_strsplit (title, "_", -1);
  g_autofree char *label = g_strjoinv ("__", parts); /* a single underscore would mark a mnemonic */
  g_autoptr (GMenuItem) item = g_menu_item_new (label, NULL);

  g_menu_item_set_action_and_target (item, "win.open-uri", "s", uri);
  g_menu_item_set_attribute (item, ONDES_WELCOME_TITLE, "s", title);
  if (source != NULL)
    g_menu_item_set_attribute (item, ONDES_WELCOME_SUBTITLE, "s", source);
  g_menu_append_item (menu, item);
}

/* Adds a sample, that is, a file with a key file that gives it a title. */
static void
add_sample (GMenu      *menu,
            const char *folder,
            const char *key_file)
{
  g_autoptr (GKeyFile) keys = g_key_file_new ();
  g_autofree char *key_path = g_build_filename (folder, key_file, NULL);
  g_autofree char *name = g_strndup (key_file, strlen (key_file) - strlen (".ondes"));
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autofree char *title = NULL, *source = NULL, *uri = NULL;
  g_autoptr (GFile) file = g_file_new_for_path (path);
  char *end;

  if (!g_file_test (path, G_FILE_TEST_IS_REGULAR) || !g_key_file_load_from_file (keys, key_path, G_KEY_FILE_NONE, NULL))
    return;
  title = ondes_key_text (keys, "recording", "title");
  if (title == NULL)
    return;
  source = ondes_key_text (keys, "recording", "source");
  /* Show the source without its URL. */
  if (source != NULL && (end = strstr (source, ", http")) != NULL)
    *end = '\0';
  uri = g_file_get_uri (file);
  add_item (menu, ondes_words_recording_name (title), uri, source);
}

/* Returns the samples in @path, a folder, or NULL. */
static GMenu *
list_samples (const char *path)
{
  g_autoptr (GDir) folder = path != NULL ? g_dir_open (path, 0, NULL) : NULL;
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  GMenu *menu = g_menu_new ();
  const char *name;

  while (folder != NULL && (name = g_dir_read_name (folder)) != NULL)
    if (g_str_has_suffix (name, ".ondes"))
      g_ptr_array_add (names, g_strdup (name));
  g_ptr_array_sort (names, ondes_compare_strings);
  for (guint i = 0; i < names->len; i++)
    add_sample (menu, path, g_ptr_array_index (names, i));
  return menu;
}

/* Returns the recent files that Ondes itself opened. Filters by application rather than by group, because
 * gtk_recent_manager_add_full() ignores groups if the address of the first one's name happens to end in a zero byte. */
static GMenu *
list_recent (void)
{
  GList *items = gtk_recent_manager_get_items (gtk_recent_manager_get_default ());
  GMenu *menu = g_menu_new ();

  for (GList *l = items; l != NULL && g_menu_model_get_n_items (G_MENU_MODEL (menu)) < RECENT_MAX; l = l->next)
    {
      GtkRecentInfo *info = l->data;
      g_autoptr (GFile) file = g_file_new_for_uri (gtk_recent_info_get_uri (info));
      g_autoptr (GFile) folder = g_file_get_parent (file);
      g_autofree char *path = folder != NULL ? g_file_get_parse_name (folder) : NULL;

      if (gtk_recent_info_has_application (info, "Ondes") && gtk_recent_info_is_local (info) && gtk_recent_info_exists (info))
        add_item (menu, ondes_words_recording_name (gtk_recent_info_get_display_name (info)), gtk_recent_info_get_uri (info), path);
    }
  g_list_free_full (items, (GDestroyNotify) gtk_recent_info_unref);
  return menu;
}

static gboolean
same_items (GMenuModel *a,
            GMenuModel *b)
{
  static const char *const attributes[] = { G_MENU_ATTRIBUTE_LABEL, G_MENU_ATTRIBUTE_TARGET };

  if (a == NULL || g_menu_model_get_n_items (a) != g_menu_model_get_n_items (b))
    return FALSE;
  for (int i = 0; i < g_menu_model_get_n_items (a); i++)
    for (guint j = 0; j < G_N_ELEMENTS (attributes); j++)
      {
        g_autoptr (GVariant) one = g_menu_model_get_item_attribute_value (a, i, attributes[j], NULL);
        g_autoptr (GVariant) other = g_menu_model_get_item_attribute_value (b, i, attributes[j], NULL);

        if ((one == NULL) != (other == NULL) || (one != NULL && !g_variant_equal (one, other)))
          return FALSE;
      }
  return TRUE;
}

/* The manager also reports our own additions, a little later. Keeps an unchanged menu, because it may be open. */
static void
update (OndesWindow *self)
{
  g_autoptr (GMenu) menu = list_recent ();
  g_autoptr (GMenuItem) samples = g_menu_item_new_submenu (_("_Sample Recordings"), self->samples);

  if (g_menu_model_get_n_items (self->samples) > 0)
    g_menu_append_item (menu, samples);
  else if (g_menu_model_get_n_items (G_MENU_MODEL (menu)) == 0)
    g_menu_append (menu, _("No recent recordings"), "win.none");
  if (same_items (adw_split_button_get_menu_model (self->open_button), G_MENU_MODEL (menu)))
    return;
  ondes_welcome_show_recent (ONDES_WELCOME (self->welcome), G_MENU_MODEL (menu));
  adw_split_button_set_menu_model (self->open_button, G_MENU_MODEL (menu));
}

void
ondes_window_add_recordings (OndesWindow *self,
                             const char  *samples)
{
  self->samples = G_MENU_MODEL (list_samples (samples));
  self->welcome = ondes_welcome_new (self->samples);
  gtk_box_append (self->welcome_box, self->welcome);
  update (self);
  g_signal_connect_object (gtk_recent_manager_get_default (), "changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
}

void
ondes_window_remember_file (OndesWindow *self)
{
  const OndesRecordingInfo *info = ondes_recording_get_info (ondes_session_get_recording (self->session));
  g_autoptr (GFile) file = g_file_new_for_path (info->path);
  g_autofree char *uri = g_file_get_uri (file);
  GtkRecentData data = {
    .display_name = (char *) info->name,
    .mime_type = (char *) "application/octet-stream",
    .app_name = (char *) "Ondes",
    .app_exec = (char *) "ondes %u",
  };

  gtk_recent_manager_add_full (gtk_recent_manager_get_default (), uri, &data);
}
