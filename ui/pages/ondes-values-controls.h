/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OndesValuesControls: the side bar's group for the processing of values before a transform: binarising, signs and length. Main
 * thread only.
 *
 * Signal "changed": the user changed a setting. Invalid input shows an error message and emits nothing.
 */
#pragma once

#include <adwaita.h>

#include "signal/derive.h"
#include "signal/tables/truth-table.h"

G_BEGIN_DECLS

#define ONDES_TYPE_VALUES_CONTROLS (ondes_values_controls_get_type ())
G_DECLARE_FINAL_TYPE (OndesValuesControls, ondes_values_controls, ONDES, VALUES_CONTROLS, AdwBin)

GtkWidget *ondes_values_controls_new  (void);
/* Shows the given settings without emitting "changed". @open is TRUE if the truth table has don't-cares. @problem is one
 * sentence, or NULL. */
void       ondes_values_controls_show (OndesValuesControls   *self,
                                       const OndesDerivation *derivation,
                                       OndesDontCare          dont_care,
                                       gboolean               open,
                                       const char            *problem);
void       ondes_values_controls_get  (OndesValuesControls   *self,
                                       OndesDerivation       *derivation,
                                       OndesDontCare         *dont_care);

G_END_DECLS
