/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Requests for series: from recordings or truth tables to a spectrum, a dyadic convolution or an autocorrelation in one call;
 * the window's and ondes-cli's one way.
 */
#pragma once

#include "export.h"
#include "signal/derive.h"

G_BEGIN_DECLS

/* Where values come from. Borrowed. */
typedef struct
{
  OndesRecording  *recording;
  OndesReadOptions read;         /* as it was opened, for the command */
  guint            channel;      /* 0: mix; of a truth table an output */
  guint64          first, count; /* samples */
  const char      *name;         /* what figures call a table that was typed in; NULL: by its own name */
  OndesTruthTable *table;        /* without a recording: typed in. All of its output @channel is taken */
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
  OndesDerivation      derivation; /* of both. A convolution without a length takes what fits both */
  OndesDontCare        dont_care;
  OndesSpectrumOptions spectrum;   /* of a spectrum; its type is found from the values */
  guint64              keep;       /* of a spectrum: what its so many largest coefficients give back; 0: the spectrum itself */
  int                  precision;  /* OndesPrecision: real numbers, also of integers; −1: integers stay exact, others double */
} OndesSeriesRequest;

/* Whether any file fits the request: ONDES_ERROR_REQUEST, of an order that the transform has not, a length that is no power of
 * two, signs for Reed–Muller, coefficients kept of an inverse. */
gboolean     ondes_series_request_check (const OndesSeriesRequest *request,
                                         GError                  **error);

/* What is to be computed. */
typedef struct
{
  OndesSource       *sources[2];
  guint              n_sources;
  OndesSpec         *spec;
  OndesSeriesLabels  labels; /* of what lies below */
  char              *name, *source, *unit;
  char              *files[2]; /* as errors name the inputs */
  char              *column; /* the values in one word: "walsh_natural_signed", "dyadic_convolution" */
  GPtrArray         *notes;  /* sentences that the user should see, beside those of the recordings */
  const char        *path;   /* NULL, or where the sink of ondes_series_job_put() writes, with which its errors begin; borrowed */
} OndesSeriesJob;

/* Fills @job. Integers are kept where a file has them and are exact; PCM counts as its integers. Blocks: a text is looked
 * through. Errors: ONDES_ERROR_FILE where a file does not fit the request, ONDES_ERROR_REQUEST for what no file fits. */
gboolean     ondes_series_job_init  (OndesSeriesJob           *job,
                                     const OndesSeriesRequest *request,
                                     GError                  **error);
void         ondes_series_job_clear (OndesSeriesJob           *job);
/* Runs it into @sink. Errors start with the inputs' names, an option or the path. */
gboolean     ondes_series_job_put   (const OndesSeriesJob     *job,
                                     OndesComputer            *computer,
                                     OndesSink                *sink,
                                     const OndesWatch         *watch,
                                     OndesReport              *report,
                                     GError                  **error);
/* The same into memory. */
OndesSeries *ondes_series_job_run   (const OndesSeriesJob     *job,
                                     OndesComputer            *computer,
                                     const OndesWatch         *watch,
                                     OndesReport              *report,
                                     GError                  **error);

/* One export. Borrowed for the call. */
typedef struct
{
  OndesSeriesRequest request;
  guint64            first, count; /* figures: the indices shown, cut at the last; a count of 0: all from the first */
  OndesSeriesDisplay display;      /* figures */
  OndesFigureSize    size;         /* figures */
  OndesExportFormat  format;       /* not .npz */
  const char        *path;         /* or "-" */
  cairo_surface_t  **surface;      /* PNG: gets its pixels, transfer full, in place of a file at path; NULL: the file */
} OndesSeriesExport;

/* A path that cannot be written, and one of an input, are refused before anything is computed. @notes: added to, as in a job,
 * and by how far off the values are that the coefficients kept give back. */
gboolean     ondes_series_export_run     (const OndesSeriesExport *export,
                                          OndesComputer           *computer,
                                          GPtrArray               *notes,
                                          const OndesWatch        *watch,
                                          OndesReport             *report,
                                          GError                 **error);
/* The line of ondes-cli that does the same, quoted for a shell; of inputs that are recordings. Transfer full. */
char        *ondes_series_export_command (const OndesSeriesExport *export);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (OndesSeriesJob, ondes_series_job_clear)

G_END_DECLS
