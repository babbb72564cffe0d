/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files of annotations told from recordings, and the annotations in recordings of sound. */
#include "../signal/scratch.h"
#include "annotation/annotation-file.h"

#include <string.h>

/* Annotations are told from recordings by their content, whatever they are called. */
static void
contents_are_recognised (void)
{
  static const struct { const char *text; OndesAnnotationFormat format; } cases[] = {
    { "0.5\t1.25\ttrill\n2\t2\tcall\n", ONDES_ANNOTATIONS_AUDACITY },
    { "0.5\t1.25\ttrill\n\\\t200\t900\n", ONDES_ANNOTATIONS_AUDACITY },
    { "0.5\t1.25\t1\n2\t2\t2\n", ONDES_ANNOTATIONS_ANY },      /* words are missing */
    { "1,5\t2,25\ttrill\n\\\t200,5\t900\n", ONDES_ANNOTATIONS_AUDACITY },
    { "00:00:01.000\t00:00:02.500\tcall\n", ONDES_ANNOTATIONS_AUDACITY },
    { "00:00:01\t5.5\tV\n00:00:02\t5.6\tV\n", ONDES_ANNOTATIONS_ANY }, /* a clock and values */
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

/* Labels with decimal commas, and in hours, minutes and seconds. */
static void
labels_as_people_write_them (void)
{
  static const char text[] = "1,5\t2,25\tcomma\n\\\t2000,5\t4500\n00:01:03.250\t0:01:04\tclock\n01:00:00\t01:00:01\thour\n"
                             "2:30\tpoint\n";
  const double values[][2] = { { 1.5, 2.25 }, { 63.25, 64 }, { 150, 150 }, { 3600, 3601 } };
  const char *path = scratch_path ("people.txt");
  g_autoptr (OndesAnnotationSet) set = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  set = ondes_annotations_read (path, NULL, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (ondes_annotation_set_get_length (set), ==, G_N_ELEMENTS (values));
  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    {
      g_assert_cmpfloat (ondes_annotation_set_get (set, i)->start, ==, values[i][0]);
      g_assert_cmpfloat (ondes_annotation_set_get (set, i)->end, ==, values[i][1]);
    }
  g_assert_cmpfloat (ondes_annotation_set_get (set, 0)->low_hz, ==, 2000.5);
  g_assert_cmpstr (ondes_annotation_set_get (set, 2)->label, ==, "point");
}

/* Kaleidoscope's tables tell where a call begins, as an offset, and how long it is. */
static void
offsets_are_starts (void)
{
  static const char text[] = "INDIR,IN FILE,OFFSET,DURATION,common_name\n\"D:\\rec\",\"a.wav\",9.0,3.0,\"Tawny Owl\"\n";
  const char *path = scratch_path ("kaleidoscope.csv");
  g_autoptr (OndesAnnotationSet) set = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  g_assert_true (ondes_annotations_recognise (path, NULL));
  set = ondes_annotations_read (path, NULL, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (ondes_annotation_set_get_length (set), ==, 1);
  g_assert_cmpfloat (ondes_annotation_set_get (set, 0)->start, ==, 9);
  g_assert_cmpfloat (ondes_annotation_set_get (set, 0)->end, ==, 12);
  g_assert_cmpstr (ondes_annotation_set_get (set, 0)->label, ==, "Tawny Owl");
}

/* A WAV of 16 bit and 8 kHz, and chunks behind or before its samples. */
static GString *
make_wav (gboolean is_large,
          gboolean before)
{
  static const char cues[] = "cue \x4c\0\0\0" "\3\0\0\0"
                             "\1\0\0\0" "\xa0\x0f\0\0" "data" "\0\0\0\0" "\0\0\0\0" "\xa0\x0f\0\0"  /* 4000 */
                             "\2\0\0\0" "\x10\x27\0\0" "data" "\0\0\0\0" "\0\0\0\0" "\x10\x27\0\0"  /* 10000 */
                             "\7\0\0\0" "\0\0\0\0" "data" "\0\0\0\0" "\0\0\0\0" "\0\0\0\0";        /* 0 */
  static const char list[] = "LIST\x50\0\0\0" "adtl"
                             "labl\x9\0\0\0" "\1\0\0\0" "Wren\0" "\0"
                             "note\x8\0\0\0" "\1\0\0\0" "far\0"
                             "ltxt\x14\0\0\0" "\2\0\0\0" "\xa0\x0f\0\0" "rgn " "\0\0\0\0" "\0\0\0\0"
                             "labl\x6\0\0\0" "\2\0\0\0" "\xd6\0"; /* Ö of Windows */
  static const char sizes[] = "ds64\x1c\0\0\0" "\0\0\0\0\0\0\0\0" "\0\x7d\0\0\0\0\0\0" "\x80\x3e\0\0\0\0\0\0" "\0\0\0\0";
  static const char format[] = "fmt \x10\0\0\0" "\1\0" "\1\0" "\x40\x1f\0\0" "\x80\x3e\0\0" "\2\0" "\x10\0";
  GString *file = g_string_new_len (is_large ? "RF64\xff\xff\xff\xffWAVE" : "RIFF\0\0\0\0WAVE", 12);
  guint32 size;

  if (is_large)
    g_string_append_len (file, sizes, sizeof sizes - 1);
  g_string_append_len (file, format, sizeof format - 1);
  for (guint i = 0; i < 2; i++)
    if ((i == 0) == !before)
      {
        g_string_append_len (file, is_large ? "data\xff\xff\xff\xff" : "data\x00\x7d\0\0", 8);
        for (guint at = 0; at < 16000; at++)
          g_string_append_len (file, at % 8 < 4 ? "\0\x10" : "\0\xf0", 2);
      }
    else
      {
        g_string_append_len (file, cues, sizeof cues - 1);
        g_string_append_len (file, list, sizeof list - 1);
      }
  size = GUINT32_TO_LE ((guint32) file->len - 8);
  if (!is_large)
    memcpy (file->str + 4, &size, 4);
  return file;
}

/* Cue points are annotations: a label and a comment, a region with its length, a number where there is no text. */
static void
cue_points_are_read (void)
{
  const char *path = scratch_path ("cues.wav");

  for (guint i = 0; i < 4; i++)
    {
      g_autoptr (GString) file = make_wav (i % 2, i / 2);
      g_autoptr (GError) error = NULL;
      g_autoptr (OndesAnnotationSet) set = NULL;
      OndesAnnotationFormat format;

      g_assert_true (g_file_set_contents (path, file->str, (gssize) file->len, NULL));
      set = ondes_annotations_read (path, NULL, NULL, &format, NULL, &error);
      g_assert_no_error (error);
      g_assert_cmpint (format, ==, ONDES_ANNOTATIONS_WAV);
      g_assert_cmpuint (ondes_annotation_set_get_length (set), ==, 3);
      g_assert_cmpstr (ondes_annotation_set_get (set, 0)->label, ==, "7");
      g_assert_cmpfloat (ondes_annotation_set_get (set, 0)->start, ==, 0);
      g_assert_cmpstr (ondes_annotation_set_get (set, 1)->label, ==, "Wren");
      g_assert_cmpstr (ondes_annotation_get_field (ondes_annotation_set_get (set, 1), "comment"), ==, "far");
      g_assert_cmpfloat (ondes_annotation_set_get (set, 1)->start, ==, 0.5);
      g_assert_true (ondes_annotation_is_point (ondes_annotation_set_get (set, 1)));
      g_assert_cmpstr (ondes_annotation_set_get (set, 2)->label, ==, "Ö");
      g_assert_cmpfloat (ondes_annotation_set_get (set, 2)->start, ==, 1.25);
      g_assert_cmpfloat (ondes_annotation_set_get (set, 2)->end, ==, 1.75);
    }
}

/* Cut anywhere, a file gives what is whole of it, or a sentence. */
static void
cut_cue_points_are_no_trouble (void)
{
  g_autoptr (GString) file = make_wav (FALSE, FALSE);
  const char *path = scratch_path ("cut.wav");

  for (gsize size = file->len - 200; size < file->len; size++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (OndesAnnotationSet) set = NULL;

      g_assert_true (g_file_set_contents (path, file->str, (gssize) size, NULL));
      set = ondes_annotations_read (path, NULL, NULL, NULL, NULL, &error);
      if (set == NULL)
        g_assert_error (error, ONDES_ERROR, ONDES_ERROR_FILE);
      else
        g_assert_cmpuint (ondes_annotation_set_get_length (set), ==, 3);
    }
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
  g_test_add_func ("/ondes/annotations-told/labels-as-people-write-them", labels_as_people_write_them);
  g_test_add_func ("/ondes/annotations-told/offsets-are-starts", offsets_are_starts);
  g_test_add_func ("/ondes/annotations-told/cue-points-are-read", cue_points_are_read);
  g_test_add_func ("/ondes/annotations-told/cut-cue-points-are-no-trouble", cut_cue_points_are_no_trouble);
  g_test_add_func ("/ondes/annotations-told/series-are-recordings", series_are_recordings);
  g_test_add_func ("/ondes/annotations-told/key-files-are-of-recordings", key_files_are_of_recordings);
  return scratch_run ();
}
