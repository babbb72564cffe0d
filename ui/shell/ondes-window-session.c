/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is stored of a window, to reopen it as it was. */
#include "config.h"

#include "charts/ondes-strips-view.h"
#include "ondes-reopen.h"
#include "ondes-welcome.h"
#include "ondes-template.h"
#include "ondes-window-private.h"
#include "pages/ondes-annotation-pane.h"
#include "pages/ondes-filter-page.h"
#include "session/settings.h"

/* Another kind of recording left what is set, so each begins with the defaults, and with what a person has chosen for all. */
static void
on_recording (OndesWindow *self)
{
  OndesListeningSettings heard = ondes_listening_defaults;

  if (!ondes_session_begins (self->session))
    return;
  for (guint i = 0; i < ONDES_N_MODELS; i++)
    ondes_settings_begin (self->models[i], self->fresh[i]);
  for (const OndesParam *row = ondes_listening_params.rows; row->key != NULL; row++)
    if ((row->flags & ONDES_PARAM_REMEMBERED) != 0)
      ondes_param_copy (row, &heard, ondes_listening_get_settings (self->listening));
  ondes_listening_set_settings (self->listening, &heard);
}

void
ondes_window_watch_recordings (OndesWindow *self)
{
  for (guint i = 0; i < ONDES_N_MODELS; i++)
    self->fresh[i] = g_variant_ref_sink (ondes_analysis_save_settings (self->models[i]));
  g_signal_connect_swapped (self->session, "recording-changed", G_CALLBACK (on_recording), self);
}

/* The stacks whose visible children are stored, the pages last. Older sessions have in "page" what is now a child of another. */
static const struct
{
  const char *name;
  gsize       stack;
} stacks[] = {
  { "picture", G_STRUCT_OFFSET (OndesWindow, pictures) },
  { "logic", G_STRUCT_OFFSET (OndesWindow, logic) },
  { "page", G_STRUCT_OFFSET (OndesWindow, views) },
};

static const char *
visible_name (OndesWindow *self,
              gsize        stack)
{
  return gtk_stack_get_visible_child_name (G_STRUCT_MEMBER (GtkStack *, self, stack));
}

static GVariant *
save_shell (OndesWindow *self)
{
  GVariantBuilder builder = G_VARIANT_BUILDER_INIT (G_VARIANT_TYPE_VARDICT);
  int width, height;

  gtk_window_get_default_size (GTK_WINDOW (self), &width, &height);
  for (guint i = 0; i < G_N_ELEMENTS (stacks); i++)
    g_variant_builder_add (&builder, "{sv}", stacks[i].name, g_variant_new_string (visible_name (self, stacks[i].stack)));
  g_variant_builder_add (&builder, "{sv}", "side-bar", g_variant_new_boolean (adw_flap_get_reveal_flap (self->flap)));
  g_variant_builder_add (&builder, "{sv}", "width", g_variant_new_int32 (width));
  g_variant_builder_add (&builder, "{sv}", "height", g_variant_new_int32 (height));
  g_variant_builder_add (&builder, "{sv}", "maximized", g_variant_new_boolean (gtk_window_is_maximized (GTK_WINDOW (self))));
  g_variant_builder_add (&builder, "{sv}", "strips", g_variant_new_boolean (gtk_toggle_button_get_active (self->strips_button)));
  g_variant_builder_add (&builder, "{sv}", "strips-scroll",
                         g_variant_new_double (ondes_strips_view_get_scroll (ONDES_STRIPS_VIEW (self->strips))));
  g_variant_builder_add (&builder, "{sv}", "second",
                         ondes_second_picture_save (ondes_comparison_get_picture (self->comparison)));
  g_variant_builder_add (&builder, "{sv}", "filter", ondes_filter_page_save (ONDES_FILTER_PAGE (self->filter_page)));
  g_variant_builder_add (&builder, "{sv}", "tab", g_variant_new_string (gtk_stack_get_visible_child_name (self->inspector)));
  g_variant_builder_add (&builder, "{sv}", "annotations",
                         ondes_annotation_pane_save (ONDES_ANNOTATION_PANE (self->annotation_pane)));
  return g_variant_builder_end (&builder);
}

GVariant *
ondes_window_save (OndesWindow *self)
{
  OndesRecording *recording = ondes_session_get_recording (self->session);
  GVariantBuilder builder = G_VARIANT_BUILDER_INIT (G_VARIANT_TYPE_VARDICT);
  g_autoptr (GVariant) state = NULL;
  g_autofree char *path = NULL;

  /* What is still on its way is kept as it was; what could not be opened, until a person does something else here. */
  if (self->reopening != NULL)
    return g_variant_ref (self->reopening);
  if (recording == NULL && ondes_window_is_on (self, "explore"))
    return NULL;
  state = ondes_session_save_state (self->session, TRUE);
  path = recording != NULL ? g_canonicalize_filename (ondes_recording_get_info (recording)->path, NULL) : g_strdup ("");
  g_variant_builder_add (&builder, "{sv}", "path", g_variant_new_bytestring (path));
  g_variant_builder_add (&builder, "{sv}", "read", ondes_saved_read_options (ondes_session_get_read_options (self->session)));
  g_variant_builder_add (&builder, "{sv}", "state", state);
  g_variant_builder_add (&builder, "{sv}", "window", save_shell (self));
  return g_variant_ref_sink (g_variant_builder_end (&builder));
}

gboolean
ondes_window_is_reopening (OndesWindow *self)
{
  return self->reopening != NULL && !self->unopened;
}

static void
restore_size (OndesWindow *self,
              GVariant    *shell)
{
  int width = 0, height = 0;
  gboolean maximized = FALSE;

  if (g_variant_lookup (shell, "width", "i", &width) && g_variant_lookup (shell, "height", "i", &height) && width > 0 && height > 0
      && width <= 32768 && height <= 32768)
    gtk_window_set_default_size (GTK_WINDOW (self), width, height);
  if (g_variant_lookup (shell, "maximized", "b", &maximized) && maximized)
    gtk_window_maximize (GTK_WINDOW (self));
}

/* What a part of the window has stored: its restore function takes it. */
static void
restore_part (GVariant   *shell,
              const char *name,
              gpointer    widget,
              void      (*restore) (gpointer  widget,
                                    GVariant *saved))
{
  g_autoptr (GVariant) saved = g_variant_lookup_value (shell, name, G_VARIANT_TYPE_VARDICT);

  if (saved != NULL)
    restore (widget, saved);
}

static void
restore_strips (OndesWindow *self,
                GVariant    *shell)
{
  gboolean shown;
  double scroll;

  if (g_variant_lookup (shell, "strips", "b", &shown))
    gtk_toggle_button_set_active (self->strips_button, shown);
  if (g_variant_lookup (shell, "strips-scroll", "d", &scroll) && scroll > 0)
    ondes_strips_view_set_scroll (ONDES_STRIPS_VIEW (self->strips), scroll);
}

/* Sessions of before the inspector tell whether the list of annotations was shown. */
static void
restore_tab (OndesWindow *self,
             GVariant    *shell)
{
  const char *tab;
  gboolean listed;

  restore_part (shell, "annotations", self->annotation_pane, (gpointer) ondes_annotation_pane_restore);
  if (g_variant_lookup (shell, "annotations-shown", "b", &listed) && listed)
    gtk_stack_set_visible_child_name (self->inspector, "notes");
  if (g_variant_lookup (shell, "tab", "&s", &tab) && gtk_stack_get_child_by_name (self->inspector, tab) != NULL)
    gtk_stack_set_visible_child_name (self->inspector, tab);
}

static void
restore_page (OndesWindow *self,
              GVariant    *shell)
{
  const char *name;
  gboolean side_bar;

  restore_strips (self, shell);
  restore_tab (self, shell);
  restore_part (shell, "second", ondes_comparison_get_picture (self->comparison), (gpointer) ondes_second_picture_restore);
  restore_part (shell, "compensation", self, (gpointer) ondes_window_restore_compensation);
  restore_part (shell, "filter", self->filter_page, (gpointer) ondes_filter_page_restore);
  for (guint i = 0; i < G_N_ELEMENTS (stacks); i++)
    if (g_variant_lookup (shell, stacks[i].name, "&s", &name))
      ondes_window_show (self, name);
  if (g_variant_lookup (shell, "side-bar", "b", &side_bar))
    ondes_flap_reveal (self->flap, side_bar);
}

/* TRUE if @saved is of the recording that is open now, or of none as none is. */
static gboolean
is_of_recording (OndesWindow *self,
                 GVariant    *saved)
{
  OndesRecording *recording = ondes_session_get_recording (self->session);
  g_autofree char *open = recording != NULL ? g_canonicalize_filename (ondes_recording_get_info (recording)->path, NULL) : NULL;
  const char *path = "";

  g_variant_lookup (saved, "path", "^&ay", &path);
  return g_str_equal (path, open != NULL ? open : "");
}

void
ondes_window_finish_reopening (OndesWindow *self)
{
  g_autoptr (GVariant) saved = g_steal_pointer (&self->reopening);
  g_autoptr (GVariant) shell = saved != NULL ? g_variant_lookup_value (saved, "window", G_VARIANT_TYPE_VARDICT) : NULL;

  if (shell != NULL && !self->unopened && is_of_recording (self, saved))
    restore_page (self, shell);
  self->unopened = FALSE;
}

/* Opening ended without the recording: the session has said which file and why. Nothing is on its way any more. */
static void
on_session_state (OndesWindow *self)
{
  if (self->reopening == NULL || self->unopened || ondes_session_is_opening (self->session, NULL))
    return;
  self->unopened = TRUE;
  ondes_reopen_note (self);
}

/* What a person changes in a window whose recording could not be opened is kept in the place of what was there. */
static void
on_history (OndesWindow *self)
{
  if (self->unopened && ondes_session_can_undo (self->session))
    ondes_window_finish_reopening (self);
}

void
ondes_window_reopen (OndesWindow *self,
                     GVariant    *saved)
{
  g_autoptr (GVariant) shell = g_variant_lookup_value (saved, "window", G_VARIANT_TYPE_VARDICT);
  g_autoptr (GVariant) read = g_variant_lookup_value (saved, "read", G_VARIANT_TYPE_VARDICT);
  g_autoptr (GVariant) state = g_variant_lookup_value (saved, "state", G_VARIANT_TYPE_VARDICT);
  OndesReadOptions options = { 0 };
  const char *path = "";

  g_variant_lookup (saved, "path", "^&ay", &path);
  if (read != NULL)
    ondes_saved_restore_read (&options, read);
  if (shell != NULL)
    restore_size (self, shell);
  g_clear_pointer (&self->reopening, g_variant_unref);
  self->reopening = g_variant_ref (saved);
  self->unopened = FALSE;
  if (path[0] != '\0')
    ondes_session_reopen (self->session, path, &options, state);
  else
    {
      if (state != NULL)
        ondes_session_restore_state (self->session, state);
      ondes_window_finish_reopening (self);
    }
  ondes_read_options_clear (&options);
}

void
ondes_window_offer_last (OndesWindow *self,
                         GVariant    *last)
{
  g_autofree char *names = last != NULL ? ondes_saved_describe (last) : NULL;

  ondes_welcome_offer (ONDES_WELCOME (self->welcome), names);
}

static void
note (OndesWindow *self)
{
  ondes_reopen_note (self);
}

void
ondes_window_watch_state (OndesWindow *self)
{
  static const char *const properties[] = { "notify::default-width", "notify::default-height", "notify::maximized" };
  static const char *const of_session[] = { "history-changed", "recording-changed", "conditioning-changed" };
  OndesTimeline *timeline = ondes_session_get_timeline (self->session);

  g_signal_connect_object (self->session, "state-changed", G_CALLBACK (on_session_state), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->session, "history-changed", G_CALLBACK (on_history), self, G_CONNECT_SWAPPED);
  for (guint i = 0; i < G_N_ELEMENTS (properties); i++)
    g_signal_connect_swapped (self, properties[i], G_CALLBACK (note), self);
  for (guint i = 0; i < G_N_ELEMENTS (of_session); i++)
    g_signal_connect_object (self->session, of_session[i], G_CALLBACK (note), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (timeline, "view-changed", G_CALLBACK (note), self, G_CONNECT_SWAPPED);
  for (guint i = 0; i < G_N_ELEMENTS (stacks); i++)
    g_signal_connect_object (G_STRUCT_MEMBER (GtkStack *, self, stacks[i].stack), "notify::visible-child", G_CALLBACK (note), self,
                             G_CONNECT_SWAPPED);
  g_signal_connect_object (self->flap, "notify::reveal-flap", G_CALLBACK (note), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->strips_button, "notify::active", G_CALLBACK (note), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->strips, "scrolled", G_CALLBACK (note), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->scalogram_view, "compared-changed", G_CALLBACK (note), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->filter_page, "shown-changed", G_CALLBACK (note), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->annotation_pane, "changed", G_CALLBACK (note), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->inspector, "notify::visible-child", G_CALLBACK (note), self, G_CONNECT_SWAPPED);
  ondes_window_offer_last (self, ondes_reopen_get_last (gtk_window_get_application (GTK_WINDOW (self))));
}
