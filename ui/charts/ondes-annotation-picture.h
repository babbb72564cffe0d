/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A picture of many annotations over a chart, drawn by a worker of low priority: until it lands, the last one is shown where its
 * times lie now, so that a view pans and zooms at the display's rate however many annotations it has. Main thread only.
 */
#pragma once

#include "figure/draw-annotations.h"
#include "ondes-chart.h"

G_BEGIN_DECLS

typedef struct _OndesAnnotationPicture OndesAnnotationPicture;

/* Borrows @chart, which is drawn again when a picture has landed. */
OndesAnnotationPicture *ondes_annotation_picture_new      (GtkWidget                 *chart);
/* Call at the end of @chart; a worker may still be drawing. */
void                    ondes_annotation_picture_free     (OndesAnnotationPicture    *self);
/* Makes the picture stale: annotations, colours or choices have changed. */
void                    ondes_annotation_picture_change   (OndesAnnotationPicture    *self);
/* Shows the last picture where it lies on @plot, and has @plot drawn if that picture is another one. */
void                    ondes_annotation_picture_snapshot (OndesAnnotationPicture    *self,
                                                           GtkSnapshot               *snapshot,
                                                           const OndesAnnotationPlot *plot);
/* TRUE if the last picture is that of the last plot. */
gboolean                ondes_annotation_picture_is_exact (OndesAnnotationPicture    *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OndesAnnotationPicture, ondes_annotation_picture_free)

G_END_DECLS
