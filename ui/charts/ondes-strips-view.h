/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All channels of a recording as strips, one below the other, scrolled where they are more than fit. They are built while the
 * widget is mapped. Signal "scrolled": a person moved the list. Main thread only. */
#pragma once

#include <adwaita.h>

#include "session/strips.h"

G_BEGIN_DECLS

#define ONDES_TYPE_STRIPS_VIEW (ondes_strips_view_get_type ())
G_DECLARE_FINAL_TYPE (OndesStripsView, ondes_strips_view, ONDES, STRIPS_VIEW, AdwBin)

GtkWidget   *ondes_strips_view_new        (OndesSession    *session);
OndesStrips *ondes_strips_view_get_strips (OndesStripsView *self); /* borrowed */
/* How far the list is scrolled, in pixels; it gets there once it is as long. */
double       ondes_strips_view_get_scroll (OndesStripsView *self);
void         ondes_strips_view_set_scroll (OndesStripsView *self,
                                           double           pixels);

G_END_DECLS
