/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Removes what a test has made. */
#pragma once

#include <errno.h>
#include <glib/gstdio.h>

/* Removes a file, or a folder with all that is in it. Follows no link. Does nothing if there is none at @path. */
static inline void
remove_all (const char *path)
{
  g_autoptr (GDir) dir = g_file_test (path, G_FILE_TEST_IS_SYMLINK) ? NULL : g_dir_open (path, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *within = g_build_filename (path, name, NULL);

      remove_all (within);
    }
  g_assert_true (g_remove (path) == 0 || errno == ENOENT);
}
