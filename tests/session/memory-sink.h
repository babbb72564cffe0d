/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A sound sink that keeps what is written, on a clock that the test moves, or in real time. */
#pragma once

#include "sound/sound-sink.h"

typedef struct
{
  OndesSoundSink base;
  GMutex   mutex;    /* of all below */
  GArray  *frames;   /* float: all that was written since it was made */
  guint    opened, closed, flushed;
  gboolean is_open, is_paused;
  gboolean runs;     /* in real time; else the clock stands until the test moves it */
  gboolean absent;   /* open() fails */
  int      lose;     /* the writes that fail next */
  guint64  written;  /* since open or flush */
  double   heard;    /* at since_us, or where the test put the clock */
  gint64   since_us;
  guint    capacity; /* frames that it takes ahead */
} MemorySink;

/* Belongs to the player that takes it; @kept, not NULL, is valid as long as the player. */
OndesSoundSink *memory_sink_new       (gboolean     runs,
                                       MemorySink **kept);
/* Moves the clock to @before frames before the last one written. */
void            memory_sink_advance   (MemorySink  *self,
                                       guint        before);
guint64         memory_sink_get_count (MemorySink  *self);
