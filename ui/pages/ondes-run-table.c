/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gi18n.h>

#include "batch/run-thumbnail.h"
#include "batch/words-runs.h"
#include "ondes-column-sort.h"
#include "ondes-run-table.h"
#include "shell/ondes-template.h"
#include "shell/ondes-texture.h"

#define WIDTH  112 /* of a small picture */
#define HEIGHT 56

struct _OndesRunTable
{
  AdwBin               parent_instance;

  OndesRunModel       *model;
  OndesSortedList     *list;
  OndesRunThumbnails  *thumbnails;
  GtkSingleSelection  *selection;
  GtkWidget           *view;
  GtkColumnViewColumn *columns[ONDES_RUN_COLUMNS];
  GPtrArray           *pictures; /* GtkListItem, borrowed: those that are bound */
};

static guint opened_signal;

G_DEFINE_FINAL_TYPE (OndesRunTable, ondes_run_table, ADW_TYPE_BIN)

static void
on_sorter (OndesRunTable *self)
{
  gboolean descending;
  guint column;

  if (ondes_column_sort_find (self->view, &column, &descending))
    ondes_sorted_list_set_sort (self->list, column, descending);
  else
    ondes_sorted_list_set_sort (self->list, ONDES_RUN_NAME, FALSE);
}

static void
on_activate (OndesRunTable *self,
             guint position)
{
  g_signal_emit (self, opened_signal, 0, position);
}

/* Cells. */

static void
show_picture (OndesRunTable *self,
              GtkListItem *item)
{
  GtkPicture *picture = GTK_PICTURE (gtk_list_item_get_child (item));
  OndesRunRow *row = ondes_run_item_get (gtk_list_item_get_item (item));
  cairo_surface_t *surface = ondes_run_thumbnails_get (self->thumbnails, row);
  g_autoptr (GdkTexture) texture = NULL;

  if (surface == g_object_get_data (G_OBJECT (picture), "surface"))
    return;
  texture = surface != NULL ? ondes_texture_new (surface) : NULL;
  g_object_set_data_full (G_OBJECT (picture), "surface", surface != NULL ? cairo_surface_reference (surface) : NULL,
                          (GDestroyNotify) cairo_surface_destroy);
  gtk_picture_set_paintable (picture, GDK_PAINTABLE (texture));
}

static void
on_landed (OndesRunTable *self)
{
  for (guint i = 0; i < self->pictures->len; i++)
    show_picture (self, g_ptr_array_index (self->pictures, i));
}

static void
show_text (GtkListItem *item,
           guint column)
{
  GtkLabel *label = GTK_LABEL (gtk_list_item_get_child (item));
  OndesRunRow *row = ondes_run_item_get (gtk_list_item_get_item (item));
  g_autofree char *text = ondes_words_run_cell (row, column);

  gtk_label_set_text (label, text);
  if (column == ONDES_RUN_NAME || row->state == ONDES_RUN_ROW_FAILED)
    gtk_widget_set_tooltip_text (GTK_WIDGET (label), column == ONDES_RUN_NAME ? row->file.path
                                                     : column == ONDES_RUN_STATUS ? text : NULL);
  else
    gtk_widget_set_tooltip_text (GTK_WIDGET (label), NULL);
  if (column != ONDES_RUN_STATUS)
    return;
  gtk_widget_remove_css_class (GTK_WIDGET (label), "error");
  if (row->state == ONDES_RUN_ROW_FAILED)
    gtk_widget_add_css_class (GTK_WIDGET (label), "error");
}

/* The row of the item in a cell is another one. */
static void
on_changed (OndesSortedItem *row,
            GtkListItem *item)
{
  OndesRunTable *self = g_object_get_data (G_OBJECT (item), "table");
  const guint column = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (item), "column"));

  if (column == ONDES_RUN_THUMBNAIL)
    show_picture (self, item);
  else
    show_text (item, column);
}

static void
on_setup (OndesRunTable *self,
          GtkListItem *item,
          GtkListItemFactory *factory)
{
  const guint column = ondes_column_of (factory);
  GtkWidget *child;

  g_object_set_data (G_OBJECT (item), "table", self);
  g_object_set_data (G_OBJECT (item), "column", GUINT_TO_POINTER (column));
  if (column == ONDES_RUN_THUMBNAIL)
    {
      child = gtk_picture_new ();
      gtk_picture_set_can_shrink (GTK_PICTURE (child), TRUE);
      gtk_widget_set_size_request (child, WIDTH, HEIGHT);
      gtk_accessible_update_property (GTK_ACCESSIBLE (child), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Small picture"), -1);
    }
  else
    {
      const gboolean is_text = column == ONDES_RUN_NAME || column == ONDES_RUN_STATUS;

      child = gtk_label_new (NULL);
      gtk_label_set_xalign (GTK_LABEL (child), is_text || column == ONDES_RUN_START ? 0 : 1);
      gtk_label_set_ellipsize (GTK_LABEL (child), column == ONDES_RUN_NAME ? PANGO_ELLIPSIZE_MIDDLE : PANGO_ELLIPSIZE_END);
      gtk_label_set_width_chars (GTK_LABEL (child), column == ONDES_RUN_NAME ? 24 : column == ONDES_RUN_START ? 19 : 10);
      if (column == ONDES_RUN_STATUS)
        {
          gtk_label_set_wrap (GTK_LABEL (child), TRUE);
          gtk_label_set_lines (GTK_LABEL (child), 3);
          gtk_label_set_width_chars (GTK_LABEL (child), 18);
        }
      if (!is_text)
        gtk_widget_add_css_class (child, "numeric");
    }
  gtk_list_item_set_child (item, child);
}

static void
on_bind (OndesRunTable *self,
         GtkListItem *item)
{
  OndesSortedItem *row = gtk_list_item_get_item (item);

  g_signal_connect (row, "changed", G_CALLBACK (on_changed), item);
  if (GTK_IS_PICTURE (gtk_list_item_get_child (item)))
    g_ptr_array_add (self->pictures, item);
  on_changed (row, item);
}

static void
on_unbind (OndesRunTable *self,
           GtkListItem *item)
{
  OndesSortedItem *row = gtk_list_item_get_item (item);

  g_signal_handlers_disconnect_by_data (row, item);
  if (!GTK_IS_PICTURE (gtk_list_item_get_child (item)))
    return;
  g_ptr_array_remove_fast (self->pictures, item);
  ondes_run_thumbnails_forget (self->thumbnails, ondes_run_item_get (row));
}

static void
add_column (OndesRunTable *self,
            OndesRunColumn which)
{
  const OndesColumn how = { ondes_words_run_title (which), G_CALLBACK (on_setup), G_CALLBACK (on_bind), G_CALLBACK (on_unbind),
                            .sorts = which != ONDES_RUN_THUMBNAIL,
                            .expands = which == ONDES_RUN_NAME || which == ONDES_RUN_STATUS };

  self->columns[which] = ondes_column_add (self->view, which, &how, self);
}

/* Levels are shown where bands are made. */
static void
update_columns (OndesRunTable *self)
{
  const OndesBatchRun *run = ondes_run_model_get_run (self->model);
  const gboolean levels = run != NULL && (run->outputs & 1u << ONDES_BATCH_BANDS) != 0;
  const gboolean pictures
    = run != NULL && (run->outputs & (1u << ONDES_BATCH_SCALOGRAM | 1u << ONDES_BATCH_SHEET)) != 0;

  gtk_column_view_column_set_visible (self->columns[ONDES_RUN_THUMBNAIL], pictures);
  gtk_column_view_column_set_visible (self->columns[ONDES_RUN_LEVEL], levels);
  gtk_column_view_column_set_visible (self->columns[ONDES_RUN_PEAK], levels);
}

OndesSortedList *
ondes_run_table_get_list (OndesRunTable *self)
{
  return self->list;
}

static void
ondes_run_table_dispose (GObject *object)
{
  OndesRunTable *self = ONDES_RUN_TABLE (object);

  G_OBJECT_CLASS (ondes_run_table_parent_class)->dispose (object);
  g_clear_object (&self->thumbnails);
  g_clear_object (&self->list);
  g_clear_object (&self->model);
}

static void
ondes_run_table_class_init (OndesRunTableClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ondes_run_table_dispose;
  opened_signal = g_signal_new ("opened", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                                G_TYPE_UINT);
}

static void
ondes_run_table_init (OndesRunTable *self)
{
  self->pictures = ondes_widget_own (self, "pictures", g_ptr_array_new (), (GDestroyNotify) g_ptr_array_unref);
}

GtkWidget *
ondes_run_table_new (OndesRunModel *model)
{
  OndesRunTable *self = g_object_new (ONDES_TYPE_RUN_TABLE, NULL);
  GtkWidget *scrolled = gtk_scrolled_window_new ();

  self->model = g_object_ref (model);
  self->list = ondes_run_list_new (model);
  self->thumbnails = ondes_run_thumbnails_new (model, 2 * WIDTH, 2 * HEIGHT); /* sharp at a scale of 2 */
  self->selection = gtk_single_selection_new (g_object_ref (G_LIST_MODEL (self->list)));
  self->view = gtk_column_view_new (GTK_SELECTION_MODEL (self->selection));
  gtk_widget_add_css_class (self->view, "data-table");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->view), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Recordings of the run"), -1);
  for (guint i = 0; i < ONDES_RUN_COLUMNS; i++)
    add_column (self, i);
  update_columns (self);
  gtk_column_view_sort_by_column (GTK_COLUMN_VIEW (self->view), self->columns[ONDES_RUN_NAME], GTK_SORT_ASCENDING);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), self->view);
  gtk_widget_set_vexpand (scrolled, TRUE);
  adw_bin_set_child (ADW_BIN (self), scrolled);
  g_signal_connect_object (gtk_column_view_get_sorter (GTK_COLUMN_VIEW (self->view)), "changed", G_CALLBACK (on_sorter), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->view, "activate", G_CALLBACK (on_activate), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->thumbnails, "landed", G_CALLBACK (on_landed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (model, "rows-changed", G_CALLBACK (update_columns), self, G_CONNECT_SWAPPED);
  return GTK_WIDGET (self);
}
