/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers as files store them one behind another, of any kind, width and byte order. */
#pragma once

#include "signal/reader.h"

G_BEGIN_DECLS

typedef struct
{
  char     kind;  /* 'b' 0 or 1, 'i' signed, 'u' unsigned, 'm' unsigned PCM that counts from its middle, 'f', 'c' complex */
  guint    bytes; /* of one element; complex: both parts */
  gboolean swap;  /* not in this machine's byte order */
} OndesElement;

/* The source type that loses nothing of it; FALSE where there is none. @bits as in OndesReader. */
gboolean     ondes_element_type   (const OndesElement *self,
                                   OndesType          *type,
                                   guint              *bits);
/* @n elements that stand @stride bytes apart at @from, to elements of ondes_element_type() at @dst. */
void         ondes_element_decode (const OndesElement *self,
                                   const guint8       *from,
                                   gsize               stride,
                                   gsize               n,
                                   void               *dst);

/* A reader of @channels × @frames elements that begin at @offset: frame by frame, or (@planar) channel by channel. */
OndesReader *ondes_elements_open  (const OndesOpening *opening,
                                   OndesElement        element,
                                   guint64             offset,
                                   guint               channels,
                                   guint64             frames,
                                   gboolean            planar,
                                   GError            **error);

G_END_DECLS
