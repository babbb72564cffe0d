/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A fixture: a folder of the test's own, in which nothing may be left, and a path in it, whose name the test may give. */
#pragma once

#include <glib/gstdio.h>

typedef struct
{
  char *folder, *path;
} Fixture;

static inline void
folder_set_up (Fixture      *fixture,
               gconstpointer name)
{
  g_autoptr (GError) error = NULL;

  fixture->folder = g_dir_make_tmp ("ondes-figure-XXXXXX", &error);
  g_assert_no_error (error);
  fixture->path = g_build_filename (fixture->folder, name != NULL ? name : "out", NULL);
}

static inline void
folder_tear_down (Fixture      *fixture,
                  gconstpointer data)
{
  g_assert_cmpint (g_rmdir (fixture->folder), ==, 0);
  g_free (fixture->folder);
  g_free (fixture->path);
}

/* Where the file may be there. */
static inline void
folder_tear_down_with_file (Fixture      *fixture,
                            gconstpointer data)
{
  g_unlink (fixture->path);
  folder_tear_down (fixture, data);
}

static inline guint
folder_count (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  guint            n = 0;

  while (g_dir_read_name (dir) != NULL)
    n++;
  return n;
}
