/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Options of “ondes-cli filter” for the levels of bands over time. */
#pragma once

#include "command.h"
#include "export/export-energy.h"

G_BEGIN_DECLS

extern const CliOption cli_filter_energy_options[];

typedef struct
{
  const char       *path;      /* NULL if no levels are asked for */
  gboolean          is_output; /* the path is that of -o, which is a picture */
  OndesExportFormat format;
  double            every; /* time units; 0 if automatic */
  guint             palette;
  double            range_db; /* 0 if automatic */
  OndesFigureSize   size;
} CliFilterEnergy;

gboolean cli_filter_energy_parse (const CliArguments *arguments,
                                  CliFilterEnergy    *energy,
                                  GError            **error);

G_END_DECLS
