/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two scalograms on one time axis, compared: one above the other, side by side with a line between them, or their difference. Both
 * have the axes of the first, and its colours unless the second has a range of its own. */
#pragma once

#include "difference.h"

G_BEGIN_DECLS

typedef enum
{
  ONDES_COMPARED_STACKED,    /* the first above the second */
  ONDES_COMPARED_WIPE,       /* the second right of a line, in the place of the first */
  ONDES_COMPARED_DIFFERENCE,
} OndesComparedKind;

/* Plain data; strings and scalograms are borrowed. */
typedef struct
{
  OndesComparedKind         kind;
  const OndesScalogram *first, *second; /* of recordings that begin at one time and have one length */
  OndesSpan             cover;     /* the samples that the second's recording has; what lies beside them is left grey */
  double                line;      /* WIPE: as a fraction of the width, 0 for the second alone */
  double                range_db;  /* DIFFERENCE: its colours end at ± this */
  gboolean              own_range; /* TRUE if the second has its own value at 0 dB; equalised rows never have */
  double                reference; /* that value; 0 for the one of its levels */
  const char           *names[2];  /* of the first and the second, for the plots */
  const char           *differs;   /* what differs, for the caption: "b.wav, channel 2 of 2, --omega0 8 in the place of 5" */
} OndesCompared;

/* Returns @display, resolved with the first, for the second: its values may be powers where the first one's are magnitudes, and the
 * other way round. Takes the pictures of @self and the range. */
OndesDisplay    ondes_compared_display  (const OndesCompared  *self,
                                     const OndesDisplay   *display);
/* Returns @second with the row medians of @first if both have as many rows, so that equalised rows of both have the same 0 dB;
 * else @second. Transfer full. */
OndesScalogram *ondes_compared_equalise (const OndesScalogram *first,
                                     OndesScalogram       *second);
/* Returns the part of @area, which shows @count samples from @first on, that lies over @cover. */
cairo_rectangle_t ondes_compared_part   (const cairo_rectangle_t *area,
                                     double                first,
                                     double                count,
                                     OndesSpan             cover);

G_END_DECLS
