/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Exports of Fourier spectra (analysis/psd.h), shared by the window and ondes-cli. */
#pragma once

#include "analysis/psd.h"
#include "export.h"

G_BEGIN_DECLS

/* One export; borrowed for the call.
 *
 * .csv: a line for each frequency and its value, with their units in the header; of bands the centre, both edges and the power.
 * .npz: values, frequencies_hz, of bands edges_hz (two a line), averages (segments), length (samples of each), rate_hz, spec (the
 * options), time_unit and unit (of the samples). */
typedef struct
{
  OndesRecording   *recording; /* as conditioned */
  OndesReadOptions  read;      /* options it was opened with, for the command */
  guint             channel;   /* 0 for the mix */
  OndesSpan         span;
  OndesPsdOptions   options;
  OndesFigureSize   size;      /* for figures */
  OndesExportFormat format;    /* a figure's, .csv or .npz */
  const char       *path;      /* path, or "-" */
  cairo_surface_t **surface;   /* PNG: receives the pixels, transfer full, instead of a file at path; or NULL */
} OndesPsdExport;

/* The formats, a bit 1 << OndesExportFormat each. */
#define ONDES_PSD_FORMATS                                                                                                      \
  (1u << ONDES_EXPORT_PNG | 1u << ONDES_EXPORT_SVG | 1u << ONDES_EXPORT_PDF | 1u << ONDES_EXPORT_CSV | 1u << ONDES_EXPORT_NPZ)

/* An unwritable path is refused before anything is computed. Blocks. */
gboolean ondes_psd_export_run     (const OndesPsdExport *export,
                                   const OndesWatch     *watch,
                                   GError              **error);
/* Returns the ondes-cli command that does the same, quoted for a shell; spans parse back to the same samples. Transfer full. */
char    *ondes_psd_export_command (const OndesPsdExport *export);

G_END_DECLS
