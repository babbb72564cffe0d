/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A table of CSV that a product wrote of a recording, read line by line, and visits of all recordings of a run. */
#pragma once

#include "base/lines.h"
#include "base/watch.h"
#include "batch-run.h"

G_BEGIN_DECLS

/* Orders names of bands, the strings that are pointed at, by their frequencies. */
int      ondes_batch_compare_centres (gconstpointer     a,
                                      gconstpointer     b);

#define ONDES_BATCH_BANDS_HEAD "file,channel,start,time,length,statistic" /* columns before the bands */

typedef struct
{
  OndesLines lines;
  char     **columns; /* names of the columns behind the head */
  GError    *problem; /* why a line could not be read; NULL if none was */
} OndesBatchTable;

void     ondes_batch_table_clear (OndesBatchTable      *self);
/* Opens the table of @product, whose first line begins with @head. */
gboolean ondes_batch_table_open  (OndesBatchTable      *self,
                                  const OndesBatchRun  *run,
                                  const OndesBatchFile *file,
                                  OndesBatchProduct     product,
                                  const char           *head,
                                  GError              **error);
/* Reads the next line; FALSE at the end, which is the stamp, or if it cannot be read. */
gboolean ondes_batch_table_next  (OndesBatchTable      *self);
/* FALSE with an error if reading ended because a line could not be read. */
gboolean ondes_batch_table_whole (const OndesBatchTable *self,
                                  GError              **error);
/* Splits the line that was read: @cells gets those of the columns, borrowed; returns what is before them, borrowed. The name of a
 * recording may hold commas, what follows cannot. */
char    *ondes_batch_table_split (OndesBatchTable      *self,
                                  const char          **cells);

/* Called for each recording with its state and the outputs that are missing. */
typedef gboolean (*OndesBatchVisit) (gpointer              data,
                                     const OndesBatchFile *file,
                                     OndesBatchState       state,
                                     guint                 missing,
                                     GError              **error);
/* Visits the recordings in the order of the manifest. */
gboolean ondes_batch_visit       (const OndesBatchRun  *run,
                                  const OndesWatch     *watch,
                                  OndesBatchVisit       visit,
                                  gpointer              data,
                                  GError              **error);

/* Called for each recording that has an output of a product. */
typedef gboolean (*OndesBatchVisitOutput) (gpointer              data,
                                           const OndesBatchFile *file,
                                           GError              **error);
/* Visits those in the order of the manifest. */
gboolean ondes_batch_visit_outputs (const OndesBatchRun  *run,
                                    OndesBatchProduct     product,
                                    const OndesWatch     *watch,
                                    OndesBatchVisitOutput visit,
                                    gpointer              data,
                                    GError              **error);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (OndesBatchTable, ondes_batch_table_clear)

G_END_DECLS
