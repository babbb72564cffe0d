/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gi18n.h>

#include "charts/ondes-psd-view.h"
#include "ondes-psd-controls.h"
#include "rows/ondes-param-rows.h"
#include "rows/ondes-rows.h"
#include "shell/ondes-template.h"

struct _OndesPsdControls
{
  AdwBin            parent_instance;

  OndesPsdAnalysis *psd;
  OndesParamRows   *of, *options;
  GtkLabel         *peaks;
};

G_DEFINE_FINAL_TYPE (OndesPsdControls, ondes_psd_controls, ADW_TYPE_BIN)

static void
get_settings (gpointer model,
              gpointer owner)
{
  *(OndesPsdSettings *) owner = *ondes_psd_analysis_get_settings (ONDES_PSD_CONTROLS (model)->psd);
}

static void
set_settings (gpointer          model,
              gpointer          owner,
              const OndesParam *row)
{
  ondes_psd_analysis_set_settings (ONDES_PSD_CONTROLS (model)->psd, owner);
}

static const OndesParamModel of_model = { &ondes_psd_of_params, sizeof (OndesPsdSettings), get_settings, set_settings };
static const OndesParamModel options_model = { &ondes_psd_params, sizeof (OndesPsdSettings), get_settings, set_settings,
                                               G_STRUCT_OFFSET (OndesPsdSettings, options) };

/* Lists the largest peaks of the spectrum that is shown. */
static void
show_peaks (OndesPsdControls *self)
{
  g_autoptr (GPtrArray) curves = ondes_psd_analysis_list_curves (self->psd);
  const OndesPsdCurve *curve = curves->len > 0 ? curves->pdata[0] : NULL;
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; curve != NULL && i < curve->n_peaks; i++)
    {
      g_autofree char *hz = ondes_psd_print_hz (self->psd, curve->peaks[i].hz);
      g_autofree char *value = ondes_psd_print_value (self->psd, curve->peaks[i].value);

      g_string_append (text, i > 0 ? "\n" : "");
      /* Translators: a frequency, and the value there. */
      g_string_append_printf (text, _("%s: %s"), hz, value);
    }
  gtk_label_set_text (self->peaks, text->len > 0 ? text->str : _("None"));
}

/* A problem that concerns no row is about the samples. */
static void
show_settings (OndesPsdControls *self)
{
  OndesAnalysis *analysis = ONDES_ANALYSIS (self->psd);
  const char *problem = ondes_analysis_get_problem (analysis);

  ondes_param_rows_show (self->of);
  ondes_param_rows_show (self->options);
  ondes_param_rows_mark_key (self->of, "psd-of",
                             ondes_param_rows_mark (self->options, ondes_analysis_get_problem_setting (analysis), problem)
                               ? NULL : problem);
  show_peaks (self);
}

static void
ondes_psd_controls_dispose (GObject *object)
{
  g_clear_object (&ONDES_PSD_CONTROLS (object)->psd);
  G_OBJECT_CLASS (ondes_psd_controls_parent_class)->dispose (object);
}

static void
ondes_psd_controls_class_init (OndesPsdControlsClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ondes_psd_controls_dispose;
}

static void
ondes_psd_controls_init (OndesPsdControls *self)
{
  GtkBox *box = GTK_BOX (gtk_box_new (GTK_ORIENTATION_VERTICAL, 0));
  AdwPreferencesGroup *group = ondes_rows_add_group (box, _("Spectrum"));

  self->of = ondes_widget_own (self, "of", ondes_param_rows_new (&of_model, self), (GDestroyNotify) ondes_param_rows_free);
  self->options = ondes_widget_own (self, "options", ondes_param_rows_new (&options_model, self),
                                    (GDestroyNotify) ondes_param_rows_free);
  ondes_param_rows_add (self->of, "of", group);
  ondes_param_rows_add (self->options, "psd", group);
  ondes_param_rows_add (self->options, "psd-view", group);
  group = ondes_rows_add_group (box, _("Largest Peaks"));
  self->peaks = GTK_LABEL (gtk_label_new (NULL));
  gtk_label_set_xalign (self->peaks, 0);
  gtk_label_set_selectable (self->peaks, TRUE);
  gtk_widget_set_name (GTK_WIDGET (self->peaks), "psd-peaks");
  gtk_widget_add_css_class (GTK_WIDGET (self->peaks), "numeric");
  adw_preferences_group_add (group, GTK_WIDGET (self->peaks));
  group = ondes_rows_add_group (box, _("Segments"));
  ondes_param_rows_add (self->options, "segments", group);
  adw_bin_set_child (ADW_BIN (self), ondes_rows_new_side_bar (GTK_WIDGET (box)));
}

GtkWidget *
ondes_psd_controls_new (OndesPsdAnalysis *psd)
{
  OndesPsdControls *self = g_object_new (ONDES_TYPE_PSD_CONTROLS, NULL);

  self->psd = g_object_ref (psd);
  g_signal_connect_object (psd, "settings-changed", G_CALLBACK (show_settings), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (psd, "state-changed", G_CALLBACK (show_settings), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (psd, "curves-changed", G_CALLBACK (show_peaks), self, G_CONNECT_SWAPPED);
  show_settings (self);
  return GTK_WIDGET (self);
}
