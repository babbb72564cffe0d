/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files of other programs, told by how they begin, that are not read. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define ONDES_FOREIGN_LOOK 1024 /* bytes of the beginning that tell */

/* "NAME is a PNG picture, which Ondes does not read" and, where there is a way, what to do; FALSE with @error unset where a file
 * that begins with the @n bytes at @head is none of those that are known. */
gboolean ondes_foreign_refuse (const guint8 *head,
                               gsize         n,
                               const char   *path,
                               const char   *display,
                               GError      **error);

/* The same of MATLAB's files (versions 4 and 5), to be asked once libsndfile has found no sound in it. */
gboolean ondes_foreign_refuse_matlab (const guint8 *head,
                                      gsize         n,
                                      const char   *display,
                                      GError      **error);

G_END_DECLS
