/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "scalogram.h"

G_BEGIN_DECLS

/* Takes @values over, the rows of @spec × @columns; all of them exact unless @view is of a preview. */
OndesScalogram *ondes_scalogram_new (OndesSpec                *spec,
                                     OndesSource              *source,
                                     const OndesView          *view,
                                     const OndesRecordingInfo *info,
                                     guint                     columns,
                                     float                    *values);

G_END_DECLS
