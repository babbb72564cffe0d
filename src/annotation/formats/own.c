/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ondes's own annotations, a text in UTF-8:
 *
 *     ondes-annotations 1
 *     track  song
 *     start  end   low   high  track  label  Notes
 *     0.5    1.25  2000  8000  song   trill  heard twice
 *
 * A line a track, in order; then a table with a line an annotation. Cells are parted by one tab each. Within a cell \t, \n, \r and
 * \\ are a tab, line breaks and a backslash. Times are in time units from the recording's first sample, frequencies in cycles a
 * time unit: both empty for a span, the highest for a box that is open above. Columns after the label are further fields. */
#include "formats.h"

#include <string.h>

#include "base/words.h"

#define MAGIC   "ondes-annotations "
#define VERSION 1

static const char *const labels[] = { "label", NULL };
static const OndesAnnotationDialect dialect
  = { .delimiter = '\t', .cells = ONDES_CELLS_ESCAPED, .labels = labels,
      .names = { "start", "end", "low", "high", "track", "label" } };

static gboolean
detect (const char *text,
        const char *end)
{
  return (gsize) (end - text) >= strlen (MAGIC) && g_str_has_prefix (text, MAGIC);
}

static gboolean
take_version (OndesAnnotationInput *input,
              GError              **error)
{
  const char *line = ondes_annotation_take_line (input, NULL, NULL);
  guint64 version;

  if (line == NULL || !g_str_has_prefix (line, MAGIC)
      || !g_ascii_string_to_unsigned (line + strlen (MAGIC), 10, 1, G_MAXUINT, &version, NULL))
    return ondes_annotation_refuse (input, error, _("the file does not begin with “ondes-annotations” and a version"));
  if (version > VERSION)
    return ondes_annotation_refuse (input, error, _("the annotations are of version %" PRIu64 ", which a newer Ondes wrote; this "
                                                    "one reads version %d"), version, VERSION);
  return TRUE;
}

static gboolean
parse (OndesAnnotationInput *input,
       GError              **error)
{
  if (input->end > input->p && input->end[-1] != '\n')
    {
      for (const char *p = input->p; p < input->end; p++)
        input->line += *p == '\n';
      input->line++;
      return ondes_annotation_refuse (input, error, _("the file breaks off here; find a whole copy, or remove this line"));
    }
  if (!take_version (input, error))
    return FALSE;
  while (g_str_has_prefix (input->p, "track\t"))
    {
      char *name = ondes_annotation_take_line (input, NULL, error);

      if (name == NULL) /* cancelled */
        return FALSE;
      name += strlen ("track\t");
      ondes_annotation_unescape (name);
      g_ptr_array_add (input->tracks, g_strdup (name));
    }
  return ondes_annotation_read_table (input, &dialect, error);
}

static void
write_own (OndesAnnotationOutput *output)
{
  ondes_annotation_put (output, MAGIC G_STRINGIFY (VERSION) "\n");
  for (const char *const *track = ondes_annotation_set_get_tracks (output->set); *track != NULL; track++)
    {
      ondes_annotation_put (output, "track\t");
      ondes_annotation_put_escaped (output, *track);
      ondes_annotation_put (output, "\n");
    }
  ondes_annotation_write_table (output, &dialect, NULL, NULL);
}

const OndesAnnotationFormatClass ondes_annotations_own
  = { { "ondes", N_("Ondes annotations"), ONDES_ANNOTATIONS_SUFFIX, TRUE }, detect, parse, write_own };
