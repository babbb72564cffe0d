/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A row of the side bar: a title, an entry with a unit, and a slider that takes effect while it is dragged. Main thread only.
 *
 * Properties: "lower" and "upper" (limits of the slider; the entry accepts any number), "logarithmic", "fractions" (the entry
 * accepts P/Q), "unit". Signal "changed": the user set another value.
 */
#pragma once

#include <adwaita.h>

#include "base/request-error.h"

G_BEGIN_DECLS

#define ONDES_TYPE_SLIDER_ROW (ondes_slider_row_get_type ())
G_DECLARE_FINAL_TYPE (OndesSliderRow, ondes_slider_row, ONDES, SLIDER_ROW, AdwPreferencesRow)

void        ondes_slider_row_set_range (OndesSliderRow *self,
                                        double          lower,
                                        double          upper);
void        ondes_slider_row_set_unit  (OndesSliderRow *self,
                                        const char     *unit);
/* Sets the value without emitting "changed". No-op if the row already has that value, so that its text stays as typed. */
void        ondes_slider_row_set_value (OndesSliderRow *self,
                                        double          value);
double      ondes_slider_row_get_value (OndesSliderRow *self);
/* Returns the text with a decimal point: as typed (P/Q stays P/Q), or the printed value. Borrowed until the next change. */
const char *ondes_slider_row_get_text  (OndesSliderRow *self);
void        ondes_slider_row_set_text  (OndesSliderRow *self,
                                        const char     *text);
/* Shows a setting in an entry: sets its text unless it is that already, and clears the entry's own undo history. */
void        ondes_entry_row_show         (AdwEntryRow  *row,
                                          const char   *text);
/* Adds a widget behind the entry and its unit. */
void        ondes_slider_row_add_suffix  (OndesSliderRow *self,
                                          GtkWidget      *widget);
/* Shows @problem, or hides the label if it is NULL. */
void        ondes_label_show_problem     (GtkLabel     *label,
                                          const char   *problem);
/* Marks the row as invalid, visually and for screen readers. */
void        ondes_row_set_wrong        (GtkWidget      *row,
                                        gboolean        wrong);

G_END_DECLS
