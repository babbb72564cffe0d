/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The product "annotations": where a band is loud (analysis/events.h). Of each recording a table of CSV,
 *
 *   file,date,start,end,low,high,peak_db
 *
 * and beside it, written before, the same as NAME.raven.txt and NAME.audacity.txt (annotation/annotation-file.h). Times are in
 * time units from the first sample. The date is the start's, if it is known: in UTC, or without a zone by the recorder's clock.
 * Frequencies are those of the band, the peak is the level of the loudest piece in dB re 1 of the recording's unit. Use from one
 * thread at a time. */
#pragma once

#include "batch-bands.h"

G_BEGIN_DECLS

typedef struct _OndesBatchAnnotations OndesBatchAnnotations;

/* Reads --detect, --above, --hysteresis, --least and --detect-every of @run. Fails with ONDES_ERROR_REQUEST. */
OndesBatchAnnotations *ondes_batch_annotations_new   (const OndesBatchRun    *run,
                                                      GError                **error);
void                   ondes_batch_annotations_free  (OndesBatchAnnotations  *self);
gboolean               ondes_batch_annotations_write (OndesBatchAnnotations  *self,
                                                      const OndesBatchJob    *job,
                                                      const char             *path,
                                                      GError                **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OndesBatchAnnotations, ondes_batch_annotations_free)

G_END_DECLS
