/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Exports from a recording to a file in one call, shared by the window and ondes-cli. */
#pragma once

#include "figure/figure.h"
#include "signal/aligned-source.h"

G_BEGIN_DECLS

typedef enum
{
  ONDES_EXPORT_PNG,
  ONDES_EXPORT_SVG,
  ONDES_EXPORT_PDF,
  ONDES_EXPORT_NPY,
  ONDES_EXPORT_NPZ,
  ONDES_EXPORT_CSV,
  ONDES_EXPORT_WAV,  /* of filtered recordings, as is FLAC */
  ONDES_EXPORT_FLAC,
  ONDES_N_EXPORT_FORMATS
} OndesExportFormat;

extern const char *const ondes_export_names[]; /* figures and numbers: png svg pdf npy npz csv, NULL-terminated */
extern const char *const ondes_export_endings[]; /* of all formats: png … csv wav flac, NULL-terminated */
extern const OndesImageFormat ondes_export_images[]; /* image formats, indexed by the figure formats */

gboolean ondes_export_is_figure        (OndesExportFormat  format);

/* Gets the format from the extension of @path; ONDES_ERROR_REQUEST if it is unknown. */
gboolean ondes_export_format_from_path (const char        *path,
                                        OndesExportFormat *format,
                                        GError           **error);

/* Returns the first sample at or after @time (time units from the first sample), for --from and --to. Tolerates a millionth of
 * a sample, so printed times convert back to their sample. G_MAXUINT64 if @time is too large for any sample. */
guint64  ondes_export_sample           (double             time,
                                        double             rate_hz);
/* Returns the shortest number that ondes_export_sample() converts back to @sample. Transfer full. */
char    *ondes_export_print_time       (guint64            sample,
                                        double             rate_hz);

/* TRUE if writing @path would overwrite what @recording is made of: its file, or the taps of a step of its conditioning. */
gboolean     ondes_export_is_input     (const char        *path,
                                        OndesRecording    *recording);
/* Fails about ONDES_SETTING_FILE if it would. */
gboolean     ondes_export_check_output (const char        *path,
                                        OndesRecording    *recording,
                                        GError           **error);
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
