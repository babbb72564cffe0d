/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fast spectra of 2ⁿ values: Walsh, Haar, Reed–Muller, arithmetic.
 *
 * Walsh–Hadamard W(n) = ⊗ [1 1; 1 −1], inverse W/N. Arithmetic ⊗ [1 0; −1 1], inverse ⊗ [1 0; 1 1]. Reed–Muller ⊗ [1 0; 1 1]
 * over GF(2), its own inverse. Haar H(0) = [1], H(n) = [H(n−1) ⊗ [1 1]; I(n−1) ⊗ [1 −1]], plain, or orthonormal: each row
 * divided by its norm.
 * Orders. Walsh: natural, sequency (row k has k sign changes), paley (rows of natural bit-reversed). Arithmetic and
 * Reed–Muller: natural, paley (rows bit-reversed). Haar: sequency (the recursion above), natural (in place, adjacent pairs
 * first: index (2m + 1) 2^t holds sequency row 2^(n−1−t) + m, index 0 the sum).
 * The sources are the values by index; variable x₁ is the most significant bit of the index.
 */
#pragma once

#include "range.h"
#include "spec.h"

G_BEGIN_DECLS

typedef enum
{
  ONDES_SPECTRUM_WALSH,
  ONDES_SPECTRUM_HAAR,
  ONDES_SPECTRUM_HAAR_ORTHONORMAL,
  ONDES_SPECTRUM_REED_MULLER,
  ONDES_SPECTRUM_ARITHMETIC,
} OndesSpectrumKind;

typedef enum { ONDES_ORDER_NATURAL, ONDES_ORDER_SEQUENCY, ONDES_ORDER_PALEY } OndesOrder;

/* auto is the fastest; the other two are kept for comparison, one pass over the data a step: cooley-tukey in place,
 * constant-geometry reading 2t and 2t + 1 into a second buffer. All three give the same result. */
typedef enum { ONDES_ALGORITHM_AUTO, ONDES_ALGORITHM_COOLEY_TUKEY, ONDES_ALGORITHM_CONSTANT_GEOMETRY } OndesAlgorithm;

/* The words of the command line, by value and ended by NULL. */
extern const char *const ondes_spectrum_names[];  /* walsh haar haar-orthonormal reed-muller arithmetic */
extern const char *const ondes_order_names[];     /* natural sequency paley */
extern const char *const ondes_algorithm_names[]; /* auto cooley-tukey constant-geometry */

typedef struct
{
  OndesSpectrumKind kind;
  OndesOrder        order;
  OndesAlgorithm    algorithm;
  gboolean          inverse; /* the source is then a spectrum in @order */
  /* Of the arithmetic and the result. I32 and I64 are exact or refused while running (Walsh: 2ⁿ max|x| < 2^31 or 2^63), and so
   * is an inverse that leaves the integers; F32, F64. Reed–Muller: U8 (0 or 1 a byte), I32 (the same in words) or BITS
   * (packed, least significant bit first). Integer types ask for a source of integers. */
  OndesType         type;
  guint64           row_length; /* 0: the span is one vector; else it is cut into vectors of so many values, one a row */
} OndesSpectrumOptions;

/* A checked spec; read-only. Begins as an OndesSpec. */
typedef struct
{
  OndesSpec            spec;
  OndesSpectrumOptions options;
} OndesSpectrum;

/* The default order of @kind: Haar sequency, all else natural. */
OndesOrder           ondes_spectrum_default_order (OndesSpectrumKind           kind);
/* What the command and the window compute in, by what the source holds: integers (U8 I32 I64 BITS) I64, or U8 for Reed–Muller;
 * everything else, and haar-orthonormal always, F64. */
OndesType            ondes_spectrum_default_type  (OndesSpectrumKind           kind,
                                                   OndesType                   input);
/* TRUE: elements of @type are integers. */
gboolean             ondes_type_is_integer        (OndesType                   type);

/* Fails with ONDES_ERROR_REQUEST: an order that the transform has not, a type that cannot hold it, a row length that is no power
 * of two. The length of the span is checked where the source is known. */
OndesSpec           *ondes_spectrum_new           (const OndesSpectrumOptions *options,
                                                   GError                    **error);
const OndesSpectrum *ondes_spec_spectrum          (const OndesSpec            *spec);
/* @count values as a span: a power of two, or with a row length a multiple of it. Fails with ONDES_ERROR_FILE: says the nearest
 * lengths and offers --length and --pad. */
gboolean             ondes_spectrum_check_length  (const OndesSpectrum        *self,
                                                   guint64                     count,
                                                   GError                    **error);

/* The values of a vector of 2^@n lie in @range, with its magnitude for an inverse. Fails with ONDES_ERROR_FILE where in the
 * integers of the spec a sum could leave its type; else none does, on the way or in the end. */
gboolean             ondes_spectrum_check_sums    (const OndesSpectrum        *self,
                                                   guint                       n,
                                                   const OndesRange           *range,
                                                   GError                    **error);
/* What to fail with where an inverse in integers would have fractions. */
GError              *ondes_spectrum_inexact       (void);

/* The row of the natural order that stands at @index of @order, for Walsh, arithmetic and Reed–Muller of 2^@n values (not for
 * Haar, whose two orders are told apart above). */
guint64              ondes_spectrum_natural_index (OndesOrder                  order,
                                                   guint                       n,
                                                   guint64                     index);
/* Sign changes of the Walsh function at @index of @order. */
guint64              ondes_walsh_sequency         (OndesOrder                  order,
                                                   guint                       n,
                                                   guint64                     index);

G_END_DECLS
