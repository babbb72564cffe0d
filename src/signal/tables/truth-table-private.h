/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How the readers of truth tables build them. */
#pragma once

#include "truth-table.h"

#define WORDS_BETWEEN 65536 /* looks at whether it was cancelled */

G_BEGIN_DECLS

struct _OndesTruthTable
{
  gatomicrefcount ref_count;
  guint           inputs, outputs;
  guint64         words;       /* of an output's bitmap, 64 bits each in the order of bytes */
  guint64        *on;          /* [outputs][words] */
  guint64        *dont_care;   /* the same, or NULL */
  guint64        *n_dont_care; /* [outputs], or NULL */
  gboolean        sbox;
  char           *display;     /* as sentences name it */
  char           *name, *format;
  char          **input_names, **output_names; /* as many as there are, or NULL */
  char          **tables;
  GPtrArray      *notes;       /* ended by NULL when the table is finished */
};

/* Text with its place in it. */
typedef struct
{
  const char   *p, *end;
  const char   *line_start;
  guint         line; /* from 1 */
  const char   *display;
  const char   *table; /* asked for; NULL: the first */
  GCancellable *cancellable;
} OndesTruthText;

/* "NAME, line L, column C: …" of where the text stands; always FALSE. */
gboolean         ondes_truth_text_refuse    (const OndesTruthText *self,
                                             GError              **error,
                                             const char           *format,
                                             ...) G_GNUC_PRINTF (3, 4);
/* The same of the character there: "“x” is @what". */
gboolean         ondes_truth_text_refuse_character (const OndesTruthText *self,
                                                    const char           *what,
                                                    GError              **error);
/* One character on; lines are counted. */
void             ondes_truth_text_advance   (OndesTruthText       *self);
/* To the end of the line. */
void             ondes_truth_text_skip_line (OndesTruthText       *self);

/* All zero; refuses what has too many inputs or outputs, or does not fit into memory. The text is where its size is said;
 * NULL: nowhere. */
OndesTruthTable *ondes_truth_table_new      (guint64               inputs,
                                             guint64               outputs,
                                             const char           *display,
                                             const OndesTruthText *text,
                                             GError              **error);
/* Another bitmap of all outputs, all zero; NULL where it does not fit into memory beside all that is promised already. */
guint64         *ondes_truth_table_plane    (const OndesTruthTable *self,
                                             GError              **error);
void             ondes_truth_table_plane_free (guint64           *plane);
void             ondes_truth_table_note     (OndesTruthTable      *self,
                                             const char           *format,
                                             ...) G_GNUC_PRINTF (2, 3);
/* Sets value @x of an S-box: all outputs. */
void             ondes_truth_table_set      (OndesTruthTable      *self,
                                             guint64               x,
                                             guint64               value);
/* The last step: @how is "bit text" or the like. Transfer full of @self, whose don't-cares are counted and taken off the ones; NULL
 * where that is cancelled. */
OndesTruthTable *ondes_truth_table_finish   (OndesTruthTable      *self,
                                             const char           *how,
                                             GCancellable         *cancellable,
                                             GError              **error);
/* Least and nearest: the exponent of a power of two; FALSE where @n is none. @n ≥ 1. */
gboolean         ondes_power_of_two         (guint64               n,
                                             guint                *exponent);

/* Whether the beginning of a text looks like the format. */
gboolean         ondes_pla_looks            (const char           *text,
                                             gsize                 length);
gboolean         ondes_sbox_list_looks      (const char           *text,
                                             gsize                 length);
/* Bits, hexadecimal digits after 0x, or numbers in brackets, after 0x or with letters: what no recording is. */
gboolean         ondes_digits_looks         (const char           *text,
                                             gsize                 length);
OndesTruthTable *ondes_pla_parse            (OndesTruthText       *text,
                                             GError              **error);
OndesTruthTable *ondes_sbox_list_parse      (OndesTruthText       *text,
                                             GError              **error);
/* Bits, hexadecimal digits or whole numbers. */
OndesTruthTable *ondes_digits_parse         (OndesTruthText       *text,
                                             GError              **error);

G_END_DECLS
