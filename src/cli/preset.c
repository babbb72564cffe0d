/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "preset.h"

const char *const cli_preset_words[] = { "standard", "bats", "birds", "whales", "speech", "music", "ecg", "eeg", "vibration",
                                         "strain", "climate", NULL };

/* TRUE if the command line has @option, or one that excludes it. */
static gboolean
is_decided (const CliArguments *arguments,
            const char         *option)
{
  static const struct
  {
    const char *option, *other;
  } rivals[] = {
    { "--db", "--linear" },          { "--linear", "--db" },     { "--axis", "--period-axis" },
    { "--scales", "--frequencies" }, { "--voices", "--scales" },
  };

  if (cli_has (arguments, option))
    return TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (rivals); i++)
    if (g_str_equal (rivals[i].option, option) && cli_has (arguments, rivals[i].other))
      return TRUE;
  return FALSE;
}

gboolean
cli_preset_parse (const CliArguments *arguments,
                  gboolean            figure,
                  CliPreset          *preset,
                  GError            **error)
{
  const char *text = cli_text (arguments, "--preset");
  CliArguments *merged;

  if (text == NULL)
    return TRUE;
  preset->preset = ondes_analysis_preset_load (text, error);
  if (preset->preset == NULL)
    {
      if (error != NULL && g_error_matches (*error, ONDES_ERROR, ONDES_ERROR_REQUEST))
        g_prefix_error (error, "--preset: ");
      return FALSE;
    }
  preset->options = ondes_analysis_preset_options (preset->preset, figure);
  preset->arguments = merged = cli_arguments_copy (arguments);
  for (char **option = preset->options; *option != NULL; option += 2)
    if (!is_decided (arguments, option[0]))
      {
        g_hash_table_insert (merged->values, option[0], option[1]);
        g_ptr_array_add (merged->given, option[0]);
        g_ptr_array_add (merged->given, option[1]);
      }
  return TRUE;
}

void
cli_preset_clear (CliPreset *self)
{
  g_clear_pointer (&self->arguments, cli_arguments_free);
  g_clear_pointer (&self->options, g_strfreev);
  g_clear_pointer (&self->preset, g_free);
}
