/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A sink that stores the result in memory. */
#pragma once

#include "engine.h"

G_BEGIN_DECLS

typedef struct
{
  OndesSink sink;
  OndesType type;
  guint64   rows, cols;
  void     *data; /* rows × cols, row-major; owned by the sink, NULL before begin */
  gboolean  reuse; /* TRUE to let a result of the same size replace the last one in its memory, which is then not zeroed */
} OndesArraySink;

/* begin() fails with ONDES_ERROR_FILE, stating the bytes needed, if the result does not fit in memory. */
OndesArraySink *ondes_array_sink_new   (void);
/* Returns the data, transfer full; free with g_free(). */
void           *ondes_array_sink_steal (OndesArraySink *self);

G_END_DECLS
