/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The waveform of one channel, with its name at the left, on the session's timeline and with its keys, which act on time. A click,
 * or Enter, chooses that channel for the session. Main thread only. */
#pragma once

#include "ondes-time-chart.h"
#include "session/strips.h"

G_BEGIN_DECLS

#define ONDES_TYPE_STRIP_CHART (ondes_strip_chart_get_type ())
G_DECLARE_FINAL_TYPE (OndesStripChart, ondes_strip_chart, ONDES, STRIP_CHART, OndesTimeChart)

GtkWidget *ondes_strip_chart_new         (OndesStrips     *strips);
/* Shows a channel, from 1; 0 for none. */
void       ondes_strip_chart_set_channel (OndesStripChart *self,
                                          guint            channel);
guint      ondes_strip_chart_get_channel (OndesStripChart *self);

G_END_DECLS
