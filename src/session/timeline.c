/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "timeline.h"

#include <math.h>

struct _OndesTimeline
{
  GObject parent_instance;

  guint64 length;
  double  first, count; /* in view */
  double  pointer;      /* NaN if none */
  double  playhead;     /* NaN if none */
};

enum { VIEW_CHANGED, POINTER_CHANGED, PLAYHEAD_CHANGED, N_PLAIN, SEEK = N_PLAIN, N_SIGNALS };
static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (OndesTimeline, ondes_timeline, G_TYPE_OBJECT)

static void
ondes_timeline_class_init (OndesTimelineClass *klass)
{
  static const char *const names[N_PLAIN] = { "view-changed", "pointer-changed", "playhead-changed" };

  for (guint i = 0; i < N_PLAIN; i++)
    signals[i] = g_signal_new (names[i], ONDES_TYPE_TIMELINE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[SEEK] = g_signal_new ("seek", ONDES_TYPE_TIMELINE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_DOUBLE);
}

static void
ondes_timeline_init (OndesTimeline *self)
{
  self->pointer = self->playhead = NAN;
}

OndesTimeline *
ondes_timeline_new (void)
{
  return g_object_new (ONDES_TYPE_TIMELINE, NULL);
}

guint64
ondes_timeline_get_length (OndesTimeline *self)
{
  g_return_val_if_fail (ONDES_IS_TIMELINE (self), 0);
  return self->length;
}

void
ondes_timeline_get_view (OndesTimeline *self,
                         double *first,
                         double *count)
{
  g_return_if_fail (ONDES_IS_TIMELINE (self));
  if (first != NULL)
    *first = self->first;
  if (count != NULL)
    *count = self->count;
}

void
ondes_timeline_set_view (OndesTimeline *self,
                         double first,
                         double count)
{
  double n;

  g_return_if_fail (ONDES_IS_TIMELINE (self));
  n = (double) self->length;
  if (self->length == 0 || !isfinite (first) || !isfinite (count))
    return;
  count = CLAMP (count, MIN (ONDES_TIMELINE_MIN, n), n);
  first = CLAMP (first, 0, n - count);
  if (first == self->first && count == self->count)
    return;
  self->first = first;
  self->count = count;
  ondes_timeline_notify_view (self);
}

void
ondes_timeline_zoom (OndesTimeline *self,
                     double at,
                     double factor)
{
  double count;

  g_return_if_fail (ONDES_IS_TIMELINE (self) && factor > 0);
  count = CLAMP (self->count / factor, MIN (ONDES_TIMELINE_MIN, (double) self->length), (double) self->length);
  ondes_timeline_set_view (self, self->first + at * (self->count - count), count);
}

void
ondes_timeline_show_all (OndesTimeline *self)
{
  g_return_if_fail (ONDES_IS_TIMELINE (self));
  ondes_timeline_set_view (self, 0, (double) self->length);
}

gboolean
ondes_timeline_is_whole (OndesTimeline *self)
{
  g_return_val_if_fail (ONDES_IS_TIMELINE (self), FALSE);
  return self->count >= (double) self->length;
}

void
ondes_timeline_get_span (OndesTimeline *self,
                         guint64 *first,
                         guint64 *count)
{
  guint64 end;

  g_return_if_fail (ONDES_IS_TIMELINE (self) && self->length > 0);
  end = (guint64) MIN (ceil (self->first + self->count), (double) self->length);
  *first = MIN ((guint64) floor (self->first), self->length - 1);
  *count = MAX (end, *first + 1) - *first;
}

double
ondes_timeline_get_pointer (OndesTimeline *self)
{
  g_return_val_if_fail (ONDES_IS_TIMELINE (self), NAN);
  return self->pointer;
}

void
ondes_timeline_set_pointer (OndesTimeline *self,
                            double sample)
{
  g_return_if_fail (ONDES_IS_TIMELINE (self));
  if (isnan (sample) && isnan (self->pointer))
    return;
  self->pointer = sample;
  g_signal_emit (self, signals[POINTER_CHANGED], 0);
}

double
ondes_timeline_get_playhead (OndesTimeline *self)
{
  g_return_val_if_fail (ONDES_IS_TIMELINE (self), NAN);
  return self->playhead;
}

void
ondes_timeline_set_playhead (OndesTimeline *self,
                             double sample)
{
  g_return_if_fail (ONDES_IS_TIMELINE (self));
  if (sample == self->playhead || (isnan (sample) && isnan (self->playhead)))
    return;
  self->playhead = sample;
  g_signal_emit (self, signals[PLAYHEAD_CHANGED], 0);
}

void
ondes_timeline_seek (OndesTimeline *self,
                     double sample)
{
  g_return_if_fail (ONDES_IS_TIMELINE (self));
  if (self->length == 0 || isnan (sample))
    return;
  sample = CLAMP (sample, 0, (double) self->length);
  ondes_timeline_set_playhead (self, sample);
  g_signal_emit (self, signals[SEEK], 0, sample);
}

void
ondes_timeline_reset (OndesTimeline *self,
                      guint64 length)
{
  g_return_if_fail (ONDES_IS_TIMELINE (self));
  self->length = length;
  self->first = 0;
  self->count = (double) length;
  self->pointer = self->playhead = NAN;
}

void
ondes_timeline_rescale (OndesTimeline *self,
                        guint64 length,
                        double factor)
{
  const gboolean whole = ondes_timeline_is_whole (self);
  const double n = (double) length;

  g_return_if_fail (ONDES_IS_TIMELINE (self) && factor > 0);
  self->length = length;
  self->count = whole ? n : CLAMP (self->count * factor, MIN (ONDES_TIMELINE_MIN, n), n);
  self->first = CLAMP (self->first * factor, 0, n - self->count);
  self->pointer *= factor;
  self->playhead *= factor;
}

void
ondes_timeline_notify_view (OndesTimeline *self)
{
  g_return_if_fail (ONDES_IS_TIMELINE (self));
  g_signal_emit (self, signals[VIEW_CHANGED], 0);
}
