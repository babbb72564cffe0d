/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gi18n.h>
#include <math.h>

#include "words-annotations.h"

#include "base/display-text.h"
#include "base/number.h"
#include "words.h"

#define DECIMALS_MAX 9
#define OPEN "\u221e" /* above all frequencies */

static const OndesRecordingInfo *
info_of (OndesSession *session)
{
  return ondes_recording_get_info (ondes_session_get_recording (session));
}

/* Prints a time with as many decimals as tell samples apart. */
static char *
print_time (OndesSession *session,
            double time)
{
  const double rate_hz = ondes_session_get_source (session)->rate_hz;

  return g_strdup_printf ("%.*f", (int) CLAMP (ceil (log10 (rate_hz)), 0, DECIMALS_MAX), ondes_session_get_start (session) + time);
}

static char *
print_frequency (double hz)
{
  if (isnan (hz))
    return g_strdup ("");
  if (isinf (hz))
    return g_strdup (OPEN);
  return fabs (hz) < 1e6 ? g_strdup_printf ("%.6g", hz) : g_strdup_printf ("%.0f", hz);
}

char *
ondes_words_annotation_title (OndesSession *session,
                              OndesAnnotationColumn column)
{
  OndesRecording *recording = ondes_session_get_recording (session);
  const char *time_unit = recording != NULL ? info_of (session)->time_unit : "s";
  g_autofree char *time = ondes_words_time_unit (time_unit), *frequency = ondes_words_frequency_unit (time_unit);

  switch (column)
    {
    case ONDES_ANNOTATION_START:
      /* Translators: when an annotation begins; the unit is in brackets. */
      return g_strdup_printf (_("Start (%s)"), time);
    case ONDES_ANNOTATION_END:
      /* Translators: when an annotation ends; the unit is in brackets. */
      return g_strdup_printf (_("End (%s)"), time);
    case ONDES_ANNOTATION_LOW:
      /* Translators: the lower frequency of an annotation; the unit is in brackets. */
      return g_strdup_printf (_("Low (%s)"), frequency);
    case ONDES_ANNOTATION_HIGH:
      /* Translators: the upper frequency of an annotation; the unit is in brackets. */
      return g_strdup_printf (_("High (%s)"), frequency);
    case ONDES_ANNOTATION_LABEL:
      return g_strdup (_("Label"));
    default:
      /* Translators: a group of annotations. */
      return g_strdup (_("Track"));
    }
}

char *
ondes_words_annotation (OndesSession *session,
                        const OndesAnnotation *annotation,
                        OndesAnnotationColumn column)
{
  switch (column)
    {
    case ONDES_ANNOTATION_START:
      return print_time (session, annotation->start);
    case ONDES_ANNOTATION_END:
      return print_time (session, annotation->end);
    case ONDES_ANNOTATION_LOW:
      return print_frequency (annotation->low_hz);
    case ONDES_ANNOTATION_HIGH:
      return print_frequency (annotation->high_hz);
    case ONDES_ANNOTATION_LABEL:
      return g_strdup (annotation->label);
    default:
      return g_strdup (annotation->track);
    }
}

/* Reads a time or a date, as time units from the first sample; NaN if it is neither. */
static double
read_time (OndesSession *session,
           const char *text,
           char **problem)
{
  return ondes_words_read_time (session, text, problem) / ondes_session_get_source (session)->rate_hz;
}

/* Reads a frequency, or that there is none; FALSE if it is neither. */
static gboolean
read_frequency (const char *text,
                double *hz,
                char **problem)
{
  g_autofree char *plain = g_strstrip (g_strdup (text));

  *hz = *plain == 0 ? NAN : g_str_equal (plain, OPEN) ? INFINITY : ondes_number_read (plain);
  if (*plain == 0 || *hz >= 0)
    return TRUE;
  *problem = g_strdup_printf (_("“%s” is not a frequency: type a number from 0 on, or nothing for all frequencies"), text);
  return FALSE;
}

/* Sets both frequencies, in order; one alone is open on its other side, and none frees the annotation of both. */
static void
set_frequencies (OndesAnnotation *values,
                 double low_hz,
                 double high_hz)
{
  const gboolean swapped = low_hz > high_hz;

  values->low_hz = swapped ? high_hz : low_hz;
  values->high_hz = swapped ? low_hz : high_hz;
}

static gboolean
read_value (OndesSession *session,
            OndesAnnotation *values,
            OndesAnnotationColumn column,
            const char *text,
            char **problem)
{
  double number;

  switch (column)
    {
    case ONDES_ANNOTATION_START:
      number = read_time (session, text, problem);
      /* A point stays one. */
      values->end = values->end == values->start ? number : MAX (values->end, number);
      values->start = number;
      return isfinite (number);
    case ONDES_ANNOTATION_END:
      number = read_time (session, text, problem);
      values->start = MIN (values->start, number);
      values->end = number;
      return isfinite (number);
    case ONDES_ANNOTATION_LOW:
      if (!read_frequency (text, &number, problem))
        return FALSE;
      set_frequencies (values, number, values->high_hz);
      return TRUE;
    case ONDES_ANNOTATION_HIGH:
      if (!read_frequency (text, &number, problem))
        return FALSE;
      set_frequencies (values, values->low_hz, number);
      return TRUE;
    case ONDES_ANNOTATION_LABEL:
      values->label = text;
      return TRUE;
    default:
      values->track = text;
      return TRUE;
    }
}

OndesAnnotation *
ondes_words_annotation_read (OndesSession *session,
                             const OndesAnnotation *annotation,
                             OndesAnnotationColumn column,
                             const char *text,
                             char **problem)
{
  g_autofree char *shown = ondes_words_annotation (session, annotation, column);
  OndesAnnotation values = *annotation;

  *problem = NULL;
  if (!g_str_equal (shown, text) && !read_value (session, &values, column, text, problem))
    return NULL;
  return ondes_annotation_new (&values);
}

char *
ondes_words_annotations_alone (const char *path)
{
  g_autofree char *display = ondes_display_path (path);

  return g_strdup_printf (_("%s holds annotations of a recording; open the recording first, then choose “Import…” below "
                            "“Annotations” in the main menu"), display);
}
