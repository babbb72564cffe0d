/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gi18n.h>
#include <math.h>

#include "ondes-chart-menu.h"
#include "ondes-chart-navigation.h"
#include "ondes-chart.h"

#define USUAL_POINTS 9.35   /* font size of charts at GNOME's default, Cantarell 11 */
#define LONGEST      "\u22120.005" /* the longest axis label; longer ones are drawn smaller */
#define LONGEST_BAR  "\u2212100"
#define LONGEST_INDEX "16777216"
#define LONGEST_SECOND "20000"
#define EDGE         2      /* pixels between a title and the edge of the widget */

/* A cached ruler. */
typedef struct
{
  GskRenderNode *node;
  OndesAxis      axis;
  char          *title;
} Ruler;

typedef struct
{
  GskRenderNode *base;
  float          base_width, base_height;
  Ruler          below, left, right;
  OndesChartMargins margins; /* zoom 0: not measured yet */
  guint          describe_source;
} OndesChartPrivate;

G_DEFINE_ABSTRACT_TYPE_WITH_PRIVATE (OndesChart, ondes_chart, GTK_TYPE_WIDGET)

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
  char size[G_ASCII_DTOSTR_BUF_SIZE];
  double points;
  GdkRGBA text;

  gtk_style_context_get_color (context, &text);
  theme.foreground = (OndesColour) { text.red, text.green, text.blue, 1 };
  theme.background = named_colour (context, "view_bg_color", dark ? black : white);
  theme.dim = with_alpha (theme.foreground, high_contrast ? 1.0 : 0.72);
  theme.grid = with_alpha (theme.foreground, high_contrast ? 0.5 : 0.15);
  theme.accent = named_colour (context, "accent_color", theme.foreground);
  theme.wave = high_contrast ? theme.foreground : theme.accent;

  /* Use the user's text size, either in points or in pixels that already include it. */
  points = pango_font_description_get_size (pango_context_get_font_description (pango)) / (double) PANGO_SCALE;
  if (pango_font_description_get_size_is_absolute (pango_context_get_font_description (pango)))
    points *= 0.75;
  else
    points *= pango_cairo_context_get_resolution (pango) / 96.0;
  /* Pango expects a decimal point whatever the locale. */
  g_ascii_formatd (size, sizeof size, "%.1f", CLAMP (points * 0.85, 6.0, 24.0));
  font = g_strdup_printf ("%s %s", pango_font_description_get_family (pango_context_get_font_description (pango)), size);
  theme.font = g_intern_string (font);
  theme.numbers = ONDES_NUMBERS_BY_LOCALE;
  return theme;
}

/* Measures once per font. */
void
ondes_chart_measure_margins (GtkWidget         *widget,
                             OndesChartMargins *margins)
{
  static OndesChartMargins measured;
  static const char *font;
  OndesTheme theme = ondes_chart_theme (widget);
  PangoFontDescription *description;
  double above, below, aside;

  if (font != theme.font)
    {
      font = theme.font;
      description = pango_font_description_from_string (font);
      measured.left = EDGE + ondes_ruler_room (&theme, ONDES_SIDE_LEFT, LONGEST);
      measured.right = ONDES_CHART_BAR_GAP + ONDES_CHART_BAR_WIDTH + EDGE
                       + ondes_ruler_room (&theme, ONDES_SIDE_RIGHT, LONGEST_BAR);
      measured.second = EDGE + ondes_ruler_room (&theme, ONDES_SIDE_RIGHT, LONGEST_SECOND);
      measured.below = EDGE + ondes_ruler_room (&theme, ONDES_SIDE_BOTTOM, LONGEST);
      measured.zoom = pango_font_description_get_size (description) / (USUAL_POINTS * PANGO_SCALE);
      ondes_ruler_label_extent (&theme, LONGEST_INDEX, &above, &below, &aside);
      measured.half_above = EDGE + ceil (above);
      measured.half_below = EDGE + ceil (below);
      measured.half_right = EDGE + ceil (aside);
      pango_font_description_free (description);
    }
  *margins = measured;
}

static const OndesChartMargins *
margins_of (OndesChart *self)
{
  OndesChartPrivate *priv = ondes_chart_get_instance_private (self);

  if (priv->margins.zoom == 0)
    ondes_chart_measure_margins (GTK_WIDGET (self), &priv->margins);
  return &priv->margins;
}

/* Returns a class's margin: pixels, or one of those measured. */
static int
margin_of (int margin,
           int measured,
           int half_label)
{
  return margin == ONDES_CHART_MEASURED ? measured : margin == ONDES_CHART_HALF_LABEL ? half_label : margin;
}

static int
bottom_of (OndesChart *self)
{
  return margin_of (ONDES_CHART_GET_CLASS (self)->shape.bottom, margins_of (self)->below, margins_of (self)->half_below);
}

int
ondes_chart_get_second_room (OndesChart *self)
{
  OndesChartClass *klass = ONDES_CHART_GET_CLASS (self);

  if (klass->shape.right != 0 || klass->has_second == NULL || !klass->has_second (self))
    return 0;
  return ondes_chart_margins_second (margins_of (self), gtk_widget_get_width (GTK_WIDGET (self)));
}

/* Returns a class's margin beside the plot. */
static int
side_of (OndesChart *self,
         int         margin,
         int         measured)
{
  if (margin > 0)
    return (int) (margin * MAX (margins_of (self)->zoom, 1));
  return margin_of (margin < 0 ? margin : ONDES_CHART_MEASURED, measured, margins_of (self)->half_right);
}

static int
left_of (OndesChart *self)
{
  return side_of (self, ONDES_CHART_GET_CLASS (self)->shape.left, margins_of (self)->left);
}

static int
right_of (OndesChart *self)
{
  return side_of (self, ONDES_CHART_GET_CLASS (self)->shape.right, margins_of (self)->right) + ondes_chart_get_second_room (self);
}

/* Leaves room above a plot with rulers for the labels at its edge. */
static int
top_of (OndesChart *self)
{
  const OndesChartShape *shape = &ONDES_CHART_GET_CLASS (self)->shape;

  return shape->bottom < 0 ? MAX (shape->top, margins_of (self)->half_above) : shape->top;
}

/* Draws a line that is visible on any colour: a bright one between two dark ones. */
static void
hairline (GtkSnapshot *snapshot,
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
ondes_chart_extents (const OndesChartValues *values,
                     double                  first,
                     double                  count,
                     guint                   columns,
                     OndesExtent            *extents)
{
  double step = count / columns;

  for (guint j = 0; j < columns; j++)
    {
      double from = floor (first + j * step) - values->at, to = floor (first + (j + 1) * step) - values->at;

      extents[j] = (OndesExtent) { .min = 1, .max = -1 };
      from = CLAMP (from, 0, (double) values->n - 1);
      to = CLAMP (MAX (to, from + 1), 1, (double) values->n);
      for (guint i = (guint) from; i < (guint) to; i++)
        extend (&extents[j], values->values[i]);
    }
}

void
ondes_chart_redraw (OndesChart *self)
{
  OndesChartPrivate *priv = ondes_chart_get_instance_private (self);

  g_clear_pointer (&priv->base, gsk_render_node_unref);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
ondes_chart_get_plot (OndesChart      *self,
                      graphene_rect_t *plot)
{
  int left = left_of (self), top = top_of (self);
  int width = gtk_widget_get_width (GTK_WIDGET (self)) - left - right_of (self);
  int height = gtk_widget_get_height (GTK_WIDGET (self)) - top - bottom_of (self);

  if (width < 8 || height < 8)
    graphene_rect_init (plot, 0, 0, 0, 0);
  else
    graphene_rect_init (plot, left, top, width, height);
}

gboolean
ondes_chart_get_span (OndesChart     *self,
                      GtkOrientation  direction,
                      OndesChartSpan *span)
{
  return ONDES_CHART_GET_CLASS (self)->get_span (self, direction, span);
}

gpointer
ondes_chart_state (gpointer      self,
                   const char   *key,
                   gconstpointer initial,
                   gsize         size)
{
  if (g_object_get_data (self, key) == NULL)
    g_object_set_data_full (self, key, g_memdup2 (initial, size), g_free);
  return g_object_get_data (self, key);
}

gboolean
ondes_chart_is_empty (OndesChart *self)
{
  OndesChartSpan span;

  return !ondes_chart_get_span (self, GTK_ORIENTATION_HORIZONTAL, &span);
}

double
ondes_chart_from_x (OndesChart *self,
                    double      x)
{
  graphene_rect_t plot;
  OndesChartSpan span;

  ondes_chart_get_plot (self, &plot);
  if (!ondes_chart_get_span (self, GTK_ORIENTATION_HORIZONTAL, &span))
    return NAN;
  return span.first + (x - plot.origin.x) / MAX (plot.size.width, 1) * span.count;
}

double
ondes_chart_to_x (OndesChart *self,
                  double      value)
{
  graphene_rect_t plot;
  OndesChartSpan span;

  ondes_chart_get_plot (self, &plot);
  if (!ondes_chart_get_span (self, GTK_ORIENTATION_HORIZONTAL, &span))
    return NAN;
  return plot.origin.x + (value - span.first) / span.count * plot.size.width;
}

void
ondes_chart_moved (OndesChart *self)
{
  if (ONDES_CHART_GET_CLASS (self)->navigable)
    ondes_chart_navigation_moved (self);
}

/* Returns the pixel of @value in a direction @pixels long, NaN if not in view. */
static double
pixel_of (OndesChart    *self,
          GtkOrientation direction,
          double         value,
          double         pixels)
{
  OndesChartSpan span;
  double at;

  if (isnan (value) || !ondes_chart_get_span (self, direction, &span))
    return NAN;
  at = (value - span.first) / span.count;
  return at >= 0 && at <= 1 ? at * pixels : NAN;
}

void
ondes_chart_draw_background (const OndesChartCanvas *canvas)
{
  const OndesColour *colour = &canvas->theme->background;

  gtk_snapshot_append_color (canvas->snapshot, &(GdkRGBA) { colour->r, colour->g, colour->b, colour->a }, &canvas->plot);
}

/* Draws the lines of the crosshair that are in view. */
static void
draw_crosshair (OndesChart             *self,
                const OndesChartCanvas *canvas)
{
  const graphene_rect_t *plot = &canvas->plot;
  GtkSnapshot *snapshot = canvas->snapshot;
  double x, y;

  ONDES_CHART_GET_CLASS (self)->get_crosshair (self, &x, &y);
  x = pixel_of (self, GTK_ORIENTATION_HORIZONTAL, x, plot->size.width);
  y = pixel_of (self, GTK_ORIENTATION_VERTICAL, y, plot->size.height);
  gtk_snapshot_push_clip (snapshot, plot);
  if (!isnan (x))
    hairline (snapshot, floor (plot->origin.x + x), plot->origin.y, 1, plot->size.height);
  if (!isnan (y))
    hairline (snapshot, plot->origin.x, floor (plot->origin.y + plot->size.height - y), plot->size.width, 1);
  gtk_snapshot_pop (snapshot);
}

static void
ruler_clear (Ruler *ruler)
{
  g_clear_pointer (&ruler->node, gsk_render_node_unref);
  g_clear_pointer (&ruler->title, g_free);
}

void
ondes_chart_draw_ruler (OndesChart             *self,
                        const OndesChartCanvas *canvas,
                        const OndesAxis        *axis,
                        OndesSide               side,
                        const char             *title)
{
  OndesChartPrivate *priv = ondes_chart_get_instance_private (self);
  const graphene_rect_t *plot = &canvas->plot;
  float width = gtk_widget_get_width (GTK_WIDGET (self)), height = gtk_widget_get_height (GTK_WIDGET (self));
  float bottom = plot->origin.y + plot->size.height, end = plot->origin.x + plot->size.width;
  gboolean below = side == ONDES_SIDE_BOTTOM, right = side == ONDES_SIDE_RIGHT;
  Ruler *ruler = below ? &priv->below : right ? &priv->right : &priv->left;
  graphene_rect_t room;
  cairo_t *cr;

  if (ruler->node == NULL || !ondes_axis_equal (&ruler->axis, axis) || g_strcmp0 (ruler->title, title) != 0)
    {
      if (below)
        graphene_rect_init (&room, 0, bottom, width, height - bottom);
      else if (right)
        graphene_rect_init (&room, end, 0, ondes_chart_get_second_room (self), height);
      else
        graphene_rect_init (&room, 0, 0, plot->origin.x, height);
      ruler_clear (ruler);
      *ruler = (Ruler) { gsk_cairo_node_new (&room), *axis, g_strdup (title) };
      cr = gsk_cairo_node_get_draw_context (ruler->node);
      ondes_draw_ruler (cr, &(OndesRuler) { .theme = canvas->theme, .axis = axis, .side = side, .title = title,
                                            .x = right ? end : plot->origin.x, .y = bottom,
                                            .room = (below ? height - bottom : room.size.width) - EDGE });
      cairo_destroy (cr);
    }
  gtk_snapshot_append_node (canvas->snapshot, ruler->node);
}

void
ondes_chart_draw_label (OndesChart             *self,
                        const OndesChartCanvas *canvas,
                        const char             *text,
                        const OndesChartLabel  *label)
{
  GtkSnapshot *snapshot = canvas->snapshot;
  g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (GTK_WIDGET (self), text);
  PangoFontDescription *font = pango_font_description_from_string (canvas->theme->font);
  graphene_rect_t box;
  GskRoundedRect rounded;
  int width, height;

  pango_layout_set_font_description (layout, font);
  pango_font_description_free (font);
  pango_layout_get_pixel_size (layout, &width, &height);
  graphene_rect_init (&box, 0, 0, width + 2 * label->margin[0], height + 2 * label->margin[1]);
  graphene_rect_offset (&box, label->at.x - label->across * box.size.width, label->at.y - label->down * box.size.height);
  if (label->radius > 0)
    gtk_snapshot_push_rounded_clip (snapshot, gsk_rounded_rect_init_from_rect (&rounded, &box, label->radius));
  gtk_snapshot_append_color (snapshot, &label->ground, &box);
  if (label->radius > 0)
    gtk_snapshot_pop (snapshot);
  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (snapshot, &GRAPHENE_POINT_INIT (box.origin.x + label->margin[0], box.origin.y + label->margin[1]));
  gtk_snapshot_append_layout (snapshot, layout, &label->ink);
  gtk_snapshot_restore (snapshot);
}

void
ondes_chart_draw_note (OndesChart             *self,
                       const OndesChartCanvas *canvas,
                       const char             *text,
                       double                  x,
                       double                  y,
                       gboolean                to_left)
{
  const OndesTheme *theme = canvas->theme;

  ondes_chart_draw_label (self, canvas, text,
                          &(OndesChartLabel) { .at = { x + (to_left ? 2 : -2), y }, .across = to_left, .margin = { 2, 0 },
                                               .ink = { theme->foreground.r, theme->foreground.g, theme->foreground.b, 1 },
                                               .ground = { theme->background.r, theme->background.g, theme->background.b, 0.8 } });
}

static void
ondes_chart_real_overlay (OndesChart             *self,
                          const OndesChartCanvas *canvas)
{
  if (ONDES_CHART_GET_CLASS (self)->navigable)
    draw_crosshair (self, canvas);
}

static gboolean
describe (gpointer user_data)
{
  OndesChart *self = user_data;
  OndesChartPrivate *priv = ondes_chart_get_instance_private (self);
  g_autofree char *text = NULL;

  priv->describe_source = 0;
  if (!ondes_chart_is_empty (self))
    text = ONDES_CHART_GET_CLASS (self)->describe (self);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text != NULL ? text : _("Empty"), -1);
  return G_SOURCE_REMOVE;
}

void
ondes_chart_describe_soon (OndesChart *self)
{
  OndesChartPrivate *priv = ondes_chart_get_instance_private (self);

  if (priv->describe_source == 0 && gtk_widget_get_root (GTK_WIDGET (self)) != NULL)
    priv->describe_source = g_idle_add_full (G_PRIORITY_LOW, describe, self, NULL);
}

void
ondes_chart_changed (OndesChart *self)
{
  ondes_chart_redraw (self);
  ondes_chart_describe_soon (self);
}

static void
on_style (OndesChart *self)
{
  OndesChartPrivate *priv = ondes_chart_get_instance_private (self);

  ruler_clear (&priv->below);
  ruler_clear (&priv->left);
  ruler_clear (&priv->right);
  ONDES_CHART_GET_CLASS (self)->restyled (self);
}

void
ondes_chart_restyle (OndesChart *self)
{
  on_style (self);
}

static void
ondes_chart_snapshot (GtkWidget   *widget,
                      GtkSnapshot *snapshot)
{
  OndesChart *self = ONDES_CHART (widget);
  OndesChartPrivate *priv = ondes_chart_get_instance_private (self);
  OndesChartClass *klass = ONDES_CHART_GET_CLASS (self);
  float width = gtk_widget_get_width (widget), height = gtk_widget_get_height (widget);
  OndesTheme theme;
  OndesChartCanvas canvas = { widget, snapshot, &theme };
  const graphene_rect_t *plot = &canvas.plot;

  ondes_chart_get_plot (self, &canvas.plot);
  if (plot->size.width <= 0 || ondes_chart_is_empty (self))
    return;

  theme = ondes_chart_theme (widget);
  if (priv->base == NULL || priv->base_width != width || priv->base_height != height)
    {
      GtkSnapshot *base = gtk_snapshot_new ();

      g_clear_pointer (&priv->base, gsk_render_node_unref);
      klass->base (self, &(OndesChartCanvas) { widget, base, &theme, *plot });
      priv->base = gtk_snapshot_free_to_node (base);
      priv->base_width = width;
      priv->base_height = height;
    }
  if (priv->base != NULL)
    gtk_snapshot_append_node (snapshot, priv->base);
  klass->overlay (self, &canvas);

  if (gtk_widget_has_visible_focus (widget))
    {
      GdkRGBA accent = { theme.accent.r, theme.accent.g, theme.accent.b, 1 };
      GskRoundedRect ring;

      gsk_rounded_rect_init_from_rect (&ring, &GRAPHENE_RECT_INIT (plot->origin.x - 2, plot->origin.y - 2, plot->size.width + 4,
                                                                   plot->size.height + 4), 3);
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
  on_style (ONDES_CHART (widget));
  ondes_chart_menu_allocate (ONDES_CHART (widget));
}

static void
ondes_chart_measure (GtkWidget      *widget,
                     GtkOrientation  orientation,
                     int             for_size,
                     int            *minimum,
                     int            *natural,
                     int            *minimum_baseline,
                     int            *natural_baseline)
{
  const OndesChartShape *shape = &ONDES_CHART_GET_CLASS (widget)->shape;
  OndesChart *self = ONDES_CHART (widget);
  double zoom = MAX (margins_of (self)->zoom, 1);

  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    {
      *minimum = left_of (self) + right_of (self) + 64;
      *natural = left_of (self) + right_of (self) + (shape->natural_width > 0 ? shape->natural_width : 640);
    }
  else
    {
      *minimum = shape->min_height + (zoom - 1) * bottom_of (self);
      /* Larger letters take room of the ruler, not of the plot. */
      *natural = MAX (shape->natural_height + (zoom - 1) * bottom_of (self), *minimum);
    }
}

static void
ondes_chart_css_changed (GtkWidget         *widget,
                         GtkCssStyleChange *change)
{
  OndesChartPrivate *priv = ondes_chart_get_instance_private (ONDES_CHART (widget));
  OndesChartMargins before = priv->margins;

  GTK_WIDGET_CLASS (ondes_chart_parent_class)->css_changed (widget, change);
  ondes_chart_measure_margins (widget, &priv->margins);
  if (priv->margins.zoom != before.zoom || priv->margins.left != before.left)
    gtk_widget_queue_resize (widget);
  on_style (ONDES_CHART (widget));
}

static void
ondes_chart_state_flags_changed (GtkWidget     *widget,
                                 GtkStateFlags  previous)
{
  GTK_WIDGET_CLASS (ondes_chart_parent_class)->state_flags_changed (widget, previous);
  gtk_widget_queue_draw (widget); /* draws or removes the focus ring */
}

static void
ondes_chart_root (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (ondes_chart_parent_class)->root (widget);
  if (ONDES_CHART_GET_CLASS (widget)->describe != NULL)
    ondes_chart_describe_soon (ONDES_CHART (widget));
}

/* A chart that something keeps beyond its window describes nothing: the rest of its page may have gone. */
static void
ondes_chart_unroot (GtkWidget *widget)
{
  OndesChartPrivate *priv = ondes_chart_get_instance_private (ONDES_CHART (widget));

  g_clear_handle_id (&priv->describe_source, g_source_remove);
  GTK_WIDGET_CLASS (ondes_chart_parent_class)->unroot (widget);
}

static void
ondes_chart_dispose (GObject *object)
{
  OndesChartPrivate *priv = ondes_chart_get_instance_private (ONDES_CHART (object));

  ondes_chart_menu_dispose (ONDES_CHART (object));
  g_clear_pointer (&priv->base, gsk_render_node_unref);
  ruler_clear (&priv->below);
  ruler_clear (&priv->left);
  ruler_clear (&priv->right);
  G_OBJECT_CLASS (ondes_chart_parent_class)->dispose (object);
}

static void
ondes_chart_constructed (GObject *object)
{
  G_OBJECT_CLASS (ondes_chart_parent_class)->constructed (object);
  if (ONDES_CHART_GET_CLASS (object)->navigable)
    {
      ondes_chart_navigation_attach (ONDES_CHART (object));
      ondes_chart_menu_attach (ONDES_CHART (object));
    }
}

void
ondes_chart_class_set_navigable (OndesChartClass *klass)
{
  klass->navigable = TRUE;
  ondes_chart_navigation_install (GTK_WIDGET_CLASS (klass));
  ondes_chart_menu_install (GTK_WIDGET_CLASS (klass));
}

static void
ondes_chart_class_init (OndesChartClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->constructed = ondes_chart_constructed;
  object_class->dispose = ondes_chart_dispose;
  widget_class->root = ondes_chart_root;
  widget_class->unroot = ondes_chart_unroot;
  widget_class->measure = ondes_chart_measure;
  widget_class->snapshot = ondes_chart_snapshot;
  widget_class->size_allocate = ondes_chart_size_allocate;
  widget_class->css_changed = ondes_chart_css_changed;
  widget_class->state_flags_changed = ondes_chart_state_flags_changed;
  klass->overlay = ondes_chart_real_overlay;
  klass->restyled = ondes_chart_redraw;
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
ondes_chart_init (OndesChart *self)
{
  AdwStyleManager *manager = adw_style_manager_get_default ();

  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_widget_set_hexpand (GTK_WIDGET (self), TRUE);
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  g_signal_connect_object (manager, "notify::dark", G_CALLBACK (on_style), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (manager, "notify::high-contrast", G_CALLBACK (on_style), self, G_CONNECT_SWAPPED);
  g_signal_connect (self, "notify::scale-factor", G_CALLBACK (on_style), NULL);
}
