/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "base/compare.h"
#include "base/key-text.h"
#include "ondes-welcome.h"
#include "session/words.h"
#include "ondes-template.h"

struct _OndesWelcome
{
  AdwBin               parent_instance;

  AdwStatusPage       *page;
  AdwPreferencesGroup *samples;
  GtkWidget           *last;
};

G_DEFINE_FINAL_TYPE (OndesWelcome, ondes_welcome, ADW_TYPE_BIN)

#define CHILD(name) ONDES_TEMPLATE_CHILD (OndesWelcome, name)

static void
ondes_welcome_class_init (OndesWelcomeClass *klass)
{
  static const OndesTemplateChild children[] = { CHILD (page), CHILD (samples), CHILD (last), { NULL } };
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  ondes_template_install (widget_class, "ondes-welcome.ui", children, NULL);
}

static void
ondes_welcome_init (OndesWelcome *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  ondes_welcome_tell (self, NULL);
}

static void
add_row (OndesWelcome *self,
         const char *path,
         const char *title,
         const char *source)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autofree char *uri = g_file_get_uri (file);
  GtkWidget *row = adw_action_row_new ();
  GtkWidget *arrow = gtk_image_new_from_icon_name ("go-next-symbolic");

  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  if (source != NULL)
    ondes_widget_set_text (row, "subtitle", source);
  adw_action_row_set_subtitle_lines (ADW_ACTION_ROW (row), 2);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), arrow);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), TRUE);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (row), "win.open-uri");
  gtk_actionable_set_action_target (GTK_ACTIONABLE (row), "s", uri);
  adw_preferences_group_add (self->samples, row);
}

/* Adds a sample, that is, a file with a sidecar that gives it a title. FALSE if it is not one. */
static gboolean
add_sample (OndesWelcome *self,
            const char *folder,
            const char *sidecar)
{
  g_autoptr (GKeyFile) keys = g_key_file_new ();
  g_autofree char *sidecar_path = g_build_filename (folder, sidecar, NULL);
  g_autofree char *name = g_strndup (sidecar, strlen (sidecar) - strlen (".ondes"));
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autofree char *title = NULL;
  g_autofree char *source = NULL;
  char *end;

  if (!g_file_test (path, G_FILE_TEST_IS_REGULAR) || !g_key_file_load_from_file (keys, sidecar_path, G_KEY_FILE_NONE, NULL))
    return FALSE;
  title = ondes_key_text (keys, "recording", "title");
  if (title == NULL)
    return FALSE;
  source = ondes_key_text (keys, "recording", "source");
  /* Show the source without its URL. */
  if (source != NULL && (end = strstr (source, ", http")) != NULL)
    *end = 0;
  add_row (self, path, ondes_words_recording_name (title), source);
  return TRUE;
}

GtkWidget *
ondes_welcome_new (const char *samples)
{
  OndesWelcome *self = g_object_new (ONDES_TYPE_WELCOME, NULL);
  g_autoptr (GDir) folder = samples != NULL ? g_dir_open (samples, 0, NULL) : NULL;
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  const char *name;
  guint n = 0;

  while (folder != NULL && (name = g_dir_read_name (folder)) != NULL)
    if (g_str_has_suffix (name, ".ondes"))
      g_ptr_array_add (names, g_strdup (name));
  g_ptr_array_sort (names, ondes_compare_strings);
  for (guint i = 0; i < names->len; i++)
    n += add_sample (self, samples, g_ptr_array_index (names, i));
  gtk_widget_set_visible (GTK_WIDGET (self->samples), n > 0);
  return GTK_WIDGET (self);
}

void
ondes_welcome_offer (OndesWelcome *self,
                     const char   *names)
{
  gtk_widget_set_visible (self->last, names != NULL);
  gtk_widget_set_tooltip_text (self->last, names);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->last), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, names != NULL ? names : "", -1);
}

void
ondes_welcome_tell (OndesWelcome *self,
                    const char   *sentence)
{
  ondes_widget_set_text (self->page, "description",
                         sentence != NULL ? sentence : _("Drop a file here, open one, or start with a sample."));
}
