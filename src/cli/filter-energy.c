/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "filter-energy.h"

#include <string.h>

#include "figure/palette.h"
#include "output.h"

#define N_OF_LEVELS 2 /* of the options of pictures, those of pictures of levels alone */

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

/* Returns the OndesExportFormat of a path, or -1. */
static int
format_of (const char *path)
{
  const char *dot = path != NULL ? strrchr (path, '.') : NULL;
  g_autofree char *ending = dot != NULL ? g_ascii_strdown (dot + 1, -1) : NULL;

  return ending != NULL ? ondes_name_index (ondes_export_names, ending) : -1;
}

static gboolean
is_picture (const char *path)
{
  const int index = format_of (path);

  return index >= 0 && ondes_export_is_figure ((OndesExportFormat) index);
}

/* Refuses options of pictures that are not asked for. */
static gboolean
check_unused (const CliArguments    *arguments,
              const CliFilterEnergy *energy,
              GError               **error)
{
  static const char *const pictures[] = { "--palette", "--db", "--size", "--scale-factor", "--width-mm", "--height-mm", "--dpi",
                                          "--type-size", "--no-title", "--no-caption", "--svg-text" };
  const char *response = cli_text (arguments, "--response");

  if (energy->path == NULL && cli_has (arguments, "--every"))
    return cli_refuse (error, "--every", "is the length of the spans of --energy, which is missing; name its output");
  for (guint i = 0; i < G_N_ELEMENTS (pictures); i++)
    if ((energy->path == NULL || !ondes_export_is_figure (energy->format)) && cli_has (arguments, pictures[i])
        && (i < N_OF_LEVELS || response == NULL || !is_picture (response)))
      return cli_refuse (error, pictures[i], "is for a picture, and there is none; ask for one with --energy levels.png");
  return TRUE;
}

gboolean
cli_filter_energy_parse (const CliArguments *arguments,
                         CliFilterEnergy    *energy,
                         GError            **error)
{
  const char *path = cli_text (arguments, "--energy"), *output = cli_text (arguments, "-o");
  const gboolean is_output = output != NULL && !cli_has (arguments, "--format") && is_picture (output);
  const int index = format_of (is_output ? output : path);

  if (is_output && path != NULL)
    return cli_refuse (error, "-o", "a picture is one of levels, which --energy writes already; leave one out, or end it in .wav, "
                                    ".flac or .npy");
  if (is_output)
    path = output;
  *energy = (CliFilterEnergy) { .path = path, .is_output = is_output };
  if (path != NULL && (index < 0 || index == ONDES_EXPORT_NPY))
    return cli_refuse (error, "--energy", "“%s” ends in none of .csv, .npz, .png, .svg and .pdf; choose one of these", path);
  energy->format = path != NULL ? (OndesExportFormat) index : ONDES_EXPORT_CSV;
  return check_unused (arguments, energy, error)
         && cli_number (arguments, "--every", G_MINDOUBLE, G_MAXDOUBLE, &energy->every, error)
         && cli_choice (arguments, "--palette", ondes_palette_names, &energy->palette, error)
         && cli_number (arguments, "--db", G_MINDOUBLE, G_MAXDOUBLE, &energy->range_db, error)
         && cli_size_parse (arguments, &energy->size, error);
}
