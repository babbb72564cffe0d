/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "draw-private.h"

#include <math.h>

#include "palette.h"

/* Returns the power of ten that scales a linear bar's numbers, to keep them short. */
static int
bar_exponent (const OndesDisplay *resolved)
{
  int exponent = floor (log10 (resolved->reference));

  return exponent < -2 || exponent > 3 ? exponent : 0;
}

char *
ondes_colour_bar_title_worded (const OndesScalogram *scalogram,
                               const OndesDisplay   *display,
                               const char           *magnitude,
                               const char           *power,
                               const char           *db_re,
                               const char           *median)
{
  OndesDisplay     resolved = ondes_display_resolve (display, scalogram);
  const char      *unit = scalogram->unit && *scalogram->unit ? scalogram->unit : NULL;
  const char      *what = ondes_scalogram_is_power (scalogram) ? power : magnitude;
  const char      *scaling = ondes_picture_traits (scalogram->spec).scaling;
  g_autofree char *squared = unit && ondes_scalogram_is_power (scalogram) ? g_strdup_printf ("%s\u00b2", unit) : g_strdup (unit);
  int              exponent = bar_exponent (&resolved);
  GString         *title = g_string_new (what);

  if (scaling != NULL)
    g_string_append_printf (title, ", %s", scaling);
  if (resolved.equalise && display->decibel)
    g_string_append_printf (title, ", %s %s", db_re, median);
  else if (resolved.equalise)
    g_string_append_printf (title, " / %s", median);
  else if (display->decibel)
    {
      g_autofree char *reference = ondes_format_value (resolved.reference, squared, 3);

      g_string_append_printf (title, ", %s %s", db_re, reference);
    }
  else if (exponent != 0)
    g_string_append_printf (title, " (1e%s%d%s%s)", exponent < 0 ? "\u2212" : "", ABS (exponent), squared ? " " : "",
                            squared ? squared : "");
  else if (squared)
    g_string_append_printf (title, " (%s)", squared);
  return g_string_free (title, FALSE);
}

char *
ondes_colour_bar_title (const OndesScalogram *scalogram,
                        const OndesDisplay   *display)
{
  const OndesPictureTraits traits = ondes_picture_traits (scalogram->spec);
  char             number[G_ASCII_DTOSTR_BUF_SIZE];
  g_autofree char *title = ondes_colour_bar_title_worded (scalogram, display, "magnitude", "power", "dB re", "row median");

  if (isnan (traits.noise_db))
    return g_steal_pointer (&title);
  g_ascii_formatd (number, sizeof number, "%.0f", -traits.noise_db);
  return g_strdup_printf ("%s; noise of %u-bit masks \u2212%s dB", title, traits.mask_bits, number);
}

OndesAxis
ondes_colour_bar_axis (const OndesScalogram *scalogram,
                       const OndesDisplay   *display,
                       double                pixels)
{
  OndesDisplay resolved = ondes_display_resolve (display, scalogram);
  double       top = 0;

  if (!resolved.decibel)
    return (OndesAxis) { ONDES_AXIS_LINEAR, 0,
                         resolved.reference / (resolved.equalise ? 1 : pow (10, bar_exponent (&resolved))), pixels };
  if (resolved.equalise)
    top = ondes_scalogram_decade_db (scalogram) * log10 (resolved.reference);
  return (OndesAxis) { ONDES_AXIS_LINEAR, top - resolved.db_range, top, pixels };
}

/* Returns where the noise of quantised masks lies on the axis; 0 if there is none or it lies beyond. */
static double
noise_mark (const OndesScalogram *scalogram,
            const OndesDisplay   *display,
            const OndesAxis      *axis)
{
  const OndesDisplay resolved = ondes_display_resolve (display, scalogram);
  const double noise = ondes_picture_traits (scalogram->spec).noise_db, decade = ondes_scalogram_decade_db (scalogram);
  const double mark = resolved.decibel ? noise
                                       : (resolved.equalise ? 1 : axis->hi) * pow (10, noise / decade);

  return mark > axis->lo && mark < axis->hi ? mark : 0;
}

void
ondes_draw_colour_bar (cairo_t                 *cr,
                       const OndesTheme        *theme,
                       const OndesScalogram    *scalogram,
                       const OndesDisplay      *display,
                       const cairo_rectangle_t *area,
                       const char              *title)
{
  const OndesAxis axis = ondes_colour_bar_axis (scalogram, display, area->height);

  ondes_draw_colours (cr, theme, &(OndesColours) { ondes_palette_colours (display->palette), ONDES_PALETTE_COLOURS, &axis, title,
                                                   noise_mark (scalogram, display, &axis) }, area);
}

void
ondes_draw_palette_bar (cairo_t                 *cr,
                        const OndesTheme        *theme,
                        guint                    palette,
                        const OndesAxis         *axis,
                        const char              *title,
                        const cairo_rectangle_t *area)
{
  ondes_draw_colours (cr, theme, &(OndesColours) { ondes_palette_colours (palette), ONDES_PALETTE_COLOURS, axis, title }, area);
}

/* Draws a line across the bar that is visible on any colour. */
static void
draw_mark (cairo_t                 *cr,
           const OndesRuler        *ruler,
           double                   mark,
           const cairo_rectangle_t *area)
{
  const double y = floor (area->y + area->height - ondes_axis_pixel (ruler->axis, mark)) + 0.5;

  for (int pass = 0; pass < 2; pass++)
    {
      cairo_set_source_rgba (cr, pass, pass, pass, pass == 0 ? 0.55 : 0.95);
      cairo_set_line_width (cr, pass == 0 ? 3 : 1);
      cairo_move_to (cr, area->x + 1, y);
      cairo_line_to (cr, area->x + area->width - 1, y);
      cairo_stroke (cr);
    }
  ondes_draw_ruler_mark (cr, ruler, mark);
}

#define EDGE 2 /* pixels beside the title */

/* Gives long labels no more room than there is, so that the title beside them is not cut: they are drawn smaller. */
static void
limit_room (cairo_t    *cr,
            OndesRuler *ruler)
{
  double left, top, right, bottom;

  cairo_clip_extents (cr, &left, &top, &right, &bottom);
  right -= ruler->x + EDGE;
  if (ondes_ruler_thickness (cr, ruler->theme, ruler->axis, ONDES_SIDE_RIGHT, ruler->title != NULL) > right)
    ruler->room = MAX (right, 1);
}

void
ondes_draw_colours (cairo_t                 *cr,
                    const OndesTheme        *theme,
                    const OndesColours      *bar,
                    const cairo_rectangle_t *area)
{
  OndesRuler       ruler = { .theme = theme, .axis = bar->axis, .side = ONDES_SIDE_RIGHT, .title = bar->title,
                             .x = area->x + area->width, .y = area->y + area->height };
  cairo_surface_t *strip;
  guchar          *pixels;
  int              stride;

  if (!ondes_area_is_visible (area))
    return;

  strip = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 1, bar->n);
  pixels = cairo_image_surface_get_data (strip);
  stride = cairo_image_surface_get_stride (strip);
  for (guint i = 0; i < bar->n; i++)
    *(guint32 *) (pixels + i * stride) = bar->colours[bar->n - 1 - i];
  cairo_surface_mark_dirty (strip);

  ondes_draw_within (cr, area);
  cairo_translate (cr, area->x, area->y);
  cairo_scale (cr, area->width, area->height / bar->n);
  cairo_set_source_surface (cr, strip, 0, 0);
  cairo_pattern_set_filter (cairo_get_source (cr), CAIRO_FILTER_NEAREST);
  cairo_pattern_set_extend (cairo_get_source (cr), CAIRO_EXTEND_PAD);
  cairo_paint (cr);
  cairo_restore (cr);
  cairo_surface_destroy (strip);

  cairo_save (cr);
  ondes_draw_colour (cr, &theme->foreground, 1);
  cairo_set_line_width (cr, 1);
  cairo_rectangle (cr, area->x + 0.5, area->y + 0.5, MAX (area->width - 1, 0), MAX (area->height - 1, 0));
  cairo_stroke (cr);
  limit_room (cr, &ruler);
  ondes_draw_ruler (cr, &ruler);
  if (bar->mark != 0)
    draw_mark (cr, &ruler, bar->mark, area);
  cairo_restore (cr);
}
