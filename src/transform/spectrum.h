/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fast spectra of 2ⁿ values: Walsh, Haar, Reed–Muller, arithmetic.
 *
 * Walsh–Hadamard W(n) = ⊗ [1 1; 1 −1], inverse W/N. Arithmetic ⊗ [1 0; −1 1], inverse ⊗ [1 0; 1 1]. Reed–Muller ⊗ [1 0; 1 1]
 * over GF(2), its own inverse. Haar H(0) = [1], H(n) = [H(n−1) ⊗ [1 1]; I(n−1) ⊗ [1 −1]], unnormalised, or orthonormal: each
 * row divided by its norm.
 * Orders. Walsh: natural, sequency (row k has k sign changes), paley (rows of the natural order, bit-reversed). Arithmetic and
 * Reed–Muller: natural, paley (rows bit-reversed). Haar: sequency (the recursion above), natural (in place, adjacent pairs
 * first: index (2m + 1) 2^t holds sequency row 2^(n−1−t) + m, index 0 the sum).
 * A source holds the values in index order; variable x₁ is the most significant bit of the index.
 */
#pragma once

#include "param/param.h"
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

/* auto is the fastest; the other two, one pass over the data per step, are kept for comparison: cooley-tukey works in place,
 * constant-geometry reads 2t and 2t + 1 and writes to a second buffer. All three give the same result. */
typedef enum { ONDES_ALGORITHM_AUTO, ONDES_ALGORITHM_COOLEY_TUKEY, ONDES_ALGORITHM_CONSTANT_GEOMETRY } OndesAlgorithm;

/* Names used on the command line, indexed by enum value, NULL-terminated. */
extern const char *const ondes_spectrum_names[];  /* walsh haar haar-orthonormal reed-muller arithmetic */
extern const char *const ondes_order_names[];     /* natural sequency paley */
extern const char *const ondes_algorithm_names[]; /* auto cooley-tukey constant-geometry */
/* What people read, untranslated, in the same order. */
extern const char *const ondes_spectrum_titles[];
extern const char *const ondes_order_titles[];

typedef struct
{
  OndesSpectrumKind kind;
  OndesOrder        order;
  OndesAlgorithm    algorithm;
  gboolean          inverse; /* TRUE if the source is a spectrum in @order */
  /* Type of the arithmetic and the result. I32 and I64 are exact, or fail while running (Walsh: unless 2ⁿ max|x| < 2^31 or
   * 2^63; inverse: if the result has fractions); F32 and F64 round. Reed–Muller: U8 (0 or 1 per byte), I32 (0 or 1 per word) or
   * BITS (packed, least significant bit first). Integer types require an integer source. */
  OndesType         type;
  guint64           row_length; /* 0: the span is one vector; otherwise it is split into vectors of this length, one per row */
} OndesSpectrumOptions;

/* Parameters of OndesSpectrumOptions. The default of the order depends on the transform. */
extern const OndesParamTable ondes_spectrum_params;
/* How many of the largest coefficients are kept, 0 for all. Its owner is a guint64. */
extern const OndesParamTable ondes_keep_params;

/* A validated spec; read-only. Begins with an OndesSpec. */
typedef struct
{
  OndesSpec            spec;
  OndesSpectrumOptions options;
} OndesSpectrum;

gboolean             ondes_spectrum_has_order     (OndesSpectrumKind           kind,
                                                   OndesOrder                  order);

/* Returns the default order of @kind: sequency for Haar, natural for all others. */
OndesOrder           ondes_spectrum_default_order (OndesSpectrumKind           kind);
/* Returns the type that the command line and the window compute in for a source of type @input: for integers (U8 I32 I64 BITS)
 * I64; otherwise, and always for haar-orthonormal, F64. Reed–Muller always uses U8. */
OndesType            ondes_spectrum_default_type  (OndesSpectrumKind           kind,
                                                   OndesType                   input);

/* Fails with ONDES_ERROR_REQUEST for an order or type that the transform does not support, or a row length that is not a power
 * of two. The span length is checked later, once the source is known. */
OndesSpec           *ondes_spectrum_new           (const OndesSpectrumOptions *options,
                                                   GError                    **error);
const OndesSpectrum *ondes_spec_spectrum          (const OndesSpec            *spec);
/* Checks that a span of @count values is a power of two or, with a row length, a multiple of it. Fails with ONDES_ERROR_FILE,
 * naming the nearest lengths and suggesting --length and --pad. */
gboolean             ondes_spectrum_check_length  (const OndesSpectrum        *self,
                                                   guint64                     count,
                                                   GError                    **error);

/* Checks that no sum, intermediate or final, of a vector of 2^@n values in @range can overflow the integer type of the spec;
 * otherwise fails with ONDES_ERROR_FILE. For an inverse, @range must include the magnitude. */
gboolean             ondes_spectrum_check_sums    (const OndesSpectrum        *self,
                                                   guint                       n,
                                                   const OndesRange           *range,
                                                   GError                    **error);
/* Returns the error for an integer inverse that would have fractions. Transfer full. */
GError              *ondes_spectrum_inexact       (void);

/* Returns the lowest @bits bits of @value in reverse order. */
guint64              ondes_reverse_bits           (guint64                     value,
                                                   guint                       bits);
/* Returns the natural-order row found at @index of @order, for Walsh, arithmetic and Reed–Muller of 2^@n values. Not for Haar,
 * whose two orders are defined above. */
guint64              ondes_spectrum_natural_index (OndesOrder                  order,
                                                   guint                       n,
                                                   guint64                     index);
/* Returns the number of sign changes of the Walsh function at @index of @order. */
guint64              ondes_walsh_sequency         (OndesOrder                  order,
                                                   guint                       n,
                                                   guint64                     index);

G_END_DECLS
