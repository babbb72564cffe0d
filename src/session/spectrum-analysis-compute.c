/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Spectra, what their largest coefficients give back, and the properties of Boolean functions: asked for here, computed on the
 * queues, taken over when they land.
 */
#include "config.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "spectrum-analysis-private.h"
#include "words-settings.h"

/* Inputs and outputs together of tables that are shown: 2²⁰ entries. */
#define TABLE_MOST_BITS 20

/* The spectrum. */

void
ondes_spectrum_analysis_result_free (gpointer data)
{
  OndesSpectraResult *result = data;

  g_clear_pointer (&result->operand, ondes_operand_job_free);
  g_clear_pointer (&result->source, ondes_source_unref);
  g_clear_pointer (&result->values, ondes_series_unref);
  g_clear_pointer (&result->spectrum, ondes_series_unref);
  g_clear_pointer (&result->function, ondes_truth_table_unref);
  g_free (result->largest);
  g_free (result);
}

void
ondes_spectrum_analysis_request (const OndesSpectraSettings *settings,
                                 const OndesSeriesInput *input,
                                 OndesSeriesRequest *request)
{
  *request = (OndesSeriesRequest) { .kind = ONDES_SERIES_SPECTRUM, .inputs = { *input }, .derivation = settings->derivation,
                                    .dont_care = settings->dont_care, .spectrum = settings->spectrum, .precision = -1 };
}

static gpointer
prepare_spectrum (gpointer model,
                  gboolean anew,
                  OndesStageFlags *flags)
{
  OndesSpectrumAnalysis *self = model;
  OndesOperandJob *operand = ondes_operand_take (self->operand);
  OndesSpectraResult *result;

  if (operand == NULL)
    return NULL;
  *flags = ONDES_STAGE_BRIEF;
  result = g_new0 (OndesSpectraResult, 1);
  result->operand = operand;
  result->settings = self->settings;
  result->of_table = self->of_table;
  memcpy (result->choices, self->choices, sizeof result->choices);
  return result;
}

/* The values as bits, where they are those of a Boolean function. */
static gboolean
find_function (OndesSpectraResult *result,
               const OndesSeriesInput *input,
               OndesSeriesRequest *request,
               GCancellable *cancellable)
{
  OndesTruthTable *table = ondes_operand_job_get_table (result->operand);
  g_auto (OndesSeriesJob) job = { 0 };

  if (result->settings.spectrum.inverse)
    return FALSE;
  if (table != NULL && input->channel > 0 && input->first == 0 && request->derivation.binarise.kind == ONDES_BINARISE_NONE
      && result->values->n == G_GUINT64_CONSTANT (1) << ondes_truth_table_inputs (table))
    {
      result->function = ondes_truth_table_ref (table);
      result->output = input->channel;
      result->whole = TRUE;
      return TRUE;
    }
  if (!request->derivation.is_signed
      && (!ondes_type_is_integer (result->values->type) || result->values->lo < 0 || result->values->hi > 1))
    return FALSE;
  request->derivation.is_signed = FALSE;
  if (!ondes_series_job_init (&job, request, NULL))
    return FALSE;
  result->function = ondes_truth_table_from_sources (job.sources, 1, job.labels.name, cancellable, NULL);
  result->output = 1;
  return result->function != NULL;
}

/* Of a file that was opened only now it was not known. */
static void
adopt_kind (OndesSpectraResult *result)
{
  gboolean of_table = ondes_operand_job_get_table (result->operand) != NULL;

  if (of_table != result->of_table)
    ondes_spectrum_analysis_apply_choice (&result->settings, &result->choices[of_table], of_table);
  result->of_table = of_table;
  /* It knows 0 and 1 alone. */
  if (of_table && result->settings.spectrum.kind == ONDES_SPECTRUM_REED_MULLER)
    result->settings.derivation.is_signed = FALSE;
}

static gboolean
spectrum_work (OndesComputer *computer,
               gpointer data,
               const OndesWatch *watch,
               GError **error)
{
  OndesSpectraResult *result = data;
  g_auto (OndesSeriesJob) job = { 0 };
  OndesSeriesRequest request;
  OndesSeriesLabels labels;
  OndesSeriesInput input;

  if (!ondes_operand_job_run (result->operand, &input, watch->cancellable, error))
    return FALSE;
  adopt_kind (result);
  ondes_spectrum_analysis_request (&result->settings, &input, &request);
  if (!ondes_series_job_init (&job, &request, error))
    return FALSE;
  result->given = input.count;
  result->source = ondes_source_ref (job.sources[0]);
  labels = ondes_operand_job_get_labels (result->operand, &result->settings.derivation);
  result->values = ondes_series_read (result->source, &labels, watch->cancellable, error);
  if (result->values == NULL)
    return FALSE;
  result->spectrum = ondes_series_job_run (&job, computer, watch, NULL, error);
  if (result->spectrum == NULL)
    return FALSE;
  result->largest = ondes_series_largest (result->spectrum, ONDES_LARGEST_MOST, &result->n_largest);
  find_function (result, &input, &request, watch->cancellable);
  return TRUE;
}

static OndesSpectraPlace
place_of (const GError *error)
{
  switch (ondes_words_setting_place (ondes_error_get_setting (error)))
    {
    case ONDES_PLACE_VALUES:
      return ONDES_SPECTRA_PLACE_VALUES;
    case ONDES_PLACE_TRANSFORM:
      return ONDES_SPECTRA_PLACE_TRANSFORM;
    default:
      return ONDES_SPECTRA_PLACE_SOURCE;
    }
}

static void
on_spectrum (gpointer data,
             const GError *error,
             gpointer user_data)
{
  OndesSpectrumAnalysis *self = user_data;
  OndesSpectraResult *result = data;

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  ondes_analysis_take_problem (ONDES_ANALYSIS (self), NULL, ONDES_SETTING_NONE);
  ondes_operand_found (self->operand, result->operand);
  ondes_spectrum_analysis_take_choice (self, result->of_table);
  if (error != NULL)
    {
      ondes_analysis_take_problem (ONDES_ANALYSIS (self), ondes_words_error (error), ondes_error_get_setting (error));
      self->place = place_of (error);
      ondes_analysis_settings_changed (ONDES_ANALYSIS (self));
      return;
    }
  g_clear_pointer (&self->result, ondes_spectrum_analysis_result_free);
  self->result = g_new0 (OndesSpectraResult, 1);
  *self->result = *result;
  /* The queue frees what landed. */
  *result = (OndesSpectraResult) { 0 };
  ondes_analysis_take_status (ONDES_ANALYSIS (self), g_strdup (self->result->spectrum->report));
  self->current = TRUE;
  self->deviation_known = FALSE;
  ondes_spectrum_analysis_clear_properties (self);
  ondes_series_model_set_series (self->values, self->result->values);
  ondes_series_model_set_series (self->spectrum, self->result->spectrum);
  ondes_spectrum_analysis_emit (self, SPECTRA_RESULT_CHANGED);
  ondes_analysis_settings_changed (ONDES_ANALYSIS (self));
  ondes_spectrum_analysis_emit (self, SPECTRA_KEPT_CHANGED);
  ondes_spectrum_analysis_emit (self, SPECTRA_PROPERTIES_CHANGED);
  if (self->keep > 0)
    ondes_scheduler_want (self->keeping, ONDES_WANT_SOON);
  if (self->result->function != NULL)
    ondes_scheduler_want (self->measuring, ONDES_WANT_SOON);
}

static void
changed (gpointer model)
{
  ondes_analysis_changed (ONDES_ANALYSIS (model));
}

const OndesSchedulerClass ondes_spectrum_analysis_computing = {
  .key = "spectrum",
  .prepare = prepare_spectrum,
  .work = spectrum_work,
  .landed = on_spectrum,
  .free = ondes_spectrum_analysis_result_free,
  .changed = changed,
};

/* What the largest coefficients give back. */

typedef struct
{
  OndesSeries   *spectrum, *kept;
  OndesSource   *source;
  guint64        keep;
  OndesDeviation deviation;
} Keeping;

static void
keeping_free (gpointer data)
{
  Keeping *keeping = data;

  ondes_series_unref (keeping->spectrum);
  g_clear_pointer (&keeping->kept, ondes_series_unref);
  ondes_source_unref (keeping->source);
  g_free (keeping);
}

static gpointer
prepare_keeping (gpointer model,
                 gboolean anew,
                 OndesStageFlags *flags)
{
  OndesSpectrumAnalysis *self = model;
  Keeping *keeping;

  if (self->result == NULL || self->keep == 0 || self->result->settings.spectrum.inverse)
    return NULL;
  *flags = ONDES_STAGE_BRIEF;
  keeping = g_new0 (Keeping, 1);
  keeping->spectrum = ondes_series_ref (self->result->spectrum);
  keeping->source = ondes_source_ref (self->result->source);
  keeping->keep = self->keep;
  return keeping;
}

static gboolean
keeping_work (OndesComputer *computer,
              gpointer data,
              const OndesWatch *watch,
              GError **error)
{
  Keeping *keeping = data;

  keeping->kept = ondes_series_reconstruct (keeping->spectrum, computer, keeping->keep, watch->cancellable, NULL, error);
  return keeping->kept != NULL
         && ondes_series_deviation (keeping->kept, keeping->source, &keeping->deviation, watch->cancellable, error);
}

static void
on_kept (gpointer data,
         const GError *error,
         gpointer user_data)
{
  OndesSpectrumAnalysis *self = user_data;
  Keeping *keeping = data;

  if (error != NULL && !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    ondes_analysis_say_error (ONDES_ANALYSIS (self), error);
  if (error != NULL || self->keep == 0 || self->result == NULL || keeping->spectrum != self->result->spectrum)
    return;
  self->deviation = keeping->deviation;
  self->deviation_known = TRUE;
  ondes_series_model_set_over (self->values, keeping->kept);
  ondes_spectrum_analysis_emit (self, SPECTRA_KEPT_CHANGED);
}

const OndesSchedulerClass ondes_spectrum_analysis_keeping = {
  .key = "keep",
  .prepare = prepare_keeping,
  .work = keeping_work,
  .landed = on_kept,
  .free = keeping_free,
  .changed = changed,
};

/* Properties. */

typedef struct
{
  OndesTruthTable       *function;
  guint                  output;
  gboolean               whole;
  OndesDontCare          dont_care;
  OndesSpectraProperties found;
} Measuring;

static void
properties_clear (OndesSpectraProperties *properties)
{
  g_clear_pointer (&properties->boolean, ondes_boolean_free);
  g_clear_pointer (&properties->sbox, g_free);
  g_clear_pointer (&properties->tables[0], ondes_heat_map_unref);
  g_clear_pointer (&properties->tables[1], ondes_heat_map_unref);
  g_clear_pointer (&properties->problem, g_free);
}

void
ondes_spectrum_analysis_clear_properties (OndesSpectrumAnalysis *self)
{
  properties_clear (&self->properties);
}

static void
measuring_free (gpointer data)
{
  Measuring *measuring = data;

  ondes_truth_table_unref (measuring->function);
  properties_clear (&measuring->found);
  g_free (measuring);
}

static gpointer
prepare_measuring (gpointer model,
                   gboolean anew,
                   OndesStageFlags *flags)
{
  OndesSpectrumAnalysis *self = model;
  Measuring *measuring;

  if (self->result == NULL || self->result->function == NULL)
    return NULL;
  *flags = ONDES_STAGE_BRIEF;
  measuring = g_new0 (Measuring, 1);
  measuring->function = ondes_truth_table_ref (self->result->function);
  measuring->output = self->result->output;
  measuring->whole = self->result->whole;
  measuring->dont_care = self->result->settings.dont_care;
  return measuring;
}

static gboolean
measuring_work (OndesComputer *computer,
                gpointer data,
                const OndesWatch *watch,
                GError **error)
{
  Measuring *measuring = data;
  OndesTruthTable *function = measuring->function;
  OndesSpectraProperties *found = &measuring->found;
  guint bits = ondes_truth_table_inputs (function) + ondes_truth_table_outputs (function);

  found->boolean = ondes_boolean_measure (function, measuring->output, measuring->dont_care, watch->progress, watch->user_data,
                                          watch->cancellable, error);
  if (found->boolean == NULL)
    return FALSE;
  if (!measuring->whole || ondes_truth_table_outputs (function) < 2)
    return TRUE;
  if (bits > TABLE_MOST_BITS)
    {
      found->problem = g_strdup_printf (_("All outputs together, %u inputs and %u outputs, take too long to be measured here; "
                                          "“ondes-cli boolean FILE --output all” does it, and tells first how long it takes."),
                                        ondes_truth_table_inputs (function), ondes_truth_table_outputs (function));
      return TRUE;
    }
  found->sbox = g_new0 (OndesSbox, 1);
  if (!ondes_sbox_measure (function, measuring->dont_care, found->sbox, NULL, NULL, watch->cancellable, error))
    return FALSE;
  for (guint i = 0; i < 2; i++)
    {
      gint32 *values = ondes_sbox_table (function, measuring->dont_care, (OndesSboxTable) i, NULL, NULL, watch->cancellable,
                                         error);

      if (values == NULL)
        return FALSE;
      found->tables[i] = ondes_heat_map_new (values, found->sbox->inputs, found->sbox->outputs);
    }
  return TRUE;
}

static void
on_measured (gpointer data,
             const GError *error,
             gpointer user_data)
{
  OndesSpectrumAnalysis *self = user_data;
  Measuring *measuring = data;

  if (self->result == NULL || measuring->function != self->result->function || measuring->output != self->result->output)
    return;
  properties_clear (&self->properties);
  if (error == NULL)
    {
      self->properties = measuring->found;
      measuring->found = (OndesSpectraProperties) { 0 };
    }
  else if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    self->properties.problem = ondes_words_error (error);
  ondes_spectrum_analysis_emit (self, SPECTRA_PROPERTIES_CHANGED);
}

const OndesSchedulerClass ondes_spectrum_analysis_measuring = {
  .key = "measure",
  .prepare = prepare_measuring,
  .work = measuring_work,
  .landed = on_measured,
  .free = measuring_free,
  .changed = changed,
};
