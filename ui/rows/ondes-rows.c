/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gi18n.h>

#include "ondes-rows.h"

/* The method of libadwaita's rows that opens their lists. */
static void (*open_list) (AdwActionRow *row);

/* Gives the focus to the item that holds, in the list within @from that is open; FALSE if there is none. */
static gboolean
focus_selected (GtkWidget *from,
                gboolean   open)
{
  open = open || (GTK_IS_POPOVER (from) && gtk_widget_get_visible (from));
  if (open && (gtk_widget_get_state_flags (from) & GTK_STATE_FLAG_SELECTED) != 0)
    return gtk_widget_grab_focus (from);
  for (GtkWidget *child = gtk_widget_get_first_child (from); child != NULL; child = gtk_widget_get_next_sibling (child))
    if (focus_selected (child, open))
      return TRUE;
  return FALSE;
}

static void
activate (AdwActionRow *row)
{
  open_list (row);
  focus_selected (GTK_WIDGET (row), FALSE);
}

/* libadwaita 1.2 opens a list with the focus on its first item, whatever item holds. Return then takes the item that holds, so keys
 * could not choose the first one. */
void
ondes_rows_start (void)
{
  AdwActionRowClass *rows = g_type_class_ref (ADW_TYPE_COMBO_ROW);

  open_list = rows->activate;
  rows->activate = activate;
}

AdwComboRow *
ondes_rows_new_combo (const char        *title,
                      const char        *tooltip,
                      const char *const *items)
{
  g_autoptr (GtkStringList) list = gtk_string_list_new (NULL);
  GtkWidget *row = adw_combo_row_new ();

  for (guint i = 0; items[i] != NULL; i++)
    gtk_string_list_append (list, _(items[i]));
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  gtk_widget_set_tooltip_text (row, tooltip);
  adw_combo_row_set_model (ADW_COMBO_ROW (row), G_LIST_MODEL (list));
  return ADW_COMBO_ROW (row);
}

AdwComboRow *
ondes_rows_add_combo (AdwExpanderRow    *expander,
                      const char        *title,
                      const char        *tooltip,
                      const char *const *items)
{
  AdwComboRow *row = ondes_rows_new_combo (title, tooltip, items);

  adw_expander_row_add_row (expander, GTK_WIDGET (row));
  return row;
}

void
ondes_rows_set_items (AdwComboRow       *row,
                      const char *const *items)
{
  GListModel *now = adw_combo_row_get_model (row);
  g_autoptr (GtkStringList) list = gtk_string_list_new (items);
  const guint n = g_list_model_get_n_items (G_LIST_MODEL (list));
  gboolean same = now != NULL && g_list_model_get_n_items (now) == n;

  for (guint i = 0; same && i < n; i++)
    same = g_str_equal (gtk_string_list_get_string (GTK_STRING_LIST (now), i), items[i]);
  if (!same)
    adw_combo_row_set_model (row, G_LIST_MODEL (list));
}

AdwPreferencesGroup *
ondes_rows_add_group (GtkBox     *box,
                      const char *title)
{
  GtkWidget *group = adw_preferences_group_new ();

  adw_preferences_group_set_title (ADW_PREFERENCES_GROUP (group), title);
  gtk_box_append (box, group);
  return ADW_PREFERENCES_GROUP (group);
}

GtkWidget *
ondes_rows_new_side_bar (GtkWidget *box)
{
  GtkWidget *scrolled = gtk_scrolled_window_new ();

  gtk_widget_add_css_class (box, "controls");
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_widget_set_vexpand (scrolled, TRUE);
  gtk_widget_set_size_request (scrolled, 320, -1);
  gtk_widget_add_css_class (scrolled, "side-bar");
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), box);
  return scrolled;
}

GtkWidget *
ondes_rows_new_switch (const char *title,
                       const char *tooltip,
                       GtkSwitch **button)
{
  GtkWidget *row = adw_action_row_new ();

  *button = GTK_SWITCH (gtk_switch_new ());
  gtk_widget_set_valign (GTK_WIDGET (*button), GTK_ALIGN_CENTER);
  if (title != NULL)
    adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  gtk_widget_set_tooltip_text (row, tooltip);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), GTK_WIDGET (*button));
  adw_action_row_set_activatable_widget (ADW_ACTION_ROW (row), GTK_WIDGET (*button));
  return row;
}

GtkWidget *
ondes_rows_add_widget (AdwExpanderRow *expander,
                       GtkWidget      *child)
{
  GtkWidget *row = adw_preferences_row_new ();

  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), FALSE);
  gtk_widget_set_focusable (row, FALSE);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), child);
  adw_expander_row_add_row (expander, row);
  return row;
}

GtkWidget *
ondes_rows_new_label (const char *css_class)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_widget_add_css_class (label, css_class);
  return label;
}

GtkWidget *
ondes_rows_add_problem (AdwExpanderRow *expander)
{
  GtkWidget *label = ondes_rows_new_label ("problem"), *row;

  gtk_label_set_max_width_chars (GTK_LABEL (label), 30);
  row = ondes_rows_add_widget (expander, label);
  gtk_widget_add_css_class (row, "problem-row");
  gtk_widget_set_visible (row, FALSE);
  return row;
}

void
ondes_rows_show_problem (GtkWidget  *row,
                         const char *problem)
{
  gtk_label_set_text (GTK_LABEL (gtk_list_box_row_get_child (GTK_LIST_BOX_ROW (row))), problem != NULL ? problem : "");
  gtk_widget_set_visible (row, problem != NULL);
}

void
ondes_rows_set_sensitive (gpointer row,
                          gboolean sensitive)
{
  GtkRoot *root = gtk_widget_get_root (row);
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;
  GtkWidget *expander = gtk_widget_get_ancestor (row, ADW_TYPE_EXPANDER_ROW);

  /* GTK leaves it there, and an entry goes on blinking. Without it the first widget of the expander is the next. */
  if (!sensitive && focus != NULL && expander != NULL && (focus == row || gtk_widget_is_ancestor (focus, row)))
    {
      gtk_root_set_focus (root, NULL);
      gtk_widget_child_focus (expander, GTK_DIR_TAB_FORWARD);
    }
  gtk_widget_set_sensitive (row, sensitive);
}
