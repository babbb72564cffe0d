/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rulers: pixels and values, and labels that are right, apart and at least two, at any zoom. */
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "figure/draw.h"

/* The number that a reader makes of a label. */
static double
read_label (const char *label)
{
  g_autofree char *ascii = NULL;
  g_auto (GStrv)   parts = NULL, fields = NULL;
  char            *end;
  double           value = 0;
  gboolean         negative = g_str_has_prefix (label, "\u2212");

  parts = g_strsplit (label, "\u2212", -1);
  ascii = g_strjoinv ("-", parts);
  if (!strchr (ascii, ':'))
    {
      value = g_ascii_strtod (ascii, &end);
      g_assert_cmpstr (end, ==, "");
      return value;
    }
  fields = g_strsplit (ascii + negative, ":", -1);
  for (guint i = 0; fields[i]; i++)
    {
      double field = g_ascii_strtod (fields[i], &end);

      g_assert_cmpstr (end, ==, "");
      if (i > 0)
        g_assert_cmpfloat (field, <, 60);
      value = value * 60 + field;
    }
  return negative ? -value : value;
}

/* The same of a label of @axis: days before the clock, or days and years alone. */
static double
read_tick (const OndesAxis *axis,
           const char      *label)
{
  const char *clock = strstr (label, " d ");
  double      days;

  if (axis->mode != ONDES_AXIS_TIME || ondes_axis_clock (axis) <= ONDES_CLOCK_HOURS)
    return read_label (label);
  if (clock == NULL)
    return read_label (label) * (ondes_axis_clock (axis) == ONDES_CLOCK_DAYS ? 86400 : 365.2425 * 86400);
  days = g_ascii_strtod (label + (g_str_has_prefix (label, "\u2212") ? strlen ("\u2212") : 0), NULL);
  return copysign (days * 86400 + read_label (clock + 3), g_str_has_prefix (label, "\u2212") ? -1 : 1);
}

/* All that a ruler promises. */
static void
check_ticks (const OndesAxis *axis,
             double           spacing)
{
  g_autoptr (GArray)     ticks = ondes_axis_ticks (axis, spacing);
  g_autoptr (GHashTable) labels = g_hash_table_new (g_str_hash, g_str_equal);
  double                 before = -1, last_label = -G_MAXDOUBLE;
  double                 apart = MIN (spacing, axis->pixels / 2);
  guint                  n = 0;
  /* Values are doubles: at some months, 0.1 ms over thousands of pixels is a few hundred thousand of them. */
  double                 largest = MAX (fabs (axis->lo), fabs (axis->hi));
  double                 slack = 1e-3 + 2 * DBL_EPSILON * largest / fabs (axis->hi - axis->lo) * axis->pixels;

  for (guint i = 0; i < ticks->len; i++)
    {
      const OndesTick *tick = &g_array_index (ticks, OndesTick, i);

      g_assert_cmpfloat (tick->pixel, >=, 0);
      g_assert_cmpfloat (tick->pixel, <=, axis->pixels);
      g_assert_cmpfloat (tick->pixel, >=, before);
      g_assert_cmpfloat_with_epsilon (tick->pixel, ondes_axis_pixel (axis, tick->value), slack);
      before = tick->pixel;
      if (!tick->major)
        {
          g_assert_cmpstr (tick->label, ==, "");
          continue;
        }
      n++;
      g_assert_cmpuint (strlen (tick->label), <, sizeof tick->label - 1);
      g_assert_true (g_hash_table_add (labels, (char *) tick->label));
      g_assert_cmpfloat_with_epsilon (ondes_axis_pixel (axis, read_tick (axis, tick->label)), tick->pixel, 0.5);
      g_assert_cmpfloat (tick->pixel - last_label, >=, apart - slack);
      last_label = tick->pixel;
    }
  if (n < 2)
    g_test_message ("mode %d, %.17g … %.17g over %g pixels, labels %g apart", axis->mode, axis->lo, axis->hi, axis->pixels,
                    spacing);
  g_assert_cmpuint (n, >=, 2);
  g_assert_cmpuint (n, <=, (guint) (axis->pixels / (apart - slack) + 1.001));
}

static double
random_log (double lo,
            double hi)
{
  return lo * pow (hi / lo, g_test_rand_double ());
}

static void
test_mapping (void)
{
  for (int i = 0; i < 2000; i++)
    {
      double    lo = random_log (1e-19, 1e9), hi = lo * random_log (1.0001, 1e6);
      OndesAxis axis = { i % 2 ? ONDES_AXIS_LOG : ONDES_AXIS_LINEAR, lo, hi, g_test_rand_double_range (30, 5000) };
      double    pixel = g_test_rand_double_range (-1, 2) * axis.pixels, factor = random_log (0.5, 50);
      OndesAxis zoomed;

      if (i % 3 == 0)
        axis = (OndesAxis) { axis.mode, hi, lo, axis.pixels };
      g_assert_cmpfloat_with_epsilon (ondes_axis_pixel (&axis, axis.lo), 0, 1e-9);
      g_assert_cmpfloat_with_epsilon (ondes_axis_pixel (&axis, axis.hi), axis.pixels, 1e-9 * axis.pixels);
      g_assert_cmpfloat_with_epsilon (ondes_axis_pixel (&axis, ondes_axis_value (&axis, pixel)), pixel, 1e-6 * axis.pixels);

      /* By the definitions: linear, and straight in the logarithm. */
      if (axis.mode == ONDES_AXIS_LINEAR)
        g_assert_cmpfloat_with_epsilon (ondes_axis_value (&axis, axis.pixels / 4) / (axis.lo * 0.75 + axis.hi * 0.25), 1, 1e-12);
      else
        g_assert_cmpfloat_with_epsilon (ondes_axis_value (&axis, axis.pixels / 2) / sqrt (axis.lo) / sqrt (axis.hi), 1, 1e-9);

      pixel = g_test_rand_double () * axis.pixels;
      zoomed = ondes_axis_zoom (&axis, pixel, factor);
      g_assert_cmpfloat_with_epsilon (ondes_axis_pixel (&zoomed, ondes_axis_value (&axis, pixel)), pixel, 1e-6 * axis.pixels);
      g_assert_cmpfloat_with_epsilon (ondes_axis_pixel (&zoomed, ondes_axis_value (&axis, pixel + 1)), pixel + factor,
                                      1e-6 * axis.pixels * factor);
    }
}

static void
test_random_zooms (gconstpointer mode)
{
  for (int i = 0; i < 20000; i++)
    {
      OndesAxis axis = { GPOINTER_TO_INT (mode), 0, 0, random_log (20, 8000) };
      double    spacing = random_log (8, 300);

      if (axis.mode == ONDES_AXIS_LOG)
        {
          axis.lo = random_log (1e-21, 1e12);
          axis.hi = axis.lo * (1 + random_log (1e-6, 1e30));
        }
      else if (axis.mode == ONDES_AXIS_TIME)
        {
          axis.lo = g_test_rand_double () < 0.5 ? 0 : random_log (0.1, 1e7);
          axis.hi = axis.lo + random_log (1e-4, i % 5 == 0 ? 1e13 : 1e7);
        }
      else
        {
          double span = random_log (1e-20, 1e12);

          axis.lo = g_test_rand_double_range (-1, 1) * span * random_log (1e-3, 1e7);
          axis.hi = axis.lo + span;
        }
      if (i % 4 == 0)
        axis = (OndesAxis) { axis.mode, axis.hi, axis.lo, axis.pixels };
      check_ticks (&axis, spacing);
    }
}

static void
test_narrow (void)
{
  static const double spans[][2] = { { 1.0000, 1.0001 },   { 12.34567, 12.34568 }, { 1e-19, 3e-19 },  { 1e9, 1e9 + 0.01 },
                                     { 999.99, 1000.01 },  { 1e-19, 1.0001e-19 },  { 1e9, 3e9 },      { 0.4999, 0.5001 },
                                     { 9.5, 10.4 },        { 0.11, 0.19 },         { 110, 190 },      { 1.5, 14 },
                                     { 86399.9, 86400.1 }, { 1e-12, 1e12 },        { 20, 20000 },     { 8.6, 8.7 } };

  for (guint i = 0; i < G_N_ELEMENTS (spans); i++)
    for (int mode = ONDES_AXIS_LINEAR; mode <= ONDES_AXIS_TIME; mode++)
      for (double pixels = 40; pixels < 4000; pixels *= 1.3)
        {
          OndesAxis axis = { mode, spans[i][0], spans[i][1], pixels };

          check_ticks (&axis, 60);
        }
}

static void
test_deep_zoom (void)
{
  /* Wheel steps about one place until a double sees no difference: two labels on the whole way. */
  for (int mode = ONDES_AXIS_LINEAR; mode <= ONDES_AXIS_LOG; mode++)
    {
      OndesAxis axis = { mode, 17.6, 17600, 700 };

      while (axis.hi - axis.lo > axis.hi * 1e-13)
        {
          check_ticks (&axis, 70);
          axis = ondes_axis_zoom (&axis, 311.3, 1.25);
        }
    }
}

/* A mark just outside stays outside, however narrow the span. */
static void
test_edges (void)
{
  for (int i = 0; i < 20000; i++)
    {
      double power = pow (10, g_test_rand_int_range (-12, 12)), narrow = random_log (1e-7, 1e-3);
      double off = random_log (1e-14, 1e-6) * (i % 2 ? 1 : -1);
      OndesAxis axis = { ONDES_AXIS_LOG, power * (1 + off), power * (1 + off + narrow), 8000 };

      if (i % 4 >= 2)
        axis = (OndesAxis) { ONDES_AXIS_LOG, power * (1 + off - narrow), power * (1 + off), 8000 };
      check_ticks (&axis, 70);
    }
}

static void
test_nothing_to_label (void)
{
  static const OndesAxis axes[] = {
    { ONDES_AXIS_LINEAR, 1, 1, 100 },    { ONDES_AXIS_LINEAR, NAN, 1, 100 }, { ONDES_AXIS_LINEAR, 0, INFINITY, 100 },
    { ONDES_AXIS_LOG, 0, 1, 100 },       { ONDES_AXIS_LOG, -1, 1, 100 },     { ONDES_AXIS_LINEAR, 0, 1, 0 },
    { ONDES_AXIS_LINEAR, 0, 1, NAN },    { ONDES_AXIS_LOG, 3, 3, 100 },      { ONDES_AXIS_TIME, 3, 3, 100 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (axes); i++)
    {
      g_autoptr (GArray) ticks = ondes_axis_ticks (&axes[i], 50);

      g_assert_cmpuint (ticks->len, ==, 0);
    }
}

static void
assert_labels (OndesAxisMode mode,
               double        lo,
               double        hi,
               double        pixels,
               double        spacing,
               const char   *expected)
{
  OndesAxis            axis = { mode, lo, hi, pixels };
  g_autoptr (GArray)   ticks = ondes_axis_ticks (&axis, spacing);
  g_autoptr (GString)  text = g_string_new (NULL);

  for (guint i = 0; i < ticks->len; i++)
    if (g_array_index (ticks, OndesTick, i).major)
      g_string_append_printf (text, "%s%s", text->len ? " " : "", g_array_index (ticks, OndesTick, i).label);
  g_assert_cmpstr (text->str, ==, expected);
}

static void
test_how_labels_read (void)
{
  assert_labels (ONDES_AXIS_LINEAR, 0, 10, 500, 80, "0 2 4 6 8 10");
  assert_labels (ONDES_AXIS_LINEAR, -1, 1, 500, 100, "\u2212" "1.0 \u2212" "0.5 0.0 0.5 1.0");
  assert_labels (ONDES_AXIS_LINEAR, 0, 22050, 500, 100, "0 5000 10000 15000 20000");
  assert_labels (ONDES_AXIS_LINEAR, 0, 4e6, 500, 100, "0 1e6 2e6 3e6 4e6");
  assert_labels (ONDES_AXIS_LINEAR, 0, 4e-19, 500, 100, "0 1e\u2212" "19 2e\u2212" "19 3e\u2212" "19 4e\u2212" "19");
  assert_labels (ONDES_AXIS_LINEAR, 12.34567, 12.34568, 500, 200, "12.345670 12.345675 12.345680");
  assert_labels (ONDES_AXIS_LOG, 20, 20000, 600, 50, "20 50 100 200 500 1000 2000 5000 10000 20000");
  assert_labels (ONDES_AXIS_LOG, 1e-3, 1e6, 600, 50, "0.001 0.01 0.1 1 10 100 1000 10000 1e5 1e6");
  assert_labels (ONDES_AXIS_LOG, 110, 190, 600, 50, "110 120 130 140 150 160 170 180 190");
  assert_labels (ONDES_AXIS_TIME, 0, 86400, 600, 140, "0:00:00 6:00:00 12:00:00 18:00:00 24:00:00");
  assert_labels (ONDES_AXIS_TIME, 12300, 12302, 600, 280, "3:25:00 3:25:01 3:25:02");
  assert_labels (ONDES_AXIS_TIME, 30, 32, 600, 140, "0:30.0 0:30.5 0:31.0 0:31.5 0:32.0");
}

static void
assert_value (double      value,
              const char *unit,
              guint       digits,
              const char *expected)
{
  g_autofree char *text = ondes_format_value (value, unit, digits);

  g_assert_cmpstr (text, ==, expected);
}

static void
test_values (void)
{
  assert_value (1250, "Hz", 3, "1.25 kHz");
  assert_value (999.96, "Hz", 4, "1.000 kHz");
  assert_value (0, "V", 3, "0 V");
  assert_value (-0.0125, "V", 3, "\u2212" "12.5 mV");
  assert_value (3.2e-19, "", 3, "3.20e\u2212" "19");
  assert_value (3.2e-19, NULL, 2, "3.2e\u2212" "19");
  assert_value (-1.5e12, "counts", 3, "\u2212" "1.50e12 counts");
  assert_value (7200, "s", 4, "7200 s");
  assert_value (0.004, "s", 2, "4.0 ms");
  assert_value (0.25, "cycles/year", 3, "0.250 cycles/year");
  assert_value (NAN, "V", 3, "NaN V");
  assert_value (-INFINITY, NULL, 3, "\u2212\u221e");

  /* Read back, the number is right to its digits. */
  for (int i = 0; i < 5000; i++)
    {
      double           value = random_log (1e-25, 1e15);
      guint            digits = g_test_rand_int_range (1, 12);
      g_autofree char *text = ondes_format_value (-value, NULL, digits);

      g_assert_cmpfloat_with_epsilon (read_label (text) / -value, 1, 0.501 * pow (10, 1.0 - digits));
    }
}

static void
test_units (void)
{
  static const char *const units[][3] = { { "s", "Hz", "time (s)" },        { "ms", "kHz", "time (ms)" },
                                          { "a", "cycles/year", "time (years)" }, { "d", "cycles/day", "time (days)" },
                                          { "h", "cycles/h", "time (h)" },   { "min", "cycles/min", "time (min)" } };

  for (guint i = 0; i < G_N_ELEMENTS (units); i++)
    {
      g_autofree char *unit = ondes_frequency_unit (units[i][0]);
      g_autofree char *title = ondes_time_title (units[i][0], &(OndesAxis) { ONDES_AXIS_LINEAR, 0, 1, 100 });

      g_assert_cmpstr (unit, ==, units[i][1]);
      g_assert_cmpstr (title, ==, units[i][2]);
    }
  g_assert_cmpint (ondes_time_axis_mode ("s", 86400), ==, ONDES_AXIS_TIME);
  g_assert_cmpint (ondes_time_axis_mode ("s", 65), ==, ONDES_AXIS_LINEAR);
  g_assert_cmpint (ondes_time_axis_mode ("a", 86400), ==, ONDES_AXIS_LINEAR);
}

/* Two or more indices in view, half an index beyond them on either side. */
static void
test_indices (void)
{
  for (int i = 0; i < 20000; i++)
    {
      double    count = floor (random_log (2, 0x1p40)), first = floor (g_test_rand_double () * 0x1p40 * (i % 3 > 0));
      OndesAxis axis = { ONDES_AXIS_INDEX, first - 0.5, first + count - 0.5, g_test_rand_double_range (30, 5000) };
      g_autoptr (GArray) ticks = ondes_axis_ticks (&axis, 30);

      check_ticks (&axis, g_test_rand_double_range (20, 120));
      for (guint j = 0; j < ticks->len; j++)
        {
          const OndesTick *tick = &g_array_index (ticks, OndesTick, j);

          g_assert_cmpfloat (tick->value, ==, floor (tick->value));
          g_assert_null (strchr (tick->label, 'e'));
        }
    }
}

static void
test_powers_of_two (void)
{
  OndesAxis axis = { ONDES_AXIS_INDEX, -0.5, 1023.5, 600 };
  g_autoptr (GArray) ticks = ondes_axis_ticks (&axis, 100);
  guint n = 0;

  for (guint i = 0; i < ticks->len; i++)
    if (g_array_index (ticks, OndesTick, i).major)
      g_assert_cmpfloat (g_array_index (ticks, OndesTick, i).value, ==, 256 * n++);
  g_assert_cmpuint (n, ==, 4);
}

static void
test_one_index (void)
{
  OndesAxis axis = { ONDES_AXIS_INDEX, -0.5, 0.5, 300 };
  g_autoptr (GArray) ticks = ondes_axis_ticks (&axis, 50);

  g_assert_cmpuint (ticks->len, ==, 1);
  g_assert_cmpstr (g_array_index (ticks, OndesTick, 0).label, ==, "0");
}

/* There and back, even on both sides of 0, and numbers at any zoom. */
static void
test_signed_log (void)
{
  for (guint round = 0; round < 300; round++)
    {
      double threshold = pow (10, g_test_rand_int_range (-6, 6)), a, b;
      OndesAxis axis = { ONDES_AXIS_SIGNED_LOG, 0, 0, 300, threshold };
      guint labels = 0;

      a = threshold * pow (10, g_test_rand_double_range (-1, 6)) * (g_test_rand_bit () ? 1 : -1);
      b = threshold * pow (10, g_test_rand_double_range (-1, 6)) * (g_test_rand_bit () ? 1 : -1);
      axis.lo = MIN (a, b);
      axis.hi = MAX (a, b);
      if (!(axis.hi - axis.lo > 0.01 * MAX (fabs (a), fabs (b))))
        continue;
      for (guint i = 0; i <= 10; i++)
        g_assert_cmpfloat_with_epsilon (ondes_axis_pixel (&axis, ondes_axis_value (&axis, 30 * i)), 30 * i, 1e-6);
      {
        g_autoptr (GArray) ticks = ondes_axis_ticks (&axis, 30);
        double last = -100;

        for (guint i = 0; i < ticks->len; i++)
          {
            const OndesTick *tick = &g_array_index (ticks, OndesTick, i);

            g_assert_cmpfloat_with_epsilon (tick->pixel, ondes_axis_pixel (&axis, tick->value), 1e-3);
            if (!tick->major)
              continue;
            labels++;
            last = tick->pixel;
          }
        g_assert_cmpfloat (last, >=, 0);
        g_assert_cmpuint (labels, >=, 2);
      }
    }
}

/* Draws a ruler with @title at the right of a plot of 90 units; free with cairo_surface_destroy(). */
static cairo_surface_t *
draw_titled (const char *title)
{
  OndesTheme       theme = ondes_theme_print;
  OndesAxis        axis = { ONDES_AXIS_LINEAR, -60, 0, 90 };
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_A8, 120, 120);
  cairo_t         *cr = cairo_create (surface);

  ondes_draw_ruler (cr, &(OndesRuler) { .theme = &theme, .axis = &axis, .side = ONDES_SIDE_RIGHT, .x = 10, .y = 105,
                                        .title = title, .room = 90 });
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  return surface;
}

/* What is too long to be read in full goes, the reference of decibels before their name. */
static void
test_long_title (void)
{
  static const struct
  {
    const char *title, *left;
  } titles[] = {
    { "magnitude, dB re 0.230", "dB re 0.230" },
    { "coefficient (dB re 1.84\u00d710\u207b\u00b9\u2075 strain)", "coefficient (dB)" },
    { "dB re 5.40\u00d710\u207b\u00b9\u2079 strain", "dB" },
    { "coefficient (of some long unit)", "coefficient" },
  };
  cairo_surface_t *none = draw_titled (NULL);
  const gsize size = (gsize) cairo_image_surface_get_stride (none) * 120;

  for (guint i = 0; i < G_N_ELEMENTS (titles); i++)
    {
      cairo_surface_t *shortened = draw_titled (titles[i].title), *left = draw_titled (titles[i].left);

      g_assert_cmpmem (cairo_image_surface_get_data (shortened), size, cairo_image_surface_get_data (left), size);
      g_assert_true (memcmp (cairo_image_surface_get_data (none), cairo_image_surface_get_data (left), size) != 0);
      cairo_surface_destroy (shortened);
      cairo_surface_destroy (left);
    }
  cairo_surface_destroy (none);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ondes/axis/pixels-and-values-are-inverse", test_mapping);
  g_test_add_data_func ("/ondes/axis/linear-ticks-at-any-zoom", GINT_TO_POINTER (ONDES_AXIS_LINEAR), test_random_zooms);
  g_test_add_data_func ("/ondes/axis/log-ticks-at-any-zoom", GINT_TO_POINTER (ONDES_AXIS_LOG), test_random_zooms);
  g_test_add_data_func ("/ondes/axis/time-ticks-at-any-zoom", GINT_TO_POINTER (ONDES_AXIS_TIME), test_random_zooms);
  g_test_add_func ("/ondes/axis/narrow-spans-have-two-labels", test_narrow);
  g_test_add_func ("/ondes/axis/zooming-in-to-the-end-of-a-double", test_deep_zoom);
  g_test_add_func ("/ondes/axis/indices-are-whole-numbers", test_indices);
  g_test_add_func ("/ondes/axis/indices-have-joints-at-powers-of-two", test_powers_of_two);
  g_test_add_func ("/ondes/axis/one-index-has-one-number", test_one_index);
  g_test_add_func ("/ondes/axis/marks-at-the-edges-lie-inside", test_edges);
  g_test_add_func ("/ondes/axis/nothing-to-label-gives-none", test_nothing_to_label);
  g_test_add_func ("/ondes/axis/labels-read-well", test_how_labels_read);
  g_test_add_func ("/ondes/axis/values-with-units", test_values);
  g_test_add_func ("/ondes/axis/units-of-time", test_units);
  g_test_add_func ("/ondes/axis/signed-logarithm", test_signed_log);
  g_test_add_func ("/ondes/axis/long-title-stays-readable", test_long_title);
  return g_test_run ();
}
