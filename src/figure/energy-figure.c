/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"
#include "energy-figure.h"

#include <inttypes.h>
#include <math.h>

#include "energy-picture.h"
#include "figure-private.h"
#include "palette.h"

#define RIGHT        104.0 /* units, at full font size: space for the colour bar */
#define BAR_GAP      14.0
#define BAR          16.0
#define LONGEST_TEXT 160 /* characters of the filter's options */

/* A figure being drawn. */
typedef struct
{
  OndesLayout              layout;
  const OndesEnergyFigure *figure;
  OndesEnergyPicture       picture;
} Drawing;

static char *
panel_title (const Drawing *self,
             guint          channel)
{
  g_autofree char *unit = ondes_frequency_unit (self->figure->base.unit);
  g_autofree char *what = self->picture.is_log ? g_strdup_printf ("frequency (%s)", unit) : g_strdup ("filter");

  return self->figure->names != NULL ? g_strdup_printf ("%s: %s", self->figure->names[channel], what) : g_steal_pointer (&what);
}

static void
draw_panel (const Drawing *self,
            guint          channel,
            double         y,
            double         height)
{
  const OndesLayout *layout = &self->layout;
  const double scale = layout->size->scale_factor;
  const OndesAxis axis = ondes_energy_picture_ruler (&self->picture, height);
  const double room = ondes_ruler_thickness (layout->cr, &layout->theme, &axis, ONDES_SIDE_LEFT, TRUE);
  g_autofree char *title = panel_title (self, channel);
  cairo_surface_t *pixels = ondes_energy_picture_draw (&self->picture, channel, (guint) MAX (lround (layout->width * scale), 1),
                                                       (guint) MAX (lround (height * scale), 1));

  cairo_save (layout->cr);
  cairo_translate (layout->cr, layout->x, y);
  cairo_scale (layout->cr, layout->width / cairo_image_surface_get_width (pixels),
               height / cairo_image_surface_get_height (pixels));
  cairo_set_source_surface (layout->cr, pixels, 0, 0);
  cairo_pattern_set_filter (cairo_get_source (layout->cr), CAIRO_FILTER_NEAREST);
  cairo_paint (layout->cr);
  cairo_restore (layout->cr);
  cairo_surface_destroy (pixels);
  ondes_layout_frame (layout, y, height);
  ondes_draw_ruler (layout->cr, &(OndesRuler) { .theme = &layout->theme, .axis = &axis, .side = ONDES_SIDE_LEFT, .title = title,
                                                .x = layout->x, .y = y + height, .room = MIN (room, layout->x - 2) });
}

/* Returns "level (dB re 1 V)"; the reference is an amplitude. */
static char *
bar_title (const OndesEnergyFigure *figure)
{
  return figure->unit != NULL && figure->unit[0] != '\0' ? g_strdup_printf ("level (dB re 1 %s)", figure->unit)
                                                         : g_strdup ("level (dB re 1)");
}

static void
draw_figure (cairo_t               *cr,
             const OndesFigureSize *size,
             gconstpointer          data)
{
  const OndesEnergyFigure *figure = data;
  Drawing self = { .figure = figure };
  OndesLayout *layout = &self.layout;
  g_autofree char *caption = ondes_energy_figure_caption (figure), *bar = bar_title (figure), *time_title = NULL;
  double height, bottom = 0;
  OndesAxis levels, time;

  ondes_energy_picture_init (&self.picture, figure->energy, figure->bank, figure->palette, figure->range_db);
  ondes_layout_begin (layout, cr, size, RIGHT, figure->title, caption);
  height = (ondes_layout_height (layout, layout->top) - (figure->channels - 1) * ONDES_LAYOUT_GAP * layout->factor)
           / figure->channels;
  for (guint i = 0; i < figure->channels; i++)
    {
      const double y = ondes_layout_whole (layout, layout->top + i * (height + ONDES_LAYOUT_GAP * layout->factor));
      const double panel = ondes_layout_whole (layout, height - 1 / size->scale_factor);

      draw_panel (&self, i, y, panel);
      bottom = y + panel;
    }
  time = ondes_time_axis (&figure->base, figure->first, figure->energy->count, layout->width);
  time_title = ondes_time_title (figure->base.unit, &time);
  ondes_draw_ruler (cr, &(OndesRuler) { .theme = &layout->theme, .axis = &time, .side = ONDES_SIDE_BOTTOM, .title = time_title,
                                        .x = layout->x, .y = bottom, .room = layout->below });
  levels = ondes_energy_picture_levels (&self.picture, bottom - layout->top);
  ondes_draw_palette_bar (cr, &layout->theme, figure->palette, &levels, bar,
                          &(cairo_rectangle_t) { layout->x + layout->width + BAR_GAP * layout->factor, layout->top,
                                                 BAR * layout->factor, bottom - layout->top });
  ondes_layout_end (layout);
  ondes_energy_picture_clear (&self.picture);
}

/* Returns up to six significant digits, with a real minus. */
static char *
number_text (double value)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  g_ascii_formatd (text, sizeof text, "%.6g", fabs (value));
  return g_strconcat (value < 0 ? "\u2212" : "", text, NULL);
}

char *
ondes_energy_figure_caption (const OndesEnergyFigure *self)
{
  const OndesEnergy *energy = self->energy;
  g_autofree char *rate = number_text (energy->rate_hz), *every = number_text (energy->every), *top = NULL, *range = NULL;
  g_autofree char *unit = ondes_frequency_unit (self->base.unit);
  OndesEnergyPicture picture;
  GString *text;
  guint n;

  if (self->caption != NULL)
    return g_strdup (self->caption);
  ondes_filter_bank_get (self->bank, &n);
  ondes_energy_picture_init (&picture, energy, self->bank, self->palette, self->range_db);
  top = number_text (picture.top_db);
  range = number_text (picture.range_db);
  ondes_energy_picture_clear (&picture);
  text = g_string_new (NULL);
  g_string_append_printf (text, "Levels of %u filter%s of up to %u taps, 10 log₁₀ of the mean square of each %s %s. ", n,
                          ondes_plural (n), ondes_filter_bank_longest (self->bank), every, self->base.unit);
  if (self->filter != NULL && g_utf8_strlen (self->filter, -1) <= LONGEST_TEXT)
    g_string_append_printf (text, "Options %s. ", self->filter);
  if (energy->count == self->base.n)
    g_string_append_printf (text, "All %" PRIu64 " samples", energy->count);
  else
    g_string_append_printf (text, "Samples %" PRIu64 " to %" PRIu64 " (of %" PRIu64 ")", self->first, self->first + energy->count,
                            self->base.n);
  if (self->channels == 1 && self->names != NULL)
    g_string_append_printf (text, " of %s", self->names[0]);
  g_string_append_printf (text, " at %s %s. Colours %s, %s dB below %s. Ondes " ONDES_VERSION ".", rate, unit,
                          ondes_palette_names[self->palette], range, top);
  return g_string_free (text, FALSE);
}

gboolean
ondes_energy_figure_write (const OndesImageTarget  *to,
                           const OndesFigureSize   *size,
                           const OndesEnergyFigure *self,
                           GError                 **error)
{
  g_autofree char *caption = ondes_energy_figure_caption (self);

  return ondes_image_write (to, &(OndesImage) { .size = size, .title = self->title, .caption = caption,
                                         .draw = draw_figure, .data = self }, error);
}
