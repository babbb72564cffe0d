/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Formats of annotation files: what is written is read again, to the same doubles, and files of other programs are understood. */
#include <string.h>

#include "config.h"

#include "../signal/scratch.h"
#include "annotation/annotation-file.h"
#include "base/memory.h"
#include "random-set.h"

static OndesAnnotationSet *
parse_as (const char                   *text,
          gsize                         size,
          const char                   *name,
          const OndesAnnotationReading *reading,
          OndesAnnotationFormat         expected)
{
  g_autoptr (GError) error = NULL;
  OndesAnnotationFormat format;
  OndesAnnotationSet *set = ondes_annotations_parse (&(OndesAnnotationText) { name, text, size }, reading, &format, NULL, &error);

  g_assert_no_error (error);
  g_assert_cmpint (format, ==, expected);
  return set;
}

static OndesAnnotationSet *
parse (const char           *text,
       OndesAnnotationFormat expected)
{
  return parse_as (text, strlen (text), "file", NULL, expected);
}

static void
assert_same (const OndesAnnotationSet *a,
             const OndesAnnotationSet *b)
{
  g_assert_cmpuint (ondes_annotation_set_get_length (a), ==, ondes_annotation_set_get_length (b));
  for (guint64 i = 0; i < ondes_annotation_set_get_length (a); i++)
    {
      const OndesAnnotation *x = ondes_annotation_set_get (a, i), *y = ondes_annotation_set_get (b, i);

      g_assert_true (x->start == y->start && x->end == y->end);
      g_assert_true ((isnan (x->low_hz) && isnan (y->low_hz)) || x->low_hz == y->low_hz);
      g_assert_true ((isnan (x->high_hz) && isnan (y->high_hz)) || x->high_hz == y->high_hz);
      g_assert_cmpstr (x->track, ==, y->track);
      g_assert_cmpstr (x->label, ==, y->label);
    }
}

static OndesAnnotationSet *
write_and_read (OndesAnnotationSet   *set,
                OndesAnnotationFormat format,
                char               ***notes)
{
  const char *path = scratch_path ("round-trip");
  g_autoptr (GError) error = NULL;
  OndesAnnotationFormat found;
  OndesAnnotationSet *again;

  ondes_annotations_write (set, path, &(OndesAnnotationWriting) { .format = format }, notes, &error);
  g_assert_no_error (error);
  again = ondes_annotations_read (path, NULL, NULL, &found, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpint (found, ==, format);
  return again;
}

/* What each format holds, whole. */
static const struct
{
  OndesAnnotationFormat format;
  RandomKind            kind;
} whole[] = {
  { ONDES_ANNOTATIONS_OWN, { .boxes = TRUE, .points = TRUE, .fields = TRUE, .tracks = TRUE } },
  { ONDES_ANNOTATIONS_CSV, { .boxes = TRUE, .points = TRUE, .fields = TRUE, .tracks = TRUE } },
  { ONDES_ANNOTATIONS_RAVEN, { .boxes = TRUE, .points = TRUE, .fields = TRUE, .tracks = TRUE, .plain = TRUE } },
  { ONDES_ANNOTATIONS_AUDACITY, { .boxes = TRUE, .points = TRUE, .plain = TRUE } },
};

static gboolean
has_no_field (const OndesAnnotation *a,
              const OndesAnnotation *b)
{
  for (guint f = 0; f < a->n_fields; f++)
    if (a->fields[f].text[0] != '\0' && g_strcmp0 (ondes_annotation_get_field (b, a->fields[f].name), a->fields[f].text) != 0)
      return TRUE;
  return FALSE;
}

static void
sets_come_back (gconstpointer data)
{
  const guint i = GPOINTER_TO_UINT (data);

  for (guint round = 0; round < 8; round++)
    {
      g_autoptr (OndesAnnotationSet) random = random_set (&whole[i].kind, round == 0 ? 1 : (guint) g_test_rand_int_range (1, 400));
      g_autoptr (OndesAnnotationSet) set = whole[i].kind.tracks ? ondes_annotation_set_add_track (random, "empty, too")
                                                                : ondes_annotation_set_ref (random);
      g_auto (GStrv) notes = NULL;
      g_autoptr (OndesAnnotationSet) again = write_and_read (set, whole[i].format, &notes);

      assert_same (set, again);
      g_assert_cmpuint (g_strv_length (notes), ==, 0);
      for (guint64 k = 0; k < ondes_annotation_set_get_length (set); k++)
        g_assert_false (has_no_field (ondes_annotation_set_get (set, k), ondes_annotation_set_get (again, k)));
      if (whole[i].format == ONDES_ANNOTATIONS_OWN)
        g_assert_true (ondes_annotation_set_equal (set, again));
    }
}

/* The own format is stable: what was read is written as it was. */
static void
own_files_are_stable (void)
{
  const char *path = scratch_path ("round-trip");
  g_autofree char *first = NULL, *second = NULL;
  g_autoptr (OndesAnnotationSet) set = random_set (&whole[0].kind, 300), again = NULL, third = NULL;

  again = write_and_read (set, ONDES_ANNOTATIONS_OWN, NULL);
  g_assert_true (g_file_get_contents (path, &first, NULL, NULL));
  third = write_and_read (again, ONDES_ANNOTATIONS_OWN, NULL);
  g_assert_true (g_file_get_contents (path, &second, NULL, NULL));
  g_assert_cmpstr (first, ==, second);
}

/* Finds the tier's track: its name without what tells it from the others of the track. */
static char *
plain_track (const char *name)
{
  const char *further = strstr (name, " (");

  return further != NULL ? g_strndup (name, (gsize) (further - name)) : g_strdup (name);
}

static OndesAnnotation *
into_its_track (OndesAnnotation *annotation,
                gpointer         data)
{
  g_autofree char *track = plain_track (annotation->track);
  OndesAnnotation values = *annotation;

  values.track = track;
  return ondes_annotation_new (&values);
}

/* Checks that intervals of a tier follow each other without gaps from xmin to xmax. */
static void
check_tiers (const char *path)
{
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;
  double reached = NAN, grid_to = NAN, tier_to = NAN;
  gboolean intervals = FALSE;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  lines = g_strsplit (text, "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      const char *line = lines[i];

      if (g_str_has_prefix (line, "xmax = "))
        grid_to = g_ascii_strtod (line + 7, NULL);
      else if (g_str_has_prefix (line, "        class = "))
        intervals = strstr (line, "IntervalTier") != NULL;
      else if (g_str_has_prefix (line, "        xmin = "))
        {
          g_assert_true (isnan (tier_to) || reached == tier_to);
          reached = g_ascii_strtod (line + 15, NULL);
        }
      else if (g_str_has_prefix (line, "        xmax = "))
        {
          g_assert_cmpfloat (g_ascii_strtod (line + 15, NULL), ==, grid_to);
          tier_to = intervals ? grid_to : NAN;
        }
      else if (g_str_has_prefix (line, "            xmin = "))
        g_assert_cmpfloat (g_ascii_strtod (line + 19, NULL), ==, reached);
      else if (g_str_has_prefix (line, "            xmax = "))
        {
          g_assert_cmpfloat (g_ascii_strtod (line + 19, NULL), >, reached);
          reached = g_ascii_strtod (line + 19, NULL);
        }
    }
  g_assert_true (isnan (tier_to) || reached == tier_to);
}

static void
text_grids_come_back (void)
{
  const RandomKind kind = { .points = TRUE, .tracks = TRUE, .plain = TRUE, .named = TRUE };
  const char *path = scratch_path ("round-trip");

  for (guint round = 0; round < 8; round++)
    {
      g_autoptr (OndesAnnotationSet) set = random_set (&kind, (guint) g_test_rand_int_range (1, 100));
      g_autoptr (OndesAnnotationSet) again = write_and_read (set, ONDES_ANNOTATIONS_TEXTGRID, NULL);
      g_autoptr (OndesAnnotationSet) joined = ondes_annotation_set_change (again, into_its_track, NULL);

      assert_same (set, joined);
      check_tiers (path);
    }
}

static void
losses_are_said (void)
{
  const OndesAnnotationField field = { "Notes", "text" };
  g_autoptr (OndesAnnotationSet) none = ondes_annotation_set_new (), set = NULL, again = NULL;
  const OndesAnnotation values[] = {
    { .start = 1, .end = 3, .low_hz = 2, .high_hz = 3, .label = "a\tb", .track = "song" },
    { .start = 2, .end = 4, .low_hz = NAN, .high_hz = NAN, .label = "c", .track = "song", .fields = &field, .n_fields = 1 },
    { .start = 5, .end = 6, .low_hz = NAN, .high_hz = NAN, .track = "song" },
    { .start = 5, .end = 5, .low_hz = NAN, .high_hz = NAN, .track = "song" },
  };
  g_autoptr (GPtrArray) items = g_ptr_array_new_with_free_func ((GDestroyNotify) ondes_annotation_unref);
  g_auto (GStrv) grid = NULL, labels = NULL, table = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    g_ptr_array_add (items, ondes_annotation_new (&values[i]));
  set = ondes_annotation_set_edit (none, &(OndesAnnotationEdit) { .added = (OndesAnnotation **) items->pdata,
                                                                  .n_added = items->len });
  ondes_annotation_set_unref (write_and_read (set, ONDES_ANNOTATIONS_TEXTGRID, &grid));
  g_assert_cmpuint (g_strv_length (grid), ==, 4);
  g_assert_nonnull (strstr (grid[0], "frequencies of 1 annotation "));
  g_assert_nonnull (strstr (grid[1], "1 span without a label"));
  g_assert_nonnull (strstr (grid[2], "fields of 1 annotation "));
  g_assert_nonnull (strstr (grid[3], "1 further tier"));
  again = write_and_read (set, ONDES_ANNOTATIONS_AUDACITY, &labels);
  g_assert_cmpuint (g_strv_length (labels), ==, 3);
  g_assert_nonnull (strstr (labels[0], "tracks of 4"));
  g_assert_nonnull (strstr (labels[1], "fields of 1"));
  g_assert_nonnull (strstr (labels[2], "1 label"));
  g_assert_cmpstr (ondes_annotation_set_get (again, 0)->label, ==, "a b");
  ondes_annotation_set_unref (write_and_read (set, ONDES_ANNOTATIONS_RAVEN, &table));
  g_assert_cmpuint (g_strv_length (table), ==, 1);
}

/* Files as other programs write them; of each, what annotation @place holds. */
static const struct
{
  const char           *name, *text;
  OndesAnnotationFormat format;
  guint                 length, place;
  double                start, end, low, high;
  const char           *label, *track;
} foreign[] = {
  { "audacity", "0.101385\t0.367520\tSP\n\\\t6441.064453\t12296.577148\n0.5\t3.0\tCRER\n", ONDES_ANNOTATIONS_AUDACITY, 2, 0,
    0.101385, 0.367520, 6441.064453, 12296.577148, "SP", "" },
  { "audacity-without-text", "1.5\t1.5\n", ONDES_ANNOTATIONS_AUDACITY, 1, 0, 1.5, 1.5, NAN, NAN, "", "" },
  { "audacity-old", "1.5\ta label\n", ONDES_ANNOTATIONS_AUDACITY, 1, 0, 1.5, 1.5, NAN, NAN, "a label", "" },
  { "audacity-number-as-label", "1.5\t2\t7\r\n", ONDES_ANNOTATIONS_AUDACITY, 1, 0, 1.5, 2, NAN, NAN, "7", "" },
  { "audacity-open-above", "1\t2\tx\n\\\t500\t-1\n", ONDES_ANNOTATIONS_AUDACITY, 1, 0, 1, 2, 500, INFINITY, "x", "" },
  { "audacity-no-frequencies", "1\t2\tx\n\\\t-1\t-1\n", ONDES_ANNOTATIONS_AUDACITY, 1, 0, 1, 2, NAN, NAN, "x", "" },
  { "raven", "Selection\tView\tChannel\tBegin Time (s)\tEnd Time (s)\tLow Freq (Hz)\tHigh Freq (Hz)\tSpecies\n"
    "1\tSpectrogram 1\t1\t0.25\t1.5\t100.5\t2000\tTurdus merula\n", ONDES_ANNOTATIONS_RAVEN, 1, 0, 0.25, 1.5, 100.5, 2000,
    "Turdus merula", "" },
  { "raven-short-line", "Selection\tBegin Time (s)\tEnd Time (s)\tAnnotation\tNotes\n1\t0.25\t1.5\tsong\n",
    ONDES_ANNOTATIONS_RAVEN, 1, 0, 0.25, 1.5, NAN, NAN, "song", "" },
  { "csv", "start,end,label\n1,2,\"a, \"\"b\"\"\nc\"\n3,4,d\n\n,,\n", ONDES_ANNOTATIONS_CSV, 2, 0, 1, 2, NAN, NAN,
    "a, \"b\"\nc", "" },
  { "csv-of-crowsetta", ",label,onset_s,offset_s,sequence,annotation\n0,1,0.435,0.511,0,0\n1,2,0.6,0.7,0,0\n",
    ONDES_ANNOTATIONS_CSV, 2, 1, 0.6, 0.7, NAN, NAN, "2", "" },
  { "csv-of-birdnet", "Start (s),End (s),Scientific name,Common name,Confidence\n"
    "3.0,6.0,Turdus merula,Eurasian Blackbird,0.9\n",
    ONDES_ANNOTATIONS_CSV, 1, 0, 3, 6, NAN, NAN, "Eurasian Blackbird", "" },
  { "csv-of-maad", "min_f,min_t,max_f,max_t,label\n100,1,200,2,x\n", ONDES_ANNOTATIONS_CSV, 1, 0, 1, 2, 100, 200, "x", "" },
  { "csv-with-durations", "onset\tduration\ttrial_type\n1\t0.5\tgo\n", ONDES_ANNOTATIONS_CSV, 1, 0, 1, 1.5, NAN, NAN, "go", "" },
  { "csv-without-names", "start;;;,\n1;a;b;c\n", ONDES_ANNOTATIONS_CSV, 1, 0, 1, 1, NAN, NAN, "", "" },
  { "csv-with-semicolons-in-a-name", "start,end,label,\"a;b;c;d;e\"\n1,2,x,y\n",
    ONDES_ANNOTATIONS_CSV, 1, 0, 1, 2, NAN, NAN, "x", "" },
  { "csv-with-a-list-in-a-name", "start,end,label,a;b;c;d;e\n1,2,x,y\n", ONDES_ANNOTATIONS_CSV, 1, 0, 1, 2, NAN, NAN, "x", "" },
  { "csv-with-semicolons", "start;end;low;high;label;track\n1;2;;;x;y\n", ONDES_ANNOTATIONS_CSV, 1, 0, 1, 2, NAN, NAN, "x", "y" },
  { "csv-open-above", "start,end,low,high\n1,2,5,NaN\n", ONDES_ANNOTATIONS_CSV, 1, 0, 1, 2, 5, INFINITY, "", "" },
  { "byte-order-mark", "\357\273\277start,end\n1,2\n", ONDES_ANNOTATIONS_CSV, 1, 0, 1, 2, NAN, NAN, "", "" },
  { "text-grid-short", "File type = \"ooTextFile\"\nObject class = \"TextGrid\"\n\n0\n2.3\n<exists>\n2\n"
    "\"IntervalTier\"\n\"Mary\"\n0\n2.3\n2\n"
    "0\n1.25\n\"\"\n1.25\n2.3\n\"say \"\"hi\"\"\"\n\"TextTier\"\n\"bell\"\n0\n2.3\n1\n1.1\n\"ding\"\n",
    ONDES_ANNOTATIONS_TEXTGRID, 2, 1, 1.25, 2.3, NAN, NAN, "say \"hi\"", "Mary" },
  { "text-grid-long", "File type = \"ooTextFile\"\nObject class = \"TextGrid\"\n\nxmin = 0 \nxmax = 2 \n"
    "tiers? <exists> \nsize = 1 \n"
    "item []: \n    item [1]:\n        class = \"TextTier\" \n        name = \"bell\" \n        xmin = 0 \n        xmax = 2 \n"
    "        points: size = 1 \n        points [1]:\n            number = 1.5 \n            mark = \"ding\" \n",
    ONDES_ANNOTATIONS_TEXTGRID, 1, 0, 1.5, 1.5, NAN, NAN, "ding", "bell" },
  { "text-grid-with-comments", "\"ooTextFile\"\n\"TextGrid\"\v! a grid\n0 2 ! from 7 to 8\n<exists> 1 tier\n"
    "\"IntervalTier\" \"a b\" 0 2 1\n"
    "0 2 \"x\ny\"", ONDES_ANNOTATIONS_TEXTGRID, 1, 0, 0, 2, NAN, NAN, "x\ny", "a b" },
  { "own", "ondes-annotations 1\ntrack\tother\ntrack\tsong\nstart\tend\tlow\thigh\ttrack\tlabel\tNotes\n"
    "0.5\t1.25\t2000\t\tsong\ta\\tb\\\\n\tq\n",
    ONDES_ANNOTATIONS_OWN, 1, 0, 0.5, 1.25, 2000, INFINITY, "a\tb\\n", "song" },
};

static void
check_foreign (guint               i,
               OndesAnnotationSet *set)
{
  const OndesAnnotation *a;

  g_assert_cmpuint (ondes_annotation_set_get_length (set), ==, foreign[i].length);
  a = ondes_annotation_set_get (set, foreign[i].place);
  g_assert_true (a->start == foreign[i].start && a->end == foreign[i].end);
  g_assert_true (isnan (foreign[i].low) ? isnan (a->low_hz) && isnan (a->high_hz)
                                        : a->low_hz == foreign[i].low && a->high_hz == foreign[i].high);
  g_assert_cmpstr (a->label, ==, foreign[i].label);
  g_assert_cmpstr (a->track, ==, foreign[i].track);
}

static void
file_is_understood (gconstpointer data)
{
  const guint i = GPOINTER_TO_UINT (data);
  g_autoptr (OndesAnnotationSet) set = parse (foreign[i].text, foreign[i].format);
  g_autoptr (GError) error = NULL;
  glong units;
  g_autofree gunichar2 *utf16 = g_utf8_to_utf16 (foreign[i].text, -1, NULL, &units, NULL);
  const gboolean marked = g_str_has_prefix (foreign[i].text, "\357\273\277");

  check_foreign (i, set);
  /* In UTF-16 of either order, with its mark. */
  for (guint big = 0; big < 2 && !marked; big++)
    {
      g_autofree gunichar2 *text = g_new (gunichar2, units + 1);
      g_autoptr (OndesAnnotationSet) again = NULL;

      text[0] = big ? GUINT16_TO_BE (0xfeff) : GUINT16_TO_LE (0xfeff);
      for (glong k = 0; k < units; k++)
        text[k + 1] = big ? GUINT16_TO_BE (utf16[k]) : GUINT16_TO_LE (utf16[k]);
      again = parse_as ((const char *) text, (gsize) (units + 1) * 2, "file", NULL, foreign[i].format);
      assert_same (set, again);
    }
}

static void
unknown_columns_are_kept (void)
{
  static const char text[] = "Selection\tView\tChannel\tBegin Time (s)\tEnd Time (s)\tLow Freq (Hz)\tHigh Freq (Hz)\t"
                             "Annotation\tDelta Time (s)\tNotes\n"
                             "7\tWaveform 1\t2\t0.25\t1.5\t100.5\t2000\tsong\t1.25\theard twice\n"
                             "3\tWaveform 1\t2\t1.25\t2.5\t\t\tcall\t1.25\t\n";
  const char *path = scratch_path ("raven.txt");
  g_autofree char *written = NULL;
  g_autoptr (OndesAnnotationSet) set = parse (text, ONDES_ANNOTATIONS_RAVEN);
  g_autoptr (GError) error = NULL;

  ondes_annotations_write (set, path, &(OndesAnnotationWriting) { .format = ONDES_ANNOTATIONS_RAVEN }, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (g_file_get_contents (path, &written, NULL, NULL));
  g_assert_cmpstr (written, ==, text);
}

/* Names of columns that look as if tabs or semicolons parted the cells. */
static void
names_with_delimiters_come_back (void)
{
  OndesAnnotationField fields[] = { { "a\tb\tc\td\te\tf\tg\th", "1\t2" }, { "p;q;r;s;t;u;v;w;x", "3;4" },
                                    { "one\ntwo, three", "5\"" } };
  const OndesAnnotation value = { .start = 1, .end = 2, .low_hz = NAN, .high_hz = NAN, .label = "x;y", .fields = fields,
                                  .n_fields = G_N_ELEMENTS (fields) };
  g_autoptr (OndesAnnotation) added = ondes_annotation_new (&value);
  g_autoptr (OndesAnnotationSet) none = ondes_annotation_set_new (), set = NULL, again = NULL;

  set = ondes_annotation_set_edit (none, &(OndesAnnotationEdit) { .added = &added, .n_added = 1 });
  again = write_and_read (set, ONDES_ANNOTATIONS_CSV, NULL);
  g_assert_true (ondes_annotation_set_equal (set, again));
}

static void
labels_are_chosen (void)
{
  static const char text[] = "start,end,label,mood\n1,2,song,calm\n";
  g_autoptr (GError) error = NULL;
  g_autoptr (OndesAnnotationSet) set = parse_as (text, strlen (text), "x", &(OndesAnnotationReading) { .label_column = "mood",
                                                                                                     .track = "given" },
                                                 ONDES_ANNOTATIONS_CSV);

  g_assert_cmpstr (ondes_annotation_set_get (set, 0)->label, ==, "calm");
  g_assert_cmpstr (ondes_annotation_set_get (set, 0)->track, ==, "given");
  g_assert_cmpstr (ondes_annotation_get_field (ondes_annotation_set_get (set, 0), "label"), ==, "song");
  g_assert_null (ondes_annotations_parse (&(OndesAnnotationText) { "x", text, strlen (text) },
                                          &(OndesAnnotationReading) { .label_column = "none" }, NULL, NULL, &error));
  g_assert_error (error, ONDES_ERROR, ONDES_ERROR_FILE);
}

/* EDF+ written out by its specification. */
static GString *
make_edf (const char *const *records, /* [n], of 60 bytes at most, their zero bytes written as / */
          guint              n,
          gboolean           wide)
{
  GString *file = g_string_new (NULL);
  const guint samples = wide ? 20 : 30;
  guint bytes;

  g_string_append (file, wide ? "\377BIOSEMI" : "0       ");
  g_string_append_printf (file, "%-80s%-80s%-8s%-8s%-8u%-44s%-8u%-8s%-4u", "X X X X", "Startdate X X X X", "01.01.20", "10.00.00",
                          256 * 3, wide ? "BDF+C" : "EDF+C", n, "1", 2);
  g_string_append_printf (file, "%-16s%-16s", "EEG Fpz", wide ? "BDF Annotations" : "EDF Annotations");
  bytes = (guint) file->len;
  g_string_append_printf (file, "%*s", (int) (256 + 2 * 216 - bytes), "");
  g_string_append_printf (file, "%-8u%-8u%*s", 5, samples, 64, "");
  g_assert_cmpuint (file->len, ==, 256 * 3);
  for (guint i = 0; i < n; i++)
    {
      const gsize at = file->len, length = strlen (records[i]);

      g_string_set_size (file, at + 5 * (wide ? 3 : 2) + 60);
      memset (file->str + at, 0, file->len - at);
      for (gsize k = 0; k < length; k++)
        file->str[file->len - 60 + k] = records[i][k] == '/' ? '\0' : records[i][k];
    }
  return file;
}

static const char *const edf_records[] = {
  "+0.25\024\024/+1.5\0250.5\024Lights off\024close\024/",
  "+1.25\024\024/",
  "+2.25\024\024/-3\024before\024/+0.75\02512\024Sleep stage W\024/",
};

static void
edf_annotations_are_read (void)
{
  for (guint wide = 0; wide < 2; wide++)
    {
      g_autoptr (GString) file = make_edf (edf_records, 3, wide);
      const char *path = scratch_path ("recording.edf");
      g_autoptr (GError) error = NULL;
      g_autoptr (OndesAnnotationSet) set = NULL;
      OndesAnnotationFormat format;

      g_assert_true (g_file_set_contents (path, file->str, (gssize) file->len, NULL));
      set = ondes_annotations_read (path, NULL, NULL, &format, NULL, &error);
      g_assert_no_error (error);
      g_assert_cmpint (format, ==, ONDES_ANNOTATIONS_EDF);
      g_assert_cmpuint (ondes_annotation_set_get_length (set), ==, 4);
      g_assert_cmpfloat (ondes_annotation_set_get (set, 0)->start, ==, -3.25);
      g_assert_cmpstr (ondes_annotation_set_get (set, 0)->label, ==, "before");
      g_assert_cmpfloat (ondes_annotation_set_get (set, 1)->start, ==, 0.5);
      g_assert_cmpfloat (ondes_annotation_set_get (set, 1)->end, ==, 12.5);
      g_assert_cmpstr (ondes_annotation_set_get (set, 1)->label, ==, "Sleep stage W");
      g_assert_cmpfloat (ondes_annotation_set_get (set, 2)->start, ==, 1.25);
      g_assert_cmpfloat (ondes_annotation_set_get (set, 2)->end, ==, 1.75);
      g_assert_cmpstr (ondes_annotation_set_get (set, 2)->label, ==, "Lights off");
      g_assert_cmpstr (ondes_annotation_set_get (set, 3)->label, ==, "close");
    }
}

/* Damaged files */

static void
assert_refused (const char *name,
                const char *text,
                gsize       size,
                const char *words)
{
  const char *path = scratch_path (name);
  g_autoptr (GError) error = NULL;

  g_assert_true (g_file_set_contents (path, text, (gssize) size, NULL));
  g_assert_null (ondes_annotations_read (path, NULL, NULL, NULL, NULL, &error));
  g_assert_error (error, ONDES_ERROR, ONDES_ERROR_FILE);
  g_assert_true (g_str_has_prefix (error->message, path));
  if (words != NULL && strstr (error->message, words) == NULL)
    g_test_message ("%s", error->message);
  g_assert_true (words == NULL || strstr (error->message, words) != NULL);
}

static const struct
{
  const char *name, *text, *words;
} wrong[] = {
  { "empty.csv", "", "is empty" },
  { "nonsense.txt", "these are some words\nand more\n", "no known annotations" },
  { "a-number.txt", "1\t2\tx\n3\tabc\ty\n4\tx\n5;5\t6\tz\n", "line 4: “5;5” is not a number" },
  { "no-label-above.txt", "1\t2\tx\n\\\t3\t4\n\\\t3\t4\n", "line 3: a line of frequencies without its label" },
  { "band.txt", "1\t2\tx\n\\\t3\n", "line 2: “” is not a number" },
  { "latin-1.txt", "1\t2\tx\n1\t2\t\xe9\n", "line 2: the text is not in UTF-8" },
  { "raven.txt", "Selection\tBegin Time (s)\tEnd Time (s)\n1\t2\tx\n", "line 2: “x” in column “End Time (s)” is not a number" },
  { "raven-cells.txt", "Selection\tBegin Time (s)\tEnd Time (s)\n1\t2\t3\t4\n", "line 2: 4 cells, where the first line names 3" },
  { "raven-broken-off.txt", "Selection\tBegin Time (s)\tEnd Time (s)\n1\t2", "is the file broken off" },
  { "no-start.csv", "start,end\n,2\n", "has no start" },
  { "quote.csv", "start,end,label\n1,2,\"x\n", "a quote without its end" },
  { "after-quote.csv", "start,end,label\n1,2,\"x\"y\n", "text after a quoted cell" },
  { "no-column.csv", "begin_of_it,end\n1,2\n", "no known annotations" },
  { "class.TextGrid", "\"ooTextFile\" \"PitchTier\" 0 1 <exists> 0", "“PitchTier” of Praat’s" },
  { "tier.TextGrid", "\"ooTextFile\" \"TextGrid\" 0 1 <exists> 1 \"PitchTier\" \"x\" 0 1 0", "a tier is of class" },
  { "count.TextGrid", "\"ooTextFile\" \"TextGrid\" 0 1 <exists> 1000000000 \"TextTier\" \"x\" 0 1 2000000000 0.5 \"y\"",
    "is the file broken off" },
  { "number.TextGrid", "\"ooTextFile\" \"TextGrid\" 0 \"x\" <exists> 0", "a time should stand here" },
  { "newer.ondes-annotations", "ondes-annotations 2\nstart\n", "a newer Ondes" },
  { "broken-off.ondes-annotations", "ondes-annotations 1\nstart\tend\n1\t2\n3", "line 4: the file breaks off" },
  { "table.ondes-annotations", "ondes-annotations 1\n", "begins with a line of column names" },
};

static void
damaged_files_are_refused (void)
{
  static const char zero[] = "start,end\n1,2\n\0,3\n", odd[] = "\377\376s\0t", surrogate[] = "\377\376\0\334s\0";

  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    assert_refused (wrong[i].name, wrong[i].text, strlen (wrong[i].text), wrong[i].words);
  assert_refused ("zero.csv", zero, sizeof zero - 1, "line 3: a byte of 0");
  assert_refused ("odd.csv", odd, sizeof odd - 1, "UTF-16 is damaged");
  assert_refused ("surrogate.csv", surrogate, sizeof surrogate - 1, "UTF-16 is damaged");
}

/* Cut at every byte, a text is read or refused with a sentence, and what is read of it was there. */
static void
cut_files_are_no_trouble (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (foreign); i++)
    for (gsize size = 0; size < strlen (foreign[i].text); size++)
      {
        g_autoptr (GError) error = NULL;
        g_autoptr (OndesAnnotationSet) set = ondes_annotations_parse (&(OndesAnnotationText) { "cut", foreign[i].text, size }, NULL,
                                                                      NULL, NULL, &error);

        g_assert_true ((set == NULL) == (error != NULL));
        g_assert_true (set != NULL || g_str_has_prefix (error->message, "cut"));
        g_assert_true (set == NULL || ondes_annotation_set_get_length (set) <= foreign[i].length);
      }
}

static void
damaged_edf_is_no_trouble (void)
{
  static const char *const damaged[] = { "+0\024\024/1.5\024x\024/", "+0\024\024/+x\024x\024/", "+0\024\024/+1\025-1\024x\024/",
                                         "+0\024\024/+1\024x/",
                                         "+1\025\024x\024/", "+0\024\024/+1\024x" };
  g_autoptr (GString) file = make_edf (edf_records, 3, FALSE);
  const char *path = scratch_path ("cut.edf");

  for (guint i = 0; i < G_N_ELEMENTS (damaged); i++)
    {
      g_autoptr (GString) one = make_edf (&damaged[i], 1, FALSE);

      assert_refused ("damaged.edf", one->str, one->len, "record 1 are damaged");
    }
  for (gsize size = 0; size < file->len; size++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (OndesAnnotationSet) set = NULL;

      g_assert_true (g_file_set_contents (path, file->str, (gssize) size, NULL));
      set = ondes_annotations_read (path, NULL, NULL, NULL, NULL, &error);
      g_assert_true ((set == NULL) == (error != NULL));
      g_assert_true (size >= 768 || set == NULL);
    }
  memcpy (file->str + 192, "     ", 5);
  assert_refused ("plain.edf", file->str, file->len, "plain EDF");
}

/* Frequencies of the air become those of the samples; places count from the first sample of the file. */
static void
sigmf_annotations_are_read (void)
{
#ifdef ONDES_HAVE_SIGMF
  static const char meta[]
    = " {\"global\": {\"core:datatype\": \"cf32_le\", \"core:sample_rate\": 1000, \"core:offset\": 500}, \"captures\": ["
      "{\"core:sample_start\": 500, \"core:frequency\": 1e6}, {\"core:sample_start\": 2500, \"core:frequency\": 2e6}],"
      "\"annotations\": [{\"core:sample_start\": 1000, \"core:sample_count\": 250, \"core:freq_lower_edge\": 1000100.5, "
      "\"core:freq_upper_edge\": 1000300, \"core:label\": \"a \\u00e9\", \"core:comment\": \"loud\"},"
      "{\"core:sample_start\": 3000, \"core:freq_lower_edge\": 1999900, \"core:freq_upper_edge\": 2000050, "
      "\"core:comment\": \"c\"},"
      "{\"core:sample_start\": 3500, \"core:freq_lower_edge\": 1999700, \"core:freq_upper_edge\": 1999800}, {}, 3]}";
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) notes = NULL;
  OndesAnnotationFormat format;
  g_autoptr (OndesAnnotationSet) set
    = ondes_annotations_parse (&(OndesAnnotationText) { "x.sigmf-meta", meta, strlen (meta) }, NULL, &format, &notes, &error);
  const OndesAnnotation *box, *half, *below;

  g_assert_no_error (error);
  g_assert_cmpint (format, ==, ONDES_ANNOTATIONS_SIGMF);
  g_assert_cmpuint (ondes_annotation_set_get_length (set), ==, 3);
  box = ondes_annotation_set_get (set, 0);
  half = ondes_annotation_set_get (set, 1);
  below = ondes_annotation_set_get (set, 2);
  g_assert_cmpfloat (box->start, ==, 0.5);
  g_assert_cmpfloat (box->end, ==, 0.75);
  g_assert_cmpfloat (box->low_hz, ==, 100.5);
  g_assert_cmpfloat (box->high_hz, ==, 300);
  g_assert_cmpstr (box->label, ==, "a é");
  g_assert_cmpstr (ondes_annotation_get_field (box, "comment"), ==, "loud");
  g_assert_cmpfloat (half->start, ==, 2.5);
  g_assert_cmpfloat (half->end, ==, 2.5);
  g_assert_cmpfloat (half->low_hz, ==, 0);
  g_assert_cmpfloat (half->high_hz, ==, 50);
  g_assert_cmpstr (half->label, ==, "c");
  g_assert_cmpstr (ondes_annotation_get_field (half, "freq_lower_edge"), ==, "1999900");
  g_assert_cmpstr (ondes_annotation_get_field (below, "freq_upper_edge"), ==, "1999800");
  g_assert_null (ondes_annotation_get_field (box, "freq_lower_edge"));
  g_assert_false (ondes_annotation_is_box (below));
  g_assert_nonnull (strstr (notes[0], "1 annotation lies below"));
  g_assert_nonnull (strstr (notes[1], "1 annotation reaches below"));
#else
  g_test_skip ("built without JSON-GLib");
#endif
}

/* Any bytes put anywhere are read or refused. */
static void
random_damage_is_no_trouble (void)
{
  for (guint round = 0; round < 3000; round++)
    {
      const guint i = (guint) g_test_rand_int_range (0, G_N_ELEMENTS (foreign));
      const gsize size = strlen (foreign[i].text);
      g_autofree char *text = g_strdup (foreign[i].text);
      g_autoptr (GError) error = NULL;
      g_autoptr (OndesAnnotationSet) set = NULL;

      for (int k = g_test_rand_int_range (1, 6); k > 0; k--)
        text[g_test_rand_int_range (0, (int) size)] = "\"\t\n\\,;0-.e<>\0\377\303x"[g_test_rand_int_range (0, 17)];
      set = ondes_annotations_parse (&(OndesAnnotationText) { "damaged", text, size }, NULL, NULL, NULL,
                                                                    &error);
      g_assert_true ((set == NULL) == (error != NULL));
    }
}

static void
refusals_leave_no_file (void)
{
  g_autoptr (OndesAnnotationSet) set = ondes_annotation_set_new ();
  const char *path = scratch_path ("annotations.doc");
  g_autoptr (GError) error = NULL;

  g_assert_false (ondes_annotations_write (set, path, NULL, NULL, &error));
  g_assert_error (error, ONDES_ERROR, ONDES_ERROR_REQUEST);
  g_clear_error (&error);
  g_assert_false (ondes_annotations_write (set, path, &(OndesAnnotationWriting) { .format = ONDES_ANNOTATIONS_EDF }, NULL, &error));
  g_assert_error (error, ONDES_ERROR, ONDES_ERROR_REQUEST);
  g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));
}

/* A machine with little memory; a TextGrid has its texts in as few lines as it likes. */
static void
memory_is_checked (void)
{
  const char *root = scratch_path ("machine");
  g_autofree char *folder = g_build_filename (root, "proc", NULL), *path = g_build_filename (folder, "meminfo", NULL);
  g_autoptr (GString) grid = g_string_new ("\"ooTextFile\" \"TextGrid\" 0 1 <exists> 1 \"TextTier\" \"x\" 0 1 20000");
  g_autoptr (OndesAnnotationSet) set = NULL;
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < 20000; i++)
    g_string_append (grid, " 0 \"a\"");
  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  g_assert_true (g_file_set_contents (path, "MemAvailable:       4096 kB\n", -1, NULL));
  ondes_memory_set_root (root);
  set = ondes_annotations_read (scratch_text ("long.TextGrid", grid->str), NULL, NULL, NULL, NULL, &error);
  ondes_memory_set_root (NULL);
  g_assert_null (set);
  g_assert_error (error, ONDES_ERROR, ONDES_ERROR_FILE);
  g_assert_nonnull (strstr (error->message, "there is not memory enough for the annotations of"));
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  scratch_make ();
  for (guint i = 0; i < G_N_ELEMENTS (whole); i++)
    {
      g_autofree char *path = g_strdup_printf ("/ondes/annotation-formats/sets-come-back/%s",
                                               ondes_annotation_format_info (whole[i].format)->name);

      g_test_add_data_func (path, GUINT_TO_POINTER (i), sets_come_back);
    }
  g_test_add_func ("/ondes/annotation-formats/text-grids-come-back", text_grids_come_back);
  g_test_add_func ("/ondes/annotation-formats/own-files-are-stable", own_files_are_stable);
  g_test_add_func ("/ondes/annotation-formats/losses-are-said", losses_are_said);
  for (guint i = 0; i < G_N_ELEMENTS (foreign); i++)
    {
      g_autofree char *path = g_strdup_printf ("/ondes/annotation-formats/understood/%s", foreign[i].name);

      g_test_add_data_func (path, GUINT_TO_POINTER (i), file_is_understood);
    }
  g_test_add_func ("/ondes/annotation-formats/unknown-columns-are-kept", unknown_columns_are_kept);
  g_test_add_func ("/ondes/annotation-formats/names-with-delimiters-come-back", names_with_delimiters_come_back);
  g_test_add_func ("/ondes/annotation-formats/labels-are-chosen", labels_are_chosen);
  g_test_add_func ("/ondes/annotation-formats/edf-annotations-are-read", edf_annotations_are_read);
  g_test_add_func ("/ondes/annotation-formats/damaged-files-are-refused", damaged_files_are_refused);
  g_test_add_func ("/ondes/annotation-formats/cut-files-are-no-trouble", cut_files_are_no_trouble);
  g_test_add_func ("/ondes/annotation-formats/sigmf-annotations-are-read", sigmf_annotations_are_read);
  g_test_add_func ("/ondes/annotation-formats/damaged-edf-is-no-trouble", damaged_edf_is_no_trouble);
  g_test_add_func ("/ondes/annotation-formats/random-damage-is-no-trouble", random_damage_is_no_trouble);
  g_test_add_func ("/ondes/annotation-formats/memory-is-checked", memory_is_checked);
  g_test_add_func ("/ondes/annotation-formats/refusals-leave-no-file", refusals_leave_no_file);
  return scratch_run ();
}
