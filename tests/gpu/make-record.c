/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs test programs on a machine with a GPU and writes down what they found.
 *
 *   make-record record.json [memcheck:|racecheck:]PROGRAM...
 *
 * Behind the name of a tool a program runs under compute-sanitizer, with few cases of each test, and its tests are recorded under
 * the tool's name. The programs speak TAP. A test that measures says so in a message of words parted by tabs:
 * "bench NAME VALUE UNIT FLOOR PEER", FLOOR and PEER numbers in the same unit or "-". The record is written also where tests
 * fail, and names them; the exit status is 1 then.
 */
#include "json.h"

#include "engine/compute.h"

#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

typedef struct
{
  guint    passed, failed, skipped;
  GString *tests, *bench; /* JSON, entries parted by commas */
} Record;

static void
add_test (Record     *record,
          const char *name,
          const char *outcome,
          const char *error)
{
  if (record->tests->len > 0)
    g_string_append_c (record->tests, ',');
  g_string_append (record->tests, "\n    { \"name\": ");
  json_string (record->tests, name);
  g_string_append_printf (record->tests, ", \"outcome\": \"%s\", \"error\": ", outcome);
  if (error != NULL)
    json_string (record->tests, error);
  else
    g_string_append (record->tests, "null");
  g_string_append (record->tests, " }");
  if (strcmp (outcome, "passed") == 0)
    record->passed++;
  else if (strcmp (outcome, "skipped") == 0)
    record->skipped++;
  else
    record->failed++;
}

/* A number as it stands, or null. */
static void
add_number (GString    *text,
            const char *key,
            const char *number)
{
  char *end;
  double v = g_ascii_strtod (number, &end);
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];

  if (end == number || *end != '\0' || v - v != 0)
    g_string_append_printf (text, ", \"%s\": null", key);
  else
    g_string_append_printf (text, ", \"%s\": %s", key, g_ascii_formatd (buffer, sizeof buffer, "%.7g", v));
}

static void
add_bench (Record     *record,
           const char *line)
{
  g_auto (GStrv) words = g_strsplit (line, "\t", -1);

  if (g_strv_length (words) != 6)
    {
      add_test (record, line, "failed", "a line of a measurement has five words behind \"bench\"");
      return;
    }
  if (record->bench->len > 0)
    g_string_append_c (record->bench, ',');
  g_string_append (record->bench, "\n    { \"name\": ");
  json_string (record->bench, words[1]);
  add_number (record->bench, "value", words[2]);
  g_string_append (record->bench, ", \"unit\": ");
  json_string (record->bench, words[3]);
  add_number (record->bench, "floor", words[4]);
  add_number (record->bench, "peer", words[5]);
  g_string_append (record->bench, " }");
}

/* "ok 3 /path # SKIP why" behind its first word; @tool is NULL or what the test ran under. */
static void
add_result (Record     *record,
            const char *tool,
            const char *rest,
            gboolean    ok)
{
  g_autofree char *path = NULL;
  g_autofree char *name = NULL;
  g_autofree char *reason = NULL;
  const char *skip = strstr (rest, " # SKIP");
  const char *dash = strstr (rest, " - ");

  rest += strspn (rest, " 0123456789");
  if (skip != NULL)
    path = g_strndup (rest, (gsize) (skip - rest));
  else if (!ok && dash != NULL)
    path = g_strndup (rest, (gsize) (dash - rest));
  else
    path = g_strdup (rest);
  name = g_strjoin (tool != NULL ? " " : "", tool != NULL ? tool : "", g_strstrip (path), NULL);
  if (skip != NULL && ok)
    {
      reason = g_strdup (skip + strlen (" # SKIP"));
      add_test (record, name, "skipped", g_strstrip (reason));
    }
  else
    add_test (record, name, ok ? "passed" : "failed", ok ? NULL : dash != NULL ? dash + 3 : "the test failed");
}

static void
run (Record     *record,
     const char *name)
{
  g_auto (GStrv) parts = g_strsplit (name, ":", 2);
  const char *tool = g_str_equal (parts[0], "memcheck") || g_str_equal (parts[0], "racecheck") ? parts[0] : NULL;
  const char *program = tool != NULL && parts[1] != NULL ? parts[1] : name;
  const char *plain[] = { program, "--tap", NULL };
  const char *watched[] = { "compute-sanitizer", "--tool", tool, "--error-exitcode", "9", program, "--tap", NULL };
  g_auto (GStrv) environment = g_get_environ ();
  g_autoptr (GError) error = NULL;
  g_autofree char *output = NULL;
  g_auto (GStrv) lines = NULL;
  const char *bail = "";
  guint before = record->passed + record->failed + record->skipped, failed = record->failed, planned = 0, ran;
  int status = 0;

  if (tool != NULL)
    environment = g_environ_setenv (environment, "ONDES_TEST_FEW", "1", TRUE);
  if (!g_spawn_sync (NULL, (char **) (tool != NULL ? watched : plain), environment, G_SPAWN_SEARCH_PATH, NULL, NULL, &output, NULL,
                     &status, &error))
    {
      add_test (record, name, "failed", error->message);
      return;
    }
  g_print ("# %s\n%s", name, output);
  lines = g_strsplit (output, "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      const char *line = lines[i];

      if (g_str_has_prefix (line, "1.."))
        planned = (guint) strtoul (line + 3, NULL, 10);
      else if (g_str_has_prefix (line, "ok "))
        add_result (record, tool, line + 3, TRUE);
      else if (g_str_has_prefix (line, "not ok "))
        add_result (record, tool, line + 7, FALSE);
      else if (g_str_has_prefix (line, "# bench\t"))
        add_bench (record, line + 2);
      else if (g_str_has_prefix (line, "Bail out!"))
        bail = line + strlen ("Bail out!");
    }

  /* what a program that died did not say */
  ran = record->passed + record->failed + record->skipped - before;
  if (ran < planned || planned == 0)
    {
      g_autofree char *text = g_strdup_printf ("%u of %u tests did not end%s%s", planned - MIN (ran, planned), planned,
                                              *bail != '\0' ? ":" : "", bail);

      add_test (record, name, "failed", text);
    }
  else if (!g_spawn_check_wait_status (status, &error) && record->failed == failed)
    add_test (record, name, "failed", error->message);
}

int
main (int    argc,
      char **argv)
{
  Record record = { 0 };
  g_autoptr (GString) text = g_string_new ("{\n");
  g_autoptr (GDateTime) now = g_date_time_new_now_utc ();
  g_autofree char *date = g_date_time_format_iso8601 (now);
  g_autofree char *why = NULL;
  g_autofree char *device_text = NULL;
  g_autoptr (GError) error = NULL;
  OndesDevice device;
  guint n;
  const OndesEngineInfo *cuda = ondes_engines_list (&n);

  if (argc < 3)
    {
      g_printerr ("usage: make-record record.json [memcheck:|racecheck:]PROGRAM...\n");
      return 2;
    }
  if (cuda->klass == NULL || cuda->klass->list (&device, 1, &why) == 0 || !device.usable)
    {
      g_printerr ("make-record: no CUDA device: %s\n", cuda->klass == NULL ? cuda->why : why != NULL ? why : device.detail);
      return 1;
    }
  record.tests = g_string_new (NULL);
  record.bench = g_string_new (NULL);
  for (int i = 2; i < argc; i++)
    run (&record, argv[i]);

  device_text = g_strdup_printf ("%s, %s", device.name, device.detail);
  g_string_append_printf (text, "  \"passed\": %u,\n  \"failed\": %u,\n  \"skipped\": %u,\n  \"device\": ", record.passed,
                          record.failed, record.skipped);
  json_string (text, device_text);
  g_string_append_printf (text,
                          ",\n  \"date\": \"%s\",\n  \"sources_sha256\": \"%s\","
                          "\n  \"tests\": [%s%s],\n  \"bench\": [%s%s]\n}\n",
                          date, cuda->klass->sources_sha256, record.tests->str, record.tests->len > 0 ? "\n  " : "",
                          record.bench->str, record.bench->len > 0 ? "\n  " : "");
  g_string_free (record.tests, TRUE);
  g_string_free (record.bench, TRUE);
  if (!g_file_set_contents (argv[1], text->str, (gssize) text->len, &error))
    {
      g_printerr ("make-record: %s\n", error->message);
      return 1;
    }
  g_print ("# %u passed, %u failed, %u skipped on %s: %s\n", record.passed, record.failed, record.skipped, device_text,
           argv[1]);
  return record.failed > 0;
}
