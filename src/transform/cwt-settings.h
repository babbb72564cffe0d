/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All that a person can set of a Morlet transform, in the window and in a command, and the table of its parameters. */
#pragma once

#include "cwt-options.h"
#include "param/param.h"
#include "signal/detrended-source.h"

G_BEGIN_DECLS

/* How the rows of the picture are chosen. */
typedef enum { ONDES_ROWS_FREQUENCIES, ONDES_ROWS_SCALES, ONDES_ROWS_LIST } OndesRows;
extern const char *const ondes_rows_names[]; /* frequencies scales list, NULL-terminated */

typedef struct
{
  OndesCwtOptions options; /* first, so that the rows of specs take an OndesCwtOptions as their owner; no compensation */
  OndesRows       rows;
  double          fmin_hz, fmax_hz; /* for FREQUENCIES */
  double          voices;           /* for FREQUENCIES, and for SCALES if > 0 (logarithmic) */
  OndesDetrend    detrend;          /* for pictures and, unless AUTO, for exported numbers; SPAN_MEAN uses the view */
  double          detrend_window;   /* for MOVING: time units */
  char            scales[256];      /* SCALES "1:200", "1/2:64:1/2"; LIST "1,2,4" */
} OndesCwtSettings;

/* Frequencies, 24 voices an octave, the other fields as ondes_cwt_options_default. */
extern const OndesCwtSettings ondes_cwt_settings_default;

/* The rows with ONDES_PARAM_SPEC also take an OndesCwtOptions as their owner. */
extern const OndesParamTable ondes_cwt_params;

G_END_DECLS
