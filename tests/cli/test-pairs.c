/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ondes-cli pairs: results against the definition, the counts of --conflicts, tables written and read again, refusals. */
#include "cli-run.h"
#include "json.h"

#include <complex.h>
#include <math.h>
#include <string.h>

#define VALUES 16
#define ROWS   5

static void
write_noise (CliFolder *folder,
             double     values[VALUES * ROWS + 3])
{
  for (guint i = 0; i < VALUES * ROWS + 3; i++)
    values[i] = g_test_rand_double_range (-1, 1);
  cli_folder_write_npy (folder, "noise.npy", values, VALUES * ROWS + 3);
}

/* The data of a .npy in @folder, of @bytes; transfer full. */
static void *
read_npy (CliFolder  *folder,
          const char *name,
          const char *descr,
          gsize       bytes)
{
  gsize n;
  g_autofree char *all = cli_folder_read (folder, name, &n);

  g_assert_cmpuint (n, >, bytes);
  g_assert_nonnull (memmem (all, n - bytes, descr, strlen (descr)));
  return g_memdup2 (all + n - bytes, bytes);
}

static void
test_dft (CliFolder    *folder,
          gconstpointer data)
{
  double values[VALUES * ROWS + 3];
  g_autoptr (CliResult) result = NULL;
  g_autofree double complex *y = NULL;

  write_noise (folder, values);
  result = cli_run (folder, "pairs", "noise.npy", "-o", "out.npy", "--table", "dft", "--length", "16", NULL);
  cli_assert_done (result);
  g_assert_nonnull (strstr (result->err, "the last 3 values"));
  g_assert_null (strstr (result->err, "--table"));
  y = read_npy (folder, "out.npy", "<c16", VALUES * ROWS * sizeof *y);
  for (guint row = 0; row < ROWS; row++)
    for (guint k = 0; k < VALUES; k++)
      {
        const guint at = (k & 1) << 3 | (k & 2) << 1 | (k & 4) >> 1 | (k & 8) >> 3;
        double complex want = 0;

        for (guint t = 0; t < VALUES; t++)
          want += values[row * VALUES + t] * cexp (-2 * G_PI * I * (t * k % VALUES) / VALUES);
        g_assert_cmpfloat (cabs (y[row * VALUES + at] - want), <, 1e-14);
      }
}

/* The table that was written, reordered, gives the same bytes. */
static void
test_save (CliFolder    *folder,
           gconstpointer data)
{
  double values[VALUES * ROWS + 3];
  g_autoptr (CliResult) given = NULL, saved = NULL, again = NULL;
  g_autofree char *a = NULL, *b = NULL;
  gsize n_a, n_b;

  write_noise (folder, values);
  given = cli_run (folder, "pairs", "noise.npy", "-o", "a.npy", "--table", "field:0x13", NULL);
  saved = cli_run (folder, "pairs", "--table", "field:0x13", "--save-table", "t.txt", "--reorder", "reversals", NULL);
  again = cli_run (folder, "pairs", "noise.npy", "-o", "b.npy", "--table", "file:t.txt", NULL);
  cli_assert_done (given);
  cli_assert_done (saved);
  cli_assert_done (again);
  a = cli_folder_read (folder, "a.npy", &n_a);
  b = cli_folder_read (folder, "b.npy", &n_b);
  g_assert_cmpmem (a, n_a, b, n_b);
}

static void
test_csv (CliFolder    *folder,
          gconstpointer data)
{
  static const gint64 values[] = { 1, 2, 3, 4, 5, 6, 7, 8 };
  g_autoptr (CliResult) result = NULL;

  cli_folder_write_array (folder, "eight.npy", "<i8", values, 8, 8);
  result = cli_run (folder, "pairs", "eight.npy", "-o", "-", "--format", "csv", "--length", "4", NULL);
  cli_assert_done (result);
  g_assert_cmpstr (result->out, ==, ",0,1,2,3\n0,10,-2,-4,0\n1,26,-2,-4,0\n");
}

/* Integers of a file stay integers, whatever their width and table; nothing that is read is replaced. */
static void
test_integers (CliFolder    *folder,
               gconstpointer data)
{
  static const gint32 values[] = { 1, 2, 3, 4, 5, 6, 7, 8 };
  static const gint64 sums[] = { 10, -2, -4, 0, 26, -2, -4, 0 }, bits[] = { 1, 1, 0, 0, 1, 1, 0, 0 };
  g_autoptr (CliResult) result = NULL, reed_muller = NULL, replaced = NULL, same = NULL;
  g_autofree gint64 *y = NULL, *z = NULL;
  g_autofree char *left = NULL;
  gsize n;

  cli_folder_write_array (folder, "eight.npy", "<i4", values, 8, 4);
  result = cli_run (folder, "pairs", "eight.npy", "-o", "y.npy", "--length", "4", NULL);
  cli_assert_done (result);
  y = read_npy (folder, "y.npy", "<i8", sizeof sums);
  g_assert_cmpmem (y, sizeof sums, sums, sizeof sums);
  reed_muller = cli_run (folder, "pairs", "eight.npy", "-o", "z.npy", "--length", "4", "--table", "reed-muller", NULL);
  cli_assert_done (reed_muller);
  z = read_npy (folder, "z.npy", "<i8", sizeof bits);
  g_assert_cmpmem (z, sizeof bits, bits, sizeof bits);

  replaced = cli_run (folder, "pairs", "eight.npy", "-o", "y.npy", "--save-table", "./eight.npy", NULL);
  g_assert_cmpint (replaced->status, ==, 1);
  same = cli_run (folder, "pairs", "eight.npy", "-o", "y.npy", "--save-table", "./y.npy", NULL);
  g_assert_cmpint (same->status, ==, 2);
  left = cli_folder_read (folder, "eight.npy", &n);
  g_assert_cmpmem (left + n - sizeof values, sizeof values, values, sizeof values);
}

static double
number_at (GVariant   *object,
           const char *first,
           const char *second,
           const char *third)
{
  g_autoptr (GVariant) a = g_variant_lookup_value (object, first, NULL);
  g_autoptr (GVariant) b = second != NULL ? g_variant_lookup_value (a, second, NULL) : g_variant_ref (a);
  g_autoptr (GVariant) c = third != NULL ? g_variant_lookup_value (b, third, NULL) : g_variant_ref (b);

  return g_variant_get_double (c);
}

static void
test_conflicts (CliFolder    *folder,
                gconstpointer data)
{
  g_autoptr (CliResult) text = cli_run (folder, "pairs", "--table", "dft", "--conflicts", NULL);
  g_autoptr (CliResult) result = cli_run (folder, "pairs", "--table", "walsh", "--conflicts", "--json", NULL);
  g_autoptr (GVariant) json = NULL;

  cli_assert_done (text);
  g_assert_nonnull (strstr (text->out, "Proposition 1"));
  g_assert_nonnull (strstr (text->out, "Proposition 2"));
  cli_assert_done (result);
  json = json_parse (result->out);
  g_assert_nonnull (json);
  g_assert_cmpfloat (number_at (json, "values", NULL, NULL), ==, 256);
  g_assert_cmpfloat (number_at (json, "least_passes", NULL, NULL), ==, 8);
  /* of 8 stages the 5 whose distance is less than 32 take two passes an access */
  g_assert_cmpfloat (number_at (json, "sum", "passes", "given"), ==, 3 * 8 + 5 * 16);
  g_assert_cmpfloat (number_at (json, "sum", "passes", "swaps"), ==, 3 * 8 + 5 * 16);
  g_assert_cmpfloat (number_at (json, "sum", "passes", "reversals"), ==, 8 * 8);
  g_assert_cmpfloat (number_at (json, "sum", "conflicts", "given"), ==, 2 * 5 * 8);
  g_assert_cmpfloat (number_at (json, "sum", "conflicts", "reversals"), ==, 0);
  g_assert_cmpfloat (number_at (json, "proposition_1", "worst", NULL), ==, 8 * 256);
  g_assert_cmpfloat (fabs (number_at (json, "proposition_2", NULL, NULL) - 64 * log (32) / log (log (32))), <, 1e-3);
}

static void
test_refusals (CliFolder    *folder,
               gconstpointer data)
{
  static const struct
  {
    const char *words;
    int         status;
    const char *about, *part;
  } cases[] = {
    { "", 2, "FILE", "--conflicts" },
    { "noise.npy", 2, "-o", "missing" },
    { "-o out.npy", 2, "FILE", "missing" },
    { "noise.npy noise.npy -o out.npy", 2, "noise.npy", "too many" },
    { "noise.npy -o out.png", 2, "out.png", ".npy" },
    { "noise.npy -o out.npy --table field:0x11B", 2, "--table", "not primitive" },
    { "noise.npy -o out.npy --table dft --length 100", 2, "--length", "power of two" },
    { "noise.npy -o out.npy --table file:bad.txt", 1, "--table", "stage 2, pair 2" },
    { "noise.npy -o out.npy --table file:none.txt", 1, "--table", "none.txt" },
    { "noise.npy -o out.npy --table file:bad.txt --length 8", 1, "--table", "stage 2, pair 2" },
    { "noise.npy -o out.npy --length 4096", 1, "noise.npy", "less than one vector" },
    { "noise.npy -o out.npy --json", 2, "--json", "--conflicts" },
    { "noise.npy -o out.npy --reorder best", 2, "--reorder", "best" },
    { "noise.npy -o out.npy --precision single2", 2, "--precision", "single" },
    { "noise.npy -o out.npy --block-threads 2000", 2, "--block-threads", "1024" },
    { "noise.npy -o noise.npy --length 4", 1, "noise.npy", "another name" },
    { "noise.npy -o out.npy --table reed-muller --length 4", 2, "noise.npy", "integers" },
  };
  double values[VALUES * ROWS + 3];
  guint before;

  write_noise (folder, values);
  cli_folder_write (folder, "bad.txt", "4 2\n0 1\n2 3\n0 1\n1 3\n", 20);
  before = cli_folder_count (folder);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *line = g_strstrip (g_strconcat ("pairs ", cases[i].words, NULL));
      g_auto (GStrv) words = g_strsplit (line, " ", 0);
      g_autoptr (CliResult) result = cli_run_words (folder, (const char *const *) words);

      cli_assert_refused (result, cases[i].status, cases[i].about);
      if (strstr (result->err, cases[i].part) == NULL)
        g_error ("no “%s” in %s", cases[i].part, result->err);
      g_assert_cmpuint (cli_folder_count (folder), ==, before);
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

#define ADD(path, function) g_test_add (path, CliFolder, NULL, cli_folder_set_up, function, cli_folder_tear_down)
  ADD ("/ondes/cli-pairs/dft-by-definition", test_dft);
  ADD ("/ondes/cli-pairs/a-table-that-was-written-is-the-same", test_save);
  ADD ("/ondes/cli-pairs/csv", test_csv);
  ADD ("/ondes/cli-pairs/integers-stay-integers-and-inputs-stay", test_integers);
  ADD ("/ondes/cli-pairs/conflicts", test_conflicts);
  ADD ("/ondes/cli-pairs/refusals", test_refusals);
  return g_test_run ();
}
