/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Annotations over a plot: where they lie, which one is pointed at, what is drawn. */
#include "figure/draw-annotations.h"
#include "picture.h"

#define WIDTH  300
#define HEIGHT 200

typedef struct
{
  OndesScalogram     *picture;
  OndesDisplay        display;
  OndesAxis           axis;
  OndesAnnotationPlot plot;
  cairo_surface_t    *surface;
} Fixture;

static void
set_up (Fixture      *self,
        gconstpointer data)
{
  self->picture = picture_new (10, 160, 4, 1000, 10, 4000);
  self->display = ondes_display_default;
  self->display.show = GPOINTER_TO_UINT (data);
  self->axis = ondes_display_axis (&self->display, self->picture, HEIGHT - 40);
  self->plot = (OndesAnnotationPlot) { .set = ondes_annotation_set_new (), .theme = &ondes_theme_print,
                                       .area = { 20, 10, WIDTH - 40, HEIGHT - 40 }, .from = 1, .to = 3, .axis = &self->axis,
                                       .display = &self->display, .scalogram = self->picture };
  self->surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, WIDTH, HEIGHT);
}

static void
tear_down (Fixture      *self,
           gconstpointer data)
{
  ondes_annotation_set_unref (self->plot.set);
  ondes_scalogram_unref (self->picture);
  cairo_surface_destroy (self->surface);
}

static OndesAnnotation *
add (Fixture               *self,
     const OndesAnnotation *values)
{
  OndesAnnotation *annotation = ondes_annotation_new (values);
  OndesAnnotationSet *set = ondes_annotation_set_add (self->plot.set, annotation);

  ondes_annotation_set_unref (self->plot.set);
  self->plot.set = set;
  ondes_annotation_unref (annotation);
  return annotation; /* the set has it */
}

static void
draw (Fixture *self)
{
  cairo_t *cr = cairo_create (self->surface);

  cairo_set_source_rgb (cr, 1, 1, 1);
  cairo_paint (cr);
  ondes_draw_annotations (cr, &self->plot);
  cairo_destroy (cr);
  cairo_surface_flush (self->surface);
}

static guint32
pixel_of (const Fixture *self,
          int            x,
          int            y)
{
  return pixel_at (self->surface, x, y) & 0xffffff;
}

/* TRUE if a pixel beside the line between (@x − 1, @y) and (@x, @y) has the colour of @track. */
static gboolean
has_colour (const Fixture *self,
            int            x,
            int            y,
            int            track)
{
  const OndesColour c = ondes_annotation_colour (track);

  for (int i = 0; i < 2; i++)
    {
      const guint32 pixel = pixel_of (self, x - i, y);

      if (fabs (c.r * 255 - (pixel >> 16)) <= 1 && fabs (c.g * 255 - (pixel >> 8 & 255)) <= 1
          && fabs (c.b * 255 - (pixel & 255)) <= 1)
        return TRUE;
    }
  return FALSE;
}

/* On each axis, the edges of a box lie where its ruler has these frequencies. */
static void
boxes_lie_at_their_frequencies (Fixture      *self,
                                gconstpointer data)
{
  for (guint round = 0; round < 200; round++)
    {
      const double start = g_test_rand_double_range (1, 3), end = start + g_test_rand_double_range (0, 1);
      const double low = g_test_rand_double_range (11, 80), high = low * g_test_rand_double_range (1, 2);
      g_autoptr (OndesAnnotation) box = ondes_annotation_new (&(OndesAnnotation) { .start = start, .end = end, .low_hz = low,
                                                                                   .high_hz = high });
      OndesAnnotationPlace place;
      double up[2];

      g_assert_true (ondes_annotation_plot_place (&self->plot, box, &place));
      g_assert_true (place.box);
      for (guint i = 0; i < 2; i++)
        up[i] = ondes_axis_pixel (&self->axis, ondes_display_from_frequency (&self->display, self->picture, i == 0 ? low : high));
      g_assert_cmpfloat_with_epsilon (place.area.x, 20 + (start - 1) / 2 * (WIDTH - 40), 1e-9);
      g_assert_cmpfloat_with_epsilon (place.area.width, MIN ((end - start) / 2 * (WIDTH - 40), (3 - start) / 2 * (WIDTH - 40) + 16),
                                      1e-9);
      g_assert_cmpfloat_with_epsilon (place.area.y, 10 + (HEIGHT - 40) - MAX (up[0], up[1]), 1e-9);
      g_assert_cmpfloat_with_epsilon (place.area.height, fabs (up[1] - up[0]), 1e-9);
    }
}

static void
open_boxes_reach_the_edges (Fixture      *self,
                            gconstpointer data)
{
  g_autoptr (OndesAnnotation) open
    = ondes_annotation_new (&(OndesAnnotation) { .start = 1.5, .end = 2, .low_hz = 0, .high_hz = INFINITY });
  g_autoptr (OndesAnnotation) above
    = ondes_annotation_new (&(OndesAnnotation) { .start = 1.5, .end = 2, .low_hz = 1e6, .high_hz = INFINITY });
  g_autoptr (OndesAnnotation) past
    = ondes_annotation_new (&(OndesAnnotation) { .start = 3, .end = 4, .low_hz = NAN, .high_hz = NAN });
  OndesAnnotationPlace place;

  g_assert_true (ondes_annotation_plot_place (&self->plot, open, &place));
  g_assert_cmpfloat (place.area.y, <=, 10);
  g_assert_cmpfloat (place.area.y + place.area.height, >=, 10 + HEIGHT - 40);
  g_assert_false (ondes_annotation_plot_place (&self->plot, above, &place));
  g_assert_false (ondes_annotation_plot_place (&self->plot, past, &place));
  self->plot.axis = NULL;
  g_assert_true (ondes_annotation_plot_place (&self->plot, above, &place));
  g_assert_false (place.box);
  g_assert_cmpfloat (place.area.height, ==, HEIGHT - 40);
}

/* Lines in the colour of the track, nothing within the box but its label, nothing beside the plot. */
static void
lines_have_the_colours_of_tracks (Fixture      *self,
                                  gconstpointer data)
{
  guint painted = 0;
  OndesAnnotationPlace place;
  const OndesAnnotation *box;
  int x, y;

  draw (self);
  for (y = 0; y < HEIGHT; y++)
    for (x = 0; x < WIDTH; x++)
      g_assert_cmphex (pixel_of (self, x, y), ==, 0xffffff);
  add (self, &(OndesAnnotation) { .start = 0, .end = 1.2, .low_hz = NAN, .high_hz = NAN, .track = "first" });
  box = add (self, &(OndesAnnotation) { .start = 1.5, .end = 2.5, .low_hz = 20, .high_hz = 80, .track = "second" });
  add (self, &(OndesAnnotation) { .start = 2.75, .end = 2.75, .low_hz = NAN, .high_hz = NAN, .track = "first" });
  draw (self);
  g_assert_true (ondes_annotation_plot_place (&self->plot, box, &place));
  x = (int) lround (place.area.x);
  y = (int) lround (place.area.y + place.area.height / 2);
  g_assert_true (has_colour (self, x, y, 1));
  g_assert_cmphex (pixel_of (self, x + 10, y), ==, 0xffffff);
  g_assert_cmphex (pixel_of (self, x - 10, y), ==, 0xffffff);
  x = 20 + (int) lround ((2.75 - 1) / 2 * (WIDTH - 40));
  g_assert_true (has_colour (self, x, 100, 0));
  for (y = 0; y < HEIGHT; y++)
    for (x = 0; x < WIDTH; x++)
      if (x < 20 || x >= WIDTH - 20 || y < 10 || y >= HEIGHT - 30)
        g_assert_cmphex (pixel_of (self, x, y), ==, 0xffffff);
      else
        painted += pixel_of (self, x, y) != 0xffffff;
  g_assert_cmpuint (painted, >, 200);
}

static void
labels_do_not_overlap (Fixture      *self,
                       gconstpointer data)
{
  g_autoptr (GArray) labels = g_array_new (FALSE, FALSE, sizeof (OndesAnnotationLabel));

  self->plot.labels = labels;
  add (self, &(OndesAnnotation) { .start = 2, .end = 2, .low_hz = NAN, .high_hz = NAN, .label = "ww" }); /* always has room */
  for (guint round = 0; round < 20; round++)
    {
      const OndesAnnotation *selected;

      for (guint i = 0; i < 12; i++)
        {
          const double start = g_test_rand_double_range (0.8, 3), low = g_test_rand_double_range (5, 150);
          g_autofree char *label = g_strnfill ((gsize) g_test_rand_int_range (0, 12), 'w');

          selected = add (self, &(OndesAnnotation) { .start = start, .end = start + g_test_rand_double_range (0, 0.4),
                                                     .label = label, .low_hz = i % 3 > 0 ? low : NAN,
                                                     .high_hz = i % 3 > 0 ? 1.5 * low : NAN });
        }
      self->plot.selected = round % 2 > 0 ? selected->id : 0;
      g_array_set_size (labels, 0);
      draw (self);
      g_assert_cmpuint (labels->len, >, 0);
      for (guint i = 0; i < labels->len; i++)
        {
          const cairo_rectangle_t *a = &g_array_index (labels, OndesAnnotationLabel, i).area;

          g_assert_true (a->x >= 20 && a->y >= 10 && a->x + a->width <= WIDTH - 20 && a->y + a->height <= HEIGHT - 30);
          for (guint j = 0; j < i; j++)
            {
              const cairo_rectangle_t *b = &g_array_index (labels, OndesAnnotationLabel, j).area;

              g_assert_true (a->x >= b->x + b->width || b->x >= a->x + a->width || a->y >= b->y + b->height
                             || b->y >= a->y + a->height);
            }
        }
    }
}

static void
annotations_are_pointed_at (Fixture      *self,
                            gconstpointer data)
{
  OndesAnnotation *large = add (self, &(OndesAnnotation) { .start = 1.2, .end = 2.8, .low_hz = 12, .high_hz = 150 });
  OndesAnnotation *small = add (self, &(OndesAnnotation) { .start = 1.8, .end = 2.2, .low_hz = 30, .high_hz = 80 });
  OndesAnnotation *point = add (self, &(OndesAnnotation) { .start = 2.9, .end = 2.9, .low_hz = NAN, .high_hz = NAN });
  OndesAnnotationPlace place;

  g_assert_true (ondes_annotation_plot_place (&self->plot, small, &place));
  g_assert_true (ondes_annotation_plot_pick (&self->plot, place.area.x + place.area.width / 2,
                                             place.area.y + place.area.height / 2, 4) == small);
  g_assert_true (ondes_annotation_plot_pick (&self->plot, place.area.x - 3, place.area.y + 5, 4) == small);
  g_assert_true (ondes_annotation_plot_pick (&self->plot, place.area.x - 12, place.area.y + 5, 4) == large);
  g_assert_true (ondes_annotation_plot_pick (&self->plot, 20 + (2.9 - 1) / 2 * (WIDTH - 40) + 2, 40, 4) == point);
  g_assert_null (ondes_annotation_plot_pick (&self->plot, 23, 40, 4));
}

/* Draws over a light ramp, at @scale pixels a unit, on an image or on a part of it, which Cairo draws alike but as paths. */
static cairo_surface_t *
draw_many (Fixture *self,
           int      scale,
           gboolean paths)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, WIDTH * scale, HEIGHT * scale);
  cairo_surface_t *target = paths ? cairo_surface_create_for_rectangle (surface, 0, 0, WIDTH * scale, HEIGHT * scale)
                                  : cairo_surface_reference (surface);
  cairo_pattern_t *ramp = cairo_pattern_create_linear (0, 0, WIDTH, HEIGHT);
  cairo_t *cr = cairo_create (target);

  cairo_scale (cr, scale, scale);
  cairo_pattern_add_color_stop_rgb (ramp, 0, 0.2, 0.9, 0.7);
  cairo_pattern_add_color_stop_rgb (ramp, 1, 1, 0.6, 0.1);
  cairo_set_source (cr, ramp);
  cairo_paint (cr);
  ondes_draw_annotations (cr, &self->plot);
  cairo_destroy (cr);
  cairo_pattern_destroy (ramp);
  cairo_surface_destroy (target);
  cairo_surface_flush (surface);
  return surface;
}

/* Thousands of lines are pixels on an image, which are those of Cairo's paths. */
static void
many_look_like_few (Fixture      *self,
                    gconstpointer data)
{
  static const char *const tracks[] = { "a", "b", "c", NULL };

  for (guint i = 0; i < 3000; i++)
    {
      const double start = g_test_rand_double_range (0.9, 3), length = g_test_rand_double_range (0, 0.05);
      const double low = i % 3 > 0 ? g_test_rand_double_range (11, 80) : NAN;

      add (self, &(OndesAnnotation) { .start = start, .end = i % 4 > 0 ? start + length : start, .low_hz = low,
                                      .high_hz = low * 1.3, .track = tracks[i % G_N_ELEMENTS (tracks)],
                                      .label = i % 5 ? "" : "x" });
    }
  for (int scale = 1; scale <= 2; scale++)
    {
      cairo_surface_t *pixels = draw_many (self, scale, FALSE), *paths = draw_many (self, scale, TRUE);

      for (int y = 0; y < HEIGHT * scale; y++)
        for (int x = 0; x < WIDTH * scale; x++)
          for (guint shift = 0; shift < 32; shift += 8)
            {
              const int pixel = pixel_at (pixels, x, y) >> shift & 255, wanted = pixel_at (paths, x, y) >> shift & 255;

              g_assert_cmpint (abs (pixel - wanted), <=, 1);
            }
      cairo_surface_destroy (pixels);
      cairo_surface_destroy (paths);
    }
}

int
main (int    argc,
      char **argv)
{
  static const OndesShow shows[] = { ONDES_SHOW_LOG, ONDES_SHOW_LINEAR, ONDES_SHOW_SCALE, ONDES_SHOW_PERIOD };

  g_test_init (&argc, &argv, NULL);
#define ADD(path, show, test) g_test_add ("/ondes/annotations/" path, Fixture, GUINT_TO_POINTER (show), set_up, test, tear_down)
  for (guint i = 0; i < G_N_ELEMENTS (shows); i++)
    {
      g_autofree char *lie = g_strdup_printf ("/ondes/annotations/boxes-lie-at-their-frequencies/%s", ondes_show_names[shows[i]]);
      g_autofree char *open = g_strdup_printf ("/ondes/annotations/open-boxes-reach-the-edges/%s", ondes_show_names[shows[i]]);

      g_test_add (lie, Fixture, GUINT_TO_POINTER (shows[i]), set_up, boxes_lie_at_their_frequencies, tear_down);
      g_test_add (open, Fixture, GUINT_TO_POINTER (shows[i]), set_up, open_boxes_reach_the_edges, tear_down);
    }
  ADD ("lines-have-the-colours-of-tracks", ONDES_SHOW_LOG, lines_have_the_colours_of_tracks);
  ADD ("labels-do-not-overlap", ONDES_SHOW_LOG, labels_do_not_overlap);
  ADD ("many-look-like-few", ONDES_SHOW_LOG, many_look_like_few);
  ADD ("annotations-are-pointed-at", ONDES_SHOW_LOG, annotations_are_pointed_at);
  return g_test_run ();
}
