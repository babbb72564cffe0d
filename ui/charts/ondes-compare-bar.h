/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The switch between what charts of two pictures show: A, B, Wipe, Difference, Stacked; and a button with the ranges of their
 * colours. It shows and sets how an OndesSecondPicture is shown. Main thread only.
 */
#pragma once

#include <adwaita.h>

#include "picture/second-picture.h"

G_BEGIN_DECLS

/* A button; marked for translation. */
typedef struct
{
  const char *name, *tooltip;
} OndesCompareChoice;

#define ONDES_TYPE_COMPARE_BAR (ondes_compare_bar_get_type ())
G_DECLARE_FINAL_TYPE (OndesCompareBar, ondes_compare_bar, ONDES, COMPARE_BAR, AdwBin)

GtkWidget *ondes_compare_bar_new    (OndesSecondPicture       *second);
/* Returns linked buttons of which one is active, @first to begin with, and sets @buttons to them. */
GtkWidget *ondes_compare_new_switch (const OndesCompareChoice *choices,
                                     GtkToggleButton         **buttons,
                                     guint                     n,
                                     guint                     first);

G_END_DECLS
