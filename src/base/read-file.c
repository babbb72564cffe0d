/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "read-file.h"

#include "memory.h"
#include "words.h"

#include <errno.h>
#include <fcntl.h>
#include <gio/gio.h>
#include <poll.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define WAIT_MS 50
#define ROOM    65536 /* bytes, at first of a file that does not tell its size */

/* TRUE if @path names a descriptor of this process. */
static gboolean
is_own (const char *path)
{
  return g_str_equal (path, "/dev/stdin") || g_str_has_prefix (path, "/dev/fd/") || g_str_has_prefix (path, "/proc/self/fd/");
}

/* Returns why a file of @mode is not read; NULL if it is. */
static const char *
refusal_of (mode_t   mode,
            gboolean own)
{
  if (S_ISDIR (mode))
    return _("is a folder; name a file in it");
  if (S_ISREG (mode) || own)
    return NULL;
  if (S_ISFIFO (mode) || S_ISSOCK (mode))
    return _("is a pipe, not a file; save what comes out of it first");
  return _("is a device, not a file; save what comes out of it first");
}

/* Returns a descriptor, or −1 with @problem. */
static int
open_checked (const char  *path,
              struct stat *st,
              char       **problem)
{
  const gboolean own = is_own (path);
  const char *refusal = NULL;
  int fd = -1;

  errno = 0;
  if (stat (path, st) == 0 && (refusal = refusal_of (st->st_mode, own)) == NULL)
    fd = open (path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  if (fd >= 0 && fstat (fd, st) == 0 && (refusal = refusal_of (st->st_mode, own)) == NULL)
    return fd;
  *problem = refusal != NULL ? g_strconcat (" ", refusal, NULL) : g_strconcat (": ", g_strerror (errno), NULL);
  if (fd >= 0)
    close (fd);
  return -1;
}

/* Reads up to @n bytes; waits for them, unless cancelled. Returns −1 with errno on failure. */
static gssize
read_some (int   fd,
           char *buffer,
           gsize n)
{
  for (;;)
    {
      const gssize got = read (fd, buffer, n);
      struct pollfd ready = { .fd = fd, .events = POLLIN };

      if (got >= 0 || (errno != EINTR && errno != EAGAIN))
        return got;
      if (g_cancellable_is_cancelled (g_cancellable_get_current ()))
        {
          errno = ECANCELED;
          return -1;
        }
      if (errno == EAGAIN)
        poll (&ready, 1, WAIT_MS);
    }
}

/* Returns @buffer with room for @room bytes; NULL, which frees it, with @problem. */
static char *
widen (char  *buffer,
       gsize  used,
       gsize  room,
       char **problem)
{
  char *wider = ondes_memory_try (room, NULL);

  if (wider == NULL)
    *problem = g_strdup (_(": there is not memory enough to read it"));
  else if (used > 0)
    memcpy (wider, buffer, used);
  g_free (buffer);
  return wider;
}

char *
ondes_file_read_whole (const char *path,
                       gsize       most,
                       gsize      *size,
                       char      **problem)
{
  struct stat st;
  const int fd = open_checked (path, &st, problem);
  gsize n = 0, room;
  gssize got = 1;
  char *buffer;

  if (fd < 0)
    return NULL;
  room = MIN (S_ISREG (st.st_mode) && st.st_size > 0 ? (gsize) st.st_size + 2 : ROOM, most + 2);
  buffer = widen (NULL, 0, room, problem);
  while (buffer != NULL && got > 0 && n <= most)
    {
      if (n + 1 == room)
        buffer = widen (buffer, n, room = MIN (room + room / 2 + ROOM, most + 2), problem);
      if (buffer == NULL)
        break;
      got = read_some (fd, buffer + n, MIN (room - 1, most + 1) - n);
      n += got > 0 ? (gsize) got : 0;
    }
  if (buffer != NULL && got < 0)
    {
      *problem = g_strconcat (": ", g_strerror (errno), NULL);
      g_clear_pointer (&buffer, g_free);
    }
  close (fd);
  if (buffer == NULL)
    return NULL;
  buffer[n] = '\0';
  *size = n;
  return buffer;
}

FILE *
ondes_file_stream (const char *path,
                   char      **problem)
{
  struct stat st;
  const int fd = open_checked (path, &st, problem);
  FILE *file = fd >= 0 ? fdopen (fd, "r") : NULL;

  if (fd >= 0 && file == NULL)
    {
      *problem = g_strconcat (": ", g_strerror (errno), NULL);
      close (fd);
    }
  return file;
}
