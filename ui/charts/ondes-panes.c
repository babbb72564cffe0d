/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gi18n.h>

#include "ondes-panes.h"
#include "shell/ondes-template.h"

/* The height that a chart which expands keeps while others can give way, with its ruler, in pixels. */
#define LEAST 300

typedef struct
{
  GtkWidget     *pane;
  OndesPanePlace place;
  GSettings     *settings; /* borrowed from the application; NULL if none */
  const char    *key;
  int            size;     /* that a person chose; 0 for the natural one */
  int            begin;    /* of the pane, as a drag began */
  double         from;     /* the pointer then, from the start of what holds the pane */
} Handle;

#define HANDLE "ondes-pane-handle"

int
ondes_panes_get_size (GtkWidget *pane)
{
  const Handle *handle = g_object_get_data (G_OBJECT (pane), HANDLE);

  return handle != NULL ? handle->size : 0;
}

/* Returns the least and the wanted height of a child; 0 for one that is hidden. */
static int
measure_child (GtkWidget *child,
               int        width,
               int       *least)
{
  int natural;

  *least = 0;
  if (!gtk_widget_should_layout (child))
    return 0;
  gtk_widget_measure (child, GTK_ORIENTATION_VERTICAL, width, least, &natural, NULL, NULL);
  return ondes_panes_get_size (child) > 0 ? MAX (ondes_panes_get_size (child), *least) : natural;
}

static void
measure_pane (GtkWidget     *box,
              GtkOrientation orientation,
              int            for_size,
              int           *minimum,
              int           *natural,
              int           *minimum_baseline,
              int           *natural_baseline)
{
  *minimum = *natural = 0;
  for (GtkWidget *child = gtk_widget_get_first_child (box); child != NULL; child = gtk_widget_get_next_sibling (child))
    if (orientation == GTK_ORIENTATION_HORIZONTAL && gtk_widget_should_layout (child))
      {
        int least, wanted;

        gtk_widget_measure (child, orientation, -1, &least, &wanted, NULL, NULL);
        *minimum = MAX (*minimum, least);
        *natural = MAX (*natural, wanted);
      }
    else if (orientation == GTK_ORIENTATION_VERTICAL)
      {
        int least;

        *natural += measure_child (child, for_size, &least);
        *minimum += least;
      }
}

static gboolean
expands (GtkWidget *child)
{
  return gtk_widget_should_layout (child) && gtk_widget_compute_expand (child, GTK_ORIENTATION_VERTICAL)
         && ondes_panes_get_size (child) == 0;
}

/* What is needed of the heights, in pixels. */
typedef struct
{
  int wanted, slack; /* of children that do not expand; how much of it they can give */
  int needed, least; /* of those that do */
  int n;             /* of those that do */
} Sum;

static Sum
sum_up (GtkWidget *box,
        int        width)
{
  Sum sum = { 0 };

  for (GtkWidget *child = gtk_widget_get_first_child (box); child != NULL; child = gtk_widget_get_next_sibling (child))
    {
      int least;
      const int wanted = measure_child (child, width, &least);

      if (expands (child))
        {
          sum.needed += MAX (least, LEAST);
          sum.least += least;
          sum.n++;
          continue;
        }
      sum.wanted += wanted;
      sum.slack += wanted - least;
    }
  return sum;
}

static void
allocate_panes (GtkWidget *box,
                int        width,
                int        height,
                int        baseline)
{
  const Sum sum = sum_up (box, width);
  const int lack = CLAMP (sum.needed - (height - sum.wanted), 0, sum.slack);
  int spare = height - sum.wanted + lack - sum.least, n = sum.n;
  float y = 0;

  for (GtkWidget *child = gtk_widget_get_first_child (box); child != NULL; child = gtk_widget_get_next_sibling (child))
    {
      int least, given;

      if (!gtk_widget_should_layout (child))
        continue;
      given = measure_child (child, width, &least);
      if (expands (child))
        {
          given = least + MAX (spare, 0) / n;
          spare -= MAX (spare, 0) / n--;
        }
      else if (lack > 0)
        given -= (int) ((gint64) (given - least) * lack / sum.slack);
      gtk_widget_allocate (child, width, given, -1, gsk_transform_translate (NULL, &GRAPHENE_POINT_INIT (0, y)));
      y += (float) given;
    }
}

void
ondes_panes_install (GtkBox *box)
{
  gtk_widget_set_layout_manager (GTK_WIDGET (box), gtk_custom_layout_new (NULL, measure_pane, allocate_panes));
}

/* What lays out the pane takes its height from ondes_panes_get_size(), and its width from what it asks for. */
static void
apply (Handle *handle,
       int     size)
{
  handle->size = size;
  if (handle->place == ONDES_PANE_RIGHT)
    gtk_widget_set_size_request (handle->pane, size > 0 ? size : -1, -1);
  gtk_widget_queue_resize (handle->pane);
}

static void
set_size (Handle *handle,
          int     size)
{
  if (size == handle->size)
    return;
  apply (handle, size);
  if (handle->settings != NULL)
    g_settings_set_int (handle->settings, handle->key, size);
}

/* Returns the pointer of a drag from the start of what holds the pane, as the handle moves with it. */
static double
find_pointer (GtkGestureDrag *drag,
              Handle         *handle,
              double          right,
              double          down)
{
  GtkWidget *separator = gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (drag));
  double x, y;

  gtk_gesture_drag_get_start_point (drag, &x, &y);
  gtk_widget_translate_coordinates (separator, gtk_widget_get_parent (handle->pane), x + right, y + down, &x, &y);
  return handle->place == ONDES_PANE_RIGHT ? x : y;
}

static void
on_begin (GtkGestureDrag *drag,
          double          x,
          double          y,
          Handle         *handle)
{
  handle->begin = handle->place == ONDES_PANE_RIGHT ? gtk_widget_get_width (handle->pane) : gtk_widget_get_height (handle->pane);
  handle->from = find_pointer (drag, handle, 0, 0);
}

static void
on_update (GtkGestureDrag *drag,
           double          x,
           double          y,
           Handle         *handle)
{
  const int by = (int) (find_pointer (drag, handle, x, y) - handle->from);
  const int size = handle->begin + (handle->place == ONDES_PANE_ABOVE ? by : -by);
  int least = 1;

  if (handle->place == ONDES_PANE_RIGHT)
    {
      set_size (handle, CLAMP (size, 1, gtk_widget_get_width (gtk_widget_get_parent (handle->pane)) / 2));
      return;
    }
  gtk_widget_measure (handle->pane, GTK_ORIENTATION_VERTICAL, -1, &least, NULL, NULL, NULL);
  set_size (handle, MAX (size, least));
}

static void
on_pressed (Handle *handle,
            int     presses)
{
  if (presses == 2)
    set_size (handle, 0);
}

GtkWidget *
ondes_panes_new_handle (GtkWidget     *pane,
                        OndesPanePlace place,
                        GSettings     *settings,
                        const char    *key)
{
  GtkWidget *separator
    = gtk_separator_new (place == ONDES_PANE_RIGHT ? GTK_ORIENTATION_VERTICAL : GTK_ORIENTATION_HORIZONTAL);
  GtkGesture *drag = gtk_gesture_drag_new (), *click = gtk_gesture_click_new ();
  Handle *handle = ondes_widget_own (pane, HANDLE, g_new0 (Handle, 1), g_free);

  *handle = (Handle) { pane, place, settings, key };
  apply (handle, settings != NULL ? g_settings_get_int (settings, key) : 0);
  gtk_widget_add_css_class (separator, "pane-handle");
  gtk_widget_set_name (separator, key);
  gtk_widget_set_cursor_from_name (separator, place == ONDES_PANE_RIGHT ? "col-resize" : "row-resize");
  gtk_widget_set_tooltip_text (separator, _("Drag for another size; a double click returns to the usual one"));
  g_signal_connect (drag, "drag-begin", G_CALLBACK (on_begin), handle);
  g_signal_connect (drag, "drag-update", G_CALLBACK (on_update), handle);
  g_signal_connect_swapped (click, "pressed", G_CALLBACK (on_pressed), handle);
  gtk_gesture_group (drag, click);
  gtk_widget_add_controller (separator, GTK_EVENT_CONTROLLER (drag));
  gtk_widget_add_controller (separator, GTK_EVENT_CONTROLLER (click));
  g_object_bind_property (pane, "visible", separator, "visible", G_BINDING_SYNC_CREATE);
  return separator;
}
