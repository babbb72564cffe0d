/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ondes(1): the options of its table, and the keys and gestures that its window of shortcuts shows. */
#include "troff.h"

#include <string.h>

#include "../ui/shell/ondes-keys.h"

/* "<Control>plus" as "Ctrl++", as the window shows it. */
static void
append_key (GString    *out,
            const char *accelerator)
{
  static const struct
  {
    const char *name, *shown;
  } modifiers[] = { { "<Control>", "Ctrl+" }, { "<Shift>", "Shift+" }, { "<Alt>", "Alt+" } },
    keys[] = { { "question", "?" }, { "plus", "+" }, { "minus", "-" }, { "equal", "=" } };
  const char *key = strrchr (accelerator, '>');
  g_autofree char *shown = g_strdup (key != NULL ? key + 1 : accelerator);

  for (guint i = 0; i < G_N_ELEMENTS (modifiers); i++)
    if (strstr (accelerator, modifiers[i].name) != NULL)
      g_string_append (out, modifiers[i].shown);
  if (strlen (shown) == 1)
    *shown = g_ascii_toupper (*shown);
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    if (g_str_equal (shown, keys[i].name))
      {
        g_free (shown);
        shown = g_strdup (keys[i].shown);
      }
  troff_text (out, shown);
}

static void
append_keys (GString           *out,
             const char *const *accelerators)
{
  for (guint i = 0; accelerators[i] != NULL; i++)
    {
      g_string_append (out, i > 0 ? "\\fR, \\fB" : "\\fB");
      append_key (out, accelerators[i]);
    }
  g_string_append (out, "\\fR");
}

static void
append_row (GString             *out,
            const OndesSheetRow *row)
{
  g_autoptr (GString) tag = g_string_new (NULL);

  if (row->kind == ONDES_SHEET_SECTION)
    return;
  if (row->kind == ONDES_SHEET_GROUP)
    {
      troff_heading (out, ".SS", row->title);
      return;
    }
  if (row->kind == ONDES_SHEET_ACTION)
    {
      const OndesKeys *keys = ondes_keys;

      while (!g_str_equal (keys->action, row->text))
        keys++;
      append_keys (tag, keys->accelerators);
    }
  else if (row->kind == ONDES_SHEET_POINTER)
    troff_text (tag, row->text);
  else if (row->kind == ONDES_SHEET_PINCH)
    g_string_append (tag, "Pinch");
  else
    {
      g_auto (GStrv) all = g_strsplit (row->text, " ", -1);

      append_keys (tag, (const char *const *) all);
    }
  troff_tagged (out, tag->str, row->title);
}

char *
window_page (void)
{
  g_autoptr (GString) body = g_string_new (NULL);

  troff_heading (body, ".SH", "SYNOPSIS");
  g_string_append (body, "\\fBondes\\fR [\\fIOPTION\\fR...] [\\fIFILE\\fR...]\n");
  troff_heading (body, ".SH", "DESCRIPTION");
  troff_text (body, "Opens each FILE in a window: a recording as a wavelet scalogram, which tells which frequencies are in it, how "
                    "strong, and when; a truth table or an S-box as its Walsh, Haar, Reed–Muller or arithmetic spectrum. "
                    "Without FILE the window offers samples. Sound files, columns of text, .npy arrays, headerless samples and "
                    "truth tables are read.");
  g_string_append (body, "\n.PP\nFigures and numbers are made without a window by\n.BR ondes\\-cli (1).\n");
  troff_heading (body, ".SH", "OPTIONS");
  for (const GOptionEntry *option = ondes_options; option->long_name != NULL; option++)
    {
      g_autoptr (GString) tag = g_string_new (NULL);
      g_autofree char *name = g_strconcat ("--", option->long_name, NULL);
      g_autofree char *sentence = g_strconcat (option->description, ".", NULL);

      troff_text (tag, name);
      if (option->arg_description != NULL)
        {
          g_string_append_c (tag, ' ');
          troff_argument (tag, option->arg_description);
        }
      troff_tagged (body, tag->str, sentence);
    }
  troff_tagged (body, "\\fB\\-\\-help\\fR, \\fB\\-h\\fR", "Print the options.");
  troff_tagged (body, "\\fB\\-\\-help\\-all\\fR", "Print those too that desktops start programs with.");
  troff_tagged (body, "\\fB\\-\\-help\\-gapplication\\fR", "Print those alone.");
  troff_heading (body, ".SH", "KEYS AND MOUSE");
  for (const OndesSheetRow *row = ondes_sheet_rows; row->title != NULL; row++)
    append_row (body, row);
  troff_heading (body, ".SH", "EXIT STATUS");
  troff_tagged (body, "0", "Done.");
  troff_tagged (body, "69", "There is no display to open the window on.");
  append_environment (body, TRUE);
  troff_heading (body, ".SH", "SEE ALSO");
  g_string_append (body, ".BR ondes\\-cli (1)\n");
  return troff_page ("ondes", "see recordings in time and frequency", body);
}
