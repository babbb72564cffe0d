/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Samples times a factor: a computed source (computed-source.h), F64 or C128. NaN and infinities stay. */
#pragma once

#include "computed-source.h"

G_BEGIN_DECLS

OndesOperation *ondes_scaled_new (double factor);

G_END_DECLS
