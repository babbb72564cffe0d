/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Exports of the response of filters, as a figure or as CSV, shared by the window and ondes-cli. */
#pragma once

#include "transform/filter-choice.h"
#include "export.h"

G_BEGIN_DECLS

/* One export; borrowed for the call.
 *
 * .csv: two tables with an empty line between them. filter,frequency_hz,magnitude_db,phase_deg,delay_samples: for each filter at
 * most ONDES_RESPONSE_POINTS frequencies up to half the rate, equally far apart on a logarithmic axis; of the frequencies that a
 * point stands for, the one with the largest magnitude; phase and delay are empty 60 dB and more below the filter's largest one.
 * filter,sample,real,imaginary: the taps, sample 0 being the one that the output is aligned to. Filters are numbered from 1. */
typedef struct
{
  OndesFilterBank           *bank;
  const OndesFilterSettings *choice;    /* of which the bank was made */
  double                     rate_hz;
  const char                *time_unit; /* of the recording */
  const char                *filter;    /* options, for the caption */
  OndesFigureSize            size;      /* for figures */
  OndesExportFormat          format;    /* a figure's or .csv */
  const char                *path;
  cairo_surface_t          **surface;   /* PNG: receives the pixels, transfer full, instead of a file at path; or NULL */
} OndesResponseExport;

#define ONDES_RESPONSE_POINTS 1000

/* Fails with G_IO_ERROR_CANCELLED too if the thread's current cancellable is cancelled. */
gboolean ondes_response_export_run (const OndesResponseExport *export,
                                    const OndesWatch          *watch,
                                    GError                   **error);

G_END_DECLS
