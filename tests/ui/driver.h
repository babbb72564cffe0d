/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A real pointer and real keys for tests of widgets, and what is then on the screen. X11 alone, by xdotool.
 *
 * Points are in a widget's own units. Nothing here sleeps: send something, then wait for what it should do.
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Runs the main loop until @condition is TRUE; a test that waits longer than 200 s fails, and says for what. */
typedef gboolean (*DriverCondition) (gpointer data);
void     driver_wait      (DriverCondition  condition,
                           gpointer         data,
                           const char      *what);
/* Until every frame asked for so far is on the screen. */
void     driver_wait_drawn (GtkWidget       *widget);

/* Shows @window, waits until it is on the screen with the keyboard's focus. */
void     driver_present   (GtkWindow       *window);

/* Hands @window the keyboard's focus, and does not wait for it. */
void     driver_focus     (GtkWindow       *window);

/* Moves @window on the screen, to these pixels. */
void     driver_place     (GtkWindow       *window,
                           int              x,
                           int              y);

/* Pointer: to a point of @widget, buttons (1 the first, 4 and 5 the wheel up and down), and all with modifier keys held
 * ("ctrl", "shift", "alt", "ctrl+shift", NULL). */
void     driver_move      (GtkWidget       *widget,
                           double           x,
                           double           y);
void     driver_press     (guint            button);
void     driver_release   (guint            button);
/* Moves to a point of @widget and presses the first button there. Presses again if @widget was laid out elsewhere meanwhile. */
void     driver_press_on  (GtkWidget       *widget,
                           double           x,
                           double           y);
void     driver_click     (guint            button,
                           guint            times,
                           const char      *modifiers);
/* Drags with the first button from where the pointer is. */
void     driver_drag_to    (GtkWidget       *widget,
                           double           x,
                           double           y,
                           const char      *modifiers);
/* Keys as xdotool names them: "Home", "ctrl+plus", "alt+Left". */
void     driver_key       (const char      *keys);
/* Types text. */
void     driver_type      (const char      *text);

/* What the screen shows of the window that @widget is in. Free with driver_shot_free(). */
typedef struct
{
  guint32 *pixels; /* 0xRRGGBB */
  int      width, height;
} DriverShot;
DriverShot *driver_shot      (GtkWidget        *widget);
void        driver_shot_free (DriverShot       *shot);
/* The colour at a point of @widget in that shot. */
guint32     driver_pixel     (const DriverShot *shot,
                              GtkWidget        *widget,
                              double            x,
                              double            y);
/* 0 … 255 */
double      driver_lightness (guint32           pixel);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (DriverShot, driver_shot_free)

G_END_DECLS
