/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "draw-annotations.h"

#include <math.h>

#include "base/display-text.h"
#include "draw-bars.h"
#include "draw-private.h"

#define MOST        4     /* annotations drawn that start in one unit across */
#define OUTSIDE     16.0  /* units outside the plot where places end, as Cairo's coordinates have a small range */
#define LINE        1.5   /* units */
#define HANDLE      6.0   /* units, of a side */
#define CAP         3.0   /* height of the bar that joins the lines of a span */
#define LABEL_WIDTH 180   /* units; longer labels are cut off */
#define LABELS_MOST 400   /* labels measured in one drawing */
#define BARS_LEAST  256   /* annotations whose lines are pixels rather than paths, where they can be */
#define PICKED_MOST 10000 /* annotations looked at for the one that is pointed at */

/* Light colours that dichromats tell apart (Okabe and Ito's, and lighter ones), black text on which is easily read. */
static const OndesColour colours[] = {
  { 0.34, 0.71, 0.91, 1 }, { 0.95, 0.68, 0.10, 1 }, { 0.25, 0.80, 0.58, 1 }, { 0.96, 0.56, 0.76, 1 }, { 0.95, 0.90, 0.35, 1 },
  { 0.98, 0.50, 0.32, 1 }, { 0.72, 0.66, 1.00, 1 }, { 0.62, 0.90, 0.92, 1 }, { 0.76, 0.88, 0.44, 1 }, { 0.86, 0.76, 0.66, 1 },
};
static const OndesColour colour_of_none = { 0.92, 0.92, 0.92, 1 };

OndesColour
ondes_annotation_colour (int track)
{
  return track < 0 ? colour_of_none : colours[(guint) track % G_N_ELEMENTS (colours)];
}

static double
time_pixel (const OndesAnnotationPlot *on,
            double                     time)
{
  const double across = (time - on->from) / (on->to - on->from) * on->area.width;

  return on->area.x + CLAMP (across, -OUTSIDE, on->area.width + OUTSIDE);
}

/* Returns the distance up from the bottom of the plot. */
static double
frequency_pixel (const OndesAnnotationPlot *on,
                 double                     hz)
{
  const double height = on->axis->pixels;
  double up = isinf (hz) ? INFINITY : ondes_axis_pixel (on->axis, ondes_display_from_frequency (on->display, on->scalogram, hz));

  /* On an axis of logarithms, scales or periods, 0 is infinitely far down. */
  if (!isfinite (up))
    up = hz > 0 ? height + OUTSIDE : -OUTSIDE;
  return CLAMP (up, -OUTSIDE, height + OUTSIDE) * on->area.height / height;
}

gboolean
ondes_annotation_plot_place (const OndesAnnotationPlot *on,
                             const OndesAnnotation     *annotation,
                             OndesAnnotationPlace      *place)
{
  const cairo_rectangle_t *area = &on->area;
  const double left = time_pixel (on, annotation->start), right = time_pixel (on, annotation->end);
  double low, high;

  if (!(annotation->start < on->to) || !(annotation->end > on->from || annotation->start >= on->from))
    return FALSE;
  place->box = ondes_annotation_is_box (annotation) && on->axis != NULL;
  place->area = (cairo_rectangle_t) { left, area->y, right - left, area->height };
  if (!place->box)
    return TRUE;
  low = frequency_pixel (on, annotation->low_hz);
  high = frequency_pixel (on, annotation->high_hz);
  place->area.y = area->y + area->height - MAX (low, high);
  place->area.height = fabs (high - low);
  return MAX (low, high) >= 0 && MIN (low, high) <= area->height;
}

/* Pointing */

typedef struct
{
  const OndesAnnotationPlot *on;
  double                     x, y, reach;
  guint                      visited;
  OndesAnnotation           *nearest;
  double                     distance; /* to its line or edge */
  OndesAnnotation           *smallest; /* box around the point */
  double                     size;
} Picking;

/* Returns the distance from (@x, @y) to the outline of a box, or to the lines of a span. */
static double
edge_distance (const OndesAnnotationPlace *place,
               double                      x,
               double                      y)
{
  const cairo_rectangle_t *a = &place->area;
  const double dx = MIN (fabs (x - a->x), fabs (x - a->x - a->width)), dy = MIN (fabs (y - a->y), fabs (y - a->y - a->height));
  const double past_x = MAX (MAX (a->x - x, x - a->x - a->width), 0), past_y = MAX (MAX (a->y - y, y - a->y - a->height), 0);

  if (!place->box)
    return dx;
  return past_x > 0 || past_y > 0 ? hypot (past_x, past_y) : MIN (dx, dy);
}

static gboolean
pick_one (OndesAnnotation *annotation,
          gpointer         data)
{
  Picking *self = data;
  OndesAnnotationPlace place;
  double distance, size;

  if (++self->visited > PICKED_MOST)
    return FALSE;
  if (!ondes_annotation_plot_place (self->on, annotation, &place))
    return TRUE;
  distance = edge_distance (&place, self->x, self->y);
  /* What is drawn last lies on top. */
  if (distance <= self->reach && (self->nearest == NULL || distance <= self->distance))
    {
      self->nearest = annotation;
      self->distance = distance;
    }
  size = place.area.width * place.area.height;
  if (self->x >= place.area.x && self->x <= place.area.x + place.area.width && self->y >= place.area.y
      && self->y <= place.area.y + place.area.height && (self->smallest == NULL || size <= self->size))
    {
      self->smallest = annotation;
      self->size = size;
    }
  return TRUE;
}

OndesAnnotation *
ondes_annotation_plot_pick (const OndesAnnotationPlot *on,
                            double                     x,
                            double                     y,
                            double                     reach)
{
  const double unit = (on->to - on->from) / on->area.width, at = on->from + (x - on->area.x) * unit;
  Picking self = { .on = on, .x = x, .y = y, .reach = reach };

  if (on->set == NULL || !ondes_area_is_visible (&on->area))
    return NULL;
  ondes_annotation_set_query (on->set, at - (reach + 1) * unit, at + (reach + 1) * unit, pick_one, &self);
  return self.nearest != NULL ? self.nearest : self.smallest;
}

/* Drawing */

/* An annotation in view. */
typedef struct
{
  const OndesAnnotation *annotation;
  OndesAnnotationPlace   place;
  int                    track;
  guint64                hidden;
} Item;

typedef struct
{
  const OndesAnnotationPlot *on;
  cairo_t                   *cr;
  double                     pixels; /* device pixels a unit */
  OndesBars                 *bars;   /* takes bars in place of the path; NULL if none */
  OndesColour                ink;    /* of those */
  GArray                    *items;  /* of Item, the selected one last */
  GPtrArray                 *labels; /* cairo_rectangle_t, placed so far, in slices of x */
  guint                      n_slices, measured;
  double                     least_width, line_height; /* of a label */
} Drawing;

#define SLICE 64.0 /* units across of a slice of labels */

/* Returns @value on the grid of device pixels, so that lines are crisp. */
static double
snap (const Drawing *self,
      double         value)
{
  return round (value * self->pixels) / self->pixels;
}

/* Adds a bar from one grid line to another, widened by @margin, to the bars or the path. */
static void
add_bar (const Drawing *self,
         double         x,
         double         y,
         double         width,
         double         height,
         double         margin)
{
  const cairo_rectangle_t bar = { x - margin, y - margin, width + 2 * margin, height + 2 * margin };

  if (self->bars != NULL)
    ondes_bars_add (self->bars, &bar, &self->ink);
  else
    cairo_rectangle (self->cr, bar.x, bar.y, bar.width, bar.height);
}

/* Adds the lines of @item, as bars widened by @margin, to the path. Bars rather than strokes: thousands of them are filled at once,
 * and what overlaps stays even. */
static void
add_lines (const Drawing *self,
           const Item    *item,
           double         line,
           double         margin)
{
  const cairo_rectangle_t *a = &item->place.area;
  const double width = MAX (round (line * self->pixels), 1) / self->pixels, half = floor (width * self->pixels / 2) / self->pixels;
  const double left = snap (self, a->x) - half, right = snap (self, a->x + a->width) - half;
  const double top = snap (self, a->y) - half, bottom = snap (self, a->y + a->height) - half;

  add_bar (self, left, top, width, bottom + width - top, margin);
  if (right > left)
    add_bar (self, right, top, width, bottom + width - top, margin);
  if (right > left && item->place.box)
    {
      add_bar (self, left, top, right - left, width, margin);
      add_bar (self, left, bottom, right - left, width, margin);
    }
  else if (right > left)
    add_bar (self, left, top + half, right - left, CAP, margin);
}

static gboolean
is_selected (const Drawing *self,
             const Item    *item)
{
  return self->on->selected != 0 && item->annotation->id == self->on->selected;
}

/* TRUE if the item is drawn as a selected one is. */
static gboolean
is_chosen (const Drawing *self,
           const Item    *item)
{
  return is_selected (self, item)
         || (self->on->chosen != NULL && g_hash_table_contains (self->on->chosen, &item->annotation->id));
}

static void
collect_items (Drawing *self)
{
  const OndesAnnotationPlot *on = self->on;
  const OndesAnnotationView view = { on->from, on->to, (guint) ceil (on->area.width), on->most > 0 ? on->most : MOST };
  g_autoptr (GArray) shown = ondes_annotation_set_list_shown (on->set, &view);
  OndesAnnotation *selected = on->selected != 0 ? ondes_annotation_set_find (on->set, on->selected) : NULL;
  const char *last = NULL;
  int track = -1;

  for (guint i = 0; i <= shown->len; i++)
    {
      const OndesAnnotationShown *one = i < shown->len ? &g_array_index (shown, OndesAnnotationShown, i) : NULL;
      Item item = { .annotation = one != NULL ? one->annotation : selected, .hidden = one != NULL ? one->hidden : 0 };

      if (item.annotation == NULL || (one != NULL && item.annotation == selected)
          || !ondes_annotation_plot_place (on, item.annotation, &item.place))
        continue;
      if (item.annotation->track != last)
        track = ondes_annotation_set_get_track (on->set, last = item.annotation->track);
      item.track = track;
      g_array_append_val (self->items, item);
    }
}

static OndesColour
colour_of (const Drawing *self,
           const Item    *item)
{
  return self->on->colours != NULL && item->track >= 0 ? self->on->colours[item->track] : ondes_annotation_colour (item->track);
}

/* Returns a number that items of one colour share: of the colour, or of the track where colours are given; 0 without a track. */
static guint
colour_index (const Drawing *self,
              const Item    *item)
{
  if (item->track < 0)
    return 0;
  return 1 + (self->on->colours != NULL ? (guint) item->track : (guint) item->track % G_N_ELEMENTS (colours));
}

/* Sets the colour of what is added next. */
static void
begin_ink (Drawing           *self,
           const OndesColour *colour)
{
  self->ink = *colour;
  ondes_draw_colour (self->cr, colour, 1);
}

/* Fills what was added since. */
static void
end_ink (Drawing *self)
{
  if (self->bars == NULL)
    cairo_fill (self->cr);
}

/* TRUE if no line is to be seen through another. */
static gboolean
are_opaque (const Drawing *self)
{
  const guint n_tracks = self->on->colours != NULL ? g_strv_length ((char **) ondes_annotation_set_get_tracks (self->on->set)) : 0;

  for (guint i = 0; i < n_tracks; i++)
    if (self->on->colours[i].a < 1)
      return FALSE;
  return TRUE;
}

/* Fills the lines of all items, first all outlines and then a colour after the other, so each is one path. */
static void
draw_lines (Drawing *self)
{
  const GArray *items = self->items;
  const guint n_tracks = g_strv_length ((char **) ondes_annotation_set_get_tracks (self->on->set));
  g_autofree gboolean *drawn = g_new0 (gboolean, MAX (n_tracks, G_N_ELEMENTS (colours)) + 1);

  if (items->len >= BARS_LEAST && are_opaque (self))
    self->bars = ondes_bars_new (self->cr, &self->on->area);
  begin_ink (self, &(OndesColour) { 0, 0, 0, 0.55 });
  for (guint i = 0; i < items->len; i++)
    add_lines (self, &g_array_index (items, Item, i), LINE, 1);
  end_ink (self);
  for (guint i = 0; i < items->len; i++)
    {
      const Item *first = &g_array_index (items, Item, i);
      const OndesColour colour = colour_of (self, first);
      const guint index = colour_index (self, first);

      if (drawn[index])
        continue;
      drawn[index] = TRUE;
      begin_ink (self, &colour);
      for (guint j = i; j < items->len; j++)
        if (colour_index (self, &g_array_index (items, Item, j)) == index)
          add_lines (self, &g_array_index (items, Item, j), LINE, 0);
      end_ink (self);
    }
  if (self->bars != NULL)
    ondes_bars_draw (g_steal_pointer (&self->bars), self->cr);
}

/* Draws a selected one again, thicker, tinted and with handles at its corners and sides. */
static void
draw_selected (Drawing    *self,
               const Item *item)
{
  const cairo_rectangle_t *a = &item->place.area;
  const OndesColour colour = colour_of (self, item);
  const guint rows = item->place.box ? 3 : 1;

  ondes_draw_colour (self->cr, &colour, 0.18);
  cairo_rectangle (self->cr, a->x, a->y, a->width, a->height);
  cairo_fill (self->cr);
  ondes_draw_colour (self->cr, &colour, 1);
  add_lines (self, item, 2 * LINE, 0);
  cairo_fill (self->cr);
  for (guint pass = 0; pass < 2; pass++)
    {
      for (guint column = 0; column < 3; column++)
        for (guint row = 0; row < rows; row++)
          if (column != 1 || (rows == 3 && row != 1))
            add_bar (self, snap (self, a->x + a->width * column / 2) - HANDLE / 2,
                     snap (self, a->y + a->height * (rows == 3 ? row : 1) / 2) - HANDLE / 2, HANDLE, HANDLE, pass == 0 ? 1 : 0);
      cairo_set_source_rgba (self->cr, pass, pass, pass, pass == 0 ? 0.8 : 1);
      cairo_fill (self->cr);
    }
}

static gboolean
overlap (const cairo_rectangle_t *a,
         const cairo_rectangle_t *b)
{
  return a->x < b->x + b->width && b->x < a->x + a->width && a->y < b->y + b->height && b->y < a->y + a->height;
}

/* Returns the slice at @x. */
static guint
slice_at (const Drawing *self,
          double         x)
{
  return (guint) CLAMP ((x - self->on->area.x) / SLICE, 0, self->n_slices - 1);
}

/* TRUE if @label lies within the plot and on no other label. */
static gboolean
is_free (const Drawing           *self,
         const cairo_rectangle_t *label)
{
  const cairo_rectangle_t *area = &self->on->area;

  if (label->x < area->x || label->y < area->y || label->x + label->width > area->x + area->width
      || label->y + label->height > area->y + area->height)
    return FALSE;
  for (guint slice = slice_at (self, label->x); slice <= slice_at (self, label->x + label->width); slice++)
    {
      const GArray *placed = g_ptr_array_index (self->labels, slice);

      for (guint i = 0; i < placed->len; i++)
        if (overlap (label, &g_array_index (placed, cairo_rectangle_t, i)))
          return FALSE;
    }
  return TRUE;
}

/* Finds a place for a label of this size: above the box, below it, or within it; of a span or point at the top of its line, or
 * lower beside it. FALSE if there is none. */
static gboolean
find_label (const Drawing     *self,
            const Item        *item,
            cairo_rectangle_t *label)
{
  const cairo_rectangle_t *a = &item->place.area, *area = &self->on->area;
  const double x = MAX (item->place.box ? a->x - LINE / 2 : a->x + LINE, area->x);
  const double ys[] = { item->place.box ? a->y - label->height - LINE : area->y + CAP + 1,
                        item->place.box ? a->y + a->height + LINE : area->y + CAP + 2 + label->height,
                        item->place.box ? MAX (a->y, area->y) + LINE : area->y + CAP + 3 + 2 * label->height };

  for (guint i = 0; i < G_N_ELEMENTS (ys); i++)
    {
      label->x = MIN (x, area->x + area->width - label->width);
      label->y = ys[i];
      if (is_free (self, label))
        return TRUE;
    }
  return FALSE;
}

/* Returns the words of a label, with the number of those that are not drawn: "song (+12)". NULL if there are none. */
static char *
label_text (const Item *item)
{
  g_autofree char *line = g_strdelimit (g_strdup (item->annotation->label), "\n\r\t", ' ');
  g_autofree char *shown = ondes_display_text (line);

  if (item->hidden > 0)
    return g_strdup_printf (*shown != '\0' ? "%s (+%" G_GUINT64_FORMAT ")" : "%s+%" G_GUINT64_FORMAT, shown, item->hidden);
  return *shown != '\0' ? g_steal_pointer (&shown) : NULL;
}

static void
draw_label (Drawing     *self,
            const Item  *item,
            PangoLayout *layout)
{
  const OndesColour colour = colour_of (self, item);
  g_autofree char *text = label_text (item);
  cairo_rectangle_t label;
  int width, height;

  /* Where not even a short one fits, none needs to be measured. */
  label.width = self->least_width;
  label.height = self->line_height;
  if (text == NULL || !find_label (self, item, &label) || ++self->measured > LABELS_MOST)
    return;
  pango_layout_set_text (layout, text, -1);
  pango_layout_get_size (layout, &width, &height);
  label.width = (double) width / PANGO_SCALE + 6;
  label.height = (double) height / PANGO_SCALE + 1;
  if (!find_label (self, item, &label))
    return;
  for (guint slice = slice_at (self, label.x); slice <= slice_at (self, label.x + label.width); slice++)
    g_array_append_val ((GArray *) g_ptr_array_index (self->labels, slice), label);
  if (self->on->labels != NULL)
    g_array_append_val (self->on->labels, ((OndesAnnotationLabel) { item->annotation->id, label }));
  cairo_set_source_rgba (self->cr, 0, 0, 0, 0.55);
  cairo_rectangle (self->cr, label.x - 0.5, label.y - 0.5, label.width + 1, label.height + 1);
  cairo_fill (self->cr);
  ondes_draw_colour (self->cr, &colour, 0.92);
  cairo_rectangle (self->cr, label.x, label.y, label.width, label.height);
  cairo_fill (self->cr);
  cairo_set_source_rgb (self->cr, 0, 0, 0);
  cairo_move_to (self->cr, label.x + 3, label.y + 0.5);
  ondes_draw_text (self->cr, layout);
}

/* Draws labels, that of the selected annotation first, until there is no room. */
static void
draw_labels (Drawing *self)
{
  PangoLayout *layout = ondes_draw_layout (self->cr, self->on->theme, 0.9);
  const GArray *items = self->items;
  int width, height;

  pango_layout_set_text (layout, "0", -1);
  pango_layout_get_size (layout, &width, &height);
  self->least_width = (double) width / PANGO_SCALE + 6;
  self->line_height = (double) height / PANGO_SCALE + 1;
  pango_layout_set_single_paragraph_mode (layout, TRUE);
  pango_layout_set_ellipsize (layout, PANGO_ELLIPSIZE_END);
  pango_layout_set_width (layout, MIN (LABEL_WIDTH, MAX (self->on->area.width - 8, 1)) * PANGO_SCALE);
  for (guint pass = 0; pass < 2; pass++)
    for (guint i = 0; i < items->len; i++)
      if (is_selected (self, &g_array_index (items, Item, i)) == (pass == 0))
        draw_label (self, &g_array_index (items, Item, i), layout);
  g_object_unref (layout);
}

void
ondes_draw_annotations (cairo_t                   *cr,
                        const OndesAnnotationPlot *on)
{
  g_autoptr (GArray) items = g_array_new (FALSE, FALSE, sizeof (Item));
  g_autoptr (GPtrArray) labels = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  Drawing self = { .on = on, .cr = cr, .pixels = 1, .items = items, .labels = labels };
  double down = 0;

  if (on->set == NULL || !ondes_area_is_visible (&on->area) || !(on->from < on->to)
      || (on->axis != NULL && !(on->axis->pixels > 0)))
    return;
  self.n_slices = (guint) ceil (on->area.width / SLICE);
  for (guint i = 0; i < self.n_slices; i++)
    g_ptr_array_add (labels, g_array_new (FALSE, FALSE, sizeof (cairo_rectangle_t)));
  self.pixels = 1;
  cairo_user_to_device_distance (cr, &self.pixels, &down);
  if (!(self.pixels > 0))
    self.pixels = 1;
  ondes_draw_within (cr, &on->area);
  collect_items (&self);
  draw_lines (&self);
  for (guint i = 0; i < items->len; i++)
    if (is_chosen (&self, &g_array_index (items, Item, i)))
      draw_selected (&self, &g_array_index (items, Item, i));
  draw_labels (&self);
  cairo_restore (cr);
}
