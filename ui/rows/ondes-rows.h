/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rows that are made or filled in code. Functions that add one return it, owned by @expander. Main thread only. */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/* Has the list of every row open with the focus on the item that holds. Called once, before there are rows. */
void         ondes_rows_start        (void);
/* Makes a row with a choice of @items, marked for translation and NULL-terminated, and adds it. */
AdwComboRow *ondes_rows_new_combo    (const char        *title,
                                      const char        *tooltip,
                                      const char *const *items);
AdwComboRow *ondes_rows_add_combo    (AdwExpanderRow    *expander,
                                      const char        *title,
                                      const char        *tooltip,
                                      const char *const *items);
/* Sets the items of a row whose model is a GtkStringList. Keeps a list of the same items, because it may be open. */
void         ondes_rows_set_items    (AdwComboRow       *row,
                                      const char *const *items);
/* Adds a group of rows to @box, which owns it. */
AdwPreferencesGroup *ondes_rows_add_group (GtkBox        *box,
                                      const char        *title);
/* Returns @box of CSS class "controls" in a side bar that scrolls; floating. */
GtkWidget   *ondes_rows_new_side_bar (GtkWidget         *box);
/* Makes a row with a switch, stored in @button; floating. */
GtkWidget   *ondes_rows_new_switch   (const char        *title,
                                      const char        *tooltip,
                                      GtkSwitch        **button);
/* Adds a row around @child. */
GtkWidget   *ondes_rows_add_widget   (AdwExpanderRow    *expander,
                                      GtkWidget         *child);
/* Makes a label of a CSS class whose text wraps. Floating. */
GtkWidget   *ondes_rows_new_label    (const char        *css_class);
/* Adds a hidden row for the sentence on what is wrong above it. */
GtkWidget   *ondes_rows_add_problem  (AdwExpanderRow    *expander);
/* Shows @problem in such a row, or hides it if @problem is NULL. */
void         ondes_rows_show_problem (GtkWidget         *row,
                                      const char        *problem);
/* Sets the sensitivity of a row; if the focus is within one that loses it, the expander gets it. */
void         ondes_rows_set_sensitive (gpointer          row,
                                      gboolean          sensitive);

G_END_DECLS
