/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The parts of a run over many recordings: sorting, manifests, finding files, stamps. */
#include <cairo.h>
#include <glib/gstdio.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/compare.h"
#include "batch/batch-find.h"
#include "batch/batch-run.h"
#include "batch/batch-screen.h"
#include "batch/words-runs.h"
#include "io/out-file.h"
#include "io/stamp.h"
#include "io/zip.h"
#include "scratch.h"

static char *
random_line (gint32 most)
{
  const gint32 n = g_test_rand_int_range (0, most);
  char *line = g_malloc0 ((gsize) n + 1);

  for (gint32 i = 0; i < n; i++)
    do
      line[i] = (char) g_test_rand_int_range (1, 256);
    while (line[i] == '\n');
  return line;
}

static int
compare_lines (gconstpointer a,
               gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* In memory, in a few runs, and in more runs than may be open. */
static void
test_sorter (void)
{
  static const gsize limits[] = { 0, 4096, 256 };

  for (guint i = 0; i < G_N_ELEMENTS (limits); i++)
    {
      g_autoptr (OndesLineSorter) sorter = ondes_line_sorter_new (limits[i]);
      g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func (g_free);
      g_autoptr (GError) error = NULL;

      for (guint k = 0; k < 500; k++)
        {
          g_ptr_array_add (lines, random_line (40));
          g_assert_true (ondes_line_sorter_add (sorter, g_ptr_array_index (lines, k), &error));
        }
      g_assert_true (ondes_line_sorter_finish (sorter, &error));
      g_ptr_array_sort (lines, compare_lines);
      for (guint k = 0; k < lines->len; k++)
        g_assert_cmpstr (ondes_line_sorter_next (sorter, &error), ==, g_ptr_array_index (lines, k));
      g_assert_null (ondes_line_sorter_next (sorter, &error));
      g_assert_no_error (error);
    }
}

static void
test_lines (void)
{
  for (guint i = 0; i < 200; i++)
    {
      g_autofree char *name = random_line (60), *line = NULL;
      g_auto (OndesBatchFile) file = { 0 }, again = { 0 };

      file.path = g_strconcat ("/", name, "\n", NULL); /* a newline too */
      file.size = (guint64) (guint32) g_test_rand_int () << (g_test_rand_int () & 15);
      file.mtime_ns = (gint64) g_test_rand_int () * (1 << 28) + g_test_rand_int ();
      file.date_s = i % 3 == 0 ? NAN : (double) g_test_rand_int ();
      if (i % 4 > 0)
        {
          file.rate_hz = g_test_rand_double_range (1e-3, 1e6);
          file.channels = (guint) g_test_rand_int_range (1, 99);
          file.frames = (guint64) g_test_rand_int_range (0, G_MAXINT32);
        }
      else
        file.date_s = NAN;
      strcpy (file.parameters, "0123456789abcdef");
      file.changed = i % 5 == 0;
      line = ondes_batch_file_print (&file);
      g_assert_null (strchr (line, '\n'));
      g_assert_true (ondes_batch_file_parse (line, &again));
      g_assert_cmpstr (again.path, ==, file.path);
      g_assert_cmpuint (again.size, ==, file.size);
      g_assert_cmpint (again.mtime_ns, ==, file.mtime_ns);
      g_assert_true (again.date_s == file.date_s || (isnan (again.date_s) && isnan (file.date_s)));
      g_assert_cmpfloat (again.rate_hz, ==, file.rate_hz);
      g_assert_cmpuint (again.channels, ==, file.channels);
      g_assert_cmpuint (again.frames, ==, file.frames);
      g_assert_cmpint (again.changed, ==, file.changed);
    }
}

/* A start without a zone stays one, and is not shown as if it were in UTC. */
static void
test_clocks (void)
{
  static const struct
  {
    const char *start, *shown;
    double      date_s;
  } all[] = {
    { "2024-01-02T03:04:05", "2024-01-02 03:04:05, recorder\u2019s clock", 1704164645 },
    { "2024-01-02T03:04:05Z", "2024-01-02 03:04:05, UTC", 1704164645 },
    { "-", "", NAN },
  };

  for (guint i = 0; i < G_N_ELEMENTS (all); i++)
    {
      g_autofree char *line = g_strdup_printf ("/a.wav\t1\t2.000000000\t%s\t8\t1\t1\t0123456789abcdef", all[i].start);
      OndesRunRow row = { .name = (char *) "a.wav" };
      g_autofree char *again = NULL, *cell = NULL;

      g_assert_true (ondes_batch_file_parse (line, &row.file));
      g_assert_true (row.file.by_clock == (i == 0));
      g_assert_true (row.file.date_s == all[i].date_s || (isnan (row.file.date_s) && isnan (all[i].date_s)));
      again = ondes_batch_file_print (&row.file);
      g_assert_cmpstr (again, ==, line);
      cell = ondes_words_run_cell (&row, ONDES_RUN_START);
      g_assert_cmpstr (cell, ==, all[i].shown);
      ondes_batch_file_clear (&row.file);
    }
}

static void
test_wrong_lines (void)
{
  static const char *const wrong[] = {
    "", "/a", "/a\t1\t2.000000000\t-\t-\t-\t-\tshort", "\t1\t2.000000000\t-\t-\t-\t-\t0123456789abcdef",
    "/a\\q\t1\t2.000000000\t-\t-\t-\t-\t0123456789abcdef", "/a\\\t1\t2.000000000\t-\t-\t-\t-\t0123456789abcdef",
    "/a\t-1\t2.000000000\t-\t-\t-\t-\t0123456789abcdef", "/a\t1\t2.0\t-\t-\t-\t-\t0123456789abcdef",
    "/a\t1\t2.000000000\tnever\t8\t1\t1\t0123456789abcdef", "/a\t1\t2.000000000\t-\t0\t1\t1\t0123456789abcdef",
    "/a\t1\t2.000000000\t-\t8\t0\t1\t0123456789abcdef", "/a\t1\t2.000000000\t-\t-\t-\t-\t0123456789abcdef\tother",
  };

  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      OndesBatchFile file;

      g_assert_false (ondes_batch_file_parse (wrong[i], &file));
      g_assert_null (file.path);
    }
}

/* Asserts that a search finds these names in the scratch folder, in this order. */
static void
assert_found (const char *const *folders,
              const char *const *patterns,
              const char *const *names)
{
  g_auto (OndesBatchFound) found = { 0 };
  g_autoptr (GError) error = NULL;
  g_autoptr (OndesLineSorter) lines
    = ondes_batch_find (&(OndesBatchSearch) { .folders = folders, .patterns = patterns }, &found, &error);

  g_assert_no_error (error);
  for (; *names != NULL; names++)
    {
      const char *line = ondes_line_sorter_next (lines, &error);
      g_autofree char *path = line != NULL ? g_strndup (line, strcspn (line, "\t")) : NULL;

      g_assert_cmpstr (path, ==, scratch_path (*names));
    }
  g_assert_null (ondes_line_sorter_next (lines, &error));
  g_assert_no_error (error);
}

static void
make_folder (const char *name)
{
  g_assert_cmpint (g_mkdir (scratch_path (name), 0777), ==, 0);
}

static void
link_to (const char *to,
         const char *name)
{
  g_assert_cmpint (symlink (to, scratch_path (name)), ==, 0);
}

/* Links to files and folders, a link that leads round in a circle and one that leads nowhere; two names of one file. */
static void
test_find (void)
{
  const char *const tree[] = { scratch_path ("tree"), NULL };
  const char *const twice[] = { scratch_path ("tree"), scratch_path ("tree/b"), scratch_path ("tree/x.WAV"), NULL };
  const char *const text[] = { "*.txt", "note?", NULL };

  make_folder ("tree");
  make_folder ("tree/b");
  make_folder ("tree/.hidden");
  make_folder ("outside");
  scratch_text ("tree/x.WAV", "x");
  scratch_text ("tree/b/y.flac", "y");
  scratch_text ("tree/b/log.txt", "no sound");
  scratch_text ("tree/notes", "no ending");
  scratch_text ("tree/.hidden/z.wav", "z");
  scratch_text ("tree/.z.wav", "z");
  scratch_text ("outside/o.wav", "o");
  link_to ("x.WAV", "tree/a.wav");
  link_to ("b", "tree/a");
  link_to ("..", "tree/b/round");
  link_to ("nowhere", "tree/c.wav");
  link_to ("../outside", "tree/out");
  link_to ("../outside", "tree/put");
  link_to ("../../outside/o.wav", "tree/b/zz.wav");
  g_assert_cmpint (link (scratch_path ("tree/b/y.flac"), scratch_path ("tree/b/y2.flac")), ==, 0);
  assert_found (tree, NULL, (const char *const[]) { "tree/b/y.flac", "tree/b/zz.wav", "tree/x.WAV", NULL });
  assert_found (twice, NULL, (const char *const[]) { "tree/b/y.flac", "tree/b/zz.wav", "tree/x.WAV", NULL });
  assert_found (tree, text, (const char *const[]) { "tree/b/log.txt", "tree/notes", NULL });
}

/* Folders within folders, deeper than are read at once, with a link at each level that leads to the top, to the folder itself or to
 * the one below: they lead nowhere new, and end. A folder that is left out is so behind a link too. */
static void
test_find_deep (void)
{
  const char *const deep[] = { scratch_path ("deep"), NULL }, *const below[] = { scratch_path ("deep/0/0"), NULL };
  g_autoptr (GString) name = g_string_new ("deep");
  g_auto (OndesBatchFound) found = { 0 };
  g_autoptr (GError) error = NULL;
  g_autoptr (OndesLineSorter) lines = NULL;
  guint n = 0;

  make_folder (name->str);
  for (guint i = 0; i < 100; i++)
    {
      g_autofree char *file = g_strconcat (name->str, "/x.wav", NULL), *link = g_strconcat (name->str, "/link", NULL);

      scratch_text (file, "x");
      link_to (i % 3 == 0 ? scratch_path ("deep") : i % 3 == 1 ? "." : "0", link);
      g_string_append (name, "/0");
      make_folder (name->str);
    }
  lines = ondes_batch_find (&(OndesBatchSearch) { .folders = deep }, &found, &error);
  g_assert_no_error (error);
  for (const char *line; (line = ondes_line_sorter_next (lines, &error)) != NULL; n++)
    g_assert_null (strstr (line, "link"));
  g_assert_cmpuint (n, ==, 100);
  g_clear_pointer (&lines, ondes_line_sorter_free);
  ondes_batch_found_clear (&found);
  lines = ondes_batch_find (&(OndesBatchSearch) { .folders = below, .but = scratch_path ("deep/0/0/0") }, &found, &error);
  g_assert_no_error (error);
  g_assert_true (g_str_has_prefix (ondes_line_sorter_next (lines, &error), scratch_path ("deep/0/0/x.wav")));
  g_assert_null (ondes_line_sorter_next (lines, &error));
}

static void
test_find_refuses (void)
{
  const char *const folders[] = { scratch_path ("none"), NULL };
  g_auto (OndesBatchFound) found = { 0 };
  g_autoptr (GError) error = NULL;

  g_assert_null (ondes_batch_find (&(OndesBatchSearch) { .folders = folders }, &found, &error));
  g_assert_error (error, ONDES_ERROR, ONDES_ERROR_FILE);
  g_assert_true (g_str_has_prefix (error->message, folders[0]));
}

/* Writes a text file under @stamp; FALSE if that refuses it. */
static gboolean
write_text (const char       *path,
            const OndesStamp *stamp,
            GError          **error)
{
  g_autoptr (OndesOutFile) file = ondes_out_file_new (path, error);
  gboolean done;

  g_assert_nonnull (file);
  ondes_stamp_set (stamp);
  done = ondes_out_file_write (file, "text\n", 5, error) && ondes_out_file_commit (file, error);
  ondes_stamp_set (NULL);
  return done;
}

static gboolean
refuse (gpointer   data,
        GError   **error)
{
  g_set_error_literal (error, ONDES_ERROR, ONDES_ERROR_FILE, data);
  return FALSE;
}

static void
test_stamped_text (void)
{
  const char *path = scratch_path ("stamped.txt");
  g_autofree char *all = NULL, *stamp = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_null (ondes_stamp_read (path));
  g_assert_false (write_text (path, &(OndesStamp) { ONDES_STAMP_MAGIC "1", refuse, (gpointer) "replaced" }, &error));
  g_assert_cmpstr (error->message, ==, "replaced");
  g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));
  g_clear_error (&error);
  g_assert_true (write_text (path, NULL, &error));
  g_assert_null (ondes_stamp_read (path));
  g_assert_true (write_text (path, &(OndesStamp) { ONDES_STAMP_MAGIC "1 of text", NULL, NULL }, &error));
  g_assert_no_error (error);
  g_assert_true (g_file_get_contents (path, &all, NULL, NULL));
  g_assert_cmpstr (all, ==, "text\n# " ONDES_STAMP_MAGIC "1 of text\n");
  stamp = ondes_stamp_read (path);
  g_assert_cmpstr (stamp, ==, ONDES_STAMP_MAGIC "1 of text");
  /* A folder may be called so, and its files stand in the text. */
  g_free (all);
  all = g_strconcat ("/home/" ONDES_STAMP_MAGIC "files/a.wav\n# " ONDES_STAMP_MAGIC "2", "\n", NULL);
  g_assert_true (g_file_set_contents (path, all, -1, NULL));
  g_free (stamp);
  stamp = ondes_stamp_read (path);
  g_assert_cmpstr (stamp, ==, ONDES_STAMP_MAGIC "2");
}

/* cairo's reader checks the sizes and sums of all chunks. */
static void
test_stamped_picture (void)
{
  const char *path = scratch_path ("stamped.png");
  cairo_surface_t *picture = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 20, 10), *again;
  g_autofree char *data = NULL, *stamp = NULL;
  g_autoptr (OndesOutFile) file = NULL;
  g_autoptr (GError) error = NULL;
  gsize n;

  g_assert_cmpint (cairo_surface_write_to_png (picture, path), ==, CAIRO_STATUS_SUCCESS);
  g_assert_true (g_file_get_contents (path, &data, &n, NULL));
  g_assert_null (ondes_stamp_read (path));
  file = ondes_out_file_new (path, &error);
  ondes_stamp_set (&(OndesStamp) { ONDES_STAMP_MAGIC "1 of a picture", NULL, NULL });
  g_assert_true (ondes_out_file_write (file, data, n, &error) && ondes_out_file_commit (file, &error));
  ondes_stamp_set (NULL);
  stamp = ondes_stamp_read (path);
  g_assert_cmpstr (stamp, ==, ONDES_STAMP_MAGIC "1 of a picture");
  again = cairo_image_surface_create_from_png (path);
  g_assert_cmpint (cairo_surface_status (again), ==, CAIRO_STATUS_SUCCESS);
  g_assert_cmpint (cairo_image_surface_get_width (again), ==, 20);
  cairo_surface_destroy (again);
  cairo_surface_destroy (picture);
}

/* The length of the comment is what stands behind the end of the directory. */
static void
test_stamped_archive (void)
{
  const char *path = scratch_path ("stamped.npz"), *text = ONDES_STAMP_MAGIC "1 of an archive";
  g_autoptr (OndesOutFile) file = NULL;
  g_autoptr (OndesZip) zip = NULL;
  g_autofree char *data = NULL, *stamp = NULL;
  g_autoptr (GError) error = NULL;
  const gsize length = strlen (text);
  gsize n;

  file = ondes_out_file_new (path, &error);
  zip = ondes_zip_new (file);
  g_assert_true (ondes_zip_add (zip, "a", "abc", 3, &error) && ondes_zip_finish (zip, &error));
  ondes_stamp_set (&(OndesStamp) { text, NULL, NULL });
  g_assert_true (ondes_out_file_commit (file, &error));
  ondes_stamp_set (NULL);
  stamp = ondes_stamp_read (path);
  g_assert_cmpstr (stamp, ==, text);
  g_assert_true (g_file_get_contents (path, &data, &n, NULL));
  g_assert_cmpmem (data + n - length - 23, 4, "PK\x05\x06", 4);
  g_assert_cmpuint ((guint8) data[n - length - 3], ==, length + 1);
}

/* A window reads heads as the command does. */
static void
test_reading (void)
{
  static const char *const words[] = { "--column", "3", "--time-column", "2", "--dataset", "/a/b", "--time-axis", "1", "--rate",
                                       "125", "--time-unit", "d", "--unit", "V", "--resample", "", "--table", "S",
                                       "--time-expansion", "ignore", "--text-separator", "semicolon", "--header-rows", "2",
                                       "--date-order", "dmy", "--text-columns", "2-3", "--zone", "+01:00", NULL };
  g_autoptr (GPtrArray) all = g_ptr_array_new ();
  g_autoptr (OndesBatchRun) run = NULL;
  OndesBatchSettings settings;
  g_autoptr (GError) error = NULL;

  for (guint i = 0; words[i] != NULL; i++)
    g_ptr_array_add (all, (gpointer) words[i]);
  run = ondes_batch_run_new ("run", all, 1u << ONDES_BATCH_BANDS);
  g_assert_true (ondes_batch_settings_find (&settings, run, &error));
  g_assert_no_error (error);
  g_assert_cmpuint (settings.read.column, ==, 3);
  g_assert_cmpuint (settings.read.time_column, ==, 2);
  g_assert_cmpstr (settings.read.dataset, ==, "/a/b");
  g_assert_cmpuint (settings.read.time_axis, ==, 1);
  g_assert_cmpfloat (settings.read.rate_hz, ==, 125);
  g_assert_cmpstr (settings.read.time_unit, ==, "d");
  g_assert_cmpstr (settings.read.unit, ==, "V");
  g_assert_cmpfloat (settings.read.time_expansion, ==, 1);
  g_assert_true (settings.read.resample);
  g_assert_cmpstr (settings.read.table, ==, "S");
  g_assert_cmpint (settings.read.text.separator, ==, ';');
  g_assert_cmpuint (settings.read.text.header_rows, ==, 2);
  g_assert_cmpint (settings.read.text.date_order, ==, ONDES_DATE_ORDER_DMY);
  g_assert_cmpstr (settings.read.text.columns, ==, "2-3");
  g_assert_cmpint (settings.read.text.zone.offset_s, ==, 3600);
  ondes_batch_settings_clear (&settings);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  scratch_make ();
  g_test_add_func ("/ondes/batch/lines-are-sorted-in-little-memory", test_sorter);
  g_test_add_func ("/ondes/batch/a-manifest's-lines-read-back", test_lines);
  g_test_add_func ("/ondes/batch/a-start-has-a-zone-or-none", test_clocks);
  g_test_add_func ("/ondes/batch/other-lines-are-none", test_wrong_lines);
  g_test_add_func ("/ondes/batch/each-file-is-found-once", test_find);
  g_test_add_func ("/ondes/batch/deep-folders-and-links-in-circles-end", test_find_deep);
  g_test_add_func ("/ondes/batch/a-missing-folder-is-refused", test_find_refuses);
  g_test_add_func ("/ondes/batch/files-are-read-as-the-command-does", test_reading);
  g_test_add_func ("/ondes/batch/text-is-stamped-and-refused-in-time", test_stamped_text);
  g_test_add_func ("/ondes/batch/a-stamped-picture-is-one", test_stamped_picture);
  g_test_add_func ("/ondes/batch/a-stamped-archive-has-a-comment", test_stamped_archive);
  return scratch_run ();
}
