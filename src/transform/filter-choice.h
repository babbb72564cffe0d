/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The filter that a person chose, in the command, in the window or as a step of conditioning, how it is used, and the bank
 * made of it for a recording. Any thread. */
#pragma once

#include "base/watch.h"
#include "filter.h"

G_BEGIN_DECLS

#define ONDES_FILTER_BETA 8.6 /* default β of a Kaiser window of a given length: 86 dB of attenuation */

/* The strings are borrowed. */
typedef struct
{
  gboolean       none;     /* no filter was chosen; in the command alone */
  const char    *taps;     /* file with the taps; NULL if they are designed */
  gboolean       resample_taps; /* of another rate than the recording's to that; otherwise they are refused */
  OndesFirDesign design;   /* used if taps is NULL and fraction and voices are 0 */
  guint          fraction; /* octave bank: bands per octave; 0 if none */
  gboolean       gammatone; /* of the next: gammatone filters, a voice per bandwidth, not Morlet wavelets */
  double         fmin_hz, fmax_hz, voices; /* bank between frequencies; voices 0 if none */
  guint          band;     /* the one filter that is taken of a bank or file, from 1; 0: all */
  gboolean       causal;
  OndesPost      post;
} OndesFilterChoice;

/* The recording that the filters are for. */
typedef struct
{
  const char *path; /* for sentences */
  double      rate_hz;
  guint64     n;    /* samples */
} OndesFilterInput;

/* Sets the width of a notch to that of its transition, a tenth of the lowest frequency by default, so that the full attenuation
 * is reached at the notch frequency. No-op for other kinds. */
void             ondes_filter_choice_widen (OndesFirDesign          *design);
/* Designs or loads the filters; none must be FALSE. Each channel of a file of taps is a filter. Taps that are resampled
 * (signal/resampler.h) keep their gain: from rate f to g they are the impulse response at the rate g times f/g. The middle tap, or
 * if causal the first one, falls on a tap; the ringing of the resampler is kept on both sides, also before a first tap. Blocks on
 * files and long designs. Fails with ONDES_ERROR_REQUEST or ONDES_ERROR_FILE about the setting, also if a file of taps has another rate that is not
 * resampled. @watch may be NULL. */
OndesFilterBank *ondes_filter_choice_bank  (const OndesFilterChoice *choice,
                                            const OndesFilterInput  *input,
                                            const OndesWatch        *watch,
                                            GError                 **error);
/* Returns the lowest frequency at which to tell the response of the filters made of @choice: half the lowest cut-off or
 * band, or half the rate less three decades if that is lower. */
double           ondes_filter_choice_lowest (const OndesFilterChoice *choice,
                                             const OndesFilterBank   *bank,
                                             double                   rate_hz);

G_END_DECLS
