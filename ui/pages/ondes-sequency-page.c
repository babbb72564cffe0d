/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gi18n.h>

#include "charts/ondes-charts.h"
#include "charts/ondes-slice-pane.h"
#include "ondes-sequency-page.h"
#include "shell/ondes-empty-page.h"
#include "shell/ondes-template.h"

struct _OndesSequencyPage
{
  AdwBin                  parent_instance;

  OndesWalshgramAnalysis *analysis;
  GtkStack               *stack;
  AdwStatusPage          *status;
  GtkWidget              *open, *charts, *chart;
};

G_DEFINE_FINAL_TYPE (OndesSequencyPage, ondes_sequency_page, ADW_TYPE_BIN)

/* Says why there is nothing to show; a picture of other settings stays, but dimmed. */
static void
update (OndesSequencyPage *self)
{
  OndesSession *session = ondes_analysis_get_session (ONDES_ANALYSIS (self->analysis));
  const gboolean open = ondes_session_get_recording (session) != NULL;
  const char *problem = ondes_analysis_get_problem (ONDES_ANALYSIS (self->analysis));
  const gboolean any = ondes_scalogram_analysis_get_scalogram (ONDES_SCALOGRAM_ANALYSIS (self->analysis)) != NULL;

  gtk_stack_set_visible_child_name (self->stack, open && (any || problem == NULL) ? "charts" : "empty");
  adw_status_page_set_title (self->status, open ? _("Could Not Compute") : _("No Recording"));
  ondes_widget_set_text (self->status, "description",
                         open ? problem : _("Open a recording to see its Walsh spectra over time."));
  gtk_widget_set_visible (self->open, !open);
  ondes_widget_set_class (self->charts, "stale", problem != NULL);
}

static void
add_empty (OndesSequencyPage *self)
{
  GtkBox *box;

  self->status = ondes_empty_page_new_status ("ondes-sequency-symbolic", &box, &self->open);
  gtk_stack_add_named (self->stack, GTK_WIDGET (self->status), "empty");
}

static void
add_charts (OndesSequencyPage *self)
{
  OndesSession *session = ondes_analysis_get_session (ONDES_ANALYSIS (self->analysis));
  GtkWidget *readout, *bar = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  GtkWidget *overview = ondes_overview_view_new (session), *waveform = ondes_waveform_view_new (session), *slices;

  self->charts = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  self->chart = ondes_scalogram_view_new (ONDES_SCALOGRAM_ANALYSIS (self->analysis));
  gtk_widget_set_vexpand (self->chart, TRUE);
  gtk_widget_set_hexpand (self->chart, TRUE);
  readout = ondes_readout_new (ONDES_SCALOGRAM_VIEW (self->chart));
  gtk_widget_set_hexpand (readout, TRUE);
  gtk_widget_add_css_class (bar, "readoutbar");
  slices = ondes_slice_pane_new (ONDES_SCALOGRAM_VIEW (self->chart));
  ondes_slice_pane_align (ONDES_SLICE_PANE (slices), overview);
  ondes_slice_pane_align (ONDES_SLICE_PANE (slices), waveform);
  gtk_box_append (GTK_BOX (bar), readout);
  gtk_box_append (GTK_BOX (bar), ondes_slice_pane_new_button (ONDES_SLICE_PANE (slices)));
  gtk_box_append (GTK_BOX (self->charts), overview);
  gtk_box_append (GTK_BOX (self->charts), waveform);
  gtk_box_append (GTK_BOX (self->charts), slices);
  gtk_box_append (GTK_BOX (self->charts), bar);
  gtk_stack_add_named (self->stack, self->charts, "charts");
}

static void
ondes_sequency_page_class_init (OndesSequencyPageClass *klass)
{
}

static void
ondes_sequency_page_init (OndesSequencyPage *self)
{
  self->stack = GTK_STACK (gtk_stack_new ());
  gtk_stack_set_hhomogeneous (self->stack, FALSE);
  gtk_stack_set_vhomogeneous (self->stack, FALSE);
  adw_bin_set_child (ADW_BIN (self), GTK_WIDGET (self->stack));
}

GtkWidget *
ondes_sequency_page_get_chart (OndesSequencyPage *self)
{
  return self->chart;
}

GtkWidget *
ondes_sequency_page_new (OndesWalshgramAnalysis *analysis)
{
  OndesSequencyPage *self = g_object_new (ONDES_TYPE_SEQUENCY_PAGE, NULL);
  OndesSession *session = ondes_analysis_get_session (ONDES_ANALYSIS (analysis));

  self->analysis = ondes_widget_keep (self, analysis);
  add_empty (self);
  add_charts (self);
  g_signal_connect_object (session, "recording-changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (analysis, "state-changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (analysis, "picture-changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  update (self);
  return GTK_WIDGET (self);
}
