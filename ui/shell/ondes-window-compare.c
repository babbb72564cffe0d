/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The scalogram compared with a second one: another recording or channel, a snapshot, or itself without instrument correction. The
 * row of tools chooses it, and has what is shown of both beside it, so that nothing else moves. A second chart stands below the
 * first if both are stacked. A drag with Ctrl, or the keys , and . move the second in time. */
#include "config.h"

#include <glib/gi18n.h>

#include "charts/ondes-charts.h"
#include "charts/ondes-compare-bar.h"
#include "ondes-accessible.h"
#include "ondes-template.h"
#include "ondes-window-private.h"
#include "pages/ondes-compare-panel.h"

#define DIFFERS_CHARS 8 /* of the words beside the modes, where there is no more room */

static OndesScalogramView *
first_view (OndesWindow *self)
{
  return ONDES_SCALOGRAM_VIEW (self->scalogram_view);
}

static OndesSecondPicture *
get_picture (OndesWindow *self)
{
  return ondes_comparison_get_picture (self->comparison);
}

static OndesShown
get_shown (OndesWindow *self)
{
  return ondes_second_picture_get_view (get_picture (self))->shown;
}

/* Computes the second only while some of it is shown; a hidden one is there at once when it comes back. */
static void
update_active (OndesWindow *self)
{
  if (self->comparison != NULL) /* else the window closes */
    ondes_analysis_set_active (ONDES_ANALYSIS (ondes_comparison_get_scalogram (self->comparison)),
                               ondes_comparison_is_ready (self->comparison) && get_shown (self) != ONDES_SHOWN_LEFT
                                 && gtk_widget_get_mapped (self->scalogram_view));
}

/* Says what differs, or warns that nothing does. */
static void
show_differences (OndesWindow *self)
{
  const gboolean same = ondes_second_picture_is_same (get_picture (self));
  g_autofree char *text = same ? g_strdup (_("A and B are the same")) : ondes_comparison_describe (self->comparison);

  gtk_label_set_text (self->differs, text != NULL ? text : "");
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->differs), text);
  ondes_widget_set_class (GTK_WIDGET (self->differs), "warning", same);
}

static void
update (OndesWindow *self)
{
  const gboolean ready = ondes_comparison_is_ready (self->comparison);

  gtk_widget_set_visible (self->compare_modes, ready);
  show_differences (self);
  update_active (self);
  ondes_window_update_heard (self);
  ondes_window_update_actions (self);
}

static void
on_drawn (OndesWindow *self)
{
  show_differences (self);
  ondes_window_update_compared (self);
}

static void
move_second_action (OndesWindow *self,
                    const char *name,
                    GVariant *parameter)
{
  ondes_scalogram_view_move_second (first_view (self), g_variant_get_int32 (parameter));
}

static void
on_needs_raw (OndesWindow *self,
              const char *path)
{
  ondes_compare_panel_ask_raw (ONDES_COMPARE_PANEL (self->compare_panel), path);
}

/* Adds what is compared, and beside it what is shown of both, to the row of tools. */
static void
add_tools (OndesWindow *self)
{
  GtkWidget *scroller = gtk_scrolled_window_new (), *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *viewport = gtk_viewport_new (NULL, NULL);
  GtkWidget *close = ondes_accessible_new_button ("window-close-symbolic", _("Stop comparing (Shift+J)"));
  GtkWidget *popover = gtk_popover_new ();

  self->compare_panel = ondes_compare_panel_new (self->comparison);
  gtk_popover_set_child (GTK_POPOVER (popover), self->compare_panel);
  self->compare_button = gtk_menu_button_new ();
  gtk_menu_button_set_label (GTK_MENU_BUTTON (self->compare_button), _("Compare"));
  gtk_menu_button_set_always_show_arrow (GTK_MENU_BUTTON (self->compare_button), TRUE);
  gtk_menu_button_set_popover (GTK_MENU_BUTTON (self->compare_button), popover);
  gtk_widget_set_tooltip_text (self->compare_button, _("A second picture on the same time axis (Ctrl+K)"));
  gtk_actionable_set_action_name (GTK_ACTIONABLE (close), "win.compare-nothing");
  self->compare_modes = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  self->differs = GTK_LABEL (gtk_label_new (NULL));
  gtk_label_set_ellipsize (self->differs, PANGO_ELLIPSIZE_END);
  gtk_label_set_max_width_chars (self->differs, DIFFERS_CHARS);
  gtk_label_set_xalign (self->differs, 0);
  gtk_widget_set_hexpand (GTK_WIDGET (self->differs), TRUE);
  gtk_widget_add_css_class (GTK_WIDGET (self->differs), "dim-label");
  gtk_box_append (GTK_BOX (self->compare_modes), ondes_compare_bar_new (get_picture (self)));
  gtk_box_append (GTK_BOX (self->compare_modes), close);
  gtk_box_append (GTK_BOX (self->compare_modes), GTK_WIDGET (self->differs));
  gtk_box_append (GTK_BOX (box), self->compare_button);
  gtk_box_append (GTK_BOX (box), self->compare_modes);
  /* Where the row is too narrow for it, it is scrolled, with its words whole. */
  gtk_scrollable_set_hscroll_policy (GTK_SCROLLABLE (viewport), GTK_SCROLL_NATURAL);
  gtk_viewport_set_child (GTK_VIEWPORT (viewport), box);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_EXTERNAL, GTK_POLICY_NEVER);
  gtk_scrolled_window_set_propagate_natural_width (GTK_SCROLLED_WINDOW (scroller), TRUE);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), viewport);
  gtk_widget_set_hexpand (scroller, TRUE);
  gtk_box_append (self->tool_row, scroller);
}

/* The chart of the second below the first, with a readout beside that of the first. */
static void
add_below (OndesWindow *self)
{
  self->second_view = ondes_scalogram_view_new_below (first_view (self));
  gtk_box_append (self->scalogram_box, self->second_view);
  self->second_readout = ondes_readout_new_below (self->second_view);
  /* The switch of slices stays at the end. */
  gtk_box_insert_child_after (self->scalogram_readout, self->second_readout,
                              gtk_widget_get_first_child (GTK_WIDGET (self->scalogram_readout)));
}

void
ondes_window_add_comparison (OndesWindow *self)
{
  OndesScalogramAnalysis *scalogram = ondes_window_get_scalogram (self);

  self->comparison = ondes_comparison_new (scalogram);
  ondes_scalogram_view_compare (first_view (self), get_picture (self));
  add_below (self);
  ondes_analysis_set_active (ONDES_ANALYSIS (ondes_comparison_get_scalogram (self->comparison)), FALSE);
}

void
ondes_window_add_compare_tools (OndesWindow *self)
{
  OndesScalogramAnalysis *scalogram = ondes_window_get_scalogram (self);
  const struct
  {
    gpointer    of;
    const char *signal;
    GCallback   handler;
  } handlers[] = {
    { self->comparison, "second-changed", G_CALLBACK (update) },
    { get_picture (self), "changed", G_CALLBACK (update) },
    { self->comparison, "message", G_CALLBACK (ondes_window_say) },
    { self->comparison, "needs-raw", G_CALLBACK (on_needs_raw) },
    { scalogram, "settings-changed", G_CALLBACK (show_differences) },
    { scalogram, "picture-changed", G_CALLBACK (on_drawn) },
  };

  add_tools (self);
  for (guint i = 0; i < G_N_ELEMENTS (handlers); i++)
    g_signal_connect_object (handlers[i].of, handlers[i].signal, handlers[i].handler, self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->comparison, "state-changed", G_CALLBACK (ondes_analysis_changed), scalogram, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->scalogram_view, "map", G_CALLBACK (update_active), self, G_CONNECT_SWAPPED | G_CONNECT_AFTER);
  g_signal_connect_object (self->scalogram_view, "unmap", G_CALLBACK (update_active), self, G_CONNECT_SWAPPED | G_CONNECT_AFTER);
  update (self);
}

void
ondes_window_restore_compensation (OndesWindow *self,
                                   GVariant *saved)
{
  const char *shown;

  if (ondes_comparison_get_second (self->comparison) != ONDES_SECOND_NONE || !g_variant_lookup (saved, "shown", "&s", &shown)
      || g_str_equal (shown, ondes_shown_names[ONDES_SHOWN_LEFT]))
    return;
  ondes_comparison_choose_uncompensated (self->comparison);
  ondes_second_picture_restore (get_picture (self), saved);
}

/* TRUE if a second is chosen beside the page in view. */
static gboolean
has_second (OndesWindow *self)
{
  return self->comparison != NULL && ondes_window_get_shown (self) == ONDES_MODEL_SCALOGRAM
         && ondes_comparison_get_second (self->comparison) != ONDES_SECOND_NONE;
}

gboolean
ondes_window_is_busy (OndesWindow *self,
                      double *progress)
{
  return ondes_analysis_is_busy (ondes_window_get_model (self), progress)
         || (has_second (self) && ondes_analysis_is_busy (ONDES_ANALYSIS (self->comparison), progress));
}

static void
act_on_shown (OndesWindow *self,
              void       (*act) (OndesAnalysis *analysis))
{
  act (ondes_window_get_model (self));
  if (has_second (self))
    act (ONDES_ANALYSIS (self->comparison));
}

void
ondes_window_cancel (OndesWindow *self)
{
  act_on_shown (self, ondes_analysis_cancel);
}

void
ondes_window_recompute (OndesWindow *self)
{
  act_on_shown (self, ondes_analysis_recompute);
}

/* TRUE if the page of the scalogram can be compared with itself without instrument correction. */
static gboolean
is_compensated (OndesWindow *self)
{
  return ondes_window_get_shown (self) == ONDES_MODEL_SCALOGRAM
         && ondes_comparison_is_corrected (self->comparison);
}

/* Returns what the page in view compares; NULL if it compares nothing. */
static OndesSecondPicture *
find_compared (OndesWindow *self)
{
  const OndesModelIndex page = ondes_window_get_shown (self);

  if (ondes_session_get_recording (self->session) == NULL)
    return NULL;
  if (page == ONDES_MODEL_FILTER && ondes_analysis_get_formats (self->models[ONDES_MODEL_FILTER]) != 0)
    return ondes_filter_analysis_get_picture (ONDES_FILTER_ANALYSIS (self->models[ONDES_MODEL_FILTER]));
  return page == ONDES_MODEL_SCALOGRAM && ondes_comparison_is_ready (self->comparison) ? get_picture (self) : NULL;
}

/* Shows the wipe or the difference; of a corrected picture alone, with the same uncorrected. */
static void
compare_action (OndesWindow *self,
                const char *name)
{
  const OndesShown shown = g_str_equal (name, "win.difference") ? ONDES_SHOWN_DIFFERENCE : ONDES_SHOWN_BOTH;
  OndesSecondPicture *compared = find_compared (self);

  if (compared != NULL)
    {
      ondes_second_picture_toggle (compared, shown);
      return;
    }
  ondes_session_begin_step (self->session);
  ondes_comparison_choose_uncompensated (self->comparison);
  ondes_second_picture_set_shown (get_picture (self), shown);
  ondes_session_end_step (self->session);
}

static void
choose_action (OndesWindow *self,
               const char *name)
{
  ondes_window_show (self, "scalogram");
  if (g_str_equal (name, "win.compare-file"))
    ondes_compare_panel_choose (ONDES_COMPARE_PANEL (self->compare_panel));
  else if (g_str_equal (name, "win.compare-held"))
    ondes_comparison_hold (self->comparison);
  else if (g_str_equal (name, "win.compare-nothing"))
    ondes_comparison_remove (self->comparison);
  else
    gtk_menu_button_popup (GTK_MENU_BUTTON (self->compare_button));
}

/* Shows the first or the second alone, or one above the other. */
static void
show_action (OndesWindow *self,
             const char *name)
{
  if (g_str_equal (name, "win.stack"))
    ondes_second_picture_toggle (get_picture (self), ONDES_SHOWN_STACKED);
  else
    ondes_second_picture_set_shown (get_picture (self), get_shown (self) == ONDES_SHOWN_LEFT ? ONDES_SHOWN_RIGHT
                                                                                             : ONDES_SHOWN_LEFT);
}

void
ondes_window_update_compared (OndesWindow *self)
{
  const gboolean shown = ondes_window_get_shown (self) == ONDES_MODEL_SCALOGRAM && ondes_comparison_is_ready (self->comparison);
  const gboolean compared = find_compared (self) != NULL || is_compensated (self);
  const struct
  {
    const char *name;
    gboolean    enabled;
  } actions[] = {
    { "win.compare", compared }, { "win.difference", compared }, { "win.swap", shown }, { "win.move-second", shown },
    { "win.stack", shown },
    { "win.compare-nothing", ondes_comparison_get_second (self->comparison) != ONDES_SECOND_NONE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    gtk_widget_action_set_enabled (GTK_WIDGET (self), actions[i].name, actions[i].enabled);
  /* The other picture is compared with nothing. */
  if (self->compare_button != NULL) /* else the window is being made */
    gtk_widget_set_sensitive (gtk_widget_get_parent (self->compare_button),
                              ondes_window_get_shown (self) == ONDES_MODEL_SCALOGRAM);
}

void
ondes_window_class_install_comparison (GtkWidgetClass *klass)
{
  static const struct
  {
    const char     *name;
    GCallback       activate;
    guint           key;
    GdkModifierType modifiers;
  } actions[] = {
    { "win.compare", G_CALLBACK (compare_action), GDK_KEY_c, 0 },
    { "win.difference", G_CALLBACK (compare_action), GDK_KEY_d, 0 },
    { "win.compare-with", G_CALLBACK (choose_action), GDK_KEY_k, GDK_CONTROL_MASK },
    { "win.compare-file", G_CALLBACK (choose_action), GDK_KEY_k, GDK_CONTROL_MASK | GDK_SHIFT_MASK },
    { "win.compare-held", G_CALLBACK (choose_action), GDK_KEY_j, 0 },
    { "win.compare-nothing", G_CALLBACK (choose_action), GDK_KEY_J, GDK_SHIFT_MASK },
    { "win.swap", G_CALLBACK (show_action), GDK_KEY_k, 0 },
    { "win.stack", G_CALLBACK (show_action), GDK_KEY_C, GDK_SHIFT_MASK },
  };

  static const struct
  {
    guint           key;
    GdkModifierType modifiers;
    int             pixels;
  } moves[] = { { GDK_KEY_comma, 0, -1 }, { GDK_KEY_period, 0, 1 }, { GDK_KEY_comma, GDK_CONTROL_MASK, -10 },
                { GDK_KEY_period, GDK_CONTROL_MASK, 10 } };

  gtk_widget_class_install_action (klass, "win.move-second", "i", (GtkWidgetActionActivateFunc) move_second_action);
  for (guint i = 0; i < G_N_ELEMENTS (moves); i++)
    gtk_widget_class_add_binding_action (klass, moves[i].key, moves[i].modifiers, "win.move-second", "i", moves[i].pixels);
  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    {
      gtk_widget_class_install_action (klass, actions[i].name, NULL, (GtkWidgetActionActivateFunc) actions[i].activate);
      gtk_widget_class_add_binding_action (klass, actions[i].key, actions[i].modifiers, actions[i].name, NULL);
    }
}
