/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "batch-plan.h"

#include "annotation/annotation-file.h"
#include "io/out-file.h"

#include <math.h>
#include <string.h>

#define HEAD "# path\tsize\tmtime\tstart\trate\tchannels\tframes\tparameters\n"
#define LEAST_SAMPLE_S 10.0

/* A manifest being written: the old one and what was found, both in the order of the paths, joined. */
typedef struct
{
  const OndesBatchRun  *run;
  const OndesBatchPlan *plan;
  const OndesWatch     *watch;
  OndesBatchCounts     *counts;
  OndesOutFile         *file;  /* NULL if nothing is written */
  OndesBatchManifest   *old;   /* NULL if there is none, or at its end */
  OndesBatchFile        known; /* its line to come */
  char                 *known_text; /* the path of that as it stands in the line; NULL at the end */
} Join;

void
ondes_batch_counts_clear (OndesBatchCounts *self)
{
  g_clear_pointer (&self->why, g_free);
  g_clear_pointer (&self->sample, g_free);
  for (guint i = 0; i < self->n_kinds; i++)
    g_clear_pointer (&self->kinds[i].sample, g_free);
  ondes_batch_found_clear (&self->found);
}

static void
join_clear (Join *self)
{
  g_clear_pointer (&self->file, ondes_out_file_free);
  g_clear_pointer (&self->old, ondes_batch_manifest_free);
  ondes_batch_file_clear (&self->known);
  g_clear_pointer (&self->known_text, g_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Join, join_clear)

/* Reads the next line of the old manifest. */
static gboolean
advance (Join    *self,
         GError **error)
{
  GError *local = NULL;

  g_clear_pointer (&self->known_text, g_free);
  if (self->old != NULL && ondes_batch_manifest_next (self->old, &self->known, &local))
    self->known_text = ondes_batch_escape (self->known.path);
  if (local == NULL)
    return TRUE;
  g_propagate_error (error, local);
  return FALSE;
}

/* TRUE if a recording of that length is better to measure with: the shortest of at least ten seconds, else the longest. */
static gboolean
is_better_sample (double sample_s,
                  double seconds)
{
  return sample_s < LEAST_SAMPLE_S ? seconds > sample_s : seconds >= LEAST_SAMPLE_S && seconds < sample_s;
}

/* Takes @file as the sample if it is a better one. */
static void
take_sample (const OndesBatchFile *file,
             char                **sample,
             double               *sample_s)
{
  const double seconds = ondes_batch_file_seconds (file);

  if (!is_better_sample (*sample_s, seconds))
    return;
  g_free (*sample);
  *sample = g_strdup (file->path);
  *sample_s = seconds;
}

/* Counts a readable file in the group of files of its kind. */
static void
put_kind (OndesBatchCounts     *counts,
          const OndesBatchFile *file)
{
  OndesBatchKind *kind = counts->kinds;

  while (kind < counts->kinds + counts->n_kinds && (kind->rate_hz != file->rate_hz || kind->channels != file->channels))
    kind++;
  if (kind == counts->kinds + ONDES_BATCH_KINDS)
    return;
  if (kind == counts->kinds + counts->n_kinds)
    *kind = (OndesBatchKind) { .rate_hz = file->rate_hz, .channels = file->channels, .sample = g_strdup (file->path) };
  counts->n_kinds = MAX (counts->n_kinds, (guint) (kind - counts->kinds) + 1);
  kind->files++;
  kind->seconds += ondes_batch_file_seconds (file);
  take_sample (file, &kind->sample, &kind->sample_s);
}

static gboolean
put (Join                 *self,
     const OndesBatchFile *file,
     GError              **error)
{
  OndesBatchCounts *counts = self->counts;
  const double seconds = ondes_batch_file_seconds (file);
  g_autofree char *line = ondes_batch_file_print (file);

  counts->files++;
  if (self->plan->seen != NULL)
    {
      g_atomic_int_inc (self->plan->seen);
      ondes_watch_tell (self->watch, 0);
    }
  counts->bytes += file->size;
  counts->seconds += seconds;
  counts->unreadable += file->rate_hz == 0;
  counts->utc += isfinite (file->date_s) && !file->by_clock;
  counts->clocks += isfinite (file->date_s) && file->by_clock;
  take_sample (file, &counts->sample, &counts->sample_s);
  if (file->rate_hz > 0)
    put_kind (counts, file);
  return self->file == NULL || (ondes_out_file_write (self->file, line, strlen (line), error)
                                && ondes_out_file_write (self->file, "\n", 1, error));
}

/* Fills what the head of the recording tells; nothing if it cannot be opened. Sets @labels to TRUE if the file holds annotations
 * instead. */
static gboolean
read_head (Join           *self,
           OndesBatchFile *file,
           gboolean       *labels,
           GError        **error)
{
  g_autoptr (GError) local = NULL;
  g_autoptr (OndesRecording) recording
    = ondes_recording_open (file->path, self->plan->read, &(OndesWatch) { .cancellable = ondes_watch_cancellable (self->watch) },
                            &local);
  const OndesRecordingInfo *info;
  double unit_s;

  file->date_s = NAN;
  if (recording == NULL && g_error_matches (local, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      g_propagate_error (error, g_steal_pointer (&local));
      return FALSE;
    }
  *labels = ondes_annotations_are_no_recording (file->path, self->plan->read, recording, NULL);
  if (*labels)
    return TRUE;
  if (recording == NULL)
    {
      if (self->counts->why == NULL)
        self->counts->why = ondes_error_sentence (local);
      return TRUE;
    }
  info = ondes_recording_get_info (recording);
  unit_s = ondes_time_unit_seconds (info->time_unit);
  file->rate_hz = unit_s > 0 ? info->rate_hz / unit_s : info->rate_hz;
  file->channels = info->channels;
  file->frames = info->frames;
  if (info->has_date)
    file->date_s = info->date_s;
  file->by_clock = info->has_date && info->start_zone.unknown;
  return TRUE;
}

/* Takes a line "path\tsize\tmtime" that was found. */
static gboolean
take_found (Join       *self,
            const char *line,
            GError    **error)
{
  g_auto (GStrv) fields = g_strsplit (line, "\t", 3);
  g_auto (OndesBatchFile) file = { 0 };
  gboolean known, labels;

  while (self->known_text != NULL && strcmp (self->known_text, fields[0]) < 0)
    if (!put (self, &self->known, error) || !advance (self, error))
      return FALSE;
  known = g_strcmp0 (self->known_text, fields[0]) == 0;
  file.path = ondes_batch_unescape (fields[0]);
  file.size = g_ascii_strtoull (fields[1], NULL, 10);
  ondes_batch_time_parse (fields[2], &file.mtime_ns);
  if (known && file.size == self->known.size && file.mtime_ns == self->known.mtime_ns)
    return put (self, &self->known, error) && advance (self, error);
  strcpy (file.parameters, self->run->parameters);
  file.changed = known;
  if (!read_head (self, &file, &labels, error))
    return FALSE;
  *(labels ? &self->counts->labels : known ? &self->counts->changed : &self->counts->added) += 1;
  return (labels || put (self, &file, error)) && (!known || advance (self, error));
}

static gboolean
open_files (Join    *self,
            GError **error)
{
  g_autofree char *path = ondes_batch_run_path (self->run, ONDES_BATCH_MANIFEST);

  if (g_file_test (path, G_FILE_TEST_EXISTS))
    self->old = ondes_batch_manifest_open (self->run, error);
  else if (self->plan->dry)
    return TRUE;
  if ((self->old == NULL && g_file_test (path, G_FILE_TEST_EXISTS)) || !advance (self, error))
    return FALSE;
  if (self->plan->dry)
    return TRUE;
  self->file = ondes_batch_run_create (self->run, ONDES_BATCH_MANIFEST, error);
  return self->file != NULL && ondes_out_file_write (self->file, HEAD, strlen (HEAD), error);
}

gboolean
ondes_batch_plan (const OndesBatchRun  *run,
                  const OndesBatchPlan *plan,
                  const OndesWatch     *watch,
                  OndesBatchCounts     *counts,
                  GError              **error)
{
  g_auto (Join) join = { .run = run, .plan = plan, .watch = watch, .counts = counts };
  OndesBatchSearch search = plan->search;
  g_autoptr (OndesLineSorter) found = NULL;
  GError *local = NULL;
  const char *line;

  *counts = (OndesBatchCounts) { 0 };
  search.cancellable = ondes_watch_cancellable (watch);
  search.but = run->folder;
  found = ondes_batch_find (&search, &counts->found, error);
  if (found == NULL || !open_files (&join, error))
    return FALSE;
  while ((line = ondes_line_sorter_next (found, &local)) != NULL)
    if (!take_found (&join, line, error))
      return FALSE;
  if (local != NULL)
    {
      g_propagate_error (error, local);
      return FALSE;
    }
  while (join.known_text != NULL)
    if (!put (&join, &join.known, error) || !advance (&join, error))
      return FALSE;
  return join.file == NULL || ondes_out_file_commit (join.file, error);
}
