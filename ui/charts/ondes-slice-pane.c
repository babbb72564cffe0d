/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gi18n.h>

#include "ondes-panes.h"
#include "ondes-slice-pane.h"
#include "ondes-slice-private.h"
#include "shell/ondes-template.h"

struct _OndesSlicePane
{
  AdwBin                  parent_instance;

  OndesSlicesShown       *shown;
  gulong                  following; /* handler of the result's slices; 0 for none */
  GtkWidget              *spectrum, *envelope, *list;
  int                     width;   /* of the charts on the right; 0 while they are hidden */
  GPtrArray              *aligned; /* of charts above, borrowed; they are in the same page */
};

G_DEFINE_FINAL_TYPE (OndesSlicePane, ondes_slice_pane, ADW_TYPE_BIN)

#define ALIGNED_TO "ondes-slice-pane" /* of a chart above: the pane that set its width last */
#define LOWER_PART 0.3 /* of the height, at most for the envelopes, unless they need more */

/* The children of the pane's box in their order. */
enum { VIEW, SPECTRUM, ENVELOPE, LIST, N_PARTS };

#define GRIP 9 /* pixels of a handle, over the edges of two parts */

/* Sets the least and the natural sizes of the children; 0 for one that is hidden. */
static void
measure_parts (GtkWidget     *box,
               GtkOrientation orientation,
               int            least[N_PARTS],
               int            natural[N_PARTS])
{
  GtkWidget *part = gtk_widget_get_first_child (box);

  for (guint i = 0; i < N_PARTS; i++, part = gtk_widget_get_next_sibling (part))
    if (gtk_widget_should_layout (part))
      gtk_widget_measure (part, orientation, -1, &least[i], &natural[i], NULL, NULL);
    else
      least[i] = natural[i] = 0;
}

/* Returns the width of the parts on the right. */
static int
get_right (GtkWidget *box,
           const int  least[N_PARTS])
{
  return MAX (ONDES_SLICE_PANE (gtk_widget_get_parent (box))->width, MAX (least[SPECTRUM], least[LIST]));
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
  int least[N_PARTS], wanted[N_PARTS];

  measure_parts (box, orientation, least, wanted);
  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    {
      const int right = get_right (box, least);

      *minimum = MAX (least[VIEW], least[ENVELOPE]) + right;
      *natural = MAX (wanted[VIEW], wanted[ENVELOPE]) + right;
      return;
    }
  *minimum = MAX (least[VIEW], least[SPECTRUM]) + MAX (least[ENVELOPE], least[LIST]);
  *natural = MAX (wanted[VIEW], wanted[SPECTRUM]) + MAX (wanted[ENVELOPE], wanted[LIST]);
}

/* Returns the height of the envelopes that a person chose, or the usual one. */
static int
get_lower (GtkWidget *box,
           int        natural,
           int        height)
{
  GtkWidget *envelope = gtk_widget_get_next_sibling (gtk_widget_get_next_sibling (gtk_widget_get_first_child (box)));

  if (!gtk_widget_should_layout (envelope))
    return 0;
  return ondes_panes_get_size (envelope) > 0 ? ondes_panes_get_size (envelope) : MIN (natural, (int) (LOWER_PART * height));
}

/* The picture comes first: where there is little height, the envelopes below get what they need and no more. */
static void
allocate_pane (GtkWidget *box,
               int        width,
               int        height,
               int        baseline)
{
  int least[N_PARTS], natural[N_PARTS], right, lower;
  GtkWidget *part = gtk_widget_get_first_child (box);

  measure_parts (box, GTK_ORIENTATION_HORIZONTAL, least, natural);
  right = get_right (box, least);
  measure_parts (box, GTK_ORIENTATION_VERTICAL, least, natural);
  lower = get_lower (box, natural[ENVELOPE], height);
  lower = MAX (MAX (least[ENVELOPE], least[LIST]), MIN (lower, height - least[VIEW]));
  for (guint i = 0; i < N_PARTS; i++, part = gtk_widget_get_next_sibling (part))
    {
      const gboolean aside = i == SPECTRUM || i == LIST, below = i == ENVELOPE || i == LIST;
      const graphene_point_t at = { aside ? width - right : 0, below ? height - lower : 0 };

      if (gtk_widget_should_layout (part))
        gtk_widget_allocate (part, aside ? right : width - right, below ? lower : height - lower, -1,
                             gsk_transform_translate (NULL, &at));
    }
  /* The handles, first for the width of the spectra. */
  for (gboolean beside = TRUE; part != NULL; part = gtk_widget_get_next_sibling (part), beside = FALSE)
    {
      const graphene_point_t at = { beside ? width - right - GRIP / 2 : 0, beside ? 0 : height - lower - GRIP / 2 };

      if (gtk_widget_should_layout (part))
        gtk_widget_allocate (part, beside ? GRIP : width - right, beside ? height - lower : GRIP, -1,
                             gsk_transform_translate (NULL, &at));
    }
}

/* The charts above stop where the slices of the pane in view begin. Another pane in its place may be shown before this one is
 * hidden. */
static void
align (OndesSlicePane *self)
{
  const gboolean shown = gtk_widget_get_mapped (GTK_WIDGET (self));

  for (guint i = 0; i < self->aligned->len; i++)
    {
      GObject *chart = g_ptr_array_index (self->aligned, i);

      if (shown)
        g_object_set_data (chart, ALIGNED_TO, self);
      if (g_object_get_data (chart, ALIGNED_TO) == self)
        gtk_widget_set_margin_end (GTK_WIDGET (chart), shown ? self->width : 0);
    }
}

static void
fit (OndesSlicePane *self)
{
  int list = 0;

  self->width = 0;
  if (gtk_widget_get_visible (self->spectrum))
    {
      gtk_widget_measure (self->spectrum, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &self->width, NULL, NULL);
      gtk_widget_measure (self->list, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &list, NULL, NULL);
    }
  self->width = MAX (self->width, list);
  align (self);
}

static void
update (OndesSlicePane *self)
{
  const gboolean shown = ondes_slices_get_shown (ondes_scalogram_analysis_get_slices (self->shown->analysis));

  if (shown == gtk_widget_get_visible (self->spectrum))
    return;
  gtk_widget_set_visible (self->spectrum, shown);
  gtk_widget_set_visible (self->envelope, shown);
  gtk_widget_set_visible (self->list, shown);
  fit (self);
}

void
ondes_slice_pane_add_handles (OndesSlicePane *self,
                              GSettings      *settings)
{
  GtkBox *box = GTK_BOX (adw_bin_get_child (ADW_BIN (self)));

  gtk_box_append (box, ondes_panes_new_handle (self->spectrum, ONDES_PANE_RIGHT, settings, "slices-width"));
  gtk_box_append (box, ondes_panes_new_handle (self->envelope, ONDES_PANE_BELOW, settings, "slices-height"));
  g_signal_connect_object (self->spectrum, "notify::width-request", G_CALLBACK (fit), self, G_CONNECT_SWAPPED);
}

static void
redraw (OndesSlicePane *self)
{
  ondes_chart_changed (ONDES_CHART (self->spectrum));
  ondes_chart_changed (ONDES_CHART (self->envelope));
}

static void
on_slices (OndesSlicePane *self)
{
  update (self);
  redraw (self);
}

void
ondes_slice_pane_set_result (OndesSlicePane         *self,
                             OndesScalogramAnalysis *result)
{
  if (result == self->shown->result)
    return;
  if (self->shown->result != NULL)
    g_signal_handler_disconnect (ondes_scalogram_analysis_get_slices (self->shown->result), self->following);
  g_set_object (&self->shown->result, result);
  if (result != NULL)
    {
      OndesSlices *slices = ondes_scalogram_analysis_get_slices (result);

      self->following = g_signal_connect_object (slices, "changed", G_CALLBACK (redraw), self, G_CONNECT_SWAPPED);
      ondes_slices_follow (slices);
    }
  ondes_slice_list_update (ONDES_SLICE_LIST (self->list));
  redraw (self);
}

static void
ondes_slice_pane_class_init (OndesSlicePaneClass *klass)
{
}

static void
ondes_slice_pane_init (OndesSlicePane *self)
{
  self->aligned = ondes_widget_own (self, "aligned", g_ptr_array_new (), (GDestroyNotify) g_ptr_array_unref);
  g_signal_connect (self, "map", G_CALLBACK (align), NULL);
  g_signal_connect (self, "unmap", G_CALLBACK (align), NULL);
}

GtkWidget *
ondes_slice_pane_new (OndesScalogramView *view)
{
  OndesSlicePane *self = g_object_new (ONDES_TYPE_SLICE_PANE, NULL);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  self->shown = ondes_widget_own (self, "shown", ondes_slices_shown_new (ondes_scalogram_view_get_analysis (view)),
                                  (GDestroyNotify) ondes_slices_shown_unref);
  self->spectrum = ondes_slice_spectrum_view_new (view, self->shown);
  self->envelope = ondes_slice_envelope_view_new (self->shown);
  self->list = ondes_slice_list_new (self->shown);
  gtk_widget_set_hexpand (self->list, FALSE);
  gtk_widget_set_vexpand (self->list, FALSE);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (view));
  gtk_box_append (GTK_BOX (box), self->spectrum);
  gtk_box_append (GTK_BOX (box), self->envelope);
  gtk_box_append (GTK_BOX (box), self->list);
  gtk_widget_set_layout_manager (box, gtk_custom_layout_new (NULL, measure_pane, allocate_pane));
  gtk_widget_set_visible (self->spectrum, FALSE);
  gtk_widget_set_visible (self->envelope, FALSE);
  gtk_widget_set_visible (self->list, FALSE);
  adw_bin_set_child (ADW_BIN (self), box);
  g_signal_connect_object (ondes_scalogram_analysis_get_slices (self->shown->analysis), "changed", G_CALLBACK (on_slices), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->shown->analysis, "display-changed", G_CALLBACK (redraw), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->shown->analysis, "picture-changed", G_CALLBACK (redraw), self, G_CONNECT_SWAPPED);
  update (self);
  return GTK_WIDGET (self);
}

void
ondes_slice_pane_align (OndesSlicePane *self,
                        GtkWidget      *chart)
{
  g_ptr_array_add (self->aligned, chart);
  align (self);
}

static void
on_toggled (OndesSlices     *slices,
            GtkToggleButton *button)
{
  ondes_slices_set_shown (slices, gtk_toggle_button_get_active (button));
}

static void
update_button (GtkToggleButton *button,
               OndesSlices     *slices)
{
  gtk_toggle_button_set_active (button, ondes_slices_get_shown (slices));
}

GtkWidget *
ondes_slice_pane_new_button (OndesSlicePane *self)
{
  OndesSlices *slices = ondes_scalogram_analysis_get_slices (self->shown->analysis);
  GtkWidget *button = gtk_toggle_button_new ();

  gtk_button_set_icon_name (GTK_BUTTON (button), "ondes-slices-symbolic");
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_set_tooltip_text (button, _("Slices beside the picture: spectrum and envelope at the crosshair or over the "
                                         "selection (F8)"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Slices"), -1);
  g_signal_connect_object (button, "toggled", G_CALLBACK (on_toggled), slices, G_CONNECT_SWAPPED);
  g_signal_connect_object (slices, "changed", G_CALLBACK (update_button), button, G_CONNECT_SWAPPED);
  update_button (GTK_TOGGLE_BUTTON (button), slices);
  return button;
}
