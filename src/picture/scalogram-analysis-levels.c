/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Levels for the colours: those of the whole recording, so that a colour means the same in every view, and the medians of its
 * rows. */
#include "config.h"

#include <math.h>

#include "analysis/levels.h"
#include "figure/raster.h"
#include "scalogram-analysis-private.h"

void
ondes_scalogram_analysis_drop_levels (OndesScalogramAnalysis *self)
{
  g_clear_pointer (&self->levels_spec, ondes_spec_unref);
  g_clear_pointer (&self->medians, g_atomic_rc_box_release);
  self->levels = self->equalised = (OndesLevels) { 0 };
  self->levels_whole = FALSE;
}

static void
set_levels (OndesScalogramAnalysis *self,
            const OndesScalogram *fresh,
            gboolean whole)
{
  ondes_scalogram_analysis_drop_levels (self);
  self->levels_spec = ondes_spec_ref (fresh->spec);
  self->levels_whole = whole;
  self->levels_preview = fresh->view.preview;
  self->levels = fresh->levels;
  self->equalised = fresh->equalised;
  if (whole && fresh->medians != NULL)
    self->medians = g_atomic_rc_box_acquire (fresh->medians);
}

void
ondes_scalogram_analysis_take_levels (OndesScalogramAnalysis *self,
                                      const OndesScalogram *fresh)
{
  const gboolean whole = ondes_scalogram_is_whole (fresh);
  const gboolean known = self->levels_spec != NULL
                         && ondes_scalogram_get_class (fresh)->same_measure (self->levels_spec, fresh->spec);

  if (!known)
    set_levels (self, fresh, whole);
  else if (whole && (!fresh->view.preview || !self->levels_whole))
    set_levels (self, fresh, TRUE);
  else if (!self->levels_whole && !fresh->view.preview && self->levels_preview)
    set_levels (self, fresh, FALSE);
  else if (!self->levels_whole && !fresh->view.preview && fresh->levels.top > 0)
    {
      /* Only parts have been seen: widen the levels to include this one. */
      self->levels.top = MAX (self->levels.top, fresh->levels.top);
      self->levels.bottom = self->levels.bottom > 0 ? MIN (self->levels.bottom, fresh->levels.bottom) : fresh->levels.bottom;
    }
}

double *
ondes_scalogram_analysis_get_medians (OndesScalogramAnalysis *self,
                                      const OndesSpec *spec)
{
  return self->medians != NULL && ondes_spec_equal (self->levels_spec, spec) ? self->medians : NULL;
}

/* Returns @display with what is automatic resolved. */
static OndesDisplay
resolve (OndesScalogramAnalysis *self,
         const OndesDisplay     *display)
{
  const OndesScalogram *scalogram = self->scalogram;
  gboolean equalise = display->equalise && scalogram != NULL && scalogram->medians != NULL;
  const OndesLevels *levels = equalise ? &self->equalised : &self->levels;

  if (scalogram == NULL)
    return *display;
  if (!(levels->top > 0))
    return ondes_display_resolve (display, scalogram);
  return ondes_display_resolve_by (display, scalogram, levels);
}

OndesDisplay
ondes_scalogram_analysis_get_colours (OndesScalogramAnalysis *self)
{
  return resolve (self, &self->display);
}

OndesDisplay
ondes_scalogram_analysis_get_own_colours (OndesScalogramAnalysis *self)
{
  OndesDisplay display = self->display;

  display.reference = 0;
  return resolve (self, &display);
}

double
ondes_scalogram_analysis_get_reference (OndesScalogramAnalysis *self)
{
  return self->scalogram != NULL ? ondes_scalogram_analysis_get_colours (self).reference : 0;
}

double
ondes_scalogram_analysis_get_zero_db (OndesScalogramAnalysis *self,
                                      guint row)
{
  OndesDisplay colours = ondes_scalogram_analysis_get_colours (self);

  return colours.equalise ? self->scalogram->medians[row] : colours.reference;
}

void
ondes_scalogram_analysis_set_colours (OndesScalogramAnalysis *self,
                                      double reference,
                                      double db_range)
{
  OndesDisplay display = self->display;

  display.reference = reference;
  display.db_range = db_range;
  ondes_scalogram_analysis_set_display (self, &display);
}

/* Levels measured on the asides queue, or medians computed on the pictures queue. */
typedef struct
{
  OndesScalogramAnalysis  *analysis;
  OndesScalogram          *scalogram;
  OndesLevelsPart          part;
  gboolean                 equalise;
  OndesLevels              levels;
  OndesRecording          *recording;
  OndesSource             *source;
  OndesSpec               *spec;
  guint                    columns, oversampling;
} Measuring;

static void
measuring_free (gpointer data)
{
  Measuring *measuring = data;

  g_clear_pointer (&measuring->scalogram, ondes_scalogram_unref);
  g_clear_pointer (&measuring->recording, ondes_recording_unref);
  g_clear_pointer (&measuring->source, ondes_source_unref);
  g_clear_pointer (&measuring->spec, ondes_spec_unref);
  g_free (measuring);
}

static gboolean
fit_work (OndesComputer *computer,
          gpointer data,
          const OndesWatch *watch,
          GError **error)
{
  Measuring *fit = data;

  fit->levels = ondes_levels_measure (fit->scalogram, fit->equalise ? fit->scalogram->medians : NULL, &fit->part);
  return TRUE;
}

static void
on_fit (gpointer data,
        const GError *error,
        gpointer user_data)
{
  Measuring *fit = data;
  OndesScalogramAnalysis *self = user_data;
  OndesDisplay automatic = self->display, display;

  if (error != NULL || !(fit->levels.top > 0) || fit->equalise != self->display.equalise)
    return;
  automatic.reference = automatic.db_range = 0;
  display = ondes_display_resolve_by (&automatic, fit->scalogram, &fit->levels);
  ondes_scalogram_analysis_set_colours (self, display.reference, display.db_range);
}

void
ondes_scalogram_analysis_fit_colours (OndesScalogramAnalysis *self)
{
  Measuring *fit;

  if (self->scalogram == NULL)
    return;
  fit = g_new0 (Measuring, 1);
  fit->scalogram = ondes_scalogram_ref (self->scalogram);
  fit->equalise = self->display.equalise && self->scalogram->medians != NULL;
  fit->part = (OndesLevelsPart) { .lo_hz = self->display.view_lo, .hi_hz = self->display.view_hi };
  ondes_timeline_get_view (self->timeline, &fit->part.first, &fit->part.count);
  ondes_queue_submit (ondes_analysis_get_asides (ONDES_ANALYSIS (self)),
                      &(OndesTask) { .key = "fit", .work = fit_work, .data = fit, .destroy = measuring_free, .done = on_fit,
                                     .user_data = self });
}

static gboolean
medians_work (OndesComputer *computer,
              gpointer data,
              const OndesWatch *watch,
              GError **error)
{
  Measuring *job = data;
  const OndesSpan all = ondes_picture_frames_from (job->spec, job->source->n, 0, job->source->n);
  const OndesView view = ondes_picture_view (job->spec, all, job->columns);
  const OndesScalogramJob preview = { .spec = job->spec, .source = job->source, .view = view, .oversampling = job->oversampling,
                                      .info = ondes_recording_get_info (job->recording) };

  job->scalogram = ondes_scalogram_preview (computer, &preview, watch, NULL, error);
  return job->scalogram != NULL;
}

/* Returns the source to measure the medians of; borrowed. */
static OndesSource *
measured_source (OndesScalogramAnalysis *self)
{
  return self->scalogram->oversampling > 1 ? self->picture_source : self->source;
}

static void
on_medians (gpointer data,
            const GError *error,
            gpointer user_data)
{
  Measuring *job = data;
  OndesScalogramAnalysis *self = user_data;
  OndesScalogram *shown = self->scalogram;

  if (error != NULL || shown == NULL || job->source != measured_source (self) || !ondes_spec_equal (shown->spec, job->spec))
    return;
  set_levels (self, job->scalogram, TRUE);
  self->scalogram = ondes_scalogram_with_medians (shown, self->medians, self->equalised);
  ondes_scalogram_unref (shown);
  ondes_scalogram_analysis_emit (self, SIGNAL_PICTURE_CHANGED);
}

static gpointer
prepare_medians (gpointer owner,
                 gboolean anew,
                 OndesStageFlags *flags)
{
  OndesScalogramAnalysis *self = owner;
  OndesGridBounds bounds;
  Measuring *job;

  /* Another channel or conditioning may have left too few samples for a window. */
  if (self->scalogram == NULL || !ondes_scalogram_analysis_get_bounds (self, self->scalogram->spec, &bounds))
    return NULL;
  job = g_new0 (Measuring, 1);
  job->recording = ondes_recording_ref (self->recording);
  job->source = ondes_source_ref (measured_source (self));
  job->spec = ondes_spec_ref (self->scalogram->spec);
  job->columns = bounds.columns;
  job->oversampling = self->scalogram->oversampling;
  return job;
}

static gboolean
are_medians_wanted (gpointer data,
                    gpointer owner)
{
  const Measuring *job = data;
  OndesScalogramAnalysis *self = owner;

  return self->scalogram != NULL && job->source == measured_source (self) && ondes_spec_equal (job->spec, self->scalogram->spec);
}

const OndesSchedulerClass ondes_scalogram_analysis_medians = {
  .key = "medians",
  .prepare = prepare_medians,
  .work = medians_work,
  .free = measuring_free,
  .is_wanted = are_medians_wanted,
  .landed = on_medians,
};

void
ondes_scalogram_analysis_want_medians (OndesScalogramAnalysis *self)
{
  if (self->display.equalise && self->scalogram != NULL && self->scalogram->medians == NULL && self->source != NULL
      && self->scalogram->oversampling == ondes_scalogram_analysis_get_oversampling (self))
    ondes_scheduler_want (self->measuring, ONDES_WANT_SOON);
}
