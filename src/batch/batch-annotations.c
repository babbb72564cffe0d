/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "batch-annotations.h"

#include "analysis/band-levels.h"
#include "analysis/events.h"
#include "annotation/annotation-file.h"
#include "base/memory.h"
#include "base/number.h"
#include "base/option.h"
#include "base/words.h"
#include "io/csv-text.h"
#include "io/out-file.h"
#include "io/stamp.h"
#include "transform/filter-text.h"

#include <math.h>
#include <string.h>

#define PEAK_FIELD         "Peak (dB)"

struct _OndesBatchAnnotations
{
  OndesFilterSettings choice;
  OndesBatchOptions options; /* of annotations */
  double            rate_hz;      /* of the bank's recordings */
  OndesFilterBank  *bank;
};

static const char *
look_up (gconstpointer band,
         const char   *option)
{
  return g_str_equal (option, "--bandpass") ? band : NULL;
}

OndesBatchAnnotations *
ondes_batch_annotations_new (const OndesBatchRun *run,
                             GError             **error)
{
  g_autoptr (OndesBatchAnnotations) self = g_new0 (OndesBatchAnnotations, 1);
  const char *band = ondes_batch_run_option (run, "--detect");
  g_autoptr (GError) local = NULL;

  self->options = *(const OndesBatchOptions *) ondes_batch_detection_params.defaults;
  if (band == NULL)
    {
      ondes_option_refuse (error, "--detect", _("missing; annotations need the band FLO:FHI whose level is watched"));
      return NULL;
    }
  if (!ondes_batch_words_parse (run->words, ondes_batch_detection_params.rows, 0, &self->options, error))
    return NULL;
  if (isnan (self->options.above_db))
    {
      ondes_option_refuse (error, "--above", _("missing; annotations need the level in dB that they reach"));
      return NULL;
    }
  if (ondes_filter_choice_parse (&self->choice, look_up, band, &local))
    return g_steal_pointer (&self);
  ondes_option_refuse (error, "--detect", "%s", local->message);
  return NULL;
}

void
ondes_batch_annotations_free (OndesBatchAnnotations *self)
{
  g_clear_pointer (&self->bank, ondes_filter_bank_unref);
  g_free (self);
}

static gboolean
prepare_bank (OndesBatchAnnotations *self,
              const OndesBatchJob   *job,
              GError               **error)
{
  if (self->bank != NULL && self->rate_hz == job->info->rate_hz)
    return TRUE;
  g_clear_pointer (&self->bank, ondes_filter_bank_unref);
  self->rate_hz = job->info->rate_hz;
  self->bank = ondes_filter_choice_bank (&self->choice, &(OndesFilterInput) { job->info->path, self->rate_hz, job->source->n },
                                         job->watch, error);
  return self->bank != NULL;
}

/* Returns the annotation of an event. */
static OndesAnnotation *
annotate (const OndesBatchAnnotations *self,
          const OndesEnergy           *energy,
          const OndesEvent            *event)
{
  char peak[ONDES_NUMBER_SIZE];
  const OndesAnnotationField field = { PEAK_FIELD, g_ascii_formatd (peak, sizeof peak, "%.3f",
                                                                    ondes_energy_level_db (energy, 0, event->peak)) };
  const OndesAnnotation values = { .start = (double) ondes_energy_begin (energy, event->first) / energy->rate_hz,
                                   .end = (double) ondes_energy_begin (energy, event->first + event->count) / energy->rate_hz,
                                   .low_hz = self->options.detect_hz[0], .high_hz = self->options.detect_hz[1],
                                   .fields = &field, .n_fields = 1 };

  return ondes_annotation_new (&values);
}

/* Returns the job of the levels of the recording. */
static OndesBandJob
band_job (const OndesBatchAnnotations *self,
          const OndesBatchJob         *job)
{
  return (OndesBandJob) { .source = job->source, .source_id = job->source->id, .bank = self->bank,
                          .options = ondes_filter_options_default, .count = job->source->n,
                          .every = MAX (self->options.detect_every, 1 / job->info->rate_hz) };
}

/* Returns the annotations of the recording. */
static OndesAnnotationSet *
find_all (OndesBatchAnnotations *self,
          const OndesBatchJob   *job,
          GError               **error)
{
  const OndesBandJob bands = band_job (self, job);
  const OndesEventRule rule = { self->options.above_db, self->options.hysteresis_db,
                                (gsize) ceil (self->options.least / bands.every - 1e-9) };
  g_autoptr (OndesBandLevels) levels = ondes_batch_job_levels (job, &bands, bands.every, error);
  g_autoptr (GPtrArray) items = g_ptr_array_new_with_free_func ((GDestroyNotify) ondes_annotation_unref);
  g_autoptr (OndesAnnotationSet) none = ondes_annotation_set_new ();
  g_autoptr (GArray) events = NULL;
  g_autofree double *levels_db = NULL;

  levels_db = levels != NULL ? ondes_memory_try (levels->energy->spans * sizeof *levels_db, error) : NULL;
  if (levels_db == NULL)
    return NULL;
  for (guint64 i = 0; i < levels->energy->spans; i++)
    levels_db[i] = ondes_energy_level_db (levels->energy, 0, i);
  events = ondes_events_find (levels_db, levels->energy->spans, &rule);
  for (guint i = 0; i < events->len; i++)
    g_ptr_array_add (items, annotate (self, levels->energy, &g_array_index (events, OndesEvent, i)));
  return ondes_annotation_set_edit (none, &(OndesAnnotationEdit) { .added = (OndesAnnotation **) items->pdata,
                                                                   .n_added = items->len });
}

/* Writes the set in a format of others, whose files have no room for a stamp. */
static gboolean
write_as (OndesAnnotationSet    *set,
          const char            *path,
          const char            *ending,
          OndesAnnotationFormat  format,
          GError               **error)
{
  g_autofree char *stem = g_strndup (path, strlen (path) - strlen (".csv")), *name = g_strconcat (stem, ending, NULL);
  g_autofree char *folder = g_path_get_dirname (path);
  const OndesStamp *stamp = ondes_stamp_get ();
  gboolean done;

  if (!ondes_batch_prepare (folder, name, error))
    return FALSE;
  ondes_stamp_set (NULL);
  done = ondes_annotations_write (set, name, &(OndesAnnotationWriting) { .format = format }, NULL, error);
  ondes_stamp_set (stamp);
  return done;
}

static gboolean
write_table (OndesAnnotationSet   *set,
             const OndesBatchJob  *job,
             const char           *path,
             GError              **error)
{
  const double unit_s = ondes_time_unit_seconds (job->info->time_unit);
  g_autoptr (OndesOutFile) file = ondes_out_file_new (path, error);
  g_autoptr (GString) text = g_string_new ("file,date,start,end,low,high,peak_db\n");
  g_autofree char *name = ondes_batch_escape (job->file->path);

  if (file == NULL)
    return FALSE;
  for (guint64 i = 0; i < ondes_annotation_set_get_length (set); i++)
    {
      const OndesAnnotation *item = ondes_annotation_set_get (set, i);
      const double numbers[] = { item->start, item->end, item->low_hz, item->high_hz };
      g_autofree char *date = ondes_batch_job_date (job, item->start * unit_s);
      char number[ONDES_NUMBER_SIZE];

      ondes_csv_add_cell (text, name);
      g_string_append_printf (text, ",%s", date);
      for (guint k = 0; k < G_N_ELEMENTS (numbers); k++)
        g_string_append_printf (text, ",%s", ondes_number_print (number, numbers[k]));
      g_string_append_printf (text, ",%s\n", ondes_annotation_get_field (item, PEAK_FIELD));
    }
  return ondes_out_file_write (file, text->str, text->len, error) && ondes_out_file_commit (file, error);
}

gboolean
ondes_batch_annotations_write (OndesBatchAnnotations *self,
                               const OndesBatchJob   *job,
                               const char            *path,
                               GError               **error)
{
  g_autoptr (OndesAnnotationSet) set = NULL;

  if (!prepare_bank (self, job, error))
    return FALSE;
  if (ondes_batch_job_is_part (job))
    {
      const OndesBandJob bands = band_job (self, job);

      return ondes_batch_job_write_part (job, &bands, bands.every, path, error);
    }
  set = find_all (self, job, error);
  /* The stamped table comes last: where it is, the others are. */
  return set != NULL && write_as (set, path, ".raven.txt", ONDES_ANNOTATIONS_RAVEN, error)
         && write_as (set, path, ".audacity.txt", ONDES_ANNOTATIONS_AUDACITY, error) && write_table (set, job, path, error);
}
