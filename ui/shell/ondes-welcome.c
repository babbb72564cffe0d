/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gi18n.h>

#include "ondes-welcome.h"
#include "ondes-template.h"

struct _OndesWelcome
{
  AdwBin               parent_instance;

  AdwStatusPage       *page;
  AdwPreferencesGroup *recent, *samples;
  GPtrArray           *recent_rows; /* of the group, which owns them */
  GtkWidget           *last;
};

G_DEFINE_FINAL_TYPE (OndesWelcome, ondes_welcome, ADW_TYPE_BIN)

#define MOST_ROWS 12

#define CHILD(name) ONDES_TEMPLATE_CHILD (OndesWelcome, name)

static void
ondes_welcome_finalize (GObject *object)
{
  g_ptr_array_unref (ONDES_WELCOME (object)->recent_rows);
  G_OBJECT_CLASS (ondes_welcome_parent_class)->finalize (object);
}

static void
ondes_welcome_class_init (OndesWelcomeClass *klass)
{
  static const OndesTemplateChild children[] = { CHILD (page), CHILD (recent), CHILD (samples), CHILD (last), { NULL } };
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = ondes_welcome_finalize;
  ondes_template_install (widget_class, "ondes-welcome.ui", children, NULL);
}

static void
ondes_welcome_init (OndesWelcome *self)
{
  self->recent_rows = g_ptr_array_new ();
  gtk_widget_init_template (GTK_WIDGET (self));
  ondes_welcome_tell (self, NULL);
}

/* Shows the items of @menu that are recordings as rows of @group, which is hidden if there are none. */
static void
fill (AdwPreferencesGroup *group,
      GPtrArray           *rows,
      GMenuModel          *menu)
{
  for (guint i = 0; i < rows->len; i++)
    adw_preferences_group_remove (group, g_ptr_array_index (rows, i));
  g_ptr_array_set_size (rows, 0);
  for (int i = 0; i < g_menu_model_get_n_items (menu) && i < MOST_ROWS; i++)
    {
      g_autofree char *title = NULL, *subtitle = NULL, *uri = NULL;
      GtkWidget *row;

      if (!g_menu_model_get_item_attribute (menu, i, ONDES_WELCOME_TITLE, "s", &title))
        continue;
      row = adw_action_row_new ();
      g_menu_model_get_item_attribute (menu, i, ONDES_WELCOME_SUBTITLE, "s", &subtitle);
      g_menu_model_get_item_attribute (menu, i, G_MENU_ATTRIBUTE_TARGET, "s", &uri);
      adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
      adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
      ondes_widget_set_text (row, "subtitle", subtitle);
      adw_action_row_set_subtitle_lines (ADW_ACTION_ROW (row), 2);
      adw_action_row_add_suffix (ADW_ACTION_ROW (row), gtk_image_new_from_icon_name ("go-next-symbolic"));
      gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), TRUE);
      gtk_actionable_set_action_name (GTK_ACTIONABLE (row), "win.open-uri");
      gtk_actionable_set_action_target (GTK_ACTIONABLE (row), "s", uri);
      adw_preferences_group_add (group, row);
      g_ptr_array_add (rows, row);
    }
  gtk_widget_set_visible (GTK_WIDGET (group), rows->len > 0);
}

void
ondes_welcome_show_recent (OndesWelcome *self,
                           GMenuModel   *recent)
{
  fill (self->recent, self->recent_rows, recent);
}

GtkWidget *
ondes_welcome_new (GMenuModel *samples)
{
  OndesWelcome *self = g_object_new (ONDES_TYPE_WELCOME, NULL);
  g_autoptr (GPtrArray) rows = g_ptr_array_new ();

  fill (self->samples, rows, samples);
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
