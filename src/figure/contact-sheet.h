/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Contact sheets: small scalograms of many recordings, with their names, on one range of colours. */
#pragma once

#include "figure.h"

G_BEGIN_DECLS

#define ONDES_CONTACT_ACROSS 6
#define ONDES_CONTACT_UP     8

/* The values are borrowed. */
typedef struct
{
  const char  *name;
  guint        rows, columns; /* the first row at the top */
  const float *values;        /* magnitudes or powers */
} OndesContact;

typedef struct
{
  const OndesContact *contacts; /* at most ACROSS × UP, in rows from the left to the right */
  guint               n;
  guint               palette;
  double              top_db, range_db; /* of the colours */
  double              decade_db;        /* 20 of magnitudes, 10 of powers */
  const char         *title, *caption, *bar; /* the last is the title of the colour bar */
} OndesContactSheet;

/* Returns the colours of @contact, a pixel a value, in the palette and range of @self, which needs no contacts of its own. */
cairo_surface_t *ondes_contact_draw    (const OndesContactSheet *self,
                                        const OndesContact      *contact);
/* Writes a page, as high as its rows need. */
gboolean ondes_contact_sheet_write (const OndesImageTarget  *to,
                                    const OndesContactSheet *self,
                                    GError                 **error);

G_END_DECLS
