/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rasters: every pixel has the colour of the largest value that it stands for, at its true frequency. */
#include <string.h>

#include "picture.h"

static const OndesShow shows[] = { ONDES_SHOW_LOG, ONDES_SHOW_LINEAR, ONDES_SHOW_SCALE };

/* The colour that a value must have, straight from the definition. */
static guint32
colour_of (const OndesDisplay *display,
           double              value,
           double              reference,
           gboolean            power)
{
  double level;

  if (isnan (value))
    return 0;
  level = display->decibel ? 1 + (power ? 10 : 20) * log10 (value / reference) / display->db_range : value / reference;
  return ondes_palette_colours (display->palette)[value > 0 ? (int) CLAMP (floor (level * 256), 0, 255) : 0];
}

static int
column_of (cairo_surface_t *surface,
           int              y,
           guint32          colour)
{
  for (int x = 0; x < cairo_image_surface_get_width (surface); x++)
    if (pixel_at (surface, x, y) == colour)
      return x;
  return -1;
}

static int
line_of (cairo_surface_t *surface,
         int              x,
         guint32          colour)
{
  for (int y = 0; y < cairo_image_surface_get_height (surface); y++)
    if (pixel_at (surface, x, y) == colour)
      return y;
  return -1;
}

static void
test_palettes (void)
{
  for (guint i = 0; ondes_palette_names[i]; i++)
    {
      const guint32 *colours = ondes_palette_colours (i);
      double         before = -1;

      for (int j = 0; j < 256; j++)
        {
          double luminance = 0.2126 * (colours[j] >> 16 & 255) + 0.7152 * (colours[j] >> 8 & 255) + 0.0722 * (colours[j] & 255);

          g_assert_cmphex (colours[j] >> 24, ==, 0xff);
          /* From dark to light, so that it prints in grey too; plasma is not quite even. */
          g_assert_cmpfloat (luminance, >, before - 1.5);
          before = luminance;
        }
      g_assert_cmpfloat (before, >, 150);
    }
  g_assert_cmpstr (ondes_palette_names[ondes_display_default.palette], ==, "viridis");
  g_assert_cmphex (ondes_palette_colours (0)[0], ==, 0xff440154);
  g_assert_cmphex (ondes_palette_colours (0)[255], ==, 0xfffde725);
}

static void
test_one_to_one (void)
{
  for (int round = 0; round < 40; round++)
    {
      guint64                    samples = g_test_rand_int_range (40, 100000);
      guint                      columns = g_test_rand_int_range (1, MIN (samples, 500) + 1);
      g_autoptr (OndesScalogram) picture = picture_new (20, 320, 12, 1000, columns, samples);
      OndesDisplay               display = ondes_display_default;
      OndesAxis                  axis;
      cairo_surface_t           *surface;
      double                     reference;

      picture_fill_noise (picture);
      for (int i = 0; i < 20; i++)
        *picture_at (picture, g_test_rand_int_range (0, picture->rows), g_test_rand_int_range (0, columns)) = NAN;
      display.palette = g_test_rand_int_range (0, 6);
      display.decibel = round % 3 != 0;
      display.db_range = g_test_rand_double_range (5, 120);
      display.reference = round % 2 ? g_test_rand_double_range (0.01, 3) : 0;
      reference = display.reference > 0 ? display.reference : picture->largest;

      /* As many pixels as rows: on a log axis each row has its own line. */
      axis = ondes_display_axis (&display, picture, picture->rows);
      surface = ondes_raster_new (picture, &display, &axis, &(OndesRasterView) { 0, samples, columns, picture->rows });
      for (guint i = 0; i < picture->rows; i++)
        for (guint j = 0; j < columns; j++)
          {
            float   value = *picture_at (picture, i, j);
            guint32 seen = pixel_at (surface, j, i);

            if (isnan (value))
              g_assert_cmphex (seen, ==, 0);
            else if (seen != colour_of (&display, value * (1 + 1e-6), reference, FALSE))
              g_assert_cmphex (seen, ==, colour_of (&display, value * (1 - 1e-6), reference, FALSE));
          }
      cairo_surface_destroy (surface);
    }
}

/* The value that a line must show, by looking at every row, all of them @nudge of a line higher. */
static float
expected_value (OndesScalogram     *picture,
                const OndesDisplay *display,
                const OndesAxis    *axis,
                int                 height,
                int                 y,
                guint               column,
                double              nudge)
{
  float largest = -1;
  double f;
  int   row;

  for (guint i = 0; i < picture->rows; i++)
    {
      double pixel = ondes_axis_pixel (axis, ondes_display_from_frequency (display, picture, picture->frequencies_hz[i]));

      if (floor (height - pixel / axis->pixels * height - nudge) == y)
        largest = MAX (largest, *picture_at (picture, i, column));
    }
  if (largest >= 0)
    return largest;
  f = ondes_display_to_frequency (display, picture, ondes_axis_value (axis, (height - y - 0.5 - nudge) / height * axis->pixels));
  row = ondes_scalogram_row (picture, f);
  return row < 0 ? NAN : *picture_at (picture, row, column);
}

static void
test_true_frequencies (void)
{
  guint compared = 0;

  for (int round = 0; round < 60; round++)
    {
      g_autoptr (OndesScalogram) picture = picture_new (10, 400, g_test_rand_double_range (1, 60), 1000, 3, 3000);
      OndesDisplay               display = ondes_display_default;
      int                        height = g_test_rand_int_range (5, 400);
      OndesAxis                  axis;
      cairo_surface_t           *surface;

      picture_fill_noise (picture);
      display.db_range = 60;
      display.show = shows[round % 3];
      if (round % 2)
        {
          display.view_lo = g_test_rand_double_range (1, 100);
          display.view_hi = display.view_lo * g_test_rand_double_range (1.01, 10);
        }
      axis = ondes_display_axis (&display, picture, g_test_rand_double_range (0.4, 2) * height);
      surface = ondes_raster_new (picture, &display, &axis, &(OndesRasterView) { 0, 3000, 3, height });
      for (int y = 0; y < height; y++)
        for (guint j = 0; j < 3; j++)
          {
            float   value = expected_value (picture, &display, &axis, height, y, j, 1e-7);
            float   other = expected_value (picture, &display, &axis, height, y, j, -1e-7);
            guint32 seen = pixel_at (surface, j, y);

            /* An edge or a centre right between two lines belongs to either. */
            if (value != other && !(isnan (value) && isnan (other)))
              continue;
            compared++;
            if (seen != colour_of (&display, value * (1 + 1e-6), picture->largest, FALSE))
              g_assert_cmphex (seen, ==, colour_of (&display, value * (1 - 1e-6), picture->largest, FALSE));
          }
      cairo_surface_destroy (surface);
    }
  g_assert_cmpuint (compared, >, 10000);
}

static void
test_ridge_of_a_tone (void)
{
  for (int round = 0; round < 60; round++)
    {
      g_autoptr (OndesScalogram) picture = picture_new (20, 20000, 96, 44100, 4, 44100);
      OndesDisplay               display = ondes_display_default;
      double                     frequency = 25 * pow (700, g_test_rand_double ());
      int                        height = 600, first = -1, last = -1;
      OndesAxis                  axis;
      cairo_surface_t           *surface;
      double                     at;

      picture_fill_tone (picture, frequency, 0.5);
      display.show = shows[round % 3];
      display.db_range = 0.001;
      if (round % 4 == 3)
        {
          display.view_lo = frequency / 1.3;
          display.view_hi = MIN (frequency * 1.2, 20000);
        }
      axis = ondes_display_axis (&display, picture, height);
      surface = ondes_raster_new (picture, &display, &axis, &(OndesRasterView) { 0, 44100, 4, height });

      /* All but the ridge is below the range. */
      for (int y = 0; y < height; y++)
        if (pixel_at (surface, 2, y) == ondes_palette_colours (0)[255])
          {
            first = first < 0 ? y : first;
            last = y;
          }
      g_assert_cmpint (first, >=, 0);
      at = height - ondes_axis_pixel (&axis, ondes_display_from_frequency (&display, picture, frequency));
      /* The ridge is one row; where rows are wider than a pixel, it is that row's pixels. */
      g_assert_cmpfloat (at, >=, first - 1);
      g_assert_cmpfloat (at, <=, last + 2);
      cairo_surface_destroy (surface);
    }
}

/* The same from a recording of a cosine, through the transform. */
static void
test_ridge_of_a_recording (void)
{
  enum { SAMPLES = 8000, COLUMNS = 10, HEIGHT = 600 };
  const OndesRecordingInfo   info = { .name = "tone", .time_unit = "s", .unit = "" };
  const OndesView            view = { 0, SAMPLES, COLUMNS, FALSE };
  const double               rate = 8000, frequency = 110 * pow (25, g_test_rand_double ());
  g_autoptr (OndesComputer)  computer = ondes_computer_new ("cpu", 0, 0);
  g_autoptr (OndesScaleList) scales = NULL;
  g_autoptr (OndesSpec)      spec = NULL;
  g_autoptr (OndesSource)    source = NULL;
  g_autoptr (OndesScalogram) picture = NULL;
  g_autofree double         *samples = g_new (double, SAMPLES);
  OndesCwtOptions            options = ondes_cwt_options_default;
  OndesDisplay               display = ondes_display_default;
  GError                    *error = NULL;

  for (int t = 0; t < SAMPLES; t++)
    samples[t] = 0.25 * cos (2 * G_PI * frequency / rate * t + 1);
  source = ondes_array_source_new (ONDES_F64, samples, SAMPLES, rate);
  options.precision = ONDES_PRECISION_DOUBLE;
  options.quantity = ONDES_QUANTITY_MAGNITUDE;
  scales = ondes_scale_list_new_frequencies (100, 3000, 400, options.omega0, rate, &error);
  g_assert_no_error (error);
  spec = ondes_cwt_new (&options, scales, &error);
  g_assert_no_error (error);
  picture = ondes_scalogram_compute (computer,
                                     &(OndesScalogramJob) { .spec = spec, .source = source, .view = view, .info = &info },
                                     NULL, NULL, &error);
  g_assert_no_error (error);

  /* So narrow a range that of the middle column the ridge alone is left. */
  display.db_range = 1e-4;
  for (guint i = 0; i < picture->rows; i++)
    display.reference = MAX (display.reference, *picture_at (picture, i, COLUMNS / 2));
  g_assert_cmpfloat_with_epsilon (display.reference, 0.25, 1e-4);
  for (guint i = 0; i < G_N_ELEMENTS (shows); i++)
    {
      cairo_surface_t *surface;
      OndesAxis        axis;
      int              first, last;
      double           at;

      display.show = shows[i];
      axis = ondes_display_axis (&display, picture, HEIGHT);
      surface = ondes_raster_new (picture, &display, &axis, &(OndesRasterView) { 0, SAMPLES, COLUMNS, HEIGHT });
      first = line_of (surface, COLUMNS / 2, ondes_palette_colours (0)[255]);
      for (last = first; last + 1 < HEIGHT && pixel_at (surface, COLUMNS / 2, last + 1) == ondes_palette_colours (0)[255]; last++)
        ;
      at = HEIGHT - ondes_axis_pixel (&axis, ondes_display_from_frequency (&display, picture, frequency)) - 0.5;
      g_assert_cmpint (first, >=, 0);
      g_assert_cmpfloat_with_epsilon ((first + last) / 2.0, at, 1.01);
      cairo_surface_destroy (surface);
    }
}

static void
test_click_never_vanishes (void)
{
  for (int round = 0; round < 200; round++)
    {
      g_autoptr (OndesScalogram) picture = picture_new (10, 400, 40, 1000, 3000, 300000);
      OndesDisplay               display = ondes_display_default;
      guint                      row = g_test_rand_int_range (0, picture->rows), column = g_test_rand_int_range (0, 3000);
      int                        width = g_test_rand_int_range (1, 700), height = g_test_rand_int_range (1, 60), seen = 0;
      OndesAxis                  axis;
      cairo_surface_t           *surface;

      *picture_at (picture, row, column) = 1;
      picture_done (picture);
      display.show = shows[round % 3];
      axis = ondes_display_axis (&display, picture, height);
      surface = ondes_raster_new (picture, &display, &axis, &(OndesRasterView) { 0, 300000, width, height });
      for (int y = 0; y < height; y++)
        seen += column_of (surface, y, ondes_palette_colours (0)[255]) >= 0;
      g_assert_cmpint (seen, >=, 1);
      cairo_surface_destroy (surface);
    }
}

static void
test_span (void)
{
  g_autoptr (OndesScalogram) picture = picture_new (10, 400, 4, 1000, 100, 1000);
  OndesDisplay               display = ondes_display_default;
  OndesAxis                  axis = ondes_display_axis (&display, picture, 10);
  guint32                    top = ondes_palette_colours (0)[255], bottom = ondes_palette_colours (0)[0];
  cairo_surface_t           *surface;

  for (guint i = 0; i < picture->rows; i++)
    *picture_at (picture, i, 50) = 1;
  picture_done (picture);

  /* Samples 500 … 509 are column 50. Zoomed in, it is as wide as its samples. */
  surface = ondes_raster_new (picture, &display, &axis, &(OndesRasterView) { 490, 40, 400, 10 });
  for (int x = 0; x < 400; x++)
    g_assert_cmphex (pixel_at (surface, x, 5), ==, x >= 100 && x < 200 ? top : bottom);
  cairo_surface_destroy (surface);

  /* Beyond the recording nothing is drawn. */
  surface = ondes_raster_new (picture, &display, &axis, &(OndesRasterView) { -1000, 3000, 300, 10 });
  for (int x = 0; x < 300; x++)
    g_assert_cmphex (pixel_at (surface, x, 5), ==, x < 100 || x >= 200 ? 0 : x == 150 ? top : bottom);
  cairo_surface_destroy (surface);

  /* Above and below the rows neither. */
  display.view_lo = 1;
  display.view_hi = 5000;
  axis = ondes_display_axis (&display, picture, 300);
  surface = ondes_raster_new (picture, &display, &axis, &(OndesRasterView) { 0, 1000, 100, 300 });
  g_assert_cmphex (pixel_at (surface, 50, 0), ==, 0);
  g_assert_cmphex (pixel_at (surface, 50, 299), ==, 0);
  g_assert_cmpint (line_of (surface, 50, top), ==,
                   (int) ceil (300 - ondes_axis_pixel (&axis, picture->edges_hz[1]) - 0.5));
  cairo_surface_destroy (surface);
}

/* Columns of root mean squares that share a pixel show that of all their samples, so that noise keeps its level; what is not known
 * counts nowhere. */
static void
test_mean_power (void)
{
  for (OndesQuantity quantity = ONDES_QUANTITY_MAGNITUDE; quantity <= ONDES_QUANTITY_POWER; quantity++)
    for (guint shared = 1; shared <= 7; shared += 3)
      {
        g_autoptr (OndesScalogram) picture = picture_new (20, 320, 12, 1000, 40 * shared, 4000 * shared);
        OndesCwtOptions            options = ondes_spec_cwt (picture->spec)->options;
        g_autoptr (OndesScaleList) scales = ondes_scale_list_new_frequencies (20, 320, 12, options.omega0, 1000, NULL);
        OndesDisplay               display = ondes_display_default;
        const gboolean             power = quantity == ONDES_QUANTITY_POWER;
        OndesAxis                  axis;
        cairo_surface_t           *surface;

        options.pool = ONDES_POOL_RMS;
        options.quantity = quantity;
        ondes_spec_unref (picture->spec);
        picture->spec = ondes_cwt_new (&options, scales, NULL);
        picture_fill_noise (picture);
        for (guint j = 0; j < picture->columns; j += 4)
          *picture_at (picture, 2, j) = NAN;
        display.db_range = 60;
        display.reference = 1;
        axis = ondes_display_axis (&display, picture, picture->rows);
        surface = ondes_raster_new (picture, &display, &axis, &(OndesRasterView) { 0, 4000 * shared, 40, picture->rows });
        for (guint i = 0; i < picture->rows; i++)
          for (guint x = 0; x < 40; x++)
            {
              double sum = 0, n = 0, value;

              for (guint j = x * shared; j < (x + 1) * shared; j++)
                if (!isnan (*picture_at (picture, i, j)))
                  {
                    sum += pow (*picture_at (picture, i, j), power ? 1 : 2);
                    n++;
                  }
              value = power ? sum / n : sqrt (sum / n);
              if (pixel_at (surface, x, i) != colour_of (&display, value * (1 + 1e-6), 1, power))
                g_assert_cmphex (pixel_at (surface, x, i), ==, colour_of (&display, value * (1 - 1e-6), 1, power));
            }
        cairo_surface_destroy (surface);
      }
}

static void
test_levels (void)
{
  OndesDisplay display = ondes_display_default;

  display.db_range = 60;
  g_assert_cmpfloat_with_epsilon (ondes_display_level (&display, 0.1, 1, FALSE), 1 - 20.0 / 60, 1e-12);
  g_assert_cmpfloat_with_epsilon (ondes_display_level (&display, 0.1, 1, TRUE), 1 - 10.0 / 60, 1e-12);
  g_assert_cmpfloat_with_epsilon (ondes_display_level (&display, 1e-19, 1e-18, FALSE), 1 - 20.0 / 60, 1e-9);
  g_assert_cmpfloat (ondes_display_level (&display, 0, 1, FALSE), ==, 0);
  g_assert_cmpfloat (ondes_display_level (&display, 5, 1, FALSE), ==, 1);
  g_assert_true (isnan (ondes_display_level (&display, NAN, 1, FALSE)));
  display.decibel = FALSE;
  g_assert_cmpfloat_with_epsilon (ondes_display_level (&display, 0.25, 1, FALSE), 0.25, 1e-12);
}

static void
test_nothing_is_drawable (void)
{
  g_autoptr (OndesScalogram) picture = picture_new (10, 400, 4, 1000, 100, 1000);
  OndesDisplay               display = ondes_display_default;
  OndesAxis                  axis = ondes_display_axis (&display, picture, 100);
  const double               spans[][2] = { { 0, 0 }, { 0, NAN }, { NAN, 10 }, { 0, -5 }, { 1e30, 1e-30 }, { INFINITY, 1 } };

  /* A recording of silence, with rows of all kinds of numbers. */
  g_assert_cmpfloat (ondes_display_resolve (&display, picture).reference, >, 0);
  *picture_at (picture, 0, 0) = INFINITY;
  *picture_at (picture, 1, 0) = 1e-42f;
  for (guint i = 0; i < G_N_ELEMENTS (spans); i++)
    cairo_surface_destroy (ondes_raster_new (picture, &display, &axis, &(OndesRasterView) { spans[i][0], spans[i][1], 100, 100 }));
  display.db_range = 1e6;
  display.reference = 1e-40;
  cairo_surface_destroy (ondes_raster_new (picture, &display, &axis, &(OndesRasterView) { 0, 1000, 100, 100 }));
  display.decibel = FALSE;
  cairo_surface_destroy (ondes_raster_new (picture, &display, &axis, &(OndesRasterView) { 0, 1000, 100, 100 }));
}

static void
test_options (void)
{
  OndesDisplay     display = ondes_display_default;
  g_autofree char *none = ondes_display_print (&display), *all = NULL, *linear = NULL;

  g_assert_cmpstr (none, ==, "");
  display = (OndesDisplay) { 1, TRUE, 80, 2.5e-19, TRUE, ONDES_SHOW_SCALE, 20, 0.1 + 0.2, FALSE };
  all = ondes_display_print (&display);
  g_assert_cmpstr (all, ==, "--palette magma --db 80 --reference 2.5e-19 --equalise --axis scale --view "
                            "20:0.30000000000000004 --no-cone");
  display = ondes_display_default;
  display.decibel = FALSE;
  linear = ondes_display_print (&display);
  g_assert_cmpstr (linear, ==, "--linear");
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ondes/palette/dark-to-light", test_palettes);
  g_test_add_func ("/ondes/display/level-of-a-value", test_levels);
  g_test_add_func ("/ondes/display/options-that-make-it", test_options);
  g_test_add_func ("/ondes/raster/colour-of-each-value", test_one_to_one);
  g_test_add_func ("/ondes/raster/rows-at-their-frequencies", test_true_frequencies);
  g_test_add_func ("/ondes/raster/ridge-of-a-tone-on-its-frequency", test_ridge_of_a_tone);
  g_test_add_func ("/ondes/raster/ridge-of-a-recorded-tone-on-its-frequency", test_ridge_of_a_recording);
  g_test_add_func ("/ondes/raster/a-click-never-vanishes", test_click_never_vanishes);
  g_test_add_func ("/ondes/raster/mean-powers-are-averaged", test_mean_power);
  g_test_add_func ("/ondes/raster/span-of-samples", test_span);
  g_test_add_func ("/ondes/raster/odd-numbers-draw", test_nothing_is_drawable);
  return g_test_run ();
}
