/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "batch-table.h"

#include "base/compare.h"
#include "base/request-error.h"
#include "base/words.h"

#include <string.h>

void
ondes_batch_table_clear (OndesBatchTable *self)
{
  ondes_lines_clear (&self->lines);
  g_clear_pointer (&self->columns, g_strfreev);
  g_clear_error (&self->problem);
}

gboolean
ondes_batch_table_next (OndesBatchTable *self)
{
  return self->problem == NULL && ondes_lines_next (&self->lines, &self->problem) && self->lines.line[0] != '#';
}

gboolean
ondes_batch_table_whole (const OndesBatchTable *self,
                         GError               **error)
{
  if (self->problem != NULL && error != NULL)
    *error = g_error_copy (self->problem);
  return self->problem == NULL;
}

gboolean
ondes_batch_table_open (OndesBatchTable      *self,
                        const OndesBatchRun  *run,
                        const OndesBatchFile *file,
                        OndesBatchProduct     product,
                        const char           *head,
                        GError              **error)
{
  g_autofree char *path = ondes_batch_run_output (run, file, product);
  const gsize length = strlen (head);

  if (!ondes_lines_open (&self->lines, path, error))
    return FALSE;
  if (ondes_batch_table_next (self) && g_str_has_prefix (self->lines.line, head))
    {
      self->columns = g_strsplit (self->lines.line + length + (self->lines.line[length] == ','), ",", -1);
      return TRUE;
    }
  if (ondes_batch_table_whole (self, error))
    g_set_error (error, ONDES_ERROR, ONDES_ERROR_FILE, _("%s: is no table of this run; remove it, and run the run again"), path);
  return FALSE;
}

char *
ondes_batch_table_split (OndesBatchTable *self,
                         const char     **cells)
{
  for (guint i = g_strv_length (self->columns); i > 0; i--)
    {
      char *comma = strrchr (self->lines.line, ',');

      cells[i - 1] = comma != NULL ? comma + 1 : "";
      if (comma != NULL)
        *comma = '\0';
    }
  return self->lines.line;
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
