/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OndesEmptyPage: what a page says while there are no values to show: why, and what to do. Main thread only. */
#pragma once

#include "pages/ondes-operand-controls.h"

G_BEGIN_DECLS

#define ONDES_TYPE_EMPTY_PAGE (ondes_empty_page_get_type ())
G_DECLARE_FINAL_TYPE (OndesEmptyPage, ondes_empty_page, ONDES, EMPTY_PAGE, AdwBin)

GtkWidget *ondes_empty_page_new    (const char           *icon_name);
/* Says what @operand lacks, or else @problem, or where there is none that something is being computed. @controls choose for it. */
void       ondes_empty_page_update (OndesEmptyPage       *self,
                                    OndesOperand         *operand,
                                    OndesOperandControls *controls,
                                    const char           *problem);

G_END_DECLS
