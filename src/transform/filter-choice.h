/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The filters that were chosen, made for a recording. Any thread. */
#pragma once

#include "base/watch.h"
#include "filter-settings.h"

G_BEGIN_DECLS

/* The recording that the filters are for. */
typedef struct
{
  const char *path; /* for sentences */
  double      rate_hz;
  guint64     n;    /* samples */
} OndesFilterInput;

/* Designs or loads the filters; the kind must not be NONE. Each channel of a file of taps is a filter. Taps that are resampled
 * (signal/resampler.h) keep their gain: from rate f to g they are the impulse response at the rate g times f/g. The middle tap, or
 * if causal the first one, falls on a tap; the ringing of the resampler is kept on both sides, also before a first tap. Blocks on
 * files and long designs. Fails with ONDES_ERROR_REQUEST or ONDES_ERROR_FILE about the setting, also if a file of taps has another
 * rate that is not resampled. @watch may be NULL. */
OndesFilterBank *ondes_filter_choice_bank   (const OndesFilterSettings *choice,
                                             const OndesFilterInput    *input,
                                             const OndesWatch          *watch,
                                             GError                   **error);
/* Returns the lowest frequency at which to tell the response of the filters made of @choice: half the lowest cut-off or
 * band, or half the rate less three decades if that is lower. */
double           ondes_filter_choice_lowest (const OndesFilterSettings *choice,
                                             const OndesFilterBank     *bank,
                                             double                     rate_hz);

G_END_DECLS
