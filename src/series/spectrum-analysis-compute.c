/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Spectra, the reconstruction from their largest coefficients, and properties of Boolean functions: prepared on the main thread,
 * computed on the queues, adopted when they land. */
#include "config.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "session/words-settings.h"
#include "spectrum-analysis-private.h"

/* The most inputs and outputs in all of an S-box whose tables are shown: 2²⁰ entries. */
#define TABLE_BITS_MAX 20

/* The spectrum. */

static void
clear (OndesSeriesResult *result)
{
  g_clear_pointer (&((OndesSpectraResult *) result)->function, ondes_truth_table_unref);
}

static void
prepare (OndesSeriesAnalysis *analysis,
         OndesSeriesResult *series)
{
  OndesSpectrumAnalysis *self = ONDES_SPECTRUM_ANALYSIS (analysis);
  OndesSpectraResult *result = (OndesSpectraResult *) series;

  series->request.kind = ONDES_SERIES_SPECTRUM;
  series->request.derivation = self->settings.derivation;
  series->request.dont_care = self->settings.dont_care;
  series->request.spectrum = self->settings.spectrum;
  result->of_table = self->of_table;
  memcpy (result->choices, self->choices, sizeof result->choices);
}

/* A file that was opened only now may turn out to be a truth table. */
static void
opened (OndesSeriesResult *series)
{
  OndesSpectraResult *result = (OndesSpectraResult *) series;
  OndesSeriesRequest *request = &series->request;
  const gboolean of_table = ondes_operand_job_get_table (series->operands[0]) != NULL;

  if (of_table != result->of_table)
    {
      OndesSpectraSettings settings = { .spectrum = request->spectrum, .derivation = request->derivation };

      ondes_spectrum_analysis_apply_choice (&settings, &result->choices[of_table], of_table);
      request->spectrum = settings.spectrum;
      request->derivation = settings.derivation;
    }
  result->of_table = of_table;
  /* Reed–Muller spectra take 0 and 1 only. */
  if (of_table && request->spectrum.kind == ONDES_SPECTRUM_REED_MULLER)
    request->derivation.is_signed = FALSE;
}

/* Finds the values as a Boolean function, if they are one. */
static void
computed (OndesSeriesResult *series,
          const OndesSeriesRequest *request,
          GCancellable *cancellable)
{
  OndesSpectraResult *result = (OndesSpectraResult *) series;
  const OndesSeriesInput *input = &request->inputs[0];
  const OndesSeries *values = series->values[0];
  OndesTruthTable *table = ondes_operand_job_get_table (series->operands[0]);
  OndesSeriesRequest bits = *request;
  g_auto (OndesSeriesJob) job = { 0 };

  if (request->spectrum.inverse)
    return;
  if (table != NULL && input->channel > 0 && input->first == 0 && request->derivation.binarise.kind == ONDES_BINARISE_NONE
      && values->n == G_GUINT64_CONSTANT (1) << ondes_truth_table_inputs (table))
    {
      result->function = ondes_truth_table_ref (table);
      result->output = input->channel;
      result->whole = TRUE;
      return;
    }
  if (!request->derivation.is_signed && (!ondes_type_is_integer (values->type) || values->lo < 0 || values->hi > 1))
    return;
  bits.derivation.is_signed = FALSE;
  if (!ondes_series_job_init (&job, &bits, NULL))
    return;
  result->function = ondes_truth_table_from_sources (job.sources, 1, job.labels.name, cancellable, NULL);
  result->output = 1;
}

static void
landed (OndesSeriesAnalysis *self,
        const OndesSeriesResult *result)
{
  ondes_spectrum_analysis_take_choice (ONDES_SPECTRUM_ANALYSIS (self), ((const OndesSpectraResult *) result)->of_table);
}

void
ondes_spectrum_analysis_compute_init (OndesSeriesAnalysisClass *klass)
{
  klass->n_operands = 1;
  klass->result_size = sizeof (OndesSpectraResult);
  klass->prepare = prepare;
  klass->opened = opened;
  klass->computed = computed;
  klass->clear = clear;
  klass->landed = landed;
}

/* The reconstruction from the largest coefficients. */

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
  const OndesSeriesResult *result = ondes_series_analysis_get_computed (model);
  Keeping *keeping;

  if (result == NULL || self->keep == 0 || result->request.spectrum.inverse)
    return NULL;
  *flags = ONDES_STAGE_BRIEF;
  keeping = g_new0 (Keeping, 1);
  keeping->spectrum = ondes_series_ref (result->series);
  keeping->source = ondes_source_ref (result->source);
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
  const OndesSeriesResult *result = ondes_series_analysis_get_computed (user_data);
  Keeping *keeping = data;

  if (error != NULL && !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    ondes_analysis_say_error (ONDES_ANALYSIS (self), error);
  if (error != NULL || self->keep == 0 || result == NULL || keeping->spectrum != result->series)
    return;
  self->deviation = keeping->deviation;
  self->deviation_known = TRUE;
  ondes_series_model_set_over (ondes_series_analysis_get_values (user_data), keeping->kept);
  ondes_spectrum_analysis_emit (self, SPECTRA_KEPT_CHANGED);
}

const OndesSchedulerClass ondes_spectrum_analysis_keeping = {
  .key = "keep",
  .prepare = prepare_keeping,
  .work = keeping_work,
  .landed = on_kept,
  .free = keeping_free,
  .changed = ondes_analysis_changed,
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
  const OndesSpectraResult *result = ondes_spectrum_analysis_get_computed (model);
  Measuring *measuring;

  if (result == NULL || result->function == NULL)
    return NULL;
  *flags = ONDES_STAGE_BRIEF;
  measuring = g_new0 (Measuring, 1);
  measuring->function = ondes_truth_table_ref (result->function);
  measuring->output = result->output;
  measuring->whole = result->whole;
  measuring->dont_care = result->parent.request.dont_care;
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
  const OndesWatch rest = { .cancellable = watch->cancellable }; /* its progress starts again at 0 */
  guint bits = ondes_truth_table_inputs (function) + ondes_truth_table_outputs (function);

  found->boolean = ondes_boolean_measure (function, measuring->output, measuring->dont_care, watch, error);
  if (found->boolean == NULL)
    return FALSE;
  if (!measuring->whole || ondes_truth_table_outputs (function) < 2)
    return TRUE;
  if (bits > TABLE_BITS_MAX)
    {
      found->problem = g_strdup_printf (_("All outputs together, %u inputs and %u outputs, take too long to be measured here; "
                                          "“ondes-cli boolean FILE --output all” does it, and tells first how long it takes."),
                                        ondes_truth_table_inputs (function), ondes_truth_table_outputs (function));
      return TRUE;
    }
  found->sbox = g_new0 (OndesSbox, 1);
  if (!ondes_sbox_measure (function, measuring->dont_care, found->sbox, &rest, error))
    return FALSE;
  for (guint i = 0; i < 2; i++)
    {
      gint32 *values = ondes_sbox_table (function, measuring->dont_care, (OndesSboxTable) i, &rest, error);

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
  const OndesSpectraResult *result = ondes_spectrum_analysis_get_computed (self);
  Measuring *measuring = data;

  if (result == NULL || measuring->function != result->function || measuring->output != result->output)
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
  .changed = ondes_analysis_changed,
};
