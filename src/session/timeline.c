/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "timeline.h"

#include <math.h>

#include "signals.h"

struct _OndesTimeline
{
  GObject parent_instance;

  guint64 length;
  double  first, count; /* in view */
  double  pointer;      /* NaN if none */
  double  playhead;     /* NaN if none */
  /* In samples of the rate at reset(); times @scale in those of now. */
  OndesSelection selection;
  OndesCursors   cursors;
  double         scale;
  gboolean       untold; /* selection and cursors were changed without their signals */
  gboolean       export_selected;
  OndesRulers    rulers;
};

enum
{
  VIEW_CHANGED, POINTER_CHANGED, PLAYHEAD_CHANGED, SELECTION_CHANGED, CURSORS_CHANGED, RULERS_CHANGED,
  N_PLAIN, SEEK = N_PLAIN, N_SIGNALS
};
static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (OndesTimeline, ondes_timeline, G_TYPE_OBJECT)

static void
ondes_timeline_class_init (OndesTimelineClass *klass)
{
  static const char *const names[N_PLAIN] = { "view-changed", "pointer-changed", "playhead-changed",
                                              "selection-changed", "cursors-changed", "rulers-changed" };

  ondes_signals_new (klass, names, N_PLAIN, signals);
  signals[SEEK] = g_signal_new ("seek", ONDES_TYPE_TIMELINE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_DOUBLE);
}

static void
ondes_timeline_init (OndesTimeline *self)
{
  self->pointer = self->playhead = NAN;
  self->selection = ONDES_SELECTION_NONE;
  self->cursors = ONDES_CURSORS_NONE;
  self->scale = 1;
  self->rulers.second_axis = TRUE;
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

void
ondes_timeline_set_export_selected (OndesTimeline *self,
                                    gboolean selected)
{
  g_return_if_fail (ONDES_IS_TIMELINE (self));
  self->export_selected = selected;
}

gboolean
ondes_timeline_is_export_selected (OndesTimeline *self)
{
  g_return_val_if_fail (ONDES_IS_TIMELINE (self), FALSE);
  return self->export_selected && ondes_selection_is_set (&self->selection);
}

gboolean
ondes_timeline_get_export (OndesTimeline *self,
                           guint64 *first,
                           guint64 *count)
{
  const OndesSelection selection = ondes_timeline_get_selection (self);

  if (ondes_timeline_is_export_selected (self))
    ondes_selection_get_samples (&selection, self->length, first, count);
  else
    ondes_timeline_get_span (self, first, count);
  return *count == self->length;
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

/* TRUE if both are equal or neither is a number. */
static gboolean
same (double a,
      double b)
{
  return a == b || (isnan (a) && isnan (b));
}

static void
order (double *low,
       double *high)
{
  const double a = MIN (*low, *high), b = MAX (*low, *high);

  *low = a;
  *high = b;
}

/* Returns @selection in order and within @length samples. */
static OndesSelection
tidy_selection (OndesSelection selection,
                double         length)
{
  if (isnan (selection.first) || isnan (selection.end))
    return ONDES_SELECTION_NONE;
  order (&selection.first, &selection.end);
  selection.first = CLAMP (selection.first, 0, length);
  selection.end = CLAMP (selection.end, 0, length);
  if (!(selection.end > selection.first))
    return ONDES_SELECTION_NONE;
  if (isnan (selection.low_hz) || isnan (selection.high_hz))
    return ONDES_SELECTION_SPAN (selection.first, selection.end);
  order (&selection.low_hz, &selection.high_hz);
  selection.low_hz = MAX (selection.low_hz, 0);
  if (!(selection.high_hz > selection.low_hz) || isinf (selection.high_hz))
    return ONDES_SELECTION_SPAN (selection.first, selection.end);
  return selection;
}

OndesSelection
ondes_timeline_get_selection (OndesTimeline *self)
{
  OndesSelection selection;

  g_return_val_if_fail (ONDES_IS_TIMELINE (self), ONDES_SELECTION_NONE);
  selection = self->selection;
  selection.first *= self->scale;
  selection.end *= self->scale;
  /* The last sample of another rate may end a little later. */
  return tidy_selection (selection, (double) self->length);
}

void
ondes_timeline_set_selection (OndesTimeline *self,
                              OndesSelection selection)
{
  OndesSelection now;

  g_return_if_fail (ONDES_IS_TIMELINE (self));
  selection = tidy_selection (selection, (double) self->length);
  now = ondes_timeline_get_selection (self);
  if (same (now.first, selection.first) && same (now.end, selection.end) && same (now.low_hz, selection.low_hz)
      && same (now.high_hz, selection.high_hz))
    return;
  self->selection = selection;
  self->selection.first /= self->scale;
  self->selection.end /= self->scale;
  g_signal_emit (self, signals[SELECTION_CHANGED], 0);
}

static double
tidy_frequency (double hz)
{
  return hz > 0 && isfinite (hz) ? hz : NAN;
}

static OndesCursors
tidy_cursors (OndesCursors cursors,
              double       length)
{
  for (guint i = 0; i < ONDES_CURSORS; i++)
    {
      const double sample = cursors.at[i].sample;

      cursors.at[i].sample = isnan (sample) || length == 0 ? NAN : CLAMP (sample, 0, length);
      cursors.at[i].hz = isnan (cursors.at[i].sample) ? NAN : tidy_frequency (cursors.at[i].hz);
    }
  cursors.harmonic_hz = length > 0 ? tidy_frequency (cursors.harmonic_hz) : NAN;
  return cursors;
}

OndesCursors
ondes_timeline_get_cursors (OndesTimeline *self)
{
  OndesCursors cursors;

  g_return_val_if_fail (ONDES_IS_TIMELINE (self), ONDES_CURSORS_NONE);
  cursors = self->cursors;
  for (guint i = 0; i < ONDES_CURSORS; i++)
    cursors.at[i].sample *= self->scale;
  return tidy_cursors (cursors, (double) self->length);
}

void
ondes_timeline_set_cursors (OndesTimeline *self,
                            OndesCursors   cursors)
{
  OndesCursors now;
  gboolean changed;

  g_return_if_fail (ONDES_IS_TIMELINE (self));
  cursors = tidy_cursors (cursors, (double) self->length);
  now = ondes_timeline_get_cursors (self);
  changed = !same (now.harmonic_hz, cursors.harmonic_hz);
  for (guint i = 0; i < ONDES_CURSORS; i++)
    changed |= !same (now.at[i].sample, cursors.at[i].sample) || !same (now.at[i].hz, cursors.at[i].hz);
  if (!changed)
    return;
  for (guint i = 0; i < ONDES_CURSORS; i++)
    cursors.at[i].sample /= self->scale;
  self->cursors = cursors;
  g_signal_emit (self, signals[CURSORS_CHANGED], 0);
}

void
ondes_timeline_save (OndesTimeline   *self,
                     GVariantBuilder *builder)
{
  const OndesSelection *s = &self->selection;
  const OndesCursors *c = &self->cursors;

  g_return_if_fail (ONDES_IS_TIMELINE (self));
  if (ondes_selection_is_set (s))
    g_variant_builder_add (builder, "{sv}", "selection", g_variant_new ("(dddd)", s->first, s->end, s->low_hz, s->high_hz));
  if (!isnan (c->at[0].sample) || !isnan (c->at[1].sample) || !isnan (c->harmonic_hz))
    g_variant_builder_add (builder, "{sv}", "cursors", g_variant_new ("(ddddd)", c->at[0].sample, c->at[0].hz, c->at[1].sample,
                                                                      c->at[1].hz, c->harmonic_hz));
}

void
ondes_timeline_restore (OndesTimeline *self,
                        GVariant      *saved)
{
  OndesSelection s = ONDES_SELECTION_NONE, at_rate, now;
  OndesCursors c = ONDES_CURSORS_NONE, cursors_at_rate, cursors_now;

  g_return_if_fail (ONDES_IS_TIMELINE (self));
  g_variant_lookup (saved, "selection", "(dddd)", &s.first, &s.end, &s.low_hz, &s.high_hz);
  g_variant_lookup (saved, "cursors", "(ddddd)", &c.at[0].sample, &c.at[0].hz, &c.at[1].sample, &c.at[1].hz, &c.harmonic_hz);
  at_rate = s;
  at_rate.first *= self->scale;
  at_rate.end *= self->scale;
  cursors_at_rate = c;
  for (guint i = 0; i < ONDES_CURSORS; i++)
    cursors_at_rate.at[i].sample *= self->scale;
  ondes_timeline_set_selection (self, at_rate);
  ondes_timeline_set_cursors (self, cursors_at_rate);
  /* To the last bit, so that what is undone and done again is what it was. */
  now = ondes_timeline_get_selection (self);
  if (fabs (now.first - at_rate.first) < 1e-6 && fabs (now.end - at_rate.end) < 1e-6)
    {
      self->selection.first = s.first;
      self->selection.end = s.end;
    }
  cursors_now = ondes_timeline_get_cursors (self);
  for (guint i = 0; i < ONDES_CURSORS; i++)
    if (fabs (cursors_now.at[i].sample - cursors_at_rate.at[i].sample) < 1e-6)
      self->cursors.at[i].sample = c.at[i].sample;
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
  self->selection = ONDES_SELECTION_NONE;
  self->cursors = ONDES_CURSORS_NONE;
  self->scale = 1;
  self->untold = TRUE;
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
  self->scale *= factor;
  self->untold = TRUE;
}

void
ondes_timeline_notify_view (OndesTimeline *self)
{
  g_return_if_fail (ONDES_IS_TIMELINE (self));
  g_signal_emit (self, signals[VIEW_CHANGED], 0);
  if (!self->untold)
    return;
  self->untold = FALSE;
  g_signal_emit (self, signals[SELECTION_CHANGED], 0);
  g_signal_emit (self, signals[CURSORS_CHANGED], 0);
}

const OndesRulers *
ondes_timeline_get_rulers (OndesTimeline *self)
{
  return &self->rulers;
}

void
ondes_timeline_set_rulers (OndesTimeline *self,
                           const OndesRulers *rulers)
{
  g_return_if_fail (ONDES_IS_TIMELINE (self));
  if (rulers->time == self->rulers.time && !rulers->second_axis == !self->rulers.second_axis)
    return;
  self->rulers = *rulers;
  g_signal_emit (self, signals[RULERS_CHANGED], 0);
}
