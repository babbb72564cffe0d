/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "once.h"
#include "engine/array-sink.h"
#include "engine/compute.h"
#include "transform/cwt.h"

#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

/* The registry is made once a process: each case is a process of its own. */
typedef struct
{
  const char *module; /* of the build folder; "" none, "garbage" and "empty" files that are none */
  const char *why;    /* a part of the sentence; NULL: it loads */
} Case;

static const Case cases[] = {
  { "ondes-cuda.so", NULL },
  { "", "is not there" },
  { "garbage", "cannot be loaded" },
  { "empty", "cannot be loaded" },
  { "directory", "cannot be loaded" },
  { "fake-without-entry.so", "has no symbol" },
  { "fake-other-abi.so", "speaks version 4242 of the engine contract where this Ondes speaks" },
  { "fake-other-name.so", "calls itself the engine \"abacus\"" },
};

static void
lay_out (const char *directory,
         const char *module)
{
  g_autofree char *path = g_build_filename (directory, "ondes-cuda.so", NULL);

  if (strcmp (module, "garbage") == 0)
    {
      guint8 bytes[5000];

      for (guint i = 0; i < sizeof bytes; i++)
        bytes[i] = (guint8) g_test_rand_int ();
      memcpy (bytes, "\177ELF", 4); /* it even begins as one */
      g_assert_true (g_file_set_contents (path, (char *) bytes, sizeof bytes, NULL));
    }
  else if (strcmp (module, "empty") == 0)
    g_assert_true (g_file_set_contents (path, "", 0, NULL));
  else if (strcmp (module, "directory") == 0)
    g_assert_cmpint (g_mkdir (path, 0700), ==, 0);
  else if (*module != '\0')
    {
      g_autofree char *built = g_test_build_filename (G_TEST_BUILT, "engine", module, NULL);

      g_assert_true (g_file_test (built, G_FILE_TEST_EXISTS));
      g_assert_cmpint (symlink (built, path), ==, 0);
    }
}

/* What auto and cuda make of it. */
static void
compute (const char *engine,
         const Case *c)
{
  g_autoptr (OndesComputer) computer = ondes_computer_new (engine, 0, 1);
  g_autoptr (OndesScaleList) scales = ondes_scale_list_parse ("4", 0, NULL);
  g_autoptr (OndesSpec) spec = ondes_cwt_new (&ondes_cwt_options_default, scales, NULL);
  const float samples[32] = { [16] = 1 };
  g_autoptr (OndesSource) source = ondes_array_source_new (ONDES_F32, samples, G_N_ELEMENTS (samples), 1);
  const OndesView view = { .count = G_N_ELEMENTS (samples) };
  g_autoptr (OndesSink) sink = &ondes_array_sink_new ()->sink;
  g_auto (OndesReport) report = { NULL };
  g_autoptr (GError) error = NULL;
  gboolean ok = compute_once (computer, ondes_request_new_of (spec, source, &view, &error), sink, NULL, &report, &error);

  if (strcmp (engine, "auto") == 0 || c->why == NULL)
    {
      g_assert_no_error (error);
      g_assert_true (ok);
      g_assert_cmpstr (report.engine, ==, c->why == NULL ? "cuda" : "cpu");
      g_assert_null (report.fallback); /* what is not there is no fall-back */
    }
  else
    {
      g_assert_false (ok);
      g_assert_error (error, ONDES_ERROR, ONDES_ERROR_FILE);
      g_assert_true (g_str_has_prefix (error->message, "--engine cuda: "));
      g_assert_nonnull (strstr (error->message, c->why));
    }
}

static void
test_module (gconstpointer data)
{
  const Case *c = data;
  g_autofree char *directory = NULL;
  const OndesEngineInfo *infos;
  guint n, again;

  if (!g_test_subprocess ())
    {
      g_autofree char *module = NULL;

      directory = g_dir_make_tmp ("ondes-registry-XXXXXX", NULL);
      g_assert_nonnull (directory);
      lay_out (directory, c->module);
      g_setenv ("ONDES_BACKEND_DIR", directory, TRUE);
      g_test_trap_subprocess (NULL, 0, G_TEST_SUBPROCESS_INHERIT_STDERR);
      g_test_trap_assert_passed ();
      module = g_build_filename (directory, "ondes-cuda.so", NULL);
      g_remove (module);
      g_assert_cmpint (g_rmdir (directory), ==, 0);
      return;
    }

  infos = ondes_engines_list (&n);
  g_assert_true (infos == ondes_engines_list (&again));
  g_assert_cmpuint (n, ==, again);
  g_assert_cmpuint (n, ==, 2);
  g_assert_cmpstr (infos[0].name, ==, "cuda");
  g_assert_cmpstr (infos[1].name, ==, "cpu");
  g_assert_nonnull (infos[1].klass);
  g_assert_null (infos[1].why);
  g_assert_cmpuint (infos[1].klass->abi, ==, ONDES_ENGINE_ABI);
  g_assert_cmpstr (infos[1].klass->name, ==, "cpu");
  if (c->why == NULL)
    {
      g_assert_nonnull (infos[0].klass);
      g_assert_null (infos[0].why);
    }
  else
    {
      g_assert_null (infos[0].klass);
      g_assert_nonnull (infos[0].why);
      g_assert_nonnull (strstr (infos[0].why, c->why));
      g_assert_nonnull (strstr (infos[0].why, "ondes-cuda.so"));
    }
  compute ("auto", c);
  compute ("cuda", c);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strconcat ("/ondes/registry/", *cases[i].module ? cases[i].module : "none", NULL);

      g_test_add_data_func (path, &cases[i], test_module);
    }
  return g_test_run ();
}
