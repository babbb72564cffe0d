/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "output.h"

#include <string.h>

const CliOption cli_size_options[] = {
  { .help = "Size of pictures" },
  { .params = &ondes_figure_size_params },
  { NULL },
};

/* Returns "png, svg, pdf or npy", each preceded by @before. */
static char *
list_formats (guint       formats,
              const char *before)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; ondes_export_names[i] != NULL; i++)
    if (formats & 1u << i)
      g_string_append_printf (text, "%s%s%s", text->len == 0 ? "" : formats >> (i + 1) ? ", " : " or ", before,
                              ondes_export_names[i]);
  return g_string_free (text, FALSE);
}

gboolean
cli_output_parse (const CliArguments *arguments,
                  guint               formats,
                  const char        **path,
                  OndesExportFormat  *format,
                  GError            **error)
{
  const char *asked = cli_text (arguments, "--format"), *dot;
  g_autofree char *endings = list_formats (formats, "."), *names = list_formats (formats, ""), *word = NULL;
  int index;

  *path = cli_text (arguments, "-o");
  if (*path == NULL || (*path)[0] == '\0')
    return cli_refuse (error, "-o", "missing; name the output, ending in %s, or - with --format", endings);
  if (asked == NULL && g_str_equal (*path, "-"))
    return cli_refuse (error, "-o", "standard output has no ending; say --format %s", names);
  dot = strrchr (*path, '.');
  word = asked != NULL ? g_strdup (asked) : dot != NULL ? g_ascii_strdown (dot + 1, -1) : NULL;
  index = ondes_name_index (ondes_export_names, word);
  if (index >= 0 && formats & 1u << index)
    {
      *format = (OndesExportFormat) index;
      return TRUE;
    }
  if (asked != NULL)
    cli_refuse (error, "--format", "“%s” is none of %s", asked, names);
  else
    g_set_error (error, ONDES_ERROR, ONDES_ERROR_REQUEST, "%s: the ending tells no format; end it in %s, or say --format", *path,
                 endings);
  return FALSE;
}

gboolean
cli_refuse_input (const char *path,
                  GError    **error)
{
  return ondes_error_set (error, ONDES_ERROR_FILE, "%s: is the file that is read; choose another name for the output", path);
}

gboolean
cli_indices (const CliArguments *arguments,
             const char         *option,
             guint64            *first,
             guint64            *count,
             GError            **error)
{
  const char *text = cli_text (arguments, option);
  g_auto (GStrv) parts = text != NULL ? g_strsplit (text, ":", 3) : NULL;
  guint64 end = 0;

  *first = *count = 0;
  if (text == NULL)
    return TRUE;
  if (g_strv_length (parts) != 2 || !g_ascii_string_to_unsigned (parts[0], 10, 0, G_MAXINT64, first, NULL)
      || (parts[1][0] != '\0' && !g_ascii_string_to_unsigned (parts[1], 10, *first + 1, G_MAXINT64, &end, NULL)))
    return cli_refuse (error, option, "“%s” is not A:B, two whole numbers, the lower one first", text);
  *count = end > 0 ? end - *first : 0;
  return TRUE;
}

gboolean
cli_size_parse (const CliArguments *arguments,
                OndesFigureSize    *size,
                GError            **error)
{
  static const char *const not_on_paper[] = { "--size", "--scale-factor" };

  *size = ondes_figure_size_default;
  if (!cli_params_parse (arguments, ondes_figure_size_params.rows, size, error))
    return FALSE;
  if (size->width_mm == 0 && cli_has (arguments, "--height-mm"))
    return cli_refuse (error, "--height-mm", "is of a figure on paper; say --width-mm too");
  for (guint i = 0; i < G_N_ELEMENTS (not_on_paper); i++)
    if (size->width_mm > 0 && cli_has (arguments, not_on_paper[i]))
      return cli_refuse (error, not_on_paper[i], "does not go with --width-mm, which tells the size; leave out either");
  if (size->width_mm > 0 && !cli_has (arguments, "--dpi"))
    size->dpi = ONDES_FIGURE_PAPER_DPI;
  ondes_figure_size_settle (size);
  return ondes_figure_size_check (size, error);
}
