/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Inner loops, once for float and once for double (T below), each compiled for several x86-64 levels.
 *
 * Complex arrays are interleaved unless called planar. Lengths are in elements, complex ones for complex arrays. Arrays must
 * not overlap.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define ONDES_CONVOLVE_BLOCK 48 /* outputs that convolve() computes at a time */

#define ONDES_ORDER          12 /* coefficients of a polynomial */

#define ONDES_CHUNK          16 /* intervals processed together */

/* Samples of a row @stride apart (nodes), and |W|² in the intervals between adjacent nodes. W is evaluated at @phases places
 * per interval by eight-tap filters, and |W|² at the peak of the parabola through three of them; if phases equals stride, every
 * sample is evaluated and no parabola is needed. At most one span begins in an interval: this cut divides it into two parts
 * with separate results, and the samples at the cut and just before it have their own filters.
 */
typedef struct
{
  const void   *re, *im;       /* planar, starting three nodes before interval 0; im NULL if real */
  gsize         n_chunks;
  guint         stride, phases;
  const void   *filters;       /* 8 T per phase */
  const gint32 *cuts;          /* per chunk: index of its record of cuts, −1 if none */
  const void   *records;       /* ONDES_CUTS T each */
  const guint8 *active;        /* per chunk: FALSE to skip it; NULL for all */
  void         *left, *right;  /* results: largest |W|² of each interval before its cut, and from it on */
} OndesPoolNodes;

#define ONDES_CUTS (17 * ONDES_CHUNK)

/* Spans: span i extends from the cut in interval starts[i] to that in starts[i + 1]. */
typedef struct
{
  const gint32 *starts;
  gsize         n;
} OndesPoolSpans;

/* Adds to a[t], t < n, the sum over k of x[t + k] re[k], and to b[t] that with im unless im is NULL; n is a multiple of
 * ONDES_CONVOLVE_BLOCK. Each call forms its own sum and adds it last. If low_a is not NULL, the outer and inner halves of the
 * taps are summed separately in short runs, and low_a and low_b accumulate the rounding errors of a and b: large and small
 * addends never meet. */
typedef struct
{
  const void *x;
  const void *re, *im; /* taps */
  gsize       taps, n;
  void       *a, *b, *low_a, *low_b;
} OndesConvolution;

typedef struct
{
  gsize size; /* bytes of a T */

  /* dst = (src − mean) gain, doubles to T; load_planar() deinterleaves complex doubles. */
  void   (*load)             (const double *src, gsize n, double mean, double gain, void *dst);
  void   (*load_complex)     (const double *src, gsize n, const double mean[2], double gain, void *dst);
  void   (*load_planar)      (const double *src, gsize n, const double mean[2], double gain, void *re, void *im);
  /* dst = src, doubles to T. */
  void   (*narrow)           (const double *src, gsize n, void *dst);

  /* y[i] = x[i] s[i] gain, complex by real; product_mirrored() takes conj (x[−i]) */
  void   (*product)          (const void *x, const void *s, gsize n, double gain, void *y);
  void   (*product_mirrored) (const void *x, const void *s, gsize n, double gain, void *y);
  /* The same with complex s[i]. */
  void   (*product_phased)          (const void *x, const void *s, gsize n, double gain, void *y);
  void   (*product_phased_mirrored) (const void *x, const void *s, gsize n, double gain, void *y);
  /* Σ |y[i]|² */
  double (*energy)           (const void *y, gsize n);

  /* Quantities of complex and of real values, times gain (gain² for power; phase ignores it) */
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

  /* From here to spans(): pooling of rows evaluated only at nodes, see OndesPoolNodes. split() deinterleaves nodes. */
  void   (*split)            (const void *z, gsize n, void *re, void *im);
  /* Clear a record of cuts, and set the cut of one lane. */
  void   (*clear_cuts)            (void *record);
  void   (*cut)              (void *record, guint lane, guint offset, const double *before, const double *at);
  /* keep[chunk] = TRUE if, judging by the nodes alone, it may contain the largest value of its span. @work: a T per chunk. */
  void   (*prune)            (const OndesPoolNodes *nodes, const OndesPoolSpans *spans, void *work, guint8 *active);
  void   (*intervals)        (const OndesPoolNodes *nodes);
  /* out[i] = largest gain |W|, or its square if @power, of span i. @work: a T per span. */
  void   (*spans)            (const OndesPoolNodes *nodes, const OndesPoolSpans *spans, double gain, gboolean power, void *work,
                              float *out);

  void   (*convolve)         (const OndesConvolution *self);
  /* out[i] = Σ_k c[k] u^k, u = first + i step, for i < @n, and stores up to 64 T more; c and out interleave @parts (1 or 2)
   * polynomials. */
  void   (*polynomial)       (const double *c, gsize parts, double first, double step, gsize n, void *out);
  /* a[i] += b[i] */
  void   (*add)              (void *a, const void *b, gsize n);
  void   (*interleave)       (const void *re, const void *im, gsize n, void *out);
} OndesKernels;

/* Return the static table of kernels for the machine's level. */
const OndesKernels *ondes_kernels_float  (void);
const OndesKernels *ondes_kernels_double (void);

G_END_DECLS
