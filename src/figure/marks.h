/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Boxes and lines over a plot as filled rectangles, the same on screen and in figures: white on dark, which is seen on every
 * palette. Any thread. */
#pragma once

#include "draw.h"

G_BEGIN_DECLS

typedef struct
{
  cairo_rectangle_t at;
  OndesColour       colour;
} OndesFill;

#define ONDES_BOX_FILLS 8

/* Fills @fills with the outline of @box, whose edges outside @area are left out, and returns how many. */
guint ondes_box_fills     (const cairo_rectangle_t *area,
                           const cairo_rectangle_t *box,
                           OndesFill                fills[ONDES_BOX_FILLS]);
/* Adds the two fills of a line across @area at @x if it is @vertical, otherwise at @at as y; returns 0 if it is not in view. */
guint ondes_line_fills    (const cairo_rectangle_t *area,
                           gboolean                 vertical,
                           double                   at,
                           OndesFill                fills[2]);
/* A harmonic that is drawn. */
typedef struct
{
  guint    number;   /* 1 for the fundamental */
  double   y;
  gboolean labelled; /* TRUE if there is room for a label */
} OndesHarmonic;

#define ONDES_HARMONICS 200

/* Fills @lines with the harmonics of @hz in @area, from the fundamental up until lines would be less than two units apart, and
 * returns how many; @place returns the y of a frequency. */
guint ondes_harmonics_place (const cairo_rectangle_t *area,
                            double                   hz,
                            double                 (*place) (gpointer data, double hz),
                            gpointer                 data,
                            OndesHarmonic            lines[ONDES_HARMONICS]);
/* Prints the name of a harmonic, "f" or "2f"; transfer full. */
char *ondes_harmonic_name   (guint                   number);
void  ondes_draw_fills    (cairo_t                 *cr,
                           const OndesFill         *fills,
                           guint                    n);

G_END_DECLS
