/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How a scalogram is shown: nothing here changes a computed number. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

typedef enum
{
  ONDES_SHOW_LOG,    /* log frequency */
  ONDES_SHOW_LINEAR, /* linear frequency */
  ONDES_SHOW_SCALE,  /* scale in samples, log, small on top */
  ONDES_SHOW_PERIOD, /* period in time units, log, short on top */
  ONDES_SHOW_AUTO,   /* period of recordings in days or years, else log frequency: ondes_display_show() */
} OndesShow;

extern const char *const ondes_show_names[]; /* log linear scale period auto */

/* Plain data, copied freely. */
typedef struct
{
  guint     palette;       /* of palette.h */
  gboolean  decibel;       /* else linear from 0 to the reference */
  double    db_range;      /* dB below the reference; 0: by the levels of the picture */
  double    reference;     /* the value at 0 dB; 0: by the levels of the picture */
  gboolean  equalise;      /* each row is shown as a ratio to its median over the whole recording, and the reference is one */
  OndesShow show;
  double    view_lo, view_hi; /* frequencies shown, cycles a time unit; both 0: all rows */
  gboolean  cone;          /* the cone of influence is drawn */
} OndesDisplay;

/* viridis, range and reference by the picture, auto, all, cone */
extern const OndesDisplay ondes_display_default;

/* TRUE where a value has the same colour in both. */
gboolean ondes_display_same_colours (const OndesDisplay *a,
                                     const OndesDisplay *b);

/* The options of ondes-cli that make this display, defaults left out: "--palette magma --db 80". Transfer full. */
char *ondes_display_print (const OndesDisplay *display);

G_END_DECLS
