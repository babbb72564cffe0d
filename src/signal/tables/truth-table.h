/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Truth tables: Boolean functions of n inputs and m outputs, an S-box where the outputs are taken together.
 *
 * A table is immutable, reference counted, and used from any thread. Input x₁ is the most significant bit of the index
 * x = 0 … 2ⁿ − 1, and output 1 is the most significant bit of an S-box's value. Of each output two bitmaps are kept: where it
 * is 1, and where it is not said (don't-care); the two never overlap.
 *
 * What is read, from a file or from text in memory:
 *   .pla           espresso's format of two levels, types f, fd (the default), fr and fdr; what fr and fdr leave open is
 *                  don't-care, and so is what is both one and don't-care; what is both one and zero is refused. Of two values
 *                  only: .mv, .kiss and .symbolic are refused
 *   bit text       2ⁿ characters 0 and 1, index 0 first; blanks, commas, brackets and comments (# and C's) between them are
 *                  left out
 *   hexadecimal    after 0x, or without it where at most half of the digits are 0 and 1: a digit is four characters of bit
 *                  text, the most significant first, so that 0x1 is 0001
 *   numbers        2ⁿ whole numbers: an S-box of as many outputs as the largest needs. Each after 0x is hexadecimal; without
 *                  it all are where one has a letter a … f, or where each has two digits and one begins with 0 ("63 7c 77",
 *                  "0c 05 06"); else they are decimal. Where every digit is 0 or 1 it is bit text. What stands before an =, and
 *                  C's u and l behind a number, are left out: an array in C with or without its declaration
 *   named S-boxes  lines NAME,INPUTS,OUTPUTS,VALUES; the values parted by blanks, a heading left out
 *   .npy           (files only) 2ⁿ elements 0 and 1, columns as outputs; or of one column any whole numbers: an S-box
 *
 * Errors are ONDES_ERROR_FILE, one sentence "NAME, line L, column C: …" where there is such a place. Sizes are checked before
 * memory is taken.
 */
#pragma once

#include "signal/source.h"

G_BEGIN_DECLS

#define ONDES_TRUTH_TABLE_MOST_INPUTS 32
#define ONDES_TRUTH_TABLE_MOST_OUTPUTS 65536

/* What is made of values that are not said. */
typedef enum
{
  ONDES_DONT_CARE_0,
  ONDES_DONT_CARE_1,
  ONDES_DONT_CARE_REFUSE,
} OndesDontCare;

extern const char *const ondes_dont_care_names[]; /* "0" "1" "refuse" NULL */

typedef struct _OndesTruthTable OndesTruthTable;

/* @table names one of several S-boxes in a file; NULL: the first. Blocks: not for the widget thread. */
OndesTruthTable   *ondes_truth_table_open           (const char            *path,
                                                     const char            *table,
                                                     GCancellable          *cancellable,
                                                     GError               **error);
/* The same from @length bytes of text, typed or pasted; @name is what sentences call it. */
OndesTruthTable   *ondes_truth_table_parse          (const char            *text,
                                                     gsize                  length,
                                                     const char            *name,
                                                     const char            *table,
                                                     GCancellable          *cancellable,
                                                     GError               **error);
/* From sources of the same length, a power of two: each an output whose elements are 0 and 1; or one of whole numbers, the
 * values of an S-box. */
OndesTruthTable   *ondes_truth_table_from_sources   (OndesSource *const    *sources,
                                                     guint                  n_sources,
                                                     const char            *name,
                                                     GCancellable          *cancellable,
                                                     GError               **error);
OndesTruthTable   *ondes_truth_table_ref            (OndesTruthTable       *self);
void               ondes_truth_table_unref          (OndesTruthTable       *self);

guint              ondes_truth_table_inputs         (const OndesTruthTable *self);
guint              ondes_truth_table_outputs        (const OndesTruthTable *self);
/* Shown: the title of a .pla, the name of an S-box, else what the file is called. */
const char        *ondes_truth_table_name           (const OndesTruthTable *self);
/* Shown: "truth table, .pla, 5 inputs, 3 outputs". */
const char        *ondes_truth_table_format         (const OndesTruthTable *self);
/* Input @i and output @k from 1; NULL where the file does not name it. */
const char        *ondes_truth_table_input_name     (const OndesTruthTable *self,
                                                     guint                  i);
const char        *ondes_truth_table_output_name    (const OndesTruthTable *self,
                                                     guint                  k);
/* Whether it was given by its values, not by separate outputs: what shows it takes the outputs together first. */
gboolean           ondes_truth_table_is_sbox        (const OndesTruthTable *self);
/* The names of all S-boxes of the file, ended by NULL; of other files an empty list. */
const char *const *ondes_truth_table_tables         (const OndesTruthTable *self);
/* Sentences that the user should see, ended by NULL. */
const char *const *ondes_truth_table_notes          (const OndesTruthTable *self);

/* Output @k from 1 as ONDES_BITS: bit x % 8 of byte x / 8; the bits past 2ⁿ are 0, and eight bytes at least can be read.
 * Where it is one, and where it is not said: NULL where no output has such values. */
const guint8      *ondes_truth_table_on             (const OndesTruthTable *self,
                                                     guint                  k);
const guint8      *ondes_truth_table_dont_care      (const OndesTruthTable *self,
                                                     guint                  k);
/* Whether any output has values that are not said. */
gboolean           ondes_truth_table_has_open_values (const OndesTruthTable *self);
/* Values of output @k that are not said. */
guint64            ondes_truth_table_n_dont_care    (const OndesTruthTable *self,
                                                     guint                  k);

/* Fails with ONDES_ERROR_FILE where there is no output @k, and where it has values that are not said and @dont_care is
 * ONDES_DONT_CARE_REFUSE. */
gboolean           ondes_truth_table_check          (const OndesTruthTable *self,
                                                     guint                  k,
                                                     OndesDontCare          dont_care,
                                                     GError               **error);
/* Output @k as a source of 2ⁿ elements 0 and 1: ONDES_U8, rate 1, channel @k. It keeps the table. Fails as check() does. */
OndesSource       *ondes_truth_table_source         (OndesTruthTable       *self,
                                                     guint                  k,
                                                     OndesDontCare          dont_care,
                                                     GError               **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OndesTruthTable, ondes_truth_table_unref)

G_END_DECLS
