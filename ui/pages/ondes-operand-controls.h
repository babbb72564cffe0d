/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OndesOperandControls: the side bar's group that selects the source of an operand. Main thread only. */
#pragma once

#include <adwaita.h>

#include "series/operand.h"

G_BEGIN_DECLS

#define ONDES_TYPE_OPERAND_CONTROLS (ondes_operand_controls_get_type ())
G_DECLARE_FINAL_TYPE (OndesOperandControls, ondes_operand_controls, ONDES, OPERAND_CONTROLS, AdwBin)

/* Creates the group. @same is TRUE for the second of two operands, which may be the same as the first. */
GtkWidget *ondes_operand_controls_new         (OndesOperand         *operand,
                                               const char           *title,
                                               gboolean              same);
/* Shows the operand's current state, with @problem, one sentence or NULL, under it. */
void       ondes_operand_controls_update      (OndesOperandControls *self,
                                               const char           *problem);
/* Open a file chooser, or switch to typed text and focus its entry. */
void       ondes_operand_controls_choose_file (OndesOperandControls *self);
void       ondes_operand_controls_edit_text   (OndesOperandControls *self);

G_END_DECLS
