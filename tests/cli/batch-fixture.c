/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "batch-fixture.h"

#include <glib/gstdio.h>
#include <string.h>

#include "../remove-all.h"
#include "base/request-error.h"

void
batch_tear_down (CliFolder    *self,
                 gconstpointer data)
{
  remove_all (self->folder);
  g_free (self->folder);
}

void
batch_write_noise (CliFolder  *self,
                   const char *name,
                   guint       n)
{
  g_autofree char *inner = g_build_filename ("rec", name, NULL), *path = cli_folder_path (self, inner);
  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree gint16 *samples = g_new (gint16, n);

  g_assert_cmpint (g_mkdir_with_parents (folder, 0777), ==, 0);
  for (guint i = 0; i < n; i++)
    samples[i] = (gint16) g_test_rand_int_range (-20000, 20000);
  cli_folder_write_wav (self, inner, 1, BATCH_RATE, samples, n, n);
}

void
batch_make_folder (CliFolder *self)
{
  static const char *const names[] = { "a_20240102_030405.wav", "sub/b_20240102_030407.wav", "c, \"d\".WAV",
                                       "sub/deep/e_20240102_030412.wav", "f_20240102_030420.wav" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    batch_write_noise (self, names[i], (guint) g_test_rand_int_range (BATCH_RATE / 2, 2 * BATCH_RATE));
  cli_folder_write (self, "rec/bad.wav", "hello", 5);
  cli_folder_write (self, "rec/sub/worse.flac", "fLaC", 4);
}

void
batch_plan (CliFolder  *self,
            const char *run)
{
  g_autoptr (CliResult) result
    = cli_run (self, "batch", "plan", "rec", "--products", "bands,scalogram", "-o", run, "--bands", "octave", "--every", "0.6",
               "--size", "200x150", "--frequencies", "50:1500", "--voices", "4", NULL);

  cli_assert_done (result);
}

void
batch_plan_all (CliFolder  *self,
                const char *run)
{
  g_autoptr (CliResult) result
    = cli_run (self, "batch", "plan", "rec", "--products", "bands,scalogram,energy,annotations,ltsa,sheet", "-o", run, "--bands",
               "octave", "--every", "0.6", "--size", "200x150", "--frequencies", "50:1500", "--voices", "4", "--detect", "300:900",
               "--above", "-14", "--hysteresis", "1", "--detect-every", "0.01", "--least", "0.02", NULL);

  cli_assert_done (result);
}

void
batch_run (CliFolder  *self,
           const char *run,
           const char *option,
           const char *value)
{
  g_autoptr (CliResult) result = cli_run (self, "batch", "run", run, option, value, NULL);

  batch_assert_ran (result);
}

void
batch_assert_ran (const CliResult *result)
{
  if (result->status == 0)
    cli_assert_done (result);
  else if (result->status != ONDES_STATUS_PARTLY || strstr (result->err, " failed; failed.tsv tells why") == NULL)
    g_error ("%d: %s", result->status, result->err);
}

GSubprocess *
batch_start (CliFolder  *self,
             const char *run,
             const char *shard)
{
  g_autoptr (GSubprocessLauncher) launcher = g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDERR_SILENCE);
  g_autoptr (GError) error = NULL;
  GSubprocess *process;

  g_subprocess_launcher_set_cwd (launcher, self->folder);
  process = g_subprocess_launcher_spawn (launcher, &error, g_getenv ("ONDES_CLI"), "batch", "run", run, "--workers", "2",
                                           "--shard", shard, NULL);
  g_assert_no_error (error);
  return process;
}

char *
batch_merged (CliFolder  *self,
              const char *run)
{
  g_autoptr (CliResult) result = cli_run (self, "batch", "merge", run, NULL);
  g_autofree char *bands = g_build_filename (run, "bands.csv", NULL), *failed = g_build_filename (run, "failed.tsv", NULL);
  g_autofree char *levels = NULL, *sentences = NULL;
  gsize n;

  cli_assert_done (result);
  levels = cli_folder_read (self, bands, &n);
  sentences = cli_folder_read (self, failed, &n);
  return g_strconcat (levels, sentences, NULL);
}

static void
list_all (const char *path,
          const char *shown,
          GPtrArray  *lines)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *within = g_build_filename (path, name, NULL), *under = g_build_filename (shown, name, NULL);
      g_autofree char *data = NULL, *sum = NULL;
      gsize n;

      if (g_file_test (within, G_FILE_TEST_IS_DIR))
        {
          list_all (within, under, lines);
          continue;
        }
      g_assert_true (g_file_get_contents (within, &data, &n, NULL));
      sum = g_compute_checksum_for_data (G_CHECKSUM_SHA256, (const guchar *) data, n);
      g_ptr_array_add (lines, g_strdup_printf ("%s %s", under, sum));
    }
}

static int
compare (gconstpointer a,
         gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

char *
batch_contents (CliFolder  *self,
                const char *run)
{
  g_autofree char *path = cli_folder_path (self, run);
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func (g_free);

  list_all (path, "", lines);
  g_ptr_array_sort (lines, compare);
  g_ptr_array_add (lines, NULL);
  return g_strjoinv ("\n", (char **) lines->pdata);
}

char *
batch_contents_but (CliFolder  *self,
                    const char *run,
                    const char *prefix)
{
  g_autofree char *all = batch_contents (self, run);
  g_auto (GStrv) lines = g_strsplit (all, "\n", -1);
  GString *kept = g_string_new (NULL);

  for (char **line = lines; *line != NULL; line++)
    if (!g_str_has_prefix (*line, prefix))
      g_string_append_printf (kept, "%s\n", *line);
  return g_string_free (kept, FALSE);
}
