/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Filtered recordings: a computed source (signal/computed-source.h), as long as its parent, or twice if interpolated, in the type
 * of the spec's result.
 *
 * The CPU computes it, in blocks of whole segments. Its samples depend on the spec and the parent alone: reads of any span and
 * from any thread have the same bits. NaN and infinities of the parent count as 0. In single precision, samples past float32 are
 * infinite.
 */
#pragma once

#include "signal/computed-source.h"
#include "transform/filter.h"

G_BEGIN_DECLS

/* @spec is a filter (transform/filter.h) whose bank has one filter; adds a reference to it. */
OndesOperation *ondes_filtered_new (OndesSpec *spec);

G_END_DECLS
