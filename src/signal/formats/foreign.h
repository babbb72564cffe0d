/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files of other programs that Ondes does not read, recognised by how they begin. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define ONDES_FOREIGN_BYTES 1024 /* bytes of the beginning that are checked */

/* Refuses a known foreign file that begins with the @n bytes at @head: "NAME is a PNG picture, which Ondes does not read", with
 * advice if there is any. FALSE, with @error unset, for any other file. */
gboolean ondes_foreign_refuse (const guint8 *head,
                               gsize         n,
                               const char   *path,
                               const char   *display,
                               GError      **error);

/* Refuses MATLAB files (versions 4 and 5); call it once libsndfile has found no sound in the file. */
gboolean ondes_foreign_refuse_matlab (const guint8 *head,
                                      gsize         n,
                                      const char   *display,
                                      GError      **error);

G_END_DECLS
