/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Dot products, in lanes that the compiler makes vectors of. Any thread. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Returns Σ a[i] b[i] over @n values; the order of the sum depends on @n alone. */
double ondes_dot (const double *a,
                  const double *b,
                  gsize         n);

G_END_DECLS
