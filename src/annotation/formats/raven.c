/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Raven's selection tables: columns parted by tabs, named in the first line (Raven Pro 1.6 User's Manual, "Selection tables"). */
#include "formats.h"

#include <string.h>

#include "base/words.h"

static const char *const labels[] = { "annotation", "label", "common name", "species", "species code", "class", "call type", "type",
                                      "tags", "tag", NULL };
static const char *const required[] = { "Selection", "View", "Channel", NULL };
static const OndesAnnotationDialect dialect
  = { .delimiter = '\t', .cells = ONDES_CELLS_PLAIN, .labels = labels, .spare_track = TRUE, .required = required,
      .names = { "Begin Time (s)", "End Time (s)", "Low Freq (Hz)", "High Freq (Hz)", "Track", "Annotation" } };

static gboolean
detect (const char *text,
        const char *end)
{
  const gsize length = MIN (strcspn (text, "\r\n"), (gsize) (end - text));

  return memchr (text, '\t', length) != NULL && g_strstr_len (text, (gssize) length, "Begin Time (") != NULL;
}

static gboolean
parse (OndesAnnotationInput *input,
       GError              **error)
{
  return ondes_annotation_read_table (input, &dialect, error);
}

/* TRUE if all selections have numbers, each its own. */
static gboolean
are_numbered (const OndesAnnotationSet *set)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);
  const guint64 n = ondes_annotation_set_get_length (set);

  for (guint64 i = 0; i < n; i++)
    {
      const char *number = ondes_annotation_get_field (ondes_annotation_set_get (set, i), required[0]);

      if (number == NULL || !g_ascii_string_to_unsigned (number, 10, 0, G_MAXINT64, NULL, NULL)
          || !g_hash_table_add (seen, (gpointer) number))
        return FALSE;
    }
  return TRUE;
}

typedef struct
{
  gboolean numbered;
  char     number[24];
} Numbers;

/* Returns the fields that Raven needs, or what it writes where there are none. */
static const char *
required_field (const OndesAnnotation *annotation,
                guint                  field,
                guint64                place,
                gpointer               data)
{
  static const char *const usual[] = { "", "Spectrogram 1", "1" };
  Numbers *self = data;
  const char *text = ondes_annotation_get_field (annotation, required[field]);

  if (field > 0 || self->numbered)
    return text != NULL && *text != '\0' ? text : usual[field];
  g_snprintf (self->number, sizeof self->number, "%" G_GUINT64_FORMAT, place + 1);
  return self->number;
}

static void
write_raven (OndesAnnotationOutput *output)
{
  Numbers numbers = { .numbered = are_numbered (output->set) };

  ondes_annotation_write_table (output, &dialect, required_field, &numbers);
}

const OndesAnnotationFormatClass ondes_annotations_raven
  = { { "raven", N_("Raven selection table"), ".txt", TRUE }, detect, parse, write_raven };
