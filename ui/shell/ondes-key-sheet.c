/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ondes-key-sheet.h"
#include "ondes-keys.h"

#include <glib/gi18n.h>

#define ROWS_MAX 14 /* in a column */
#define BROADEST 30 /* characters of a line of a title */

static void
add_property (GString    *xml,
              const char *name,
              const char *text)
{
  g_autofree char *element = g_markup_printf_escaped ("<property name='%s'>%s</property>", name, text);

  g_string_append (xml, element);
}

/* Adds a property that is shown in the person's language. */
static void
add_title (GString    *xml,
           const char *name,
           const char *text)
{
  add_property (xml, name, g_dpgettext2 (GETTEXT_PACKAGE, ONDES_SHEET_CONTEXT, text));
}

static void
add_shortcut (GString             *xml,
              const OndesSheetRow *row)
{
  const gboolean pointer = row->kind == ONDES_SHEET_POINTER, in_words = row->kind == ONDES_SHEET_KEYS_IN_WORDS;

  g_string_append (xml, "<child><object class='GtkShortcutsShortcut'>");
  add_title (xml, "title", row->title);
  if (row->kind == ONDES_SHEET_PINCH)
    add_property (xml, "shortcut-type", "gesture-pinch");
  else if (row->kind == ONDES_SHEET_ACTION)
    add_property (xml, "action-name", row->text);
  else if (!pointer)
    add_property (xml, "accelerator", row->text);
  if (pointer || in_words)
    {
      add_property (xml, "shortcut-type", "gesture");
      add_property (xml, "icon", pointer ? "pointer" : "keyboard");
      add_title (xml, "subtitle", pointer ? row->text : row->words);
    }
  g_string_append (xml, "</object></child>");
}

/* Returns the sheet as GtkBuilder reads it: GTK 4.8 has no other way to fill one. Transfer full. */
static char *
write_sheet (void)
{
  GString *xml = g_string_new ("<interface>");
  gboolean in_section = FALSE, in_group = FALSE;

  g_string_append (xml, "<object class='GThemedIcon' id='pointer'><property name='name'>input-mouse-symbolic</property></object>"
                        "<object class='GThemedIcon' id='keyboard'><property name='name'>input-keyboard-symbolic</property>"
                        "</object>"
                        "<object class='GtkShortcutsWindow' id='sheet'><property name='modal'>1</property>");
  for (const OndesSheetRow *row = ondes_sheet_rows; row->title != NULL; row++)
    {
      if (row->kind != ONDES_SHEET_SECTION && row->kind != ONDES_SHEET_GROUP)
        {
          add_shortcut (xml, row);
          continue;
        }
      if (in_group)
        g_string_append (xml, "</object></child>");
      if (in_section && row->kind == ONDES_SHEET_SECTION)
        g_string_append (xml, "</object></child>");
      in_section = TRUE;
      in_group = row->kind == ONDES_SHEET_GROUP;
      g_string_append_printf (xml, "<child><object class='%s'>", in_group ? "GtkShortcutsGroup" : "GtkShortcutsSection");
      add_title (xml, "title", row->title);
      if (!in_group)
        {
          add_property (xml, "section-name", row->text);
          add_property (xml, "max-height", G_STRINGIFY (ROWS_MAX));
        }
    }
  g_string_append (xml, "</object></child></object></child></object></interface>");
  return g_string_free (xml, FALSE);
}

/* A row with an icon does not show its keys, and yet its column would be as wide as they are. */
static void
hide_keys (GtkWidget *label)
{
  for (GtkWidget *key = gtk_widget_get_first_child (label); key != NULL; key = gtk_widget_get_next_sibling (key))
    gtk_widget_set_visible (key, FALSE);
}

static void
wrap (GtkWidget *widget,
      gboolean   shortcut)
{
  /* A key's name does not break. */
  if (GTK_IS_SHORTCUT_LABEL (widget))
    {
      if (!gtk_widget_get_visible (widget))
        hide_keys (widget);
      return;
    }
  shortcut = shortcut || GTK_IS_SHORTCUTS_SHORTCUT (widget);
  if (shortcut && GTK_IS_LABEL (widget))
    {
      gtk_label_set_wrap (GTK_LABEL (widget), TRUE);
      gtk_label_set_max_width_chars (GTK_LABEL (widget), BROADEST);
    }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL; child = gtk_widget_get_next_sibling (child))
    wrap (child, shortcut);
}

void
ondes_key_sheet_add (GtkApplicationWindow *window)
{
  g_autofree char *xml = write_sheet ();
  g_autoptr (GtkBuilder) builder = gtk_builder_new_from_string (xml, -1);
  GtkWidget *sheet = GTK_WIDGET (gtk_builder_get_object (builder, "sheet"));

  wrap (sheet, FALSE);
  gtk_application_window_set_help_overlay (window, GTK_SHORTCUTS_WINDOW (sheet));
}
