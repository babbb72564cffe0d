/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Exports of the page of filters, and the command that writes the same: the filtered recording as WAV, FLAC or .npy, with a channel
 * per filter; the filters' response; the levels of a bank's bands over time; the peaks of its outputs. */
#pragma once

#include "transform/filter-choice.h"
#include "export.h"

G_BEGIN_DECLS

typedef enum
{
  ONDES_FILTER_RECORDING, /* .wav, .flac, .npy */
  ONDES_FILTER_RESPONSE,  /* figures, .csv (export-response.h) */
  ONDES_FILTER_LEVELS,    /* figures, .npz, .csv (export-energy.h); of outputs without interpolation */
  ONDES_FILTER_PEAKS,     /* .csv (export-energy.h) */
} OndesFilterProduct;

/* Borrowed for the call. */
typedef struct
{
  OndesFilterProduct  product;
  OndesRecording     *recording;
  OndesReadOptions    read;     /* options it was opened with, for the command */
  guint               channel;  /* 0 for the mix */
  OndesSource        *source;   /* the samples of that channel */
  OndesFilterSettings choice;
  double              speed;    /* speed, keeps_pitch and shift_hz: for the command alone, after the filter; 0 for none */
  gboolean            keeps_pitch;
  double              shift_hz;
  double              above_db; /* of peaks: the least level, dB re 1 of the recording's unit, or of its square for powers */
  double              every;    /* of levels: length of a span, time units; 0: automatic */
  guint64             first, count; /* samples to write; those before and after count too */
  OndesFigureSize     size;     /* of figures */
  guint               palette;  /* of figures of levels */
  OndesExportFormat   format;   /* one of the product's */
  const char         *path;
  cairo_surface_t   **surface;  /* PNG: receives the pixels, transfer full, instead of a file at path; or NULL */
} OndesFilterExport;

/* Returns the post-processing that @product is made with, if @post is chosen. */
OndesPost ondes_filter_export_post   (OndesFilterProduct       product,
                                      OndesPost                post);
/* Returns the magnitude, of powers the power, of @above_db decibels. */
double    ondes_filter_above         (double                   above_db,
                                      OndesPost                post);
/* Designs the filters anew; sound and numbers are written as they are computed. Sets @clipped to the number of values that FLAC has
 * clipped to ±1. */
gboolean ondes_filter_export_run     (const OndesFilterExport *export,
                                      OndesComputer           *computer,
                                      const OndesWatch        *watch,
                                      guint64                 *clipped,
                                      GError                 **error);
/* Returns the ondes-cli command, quoted for a shell, whose output has the same bits. Transfer full. */
char    *ondes_filter_export_command (const OndesFilterExport *export);
/* Returns the formats that can hold it, a bit (1 << OndesExportFormat) each: of a recording .npy alone for complex values and for
 * time units other than seconds. */
guint    ondes_filter_export_formats (OndesFilterProduct       product,
                                      OndesRecording          *recording,
                                      gboolean                 is_complex);

G_END_DECLS
