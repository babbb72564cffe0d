/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gi18n.h>

#include "spectrum-analysis-private.h"

static guint signals[SPECTRA_N_SIGNALS];

G_DEFINE_FINAL_TYPE (OndesSpectrumAnalysis, ondes_spectrum_analysis, ONDES_TYPE_ANALYSIS)

void
ondes_spectrum_analysis_emit (OndesSpectrumAnalysis *self,
                              guint which)
{
  g_signal_emit (self, signals[which], 0);
}

static void
drop_result (OndesSpectrumAnalysis *self)
{
  ondes_analysis_take_problem (ONDES_ANALYSIS (self), NULL, ONDES_SETTING_NONE);
  ondes_analysis_take_status (ONDES_ANALYSIS (self), NULL);
  if (self->result == NULL)
    return;
  ondes_spectrum_analysis_clear_properties (self);
  g_clear_pointer (&self->result, ondes_spectrum_analysis_result_free);
  self->deviation_known = FALSE;
  ondes_series_model_set_series (self->values, NULL);
  ondes_series_model_set_series (self->spectrum, NULL);
  ondes_spectrum_analysis_emit (self, SPECTRA_RESULT_CHANGED);
  ondes_spectrum_analysis_emit (self, SPECTRA_PROPERTIES_CHANGED);
}

/* Another spectrum is wanted: now, or once the page is in view. */
static void
want (OndesSpectrumAnalysis *self)
{
  int of_table = ondes_operand_is_table (self->operand);

  self->current = FALSE;
  if (of_table >= 0)
    ondes_spectrum_analysis_take_choice (self, of_table);
  ondes_analysis_settings_changed (ONDES_ANALYSIS (self));
  if (!ondes_operand_is_ready (self->operand))
    {
      ondes_scheduler_cancel (self->spectra);
      drop_result (self);
      ondes_analysis_changed (ONDES_ANALYSIS (self));
      return;
    }
  self->dirty = !self->active;
  if (!self->active)
    return;
  ondes_scheduler_cancel (self->measuring);
  ondes_scheduler_want (self->spectra, ONDES_WANT_SOON);
}

static void
ondes_spectrum_analysis_dispose (GObject *object)
{
  OndesSpectrumAnalysis *self = ONDES_SPECTRUM_ANALYSIS (object);

  if (self->operand != NULL)
    g_signal_handlers_disconnect_by_data (self->operand, self);
  /* The queues first: no callback comes once they are gone. */
  g_clear_pointer (&self->queue, ondes_queue_free);
  g_clear_pointer (&self->asides, ondes_queue_free);
  ondes_spectrum_analysis_clear_properties (self);
  g_clear_pointer (&self->result, ondes_spectrum_analysis_result_free);
  g_clear_object (&self->values);
  g_clear_object (&self->spectrum);
  g_clear_object (&self->operand);
  G_OBJECT_CLASS (ondes_spectrum_analysis_parent_class)->dispose (object);
}

static void
ondes_spectrum_analysis_class_init (OndesSpectrumAnalysisClass *klass)
{
  static const char *const names[SPECTRA_N_SIGNALS] = { "result-changed", "kept-changed", "properties-changed" };

  G_OBJECT_CLASS (klass)->dispose = ondes_spectrum_analysis_dispose;
  ondes_spectrum_analysis_methods_init (ONDES_ANALYSIS_CLASS (klass));
  ondes_spectrum_analysis_settings_init (ONDES_ANALYSIS_CLASS (klass));
  for (guint i = 0; i < SPECTRA_N_SIGNALS; i++)
    signals[i] = g_signal_new (names[i], ONDES_TYPE_SPECTRUM_ANALYSIS, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
ondes_spectrum_analysis_init (OndesSpectrumAnalysis *self)
{
  self->values = ondes_series_model_new ();
  self->spectrum = ondes_series_model_new ();
  self->choices[0] = (OndesSpectraChoice) { .order = ONDES_ORDER_SEQUENCY, .scale = ONDES_SCALE_DB };
  self->choices[1] = (OndesSpectraChoice) { .order = ONDES_ORDER_NATURAL, .is_signed = TRUE };
  self->shown_table = -1;
  ondes_spectrum_analysis_apply_choice (&self->settings, &self->choices[0], FALSE);
  ondes_series_model_set_scale (self->spectrum, self->settings.scale);
  /* A window shows at once what it can; the row says what was taken. */
  self->settings.dont_care = ONDES_DONT_CARE_0;
}

OndesSpectrumAnalysis *
ondes_spectrum_analysis_new (OndesSession *session)
{
  const OndesClient client = { .priority = ONDES_PRIORITY_HIDDEN, .owner = session };
  OndesSpectrumAnalysis *self = g_object_new (ONDES_TYPE_SPECTRUM_ANALYSIS, "session", session, NULL);

  self->queue = ondes_queue_new (ondes_computer_new_at (NULL, 0, 0, &client));
  self->asides = ondes_queue_new (ondes_computer_new_at ("cpu", 0, 1, &client));
  self->spectra = ondes_analysis_add_scheduler (ONDES_ANALYSIS (self), &ondes_spectrum_analysis_computing, self->queue);
  self->keeping = ondes_analysis_add_scheduler (ONDES_ANALYSIS (self), &ondes_spectrum_analysis_keeping, self->queue);
  self->measuring = ondes_analysis_add_scheduler (ONDES_ANALYSIS (self), &ondes_spectrum_analysis_measuring, self->asides);
  self->operand = ondes_operand_new (session, FALSE);
  self->dirty = TRUE;
  g_signal_connect_object (self->operand, "changed", G_CALLBACK (want), self, G_CONNECT_SWAPPED);
  return self;
}

void
ondes_spectrum_analysis_set_active (OndesSpectrumAnalysis *self,
                                    gboolean active)
{
  self->active = active;
  ondes_queue_set_priority (self->queue, active ? ONDES_PRIORITY_INTERACTIVE : ONDES_PRIORITY_HIDDEN);
  if (active && self->dirty)
    want (self);
}

OndesOperand *
ondes_spectrum_analysis_get_operand (OndesSpectrumAnalysis *self)
{
  return self->operand;
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
  ondes_series_model_set_scale (self->spectrum, self->settings.scale);
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
  return ondes_analysis_get_problem (ONDES_ANALYSIS (self)) != NULL ? self->place : ONDES_SPECTRA_PLACE_NONE;
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
  ondes_series_model_set_scale (self->spectrum, fresh.scale);
  if (same)
    ondes_analysis_settings_changed (ONDES_ANALYSIS (self));
  else
    want (self);
}

OndesSeriesModel *
ondes_spectrum_analysis_get_values (OndesSpectrumAnalysis *self)
{
  return self->values;
}

OndesSeriesModel *
ondes_spectrum_analysis_get_spectrum (OndesSpectrumAnalysis *self)
{
  return self->spectrum;
}

gboolean
ondes_spectrum_analysis_is_current (OndesSpectrumAnalysis *self)
{
  return self->current;
}

const OndesDerivation *
ondes_spectrum_analysis_get_derivation (OndesSpectrumAnalysis *self)
{
  return self->result != NULL ? &self->result->settings.derivation : &self->settings.derivation;
}

guint64
ondes_spectrum_analysis_get_given (OndesSpectrumAnalysis *self)
{
  return self->result != NULL ? self->result->given : 0;
}

const guint64 *
ondes_spectrum_analysis_get_largest (OndesSpectrumAnalysis *self,
                                     guint *n)
{
  *n = self->result != NULL ? (guint) self->result->n_largest : 0;
  return self->result != NULL ? self->result->largest : NULL;
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
      ondes_series_model_set_over (self->values, NULL);
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
  OndesTruthTable *table = self->result != NULL ? ondes_operand_job_get_table (self->result->operand) : NULL;

  *n = table != NULL ? ondes_truth_table_outputs (table) : 0;
  return *n > 1 ? ondes_operand_job_get_output (self->result->operand) : 0;
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
