/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sinks that write files: .npy, .npz, .csv. Any size: values stream to the disk as tiles come.
 *
 * Each writes beside @path and renames when finished; freed before, it leaves nothing. "-" is standard output (through a
 * temporary file where the format needs to seek). An output larger than the free disk is refused in begin(), with the bytes.
 */
#pragma once

#include "engine/engine.h"

G_BEGIN_DECLS

/* The array alone, C order. */
OndesSink *ondes_npy_sink_new (const char *path);

/* What stands beside the values. Copied. */
typedef struct
{
  const double *frequencies_hz; /* a row */
  const double *scales;         /* a row, samples */
  const double *coi_s;          /* a row: √2 s / rate */
  guint         rows;
  double        first_s;        /* time of the first column */
  double        step_s;         /* between columns; spans: their centres, taken from @view */
  const double *times_s;        /* overrides first and step: a column each; NULL */
  guint64       columns;
  double        rate_hz;
  const char   *spec;           /* text */
} OndesTable;

/* values scales frequencies_hz times_s coi_s rate_hz spec, stored, zip64 where needed. */
OndesSink *ondes_npz_sink_new (const char       *path,
                               const OndesTable *table);
/* First row times, first column frequencies, complex as a+bj; full precision. */
OndesSink *ondes_csv_sink_new (const char       *path,
                               const OndesTable *table);

G_END_DECLS
