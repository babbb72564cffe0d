/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How a caller follows a long call, and ends it. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* @fraction is 0 … 1. Called on the thread of the call. */
typedef void (*OndesProgress) (double   fraction,
                               gpointer user_data);

/* Filled by name; borrowed for the call. Where a function takes a watch, NULL means nobody watches. */
typedef struct
{
  OndesProgress progress;    /* NULL: not told */
  gpointer      user_data;   /* of progress */
  GCancellable *cancellable; /* NULL: not cancelled */
} OndesWatch;

/* The cancellable of @watch, borrowed, or NULL. */
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

G_END_DECLS
