/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "choice.h"

#include <string.h>

static GMutex mutex; /* guards everything below */
static struct
{
  guint    serial;
  char    *engine; /* NULL for auto */
  guint    device;
  gboolean noted, lost_noted;
  char    *why;    /* reason not yet reported; NULL if none */
  char    *noted_why; /* latest reason noted; NULL if none since the choice */
} choice;

void
ondes_choice_set (const char *engine,
                  guint       device)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&mutex);

  g_free (choice.engine);
  choice.engine = strcmp (engine, "auto") != 0 ? g_strdup (engine) : NULL;
  choice.device = device;
  choice.serial++;
  choice.noted = choice.lost_noted = FALSE;
  g_clear_pointer (&choice.why, g_free);
  g_clear_pointer (&choice.noted_why, g_free);
}

char *
ondes_choice_take_why (void)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&mutex);

  return g_steal_pointer (&choice.why);
}

gboolean
ondes_choice_changed (guint *serial,
                      char **engine,
                      guint *device)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&mutex);

  if (*serial == choice.serial)
    return FALSE;
  *serial = choice.serial;
  *engine = g_strdup (choice.engine);
  *device = choice.device;
  return TRUE;
}

void
ondes_choice_note (guint              serial,
                   const OndesReport *report)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&mutex);

  if (serial != choice.serial || report->fallback == NULL || (report->lost ? choice.lost_noted : choice.noted))
    return;
  choice.noted = TRUE;
  choice.lost_noted |= report->lost;
  /* A run that waited may report a lost device before the run that lost it. */
  if (g_strcmp0 (report->fallback, choice.noted_why) == 0)
    return;
  g_free (choice.noted_why);
  choice.noted_why = g_strdup (report->fallback);
  g_free (choice.why);
  choice.why = g_strdup (report->fallback);
}
