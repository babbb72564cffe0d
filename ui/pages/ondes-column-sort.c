/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ondes-column-sort.h"

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

void
ondes_column_sort_add (GtkWidget *view,
                       GtkColumnViewColumn *column,
                       guint which)
{
  Probe *probe = g_new (Probe, 1);
  g_autoptr (GtkSorter) sorter = NULL;

  *probe = (Probe) { view, which };
  sorter = GTK_SORTER (gtk_custom_sorter_new (compare_probe, probe, g_free));
  gtk_column_view_column_set_sorter (column, sorter);
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
