/* SPDX-License-Identifier: GPL-3.0-or-later */
/* In-memory transforms shared by the fast spectra and dyadic convolution.
 *
 * Vectors of 2ⁿ values are contiguous, so that a step on pairs less than 2ⁿ apart runs over all vectors at once: a thread t of
 * the papers is here a pair of any vector, 0 ≤ t < values / 2.
 */
#pragma once

#include "engine/cpu/cpu-private.h"
#include "engine/cpu/job.h"
#include "transform/range.h"
#include "transform/spectrum.h"

G_BEGIN_DECLS

/* Result of a butterfly on the pair (u, v). */
typedef enum
{
  ONDES_BUTTERFLY_WALSH,      /* u + v, u − v */
  ONDES_BUTTERFLY_DIFFERENCE, /* u, v − u: arithmetic transform */
  ONDES_BUTTERFLY_SUM,        /* u, v + u: inverse arithmetic transform */
  ONDES_BUTTERFLY_XOR,        /* u, v ⊕ u: Reed–Muller; not for floats */
} OndesButterfly;

/* A step of the Haar transform: reads pair m of a vector at m << from_shift and from_delta after that; stores it likewise by
 * to_shift and to_delta. */
typedef struct
{
  guint    n, pairs; /* 2^n values and 2^pairs pairs per vector */
  guint    from_shift, to_shift;
  gsize    from_delta, to_delta;
  gboolean inverse;
  double   sum, difference; /* gains of floats, applied before the inverse adds; integers: the inverse halves */
} OndesHaarStep;

/* Permutation of a vector of 2^n values: the source index of element k. */
typedef enum
{
  ONDES_MAP_NONE,          /* k */
  ONDES_MAP_GRAY,          /* k ⊕ ⌊k/2⌋ */
  ONDES_MAP_HAAR_POSITION, /* in-place position of row k of the recursion */
  ONDES_MAP_HAAR_ROW,      /* row of the recursion at in-place position k */
} OndesSpectralMap;

/* A step of constant geometry, for threads [t0, t1). */
typedef struct
{
  OndesButterfly what;
  guint          step;
  gboolean       alternate; /* odd threads compute v − u */
  gsize          t0, t1;
} OndesConstantStep;

typedef struct
{
  /* In-place step for threads [t0, t1): u at (t mod 2^step) + 2^(step + 1) ⌊t / 2^step⌋, v 2^step after u. */
  void     (*cooley_tukey)      (OndesButterfly what, void *x, guint step, gsize t0, gsize t1);
  /* Stores to the same places of @to, but reads u and v at 2t and 2t + 1 of @from. */
  void     (*constant_geometry) (const OndesConstantStep *step, const void *from, void *to);
  /* FALSE if halving a pair does not yield integers. */
  gboolean (*haar)              (const OndesHaarStep *step, const void *from, void *to, gsize t0, gsize t1);
  /* dst[k − k0] = x[map (k)] in vectors of 2^n, and the converse x[map (k)] = src[k − k0] */
  void     (*gather)            (OndesSpectralMap map, guint n, const void *x, gsize k0, gsize count, void *dst);
  void     (*scatter)           (OndesSpectralMap map, guint n, const void *src, gsize k0, gsize count, void *x);
  /* dst = x / 2^n; FALSE if a quotient is not an integer */
  gboolean (*divide)            (const void *x, gsize count, guint n, void *dst);
  /* Bit-reverses the index of a vector of 2^n values in place: tiles [from, to) of ondes_spectral_reversal_tiles(), each
   * swapped with its partner. */
  void     (*reverse)           (void *x, guint n, gsize from, gsize to);
  guint    reverse_bits;        /* 2^(2 reverse_bits) values per tile */
  /* Permutes a vector of 2^n values, n > 2 reverse_bits, from natural to sequency order, out of place: tiles [from, to) of the
   * first half, each along with its mirror image in the second half. */
  void     (*sequency)          (const void *x, guint n, gsize from, gsize to, void *out);
  /* One level of the Haar transform on @pairs adjacent pairs: part() stores sums and differences, times their gains,
   * separately; join() is the inverse and halves integers. FALSE if halving does not yield integers. */
  void     (*part)              (const void *x, gsize pairs, double sum, double difference, void *sums, void *differences);
  gboolean (*join)              (const void *sums, const void *differences, gsize pairs, double sum, double difference, void *x);
  /* x[i] *= y[i] */
  void     (*multiply)          (void *x, const void *y, gsize count);
} OndesSpectralType;

/* Indexed by element type; NULL if the type is not supported. */
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
