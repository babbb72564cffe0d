/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the files of the fast spectra and of dyadic convolution share: transforms in memory.
 *
 * Vectors of 2ⁿ values lie one behind another, so that a step of pairs at a distance below 2ⁿ runs over all of them at once: a
 * thread t of the papers is then a pair of any vector, 0 ≤ t < values / 2.
 */
#pragma once

#include "cpu-private.h"
#include "job.h"
#include "transform/spectrum.h"

G_BEGIN_DECLS

/* What becomes of a pair (u, v). */
typedef enum
{
  ONDES_BUTTERFLY_WALSH,      /* u + v, u − v */
  ONDES_BUTTERFLY_DIFFERENCE, /* u, v − u: arithmetic */
  ONDES_BUTTERFLY_SUM,        /* u, v + u: its inverse */
  ONDES_BUTTERFLY_XOR,        /* u, v ⊕ u: Reed–Muller; not of floats */
} OndesButterfly;

/* What is known of values that were read. */
typedef struct
{
  gint64            lo, hi;    /* of integers */
  unsigned __int128 magnitude; /* Σ|x| of integers, where it was asked for */
  gsize             bad;       /* index of the first value that is not finite; G_MAXSIZE: none */
} OndesRange;

/* Pairs of a step of the Haar transform: pair m of a vector at (m << from_shift) and @from_delta beyond, its result likewise. */
typedef struct
{
  guint    n, pairs; /* 2^n values and 2^pairs pairs a vector */
  guint    from_shift, to_shift;
  gsize    from_delta, to_delta;
  gboolean inverse;
  double   sum, difference; /* reals: what they are multiplied by, of the inverse before they are added; integers are halved then */
} OndesHaarStep;

/* The index of the value that belongs at index @k of a vector of 2^@n. NULL stands for @k itself. */
typedef guint64 (*OndesIndexMap) (guint   n,
                                  guint64 k);

typedef struct
{
  /* Step 2^@step in place for threads [t0, t1): u and v at (t mod 2^step) + 2^(step + 1) ⌊t / 2^step⌋ and 2^step beyond. */
  void     (*cooley_tukey)      (OndesButterfly what, void *x, guint step, gsize t0, gsize t1);
  /* The same reading 2t and 2t + 1 of @from; @alternate: odd threads take v − u. */
  void     (*constant_geometry) (OndesButterfly what, const void *from, void *to, guint step, gboolean alternate, gsize t0,
                                 gsize t1);
  /* FALSE: a pair's halves are no integers. */
  gboolean (*haar)              (const OndesHaarStep *step, const void *from, void *to, gsize t0, gsize t1);
  void     (*range)             (const void *x, gsize n, OndesRange *range);
  void     (*magnitude)         (const void *x, gsize n, OndesRange *range);
  /* dst[k − k0] = x[map (k)] in vectors of 2^n, and the other way round */
  void     (*gather)            (OndesIndexMap map, guint n, const void *x, gsize k0, gsize count, void *dst);
  void     (*scatter)           (OndesIndexMap map, guint n, const void *src, gsize k0, gsize count, void *x);
  /* x / 2^n; FALSE: not an integer */
  gboolean (*divide)            (const void *x, gsize count, guint n, void *dst);
  /* x y into x */
  void     (*multiply)          (void *x, const void *y, gsize count);
} OndesSpectralType;

/* By element type; NULL where there is none. */
extern const OndesSpectralType *const ondes_spectral_types[];
extern const OndesSpectralType ondes_spectral_u8, ondes_spectral_i32, ondes_spectral_i64, ondes_spectral_f32, ondes_spectral_f64,
    ondes_spectral_bits;

G_END_DECLS
