/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Slices as previews, from the picture, and computed: one after another on each of the two queues. */
#include "config.h"

#include <math.h>

#include "export/export-slice.h"
#include "session/scheduler.h"
#include "slices-private.h"

gboolean
ondes_slices_same_place (const OndesSlicePlace *a,
                         const OndesSlicePlace *b)
{
  return a->kind == b->kind && a->first == b->first && a->count == b->count && a->lo_hz == b->lo_hz && a->hi_hz == b->hi_hz;
}

gboolean
ondes_slices_can_compute (OndesSlices *self)
{
  OndesScalogramAnalysis *analysis = self->analysis;

  return self->shown && analysis != NULL && analysis->scalogram != NULL && analysis->source != NULL
         && (self->leader == NULL || ondes_analysis_is_active (ONDES_ANALYSIS (analysis))) && analysis->picture_source != NULL
         && analysis->scalogram->oversampling == ondes_scalogram_analysis_get_oversampling (analysis);
}

gboolean
ondes_slices_is_exact (OndesSlices           *self,
                       const OndesSlicesHeld *entry,
                       OndesSliceKind         kind)
{
  const OndesScalogramAnalysis *analysis = self->analysis;

  return entry->entry.places[kind].count == 0
         || (entry->exact[kind].spec != NULL && ondes_slices_same_place (&entry->exact[kind].place, &entry->entry.places[kind])
             && entry->exact[kind].source == analysis->picture_source->id
             && ondes_spec_equal (entry->exact[kind].spec, analysis->scalogram->spec)
             && (kind == ONDES_SLICE_SPECTRUM || entry->exact[kind].columns == analysis->columns));
}

/* A slice being computed. */
typedef struct
{
  guint           id;
  OndesSlicesRole role;
  OndesSpec      *spec;
  OndesSource    *source;
  OndesSliceJob   job;
  OndesSlice     *slice;
} Job;

static void
job_free (gpointer data)
{
  Job *job = data;

  ondes_spec_unref (job->spec);
  ondes_source_unref (job->source);
  g_clear_pointer (&job->slice, ondes_slice_unref);
  g_free (job);
}

static gboolean
job_work (OndesComputer    *computer,
          gpointer          data,
          const OndesWatch *watch,
          GError          **error)
{
  Job *job = data;

  job->slice = ondes_slice_compute (computer, &job->job, watch, NULL, error);
  return job->slice != NULL;
}

/* TRUE if the job's slice is the one that its entry needs. */
static gboolean
job_is_wanted (gpointer data,
               gpointer owner)
{
  const Job *job = data;
  OndesSlices *self = owner;
  const OndesSliceKind kind = job->job.place.kind;
  OndesSlicesHeld *entry = ondes_slices_find (self, job->id, job->role);

  return entry != NULL && ondes_slices_can_compute (self) && ondes_slices_same_place (&entry->entry.places[kind], &job->job.place)
         && job->source == self->analysis->picture_source && ondes_spec_equal (job->spec, self->analysis->scalogram->spec)
         && (kind == ONDES_SLICE_SPECTRUM || job->job.columns == self->analysis->columns)
         && !ondes_slices_is_exact (self, entry, kind);
}

static void
job_landed (gpointer      data,
            const GError *error,
            gpointer      owner)
{
  Job *job = data;
  OndesSlices *self = owner;
  const OndesSliceKind kind = job->job.place.kind;
  OndesSlicesHeld *entry = ondes_slices_find (self, job->id, job->role);

  if (entry != NULL)
    entry->entry.progress = NAN;
  if (entry == NULL || !job_is_wanted (job, self) || g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  /* One that fails is not tried again: the preview stays. */
  g_clear_pointer (&entry->exact[kind].spec, ondes_spec_unref);
  entry->exact[kind].spec = ondes_spec_ref (job->spec);
  entry->exact[kind].source = job->source->id;
  entry->exact[kind].columns = job->job.columns;
  entry->exact[kind].place = job->job.place;
  if (error == NULL)
    {
      g_clear_pointer (&entry->entry.slices[kind], ondes_slice_unref);
      entry->entry.slices[kind] = ondes_slice_ref (job->slice);
    }
  ondes_slices_emit (self);
}

static double
job_progress (gpointer data,
              double   fraction,
              gpointer owner)
{
  OndesSlices *self = owner;
  const Job *job = data;
  OndesSlicesHeld *entry = ondes_slices_find (self, job->id, job->role);

  /* The first call comes before anything is computed. */
  if (entry != NULL && fraction > 0 && entry->entry.progress != fraction)
    {
      entry->entry.progress = fraction;
      ondes_slices_emit (self);
    }
  return fraction;
}

/* Returns the job of the first slice of a queue's that is not exact, the newest held one first; NULL if all are. */
static gpointer
next_job (OndesSlices     *self,
          OndesSlicesQueue queue)
{
  if (!ondes_slices_can_compute (self))
    return NULL;
  for (guint n = 0; n < self->entries->len; n++)
    for (guint kind = 0; kind < ONDES_SLICE_KINDS; kind++)
      {
        OndesSlicesHeld *entry = ondes_slices_at (self, queue == QUEUE_CROSSHAIR ? n : self->entries->len - 1 - n);
        OndesScalogramAnalysis *analysis = self->analysis;
        Job *job;

        if ((entry->entry.role == ONDES_SLICES_CROSSHAIR) != (queue == QUEUE_CROSSHAIR)
            || ondes_slices_is_exact (self, entry, kind))
          continue;
        job = g_new0 (Job, 1);
        job->id = entry->entry.id;
        job->role = entry->entry.role;
        job->spec = ondes_spec_ref (analysis->scalogram->spec);
        job->source = ondes_source_ref (analysis->picture_source);
        job->job = (OndesSliceJob) { .spec = job->spec, .source = job->source, .oversampling = analysis->scalogram->oversampling,
                                     .place = entry->entry.places[kind], .percents = ondes_slice_percents_default,
                                     .n_percents = ONDES_SLICE_PERCENTS_DEFAULT };
        job->job.columns = kind == ONDES_SLICE_ENVELOPE ? analysis->columns : 0;
        return job;
      }
  return NULL;
}

static gpointer
prepare_crosshair (gpointer         owner,
                   gboolean         anew,
                   OndesStageFlags *flags)
{
  *flags = ONDES_STAGE_MORE;
  return next_job (owner, QUEUE_CROSSHAIR);
}

static gpointer
prepare_others (gpointer         owner,
                gboolean         anew,
                OndesStageFlags *flags)
{
  *flags = ONDES_STAGE_MORE;
  return next_job (owner, QUEUE_OTHERS);
}

static gpointer
crosshair_next (gpointer         job,
                gpointer         owner,
                OndesStageFlags *flags)
{
  *flags = ONDES_STAGE_MORE;
  return next_job (owner, QUEUE_CROSSHAIR);
}

static gpointer
others_next (gpointer         job,
             gpointer         owner,
             OndesStageFlags *flags)
{
  *flags = ONDES_STAGE_MORE;
  return next_job (owner, QUEUE_OTHERS);
}

static const OndesSchedulerClass scheduler_classes[N_QUEUES] = {
  { .key = "slices", .prepare = prepare_crosshair, .next = crosshair_next, .work = job_work, .free = job_free,
    .is_wanted = job_is_wanted, .landed = job_landed, .progress = job_progress },
  { .key = "slices", .prepare = prepare_others, .next = others_next, .work = job_work, .free = job_free,
    .is_wanted = job_is_wanted, .landed = job_landed, .progress = job_progress },
};

void
ondes_slices_refresh (OndesSlices *self)
{
  if (!ondes_slices_can_compute (self))
    return;
  for (guint i = 0; i < self->entries->len; i++)
    for (guint kind = 0; kind < ONDES_SLICE_KINDS; kind++)
      {
        OndesSlicesHeld *entry = ondes_slices_at (self, i);
        OndesSlice **slice = &entry->entry.slices[kind];
        OndesSlice *preview;

        if (ondes_slices_is_exact (self, entry, kind))
          {
            if (entry->entry.places[kind].count == 0)
              g_clear_pointer (slice, ondes_slice_unref);
            continue;
          }
        preview = ondes_slice_from_picture (self->analysis->scalogram, &entry->entry.places[kind], ondes_slice_percents_default,
                                            ONDES_SLICE_PERCENTS_DEFAULT);
        /* A picture that does not reach it leaves the last one, if its rows are the same. */
        if (preview == NULL && *slice != NULL && kind == ONDES_SLICE_SPECTRUM && (*slice)->n == self->analysis->scalogram->rows
            && ondes_slices_same_place (&(*slice)->place, &entry->entry.places[kind]))
          continue;
        g_clear_pointer (slice, ondes_slice_unref);
        *slice = preview;
      }
  for (guint i = 0; i < N_QUEUES; i++)
    {
      if (self->queues[i] == NULL)
        {
          self->queues[i] = ondes_session_new_queue (self->analysis->session, FALSE,
                                                     i == QUEUE_CROSSHAIR ? ONDES_PRIORITY_INTERACTIVE : ONDES_PRIORITY_HIDDEN);
          self->schedulers[i] = ondes_scheduler_new (&scheduler_classes[i], self->queues[i], self);
        }
      ondes_scheduler_want (self->schedulers[i], ONDES_WANT_SOON);
    }
}

void
ondes_slices_leave (OndesSlices *self)
{
  for (guint i = 0; i < N_QUEUES; i++)
    if (self->schedulers[i] != NULL)
      ondes_scheduler_leave (self->schedulers[i]);
  for (guint i = 0; i < self->entries->len; i++)
    ondes_slices_at (self, i)->entry.progress = NAN;
}
