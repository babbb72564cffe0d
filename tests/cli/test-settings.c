/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What errors are about, and the tables of options that the command reads. */
#include "base/request-error.h"
#include "cli/command.h"

static gboolean
is_option (const char *option)
{
  for (guint i = 0; cli_commands[i] != NULL; i++)
    for (guint g = 0; cli_commands[i]->groups[g] != NULL; g++)
      for (const CliOption *known = cli_group_options (cli_commands[i]->groups[g]) + 1; known->name != NULL; known++)
        if (g_str_equal (known->name, option))
          return TRUE;
  return FALSE;
}

static void
test_options (void)
{
  g_assert_null (ondes_setting_option (ONDES_SETTING_NONE));
  for (guint i = ONDES_SETTING_NONE + 1; i < ONDES_N_SETTINGS; i++)
    {
      const char *option = ondes_setting_option (i);

      g_assert_nonnull (option);
      g_assert_cmpint (ondes_setting_find (option), ==, (OndesSetting) i);
      if (!is_option (option))
        g_error ("no command has the option %s", option);
      for (guint j = i + 1; j < ONDES_N_SETTINGS; j++)
        g_assert_cmpstr (ondes_setting_option (j), !=, option);
    }
}

/* The command's own errors know their setting too, where the library has one. */
static void
test_refusals (void)
{
  g_autoptr (GError) known = NULL, own = NULL;
  g_autofree char *sentence = NULL, *own_sentence = NULL;

  cli_refuse (&known, "--rate", "“%s” is not a number", "x");
  g_assert_error (known, ONDES_ERROR, ONDES_ERROR_REQUEST);
  g_assert_cmpint (ondes_error_get_setting (known), ==, ONDES_SETTING_RATE);
  sentence = ondes_error_sentence (known);
  g_assert_cmpstr (sentence, ==, "--rate: “x” is not a number");
  cli_refuse (&own, "--seed", "“%s” is not a number", "x");
  g_assert_cmpint (ondes_error_get_setting (own), ==, ONDES_SETTING_NONE);
  own_sentence = ondes_error_sentence (own);
  g_assert_cmpstr (own_sentence, ==, "--seed: “x” is not a number");
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ondes/settings/each-has-an-option-of-its-own-in-a-command", test_options);
  g_test_add_func ("/ondes/settings/the-command-says-its-option-before-the-sentence", test_refusals);
  return g_test_run ();
}
