/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Truth tables: Boolean functions of n inputs and m outputs, or an S-box if the outputs are taken together.
 *
 * A table is immutable, reference counted and usable from any thread. Input x₁ is the most significant bit of the index x = 0 …
 * 2ⁿ − 1, and output 1 is the most significant bit of an S-box's value. Each output has two bitmaps that never overlap: its
 * ones and its don't-cares.
 *
 * Formats read from a file or from text in memory:
 *   .pla           espresso's two-level format, types f, fd (the default), fr and fdr. Points that fr and fdr leave open are
 *                  don't-care, as are points that are both one and don't-care; points both one and zero are refused. Only
 *                  two-valued functions: .mv, .kiss and .symbolic are refused
 *   bit text       2ⁿ characters 0 and 1, index 0 first; blanks, commas, brackets and comments (# and C style) are skipped
 *   hexadecimal    after 0x, or without it if at most half of the digits are 0 and 1: each digit is four characters of bit
 *                  text, most significant first, so 0x1 is 0001
 *   numbers        2ⁿ whole numbers: an S-box with as many outputs as the largest needs. Numbers after 0x are hexadecimal;
 *                  without it, all are hexadecimal if one has a letter a … f, or if each has two digits and one begins with 0
 *                  ("63 7c 77", "0c 05 06"), and otherwise decimal. If every digit is 0 or 1, the text is bit text. Text
 *                  before an =, and C's u and l after a number, are skipped: a C array with or without its declaration
 *   expressions    inputs x1, x2, …, the constants 0 and 1, brackets, ! ~ ¬ before an operand, and operators from the strongest
 *                  on: & && * · ∧ or nothing (and), ^ + ⊕ (exclusive or), | || ∨ (or), -> → (implies, from the right),
 *                  <-> ↔ (is equal). It has as many inputs as its highest one. The printed algebraic normal forms are such texts
 *   named S-boxes  lines NAME,INPUTS,OUTPUTS,VALUES, with the values separated by blanks; a heading is skipped
 *   .npy           (files only) 2ⁿ elements 0 and 1, with columns as outputs; or one column of any whole numbers: an S-box
 *
 * Errors are ONDES_ERROR_FILE, one sentence of the form "NAME, line L, column C: …" if there is such a position. Sizes are
 * checked before memory is allocated.
 */
#pragma once

#include "signal/source.h"

G_BEGIN_DECLS

#define ONDES_TRUTH_TABLE_MAX_INPUTS 32
#define ONDES_TRUTH_TABLE_MAX_OUTPUTS 65536

/* Treatment of don't-cares. */
typedef enum
{
  ONDES_DONT_CARE_0,
  ONDES_DONT_CARE_1,
  ONDES_DONT_CARE_REFUSE,
} OndesDontCare;

extern const char *const ondes_dont_care_names[]; /* "0" "1" "refuse" NULL */

typedef struct _OndesTruthTable OndesTruthTable;

/* Opens a file. @table names one of several S-boxes in it; NULL for the first. Blocks: not for the widget thread. */
OndesTruthTable   *ondes_truth_table_open           (const char            *path,
                                                     const char            *table,
                                                     GCancellable          *cancellable,
                                                     GError               **error);
/* Parses @length bytes of text, typed or pasted; @name is its name in messages. */
OndesTruthTable   *ondes_truth_table_parse          (const char            *string,
                                                     gsize                  length,
                                                     const char            *name,
                                                     const char            *table,
                                                     GCancellable          *cancellable,
                                                     GError               **error);
/* Creates a table from sources of equal length, a power of two: each source is an output with elements 0 and 1, or a single
 * source of whole numbers holds the values of an S-box. */
OndesTruthTable   *ondes_truth_table_from_sources   (OndesSource *const    *sources,
                                                     guint                  n_sources,
                                                     const char            *name,
                                                     GCancellable          *cancellable,
                                                     GError               **error);
OndesTruthTable   *ondes_truth_table_ref            (OndesTruthTable       *self);
void               ondes_truth_table_unref          (OndesTruthTable       *self);

guint              ondes_truth_table_inputs         (const OndesTruthTable *self);
guint              ondes_truth_table_outputs        (const OndesTruthTable *self);
/* Returns the name for display: the title of a .pla, the name of an S-box, otherwise the file's name. */
const char        *ondes_truth_table_name           (const OndesTruthTable *self);
/* Returns the format for display: "truth table, .pla, 5 inputs, 3 outputs". */
const char        *ondes_truth_table_format         (const OndesTruthTable *self);
/* Return the name of input @i or output @k, from 1; NULL if the file does not name it. */
const char        *ondes_truth_table_input_name     (const OndesTruthTable *self,
                                                     guint                  i);
const char        *ondes_truth_table_output_name    (const OndesTruthTable *self,
                                                     guint                  k);
/* TRUE if the table was given by values rather than separate outputs; views then show the outputs together first. */
gboolean           ondes_truth_table_is_sbox        (const OndesTruthTable *self);
/* Returns the names of all S-boxes of the file, NULL-terminated; empty for other files. */
const char *const *ondes_truth_table_tables         (const OndesTruthTable *self);
/* Returns sentences for the user, NULL-terminated. */
const char *const *ondes_truth_table_notes          (const OndesTruthTable *self);

/* Return the ones and the don't-cares of output @k, from 1, as ONDES_BITS: bit x % 8 of byte x / 8. Bits past 2ⁿ are 0, and at
 * least eight bytes can be read. The don't-cares are NULL if no output has any. */
const guint8      *ondes_truth_table_on             (const OndesTruthTable *self,
                                                     guint                  k);
const guint8      *ondes_truth_table_dont_care      (const OndesTruthTable *self,
                                                     guint                  k);
/* TRUE if any output has don't-cares. */
gboolean           ondes_truth_table_has_open_values (const OndesTruthTable *self);
/* Returns the number of don't-cares of output @k. */
guint64            ondes_truth_table_n_dont_care    (const OndesTruthTable *self,
                                                     guint                  k);

/* Fails with ONDES_ERROR_FILE if there is no output @k, or if it has don't-cares and @dont_care is ONDES_DONT_CARE_REFUSE. */
gboolean           ondes_truth_table_check          (const OndesTruthTable *self,
                                                     guint                  k,
                                                     OndesDontCare          dont_care,
                                                     GError               **error);
/* Creates a source of output @k: 2ⁿ elements 0 and 1, ONDES_U8, rate 1, channel @k. It keeps the table alive. Fails as
 * ondes_truth_table_check() does. */
OndesSource       *ondes_truth_table_source         (OndesTruthTable       *self,
                                                     guint                  k,
                                                     OndesDontCare          dont_care,
                                                     GError               **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OndesTruthTable, ondes_truth_table_unref)

G_END_DECLS
