/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shows the filtered recording: in a session of its own, and as a scalogram beside that of the recording. */
#include "config.h"

#include <glib/gi18n.h>

#include "filter-analysis-private.h"

/* While a slider moves, a new filter waits this long at most for the picture of the one before. */
#define PATIENCE_US (400 * 1000)

static OndesAnalysisClass *parent_class;

static void
show (OndesFilterAnalysis *self,
      OndesSource *source)
{
  ondes_second_picture_show (self->picture, ondes_session_get_recording (self->session),
                             ondes_session_get_channel (self->session), source);
}

static void
show_coming (OndesFilterAnalysis *self)
{
  g_autoptr (OndesSource) source = g_steal_pointer (&self->coming);

  self->drawing = self->scalogram != NULL && ondes_analysis_is_active (ONDES_ANALYSIS (self->scalogram));
  self->shown_us = g_get_monotonic_time ();
  show (self, source);
}

/* A picture of the source shown has landed, or failed. */
static void
on_drawn (OndesFilterAnalysis *self)
{
  self->drawing = FALSE;
  if (self->coming != NULL)
    show_coming (self);
}

static void
on_scalogram_state (OndesFilterAnalysis *self)
{
  if (self->drawing && !ondes_analysis_is_busy (ONDES_ANALYSIS (self->scalogram), NULL))
    on_drawn (self);
}

void
ondes_filter_analysis_show (OndesFilterAnalysis *self,
                            OndesSource *source)
{
  g_clear_pointer (&self->coming, ondes_source_unref);
  /* The same samples: another channel of none, or a filter undone and redone within one drag. */
  if (ondes_session_get_source (self->after) != NULL && ondes_session_get_source (self->after)->id == source->id
      && ondes_session_get_recording (self->after) == ondes_session_get_recording (self->session))
    {
      ondes_source_unref (source);
      return;
    }
  self->coming = source;
  if (!self->drawing || g_get_monotonic_time () - self->shown_us > PATIENCE_US)
    show_coming (self);
}

/* Shows @source of the session's recording at once; no-op before the first filter. */
static void
show_now (OndesFilterAnalysis *self,
          OndesSource *source)
{
  g_clear_pointer (&self->coming, ondes_source_unref);
  self->drawing = FALSE;
  if (ondes_session_get_recording (self->after) != NULL && ondes_session_get_recording (self->session) != NULL)
    show (self, source);
}

void
ondes_filter_analysis_show_again (OndesFilterAnalysis *self)
{
  OndesSource *source = ondes_session_get_source (self->session);
  g_autoptr (OndesSource) filtered = ondes_computed_source_new (self->operation, &source, NULL);

  show_now (self, filtered != NULL ? filtered : source);
}

void
ondes_filter_analysis_drop_filter (OndesFilterAnalysis *self)
{
  g_clear_pointer (&self->bank, ondes_filter_bank_unref);
  g_clear_pointer (&self->single, ondes_filter_bank_unref);
  g_clear_pointer (&self->bank_key, g_free);
  g_clear_pointer (&self->response, ondes_filter_response_unref);
  g_clear_pointer (&self->operation, ondes_operation_unref);
}

void
ondes_filter_analysis_show_none (OndesFilterAnalysis *self)
{
  ondes_filter_analysis_drop_filter (self);
  ondes_filter_analysis_drop_levels (self);
  ondes_filter_analysis_drop_peaks (self);
  ondes_analysis_take_status (ONDES_ANALYSIS (self), NULL);
  show_now (self, ondes_session_get_source (self->session));
  ondes_filter_analysis_emit_response (self);
}

OndesScalogramAnalysis *
ondes_filter_analysis_compare (OndesFilterAnalysis *self,
                               OndesScalogramAnalysis *before)
{
  const OndesPairSides sides = { .names = { _("A: without the filter"), _("B: with the filter") }, .right_first = TRUE };

  g_return_val_if_fail (ONDES_IS_FILTER_ANALYSIS (self), NULL);
  if (self->scalogram != NULL)
    return self->scalogram;
  self->before = g_object_ref (before);
  ondes_second_picture_set_sides (self->picture, &sides);
  ondes_second_picture_follow (self->picture, before, ONDES_ANALYSIS (self));
  self->scalogram = ondes_second_picture_get_scalogram (self->picture);
  ondes_analysis_set_active (ONDES_ANALYSIS (self->scalogram), ondes_analysis_is_active (ONDES_ANALYSIS (self)));
  g_signal_connect_object (self->scalogram, "picture-changed", G_CALLBACK (on_drawn), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->scalogram, "state-changed", G_CALLBACK (on_scalogram_state), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (before, "state-changed", G_CALLBACK (ondes_analysis_changed), self, G_CONNECT_SWAPPED);
  return self->scalogram;
}

void
ondes_filter_analysis_drop_shown (OndesFilterAnalysis *self)
{
  if (self->before != NULL)
    g_signal_handlers_disconnect_by_data (self->before, self);
  if (self->scalogram != NULL)
    g_signal_handlers_disconnect_by_data (self->scalogram, self);
  self->scalogram = NULL;
  g_clear_object (&self->before);
  g_clear_pointer (&self->coming, ondes_source_unref);
  self->after = NULL;
  g_clear_object (&self->picture);
}

/* The methods of the analysis: what the page computes is the filter and both pictures. */

static void
activated (OndesAnalysis *analysis,
           gboolean active)
{
  OndesFilterAnalysis *self = ONDES_FILTER_ANALYSIS (analysis);

  if (ondes_session_get_source (self->session) != NULL)
    {
      ondes_filter_analysis_want_levels (self, ONDES_WANT_SOON);
      ondes_filter_analysis_want_peaks (self, ONDES_WANT_SOON);
    }
  if (self->scalogram == NULL)
    return;
  if (active) /* otherwise its own page may be the one in view */
    ondes_analysis_set_active (ONDES_ANALYSIS (self->before), TRUE);
  ondes_analysis_set_active (ONDES_ANALYSIS (self->scalogram), active);
}

static void
want (OndesAnalysis *analysis)
{
  OndesFilterAnalysis *self = ONDES_FILTER_ANALYSIS (analysis);

  if (ondes_session_has_time (self->session)
      && (self->settings.kind != ONDES_FILTER_TAPS || self->settings.taps[0] != '\0'))
    {
      ondes_analysis_compute (analysis);
      return;
    }
  ondes_scheduler_leave (self->designing);
  ondes_analysis_take_problem (analysis, NULL, ONDES_SETTING_NONE);
  ondes_filter_analysis_show_none (self);
  ondes_analysis_changed (self);
}

static gboolean
is_busy (OndesAnalysis *analysis,
         double *progress)
{
  OndesFilterAnalysis *self = ONDES_FILTER_ANALYSIS (analysis);

  if (ondes_scheduler_is_busy (self->levelling, progress) || ondes_scheduler_is_busy (self->finding, progress))
    return TRUE;
  if (parent_class->is_busy (analysis, progress))
    return TRUE;
  if (self->scalogram == NULL || !ondes_analysis_is_active (ONDES_ANALYSIS (self->scalogram)))
    return FALSE;
  return ondes_analysis_is_busy (ONDES_ANALYSIS (self->scalogram), progress)
         || ondes_analysis_is_busy (ONDES_ANALYSIS (self->before), progress);
}

static void
cancel (OndesAnalysis *analysis)
{
  OndesFilterAnalysis *self = ONDES_FILTER_ANALYSIS (analysis);

  parent_class->cancel (analysis);
  if (self->scalogram == NULL)
    return;
  ondes_analysis_cancel (ONDES_ANALYSIS (self->scalogram));
  ondes_analysis_cancel (ONDES_ANALYSIS (self->before));
}

static void
recompute (OndesAnalysis *analysis)
{
  OndesFilterAnalysis *self = ONDES_FILTER_ANALYSIS (analysis);

  ondes_scheduler_want (self->designing, ONDES_WANT_ANEW);
  if (self->levels_wanted && ondes_filter_analysis_has_levels (self))
    ondes_scheduler_want (self->levelling, ONDES_WANT_ANEW);
  ondes_filter_analysis_want_peaks (self, ONDES_WANT_ANEW);
  if (self->scalogram == NULL)
    return;
  ondes_analysis_recompute (ONDES_ANALYSIS (self->scalogram));
  ondes_analysis_recompute (ONDES_ANALYSIS (self->before));
}

static void
zoom (OndesAnalysis *analysis,
      double factor)
{
  OndesFilterAnalysis *self = ONDES_FILTER_ANALYSIS (analysis);

  if (self->before != NULL)
    ondes_analysis_zoom (ONDES_ANALYSIS (self->before), factor);
  else if (factor > 0)
    ondes_timeline_zoom (ondes_session_get_timeline (self->session), 0.5, factor);
  else
    ondes_timeline_show_all (ondes_session_get_timeline (self->session));
}

void
ondes_filter_analysis_shown_init (OndesAnalysisClass *klass)
{
  parent_class = g_type_class_peek_parent (klass);
  klass->activated = activated;
  klass->want = want;
  klass->is_busy = is_busy;
  klass->cancel = cancel;
  klass->recompute = recompute;
  klass->zoom = zoom;
}
