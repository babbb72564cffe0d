/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "scalogram-analysis-private.h"
#include "selection-readings.h"
#include "session/signals.h"

#define KEY "readings"

struct _OndesSelectionReadings
{
  GObject parent_instance;

  OndesScalogramAnalysis *analysis;
  OndesSession           *session; /* whose timeline is followed */
  OndesQueue             *queue;
  OndesSelection          selection; /* that is measured */
  OndesSpec              *spec;      /* and of what; NULL for the samples, or nothing */
  OndesSource            *source;    /* NULL if nothing is measured */
  guint                   serial;    /* of what is measured */
  gboolean                busy, known;
  double                  progress;
  OndesReadings           readings;
  char                   *problem;
};

G_DEFINE_FINAL_TYPE (OndesSelectionReadings, ondes_selection_readings, G_TYPE_OBJECT)

static guint changed;

/* A measurement, with references to all it needs. */
typedef struct
{
  OndesReadingsJob job;
  OndesReadings    readings;
  guint            serial;
} Measurement;

static void
measurement_free (gpointer data)
{
  Measurement *self = data;

  g_clear_pointer (&self->job.spec, ondes_spec_unref);
  ondes_source_unref (self->job.source);
  g_free (self);
}

static gboolean
measurement_work (OndesComputer    *computer,
                  gpointer          data,
                  const OndesWatch *watch,
                  GError          **error)
{
  Measurement *self = data;

  return ondes_readings_measure (computer, &self->job, watch, &self->readings, error);
}

static void
measurement_done (gpointer      data,
                  const GError *error,
                  gpointer      user_data)
{
  OndesSelectionReadings *self = user_data;
  Measurement *measurement = data;

  /* One that was done before it could be cancelled is of another selection too. */
  if (measurement->serial != self->serial)
    return;
  self->busy = FALSE;
  self->known = error == NULL;
  self->readings = measurement->readings;
  self->problem = error != NULL ? g_strdup (error->message) : NULL;
  g_signal_emit (self, changed, 0);
}

static void
on_progress (double   fraction,
             gpointer user_data)
{
  OndesSelectionReadings *self = user_data;

  self->progress = fraction;
  g_signal_emit (self, changed, 0);
}

/* Drops the readings and what is under way. */
static void
drop (OndesSelectionReadings *self)
{
  if (self->queue != NULL)
    ondes_queue_cancel_key (self->queue, KEY);
  g_clear_pointer (&self->spec, ondes_spec_unref);
  g_clear_pointer (&self->source, ondes_source_unref);
  g_clear_pointer (&self->problem, g_free);
  self->selection = ONDES_SELECTION_NONE;
  self->busy = self->known = FALSE;
  self->progress = 0;
  self->serial++;
}

static gboolean
same (double a,
      double b)
{
  return a == b || (isnan (a) && isnan (b));
}

static gboolean
is_measured (OndesSelectionReadings *self,
             const OndesSelection   *selection,
             OndesSpec              *spec,
             OndesSource            *source)
{
  const OndesSelection *now = &self->selection;

  return same (now->first, selection->first) && same (now->end, selection->end) && same (now->low_hz, selection->low_hz)
         && same (now->high_hz, selection->high_hz) && self->source == source
         && (self->spec == spec || (self->spec != NULL && spec != NULL && ondes_spec_equal (self->spec, spec)));
}

static void
begin (OndesSelectionReadings *self,
       const OndesSelection   *selection,
       OndesSpec              *spec,
       OndesSource            *source)
{
  const guint oversampling = spec != NULL ? ondes_picture_traits (spec).oversampling : 1;
  Measurement *measurement = g_new0 (Measurement, 1);
  OndesReadingsJob *job = &measurement->job;

  self->selection = *selection;
  self->spec = spec != NULL ? ondes_spec_ref (spec) : NULL;
  self->source = ondes_source_ref (source);
  self->busy = TRUE;
  measurement->serial = self->serial;
  *job = (OndesReadingsJob) { .spec = spec != NULL ? ondes_spec_ref (spec) : NULL, .source = ondes_source_ref (source),
                              .oversampling = oversampling, .low_hz = selection->low_hz, .high_hz = selection->high_hz };
  ondes_selection_get_samples (selection, source->n / oversampling, &job->first, &job->count);
  ondes_queue_submit (self->queue, &(OndesTask) { .key = KEY, .work = measurement_work, .data = measurement,
                                                  .destroy = measurement_free, .progress = on_progress,
                                                  .done = measurement_done, .user_data = self });
}

/* Measures what is selected now, unless it has been. */
static void
update (OndesSelectionReadings *self)
{
  OndesScalogramAnalysis *analysis = self->analysis;
  const OndesSelection selection = ondes_timeline_get_selection (ondes_session_get_timeline (self->session));
  const gboolean band = ondes_selection_has_band (&selection);
  OndesSession *session = ondes_analysis_get_session (ONDES_ANALYSIS (analysis));
  OndesSpec *spec = band ? analysis->spec : NULL;
  OndesSource *source = band ? analysis->picture_source : ondes_session_get_source (session);
  const gboolean can = ondes_selection_is_set (&selection) && source != NULL && source->n > 0 && (spec != NULL || !band);

  if (can && is_measured (self, &selection, spec, source))
    return;
  if (!can && self->source == NULL)
    return;
  drop (self);
  if (can)
    begin (self, &selection, spec, source);
  g_signal_emit (self, changed, 0);
}

static void
forget_analysis (OndesSelectionReadings *self)
{
  if (self->analysis == NULL)
    return;
  g_signal_handlers_disconnect_by_func (self->analysis, update, self);
  g_clear_object (&self->analysis);
}

void
ondes_selection_readings_set_analysis (OndesSelectionReadings *self,
                                       OndesScalogramAnalysis *analysis)
{
  static const char *const signals[] = { "settings-changed", "picture-changed", "state-changed" };

  if (self->analysis == analysis)
    return;
  forget_analysis (self);
  self->analysis = g_object_ref (analysis);
  for (guint i = 0; i < G_N_ELEMENTS (signals); i++)
    g_signal_connect_object (analysis, signals[i], G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  update (self);
}

OndesScalogramAnalysis *
ondes_selection_readings_get_analysis (OndesSelectionReadings *self)
{
  return self->analysis;
}

static void
ondes_selection_readings_dispose (GObject *object)
{
  OndesSelectionReadings *self = ONDES_SELECTION_READINGS (object);

  g_clear_pointer (&self->queue, ondes_queue_free);
  drop (self);
  forget_analysis (self);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (ondes_selection_readings_parent_class)->dispose (object);
}

static void
ondes_selection_readings_class_init (OndesSelectionReadingsClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ondes_selection_readings_dispose;
  changed = ondes_signal_new (klass, "changed");
}

static void
ondes_selection_readings_init (OndesSelectionReadings *self)
{
  self->selection = ONDES_SELECTION_NONE;
}

OndesSelectionReadings *
ondes_selection_readings_new (OndesScalogramAnalysis *analysis)
{
  OndesSelectionReadings *self = g_object_new (ONDES_TYPE_SELECTION_READINGS, NULL);

  self->session = g_object_ref (analysis->session);
  self->queue = ondes_session_new_queue (analysis->session, TRUE, ONDES_PRIORITY_HIDDEN);
  g_signal_connect_object (ondes_session_get_timeline (self->session), "selection-changed", G_CALLBACK (update), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->session, "recording-changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED | G_CONNECT_AFTER);
  ondes_selection_readings_set_analysis (self, analysis);
  return self;
}

const OndesReadings *
ondes_selection_readings_get (OndesSelectionReadings *self)
{
  return self->known ? &self->readings : NULL;
}

gboolean
ondes_selection_readings_is_busy (OndesSelectionReadings *self,
                                  double                 *progress)
{
  if (progress != NULL)
    *progress = self->progress;
  return self->busy;
}

const char *
ondes_selection_readings_get_problem (OndesSelectionReadings *self)
{
  return self->problem;
}
