/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "base/installed.h"
#include "settings.h"

/* Bytes of the longest value that is remembered; typed text may be longer. */
#define LONGEST_VALUE 16384

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

struct _OndesRemembered
{
  GSettingsSchema *schema;   /* NULL without a store */
  GArray          *settings; /* of Remembered */
};

void
ondes_remembered_add (OndesRemembered *self,
                      const char      *key,
                      const char      *part,
                      const char      *name)
{
  const Remembered setting = { key, part, name };

  g_array_append_val (self->settings, setting);
}

void
ondes_remembered_add_rows (OndesRemembered  *self,
                           const char       *prefix,
                           const OndesParam *rows)
{
  for (; rows->key != NULL; rows++)
    {
      g_autofree char *key = g_strconcat (prefix, rows->key, NULL);

      if ((rows->flags & ONDES_PARAM_REMEMBERED) != 0
          && (self->schema == NULL || g_settings_schema_has_key (self->schema, key)))
        ondes_remembered_add (self, g_intern_string (key), NULL, rows->key);
    }
}

/* @settings may be NULL. */
static OndesRemembered *
remembered_new (GSettings *settings)
{
  OndesRemembered *self = g_new0 (OndesRemembered, 1);

  if (settings != NULL)
    g_object_get (settings, "settings-schema", &self->schema, NULL);
  self->settings = g_array_new (FALSE, FALSE, sizeof (Remembered));
  return self;
}

static void
remembered_free (OndesRemembered *self)
{
  g_clear_pointer (&self->schema, g_settings_schema_unref);
  g_array_unref (self->settings);
  g_free (self);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OndesRemembered, remembered_free)

/* Returns a value of @saved; NULL if it has none. */
static GVariant *
get_saved (GVariant *saved,
           const Remembered *setting)
{
  g_autoptr (GVariant) part = NULL;

  if (setting->part == NULL)
    return g_variant_lookup_value (saved, setting->name, NULL);
  part = g_variant_lookup_value (saved, setting->part, G_VARIANT_TYPE_VARDICT);
  return part == NULL ? NULL : g_variant_lookup_value (part, setting->name, NULL);
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

/* Adds what the store has to @saved. */
static void
load_all (const OndesRemembered *self,
          GSettings             *settings,
          GVariantDict          *saved)
{
  for (guint i = 0; i < self->settings->len; i++)
    {
      const Remembered *setting = &g_array_index (self->settings, Remembered, i);
      g_autoptr (GVariant) value = g_settings_get_value (settings, setting->key);

      set_saved (saved, setting, value);
    }
}

static void
store_all (const OndesRemembered *self,
           GSettings             *settings,
           GVariant              *saved)
{
  for (guint i = 0; i < self->settings->len; i++)
    {
      const Remembered *setting = &g_array_index (self->settings, Remembered, i);
      g_autoptr (GSettingsSchemaKey) key = g_settings_schema_get_key (self->schema, setting->key);
      g_autoptr (GVariant) value = get_saved (saved, setting);

      /* The schema excludes files and typed text as sources: they are not shown before the user asks for them again. */
      if (g_settings_schema_key_range_check (key, value) && g_variant_get_size (value) <= LONGEST_VALUE)
        g_settings_set_value (settings, setting->key, value);
    }
}

void
ondes_settings_load (GSettings *settings,
                     OndesAnalysis *analysis)
{
  const OndesAnalysisClass *klass = ONDES_ANALYSIS_GET_CLASS (analysis);
  g_autoptr (GVariant) saved = NULL;
  g_autoptr (OndesRemembered) list = NULL;
  GVariantDict dict;

  if (settings == NULL || klass->remember == NULL)
    return;
  list = remembered_new (settings);
  klass->remember (analysis, list);
  g_variant_dict_init (&dict, NULL);
  load_all (list, settings, &dict);
  saved = g_variant_ref_sink (g_variant_dict_end (&dict));
  ondes_analysis_restore_settings (analysis, saved);
  if (klass->mend != NULL)
    klass->mend (analysis);
}

void
ondes_settings_store (GSettings *settings,
                      OndesAnalysis *analysis)
{
  const OndesAnalysisClass *klass = ONDES_ANALYSIS_GET_CLASS (analysis);
  g_autoptr (GVariant) saved = NULL;
  g_autoptr (OndesRemembered) list = NULL;

  if (settings == NULL || klass->remember == NULL
      || (klass->remembers_valid && ondes_analysis_get_problem (analysis) != NULL))
    return;
  list = remembered_new (settings);
  klass->remember (analysis, list);
  saved = g_variant_ref_sink (ondes_analysis_save_settings (analysis));
  store_all (list, settings, saved);
}

void
ondes_settings_begin (OndesAnalysis *analysis,
                      GVariant      *fresh)
{
  const OndesAnalysisClass *klass = ONDES_ANALYSIS_GET_CLASS (analysis);
  g_autoptr (GVariant) now = g_variant_ref_sink (ondes_analysis_save_settings (analysis)), settings = NULL;
  g_autoptr (OndesRemembered) list = remembered_new (NULL);
  GVariantDict dict;

  if (klass->remember == NULL)
    return;
  klass->remember (analysis, list);
  g_variant_dict_init (&dict, fresh);
  for (guint i = 0; i < list->settings->len; i++)
    {
      const Remembered *setting = &g_array_index (list->settings, Remembered, i);
      g_autoptr (GVariant) value = get_saved (now, setting);

      if (value != NULL)
        set_saved (&dict, setting, value);
    }
  settings = g_variant_ref_sink (g_variant_dict_end (&dict));
  ondes_analysis_restore_settings (analysis, settings);
}

void
ondes_settings_load_rows (GSettings        *settings,
                          const char       *prefix,
                          const OndesParam *rows,
                          gpointer          owner)
{
  g_autoptr (OndesRemembered) list = remembered_new (settings);
  g_autoptr (GVariant) saved = NULL;
  GVariantDict dict;

  ondes_remembered_add_rows (list, prefix, rows);
  g_variant_dict_init (&dict, NULL);
  load_all (list, settings, &dict);
  saved = g_variant_ref_sink (g_variant_dict_end (&dict));
  ondes_params_restore (rows, ONDES_PARAM_REMEMBERED, owner, saved);
}

void
ondes_settings_store_rows (GSettings        *settings,
                           const char       *prefix,
                           const OndesParam *rows,
                           gconstpointer     owner)
{
  g_autoptr (OndesRemembered) list = remembered_new (settings);
  GVariantBuilder builder = G_VARIANT_BUILDER_INIT (G_VARIANT_TYPE_VARDICT);
  g_autoptr (GVariant) saved = NULL;

  ondes_remembered_add_rows (list, prefix, rows);
  ondes_params_save (rows, ONDES_PARAM_REMEMBERED, owner, &builder);
  saved = g_variant_ref_sink (g_variant_builder_end (&builder));
  store_all (list, settings, saved);
}

void
ondes_settings_load_rulers (GSettings *settings,
                            OndesSession *session)
{
  OndesRulers rulers = { 0 };

  if (settings == NULL)
    return;
  ondes_settings_load_rows (settings, "", ondes_rulers_params.rows, &rulers);
  ondes_session_set_rulers (session, &rulers);
}

void
ondes_settings_store_rulers (GSettings *settings,
                             OndesSession *session)
{
  if (settings != NULL)
    ondes_settings_store_rows (settings, "", ondes_rulers_params.rows,
                               ondes_timeline_get_rulers (ondes_session_get_timeline (session)));
}

void
ondes_settings_load_size (GSettings *settings,
                          OndesFigureSize *size)
{
  *size = ondes_figure_size_default;
  if (settings == NULL)
    return;
  /* Earlier versions stored these two as signed numbers. */
  size->width = g_settings_get_int (settings, "export-width");
  size->height = g_settings_get_int (settings, "export-height");
  ondes_settings_load_rows (settings, "export-", ondes_figure_size_params.rows, size);
}

void
ondes_settings_store_size (GSettings *settings,
                           const OndesFigureSize *size)
{
  if (settings == NULL)
    return;
  /* The limits of the schema. */
  g_settings_set_int (settings, "export-width", CLAMP (size->width, 200, 16384));
  g_settings_set_int (settings, "export-height", CLAMP (size->height, 200, 16384));
  ondes_settings_store_rows (settings, "export-", ondes_figure_size_params.rows, size);
}
