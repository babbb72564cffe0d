/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A window's messages: toasts, and the bar above the charts. */
#include "config.h"

#include <glib/gi18n.h>

#include "ondes-accessible.h"
#include "ondes-welcome.h"
#include "ondes-window-private.h"
#include "session/words.h"

/* The longest name of a step in the menu, in characters. */
#define STEP_CHARS 40

/* Adds a button that opens the dialog in which the failed setting can be corrected. */
static void
add_remedy (OndesToast  *toast,
            OndesSetting setting,
            const char  *path)
{
  switch (setting)
    {
    case ONDES_SETTING_RAW:
      toast->button = _("Open as _Raw…");
      toast->action = "win.open-raw-path";
      break;
    case ONDES_SETTING_RATE:
    case ONDES_SETTING_TIME_UNIT:
    case ONDES_SETTING_COLUMN:
    case ONDES_SETTING_TIME_COLUMN:
      toast->button = _("Rate and _Units…");
      toast->action = "win.read-options-path";
      break;
    default:
      return;
    }
  toast->target = g_variant_new_bytestring (path); /* names need not be UTF-8 */
}

void
ondes_window_say (OndesWindow *self,
                  const char *text,
                  gboolean is_error)
{
  const char *failed = is_error ? ondes_session_get_failed_path (self->session) : NULL;
  g_autofree char *shown = is_error ? ondes_words_shorten (text, failed) : g_strdup (text);
  OndesToast toast = { .text = shown, .urgent = is_error };

  if (failed != NULL)
    add_remedy (&toast, ondes_session_get_failed_setting (self->session), failed);
  ondes_toasts_show (self->toasts, &toast);
  /* The start page keeps what a toast says for a few seconds only. */
  if (is_error)
    ondes_welcome_tell (ONDES_WELCOME (self->welcome), shown);
}

void
ondes_window_withdraw_undo (OndesWindow *self)
{
  ondes_toasts_take_button (self->toasts, self->undo_toast);
}

void
ondes_window_offer_undo (OndesWindow *self,
                         const char *text,
                         gboolean redo)
{
  self->undo_toast = ondes_toasts_show (self->toasts, &(OndesToast) { .text = text, .button = redo ? _("Red_o") : _("Un_do"),
                                                                      .action = redo ? "win.redo" : "win.undo" });
}

/* Adds an item with the name of its step, so that a person knows what will be undone. */
static void
add_step (GMenu      *steps,
          const char *alone,
          const char *named,
          char       *step,
          const char *action)
{
  g_autofree char *name = step, *label = NULL;
  g_autoptr (GString) shown = g_string_new (NULL);

  if (name != NULL && g_utf8_strlen (name, -1) > STEP_CHARS)
    {
      *g_utf8_offset_to_pointer (name, STEP_CHARS - 1) = '\0';
      g_string_printf (shown, "%s…", name);
    }
  else if (name != NULL)
    g_string_assign (shown, name);
  g_string_replace (shown, "_", "__", 0); /* no mnemonics */
  label = name != NULL ? g_strdup_printf (named, shown->str) : g_strdup (alone);
  g_menu_append (steps, label, action);
}

static void
on_menu (OndesWindow *self)
{
  g_menu_remove_all (self->steps);
  /* Translators: the name of a setting, a part or an act follows, as “Undo Annotate “Call””. */
  add_step (self->steps, _("Un_do"), _("Un_do %s"), ondes_session_describe_undo (self->session), "win.undo");
  add_step (self->steps, _("Red_o"), _("Red_o %s"), ondes_session_describe_redo (self->session), "win.redo");
}

void
ondes_window_name_steps (OndesWindow *self)
{
  on_menu (self);
  g_signal_connect_object (gtk_menu_button_get_popover (GTK_MENU_BUTTON (self->menu_button)), "show", G_CALLBACK (on_menu), self,
                           G_CONNECT_SWAPPED);
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

/* Says that there is nothing to see or to hear, once all samples are known to be alike. */
static char *
describe_silence (OndesWindow *self)
{
  OndesSource *source = ondes_session_get_source (self->session);
  OndesOverview *overview = ondes_session_get_overview (self->session);
  g_autofree char *value = NULL;
  OndesScan scan;
  OndesExtent extent;

  if (overview == NULL || source->n < 2 || ondes_overview_fraction (overview) < 1 || !ondes_overview_scan (overview, &scan, NULL)
      || scan.nan > 0 || scan.inf > 0)
    return NULL;
  ondes_overview_get (overview, 0, (double) source->n, 1, &extent);
  if (extent.min != extent.max)
    return NULL;
  value = ondes_words_quantity (extent.min, ondes_recording_get_info (ondes_session_get_recording (self->session))->unit, 6);
  return g_strdup_printf (_("Every sample of this channel is %s: there is nothing to see or hear"), value);
}

static void
append (GString *text,
        const char *line)
{
  g_string_append_printf (text, "%s%s%s", text->len > 0 ? "\n" : "", line, g_str_has_suffix (line, ".") ? "" : ".");
}

/* Shows the text of the bar above the charts, whose tooltip holds it. A bar that came or grew once there is a picture would move it
 * under the pointer, so then a message says @late. */
static void
show_notes (OndesWindow *self,
            const char  *text,
            const char  *late)
{
  const char *before = gtk_widget_get_tooltip_text (GTK_WIDGET (self->notes));

  if (g_str_equal (before != NULL ? before : "", text))
    return; /* a dismissed bar stays hidden */
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->notes), text);
  if (late != NULL && ondes_scalogram_analysis_get_scalogram (ondes_window_get_scalogram (self)) != NULL)
    {
      ondes_window_say (self, late, FALSE);
      return;
    }
  gtk_label_set_text (self->notes, text);
  gtk_revealer_set_reveal_child (self->notes_revealer, *text != '\0');
}

void
ondes_window_update_notes (OndesWindow *self,
                           gboolean     is_opening)
{
  OndesRecording *recording = ondes_session_get_recording (self->session);
  const OndesRecordingInfo *info;
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *gaps = NULL, *silence = NULL;

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
  silence = describe_silence (self);
  if (silence != NULL)
    append (text, silence);
  gtk_widget_set_visible (self->resample_button, info->irregular > 0 && info->resampling.samples == 0);
  gtk_widget_set_visible (self->expansion_button, info->told_expansion > 0);
  gtk_button_set_label (GTK_BUTTON (self->expansion_button),
                        info->time_expansion > 1 ? _("Read as It _Plays") : _("Read in Real _Time"));
  ondes_accessible_name_buttons (self->expansion_button);
  gtk_widget_set_visible (self->options_button, !info->rate_known || info->time_unit_unsure);
  show_notes (self, text->str, is_opening ? NULL : gaps);
}
