/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Cairo writes SVG text as outlines; this writes <text> elements, one per font run. */
#include "draw-private.h"

static const cairo_user_data_key_t text_key;

void
ondes_draw_text_as_text (cairo_surface_t *surface,
                         GString         *svg)
{
  cairo_surface_set_user_data (surface, &text_key, svg, NULL);
}

static void
add_number (GString    *svg,
            const char *before,
            double      value)
{
  char digits[G_ASCII_DTOSTR_BUF_SIZE];

  g_string_append_printf (svg, "%s%s", before, g_ascii_formatd (digits, sizeof digits, "%.6g", value));
}

static void
add_style (GString    *svg,
           cairo_t    *cr,
           PangoFont  *font,
           gboolean    middle)
{
  PangoFontDescription *description = pango_font_describe_with_absolute_size (font);
  double r = 0, g = 0, b = 0, a = 1;

  cairo_pattern_get_rgba (cairo_get_source (cr), &r, &g, &b, &a);
  g_string_append_printf (svg, " font-family=\"%s, sans-serif\"", pango_font_description_get_family (description));
  add_number (svg, " font-size=\"", (double) pango_font_description_get_size (description) / PANGO_SCALE);
  if (pango_font_description_get_weight (description) > PANGO_WEIGHT_MEDIUM)
    g_string_append (svg, "\" font-weight=\"bold");
  add_number (svg, "\" fill=\"rgb(", r * 100);
  add_number (svg, "%,", g * 100);
  add_number (svg, "%,", b * 100);
  add_number (svg, "%)\" fill-opacity=\"", a);
  g_string_append (svg, middle ? "\" text-anchor=\"middle\"" : "\"");
  pango_font_description_free (description);
}

/* The baseline of a run: its start and width, in user units; TRUE if anchored at its middle. */
typedef struct
{
  double   x, y, width;
  gboolean middle;
} RunBox;

/* Adds a run of text. A single run is anchored at its middle, so a substituted font's width error spreads to both sides. */
static void
add_run (GString              *svg,
         cairo_t              *cr,
         const char           *text,
         const PangoLayoutRun *run,
         const RunBox         *box)
{
  gboolean         ellipsis = (run->item->analysis.flags & PANGO_ANALYSIS_FLAG_IS_ELLIPSIS) != 0;
  g_autofree char *words = ellipsis ? g_strdup ("…") : g_markup_escape_text (text + run->item->offset, run->item->length);
  cairo_matrix_t   m;

  cairo_get_matrix (cr, &m);
  g_string_append (svg, "<text xml:space=\"preserve\"");
  add_number (svg, " transform=\"matrix(", m.xx);
  add_number (svg, " ", m.yx);
  add_number (svg, " ", m.xy);
  add_number (svg, " ", m.yy);
  add_number (svg, " ", m.x0);
  add_number (svg, " ", m.y0);
  add_number (svg, ")\" x=\"", box->middle ? box->x + box->width / 2 : box->x);
  add_number (svg, "\" y=\"", box->y);
  g_string_append_c (svg, '"');
  add_style (svg, cr, run->item->analysis.font, box->middle);
  g_string_append_printf (svg, ">%s</text>\n", words);
}

gboolean
ondes_draw_svg_text (cairo_t     *cr,
                     PangoLayout *layout)
{
  GString         *svg = cairo_surface_get_user_data (cairo_get_group_target (cr), &text_key);
  const char      *text = pango_layout_get_text (layout);
  PangoLayoutIter *iter;
  RunBox           box = { .middle = pango_layout_get_line_count (layout) == 1 };
  double           x, y;

  if (!svg)
    return FALSE;
  cairo_get_current_point (cr, &x, &y);
  iter = pango_layout_get_iter (layout);
  do
    {
      const PangoLayoutRun *run = pango_layout_iter_get_run_readonly (iter);
      PangoRectangle        extents;

      if (!run)
        continue;
      pango_layout_iter_get_run_extents (iter, NULL, &extents);
      box.x = x + (double) extents.x / PANGO_SCALE;
      box.y = y + (double) (pango_layout_iter_get_baseline (iter) - run->y_offset) / PANGO_SCALE;
      box.width = (double) extents.width / PANGO_SCALE;
      add_run (svg, cr, text, run, &box);
    }
  while (pango_layout_iter_next_run (iter));
  pango_layout_iter_free (iter);
  return TRUE;
}
