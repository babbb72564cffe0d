/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the files of the fast spectra and of dyadic convolution share: transforms in memory.
 *
 * Vectors of 2ⁿ values lie one behind another, so that a step of pairs at a distance below 2ⁿ runs over all of them at once: a
 * thread t of the papers is then a pair of any vector, 0 ≤ t < values / 2.
 */
#pragma once

#include "engine/cpu/cpu-private.h"
#include "engine/cpu/job.h"
#include "transform/range.h"
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

/* Pairs of a step of the Haar transform: pair m of a vector at (m << from_shift) and @from_delta beyond, its result likewise. */
typedef struct
{
  guint    n, pairs; /* 2^n values and 2^pairs pairs a vector */
  guint    from_shift, to_shift;
  gsize    from_delta, to_delta;
  gboolean inverse;
  double   sum, difference; /* reals: what they are multiplied by, of the inverse before they are added; integers are halved then */
} OndesHaarStep;

/* Which value of a vector of 2^n belongs at index k. */
typedef enum
{
  ONDES_MAP_NONE,       /* k */
  ONDES_MAP_GRAY,       /* k ⊕ ⌊k/2⌋ */
  ONDES_MAP_HAAR_PLACE, /* where row k of the recursion stands in place */
  ONDES_MAP_HAAR_ROW,   /* the row of the recursion that stands at place k */
} OndesSpectralMap;

typedef struct
{
  /* Step 2^@step in place for threads [t0, t1): u and v at (t mod 2^step) + 2^(step + 1) ⌊t / 2^step⌋ and 2^step beyond. */
  void     (*cooley_tukey)      (OndesButterfly what, void *x, guint step, gsize t0, gsize t1);
  /* The same reading 2t and 2t + 1 of @from; @alternate: odd threads take v − u. */
  void     (*constant_geometry) (OndesButterfly what, const void *from, void *to, guint step, gboolean alternate, gsize t0,
                                 gsize t1);
  /* FALSE: a pair's halves are no integers. */
  gboolean (*haar)              (const OndesHaarStep *step, const void *from, void *to, gsize t0, gsize t1);
  /* dst[k − k0] = x[map (k)] in vectors of 2^n, and the other way round */
  void     (*gather)            (OndesSpectralMap map, guint n, const void *x, gsize k0, gsize count, void *dst);
  void     (*scatter)           (OndesSpectralMap map, guint n, const void *src, gsize k0, gsize count, void *x);
  /* x / 2^n; FALSE: not an integer */
  gboolean (*divide)            (const void *x, gsize count, guint n, void *dst);
  /* Reverses the bits of the index of a vector of 2^n in place: tiles [from, to) of ondes_spectral_reversal_tiles(), each with
   * the one it changes places with. */
  void     (*reverse)           (void *x, guint n, gsize from, gsize to);
  guint    reverse_bits;        /* 2^(2 reverse_bits) values a tile */
  /* A vector of 2^n values, n > 2 reverse_bits, from natural order to sequency at @out: tiles [from, to) of the first half of
   * them, each with the one as far from the end. */
  void     (*sequency)          (const void *x, guint n, gsize from, gsize to, void *out);
  /* A level of the Haar transform between neighbours, of @pairs pairs: sums and differences times their gains apart, and back;
   * integers are halved on the way back. FALSE: they have no half. */
  void     (*part)              (const void *x, gsize pairs, double sum, double difference, void *sums, void *differences);
  gboolean (*join)              (const void *sums, const void *differences, gsize pairs, double sum, double difference, void *x);
  /* x y into x */
  void     (*multiply)          (void *x, const void *y, gsize count);
} OndesSpectralType;

/* By element type; NULL where there is none. */
extern const OndesSpectralType *const ondes_spectral_types[];
extern const OndesSpectralType ondes_spectral_u8, ondes_spectral_i32, ondes_spectral_i64, ondes_spectral_f32, ondes_spectral_f64,
    ondes_spectral_bits;

static inline gsize
ondes_spectral_reversal_tiles (const OndesSpectralType *type,
                               guint                    n)
{
  return n >= 2 * type->reverse_bits ? (gsize) 1 << (n - 2 * type->reverse_bits) : 1;
}

G_END_DECLS
