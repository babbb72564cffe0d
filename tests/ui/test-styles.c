/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the style sheets make of a bar of notes, bright and dark, and with high contrast where ADW_DEBUG_HIGH_CONTRAST is 1. */
#include <math.h>

#include "window-fixture.h"

/* The bar's colour and its edge's, and the window's beside it. */
typedef struct
{
  guint32 bar, edge, window;
} Colours;

static GtkWindow *toplevel;
static GtkWidget *around; /* the bar with 30 units beside it on each side */

static Colours
colours (AdwColorScheme scheme)
{
  g_autoptr (DriverShot) shot = NULL;

  adw_style_manager_set_color_scheme (adw_style_manager_get_default (), scheme);
  driver_wait_drawn (around);
  shot = driver_shot (around);
  return (Colours) { .bar = driver_pixel (shot, around, 80.5, 50.5),
                     .edge = driver_pixel (shot, around, 80.5, 30.5),
                     .window = driver_pixel (shot, around, 10.5, 50.5) };
}

static double
distance (guint32 a,
          guint32 b)
{
  double sum = 0;

  for (guint shift = 0; shift < 24; shift += 8)
    sum += pow ((double) (a >> shift & 255) - (b >> shift & 255), 2);
  return sqrt (sum);
}

static void
test_notes (void)
{
  const gboolean high = adw_style_manager_get_high_contrast (adw_style_manager_get_default ());
  const Colours bright = colours (ADW_COLOR_SCHEME_FORCE_LIGHT), dark = colours (ADW_COLOR_SCHEME_FORCE_DARK);
  const Colours again = colours (ADW_COLOR_SCHEME_FORCE_LIGHT);

  g_assert_cmpint (high, ==, g_strcmp0 (g_getenv ("ADW_DEBUG_HIGH_CONTRAST"), "1") == 0);
  g_assert_cmpfloat (driver_lightness (bright.window), >, 200);
  g_assert_cmpfloat (driver_lightness (dark.window), <, 80);
  if (high)
    {
      g_assert_cmphex (bright.bar, ==, bright.window);
      g_assert_cmphex (dark.bar, ==, dark.window);
      g_assert_cmpfloat (distance (bright.edge, bright.window), >, 200);
      g_assert_cmpfloat (distance (dark.edge, dark.window), >, 200);
    }
  else
    {
      /* 0.14 of the way to the accent, and 0.28 of it; the whole way is 200 to 250. */
      g_assert_cmpfloat (distance (bright.bar, bright.window), >, 20);
      g_assert_cmpfloat (distance (bright.bar, bright.window), <, 45);
      g_assert_cmpfloat (distance (dark.bar, dark.window), >, 48);
      g_assert_cmphex (bright.bar, ==, bright.edge);
    }
  g_assert_cmphex (again.bar, ==, bright.bar);
  g_assert_cmphex (again.edge, ==, bright.edge);
}

/* Newer libraries warn of what libadwaita 1.2 loads by these names. */
static void
test_no_names_of_old (void)
{
  static const char *const names[] = { "style-dark.css", "style-hc.css", "style-hc-dark.css" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path = g_strconcat ("/org/ondes/Ondes/", names[i], NULL);

      g_assert_false (g_resources_get_info (path, G_RESOURCE_LOOKUP_FLAGS_NONE, NULL, NULL, NULL));
    }
}

int
main (int argc,
      char *argv[])
{
  GtkWidget *bar;
  int result;

  window_init (&argc, &argv);
  toplevel = GTK_WINDOW (gtk_window_new ());
  bar = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  gtk_widget_add_css_class (bar, "notes");
  gtk_widget_set_size_request (bar, 100, 40);
  g_object_set (bar, "margin-start", 30, "margin-end", 30, "margin-top", 30, "margin-bottom", 30, NULL);
  around = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_box_append (GTK_BOX (around), bar);
  gtk_window_set_child (toplevel, around);
  driver_present (toplevel);

  g_test_add_func ("/ondes/styles/notes-stand-out-in-every-scheme", test_notes);
  g_test_add_func ("/ondes/styles/none-by-the-names-that-newer-libraries-warn-of", test_no_names_of_old);
  result = window_run ();
  gtk_window_destroy (toplevel);
  return result;
}
