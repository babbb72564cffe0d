/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gi18n.h>

#include "ondes-annotation-cell.h"
#include "ondes-annotation-table.h"
#include "ondes-column-sort.h"
#include "session/signals.h"
#include "session/words-annotations.h"

struct _OndesAnnotationTable
{
  AdwBin                 parent_instance;

  OndesAnnotationsModel *model;
  OndesSortedList       *list;
  GtkMultiSelection     *selection;
  GtkWidget             *view;
  GtkColumnViewColumn   *columns[ONDES_ANNOTATION_COLUMNS];
  GPtrArray             *cells;   /* OndesAnnotationCell, borrowed: those made so far */
  guint                  sorted;  /* the column that sorts */
  gboolean               descending;
  gboolean               updating; /* the selection follows the model */
};

G_DEFINE_FINAL_TYPE (OndesAnnotationTable, ondes_annotation_table, ADW_TYPE_BIN)

static guint sorted_signal;

static void
on_sorter (OndesAnnotationTable *self)
{
  if (!ondes_column_sort_find (self->view, &self->sorted, &self->descending))
    {
      self->sorted = ONDES_ANNOTATION_START;
      self->descending = FALSE;
    }
  ondes_sorted_list_set_sort (self->list, self->sorted, self->descending);
  g_signal_emit (self, sorted_signal, 0);
}

OndesAnnotationColumn
ondes_annotation_table_get_sort (OndesAnnotationTable *self,
                                 gboolean *descending)
{
  *descending = self->descending;
  return self->sorted;
}

void
ondes_annotation_table_set_sort (OndesAnnotationTable *self,
                                 OndesAnnotationColumn column,
                                 gboolean descending)
{
  /* GTK turns the order of a column around that sorts already. */
  gtk_column_view_sort_by_column (GTK_COLUMN_VIEW (self->view), NULL, GTK_SORT_ASCENDING);
  gtk_column_view_sort_by_column (GTK_COLUMN_VIEW (self->view), self->columns[column],
                                  descending ? GTK_SORT_DESCENDING : GTK_SORT_ASCENDING);
}

/* Choosing. */

static void
on_selection (OndesAnnotationTable *self)
{
  g_autoptr (GtkBitset) selected = NULL;
  g_autoptr (GPtrArray) chosen = g_ptr_array_new ();
  GtkBitsetIter iter;
  guint position;

  if (self->updating)
    return;
  selected = gtk_selection_model_get_selection (GTK_SELECTION_MODEL (self->selection));
  if (gtk_bitset_iter_init_first (&iter, selected, &position))
    do
      g_ptr_array_add (chosen, ondes_annotation_list_get (self->list, position));
    while (gtk_bitset_iter_next (&iter, &position));
  self->updating = TRUE;
  ondes_annotations_model_choose (self->model, (OndesAnnotation *const *) chosen->pdata, chosen->len);
  self->updating = FALSE;
  if (chosen->len == 1)
    ondes_annotations_model_reveal (self->model, chosen->pdata[0], FALSE);
}

static void
scroll_to (OndesAnnotationTable *self,
           guint position)
{
  for (GtkWidget *child = gtk_widget_get_first_child (self->view); child != NULL; child = gtk_widget_get_next_sibling (child))
    if (GTK_IS_LIST_VIEW (child))
      gtk_widget_activate_action (child, "list.scroll-to-item", "u", position);
}

/* Selects the rows of what is chosen, and returns the first of them; G_MAXUINT if none is in the list. */
static guint
select_chosen (OndesAnnotationTable *self)
{
  GPtrArray *chosen = ondes_annotations_model_get_chosen (self->model);
  const guint n = g_list_model_get_n_items (G_LIST_MODEL (self->list));
  g_autoptr (GHashTable) ids = g_hash_table_new (g_int64_hash, g_int64_equal);
  g_autoptr (GtkBitset) selected = gtk_bitset_new_empty (), mask = gtk_bitset_new_range (0, MAX (n, 1));

  for (guint i = 0; i < chosen->len; i++)
    g_hash_table_add (ids, &((OndesAnnotation *) g_ptr_array_index (chosen, i))->id);
  for (guint i = 0; i < n && chosen->len > 0; i++)
    if (g_hash_table_contains (ids, &ondes_annotation_list_get (self->list, i)->id))
      gtk_bitset_add (selected, i);
  self->updating = TRUE;
  gtk_selection_model_set_selection (GTK_SELECTION_MODEL (self->selection), selected, mask);
  self->updating = FALSE;
  return gtk_bitset_is_empty (selected) ? G_MAXUINT : gtk_bitset_get_minimum (selected);
}

static void
on_chosen (OndesAnnotationTable *self)
{
  guint first;

  if (self->updating || !gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  first = select_chosen (self);
  if (first != G_MAXUINT)
    scroll_to (self, first);
}

static void
on_landed (OndesAnnotationTable *self)
{
  if (gtk_widget_get_mapped (GTK_WIDGET (self)))
    select_chosen (self);
}

static void
on_map (OndesAnnotationTable *self)
{
  on_chosen (self);
}

static void
on_activate (OndesAnnotationTable *self,
             guint position)
{
  OndesAnnotation *annotation = ondes_annotation_list_get (self->list, position);

  if (annotation != NULL)
    ondes_annotations_model_reveal (self->model, annotation, TRUE);
}

/* Editing. */

/* Returns the cell of a row and column that is on the screen; NULL if it is not. */
static OndesAnnotationCell *
find_cell (OndesAnnotationTable *self,
           guint64 id,
           OndesAnnotationColumn column)
{
  for (guint i = 0; i < self->cells->len; i++)
    {
      OndesAnnotationCell *cell = g_ptr_array_index (self->cells, i);
      OndesSortedItem *row = ondes_annotation_cell_get_row (cell);

      if (row != NULL && ondes_annotation_cell_get_column (cell) == column && ondes_annotation_row_get (row)->id == id)
        return cell;
    }
  return NULL;
}

gboolean
ondes_annotation_table_edit (OndesAnnotationTable *self)
{
  OndesAnnotation *annotation = ondes_annotations_model_get_first (self->model);
  OndesAnnotationCell *cell = annotation != NULL ? find_cell (self, annotation->id, ONDES_ANNOTATION_LABEL) : NULL;

  if (cell != NULL)
    ondes_annotation_cell_edit (cell);
  return cell != NULL;
}

static void
on_next (OndesAnnotationTable *self,
         int by,
         OndesAnnotationCell *cell)
{
  const guint column = (ondes_annotation_cell_get_column (cell) + ONDES_ANNOTATION_COLUMNS + by) % ONDES_ANNOTATION_COLUMNS;
  OndesSortedItem *row = ondes_annotation_cell_get_row (cell);
  OndesAnnotationCell *next = row != NULL ? find_cell (self, ondes_annotation_row_get (row)->id, column) : NULL;

  if (next != NULL)
    ondes_annotation_cell_edit (next);
}

static gboolean
on_key (OndesAnnotationTable *self,
        guint key,
        guint code,
        GdkModifierType state)
{
  if ((state & gtk_accelerator_get_default_mod_mask ()) != 0)
    return GDK_EVENT_PROPAGATE;
  if (key == GDK_KEY_F2)
    return ondes_annotation_table_edit (self);
  if (key != GDK_KEY_Delete && key != GDK_KEY_KP_Delete)
    return GDK_EVENT_PROPAGATE;
  /* The focus of the last row would go to the filter, whose keys are others. */
  if (ondes_annotations_model_get_chosen (self->model)->len >= g_list_model_get_n_items (G_LIST_MODEL (self->list)))
    gtk_root_set_focus (gtk_widget_get_root (GTK_WIDGET (self)), NULL);
  ondes_annotations_model_remove_chosen (self->model);
  return GDK_EVENT_STOP;
}

/* Cells. */

static void
forget_cell (gpointer cells,
             GObject *cell)
{
  g_ptr_array_remove_fast (cells, cell);
  g_ptr_array_unref (cells);
}

static void
on_setup (OndesAnnotationTable *self,
          GtkListItem *item,
          GtkListItemFactory *factory)
{
  const guint column = ondes_column_of (factory);
  GtkWidget *cell = ondes_annotation_cell_new (self->model, column);

  g_ptr_array_add (self->cells, cell);
  /* A list may drop its cells without taking them apart first. */
  g_object_weak_ref (G_OBJECT (cell), forget_cell, g_ptr_array_ref (self->cells));
  g_signal_connect_object (cell, "next", G_CALLBACK (on_next), self, G_CONNECT_SWAPPED);
  gtk_list_item_set_child (item, cell);
}

static void
on_bind (OndesAnnotationTable *self,
         GtkListItem *item)
{
  ondes_annotation_cell_set_row (ONDES_ANNOTATION_CELL (gtk_list_item_get_child (item)), gtk_list_item_get_item (item));
}

static void
on_unbind (OndesAnnotationTable *self,
           GtkListItem *item)
{
  ondes_annotation_cell_set_row (ONDES_ANNOTATION_CELL (gtk_list_item_get_child (item)), NULL);
}

static void
on_teardown (OndesAnnotationTable *self,
             GtkListItem *item)
{
  gtk_list_item_set_child (item, NULL);
}

static void
add_column (OndesAnnotationTable *self,
            OndesAnnotationColumn which)
{
  const OndesColumn how = { NULL, G_CALLBACK (on_setup), G_CALLBACK (on_bind), G_CALLBACK (on_unbind), G_CALLBACK (on_teardown),
                            .sorts = TRUE, .expands = which == ONDES_ANNOTATION_LABEL };

  self->columns[which] = ondes_column_add (self->view, which, &how, self);
}

/* The units are those of the recording. */
static void
update_titles (OndesAnnotationTable *self)
{
  for (guint i = 0; i < ONDES_ANNOTATION_COLUMNS; i++)
    {
      g_autofree char *title = ondes_words_annotation_title (ondes_analysis_get_session (ONDES_ANALYSIS (self->model)), i);

      gtk_column_view_column_set_title (self->columns[i], title);
    }
}

OndesSortedList *
ondes_annotation_table_get_list (OndesAnnotationTable *self)
{
  return self->list;
}

static void
ondes_annotation_table_dispose (GObject *object)
{
  OndesAnnotationTable *self = ONDES_ANNOTATION_TABLE (object);

  if (self->selection != NULL)
    g_signal_handlers_disconnect_by_data (self->selection, self);
  g_clear_pointer (&self->cells, g_ptr_array_unref);
  g_clear_object (&self->selection);
  G_OBJECT_CLASS (ondes_annotation_table_parent_class)->dispose (object);
  g_clear_object (&self->list);
  g_clear_object (&self->model);
}

static void
ondes_annotation_table_class_init (OndesAnnotationTableClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ondes_annotation_table_dispose;
  sorted_signal = ondes_signal_new (klass, "sorted");
}

static void
ondes_annotation_table_init (OndesAnnotationTable *self)
{
  self->cells = g_ptr_array_new ();
}

static void
make_view (OndesAnnotationTable *self)
{
  GtkEventController *keys = gtk_event_controller_key_new ();
  GtkWidget *scrolled = gtk_scrolled_window_new ();

  self->selection = gtk_multi_selection_new (g_object_ref (G_LIST_MODEL (self->list)));
  self->view = gtk_column_view_new (g_object_ref (GTK_SELECTION_MODEL (self->selection)));
  gtk_widget_add_css_class (self->view, "data-table");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->view), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Annotations"), -1);
  for (guint i = 0; i < ONDES_ANNOTATION_COLUMNS; i++)
    add_column (self, i);
  update_titles (self);
  gtk_column_view_sort_by_column (GTK_COLUMN_VIEW (self->view), self->columns[ONDES_ANNOTATION_START], GTK_SORT_ASCENDING);
  g_signal_connect_swapped (keys, "key-pressed", G_CALLBACK (on_key), self);
  gtk_widget_add_controller (self->view, keys);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), self->view);
  gtk_widget_set_vexpand (scrolled, TRUE);
  adw_bin_set_child (ADW_BIN (self), scrolled);
}

GtkWidget *
ondes_annotation_table_new (OndesAnnotationsModel *model)
{
  OndesAnnotationTable *self = g_object_new (ONDES_TYPE_ANNOTATION_TABLE, NULL);

  self->model = g_object_ref (model);
  self->list = ondes_annotation_list_new (model);
  make_view (self);
  g_signal_connect_object (gtk_column_view_get_sorter (GTK_COLUMN_VIEW (self->view)), "changed", G_CALLBACK (on_sorter), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_swapped (self->selection, "selection-changed", G_CALLBACK (on_selection), self);
  g_signal_connect_object (self->view, "activate", G_CALLBACK (on_activate), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->list, "landed", G_CALLBACK (on_landed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (model, "chosen-changed", G_CALLBACK (on_chosen), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (ondes_analysis_get_session (ONDES_ANALYSIS (model)), "recording-changed", G_CALLBACK (update_titles),
                           self, G_CONNECT_SWAPPED);
  g_signal_connect (self, "map", G_CALLBACK (on_map), NULL);
  return GTK_WIDGET (self);
}
