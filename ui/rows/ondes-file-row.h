/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A row with the name of a file, and buttons to choose and to remove it. Signal "changed": a person did. Main thread only. */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define ONDES_TYPE_FILE_ROW (ondes_file_row_get_type ())
G_DECLARE_FINAL_TYPE (OndesFileRow, ondes_file_row, ONDES, FILE_ROW, AdwActionRow)

/* @question is the title of the file chooser. */
OndesFileRow *ondes_file_row_new      (const char   *title,
                                       const char   *tooltip,
                                       const char   *question);
/* Shows @path; "" or NULL for none. */
void          ondes_file_row_set_path (OndesFileRow *self,
                                       const char   *path);
/* Returns "" if there is none. Borrowed. */
const char   *ondes_file_row_get_path (OndesFileRow *self);
/* Sets what stands in place of a name if there is no file, and a note that stands there and has the name; NULL for none. */
void          ondes_file_row_set_note (OndesFileRow *self,
                                       const char   *absent,
                                       const char   *note);
/* Asks for a file. */
void          ondes_file_row_choose   (OndesFileRow *self);

G_END_DECLS
