/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gi18n.h>

#include "ondes-chart-menu.h"
#include "ondes-chart-navigation.h"
#include "ondes-time-chart.h"

#define ZOOM 4.0

GtkWidget *
ondes_chart_menu_get (OndesChart *chart)
{
  return g_object_get_data (G_OBJECT (chart), "ondes-chart-menu");
}

GtkWidget *
ondes_chart_menu_new (OndesChart *chart,
                      GMenuModel *model)
{
  GtkWidget *menu = gtk_popover_menu_new_from_model (model);

  gtk_popover_set_has_arrow (GTK_POPOVER (menu), FALSE);
  gtk_widget_set_halign (menu, GTK_ALIGN_START);
  gtk_widget_set_parent (menu, GTK_WIDGET (chart));
  g_object_set_data (G_OBJECT (chart), "ondes-chart-menu", menu);
  return menu;
}

static void
copy_value_action (GtkWidget  *widget,
                   const char *name,
                   GVariant   *parameter)
{
  g_autofree char *text = ONDES_CHART_GET_CLASS (widget)->copy_value (ONDES_CHART (widget));

  if (text != NULL)
    gdk_clipboard_set_text (gtk_widget_get_clipboard (widget), text);
}

static void
zoom_action (GtkWidget  *widget,
             const char *name,
             GVariant   *parameter)
{
  ondes_chart_navigation_zoom (ONDES_CHART (widget), g_str_equal (name, "chart.zoom-in") ? ZOOM : 1 / ZOOM);
}

static void
whole_action (GtkWidget  *widget,
              const char *name,
              GVariant   *parameter)
{
  ondes_chart_navigation_zoom (ONDES_CHART (widget), 0);
}

GMenuModel *
ondes_selection_menu_new (void)
{
  static const struct
  {
    const char *label, *action; /* NULL starts a new section */
    int         target;         /* 1 more than that of the action; 0 if it takes none */
  } items[] = {
    { N_("_Play Selection"), "win.play-selection" },
    { N_("_Zoom to Selection"), "win.zoom-selection" },
    { N_("_Copy Readings"), "win.copy-selection" },
    { NULL, NULL },
    { N_("Export _Figure or Numbers…"), "win.export-selection" },
    { N_("Export _Sound…"), "win.export-selection-sound" },
    { N_("Analyse in _Logic"), "win.analyse-selection" },
    { N_("_Annotate"), "win.annotate-selection" },
    { NULL, NULL },
    { N_("Set Cursor _1"), "win.cursor", 1 },
    { N_("Set Cursor _2"), "win.cursor", 2 },
    { N_("Set _Harmonic Cursor"), "win.cursor", 3 },
    { NULL, NULL },
    { N_("Select A_ll in View"), "win.select-all" },
    { N_("_Leave Selection and Cursors"), "win.clear-selection" },
  };
  GMenu *menu = g_menu_new ();
  g_autoptr (GMenu) section = g_menu_new ();

  for (guint i = 0; i < G_N_ELEMENTS (items); i++)
    if (items[i].label != NULL)
      {
        g_autoptr (GMenuItem) item = g_menu_item_new (_(items[i].label), items[i].action);

        if (items[i].target > 0)
          g_menu_item_set_action_and_target (item, items[i].action, "u", (guint) items[i].target - 1);
        g_menu_append_item (section, item);
      }
    else
      {
        g_menu_append_section (menu, NULL, G_MENU_MODEL (section));
        g_object_unref (section);
        section = g_menu_new ();
      }
  g_menu_append_section (menu, NULL, G_MENU_MODEL (section));
  return G_MENU_MODEL (menu);
}

/* Adds what a selection and cursors are for, to the menu of a chart that has them. */
static void
add_selection (GMenu *menu)
{
  static const char *const cursors[] = { N_("Cursor _1 Here"), N_("Cursor _2 Here"), N_("_Harmonics of This Frequency") };
  g_autoptr (GMenuModel) selection = ondes_selection_menu_new ();
  g_autoptr (GMenu) section = g_menu_new (), places = g_menu_new ();

  for (guint i = 0; i < G_N_ELEMENTS (cursors); i++)
    {
      g_autoptr (GMenuItem) item = g_menu_item_new (_(cursors[i]), NULL);

      g_menu_item_set_action_and_target (item, "chart.cursor", "u", i);
      g_menu_append_item (places, item);
    }
  g_menu_append_submenu (section, _("_Selection"), selection);
  g_menu_append_submenu (section, _("Cu_rsors"), G_MENU_MODEL (places));
  g_menu_append_section (menu, NULL, G_MENU_MODEL (section));
}

static GMenuModel *
model_new (OndesChart *chart)
{
  static const struct
  {
    const char *label, *action; /* NULL starts a new section */
  } items[] = {
    { N_("_Copy Value"), "chart.copy-value" }, { N_("Copy _Image"), "win.copy-image" },
    { NULL, NULL },
    { N_("Zoom _In Here"), "chart.zoom-in" }, { N_("Zoom _Out"), "chart.zoom-out" }, { N_("Show _All"), "chart.whole" },
    { NULL, NULL },
    { N_("_Export…"), "win.export" },
  };
  GMenu *menu = g_menu_new ();
  g_autoptr (GMenu) section = g_menu_new ();

  for (guint i = 0; i < G_N_ELEMENTS (items); i++)
    if (items[i].label != NULL)
      g_menu_append (section, _(items[i].label), items[i].action);
    else
      {
        g_menu_append_section (menu, NULL, G_MENU_MODEL (section));
        g_object_unref (section);
        section = g_menu_new ();
      }
  if (ONDES_IS_TIME_CHART (chart))
    add_selection (menu);
  g_menu_append_section (menu, NULL, G_MENU_MODEL (section));
  return G_MENU_MODEL (menu);
}

static void
on_closed (OndesChart *chart)
{
  ondes_chart_navigation_set_held (chart, FALSE);
  gtk_widget_grab_focus (GTK_WIDGET (chart));
}

/* Opens the menu at a point of the widget; the crosshair stays where it is while the menu is open. */
static void
popup (OndesChart *chart,
       double      x,
       double      y)
{
  GtkWidget *menu = ondes_chart_menu_get (chart);
  g_autofree char *value = ONDES_CHART_GET_CLASS (chart)->copy_value (chart);

  if (menu == NULL)
    {
      g_autoptr (GMenuModel) model = model_new (chart);

      menu = ondes_chart_menu_new (chart, model);
      g_signal_connect_object (menu, "closed", G_CALLBACK (on_closed), chart, G_CONNECT_SWAPPED);
    }
  gtk_widget_action_set_enabled (GTK_WIDGET (chart), "chart.copy-value", value != NULL);
  gtk_popover_set_pointing_to (GTK_POPOVER (menu), &(GdkRectangle) { (int) x, (int) y, 1, 1 });
  ondes_chart_navigation_set_held (chart, TRUE);
  gtk_popover_popup (GTK_POPOVER (menu));
}

static void
popup_at (OndesChart *chart,
          double      x,
          double      y,
          GtkGesture *gesture)
{
  if (ondes_chart_menu_get (chart) != NULL && gtk_widget_get_visible (ondes_chart_menu_get (chart)))
    return;
  gtk_widget_grab_focus (GTK_WIDGET (chart));
  if (!ondes_chart_navigation_hold (chart, x, y))
    return;
  gtk_gesture_set_state (gesture, GTK_EVENT_SEQUENCE_CLAIMED);
  popup (chart, x, y);
}

static void
on_pressed (OndesChart *chart,
            int         n_press,
            double      x,
            double      y,
            GtkGesture *gesture)
{
  popup_at (chart, x, y, gesture);
}

static gboolean
on_key (GtkWidget *widget,
        GVariant  *args,
        gpointer   user_data)
{
  double x, y;

  if (ondes_chart_navigation_get_point (ONDES_CHART (widget), &x, &y))
    popup (ONDES_CHART (widget), x, y);
  return GDK_EVENT_STOP;
}

void
ondes_chart_menu_install (GtkWidgetClass *klass)
{
  gtk_widget_class_install_action (klass, "chart.copy-value", NULL, copy_value_action);
  gtk_widget_class_install_action (klass, "chart.zoom-in", NULL, zoom_action);
  gtk_widget_class_install_action (klass, "chart.zoom-out", NULL, zoom_action);
  gtk_widget_class_install_action (klass, "chart.whole", NULL, whole_action);
  gtk_widget_class_add_binding (klass, GDK_KEY_Menu, 0, on_key, NULL);
  gtk_widget_class_add_binding (klass, GDK_KEY_F10, GDK_SHIFT_MASK, on_key, NULL);
}

void
ondes_chart_menu_attach (OndesChart *chart)
{
  GtkGesture *click = gtk_gesture_click_new (), *hold = gtk_gesture_long_press_new ();

  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (click), GDK_BUTTON_SECONDARY);
  g_signal_connect_swapped (click, "pressed", G_CALLBACK (on_pressed), chart);
  gtk_widget_add_controller (GTK_WIDGET (chart), GTK_EVENT_CONTROLLER (click));
  gtk_gesture_single_set_touch_only (GTK_GESTURE_SINGLE (hold), TRUE);
  g_signal_connect_swapped (hold, "pressed", G_CALLBACK (popup_at), chart);
  gtk_widget_add_controller (GTK_WIDGET (chart), GTK_EVENT_CONTROLLER (hold));
}

void
ondes_chart_menu_allocate (OndesChart *chart)
{
  if (ondes_chart_menu_get (chart) != NULL)
    gtk_popover_present (GTK_POPOVER (ondes_chart_menu_get (chart)));
}

void
ondes_chart_menu_dispose (OndesChart *chart)
{
  GtkWidget *menu = g_object_steal_data (G_OBJECT (chart), "ondes-chart-menu");

  if (menu != NULL)
    gtk_widget_unparent (menu);
}
