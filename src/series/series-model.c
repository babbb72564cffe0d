/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <math.h>

#include "series-model.h"
#include "session/signals.h"

#define VIEW_LEAST 8.0

enum { SERIES_CHANGED, VIEW_CHANGED, POINTER_CHANGED, N_SIGNALS };
static guint signals[N_SIGNALS];

struct _OndesSeriesModel
{
  GObject      parent_instance;

  OndesSeries *series, *over;
  double       first, count;
  double       pointer; /* NaN if none */
  double       origin;  /* sample; NaN if none */
  OndesSeriesDisplay display;
};

G_DEFINE_FINAL_TYPE (OndesSeriesModel, ondes_series_model, G_TYPE_OBJECT)

static void
ondes_series_model_finalize (GObject *object)
{
  OndesSeriesModel *self = ONDES_SERIES_MODEL (object);

  g_clear_pointer (&self->series, ondes_series_unref);
  g_clear_pointer (&self->over, ondes_series_unref);
  G_OBJECT_CLASS (ondes_series_model_parent_class)->finalize (object);
}

static void
ondes_series_model_class_init (OndesSeriesModelClass *klass)
{
  static const char *const names[N_SIGNALS] = { "series-changed", "view-changed", "pointer-changed" };

  G_OBJECT_CLASS (klass)->finalize = ondes_series_model_finalize;
  ondes_signals_new (klass, names, N_SIGNALS, signals);
}

static void
ondes_series_model_init (OndesSeriesModel *self)
{
  self->pointer = self->origin = NAN;
}

OndesSeriesModel *
ondes_series_model_new (void)
{
  return g_object_new (ONDES_TYPE_SERIES_MODEL, NULL);
}

static double
whole (OndesSeriesModel *self)
{
  return self->series != NULL ? (double) self->series->n : 0;
}

double
ondes_series_model_least_view (OndesSeriesModel *self)
{
  return MIN (VIEW_LEAST, whole (self));
}

void
ondes_series_model_set_series (OndesSeriesModel *self,
                               OndesSeries *series)
{
  gboolean same = series != NULL && self->series != NULL && series->n == self->series->n;

  if (series == self->series)
    return;
  if (!same || (series->spec != NULL) != (self->series->spec != NULL)
      || (series->spec != NULL && !ondes_spec_equal (series->spec, self->series->spec)))
    self->display.lo = self->display.hi = 0;
  g_clear_pointer (&self->over, ondes_series_unref);
  g_clear_pointer (&self->series, ondes_series_unref);
  self->series = series != NULL ? ondes_series_ref (series) : NULL;
  if (!same)
    {
      self->first = 0;
      self->count = whole (self);
      self->pointer = NAN;
    }
  g_signal_emit (self, signals[SERIES_CHANGED], 0);
  if (same)
    return;
  g_signal_emit (self, signals[VIEW_CHANGED], 0);
  g_signal_emit (self, signals[POINTER_CHANGED], 0);
}

OndesSeries *
ondes_series_model_get_series (OndesSeriesModel *self)
{
  return self->series;
}

void
ondes_series_model_set_over (OndesSeriesModel *self,
                             OndesSeries *over)
{
  if (over == self->over)
    return;
  g_clear_pointer (&self->over, ondes_series_unref);
  if (over != NULL && self->series != NULL && over->n == self->series->n)
    self->over = ondes_series_ref (over);
  g_signal_emit (self, signals[SERIES_CHANGED], 0);
}

void
ondes_series_model_set_origin (OndesSeriesModel *self,
                               double sample)
{
  if (sample == self->origin || (isnan (sample) && isnan (self->origin)))
    return;
  self->origin = sample;
  g_signal_emit (self, signals[SERIES_CHANGED], 0);
}

double
ondes_series_model_get_origin (OndesSeriesModel *self)
{
  return self->origin;
}

OndesSeries *
ondes_series_model_get_over (OndesSeriesModel *self)
{
  return self->over;
}

void
ondes_series_model_get_view (OndesSeriesModel *self,
                             double *first,
                             double *count)
{
  *first = self->first;
  *count = self->count;
}

void
ondes_series_model_set_view (OndesSeriesModel *self,
                             double first,
                             double count)
{
  double n = whole (self);

  if (n <= 0 || !isfinite (first) || !isfinite (count))
    return;
  count = CLAMP (count, ondes_series_model_least_view (self), n);
  first = CLAMP (first, 0, n - count);
  if (first == self->first && count == self->count)
    return;
  self->first = first;
  self->count = count;
  g_signal_emit (self, signals[VIEW_CHANGED], 0);
}

void
ondes_series_model_zoom (OndesSeriesModel *self,
                         double factor)
{
  if (factor > 0)
    ondes_series_model_set_view (self, self->first + self->count * (1 - 1 / factor) / 2, self->count / factor);
  else
    {
      ondes_series_model_set_view (self, 0, whole (self));
      ondes_series_model_set_range (self, 0, 0);
    }
}

const OndesSeriesDisplay *
ondes_series_model_get_display (OndesSeriesModel *self)
{
  return &self->display;
}

void
ondes_series_model_set_scale (OndesSeriesModel *self,
                              OndesSeriesScale scale)
{
  if (scale == self->display.scale)
    return;
  self->display = (OndesSeriesDisplay) { .scale = scale };
  g_signal_emit (self, signals[VIEW_CHANGED], 0);
}

void
ondes_series_model_set_range (OndesSeriesModel *self,
                              double lo,
                              double hi)
{
  if (lo == self->display.lo && hi == self->display.hi)
    return;
  self->display.lo = lo;
  self->display.hi = hi;
  g_signal_emit (self, signals[VIEW_CHANGED], 0);
}

void
ondes_series_model_show (OndesSeriesModel *self,
                         guint64 index)
{
  double at = (double) index;

  if (at < self->first || at + 1 > self->first + self->count)
    ondes_series_model_set_view (self, at + 0.5 - self->count / 2, self->count);
}

void
ondes_series_model_get_span (OndesSeriesModel *self,
                             guint64 *first,
                             guint64 *count)
{
  double end = MIN (ceil (self->first + self->count), whole (self));

  *first = (guint64) self->first;
  *count = (guint64) MAX (end - (double) *first, 0);
}

void
ondes_series_model_set_pointer (OndesSeriesModel *self,
                                double place)
{
  if (!(place >= 0 && place <= whole (self)))
    place = NAN;
  if (place == self->pointer || (isnan (place) && isnan (self->pointer)))
    return;
  self->pointer = place;
  g_signal_emit (self, signals[POINTER_CHANGED], 0);
}

double
ondes_series_model_get_pointer (OndesSeriesModel *self)
{
  return self->pointer;
}

guint64
ondes_series_model_get_index (OndesSeriesModel *self)
{
  if (isnan (self->pointer) || self->series == NULL)
    return ONDES_INDEX_NONE;
  return MIN ((guint64) self->pointer, self->series->n - 1);
}
