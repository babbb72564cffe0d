/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gi18n.h>

#include "ondes-properties-panel.h"
#include "ondes-series-page.h"
#include "ondes-spectra-page.h"
#include "charts/ondes-table-view.h"
#include "series/words-spectra.h"
#include "shell/ondes-template.h"

struct _OndesSpectraPage
{
  AdwBin                parent_instance;

  OndesSpectrumAnalysis         *spectra;
  OndesOperandControls *controls; /* in the side bar; borrowed from the window */
  OndesSeriesPage      *page;
  GtkWidget            *properties, *tables[2];
  GtkStackPage         *properties_page, *table_pages[2];
};

G_DEFINE_FINAL_TYPE (OndesSpectraPage, ondes_spectra_page, ADW_TYPE_BIN)

static void
update (OndesSpectraPage *self)
{
  ondes_series_page_update (self->page, 0, self->controls);
}

static void
on_result (OndesSpectraPage *self)
{
  const OndesSeriesResult *result = ondes_series_analysis_get_computed (ONDES_SERIES_ANALYSIS (self->spectra));
  g_autofree char *what = NULL;
  g_autofree char *taken = NULL;

  if (result != NULL)
    {
      guint outputs, output = ondes_spectrum_analysis_get_output (self->spectra, &outputs);

      what = ondes_words_series (result->series);
      if (output > 0)
        {
          g_autofree char *spectrum = what;

          /* Translators: what it is, and of which output of how many. */
          what = g_strdup_printf (_("%s, output %u of %u"), spectrum, output, outputs);
        }
      taken = ondes_words_taken (result->series->n, result->given[0]);
    }
  ondes_series_page_set_result (self->page, what, taken);
  update (self);
}

/* Tells the analysis which table is in front, because exports are of that table. */
static void
on_shown_table (OndesSpectraPage *self)
{
  GtkWidget *front = gtk_stack_get_visible_child (ondes_series_page_get_panel (self->page));

  for (int i = 0; i < 2; i++)
    if (self->tables[i] != NULL && front == self->tables[i])
      {
        ondes_spectrum_analysis_show_table (self->spectra, i, ondes_table_view_get_shown (ONDES_TABLE_VIEW (front)));
        return;
      }
  ondes_spectrum_analysis_show_table (self->spectra, -1, NULL);
}

static void
on_properties (OndesSpectraPage *self)
{
  gboolean any = ondes_spectrum_analysis_get_boolean (self->spectra) != NULL
                 || ondes_spectrum_analysis_get_properties_problem (self->spectra) != NULL;

  gtk_stack_page_set_visible (self->properties_page, any);
  ondes_properties_panel_update (ONDES_PROPERTIES_PANEL (self->properties));
  for (guint i = 0; i < 2; i++)
    {
      OndesHeatMap *table = ondes_spectrum_analysis_get_table (self->spectra, (OndesSboxTable) i);

      gtk_stack_page_set_visible (self->table_pages[i], table != NULL);
      ondes_table_view_set (ONDES_TABLE_VIEW (self->tables[i]), table);
    }
  on_shown_table (self);
}

static void
ondes_spectra_page_class_init (OndesSpectraPageClass *klass)
{
}

static void
ondes_spectra_page_init (OndesSpectraPage *self)
{
}

GtkWidget *
ondes_spectra_page_new (OndesSpectrumAnalysis *spectra,
                        OndesOperandControls *controls)
{
  OndesSpectraPage *self = g_object_new (ONDES_TYPE_SPECTRA_PAGE, NULL);

  self->spectra = ondes_widget_keep (self, spectra);
  self->controls = controls;
  self->page = ONDES_SERIES_PAGE (ondes_series_page_new (ONDES_SERIES_ANALYSIS (spectra), "ondes-spectra-symbolic",
                                                         ONDES_OVER_KEPT, _("Spectrum")));
  adw_bin_set_child (ADW_BIN (self), GTK_WIDGET (self->page));
  self->properties = ondes_properties_panel_new (spectra);
  self->properties_page = ondes_series_page_add_panel (self->page, self->properties, "properties", _("Properties"), NULL);
  self->tables[ONDES_SBOX_LINEAR] = ondes_table_view_new (ONDES_SBOX_LINEAR);
  self->table_pages[ONDES_SBOX_LINEAR]
    = ondes_series_page_add_panel (self->page, self->tables[ONDES_SBOX_LINEAR], "linear",
                                   /* Translators: short for “linear approximation table” */
                                   _("LAT"), _("Linear approximation table"));
  self->tables[ONDES_SBOX_DIFFERENCE] = ondes_table_view_new (ONDES_SBOX_DIFFERENCE);
  self->table_pages[ONDES_SBOX_DIFFERENCE]
    = ondes_series_page_add_panel (self->page, self->tables[ONDES_SBOX_DIFFERENCE], "difference",
                                   /* Translators: short for “difference distribution table” */
                                   _("DDT"), _("Difference distribution table"));
  g_signal_connect_object (spectra, "result-changed", G_CALLBACK (on_result), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (spectra, "properties-changed", G_CALLBACK (on_properties), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (spectra, "state-changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (ondes_series_page_get_panel (self->page), "notify::visible-child", G_CALLBACK (on_shown_table), self,
                           G_CONNECT_SWAPPED);
  for (guint i = 0; i < 2; i++)
    g_signal_connect_object (self->tables[i], "view-changed", G_CALLBACK (on_shown_table), self, G_CONNECT_SWAPPED);
  on_result (self);
  on_properties (self);
  return GTK_WIDGET (self);
}
