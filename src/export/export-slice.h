/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Exports of slices (analysis/slice.h), shared by the window and ondes-cli. */
#pragma once

#include "analysis/slice.h"
#include "export.h"

G_BEGIN_DECLS

/* One export of slices of one kind; borrowed for the call. */
typedef struct
{
  OndesExport            export;     /* its spec is the picture's; first and count are the samples of envelopes, and those of the
                                      * mean of a span if that is subtracted; columns those of envelopes. No difference */
  const OndesSlicePlace *places;     /* of one kind; those of envelopes have the export's first and count */
  guint                  n;          /* at least one */
  const guint           *colours;    /* one each in a figure, as ondes_slice_colour() takes them; NULL: in their order */
  guint                  n_percents; /* of averages */
  double                 percents[ONDES_SLICE_PERCENTS];
} OndesSliceExport;

extern const double ondes_slice_percents_default[]; /* 10 50 90 */
#define ONDES_SLICE_PERCENTS_DEFAULT 3

/* Writes a line, or an element of .npy and .npz, for each row of spectra or each time of envelopes, and a column for each
 * value, mean and percentile. An unwritable path is refused before anything is computed. */
gboolean ondes_slice_export_run     (const OndesSliceExport *self,
                                     OndesComputer          *computer,
                                     const OndesWatch       *watch,
                                     OndesReport            *report,
                                     GError                **error);
extern const char *const ondes_slice_colour_names[]; /* crosshair selection 1 2 … of ondes_slice_colours, NULL-terminated */

/* Returns the ondes-cli command that does the same, quoted for a shell; spans parse back to the same samples. Transfer full. */
char    *ondes_slice_export_command (const OndesSliceExport *self);

G_END_DECLS
