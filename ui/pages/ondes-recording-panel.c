/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gi18n.h>

#include "ondes-recording-panel.h"
#include "session/words.h"
#include "shell/ondes-template.h"

struct _OndesRecordingPanel
{
  AdwBin          parent_instance;

  OndesSession   *session;
  AdwActionRow   *start;
  AdwExpanderRow *metadata;
  GPtrArray      *rows; /* of the metadata, borrowed */
};

G_DEFINE_FINAL_TYPE (OndesRecordingPanel, ondes_recording_panel, ADW_TYPE_BIN)

static void
show_start (OndesRecordingPanel      *self,
            const OndesRecordingInfo *info)
{
  g_autofree char *text = NULL;

  gtk_widget_set_visible (GTK_WIDGET (self->start), info->has_date);
  if (!info->has_date)
    return;
  text = ondes_words_start (info);
  ondes_widget_set_text (self->start, "subtitle", text);
}

static void
add_row (OndesRecordingPanel *self,
         const char          *name,
         const char          *value)
{
  GtkWidget *row = adw_action_row_new ();

  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), name);
  ondes_widget_set_text (row, "subtitle", value);
  adw_action_row_set_subtitle_lines (ADW_ACTION_ROW (row), 0);
  adw_preferences_row_set_title_selectable (ADW_PREFERENCES_ROW (row), TRUE);
  adw_expander_row_add_row (self->metadata, row);
  g_ptr_array_add (self->rows, row);
}

static void
show_recording (OndesRecordingPanel *self)
{
  static const OndesRecordingInfo nothing;
  OndesRecording *recording = ondes_session_get_recording (self->session);
  const OndesRecordingInfo *info = recording != NULL ? ondes_recording_get_info (recording) : &nothing;

  for (guint i = 0; i < self->rows->len; i++)
    adw_expander_row_remove (self->metadata, g_ptr_array_index (self->rows, i));
  g_ptr_array_set_size (self->rows, 0);
  for (guint i = 0; info->metadata != NULL && info->metadata[i] != NULL; i += 2)
    add_row (self, info->metadata[i], info->metadata[i + 1]);
  show_start (self, info);
  gtk_widget_set_visible (GTK_WIDGET (self->metadata), self->rows->len > 0);
  gtk_widget_set_visible (GTK_WIDGET (self), info->has_date || self->rows->len > 0);
}

static void
ondes_recording_panel_class_init (OndesRecordingPanelClass *klass)
{
}

static void
ondes_recording_panel_init (OndesRecordingPanel *self)
{
  GtkWidget *group = adw_preferences_group_new ();

  self->rows = ondes_widget_own (self, "rows", g_ptr_array_new (), (GDestroyNotify) g_ptr_array_unref);
  self->start = ADW_ACTION_ROW (adw_action_row_new ());
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self->start), _("Start"));
  adw_action_row_set_subtitle_lines (self->start, 0);
  self->metadata = ADW_EXPANDER_ROW (adw_expander_row_new ());
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self->metadata), _("Metadata"));
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->metadata), _("What the file tells of itself: GUANO, Broadcast Wave, comments"));
  adw_preferences_group_set_title (ADW_PREFERENCES_GROUP (group), _("Recording"));
  adw_preferences_group_add (ADW_PREFERENCES_GROUP (group), GTK_WIDGET (self->start));
  adw_preferences_group_add (ADW_PREFERENCES_GROUP (group), GTK_WIDGET (self->metadata));
  adw_bin_set_child (ADW_BIN (self), group);
}

GtkWidget *
ondes_recording_panel_new (OndesSession *session)
{
  OndesRecordingPanel *self = g_object_new (ONDES_TYPE_RECORDING_PANEL, NULL);

  self->session = ondes_widget_keep (self, session);
  g_signal_connect_object (session, "recording-changed", G_CALLBACK (show_recording), self, G_CONNECT_SWAPPED);
  show_recording (self);
  return GTK_WIDGET (self);
}
