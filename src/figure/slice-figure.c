/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"
#include "slice-figure.h"

#include <math.h>

#include "figure-private.h"

#define RIGHT        30.0 /* units, at full font size: space for half of a ruler's last label */
#define LONGEST_TEXT 400  /* characters of the slices in a caption */

/* A figure being drawn. */
typedef struct
{
  OndesLayout             layout;
  const OndesSliceFigure *figure;
  OndesDisplay            display; /* resolved */
  OndesSlicePlot          plot;
} Drawing;

guint
ondes_slice_figure_columns (const OndesFigureSize *size)
{
  return ondes_layout_columns (size, RIGHT);
}

static gboolean
is_spectrum (const OndesSliceFigure *self)
{
  return self->slices[0]->place.kind == ONDES_SLICE_SPECTRUM;
}

/* Returns the axis to the right and its title, transfer full. */
static OndesAxis
find_axis (const Drawing *self,
           char         **title)
{
  const OndesScalogram *scalogram = self->figure->scalogram;
  const OndesTimeBase base = { scalogram->time_unit, scalogram->rate_hz, scalogram->n, scalogram->start, scalogram->date_s,
                               scalogram->zone, scalogram->date_noted, self->display.time_ruler };
  OndesAxis axis;

  if (is_spectrum (self->figure))
    {
      *title = ondes_figure_frequency_title (scalogram, &self->display);
      return ondes_slice_frequency_axis (&self->plot);
    }
  axis = ondes_time_axis (&base, (double) self->figure->shown.first, (double) self->figure->shown.count, self->layout.width);
  *title = ondes_time_title (scalogram->time_unit, &axis);
  return axis;
}

/* Appends "; lines are means, bands percentiles 10 to 90, dashed 50 (exact)". */
static void
add_percentiles (GString          *text,
                 const OndesSlice *slice)
{
  const guint last = slice->n_percents - 1;
  char number[G_ASCII_DTOSTR_BUF_SIZE];

  g_string_append (text, "; lines are means");
  if (slice->n_percents > 1)
    g_string_append_printf (text, ", bands percentiles %s to ", g_ascii_formatd (number, sizeof number, "%g", slice->percents[0]));
  if (slice->n_percents > 1)
    g_string_append (text, g_ascii_formatd (number, sizeof number, "%g", slice->percents[last]));
  for (guint i = 0; i < slice->n_percents; i++)
    if (slice->n_percents == 1 || (i > 0 && i < last))
      g_string_append_printf (text, ", dashed %s%s", slice->n_percents == 1 ? "percentile " : "",
                              g_ascii_formatd (number, sizeof number, "%g", slice->percents[i]));
  if (slice->n_percents > 0)
    g_string_append (text, slice->exact ? " (exact)" : " (within 0.1 %)");
}

/* Returns the caption; transfer full. */
static char *
make_caption (const OndesSliceFigure *self)
{
  GString *text = g_string_new (is_spectrum (self) ? "Spectra at " : "Envelopes at ");
  const OndesSlice *averaged = NULL;
  g_autofree char *what = NULL;

  for (guint i = 0; i < self->n; i++)
    {
      g_string_append_printf (text, "%s%s", i == 0 ? "" : ", ", self->labels[i]);
      if (ondes_slice_place_is_mean (&self->slices[i]->place) && (averaged == NULL || !self->slices[i]->exact))
        averaged = self->slices[i];
    }
  if (g_utf8_strlen (text->str, -1) > LONGEST_TEXT)
    g_string_printf (text, "%u %s", self->n, is_spectrum (self) ? "spectra" : "envelopes");
  if (averaged != NULL)
    add_percentiles (text, averaged);
  g_string_append (text, ". ");
  what = g_string_free (text, FALSE);
  return ondes_figure_caption_of (self->scalogram, what);
}

static void
draw_figure (cairo_t               *cr,
             const OndesFigureSize *size,
             gconstpointer          data)
{
  const OndesSliceFigure *figure = data;
  Drawing self = { .figure = figure, .display = ondes_display_resolve (figure->display, figure->scalogram) };
  OndesLayout *layout = &self.layout;
  g_autofree char *caption = make_caption (figure), *title = NULL;
  g_autofree char *level_title = ondes_colour_bar_title (figure->scalogram, &self.display);
  OndesAxis along, levels;
  double height, room;

  ondes_layout_begin (layout, cr, size, RIGHT, figure->scalogram->name, caption);
  height = ondes_layout_height (layout, layout->top);
  self.plot = (OndesSlicePlot) { .theme = &layout->theme, .scalogram = figure->scalogram, .display = &self.display,
                                 .area = { layout->x, layout->top, layout->width, height },
                                 .first = (double) figure->shown.first, .count = (double) figure->shown.count };
  along = find_axis (&self, &title);
  levels = ondes_slice_level_axis (&self.plot);
  room = MIN (ondes_ruler_thickness (cr, &layout->theme, &levels, ONDES_SIDE_LEFT, TRUE), layout->x - 2);
  ondes_draw_slice_grid (cr, &self.plot, figure->slices[0]->place.kind);
  for (guint i = figure->n; i-- > 0;)
    ondes_draw_slice (cr, &self.plot, figure->slices[i], &figure->colours[i]);
  ondes_layout_legend (layout, &self.plot.area, figure->labels, figure->colours, figure->n);
  ondes_layout_frame (layout, layout->top, height);
  ondes_draw_ruler (cr, &(OndesRuler) { .theme = &layout->theme, .axis = &levels, .side = ONDES_SIDE_LEFT, .title = level_title,
                                        .x = layout->x, .y = layout->top + height, .room = room });
  ondes_draw_ruler (cr, &(OndesRuler) { .theme = &layout->theme, .axis = &along, .side = ONDES_SIDE_BOTTOM, .title = title,
                                        .x = layout->x, .y = layout->top + height, .room = layout->below });
  ondes_layout_end (layout);
}

gboolean
ondes_slice_figure_write (const OndesImageTarget *to,
                          const OndesFigureSize  *size,
                          const OndesSliceFigure *self,
                          GError                **error)
{
  g_autofree char *caption = make_caption (self);

  return ondes_image_write (to, &(OndesImage) { .size = size, .title = self->scalogram->name, .caption = caption,
                                                .draw = draw_figure, .data = self }, error);
}
