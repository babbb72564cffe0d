/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <math.h>
#include <string.h>

#include "figure/palette.h"
#include "base/installed.h"
#include "settings.h"

/* Bytes of a text that is worth remembering. */
#define LONGEST_TEXT 16384

static const char *const rows_names[] = { "frequencies", "scales", "logarithmic", "list", NULL };

/* The schema that came with this program, for another Ondes may be installed; NULL: none lies there. */
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

static guint
load_name (GSettings *settings,
           const char *key,
           const char *const *names,
           guint otherwise)
{
  g_autofree char *word = g_settings_get_string (settings, key);
  int index = ondes_name_index (names, word);

  return index >= 0 ? (guint) index : otherwise;
}

static double
load_double (GSettings *settings,
             const char *key,
             double least,
             double most,
             double otherwise)
{
  double value = g_settings_get_double (settings, key);

  return isfinite (value) && value >= least && value <= most ? value : otherwise;
}

/* Choices alone: frequencies, scales, FFT length and reference are of one recording. Those that make no transform together are left
 * at the scalogram's defaults. */
static void
load_cwt (GSettings *settings,
          OndesScalogramAnalysis *scalogram)
{
  OndesCwtSettings cwt = *ondes_scalogram_analysis_get_settings (scalogram);
  OndesCwtOptions *options = &cwt.options;
  g_autoptr (OndesScaleList) list = ondes_scale_list_parse ("10", 0, NULL);
  g_autoptr (OndesSpec) spec = NULL;
  guint rows = load_name (settings, "rows", rows_names, 0);
  double voices = load_double (settings, "voices", 0.1, 1000, 24);

  options->wavelet = load_name (settings, "wavelet", ondes_wavelet_names, options->wavelet);
  options->omega0 = load_double (settings, "omega0", 0.5, 100, options->omega0);
  options->normalisation = load_name (settings, "normalisation", ondes_normalisation_names, options->normalisation);
  options->quantity = load_name (settings, "quantity", ondes_quantity_names, options->quantity);
  options->pool = load_name (settings, "pool", ondes_pool_names, options->pool);
  options->boundary = load_name (settings, "boundary", ondes_boundary_names, options->boundary);
  cwt.detrend = load_name (settings, "detrend", ondes_detrend_names, cwt.detrend);
  cwt.detrend_window = load_double (settings, "detrend-window", 1e-300, 1e300, cwt.detrend_window);
  options->method = load_name (settings, "method", ondes_method_names, options->method);
  options->precision = load_name (settings, "precision", ondes_precision_names, options->precision);
  cwt.voices = rows == 1 || rows == 3 ? 0 : voices;
  cwt.rows = rows == 0 ? ONDES_ROWS_FREQUENCIES : rows == 3 ? ONDES_ROWS_LIST : ONDES_ROWS_SCALES;
  g_strlcpy (cwt.scales, ondes_default_scales (cwt.rows, cwt.voices), sizeof cwt.scales);
  spec = ondes_cwt_new (options, list, NULL);
  if (spec == NULL)
    {
      OndesQuantity quantity = options->quantity;
      OndesPooling pool = options->pool;

      *options = ondes_cwt_options_default;
      options->quantity = quantity;
      options->pool = pool;
    }
  ondes_scalogram_analysis_set_settings (scalogram, &cwt);
}

void
ondes_settings_load (GSettings *settings,
                     OndesScalogramAnalysis *scalogram)
{
  OndesDisplay display = *ondes_scalogram_analysis_get_display (scalogram);

  if (settings == NULL)
    return;
  load_cwt (settings, scalogram);
  display.palette = load_name (settings, "palette", ondes_palette_names, display.palette);
  display.decibel = g_settings_get_boolean (settings, "decibel");
  display.db_range = load_double (settings, "db-range", 0, 400, display.db_range);
  display.equalise = g_settings_get_boolean (settings, "equalise");
  display.show = load_name (settings, "axis", ondes_show_names, display.show);
  display.cone = g_settings_get_boolean (settings, "cone");
  ondes_scalogram_analysis_set_display (scalogram, &display);
}

void
ondes_settings_store (GSettings *settings,
                      OndesScalogramAnalysis *scalogram)
{
  const OndesCwtSettings *cwt = ondes_scalogram_analysis_get_settings (scalogram);
  const OndesDisplay *display = ondes_scalogram_analysis_get_display (scalogram);
  const OndesCwtOptions *options = &cwt->options;
  guint rows = cwt->rows == ONDES_ROWS_FREQUENCIES ? 0 : cwt->rows == ONDES_ROWS_LIST ? 3 : cwt->voices > 0 ? 2 : 1;

  /* What makes no transform is not worth remembering. */
  if (settings == NULL || ondes_analysis_get_problem (ONDES_ANALYSIS (scalogram)) != NULL)
    return;
  g_settings_set_string (settings, "wavelet", ondes_wavelet_names[options->wavelet]);
  g_settings_set_double (settings, "omega0", CLAMP (options->omega0, 0.5, 100));
  g_settings_set_string (settings, "normalisation", ondes_normalisation_names[options->normalisation]);
  g_settings_set_string (settings, "quantity", ondes_quantity_names[options->quantity]);
  g_settings_set_string (settings, "pool", ondes_pool_names[options->pool]);
  g_settings_set_string (settings, "boundary", ondes_boundary_names[options->boundary]);
  g_settings_set_string (settings, "detrend", ondes_detrend_names[cwt->detrend]);
  g_settings_set_double (settings, "detrend-window", cwt->detrend_window);
  g_settings_set_string (settings, "method", ondes_method_names[options->method]);
  g_settings_set_string (settings, "precision", ondes_precision_names[options->precision]);
  g_settings_set_string (settings, "rows", rows_names[rows]);
  if (cwt->voices > 0)
    g_settings_set_double (settings, "voices", CLAMP (cwt->voices, 0.1, 1000));
  g_settings_set_string (settings, "palette", ondes_palette_names[display->palette]);
  g_settings_set_boolean (settings, "decibel", display->decibel);
  g_settings_set_double (settings, "db-range", CLAMP (display->db_range, 0, 400));
  g_settings_set_boolean (settings, "equalise", display->equalise);
  g_settings_set_string (settings, "axis", ondes_show_names[display->show]);
  g_settings_set_boolean (settings, "cone", display->cone);
}

/* A file is not opened again, and a text not shown before it is asked for: of those the kind stays as it is. */
static void
load_operand (GSettings *settings,
              const char *kind_key,
              const char *text_key,
              OndesOperand *operand)
{
  g_autofree char *text = g_settings_get_string (settings, text_key);
  guint kind = load_name (settings, kind_key, ondes_operand_kind_names, ondes_operand_get_kind (operand));

  ondes_operand_set_text (operand, text);
  ondes_operand_set_kind (operand, (OndesOperandKind) kind);
}

static void
store_operand (GSettings *settings,
               const char *kind_key,
               const char *text_key,
               OndesOperand *operand)
{
  OndesOperandKind kind = ondes_operand_get_kind (operand);
  const char *text = ondes_operand_get_text (operand);

  if (kind != ONDES_OPERAND_FILE && kind != ONDES_OPERAND_TEXT)
    g_settings_set_string (settings, kind_key, ondes_operand_kind_names[kind]);
  if (strlen (text) <= LONGEST_TEXT)
    g_settings_set_string (settings, text_key, text);
}

/* Of recordings, of truth tables. */
static const struct
{
  const char *order, *scale;
} choice_keys[] = { { "spectrum-order", "spectrum-scale" }, { "logic-order", "logic-scale" } };

void
ondes_settings_load_spectra (GSettings *settings,
                             OndesSpectrumAnalysis *spectra)
{
  OndesSpectraSettings fresh = *ondes_spectrum_analysis_get_settings (spectra);
  OndesSpectrumOptions *options = &fresh.spectrum;

  if (settings == NULL)
    return;
  options->kind = load_name (settings, "spectrum-transform", ondes_spectrum_names, options->kind);
  options->algorithm = load_name (settings, "spectrum-algorithm", ondes_algorithm_names, options->algorithm);
  fresh.dont_care = (OndesDontCare) load_name (settings, "spectrum-dont-care", ondes_dont_care_names, fresh.dont_care);
  ondes_spectrum_analysis_set_settings (spectra, &fresh);
  for (guint i = 0; i < G_N_ELEMENTS (choice_keys); i++)
    {
      OndesSpectraChoice choice = *ondes_spectrum_analysis_get_choice (spectra, i);

      choice.order = load_name (settings, choice_keys[i].order, ondes_order_names, choice.order);
      choice.scale = load_name (settings, choice_keys[i].scale, ondes_series_scale_names, choice.scale);
      if (i > 0)
        choice.is_signed = g_settings_get_boolean (settings, "logic-signed");
      ondes_spectrum_analysis_set_choice (spectra, i, &choice);
    }
  ondes_spectrum_analysis_set_keep (spectra, g_settings_get_uint64 (settings, "spectrum-keep"));
  load_operand (settings, "spectrum-source", "spectrum-text", ondes_series_analysis_get_operand (ONDES_SERIES_ANALYSIS (spectra), 0));
}

void
ondes_settings_store_spectra (GSettings *settings,
                              OndesSpectrumAnalysis *spectra)
{
  const OndesSpectrumOptions *options = &ondes_spectrum_analysis_get_settings (spectra)->spectrum;

  if (settings == NULL)
    return;
  g_settings_set_string (settings, "spectrum-transform", ondes_spectrum_names[options->kind]);
  for (guint i = 0; i < G_N_ELEMENTS (choice_keys); i++)
    {
      const OndesSpectraChoice *choice = ondes_spectrum_analysis_get_choice (spectra, i);

      g_settings_set_string (settings, choice_keys[i].order, ondes_order_names[choice->order]);
      g_settings_set_string (settings, choice_keys[i].scale, ondes_series_scale_names[choice->scale]);
    }
  g_settings_set_boolean (settings, "logic-signed", ondes_spectrum_analysis_get_choice (spectra, TRUE)->is_signed);
  g_settings_set_string (settings, "spectrum-algorithm", ondes_algorithm_names[options->algorithm]);
  g_settings_set_string (settings, "spectrum-dont-care",
                         ondes_dont_care_names[ondes_spectrum_analysis_get_settings (spectra)->dont_care]);
  g_settings_set_uint64 (settings, "spectrum-keep", ondes_spectrum_analysis_get_keep (spectra));
  store_operand (settings, "spectrum-source", "spectrum-text", ondes_series_analysis_get_operand (ONDES_SERIES_ANALYSIS (spectra), 0));
}

static const struct
{
  const char *kind, *text;
} convolution_keys[] = { { "convolution-first", "convolution-first-text" }, { "convolution-second", "convolution-second-text" } };

void
ondes_settings_load_convolution (GSettings *settings,
                                 OndesDyadicAnalysis *convolution)
{
  guint dont_care;

  if (settings == NULL)
    return;
  dont_care = load_name (settings, "convolution-dont-care", ondes_dont_care_names,
                         ondes_dyadic_analysis_get_dont_care (convolution));
  ondes_dyadic_analysis_set_values (convolution, ondes_dyadic_analysis_get_derivation (convolution), (OndesDontCare) dont_care);
  for (guint i = 0; i < G_N_ELEMENTS (convolution_keys); i++)
    load_operand (settings, convolution_keys[i].kind, convolution_keys[i].text, ondes_series_analysis_get_operand (ONDES_SERIES_ANALYSIS (convolution), i));
}

void
ondes_settings_store_convolution (GSettings *settings,
                                  OndesDyadicAnalysis *convolution)
{
  if (settings == NULL)
    return;
  g_settings_set_string (settings, "convolution-dont-care",
                         ondes_dont_care_names[ondes_dyadic_analysis_get_dont_care (convolution)]);
  for (guint i = 0; i < G_N_ELEMENTS (convolution_keys); i++)
    store_operand (settings, convolution_keys[i].kind, convolution_keys[i].text,
                   ondes_series_analysis_get_operand (ONDES_SERIES_ANALYSIS (convolution), i));
}

void
ondes_settings_load_size (GSettings *settings,
                          OndesFigureSize *size)
{
  *size = ondes_figure_size_default;
  if (settings == NULL)
    return;
  size->width = CLAMP (g_settings_get_int (settings, "export-width"), 200, 16384);
  size->height = CLAMP (g_settings_get_int (settings, "export-height"), 200, 16384);
  size->scale_factor = load_double (settings, "export-scale", 0.25, 16, size->scale_factor);
  size->dpi = load_double (settings, "export-dpi", 10, 2400, size->dpi);
  size->svg_text = g_settings_get_boolean (settings, "export-svg-text");
}
