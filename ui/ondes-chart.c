/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <math.h>

#include "ondes-charts.h"

typedef struct
{
  OndesDocument *document;
  GskRenderNode *base;
  float          base_width, base_height;
} OndesChartPrivate;

enum { PROP_0, PROP_DOCUMENT, N_PROPS };
static GParamSpec *properties[N_PROPS];

G_DEFINE_ABSTRACT_TYPE_WITH_PRIVATE (OndesChart, ondes_chart, GTK_TYPE_WIDGET)

static const struct
{
  const char       *name;
  OndesChartChange  change;
} document_signals[] = {
  { "recording-changed", ONDES_CHART_RECORDING },
  { "settings-changed", ONDES_CHART_SETTINGS },
  { "display-changed", ONDES_CHART_DISPLAY },
  { "view-changed", ONDES_CHART_VIEW },
  { "picture-changed", ONDES_CHART_PICTURE },
  { "overview-changed", ONDES_CHART_OVERVIEW },
  { "state-changed", ONDES_CHART_STATE },
  { "pointer-changed", ONDES_CHART_POINTER },
};

static OndesColour
named_colour (GtkStyleContext *context,
              const char      *name,
              OndesColour      otherwise)
{
  GdkRGBA rgba;

  if (!gtk_style_context_lookup_color (context, name, &rgba))
    return otherwise;
  return (OndesColour) { rgba.red, rgba.green, rgba.blue, rgba.alpha };
}

static OndesColour
with_alpha (OndesColour colour,
            double      alpha)
{
  colour.a *= alpha;
  return colour;
}

OndesTheme
ondes_chart_theme (GtkWidget *widget)
{
  AdwStyleManager *manager = adw_style_manager_get_default ();
  gboolean dark = adw_style_manager_get_dark (manager);
  gboolean high_contrast = adw_style_manager_get_high_contrast (manager);
  GtkStyleContext *context = gtk_widget_get_style_context (widget);
  PangoContext *pango = gtk_widget_get_pango_context (widget);
  OndesColour black = { 0, 0, 0, 1 }, white = { 1, 1, 1, 1 };
  OndesTheme theme;
  g_autofree char *font = NULL;
  double points;
  GdkRGBA text;

  gtk_style_context_get_color (context, &text);
  theme.foreground = (OndesColour) { text.red, text.green, text.blue, 1 };
  theme.background = named_colour (context, "view_bg_color", dark ? black : white);
  theme.dim = with_alpha (theme.foreground, high_contrast ? 1.0 : 0.72);
  theme.grid = with_alpha (theme.foreground, high_contrast ? 0.5 : 0.15);
  theme.accent = named_colour (context, "accent_color", theme.foreground);
  theme.wave = high_contrast ? theme.foreground : theme.accent;

  /* The text size that the person chose: in points, or in pixels that already follow it. */
  points = pango_font_description_get_size (pango_context_get_font_description (pango)) / (double) PANGO_SCALE;
  if (pango_font_description_get_size_is_absolute (pango_context_get_font_description (pango)))
    points *= 0.75;
  else
    points *= pango_cairo_context_get_resolution (pango) / 96.0;
  font = g_strdup_printf ("%s %.1f",
                          pango_font_description_get_family (pango_context_get_font_description (pango)),
                          CLAMP (points * 0.85, 6.0, 24.0));
  theme.font = g_intern_string (font);
  return theme;
}

void
ondes_chart_hairline (GtkSnapshot *snapshot,
                      float        x,
                      float        y,
                      float        width,
                      float        height)
{
  static const GdkRGBA dark = { 0, 0, 0, 0.45 }, bright = { 1, 1, 1, 0.9 };
  graphene_rect_t rect = GRAPHENE_RECT_INIT (x, y, width, height);

  if (width < height)
    graphene_rect_inset (&rect, -1, 0);
  else
    graphene_rect_inset (&rect, 0, -1);
  gtk_snapshot_append_color (snapshot, &dark, &rect);
  gtk_snapshot_append_color (snapshot, &bright, &GRAPHENE_RECT_INIT (x, y, width, height));
}

static void
extend (OndesExtent *extent,
        double       value)
{
  if (!isfinite (value))
    {
      extent->gaps++;
      return;
    }
  if (extent->min > extent->max)
    extent->min = extent->max = value;
  extent->min = MIN (extent->min, value);
  extent->max = MAX (extent->max, value);
}

void
ondes_chart_extents (const double *values,
                     guint64       at,
                     guint         n,
                     double        first,
                     double        count,
                     guint         columns,
                     OndesExtent  *extents)
{
  double step = count / columns;

  for (guint j = 0; j < columns; j++)
    {
      double from = floor (first + j * step) - at, to = floor (first + (j + 1) * step) - at;

      extents[j] = (OndesExtent) { .min = 1, .max = -1 };
      from = CLAMP (from, 0, (double) n - 1);
      to = CLAMP (MAX (to, from + 1), 1, (double) n);
      for (guint i = (guint) from; i < (guint) to; i++)
        extend (&extents[j], values[i]);
    }
}

void
ondes_chart_redraw (OndesChart *self)
{
  OndesChartPrivate *priv = ondes_chart_get_instance_private (self);

  g_clear_pointer (&priv->base, gsk_render_node_unref);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

OndesDocument *
ondes_chart_get_document (OndesChart *self)
{
  OndesChartPrivate *priv = ondes_chart_get_instance_private (self);

  return priv->document;
}

guint64
ondes_chart_get_length (OndesChart *self)
{
  OndesSource *source = ondes_document_get_source (ondes_chart_get_document (self));

  return source != NULL ? source->n : 0;
}

void
ondes_chart_get_plot (OndesChart      *self,
                      graphene_rect_t *plot)
{
  ONDES_CHART_GET_CLASS (self)->plot (self, plot);
  if (plot->size.width < 8 || plot->size.height < 8)
    graphene_rect_init (plot, 0, 0, 0, 0);
}

double
ondes_chart_sample_at (OndesChart *self,
                       double      x)
{
  graphene_rect_t plot;
  double first, count;

  ondes_chart_get_plot (self, &plot);
  ondes_document_get_view (ondes_chart_get_document (self), &first, &count);
  return first + (x - plot.origin.x) / MAX (plot.size.width, 1) * count;
}

double
ondes_chart_x_of (OndesChart *self,
                  double      sample)
{
  graphene_rect_t plot;
  double first, count;

  ondes_chart_get_plot (self, &plot);
  ondes_document_get_view (ondes_chart_get_document (self), &first, &count);
  return plot.origin.x + (sample - first) / MAX (count, 1e-9) * plot.size.width;
}

double
ondes_chart_get_start (OndesChart *self)
{
  OndesRecording *recording = ondes_document_get_recording (ondes_chart_get_document (self));

  return recording != NULL ? ondes_recording_get_info (recording)->start : 0;
}

OndesAxis
ondes_chart_time_axis (OndesChart *self)
{
  OndesDocument *document = ondes_chart_get_document (self);
  OndesSource *source = ondes_document_get_source (document);
  const OndesRecordingInfo *info = ondes_recording_get_info (ondes_document_get_recording (document));
  double start = ondes_chart_get_start (self), first, count;
  graphene_rect_t plot;
  OndesAxis axis;

  ondes_chart_get_plot (self, &plot);
  ondes_document_get_view (document, &first, &count);
  axis.mode = ondes_time_axis_mode (info->time_unit, source->n / source->rate_hz);
  axis.lo = start + first / source->rate_hz;
  axis.hi = start + (first + count) / source->rate_hz;
  axis.pixels = plot.size.width;
  return axis;
}

void
ondes_chart_draw_cursor (OndesChart            *self,
                         GtkSnapshot           *snapshot,
                         const graphene_rect_t *plot)
{
  const OndesPointer *pointer = ondes_document_get_pointer (ondes_chart_get_document (self));
  double x;

  if (isnan (pointer->sample))
    return;
  x = ondes_chart_x_of (self, pointer->sample);
  if (x >= plot->origin.x && x <= plot->origin.x + plot->size.width)
    ondes_chart_hairline (snapshot, floor (x), plot->origin.y, 1, plot->size.height);
}

static void
ondes_chart_real_plot (OndesChart      *self,
                       graphene_rect_t *plot)
{
  graphene_rect_init (plot, ONDES_CHART_LEFT, 0,
                      MAX (0, gtk_widget_get_width (GTK_WIDGET (self)) - ONDES_CHART_LEFT - ONDES_CHART_RIGHT),
                      gtk_widget_get_height (GTK_WIDGET (self)));
}

static void
ondes_chart_real_changed (OndesChart       *self,
                          OndesChartChange  change)
{
  if (change == ONDES_CHART_POINTER)
    gtk_widget_queue_draw (GTK_WIDGET (self));
  else if (change != ONDES_CHART_STATE && change != ONDES_CHART_SETTINGS)
    ondes_chart_redraw (self);
}

static void
ondes_chart_changed (OndesChart       *self,
                     OndesChartChange  change)
{
  ONDES_CHART_GET_CLASS (self)->changed (self, change);
}

static void
on_document (OndesChart    *self,
             OndesDocument *document)
{
  const char *name = g_signal_name (g_signal_get_invocation_hint (document)->signal_id);

  for (guint i = 0; i < G_N_ELEMENTS (document_signals); i++)
    if (g_str_equal (name, document_signals[i].name))
      ondes_chart_changed (self, document_signals[i].change);
}

static void
on_style (OndesChart *self)
{
  ondes_chart_changed (self, ONDES_CHART_STYLE);
}

static void
ondes_chart_set_document (OndesChart    *self,
                          OndesDocument *document)
{
  OndesChartPrivate *priv = ondes_chart_get_instance_private (self);

  g_set_object (&priv->document, document);
  for (guint i = 0; i < G_N_ELEMENTS (document_signals); i++)
    g_signal_connect_object (document, document_signals[i].name, G_CALLBACK (on_document), self, G_CONNECT_SWAPPED);
}

static void
ondes_chart_snapshot (GtkWidget   *widget,
                      GtkSnapshot *snapshot)
{
  OndesChart *self = ONDES_CHART (widget);
  OndesChartPrivate *priv = ondes_chart_get_instance_private (self);
  OndesChartClass *klass = ONDES_CHART_GET_CLASS (self);
  float width = gtk_widget_get_width (widget), height = gtk_widget_get_height (widget);
  graphene_rect_t plot;
  OndesTheme theme;

  ondes_chart_get_plot (self, &plot);
  if (plot.size.width <= 0 || ondes_chart_get_length (self) == 0)
    return;

  theme = ondes_chart_theme (widget);
  if (priv->base == NULL || priv->base_width != width || priv->base_height != height)
    {
      GtkSnapshot *base = gtk_snapshot_new ();

      g_clear_pointer (&priv->base, gsk_render_node_unref);
      klass->base (self, base, &theme, &plot);
      priv->base = gtk_snapshot_free_to_node (base);
      priv->base_width = width;
      priv->base_height = height;
    }
  if (priv->base != NULL)
    gtk_snapshot_append_node (snapshot, priv->base);
  if (klass->overlay != NULL)
    klass->overlay (self, snapshot, &theme, &plot);

  if (gtk_widget_has_visible_focus (widget))
    {
      GdkRGBA accent = { theme.accent.r, theme.accent.g, theme.accent.b, 1 };
      GskRoundedRect ring;

      gsk_rounded_rect_init_from_rect (&ring, &GRAPHENE_RECT_INIT (plot.origin.x - 2, plot.origin.y - 2, plot.size.width + 4,
                                                                   plot.size.height + 4), 3);
      gtk_snapshot_append_border (snapshot, &ring, (float[4]) { 2, 2, 2, 2 },
                                  (GdkRGBA[4]) { accent, accent, accent, accent });
    }
}

static void
ondes_chart_size_allocate (GtkWidget *widget,
                           int        width,
                           int        height,
                           int        baseline)
{
  ondes_chart_changed (ONDES_CHART (widget), ONDES_CHART_SIZE);
}

static void
ondes_chart_css_changed (GtkWidget         *widget,
                         GtkCssStyleChange *change)
{
  GTK_WIDGET_CLASS (ondes_chart_parent_class)->css_changed (widget, change);
  on_style (ONDES_CHART (widget));
}

static void
ondes_chart_state_flags_changed (GtkWidget     *widget,
                                 GtkStateFlags  previous)
{
  GTK_WIDGET_CLASS (ondes_chart_parent_class)->state_flags_changed (widget, previous);
  gtk_widget_queue_draw (widget); /* the focus ring */
}

static void
ondes_chart_get_property (GObject    *object,
                          guint       id,
                          GValue     *value,
                          GParamSpec *pspec)
{
  if (id == PROP_DOCUMENT)
    g_value_set_object (value, ondes_chart_get_document (ONDES_CHART (object)));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
ondes_chart_set_property (GObject      *object,
                          guint         id,
                          const GValue *value,
                          GParamSpec   *pspec)
{
  if (id == PROP_DOCUMENT)
    ondes_chart_set_document (ONDES_CHART (object), g_value_get_object (value));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
ondes_chart_finalize (GObject *object)
{
  OndesChartPrivate *priv = ondes_chart_get_instance_private (ONDES_CHART (object));

  g_clear_pointer (&priv->base, gsk_render_node_unref);
  g_clear_object (&priv->document);
  G_OBJECT_CLASS (ondes_chart_parent_class)->finalize (object);
}

static void
ondes_chart_class_init (OndesChartClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->get_property = ondes_chart_get_property;
  object_class->set_property = ondes_chart_set_property;
  object_class->finalize = ondes_chart_finalize;
  widget_class->snapshot = ondes_chart_snapshot;
  widget_class->size_allocate = ondes_chart_size_allocate;
  widget_class->css_changed = ondes_chart_css_changed;
  widget_class->state_flags_changed = ondes_chart_state_flags_changed;
  klass->plot = ondes_chart_real_plot;
  klass->changed = ondes_chart_real_changed;

  properties[PROP_DOCUMENT] = g_param_spec_object ("document", NULL, NULL, ONDES_TYPE_DOCUMENT,
                                                   G_PARAM_READWRITE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
ondes_chart_init (OndesChart *self)
{
  AdwStyleManager *manager = adw_style_manager_get_default ();

  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  g_signal_connect_object (manager, "notify::dark", G_CALLBACK (on_style), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (manager, "notify::high-contrast", G_CALLBACK (on_style), self, G_CONNECT_SWAPPED);
  g_signal_connect (self, "notify::scale-factor", G_CALLBACK (on_style), NULL);
}
