/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Exports from a recording to a file in one call, shared by the window and ondes-cli. */
#pragma once

#include "export-format.h"
#include "signal/aligned-source.h"

G_BEGIN_DECLS

/* Value of @columns by which the window requests every sample, as complex coefficients. */
#define ONDES_EXPORT_COEFFICIENTS G_MAXUINT

/* What a picture is compared with; a NULL recording is nothing. Borrowed. */
typedef struct
{
  OndesRecording   *recording; /* on the time axis of the first (signal/aligned-source.h), then oversampled like its spec */
  OndesRecording   *plain;     /* the same before that, conditioned */
  OndesReadOptions  read;
  guint             channel;
  OndesDetrend      detrend;
  double            detrend_window;
  OndesSpec        *spec;
  OndesAlignment    alignment;
  OndesComparedKind     kind;      /* of a difference, difference_db of the export tells its range */
  double            line;      /* of a wipe */
  gboolean          own_range; /* TRUE if it has its own value at 0 dB: */
  double            reference; /* that value; 0 for the one of its levels */
} OndesExportSecond;

/* One export of a Morlet transform, or of a Walshgram, which knows no detrending but by conditioning, and no
 * difference; its numbers are of the file's own, its figures of the amplitudes that the window shows. Borrowed for the call. */
typedef struct
{
  OndesRecording   *recording;
  OndesReadOptions  read;      /* options it was opened with, for the command */
  guint             channel;   /* 0 for the mix */
  OndesDetrend      detrend;   /* applied before the transform, to the span if there is one */
  double            detrend_window; /* MOVING: window in time units */
  OndesSpec        *spec;      /* figures: quantity magnitude or power; rows are added in between if the display is zoomed */
  guint64           first, count; /* samples; of a Walshgram, those that its frames begin in */
  guint             columns;   /* data: 0 for every sample; figures: 0 for as many as are drawn */
  OndesDisplay      display;   /* for figures */
  double            difference_db; /* figures: colours of the difference that the second, or else the spec's compensation, makes end
                                    * at ± this; 0 to show the scalogram */
  OndesRecording   *plain;     /* for the difference, and with a filter: the recording before it was oversampled, or the same */
  const char       *filter;    /* a further step of conditioning, after those of plain, which run applies; NULL for none */
  OndesExportSecond second;    /* for figures of a Morlet transform */
  const char       *annotations; /* figures: path of the display's annotations, for the command; NULL for none */
  OndesFigureSize   size;      /* for figures */
  OndesExportFormat format;
  const char       *path;      /* path, or "-" */
  const OndesResultParts *parts; /* a Morlet transform in columns: the part to compute, in the place of path, or the parts to put
                                  * together; NULL for neither */
  const OndesResultParts *second_parts; /* with those, the same of the second of two pictures, in other files; NULL without one */
  cairo_surface_t **surface;   /* PNG: receives the pixels, transfer full, instead of a file at path; or NULL */
} OndesExport;

/* Returns the recording with the filter applied, designed anew, then oversampled like the export's; transfer full. */
OndesRecording *ondes_export_filtered (const OndesExport *export,
                                       GError           **error);
/* Returns the samples that a Morlet transform is of, detrended, transfer full. Keep them over several runs of an export, such as
 * those of its parts, and the trend is measured once. */
OndesSource    *ondes_export_detrended (const OndesExport *export,
                                        GError           **error);
/* Adds --condition for each step, that of the filter last. */
void     ondes_export_add_conditioning (GString           *line,
                                        const OndesExport *export);
/* An unwritable path is refused before anything is computed. */
gboolean ondes_export_run     (const OndesExport *export,
                               OndesComputer     *computer,
                               const OndesWatch  *watch,
                               OndesReport       *report,
                               GError           **error);
/* Returns the ondes-cli command that does the same, quoted for a shell; spans parse back to the same samples. Transfer full. */
char    *ondes_export_command (const OndesExport *export);

G_END_DECLS
