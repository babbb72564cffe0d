/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gi18n.h>

#include "ondes-compare-bar.h"

static const double ranges_db[] = { 1, 6, 20 };
#define USUAL_RANGE 1

struct _OndesCompareBar
{
  AdwBin              parent_instance;

  OndesScalogramView *view; /* borrowed: both are in one page */
  GtkToggleButton    *shown[ONDES_N_SHOWN];
  GtkDropDown        *range;
  OndesShown          before; /* what was shown last */
  OndesShown          now;
};

G_DEFINE_FINAL_TYPE (OndesCompareBar, ondes_compare_bar, ADW_TYPE_BIN)

GtkWidget *
ondes_compare_new_switch (const OndesCompareChoice *choices,
                          GtkToggleButton         **buttons,
                          guint                     n,
                          guint                     first)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);

  gtk_widget_add_css_class (box, "linked");
  for (guint i = 0; i < n; i++)
    {
      GtkWidget *button = gtk_toggle_button_new_with_label (_(choices[i].name));

      buttons[i] = GTK_TOGGLE_BUTTON (button);
      gtk_widget_set_tooltip_text (button, _(choices[i].tooltip));
      gtk_label_set_ellipsize (GTK_LABEL (gtk_button_get_child (GTK_BUTTON (button))), PANGO_ELLIPSIZE_END);
      gtk_toggle_button_set_group (buttons[i], i > 0 ? buttons[0] : NULL);
      gtk_box_append (GTK_BOX (box), button);
    }
  gtk_toggle_button_set_active (buttons[first], TRUE);
  return box;
}

OndesShown
ondes_compare_bar_get_shown (OndesCompareBar *self)
{
  return self->now;
}

static void
show (OndesCompareBar *self)
{
  static const double lines[ONDES_N_SHOWN] = { 1, 0, 0.5, 1 };
  const gboolean difference = self->now == ONDES_SHOWN_DIFFERENCE;

  gtk_widget_set_visible (GTK_WIDGET (self->range), difference);
  ondes_scalogram_view_set_difference (self->view, difference ? ranges_db[gtk_drop_down_get_selected (self->range)] : 0);
  if (!difference)
    ondes_scalogram_view_set_line (self->view, lines[self->now]);
}

static void
on_toggled (OndesCompareBar *self,
            GtkToggleButton *button)
{
  if (!gtk_toggle_button_get_active (button))
    return;
  self->before = self->now;
  for (guint i = 0; i < ONDES_N_SHOWN; i++)
    if (self->shown[i] == button)
      self->now = i;
  show (self);
  g_signal_emit_by_name (self, "shown-changed");
}

void
ondes_compare_bar_set_shown (OndesCompareBar *self,
                             OndesShown       shown)
{
  gtk_toggle_button_set_active (self->shown[shown], TRUE);
}

void
ondes_compare_bar_toggle (OndesCompareBar *self,
                          OndesShown       shown)
{
  ondes_compare_bar_set_shown (self, self->now != shown ? shown : self->before);
}

static GtkWidget *
new_range (OndesCompareBar *self)
{
  g_autoptr (GtkStringList) texts = gtk_string_list_new (NULL);
  GtkWidget *range;

  for (guint i = 0; i < G_N_ELEMENTS (ranges_db); i++)
    /* Translators: the range of the colours of a difference, in decibels. */
    gtk_string_list_take (texts, g_strdup_printf (_("±%g dB"), ranges_db[i]));
  range = gtk_drop_down_new (G_LIST_MODEL (g_steal_pointer (&texts)), NULL);
  self->range = GTK_DROP_DOWN (range);
  gtk_drop_down_set_selected (self->range, USUAL_RANGE);
  gtk_widget_set_tooltip_text (range, _("Range of the colours of the difference"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (range), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _("Range of the colours of the difference"), -1);
  g_signal_connect_object (range, "notify::selected", G_CALLBACK (show), self, G_CONNECT_SWAPPED);
  return range;
}

static void
ondes_compare_bar_class_init (OndesCompareBarClass *klass)
{
  g_signal_new ("shown-changed", ONDES_TYPE_COMPARE_BAR, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
ondes_compare_bar_init (OndesCompareBar *self)
{
}

GtkWidget *
ondes_compare_bar_new (OndesScalogramView       *view,
                       const OndesCompareChoice *choices,
                       OndesShown                shown)
{
  OndesCompareBar *self = g_object_new (ONDES_TYPE_COMPARE_BAR, NULL);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);

  self->view = view;
  self->now = self->before = shown;
  gtk_box_append (GTK_BOX (box), ondes_compare_new_switch (choices, self->shown, ONDES_N_SHOWN, shown));
  gtk_box_append (GTK_BOX (box), new_range (self));
  adw_bin_set_child (ADW_BIN (self), box);
  for (guint i = 0; i < ONDES_N_SHOWN; i++)
    g_signal_connect_object (self->shown[i], "toggled", G_CALLBACK (on_toggled), self, G_CONNECT_SWAPPED);
  show (self);
  return GTK_WIDGET (self);
}
