/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ondes-cli boolean: its keys, its tables, its refusals. */
#include <stdlib.h>
#include <string.h>

#include <cairo.h>

#include "cli-run.h"
#include "figure/palette.h"

static void
write_text (CliFolder  *folder,
            const char *name,
            const char *text)
{
  cli_folder_write (folder, name, text, strlen (text));
}

/* A sbox of 4 bits: that of PRESENT, Bogdanov et al., 2007. */
static const guint8 present[16] = { 12, 5, 6, 11, 9, 0, 10, 13, 3, 14, 15, 8, 4, 7, 1, 2 };

static void
write_inputs (CliFolder *folder)
{
  write_text (folder, "adder.pla", ".i 2\n.o 2\n.ob carry sum\n11 1~\n01 ~1\n10 ~1\n.e\n");
  write_text (folder, "open.pla", ".i 2\n.o 1\n11 1\n00 -\n.e\n");
  write_text (folder, "bits.txt", "0110 1001\n");
  write_text (folder, "twelve.txt", "011010010110\n");
  write_text (folder, "boxes.csv",
              "name,n_in,n_out,values\nnothing,1,1,0 0\nPRESENT,4,4,12 5 6 11 9 0 10 13 3 14 15 8 4 7 1 2\n");
}

static void
assert_line (const CliResult *result,
             const char      *line)
{
  g_autofree char *start = g_strconcat ("\n  ", line, NULL);

  cli_assert_done (result);
  if (strstr (result->out, start) == NULL)
    g_error ("no “%s” in %s", line, result->out);
}

static void
test_function (CliFolder    *folder,
               gconstpointer data)
{
  g_autoptr (CliResult) first = NULL, second = NULL, bits = NULL, zero = NULL, one = NULL, text = NULL;

  write_inputs (folder);
  first = cli_run (folder, "boolean", "adder.pla", "--json", NULL);
  assert_line (first, "\"output\": 1,");
  assert_line (first, "\"output_name\": \"carry\",");
  assert_line (first, "\"variables\": 2,");
  assert_line (first, "\"weight\": 1,");
  assert_line (first, "\"balanced\": false,");
  assert_line (first, "\"degree\": 2,");
  assert_line (first, "\"nonlinearity\": 1,");
  assert_line (first, "\"spectral_radius\": 2,");
  assert_line (first, "\"correlation_immunity\": 0,");
  assert_line (first, "\"resiliency\": -1,");
  assert_line (first, "\"absolute_indicator\": 0,");
  assert_line (first, "\"propagation_criterion\": 2,");
  assert_line (first, "\"bent\": true,");
  assert_line (first, "\"anf\": \"x1*x2\"\n}");
  g_assert_nonnull (strstr (first->err, "2 outputs"));

  second = cli_run (folder, "boolean", "adder.pla", "--output", "2", "--json", NULL);
  assert_line (second, "\"balanced\": true,");
  assert_line (second, "\"resiliency\": 1,");
  assert_line (second, "\"absolute_indicator\": 4,");
  assert_line (second, "\"bent\": false,");
  assert_line (second, "\"anf\": \"x1 + x2\"\n}");
  g_assert_cmpstr (second->err, ==, "");

  bits = cli_run (folder, "boolean", "bits.txt", "--json", NULL);
  assert_line (bits, "\"anf\": \"x1 + x2 + x3\"\n}");
  zero = cli_run (folder, "boolean", "open.pla", "--dont-care", "0", "--json", NULL);
  assert_line (zero, "\"anf\": \"x1*x2\"\n}");
  one = cli_run (folder, "boolean", "open.pla", "--dont-care", "1", "--json", NULL);
  assert_line (one, "\"anf\": \"1 + x1 + x2\"\n}");
  text = cli_run (folder, "boolean", "adder.pla", "--output", "1", NULL);
  cli_assert_done (text);
  g_assert_nonnull (strstr (text->out, "propagation criterion  PC(2)\n"));
  g_assert_nonnull (strstr (text->out, "1 of 2, carry\n"));
}

static void
test_sbox (CliFolder    *folder,
           gconstpointer data)
{
  g_autoptr (CliResult) first = NULL, named = NULL, component = NULL, together = NULL, text = NULL;

  write_inputs (folder);
  first = cli_run (folder, "boolean", "boxes.csv", "--json", NULL);
  assert_line (first, "\"name\": \"nothing\",");
  assert_line (first, "\"inputs\": 1,");
  assert_line (first, "\"nonlinearity\": 0,");
  g_assert_nonnull (strstr (first->err, "2 tables"));
  named = cli_run (folder, "boolean", "boxes.csv", "--table", "PRESENT", "--json", NULL);
  assert_line (named, "\"inputs\": 4,");
  assert_line (named, "\"outputs\": 4,");
  assert_line (named, "\"max_walsh\": 8,");
  assert_line (named, "\"nonlinearity\": 4,");
  assert_line (named, "\"degree\": 3,");
  assert_line (named, "\"differential_uniformity\": 4,");
  g_assert_cmpstr (named->err, ==, "");
  component = cli_run (folder, "boolean", "boxes.csv", "--table", "present", "--output", "4", "--json", NULL);
  assert_line (component, "\"variables\": 4,");
  assert_line (component, "\"weight\": 8,");
  together = cli_run (folder, "boolean", "adder.pla", "--output", "all", "--json", NULL);
  assert_line (together, "\"max_walsh\": 4,");
  assert_line (together, "\"differential_uniformity\": 2,");
  text = cli_run (folder, "boolean", "boxes.csv", "--table", "PRESENT", NULL);
  cli_assert_done (text);
  g_assert_nonnull (strstr (text->out, "differential uniformity  4\n"));
}

static int
expected_entry (gboolean linear,
                guint    a,
                guint    b)
{
  int count = 0;

  for (guint x = 0; x < 16; x++)
    count += linear ? __builtin_parity (a & x) == __builtin_parity (b & present[x]) : (guint) (present[x] ^ present[x ^ a]) == b;
  return linear ? count - 8 : count;
}

static void
test_tables (CliFolder    *folder,
             gconstpointer data)
{
  g_autoptr (CliResult) result = NULL, again = NULL;
  g_autofree char *linear = NULL, *difference = NULL;
  g_auto (GStrv) lines = NULL;
  const gint32 *entries;
  guint64 rows, columns;
  gsize n;

  write_inputs (folder);
  result = cli_run (folder, "boolean", "boxes.csv", "--table", "PRESENT", "--lat", "lat.npy", "--ddt", "ddt.csv", NULL);
  cli_assert_done (result);
  linear = cli_folder_read (folder, "lat.npy", &n);
  entries = cli_npy (linear, n, "<i4", &rows, &columns);
  g_assert_cmpuint (rows, ==, 16);
  g_assert_cmpuint (columns, ==, 16);
  g_assert_cmpuint (linear + n - (const char *) entries, ==, 16 * 16 * 4);
  difference = cli_folder_read (folder, "ddt.csv", &n);
  lines = g_strsplit (difference, "\n", 0);
  g_assert_cmpuint (g_strv_length (lines), ==, 17); /* nothing after the last newline */
  for (guint a = 0; a < 16; a++)
    {
      g_auto (GStrv) cells = g_strsplit (lines[a], ",", 0);

      g_assert_cmpuint (g_strv_length (cells), ==, 16);
      for (guint b = 0; b < 16; b++)
        {
          g_assert_cmpint (entries[a * 16 + b], ==, expected_entry (TRUE, a, b));
          g_assert_cmpint (atoi (cells[b]), ==, expected_entry (FALSE, a, b));
        }
    }
  /* Of a .pla too, and the report is of all outputs then. */
  again = cli_run (folder, "boolean", "adder.pla", "--ddt", "adder.csv", "--json", NULL);
  assert_line (again, "\"inputs\": 2,");
  g_assert_cmpuint (cli_folder_count (folder), ==, 5 + 3);
}

static guint32
pixel (cairo_surface_t *image,
       int              x,
       int              y)
{
  const guint8 *line = cairo_image_surface_get_data (image) + (gsize) y * cairo_image_surface_get_stride (image);

  return ((const guint32 *) line)[x] & 0xffffff;
}

/* The frame about the cells: at the left of, and below, the cell of a = b = 0, which has the @brightest colour, and as far up. */
static void
find_plot (cairo_surface_t *image,
           guint32          brightest,
           int             *left,
           int             *right,
           int             *top,
           int             *bottom)
{
  int height = cairo_image_surface_get_height (image), x, y = 0, run = 0;

  /* The lowest pixel of that colour in the left half is in that cell. */
  for (*left = 0, *bottom = 0, y = height - 1; y >= 0 && *bottom == 0; y--)
    for (x = 0; x < 300 && *bottom == 0; x++)
      if (pixel (image, x, y) == brightest)
        {
          *bottom = y + 1;
          *left = x;
        }
  for (; pixel (image, *left, *bottom - 2 - run) == brightest; run++)
    ;
  g_assert_cmpint (run, >, 10);
  /* Row 0 is 0 but there: the dark colour of its cells goes, below their numbers, to the right end; all rows are as high. */
  for (x = *left + 2 * run; pixel (image, x, *bottom - 2) == (ondes_palette_colours (0)[0] & 0xffffff); x++)
    ;
  *right = x;
  *top = *bottom - (*right - *left);
}

/* Each number of the table stands in its cell, if they fit; the rulers have some of them too. */
static void
check_numbers (const char *svg,
               gboolean    fit)
{
  static const int values[] = { -4, -2, 2, 8 };

  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    {
      g_autofree char *text = g_strdup_printf (">%s%d</text>", values[i] < 0 ? "\u2212" : "", ABS (values[i]));
      g_auto (GStrv) parts = g_strsplit (svg, text, -1);
      guint count = 0;

      for (guint a = 0; a < 16; a++)
        for (guint b = 0; b < 16; b++)
          count += expected_entry (TRUE, a, b) == values[i];
      if (fit)
        g_assert_cmpuint (g_strv_length (parts) - 1, >=, count);
      else if (values[i] < 0)
        g_assert_cmpuint (g_strv_length (parts) - 1, ==, 0);
    }
}

/* The picture's cells have the colours of the table's magnitudes, and only those in view are there. */
static void
test_table_picture (CliFolder    *folder,
                    gconstpointer data)
{
  const guint32 *palette = ondes_palette_colours (0);
  g_autoptr (CliResult) whole = NULL, part = NULL, pdf = NULL, cut = NULL;
  g_autofree char *path = cli_folder_path (folder, "lat.png"), *text = NULL;
  int left, right, top, bottom;
  cairo_surface_t *image;
  gsize n;

  write_inputs (folder);
  whole = cli_run (folder, "boolean", "boxes.csv", "--table", "PRESENT", "--lat", "lat.png", "--size", "900x700", NULL);
  cli_assert_done (whole);
  image = cairo_image_surface_create_from_png (path);
  g_assert_cmpint (cairo_surface_status (image), ==, CAIRO_STATUS_SUCCESS);
  g_assert_cmpint (cairo_image_surface_get_width (image), ==, 900);
  find_plot (image, palette[255] & 0xffffff, &left, &right, &top, &bottom);
  for (guint a = 0; a < 16; a++)
    for (guint b = 0; b < 16; b++)
      /* Beside the number in the middle. */
      g_assert_cmphex (pixel (image, left + (right - left) * (8 * b + 1) / 128, bottom - (bottom - top) * (8 * a + 1) / 128), ==,
                       palette[MIN (ABS (expected_entry (TRUE, a, b)), 4) * 255 / 4] & 0xffffff);
  cairo_surface_destroy (image);
  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (CliResult) drawn = cli_run (folder, "boolean", "boxes.csv", "--table", "PRESENT", "--lat", "lat.svg", "--svg-text",
                                             "--size", i == 0 ? "900x700" : "300x200", NULL);
      g_autofree char *svg = cli_folder_path (folder, "lat.svg"), *words = NULL;

      cli_assert_done (drawn);
      g_assert_true (g_file_get_contents (svg, &words, NULL, NULL));
      check_numbers (words, i == 0);
    }
  part = cli_run (folder, "boolean", "boxes.csv", "--table", "PRESENT", "--ddt", "ddt.svg", "--rows", "2:10", "--columns",
                  ":", NULL);
  cli_assert_refused (part, 2, "--columns");
  cut = cli_run (folder, "boolean", "boxes.csv", "--table", "PRESENT", "--ddt", "ddt.png", "--rows", "2:10", "--columns",
                 "4:", NULL);
  cli_assert_done (cut);
  text = cli_folder_read (folder, "ddt.png", &n);
  g_assert_nonnull (memmem (text, n, "Rows 2 to 9, columns 4 to 15", 28));
  pdf = cli_run (folder, "boolean", "boxes.csv", "--table", "PRESENT", "--lat", "lat.pdf", NULL);
  cli_assert_done (pdf);
}

static void
test_refusals (CliFolder    *folder,
               gconstpointer data)
{
  static const struct
  {
    int         status;
    const char *about, *part, *words;
  } cases[] = {
    { 2, "FILE", "missing", "" },
    { 2, "--output", "whole number", "adder.pla --output 0" },
    { 2, "--output", "whole number", "adder.pla --output first" },
    { 2, "--dont-care", "refuse", "adder.pla --dont-care 2" },
    { 2, "--lat", ".npy", "boxes.csv --lat lat.npz" },
    { 2, "--ddt", ".npy", "boxes.csv --ddt -" },
    { 2, "--rows", "A:B", "boxes.csv --lat lat.png --rows 8:8" },
    { 2, "--size", "WxH", "boxes.csv --lat lat.png --size 10" },
    { 1, "--columns", "16, from 0 on", "boxes.csv --table PRESENT --lat lat.png --columns 16:" },
    { 2, "--ddt", "--output all", "adder.pla --output 1 --ddt d.csv" },
    { 2, "--ddt", "--lat", "boxes.csv --lat d.csv --ddt d.csv" },
    { 2, "--sbox", "no such option", "boxes.csv --sbox" },
    { 1, "none.pla", "does not exist", "none.pla" },
    { 1, "adder.pla", "output 3 is not in it", "adder.pla --output 3" },
    { 1, "adder.pla", "no table “AES”", "adder.pla --table AES" },
    { 1, "boxes.csv", "nothing, PRESENT", "boxes.csv --table AES" },
    { 1, "open.pla", "--dont-care", "open.pla" },
    { 1, "twelve.txt, line 1, column 13", "12 values", "twelve.txt" },
    { 1, "wide.pla, line 2", "130 inputs", "wide.pla" },
    { 1, "clash.pla, line 5, column 4", "contradict", "clash.pla" },
    { 1, "broken.pla, line 4, column 2", "breaks off", "broken.pla" },
    { 1, "good.wav", "no digit", "good.wav" },
    { 1, "--lat", "the file itself", "boxes.csv --lat boxes.csv" },
    { 1, "none/lat.csv", "", "boxes.csv --lat none/lat.csv" },
  };
  static const gint16 samples[8];
  guint before;

  write_inputs (folder);
  write_text (folder, "wide.pla", ".i 130\n.o 1\n.e\n");
  write_text (folder, "clash.pla", ".i 2\n.o 1\n.type fr\n1- 1\n-1 0\n.e\n");
  write_text (folder, "broken.pla", ".i 2\n.o 1\n00 1\n1");
  cli_folder_write_wav (folder, "good.wav", 1, 8000, samples, 8, 8);
  before = cli_folder_count (folder);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *line = g_strstrip (g_strconcat ("boolean ", cases[i].words, NULL));
      g_auto (GStrv) words = g_strsplit (line, " ", 0);
      g_autoptr (CliResult) result = cli_run_words (folder, (const char *const *) words);

      cli_assert_refused (result, cases[i].status, cases[i].about);
      if (strstr (result->err, cases[i].part) == NULL)
        g_error ("no “%s” in %s", cases[i].part, result->err);
      g_assert_cmpuint (cli_folder_count (folder), ==, before);
    }
}

/* 23 inputs in a few bytes would take days. */
static void
test_long (CliFolder    *folder,
           gconstpointer data)
{
  g_autoptr (GSubprocessLauncher) launcher = g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDERR_PIPE);
  g_autoptr (GSubprocess) process = NULL;
  g_autoptr (GDataInputStream) lines = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (CliResult) refused = NULL, one = NULL;
  g_autofree char *line = NULL;

  write_text (folder, "long.pla", ".i 23\n.o 2\n1---------------------1 11\n-1--------------------- 01\n.e\n");
  refused = cli_run (folder, "boolean", "long.pla", "--output", "all", NULL);
  cli_assert_refused (refused, 1, "long.pla");
  g_assert_nonnull (strstr (refused->err, "an S-box of 23 inputs takes about "));
  g_assert_nonnull (strstr (refused->err, "--allow-long"));
  one = cli_run (folder, "boolean", "long.pla", "--output", "2", NULL);
  cli_assert_done (one);

  g_subprocess_launcher_set_cwd (launcher, folder->folder);
  process = g_subprocess_launcher_spawn (launcher, &error, g_getenv ("ONDES_CLI"), "boolean", "long.pla", "--output", "all",
                                         "--allow-long", NULL);
  g_assert_no_error (error);
  lines = g_data_input_stream_new (g_subprocess_get_stderr_pipe (process));
  line = g_data_input_stream_read_line (lines, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (g_str_has_prefix (line, "long.pla: this takes about "));
  g_subprocess_send_signal (process, SIGINT);
  g_subprocess_wait (process, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpint (g_subprocess_get_exit_status (process), ==, 130);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

#define ADD(path, function) g_test_add (path, CliFolder, NULL, cli_folder_set_up, function, cli_folder_tear_down)
  ADD ("/ondes/cli-boolean/functions", test_function);
  ADD ("/ondes/cli-boolean/sboxes", test_sbox);
  ADD ("/ondes/cli-boolean/tables-by-definition", test_tables);
  ADD ("/ondes/cli-boolean/tables-as-pictures", test_table_picture);
  ADD ("/ondes/cli-boolean/refusals", test_refusals);
  ADD ("/ondes/cli-boolean/long-work-is-told-and-asked-for", test_long);
  return g_test_run ();
}
