/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The button of a row that sets the default of its parameter. Main thread only. */
#pragma once

#include <adwaita.h>

#include "param/param.h"

G_BEGIN_DECLS

/* Adds a hidden button to @row, which owns it; NULL if the row cannot show the default of @param. */
GtkWidget *ondes_param_reset_new (const OndesParam      *param,
                                  const OndesParamTable *table,
                                  GtkWidget             *row);

G_END_DECLS
