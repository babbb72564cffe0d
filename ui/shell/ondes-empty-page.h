/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OndesEmptyPage: the placeholder of a page without values: the reason, and what to do. Main thread only. */
#pragma once

#include "pages/ondes-operand-controls.h"

G_BEGIN_DECLS

#define ONDES_TYPE_EMPTY_PAGE (ondes_empty_page_get_type ())
G_DECLARE_FINAL_TYPE (OndesEmptyPage, ondes_empty_page, ONDES, EMPTY_PAGE, AdwBin)

GtkWidget *ondes_empty_page_new    (const char           *icon_name);
/* Shows what @operand lacks; if it lacks nothing, that computing failed (@problem is not NULL) or is in progress. The page's
 * buttons act on @controls. */
void       ondes_empty_page_update (OndesEmptyPage       *self,
                                    OndesOperand         *operand,
                                    OndesOperandControls *controls,
                                    const char           *problem);
/* Makes the status page of such a page, with @box for further buttons and the one that opens a file; @icon_name may be NULL.
 * Floating; @box and @open are borrowed. */
AdwStatusPage *ondes_empty_page_new_status (const char       *icon_name,
                                            GtkBox          **box,
                                            GtkWidget       **open);
/* Appends a button in the style of such pages to @box, which is not a page of this class; returns it, borrowed. */
GtkWidget *ondes_empty_page_add_button (GtkBox           *box,
                                        const char       *label);

G_END_DECLS
