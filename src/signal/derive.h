/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Input values of a spectrum: a span of a source, binarised if asked, cut or zero-padded to 2ⁿ values, then mapped to (−1)^f if
 * asked. Padding precedes the mapping, so its zeros become (−1)^0 = 1.
 */
#pragma once

#include "param/param.h"
#include "source.h"
#include "tables/truth-table.h"

G_BEGIN_DECLS

typedef enum
{
  ONDES_BINARISE_NONE,
  ONDES_BINARISE_SIGN,      /* 1 if the value is negative, so (−1)^f has the sign of the value */
  ONDES_BINARISE_THRESHOLD, /* 1 if the value is at or above the threshold */
  ONDES_BINARISE_BIT,       /* one bit of an integer in two's complement; bit 0 is the least significant */
} OndesBinariseKind;

typedef struct
{
  OndesBinariseKind kind;
  double            threshold;
  guint             bit; /* 0 … 63 */
} OndesBinarise;

/* A zeroed struct selects the first values, unchanged: the largest power of two that fits. */
typedef struct
{
  OndesBinarise binarise;
  guint64       length;   /* a power of two; 0: the largest that fits, or with @pad the smallest that holds all */
  gboolean      pad;      /* zero-padding is allowed */
  gboolean      is_signed; /* map values 0 and 1 to (−1)^f */
  gboolean      is_binary; /* accept only values 0 and 1: for Reed–Muller */
  OndesDontCare dont_care; /* of a truth table; for who opens the source */
} OndesDerivation;

/* The parameters: all fields but is_binary. The command refuses don't-cares by default. */
extern const OndesParamTable ondes_derivation_params;
extern const OndesDerivation ondes_derivation_default;

/* Computes how many values are derived from @count. @note is set to NULL, or to one sentence if trailing values are dropped
 * without being asked for; transfer full. Fails with ONDES_ERROR_REQUEST if the length is not a power of two, and with
 * ONDES_ERROR_FILE if there are too few values. Sentences begin with @name, the file's. */
gboolean     ondes_derivation_size (const OndesDerivation *self,
                                    const char            *name,
                                    guint64                count,
                                    guint64               *size,
                                    char                 **note,
                                    GError               **error);

/* Creates a source of values derived from the @span of @source, which must be inside it and not empty.
 * Its type is U8 if binarised and not signed; I32 if signed, unless @source is floating point and not binarised; otherwise the
 * source's own, or U8 for BITS. It has its own id. Fails if ondes_derivation_size() does, for complex samples, and for a bit of
 * non-integers. Reading fails, with ONDES_ERROR_FILE and the sample's index in @source, at NaN if binarised, at values other
 * than 0 and 1 if signed or binary, and otherwise at non-finite values. */
OndesSource *ondes_derived_source_new (OndesSource           *source,
                                       const OndesDerivation *derivation,
                                       const char            *name,
                                       OndesSpan              span,
                                       char                 **note,
                                       GError               **error);

G_END_DECLS
