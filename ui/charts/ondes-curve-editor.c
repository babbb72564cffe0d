/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gi18n.h>
#include <math.h>

#include "ondes-curve-editor-private.h"
#include "session/signals.h"

#define PROPOSED_CONSTANT 3
#define PROPOSED     9
#define NEAREST      1.001 /* least ratio of neighbouring frequencies */

G_DEFINE_FINAL_TYPE (OndesCurveEditor, ondes_curve_editor, ONDES_TYPE_CHART)

static guint changed_signal;

/* The curve. */

double
ondes_curve_at (OndesCurveEditor *self,
                double            hz)
{
  const OndesErrorModel table = { .kind = ONDES_MODEL_TABLE, .points = (OndesModelPoint *) (void *) self->points->data,
                                  .n_points = self->points->len };

  return ondes_error_model_at (self->shape != NULL ? self->shape : &table, hz);
}

/* Rounds @value to a multiple of a power of ten that is at most @step. */
static double
round_to (double value,
          double step)
{
  const double power = pow (10, floor (log10 (step)));
  char text[40];

  /* By text, so that it is the number that a person would type. */
  g_ascii_formatd (text, sizeof text, "%.12g", rint (value / power) * power);
  return g_ascii_strtod (text, NULL);
}

/* Returns 1, 2 or 5 times a power of ten, at least @value. */
static double
nice_step (double value)
{
  const double power = pow (10, floor (log10 (value))), digit = value / power;

  return power * (digit <= 1 ? 1 : digit <= 2 ? 2 : digit <= 5 ? 5 : 10);
}

/* Fits the ruler of values to the curve, with room to move. */
static void
fit_values (OndesCurveEditor *self)
{
  const double ratio = self->hi_hz / self->lo_hz;
  double lo = 0, hi = 0, step;

  if (self->points->len == 0 || self->handles.dragged >= 0)
    return;
  for (guint i = 0; i <= 100; i++)
    {
      const double value = ondes_curve_at (self, self->lo_hz * pow (ratio, i / 100.0));

      lo = value < lo ? value : lo;
      hi = value > hi ? value : hi;
    }
  for (guint i = 0; i < self->points->len; i++)
    {
      lo = MIN (lo, ondes_curve_point (self, i)->value);
      hi = MAX (hi, ondes_curve_point (self, i)->value);
    }
  lo = MIN (-self->scale.span, lo - 0.2 * (hi - lo));
  hi = MAX (self->scale.span, hi + 0.2 * (hi - lo));
  step = nice_step ((hi - lo) / 8);
  self->lo = MAX (floor (lo / step) * step, self->scale.least);
  self->hi = ceil (hi / step) * step;
}

double
ondes_curve_to_y (OndesCurveEditor *self,
                  double            value)
{
  graphene_rect_t plot;

  ondes_chart_get_plot (ONDES_CHART (self), &plot);
  return plot.origin.y + (self->hi - value) / (self->hi - self->lo) * plot.size.height;
}

double
ondes_curve_from_y (OndesCurveEditor *self,
                    double            y)
{
  graphene_rect_t plot;

  ondes_chart_get_plot (ONDES_CHART (self), &plot);
  return self->hi - (y - plot.origin.y) / MAX (plot.size.height, 1) * (self->hi - self->lo);
}

static double
curve_to_x (OndesCurveEditor *self,
            double            hz)
{
  return ondes_chart_to_x (ONDES_CHART (self), log (hz / self->lo_hz));
}

double
ondes_curve_from_x (OndesCurveEditor *self,
                    double            x)
{
  return self->lo_hz * exp (ondes_chart_from_x (ONDES_CHART (self), x));
}

gboolean
ondes_curve_editor_get_position (OndesCurveEditor *self,
                                 guint             i,
                                 double           *x,
                                 double           *y)
{
  const OndesModelPoint *point;

  if (i >= self->points->len || ondes_chart_is_empty (ONDES_CHART (self)))
    return FALSE;
  point = ondes_curve_point (self, i);
  *x = curve_to_x (self, point->hz);
  *y = ondes_curve_to_y (self, point->value);
  return point->hz >= self->lo_hz && point->hz <= self->hi_hz && point->value >= self->lo && point->value <= self->hi;
}

static gboolean
ondes_curve_editor_get_span (OndesChart     *chart,
                             GtkOrientation  direction,
                             OndesChartSpan *span)
{
  OndesCurveEditor *self = ONDES_CURVE_EDITOR (chart);

  if (direction != GTK_ORIENTATION_HORIZONTAL || self->points == NULL || self->points->len == 0 || !(self->hi_hz > self->lo_hz))
    return FALSE;
  span->first = 0;
  span->count = span->total = span->min = log (self->hi_hz / self->lo_hz);
  return TRUE;
}

static char *
ondes_curve_editor_describe (OndesChart *chart)
{
  OndesCurveEditor *self = ONDES_CURVE_EDITOR (chart);
  const OndesModelPoint *point = ondes_curve_point (self, self->handles.active);
  g_autofree char *text = ondes_curve_print (self, point->hz, point->value);

  /* Translators: which point of how many, and its frequency and value. */
  return g_strdup_printf (_("Point %u of %u, %s. Arrow keys move it, Tab goes to the next, Insert adds one, Delete removes it."),
                          self->handles.active + 1, self->points->len, text);
}

void
ondes_curve_refresh (OndesCurveEditor *self)
{
  self->handles.active = MIN (self->handles.active, MAX (self->points->len, 1) - 1);
  fit_values (self);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "curve.remove", self->points->len > 1);
  ondes_chart_changed (ONDES_CHART (self));
}

void
ondes_curve_emit_changed (OndesCurveEditor *self)
{
  g_clear_pointer (&self->shape, ondes_error_model_unref);
  ondes_curve_refresh (self);
  g_signal_emit (self, changed_signal, 0);
}

/* Editing. */

void
ondes_curve_move_point (OndesCurveEditor *self,
                        guint             i,
                        double            hz,
                        double            value)
{
  OndesModelPoint *point = ondes_curve_point (self, i);
  double lo = self->lo_hz, hi = self->hi_hz;
  char text[40];

  if (i > 0)
    lo = MAX (lo, ondes_curve_point (self, i - 1)->hz * NEAREST);
  if (i + 1 < self->points->len)
    hi = MIN (hi, ondes_curve_point (self, i + 1)->hz / NEAREST);
  if (hz > 0 && lo < hi)
    {
      g_ascii_formatd (text, sizeof text, "%.4g", CLAMP (hz, lo, hi));
      hz = g_ascii_strtod (text, NULL);
      point->hz = CLAMP (hz, lo, hi);
    }
  if (value != point->value)
    {
      value = round_to (value, (self->hi - self->lo) / 400);
      point->value = MAX (value, self->scale.least);
    }
}

gboolean
ondes_curve_add_point (OndesCurveEditor *self,
                       double            hz,
                       double            value)
{
  const OndesModelPoint point = { hz, value };
  guint i = 0;

  if (self->points->len >= ONDES_CURVE_POINTS_MAX || hz < self->lo_hz || hz > self->hi_hz)
    return FALSE;
  while (i < self->points->len && ondes_curve_point (self, i)->hz < hz)
    i++;
  if ((i > 0 && hz < ondes_curve_point (self, i - 1)->hz * NEAREST * NEAREST)
      || (i < self->points->len && hz * NEAREST * NEAREST > ondes_curve_point (self, i)->hz))
    return FALSE;
  g_array_insert_val (self->points, i, point);
  self->handles.active = i;
  ondes_curve_move_point (self, i, hz, value);
  ondes_curve_emit_changed (self);
  return TRUE;
}

void
ondes_curve_remove_point (OndesCurveEditor *self,
                          guint             i)
{
  if (self->points->len < 2)
    {
      gtk_widget_error_bell (GTK_WIDGET (self));
      return;
    }
  g_array_remove_index (self->points, i);
  ondes_curve_emit_changed (self);
}

void
ondes_curve_add_after_active (OndesCurveEditor *self)
{
  const guint active = self->handles.active;
  const double hz = ondes_curve_point (self, active)->hz;
  const gboolean last = active + 1 == self->points->len;
  const double next = last ? self->hi_hz : ondes_curve_point (self, active + 1)->hz;
  double middle = sqrt (MAX (hz, self->lo_hz) * next);

  /* Behind the last one, at the end, there is room before it alone. */
  if (last && next < hz * 1.02)
    middle = sqrt (hz * (active > 0 ? MAX (ondes_curve_point (self, active - 1)->hz, self->lo_hz) : self->lo_hz));
  if (!ondes_curve_add_point (self, middle, ondes_curve_at (self, middle)))
    gtk_widget_error_bell (GTK_WIDGET (self));
}

/* The model. */

void
ondes_curve_editor_set_scale (OndesCurveEditor      *self,
                              const OndesCurveScale *scale)
{
  self->scale = *scale;
  self->scale.title = g_intern_string (scale->title);
  self->scale.unit = g_intern_string (scale->unit);
  ondes_curve_refresh (self);
}

/* Fills the points that a curve without its own would have. */
static void
propose_points (OndesCurveEditor *self)
{
  const guint n = self->shape->kind == ONDES_MODEL_CONSTANT ? PROPOSED_CONSTANT : PROPOSED;
  char text[40];

  g_array_set_size (self->points, 0);
  for (guint i = 0; i < n && self->hi_hz > self->lo_hz; i++)
    {
      OndesModelPoint point;

      /* Half a step from the ends, where points are easier to take. */
      g_ascii_formatd (text, sizeof text, "%.6g", self->lo_hz * pow (self->hi_hz / self->lo_hz, (i + 0.5) / n));
      point.hz = g_ascii_strtod (text, NULL);
      point.value = ondes_error_model_at (self->shape, point.hz);
      g_array_append_val (self->points, point);
    }
}

void
ondes_curve_editor_set_frequencies (OndesCurveEditor *self,
                                    double            lo_hz,
                                    double            hi_hz,
                                    const char       *unit)
{
  if (self->handles.dragged >= 0 || (lo_hz == self->lo_hz && hi_hz == self->hi_hz && g_strcmp0 (unit, self->unit) == 0))
    return;
  self->lo_hz = lo_hz;
  self->hi_hz = hi_hz;
  self->unit = g_intern_string (unit);
  if (self->shape != NULL)
    propose_points (self);
  ondes_curve_refresh (self);
}

void
ondes_curve_editor_set_model (OndesCurveEditor *self,
                              OndesErrorModel  *model)
{
  const gboolean own = model != NULL && model->kind == ONDES_MODEL_TABLE && model->n_points <= ONDES_CURVE_POINTS_MAX;

  self->handles.dragged = -1;
  g_clear_pointer (&self->shape, ondes_error_model_unref);
  g_array_set_size (self->points, 0);
  if (own)
    g_array_append_vals (self->points, model->points, model->n_points);
  else if (model != NULL)
    {
      self->shape = ondes_error_model_ref (model);
      propose_points (self);
    }
  ondes_curve_refresh (self);
}

const OndesModelPoint *
ondes_curve_editor_get_points (OndesCurveEditor *self,
                               guint            *n)
{
  *n = self->points->len;
  return (const OndesModelPoint *) (void *) self->points->data;
}

static void
ondes_curve_editor_finalize (GObject *object)
{
  OndesCurveEditor *self = ONDES_CURVE_EDITOR (object);

  g_clear_pointer (&self->shape, ondes_error_model_unref);
  g_clear_pointer (&self->points, g_array_unref);
  g_clear_pointer (&self->before, g_array_unref);
  G_OBJECT_CLASS (ondes_curve_editor_parent_class)->finalize (object);
}

static void
ondes_curve_editor_class_init (OndesCurveEditorClass *klass)
{
  OndesChartClass *chart_class = ONDES_CHART_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = ondes_curve_editor_finalize;
  chart_class->shape = (OndesChartShape) { .top = 6, .bottom = ONDES_CHART_MEASURED, .right = ONDES_CHART_HALF_LABEL,
                                           .min_height = 130, .natural_height = 150, .natural_width = 80 };
  chart_class->base = ondes_curve_base;
  chart_class->overlay = ondes_curve_overlay;
  chart_class->get_span = ondes_curve_editor_get_span;
  chart_class->describe = ondes_curve_editor_describe;
  changed_signal = ondes_signal_new (klass, "changed");
  ondes_curve_install_input (widget_class);
  gtk_widget_class_set_css_name (widget_class, "curve");
}

static void
ondes_curve_editor_init (OndesCurveEditor *self)
{
  self->points = g_array_new (FALSE, FALSE, sizeof (OndesModelPoint));
  self->scale = (OndesCurveScale) { .title = "", .unit = "", .factor = 1, .span = 1, .least = -INFINITY };
  self->unit = "Hz";
  self->lo = -1;
  self->hi = 1;
  ondes_curve_attach_input (self);
}

GtkWidget *
ondes_curve_editor_new (const char *label)
{
  OndesCurveEditor *self = g_object_new (ONDES_TYPE_CURVE_EDITOR, NULL);

  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  return GTK_WIDGET (self);
}
