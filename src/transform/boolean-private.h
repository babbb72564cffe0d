/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What functions and S-boxes share. */
#pragma once

#include "boolean.h"

G_BEGIN_DECLS

/* Work in steps, cancelled and told between them. */
typedef struct
{
  OndesProgress progress; /* or NULL */
  gpointer      user_data;
  GCancellable *cancellable;
  double        done, all; /* in any unit */
  double        told;
} OndesWork;

#define ONDES_WORK_STEP (1 << 16) /* values between two looks at the cancellable */

/* Between two steps, after @done more. */
gboolean  ondes_work_step        (OndesWork             *self,
                                  double                 done,
                                  GError               **error);
/* The natural-order Walsh–Hadamard transform of 2ⁿ values, in place: n 2ⁿ of work. Sums may wrap. */
gboolean  ondes_walsh_in_place   (gint64                *values,
                                  guint                  n,
                                  OndesWork             *work,
                                  GError               **error);
/* Memory of @n elements of @size bytes, 0 and promised (signal/memory.h), or a sentence that begins with the table's name. */
gpointer  ondes_boolean_memory   (const OndesTruthTable *table,
                                  guint64                n,
                                  gsize                  size,
                                  GError               **error);
/* The bits of output @k, with those not said as @dont_care tells; max (1, 2ⁿ / 64) words, free with g_free(). */
guint64  *ondes_boolean_bits     (const OndesTruthTable *table,
                                  guint                  k,
                                  OndesDontCare          dont_care,
                                  GError               **error);
/* Truth table to coefficients of the algebraic normal form, in place. */
gboolean  ondes_moebius_in_place (guint64               *bits,
                                  guint                  n,
                                  OndesWork             *work,
                                  GError               **error);
/* Variables in the largest term. */
guint     ondes_anf_degree       (const guint64         *bits,
                                  guint                  n);

G_END_DECLS
