/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The pages of the window, their tabs, and what of each is in front. */
#include "config.h"

#include <glib/gi18n.h>

#include "charts/ondes-charts.h"
#include "charts/ondes-slice-pane.h"
#include "pages/ondes-controls.h"
#include "pages/ondes-convolution-page.h"
#include "pages/ondes-filter-page.h"
#include "pages/ondes-psd-controls.h"
#include "pages/ondes-psd-page.h"
#include "pages/ondes-sequency-controls.h"
#include "pages/ondes-spectra-controls.h"
#include "pages/ondes-spectra-page.h"
#include "ondes-help.h"
#include "ondes-window-private.h"

/* The page of each model and, where it has several, the stack that shows one of them by its name. */
static const struct
{
  const char *page;
  gsize       parts;
} places[ONDES_N_MODELS] = {
  [ONDES_MODEL_SCALOGRAM] = { "explore", G_STRUCT_OFFSET (OndesWindow, pictures) },
  [ONDES_MODEL_WALSHGRAM] = { "explore", G_STRUCT_OFFSET (OndesWindow, pictures) },
  [ONDES_MODEL_PSD] = { "spectrum" },
  [ONDES_MODEL_FILTER] = { "filter" },
  [ONDES_MODEL_SPECTRA] = { "logic", G_STRUCT_OFFSET (OndesWindow, logic) },
  [ONDES_MODEL_CONVOLUTION] = { "logic", G_STRUCT_OFFSET (OndesWindow, logic) },
};

/* The icon of a tab, where there is no room for words, and the page of the manual. */
static const struct
{
  const char *page, *icon, *help;
} tabs[] = {
  { "explore", "ondes-scalogram-symbolic", "window.md" },
  { "spectrum", "ondes-psd-symbolic", "spectrum.md" },
  { "filter", "ondes-filter-symbolic", "filter.md" },
  { "logic", "ondes-spectra-symbolic", "logic.md" },
};

static GtkStack *
parts_of (OndesWindow    *self,
          OndesModelIndex model)
{
  return places[model].parts != 0 ? G_STRUCT_MEMBER (GtkStack *, self, places[model].parts) : NULL;
}

OndesModelIndex
ondes_window_get_shown (OndesWindow *self)
{
  const char *page = gtk_stack_get_visible_child_name (self->views);

  for (guint i = 0; i < ONDES_N_MODELS; i++)
    {
      GtkStack *parts = parts_of (self, (OndesModelIndex) i);

      if (g_strcmp0 (page, places[i].page) == 0
          && (parts == NULL
              || g_strcmp0 (gtk_stack_get_visible_child_name (parts), ondes_analysis_get_name (self->models[i])) == 0))
        return (OndesModelIndex) i;
    }
  return ONDES_MODEL_SCALOGRAM;
}

gboolean
ondes_window_is_on (OndesWindow *self,
                    const char  *page)
{
  return g_strcmp0 (gtk_stack_get_visible_child_name (self->views), page) == 0;
}

void
ondes_window_show (OndesWindow *self,
                   const char  *name)
{
  for (guint i = 0; i < ONDES_N_MODELS; i++)
    if (g_strcmp0 (name, ondes_analysis_get_name (self->models[i])) == 0)
      {
        if (parts_of (self, (OndesModelIndex) i) != NULL)
          gtk_stack_set_visible_child_name (parts_of (self, (OndesModelIndex) i), name);
        name = places[i].page;
        break;
      }
  if (name != NULL && gtk_stack_get_child_by_name (self->views, name) != NULL)
    gtk_stack_set_visible_child_name (self->views, name);
}

/* A stack's switcher shows a page by its icon if it has one, and keeps the words as tooltip and accessible name. */
void
ondes_window_set_icons (OndesWindow *self,
                        gboolean     icons)
{
  for (guint i = 0; i < G_N_ELEMENTS (tabs); i++)
    {
      GtkWidget *child = gtk_stack_get_child_by_name (self->views, tabs[i].page);
      GtkStackPage *page = child != NULL ? gtk_stack_get_page (self->views, child) : NULL;

      if (page != NULL && (gtk_stack_page_get_icon_name (page) != NULL) != icons)
        gtk_stack_page_set_icon_name (page, icons ? tabs[i].icon : NULL);
    }
}

static GtkStack *
new_parts (OndesWindow *self)
{
  GtkStack *parts = GTK_STACK (gtk_stack_new ());

  gtk_stack_set_hhomogeneous (parts, FALSE);
  gtk_stack_set_vhomogeneous (parts, FALSE);
  g_signal_connect_object (parts, "notify::visible-child", G_CALLBACK (ondes_window_update_shown), self, G_CONNECT_SWAPPED);
  return parts;
}

static GtkBox *
add_part (GtkStack       *parts,
          GtkOrientation  orientation,
          OndesAnalysis  *model)
{
  GtkWidget *box = gtk_box_new (orientation, 0);

  gtk_stack_add_named (parts, box, ondes_analysis_get_name (model));
  return GTK_BOX (box);
}

static void
on_picture_chosen (OndesWindow *self,
                   GParamSpec  *pspec,
                   GtkDropDown *chooser)
{
  ondes_window_show (self, ondes_analysis_get_name (self->models[gtk_drop_down_get_selected (chooser)]));
  ondes_window_focus_chart (self);
}

static void
show_picture (OndesWindow *self)
{
  const OndesModelIndex shown = ondes_window_get_shown (self);

  if (shown <= ONDES_MODEL_WALSHGRAM)
    gtk_drop_down_set_selected (self->picture, shown);
}

/* The models of pictures come first. */
void
ondes_window_add_chooser (OndesWindow *self)
{
  g_autoptr (GtkStringList) names = gtk_string_list_new (NULL);
  GtkWidget *label = gtk_label_new (_("Picture"));

  for (guint i = ONDES_MODEL_SCALOGRAM; i <= ONDES_MODEL_WALSHGRAM; i++)
    gtk_string_list_append (names,
                            _(ondes_scalogram_analysis_get_words (ONDES_SCALOGRAM_ANALYSIS (self->models[i]))->name));
  self->picture = GTK_DROP_DOWN (gtk_drop_down_new (G_LIST_MODEL (g_steal_pointer (&names)), NULL));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->picture), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Picture"), -1);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_widget_add_css_class (label, "dim-label");
  gtk_box_append (self->tool_row, label);
  gtk_box_append (self->tool_row, GTK_WIDGET (self->picture));
  g_signal_connect_object (self->picture, "notify::selected", G_CALLBACK (on_picture_chosen), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->pictures, "notify::visible-child", G_CALLBACK (show_picture), self, G_CONNECT_SWAPPED);
}

void
ondes_window_add_pictures (OndesWindow *self)
{
  self->pictures = new_parts (self);
  self->readouts = GTK_STACK (gtk_stack_new ());
  gtk_stack_set_hhomogeneous (self->readouts, FALSE);
  gtk_box_append (self->charts, GTK_WIDGET (self->pictures));
  gtk_box_append (self->readout_box, GTK_WIDGET (self->readouts));
  self->scalogram_box = add_part (self->pictures, GTK_ORIENTATION_VERTICAL, self->models[ONDES_MODEL_SCALOGRAM]);
  self->scalogram_readout = add_part (self->readouts, GTK_ORIENTATION_HORIZONTAL, self->models[ONDES_MODEL_SCALOGRAM]);
}

OndesSlicePane *
ondes_window_add_picture (OndesWindow *self,
                          GtkWidget   *view,
                          GtkBox      *box,
                          GtkBox      *bar)
{
  GtkWidget *slices = ondes_slice_pane_new (ONDES_SCALOGRAM_VIEW (view));
  GtkWidget *readout = ondes_readout_new (ONDES_SCALOGRAM_VIEW (view));
  GtkWidget *const above[] = { self->overview, self->waveform, self->strips };

  ondes_slice_pane_add_handles (ONDES_SLICE_PANE (slices), self->settings);
  gtk_widget_set_vexpand (view, TRUE);
  gtk_widget_set_hexpand (view, TRUE);
  gtk_widget_set_hexpand (readout, TRUE);
  for (guint i = 0; i < G_N_ELEMENTS (above); i++)
    ondes_slice_pane_align (ONDES_SLICE_PANE (slices), above[i]);
  gtk_box_append (box, slices);
  gtk_box_append (bar, readout);
  gtk_box_append (bar, ondes_slice_pane_new_button (ONDES_SLICE_PANE (slices)));
  return ONDES_SLICE_PANE (slices);
}

void
ondes_window_update_help (OndesWindow *self)
{
  for (guint i = 0; i < G_N_ELEMENTS (tabs); i++)
    if (ondes_window_is_on (self, tabs[i].page))
      ondes_help_set_page (GTK_WINDOW (self), tabs[i].help);
}

static void
add_controls (OndesWindow    *self,
              OndesModelIndex model,
              GtkWidget      *controls)
{
  gtk_stack_add_named (self->controls, controls, ondes_analysis_get_name (self->models[model]));
}

static void
add_walshgram (OndesWindow *self)
{
  OndesAnalysis *walshgram = self->models[ONDES_MODEL_WALSHGRAM];

  self->walshgram_view = ondes_scalogram_view_new (ONDES_SCALOGRAM_ANALYSIS (walshgram));
  ondes_window_add_picture (self, self->walshgram_view, add_part (self->pictures, GTK_ORIENTATION_VERTICAL, walshgram),
                            add_part (self->readouts, GTK_ORIENTATION_HORIZONTAL, walshgram));
  /* Its readout exists only now. */
  g_object_bind_property (self->pictures, "visible-child-name", self->readouts, "visible-child-name", G_BINDING_SYNC_CREATE);
  add_controls (self, ONDES_MODEL_WALSHGRAM, ondes_sequency_controls_new (ONDES_WALSHGRAM_ANALYSIS (walshgram)));
}

static void
add_spectrum (OndesWindow *self)
{
  OndesPsdAnalysis *psd = ONDES_PSD_ANALYSIS (self->models[ONDES_MODEL_PSD]);

  gtk_stack_add_titled (self->views, ondes_psd_page_new (psd), "spectrum", _("Spectrum"));
  add_controls (self, ONDES_MODEL_PSD, ondes_psd_controls_new (psd));
}

static void
add_filter (OndesWindow *self)
{
  OndesFilterAnalysis *filter = ONDES_FILTER_ANALYSIS (self->models[ONDES_MODEL_FILTER]);
  GtkWidget *controls = ondes_filter_controls_new (filter);

  self->filter_page = ondes_filter_page_new (filter, ondes_window_get_scalogram (self), ONDES_FILTER_CONTROLS (controls));
  gtk_stack_add_titled (self->views, self->filter_page, "filter", _("Filter"));
  add_controls (self, ONDES_MODEL_FILTER, controls);
}

static void
add_series (OndesWindow    *self,
            OndesModelIndex model,
            GtkWidget      *page,
            GtkWidget      *controls,
            const char     *title)
{
  gtk_stack_add_titled (self->logic, page, ondes_analysis_get_name (self->models[model]), title);
  add_controls (self, model, controls);
}

static void
add_logic (OndesWindow *self)
{
  OndesSpectrumAnalysis *spectra = ONDES_SPECTRUM_ANALYSIS (self->models[ONDES_MODEL_SPECTRA]);
  OndesDyadicAnalysis *convolution = ONDES_DYADIC_ANALYSIS (self->models[ONDES_MODEL_CONVOLUTION]);
  GtkWidget *page = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0), *switcher = gtk_stack_switcher_new ();
  GtkWidget *controls = ondes_spectra_controls_new (spectra);

  self->logic = new_parts (self);
  add_series (self, ONDES_MODEL_SPECTRA,
              ondes_spectra_page_new (spectra, ondes_spectra_controls_get_operand (ONDES_SPECTRA_CONTROLS (controls))), controls,
              _("Spectra"));
  controls = ondes_convolution_controls_new (convolution);
  add_series (self, ONDES_MODEL_CONVOLUTION, ondes_convolution_page_new (convolution, ONDES_CONVOLUTION_CONTROLS (controls)),
              controls, _("Convolution"));
  gtk_stack_switcher_set_stack (GTK_STACK_SWITCHER (switcher), self->logic);
  gtk_widget_set_halign (switcher, GTK_ALIGN_START);
  gtk_widget_set_name (switcher, "logic_switcher");
  gtk_widget_add_css_class (switcher, "logic-switcher");
  gtk_widget_set_vexpand (GTK_WIDGET (self->logic), TRUE);
  gtk_box_append (GTK_BOX (page), switcher);
  gtk_box_append (GTK_BOX (page), GTK_WIDGET (self->logic));
  /* Translators: the tab of truth tables, their spectra and dyadic convolutions. */
  gtk_stack_add_titled (self->views, page, "logic", _("Logic"));
}

void
ondes_window_add_pages (OndesWindow *self)
{
  add_walshgram (self);
  add_spectrum (self);
  add_filter (self);
  add_logic (self);
  /* Words would hold a narrow window wide before it has a size. */
  ondes_window_set_icons (self, TRUE);
}
