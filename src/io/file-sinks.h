/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sinks that write files: .npy, .npz, .csv. Any size: values stream to the disk as tiles come.
 *
 * Each writes beside @path and renames when finished; freed before, it leaves nothing. "-" is standard output (through a
 * temporary file). A path that cannot be written, and an output larger than the free disk, are refused in begin(), the latter
 * with the bytes. finish() ends early, with G_IO_ERROR_CANCELLED, where the thread's current cancellable is cancelled.
 */
#pragma once

#include "engine/engine.h"
#include "transform/spectrum.h"

G_BEGIN_DECLS

/* The array alone, C order; the other of one row, as an array of one dimension. */
OndesSink *ondes_npy_sink_new        (const char *path);
OndesSink *ondes_npy_sink_new_vector (const char *path);

/* What stands beside the values. Copied. */
typedef struct
{
  guint         rows;
  const double *frequencies_hz; /* a row, cycles a time unit */
  const double *scales;         /* a row, samples */
  const double *coi_s;          /* a row: √2 s / rate, time units */
  guint64       first, count;   /* samples [first, first + count) … */
  guint64       columns;        /* … in as many spans (of view->columns); count: every sample is a column */
  double        rate_hz;
  const char   *time_unit, *unit; /* NULL: not known, left out */
  const char   *spec;           /* text */
} OndesTable;

/* Of a column, from the first sample of the recording: the sample's, or the mean of its span's samples; time units. */
double     ondes_table_time   (const OndesTable *table,
                               guint64           column);

/* values scales frequencies_hz times_s coi_s rate_hz spec time_unit unit, stored, zip64 where needed. */
OndesSink *ondes_npz_sink_new (const char       *path,
                               const OndesTable *table);
/* First row times after an empty cell, first column frequencies, complex as a+bj; digits that read back to the same value. */
OndesSink *ondes_csv_sink_new (const char       *path,
                               const OndesTable *table);
/* Of one row: a line a value after one of names: index, sequency (of a Walsh spectrum in @order, where @sequency), and the value,
 * called @name. */
OndesSink *ondes_csv_sink_new_vector (const char *path,
                                      const char *name,
                                      gboolean    sequency,
                                      OndesOrder  order);

G_END_DECLS
