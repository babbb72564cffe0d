/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "presets.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <stdio.h>
#include <string.h>

#include "base/number.h"
#include "base/words.h"
#include "io/out-file.h"
#include "preset-files.h"
#include "signal/oversampled-source.h"

#define GROUP "Ondes compensation"
#define END   "end" /* a group without keys: what lacks it was cut off */
#define FORMAT "1"
#define EMBEDDED_BYTES_MAX ONDES_MODEL_BYTES_MAX
#define TAPS "taps:"
#define TABLE "table:"

/* The keys are those of the settings, the format, and the content of two files. */
#define CALIBRATION_FILE "calibration-file"
#define TAPS_FILE "taps-file"

static const struct
{
  const char  *key;
  OndesSetting setting;
} models[] = { { "amplitude-error", ONDES_SETTING_AMPLITUDE_ERROR }, { "timing-error", ONDES_SETTING_TIMING_ERROR } };

static gboolean refuse (const char *path,
                        GError    **error,
                        const char *format,
                        ...) G_GNUC_PRINTF (3, 4);

/* Sets ONDES_ERROR_FILE about @path; returns FALSE. */
static gboolean
refuse (const char *path,
        GError    **error,
        const char *format,
        ...)
{
  g_autofree char *shown = g_filename_display_name (path), *sentence = NULL;
  va_list arguments;

  va_start (arguments, format);
  sentence = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  g_set_error (error, ONDES_ERROR, ONDES_ERROR_FILE, "%s%s", shown, sentence);
  return FALSE;
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
      if (clean->len + strlen (ONDES_PRESET_SUFFIX) > 240)
        break;
      g_string_append_unichar (clean, c);
      n++;
    }
  g_strchomp (clean->str);
  return clean->str[0] != '\0' ? g_strdup (clean->str) : NULL;
}

static char *
get_folder (void)
{
  return g_build_filename (g_get_user_data_dir (), "ondes", "compensation", NULL);
}

char *
ondes_preset_path (const char *name)
{
  g_autofree char *folder = get_folder (), *base = g_strconcat (name, ONDES_PRESET_SUFFIX, NULL);

  return g_build_filename (folder, base, NULL);
}

char *
ondes_preset_name (const char *path)
{
  g_autofree char *base = g_path_get_basename (path);
  char *clean;

  if (g_str_has_suffix (base, ONDES_PRESET_SUFFIX))
    base[strlen (base) - strlen (ONDES_PRESET_SUFFIX)] = '\0';
  clean = ondes_preset_clean_name (base);
  return clean != NULL ? clean : g_strdup (_("Compensation"));
}

static int
by_name (gconstpointer a,
         gconstpointer b)
{
  const int order = g_utf8_collate (*(const char *const *) a, *(const char *const *) b);

  return order != 0 ? order : strcmp (*(const char *const *) a, *(const char *const *) b);
}

char **
ondes_preset_list (GError **error)
{
  g_autofree char *folder = get_folder ();
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GError) problem = NULL;
  g_autoptr (GDir) dir = g_dir_open (folder, 0, &problem);
  const char *base;

  if (dir == NULL && !g_error_matches (problem, G_FILE_ERROR, G_FILE_ERROR_NOENT))
    {
      refuse (folder, error, ": %s", problem->message);
      return NULL;
    }
  while (dir != NULL && (base = g_dir_read_name (dir)) != NULL)
    if (g_str_has_suffix (base, ONDES_PRESET_SUFFIX) && g_utf8_validate (base, -1, NULL))
      {
        char *name = g_strndup (base, strlen (base) - strlen (ONDES_PRESET_SUFFIX));
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

/* Reads a file of up to @most bytes. */
static gboolean
read_file (const char *path,
           gsize       most,
           char      **data,
           gsize      *size,
           GError    **error)
{
  FILE *file = g_fopen (path, "rbe");
  g_autofree char *buffer = NULL;
  gsize n = 0, room = 0;
  int problem = 0;

  if (file == NULL)
    return refuse (path, error, ": %s", g_strerror (errno));
  do
    {
      gsize got;

      if (n == room)
        buffer = g_realloc (buffer, (room = room + room / 2 + 65536) + 1);
      errno = 0;
      got = fread (buffer + n, 1, room - n, file);
      n += got;
      if (got == 0)
        break;
    }
  while (n <= most);
  if (ferror (file))
    problem = errno != 0 ? errno : EIO;
  fclose (file);
  if (problem != 0)
    return refuse (path, error, ": %s", g_strerror (problem));
  if (n > most)
    return refuse (path, error, _(" is larger than %d MB, too large for a preset"), (int) (most >> 20));
  buffer[n] = '\0';
  *data = g_steal_pointer (&buffer);
  *size = n;
  return TRUE;
}

/* Writing. */

static GVariant *
to_dictionary (const OndesCompensationSettings *settings)
{
  GVariantBuilder builder = G_VARIANT_BUILDER_INIT (G_VARIANT_TYPE_VARDICT);

  ondes_compensation_settings_save (settings, &builder);
  return g_variant_ref_sink (g_variant_builder_end (&builder));
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

/* Puts the points of a table in place of its file's name. */
static gboolean
put_points (GKeyFile    *file,
            const char  *key,
            const char  *text,
            OndesSetting setting,
            GError     **error)
{
  g_autoptr (OndesErrorModel) model = NULL;
  g_autofree char *points = NULL;

  if (!ondes_error_model_is_file (text))
    return TRUE;
  model = ondes_error_model_parse (text, setting, error);
  if (model == NULL)
    return FALSE;
  points = ondes_error_model_print_points (model->points, model->n_points);
  g_key_file_set_string (file, GROUP, key, points);
  return TRUE;
}

/* Puts the name of the file at @path, after @prefix, under @key, and its content under @content_key. */
static gboolean
put_file (GKeyFile   *file,
          const char *key,
          const char *prefix,
          const char *content_key,
          const char *path,
          GError    **error)
{
  g_autofree char *data = NULL, *text = NULL, *name = ondes_kept_file_name (path), *valid = g_utf8_make_valid (name, -1);
  g_autofree char *value = g_strconcat (prefix, valid, NULL);
  gsize size;

  if (!read_file (path, EMBEDDED_BYTES_MAX, &data, &size, error))
    return FALSE;
  text = g_base64_encode ((const guchar *) data, size);
  g_key_file_set_string (file, GROUP, key, value);
  g_key_file_set_string (file, GROUP, content_key, text);
  return TRUE;
}

static gboolean
fill_key_file (GKeyFile                        *file,
               const OndesCompensationSettings *settings,
               GError                         **error)
{
  g_autoptr (GVariant) entries = to_dictionary (settings);
  GVariantIter iter;
  const char *key;
  GVariant *value;

  g_key_file_set_string (file, GROUP, "format", FORMAT);
  g_variant_iter_init (&iter, entries);
  while (g_variant_iter_loop (&iter, "{&sv}", &key, &value))
    {
      g_autofree char *text = print_value (value);

      g_key_file_set_string (file, GROUP, key, text);
    }
  return put_points (file, models[0].key, settings->amplitude, models[0].setting, error)
         && put_points (file, models[1].key, settings->timing, models[1].setting, error)
         && (settings->calibration[0] == '\0'
             || put_file (file, "calibration", "", CALIBRATION_FILE, settings->calibration, error))
         && (!g_str_has_prefix (settings->interpolation, TAPS)
             || put_file (file, "interpolation", TAPS, TAPS_FILE, settings->interpolation + strlen (TAPS), error));
}

gboolean
ondes_preset_write (const char                      *path,
                    const OndesCompensationSettings *settings,
                    GError                         **error)
{
  g_autoptr (GKeyFile) key_file = g_key_file_new ();
  g_autoptr (OndesOutFile) file = NULL;
  g_autofree char *text = NULL, *folder = get_folder (), *parent = g_path_get_dirname (path);
  gsize length;

  if (!fill_key_file (key_file, settings, error))
    return FALSE;
  text = g_key_file_to_data (key_file, &length, NULL);
  if (g_str_equal (folder, parent) && g_mkdir_with_parents (folder, 0700) != 0)
    return refuse (folder, error, _(": cannot be made: %s"), g_strerror (errno));
  file = ondes_out_file_new (path, error);
  return file != NULL && ondes_out_file_write (file, text, length, error)
         && ondes_out_file_write (file, "\n[" END "]\n", strlen ("\n[" END "]\n"), error)
         && ondes_out_file_commit (file, error);
}

/* Reading. */

static gboolean
check_groups (const char *path,
              GKeyFile   *file,
              GError    **error)
{
  g_auto (GStrv) groups = g_key_file_get_groups (file, NULL);
  g_autofree char *format = NULL;

  if (!g_key_file_has_group (file, GROUP))
    return refuse (path, error, _(" is not a preset of compensation"));
  for (guint i = 0; groups[i] != NULL; i++)
    if (!g_str_equal (groups[i], GROUP) && !g_str_equal (groups[i], END))
      return refuse (path, error, _(": “%s” is not known here; a newer version may have written it"), groups[i]);
  if (!g_key_file_has_group (file, END))
    return refuse (path, error, _(" is cut off: its end is missing; copy it anew"));
  format = g_key_file_get_string (file, GROUP, "format", NULL);
  if (g_strcmp0 (format, FORMAT) != 0)
    return refuse (path, error, _(": its format is “%s”, and only %s is known here"), format != NULL ? format : "", FORMAT);
  return TRUE;
}

/* Parses @text as a value of the type of @like; NULL if it is none. Transfer full. */
static GVariant *
parse_value (const char *text,
             GVariant   *like)
{
  if (g_variant_is_of_type (like, G_VARIANT_TYPE_STRING))
    return g_variant_ref_sink (g_variant_new_string (text));
  return g_variant_parse (g_variant_get_type (like), text, NULL, NULL, NULL);
}

/* Decodes the file that @value names after @prefix, and puts the path where it is kept, after @prefix, in its place. */
static gboolean
take_file (const char *path,
           GKeyFile   *file,
           const char *prefix,
           const char *content_key,
           char      **value,
           GError    **error)
{
  g_autofree char *text = g_key_file_get_string (file, GROUP, content_key, NULL), *clean = NULL, *kept = NULL;
  g_autofree guchar *data = NULL;
  const gboolean named = (*value)[0] != '\0' && g_str_has_prefix (*value, prefix);
  gsize size;

  if (!named && text == NULL)
    return TRUE;
  clean = named ? ondes_preset_clean_name (*value + strlen (prefix)) : NULL;
  if (clean == NULL || text == NULL)
    return refuse (path, error, _(": the file that “%s” names is not in it"), *value);
  data = g_base64_decode (text, &size);
  kept = ondes_kept_file_write (clean, data, size, error);
  if (kept == NULL)
    return FALSE;
  g_free (*value);
  *value = g_strconcat (prefix, kept, NULL);
  return TRUE;
}

/* Keeps a table as a file if it is too long for the settings. */
static gboolean
take_points (const char *path,
             char      **value,
             GError    **error)
{
  g_autofree char *kept = NULL;
  g_autoptr (GString) table = NULL;

  if (g_str_has_prefix (*value, TABLE))
    return refuse (path, error, _(": “%s” names another file; a preset has its points in itself"), *value);
  if (!g_str_has_prefix (*value, "points:") || strlen (*value) < ONDES_COMPENSATION_TEXT)
    return TRUE;
  table = g_string_new (*value + strlen ("points:"));
  g_string_replace (table, ";", "\n", 0);
  kept = ondes_kept_file_write ("curve.csv", table->str, table->len, error);
  if (kept == NULL)
    return FALSE;
  g_free (*value);
  *value = g_strconcat (TABLE, kept, NULL);
  return TRUE;
}

/* Puts what stands under @key into @entries; @like is of its type. */
static gboolean
take_entry (const char   *path,
            GKeyFile     *file,
            const char   *key,
            GVariant     *like,
            GVariantDict *entries,
            GError      **error)
{
  g_autofree char *text = g_key_file_get_string (file, GROUP, key, NULL), *taken = g_strdup (text);
  g_autoptr (GVariant) value = NULL;

  if (text == NULL)
    return refuse (path, error, _(": the value of %s is not text"), key);
  if (g_str_equal (key, "calibration") && !take_file (path, file, "", CALIBRATION_FILE, &taken, error))
    return FALSE;
  if (g_str_equal (key, "interpolation") && !take_file (path, file, TAPS, TAPS_FILE, &taken, error))
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (models); i++)
    if (g_str_equal (key, models[i].key) && !take_points (path, &taken, error))
      return FALSE;
  value = parse_value (taken, like);
  if (value == NULL)
    return refuse (path, error, _(": “%s” is not a value of %s"), text, key);
  g_variant_dict_insert_value (entries, key, value);
  return TRUE;
}

static gboolean
take_entries (const char   *path,
              GKeyFile     *file,
              GVariantDict *entries,
              GError      **error)
{
  g_auto (GStrv) keys = g_key_file_get_keys (file, GROUP, NULL, NULL);
  g_autoptr (GVariant) defaults = to_dictionary (&ondes_compensation_settings_default);

  for (guint i = 0; keys[i] != NULL; i++)
    {
      g_autoptr (GVariant) like = g_variant_lookup_value (defaults, keys[i], NULL);

      if (g_str_equal (keys[i], "format") || g_str_equal (keys[i], CALIBRATION_FILE) || g_str_equal (keys[i], TAPS_FILE))
        continue;
      if (like == NULL)
        return refuse (path, error, _(": “%s” is not known here; a newer version may have written it"), keys[i]);
      if (!take_entry (path, file, keys[i], like, entries, error))
        return FALSE;
    }
  return TRUE;
}

/* Refuses entries that the settings did not take, such as NaN or an unknown word. */
static gboolean
check_taken (const char                      *path,
             GVariant                        *entries,
             const OndesCompensationSettings *settings,
             GError                         **error)
{
  g_autoptr (GVariant) taken = to_dictionary (settings);
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
        return refuse (path, error, _(": “%s” is not a value of %s"), text, key);
    }
  return TRUE;
}

/* Makes the compensation once, as the transform will, for its checks. */
static gboolean
check_settings (const char                      *path,
                const OndesCompensationSettings *settings,
                GError                         **error)
{
  const OndesCompensationOptions options = ondes_compensation_settings_options (settings);
  g_autoptr (GError) problem = NULL;
  g_autoptr (OndesCompensation) compensation = ondes_compensation_new (&options, &problem);
  g_autofree char *sentence = NULL;

  if (compensation != NULL
      && (settings->interpolation[0] == '\0' || ondes_interpolation_check (settings->interpolation, &problem)))
    return TRUE;
  sentence = ondes_error_sentence (problem);
  return refuse (path, error, ": %s", sentence);
}

gboolean
ondes_preset_read (const char                *path,
                   OndesCompensationSettings *settings,
                   GError                   **error)
{
  g_autoptr (GKeyFile) file = g_key_file_new ();
  g_auto (GVariantDict) dict = G_VARIANT_DICT_INIT (NULL);
  g_autoptr (GVariant) entries = NULL;
  g_autofree OndesCompensationSettings *fresh = g_memdup2 (&ondes_compensation_settings_default, sizeof *fresh);
  g_autofree char *text = NULL;
  gsize size;

  if (!read_file (path, ONDES_PRESET_BYTES_MAX, &text, &size, error))
    return FALSE;
  if (!g_utf8_validate (text, (gssize) size, NULL) || !g_key_file_load_from_data (file, text, size, G_KEY_FILE_NONE, NULL))
    return refuse (path, error, _(" is not a preset of compensation"));
  if (!check_groups (path, file, error) || !take_entries (path, file, &dict, error))
    return FALSE;
  entries = g_variant_ref_sink (g_variant_dict_end (&dict));
  ondes_compensation_settings_restore (fresh, entries);
  if (!check_taken (path, entries, fresh, error) || !check_settings (path, fresh, error))
    return FALSE;
  *settings = *fresh;
  return TRUE;
}

gboolean
ondes_preset_rename (const char *from,
                     const char *to,
                     GError    **error)
{
  g_autofree char *old = ondes_preset_path (from), *fresh = ondes_preset_path (to);

  if (g_str_equal (from, to))
    return TRUE;
  if (g_file_test (fresh, G_FILE_TEST_EXISTS))
    return refuse (fresh, error, _(" is there already; choose another name"));
  if (g_rename (old, fresh) != 0)
    return refuse (old, error, _(": cannot be renamed: %s"), g_strerror (errno));
  return TRUE;
}

gboolean
ondes_preset_delete (const char *name,
                     GError    **error)
{
  g_autofree char *path = ondes_preset_path (name);

  if (g_unlink (path) != 0)
    return refuse (path, error, _(": cannot be removed: %s"), g_strerror (errno));
  return TRUE;
}
