/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Exports: from a recording to a file in one call; the window's and ondes-cli's one way. */
#pragma once

#include "figure/figure.h"

G_BEGIN_DECLS

typedef enum
{
  ONDES_EXPORT_PNG,
  ONDES_EXPORT_SVG,
  ONDES_EXPORT_PDF,
  ONDES_EXPORT_NPY,
  ONDES_EXPORT_NPZ,
  ONDES_EXPORT_CSV,
} OndesExportFormat;

extern const char *const ondes_export_names[]; /* png svg pdf npy npz csv */
extern const OndesImageFormat ondes_export_images[]; /* by the formats of figures */

gboolean ondes_export_is_figure        (OndesExportFormat  format);

/* By the ending of @path; ONDES_ERROR_REQUEST when it is none of them. */
gboolean ondes_export_format_from_path (const char        *path,
                                        OndesExportFormat *format,
                                        GError           **error);

/* The first sample not before @time (time units from the first sample): --from and --to. A millionth of a sample is forgiven,
 * so that printed times find their sample again. G_MAXUINT64 where there is none that far. */
guint64  ondes_export_sample           (double             time,
                                        double             rate_hz);
/* The shortest number that ondes_export_sample() takes back to @sample. Transfer full. */
char    *ondes_export_print_time       (guint64            sample,
                                        double             rate_hz);

/* What of AUTO becomes: MEAN in figures with the boundary zero, against which an offset is a step, and NONE elsewhere. */
OndesDetrend ondes_export_detrend      (OndesDetrend       asked,
                                        OndesExportFormat  format,
                                        OndesBoundary      boundary);
/* As @columns of what the window asks for: every sample, as complex coefficients. */
#define ONDES_EXPORT_COEFFICIENTS G_MAXUINT

/* One export of a Morlet transform. Borrowed for the call. */
typedef struct
{
  OndesRecording   *recording;
  OndesReadOptions  read;      /* as it was opened, for the command */
  guint             channel;   /* 0: mix */
  OndesDetrend      detrend;   /* before the transform; of a span: of this one */
  double            detrend_window; /* MOVING: in time units */
  OndesSpec        *spec;      /* figures: quantity magnitude or power; its rows and, where the display zooms, more in between */
  guint64           first, count; /* samples */
  guint             columns;   /* numbers: 0 every sample; figures: 0 as many as are drawn */
  OndesDisplay      display;   /* figures */
  OndesFigureSize   size;      /* figures */
  OndesExportFormat format;
  const char       *path;      /* or "-" */
  cairo_surface_t **surface;   /* PNG: gets its pixels, transfer full, in place of a file at path; NULL: the file */
} OndesExport;

/* A path that cannot be written is refused before anything is computed. */
gboolean ondes_export_run     (const OndesExport *export,
                               OndesComputer     *computer,
                               const OndesWatch  *watch,
                               OndesReport       *report,
                               GError           **error);
/* The line of ondes-cli that does the same, quoted for a shell; spans print so that they parse back to the same samples.
 * Transfer full. */
char    *ondes_export_command (const OndesExport *export);

G_END_DECLS
