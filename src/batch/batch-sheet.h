/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The product "sheet": contact sheets (figure/contact-sheet.h) of the thumbnails of all recordings, RUN/sheet-1.png and so on, in
 * the order of the manifest, on one range of colours. */
#pragma once

#include "base/watch.h"
#include "batch-run.h"

G_BEGIN_DECLS

/* A thumbnail of a recording: magnitudes, the first row at the top. */
typedef struct
{
  float *values;
  guint  rows, columns;
} OndesBatchThumbnail;

/* Takes the values of a .npy of version 1, float32 or float64, in rows, of the @n bytes at @data; FALSE if it is none. Free them
 * with g_free(). */
gboolean ondes_batch_thumbnail_parse (OndesBatchThumbnail *self,
                                      const char          *data,
                                      gsize                n);

/* The range of colours that thumbnails share: from what 99.8 % of all their values lie below down to what 10 % do, 20 to 60 dB. */
typedef struct _OndesBatchColours OndesBatchColours;

/* @decade_db: 20 for magnitudes, 10 for powers. */
OndesBatchColours *ondes_batch_colours_new   (double                     decade_db);
void               ondes_batch_colours_free  (OndesBatchColours         *self);
void               ondes_batch_colours_count (OndesBatchColours         *self,
                                              const OndesBatchThumbnail *thumbnail);
/* Sets the range of what was counted, in dB re 1. */
void               ondes_batch_colours_get   (const OndesBatchColours   *self,
                                              double                    *top_db,
                                              double                    *range_db);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (OndesBatchColours, ondes_batch_colours_free)

gboolean ondes_batch_sheet_write (const OndesBatchRun *run,
                                  const OndesWatch    *watch,
                                  GError             **error);

G_END_DECLS
