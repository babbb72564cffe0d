/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The Kaiser window (Kaiser 1974, "Nonrecursive digital filter design using the I₀-sinh window function"). Any thread. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Returns the weight I₀(β √(1 − x²)) / I₀(β) at @x, −1 … 1 from end to end, to half a unit in the last place. */
double ondes_kaiser_window (double      beta,
                            long double x);
/* Returns Kaiser's β for a stop band of @attenuation_db. */
double ondes_kaiser_beta   (double      attenuation_db);

G_END_DECLS
