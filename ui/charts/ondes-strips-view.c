/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gi18n.h>
#include <math.h>

#include "ondes-strip-chart.h"
#include "ondes-strips-view.h"
#include "session/signals.h"

#define LEAST_HEIGHT  120 /* pixels */
#define LEAST_STRIP   20
#define LARGEST_STRIP 90

struct _OndesStripsView
{
  AdwBin         parent_instance;

  OndesStrips   *strips;
  GtkListView   *list;
  GtkStringList *names; /* of the channels; owned by the list's model */
  GPtrArray     *charts; /* borrowed: those that are bound */
  GtkAdjustment *scroll;  /* of the list; owned by the scrolled window */
  double         wanted;  /* where it is to be once the list is as long, in pixels; NaN if it is there */
};

G_DEFINE_FINAL_TYPE (OndesStripsView, ondes_strips_view, ADW_TYPE_BIN)

static guint scrolled_signal;

static void
on_setup (OndesStripsView *self,
          GtkListItem     *item)
{
  gtk_list_item_set_child (item, ondes_strip_chart_new (self->strips));
  /* The chart itself has the focus and the keys. */
  gtk_list_item_set_activatable (item, FALSE);
}

/* Few strips share the height of the view; more are as low as can be, and scroll. */
static void
size_strip (OndesStripsView *self,
            GtkWidget       *chart)
{
  const int n = (int) ondes_strips_get_n (self->strips), room = (int) gtk_adjustment_get_page_size (self->scroll);

  gtk_widget_set_size_request (chart, -1, CLAMP (MAX (room, LEAST_HEIGHT) / MAX (n, 1), LEAST_STRIP, LARGEST_STRIP));
}

static void
on_bind (OndesStripsView *self,
         GtkListItem     *item)
{
  GtkWidget *chart = gtk_list_item_get_child (item);

  size_strip (self, chart);
  g_ptr_array_add (self->charts, chart);
  ondes_strip_chart_set_channel (ONDES_STRIP_CHART (chart), gtk_list_item_get_position (item) + 1);
}

static void
on_unbind (OndesStripsView *self,
           GtkListItem     *item)
{
  g_ptr_array_remove_fast (self->charts, gtk_list_item_get_child (item));
  ondes_strip_chart_set_channel (ONDES_STRIP_CHART (gtk_list_item_get_child (item)), 0);
}

/* Lists the channels of the recording anew if they are others. */
static void
update (OndesStripsView *self)
{
  const guint n = ondes_strips_get_n (self->strips), before = g_list_model_get_n_items (G_LIST_MODEL (self->names));
  GStrvBuilder *builder;
  g_auto (GStrv) names = NULL;
  gboolean same = n == before;

  builder = g_strv_builder_new ();
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *name = ondes_strips_name (self->strips, i + 1);

      same = same && g_str_equal (gtk_string_list_get_string (self->names, i), name);
      g_strv_builder_add (builder, name);
    }
  names = g_strv_builder_end (builder);
  g_strv_builder_unref (builder);
  if (!same)
    gtk_string_list_splice (self->names, 0, before, (const char *const *) names);
}

/* Another recording has other strips, whatever their names. */
static void
on_recording (OndesStripsView *self)
{
  if (ondes_session_get_change (ondes_strips_get_session (self->strips)) == ONDES_CHANGE_CHANNEL)
    return;
  gtk_string_list_splice (self->names, 0, g_list_model_get_n_items (G_LIST_MODEL (self->names)), NULL);
  update (self);
}

static void
on_map (OndesStripsView *self)
{
  ondes_strips_set_shown (self->strips, TRUE);
}

static void
on_unmap (OndesStripsView *self)
{
  gtk_string_list_splice (self->names, 0, g_list_model_get_n_items (G_LIST_MODEL (self->names)), NULL);
  ondes_strips_set_shown (self->strips, FALSE);
}

double
ondes_strips_view_get_scroll (OndesStripsView *self)
{
  return isnan (self->wanted) ? gtk_adjustment_get_value (self->scroll) : self->wanted;
}

/* The list is as long as its strips, which come after it is shown. */
static void
on_length (OndesStripsView *self)
{
  const double last = gtk_adjustment_get_upper (self->scroll) - gtk_adjustment_get_page_size (self->scroll);

  if (isnan (self->wanted) || last < self->wanted)
    return;
  gtk_adjustment_set_value (self->scroll, self->wanted);
  self->wanted = NAN;
}

static void
on_scrolled (OndesStripsView *self)
{
  if (isnan (self->wanted) && gtk_widget_get_mapped (GTK_WIDGET (self)))
    g_signal_emit (self, scrolled_signal, 0);
}

void
ondes_strips_view_set_scroll (OndesStripsView *self,
                              double           pixels)
{
  self->wanted = pixels >= 0 && pixels < INFINITY ? pixels : NAN;
  on_length (self);
}

/* Sizes cannot change while the list is allocated, which is when its height is known. */
static gboolean
on_height_idle (gpointer data)
{
  OndesStripsView *self = data;

  for (guint i = 0; i < self->charts->len; i++)
    size_strip (self, g_ptr_array_index (self->charts, i));
  return G_SOURCE_REMOVE;
}

static void
on_height (OndesStripsView *self)
{
  g_idle_add_full (GTK_PRIORITY_RESIZE, on_height_idle, g_object_ref (self), g_object_unref);
}

static void
ondes_strips_view_finalize (GObject *object)
{
  g_ptr_array_unref (ONDES_STRIPS_VIEW (object)->charts);
  G_OBJECT_CLASS (ondes_strips_view_parent_class)->finalize (object);
}

static void
ondes_strips_view_dispose (GObject *object)
{
  OndesStripsView *self = ONDES_STRIPS_VIEW (object);

  if (self->strips != NULL)
    g_signal_handlers_disconnect_by_data (self->strips, self);
  g_clear_object (&self->strips);
  G_OBJECT_CLASS (ondes_strips_view_parent_class)->dispose (object);
}

static void
ondes_strips_view_class_init (OndesStripsViewClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ondes_strips_view_dispose;
  G_OBJECT_CLASS (klass)->finalize = ondes_strips_view_finalize;
  scrolled_signal = ondes_signal_new (klass, "scrolled");
}

static void
ondes_strips_view_init (OndesStripsView *self)
{
  self->charts = g_ptr_array_new ();
}

OndesStrips *
ondes_strips_view_get_strips (OndesStripsView *self)
{
  return self->strips;
}

GtkWidget *
ondes_strips_view_new (OndesSession *session)
{
  OndesStripsView *self = g_object_new (ONDES_TYPE_STRIPS_VIEW, NULL);
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  GtkWidget *scrolled = gtk_scrolled_window_new ();

  self->strips = ondes_strips_new (session);
  self->names = gtk_string_list_new (NULL);
  g_signal_connect_object (factory, "setup", G_CALLBACK (on_setup), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (factory, "bind", G_CALLBACK (on_bind), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (factory, "unbind", G_CALLBACK (on_unbind), self, G_CONNECT_SWAPPED);
  self->list = GTK_LIST_VIEW (gtk_list_view_new (GTK_SELECTION_MODEL (gtk_no_selection_new (G_LIST_MODEL (self->names))), factory));
  gtk_widget_add_css_class (GTK_WIDGET (self->list), "strips");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->list), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Channels"), -1);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_min_content_height (GTK_SCROLLED_WINDOW (scrolled), LEAST_HEIGHT);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), GTK_WIDGET (self->list));
  self->wanted = NAN;
  self->scroll = gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (scrolled));
  g_signal_connect_object (self->scroll, "changed", G_CALLBACK (on_length), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->scroll, "notify::page-size", G_CALLBACK (on_height), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->scroll, "value-changed", G_CALLBACK (on_scrolled), self, G_CONNECT_SWAPPED);
  adw_bin_set_child (ADW_BIN (self), scrolled);
  gtk_widget_set_vexpand (GTK_WIDGET (self), TRUE);
  g_signal_connect_swapped (self->strips, "changed", G_CALLBACK (update), self);
  g_signal_connect_object (session, "recording-changed", G_CALLBACK (on_recording), self, G_CONNECT_SWAPPED | G_CONNECT_AFTER);
  g_signal_connect (self, "map", G_CALLBACK (on_map), NULL);
  g_signal_connect (self, "unmap", G_CALLBACK (on_unmap), NULL);
  return GTK_WIDGET (self);
}
