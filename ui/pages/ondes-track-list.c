/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gi18n.h>

#include "ondes-track-list.h"
#include "shell/ondes-accessible.h"

#define MAX_HEIGHT 320 /* of the list, pixels */
#define TRACK "ondes-track"

struct _OndesTrackList
{
  AdwBin                 parent_instance;

  OndesAnnotationsModel *model;
  GtkListBox            *rows;
  GtkEntry              *fresh;
  char                 **shown; /* the tracks that have rows */
  gboolean               updating;
};

G_DEFINE_FINAL_TYPE (OndesTrackList, ondes_track_list, ADW_TYPE_BIN)

static const char *
track_of (gpointer widget)
{
  return g_object_get_data (G_OBJECT (widget), TRACK);
}

static void
set_track (gpointer widget,
           const char *name)
{
  g_object_set_data_full (G_OBJECT (widget), TRACK, g_strdup (name), g_free);
}

static void
on_shown (OndesTrackList *self,
          GParamSpec *pspec,
          GtkCheckButton *check)
{
  if (!self->updating)
    ondes_annotations_model_show_track (self->model, track_of (check), gtk_check_button_get_active (check));
}

static void
on_colour (OndesTrackList *self,
           GtkColorButton *button)
{
  GdkRGBA rgba;
  OndesColour colour;

  gtk_color_chooser_get_rgba (GTK_COLOR_CHOOSER (button), &rgba);
  colour = (OndesColour) { rgba.red, rgba.green, rgba.blue, 1 };
  ondes_annotations_model_set_colour (self->model, track_of (button), &colour);
}

/* Takes a name that was typed; an empty one is none. */
static void
rename_to (OndesTrackList *self,
           GtkWidget *entry)
{
  g_autofree char *name = g_strstrip (g_strdup (gtk_editable_get_text (GTK_EDITABLE (entry))));

  if (*name == 0)
    gtk_editable_set_text (GTK_EDITABLE (entry), track_of (entry));
  else if (!g_str_equal (name, track_of (entry)))
    ondes_annotations_model_rename_track (self->model, track_of (entry), name);
}

static void
on_renamed (OndesTrackList *self,
            GtkWidget *entry)
{
  rename_to (self, entry);
}

static void
on_name_left (OndesTrackList *self,
              GtkEventController *focus)
{
  rename_to (self, gtk_event_controller_get_widget (focus));
}

static void
on_remove (OndesTrackList *self,
           GtkWidget *button)
{
  ondes_annotations_model_remove_track (self->model, track_of (button));
}

static void
on_add (OndesTrackList *self)
{
  g_autofree char *name = g_strstrip (g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->fresh))));

  if (*name == 0)
    return;
  ondes_annotations_model_add_track (self->model, name);
  gtk_editable_set_text (GTK_EDITABLE (self->fresh), "");
}

static void
on_selected (OndesTrackList *self,
             GtkListBoxRow *row)
{
  if (!self->updating && row != NULL)
    ondes_annotations_model_set_track (self->model, track_of (row));
}

static GtkWidget *
new_check (OndesTrackList *self,
           const char *name,
           const char *title)
{
  GtkWidget *check = gtk_check_button_new ();
  g_autofree char *label = g_strdup_printf (_("Show the track %s"), title);

  gtk_check_button_set_active (GTK_CHECK_BUTTON (check), ondes_annotations_model_is_track_shown (self->model, name));
  gtk_widget_set_tooltip_text (check, _("Show its annotations"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (check), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  set_track (check, name);
  g_signal_connect_object (check, "notify::active", G_CALLBACK (on_shown), self, G_CONNECT_SWAPPED);
  return check;
}

static GtkWidget *
new_colour (OndesTrackList *self,
            const char *name,
            const char *title)
{
  const OndesColour colour = ondes_annotations_model_get_colour (self->model, name);
  const GdkRGBA rgba = { (float) colour.r, (float) colour.g, (float) colour.b, 1 };
  GtkWidget *button = gtk_color_button_new_with_rgba (&rgba);
  g_autofree char *label = g_strdup_printf (_("Colour of the track %s"), title);

  gtk_color_button_set_title (GTK_COLOR_BUTTON (button), label);
  gtk_color_button_set_modal (GTK_COLOR_BUTTON (button), TRUE);
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  set_track (button, name);
  g_signal_connect_object (button, "color-set", G_CALLBACK (on_colour), self, G_CONNECT_SWAPPED);
  return button;
}

/* Annotations without a track have no name to change. */
static GtkWidget *
new_name (OndesTrackList *self,
          const char *name,
          const char *title)
{
  GtkEventController *focus;
  GtkWidget *entry;

  if (*name == 0)
    {
      entry = gtk_label_new (title);
      gtk_label_set_xalign (GTK_LABEL (entry), 0);
      gtk_widget_add_css_class (entry, "dim-label");
      gtk_widget_set_hexpand (entry, TRUE);
      return entry;
    }
  focus = gtk_event_controller_focus_new ();
  entry = gtk_entry_new ();
  gtk_editable_set_text (GTK_EDITABLE (entry), name);
  gtk_editable_set_width_chars (GTK_EDITABLE (entry), 14);
  gtk_widget_set_hexpand (entry, TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Name of the track"), -1);
  set_track (entry, name);
  g_signal_connect_object (entry, "activate", G_CALLBACK (on_renamed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (focus, "leave", G_CALLBACK (on_name_left), self, G_CONNECT_SWAPPED);
  gtk_widget_add_controller (entry, focus);
  return entry;
}

static GtkWidget *
new_remove (OndesTrackList *self,
            const char *name,
            const char *title)
{
  GtkWidget *button = ondes_accessible_new_button ("user-trash-symbolic", _("Remove the track with its annotations"));
  g_autofree char *label = g_strdup_printf (_("Remove the track %s with its annotations"), title);

  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  set_track (button, name);
  g_signal_connect_object (button, "clicked", G_CALLBACK (on_remove), self, G_CONNECT_SWAPPED);
  return button;
}

static void
add_row (OndesTrackList *self,
         const char *name)
{
  const char *title = *name != 0 ? name : _("Without a track");
  GtkWidget *row = gtk_list_box_row_new (), *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);

  gtk_box_append (GTK_BOX (box), new_check (self, name, title));
  gtk_box_append (GTK_BOX (box), new_colour (self, name, title));
  gtk_box_append (GTK_BOX (box), new_name (self, name, title));
  if (*name != 0)
    gtk_box_append (GTK_BOX (box), new_remove (self, name, title));
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  gtk_widget_set_tooltip_text (row, _("New annotations come into the track that is selected"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, title, -1);
  set_track (row, name);
  gtk_list_box_append (self->rows, row);
}

/* Returns the names that have rows: none first, then those of the set. */
static char **
list_tracks (OndesTrackList *self)
{
  const char *const *names = ondes_annotation_set_get_tracks (ondes_annotations_model_get_set (self->model));
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

  g_strv_builder_add (builder, "");
  for (; *names != NULL; names++)
    if (**names != 0)
      g_strv_builder_add (builder, *names);
  return g_strv_builder_end (builder);
}

/* Shows the checks, colours and selection of the rows that are there. */
static void
update_rows (OndesTrackList *self)
{
  const char *track = ondes_annotations_model_get_track (self->model);
  GtkListBoxRow *row;

  for (int i = 0; (row = gtk_list_box_get_row_at_index (self->rows, i)) != NULL; i++)
    {
      const char *name = track_of (row);
      GtkWidget *check = gtk_widget_get_first_child (gtk_list_box_row_get_child (row));
      const OndesColour colour = ondes_annotations_model_get_colour (self->model, name);

      gtk_check_button_set_active (GTK_CHECK_BUTTON (check), ondes_annotations_model_is_track_shown (self->model, name));
      gtk_color_chooser_set_rgba (GTK_COLOR_CHOOSER (gtk_widget_get_next_sibling (check)),
                                  &(GdkRGBA) { (float) colour.r, (float) colour.g, (float) colour.b, 1 });
      if (g_str_equal (name, track))
        gtk_list_box_select_row (self->rows, row);
    }
}

static void
update (OndesTrackList *self)
{
  g_auto (GStrv) names = NULL;

  if (!gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  names = list_tracks (self);
  self->updating = TRUE;
  if (self->shown == NULL || !g_strv_equal ((const char *const *) names, (const char *const *) self->shown))
    {
      GtkListBoxRow *row;

      while ((row = gtk_list_box_get_row_at_index (self->rows, 0)) != NULL)
        gtk_list_box_remove (self->rows, GTK_WIDGET (row));
      for (guint i = 0; names[i] != NULL; i++)
        add_row (self, names[i]);
      g_strfreev (self->shown);
      self->shown = g_steal_pointer (&names);
    }
  update_rows (self);
  self->updating = FALSE;
}

static void
ondes_track_list_finalize (GObject *object)
{
  OndesTrackList *self = ONDES_TRACK_LIST (object);

  g_strfreev (self->shown);
  g_clear_object (&self->model);
  G_OBJECT_CLASS (ondes_track_list_parent_class)->finalize (object);
}

static void
ondes_track_list_class_init (OndesTrackListClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = ondes_track_list_finalize;
}

static void
ondes_track_list_init (OndesTrackList *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6), *scrolled = gtk_scrolled_window_new ();

  self->rows = GTK_LIST_BOX (gtk_list_box_new ());
  gtk_widget_add_css_class (GTK_WIDGET (self->rows), "rich-list");
  gtk_list_box_set_selection_mode (self->rows, GTK_SELECTION_BROWSE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->rows), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Tracks of annotations"), -1);
  g_signal_connect_swapped (self->rows, "row-selected", G_CALLBACK (on_selected), self);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scrolled), TRUE);
  gtk_scrolled_window_set_propagate_natural_width (GTK_SCROLLED_WINDOW (scrolled), TRUE);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (scrolled), MAX_HEIGHT);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), GTK_WIDGET (self->rows));
  gtk_box_append (GTK_BOX (box), scrolled);
  self->fresh = GTK_ENTRY (gtk_entry_new ());
  gtk_entry_set_placeholder_text (self->fresh, _("New track"));
  gtk_entry_set_icon_from_icon_name (self->fresh, GTK_ENTRY_ICON_SECONDARY, "list-add-symbolic");
  gtk_entry_set_icon_tooltip_text (self->fresh, GTK_ENTRY_ICON_SECONDARY, _("Add the track"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->fresh), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Name of a new track"), -1);
  g_signal_connect_swapped (self->fresh, "activate", G_CALLBACK (on_add), self);
  g_signal_connect_swapped (self->fresh, "icon-press", G_CALLBACK (on_add), self);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->fresh));
  adw_bin_set_child (ADW_BIN (self), box);
  g_signal_connect (self, "map", G_CALLBACK (update), NULL);
}

GtkWidget *
ondes_track_list_new (OndesAnnotationsModel *model)
{
  OndesTrackList *self = g_object_new (ONDES_TYPE_TRACK_LIST, NULL);

  self->model = g_object_ref (model);
  g_signal_connect_object (model, "changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  return GTK_WIDGET (self);
}
