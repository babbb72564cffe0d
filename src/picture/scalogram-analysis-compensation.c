/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The compensation of the scalogram: its settings, and the tables, sheets and taps that they name, which a worker reads. What was
 * read is kept, so that numbers change without another reading; it is read again after a change of its text, and by F5. */
#include "config.h"

#include <math.h>

#include "base/current-cancel.h"
#include "scalogram-analysis-private.h"
#include "session/preset-files.h"
#include "session/words-settings.h"

/* A reading of files. */
typedef struct
{
  OndesCompensationSettings settings;
  OndesCompensation        *compensation;
} Reading;

static void
reading_free (gpointer data)
{
  Reading *reading = data;

  g_clear_pointer (&reading->compensation, ondes_compensation_unref);
  g_free (reading);
}

static gpointer
prepare (gpointer owner,
         gboolean anew,
         OndesStageFlags *flags)
{
  OndesScalogramAnalysis *self = owner;
  Reading *reading = g_new0 (Reading, 1);

  reading->settings = self->compensating;
  *flags = 0;
  return reading;
}

/* Files of presets that are in use are not old. */
static void
use_files (const OndesCompensationSettings *settings)
{
  const char *const texts[] = { settings->amplitude, settings->timing, settings->calibration, settings->interpolation };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      const gboolean named = g_str_has_prefix (texts[i], "table:") || g_str_has_prefix (texts[i], "taps:");

      ondes_kept_file_use (named ? strchr (texts[i], ':') + 1 : texts[i]);
    }
}

static gboolean
work (OndesComputer *computer,
      gpointer data,
      const OndesWatch *watch,
      GError **error)
{
  Reading *reading = data;
  const OndesCompensationOptions options = ondes_compensation_settings_options (&reading->settings);

  ondes_current_cancel_push (watch->cancellable);
  reading->compensation = ondes_compensation_renew (NULL, &options, watch->cancellable, error);
  ondes_current_cancel_pop (watch->cancellable);
  if (g_cancellable_is_cancelled (watch->cancellable)) /* whatever the reading failed with */
    {
      g_clear_error (error);
      return !g_cancellable_set_error_if_cancelled (watch->cancellable, error);
    }
  if (reading->compensation != NULL)
    use_files (&reading->settings);
  return reading->compensation != NULL;
}

/* TRUE if a reading of @data reads the files that are wanted now, whatever the numbers. */
static gboolean
is_wanted (gpointer data,
           gpointer owner)
{
  OndesScalogramAnalysis *self = owner;
  const OndesCompensationSettings *a = &((Reading *) data)->settings, *b = &self->compensating;

  return g_str_equal (a->amplitude, b->amplitude) && g_str_equal (a->timing, b->timing)
         && g_str_equal (a->calibration, b->calibration) && a->oversample == b->oversample
         && g_str_equal (a->interpolation, b->interpolation);
}

/* Takes @error, which may be NULL, as the reason why there is no new spec; copied. */
static void
refuse_compensation (OndesScalogramAnalysis *self,
                     const GError *error)
{
  g_clear_error (&self->compensation_error);
  self->compensation_error = error != NULL ? g_error_copy (error) : NULL;
}

static void
landed (gpointer data,
        const GError *error,
        gpointer owner)
{
  OndesScalogramAnalysis *self = owner;
  Reading *reading = data;
  const gboolean anew = self->reading_anew;

  self->reading_anew = FALSE;
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      ondes_scalogram_analysis_say_cancelled (self);
      return;
    }
  g_clear_pointer (&self->files, ondes_compensation_unref);
  if (error == NULL)
    {
      self->files = g_steal_pointer (&reading->compensation);
      ondes_scalogram_analysis_take_settings (self);
      if (anew && ondes_analysis_get_problem (ONDES_ANALYSIS (self)) == NULL)
        ondes_scalogram_analysis_want_picture (self, ONDES_WANT_ANEW);
      return;
    }
  refuse_compensation (self, error);
  ondes_scalogram_analysis_update_spec (self);
}

const OndesSchedulerClass ondes_scalogram_analysis_reading = {
  .key = "compensation",
  .prepare = prepare,
  .work = work,
  .free = reading_free,
  .is_wanted = is_wanted,
  .landed = landed,
  .changed = ondes_analysis_changed,
};

/* TRUE if its pictures are to be compensated. */
static gboolean
is_compensating (OndesScalogramAnalysis *self)
{
  return self->compensating.on && !self->plain && !ondes_compensation_settings_is_idle (&self->compensating);
}

/* Applies the settings with the files that are there. */
static void
apply (OndesScalogramAnalysis *self,
       const OndesCompensationOptions *options)
{
  g_autoptr (GError) error = NULL;
  OndesCompensation *fresh = NULL;

  if (!self->compensating.quantise || ondes_mask_bits_check (self->compensating.bits, &error))
    fresh = ondes_compensation_renew (self->files, options, NULL, &error);
  refuse_compensation (self, error);
  if (fresh == NULL)
    return;
  g_clear_pointer (&self->files, ondes_compensation_unref);
  g_clear_pointer (&self->compensation, ondes_compensation_unref);
  self->files = ondes_compensation_ref (fresh);
  self->compensation = fresh;
}

gboolean
ondes_scalogram_analysis_update_compensation (OndesScalogramAnalysis *self)
{
  const OndesCompensationOptions options = ondes_compensation_settings_options (&self->compensating);

  if (!is_compensating (self))
    {
      ondes_scheduler_leave (self->reading);
      self->reading_anew = FALSE;
      refuse_compensation (self, NULL);
      g_clear_pointer (&self->compensation, ondes_compensation_unref);
      return TRUE;
    }
  if (self->reading_anew || ondes_compensation_reads (self->files, &options))
    {
      ondes_scheduler_want (self->reading, ONDES_WANT_SOON);
      return FALSE;
    }
  ondes_scheduler_leave (self->reading);
  apply (self, &options);
  return TRUE;
}

guint
ondes_scalogram_analysis_get_oversampling (OndesScalogramAnalysis *self)
{
  return self->spec != NULL ? ondes_picture_traits (self->spec).oversampling : 1;
}

guint
ondes_scalogram_analysis_get_rows_oversampling (OndesScalogramAnalysis *self)
{
  const OndesCompensation *compensation = self->compensation;

  if (self->plain && self->compensating.on)
    return MAX (self->compensating.oversample, 1);
  return compensation != NULL ? MAX (ondes_compensation_get_options (compensation)->oversample, 1) : 1;
}

const OndesCompensationSettings *
ondes_scalogram_analysis_get_compensation (OndesScalogramAnalysis *self)
{
  return &self->compensating;
}

void
ondes_scalogram_analysis_set_compensation (OndesScalogramAnalysis *self,
                                           const OndesCompensationSettings *settings)
{
  OndesCompensationSettings fresh = *settings;

  fresh.amplitude[ONDES_COMPENSATION_TEXT - 1] = fresh.timing[ONDES_COMPENSATION_TEXT - 1] = '\0';
  fresh.calibration[ONDES_COMPENSATION_TEXT - 1] = fresh.interpolation[ONDES_COMPENSATION_TEXT - 1] = '\0';
  fresh.rounding = MIN (fresh.rounding, ONDES_ROUND_ZERO);
  if (ondes_compensation_settings_equal (&fresh, &self->compensating))
    return;
  self->compensating = fresh;
  ondes_scalogram_analysis_take_settings (self);
}

void
ondes_scalogram_analysis_reload_compensation (OndesScalogramAnalysis *self)
{
  const OndesCompensationOptions options = ondes_compensation_settings_options (&self->compensating);

  if (!ondes_compensation_reads (NULL, &options))
    return;
  self->reading_anew = is_compensating (self);
  g_clear_pointer (&self->files, ondes_compensation_unref);
  if (self->reading_anew)
    ondes_scheduler_want (self->reading, ONDES_WANT_NOW);
}

OndesCompensation *
ondes_scalogram_analysis_get_applied (OndesScalogramAnalysis *self)
{
  return self->compensation;
}

char **
ondes_scalogram_analysis_get_compensation_notes (OndesScalogramAnalysis *self)
{
  double lo = INFINITY, hi = 0;

  if (self->compensation == NULL || self->spec == NULL || self->source == NULL)
    return g_new0 (char *, 1);
  for (guint i = 0; i < ondes_picture_traits (self->spec).rows; i++)
    {
      const double f = ondes_scalogram_analysis_row_hz (self, i);

      lo = MIN (lo, f);
      hi = MAX (hi, f);
    }
  return ondes_compensation_notes (self->compensation, lo, hi);
}

char *
ondes_scalogram_analysis_describe_compensation (OndesScalogramAnalysis *self)
{
  return self->compensation != NULL ? ondes_compensation_describe (self->compensation, self->settings.options.omega0) : NULL;
}
