/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OndesStrip: a coloured piece of a scalogram, ONDES_STRIP_WIDTH device pixels across and as high as the plot. Strips lie on a grid
 * that stays where it is while the view moves: pixel p shows the samples [p, p + 1) times those a pixel has. So a pan colours no
 * more than what comes into view, and no pixel changes its colour on the way.
 */
#pragma once

#include <gtk/gtk.h>

#include "figure/raster.h"

G_BEGIN_DECLS

#define ONDES_STRIP_WIDTH 64

typedef struct
{
  int         width;   /* ONDES_STRIP_WIDTH, less at the recording's end */
  int         from, to; /* the pixels of them that the scalogram has columns for */
  GdkTexture *texture; /* of those; NULL: there are none */
  guint32    *pixels;  /* all, ARGB, lines of ONDES_STRIP_WIDTH */
  guint8     *same;    /* of each line: it is as the line above */
  gboolean    opaque;  /* in the texture there is no pixel that shows nothing */
  gboolean    exact;   /* all of it is as it will stay */
  guint       serial;  /* the caller's */
} OndesStrip;

void        ondes_strip_free     (OndesStrip           *strip);
/* The pixels of a recording of @n samples with @samples in a pixel: whole ones, or the one that there is. */
gint64      ondes_strips_pixels  (guint64               n,
                                  double                samples);
/* The strips [from, to), all within the recording, of a plot that is @height pixels high; NULL where there is no memory. Any
 * thread. */
GPtrArray  *ondes_strips_colour  (const OndesScalogram *scalogram,
                                  const OndesDisplay   *display,
                                  const OndesAxis      *axis,
                                  double                samples,
                                  int                   height,
                                  gint64                from,
                                  gint64                to);
/* A texture of @width × @height pixels, each that of the pixel @columns[x] (from the left of the first of @strips, which lie one
 * beside the other, @high pixels high) and the line @lines[y]. By hand: GTK's Cairo renderer takes several times as long. */
GdkTexture *ondes_strips_stretch (GPtrArray            *strips,
                                  int                   high,
                                  const int            *columns,
                                  int                   width,
                                  const int            *lines,
                                  int                   height);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OndesStrip, ondes_strip_free)

G_END_DECLS
