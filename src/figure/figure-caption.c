/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"
#include "figure-private.h"

#include <math.h>
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
          const OndesScalogram *scalogram)
{
  g_autofree char *unit = ondes_place_unit (ondes_scalogram_get_place (scalogram), scalogram->time_unit);
  double min = G_MAXDOUBLE, max = 0;

  for (guint i = 0; i < scalogram->rows; i++)
    {
      min = MIN (min, scalogram->frequencies_hz[i]);
      max = MAX (max, scalogram->frequencies_hz[i]);
    }
  if (*unit == '\0')
    {
      g_string_append_printf (caption, " (rows 0\u2013%u). ", scalogram->rows - 1);
      return;
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

/* Appends what a column shows, if it shows more than one value. */
static void
add_pooling (GString              *caption,
             const OndesScalogram *scalogram)
{
  if (scalogram->columns < scalogram->view.count / ondes_picture_traits (scalogram->spec).frames.hop)
    g_string_append_printf (caption, ", the %s of each of %u spans",
                            ondes_scalogram_is_mean (scalogram) ? "root mean square" : "largest", scalogram->columns);
}

/* Returns the samples that the picture is computed from, up to the boundary's. */
static OndesSpan
samples_of (const OndesScalogram *scalogram)
{
  const OndesView *view = &scalogram->view;
  const OndesFrames frames = ondes_picture_traits (scalogram->spec).frames;

  return (OndesSpan) { view->first - frames.offset, view->count - frames.hop + frames.window };
}

static void
add_samples (GString              *caption,
             const OndesScalogram *scalogram)
{
  g_autofree char *unit = ondes_frequency_unit (scalogram->time_unit);
  const OndesSpan  span = samples_of (scalogram);
  const char      *per = strchr (unit, '/');

  if (span.first == 0 && span.count == scalogram->n)
    g_string_append_printf (caption, "All %" G_GUINT64_FORMAT " sample%s", scalogram->n, ondes_plural (scalogram->n));
  else
    g_string_append_printf (caption, "Samples %" G_GUINT64_FORMAT " to %" G_GUINT64_FORMAT " (of %" G_GUINT64_FORMAT ")",
                            span.first, span.first + span.count, scalogram->n);
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

/* Says what the colours of the levels @of two pictures mean, one of which is @scalogram. */
static void
add_level_colours (GString              *caption,
                   const char           *of,
                   const OndesScalogram *scalogram,
                   const OndesDisplay   *display,
                   double                range_db)
{
  OndesDisplay resolved = ondes_display_resolve (display, scalogram);

  g_string_append_printf (caption, "Colours: %s of %s, \u2212",
                          ondes_scalogram_is_power (scalogram) ? "10 log\u2081\u2080" : "20 log\u2081\u2080", of);
  add_number (caption, range_db);
  g_string_append (caption, " dB blue, +");
  add_number (caption, range_db);
  g_string_append (caption, " dB orange; grey: both more than ");
  add_number (caption, resolved.db_range);
  g_string_append (caption, " dB below ");
  add_number (caption, resolved.reference);
  if (resolved.equalise)
    g_string_append (caption, " times each row's median over the whole recording");
}

static void
add_difference (GString               *caption,
                const OndesDifference *difference,
                const OndesDisplay    *display)
{
  add_level_colours (caption, "the values with and without compensation", difference->first, display, difference->range_db);
  if (ondes_scalogram_get_old_half_rate (difference->first) > 0)
    g_string_append (caption, ", or above half the recording's rate");
  add_cone (caption, difference->first, display);
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
  const OndesPictureClass *klass = ondes_scalogram_get_class (scalogram);
  g_autofree char  *all = ondes_spec_print (scalogram->spec);
  g_autofree char  *usual = klass->usual_rows != NULL ? klass->usual_rows (scalogram->spec, scalogram->rate_hz) : NULL;
  g_autoptr (GString) given = g_string_new (" ");

  g_string_append (given, usual != NULL && g_str_has_prefix (all, usual) ? all + strlen (usual) : all);
  g_string_replace (given, " --precision single", "", 1);
  g_string_replace (given, " --quantity magnitude", "", 1);
  return g_strstrip (g_strdup (given->str));
}

/* Says where the second is and what differs there; the difference says its colours. */
static void
add_pair (GString            *caption,
          const OndesCompared    *pair,
          const OndesDisplay *display)
{
  const char *where = pair->kind == ONDES_COMPARED_STACKED ? "Below" : pair->line > 0 ? "Right of the line" : "In its place";
  g_autofree char *of = g_strdup_printf ("its values over those of %s", pair->differs);

  if (pair->kind != ONDES_COMPARED_DIFFERENCE)
    {
      g_string_append_printf (caption, "%s: %s. ", where, pair->differs);
      return;
    }
  add_level_colours (caption, of, pair->first, display, pair->range_db);
  add_cone (caption, pair->first, display);
}

/* Appends the transform, its options and the samples. */
static void
add_transform (GString              *caption,
               const OndesScalogram *scalogram)
{
  g_autofree char *what = ondes_spec_describe (scalogram->spec);
  g_autofree char *options = given_options (scalogram);

  *what = g_ascii_toupper (*what);
  g_string_append (caption, what);
  add_rows (caption, scalogram);
  if (*options && g_utf8_strlen (options, -1) <= LONGEST_OPTIONS)
    g_string_append_printf (caption, "Options %s. ", options);
  add_samples (caption, scalogram);
}

/* Appends "440 Hz", or "row 3". */
static void
add_hz (GString              *caption,
        const OndesScalogram *scalogram,
        double                hz)
{
  g_autofree char *unit = ondes_place_unit (ondes_scalogram_get_place (scalogram), scalogram->time_unit);

  if (*unit == '\0')
    g_string_append (caption, "row ");
  add_number (caption, hz);
  if (*unit != '\0')
    g_string_append_printf (caption, " %s", unit);
}

/* Appends "; Δt 0.25 s, 1/Δt 4 Hz, Δf 440 Hz, 1200 cents (1 octave), ΔL −3.2 dB" of two cursors. */
static void
add_differences (GString                   *caption,
                 const OndesScalogram      *scalogram,
                 const OndesCursorReadings *m)
{
  g_autofree char *unit = ondes_frequency_unit (scalogram->time_unit);

  g_string_append (caption, "; Δt ");
  add_number (caption, m->time);
  g_string_append_printf (caption, " %s", scalogram->time_unit);
  if (!isnan (m->rate))
    {
      g_string_append (caption, ", 1/Δt ");
      add_number (caption, m->rate);
      g_string_append_printf (caption, " %s", unit);
    }
  if (!isnan (m->hz))
    {
      g_string_append (caption, ", Δf ");
      add_hz (caption, scalogram, m->hz);
    }
  if (isfinite (m->octaves))
    {
      g_string_append (caption, ", ");
      add_number (caption, m->cents);
      g_string_append (caption, " cents (");
      add_number (caption, m->octaves);
      g_string_append_printf (caption, " octave%s)", fabs (m->octaves) == 1 ? "" : "s");
    }
  if (!isnan (m->level_db))
    {
      g_string_append (caption, ", ΔL ");
      add_number (caption, round (10 * m->level_db) / 10);
      g_string_append (caption, " dB");
    }
}

/* Says where the cursors are and what lies between them, as the window does: times from the first sample on. */
static void
add_cursors (GString              *caption,
             const OndesScalogram *scalogram,
             const OndesDisplay   *display)
{
  const OndesCursors *cursors = &display->cursors;
  OndesCursorReadings readings;
  gboolean any = FALSE;

  ondes_cursors_read (cursors, scalogram->rate_hz, scalogram, &readings);
  for (guint i = 0; i < ONDES_CURSORS; i++)
    {
      if (isnan (cursors->at[i].sample))
        continue;
      g_string_append_printf (caption, "%s %u at ", any ? "," : "Cursor", i + 1);
      add_number (caption, cursors->at[i].sample / scalogram->rate_hz);
      g_string_append_printf (caption, " %s", scalogram->time_unit);
      if (!isnan (cursors->at[i].hz))
        {
          g_string_append (caption, " and ");
          add_hz (caption, scalogram, cursors->at[i].hz);
        }
      any = TRUE;
    }
  if (!isnan (readings.time))
    add_differences (caption, scalogram, &readings);
  if (any)
    g_string_append (caption, ". ");
  if (isnan (cursors->harmonic_hz))
    return;
  g_string_append (caption, "Lines at multiples of f = ");
  add_hz (caption, scalogram, cursors->harmonic_hz);
  g_string_append (caption, ". ");
}

/* Ends the sentence about the samples, and says what is missing of complex ones. */
static void
end_samples (GString              *caption,
             const OndesScalogram *scalogram)
{
  g_string_append (caption, ". ");
  if (scalogram->half_band)
    g_string_append (caption, "The samples are complex, and frequencies below 0 are missing. ");
}

static char *
caption_of (const OndesScalogram  *scalogram,
            const OndesDisplay    *display,
            const OndesDifference *difference, /* NULL for none */
            const OndesCompared       *pair)       /* NULL for none */
{
  GString *caption = g_string_new (NULL);

  add_transform (caption, scalogram);
  add_pooling (caption, scalogram);
  end_samples (caption, scalogram);
  if (pair != NULL)
    add_pair (caption, pair, display);
  if (difference != NULL)
    add_difference (caption, difference, display);
  else if (pair == NULL || pair->kind != ONDES_COMPARED_DIFFERENCE)
    add_display (caption, scalogram, display);
  add_cursors (caption, scalogram, display);
  g_string_append (caption, "Ondes " ONDES_VERSION ".");
  return g_string_free (caption, FALSE);
}

char *
ondes_figure_caption_of (const OndesScalogram *scalogram,
                         const char           *what)
{
  GString *caption = g_string_new (what);

  add_transform (caption, scalogram);
  end_samples (caption, scalogram);
  g_string_append (caption, "Ondes " ONDES_VERSION ".");
  return g_string_free (caption, FALSE);
}

char *
ondes_figure_caption (const OndesScalogram *scalogram,
                      const OndesDisplay   *display)
{
  return caption_of (scalogram, display, NULL, NULL);
}

char *
ondes_difference_caption (const OndesDifference *difference,
                          const OndesDisplay    *display)
{
  return caption_of (difference->first, display, difference, NULL);
}

char *
ondes_compared_caption (const OndesCompared    *pair,
                    const OndesDisplay *display)
{
  return caption_of (pair->first, display, NULL, pair);
}
