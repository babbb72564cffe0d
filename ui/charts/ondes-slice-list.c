/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gi18n.h>
#include <math.h>

#include "ondes-slice-private.h"
#include "picture/words-slices.h"
#include "shell/ondes-accessible.h"
#include "shell/ondes-template.h"

#define SWATCH 12 /* pixels */

/* The widgets of an entry. */
typedef struct
{
  GtkWidget  *row;
  GtkLabel   *label;
  GtkWidget  *swatch, *remove;
  guint       id;
  OndesColour colour;
} Row;

struct _OndesSliceList
{
  AdwBin                  parent_instance;

  OndesSlicesShown       *shown; /* NULL until it is set up */
  GtkBox                 *rows;
  GtkWidget              *hint, *pale;
  GPtrArray              *list; /* of Row */
};

G_DEFINE_FINAL_TYPE (OndesSliceList, ondes_slice_list, ADW_TYPE_BIN)

static void
draw_swatch (GtkDrawingArea *area,
             cairo_t        *cr,
             int             width,
             int             height,
             gpointer        data)
{
  const Row *row = data;

  ondes_draw_colour (cr, &row->colour, 1);
  cairo_set_line_width (cr, 3);
  cairo_move_to (cr, 0, height / 2.0);
  cairo_line_to (cr, width, height / 2.0);
  cairo_stroke (cr);
}

static void
on_remove (OndesSliceList *self,
           GtkButton      *button)
{
  for (guint i = 0; i < self->list->len; i++)
    {
      const Row *row = g_ptr_array_index (self->list, i);

      if (row->remove == GTK_WIDGET (button) && row->id > 0)
        {
          ondes_slices_remove (ondes_scalogram_analysis_get_slices (self->shown->analysis), row->id);
          return;
        }
    }
}

static Row *
add_row (OndesSliceList *self)
{
  Row *row = g_new0 (Row, 1);
  GtkWidget *label = gtk_label_new (NULL);

  row->row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  row->swatch = gtk_drawing_area_new ();
  gtk_drawing_area_set_content_width (GTK_DRAWING_AREA (row->swatch), SWATCH);
  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (row->swatch), draw_swatch, row, NULL);
  row->label = GTK_LABEL (label);
  gtk_label_set_xalign (row->label, 0);
  gtk_label_set_ellipsize (row->label, PANGO_ELLIPSIZE_END);
  gtk_label_set_max_width_chars (row->label, 1); /* it takes what there is */
  gtk_label_set_wrap (row->label, TRUE);
  gtk_label_set_lines (row->label, 2);
  gtk_widget_add_css_class (label, "numeric");
  gtk_widget_add_css_class (label, "caption");
  gtk_widget_set_hexpand (label, TRUE);
  row->remove = ondes_accessible_new_button ("window-close-symbolic", _("Remove this slice"));
  gtk_widget_add_css_class (row->remove, "circular");
  g_signal_connect_object (row->remove, "clicked", G_CALLBACK (on_remove), self, G_CONNECT_SWAPPED);
  gtk_box_append (GTK_BOX (row->row), row->swatch);
  gtk_box_append (GTK_BOX (row->row), label);
  gtk_box_append (GTK_BOX (row->row), row->remove);
  gtk_box_append (self->rows, row->row);
  g_ptr_array_add (self->list, row);
  return row;
}

/* "1.25 s · 440 Hz", with what is not exact yet. */
static char *
print_entry (OndesSliceList         *self,
             const OndesSlicesEntry *entry)
{
  g_autofree char *place = ondes_words_slice (self->shown->analysis, entry);
  gboolean preview = FALSE;

  for (guint i = 0; i < ONDES_SLICE_KINDS; i++)
    preview |= entry->slices[i] != NULL && entry->slices[i]->preview;
  if (preview && !isnan (entry->progress) && entry->role != ONDES_SLICES_CROSSHAIR)
    /* Translators: where a slice is, and the percentage of it that is computed. */
    return g_strdup_printf (_("%s · %.0f %%"), place, floor (100 * entry->progress));
  return g_steal_pointer (&place);
}

static void
update_row (OndesSliceList         *self,
            Row                    *row,
            const OndesSlicesEntry *entry)
{
  static const char *const what[] = { N_("At the crosshair"),
                                      N_("Over the selection: mean, dashed the median, and a band from the 10th to the 90th "
                                         "percentile"),
                                      NULL };
  g_autofree char *text = print_entry (self, entry);
  const OndesTheme theme = ondes_chart_theme (GTK_WIDGET (self));
  g_autofree char *name = NULL, *tooltip = NULL;

  row->id = entry->id;
  row->colour = ondes_slice_colour (entry->colour, &theme);
  gtk_label_set_text (row->label, text);
  tooltip = what[entry->role] != NULL ? g_strdup_printf ("%s\n%s", text, _(what[entry->role])) : g_strdup (text);
  gtk_widget_set_tooltip_text (GTK_WIDGET (row->label), tooltip);
  gtk_widget_set_visible (row->remove, entry->id > 0);
  /* Translators: where a slice is. */
  name = g_strdup_printf (_("Remove the slice %s"), text);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row->remove), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  gtk_widget_queue_draw (row->swatch);
}

void
ondes_slice_list_update (OndesSliceList *self)
{
  OndesSlices *slices = ondes_scalogram_analysis_get_slices (self->shown->analysis);
  const gboolean known = ondes_scalogram_analysis_get_scalogram (self->shown->analysis) != NULL && ondes_slices_get_shown (slices);
  const guint n = known ? ondes_slices_get_n (slices) : 0;

  while (self->list->len > n)
    {
      const Row *last = g_ptr_array_index (self->list, self->list->len - 1);

      gtk_box_remove (self->rows, last->row);
      g_ptr_array_set_size (self->list, (int) self->list->len - 1);
    }
  for (guint i = 0; i < n; i++)
    update_row (self, i < self->list->len ? g_ptr_array_index (self->list, i) : add_row (self), ondes_slices_get (slices, i));
  gtk_widget_set_visible (self->hint, n == 0);
  gtk_widget_set_visible (self->pale, n > 0 && self->shown->result != NULL);
}

static void
on_hold (OndesSliceList *self)
{
  ondes_slices_hold (ondes_scalogram_analysis_get_slices (self->shown->analysis));
}

static void
on_clear (OndesSliceList *self)
{
  ondes_slices_remove (ondes_scalogram_analysis_get_slices (self->shown->analysis), 0);
}

static void
add_head (OndesSliceList *self,
          GtkBox         *box)
{
  GtkWidget *head = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6), *hold = gtk_button_new_with_mnemonic (_("_Hold"));
  GtkWidget *clear = gtk_button_new_with_mnemonic (_("C_lear"));

  g_signal_connect_object (hold, "clicked", G_CALLBACK (on_hold), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (clear, "clicked", G_CALLBACK (on_clear), self, G_CONNECT_SWAPPED);
  gtk_widget_set_tooltip_text (hold, _("Keep the slice of the selection or, without one, of the crosshair (Ctrl+H)"));
  gtk_widget_set_tooltip_text (clear, _("Remove all slices that are held"));
  gtk_box_append (GTK_BOX (head), hold);
  gtk_box_append (GTK_BOX (head), clear);
  gtk_box_append (box, head);
}

static void
ondes_slice_list_css_changed (GtkWidget         *widget,
                              GtkCssStyleChange *change)
{
  GTK_WIDGET_CLASS (ondes_slice_list_parent_class)->css_changed (widget, change);
  if (ONDES_SLICE_LIST (widget)->shown != NULL)
    ondes_slice_list_update (ONDES_SLICE_LIST (widget));
}

static void
ondes_slice_list_class_init (OndesSliceListClass *klass)
{
  GTK_WIDGET_CLASS (klass)->css_changed = ondes_slice_list_css_changed;
}

static GtkWidget *
new_hint (const char *text)
{
  GtkWidget *hint = gtk_label_new (text);

  gtk_label_set_wrap (GTK_LABEL (hint), TRUE);
  gtk_label_set_xalign (GTK_LABEL (hint), 0);
  gtk_widget_add_css_class (hint, "caption");
  gtk_widget_add_css_class (hint, "dim-label");
  return hint;
}

static void
ondes_slice_list_init (OndesSliceList *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0), *rows = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *scrolled = gtk_scrolled_window_new ();

  self->list = ondes_widget_own (self, "list", g_ptr_array_new_with_free_func (g_free), (GDestroyNotify) g_ptr_array_unref);
  self->rows = GTK_BOX (rows);
  self->hint = new_hint (_("Point at the picture, or select a part of it"));
  gtk_label_set_max_width_chars (GTK_LABEL (self->hint), 1);
  gtk_widget_set_hexpand (self->hint, TRUE);
  self->pale = new_hint (_("Pale: before the filter"));
  gtk_widget_add_css_class (box, "slices");
  add_head (self, GTK_BOX (box));
  gtk_box_append (GTK_BOX (rows), self->hint);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), rows);
  gtk_widget_set_vexpand (scrolled, TRUE);
  gtk_box_append (GTK_BOX (box), scrolled);
  gtk_box_append (GTK_BOX (box), self->pale);
  adw_bin_set_child (ADW_BIN (self), box);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Slices"), -1);
}

GtkWidget *
ondes_slice_list_new (OndesSlicesShown *shown)
{
  OndesSliceList *self = g_object_new (ONDES_TYPE_SLICE_LIST, NULL);

  self->shown = ondes_widget_own (self, "shown", ondes_slices_shown_ref (shown), (GDestroyNotify) ondes_slices_shown_unref);
  g_signal_connect_object (ondes_scalogram_analysis_get_slices (shown->analysis), "changed", G_CALLBACK (ondes_slice_list_update),
                           self, G_CONNECT_SWAPPED);
  g_signal_connect_object (adw_style_manager_get_default (), "notify::dark", G_CALLBACK (ondes_slice_list_update), self,
                           G_CONNECT_SWAPPED);
  ondes_slice_list_update (self);
  return GTK_WIDGET (self);
}
