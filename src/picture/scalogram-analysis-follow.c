/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How a second picture follows the first one's settings, display and pointer, or has settings that are held or without compensation
 * in their place. */
#include "config.h"

#include <string.h>

#include "comparison-private.h"
#include "scalogram-analysis-private.h"

static void
copy_display (OndesScalogramAnalysis *self)
{
  const OndesDisplay *display = ondes_scalogram_analysis_get_display (self->leader);

  ondes_scalogram_analysis_set_frequencies (self, display->view_lo, display->view_hi);
}

static void
copy_settings (OndesScalogramAnalysis *self)
{
  g_autoptr (GVariant) settings = g_variant_ref_sink (ondes_analysis_save_settings (ONDES_ANALYSIS (self->leader)));

  ondes_analysis_restore_settings (ONDES_ANALYSIS (self), self->held != NULL ? self->held : settings);
  if (self->held != NULL)
    ondes_scalogram_analysis_restore_display (self, settings);
  copy_display (self);
}

static void
copy_pointer (OndesScalogramAnalysis *self)
{
  const OndesPointer *from = &self->leader->pointer;
  OndesPointer *to = &self->pointer;

  /* NaN is a place too. */
  if (memcmp (&from->sample, &to->sample, sizeof from->sample) == 0
      && memcmp (&from->frequency_hz, &to->frequency_hz, sizeof from->frequency_hz) == 0)
    return;
  to->sample = from->sample;
  to->frequency_hz = from->frequency_hz;
  if (ondes_analysis_is_active (ONDES_ANALYSIS (self)))
    ondes_scalogram_analysis_place_pointer (self);
  ondes_scalogram_analysis_emit (self, SIGNAL_POINTER_CHANGED);
}

static void
on_message (OndesAnalysis *owner,
            const char    *text,
            gboolean       is_error)
{
  ondes_analysis_say (owner, is_error, text);
}

void
ondes_scalogram_analysis_hold (OndesScalogramAnalysis *self,
                               GVariant *settings,
                               gboolean plain)
{
  const gboolean was_plain = self->plain;

  if (settings == self->held && plain == was_plain)
    return;
  self->plain = plain;
  g_clear_pointer (&self->held, g_variant_unref);
  self->held = settings != NULL ? g_variant_ref (settings) : NULL;
  if (self->leader != NULL)
    copy_settings (self);
  if (plain != was_plain)
    ondes_scalogram_analysis_take_settings (self);
}

OndesScalogramAnalysis *
ondes_scalogram_analysis_new_second (OndesScalogramAnalysis *leader,
                                     OndesSession           *derived,
                                     OndesAnalysis          *owner)
{
  OndesScalogramAnalysis *self = ondes_scalogram_analysis_new (derived);

  self->following = self->lazy = TRUE;
  ondes_analysis_set_active (ONDES_ANALYSIS (self), FALSE);
  g_set_weak_pointer (&self->leader, leader);
  g_signal_connect_object (leader, "settings-changed", G_CALLBACK (copy_settings), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (leader, "display-changed", G_CALLBACK (copy_display), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (leader, "pointer-changed", G_CALLBACK (copy_pointer), self, G_CONNECT_SWAPPED);
  copy_settings (self);
  g_signal_connect_object (self, "state-changed", G_CALLBACK (ondes_analysis_changed), owner, G_CONNECT_SWAPPED);
  g_signal_connect_object (self, "message", G_CALLBACK (on_message), owner, G_CONNECT_SWAPPED);
  return self;
}
