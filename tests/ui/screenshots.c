/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pictures of every page at three sizes, for eyes: ONDES_SCREENSHOTS is their folder. tests/ui/screenshots runs it in two
 * languages, dark, at twice the scale, and with large type, which ONDES_SCREENSHOT_FONT names.
 */
#include "config.h"

#include <libintl.h>

#include "shell/ondes-window-private.h"
#include "window-fixture.h"

static const struct { const char *page, *sample; } pages[] = {
  { "scalogram", "humpback.ogg" },
  { "sequency", "humpback.ogg" },
  { "psd", "humpback.ogg" },
  { "filter", "ecg.txt" },
  { "spectra", "rd84.pla" },
  { "convolution", "rd84.pla" },
};

static const struct { int width, height; } sizes[] = { { 1400, 900 }, { 900, 600 }, { 2560, 1400 } };

static gboolean
has_size (gpointer of)
{
  const int *size = of;
  int width, height;

  gtk_window_get_default_size (GTK_WINDOW (window), &width, &height);
  return width == size[0] && height == size[1];
}

static gboolean
are_idle (gpointer data)
{
  for (guint i = 0; i < ONDES_N_MODELS; i++)
    if (ondes_analysis_is_busy (window->models[i], NULL))
      return FALSE;
  return ondes_session_get_recording (session) == NULL || !ondes_analysis_is_stale (ondes_window_get_model (window));
}

static void
shoot (const char *name,
       int         width,
       int         height)
{
  g_autofree char *file = g_strdup_printf ("%s-%dx%d.png", name, width, height);
  g_autofree char *path = g_build_filename (g_getenv ("ONDES_SCREENSHOTS"), file, NULL);
  int size[] = { width, height };
  g_autoptr (DriverShot) shot = NULL;
  cairo_surface_t *surface;

  gtk_window_set_default_size (GTK_WINDOW (window), width, height);
  driver_wait (has_size, size, "the size");
  driver_wait (are_idle, NULL, "its results");
  driver_wait_drawn (GTK_WIDGET (window));
  shot = driver_shot (GTK_WIDGET (window));
  surface = cairo_image_surface_create_for_data ((guchar *) shot->pixels, CAIRO_FORMAT_RGB24, shot->width, shot->height,
                                                 4 * shot->width);
  g_assert_cmpint (cairo_surface_write_to_png (surface, path), ==, CAIRO_STATUS_SUCCESS);
  cairo_surface_destroy (surface);
}

static void
shoot_all (void)
{
  const char *font = g_getenv ("ONDES_SCREENSHOT_FONT");

  window_begin ();
  if (font != NULL)
    g_object_set (gtk_settings_get_default (), "gtk-font-name", font, NULL);
  for (guint j = 0; j < G_N_ELEMENTS (sizes); j++)
    shoot ("welcome", sizes[j].width, sizes[j].height);
  for (guint i = 0; i < G_N_ELEMENTS (pages); i++)
    {
      window_open_sample (pages[i].sample);
      window_go (pages[i].page);
      for (guint j = 0; j < G_N_ELEMENTS (sizes); j++)
        shoot (pages[i].page, sizes[j].width, sizes[j].height);
    }
}

int
main (int    argc,
      char **argv)
{
  window_init (&argc, &argv);
  g_unsetenv ("LANGUAGE");
  bindtextdomain (GETTEXT_PACKAGE, g_getenv ("ONDES_LOCALE_DIR"));
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
  textdomain (GETTEXT_PACKAGE);
  g_test_add_func ("/ondes/screenshots", shoot_all);
  return window_run ();
}
