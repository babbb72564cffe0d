/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables of annotations are safe in spreadsheets, and read back as they were. */
#include <string.h>

#include "../signal/scratch.h"
#include "annotation/annotation-file.h"
#include "io/csv-text.h"
#include "random-set.h"

/* Returns the cells of a table by RFC 4180, one after the other. */
static GPtrArray *
split_cells (const char *text)
{
  GPtrArray *cells = g_ptr_array_new_with_free_func (g_free);
  GString *cell = g_string_new (NULL);
  gboolean quoted = FALSE;

  for (const char *p = text; *p != '\0'; p++)
    if (*p == '"' && quoted && p[1] == '"')
      g_string_append_c (cell, *p++);
    else if (*p == '"')
      quoted = !quoted;
    else if (!quoted && (*p == ',' || *p == '\n'))
      {
        g_ptr_array_add (cells, g_string_free (cell, FALSE));
        cell = g_string_new (NULL);
      }
    else
      g_string_append_c (cell, *p);
  g_string_free (cell, TRUE);
  return cells;
}

/* TRUE if a spreadsheet could take the cell for a formula: what begins so, and is no number. */
static gboolean
is_formula (const char *cell)
{
  char *end;

  g_ascii_strtod (cell, &end);
  return *cell != '\0' && strchr ("=+-@\t\r\n", *cell) != NULL && (*end != '\0' || end == cell);
}

static void
cells_are_no_formulas (void)
{
  static const char *const pieces[]
    = { "=", "+", "-", "@", "\t", "\r", "\n", "'", "\"", ",", "1", "A1", "cmd|' /C calc'!A0", ".5", "" };

  for (guint trial = 0; trial < 2000; trial++)
    {
      g_autoptr (GString) text = g_string_new (NULL), line = g_string_new (NULL);
      g_autoptr (GPtrArray) cells = NULL;

      for (int i = g_test_rand_int_range (0, 5); i > 0; i--)
        g_string_append (text, pieces[g_test_rand_int_range (0, G_N_ELEMENTS (pieces))]);
      ondes_csv_add_cell (line, text->str);
      g_string_append_c (line, '\n');
      cells = split_cells (line->str);
      g_assert_cmpuint (cells->len, ==, 1);
      g_assert_false (is_formula (cells->pdata[0]));
      g_assert_cmpstr (ondes_csv_unguarded (cells->pdata[0]), ==, text->str);
    }
}

static void
numbers_stay (void)
{
  static const char *const same[] = { "-3", "+1.5e-7", "-0.25", "song", "a=b", "'quoted'", "" };

  for (guint i = 0; i < G_N_ELEMENTS (same); i++)
    {
      g_autoptr (GString) line = g_string_new (NULL);

      ondes_csv_add_cell (line, same[i]);
      g_assert_cmpstr (line->str, ==, same[i]);
    }
}

/* Labels, tracks, and the names and texts of further fields. */
static void
annotations_are_safe_and_come_back (void)
{
  static const char *const hostile[] = { "=1+1", "@SUM(A1)", "+A1", "-A1", "\t=1", "'=1", "''+2", "-12.5", "=\"x,y\"\n=2" };
  const guint n = G_N_ELEMENTS (hostile);
  g_autoptr (OndesAnnotationSet) none = ondes_annotation_set_new (), set = NULL, again = NULL;
  g_autoptr (GPtrArray) added = g_ptr_array_new_with_free_func ((GDestroyNotify) ondes_annotation_unref), cells = NULL;
  const char *path = scratch_path ("hostile.csv");
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < n; i++)
    {
      const OndesAnnotationField field = { "=HYPERLINK(A1)", hostile[(i + 2) % n] };
      const OndesAnnotation values = { .start = i, .end = i + 0.5, .low_hz = NAN, .high_hz = NAN, .label = hostile[i],
                                       .track = hostile[(i + 1) % n], .fields = &field, .n_fields = 1 };

      g_ptr_array_add (added, ondes_annotation_new (&values));
    }
  set = ondes_annotation_set_edit (none, &(OndesAnnotationEdit) { .added = (OndesAnnotation **) added->pdata, .n_added = n });
  ondes_annotations_write (set, path, &(OndesAnnotationWriting) { .format = ONDES_ANNOTATIONS_CSV }, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  cells = split_cells (text);
  g_assert_cmpuint (cells->len, ==, 7 * (n + 1));
  for (guint i = 0; i < cells->len; i++)
    g_assert_false (is_formula (cells->pdata[i]));
  again = ondes_annotations_read (path, NULL, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (ondes_annotation_set_get_length (again), ==, n);
  for (guint i = 0; i < n; i++)
    {
      const OndesAnnotation *a = ondes_annotation_set_get (again, i);

      g_assert_cmpstr (a->label, ==, hostile[i]);
      g_assert_cmpstr (a->track, ==, hostile[(i + 1) % n]);
      g_assert_cmpstr (ondes_annotation_get_field (a, "=HYPERLINK(A1)"), ==, hostile[(i + 2) % n]);
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  scratch_make ();
  g_test_add_func ("/ondes/csv/cells-are-no-formulas", cells_are_no_formulas);
  g_test_add_func ("/ondes/csv/numbers-stay", numbers_stay);
  g_test_add_func ("/ondes/csv/annotations-are-safe-and-come-back", annotations_are_safe_and_come_back);
  return scratch_run ();
}
