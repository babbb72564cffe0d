/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gi18n.h>
#include <math.h>

#include "ondes-display-panel.h"
#include "ondes-sequency-controls.h"
#include "rows/ondes-slider-row.h"
#include "session/words.h"
#include "series/words-spectra.h"
#include "shell/ondes-template.h"

struct _OndesSequencyControls
{
  AdwBin          parent_instance;

  OndesWalshgramAnalysis *analysis;
  gboolean                updating; /* the analysis's values are being shown: changes are not the user's */

  AdwComboRow    *window, *taper, *order;
  OndesSliderRow *hop;
  GtkLabel       *problem;
  AdwBin         *display;
};

G_DEFINE_FINAL_TYPE (OndesSequencyControls, ondes_sequency_controls, ADW_TYPE_BIN)

static guint64
window_at (guint item)
{
  return MIN ((guint64) ONDES_WALSHGRAM_WINDOW_LEAST << MIN (item, 32), ONDES_WALSHGRAM_WINDOW_MOST);
}

/* Shows the error message, and marks the control at fault; what concerns no control is about the window. */
static void
show_problem (OndesSequencyControls *self)
{
  const char *problem = ondes_analysis_get_problem (ONDES_ANALYSIS (self->analysis));
  const OndesSetting setting = ondes_analysis_get_problem_setting (ONDES_ANALYSIS (self->analysis));
  GtkWidget *wrong = setting == ONDES_SETTING_HOP     ? GTK_WIDGET (self->hop)
                     : setting == ONDES_SETTING_TAPER ? GTK_WIDGET (self->taper)
                     : setting == ONDES_SETTING_ORDER ? GTK_WIDGET (self->order)
                                                      : GTK_WIDGET (self->window);
  GtkWidget *const rows[] = { GTK_WIDGET (self->window), GTK_WIDGET (self->hop), GTK_WIDGET (self->taper),
                              GTK_WIDGET (self->order) };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    ondes_row_set_wrong (rows[i], problem != NULL && rows[i] == wrong);
  ondes_label_show_problem (self->problem, problem);
}

/* Says under the window how long it lasts, and how high a row is. */
static void
describe_window (OndesSequencyControls *self,
                 guint64                window)
{
  OndesSession *session = ondes_analysis_get_session (ONDES_ANALYSIS (self->analysis));
  OndesSource *source = ondes_session_get_source (session);
  g_autofree char *lasts = NULL, *unit = NULL, *apart = NULL, *text = NULL, *time_unit = NULL;
  const char *of;

  if (source != NULL)
    {
      of = ondes_recording_get_info (ondes_session_get_recording (session))->time_unit;
      time_unit = ondes_words_time_unit (of);
      lasts = ondes_words_quantity ((double) window / source->rate_hz, time_unit, 3);
      unit = ondes_words_sequency_unit (of);
      apart = ondes_words_quantity (source->rate_hz / (double) window, unit, 3);
      /* What a window of a truth table has is the number chosen. */
      if (g_strcmp0 (of, "index") == 0)
        text = g_strdup_printf (_("rows %s apart"), apart);
      else
        /* Translators: how long a window lasts, and how many zero crossings a second there are from row to row. */
        text = g_strdup_printf (_("%s\nrows %s apart"), lasts, apart);
    }
  ondes_widget_set_text (self->window, "subtitle", text);
}

static void
show_options (OndesSequencyControls *self)
{
  const OndesWalshgramOptions *options = ondes_walshgram_analysis_get_options (self->analysis);
  guint item = 0;

  self->updating = TRUE;
  while (window_at (item) < options->window && window_at (item) < ONDES_WALSHGRAM_WINDOW_MOST)
    item++;
  adw_combo_row_set_selected (self->window, item);
  ondes_slider_row_set_range (self->hop, 1, (double) options->window);
  ondes_slider_row_set_value (self->hop, (double) options->hop);
  adw_combo_row_set_selected (self->taper, options->taper);
  adw_combo_row_set_selected (self->order, options->order);
  describe_window (self, options->window);
  self->updating = FALSE;
  show_problem (self);
}

static void
on_changed (OndesSequencyControls *self)
{
  OndesWalshgramOptions options;
  double hop;

  if (self->updating || self->analysis == NULL)
    return;
  options = *ondes_walshgram_analysis_get_options (self->analysis);
  hop = round (ondes_slider_row_get_value (self->hop));
  if (!(hop >= 1 && hop <= (double) ONDES_WALSHGRAM_HOP_MOST))
    {
      ondes_row_set_wrong (GTK_WIDGET (self->hop), TRUE);
      ondes_label_show_problem (self->problem, _("The hop must be a whole number of samples, at least 1"));
      return;
    }
  options.hop = (guint64) hop;
  options.taper = (OndesTaper) adw_combo_row_get_selected (self->taper);
  options.order = (OndesOrder) adw_combo_row_get_selected (self->order);
  ondes_walshgram_analysis_set_options (self->analysis, &options);
  show_options (self); /* the hop as it was rounded */
}

/* Keeps the overlap of the windows. */
static void
on_window (OndesSequencyControls *self)
{
  OndesWalshgramOptions options;
  guint64 window;

  if (self->updating || self->analysis == NULL)
    return;
  options = *ondes_walshgram_analysis_get_options (self->analysis);
  window = window_at (adw_combo_row_get_selected (self->window));
  if (window < options.window)
    options.hop = MAX (options.hop / (options.window / window), 1);
  else if (options.hop <= ONDES_WALSHGRAM_HOP_MOST / (window / options.window))
    options.hop *= window / options.window;
  options.window = window;
  ondes_walshgram_analysis_set_options (self->analysis, &options);
}

static void
ondes_sequency_controls_dispose (GObject *object)
{
  g_clear_object (&ONDES_SEQUENCY_CONTROLS (object)->analysis);
  G_OBJECT_CLASS (ondes_sequency_controls_parent_class)->dispose (object);
}

#define CHILD(name) ONDES_TEMPLATE_CHILD (OndesSequencyControls, name)

static void
ondes_sequency_controls_class_init (OndesSequencyControlsClass *klass)
{
  static const OndesTemplateChild children[] = {
    CHILD (window), CHILD (taper), CHILD (order), CHILD (hop), CHILD (problem), CHILD (display), { NULL },
  };
  static const OndesTemplateCallback callbacks[] = { ONDES_CALLBACK (on_window), ONDES_CALLBACK (on_changed), { NULL } };

  g_type_ensure (ONDES_TYPE_SLIDER_ROW);
  G_OBJECT_CLASS (klass)->dispose = ondes_sequency_controls_dispose;
  ondes_template_install (GTK_WIDGET_CLASS (klass), "ondes-sequency-controls.ui", children, callbacks);
}

static void
ondes_sequency_controls_init (OndesSequencyControls *self)
{
  g_autoptr (GtkStringList) windows = gtk_string_list_new (NULL), orders = gtk_string_list_new (NULL);

  self->updating = TRUE;
  gtk_widget_init_template (GTK_WIDGET (self));
  for (guint64 window = ONDES_WALSHGRAM_WINDOW_LEAST; window <= ONDES_WALSHGRAM_WINDOW_MOST; window *= 2)
    gtk_string_list_take (windows, ondes_words_count (window));
  for (guint i = 0; ondes_words_orders[i] != NULL; i++)
    gtk_string_list_append (orders, _(ondes_words_orders[i]));
  adw_combo_row_set_model (self->window, G_LIST_MODEL (windows));
  adw_combo_row_set_model (self->order, G_LIST_MODEL (orders));
  self->updating = FALSE;
}

GtkWidget *
ondes_sequency_controls_new (OndesWalshgramAnalysis *analysis)
{
  OndesSequencyControls *self = g_object_new (ONDES_TYPE_SEQUENCY_CONTROLS, NULL);
  OndesSession *session = ondes_analysis_get_session (ONDES_ANALYSIS (analysis));

  self->analysis = g_object_ref (analysis);
  g_signal_connect_object (analysis, "settings-changed", G_CALLBACK (show_options), self, G_CONNECT_SWAPPED);
  /* The page's own handlers come first, so that the problem is that of the new recording. */
  g_signal_connect_object (session, "recording-changed", G_CALLBACK (show_options), self, G_CONNECT_SWAPPED);
  adw_bin_set_child (self->display, ondes_display_panel_new (ONDES_SCALOGRAM_ANALYSIS (analysis)));
  show_options (self);
  return GTK_WIDGET (self);
}
