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
  g_autofree char *expansion = ondes_time_expansion_print (read->time_expansion);

  if (read->raw)
    {
      g_autofree char *raw = ondes_raw_format_print (&read->raw_format);

      ondes_line_add_option (line, "--raw", raw);
    }
  if (read->column > 0)
    ondes_line_add_number (line, "--column", read->column);
  if (read->time_column > 0)
    ondes_line_add_number (line, "--time-column", read->time_column);
  for (guint i = 0; i < ONDES_N_TEXT_FIELDS; i++)
    {
      g_autofree char *value = ondes_text_format_get (&read->text, i);

      if (value != NULL)
        ondes_line_add_option (line, ondes_setting_option (ondes_text_fields[i].setting), value);
    }
  if (read->dataset != NULL)
    ondes_line_add_option (line, "--dataset", read->dataset);
  if (read->time_axis > 0)
    ondes_line_add_number (line, "--time-axis", read->time_axis);
  if (read->rate_hz > 0)
    ondes_line_add_number (line, "--rate", read->rate_hz);
  if (expansion != NULL)
    ondes_line_add_option (line, "--time-expansion", expansion);
  if (read->time_unit != NULL)
    ondes_line_add_option (line, "--time-unit", read->time_unit);
  if (read->unit != NULL)
    ondes_line_add_option (line, "--unit", read->unit);
  if (read->resample)
    g_string_append (line, " --resample");
  if (read->table != NULL)
    ondes_line_add_option (line, "--table", read->table);
}

static void
add_other (GString    *line,
           const char *option,
           const char *first,
           const char *second)
{
  if (g_strcmp0 (first, second) != 0)
    ondes_line_add_option (line, option, second != NULL ? second : "own");
}

static void
add_other_number (GString    *line,
                  const char *option,
                  double      first,
                  double      second)
{
  char text[ONDES_NUMBER_SIZE];

  if (first != second)
    ondes_line_add_option (line, option, second > 0 ? ondes_number_print (text, second) : "own");
}

void
ondes_line_add_second_read (GString                *line,
                            const OndesReadOptions *first,
                            const OndesReadOptions *second)
{
  g_autofree char *raw = first->raw ? ondes_raw_format_print (&first->raw_format) : NULL;
  g_autofree char *other = second->raw ? ondes_raw_format_print (&second->raw_format) : NULL;
  g_autofree char *one = ondes_time_expansion_print (first->time_expansion);
  g_autofree char *two = ondes_time_expansion_print (second->time_expansion);

  add_other (line, "--raw-2", raw, other);
  add_other_number (line, "--column-2", first->column, second->column);
  add_other_number (line, "--time-column-2", first->time_column, second->time_column);
  for (guint i = 0; i < ONDES_N_TEXT_FIELDS; i++)
    {
      g_autofree char *option = g_strconcat (ondes_setting_option (ondes_text_fields[i].setting), "-2", NULL);
      g_autofree char *here = ondes_text_format_get (&first->text, i), *there = ondes_text_format_get (&second->text, i);

      add_other (line, option, here, there);
    }
  add_other (line, "--dataset-2", first->dataset, second->dataset);
  add_other_number (line, "--time-axis-2", first->time_axis, second->time_axis);
  add_other_number (line, "--rate-2", first->rate_hz, second->rate_hz);
  add_other (line, "--time-expansion-2", one, two);
  add_other (line, "--time-unit-2", first->time_unit, second->time_unit);
  add_other (line, "--unit-2", first->unit, second->unit);
  if (!first->resample != !second->resample)
    ondes_line_add_option (line, "--resample-2", second->resample ? "yes" : "no");
  add_other (line, "--table-2", first->table, second->table);
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
  const OndesFigureSize *standard = &ondes_figure_size_default;

  if (size->width != standard->width || size->height != standard->height)
    g_string_append_printf (line, " --size %dx%d", size->width, size->height);
  if (size->scale_factor != standard->scale_factor)
    ondes_line_add_number (line, "--scale-factor", size->scale_factor);
  if (size->dpi != standard->dpi)
    ondes_line_add_number (line, "--dpi", size->dpi);
  if (size->svg_text)
    g_string_append (line, " --svg-text");
  if (size->second_axis)
    g_string_append (line, " --second-axis");
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
