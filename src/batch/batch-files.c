/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "batch-files.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>

#include "batch-file.h"
#include "base/number.h"
#include "base/option.h"
#include "base/path-within.h"
#include "base/read-file.h"
#include "base/words.h"
#include "io/out-file.h"
#include "picture/analysis-preset.h"
#include "transform/filter-text.h"

#define HERE       "RUN/" /* stands for the run's folder in a value */
#define FILES      ONDES_BATCH_FILES "/"
#define MOST_BYTES (64 << 20) /* of a file */

static gboolean
is_built_in (const char *preset)
{
  for (guint i = 0; ondes_built_in_presets[i].id != NULL; i++)
    if (g_str_equal (preset, ondes_built_in_presets[i].id))
      return TRUE;
  return FALSE;
}

/* Returns the file's name in the value of an option; NULL if it has none. */
static char *
file_in (const char *option,
         const char *value)
{
  static const struct
  {
    const char *option, *prefix;
  } places[] = {
    { "--preset", "" },           { "--calibration", "" },       { "--amplitude-error", "table:" },
    { "--timing-error", "table:" }, { "--interpolation", "taps:" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    if (g_str_equal (option, places[i].option))
      return g_str_has_prefix (value, places[i].prefix) && (i > 0 || !is_built_in (value))
               ? (char *) value + strlen (places[i].prefix) : NULL;
  if (g_str_equal (option, "--condition") && g_str_has_prefix (value, ONDES_FILTER_STEP))
    {
      const char *taps = strstr (value, "taps=");

      if (taps != NULL && (taps[-1] == ',' || taps[-1] == ':'))
        return (char *) taps + strlen ("taps=");
    }
  return NULL;
}

/* --- presets */

/* TRUE if @preset is the name of a file, not that of a preset of the person's own. */
static gboolean
is_file (const char *preset)
{
  return strchr (preset, '/') != NULL || g_str_has_suffix (preset, ondes_analysis_presets.suffix);
}

/* Returns the path of the preset of that name or path. Transfer full. */
static char *
find_preset (const char *text)
{
  g_autofree char *clean = NULL;

  if (is_file (text))
    return g_strdup (text);
  clean = ondes_preset_clean_name (text);
  return clean != NULL ? ondes_preset_path (&ondes_analysis_presets, clean) : g_strdup (text);
}

gboolean
ondes_batch_is_preset (const char *preset)
{
  g_autofree char *path = NULL;

  if (is_built_in (preset) || g_str_has_suffix (preset, ondes_analysis_presets.suffix))
    return TRUE;
  path = find_preset (preset);
  return !g_file_test (preset, G_FILE_TEST_EXISTS) && g_file_test (path, G_FILE_TEST_EXISTS);
}

/* Replaces the word preset by the bank of Morlet wavelets at the preset's rows. */
static gboolean
take_rows (const OndesAnalysisPreset *preset,
           char                     **bands,
           GError                   **error)
{
  char lowest[ONDES_NUMBER_SIZE], highest[ONDES_NUMBER_SIZE], voices[ONDES_NUMBER_SIZE];

  if (preset->cwt.rows != ONDES_ROWS_FREQUENCIES || preset->highest == 0)
    return ondes_option_refuse (error, "--bands", _("the preset has no lowest and highest frequency of its rows; give them as "
                                                  "morlet:FMIN:FMAX:V"));
  g_free (*bands);
  *bands = g_strdup_printf ("morlet:%s:%s:%s", ondes_number_print (lowest, preset->lowest),
                            ondes_number_print (highest, preset->highest), ondes_number_print (voices, preset->cwt.voices));
  return TRUE;
}

/* Checks the preset, and brings its rows to --bands. */
static gboolean
take_preset (GPtrArray  *words,
             const char *text,
             GError    **error)
{
  g_autofree OndesAnalysisPreset *preset = text != NULL ? ondes_analysis_preset_load (text, error) : NULL;

  if (text != NULL && preset == NULL)
    return FALSE;
  for (guint i = 0; i + 1 < words->len; i += 2)
    {
      char **value = (char **) &g_ptr_array_index (words, i + 1);

      if (!g_str_equal (g_ptr_array_index (words, i), "--bands") || !g_str_equal (*value, "preset"))
        continue;
      if (preset == NULL)
        return ondes_option_refuse (error, "--bands", _("preset takes the rows of --preset, which is missing"));
      if (!take_rows (preset, value, error))
        return FALSE;
    }
  return TRUE;
}

/* --- files */

/* Returns the name of a copy: the hash of the content, as a folder, and the file's own name, which captions tell. */
static char *
name_copy (const char *path,
           GBytes     *bytes)
{
  g_autofree char *sum = g_compute_checksum_for_bytes (G_CHECKSUM_SHA256, bytes), *name = g_path_get_basename (path);

  return g_strdup_printf ("%.*s/%s", ONDES_BATCH_HASH, sum, name);
}

/* Reads a file whole. */
static GBytes *
read_file (const char *path,
           GError    **error)
{
  g_autofree char *problem = NULL;
  gsize n;
  char *text = ondes_file_read_whole (path, MOST_BYTES, &n, &problem);

  if (text != NULL && n <= MOST_BYTES)
    return g_bytes_new_take (text, n);
  g_free (text);
  return ondes_error_set_null (error, ONDES_ERROR_FILE, "%s: %s", path,
                               problem != NULL ? problem : _("is larger than the 64 MiB that a run keeps a copy of"));
}

/* Reads the file that @file, a part of *@value, names; the value then names the copy. */
static gboolean
take_file (const char  *file,
           gboolean     preset,
           char       **value,
           GHashTable  *files,
           GError     **error)
{
  g_autofree char *path = preset ? find_preset (file) : g_strdup (file), *before = NULL;
  GBytes *bytes = preset ? ondes_analysis_preset_pack (path, error) : read_file (path, error);
  char *name;

  if (bytes == NULL)
    return FALSE;
  before = *value;
  name = name_copy (path, bytes);
  *value = g_strdup_printf ("%.*s" HERE FILES "%s", (int) (file - before), before, name);
  g_hash_table_insert (files, name, bytes);
  return TRUE;
}

/* Returns the path of the copy in @folder that @file names, RUN/files/HASH/NAME as name_copy() makes it; NULL if it is none. */
static char *
find_kept (const char *source,
           const char *folder,
           const char *file,
           GError    **error)
{
  const char *name = g_str_has_prefix (file, HERE FILES) ? file + strlen (HERE FILES) : "";

  if (strspn (name, "0123456789abcdef") == ONDES_BATCH_HASH && name[ONDES_BATCH_HASH] == '/'
      && strchr (name + ONDES_BATCH_HASH + 1, '/') == NULL)
    return ondes_path_within (source, folder, file + strlen (HERE), error);
  return ondes_error_set_null (error, ONDES_ERROR_FILE,
                               _("%s: names “%s”, which is no copy in the run's folder; plan the run again"),
                               source, file);
}

/* Reads a file that is kept already. */
static gboolean
take_kept (const char *file,
           const char *folder,
           GHashTable *files,
           GError    **error)
{
  g_autofree char *path = find_kept (folder, folder, file, error);
  const char *name = file + strlen (HERE FILES);
  GBytes *bytes = path != NULL ? read_file (path, error) : NULL;

  if (bytes != NULL)
    g_hash_table_insert (files, g_strdup (name), bytes);
  return bytes != NULL;
}

gboolean
ondes_batch_check_files (const GPtrArray *words,
                         const char      *folder,
                         const char      *source,
                         GError         **error)
{
  for (guint i = 0; i + 1 < words->len; i += 2)
    {
      const char *file = file_in (g_ptr_array_index (words, i), g_ptr_array_index (words, i + 1));
      g_autofree char *path = NULL;

      if (file == NULL || file[0] == '\0')
        continue;
      path = find_kept (source, folder, file, error);
      if (path == NULL
          || (g_str_equal (g_ptr_array_index (words, i), "--preset") && !ondes_analysis_preset_check_whole (path, error)))
        return FALSE;
    }
  return TRUE;
}

char *
ondes_batch_resolve_file (const char *source,
                          const char *option,
                          const char *value,
                          GError    **error)
{
  const char *file = file_in (option, value);
  g_autofree char *folder = g_path_get_dirname (source), *path = NULL;

  if (file == NULL || file[0] == '\0' || (g_str_equal (option, "--preset") && !is_file (file)))
    return g_strdup (value);
  path = ondes_path_within (source, folder, g_str_has_prefix (file, HERE) ? file + strlen (HERE) : file, error);
  if (path != NULL && g_str_equal (option, "--preset") && !ondes_analysis_preset_check_whole (path, error))
    return NULL;
  return path != NULL ? g_strdup_printf ("%.*s%s", (int) (file - value), value, path) : NULL;
}

gboolean
ondes_batch_take_files (GPtrArray  *words,
                      const char *folder,
                      GHashTable *files,
                      GError    **error)
{
  const char *preset = NULL;

  for (guint i = 0; i + 1 < words->len; i += 2)
    if (g_str_equal (g_ptr_array_index (words, i), "--preset"))
      preset = g_ptr_array_index (words, i + 1);
  if (preset != NULL && g_str_has_prefix (preset, HERE FILES))
    preset = NULL; /* its rows are taken */
  if (!take_preset (words, preset, error))
    return FALSE;
  for (guint i = 0; i + 1 < words->len; i += 2)
    {
      const char *option = g_ptr_array_index (words, i);
      char **value = (char **) &g_ptr_array_index (words, i + 1);
      const char *file = file_in (option, *value);

      if (file == NULL || file[0] == '\0')
        continue;
      if (!(g_str_has_prefix (file, HERE FILES) ? take_kept (file, folder, files, error)
                                                : take_file (file, g_str_equal (option, "--preset"), value, files, error)))
        return FALSE;
    }
  return TRUE;
}

gboolean
ondes_batch_prepare (const char *folder,
                     const char *path,
                     GError    **error)
{
  g_autofree char *within = NULL, *parent = g_path_get_dirname (path);
  gsize length = strlen (folder);
  struct stat info;

  while (length > 0 && folder[length - 1] == '/') /* paths are made without these */
    length--;
  length += strspn (path + length, "/");
  within = ondes_path_within (folder, folder, path + length, error);
  if (within == NULL)
    return FALSE;
  if (stat (path, &info) == 0 && !S_ISREG (info.st_mode))
    g_set_error (error, ONDES_ERROR, ONDES_ERROR_FILE, _("%s: is not a plain file, and is not written to; remove it"), path);
  else if (g_mkdir_with_parents (parent, 0777) != 0)
    g_set_error (error, ONDES_ERROR, ONDES_ERROR_FILE, _("%s: the folder cannot be made: %s"), parent, g_strerror (errno));
  else
    return TRUE;
  return FALSE;
}

gboolean
ondes_batch_write_files (GHashTable *files,
                       const char *folder,
                       GError    **error)
{
  GHashTableIter each;
  gpointer name, bytes;

  g_hash_table_iter_init (&each, files);
  while (g_hash_table_iter_next (&each, &name, &bytes))
    {
      g_autofree char *path = g_build_filename (folder, FILES, name, NULL);
      g_autoptr (OndesOutFile) out = NULL;
      gsize n;
      const char *data = g_bytes_get_data (bytes, &n);

      if (g_file_test (path, G_FILE_TEST_EXISTS))
        continue;
      if (!ondes_batch_prepare (folder, path, error) || (out = ondes_out_file_new (path, error)) == NULL
          || !ondes_out_file_write (out, data, n, error) || !ondes_out_file_commit (out, error))
        return FALSE;
    }
  return TRUE;
}

void
ondes_batch_remove_files (GHashTable *files,
                        const char *folder)
{
  g_autofree char *kept = g_build_filename (folder, ONDES_BATCH_FILES, NULL);
  GHashTableIter each;
  gpointer name;

  g_hash_table_iter_init (&each, files);
  while (g_hash_table_iter_next (&each, &name, NULL))
    {
      g_autofree char *path = g_build_filename (kept, name, NULL), *hashed = g_path_get_dirname (path);

      g_unlink (path);
      g_rmdir (hashed);
    }
  g_rmdir (kept);
}

GPtrArray *
ondes_batch_run_words (const GPtrArray *words,
                       const char      *folder)
{
  GPtrArray *whole = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < words->len; i++)
    {
      const char *word = g_ptr_array_index (words, i);
      const char *file = i % 2 == 1 ? file_in (g_ptr_array_index (words, i - 1), word) : NULL;

      g_ptr_array_add (whole, file == NULL || !g_str_has_prefix (file, HERE FILES)
                                ? g_strdup (word)
                                : g_strdup_printf ("%.*s%s%s", (int) (file - word), word, folder, file + strlen (HERE)));
    }
  return whole;
}
