/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gi18n.h>

#include "ondes-list-table.h"
#include "session/signals.h"
#include "session/words.h"
#include "shell/ondes-template.h"

#define CELL "ondes-cell"

struct _OndesListTable
{
  AdwBin               parent_instance;

  const OndesListKind *kind;
  gpointer             owner;
  GListModel          *list;
  GtkColumnView       *view;
  GPtrArray           *cells; /* Cell, borrowed: those made so far */
  guint                sorted;
  gboolean             descending;
  GtkEditable         *filter; /* NULL for none */
  GtkLabel            *count;
  GtkWidget           *menu; /* NULL before it was opened */
};

static guint sorted_signal;

G_DEFINE_FINAL_TYPE (OndesListTable, ondes_list_table, ADW_TYPE_BIN)

/* A cell belongs to its item, which the view may drop without a teardown. */
typedef struct
{
  OndesListTable *table;
  guint           column;
  GtkListItem    *item;
  GPtrArray      *cells;          /* of the table */
  GtkWidget      *widget, *entry; /* what shows the row; NULL unless it is edited */
} Cell;

static Cell *
cell_of (gpointer item)
{
  return g_object_get_data (item, CELL);
}

static void
cell_free (gpointer data)
{
  Cell *cell = data;

  g_ptr_array_remove_fast (cell->cells, cell);
  g_ptr_array_unref (cell->cells);
  g_object_unref (cell->widget);
  g_free (cell);
}

static gpointer
row_of (Cell *cell)
{
  OndesSortedItem *item = gtk_list_item_get_item (cell->item);

  return item != NULL ? ondes_sorted_item_get (item) : NULL;
}

static void
show_cell (GtkListItem *item)
{
  Cell *cell = cell_of (item);
  const OndesListKind *kind = cell->table->kind;
  gpointer row = row_of (cell), owner = cell->table->owner;

  if (GTK_IS_LABEL (cell->widget))
    {
      g_autofree char *text = kind->print (owner, row, cell->column);

      gtk_label_set_text (GTK_LABEL (cell->widget), text != NULL ? text : "");
    }
  if (kind->show != NULL)
    kind->show (owner, row, cell->column, cell->widget);
}

void
ondes_list_table_update_column (OndesListTable *self,
                                guint column)
{
  for (guint i = 0; i < self->cells->len; i++)
    {
      Cell *cell = g_ptr_array_index (self->cells, i);

      if (cell->column == column && row_of (cell) != NULL)
        show_cell (cell->item);
    }
}

/* Editing. */

/* Puts the label back in the place of the entry. */
static void
stop (Cell *cell)
{
  GtkWidget *entry = g_steal_pointer (&cell->entry);

  if (entry == NULL)
    return;
  g_signal_handlers_disconnect_by_data (entry, cell->item);
  adw_bin_set_child (ADW_BIN (gtk_list_item_get_child (cell->item)), cell->widget);
}

static gboolean
take (Cell *cell)
{
  const char *text = gtk_editable_get_text (GTK_EDITABLE (cell->entry));
  const gboolean taken = cell->table->kind->take (cell->table->owner, row_of (cell), cell->column, text);

  if (!taken)
    gtk_widget_add_css_class (cell->entry, "error");
  return taken;
}

/* Gives the focus back to the row, so that its keys go on. */
static void
leave (Cell *cell)
{
  GtkWidget *row = gtk_widget_get_parent (gtk_list_item_get_child (cell->item));

  stop (cell);
  while (row != NULL && !gtk_widget_get_focusable (row))
    row = gtk_widget_get_parent (row);
  if (row != NULL)
    gtk_widget_grab_focus (row);
}

static void
on_entered (GtkListItem *item)
{
  if (take (cell_of (item)))
    leave (cell_of (item));
}

static gboolean
on_key (GtkListItem *item,
        guint key)
{
  const int by = key == GDK_KEY_Tab ? 1 : key == GDK_KEY_ISO_Left_Tab ? -1 : 0;
  Cell *cell = cell_of (item);
  OndesListTable *self = cell->table;

  if (key == GDK_KEY_Escape)
    {
      leave (cell);
      return GDK_EVENT_STOP;
    }
  if (by == 0)
    return GDK_EVENT_PROPAGATE;
  if (take (cell))
    {
      leave (cell);
      ondes_list_table_edit (self, gtk_list_item_get_position (item),
                             (cell->column + self->kind->n_columns + by) % self->kind->n_columns);
    }
  return GDK_EVENT_STOP;
}

/* What is typed stays typed, unless it is no value. */
static void
on_focus_left (GtkListItem *item)
{
  Cell *cell = cell_of (item);

  if (cell->entry == NULL)
    return;
  if (row_of (cell) != NULL)
    take (cell);
  stop (cell);
}

static void
edit (Cell *cell)
{
  GtkEventController *keys = gtk_event_controller_key_new (), *focus = gtk_event_controller_focus_new ();
  GtkColumnViewColumn *column = ondes_list_table_get_column (cell->table, cell->column);

  cell->entry = gtk_entry_new ();
  gtk_editable_set_text (GTK_EDITABLE (cell->entry), gtk_label_get_text (GTK_LABEL (cell->widget)));
  gtk_editable_set_width_chars (GTK_EDITABLE (cell->entry), 1);
  gtk_editable_set_alignment (GTK_EDITABLE (cell->entry), gtk_label_get_xalign (GTK_LABEL (cell->widget)));
  gtk_entry_set_has_frame (GTK_ENTRY (cell->entry), FALSE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (cell->entry), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  gtk_column_view_column_get_title (column), -1);
  g_signal_connect_object (cell->entry, "activate", G_CALLBACK (on_entered), cell->item, G_CONNECT_SWAPPED);
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect_object (keys, "key-pressed", G_CALLBACK (on_key), cell->item, G_CONNECT_SWAPPED);
  gtk_widget_add_controller (cell->entry, keys);
  g_signal_connect_object (focus, "leave", G_CALLBACK (on_focus_left), cell->item, G_CONNECT_SWAPPED);
  gtk_widget_add_controller (cell->entry, focus);
  adw_bin_set_child (ADW_BIN (gtk_list_item_get_child (cell->item)), cell->entry);
  gtk_widget_grab_focus (cell->entry);
}

gboolean
ondes_list_table_edit (OndesListTable *self,
                       guint position,
                       guint column)
{
  for (guint i = 0; i < self->cells->len; i++)
    {
      Cell *cell = g_ptr_array_index (self->cells, i);

      if (cell->column != column || row_of (cell) == NULL || gtk_list_item_get_position (cell->item) != position)
        continue;
      if (cell->entry == NULL)
        edit (cell);
      return TRUE;
    }
  return FALSE;
}

static void
on_pressed (GtkListItem *item,
            int n_press,
            double x,
            double y,
            GtkGesture *click)
{
  Cell *cell = cell_of (item);

  if (n_press != 2)
    return;
  gtk_gesture_set_state (click, GTK_EVENT_SEQUENCE_CLAIMED);
  if (cell->entry == NULL && row_of (cell) != NULL)
    edit (cell);
}

/* Opens the menu of a row, which is then selected. */
static void
on_menu (GtkListItem *item,
         int n_press,
         double x,
         double y,
         GtkGesture *click)
{
  OndesListTable *self = cell_of (item)->table;
  GtkSelectionModel *selection = gtk_column_view_get_model (self->view);
  const guint position = gtk_list_item_get_position (item);

  gtk_gesture_set_state (click, GTK_EVENT_SEQUENCE_CLAIMED);
  if (!gtk_selection_model_is_selected (selection, position))
    gtk_selection_model_select_item (selection, position, TRUE);
  if (self->menu == NULL)
    {
      g_autoptr (GMenuModel) model = ondes_popovers_menu (self->kind->menu);

      self->menu = gtk_popover_menu_new_from_model (model);
      gtk_popover_set_has_arrow (GTK_POPOVER (self->menu), FALSE);
      gtk_widget_set_halign (self->menu, GTK_ALIGN_START);
      gtk_widget_set_parent (self->menu, GTK_WIDGET (self));
    }
  gtk_widget_translate_coordinates (gtk_list_item_get_child (item), GTK_WIDGET (self), x, y, &x, &y);
  gtk_popover_set_pointing_to (GTK_POPOVER (self->menu), &(GdkRectangle) { (int) x, (int) y, 1, 1 });
  gtk_popover_popup (GTK_POPOVER (self->menu));
}

/* Cells. */

static GtkWidget *
new_label (const OndesListColumn *column)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), column->flags & ONDES_COLUMN_RIGHT ? 1 : 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), column->ellipsize);
  gtk_label_set_width_chars (GTK_LABEL (label), column->chars > 0 ? column->chars : -1);
  gtk_label_set_wrap (GTK_LABEL (label), column->lines > 0);
  gtk_label_set_lines (GTK_LABEL (label), column->lines > 0 ? column->lines : -1);
  ondes_widget_set_class (label, "numeric", column->flags & ONDES_COLUMN_NUMERIC);
  return label;
}

static void
on_setup (OndesListTable *self,
          GtkListItem *item,
          GtkListItemFactory *factory)
{
  Cell *cell = g_new0 (Cell, 1);
  const OndesListColumn *column = g_object_get_data (G_OBJECT (factory), "column");
  GtkGesture *click, *secondary;
  GtkWidget *bin;

  cell->table = self;
  cell->column = (guint) (column - self->kind->columns);
  cell->item = item;
  cell->cells = g_ptr_array_ref (self->cells);
  cell->widget = g_object_ref_sink (column->make != NULL ? column->make () : new_label (column));
  g_ptr_array_add (self->cells, cell);
  g_object_set_data_full (G_OBJECT (item), CELL, cell, cell_free);
  if (self->kind->take == NULL)
    {
      gtk_list_item_set_child (item, cell->widget);
      return;
    }
  bin = adw_bin_new ();
  click = gtk_gesture_click_new ();
  g_signal_connect_object (click, "pressed", G_CALLBACK (on_pressed), item, G_CONNECT_SWAPPED);
  gtk_widget_add_controller (bin, GTK_EVENT_CONTROLLER (click));
  if (self->kind->menu != NULL)
    {
      secondary = gtk_gesture_click_new ();
      gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (secondary), GDK_BUTTON_SECONDARY);
      g_signal_connect_object (secondary, "pressed", G_CALLBACK (on_menu), item, G_CONNECT_SWAPPED);
      gtk_widget_add_controller (bin, GTK_EVENT_CONTROLLER (secondary));
    }
  adw_bin_set_child (ADW_BIN (bin), cell->widget);
  gtk_list_item_set_child (item, bin);
}

static void
on_bind (OndesListTable *self,
         GtkListItem *item)
{
  g_signal_connect_object (gtk_list_item_get_item (item), "changed", G_CALLBACK (show_cell), item, G_CONNECT_SWAPPED);
  show_cell (item);
}

static void
on_unbind (OndesListTable *self,
           GtkListItem *item)
{
  Cell *cell = cell_of (item);

  stop (cell);
  g_signal_handlers_disconnect_by_data (gtk_list_item_get_item (item), item);
  if (self->kind->hide != NULL)
    self->kind->hide (self->owner, row_of (cell), cell->column);
}

/* Sorting. GTK 4.8 does not tell by which column it sorts, but compares two things by the one that was clicked last. */

static const OndesListColumn *probed;

static int
compare_probe (gconstpointer a,
               gconstpointer b,
               gpointer column)
{
  probed = column;
  return -1;
}

static void
on_sorter (OndesListTable *self,
           GtkSorterChange change,
           GtkSorter *sorter)
{
  probed = NULL;
  self->descending = gtk_sorter_compare (sorter, self, sorter) == GTK_ORDERING_LARGER; /* any two things */
  self->sorted = probed != NULL ? (guint) (probed - self->kind->columns) : self->kind->first;
  ondes_sorted_list_set_sort (ONDES_SORTED_LIST (self->list), self->sorted, self->descending);
  g_signal_emit (self, sorted_signal, 0);
}

guint
ondes_list_table_get_sort (OndesListTable *self,
                           gboolean *descending)
{
  *descending = self->descending;
  return self->sorted;
}

void
ondes_list_table_set_sort (OndesListTable *self,
                           guint column,
                           gboolean descending)
{
  /* GTK turns the order of a column around that sorts already. */
  gtk_column_view_sort_by_column (self->view, NULL, GTK_SORT_ASCENDING);
  gtk_column_view_sort_by_column (self->view, ondes_list_table_get_column (self, column),
                                  descending ? GTK_SORT_DESCENDING : GTK_SORT_ASCENDING);
}

void
ondes_list_table_scroll_to (OndesListTable *self,
                            guint position)
{
  GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (self->view));

  for (; child != NULL; child = gtk_widget_get_next_sibling (child))
    if (GTK_IS_LIST_VIEW (child))
      gtk_widget_activate_action (child, "list.scroll-to-item", "u", position);
}

/* Filtering. */

static void
on_filter (OndesListTable *self)
{
  ondes_sorted_list_set_filter (ONDES_SORTED_LIST (self->list), gtk_editable_get_text (self->filter));
}

static void
on_filter_done (GtkWidget *table)
{
  gtk_widget_child_focus (table, GTK_DIR_TAB_FORWARD);
}

GtkWidget *
ondes_list_table_new_filter (OndesListTable *self,
                             const char *placeholder,
                             const char *name)
{
  GtkWidget *bar = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6), *entry = gtk_search_entry_new ();

  self->filter = GTK_EDITABLE (entry);
  gtk_search_entry_set_search_delay (GTK_SEARCH_ENTRY (entry), 0);
  g_object_set (entry, "placeholder-text", placeholder, NULL);
  gtk_widget_set_hexpand (entry, TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  g_signal_connect_object (entry, "search-changed", G_CALLBACK (on_filter), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (entry, "activate", G_CALLBACK (on_filter_done), self, G_CONNECT_SWAPPED);
  self->count = GTK_LABEL (gtk_label_new (NULL));
  gtk_widget_add_css_class (GTK_WIDGET (self->count), "dim-label");
  gtk_widget_add_css_class (GTK_WIDGET (self->count), "numeric");
  gtk_box_append (GTK_BOX (bar), entry);
  gtk_box_append (GTK_BOX (bar), GTK_WIDGET (self->count));
  gtk_widget_add_css_class (bar, "annotation-bar");
  return bar;
}

GtkEditable *
ondes_list_table_get_filter (OndesListTable *self)
{
  return self->filter;
}

void
ondes_list_table_set_count (OndesListTable *self,
                            guint64 all)
{
  g_autofree char *some = ondes_words_count (g_list_model_get_n_items (self->list));
  g_autofree char *total = ondes_words_count (all), *text = NULL;

  if (*gtk_editable_get_text (self->filter) != '\0')
    /* Translators: of the rows of a table, such as annotations or recordings, how many are shown and how many there are. */
    text = g_strdup_printf (_("%s of %s"), some, total);
  gtk_label_set_text (self->count, text != NULL ? text : all > 0 ? total : "");
}

/* The widget. */

gpointer
ondes_list_table_get_list (OndesListTable *self)
{
  return self->list;
}

GtkColumnView *
ondes_list_table_get_view (OndesListTable *self)
{
  return self->view;
}

GtkColumnViewColumn *
ondes_list_table_get_column (OndesListTable *self,
                             guint column)
{
  g_autoptr (GtkColumnViewColumn) found = g_list_model_get_item (gtk_column_view_get_columns (self->view), column);

  return found; /* the view's */
}

static void
ondes_list_table_dispose (GObject *object)
{
  g_clear_pointer (&ONDES_LIST_TABLE (object)->menu, gtk_widget_unparent);
  G_OBJECT_CLASS (ondes_list_table_parent_class)->dispose (object);
  g_clear_object (&ONDES_LIST_TABLE (object)->list);
}

static void
ondes_list_table_finalize (GObject *object)
{
  g_ptr_array_unref (ONDES_LIST_TABLE (object)->cells);
  G_OBJECT_CLASS (ondes_list_table_parent_class)->finalize (object);
}

static void
ondes_list_table_class_init (OndesListTableClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ondes_list_table_dispose;
  G_OBJECT_CLASS (klass)->finalize = ondes_list_table_finalize;
  sorted_signal = ondes_signal_new (klass, "sorted");
}

static void
ondes_list_table_init (OndesListTable *self)
{
  self->cells = g_ptr_array_new ();
}

static void
add_column (OndesListTable *self,
            const OndesListColumn *how)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  g_autoptr (GtkColumnViewColumn) column = gtk_column_view_column_new (how->title != NULL ? _(how->title) : NULL, factory);

  g_object_set_data (G_OBJECT (factory), "column", (gpointer) how);
  g_signal_connect_object (factory, "setup", G_CALLBACK (on_setup), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (factory, "bind", G_CALLBACK (on_bind), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (factory, "unbind", G_CALLBACK (on_unbind), self, G_CONNECT_SWAPPED);
  if (how->make == NULL && ONDES_IS_SORTED_LIST (self->list))
    {
      g_autoptr (GtkSorter) sorter = GTK_SORTER (gtk_custom_sorter_new (compare_probe, (gpointer) how, NULL));

      gtk_column_view_column_set_sorter (column, sorter);
    }
  gtk_column_view_column_set_resizable (column, how->make == NULL);
  gtk_column_view_column_set_expand (column, how->flags & ONDES_COLUMN_EXPANDS);
  gtk_column_view_append_column (self->view, column);
}

GtkWidget *
ondes_list_table_new (const OndesListKind *kind,
                      gpointer owner,
                      gpointer list,
                      gpointer selection)
{
  OndesListTable *self = g_object_new (ONDES_TYPE_LIST_TABLE, NULL);
  GtkWidget *scrolled = gtk_scrolled_window_new (), *view = gtk_column_view_new (selection);

  self->kind = kind;
  self->owner = owner;
  self->list = g_object_ref (list);
  self->view = GTK_COLUMN_VIEW (view);
  self->sorted = kind->first;
  gtk_widget_add_css_class (view, "data-table");
  gtk_accessible_update_property (GTK_ACCESSIBLE (view), GTK_ACCESSIBLE_PROPERTY_LABEL, _(kind->name), -1);
  for (guint i = 0; i < kind->n_columns; i++)
    add_column (self, &kind->columns[i]);
  if (ONDES_IS_SORTED_LIST (list))
    gtk_column_view_sort_by_column (self->view, ondes_list_table_get_column (self, kind->first), GTK_SORT_ASCENDING);
  g_signal_connect_object (gtk_column_view_get_sorter (self->view), "changed", G_CALLBACK (on_sorter), self, G_CONNECT_SWAPPED);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), view);
  gtk_widget_set_vexpand (scrolled, TRUE);
  adw_bin_set_child (ADW_BIN (self), scrolled);
  return GTK_WIDGET (self);
}
