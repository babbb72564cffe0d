/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gi18n.h>

#include "ondes-coefficient-list.h"
#include "session/words-spectra.h"

/* A row of the list. */
#define ONDES_TYPE_COEFFICIENT (ondes_coefficient_get_type ())
G_DECLARE_FINAL_TYPE (OndesCoefficient, ondes_coefficient, ONDES, COEFFICIENT, GObject)

struct _OndesCoefficient
{
  GObject      parent_instance;

  OndesSeries *series;
  guint        rank; /* counts from 1 */
  guint64      index;
};

G_DEFINE_FINAL_TYPE (OndesCoefficient, ondes_coefficient, G_TYPE_OBJECT)

static void
ondes_coefficient_finalize (GObject *object)
{
  ondes_series_unref (ONDES_COEFFICIENT (object)->series);
  G_OBJECT_CLASS (ondes_coefficient_parent_class)->finalize (object);
}

static void
ondes_coefficient_class_init (OndesCoefficientClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = ondes_coefficient_finalize;
}

static void
ondes_coefficient_init (OndesCoefficient *self)
{
}

struct _OndesCoefficientList
{
  AdwBin              parent_instance;

  OndesSeriesModel   *model;
  GListStore         *rows;
  GtkSingleSelection *selection;
  GtkColumnViewColumn *sequency;
  gboolean            updating;
};

G_DEFINE_FINAL_TYPE (OndesCoefficientList, ondes_coefficient_list, ADW_TYPE_BIN)

static char *
print_rank (const OndesCoefficient *row)
{
  return g_strdup_printf ("%u", row->rank);
}

static char *
print_index (const OndesCoefficient *row)
{
  return g_strdup_printf ("%" G_GUINT64_FORMAT, row->index);
}

static char *
print_binary (const OndesCoefficient *row)
{
  return ondes_series_binary (row->series, row->index);
}

static char *
print_sequency (const OndesCoefficient *row)
{
  guint64 sequency;

  if (!ondes_series_sequency (row->series, row->index, &sequency))
    return g_strdup ("");
  return g_strdup_printf ("%" G_GUINT64_FORMAT, sequency);
}

static char *
print_value (const OndesCoefficient *row)
{
  return ondes_words_value (row->series, row->index);
}

typedef char *(*Print) (const OndesCoefficient *row);

static const struct
{
  const char *title;
  Print       print;
} columns[] = {
  /* Translators: a column's title, the place by magnitude: 1 is the largest. */
  { N_("Rank"), print_rank },         { N_("Value"), print_value },   { N_("Index"), print_index },
  { N_("Sequency"), print_sequency }, { N_("Binary"), print_binary },
};
#define SEQUENCY 3

static void
on_setup (GtkSignalListItemFactory *factory,
          GtkListItem *item,
          gpointer last)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), last ? 0 : 1);
  gtk_widget_add_css_class (label, "numeric");
  gtk_list_item_set_child (item, label);
}

static void
on_bind (GtkSignalListItemFactory *factory,
         GtkListItem *item,
         gpointer print)
{
  g_autofree char *text = ((Print) print) (gtk_list_item_get_item (item));

  gtk_label_set_text (GTK_LABEL (gtk_list_item_get_child (item)), text);
}

static void
on_selected (OndesCoefficientList *self)
{
  OndesCoefficient *row = gtk_single_selection_get_selected_item (self->selection);

  if (self->updating || row == NULL)
    return;
  ondes_series_model_show (self->model, row->index);
  ondes_series_model_set_pointer (self->model, (double) row->index + 0.5);
}

static void
ondes_coefficient_list_dispose (GObject *object)
{
  OndesCoefficientList *self = ONDES_COEFFICIENT_LIST (object);

  if (self->selection != NULL)
    g_signal_handlers_disconnect_by_data (self->selection, self);
  g_clear_object (&self->selection);
  g_clear_object (&self->rows);
  g_clear_object (&self->model);
  G_OBJECT_CLASS (ondes_coefficient_list_parent_class)->dispose (object);
}

static void
ondes_coefficient_list_class_init (OndesCoefficientListClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ondes_coefficient_list_dispose;
}

static void
ondes_coefficient_list_init (OndesCoefficientList *self)
{
  GtkWidget *view, *scrolled = gtk_scrolled_window_new ();

  self->rows = g_list_store_new (ONDES_TYPE_COEFFICIENT);
  self->selection = gtk_single_selection_new (g_object_ref (G_LIST_MODEL (self->rows)));
  gtk_single_selection_set_autoselect (self->selection, FALSE);
  gtk_single_selection_set_can_unselect (self->selection, TRUE);
  view = gtk_column_view_new (g_object_ref (GTK_SELECTION_MODEL (self->selection)));
  gtk_column_view_set_show_row_separators (GTK_COLUMN_VIEW (view), TRUE);
  gtk_widget_add_css_class (view, "data-table");
  gtk_accessible_update_property (GTK_ACCESSIBLE (view), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Largest coefficients"), -1);
  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    {
      GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
      GtkColumnViewColumn *column = gtk_column_view_column_new (_(columns[i].title), factory);

      g_signal_connect (factory, "setup", G_CALLBACK (on_setup), GINT_TO_POINTER (i == G_N_ELEMENTS (columns) - 1));
      g_signal_connect (factory, "bind", G_CALLBACK (on_bind), columns[i].print);
      gtk_column_view_column_set_resizable (column, TRUE);
      gtk_column_view_column_set_expand (column, i == G_N_ELEMENTS (columns) - 1);
      gtk_column_view_append_column (GTK_COLUMN_VIEW (view), column);
      if (i == SEQUENCY)
        self->sequency = column;
      g_object_unref (column);
    }
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), view);
  gtk_widget_set_vexpand (scrolled, TRUE);
  adw_bin_set_child (ADW_BIN (self), scrolled);
  g_signal_connect_swapped (self->selection, "notify::selected-item", G_CALLBACK (on_selected), self);
}

void
ondes_coefficient_list_set (OndesCoefficientList *self,
                            const guint64 *indices,
                            guint n)
{
  OndesSeries *series = ondes_series_model_get_series (self->model);
  g_autoptr (GPtrArray) rows = g_ptr_array_new_with_free_func (g_object_unref);
  guint64 sequency;

  for (guint i = 0; i < n; i++)
    {
      OndesCoefficient *row = g_object_new (ONDES_TYPE_COEFFICIENT, NULL);

      row->series = ondes_series_ref (series);
      row->rank = i + 1;
      row->index = indices[i];
      g_ptr_array_add (rows, row);
    }
  self->updating = TRUE;
  g_list_store_splice (self->rows, 0, g_list_model_get_n_items (G_LIST_MODEL (self->rows)), rows->pdata, rows->len);
  gtk_single_selection_set_selected (self->selection, GTK_INVALID_LIST_POSITION);
  self->updating = FALSE;
  gtk_column_view_column_set_visible (self->sequency, n > 0 && ondes_series_sequency (series, 0, &sequency));
}

GtkWidget *
ondes_coefficient_list_new (OndesSeriesModel *model)
{
  OndesCoefficientList *self = g_object_new (ONDES_TYPE_COEFFICIENT_LIST, NULL);

  self->model = g_object_ref (model);
  return GTK_WIDGET (self);
}
