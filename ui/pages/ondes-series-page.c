/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gi18n.h>

#include "shell/ondes-empty-page.h"
#include "ondes-series-page.h"
#include "charts/ondes-series-view.h"
#include "rows/ondes-list-table.h"
#include "series/words-spectra.h"
#include "shell/ondes-template.h"

#define MIN_PAGE_SHARE 0.45

struct _OndesSeriesPage
{
  AdwBin            parent_instance;

  OndesSeriesAnalysis *analysis;

  GtkStack         *stack;
  GtkWidget        *empty, *charts, *largest;
  GtkLabel         *what, *convention, *taken;
  GtkStack         *panel;
  GtkWidget        *panel_switcher;
  GtkPaned         *paned;
  GtkScrolledWindow *scrolled;
};

G_DEFINE_FINAL_TYPE (OndesSeriesPage, ondes_series_page, ADW_TYPE_BIN)

/* The list of the largest: its rows lie in the result. */

enum { RANK, VALUE, INDEX, SEQUENCY, BINARY, N_COLUMNS };

static char *
print_largest (gpointer owner,
               gpointer row,
               guint column)
{
  const OndesSeriesResult *result = ondes_series_analysis_get_computed (ONDES_SERIES_PAGE (owner)->analysis);
  const guint64 *index = row;
  guint64 number = *index;

  switch (column)
    {
    case VALUE:
      return ondes_words_value (result->series, *index);
    case BINARY:
      return ondes_series_binary (result->series, *index);
    case RANK:
      number = (guint64) (index - result->largest) + 1;
      break;
    case SEQUENCY:
      if (!ondes_series_sequency (result->series, *index, &number))
        return NULL;
      break;
    default:
      break;
    }
  return g_strdup_printf ("%" G_GUINT64_FORMAT, number);
}

static void
on_largest_selected (OndesSeriesPage *self,
                     guint position,
                     guint n,
                     GtkSingleSelection *selection)
{
  OndesSeriesModel *result = ondes_series_analysis_get_result (self->analysis);
  OndesSortedItem *item = gtk_single_selection_get_selected_item (selection);
  guint64 index;

  if (item == NULL)
    return;
  index = *(const guint64 *) ondes_sorted_item_get (item);
  ondes_series_model_show (result, index);
  ondes_series_model_set_pointer (result, (double) index + 0.5);
}

static GtkWidget *
new_largest (OndesSeriesPage *self)
{
  static const OndesListColumn columns[N_COLUMNS] = {
    /* Translators: a column's title, the place by magnitude: 1 is the largest. */
    [RANK] = { N_("Rank"), .flags = ONDES_COLUMN_NUMERIC | ONDES_COLUMN_RIGHT },
    [VALUE] = { N_("Value"), .flags = ONDES_COLUMN_NUMERIC | ONDES_COLUMN_RIGHT },
    [INDEX] = { N_("Index"), .flags = ONDES_COLUMN_NUMERIC | ONDES_COLUMN_RIGHT },
    [SEQUENCY] = { N_("Sequency"), .flags = ONDES_COLUMN_NUMERIC | ONDES_COLUMN_RIGHT },
    [BINARY] = { N_("Binary"), .flags = ONDES_COLUMN_NUMERIC | ONDES_COLUMN_EXPANDS },
  };
  static const OndesListKind kind = { N_("Largest coefficients"), columns, N_COLUMNS, .print = print_largest };
  g_autoptr (GListStore) rows = g_list_store_new (ONDES_TYPE_SORTED_ITEM);
  GtkSingleSelection *selection = gtk_single_selection_new (g_object_ref (G_LIST_MODEL (rows)));
  GtkWidget *table = ondes_list_table_new (&kind, self, rows, selection);

  gtk_single_selection_set_autoselect (selection, FALSE);
  gtk_single_selection_set_can_unselect (selection, TRUE);
  g_signal_connect_object (selection, "selection-changed", G_CALLBACK (on_largest_selected), self, G_CONNECT_SWAPPED);
  gtk_column_view_set_show_row_separators (ondes_list_table_get_view (ONDES_LIST_TABLE (table)), TRUE);
  return table;
}

static void
set_largest (OndesSeriesPage *self,
             const OndesSeriesResult *result)
{
  const guint n = result != NULL ? (guint) result->n_largest : 0;
  g_autoptr (GPtrArray) items = g_ptr_array_new_with_free_func (g_object_unref);
  OndesListTable *table = ONDES_LIST_TABLE (self->largest);
  GListStore *rows = ondes_list_table_get_list (table);
  guint64 number;

  for (guint i = 0; i < n; i++)
    g_ptr_array_add (items, ondes_sorted_item_new (&result->largest[i]));
  g_list_store_splice (rows, 0, g_list_model_get_n_items (G_LIST_MODEL (rows)), items->pdata, n);
  gtk_column_view_column_set_visible (ondes_list_table_get_column (table, SEQUENCY),
                                      n > 0 && ondes_series_sequency (result->series, 0, &number));
}

void
ondes_series_page_update (OndesSeriesPage *self,
                          guint which,
                          OndesOperandControls *controls)
{
  const char *problem = ondes_analysis_get_problem (ONDES_ANALYSIS (self->analysis));
  gboolean any = ondes_series_analysis_get_computed (self->analysis) != NULL;

  gtk_stack_set_visible_child_name (self->stack, any ? "result" : "empty");
  if (!any)
    ondes_empty_page_update (ONDES_EMPTY_PAGE (self->empty), ondes_series_analysis_get_operand (self->analysis, which), controls,
                             problem);
  /* The result shown was computed with other settings. */
  ondes_widget_set_class (self->charts, "stale", problem != NULL);
}

void
ondes_series_page_set_result (OndesSeriesPage *self,
                              const char *what,
                              const char *taken)
{
  const OndesSeriesResult *result = ondes_series_analysis_get_computed (self->analysis);
  g_autofree char *convention = result != NULL ? ondes_words_convention (&result->request.derivation) : NULL;

  set_largest (self, result);
  gtk_label_set_text (self->what, what != NULL ? what : "");
  gtk_label_set_text (self->convention, convention != NULL ? convention : "");
  /* Show labels that are cut short in full. */
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->what), what);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->convention), convention);
  gtk_label_set_text (self->taken, taken != NULL ? taken : "");
}

GtkStackPage *
ondes_series_page_add_panel (OndesSeriesPage *self,
                             GtkWidget *child,
                             const char *name,
                             const char *title,
                             const char *tooltip)
{
  GtkStackPage *page = gtk_stack_add_titled (self->panel, child, name, title);

  gtk_widget_set_tooltip_text (gtk_widget_get_last_child (self->panel_switcher), tooltip);
  return page;
}

GtkStack *
ondes_series_page_get_panel (OndesSeriesPage *self)
{
  return self->panel;
}

/* Scrolls to a panel that was chosen; the list of the largest may have come in the place of one that went. */
static void
scroll_to_panel (OndesSeriesPage *self)
{
  GtkAdjustment *down = gtk_scrolled_window_get_vadjustment (self->scrolled);
  GtkWidget *page = GTK_WIDGET (self->paned);
  int height;

  if (self->largest == NULL || gtk_stack_get_visible_child (self->panel) == self->largest)
    return;
  /* The height that the page is given next. */
  gtk_widget_measure (page, GTK_ORIENTATION_VERTICAL, gtk_widget_get_width (page), &height, NULL, NULL, NULL);
  gtk_adjustment_set_upper (down, MAX (height, gtk_adjustment_get_page_size (down)));
  gtk_adjustment_set_value (down, gtk_adjustment_get_upper (down));
}

/* Gives a panel the height it asks for, but leaves at least the fraction MIN_PAGE_SHARE of the page to the charts. */
static void
on_panel (OndesSeriesPage *self)
{
  GtkWidget *below = gtk_paned_get_end_child (self->paned);
  int height = gtk_widget_get_height (GTK_WIDGET (self->paned)), wanted;

  gtk_widget_measure (below, GTK_ORIENTATION_VERTICAL, -1, NULL, &wanted, NULL, NULL);
  wanted = MIN (wanted, height * (1 - MIN_PAGE_SHARE));
  if (gtk_widget_get_height (below) < wanted)
    gtk_paned_set_position (self->paned, height - wanted);
  scroll_to_panel (self);
}

#define CHILD(name) ONDES_TEMPLATE_CHILD (OndesSeriesPage, name)

static void
ondes_series_page_class_init (OndesSeriesPageClass *klass)
{
  static const OndesTemplateChild children[] = {
    CHILD (stack), CHILD (charts), CHILD (what), CHILD (convention), CHILD (taken), CHILD (panel),
    CHILD (panel_switcher), CHILD (paned), CHILD (scrolled), { NULL },
  };
  static const OndesTemplateCallback callbacks[] = { ONDES_CALLBACK (on_panel), { NULL } };
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  ondes_template_install (widget_class, "ondes-series-page.ui", children, callbacks);
}

static void
ondes_series_page_init (OndesSeriesPage *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

GtkWidget *
ondes_series_page_new (OndesSeriesAnalysis *analysis,
                       const char *icon_name,
                       OndesSeriesOver over,
                       const char *result_name)
{
  OndesSeriesPage *self = g_object_new (ONDES_TYPE_SERIES_PAGE, NULL);
  OndesSeriesModel *values = ondes_series_analysis_get_values (analysis), *result = ondes_series_analysis_get_result (analysis);
  GtkWidget *above = ondes_series_view_new (values, _("Values")), *below = ondes_series_view_new (result, result_name);
  GtkWidget *readout = ondes_series_readout_new (over), *bar = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);

  self->analysis = ondes_widget_keep (self, analysis);
  ondes_series_view_set_timeline (ONDES_SERIES_VIEW (above),
                                  ondes_session_get_timeline (ondes_analysis_get_session (ONDES_ANALYSIS (analysis))));
  self->empty = ondes_empty_page_new (icon_name);
  gtk_stack_add_named (self->stack, self->empty, "empty");
  /* The result is the main chart, so it gets the remaining height. */
  gtk_widget_set_vexpand (above, FALSE);
  gtk_box_append (GTK_BOX (self->charts), above);
  gtk_box_append (GTK_BOX (self->charts), below);
  ondes_series_readout_add (ONDES_SERIES_READOUT (readout), values, _("Values"));
  ondes_series_readout_add (ONDES_SERIES_READOUT (readout), result, result_name);
  gtk_widget_add_css_class (bar, "readoutbar");
  gtk_widget_set_hexpand (readout, TRUE);
  gtk_box_append (GTK_BOX (bar), readout);
  gtk_box_append (GTK_BOX (self->charts), bar);
  self->largest = new_largest (self);
  ondes_series_page_add_panel (self, self->largest, "largest", _("Largest"), NULL);
  return GTK_WIDGET (self);
}
