/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Audacity's labels: start, end and label, parted by tabs; below them, of a label with frequencies, a line of a backslash, the
 * lowest and the highest, −1 for one that is open (https://manual.audacityteam.org/man/importing_and_exporting_labels.html).
 * Where the decimal mark is a comma, old versions write it; people write hours, minutes and seconds. */
#include "formats.h"

#include <math.h>
#include <string.h>

#include "base/number.h"
#include "base/words.h"

/* Cuts the next cell off *@line at its tab; the rest is NULL after the last one. */
static char *
take_cell (char **line)
{
  char *cell = *line, *tab = cell != NULL ? strchr (cell, '\t') : NULL;

  if (tab != NULL)
    *tab = '\0';
  *line = tab != NULL ? tab + 1 : NULL;
  return cell;
}

gboolean
ondes_annotation_time_parse (const char *text,
                             double     *value)
{
  g_autofree char *point = g_strstrip (g_strdelimit (g_strdup (text), ",", '.'));
  g_auto (GStrv) parts = g_strsplit (point, ":", 4);
  const guint n = g_strv_length (parts);
  double sum = 0, part;

  if (n < 1 || n > 3)
    return FALSE;
  for (guint i = 0; i < n; i++)
    {
      if (!ondes_number_parse (parts[i], &part) || (n > 1 && part < 0) || (i > 0 && part >= 60))
        return FALSE;
      sum = 60 * sum + part;
    }
  *value = sum;
  return TRUE;
}

/* TRUE if the text up to a tab or the end of the line is a number; sets *@rest to what follows. */
static gboolean
begins_with_number (const char  *text,
                    const char  *end,
                    const char **rest)
{
  const gsize length = MIN (strcspn (text, "\t\r\n"), (gsize) (end - text));
  g_autofree char *cell = g_strndup (text, length);
  double value;

  *rest = text + length;
  return ondes_annotation_time_parse (cell, &value);
}

static gboolean
detect (const char *text,
        const char *end)
{
  const char *rest;

  while (text < end && g_ascii_isspace (*text))
    text++;
  if (!begins_with_number (text, end, &rest) || *rest != '\t')
    return FALSE;
  return begins_with_number (rest + 1, end, &rest) || *rest == '\n' || *rest == '\r' || *rest == '\0';
}

static gboolean
take_number (OndesAnnotationInput *input,
             char                 *cell,
             double               *value,
             GError              **error)
{
  if (cell != NULL && ondes_annotation_time_parse (cell, value))
    return TRUE;
  return ondes_annotation_refuse (input, error, _("“%s” is not a number or a time; a label has its start, its end and its "
                                                  "text, separated by tabs"), cell != NULL ? cell : "");
}

/* Reads the frequencies of @label below it, which are open where they are negative. */
static gboolean
take_band (OndesAnnotationInput *input,
           char                 *line,
           OndesAnnotation      *label,
           GError              **error)
{
  double low, high;

  take_cell (&line);
  if (!take_number (input, take_cell (&line), &low, error) || !take_number (input, take_cell (&line), &high, error))
    return FALSE;
  label->low_hz = low < 0 ? NAN : low;
  label->high_hz = high < 0 ? NAN : high;
  return TRUE;
}

static gboolean
take_label (OndesAnnotationInput *input,
            char                 *line,
            OndesAnnotation      *label,
            GError              **error)
{
  const char *rest;
  double start, end;

  if (!take_number (input, take_cell (&line), &start, error))
    return FALSE;
  end = start;
  /* Old ones have a point's label after its time. */
  if (line != NULL && begins_with_number (line, line + strlen (line), &rest)
      && !take_number (input, take_cell (&line), &end, error))
    return FALSE;
  *label = (OndesAnnotation) { .start = start, .end = end, .low_hz = NAN, .high_hz = NAN, .label = line };
  return TRUE;
}

static gboolean
parse (OndesAnnotationInput *input,
       GError              **error)
{
  OndesAnnotation label;
  gboolean has_label = FALSE;
  GError *problem = NULL;
  char *line;

  while ((line = ondes_annotation_take_line (input, NULL, &problem)) != NULL)
    {
      if (line[0] == '\\' && !has_label)
        return ondes_annotation_refuse (input, error, _("a line of frequencies without its label above; put it below the label, or "
                                                        "remove it"));
      if (line[0] != '\\' && has_label)
        ondes_annotation_found (input, &label);
      if (!(line[0] == '\\' ? take_band (input, line, &label, error) : take_label (input, line, &label, error)))
        return FALSE;
      has_label = line[0] != '\\';
      if (!has_label)
        ondes_annotation_found (input, &label);
    }
  if (!ondes_error_none (problem, error))
    return FALSE;
  if (has_label)
    ondes_annotation_found (input, &label);
  return TRUE;
}

static void
put_bound (OndesAnnotationOutput *output,
           double                 hz)
{
  ondes_annotation_put (output, "\t");
  ondes_annotation_put_number (output, isfinite (hz) ? hz : -1);
}

static void
write_labels (OndesAnnotationOutput *output)
{
  const guint64 n = ondes_annotation_set_get_length (output->set);
  guint64 tracks = 0, fields = 0, broken = 0;

  for (guint64 i = 0; i < n; i++)
    {
      const OndesAnnotation *a = ondes_annotation_set_get (output->set, i);

      ondes_annotation_put_number (output, a->start);
      ondes_annotation_put (output, "\t");
      ondes_annotation_put_number (output, a->end);
      ondes_annotation_put (output, "\t");
      broken += ondes_annotation_put_line (output, a->label);
      ondes_annotation_put (output, "\n");
      if (ondes_annotation_is_box (a))
        {
          ondes_annotation_put (output, "\\");
          put_bound (output, a->low_hz);
          put_bound (output, a->high_hz);
          ondes_annotation_put (output, "\n");
        }
      tracks += a->track[0] != '\0';
      fields += a->n_fields > 0;
    }
  if (tracks > 0)
    ondes_annotation_note (output->notes, g_dngettext (GETTEXT_PACKAGE, "The track of %" PRIu64 " annotation is left out, which "
                                                       "Audacity’s labels do not have.", "The tracks of %" PRIu64 " annotations "
                                                       "are left out, which Audacity’s labels do not have.", (gulong) tracks),
                           tracks);
  if (fields > 0)
    ondes_annotation_note (output->notes, g_dngettext (GETTEXT_PACKAGE, "The further fields of %" PRIu64 " annotation are left "
                                                       "out, which Audacity’s labels do not have.", "The further fields of %"
                                                       PRIu64 " annotations are left out, which Audacity’s labels do not have.",
                                                       (gulong) fields), fields);
  if (broken > 0)
    ondes_annotation_note (output->notes, g_dngettext (GETTEXT_PACKAGE,
                                                       "In %" PRIu64 " label, tabs and line breaks became spaces.",
                                                       "In %" PRIu64 " labels, tabs and line breaks became spaces.",
                                                       (gulong) broken), broken);
}

const OndesAnnotationFormatClass ondes_annotations_audacity
  = { { "audacity", N_("Audacity labels"), ".txt", TRUE }, detect, parse, write_labels };
