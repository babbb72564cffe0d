/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "draw-annotations.h"
#include "draw-private.h"
#include "layers.h"

#include <math.h>

#include "base/words.h"

#define STEP      2.0 /* units along the axis between points of the cone's edge */
#define LINE_ROOM 4   /* units next to the edge, for its line */
#define NAME_ROOM 36  /* units beside the half rate's line, for its name */

static gboolean
shows (const OndesScalogramPlot *on)
{
  return ondes_area_is_visible (&on->plot.area) && on->axis->pixels > 0;
}

/* Expands @part to whole units and clips it to the plot; returns 0 if nothing is left. */
static guint
cut_part (const OndesScalogramPlot *on,
          cairo_rectangle_t        *part)
{
  const cairo_rectangle_t *area = &on->plot.area;
  double left = MAX (floor (part->x), area->x), right = MIN (ceil (part->x + part->width), area->x + area->width);
  double top = MAX (floor (part->y), area->y), bottom = MIN (ceil (part->y + part->height), area->y + area->height);

  *part = (cairo_rectangle_t) { left, top, right - left, bottom - top };
  return right > left && bottom > top ? 1 : 0;
}

/* Returns the product of the distance in samples from an end to the cone's edge and the frequency there. */
static double
cone_constant (const OndesScalogram *scalogram)
{
  const OndesPictureClass *klass = ondes_scalogram_get_class (scalogram);

  return klass->cone * klass->scale_hz (scalogram->spec, 1, scalogram->rate_hz);
}

/* Clips to the range between the lowest and highest row, as there is nothing to shade elsewhere. */
static void
clip_to_rows (cairo_t                  *cr,
              const OndesScalogramPlot *on)
{
  const OndesScalogram *scalogram = on->scalogram;
  const OndesDisplay *display = on->display;
  const OndesAxis *axis = on->axis;
  const cairo_rectangle_t *area = &on->plot.area;
  double lo = G_MAXDOUBLE, hi = 0, from, to;

  for (guint i = 0; i < scalogram->rows; i++)
    {
      lo = MIN (lo, scalogram->edges_hz[2 * i]);
      hi = MAX (hi, scalogram->edges_hz[2 * i + 1]);
    }
  from = ondes_axis_pixel (axis, ondes_display_from_frequency (display, scalogram, lo)) / axis->pixels;
  to = ondes_axis_pixel (axis, ondes_display_from_frequency (display, scalogram, hi)) / axis->pixels;
  from = CLAMP (from, 0, 1);
  to = CLAMP (to, 0, 1);
  cairo_rectangle (cr, area->x, area->y + area->height * (1 - MAX (from, to)), area->width, area->height * fabs (to - from));
  cairo_clip (cr);
}

static void
cone_edge (cairo_t                  *cr,
           const OndesScalogramPlot *on,
           gboolean                  end,
           gboolean                  line) /* TRUE to stop at the point where both edges meet; FALSE to go on along the
                                            * middle */
{
  const OndesScalogram *scalogram = on->scalogram;
  const OndesDisplay *display = on->display;
  const OndesAxis *axis = on->axis;
  const OndesPlot *plot = &on->plot;
  const cairo_rectangle_t *area = &plot->area;
  guint  steps = MAX (ceil (area->height / STEP), 1);
  double constant = cone_constant (scalogram), middle = (double) scalogram->n / 2;
  double meet = ondes_axis_pixel (axis, ondes_display_from_frequency (display, scalogram, constant / middle));

  for (guint i = 0; i <= steps; i++)
    {
      double pixel = i * axis->pixels / steps, frequency, samples, along;

      frequency = ondes_display_to_frequency (display, scalogram, ondes_axis_value (axis, pixel));
      samples = frequency > 0 ? constant / frequency : INFINITY;
      if (samples > middle)
        {
          samples = middle;
          pixel = line ? meet : pixel;
        }
      /* Clamp just outside the plot, as Cairo's coordinates have a small range. */
      along = ((end ? (double) scalogram->n - samples : samples) - plot->first) / plot->count * area->width;
      cairo_line_to (cr, area->x + CLAMP (along, -8, area->width + 8),
                     area->y + area->height * (1 - CLAMP (pixel / axis->pixels, -1, 2)));
    }
}

/* Finds the part at each end of the plot: the edge and its line reach furthest in at the lowest frequency in view. */
static guint
cone_parts (const OndesScalogramPlot *on,
            cairo_rectangle_t         parts[ONDES_LAYER_PARTS])
{
  const OndesPlot *plot = &on->plot;
  const cairo_rectangle_t *area = &plot->area;
  double n = (double) on->scalogram->n, unit, reach, start, end;
  double a, b;
  guint first;

  if (!on->display->cone || ondes_scalogram_get_class (on->scalogram)->cone == 0 || !(plot->count > 0) || !shows (on))
    return 0;
  a = ondes_display_to_frequency (on->display, on->scalogram, ondes_axis_value (on->axis, 0));
  b = ondes_display_to_frequency (on->display, on->scalogram, ondes_axis_value (on->axis, on->axis->pixels));
  reach = MIN (cone_constant (on->scalogram) / MAX (MIN (a, b), 1e-300), n);
  unit = area->width / plot->count;
  start = area->x + (reach - plot->first) * unit + LINE_ROOM;
  end = area->x + (n - reach - plot->first) * unit - LINE_ROOM;
  if (start >= end)
    {
      parts[0] = *area;
      return cut_part (on, &parts[0]);
    }
  parts[0] = (cairo_rectangle_t) { area->x, area->y, start - area->x, area->height };
  first = cut_part (on, &parts[0]);
  parts[first] = (cairo_rectangle_t) { end, area->y, area->x + area->width - end, area->height };
  return first + cut_part (on, &parts[first]);
}

static void
draw_cone (const OndesScalogramPlot *on,
           cairo_t                  *cr)
{
  const cairo_rectangle_t *area = &on->plot.area;

  cairo_save (cr);
  clip_to_rows (cr, on);
  for (int end = 0; end < 2; end++)
    {
      double outside = end ? area->x + area->width + 9 : area->x - 9;

      cone_edge (cr, on, end, FALSE);
      cairo_line_to (cr, outside, area->y);
      cairo_line_to (cr, outside, area->y + area->height);
      cairo_close_path (cr);
    }
  cairo_set_source_rgba (cr, 1, 1, 1, 0.32);
  cairo_fill (cr);

  /* White on dark is visible on every palette, whatever the theme. */
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
  for (int pass = 0; pass < 2; pass++)
    {
      if (pass == 0)
        cairo_set_source_rgba (cr, 0, 0, 0, 0.55);
      else
        cairo_set_source_rgba (cr, 1, 1, 1, 0.95);
      cairo_set_line_width (cr, pass == 0 ? 2.6 : 1.2);
      for (int end = 0; end < 2; end++)
        {
          cone_edge (cr, on, end, TRUE);
          cairo_stroke (cr);
        }
    }
  cairo_restore (cr);
}

/* Returns a layer's name translated on the screen, whose numbers are by the locale; figures are in English. */
static const char *
name_of (const OndesTheme *theme,
         const char       *name)
{
  return theme->numbers == ONDES_NUMBERS_BY_LOCALE ? _(name) : name;
}

/* Draws the name in black on white at the upper left of @area, or if @low at the lower left, if there is room. */
static void
draw_name (cairo_t                 *cr,
           const OndesTheme        *theme,
           const cairo_rectangle_t *area,
           const char              *name,
           gboolean                 low)
{
  PangoLayout *layout = ondes_draw_layout (cr, theme, 0.95);
  int          text_width, text_height;
  double       width, height;

  pango_layout_set_text (layout, name, -1);
  pango_layout_get_size (layout, &text_width, &text_height);
  width = (double) text_width / PANGO_SCALE + 8;
  height = (double) text_height / PANGO_SCALE + 2;
  if (width + 8 <= area->width && height + 2 <= area->height)
    {
      const double room = area->height - height, x = area->x + 6;
      const double y = area->y + (low ? MAX (room / 2, room - 4) : MIN (room / 2, 6));

      cairo_set_source_rgba (cr, 1, 1, 1, 0.9);
      cairo_rectangle (cr, x, y, width, height);
      cairo_fill (cr);
      cairo_set_source_rgb (cr, 0, 0, 0);
      cairo_move_to (cr, x + 4, y + 1);
      ondes_draw_text (cr, layout);
    }
  g_object_unref (layout);
}

/* Finds the area of the rows above Nyquist; FALSE if none is in view. */
static gboolean
find_veil (const OndesScalogramPlot *on,
           cairo_rectangle_t        *veil)
{
  const OndesScalogram *s = on->scalogram;
  const cairo_rectangle_t *area = &on->plot.area;
  double lowest = G_MAXDOUBLE, highest = 0, from, to;

  for (guint i = 0; i < s->rows; i++)
    if (ondes_scalogram_is_aliased (s, i))
      {
        lowest = MIN (lowest, s->edges_hz[2 * i]);
        highest = MAX (highest, s->edges_hz[2 * i + 1]);
      }
  if (!(highest > lowest) || !shows (on))
    return FALSE;

  from = ondes_axis_pixel (on->axis, ondes_display_from_frequency (on->display, s, lowest)) / on->axis->pixels;
  to = ondes_axis_pixel (on->axis, ondes_display_from_frequency (on->display, s, highest)) / on->axis->pixels;
  from = CLAMP (from, 0, 1);
  to = CLAMP (to, 0, 1);
  *veil = (cairo_rectangle_t) { area->x, area->y + area->height * (1 - MAX (from, to)), area->width,
                                area->height * fabs (to - from) };
  return veil->height >= 0.5;
}

static guint
aliased_parts (const OndesScalogramPlot *on,
               cairo_rectangle_t         parts[ONDES_LAYER_PARTS])
{
  if (!find_veil (on, &parts[0]))
    return 0;
  /* The line along the lower edge may lie up to one unit above the veil. */
  parts[0].y -= 1;
  parts[0].height += 1;
  return cut_part (on, &parts[0]);
}

static void
draw_aliased (const OndesScalogramPlot *on,
              cairo_t                  *cr)
{
  cairo_rectangle_t veil;
  double bottom;

  if (!find_veil (on, &veil))
    return;
  bottom = veil.y + veil.height;
  cairo_save (cr);
  cairo_set_source_rgba (cr, 1, 1, 1, 0.35);
  cairo_rectangle (cr, veil.x, veil.y, veil.width, veil.height);
  cairo_fill (cr);
  cairo_set_source_rgba (cr, 0, 0, 0, 0.55);
  ondes_draw_hatch (cr, &veil, 8);
  cairo_set_source_rgba (cr, 1, 1, 1, 0.95);
  cairo_set_line_width (cr, 1);
  cairo_move_to (cr, veil.x, floor (bottom) - 0.5);
  cairo_line_to (cr, veil.x + veil.width, floor (bottom) - 0.5);
  cairo_stroke (cr);
  draw_name (cr, on->theme, &veil, name_of (on->theme, N_("aliased")), FALSE);
  cairo_restore (cr);
}

/* Finds the height of the old half rate's line, and the place of its name above, or below if it is too near to the top. FALSE if it
 * is not in view. */
static gboolean
find_half_rate (const OndesScalogramPlot *on,
                double                   *y,
                cairo_rectangle_t        *name)
{
  const double half = ondes_scalogram_get_old_half_rate (on->scalogram);
  const cairo_rectangle_t *area = &on->plot.area;
  double at;

  if (!(half > 0) || !shows (on))
    return FALSE;
  at = ondes_axis_pixel (on->axis, ondes_display_from_frequency (on->display, on->scalogram, half)) / on->axis->pixels;
  *y = floor (area->y + area->height * (1 - at)) + 0.5;
  *name = (cairo_rectangle_t) { area->x, *y - area->y < NAME_ROOM ? *y + 2 : *y - NAME_ROOM - 2, area->width, NAME_ROOM };
  return at > 0 && at < 1;
}

static guint
half_rate_parts (const OndesScalogramPlot *on,
                 cairo_rectangle_t         parts[ONDES_LAYER_PARTS])
{
  cairo_rectangle_t name;
  double y;

  if (!find_half_rate (on, &y, &name))
    return 0;
  parts[0] = (cairo_rectangle_t) { name.x, MIN (name.y, y - 2), name.width, NAME_ROOM + 4 };
  return cut_part (on, &parts[0]);
}

static void
draw_half_rate (const OndesScalogramPlot *on,
                cairo_t                  *cr)
{
  static const double dashes[] = { 6, 4 };
  cairo_rectangle_t name;
  double y;

  if (!find_half_rate (on, &y, &name))
    return;
  cairo_save (cr);
  for (int pass = 0; pass < 2; pass++)
    {
      cairo_set_source_rgba (cr, pass, pass, pass, pass == 0 ? 0.55 : 0.95);
      cairo_set_line_width (cr, pass == 0 ? 3 : 1);
      cairo_set_dash (cr, dashes, pass == 0 ? 0 : G_N_ELEMENTS (dashes), 0);
      cairo_move_to (cr, name.x, y);
      cairo_line_to (cr, name.x + name.width, y);
      cairo_stroke (cr);
    }
  draw_name (cr, on->theme, &name, name_of (on->theme, N_("half the recording’s rate")), name.y < y);
  cairo_restore (cr);
}

const OndesLayer ondes_layer_aliased = { "aliased", aliased_parts, draw_aliased };
const OndesLayer ondes_layer_cone = { "cone of influence", cone_parts, draw_cone };

const OndesLayer ondes_layer_half_rate = { "half rate", half_rate_parts, draw_half_rate };

static guint
annotation_parts (const OndesScalogramPlot *on,
                  cairo_rectangle_t         parts[ONDES_LAYER_PARTS])
{
  if (on->display->annotations == NULL || ondes_annotation_set_get_length (on->display->annotations) == 0
      || !(on->plot.count > 0) || !shows (on))
    return 0;
  parts[0] = on->plot.area;
  return cut_part (on, &parts[0]);
}

static void
draw_annotations (const OndesScalogramPlot *on,
                  cairo_t                  *cr)
{
  const double rate = on->scalogram->rate_hz;
  OndesAnnotationPlot plot = { .set = on->display->annotations, .theme = on->theme, .area = on->plot.area,
                               .from = on->plot.first / rate, .to = (on->plot.first + on->plot.count) / rate };

  if (ondes_scalogram_get_place (on->scalogram) == ONDES_PLACE_FREQUENCY)
    {
      plot.axis = on->axis;
      plot.display = on->display;
      plot.scalogram = on->scalogram;
    }
  ondes_draw_annotations (cr, &plot);
}

const OndesLayer ondes_layer_annotations = { "annotations", annotation_parts, draw_annotations };

static const OndesLayer *const layers[] = { &ondes_layer_aliased, &ondes_layer_cone, &ondes_layer_half_rate,
                                            &ondes_layer_annotations, &ondes_layer_selection, &ondes_layer_cursors };

const OndesLayer *
ondes_scalogram_layer (guint i)
{
  return i < G_N_ELEMENTS (layers) ? layers[i] : NULL;
}

void
ondes_draw_layers (cairo_t                  *cr,
                   const OndesScalogramPlot *on)
{
  cairo_rectangle_t parts[ONDES_LAYER_PARTS];
  const OndesLayer *layer;

  for (guint i = 0; (layer = ondes_scalogram_layer (i)) != NULL; i++)
    {
      guint n = layer->parts (on, parts);

      if (n == 0)
        continue;
      cairo_save (cr);
      for (guint j = 0; j < n; j++)
        cairo_rectangle (cr, parts[j].x, parts[j].y, parts[j].width, parts[j].height);
      cairo_clip (cr);
      layer->draw (on, cr);
      cairo_restore (cr);
    }
}
