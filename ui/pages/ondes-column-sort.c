/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gi18n.h>

#include "ondes-column-sort.h"
#include "session/words.h"

#define PROBED "ondes-column-sort"

/* GTK 4.8 does not tell by which column it sorts, but compares two things by the one that was clicked last, and then the others. */

typedef struct
{
  GtkWidget *view; /* borrowed: it owns the sorter */
  guint      column;
} Probe;

static int
compare_probe (gconstpointer a,
               gconstpointer b,
               gpointer user_data)
{
  const Probe *probe = user_data;

  if (g_object_get_data (G_OBJECT (probe->view), PROBED) == NULL)
    g_object_set_data (G_OBJECT (probe->view), PROBED, GUINT_TO_POINTER (probe->column + 1));
  return -1;
}

static GtkSorter *
new_sorter (GtkWidget *view,
            guint which)
{
  Probe *probe = g_new (Probe, 1);

  *probe = (Probe) { view, which };
  return GTK_SORTER (gtk_custom_sorter_new (compare_probe, probe, g_free));
}

GtkColumnViewColumn *
ondes_column_add (GtkWidget *view,
                  guint which,
                  const OndesColumn *how,
                  gpointer owner)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  g_autoptr (GtkColumnViewColumn) column = gtk_column_view_column_new (how->title, factory);
  g_autoptr (GtkSorter) sorter = how->sorts ? new_sorter (view, which) : NULL;

  g_object_set_data (G_OBJECT (factory), "column", GUINT_TO_POINTER (which));
  g_signal_connect_object (factory, "setup", how->setup, owner, G_CONNECT_SWAPPED);
  g_signal_connect_object (factory, "bind", how->bind, owner, G_CONNECT_SWAPPED);
  g_signal_connect_object (factory, "unbind", how->unbind, owner, G_CONNECT_SWAPPED);
  if (how->teardown != NULL)
    g_signal_connect_object (factory, "teardown", how->teardown, owner, G_CONNECT_SWAPPED);
  gtk_column_view_column_set_sorter (column, sorter);
  gtk_column_view_column_set_resizable (column, how->sorts);
  gtk_column_view_column_set_expand (column, how->expands);
  gtk_column_view_append_column (GTK_COLUMN_VIEW (view), column);
  return column; /* the view's */
}

guint
ondes_column_of (GtkListItemFactory *factory)
{
  return GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (factory), "column"));
}

gboolean
ondes_column_sort_find (GtkWidget *view,
                        guint *which,
                        gboolean *descending)
{
  GtkSorter *sorter = gtk_column_view_get_sorter (GTK_COLUMN_VIEW (view));
  guint probed;

  g_object_set_data (G_OBJECT (view), PROBED, NULL);
  *descending = gtk_sorter_compare (sorter, view, sorter) == GTK_ORDERING_LARGER; /* any two things */
  probed = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (view), PROBED));
  if (probed == 0)
    return FALSE;
  *which = probed - 1;
  return TRUE;
}

/* Filtering. */

static void
on_filter (GtkEditable *entry,
           OndesSortedList *list)
{
  ondes_sorted_list_set_filter (list, gtk_editable_get_text (entry));
}

static void
on_filter_done (GtkWidget *table)
{
  gtk_widget_child_focus (table, GTK_DIR_TAB_FORWARD);
}

GtkWidget *
ondes_list_filter_new (OndesListFilter *self,
                       OndesSortedList *list,
                       gpointer table,
                       const char *placeholder,
                       const char *name)
{
  GtkWidget *bar = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);

  self->entry = gtk_search_entry_new ();
  gtk_search_entry_set_search_delay (GTK_SEARCH_ENTRY (self->entry), 0);
  g_object_set (self->entry, "placeholder-text", placeholder, NULL);
  gtk_widget_set_hexpand (self->entry, TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->entry), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  g_signal_connect_object (self->entry, "search-changed", G_CALLBACK (on_filter), list, 0);
  g_signal_connect_object (self->entry, "activate", G_CALLBACK (on_filter_done), table, G_CONNECT_SWAPPED);
  self->count = GTK_LABEL (gtk_label_new (NULL));
  gtk_widget_add_css_class (GTK_WIDGET (self->count), "dim-label");
  gtk_widget_add_css_class (GTK_WIDGET (self->count), "numeric");
  gtk_box_append (GTK_BOX (bar), self->entry);
  gtk_box_append (GTK_BOX (bar), GTK_WIDGET (self->count));
  gtk_widget_add_css_class (bar, "annotation-bar");
  return bar;
}

void
ondes_list_filter_count (const OndesListFilter *self,
                         OndesSortedList *list,
                         guint64 all)
{
  g_autofree char *some = ondes_words_count (g_list_model_get_n_items (G_LIST_MODEL (list)));
  g_autofree char *total = ondes_words_count (all), *text = NULL;

  if (*gtk_editable_get_text (GTK_EDITABLE (self->entry)) != '\0')
    /* Translators: of the rows of a table, such as annotations or recordings, how many are shown and how many there are. */
    text = g_strdup_printf (_("%s of %s"), some, total);
  gtk_label_set_text (self->count, text != NULL ? text : all > 0 ? total : "");
}
