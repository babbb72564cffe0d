/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OndesCoefficientList: the values of largest magnitude of a series, the largest first. The row that is chosen is pointed at in the
 * chart. Main thread only.
 */
#pragma once

#include <adwaita.h>

#include "session/series-model.h"

G_BEGIN_DECLS

#define ONDES_TYPE_COEFFICIENT_LIST (ondes_coefficient_list_get_type ())
G_DECLARE_FINAL_TYPE (OndesCoefficientList, ondes_coefficient_list, ONDES, COEFFICIENT_LIST, AdwBin)

GtkWidget *ondes_coefficient_list_new (OndesSeriesModel     *model);
/* @indices of the model's series as it is now. */
void       ondes_coefficient_list_set (OndesCoefficientList *self,
                                       const guint64        *indices,
                                       guint                 n);

G_END_DECLS
