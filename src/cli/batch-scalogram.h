/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The products of a recording that are Morlet transforms, made as “ondes-cli cwt” makes them: the scalogram, a picture or numbers,
 * and the thumbnail of a sheet. Use from one thread at a time. */
#pragma once

#include "batch.h"

G_BEGIN_DECLS

/* The products that the processor computes in parts too. */
#define CLI_BATCH_SCALOGRAMS (1u << ONDES_BATCH_SCALOGRAM | 1u << ONDES_BATCH_SHEET)

typedef struct _CliBatchScalograms CliBatchScalograms;

/* @run and @words, its parameters (ondes_batch_run_words()), are borrowed. */
CliBatchScalograms *cli_batch_scalograms_new  (const OndesBatchRun  *run,
                                               const GPtrArray      *words,
                                               const CliBatchShare  *share);
void                cli_batch_scalograms_free (CliBatchScalograms   *self);
/* Refuses parameters that are wrong whatever the recording. */
gboolean            cli_batch_scalograms_check (CliBatchScalograms  *self,
                                                const OndesWatch    *watch,
                                                GError             **error);
/* Makes a product, or one part of it, or puts its parts together; part->n is 0 for all at once. The recording stays open between
 * its parts, with the trend that was measured of it. */
gboolean            cli_batch_scalograms_make (CliBatchScalograms   *self,
                                               const OndesBatchPart *part,
                                               const OndesWatch     *watch,
                                               GError              **error);
/* Closes every recording but @file. */
void                cli_batch_scalograms_leave (CliBatchScalograms   *self,
                                                const OndesBatchFile *file);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CliBatchScalograms, cli_batch_scalograms_free)

G_END_DECLS
