/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ondes-cli bench: JSON that parses, with the names that are promised, and the distance from the definition that it states. */
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#include "cli-run.h"

typedef struct
{
  char  *name, *unit, *remark;
  double value;
} Line;

static void
line_free (gpointer data)
{
  Line *line = data;

  g_free (line->name);
  g_free (line->unit);
  g_free (line->remark);
  g_free (line);
}

static void
skip (const char **p,
      const char  *text)
{
  while (g_ascii_isspace (**p))
    ++*p;
  g_assert_cmpmem (*p, MIN (strlen (*p), strlen (text)), text, strlen (text));
  *p += strlen (text);
  while (g_ascii_isspace (**p))
    ++*p;
}

/* A string without escapes, which none of these has. */
static char *
take_string (const char **p)
{
  const char *begin, *end;

  skip (p, "");
  g_assert_cmpint (**p, ==, '"');
  begin = *p + 1;
  end = begin + strcspn (begin, "\"\\");
  g_assert_cmpint (*end, ==, '"');
  *p = end + 1;
  return g_strndup (begin, (gsize) (end - begin));
}

/* An array of flat objects of strings and numbers, and nothing behind it: what RFC 8259 allows of it and no more. */
static GPtrArray *
parse (const char *text)
{
  GPtrArray *lines = g_ptr_array_new_with_free_func (line_free);
  const char *p = text;

  g_assert_true (g_utf8_validate (text, -1, NULL));
  skip (&p, "[");
  do
    {
      Line *line = g_new0 (Line, 1);

      g_ptr_array_add (lines, line);
      line->value = NAN;
      skip (&p, "{");
      do
        {
          g_autofree char *key = take_string (&p);

          skip (&p, ":");
          if (g_str_equal (key, "name") && line->name == NULL)
            line->name = take_string (&p);
          else if (g_str_equal (key, "unit") && line->unit == NULL)
            line->unit = take_string (&p);
          else if (g_str_equal (key, "remark") && line->remark == NULL)
            line->remark = take_string (&p);
          else if (g_str_equal (key, "peer"))
            g_free (take_string (&p));
          else
            {
              gsize length = strspn (p, "0123456789+-.eE");
              g_autofree char *number = g_strndup (p, length);
              char *end;
              double value = g_ascii_strtod (number, &end);

              g_assert_true (g_str_equal (key, "value") || g_str_equal (key, "ratio"));
              g_assert_cmpint (*end, ==, '\0');
              g_assert_true (g_ascii_isdigit (number[0]) && isfinite (value) && value > 0);
              if (g_str_equal (key, "value"))
                line->value = value;
              p += length;
            }
          skip (&p, "");
        }
      while (*p == ',' && p++);
      skip (&p, "}");
      g_assert_nonnull (line->name);
      g_assert_nonnull (line->unit);
      g_assert_nonnull (line->remark);
      g_assert_false (isnan (line->value));
    }
  while (*p == ',' && p++);
  skip (&p, "]");
  g_assert_cmpint (*p, ==, '\0');
  return lines;
}

static const Line *
find (GPtrArray  *lines,
      const char *name)
{
  for (guint i = 0; i < lines->len; i++)
    if (g_str_equal (((Line *) lines->pdata[i])->name, name))
      return lines->pdata[i];
  g_test_message ("no line %s", name);
  return NULL;
}

static void
test_names (CliFolder    *folder,
            gconstpointer data)
{
  static const char *const names[] = { "a preview 1600", "a pooled 1600", "a full", "process after pooled pictures" };
  static const char *const methods[] = { "direct", "overlap-save", "fft" };
  g_autoptr (CliResult) result = cli_run (folder, "bench", "cwt", "--quick", "--json", NULL);
  g_autoptr (GPtrArray) lines = NULL;

  cli_assert_done (result);
  g_assert_cmpstr (result->err, ==, "");
  lines = parse (result->out);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    g_assert_nonnull (find (lines, names[i]));
  for (guint scale = 1; scale <= 64; scale *= 2)
    for (guint i = 0; i < G_N_ELEMENTS (methods); i++)
      {
        g_autofree char *name = g_strdup_printf ("scale %u %s", scale, methods[i]);
        const Line *line = find (lines, name);

        g_assert_nonnull (line);
        g_assert_cmpstr (line->unit, ==, "ns");
      }
}

/* The tables of the papers: deviations from the definition, the loops, and what the engine makes of the same. */
static void
test_papers (CliFolder    *folder,
             gconstpointer data)
{
  static const char *const names[] = {
    "FWT n 10 loop A", "FWT n 16 loop B", "FRMT n 16 cooley-tukey", "FRMT n 16 auto, packed bits", "FAT n 10 constant-geometry",
    "FHT n 16 loop B", "FHT n 16 auto",   "dyadic n 4 loop B",      "dyadic n 16",
  };
  g_autoptr (CliResult) result = cli_run (folder, "bench", "all", "--table", "paper", "--quick", "--json", NULL);
  g_autoptr (GPtrArray) lines = NULL;
  guint masks = 0, transforms = 0;

  cli_assert_done (result);
  lines = parse (result->out);
  for (guint i = 0; i < lines->len; i++)
    {
      const Line *line = lines->pdata[i];
      const char *deviation = strstr (line->remark, "deviation ");
      char *end;
      double value;

      if (!g_str_has_prefix (line->name, "I ") && !g_str_has_prefix (line->name, "II "))
        continue;
      g_assert_nonnull (deviation);
      value = g_ascii_strtod (deviation + strlen ("deviation "), &end);
      g_assert_true (g_ascii_isdigit (end[-1]) && *end == '\0');
      g_assert_cmpfloat (value, <, 1e-10);
      masks += g_str_has_prefix (line->name, "I masks of ");
      transforms += g_str_has_prefix (line->name, "II N ");
    }
  g_assert_cmpuint (masks, ==, 3);
  g_assert_cmpuint (transforms, ==, 8);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    g_assert_nonnull (find (lines, names[i]));
}

/* What compensation costs, beside the same transform without it. */
static void
test_compensation (CliFolder    *folder,
                   gconstpointer data)
{
  g_autoptr (CliResult) result = cli_run (folder, "bench", "masks", "--quick", "--engine", "cpu", "--json", NULL);
  g_autoptr (GPtrArray) lines = NULL;
  guint compensated = 0;

  cli_assert_done (result);
  lines = parse (result->out);
  for (guint i = 0; i < lines->len; i++)
    {
      const Line *line = lines->pdata[i];

      if (!g_str_has_prefix (line->name, "compensated "))
        continue;
      g_assert_cmpstr (line->unit, ==, "s");
      g_assert_nonnull (strstr (line->remark, " s there"));
      compensated++;
    }
  g_assert_cmpuint (compensated, ==, 10);
}

/* Every command and export ends once it is interrupted, and says whether its output is there; how soon is not tested. */
static void
test_cancel (CliFolder    *folder,
             gconstpointer data)
{
  g_autoptr (CliResult) result = cli_run (folder, "bench", "cancel", "--quick", "--json", NULL);
  g_autoptr (GPtrArray) lines = NULL;

  cli_assert_done (result);
  lines = parse (result->out);
  g_assert_nonnull (find (lines, "cwt pdf"));
  g_assert_cmpstr (find (lines, "all")->unit, ==, "ms");
}

/* A table for people says the same names. */
static void
test_table (CliFolder    *folder,
            gconstpointer data)
{
  g_autoptr (CliResult) result = cli_run (folder, "bench", "convolve", "--quick", NULL);

  cli_assert_done (result);
  g_assert_true (g_str_has_prefix (result->out, "dyadic n 4 loop B "));
  g_assert_nonnull (strstr (result->out, "\ndyadic n 16 "));
}

static void
test_pairs (CliFolder    *folder,
            gconstpointer data)
{
  static const char *const names[] = { "pairs CPU random", "pairs CPU optimised", "pairs CPU reversed", "pairs CPU auto" };
  g_autoptr (CliResult) result = cli_run (folder, "bench", "pairs", "--quick", "--engine", "cpu", "--json", NULL);
  g_autoptr (GPtrArray) lines = NULL;

  cli_assert_done (result);
  lines = parse (result->out);
  g_assert_cmpuint (lines->len, ==, 1 + G_N_ELEMENTS (names));
  g_assert_cmpfloat (find (lines, "pairs reordered")->value, <, 1);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    g_assert_cmpstr (find (lines, names[i])->unit, ==, "s");
}

static void
test_filters (CliFolder    *folder,
              gconstpointer data)
{
  g_autoptr (CliResult) result = cli_run (folder, "bench", "filter", "--quick", "--json", NULL);
  g_autoptr (GPtrArray) lines = NULL;

  cli_assert_done (result);
  lines = parse (result->out);
  g_assert_cmpuint (lines->len, ==, 3);
  g_assert_cmpstr (find (lines, "band-pass of 0.1 hours at 48 kHz")->unit, ==, "MB");
  g_assert_cmpstr (find (lines, "filter 250 k x 8 of 513 single")->unit, ==, "s");
  g_assert_nonnull (strstr (find (lines, "live 31 third octaves at 48 kHz")->remark, "of one core"));
}

/* What docs/precision.md says of whole matrices, found anew in a few cases; and the same cases by the same seed. */
static void
test_precision (CliFolder    *folder,
                gconstpointer data)
{
  static const struct
  {
    const char *name;
    double      most;
  } wanted[] = {
    { "double auto, to max |x| Σ |ψ|", 1e-13 },   { "double direct, to max |x| Σ |ψ|", 1e-13 },
    { "double fft, to max |x| Σ |ψ|", 1e-13 },    { "double overlap-save, to max |x| Σ |ψ|", 1e-13 },
    { "single auto, to max |x| Σ |ψ|", 4e-6 },    { "single direct, to max |x| Σ |ψ|", 4e-6 },
    { "single fft, to max |x| Σ |ψ|", 4e-6 },     { "single overlap-save, to max |x| Σ |ψ|", 4e-6 },
    { "single2 direct, to max |x| Σ |ψ|", 4e-6 }, { "single2 auto, to max |x| Σ |ψ|", 5e-7 },
    { "single2 auto, matrix", 5e-7 },             { "single2 auto, a row", 5e-7 },
    { "double auto, matrix", 5e-11 },             { "single auto, a row", 2e-3 },
  };
  g_autofree char *seed = g_strdup_printf ("%u", g_test_rand_int_range (0, G_MAXINT32));
  const char *const words[] = { "bench", "precision", "--quick", "--json", "--engine", "cpu", "--seed", seed, NULL };
  g_autoptr (CliResult) result = cli_run_words (folder, words), again = cli_run_words (folder, words);
  g_autoptr (GPtrArray) lines = NULL;

  cli_assert_done (result);
  g_assert_cmpstr (result->out, ==, again->out);
  lines = parse (result->out);
  for (guint i = 0; i < G_N_ELEMENTS (wanted); i++)
    {
      const Line *line = find (lines, wanted[i].name);

      g_test_message ("%s: %g", wanted[i].name, line->value);
      g_assert_cmpfloat (line->value, <=, wanted[i].most);
      g_assert_nonnull (strstr (line->remark, "--scales"));
    }
}

static void
test_batch (CliFolder    *folder,
            gconstpointer data)
{
  static const char *const names[] = { "third octaves, 1 worker of 1 thread", "third octaves, 2 workers of 1 thread",
                                       "overhead a recording", "planned a second", "memory of planning",
                                       "restart of a run that is done" };
  const guint cores = g_get_num_processors ();
  g_autofree char *all = g_strdup_printf ("third octaves, 1 worker of %u thread%s", cores, cores > 1 ? "s" : "");
  g_autoptr (CliResult) result = cli_run (folder, "bench", "batch", "--quick", "--json", NULL);
  g_autoptr (GPtrArray) lines = NULL;

  cli_assert_done (result);
  lines = parse (result->out);
  g_assert_cmpuint (lines->len, ==, G_N_ELEMENTS (names) + MIN (cores, 3) - 1); /* and one on all cores, one on each of many */
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    g_assert_nonnull (find (lines, names[i]));
  g_assert_nonnull (find (lines, all));
}

static void
test_wrong (CliFolder    *folder,
            gconstpointer data)
{
  static const struct
  {
    const char *about, *line;
  } cases[] = {
    { "NAME", "bench" },
    { "nonsense", "bench nonsense" },
    { "--table", "bench cwt --table II" },
    { "--engine", "bench cwt --engine gpu" },
    { "--columns", "bench cwt --columns 9" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_auto (GStrv) words = g_strsplit (cases[i].line, " ", 0);
      g_autoptr (CliResult) result = cli_run_words (folder, (const char *const *) words);

      cli_assert_refused (result, 2, cases[i].about);
    }
}

/* An installed command whose benchmarks are not: it lies in a bin of its own. */
static void
test_missing (CliFolder    *folder,
              gconstpointer data)
{
  g_autofree char *built = g_strdup (g_getenv ("ONDES_CLI")), *beside = g_path_get_dirname (built);
  g_autofree char *library = g_path_get_dirname (beside), *bin = cli_folder_path (folder, "bin");
  g_autofree char *path = g_build_filename (bin, "ondes-cli", NULL);
  g_autoptr (GFile) from = g_file_new_for_path (built), to = g_file_new_for_path (path);
  g_autoptr (CliResult) result = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (g_mkdir (bin, 0700), ==, 0);
  g_file_copy (from, to, G_FILE_COPY_NONE, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  g_setenv ("LD_LIBRARY_PATH", library, TRUE);
  g_setenv ("ONDES_CLI", path, TRUE);
  result = cli_run (folder, "bench", "cwt", NULL);
  g_setenv ("ONDES_CLI", built, TRUE);
  g_unsetenv ("LD_LIBRARY_PATH");
  cli_assert_refused (result, 1, "/");
  g_assert_nonnull (strstr (result->err, "ondes-bench: is not there; install the benchmarks"));
  g_assert_cmpint (g_remove (path), ==, 0);
  g_assert_cmpint (g_rmdir (bin), ==, 0);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

#define ADD(path, function) g_test_add (path, CliFolder, NULL, cli_folder_set_up, function, cli_folder_tear_down)
  ADD ("/ondes/cli/bench/json-has-its-names", test_names);
  ADD ("/ondes/cli/bench/tables-of-the-papers", test_papers);
  ADD ("/ondes/cli/bench/compensated-masks-beside-plain-ones", test_compensation);
  ADD ("/ondes/cli/bench/cancel", test_cancel);
  ADD ("/ondes/cli/bench/table", test_table);
  ADD ("/ondes/cli/bench/precision-by-method", test_precision);
  ADD ("/ondes/cli/bench/filters", test_filters);
  ADD ("/ondes/cli/bench/pairs", test_pairs);
  ADD ("/ondes/cli/bench/batch", test_batch);
  ADD ("/ondes/cli/bench/wrong-words", test_wrong);
  ADD ("/ondes/cli/bench/a-sentence-where-they-are-not-installed", test_missing);
  return g_test_run ();
}
