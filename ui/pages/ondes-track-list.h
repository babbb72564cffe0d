/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OndesTrackList: the contents of a popover with the tracks of a model: which are shown, their colours and names; they are
 * added, renamed and removed here, and the one selected is that of new annotations. Main thread only. */
#pragma once

#include <adwaita.h>

#include "session/annotations-model.h"

G_BEGIN_DECLS

#define ONDES_TYPE_TRACK_LIST (ondes_track_list_get_type ())
G_DECLARE_FINAL_TYPE (OndesTrackList, ondes_track_list, ONDES, TRACK_LIST, AdwBin)

GtkWidget *ondes_track_list_new (OndesAnnotationsModel *model);

G_END_DECLS
