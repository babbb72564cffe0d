/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "words-slices.h"

#include <glib/gi18n.h>
#include <math.h>

#include "figure/draw.h"
#include "session/words.h"

#define DIGITS 4

static char *
join (char *from,
      char *to)
{
  char *both;

  if (to == NULL)
    return from;
  both = g_strdup_printf ("%s – %s", from, to);
  g_free (from);
  g_free (to);
  return both;
}

char *
ondes_words_slice (OndesScalogramAnalysis *analysis,
                   const OndesSlicesEntry *entry)
{
  OndesSession *session = ondes_analysis_get_session (ONDES_ANALYSIS (analysis));
  const OndesScalogram *scalogram = ondes_scalogram_analysis_get_scalogram (analysis);
  const OndesSlicePlace *time = &entry->places[ONDES_SLICE_SPECTRUM], *band = &entry->places[ONDES_SLICE_ENVELOPE];
  g_autofree char *when = NULL, *where = NULL;

  if (time->count > 0)
    when = join (ondes_words_pointer_time (session, (double) time->first),
                 time->count > 1 ? ondes_words_pointer_time (session, (double) (time->first + time->count)) : NULL);
  if (band->count > 0)
    where = join (ondes_words_place (scalogram, band->lo_hz, DIGITS),
                  band->lo_hz < band->hi_hz ? ondes_words_place (scalogram, band->hi_hz, DIGITS) : NULL);
  if (when == NULL || where == NULL)
    return g_strdup (when != NULL ? when : where != NULL ? where : "");
  return g_strdup_printf ("%s · %s", when, where);
}

char *
ondes_words_slice_level (const OndesScalogram *scalogram,
                         const OndesDisplay   *display)
{
  g_autofree char *title = ondes_colour_bar_title_worded (scalogram, display, "", "", _("dB re"), _("row median"));
  const char *unit = title;

  /* What follows the quantity, without the comma or blank and, if it is a unit alone, without its brackets. */
  while (*unit == ',' || *unit == ' ')
    unit++;
  if (g_str_has_prefix (unit, "l2, "))
    unit += strlen ("l2, ");
  return ondes_number_to_locale (unit);
}

char *
ondes_words_peak_frequency (const char  *place,
                            OndesPeakHow how)
{
  if (ondes_peak_how_describe (how) == NULL)
    return g_strdup (place);
  /* Translators: a frequency which is only as exact as the rows of the picture lie close. */
  return g_strdup_printf (_("%s (row)"), place);
}

char *
ondes_words_peak_place (const OndesScalogram *scalogram,
                        const double         *values,
                        guint                 row,
                        guint                 digits)
{
  const double rate_hz = scalogram->rate_hz * scalogram->oversampling;
  const OndesPeakFrequency peak = ondes_peak_frequency (scalogram->spec, rate_hz, values, row);
  g_autofree char *place = ondes_words_place (scalogram, peak.hz, digits);

  return ondes_words_peak_frequency (place, peak.how);
}

char *
ondes_words_slice_peak (OndesScalogramAnalysis *analysis,
                        const OndesSlice       *slice)
{
  const OndesScalogram *scalogram = ondes_scalogram_analysis_get_scalogram (analysis);
  OndesSession *session = ondes_analysis_get_session (ONDES_ANALYSIS (analysis));
  g_autofree char *level = NULL, *place = NULL;
  double largest = 0, reference;
  gsize at = 0;
  guint row;

  for (gsize i = 0; i < slice->n; i++)
    if (slice->values[i] > largest)
      {
        largest = slice->values[i];
        at = i;
      }
  row = largest > 0 ? ondes_slice_row (slice, scalogram, at) : G_MAXUINT;
  if (row >= scalogram->rows)
    return NULL;
  reference = ondes_scalogram_analysis_get_zero_db (analysis, row);
  level = ondes_words_fixed (ondes_scalogram_decade_db (scalogram) * log10 (largest / reference), 1, " dB");
  if (slice->place.kind == ONDES_SLICE_SPECTRUM)
    place = slice->n == scalogram->rows ? ondes_words_peak_place (scalogram, slice->values, row, DIGITS)
                                        : ondes_words_place (scalogram, scalogram->frequencies_hz[row], DIGITS);
  else
    place = ondes_words_pointer_time (session, (double) slice->place.first
                                                 + ((double) at + 0.5) * (double) slice->place.count / (double) slice->n);
  /* Translators: a level, and the frequency or time at which a curve has it. */
  return g_strdup_printf (_("largest %s at %s"), level, place);
}
