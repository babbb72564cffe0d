/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Arrays of numbers in files, of any kind, width and byte order. */
#pragma once

#include "signal/reader.h"

G_BEGIN_DECLS

typedef struct
{
  /* 'b' 0 or 1, 'i' signed, 'u' unsigned, 'm' unsigned PCM offset by half its range, 'f' float, 'c' complex; complex of integers,
   * of a full scale of 1: 'j' signed, 'k' offset by half its range */
  char     kind;
  guint    bytes; /* per element; both parts if complex */
  gboolean swap;  /* not in this machine's byte order */
} OndesElement;

/* Finds the source type that holds the element without loss; FALSE if there is none. @bits as in OndesReader. */
gboolean     ondes_element_type   (const OndesElement *self,
                                   OndesType          *type,
                                   guint              *bits);
/* Decodes @n elements, @stride bytes apart at @from, to elements of ondes_element_type() at @dst. */
void         ondes_element_decode (const OndesElement *self,
                                   const guint8       *from,
                                   gsize               stride,
                                   gsize               n,
                                   void               *dst);

/* channels × frames elements in a file. */
typedef struct
{
  OndesElement element;
  guint64      offset, frames; /* bytes; frames */
  guint        channels;
  gboolean     planar;         /* channel by channel instead of interleaved */
} OndesElementLayout;

OndesReader *ondes_elements_open  (const OndesOpening       *opening,
                                   const OndesElementLayout *layout,
                                   GError                  **error);

G_END_DECLS
