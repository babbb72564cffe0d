/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sources.h"

#include <string.h>

static void
collect (const char *directory,
         GPtrArray  *paths)
{
  g_autoptr (GDir) dir = g_dir_open (directory, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      char *path = g_build_filename (directory, name, NULL);

      if (g_file_test (path, G_FILE_TEST_IS_DIR) && !g_file_test (path, G_FILE_TEST_IS_SYMLINK))
        collect (path, paths);
      else if (g_file_test (path, G_FILE_TEST_IS_REGULAR) && *name != '.' && !g_str_has_suffix (name, "~"))
        {
          g_ptr_array_add (paths, path);
          continue;
        }
      g_free (path);
    }
}

static int
compare (gconstpointer a,
         gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

char *
gpu_sources_sha256 (const char *directory)
{
  g_autoptr (GPtrArray) paths = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GChecksum) sum = g_checksum_new (G_CHECKSUM_SHA256);

  collect (directory, paths);
  g_ptr_array_sort (paths, compare);
  for (guint i = 0; i < paths->len; i++)
    {
      g_autofree char *text = NULL;
      gsize n;

      if (!g_file_get_contents (paths->pdata[i], &text, &n, NULL))
        return NULL;
      g_checksum_update (sum, (const guchar *) text, (gssize) n);
    }
  return paths->len > 0 ? g_strdup (g_checksum_get_string (sum)) : NULL;
}
