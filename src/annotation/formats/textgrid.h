/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes Praat's TextGrid in its long form. */
#pragma once

#include "formats.h"

G_BEGIN_DECLS

void ondes_annotations_write_textgrid (OndesAnnotationOutput *output);

G_END_DECLS
