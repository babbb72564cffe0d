/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gi18n.h>

#include "ondes-properties-panel.h"
#include "rows/ondes-slider-row.h"
#include "series/words-spectra.h"
#include "shell/ondes-template.h"

struct _OndesPropertiesPanel
{
  AdwBin        parent_instance;

  OndesSpectrumAnalysis *spectra;
  GtkFlowBox   *facts;
  GtkLabel     *anf, *problem;
};

G_DEFINE_FINAL_TYPE (OndesPropertiesPanel, ondes_properties_panel, ADW_TYPE_BIN)

static void
on_copy (OndesPropertiesPanel *self)
{
  g_autofree char *report = ondes_spectrum_analysis_report (self->spectra);

  if (report == NULL)
    return;
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), report);
  ondes_analysis_say (ONDES_ANALYSIS (self->spectra), FALSE, _("Copied the report"));
}

/* Adds a name above its value; takes ownership of @value. */
static void
add_fact (OndesPropertiesPanel *self,
          const char *name,
          char *value)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *above = gtk_label_new (name), *below = gtk_label_new (value);

  gtk_label_set_xalign (GTK_LABEL (above), 0);
  gtk_label_set_xalign (GTK_LABEL (below), 0);
  gtk_label_set_selectable (GTK_LABEL (below), TRUE);
  gtk_widget_add_css_class (above, "caption");
  gtk_widget_add_css_class (above, "dim-label");
  gtk_widget_add_css_class (below, "numeric");
  gtk_accessible_update_relation (GTK_ACCESSIBLE (below), GTK_ACCESSIBLE_RELATION_LABELLED_BY, above, NULL, -1);
  gtk_box_append (GTK_BOX (box), above);
  gtk_box_append (GTK_BOX (box), below);
  gtk_flow_box_append (self->facts, box);
  gtk_widget_set_focusable (gtk_widget_get_parent (box), FALSE);
  g_free (value);
}

static char *
yes_no (gboolean yes)
{
  return g_strdup (yes ? _("yes") : _("no"));
}

static void
add_number (OndesPropertiesPanel *self,
            const char *name,
            gint64 value)
{
  add_fact (self, name, value < 0 ? g_strdup_printf ("−%" G_GINT64_FORMAT, -value) : ondes_words_count ((guint64) value));
}

static void
add_boolean (OndesPropertiesPanel *self,
             const OndesBoolean *boolean)
{
  add_number (self, _("Variables"), boolean->variables);
  add_number (self, _("Weight"), boolean->weight);
  add_fact (self, _("Balanced"), yes_no (boolean->balanced));
  add_number (self, _("Degree"), boolean->degree);
  add_number (self, _("Nonlinearity"), boolean->nonlinearity);
  add_number (self, _("Spectral radius"), boolean->spectral_radius);
  add_number (self, _("Correlation immunity"), boolean->correlation_immunity);
  add_number (self, _("Resiliency"), boolean->resiliency);
  add_number (self, _("Absolute indicator"), boolean->absolute_indicator);
  add_number (self, _("Propagation criterion"), boolean->propagation);
  add_fact (self, _("Bent"), yes_no (boolean->bent));
}

static void
add_sbox (OndesPropertiesPanel *self,
          const OndesSbox *sbox)
{
  add_fact (self, _("S-box"), g_strdup_printf ("%u × %u", sbox->inputs, sbox->outputs));
  add_number (self, _("S-box: largest |Walsh|"), sbox->max_walsh);
  add_number (self, _("S-box: nonlinearity"), sbox->nonlinearity);
  add_number (self, _("S-box: degree"), sbox->degree);
  add_number (self, _("S-box: differential uniformity"), sbox->differential_uniformity);
  add_fact (self, _("S-box: balanced"), yes_no (sbox->balanced));
}

void
ondes_properties_panel_update (OndesPropertiesPanel *self)
{
  const OndesBoolean *boolean = ondes_spectrum_analysis_get_boolean (self->spectra);
  const OndesSbox *sbox = ondes_spectrum_analysis_get_sbox (self->spectra);
  const char *problem = ondes_spectrum_analysis_get_properties_problem (self->spectra);
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self->facts))) != NULL)
    gtk_flow_box_remove (self->facts, child);
  if (boolean != NULL)
    add_boolean (self, boolean);
  if (sbox != NULL)
    add_sbox (self, sbox);
  gtk_label_set_text (self->anf, boolean != NULL ? boolean->anf : "");
  gtk_widget_set_visible (GTK_WIDGET (self->anf), boolean != NULL);
  ondes_label_show_problem (self->problem, problem);
}

#define CHILD(name) ONDES_TEMPLATE_CHILD (OndesPropertiesPanel, name)

static void
ondes_properties_panel_class_init (OndesPropertiesPanelClass *klass)
{
  static const OndesTemplateChild children[] = { CHILD (facts), CHILD (anf), CHILD (problem), { NULL } };
  static const OndesTemplateCallback callbacks[] = { ONDES_CALLBACK (on_copy), { NULL } };
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  ondes_template_install (widget_class, "ondes-properties-panel.ui", children, callbacks);
}

static void
ondes_properties_panel_init (OndesPropertiesPanel *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

GtkWidget *
ondes_properties_panel_new (OndesSpectrumAnalysis *spectra)
{
  OndesPropertiesPanel *self = g_object_new (ONDES_TYPE_PROPERTIES_PANEL, NULL);

  self->spectra = ondes_widget_keep (self, spectra);
  return GTK_WIDGET (self);
}
