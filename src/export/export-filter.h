/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Exports of a filtered recording as WAV, FLAC or .npy, with a channel per filter, and the command that writes the same. */
#pragma once

#include "analysis/filter-choice.h"
#include "export.h"

G_BEGIN_DECLS

/* Borrowed for the call. */
typedef struct
{
  OndesRecording     *recording;
  OndesReadOptions    read;     /* options it was opened with, for the command */
  guint               channel;  /* 0 for the mix */
  OndesSource        *source;   /* the samples of that channel */
  OndesFilterChoice   choice;
  gboolean            causal;
  double              speed;    /* speed, keeps_pitch and shift_hz: for the command alone, after the filter; 0 for none */
  gboolean            keeps_pitch;
  double              shift_hz;
  guint64             first, count; /* samples to write; those before and after count too */
  OndesExportFormat   format;   /* WAV, FLAC or NPY */
  const char         *path;
} OndesFilterExport;

/* Designs the filters anew and writes the file as it is computed. Sets @clipped to the number of values that FLAC has clipped to
 * ±1. */
gboolean ondes_filter_export_run     (const OndesFilterExport *export,
                                      OndesComputer           *computer,
                                      const OndesWatch        *watch,
                                      guint64                 *clipped,
                                      GError                 **error);
/* Returns the ondes-cli command, quoted for a shell, whose output has the same bits. Transfer full. */
char    *ondes_filter_export_command (const OndesFilterExport *export);
/* Returns the formats that can hold it, a bit (1 << OndesExportFormat) each: .npy alone for complex values and for time units other
 * than seconds. */
guint    ondes_filter_export_formats (OndesRecording          *recording,
                                      gboolean                 is_complex);

G_END_DECLS
