/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis-preset.h"

#include <math.h>
#include <string.h>

#include "base/key-text.h"
#include "base/number.h"
#include "base/words.h"
#include "figure/palette.h"
#include "sound/player.h"
#include "param/param.h"
#include "session/preset-files.h"
#include "session/words.h"
#include "transform/conditioning.h"
#include "transform/filter-text.h"

#define SUFFIX ".ondes-preset"
#define HIGHEST 0.45 /* of the rate: what is nearer to half of it has no whole row */
#define CYCLES 1.5   /* over the whole recording, of the lowest row, as frequencies are by default (analysis/frequency-range.h) */

/* The steps of a file, and the content of their n-th file of taps, from 1 on. */
#define CONDITION "condition"
#define TAPS_FILE "taps-file-"
#define TAPS_BYTES_MAX (16 << 20)

#define FIELD(name) G_STRUCT_OFFSET (OndesAnalysisPreset, name)

/* The tables that the settings of the scalogram are from. */
static const struct
{
  const OndesParamTable *table;
  gsize offset;
} parts[] = {
  { &ondes_cwt_params, FIELD (cwt) },
  { &ondes_display_params, FIELD (display) },
};

static const OndesParam own_fields[] = {
  { "description", ONDES_PARAM_TEXT, FIELD (description), NULL, sizeof ((OndesAnalysisPreset *) NULL)->description },
  { "time-unit", ONDES_PARAM_TEXT, FIELD (time_unit), NULL, sizeof ((OndesAnalysisPreset *) NULL)->time_unit },
  { "lowest", ONDES_PARAM_NUMBER, FIELD (lowest) },
  { "highest", ONDES_PARAM_NUMBER, FIELD (highest) },
  { CONDITION, ONDES_PARAM_TEXT, FIELD (steps), NULL, ONDES_PRESET_STEPS_TEXT },
  { NULL },
};

static void
save_scalogram (const OndesAnalysisPreset *self,
                GVariantBuilder           *builder)
{
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    ondes_params_save (parts[i].table->rows, ONDES_PARAM_PRESET, (const char *) self + parts[i].offset, builder);
}

static void
restore_scalogram (OndesAnalysisPreset *self,
                   GVariant            *saved)
{
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    ondes_params_restore (parts[i].table->rows, ONDES_PARAM_PRESET, (char *) self + parts[i].offset, saved);
}

static void
set_defaults (OndesAnalysisPreset *self)
{
  *self = (OndesAnalysisPreset) {
    .time_unit = "s",
    .cwt = ondes_cwt_settings_default,
    .display = ondes_display_default,
    .listening = ondes_listening_defaults,
  };
}

GVariant *
ondes_analysis_preset_save (const OndesAnalysisPreset *self)
{
  GVariantBuilder builder = G_VARIANT_BUILDER_INIT (G_VARIANT_TYPE_VARDICT);

  ondes_params_save (own_fields, 0, self, &builder);
  save_scalogram (self, &builder);
  ondes_params_save (ondes_listening_params.rows, ONDES_PARAM_PRESET, &self->listening, &builder);
  return g_variant_ref_sink (g_variant_builder_end (&builder));
}

void
ondes_analysis_preset_restore (OndesAnalysisPreset *self,
                               GVariant            *saved)
{
  set_defaults (self);
  ondes_params_restore (own_fields, 0, self, saved);
  restore_scalogram (self, saved);
  ondes_params_restore (ondes_listening_params.rows, ONDES_PARAM_PRESET, &self->listening, saved);
}

/* Returns the steps of @text, one a line. Transfer full. */
static char **
split_steps (const char *text)
{
  return text[0] != '\0' ? g_strsplit (text, "\n", -1) : g_new0 (char *, 1);
}

/* Files. */

/* Makes the transform once, with a row that every setting allows, for its checks. */
static gboolean
check_transform (const OndesAnalysisPreset *self,
                 GError                   **error)
{
  const gboolean frequencies = self->cwt.rows == ONDES_ROWS_FREQUENCIES;
  g_autoptr (OndesScaleList) rows
    = ondes_scale_list_parse (frequencies ? "10" : self->cwt.scales,
                              self->cwt.rows == ONDES_ROWS_SCALES ? self->cwt.voices : 0, error);
  g_autoptr (OndesSpec) spec = rows != NULL ? ondes_cwt_new (&self->cwt.options, rows, error) : NULL;
  g_auto (GStrv) steps = split_steps (self->steps);
  g_autoptr (OndesConditioning) conditioning = NULL;
  GError *problem = NULL;

  if (spec == NULL)
    return FALSE;
  conditioning = ondes_conditioning_parse ((const char *const *) steps, &problem);
  return ondes_error_none (problem, error);
}

static gboolean
check (const char                *path,
       const OndesAnalysisPreset *self,
       GError                   **error)
{
  g_autoptr (GError) problem = NULL;
  g_autofree char *sentence = NULL;
  const gboolean automatic = self->lowest == 0 && self->highest == 0;

  if (!ondes_time_unit_valid (self->time_unit))
    return ondes_preset_refuse (path, error, _(": “%s” is not a value of %s"), self->time_unit, "time-unit");
  if (!automatic && !(self->lowest > 0 && self->highest > self->lowest))
    return ondes_preset_refuse (path, error, _(": its lowest frequency is not below its highest one"));
  if (!(self->cwt.voices >= 0 && self->cwt.voices <= 1000) || (self->cwt.rows == ONDES_ROWS_FREQUENCIES && self->cwt.voices < 0.1))
    return ondes_preset_refuse (path, error, _(": its voices are not from 0.1 to 1000"));
  if (!(self->listening.speed >= ONDES_PLAYER_SPEED_MIN && self->listening.speed <= ONDES_PLAYER_SPEED_MAX))
    return ondes_preset_refuse (path, error, _(": its speed of playing is not from 1/20 to 4"));
  if (self->display.db_range < 0 || self->display.db_range > 400)
    return ondes_preset_refuse (path, error, _(": its range of colours is not from 0 to 400 dB"));
  if (self->cwt.options.quantity != ONDES_QUANTITY_MAGNITUDE && self->cwt.options.quantity != ONDES_QUANTITY_POWER)
    return ondes_preset_refuse (path, error, _(": a picture shows magnitude or power"));
  if (check_transform (self, &problem))
    return TRUE;
  sentence = ondes_error_sentence (problem);
  return ondes_preset_refuse (path, error, ": %s", sentence);
}

/* Taps of filters. */

/* The preset whose taps are looked at, and its keys. */
typedef struct
{
  const char *path;
  GKeyFile   *keys;
} Taps;

/* Returns the name in the place of @name, the file whose content is under @key; transfer full. */
typedef char *(*ChangeTaps) (const Taps *self,
                             const char *key,
                             const char *name,
                             GError    **error);

/* Returns @text, steps, with the names of files of taps changed. Transfer full. */
static char *
change_taps (const Taps *self,
             const char *text,
             ChangeTaps  change,
             GError    **error)
{
  g_auto (GStrv) steps = split_steps (text);
  guint n = 0;

  for (char **step = steps; *step != NULL; step++)
    {
      OndesFilterSettings choice;
      g_autofree char *key = NULL, *name = NULL;
      char *fresh;

      if (!g_str_has_prefix (*step, ONDES_FILTER_STEP) || !ondes_filter_step_parse (*step, &choice, NULL)
          || choice.kind != ONDES_FILTER_TAPS)
        continue;
      key = g_strdup_printf (TAPS_FILE "%u", ++n);
      name = change (self, key, choice.taps, error);
      if (name == NULL)
        return NULL;
      fresh = g_strdup_printf ("%.*s%s", (int) (strlen (*step) - strlen (choice.taps)), *step, name); /* taps come last */
      g_free (*step);
      *step = fresh;
    }
  return g_strjoinv ("\n", steps);
}

static gboolean
replace_taps (const Taps *self,
              char      **text,
              ChangeTaps  change,
              GError    **error)
{
  char *fresh = change_taps (self, *text, change, error);

  if (fresh == NULL)
    return FALSE;
  g_free (*text);
  *text = fresh;
  return TRUE;
}

static gboolean
is_embedded (const Taps *self,
             const char *key)
{
  return g_key_file_has_key (self->keys, ondes_analysis_presets.group, key, NULL);
}

static char *
embed_taps (const Taps *self,
            const char *key,
            const char *name,
            GError    **error)
{
  if (is_embedded (self, key))
    return g_strdup (name);
  return ondes_kept_file_embed (name, TAPS_BYTES_MAX, self->keys, ondes_analysis_presets.group, key, error);
}

/* Returns the path where the taps are kept, or the one that an earlier version wrote. */
static char *
extract_taps (const Taps *self,
              const char *key,
              const char *name,
              GError    **error)
{
  return g_path_is_absolute (name) && !is_embedded (self, key)
           ? g_strdup (name)
           : ondes_kept_file_extract (self->path, name, self->keys, ondes_analysis_presets.group, key, error);
}

static char *
refuse_others (const Taps *self,
               const char *key,
               const char *name,
               GError    **error)
{
  if (is_embedded (self, key))
    return g_strdup (name);
  ondes_preset_refuse (self->path, error, _(": takes taps from “%s”, a file that is not in it; save the preset anew"), name);
  return NULL;
}

static gboolean
take_entries (const char   *path,
              GKeyFile     *file,
              GVariantDict *entries,
              GError      **error)
{
  g_auto (GStrv) keys = g_key_file_get_keys (file, ondes_analysis_presets.group, NULL, NULL);
  g_autofree OndesAnalysisPreset *defaults = g_new (OndesAnalysisPreset, 1);
  g_autoptr (GVariant) saved = NULL;

  set_defaults (defaults);
  saved = ondes_analysis_preset_save (defaults);
  for (guint i = 0; keys[i] != NULL; i++)
    {
      g_autoptr (GVariant) like = g_variant_lookup_value (saved, keys[i], NULL), value = NULL;
      g_autofree char *text = NULL;

      if (g_str_equal (keys[i], "format") || g_str_has_prefix (keys[i], TAPS_FILE))
        continue;
      if (like == NULL)
        return ondes_preset_refuse (path, error, _(": “%s” is not known here; a newer version may have written it"), keys[i]);
      text = ondes_key_text (file, ondes_analysis_presets.group, keys[i]);
      if (text == NULL)
        return ondes_preset_refuse (path, error, _(": the value of %s is not text"), keys[i]);
      if (g_str_equal (keys[i], CONDITION) && !replace_taps (&(Taps) { path, file }, &text, extract_taps, error))
        return FALSE;
      value = ondes_preset_parse (path, keys[i], text, like, error);
      if (value == NULL)
        return FALSE;
      g_variant_dict_insert_value (entries, keys[i], value);
    }
  return TRUE;
}

static GVariant *
read_preset (const char *path,
             GError    **error)
{
  g_autoptr (GKeyFile) file = ondes_preset_read_keys (&ondes_analysis_presets, path, error);
  g_auto (GVariantDict) dict = G_VARIANT_DICT_INIT (NULL);
  g_autoptr (GVariant) entries = NULL, taken = NULL;
  g_autofree OndesAnalysisPreset *preset = g_new (OndesAnalysisPreset, 1);

  if (file == NULL || !take_entries (path, file, &dict, error))
    return NULL;
  entries = g_variant_ref_sink (g_variant_dict_end (&dict));
  ondes_analysis_preset_restore (preset, entries);
  taken = ondes_analysis_preset_save (preset);
  return ondes_preset_check (path, entries, taken, error) && check (path, preset, error) ? g_steal_pointer (&taken) : NULL;
}

/* Changes the names of taps that stand in the keys. */
static gboolean
change_keys (const Taps *self,
             ChangeTaps  change,
             GError    **error)
{
  g_autofree char *text = ondes_key_text (self->keys, ondes_analysis_presets.group, CONDITION);

  if (text == NULL)
    return TRUE;
  if (!replace_taps (self, &text, change, error))
    return FALSE;
  g_key_file_set_string (self->keys, ondes_analysis_presets.group, CONDITION, text);
  return TRUE;
}

static gboolean
write_preset (const char *path,
              GVariant   *settings,
              GError    **error)
{
  g_autoptr (GKeyFile) file = g_key_file_new ();

  ondes_preset_put (&ondes_analysis_presets, file, settings);
  return change_keys (&(Taps) { path, file }, embed_taps, error)
         && ondes_preset_write_keys (&ondes_analysis_presets, path, file, error);
}

gboolean
ondes_analysis_preset_check_whole (const char *path,
                                   GError    **error)
{
  g_autoptr (GKeyFile) file = ondes_preset_read_keys (&ondes_analysis_presets, path, NULL);

  return file == NULL || change_keys (&(Taps) { path, file }, refuse_others, error);
}

GBytes *
ondes_analysis_preset_pack (const char *path,
                            GError    **error)
{
  g_autoptr (GKeyFile) file = NULL;
  char *text;
  gsize size;

  if (ondes_analysis_preset_check_whole (path, NULL))
    return ondes_preset_read_bytes (path, ONDES_PRESET_BYTES_MAX, &text, &size, error) ? g_bytes_new_take (text, size) : NULL;
  file = ondes_preset_read_keys (&ondes_analysis_presets, path, error);
  if (file == NULL || !change_keys (&(Taps) { path, file }, embed_taps, error))
    return NULL;
  text = ondes_preset_print_keys (&ondes_analysis_presets, path, file, error);
  return text != NULL ? g_bytes_new_take (text, strlen (text)) : NULL;
}

const OndesPresetKind ondes_analysis_presets = {
  .suffix = SUFFIX,
  .folder = "presets",
  .group = "Ondes preset",
  .what = N_(" is not a preset of Ondes"),
  .nameless = N_("Preset"),
  .files = N_("Presets"),
  .read = read_preset,
  .write = write_preset,
};

OndesAnalysisPreset *
ondes_analysis_preset_load (const char *text,
                            GError    **error)
{
  g_autofree OndesAnalysisPreset *preset = NULL;
  g_autofree char *clean = NULL, *path = NULL;
  g_autoptr (GVariant) saved = NULL;
  const gboolean is_file = strchr (text, '/') != NULL || g_str_has_suffix (text, SUFFIX);

  if (!is_file && (preset = ondes_analysis_preset_new_built_in (text)) != NULL)
    return g_steal_pointer (&preset);
  clean = is_file ? NULL : ondes_preset_clean_name (text);
  path = is_file ? g_strdup (text) : clean != NULL ? ondes_preset_path (&ondes_analysis_presets, clean) : NULL;
  if (path == NULL || (!is_file && !g_file_test (path, G_FILE_TEST_EXISTS)))
    {
      g_autoptr (GString) words = g_string_new (NULL);

      for (guint i = 0; ondes_built_in_presets[i].id != NULL; i++)
        g_string_append_printf (words, "%s%s", i > 0 ? ", " : "", ondes_built_in_presets[i].id);
      g_set_error (error, ONDES_ERROR, ONDES_ERROR_REQUEST,
                   _("“%s” is no preset; take one of %s, the name of one of your own, or a file"), text, words->str);
      return NULL;
    }
  saved = read_preset (path, error);
  if (saved == NULL)
    return NULL;
  preset = g_new (OndesAnalysisPreset, 1);
  ondes_analysis_preset_restore (preset, saved);
  return g_steal_pointer (&preset);
}

/* For one recording. */

/* Adds a sentence to @note. */
static void
tell (char **note,
      char  *sentence)
{
  char *before = *note;

  *note = before != NULL ? g_strconcat (before, " ", sentence, NULL) : g_strdup (sentence);
  g_free (before);
  g_free (sentence);
}

/* Returns "150 Hz", "0.5 cycles/year"; transfer full. */
static char *
print_frequency (double      hz,
                 const char *time_unit)
{
  g_autofree char *unit = ondes_words_frequency_unit (time_unit);

  return g_strdup_printf ("%.6g %s", hz, unit);
}

static void
fit_frequencies (const OndesAnalysisPreset *self,
                 double                     rate_hz,
                 guint64                    n,
                 const char                *time_unit,
                 OndesPresetFit            *fit)
{
  const double lo = self->lowest * fit->factor, hi = self->highest * fit->factor;
  g_autofree char *low = NULL, *high = NULL;

  if (lo == 0 && hi == 0)
    return;
  fit->lowest = MAX (lo, CYCLES * rate_hz / (double) MAX (n, 1));
  fit->lowest = MAX (fit->lowest, 1.01 * self->cwt.options.omega0 * rate_hz / (2 * G_PI * ONDES_SCALE_MAX));
  fit->highest = hi < rate_hz / 2 ? hi : HIGHEST * rate_hz;
  if (fit->lowest == lo && fit->highest == hi)
    return;
  low = print_frequency (self->lowest, self->time_unit);
  high = print_frequency (self->highest, self->time_unit);
  if (!(fit->highest >= 2 * fit->lowest))
    {
      fit->lowest = fit->highest = 0;
      /* Translators: two frequencies with their unit. */
      tell (&fit->note,
            g_strdup_printf (_("The recording covers too little of %s to %s; its frequencies are chosen automatically."), low,
                             high));
      return;
    }
  g_free (low);
  g_free (high);
  low = print_frequency (fit->lowest, time_unit);
  high = print_frequency (fit->highest, time_unit);
  /* Translators: two frequencies with their unit. */
  tell (&fit->note, g_strdup_printf (_("Frequencies from %s to %s, as far as the recording has them."), low, high));
}

/* Returns @text in the recording's time unit, or NULL if the recording does not allow it. Transfer full. */
static char *
fit_step (const char *text,
          double      factor,
          double      rate_hz,
          guint64     n)
{
  g_auto (OndesStep) step = { .text = NULL };

  if (!ondes_step_parse (text, &step, NULL) || (step.kind == ONDES_STEP_FILTER && factor != 1))
    return NULL;
  step.hz *= factor;
  step.hi_hz *= factor;
  return ondes_step_check (&step, rate_hz, n, NULL) ? ondes_step_print (&step) : NULL;
}

static void
fit_steps (const OndesAnalysisPreset *self,
           double                     rate_hz,
           guint64                    n,
           OndesPresetFit            *fit)
{
  g_auto (GStrv) steps = split_steps (self->steps);
  g_autoptr (GPtrArray) kept = g_ptr_array_new ();

  for (guint i = 0; steps[i] != NULL; i++)
    {
      char *text = fit_step (steps[i], fit->factor, rate_hz, n);

      if (text == NULL)
        {
          /* Translators: a step of conditioning, as bandpass:35:350. */
          tell (&fit->note, g_strdup_printf (_("The recording does not allow the step %s: it is left out."), steps[i]));
          continue;
        }
      g_ptr_array_add (kept, text);
    }
  g_ptr_array_add (kept, NULL);
  fit->steps = (char **) g_ptr_array_free (g_steal_pointer (&kept), FALSE);
}

void
ondes_analysis_preset_fit (const OndesAnalysisPreset *self,
                           double                     rate_hz,
                           guint64                    n,
                           const char                *time_unit,
                           OndesPresetFit            *fit)
{
  *fit = (OndesPresetFit) { .factor = ondes_time_unit_seconds (time_unit) / ondes_time_unit_seconds (self->time_unit) };
  if (g_str_equal (time_unit, self->time_unit))
    fit->factor = 1;
  fit_frequencies (self, rate_hz, n, time_unit, fit);
  fit_steps (self, rate_hz, n, fit);
}

void
ondes_preset_fit_clear (OndesPresetFit *self)
{
  g_clear_pointer (&self->steps, g_strfreev);
  g_clear_pointer (&self->note, g_free);
}

/* In the command. */

char **
ondes_analysis_preset_options (const OndesAnalysisPreset *self,
                               gboolean                   figure)
{
  GPtrArray *options = g_ptr_array_new ();

  ondes_params_list (&ondes_cwt_params, ONDES_PARAM_PRESET, figure ? 0 : ONDES_PARAM_FIGURE, &self->cwt, options);
  if (figure)
    ondes_params_list (&ondes_display_params, ONDES_PARAM_PRESET, 0, &self->display, options);
  g_ptr_array_add (options, NULL);
  return (char **) g_ptr_array_free (options, FALSE);
}

/* In the window. */

/* Returns the settings of the scalogram and of listening, of a recording at @rate_hz. */
static GVariant *
make_settings (const OndesAnalysisPreset *self,
               const OndesPresetFit      *fit,
               double                     rate_hz)
{
  g_autofree OndesAnalysisPreset *copy = g_memdup2 (self, sizeof *self);
  GVariantBuilder settings = G_VARIANT_BUILDER_INIT (G_VARIANT_TYPE_VARDICT);
  GVariantBuilder scalogram = G_VARIANT_BUILDER_INIT (G_VARIANT_TYPE_VARDICT);
  GVariantBuilder listening = G_VARIANT_BUILDER_INIT (G_VARIANT_TYPE_VARDICT);

  copy->cwt.detrend_window /= fit->factor;
  copy->listening.shift_hz *= fit->factor;
  save_scalogram (copy, &scalogram);
  g_variant_builder_add (&scalogram, "{sv}", "fmin", g_variant_new_double (fit->lowest / rate_hz));
  g_variant_builder_add (&scalogram, "{sv}", "fmax", g_variant_new_double (fit->highest / rate_hz));
  g_variant_builder_add (&scalogram, "{sv}", "reference", g_variant_new_double (0));
  ondes_params_save (ondes_listening_params.rows, ONDES_PARAM_PRESET, &copy->listening, &listening);
  g_variant_builder_add (&settings, "{sv}", "scalogram", g_variant_builder_end (&scalogram));
  g_variant_builder_add (&settings, "{sv}", "listening", g_variant_builder_end (&listening));
  return g_variant_ref_sink (g_variant_builder_end (&settings));
}

void
ondes_analysis_preset_apply (const OndesAnalysisPreset *self,
                             OndesSession              *session,
                             const char                *title,
                             char                     **note)
{
  const OndesRecordingInfo *info;
  g_autoptr (GVariant) settings = NULL;
  g_autofree char *name = NULL;
  g_auto (OndesPresetFit) fit = { 0 };

  *note = NULL;
  g_return_if_fail (ondes_session_get_recording (session) != NULL);
  info = ondes_recording_get_info (ondes_recording_get_original (ondes_session_get_recording (session)));
  ondes_analysis_preset_fit (self, info->rate_hz, info->frames, info->time_unit, &fit);
  ondes_session_part_steps (session);
  ondes_session_begin_step (session);
  ondes_session_set_conditioning (session, (const char *const *) fit.steps, fit.steps[0] != NULL);
  settings = make_settings (self, &fit, info->rate_hz);
  ondes_session_set_settings (session, settings);
  ondes_session_end_step (session);
  /* Translators: the name of a preset. */
  name = g_strdup_printf (_("Preset “%s”"), title);
  ondes_session_name_step (session, name);
  *note = g_steal_pointer (&fit.note);
}

void
ondes_analysis_preset_take (OndesAnalysisPreset *self,
                            OndesSession        *session)
{
  g_autoptr (GVariant) settings = ondes_session_get_settings (session);
  g_autoptr (GVariant) scalogram = g_variant_lookup_value (settings, "scalogram", G_VARIANT_TYPE_VARDICT);
  g_autoptr (GVariant) listening = g_variant_lookup_value (settings, "listening", G_VARIANT_TYPE_VARDICT);
  OndesRecording *original = ondes_recording_get_original (ondes_session_get_recording (session));
  const OndesRecordingInfo *info = ondes_recording_get_info (original);
  const double rate_hz = info->rate_hz;
  g_autofree char *steps = g_strjoinv ("\n", (char **) ondes_session_get_conditioning (session));
  double lo = 0, hi = 0;

  set_defaults (self);
  g_strlcpy (self->time_unit, info->time_unit, sizeof self->time_unit);
  if (ondes_session_is_conditioned (session))
    g_strlcpy (self->steps, steps, sizeof self->steps);
  if (scalogram != NULL)
    restore_scalogram (self, scalogram);
  if (listening != NULL)
    ondes_params_restore (ondes_listening_params.rows, ONDES_PARAM_PRESET, &self->listening, listening);
  if (scalogram != NULL && g_variant_lookup (scalogram, "fmin", "d", &lo) && g_variant_lookup (scalogram, "fmax", "d", &hi)
      && (lo > 0 || hi > 0))
    {
      double lowest, highest;

      /* Where one of them is automatic it is what it is now. */
      ondes_session_get_range (session, &lowest, &highest);
      self->lowest = lo > 0 ? lo * rate_hz : MIN (lowest, hi * rate_hz / 2);
      self->highest = hi > 0 ? hi * rate_hz : MAX (highest, 2 * lo * rate_hz);
    }
}
