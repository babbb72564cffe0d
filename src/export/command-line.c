/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "command-line.h"

#include <string.h>

#include "base/display-text.h"
#include "base/number.h"

/* Quotes arbitrary bytes as octal escapes for printf, which every shell has. A shell drops newlines at the end of what a command
 * prints, so they stand behind it. */
static char *
quote_bytes (const char *word)
{
  gsize n = strlen (word);
  GString *quoted = g_string_new ("\"$(printf '");

  while (n > 0 && word[n - 1] == '\n')
    n--;
  for (gsize i = 0; i < n; i++)
    if (word[i] == '%')
      g_string_append (quoted, "%%");
    else if (g_ascii_isprint (word[i]) && word[i] != '\'' && word[i] != '\\' && (i > 0 || word[i] != '-'))
      g_string_append_c (quoted, word[i]);
    else
      g_string_append_printf (quoted, "\\%03o", (guchar) word[i]);
  g_string_append_printf (quoted, "')%s\"", word + n);
  return g_string_free (quoted, FALSE);
}

/* Leaves a word unquoted if the shell would not change it. */
void
ondes_line_add_word (GString    *line,
                     const char *word)
{
  g_autofree char *quoted = NULL;

  if (word[0] != '\0'
      && strspn (word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=:,./%@") == strlen (word))
    {
      g_string_append (line, word);
      return;
    }
  /* Bytes that are not valid UTF-8 would not survive the clipboard, and a terminal obeys control characters. */
  quoted = ondes_display_safe (word) ? g_shell_quote (word) : quote_bytes (word);
  g_string_append (line, quoted);
}

void
ondes_line_add_option (GString    *line,
                       const char *option,
                       const char *value)
{
  g_string_append_printf (line, " %s ", option);
  ondes_line_add_word (line, value);
}

void
ondes_line_add_number (GString    *line,
                       const char *option,
                       double      value)
{
  char text[ONDES_NUMBER_SIZE];

  ondes_line_add_option (line, option, ondes_number_print (text, value));
}

/* Returns the end of the option that begins at @options: the next "--" that no quotation marks hold, or the end of the text. */
static const char *
find_end (const char *options)
{
  gboolean is_quoted = FALSE;
  const char *at;

  for (at = options + 1; *at != '\0' && (is_quoted || !g_str_has_prefix (at, " --")); at++)
    if (*at == '\'')
      is_quoted = !is_quoted;
    else if (*at == '\\' && !is_quoted && at[1] != '\0')
      at++;
  return at;
}

char **
ondes_options_split (const char *options)
{
  GStrvBuilder *builder = g_strv_builder_new ();
  char **list;

  for (const char *at = strstr (options, "--"), *end; at != NULL && *at != '\0'; at = *end != '\0' ? end + 1 : end)
    {
      g_autofree char *option = g_strndup (at, (gsize) ((end = find_end (at)) - at));

      g_strv_builder_add (builder, g_strchomp (option));
    }
  list = g_strv_builder_end (builder);
  g_strv_builder_unref (builder);
  return list;
}

/* A value may contain blanks, as lists of scales do, or be quoted for a shell already. */
void
ondes_line_add_options (GString    *line,
                        const char *options)
{
  g_auto (GStrv) list = ondes_options_split (options);

  for (char **option = list; *option != NULL; option++)
    {
      g_autofree char *plain = NULL;
      char *value = strchr (*option, ' ');

      if (value != NULL)
        *value++ = '\0';
      g_string_append_printf (line, " %s", *option);
      if (value == NULL)
        continue;
      if (value[0] == '\'')
        plain = g_shell_unquote (value, NULL);
      g_string_append_c (line, ' ');
      ondes_line_add_word (line, plain != NULL ? plain : value);
    }
}

void
ondes_line_add_read (GString                *line,
                     const OndesReadOptions *read)
{
  for (const OndesParam *row = ondes_read_params.rows; row->key != NULL; row++)
    {
      g_autofree char *value = ondes_param_print (ondes_read_params.rows, row, read);

      if (!ondes_param_is_given (&ondes_read_params, row, read))
        continue;
      if (row->type == ONDES_PARAM_BOOLEAN)
        g_string_append_printf (line, " %s", row->option);
      else
        ondes_line_add_option (line, row->option, value);
    }
}

void
ondes_line_add_second_read (GString                *line,
                            const OndesReadOptions *first,
                            const OndesReadOptions *second)
{
  for (const OndesParam *row = ondes_read_params.rows; row->key != NULL; row++)
    {
      const gboolean given = ondes_param_is_given (&ondes_read_params, row, second), flag = row->type == ONDES_PARAM_BOOLEAN;
      g_autofree char *value = ondes_param_print (ondes_read_params.rows, row, second);
      g_autofree char *option = g_strconcat (row->option, "-2", NULL);

      if (ondes_param_equal (row, first, second))
        continue;
      if (given)
        ondes_line_add_option (line, option, flag ? "yes" : value);
      else
        ondes_line_add_option (line, option, flag ? "no" : "own");
    }
}

void
ondes_line_add_file (GString        *line,
                     OndesRecording *recording)
{
  g_autofree char *path = g_canonicalize_filename (ondes_recording_get_info (recording)->path, NULL);

  g_string_append_c (line, ' ');
  ondes_line_add_word (line, path);
}

void
ondes_line_add_conditioning (GString        *line,
                             OndesRecording *recording,
                             const char     *option)
{
  const char *const *steps = ondes_recording_get_info (recording)->conditioning;

  for (; steps != NULL && *steps != NULL; steps++)
    ondes_line_add_option (line, option, *steps);
}

void
ondes_line_add_channel (GString        *line,
                        OndesRecording *recording,
                        const char     *option,
                        guint           channel)
{
  if (channel == 0)
    ondes_line_add_option (line, option, "mix");
  else if (channel != ondes_recording_get_info (recording)->first_channel)
    ondes_line_add_number (line, option, channel);
}

void
ondes_line_add_span (GString        *line,
                     OndesRecording *recording,
                     const char     *from_option,
                     const char     *to_option,
                     guint64         first,
                     guint64         count)
{
  const OndesRecordingInfo *info = ondes_recording_get_info (recording);

  if (first > 0)
    {
      g_autofree char *from = ondes_export_print_time (first, info->rate_hz);

      ondes_line_add_option (line, from_option, from);
    }
  if (first + count < info->frames)
    {
      g_autofree char *to = ondes_export_print_time (first + count, info->rate_hz);

      ondes_line_add_option (line, to_option, to);
    }
}

void
ondes_line_add_size (GString               *line,
                     const OndesFigureSize *size)
{
  ondes_params_print (&ondes_figure_size_params, 0, 0, size, line);
  /* On paper another resolution is the default. */
  if (size->width_mm > 0 && size->dpi == ondes_figure_size_default.dpi)
    ondes_line_add_number (line, "--dpi", size->dpi);
}

void
ondes_line_add_output (GString          *line,
                       const char       *path,
                       OndesExportFormat format)
{
  const char *dot = strrchr (path, '.');

  ondes_line_add_option (line, "-o", path);
  if (dot == NULL || g_ascii_strcasecmp (dot + 1, ondes_export_endings[format]) != 0)
    ondes_line_add_option (line, "--format", ondes_export_endings[format]);
}
