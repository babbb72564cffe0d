/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"
#include "heat-map.h"

#include <math.h>
#include <string.h>

#include "figure-private.h"
#include "palette.h"
#include "base/counted.h"

#define RIGHT   110.0 /* units, at full font size: gap, colour bar, its ruler and title */
#define BAR_GAP 16.0
#define BAR     18.0
#define CELL_MARGIN 4  /* around a number in its cell */
#define LIGHT_LEVEL 150 /* from which on a colour is light */

OndesHeatMap *
ondes_heat_map_new (gint32 *values,
                 guint inputs,
                 guint outputs)
{
  g_return_val_if_fail (values != NULL && inputs + outputs < 64, NULL);

  OndesHeatMap *self = g_atomic_rc_box_new0 (OndesHeatMap);
  guint64 n = G_GUINT64_CONSTANT (1) << (inputs + outputs);

  self->values = values;
  self->rows = G_GUINT64_CONSTANT (1) << inputs;
  self->columns = G_GUINT64_CONSTANT (1) << outputs;
  self->max = 1;
  for (guint64 a = 1; a < self->rows; a++)
    for (guint64 b = 1; b < self->columns; b++)
      self->max = MAX (self->max, ABS (values[a * self->columns + b]));
  self->levels = g_new (guint8, n);
  for (guint64 i = 0; i < n; i++)
    self->levels[i] = (guint8) ((gint64) MIN (ABS (values[i]), self->max) * 255 / self->max);
  return self;
}

static void
ondes_heat_map_clear (gpointer data)
{
  OndesHeatMap *self = data;

  g_free (self->values);
  g_free (self->levels);
}

ONDES_DEFINE_COUNTED (OndesHeatMap, ondes_heat_map)

/* Entries [from, to). */
typedef struct
{
  guint64 from, to;
} Range;

/* Returns the entries covered by pixel @i of @n over the span, at least one of @total. */
static Range
cell_range (double  first,
            double  count,
            guint   i,
            guint   n,
            guint64 total)
{
  const guint64 from = MIN ((guint64) (first + i * count / n), total - 1);

  return (Range) { from, CLAMP ((guint64) ceil (first + (i + 1) * count / n - 1e-9), from + 1, total) };
}

/* Renders the plot pixel by pixel with the largest magnitude of the entries, so none is lost at any density. */
static cairo_surface_t *
draw_pixels (const OndesHeatMap     *map,
             const OndesHeatMapView *view,
             guint                   width,
             guint                   height)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, (int) width, (int) height);
  const guint32 *palette = ondes_palette_colours (0);
  g_autofree guint8 *pooled = g_new (guint8, map->columns);
  g_autofree Range *columns = g_new (Range, width);
  guint8 *data = cairo_image_surface_get_data (surface);
  int stride = cairo_image_surface_get_stride (surface);
  Range last = { 0 };

  for (guint i = 0; i < width; i++)
    columns[i] = cell_range (view->first[0], view->count[0], i, width, map->columns);
  for (guint j = 0; j < height; j++)
    {
      guint32 *line = (guint32 *) (data + (gsize) (height - 1 - j) * stride);
      const Range rows = cell_range (view->first[1], view->count[1], j, height, map->rows);

      if (rows.from == last.from && rows.to == last.to)
        {
          memcpy (line, (guint8 *) line + stride, width * sizeof *line);
          continue;
        }
      last = rows;
      memcpy (pooled, map->levels + rows.from * map->columns, map->columns);
      for (guint64 a = rows.from + 1; a < rows.to; a++)
        for (guint64 b = 0; b < map->columns; b++)
          pooled[b] = MAX (pooled[b], map->levels[a * map->columns + b]);
      for (guint i = 0; i < width; i++)
        {
          guint8 max = 0;

          for (guint64 b = columns[i].from; b < columns[i].to; b++)
            max = MAX (max, pooled[b]);
          line[i] = palette[max];
        }
    }
  cairo_surface_mark_dirty (surface);
  return surface;
}

void
ondes_draw_heat_map (cairo_t                 *cr,
                     const OndesHeatMap      *map,
                     const OndesHeatMapView  *view,
                     guint                    pixels_across,
                     guint                    pixels_up,
                     const cairo_rectangle_t *area)
{
  g_return_if_fail (map != NULL && pixels_across > 0 && pixels_up > 0);

  cairo_surface_t *pixels = draw_pixels (map, view, pixels_across, pixels_up);

  cairo_save (cr);
  cairo_translate (cr, area->x, area->y);
  cairo_scale (cr, area->width / pixels_across, area->height / pixels_up);
  cairo_set_source_surface (cr, pixels, 0, 0);
  cairo_pattern_set_filter (cairo_get_source (cr), CAIRO_FILTER_NEAREST);
  cairo_paint (cr);
  cairo_restore (cr);
  cairo_surface_destroy (pixels);
}

/* The cells that are in view, at least in part: [0] columns, [1] rows. */
typedef struct
{
  guint64 first[2], end[2];
} Cells;

static Cells
find_cells (const OndesHeatMap     *map,
            const OndesHeatMapView *view)
{
  const guint64 all[2] = { map->columns, map->rows };
  Cells cells;

  for (guint i = 0; i < 2; i++)
    {
      cells.first[i] = (guint64) MAX (floor (view->first[i]), 0);
      cells.end[i] = MIN ((guint64) ceil (view->first[i] + view->count[i]), all[i]);
    }
  return cells;
}

static void
print_cell (PangoLayout *text,
            gint32       value,
            int         *width,
            int         *height)
{
  char number[16];

  g_snprintf (number, sizeof number, "%s%d", value < 0 ? "\u2212" : "", ABS (value));
  pango_layout_set_text (text, number, -1);
  pango_layout_get_pixel_size (text, width, height);
}

/* TRUE if the widest number of @cells fits in a cell. */
static gboolean
fits (PangoLayout        *text,
      const OndesHeatMap *map,
      const Cells        *cells,
      double              wide,
      double              high)
{
  gint32 least = 0, most = 0;
  int width[2], height;

  print_cell (text, 0, &width[0], &height);
  if (high < height + CELL_MARGIN || wide < width[0] + CELL_MARGIN)
    return FALSE;
  for (guint64 row = cells->first[1]; row < cells->end[1]; row++)
    for (guint64 column = cells->first[0]; column < cells->end[0]; column++)
      {
        least = MIN (least, map->values[row * map->columns + column]);
        most = MAX (most, map->values[row * map->columns + column]);
      }
  print_cell (text, least, &width[0], &height);
  print_cell (text, most, &width[1], &height);
  return wide >= MAX (width[0], width[1]) + CELL_MARGIN;
}

void
ondes_draw_heat_map_numbers (cairo_t                 *cr,
                             const OndesTheme        *theme,
                             const OndesHeatMap      *map,
                             const OndesHeatMapView  *view,
                             const cairo_rectangle_t *area)
{
  const double wide = area->width / view->count[0], high = area->height / view->count[1];
  const Cells cells = find_cells (map, view);
  PangoLayout *text = ondes_draw_layout (cr, theme, 1);

  cairo_save (cr);
  cairo_rectangle (cr, area->x, area->y, area->width, area->height);
  cairo_clip (cr);
  if (fits (text, map, &cells, wide, high))
    for (guint64 row = cells.first[1]; row < cells.end[1]; row++)
      for (guint64 column = cells.first[0]; column < cells.end[0]; column++)
        {
          const guint64 i = row * map->columns + column;
          const double grey = map->levels[i] < LIGHT_LEVEL ? 1 : 0;
          int width, height;

          print_cell (text, map->values[i], &width, &height);
          cairo_set_source_rgb (cr, grey, grey, grey);
          cairo_move_to (cr, area->x + ((double) column - view->first[0] + 0.5) * wide - width / 2.0,
                         area->y + area->height - ((double) row - view->first[1] + 0.5) * high - height / 2.0);
          ondes_draw_text (cr, text);
        }
  cairo_restore (cr);
  g_object_unref (text);
}

void
ondes_draw_heat_map_bar (cairo_t                 *cr,
                         const OndesTheme        *theme,
                         const OndesHeatMap      *map,
                         const cairo_rectangle_t *area,
                         const char              *title)
{
  OndesAxis axis = { ONDES_AXIS_INDEX, 0, map->max, area->height };
  const guint32 *palette = ondes_palette_colours (0);
  cairo_pattern_t *gradient = cairo_pattern_create_linear (0, area->y + area->height, 0, area->y);

  for (guint i = 0; i < 256; i += 15)
    cairo_pattern_add_color_stop_rgb (gradient, i / 255.0, (palette[i] >> 16 & 255) / 255.0, (palette[i] >> 8 & 255) / 255.0,
                                      (palette[i] & 255) / 255.0);
  cairo_rectangle (cr, area->x, area->y, area->width, area->height);
  cairo_set_source (cr, gradient);
  cairo_fill (cr);
  cairo_pattern_destroy (gradient);
  ondes_draw_ruler (cr, &(OndesRuler) { .theme = theme, .axis = &axis, .side = ONDES_SIDE_RIGHT, .title = title,
                                        .x = area->x + area->width, .y = area->y + area->height });
}

static void
draw_figure (cairo_t               *cr,
             const OndesFigureSize *size,
             gconstpointer          data)
{
  const OndesHeatMapFigure *figure = data;
  const OndesHeatMapView *view = figure->view;
  double scale = size->scale_factor, height, room;
  OndesAxis across, up;
  OndesLayout layout;
  cairo_rectangle_t area;

  ondes_layout_begin (&layout, cr, size, RIGHT, figure->title, figure->caption);
  height = ondes_layout_height (&layout, layout.top);
  layout.width = MIN (layout.width, MAX (floor (height * view->count[0] / view->count[1] * scale), 1) / scale);
  across = ondes_series_axis (view->first[0], view->count[0], layout.width);
  up = ondes_series_axis (view->first[1], view->count[1], height);
  room = MIN (ondes_ruler_thickness (cr, &layout.theme, &up, ONDES_SIDE_LEFT, TRUE), layout.x - 2);
  area = (cairo_rectangle_t) { layout.x, layout.top, layout.width, height };
  ondes_draw_heat_map (cr, figure->map, view, MAX (1, lround (layout.width * scale)), MAX (1, lround (height * scale)), &area);
  ondes_draw_heat_map_numbers (cr, &layout.theme, figure->map, view, &area);
  ondes_layout_frame (&layout, layout.top, height);
  ondes_draw_ruler (cr, &(OndesRuler) { .theme = &layout.theme, .axis = &up, .side = ONDES_SIDE_LEFT, .title = "input a",
                                        .x = layout.x, .y = layout.top + height, .room = room });
  ondes_draw_ruler (cr, &(OndesRuler) { .theme = &layout.theme, .axis = &across, .side = ONDES_SIDE_BOTTOM, .title = "output b",
                                        .x = layout.x, .y = layout.top + height, .room = layout.below });
  area.x += layout.width + BAR_GAP * layout.factor;
  area.width = BAR * layout.factor;
  ondes_draw_heat_map_bar (cr, &layout.theme, figure->map, &area, "magnitude");
  ondes_layout_end (&layout);
}

gboolean
ondes_heat_map_figure_write (const OndesImageTarget   *to,
                             const OndesFigureSize    *size,
                             const OndesHeatMapFigure *figure,
                             GError                  **error)
{
  return ondes_image_write (to, &(OndesImage) { .size = size, .title = figure->title, .caption = figure->caption,
                                                .draw = draw_figure, .data = figure }, error);
}
