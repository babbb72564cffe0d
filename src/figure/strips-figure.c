/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"
#include "strips-figure.h"

#include <math.h>

#include "base/number.h"
#include "figure-private.h"

#define RIGHT    104.0 /* units, at full font size, as beside a scalogram, so that both have the same time axis */
#define ROOM     0.06  /* of the range of values, above and below */
#define SMALLEST 0.45  /* of the names, relative to the usual size */

/* Returns the name of a channel, "C3 (µV)", "2", "mean"; transfer full. */
static char *
name_strip (const OndesRecordingInfo *info,
            guint                     channel)
{
  const char *name = channel > 0 ? info->channel_names[channel - 1] : "mean";
  g_autofree char *number = g_strdup_printf ("%u", channel);
  const char *shown = name != NULL && *name != '\0' ? name : number;

  return info->unit != NULL && *info->unit != '\0' ? g_strdup_printf ("%s (%s)", shown, info->unit) : g_strdup (shown);
}

void
ondes_strip_range (const OndesExtent *extents,
                   guint              columns,
                   double            *lo,
                   double            *hi)
{
  double min = G_MAXDOUBLE, max = -G_MAXDOUBLE, pad;

  for (guint i = 0; i < columns; i++)
    if (extents[i].min <= extents[i].max)
      {
        min = MIN (min, extents[i].min);
        max = MAX (max, extents[i].max);
      }
  if (min > max)
    min = max = 0;
  pad = max > min ? ROOM * (max - min) : max != 0 ? fabs (max) : 1;
  *lo = min - pad;
  *hi = max + pad;
}

/* Returns the caption; transfer full. */
static char *
make_caption (const OndesStripsFigure *self)
{
  const OndesRecordingInfo *info = self->info;
  g_autofree char *unit = ondes_frequency_unit (info->time_unit);
  char rate[ONDES_NUMBER_SIZE];
  GString *text = g_string_new (NULL);

  g_string_append_printf (text, "Waveforms of %u of %u channel%s: the least and the largest sample of each column. ", self->n,
                          info->channels, ondes_plural (info->channels));
  if (self->span.first == 0 && self->span.count == info->frames)
    g_string_append_printf (text, "All %" G_GUINT64_FORMAT " samples", info->frames);
  else
    g_string_append_printf (text, "Samples %" G_GUINT64_FORMAT " to %" G_GUINT64_FORMAT " (of %" G_GUINT64_FORMAT ")",
                            self->span.first, self->span.first + self->span.count, info->frames);
  g_string_append_printf (text, " at %s %s", ondes_number_print (rate, info->rate_hz), unit);
  if (info->conditioning != NULL)
    {
      g_autofree char *steps = g_strjoinv (" ", (char **) info->conditioning);

      g_string_append_printf (text, ", conditioned by %s", steps);
    }
  g_string_append_printf (text, ". %s. Ondes " ONDES_VERSION ".", self->common ? "All have one range of values"
                                                                             : "Each fills its strip");
  return g_string_free (text, FALSE);
}

/* Writes the name of a strip left of it, no higher than it. */
static void
draw_name (const OndesLayout *layout,
           const char        *name,
           double             y,
           double             height)
{
  for (double size = 1;; size -= 0.1)
    {
      PangoLayout *text = ondes_draw_layout (layout->cr, &layout->theme, size);
      int w, h;

      pango_layout_set_text (text, name, -1);
      pango_layout_set_single_paragraph_mode (text, TRUE);
      pango_layout_set_width (text, (int) ((layout->x - 8) * PANGO_SCALE));
      pango_layout_set_ellipsize (text, PANGO_ELLIPSIZE_END);
      pango_layout_get_pixel_size (text, &w, &h);
      if (h <= height || size < SMALLEST + 0.1)
        {
          ondes_draw_colour (layout->cr, &layout->theme.foreground, 1);
          cairo_move_to (layout->cr, layout->x - 6 - w, y + (height - h) / 2);
          ondes_draw_text (layout->cr, text);
          g_object_unref (text);
          return;
        }
      g_object_unref (text);
    }
}

static void
draw_strips (cairo_t               *cr,
             const OndesFigureSize *size,
             gconstpointer          data)
{
  const OndesStripsFigure *self = data;
  const OndesRecordingInfo *info = self->info;
  const guint columns = ondes_figure_columns (size);
  const OndesTimeBase base = { info->time_unit, info->rate_hz, info->frames, info->start, info->has_date ? info->date_s : NAN,
                               info->start_zone, ondes_recording_info_notes_date (info), ONDES_TIME_RULER_AUTO };
  g_autofree char *caption = make_caption (self), *title = NULL;
  OndesLayout layout;
  OndesAxis time;
  double height, lo, hi;

  ondes_layout_begin (&layout, cr, size, RIGHT, info->name, caption);
  height = ondes_layout_height (&layout, layout.top);
  ondes_strip_range (self->extents, self->n * columns, &lo, &hi);
  for (guint i = 0; i < self->n; i++)
    {
      const OndesExtent *extents = self->extents + (gsize) i * columns;
      const double y = layout.top + height * i / self->n, h = height / self->n;
      g_autofree char *name = name_strip (info, self->channels[i]);
      OndesPlot plot = { .area = { layout.x, y, layout.width, h }, .lo = lo, .hi = hi, .cr = cr, .theme = &layout.theme };

      if (!self->common)
        ondes_strip_range (extents, columns, &plot.lo, &plot.hi);
      ondes_draw_waveform (&plot, extents, columns);
      draw_name (&layout, name, y, h);
    }
  ondes_layout_frame (&layout, layout.top, height);
  time = ondes_time_axis (&base, (double) self->span.first, (double) self->span.count, layout.width);
  title = ondes_time_title (info->time_unit, &time);
  ondes_draw_ruler (cr, &(OndesRuler) { .theme = &layout.theme, .axis = &time, .side = ONDES_SIDE_BOTTOM, .title = title,
                                        .x = layout.x, .y = layout.top + height, .room = layout.below });
  ondes_layout_end (&layout);
}

gboolean
ondes_strips_figure_write (const OndesImageTarget  *to,
                           const OndesFigureSize   *size,
                           const OndesStripsFigure *self,
                           GError                 **error)
{
  g_autofree char *caption = make_caption (self);

  return ondes_image_write (to, &(OndesImage) { .size = size, .title = self->info->name, .caption = caption, .draw = draw_strips,
                                                .data = self }, error);
}
