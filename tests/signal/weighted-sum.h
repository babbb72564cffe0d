/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The weighted sum a x + b y of two sources, sample by sample, such as their sum or difference. A computed source
 * (computed-source.h): C128 if either is complex, otherwise F64; as long as the shorter one. */
#pragma once

#include "signal/computed-source.h"

G_BEGIN_DECLS

/* Creates the operation a x + b y. Its two parents must have the same rate; otherwise creating a source fails with
 * ONDES_ERROR_REQUEST. */
OndesOperation *ondes_weighted_sum_new (double a,
                                        double b);

G_END_DECLS
