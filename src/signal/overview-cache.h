/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finest levels of overviews, kept in the user's cache folder (ondes/overview), a file for each source.
 *
 * Nothing here fails: what cannot be read, or is damaged, cut short or of another version of Ondes, is not there, and what
 * cannot be written is not kept. Any thread, and several processes at once.
 */
#pragma once

#include "overview.h"

G_BEGIN_DECLS

#define ONDES_OVERVIEW_CACHE_LIMIT ((guint64) 256 << 20) /* bytes of all files together */

typedef struct
{
  const char  *identity; /* of the source; borrowed */
  guint64      n, stride;
  guint        stretches;
  OndesExtent *extents;  /* [stretches]; borrowed */
  OndesScan    scan;
} OndesOverviewEntry;

/* Fills ->extents and ->scan of an entry whose other fields are set, and counts it as used; on FALSE ->extents holds
 * anything. */
gboolean ondes_overview_cache_load  (OndesOverviewEntry       *entry);
/* Keeps the entry, whole or not at all, and then trims to ONDES_OVERVIEW_CACHE_LIMIT. */
void     ondes_overview_cache_store (const OndesOverviewEntry *entry);
/* Removes the files used longest ago until all that are left take at most @limit bytes. */
void     ondes_overview_cache_trim  (guint64                   limit);

G_END_DECLS
