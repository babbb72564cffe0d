/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The inner loops, once for float and once for double (T below), each compiled for several levels of x86-64.
 *
 * Complex arrays are interleaved unless planar is said. Lengths are in elements, complex where the array is. Arrays must not
 * overlap.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define ONDES_CONVOLVE_BLOCK 48 /* outputs that convolve makes at a time */

#define ONDES_ORDER          12 /* coefficients of a polynomial */

#define ONDES_CHUNK          16 /* intervals that are looked at together */

/* Samples of a row @stride apart (nodes), and what is known of |W|² in the intervals between a node and the next: W at @phases
 * places of each by eight-tap filters, and the top of the parabola through three of these. Where phases is stride, all samples
 * are made, and there is no top between. At most one span begins in an interval; the two parts of such are kept apart, and
 * the sample at which the span begins and that before it are made by filters of their own.
 */
typedef struct
{
  const void   *re, *im;       /* planar, from three nodes before that of interval 0; im NULL: real */
  gsize         n_chunks;
  guint         stride, phases;
  const void   *filters;       /* 8 T a phase */
  const gint32 *cuts;          /* a chunk: the record of its cuts, or −1 */
  const void   *records;       /* ONDES_CUTS T each */
  const guint8 *keep;          /* chunks that are looked at; NULL: all */
  void         *left, *right;  /* results: the largest |W|² of each interval, before and from its cut on */
} OndesPoolNodes;

#define ONDES_CUTS (17 * ONDES_CHUNK)

typedef struct
{
  gsize size; /* bytes of a T */

  /* dst = (src − mean) gain, doubles to T. planar splits complex doubles. */
  void   (*load)             (const double *src, gsize n, double mean, double gain, void *dst);
  void   (*load_complex)     (const double *src, gsize n, const double mean[2], double gain, void *dst);
  void   (*load_planar)      (const double *src, gsize n, const double mean[2], double gain, void *re, void *im);
  /* dst = src, doubles to T. */
  void   (*narrow)           (const double *src, gsize n, void *dst);

  /* y[i] = x[i] s[i] gain, complex by real; mirrored takes conj (x[−i]) */
  void   (*product)          (const void *x, const void *s, gsize n, double gain, void *y);
  void   (*product_mirrored) (const void *x, const void *s, gsize n, double gain, void *y);
  /* Σ |y[i]|² */
  double (*energy)           (const void *y, gsize n);

  /* of complex and of real values, times gain (its square for the power) */
  void   (*magnitude)        (const void *z, gsize n, double gain, void *out);
  void   (*magnitude_real)   (const void *z, gsize n, double gain, void *out);
  void   (*power)            (const void *z, gsize n, double gain, void *out);
  void   (*power_real)       (const void *z, gsize n, double gain, void *out);
  void   (*phase)            (const void *z, gsize n, double gain, void *out);
  void   (*phase_real)       (const void *z, gsize n, double gain, void *out);
  void   (*scale_complex)    (const void *z, gsize n, double gain, void *out);
  void   (*scale_real)       (const void *z, gsize n, double gain, void *out);
  /* largest |z|² */
  double (*maximum)          (const void *z, gsize n);
  double (*maximum_real)     (const void *z, gsize n);

  /* The pooling of rows whose samples were made at nodes, some apart: see OndesPoolNodes. */
  void   (*split)            (const void *z, gsize n, void *re, void *im);
  /* Clears a record of cuts, and sets a cut of it. */
  void   (*uncut)            (void *record);
  void   (*cut)              (void *record, guint lane, guint offset, const double *before, const double *at);
  /* keep[chunk] = whether the largest of its span may be in it, by the nodes alone. @work: a T a chunk. */
  void   (*prune)            (const OndesPoolNodes *nodes, const gint32 *starts, gsize n_spans, void *work, guint8 *keep);
  void   (*intervals)        (const OndesPoolNodes *nodes);
  /* Span i = what lies right of the cut in interval starts[i] and left of that in starts[i + 1]: the root of the largest |W|²,
   * or that itself, times gain. @work: a T a span. */
  void   (*spans)            (const OndesPoolNodes *nodes, const gint32 *starts, gsize n, double gain, gboolean power, void *work,
                              float *out);

  /* a[t] += Σ_k x[t + k] p[k], b likewise with q unless that is NULL; n is a multiple of ONDES_CONVOLVE_BLOCK. Each call's
   * sum is its own and added last. Where @low_a is given, the outer and the inner half of the taps are summed apart, in runs
   * of few, and what a loses when the sum is added is kept in low_a: large and small addends never meet. */
  void   (*convolve)         (const void *x, const void *p, const void *q, gsize taps, gsize n, void *a, void *b, void *low_a,
                              void *low_b);
  /* out[i] = Σ_k c[k] u^k, u = first + i step, for i < @n and up to 64 T more: @parts (1 or 2) of each, side by side, in c and
   * out. */
  void   (*polynomial)       (const double *c, gsize parts, double first, double step, gsize n, void *out);
  /* a[i] += b[i] */
  void   (*add)              (void *a, const void *b, gsize n);
  void   (*interleave)       (const void *re, const void *im, gsize n, void *out);
} OndesKernels;

/* Those of the machine's level, static. */
const OndesKernels *ondes_kernels_float  (void);
const OndesKernels *ondes_kernels_double (void);

G_END_DECLS
