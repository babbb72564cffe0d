/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "troff.h"

static const struct
{
  const char *name, *text;
  gboolean    window, command;
} variables[] = {
  { "ONDES_ENGINE", "cpu or cuda: the engine where nothing else asks for one.", TRUE, TRUE },
  { "ONDES_BACKEND_DIR", "The folder with the modules of engines, instead of the installed one.", TRUE, TRUE },
  { "ONDES_SAMPLES_DIR", "The folder with the samples of the empty window, instead of the installed one.", TRUE, FALSE },
  { "ONDES_LOCALE_DIR", "The folder with the translations, instead of the installed one.", TRUE, FALSE },
  { "ONDES_CLI", "The command that works on runs over many recordings, instead of the one beside the window.", TRUE, FALSE },
  { "ONDES_TRACE", "Any value: the window tells on standard error what it does when, in milliseconds.", TRUE, FALSE },
  { "ONDES_PYTHON", "For bench: the interpreter that has the libraries to compare with, instead of python3.", FALSE, TRUE },
  { "ONDES_BENCH_PEERS", "For bench: the script bench-peers.py where Ondes is not installed.", FALSE, TRUE },
  { "ONDES_FCWT_WISDOM", "For bench: a folder where fCWT keeps its measured plans.", FALSE, TRUE },
};

void
append_environment (GString *out,
                    gboolean window)
{
  troff_heading (out, ".SH", "ENVIRONMENT");
  for (guint i = 0; i < G_N_ELEMENTS (variables); i++)
    if (window ? variables[i].window : variables[i].command)
      {
        g_autofree char *tag = g_strdup_printf ("\\fB%s\\fR", variables[i].name);

        troff_tagged (out, tag, variables[i].text);
      }
}
