/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A file of samples of WFDB: the samples of one signal or more in turn, frame by frame, in one storage format. */
#pragma once

#include "wfdb-header.h"
#include "wfdb-numbers.h"

G_BEGIN_DECLS

#define ONDES_WFDB_BYTES (4 * (gsize) ONDES_WFDB_FRAME_MOST + 8) /* that hold a piece in any format */

typedef struct
{
  const OndesWfdbFormat *format;
  char    *path, *display;   /* NULL if the format is 0 */
  int      fd;               /* −1 while it is closed */
  guint64  size, offset;     /* of the file and of its first sample, bytes */
  guint    samples;          /* in a frame, of all signals */
  guint    n_signals;
  guint   *signal_of;        /* [samples] */
  guint64  frames;
  double  *sums;             /* [n_signals] in formats of differences: the last number before the frame @at */
  guint64  at;
  GArray  *kept;             /* such sums of every 65536th frame, as far as the file was read */
} OndesWfdbGroup;

/* Makes the group of @n signals at @first of a header, which share a file; NULL with @error, a sentence that begins with
 * @display. Adds the identity of the file to @identities. The group's file is closed then. */
OndesWfdbGroup *ondes_wfdb_group_new   (const OndesWfdbSignal *first,
                                        guint                  n,
                                        const char            *header_path,
                                        const char            *display,
                                        GPtrArray             *identities,
                                        GError               **error);
void            ondes_wfdb_group_free  (OndesWfdbGroup        *self);
void            ondes_wfdb_group_close (OndesWfdbGroup        *self);
/* Decodes the @n frames from @frame on to @numbers; a sample that is marked as invalid becomes NaN. The frames are in the file and
 * have at most ONDES_WFDB_FRAME_MOST samples. @bytes has room for ONDES_WFDB_BYTES. One thread at a time. */
gboolean        ondes_wfdb_group_read  (OndesWfdbGroup        *self,
                                        guint64                frame,
                                        gsize                  n,
                                        guint8                *bytes,
                                        double                *numbers,
                                        GError               **error);

G_END_DECLS
