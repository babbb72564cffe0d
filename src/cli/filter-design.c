/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "filter-design.h"

#include "transform/filter-text.h"

const CliOption cli_filter_options[] = {
  { .help = "The filter: one of these" },
  { .params = &ondes_filter_params, .section = "filter" },
  { NULL },
};

const CliOption cli_filter_shape_options[] = {
  { .help = "How a filter is designed" },
  { .params = &ondes_filter_params, .section = "shape" },
  { NULL },
};

static const char *
find_text (gconstpointer arguments,
           const char   *option)
{
  return cli_text (arguments, option);
}

gboolean
cli_filter_design_parse (const CliArguments  *arguments,
                         OndesFilterSettings *design,
                         GError             **error)
{
  return ondes_filter_choice_parse (design, find_text, arguments, error);
}

/* Appends an option with its value, "" for a flag. */
static void
add_option (GString    *text,
            const char *name,
            const char *value)
{
  g_string_append_printf (text, "%s%s%s%s", text->len > 0 ? " " : "", name, value[0] != '\0' ? " " : "", value);
}

char *
cli_filter_design_print (const CliArguments *arguments)
{
  GString *text = g_string_new (NULL);

  for (const OndesParam *row = ondes_filter_params.rows; row->key != NULL; row++)
    if (row->option != NULL && cli_has (arguments, row->option))
      add_option (text, row->option, cli_text (arguments, row->option));
  if (cli_has (arguments, "--shift"))
    add_option (text, "--shift", cli_text (arguments, "--shift"));
  return g_string_free (text, FALSE);
}
