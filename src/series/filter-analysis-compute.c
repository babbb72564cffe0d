/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Designs the filters of the settings on a worker: the bank, its response and the filtered source. */
#include "config.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "base/number.h"
#include "engine/filtered-source.h"
#include "filter-analysis-private.h"
#include "session/words-settings.h"
#include "session/words.h"

#define AXIS_DECADES_HZ 1000.0 /* the response's axis has at least three decades */

typedef struct
{
  OndesFilterSettings  choice;
  OndesFilterInput     input;
  OndesRecording      *recording; /* owns the input's path */
  OndesSource         *source;
  char                *key;       /* of what the bank is made */
  guint                band, points;
  double               lo_hz, middle_hz;

  OndesFilterBank     *bank;      /* the last one if it has this key */
  OndesFilterBank     *single;    /* the filter shown alone */
  OndesFilterResponse *response;
  OndesOperation      *operation;
  OndesSource         *filtered;
} Design;

static void
design_free (gpointer data)
{
  Design *design = data;

  g_free (design->key);
  ondes_recording_unref (design->recording);
  ondes_source_unref (design->source);
  g_clear_pointer (&design->bank, ondes_filter_bank_unref);
  g_clear_pointer (&design->single, ondes_filter_bank_unref);
  g_clear_pointer (&design->response, ondes_filter_response_unref);
  g_clear_pointer (&design->operation, ondes_operation_unref);
  g_clear_pointer (&design->filtered, ondes_source_unref);
  g_free (design);
}

double
ondes_filter_analysis_lowest (OndesFilterAnalysis *self)
{
  const double rate_hz = ondes_session_get_source (self->session)->rate_hz;
  double cutoffs_hz[2], lo = rate_hz / 2 / AXIS_DECADES_HZ, fmin_hz, fmax_hz;
  const guint n = ondes_filter_analysis_get_cutoffs (self, cutoffs_hz);

  ondes_session_get_range (self->session, &fmin_hz, &fmax_hz);
  if (fmin_hz > 0)
    lo = MIN (lo, fmin_hz);
  if (n > 0 && cutoffs_hz[0] > 0 && cutoffs_hz[0] < lo)
    lo = cutoffs_hz[0] / 2;
  return MAX (lo, rate_hz * 1e-6);
}

/* A bank takes long to design, and its bands differ in nothing but which of them is shown. A file may change. */
static char *
make_key (OndesFilterAnalysis *self,
          const OndesFilterInput *input)
{
  g_autofree char *bank = ondes_filter_analysis_print_bank (self);
  char number[ONDES_NUMBER_SIZE];

  return bank != NULL ? g_strdup_printf ("%s %s %" G_GUINT64_FORMAT, bank, ondes_number_print (number, input->rate_hz), input->n)
                      : NULL;
}

static gpointer
prepare (gpointer owner,
         gboolean anew,
         OndesStageFlags *flags)
{
  OndesFilterAnalysis *self = owner;
  double fmin_hz, fmax_hz;
  Design *design;

  if (!ondes_session_has_time (self->session)
      || (self->settings.kind == ONDES_FILTER_TAPS && self->settings.taps[0] == '\0'))
    return NULL;
  *flags = ONDES_STAGE_BRIEF;
  design = g_new0 (Design, 1);
  design->choice = self->settings;
  design->recording = ondes_recording_ref (ondes_session_get_recording (self->session));
  design->source = ondes_source_ref (ondes_session_get_source (self->session));
  design->input = (OndesFilterInput) { ondes_recording_get_info (design->recording)->path, design->source->rate_hz,
                                       design->source->n };
  design->key = make_key (self, &design->input);
  if (!anew && design->key != NULL && g_strcmp0 (design->key, self->bank_key) == 0)
    design->bank = ondes_filter_bank_ref (self->bank);
  design->band = self->settings.band;
  design->points = self->points;
  design->lo_hz = ondes_filter_analysis_lowest (self);
  ondes_session_get_range (self->session, &fmin_hz, &fmax_hz);
  design->middle_hz = sqrt (fmin_hz * fmax_hz);
  return design;
}

/* Makes the source that is filtered with the band shown. */
static gboolean
make_filtered (Design *design,
               const OndesFilterBand *band,
               GError **error)
{
  OndesFilterOptions options = ondes_filter_options_default;
  g_autoptr (OndesSpec) spec = NULL;

  options.precision = ONDES_PRECISION_SINGLE;
  options.causal = design->choice.causal;
  /* What is shown shares the recording's samples. */
  options.post = design->choice.post == ONDES_POST_INTERPOLATION ? ONDES_POST_NONE : design->choice.post;
  design->single = ondes_filter_bank_new (band, 1, error);
  if (design->single != NULL)
    spec = ondes_filter_new (&options, design->single, error);
  if (spec == NULL)
    return FALSE;
  design->operation = ondes_filtered_new (spec);
  design->filtered = ondes_computed_source_new (design->operation, &design->source, error);
  return design->filtered != NULL;
}

/* Returns the band nearest @f_hz; the first if the bands have no frequencies. */
static guint
find_band (const OndesFilterBand *bands,
           guint n,
           double f_hz)
{
  guint nearest = 0;

  for (guint i = 1; i < n && bands[0].centre_hz > 0; i++)
    if (fabs (log (bands[i].centre_hz / f_hz)) < fabs (log (bands[nearest].centre_hz / f_hz)))
      nearest = i;
  return nearest;
}

static gboolean
work (OndesComputer *computer,
      gpointer data,
      const OndesWatch *watch,
      GError **error)
{
  Design *design = data;
  OndesResponseJob job;
  const OndesFilterBand *bands;
  guint n;

  if (design->bank == NULL)
    design->bank = ondes_filter_choice_bank (&design->choice, &design->input, watch, error);
  if (design->bank == NULL)
    return FALSE;
  bands = ondes_filter_bank_get (design->bank, &n);
  design->band = design->band == ONDES_FILTER_BAND_AUTO ? find_band (bands, n, design->middle_hz) : MIN (design->band, n - 1);
  job = (OndesResponseJob) { .bank = design->bank, .shown = design->band, .rate_hz = design->input.rate_hz, .lo_hz = design->lo_hz,
                             .points = design->points, .causal = design->choice.causal };
  design->response = ondes_filter_response_new (&job, watch->cancellable, error);
  return design->response != NULL && make_filtered (design, &bands[design->band], error);
}

/* Returns "255 taps (5.8 ms)", or of a bank "31 filters of up to 2047 taps (46 ms)". */
static char *
describe_taps (const Design *design)
{
  const char *time_unit = ondes_recording_get_info (design->recording)->time_unit;
  const guint taps = ondes_filter_bank_longest (design->bank);
  g_autofree char *unit = ondes_words_time_unit (time_unit);
  g_autofree char *length = ondes_words_quantity (taps / design->input.rate_hz, unit, 3), *count = ondes_words_count (taps);
  guint n;

  ondes_filter_bank_get (design->bank, &n);
  if (n == 1)
    /* Translators: the number of taps of a filter, and how long they last. */
    return g_strdup_printf (ngettext ("%s tap (%s)", "%s taps (%s)", taps), count, length);
  /* Translators: the number of filters, the taps of the longest, and how long they last. */
  return g_strdup_printf (ngettext ("%u filter of up to %s taps (%s)", "%u filters of up to %s taps (%s)", n), n, count, length);
}

static char *
describe (const Design *design)
{
  g_autofree char *taps = describe_taps (design);

  if (ondes_filter_bank_longest (design->bank) <= design->input.n)
    return g_steal_pointer (&taps);
  /* Translators: the number of taps, and how long they last. */
  return g_strdup_printf (_("%s, longer than the recording: every output also depends on zeros outside it"), taps);
}

static void
take (OndesFilterAnalysis *self,
      Design *design)
{
  ondes_analysis_take_status (ONDES_ANALYSIS (self), describe (design));
  ondes_filter_analysis_drop_filter (self);
  self->bank = g_steal_pointer (&design->bank);
  self->single = g_steal_pointer (&design->single);
  self->bank_key = g_steal_pointer (&design->key);
  self->response = g_steal_pointer (&design->response);
  self->operation = g_steal_pointer (&design->operation);
  self->shown = design->band;
}

/* TRUE if peaks that were found before are of what @design filters, too; call before take(). */
static gboolean
keeps_peaks (OndesFilterAnalysis *self,
             const Design *design)
{
  return self->operation != NULL && g_str_equal (self->operation->canonical, design->operation->canonical)
         && (self->peaks == NULL || self->peaks->job.options.post == design->choice.post);
}

static void
landed (gpointer data,
        const GError *error,
        gpointer owner)
{
  OndesFilterAnalysis *self = owner;
  Design *design = data;

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  if (error != NULL)
    {
      OndesSetting setting = ondes_error_get_setting (error);

      /* What has no row of its own is about the file. */
      if (self->settings.kind == ONDES_FILTER_TAPS && setting != ONDES_SETTING_RESAMPLE_TAPS)
        setting = ONDES_SETTING_TAPS;
      ondes_analysis_take_problem (ONDES_ANALYSIS (self), ondes_words_row_error (error), setting);
      ondes_analysis_changed (self);
      return;
    }
  ondes_analysis_take_problem (ONDES_ANALYSIS (self), NULL, ONDES_SETTING_NONE);
  /* Peaks of another filter would stand beside the wave. */
  if (!keeps_peaks (self, design))
    ondes_filter_analysis_drop_peaks (self);
  take (self, design);
  ondes_filter_analysis_emit_response (self);
  ondes_filter_analysis_show (self, g_steal_pointer (&design->filtered));
  ondes_filter_analysis_want_levels (self, ONDES_WANT_SOON);
  ondes_filter_analysis_want_peaks (self, ONDES_WANT_SOON);
  ondes_analysis_changed (self);
}

const OndesSchedulerClass ondes_filter_analysis_designing = {
  .key = "filter",
  .prepare = prepare,
  .work = work,
  .free = design_free,
  .landed = landed,
  .changed = ondes_analysis_changed,
};
