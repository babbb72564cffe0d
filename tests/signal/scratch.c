/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "scratch.h"

#include "../remove-all.h"

#include <stdio.h>
#include <string.h>

static char *folder;
static GHashTable *paths;

void
scratch_make (void)
{
  g_autofree char *cache = NULL;

  folder = g_dir_make_tmp ("ondes-XXXXXX", NULL);
  g_assert_nonnull (folder);
  cache = g_build_filename (folder, "cache", NULL);
  g_assert_true (g_setenv ("XDG_CACHE_HOME", cache, TRUE));
  paths = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, g_free);
}

void
scratch_remove (void)
{
  remove_all (folder);
  g_clear_pointer (&folder, g_free);
  g_clear_pointer (&paths, g_hash_table_unref);
}

int
scratch_run (void)
{
  int status = g_test_run ();

  scratch_remove ();
  return status;
}

const char *
scratch_path (const char *name)
{
  char *path = g_build_filename (folder, name, NULL);
  const char *known = g_hash_table_lookup (paths, path);

  if (known)
    {
      g_free (path);
      return known;
    }
  g_hash_table_insert (paths, path, path);
  return path;
}

const char *
scratch_write (const char *name,
               const void *data,
               gsize       n)
{
  const char *path = scratch_path (name);
  FILE *file = g_fopen (path, "wb");

  g_assert_nonnull (file);
  g_assert_cmpuint (fwrite (data, 1, n, file), ==, n);
  g_assert_cmpint (fclose (file), ==, 0);
  return path;
}

const char *
scratch_text (const char *name,
              const char *text)
{
  return scratch_write (name, text, strlen (text));
}

OndesRecording *
scratch_open (const char             *path,
              const OndesReadOptions *options)
{
  g_autoptr (GError) error = NULL;
  OndesRecording *recording = ondes_recording_open (path, options, NULL, &error);

  g_assert_no_error (error);
  g_assert_nonnull (recording);
  return recording;
}

void
scratch_refuse (const char             *path,
                const OndesReadOptions *options,
                int                     code,
                const char             *part)
{
  g_autoptr (GError) error = NULL;
  OndesRecording *recording = ondes_recording_open (path, options, NULL, &error);

  g_assert_null (recording);
  g_assert_error (error, ONDES_ERROR, code);
  if (!g_str_has_prefix (error->message, path) && !g_str_has_prefix (error->message, "--"))
    g_error ("does not begin with the file: %s", error->message);
  if (!strstr (error->message, part))
    g_error ("does not say \"%s\": %s", part, error->message);
  g_assert_null (strchr (error->message, '\n'));
}

gboolean
scratch_has_note (OndesRecording *recording,
                  const char     *part)
{
  for (const char *const *note = ondes_recording_get_info (recording)->notes; *note; note++)
    if (strstr (*note, part))
      return TRUE;
  return FALSE;
}

double *
scratch_read (OndesRecording *recording,
              guint           channel)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (OndesSource) source = ondes_recording_source (recording, channel, &error);
  OndesType type;
  double *data;

  g_assert_no_error (error);
  type = ondes_type_is_complex (source->type) ? ONDES_C128 : ONDES_F64;
  data = g_malloc (ondes_type_bytes (type, source->n));
  ondes_source_read_as (source, 0, source->n, type, data, &error);
  g_assert_no_error (error);
  return data;
}

void
scratch_sndfile (const char   *path,
                 int           format,
                 int           rate,
                 int           channels,
                 const double *data,
                 gsize         frames)
{
  SF_INFO info = { .format = format, .samplerate = rate, .channels = channels };
  SNDFILE *file = sf_open (path, SFM_WRITE, &info);

  if (!file)
    g_error ("%s: %s", path, sf_strerror (NULL));
  g_assert_cmpint (sf_writef_double (file, data, (sf_count_t) frames), ==, (sf_count_t) frames);
  g_assert_cmpint (sf_close (file), ==, 0);
}
