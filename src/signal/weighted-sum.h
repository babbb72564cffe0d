/* SPDX-License-Identifier: GPL-3.0-or-later */
/* a x + b y of two sources, sample by sample: their sum, or their difference. A computed source (computed-source.h): C128 where one
 * of them is complex, else F64, as long as the shorter one. */
#pragma once

#include "computed-source.h"

G_BEGIN_DECLS

/* Over two parents of one rate, else making a source of it fails with ONDES_ERROR_REQUEST. */
OndesOperation *ondes_weighted_sum_new (double a,
                                        double b);

G_END_DECLS
