/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The plot is laid out in pixels of the PNG: its columns must not depend on the width of a font's digits. */
#include "figure-private.h"

#include <math.h>

#define LEFT        86.0 /* units, at full font size: space for the rulers */
#define EDGE        14.0 /* margin on every side */
#define MIN_PLOT    24.0
#define MIN_TEXT    0.55 /* minimum font size, relative to full size */
#define LEGEND_GAP  8.0  /* from the plot's corner, and between a line and its words */
#define LEGEND_LINE 18.0
#define MOST_LEGENDS 12
#define TYPE_PT       9.0  /* full size of the rulers' type */
#define TYPE_PER_INCH 96.0 /* units of an inch where it has that size */

/* Returns the scale of fonts and margins, for type of the size that is asked for, or reduced for small figures. */
static double
text_factor (const OndesFigureSize *size)
{
  if (size->type_pt > 0)
    return size->type_pt / TYPE_PT * ondes_figure_size_per_inch (size) / TYPE_PER_INCH;
  return CLAMP (MIN (size->width / 640.0, size->height / 420.0), MIN_TEXT, 1);
}

/* Gets the left and right edges of the plot, in pixels of the PNG. */
static void
find_plot (const OndesFigureSize *size,
           double                 right,
           int                   *from,
           int                   *to)
{
  double factor = text_factor (size);

  *from = ceil (LEFT * factor * size->scale_factor);
  *to = MAX (floor ((size->width - right * factor) * size->scale_factor), *from + 1);
}

guint
ondes_layout_columns (const OndesFigureSize *size,
                      double                 right)
{
  int from, to;

  if (!ondes_figure_size_check (size, NULL))
    return 1;
  find_plot (size, right, &from, &to);
  return to - from;
}

double
ondes_layout_whole (const OndesLayout *self,
                    double             y)
{
  return ceil (y * self->size->scale_factor - 1e-6) / self->size->scale_factor;
}

double
ondes_layout_height (const OndesLayout *self,
                     double             y)
{
  return MAX (ondes_layout_whole (self, self->bottom - y - 1 / self->size->scale_factor), MIN_PLOT);
}

void
ondes_layout_frame (const OndesLayout *self,
                    double             y,
                    double             height)
{
  cairo_set_line_width (self->cr, 1);
  ondes_draw_colour (self->cr, &self->theme.foreground, 1);
  cairo_rectangle (self->cr, self->x - 0.5, y - 0.5, self->width + 1, height + 1);
  cairo_stroke (self->cr);
}

/* Draws the title and returns its lower edge. */
static double
draw_title (const OndesLayout *self,
            const char        *title)
{
  PangoLayout *layout;
  int          height;

  if (!title || !*title || !self->size->title)
    return EDGE * self->factor;
  layout = ondes_draw_layout (self->cr, &self->theme, 1.25);
  pango_layout_set_text (layout, title, -1);
  pango_layout_set_single_paragraph_mode (layout, TRUE);
  pango_layout_set_width (layout, self->width * PANGO_SCALE);
  pango_layout_set_ellipsize (layout, PANGO_ELLIPSIZE_MIDDLE);
  pango_layout_set_height (layout, 0);
  pango_layout_get_size (layout, NULL, &height);
  ondes_draw_colour (self->cr, &self->theme.foreground, 1);
  cairo_move_to (self->cr, self->x, 0.7 * EDGE * self->factor);
  ondes_draw_text (self->cr, layout);
  g_object_unref (layout);
  return EDGE * self->factor + (double) height / PANGO_SCALE;
}

/* Lays out the caption, shrinking it to fit @room in height. */
static PangoLayout *
lay_caption (const OndesLayout *self,
             const char        *caption,
             double             room,
             double            *height)
{
  g_auto (GStrv)   parts = g_strsplit (caption, "-", -1);
  g_autofree char *unbroken = g_strjoinv ("-\u2060", parts); /* U+2060 prevents line breaks after hyphens in options */
  PangoLayout     *layout = NULL;
  int              h;

  for (double size = 0.9;; size -= 0.05)
    {
      layout = ondes_draw_layout (self->cr, &self->theme, size);
      ondes_draw_label (layout, unbroken, ONDES_NUMBERS_BY_POINT);
      pango_layout_set_wrap (layout, PANGO_WRAP_WORD_CHAR);
      pango_layout_set_width (layout, (self->size->width - 2 * EDGE * self->factor) * PANGO_SCALE);
      pango_layout_set_line_spacing (layout, 1.1);
      pango_layout_get_size (layout, NULL, &h);
      *height = (double) h / PANGO_SCALE;
      if (*height <= room || size < 0.4)
        return layout;
      g_object_unref (layout);
    }
}

void
ondes_layout_begin (OndesLayout           *self,
                    cairo_t               *cr,
                    const OndesFigureSize *size,
                    double                 right,
                    const char            *title,
                    const char            *caption)
{
  OndesAxis across;
  int       from, to;

  *self = (OndesLayout) { .cr = cr, .size = size, .theme = ondes_theme_print, .factor = text_factor (size) };
  find_plot (size, right, &from, &to);
  self->x = from / size->scale_factor;
  self->width = (to - from) / size->scale_factor;
  if (self->factor != 1)
    {
      char points[G_ASCII_DTOSTR_BUF_SIZE];

      self->font = g_strdup_printf ("Cantarell, Sans %s", g_ascii_formatd (points, sizeof points, "%.2f", TYPE_PT * self->factor));
      self->theme.font = self->font;
    }

  cairo_save (cr);
  cairo_rectangle (cr, 0, 0, size->width, size->height);
  cairo_clip (cr);
  ondes_draw_colour (cr, &self->theme.background, 1);
  cairo_paint (cr);

  self->top = ondes_layout_whole (self, draw_title (self, title));
  if (size->caption)
    self->caption = lay_caption (self, caption, 0.3 * size->height, &self->caption_height);
  across = (OndesAxis) { ONDES_AXIS_LINEAR, 0, 1, self->width };
  self->below = ondes_ruler_thickness (cr, &self->theme, &across, ONDES_SIDE_BOTTOM, TRUE);
  self->bottom = size->height - EDGE * self->factor - self->below;
  if (size->caption)
    self->bottom -= self->caption_height + ONDES_LAYOUT_GAP * self->factor;
}

void
ondes_layout_legend (const OndesLayout       *self,
                     const cairo_rectangle_t *area,
                     const char *const       *labels,
                     const OndesColour       *colours,
                     guint                    n)
{
  const double gap = LEGEND_GAP * self->factor, line = LEGEND_LINE * self->factor;
  double y = area->y + gap;
  cairo_t *cr = self->cr;

  for (guint i = 0; i < MIN (n, MOST_LEGENDS); i++)
    {
      PangoLayout *words = ondes_draw_layout (cr, &self->theme, 1);
      int width, height;

      ondes_draw_label (words, labels[i], self->theme.numbers);
      pango_layout_get_pixel_size (words, &width, &height);
      if (y + height <= area->y + area->height)
        {
          const double x = area->x + area->width - gap - width;

          ondes_draw_colour (cr, &self->theme.background, 0.85);
          cairo_rectangle (cr, x - line - 2 * gap, y, line + width + 3 * gap, height);
          cairo_fill (cr);
          ondes_draw_colour (cr, &colours[i], 1);
          cairo_set_line_width (cr, 2);
          cairo_move_to (cr, x - gap - line, y + height / 2.0);
          cairo_line_to (cr, x - gap, y + height / 2.0);
          cairo_stroke (cr);
          ondes_draw_colour (cr, &self->theme.foreground, 1);
          cairo_move_to (cr, x, y);
          ondes_draw_text (cr, words);
        }
      y += height;
      g_object_unref (words);
    }
}

void
ondes_layout_end (OndesLayout *self)
{
  if (self->caption != NULL)
    {
      ondes_draw_colour (self->cr, &self->theme.dim, 1);
      cairo_move_to (self->cr, EDGE * self->factor, self->size->height - EDGE * self->factor * 0.7 - self->caption_height);
      ondes_draw_text (self->cr, self->caption);
    }
  g_clear_object (&self->caption);
  g_clear_pointer (&self->font, g_free);
  cairo_restore (self->cr);
}
