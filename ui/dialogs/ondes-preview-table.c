/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ondes-preview-table.h"

#include <glib/gi18n.h>

#include "shell/ondes-accessible.h"
#include "shell/ondes-template.h"

#define ROWS_MOST 30   /* that are shown */
#define WIDTH_CHARS 22 /* most of a cell */
#define FIRST_ROW 2    /* of the grid, below the heads */

struct _OndesPreviewTable
{
  AdwBin          parent_instance;

  OndesReadTrial *trial;
  gboolean        showing; /* TRUE while the table is filled in */
  guint           looks;   /* of the recognition that the table shows */
  GtkGrid        *grid;
  GPtrArray      *heads;   /* GtkCheckButton of each column, borrowed */
  GPtrArray      *roles;   /* the label below each */
  GPtrArray      *cells;   /* all labels of the rows */
};

G_DEFINE_FINAL_TYPE (OndesPreviewTable, ondes_preview_table, ADW_TYPE_BIN)

static const char *
role_words (OndesTextRole role)
{
  static const char *const words[] = {
    [ONDES_TEXT_CHANNEL] = N_("channel"),
    [ONDES_TEXT_TIME] = N_("times"),
    [ONDES_TEXT_CLOCK] = N_("time of day"),
    [ONDES_TEXT_COUNTER] = N_("counts rows"),
    [ONDES_TEXT_WORDS] = N_("no numbers"),
    [ONDES_TEXT_NOT_ASKED] = N_("left out"),
  };

  return _(words[role]);
}

static gboolean
can_be_channel (OndesTextRole role)
{
  return role == ONDES_TEXT_CHANNEL || role == ONDES_TEXT_COUNTER || role == ONDES_TEXT_NOT_ASKED;
}

/* Chooses the columns that are checked; those beyond the table stay. */
static void
on_toggled (OndesPreviewTable *self,
            GtkCheckButton    *head)
{
  const OndesTextRecognition *found = ondes_read_trial_get_recognition (self->trial);
  g_autoptr (GString) list = g_string_new (NULL);

  if (self->showing || found == NULL)
    return;
  for (guint c = 0; c < found->n_columns; c++)
    if (c < self->heads->len ? can_be_channel (found->columns[c].role)
                                 && gtk_check_button_get_active (g_ptr_array_index (self->heads, c))
                             : found->columns[c].role == ONDES_TEXT_CHANNEL)
      g_string_append_printf (list, "%s%u", list->len > 0 ? "," : "", c + 1);
  if (list->len > 0)
    ondes_read_trial_set_text (self->trial, ONDES_TEXT_COLUMNS, list->str, NULL);
  else
    gtk_check_button_set_active (head, TRUE); /* one has to stay */
}

/* Makes a head for each of the first @n columns. */
static void
make_heads (OndesPreviewTable *self,
            guint              n)
{
  while (self->heads->len > n)
    {
      gtk_grid_remove (self->grid, g_ptr_array_steal_index (self->heads, self->heads->len - 1));
      gtk_grid_remove (self->grid, g_ptr_array_steal_index (self->roles, self->roles->len - 1));
    }
  while (self->heads->len < n)
    {
      const int at = (int) self->heads->len + 1;
      GtkWidget *head = gtk_check_button_new (), *role = gtk_label_new (NULL);

      gtk_label_set_xalign (GTK_LABEL (role), 0);
      gtk_widget_add_css_class (role, "caption");
      gtk_widget_add_css_class (role, "dim-label");
      gtk_grid_attach (self->grid, head, at, 0, 1, 1);
      gtk_grid_attach (self->grid, role, at, 1, 1, 1);
      g_signal_connect_object (head, "toggled", G_CALLBACK (on_toggled), self, G_CONNECT_SWAPPED);
      g_ptr_array_add (self->heads, head);
      g_ptr_array_add (self->roles, role);
    }
}

static void
show_heads (OndesPreviewTable          *self,
            const OndesTextRecognition *found)
{
  make_heads (self, MIN (found->n_columns, ONDES_TEXT_PREVIEW_CELLS));
  for (guint c = 0; c < self->heads->len; c++)
    {
      const OndesTextColumnInfo *column = &found->columns[c];
      GtkCheckButton *head = g_ptr_array_index (self->heads, c);
      g_autofree char *text = g_strdup_printf ("%u  %s", c + 1, column->name != NULL ? column->name : "");

      gtk_check_button_set_label (head, g_strchomp (text));
      ondes_accessible_name_buttons (GTK_WIDGET (head));
      gtk_check_button_set_active (head, column->role == ONDES_TEXT_CHANNEL);
      gtk_widget_set_sensitive (GTK_WIDGET (head), can_be_channel (column->role));
      gtk_label_set_text (g_ptr_array_index (self->roles, c), role_words (column->role));
    }
}

static void
add_cell (OndesPreviewTable *self,
          const char        *text,
          gboolean           dim,
          int                column,
          int                row)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_label_set_max_width_chars (GTK_LABEL (label), WIDTH_CHARS);
  gtk_label_set_width_chars (GTK_LABEL (label), MIN ((int) g_utf8_strlen (text, -1), WIDTH_CHARS));
  gtk_widget_add_css_class (label, "numeric");
  ondes_widget_set_class (label, "dim-label", dim);
  gtk_grid_attach (self->grid, label, column, row, 1, 1);
  g_ptr_array_add (self->cells, label);
}

static void
show_rows (OndesPreviewTable          *self,
           const OndesTextRecognition *found)
{
  for (guint i = 0; i < self->cells->len; i++)
    gtk_grid_remove (self->grid, g_ptr_array_index (self->cells, i));
  g_ptr_array_set_size (self->cells, 0);
  for (guint i = 0; i < MIN (found->rows->len, ROWS_MOST); i++)
    {
      const OndesTextPreview *row = g_ptr_array_index (found->rows, i);
      g_autofree char *number = g_strdup_printf ("%" G_GUINT64_FORMAT, row->line);

      add_cell (self, number, TRUE, 0, FIRST_ROW + (int) i);
      for (int c = 0; row->cells[c] != NULL; c++)
        add_cell (self, row->cells[c], row->is_header, c + 1, FIRST_ROW + (int) i);
    }
}

static void
on_trial (OndesPreviewTable *self)
{
  const OndesTextRecognition *found = ondes_read_trial_get_recognition (self->trial);

  gtk_widget_set_visible (GTK_WIDGET (self), found != NULL);
  if (found == NULL || self->looks == ondes_read_trial_get_looks (self->trial))
    return;
  self->looks = ondes_read_trial_get_looks (self->trial);
  self->showing = TRUE;
  show_heads (self, found);
  show_rows (self, found);
  self->showing = FALSE;
}

static void
ondes_preview_table_class_init (OndesPreviewTableClass *klass)
{
}

static void
ondes_preview_table_init (OndesPreviewTable *self)
{
  GtkWidget *scrolled = gtk_scrolled_window_new ();

  self->heads = ondes_widget_own (self, "heads", g_ptr_array_new (), (GDestroyNotify) g_ptr_array_unref);
  self->roles = ondes_widget_own (self, "roles", g_ptr_array_new (), (GDestroyNotify) g_ptr_array_unref);
  self->cells = ondes_widget_own (self, "cells", g_ptr_array_new (), (GDestroyNotify) g_ptr_array_unref);
  self->grid = g_object_new (GTK_TYPE_GRID, "accessible-role", GTK_ACCESSIBLE_ROLE_TABLE, "column-spacing", 12, NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->grid), GTK_ACCESSIBLE_PROPERTY_LABEL, _("First rows of the file"), -1);
  gtk_widget_add_css_class (GTK_WIDGET (self->grid), "preview-table");
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), GTK_WIDGET (self->grid));
  gtk_widget_add_css_class (scrolled, "frame");
  gtk_widget_add_css_class (scrolled, "preview-frame");
  adw_bin_set_child (ADW_BIN (self), scrolled);
}

GtkWidget *
ondes_preview_table_new (OndesReadTrial *trial)
{
  OndesPreviewTable *self = g_object_new (ONDES_TYPE_PREVIEW_TABLE, NULL);

  self->trial = ondes_widget_keep (self, trial);
  g_signal_connect_object (trial, "changed", G_CALLBACK (on_trial), self, G_CONNECT_SWAPPED);
  on_trial (self);
  return GTK_WIDGET (self);
}
