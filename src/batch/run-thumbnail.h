/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Small pictures of the recordings of a run, of what the run made: the thumbnail of a sheet, else the numbers or the picture of a
 * scalogram. */
#pragma once

#include <cairo.h>

#include "run-model.h"

G_BEGIN_DECLS

/* The colours of all thumbnails of a run, as its sheet has them. */
typedef struct
{
  double top_db, range_db;
} OndesRunColours;

/* Finds the colours of what was made of @rows, of at most some hundred of them, evenly spread, or of fewer if cancelled. Reads
 * files: not on the main thread. */
void             ondes_run_colours_find   (const OndesBatchRun   *run,
                                           const OndesRunRows    *rows,
                                           OndesRunColours       *colours,
                                           GCancellable          *cancellable);
/* Reads files: not on the main thread. Returns a picture of @width × @height pixels, CAIRO_FORMAT_ARGB32, of the whole recording
 * across; a picture with rulers lies in its middle, in colours of its own. NULL if nothing was made of it that can be shown. Free
 * with cairo_surface_destroy(). */
cairo_surface_t *ondes_run_thumbnail_read (const OndesBatchRun   *run,
                                           const OndesRunRow     *row,
                                           const OndesRunColours *colours,
                                           int                    width,
                                           int                    height);

/* OndesRunThumbnails: those of the rows that are asked for, read by a worker, the newest kept. Their colours are found anew as the
 * run goes on, and once it rests. Main thread only. Signal "landed": another one was read, or the colours are others. */
#define ONDES_TYPE_RUN_THUMBNAILS (ondes_run_thumbnails_get_type ())
G_DECLARE_FINAL_TYPE (OndesRunThumbnails, ondes_run_thumbnails, ONDES, RUN_THUMBNAILS, GObject)

OndesRunThumbnails *ondes_run_thumbnails_new    (OndesRunModel      *model,
                                                 int                 width,
                                                 int                 height);
/* Returns the picture of @row, borrowed until the main loop runs on; NULL if there is none, or not yet: then it is read. */
cairo_surface_t    *ondes_run_thumbnails_get    (OndesRunThumbnails *self,
                                                 OndesRunRow        *row);
/* Leaves out what get() asked for and nobody looks at any more. */
void                ondes_run_thumbnails_forget (OndesRunThumbnails *self,
                                                 OndesRunRow        *row);

G_END_DECLS
