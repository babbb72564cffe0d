/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "choice.h"
#include "base/counted.h"

#include <string.h>

struct _OndesChoice
{
  GMutex   mutex; /* guards everything below */
  guint    serial;
  char    *engine; /* NULL for auto */
  guint    device;
  gboolean noted, lost_noted;
  char    *why;    /* reason not yet reported; NULL if none */
  char    *noted_why; /* latest reason noted; NULL if none since the choice */
};

OndesChoice *
ondes_choice_new (void)
{
  OndesChoice *self = g_atomic_rc_box_new0 (OndesChoice);

  g_mutex_init (&self->mutex);
  return self;
}

static void
ondes_choice_clear (gpointer data)
{
  OndesChoice *self = data;

  g_mutex_clear (&self->mutex);
  g_free (self->engine);
  g_free (self->why);
  g_free (self->noted_why);
}

ONDES_DEFINE_COUNTED (OndesChoice, ondes_choice)

void
ondes_choice_set (OndesChoice *self,
                  const char  *engine,
                  guint        device)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->mutex);

  g_free (self->engine);
  self->engine = strcmp (engine, "auto") != 0 ? g_strdup (engine) : NULL;
  self->device = device;
  self->serial++;
  self->noted = self->lost_noted = FALSE;
  g_clear_pointer (&self->why, g_free);
  g_clear_pointer (&self->noted_why, g_free);
}

char *
ondes_choice_take_why (OndesChoice *self)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->mutex);

  return g_steal_pointer (&self->why);
}

gboolean
ondes_choice_changed (OndesChoice *self,
                      guint       *serial,
                      char       **engine,
                      guint       *device)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->mutex);

  if (*serial == self->serial)
    return FALSE;
  *serial = self->serial;
  *engine = g_strdup (self->engine);
  *device = self->device;
  return TRUE;
}

void
ondes_choice_note (OndesChoice       *self,
                   guint              serial,
                   const OndesReport *report)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->mutex);

  if (serial != self->serial || report->fallback == NULL || (report->lost ? self->lost_noted : self->noted))
    return;
  self->noted = TRUE;
  self->lost_noted |= report->lost;
  /* A run that waited may report a lost device before the run that lost it. */
  if (g_strcmp0 (report->fallback, self->noted_why) == 0)
    return;
  g_free (self->noted_why);
  self->noted_why = g_strdup (report->fallback);
  g_free (self->why);
  self->why = g_strdup (report->fallback);
}
