/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Options of “ondes-cli filter” that make a result audible: another speed, shifted frequencies. */
#pragma once

#include "command.h"
#include "transform/filter.h"

G_BEGIN_DECLS

extern const CliOption cli_filter_sound_options[];

typedef struct
{
  double   speed;       /* 1 if not asked for */
  gboolean keeps_pitch; /* at another speed */
  double   shift_hz;    /* 0 if not asked for */
} CliFilterSound;

gboolean         cli_filter_sound_parse   (const CliArguments       *arguments,
                                           CliFilterSound           *sound,
                                           GError                  **error);
/* Returns the bank to apply if no filter is asked for: the shift's own, or one that changes nothing. */
OndesFilterBank *cli_filter_sound_bank    (const CliFilterSound     *sound,
                                           const OndesSource        *source,
                                           GError                  **error);
/* Returns the analytic signal of @source in the band that the shift leaves, for a bank that is applied before the shift. */
OndesSource     *cli_filter_sound_source  (const CliFilterSound     *sound,
                                           OndesSource              *source,
                                           const OndesFilterOptions *options,
                                           GError                  **error);
/* Returns a sink that shifts values on their way to @to, which it takes ownership of; @to itself if there is no shift. @first:
 * sample of the recording in the first column. */
OndesSink       *cli_filter_sound_shifted (const CliFilterSound     *sound,
                                           const OndesSource        *source,
                                           guint64                   first,
                                           OndesSink                *to);

G_END_DECLS
