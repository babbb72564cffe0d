/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OndesCoefficientList: the values of a series with the largest magnitudes, in descending order. Selecting a row moves the
 * chart's crosshair to that value. Main thread only.
 */
#pragma once

#include <adwaita.h>

#include "session/series-model.h"

G_BEGIN_DECLS

#define ONDES_TYPE_COEFFICIENT_LIST (ondes_coefficient_list_get_type ())
G_DECLARE_FINAL_TYPE (OndesCoefficientList, ondes_coefficient_list, ONDES, COEFFICIENT_LIST, AdwBin)

GtkWidget *ondes_coefficient_list_new (OndesSeriesModel     *model);
/* Lists the values at @indices of the model's current series. */
void       ondes_coefficient_list_set (OndesCoefficientList *self,
                                       const guint64        *indices,
                                       guint                 n);

G_END_DECLS
