/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Series requests: from recordings or truth tables to a spectrum, a dyadic convolution or an autocorrelation in one call,
 * shared by the window and ondes-cli.
 */
#pragma once

#include "export.h"
#include "signal/derive.h"

G_BEGIN_DECLS

/* An input of values; borrowed. */
typedef struct
{
  OndesRecording  *recording;
  OndesReadOptions read;         /* options it was opened with, for the command */
  guint            channel;      /* 0 for the mix; for a truth table, an output */
  guint64          first, count; /* samples */
  const char      *name;         /* name in figures for a table typed in by hand; NULL for its own */
  OndesTruthTable *table;        /* a table typed in by hand, if there is no recording; uses its entire output @channel */
} OndesSeriesInput;

typedef enum
{
  ONDES_SERIES_SPECTRUM,
  ONDES_SERIES_CONVOLUTION, /* of two inputs */
  ONDES_SERIES_AUTOCORRELATION,
} OndesSeriesKind;

typedef struct
{
  OndesSeriesKind      kind;
  OndesSeriesInput     inputs[2];
  OndesDerivation      derivation; /* of both inputs; a convolution without a length uses one that fits both */
  OndesDontCare        dont_care;
  OndesSpectrumOptions spectrum;   /* for a spectrum; the type is chosen from the values */
  guint64              keep;       /* for a spectrum: number of largest coefficients to reconstruct from; 0 for no reconstruction */
  int                  precision;  /* OndesPrecision: compute in real numbers, even for integers; −1: integers stay exact,
                                    * others use double */
} OndesSeriesRequest;

/* FALSE if no file could fit the request: ONDES_ERROR_REQUEST for an order the transform does not have, a length that is not a
 * power of two, signs for Reed–Muller, or coefficients kept of an inverse. */
gboolean     ondes_series_request_check (const OndesSeriesRequest *request,
                                         GError                  **error);

/* A job ready to be computed. */
typedef struct
{
  OndesSource       *sources[2];
  guint              n_sources;
  OndesSpec         *spec;
  OndesSeriesLabels  labels; /* pointers to the strings below */
  char              *name, *source, *unit;
  char              *files[2]; /* names of the inputs in errors */
  char              *column; /* one-word column title of the values: "walsh_natural_signed", "dyadic_convolution" */
  GPtrArray         *notes;  /* sentences to show to the user, in addition to those of the recordings */
} OndesSeriesJob;

/* Fills @job. Keeps integers if the file has them and they are exact; PCM counts as integers. Blocks, as text files must be
 * scanned. Fails with ONDES_ERROR_FILE if a file does not fit the request, ONDES_ERROR_REQUEST if no file could. */
gboolean     ondes_series_job_init  (OndesSeriesJob           *job,
                                     const OndesSeriesRequest *request,
                                     GError                  **error);
void         ondes_series_job_clear (OndesSeriesJob           *job);
/* Runs the job into @sink. Errors start with the inputs' names, an option or the path. */
gboolean     ondes_series_job_put   (const OndesSeriesJob     *job,
                                     OndesComputer            *computer,
                                     OndesSink                *sink,
                                     const OndesWatch         *watch,
                                     OndesReport              *report,
                                     GError                  **error);
/* Runs the job into memory. */
OndesSeries *ondes_series_job_run   (const OndesSeriesJob     *job,
                                     OndesComputer            *computer,
                                     const OndesWatch         *watch,
                                     OndesReport              *report,
                                     GError                  **error);

/* One export; borrowed for the call. */
typedef struct
{
  OndesSeriesRequest request;
  guint64            first, count; /* figures: the indices shown, clamped to the last; a count of 0 shows all from the first */
  OndesSeriesDisplay display;      /* for figures */
  OndesFigureSize    size;         /* for figures */
  OndesExportFormat  format;       /* any but .npz */
  const char        *path;         /* path, or "-" */
  cairo_surface_t  **surface;      /* PNG: receives the pixels, transfer full, instead of a file at path; or NULL */
} OndesSeriesExport;

/* Refuses an unwritable path, and the path of an input, before anything is computed. Adds to @notes those of the job, and the
 * deviation of a reconstruction from the original values. */
gboolean     ondes_series_export_run     (const OndesSeriesExport *export,
                                          OndesComputer           *computer,
                                          GPtrArray               *notes,
                                          const OndesWatch        *watch,
                                          OndesReport             *report,
                                          GError                 **error);
/* Returns the ondes-cli command that does the same, quoted for a shell; inputs must be recordings. Transfer full. */
char        *ondes_series_export_command (const OndesSeriesExport *export);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (OndesSeriesJob, ondes_series_job_clear)

G_END_DECLS
