/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rulers of a session's charts, as settings. */
#include "config.h"

#include <math.h>

#include "base/words.h"
#include "session-private.h"
#include "param/param.h"

static const char *const times[] = { N_("Automatic"), N_("From the start"), N_("Clock"), NULL };

static const OndesParam rows[] = {
  { "second-axis", ONDES_PARAM_BOOLEAN, G_STRUCT_OFFSET (OndesRulers, second_axis), .flags = ONDES_PARAM_REMEMBERED,
    .group = "rulers", .title = N_("Second ruler"),
    .tip = N_("Right of the picture, where the window is wide enough: periods beside frequencies; frequencies beside periods, "
              "scales and notes") },
  { "time-ruler", ONDES_PARAM_WORD, G_STRUCT_OFFSET (OndesRulers, time), ondes_time_ruler_names, .flags = ONDES_PARAM_REMEMBERED,
    .group = "rulers", .title = N_("Time"), .titles = times,
    .tip = N_("What the time rulers of all charts count. Automatic: the clock where time stamps or the key file tell it, and for "
              "ten minutes and more") },
  { NULL },
};

static const OndesRulers usual = { .second_axis = TRUE };

const OndesParamTable ondes_rulers_params = { rows, &usual };

static void
save (gpointer         owner,
      GVariantBuilder *entries)
{
  ondes_params_save (rows, 0, ondes_timeline_get_rulers (ONDES_SESSION (owner)->timeline), entries);
}

static void
restore (gpointer  owner,
         GVariant *saved)
{
  OndesSession *self = owner;
  OndesRulers rulers = *ondes_timeline_get_rulers (self->timeline);

  ondes_params_restore (rows, 0, &rulers, saved);
  ondes_timeline_set_rulers (self->timeline, &rulers);
}

const OndesSessionPart ondes_session_rulers_part = { "rulers", NULL, TRUE, save, restore };

void
ondes_session_set_rulers (OndesSession *self,
                          const OndesRulers *rulers)
{
  g_return_if_fail (ONDES_IS_SESSION (self));
  ondes_timeline_set_rulers (self->timeline, rulers);
  ondes_session_note_change (self);
}

static OndesTimeBase
time_base (OndesSession *self)
{
  const OndesRecordingInfo *info = ondes_recording_get_info (self->recording);

  return (OndesTimeBase) { info->time_unit, self->source->rate_hz, self->source->n, info->start,
                           info->has_date ? info->date_s : NAN, info->start_zone, ondes_recording_info_notes_date (info),
                           ondes_timeline_get_rulers (self->timeline)->time };
}

double
ondes_session_get_start (OndesSession *self)
{
  return ondes_recording_info_origin (ondes_recording_get_info (self->recording));
}

OndesAxis
ondes_session_time_axis (OndesSession *self,
                         double pixels)
{
  const OndesTimeBase base = time_base (self);
  double first, count;

  ondes_timeline_get_view (self->timeline, &first, &count);
  return ondes_time_axis (&base, first, count, pixels);
}
