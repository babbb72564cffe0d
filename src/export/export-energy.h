/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Exports of the energy of bands over time: levels in dB as CSV or NPZ, or as a figure; and of the bands' peaks as CSV. */
#pragma once

#include "analysis/peaks.h"
#include "export.h"
#include "figure/energy-figure.h"

G_BEGIN_DECLS

/* One export; borrowed for the call.
 *
 * .csv: the first row is channel,band,lo_hz,centre_hz,hi_hz and the time of each span, in time units from the first sample of
 * the recording to the middle of the span; a row for each band of each channel follows. Silence is -inf.
 * .npz: values (dB, rows × spans), channels, bands, lo_hz, centre_hz, hi_hz (of the rows; 0 if unknown), times_s, every_s,
 * rate_hz, spec, time_unit, unit. */
typedef struct
{
  OndesEnergyFigure figure;   /* the energy with all that describes it */
  const guint      *channels; /* their numbers, from 1; 0 for the mix */
  OndesFigureSize   size;     /* for figures */
  OndesExportFormat format;   /* any but .npy */
  const char       *path;
  cairo_surface_t **surface;  /* PNG: receives the pixels, transfer full, instead of a file at path; or NULL */
} OndesEnergyExport;

/* Returns the time scale of a recording, for the figure; its strings are borrowed. */
OndesTimeBase ondes_export_time_base (const OndesRecordingInfo *info);
/* Fails with G_IO_ERROR_CANCELLED if the thread's current cancellable is cancelled. */
gboolean ondes_energy_export_run (const OndesEnergyExport *export,
                                  GError                 **error);

/* Peaks to export; borrowed for the call. */
typedef struct
{
  const OndesPeak       *peaks;
  guint                  n;
  const OndesFilterBank *bank;
  const guint           *channels; /* their numbers, from 1; 0 for the mix */
  double                 rate_hz;  /* of the columns */
  guint64                first;    /* column of the recording that is the peaks' column 0 */
  const char            *path;
} OndesPeaksExport;

/* Writes channel,band,lo_hz,centre_hz,hi_hz,time,value, the times in time units from the first sample of the recording, a row for
 * each peak. Fails with G_IO_ERROR_CANCELLED if the thread's current cancellable is cancelled. */
gboolean ondes_peaks_export_run (const OndesPeaksExport *export,
                                 GError                **error);

G_END_DECLS
