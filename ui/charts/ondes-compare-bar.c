/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gi18n.h>

#include "ondes-compare-bar.h"
#include "session/signals.h"

static const double ranges_db[] = { 1, 6, 20 };
#define USUAL_RANGE 1
#define MIDDLE 0.5

struct _OndesCompareBar
{
  AdwBin              parent_instance;

  OndesScalogramView *view; /* borrowed: both are in one page */
  GtkToggleButton    *shown[ONDES_N_SHOWN];
  GtkDropDown        *range;
  OndesShown          before; /* what was shown last */
  OndesShown          now;
  double              line;   /* of both, a fraction of the width */
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
      GtkWidget *button = choices[i].name != NULL ? gtk_toggle_button_new_with_label (_(choices[i].name)) : NULL;

      if (button == NULL)
        continue;
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

void
ondes_compare_bar_apply (OndesCompareBar *self)
{
  const double lines[ONDES_N_SHOWN] = { 1, 0, self->line, 1, 1 };
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
  self->line = MIDDLE;
  ondes_compare_bar_apply (self);
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
  g_signal_connect_object (range, "notify::selected", G_CALLBACK (ondes_compare_bar_apply), self, G_CONNECT_SWAPPED);
  return range;
}

/* A person has dragged the line. Charts without one, or of another bar, tell of other lines. */
static void
on_compared (OndesCompareBar *self)
{
  const double line = ondes_scalogram_view_get_line (self->view);

  if (self->now == ONDES_SHOWN_BOTH && line > 0 && line < 1 && gtk_widget_get_mapped (GTK_WIDGET (self)))
    self->line = line;
}

GVariant *
ondes_compare_bar_save (OndesCompareBar *self)
{
  GVariantBuilder builder = G_VARIANT_BUILDER_INIT (G_VARIANT_TYPE_VARDICT);

  g_variant_builder_add (&builder, "{sv}", "shown", g_variant_new_string (ondes_shown_names[self->now]));
  g_variant_builder_add (&builder, "{sv}", "line", g_variant_new_double (self->line));
  g_variant_builder_add (&builder, "{sv}", "range", g_variant_new_double (ranges_db[gtk_drop_down_get_selected (self->range)]));
  return g_variant_builder_end (&builder);
}

void
ondes_compare_bar_restore (OndesCompareBar *self,
                           GVariant        *saved)
{
  const char *shown;
  double range_db, line;

  if (g_variant_lookup (saved, "range", "d", &range_db))
    for (guint i = 0; i < G_N_ELEMENTS (ranges_db); i++)
      if (ranges_db[i] == range_db)
        gtk_drop_down_set_selected (self->range, i);
  if (g_variant_lookup (saved, "shown", "&s", &shown))
    for (guint i = 0; i < ONDES_N_SHOWN; i++)
      if (self->shown[i] != NULL && g_str_equal (shown, ondes_shown_names[i]))
        ondes_compare_bar_set_shown (self, i);
  if (g_variant_lookup (saved, "line", "d", &line) && line > 0 && line < 1)
    self->line = line;
  ondes_compare_bar_apply (self);
}

static void
ondes_compare_bar_class_init (OndesCompareBarClass *klass)
{
  ondes_signal_new (klass, "shown-changed");
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
  self->line = MIDDLE;
  gtk_box_append (GTK_BOX (box), ondes_compare_new_switch (choices, self->shown, ONDES_N_SHOWN, shown));
  gtk_box_append (GTK_BOX (box), new_range (self));
  adw_bin_set_child (ADW_BIN (self), box);
  for (guint i = 0; i < ONDES_N_SHOWN; i++)
    if (self->shown[i] != NULL)
      g_signal_connect_object (self->shown[i], "toggled", G_CALLBACK (on_toggled), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (view, "compared-changed", G_CALLBACK (on_compared), self, G_CONNECT_SWAPPED);
  ondes_compare_bar_apply (self);
  return GTK_WIDGET (self);
}
