/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "temporary.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#define PREFIX   ".ondes-"
#define DIGITS   16
#define ATTEMPTS 100

static char *
new_name (const char *folder)
{
  return g_strdup_printf ("%s/" PREFIX "%08x%08x", folder, g_random_int (), g_random_int ());
}

/* Locks the new file; FALSE if another process, taking it for stale, has locked or removed it. If the file system has no locks,
 * stale files cannot be told apart, and the file counts as locked. */
static gboolean
take (int fd)
{
  struct stat info;

  return (flock (fd, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK) && fstat (fd, &info) == 0 && info.st_nlink > 0;
}

int
ondes_temporary_open (const char  *folder,
                      char       **name)
{
  for (guint attempt = 0; attempt < ATTEMPTS; attempt++)
    {
      g_autofree char *path = new_name (folder);
      int fd = open (path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0666);

      if (fd >= 0 && take (fd))
        {
          *name = g_steal_pointer (&path);
          return fd;
        }
      if (fd < 0 && errno != EEXIST)
        return -1;
      if (fd >= 0)
        {
          unlink (path);
          close (fd);
        }
    }
  errno = EEXIST;
  return -1;
}

gboolean
ondes_temporary_link_to (int         fd,
                         const char *path)
{
  g_autofree char *fd_path = g_strdup_printf ("/proc/self/fd/%d", fd);

  return linkat (AT_FDCWD, fd_path, AT_FDCWD, path, AT_SYMLINK_FOLLOW) == 0;
}

char *
ondes_temporary_link (int         fd,
                      const char *folder)
{
  flock (fd, LOCK_EX | LOCK_NB);
  for (guint attempt = 0; attempt < ATTEMPTS; attempt++)
    {
      g_autofree char *path = new_name (folder);

      if (ondes_temporary_link_to (fd, path))
        return g_steal_pointer (&path);
      if (errno != EEXIST)
        return NULL;
    }
  return NULL;
}

static gboolean
is_name (const char *name)
{
  return g_str_has_prefix (name, PREFIX) && strlen (name) == strlen (PREFIX) + DIGITS
         && strspn (name + strlen (PREFIX), "0123456789abcdef") == DIGITS;
}

void
ondes_temporary_remove_stale (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = NULL;
      struct stat info;
      int fd;

      if (!is_name (name))
        continue;
      path = g_build_filename (folder, name, NULL);
      fd = open (path, O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
      if (fd < 0)
        continue;
      if (fstat (fd, &info) == 0 && S_ISREG (info.st_mode) && info.st_uid == geteuid () && flock (fd, LOCK_EX | LOCK_NB) == 0)
        unlink (path);
      close (fd);
    }
}
