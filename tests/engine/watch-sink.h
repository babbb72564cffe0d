/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/array-sink.h"

/* An array sink that watches the contract and fails on request. */
typedef struct
{
  OndesSink       sink;
  OndesArraySink *array;
  guint8         *seen; /* a value */
  guint           begins, puts, finishes;
  guint           fail_at;     /* put, 0: none */
  gboolean        fail_begin, fail_finish;
  GCancellable   *cancel_at_put;
} WatchSink;

void watch_sink_init  (WatchSink *self);
void watch_sink_clear (WatchSink *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (WatchSink, watch_sink_clear)
