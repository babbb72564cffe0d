/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gi18n.h>

#include "ondes-compare-bar.h"

static const double ranges_db[] = { 1, 6, 20 };
#define USUAL_RANGE 1
#define N_RANGES    G_N_ELEMENTS (ranges_db)

struct _OndesCompareBar
{
  AdwBin              parent_instance;

  OndesSecondPicture *second;
  gboolean            updating; /* what is shown is not the user's choice */
  GtkToggleButton    *shown[ONDES_N_SHOWN], *range[N_RANGES];
  GtkCheckButton     *own_range;
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

/* Returns the index of the range that is nearest to the one shown. */
static guint
find_range (double range_db)
{
  guint i = 0;

  while (i + 1 < N_RANGES && range_db > ranges_db[i])
    i++;
  return i;
}

static void
update (OndesCompareBar *self)
{
  const OndesPairView *view = ondes_second_picture_get_view (self->second);

  self->updating = TRUE;
  gtk_toggle_button_set_active (self->shown[view->shown], TRUE);
  gtk_toggle_button_set_active (self->range[find_range (view->range_db)], TRUE);
  gtk_check_button_set_active (self->own_range, view->own_range);
  self->updating = FALSE;
}

static void
on_shown (OndesCompareBar *self,
          GtkToggleButton *button)
{
  for (guint i = 0; i < ONDES_N_SHOWN && !self->updating; i++)
    if (self->shown[i] == button && gtk_toggle_button_get_active (button))
      ondes_second_picture_set_shown (self->second, i);
}

static void
on_colours (OndesCompareBar *self)
{
  OndesPairView view = *ondes_second_picture_get_view (self->second);

  if (self->updating)
    return;
  for (guint i = 0; i < N_RANGES; i++)
    if (gtk_toggle_button_get_active (self->range[i]))
      view.range_db = ranges_db[i];
  view.own_range = gtk_check_button_get_active (self->own_range);
  ondes_second_picture_set_view (self->second, &view);
}

/* The ranges of the colours, in a popover that moves nothing. */
static GtkWidget *
new_colours (OndesCompareBar *self)
{
  static const OndesCompareChoice ranges[N_RANGES] = {
    { N_("±1 dB"), N_("The colours of the difference end at 1 dB") },
    { N_("±6 dB"), N_("The colours of the difference end at 6 dB") },
    { N_("±20 dB"), N_("The colours of the difference end at 20 dB") },
  };
  GtkWidget *button = gtk_menu_button_new (), *popover = gtk_popover_new (), *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  GtkWidget *label = gtk_label_new (_("Colours of the difference"));

  self->own_range = GTK_CHECK_BUTTON (gtk_check_button_new_with_label (_("Own colour range for B")));
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->own_range), _("0 dB is the largest value of B in the place of A"));
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->own_range));
  gtk_box_append (GTK_BOX (box), label);
  gtk_box_append (GTK_BOX (box), ondes_compare_new_switch (ranges, self->range, N_RANGES, USUAL_RANGE));
  gtk_popover_set_child (GTK_POPOVER (popover), box);
  gtk_menu_button_set_popover (GTK_MENU_BUTTON (button), popover);
  gtk_menu_button_set_icon_name (GTK_MENU_BUTTON (button), "view-more-symbolic");
  gtk_widget_set_tooltip_text (button, _("Colours of B and of the difference"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _("Colours of B and of the difference"), -1);
  return button;
}

static void
ondes_compare_bar_dispose (GObject *object)
{
  g_clear_object (&ONDES_COMPARE_BAR (object)->second);
  G_OBJECT_CLASS (ondes_compare_bar_parent_class)->dispose (object);
}

static void
ondes_compare_bar_class_init (OndesCompareBarClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ondes_compare_bar_dispose;
}

static void
ondes_compare_bar_init (OndesCompareBar *self)
{
}

/* Connects the buttons, once they show what there is. */
static void
connect (OndesCompareBar *self)
{
  for (guint i = 0; i < ONDES_N_SHOWN; i++)
    g_signal_connect_object (self->shown[i], "toggled", G_CALLBACK (on_shown), self, G_CONNECT_SWAPPED);
  for (guint i = 0; i < N_RANGES; i++)
    g_signal_connect_object (self->range[i], "toggled", G_CALLBACK (on_colours), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->own_range, "toggled", G_CALLBACK (on_colours), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->second, "changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
}

GtkWidget *
ondes_compare_bar_new (OndesSecondPicture *second)
{
  static const OndesCompareChoice choices[ONDES_N_SHOWN] = {
    { N_("A"), N_("The first alone (K)") },
    { N_("B"), N_("The second alone (K)") },
    { N_("Wipe"), N_("The second right of a line to drag (C)") },
    { N_("Difference"), N_("The difference of both, in decibels (D)") },
    { N_("Stacked"), N_("The second below the first (Shift+C)") },
  };
  OndesCompareBar *self = g_object_new (ONDES_TYPE_COMPARE_BAR, NULL);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);

  self->second = g_object_ref (second);
  gtk_box_append (GTK_BOX (box), ondes_compare_new_switch (choices, self->shown, ONDES_N_SHOWN, ONDES_SHOWN_LEFT));
  gtk_box_append (GTK_BOX (box), new_colours (self));
  adw_bin_set_child (ADW_BIN (self), box);
  update (self);
  connect (self);
  return GTK_WIDGET (self);
}
