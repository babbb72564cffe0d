/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Samples of a band-limited row between samples that are further apart (nodes), by filters of few taps.
 *
 * A filter is what comes nearest, in the mean over frequencies up to an edge (radians a node), to a shift by a part of a node: the
 * least squares that have the closed form Σ_j h_j sin (e (i − j))/(i − j) = sin (e (i − t))/(i − t).
 */
#pragma once

#include "kernels.h"

G_BEGIN_DECLS

#define ONDES_TAPS_MOST 16

/* The @n_taps (even) of @out, at nodes −n_taps/2 + 1 … n_taps/2, for the value at @offset of a node: 0 … 1, where they
 * err least. */
void ondes_interpolate_filter (guint   n_taps,
                               double  edge,
                               double  offset,
                               double *out);

/* Single precision, complex: sixteen taps that err by 6e-7 at most up to ONDES_EXPAND_EDGE. */
#define ONDES_EXPAND_TAPS   16
#define ONDES_EXPAND_EDGE   1.5
#define ONDES_EXPAND_LEAST  8  /* samples a node */
#define ONDES_EXPAND_MOST   64
/* Samples that may be made after the last one asked for. */
#define ONDES_EXPAND_BEYOND (4 * ONDES_EXPAND_MOST)

/* Samples [@from, @from + n) into @out, from nodes @stride apart, a power of two; node 0 of @nodes is sample 0 and @from is a
 * node. Nodes ONDES_EXPAND_TAPS/2 before and ONDES_EXPAND_TAPS after are read. The nodes were turned down by @shift of @length of
 * the sampling frequency, and the samples are turned up again. */
void ondes_expand (const float *nodes,
                   guint        stride,
                   gint64       shift,
                   gsize        length,
                   gsize        from,
                   gsize        n,
                   float       *out);

/* Samples [@from, @from + n) into @out between nodes 2^@level apart, node 0 of @nodes being sample 0: by the polynomial through
 * ONDES_BETWEEN_TAPS nodes about each interval, which errs by 2e-13 at most up to ONDES_BETWEEN_EDGE radians a node, far less
 * within. @parts of each, of the type of @kernels. Half as many nodes on each side are read, and up to ONDES_EXPAND_BEYOND samples
 * are made after the last one asked for. */
#define ONDES_BETWEEN_TAPS ONDES_ORDER
#define ONDES_BETWEEN_EDGE 0.2
void ondes_between (const OndesKernels *kernels,
                    const void         *nodes,
                    guint               parts,
                    guint               level,
                    gsize               from,
                    gsize               n,
                    void               *out);

G_END_DECLS
