/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The pages beside the scalogram, each with its controls in the side bar. */
#include "config.h"

#include <glib/gi18n.h>

#include "pages/ondes-convolution-page.h"
#include "pages/ondes-filter-page.h"
#include "pages/ondes-sequency-controls.h"
#include "pages/ondes-sequency-page.h"
#include "pages/ondes-spectra-controls.h"
#include "pages/ondes-spectra-page.h"
#include "ondes-window-private.h"

static void
add_page (OndesWindow *self,
          OndesPageIndex page,
          GtkWidget *child,
          GtkWidget *controls,
          const char *title)
{
  AdwViewStackPage *added = adw_view_stack_add_titled (self->views, child, ondes_window_page_names[page], title);
  g_autofree char *icon_name = g_strdup_printf ("ondes-%s-symbolic", ondes_window_page_names[page]);

  adw_view_stack_page_set_icon_name (added, icon_name);
  gtk_stack_add_named (self->controls, controls, ondes_window_page_names[page]);
}

static void
add_spectra (OndesWindow *self)
{
  OndesSpectrumAnalysis *spectra = ONDES_SPECTRUM_ANALYSIS (self->models[ONDES_PAGE_SPECTRA]);
  OndesOperandControls *operand;
  GtkWidget *controls;

  controls = ondes_spectra_controls_new (spectra);
  operand = ondes_spectra_controls_get_operand (ONDES_SPECTRA_CONTROLS (controls));
  add_page (self, ONDES_PAGE_SPECTRA, ondes_spectra_page_new (spectra, operand), controls, _("Spectra"));
}

static void
add_convolution (OndesWindow *self)
{
  OndesDyadicAnalysis *convolution = ONDES_DYADIC_ANALYSIS (self->models[ONDES_PAGE_CONVOLUTION]);
  GtkWidget *controls, *page;

  controls = ondes_convolution_controls_new (convolution);
  page = ondes_convolution_page_new (convolution, ONDES_CONVOLUTION_CONTROLS (controls));
  add_page (self, ONDES_PAGE_CONVOLUTION, page, controls, _("Convolution"));
}

static void
add_filter (OndesWindow *self)
{
  OndesFilterAnalysis *filter = ONDES_FILTER_ANALYSIS (self->models[ONDES_PAGE_FILTER]);
  GtkWidget *controls = ondes_filter_controls_new (filter);

  self->filter_page = ondes_filter_page_new (filter, ondes_window_get_scalogram (self), ONDES_FILTER_CONTROLS (controls));
  add_page (self, ONDES_PAGE_FILTER, self->filter_page, controls, _("Filter"));
}

static void
add_sequency (OndesWindow *self)
{
  OndesWalshgramAnalysis *sequency = ONDES_WALSHGRAM_ANALYSIS (self->models[ONDES_PAGE_SEQUENCY]);

  self->sequency_page = ondes_sequency_page_new (sequency);
  /* Translators: the name of a page: the number of zero crossings, to square waves what frequency is to sines. */
  add_page (self, ONDES_PAGE_SEQUENCY, self->sequency_page, ondes_sequency_controls_new (sequency), _("Sequency"));
}

void
ondes_window_add_pages (OndesWindow *self)
{
  add_spectra (self);
  add_convolution (self);
  add_filter (self);
  add_sequency (self);
}
