/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gi18n.h>

#include "ondes-convolution-page.h"
#include "shell/ondes-empty-page.h"
#include "ondes-series-page.h"
#include "series/words-spectra.h"
#include "shell/ondes-template.h"

struct _OndesConvolutionPage
{
  AdwBin                    parent_instance;

  OndesDyadicAnalysis         *convolution;
  OndesConvolutionControls *controls; /* the side bar's; borrowed from the window */
  OndesSeriesPage          *page;
};

G_DEFINE_FINAL_TYPE (OndesConvolutionPage, ondes_convolution_page, ADW_TYPE_BIN)

static void
update (OndesConvolutionPage *self)
{
  /* Ask for what the first operand lacks before the second. */
  OndesSeriesAnalysis *series = ONDES_SERIES_ANALYSIS (self->convolution);
  const guint which = ondes_operand_is_ready (ondes_series_analysis_get_operand (series, 0))
                      && ondes_operand_get_kind (ondes_series_analysis_get_operand (series, 1)) != ONDES_OPERAND_SAME;

  ondes_series_page_update (self->page, which, ondes_convolution_controls_get_operand (self->controls, which));
}

/* Says how many values were used, for both operands if their lengths differed. */
static char *
describe_taken (const OndesSeriesResult *result)
{
  g_autofree char *f = ondes_words_taken (result->series->n, result->given[0]), *g = NULL;

  if (result->operands[1] == NULL || result->given[0] == result->given[1])
    return g_steal_pointer (&f);
  g = ondes_words_taken (result->series->n, result->given[1]);
  return g_strdup_printf ("f: %s · g: %s", f, g);
}

static void
on_result (OndesConvolutionPage *self)
{
  const OndesSeriesResult *result = ondes_series_analysis_get_computed (ONDES_SERIES_ANALYSIS (self->convolution));
  const char *what = ondes_dyadic_analysis_is_auto (self->convolution) ? _("Dyadic autocorrelation, C(τ) = Σ f(x) f(x ⊕ τ)")
                                                                       : _("Dyadic convolution, C(τ) = Σ f(x) g(x ⊕ τ)");
  g_autofree char *taken = result != NULL ? describe_taken (result) : NULL;

  ondes_series_page_set_result (self->page, result != NULL ? what : NULL, taken);
  update (self);
}

static void
ondes_convolution_page_class_init (OndesConvolutionPageClass *klass)
{
}

static void
ondes_convolution_page_init (OndesConvolutionPage *self)
{
}

GtkWidget *
ondes_convolution_page_new (OndesDyadicAnalysis *convolution,
                            OndesConvolutionControls *controls)
{
  OndesConvolutionPage *self = g_object_new (ONDES_TYPE_CONVOLUTION_PAGE, NULL);

  self->convolution = ondes_widget_keep (self, convolution);
  self->controls = controls;
  self->page = ONDES_SERIES_PAGE (ondes_series_page_new (ONDES_SERIES_ANALYSIS (convolution), "ondes-convolution-symbolic",
                                                         ONDES_OVER_SECOND, _("Convolution")));
  adw_bin_set_child (ADW_BIN (self), GTK_WIDGET (self->page));
  g_signal_connect_object (convolution, "result-changed", G_CALLBACK (on_result), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (convolution, "state-changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  on_result (self);
  return GTK_WIDGET (self);
}
