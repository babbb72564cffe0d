/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Recordings at another rate, by windowed sinc (resampler.h): a computed source (computed-source.h), F64 or C128.
 *
 * Output j lies at input position j f/g for a rate f brought to g; there are ⌈N g/f⌉ outputs, so the first sample keeps its time.
 * Samples outside the recording, NaN and infinities count as 0.
 */
#pragma once

#include "computed-source.h"

G_BEGIN_DECLS

/* Creating a source fails with ONDES_ERROR_FILE if the ratio of the rates is beyond the resampler's limits. */
OndesOperation *ondes_resampled_new (double rate_hz);

G_END_DECLS
