/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gi18n.h>

#include "charts/ondes-psd-view.h"
#include "ondes-psd-page.h"
#include "shell/ondes-empty-page.h"
#include "shell/ondes-template.h"

#define READOUT_MARGIN 10 /* pixels, as in the other readouts */

struct _OndesPsdPage
{
  AdwBin            parent_instance;

  OndesPsdAnalysis *psd;
  GtkStack         *stack;
  AdwStatusPage    *empty;
  GtkWidget        *open, *chart, *drop;
  GtkLabel         *what, *readout;
};

G_DEFINE_FINAL_TYPE (OndesPsdPage, ondes_psd_page, ADW_TYPE_BIN)

/* Says why there is no spectrum. */
static void
update_empty (OndesPsdPage *self)
{
  OndesSession *session = ondes_analysis_get_session (ONDES_ANALYSIS (self->psd));
  const gboolean open = ondes_session_get_recording (session) != NULL, possible = ondes_session_has_time (session);
  const char *problem = ondes_analysis_get_problem (ONDES_ANALYSIS (self->psd));

  adw_status_page_set_title (self->empty, !open       ? _("No Recording")
                                          : !possible ? _("No Spectrum")
                                          : problem != NULL ? _("Could Not Compute")
                                                            : _("Computing…"));
  ondes_widget_set_text (self->empty, "description", !open       ? _("Open a recording to see its spectrum.")
                                                     : !possible ? _("A truth table has no time axis.")
                                                                 : problem);
  gtk_widget_set_visible (self->open, !possible);
}

static void
update (OndesPsdPage *self)
{
  g_autoptr (GPtrArray) curves = ondes_psd_analysis_list_curves (self->psd);
  const OndesPsdCurve *curve = curves->len > 0 ? curves->pdata[0] : NULL;

  gtk_stack_set_visible_child_name (self->stack, curve != NULL ? "spectrum" : "empty");
  if (curve == NULL)
    update_empty (self);
  gtk_label_set_text (self->what, curve != NULL ? curve->label : "");
  gtk_widget_set_sensitive (self->drop, ondes_psd_analysis_count_kept (self->psd) > 0);
  /* The spectrum shown was computed with other settings. */
  ondes_widget_set_class (self->chart, "stale", ondes_analysis_get_problem (ONDES_ANALYSIS (self->psd)) != NULL);
}

/* Shows what the pointer reads; without one what a click does. */
static void
update_readout (OndesPsdPage *self)
{
  g_autofree char *text = ondes_psd_view_read (ONDES_PSD_VIEW (self->chart));

  gtk_label_set_text (self->readout, *text != '\0' ? text : _("Click a peak to mark its harmonics; Escape takes the marks away"));
}

static GtkWidget *
add_button (GtkWidget  *bar,
            const char *label,
            const char *tooltip,
            const char *name)
{
  GtkWidget *button = gtk_button_new_with_mnemonic (label);

  gtk_widget_set_tooltip_text (button, tooltip);
  gtk_widget_set_name (button, name);
  gtk_widget_set_focus_on_click (button, FALSE);
  gtk_box_append (GTK_BOX (bar), button);
  return button;
}

static GtkLabel *
new_label (const char *name)
{
  GtkLabel *label = GTK_LABEL (gtk_label_new (NULL));

  gtk_label_set_ellipsize (label, PANGO_ELLIPSIZE_END);
  gtk_label_set_xalign (label, 0);
  gtk_widget_set_hexpand (GTK_WIDGET (label), TRUE);
  gtk_widget_set_name (GTK_WIDGET (label), name);
  gtk_widget_add_css_class (GTK_WIDGET (label), "numeric");
  return label;
}

static void
ondes_psd_page_class_init (OndesPsdPageClass *klass)
{
}

static void
ondes_psd_page_init (OndesPsdPage *self)
{
}

/* Lays out the bar, the chart and the readout. */
static GtkWidget *
new_spectrum (OndesPsdPage *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0), *bar = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12), *keep;

  gtk_widget_add_css_class (bar, "filter-bar");
  self->what = new_label ("psd-what");
  gtk_box_append (GTK_BOX (bar), GTK_WIDGET (self->what));
  keep = add_button (bar, _("_Keep for Comparison"), _("Keep this spectrum on the chart, beside spectra of other samples"),
                     "psd-keep");
  self->drop = add_button (bar, _("_Remove Kept"), _("Take the spectra that are kept off the chart"), "psd-drop");
  g_signal_connect_object (keep, "clicked", G_CALLBACK (ondes_psd_analysis_keep), self->psd, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->drop, "clicked", G_CALLBACK (ondes_psd_analysis_drop_kept), self->psd, G_CONNECT_SWAPPED);
  self->chart = ondes_psd_view_new (self->psd);
  self->readout = new_label ("psd-readout");
  gtk_widget_set_margin_start (GTK_WIDGET (self->readout), READOUT_MARGIN);
  gtk_box_append (GTK_BOX (box), bar);
  gtk_box_append (GTK_BOX (box), self->chart);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->readout));
  return box;
}

GtkWidget *
ondes_psd_page_new (OndesPsdAnalysis *psd)
{
  OndesPsdPage *self = g_object_new (ONDES_TYPE_PSD_PAGE, NULL);
  GtkBox *buttons;

  self->psd = ondes_widget_keep (self, psd);
  self->stack = GTK_STACK (gtk_stack_new ());
  adw_bin_set_child (ADW_BIN (self), GTK_WIDGET (self->stack));
  self->empty = ondes_empty_page_new_status ("ondes-psd-symbolic", &buttons, &self->open);
  gtk_stack_add_named (self->stack, GTK_WIDGET (self->empty), "empty");
  gtk_stack_add_named (self->stack, new_spectrum (self), "spectrum");
  g_signal_connect_object (psd, "curves-changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (psd, "state-changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (psd, "curves-changed", G_CALLBACK (update_readout), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (psd, "settings-changed", G_CALLBACK (update_readout), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (psd, "pointer-changed", G_CALLBACK (update_readout), self, G_CONNECT_SWAPPED);
  update (self);
  update_readout (self);
  return GTK_WIDGET (self);
}
