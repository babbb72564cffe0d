/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The channel selector in the row of the recording. */
#include "config.h"

#include "session/words.h"
#include "ondes-window-private.h"

void
ondes_window_update_channels (OndesWindow *self)
{
  OndesRecording *recording = ondes_session_get_recording (self->session);
  const OndesRecordingInfo *info;
  g_autoptr (GtkStringList) list = gtk_string_list_new (NULL);

  if (recording == NULL)
    return;
  info = ondes_recording_get_info (recording);
  for (guint i = 0; i <= info->channels; i++)
    gtk_string_list_take (list, ondes_words_channel (recording, i));
  g_signal_handlers_block_matched (self->channel, G_SIGNAL_MATCH_DATA, 0, 0, NULL, NULL, self);
  gtk_drop_down_set_model (self->channel, G_LIST_MODEL (list));
  gtk_drop_down_set_selected (self->channel, ondes_session_get_channel (self->session));
  g_signal_handlers_unblock_matched (self->channel, G_SIGNAL_MATCH_DATA, 0, 0, NULL, NULL, self);
  ondes_window_show_channel (self);
  ondes_window_update_strips (self);
}

/* TRUE if what is in view is of the open recording, and not of a typed or another truth table alone. */
static gboolean
takes_recording (OndesWindow *self)
{
  OndesAnalysis *model = ondes_window_get_model (self);
  const guint n = ONDES_IS_DYADIC_ANALYSIS (model) ? 2 : 1;

  if (!ONDES_IS_SERIES_ANALYSIS (model))
    return TRUE;
  for (guint i = 0; i < n; i++)
    if (ondes_operand_is_of_recording (ondes_series_analysis_get_operand (ONDES_SERIES_ANALYSIS (model), i)))
      return TRUE;
  return FALSE;
}

void
ondes_window_show_channel (OndesWindow *self)
{
  OndesRecording *recording = ondes_session_get_recording (self->session);

  gtk_widget_set_visible (GTK_WIDGET (self->channel), recording != NULL && ondes_recording_get_info (recording)->channels > 1
                                                        && takes_recording (self));
}

void
ondes_window_take_channel (OndesWindow *self)
{
  guint selected = gtk_drop_down_get_selected (self->channel);

  if (selected != GTK_INVALID_LIST_POSITION)
    ondes_session_set_channel (self->session, selected);
}

static void
on_channel_setup (GtkListItemFactory *factory,
                  GtkListItem *item)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_MIDDLE);
  gtk_label_set_width_chars (GTK_LABEL (label), 10);
  gtk_label_set_max_width_chars (GTK_LABEL (label), 24);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_list_item_set_child (item, label);
}

/* The button has room for the name alone; the whole is in its tooltip. */
static void
on_channel_bind (OndesWindow *self,
                 GtkListItem *item)
{
  OndesRecording *recording = ondes_session_get_recording (self->session);
  const guint channel = gtk_list_item_get_position (item);
  GtkWidget *label = gtk_list_item_get_child (item);
  g_autofree char *name = NULL;

  if (recording == NULL || channel > ondes_recording_get_info (recording)->channels)
    return;
  name = ondes_words_channel_short (recording, channel);
  gtk_label_set_text (GTK_LABEL (label), name);
  gtk_widget_set_tooltip_text (label, gtk_string_object_get_string (gtk_list_item_get_item (item)));
}

void
ondes_window_shorten_channel (OndesWindow *self)
{
  g_autoptr (GtkListItemFactory) factory = gtk_signal_list_item_factory_new ();

  g_signal_connect (factory, "setup", G_CALLBACK (on_channel_setup), NULL);
  g_signal_connect_object (factory, "bind", G_CALLBACK (on_channel_bind), self, G_CONNECT_SWAPPED);
  gtk_drop_down_set_list_factory (self->channel, gtk_drop_down_get_factory (self->channel));
  gtk_drop_down_set_factory (self->channel, factory);
}
