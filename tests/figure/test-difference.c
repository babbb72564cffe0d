/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The difference of two scalograms, against its definition in double, and its colours. */
#include "figure/difference.h"
#include "picture.h"

static OndesRasterView
one_to_one (const OndesScalogram *picture)
{
  return (OndesRasterView) { picture->view.first, picture->view.count, picture->columns, picture->rows };
}

/* As many pixels as rows: on a log axis each row has its own line. */
static OndesAxis
axis_of (OndesScalogram *picture)
{
  return ondes_display_axis (&ondes_display_default, picture, picture->rows);
}

static float *
values_of (OndesScalogram     *first,
           OndesScalogram     *second,
           const OndesDisplay *display)
{
  const OndesRasterView view = one_to_one (first);
  const OndesAxis axis = axis_of (first);
  float *values = g_new (float, (gsize) view.width * view.height);

  ondes_difference_values (&(OndesDifference) { first, second, 6, FALSE }, display, &axis, &view, values);
  return values;
}

static OndesDisplay
display_of (double reference,
            double db_range)
{
  OndesDisplay display = ondes_display_default;

  display.reference = reference;
  display.db_range = db_range;
  return display;
}

static OndesScalogram *
new_noise (guint columns)
{
  OndesScalogram *picture = picture_new (20, 320, 12, 1000, columns, 4 * columns);

  picture_fill_noise (picture);
  for (guint i = 0; i < 20; i++)
    *picture_at (picture, g_test_rand_int_range (0, picture->rows), g_test_rand_int_range (0, columns)) = NAN;
  return picture;
}

/* Of power, 10 log₁₀; stored values may have exponents. */
static void
test_definition (void)
{
  for (guint round = 0; round < 20; round++)
    {
      const guint columns = g_test_rand_int_range (1, 200);
      const double range = g_test_rand_double_range (10, 80);
      g_autoptr (OndesScalogram) a = new_noise (columns), b = new_noise (columns);
      const OndesDisplay display = display_of (1, range);
      g_autofree float *seen = NULL;
      guint neutral = 0;

      b->exponent = round % 3 == 0 ? 0 : g_test_rand_int_range (-3, 4);
      a->exponent = round % 2 == 0 ? 0 : g_test_rand_int_range (-3, 4);
      seen = values_of (a, b, &display);
      for (gsize i = 0; i < (gsize) a->rows * columns; i++)
        {
          const double u = ldexp (a->values[i], a->exponent), v = ldexp (b->values[i], b->exponent), lowest = pow (10, -range / 20);

          if (isnan (u) || isnan (v) || (u < lowest && v < lowest))
            {
              g_assert_true (isnan (seen[i]));
              neutral++;
            }
          else
            g_assert_cmpfloat_with_epsilon (seen[i], 20 * log10 (u / v), 1e-4);
        }
      if (columns > 100)
        g_assert_cmpuint (neutral, >, 0);
    }
}

static void
test_power (void)
{
  OndesCwtOptions options = ondes_cwt_options_default;
  g_autoptr (OndesScaleList) scales = ondes_scale_list_new_frequencies (20, 320, 12, options.omega0, 1000, NULL);
  g_autoptr (OndesScalogram) a = new_noise (50), b = new_noise (50);
  const OndesDisplay display = display_of (1, 100);
  g_autofree float *seen = NULL;

  options.quantity = ONDES_QUANTITY_POWER;
  for (guint i = 0; i < 2; i++)
    {
      OndesScalogram *picture = i == 0 ? a : b;

      ondes_spec_unref (picture->spec);
      picture->spec = ondes_cwt_new (&options, scales, NULL);
    }
  seen = values_of (a, b, &display);
  for (gsize i = 0; i < (gsize) a->rows * a->columns; i++)
    if (isnan (a->values[i]) || isnan (b->values[i]))
      g_assert_true (isnan (seen[i]));
    else
      g_assert_cmpfloat_with_epsilon (seen[i], 10 * log10 (a->values[i] / b->values[i]), 1e-4);
}

/* Equal pictures differ nowhere, and a gain of 0.1 is 0.83 dB everywhere, also where pixels stand for several rows and columns.
 * At least half of each view is inside the recording. */
static void
test_gain (void)
{
  g_autoptr (OndesScalogram) a = new_noise (300), b = picture_new (20, 320, 12, 1000, 300, 1200);
  const OndesDisplay display = display_of (1, 100);
  const OndesAxis axis = axis_of (a);

  for (guint i = 0; i < 2; i++)
    {
      const double gain = i == 0 ? 1 : 1.1;

      for (gsize j = 0; j < (gsize) a->rows * a->columns; j++)
        b->values[j] = a->values[j] / gain;
      for (guint j = 0; j < 8; j++)
        {
          const OndesRasterView view = { g_test_rand_double_range (-100, 600), g_test_rand_double_range (400, 1200),
                                         g_test_rand_int_range (1, 900), g_test_rand_int_range (1, 200) };
          const gsize n = (gsize) view.width * view.height;
          g_autofree float *seen = g_new (float, n);
          gsize known = 0;

          ondes_difference_values (&(OndesDifference) { a, b, 6, FALSE }, &display, &axis, &view, seen);
          for (gsize k = 0; k < n; k++)
            if (!isnan (seen[k]))
              {
                g_assert_cmpfloat_with_epsilon (seen[k], 20 * log10 (gain), 1e-5);
                known++;
              }
          g_assert_cmpuint (known, >, n / 4);
        }
    }
}

/* Nothing against something is beyond every range, nothing against nothing has no meaning, and neither has what is only in one. */
static void
test_zeros (void)
{
  g_autoptr (OndesScalogram) a = picture_new (20, 320, 12, 1000, 4, 4), b = picture_new (40, 320, 12, 1000, 4, 4);
  const OndesDisplay display = display_of (1, 60);
  g_autofree float *seen = NULL;

  *picture_at (a, 0, 1) = *picture_at (b, 0, 2) = 0.5;
  *picture_at (a, a->rows - 1, 0) = 1;
  seen = values_of (a, b, &display);
  g_assert_true (isnan (seen[0]));
  g_assert_cmpfloat (seen[1], ==, INFINITY);
  g_assert_cmpfloat (seen[2], ==, -INFINITY);
  g_assert_true (isnan (seen[(gsize) (a->rows - 1) * 4]));
  /* Neither have aliases. */
  a->rate_hz = b->rate_hz = 300;
  g_clear_pointer (&seen, g_free);
  *picture_at (b, b->rows - 1, 3) = 1;
  seen = values_of (a, b, &display);
  g_assert_true (isnan (seen[1]));
  g_assert_cmpfloat (seen[(gsize) (b->rows - 1) * 4 + 3], ==, -INFINITY);
}

/* One at four times the rate is compared at the same times and frequencies. */
static void
test_rates (void)
{
  g_autoptr (OndesScalogram) slow = picture_new (20, 320, 12, 1000, 200, 800), fast = picture_new (20, 320, 12, 4000, 200, 3200);
  const OndesDisplay display = display_of (1, 100);
  const OndesAxis axis = axis_of (slow);
  const OndesRasterView view = { 103.5, 431, 300, 70 };
  g_autofree float *seen = g_new (float, 300 * 70), *same = g_new (float, 300 * 70);

  g_assert_cmpuint (slow->rows, ==, fast->rows);
  slow->start = fast->start = g_test_rand_double_range (-100, 100);
  picture_fill_noise (slow);
  for (gsize j = 0; j < (gsize) slow->rows * slow->columns; j++)
    fast->values[j] = slow->values[j] / 2;
  ondes_difference_values (&(OndesDifference) { slow, fast, 6, FALSE }, &display, &axis, &view, seen);
  for (gsize k = 0; k < 300 * 70; k++)
    g_assert_cmpfloat_with_epsilon (seen[k], 20 * log10 (2), 1e-5);
  /* And the other way round, in the other's samples. */
  ondes_difference_values (&(OndesDifference) { fast, slow, 6, FALSE }, &display, &axis,
                           &(OndesRasterView) { 4 * 103.5, 4 * 431, 300, 70 }, same);
  for (gsize k = 0; k < 300 * 70; k++)
    g_assert_cmpfloat_with_epsilon (same[k], -20 * log10 (2), 1e-5);
}

static void
to_linear (guint32 colour,
           double  rgb[3])
{
  for (guint i = 0; i < 3; i++)
    {
      const double v = (colour >> (16 - 8 * i) & 255) / 255.0;

      rgb[i] = v <= 0.04045 ? v / 12.92 : pow ((v + 0.055) / 1.055, 2.4);
    }
}

static double
luminance (guint32 colour)
{
  double rgb[3];

  to_linear (colour, rgb);
  return 0.2126 * rgb[0] + 0.7152 * rgb[1] + 0.0722 * rgb[2];
}

/* The colour's blue against yellow as a protanope or deuteranope sees it (Viénot, Brettel and Mollon 1999). */
static double
blueness (guint32  colour,
          gboolean deuteranope)
{
  double rgb[3], yellow;

  to_linear (colour, rgb);
  yellow = deuteranope ? 0.29275 * rgb[0] + 0.70725 * rgb[1] : 0.11238 * rgb[0] + 0.88762 * rgb[1];
  return cbrt (rgb[2]) - cbrt (yellow);
}

/* Both sides go evenly from the middle, which is grey, to their end, and nobody takes one for the other. */
static void
test_palettes (void)
{
  const int middle = ONDES_DIVERGING_COLOURS / 2;

  for (guint dark = 0; dark < 2; dark++)
    {
      const guint32 *colours = ondes_palette_diverging (dark);
      const guint32 grey = colours[middle] & 255;

      g_assert_cmphex (colours[middle], ==, 0xff000000 | grey << 16 | grey << 8 | grey);
      g_assert_true (dark ? grey < 40 : grey == 255);
      for (int i = 1; i <= middle; i++)
        {
          const double lower = cbrt (luminance (colours[middle - i])), upper = cbrt (luminance (colours[middle + i]));

          g_assert_cmpfloat (fabs (lower - upper), <, 0.06);
          g_assert_true (dark ? lower > cbrt (luminance (colours[middle - i + 1])) - 0.004
                              : lower < cbrt (luminance (colours[middle - i + 1])) + 0.004);
          if (i > middle / 4)
            for (guint deuteranope = 0; deuteranope < 2; deuteranope++)
              g_assert_cmpfloat (blueness (colours[middle - i], deuteranope), >,
                                 blueness (colours[middle + i], deuteranope) + 0.08);
        }
      /* A sixth of the range is seen at once. */
      g_assert_cmpfloat (fabs (cbrt (luminance (colours[middle + middle / 6])) - cbrt (luminance (colours[middle]))), >, 0.05);
    }
}

/* A pixel has the colour of its difference, its range's ends those beyond, and the unknown none. */
static void
test_raster (void)
{
  g_autoptr (OndesScalogram) a = new_noise (200), b = new_noise (200);
  const OndesDisplay display = display_of (1, 40);
  const OndesAxis axis = axis_of (a);
  const OndesRasterView view = one_to_one (a);
  g_autofree float *values = values_of (a, b, &display);

  for (guint dark = 0; dark < 2; dark++)
    {
      const double range = g_test_rand_double_range (1, 20);
      const guint32 *colours = ondes_palette_diverging (dark);
      cairo_surface_t *surface = ondes_difference_raster_new (&(OndesDifference) { a, b, range, dark }, &display, &axis, &view);

      for (int y = 0; y < view.height; y++)
        for (int x = 0; x < view.width; x++)
          {
            const double db = values[y * view.width + x], at = (db / range + 1) * (ONDES_DIVERGING_COLOURS / 2);
            const guint32 seen = pixel_at (surface, x, y);

            if (isnan (db))
              g_assert_cmphex (seen, ==, 0);
            else if (seen != colours[(int) CLAMP (floor (at + 0.5), 0, ONDES_DIVERGING_COLOURS - 1)])
              g_assert_cmphex (seen, ==, colours[(int) CLAMP (ceil (at - 0.5), 0, ONDES_DIVERGING_COLOURS - 1)]);
          }
      cairo_surface_destroy (surface);
    }
}

/* Of a range with long numbers the title stays within the page: they are drawn smaller. */
static void
test_bar (void)
{
  const cairo_rectangle_t area = { 4, 10, 12, 300 };
  const OndesDifference difference = { .range_db = 0.004 };
  const OndesAxis axis = { ONDES_AXIS_LINEAR, -0.004, 0.004, 300 };
  cairo_surface_t *wide = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 1, 1), *page;
  cairo_t *cr = cairo_create (wide);
  const int width = (int) (16 + 0.9 * ondes_ruler_thickness (cr, &ondes_theme_print, &axis, ONDES_SIDE_RIGHT, TRUE));
  gboolean inside = FALSE;

  cairo_destroy (cr);
  cairo_surface_destroy (wide);
  page = cairo_image_surface_create (CAIRO_FORMAT_RGB24, width, 320);
  cr = cairo_create (page);
  cairo_set_source_rgb (cr, 1, 1, 1);
  cairo_paint (cr);
  ondes_draw_difference_bar (cr, &ondes_theme_print, &difference, &area, "difference (dB)");
  cairo_destroy (cr);
  cairo_surface_flush (page);
  for (int y = 0; y < 320; y++)
    {
      const guint32 *line = (gpointer) (cairo_image_surface_get_data (page) + y * cairo_image_surface_get_stride (page));

      g_assert_cmphex (line[width - 1] & 0xffffff, ==, 0xffffff);
      for (int x = width - 12; x < width - 1; x++)
        inside = inside || (line[x] & 0xffffff) < 0x808080;
    }
  g_assert_true (inside);
  cairo_surface_destroy (page);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ondes/difference/is-the-ratio-in-decibels", test_definition);
  g_test_add_func ("/ondes/difference/of-power-has-ten-decibels-a-decade", test_power);
  g_test_add_func ("/ondes/difference/a-gain-is-the-same-everywhere", test_gain);
  g_test_add_func ("/ondes/difference/of-nothing-has-no-meaning", test_zeros);
  g_test_add_func ("/ondes/difference/is-at-equal-time-and-frequency", test_rates);
  g_test_add_func ("/ondes/difference/palettes-have-two-sides-for-every-eye", test_palettes);
  g_test_add_func ("/ondes/difference/the-title-of-a-bar-is-not-cut", test_bar);
  g_test_add_func ("/ondes/difference/a-pixel-has-the-colour-of-its-value", test_raster);
  return g_test_run ();
}
