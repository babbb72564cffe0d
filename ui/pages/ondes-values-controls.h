/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The side bar's group for the processing of values before a transform: binarising, signs and length. Main thread only. */
#pragma once

#include "rows/ondes-param-rows.h"

G_BEGIN_DECLS

/* Adds the group to @box. The owner of @model is an OndesDerivation; @object must outlive the rows. */
OndesParamRows *ondes_values_controls_new  (GtkBox                *box,
                                            const OndesParamModel *model,
                                            gpointer               object);
/* Shows the values of the model. @open is TRUE if the truth table has don't-cares. */
void            ondes_values_controls_show (OndesParamRows        *self,
                                            gboolean               open);

G_END_DECLS
