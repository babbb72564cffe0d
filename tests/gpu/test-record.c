/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The record of the last run of the GPU tests, for machines without a GPU: a failure in it fails here too. */
#include "json.h"
#include "sources.h"

#include <glib/gstdio.h>
#include <string.h>

typedef enum { PASS, SKIP, FAIL } Verdict;

/* @message says why it is not PASS. */
static Verdict
judge (const char *text,
       const char *sources,
       char      **message)
{
  g_autoptr (GVariant) record = json_parse (text);
  g_autoptr (GVariant) tests = NULL;
  GVariantIter iter;
  GVariant *test;
  double passed, failed, skipped;
  guint counts[3] = { 0 };
  const char *sha256, *device, *date;

  if (record == NULL || !g_variant_is_of_type (record, G_VARIANT_TYPE_VARDICT) ||
      !g_variant_lookup (record, "passed", "d", &passed) || !g_variant_lookup (record, "failed", "d", &failed) ||
      !g_variant_lookup (record, "skipped", "d", &skipped) || !g_variant_lookup (record, "sources_sha256", "&s", &sha256) ||
      !g_variant_lookup (record, "device", "&s", &device) || !g_variant_lookup (record, "date", "&s", &date) ||
      (tests = g_variant_lookup_value (record, "tests", G_VARIANT_TYPE ("av"))) == NULL)
    {
      *message = g_strdup ("it is no record: make it again with make-record");
      return FAIL;
    }

  g_variant_iter_init (&iter, tests);
  while (g_variant_iter_loop (&iter, "v", &test))
    {
      const char *name, *outcome, *error = "";

      if (!g_variant_is_of_type (test, G_VARIANT_TYPE_VARDICT) || !g_variant_lookup (test, "name", "&s", &name) ||
          !g_variant_lookup (test, "outcome", "&s", &outcome))
        {
          *message = g_strdup ("a test of it has no name or no outcome");
          g_variant_unref (test);
          return FAIL;
        }
      g_variant_lookup (test, "error", "&s", &error);
      if (strcmp (outcome, "passed") == 0)
        counts[PASS]++;
      else if (strcmp (outcome, "skipped") == 0)
        counts[SKIP]++;
      else
        {
          if (*message == NULL)
            *message = g_strdup_printf ("%s failed on %s, %s: %s", name, device, date, error);
          counts[FAIL]++;
        }
    }
  if (*message != NULL)
    return FAIL;
  if (failed != counts[FAIL] || passed != counts[PASS] || skipped != counts[SKIP] || passed == 0)
    {
      *message = g_strdup ("its sums are not those of its tests, or none passed");
      return FAIL;
    }
  if (g_strcmp0 (sha256, sources) != 0)
    {
      *message = g_strdup_printf ("it was made on %s from other sources of gpu/ (%.12s) than these (%.12s); make it again",
                                  date, sha256, sources != NULL ? sources : "none");
      return SKIP;
    }
  return PASS;
}

static void
test_record (void)
{
  const char *source = g_getenv ("ONDES_SOURCE_DIR");
  g_autofree char *directory = g_build_filename (source != NULL ? source : ".", "gpu", NULL);
  g_autofree char *path = g_build_filename (source != NULL ? source : ".", "tests", "gpu", "record.json", NULL);
  g_autofree char *now = gpu_sources_sha256 (directory);
  g_autofree char *text = NULL;
  g_autofree char *message = NULL;

  if (!g_file_get_contents (path, &text, NULL, NULL))
    {
      g_test_skip ("there is no record of the GPU tests; make-record writes it on a machine with a GPU");
      return;
    }
  switch (judge (text, now, &message))
    {
    case PASS:
      break;
    case SKIP:
      g_test_skip (message);
      break;
    default:
      g_test_fail_printf ("tests/gpu/record.json: %s", message);
    }
}

/* The judge itself, for a record that fails must not slip through. */
static void
test_judge (void)
{
#define HEAD(p, f, s) \
  "{ \"passed\": " #p ", \"failed\": " #f ", \"skipped\": " #s ", \"device\": \"D\", \"date\": \"now\", " \
  "\"sources_sha256\": \"abc\", "
#define OK "{ \"name\": \"/a\", \"outcome\": \"passed\", \"error\": null }"
#define SKIPPED "{ \"name\": \"/s\", \"outcome\": \"skipped\", \"error\": \"no nm\" }"
#define BAD "{ \"name\": \"/b\", \"outcome\": \"failed\", \"error\": \"3 is not \\\"4\\\"\" }"
  static const struct
  {
    const char *text, *sources, *part;
    Verdict     verdict;
  } cases[] = {
    { HEAD (1, 0, 0) "\"tests\": [" OK "], \"bench\": [] }", "abc", NULL, PASS },
    { HEAD (1, 0, 1) "\"tests\": [" OK ", " SKIPPED "] }", "abc", NULL, PASS },
    { HEAD (1, 0, 0) "\"tests\": [" OK "] }", "abd", "other sources", SKIP },
    { HEAD (1, 0, 0) "\"tests\": [" OK "] }", NULL, "other sources", SKIP },
    { HEAD (1, 1, 0) "\"tests\": [" OK ", " BAD "] }", "abc", "/b failed on D, now: 3 is not \"4\"", FAIL },
    { HEAD (1, 1, 0) "\"tests\": [" OK ", " BAD "] }", "abd", "/b failed", FAIL },
    { HEAD (1, 0, 0) "\"tests\": [" OK ", " BAD "] }", "abc", "/b failed", FAIL },
    { HEAD (1, 1, 0) "\"tests\": [" OK "] }", "abc", "sums", FAIL },
    { HEAD (2, 0, 0) "\"tests\": [" OK "] }", "abc", "sums", FAIL },
    { HEAD (0, 0, 0) "\"tests\": [] }", "abc", "none passed", FAIL },
    { HEAD (1, 0, 0) "\"tests\": [ { \"name\": \"/a\" } ] }", "abc", "no outcome", FAIL },
    { HEAD (1, 0, 0) "\"tests\": [ 5 ] }", "abc", "no outcome", FAIL },
    { HEAD (1, 0, 0) "\"bench\": [] }", "abc", "no record", FAIL },
    { HEAD (1, 0, 0) "\"tests\": [" OK "]", "abc", "no record", FAIL },
    { "", "abc", "no record", FAIL },
    { "[]", "abc", "no record", FAIL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *message = NULL;

      g_assert_cmpint (judge (cases[i].text, cases[i].sources, &message), ==, cases[i].verdict);
      if (cases[i].part == NULL)
        g_assert_null (message);
      else
        g_assert_nonnull (strstr (message, cases[i].part));
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
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GVariant) back = NULL;

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

  json_string (text, "tab\t\"quoted\" \\ \001 \303\251");
  back = json_parse (text->str);
  g_assert_cmpstr (g_variant_get_string (back, NULL), ==, "tab\t\"quoted\" \\ \001 \303\251");
}

/* A script in place of a test program. */
static char *
write_program (const char *directory,
               const char *name,
               const char *lines)
{
  char *path = g_build_filename (directory, name, NULL);
  g_autofree char *text = g_strdup_printf ("#!/bin/sh\n%s", lines);
  g_autoptr (GError) error = NULL;

  g_file_set_contents_full (path, text, -1, G_FILE_SET_CONTENTS_NONE, 0700, &error);
  g_assert_no_error (error);
  return path;
}

static int
spawn (const char *const *argv,
       char             **environment)
{
  g_autoptr (GError) error = NULL;
  int status = 0;

  g_spawn_sync (NULL, (char **) argv, environment, G_SPAWN_STDOUT_TO_DEV_NULL, NULL, NULL, NULL, NULL, &status, &error);
  g_assert_no_error (error);
  return status;
}

static void
assert_test (GVariant   *record,
             guint       i,
             const char *name,
             const char *outcome,
             const char *error)
{
  g_autoptr (GVariant) tests = g_variant_lookup_value (record, "tests", G_VARIANT_TYPE ("av"));
  g_autoptr (GVariant) test = NULL;
  const char *text = NULL;

  g_assert_cmpuint (g_variant_n_children (tests), >, i);
  g_variant_get_child (tests, i, "v", &test);
  g_assert_true (g_variant_lookup (test, "name", "&s", &text));
  g_assert_true (g_str_has_suffix (text, name));
  g_assert_true (g_variant_lookup (test, "outcome", "&s", &text));
  g_assert_cmpstr (text, ==, outcome);
  text = NULL;
  g_variant_lookup (test, "error", "&s", &text);
  if (error == NULL)
    g_assert_null (text);
  else
    g_assert_nonnull (strstr (text, error));
}

/* make-record over scripts, with the fake engine for a device: whatever a program does, the record tells. */
static void
test_runner (void)
{
  g_autofree char *runner = g_test_build_filename (G_TEST_BUILT, "gpu", "make-record", NULL);
  g_autofree char *modules = g_test_build_filename (G_TEST_BUILT, "engine", NULL);
  g_autofree char *directory = g_dir_make_tmp ("ondes-record-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (directory, "record.json", NULL);
  g_autofree char *good = write_program (directory, "good",
                                         "echo 1..2\n"
                                         "printf '# bench\\tadd \"two\"\\t12.5\\tGB/s\\t4800\\t-\\n'\n"
                                         "echo 'ok 1 /a/b'\n"
                                         "echo 'ok 2 /a/c # SKIP no need'\n");
  g_autofree char *bad = write_program (directory, "bad", "echo 1..2\necho 'not ok 1 /d - 3 is not 4'\n"
                                                       "echo 'ok 2 /e'\nexit 1\n");
  g_autofree char *dies = write_program (directory, "dies", "echo 1..3\necho 'ok 1 /f'\necho 'Bail out! five'\n"
                                                         "kill -SEGV $$\n");
  g_autofree char *exits = write_program (directory, "exits", "echo 1..1\necho 'ok 1 /g'\nexit 3\n");
  g_autofree char *silent = write_program (directory, "silent", "exit 0\n");
  /* a sanitizer that finds nothing where it looks for races, and something else in the same program */
  g_autofree char *sanitizer = write_program (directory, "compute-sanitizer",
                                              "[ $ONDES_TEST_FEW = 1 ] && [ $1 = --tool ] || exit 4\n"
                                              "tool=$2; shift 4; echo '========= COMPUTE-SANITIZER'\n\"$@\" || exit 5\n"
                                              "[ $tool = racecheck ] || exit 9\n");
  g_autofree char *races = g_strconcat ("racecheck:", good, NULL);
  g_autofree char *writes = g_strconcat ("memcheck:", good, NULL);
  g_autofree char *missing = g_build_filename (directory, "missing", NULL);
  const char *all[] = { runner, path, good, bad, dies, exits, silent, missing, races, writes, NULL };
  const char *one[] = { runner, path, good, NULL };
  const char *written[] = { path, good, bad, dies, exits, silent, sanitizer };
  g_autofree char *places = g_strconcat (directory, ":", g_getenv ("PATH"), NULL);
  g_auto (GStrv) environment = g_environ_setenv (g_environ_setenv (g_get_environ (), "ONDES_BACKEND_DIR", modules, TRUE), "PATH",
                                                 places, TRUE);
  g_autofree char *text = NULL;
  g_autofree char *again = NULL;
  g_autofree char *message = NULL;
  g_autoptr (GVariant) record = NULL;
  g_autoptr (GVariant) list = NULL;
  g_autoptr (GVariant) bench = NULL;
  g_autoptr (GError) error = NULL;
  const char *name;
  double v;
  int status;

  status = spawn (all, environment);
  g_assert_false (g_spawn_check_wait_status (status, NULL));
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  record = json_parse (text);
  g_assert_nonnull (record);
  assert_test (record, 0, "/a/b", "passed", NULL);
  assert_test (record, 1, "/a/c", "skipped", "no need");
  assert_test (record, 2, "/d", "failed", "3 is not 4");
  assert_test (record, 3, "/e", "passed", NULL);
  assert_test (record, 4, "/f", "passed", NULL);
  assert_test (record, 5, "dies", "failed", "2 of 3 tests did not end: five");
  assert_test (record, 6, "/g", "passed", NULL);
  assert_test (record, 7, "exits", "failed", "code 3");
  assert_test (record, 8, "silent", "failed", "did not end");
  assert_test (record, 9, "missing", "failed", "missing");
  assert_test (record, 10, "racecheck /a/b", "passed", NULL);
  assert_test (record, 11, "racecheck /a/c", "skipped", "no need");
  assert_test (record, 12, "memcheck /a/b", "passed", NULL);
  assert_test (record, 14, "good", "failed", "code 9");
  list = g_variant_lookup_value (record, "bench", G_VARIANT_TYPE ("av"));
  g_assert_cmpuint (g_variant_n_children (list), ==, 3);
  g_variant_get_child (list, 0, "v", &bench);
  g_assert_true (g_variant_lookup (bench, "name", "&s", &name));
  g_assert_cmpstr (name, ==, "add \"two\"");
  g_assert_true (g_variant_lookup (bench, "value", "d", &v));
  g_assert_cmpfloat (v, ==, 12.5);
  g_assert_true (g_variant_lookup (bench, "unit", "&s", &name));
  g_assert_cmpstr (name, ==, "GB/s");
  g_assert_true (g_variant_lookup (bench, "floor", "d", &v));
  g_assert_cmpfloat (v, ==, 4800);
  g_assert_true (g_variant_lookup (bench, "peer", "()"));
  g_assert_cmpint (judge (text, "none", &message), ==, FAIL);
  g_assert_true (g_str_has_prefix (message, "/d failed on fake 0, for tests"));
  g_clear_pointer (&message, g_free);

  /* "none" is what the fake engine says it was made from */
  status = spawn (one, environment);
  g_assert_true (g_spawn_check_wait_status (status, &error));
  g_assert_no_error (error);
  g_assert_true (g_file_get_contents (path, &again, NULL, NULL));
  g_assert_cmpint (judge (again, "none", &message), ==, PASS);

  for (guint i = 0; i < G_N_ELEMENTS (written); i++)
    g_assert_cmpint (g_remove (written[i]), ==, 0);
  g_assert_cmpint (g_rmdir (directory), ==, 0);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ondes/gpu/record", test_record);
  g_test_add_func ("/ondes/gpu/record-judge", test_judge);
  g_test_add_func ("/ondes/gpu/record-json", test_json);
  g_test_add_func ("/ondes/gpu/record-runner", test_runner);
  return g_test_run ();
}
