/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shared by the files of OndesResponseView. */
#pragma once

#include "ondes-handles.h"
#include "ondes-response-view.h"

G_BEGIN_DECLS

struct _OndesResponseView
{
  OndesChart             parent_instance;

  OndesFilterAnalysis   *filter;
  OndesResponseQuantity  quantity;
  OndesHandles           handles; /* the cut-offs */
};

/* Returns the newest response, borrowed; NULL if there is none. */
const OndesFilterResponse *ondes_response_get (OndesResponseView *self);
/* FALSE for the impulse response, which is over samples. */
gboolean ondes_response_is_over_frequency     (OndesResponseView *self);
/* Convert between the widget's x and a frequency; there must be a response. */
double   ondes_response_to_x                  (OndesResponseView *self,
                                               double             f_hz);
double   ondes_response_from_x                (OndesResponseView *self,
                                               double             x);
/* Stores the cut-offs that have handles, and returns their number. */
guint    ondes_response_get_cutoffs           (OndesResponseView *self,
                                               double             cutoffs_hz[2]);

/* ondes-response-drawing.c: the layers of the chart. */
void     ondes_response_base                  (OndesChart             *chart,
                                               const OndesChartCanvas *canvas);
void     ondes_response_overlay               (OndesChart             *chart,
                                               const OndesChartCanvas *canvas);
/* Prints a frequency with its unit. Transfer full. */
char    *ondes_response_print_frequency       (OndesResponseView *self,
                                               double             f_hz);

G_END_DECLS
