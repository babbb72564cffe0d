/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sinks that write files: .npy, .npz, .csv. Any size: values stream to disk as tiles arrive.
 *
 * Each writes a temporary file next to @path and renames it when finished; freed earlier, it leaves nothing. "-" is standard
 * output (through a temporary file). begin() refuses a path that cannot be written, and an output larger than the free disk
 * space, giving its size. finish() stops early with G_IO_ERROR_CANCELLED if the thread's current cancellable is cancelled.
 */
#pragma once

#include "engine/engine.h"
#include "transform/spectrum.h"

G_BEGIN_DECLS

/* Create a sink for a plain array in C order; the vector variant writes a single row as a one-dimensional array. */
OndesSink *ondes_npy_sink_new        (const char *path);
OndesSink *ondes_npy_sink_new_vector (const char *path);

/* Data written alongside the values. Copied. */
typedef struct
{
  guint         rows;
  const double *frequencies_hz; /* per row, cycles per time unit; NULL if there are sequencies */
  const double *sequencies;     /* per row, zero crossings per time unit; NULL if there are frequencies */
  const double *scales;         /* per row, samples; NULL if none */
  const double *coi_s;          /* per row: √2 s / rate, time units; NULL if none */
  guint64       first, count;   /* the columns cover the samples [first, first + count), or count frames, the first from sample
                                 * first on */
  guint64       hop;            /* samples between frames; 0 for samples */
  guint64       window;         /* samples of a frame */
  guint64       columns;        /* number of equal spans (of view->columns); count if every sample is a column */
  double        rate_hz;
  const char   *time_unit, *unit; /* NULL if unknown, omitted */
  const char   *spec;           /* as text */
} OndesTable;

/* Returns the time of a column's sample, or the mean time of its span's samples or of its frames' middles, from the first sample
 * of the recording on, in time units. */
double     ondes_table_time   (const OndesTable *table,
                               guint64           column);

/* Members: values scales frequencies_hz sequencies times_s coi_s rate_hz spec time_unit unit, those that the table has;
 * uncompressed, zip64 if needed. */
OndesSink *ondes_npz_sink_new (const char       *path,
                               const OndesTable *table);
/* First row: times after an empty cell; first column: frequencies or sequencies; complex as a+bj; enough digits to read back
 * exactly. */
OndesSink *ondes_csv_sink_new (const char       *path,
                               const OndesTable *table);
/* For a single row: a header line, then one line per value: index, sequency (if @sequency, of a Walsh spectrum in @order), and
 * the value, in a column called @name. */
OndesSink *ondes_csv_sink_new_vector (const char *path,
                                      const char *name,
                                      gboolean    sequency,
                                      OndesOrder  order);

G_END_DECLS
