/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "preset-files.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <utime.h>

#include "base/key-text.h"
#include "base/memory.h"
#include "base/words.h"
#include "io/out-file.h"
#include "preset-store.h"

#define DIGITS 12 /* of the checksum in a name */
#define STEM_BYTES_MAX 120
#define EXTENSION_BYTES (DIGITS + 1) /* what is as long is no extension, so that a checksum is none */

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

/* Returns the extension of @name with its dot, "" if there is none. */
static const char *
find_extension (const char *name)
{
  const char *dot = strrchr (name, '.');

  return dot != NULL && dot != name && strlen (dot) < EXTENSION_BYTES ? dot : name + strlen (name);
}

char *
ondes_kept_file_name (const char *path)
{
  g_autofree char *folder = get_folder (), *parent = g_path_get_dirname (path), *name = g_path_get_basename (path);
  const char *extension = find_extension (name);
  const gsize stem = (gsize) (extension - name);
  const char *checksum = stem > DIGITS ? extension - DIGITS : NULL;

  if (checksum == NULL || !g_str_equal (folder, parent) || checksum[-1] != '-'
      || strspn (checksum, "0123456789abcdef") < DIGITS)
    return g_steal_pointer (&name);
  return g_strdup_printf ("%.*s%s", (int) (stem - DIGITS - 1), name, extension);
}

/* Returns "STEM-CHECKSUM.EXT" for "STEM.EXT". A long stem is cut between two characters, so that the name stays when it is kept
 * again. */
static char *
make_name (const char *name,
           const char *checksum)
{
  g_autofree char *valid = g_utf8_make_valid (name, -1), *whole = NULL;
  const char *extension = find_extension (valid);
  gsize cut = MIN ((gsize) (extension - valid), STEM_BYTES_MAX);

  while (((guchar) valid[cut] & 0xc0) == 0x80)
    cut--;
  whole = g_strdup_printf ("%.*s%s", (int) cut, valid, extension);
  extension = find_extension (whole); /* a cut name may have one now */
  return g_strdup_printf ("%.*s-%.*s%s", (int) (extension - whole), whole, DIGITS, checksum, extension);
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
    return ondes_error_set_null (error, ONDES_ERROR_FILE, _("%s: cannot be made: %s"), folder, g_strerror (errno));
  file = ondes_out_file_new (path, error);
  if (file == NULL || !ondes_out_file_write (file, data, size, error) || !ondes_out_file_commit (file, error))
    return NULL;
  remove_old (folder);
  return g_steal_pointer (&path);
}

/* In presets. */

/* Returns @data in base 64; NULL without memory. Transfer full. */
static char *
encode (const char *data,
        gsize       size)
{
  char *text = ondes_memory_try ((size / 3 + 1) * 4 + 4, NULL);
  int state = 0, save = 0;
  gsize n;

  if (text == NULL)
    return NULL;
  n = g_base64_encode_step ((const guchar *) data, size, FALSE, text, &state, &save);
  n += g_base64_encode_close (FALSE, text + n, &state, &save);
  text[n] = '\0';
  return text;
}

char *
ondes_kept_file_embed (const char *path,
                       gsize       most,
                       GKeyFile   *keys,
                       const char *group,
                       const char *key,
                       GError    **error)
{
  g_autofree char *data = NULL, *text = NULL, *name = ondes_kept_file_name (path);
  gsize size;

  if (!ondes_preset_read_bytes (path, most, &data, &size, error))
    return NULL;
  text = encode (data, size);
  if (text == NULL)
    {
      ondes_preset_refuse (path, error, _(": there is not memory enough to read it"));
      return NULL;
    }
  g_key_file_set_string (keys, group, key, text);
  return g_utf8_make_valid (name, -1);
}

char *
ondes_kept_file_extract (const char *preset,
                         const char *name,
                         GKeyFile   *keys,
                         const char *group,
                         const char *key,
                         GError    **error)
{
  g_autofree char *text = ondes_key_text (keys, group, key), *clean = ondes_preset_clean_name (name);
  gsize size = 0;

  if (clean == NULL || text == NULL)
    {
      ondes_preset_refuse (preset, error, _(": the file that “%s” names is not in it"), name);
      return NULL;
    }
  if (text[0] != '\0')
    g_base64_decode_inplace (text, &size);
  return ondes_kept_file_write (clean, text, size, error);
}
