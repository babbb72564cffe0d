/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A file of the overviews' cache, damaged in any way: it is the one that was stored, or it is not there. */
#include "fuzz.h"

#include "signal/overview-cache.h"

#include <string.h>

#define STRETCHES 8

static char *path; /* of the cache's one file */

static OndesOverviewEntry
entry_of (OndesExtent *extents)
{
  return (OndesOverviewEntry) { .identity = "fuzz", .n = 4096, .stride = 512, .stretches = STRETCHES, .extents = extents };
}

/* The cache names its files, so one is stored to learn the name. */
static void
store (void)
{
  OndesExtent extents[STRETCHES] = { { 0 } };
  const OndesOverviewEntry entry = entry_of (extents);
  g_autofree char *folder = g_build_filename (fuzz_folder (), "ondes", "overview", NULL);
  g_autoptr (GDir) dir = NULL;

  ondes_overview_cache_store (&entry);
  dir = g_dir_open (folder, 0, NULL);
  path = dir ? g_build_filename (folder, g_dir_read_name (dir), NULL) : NULL;
}

int
LLVMFuzzerTestOneInput (const uint8_t *data,
                        size_t         size)
{
  OndesExtent extents[STRETCHES];
  OndesOverviewEntry entry = entry_of (extents);

  if (!path)
    store ();
  if (!path || !g_file_set_contents_full (path, (const char *) data, (gssize) size, G_FILE_SET_CONTENTS_NONE, 0600, NULL))
    g_error ("the cache cannot be written");
  ondes_overview_cache_load (&entry);
  return 0;
}
