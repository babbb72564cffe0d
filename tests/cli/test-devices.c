/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What ondes-cli says of the engines: with a graphics card (a fake one), with one that is too old, without a driver, and with
 * modules that are none. */
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#include "../engine/fake-engine.h"
#include "json.h"
#include "cli-run.h"
#include "base/clones.h"

#define MODULE "ondes-cuda.so"

static GVariant *
parse (const char *text)
{
  GVariant *value = json_parse (text);

  g_assert_nonnull (value);
  g_assert_true (g_variant_is_of_type (value, G_VARIANT_TYPE_VARDICT));
  return value;
}

/* Entry @index of the array @key. */
static GVariant *
entry (GVariant   *object,
       const char *key,
       gsize       index)
{
  g_autoptr (GVariant) array = g_variant_lookup_value (object, key, G_VARIANT_TYPE ("av"));
  g_autoptr (GVariant) boxed = NULL;

  g_assert_nonnull (array);
  g_assert_cmpuint (index, <, g_variant_n_children (array));
  boxed = g_variant_get_child_value (array, index);
  return g_variant_get_variant (boxed);
}

static gsize
count (GVariant   *object,
       const char *key)
{
  g_autoptr (GVariant) array = g_variant_lookup_value (object, key, G_VARIANT_TYPE ("av"));

  g_assert_nonnull (array);
  return g_variant_n_children (array);
}

static gboolean
flag (GVariant   *object,
      const char *key)
{
  gboolean value;

  g_assert_true (g_variant_lookup (object, key, "b", &value));
  return value;
}

static double
number (GVariant   *object,
        const char *key)
{
  double value;

  g_assert_true (g_variant_lookup (object, key, "d", &value));
  return value;
}

/* NULL is JSON's null. */
static void
assert_text (GVariant   *object,
             const char *key,
             const char *expected)
{
  g_autoptr (GVariant) value = g_variant_lookup_value (object, key, NULL);

  g_assert_nonnull (value);
  if (expected == NULL)
    g_assert_true (g_variant_is_of_type (value, G_VARIANT_TYPE_UNIT));
  else
    g_assert_cmpstr (g_variant_get_string (value, NULL), ==, expected);
}

static GVariant *
devices (CliFolder *folder)
{
  g_autoptr (CliResult) result = cli_run (folder, "devices", "--json", NULL);

  cli_assert_done (result);
  g_assert_cmpstr (result->err, ==, "");
  return parse (result->out);
}

/* The first line for people is of CUDA, and whole; the last one is always the CPU. */
static void
assert_lines (CliFolder  *folder,
              const char *expected)
{
  g_autoptr (CliResult) result = cli_run (folder, "devices", NULL);

  cli_assert_done (result);
  g_assert_cmpstr (result->err, ==, "");
  g_test_message ("%s", result->out);
  g_assert_true (g_str_has_prefix (result->out, expected));
  g_assert_true (g_str_has_prefix (result->out + strlen (expected), "cpu    0  "));
  g_assert_true (strchr (result->out + strlen (expected), '\n') == result->out + result->n_out - 1);
}

static void
test_devices (CliFolder    *folder,
              gconstpointer data)
{
  g_autoptr (GVariant) all = devices (folder), cuda = entry (all, "engines", 0), cpu = entry (all, "engines", 1);
  g_autoptr (GVariant) good = entry (cuda, "devices", 0), old = entry (cuda, "devices", 1);

  g_assert_cmpuint (count (all, "engines"), ==, 2);
  assert_text (cuda, "engine", "cuda");
  g_assert_true (flag (cuda, "usable"));
  assert_text (cuda, "why", NULL);
  g_assert_cmpuint (count (cuda, "devices"), ==, 2);
  g_assert_cmpfloat (number (good, "device"), ==, 0);
  assert_text (good, "name", "fake 0");
  g_assert_true (flag (good, "usable"));
  g_assert_cmpfloat (number (good, "memory_free"), ==, (double) FAKE_MEM_FREE);
  g_assert_cmpfloat (number (good, "memory_total"), ==, (double) FAKE_MEM_TOTAL);
  g_assert_cmpfloat (number (old, "device"), ==, 1);
  assert_text (old, "name", "fake 1");
  assert_text (old, "detail", FAKE_OLD_DETAIL);
  g_assert_false (flag (old, "usable"));
  assert_text (cpu, "engine", "cpu");
  g_assert_true (flag (cpu, "usable"));
  /* The space before the unit does not break. */
  assert_lines (folder, "cuda   0  fake 0, 3.0\u00a0GiB free of 8.0\u00a0GiB, for tests\n"
                        "cuda   1  fake 1, not usable: " FAKE_OLD_DETAIL "\n");
}

static void
test_no_device (CliFolder    *folder,
                gconstpointer data)
{
  g_autoptr (GVariant) all = devices (folder), cuda = entry (all, "engines", 0);

  g_assert_false (flag (cuda, "usable"));
  assert_text (cuda, "why", "the fake engine has no device");
  g_assert_cmpuint (count (cuda, "devices"), ==, 0);
  assert_lines (folder, "cuda   not usable: the fake engine has no device\n");
}

/* One of the flags that the kernel tells of the processor. */
static gboolean
processor_has (const char *name)
{
  g_autofree char *text = NULL, *word = g_strdup_printf ("\\b%s\\b", name);

  return g_file_get_contents ("/proc/cpuinfo", &text, NULL, NULL) && g_regex_match_simple (word, text, 0, 0);
}

/* Vectors are told that were compiled and that the machine has. */
static void
test_vectors (CliFolder    *folder,
              gconstpointer data)
{
  g_autoptr (GVariant) all = devices (folder), cpu = entry (all, "engines", 1), device = entry (cpu, "devices", 0);
  const char *detail, *expected = "";

#ifdef X86_LEVELS
  if (processor_has ("avx512vl") && processor_has ("avx512bw") && processor_has ("avx512dq"))
    expected = ", AVX-512";
  else if (processor_has ("avx2") && processor_has ("fma"))
    expected = ", AVX2";
#endif
  g_assert_true (g_variant_lookup (device, "detail", "&s", &detail));
  g_assert_cmpstr (strchr (detail, ',') != NULL ? strchr (detail, ',') : "", ==, expected);
  g_assert_true (processor_has ("[a-z]+"));
  g_assert_false (processor_has ("no_such_flag"));
}

static void
write_samples (CliFolder *folder)
{
  double x[500];

  for (guint i = 0; i < G_N_ELEMENTS (x); i++)
    x[i] = g_test_rand_double_range (-1, 1);
  cli_folder_write_npy (folder, "x.npy", x, G_N_ELEMENTS (x));
}

/* cwt of the samples with the options in @line; the file is there only where it went well. */
static CliResult *
transform (CliFolder  *folder,
           const char *line)
{
  g_autofree char *all = g_strdup_printf ("cwt x.npy --rate 500 --scales 2,3 -o out.npy --timing %s", line);
  g_auto (GStrv) words = g_strsplit (all, " ", 0);
  g_autofree char *out = cli_folder_path (folder, "out.npy");
  CliResult *result;

  g_remove (out);
  result = cli_run_words (folder, (const char *const *) words);
  g_assert_true (g_file_test (out, G_FILE_TEST_EXISTS) == (result->status == 0));
  return result;
}

/* The line of --timing: who computed, where, and why another engine did not, which a sentence before it says too. */
static void
assert_timing (CliFolder  *folder,
               const char *line,
               const char *engine,
               const char *device,
               const char *fallback)
{
  g_autoptr (CliResult) result = transform (folder, line);
  g_autoptr (GVariant) timing = NULL;
  g_auto (GStrv) lines = g_strsplit (result->err, "\n", -1); /* the last is empty */

  cli_assert_done (result);
  g_assert_cmpuint (g_strv_length (lines), ==, fallback != NULL ? 3 : 2);
  if (fallback != NULL)
    {
      g_autofree char *sentence = g_strdup_printf ("--engine auto: %s; the CPU computes instead", fallback);

      g_assert_cmpstr (lines[0], ==, sentence);
    }
  timing = parse (lines[fallback != NULL]);
  assert_text (timing, "engine", engine);
  assert_text (timing, "device", device);
  assert_text (timing, "fallback", fallback);
  g_assert_cmpuint (count (timing, "methods"), ==, 2);
  g_assert_cmpfloat (number (timing, "compute_s"), >, 0);
  g_assert_cmpfloat (number (timing, "move_s"), >=, 0);
  g_assert_cmpfloat (number (timing, "bytes"), >, 0);
}

static void
test_timing (CliFolder    *folder,
             gconstpointer data)
{
  write_samples (folder);
  assert_timing (folder, "--engine cuda", "cuda", "fake 0", NULL);
  assert_timing (folder, "--engine auto", "cuda", "fake 0", NULL);
  assert_timing (folder, "--engine cpu", "cpu", NULL, NULL);
  /* A wish falls back and says so, an order does not. */
  assert_timing (folder, "--device 1", "cpu", NULL, "fake 1: " FAKE_OLD_DETAIL);
  assert_timing (folder, "--engine auto --device 3", "cpu", NULL, "the fake engine has no device 3");
}

static void
test_orders (CliFolder    *folder,
             gconstpointer data)
{
  static const char *const cases[][2] = {
    { "--engine cuda --device 1", "--engine cuda: fake 1: " FAKE_OLD_DETAIL "; auto falls back to the CPU\n" },
    { "--engine cuda --device 3", "--engine cuda: the fake engine has no device 3; auto falls back to the CPU\n" },
  };

  write_samples (folder);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (CliResult) result = transform (folder, cases[i][0]);

      g_assert_cmpint (result->status, ==, 1);
      g_assert_cmpstr (result->err, ==, cases[i][1]);
    }
}

/* Auto says nothing of a device that is not there and nobody asked for; the order says one sentence. */
static void
test_without (CliFolder    *folder,
              gconstpointer data)
{
  g_autoptr (CliResult) result = NULL;

  write_samples (folder);
  assert_timing (folder, "--engine auto", "cpu", NULL, NULL);
  assert_timing (folder, "--device 0", "cpu", NULL, NULL);
  assert_timing (folder, "--device 3", "cpu", NULL, "the fake engine has no device");
  result = transform (folder, "--engine cuda");
  g_assert_cmpint (result->status, ==, 1);
  g_assert_cmpstr (result->err, ==, "--engine cuda: the fake engine has no device; use auto or cpu here\n");
}

/* What lies in the module's place and is no engine of this Ondes. */
static void
test_no_module (CliFolder    *folder,
                gconstpointer data)
{
  static const char text[] = "Dear reader,\nthis is no module.\n";
  static const struct
  {
    const char *module; /* NULL: the text above; "": nothing */
    const char *part;
  } cases[] = {
    { "", MODULE " is not there: Ondes was built or installed without the cuda engine" },
    { NULL, MODULE " cannot be loaded (" },
    { "fake-other-abi", MODULE " speaks version 4242 of the engine contract where this Ondes speaks " },
    { "fake-other-name", MODULE " calls itself the engine \"abacus\" where \"cuda\" was looked for; install Ondes again" },
    { "fake-without-entry", MODULE " is no engine of Ondes, for it has no symbol ondes_engine_entry; remove it" },
  };

  write_samples (folder);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = cli_folder_path (folder, MODULE);
      g_autoptr (CliResult) listed = NULL, ordered = NULL;
      g_autoptr (GVariant) all = NULL, cuda = NULL;
      const char *why;

      g_remove (path);
      if (cases[i].module == NULL)
        cli_folder_write (folder, MODULE, text, strlen (text));
      else if (*cases[i].module != '\0')
        {
          g_autofree char *name = g_strconcat (cases[i].module, ".so", NULL);
          g_autofree char *built = g_test_build_filename (G_TEST_BUILT, "engine", name, NULL);

          g_assert_cmpint (symlink (built, path), ==, 0);
        }

      all = devices (folder);
      cuda = entry (all, "engines", 0);
      g_assert_false (flag (cuda, "usable"));
      g_assert_true (g_variant_lookup (cuda, "why", "&s", &why));
      g_assert_nonnull (strstr (why, cases[i].part));
      listed = cli_run (folder, "devices", NULL);
      g_assert_true (g_str_has_prefix (listed->out, "cuda   not usable: "));
      g_assert_nonnull (strstr (listed->out, cases[i].part));
      assert_timing (folder, "--engine auto", "cpu", NULL, NULL);
      ordered = transform (folder, "--engine cuda");
      cli_assert_refused (ordered, 1, "--engine cuda: ");
      g_assert_nonnull (strstr (ordered->err, cases[i].part));
    }
}

static void
test_json (void)
{
  static const char *const good[][2] = {
    { " [ 1 , -2.5e3, 0, true,false, null,\"\\u00e9\\ud83d\\ude00\\n\\\\\" ] ",
      "[<1.0>, <-2500.0>, <0.0>, <true>, <false>, <()>, <'\303\251\360\237\230\200\\n\\\\'>]" },
    { "{\"a\":{}}", "{'a': <@a{sv} {}>}" },
    { "[[[]]]", "[<[<@av []>]>]" },
  };
  static const char *const bad[] = {
    "", " ", "{", "}", "[1,]", "[,1]", "{\"a\"}", "{\"a\":1,}", "{a:1}", "\"\\x\"", "\"a", "\"\\u12\"", "\"\\ud800\"",
    "\"\\u0000\"",
    "01", "1.", ".5", "+1", "1e", "nul", "[1] 2", "\"\n\"", "{\"a\":1,\"a\":2}", "\"\xff\"", "NaN", "'a'",
  };
  g_autofree char *deep = g_strnfill (100000, '[');

  for (guint i = 0; i < G_N_ELEMENTS (good); i++)
    {
      g_autoptr (GVariant) v = json_parse (good[i][0]);
      g_autofree char *printed = NULL;

      g_assert_nonnull (v);
      printed = g_variant_print (v, FALSE);
      g_assert_cmpstr (printed, ==, good[i][1]);
    }
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    g_assert_null (json_parse (bad[i]));
  g_assert_null (json_parse (deep));
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

#define ADD(path, module, function) g_test_add (path, CliFolder, module, cli_folder_set_up_engine, function, cli_folder_tear_down)
  ADD ("/ondes/cli/devices/are-told-with-memory-or-why-not", "fake-second-old", test_devices);
  ADD ("/ondes/cli/devices/none-is-told", "fake-without-device", test_no_device);
  ADD ("/ondes/cli/devices/vectors-are-those-of-the-loops", NULL, test_vectors);
  ADD ("/ondes/cli/devices/timing-names-the-one-that-computed", "fake-second-old", test_timing);
  ADD ("/ondes/cli/devices/orders-do-not-fall-back", "fake-second-old", test_orders);
  ADD ("/ondes/cli/devices/without-one-the-cpu-computes", "fake-without-device", test_without);
  ADD ("/ondes/cli/devices/modules-that-are-none", NULL, test_no_module);
  g_test_add_func ("/ondes/cli/devices/json-is-read-strictly", test_json);
  return g_test_run ();
}
