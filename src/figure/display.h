/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Display options of a scalogram; none changes a computed value. */
#pragma once

#include <gio/gio.h>

#include "analysis/cursors.h"
#include "analysis/selection.h"
#include "axis.h"
#include "annotation/annotation-set.h"
#include "param/param.h"

G_BEGIN_DECLS

typedef enum
{
  ONDES_SHOW_LOG,    /* log frequency */
  ONDES_SHOW_LINEAR, /* linear frequency */
  ONDES_SHOW_SCALE,  /* scale in samples, log, small at the top */
  ONDES_SHOW_PERIOD, /* period in time units, log, short at the top */
  ONDES_SHOW_AUTO,   /* period for recordings in days or years, otherwise log frequency: ondes_display_show() */
} OndesShow;

extern const char *const ondes_show_names[]; /* log linear scale period auto, NULL-terminated */

/* Plain data, copy freely. */
typedef struct
{
  guint     palette;       /* index in palette.h */
  gboolean  decibel;       /* FALSE: linear from 0 to the reference */
  double    db_range;      /* dB below the reference; 0: from the picture's levels */
  double    reference;     /* the value at 0 dB; 0: from the picture's levels */
  gboolean  equalise;      /* show each row as a ratio to its median over the whole recording; the reference is a ratio too */
  OndesShow show;
  double    view_lo, view_hi; /* frequencies shown, cycles per time unit; both 0: all rows */
  gboolean  cone;          /* draw the cone of influence */
  OndesSelection selection; /* drawn in figures, in samples of the picture; zeros for none. The command has it apart. */
  OndesCursors cursors;     /* the same, but ONDES_CURSORS_NONE for none */
  gboolean  smooth;        /* interpolate between rows, and columns, of more than two pixels */
  gboolean  notes;         /* label axes of frequency with notes */
  double    a4_hz;         /* frequency of the note A4 */
  OndesTimeRuler time_ruler; /* of figures; on the screen the timeline's */
  OndesAnnotationSet *annotations; /* drawn over the picture; borrowed, must outlive the drawing; NULL for none */
} OndesDisplay;

#define ONDES_A4_HZ     440.0
#define ONDES_A4_MIN_HZ 415.0
#define ONDES_A4_MAX_HZ 466.0

/* viridis, automatic range and reference, auto show, all rows, cone drawn, no smoothing, no notes, nothing selected, no cursors */
extern const OndesDisplay ondes_display_default;

/* The table of an OndesDisplay. */
extern const OndesParamTable ondes_display_params;

/* TRUE if every value has the same colour in both. */
gboolean ondes_display_same_colours (const OndesDisplay *a,
                                     const OndesDisplay *b);

/* Returns the ondes-cli options that produce this display, defaults omitted: "--palette magma --db 80". Transfer full. */
char *ondes_display_print (const OndesDisplay *display);

G_END_DECLS
