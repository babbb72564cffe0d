/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "preset-files.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <utime.h>

#include "base/words.h"
#include "io/out-file.h"

#define DIGITS 12 /* of the checksum in a name */
#define STEM_BYTES_MAX 120

static char *
get_folder (void)
{
  return g_build_filename (g_get_user_data_dir (), "ondes", "kept", NULL);
}

static void
remove_old (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const gint64 oldest = g_get_real_time () / G_USEC_PER_SEC - (gint64) ONDES_KEPT_DAYS * 86400;
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);
      GStatBuf status;

      if (g_lstat (path, &status) == 0 && S_ISREG (status.st_mode) && status.st_mtime < oldest)
        g_unlink (path);
    }
}

void
ondes_kept_file_use (const char *path)
{
  g_autofree char *folder = get_folder (), *parent = g_path_get_dirname (path);

  if (g_str_equal (folder, parent))
    g_utime (path, NULL);
}

char *
ondes_kept_file_name (const char *path)
{
  g_autofree char *folder = get_folder (), *parent = g_path_get_dirname (path);
  char *name = g_path_get_basename (path), *dash = strrchr (name, '-');

  if (g_str_equal (folder, parent) && dash != NULL && strspn (dash + 1, "0123456789abcdef") == DIGITS)
    memmove (dash, dash + 1 + DIGITS, strlen (dash + 1 + DIGITS) + 1);
  return name;
}

/* Returns "STEM-CHECKSUM.EXT" for "STEM.EXT". */
static char *
make_name (const char *name,
           const char *checksum)
{
  const char *dot = strrchr (name, '.');
  const char *extension = dot != NULL && dot != name && strlen (dot) < 16 ? dot : "";
  g_autofree char *stem = g_strndup (name, strlen (name) - strlen (extension));
  g_autofree char *valid = g_utf8_make_valid (stem, (gssize) MIN (strlen (stem), STEM_BYTES_MAX));

  return g_strdup_printf ("%s-%.*s%s", valid, DIGITS, checksum, extension);
}

char *
ondes_kept_file_write (const char *name,
                       const void *data,
                       gsize       size,
                       GError    **error)
{
  g_autofree char *folder = get_folder (), *checksum = g_compute_checksum_for_data (G_CHECKSUM_SHA256, data, size);
  g_autofree char *plain = g_path_get_basename (name), *base = make_name (plain, checksum);
  g_autofree char *path = g_build_filename (folder, base, NULL);
  g_autoptr (OndesOutFile) file = NULL;
  GStatBuf status;

  if (g_stat (path, &status) == 0 && S_ISREG (status.st_mode) && (guint64) status.st_size == size)
    {
      g_utime (path, NULL);
      return g_steal_pointer (&path);
    }
  if (g_mkdir_with_parents (folder, 0700) != 0)
    {
      g_set_error (error, ONDES_ERROR, ONDES_ERROR_FILE, _("%s: cannot be made: %s"), folder, g_strerror (errno));
      return NULL;
    }
  file = ondes_out_file_new (path, error);
  if (file == NULL || !ondes_out_file_write (file, data, size, error) || !ondes_out_file_commit (file, error))
    return NULL;
  remove_old (folder);
  return g_steal_pointer (&path);
}
