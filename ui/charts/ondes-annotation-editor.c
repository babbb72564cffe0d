/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The editor of one annotation: a popover at it, with its label first. Enter takes what is typed, Escape leaves it as it was. */
#include "config.h"

#include <glib/gi18n.h>
#include <math.h>

#include "ondes-annotation-private.h"
#include "session/words-annotations.h"
#include "shell/ondes-accessible.h"

enum { TRACK = ONDES_ANNOTATION_TRACK, N_ENTRIES = ONDES_ANNOTATION_COLUMNS };

typedef struct
{
  OndesAnnotationLayer *layer; /* borrowed: it owns the popover */
  OndesAnnotation      *annotation;
  GtkEntry             *entries[N_ENTRIES];
  char                 *shown[N_ENTRIES]; /* what they showed at first */
  GtkLabel             *problem;
} Editor;

/* The order of the rows: the label is typed first. */
static const OndesAnnotationColumn order[] = {
  ONDES_ANNOTATION_LABEL, ONDES_ANNOTATION_TRACK, ONDES_ANNOTATION_START,
  ONDES_ANNOTATION_END,   ONDES_ANNOTATION_LOW,   ONDES_ANNOTATION_HIGH,
};

static void
editor_free (gpointer data)
{
  Editor *self = data;

  g_clear_pointer (&self->annotation, ondes_annotation_unref);
  for (guint i = 0; i < N_ENTRIES; i++)
    g_free (self->shown[i]);
  g_free (self);
}

static OndesSession *
session_of (Editor *self)
{
  return ondes_time_chart_get_session (self->layer->chart);
}

static void
show_problem (Editor     *self,
              const char *text)
{
  gtk_label_set_text (self->problem, text != NULL ? text : "");
  gtk_widget_set_visible (GTK_WIDGET (self->problem), text != NULL);
}

/* Takes what was typed, or says what is wrong with the first entry that is. */
static void
on_activate (Editor *self)
{
  g_autoptr (OndesAnnotation) fresh = ondes_annotation_ref (self->annotation);

  for (guint i = 0; i < G_N_ELEMENTS (order); i++)
    {
      const OndesAnnotationColumn column = order[i];
      const char *text = gtk_editable_get_text (GTK_EDITABLE (self->entries[column]));
      g_autofree char *problem = NULL;
      OndesAnnotation *next;

      if (g_str_equal (text, self->shown[column]))
        continue;
      next = ondes_words_annotation_read (session_of (self), fresh, column, text, &problem);
      if (next == NULL)
        {
          show_problem (self, problem);
          gtk_widget_grab_focus (GTK_WIDGET (self->entries[column]));
          return;
        }
      ondes_annotation_unref (fresh);
      fresh = next;
    }
  ondes_annotations_model_complete (self->layer->model, self->annotation, fresh);
  if (!g_str_equal (fresh->track, self->annotation->track))
    ondes_annotations_model_set_track (self->layer->model, fresh->track);
  gtk_popover_popdown (GTK_POPOVER (self->layer->editor));
}

static void
on_closed (Editor *self)
{
  gtk_widget_grab_focus (GTK_WIDGET (self->layer->chart));
}

/* Completes the names of tracks. */
static void
fill_tracks (Editor *self)
{
  GtkEntryCompletion *completion = gtk_entry_get_completion (self->entries[TRACK]);
  GtkListStore *names = GTK_LIST_STORE (gtk_entry_completion_get_model (completion));
  const char *const *tracks = ondes_annotation_set_get_tracks (ondes_annotations_model_get_set (self->layer->model));

  gtk_list_store_clear (names);
  for (; *tracks != NULL; tracks++)
    gtk_list_store_insert_with_values (names, NULL, -1, 0, *tracks, -1);
}

static void
complete_tracks (Editor *self)
{
  g_autoptr (GtkEntryCompletion) completion = gtk_entry_completion_new ();
  g_autoptr (GtkListStore) names = gtk_list_store_new (1, G_TYPE_STRING);

  gtk_entry_completion_set_model (completion, GTK_TREE_MODEL (names));
  gtk_entry_completion_set_text_column (completion, 0);
  gtk_entry_completion_set_inline_completion (completion, TRUE);
  gtk_entry_completion_set_popup_completion (completion, FALSE);
  gtk_entry_set_completion (self->entries[TRACK], completion);
}

static void
add_row (Editor  *self,
         GtkGrid *grid,
         guint    row)
{
  const OndesAnnotationColumn column = order[row];
  GtkWidget *label = gtk_label_new (NULL), *entry = gtk_entry_new ();

  gtk_widget_set_halign (label, GTK_ALIGN_END);
  gtk_widget_add_css_class (label, "dim-label");
  gtk_entry_set_activates_default (GTK_ENTRY (entry), FALSE);
  gtk_editable_set_width_chars (GTK_EDITABLE (entry), 18);
  gtk_widget_set_hexpand (entry, TRUE);
  self->entries[column] = GTK_ENTRY (entry);
  g_object_set_data (G_OBJECT (entry), "title", label);
  gtk_accessible_update_relation (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_RELATION_LABELLED_BY, label, NULL, -1);
  g_signal_connect_swapped (entry, "activate", G_CALLBACK (on_activate), self);
  gtk_grid_attach (grid, label, 0, (int) row, 1, 1);
  gtk_grid_attach (grid, entry, 1, (int) row, 1, 1);
}

static Editor *
editor_new (OndesAnnotationLayer *layer)
{
  Editor *self = g_new0 (Editor, 1);
  GtkWidget *grid = gtk_grid_new (), *done = gtk_button_new_with_mnemonic (_("_Done"));

  self->layer = layer;
  layer->editor = gtk_popover_new ();
  gtk_grid_set_row_spacing (GTK_GRID (grid), 6);
  gtk_grid_set_column_spacing (GTK_GRID (grid), 8);
  for (guint i = 0; i < G_N_ELEMENTS (order); i++)
    add_row (self, GTK_GRID (grid), i);
  complete_tracks (self);
  self->problem = GTK_LABEL (gtk_label_new (NULL));
  gtk_label_set_wrap (self->problem, TRUE);
  gtk_label_set_max_width_chars (self->problem, 30);
  gtk_label_set_xalign (self->problem, 0);
  gtk_widget_add_css_class (GTK_WIDGET (self->problem), "problem");
  gtk_grid_attach (GTK_GRID (grid), GTK_WIDGET (self->problem), 0, N_ENTRIES, 2, 1);
  gtk_widget_set_halign (done, GTK_ALIGN_END);
  gtk_widget_add_css_class (done, "suggested-action");
  g_signal_connect_swapped (done, "clicked", G_CALLBACK (on_activate), self);
  gtk_grid_attach (GTK_GRID (grid), done, 0, N_ENTRIES + 1, 2, 1);
  gtk_popover_set_child (GTK_POPOVER (layer->editor), grid);
  gtk_widget_set_parent (layer->editor, GTK_WIDGET (layer->chart));
  gtk_accessible_update_property (GTK_ACCESSIBLE (layer->editor), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Annotation"), -1);
  ondes_accessible_name_buttons (layer->editor);
  g_object_set_data_full (G_OBJECT (layer->editor), "ondes-annotation-editor", self, editor_free);
  g_signal_connect_swapped (layer->editor, "closed", G_CALLBACK (on_closed), self);
  return self;
}

/* Shows the values of the annotation. */
static void
fill (Editor *self)
{
  for (guint i = 0; i < G_N_ELEMENTS (order); i++)
    {
      const OndesAnnotationColumn column = order[i];
      g_autofree char *text = ondes_words_annotation (session_of (self), self->annotation, column);
      g_autofree char *title = ondes_words_annotation_title (session_of (self), column);

      gtk_label_set_text (GTK_LABEL (g_object_get_data (G_OBJECT (self->entries[column]), "title")), title);
      gtk_editable_set_text (GTK_EDITABLE (self->entries[column]), text);
      g_free (self->shown[column]);
      self->shown[column] = g_steal_pointer (&text);
    }
  fill_tracks (self);
  show_problem (self, NULL);
}

void
ondes_annotation_editor_open (OndesAnnotationLayer       *layer,
                              OndesAnnotation            *annotation,
                              const OndesAnnotationPlace *place)
{
  Editor *self = layer->editor != NULL ? g_object_get_data (G_OBJECT (layer->editor), "ondes-annotation-editor")
                                       : editor_new (layer);
  graphene_rect_t area, at;

  ondes_chart_get_plot (ONDES_CHART (layer->chart), &area);
  graphene_rect_init (&at, (float) place->area.x, (float) place->area.y, (float) place->area.width, (float) place->area.height);
  if (!graphene_rect_intersection (&at, &area, &at))
    at.origin = area.origin;
  /* At the top of what is drawn from top to bottom, so that the picture stays in view. */
  if (!place->box)
    at.size.height = 1;
  g_clear_pointer (&self->annotation, ondes_annotation_unref);
  self->annotation = ondes_annotation_ref (annotation);
  fill (self);
  gtk_popover_set_pointing_to (GTK_POPOVER (layer->editor), &(GdkRectangle) { (int) at.origin.x, (int) at.origin.y,
                                                                              MAX ((int) at.size.width, 1),
                                                                              MAX ((int) at.size.height, 1) });
  gtk_popover_popup (GTK_POPOVER (layer->editor));
  gtk_widget_grab_focus (GTK_WIDGET (self->entries[ONDES_ANNOTATION_LABEL]));
}
