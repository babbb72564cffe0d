/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gi18n.h>

#include "ondes-display-panel.h"
#include "ondes-sequency-controls.h"
#include "rows/ondes-param-rows.h"
#include "rows/ondes-rows.h"
#include "rows/ondes-slider-row.h"
#include "session/words.h"
#include "shell/ondes-template.h"

struct _OndesSequencyControls
{
  AdwBin                  parent_instance;

  OndesWalshgramAnalysis *analysis;
  OndesParamRows         *rows;
  AdwBin                 *display;
};

G_DEFINE_FINAL_TYPE (OndesSequencyControls, ondes_sequency_controls, ADW_TYPE_BIN)

static void
get_options (gpointer model,
             gpointer owner)
{
  *(OndesWalshgramOptions *) owner = *ondes_walshgram_analysis_get_options (ONDES_SEQUENCY_CONTROLS (model)->analysis);
}

/* Another window keeps the overlap of the windows. */
static void
set_options (gpointer          model,
             gpointer          owner,
             const OndesParam *row)
{
  OndesWalshgramAnalysis *analysis = ONDES_SEQUENCY_CONTROLS (model)->analysis;
  const guint64 window = ondes_walshgram_analysis_get_options (analysis)->window;
  OndesWalshgramOptions *options = owner;

  if (options->window < window)
    options->hop = MAX (options->hop / (window / options->window), 1);
  else if (window > 0 && options->hop <= ONDES_WALSHGRAM_HOP_MOST / (options->window / window))
    options->hop *= options->window / window;
  ondes_walshgram_analysis_set_options (analysis, options);
}

static const OndesParamModel options_model = { &ondes_walshgram_params, sizeof (OndesWalshgramOptions), get_options, set_options };

/* Says under the window how long it lasts, and how high a row is. */
static void
describe_window (OndesSequencyControls *self)
{
  const guint64 window = ondes_walshgram_analysis_get_options (self->analysis)->window;
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
  ondes_widget_set_text (ondes_param_rows_get (self->rows, "window"), "subtitle", text);
}

/* Problems that concern no row are about the window. */
static void
show_options (OndesSequencyControls *self)
{
  OndesAnalysis *analysis = ONDES_ANALYSIS (self->analysis);
  const char *problem = ondes_analysis_get_problem (analysis);

  ondes_slider_row_set_range (ondes_param_rows_get (self->rows, "hop"), 1,
                              (double) ondes_walshgram_analysis_get_options (self->analysis)->window);
  ondes_param_rows_show (self->rows);
  describe_window (self);
  if (!ondes_param_rows_mark (self->rows, ondes_analysis_get_problem_setting (analysis), problem))
    ondes_param_rows_mark_key (self->rows, "window", problem);
}

static void
ondes_sequency_controls_dispose (GObject *object)
{
  g_clear_object (&ONDES_SEQUENCY_CONTROLS (object)->analysis);
  G_OBJECT_CLASS (ondes_sequency_controls_parent_class)->dispose (object);
}

static void
ondes_sequency_controls_class_init (OndesSequencyControlsClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ondes_sequency_controls_dispose;
}

static void
ondes_sequency_controls_init (OndesSequencyControls *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  AdwPreferencesGroup *group = ondes_rows_add_group (GTK_BOX (box), _("Walsh spectrogram"));

  self->rows = ondes_widget_own (self, "rows", ondes_param_rows_new (&options_model, self), (GDestroyNotify) ondes_param_rows_free);
  ondes_param_rows_add (self->rows, "walshgram", group);
  adw_action_row_set_subtitle_lines (ondes_param_rows_get (self->rows, "window"), 0);
  self->display = ADW_BIN (adw_bin_new ());
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->display));
  adw_bin_set_child (ADW_BIN (self), ondes_rows_new_side_bar (box));
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
