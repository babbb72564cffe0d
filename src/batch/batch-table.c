/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "batch-table.h"

#include "base/compare.h"
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
ondes_batch_table_next (OndesBatchTable *self)
{
  const ssize_t n = getline (&self->line, &self->size, self->file);

  if (n > 0 && self->line[0] != '#')
    {
      self->line[strcspn (self->line, "\n")] = '\0';
      return TRUE;
    }
  return FALSE;
}

gboolean
ondes_batch_table_whole (const OndesBatchTable *self,
                         GError               **error)
{
  if (ferror (self->file))
    g_set_error (error, ONDES_ERROR, ONDES_ERROR_FILE, _("%s: cannot be read: %s"), self->path, g_strerror (errno));
  return !ferror (self->file);
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

  self->path = ondes_batch_run_output (run, file, product);
  self->file = fopen (self->path, "re");
  if (self->file == NULL)
    g_set_error (error, ONDES_ERROR, ONDES_ERROR_FILE, _("%s: cannot be read: %s"), self->path, g_strerror (errno));
  else if (ondes_batch_table_next (self) && g_str_has_prefix (self->line, head))
    {
      self->columns = g_strsplit (self->line + length + (self->line[length] == ','), ",", -1);
      return TRUE;
    }
  else if (ondes_batch_table_whole (self, error))
    g_set_error (error, ONDES_ERROR, ONDES_ERROR_FILE, _("%s: is no table of this run; remove it, and run the run again"),
                 self->path);
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

int
ondes_batch_compare_centres (gconstpointer a,
                             gconstpointer b)
{
  const double x = g_ascii_strtod (*(const char *const *) a, NULL), y = g_ascii_strtod (*(const char *const *) b, NULL);

  return ONDES_COMPARE (x, y);
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
  return ondes_error_none (local, error);
}

typedef struct
{
  guint                 output; /* 1 << product */
  OndesBatchVisitOutput visit;
  gpointer              data;
} Outputs;

static gboolean
visit_output (gpointer              data,
              const OndesBatchFile *file,
              OndesBatchState       state,
              guint                 missing,
              GError              **error)
{
  const Outputs *self = data;

  return missing & self->output || self->visit (self->data, file, error);
}

gboolean
ondes_batch_visit_outputs (const OndesBatchRun  *run,
                           OndesBatchProduct     product,
                           const OndesWatch     *watch,
                           OndesBatchVisitOutput visit,
                           gpointer              data,
                           GError              **error)
{
  Outputs outputs = { 1u << product, visit, data };

  return ondes_batch_visit (run, watch, visit_output, &outputs, error);
}
