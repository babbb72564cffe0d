/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"
#include "figure.h"

#include <stdlib.h>
#include <string.h>

#include "palette.h"
#include "base/number.h"

#define LONGEST_OPTIONS 160 /* characters: a longer list of scales is shortened to its ends */

/* Appends up to six significant digits, formatted like the rulers. */
static void
add_number (GString *caption,
            double   value)
{
  char  text[G_ASCII_DTOSTR_BUF_SIZE];
  char *e;

  g_ascii_formatd (text, sizeof text, "%.6g", value);
  e = strchr (text, 'e');
  if (e)
    *e++ = 0;
  for (const char *c = text; *c; c++)
    if (*c == '-')
      g_string_append (caption, "\u2212");
    else
      g_string_append_c (caption, *c);
  if (e)
    g_string_append_printf (caption, "e%s%d", *e == '-' ? "\u2212" : "", ABS (atoi (e)));
}

static void
add_rows (GString              *caption,
          const OndesScalogram *scalogram,
          const char           *unit)
{
  double min = G_MAXDOUBLE, max = 0;

  for (guint i = 0; i < scalogram->rows; i++)
    {
      min = MIN (min, scalogram->frequencies_hz[i]);
      max = MAX (max, scalogram->frequencies_hz[i]);
    }
  g_string_append (caption, " (");
  add_number (caption, min);
  g_string_append (caption, "\u2013");
  add_number (caption, max);
  g_string_append_printf (caption, " %s). ", unit);
}

static void
add_detrend (GString              *caption,
             const OndesScalogram *scalogram)
{
  const OndesTrend *trend = &scalogram->trend;

  if (scalogram->detrend == ONDES_DETREND_NONE)
    return;
  if (scalogram->detrend == ONDES_DETREND_LINEAR)
    {
      g_string_append (caption, ", less their line of least squares");
      return;
    }
  if (scalogram->detrend == ONDES_DETREND_MOVING)
    {
      g_string_append_printf (caption, ", less the mean of the %" G_GUINT64_FORMAT " samples (", trend->window);
      add_number (caption, (double) trend->window / scalogram->rate_hz);
      g_string_append_printf (caption, " %s) around each", scalogram->time_unit);
      return;
    }
  g_string_append (caption, scalogram->detrend == ONDES_DETREND_SPAN_MEAN ? ", less the mean of this span " : ", less their mean ");
  add_number (caption, trend->level[0]);
  if (trend->level[1] != 0)
    {
      if (trend->level[1] > 0)
        g_string_append_c (caption, '+');
      add_number (caption, trend->level[1]);
      g_string_append_c (caption, 'i');
    }
}

static void
add_samples (GString              *caption,
             const OndesScalogram *scalogram,
             const char           *unit)
{
  const OndesView *view = &scalogram->view;
  const char      *per = strchr (unit, '/');

  if (view->first == 0 && view->count == scalogram->n)
    g_string_append_printf (caption, "All %" G_GUINT64_FORMAT " sample%s", scalogram->n, ondes_plural (scalogram->n));
  else
    g_string_append_printf (caption, "Samples %" G_GUINT64_FORMAT " to %" G_GUINT64_FORMAT " (of %" G_GUINT64_FORMAT ")",
                            view->first, view->first + view->count, scalogram->n);
  if (scalogram->channel)
    g_string_append_printf (caption, " of %s", scalogram->channel);
  g_string_append (caption, " at ");
  add_number (caption, scalogram->rate_hz);
  if (per)
    g_string_append_printf (caption, " a %s", per + 1);
  else
    g_string_append_printf (caption, " %s", unit);
  if (scalogram->even_times)
    g_string_append (caption, ", interpolated at even times");
  add_detrend (caption, scalogram);
  if (scalogram->conditioning != NULL)
    g_string_append_printf (caption, ", conditioned by %s", scalogram->conditioning);
  if (scalogram->columns < view->count)
    g_string_append_printf (caption, ", the %s of each of %u spans",
                            ondes_spec_cwt (scalogram->spec)->options.pool == ONDES_POOL_RMS ? "root mean square" : "largest",
                            scalogram->columns);
  g_string_append (caption, ". ");
}

/* TRUE if some row in view comes closer than √2 scales to an end of the recording. */
static gboolean
cone_is_in_view (const OndesScalogram *scalogram,
                 const OndesDisplay   *display)
{
  const OndesView *view = &scalogram->view;
  double           ends = MIN (view->first, scalogram->n - MIN (view->first + view->count, scalogram->n));

  for (guint i = 0; i < scalogram->rows; i++)
    if ((display->view_hi == 0
         || (scalogram->frequencies_hz[i] >= display->view_lo && scalogram->frequencies_hz[i] <= display->view_hi))
        && ends < ondes_scalogram_coi_samples (scalogram, i))
      return TRUE;
  return FALSE;
}

/* Says which rows are pale, and ends the sentence. */
static void
add_cone (GString              *caption,
          const OndesScalogram *scalogram,
          const OndesDisplay   *display)
{
  if (display->cone && cone_is_in_view (scalogram, display))
    g_string_append (caption, "; pale: less than √2 scales from an end of the recording");
  g_string_append (caption, ". ");
}

static void
add_difference (GString               *caption,
                const OndesDifference *difference,
                const OndesDisplay    *display)
{
  const OndesScalogram *scalogram = difference->first;
  const gboolean power = ondes_spec_cwt (scalogram->spec)->options.quantity == ONDES_QUANTITY_POWER;
  OndesDisplay resolved = ondes_display_resolve (display, scalogram);

  g_string_append_printf (caption, "Colours: %s of the values with and without compensation, \u2212",
                          power ? "10 log\u2081\u2080" : "20 log\u2081\u2080");
  add_number (caption, difference->range_db);
  g_string_append (caption, " dB blue, +");
  add_number (caption, difference->range_db);
  g_string_append (caption, " dB orange; grey: both more than ");
  add_number (caption, resolved.db_range);
  g_string_append (caption, " dB below ");
  add_number (caption, resolved.reference);
  if (resolved.equalise)
    g_string_append (caption, " times each row's median over the whole recording");
  if (ondes_scalogram_get_old_half_rate (scalogram) > 0)
    g_string_append (caption, ", or above half the recording's rate");
  add_cone (caption, scalogram, display);
}

static void
add_display (GString              *caption,
             const OndesScalogram *scalogram,
             const OndesDisplay   *display)
{
  OndesDisplay resolved = ondes_display_resolve (display, scalogram);

  g_string_append_printf (caption, "Colours %s, ", ondes_palette_names[display->palette]);
  if (display->decibel)
    {
      add_number (caption, resolved.db_range);
      g_string_append (caption, " dB below ");
    }
  else
    g_string_append (caption, "linear from 0 to ");
  add_number (caption, resolved.reference);
  if (resolved.equalise)
    g_string_append (caption, " times each row's median over the whole recording (equalised)");
  add_cone (caption, scalogram, display);
}

/* Returns the options without the defaults of a picture. */
static char *
given_options (const OndesScalogram *scalogram)
{
  g_autofree char  *all = ondes_spec_print (scalogram->spec);
  g_autoptr (OndesScaleList) usual = NULL;
  g_autoptr (GString) given = g_string_new (all);
  double            fmin, fmax;

  ondes_cwt_default_frequencies (scalogram->rate_hz, &fmin, &fmax);
  usual = ondes_scale_list_new_frequencies (fmin, fmax, 24, ondes_spec_cwt (scalogram->spec)->options.omega0, scalogram->rate_hz,
                                            NULL);
  if (usual && g_str_has_prefix (all, usual->options))
    g_string_erase (given, 0, strlen (usual->options));
  g_string_replace (given, " --precision single", "", 1);
  g_string_replace (given, " --quantity magnitude", "", 1);
  return g_strstrip (g_strdup (given->str));
}

static char *
caption_of (const OndesScalogram  *scalogram,
            const OndesDisplay    *display,
            const OndesDifference *difference) /* NULL for none */
{
  g_autofree char *what = ondes_spec_describe (scalogram->spec);
  g_autofree char *options = given_options (scalogram);
  g_autofree char *unit = ondes_frequency_unit (scalogram->time_unit);
  GString         *caption = g_string_new (what);

  *caption->str = g_ascii_toupper (*caption->str);
  add_rows (caption, scalogram, unit);
  if (*options && g_utf8_strlen (options, -1) <= LONGEST_OPTIONS)
    g_string_append_printf (caption, "Options %s. ", options);
  add_samples (caption, scalogram, unit);
  if (difference != NULL)
    add_difference (caption, difference, display);
  else
    add_display (caption, scalogram, display);
  g_string_append (caption, "Ondes " ONDES_VERSION ".");
  return g_string_free (caption, FALSE);
}

char *
ondes_figure_caption (const OndesScalogram *scalogram,
                      const OndesDisplay   *display)
{
  return caption_of (scalogram, display, NULL);
}

char *
ondes_difference_caption (const OndesDifference *difference,
                          const OndesDisplay    *display)
{
  return caption_of (difference->first, display, difference);
}
