/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <math.h>
#include <string.h>

#include "ondes-chart-raster.h"
#include "ondes-strips.h"

#define STRETCH_MAX 200
#define ALIGNED     0.01 /* of a pixel */

struct _OndesChartRaster
{
  OndesChartRasterChanged changed;
  gpointer                user_data;
  GCancellable           *alive;   /* cancelled when freed: what lands later finds nobody */
  OndesChartPicture       wanted;
  guint                   serial;  /* of its scalogram */
  gboolean                running;

  OndesChartPicture       shown;   /* what the strips show; no scalogram: there are none */
  gint64                  at;      /* the first strip */
  GPtrArray              *strips;  /* of OndesStrip, one beside the other */
};

static void
picture_clear (OndesChartPicture *picture)
{
  g_clear_pointer (&picture->scalogram, ondes_scalogram_unref);
  memset (picture, 0, sizeof *picture);
}

static void
picture_set (OndesChartPicture       *to,
             const OndesChartPicture *from)
{
  OndesScalogram *scalogram = ondes_scalogram_ref (from->scalogram);

  picture_clear (to);
  *to = *from;
  to->scalogram = scalogram;
}

static double
samples_of (const OndesChartPicture *picture)
{
  return picture->count / picture->width;
}

static gboolean
same_lines (const OndesChartPicture *a,
            const OndesChartPicture *b)
{
  return a->height == b->height && a->axis.mode == b->axis.mode && a->axis.lo == b->axis.lo && a->axis.hi == b->axis.hi;
}

/* Their pixels lie at the same samples, all over the recording. */
static gboolean
same_columns (const OndesChartPicture *a,
              const OndesChartPicture *b)
{
  return fabs (samples_of (a) / samples_of (b) - 1) * (double) a->scalogram->n / samples_of (a) < ALIGNED;
}

/* Strips of the one are strips of the other. */
static gboolean
same_grid (const OndesChartPicture *a,
           const OndesChartPicture *b)
{
  return a->scalogram != NULL && b->scalogram != NULL && a->scalogram->n == b->scalogram->n
         && ondes_spec_equal (a->scalogram->spec, b->scalogram->spec) && ondes_display_same_colours (&a->display, &b->display)
         && a->display.show == b->display.show && same_lines (a, b) && same_columns (a, b);
}

/* The pixel of the grid at the left of the picture: the nearest, but within the recording. */
static gint64
left_of (const OndesChartPicture *picture)
{
  gint64 most = ondes_strips_pixels (picture->scalogram->n, samples_of (picture)) - picture->width;

  return CLAMP ((gint64) round (picture->first / samples_of (picture)), 0, MAX (most, 0));
}

static gint64
strip_of (gint64 pixel)
{
  return pixel / ONDES_STRIP_WIDTH;
}

/* The strips [from, to) that the picture shows. */
static void
range_of (const OndesChartPicture *picture,
          gint64                  *from,
          gint64                  *to)
{
  const gint64 left = left_of (picture), all = ondes_strips_pixels (picture->scalogram->n, samples_of (picture));

  *from = strip_of (left);
  *to = strip_of (MIN (left + picture->width, all) - 1) + 1;
}

/* TRUE where strip @at shows what is wanted of it. */
static gboolean
is_there (OndesChartRaster *self,
          gint64            at)
{
  const OndesStrip *strip;

  if (!same_grid (&self->shown, &self->wanted) || at < self->at || at >= self->at + self->strips->len)
    return FALSE;
  strip = self->strips->pdata[at - self->at];
  return strip->exact || strip->serial == self->serial;
}

/* Strips under way. */
typedef struct
{
  OndesChartPicture picture;
  guint             serial;
  gint64            from, to;
} Colouring;

static void
colouring_free (gpointer data)
{
  picture_clear (&((Colouring *) data)->picture);
  g_free (data);
}

static void
colour (GTask        *task,
        gpointer      source,
        gpointer      task_data,
        GCancellable *cancellable)
{
  const Colouring *colouring = task_data;
  const OndesChartPicture *picture = &colouring->picture;
  GPtrArray *strips = ondes_strips_colour (picture->scalogram, &picture->display, &picture->axis, samples_of (picture),
                                           picture->height, colouring->from, colouring->to);

  for (guint i = 0; strips != NULL && i < strips->len; i++)
    ((OndesStrip *) strips->pdata[i])->serial = colouring->serial;
  g_task_return_pointer (task, strips, (GDestroyNotify) g_ptr_array_unref);
}

static void on_coloured (GObject *source, GAsyncResult *result, gpointer user_data);

/* What is wanted and not there. */
static void
start (OndesChartRaster *self)
{
  g_autoptr (GTask) task = NULL;
  Colouring *colouring;
  gint64 from, to;

  range_of (&self->wanted, &from, &to);
  while (from < to && is_there (self, from))
    from++;
  while (from < to && is_there (self, to - 1))
    to--;
  if (from == to)
    return;
  colouring = g_new0 (Colouring, 1);
  picture_set (&colouring->picture, &self->wanted);
  colouring->serial = self->serial;
  colouring->from = from;
  colouring->to = to;
  task = g_task_new (NULL, self->alive, on_coloured, self);
  g_task_set_source_tag (task, start);
  g_task_set_task_data (task, colouring, colouring_free);
  self->running = TRUE;
  g_task_run_in_thread (task, colour);
}

static void
drop (OndesChartRaster *self)
{
  g_ptr_array_set_size (self->strips, 0);
  picture_clear (&self->shown);
}

/* Puts @strips among those that are there, and forgets what is farther than a view away. */
static void
take (OndesChartRaster *self,
      const Colouring  *colouring,
      GPtrArray        *strips)
{
  const gint64 width = colouring->picture.width / ONDES_STRIP_WIDTH + 1;

  if (!same_grid (&self->shown, &colouring->picture) || colouring->from > self->at + self->strips->len
      || colouring->to < self->at)
    {
      drop (self);
      picture_set (&self->shown, &colouring->picture);
      self->at = colouring->from;
    }
  for (; self->at > colouring->from; self->at--)
    g_ptr_array_insert (self->strips, 0, NULL);
  for (guint i = 0; i < strips->len; i++)
    {
      guint place = (guint) (colouring->from - self->at) + i;

      if (place == self->strips->len)
        g_ptr_array_add (self->strips, NULL);
      else if (self->strips->pdata[place] != NULL)
        ondes_strip_free (self->strips->pdata[place]);
      self->strips->pdata[place] = g_steal_pointer (&strips->pdata[i]);
    }
  while (self->at + width < colouring->from)
    {
      g_ptr_array_remove_index (self->strips, 0);
      self->at++;
    }
  if (self->at + self->strips->len > colouring->to + width)
    g_ptr_array_set_size (self->strips, (int) (colouring->to + width - self->at));
}

static void
on_coloured (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) strips = g_task_propagate_pointer (G_TASK (result), &error);
  OndesChartRaster *self = user_data;

  if (error != NULL) /* cancelled; self may be gone */
    return;
  self->running = FALSE;
  if (strips == NULL) /* no memory for them */
    return;
  g_ptr_array_set_free_func (strips, NULL);
  take (self, g_task_get_task_data (G_TASK (result)), strips);
  start (self);
  self->changed (self->user_data);
}

static void
strip_free (gpointer strip)
{
  if (strip != NULL)
    ondes_strip_free (strip);
}

OndesChartRaster *
ondes_chart_raster_new (OndesChartRasterChanged changed,
                        gpointer                user_data)
{
  OndesChartRaster *self = g_new0 (OndesChartRaster, 1);

  self->changed = changed;
  self->user_data = user_data;
  self->alive = g_cancellable_new ();
  self->strips = g_ptr_array_new_with_free_func (strip_free);
  return self;
}

void
ondes_chart_raster_free (OndesChartRaster *self)
{
  g_cancellable_cancel (self->alive);
  g_object_unref (self->alive);
  drop (self);
  g_ptr_array_unref (self->strips);
  picture_clear (&self->wanted);
  g_free (self);
}

gboolean
ondes_chart_raster_request (OndesChartRaster        *self,
                            const OndesChartPicture *picture)
{
  if (picture == NULL)
    {
      /* One under way is of a recording that is gone. */
      g_cancellable_cancel (self->alive);
      g_object_unref (self->alive);
      self->alive = g_cancellable_new ();
      self->running = FALSE;
      drop (self);
      picture_clear (&self->wanted);
      return FALSE;
    }
  if (self->wanted.scalogram != picture->scalogram)
    self->serial++;
  picture_set (&self->wanted, picture);
  if (!self->running)
    start (self);
  return self->running;
}

static double
warp (OndesAxisMode mode,
      double        value)
{
  return mode == ONDES_AXIS_LOG ? log (value) : value;
}

/* From the pixels of @picture, from its left and its top, to those of the strips, from the first: start + step × pixel. */
typedef struct
{
  double start, step;
} Way;

/* FALSE: there is nothing to draw, or stretched so far that it says nothing. */
static gboolean
find_way (OndesChartRaster        *self,
          const OndesChartPicture *picture,
          Way                     *across,
          Way                     *down)
{
  const OndesChartPicture *shown = &self->shown;
  const gint64 first = self->at * ONDES_STRIP_WIDTH;
  double lo, hi, top, bottom;

  if (self->strips->len == 0 || shown->axis.mode != picture->axis.mode || shown->display.show != picture->display.show)
    return FALSE;
  if (same_columns (shown, picture))
    *across = (Way) { (double) (left_of (picture) - first), 1 };
  else
    *across = (Way) { picture->first / samples_of (shown) - (double) first, samples_of (picture) / samples_of (shown) };
  if (same_lines (shown, picture))
    *down = (Way) { 0, 1 };
  else
    {
      lo = warp (shown->axis.mode, shown->axis.lo);
      hi = warp (shown->axis.mode, shown->axis.hi);
      top = (hi - warp (picture->axis.mode, picture->axis.hi)) / (hi - lo) * shown->height;
      bottom = (hi - warp (picture->axis.mode, picture->axis.lo)) / (hi - lo) * shown->height;
      *down = (Way) { top, (bottom - top) / picture->height };
    }
  return isfinite (across->start) && isfinite (down->start) && across->step > 1.0 / STRETCH_MAX && down->step > 1.0 / STRETCH_MAX
         && across->step < STRETCH_MAX && down->step < STRETCH_MAX;
}

/* The pixels, counted from @from, that show those from @least to @most, as @places: from where on; their number is returned. */
static int
follow (Way  way,
        int  from,
        int  to,
        int  least,
        int  most,
        int *begin,
        int *places)
{
  int n = 0;

  for (int i = from; i < to; i++)
    {
      double place = floor (way.start + (i + 0.5) * way.step);

      if (place < least || place >= most)
        continue;
      if (n == 0)
        *begin = i;
      places[n++] = (int) place;
    }
  return n;
}

/* The pixels of the strips that there are, and whether all of them show something. */
static void
known (OndesChartRaster *self,
       int              *from,
       int              *to,
       gboolean         *whole,
       gboolean         *opaque)
{
  const OndesStrip *first = self->strips->pdata[0];

  *from = first->from;
  *to = 0;
  *whole = *opaque = TRUE;
  for (guint i = 0; i < self->strips->len; i++)
    {
      const OndesStrip *strip = self->strips->pdata[i];

      *whole = *whole && (i == 0 || strip->from == 0) && (i + 1 == self->strips->len || strip->to == strip->width);
      *opaque = *opaque && strip->opaque;
      if (strip->to > strip->from)
        *to = (int) i * ONDES_STRIP_WIDTH + strip->to;
    }
}

static void
draw_moved (OndesChartRaster      *self,
            GtkSnapshot           *snapshot,
            const graphene_rect_t *plot,
            const graphene_rect_t *part,
            double                 left,
            double                 scale)
{
  for (guint i = 0; i < self->strips->len; i++)
    {
      const OndesStrip *strip = self->strips->pdata[i];
      graphene_rect_t rect;

      graphene_rect_init (&rect, plot->origin.x + ((int) i * ONDES_STRIP_WIDTH + strip->from - left) / scale, plot->origin.y,
                          (strip->to - strip->from) / scale, self->shown.height / scale);
      if (strip->texture != NULL && graphene_rect_intersection (&rect, part, NULL))
        gtk_snapshot_append_texture (snapshot, strip->texture, &rect);
    }
}

static void
draw_stretched (OndesChartRaster        *self,
                GtkSnapshot             *snapshot,
                const OndesChartPicture *picture,
                const graphene_rect_t   *plot,
                const graphene_rect_t   *part,
                Way                      across,
                Way                      down,
                double                   scale)
{
  const int left = (int) floor ((part->origin.x - plot->origin.x) * scale);
  const int top = (int) floor ((part->origin.y - plot->origin.y) * scale);
  const int right = MIN (left + (int) ceil (part->size.width * scale), picture->width);
  const int bottom = MIN (top + (int) ceil (part->size.height * scale), picture->height);
  g_autofree int *columns = g_new (int, picture->width), *lines = g_new (int, picture->height);
  g_autoptr (GdkTexture) texture = NULL;
  int from, to, x = 0, y = 0, width, height;
  gboolean whole, opaque;

  known (self, &from, &to, &whole, &opaque);
  width = follow (across, left, right, from, to, &x, columns);
  height = follow (down, top, bottom, 0, self->shown.height, &y, lines);
  if (width == 0 || height == 0)
    return;
  texture = ondes_strips_stretch (self->strips, self->shown.height, columns, width, lines, height);
  gtk_snapshot_append_texture (snapshot, texture, &GRAPHENE_RECT_INIT (plot->origin.x + x / scale, plot->origin.y + y / scale,
                                                                       width / scale, height / scale));
}

void
ondes_chart_raster_snapshot (OndesChartRaster        *self,
                             GtkSnapshot             *snapshot,
                             const OndesChartPicture *picture,
                             const graphene_rect_t   *plot,
                             const graphene_rect_t   *part)
{
  const double scale = picture->width / plot->size.width;
  Way across, down;

  if (!find_way (self, picture, &across, &down))
    return;
  gtk_snapshot_push_clip (snapshot, part);
  if (across.step == 1 && down.step == 1 && down.start == 0)
    draw_moved (self, snapshot, plot, part, across.start, scale);
  else
    draw_stretched (self, snapshot, picture, plot, part, across, down, scale);
  gtk_snapshot_pop (snapshot);
}

/* Where in @picture the strips begin and end, in its pixels. */
static void
ends_of (Way     way,
         int     from,
         int     to,
         double *begin,
         double *end)
{
  *begin = (from - way.start) / way.step;
  *end = (to - way.start) / way.step;
}

guint
ondes_chart_raster_get_rest (OndesChartRaster        *self,
                             const OndesChartPicture *picture,
                             const graphene_rect_t   *plot,
                             graphene_rect_t          parts[4])
{
  const double scale = picture->width / plot->size.width;
  const float left = plot->origin.x, right = left + plot->size.width, top = plot->origin.y, bottom = top + plot->size.height;
  float begin, end, above, below;
  double x0, x1, y0, y1;
  gboolean whole, opaque;
  Way across, down;
  int from, to;
  guint n = 0;

  parts[0] = *plot;
  if (!find_way (self, picture, &across, &down))
    return 1;
  known (self, &from, &to, &whole, &opaque);
  ends_of (across, from, to, &x0, &x1);
  ends_of (down, 0, self->shown.height, &y0, &y1);
  /* Whole pixels: what is clipped between them takes Cairo a mask. */
  begin = CLAMP (ceilf (left + x0 / scale), left, right);
  end = CLAMP (floorf (left + x1 / scale), left, right);
  above = CLAMP (ceilf (top + y0 / scale), top, bottom);
  below = CLAMP (floorf (top + y1 / scale), top, bottom);
  if (!whole || !opaque || begin >= end || above >= below)
    return 1;
  if (begin > left)
    graphene_rect_init (&parts[n++], left, top, begin - left, bottom - top);
  if (end < right)
    graphene_rect_init (&parts[n++], end, top, right - end, bottom - top);
  if (above > top)
    graphene_rect_init (&parts[n++], begin, top, end - begin, above - top);
  if (below < bottom)
    graphene_rect_init (&parts[n++], begin, below, end - begin, bottom - below);
  return n;
}

gboolean
ondes_chart_raster_covers (OndesChartRaster        *self,
                           const OndesChartPicture *picture)
{
  double x0, x1, y0, y1;
  gboolean whole, opaque;
  Way across, down;
  int from, to;

  if (!find_way (self, picture, &across, &down))
    return FALSE;
  known (self, &from, &to, &whole, &opaque);
  ends_of (across, from, to, &x0, &x1);
  ends_of (down, 0, self->shown.height, &y0, &y1);
  return whole && x0 < 0.5 && x1 > picture->width - 0.5 && y0 < 0.5 && y1 > picture->height - 0.5;
}

gboolean
ondes_chart_raster_shows (OndesChartRaster        *self,
                          const OndesChartPicture *picture)
{
  gint64 from, to;

  if (self->wanted.scalogram != picture->scalogram || !same_grid (&self->wanted, picture))
    return FALSE;
  range_of (picture, &from, &to);
  while (from < to && is_there (self, from))
    from++;
  return from == to;
}
