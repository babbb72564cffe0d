/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The scalogram compared with a second one: another recording, channel or held settings. A bar above the charts says what differs
 * and chooses what is shown; a second chart stands below the first if both are stacked. A drag with Ctrl, or the keys , and . move
 * the second in time. */
#include "config.h"

#include <glib/gi18n.h>

#include "charts/ondes-compare-bar.h"
#include "charts/ondes-scalogram-shift.h"
#include "pages/ondes-compare-panel.h"
#include "pages/ondes-controls.h"
#include "ondes-accessible.h"
#include "ondes-template.h"
#include "ondes-window-private.h"

static OndesScalogramView *
first_view (OndesWindow *self)
{
  return ONDES_SCALOGRAM_VIEW (self->scalogram_view);
}

/* Computes the second only while some of it is shown; a hidden one is there at once when it comes back. */
static void
update_active (OndesWindow *self)
{
  const OndesShown shown = ondes_comparison_get_shown (self->comparison);

  ondes_analysis_set_active (ONDES_ANALYSIS (ondes_comparison_get_scalogram (self->comparison)),
                             ondes_comparison_is_ready (self->comparison) && shown != ONDES_SHOWN_LEFT
                               && gtk_widget_get_mapped (self->scalogram_view));
}

/* Gives both charts the second, under the names that tell the two apart. */
static void
install (OndesWindow *self)
{
  OndesScalogramAnalysis *second = ondes_comparison_get_scalogram (self->comparison);
  g_autofree char *left = ondes_comparison_name (self->comparison, FALSE), *right = ondes_comparison_name (self->comparison, TRUE);
  OndesScalogramSides sides = { .left = left, .right = right, .difference = _("A / B, dB"), .is_named = TRUE,
                                .is_partial = TRUE };

  ondes_comparison_get_recording (self->comparison, &sides.cover);
  ondes_scalogram_view_compare (first_view (self), second, &sides);
  ondes_scalogram_view_compare (ONDES_SCALOGRAM_VIEW (self->second_view), second, &sides);
  ondes_scalogram_view_set_line (ONDES_SCALOGRAM_VIEW (self->second_view), 0);
}

static void
show_differences (OndesWindow *self)
{
  g_autofree char *text = ondes_comparison_describe (self->comparison);

  gtk_label_set_text (self->differs, text != NULL ? text : "");
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->differs), text);
}

static void
update_shown (OndesWindow *self)
{
  const gboolean ready = ondes_comparison_is_ready (self->comparison);
  const OndesShown shown = ondes_comparison_get_shown (self->comparison);

  ondes_compare_bar_set_shown (ONDES_COMPARE_BAR (self->second_bar), shown);
  gtk_widget_set_visible (self->second_view, ready && shown == ONDES_SHOWN_STACKED);
  gtk_widget_set_visible (self->second_readout, ready && shown == ONDES_SHOWN_STACKED);
  /* It is moved where it is seen. */
  ondes_scalogram_view_set_movable (first_view (self), ready && shown != ONDES_SHOWN_LEFT && shown != ONDES_SHOWN_STACKED);
  ondes_scalogram_view_set_movable (ONDES_SCALOGRAM_VIEW (self->second_view), ready);
  update_active (self);
  ondes_window_update_heard (self);
  ondes_window_update_actions (self);
}

/* The chart compares with the second, or if there is none with itself uncompensated. */
static void
on_second (OndesWindow *self)
{
  const gboolean ready = ondes_comparison_is_ready (self->comparison);

  if (ready)
    {
      ondes_window_suspend_compensation (self, TRUE);
      install (self);
      ondes_compare_bar_apply (ONDES_COMPARE_BAR (self->second_bar));
    }
  else if (gtk_widget_get_visible (self->second_box))
    {
      ondes_scalogram_view_compare (ONDES_SCALOGRAM_VIEW (self->second_view), NULL, NULL);
      ondes_window_suspend_compensation (self, FALSE);
    }
  gtk_widget_set_visible (self->second_box, ready);
  show_differences (self);
  update_shown (self);
}

/* The user chose with the bar. */
static void
on_chosen (OndesWindow *self)
{
  ondes_comparison_set_shown (self->comparison, ondes_compare_bar_get_shown (ONDES_COMPARE_BAR (self->second_bar)));
}

/* What is in view is what is exported. */
static void
on_compared (OndesWindow *self)
{
  const double range_db = ondes_scalogram_view_get_difference (first_view (self));

  if (!gtk_widget_get_visible (self->second_box))
    return;
  if (range_db > 0)
    ondes_comparison_set_range (self->comparison, range_db);
  else if (ondes_comparison_get_shown (self->comparison) == ONDES_SHOWN_BOTH)
    ondes_comparison_set_line (self->comparison, ondes_scalogram_view_get_line (first_view (self)));
}

/* Moves the second by @samples of the first, as far as the two may touch. */
static void
move_second (OndesWindow *self,
             double       samples)
{
  OndesAlignment alignment = *ondes_comparison_get_alignment (self->comparison);
  OndesSource *source = ondes_session_get_source (self->session);
  const double length = source != NULL ? (double) source->n / source->rate_hz : 0;

  if (source == NULL)
    return;
  alignment.offset = CLAMP (alignment.offset + samples / source->rate_hz, -length, length);
  ondes_comparison_set_alignment (self->comparison, &alignment);
}

static void
move_second_action (OndesWindow *self,
                    const char *name,
                    GVariant *parameter)
{
  move_second (self, ondes_scalogram_shift_samples (first_view (self), g_variant_get_int32 (parameter)));
}

static void
on_needs_raw (OndesWindow *self,
              const char *path)
{
  ondes_compare_panel_ask_raw (ONDES_COMPARE_PANEL (self->compare_panel), path);
}

static void
on_message (OndesWindow *self,
            const char *text,
            gboolean is_error)
{
  ondes_window_say (self, text, is_error);
}

static void
add_bar (OndesWindow *self)
{
  static const OndesCompareChoice choices[ONDES_N_SHOWN] = {
    { N_("A"), N_("The first alone (K)") },
    { N_("B"), N_("The second alone (K)") },
    { N_("Wipe"), N_("The second right of a line to drag (C)") },
    { N_("Difference"), N_("The first over the second, in decibels (D)") },
    { N_("Stacked"), N_("The second below the first (Shift+C)") },
  };
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *close = ondes_accessible_new_button ("window-close-symbolic", _("Stop comparing (Shift+J)"));

  self->second_bar = ondes_compare_bar_new (first_view (self), choices, ondes_comparison_get_shown (self->comparison));
  self->differs = GTK_LABEL (gtk_label_new (NULL));
  gtk_label_set_ellipsize (self->differs, PANGO_ELLIPSIZE_END);
  gtk_label_set_xalign (self->differs, 0);
  gtk_widget_set_hexpand (GTK_WIDGET (self->differs), TRUE);
  gtk_widget_add_css_class (GTK_WIDGET (self->differs), "dim-label");
  gtk_actionable_set_action_name (GTK_ACTIONABLE (close), "win.compare-nothing");
  gtk_widget_add_css_class (box, "filter-bar");
  gtk_box_append (GTK_BOX (box), self->second_bar);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->differs));
  gtk_box_append (GTK_BOX (box), close);
  gtk_widget_set_visible (box, FALSE);
  self->second_box = box;
  gtk_box_append (self->scalogram_box, box);
}

static void
add_second_chart (OndesWindow *self)
{
  self->second_view = ondes_scalogram_view_new (ondes_window_get_scalogram (self));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->second_view), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Second scalogram"), -1);
  gtk_widget_set_vexpand (self->second_view, TRUE);
  gtk_widget_set_hexpand (self->second_view, TRUE);
  gtk_widget_set_visible (self->second_view, FALSE);
  gtk_box_append (self->scalogram_box, self->second_view);
  self->second_readout = ondes_readout_new (ONDES_SCALOGRAM_VIEW (self->second_view));
  /* The readout beside it gives the hint. */
  ondes_fields_set_hint (ONDES_FIELDS (self->second_readout), "");
  gtk_widget_set_visible (self->second_readout, FALSE);
  /* The switch of slices stays at the end. */
  gtk_box_insert_child_after (self->scalogram_readout, self->second_readout,
                              gtk_widget_get_first_child (GTK_WIDGET (self->scalogram_readout)));
}

void
ondes_window_add_second (OndesWindow *self)
{
  OndesScalogramAnalysis *scalogram = ondes_window_get_scalogram (self);
  OndesScalogramAnalysis *second = ondes_comparison_get_scalogram (self->comparison);

  add_second_chart (self);
  self->compare_panel = ondes_compare_panel_new (self->comparison);
  ondes_controls_set_comparison (ONDES_CONTROLS (gtk_stack_get_child_by_name (self->controls, "scalogram")),
                                 self->compare_panel);
  g_signal_connect_object (self->comparison, "second-changed", G_CALLBACK (on_second), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->comparison, "settings-changed", G_CALLBACK (update_shown), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (scalogram, "settings-changed", G_CALLBACK (show_differences), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->comparison, "state-changed", G_CALLBACK (ondes_analysis_changed), scalogram, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->comparison, "message", G_CALLBACK (on_message), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->comparison, "needs-raw", G_CALLBACK (on_needs_raw), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->scalogram_view, "second-moved", G_CALLBACK (move_second), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->second_view, "second-moved", G_CALLBACK (move_second), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->second_bar, "shown-changed", G_CALLBACK (on_chosen), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->scalogram_view, "compared-changed", G_CALLBACK (on_compared), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->scalogram_view, "map", G_CALLBACK (update_active), self, G_CONNECT_SWAPPED | G_CONNECT_AFTER);
  g_signal_connect_object (self->scalogram_view, "unmap", G_CALLBACK (update_active), self, G_CONNECT_SWAPPED | G_CONNECT_AFTER);
  ondes_analysis_set_active (ONDES_ANALYSIS (second), FALSE);
}

void
ondes_window_add_second_bar (OndesWindow *self)
{
  self->comparison = ondes_comparison_new (ondes_window_get_scalogram (self));
  add_bar (self);
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
    {
      ondes_flap_reveal (self->flap, TRUE);
      ondes_compare_panel_open (ONDES_COMPARE_PANEL (self->compare_panel));
    }
}

/* Shows the first or the second alone, or one above the other. */
static void
show_action (OndesWindow *self,
             const char *name)
{
  OndesCompareBar *bar = ONDES_COMPARE_BAR (self->second_bar);

  if (g_str_equal (name, "win.stack"))
    ondes_compare_bar_toggle (bar, ONDES_SHOWN_STACKED);
  else
    ondes_compare_bar_set_shown (bar, ondes_compare_bar_get_shown (bar) == ONDES_SHOWN_LEFT ? ONDES_SHOWN_RIGHT : ONDES_SHOWN_LEFT);
}

void
ondes_window_update_second (OndesWindow *self)
{
  const gboolean shown = ondes_window_get_shown (self) == ONDES_MODEL_SCALOGRAM && ondes_comparison_is_ready (self->comparison);

  gtk_widget_action_set_enabled (GTK_WIDGET (self), "win.compare-nothing",
                                 ondes_comparison_get_second (self->comparison) != ONDES_SECOND_NONE);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "win.swap", shown);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "win.move-second", shown);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "win.stack", shown);
}

void
ondes_window_class_install_second (GtkWidgetClass *klass)
{
  static const struct
  {
    const char     *name;
    GCallback       activate;
    guint           key;
    GdkModifierType modifiers;
  } actions[] = {
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
