/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The folder of a run that somebody else made: its preset, manifest, tables and failures, with a byte 0x1e between them. The bits
 * of the first byte put links and pipes in the place of some. Opening, failing and merging change nothing outside. */
#include "fuzz.h"

#include "batch/batch-files.h"
#include "batch/batch-job.h"
#include "batch/batch-merge.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MOST_LINES 8 /* of the manifest that are merged */

enum { PRESET, MANIFEST, BANDS, EVENTS, THUMBNAIL, FAILURE, N_PARTS };

typedef struct
{
  OndesBatchRun  *run;
  char          **parts;
  guint8          flags;
} Run;

static char *
inside (const char *name)
{
  return g_build_filename (fuzz_folder (), FUZZ_INSIDE, name, NULL);
}

/* Makes a link out of the folder, or a pipe, called @name. */
static void
put_trap (const char *name,
          gboolean    pipe)
{
  g_autofree char *path = inside (name), *folder = g_path_get_dirname (path);

  g_mkdir_with_parents (folder, 0700);
  g_unlink (path);
  if (pipe)
    mkfifo (path, 0600);
  else if (symlink (g_str_has_suffix (name, "v") ? "../" FUZZ_OUTSIDE "/kept" : "../" FUZZ_OUTSIDE, path) != 0 && errno != EEXIST)
    g_error ("no link can be made");
}

static void
put (const char *path,
     const char *text,
     const char *stamp)
{
  g_autofree char *folder = g_path_get_dirname (path), *all = g_strdup_printf ("%s# %s\n", text, stamp);

  g_mkdir_with_parents (folder, 0700);
  fuzz_write (path, all, strlen (all));
}

/* Writes outputs of the recording, with the stamps of the run. */
static gboolean
put_outputs (const Run            *self,
             const OndesBatchFile *file,
             GError              **error)
{
  static const struct
  {
    OndesBatchProduct product;
    guint             part;
  } all[] = { { ONDES_BATCH_BANDS, BANDS }, { ONDES_BATCH_ANNOTATIONS, EVENTS }, { ONDES_BATCH_SHEET, THUMBNAIL } };

  for (guint i = 0; i < G_N_ELEMENTS (all); i++)
    {
      g_autofree char *path = ondes_batch_run_output (self->run, file, all[i].product);
      g_autofree char *stamp = ondes_batch_run_stamp (self->run, file, all[i].product);

      if (ondes_batch_prepare (self->run->folder, path, NULL))
        put (path, self->parts[all[i].part], stamp);
    }
  if (self->flags & 1)
    return ondes_batch_run_fail (self->run, file, self->parts[FAILURE], error);
  ondes_batch_run_forgive (self->run, file);
  return TRUE;
}

static void
work (const Run *self)
{
  g_autoptr (OndesBatchManifest) manifest = NULL;
  g_autoptr (GPtrArray) others = g_ptr_array_new_with_free_func (g_free), words = NULL;
  g_autoptr (GHashTable) files = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) g_bytes_unref);
  g_auto (OndesBatchFile) file = { 0 };
  OndesBatchTally tally;
  GError *error = NULL;
  guint lines = 0;

  words = ondes_batch_run_words (self->run->words, "");
  if (ondes_batch_take_files (self->run->words, self->run->folder, files, &error))
    ondes_batch_write_files (files, self->run->folder, &error);
  ondes_batch_remove_files (files, self->run->folder);
  g_clear_error (&error);
  manifest = ondes_batch_manifest_open (self->run, &error);
  while (manifest != NULL && error == NULL && ondes_batch_manifest_next (manifest, &file, &error) && lines++ < MOST_LINES)
    {
      guint missing;

      if (!put_outputs (self, &file, &error))
        break;
      ondes_batch_run_state (self->run, &file, &missing);
      ondes_batch_parts_ready (self->run, &file, missing);
      g_free (ondes_batch_run_sentence (self->run, &file));
    }
  ondes_batch_sweep_parts (self->run);
  fuzz_check_error (g_steal_pointer (&error));
  if (lines <= MOST_LINES && !ondes_batch_merge (self->run, TRUE, NULL, &tally, others, &error))
    fuzz_check_error (g_steal_pointer (&error));
  if (!ondes_batch_run_save (self->run, &error))
    fuzz_check_error (error);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data,
                        size_t         size)
{
  static const char *const traps[] = { "bands", "failed.tsv", "files", "annotations.csv", "bands.csv", "sheet", "failed" };
  g_autofree char *text = size > 0 ? g_strndup ((const char *) data + 1, size - 1) : g_strdup (""), *folder = inside ("");
  g_auto (GStrv) given = g_strsplit (text, "\x1e", N_PARTS), parts = g_new0 (char *, N_PARTS + 1);
  g_autofree char *preset = NULL, *manifest = NULL;
  GError *error = NULL;
  Run run = { .flags = size > 0 ? data[0] : 0 };

  fuzz_small_machine ();
  fuzz_guard ();
  preset = inside ("preset");
  manifest = inside (ONDES_BATCH_MANIFEST);
  for (guint i = 0; i < N_PARTS; i++)
    parts[i] = g_strdup (i < g_strv_length (given) ? given[i] : "");
  fuzz_write (preset, parts[PRESET], strlen (parts[PRESET]));
  fuzz_write (manifest, parts[MANIFEST], strlen (parts[MANIFEST]));
  for (guint i = 0; i < G_N_ELEMENTS (traps); i++)
    if (run.flags & 2u << i)
      put_trap (traps[i], (run.flags & 1) != 0);
  run.parts = parts;
  run.run = ondes_batch_run_open (folder, &error);
  fuzz_check_error (error);
  if (run.run != NULL)
    work (&run);
  g_clear_pointer (&run.run, ondes_batch_run_free);
  fuzz_check_guard ();
  return 0;
}
