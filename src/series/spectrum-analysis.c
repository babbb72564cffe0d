/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "spectrum-analysis-private.h"
#include "session/signals.h"
#include "session/words-settings.h"

static guint signals[SPECTRA_N_SIGNALS];

G_DEFINE_FINAL_TYPE (OndesSpectrumAnalysis, ondes_spectrum_analysis, ONDES_TYPE_SERIES_ANALYSIS)

void
ondes_spectrum_analysis_emit (OndesSpectrumAnalysis *self,
                              guint which)
{
  g_signal_emit (self, signals[which], 0);
}

const OndesSpectraResult *
ondes_spectrum_analysis_get_computed (OndesSpectrumAnalysis *self)
{
  return (const OndesSpectraResult *) ondes_series_analysis_get_computed (ONDES_SERIES_ANALYSIS (self));
}

static void
set_scale (OndesSpectrumAnalysis *self)
{
  ondes_series_model_set_scale (ondes_series_analysis_get_result (ONDES_SERIES_ANALYSIS (self)), self->settings.scale);
}

static void
want (OndesAnalysis *analysis)
{
  OndesSpectrumAnalysis *self = ONDES_SPECTRUM_ANALYSIS (analysis);
  int of_table = ondes_operand_is_table (ondes_series_analysis_get_operand (ONDES_SERIES_ANALYSIS (self), 0));

  if (of_table >= 0)
    ondes_spectrum_analysis_take_choice (self, of_table);
  ondes_scheduler_cancel (self->measuring);
  ONDES_ANALYSIS_CLASS (ondes_spectrum_analysis_parent_class)->want (analysis);
}

static void
result_changed (OndesSeriesAnalysis *analysis)
{
  OndesSpectrumAnalysis *self = ONDES_SPECTRUM_ANALYSIS (analysis);
  const OndesSpectraResult *result = ondes_spectrum_analysis_get_computed (self);

  self->deviation_known = FALSE;
  ondes_spectrum_analysis_clear_properties (self);
  ondes_spectrum_analysis_emit (self, SPECTRA_KEPT_CHANGED);
  ondes_spectrum_analysis_emit (self, SPECTRA_PROPERTIES_CHANGED);
  if (result != NULL && self->keep > 0)
    ondes_scheduler_want (self->keeping, ONDES_WANT_SOON);
  if (result != NULL && result->function != NULL)
    ondes_scheduler_want (self->measuring, ONDES_WANT_SOON);
}

static void
ondes_spectrum_analysis_constructed (GObject *object)
{
  OndesSpectrumAnalysis *self = ONDES_SPECTRUM_ANALYSIS (object);

  G_OBJECT_CLASS (ondes_spectrum_analysis_parent_class)->constructed (object);
  self->keeping = ondes_analysis_add_scheduler (ONDES_ANALYSIS (self), &ondes_spectrum_analysis_keeping);
  self->measuring = ondes_analysis_add_aside (ONDES_ANALYSIS (self), &ondes_spectrum_analysis_measuring);
  set_scale (self);
}

static void
ondes_spectrum_analysis_finalize (GObject *object)
{
  ondes_spectrum_analysis_clear_properties (ONDES_SPECTRUM_ANALYSIS (object));
  G_OBJECT_CLASS (ondes_spectrum_analysis_parent_class)->finalize (object);
}

static void
ondes_spectrum_analysis_class_init (OndesSpectrumAnalysisClass *klass)
{
  static const char *const names[SPECTRA_N_SIGNALS] = { "kept-changed", "properties-changed" };

  G_OBJECT_CLASS (klass)->constructed = ondes_spectrum_analysis_constructed;
  G_OBJECT_CLASS (klass)->finalize = ondes_spectrum_analysis_finalize;
  ONDES_ANALYSIS_CLASS (klass)->want = want;
  ONDES_SERIES_ANALYSIS_CLASS (klass)->result_changed = result_changed;
  ondes_spectrum_analysis_compute_init (ONDES_SERIES_ANALYSIS_CLASS (klass));
  ondes_spectrum_analysis_export_init (ONDES_SERIES_ANALYSIS_CLASS (klass));
  ondes_spectrum_analysis_settings_init (ONDES_ANALYSIS_CLASS (klass));
  ondes_signals_new (klass, names, SPECTRA_N_SIGNALS, signals);
}

static void
ondes_spectrum_analysis_init (OndesSpectrumAnalysis *self)
{
  self->choices[0] = (OndesSpectraChoice) { .order = ONDES_ORDER_SEQUENCY, .scale = ONDES_SCALE_DB };
  self->choices[1] = (OndesSpectraChoice) { .order = ONDES_ORDER_NATURAL, .is_signed = TRUE };
  self->shown_table = -1;
  ondes_spectrum_analysis_apply_choice (&self->settings, &self->choices[0], FALSE);
  /* Show a spectrum at once; the row says which value don't-cares were given. */
  self->settings.dont_care = ONDES_DONT_CARE_0;
}

OndesSpectrumAnalysis *
ondes_spectrum_analysis_new (OndesSession *session)
{
  return g_object_new (ONDES_TYPE_SPECTRUM_ANALYSIS, "session", session, NULL);
}

const OndesSpectraSettings *
ondes_spectrum_analysis_get_settings (OndesSpectrumAnalysis *self)
{
  return &self->settings;
}

static gboolean
equal (const OndesSpectraSettings *a,
       const OndesSpectraSettings *b)
{
  return a->spectrum.kind == b->spectrum.kind && a->spectrum.order == b->spectrum.order
         && a->spectrum.algorithm == b->spectrum.algorithm && a->spectrum.inverse == b->spectrum.inverse
         && a->dont_care == b->dont_care && ondes_derivation_equal (&a->derivation, &b->derivation);
}

OndesOrder
ondes_spectrum_analysis_default_order (OndesSpectrumKind kind,
                                       gboolean of_table)
{
  return kind == ONDES_SPECTRUM_WALSH && !of_table ? ONDES_ORDER_SEQUENCY : ondes_spectrum_default_order (kind);
}

void
ondes_spectrum_analysis_apply_choice (OndesSpectraSettings *settings,
                                      const OndesSpectraChoice *choice,
                                      gboolean of_table)
{
  OndesSpectrumKind kind = settings->spectrum.kind;

  settings->spectrum.order
    = ondes_spectrum_analysis_has_order (kind, choice->order) ? choice->order
                                                              : ondes_spectrum_analysis_default_order (kind, of_table);
  settings->derivation.is_signed = choice->is_signed;
  settings->scale = choice->scale;
}

void
ondes_spectrum_analysis_take_choice (OndesSpectrumAnalysis *self,
                                     gboolean of_table)
{
  if (of_table == self->of_table)
    return;
  self->of_table = of_table;
  ondes_spectrum_analysis_apply_choice (&self->settings, &self->choices[of_table], of_table);
  set_scale (self);
}

const OndesSpectraChoice *
ondes_spectrum_analysis_get_choice (OndesSpectrumAnalysis *self,
                                    gboolean of_table)
{
  return &self->choices[of_table];
}

void
ondes_spectrum_analysis_set_choice (OndesSpectrumAnalysis *self,
                                    gboolean of_table,
                                    const OndesSpectraChoice *choice)
{
  OndesSpectraSettings fresh = self->settings;

  self->choices[of_table] = *choice;
  if (of_table != self->of_table)
    return;
  ondes_spectrum_analysis_apply_choice (&fresh, choice, of_table);
  ondes_spectrum_analysis_set_settings (self, &fresh);
}

gboolean
ondes_spectrum_analysis_is_of_table (OndesSpectrumAnalysis *self)
{
  return self->of_table;
}

gboolean
ondes_spectrum_analysis_has_order (OndesSpectrumKind kind,
                                   OndesOrder order)
{
  OndesSpectrumOptions options = { .kind = kind, .order = order, .type = ondes_spectrum_default_type (kind, ONDES_U8) };
  g_autoptr (OndesSpec) spec = ondes_spectrum_new (&options, NULL);

  return spec != NULL;
}

OndesSpectraPlace
ondes_spectrum_analysis_get_problem_place (OndesSpectrumAnalysis *self)
{
  if (ondes_analysis_get_problem (ONDES_ANALYSIS (self)) == NULL)
    return ONDES_SPECTRA_PLACE_NONE;
  switch (ondes_words_setting_place (ondes_analysis_get_problem_setting (ONDES_ANALYSIS (self))))
    {
    case ONDES_ERROR_PLACE_VALUES:
      return ONDES_SPECTRA_PLACE_VALUES;
    case ONDES_ERROR_PLACE_TRANSFORM:
      return ONDES_SPECTRA_PLACE_TRANSFORM;
    default:
      return ONDES_SPECTRA_PLACE_SOURCE;
    }
}

void
ondes_spectrum_analysis_set_settings (OndesSpectrumAnalysis *self,
                                      const OndesSpectraSettings *settings)
{
  OndesSpectraSettings fresh = *settings;
  gboolean same;

  fresh.spectrum.row_length = 0;
  if (!ondes_spectrum_analysis_has_order (fresh.spectrum.kind, fresh.spectrum.order))
    fresh.spectrum.order = ondes_spectrum_analysis_default_order (fresh.spectrum.kind, self->of_table);
  same = equal (&fresh, &self->settings);
  if (same && fresh.scale == self->settings.scale)
    return;
  self->settings = fresh;
  self->choices[self->of_table]
    = (OndesSpectraChoice) { fresh.spectrum.order, fresh.derivation.is_signed, fresh.scale };
  set_scale (self);
  if (same)
    ondes_analysis_settings_changed (ONDES_ANALYSIS (self));
  else
    ondes_analysis_want (ONDES_ANALYSIS (self));
}

guint64
ondes_spectrum_analysis_get_keep (OndesSpectrumAnalysis *self)
{
  return self->keep;
}

void
ondes_spectrum_analysis_set_keep (OndesSpectrumAnalysis *self,
                                  guint64 keep)
{
  if (keep == self->keep)
    return;
  self->keep = keep;
  ondes_analysis_settings_changed (ONDES_ANALYSIS (self));
  if (keep > 0)
    ondes_scheduler_want (self->keeping, ONDES_WANT_SOON);
  else
    {
      ondes_scheduler_cancel (self->keeping);
      self->deviation_known = FALSE;
      ondes_series_model_set_over (ondes_series_analysis_get_values (ONDES_SERIES_ANALYSIS (self)), NULL);
      ondes_spectrum_analysis_emit (self, SPECTRA_KEPT_CHANGED);
    }
}

gboolean
ondes_spectrum_analysis_get_deviation (OndesSpectrumAnalysis *self,
                                       OndesDeviation *deviation)
{
  *deviation = self->deviation;
  return self->deviation_known;
}

const OndesBoolean *
ondes_spectrum_analysis_get_boolean (OndesSpectrumAnalysis *self)
{
  return self->properties.boolean;
}

const OndesSbox *
ondes_spectrum_analysis_get_sbox (OndesSpectrumAnalysis *self)
{
  return self->properties.sbox;
}

OndesHeatMap *
ondes_spectrum_analysis_get_table (OndesSpectrumAnalysis *self,
                                   OndesSboxTable which)
{
  return self->properties.tables[which];
}

void
ondes_spectrum_analysis_show_table (OndesSpectrumAnalysis *self,
                                    int which,
                                    const OndesHeatMapView *view)
{
  self->shown_table = which;
  if (view != NULL)
    self->shown = *view;
}

guint
ondes_spectrum_analysis_get_output (OndesSpectrumAnalysis *self,
                                    guint *n)
{
  const OndesSeriesResult *result = ondes_series_analysis_get_computed (ONDES_SERIES_ANALYSIS (self));
  OndesTruthTable *table = result != NULL ? ondes_operand_job_get_table (result->operands[0]) : NULL;

  *n = table != NULL ? ondes_truth_table_outputs (table) : 0;
  return *n > 1 ? ondes_operand_job_get_output (result->operands[0]) : 0;
}

const char *
ondes_spectrum_analysis_get_properties_problem (OndesSpectrumAnalysis *self)
{
  return self->properties.problem;
}

char *
ondes_spectrum_analysis_report (OndesSpectrumAnalysis *self)
{
  g_autofree char *boolean = NULL;
  g_autofree char *sbox = NULL;

  if (self->properties.boolean == NULL)
    return NULL;
  boolean = ondes_boolean_report (self->properties.boolean);
  if (self->properties.sbox == NULL)
    return g_steal_pointer (&boolean);
  sbox = ondes_sbox_report (self->properties.sbox);
  return g_strconcat (boolean, "\n", sbox, NULL);
}
