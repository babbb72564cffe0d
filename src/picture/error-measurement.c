/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "error-measurement.h"
#include "scalogram-analysis-private.h"

#define KEY      "errors"
#define FIRST_US (25 * 1000)  /* until the first figures are shown */
#define NEXT_US  (150 * 1000) /* until better ones are */
#define DRAWN    600          /* points at most … */
#define BUDGET_US (60 * G_USEC_PER_SEC) /* … and no new one after so long a time of work */

struct _OndesErrorMeasurement
{
  GObject                 parent_instance;

  OndesScalogramAnalysis *analysis;
  OndesQueue             *queue;
  gboolean                active;
  OndesScalogram         *picture; /* that is measured; NULL if none */
  double                  lo_hz, hi_hz;
  OndesMeasuredErrors     errors;
  char                   *problem;
};

G_DEFINE_FINAL_TYPE (OndesErrorMeasurement, ondes_error_measurement, G_TYPE_OBJECT)

static guint changed;

/* Some points. */
typedef struct
{
  OndesErrorMeter    *meter;
  gint64              most_us; /* no new point is begun after */
  gint64              left_us; /* of the budget, when it begins and ends */
  OndesMeasuredErrors errors;
} Batch;

static void
batch_free (gpointer data)
{
  Batch *batch = data;

  g_clear_pointer (&batch->meter, ondes_error_meter_free);
  g_free (batch);
}

static gboolean
batch_work (OndesComputer    *computer,
            gpointer          data,
            const OndesWatch *watch,
            GError          **error)
{
  Batch *batch = data;
  const gint64 start = g_get_monotonic_time ();

  do
    {
      if (!ondes_error_meter_add (batch->meter, computer, watch->cancellable, error))
        return FALSE;
      ondes_error_meter_get (batch->meter, &batch->errors);
    }
  while (g_get_monotonic_time () - start < batch->most_us && batch->errors.points + batch->errors.left_out < DRAWN);
  batch->left_us -= g_get_monotonic_time () - start;
  return TRUE;
}

static void submit (OndesErrorMeasurement *self,
                    OndesErrorMeter       *meter,
                    gint64                 most_us,
                    gint64                 left_us);

static void
batch_done (gpointer      data,
            const GError *error,
            gpointer      user_data)
{
  OndesErrorMeasurement *self = user_data;
  Batch *batch = data;

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  if (error != NULL)
    self->problem = g_strdup (error->message);
  else
    {
      self->errors = batch->errors;
      if (batch->errors.points + batch->errors.left_out < DRAWN && batch->left_us > 0)
        submit (self, g_steal_pointer (&batch->meter), NEXT_US, batch->left_us);
    }
  g_signal_emit (self, changed, 0);
}

/* Takes ownership of @meter. */
static void
submit (OndesErrorMeasurement *self,
        OndesErrorMeter       *meter,
        gint64                 most_us,
        gint64                 left_us)
{
  Batch *batch = g_new0 (Batch, 1);

  batch->meter = meter;
  batch->most_us = most_us;
  batch->left_us = left_us;
  ondes_queue_submit (self->queue, &(OndesTask) { .key = KEY, .work = batch_work, .data = batch, .destroy = batch_free,
                                                  .done = batch_done, .user_data = self });
}

/* Drops the figures and what is under way. */
static void
drop (OndesErrorMeasurement *self)
{
  if (self->picture == NULL)
    return;
  ondes_queue_cancel_key (self->queue, KEY);
  g_clear_pointer (&self->picture, ondes_scalogram_unref);
  g_clear_pointer (&self->problem, g_free);
  self->errors = (OndesMeasuredErrors) { 0 };
  g_signal_emit (self, changed, 0);
}

/* The same picture is measured at the same points in every run. */
static guint32
seed_of (const OndesScalogram *picture)
{
  const OndesView *view = &picture->view;

  return ondes_spec_hash (picture->spec) ^ g_int64_hash (&view->first) ^ 31 * g_int64_hash (&view->count) ^ view->columns;
}

/* Begins with what is shown now, unless it is being measured or is not exact. */
static void
update (OndesErrorMeasurement *self)
{
  OndesScalogramAnalysis *analysis = self->analysis;
  const OndesDisplay *display = &analysis->display;
  OndesScalogram *picture = analysis->scalogram;
  g_autoptr (GError) error = NULL;
  OndesErrorMeter *meter;
  OndesGrid grid;

  if (self->active && picture == self->picture && display->view_lo == self->lo_hz && display->view_hi == self->hi_hz)
    return;
  drop (self);
  if (!self->active || picture == NULL || analysis->picture_source == NULL || picture->view.preview
      || ondes_scheduler_is_stale (analysis->picture))
    return;
  ondes_scalogram_analysis_get_grid (analysis, &grid);
  self->picture = ondes_scalogram_ref (picture);
  self->lo_hz = display->view_lo;
  self->hi_hz = display->view_hi;
  meter = ondes_error_meter_new (&(OndesErrorMeterJob) { .picture = picture, .source = analysis->picture_source,
                                                         .step = grid.step, .lo_hz = self->lo_hz, .hi_hz = self->hi_hz,
                                                         .seed = seed_of (picture) }, &error);
  if (meter != NULL)
    submit (self, meter, FIRST_US, BUDGET_US);
  else
    self->problem = g_strdup (error->message);
  g_signal_emit (self, changed, 0);
}

static void
ondes_error_measurement_dispose (GObject *object)
{
  OndesErrorMeasurement *self = ONDES_ERROR_MEASUREMENT (object);

  g_clear_pointer (&self->queue, ondes_queue_free);
  g_clear_pointer (&self->picture, ondes_scalogram_unref);
  g_clear_pointer (&self->problem, g_free);
  g_clear_object (&self->analysis);
  G_OBJECT_CLASS (ondes_error_measurement_parent_class)->dispose (object);
}

static void
ondes_error_measurement_class_init (OndesErrorMeasurementClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ondes_error_measurement_dispose;
  changed = g_signal_new ("changed", ONDES_TYPE_ERROR_MEASUREMENT, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
ondes_error_measurement_init (OndesErrorMeasurement *self)
{
}

OndesErrorMeasurement *
ondes_error_measurement_new (OndesScalogramAnalysis *analysis)
{
  static const char *const signals[] = { "picture-changed", "display-changed", "state-changed" };
  OndesErrorMeasurement *self = g_object_new (ONDES_TYPE_ERROR_MEASUREMENT, NULL);

  self->analysis = g_object_ref (analysis);
  self->queue = ondes_session_new_queue (analysis->session, FALSE, ONDES_PRIORITY_HIDDEN);
  for (guint i = 0; i < G_N_ELEMENTS (signals); i++)
    g_signal_connect_object (analysis, signals[i], G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  return self;
}

void
ondes_error_measurement_set_active (OndesErrorMeasurement *self,
                                    gboolean               active)
{
  self->active = active;
  update (self);
}

const OndesMeasuredErrors *
ondes_error_measurement_get (OndesErrorMeasurement *self)
{
  return &self->errors;
}

const char *
ondes_error_measurement_get_problem (OndesErrorMeasurement *self)
{
  return self->problem;
}
