/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Words of the command line, one a line, for a file that is not there: the first byte chooses the command. Of those that do
 * something without a file the words are read alone. */
#include "fuzz.h"

#include "cli/command.h"

#include <string.h>

static const CliCommand *const commands[] = { &cli_info,          &cli_cwt,      &cli_spectrum, &cli_convolve,
                                              &cli_autocorrelate, &cli_boolean, &cli_generate, &cli_bench,
                                              &cli_devices,       &cli_filter,   &cli_pairs, &cli_walshgram,
                                              &cli_annotate, &cli_strips, &cli_slice, &cli_measure, &cli_psd };

int
LLVMFuzzerTestOneInput (const uint8_t *data,
                        size_t         size)
{
  const CliCommand *command = commands[size > 0 ? data[0] % G_N_ELEMENTS (commands) : 0];
  g_autofree char *text = size > 0 ? g_strndup ((const char *) data + 1, size - 1) : g_strdup ("");
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  g_autoptr (GStrvBuilder) words = g_strv_builder_new ();
  g_auto (GStrv) all = NULL;
  g_autoptr (CliArguments) arguments = NULL;
  g_autofree char *file = g_build_filename (fuzz_folder (), "none.wav", NULL);
  const guint operands = !command->operand ? 0 : strchr (command->operand, ' ') ? 2 : 1;
  GError *error = NULL;

  if (strstr (text, "/dev/") != NULL || strstr (text, "/proc/") != NULL)
    return 0; /* such as the fuzzer's own pipe, which nobody closes */
  for (char **line = lines; *line; line++)
    g_strv_builder_add (words, *line);
  for (guint i = 0; i < operands; i++)
    g_strv_builder_add (words, file);
  all = g_strv_builder_end (words);
  arguments = cli_arguments_parse (command, all, &error);
  if (arguments && command->operand && strstr (command->operand, "FILE"))
    {
      g_autoptr (GCancellable) cancellable = g_cancellable_new ();
      const CliRun run = { .arguments = arguments, .watch.cancellable = cancellable };

      command->run (&run, &error);
    }
  /* Words need not be UTF-8; cli_tell() prints them so that they do no harm. */
  if (error && *error->message == '\0')
    g_error ("an empty sentence");
  g_clear_error (&error);
  return 0;
}
