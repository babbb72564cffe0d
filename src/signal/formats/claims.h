/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the headers of sound files say of their length, held against the bytes that follow.
 *
 * libsndfile reads no further than a header claims. Where more follows, it gets a header that says so; where that cannot be, or
 * what follows is of another kind, a sentence tells what is left out.
 */
#pragma once

#include "signal/reader.h"

G_BEGIN_DECLS

typedef struct
{
  guint8  *head;     /* read in place of the first @resume bytes; NULL: the header stands as it is */
  gsize    length;   /* of the head, bytes */
  guint64  resume;
  gboolean known;    /* the header claims a number of frames */
  guint64  claimed;  /* that number, where there is a head */
  char    *left_out; /* a sentence on what is not read; NULL: nothing */
} OndesClaims;

/* Looks at the file and not only at its header. FALSE with @error where it cannot be read or the caller cancels. */
gboolean ondes_claims_check (OndesClaims        *self,
                             const OndesOpening *opening,
                             GError            **error);
void     ondes_claims_clear (OndesClaims        *self);

/* The same of a file that begins with "fLaC". */
gboolean ondes_flac_claims_check (OndesClaims        *self,
                                  const OndesOpening *opening,
                                  GError            **error);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (OndesClaims, ondes_claims_clear)

G_END_DECLS
