/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Options of “ondes-cli filter” that choose the filters. */
#pragma once

#include "command.h"
#include "signal/recording.h"
#include "transform/filter-bank.h"

G_BEGIN_DECLS

extern const CliOption cli_filter_options[];       /* which filter */
extern const CliOption cli_filter_shape_options[]; /* how it is designed */

typedef struct
{
  gboolean       none;     /* no filter is asked for */
  const char    *taps;     /* file; NULL if designed */
  OndesFirDesign design;   /* used if taps is NULL and fraction and voices are 0 */
  guint          fraction; /* octave bank: bands per octave; 0 if none */
  double         fmin_hz, fmax_hz, voices; /* Morlet bank; voices 0 if none */
} CliFilterDesign;

/* Fails with ONDES_ERROR_REQUEST unless exactly one filter or bank is asked for that suits some recording, or none if
 * @design->none is TRUE before. */
gboolean         cli_filter_design_parse (const CliArguments       *arguments,
                                          CliFilterDesign          *design,
                                          GError                  **error);
/* Designs or loads the filters for a recording; none must be FALSE. */
OndesFilterBank *cli_filter_design_bank  (const CliFilterDesign    *design,
                                          const OndesRecordingInfo *info,
                                          const CliRun             *run,
                                          GError                  **error);

/* Returns the options that were given, "--bank octave", for captions; transfer full. */
char            *cli_filter_design_print (const CliArguments       *arguments);

G_END_DECLS
