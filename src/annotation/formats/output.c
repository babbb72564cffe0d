/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Text of a file that is written. */
#include "formats.h"

#include <math.h>
#include <string.h>

#include "base/number.h"

#define PIECE 65536 /* bytes written at once */

void
ondes_annotation_put (OndesAnnotationOutput *output,
                      const char            *text)
{
  g_string_append (output->buffer, text);
  if (output->buffer->len < PIECE || output->error != NULL)
    return;
  ondes_out_file_write (output->file, output->buffer->str, output->buffer->len, &output->error);
  g_string_truncate (output->buffer, 0);
}

void
ondes_annotation_put_number (OndesAnnotationOutput *output,
                             double                 value)
{
  char text[ONDES_NUMBER_SIZE];

  if (isfinite (value))
    ondes_annotation_put (output, ondes_number_print (text, value));
}

gboolean
ondes_annotation_put_line (OndesAnnotationOutput *output,
                           const char            *text)
{
  g_autofree char *line = NULL;

  if (text[strcspn (text, "\t\r\n")] == '\0')
    {
      ondes_annotation_put (output, text);
      return FALSE;
    }
  line = g_strdelimit (g_strdup (text), "\t\r\n", ' ');
  ondes_annotation_put (output, line);
  return TRUE;
}

void
ondes_annotation_put_escaped (OndesAnnotationOutput *output,
                              const char            *text)
{
  static const char from[] = "\t\n\r\\", to[] = "tnr\\";
  gsize length = strcspn (text, from);

  if (text[length] == '\0')
    {
      ondes_annotation_put (output, text);
      return;
    }
  for (; *text != '\0'; text += length)
    {
      const char *special = strchr (from, *text);

      length = MAX (strcspn (text, from), 1);
      if (special != NULL)
        ondes_annotation_put (output, (const char[]) { '\\', to[special - from], '\0' });
      else
        {
          g_autofree char *part = g_strndup (text, length);

          ondes_annotation_put (output, part);
        }
    }
}

void
ondes_annotation_unescape (char *text)
{
  char *to = text;

  for (const char *from = text; *from != '\0'; from++)
    {
      const char *escape = *from == '\\' ? strchr ("t\tn\nr\r\\\\", from[1]) : NULL;

      if (escape != NULL && from[1] != '\0')
        {
          *to++ = escape[1];
          from++;
        }
      else
        *to++ = *from;
    }
  *to = '\0';
}
