/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "draw-private.h"

#include <math.h>
#include <string.h>

#define TICK       6.0
#define MINOR_TICK 3.0
#define MARK       4.0  /* half the width of a mark */
#define LABEL_GAP  3.0  /* between a tick and its label */
#define TITLE_GAP  4.0
#define MIN_LABEL_GAP 14.0 /* minimum gap between horizontally adjacent labels */
#define SMALLEST   0.5     /* smallest size of labels, relative to the theme's font size */
#define TITLE_SHRINKS 0.25 /* of its size, the most that a title shrinks by */

const OndesTheme ondes_theme_print = {
  .background = { 1, 1, 1, 1 },
  .foreground = { 0.08, 0.08, 0.08, 1 },
  .dim = { 0.45, 0.45, 0.45, 1 },
  .grid = { 0.84, 0.84, 0.84, 1 },
  .wave = { 0.16, 0.36, 0.60, 1 },
  .accent = { 0.78, 0.25, 0.10, 1 },
  .font = "Cantarell, Sans 9",
  .numbers = ONDES_NUMBERS_BY_POINT,
};

PangoLayout *
ondes_draw_layout (cairo_t          *cr,
                   const OndesTheme *theme,
                   double            size)
{
  PangoLayout          *layout = pango_cairo_create_layout (cr);
  PangoContext         *context = pango_layout_get_context (layout);
  cairo_font_options_t *options = cairo_font_options_create ();
  PangoFontDescription *font = pango_font_description_from_string (theme->font);

  cairo_font_options_set_hint_style (options, CAIRO_HINT_STYLE_NONE);
  cairo_font_options_set_hint_metrics (options, CAIRO_HINT_METRICS_OFF);
  cairo_font_options_set_antialias (options, CAIRO_ANTIALIAS_GRAY);
  pango_cairo_context_set_font_options (context, options);
  pango_cairo_context_set_resolution (context, 96);
  pango_context_set_round_glyph_positions (context, FALSE);
  pango_layout_context_changed (layout);
  pango_font_description_set_size (font, pango_font_description_get_size (font) * size);
  pango_layout_set_font_description (layout, font);
  pango_font_description_free (font);
  cairo_font_options_destroy (options);
  return layout;
}

/* Returns the end of the exponent that starts after the e at @e; NULL if there is none. */
static const char *
exponent_end (const char *text,
              const char *e)
{
  const char *digits = g_str_has_prefix (e + 1, "\u2212") ? e + 1 + strlen ("\u2212") : e + 1;
  const char *end = digits;

  if (e == text || !g_ascii_isdigit (e[-1]))
    return NULL;
  while (g_ascii_isdigit (*end))
    end++;
  return end > digits && !g_ascii_isalpha (*end) ? end : NULL;
}

void
ondes_draw_label (PangoLayout *layout,
                  const char  *text,
                  OndesNumbers numbers)
{
  g_autoptr (GString) markup = g_string_new (NULL);
  g_autofree char    *shown = NULL;
  const char         *from = text, *end;

  for (const char *e = strchr (text, 'e'); e; e = strchr (e + 1, 'e'))
    {
      g_autofree char *before = NULL;
      gboolean         one;

      end = exponent_end (text, e);
      if (!end)
        continue;
      one = e[-1] == '1' && (e - 1 == text || !strchr (".0123456789", e[-2]));
      before = g_markup_escape_text (from, e - from - (one ? 1 : 0));
      g_string_append_printf (markup, "%s%s10<sup>%.*s</sup>", before, one ? "" : "\u00d7", (int) (end - e - 1), e + 1);
      from = end;
    }
  if (from == text)
    {
      shown = numbers == ONDES_NUMBERS_BY_LOCALE ? ondes_number_to_locale (text) : g_strdup (text);
      pango_layout_set_attributes (layout, NULL);
      pango_layout_set_text (layout, shown, -1);
    }
  else
    {
      g_autofree char *rest = g_markup_escape_text (from, -1);

      g_string_append (markup, rest);
      shown = numbers == ONDES_NUMBERS_BY_LOCALE ? ondes_number_to_locale (markup->str) : g_strdup (markup->str);
      pango_layout_set_markup (layout, shown, -1);
    }
}

void
ondes_draw_text (cairo_t     *cr,
                 PangoLayout *layout)
{
  cairo_surface_type_t type = cairo_surface_get_type (cairo_get_group_target (cr));

  if (ondes_draw_svg_text (cr, layout))
    return;
  if (type == CAIRO_SURFACE_TYPE_PDF || type == CAIRO_SURFACE_TYPE_SVG)
    {
      pango_cairo_show_layout (cr, layout);
      return;
    }
  pango_cairo_layout_path (cr, layout);
  cairo_fill (cr);
}

void
ondes_draw_colour (cairo_t           *cr,
                   const OndesColour *colour,
                   double             opacity)
{
  cairo_set_source_rgba (cr, colour->r, colour->g, colour->b, colour->a * opacity);
}

static gboolean
is_vertical (OndesSide side)
{
  return side == ONDES_SIDE_LEFT || side == ONDES_SIDE_RIGHT;
}

/* A measured ruler: its ticks, and labels that do not overlap. */
typedef struct
{
  PangoLayout *layout;
  OndesNumbers numbers;
  GArray      *ticks;
  double       digit;             /* height of a digit */
  double       line;              /* height of a line */
  double       broadest, highest; /* largest label size */
} Ruler;

static void
ruler_clear (Ruler *ruler)
{
  g_object_unref (ruler->layout);
  g_array_unref (ruler->ticks);
}

static void
ruler_init (Ruler            *ruler,
            cairo_t          *cr,
            const OndesTheme *theme,
            const OndesAxis  *axis,
            OndesSide         side,
            double            size)
{
  PangoRectangle ink, logical;
  double         spacing;

  ruler->ticks = NULL;
  ruler->numbers = theme->numbers;
  ruler->layout = ondes_draw_layout (cr, theme, size);
  pango_layout_set_text (ruler->layout, "0", -1);
  pango_layout_get_extents (ruler->layout, &ink, &logical);
  ruler->digit = (double) ink.height / PANGO_SCALE;
  ruler->line = (double) logical.height / PANGO_SCALE;
  spacing = is_vertical (side) ? CLAMP (axis->pixels / 4, 1.7 * ruler->line, 2.8 * ruler->line) : 5 * ruler->line;

  /* A wider spacing gives other labels, which may be shorter or longer: iterate a few times. */
  for (int tries = 0; tries < 6; tries++)
    {
      double needed;

      g_clear_pointer (&ruler->ticks, g_array_unref);
      ruler->ticks = ondes_axis_ticks (axis, spacing);
      ruler->broadest = ruler->highest = 0;
      for (guint i = 0; i < ruler->ticks->len; i++)
        {
          const OndesTick *tick = &g_array_index (ruler->ticks, OndesTick, i);

          if (!tick->major)
            continue;
          ondes_draw_label (ruler->layout, tick->label, ruler->numbers);
          pango_layout_get_extents (ruler->layout, NULL, &logical);
          ruler->broadest = MAX (ruler->broadest, (double) logical.width / PANGO_SCALE);
          ruler->highest = MAX (ruler->highest, (double) logical.height / PANGO_SCALE);
        }
      needed = is_vertical (side) ? ruler->highest : ruler->broadest + MIN_LABEL_GAP;
      if (needed <= spacing)
        break;
      spacing = needed;
    }
}

static double
ruler_thickness (const Ruler *ruler,
                 OndesSide    side,
                 gboolean     title)
{
  double labels = is_vertical (side) ? ruler->broadest : ruler->line;

  return ceil (TICK + LABEL_GAP + labels + (title ? TITLE_GAP + ruler->line : 0));
}

double
ondes_ruler_thickness (cairo_t          *cr,
                       const OndesTheme *theme,
                       const OndesAxis  *axis,
                       OndesSide         side,
                       gboolean          title)
{
  Ruler  ruler;
  double thickness;

  ruler_init (&ruler, cr, theme, axis, side, 1);
  thickness = ruler_thickness (&ruler, side, title);
  ruler_clear (&ruler);
  return thickness;
}

double
ondes_ruler_room (const OndesTheme *theme,
                  OndesSide         side,
                  const char       *longest)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_A8, 1, 1);
  cairo_t         *cr = cairo_create (surface);
  PangoRectangle   label;
  Ruler            ruler = { .layout = ondes_draw_layout (cr, theme, 1), .ticks = g_array_new (FALSE, FALSE, 1) };
  double           room;

  ondes_draw_label (ruler.layout, longest, theme->numbers);
  pango_layout_get_extents (ruler.layout, NULL, &label);
  ruler.line = (double) label.height / PANGO_SCALE;
  ruler.broadest = (double) label.width / PANGO_SCALE;
  room = ruler_thickness (&ruler, side, TRUE);
  ruler_clear (&ruler);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
  return room;
}

void
ondes_ruler_label_extent (const OndesTheme *theme,
                          const char       *longest,
                          double           *above,
                          double           *below,
                          double           *aside)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_A8, 1, 1);
  cairo_t         *cr = cairo_create (surface);
  PangoLayout     *layout = ondes_draw_layout (cr, theme, 1);
  PangoRectangle   digit, label;

  pango_layout_set_text (layout, "0", -1);
  pango_layout_get_extents (layout, &digit, NULL);
  ondes_draw_label (layout, longest, theme->numbers);
  pango_layout_get_extents (layout, NULL, &label);
  *aside = label.width / 2.0 / PANGO_SCALE;
  ondes_draw_label (layout, "1e\u221200", theme->numbers);
  pango_layout_get_extents (layout, &label, NULL);
  *below = digit.height / 2.0 / PANGO_SCALE;
  *above = (double) (pango_layout_get_baseline (layout) - label.y) / PANGO_SCALE - *below;
  g_object_unref (layout);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
}

/* Returns the centre of the unit containing @pixel, so a line one unit wide is sharp; clamped to the axis. */
static double
sharp (double pixel,
       double pixels)
{
  return CLAMP (floor (pixel) + 0.5, 0.5, MAX (floor (pixels) - 0.5, 0.5));
}

static void
draw_ticks (cairo_t         *cr,
            const Ruler     *ruler,
            const OndesAxis *axis,
            OndesSide        side,
            gboolean         major)
{
  for (guint i = 0; i < ruler->ticks->len; i++)
    {
      const OndesTick *tick = &g_array_index (ruler->ticks, OndesTick, i);
      double           along = sharp (is_vertical (side) ? axis->pixels - tick->pixel : tick->pixel, axis->pixels);
      double           length = tick->major ? TICK : MINOR_TICK;

      if (!tick->major != !major)
        continue;
      if (is_vertical (side))
        {
          cairo_move_to (cr, 0, along - axis->pixels);
          cairo_rel_line_to (cr, side == ONDES_SIDE_LEFT ? -length : length, 0);
        }
      else
        {
          cairo_move_to (cr, along, 0);
          cairo_rel_line_to (cr, 0, side == ONDES_SIDE_TOP ? -length : length);
        }
    }
  cairo_stroke (cr);
}

static void
draw_labels (cairo_t         *cr,
             const Ruler     *ruler,
             const OndesAxis *axis,
             OndesSide        side)
{
  double clear = -G_MAXDOUBLE; /* position along the axis where the last label ends */

  for (guint i = 0; i < ruler->ticks->len; i++)
    {
      const OndesTick *tick = &g_array_index (ruler->ticks, OndesTick, i);
      PangoRectangle   logical;
      double           x, baseline, width, half;

      if (!tick->major)
        continue;
      ondes_draw_label (ruler->layout, tick->label, ruler->numbers);
      pango_layout_get_extents (ruler->layout, NULL, &logical);
      width = (double) logical.width / PANGO_SCALE;
      half = is_vertical (side) ? ruler->digit : width / 2;
      if (tick->pixel - half < clear)
        continue;
      clear = tick->pixel + half + (is_vertical (side) ? 0 : MIN_LABEL_GAP / 4);

      if (is_vertical (side))
        {
          x = side == ONDES_SIDE_LEFT ? -TICK - LABEL_GAP - width : TICK + LABEL_GAP;
          baseline = -tick->pixel + ruler->digit / 2;
        }
      else
        {
          x = tick->pixel - width / 2;
          baseline = side == ONDES_SIDE_TOP ? -TICK - LABEL_GAP : TICK + LABEL_GAP + ruler->digit + 1;
        }
      cairo_move_to (cr, x, baseline - (double) pango_layout_get_baseline (ruler->layout) / PANGO_SCALE);
      ondes_draw_text (cr, ruler->layout);
    }
}

/* Sets @title in the largest size, from @size down, in which it is at most @longest wide; FALSE if it is wider in all. */
static gboolean
fit_title (PangoLayout *layout,
           const char  *title,
           double       size,
           double       longest)
{
  PangoFontDescription *font = pango_font_description_copy (pango_layout_get_font_description (layout));
  const double points = pango_font_description_get_size (font);
  int width = 0;

  ondes_draw_label (layout, title, ONDES_NUMBERS_BY_POINT);
  for (double smaller = size; smaller > size - TITLE_SHRINKS; smaller -= 0.1)
    {
      pango_font_description_set_size (font, (int) (points * smaller / size));
      pango_layout_set_font_description (layout, font);
      pango_layout_get_size (layout, &width, NULL);
      if (width <= longest * PANGO_SCALE)
        break;
    }
  pango_font_description_free (font);
  return width <= longest * PANGO_SCALE;
}

/* Creates the layout of a title that is at most @longest wide. A longer one shrinks a little; then words go, such as "magnitude" of
 * "magnitude, dB re 1", the reference, or the unit of "coefficient (dB re 1)", or it is ellipsised: what cannot be read tells less
 * than what is left. */
static PangoLayout *
layout_title (cairo_t          *cr,
              const OndesRuler *ruler,
              double            size,
              double            longest)
{
  const char      *rest = strstr (ruler->title, ", "), *unit = strstr (ruler->title, " (");
  g_autofree char *name = unit != NULL ? g_strndup (ruler->title, (gsize) (unit - ruler->title)) : NULL;
  const char      *short_title = rest != NULL ? rest + strlen (", ") : NULL, *base = short_title ?: ruler->title;
  const char      *reference = strstr (base, "dB re ");
  g_autofree char *bare = reference != NULL ? g_strdup_printf ("%.*sdB%s", (int) (reference - base), base, unit != NULL ? ")" : "")
                                            : NULL;
  const char      *titles[] = { ruler->title, short_title, bare, name };
  const char      *last = NULL;
  PangoLayout     *layout = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (titles); i++)
    if (titles[i] != NULL)
      {
        g_clear_object (&layout);
        layout = ondes_draw_layout (cr, ruler->theme, size);
        last = titles[i];
        if (fit_title (layout, last, size, longest))
          return layout;
      }
  /* Pango warns of an ellipsis in a raised exponent. */
  pango_layout_set_attributes (layout, NULL);
  pango_layout_set_text (layout, last, -1);
  pango_layout_set_width (layout, (int) (longest * PANGO_SCALE));
  pango_layout_set_height (layout, 0);
  pango_layout_set_ellipsize (layout, PANGO_ELLIPSIZE_END);
  return layout;
}

/* Draws the title centred along the axis. */
static void
draw_title (cairo_t          *cr,
            const OndesRuler *ruler,
            double            thickness,
            double            size)
{
  const OndesAxis *axis = ruler->axis;
  const OndesSide  side = ruler->side;
  double       longest = axis->pixels, line;
  PangoLayout *layout = layout_title (cr, ruler, size, longest);
  int          width, height;

  pango_layout_get_size (layout, &width, &height);
  line = (double) height / PANGO_SCALE;

  cairo_save (cr);
  if (is_vertical (side))
    {
      cairo_translate (cr, side == ONDES_SIDE_LEFT ? -thickness : thickness - line, -axis->pixels / 2);
      cairo_rotate (cr, -G_PI_2);
      cairo_move_to (cr, -0.5 * width / PANGO_SCALE, 0);
    }
  else
    cairo_move_to (cr, axis->pixels / 2 - 0.5 * width / PANGO_SCALE, side == ONDES_SIDE_TOP ? -thickness : thickness - line);
  ondes_draw_text (cr, layout);
  cairo_restore (cr);
  g_object_unref (layout);
}

void
ondes_draw_ruler (cairo_t          *cr,
                  const OndesRuler *ruler)
{
  const OndesTheme *theme = ruler->theme;
  const OndesAxis  *axis = ruler->axis;
  const OndesSide   side = ruler->side;
  double            thickness, size = 1;
  Ruler             drawn;

  ruler_init (&drawn, cr, theme, axis, side, size);
  thickness = ruler_thickness (&drawn, side, ruler->title != NULL);
  for (; ruler->room != 0 && thickness > ruler->room && size > SMALLEST;
       thickness = ruler_thickness (&drawn, side, ruler->title != NULL))
    {
      ruler_clear (&drawn);
      size -= 0.1;
      ruler_init (&drawn, cr, theme, axis, side, size);
    }

  cairo_save (cr);
  cairo_translate (cr, ruler->x, ruler->y);
  cairo_set_line_width (cr, 1);
  cairo_set_line_cap (cr, CAIRO_LINE_CAP_BUTT);
  ondes_draw_colour (cr, &theme->dim, 1);
  draw_ticks (cr, &drawn, axis, side, FALSE);
  ondes_draw_colour (cr, &theme->foreground, 1);
  draw_ticks (cr, &drawn, axis, side, TRUE);
  draw_labels (cr, &drawn, axis, side);
  if (ruler->title)
    draw_title (cr, ruler, ruler->room != 0 ? ruler->room : thickness, size);
  cairo_restore (cr);
  ruler_clear (&drawn);
}

void
ondes_draw_ruler_mark (cairo_t          *cr,
                       const OndesRuler *ruler,
                       double            value)
{
  const OndesSide side = ruler->side;
  const double    along = ondes_axis_pixel (ruler->axis, value);
  const double    out = side == ONDES_SIDE_LEFT || side == ONDES_SIDE_TOP ? -TICK : TICK;

  if (!(along >= 0 && along <= ruler->axis->pixels))
    return;
  cairo_save (cr);
  cairo_translate (cr, ruler->x + (is_vertical (side) ? 0 : along), ruler->y - (is_vertical (side) ? along : 0));
  if (!is_vertical (side))
    cairo_rotate (cr, G_PI_2);
  cairo_move_to (cr, 0, 0);
  cairo_line_to (cr, out, -MARK);
  cairo_line_to (cr, out, MARK);
  cairo_close_path (cr);
  ondes_draw_colour (cr, &ruler->theme->accent, 1);
  cairo_fill (cr);
  cairo_restore (cr);
}
