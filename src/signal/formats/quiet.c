/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "quiet.h"

#include <fcntl.h>
#include <linux/close_range.h>
#include <unistd.h>

struct _OndesQuiet
{
  GThread       *thread;
  GMutex         lock;
  GCond          changed;
  int            fd;
  gboolean       begun, refused, quit;
  OndesQuietWork work; /* NULL when done */
  gpointer       data;
};

/* Gives this thread its own descriptor table: only @fd, with the standard streams on /dev/null. */
static gboolean
take_own_descriptors (int fd)
{
  int null;

  if (close_range ((unsigned) fd + 1, ~0u, CLOSE_RANGE_UNSHARE) != 0) /* needs Linux 5.9 and no sandbox that forbids it */
    return FALSE;
  if (fd > STDERR_FILENO + 1)
    close_range (STDERR_FILENO + 1, (unsigned) fd - 1, 0);
  null = open ("/dev/null", O_RDWR | O_CLOEXEC);
  for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; stream++)
    if (stream != fd && (null < 0 || dup2 (null, stream) < 0))
      close (stream);
  if (null > STDERR_FILENO)
    close (null);
  return TRUE;
}

static gpointer
work_quietly (gpointer data)
{
  OndesQuiet *self = data;
  const gboolean refused = !take_own_descriptors (self->fd);

  g_mutex_lock (&self->lock);
  self->begun = TRUE;
  self->refused = refused;
  g_cond_broadcast (&self->changed);
  while (!refused && !self->quit)
    {
      OndesQuietWork work = self->work;

      if (work == NULL)
        {
          g_cond_wait (&self->changed, &self->lock);
          continue;
        }
      g_mutex_unlock (&self->lock);
      work (self->data);
      g_mutex_lock (&self->lock);
      self->work = NULL;
      g_cond_broadcast (&self->changed);
    }
  g_mutex_unlock (&self->lock);
  return NULL;
}

OndesQuiet *
ondes_quiet_new (int fd)
{
  g_autoptr (OndesQuiet) self = g_new0 (OndesQuiet, 1);

  g_mutex_init (&self->lock);
  g_cond_init (&self->changed);
  self->fd = fd;
  self->thread = g_thread_try_new ("ondes-quiet", work_quietly, self, NULL);
  if (self->thread == NULL)
    return NULL;
  g_mutex_lock (&self->lock);
  while (!self->begun)
    g_cond_wait (&self->changed, &self->lock);
  g_mutex_unlock (&self->lock);
  return self->refused ? NULL : g_steal_pointer (&self);
}

void
ondes_quiet_run (OndesQuiet    *self,
                 OndesQuietWork work,
                 gpointer       data)
{
  if (self == NULL)
    {
      work (data);
      return;
    }
  g_mutex_lock (&self->lock);
  self->data = data;
  self->work = work;
  g_cond_broadcast (&self->changed);
  while (self->work != NULL)
    g_cond_wait (&self->changed, &self->lock);
  g_mutex_unlock (&self->lock);
}

void
ondes_quiet_free (OndesQuiet *self)
{
  g_mutex_lock (&self->lock);
  self->quit = TRUE;
  g_cond_broadcast (&self->changed);
  g_mutex_unlock (&self->lock);
  if (self->thread != NULL)
    g_thread_join (self->thread);
  g_mutex_clear (&self->lock);
  g_cond_clear (&self->changed);
  g_free (self);
}
