/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ondes-slice-private.h"
#include "picture/words-slices.h"

#define PALE 0.4 /* opacity of what lies below the result's */

OndesSlicesShown *
ondes_slices_shown_new (OndesScalogramAnalysis *analysis)
{
  OndesSlicesShown *self = g_rc_box_new0 (OndesSlicesShown);

  self->analysis = g_object_ref (analysis);
  return self;
}

OndesSlicesShown *
ondes_slices_shown_ref (OndesSlicesShown *self)
{
  return g_rc_box_acquire (self);
}

static void
shown_clear (gpointer data)
{
  OndesSlicesShown *self = data;

  g_clear_object (&self->analysis);
  g_clear_object (&self->result);
}

void
ondes_slices_shown_unref (OndesSlicesShown *self)
{
  g_rc_box_release_full (self, shown_clear);
}

static void
draw_all (cairo_t                *cr,
          const OndesSlicePlot   *plot,
          OndesScalogramAnalysis *analysis,
          OndesSliceKind          kind,
          double                  opacity)
{
  OndesSlices *slices = ondes_scalogram_analysis_get_slices (analysis);

  /* The crosshair's, which is first, comes on top. */
  for (guint i = ondes_slices_get_n (slices); i-- > 0;)
    {
      const OndesSlicesEntry *entry = ondes_slices_get (slices, i);
      OndesColour colour = ondes_slice_colour (entry->colour, plot->theme);

      colour.a *= opacity;
      if (entry->slices[kind] != NULL)
        ondes_draw_slice (cr, plot, entry->slices[kind], &colour);
    }
}

void
ondes_slice_plot_draw (OndesChart             *chart,
                       const OndesChartCanvas *canvas,
                       const OndesSlicesShown *shown,
                       OndesSliceKind          kind)
{
  const OndesDisplay display = ondes_scalogram_analysis_get_colours (shown->analysis);
  OndesSlicePlot plot = { .theme = canvas->theme, .display = &display, .area = ondes_chart_area (&canvas->plot),
                          .scalogram = ondes_scalogram_analysis_get_scalogram (shown->analysis),
                          .upright = kind == ONDES_SLICE_SPECTRUM };
  g_autofree char *title = NULL;
  OndesAxis levels;
  cairo_t *cr;

  ondes_chart_draw_background (canvas);
  if (plot.scalogram == NULL)
    return;
  if (!plot.upright)
    ondes_timeline_get_view (ondes_time_chart_get_timeline (ONDES_TIME_CHART (chart)), &plot.first, &plot.count);
  cr = gtk_snapshot_append_cairo (canvas->snapshot, &canvas->plot);
  ondes_draw_slice_grid (cr, &plot, kind);
  draw_all (cr, &plot, shown->analysis, kind, shown->result != NULL ? PALE : 1);
  if (shown->result != NULL)
    draw_all (cr, &plot, shown->result, kind, 1);
  cairo_destroy (cr);
  levels = ondes_slice_level_axis (&plot);
  title = ondes_words_slice_level (plot.scalogram, &display);
  ondes_chart_draw_ruler (chart, canvas, &levels, plot.upright ? ONDES_SIDE_BOTTOM : ONDES_SIDE_LEFT, title);
}

static OndesScalogramAnalysis *
front_of (const OndesSlicesShown *shown)
{
  return shown->result != NULL ? shown->result : shown->analysis;
}

char *
ondes_slice_plot_describe (const OndesSlicesShown *shown,
                           OndesSliceKind          kind)
{
  OndesScalogramAnalysis *analysis = front_of (shown);
  OndesSlices *slices = ondes_scalogram_analysis_get_slices (analysis);
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < ondes_slices_get_n (slices); i++)
    {
      const OndesSlicesEntry *entry = ondes_slices_get (slices, i);
      g_autofree char *place = NULL, *peak = NULL;

      if (entry->slices[kind] == NULL)
        continue;
      place = ondes_words_slice (shown->analysis, entry);
      peak = ondes_words_slice_peak (shown->analysis, entry->slices[kind]);
      g_string_append_printf (text, "%s%s", text->len > 0 ? "; " : "", place);
      if (peak != NULL)
        g_string_append_printf (text, ": %s", peak);
    }
  return text->len > 0 ? g_string_free (g_steal_pointer (&text), FALSE) : NULL;
}

const OndesSlice *
ondes_slice_plot_first (const OndesSlicesShown *shown,
                        OndesSliceKind          kind)
{
  OndesSlices *slices = ondes_scalogram_analysis_get_slices (front_of (shown));

  for (guint i = 0; i < ondes_slices_get_n (slices); i++)
    if (ondes_slices_get (slices, i)->slices[kind] != NULL)
      return ondes_slices_get (slices, i)->slices[kind];
  return NULL;
}
