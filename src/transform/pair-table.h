/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pair tables: algorithms on vectors of n values that run in stages, each of which updates the values in n/2 pairs.
 *
 * M. Onsjö, K. Kasai, O. Watanabe, "CUDA Implementation of Iterative Updating", Tokyo Institute of Technology C-268, 2010.
 * A pair (k, l) of a stage sets
 *
 *   sum:       x_p ← x_p + x_q,            x_q ← x_p − x_q
 *   butterfly: x_p ← x_p + w x_q,          x_q ← x_p − w x_q
 *   matrix:    x_p ← c₀₀ x_p + c₀₁ x_q,    x_q ← c₁₀ x_p + c₁₁ x_q
 *
 * where p = k and q = l or, if its role bit is set, p = l and q = k. The pairs of a stage touch each index exactly once,
 * so that their order changes no result; a pair and its reverse (k and l exchanged, the role bit inverted) are the same
 * operation, and differ in which value is read first alone. A GPU's thread i has pair i, hence the order decides on
 * conflicts of shared-memory banks (pair-order.h).
 *
 * A table is immutable once it is checked, counted, and may be used from any thread.
 */
#pragma once

#include "base/request-error.h"

G_BEGIN_DECLS

#define ONDES_PAIRS_MOST_VALUES 4096 /* of a vector */
#define ONDES_PAIRS_MOST_STAGES 256
#define ONDES_PAIRS_TEXT_BYTES  (32 << 20) /* largest file */
#define ONDES_PAIRS_FIELD       0x11D      /* x⁸ + x⁴ + x³ + x² + 1, the default polynomial */

typedef enum
{
  ONDES_PAIRS_SUM,
  ONDES_PAIRS_BUTTERFLY,
  ONDES_PAIRS_MATRIX,
} OndesPairKind;

/* Pair i of stage j is element j n/2 + i of the arrays. Read-only after ondes_pair_table_check(). */
typedef struct
{
  OndesPairKind kind;
  gboolean      is_complex; /* its coefficients are */
  guint         modulus;    /* 2: results are taken modulo 2, for integers alone; otherwise 0 */
  guint         n, stages;  /* values of a vector, even; stages */
  guint16      *k, *l;
  guint8       *roles;      /* role bits, 0 or 1 */
  double       *coefficients; /* ondes_pair_coefficients() a pair: w; or c₀₀ c₀₁ c₁₀ c₁₁; complex: re, im each. Of sums NULL */
  char         *name;       /* "walsh", "field:0x11D", "file:table.txt", for sentences and captions */
  guint8        digest[32]; /* SHA-256 of all but the name, to tell tables apart */
} OndesPairTable;

/* Words before the colon, or alone, for --table; NULL-terminated: walsh dft dft-reverse arithmetic reed-muller field
 * field: file: */
extern const char *const ondes_pair_table_words[];

/* Makes a table of this shape, of which all but name, modulus and digest is still to be filled. Fails with ONDES_ERROR_FILE for
 * sizes out of range or without memory. */
OndesPairTable *ondes_pair_table_new   (OndesPairKind          kind,
                                        gboolean               is_complex,
                                        guint64                n,
                                        guint64                stages,
                                        const char            *name,
                                        GError               **error);
/* Checks that each stage has each index once and that all coefficients are finite, and completes the table. Fails with
 * ONDES_ERROR_FILE; the sentence names stage and pair, counted from 1. */
gboolean        ondes_pair_table_check (OndesPairTable        *self,
                                        GError               **error);
OndesPairTable *ondes_pair_table_ref   (OndesPairTable        *self);
void            ondes_pair_table_unref (OndesPairTable        *self);
/* Returns how many doubles a pair has. */
guint           ondes_pair_coefficients (OndesPairKind         kind,
                                         gboolean              is_complex);
/* Returns a table whose pair i of stage j is pair order[j n/2 + i] of @self, reversed if reversed[j n/2 + i] (may be NULL). */
OndesPairTable *ondes_pair_table_permuted (const OndesPairTable *self,
                                           const guint          *order,
                                           const guint8         *reversed,
                                           GError              **error);

/* Built tables; of 2^v = n values, v stages. walsh: ⊗ [1 1; 1 −1] in natural order. dft: Σ x_t exp (−2πi k t / n), by
 * decimation in time of values in natural order, result bit-reversed; dft-reverse: values bit-reversed, result in natural
 * order. arithmetic: ⊗ [1 0; −1 1]. reed-muller: ⊗ [1 0; 1 1] modulo 2. field: the Walsh transform of a vector in the
 * order of GF(2^v): value 0 belongs to 0 and value i > 0 to α^(i − 1), where α = x is a root of the polynomial, whose bit
 * b is the coefficient of x^b; its coefficients are in the same order. @text is a word of ondes_pair_table_words, with
 * ":POLYNOMIAL" (decimal, or hexadecimal after 0x) or ":FILE" after a colon. @n 0: as the polynomial or the file says,
 * otherwise 256. Fails with ONDES_ERROR_REQUEST for what is no table, a polynomial that is not primitive, and an @n that
 * does not suit; with ONDES_ERROR_FILE for a file that holds none. */
OndesPairTable *ondes_pair_table_parse (const char            *text,
                                        guint64                n,
                                        GError               **error);
/* TRUE if x generates all of GF(2^v) but 0 modulo @polynomial, of degree v = 1 … 12. */
gboolean        ondes_is_primitive     (guint64                polynomial);

/* Reads the text of a table:
 *
 *   # comment, to the end of the line
 *   N STAGES [modulo 2]
 *   K L                     a sum
 *   K L W [ROLE]            a butterfly; a complex number is a+bj; a sum if all W are 1
 *   K L C00 C01 C10 C11 [ROLE]
 *
 * One pair a line, N/2 lines a stage, the stages one after the other; all of one form. Blanks, tabs or commas part the numbers.
 * Fails with ONDES_ERROR_FILE. @name as in the table. Sizes are checked against @length before memory is taken. */
OndesPairTable *ondes_pair_table_read  (const char            *text,
                                        gsize                  length,
                                        const char            *name,
                                        GError               **error);
/* Returns the text of @self, which reads back as the same table. Transfer full. */
char           *ondes_pair_table_print (const OndesPairTable  *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OndesPairTable, ondes_pair_table_unref)

G_END_DECLS
