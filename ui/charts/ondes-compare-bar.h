/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Buttons for what a chart of two scalograms shows: one of them, both with a line to drag, or their difference, with its range, or
 * one above the other, where the chart shows the first alone and its user another chart below. The
 * signal "shown-changed" tells of a change. Main thread only.
 */
#pragma once

#include "ondes-charts.h"
#include "picture/comparison.h"

G_BEGIN_DECLS

/* A button; marked for translation, NULL for none. */
typedef struct
{
  const char *name, *tooltip;
} OndesCompareChoice;

#define ONDES_TYPE_COMPARE_BAR (ondes_compare_bar_get_type ())
G_DECLARE_FINAL_TYPE (OndesCompareBar, ondes_compare_bar, ONDES, COMPARE_BAR, AdwBin)

/* @choices: ONDES_N_SHOWN of them. @view has a second scalogram; it begins with @shown. */
GtkWidget *ondes_compare_bar_new       (OndesScalogramView       *view,
                                        const OndesCompareChoice *choices,
                                        OndesShown                shown);
OndesShown ondes_compare_bar_get_shown (OndesCompareBar          *self);
void       ondes_compare_bar_set_shown (OndesCompareBar          *self,
                                        OndesShown                shown);
/* Shows it again, after the chart got another second. */
void       ondes_compare_bar_apply     (OndesCompareBar          *self);
/* Shows it, or if it is shown what was before: the key of a button. */
void       ondes_compare_bar_toggle    (OndesCompareBar          *self,
                                        OndesShown                shown);
/* Returns what is shown, where the line is and the range of the difference, a floating dictionary; restore() takes its valid
 * entries. */
GVariant  *ondes_compare_bar_save      (OndesCompareBar          *self);
void       ondes_compare_bar_restore   (OndesCompareBar          *self,
                                        GVariant                 *saved);
/* Returns linked buttons of which one is active, @first to begin with, and sets @buttons to them. */
GtkWidget *ondes_compare_new_switch    (const OndesCompareChoice *choices,
                                        GtkToggleButton         **buttons,
                                        guint                     n,
                                        guint                     first);

G_END_DECLS
