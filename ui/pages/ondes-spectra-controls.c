/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gi18n.h>

#include "ondes-spectra-controls.h"
#include "ondes-values-controls.h"
#include "rows/ondes-rows.h"
#include "rows/ondes-slider-row.h"
#include "series/words-spectra.h"
#include "shell/ondes-template.h"

struct _OndesSpectraControls
{
  AdwBin                 parent_instance;

  OndesSpectrumAnalysis *spectra;
  OndesOperandControls  *operand;
  OndesParamRows        *values, *transform, *scale, *keep;
  GtkWidget             *compress_row;
  GtkSwitch             *compress;
  guint64                kept; /* how many, when some were kept last; 0 before */
  GtkLabel              *error;
};

G_DEFINE_FINAL_TYPE (OndesSpectraControls, ondes_spectra_controls, ADW_TYPE_BIN)

/* Models of the rows. */

static void
get_settings (gpointer model,
              gpointer owner)
{
  *(OndesSpectraSettings *) owner = *ondes_spectrum_analysis_get_settings (ONDES_SPECTRA_CONTROLS (model)->spectra);
}

/* Another transform has its usual order. */
static void
set_settings (gpointer          model,
              gpointer          owner,
              const OndesParam *row)
{
  OndesSpectrumAnalysis *spectra = ONDES_SPECTRA_CONTROLS (model)->spectra;
  const gboolean of_table = ondes_spectrum_analysis_is_of_table (spectra), other = g_str_equal (row->key, "transform");
  OndesSpectraSettings *settings = owner;

  if (other)
    settings->spectrum.order = ondes_spectrum_analysis_default_order (settings->spectrum.kind, of_table);
  /* Walsh and Haar spectra of Boolean functions use signs, the other spectra 0 and 1. */
  if (other && of_table)
    settings->derivation.is_signed
      = settings->spectrum.kind != ONDES_SPECTRUM_REED_MULLER && settings->spectrum.kind != ONDES_SPECTRUM_ARITHMETIC;
  ondes_spectrum_analysis_set_settings (spectra, settings);
}

static OndesSeries *
get_result (OndesSpectraControls *self)
{
  return ondes_series_model_get_series (ondes_series_analysis_get_result (ONDES_SERIES_ANALYSIS (self->spectra)));
}

static void
get_keep (gpointer model,
          gpointer owner)
{
  *(guint64 *) owner = ondes_spectrum_analysis_get_keep (ONDES_SPECTRA_CONTROLS (model)->spectra);
}

static void
set_keep (gpointer          model,
          gpointer          owner,
          const OndesParam *row)
{
  OndesSpectraControls *self = model;
  OndesSeries *series = get_result (self);
  const guint64 keep = MAX (*(const guint64 *) owner, 1);

  ondes_spectrum_analysis_set_keep (self->spectra, series != NULL ? MIN (keep, series->n) : keep);
}

#define SETTINGS(member) \
  sizeof (OndesSpectraSettings), get_settings, set_settings, G_STRUCT_OFFSET (OndesSpectraSettings, member)

static const OndesParamModel values_model = { &ondes_derivation_params, SETTINGS (derivation) };
static const OndesParamModel transform_model = { &ondes_spectrum_params, SETTINGS (spectrum) };
static const OndesParamModel scale_model = { &ondes_series_display_params, SETTINGS (scale) };
static const OndesParamModel keep_model = { &ondes_keep_params, sizeof (guint64), get_keep, set_keep };

static void
on_compress (OndesSpectraControls *self)
{
  const gboolean active = gtk_switch_get_active (self->compress);

  if (active == (ondes_spectrum_analysis_get_keep (self->spectra) > 0))
    return;
  if (active)
    {
      OndesSeries *series = get_result (self);
      const guint64 keep = self->kept > 0 || series == NULL ? self->kept : series->n / 10;

      set_keep (self, (gpointer) &keep, NULL);
    }
  else
    ondes_spectrum_analysis_set_keep (self->spectra, 0);
}

static void
show_error (OndesSpectraControls *self)
{
  OndesDeviation deviation;
  g_autofree char *text = NULL;
  g_autofree char *rms = NULL;
  g_autofree char *largest = NULL;
  g_autofree char *different = NULL;
  OndesSeries *values = ondes_series_model_get_series (ondes_series_analysis_get_values (ONDES_SERIES_ANALYSIS (self->spectra)));
  gboolean known = ondes_spectrum_analysis_get_deviation (self->spectra, &deviation) && values != NULL;

  if (known)
    {
      rms = ondes_words_quantity (deviation.rms, values->unit, 4);
      largest = ondes_words_quantity (deviation.largest, values->unit, 4);
      different = ondes_words_count (deviation.different);
      /* Translators: what the kept coefficients give back is off by: root mean square, in per cent of that of the values; the
       * largest difference; and how many values differ. */
      text = g_strdup_printf (ngettext ("Error: %s rms (%.3g %%), at most %s; %s value differs",
                                        "Error: %s rms (%.3g %%), at most %s; %s values differ", deviation.different),
                              rms, 100 * deviation.relative, largest, different);
    }
  ondes_label_show_problem (self->error, text);
}

/* Shows how many coefficients are kept; an inverse keeps none. */
static void
show_keep (OndesSpectraControls *self)
{
  const guint64 keep = ondes_spectrum_analysis_get_keep (self->spectra);
  const gboolean forward = !ondes_spectrum_analysis_get_settings (self->spectra)->spectrum.inverse;
  OndesSeries *series = get_result (self);
  OndesSliderRow *row = ondes_param_rows_get (self->keep, "keep");

  if (keep > 0)
    self->kept = keep;
  if (series != NULL)
    ondes_slider_row_set_range (row, 1, (double) series->n);
  ondes_param_rows_show (self->keep);
  gtk_widget_set_visible (GTK_WIDGET (row), keep > 0 && forward);
  gtk_switch_set_active (self->compress, keep > 0);
  gtk_widget_set_sensitive (self->compress_row, forward);
}

/* Problems that concern no row are about the source. */
static void
show_settings (OndesSpectraControls *self)
{
  OndesAnalysis *analysis = ONDES_ANALYSIS (self->spectra);
  const char *problem = ondes_analysis_get_problem (analysis);
  const OndesSetting setting = ondes_analysis_get_problem_setting (analysis);
  const gboolean open = ondes_operand_has_open_values (ondes_series_analysis_get_operand (ONDES_SERIES_ANALYSIS (analysis), 0));
  gboolean has_row;

  ondes_param_rows_show (self->transform);
  ondes_param_rows_show (self->scale);
  show_keep (self);
  ondes_values_controls_show (self->values, open);
  has_row = ondes_param_rows_mark (self->values, setting, problem);
  has_row |= ondes_param_rows_mark (self->transform, setting, problem);
  has_row |= ondes_param_rows_mark (self->keep, setting, problem);
  ondes_operand_controls_update (self->operand, has_row ? NULL : problem);
  show_error (self);
}

static void
ondes_spectra_controls_dispose (GObject *object)
{
  g_clear_object (&ONDES_SPECTRA_CONTROLS (object)->spectra);
  G_OBJECT_CLASS (ondes_spectra_controls_parent_class)->dispose (object);
}

static void
ondes_spectra_controls_class_init (OndesSpectraControlsClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ondes_spectra_controls_dispose;
}

static void
add_transform (OndesSpectraControls *self,
               GtkBox               *box)
{
  AdwPreferencesGroup *group = ondes_rows_add_group (box, _("Transform"));

  ondes_param_rows_add (self->transform, "spectrum", group);
  ondes_param_rows_add (self->scale, "scale", group);
  ondes_param_rows_add (self->transform, "inverse", group);
  ondes_param_rows_add (self->transform, "algorithm", group);
}

static void
add_compression (OndesSpectraControls *self,
                 GtkBox               *box)
{
  AdwPreferencesGroup *group = ondes_rows_add_group (box, _("Compression"));
  GtkWidget *error = ondes_rows_new_label ("kept");

  self->compress_row = ondes_rows_new_switch (_("Keep the largest"), NULL, &self->compress);
  ondes_widget_set_text (self->compress_row, "subtitle", _("And show the reconstruction from them"));
  gtk_widget_set_name (GTK_WIDGET (self->compress), "compress");
  adw_preferences_group_add (group, self->compress_row);
  ondes_param_rows_add (self->keep, "keep", group);
  gtk_widget_set_name (error, "error");
  gtk_label_set_max_width_chars (GTK_LABEL (error), 30);
  adw_preferences_group_add (group, error);
  self->error = GTK_LABEL (error);
}

static OndesParamRows *
new_rows (OndesSpectraControls  *self,
          const char            *name,
          const OndesParamModel *model)
{
  return ondes_widget_own (self, name, ondes_param_rows_new (model, self), (GDestroyNotify) ondes_param_rows_free);
}

static void
ondes_spectra_controls_init (OndesSpectraControls *self)
{
  self->transform = new_rows (self, "transform", &transform_model);
  self->scale = new_rows (self, "scale", &scale_model);
  self->keep = new_rows (self, "keep", &keep_model);
}

OndesOperandControls *
ondes_spectra_controls_get_operand (OndesSpectraControls *self)
{
  return self->operand;
}

GtkWidget *
ondes_spectra_controls_new (OndesSpectrumAnalysis *spectra)
{
  OndesSpectraControls *self = g_object_new (ONDES_TYPE_SPECTRA_CONTROLS, NULL);
  OndesOperand *operand = ondes_series_analysis_get_operand (ONDES_SERIES_ANALYSIS (spectra), 0);
  GtkBox *box = GTK_BOX (gtk_box_new (GTK_ORIENTATION_VERTICAL, 0));

  self->spectra = g_object_ref (spectra);
  self->operand = ONDES_OPERAND_CONTROLS (ondes_operand_controls_new (operand, _("Source"), FALSE));
  gtk_box_append (box, GTK_WIDGET (self->operand));
  self->values = ondes_widget_own (self, "values", ondes_values_controls_new (box, &values_model, self),
                                   (GDestroyNotify) ondes_param_rows_free);
  add_transform (self, box);
  add_compression (self, box);
  adw_bin_set_child (ADW_BIN (self), ondes_rows_new_side_bar (GTK_WIDGET (box)));
  g_signal_connect_swapped (self->compress, "notify::active", G_CALLBACK (on_compress), self);
  g_signal_connect_object (spectra, "settings-changed", G_CALLBACK (show_settings), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (spectra, "kept-changed", G_CALLBACK (show_error), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (spectra, "result-changed", G_CALLBACK (show_settings), self, G_CONNECT_SWAPPED);
  show_settings (self);
  return GTK_WIDGET (self);
}
