/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compensation-preset.h"

#include <string.h>

#include "base/key-text.h"
#include "base/words.h"
#include "session/preset-files.h"
#include "signal/oversampled-source.h"

#define GROUP "Ondes compensation"
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

/* Writing. */

static GVariant *
to_dictionary (const OndesCompensationSettings *settings)
{
  GVariantBuilder builder = G_VARIANT_BUILDER_INIT (G_VARIANT_TYPE_VARDICT);

  ondes_compensation_settings_save (settings, &builder);
  return g_variant_ref_sink (g_variant_builder_end (&builder));
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
  g_autofree char *name = ondes_kept_file_embed (path, EMBEDDED_BYTES_MAX, file, GROUP, content_key, error), *value = NULL;

  if (name == NULL)
    return FALSE;
  value = g_strconcat (prefix, name, NULL);
  g_key_file_set_string (file, GROUP, key, value);
  return TRUE;
}

static gboolean
fill_key_file (GKeyFile                        *file,
               const OndesCompensationSettings *settings,
               GError                         **error)
{
  g_autoptr (GVariant) entries = to_dictionary (settings);

  ondes_preset_put (&ondes_compensation_presets, file, entries);
  return put_points (file, models[0].key, settings->amplitude, models[0].setting, error)
         && put_points (file, models[1].key, settings->timing, models[1].setting, error)
         && (settings->calibration[0] == '\0'
             || put_file (file, "calibration", "", CALIBRATION_FILE, settings->calibration, error))
         && (!g_str_has_prefix (settings->interpolation, TAPS)
             || put_file (file, "interpolation", TAPS, TAPS_FILE, settings->interpolation + strlen (TAPS), error));
}

gboolean
ondes_compensation_preset_write (const char                      *path,
                                 const OndesCompensationSettings *settings,
                                 GError                         **error)
{
  g_autoptr (GKeyFile) file = g_key_file_new ();

  return fill_key_file (file, settings, error) && ondes_preset_write_keys (&ondes_compensation_presets, path, file, error);
}

static gboolean
write_settings (const char *path,
                GVariant   *settings,
                GError    **error)
{
  g_autofree OndesCompensationSettings *fresh = g_memdup2 (&ondes_compensation_settings_default, sizeof *fresh);

  ondes_compensation_settings_restore (fresh, settings);
  return ondes_compensation_preset_write (path, fresh, error);
}

/* Reading. */

/* Keeps the file that @value names after @prefix, and puts its path, after @prefix, in its place. */
static gboolean
take_file (const char *path,
           GKeyFile   *file,
           const char *prefix,
           const char *content_key,
           char      **value,
           GError    **error)
{
  g_autofree char *kept = NULL;
  const gboolean named = (*value)[0] != '\0' && g_str_has_prefix (*value, prefix);

  if (!named && !g_key_file_has_key (file, GROUP, content_key, NULL))
    return TRUE;
  if (!named)
    return ondes_preset_refuse (path, error, _(": the file that “%s” names is not in it"), *value);
  kept = ondes_kept_file_extract (path, *value + strlen (prefix), file, GROUP, content_key, error);
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
    return ondes_preset_refuse (path, error, _(": “%s” names another file; a preset has its points in itself"), *value);
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
  g_autofree char *text = ondes_key_text (file, GROUP, key), *taken = g_strdup (text);
  g_autoptr (GVariant) value = NULL;

  if (text == NULL)
    return ondes_preset_refuse (path, error, _(": the value of %s is not text"), key);
  if (g_str_equal (key, "calibration") && !take_file (path, file, "", CALIBRATION_FILE, &taken, error))
    return FALSE;
  if (g_str_equal (key, "interpolation") && !take_file (path, file, TAPS, TAPS_FILE, &taken, error))
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (models); i++)
    if (g_str_equal (key, models[i].key) && !take_points (path, &taken, error))
      return FALSE;
  value = ondes_preset_parse (path, key, taken, like, error);
  if (value == NULL)
    return FALSE;
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
        return ondes_preset_refuse (path, error, _(": “%s” is not known here; a newer version may have written it"), keys[i]);
      if (!take_entry (path, file, keys[i], like, entries, error))
        return FALSE;
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
  return ondes_preset_refuse (path, error, ": %s", sentence);
}

gboolean
ondes_compensation_preset_read (const char                *path,
                                OndesCompensationSettings *settings,
                                GError                   **error)
{
  g_autoptr (GKeyFile) file = ondes_preset_read_keys (&ondes_compensation_presets, path, error);
  g_auto (GVariantDict) dict = G_VARIANT_DICT_INIT (NULL);
  g_autoptr (GVariant) entries = NULL, taken = NULL;
  g_autofree OndesCompensationSettings *fresh = g_memdup2 (&ondes_compensation_settings_default, sizeof *fresh);

  if (file == NULL || !take_entries (path, file, &dict, error))
    return FALSE;
  entries = g_variant_ref_sink (g_variant_dict_end (&dict));
  ondes_compensation_settings_restore (fresh, entries);
  taken = to_dictionary (fresh);
  if (!ondes_preset_check (path, entries, taken, error) || !check_settings (path, fresh, error))
    return FALSE;
  *settings = *fresh;
  return TRUE;
}

static GVariant *
read_settings (const char *path,
               GError    **error)
{
  g_autofree OndesCompensationSettings *settings = g_new (OndesCompensationSettings, 1);

  return ondes_compensation_preset_read (path, settings, error) ? to_dictionary (settings) : NULL;
}

const OndesPresetKind ondes_compensation_presets = {
  .suffix = ".ondes-compensation",
  .folder = "compensation",
  .group = GROUP,
  .what = N_(" is not a preset of compensation"),
  .nameless = N_("Compensation"),
  .files = N_("Presets of compensation"),
  .read = read_settings,
  .write = write_settings,
};
