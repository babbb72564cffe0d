/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lines.h"

#include "read-file.h"
#include "request-error.h"
#include "words.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>

#define MOST  ((gsize) 16 << 20) /* bytes of a line */
#define LEAST 256                /* bytes of its memory */

gboolean
ondes_lines_open (OndesLines *self,
                  const char *path,
                  GError    **error)
{
  g_autofree char *problem = NULL;

  self->path = g_strdup (path);
  self->file = ondes_file_stream (path, &problem);
  if (self->file == NULL)
    g_set_error (error, ONDES_ERROR, ONDES_ERROR_FILE, "%s%s", path, problem);
  return self->file != NULL;
}

static gboolean
refuse (const OndesLines *self,
        int               code,
        GError          **error)
{
  return ondes_error_set (error, ONDES_ERROR_FILE, _("%s: line %" PRIu64 " cannot be read: %s"), self->path, self->number,
                          g_strerror (code));
}

/* Makes room for one more byte than @n; FALSE without memory. */
static gboolean
widen (OndesLines *self,
       gsize       n)
{
  const gsize room = MAX (2 * self->room, LEAST);
  char *wider;

  if (n + 1 < self->room)
    return TRUE;
  wider = realloc (self->line, room);
  if (wider == NULL)
    return FALSE;
  self->line = wider;
  self->room = room;
  return TRUE;
}

gboolean
ondes_lines_next (OndesLines *self,
                  GError    **error)
{
  gsize n = 0;
  int c;

  self->number++;
  errno = 0;
  while ((c = getc_unlocked (self->file)) != EOF && c != '\n')
    {
      if (n == MOST || !widen (self, n))
        return refuse (self, n == MOST ? EMSGSIZE : ENOMEM, error);
      self->line[n++] = (char) c;
    }
  if (c == EOF && ferror (self->file))
    return refuse (self, errno, error);
  if (c == EOF && n == 0)
    return FALSE;
  if (!widen (self, n))
    return refuse (self, ENOMEM, error);
  self->line[n] = '\0';
  return TRUE;
}

void
ondes_lines_clear (OndesLines *self)
{
  g_clear_pointer (&self->file, fclose);
  g_clear_pointer (&self->line, free);
  g_clear_pointer (&self->path, g_free);
}
