/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OndesOperandControls: the group of the side bar that says where values come from. Main thread only. */
#pragma once

#include <adwaita.h>

#include "session/operand.h"

G_BEGIN_DECLS

#define ONDES_TYPE_OPERAND_CONTROLS (ondes_operand_controls_get_type ())
G_DECLARE_FINAL_TYPE (OndesOperandControls, ondes_operand_controls, ONDES, OPERAND_CONTROLS, AdwBin)

/* @same: the second of two, which may be the same as the first. */
GtkWidget *ondes_operand_controls_new         (OndesOperand         *operand,
                                               const char           *title,
                                               gboolean              same);
/* What was found of the operand is shown; @problem is one sentence under it, or NULL. */
void       ondes_operand_controls_update      (OndesOperandControls *self,
                                               const char           *problem);
/* Asks for a file, or puts the cursor into the text. */
void       ondes_operand_controls_choose_file (OndesOperandControls *self);
void       ondes_operand_controls_edit_text   (OndesOperandControls *self);

G_END_DECLS
