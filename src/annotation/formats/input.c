/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lines, sentences and annotations of a file that is read. */
#include "formats.h"

#include <string.h>

#include "base/display-text.h"
#include "base/words.h"

#define LINES_BETWEEN 1024 /* lines, between looks at progress and cancellation */

gboolean
ondes_annotation_refuse (const OndesAnnotationInput *input,
                         GError                    **error,
                         const char                 *format,
                         ...)
{
  g_autofree char *sentence = NULL, *shown = NULL;
  va_list args;

  va_start (args, format);
  sentence = g_strdup_vprintf (format, args);
  va_end (args);
  shown = ondes_display_text (sentence); /* it may quote the file */
  return ondes_error_set (error, ONDES_ERROR_FILE, _("%s, line %" PRIu64 ": %s"), input->display, input->line, shown);
}

void
ondes_annotation_note (GPtrArray  *notes,
                       const char *format,
                       ...)
{
  g_autofree char *sentence = NULL;
  va_list args;

  va_start (args, format);
  sentence = g_strdup_vprintf (format, args);
  va_end (args);
  g_ptr_array_add (notes, ondes_display_text (sentence));
}

gboolean
ondes_annotation_go_on (OndesAnnotationInput *input,
                        GError              **error)
{
  if (input->end > input->begin)
    ondes_watch_tell (input->watch, (double) (input->p - input->begin) / (double) (input->end - input->begin));
  return !g_cancellable_set_error_if_cancelled (ondes_watch_cancellable (input->watch), error);
}

char *
ondes_annotation_take_line (OndesAnnotationInput *input,
                            gboolean             *whole,
                            GError              **error)
{
  while (input->p < input->end)
    {
      char *line = input->p;
      const gsize length = strcspn (line, "\r\n");
      const gsize blanks = strspn (line, " \t");

      input->p = line + length;
      input->line++;
      if (whole != NULL)
        *whole = input->p < input->end;
      if (input->p < input->end)
        {
          const gboolean both = input->p[0] == '\r' && input->p[1] == '\n';

          *input->p = '\0';
          input->p += both ? 2 : 1;
        }
      if (input->line % LINES_BETWEEN == 0 && !ondes_annotation_go_on (input, error))
        return NULL;
      if (blanks < length)
        return line;
    }
  return NULL;
}

void
ondes_annotation_found (OndesAnnotationInput  *input,
                        const OndesAnnotation *values)
{
  OndesAnnotation of_track = *values;

  if (of_track.track == NULL || of_track.track[0] == '\0')
    of_track.track = input->reading->track;
  of_track.start = CLAMP (of_track.start, -G_MAXDOUBLE, G_MAXDOUBLE);
  of_track.end = CLAMP (of_track.end, -G_MAXDOUBLE, G_MAXDOUBLE);
  g_ptr_array_add (input->items, ondes_annotation_new (&of_track));
}
