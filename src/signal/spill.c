/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "spill.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "base/whole.h"

#define SPARE 4

struct _OndesSpill
{
  int      fd;
  gsize    bytes;
  gboolean full;
  guint8   has[]; /* one bit per block */
};

OndesSpill *
ondes_spill_new (guint64 blocks,
                 gsize   bytes)
{
  g_autofree char *folder = g_build_filename (g_get_user_cache_dir (), "ondes", NULL);
  g_autofree char *path = g_build_filename (folder, "decoded-XXXXXX", NULL);
  struct statvfs disk;
  OndesSpill *self;
  int fd;

  if (g_mkdir_with_parents (folder, 0700) != 0 || statvfs (folder, &disk) != 0
      || (double) disk.f_bavail * (double) disk.f_frsize < SPARE * (double) blocks * (double) bytes)
    return NULL;
  fd = g_mkstemp_full (path, O_RDWR | O_CLOEXEC, 0600);
  if (fd < 0)
    return NULL;
  g_unlink (path);
  self = g_malloc0 (sizeof *self + blocks / 8 + 1);
  self->fd = fd;
  self->bytes = bytes;
  return self;
}

void
ondes_spill_free (OndesSpill *self)
{
  close (self->fd);
  g_free (self);
}

gboolean
ondes_spill_has (OndesSpill *self,
                 guint64     index)
{
  return (self->has[index / 8] >> (index % 8)) & 1;
}

void
ondes_spill_put (OndesSpill *self,
                 guint64     index,
                 const void *data,
                 gsize       n)
{
  self->full = self->full || !ondes_whole_pwrite (self->fd, data, n, (off_t) (index * self->bytes));
  if (!self->full)
    self->has[index / 8] |= (guint8) (1 << index % 8);
}

gboolean
ondes_spill_get (OndesSpill *self,
                 guint64     index,
                 void       *data,
                 gsize       n)
{
  if (!ondes_spill_has (self, index))
    return FALSE;
  if (ondes_whole_pread (self->fd, data, n, (off_t) (index * self->bytes)))
    return TRUE;
  self->has[index / 8] &= (guint8) ~(1 << index % 8);
  return FALSE;
}
