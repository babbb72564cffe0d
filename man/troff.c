/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "troff.h"

#include <string.h>

/* What stands for a character where the device has no glyph of it: a terminal in the C locale, the fonts of PostScript. */
static const struct
{
  gunichar    character;
  const char *instead;
} fallbacks[] = {
  { 0x00b0, "deg" },     { 0x00b2, "^2" },      { 0x00b7, "." },       { 0x00d7, "x" },       { 0x03a3, "Sum" },
  { 0x03c0, "pi" },      { 0x03c3, "sigma" },   { 0x03c4, "tau" },     { 0x03c8, "psi" },     { 0x03c9, "omega" },
  { 0x2013, "\\-" },     { 0x2014, "\\-" },     { 0x2018, "\\(aq" },   { 0x2019, "\\(aq" },   { 0x201c, "\\(dq" },
  { 0x201d, "\\(dq" },   { 0x2026, "..." },     { 0x207f, "^n" },      { 0x2080, "0" },       { 0x2081, "1" },
  { 0x2212, "\\-" },     { 0x221a, "sqrt" },    { 0x2264, "<=" },      { 0x2265, ">=" },      { 0x2295, "xor" },
  { 0x2297, "(x)" },
};

/* One character. In ASCII the hyphen is what is typed, so it is never a hyphen of groff's. */
static void
append_character (GString *out,
                  gunichar character)
{
  static const char *const escapes[128] = {
    ['\\'] = "\\e", ['-'] = "\\-", ['^'] = "\\(ha", ['~'] = "\\(ti", ['`'] = "\\(ga", ['"'] = "\\(dq",
  };

  if (character >= 128)
    g_string_append_printf (out, "\\[u%04X]", character);
  else if (escapes[character] != NULL)
    g_string_append (out, escapes[character]);
  else
    g_string_append_c (out, character);
}

/* A point or an apostrophe that begins a line is a request of groff's. */
static void
begin_line (GString    *out,
            const char *text)
{
  if ((out->len == 0 || out->str[out->len - 1] == '\n') && (*text == '.' || *text == '\''))
    g_string_append (out, "\\&");
}

/* Bytes of the option that begins here, else 0. */
static gsize
option_length (const char *text)
{
  const char *p = text;

  while (*p == '-')
    p++;
  if (p == text || p - text > 2 || !g_ascii_isalpha (*p) || (p - text == 1 && (g_ascii_isalnum (p[1]) || p[1] == '-')))
    return 0;
  while (g_ascii_isalnum (*p) || (*p == '-' && g_ascii_isalnum (p[1])))
    p++;
  return p - text;
}

void
troff_text (GString    *out,
            const char *text)
{
  gboolean begins = TRUE; /* a word */

  begin_line (out, text);
  while (*text != '\0')
    {
      gsize length = begins ? option_length (text) : 0;
      gunichar character = g_utf8_get_char (text);

      if (length > 0)
        {
          g_string_append (out, "\\fB");
          for (const char *end = text + length; text < end; text++)
            append_character (out, *text);
          g_string_append (out, "\\fR");
          begins = FALSE;
          continue;
        }
      append_character (out, character);
      begins = character == ' ' || character == '(' || character == '[' || character == '|' || character == 0x201c;
      text = g_utf8_next_char (text);
    }
}

void
troff_argument (GString    *out,
                const char *text)
{
  char font = 'R';

  while (*text != '\0')
    {
      gunichar character = g_utf8_get_char (text);
      char wanted = g_ascii_isupper (*text) || (font == 'I' && g_ascii_isdigit (*text)) ? 'I'
                    : g_ascii_isalnum (*text) || *text == '-' ? 'B' : 'R';

      if (wanted != font)
        g_string_append_printf (out, "\\f%c", wanted);
      font = wanted;
      append_character (out, character);
      text = g_utf8_next_char (text);
    }
  if (font != 'R')
    g_string_append (out, "\\fR");
}

void
troff_heading (GString    *out,
               const char *macro,
               const char *text)
{
  g_string_append_printf (out, "%s \"", macro);
  troff_text (out, text);
  g_string_append (out, "\"\n");
}

void
troff_tagged (GString    *out,
              const char *tag,
              const char *text)
{
  g_string_append_printf (out, ".TP\n%s\n", tag);
  troff_text (out, text);
  g_string_append_c (out, '\n');
}

/* man's index of summaries knows none of groff's names of characters. */
static void
append_ascii (GString    *out,
              const char *text)
{
  for (; *text != '\0'; text = g_utf8_next_char (text))
    {
      gunichar character = g_utf8_get_char (text);
      guint i;

      for (i = 0; i < G_N_ELEMENTS (fallbacks) && fallbacks[i].character != character; i++)
        ;
      if (i < G_N_ELEMENTS (fallbacks))
        g_string_append (out, fallbacks[i].instead);
      else
        append_character (out, character);
    }
}

char *
troff_page (const char    *name,
            const char    *summary,
            const GString *body)
{
  g_autofree char *capitals = g_ascii_strup (name, -1);
  GString *page = g_string_new (".\\\" Made from the tables of the program's --help; changes here are lost.\n.TH ");

  troff_text (page, capitals);
  g_string_append (page, " 1 \"\" \"Ondes " ONDES_VERSION "\" \"Ondes\"\n");
  for (guint i = 0; i < G_N_ELEMENTS (fallbacks); i++)
    {
      g_autofree char *character = g_strdup_printf ("\\[u%04X]", fallbacks[i].character);

      if (strstr (body->str, character) != NULL)
        g_string_append_printf (page, ".if \\n(.g .fchar %s %s\n", character, fallbacks[i].instead);
    }
  /* Neither hyphenated nor with stretched blanks: words here are often typed. */
  g_string_append (page, ".nh\n.ad l\n.SH NAME\n");
  troff_text (page, name);
  g_string_append (page, " \\- ");
  append_ascii (page, summary);
  g_string_append_printf (page, "\n%s", body->str);
  return g_string_free (page, FALSE);
}
