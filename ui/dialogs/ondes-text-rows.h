/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rows on which a person corrects how a text in columns is read: marks, header, channels; time column, dates, zone, gaps.
 * Each shows what holds and where it comes from, and follows the trial. Main thread only. */
#pragma once

#include <adwaita.h>

#include "session/read-trial.h"

G_BEGIN_DECLS

#define ONDES_TYPE_TEXT_ROWS (ondes_text_rows_get_type ())
G_DECLARE_FINAL_TYPE (OndesTextRows, ondes_text_rows, ONDES, TEXT_ROWS, AdwBin)

GtkWidget  *ondes_text_rows_new     (OndesReadTrial  *trial);
/* Returns words for where a value comes from: "recognised", "stated in the file". Never freed. */
const char *ondes_text_origin_words (OndesTextOrigin  origin);

G_END_DECLS
