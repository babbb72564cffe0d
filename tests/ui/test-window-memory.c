/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Memory of the real window: it does not grow with the number of recordings that it has shown one after the other. */
#include <math.h>
#include <stdio.h>
#include <unistd.h>

#include "shell/ondes-window-private.h"
#include "window-fixture.h"

#define OPENINGS 7
#define MARGIN   ((gsize) 96 << 20)
#define FRAMES   (60 * 44100)

/* Writes a minute of a chirp with faint noise. */
static GFile *
write_minute (void)
{
  g_autofree char *path = g_build_filename (folder, "minute.wav", NULL);
  g_autoptr (GByteArray) bytes = g_byte_array_sized_new (44 + 2 * FRAMES);
  const guint32 sizes[] = { GUINT32_TO_LE (36 + 2 * FRAMES), GUINT32_TO_LE (16), GUINT32_TO_LE (0x00010001), GUINT32_TO_LE (44100),
                            GUINT32_TO_LE (88200), GUINT32_TO_LE (0x00100002), GUINT32_TO_LE (2 * FRAMES) };
  g_autoptr (GError) error = NULL;

  g_byte_array_append (bytes, (const guint8 *) "RIFF", 4);
  g_byte_array_append (bytes, (const guint8 *) &sizes[0], 4);
  g_byte_array_append (bytes, (const guint8 *) "WAVEfmt ", 8);
  g_byte_array_append (bytes, (const guint8 *) &sizes[1], 20);
  g_byte_array_append (bytes, (const guint8 *) "data", 4);
  g_byte_array_append (bytes, (const guint8 *) &sizes[6], 4);
  for (guint i = 0; i < FRAMES; i++)
    {
      const double t = i / 44100.0;
      const gint16 sample = GINT16_TO_LE ((gint16) (12000 * sin (2 * G_PI * (100 + 40 * t) * t) + g_test_rand_int_range (-99, 99)));

      g_byte_array_append (bytes, (const guint8 *) &sample, 2);
    }
  g_file_set_contents (path, (const char *) bytes->data, bytes->len, &error);
  g_assert_no_error (error);
  return g_file_new_for_path (path);
}

static gsize
get_resident_bytes (void)
{
  g_autofree char *text = NULL;
  unsigned long pages = 0;

  g_assert_true (g_file_get_contents ("/proc/self/statm", &text, NULL, NULL));
  g_assert_cmpint (sscanf (text, "%*u %lu", &pages), ==, 1);
  return pages * (gsize) sysconf (_SC_PAGESIZE);
}

static gboolean
is_idle (gpointer unused)
{
  return !ondes_analysis_is_busy (ondes_window_get_model (window), NULL);
}

static gboolean
is_below (gpointer bytes)
{
  return get_resident_bytes () < *(gsize *) bytes;
}

/* Shows a new opening on all pages. */
static void
open_and_turn (GFile *file)
{
  ondes_window_open (window, file);
  window_settle ();
  for (guint i = 0; i < ONDES_N_MODELS; i++)
    {
      const char *name = ondes_analysis_get_name (window->models[(i + 1) % ONDES_N_MODELS]);

      gtk_widget_activate_action (GTK_WIDGET (window), "win.page", "s", name);
      driver_wait_drawn (GTK_WIDGET (window));
      driver_wait (is_idle, NULL, name);
    }
}

/* The first opening fills what is kept for the next: plans, glyphs, textures. The last leaves no more than that, once the freed
 * memory has gone back to the system. */
static void
test_openings (void)
{
  g_autoptr (GFile) file = write_minute ();
  gsize limit;

  window_begin ();
  open_and_turn (file);
  limit = get_resident_bytes () + MARGIN;
  for (guint i = 1; i < OPENINGS; i++)
    {
      open_and_turn (file);
      g_test_message ("opening %u: %" G_GSIZE_FORMAT " MB", i + 1, get_resident_bytes () >> 20);
    }
  driver_wait (is_below, &limit, "memory as after the first opening");
  g_test_message ("trimmed: %" G_GSIZE_FORMAT " MB", get_resident_bytes () >> 20);
}

int
main (int argc,
      char **argv)
{
  window_init (&argc, &argv);
  g_test_add_func ("/ondes/memory/openings-leave-nothing", test_openings);
  return window_run ();
}
