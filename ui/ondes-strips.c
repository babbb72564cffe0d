/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <math.h>
#include <string.h>

#include "ondes-strips.h"

#define NUDGE 1e-4 /* of a pixel: what lies on the edge of two falls to the same in whichever strips it is coloured */
#define WHOLE 1e-6 /* of a pixel: this near to a whole one it is one */

void
ondes_strip_free (OndesStrip *strip)
{
  g_clear_object (&strip->texture);
  g_free (strip->pixels);
  g_free (strip->same);
  g_free (strip);
}

gint64
ondes_strips_pixels (guint64 n,
                     double  samples)
{
  return MAX ((gint64) floor ((double) n / samples + WHOLE), 1);
}

static void
pack_line (guint8              *to,
           const guint32 *const *columns,
           int                  width,
           gsize                at,
           gboolean             opaque)
{
  for (int x = 0; x < width; x++)
    {
      guint32 pixel = columns[x][at];

      *to++ = (guint8) (pixel >> 16);
      *to++ = (guint8) (pixel >> 8);
      *to++ = (guint8) pixel;
      if (!opaque)
        *to++ = (guint8) (pixel >> 24);
    }
}

/* As bytes of red, green, blue, and where some pixels show nothing, of alpha: GTK 4.8 brings these to the screen with integers, but
 * Cairo's own format by way of floats, and the Cairo renderer does so for each frame. Colours are opaque or nothing at all, so
 * that multiplied by alpha they are the same. Line y shows line @lines[y] of @columns; @same tells of the lines that are as those
 * above them. */
static GdkTexture *
pack (const guint32 *const *columns,
      int                   width,
      const int            *lines,
      int                   height,
      const guint8         *same,
      gboolean              opaque)
{
  const gsize stride = (gsize) width * (opaque ? 3 : 4);
  guint8 *data = g_malloc (stride * height);
  g_autoptr (GBytes) bytes = g_bytes_new_take (data, stride * height);

  for (int y = 0, shown = -1; y < height; y++)
    {
      int line = lines[y];

      while (line > 0 && same[line])
        line--;
      if (line == shown)
        memcpy (data + y * stride, data + (y - 1) * stride, stride);
      else
        pack_line (data + y * stride, columns, width, (gsize) line * ONDES_STRIP_WIDTH, opaque);
      shown = line;
    }
  return gdk_memory_texture_new (width, height, opaque ? GDK_MEMORY_R8G8B8 : GDK_MEMORY_R8G8B8A8, bytes, stride);
}

/* The strip of the pixels from @x on, those of them from @from to @to known. */
static OndesStrip *
cut (cairo_surface_t *surface,
     int              x,
     gint64           from,
     gint64           to)
{
  OndesStrip *strip = g_new0 (OndesStrip, 1);
  const guint32 *pixels = (const guint32 *) cairo_image_surface_get_data (surface);
  const int stride = cairo_image_surface_get_stride (surface) / 4, height = cairo_image_surface_get_height (surface);
  const guint32 *columns[ONDES_STRIP_WIDTH];
  g_autofree int *lines = g_new (int, height);
  guint32 all = ~0u;

  strip->width = MIN (ONDES_STRIP_WIDTH, cairo_image_surface_get_width (surface) - x);
  strip->from = (int) CLAMP (from - x, 0, strip->width);
  strip->to = (int) CLAMP (to - x, strip->from, strip->width);
  strip->pixels = g_new (guint32, (gsize) height * ONDES_STRIP_WIDTH);
  strip->same = g_new0 (guint8, height);
  for (int y = 0; y < height; y++)
    {
      guint32 *line = strip->pixels + (gsize) y * ONDES_STRIP_WIDTH;

      lines[y] = y;
      memcpy (line, pixels + (gsize) y * stride + x, strip->width * sizeof *line);
      strip->same[y] = y > 0 && memcmp (line, line - ONDES_STRIP_WIDTH, strip->width * sizeof *line) == 0;
      for (int i = strip->from; i < strip->to && !strip->same[y]; i++)
        all &= line[i];
    }
  strip->opaque = all >> 24 == 0xff;
  for (int i = strip->from; i < strip->to; i++)
    columns[i - strip->from] = strip->pixels + i;
  if (strip->to > strip->from)
    strip->texture = pack (columns, strip->to - strip->from, lines, height, strip->same, strip->opaque);
  return strip;
}

GPtrArray *
ondes_strips_colour (const OndesScalogram *scalogram,
                     const OndesDisplay   *display,
                     const OndesAxis      *axis,
                     double                samples,
                     int                   height,
                     gint64                from,
                     gint64                to)
{
  const gint64 first = from * ONDES_STRIP_WIDTH;
  const gint64 width = MIN (to * ONDES_STRIP_WIDTH, ondes_strips_pixels (scalogram->n, samples)) - first;
  const double start = (double) scalogram->view.first / samples;
  const double end = (double) (scalogram->view.first + scalogram->view.count) / samples;
  const gboolean ends = scalogram->view.first + scalogram->view.count >= scalogram->n;
  GPtrArray *strips = NULL;
  OndesAxis lines = *axis;
  cairo_surface_t *surface;

  lines.pixels = height;
  surface = ondes_raster_new (scalogram, display, &lines, ((double) first + NUDGE) * samples, (double) width * samples, (int) width,
                              height);
  if (cairo_surface_status (surface) == CAIRO_STATUS_SUCCESS)
    {
      strips = g_ptr_array_new_with_free_func ((GDestroyNotify) ondes_strip_free);
      for (int x = 0; x < width; x += ONDES_STRIP_WIDTH)
        {
          /* A pixel is known where its middle is. */
          OndesStrip *strip = cut (surface, x, (gint64) ceil (start - 0.5) - first, (gint64) floor (end + 0.5) - first);

          strip->exact = !scalogram->view.preview && start <= (double) (first + x) + WHOLE
                         && (ends || end >= (double) (first + x + strip->width) - WHOLE);
          g_ptr_array_add (strips, strip);
        }
    }
  cairo_surface_destroy (surface);
  return strips;
}

GdkTexture *
ondes_strips_stretch (GPtrArray *strips,
                      int        high,
                      const int *columns,
                      int        width,
                      const int *lines,
                      int        height)
{
  g_autofree const guint32 **pixels = g_new (const guint32 *, width);
  g_autofree guint8 *same = g_malloc (high);
  gboolean opaque = TRUE;

  memset (same, 1, high);
  for (int x = 0, last = -1; x < width; x++)
    {
      const int at = columns[x] / ONDES_STRIP_WIDTH, column = columns[x] % ONDES_STRIP_WIDTH;
      const OndesStrip *strip = strips->pdata[at];

      pixels[x] = strip->pixels + column;
      opaque = opaque && strip->opaque && column >= strip->from && column < strip->to;
      for (int y = 0; y < high && at != last; y++)
        same[y] &= strip->same[y];
      last = at;
    }
  return pack (pixels, width, lines, height, same, opaque);
}
