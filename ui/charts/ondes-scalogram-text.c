/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gi18n.h>
#include <math.h>

#include "ondes-scalogram-text.h"
#include "picture/words-slices.h"
#include "session/words.h"

/* Says last what noise quantised masks have. Takes ownership of @text. */
static char *
add_noise (const OndesScalogram *scalogram,
           char                 *text)
{
  g_autofree char *summary = text, *noise = ondes_words_mask_noise (scalogram);

  if (noise == NULL)
    return g_steal_pointer (&summary);
  /* Translators: the summary of a picture; then "noise of 8-bit masks −50 dB". */
  return g_strdup_printf (_("%s There is %s."), summary, noise);
}

/* Says first that the difference is shown, if it is. Takes ownership of @text. */
static char *
add_difference (OndesScalogramView *self,
                char               *text)
{
  const double range_db = ondes_scalogram_view_get_difference (self);
  g_autofree char *summary = text, *lo = NULL, *hi = NULL;

  if (range_db == 0)
    return g_steal_pointer (&summary);
  lo = ondes_words_fixed (-range_db, 0, " dB");
  hi = ondes_words_fixed (range_db, 0, " dB");
  /* Translators: two levels; then the summary of the first of two scalograms. */
  return g_strdup_printf (_("The difference, in colours from %s to %s. %s"), lo, hi, summary);
}

/* Returns the frequency of the largest value of @column, which @row has. */
static char *
print_pitch (const OndesScalogram *s,
             guint                 row,
             guint                 column)
{
  g_autofree double *values = g_new (double, s->rows);

  for (guint i = 0; i < s->rows; i++)
    values[i] = ondes_scalogram_value (s, s->values[(gsize) i * s->columns + column]);
  return ondes_words_peak_place (s, values, row, 3);
}

static char *
describe (OndesChart *chart)
{
  OndesScalogramView *self = ONDES_SCALOGRAM_VIEW (chart);
  OndesScalogram *s = ondes_scalogram_analysis_get_scalogram (ondes_scalogram_view_get_pointed (self));
  g_autofree char *from = NULL, *to = NULL, *lo = NULL, *hi = NULL, *value = NULL, *when = NULL, *pitch = NULL;
  g_autofree char *text = NULL;
  double first, count, lowest = G_MAXDOUBLE, highest = 0, middle;
  guint from_column, to_column, row = 0, column = 0;
  float max = -1;

  if (s == NULL)
    return NULL;
  /* The picture extends beyond the view. */
  ondes_timeline_get_view (ondes_time_chart_get_timeline (ONDES_TIME_CHART (self)), &first, &count);
  from_column = MAX (ondes_scalogram_column (s, first), 0);
  to_column = (guint) ondes_scalogram_column (s, first + count - 1);
  to_column = MIN (to_column, s->columns - 1);
  for (guint i = 0; i < s->rows; i++)
    for (guint j = from_column; j <= to_column; j++)
      if (s->values[(gsize) i * s->columns + j] > max)
        {
          max = s->values[(gsize) i * s->columns + j];
          row = i;
          column = j;
        }
  for (guint i = 0; i < s->rows; i++)
    {
      lowest = MIN (lowest, s->frequencies_hz[i]);
      highest = MAX (highest, s->frequencies_hz[i]);
    }
  middle = s->view.first + (column + 0.5) * s->view.count / s->columns;
  from = ondes_time_chart_describe_time (ONDES_TIME_CHART (chart), first);
  to = ondes_time_chart_describe_time (ONDES_TIME_CHART (chart), first + count);
  lo = ondes_words_place (s, lowest, 3);
  hi = ondes_words_place (s, highest, 3);
  value = ondes_words_quantity (ondes_scalogram_value (s, MAX (max, 0)), s->unit, 3);
  when = ondes_time_chart_describe_time (ONDES_TIME_CHART (chart), middle);
  pitch = print_pitch (s, row, column);
  /* Translators: name, from and to in time, rows, from and to in frequency, the largest value, its time and frequency. */
  text = g_strdup_printf (ngettext ("%s, from %s to %s, %u row from %s to %s. The largest value is %s, at %s and %s.",
                                    "%s, from %s to %s, %u rows from %s to %s. The largest value is %s, at %s and %s.", s->rows),
                          s->name, from, to, s->rows, lo, hi, value, when, pitch);
  text = add_difference (self, add_noise (s, g_steal_pointer (&text)));
  if (s->view.preview)
    /* Translators: before the summary of a picture that is not exact yet. */
    return g_strdup_printf (_("Preview: %s"), text);
  return g_steal_pointer (&text);
}

/* Returns the unit of the rows' places for the clipboard. */
static char *
unit_of (const OndesScalogram *scalogram)
{
  const OndesPlace place = ondes_scalogram_get_place (scalogram);

  return place == ONDES_PLACE_ROW ? g_strdup ("(row)") : ondes_place_unit (place, scalogram->time_unit);
}

static char *
copy_value (OndesChart *chart)
{
  OndesScalogramAnalysis *analysis = ondes_scalogram_view_get_pointed (ONDES_SCALOGRAM_VIEW (chart));
  OndesScalogram *s = ondes_scalogram_analysis_get_scalogram (analysis);
  const OndesPointer *pointer = ondes_scalogram_analysis_get_pointer (analysis);
  char frequency[G_ASCII_DTOSTR_BUF_SIZE], value[G_ASCII_DTOSTR_BUF_SIZE];
  g_autofree char *unit = NULL, *time = NULL;
  g_autofree char *position = NULL;
  gboolean power;

  if (s == NULL || !pointer->valid)
    return NULL;
  unit = unit_of (s);
  power = ondes_scalogram_is_power (s);
  time = ondes_time_chart_copy_time (ONDES_TIME_CHART (chart), pointer->sample);
  position = g_strdup_printf ("%s, %s %s", time,
                              g_ascii_formatd (frequency, sizeof frequency, "%.6g", pointer->row_frequency_hz), unit);
  /* The magnitude at a new crosshair position may still be in flight. */
  if (isnan (pointer->magnitude))
    return g_steal_pointer (&position);
  return g_strdup_printf ("%s, %s%s%s%s", position,
                          g_ascii_formatd (value, sizeof value, "%.6g", ondes_pointer_signed (pointer, s)),
                          *s->unit != 0 ? " " : "", s->unit, power && *s->unit != 0 ? "²" : "");
}

static char *
row_title (const OndesScalogram *scalogram)
{
  const char *order = ondes_picture_traits (scalogram->spec).order;

  return g_strdup (g_str_equal (order, "natural") ? _("row, natural order") : _("row, Paley order"));
}

static char *
sequency_title (const OndesScalogram *scalogram)
{
  g_autofree char *unit = ondes_words_sequency_unit (scalogram->time_unit);

  /* Translators: the title of a ruler; the unit, zero crossings per second, is in brackets. */
  return g_strdup_printf (_("sequency (%s)"), unit);
}

char *
ondes_scalogram_frequency_title (const OndesDisplay   *display,
                                 const OndesScalogram *scalogram)
{
  g_autofree char *unit = NULL;

  if (ondes_scalogram_get_place (scalogram) != ONDES_PLACE_FREQUENCY)
    return ondes_scalogram_get_place (scalogram) == ONDES_PLACE_ROW ? row_title (scalogram) : sequency_title (scalogram);
  if (ondes_display_show (display, scalogram) == ONDES_SHOW_SCALE)
    return g_strdup (_("scale (samples)"));
  if (ondes_display_show (display, scalogram) == ONDES_SHOW_PERIOD)
    {
      unit = ondes_words_time_unit (scalogram->time_unit);
      /* Translators: the title of a ruler; the unit of time is in brackets. */
      return g_strdup_printf (_("period (%s)"), unit);
    }
  if (display->notes)
    {
      unit = g_strdup_printf ("%g Hz", display->a4_hz);
      /* Translators: the title of a ruler whose labels are notes such as A4; its frequency is in brackets. */
      return g_strdup_printf (_("note (A4 = %s)"), unit);
    }
  unit = ondes_words_frequency_unit (scalogram->time_unit);
  /* Translators: the title of a ruler; the unit is in brackets. */
  return g_strdup_printf (_("frequency (%s)"), unit);
}

void
ondes_scalogram_text_install (OndesChartClass *klass)
{
  klass->describe = describe;
  klass->copy_value = copy_value;
}
