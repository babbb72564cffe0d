/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Praat's TextGrid, long and short (https://www.fon.hum.uva.nl/praat/manual/TextGrid_file_formats.html): numbers, texts in quotes
 * and flags in <> that stand free, between blanks; whatever else is there, such as "xmin =" and comments after !, is not read. So
 * one reader takes both forms. textgrid-write.c writes the long one. */
#include "textgrid.h"

#include <math.h>
#include <string.h>

#include "base/number.h"
#include "base/words.h"

#define BLANKS " \t\r\n\v\f"

typedef struct
{
  OndesAnnotationInput *input;
} Grid;

/* What stands free. */
typedef enum { TOKEN_END, TOKEN_NUMBER, TOKEN_TEXT, TOKEN_FLAG, TOKEN_OTHER } Token;

static void
skip_blanks (OndesAnnotationInput *input)
{
  for (; input->p < input->end; input->p++)
    if (*input->p == '!')
      input->p += strcspn (input->p, "\n") - 1;
    else if (strchr (BLANKS, *input->p) == NULL)
      return;
    else
      input->line += *input->p == '\n';
}

/* Takes a text after its first quote; quotes within it are doubled. NULL if it does not end. */
static char *
take_quoted (OndesAnnotationInput *input)
{
  char *text = input->p, *to = text;

  for (; input->p < input->end; *to++ = *input->p++)
    {
      input->line += *input->p == '\n';
      if (*input->p != '"')
        continue;
      input->p++;
      if (*input->p == '"')
        continue;
      *to = '\0';
      return text;
    }
  return NULL;
}

/* Takes what comes next; *@text is the text, *@number the number. */
static Token
take_token (OndesAnnotationInput *input,
            char                **text,
            double               *number)
{
  gsize length;
  char after;
  gboolean is_number;

  skip_blanks (input);
  if (input->p == input->end)
    return TOKEN_END;
  if (*input->p == '"')
    {
      input->p++;
      *text = take_quoted (input);
      return *text != NULL ? TOKEN_TEXT : TOKEN_END;
    }
  *text = input->p;
  length = strcspn (input->p, BLANKS);
  after = input->p[length];
  input->p[length] = '\0';
  is_number = ondes_number_parse (input->p, number);
  input->p += length;
  *input->p = after;
  return is_number ? TOKEN_NUMBER : **text == '<' && input->p[-1] == '>' ? TOKEN_FLAG : TOKEN_OTHER;
}

/* Takes the next free-standing token that is of @kind; fails at one of another kind. */
static gboolean
take (Grid       *self,
      Token       kind,
      const char *what,
      char      **text,
      double     *number,
      GError    **error)
{
  double unused_number;
  char *unused_text;
  Token token;

  do
    token = take_token (self->input, text != NULL ? text : &unused_text, number != NULL ? number : &unused_number);
  while (token == TOKEN_OTHER);
  if (token == kind)
    return TRUE;
  if (token == TOKEN_END)
    return ondes_annotation_refuse (self->input, error, _("the TextGrid ends where %s should follow; is the file broken off?"),
                                    what);
  return ondes_annotation_refuse (self->input, error, _("%s should stand here; the TextGrid is damaged"), what);
}

static gboolean
take_number (Grid       *self,
             const char *what,
             double     *number,
             GError    **error)
{
  return take (self, TOKEN_NUMBER, what, NULL, number, error);
}

static gboolean
take_count (Grid       *self,
            const char *what,
            guint64    *count,
            GError    **error)
{
  double number;

  if (!take_number (self, what, &number, error))
    return FALSE;
  if (!(number >= 0 && number <= G_MAXINT) || number != floor (number))
    return ondes_annotation_refuse (self->input, error, _("%s should stand here; the TextGrid is damaged"), what);
  *count = (guint64) number;
  return TRUE;
}

static gboolean
take_items (Grid       *self,
            const char *track,
            gboolean    intervals,
            guint64     count,
            GError    **error)
{
  for (guint64 i = 0; i < count; i++)
    {
      OndesAnnotation item = { .low_hz = NAN, .high_hz = NAN, .track = track };
      char *text;

      if (i % 1024 == 0 && !ondes_annotation_go_on (self->input, error))
        return FALSE;
      if (!take_number (self, _("a time"), &item.start, error))
        return FALSE;
      item.end = item.start;
      if (intervals && !take_number (self, _("a time"), &item.end, error))
        return FALSE;
      if (!take (self, TOKEN_TEXT, _("a text in quotes"), &text, NULL, error))
        return FALSE;
      item.label = text;
      if (!intervals || *text != '\0')
        ondes_annotation_found (self->input, &item);
    }
  return TRUE;
}

static gboolean
take_tier (Grid    *self,
           GError **error)
{
  char *class, *name;
  gboolean intervals;
  double time;
  guint64 count;

  if (!take (self, TOKEN_TEXT, _("the class of a tier"), &class, NULL, error))
    return FALSE;
  intervals = g_str_equal (class, "IntervalTier");
  if (!intervals && !g_str_equal (class, "TextTier"))
    return ondes_annotation_refuse (self->input, error, _("a tier is of class “%s”, where IntervalTier and TextTier are read"),
                                    class);
  if (!take (self, TOKEN_TEXT, _("the name of a tier"), &name, NULL, error)
      || !take_number (self, _("a time"), &time, error) || !take_number (self, _("a time"), &time, error)
      || !take_count (self, _("the number of a tier’s intervals"), &count, error))
    return FALSE;
  if (self->input->reading->track == NULL || *name != '\0')
    g_ptr_array_add (self->input->tracks, g_strdup (name));
  return take_items (self, name, intervals, count, error);
}

static gboolean
parse (OndesAnnotationInput *input,
       GError              **error)
{
  Grid self = { .input = input };
  guint64 tiers;
  double time;
  char *text;

  input->line = 1;
  if (!take (&self, TOKEN_TEXT, "“ooTextFile”", &text, NULL, error) || !take (&self, TOKEN_TEXT, "“TextGrid”", &text, NULL, error))
    return FALSE;
  if (!g_str_equal (text, "TextGrid"))
    return ondes_annotation_refuse (input, error, _("the file holds “%s” of Praat’s, where a TextGrid is read"), text);
  if (!take_number (&self, _("a time"), &time, error) || !take_number (&self, _("a time"), &time, error)
      || !take (&self, TOKEN_FLAG, "<exists>", &text, NULL, error))
    return FALSE;
  if (!g_str_has_prefix (text, "<exists>"))
    return TRUE; /* no tiers */
  if (!take_count (&self, _("the number of tiers"), &tiers, error))
    return FALSE;
  for (; tiers > 0; tiers--)
    if (!take_tier (&self, error))
      return FALSE;
  return TRUE;
}

static gboolean
detect (const char *text,
        const char *end)
{
  const gssize size = end - text;

  while (text < end && g_ascii_isspace (*text))
    text++;
  return (end - text >= 9 && g_str_has_prefix (text, "File type") && g_strstr_len (text, size, "ooTextFile") != NULL)
         || (end - text >= 12 && g_str_has_prefix (text, "\"ooTextFile\""));
}

const OndesAnnotationFormatClass ondes_annotations_textgrid
  = { { "textgrid", "Praat TextGrid", ".TextGrid", TRUE }, detect, parse, ondes_annotations_write_textgrid };
