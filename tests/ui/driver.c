/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver.h"

#include <X11/Xutil.h>
#include <gdk/x11/gdkx.h>
#include <math.h>
#include <string.h>

#define PATIENCE_S 200 /* less than a test has in all, so that it is told what did not come */
#define LOOK_MS    50  /* between looks at a condition of which the main loop hears nothing, such as the end of a process */

static gboolean
on_alarm (gpointer data)
{
  *(gboolean *) data = TRUE;
  return G_SOURCE_REMOVE;
}

static gboolean
on_look (gpointer unused)
{
  return G_SOURCE_CONTINUE;
}

void
driver_wait (DriverCondition  condition,
             gpointer         data,
             const char      *what)
{
  gboolean late = FALSE;
  guint alarm = g_timeout_add_seconds (PATIENCE_S, on_alarm, &late), look = g_timeout_add (LOOK_MS, on_look, NULL);

  while (!condition (data))
    {
      if (late)
        g_error ("waited %d s for: %s", PATIENCE_S, what);
      g_main_context_iteration (NULL, TRUE);
    }
  if (!late)
    g_source_remove (alarm);
  g_source_remove (look);
}

static void
on_painted (GdkFrameClock *clock,
            gpointer       data)
{
  ++*(guint *) data;
}

static gboolean
is_painted (gpointer data)
{
  return *(guint *) data >= 2;
}

void
driver_wait_drawn (GtkWidget *widget)
{
  GdkFrameClock *clock = gtk_widget_get_frame_clock (widget);
  guint frames = 0;
  gulong handler = g_signal_connect (clock, "after-paint", G_CALLBACK (on_painted), &frames);

  /* What is queued now is in the next frame; the one after has it on the screen. */
  gdk_frame_clock_begin_updating (clock);
  gtk_widget_queue_draw (widget);
  driver_wait (is_painted, &frames, "two frames");
  gdk_frame_clock_end_updating (clock);
  g_signal_handler_disconnect (clock, handler);
  XSync (gdk_x11_display_get_xdisplay (gtk_widget_get_display (widget)), False);
}

static void
run (const char *const *words)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *said = NULL;
  int status = 0;

  /* With its descriptors left open GLib needs no fork(), which takes long of a process with much memory. */
  if (!g_spawn_sync (NULL, (char **) words, NULL, G_SPAWN_SEARCH_PATH | G_SPAWN_LEAVE_DESCRIPTORS_OPEN, NULL, NULL, NULL, &said,
                     &status, &error)
      || !g_spawn_check_wait_status (status, &error))
    g_error ("xdotool %s: %s %s", words[1], error->message, said != NULL ? said : "");
}

static Window
window_of (GtkWidget *widget)
{
  return gdk_x11_surface_get_xid (gtk_native_get_surface (gtk_widget_get_native (widget)));
}

static gboolean
is_active (gpointer data)
{
  return gtk_widget_get_mapped (data) && gtk_window_is_active (data);
}

static gboolean
is_mapped (gpointer data)
{
  return gtk_widget_get_mapped (data) && gtk_widget_get_width (data) > 0;
}

void
driver_focus (GtkWindow *window)
{
  g_autofree char *id = g_strdup_printf ("%lu", window_of (GTK_WIDGET (window)));

  /* It fails where the server does not show the window yet. */
  g_spawn_sync (NULL, (char *[]) { "xdotool", "windowfocus", id, NULL }, NULL,
                G_SPAWN_SEARCH_PATH | G_SPAWN_LEAVE_DESCRIPTORS_OPEN | G_SPAWN_STDERR_TO_DEV_NULL, NULL, NULL, NULL, NULL, NULL,
                NULL);
}

void
driver_present (GtkWindow *window)
{
  g_autofree char *id = NULL;

  gtk_window_present (window);
  driver_wait (is_mapped, window, "the window on the screen");
  driver_wait_drawn (GTK_WIDGET (window));
  /* There is no window manager that would hand it the focus. */
  id = g_strdup_printf ("%lu", window_of (GTK_WIDGET (window)));
  run ((const char *[]) { "xdotool", "windowfocus", id, NULL });
  driver_wait (is_active, window, "the keyboard's focus");
}

void
driver_place (GtkWindow *window,
              int        x,
              int        y)
{
  g_autofree char *id = g_strdup_printf ("%lu", window_of (GTK_WIDGET (window)));
  g_autofree char *at_x = g_strdup_printf ("%d", x), *at_y = g_strdup_printf ("%d", y);

  run ((const char *[]) { "xdotool", "windowmove", "--sync", id, at_x, at_y, NULL });
}

/* From a widget's units to the pixels of its X window. */
static void
locate (GtkWidget *widget,
        double     x,
        double     y,
        int       *to_x,
        int       *to_y)
{
  GtkNative *native = gtk_widget_get_native (widget);
  int scale = gtk_widget_get_scale_factor (widget);
  double dx, dy;

  gtk_widget_translate_coordinates (widget, GTK_WIDGET (native), x, y, &x, &y);
  gtk_native_get_surface_transform (native, &dx, &dy);
  *to_x = (int) floor ((x + dx) * scale);
  *to_y = (int) floor ((y + dy) * scale);
}

void
driver_move (GtkWidget *widget,
             double     x,
             double     y)
{
  g_autofree char *id = g_strdup_printf ("%lu", window_of (widget)), *at_x = NULL, *at_y = NULL;
  int to_x, to_y;

  locate (widget, x, y, &to_x, &to_y);
  at_x = g_strdup_printf ("%d", to_x);
  at_y = g_strdup_printf ("%d", to_y);
  run ((const char *[]) { "xdotool", "mousemove", "--window", id, at_x, at_y, NULL });
}

void
driver_press (guint button)
{
  g_autofree char *number = g_strdup_printf ("%u", button);

  run ((const char *[]) { "xdotool", "mousedown", number, NULL });
}

void
driver_release (guint button)
{
  g_autofree char *number = g_strdup_printf ("%u", button);

  run ((const char *[]) { "xdotool", "mouseup", number, NULL });
}

/* GTK marks all widgets from the window to the one that was hit as active while a button is down. */
static gboolean
is_pressed (gpointer widget)
{
  return (gtk_widget_get_state_flags (widget) & GTK_STATE_FLAG_ACTIVE) != 0;
}

static gboolean
is_not_pressed (gpointer widget)
{
  return !is_pressed (widget);
}

void
driver_press_on (GtkWidget *widget,
                 double     x,
                 double     y)
{
  GtkWidget *toplevel = GTK_WIDGET (gtk_widget_get_root (widget));

  for (;;)
    {
      driver_wait_drawn (widget);
      driver_move (widget, x, y);
      driver_press (1);
      driver_wait (is_pressed, toplevel, "the press");
      if (is_pressed (widget))
        return;
      g_test_message ("%s is not where it was, and is pressed again", G_OBJECT_TYPE_NAME (widget));
      driver_release (1);
      driver_wait (is_not_pressed, toplevel, "the release");
    }
}

/* Holds down, or lets go of, modifier keys. */
static void
hold (const char *modifiers,
      const char *how)
{
  g_auto (GStrv) keys = modifiers != NULL ? g_strsplit (modifiers, "+", 0) : g_new0 (char *, 1);

  for (guint i = 0; keys[i] != NULL; i++)
    run ((const char *[]) { "xdotool", how, keys[i], NULL });
}

void
driver_drag_to (GtkWidget  *widget,
                double      x,
                double      y,
                const char *modifiers)
{
  hold (modifiers, "keydown");
  driver_press (1);
  driver_move (widget, x, y);
  driver_release (1);
  hold (modifiers, "keyup");
}

void
driver_click (guint       button,
              guint       times,
              const char *modifiers)
{
  g_autofree char *number = g_strdup_printf ("%u", button), *repeat = g_strdup_printf ("%u", times);

  hold (modifiers, "keydown");
  run ((const char *[]) { "xdotool", "click", "--repeat", repeat, "--delay", "10", number, NULL });
  hold (modifiers, "keyup");
}

void
driver_key (const char *keys)
{
  run ((const char *[]) { "xdotool", "key", keys, NULL });
}

void
driver_type (const char *text)
{
  run ((const char *[]) { "xdotool", "type", "--delay", "5", "--", text, NULL });
}

DriverShot *
driver_shot (GtkWidget *widget)
{
  Display *display = gdk_x11_display_get_xdisplay (gtk_widget_get_display (widget));
  Window window = window_of (widget);
  DriverShot *shot = g_new0 (DriverShot, 1);
  XWindowAttributes attributes;
  XImage *image;

  driver_wait_drawn (widget);
  XGetWindowAttributes (display, window, &attributes);
  shot->width = attributes.width;
  shot->height = attributes.height;
  shot->pixels = g_new (guint32, (gsize) shot->width * shot->height);
  image = XGetImage (display, window, 0, 0, shot->width, shot->height, AllPlanes, ZPixmap);
  g_assert_nonnull (image);
  for (int y = 0; y < shot->height; y++)
    for (int x = 0; x < shot->width; x++)
      shot->pixels[(gsize) y * shot->width + x] = XGetPixel (image, x, y) & 0xffffff;
  XDestroyImage (image);
  return shot;
}

void
driver_shot_free (DriverShot *shot)
{
  g_free (shot->pixels);
  g_free (shot);
}

guint32
driver_pixel (const DriverShot *shot,
              GtkWidget        *widget,
              double            x,
              double            y)
{
  int at_x, at_y;

  locate (widget, x, y, &at_x, &at_y);
  g_assert_cmpint (at_x, >=, 0);
  g_assert_cmpint (at_y, >=, 0);
  g_assert_cmpint (at_x, <, shot->width);
  g_assert_cmpint (at_y, <, shot->height);
  return shot->pixels[(gsize) at_y * shot->width + at_x];
}

double
driver_lightness (guint32 pixel)
{
  return 0.2126 * (pixel >> 16 & 255) + 0.7152 * (pixel >> 8 & 255) + 0.0722 * (pixel & 255);
}
