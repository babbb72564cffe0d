/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ondes-annotation-picture.h"

#include <math.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "ondes-chart-pixels.h"

#define DRAW_NICE 5 /* of the thread that draws, so that frames and computations come first where processors are few */

/* What a picture is drawn of: a plot with copies, or references, of all that it points at. */
typedef struct
{
  OndesAnnotationPlot plot;
  OndesTheme          theme;
  OndesAxis           axis;
  OndesDisplay        display;
  guint               change; /* of the annotations */
  int                 scale;  /* device pixels a unit */
  double              x, y;   /* of the picture, in units */
  int                 width, height;
} Drawn;

struct _OndesAnnotationPicture
{
  GtkWidget  *chart;
  guint       change;
  Drawn      *wanted;  /* the last plot; NULL if none */
  Drawn      *drawn;   /* that of the pixels; NULL if none */
  OndesChartPixels *pixels;
  gboolean    busy;    /* a worker draws */
};

static void
drawn_free (gpointer data)
{
  Drawn *self = data;

  ondes_annotation_set_unref (self->plot.set);
  g_clear_pointer (&self->plot.chosen, g_hash_table_unref);
  if (self->plot.scalogram != NULL)
    ondes_scalogram_unref ((OndesScalogram *) self->plot.scalogram);
  g_free ((OndesColour *) self->plot.colours);
  g_free (self);
}

static Drawn *
drawn_new (OndesAnnotationPicture    *self,
           const OndesAnnotationPlot *plot)
{
  Drawn *drawn = g_new0 (Drawn, 1);
  const guint tracks = g_strv_length ((char **) ondes_annotation_set_get_tracks (plot->set));

  drawn->plot = *plot;
  drawn->theme = *plot->theme;
  drawn->plot.theme = &drawn->theme;
  drawn->change = self->change;
  drawn->scale = gtk_widget_get_scale_factor (self->chart);
  ondes_annotation_set_ref (plot->set);
  drawn->plot.colours = plot->colours != NULL ? g_memdup2 (plot->colours, tracks * sizeof *plot->colours) : NULL;
  if (plot->chosen != NULL)
    g_hash_table_ref (plot->chosen);
  if (plot->axis != NULL)
    {
      drawn->axis = *plot->axis;
      drawn->display = *plot->display;
      drawn->plot.axis = &drawn->axis;
      drawn->plot.display = &drawn->display;
    }
  if (plot->scalogram != NULL)
    ondes_scalogram_ref ((OndesScalogram *) plot->scalogram);
  drawn->x = floor (plot->area.x);
  drawn->y = floor (plot->area.y);
  drawn->width = (int) ceil (plot->area.x + plot->area.width - drawn->x);
  drawn->height = (int) ceil (plot->area.y + plot->area.height - drawn->y);
  return drawn;
}

/* TRUE if both give the same picture. */
static gboolean
drawn_is_equal (const Drawn *a,
                const Drawn *b)
{
  return a != NULL && b != NULL && a->change == b->change && a->scale == b->scale && a->plot.set == b->plot.set
         && a->plot.from == b->plot.from && a->plot.to == b->plot.to && a->plot.selected == b->plot.selected
         && a->plot.scalogram == b->plot.scalogram && (a->plot.axis == NULL) == (b->plot.axis == NULL)
         && memcmp (&a->plot.area, &b->plot.area, sizeof a->plot.area) == 0 && ondes_axis_equal (&a->axis, &b->axis)
         && a->theme.font == b->theme.font;
}

static void
draw (gpointer data,
      gpointer unused)
{
  static __thread gboolean is_nice;
  g_autoptr (GTask) task = data;
  const Drawn *drawn = g_task_get_task_data (task);
  const int width = drawn->width * drawn->scale, height = drawn->height * drawn->scale;
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, width, height);
  cairo_t *cr;

  if (!is_nice)
    setpriority (PRIO_PROCESS, (id_t) syscall (SYS_gettid), DRAW_NICE);
  is_nice = TRUE;
  cairo_surface_set_device_scale (surface, drawn->scale, drawn->scale);
  cr = cairo_create (surface);
  cairo_translate (cr, -drawn->x, -drawn->y);
  ondes_draw_annotations (cr, &drawn->plot);
  cairo_destroy (cr);
  g_task_return_pointer (task, ondes_chart_pixels_new (surface), (GDestroyNotify) ondes_chart_pixels_free);
}

static void
on_drawn (GObject      *source,
          GAsyncResult *result,
          gpointer      data)
{
  OndesAnnotationPicture *self = data;
  OndesChartPixels *pixels = g_task_propagate_pointer (G_TASK (result), NULL);
  Drawn *drawn = g_object_steal_data (G_OBJECT (result), "drawn");

  self->busy = FALSE;
  g_clear_pointer (&self->drawn, drawn_free);
  self->drawn = drawn;
  g_clear_pointer (&self->pixels, ondes_chart_pixels_free);
  self->pixels = pixels;
  if (self->chart == NULL)
    ondes_annotation_picture_free (self);
  else
    gtk_widget_queue_draw (self->chart);
}

static void
start (OndesAnnotationPicture    *self,
       const OndesAnnotationPlot *plot)
{
  static GThreadPool *pool; /* one thread draws the pictures of all charts in turn */
  GTask *task = g_task_new (NULL, NULL, on_drawn, self);
  Drawn *drawn = drawn_new (self, plot);

  g_task_set_source_tag (task, start);
  g_task_set_task_data (task, drawn, NULL);
  g_object_set_data_full (G_OBJECT (task), "drawn", drawn, drawn_free);
  self->busy = TRUE;
  if (pool == NULL)
    pool = g_thread_pool_new (draw, NULL, 1, TRUE, NULL);
  g_thread_pool_push (pool, task, NULL);
}

/* Shows the picture where its times lie on @plot: as it was drawn, moved by whole pixels, or stretched by a zoom. */
static void
show (OndesAnnotationPicture    *self,
      GtkSnapshot               *snapshot,
      const OndesAnnotationPlot *plot)
{
  const Drawn *drawn = self->drawn;
  const OndesAnnotationPlot *was = &drawn->plot;
  const double unit = plot->area.width / (plot->to - plot->from), unit_was = was->area.width / (was->to - was->from);
  const double zoom = fabs (unit / unit_was - 1) < 1e-9 ? 1 : unit / unit_was;
  const double left = plot->area.x + (was->from - plot->from) * unit - (was->area.x - drawn->x) * zoom;
  const double tall = was->area.height > 0 ? plot->area.height / was->area.height : 1;
  const double x = zoom == 1 ? round (left * drawn->scale) / drawn->scale : left;

  ondes_chart_pixels_snapshot (self->pixels, self->chart, snapshot,
                               &GRAPHENE_RECT_INIT ((float) x, (float) (plot->area.y - (was->area.y - drawn->y) * tall),
                                                    (float) (drawn->width * zoom), (float) (drawn->height * tall)),
                               &GRAPHENE_RECT_INIT ((float) plot->area.x, (float) plot->area.y, (float) plot->area.width,
                                                    (float) plot->area.height));
}

void
ondes_annotation_picture_snapshot (OndesAnnotationPicture    *self,
                                   GtkSnapshot               *snapshot,
                                   const OndesAnnotationPlot *plot)
{
  g_clear_pointer (&self->wanted, drawn_free);
  self->wanted = drawn_new (self, plot);
  if (!self->busy && !drawn_is_equal (self->drawn, self->wanted))
    start (self, plot);
  if (self->pixels != NULL)
    show (self, snapshot, plot);
}

gboolean
ondes_annotation_picture_is_exact (OndesAnnotationPicture *self)
{
  return !self->busy && drawn_is_equal (self->drawn, self->wanted);
}

void
ondes_annotation_picture_change (OndesAnnotationPicture *self)
{
  self->change++;
}

OndesAnnotationPicture *
ondes_annotation_picture_new (GtkWidget *chart)
{
  OndesAnnotationPicture *self = g_new0 (OndesAnnotationPicture, 1);

  self->chart = chart;
  return self;
}

void
ondes_annotation_picture_free (OndesAnnotationPicture *self)
{
  self->chart = NULL;
  /* on_drawn() frees it then. */
  if (self->busy)
    return;
  g_clear_pointer (&self->wanted, drawn_free);
  g_clear_pointer (&self->drawn, drawn_free);
  g_clear_pointer (&self->pixels, ondes_chart_pixels_free);
  g_free (self);
}
