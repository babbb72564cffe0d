/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What sound files tell of themselves: the chunks "bext" (EBU Tech 3285) and "guan" (GUANO), and the texts of a comment. */
#pragma once

#include <sndfile.h>

#include "signal/reader.h"

G_BEGIN_DECLS

/* Adds the metadata of @file, which decodes for @reader, and the start that they tell. What is damaged or too large is left out;
 * a date that cannot be read is noted. Only reads; the next frame to decode stays. */
void ondes_sndfile_read_metadata (SNDFILE     *file,
                                  OndesReader *reader);

G_END_DECLS
