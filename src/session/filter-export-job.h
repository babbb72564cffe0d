/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Jobs that export what an OndesFilterExport describes: what the page of filters shows, and what is heard. Main thread only,
 * but for run(). */
#pragma once

#include "analysis.h"
#include "export/export-filter.h"

G_BEGIN_DECLS

/* Classes of such jobs begin with this struct. */
typedef struct
{
  OndesExportJob    parent;
  OndesFilterExport export;      /* owns its source */
  gboolean          has_command; /* FALSE if ondes-cli has no options for it */
  guint64           clipped;     /* values past full scale, once it has run */
} OndesFilterExportJob;

/* Methods of their classes. */
char *ondes_filter_export_job_command (OndesExportJob            *job);
void  ondes_filter_export_job_clear   (OndesExportJob            *job);

/* Makes a job for samples in view of the session's recording as conditioned, that writes @format and has a command; the
 * filter is that of @choice, or none if it is NULL. */
OndesFilterExportJob *ondes_filter_export_job_new (const OndesExportJobClass *klass,
                                                   OndesSession              *session,
                                                   OndesExportFormat          format,
                                                   const OndesFilterSettings   *choice);

G_END_DECLS
