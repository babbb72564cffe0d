/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gi18n.h>

#include "ondes-param-reset.h"
#include "ondes-slider-row.h"
#include "shell/ondes-accessible.h"

/* TRUE if the row can show the default: a slider shows none that is automatic, and a list only its own items. */
static gboolean
shows_default (const OndesParam *param,
               gconstpointer     defaults,
               GtkWidget        *row)
{
  if (ONDES_IS_SLIDER_ROW (row))
    return param->type == ONDES_PARAM_TEXT || !ondes_param_may_be_automatic (param)
           || ondes_param_get_number (param, defaults) > 0;
  return param->type != ONDES_PARAM_WORD || param->titles == NULL
         || *(const guint *) ((const char *) defaults + param->offset) < g_strv_length ((char **) param->titles);
}

GtkWidget *
ondes_param_reset_new (const OndesParam      *param,
                       const OndesParamTable *table,
                       GtkWidget             *row)
{
  GtkWidget *button;

  if (!shows_default (param, table->defaults, row))
    return NULL;
  button = ondes_accessible_new_button ("edit-undo-symbolic", _("Reset"));
  gtk_widget_add_css_class (button, "reset");
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_set_focus_on_click (button, FALSE);
  gtk_widget_set_visible (button, FALSE);
  if (ONDES_IS_SLIDER_ROW (row))
    ondes_slider_row_add_suffix (ONDES_SLIDER_ROW (row), button);
  else if (ADW_IS_ENTRY_ROW (row))
    adw_entry_row_add_suffix (ADW_ENTRY_ROW (row), button);
  else
    adw_action_row_add_suffix (ADW_ACTION_ROW (row), button);
  return button;
}
