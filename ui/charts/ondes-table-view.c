/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gi18n.h>
#include <math.h>

#include "ondes-chart.h"
#include "ondes-table-view.h"
#include "session/signals.h"

/* The chart inside the view. Rows are inputs a, increasing upwards; columns are outputs b. */
#define ONDES_TYPE_TABLE_CHART (ondes_table_chart_get_type ())
G_DECLARE_FINAL_TYPE (OndesTableChart, ondes_table_chart, ONDES, TABLE_CHART, OndesChart)

struct _OndesTableChart
{
  OndesChart     parent_instance;

  OndesTableView *view; /* borrowed: the view owns this chart */
  OndesSboxTable which;
  OndesHeatMap  *table; /* NULL if none */
  OndesHeatMapView shown;
  double         x, y;   /* the crosshair; NaN if none */
};

struct _OndesTableView
{
  AdwBin           parent_instance;

  OndesTableChart *chart;
  GtkLabel        *reading;
};

static guint view_changed_signal;

G_DEFINE_FINAL_TYPE (OndesTableChart, ondes_table_chart, ONDES_TYPE_CHART)
G_DEFINE_FINAL_TYPE (OndesTableView, ondes_table_view, ADW_TYPE_BIN)

static gboolean
ondes_table_chart_get_span (OndesChart     *chart,
                            GtkOrientation  direction,
                            OndesChartSpan *span)
{
  OndesTableChart *self = ONDES_TABLE_CHART (chart);

  if (self->table == NULL)
    return FALSE;
  span->first = self->shown.first[direction];
  span->count = self->shown.count[direction];
  span->total = (double) (direction == GTK_ORIENTATION_HORIZONTAL ? self->table->columns : self->table->rows);
  span->min = MIN (4, span->total);
  return TRUE;
}

static void
ondes_table_chart_set_span (OndesChart    *chart,
                            GtkOrientation direction,
                            double         first,
                            double         count)
{
  OndesTableChart *self = ONDES_TABLE_CHART (chart);

  self->shown.first[direction] = first;
  self->shown.count[direction] = count;
  ondes_chart_redraw (chart);
  ondes_chart_moved (chart);
  g_signal_emit (self->view, view_changed_signal, 0);
}

static void
ondes_table_chart_get_crosshair (OndesChart *chart,
                                 double     *x,
                                 double     *y)
{
  *x = ONDES_TABLE_CHART (chart)->x;
  *y = ONDES_TABLE_CHART (chart)->y;
}

/* Gets the entry at the crosshair; FALSE if there is none. */
static gboolean
get_entry (OndesTableChart *self,
           guint64         *row,
           guint64         *column,
           gint32          *value)
{
  if (self->table == NULL || isnan (self->x) || isnan (self->y))
    return FALSE;
  *column = (guint64) CLAMP (self->x, 0, (double) (self->table->columns - 1));
  *row = (guint64) CLAMP (self->y, 0, (double) (self->table->rows - 1));
  *value = self->table->values[*row * self->table->columns + *column];
  return TRUE;
}

static void
update_reading (OndesTableChart *self)
{
  g_autofree char *text = NULL;
  guint64 row, column;
  gint32 value;

  if (get_entry (self, &row, &column, &value))
    text = g_strdup_printf ("a = %" G_GUINT64_FORMAT " (0x%" G_GINT64_MODIFIER "x), b = %" G_GUINT64_FORMAT
                            " (0x%" G_GINT64_MODIFIER "x): %s%d",
                            row, row, column, column, value < 0 ? "−" : "", ABS (value));
  else if (self->which == ONDES_SBOX_LINEAR)
    text = g_strdup (_("Row a, column b: number of x with a·x = b·S(x), minus half of all x; colours show magnitudes"));
  else
    text = g_strdup (_("Row a, column b: number of x with S(x) ⊕ S(x ⊕ a) = b"));
  gtk_label_set_text (self->view->reading, text);
}

static void
ondes_table_chart_set_crosshair (OndesChart *chart,
                                 double      x,
                                 double      y)
{
  OndesTableChart *self = ONDES_TABLE_CHART (chart);

  self->x = x;
  self->y = y;
  update_reading (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
ondes_table_chart_base (OndesChart             *chart,
                        const OndesChartCanvas *canvas)
{
  OndesTableChart *self = ONDES_TABLE_CHART (chart);
  const graphene_rect_t *plot = &canvas->plot;
  GtkSnapshot *snapshot = canvas->snapshot;
  int scale = gtk_widget_get_scale_factor (GTK_WIDGET (self));
  guint width = MAX (1, (guint) plot->size.width * scale), height = MAX (1, (guint) plot->size.height * scale);
  OndesAxis across = ondes_series_axis (self->shown.first[0], self->shown.count[0], plot->size.width);
  OndesAxis up = ondes_series_axis (self->shown.first[1], self->shown.count[1], plot->size.height);
  float wide = gtk_widget_get_width (GTK_WIDGET (self)), high = gtk_widget_get_height (GTK_WIDGET (self));
  const cairo_rectangle_t area = ondes_chart_area (plot);
  double bar = area.x + area.width + ONDES_CHART_BAR_GAP;
  cairo_t *cr = gtk_snapshot_append_cairo (snapshot, plot);

  ondes_draw_heat_map (cr, self->table, &self->shown, width, height, &area);
  ondes_draw_heat_map_numbers (cr, canvas->theme, self->table, &self->shown, &area);
  cairo_destroy (cr);
  cr = gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (bar - 1, 0, wide - bar + 1, high));
  ondes_draw_heat_map_bar (cr, canvas->theme, self->table,
                           &(cairo_rectangle_t) { bar, area.y, ONDES_CHART_BAR_WIDTH, area.height }, NULL);
  cairo_destroy (cr);
  ondes_chart_draw_ruler (chart, canvas, &across, ONDES_SIDE_BOTTOM, "b");
  ondes_chart_draw_ruler (chart, canvas, &up, ONDES_SIDE_LEFT, "a");
}

static char *
ondes_table_chart_copy_value (OndesChart *chart)
{
  guint64 row, column;
  gint32 value;

  if (!get_entry (ONDES_TABLE_CHART (chart), &row, &column, &value))
    return NULL;
  return g_strdup_printf ("%" G_GUINT64_FORMAT ", %" G_GUINT64_FORMAT ", %d", row, column, value);
}

static char *
ondes_table_chart_describe (OndesChart *chart)
{
  const OndesHeatMap *table = ONDES_TABLE_CHART (chart)->table;

  /* Translators: rows, columns, and the largest number. */
  return g_strdup_printf (_("%u rows a, %u columns b; the largest magnitude where neither is 0 is %d"), (guint) table->rows,
                          (guint) table->columns, table->max);
}

static void
ondes_table_chart_finalize (GObject *object)
{
  g_clear_pointer (&ONDES_TABLE_CHART (object)->table, ondes_heat_map_unref);
  G_OBJECT_CLASS (ondes_table_chart_parent_class)->finalize (object);
}

static void
ondes_table_chart_class_init (OndesTableChartClass *klass)
{
  OndesChartClass *chart_class = ONDES_CHART_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = ondes_table_chart_finalize;
  chart_class->shape = (OndesChartShape) { .top = 8, .bottom = ONDES_CHART_MEASURED, .min_height = 120,
                                           .natural_height = 260 };
  chart_class->get_span = ondes_table_chart_get_span;
  chart_class->set_span = ondes_table_chart_set_span;
  chart_class->get_crosshair = ondes_table_chart_get_crosshair;
  chart_class->set_crosshair = ondes_table_chart_set_crosshair;
  chart_class->base = ondes_table_chart_base;
  chart_class->describe = ondes_table_chart_describe;
  chart_class->copy_value = ondes_table_chart_copy_value;
  ondes_chart_class_set_navigable (chart_class);
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "table");
}

static void
ondes_table_chart_init (OndesTableChart *self)
{
  self->x = self->y = NAN;
  gtk_widget_set_vexpand (GTK_WIDGET (self), TRUE);
}

/* The widget. */

void
ondes_table_view_set (OndesTableView *view,
                      OndesHeatMap   *table)
{
  OndesTableChart *self = view->chart;

  g_clear_pointer (&self->table, ondes_heat_map_unref);
  self->x = self->y = NAN;
  if (table != NULL)
    {
      self->table = ondes_heat_map_ref (table);
      self->shown.first[0] = self->shown.first[1] = 0;
      self->shown.count[0] = (double) table->columns;
      self->shown.count[1] = (double) table->rows;
    }
  update_reading (self);
  ondes_chart_changed (ONDES_CHART (self));
}

const OndesHeatMapView *
ondes_table_view_get_shown (OndesTableView *self)
{
  return &self->chart->shown;
}

const char *
ondes_table_view_get_reading (OndesTableView *self)
{
  return gtk_label_get_text (self->reading);
}

static void
ondes_table_view_class_init (OndesTableViewClass *klass)
{
  view_changed_signal = ondes_signal_new (klass, "view-changed");
}

static void
ondes_table_view_init (OndesTableView *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  self->chart = g_object_new (ONDES_TYPE_TABLE_CHART, NULL);
  self->chart->view = self;
  self->reading = GTK_LABEL (gtk_label_new (NULL));
  gtk_label_set_xalign (self->reading, 0);
  gtk_label_set_ellipsize (self->reading, PANGO_ELLIPSIZE_END);
  gtk_widget_add_css_class (GTK_WIDGET (self->reading), "caption");
  gtk_widget_add_css_class (GTK_WIDGET (self->reading), "numeric");
  gtk_widget_add_css_class (GTK_WIDGET (self->reading), "readoutbar");
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->chart));
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->reading));
  adw_bin_set_child (ADW_BIN (self), box);
}

GtkWidget *
ondes_table_view_new (OndesSboxTable which)
{
  OndesTableView *self = g_object_new (ONDES_TYPE_TABLE_VIEW, NULL);

  self->chart->which = which;
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->chart), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  which == ONDES_SBOX_LINEAR ? _("Linear table") : _("Difference table"), -1);
  return GTK_WIDGET (self);
}
