/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rows in view: those asked for and so many between them that none is tall. */
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#include "figure/denser-rows.h"
#include "export/export.h"
#include "figure/raster.h"

#define RATE 8000.0

static OndesSpec *
asked (double voices)
{
  g_autoptr (OndesScaleList) list = ondes_scale_list_new_frequencies (20, 3200, voices, 5, RATE, NULL);

  return ondes_cwt_new (&ondes_cwt_options_default, list, NULL);
}

static guint
rows_of (const OndesSpec *spec)
{
  return ondes_spec_cwt (spec)->n_scales;
}

/* All of @few, as they are, and in their order. */
static void
assert_among (const OndesSpec *few,
              const OndesSpec *many)
{
  guint at = 0;

  for (guint i = 0; i < rows_of (few); i++, at++)
    while (ondes_cwt_scale (ondes_spec_cwt (few), i) != ondes_cwt_scale (ondes_spec_cwt (many), at))
      g_assert_cmpuint (++at, <, rows_of (many));
  for (guint i = 1; i < rows_of (many); i++)
    g_assert_cmpfloat (ondes_cwt_scale (ondes_spec_cwt (many), i), >, ondes_cwt_scale (ondes_spec_cwt (many), i - 1));
}

/* The tallest row in view, in pixels, of the picture itself. */
static double
tallest (OndesSpec          *spec,
         const OndesDisplay *display,
         double              pixels)
{
  static const OndesRecordingInfo info = { .name = "noise", .time_unit = "s", .channels = 1 };
  g_autoptr (OndesComputer) computer = ondes_computer_new ("cpu", 0, 0);
  g_autoptr (OndesScalogram) picture = NULL;
  g_autoptr (OndesSource) source = NULL;
  const OndesView view = { 0, 300, 10, FALSE };
  float samples[300];
  double most = 0;
  OndesAxis axis;

  for (guint i = 0; i < G_N_ELEMENTS (samples); i++)
    samples[i] = (float) g_test_rand_double_range (-1, 1);
  source = ondes_array_source_new (ONDES_F32, samples, G_N_ELEMENTS (samples), RATE);
  picture = ondes_scalogram_compute (computer,
                                     &(OndesScalogramJob) { .spec = spec, .source = source, .view = view, .info = &info },
                                     NULL, NULL, NULL);
  g_assert_nonnull (picture);
  axis = ondes_display_axis (display, picture, pixels);
  for (guint i = 0; i < picture->rows; i++)
    {
      double a = ondes_axis_pixel (&axis, ondes_display_from_frequency (display, picture, picture->edges_hz[2 * i]));
      double b = ondes_axis_pixel (&axis, ondes_display_from_frequency (display, picture, picture->edges_hz[2 * i + 1]));

      most = MAX (most, MIN (MAX (a, b), pixels) - MAX (MIN (a, b), 0));
    }
  return most;
}

static void
test_height (void)
{
  for (guint turn = 0; turn < 60; turn++)
    {
      const double voices = g_test_rand_int_range (1, 40), pixels = g_test_rand_int_range (100, 2000);
      const double lo = 20 * exp2 (g_test_rand_double_range (0, 7)), octaves = exp2 (g_test_rand_double_range (-12, 2));
      g_autoptr (OndesSpec) spec = asked (voices), denser = NULL, near = NULL;
      OndesDisplay display = ondes_display_default;
      g_autofree char *before = ondes_spec_print (spec), *after = NULL;

      display.show = (OndesShow) (turn % 3);
      display.view_lo = lo;
      display.view_hi = MIN (lo * exp2 (octaves), 3200);
      denser = ondes_denser_rows (spec, &display, RATE, pixels);
      after = ondes_spec_print (denser);
      g_assert_cmpstr (before, ==, after);
      assert_among (spec, denser);
      g_test_message ("%g voices, %g to %g over %g pixels: %u rows", voices, display.view_lo, display.view_hi, pixels,
                      rows_of (denser));
      g_assert_cmpfloat (tallest (denser, &display, pixels), <=, ONDES_ROW_PIXELS + 1e-6);
      /* No more than that takes: three pixels may be one and a half, over the view and half as much again. */
      g_assert_cmpuint (rows_of (denser), <=, rows_of (spec) + pixels * 1.5 + 20);
      /* Enough is enough. */
      near = ondes_denser_rows (denser, &display, RATE, pixels);
      g_assert_true (near == denser);
    }
}

/* A picture of all rows, rows that are no voices, and rows that are small already, stay as they are. */
static void
test_left_alone (void)
{
  static const struct
  {
    const char *scales;
    double      voices, lo, hi;
    gboolean    same;
  } cases[] = { { "4:64", 12, 0, 0, TRUE },      { "4:64", 12, 200, 400, FALSE }, { "4:64:1", 0, 200, 400, TRUE },
                { "4,8,16,32", 0, 200, 400, TRUE }, { "4:64", 900, 200, 400, TRUE } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (OndesScaleList) list = ondes_scale_list_parse (cases[i].scales, cases[i].voices, NULL);
      g_autoptr (OndesSpec) spec = ondes_cwt_new (&ondes_cwt_options_default, list, NULL), denser = NULL;
      OndesDisplay display = ondes_display_default;

      display.view_lo = cases[i].lo;
      display.view_hi = cases[i].hi;
      denser = ondes_denser_rows (spec, &display, RATE, 600);
      g_assert_cmpint (denser == spec, ==, cases[i].same);
      if (!cases[i].same)
        assert_among (spec, denser);
    }
}

/* Small moves of the view keep the rows: most of them compute nothing. */
static void
test_steps (void)
{
  g_autoptr (OndesSpec) spec = asked (24), last = NULL;
  guint changes = 0;

  for (guint i = 0; i < 1000; i++)
    {
      OndesDisplay display = ondes_display_default;
      g_autoptr (OndesSpec) now = NULL;

      display.view_lo = 300 * exp2 (i / 1000.0);
      display.view_hi = 2 * display.view_lo * (1 - 1e-9);
      now = ondes_denser_rows (spec, &display, RATE, 600);
      changes += last != NULL && !ondes_spec_equal (now, last);
      g_clear_pointer (&last, ondes_spec_unref);
      last = g_steal_pointer (&now);
    }
  g_assert_cmpuint (changes, >, 0);
  g_assert_cmpuint (changes, <=, 10);
}

/* The longest run of equal lines among those that have many colours: a row of the picture. */
static guint
longest_run (cairo_surface_t *surface,
             guint           *lines)
{
  const int stride = cairo_image_surface_get_stride (surface), width = cairo_image_surface_get_width (surface);
  const int from = width / 3, n = width / 3;
  const guint8 *data = cairo_image_surface_get_data (surface);
  const guint32 *before = NULL;
  guint run = 0, longest = 0;

  *lines = 0;
  for (int y = 0; y < cairo_image_surface_get_height (surface); y++)
    {
      const guint32 *line = (const guint32 *) (const void *) (data + (gsize) y * stride) + from;
      g_autoptr (GHashTable) colours = g_hash_table_new (NULL, NULL);

      for (int x = 0; x < n; x++)
        g_hash_table_add (colours, GUINT_TO_POINTER (line[x]));
      if (g_hash_table_size (colours) < 40)
        {
          before = NULL;
          continue;
        }
      ++*lines;
      run = before != NULL && memcmp (before, line, n * sizeof *line) == 0 ? run + 1 : 1;
      longest = MAX (longest, run);
      before = line;
    }
  return longest;
}

/* A figure of few frequencies of few voices has no tall blocks. */
static void
test_figure (void)
{
  g_autofree char *folder = g_dir_make_tmp ("ondes-rows-XXXXXX", NULL);
  g_autofree char *text = g_build_filename (folder, "noise.txt", NULL), *png = g_build_filename (folder, "noise.png", NULL);
  g_autoptr (GString) numbers = g_string_new (NULL);
  g_autoptr (OndesComputer) computer = ondes_computer_new ("cpu", 0, 0);
  g_autoptr (OndesRecording) recording = NULL;
  g_autoptr (OndesSpec) spec = asked (4);
  g_autoptr (GError) error = NULL;
  OndesExport export = { .read = { .rate_hz = RATE }, .channel = 1, .spec = spec, .count = 4000, .path = png,
                         .display = ondes_display_default, .size = { 600, 500, 1, 96 }, .format = ONDES_EXPORT_PNG };
  cairo_surface_t *surface;
  guint lines;

  for (guint i = 0; i < export.count; i++)
    g_string_append_printf (numbers, "%d\n", g_test_rand_int_range (-1000, 1000));
  g_assert_true (g_file_set_contents (text, numbers->str, -1, NULL));
  recording = ondes_recording_open (text, &export.read, NULL, &error);
  g_assert_no_error (error);
  export.recording = recording;
  export.display.view_lo = 700;
  export.display.view_hi = 1100;
  export.display.cone = FALSE;
  ondes_export_run (&export, computer, NULL, NULL, &error);
  g_assert_no_error (error);
  surface = cairo_image_surface_create_from_png (png);
  g_assert_cmpuint (longest_run (surface, &lines), <=, ONDES_ROW_PIXELS + 1); /* one where the pixels of a row begin */
  g_assert_cmpuint (lines, >, 100);
  cairo_surface_destroy (surface);
  g_unlink (text);
  g_unlink (png);
  g_rmdir (folder);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ondes/denser-rows/none-is-tall-and-the-asked-are-among-them", test_height);
  g_test_add_func ("/ondes/denser-rows/others-stay-as-they-are", test_left_alone);
  g_test_add_func ("/ondes/denser-rows/small-moves-keep-them", test_steps);
  g_test_add_func ("/ondes/denser-rows/figure-has-no-tall-blocks", test_figure);
  return g_test_run ();
}
