/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The elements of MATLAB's files of version 5, of tag and data, as they stand or compressed. One thread at a time. */
#pragma once

#include <gio/gio.h>
#include <zlib.h>

G_BEGIN_DECLS

typedef struct
{
  int         fd;
  const char *display; /* borrowed */
  gboolean    swap;    /* not in this machine's byte order */
  GCancellable *cancellable; /* of what is read now; NULL for none */
} OndesMatFile;

/* A run of bytes of the file, or what it is once inflated. */
typedef struct
{
  int         fd;
  const char *display;
  guint64     in, in_end; /* of the file: the next byte, and the end */
  gboolean    compressed;
  gboolean    swap;
  guint64     at, end;    /* of what is read: the next byte, and an upper bound of its length */
  z_stream    z;
  guint8     *input;      /* INPUT bytes */
  GCancellable *cancellable;
} OndesMatStream;

/* The tag of an element: its type and bytes; small ones have up to four bytes of data in the tag itself. */
typedef struct
{
  guint   type;
  guint64 bytes;
  guint8  small[4];
  gboolean is_small;
} OndesMatTag;

/* Fails with "NAME is a MATLAB file …". Returns FALSE. */
gboolean ondes_mat_refuse    (const char         *display,
                              GError            **error,
                              const char         *what);
/* Begins at the bytes [at, at + size) of the file, which are compressed or not. */
void     ondes_mat_begin     (OndesMatStream     *self,
                              const OndesMatFile *mat,
                              guint64             at,
                              guint64             size,
                              gboolean            compressed);
void     ondes_mat_end       (OndesMatStream     *self);
/* Reads the next @n bytes, or skips them if @dst is NULL. */
gboolean ondes_mat_read      (OndesMatStream     *self,
                              void               *dst,
                              guint64             n,
                              GError            **error);
gboolean ondes_mat_read_tag  (OndesMatStream     *self,
                              OndesMatTag        *tag,
                              GError            **error);
/* Reads the data of an element into @dst of @most bytes, and what fills it up to eight; NULL skips it. */
gboolean ondes_mat_read_data (OndesMatStream     *self,
                              const OndesMatTag  *tag,
                              void               *dst,
                              gsize               most,
                              GError            **error);
/* Returns the number of four bytes at @from. */
guint32  ondes_mat_word      (const OndesMatStream *self,
                              const guint8         *from);

G_END_DECLS
