/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes a zip archive of uncompressed members into an output file, with zip64 if a size or an offset needs it. */
#pragma once

#include "out-file.h"

G_BEGIN_DECLS

typedef struct _OndesZip OndesZip;

/* Borrows @file. */
OndesZip *ondes_zip_new    (OndesOutFile *file);
void      ondes_zip_free   (OndesZip     *self);
/* Begins a member of exactly @bytes. Returns the file offset of its data, to be written in any order by pwrite; 0 on error. */
guint64   ondes_zip_begin  (OndesZip     *self,
                            const char   *name,
                            guint64       bytes,
                            GError      **error);
/* Ends the member; reads its data once for the checksum. */
gboolean  ondes_zip_end    (OndesZip     *self,
                            GError      **error);
/* Adds a member in one call. */
gboolean  ondes_zip_add    (OndesZip     *self,
                            const char   *name,
                            const void   *data,
                            gsize         n,
                            GError      **error);
/* Does the same for @n bytes of data behind those of @head. */
gboolean  ondes_zip_add_behind (OndesZip         *self,
                                const char       *name,
                                const GByteArray *head,
                                const void       *data,
                                gsize             n,
                                GError          **error);
/* Writes the central directory. */
gboolean  ondes_zip_finish (OndesZip     *self,
                            GError      **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OndesZip, ondes_zip_free)

G_END_DECLS
