/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "base/installed.h"
#include "settings.h"

/* Bytes of the longest value that is remembered; typed text may be longer. */
#define LONGEST_VALUE 16384

static const char *const rows_names[] = { "frequencies", "scales", "logarithmic", "list", NULL };

/* Returns the schema of this program rather than that of another Ondes that is installed; NULL if @folder has none. */
static GSettingsSchema *
own_schema (const char *folder,
            GSettingsSchemaSource *otherwise)
{
  g_autoptr (GSettingsSchemaSource) source = g_settings_schema_source_new_from_directory (folder, otherwise, TRUE, NULL);

  return source != NULL ? g_settings_schema_source_lookup (source, ONDES_APPLICATION_ID, FALSE) : NULL;
}

GSettings *
ondes_settings_new (void)
{
  GSettingsSchemaSource *source = g_settings_schema_source_get_default ();
  g_autoptr (GSettingsSchema) schema = NULL;
  g_autofree char *program = g_file_read_link ("/proc/self/exe", NULL);
  g_autofree char *folder = program != NULL ? g_path_get_dirname (program) : NULL;
  /* In the build folder: BUILD/ui/ondes, BUILD/data/gschemas.compiled. */
  g_autofree char *beside = folder != NULL ? g_build_filename (folder, "..", "data", NULL) : NULL;
  g_autofree char *installed = ondes_installed_folder (ONDES_FOLDER_SCHEMAS);

  if (g_getenv ("GSETTINGS_SCHEMA_DIR") == NULL)
    {
      if (beside != NULL)
        schema = own_schema (beside, source);
      if (schema == NULL)
        schema = own_schema (installed, source);
    }
  if (schema == NULL && source != NULL)
    schema = g_settings_schema_source_lookup (source, ONDES_APPLICATION_ID, TRUE);
  return schema != NULL ? g_settings_new_full (schema, NULL, NULL) : NULL;
}

/* A setting that is remembered: its key in the store, and its name in the settings that the analysis saves, within their
 * dictionary @part if not NULL. */
typedef struct
{
  const char *key, *part, *name;
} Remembered;

static const Remembered spectra_settings[] = {
  { "spectrum-transform", NULL, "transform" },
  { "spectrum-algorithm", NULL, "algorithm" },
  { "spectrum-dont-care", NULL, "dont-care" },
  { "spectrum-keep", NULL, "keep" },
  { "spectrum-order", "recording", "order" },
  { "spectrum-scale", "recording", "scale" },
  { "logic-order", "table", "order" },
  { "logic-scale", "table", "scale" },
  { "logic-signed", "table", "signed" },
  { "spectrum-source", "source", "kind" },
  { "spectrum-text", "source", "text" },
  { NULL },
};

static const Remembered convolution_settings[] = {
  { "convolution-dont-care", NULL, "dont-care" },
  { "convolution-first", "first", "kind" },
  { "convolution-first-text", "first", "text" },
  { "convolution-second", "second", "kind" },
  { "convolution-second-text", "second", "text" },
  { NULL },
};

/* TRUE for a scalogram, of which a Walshgram is a kind. */
static gboolean
is_scalogram (OndesAnalysis *analysis)
{
  return ONDES_IS_SCALOGRAM_ANALYSIS (analysis) && !ONDES_IS_WALSHGRAM_ANALYSIS (analysis);
}

/* Adds what the store knows of the rows that are remembered, its keys beginning with @prefix. */
static void
add_rows (GArray           *list,
          GSettingsSchema  *schema,
          const char       *prefix,
          const OndesParam *rows)
{
  for (; rows->key != NULL; rows++)
    {
      g_autofree char *key = g_strconcat (prefix, rows->key, NULL);
      const Remembered setting = { g_intern_string (key), NULL, rows->key };

      if ((rows->flags & ONDES_PARAM_REMEMBERED) != 0 && g_settings_schema_has_key (schema, key))
        g_array_append_val (list, setting);
    }
}

static void
add_settings (GArray           *list,
              const Remembered *settings)
{
  for (; settings->key != NULL; settings++)
    g_array_append_val (list, *settings);
}

/* Returns the settings of @analysis that are remembered. Numbers that fit one recording are not (frequencies, scales, FFT length,
 * reference), nor choices for one kind of source (binarising, signs of recordings). */
static GArray *
list_remembered (GSettings     *settings,
                 OndesAnalysis *analysis)
{
  GArray *list = g_array_new (FALSE, FALSE, sizeof (Remembered));
  g_autoptr (GSettingsSchema) schema = NULL;
  const Remembered slices[] = { { is_scalogram (analysis) ? "slices" : "sequency-slices", NULL, "slices" }, { NULL } };

  g_object_get (settings, "settings-schema", &schema, NULL);
  if (ONDES_IS_SCALOGRAM_ANALYSIS (analysis))
    {
      add_rows (list, schema, is_scalogram (analysis) ? "" : "sequency-", ondes_display_params.rows);
      add_settings (list, slices);
    }
  if (is_scalogram (analysis))
    {
      add_rows (list, schema, "", ondes_cwt_params.rows);
      add_rows (list, schema, "", ondes_compensation_params.rows);
    }
  else if (ONDES_IS_WALSHGRAM_ANALYSIS (analysis))
    add_rows (list, schema, "sequency-", ondes_walshgram_params);
  else if (ONDES_IS_FILTER_ANALYSIS (analysis))
    add_rows (list, schema, "filter-", ondes_filter_params.rows);
  else
    add_settings (list, ONDES_IS_SPECTRUM_ANALYSIS (analysis) ? spectra_settings : convolution_settings);
  return list;
}

/* Returns a value of @saved, which has it. */
static GVariant *
get_saved (GVariant *saved,
           const Remembered *setting)
{
  g_autoptr (GVariant) part = NULL;

  if (setting->part == NULL)
    return g_variant_lookup_value (saved, setting->name, NULL);
  part = g_variant_lookup_value (saved, setting->part, G_VARIANT_TYPE_VARDICT);
  return g_variant_lookup_value (part, setting->name, NULL);
}

static void
set_saved (GVariantDict *saved,
           const Remembered *setting,
           GVariant *value)
{
  g_autoptr (GVariant) before = NULL;
  GVariantDict part;

  if (setting->part == NULL)
    {
      g_variant_dict_insert_value (saved, setting->name, value);
      return;
    }
  before = g_variant_dict_lookup_value (saved, setting->part, G_VARIANT_TYPE_VARDICT);
  g_variant_dict_init (&part, before);
  g_variant_dict_insert_value (&part, setting->name, value);
  g_variant_dict_insert_value (saved, setting->part, g_variant_dict_end (&part));
}

/* Logarithmic scales have a word of their own for "rows" in the store, and voices above 0 in the analysis. The scales themselves
 * are not remembered: each choice begins with its default. */
static void
load_rows (GSettings *settings,
           GVariantDict *saved)
{
  static const OndesRows rows_of[] = { ONDES_ROWS_FREQUENCIES, ONDES_ROWS_SCALES, ONDES_ROWS_SCALES, ONDES_ROWS_LIST };
  g_autofree char *word = g_settings_get_string (settings, "rows");
  const int rows = MAX (ondes_name_index (rows_names, word), 0);
  const double voices = rows % 2 == 0 ? g_settings_get_double (settings, "voices") : 0;

  g_variant_dict_insert (saved, "rows", "s", rows == 2 ? "scales" : rows_names[rows]);
  g_variant_dict_insert (saved, "voices", "d", voices);
  g_variant_dict_insert (saved, "scales", "s", ondes_default_scales (rows_of[rows], voices));
}

static void
store_rows (GSettings *settings,
            GVariant *saved)
{
  const char *word;
  double voices;

  if (!g_variant_lookup (saved, "rows", "&s", &word) || !g_variant_lookup (saved, "voices", "d", &voices))
    return;
  g_settings_set_string (settings, "rows", voices > 0 && g_str_equal (word, "scales") ? "logarithmic" : word);
  if (voices > 0)
    g_settings_set_double (settings, "voices", CLAMP (voices, 0.1, 1000));
}

/* Resets options that do not go together to the defaults, except for quantity and pooling. */
static void
mend_options (OndesScalogramAnalysis *scalogram)
{
  OndesCwtSettings cwt = *ondes_scalogram_analysis_get_settings (scalogram);
  const OndesCwtOptions loaded = cwt.options;
  g_autoptr (OndesScaleList) list = ondes_scale_list_parse ("10", 0, NULL);
  g_autoptr (OndesSpec) spec = ondes_cwt_new (&loaded, list, NULL);

  if (spec != NULL)
    return;
  cwt.options = ondes_cwt_options_default;
  cwt.options.quantity = loaded.quantity;
  cwt.options.pool = loaded.pool;
  ondes_scalogram_analysis_set_settings (scalogram, &cwt);
}

static void
mend_walshgram (OndesWalshgramAnalysis *walshgram)
{
  g_autoptr (OndesSpec) spec = ondes_walshgram_new (ondes_walshgram_analysis_get_options (walshgram), NULL);

  if (spec == NULL)
    ondes_walshgram_analysis_set_options (walshgram, &ondes_walshgram_options_default);
}

void
ondes_settings_load (GSettings *settings,
                     OndesAnalysis *analysis)
{
  g_autoptr (GVariant) saved = NULL;
  g_autoptr (GArray) list = NULL;
  GVariantDict dict;

  if (settings == NULL)
    return;
  list = list_remembered (settings, analysis);
  g_variant_dict_init (&dict, NULL);
  for (guint i = 0; i < list->len; i++)
    {
      const Remembered *setting = &g_array_index (list, Remembered, i);
      g_autoptr (GVariant) value = g_settings_get_value (settings, setting->key);

      set_saved (&dict, setting, value);
    }
  if (is_scalogram (analysis))
    load_rows (settings, &dict);
  saved = g_variant_ref_sink (g_variant_dict_end (&dict));
  ondes_analysis_restore_settings (analysis, saved);
  if (is_scalogram (analysis))
    mend_options (ONDES_SCALOGRAM_ANALYSIS (analysis));
  if (ONDES_IS_WALSHGRAM_ANALYSIS (analysis))
    mend_walshgram (ONDES_WALSHGRAM_ANALYSIS (analysis));
}

void
ondes_settings_store (GSettings *settings,
                      OndesAnalysis *analysis)
{
  g_autoptr (GVariant) saved = NULL;
  g_autoptr (GSettingsSchema) schema = NULL;
  g_autoptr (GArray) list = NULL;

  /* Do not remember settings that make no valid transform. */
  if (settings == NULL
      || (ONDES_IS_SCALOGRAM_ANALYSIS (analysis) && ondes_analysis_get_problem (analysis) != NULL))
    return;
  saved = g_variant_ref_sink (ondes_analysis_save_settings (analysis));
  list = list_remembered (settings, analysis);
  g_object_get (settings, "settings-schema", &schema, NULL);
  for (guint i = 0; i < list->len; i++)
    {
      const Remembered *setting = &g_array_index (list, Remembered, i);
      g_autoptr (GSettingsSchemaKey) key = g_settings_schema_get_key (schema, setting->key);
      g_autoptr (GVariant) value = get_saved (saved, setting);

      /* The schema excludes files and typed text as sources: they are not shown before the user asks for them again. */
      if (g_settings_schema_key_range_check (key, value) && g_variant_get_size (value) <= LONGEST_VALUE)
        g_settings_set_value (settings, setting->key, value);
    }
  if (is_scalogram (analysis))
    store_rows (settings, saved);
}

void
ondes_settings_load_conditioning (GSettings *settings,
                                  OndesSession *session)
{
  g_auto (GStrv) steps = settings != NULL ? g_settings_get_strv (settings, "conditioning") : NULL;

  if (steps != NULL)
    ondes_session_set_conditioning (session, (const char *const *) steps, FALSE);
}

void
ondes_settings_store_conditioning (GSettings *settings,
                                   OndesSession *session)
{
  if (settings != NULL)
    g_settings_set_strv (settings, "conditioning", ondes_session_get_conditioning (session));
}

void
ondes_settings_load_rulers (GSettings *settings,
                            OndesSession *session)
{
  g_autofree char *word = settings != NULL ? g_settings_get_string (settings, "time-ruler") : NULL;

  if (word != NULL)
    ondes_session_set_rulers (session, &(OndesRulers) { .time = MAX (ondes_name_index (ondes_time_ruler_names, word), 0),
                                                        .second_axis = g_settings_get_boolean (settings, "second-axis") });
}

void
ondes_settings_store_rulers (GSettings *settings,
                             OndesSession *session)
{
  const OndesRulers *rulers = ondes_timeline_get_rulers (ondes_session_get_timeline (session));

  if (settings == NULL)
    return;
  g_settings_set_string (settings, "time-ruler", ondes_time_ruler_names[rulers->time]);
  g_settings_set_boolean (settings, "second-axis", rulers->second_axis);
}

void
ondes_settings_load_size (GSettings *settings,
                          OndesFigureSize *size)
{
  double scale_factor, dpi;

  *size = ondes_figure_size_default;
  if (settings == NULL)
    return;
  size->width = CLAMP (g_settings_get_int (settings, "export-width"), 200, 16384);
  size->height = CLAMP (g_settings_get_int (settings, "export-height"), 200, 16384);
  scale_factor = g_settings_get_double (settings, "export-scale");
  if (scale_factor >= 0.25 && scale_factor <= 16)
    size->scale_factor = scale_factor;
  dpi = g_settings_get_double (settings, "export-dpi");
  if (dpi >= 10 && dpi <= 2400)
    size->dpi = dpi;
  size->svg_text = g_settings_get_boolean (settings, "export-svg-text");
}

void
ondes_settings_load_listening (GSettings *settings,
                               OndesListening *listening)
{
  if (settings == NULL)
    return;
  ondes_listening_set_settings (listening, &(OndesListeningSettings) {
                                             .loop = g_settings_get_boolean (settings, "play-loop"),
                                             .follow = g_settings_get_boolean (settings, "play-follow"),
                                             .speed = g_settings_get_double (settings, "play-speed"),
                                             .keeps_pitch = g_settings_get_boolean (settings, "play-keep-pitch"),
                                             .volume = g_settings_get_double (settings, "play-volume"),
                                           });
}

void
ondes_settings_store_listening (GSettings *settings,
                                OndesListening *listening)
{
  const OndesListeningSettings *now = ondes_listening_get_settings (listening);

  if (settings == NULL)
    return;
  g_settings_set_boolean (settings, "play-loop", now->loop);
  g_settings_set_boolean (settings, "play-follow", now->follow);
  g_settings_set_double (settings, "play-speed", now->speed);
  g_settings_set_boolean (settings, "play-keep-pitch", now->keeps_pitch);
  g_settings_set_double (settings, "play-volume", now->volume);
}
