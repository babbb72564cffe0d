/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gi18n.h>

#include "ondes-annotation-pane.h"
#include "ondes-column-sort.h"
#include "ondes-track-list.h"
#include "session/signals.h"
#include "shell/ondes-accessible.h"

struct _OndesAnnotationPane
{
  AdwBin                 parent_instance;

  OndesAnnotationsModel *model;
  OndesAnnotationTable  *table;
  OndesListFilter        filter;
  GtkStack              *stack;
};

G_DEFINE_FINAL_TYPE (OndesAnnotationPane, ondes_annotation_pane, ADW_TYPE_BIN)

static guint changed_signal;

static void
update (OndesAnnotationPane *self)
{
  const guint64 all = ondes_annotation_set_get_length (ondes_annotations_model_get_set (self->model));
  OndesSortedList *list = ondes_annotation_table_get_list (self->table);
  const gboolean is_filtered = *gtk_editable_get_text (GTK_EDITABLE (self->filter.entry)) != 0;
  const gboolean is_empty = g_list_model_get_n_items (G_LIST_MODEL (list)) == 0;

  gtk_stack_set_visible_child_name (self->stack, all == 0 ? "none" : is_filtered && is_empty ? "no-match" : "table");
  ondes_list_filter_count (&self->filter, list, all);
}

/* The columns as they are stored. */
static const char *const column_names[ONDES_ANNOTATION_COLUMNS] = { "start", "end", "low", "high", "label", "track" };

GVariant *
ondes_annotation_pane_save (OndesAnnotationPane *self)
{
  GVariantBuilder builder = G_VARIANT_BUILDER_INIT (G_VARIANT_TYPE_VARDICT);
  gboolean descending;
  const OndesAnnotationColumn column = ondes_annotation_table_get_sort (self->table, &descending);

  g_variant_builder_add (&builder, "{sv}", "sort", g_variant_new_string (column_names[column]));
  g_variant_builder_add (&builder, "{sv}", "descending", g_variant_new_boolean (descending));
  g_variant_builder_add (&builder, "{sv}", "filter",
                         g_variant_new_string (gtk_editable_get_text (GTK_EDITABLE (self->filter.entry))));
  return g_variant_builder_end (&builder);
}

void
ondes_annotation_pane_restore (OndesAnnotationPane *self,
                               GVariant            *saved)
{
  gboolean descending = FALSE;
  const char *text;

  g_variant_lookup (saved, "descending", "b", &descending);
  if (g_variant_lookup (saved, "sort", "&s", &text))
    for (guint i = 0; i < ONDES_ANNOTATION_COLUMNS; i++)
      if (g_str_equal (text, column_names[i]))
        ondes_annotation_table_set_sort (self->table, i, descending);
  if (g_variant_lookup (saved, "filter", "&s", &text))
    gtk_editable_set_text (GTK_EDITABLE (self->filter.entry), text);
}

static void
on_changed (OndesAnnotationPane *self)
{
  g_signal_emit (self, changed_signal, 0);
}

/* A button of the bar: an icon, an action of the window and what it does. */
typedef struct
{
  const char *icon, *action, *tooltip;
} Button;

static void
add_button (GtkWidget *bar,
            const Button *button)
{
  GtkWidget *widget = ondes_accessible_new_button (button->icon, _(button->tooltip));

  gtk_actionable_set_action_name (GTK_ACTIONABLE (widget), button->action);
  gtk_box_append (GTK_BOX (bar), widget);
}

static GtkWidget *
new_tracks_button (OndesAnnotationPane *self)
{
  GtkWidget *button = gtk_menu_button_new (), *popover = gtk_popover_new ();

  gtk_popover_set_child (GTK_POPOVER (popover), ondes_track_list_new (self->model));
  gtk_menu_button_set_popover (GTK_MENU_BUTTON (button), popover);
  gtk_menu_button_set_label (GTK_MENU_BUTTON (button), _("_Tracks"));
  gtk_menu_button_set_use_underline (GTK_MENU_BUTTON (button), TRUE);
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_tooltip_text (button, _("Show, colour, rename, add and remove tracks"));
  return button;
}

void
ondes_annotation_pane_list_exports (GMenu *menu)
{
  for (guint i = ONDES_ANNOTATIONS_OWN; i < ONDES_N_ANNOTATION_FORMATS; i++)
    {
      const OndesAnnotationFormatInfo *info = ondes_annotation_format_info (i);
      /* Translators: an item of a menu: a format of files, such as Audacity labels, that is chosen next. */
      g_autofree char *label = g_strdup_printf (_("%s…"), _(info->title));
      g_autoptr (GMenuItem) item = g_menu_item_new (label, NULL);

      g_menu_item_set_action_and_target (item, "win.export-annotations", "s", info->name);
      if (info->writable)
        g_menu_append_item (menu, item);
    }
}

/* A menu of the formats that can be written. */
static GtkWidget *
new_export_button (void)
{
  g_autoptr (GMenu) menu = g_menu_new ();
  GtkWidget *button = gtk_menu_button_new ();

  ondes_annotation_pane_list_exports (menu);
  gtk_menu_button_set_icon_name (GTK_MENU_BUTTON (button), "document-save-as-symbolic");
  gtk_menu_button_set_menu_model (GTK_MENU_BUTTON (button), G_MENU_MODEL (menu));
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_tooltip_text (button, _("Export annotations to a file"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Export annotations to a file"), -1);
  return button;
}

static GtkWidget *
new_bar (OndesAnnotationPane *self)
{
  /* None in the place of the menu of exports. */
  static const Button buttons[] = {
    { "list-add-symbolic", "win.annotate", N_("Annotate the selection, or the moment at the crosshair (A)") },
    { "media-playback-start-symbolic", "win.play-annotation", N_("Play the chosen annotation (P)") },
    { "user-trash-symbolic", "win.remove-annotations", N_("Delete the chosen annotations (Delete)") },
    { "document-open-symbolic", "win.import-annotations", N_("Import annotations of a file") },
    { NULL },
    { "window-close-symbolic", "win.annotations", N_("Close the list of annotations") },
  };
  GtkWidget *bar = ondes_list_filter_new (&self->filter, ondes_annotation_table_get_list (self->table), self->table,
                                          _("Filter by label or track"), _("Filter annotations"));

  gtk_editable_set_max_width_chars (GTK_EDITABLE (self->filter.entry), 28);
  gtk_editable_set_width_chars (GTK_EDITABLE (self->filter.entry), 8);
  gtk_box_append (GTK_BOX (bar), new_tracks_button (self));
  for (guint i = 0; i < G_N_ELEMENTS (buttons); i++)
    if (buttons[i].icon != NULL)
      add_button (bar, &buttons[i]);
    else
      gtk_box_append (GTK_BOX (bar), new_export_button ());
  return bar;
}

/* A sentence in the place of the list. */
static GtkWidget *
new_sentence (const char *title,
              const char *text)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6), *heading = gtk_label_new (title), *label = gtk_label_new (text);

  gtk_widget_add_css_class (heading, "heading");
  gtk_widget_add_css_class (label, "dim-label");
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_justify (GTK_LABEL (label), GTK_JUSTIFY_CENTER);
  gtk_label_set_max_width_chars (GTK_LABEL (label), 72);
  gtk_widget_set_valign (box, GTK_ALIGN_CENTER);
  gtk_widget_set_margin_start (box, 12);
  gtk_widget_set_margin_end (box, 12);
  gtk_box_append (GTK_BOX (box), heading);
  gtk_box_append (GTK_BOX (box), label);
  return box;
}

static GtkWidget *
new_empty (void)
{
  GtkWidget *box = new_sentence (_("No Annotations Yet"),
                                 _("Drag with Shift over a part of the recording, then press A and type its label. Without a "
                                   "selection, A marks the moment at the crosshair. Files of annotations can be dropped on the "
                                   "window."));
  GtkWidget *button = gtk_button_new_with_mnemonic (_("_Import…"));

  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "win.import-annotations");
  gtk_widget_set_halign (button, GTK_ALIGN_CENTER);
  gtk_box_append (GTK_BOX (box), button);
  return box;
}

/* A low pane shows a part of it. */
static GtkWidget *
new_scrolled (GtkWidget *child)
{
  GtkWidget *scrolled = gtk_scrolled_window_new ();

  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), child);
  return scrolled;
}

OndesAnnotationTable *
ondes_annotation_pane_get_table (OndesAnnotationPane *self)
{
  return self->table;
}

void
ondes_annotation_pane_focus (OndesAnnotationPane *self)
{
  if (!gtk_widget_child_focus (GTK_WIDGET (self->stack), GTK_DIR_TAB_FORWARD))
    gtk_widget_grab_focus (self->filter.entry);
}

static void
ondes_annotation_pane_dispose (GObject *object)
{
  g_clear_object (&ONDES_ANNOTATION_PANE (object)->model);
  G_OBJECT_CLASS (ondes_annotation_pane_parent_class)->dispose (object);
}

static void
ondes_annotation_pane_class_init (OndesAnnotationPaneClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ondes_annotation_pane_dispose;
  changed_signal = ondes_signal_new (klass, "changed");
}

static void
ondes_annotation_pane_init (OndesAnnotationPane *self)
{
}

GtkWidget *
ondes_annotation_pane_new (OndesAnnotationsModel *model)
{
  OndesAnnotationPane *self = g_object_new (ONDES_TYPE_ANNOTATION_PANE, NULL);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  self->model = g_object_ref (model);
  self->table = ONDES_ANNOTATION_TABLE (ondes_annotation_table_new (model));
  self->stack = GTK_STACK (gtk_stack_new ());
  gtk_stack_add_named (self->stack, new_scrolled (new_empty ()), "none");
  gtk_stack_add_named (self->stack, new_sentence (_("No Match"), _("No label or track contains the text of the filter.")),
                       "no-match");
  gtk_stack_add_named (self->stack, GTK_WIDGET (self->table), "table");
  gtk_stack_set_vhomogeneous (self->stack, FALSE);
  gtk_stack_set_hhomogeneous (self->stack, FALSE);
  gtk_widget_set_vexpand (GTK_WIDGET (self->stack), TRUE);
  gtk_box_append (GTK_BOX (box), new_bar (self));
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->stack));
  adw_bin_set_child (ADW_BIN (self), box);
  g_signal_connect_object (ondes_annotation_table_get_list (self->table), "landed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->table, "sorted", G_CALLBACK (on_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->filter.entry, "changed", G_CALLBACK (on_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (model, "changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  update (self);
  return GTK_WIDGET (self);
}
