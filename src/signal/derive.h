/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The values of a spectrum: a span of a source, made 0 or 1 where asked, of 2ⁿ values, with signs for bits where asked. In this
 * order, so that what fills up are zeros of the function, and (−1)^0 = 1 of them with signs.
 */
#pragma once

#include "source.h"

G_BEGIN_DECLS

typedef enum
{
  ONDES_BINARISE_NONE,
  ONDES_BINARISE_SIGN,      /* 1 where the value is below 0, so that (−1)^f has the value's sign */
  ONDES_BINARISE_THRESHOLD, /* 1 where the value is not below the threshold */
  ONDES_BINARISE_BIT,       /* a bit of an integer in two's complement, 0 the least significant */
} OndesBinariseKind;

typedef struct
{
  OndesBinariseKind kind;
  double            threshold;
  guint             bit; /* 0 … 63 */
} OndesBinarise;

/* "sign", "threshold:V", "bit:B"; ONDES_ERROR_REQUEST for anything else. */
gboolean     ondes_binarise_parse  (const char            *text,
                                    OndesBinarise         *binarise,
                                    GError               **error);
/* The same text; NULL for none. Transfer full. */
char        *ondes_binarise_print  (const OndesBinarise   *binarise);

/* A struct of zeroes: the first values, as many as the largest power of two that fits, as they stand. */
typedef struct
{
  OndesBinarise binarise;
  guint64       length;   /* 0: the largest power of two that fits, or (@pad) the least that holds all; else a power of two */
  gboolean      pad;      /* zeros may fill up */
  gboolean      is_signed; /* (−1)^f of values 0 and 1 */
  gboolean      is_binary; /* nothing but 0 and 1 is let through: for Reed–Muller */
} OndesDerivation;

/* How many values are made of @count. @note: NULL, or one sentence where the end of the values is left out without that being
 * asked for; transfer full. Fails with ONDES_ERROR_REQUEST where the length is no power of two, and with ONDES_ERROR_FILE
 * where there are too few values. @name, of the file, begins sentences. */
gboolean     ondes_derivation_size (const OndesDerivation *self,
                                    const char            *name,
                                    guint64                count,
                                    guint64               *size,
                                    char                 **note,
                                    GError               **error);

/* The values of the span [@first, @first + @count) of @source (not empty, and inside it). Its type: U8 where binarised and not
 * signed; I32 of signed integers; else the source's own, U8 for BITS. It has an id of its own. Fails where
 * ondes_derivation_size() does, for complex samples, and for a bit of what is no integer; reading fails, with ONDES_ERROR_FILE
 * and the sample's index in @source, at a value that is NaN where binarised, neither 0 nor 1 where signed or binary, and else not
 * finite. */
OndesSource *ondes_derived_source_new (OndesSource           *source,
                                       const OndesDerivation *derivation,
                                       const char            *name,
                                       guint64                first,
                                       guint64                count,
                                       char                 **note,
                                       GError               **error);

G_END_DECLS
