/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gi18n.h>

#include "ondes-presets-panel.h"
#include "picture/analysis-preset.h"
#include "rows/ondes-preset-row.h"

struct _OndesPresetsPanel
{
  AdwBin          parent_instance;

  OndesSession   *session;
  OndesPresetRow *row;
  guint           updating; /* idle source; 0 if none */
};

G_DEFINE_FINAL_TYPE (OndesPresetsPanel, ondes_presets_panel, ADW_TYPE_BIN)

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
  G_OBJECT_CLASS (ondes_presets_panel_parent_class)->dispose (object);
}

static void
ondes_presets_panel_class_init (OndesPresetsPanelClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ondes_presets_panel_dispose;
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
  g_signal_connect_swapped (session, "history-changed", G_CALLBACK (update_soon), self);
  g_signal_connect_swapped (session, "recording-changed", G_CALLBACK (update_soon), self);
  update (self);
  return GTK_WIDGET (self);
}
