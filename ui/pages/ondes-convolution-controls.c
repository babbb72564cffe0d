/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gi18n.h>

#include "ondes-convolution-controls.h"
#include "ondes-values-controls.h"
#include "rows/ondes-rows.h"
#include "shell/ondes-template.h"

struct _OndesConvolutionControls
{
  AdwBin                parent_instance;

  OndesDyadicAnalysis  *convolution;
  OndesOperandControls *operands[2];
  OndesParamRows       *values;
};

G_DEFINE_FINAL_TYPE (OndesConvolutionControls, ondes_convolution_controls, ADW_TYPE_BIN)

static void
get_values (gpointer model,
            gpointer owner)
{
  *(OndesDerivation *) owner = *ondes_dyadic_analysis_get_derivation (ONDES_CONVOLUTION_CONTROLS (model)->convolution);
}

static void
set_values (gpointer          model,
            gpointer          owner,
            const OndesParam *row)
{
  ondes_dyadic_analysis_set_derivation (ONDES_CONVOLUTION_CONTROLS (model)->convolution, owner);
}

static const OndesParamModel values_model = { &ondes_derivation_params, sizeof (OndesDerivation), get_values, set_values };

static void
show_settings (OndesConvolutionControls *self)
{
  const int place = ondes_series_analysis_get_problem_place (ONDES_SERIES_ANALYSIS (self->convolution));
  const OndesSetting setting
    = place == 2 ? ondes_analysis_get_problem_setting (ONDES_ANALYSIS (self->convolution)) : ONDES_SETTING_NONE;
  const char *problem = ondes_analysis_get_problem (ONDES_ANALYSIS (self->convolution));
  gboolean open = FALSE;

  for (guint i = 0; i < 2; i++)
    {
      OndesOperand *operand = ondes_series_analysis_get_operand (ONDES_SERIES_ANALYSIS (self->convolution), i);

      open |= ondes_operand_has_open_values (operand);
      ondes_operand_controls_update (self->operands[i], place == (int) i ? problem : NULL);
    }
  ondes_values_controls_show (self->values, open);
  /* Two that do not fit each other concern the length, unless a row is named. */
  if (!ondes_param_rows_mark (self->values, setting, problem) && place == 2)
    ondes_param_rows_mark_key (self->values, "length", problem);
}

static void
ondes_convolution_controls_class_init (OndesConvolutionControlsClass *klass)
{
}

static void
ondes_convolution_controls_init (OndesConvolutionControls *self)
{
}

OndesOperandControls *
ondes_convolution_controls_get_operand (OndesConvolutionControls *self,
                                        guint which)
{
  return self->operands[which];
}

GtkWidget *
ondes_convolution_controls_new (OndesDyadicAnalysis *convolution)
{
  OndesConvolutionControls *self = g_object_new (ONDES_TYPE_CONVOLUTION_CONTROLS, NULL);
  GtkBox *box = GTK_BOX (gtk_box_new (GTK_ORIENTATION_VERTICAL, 0));

  self->convolution = ondes_widget_keep (self, convolution);
  for (guint i = 0; i < 2; i++)
    {
      OndesOperand *operand = ondes_series_analysis_get_operand (ONDES_SERIES_ANALYSIS (convolution), i);

      self->operands[i] = ONDES_OPERAND_CONTROLS (
        ondes_operand_controls_new (operand, i == 0 ? _("First Source, f") : _("Second Source, g"), i == 1));
      gtk_box_append (box, GTK_WIDGET (self->operands[i]));
    }
  self->values = ondes_widget_own (self, "values", ondes_values_controls_new (box, &values_model, self),
                                   (GDestroyNotify) ondes_param_rows_free);
  adw_bin_set_child (ADW_BIN (self), ondes_rows_new_side_bar (GTK_WIDGET (box)));
  g_signal_connect_object (convolution, "settings-changed", G_CALLBACK (show_settings), self, G_CONNECT_SWAPPED);
  show_settings (self);
  return GTK_WIDGET (self);
}
