/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Inner loops of Walshgrams around the transform, for each type of the arithmetic. Columns hold a window in natural order. */
#pragma once

#include "signal/source.h"

G_BEGIN_DECLS

/* Columns to turn into rows. */
typedef struct
{
  const void    *columns;   /* n_columns × window values */
  gsize          n_columns, window;
  const guint32 *rows;      /* of each value of a column, in natural order: the row it goes to */
  void          *out;       /* row 0 of the first column */
  gsize          stride;    /* elements from row to row */
} OndesWalshgramTurn;

typedef struct
{
  gsize size; /* bytes a value */
  /* y[i] = x[i] w[i]; NULL for integers. @w has values of the type. */
  void (*taper)       (const void *x, const void *w, gsize n, void *y);
  /* m[i] = max (m[i], |y[i]|) */
  void (*pool)        (const void *y, gsize n, void *m);
  /* Turns columns into rows of the type, or of float. */
  void (*turn)        (const OndesWalshgramTurn *turn);
  void (*turn_single) (const OndesWalshgramTurn *turn);
} OndesWalshgramLoops;

/* Returns the loops of ONDES_I64, F32 or F64. */
const OndesWalshgramLoops *ondes_walshgram_loops (OndesType type);

G_END_DECLS
