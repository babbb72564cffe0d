/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Captions tell what was asked for and what is there; SVG keeps text as text where it is asked to. */
#include <glib/gstdio.h>
#include <string.h>

#include "picture.h"

static void
test_options (void)
{
  g_autoptr (OndesScalogram) usual = picture_new (4, 4000, 24, 10000, 40, 100000);
  g_autoptr (OndesScalogram) other = picture_new (50, 2000, 24, 10000, 40, 100000);
  g_autofree char           *plain = NULL, *told = NULL;

  picture_done (usual);
  picture_done (other);
  plain = ondes_figure_caption (usual, &ondes_display_default);
  told = ondes_figure_caption (other, &ondes_display_default);
  g_assert_null (strstr (plain, "--frequencies"));
  g_assert_null (strstr (plain, "--quantity"));
  g_assert_nonnull (strstr (told, "--frequencies 50:2000"));
}

static void
test_cone (void)
{
  g_autoptr (OndesScalogram) s = picture_new (50, 2000, 24, 10000, 40, 100000);
  OndesDisplay               display = ondes_display_default;
  g_autofree char           *whole = NULL, *part = NULL;

  picture_done (s);
  display.cone = TRUE;
  whole = ondes_figure_caption (s, &display);
  s->view.first = 40000;
  s->view.count = 20000;
  part = ondes_figure_caption (s, &display);
  g_assert_nonnull (strstr (whole, "pale"));
  g_assert_null (strstr (part, "pale"));
}

static void
test_detrend (void)
{
  static const struct
  {
    OndesDetrend detrend;
    const char  *text;
  } cases[] = { { ONDES_DETREND_NONE, NULL },
                { ONDES_DETREND_MEAN, ", less their mean 0.25" },
                { ONDES_DETREND_LINEAR, ", less their line of least squares" },
                { ONDES_DETREND_SPAN_MEAN, ", less the mean of this span 0.25" },
                { ONDES_DETREND_MOVING, ", less the mean of the 4001 samples (0.4001 s) around each" } };
  g_autoptr (OndesScalogram) s = picture_new (50, 2000, 24, 10000, 40, 100000);

  picture_done (s);
  g_assert_cmpfloat (s->rate_hz, ==, 10000);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *caption = NULL;

      s->detrend = cases[i].detrend;
      s->trend = (OndesTrend) { .level = { 0.25 }, .window = 4001 };
      caption = ondes_figure_caption (s, &ondes_display_default);
      g_assert_true (cases[i].text != NULL ? strstr (caption, cases[i].text) != NULL : strstr (caption, ", less ") == NULL);
    }
}

/* Where cursors are and what lies between them, by the formulas. */
static void
test_cursors (void)
{
  g_autoptr (OndesScalogram) s = picture_new (50, 2000, 24, 10000, 40, 100000);
  OndesDisplay               display = ondes_display_default;
  const double               octaves = g_test_rand_int_range (1, 4);
  g_autofree char           *one = NULL, *two = NULL, *told = NULL, *level = NULL;
  const double               db = g_test_rand_int_range (1, 400) / 10.0;

  picture_done (s);
  display.cursors.at[1].sample = 20000;
  one = ondes_figure_caption (s, &display);
  g_assert_nonnull (strstr (one, "Cursor 2 at 2 s. "));
  display.cursors.at[0].sample = 15000;
  display.cursors.at[0].hz = 100;
  display.cursors.at[1].hz = 100 * exp2 (octaves);
  display.cursors.harmonic_hz = 62.5;
  told = g_strdup_printf ("Cursor 1 at 1.5 s and 100 Hz, 2 at 2 s and %g Hz; Δt 0.5 s, 1/Δt 2 Hz, Δf %g Hz, %g cents "
                          "(%g octave%s). Lines at multiples of f = 62.5 Hz. ",
                          100 * exp2 (octaves), 100 * (exp2 (octaves) - 1), 1200 * octaves, octaves, octaves == 1 ? "" : "s");
  two = ondes_figure_caption (s, &display);
  g_assert_nonnull (strstr (two, told));
  *picture_at (s, (guint) ondes_scalogram_row (s, 100), 6) = 1;
  *picture_at (s, (guint) ondes_scalogram_row (s, display.cursors.at[1].hz), 8) = (float) pow (10, db / 20);
  g_free (two);
  two = ondes_figure_caption (s, &display);
  level = g_strdup_printf (", ΔL %g dB. ", db);
  g_assert_nonnull (strstr (two, level));
}

static void
test_svg_text (void)
{
  g_autoptr (OndesScalogram) s = picture_new (50, 2000, 24, 10000, 40, 100000);
  OndesFigureSize            size = ondes_figure_size_default;
  g_autofree char           *folder = g_dir_make_tmp ("ondes-caption-XXXXXX", NULL);
  g_autofree char           *path = g_build_filename (folder, "x.svg", NULL), *svg = NULL;
  g_autoptr (GError)         error = NULL;

  picture_done (s);
  size.svg_text = TRUE;
  ondes_figure_write (&(OndesImageTarget) { path, ONDES_IMAGE_SVG }, &size, s, &ondes_display_default, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (g_file_get_contents (path, &svg, NULL, NULL));
  g_assert_nonnull (strstr (svg, ">frequency (Hz)</text>"));
  g_assert_nonnull (strstr (svg, ">time (s)</text>"));
  g_assert_null (strstr (svg, "glyph"));
  g_assert_true (g_str_has_suffix (g_strchomp (svg), "</svg>"));
  g_unlink (path);
  g_rmdir (folder);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ondes/caption/tells-options-that-were-given-alone", test_options);
  g_test_add_func ("/ondes/caption/tells-of-the-cone-where-it-is-in-view", test_cone);
  g_test_add_func ("/ondes/caption/tells-what-was-subtracted", test_detrend);
  g_test_add_func ("/ondes/caption/tells-what-lies-between-cursors", test_cursors);
  g_test_add_func ("/ondes/svg/has-text-as-text", test_svg_text);
  return g_test_run ();
}
