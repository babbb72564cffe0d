/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The parts of an OndesSlicePane. */
#pragma once

#include "figure/draw-slice.h"
#include "ondes-charts.h"
#include "picture/slices.h"

G_BEGIN_DECLS

/* Whose slices a pane shows; in a box that the pane and its charts share. */
typedef struct
{
  OndesScalogramAnalysis *analysis; /* of the picture: it is pointed at */
  OndesScalogramAnalysis *result;   /* follows it, and its slices are drawn over pale ones of the other; NULL for none */
} OndesSlicesShown;

OndesSlicesShown *ondes_slices_shown_new   (OndesScalogramAnalysis *analysis);
OndesSlicesShown *ondes_slices_shown_ref   (OndesSlicesShown       *self);
void              ondes_slices_shown_unref (OndesSlicesShown       *self);

/* Spectra, upright: levels to the right, frequencies as in @view, which they zoom, pan and point at. The pane tells
 * the charts of changes by ondes_chart_changed(). */
#define ONDES_TYPE_SLICE_SPECTRUM_VIEW (ondes_slice_spectrum_view_get_type ())
G_DECLARE_FINAL_TYPE (OndesSliceSpectrumView, ondes_slice_spectrum_view, ONDES, SLICE_SPECTRUM_VIEW, OndesChart)
GtkWidget *ondes_slice_spectrum_view_new (OndesScalogramView *view, OndesSlicesShown *shown);

/* Envelopes over the time in view. */
#define ONDES_TYPE_SLICE_ENVELOPE_VIEW (ondes_slice_envelope_view_get_type ())
G_DECLARE_FINAL_TYPE (OndesSliceEnvelopeView, ondes_slice_envelope_view, ONDES, SLICE_ENVELOPE_VIEW, OndesTimeChart)
GtkWidget *ondes_slice_envelope_view_new (OndesSlicesShown *shown);

/* What is shown, each with its colour; those held can be removed, and what is shown can be held. */
#define ONDES_TYPE_SLICE_LIST (ondes_slice_list_get_type ())
G_DECLARE_FINAL_TYPE (OndesSliceList, ondes_slice_list, ONDES, SLICE_LIST, AdwBin)
GtkWidget *ondes_slice_list_new (OndesSlicesShown *shown);
/* After a change of what is shown. */
void       ondes_slice_list_update (OndesSliceList *self);

/* Draws a chart of the slices of @kind: spectra upright, envelopes over the time in view. */
void             ondes_slice_plot_draw     (OndesChart             *chart,
                                            const OndesChartCanvas *canvas,
                                            const OndesSlicesShown *shown,
                                            OndesSliceKind          kind);
/* Describes the slices of @kind for a screen reader; transfer full, NULL if there are none. */
char            *ondes_slice_plot_describe (const OndesSlicesShown *shown,
                                            OndesSliceKind          kind);
/* Returns the first entry's slice of @kind, of the result if there is one, borrowed; NULL if there is none. */
const OndesSlice *ondes_slice_plot_first   (const OndesSlicesShown *shown,
                                            OndesSliceKind          kind);

G_END_DECLS
