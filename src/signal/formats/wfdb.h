/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "signal/reader.h"

G_BEGIN_DECLS

/* TRUE for a header of WFDB called NAME.hea that begins with the @n bytes at @head, and for NAME.dat if the header beside it names
 * that file. */
gboolean     ondes_wfdb_detect (const char         *path,
                                const guint8       *head,
                                gsize               n);
OndesReader *ondes_wfdb_open   (const OndesOpening *opening,
                                GError            **error);

G_END_DECLS
