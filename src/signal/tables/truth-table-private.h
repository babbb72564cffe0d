/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Internals of truth tables, for their readers. */
#pragma once

#include "truth-table.h"

#define WORDS_BETWEEN 65536 /* words between cancellation checks */

G_BEGIN_DECLS

struct _OndesTruthTable
{
  guint           inputs, outputs;
  guint64         words;       /* 64-bit words per output's bitmap, in byte order */
  guint64        *on;          /* [outputs][words] */
  guint64        *dont_care;   /* [outputs][words], or NULL */
  guint64        *n_dont_care; /* [outputs], or NULL */
  gboolean        sbox;
  char           *display;     /* the table's name in messages */
  char           *name, *format;
  char          **input_names, **output_names; /* [inputs] and [outputs], or NULL */
  char          **tables;
  GPtrArray      *notes;       /* NULL-terminated once the table is finished */
};

/* Text and the current position in it. */
typedef struct
{
  const char   *p, *end;
  const char   *line_start;
  guint         line; /* from 1 */
  const char   *display;
  const char   *table; /* name of the table asked for; NULL for the first */
  GCancellable *cancellable;
} OndesTruthText;

/* Sets the error "NAME, line L, column C: …" at the current position; always returns FALSE. */
gboolean         ondes_truth_text_refuse    (const OndesTruthText *self,
                                             GError              **error,
                                             const char           *format,
                                             ...) G_GNUC_PRINTF (3, 4);
/* Sets the error "“x” is @what" for the current character; always returns FALSE. */
gboolean         ondes_truth_text_refuse_character (const OndesTruthText *self,
                                                    const char           *what,
                                                    GError              **error);
/* Advances by one character and counts lines. */
void             ondes_truth_text_advance   (OndesTruthText       *self);
/* Skips to the end of the line. */
void             ondes_truth_text_skip_line (OndesTruthText       *self);

/* Creates an all-zero table; fails if there are too many inputs or outputs, or too little memory. @text is where its size is
 * stated; NULL if nowhere. */
OndesTruthTable *ondes_truth_table_new      (guint64               inputs,
                                             guint64               outputs,
                                             const char           *display,
                                             const OndesTruthText *text,
                                             GError              **error);
/* Allocates another all-zero bitmap of all outputs; NULL if it does not fit into memory on top of all reservations. */
guint64         *ondes_truth_table_plane    (const OndesTruthTable *self,
                                             GError              **error);
void             ondes_truth_table_plane_free (guint64           *plane);
void             ondes_truth_table_note     (OndesTruthTable      *self,
                                             const char           *format,
                                             ...) G_GNUC_PRINTF (2, 3);
/* Sets value @x of an S-box, on all outputs. */
void             ondes_truth_table_set      (OndesTruthTable      *self,
                                             guint64               x,
                                             guint64               value);
/* Finishes the table: counts its don't-cares and clears them in the ones. @how is "bit text" or the like. Takes ownership of
 * @self and returns it; NULL if cancelled. */
OndesTruthTable *ondes_truth_table_finish   (OndesTruthTable      *self,
                                             const char           *how,
                                             GCancellable         *cancellable,
                                             GError              **error);
/* Stores the exponent of the largest power of two up to @n, which must be at least 1. FALSE if @n is not a power of two. */
gboolean         ondes_power_of_two         (guint64               n,
                                             guint                *exponent);

/* TRUE if the beginning of a text looks like a .pla, or like a list of named S-boxes. */
gboolean         ondes_pla_detect           (const char           *text,
                                             gsize                 length);
gboolean         ondes_sbox_list_detect     (const char           *text,
                                             gsize                 length);
/* TRUE for texts that cannot be a recording: bits, hexadecimal digits after 0x, and numbers in brackets, after 0x or with
 * letters. */
gboolean         ondes_digits_detect        (const char           *text,
                                             gsize                 length);
/* TRUE if a text begins as a Boolean expression does; if @strict, not if it may begin with names of columns: "x1 x2". */
gboolean         ondes_expression_detect    (const char           *text,
                                             gsize                 length,
                                             gboolean              strict);
OndesTruthTable *ondes_pla_parse            (OndesTruthText       *text,
                                             GError              **error);
OndesTruthTable *ondes_sbox_list_parse      (OndesTruthText       *text,
                                             GError              **error);
OndesTruthTable *ondes_expression_parse     (OndesTruthText       *text,
                                             GError              **error);
/* Parses bits, hexadecimal digits or whole numbers. */
OndesTruthTable *ondes_digits_parse         (OndesTruthText       *text,
                                             GError              **error);

G_END_DECLS
