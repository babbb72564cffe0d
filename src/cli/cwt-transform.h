/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The transform of cwt, measure and slice as its options say it. */
#pragma once

#include "cwt-compensation.h"
#include "export/export.h"
#include "input.h"
#include "transform/cwt-settings.h"

G_BEGIN_DECLS

extern const CliOption cli_transform_options[];

/* What the options of one transform say, whatever the file. */
typedef struct
{
  OndesCwtSettings   settings;     /* without scales and rows; fmin_hz and fmax_hz both 0 for the defaults, voices 0 if not given */
  const char        *scales;       /* NULL if frequencies are used */
  OndesCompensation *compensation; /* owned; NULL for none */
} CliTransform;

/* Parses what @arguments say of a transform for a figure, or if not for numbers, pooled if @columns; @precision is −1 if not
 * given. */
gboolean        cli_transform_parse    (const CliArguments *arguments,
                                        gboolean            figure,
                                        gboolean            columns,
                                        int                 precision,
                                        CliTransform       *self,
                                        GError            **error);
void            cli_transform_clear    (CliTransform       *self);
/* Returns how many times the recording is oversampled. */
guint           cli_transform_times    (const CliTransform *self);
/* Returns the scales for a recording of @rate_hz, oversampled, whose frequencies were found. */
OndesScaleList *cli_transform_rows     (const CliTransform *self,
                                        double              rate_hz,
                                        GError            **error);

G_END_DECLS
