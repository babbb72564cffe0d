/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Interpolates a band-limited row between more widely spaced samples (nodes), by short filters.
 *
 * A filter is the least-squares approximation to a shift by a fraction t of a node, over frequencies up to an edge e (radians
 * per node), with normal equations Σ_j h_j sin (e (i − j))/(i − j) = sin (e (i − t))/(i − t).
 */
#pragma once

#include "kernels.h"

G_BEGIN_DECLS

#define ONDES_TAPS_MAX 16

/* Computes @n_taps (even) taps, at nodes −n_taps/2 + 1 … n_taps/2, for the value at @offset of a node; errors are smallest for
 * offsets 0 … 1. */
void ondes_interpolate_filter (guint   n_taps,
                               double  edge,
                               double  offset,
                               double *out);

/* Single precision, complex: sixteen taps, with an error of at most 6e-7 up to ONDES_EXPAND_EDGE radians per node. */
#define ONDES_EXPAND_TAPS   16
#define ONDES_EXPAND_EDGE   1.5
#define ONDES_EXPAND_MIN    8  /* least samples per node */
#define ONDES_EXPAND_MAX    64 /* most samples per node */
/* Samples that may be stored after the last one requested. */
#define ONDES_EXPAND_BEYOND (4 * ONDES_EXPAND_MAX)

/* Nodes of a row that was shifted down in frequency; node 0 is sample 0. */
typedef struct
{
  const float *nodes;
  guint        stride; /* samples per node, a power of two */
  gint64       shift;  /* of the frequency, in 1/length of the sampling rate; expanding shifts back up */
  gsize        length;
} OndesExpansion;

/* Computes samples [@from, @from + n) into @out; @from is a node. Reads ONDES_EXPAND_TAPS/2 nodes before and ONDES_EXPAND_TAPS
 * after. */
void ondes_expand (const OndesExpansion *self,
                   gsize                 from,
                   gsize                 n,
                   float                *out);

/* Nodes 2^level apart, node 0 being sample 0. */
typedef struct
{
  const OndesKernels *kernels; /* of the type of values */
  const void         *nodes;
  guint               parts;   /* 2 if complex, otherwise 1 */
  guint               level;
} OndesPolynomialNodes;

/* Computes samples [@from, @from + n) into @out: the polynomial through the ONDES_POLYNOMIAL_TAPS nodes around each interval
 * errs by at most 2e-13 up to ONDES_POLYNOMIAL_EDGE radians per node, far less below. Reads half as many nodes on each side, and
 * stores up to ONDES_EXPAND_BEYOND samples after the last one requested. */
#define ONDES_POLYNOMIAL_TAPS ONDES_ORDER
#define ONDES_POLYNOMIAL_EDGE 0.2
void ondes_interpolate_polynomial (const OndesPolynomialNodes *self,
                                   gsize                       from,
                                   gsize                       n,
                                   void                       *out);

G_END_DECLS
