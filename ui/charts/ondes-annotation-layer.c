/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <math.h>

#include "ondes-annotation-private.h"
#include "ondes-charts.h"
#include "ondes-scalogram-axis.h"

#define STRIP 14.0 /* height of the annotations below the overview's waveform, pixels */

#define MOST  1    /* annotations drawn that start in one pixel: the view pans at the display's rate however many there are */

#define AT_ONCE 2000 /* the most annotations of a set that are drawn within a frame; a worker draws more */

#define DATA "ondes-annotation-layer"

OndesAnnotationLayer *
ondes_annotation_layer_of (OndesTimeChart *chart)
{
  return g_object_get_data (G_OBJECT (chart), DATA);
}

double
ondes_annotation_layer_get_length (OndesAnnotationLayer *self)
{
  OndesSource *source = ondes_session_get_source (ondes_time_chart_get_session (self->chart));

  return source != NULL ? (double) source->n / source->rate_hz : 0;
}

/* Fills the frequencies of a scalogram. A Walshgram has sequencies, so boxes are spans there. */
static void
fill_axis (OndesAnnotationLayer *self,
           OndesAnnotationPlot  *plot,
           OndesAxis            *axis,
           OndesDisplay         *display)
{
  OndesScalogramAnalysis *analysis;
  OndesAxis full;

  if (!ONDES_IS_SCALOGRAM_VIEW (self->chart))
    return;
  analysis = ondes_scalogram_view_get_analysis (ONDES_SCALOGRAM_VIEW (self->chart));
  plot->scalogram = ondes_scalogram_analysis_get_scalogram (analysis);
  if (plot->scalogram == NULL || ondes_scalogram_get_place (plot->scalogram) != ONDES_PLACE_FREQUENCY
      || !ondes_scalogram_axis_get (ONDES_SCALOGRAM_VIEW (self->chart), axis, &full))
    {
      plot->scalogram = NULL;
      return;
    }
  *display = *ondes_scalogram_analysis_get_display (analysis);
  plot->axis = axis;
  plot->display = display;
}

gboolean
ondes_annotation_layer_get_plot (OndesAnnotationLayer *self,
                                 OndesAnnotationPlot  *plot,
                                 OndesAxis            *axis,
                                 OndesDisplay         *display)
{
  OndesTimeChartClass *klass = ONDES_TIME_CHART_GET_CLASS (self->chart);
  const double length = ondes_annotation_layer_get_length (self);
  OndesAnnotation *first = ondes_annotations_model_get_first (self->model);
  graphene_rect_t area;
  double left, width;

  ondes_chart_get_plot (ONDES_CHART (self->chart), &area);
  if (area.size.width <= 0 || ondes_chart_is_empty (ONDES_CHART (self->chart)) || !(length > 0))
    return FALSE;
  left = klass->sample_to_x (self->chart, 0);
  width = klass->sample_to_x (self->chart, (double) ondes_time_chart_get_length (self->chart)) - left;
  if (!(width > 0))
    return FALSE;
  if (self->is_overview)
    graphene_rect_init (&area, area.origin.x, area.origin.y + MAX (area.size.height - STRIP, 0), area.size.width,
                        MIN (STRIP, area.size.height));
  *plot = (OndesAnnotationPlot) { .set = ondes_annotations_model_get_shown (self->model), .area = ondes_chart_area (&area),
                                  .from = (area.origin.x - left) / width * length,
                                  .to = (area.origin.x + area.size.width - left) / width * length,
                                  .selected = first != NULL && !self->is_overview ? first->id : 0 };
  fill_axis (self, plot, axis, display);
  return TRUE;
}

double
ondes_annotation_layer_hz_at (OndesAnnotationLayer *self,
                              double                y)
{
  graphene_rect_t area;

  ondes_chart_get_plot (ONDES_CHART (self->chart), &area);
  return ondes_time_chart_y_to_hz (self->chart, CLAMP (y, area.origin.y, area.origin.y + area.size.height));
}

/* TRUE if the drawing kept is that of @plot. */
static gboolean
is_drawn (const OndesAnnotationLayer *self,
          const OndesAnnotationPlot  *plot)
{
  const OndesAnnotationPlot *last = &self->plot;

  return self->node != NULL && self->set == plot->set && last->from == plot->from && last->to == plot->to
         && last->selected == plot->selected && last->scalogram == plot->scalogram && (last->axis == NULL) == (plot->axis == NULL)
         && memcmp (&last->area, &plot->area, sizeof last->area) == 0
         && (plot->axis == NULL || ondes_axis_equal (&self->axis, plot->axis));
}

static void
drop (OndesAnnotationLayer *self)
{
  g_clear_pointer (&self->node, gsk_render_node_unref);
  g_clear_pointer (&self->set, ondes_annotation_set_unref);
}

/* Returns the ids of several that are chosen, borrowed. */
static GHashTable *
get_chosen (OndesAnnotationLayer *self)
{
  GPtrArray *chosen = ondes_annotations_model_get_chosen (self->model);

  if (self->chosen != NULL)
    return self->chosen;
  self->chosen = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  for (guint i = 0; i < chosen->len; i++)
    {
      const OndesAnnotation *annotation = g_ptr_array_index (chosen, i);

      g_hash_table_add (self->chosen, g_memdup2 (&annotation->id, sizeof annotation->id));
    }
  return self->chosen;
}

gboolean
ondes_annotation_layer_is_chosen (OndesAnnotationLayer  *self,
                                  const OndesAnnotation *annotation)
{
  return g_hash_table_contains (get_chosen (self), &annotation->id);
}

/* Returns the colours of the tracks of @set; free with g_free(). */
static OndesColour *
list_colours (OndesAnnotationLayer *self,
              OndesAnnotationSet   *set)
{
  const char *const *tracks = ondes_annotation_set_get_tracks (set);
  OndesColour *colours = g_new (OndesColour, g_strv_length ((char **) tracks) + 1);

  for (guint i = 0; tracks[i] != NULL; i++)
    colours[i] = ondes_annotations_model_get_colour (self->model, tracks[i]);
  return colours;
}

/* Fills how @plot looks; free its colours with g_free(). */
static OndesColour *
fill_looks (OndesAnnotationLayer *self,
            OndesAnnotationPlot  *plot)
{
  OndesColour *colours = list_colours (self, plot->set);

  plot->colours = colours;
  if (!self->is_overview && ondes_annotations_model_get_chosen (self->model)->len > 1)
    plot->chosen = get_chosen (self);
  plot->most = MOST;
  return colours;
}

static void
draw (OndesAnnotationLayer      *self,
      const OndesAnnotationPlot *plot)
{
  const cairo_rectangle_t *area = &plot->area;
  OndesAnnotationPlot coloured = *plot;
  g_autofree OndesColour *colours = fill_looks (self, &coloured);
  cairo_t *cr;

  drop (self);
  self->node = gsk_cairo_node_new (&GRAPHENE_RECT_INIT ((float) area->x, (float) area->y, (float) area->width,
                                                        (float) area->height));
  self->set = ondes_annotation_set_ref (plot->set);
  self->plot = *plot;
  if (plot->axis != NULL)
    self->axis = *plot->axis;
  cr = gsk_cairo_node_get_draw_context (self->node);
  ondes_draw_annotations (cr, &coloured);
  cairo_destroy (cr);
}

void
ondes_annotation_layer_snapshot (OndesTimeChart         *chart,
                                 const OndesChartCanvas *canvas)
{
  OndesAnnotationLayer *self = ondes_annotation_layer_of (chart);
  OndesAnnotationPlot plot;
  OndesDisplay display;
  OndesAxis axis = { 0 };

  if (self == NULL || !ondes_annotation_layer_get_plot (self, &plot, &axis, &display)
      || ondes_annotation_set_get_length (plot.set) == 0)
    return;
  plot.theme = canvas->theme;
  if (ondes_annotation_set_get_length (plot.set) > AT_ONCE)
    {
      g_autofree OndesColour *colours = fill_looks (self, &plot);

      drop (self);
      if (self->picture == NULL)
        self->picture = ondes_annotation_picture_new (GTK_WIDGET (chart));
      ondes_annotation_picture_snapshot (self->picture, canvas->snapshot, &plot);
      return;
    }
  g_clear_pointer (&self->picture, ondes_annotation_picture_free);
  if (!is_drawn (self, &plot))
    draw (self, &plot);
  gtk_snapshot_append_node (canvas->snapshot, self->node);
}

static void
on_changed (OndesAnnotationLayer *self)
{
  g_clear_pointer (&self->chosen, g_hash_table_unref);
  drop (self);
  if (self->picture != NULL)
    ondes_annotation_picture_change (self->picture);
  gtk_widget_queue_draw (GTK_WIDGET (self->chart));
}

gboolean
ondes_annotation_layer_edit (OndesTimeChart  *chart,
                             OndesAnnotation *annotation)
{
  OndesAnnotationLayer *self = ondes_annotation_layer_of (chart);
  OndesAnnotationPlot plot;
  OndesAnnotationPlace place;
  OndesDisplay display;
  OndesAxis axis = { 0 };

  if (self == NULL || self->is_overview || !gtk_widget_get_mapped (GTK_WIDGET (chart))
      || !ondes_annotation_layer_get_plot (self, &plot, &axis, &display)
      || !ondes_annotation_plot_place (&plot, annotation, &place))
    return FALSE;
  ondes_annotation_editor_open (self, annotation, &place);
  return TRUE;
}

static void
layer_free (gpointer data)
{
  OndesAnnotationLayer *self = data;

  drop (self);
  g_clear_pointer (&self->picture, ondes_annotation_picture_free);
  g_clear_pointer (&self->from, g_ptr_array_unref);
  g_clear_pointer (&self->chosen, g_hash_table_unref);
  g_signal_handlers_disconnect_by_data (self->model, self);
  g_object_unref (self->model);
  g_free (self);
}

void
ondes_annotation_layer_attach (OndesTimeChart        *chart,
                               OndesAnnotationsModel *model)
{
  OndesAnnotationLayer *self = g_new0 (OndesAnnotationLayer, 1);

  self->chart = chart;
  self->model = g_object_ref (model);
  self->is_overview = ONDES_IS_OVERVIEW_VIEW (chart);
  g_object_set_data_full (G_OBJECT (chart), DATA, self, layer_free);
  g_signal_connect_swapped (model, "changed", G_CALLBACK (on_changed), self);
  g_signal_connect_swapped (model, "chosen-changed", G_CALLBACK (on_changed), self);
  if (!self->is_overview)
    ondes_annotation_input_attach (self);
}

void
ondes_annotation_layer_allocate (OndesTimeChart *chart)
{
  OndesAnnotationLayer *self = ondes_annotation_layer_of (chart);

  if (self == NULL)
    return;
  drop (self);
  if (self->editor != NULL)
    gtk_popover_present (GTK_POPOVER (self->editor));
}

void
ondes_annotation_layer_dispose (OndesTimeChart *chart)
{
  OndesAnnotationLayer *self = ondes_annotation_layer_of (chart);

  if (self != NULL)
    g_clear_pointer (&self->editor, gtk_widget_unparent);
}
