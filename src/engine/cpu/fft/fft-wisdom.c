/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fft-wisdom.h"

#include <fftw3.h>
#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_BYTES (16 << 20)
#define MAGIC      "ondes-wisdom 1 "

static char *
wisdom_path (gboolean single)
{
  return g_build_filename (g_get_user_cache_dir (), "ondes", single ? "fftw-wisdom-single" : "fftw-wisdom-double", NULL);
}

/* Returns the header line of a wisdom file: magic and SHA-256 of @wisdom. */
static char *
first_line (const char *wisdom)
{
  g_autofree char *digest = g_compute_checksum_for_string (G_CHECKSUM_SHA256, wisdom, -1);

  return g_strconcat (MAGIC, digest, "\n", NULL);
}

gboolean
ondes_fft_wisdom_load (gboolean single)
{
  g_autofree char *path = wisdom_path (single);
  g_autofree char *text = NULL;
  g_autofree char *expected = NULL;
  const char *wisdom;
  GStatBuf info;

  if (g_stat (path, &info) || !S_ISREG (info.st_mode) || info.st_size > MAX_BYTES
      || !g_file_get_contents (path, &text, NULL, NULL))
    return FALSE;
  wisdom = strchr (text, '\n');
  expected = wisdom ? first_line (++wisdom) : NULL;
  if (!expected || strncmp (text, expected, strlen (expected)) != 0)
    {
      g_debug ("%s is damaged or of another version: left out", path);
      return FALSE;
    }
  return (single ? fftwf_import_wisdom_from_string (wisdom) : fftw_import_wisdom_from_string (wisdom)) != 0;
}

void
ondes_fft_wisdom_save (gboolean single)
{
  g_autofree char *path = wisdom_path (single);
  g_autofree char *dir = g_path_get_dirname (path);
  char *wisdom = single ? fftwf_export_wisdom_to_string () : fftw_export_wisdom_to_string ();

  /* g_file_set_contents() is atomic: it writes a temporary file and renames it */
  if (wisdom && g_mkdir_with_parents (dir, 0700) == 0)
    {
      g_autofree char *line = first_line (wisdom);
      g_autofree char *text = g_strconcat (line, wisdom, NULL);

      g_file_set_contents (path, text, -1, NULL);
    }
  free (wisdom);
}
