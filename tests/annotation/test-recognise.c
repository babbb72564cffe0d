/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files of annotations told from recordings. */
#include "../signal/scratch.h"
#include "annotation/annotation-file.h"

/* Annotations are told from recordings by their content, whatever they are called. */
static void
contents_are_recognised (void)
{
  static const struct { const char *text; OndesAnnotationFormat format; } cases[] = {
    { "0.5\t1.25\ttrill\n2\t2\tcall\n", ONDES_ANNOTATIONS_AUDACITY },
    { "0.5\t1.25\ttrill\n\\\t200\t900\n", ONDES_ANNOTATIONS_AUDACITY },
    { "0.5\t1.25\t1\n2\t2\t2\n", ONDES_ANNOTATIONS_ANY },      /* words are missing */
    { "0\t1.5\n0.1\t1.7\n", ONDES_ANNOTATIONS_ANY },
    { "0\t-1.5\tV\n0.1\t-1.7\tV\n", ONDES_ANNOTATIONS_ANY },    /* ends before starts */
    { "Selection\tBegin Time (s)\tEnd Time (s)\n1\t0.5\t1\n", ONDES_ANNOTATIONS_RAVEN },
    { "start,end,label\n0.5,1,a\n", ONDES_ANNOTATIONS_CSV },
    { "start,value\n0.5,1\n0.6,2\n", ONDES_ANNOTATIONS_ANY },
    { "time,value\n0.5,1\n0.6,2\n", ONDES_ANNOTATIONS_ANY },
    { "ondes-annotations 1\nstart\tend\tlow\thigh\ttrack\tlabel\n", ONDES_ANNOTATIONS_OWN },
    { "\"ooTextFile\" \"TextGrid\" 0 1 <exists> 0", ONDES_ANNOTATIONS_TEXTGRID },
    { "", ONDES_ANNOTATIONS_ANY },
  };
  const char *path = scratch_path ("told");

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      OndesAnnotationFormat format = ONDES_ANNOTATIONS_ANY;

      g_assert_true (g_file_set_contents (path, cases[i].text, -1, NULL));
      g_assert_cmpint (ondes_annotations_recognise (path, &format), ==, cases[i].format != ONDES_ANNOTATIONS_ANY);
      g_assert_cmpint (format, ==, cases[i].format);
    }
  g_assert_false (ondes_annotations_recognise ("/nowhere/labels.txt", NULL));
}

/* Samples with a word beside each are none, a detector's windows are; both are longer than the part that is read. */
static void
series_are_recordings (void)
{
  g_autoptr (GString) series = g_string_new (NULL), windows = g_string_new (NULL);
  const char *path = scratch_path ("told");

  for (guint i = 0; i < 20000; i++)
    {
      g_string_append_printf (series, "%u.%u\t%d\tok\n", i / 10, i % 10, g_test_rand_int_range (5000, 9000));
      g_string_append_printf (windows, "%u\t%u\tthrush\n", 3 * i, 3 * i + 3);
    }
  g_assert_true (g_file_set_contents (path, series->str, -1, NULL));
  g_assert_false (ondes_annotations_recognise (path, NULL));
  g_assert_true (g_file_set_contents (path, windows->str, -1, NULL));
  g_assert_true (ondes_annotations_recognise (path, NULL));
}

/* A key file beside a file tells how it is read as a recording. */
static void
key_files_are_of_recordings (void)
{
  const char *path = scratch_path ("keyed");
  g_autofree char *key_file = g_strconcat (path, ".ondes", NULL);

  g_assert_true (g_file_set_contents (path, "0.5\t1.25\ttrill\n2\t2\tcall\n", -1, NULL));
  g_assert_true (ondes_annotations_recognise (path, NULL));
  g_assert_true (g_file_set_contents (key_file, "[recording]\ncolumn=2\n", -1, NULL));
  g_assert_false (ondes_annotations_recognise (path, NULL));
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  scratch_make ();
  g_test_add_func ("/ondes/annotations-told/contents-are-recognised", contents_are_recognised);
  g_test_add_func ("/ondes/annotations-told/series-are-recordings", series_are_recordings);
  g_test_add_func ("/ondes/annotations-told/key-files-are-of-recordings", key_files_are_of_recordings);
  return scratch_run ();
}
