/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Random annotations for the tests. */
#pragma once

#include <math.h>

#include "annotation/annotation-set.h"

/* What a format can hold. */
typedef struct
{
  gboolean boxes, points, fields, tracks;
  gboolean plain; /* labels and names without tabs, line breaks and quotes, and no blanks around them */
  gboolean named; /* no empty labels */
} RandomKind;

static inline const char *
random_text (const RandomKind *kind,
             char              text[32])
{
  static const char *const pieces[] = { "a", "Z", "song", " ", "é", "鯨", "\"", ",", ";", "\\", "\t", "\n", "=", "'", "#", "\r\n",
                                        "+", "@" };
  const int n = g_test_rand_int_range (kind->named ? 1 : 0, 5);

  text[0] = '\0';
  for (int i = 0; i < n; i++)
    g_strlcat (text, pieces[g_test_rand_int_range (0, kind->plain ? 3 : G_N_ELEMENTS (pieces))], 32);
  return text;
}

/* Returns a time on a coarse grid, so that times are equal often, or any double. */
static inline double
random_time (void)
{
  return g_test_rand_int_range (0, 3) > 0 ? g_test_rand_int_range (0, 50) / 8.0 : g_test_rand_double_range (0, 50) / 7;
}

static inline OndesAnnotation *
random_annotation (const RandomKind *kind)
{
  static const char *const tracks[] = { "", "song", "calls", "a track, with \"quotes\"" };
  static const char *const names[] = { "Notes", "Channel", "confidence" };
  char label[32], texts[3][32];
  OndesAnnotationField fields[3];
  OndesAnnotation values = { .start = random_time (), .low_hz = NAN, .high_hz = NAN, .label = random_text (kind, label),
                             .track = kind->tracks ? tracks[g_test_rand_int_range (0, kind->plain ? 3 : 4)] : NULL,
                             .fields = fields };

  values.end = values.start + (g_test_rand_int_range (0, 4) > 0 ? random_time () / 8 : kind->points ? 0 : 1);
  if (!kind->points && values.end == values.start)
    values.end += 0.25;
  if (kind->boxes && g_test_rand_int_range (0, 2))
    {
      values.low_hz = random_time () * 100;
      values.high_hz = values.low_hz + random_time () * 30;
    }
  for (guint i = 0; kind->fields && i < G_N_ELEMENTS (names); i++)
    if (g_test_rand_int_range (0, 2))
      fields[values.n_fields++] = (OndesAnnotationField) { names[i], random_text (kind, texts[i]) };
  return ondes_annotation_new (&values);
}

/* Returns a set of @n of them. */
static inline OndesAnnotationSet *
random_set (const RandomKind *kind,
            guint             n)
{
  g_autoptr (OndesAnnotationSet) none = ondes_annotation_set_new ();
  g_autoptr (GPtrArray) added = g_ptr_array_new_with_free_func ((GDestroyNotify) ondes_annotation_unref);

  for (guint i = 0; i < n; i++)
    g_ptr_array_add (added, random_annotation (kind));
  return ondes_annotation_set_edit (none, &(OndesAnnotationEdit) { .added = (OndesAnnotation **) added->pdata, .n_added = n });
}
