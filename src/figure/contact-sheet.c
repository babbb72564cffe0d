/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "contact-sheet.h"

#include <math.h>

#include "figure-private.h"
#include "palette.h"

#define RIGHT   104.0 /* units, at full font size: space for the colour bar */
#define BAR_GAP 14.0
#define BAR     16.0
#define WIDTH   1400
#define CELL_UP 150.0 /* height of a contact with its name */
#define FRAME   110   /* of a page without contacts: title and caption */
#define GAP     8.0
#define NAME    18.0  /* height of a name */

cairo_surface_t *
ondes_contact_draw (const OndesContactSheet *self,
                    const OndesContact      *contact)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, (int) contact->columns, (int) contact->rows);
  const guint32 *palette = ondes_palette_colours (self->palette);
  const int stride = cairo_image_surface_get_stride (surface);
  guint8 *data = cairo_image_surface_get_data (surface);

  for (guint y = 0; y < contact->rows; y++)
    {
      guint32 *line = (guint32 *) (void *) (data + (gsize) y * (gsize) stride);

      for (guint x = 0; x < contact->columns; x++)
        {
          const double value = (double) contact->values[(gsize) y * contact->columns + x];
          const double level = 1 + (self->decade_db * log10 (value) - self->top_db) / self->range_db;

          line[x] = palette[isnan (level) ? 0 : (int) lrint (255 * CLAMP (level, 0, 1))];
        }
    }
  cairo_surface_mark_dirty (surface);
  return surface;
}

static void
place_contact (const OndesContactSheet *self,
               OndesLayout             *layout,
               const OndesContact      *contact,
               const cairo_rectangle_t *area)
{
  cairo_t *cr = layout->cr;
  cairo_surface_t *pixels = ondes_contact_draw (self, contact);
  PangoLayout *name = ondes_draw_layout (cr, &layout->theme, 0.85);

  cairo_save (cr);
  cairo_translate (cr, area->x, area->y);
  cairo_scale (cr, area->width / contact->columns, area->height / contact->rows);
  cairo_set_source_surface (cr, pixels, 0, 0);
  cairo_pattern_set_filter (cairo_get_source (cr), CAIRO_FILTER_NEAREST);
  cairo_rectangle (cr, 0, 0, contact->columns, contact->rows);
  cairo_fill (cr);
  cairo_restore (cr);
  cairo_surface_destroy (pixels);
  pango_layout_set_text (name, contact->name, -1);
  pango_layout_set_width (name, (int) (area->width * PANGO_SCALE));
  pango_layout_set_ellipsize (name, PANGO_ELLIPSIZE_MIDDLE);
  ondes_draw_colour (cr, &layout->theme.foreground, 1);
  cairo_move_to (cr, area->x, area->y + area->height + 1);
  ondes_draw_text (cr, name);
  g_object_unref (name);
}

static void
draw_sheet (cairo_t               *cr,
            const OndesFigureSize *size,
            gconstpointer          data)
{
  const OndesContactSheet *self = data;
  const guint up = (self->n + ONDES_CONTACT_ACROSS - 1) / ONDES_CONTACT_ACROSS;
  OndesLayout layout;
  double left, width, height;
  OndesAxis levels;

  ondes_layout_begin (&layout, cr, size, RIGHT, self->title, self->caption);
  left = GAP; /* there is no ruler on the left */
  width = (layout.x + layout.width - left) / ONDES_CONTACT_ACROSS;
  height = (layout.bottom + layout.below - layout.top) / MAX (up, 1);
  for (guint i = 0; i < self->n; i++)
    place_contact (self, &layout, &self->contacts[i],
                   &(cairo_rectangle_t) { left + i % ONDES_CONTACT_ACROSS * width, layout.top + i / ONDES_CONTACT_ACROSS * height,
                                          width - GAP, height - NAME });
  levels = (OndesAxis) { ONDES_AXIS_LINEAR, self->top_db - self->range_db, self->top_db, MIN (height * up - NAME, 400) };
  ondes_draw_palette_bar (cr, &layout.theme, self->palette, &levels, self->bar,
                          &(cairo_rectangle_t) { layout.x + layout.width + BAR_GAP * layout.factor, layout.top,
                                                 BAR * layout.factor, levels.pixels });
  ondes_layout_end (&layout);
}

gboolean
ondes_contact_sheet_write (const OndesImageTarget  *to,
                           const OndesContactSheet *self,
                           GError                 **error)
{
  const guint up = (self->n + ONDES_CONTACT_ACROSS - 1) / ONDES_CONTACT_ACROSS;
  OndesFigureSize size = ondes_figure_size_default;

  size.width = WIDTH;
  size.height = FRAME + (guint) (MAX (up, 1) * CELL_UP);
  return ondes_image_write (to, &(OndesImage) { .size = &size, .title = self->title, .caption = self->caption,
                                                .draw = draw_sheet, .data = self }, error);
}
