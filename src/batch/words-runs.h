/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Localised text of runs over many recordings, for the screen. All strings are transfer full unless stated otherwise. */
#pragma once

#include "batch-draft.h"
#include "run-list.h"

G_BEGIN_DECLS

/* Returns a row's cell, "" for what is unknown. */
char       *ondes_words_run_cell     (const OndesRunRow  *row,
                                      OndesRunColumn      column);
/* Returns "12 of 100 recordings done, 2 failed · 85 × real time · 2:05:00 left". */
char       *ondes_words_run_progress (OndesRunModel      *model);
/* Returns "1,200 recordings, 85 h, 31.2 GB", or how far they are counted. */
char       *ondes_words_draft_counts (OndesBatchDraft    *draft);
/* Returns "About 1.2 GB of outputs, in about 2:05:00 on this machine"; "" if it is not known. */
char       *ondes_words_draft_estimate (OndesBatchDraft  *draft);
/* Returns the name of a product and what is made, static. */
const char *ondes_words_product      (OndesBatchProduct   product);
const char *ondes_words_product_help (OndesBatchProduct   product);

G_END_DECLS
