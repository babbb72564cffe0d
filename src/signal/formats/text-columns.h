/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which columns of a text are channels, which tell the time, and which are left out. */
#pragma once

#include "signal/reader.h"
#include "signal/text-recognition.h"
#include "text-layout.h"

G_BEGIN_DECLS

typedef struct
{
  OndesTextRole *roles;     /* [columns of the layout] */
  guint          time;      /* column of the times, from 1; 0 if there is none */
  guint          clock;     /* column of the time of day beside a date, from 1; 0 if there is none */
  guint          millis;    /* column of the milliseconds beside dates, from 1; 0 if there is none */
  gboolean       certain;   /* the file or the user says that it is time; FALSE if it has to be looked at */
  gboolean       place;     /* if it is not certain: its name or unit is another than time */
  const char    *time_unit; /* NULL if not told */
  double         factor;    /* of the stamps, to that unit */
} OndesTextColumns;

/* Fails with a sentence if the options name columns that are not there or hold no numbers. */
gboolean ondes_text_columns_find  (OndesTextColumns      *self,
                                   const OndesOpening    *opening,
                                   const OndesTextLayout *layout,
                                   GError               **error);
/* Notes the columns that are left out. */
void     ondes_text_columns_note  (const OndesTextColumns *self,
                                   OndesReader            *reader,
                                   const OndesTextLayout  *layout);
void     ondes_text_columns_clear (OndesTextColumns      *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (OndesTextColumns, ondes_text_columns_clear)

G_END_DECLS
