/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "export-job.h"

gpointer
ondes_export_job_new (const OndesExportJobClass *klass,
                      OndesSession *session)
{
  OndesRecording *recording = ondes_session_get_recording (session);
  OndesExportJob *job = g_malloc0 (klass->size);

  job->klass = klass;
  job->recording = recording != NULL ? ondes_recording_ref (recording) : NULL;
  ondes_read_options_copy (&job->read, ondes_session_get_read_options (session));
  job->channel = ondes_session_get_channel (session);
  return job;
}

void
ondes_export_job_free (OndesExportJob *job)
{
  job->klass->clear (job);
  g_clear_pointer (&job->recording, ondes_recording_unref);
  ondes_read_options_clear (&job->read);
  g_free (job);
}
