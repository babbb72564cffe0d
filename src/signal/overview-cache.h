/* SPDX-License-Identifier: GPL-3.0-or-later */
/* On-disk cache of the finest levels of overviews, one file per source in ondes/overview of the user's cache folder.
 *
 * Nothing here fails: an entry that is unreadable, damaged, truncated or from another version of Ondes is a cache miss, and an
 * entry that cannot be written is dropped. Any thread, and several processes at once.
 */
#pragma once

#include "pyramid.h"
#include "recording.h"

G_BEGIN_DECLS

#define ONDES_OVERVIEW_CACHE_LIMIT ((guint64) 256 << 20) /* bytes of all files together */

typedef struct
{
  const char  *identity; /* the source's identity; borrowed */
  guint64      n, stride;
  guint        stretches;
  OndesExtent *extents;  /* [stretches]; borrowed */
  OndesScan    scan;
} OndesOverviewEntry;

/* Fills ->extents and ->scan of an entry whose other fields are set, and marks it as used. FALSE on a cache miss, with
 * ->extents undefined. */
gboolean ondes_overview_cache_load  (OndesOverviewEntry       *entry);
/* Stores the entry atomically, then trims the cache to ONDES_OVERVIEW_CACHE_LIMIT. */
void     ondes_overview_cache_store (const OndesOverviewEntry *entry);
/* Evicts the least recently used files until at most @limit bytes remain. */
void     ondes_overview_cache_trim  (guint64                   limit);

G_END_DECLS
