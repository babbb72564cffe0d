/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The colour bar under a real pointer and keys, and what the screen shows of it. */
#include "charts-fixture.h"

#include <math.h>

typedef struct
{
  Fixture     *f;
  OndesDisplay colours;
} Colours;

static gboolean
colours_are_other (gpointer data)
{
  Colours *before = data;
  OndesDisplay now = ondes_scalogram_analysis_get_colours (before->f->analysis);

  return now.reference != before->colours.reference || now.db_range != before->colours.db_range;
}

static gboolean
is_settled (gpointer data)
{
  return ondes_scalogram_view_is_settled (ONDES_SCALOGRAM_VIEW (data));
}

/* Where the tone stands among the colours on the screen, 0 … 255. */
static int
tone_place (Fixture *f)
{
  graphene_rect_t plot = fixture_plot (f->scalogram);
  g_autoptr (DriverShot) shot = NULL;

  driver_wait (is_settled, f->scalogram, "the colours");
  driver_wait_drawn (f->scalogram);
  shot = driver_shot (f->scalogram);
  return fixture_palette_place (driver_pixel (shot, f->scalogram, plot.origin.x + plot.size.width / 2,
                                              fixture_expected_y (f, f->tone_hz, TRUE)));
}

/* The ends of the colour bar follow the pointer and the keys; nothing is computed; a double click goes back. */
static void
test_colour_bar (Fixture       *f,
                 gconstpointer  data)
{
  graphene_rect_t plot = fixture_plot (f->scalogram);
  OndesScalogram *picture = ondes_scalogram_analysis_get_scalogram (f->analysis);
  double x = plot.origin.x + plot.size.width + ondes_chart_get_second_room (ONDES_CHART (f->scalogram)) + 16;
  double middle = plot.origin.y + plot.size.height / 2;
  Colours automatic = { f, ondes_scalogram_analysis_get_colours (f->analysis) }, before = automatic;
  int bright = tone_place (f);
  OndesDisplay now;

  /* The top, up by a quarter of the bar: what was there is darker. */
  driver_move (f->scalogram, x, middle - plot.size.height / 8);
  driver_press (1);
  driver_move (f->scalogram, x, middle - plot.size.height / 4);
  driver_move (f->scalogram, x, middle - plot.size.height * 3 / 8);
  driver_release (1);
  driver_wait (colours_are_other, &before, "the top of the colours");
  now = ondes_scalogram_analysis_get_colours (f->analysis);
  g_assert_cmpfloat (now.db_range, >, automatic.colours.db_range * 1.15);
  g_assert_cmpfloat_with_epsilon (20 * log10 (now.reference / automatic.colours.reference),
                                  now.db_range - automatic.colours.db_range, 0.2);
  g_assert_cmpint (tone_place (f), <, bright - 20);

  /* The bottom alone. */
  before.colours = now;
  driver_move (f->scalogram, x, middle + plot.size.height / 4);
  driver_press (1);
  driver_move (f->scalogram, x, middle + plot.size.height / 8);
  driver_release (1);
  driver_wait (colours_are_other, &before, "the bottom of the colours");
  now = ondes_scalogram_analysis_get_colours (f->analysis);
  g_assert_cmpfloat (now.db_range, <, before.colours.db_range * 0.95);
  g_assert_cmpfloat (now.reference, ==, before.colours.reference);

  /* Keys, by a decibel. */
  before.colours = now;
  gtk_widget_grab_focus (f->scalogram);
  driver_key ("ctrl+Down");
  driver_wait (colours_are_other, &before, "the key for the top");
  now = ondes_scalogram_analysis_get_colours (f->analysis);
  g_assert_cmpfloat_with_epsilon (20 * log10 (before.colours.reference / now.reference), 1, 0.01);
  before.colours = now;
  driver_key ("ctrl+shift+Down");
  driver_wait (colours_are_other, &before, "the key for the bottom");
  now = ondes_scalogram_analysis_get_colours (f->analysis);
  g_assert_cmpfloat_with_epsilon (now.db_range, before.colours.db_range + 1, 0.11);

  driver_move (f->scalogram, x, middle);
  driver_click (1, 2, NULL);
  before.colours = now;
  driver_wait (colours_are_other, &before, "the colours as they were");
  now = ondes_scalogram_analysis_get_colours (f->analysis);
  g_assert_cmpfloat (now.reference, ==, automatic.colours.reference);
  g_assert_cmpfloat (now.db_range, ==, automatic.colours.db_range);
  g_assert_true (ondes_scalogram_analysis_get_scalogram (f->analysis) == picture);

  /* The end waits until the pointer has left the picture. */
  driver_move (f->scalogram, plot.origin.x + plot.size.width / 2, middle);
  driver_wait (fixture_has_pointer, f->analysis, "the crosshair");
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  adw_init ();
  g_test_add ("/ondes/charts/the-ends-of-the-colour-bar-are-dragged", Fixture, NULL, fixture_set_up, test_colour_bar,
              fixture_tear_down);
  return g_test_run ();
}
