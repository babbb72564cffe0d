/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "annotation.h"

#include <math.h>
#include <string.h>

#include "base/compare.h"

/* Returns @text as valid UTF-8; sets @made to a copy that is to be freed if one was needed. */
static const char *
valid_text (const char  *text,
            char       **made)
{
  *made = NULL;
  if (text == NULL)
    return "";
  return g_utf8_validate (text, -1, NULL) ? text : (*made = g_utf8_make_valid (text, -1));
}

/* Returns the interned copy of a name. */
static const char *
intern (const char *name)
{
  g_autofree char *made = NULL;

  return g_ref_string_new_intern (valid_text (name, &made));
}

/* Sets the frequencies: one alone leaves the box open at its other side. */
static void
set_band (OndesAnnotation *self,
          double           low,
          double           high)
{
  if (isnan (low) && isnan (high))
    self->low_hz = self->high_hz = NAN;
  else
    {
      low = isnan (low) ? 0 : MAX (low, 0);
      high = isnan (high) ? INFINITY : MAX (high, 0);
      self->low_hz = MIN (low, high);
      self->high_hz = MAX (low, high);
    }
}

/* Returns @values with their fields in memory that follows the struct; the texts are not set. */
static OndesAnnotation *
allocate (const OndesAnnotation *values,
          gsize                  text_bytes)
{
  const gsize fields = values->n_fields * sizeof (OndesAnnotationField);
  OndesAnnotation *self = g_atomic_rc_box_alloc (sizeof *self + fields + text_bytes);

  *self = *values;
  self->fields = (OndesAnnotationField *) (self + 1);
  return self;
}

/* Copies @text to @to, which is moved behind it, and returns the copy. */
static const char *
put_text (char      **to,
          const char *text)
{
  const char *at = *to;
  const gsize bytes = strlen (text) + 1;

  memcpy (*to, text, bytes);
  *to += bytes;
  return at;
}

OndesAnnotation *
ondes_annotation_new (const OndesAnnotation *values)
{
  static gsize last_id; /* atomic */
  g_autofree char *made_label = NULL;
  g_autofree char **made = g_new0 (char *, values->n_fields);
  g_autofree const char **texts = g_new (const char *, values->n_fields);
  const char *label = valid_text (values->label, &made_label);
  gsize bytes = strlen (label) + 1;
  OndesAnnotation *self;
  OndesAnnotationField *fields;
  char *to;

  for (guint i = 0; i < values->n_fields; i++)
    {
      texts[i] = valid_text (values->fields[i].text, &made[i]);
      bytes += strlen (texts[i]) + 1;
    }
  self = allocate (values, bytes);
  if (self->id == 0)
    self->id = g_atomic_pointer_add (&last_id, 1) + 1;
  if (self->start > self->end)
    {
      self->start = values->end;
      self->end = values->start;
    }
  set_band (self, values->low_hz, values->high_hz);
  fields = (OndesAnnotationField *) (self + 1);
  to = (char *) (fields + self->n_fields);
  self->label = put_text (&to, label);
  self->track = intern (values->track);
  for (guint i = 0; i < self->n_fields; i++)
    {
      fields[i].name = intern (values->fields[i].name);
      fields[i].text = put_text (&to, texts[i]);
      g_free (made[i]);
    }
  return self;
}

OndesAnnotation *
ondes_annotation_ref (OndesAnnotation *self)
{
  return g_atomic_rc_box_acquire (self);
}

static void
clear (gpointer data)
{
  OndesAnnotation *self = data;

  g_ref_string_release ((char *) self->track);
  for (guint i = 0; i < self->n_fields; i++)
    g_ref_string_release ((char *) self->fields[i].name);
}

void
ondes_annotation_unref (OndesAnnotation *self)
{
  g_atomic_rc_box_release_full (self, clear);
}

gboolean
ondes_annotation_is_point (const OndesAnnotation *self)
{
  return self->start == self->end;
}

gboolean
ondes_annotation_is_box (const OndesAnnotation *self)
{
  return !isnan (self->low_hz);
}

const char *
ondes_annotation_get_field (const OndesAnnotation *self,
                            const char            *name)
{
  for (guint i = 0; i < self->n_fields; i++)
    if (g_str_equal (self->fields[i].name, name))
      return self->fields[i].text;
  return NULL;
}

/* Orders frequencies, of which NaN comes first. */
static int
compare_bands (const OndesAnnotation *a,
               const OndesAnnotation *b)
{
  const gboolean a_is_box = ondes_annotation_is_box (a), b_is_box = ondes_annotation_is_box (b);

  if (!a_is_box || !b_is_box)
    return ONDES_COMPARE (a_is_box, b_is_box);
  return ONDES_COMPARE (a->low_hz, b->low_hz) ?: ONDES_COMPARE (a->high_hz, b->high_hz);
}

int
ondes_annotation_compare (const OndesAnnotation *a,
                          const OndesAnnotation *b)
{
  return ONDES_COMPARE (a->start, b->start) ?: ONDES_COMPARE (a->end, b->end) ?: compare_bands (a, b)
         ?: (a->track == b->track ? 0 : strcmp (a->track, b->track)) ?: strcmp (a->label, b->label);
}

/* TRUE if @b has all fields of @a that are not empty. */
static gboolean
has_fields_of (const OndesAnnotation *b,
               const OndesAnnotation *a)
{
  for (guint i = 0; i < a->n_fields; i++)
    if (a->fields[i].text[0] != '\0'
        && g_strcmp0 (a->fields[i].text, ondes_annotation_get_field (b, a->fields[i].name)) != 0)
      return FALSE;
  return TRUE;
}

gboolean
ondes_annotation_equal (const OndesAnnotation *a,
                        const OndesAnnotation *b)
{
  return ondes_annotation_compare (a, b) == 0 && has_fields_of (a, b) && has_fields_of (b, a);
}
