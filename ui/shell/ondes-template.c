/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ondes-template.h"

void
ondes_template_install (GtkWidgetClass *klass,
                        const char *file,
                        const OndesTemplateChild *children,
                        const OndesTemplateCallback *callbacks)
{
  g_autofree char *path = g_strconcat ("/org/ondes/Ondes/", file, NULL);

  gtk_widget_class_set_template_from_resource (klass, path);
  for (; children != NULL && children->name != NULL; children++)
    gtk_widget_class_bind_template_child_full (klass, children->name, FALSE, (gssize) children->offset);
  for (; callbacks != NULL && callbacks->name != NULL; callbacks++)
    gtk_widget_class_bind_template_callback_full (klass, callbacks->name, callbacks->callback);
}

void
ondes_template_install_dialog (GtkWidgetClass *klass,
                               const char *file,
                               const OndesTemplateChild *children,
                               const OndesTemplateCallback *callbacks)
{
  ondes_template_install (klass, file, children, callbacks);
  gtk_widget_class_add_binding_action (klass, GDK_KEY_Escape, 0, "window.close", NULL);
}

void
ondes_widget_set_class (gpointer widget,
                        const char *name,
                        gboolean has)
{
  if (has)
    gtk_widget_add_css_class (widget, name);
  else
    gtk_widget_remove_css_class (widget, name);
}

void
ondes_widget_set_text (gpointer widget,
                       const char *property,
                       const char *text)
{
  const gboolean plain = ADW_IS_PREFERENCES_ROW (widget) && !adw_preferences_row_get_use_markup (widget);
  g_autofree char *escaped = plain ? g_strdup (text) : g_markup_escape_text (text != NULL ? text : "", -1);

  g_object_set (widget, property, escaped != NULL ? escaped : "", NULL);
}

gpointer
ondes_widget_keep (gpointer self,
                   gpointer object)
{
  g_object_set_data_full (self, G_OBJECT_TYPE_NAME (object), g_object_ref (object), g_object_unref);
  return object;
}

gpointer
ondes_widget_own (gpointer self,
                  const char *name,
                  gpointer data,
                  GDestroyNotify free)
{
  g_object_set_data_full (self, name, data, free);
  return data;
}

void
ondes_flap_reveal (AdwFlap *flap,
                   gboolean shown)
{
  GtkSettings *settings = gtk_widget_get_settings (GTK_WIDGET (flap));
  GtkWidget *child = adw_flap_get_flap (flap);
  const gboolean at_once = child != NULL && gtk_widget_get_width (child) <= 0;
  gboolean animates;

  g_object_get (settings, "gtk-enable-animations", &animates, NULL);
  if (at_once)
    g_object_set (settings, "gtk-enable-animations", FALSE, NULL);
  adw_flap_set_reveal_flap (flap, shown);
  if (at_once)
    g_object_set (settings, "gtk-enable-animations", animates, NULL);
}
