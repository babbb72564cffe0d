/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A row of the side bar: a title, an entry with a unit, and a slider that acts while it is dragged. Main thread only.
 *
 * Properties: "lower", "upper" (of the slider; the entry takes any number), "logarithmic", "fractions" (the entry takes
 * P/Q), "unit". Signal "changed": the user chose another value.
 */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define ONDES_TYPE_SLIDER_ROW (ondes_slider_row_get_type ())
G_DECLARE_FINAL_TYPE (OndesSliderRow, ondes_slider_row, ONDES, SLIDER_ROW, AdwPreferencesRow)

void        ondes_slider_row_set_range (OndesSliderRow *self,
                                        double          lower,
                                        double          upper);
void        ondes_slider_row_set_unit  (OndesSliderRow *self,
                                        const char     *unit);
/* Emits nothing. A value that the row shows already leaves its text as it was typed. */
void        ondes_slider_row_set_value (OndesSliderRow *self,
                                        double          value);
double      ondes_slider_row_get_value (OndesSliderRow *self);
/* By the point, as typed, or the value printed; P/Q stays P/Q. Borrowed until the next change. */
const char *ondes_slider_row_get_text  (OndesSliderRow *self);
void        ondes_slider_row_set_text  (OndesSliderRow *self,
                                        const char     *text);
/* What it says now is a setting, and undone as one: the entry's own undo goes back to it, and no further. */
void        ondes_editable_forget_typing (GtkEditable  *editable);
/* Marks the row as wrong, for the eye and for a screen reader. */
void        ondes_row_set_wrong        (GtkWidget      *row,
                                        gboolean        wrong);

G_END_DECLS
