/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gi18n.h>

#include "ondes-convolution-controls.h"
#include "ondes-values-controls.h"
#include "shell/ondes-template.h"

struct _OndesConvolutionControls
{
  AdwBin                parent_instance;

  OndesDyadicAnalysis     *convolution;
  OndesOperandControls *operands[2];
  OndesValuesControls  *values;
};

G_DEFINE_FINAL_TYPE (OndesConvolutionControls, ondes_convolution_controls, ADW_TYPE_BIN)

static void
on_values (OndesConvolutionControls *self)
{
  OndesDerivation derivation;
  OndesDontCare dont_care;

  ondes_values_controls_get (self->values, &derivation, &dont_care);
  ondes_dyadic_analysis_set_values (self->convolution, &derivation, dont_care);
}

static void
show_settings (OndesConvolutionControls *self)
{
  int place = ondes_series_analysis_get_problem_place (ONDES_SERIES_ANALYSIS (self->convolution));
  const char *problem = ondes_analysis_get_problem (ONDES_ANALYSIS (self->convolution));
  gboolean open = FALSE;

  for (guint i = 0; i < 2; i++)
    {
      OndesOperand *operand = ondes_series_analysis_get_operand (ONDES_SERIES_ANALYSIS (self->convolution), i);

      open |= ondes_operand_has_open_values (operand);
      ondes_operand_controls_update (self->operands[i], place == (int) i ? problem : NULL);
    }
  ondes_values_controls_show (self->values, ondes_dyadic_analysis_get_derivation (self->convolution),
                              ondes_dyadic_analysis_get_dont_care (self->convolution), open, place == 2 ? problem : NULL);
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
  GtkWidget *scrolled = gtk_scrolled_window_new (), *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  self->convolution = ondes_widget_keep (self, convolution);
  for (guint i = 0; i < 2; i++)
    self->operands[i] = ONDES_OPERAND_CONTROLS (
      ondes_operand_controls_new (ondes_series_analysis_get_operand (ONDES_SERIES_ANALYSIS (convolution), i),
                                  i == 0 ? _("First Source, f") : _("Second Source, g"), i == 1));
  self->values = ONDES_VALUES_CONTROLS (ondes_values_controls_new ());
  gtk_widget_add_css_class (box, "controls");
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->operands[0]));
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->operands[1]));
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->values));
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), box);
  gtk_widget_set_size_request (scrolled, 310, -1);
  gtk_widget_add_css_class (scrolled, "side-bar");
  gtk_widget_set_vexpand (scrolled, TRUE);
  adw_bin_set_child (ADW_BIN (self), scrolled);
  g_signal_connect_object (self->values, "changed", G_CALLBACK (on_values), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (convolution, "settings-changed", G_CALLBACK (show_settings), self, G_CONNECT_SWAPPED);
  show_settings (self);
  return GTK_WIDGET (self);
}
