/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "info-formats.h"

#include "signal/formats/file-formats.h"

#define NAME_WIDTH    32
#define ENDINGS_WIDTH 30

static void
append_padded (GString    *text,
               const char *word,
               guint       width)
{
  const glong length = g_utf8_strlen (word, -1);

  g_string_append (text, word);
  for (glong i = length; i < (glong) width; i++)
    g_string_append_c (text, ' ');
  g_string_append_c (text, ' ');
}

static void
append_line (GString               *text,
             const OndesFileFormat *format)
{
  g_autofree char *endings = g_strjoinv (" ", (char **) format->endings);

  append_padded (text, format->name, NAME_WIDTH);
  append_padded (text, endings, ENDINGS_WIDTH);
  if (ondes_file_format_built (format))
    g_string_append (text, format->library != NULL ? format->library : "Ondes");
  else
    g_string_append_printf (text, "not read: built without %s (Debian: %s)", format->library, format->package);
  g_string_append_c (text, '\n');
}

static void
append_field (GString    *text,
              const char *name,
              const char *value)
{
  g_string_append_printf (text, ", \"%s\": ", name);
  cli_json_string (text, value);
}

static void
append_json (GString               *text,
             const OndesFileFormat *format)
{
  g_string_append (text, "    {\"id\": ");
  cli_json_string (text, format->id);
  append_field (text, "name", format->name);
  g_string_append (text, ", \"endings\": [");
  for (guint i = 0; format->endings[i] != NULL; i++)
    {
      g_string_append (text, i > 0 ? ", " : "");
      cli_json_string (text, format->endings[i]);
    }
  g_string_append_c (text, ']');
  append_field (text, "library", format->library);
  append_field (text, "debian_package", format->package);
  g_string_append_printf (text, ", \"read\": %s}", ondes_file_format_built (format) ? "true" : "false");
}

gboolean
cli_info_formats (const CliRun *cli,
                  GError      **error)
{
  const gboolean json = cli_has (cli->arguments, "--json");
  g_autoptr (GString) text = g_string_new (json ? "{\n  \"formats\": [\n" : NULL);

  if (cli->arguments->operands->len > 0)
    return cli_refuse (error, "--formats", "lists what can be read and takes no file; leave out one of the two");
  for (const OndesFileFormat *format = ondes_file_formats (); format->id != NULL; format++)
    if (!json)
      append_line (text, format);
    else
      {
        append_json (text, format);
        g_string_append (text, format[1].id != NULL ? ",\n" : "\n  ]\n}\n");
      }
  return cli_print (text->str, error);
}
