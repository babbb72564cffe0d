/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats.h"

#include <string.h>

#include "base/words.h"
#include "io/csv-text.h"

typedef struct
{
  OndesAnnotationOutput        *output;
  const OndesAnnotationDialect *dialect;
  GPtrArray                    *fields; /* names of the further fields that are not required, interned ones */
  guint                         n_required;
  gboolean                      has_tracks;
  guint64                       broken;  /* cells whose line breaks became spaces */
  gboolean                      started; /* TRUE if the line has a cell */
} Writer;

static void
put_quoted (Writer     *self,
            const char *text)
{
  /* Not only this dialect's delimiter: a reader guesses which one it is from the first line. */
  static const char special[] = ONDES_CSV_DELIMITERS "\"\r\n";
  g_auto (GStrv) parts = NULL;
  g_autofree char *doubled = NULL;

  if (text[strcspn (text, special)] == '\0')
    {
      ondes_annotation_put (self->output, ondes_csv_guard (text));
      ondes_annotation_put (self->output, text);
      return;
    }
  parts = g_strsplit (text, "\"", -1);
  doubled = g_strjoinv ("\"\"", parts);
  ondes_annotation_put (self->output, "\"");
  ondes_annotation_put (self->output, ondes_csv_guard (text));
  ondes_annotation_put (self->output, doubled);
  ondes_annotation_put (self->output, "\"");
}

static void
next_cell (Writer *self)
{
  if (self->started)
    ondes_annotation_put (self->output, (const char[]) { self->dialect->delimiter, '\0' });
  self->started = TRUE;
}

static void
put_text (Writer     *self,
          const char *text)
{
  next_cell (self);
  if (text == NULL)
    return;
  if (self->dialect->cells == ONDES_CELLS_QUOTED)
    put_quoted (self, text);
  else if (self->dialect->cells == ONDES_CELLS_ESCAPED)
    ondes_annotation_put_escaped (self->output, text);
  else
    self->broken += ondes_annotation_put_line (self->output, text);
}

static void
put_number (Writer *self,
            double  value)
{
  next_cell (self);
  ondes_annotation_put_number (self->output, value);
}

static void
end_line (Writer *self)
{
  ondes_annotation_put (self->output, "\n");
  self->started = FALSE;
}

static gboolean
is_required (const OndesAnnotationDialect *dialect,
             const char                   *name)
{
  return dialect->required != NULL && g_strv_contains (dialect->required, name);
}

/* Collects the names of all further fields, in the order in which they come. */
static void
collect_fields (Writer *self)
{
  const guint64 n = ondes_annotation_set_get_length (self->output->set);
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);

  for (guint64 i = 0; i < n; i++)
    {
      const OndesAnnotation *a = ondes_annotation_set_get (self->output->set, i);

      self->has_tracks |= a->track[0] != '\0';
      for (guint f = 0; f < a->n_fields; f++)
        if (g_hash_table_add (seen, (gpointer) a->fields[f].name) && !is_required (self->dialect, a->fields[f].name))
          g_ptr_array_add (self->fields, (gpointer) a->fields[f].name);
    }
  if (!self->dialect->spare_track)
    self->has_tracks = TRUE;
}

static void
write_names (Writer *self)
{
  const char *label = self->dialect->cells != ONDES_CELLS_ESCAPED ? self->output->writing->label_column : NULL;

  for (guint i = 0; i < self->n_required; i++)
    put_text (self, self->dialect->required[i]);
  for (guint role = 0; role < ONDES_COLUMN_LABEL; role++)
    if (role != ONDES_COLUMN_TRACK || self->has_tracks)
      put_text (self, self->dialect->names[role]);
  put_text (self, label != NULL ? label : self->dialect->names[ONDES_COLUMN_LABEL]);
  for (guint i = 0; i < self->fields->len; i++)
    put_text (self, self->fields->pdata[i]);
  end_line (self);
}

/* Returns the text of a field, whose interned name is a pointer. */
static const char *
field_of (const OndesAnnotation *a,
          const char            *name,
          guint                  likely)
{
  if (likely < a->n_fields && a->fields[likely].name == name)
    return a->fields[likely].text;
  for (guint i = 0; i < a->n_fields; i++)
    if (a->fields[i].name == name)
      return a->fields[i].text;
  return NULL;
}

void
ondes_annotation_write_table (OndesAnnotationOutput        *output,
                              const OndesAnnotationDialect *dialect,
                              OndesRequiredField            required,
                              gpointer                      data)
{
  g_autoptr (GPtrArray) fields = g_ptr_array_new ();
  Writer self = { .output = output, .dialect = dialect, .fields = fields };
  const guint64 n = ondes_annotation_set_get_length (output->set);

  self.n_required = dialect->required != NULL ? g_strv_length ((char **) dialect->required) : 0;
  collect_fields (&self);
  if (fields->len + self.n_required + ONDES_N_COLUMN_ROLES > ONDES_ANNOTATION_COLUMNS_MOST)
    {
      g_set_error (&output->error, ONDES_ERROR, ONDES_ERROR_FILE,
                   _("%s: the annotations have %u further fields, more than a table of annotations may have; leave some out"),
                   ondes_out_file_get_name (output->file), fields->len);
      return;
    }
  write_names (&self);
  for (guint64 i = 0; i < n && output->error == NULL; i++)
    {
      const OndesAnnotation *a = ondes_annotation_set_get (output->set, i);

      for (guint f = 0; f < self.n_required; f++)
        put_text (&self, required (a, f, i, data));
      put_number (&self, a->start);
      put_number (&self, a->end);
      put_number (&self, a->low_hz);
      put_number (&self, a->high_hz);
      if (self.has_tracks)
        put_text (&self, a->track);
      put_text (&self, a->label);
      for (guint f = 0; f < fields->len; f++)
        put_text (&self, field_of (a, fields->pdata[f], f));
      end_line (&self);
    }
  if (self.broken > 0)
    ondes_annotation_note (output->notes, g_dngettext (GETTEXT_PACKAGE,
                                                       "In %" PRIu64 " cell, tabs and line breaks became spaces.",
                                                       "In %" PRIu64 " cells, tabs and line breaks became spaces.",
                                                       (gulong) self.broken), self.broken);
}
