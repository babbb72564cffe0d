/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The selection and the cursors of the session: their readings, and what is done with a selection. */
#include "config.h"

#include <glib/gi18n.h>
#include <math.h>

#include "charts/ondes-chart-cursors.h"
#include "charts/ondes-chart-menu.h"
#include "dialogs/ondes-export-dialog.h"
#include "ondes-window-private.h"
#include "pages/ondes-filter-page.h"
#include "pages/ondes-measure-panel.h"
#include "picture/selection-readings.h"

#define MENU_PARTS 4 /* the section of the main menu with them */

static OndesTimeline *
timeline_of (OndesWindow *self)
{
  return ondes_session_get_timeline (self->session);
}

static OndesSelection
selection_of (OndesWindow *self)
{
  return ondes_timeline_get_selection (timeline_of (self));
}

/* Selects the time and, where the page shows frequencies, those in view. */
static void
select_all_action (OndesWindow *self)
{
  OndesSelection all = ONDES_SELECTION_NONE;
  const OndesDisplay *display = ondes_scalogram_analysis_get_display (ondes_window_get_picture (self));
  double count;

  ondes_timeline_get_view (timeline_of (self), &all.first, &count);
  all.end = all.first + count;
  if (display->view_hi > 0)
    {
      all.low_hz = display->view_lo;
      all.high_hz = display->view_hi;
    }
  ondes_timeline_set_selection (timeline_of (self), all);
}

static void
clear_selection_action (OndesWindow *self)
{
  ondes_timeline_set_selection (timeline_of (self), ONDES_SELECTION_NONE);
  ondes_timeline_set_cursors (timeline_of (self), ONDES_CURSORS_NONE);
}

/* Sets a cursor, or the harmonic one, at the crosshair of the page's picture, or in its middle. */
static void
cursor_action (OndesWindow *self,
               const char  *name,
               GVariant    *parameter)
{
  const OndesModelIndex shown = ondes_window_get_shown (self);
  GtkWidget *chart = shown == ONDES_MODEL_WALSHGRAM ? self->walshgram_view
                     : shown == ONDES_MODEL_FILTER  ? ondes_filter_page_get_picture (ONDES_FILTER_PAGE (self->filter_page))
                                                    : self->scalogram_view;

  ondes_chart_cursors_set (ONDES_TIME_CHART (chart), g_variant_get_uint32 (parameter));
}

static void
copy_selection_action (OndesWindow *self)
{
  g_autofree char *text = ondes_measure_panel_copy (ONDES_MEASURE_PANEL (self->measure_panel));

  if (text == NULL)
    return;
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), text);
  ondes_window_say (self, _("Copied the readings"), FALSE);
}

/* Has the band and span of the selection heard alone; of a span, all its frequencies. */
static void
listen (OndesWindow *self,
        gboolean     loop)
{
  const OndesSelection selection = selection_of (self);
  OndesSource *source = ondes_session_get_source (self->session);
  OndesListeningSettings settings = *ondes_listening_get_settings (self->listening);
  const gboolean band = ondes_selection_has_band (&selection);

  if (!ondes_selection_is_set (&selection) || source == NULL)
    return;
  settings.band_hz[0] = band ? selection.low_hz : 0;
  settings.band_hz[1] = band ? selection.high_hz : source->rate_hz / 2;
  ondes_selection_get_samples (&selection, source->n, &settings.band_first, &settings.band_count);
  settings.loop = loop;
  ondes_listening_set_settings (self->listening, &settings);
}

static void
play_selection_action (OndesWindow *self)
{
  const OndesSelection selection = selection_of (self);

  if (!ondes_selection_is_set (&selection))
    return;
  listen (self, ondes_listening_get_settings (self->listening)->loop);
  ondes_timeline_seek (timeline_of (self), ceil (selection.first));
  if (!ondes_listening_is_playing (self->listening))
    ondes_listening_toggle (self->listening);
}

static void
zoom_selection_action (OndesWindow *self)
{
  const OndesSelection selection = selection_of (self);

  if (!ondes_selection_is_set (&selection))
    return;
  ondes_timeline_set_view (timeline_of (self), selection.first, selection.end - selection.first);
  if (ondes_selection_has_band (&selection))
    ondes_scalogram_analysis_set_frequencies (ondes_window_get_picture (self), selection.low_hz, selection.high_hz);
}

static void
export_selection_action (OndesWindow *self)
{
  ondes_timeline_set_export_selected (timeline_of (self), TRUE);
  gtk_widget_activate_action (GTK_WIDGET (self), "win.export", NULL);
}

static void
export_selection_sound_action (OndesWindow *self)
{
  listen (self, ondes_listening_get_settings (self->listening)->loop);
  ondes_export_dialog_present (GTK_WINDOW (self), ONDES_ANALYSIS (self->listening), self->settings);
}

/* The page of spectra takes the selection as its input; what is in view stays. */
static void
analyse_selection_action (OndesWindow *self)
{
  OndesSeriesAnalysis *spectra = ONDES_SERIES_ANALYSIS (self->models[ONDES_MODEL_SPECTRA]);

  ondes_operand_set_kind (ondes_series_analysis_get_operand (spectra, 0), ONDES_OPERAND_SELECTION);
  ondes_window_show (self, "spectra");
}

static const char *const need_selection[]
  = { "win.copy-selection", "win.play-selection", "win.zoom-selection", "win.export-selection-sound", "win.analyse-selection" };

static gboolean
has_cursors (OndesWindow *self)
{
  const OndesCursors cursors = ondes_timeline_get_cursors (timeline_of (self));

  return !isnan (cursors.at[0].sample) || !isnan (cursors.at[1].sample) || !isnan (cursors.harmonic_hz);
}

void
ondes_window_update_selected (OndesWindow *self)
{
  const OndesSelection selection = selection_of (self);
  const gboolean set = ondes_session_get_recording (self->session) != NULL && ondes_selection_is_set (&selection);

  for (guint i = 0; i < G_N_ELEMENTS (need_selection); i++)
    gtk_widget_action_set_enabled (GTK_WIDGET (self), need_selection[i], set);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "win.export-selection",
                                 set && ondes_analysis_get_formats (ondes_window_get_model (self)) != 0);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "win.clear-selection", set || has_cursors (self));
}

void
ondes_window_update_selection (OndesWindow *self)
{
  if (self->readings != NULL)
    ondes_selection_readings_set_analysis (self->readings, ondes_window_get_picture (self));
}

/* The menu of the selection comes first among those of the window's parts. */
static void
add_menu (OndesWindow *self)
{
  GMenuModel *main_menu = gtk_menu_button_get_menu_model (GTK_MENU_BUTTON (self->menu_button));
  g_autoptr (GMenuModel) parts = g_menu_model_get_item_link (main_menu, MENU_PARTS, G_MENU_LINK_SECTION);
  g_autoptr (GMenuModel) menu = ondes_selection_menu_new ();

  g_menu_insert_submenu (G_MENU (parts), 0, _("_Selection"), menu);
}

void
ondes_window_add_selection (OndesWindow *self)
{
  self->readings = ondes_selection_readings_new (ondes_window_get_picture (self));
  self->measure_panel = ondes_measure_panel_new (self->readings);
  adw_bin_set_child (self->measure_bin, self->measure_panel);
  add_menu (self);
  g_signal_connect_object (timeline_of (self), "selection-changed", G_CALLBACK (ondes_window_update_selected), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (timeline_of (self), "cursors-changed", G_CALLBACK (ondes_window_update_selected), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->session, "recording-changed", G_CALLBACK (ondes_window_update_selected), self,
                           G_CONNECT_SWAPPED);
  ondes_window_update_selected (self);
}

void
ondes_window_class_install_selection (GtkWidgetClass *klass)
{
  static const struct
  {
    const char *name;
    GCallback   activate;
  } actions[] = {
    { "win.select-all", G_CALLBACK (select_all_action) },
    { "win.clear-selection", G_CALLBACK (clear_selection_action) },
    { "win.copy-selection", G_CALLBACK (copy_selection_action) },
    { "win.play-selection", G_CALLBACK (play_selection_action) },
    { "win.zoom-selection", G_CALLBACK (zoom_selection_action) },
    { "win.export-selection", G_CALLBACK (export_selection_action) },
    { "win.export-selection-sound", G_CALLBACK (export_selection_sound_action) },
    { "win.analyse-selection", G_CALLBACK (analyse_selection_action) },
  };

  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    gtk_widget_class_install_action (klass, actions[i].name, NULL, (GtkWidgetActionActivateFunc) actions[i].activate);
  /* A key binding rather than an accelerator: in a list the key selects a row. */
  gtk_widget_class_add_binding_action (klass, GDK_KEY_space, GDK_CONTROL_MASK, "win.play-selection", NULL);
  gtk_widget_class_install_action (klass, "win.cursor", "u", (GtkWidgetActionActivateFunc) cursor_action);
}
