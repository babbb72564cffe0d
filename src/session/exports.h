/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs the exports of one owner one after another on a queue and reports the end of each. Main thread only. */
#pragma once

#include "export-job.h"

G_BEGIN_DECLS

typedef struct _OndesExports OndesExports;

/* @owner, a GObject, must outlive it. It has the signals "state-changed" and "message" of an OndesAnalysis, which are emitted. */
OndesExports *ondes_exports_new     (OndesSession   *session,
                                     gpointer        owner);
/* Cancels all exports, waits for them and frees each job. */
void          ondes_exports_free    (OndesExports   *self);
/* Both functions take ownership of @job, and free it on the main thread. */
void          ondes_exports_write   (OndesExports   *self,
                                     const char     *path,
                                     OndesExportJob *job);
/* Draws into pixels, the same as in an exported PNG. */
void          ondes_exports_copy    (OndesExports   *self,
                                     OndesExportJob *job,
                                     OndesImageDone  done,
                                     gpointer        user_data);
gboolean      ondes_exports_is_busy (OndesExports   *self,
                                     double         *progress);
/* Cancels all exports and reports that at once; a file already in its place stays and is reported as exported. */
void          ondes_exports_cancel  (OndesExports   *self);
/* Returns the name of the recording's file without its ending, and sets @folder to its folder. Transfer full. */
char         *ondes_exports_base_name (OndesRecording *recording,
                                       char          **folder);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OndesExports, ondes_exports_free)

G_END_DECLS
