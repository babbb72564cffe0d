/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ondes-cli(1), and a page for each of its commands. */
#include "troff.h"

#include <string.h>

#define SUMMARY "wavelet scalograms and fast spectra of recordings and logic functions, as pictures and as numbers"

static void
append_status (GString *out)
{
  troff_heading (out, ".SH", "EXIT STATUS");
  troff_tagged (out, "0", "Done.");
  troff_tagged (out, "1", "The file or the machine refuses, and one sentence on standard error says why.");
  troff_tagged (out, "2", "The command is wrong whatever the file.");
  troff_tagged (out, "130", "Interrupted.");
}

static void
append_option (GString         *out,
               const CliOption *option)
{
  g_autoptr (GString) tag = g_string_new (NULL), text = g_string_new (option->help);
  gboolean told = TRUE;

  troff_text (tag, option->name);
  if (option->argument != NULL)
    {
      g_string_append_c (tag, ' ');
      troff_argument (tag, option->argument);
    }
  for (guint i = 0; option->choices != NULL && option->choices[i] != NULL; i++)
    told &= strstr (option->help, option->choices[i]) != NULL;
  if (!told)
    {
      g_autofree char *all = g_strjoinv (", ", (char **) option->choices);

      g_string_append_printf (text, ". All: %s", all);
    }
  troff_tagged (out, tag->str, text->str);
}

/* Lines of an epilogue: "term  what it is" is tagged, others flow until one ends a sentence. */
static void
append_notes (GString    *out,
              const char *epilogue)
{
  g_auto (GStrv) lines = g_strsplit (epilogue, "\n", -1);
  gboolean flows = FALSE;

  troff_heading (out, ".SH", "NOTES");
  for (char **line = lines; *line != NULL; line++)
    {
      char *gap = strstr (*line, "  ");

      if (gap != NULL)
        {
          g_autoptr (GString) tag = g_string_new (NULL);
          g_autofree char *term = g_strndup (*line, gap - *line);

          troff_argument (tag, term);
          troff_tagged (out, tag->str, g_strchug (gap));
          flows = FALSE;
          continue;
        }
      if (!flows)
        g_string_append (out, ".PP\n");
      troff_text (out, *line);
      g_string_append_c (out, '\n');
      flows = !g_str_has_suffix (*line, ".");
    }
}

/* @but: the command whose page this is; NULL: the overview. */
static void
append_see_also (GString    *out,
                 const char *but)
{
  troff_heading (out, ".SH", "SEE ALSO");
  g_string_append (out, ".BR ondes (1)");
  if (but != NULL)
    g_string_append (out, ",\n.BR ondes\\-cli (1)");
  for (guint i = 0; cli_commands[i] != NULL; i++)
    if (!g_str_equal (cli_commands[i]->name, but != NULL ? but : ""))
      g_string_append_printf (out, ",\n.BR ondes\\-cli\\-%s (1)", cli_commands[i]->name);
  g_string_append_c (out, '\n');
}

char *
cli_command_page (const CliCommand *command)
{
  g_autoptr (GString) body = g_string_new (NULL);
  g_autofree char *name = g_strconcat ("ondes-cli-", command->name, NULL);
  g_autofree char *summary = g_strdup (command->summary);

  troff_heading (body, ".SH", "SYNOPSIS");
  g_string_append_printf (body, "\\fBondes\\-cli %s\\fR ", command->name);
  if (command->operand != NULL)
    {
      troff_argument (body, command->operand);
      g_string_append_c (body, ' ');
    }
  troff_argument (body, command->usage);
  g_string_append_c (body, '\n');
  troff_heading (body, ".SH", "DESCRIPTION");
  troff_text (body, command->summary);
  g_string_append_c (body, '\n');
  if (command->choices != NULL)
    {
      g_autofree char *all = g_strjoinv (", ", (char **) command->choices);

      g_string_append_printf (body, ".PP\n\\fI%.*s\\fR is one of ", (int) strcspn (command->operand, " "), command->operand);
      troff_text (body, all);
      g_string_append (body, ".\n");
    }
  troff_heading (body, ".SH", "OPTIONS");
  for (guint g = 0; command->groups[g] != NULL; g++)
    {
      if (g > 0 || command->groups[1] != NULL)
        troff_heading (body, ".SS", command->groups[g][0].help);
      for (const CliOption *option = command->groups[g] + 1; option->name != NULL; option++)
        append_option (body, option);
    }
  if (command->epilogue != NULL)
    append_notes (body, command->epilogue);
  append_status (body);
  append_see_also (body, command->name);
  if (g_str_has_suffix (summary, "."))
    summary[strlen (summary) - 1] = '\0';
  return troff_page (name, summary, body);
}

char *
cli_overview_page (void)
{
  static const char *const examples[] = {
    "ondes-cli info whale.ogg",
    "ondes-cli cwt whale.ogg -o whale.png",
    "ondes-cli cwt whale.ogg --from 10 --to 20 --frequencies 50:4000 -o call.pdf",
    "ondes-cli cwt heart.txt --scales 1:64 --columns 1000 -o heart.npz",
    "ondes-cli spectrum function.pla --signed -o walsh.csv",
  };
  g_autoptr (GString) body = g_string_new (NULL);

  troff_heading (body, ".SH", "SYNOPSIS");
  g_string_append (body, "\\fBondes\\-cli\\fR \\fICOMMAND\\fR [\\fIFILE\\fR] [\\fIOPTION\\fR...]\n.br\n"
                         "\\fBondes\\-cli\\fR \\fB\\-\\-help\\fR|\\fB\\-\\-version\\fR\n");
  troff_heading (body, ".SH", "DESCRIPTION");
  troff_text (body, "Reads a recording or a truth table, computes, and writes a figure or numbers to the file after -o, whose "
                    "ending picks the format; - is standard output and needs --format. What the window of ");
  g_string_append (body, "\n.BR ondes (1)\n");
  troff_text (body, "shows, these commands make too; its Copy Command puts the one that makes the same figure on the "
                    "clipboard. No half-written file is ever left. Numbers are read and written with a point in every locale.");
  g_string_append_c (body, '\n');
  troff_heading (body, ".SH", "COMMANDS");
  for (guint i = 0; cli_commands[i] != NULL; i++)
    {
      g_autofree char *tag = g_strdup_printf ("\\fBondes\\-cli\\-%s\\fR(1)", cli_commands[i]->name);

      troff_tagged (body, tag, cli_commands[i]->summary);
    }
  troff_heading (body, ".SH", "OPTIONS");
  troff_tagged (body, "\\fB\\-\\-help\\fR, \\fB\\-h\\fR", "The commands; after a command, its options with units and defaults.");
  troff_tagged (body, "\\fB\\-\\-version\\fR", "The version, and those of the libraries.");
  append_status (body);
  append_environment (body, FALSE);
  troff_heading (body, ".SH", "FILES");
  troff_tagged (body, "\\fIFILE\\fB.ondes\\fR",
                "Beside a recording FILE, a key file whose group [recording] may say what FILE does not: rate, time-unit, unit, "
                "column, time-column, text-separator, decimal-mark, header-rows, date-order, zone, text-gaps, text-times, "
                "text-columns, time-expansion, resample, start, raw, title, source, licence. Options go before it, and it goes "
                "before FILE's own header.");
  troff_heading (body, ".SH", "EXAMPLES");
  for (guint i = 0; i < G_N_ELEMENTS (examples); i++)
    {
      g_string_append (body, i == 0 ? ".nf\n" : "");
      troff_text (body, examples[i]);
      g_string_append (body, i + 1 == G_N_ELEMENTS (examples) ? "\n.fi\n" : "\n");
    }
  append_see_also (body, NULL);
  return troff_page ("ondes-cli", SUMMARY, body);
}
