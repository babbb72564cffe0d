/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Checks the length claimed in a sound file's header against the bytes that follow.
 *
 * libsndfile reads no further than a header claims. If more samples follow, it is given a corrected header; if that is
 * impossible, or something else follows, a sentence says what is left out.
 */
#pragma once

#include "signal/reader.h"

G_BEGIN_DECLS

typedef struct
{
  guint8  *head;     /* read in place of the first @resume bytes; NULL if the header stands */
  gsize    length;   /* of the head, in bytes */
  guint64  resume;
  gboolean known;    /* the header claims a number of frames */
  guint64  claimed;  /* that number, if there is a head */
  char    *left_out; /* message about the data that was skipped; NULL if none */
} OndesClaims;

/* Checks the file itself, not only its header. FALSE with @error if reading fails or the caller cancels. */
gboolean ondes_claims_check (OndesClaims        *self,
                             const OndesOpening *opening,
                             GError            **error);
void     ondes_claims_clear (OndesClaims        *self);

/* Does the same for a FLAC file, which begins with "fLaC". */
gboolean ondes_flac_claims_check (OndesClaims        *self,
                                  const OndesOpening *opening,
                                  GError            **error);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (OndesClaims, ondes_claims_clear)

G_END_DECLS
