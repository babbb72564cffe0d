/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Progress and cancellation of a long call. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* @fraction is 0 … 1. Called on the thread that makes the call. */
typedef void (*OndesProgress) (double   fraction,
                               gpointer user_data);

/* Initialise by member name; borrowed for the call. Functions that take a watch accept NULL for no progress or cancellation. */
typedef struct
{
  OndesProgress progress;    /* NULL if not wanted */
  gpointer      user_data;   /* for progress */
  GCancellable *cancellable; /* NULL if not cancellable */
} OndesWatch;

/* Returns the cancellable of @watch, borrowed, or NULL. */
static inline GCancellable *
ondes_watch_cancellable (const OndesWatch *watch)
{
  return watch != NULL ? watch->cancellable : NULL;
}

static inline void
ondes_watch_tell (const OndesWatch *watch,
                  double            fraction)
{
  if (watch != NULL && watch->progress != NULL)
    watch->progress (fraction, watch->user_data);
}

/* What a part of a long call tells of the whole. */
typedef struct
{
  const OndesWatch *whole;         /* NULL for none */
  double            begin, length; /* of the whole's 0 … 1 */
} OndesWatchPart;

static inline void
ondes_watch_part_tell (double   fraction,
                       gpointer user_data)
{
  const OndesWatchPart *part = user_data;

  ondes_watch_tell (part->whole, part->begin + part->length * fraction);
}

/* Returns the watch of @part, which must outlive it and may be moved on. */
static inline OndesWatch
ondes_watch_of_part (OndesWatchPart *part)
{
  return (OndesWatch) { ondes_watch_part_tell, part, ondes_watch_cancellable (part->whole) };
}

G_END_DECLS
