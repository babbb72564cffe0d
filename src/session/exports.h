/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The exports of one analysis: one after the other on a queue of their own, each told of at its end. Main thread only. */
#pragma once

#include "analysis.h"

G_BEGIN_DECLS

typedef struct _OndesExports OndesExports;

/* @model is borrowed: it owns this, and emits its signals for it. */
OndesExports *ondes_exports_new     (OndesAnalysis  *model);
/* Cancels and waits; each job is freed. */
void          ondes_exports_free    (OndesExports   *self);
/* Both take @job over; @destroy frees it on the main thread. */
void          ondes_exports_write   (OndesExports   *self,
                                     const char     *path,
                                     OndesExportRun  run,
                                     gpointer        job,
                                     GDestroyNotify  destroy);
/* The pixels of the PNG that the file would be. */
void          ondes_exports_copy    (OndesExports   *self,
                                     OndesExportRun  run,
                                     gpointer        job,
                                     GDestroyNotify  destroy,
                                     OndesImageDone  done,
                                     gpointer        user_data);
gboolean      ondes_exports_is_busy (OndesExports   *self,
                                     double         *progress);
/* All of them, and tells it at once; what is in its place already stays, and is told as exported. */
void          ondes_exports_cancel  (OndesExports   *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OndesExports, ondes_exports_free)

G_END_DECLS
