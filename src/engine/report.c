/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report.h"

#include "transform/cwt.h"

#include <string.h>

void
ondes_report_clear (OndesReport *report)
{
  g_free (report->fallback);
  g_free (report->statistics.methods);
  memset (report, 0, sizeof *report);
}

char *
ondes_report_engine (const OndesReport *report)
{
  g_autofree char *name = g_ascii_strup (report->engine != NULL ? report->engine : "—", -1);

  return report->device[0] != '\0' ? g_strdup_printf ("%s, %s", name, report->device) : g_steal_pointer (&name);
}

char *
ondes_report_methods (const OndesReport *report)
{
  guint counts[ONDES_METHOD_FFT + 1] = { 0 };
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < report->statistics.n_methods; i++)
    if (report->statistics.methods[i] <= ONDES_METHOD_FFT)
      counts[report->statistics.methods[i]]++;

  /* most common first */
  for (;;)
    {
      guint max = 0;

      for (guint m = 1; m < G_N_ELEMENTS (counts); m++)
        if (counts[m] > counts[max])
          max = m;
      if (counts[max] == 0)
        break;
      g_string_append_printf (text, "%s%s", text->len > 0 ? ", " : "", ondes_method_names[max]);
      if (counts[max] < report->statistics.n_methods)
        g_string_append_printf (text, " %u", counts[max]);
      counts[max] = 0;
    }
  return g_string_free (text, FALSE);
}
