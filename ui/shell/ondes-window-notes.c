/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A window's messages: toasts, and the bar above the charts. */
#include "config.h"

#include <glib/gi18n.h>

#include "ondes-welcome.h"
#include "ondes-window-private.h"
#include "session/words.h"

/* Adds a button that opens the dialog in which the failed setting can be corrected. */
static void
add_remedy (AdwToast *toast,
            OndesSetting setting,
            const char *path)
{
  switch (setting)
    {
    case ONDES_SETTING_RAW:
      adw_toast_set_button_label (toast, _("Open as _Raw…"));
      adw_toast_set_detailed_action_name (toast, "win.open-raw-path");
      break;
    case ONDES_SETTING_RATE:
    case ONDES_SETTING_TIME_UNIT:
    case ONDES_SETTING_COLUMN:
    case ONDES_SETTING_TIME_COLUMN:
      adw_toast_set_button_label (toast, _("Rate and _Units…"));
      adw_toast_set_detailed_action_name (toast, "win.read-options-path");
      break;
    default:
      return;
    }
  adw_toast_set_action_target (toast, "s", path);
}

/* Makes a toast title that wraps; the default one is cut short. */
static GtkWidget *
sentence (const char *text)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_max_width_chars (GTK_LABEL (label), 70);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_add_css_class (label, "heading");
  return label;
}

void
ondes_window_say (OndesWindow *self,
                  const char *text,
                  gboolean is_error)
{
  const char *failed = is_error ? ondes_session_get_failed_path (self->session) : NULL;
  g_autofree char *shown = is_error ? ondes_words_shorten (text, failed) : g_strdup (text);
  g_autofree char *escaped = g_markup_escape_text (shown, -1);
  AdwToast *toast = adw_toast_new (escaped);

  adw_toast_set_custom_title (toast, sentence (shown));
  /* Show errors longer than confirmations: they take longer to read. */
  adw_toast_set_timeout (toast, is_error ? 12 : 3);
  if (is_error)
    adw_toast_set_priority (toast, ADW_TOAST_PRIORITY_HIGH);
  if (failed != NULL)
    add_remedy (toast, ondes_session_get_failed_setting (self->session), failed);
  adw_toast_overlay_add_toast (self->toasts, toast);
  /* The start page keeps what a toast says for a few seconds only. */
  if (is_error)
    ondes_welcome_tell (ONDES_WELCOME (self->welcome), shown);
}

static void
forget_toast (OndesWindow *self)
{
  g_clear_weak_pointer (&self->undo_toast);
}

/* Takes the button away rather than the toast: libadwaita 1.2 fails where one is dismissed that is just coming. */
void
ondes_window_withdraw_undo (OndesWindow *self)
{
  if (self->undo_toast != NULL)
    adw_toast_set_button_label (self->undo_toast, NULL);
}

void
ondes_window_offer_undo (OndesWindow *self,
                         const char *text,
                         gboolean redo)
{
  g_autofree char *escaped = g_markup_escape_text (text, -1);
  AdwToast *toast = self->undo_toast != NULL ? self->undo_toast : adw_toast_new (escaped);

  adw_toast_set_title (toast, escaped);
  adw_toast_set_custom_title (toast, sentence (text));
  adw_toast_set_button_label (toast, redo ? _("Red_o") : _("Un_do"));
  adw_toast_set_action_name (toast, redo ? "win.redo" : "win.undo");
  if (toast == self->undo_toast)
    return; /* it is there already */
  g_set_weak_pointer (&self->undo_toast, toast);
  g_signal_connect_object (toast, "dismissed", G_CALLBACK (forget_toast), self, G_CONNECT_SWAPPED);
  adw_toast_overlay_add_toast (self->toasts, toast);
}

static char *
describe_gaps (OndesWindow *self)
{
  OndesOverview *overview = ondes_session_get_overview (self->session);
  OndesScan scan = { 0 };
  g_autofree char *nan = NULL, *inf = NULL;
  g_autoptr (GError) error = NULL;

  if (overview == NULL)
    return NULL;
  if (!ondes_overview_scan (overview, &scan, &error) && error != NULL)
    return ondes_words_shorten (error->message, ondes_recording_get_info (ondes_session_get_recording (self->session))->path);
  if (scan.nan == 0 && scan.inf == 0)
    return NULL;
  nan = g_strdup_printf ("%" G_GUINT64_FORMAT, scan.nan); /* xgettext cannot read format macros */
  inf = g_strdup_printf ("%" G_GUINT64_FORMAT, scan.inf);
  /* Translators: NaN is a value that is not a number, Inf one that is infinite. */
  return g_strdup_printf (_("%s NaN, %s Inf: shown as gaps, computed as 0."), nan, inf);
}

static void
append (GString *text,
        const char *line)
{
  g_string_append_printf (text, "%s%s%s", text->len > 0 ? "\n" : "", line, g_str_has_suffix (line, ".") ? "" : ".");
}

/* Shows all notes about the file in the bar above the charts. */
void
ondes_window_update_notes (OndesWindow *self)
{
  OndesRecording *recording = ondes_session_get_recording (self->session);
  const OndesRecordingInfo *info;
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *gaps = NULL;

  if (recording == NULL)
    return;
  info = ondes_recording_get_info (recording);
  for (const char *const *note = info->notes; note != NULL && *note != NULL; note++)
    {
      g_autofree char *line = ondes_words_shorten (*note, info->path);

      append (text, line);
    }
  gaps = describe_gaps (self);
  if (gaps != NULL)
    append (text, gaps);
  gtk_widget_set_visible (self->resample_button, info->irregular > 0 && info->resampling.samples == 0);
  gtk_widget_set_visible (self->options_button, !info->rate_known || info->time_unit_unsure);
  if (g_strcmp0 (gtk_label_get_text (self->notes), text->str) == 0)
    return; /* a dismissed bar stays hidden */
  gtk_label_set_text (self->notes, text->str);
  gtk_revealer_set_reveal_child (self->notes_revealer, text->len > 0);
}
