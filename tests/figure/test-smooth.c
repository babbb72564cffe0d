/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Smooth rasters against interpolation written out pixel by pixel. */
#include "picture.h"

static const OndesShow shows[] = { ONDES_SHOW_LOG, ONDES_SHOW_LINEAR, ONDES_SHOW_SCALE, ONDES_SHOW_PERIOD };

/* What a pixel is made of along one direction. */
typedef struct
{
  int      own, other; /* row or column; −1 if the pixel shows none */
  double   t;
  gboolean plain;      /* more than one shares the line, or it is too near to an edge to tell */
} Mix;

typedef struct
{
  OndesScalogram *picture;
  OndesDisplay    display;
  OndesAxis       axis;
  OndesRasterView view;
} Case;

static double
line_of (const Case *at,
         double      frequency)
{
  const double pixel = ondes_axis_pixel (&at->axis, ondes_display_from_frequency (&at->display, at->picture, frequency));

  return at->view.height * (1 - pixel / at->axis.pixels);
}

/* Rows go down in frequency from row to row; lines go down too. */
static Mix
mix_rows (const Case *at,
          int         y)
{
  OndesScalogram *picture = at->picture;
  Mix mix = { -1, -1 };
  int centres = 0;

  for (guint i = 0; i < picture->rows; i++)
    {
      const double centre = line_of (at, picture->frequencies_hz[i]), top = line_of (at, picture->edges_hz[2 * i + 1]);
      const double bottom = line_of (at, picture->edges_hz[2 * i]);

      if (fabs (centre - round (centre)) < 1e-6 || fabs (top - y - 0.5) < 1e-6 || fabs (bottom - y - 0.5) < 1e-6)
        mix.plain = TRUE;
      if (floor (centre) == y)
        {
          centres++;
          mix.own = (int) i;
        }
      else if (centres == 0 && mix.own < 0 && top <= y + 0.5 && y + 0.5 <= bottom)
        mix.own = (int) i;
    }
  mix.plain |= centres > 1;
  mix.other = mix.own;
  if (mix.own >= 0 && !mix.plain
      && line_of (at, picture->edges_hz[2 * mix.own]) - line_of (at, picture->edges_hz[2 * mix.own + 1]) > 2)
    {
      const double centre = line_of (at, picture->frequencies_hz[mix.own]);
      const int next = mix.own + (y + 0.5 < centre ? -1 : 1);

      if (next >= 0 && next < (int) picture->rows
          && ondes_scalogram_is_aliased (picture, next) == ondes_scalogram_is_aliased (picture, mix.own))
        {
          mix.other = next;
          mix.t = CLAMP ((y + 0.5 - centre) / (line_of (at, picture->frequencies_hz[next]) - centre), 0, 1);
        }
    }
  return mix;
}

static Mix
mix_columns (const Case *at,
             int         x)
{
  const double samples = (double) at->picture->view.count / at->picture->columns, pixel = at->view.width / at->view.count;
  const double place = (at->view.first + (x + 0.5) / pixel - at->picture->view.first) / samples; /* in columns */
  Mix mix = { (int) floor (place), (int) floor (place) };

  /* A pixel belongs to the column of the whole sample at its centre. */
  mix.plain = fabs (place - round (place)) < 1.01 / samples || samples * pixel <= 1;
  if (place < 0 || place >= at->picture->columns)
    return (Mix) { -1, -1, 0, mix.plain };
  mix.other = place - floor (place) < 0.5 ? mix.own - 1 : mix.own + 1;
  if (samples * pixel <= 2 || mix.other < 0 || mix.other >= (int) at->picture->columns)
    mix.other = mix.own;
  mix.t = mix.other == mix.own ? 0 : fabs (place - floor (place) - 0.5);
  return mix;
}

/* The level in colours, NaN if the value is not known. */
static double
level_at (const Case *at,
          int         row,
          int         column)
{
  return 256 * ondes_display_level (&at->display, *picture_at (at->picture, row, column), at->display.reference, FALSE);
}

static double
mixed_columns (const Case *at,
               int         row,
               const Mix  *columns)
{
  const double own = level_at (at, row, columns->own), other = level_at (at, row, columns->other);

  return isnan (own) || isnan (other) ? own : own + columns->t * (other - own);
}

static gboolean
compare (const Case      *at,
         cairo_surface_t *surface,
         int              x,
         int              y,
         const Mix       *rows)
{
  const guint32 *colours = ondes_palette_colours (at->display.palette);
  const guint32 seen = pixel_at (surface, x, y);
  const Mix columns = mix_columns (at, x);
  double own, other, level;

  if (rows->plain || columns.plain)
    return FALSE;
  if (rows->own < 0 || columns.own < 0)
    {
      g_assert_cmphex (seen, ==, 0);
      return FALSE;
    }
  own = mixed_columns (at, rows->own, &columns);
  other = mixed_columns (at, rows->other, &columns);
  level = isnan (own) || isnan (other) ? own : own + rows->t * (other - own);
  if (isnan (level))
    {
      g_assert_cmphex (seen, ==, 0);
      return TRUE;
    }
  if (seen != colours[(int) CLAMP (level - 0.03, 0, 255)])
    g_assert_cmphex (seen, ==, colours[(int) CLAMP (level + 0.03, 0, 255)]);
  return TRUE;
}

/* Draws a random picture with gaps; rows reach past half the rate, and their scale may be of a few. */
static guint
draw (int round)
{
  const double voices = g_test_rand_double_range (0.7, 20);
  const guint columns = g_test_rand_int_range (1, 40);
  g_autoptr (OndesScalogram) picture = picture_new (20, 640, voices, 2000, columns, 4000);
  Case at = { picture, ondes_display_default };
  guint compared = 0;
  cairo_surface_t *surface;

  for (guint i = 1; i < picture->rows; i++) /* the last row is at the lowest frequency, wherever that lies */
    picture->edges_hz[2 * i + 1] = picture->edges_hz[2 * i - 2]
      = sqrt (picture->frequencies_hz[i - 1] * picture->frequencies_hz[i]);
  picture->rate_hz = 1000; /* the rows above 500 Hz are aliased */
  picture_fill_noise (picture);
  for (int i = 0; i < 10; i++)
    *picture_at (picture, g_test_rand_int_range (0, picture->rows), g_test_rand_int_range (0, columns)) = NAN;
  at.display.smooth = TRUE;
  at.display.palette = g_test_rand_int_range (0, 6);
  at.display.decibel = round % 4 != 0;
  at.display.db_range = g_test_rand_double_range (20, 120);
  at.display.reference = g_test_rand_double_range (0.1, 3);
  at.display.show = shows[round % 4];
  if (round % 3 == 0)
    {
      at.display.view_lo = g_test_rand_double_range (20, 300);
      at.display.view_hi = at.display.view_lo * g_test_rand_double_range (1.1, 4);
    }
  at.view = (OndesRasterView) { g_test_rand_double_range (-500, 2000), g_test_rand_double_range (300, 4000),
                                g_test_rand_int_range (20, 120), g_test_rand_int_range (10, 150) };
  at.axis = ondes_display_axis (&at.display, picture, g_test_rand_double_range (0.5, 2) * at.view.height);
  surface = ondes_raster_new (picture, &at.display, &at.axis, &at.view);
  for (int y = 0; y < at.view.height; y++)
    {
      const Mix rows = mix_rows (&at, y);

      for (int x = 0; x < at.view.width; x++)
        compared += compare (&at, surface, x, y, &rows);
    }
  cairo_surface_destroy (surface);
  return compared;
}

static void
test_pixels (void)
{
  guint compared = 0;

  for (int round = 0; round < 60; round++)
    compared += draw (round);
  g_assert_cmpuint (compared, >, 20000);
}

/* As many pixels as rows and columns: nothing to interpolate, so every pixel is what it is without. */
static void
test_small_pixels (void)
{
  g_autoptr (OndesScalogram) picture = picture_new (20, 320, 40, 1000, 200, 4000);
  OndesDisplay display = ondes_display_default;
  const OndesRasterView view = { 0, 4000, 200, (int) picture->rows };
  OndesAxis axis;
  cairo_surface_t *plain, *smooth;

  picture_fill_noise (picture);
  axis = ondes_display_axis (&display, picture, view.height);
  plain = ondes_raster_new (picture, &display, &axis, &view);
  display.smooth = TRUE;
  smooth = ondes_raster_new (picture, &display, &axis, &view);
  for (int y = 0; y < view.height; y++)
    for (int x = 0; x < view.width; x++)
      g_assert_cmphex (pixel_at (smooth, x, y), ==, pixel_at (plain, x, y));
  cairo_surface_destroy (plain);
  cairo_surface_destroy (smooth);
}

/* Rows that do not touch do not pass into each other, and between them nothing is shown. */
static void
test_apart (void)
{
  g_autoptr (OndesScalogram) picture = picture_new (100, 400, 1, 2000, 1, 100);
  OndesDisplay display = ondes_display_default;
  const OndesRasterView view = { 0, 100, 1, 400 };
  OndesAxis axis;
  cairo_surface_t *surface;
  guint colours = 0;

  for (guint i = 0; i < picture->rows; i++)
    {
      picture->edges_hz[2 * i] = picture->frequencies_hz[i] / 1.2;
      picture->edges_hz[2 * i + 1] = picture->frequencies_hz[i] * 1.2;
      *picture_at (picture, i, 0) = (float) pow (10, -0.5 * i);
    }
  picture_done (picture);
  display.smooth = TRUE;
  display.db_range = 60;
  axis = ondes_display_axis (&display, picture, view.height);
  surface = ondes_raster_new (picture, &display, &axis, &view);
  for (int y = 1; y < view.height; y++)
    colours += pixel_at (surface, 0, y) != 0 && pixel_at (surface, 0, y) != pixel_at (surface, 0, y - 1);
  g_assert_cmpuint (colours, ==, picture->rows - 1);
  cairo_surface_destroy (surface);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ondes/smooth/pixels-between-centres-are-linear", test_pixels);
  g_test_add_func ("/ondes/smooth/small-pixels-stay", test_small_pixels);
  g_test_add_func ("/ondes/smooth/rows-that-do-not-touch-stay-apart", test_apart);
  return g_test_run ();
}
