/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gi18n.h>

#include "ondes-presets-panel.h"
#include "picture/analysis-preset.h"
#include "rows/ondes-preset-row.h"
#include "session/settings.h"

#define BEGINNING "new-recordings" /* name and settings of a preset, in the store */

struct _OndesPresetsPanel
{
  AdwBin          parent_instance;

  OndesSession   *session;
  OndesPresetRow *row;
  GSettings      *store;    /* NULL if nothing is remembered */
  GSimpleAction  *beginning; /* its state: new recordings begin with what is set now */
  guint           updating; /* idle source; 0 if none */
};

G_DEFINE_FINAL_TYPE (OndesPresetsPanel, ondes_presets_panel, ADW_TYPE_BIN)

/* Shows whether new recordings begin with the preset that is shown. */
static void
update_beginning (OndesPresetsPanel *self)
{
  const char *shown = adw_action_row_get_subtitle (ADW_ACTION_ROW (self->row));
  const gboolean possible = self->store != NULL && shown != NULL && *shown != '\0';
  g_autofree char *name = NULL;

  if (possible)
    g_settings_get (self->store, BEGINNING, "(sa{sv})", &name, NULL);
  g_simple_action_set_enabled (self->beginning, possible);
  g_simple_action_set_state (self->beginning, g_variant_new_boolean (possible && g_str_equal (name, shown)));
}

/* Has new recordings begin with the preset that is shown, or with the defaults again. */
static void
on_beginning (OndesPresetsPanel *self,
              GVariant          *wanted)
{
  if (g_variant_get_boolean (wanted))
    g_settings_set (self->store, BEGINNING, "(s@a{sv})", adw_action_row_get_subtitle (ADW_ACTION_ROW (self->row)),
                    ondes_preset_row_get_settings (self->row));
  else
    g_settings_reset (self->store, BEGINNING);
  update_beginning (self);
}

/* Begins a recording with the preset that is set for new ones. */
static void
begin (OndesPresetsPanel *self)
{
  g_autoptr (GVariant) settings = NULL;
  g_autofree char *name = NULL;

  if (self->store == NULL || !ondes_session_begins (self->session))
    return;
  g_settings_get (self->store, BEGINNING, "(s@a{sv})", &name, &settings);
  if (*name != '\0')
    ondes_preset_row_choose (self->row, name, settings);
}

static void
update (OndesPresetsPanel *self)
{
  gtk_widget_set_sensitive (GTK_WIDGET (self->row), ondes_session_has_time (self->session));
  if (ondes_session_has_time (self->session))
    {
      g_autofree OndesAnalysisPreset *now = g_new (OndesAnalysisPreset, 1);
      g_autoptr (GVariant) settings = NULL;

      ondes_analysis_preset_take (now, self->session);
      settings = ondes_analysis_preset_save (now);
      ondes_preset_row_set_settings (self->row, settings, TRUE);
    }
  update_beginning (self);
}

static gboolean
update_now (gpointer user_data)
{
  OndesPresetsPanel *self = user_data;

  self->updating = 0;
  update (self);
  return G_SOURCE_REMOVE;
}

/* A drag changes settings sixty times a second. */
static void
update_soon (OndesPresetsPanel *self)
{
  if (self->updating == 0)
    self->updating = g_idle_add (update_now, self);
}

static void
on_chosen (OndesPresetsPanel *self)
{
  g_autofree OndesAnalysisPreset *preset = g_new (OndesAnalysisPreset, 1);
  const char *name = ondes_preset_row_get_chosen (self->row);
  /* Translators: the name of a preset. */
  g_autofree char *text = g_strdup_printf (_("Preset “%s”"), name), *note = NULL, *sentence = NULL;

  if (!ondes_session_has_time (self->session))
    return;
  ondes_analysis_preset_restore (preset, ondes_preset_row_get_settings (self->row));
  ondes_analysis_preset_apply (preset, self->session, name, &note);
  update (self);
  sentence = note != NULL ? g_strdup_printf ("%s. %s", text, note) : g_strdup (text);
  /* One that was in effect already changed nothing: the nearest step may be another one. */
  if (g_strcmp0 (ondes_session_get_undo_name (self->session), text) == 0)
    gtk_widget_activate_action (GTK_WIDGET (self), "win.offer-undo", "s", sentence);
  else if (note != NULL)
    gtk_widget_activate_action (GTK_WIDGET (self), "win.say", "s", sentence);
}

static void
on_problem (OndesPresetsPanel *self,
            const char        *problem)
{
  if (problem != NULL)
    gtk_widget_activate_action (GTK_WIDGET (self), "win.say", "s", problem);
}

static void
add_built_in (OndesPresetsPanel *self)
{
  for (const OndesBuiltInPreset *preset = ondes_built_in_presets; preset->id != NULL; preset++)
    {
      g_autofree OndesAnalysisPreset *built_in = ondes_analysis_preset_new_built_in (preset->id);
      g_autoptr (GVariant) settings = ondes_analysis_preset_save (built_in);

      ondes_preset_row_add_built_in (self->row, _(preset->title), built_in->description, settings);
    }
}

static void
ondes_presets_panel_dispose (GObject *object)
{
  OndesPresetsPanel *self = ONDES_PRESETS_PANEL (object);

  g_clear_handle_id (&self->updating, g_source_remove);
  if (self->session != NULL)
    g_signal_handlers_disconnect_by_data (self->session, self);
  g_clear_object (&self->session);
  g_clear_object (&self->store);
  g_clear_object (&self->beginning);
  G_OBJECT_CLASS (ondes_presets_panel_parent_class)->dispose (object);
}

static void
ondes_presets_panel_class_init (OndesPresetsPanelClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ondes_presets_panel_dispose;
}

static void
add_beginning (OndesPresetsPanel *self)
{
  g_autoptr (GSimpleActionGroup) actions = g_simple_action_group_new ();

  self->store = ondes_settings_new ();
  self->beginning = g_simple_action_new_stateful ("new-recordings", NULL, g_variant_new_boolean (FALSE));
  g_signal_connect_object (self->beginning, "change-state", G_CALLBACK (on_beginning), self, G_CONNECT_SWAPPED);
  g_action_map_add_action (G_ACTION_MAP (actions), G_ACTION (self->beginning));
  gtk_widget_insert_action_group (GTK_WIDGET (self), "preset", G_ACTION_GROUP (actions));
  ondes_preset_row_add_item (self->row, _("_Use for New Recordings"), "preset.new-recordings");
}

static void
ondes_presets_panel_init (OndesPresetsPanel *self)
{
  GtkWidget *group = adw_preferences_group_new ();

  self->row = ONDES_PRESET_ROW (ondes_preset_row_new (&ondes_analysis_presets,
                                                      _("Frequencies, wavelet, colours, conditioning and playing, all at once")));
  adw_preferences_group_add (ADW_PREFERENCES_GROUP (group), GTK_WIDGET (self->row));
  adw_bin_set_child (ADW_BIN (self), group);
  add_built_in (self);
  add_beginning (self);
  g_signal_connect_object (self->row, "chosen", G_CALLBACK (on_chosen), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->row, "problem", G_CALLBACK (on_problem), self, G_CONNECT_SWAPPED);
}

void
ondes_presets_panel_open (OndesPresetsPanel *self)
{
  ondes_preset_row_open (self->row);
}

GtkWidget *
ondes_presets_panel_new (OndesSession *session)
{
  OndesPresetsPanel *self = g_object_new (ONDES_TYPE_PRESETS_PANEL, NULL);

  self->session = g_object_ref (session);
  g_signal_connect_swapped (session, "recording-changed", G_CALLBACK (begin), self);
  g_signal_connect_swapped (session, "history-changed", G_CALLBACK (update_soon), self);
  g_signal_connect_swapped (session, "recording-changed", G_CALLBACK (update_soon), self);
  update (self);
  return GTK_WIDGET (self);
}
