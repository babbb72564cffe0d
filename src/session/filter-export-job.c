/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "filter-export-job.h"

char *
ondes_filter_export_job_command (OndesExportJob *job)
{
  OndesFilterExportJob *self = (OndesFilterExportJob *) job;

  if (!self->has_command)
    return NULL;
  self->export.path = job->path;
  return ondes_filter_export_command (&self->export);
}

void
ondes_filter_export_job_clear (OndesExportJob *job)
{
  OndesFilterExport *export = &((OndesFilterExportJob *) job)->export;

  g_clear_pointer (&export->source, ondes_source_unref);
}

OndesFilterExportJob *
ondes_filter_export_job_new (const OndesExportJobClass *klass,
                             OndesSession *session,
                             OndesExportFormat format,
                             const OndesFilterSettings *choice)
{
  OndesFilterExportJob *self = ondes_export_job_new (klass, session);
  OndesFilterExport *export = &self->export;

  *export = (OndesFilterExport) { .recording = self->parent.recording, .read = self->parent.read,
                                  .channel = self->parent.channel, .format = format,
                                  .source = ondes_source_ref (ondes_session_get_source (session)) };
  if (choice != NULL)
    export->choice = *choice;
  else
    export->choice.kind = ONDES_FILTER_NONE;
  ondes_timeline_get_export (ondes_session_get_timeline (session), &export->first, &export->count);
  self->has_command = TRUE;
  return self;
}
