/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OndesPlayBar: one row that plays and stops, tells the position and how the recording is made audible, and sets loop, speed,
 * volume and whether the view follows. It moves the playhead once a frame while anything sounds. Its buttons activate win.play,
 * win.loop, win.follow and win.keep-pitch. Main thread only.
 */
#pragma once

#include <gtk/gtk.h>

#include "sound/listening.h"

G_BEGIN_DECLS

#define ONDES_TYPE_PLAY_BAR (ondes_play_bar_get_type ())
G_DECLARE_FINAL_TYPE (OndesPlayBar, ondes_play_bar, ONDES, PLAY_BAR, GtkBox)

GtkWidget *ondes_play_bar_new        (OndesSession   *session,
                                      OndesListening *listening);
/* Takes the next slower (−1) or faster (1) of the speeds that the bar offers. */
void       ondes_play_bar_step_speed (OndesPlayBar   *self,
                                      int             by);

G_END_DECLS
