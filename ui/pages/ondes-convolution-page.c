/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gi18n.h>

#include "ondes-convolution-page.h"
#include "shell/ondes-empty-page.h"
#include "ondes-series-page.h"
#include "session/words-spectra.h"

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
  guint which = ondes_operand_is_ready (ondes_dyadic_analysis_get_operand (self->convolution, 0)) ? 1 : 0;
  OndesOperand *operand = ondes_dyadic_analysis_get_operand (self->convolution, which);

  if (ondes_operand_get_kind (operand) == ONDES_OPERAND_SAME)
    operand = ondes_dyadic_analysis_get_operand (self->convolution, which = 0);
  ondes_series_page_update (self->page, operand, ondes_convolution_controls_get_operand (self->controls, which),
                            ondes_analysis_get_problem (ONDES_ANALYSIS (self->convolution)));
}

/* Says how many values were used, for both operands if their lengths differed. */
static char *
describe_taken (OndesDyadicAnalysis *convolution,
                guint64 n)
{
  guint64 given[2] = { ondes_dyadic_analysis_get_given (convolution, 0), ondes_dyadic_analysis_get_given (convolution, 1) };
  g_autofree char *f = ondes_words_taken (n, given[0]), *g = NULL;

  if (ondes_dyadic_analysis_is_auto (convolution) || given[0] == given[1])
    return g_steal_pointer (&f);
  g = ondes_words_taken (n, given[1]);
  return g_strdup_printf ("f: %s · g: %s", f, g);
}

static void
on_result (OndesConvolutionPage *self)
{
  OndesSeries *series = ondes_series_model_get_series (ondes_dyadic_analysis_get_result (self->convolution));
  const char *what = NULL;
  g_autofree char *convention = NULL;
  g_autofree char *taken = NULL;
  guint n;
  const guint64 *largest = ondes_dyadic_analysis_get_largest (self->convolution, &n);

  if (series != NULL)
    {
      what = ondes_dyadic_analysis_is_auto (self->convolution) ? _("Dyadic autocorrelation, C(τ) = Σ f(x) f(x ⊕ τ)")
                                                           : _("Dyadic convolution, C(τ) = Σ f(x) g(x ⊕ τ)");
      convention = ondes_words_convention (ondes_dyadic_analysis_get_shown (self->convolution));
      taken = describe_taken (self->convolution, series->n);
    }
  ondes_series_page_set_result (self->page, what, convention, taken, largest, n);
  update (self);
}

static void
ondes_convolution_page_dispose (GObject *object)
{
  g_clear_object (&ONDES_CONVOLUTION_PAGE (object)->convolution);
  G_OBJECT_CLASS (ondes_convolution_page_parent_class)->dispose (object);
}

static void
ondes_convolution_page_class_init (OndesConvolutionPageClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ondes_convolution_page_dispose;
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

  self->convolution = g_object_ref (convolution);
  self->controls = controls;
  self->page = ONDES_SERIES_PAGE (ondes_series_page_new ("ondes-convolution-symbolic",
                                                         ondes_dyadic_analysis_get_values (convolution),
                                                         _("Values"), ONDES_OVER_SECOND,
                                                         ondes_dyadic_analysis_get_result (convolution), _("Convolution")));
  adw_bin_set_child (ADW_BIN (self), GTK_WIDGET (self->page));
  g_signal_connect_object (convolution, "result-changed", G_CALLBACK (on_result), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (convolution, "state-changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  on_result (self);
  return GTK_WIDGET (self);
}
