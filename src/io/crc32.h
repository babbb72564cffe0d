/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* CRC-32 of ISO 3309, as zip and PNG have it: begin with 0, go on with the result. Any thread. */
guint32 ondes_crc32 (guint32     crc,
                     const void *data,
                     gsize       n);

G_END_DECLS
