/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "conditioned.h"

#include "base/words.h"
#include "filtered-source.h"
#include "signal/resampled-source.h"
#include "signal/scaled-source.h"
#include "whitened-source.h"

#include <math.h>

/* The steps as they are applied; the operation of a mean or a trend is NULL. */
typedef struct
{
  guint              n;
  OndesConditioning *conditioning;
  const OndesStep   *steps; /* of it */
  OndesOperation    *operations[ONDES_CONDITIONING_STEPS_MAX];
} Chain;

static void
chain_free (gpointer data)
{
  Chain *self = data;

  for (guint i = 0; i < self->n; i++)
    g_clear_pointer (&self->operations[i], ondes_operation_unref);
  ondes_conditioning_unref (self->conditioning);
  g_free (self);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Chain, chain_free)

static OndesOperation *
make_filter (const OndesFilterOptions *options,
             OndesFilterBank          *bank,
             GError                  **error)
{
  g_autoptr (OndesSpec) spec = ondes_filter_new (options, bank, error);

  return spec != NULL ? ondes_filtered_new (spec) : NULL;
}

static OndesOperation *
make_designed (const OndesFirDesign *design,
               double                rate_hz,
               GError              **error)
{
  g_autoptr (OndesFilterBank) bank = ondes_filter_bank_design (design, rate_hz, error);

  return bank != NULL ? make_filter (&ondes_filter_options_default, bank, error) : NULL;
}

/* Makes the filter of a FILTER step, which has to be one. */
static OndesOperation *
make_chosen (const OndesStep        *step,
             const OndesFilterInput *input,
             GError                **error)
{
  OndesFilterOptions options = ondes_filter_options_default;
  g_autoptr (OndesFilterBank) bank = NULL;
  g_autoptr (GError) local = NULL;
  g_autofree char *sentence = NULL;
  OndesFilterSettings choice;
  guint n = 0;

  ondes_step_filter (step, &choice);
  options.causal = choice.causal;
  options.post = choice.post;
  bank = ondes_filter_choice_bank (&choice, input, &(OndesWatch) { .cancellable = g_cancellable_get_current () }, &local);
  if (bank != NULL)
    ondes_filter_bank_get (bank, &n);
  if (n == 1)
    return make_filter (&options, bank, error);
  if (n > 1)
    {
      ondes_setting_error_set (error, ONDES_ERROR, ONDES_ERROR_FILE, ONDES_SETTING_CONDITION,
                               _("“%s” has %u filters; choose one, as with band=%u"), step->text, n, n / 2 + 1);
      return NULL;
    }
  if (local->domain != ONDES_ERROR)
    {
      g_propagate_error (error, g_steal_pointer (&local));
      return NULL;
    }
  sentence = ondes_error_sentence (local);
  ondes_setting_error_set (error, local->domain, local->code, ONDES_SETTING_CONDITION, _("“%s”: %s"), step->text, sentence);
  return NULL;
}

/* Creates the operation of @step; NULL without an error for a mean or a trend. */
static OndesOperation *
make_operation (const OndesStep        *step,
                const OndesFilterInput *input,
                GError                **error)
{
  const double rate_hz = input->rate_hz;
  OndesFirDesign design;

  if (ondes_step_design (step, &design))
    return make_designed (&design, rate_hz, error);
  if (step->kind == ONDES_STEP_FILTER)
    return make_chosen (step, input, error);
  if (step->kind == ONDES_STEP_WHITEN)
    return ondes_whitened_new (ondes_step_segment (step, rate_hz));
  if (step->kind == ONDES_STEP_RESAMPLE)
    return ondes_resampled_new (step->hz);
  return step->kind == ONDES_STEP_GAIN ? ondes_scaled_new (pow (10, step->db / 20)) : NULL;
}

static OndesSource *
apply_step (const OndesStep *step,
            OndesOperation  *operation,
            OndesSource     *source,
            GError         **error)
{
  if (operation != NULL)
    return ondes_computed_source_new (operation, &source, error);
  return ondes_detrended_source_new (source, &(OndesDetrending) {
    .kind = step->kind == ONDES_STEP_MEAN ? ONDES_DETREND_MEAN : ONDES_DETREND_LINEAR, .is_step = TRUE,
  });
}

static OndesSource *
apply (gpointer     data,
       OndesSource *source,
       GError     **error)
{
  const Chain *self = data;
  OndesSource *result = ondes_source_ref (source);

  for (guint i = 0; i < self->n && result != NULL; i++)
    {
      g_autoptr (OndesSource) before = result;

      result = apply_step (&self->steps[i], self->operations[i], before, error);
    }
  return result;
}

/* Designs the operations for samples as @input tells; resampling and interpolation change their rate. */
static Chain *
chain_new (OndesConditioning      *conditioning,
           const OndesFilterInput *input,
           GError                **error)
{
  OndesFilterInput now = *input;
  g_autoptr (Chain) self = g_new0 (Chain, 1);
  guint n;

  self->conditioning = ondes_conditioning_ref (conditioning);
  self->steps = ondes_conditioning_get (conditioning, &n);
  for (; self->n < n; self->n++)
    {
      const OndesStep *step = &self->steps[self->n];
      GError *local = NULL;

      self->operations[self->n] = make_operation (step, &now, &local);
      if (local != NULL)
        {
          g_propagate_error (error, local);
          return NULL;
        }
      now.rate_hz = ondes_step_rate (step, now.rate_hz);
      now.n = (guint64) ((double) input->n * now.rate_hz / input->rate_hz);
    }
  return g_steal_pointer (&self);
}

OndesSource *
ondes_conditioned_source_new (OndesSource       *source,
                              OndesConditioning *conditioning,
                              GError           **error)
{
  g_autoptr (Chain) chain = NULL;

  if (!ondes_conditioning_check (conditioning, source->rate_hz, source->n, error))
    return NULL;
  chain = chain_new (conditioning, &(OndesFilterInput) { _("the recording"), source->rate_hz, source->n }, error);
  return chain != NULL ? apply (chain, source, error) : NULL;
}

OndesRecording *
ondes_recording_condition (OndesRecording    *recording,
                           OndesConditioning *conditioning,
                           GError           **error)
{
  const OndesRecordingInfo *info = ondes_recording_get_info (recording);
  g_auto (GStrv) steps = NULL;
  g_autoptr (OndesSource) source = NULL, probe = NULL;
  g_autoptr (Chain) chain = NULL;

  if (ondes_recording_get_truth_table (recording) != NULL)
    {
      ondes_setting_error_set (error, ONDES_ERROR, ONDES_ERROR_FILE, ONDES_SETTING_CONDITION,
                               _("%s is a truth table, which has nothing to condition"), info->path);
      return NULL;
    }
  if (!ondes_conditioning_check (conditioning, info->rate_hz, info->frames, error))
    return NULL;
  chain = chain_new (conditioning, &(OndesFilterInput) { info->path, info->rate_hz, info->frames }, error);
  source = chain != NULL ? ondes_recording_source (recording, MAX (info->first_channel, 1), error) : NULL;
  probe = source != NULL ? apply (chain, source, error) : NULL;
  if (probe == NULL)
    return NULL;
  steps = ondes_conditioning_print (conditioning);
  return ondes_recording_new_conditioned (recording, &(OndesConditioner) {
    .steps = (const char *const *) steps, .frames = probe->n, .rate_hz = probe->rate_hz, .apply = apply,
    .data = g_steal_pointer (&chain), .free = chain_free,
  });
}
