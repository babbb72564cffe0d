/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A scalogram that follows another, to be compared with it: of the same recording filtered, of another, or with settings held. */
#include "config.h"

#include <string.h>

#include "comparison-private.h"
#include "scalogram-analysis-private.h"

typedef struct
{
  OndesScalogramAnalysis *self, *leader; /* borrowed: the handlers are gone with either */
  GVariant *held; /* settings in the place of the leader's; NULL for none */
} Pair;

static const char data_key[] = "ondes-leader";

static void
copy_display (Pair *pair)
{
  const OndesDisplay *display = ondes_scalogram_analysis_get_display (pair->leader);

  ondes_scalogram_analysis_set_frequencies (pair->self, display->view_lo, display->view_hi);
}

static void
copy_settings (Pair *pair)
{
  g_autoptr (GVariant) settings = g_variant_ref_sink (ondes_analysis_save_settings (ONDES_ANALYSIS (pair->leader)));

  ondes_analysis_restore_settings (ONDES_ANALYSIS (pair->self), pair->held != NULL ? pair->held : settings);
  if (pair->held != NULL)
    ondes_scalogram_analysis_restore_display (pair->self, settings);
  copy_display (pair);
}

static void
copy_pointer (Pair *pair)
{
  const OndesPointer *from = &pair->leader->pointer;
  OndesPointer *to = &pair->self->pointer;

  /* NaN is a place too. */
  if (memcmp (&from->sample, &to->sample, sizeof from->sample) == 0
      && memcmp (&from->frequency_hz, &to->frequency_hz, sizeof from->frequency_hz) == 0)
    return;
  to->sample = from->sample;
  to->frequency_hz = from->frequency_hz;
  if (ondes_analysis_is_active (ONDES_ANALYSIS (pair->self)))
    ondes_scalogram_analysis_place_pointer (pair->self);
  ondes_scalogram_analysis_emit (pair->self, SIGNAL_POINTER_CHANGED);
}

static void
forget_leader (gpointer     data,
               GObject     *leader)
{
  ((Pair *) data)->leader = NULL;
}

static void
pair_free (gpointer data)
{
  Pair *pair = data;

  if (pair->leader != NULL)
    {
      g_signal_handlers_disconnect_by_data (pair->leader, pair);
      g_object_weak_unref (G_OBJECT (pair->leader), forget_leader, pair);
    }
  g_clear_pointer (&pair->held, g_variant_unref);
  g_free (pair);
}

OndesScalogramAnalysis *
ondes_scalogram_analysis_get_leader (OndesScalogramAnalysis *self)
{
  const Pair *pair = g_object_get_data (G_OBJECT (self), "ondes-leader");

  return pair != NULL ? pair->leader : NULL;
}

/* Makes @self, new, follow @leader. */
static void
follow (OndesScalogramAnalysis *self,
        OndesScalogramAnalysis *leader)
{
  Pair *pair = g_new0 (Pair, 1);

  self->following = self->lazy = TRUE;
  ondes_analysis_set_active (ONDES_ANALYSIS (self), FALSE);
  pair->self = self;
  pair->leader = leader;
  g_object_weak_ref (G_OBJECT (leader), forget_leader, pair);
  g_object_set_data_full (G_OBJECT (self), data_key, pair, pair_free);
  g_signal_connect_swapped (leader, "settings-changed", G_CALLBACK (copy_settings), pair);
  g_signal_connect_swapped (leader, "display-changed", G_CALLBACK (copy_display), pair);
  g_signal_connect_swapped (leader, "pointer-changed", G_CALLBACK (copy_pointer), pair);
  copy_settings (pair);
}

void
ondes_scalogram_analysis_hold (OndesScalogramAnalysis *self,
                               GVariant *settings)
{
  Pair *pair = g_object_get_data (G_OBJECT (self), data_key);

  if (settings == pair->held)
    return;
  g_clear_pointer (&pair->held, g_variant_unref);
  pair->held = settings != NULL ? g_variant_ref (settings) : NULL;
  if (pair->leader != NULL)
    copy_settings (pair);
}

OndesScalogramAnalysis *
ondes_scalogram_analysis_new_following (OndesSession *derived,
                                        OndesScalogramAnalysis *leader)
{
  OndesScalogramAnalysis *self = ondes_scalogram_analysis_new (derived);

  follow (self, leader);
  return self;
}

OndesScalogramAnalysis *
ondes_scalogram_analysis_new_uncompensated (OndesScalogramAnalysis *leader)
{
  OndesScalogramAnalysis *self = ondes_scalogram_analysis_new (leader->session);

  ondes_analysis_set_silent (ONDES_ANALYSIS (self));
  self->plain = TRUE;
  follow (self, leader);
  return self;
}
