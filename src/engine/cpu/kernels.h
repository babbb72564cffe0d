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

#define ONDES_CHUNK          16
#define ONDES_PHASES         16

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

  /* largest of each run of ONDES_CHUNK, of values that are not negative; the last run may be shorter */
  void   (*chunk_maxima)     (const void *p, gsize n, void *out);
  /* out = |W|² at @phases (a power of two, at most ONDES_PHASES) places a node, in order, of @n nodes at @z, and as many nodes
   * beyond as the filters @weights of eight taps reach: three before, four behind. @n is a multiple of 16, @work holds
   * 3 n phases values. */
  void   (*refine)           (const void *z, gsize n, gsize phases, const void *weights, void *work, void *out);
  void   (*refine_real)      (const void *z, gsize n, gsize phases, const void *weights, void *work, void *out);
  /* out = p, but where a value is no less than its neighbours the top of the parabola through the three */
  void   (*tops)             (const void *p, gsize n, void *out);
  /* The largest at samples @first to @last, of @values that stand 2^bits samples apart from sample 0 on and what tops() made
   * of them. @begins, @ends: what lies outside on that side does not count, else the values on that side do so whole. */
  double (*span)             (const void *values, const void *tops, gint64 first, gint64 last, guint bits, gboolean begins,
                              gboolean ends);

  /* a[t] += Σ_k x[t + k] p[k], b likewise with q unless that is NULL; n is a multiple of ONDES_CONVOLVE_BLOCK. Each call's
   * sum is its own and added last. Where @low_a is given, the outer and the inner half of the taps are summed apart, in runs
   * of few, and what a loses when the sum is added is kept in low_a: large and small addends never meet. */
  void   (*convolve)         (const void *x, const void *p, const void *q, gsize taps, gsize n, void *a, void *b, void *low_a,
                              void *low_b);
  /* a[i] += b[i] */
  void   (*add)              (void *a, const void *b, gsize n);
  void   (*interleave)       (const void *re, const void *im, gsize n, void *out);
} OndesKernels;

extern const OndesKernels ondes_kernels_float, ondes_kernels_double;

G_END_DECLS
