/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gi18n.h>
#include <math.h>

#include "ondes-response-view-private.h"
#include "shell/ondes-template.h"

#define STEP_OCTAVES (1.0 / 12)
#define FINE_OCTAVES (1.0 / 120)

G_DEFINE_FINAL_TYPE (OndesResponseView, ondes_response_view, ONDES_TYPE_CHART)

const OndesFilterResponse *
ondes_response_get (OndesResponseView *self)
{
  return ondes_filter_analysis_get_response (self->filter);
}

gboolean
ondes_response_is_over_frequency (OndesResponseView *self)
{
  return self->quantity != ONDES_RESPONSE_IMPULSE;
}

/* The horizontal span: natural logarithms from the lowest frequency on, or taps. */
static gboolean
ondes_response_view_get_span (OndesChart     *chart,
                              GtkOrientation  direction,
                              OndesChartSpan *span)
{
  OndesResponseView *self = ONDES_RESPONSE_VIEW (chart);
  const OndesFilterResponse *response = self->filter != NULL ? ondes_response_get (self) : NULL;

  if (direction != GTK_ORIENTATION_HORIZONTAL || response == NULL)
    return FALSE;
  span->first = 0;
  span->total = ondes_response_is_over_frequency (self) ? log (response->hi_hz / response->lo_hz)
                                                         : ondes_filter_analysis_get_band (self->filter)->n;
  span->count = span->min = span->total;
  return span->count > 0;
}

double
ondes_response_to_x (OndesResponseView *self,
                     double             f_hz)
{
  return ondes_chart_to_x (ONDES_CHART (self), log (f_hz / ondes_response_get (self)->lo_hz));
}

double
ondes_response_from_x (OndesResponseView *self,
                       double             x)
{
  return ondes_response_get (self)->lo_hz * exp (ondes_chart_from_x (ONDES_CHART (self), x));
}

guint
ondes_response_get_cutoffs (OndesResponseView *self,
                            double             cutoffs_hz[2])
{
  return self->quantity == ONDES_RESPONSE_MAGNITUDE ? ondes_filter_analysis_get_cutoffs (self->filter, cutoffs_hz) : 0;
}

double
ondes_response_view_get_handle_x (OndesResponseView *self,
                                  guint              which)
{
  double cutoffs_hz[2];

  if (ondes_chart_is_empty (ONDES_CHART (self)) || which >= ondes_response_get_cutoffs (self, cutoffs_hz))
    return NAN;
  return ondes_response_to_x (self, cutoffs_hz[which]);
}

static char *
ondes_response_view_describe (OndesChart *chart)
{
  OndesResponseView *self = ONDES_RESPONSE_VIEW (chart);
  const OndesFilterResponse *response = ondes_response_get (self);
  double cutoffs_hz[2];
  const guint n = ondes_response_get_cutoffs (self, cutoffs_hz);
  g_autofree char *lo = NULL, *hi = NULL;

  if (self->quantity == ONDES_RESPONSE_IMPULSE)
    {
      const guint taps = ondes_filter_analysis_get_band (self->filter)->n;

      return g_strdup_printf (ngettext ("%u tap", "%u taps", taps), taps);
    }
  lo = ondes_response_print_frequency (self, n > 0 ? cutoffs_hz[0] : response->lo_hz);
  hi = ondes_response_print_frequency (self, n > 1 ? cutoffs_hz[1] : response->hi_hz);
  if (n == 1)
    /* Translators: a frequency. */
    return g_strdup_printf (_("Cut-off at %s. Left and Right move it."), lo);
  if (n == 2)
    /* Translators: two frequencies. */
    return g_strdup_printf (_("Cut-offs at %s and %s. Left and Right move one, Up and Down choose it."), lo, hi);
  /* Translators: two frequencies. */
  return g_strdup_printf (_("From %s to %s"), lo, hi);
}

/* Pointer and keys. */

/* Returns the filter of a bank that passes most at @x. */
static int
find_curve (OndesResponseView *self,
            double             x)
{
  const OndesFilterResponse *response = ondes_response_get (self);
  const double f_hz = ondes_response_from_x (self, x);
  guint most = 0;

  for (guint i = 1; i < response->n_curves; i++)
    if (ondes_filter_response_at (response, i, f_hz) > ondes_filter_response_at (response, most, f_hz))
      most = i;
  return (int) most;
}

static guint
count_cutoffs (OndesChart *chart)
{
  double cutoffs_hz[2];

  return ondes_response_get_cutoffs (ONDES_RESPONSE_VIEW (chart), cutoffs_hz);
}

static gboolean
place_cutoff (OndesChart *chart,
              guint       i,
              double     *x,
              double     *y)
{
  *x = ondes_response_view_get_handle_x (ONDES_RESPONSE_VIEW (chart), i);
  return !isnan (*x);
}

/* A press beside the cut-offs chooses a band. */
static void
choose_band (OndesChart *chart,
             double      x,
             double      y)
{
  OndesResponseView *self = ONDES_RESPONSE_VIEW (chart);

  if (!ondes_chart_is_empty (chart) && ondes_response_get (self)->n_curves > 1)
    ondes_filter_analysis_step_band (self->filter, find_curve (self, x) - (int) ondes_response_get (self)->shown);
}

static void
move_cutoff (OndesChart *chart,
             double      x,
             double      y,
             double      dx)
{
  OndesResponseView *self = ONDES_RESPONSE_VIEW (chart);

  ondes_filter_analysis_move_cutoff (self->filter, (guint) self->handles.dragged, ondes_response_from_x (self, x));
}

static const OndesHandlesClass cutoff_handles = {
  .cursor = "ew-resize", .count = count_cutoffs, .place = place_cutoff, .miss = choose_band, .move = move_cutoff,
};

static gboolean
on_move_key (GtkWidget *widget,
             GVariant  *args,
             gpointer   user_data)
{
  OndesResponseView *self = ONDES_RESPONSE_VIEW (widget);
  double cutoffs_hz[2];
  const guint n = ondes_response_get_cutoffs (self, cutoffs_hz);

  if (n == 0 && !ondes_chart_is_empty (ONDES_CHART (self)) && ondes_response_get (self)->n_curves > 1)
    {
      ondes_filter_analysis_step_band (self->filter, g_variant_get_double (args) > 0 ? 1 : -1);
      return GDK_EVENT_STOP;
    }
  if (n == 0)
    return GDK_EVENT_PROPAGATE;
  self->handles.active = MIN (self->handles.active, n - 1);
  ondes_filter_analysis_move_cutoff (self->filter, self->handles.active,
                                     cutoffs_hz[self->handles.active] * exp2 (g_variant_get_double (args)));
  return GDK_EVENT_STOP;
}

static gboolean
on_choose_key (GtkWidget *widget,
               GVariant  *args,
               gpointer   user_data)
{
  OndesResponseView *self = ONDES_RESPONSE_VIEW (widget);
  double cutoffs_hz[2];

  if (ondes_response_get_cutoffs (self, cutoffs_hz) < 2)
    return GDK_EVENT_PROPAGATE;
  self->handles.active = g_variant_get_boolean (args);
  gtk_widget_queue_draw (widget);
  return GDK_EVENT_STOP;
}

static void
install_keys (GtkWidgetClass *klass)
{
  static const struct { guint key; double octaves; } moves[] = {
    { GDK_KEY_Left, -1 }, { GDK_KEY_KP_Left, -1 }, { GDK_KEY_Right, 1 }, { GDK_KEY_KP_Right, 1 },
  };
  static const struct { guint key; gboolean upper; } choices[] = {
    { GDK_KEY_Down, FALSE }, { GDK_KEY_KP_Down, FALSE }, { GDK_KEY_Up, TRUE }, { GDK_KEY_KP_Up, TRUE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (moves); i++)
    {
      gtk_widget_class_add_binding (klass, moves[i].key, 0, on_move_key, "d", moves[i].octaves * STEP_OCTAVES);
      gtk_widget_class_add_binding (klass, moves[i].key, GDK_SHIFT_MASK, on_move_key, "d", moves[i].octaves * FINE_OCTAVES);
      gtk_widget_class_add_binding (klass, choices[i].key, 0, on_choose_key, "b", choices[i].upper);
    }
}

static void
ondes_response_view_restyled (OndesChart *chart)
{
  OndesResponseView *self = ONDES_RESPONSE_VIEW (chart);
  graphene_rect_t plot;

  ONDES_CHART_CLASS (ondes_response_view_parent_class)->restyled (chart);
  ondes_chart_get_plot (chart, &plot);
  if (self->filter != NULL && self->quantity == ONDES_RESPONSE_MAGNITUDE && plot.size.width > 0)
    ondes_filter_analysis_set_points (self->filter, (guint) ceil (plot.size.width)
                                                      * (guint) gtk_widget_get_scale_factor (GTK_WIDGET (self)));
}

static void
ondes_response_view_class_init (OndesResponseViewClass *klass)
{
  OndesChartClass *chart_class = ONDES_CHART_CLASS (klass);

  chart_class->shape = (OndesChartShape) { .top = 4, .bottom = ONDES_CHART_MEASURED, .right = ONDES_CHART_HALF_LABEL,
                                           .min_height = 84, .natural_height = 112 };
  chart_class->base = ondes_response_base;
  chart_class->overlay = ondes_response_overlay;
  chart_class->restyled = ondes_response_view_restyled;
  chart_class->get_span = ondes_response_view_get_span;
  chart_class->describe = ondes_response_view_describe;
  install_keys (GTK_WIDGET_CLASS (klass));
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "response");
}

static void
ondes_response_view_init (OndesResponseView *self)
{
  self->handles.dragged = -1;
  self->handles.pointer[0] = NAN;
}

void
ondes_response_view_set_quantity (OndesResponseView    *self,
                                  OndesResponseQuantity quantity)
{
  static const char *const names[] = { N_("Magnitude response"), N_("Group delay"), N_("Phase response"), N_("Impulse response") };

  static const char *const tooltips[] = {
    NULL, /* it would cover what is read */
    N_("Group delay, in samples: how much later a frequency comes out"), N_("Phase of what passes, in degrees"),
    N_("Impulse response: the taps, as they are used"),
  };

  self->quantity = quantity;
  gtk_widget_set_focusable (GTK_WIDGET (self), quantity == ONDES_RESPONSE_MAGNITUDE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, _(names[quantity]), -1);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self), tooltips[quantity] != NULL ? _(tooltips[quantity]) : NULL);
  ondes_chart_changed (ONDES_CHART (self));
}

GtkWidget *
ondes_response_view_new (OndesFilterAnalysis  *filter,
                         OndesResponseQuantity quantity)
{
  OndesResponseView *self = g_object_new (ONDES_TYPE_RESPONSE_VIEW, NULL);

  self->filter = ondes_widget_keep (self, filter);
  g_signal_connect_object (filter, "response-changed", G_CALLBACK (ondes_chart_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (filter, "settings-changed", G_CALLBACK (ondes_chart_changed), self, G_CONNECT_SWAPPED);
  if (quantity == ONDES_RESPONSE_MAGNITUDE)
    ondes_handles_attach (ONDES_CHART (self), &self->handles, &cutoff_handles);
  ondes_response_view_set_quantity (self, quantity);
  return GTK_WIDGET (self);
}
