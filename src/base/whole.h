/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads and writes of whole spans of bytes, which go on after a signal and after a part. FALSE with errno on failure: EIO if a
 * file to read has ended, ENOSPC if nothing more is written. */
#pragma once

#include <errno.h>
#include <glib.h>
#include <unistd.h>

G_BEGIN_DECLS

/* Adds to @done what a call has returned; FALSE if there is nothing to go on with. */
static inline gboolean
ondes_whole_go_on (gssize now,
                   int    at_end,
                   gsize *done)
{
  if (now > 0)
    *done += (gsize) now;
  else if (now == 0)
    errno = at_end;
  return now > 0 || (now < 0 && errno == EINTR);
}

static inline gboolean
ondes_whole_read (int   fd,
                  void *to,
                  gsize n)
{
  for (gsize done = 0; done < n;)
    if (!ondes_whole_go_on (read (fd, (char *) to + done, n - done), EIO, &done))
      return FALSE;
  return TRUE;
}

static inline gboolean
ondes_whole_write (int         fd,
                   const void *from,
                   gsize       n)
{
  for (gsize done = 0; done < n;)
    if (!ondes_whole_go_on (write (fd, (const char *) from + done, n - done), ENOSPC, &done))
      return FALSE;
  return TRUE;
}

static inline gboolean
ondes_whole_pread (int   fd,
                   void *to,
                   gsize n,
                   off_t at)
{
  for (gsize done = 0; done < n;)
    if (!ondes_whole_go_on (pread (fd, (char *) to + done, n - done, at + (off_t) done), EIO, &done))
      return FALSE;
  return TRUE;
}

static inline gboolean
ondes_whole_pwrite (int         fd,
                    const void *from,
                    gsize       n,
                    off_t       at)
{
  for (gsize done = 0; done < n;)
    if (!ondes_whole_go_on (pwrite (fd, (const char *) from + done, n - done, at + (off_t) done), ENOSPC, &done))
      return FALSE;
  return TRUE;
}

G_END_DECLS
