/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ondes-cli boolean: its keys, its tables, its refusals. */
#include <stdlib.h>
#include <string.h>

#include "cli-run.h"

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
    { 2, "--lat", ".npy", "boxes.csv --lat lat.png" },
    { 2, "--ddt", ".npy", "boxes.csv --ddt -" },
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

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

#define ADD(path, function) g_test_add (path, CliFolder, NULL, cli_folder_set_up, function, cli_folder_tear_down)
  ADD ("/ondes/cli-boolean/functions", test_function);
  ADD ("/ondes/cli-boolean/sboxes", test_sbox);
  ADD ("/ondes/cli-boolean/tables-by-definition", test_tables);
  ADD ("/ondes/cli-boolean/refusals", test_refusals);
  return g_test_run ();
}
