/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "preset-store.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>

#include "base/display-text.h"
#include "base/key-text.h"
#include "base/number.h"
#include "base/read-file.h"
#include "base/words.h"
#include "io/out-file.h"

#define END    "end" /* a group without keys: what lacks it was cut off */
#define TAIL   "\n[" END "]\n"
#define FORMAT "1"
#define SUFFIX_MAX 24 /* bytes */

gboolean
ondes_preset_refuse (const char *path,
                     GError    **error,
                     const char *format,
                     ...)
{
  g_autofree char *shown = ondes_display_path (path), *sentence = NULL, *safe = NULL;
  va_list arguments;

  va_start (arguments, format);
  sentence = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  safe = ondes_display_text (sentence); /* it may quote the file */
  return ondes_error_set (error, ONDES_ERROR_FILE, "%s%s", shown, safe);
}

/* Names. */

char *
ondes_preset_clean_name (const char *name)
{
  g_autofree char *valid = g_utf8_make_valid (name, -1);
  g_autoptr (GString) clean = g_string_new (NULL);
  guint n = 0;

  for (const char *at = valid; *at != '\0' && n < ONDES_PRESET_NAME_MAX; at = g_utf8_next_char (at))
    {
      const gunichar c = g_utf8_get_char (at);

      if (c == '/' || c == 0xfffd || g_unichar_iscntrl (c) || g_unichar_type (c) == G_UNICODE_LINE_SEPARATOR
          || (clean->len == 0 && (c == '.' || g_unichar_isspace (c))))
        continue;
      /* A file's name has up to 255 bytes. */
      if (clean->len + SUFFIX_MAX > 240)
        break;
      g_string_append_unichar (clean, c);
      n++;
    }
  g_strchomp (clean->str);
  return clean->str[0] != '\0' ? g_strdup (clean->str) : NULL;
}

static char *
get_folder (const OndesPresetKind *kind)
{
  return g_build_filename (g_get_user_data_dir (), "ondes", kind->folder, NULL);
}

char *
ondes_preset_path (const OndesPresetKind *kind,
                   const char            *name)
{
  g_autofree char *folder = get_folder (kind), *base = g_strconcat (name, kind->suffix, NULL);

  return g_build_filename (folder, base, NULL);
}

char *
ondes_preset_name (const OndesPresetKind *kind,
                   const char            *path)
{
  g_autofree char *base = g_path_get_basename (path);
  char *clean;

  if (g_str_has_suffix (base, kind->suffix))
    base[strlen (base) - strlen (kind->suffix)] = '\0';
  clean = ondes_preset_clean_name (base);
  return clean != NULL ? clean : g_strdup (_(kind->nameless));
}

static int
by_name (gconstpointer a,
         gconstpointer b)
{
  const int order = g_utf8_collate (*(const char *const *) a, *(const char *const *) b);

  return order != 0 ? order : strcmp (*(const char *const *) a, *(const char *const *) b);
}

char **
ondes_preset_list (const OndesPresetKind *kind,
                   GError               **error)
{
  g_autofree char *folder = get_folder (kind);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GError) problem = NULL;
  g_autoptr (GDir) dir = g_dir_open (folder, 0, &problem);
  const char *base;

  if (dir == NULL && !g_error_matches (problem, G_FILE_ERROR, G_FILE_ERROR_NOENT))
    {
      ondes_preset_refuse (folder, error, ": %s", problem->message);
      return NULL;
    }
  while (dir != NULL && (base = g_dir_read_name (dir)) != NULL)
    if (g_str_has_suffix (base, kind->suffix) && g_utf8_validate (base, -1, NULL))
      {
        char *name = g_strndup (base, strlen (base) - strlen (kind->suffix));
        g_autofree char *clean = ondes_preset_clean_name (name);

        if (g_strcmp0 (name, clean) == 0)
          g_ptr_array_add (names, name);
        else
          g_free (name);
      }
  g_ptr_array_sort (names, by_name);
  g_ptr_array_add (names, NULL);
  return (char **) g_ptr_array_free (g_steal_pointer (&names), FALSE);
}

/* Files. */

gboolean
ondes_preset_read_bytes (const char *path,
                         gsize       most,
                         char      **data,
                         gsize      *size,
                         GError    **error)
{
  g_autofree char *problem = NULL, *buffer = ondes_file_read_whole (path, most, size, &problem);

  if (buffer == NULL)
    return ondes_preset_refuse (path, error, "%s", problem);
  if (*size > most)
    return ondes_preset_refuse (path, error, _(" is larger than %d MB, too large for a preset"), (int) (most >> 20));
  *data = g_steal_pointer (&buffer);
  return TRUE;
}

/* Returns an entry's value as it stands in a file. Transfer full. */
static char *
print_value (GVariant *value)
{
  char number[ONDES_NUMBER_SIZE];

  if (g_variant_is_of_type (value, G_VARIANT_TYPE_STRING))
    return g_variant_dup_string (value, NULL);
  if (g_variant_is_of_type (value, G_VARIANT_TYPE_DOUBLE))
    return g_strdup (ondes_number_print (number, g_variant_get_double (value)));
  return g_variant_print (value, FALSE);
}

void
ondes_preset_put (const OndesPresetKind *kind,
                  GKeyFile              *keys,
                  GVariant              *settings)
{
  GVariantIter iter;
  const char *key;
  GVariant *value;

  g_variant_iter_init (&iter, settings);
  while (g_variant_iter_loop (&iter, "{&sv}", &key, &value))
    {
      g_autofree char *text = print_value (value);

      g_key_file_set_string (keys, kind->group, key, text);
    }
}

char *
ondes_preset_print_keys (const OndesPresetKind *kind,
                         const char            *path,
                         GKeyFile              *keys,
                         GError               **error)
{
  g_autofree char *text = NULL;

  g_key_file_set_string (keys, kind->group, "format", FORMAT);
  text = g_key_file_to_data (keys, NULL, NULL);
  if (strlen (text) + strlen (TAIL) <= ONDES_PRESET_BYTES_MAX)
    return g_strconcat (text, TAIL, NULL);
  ondes_preset_refuse (path, error, _(": with the files in it, it is larger than %d MB, too large for a preset"),
                       ONDES_PRESET_BYTES_MAX >> 20);
  return NULL;
}

gboolean
ondes_preset_write_keys (const OndesPresetKind *kind,
                         const char            *path,
                         GKeyFile              *keys,
                         GError               **error)
{
  g_autoptr (OndesOutFile) file = NULL;
  g_autofree char *text = ondes_preset_print_keys (kind, path, keys, error);
  g_autofree char *folder = get_folder (kind), *parent = g_path_get_dirname (path);

  if (text == NULL)
    return FALSE;
  if (g_str_equal (folder, parent) && g_mkdir_with_parents (folder, 0700) != 0)
    return ondes_preset_refuse (folder, error, _(": cannot be made: %s"), g_strerror (errno));
  file = ondes_out_file_new (path, error);
  return file != NULL && ondes_out_file_write (file, text, strlen (text), error) && ondes_out_file_commit (file, error);
}

/* Reading. */

static gboolean
check_groups (const OndesPresetKind *kind,
              const char            *path,
              GKeyFile              *file,
              GError               **error)
{
  g_auto (GStrv) groups = g_key_file_get_groups (file, NULL);
  g_autofree char *format = NULL;

  if (!g_key_file_has_group (file, kind->group))
    return ondes_preset_refuse (path, error, "%s", _(kind->what));
  for (guint i = 0; groups[i] != NULL; i++)
    if (!g_str_equal (groups[i], kind->group) && !g_str_equal (groups[i], END))
      return ondes_preset_refuse (path, error, _(": “%s” is not known here; a newer version may have written it"), groups[i]);
  if (!g_key_file_has_group (file, END))
    return ondes_preset_refuse (path, error, _(" is cut off: its end is missing; copy it anew"));
  format = ondes_key_text (file, kind->group, "format");
  if (g_strcmp0 (format, FORMAT) != 0)
    return ondes_preset_refuse (path, error, _(": its format is “%s”, and only %s is known here"),
                                format != NULL ? format : "", FORMAT);
  return TRUE;
}

GKeyFile *
ondes_preset_read_keys (const OndesPresetKind *kind,
                        const char            *path,
                        GError               **error)
{
  g_autoptr (GKeyFile) file = g_key_file_new ();
  g_autofree char *text = NULL;
  gsize size;

  if (!ondes_preset_read_bytes (path, ONDES_PRESET_BYTES_MAX, &text, &size, error))
    return NULL;
  if (!g_utf8_validate (text, (gssize) size, NULL) || !g_key_file_load_from_data (file, text, size, G_KEY_FILE_NONE, NULL))
    {
      ondes_preset_refuse (path, error, "%s", _(kind->what));
      return NULL;
    }
  return check_groups (kind, path, file, error) ? g_steal_pointer (&file) : NULL;
}

GVariant *
ondes_preset_parse (const char *path,
                    const char *key,
                    const char *text,
                    GVariant   *like,
                    GError    **error)
{
  GVariant *value;

  if (g_variant_is_of_type (like, G_VARIANT_TYPE_STRING))
    return g_variant_ref_sink (g_variant_new_string (text));
  value = g_variant_parse (g_variant_get_type (like), text, NULL, NULL, NULL);
  if (value == NULL)
    ondes_preset_refuse (path, error, _(": “%s” is not a value of %s"), text, key);
  return value;
}

gboolean
ondes_preset_check (const char *path,
                    GVariant   *entries,
                    GVariant   *taken,
                    GError    **error)
{
  GVariantIter iter;
  const char *key;
  GVariant *value;

  g_variant_iter_init (&iter, entries);
  while (g_variant_iter_next (&iter, "{&sv}", &key, &value))
    {
      g_autoptr (GVariant) now = g_variant_lookup_value (taken, key, NULL);
      g_autofree char *text = print_value (value);
      const gboolean same = now != NULL && g_variant_equal (now, value);

      g_variant_unref (value);
      if (!same)
        return ondes_preset_refuse (path, error, _(": “%s” is not a value of %s"), text, key);
    }
  return TRUE;
}

/* Renames a file unless @to is there, also if another program makes it just now; returns 0 or errno. */
static int
rename_to_new (const char *from,
               const char *to)
{
  if (renameat2 (AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE) == 0)
    return 0;
  if (errno != EINVAL && errno != ENOSYS)
    return errno;
  if (g_file_test (to, G_FILE_TEST_EXISTS)) /* the file system does not know the flag */
    return EEXIST;
  return g_rename (from, to) == 0 ? 0 : errno;
}

gboolean
ondes_preset_rename (const OndesPresetKind *kind,
                     const char            *from,
                     const char            *to,
                     GError               **error)
{
  g_autofree char *old = ondes_preset_path (kind, from), *fresh = ondes_preset_path (kind, to);
  const int problem = g_str_equal (from, to) ? 0 : rename_to_new (old, fresh);

  if (problem == EEXIST)
    return ondes_preset_refuse (fresh, error, _(" is there already; choose another name"));
  if (problem != 0)
    return ondes_preset_refuse (old, error, _(": cannot be renamed: %s"), g_strerror (problem));
  return TRUE;
}

gboolean
ondes_preset_delete (const OndesPresetKind *kind,
                     const char            *name,
                     GError               **error)
{
  g_autofree char *path = ondes_preset_path (kind, name);

  if (g_unlink (path) != 0)
    return ondes_preset_refuse (path, error, _(": cannot be removed: %s"), g_strerror (errno));
  return TRUE;
}
