/* SPDX-License-Identifier: GPL-3.0-or-later */
/* make-pages ONDES-CLI.bash OUTPUT…: the manual pages (NAME.1) and bash completions (NAME) that are named, from the tables that the
 * programs are built with. Fails where a command has no page among those outputs, or a page no command. */
#include "troff.h"

#include <stdio.h>
#include <string.h>

static char *
make (const char *name,
      const char *fixed,
      GError    **error)
{
  if (g_str_equal (name, "ondes"))
    return window_completion ();
  if (g_str_equal (name, "ondes.1"))
    return window_page ();
  if (g_str_equal (name, "ondes-cli"))
    return cli_completion (fixed);
  if (g_str_equal (name, "ondes-cli.1"))
    return cli_overview_page ();
  for (guint i = 0; cli_commands[i] != NULL; i++)
    {
      g_autofree char *page = g_strdup_printf ("ondes-cli-%s.1", cli_commands[i]->name);

      if (g_str_equal (name, page))
        return cli_command_page (cli_commands[i]);
    }
  g_set_error (error, G_FILE_ERROR, G_FILE_ERROR_FAILED, "%s: no command has this page; take it out of man/meson.build", name);
  return NULL;
}

static gboolean
is_named (char      **outputs,
          const char *command)
{
  g_autofree char *page = g_strdup_printf ("ondes-cli-%s.1", command);

  for (char **output = outputs; *output != NULL; output++)
    {
      g_autofree char *name = g_path_get_basename (*output);

      if (g_str_equal (name, page))
        return TRUE;
    }
  return FALSE;
}

int
main (int    argc,
      char **argv)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *fixed = NULL;

  if (argc < 3 || !g_file_get_contents (argv[1], &fixed, NULL, &error))
    {
      fprintf (stderr, "make-pages: %s\n", error != NULL ? error->message : "needs an input and the outputs");
      return 1;
    }
  for (guint i = 0; cli_commands[i] != NULL; i++)
    if (!is_named (argv + 2, cli_commands[i]->name))
      {
        fprintf (stderr, "%s: a command without a page; name it in man/meson.build\n", cli_commands[i]->name);
        return 1;
      }
  for (int i = 2; i < argc; i++)
    {
      g_autofree char *name = g_path_get_basename (argv[i]), *text = make (name, fixed, &error);

      if (text == NULL || !g_file_set_contents (argv[i], text, -1, &error))
        {
          fprintf (stderr, "%s: %s\n", name, error->message);
          return 1;
        }
    }
  return 0;
}
