/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Events: stretches of a series of levels that are loud. One begins with the first level that reaches a threshold and ends before
 * the first that lies more than a hysteresis below it. Pure functions; any thread. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct
{
  double above_db;      /* threshold */
  double hysteresis_db; /* ≥ 0 */
  gsize  least;         /* levels of the shortest event */
} OndesEventRule;

typedef struct
{
  gsize  first, count; /* levels */
  gsize  peak;         /* the largest of them, the first if several are */
} OndesEvent;

/* Returns the events (OndesEvent) among @n levels, in order; NaN is silence. Transfer full. */
GArray *ondes_events_find (const double         *levels_db,
                           gsize                 n,
                           const OndesEventRule *rule);

G_END_DECLS
