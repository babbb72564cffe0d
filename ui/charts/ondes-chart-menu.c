/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gi18n.h>

#include "ondes-annotation-layer.h"
#include "ondes-chart-menu.h"
#include "ondes-chart-navigation.h"
#include "ondes-time-chart.h"
#include "shell/ondes-popovers.h"

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

#define SECTION { NULL, "section" }

static void
zoom_axis_action (GtkWidget  *widget,
                  const char *name,
                  GVariant   *parameter)
{
  gboolean upwards;
  double factor;

  g_variant_get (parameter, "(bd)", &upwards, &factor);
  ondes_chart_navigation_zoom_axis (ONDES_CHART (widget), upwards ? GTK_ORIENTATION_VERTICAL : GTK_ORIENTATION_HORIZONTAL, factor);
}

GMenuModel *
ondes_selection_menu_new (void)
{
  static const OndesMenuItem items[] = {
    { N_("_Play Selection"), "win.play-selection" },
    { N_("_Zoom to Selection"), "win.zoom-selection" },
    { N_("_Copy Readings"), "win.copy-selection" },
    SECTION,
    { N_("Export _Figure or Numbers…"), "win.export-selection" },
    { N_("Export _Sound…"), "win.export-selection-sound" },
    { N_("Analyse in _Logic"), "win.analyse-selection" },
    { N_("_Annotate"), "win.annotate-selection" },
    SECTION,
    { N_("Set Cursor _1"), "win.cursor", .target = 1 },
    { N_("Set Cursor _2"), "win.cursor", .target = 2 },
    { N_("Set _Harmonic Cursor"), "win.cursor", .target = 3 },
    SECTION,
    { N_("Select A_ll in View"), "win.select-all" },
    { N_("_Leave Selection and Cursors"), "win.clear-selection" },
    { NULL },
  };

  return ondes_popovers_menu (items);
}

/* Adds what a selection and cursors are for, to the menu of a chart that has them. */
static void
add_selection (GMenu *menu)
{
  static const OndesMenuItem cursors[] = {
    { N_("Cursor _1 Here"), "chart.cursor", .target = 1 },
    { N_("Cursor _2 Here"), "chart.cursor", .target = 2 },
    { N_("_Harmonics of This Frequency"), "chart.cursor", .target = 3 },
    { NULL },
  };
  g_autoptr (GMenuModel) selection = ondes_selection_menu_new (), places = ondes_popovers_menu (cursors);
  g_autoptr (GMenu) section = g_menu_new ();

  g_menu_append_submenu (section, _("_Selection"), selection);
  g_menu_append_submenu (section, _("Cu_rsors"), places);
  g_menu_append_section (menu, NULL, G_MENU_MODEL (section));
}

/* Of a place in time: the selection and the annotation that are there, then the place itself. */
#define PLACE                                                      \
  { N_("_Play Selection"), "win.play-selection", TRUE },           \
  { N_("_Annotate Selection"), "win.annotate-selection", TRUE },   \
  { N_("P_lay Annotation"), "win.play-annotation", TRUE },         \
  { N_("_Edit Annotation"), "win.edit-annotation", TRUE },         \
  SECTION,                                                         \
  { N_("Play From _Here"), "win.play-here" },                      \
  { N_("Annotate This _Moment"), "win.annotate-here" },            \
  SECTION

#define VIEW                                                       \
  { N_("Zoom _In Here"), "chart.zoom-in" },                        \
  { N_("Zoom _Out"), "chart.zoom-out" },                           \
  { N_("Show _All"), "chart.whole" }

static const OndesMenuItem plot_items[] = {
  { N_("_Copy Value"), "chart.copy-value" }, { N_("Copy _Image"), "win.copy-image" }, SECTION, VIEW, SECTION,
  { N_("_Export…"), "win.export" }, { NULL },
};
static const OndesMenuItem time_items[] = {
  PLACE, { N_("_Copy Value"), "chart.copy-value" }, { N_("Copy _Image"), "win.copy-image" }, SECTION, VIEW, { NULL },
};
/* The whole recording is shown: there is nothing to zoom. */
static const OndesMenuItem overview_items[] = {
  PLACE, { N_("Show _Whole Recording"), "win.whole" }, { N_("Select A_ll in View"), "win.select-all" }, { NULL },
};
static const OndesMenuItem last_items[] = { { N_("_Export…"), "win.export" }, { NULL } };

static GMenuModel *
plot_model_new (OndesChart *chart)
{
  g_autoptr (GMenuModel) last = NULL;
  GMenuModel *menu;

  if (!ONDES_IS_TIME_CHART (chart))
    return ondes_popovers_menu (plot_items);
  if (!ONDES_CHART_GET_CLASS (chart)->navigable)
    return ondes_popovers_menu (overview_items);
  menu = ondes_popovers_menu (time_items);
  last = ondes_popovers_menu (last_items);
  add_selection (G_MENU (menu));
  g_menu_append_section (G_MENU (menu), NULL, last);
  return menu;
}

/* Returns the menu of the ruler at (@x, @y), which zooms its axis alone. */
static GMenuModel *
axis_model_new (OndesChart *chart,
                double      x,
                double      y)
{
  static const struct
  {
    const char *label;
    double      factor;
  } items[] = { { N_("Zoom _In"), ZOOM }, { N_("Zoom _Out"), 1 / ZOOM }, { N_("Show _All"), 0 } };
  GMenu *menu = g_menu_new (), *section = g_menu_new ();
  g_autoptr (GMenuModel) last = ondes_popovers_menu (last_items);
  OndesChartSpan span;
  graphene_rect_t plot;
  gboolean upwards;

  ondes_chart_get_plot (chart, &plot);
  upwards = (x < plot.origin.x || x > plot.origin.x + plot.size.width)
            && ondes_chart_get_span (chart, GTK_ORIENTATION_VERTICAL, &span);
  for (guint i = 0; i < G_N_ELEMENTS (items); i++)
    {
      g_autoptr (GMenuItem) item = g_menu_item_new (_(items[i].label), NULL);

      g_menu_item_set_action_and_target (item, "chart.zoom-axis", "(bd)", upwards, items[i].factor);
      g_menu_append_item (section, item);
    }
  g_menu_append_section (menu, NULL, G_MENU_MODEL (section));
  g_object_unref (section);
  g_menu_append_section (menu, NULL, last);
  return G_MENU_MODEL (menu);
}

static GMenuModel *
model_new (OndesChart *chart,
           double      x,
           double      y)
{
  OndesChartClass *klass = ONDES_CHART_GET_CLASS (chart);
  graphene_rect_t plot;
  GMenuModel *model;

  ondes_chart_get_plot (chart, &plot);
  if (!klass->navigable || graphene_rect_contains_point (&plot, &GRAPHENE_POINT_INIT ((float) x, (float) y)))
    return plot_model_new (chart);
  model = klass->menu_at != NULL ? klass->menu_at (chart, x, y) : NULL;
  return model != NULL ? model : axis_model_new (chart, x, y);
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
  OndesChartClass *klass = ONDES_CHART_GET_CLASS (chart);
  g_autoptr (GMenuModel) model = model_new (chart, x, y);
  GtkWidget *menu = ondes_chart_menu_get (chart);

  if (menu == NULL)
    {
      menu = ondes_chart_menu_new (chart, model);
      g_signal_connect_object (menu, "closed", G_CALLBACK (on_closed), chart, G_CONNECT_SWAPPED);
    }
  gtk_popover_menu_set_menu_model (GTK_POPOVER_MENU (menu), model);
  if (klass->navigable)
    {
      g_autofree char *value = klass->copy_value != NULL ? klass->copy_value (chart) : NULL;

      gtk_widget_action_set_enabled (GTK_WIDGET (chart), "chart.copy-value", value != NULL);
    }
  gtk_popover_set_pointing_to (GTK_POPOVER (menu), &(GdkRectangle) { (int) x, (int) y, 1, 1 });
  ondes_chart_navigation_set_held (chart, TRUE);
  gtk_popover_popup (GTK_POPOVER (menu));
}

/* Points where the menu is about. */
static void
point (OndesChart *chart,
       double      x,
       double      y)
{
  if (ONDES_IS_TIME_CHART (chart))
    ondes_annotation_layer_choose_at (ONDES_TIME_CHART (chart), x, y);
  if (ONDES_CHART_GET_CLASS (chart)->navigable)
    ondes_chart_navigation_hold (chart, x, y);
  else
    ondes_timeline_set_pointer (ondes_time_chart_get_timeline (ONDES_TIME_CHART (chart)),
                                ondes_time_chart_x_to_sample (ONDES_TIME_CHART (chart), x));
}

static void
popup_at (OndesChart *chart,
          double      x,
          double      y,
          GtkGesture *gesture)
{
  if ((ondes_chart_menu_get (chart) != NULL && gtk_widget_get_visible (ondes_chart_menu_get (chart)))
      || ondes_chart_is_empty (chart))
    return;
  gtk_widget_grab_focus (GTK_WIDGET (chart));
  point (chart, x, y);
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
  OndesChart *chart = ONDES_CHART (widget);
  double x, y, first, count;

  if (ONDES_CHART_GET_CLASS (chart)->navigable)
    {
      if (ondes_chart_navigation_get_point (chart, &x, &y))
        popup (chart, x, y);
      return GDK_EVENT_STOP;
    }
  if (ondes_chart_is_empty (chart))
    return GDK_EVENT_STOP;
  ondes_timeline_get_view (ondes_time_chart_get_timeline (ONDES_TIME_CHART (chart)), &first, &count);
  x = ondes_time_chart_sample_to_x (ONDES_TIME_CHART (chart), first + count / 2);
  point (chart, x, 0);
  popup (chart, x, gtk_widget_get_height (widget) / 2);
  return GDK_EVENT_STOP;
}

void
ondes_chart_menu_install_keys (GtkWidgetClass *klass)
{
  gtk_widget_class_add_binding (klass, GDK_KEY_Menu, 0, on_key, NULL);
  gtk_widget_class_add_binding (klass, GDK_KEY_F10, GDK_SHIFT_MASK, on_key, NULL);
}

void
ondes_chart_menu_install (GtkWidgetClass *klass)
{
  gtk_widget_class_install_action (klass, "chart.zoom-axis", "(bd)", zoom_axis_action);
  gtk_widget_class_install_action (klass, "chart.copy-value", NULL, copy_value_action);
  gtk_widget_class_install_action (klass, "chart.zoom-in", NULL, zoom_action);
  gtk_widget_class_install_action (klass, "chart.zoom-out", NULL, zoom_action);
  gtk_widget_class_install_action (klass, "chart.whole", NULL, whole_action);
  ondes_chart_menu_install_keys (klass);
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
