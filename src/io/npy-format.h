/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The .npy format, and writing rectangles into the row-major array of a file. */
#pragma once

#include "engine/engine.h"
#include "zip.h"

G_BEGIN_DECLS

/* Returns the magic, version and header of a C-order array of @type (not BITS) with @dimensions of @shape (0: a scalar), padded
 * to a multiple of 64 bytes to align the values. Transfer full. */
GByteArray *ondes_npy_header    (OndesType      type,
                                 guint          dimensions,
                                 const guint64 *shape);
/* Returns the same of @n ≥ 1 strings in one dimension. Transfer full. */
GByteArray *ondes_npy_texts     (const char *const *utf8,
                                 guint          n);

/* Returns the size of rows × cols elements in bytes; G_MAXUINT64 on overflow. */
guint64     ondes_grid_bytes    (OndesType      type,
                                 guint64        rows,
                                 guint64        cols);
/* A sink that writes an array to a file, row by row. Such sinks begin with this struct. */
typedef struct
{
  OndesSink     sink;
  char         *path;
  OndesOutFile *file;
  guint64       base; /* the array's offset in bytes */
  OndesType     type;
  guint64       cols;
} OndesFileSink;

/* Their put(). */
gboolean    ondes_file_sink_put (OndesSink       *sink,
                                 const OndesRect *where,
                                 const void      *data,
                                 gsize            stride_bytes,
                                 gboolean         final,
                                 GError         **error);

/* Adds the member @name, "values.npy", of an .npz: an array of two dimensions, of one if shape[1] is 0, or a scalar if both
 * are 0. */
gboolean    ondes_zip_add_array (OndesZip      *zip,
                                 const char    *name,
                                 OndesType      type,
                                 const guint64  shape[2],
                                 const void    *values,
                                 GError       **error);
/* Adds a text; NULL is "". */
gboolean    ondes_zip_add_text  (OndesZip      *zip,
                                 const char    *name,
                                 const char    *text,
                                 GError       **error);

G_END_DECLS
