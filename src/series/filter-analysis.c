/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "base/number.h"
#include "filter-analysis-private.h"
#include "transform/conditioning.h"
#include "transform/filter-text.h"

#define DEFAULT_POINTS 512
#define MOST_POINTS    8192
#define MOST_DB        1000.0 /* of peaks, either way */
#define MOST_TAPS      2000.0 /* of the band-pass that a recording begins with */
#define DEFAULT_NOTCH  50.0 /* the mains, if the rate allows it */

G_DEFINE_FINAL_TYPE (OndesFilterAnalysis, ondes_filter_analysis, ONDES_TYPE_ANALYSIS)

static guint response_changed, levels_changed, peaks_changed;

/* Replaces values that no control can set; others that make no filter are kept, and are the problem. */
static void
mend (OndesFilterSettings *settings)
{
  settings->harmonics = CLAMP (settings->harmonics, 1, ONDES_FILTER_HARMONICS_MAX);
  settings->fraction = CLAMP (settings->fraction, 1, ONDES_FILTER_FRACTION_MAX);
  settings->length = CLAMP (settings->length, 1, ONDES_FIR_TAPS_MAX);
  if (!(settings->window.beta >= 0 && settings->window.beta <= 100))
    settings->window.beta = ONDES_FILTER_BETA;
  if (!(settings->transition_hz >= 0))
    settings->transition_hz = 0;
  if (!(settings->every >= 0 && isfinite (settings->every)))
    settings->every = 0;
  if (!(fabs (settings->above_db) <= MOST_DB))
    settings->above_db = settings->peaks ? 0 : NAN;
  settings->taps[sizeof settings->taps - 1] = '\0';
}

/* Sets cut-offs to the thirds of the visible frequencies, on a logarithmic scale. The lower one, which determines the length, is
 * higher if the filter would be longer than it has to be for a first look. */
static void
choose_cutoffs (OndesFilterSettings *settings,
                double               fmin_hz,
                double               fmax_hz,
                double               rate_hz)
{
  OndesFirDesign design = ondes_fir_design_default;

  design.kind = ONDES_FIR_BANDPASS;
  design.lo_hz = fmin_hz * cbrt (fmax_hz / fmin_hz);
  design.hi_hz = fmax_hz / cbrt (fmax_hz / fmin_hz);
  design.lo_hz *= MAX (ondes_fir_design_length (&design, rate_hz) / MOST_TAPS, 1);
  settings->lo_hz = ondes_number_round (design.lo_hz, 4);
  settings->hi_hz = ondes_number_round (MAX (design.hi_hz, 2 * design.lo_hz), 4);
}

/* Begins with what suits the present recording. */
static void
forget_settings (OndesFilterAnalysis *self)
{
  const double rate_hz = ondes_session_get_source (self->session)->rate_hz;
  OndesFilterSettings *settings = &self->settings;
  double fmin_hz, fmax_hz;

  ondes_session_get_range (self->session, &fmin_hz, &fmax_hz);
  fmax_hz = MIN (fmax_hz, 0.49 * rate_hz);
  if (!(fmin_hz > 0 && fmin_hz < fmax_hz))
    fmin_hz = fmax_hz / 1000;
  *settings = ondes_filter_settings_default;
  choose_cutoffs (settings, fmin_hz, fmax_hz, rate_hz);
  settings->notch_hz = DEFAULT_NOTCH < 0.4 * rate_hz ? DEFAULT_NOTCH : ondes_number_round (rate_hz / 8, 4);
}

static void
on_recording (OndesFilterAnalysis *self)
{
  const guint opened = ondes_session_get_opened (self->session);
  OndesSource *source = ondes_session_get_source (self->session);
  const gboolean another = opened != self->opened || !ondes_session_has_time (self->session);

  ondes_scheduler_leave (self->designing);
  if (opened != self->opened && source != NULL)
    {
      self->opened = opened;
      forget_settings (self);
    }
  /* For another channel at the same rate, the filter stays. */
  ondes_filter_analysis_drop_levels (self);
  ondes_filter_analysis_drop_peaks (self);
  if (another || self->response == NULL || self->response->rate_hz != source->rate_hz)
    ondes_filter_analysis_show_none (self);
  else
    ondes_filter_analysis_show_again (self);
  ondes_analysis_settings_changed (ONDES_ANALYSIS (self));
  ondes_analysis_want (ONDES_ANALYSIS (self));
}

static void
on_view (OndesFilterAnalysis *self)
{
  if (ondes_session_get_source (self->session) != NULL)
    {
      ondes_filter_analysis_want_levels (self, ONDES_WANT_SOON);
      ondes_filter_analysis_want_peaks (self, ONDES_WANT_SOON);
    }
}

static void
ondes_filter_analysis_constructed (GObject *object)
{
  OndesFilterAnalysis *self = ONDES_FILTER_ANALYSIS (object);

  G_OBJECT_CLASS (ondes_filter_analysis_parent_class)->constructed (object);
  self->session = ondes_analysis_get_session (ONDES_ANALYSIS (self));
  self->picture = ondes_second_picture_new (self->session, ONDES_SHOWN_RIGHT);
  self->after = ondes_second_picture_get_session (self->picture);
  self->designing = ondes_analysis_add_scheduler (ONDES_ANALYSIS (self), &ondes_filter_analysis_designing);
  self->levelling = ondes_analysis_add_scheduler (ONDES_ANALYSIS (self), &ondes_filter_analysis_levelling);
  self->finding = ondes_analysis_add_scheduler (ONDES_ANALYSIS (self), &ondes_filter_analysis_finding);
  g_signal_connect_object (self->session, "recording-changed", G_CALLBACK (on_recording), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (ondes_session_get_timeline (self->session), "view-changed", G_CALLBACK (on_view), self,
                           G_CONNECT_SWAPPED);
  if (ondes_session_get_recording (self->session) != NULL)
    on_recording (self);
}

static void
ondes_filter_analysis_dispose (GObject *object)
{
  ondes_filter_analysis_drop_shown (ONDES_FILTER_ANALYSIS (object));
  G_OBJECT_CLASS (ondes_filter_analysis_parent_class)->dispose (object);
}

static void
ondes_filter_analysis_finalize (GObject *object)
{
  OndesFilterAnalysis *self = ONDES_FILTER_ANALYSIS (object);

  ondes_filter_analysis_drop_filter (self);
  g_clear_pointer (&self->levels, ondes_band_levels_unref);
  g_clear_pointer (&self->peaks, ondes_band_peaks_unref);
  g_free (self->peaks_problem);
  G_OBJECT_CLASS (ondes_filter_analysis_parent_class)->finalize (object);
}

static void
save (OndesAnalysis *analysis,
      GVariantBuilder *settings)
{
  ondes_params_save (ondes_filter_params.rows, ONDES_PARAM_SESSION, &ONDES_FILTER_ANALYSIS (analysis)->settings, settings);
}

static void
restore (OndesAnalysis *analysis,
         GVariant *saved)
{
  OndesFilterSettings settings = ONDES_FILTER_ANALYSIS (analysis)->settings;
  double above_db;

  if (g_variant_lookup (saved, "above", "d", &above_db) && isnan (above_db)) /* which the fields do not restore */
    settings.above_db = NAN;
  ondes_params_restore (ondes_filter_params.rows, ONDES_PARAM_SESSION, &settings, saved);
  ondes_filter_analysis_set_settings (ONDES_FILTER_ANALYSIS (analysis), &settings);
}

static void
ondes_filter_analysis_class_init (OndesFilterAnalysisClass *klass)
{
  OndesAnalysisClass *analysis_class = ONDES_ANALYSIS_CLASS (klass);

  G_OBJECT_CLASS (klass)->constructed = ondes_filter_analysis_constructed;
  G_OBJECT_CLASS (klass)->dispose = ondes_filter_analysis_dispose;
  G_OBJECT_CLASS (klass)->finalize = ondes_filter_analysis_finalize;
  analysis_class->name = "filter";
  analysis_class->save = save;
  analysis_class->restore = restore;
  ondes_filter_analysis_shown_init (analysis_class);
  ondes_filter_analysis_export_init (analysis_class);
  response_changed = g_signal_new ("response-changed", ONDES_TYPE_FILTER_ANALYSIS, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                   G_TYPE_NONE, 0);
  levels_changed = g_signal_new ("levels-changed", ONDES_TYPE_FILTER_ANALYSIS, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                 G_TYPE_NONE, 0);
  peaks_changed = g_signal_new ("peaks-changed", ONDES_TYPE_FILTER_ANALYSIS, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                G_TYPE_NONE, 0);
}

static void
ondes_filter_analysis_init (OndesFilterAnalysis *self)
{
  self->points = DEFAULT_POINTS;
  self->settings = ondes_filter_settings_default;
}

OndesFilterAnalysis *
ondes_filter_analysis_new (OndesSession *session)
{
  return g_object_new (ONDES_TYPE_FILTER_ANALYSIS, "session", session, NULL);
}

const OndesFilterSettings *
ondes_filter_analysis_get_settings (OndesFilterAnalysis *self)
{
  return &self->settings;
}

/* FALSE if @settings are those that are set. */
static gboolean
take_settings (OndesFilterAnalysis *self,
               const OndesFilterSettings *settings)
{
  OndesFilterSettings fresh = *settings;

  mend (&fresh);
  if (ondes_params_equal (ondes_filter_params.rows, 0, &self->settings, &fresh))
    return FALSE;
  /* The bands of another bank have other numbers. */
  if (fresh.fraction != self->settings.fraction || fresh.kind != self->settings.kind
      || ((fresh.kind == ONDES_FILTER_MORLET || fresh.kind == ONDES_FILTER_GAMMATONE)
          && (fresh.lo_hz != self->settings.lo_hz || fresh.hi_hz != self->settings.hi_hz)))
    fresh.band = fresh.band == self->settings.band ? ONDES_FILTER_BAND_AUTO : fresh.band;
  self->settings = fresh;
  ondes_analysis_settings_changed (ONDES_ANALYSIS (self));
  ondes_analysis_want (ONDES_ANALYSIS (self));
  return TRUE;
}

void
ondes_filter_analysis_set_settings (OndesFilterAnalysis *self,
                                    const OndesFilterSettings *settings)
{
  g_return_if_fail (ONDES_IS_FILTER_ANALYSIS (self));
  take_settings (self, settings);
}

guint
ondes_filter_analysis_get_cutoffs (OndesFilterAnalysis *self,
                                   double cutoffs_hz[2])
{
  const OndesFilterSettings *settings = &self->settings;

  switch (settings->kind)
    {
    case ONDES_FILTER_LOWPASS:
      cutoffs_hz[0] = settings->hi_hz;
      return 1;
    case ONDES_FILTER_HIGHPASS:
      cutoffs_hz[0] = settings->lo_hz;
      return 1;
    case ONDES_FILTER_BANDPASS:
    case ONDES_FILTER_BANDSTOP:
      cutoffs_hz[0] = settings->lo_hz;
      cutoffs_hz[1] = settings->hi_hz;
      return 2;
    case ONDES_FILTER_NOTCH:
      cutoffs_hz[0] = settings->notch_hz;
      return 1;
    case ONDES_FILTER_DIFFERENTIATOR:
    case ONDES_FILTER_HILBERT:
    case ONDES_FILTER_BANK:
    case ONDES_FILTER_MORLET:
    case ONDES_FILTER_GAMMATONE:
    case ONDES_FILTER_TAPS:
    default:
      return 0;
    }
}

void
ondes_filter_analysis_move_cutoff (OndesFilterAnalysis *self,
                                   guint which,
                                   double f_hz)
{
  OndesFilterSettings settings = self->settings;
  OndesSource *source = ondes_session_get_source (self->session);
  double cutoffs_hz[2], lo, hi;
  const guint n = ondes_filter_analysis_get_cutoffs (self, cutoffs_hz);

  if (source == NULL || which >= n)
    return;
  lo = ondes_filter_analysis_lowest (self);
  hi = source->rate_hz / 2 * 0.999;
  if (n == 2 && which == 0)
    hi = MIN (hi, cutoffs_hz[1] / 1.01);
  else if (n == 2)
    lo = MAX (lo, cutoffs_hz[0] * 1.01);
  f_hz = ondes_number_round (CLAMP (f_hz, lo, MAX (lo, hi)), 4);
  if (settings.kind == ONDES_FILTER_NOTCH)
    settings.notch_hz = f_hz;
  else if (settings.kind == ONDES_FILTER_LOWPASS || which == 1)
    settings.hi_hz = f_hz;
  else
    settings.lo_hz = f_hz;
  ondes_filter_analysis_set_settings (self, &settings);
}

void
ondes_filter_analysis_load_taps (OndesFilterAnalysis *self,
                                 const char *path)
{
  OndesFilterSettings settings = self->settings;
  const char *problem = NULL;

  g_return_if_fail (ONDES_IS_FILTER_ANALYSIS (self));
  if (strlen (path) >= sizeof settings.taps)
    problem = _("The name of the file with its folders is too long; move it to a folder nearer to the root");
  else if (!g_utf8_validate (path, -1, NULL)) /* settings hold text alone */
    problem = _("The name of the file is not in UTF-8; rename it");
  if (problem != NULL)
    {
      ondes_analysis_take_problem (ONDES_ANALYSIS (self), g_strdup (problem), ONDES_SETTING_TAPS);
      ondes_analysis_changed (self);
      return;
    }
  settings.kind = ONDES_FILTER_TAPS;
  settings.band = ONDES_FILTER_BAND_AUTO;
  settings.resample_taps = FALSE;
  g_strlcpy (settings.taps, path, sizeof settings.taps);
  /* The file chosen before is read again: it may have changed, and a refusal of another one is no longer the problem. */
  if (!take_settings (self, &settings))
    ondes_analysis_want (ONDES_ANALYSIS (self));
}

gboolean
ondes_filter_analysis_can_add_step (OndesFilterAnalysis *self)
{
  /* A design that is under way, or was cancelled, leaves the filter of the settings before. */
  return self->bank != NULL && ondes_analysis_get_problem (ONDES_ANALYSIS (self)) == NULL
         && !ondes_scheduler_is_stale (self->designing)
         && g_strv_length ((char **) ondes_session_get_conditioning (self->session)) < ONDES_CONDITIONING_STEPS_MAX;
}

char *
ondes_filter_analysis_shown_step (OndesFilterAnalysis *self,
                                  OndesPost post)
{
  OndesFilterSettings choice = self->settings;
  guint n;

  ondes_filter_bank_get (self->bank, &n);
  choice.only = n > 1 ? self->shown + 1 : 0;
  choice.post = post;
  return ondes_filter_step_print (&choice);
}

gboolean
ondes_filter_analysis_add_step (OndesFilterAnalysis *self)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) steps = NULL;
  g_autofree char *step = NULL;

  g_return_val_if_fail (ONDES_IS_FILTER_ANALYSIS (self), FALSE);
  if (!ondes_filter_analysis_can_add_step (self))
    return FALSE;
  step = ondes_filter_analysis_shown_step (self, self->settings.post);
  g_strv_builder_addv (builder, (const char **) ondes_session_get_conditioning (self->session));
  g_strv_builder_add (builder, step);
  steps = g_strv_builder_end (builder);
  ondes_session_set_conditioning (self->session, (const char *const *) steps, TRUE);
  return TRUE;
}

char *
ondes_filter_analysis_print_bank (OndesFilterAnalysis *self)
{
  const OndesParam *row = ondes_params_find (ondes_filter_params.rows, "bank");

  g_return_val_if_fail (ONDES_IS_FILTER_ANALYSIS (self), NULL);
  return row->applies (&self->settings) ? row->print (&self->settings) : NULL;
}

char *
ondes_filter_analysis_print_step (OndesFilterAnalysis *self)
{
  guint n;

  g_return_val_if_fail (ONDES_IS_FILTER_ANALYSIS (self), NULL);
  if (self->bank == NULL || ondes_analysis_get_problem (ONDES_ANALYSIS (self)) != NULL)
    return NULL;
  ondes_filter_bank_get (self->bank, &n);
  return n == 1 ? ondes_filter_step_print (&self->settings) : NULL;
}

double
ondes_filter_analysis_get_loudest (OndesFilterAnalysis *self)
{
  OndesOverview *overview = ondes_session_get_overview (self->after);
  OndesSource *source = ondes_session_get_source (self->after);
  OndesExtent all = { .min = 1, .max = -1 };
  double loudest;

  if (overview == NULL || source == NULL)
    return 0;
  ondes_overview_get (overview, 0, (double) source->n, 1, &all);
  loudest = all.min <= all.max ? MAX (fabs (all.min), fabs (all.max)) : 0;
  return loudest > 0 ? (self->settings.post == ONDES_POST_POWER ? 10 : 20) * log10 (loudest) : 0;
}

void
ondes_filter_analysis_step_band (OndesFilterAnalysis *self,
                                 int step)
{
  OndesFilterSettings settings = self->settings;
  guint n;

  if (self->bank == NULL)
    return;
  ondes_filter_bank_get (self->bank, &n);
  settings.band = (guint) CLAMP ((gint64) self->shown + step, 0, (gint64) n - 1);
  ondes_filter_analysis_set_settings (self, &settings);
}

void
ondes_filter_analysis_set_points (OndesFilterAnalysis *self,
                                  guint points)
{
  points = CLAMP (points, 16, MOST_POINTS);
  if (points == self->points)
    return;
  self->points = points;
  ondes_analysis_want (ONDES_ANALYSIS (self));
}

OndesFilterBank *
ondes_filter_analysis_get_bank (OndesFilterAnalysis *self)
{
  return self->bank;
}

const OndesFilterResponse *
ondes_filter_analysis_get_response (OndesFilterAnalysis *self)
{
  return self->response;
}

const OndesFilterBand *
ondes_filter_analysis_get_band (OndesFilterAnalysis *self)
{
  guint n;

  return self->bank != NULL ? &ondes_filter_bank_get (self->bank, &n)[self->shown] : NULL;
}

OndesSession *
ondes_filter_analysis_get_after (OndesFilterAnalysis *self)
{
  g_return_val_if_fail (ONDES_IS_FILTER_ANALYSIS (self), NULL);
  return self->after;
}

OndesSecondPicture *
ondes_filter_analysis_get_picture (OndesFilterAnalysis *self)
{
  return self->picture;
}

void
ondes_filter_analysis_emit_response (OndesFilterAnalysis *self)
{
  g_signal_emit (self, response_changed, 0);
}

void
ondes_filter_analysis_emit_peaks (OndesFilterAnalysis *self)
{
  g_signal_emit (self, peaks_changed, 0);
}

void
ondes_filter_analysis_emit_levels (OndesFilterAnalysis *self)
{
  g_signal_emit (self, levels_changed, 0);
}
