/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "batch-table.h"

#include "base/request-error.h"
#include "base/words.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

void
ondes_batch_table_clear (OndesBatchTable *self)
{
  if (self->file != NULL)
    fclose (self->file);
  free (self->line);
  g_strfreev (self->columns);
  g_free (self->path);
}

gboolean
ondes_batch_table_next (OndesBatchTable *self,
                        GError         **error)
{
  const ssize_t n = getline (&self->line, &self->size, self->file);

  if (n > 0 && self->line[0] != '#')
    {
      self->line[strcspn (self->line, "\n")] = '\0';
      return TRUE;
    }
  if (ferror (self->file))
    g_set_error (error, ONDES_ERROR, ONDES_ERROR_FILE, _("%s: cannot be read: %s"), self->path, g_strerror (errno));
  return FALSE;
}

gboolean
ondes_batch_table_open (OndesBatchTable      *self,
                        const OndesBatchRun  *run,
                        const OndesBatchFile *file,
                        OndesBatchProduct     product,
                        const char           *head,
                        GError              **error)
{
  const gsize length = strlen (head);
  GError *local = NULL;

  self->path = ondes_batch_run_output (run, file, product);
  self->file = fopen (self->path, "re");
  if (self->file == NULL)
    g_set_error (&local, ONDES_ERROR, ONDES_ERROR_FILE, _("%s: cannot be read: %s"), self->path, g_strerror (errno));
  else if (ondes_batch_table_next (self, &local) && g_str_has_prefix (self->line, head))
    {
      self->columns = g_strsplit (self->line + length + (self->line[length] == ','), ",", -1);
      return TRUE;
    }
  if (local == NULL)
    g_set_error (&local, ONDES_ERROR, ONDES_ERROR_FILE, _("%s: is no table of this run; remove it, and run the run again"),
                 self->path);
  g_propagate_error (error, local);
  return FALSE;
}

char *
ondes_batch_table_split (OndesBatchTable *self,
                         const char     **cells)
{
  for (guint i = g_strv_length (self->columns); i > 0; i--)
    {
      char *comma = strrchr (self->line, ',');

      cells[i - 1] = comma != NULL ? comma + 1 : "";
      if (comma != NULL)
        *comma = '\0';
    }
  return self->line;
}

gboolean
ondes_batch_visit (const OndesBatchRun *run,
                   const OndesWatch    *watch,
                   OndesBatchVisit      visit,
                   gpointer             data,
                   GError             **error)
{
  g_autoptr (OndesBatchManifest) manifest = ondes_batch_manifest_open (run, error);
  g_auto (OndesBatchFile) file = { 0 };
  GError *local = NULL;

  if (manifest == NULL)
    return FALSE;
  while (ondes_batch_manifest_next (manifest, &file, &local))
    {
      guint missing;
      const OndesBatchState state = ondes_batch_run_state (run, &file, &missing);

      if (g_cancellable_set_error_if_cancelled (ondes_watch_cancellable (watch), error)
          || !visit (data, &file, state, missing, error))
        return FALSE;
    }
  if (local == NULL)
    return TRUE;
  g_propagate_error (error, local);
  return FALSE;
}
