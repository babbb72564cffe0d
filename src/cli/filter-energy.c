/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "filter-energy.h"

#include <string.h>

#include "figure/palette.h"
#include "output.h"

const CliOption cli_filter_energy_options[] = {
  { .help = "Levels of bands over time" },
  { "--energy", "OUT",
    "bands × time, a level for each span, 10 log₁₀ of the mean square of what a filter gives: .csv, .npz, .png, .svg or .pdf" },
  { "--every", "S",
    "length of a span, time units; the last one has what is left (default 1 s; of less than 100 s, or in other units, a "
    "hundredth)" },
  { "--palette", "NAME", "of a picture: viridis, magma, inferno, cividis, grey and others (default viridis)", ondes_palette_names },
  { "--db", "RANGE", "of a picture: decibels below the loudest (default: down to the quietest, 20 to 60)" },
  { NULL },
};

/* Refuses options that only --energy has a use for. */
static gboolean
check_unused (const CliArguments    *arguments,
              const CliFilterEnergy *energy,
              GError               **error)
{
  static const char *const pictures[] = { "--palette", "--db", "--size", "--scale-factor", "--dpi", "--svg-text" };

  if (energy->path == NULL && cli_has (arguments, "--every"))
    return cli_refuse (error, "--every", "is the length of the spans of --energy, which is missing; name its output");
  for (guint i = 0; i < G_N_ELEMENTS (pictures); i++)
    if ((energy->path == NULL || !ondes_export_is_figure (energy->format)) && cli_has (arguments, pictures[i]))
      return cli_refuse (error, pictures[i], "is for a picture, and there is none; ask for one with --energy levels.png");
  return TRUE;
}

gboolean
cli_filter_energy_parse (const CliArguments *arguments,
                         CliFilterEnergy    *energy,
                         GError            **error)
{
  const char *path = cli_text (arguments, "--energy"), *dot = path != NULL ? strrchr (path, '.') : NULL;
  g_autofree char *ending = dot != NULL ? g_ascii_strdown (dot + 1, -1) : NULL;
  const int index = ending != NULL ? ondes_name_index (ondes_export_names, ending) : -1;

  *energy = (CliFilterEnergy) { .path = path };
  if (path != NULL && (index < 0 || index == ONDES_EXPORT_NPY))
    return cli_refuse (error, "--energy", "“%s” ends in none of .csv, .npz, .png, .svg and .pdf; choose one of these", path);
  energy->format = path != NULL ? (OndesExportFormat) index : ONDES_EXPORT_CSV;
  return check_unused (arguments, energy, error)
         && cli_number (arguments, "--every", G_MINDOUBLE, G_MAXDOUBLE, &energy->every, error)
         && cli_choice (arguments, "--palette", ondes_palette_names, &energy->palette, error)
         && cli_number (arguments, "--db", G_MINDOUBLE, G_MAXDOUBLE, &energy->range_db, error)
         && cli_size_parse (arguments, &energy->size, error);
}
