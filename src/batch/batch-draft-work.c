/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "batch-draft-work.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>
#include <sys/stat.h>

#include "base/words.h"
#include "batch-annotations.h"
#include "batch-bands.h"
#include "batch-child.h"
#include "batch-files.h"
#include "session/words.h"

void
ondes_draft_work_free (gpointer data)
{
  OndesDraftWork *self = data;

  ondes_batch_settings_clear (&self->settings);
  ondes_batch_counts_clear (&self->counts);
  g_clear_pointer (&self->run, ondes_batch_run_free);
  g_clear_pointer (&self->preset, g_variant_unref);
  g_hash_table_unref (self->files);
  g_free (self->folders[0]);
  g_strfreev (self->patterns);
  g_string_free (self->failures, TRUE);
  g_free (self);
}

/* Adds up the files below @path and removes them with it. */
static double
remove_all (const char *path)
{
  g_autoptr (GDir) dir = g_file_test (path, G_FILE_TEST_IS_SYMLINK) ? NULL : g_dir_open (path, 0, NULL);
  const char *name;
  double bytes = 0;
  struct stat info;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *within = g_build_filename (path, name, NULL);

      bytes += remove_all (within);
    }
  if (dir == NULL && stat (path, &info) == 0)
    bytes = (double) info.st_size;
  g_remove (path);
  return bytes;
}

/* Adds up the outputs of a run of one recording, for all of its kind: some are of each recording, others grow with its length. */
static double
add_outputs (const OndesBatchKind *kind,
             const char           *folder)
{
  double bytes = 0;

  for (guint i = 0; i < ONDES_BATCH_N_PRODUCTS; i++)
    {
      g_autofree char *path = g_build_filename (folder, ondes_batch_products[i], NULL);

      if (g_file_test (path, G_FILE_TEST_IS_DIR))
        bytes += remove_all (path) * (i == ONDES_BATCH_SCALOGRAM || i == ONDES_BATCH_SHEET
                                        ? (double) kind->files : kind->seconds / kind->sample_s);
    }
  return bytes;
}

/* Plans the sample of a kind into @folder and runs it there, in one thread as each worker of a run has. */
static gboolean
run_sample (OndesDraftWork *self,
            const OndesBatchKind *kind,
            const char *folder,
            double *took_s,
            GCancellable *cancellable,
            GError **error)
{
  g_autofree char *workers = g_strdup_printf ("%u", g_get_num_processors ()), *output = NULL;
  const char *const words[] = { "batch", "run", "--json", "--workers", workers, "--", folder, NULL };
  const char *const sample[] = { kind->sample, NULL };
  g_autoptr (OndesBatchRun) run = ondes_batch_run_new (folder, self->run->words, self->run->outputs);
  const OndesBatchPlan plan = { .search = { .folders = sample, .cancellable = cancellable }, .read = &self->settings.read };
  const OndesWatch watch = { .cancellable = cancellable };
  g_auto (OndesBatchCounts) counts = { 0 };

  if (!ondes_batch_write_files (self->files, folder, error) || !ondes_batch_run_save (run, error)
      || !ondes_batch_plan (run, &plan, &watch, &counts, error) || !ondes_batch_child_run (words, &output, cancellable, error))
    return FALSE;
  *took_s = ondes_batch_child_number (output != NULL ? output : "", "elapsed_s");
  for (const char *line = output; line != NULL && (line = strchr (line, '\n')) != NULL && line[1] != '\0';)
    *took_s = ondes_batch_child_number (++line, "elapsed_s"); /* of the last line */
  return TRUE;
}

/* Returns why the one recording of the run in @folder failed, without its path; NULL if it did not. Transfer full. */
static char *
read_failure (const char *folder,
              const char *path)
{
  g_autofree char *name = g_build_filename (folder, "failed.tsv", NULL), *text = NULL;
  g_auto (GStrv) lines = NULL;
  const char *sentence;

  if (!g_file_get_contents (name, &text, NULL, NULL))
    return NULL;
  lines = g_strsplit (text, "\n", -1); /* the first are the titles */
  sentence = lines[0] != NULL && lines[1] != NULL ? strchr (lines[1], '\t') : NULL;
  if (sentence == NULL)
    return NULL;
  sentence++;
  if (g_str_has_prefix (sentence, path))
    sentence += strlen (path) + strspn (sentence + strlen (path), ": ");
  return g_utf8_make_valid (sentence, -1);
}

/* Adds a line on recordings that fail. */
static void
add_failure (GString *lines,
             guint64 files,
             const char *path,
             const char *why)
{
  g_autofree char *name = g_filename_display_basename (path), *count = ondes_words_count (files);

  g_string_append_printf (lines, "%s", lines->len > 0 ? "\n" : "");
  if (files == 1)
    /* Translators: the name of a recording, and why. */
    g_string_append_printf (lines, _("%s will fail: %s"), name, why);
  else
    /* Translators: a number of recordings, the name of one of them, and why. */
    g_string_append_printf (lines, _("%s recordings like %s will fail: %s"), count, name, why);
}

/* Runs the sample of a kind, and adds what it takes and gives, or why it fails. FALSE if the run itself cannot be. */
static gboolean
measure_kind (OndesDraftWork *self,
              const OndesBatchKind *kind,
              GCancellable *cancellable,
              GError **error)
{
  g_autofree char *folder = g_dir_make_tmp ("ondes-batch-XXXXXX", error), *why = NULL;
  double took_s = NAN;
  gboolean done;

  if (folder == NULL)
    return FALSE;
  done = run_sample (self, kind, folder, &took_s, cancellable, error);
  why = read_failure (folder, kind->sample);
  if (why != NULL && !g_cancellable_is_cancelled (cancellable))
    {
      g_clear_error (error);
      done = TRUE;
      add_failure (self->failures, kind->files, kind->sample, why);
      self->failing += kind->files;
    }
  else
    {
      self->out_bytes += add_outputs (kind, folder);
      self->out_s += took_s * kind->seconds / kind->sample_s / g_get_num_processors ();
    }
  remove_all (folder);
  return done;
}

gboolean
ondes_draft_work_measure (OndesComputer *computer,
                          gpointer data,
                          const OndesWatch *watch,
                          GError **error)
{
  OndesDraftWork *self = data;

  for (guint i = 0; i < self->counts.n_kinds; i++)
    if (self->counts.kinds[i].sample_s > 0 && !measure_kind (self, &self->counts.kinds[i], watch->cancellable, error))
      return FALSE;
  return TRUE;
}

/* Refuses parameters that are wrong whatever the recordings. */
static gboolean
check_products (OndesDraftWork *self,
                GError **error)
{
  g_autoptr (OndesBatchBands) bands = NULL;
  g_autoptr (OndesBatchAnnotations) annotations = NULL;

  self->place = ONDES_DRAFT_BANDS;
  bands = ondes_batch_bands_new (self->run, error);
  if (bands == NULL)
    return FALSE;
  if (self->run->outputs & 1u << ONDES_BATCH_ENERGY && ondes_batch_bands_are_spectra (bands))
    {
      g_set_error_literal (error, ONDES_ERROR, ONDES_ERROR_FILE,
                           _("Millidecades have no filters, whose energy could be told; choose a bank."));
      return FALSE;
    }
  self->place = ONDES_DRAFT_ANNOTATIONS;
  if (self->run->outputs & 1u << ONDES_BATCH_ANNOTATIONS)
    annotations = ondes_batch_annotations_new (self->run, error);
  return annotations != NULL || !(self->run->outputs & 1u << ONDES_BATCH_ANNOTATIONS);
}

/* Puts the preset before the parameters and takes the files that they name, as “ondes-cli batch plan --preset” does. */
static gboolean
keep_files (OndesDraftWork *self,
            GError **error)
{
  g_autofree char *scratch = g_dir_make_tmp ("ondes-preset-XXXXXX", error);
  g_autofree char *preset = scratch != NULL ? g_build_filename (scratch, ONDES_DRAFT_PRESET, NULL) : NULL;
  g_autoptr (GPtrArray) words = g_ptr_array_new_with_free_func (g_free);
  OndesBatchRun *kept;
  gboolean done;

  self->place = ONDES_DRAFT_SETTINGS;
  if (scratch == NULL)
    return FALSE;
  g_ptr_array_add (words, g_strdup ("--preset"));
  g_ptr_array_add (words, g_strdup (preset));
  for (guint i = 0; i < self->run->words->len; i++)
    g_ptr_array_add (words, g_strdup (g_ptr_array_index (self->run->words, i)));
  done = ondes_analysis_presets.write (preset, self->preset, error)
         && ondes_batch_take_files (words, self->run->folder, self->files, error);
  remove_all (scratch);
  if (!done)
    return FALSE;
  kept = ondes_batch_run_new (self->run->folder, words, self->run->products);
  ondes_batch_run_free (self->run);
  self->run = kept;
  return TRUE;
}

/* Refuses the folder of another run; one of the same parameters gets the products too. */
static gboolean
check_output (OndesDraftWork *self,
              GError **error)
{
  g_autoptr (OndesBatchRun) old = NULL;
  OndesBatchRun *both;

  self->place = ONDES_DRAFT_FOLDER;
  if (!ondes_batch_run_exists (self->run->folder))
    return TRUE;
  old = ondes_batch_run_open (self->run->folder, error);
  if (old == NULL)
    return FALSE;
  if (strcmp (old->parameters, self->run->parameters) != 0)
    {
      g_set_error (error, ONDES_ERROR, ONDES_ERROR_FILE, _("%s: has a run of other settings; choose another folder"),
                   self->run->folder);
      return FALSE;
    }
  both = ondes_batch_run_new (self->run->folder, old->words, old->products | self->run->products);
  ondes_batch_run_free (self->run);
  self->run = both;
  return TRUE;
}

gboolean
ondes_draft_work_plan (OndesComputer *computer,
                       gpointer data,
                       const OndesWatch *watch,
                       GError **error)
{
  OndesDraftWork *self = data;
  OndesBatchPlan plan = { .dry = self->dry, .seen = self->seen, .read = &self->settings.read };

  g_atomic_int_set (self->seen, 0);
  if (!check_products (self, error))
    return FALSE;
  self->place = ONDES_DRAFT_SETTINGS;
  if (!ondes_batch_settings_find (&self->settings, self->run, error) || !keep_files (self, error)
      || !check_output (self, error))
    return FALSE;
  plan.search = (OndesBatchSearch) { .folders = (const char *const *) self->folders, .flat = self->flat,
                                     .patterns = (const char *const *) self->patterns, .cancellable = watch->cancellable };
  self->place = ONDES_DRAFT_FOLDER;
  if (!self->dry
      && (!ondes_batch_write_files (self->files, self->run->folder, error) || !ondes_batch_run_save (self->run, error)))
    return FALSE;
  self->place = ONDES_DRAFT_RECORDINGS;
  return ondes_batch_plan (self->run, &plan, watch, &self->counts, error);
}

void
ondes_draft_work_find_failures (OndesDraftWork *work)
{
  OndesBatchCounts *counts = &work->counts;
  const guint channel = work->settings.channel;
  guint kept = 0;

  if (counts->unreadable > 0 && counts->why != NULL)
    g_string_assign (work->failures, counts->why);
  for (guint i = 0; i < counts->n_kinds; i++)
    {
      OndesBatchKind *kind = &counts->kinds[i];
      g_autofree char *why = NULL;

      if (channel == G_MAXUINT || channel <= kind->channels)
        {
          counts->kinds[kept++] = *kind;
          continue;
        }
      why = g_strdup_printf (ngettext ("it has %u channel, and “Channel” above asks for channel %u",
                                       "it has %u channels, and “Channel” above asks for channel %u", kind->channels),
                             kind->channels, channel);
      add_failure (work->failures, kind->files, kind->sample, why);
      work->failing += kind->files;
      g_free (kind->sample);
    }
  counts->n_kinds = kept;
  work->failing += counts->unreadable;
}
