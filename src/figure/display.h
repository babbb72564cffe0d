/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Display options of a scalogram; none changes a computed value. */
#pragma once

#include <gio/gio.h>

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
} OndesDisplay;

/* viridis, automatic range and reference, auto show, all rows, cone drawn */
extern const OndesDisplay ondes_display_default;

/* TRUE if every value has the same colour in both. */
gboolean ondes_display_same_colours (const OndesDisplay *a,
                                     const OndesDisplay *b);

/* Returns the ondes-cli options that produce this display, defaults omitted: "--palette magma --db 80". Transfer full. */
char *ondes_display_print (const OndesDisplay *display);

G_END_DECLS
