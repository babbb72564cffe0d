/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "rows/ondes-rows.h"
#include "rows/ondes-slider-row.h"
#include "ondes-spectra-controls.h"
#include "ondes-values-controls.h"
#include "series/words-spectra.h"
#include "shell/ondes-template.h"

struct _OndesSpectraControls
{
  AdwBin                parent_instance;

  OndesSpectrumAnalysis         *spectra;
  gboolean              updating; /* the analysis is being shown: changes are not the user's */
  OndesOrder            orders[3]; /* in the order of the row's items */

  OndesOperandControls *operand;
  OndesValuesControls  *values;
  GtkBox               *box;
  AdwComboRow          *transform, *order, *algorithm, *scale;
  GtkSwitch            *inverse, *compress;
  GtkWidget            *compress_row;
  OndesSliderRow       *keep;
  GtkLabel             *transform_problem, *error;
};

G_DEFINE_FINAL_TYPE (OndesSpectraControls, ondes_spectra_controls, ADW_TYPE_BIN)

static void
on_changed (OndesSpectraControls *self)
{
  OndesSpectraSettings settings;

  if (self->updating || self->spectra == NULL)
    return;
  settings = *ondes_spectrum_analysis_get_settings (self->spectra);
  settings.spectrum.order = self->orders[MIN (adw_combo_row_get_selected (self->order), 2)];
  settings.spectrum.algorithm = (OndesAlgorithm) adw_combo_row_get_selected (self->algorithm);
  settings.spectrum.inverse = gtk_switch_get_active (self->inverse);
  settings.scale = (OndesSeriesScale) adw_combo_row_get_selected (self->scale);
  ondes_values_controls_get (self->values, &settings.derivation, &settings.dont_care);
  ondes_spectrum_analysis_set_settings (self->spectra, &settings);
}

/* Selects another transform with its usual order. */
static void
on_transform (OndesSpectraControls *self)
{
  OndesSpectraSettings settings;

  if (self->updating || self->spectra == NULL)
    return;
  settings = *ondes_spectrum_analysis_get_settings (self->spectra);
  settings.spectrum.kind = (OndesSpectrumKind) adw_combo_row_get_selected (self->transform);
  settings.spectrum.order = ondes_spectrum_analysis_default_order (settings.spectrum.kind,
                                                                   ondes_spectrum_analysis_is_of_table (self->spectra));
  /* Walsh and Haar spectra of Boolean functions use signs, the other spectra 0 and 1. */
  if (ondes_spectrum_analysis_is_of_table (self->spectra))
    settings.derivation.is_signed
      = settings.spectrum.kind != ONDES_SPECTRUM_REED_MULLER && settings.spectrum.kind != ONDES_SPECTRUM_ARITHMETIC;
  ondes_spectrum_analysis_set_settings (self->spectra, &settings);
}

static void
on_keep (OndesSpectraControls *self)
{
  OndesSeries *series;
  double keep;

  if (self->updating || self->spectra == NULL)
    return;
  series = ondes_series_model_get_series (ondes_series_analysis_get_result (ONDES_SERIES_ANALYSIS (self->spectra)));
  keep = ondes_slider_row_get_value (self->keep);
  if (series != NULL)
    keep = MIN (keep, (double) series->n);
  ondes_spectrum_analysis_set_keep (self->spectra, gtk_switch_get_active (self->compress) ? (guint64) MAX (round (keep), 1) : 0);
}

/* Lists the orders available for the transform. */
static void
show_orders (OndesSpectraControls *self,
             const OndesSpectrumOptions *options)
{
  const char *items[G_N_ELEMENTS (self->orders) + 1] = { NULL };
  guint n = 0, selected = 0;

  for (guint i = 0; ondes_order_names[i] != NULL; i++)
    if (ondes_spectrum_analysis_has_order (options->kind, (OndesOrder) i))
      {
        if (options->order == (OndesOrder) i)
          selected = n;
        self->orders[n] = (OndesOrder) i;
        items[n++] = _(ondes_words_orders[i]);
      }
  for (guint i = n; i < G_N_ELEMENTS (self->orders); i++)
    self->orders[i] = self->orders[0];
  ondes_rows_set_items (self->order, items);
  adw_combo_row_set_selected (self->order, selected);
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

static void
show_settings (OndesSpectraControls *self)
{
  const OndesSpectraSettings *settings = ondes_spectrum_analysis_get_settings (self->spectra);
  OndesSeries *series = ondes_series_model_get_series (ondes_series_analysis_get_result (ONDES_SERIES_ANALYSIS (self->spectra)));
  const char *problem = ondes_analysis_get_problem (ONDES_ANALYSIS (self->spectra));
  OndesSpectraPlace place = ondes_spectrum_analysis_get_problem_place (self->spectra);
  guint64 keep = ondes_spectrum_analysis_get_keep (self->spectra);
  gboolean open = ondes_operand_has_open_values (ondes_series_analysis_get_operand (ONDES_SERIES_ANALYSIS (self->spectra), 0));
  gboolean forward = !settings->spectrum.inverse;

  self->updating = TRUE;
  adw_combo_row_set_selected (self->transform, settings->spectrum.kind);
  show_orders (self, &settings->spectrum);
  adw_combo_row_set_selected (self->algorithm, settings->spectrum.algorithm);
  adw_combo_row_set_selected (self->scale, settings->scale);
  gtk_switch_set_active (self->inverse, settings->spectrum.inverse);
  gtk_switch_set_active (self->compress, keep > 0);
  gtk_widget_set_sensitive (self->compress_row, forward);
  gtk_widget_set_visible (GTK_WIDGET (self->keep), keep > 0 && forward);
  if (series != NULL)
    ondes_slider_row_set_range (self->keep, 1, (double) series->n);
  if (keep > 0)
    ondes_slider_row_set_value (self->keep, (double) keep);
  self->updating = FALSE;
  ondes_values_controls_show (self->values, &settings->derivation, settings->dont_care, open,
                              place == ONDES_SPECTRA_PLACE_VALUES ? problem : NULL);
  ondes_operand_controls_update (self->operand, place == ONDES_SPECTRA_PLACE_SOURCE ? problem : NULL);
  ondes_label_show_problem (self->transform_problem, place == ONDES_SPECTRA_PLACE_TRANSFORM ? problem : NULL);
  show_error (self);
}

static void
ondes_spectra_controls_dispose (GObject *object)
{
  g_clear_object (&ONDES_SPECTRA_CONTROLS (object)->spectra);
  G_OBJECT_CLASS (ondes_spectra_controls_parent_class)->dispose (object);
}

#define CHILD(name) ONDES_TEMPLATE_CHILD (OndesSpectraControls, name)

static void
ondes_spectra_controls_class_init (OndesSpectraControlsClass *klass)
{
  static const OndesTemplateChild children[] = {
    CHILD (box), CHILD (transform), CHILD (order), CHILD (algorithm), CHILD (scale), CHILD (inverse), CHILD (compress),
    CHILD (compress_row), CHILD (keep), CHILD (transform_problem), CHILD (error), { NULL },
  };
  static const OndesTemplateCallback callbacks[] = {
    ONDES_CALLBACK (on_changed), ONDES_CALLBACK (on_transform), ONDES_CALLBACK (on_keep), { NULL },
  };
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  g_type_ensure (ONDES_TYPE_SLIDER_ROW);
  G_OBJECT_CLASS (klass)->dispose = ondes_spectra_controls_dispose;
  ondes_template_install (widget_class, "ondes-spectra-controls.ui", children, callbacks);
}

static void
ondes_spectra_controls_init (OndesSpectraControls *self)
{
  self->updating = TRUE;
  gtk_widget_init_template (GTK_WIDGET (self));
  ondes_slider_row_set_value (self->keep, 64);
  self->updating = FALSE;
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

  self->spectra = g_object_ref (spectra);
  self->operand = ONDES_OPERAND_CONTROLS (
    ondes_operand_controls_new (ondes_series_analysis_get_operand (ONDES_SERIES_ANALYSIS (spectra), 0), _("Source"), FALSE));
  self->values = ONDES_VALUES_CONTROLS (ondes_values_controls_new ());
  gtk_box_prepend (self->box, GTK_WIDGET (self->values));
  gtk_box_prepend (self->box, GTK_WIDGET (self->operand));
  g_signal_connect_object (self->values, "changed", G_CALLBACK (on_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (spectra, "settings-changed", G_CALLBACK (show_settings), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (spectra, "kept-changed", G_CALLBACK (show_error), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (spectra, "result-changed", G_CALLBACK (show_settings), self, G_CONNECT_SWAPPED);
  show_settings (self);
  return GTK_WIDGET (self);
}
