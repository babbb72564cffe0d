/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Handles of a chart that the pointer drags: the cut-offs of a response, the points of a curve. Main thread only. */
#pragma once

#include "ondes-chart.h"

G_BEGIN_DECLS

#define ONDES_HANDLES_REACH 12.0 /* from a handle, pixels */

/* The state, a member of the chart. */
typedef struct
{
  guint  active;     /* the handle that keys move */
  int    dragged;    /* −1: none */
  double pointer[2]; /* NaN if outside */
} OndesHandles;

typedef struct
{
  const char *cursor; /* over a handle */
  guint    (*count) (OndesChart *chart);
  /* Stores the place of handle @i, or x alone if it is a vertical line; FALSE if it is not in view. */
  gboolean (*place) (OndesChart *chart,
                     guint       i,
                     double     *x,
                     double     *y);
  /* The active handle is dragged from now on; may be NULL. */
  void     (*begin) (OndesChart *chart,
                     double      x,
                     double      y);
  /* No handle is within reach of a press, which does nothing else then; may be NULL. */
  void     (*miss)  (OndesChart *chart,
                     double      x,
                     double      y);
  /* The pointer is at (@x, @y), @dx to the right of where the drag began. */
  void     (*move)  (OndesChart *chart,
                     double      x,
                     double      y,
                     double      dx);
  /* The drag has ended; may be NULL. */
  void     (*end)   (OndesChart *chart);
} OndesHandlesClass;

/* Adds the gestures to @chart, which has to have the state @handles. Returns the drag, borrowed. */
GtkGesture *ondes_handles_attach (OndesChart              *chart,
                                  OndesHandles            *handles,
                                  const OndesHandlesClass *klass);
/* Returns the handle within reach, or −1. */
int         ondes_handles_find   (OndesChart              *chart,
                                  const OndesHandlesClass *klass,
                                  double                   x,
                                  double                   y);

G_END_DECLS
