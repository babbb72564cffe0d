/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Errors that know which setting they are about. */
#include <gio/gio.h>

#include "engine/engine.h"
#include "base/request-error.h"

static GError *
about_omega0 (void)
{
  GError *error = NULL;

  ondes_request_error_set (&error, ONDES_SETTING_OMEGA0, "200", "%d is out of range; choose 0.5 to 100", 200);
  return error;
}

static void
assert_omega0 (const GError *error)
{
  g_assert_cmpint (ondes_error_get_setting (error), ==, ONDES_SETTING_OMEGA0);
  g_assert_cmpstr (ondes_error_get_value (error), ==, "200");
  g_assert_true (ondes_error_is_about (error));
}

static void
test_fields (void)
{
  g_autoptr (GError) error = about_omega0 (), remedy = NULL;
  g_autofree char *sentence = ondes_error_sentence (error), *whole = NULL;

  g_assert_error (error, ONDES_ERROR, ONDES_ERROR_REQUEST);
  assert_omega0 (error);
  g_assert_cmpstr (error->message, ==, "200 is out of range; choose 0.5 to 100");
  g_assert_cmpstr (sentence, ==, "--omega0: 200 is out of range; choose 0.5 to 100");

  ondes_remedy_error_set (&remedy, ONDES_ERROR, ONDES_ERROR_FILE, ONDES_SETTING_RATE, "x.wav has no rate; give it with %s",
                          ondes_setting_name (ONDES_SETTING_RATE, NULL));
  g_assert_error (remedy, ONDES_ERROR, ONDES_ERROR_FILE);
  g_assert_cmpint (ondes_error_get_setting (remedy), ==, ONDES_SETTING_RATE);
  g_assert_null (ondes_error_get_value (remedy));
  g_assert_false (ondes_error_is_about (remedy));
  whole = ondes_error_sentence (remedy);
  g_assert_cmpstr (whole, ==, "x.wav has no rate; give it with --rate");
}

/* All that GLib does to an error on its way. */
static void
test_carried (void)
{
  g_autoptr (GError) error = about_omega0 (), copy = g_error_copy (error), passed = NULL, prefixed = NULL, cast = NULL;

  g_clear_error (&error);
  assert_omega0 (copy);
  g_propagate_error (&passed, g_steal_pointer (&copy));
  assert_omega0 (passed);
  g_propagate_prefixed_error (&prefixed, g_error_copy (passed), "%s: ", "x.wav");
  assert_omega0 (prefixed);
  g_assert_cmpstr (prefixed->message, ==, "x.wav: 200 is out of range; choose 0.5 to 100");
  /* From the domain of engines to that of people. */
  g_clear_error (&passed);
  ondes_setting_error_set (&passed, ONDES_ENGINE_ERROR, ONDES_ENGINE_ERROR_UNSUPPORTED, ONDES_SETTING_DEVICE, "there is none");
  g_assert_error (passed, ONDES_ENGINE_ERROR, ONDES_ENGINE_ERROR_UNSUPPORTED);
  cast = ondes_error_recast (passed, ONDES_ERROR, ONDES_ERROR_REQUEST);
  g_assert_error (cast, ONDES_ERROR, ONDES_ERROR_REQUEST);
  g_assert_cmpint (ondes_error_get_setting (cast), ==, ONDES_SETTING_DEVICE);
  g_assert_true (ondes_error_is_about (cast));
}

static void
test_none (void)
{
  g_autoptr (GError) plain = g_error_new (ONDES_ERROR, ONDES_ERROR_FILE, "x.wav is empty");
  g_autoptr (GError) other = g_error_new (G_IO_ERROR, G_IO_ERROR_CANCELLED, "cancelled");
  g_autofree char *sentence = ondes_error_sentence (other);

  g_assert_cmpint (ondes_error_get_setting (plain), ==, ONDES_SETTING_NONE);
  g_assert_false (ondes_error_is_about (plain));
  g_assert_null (ondes_error_get_value (plain));
  g_assert_cmpint (ondes_error_get_setting (other), ==, ONDES_SETTING_NONE);
  g_assert_cmpint (ondes_error_get_setting (NULL), ==, ONDES_SETTING_NONE);
  g_assert_cmpstr (sentence, ==, "cancelled");
}

/* An error that neither knows its file nor its setting is one that a caller puts a name before. */
static void
test_file (void)
{
  g_autoptr (GError) error = g_error_new (ONDES_ERROR, ONDES_ERROR_FILE, "out.npy: is a disk"), passed = NULL, cast = NULL;
  g_autoptr (GError) about = about_omega0 (), other = g_error_new (G_IO_ERROR, G_IO_ERROR_CANCELLED, "cancelled");

  g_assert_null (ondes_error_get_file (error));
  g_assert_true (ondes_error_lacks_subject (error));
  g_assert_false (ondes_error_lacks_subject (about));
  g_assert_false (ondes_error_lacks_subject (other));
  g_assert_false (ondes_error_name_file (&error, "out.npy"));
  g_assert_false (ondes_error_name_file (&error, "in.wav"));
  g_propagate_error (&passed, g_error_copy (error));
  cast = ondes_error_recast (passed, ONDES_ENGINE_ERROR, ONDES_ENGINE_ERROR_LOST);
  g_assert_cmpstr (ondes_error_get_file (passed), ==, "out.npy");
  g_assert_cmpstr (ondes_error_get_file (cast), ==, "out.npy");
  g_assert_false (ondes_error_lacks_subject (passed));
  g_clear_error (&passed);
  g_assert_false (ondes_file_error_set (&passed, "x.edf", "the file is too short"));
  g_assert_error (passed, ONDES_ERROR, ONDES_ERROR_FILE);
  g_assert_cmpstr (passed->message, ==, "x.edf: the file is too short");
  g_assert_cmpstr (ondes_error_get_file (passed), ==, "x.edf");
  /* There is no error, or none that has fields. */
  g_assert_false (ondes_error_name_file (NULL, "out.npy"));
  g_assert_false (ondes_error_name_file (&other, "out.npy"));
  g_assert_null (ondes_error_get_file (other));
}

static gpointer
make_many (gpointer data)
{
  for (guint i = 0; i < 1000; i++)
    {
      g_autoptr (GError) error = about_omega0 (), copy = g_error_copy (error);

      assert_omega0 (copy);
    }
  return NULL;
}

static void
test_threads (void)
{
  GThread *threads[4];

  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    threads[i] = g_thread_new (NULL, make_many, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    g_thread_join (threads[i]);
}

static const char *
name_of_window (OndesSetting setting,
                const char  *argument)
{
  return setting == ONDES_SETTING_PAD ? "“Pad with zeros”" : "another";
}

static void
test_names (void)
{
  g_assert_cmpstr (ondes_setting_name (ONDES_SETTING_PAD, NULL), ==, "--pad");
  g_assert_cmpstr (ondes_setting_name (ONDES_SETTING_PRECISION, "double"), ==, "--precision double");
  ondes_setting_set_namer (name_of_window);
  g_assert_cmpstr (ondes_setting_name (ONDES_SETTING_PAD, NULL), ==, "“Pad with zeros”");
  g_assert_cmpstr (ondes_setting_option (ONDES_SETTING_PAD), ==, "--pad");
  ondes_setting_set_namer (NULL);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ondes/request-error/knows-its-setting-and-value", test_fields);
  g_test_add_func ("/ondes/request-error/keeps-them-when-copied-passed-and-prefixed", test_carried);
  g_test_add_func ("/ondes/request-error/of-other-errors-there-is-no-setting", test_none);
  g_test_add_func ("/ondes/request-error/knows-the-file-that-it-begins-with", test_file);
  g_test_add_func ("/ondes/request-error/is-made-on-any-thread", test_threads);
  g_test_add_func ("/ondes/request-error/a-sentence-names-a-setting-as-the-program-does", test_names);
  return g_test_run ();
}
