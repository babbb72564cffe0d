/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Exact properties of Boolean functions and S-boxes, by fast transforms of their truth tables.
 *
 * f of n variables is a function of x = 0 … 2ⁿ − 1, with x₁ as the most significant bit; u · x is the parity of u AND x; wt is
 * the number of ones.
 *   Walsh spectrum     W(u) = Σ_x (−1)^(f(x) ⊕ u·x)
 *   autocorrelation    r(u) = Σ_x (−1)^(f(x) ⊕ f(x ⊕ u)) = 2⁻ⁿ Σ_v W(v)² (−1)^(u·v)
 *   algebraic normal form: the coefficients of ⊗ [1 0; 1 1] over GF(2), coefficient i for the product of the variables in i
 * Definitions follow C. Carlet, Boolean Functions for Cryptography and Coding Theory, 2021.
 *
 * These calls block, check memory before allocating it, respond to cancellation within 50 ms, and may run on any thread. Errors
 * are ONDES_ERROR_FILE or G_IO_ERROR_CANCELLED.
 */
#pragma once

#include "base/watch.h"
#include "signal/recording.h"

G_BEGIN_DECLS

#define ONDES_ANF_MAX_TERMS 200

typedef struct
{
  guint    variables;            /* n */
  guint64  weight;               /* ones of f */
  gboolean balanced;             /* equal numbers of ones and zeros */
  guint    degree;               /* variables in the largest term of the algebraic normal form; 0 for constants */
  guint64  nonlinearity;         /* distance to the nearest affine function: 2^(n−1) − spectral radius / 2 */
  guint64  spectral_radius;      /* largest |W(u)| */
  guint    correlation_immunity; /* largest k with W(u) = 0 for 1 ≤ wt(u) ≤ k; n for constants */
  int      resiliency;           /* correlation_immunity if f is balanced, otherwise −1 */
  guint64  absolute_indicator;   /* largest |r(u)|, u ≠ 0 */
  guint    propagation;          /* largest k with r(u) = 0 for 1 ≤ wt(u) ≤ k: the propagation criterion PC(k); 1 is the
                                  * strict avalanche criterion */
  gboolean bent;                 /* |W(u)| = 2^(n/2) for all u */
  guint64  anf_terms;
  char    *anf;                  /* "1 + x1 + x2*x3": terms by degree, then x1 first; "0" if there are none; " + …" stands for
                                  * terms beyond ONDES_ANF_MAX_TERMS */
} OndesBoolean;

/* Measures output @k (from 1) of @table. Free with ondes_boolean_free(). Fails if the table has no output @k, or if it has
 * don't-cares and @dont_care is ONDES_DONT_CARE_REFUSE. */
OndesBoolean *ondes_boolean_measure      (const OndesTruthTable *table,
                                          guint                  k,
                                          OndesDontCare          dont_care,
                                          const OndesWatch      *watch,
                                          GError               **error);
void          ondes_boolean_free         (OndesBoolean          *self);
/* Returns a human-readable report, one line per property: name, blanks, value. Transfer full. */
char         *ondes_boolean_report       (const OndesBoolean    *self);

/* Properties of all outputs of a table taken together as S(x), with output 1 as the most significant bit. A component is
 * b · S(x), b ≠ 0. */
typedef struct
{
  guint    inputs, outputs;         /* n, m */
  guint64  max_walsh;               /* largest |W(u)| over all components */
  guint64  nonlinearity;            /* 2^(n−1) − max_walsh / 2: the minimum over all components */
  guint    degree;                  /* the maximum over all components */
  guint64  differential_uniformity; /* largest number of x with S(x) ⊕ S(x ⊕ a) = b, a ≠ 0 */
  gboolean balanced;                /* every value occurs equally often; if n = m, S is a permutation */
} OndesSbox;

/* Limits on the inputs alone, and on inputs plus outputs; larger tables are refused. */
#define ONDES_SBOX_MAX_INPUTS 24
#define ONDES_SBOX_MAX_BITS 32

gboolean      ondes_sbox_measure         (const OndesTruthTable *table,
                                          OndesDontCare          dont_care,
                                          OndesSbox             *sbox,
                                          const OndesWatch      *watch,
                                          GError               **error);
char         *ondes_sbox_report          (const OndesSbox       *self);
/* How often to go through all components of an S-box, and through all differences. */
typedef struct
{
  guint spectra, differences;
} OndesSboxPasses;

/* Estimates the seconds that this machine needs for @passes, by timing one pass of each kind. ondes_sbox_measure() goes through
 * both once, ondes_sbox_table() through its own once. Each further input multiplies the time for differences by four. 0 for
 * small tables, which take only seconds in all. */
gboolean      ondes_sbox_estimate        (const OndesTruthTable *table,
                                          OndesDontCare          dont_care,
                                          OndesSboxPasses        passes,
                                          double                *seconds,
                                          GCancellable          *cancellable,
                                          GError               **error);

/* Computes a table of 2ⁿ rows × 2ᵐ columns, row-major; free with g_free().
 * linear:     row a, column b: |{x: a·x = b·S(x)}| − 2^(n−1), half of the component's W(a)
 * difference: row a, column b: |{x: S(x) ⊕ S(x ⊕ a) = b}| */
typedef enum { ONDES_SBOX_LINEAR, ONDES_SBOX_DIFFERENCE } OndesSboxTable;

gint32       *ondes_sbox_table           (const OndesTruthTable *table,
                                          OndesDontCare          dont_care,
                                          OndesSboxTable         which,
                                          const OndesWatch      *watch,
                                          GError               **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OndesBoolean, ondes_boolean_free)

G_END_DECLS
