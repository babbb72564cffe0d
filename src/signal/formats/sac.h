/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "signal/reader.h"

G_BEGIN_DECLS

/* TRUE if a file that begins with the @n bytes at @head has a header of SAC. */
gboolean     ondes_sac_detect (const char         *path,
                               const guint8       *head,
                               gsize               n);
OndesReader *ondes_sac_open   (const OndesOpening *opening,
                               GError            **error);

G_END_DECLS
