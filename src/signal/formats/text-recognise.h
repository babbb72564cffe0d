/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How the reader of text tells a recognition (text-recognition.h) what it finds. */
#pragma once

#include "signal/reader.h"
#include "signal/text-recognition.h"
#include "text-columns.h"

G_BEGIN_DECLS

/* Opens the first @most_rows rows of numbers of a text. Fills @found, if it is not NULL, as far as the reader gets. */
OndesReader *ondes_text_open_rows         (const OndesOpening    *opening,
                                           guint64                most_rows,
                                           OndesTextRecognition  *found,
                                           GError               **error);
/* Takes what the layout tells, before the rows are read. */
void         ondes_text_recognition_take_layout (OndesTextRecognition  *self,
                                                 const OndesOpening    *opening,
                                                 const OndesTextLayout *layout);
/* Takes the roles of the columns, once the rows are read. */
void         ondes_text_recognition_take_columns (OndesTextRecognition   *self,
                                                  const OndesTextColumns *columns,
                                                  const OndesTextFormat  *asked);

G_END_DECLS
