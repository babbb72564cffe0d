/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "filter-choice.h"

#include <math.h>
#include <string.h>

#include "base/current-cancel.h"
#include "base/memory.h"
#include "base/number.h"
#include "base/words.h"
#include "signal/recording.h"
#include "signal/resampler.h"

#define RESPONSE_DECADES 1000.0 /* from the lowest frequency to half the rate, at least */

static gboolean
check_taps (guint64  n,
            GError **error)
{
  return n <= ONDES_FIR_TAPS_MAX
         || ondes_remedy_error_set (error, ONDES_ERROR, ONDES_ERROR_FILE, ONDES_SETTING_TAPS,
                                    _("%" PRIu64 " taps are more than a filter may have, %u"), n, ONDES_FIR_TAPS_MAX);
}

/* Reads all samples of a channel as taps. */
static gboolean
read_taps (OndesSource     *source,
           OndesFilterBand *band,
           GError         **error)
{
  band->is_complex = ondes_type_is_complex (source->type);
  if (!check_taps (source->n, error))
    return FALSE;
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
check_rate (const OndesFilterSettings *choice,
            const OndesRecordingInfo  *taps,
            const OndesFilterInput    *input,
            GError                   **error)
{
  char rates[2][ONDES_NUMBER_SIZE];

  const double step = taps->rate_hz / input->rate_hz;

  if (!taps->rate_known || step == 1)
    return TRUE;
  if (choice->resample_taps && (step < ONDES_RESAMPLER_STEP_MIN || step > ONDES_RESAMPLER_STEP_MAX))
    return ondes_remedy_error_set (error, ONDES_ERROR, ONDES_ERROR_FILE, ONDES_SETTING_TAPS,
                                   _("%s has a rate of %s, too far from the rate of %s, %s; choose taps at most %g times more or "
                                     "less"),
                                   choice->taps, ondes_number_print (rates[0], taps->rate_hz), input->path,
                                   ondes_number_print (rates[1], input->rate_hz), ONDES_RESAMPLER_STEP_MAX);
  if (choice->resample_taps)
    return TRUE;
  return ondes_remedy_error_set (error, ONDES_ERROR, ONDES_ERROR_FILE, ONDES_SETTING_RESAMPLE_TAPS,
                                 _("%s has a rate of %s, and %s one of %s; use %s, or give the taps as .npy, which has no rate"),
                                 choice->taps, ondes_number_print (rates[0], taps->rate_hz), input->path,
                                 ondes_number_print (rates[1], input->rate_hz),
                                 ondes_setting_name (ONDES_SETTING_RESAMPLE_TAPS, NULL));
}

/* Stores @n outputs from the middle tap on, where @side is 1, or backwards, where it is −1. The first is at the middle. */
static gboolean
resample_side (const OndesResampler  *resampler,
               const OndesFilterBand *band,
               gint64                 middle,
               gint                   side,
               guint64                n,
               double                *out,
               GError               **error)
{
  const guint width = band->is_complex ? 2 : 1;
  gint64 at = 0;
  guint64 inputs = n;
  g_autofree double *in = NULL;

  ondes_resampler_needs (resampler, &at, &inputs);
  in = ondes_memory_try (inputs * width * sizeof *in, error);
  if (in == NULL)
    return FALSE;
  for (guint64 i = 0; i < inputs; i++)
    {
      const gint64 m = middle + side * (at + (gint64) i);

      for (guint c = 0; c < width; c++)
        in[i * width + c] = m >= 0 && m < band->n ? band->taps[m * width + c] : 0;
    }
  return ondes_resampler_run (resampler, (OndesSpan) { 0, n }, width, in, out, error);
}

/* Replaces the taps of @band at one rate by those at another, times the ratio of the rates. The tap at the time 0 stays where it
 * is, the middle or the first one, and the others get as many as the ringing of the resampler reaches beyond them. */
static gboolean
resample_taps (OndesFilterBand *band,
               double           step, /* old rate over new rate */
               gboolean         causal,
               GError         **error)
{
  g_autoptr (OndesResampler) resampler = ondes_resampler_new (step);
  const guint width = band->is_complex ? 2 : 1, halo = ondes_resampler_halo (resampler);
  const guint64 middle = causal ? 0 : (band->n - 1) / 2;
  const guint64 after = (guint64) ceil ((double) (band->n - 1 - middle + halo) / step);
  const guint64 before = causal ? (guint64) ceil (halo / step) : after; /* the middle is nearer to the first tap */
  const guint64 n = before + after + 1;
  g_autofree double *taps = NULL, *left = NULL;

  if (!check_taps (n, error))
    return FALSE;
  taps = ondes_memory_try (n * width * sizeof *taps, error);
  left = taps != NULL ? ondes_memory_try ((before + 1) * width * sizeof *left, error) : NULL;
  if (left == NULL || !resample_side (resampler, band, (gint64) middle, -1, before + 1, left, error)
      || !resample_side (resampler, band, (gint64) middle, 1, after + 1, taps + before * width, error))
    return FALSE;
  for (guint64 i = 1; i <= before; i++)
    memcpy (taps + (before - i) * width, left + i * width, width * sizeof *taps);
  for (guint64 i = 0; i < n * width; i++)
    taps[i] *= step;
  g_free (band->taps);
  band->taps = g_steal_pointer (&taps);
  band->n = (guint) n;
  band->lead = causal ? (guint) before : 0;
  return TRUE;
}

static OndesFilterBank *
load_taps (const OndesFilterSettings *choice,
           const OndesFilterInput    *input,
           const OndesWatch          *watch,
           GError                   **error)
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

      done = source != NULL && read_taps (source, &bands[i], error);
    }
  if (done && taps->frames == 1 && taps->has_columns)
    join_line (bands, &n);
  for (guint i = 0; i < n && done && taps->rate_known && taps->rate_hz != input->rate_hz; i++)
    done = resample_taps (&bands[i], taps->rate_hz / input->rate_hz, choice->causal, error);
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
make_bank (const OndesFilterSettings *choice,
           const OndesFilterInput    *input,
           const OndesWatch          *watch,
           GError                   **error)
{
  const double voices = ondes_filter_settings_voices (choice);
  OndesFirDesign design;

  if (choice->kind == ONDES_FILTER_TAPS)
    return load_taps (choice, input, watch, error);
  if (choice->kind == ONDES_FILTER_BANK)
    return ondes_filter_bank_octaves (choice->fraction, input->rate_hz, input->n, error);
  if (choice->kind == ONDES_FILTER_MORLET)
    return ondes_filter_bank_morlet (choice->lo_hz, choice->hi_hz, voices, input->rate_hz, input->n, error);
  if (choice->kind == ONDES_FILTER_GAMMATONE)
    return ondes_filter_bank_gammatone (choice->lo_hz, choice->hi_hz, voices, input->rate_hz, input->n, error);
  ondes_filter_settings_design (choice, &design);
  return ondes_filter_bank_design (&design, input->rate_hz, error);
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
ondes_filter_choice_bank (const OndesFilterSettings *choice,
                          const OndesFilterInput    *input,
                          const OndesWatch          *watch,
                          GError                   **error)
{
  OndesFilterBank *bank;

  ondes_current_cancel_push (ondes_watch_cancellable (watch));
  bank = make_bank (choice, input, watch, error);
  ondes_current_cancel_pop (ondes_watch_cancellable (watch));
  if (bank != NULL && choice->only > 0)
    bank = take_band (bank, choice->only, error);
  return bank;
}

double
ondes_filter_choice_lowest (const OndesFilterSettings *choice,
                            const OndesFilterBank     *bank,
                            double                     rate_hz)
{
  OndesFirDesign design;
  double lowest = INFINITY;
  guint n;
  const OndesFilterBand *bands = ondes_filter_bank_get (bank, &n);

  ondes_filter_settings_design (choice, &design);
  if (choice->kind <= ONDES_FILTER_NOTCH)
    lowest = design.kind == ONDES_FIR_LOWPASS ? design.hi_hz : design.lo_hz;
  for (guint i = 0; i < n; i++)
    if (bands[i].lo_hz > 0 || bands[i].centre_hz > 0)
      lowest = MIN (lowest, bands[i].lo_hz > 0 ? bands[i].lo_hz : bands[i].centre_hz);
  return MAX (MIN (rate_hz / 2 / RESPONSE_DECADES, lowest / 2), rate_hz * 1e-6);
}
