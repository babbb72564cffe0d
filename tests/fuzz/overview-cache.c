/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A file of the overviews' cache: the one that was stored with some bits turned where the first byte is odd, else any bytes. It is
 * the one that was stored, or it is not there. */
#include "fuzz.h"

#include "signal/overview-cache.h"

#include <string.h>

#define STRETCHES 8

static char *path, *stored; /* the cache's one file */
static gsize stored_length;

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
  if (!path || !g_file_get_contents (path, &stored, &stored_length, NULL))
    g_error ("the cache keeps nothing");
}

int
LLVMFuzzerTestOneInput (const uint8_t *data,
                        size_t         size)
{
  OndesExtent extents[STRETCHES];
  OndesOverviewEntry entry = entry_of (extents);
  g_autofree char *text = NULL;
  gsize length;

  if (!path)
    store ();
  text = size > 0 && data[0] % 2 == 1 ? fuzz_damaged (stored, stored_length, data + 1, size - 1, &length)
                                      : fuzz_damaged ("", 0, data, size, &length);
  fuzz_write (path, text, length);
  if (ondes_overview_cache_load (&entry) != (length == stored_length && memcmp (text, stored, length) == 0))
    g_error ("a file that was not stored is taken, or one that was is not");
  return 0;
}
