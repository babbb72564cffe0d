/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gi18n.h>

#include "ondes-values-controls.h"
#include "rows/ondes-rows.h"
#include "shell/ondes-template.h"

OndesParamRows *
ondes_values_controls_new (GtkBox                *box,
                           const OndesParamModel *model,
                           gpointer               object)
{
  static const char *const groups[] = { "bits", "dont-care", "length" };
  AdwPreferencesGroup *group = ondes_rows_add_group (box, _("Values"));
  OndesParamRows *self = ondes_param_rows_new (model, object);

  for (guint i = 0; i < G_N_ELEMENTS (groups); i++)
    ondes_param_rows_add (self, groups[i], group);
  ondes_widget_set_text (ondes_param_rows_get (self, "signed"), "subtitle", _("f becomes (−1)^f"));
  return self;
}

void
ondes_values_controls_show (OndesParamRows *self,
                            gboolean        open)
{
  ondes_param_rows_show (self);
  gtk_widget_set_visible (ondes_param_rows_get (self, "dont-care"), open);
}
