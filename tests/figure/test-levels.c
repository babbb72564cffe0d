/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the colours go by: percentiles, so that a click leaves the rest to be seen, and rows by their medians. */
#include <string.h>

#include "analysis/levels.h"
#include "picture.h"

static int
compare (gconstpointer a,
         gconstpointer b)
{
  const float *x = a, *y = b;

  return (*x > *y) - (*x < *y);
}

/* Against the sorted values inside the cone, half of the time with the medians of the rows. */
static void
test_percentiles (void)
{
  for (int round = 0; round < 20; round++)
    {
      g_autoptr (OndesScalogram) picture = picture_new (20, 320, 12, 1000, 300, 3000);
      const OndesCwt            *cwt = ondes_spec_cwt (picture->spec);
      g_autofree float          *sorted = g_new (float, picture->rows * 300);
      double                    *medians = NULL;
      OndesLevels                levels;
      guint                      n = 0;

      picture_fill_noise (picture);
      if (round % 2)
        medians = ondes_levels_medians (picture);
      for (guint i = 0; i < picture->rows; i++)
        {
          const double coi = ondes_cwt_coi_samples (cwt, i);
          float        row[300];

          memcpy (row, picture_at (picture, i, 0), sizeof row);
          if (i == 3)
            *picture_at (picture, i, 150) = NAN; /* counts nowhere */
          qsort (row, 300, sizeof (float), compare);
          if (medians != NULL)
            g_assert_cmpfloat_with_epsilon (medians[i], row[150], row[150] * 0.01);
          for (guint j = 0; j < 300; j++)
            if (isnan (*picture_at (picture, i, j)))
              continue;
            else if (j * 10 >= coi && j * 10 + 9 <= 2999 - coi) /* all samples of the column inside the cone */
              sorted[n++] = *picture_at (picture, i, j) / (medians != NULL ? medians[i] : 1);
            else
              *picture_at (picture, i, j) = 1e6f; /* edges do not count */
        }
      qsort (sorted, n, sizeof (float), compare);
      levels = ondes_levels_measure (picture, medians, NULL);
      g_assert_cmpfloat_with_epsilon (levels.top, sorted[(int) (n * 0.998)], levels.top * 0.02);
      g_assert_cmpfloat_with_epsilon (levels.bottom, sorted[(int) (n * 0.1)], levels.bottom * 0.02);
      g_clear_pointer (&medians, g_atomic_rc_box_release);
    }
}

static OndesScalogram *
compute (const double *samples,
         guint64       n)
{
  static const OndesRecordingInfo info = { .name = "a signal", .time_unit = "s", .unit = "V" };
  OndesCwtOptions options = ondes_cwt_options_default;
  g_autoptr (OndesSource) source = ondes_array_source_new (ONDES_F64, samples, n, 8000);
  g_autoptr (OndesScaleList) scales = ondes_scale_list_new_frequencies (20, 3200, 12, options.omega0, 8000, NULL);
  g_autoptr (OndesComputer) computer = ondes_computer_new ("cpu", 0, 0);
  g_autoptr (OndesSpec) spec = NULL;
  g_autoptr (GError) error = NULL;
  OndesView view = { 0, n, 800, FALSE };
  OndesScalogram *picture;

  options.quantity = ONDES_QUANTITY_MAGNITUDE;
  spec = ondes_cwt_new (&options, scales, &error);
  g_assert_no_error (error);
  picture = ondes_scalogram_compute (computer,
                                     &(OndesScalogramJob) { .spec = spec, .source = source, .view = view, .info = &info },
                                     NULL, NULL, &error);
  g_assert_no_error (error);
  return picture;
}

/* Where a value lies among the colours, 0 … 1, as the default display has them. */
static double
level_of (const OndesScalogram *picture,
          double                value)
{
  OndesDisplay display = ondes_display_resolve (&ondes_display_default, picture);

  return ondes_display_level (&display, value, display.reference, FALSE);
}

/* A quiet recording with one loud click is not black; the click is as bright as can be; noise is dark, not bright. */
static void
test_click (void)
{
  const guint64 n = 80000;
  g_autofree double *samples = g_new (double, n);
  g_autoptr (OndesScalogram) picture = NULL;
  double *medians;
  double top = 0;

  for (guint64 t = 0; t < n; t++)
    samples[t] = 1e-4 * g_test_rand_double_range (-1, 1) + 1e-3 * sin (0.8 * t) * (t > 20000 && t < 40000);
  samples[n / 2] = 1;
  picture = compute (samples, n);
  medians = ondes_levels_medians (picture);
  for (guint i = 0; i < picture->rows; i++)
    {
      top = MAX (top, medians[i]);
      g_assert_cmpfloat (level_of (picture, medians[i]), <, 0.75);
    }
  g_assert_cmpfloat (level_of (picture, top), >, 0.15);
  g_assert_cmpfloat (level_of (picture, 1e-3), >, 0.6);
  g_assert_cmpfloat (level_of (picture, *picture_at (picture, 0, 400)), ==, 1);
  g_assert_cmpfloat (ondes_display_resolve (&ondes_display_default, picture).reference, <, picture->largest / 20);
  g_atomic_rc_box_release (medians);
}

/* What is given wins; a reference alone keeps the bottom where it was. */
static void
test_given (void)
{
  g_autoptr (OndesScalogram) picture = picture_new (20, 320, 12, 1000, 300, 3000);
  OndesDisplay display = ondes_display_default, shown;

  picture->levels = (OndesLevels) { 1, 0.01f };
  shown = ondes_display_resolve (&display, picture);
  g_assert_cmpfloat (shown.reference, ==, 1);
  g_assert_cmpfloat (shown.db_range, ==, 40);
  display.reference = 10;
  g_assert_cmpfloat (ondes_display_resolve (&display, picture).db_range, ==, 60);
  display.db_range = 33;
  shown = ondes_display_resolve (&display, picture);
  g_assert_cmpfloat (shown.reference, ==, 10);
  g_assert_cmpfloat (shown.db_range, ==, 33);
  picture->levels = (OndesLevels) { 1, 1e-5f };
  g_assert_cmpfloat (ondes_display_resolve (&ondes_display_default, picture).db_range, ==, 60);
  picture->levels = (OndesLevels) { 1, 0.9f };
  g_assert_cmpfloat (ondes_display_resolve (&ondes_display_default, picture).db_range, ==, 20);
}

/* Each pixel has the colour of its ratio to the median of its row; the bar and the caption say so. */
static void
test_equalise (void)
{
  g_autoptr (OndesScalogram) picture = picture_new (20, 320, 12, 1000, 300, 3000);
  OndesDisplay display = ondes_display_default, plain = ondes_display_default;
  g_autofree char *title = NULL, *caption = NULL;
  cairo_surface_t *surface, *expected;
  OndesAxis axis;

  picture_fill_noise (picture);
  for (guint i = 0; i < picture->rows; i++)
    for (guint j = 0; j < 300; j++)
      *picture_at (picture, i, j) *= exp (0.2 * i);
  ondes_scalogram_set_medians (picture, ondes_levels_medians (picture));
  display.equalise = TRUE;
  axis = ondes_display_axis (&display, picture, picture->rows);
  surface = ondes_raster_new (picture, &display, &axis, &(OndesRasterView) { 0, 3000, 300, picture->rows });
  title = ondes_colour_bar_title (picture, &display);
  caption = ondes_figure_caption (picture, &display);
  g_assert_cmpstr (title, ==, "magnitude, dB re row median");
  g_assert_nonnull (strstr (caption, "times each row's median over the whole recording (equalised)"));
  g_assert_cmpfloat_with_epsilon (ondes_colour_bar_axis (picture, &display, 100).hi, 20 * log10 (picture->equalised.top), 0.1);

  for (guint i = 0; i < picture->rows; i++)
    for (guint j = 0; j < 300; j++)
      *picture_at (picture, i, j) /= picture->medians[i];
  plain.reference = ondes_display_resolve (&display, picture).reference;
  plain.db_range = ondes_display_resolve (&display, picture).db_range;
  expected = ondes_raster_new (picture, &plain, &axis, &(OndesRasterView) { 0, 3000, 300, picture->rows });
  for (guint i = 0; i < picture->rows; i++)
    for (guint j = 0; j < 300; j++)
      g_assert_cmphex (pixel_at (surface, j, i), ==, pixel_at (expected, j, i));
  cairo_surface_destroy (surface);
  cairo_surface_destroy (expected);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ondes/levels/are-percentiles-inside-the-cone", test_percentiles);
  g_test_add_func ("/ondes/levels/a-click-leaves-the-rest-to-be-seen", test_click);
  g_test_add_func ("/ondes/levels/what-is-given-wins", test_given);
  g_test_add_func ("/ondes/levels/equalised-rows-are-ratios-to-their-medians", test_equalise);
  return g_test_run ();
}
