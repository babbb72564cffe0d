/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "ondes-accessible.h"
#include "charts/ondes-charts.h"
#include "charts/ondes-panes.h"
#include "charts/ondes-slice-pane.h"
#include "pages/ondes-controls.h"
#include "ondes-engines.h"
#include "ondes-popovers.h"
#include "session/settings.h"
#include "session/trace.h"
#include "ondes-reopen.h"
#include "ondes-welcome.h"
#include "ondes-window-private.h"
#include "session/words.h"
#include "ondes-template.h"

G_DEFINE_FINAL_TYPE (OndesWindow, ondes_window, ADW_TYPE_APPLICATION_WINDOW)

/* Work shorter than this shows no progress, so that a drag does not flicker. */
#define STORE_DELAY_MS 500
/* In a window narrower than NARROW, the side bar overlays the picture; the part FOLDING of this width, which the side bar and the
 * row of tools take, grows with the font. In one narrower than WORDS, the tabs are icons; the part TAB_WORDS of this width grows
 * with the font. All in pixels. */
#define NARROW    1000
#define FOLDING   880
#define WORDS     1000
#define TAB_WORDS 600

OndesAnalysis *
ondes_window_get_model (OndesWindow *self)
{
  return self->models[ondes_window_get_shown (self)];
}

OndesScalogramAnalysis *
ondes_window_get_scalogram (OndesWindow *self)
{
  return ONDES_SCALOGRAM_ANALYSIS (self->models[ONDES_MODEL_SCALOGRAM]);
}

OndesScalogramAnalysis *
ondes_window_get_picture (OndesWindow *self)
{
  OndesAnalysis *shown = ondes_window_get_model (self);

  return ONDES_IS_SCALOGRAM_ANALYSIS (shown) ? ONDES_SCALOGRAM_ANALYSIS (shown) : ondes_window_get_scalogram (self);
}

OndesSession *
ondes_window_get_session (OndesWindow *self)
{
  return self->session;
}

gboolean
ondes_window_is_empty (OndesWindow *self)
{
  return ondes_session_get_recording (self->session) == NULL
         && !ondes_session_is_opening (self->session, NULL);
}

void
ondes_window_open (OndesWindow *self,
                   GFile *file)
{
  g_autofree char *path = g_file_get_path (file);
  g_autofree char *uri = NULL;
  g_autofree char *text = NULL;

  if (path != NULL && ondes_saved_is_session (path))
    {
      ondes_reopen_open (G_APPLICATION (gtk_window_get_application (GTK_WINDOW (self))), path);
      return;
    }
  if (path != NULL)
    {
      ondes_session_open (self->session, path, NULL);
      return;
    }
  uri = g_file_get_uri (file);
  text = g_strdup_printf (_("%s: only local files can be opened; copy it to this computer first"), uri);
  ondes_window_say (self, text, TRUE);
}

/* TRUE if nothing is open that the page in view could show. */
static gboolean
is_welcoming (OndesWindow *self)
{
  return ondes_window_is_on (self, "explore") && ondes_window_is_empty (self);
}

static void
update_page (OndesWindow *self)
{
  const gboolean welcoming = is_welcoming (self);

  gtk_stack_set_visible_child_name (self->stack, welcoming ? "welcome" : "recording");
  gtk_widget_set_visible (self->title_row, !welcoming);
}

char *
ondes_window_describe (OndesWindow *self)
{
  const OndesRecordingInfo *info = ondes_recording_get_info (ondes_session_get_recording (self->session));
  g_autofree char *rate = ondes_words_rate (info->rate_hz, info->time_unit);
  g_autofree char *length = ondes_words_duration ((double) info->frames / info->rate_hz, info->time_unit);

  /* A truth table has no time axis. */
  if (ondes_recording_get_truth_table (ondes_session_get_recording (self->session)) != NULL)
    return g_strdup (info->format);
  /* Translators: format, length with unit, sampling rate with unit. */
  return g_strdup_printf (_("%s · %s at %s"), info->format, length, rate);
}

static void
on_dismiss_notes (OndesWindow *self)
{
  gtk_revealer_set_reveal_child (self->notes_revealer, FALSE);
  ondes_window_focus_chart (self);
}

static void
on_recording_changed (OndesWindow *self)
{
  OndesRecording *recording = ondes_session_get_recording (self->session);

  update_page (self);
  ondes_window_update_inspector (self);
  ondes_window_update_channels (self);
  ondes_window_update_notes (self, TRUE);
  ondes_window_update_actions (self);
  if (recording == NULL)
    return;
  ondes_welcome_tell (ONDES_WELCOME (self->welcome), NULL);
  ondes_window_choose_page (self, recording);
  ondes_window_update_title (self);
  if (ondes_session_get_change (self->session) == ONDES_CHANGE_CONDITIONING)
    return;
  ondes_window_remember_file (self);
  ondes_window_focus_chart (self);
  if (ondes_session_get_change (self->session) == ONDES_CHANGE_RECORDING)
    ondes_window_finish_reopening (self);
}

static void
on_overview_changed (OndesWindow *self)
{
  ondes_window_update_notes (self, FALSE);
}

static void
on_state_changed (OndesWindow *self)
{
  OndesAnalysis *model = ondes_window_get_model (self);
  double progress;

  update_page (self);
  ondes_window_update_busy (self);
  ondes_window_update_title (self);
  ondes_window_show_channel (self);
  gtk_widget_set_visible (self->export_box, ondes_analysis_is_exporting (model, &progress));
  gtk_progress_bar_set_fraction (self->export_progress, CLAMP (progress, 0, 1));
  ondes_window_update_actions (self);
}

static void
on_model_state_changed (OndesAnalysis *model,
                        OndesWindow   *self)
{
  if (model == ondes_window_get_model (self))
    on_state_changed (self);
}

void
ondes_window_update_shown (OndesWindow *self)
{
  const char *page = gtk_stack_get_visible_child_name (self->views);
  OndesAnalysis *model;

  if (self->listening == NULL)
    return; /* still being made, or closed */
  model = ondes_window_get_model (self);
  gtk_stack_set_visible_child_name (self->controls, ondes_analysis_get_name (model));
  for (guint i = 0; i < ONDES_N_MODELS; i++)
    ondes_analysis_set_active (self->models[i], self->models[i] == model);
  gtk_widget_set_visible (GTK_WIDGET (self->play_box), !ONDES_IS_SERIES_ANALYSIS (model));
  if (!self->turning)
    self->turned = FALSE;
  if (self->settings != NULL && !self->turning)
    g_settings_set_string (self->settings, "page", page);
  ondes_window_update_help (self);
  ondes_window_update_hint (self);
  ondes_window_update_inspector (self);
  ondes_window_update_heard (self);
  ondes_window_update_selection (self);
  g_clear_handle_id (&self->busy_source, g_source_remove);
  on_state_changed (self);
}

static void
on_after_paint (GdkFrameClock *clock,
                OndesWindow *self)
{
  ondes_trace ("first picture drawn");
  g_signal_handlers_disconnect_by_func (clock, on_after_paint, self);
}

static void
on_picture_changed (OndesWindow *self)
{
  static gboolean said;
  GdkFrameClock *clock;

  if (said || ondes_scalogram_analysis_get_scalogram (ondes_window_get_scalogram (self)) == NULL)
    return;
  said = TRUE;
  clock = gtk_widget_get_frame_clock (GTK_WIDGET (self));
  if (clock != NULL)
    g_signal_connect_object (clock, "after-paint", G_CALLBACK (on_after_paint), self, 0);
}

static void
on_needs_raw (OndesWindow *self,
              const char *path,
              const char *text)
{
  ondes_window_ask_raw (self, path);
}

static void
on_needs_text (OndesWindow *self,
               const char *path,
               const char *text)
{
  ondes_window_ask_options (self, path);
}

static void
store (OndesWindow *self)
{
  for (guint i = 0; i < ONDES_N_MODELS; i++)
    ondes_settings_store (self->settings, self->models[i]);
  ondes_settings_store_rulers (self->settings, self->session);
  ondes_listening_store (self->listening, self->settings);
}

static gboolean
store_now (gpointer user_data)
{
  OndesWindow *self = ONDES_WINDOW (user_data);

  self->store_source = 0;
  store (self);
  return G_SOURCE_REMOVE;
}

/* Stores the settings once, after a delay: a drag changes them sixty times a second. */
static void
store_soon (OndesWindow *self)
{
  if (self->settings != NULL && self->store_source == 0)
    self->store_source = g_timeout_add (STORE_DELAY_MS, store_now, self);
}

static void
on_reveal_flap (OndesWindow *self)
{
  gboolean shown = adw_flap_get_reveal_flap (self->flap);

  if (self->settings != NULL && !adw_flap_get_folded (self->flap))
    g_settings_set_boolean (self->settings, "sidebar", shown);
  on_state_changed (self);
}

/* Overlays the side bar on the picture if the window is too narrow for both. */
static void
ondes_window_size_allocate (GtkWidget *widget,
                            int width,
                            int height,
                            int baseline)
{
  OndesWindow *self = ONDES_WINDOW (widget);
  OndesChartMargins margins;

  ondes_chart_measure_margins (widget, &margins);
  adw_flap_set_fold_policy (self->flap, width < NARROW + (margins.zoom - 1) * FOLDING ? ADW_FLAP_FOLD_POLICY_ALWAYS
                                                                                      : ADW_FLAP_FOLD_POLICY_NEVER);
  ondes_window_set_icons (self, width < WORDS + (margins.zoom - 1) * TAB_WORDS);
  GTK_WIDGET_CLASS (ondes_window_parent_class)->size_allocate (widget, width, height, baseline);
}

/* GTK leaves the focus in a closed submenu, where no key works. */
static void
on_menu_closed (OndesWindow *self)
{
  gtk_widget_grab_focus (GTK_WIDGET (self->menu_button));
}

static gboolean
on_drop (OndesWindow *self,
         const GValue *value)
{
  GSList *files = g_value_get_boxed (value);

  if (files == NULL)
    return FALSE;
  if (!ondes_window_drop_annotations (self, files->data))
    ondes_window_open (self, files->data);
  /* Open further files in their own windows. */
  for (GSList *l = files->next; l != NULL; l = l->next)
    {
      GFile *file = l->data;

      g_application_open (G_APPLICATION (gtk_window_get_application (GTK_WINDOW (self))), &file, 1, "");
    }
  return TRUE;
}

static void
on_close_response (OndesWindow *self,
                   const char *response)
{
  if (g_strcmp0 (response, "stop") != 0)
    {
      ondes_reopen_stay (self);
      return;
    }
  self->closing = TRUE;
  gtk_window_close (GTK_WINDOW (self));
}

static gboolean
is_exporting (OndesWindow *self)
{
  for (guint i = 0; i < ONDES_N_MODELS; i++)
    if (ondes_analysis_is_exporting (self->models[i], NULL))
      return TRUE;
  return ondes_analysis_is_exporting (ONDES_ANALYSIS (self->listening), NULL);
}

static gboolean
ondes_window_close_request (GtkWindow *window)
{
  OndesWindow *self = ONDES_WINDOW (window);

  if (!self->closing && is_exporting (self))
    {
      ondes_window_ask_to_stop (window, _("Export in Progress"), _("Closing this window stops it."),
                                G_CALLBACK (on_close_response));
      return TRUE;
    }
  if (!ondes_window_close_annotations (self))
    return TRUE;
  if (self->settings != NULL)
    store (self);
  ondes_reopen_closing (self);
  return GTK_WINDOW_CLASS (ondes_window_parent_class)->close_request (window);
}

static void
ondes_window_dispose (GObject *object)
{
  OndesWindow *self = ONDES_WINDOW (object);

  g_clear_handle_id (&self->store_source, g_source_remove);
  g_clear_handle_id (&self->busy_source, g_source_remove);
  g_clear_handle_id (&self->focus_source, g_source_remove);
  for (guint i = 0; i < ONDES_N_MODELS; i++)
    {
      if (self->models[i] != NULL)
        g_signal_handlers_disconnect_by_data (self->models[i], self);
      g_clear_object (&self->models[i]);
    }
  if (self->session != NULL)
    g_signal_handlers_disconnect_by_data (self->session, self);
  if (self->listening != NULL)
    g_signal_handlers_disconnect_by_data (self->listening, self);
  g_clear_object (&self->listening);
  g_clear_object (&self->annotations);
  g_clear_object (&self->readings);
  if (self->comparison != NULL)
    g_signal_handlers_disconnect_by_data (self->comparison, self);
  g_clear_object (&self->comparison);
  g_clear_object (&self->session);
  g_clear_object (&self->samples);
  g_clear_pointer (&self->shown_path, g_free);
  g_clear_pointer (&self->awaiting, g_ptr_array_unref);
  for (guint i = 0; i < ONDES_N_MODELS; i++)
    g_clear_pointer (&self->fresh[i], g_variant_unref);
  g_clear_pointer (&self->reopening, g_variant_unref);
  g_clear_object (&self->settings);
  G_OBJECT_CLASS (ondes_window_parent_class)->dispose (object);
}

#define CHILD(name) ONDES_TEMPLATE_CHILD (OndesWindow, name)

static void
ondes_window_class_init (OndesWindowClass *klass)
{
  static const OndesTemplateChild children[] = {
    CHILD (toasts), CHILD (title), CHILD (subtitle), CHILD (title_row), CHILD (open_button), CHILD (channel),
    CHILD (strips_button), CHILD (export_button),
    CHILD (menu_button), CHILD (sidebar_button), CHILD (stack), CHILD (flap), CHILD (welcome_box), CHILD (charts),
    CHILD (play_box), CHILD (tool_row), CHILD (side_bar), CHILD (inspector_tabs), CHILD (inspector), CHILD (filters_bin),
    CHILD (measure_bin), CHILD (notes_bin), CHILD (controls), CHILD (views), CHILD (readout_box),
    CHILD (progress_revealer), CHILD (notes_revealer), CHILD (progress), CHILD (status), CHILD (notes), CHILD (cancel_button),
    CHILD (resample_button), CHILD (expansion_button), CHILD (options_button), CHILD (export_box), CHILD (export_progress),
    CHILD (annotation_exports), CHILD (steps), { NULL },
  };
  static const OndesTemplateCallback callbacks[] = {
    { "on_channel_selected", G_CALLBACK (ondes_window_take_channel) }, ONDES_CALLBACK (on_dismiss_notes),
    ONDES_CALLBACK (on_reveal_flap), { "on_view", G_CALLBACK (ondes_window_update_shown) },
    ONDES_CALLBACK (ondes_window_update_strips), { NULL },
  };
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ondes_window_dispose;
  widget_class->size_allocate = ondes_window_size_allocate;
  GTK_WINDOW_CLASS (klass)->close_request = ondes_window_close_request;
  g_type_ensure (ONDES_TYPE_TOASTS);
  ondes_template_install (widget_class, "ondes-window.ui", children, callbacks);
  ondes_window_class_install_actions (widget_class);
  ondes_window_class_install_comparison (widget_class);
  ondes_window_class_install_annotations (widget_class);
  ondes_window_class_install_strips (widget_class);
  ondes_window_class_install_batch (widget_class);
  ondes_window_class_install_sound (klass);
  ondes_window_class_install_selection (widget_class);
  ondes_window_class_install_tools (widget_class);
}

static void
ondes_window_init (OndesWindow *self)
{
  GtkDropTarget *drop = gtk_drop_target_new (GDK_TYPE_FILE_LIST, GDK_ACTION_COPY);

  gtk_widget_init_template (GTK_WIDGET (self));
  ondes_window_shorten_channel (self);
  ondes_window_watch_keys (self);
  g_signal_connect_swapped (drop, "drop", G_CALLBACK (on_drop), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drop));
}

static void
add_scalogram (OndesWindow *self)
{
  OndesScalogramAnalysis *scalogram = ondes_window_get_scalogram (self);
  OndesSlicePane *slices;

  if (self->settings != NULL)
    ondes_scalogram_analysis_set_columns (scalogram, ondes_window_guess_columns (self));
  self->scalogram_view = ondes_scalogram_view_new (scalogram);
  self->overview = ondes_overview_view_new (self->session);
  self->waveform = ondes_waveform_view_new (self->session);
  ondes_panes_install (self->charts);
  gtk_box_append (self->charts, self->overview);
  gtk_box_append (self->charts, ondes_panes_new_handle (self->overview, ONDES_PANE_ABOVE, self->settings, "overview-height"));
  gtk_box_append (self->charts, self->waveform);
  gtk_box_append (self->charts, ondes_panes_new_handle (self->waveform, ONDES_PANE_ABOVE, self->settings, "waveform-height"));
  ondes_window_add_strips (self);
  gtk_box_append (self->charts, ondes_panes_new_handle (self->strips, ONDES_PANE_ABOVE, self->settings, "strips-height"));
  ondes_window_add_pictures (self);
  slices = ondes_window_add_picture (self, self->scalogram_view, self->scalogram_box, self->scalogram_readout);
  gtk_stack_add_named (self->controls, ondes_controls_new (scalogram), "scalogram");
  ondes_window_add_comparison (self);
  ondes_slice_pane_align (slices, self->second_view);
}

static void
on_history_changed (OndesWindow *self)
{
  ondes_window_withdraw_undo (self);
  ondes_window_update_actions (self);
}

static void
watch (OndesWindow *self)
{
  static const struct
  {
    const char *signal;
    GCallback   handler;
    gboolean    of_session;
  } handlers[] = {
    { "recording-changed", G_CALLBACK (on_recording_changed), TRUE },
    { "overview-changed", G_CALLBACK (on_overview_changed), TRUE },
    { "message", G_CALLBACK (ondes_window_say), TRUE },
    { "needs-raw", G_CALLBACK (on_needs_raw), TRUE },
    { "needs-text", G_CALLBACK (on_needs_text), TRUE },
    { "needs-dataset", G_CALLBACK (ondes_window_ask_dataset), TRUE },
    { "history-changed", G_CALLBACK (on_history_changed), TRUE },
    { "picture-changed", G_CALLBACK (on_picture_changed), FALSE },
    { "display-changed", G_CALLBACK (store_soon), FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (handlers); i++)
    g_signal_connect_swapped (handlers[i].of_session ? (gpointer) self->session : self->models[ONDES_MODEL_SCALOGRAM],
                              handlers[i].signal, handlers[i].handler, self);
  g_signal_connect_swapped (self->models[ONDES_MODEL_WALSHGRAM], "display-changed", G_CALLBACK (store_soon), self);
  g_signal_connect_object (ondes_session_get_timeline (self->session), "rulers-changed", G_CALLBACK (store_soon), self,
                           G_CONNECT_SWAPPED);
  for (guint i = 0; i < ONDES_N_MODELS; i++)
    {
      g_signal_connect_swapped (self->models[i], "settings-changed", G_CALLBACK (store_soon), self);
      g_signal_connect (self->models[i], "state-changed", G_CALLBACK (on_model_state_changed), self);
      g_signal_connect_swapped (self->models[i], "message", G_CALLBACK (ondes_window_say), self);
    }
}

GtkWidget *
ondes_window_new (OndesApplication *application,
                  OndesSession *session)
{
  OndesWindow *self = g_object_new (ONDES_TYPE_WINDOW, "application", application, NULL);
  GSettings *settings = ondes_application_get_settings (application);

  self->session = g_object_ref (session);
  self->models[ONDES_MODEL_SCALOGRAM] = ONDES_ANALYSIS (ondes_scalogram_analysis_new (session));
  self->models[ONDES_MODEL_PSD] = ONDES_ANALYSIS (ondes_psd_analysis_new (session));
  self->models[ONDES_MODEL_SPECTRA] = ONDES_ANALYSIS (ondes_spectrum_analysis_new (session));
  self->models[ONDES_MODEL_CONVOLUTION] = ONDES_ANALYSIS (ondes_dyadic_analysis_new (session));
  self->models[ONDES_MODEL_FILTER] = ONDES_ANALYSIS (ondes_filter_analysis_new (session));
  self->models[ONDES_MODEL_WALSHGRAM] = ONDES_ANALYSIS (ondes_walshgram_analysis_new (session));
  if (settings != NULL)
    {
      /* A window begins like the one that changed last, and does not follow the others. */
      const GSettingsBindFlags once = G_SETTINGS_BIND_DEFAULT | G_SETTINGS_BIND_GET_NO_CHANGES;

      self->settings = g_object_ref (settings);
      g_settings_bind (settings, "window-width", self, "default-width", once);
      g_settings_bind (settings, "window-height", self, "default-height", once);
      g_settings_bind (settings, "window-maximized", self, "maximized", once);
    }
  for (guint i = 0; i < ONDES_N_MODELS; i++)
    ondes_settings_load (self->settings, self->models[i]);
  ondes_settings_load_rulers (self->settings, session);
  ondes_window_watch_recordings (self);
  add_scalogram (self);
  ondes_window_add_pages (self);
  ondes_window_add_inspector (self);
  ondes_window_add_sound (self);
  ondes_window_add_selection (self);
  ondes_window_add_tools (self);
  ondes_window_add_compare_tools (self);
  ondes_window_add_chooser (self);
  g_signal_connect_swapped (self->listening, "changed", G_CALLBACK (store_soon), self);
  ondes_window_add_annotations (self);
  ondes_window_add_recordings (self, ondes_application_get_samples (application));
  watch (self);
  ondes_engines_add_to_menu (G_APPLICATION (application),
                             G_MENU (gtk_menu_button_get_menu_model (GTK_MENU_BUTTON (self->menu_button))));
  ondes_window_name_steps (self);
  g_signal_connect_object (gtk_menu_button_get_popover (GTK_MENU_BUTTON (self->menu_button)), "closed",
                           G_CALLBACK (on_menu_closed), self, G_CONNECT_SWAPPED);
  if (settings != NULL)
    {
      g_autofree char *page = g_settings_get_string (settings, "page");

      ondes_window_show (self, page);
      ondes_flap_reveal (self->flap, g_settings_get_boolean (settings, "sidebar"));
    }
  ondes_popovers_hush_tooltips (GTK_WIDGET (self));
  ondes_accessible_name_buttons (GTK_WIDGET (self));
  ondes_session_begin_history (session);
  on_recording_changed (self);
  ondes_window_update_shown (self);
  ondes_window_watch_state (self);
  return GTK_WIDGET (self);
}
