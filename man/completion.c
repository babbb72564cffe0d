/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Completion for bash: the tables as lists of cases. */
#include "troff.h"

#include <string.h>

#include "../ui/shell/ondes-keys.h"

#define ANY_NUMBER 1000 /* operands of a command that takes any number of them */

gboolean
option_is_file (const CliOption *option)
{
  return option->argument != NULL && g_str_has_prefix (option->argument, "OUT");
}

char *
option_words (const CliOption *option)
{
  g_autoptr (GString) words = g_string_new (NULL);
  g_auto (GStrv) parts = g_strsplit (option->argument != NULL && !option_is_file (option) ? option->argument : "", "|", -1);

  for (char **part = parts; *part != NULL; part++)
    if (g_ascii_islower (**part) || g_ascii_isdigit (**part))
      g_string_append_printf (words, " %s", *part);
  for (guint i = 0; option->choices != NULL && option->choices[i] != NULL; i++)
    g_string_append_printf (words, " %s", option->choices[i]);
  return g_strdup (words->len > 0 ? words->str + 1 : "");
}

/* A line "COMMAND:--option) takes=… words='…' ;;" for each option of @command with a value. */
static void
append_values (GString          *out,
               const CliCommand *command)
{
  for (guint g = 0; command->groups[g] != NULL; g++)
    for (const CliOption *option = cli_group_options (command->groups[g]) + 1; option->name != NULL; option++)
      {
        g_autofree char *words = option_words (option);

        if (option->argument != NULL)
          g_string_append_printf (out, "    %s:%s) takes=%s words='%s' ;;\n", command->name, option->name,
                                  option_is_file (option) ? "file" : "value", words);
      }
}

static void
append_command (GString          *out,
                const CliCommand *command)
{
  g_autofree char *names = command->choices != NULL ? g_strjoinv (" ", (char **) command->choices) : g_strdup ("");
  guint operands = command->operand != NULL;

  for (const char *p = command->operand; p != NULL && *p != '\0'; p++)
    operands += *p == ' ';
  if (command->operand != NULL && g_str_has_suffix (command->operand, "…"))
    operands = ANY_NUMBER;
  g_string_append_printf (out, "    %s) operands=%u names='%s' options='", command->name, operands, names);
  for (guint g = 0; command->groups[g] != NULL; g++)
    for (const CliOption *option = cli_group_options (command->groups[g]) + 1; option->name != NULL; option++)
      g_string_append_printf (out, "%s ", option->name);
  g_string_append (out, "--help' ;;\n");
}

char *
cli_completion (const char *fixed)
{
  GString *out = g_string_new ("# bash completion for ondes-cli, made from the tables of its --help\n\n"
                               "# _ondes_cli_option COMMAND OPTION: sets takes (value, file, or nothing) and words.\n"
                               "_ondes_cli_option ()\n{\n  takes='' words=''\n  case $1:$2 in\n");

  for (guint i = 0; cli_commands[i] != NULL; i++)
    append_values (out, cli_commands[i]);
  g_string_append (out, "  esac\n}\n\n"
                        "# _ondes_cli_command COMMAND: sets operands (how many), names (they are among these) and options.\n"
                        "_ondes_cli_command ()\n{\n  operands=0 names='' options=''\n  case $1 in\n");
  for (guint i = 0; cli_commands[i] != NULL; i++)
    append_command (out, cli_commands[i]);
  g_string_append (out, "  esac\n}\n\n_ondes_cli_commands='");
  for (guint i = 0; cli_commands[i] != NULL; i++)
    g_string_append_printf (out, "%s ", cli_commands[i]->name);
  g_string_append (out, "--help --version'\n\n");
  g_string_append (out, fixed);
  return g_string_free (out, FALSE);
}

char *
window_completion (void)
{
  GString *out = g_string_new ("# bash completion for ondes, made from the table of its --help\n\n"
                               "_ondes ()\n{\n  local cur=${COMP_WORDS[COMP_CWORD]}\n\n  COMPREPLY=()\n"
                               "  if [[ $cur == -* ]]; then\n    mapfile -t COMPREPLY < <(compgen -W '");

  for (const GOptionEntry *option = ondes_options; option->long_name != NULL; option++)
    g_string_append_printf (out, "--%s ", option->long_name);
  g_string_append (out, "--help --help-all --help-gapplication' -- \"$cur\")\n"
                        "  else\n    compopt -o default\n  fi\n}\n\ncomplete -F _ondes ondes\n");
  return g_string_free (out, FALSE);
}
