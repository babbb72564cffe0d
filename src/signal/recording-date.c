/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Dates of moments in a recording. */
#include "recording.h"

#include <math.h>

#include "base/display-text.h"
#include "base/words.h"

#define TOLERANCE_S 1e-6 /* printed dates end at the microsecond, and a double is hardly finer */

/* Tolerance as a fraction of a month: months vary in length, so samples of a monthly recording may be off their dates. */
#define MONTH_S   (28.0 * ONDES_DATE_DAY_S)
#define MONTH_OFF 0.1

char *
ondes_recording_info_print_date (const OndesRecordingInfo *info,
                                 double                    time)
{
  /* Whole microseconds, as doubles of present-day dates are a quarter of one apart and their sum would be rounded twice. */
  const double us = (double) info->start_us + round (1e6 * time * ondes_time_unit_seconds (info->time_unit));

  return info->has_date ? ondes_date_print_iso_in (us / 1e6, info->start_zone) : g_strdup ("");
}

gboolean
ondes_recording_info_find_date (const OndesRecordingInfo *info,
                                double                    date_s,
                                OndesZone                 zone,
                                double                   *time,
                                GError                  **error)
{
  const double unit_s = ondes_time_unit_seconds (info->time_unit), sample_s = unit_s / info->rate_hz;
  const double tolerance = sample_s >= MONTH_S ? MONTH_OFF : MIN (TOLERANCE_S / sample_s, 0.5);
  double samples;

  if (!info->has_date || (info->start_zone.unknown && !zone.unknown))
    {
      g_autofree char *display = ondes_display_path (info->path);

      if (!info->has_date)
        g_set_error (error, ONDES_ERROR, ONDES_ERROR_FILE,
                     _("%s has no dates; give the time from its first sample, in its time unit (%s)"), display, info->time_unit);
      else
        g_set_error (error, ONDES_ERROR, ONDES_ERROR_FILE,
                     _("the time zone of %s is not known; give the date by its recorder’s clock, without a zone"), display);
      return FALSE;
    }
  samples = (date_s - (zone.unknown ? info->start_zone.offset_s : 0) - info->date_s) / sample_s;
  *time = (fabs (samples - round (samples)) <= tolerance ? round (samples) : samples) / info->rate_hz;
  return TRUE;
}
