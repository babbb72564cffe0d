/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A sink into memory. */
#pragma once

#include "engine.h"

G_BEGIN_DECLS

typedef struct
{
  OndesSink sink;
  OndesType type;
  guint64   rows, cols;
  void     *data; /* rows × cols, row-major; owned by the sink, NULL before begin */
} OndesArraySink;

/* begin() refuses with ONDES_ERROR_FILE, naming the bytes, what does not fit memory. */
OndesArraySink *ondes_array_sink_new   (void);
/* Takes the data out; free with g_free(). */
void           *ondes_array_sink_steal (OndesArraySink *self);

G_END_DECLS
