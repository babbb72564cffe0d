/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"
#include "psd-figure.h"

#include <math.h>

#include "draw-slice.h"
#include "figure-private.h"

#define RIGHT   30.0 /* units, at full font size: space for half of a ruler's last label */
#define SPACING 40.0 /* units between lines of the grid, at least */

/* Draws lines of the grid at the labels of an axis. */
static void
draw_grid (const OndesPlot *plot,
           const OndesAxis *axis,
           gboolean         upright)
{
  g_autoptr (GArray) ticks = ondes_axis_ticks (axis, SPACING);

  for (guint i = 0; i < ticks->len; i++)
    {
      const OndesTick *tick = &g_array_index (ticks, OndesTick, i);

      if (!tick->major)
        continue;
      if (upright)
        cairo_rectangle (plot->cr, plot->area.x, plot->area.y + plot->area.height - tick->pixel - 0.5, plot->area.width, 1);
      else
        cairo_rectangle (plot->cr, plot->area.x + tick->pixel - 0.5, plot->area.y, 1, plot->area.height);
    }
  ondes_draw_colour (plot->cr, &plot->theme->grid, 1);
  cairo_fill (plot->cr);
}

static void
draw_spectra (const OndesPsdFigure *self,
              const OndesPlot      *plot,
              const OndesColour    *colours)
{
  cairo_set_line_width (plot->cr, 1.2);
  for (guint i = self->picture.n; i-- > 0;)
    {
      ondes_draw_colour (plot->cr, &colours[i], 1);
      ondes_psd_picture_draw (&self->picture, i, plot);
    }
}

static void
draw_figure (cairo_t               *cr,
             const OndesFigureSize *size,
             gconstpointer          data)
{
  const OndesPsdFigure *self = data;
  const OndesPsd *first = self->picture.psds[0];
  g_autofree char *caption = ondes_psd_figure_caption (self), *unit = ondes_frequency_unit (self->info->time_unit);
  g_autofree char *frequency = g_strdup_printf ("frequency (%s)", unit), *title = NULL;
  g_autofree OndesColour *colours = g_new (OndesColour, self->picture.n);
  OndesPsdOptions named = *self->picture.options;
  OndesAxis along, values;
  OndesLayout layout;
  OndesPlot plot;

  named.scaling = first->options.scaling;
  named.bands = first->options.bands;
  title = ondes_psd_picture_title (&named, self->info->unit, unit, NULL, NULL);
  ondes_layout_begin (&layout, cr, size, RIGHT, self->info->name, caption);
  plot = (OndesPlot) { .area = { layout.x, layout.top, layout.width, ondes_layout_height (&layout, layout.top) }, .cr = cr,
                       .theme = &layout.theme };
  along = ondes_psd_picture_frequencies (&self->picture, plot.area.width);
  values = ondes_psd_picture_values (&self->picture, plot.area.height);
  plot.lo = values.lo;
  plot.hi = values.hi;
  for (guint i = 0; i < self->picture.n; i++)
    colours[i] = self->picture.n == 1 ? layout.theme.wave : ondes_slice_colour (i, &layout.theme);
  ondes_draw_within (cr, &plot.area);
  draw_grid (&plot, &values, TRUE);
  draw_grid (&plot, &along, FALSE);
  draw_spectra (self, &plot, colours);
  cairo_restore (cr);
  if (self->picture.n > 1)
    ondes_layout_legend (&layout, &plot.area, self->labels, colours, self->picture.n);
  ondes_layout_frame (&layout, plot.area.y, plot.area.height);
  ondes_draw_ruler (cr, &(OndesRuler) {
    .theme = &layout.theme, .axis = &values, .side = ONDES_SIDE_LEFT, .title = title, .x = layout.x,
    .y = plot.area.y + plot.area.height,
    .room = MIN (ondes_ruler_thickness (cr, &layout.theme, &values, ONDES_SIDE_LEFT, TRUE), layout.x - 2) });
  ondes_draw_ruler (cr, &(OndesRuler) { .theme = &layout.theme, .axis = &along, .side = ONDES_SIDE_BOTTOM, .title = frequency,
                                        .x = layout.x, .y = plot.area.y + plot.area.height, .room = layout.below });
  ondes_layout_end (&layout);
}

/* Appends the samples of a spectrum. */
static void
add_samples (GString              *text,
             const OndesPsdFigure *self)
{
  const OndesSpan span = self->picture.psds[0]->span;
  g_autofree char *unit = ondes_frequency_unit (self->info->time_unit);
  char rate[ONDES_NUMBER_SIZE];

  if (span.count == self->info->frames)
    g_string_append_printf (text, "All %" G_GUINT64_FORMAT " samples", span.count);
  else
    g_string_append_printf (text, "Samples %" G_GUINT64_FORMAT " to %" G_GUINT64_FORMAT " (of %" G_GUINT64_FORMAT ")", span.first,
                            span.first + span.count, self->info->frames);
  if (self->channel != NULL)
    g_string_append_printf (text, " of %s", self->channel);
  g_string_append_printf (text, " at %s %s", ondes_number_print (rate, self->info->rate_hz), unit);
  for (guint i = 0; self->info->conditioning != NULL && self->info->conditioning[i] != NULL; i++)
    g_string_append_printf (text, "%s%s", i == 0 ? ", conditioned by " : ", ", self->info->conditioning[i]);
  g_string_append (text, ". ");
}

char *
ondes_psd_figure_caption (const OndesPsdFigure *self)
{
  static const char *const less[] = { "", ", each less its mean", ", each less its line of least squares" };
  const OndesPsd *psd = self->picture.psds[0];
  g_autofree char *unit = ondes_frequency_unit (self->info->time_unit);
  char bin[G_ASCII_DTOSTR_BUF_SIZE];
  GString *text = g_string_new (ondes_psd_quantity (&psd->options));

  text->str[0] = g_ascii_toupper (text->str[0]);
  if (psd->options.bands > 0)
    g_string_append_printf (text, " of %s octave (IEC 61260)", ondes_psd_band_names[psd->options.bands]);
  g_string_append_printf (text, " by Welch's method: the mean of %" G_GUINT64_FORMAT " segment%s of %" G_GUINT64_FORMAT
                                " samples (window %s, one every %" G_GUINT64_FORMAT "%s), bins of %s %s. ",
                          psd->averages, ondes_plural (psd->averages), psd->options.length,
                          ondes_psd_window_names[psd->options.window], psd->step, less[psd->options.detrend],
                          g_ascii_formatd (bin, sizeof bin, "%.6g", psd->bin_hz), unit);
  if (self->picture.n == 1)
    add_samples (text, self);
  g_string_append (text, "Ondes " ONDES_VERSION ".");
  return g_string_free (text, FALSE);
}

gboolean
ondes_psd_figure_write (const OndesImageTarget *to,
                        const OndesFigureSize  *size,
                        const OndesPsdFigure   *self,
                        GError                **error)
{
  g_autofree char *caption = ondes_psd_figure_caption (self);

  return ondes_image_write (to, &(OndesImage) { .size = size, .title = self->info->name, .caption = caption, .draw = draw_figure,
                                                .data = self }, error);
}
