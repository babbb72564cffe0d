/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "draw-private.h"

#include <math.h>

#include "palette.h"

#define STEP      2.0 /* units along the axis between points of the cone's edge */
#define BAR_STEPS 256

/* Samples from an end to the cone's edge, times the frequency there. */
static double
cone_constant (const OndesScalogram *scalogram)
{
  return G_SQRT2 * ondes_spec_cwt (scalogram->spec)->options.omega0 * scalogram->rate_hz / (2 * G_PI);
}

/* Leaves of the clip what lies between the lowest and the highest row: elsewhere there is nothing to shade. */
static void
clip_to_rows (cairo_t              *cr,
              const OndesScalogram *scalogram,
              const OndesDisplay   *display,
              const OndesAxis      *axis,
              const OndesPlot      *plot)
{
  const cairo_rectangle_t *place = &plot->place;
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
  cairo_rectangle (cr, place->x, place->y + place->height * (1 - MAX (from, to)), place->width, place->height * fabs (to - from));
  cairo_clip (cr);
}

static void
cone_edge (cairo_t              *cr,
           const OndesScalogram *scalogram,
           const OndesDisplay   *display,
           const OndesAxis      *axis,
           const OndesPlot      *plot,
           gboolean              end,
           gboolean              line) /* ends where the two edges meet; else goes on along the middle */
{
  const cairo_rectangle_t *place = &plot->place;
  guint  steps = MAX (ceil (place->height / STEP), 1);
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
      /* Far outside is as good as just outside, and Cairo's numbers are small. */
      along = ((end ? (double) scalogram->n - samples : samples) - plot->first) / plot->count * place->width;
      cairo_line_to (cr, place->x + CLAMP (along, -8, place->width + 8),
                     place->y + place->height * (1 - CLAMP (pixel / axis->pixels, -1, 2)));
    }
}

void
ondes_draw_cone (cairo_t              *cr,
                 const OndesScalogram *scalogram,
                 const OndesDisplay   *display,
                 const OndesAxis      *axis,
                 const OndesPlot      *plot)
{
  const cairo_rectangle_t *place = &plot->place;

  if (!(plot->count > 0) || !ondes_place_shows (place) || !(axis->pixels > 0))
    return;

  cairo_save (cr);
  clip_to_rows (cr, scalogram, display, axis, plot);
  for (int end = 0; end < 2; end++)
    {
      double outside = end ? place->x + place->width + 9 : place->x - 9;

      cone_edge (cr, scalogram, display, axis, plot, end, FALSE);
      cairo_line_to (cr, outside, place->y);
      cairo_line_to (cr, outside, place->y + place->height);
      cairo_close_path (cr);
    }
  cairo_set_source_rgba (cr, 1, 1, 1, 0.32);
  cairo_fill (cr);

  /* White on dark shows on every palette, whatever the theme. */
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
          cone_edge (cr, scalogram, display, axis, plot, end, TRUE);
          cairo_stroke (cr);
        }
    }
  cairo_restore (cr);
}

/* Black on white at the upper left of @place, where there is room. */
static void
draw_name (cairo_t                 *cr,
           const OndesTheme        *theme,
           const cairo_rectangle_t *place,
           const char              *name)
{
  PangoLayout *layout = ondes_draw_layout (cr, theme, 0.95);
  int          text_width, text_height;
  double       width, height;

  pango_layout_set_text (layout, name, -1);
  pango_layout_get_size (layout, &text_width, &text_height);
  width = (double) text_width / PANGO_SCALE + 8;
  height = (double) text_height / PANGO_SCALE + 2;
  if (width + 8 <= place->width && height + 2 <= place->height)
    {
      double x = place->x + 6, y = place->y + MIN ((place->height - height) / 2, 6);

      cairo_set_source_rgba (cr, 1, 1, 1, 0.9);
      cairo_rectangle (cr, x, y, width, height);
      cairo_fill (cr);
      cairo_set_source_rgb (cr, 0, 0, 0);
      cairo_move_to (cr, x + 4, y + 1);
      ondes_draw_text (cr, layout);
    }
  g_object_unref (layout);
}

void
ondes_draw_aliased (cairo_t                 *cr,
                    const OndesTheme        *theme,
                    const OndesScalogram    *scalogram,
                    const OndesDisplay      *display,
                    const OndesAxis         *axis,
                    const cairo_rectangle_t *place)
{
  double lowest = G_MAXDOUBLE, highest = 0, from, to, bottom;
  cairo_rectangle_t veil = *place;

  for (guint i = 0; i < scalogram->rows; i++)
    if (scalogram->frequencies_hz[i] > scalogram->rate_hz / 2)
      {
        lowest = MIN (lowest, scalogram->edges_hz[2 * i]);
        highest = MAX (highest, scalogram->edges_hz[2 * i + 1]);
      }
  if (!(highest > lowest) || !ondes_place_shows (place) || !(axis->pixels > 0))
    return;

  from = ondes_axis_pixel (axis, ondes_display_from_frequency (display, scalogram, lowest));
  to = ondes_axis_pixel (axis, ondes_display_from_frequency (display, scalogram, highest));
  from = CLAMP (from / axis->pixels, 0, 1);
  to = CLAMP (to / axis->pixels, 0, 1);
  bottom = place->y + place->height * (1 - MIN (from, to));
  veil.y = place->y + place->height * (1 - MAX (from, to));
  veil.height = bottom - veil.y;
  if (!(veil.height >= 0.5))
    return;

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
  draw_name (cr, theme, &veil, "aliased");
  cairo_restore (cr);
}

static gboolean
is_power (const OndesScalogram *scalogram)
{
  return ondes_spec_cwt (scalogram->spec)->options.quantity == ONDES_QUANTITY_POWER;
}

/* The power of ten that a linear bar counts in, so that its numbers are short. */
static int
bar_exponent (const OndesDisplay *whole)
{
  int exponent = floor (log10 (whole->reference));

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
  OndesDisplay     whole = ondes_display_resolve (display, scalogram);
  const char      *unit = scalogram->unit && *scalogram->unit ? scalogram->unit : NULL;
  const char      *what = is_power (scalogram) ? power : magnitude;
  gboolean         l2 = ondes_spec_cwt (scalogram->spec)->options.normalisation == ONDES_NORMALISATION_L2;
  g_autofree char *squared = unit && is_power (scalogram) ? g_strdup_printf ("%s\u00b2", unit) : g_strdup (unit);
  int              exponent = bar_exponent (&whole);
  GString         *title = g_string_new (what);

  if (l2)
    g_string_append (title, ", l2");
  if (whole.equalise && display->decibel)
    g_string_append_printf (title, ", %s %s", db_re, median);
  else if (whole.equalise)
    g_string_append_printf (title, " / %s", median);
  else if (display->decibel)
    {
      g_autofree char *reference = ondes_format_value (whole.reference, squared, 3);

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
  return ondes_colour_bar_title_worded (scalogram, display, "magnitude", "power", "dB re", "row median");
}

OndesAxis
ondes_colour_bar_axis (const OndesScalogram *scalogram,
                       const OndesDisplay   *display,
                       double                pixels)
{
  OndesDisplay whole = ondes_display_resolve (display, scalogram);
  double       top = 0;

  if (!whole.decibel)
    return (OndesAxis) { ONDES_AXIS_LINEAR, 0, whole.reference / (whole.equalise ? 1 : pow (10, bar_exponent (&whole))), pixels };
  if (whole.equalise)
    top = (is_power (scalogram) ? 10 : 20) * log10 (whole.reference);
  return (OndesAxis) { ONDES_AXIS_LINEAR, top - whole.db_range, top, pixels };
}

void
ondes_draw_colour_bar (cairo_t                 *cr,
                       const OndesTheme        *theme,
                       const OndesScalogram    *scalogram,
                       const OndesDisplay      *display,
                       const cairo_rectangle_t *place)
{
  g_autofree char *title = ondes_colour_bar_title (scalogram, display);

  ondes_draw_colour_bar_titled (cr, theme, scalogram, display, place, title);
}

void
ondes_draw_colour_bar_titled (cairo_t                 *cr,
                              const OndesTheme        *theme,
                              const OndesScalogram    *scalogram,
                              const OndesDisplay      *display,
                              const cairo_rectangle_t *place,
                              const char              *title)
{
  const guint32   *colours = ondes_palette_colours (display->palette);
  cairo_surface_t *strip;
  guchar          *pixels;
  int              stride;
  OndesAxis        axis = ondes_colour_bar_axis (scalogram, display, place->height);

  if (!ondes_place_shows (place))
    return;

  strip = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 1, BAR_STEPS);
  pixels = cairo_image_surface_get_data (strip);
  stride = cairo_image_surface_get_stride (strip);
  for (int i = 0; i < BAR_STEPS; i++)
    *(guint32 *) (pixels + i * stride) = colours[BAR_STEPS - 1 - i];
  cairo_surface_mark_dirty (strip);

  ondes_draw_within (cr, place);
  cairo_translate (cr, place->x, place->y);
  cairo_scale (cr, place->width, place->height / BAR_STEPS);
  cairo_set_source_surface (cr, strip, 0, 0);
  cairo_pattern_set_filter (cairo_get_source (cr), CAIRO_FILTER_NEAREST);
  cairo_pattern_set_extend (cairo_get_source (cr), CAIRO_EXTEND_PAD);
  cairo_paint (cr);
  cairo_restore (cr);
  cairo_surface_destroy (strip);

  cairo_save (cr);
  ondes_draw_colour (cr, &theme->foreground, 1);
  cairo_set_line_width (cr, 1);
  cairo_rectangle (cr, place->x + 0.5, place->y + 0.5, MAX (place->width - 1, 0), MAX (place->height - 1, 0));
  cairo_stroke (cr);
  cairo_restore (cr);
  ondes_draw_ruler (cr, theme, &axis, ONDES_SIDE_RIGHT, place->x + place->width, place->y + place->height, title);
}
