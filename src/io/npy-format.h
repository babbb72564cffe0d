/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The .npy format, and rectangles written into the row-major array of a file. */
#pragma once

#include "engine/engine.h"
#include "out-file.h"

G_BEGIN_DECLS

/* Magic, version and header of an array of @type (not BITS), @dimensions of @shape (0: a scalar), C order: a multiple of 64
 * bytes, so that values are aligned. Transfer full. */
GByteArray *ondes_npy_header    (OndesType      type,
                                 guint          dimensions,
                                 const guint64 *shape);
/* A whole scalar array of Unicode text. Transfer full. */
GByteArray *ondes_npy_text      (const char    *utf8);

/* rows × cols elements in bytes; G_MAXUINT64 where that passes it. */
guint64     ondes_grid_bytes    (OndesType      type,
                                 guint64        rows,
                                 guint64        cols);
/* Writes a tile of an array that is @cols wide and begins at @base. */
gboolean    ondes_grid_put      (OndesOutFile    *file,
                                 guint64          base,
                                 OndesType        type,
                                 guint64          cols,
                                 const OndesRect *where,
                                 const void      *data,
                                 gsize            stride_bytes,
                                 GError         **error);

G_END_DECLS
