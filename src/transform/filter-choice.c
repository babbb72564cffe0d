/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "filter-choice.h"

#include <math.h>
#include <string.h>

#include "base/current-cancel.h"
#include "base/memory.h"
#include "base/number.h"
#include "base/words.h"
#include "signal/recording.h"
#include "signal/resampled-source.h"
#include "signal/scaled-source.h"

#define NOTCH_WIDTH      1.2    /* of the transition */
#define RESPONSE_DECADES 1000.0 /* from the lowest frequency to half the rate, at least */

void
ondes_filter_choice_widen (OndesFirDesign *design)
{
  if (design->kind != ONDES_FIR_NOTCH)
    return;
  if (design->transition_hz == 0)
    design->transition_hz = design->lo_hz / 10;
  design->hi_hz = NOTCH_WIDTH * design->transition_hz;
}

/* Reads all samples of a channel as taps. */
static gboolean
read_taps (OndesSource     *source,
           OndesFilterBand *band,
           GError         **error)
{
  band->is_complex = ondes_type_is_complex (source->type);
  if (source->n > ONDES_FIR_TAPS_MAX)
    return ondes_remedy_error_set (error, ONDES_ERROR, ONDES_ERROR_FILE, ONDES_SETTING_TAPS,
                                   _("%" PRIu64 " taps are more than a filter may have, %u"), source->n, ONDES_FIR_TAPS_MAX);
  band->n = (guint) source->n;
  band->taps = ondes_memory_try (source->n * (band->is_complex ? 2 : 1) * sizeof *band->taps, error);
  return band->taps != NULL
         && ondes_source_read_as (source, 0, source->n, band->is_complex ? ONDES_C128 : ONDES_F64, band->taps, error);
}

/* Makes one filter of a single line of text, whose numbers the reader takes for channels. */
static void
join_line (OndesFilterBand *bands,
           guint           *n)
{
  const guint parts = bands[0].is_complex ? 2 : 1;
  double *taps = g_new (double, *n * parts);

  for (guint i = 0; i < *n; i++)
    memcpy (taps + i * parts, bands[i].taps, parts * sizeof *taps);
  g_free (bands[0].taps);
  bands[0].taps = taps;
  for (guint i = 1; i < *n; i++)
    g_clear_pointer (&bands[i].taps, g_free);
  bands[0].n = *n;
  *n = 1;
}

static gboolean
check_rate (const OndesFilterChoice  *choice,
            const OndesRecordingInfo *taps,
            const OndesFilterInput   *input,
            GError                  **error)
{
  char rates[2][ONDES_NUMBER_SIZE];

  if (!taps->rate_known || taps->rate_hz == input->rate_hz || choice->resample_taps)
    return TRUE;
  return ondes_remedy_error_set (error, ONDES_ERROR, ONDES_ERROR_FILE, ONDES_SETTING_RESAMPLE_TAPS,
                                 _("%s has a rate of %s, and %s one of %s; use %s, or give the taps as .npy, which has no rate"),
                                 choice->taps, ondes_number_print (rates[0], taps->rate_hz), input->path,
                                 ondes_number_print (rates[1], input->rate_hz),
                                 ondes_setting_name (ONDES_SETTING_RESAMPLE_TAPS, NULL));
}

/* Replaces @source by its samples at @rate_hz, times the ratio of the rates. */
static OndesSource *
resample (OndesSource *source,
          double       rate_hz,
          GError     **error)
{
  g_autoptr (OndesSource) given = source, resampled = NULL;
  g_autoptr (OndesOperation) resampling = ondes_resampled_new (rate_hz);
  g_autoptr (OndesOperation) scaling = ondes_scaled_new (given->rate_hz / rate_hz);

  resampled = ondes_computed_source_new (resampling, &given, error);
  return resampled != NULL ? ondes_computed_source_new (scaling, &resampled, error) : NULL;
}

static OndesFilterBank *
load_taps (const OndesFilterChoice *choice,
           const OndesFilterInput  *input,
           const OndesWatch        *watch,
           GError                 **error)
{
  const char *path = choice->taps;
  g_autoptr (OndesRecording) recording = ondes_recording_open (path, &(OndesReadOptions) { 0 }, watch, error);
  const OndesRecordingInfo *taps = recording != NULL ? ondes_recording_get_info (recording) : NULL;
  g_autofree OndesFilterBand *bands = NULL;
  OndesFilterBank *bank = NULL;
  gboolean done = TRUE;
  guint n;

  if (taps == NULL || !check_rate (choice, taps, input, error))
    return NULL;
  n = taps->channels;
  bands = g_new0 (OndesFilterBand, n);
  for (guint i = 0; i < n && done; i++)
    {
      g_autoptr (OndesSource) source = ondes_recording_source (recording, i + 1, error);

      if (source != NULL && taps->rate_known && taps->rate_hz != input->rate_hz)
        source = resample (g_steal_pointer (&source), input->rate_hz, error);
      done = source != NULL && read_taps (source, &bands[i], error);
    }
  if (done && taps->frames == 1 && taps->has_columns)
    join_line (bands, &n);
  for (guint i = 0; i < n && done; i++)
    bands[i].name = n > 1 ? g_strdup_printf ("%u", i + 1) : g_strdup (path);
  if (done)
    bank = ondes_filter_bank_new (bands, n, error);
  if (done && bank == NULL && n > 1)
    g_prefix_error (error, "%s, filter ", path);
  for (guint i = 0; i < taps->channels; i++)
    {
      g_free (bands[i].name);
      g_free (bands[i].taps);
    }
  return bank;
}

static OndesFilterBank *
make_bank (const OndesFilterChoice *choice,
           const OndesFilterInput  *input,
           const OndesWatch        *watch,
           GError                 **error)
{
  if (choice->taps != NULL)
    return load_taps (choice, input, watch, error);
  if (choice->fraction > 0)
    return ondes_filter_bank_octaves (choice->fraction, input->rate_hz, input->n, error);
  if (choice->voices > 0)
    return (choice->gammatone ? ondes_filter_bank_gammatone : ondes_filter_bank_morlet) (
      choice->fmin_hz, choice->fmax_hz, choice->voices, input->rate_hz, input->n, error);
  return ondes_filter_bank_design (&choice->design, input->rate_hz, error);
}

/* Replaces @bank by its filter number @band, from 1. */
static OndesFilterBank *
take_band (OndesFilterBank *bank,
           guint            band,
           GError         **error)
{
  g_autoptr (OndesFilterBank) whole = bank;
  guint n;
  const OndesFilterBand *bands = ondes_filter_bank_get (whole, &n);

  if (band <= n)
    return ondes_filter_bank_new (&bands[band - 1], 1, error);
  ondes_setting_error_set (error, ONDES_ERROR, ONDES_ERROR_FILE, ONDES_SETTING_BAND, _("there is no filter %u; choose 1 to %u"),
                           band, n);
  return NULL;
}

OndesFilterBank *
ondes_filter_choice_bank (const OndesFilterChoice *choice,
                          const OndesFilterInput  *input,
                          const OndesWatch        *watch,
                          GError                 **error)
{
  OndesFilterBank *bank;

  ondes_current_cancel_push (ondes_watch_cancellable (watch));
  bank = make_bank (choice, input, watch, error);
  ondes_current_cancel_pop (ondes_watch_cancellable (watch));
  if (bank != NULL && choice->band > 0)
    bank = take_band (bank, choice->band, error);
  return bank;
}

double
ondes_filter_choice_lowest (const OndesFilterChoice *choice,
                            const OndesFilterBank   *bank,
                            double                   rate_hz)
{
  const OndesFirDesign *design = &choice->design;
  double lowest = INFINITY;
  guint n;
  const OndesFilterBand *bands = ondes_filter_bank_get (bank, &n);

  if (choice->taps == NULL && choice->fraction == 0 && choice->voices == 0 && design->kind <= ONDES_FIR_NOTCH)
    lowest = design->kind == ONDES_FIR_LOWPASS ? design->hi_hz : design->lo_hz;
  for (guint i = 0; i < n; i++)
    if (bands[i].lo_hz > 0 || bands[i].centre_hz > 0)
      lowest = MIN (lowest, bands[i].lo_hz > 0 ? bands[i].lo_hz : bands[i].centre_hz);
  return MAX (MIN (rate_hz / 2 / RESPONSE_DECADES, lowest / 2), rate_hz * 1e-6);
}
