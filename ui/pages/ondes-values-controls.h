/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OndesValuesControls: the group of the side bar that says what is made of values before they are transformed: bits, signs, how
 * many. Main thread only.
 *
 * Signal "changed": the person chose; what is wrong is told in place and emits nothing.
 */
#pragma once

#include <adwaita.h>

#include "signal/derive.h"
#include "signal/tables/truth-table.h"

G_BEGIN_DECLS

#define ONDES_TYPE_VALUES_CONTROLS (ondes_values_controls_get_type ())
G_DECLARE_FINAL_TYPE (OndesValuesControls, ondes_values_controls, ONDES, VALUES_CONTROLS, AdwBin)

GtkWidget *ondes_values_controls_new  (void);
/* @open: there are values that the table does not say. @problem: one sentence, or NULL. Emits nothing. */
void       ondes_values_controls_show (OndesValuesControls   *self,
                                       const OndesDerivation *derivation,
                                       OndesDontCare          dont_care,
                                       gboolean               open,
                                       const char            *problem);
void       ondes_values_controls_get  (OndesValuesControls   *self,
                                       OndesDerivation       *derivation,
                                       OndesDontCare         *dont_care);

G_END_DECLS
