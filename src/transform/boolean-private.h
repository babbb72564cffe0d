/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions shared by the properties of Boolean functions and of S-boxes. */
#pragma once

#include "boolean.h"

G_BEGIN_DECLS

/* A long computation done in steps; between steps it reports progress and checks for cancellation. */
typedef struct
{
  const OndesWatch *watch; /* or NULL */
  double            done, all; /* work done and total work, in any unit */
  double            reported;
} OndesWork;

#define ONDES_WORK_STEP (1 << 16) /* values between two checks of the cancellable */

/* Adds @done to the work done, reports progress, and returns FALSE if cancelled; call it between two steps. */
gboolean  ondes_work_step        (OndesWork             *self,
                                  double                 done,
                                  GError               **error);
/* Computes the natural-order Walsh–Hadamard transform of 2ⁿ values in place, n 2ⁿ units of work. Sums may wrap around. */
gboolean  ondes_walsh_in_place   (gint64                *values,
                                  guint                  n,
                                  OndesWork             *work,
                                  GError               **error);
/* Allocates @n elements of @size bytes, zeroed and promised (base/memory.h); on failure returns NULL, with an error that begins
 * with the table's name. */
gpointer  ondes_boolean_memory   (const OndesTruthTable *table,
                                  guint64                n,
                                  gsize                  size,
                                  GError               **error);
/* Returns the bits of output @k, with don't-cares set by @dont_care: max (1, 2ⁿ / 64) words, free with g_free(). */
guint64  *ondes_boolean_bits     (const OndesTruthTable *table,
                                  guint                  k,
                                  OndesDontCare          dont_care,
                                  GError               **error);
/* Turns a truth table into the coefficients of its algebraic normal form, in place. */
gboolean  ondes_moebius_in_place (guint64               *bits,
                                  guint                  n,
                                  OndesWork             *work,
                                  GError               **error);
/* Returns the number of variables in the largest term. */
guint     ondes_anf_degree       (const guint64         *bits,
                                  guint                  n);

G_END_DECLS
