/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gi18n.h>

#include "ondes-annotation-pane.h"
#include "ondes-track-list.h"
#include "session/signals.h"
#include "session/words-annotations.h"
#include "shell/ondes-accessible.h"

struct _OndesAnnotationPane
{
  AdwBin                 parent_instance;

  OndesAnnotationsModel *model;
  OndesListTable        *table;
  GtkSelectionModel     *selection; /* of the table */
  GtkStack              *stack;
  gboolean               updating;  /* the selection follows the model */
};

G_DEFINE_FINAL_TYPE (OndesAnnotationPane, ondes_annotation_pane, ADW_TYPE_BIN)

static guint changed_signal;

static OndesSession *
session_of (OndesAnnotationPane *self)
{
  return ondes_analysis_get_session (ONDES_ANALYSIS (self->model));
}

static void
update (OndesAnnotationPane *self)
{
  const guint64 all = ondes_annotation_set_get_length (ondes_annotations_model_get_set (self->model));
  const gboolean is_filtered = *gtk_editable_get_text (ondes_list_table_get_filter (self->table)) != 0;
  const gboolean is_empty = g_list_model_get_n_items (G_LIST_MODEL (self->selection)) == 0;

  gtk_stack_set_visible_child_name (self->stack, all == 0 ? "none" : is_filtered && is_empty ? "no-match" : "table");
  ondes_list_table_set_count (self->table, all);
}

/* Uses the units of the recording. */
static void
update_titles (OndesAnnotationPane *self)
{
  for (guint i = 0; i < ONDES_ANNOTATION_COLUMNS; i++)
    {
      g_autofree char *title = ondes_words_annotation_title (session_of (self), i);

      gtk_column_view_column_set_title (ondes_list_table_get_column (self->table, i), title);
    }
}

/* Choosing. */

static void
on_selection (OndesAnnotationPane *self)
{
  g_autoptr (GtkBitset) selected = NULL;
  g_autoptr (GPtrArray) chosen = g_ptr_array_new ();
  GtkBitsetIter iter;
  guint position;

  if (self->updating)
    return;
  selected = gtk_selection_model_get_selection (self->selection);
  if (gtk_bitset_iter_init_first (&iter, selected, &position))
    do
      g_ptr_array_add (chosen, ondes_annotation_list_get (ondes_list_table_get_list (self->table), position));
    while (gtk_bitset_iter_next (&iter, &position));
  self->updating = TRUE;
  ondes_annotations_model_choose (self->model, (OndesAnnotation *const *) chosen->pdata, chosen->len);
  self->updating = FALSE;
  if (chosen->len == 1)
    ondes_annotations_model_reveal (self->model, chosen->pdata[0], FALSE);
}

/* Selects the rows of what is chosen, and returns the first of them; G_MAXUINT if none is in the list. */
static guint
select_chosen (OndesAnnotationPane *self)
{
  GPtrArray *chosen = ondes_annotations_model_get_chosen (self->model);
  OndesSortedList *list = ondes_list_table_get_list (self->table);
  const guint n = g_list_model_get_n_items (G_LIST_MODEL (list));
  g_autoptr (GHashTable) ids = g_hash_table_new (g_int64_hash, g_int64_equal);
  g_autoptr (GtkBitset) selected = gtk_bitset_new_empty (), mask = gtk_bitset_new_range (0, MAX (n, 1));

  for (guint i = 0; i < chosen->len; i++)
    g_hash_table_add (ids, &((OndesAnnotation *) g_ptr_array_index (chosen, i))->id);
  for (guint i = 0; i < n && chosen->len > 0; i++)
    if (g_hash_table_contains (ids, &ondes_annotation_list_get (list, i)->id))
      gtk_bitset_add (selected, i);
  self->updating = TRUE;
  gtk_selection_model_set_selection (self->selection, selected, mask);
  self->updating = FALSE;
  return gtk_bitset_is_empty (selected) ? G_MAXUINT : gtk_bitset_get_minimum (selected);
}

static void
on_chosen (OndesAnnotationPane *self)
{
  guint first;

  if (self->updating || !gtk_widget_get_mapped (GTK_WIDGET (self->table)))
    return;
  first = select_chosen (self);
  if (first != G_MAXUINT)
    ondes_list_table_scroll_to (self->table, first);
}

static void
on_landed (OndesAnnotationPane *self)
{
  if (gtk_widget_get_mapped (GTK_WIDGET (self->table)))
    select_chosen (self);
  update (self);
}

static void
on_activate (OndesAnnotationPane *self,
             guint position)
{
  OndesAnnotation *annotation = ondes_annotation_list_get (ondes_list_table_get_list (self->table), position);

  if (annotation != NULL)
    ondes_annotations_model_reveal (self->model, annotation, TRUE);
}

/* Editing. */

static char *
print (gpointer owner,
       gpointer row,
       guint column)
{
  OndesSession *session = session_of (owner);

  return ondes_session_get_recording (session) != NULL ? ondes_words_annotation (session, row, column) : NULL;
}

/* Takes what was typed; FALSE, with the sentence on what is wrong, if it is no value. */
static gboolean
take (gpointer owner,
      gpointer row,
      guint column,
      const char *text)
{
  OndesAnnotationPane *self = owner;
  g_autofree char *problem = NULL;
  g_autoptr (OndesAnnotation) fresh = ondes_words_annotation_read (session_of (self), row, column, text, &problem);

  if (fresh == NULL)
    {
      ondes_analysis_say (ONDES_ANALYSIS (self->model), TRUE, problem);
      return FALSE;
    }
  ondes_annotations_model_begin_step (self->model);
  ondes_annotations_model_change (self->model, row, fresh);
  return TRUE;
}

/* Edits the label of the first row chosen; FALSE if that is not on the screen. */
static gboolean
edit_label (OndesAnnotationPane *self)
{
  OndesAnnotation *annotation = ondes_annotations_model_get_first (self->model);
  OndesSortedList *list = ondes_list_table_get_list (self->table);

  return annotation != NULL
         && ondes_list_table_edit (self->table, ondes_annotation_list_find (list, annotation->id), ONDES_ANNOTATION_LABEL);
}

static gboolean
on_key (OndesAnnotationPane *self,
        guint key,
        guint code,
        GdkModifierType state)
{
  if ((state & gtk_accelerator_get_default_mod_mask ()) != 0)
    return GDK_EVENT_PROPAGATE;
  if (key == GDK_KEY_F2)
    return edit_label (self);
  if (key != GDK_KEY_Delete && key != GDK_KEY_KP_Delete)
    return GDK_EVENT_PROPAGATE;
  /* The focus of the last row would go to the filter, whose keys are others. */
  if (ondes_annotations_model_get_chosen (self->model)->len >= g_list_model_get_n_items (G_LIST_MODEL (self->selection)))
    gtk_root_set_focus (gtk_widget_get_root (GTK_WIDGET (self)), NULL);
  ondes_annotations_model_remove_chosen (self->model);
  return GDK_EVENT_STOP;
}

static void
make_table (OndesAnnotationPane *self)
{
  static const OndesListColumn columns[ONDES_ANNOTATION_COLUMNS] = {
    [ONDES_ANNOTATION_LABEL] = { NULL, 10, ONDES_COLUMN_EXPANDS, PANGO_ELLIPSIZE_END },
    [ONDES_ANNOTATION_START] = { NULL, 11, ONDES_COLUMN_NUMERIC | ONDES_COLUMN_RIGHT, PANGO_ELLIPSIZE_END },
    [ONDES_ANNOTATION_END] = { NULL, 11, ONDES_COLUMN_NUMERIC | ONDES_COLUMN_RIGHT, PANGO_ELLIPSIZE_END },
    [ONDES_ANNOTATION_LOW] = { NULL, 11, ONDES_COLUMN_NUMERIC | ONDES_COLUMN_RIGHT, PANGO_ELLIPSIZE_END },
    [ONDES_ANNOTATION_HIGH] = { NULL, 11, ONDES_COLUMN_NUMERIC | ONDES_COLUMN_RIGHT, PANGO_ELLIPSIZE_END },
    [ONDES_ANNOTATION_TRACK] = { NULL, 10, 0, PANGO_ELLIPSIZE_END },
  };
  static const OndesMenuItem menu[] = {
    { N_("Pla_y"), "win.play-annotation" }, { N_("_Edit"), "win.edit-annotation" }, { NULL, "section" },
    { N_("_Delete"), "win.remove-annotations" }, { NULL },
  };
  static const OndesListKind kind = { N_("Annotations"), columns, ONDES_ANNOTATION_COLUMNS, ONDES_ANNOTATION_START, print,
                                      .take = take, .menu = menu };
  GtkEventController *keys = gtk_event_controller_key_new ();
  g_autoptr (OndesSortedList) list = ondes_annotation_list_new (self->model);
  GtkWidget *view;

  self->selection = GTK_SELECTION_MODEL (gtk_multi_selection_new (g_object_ref (G_LIST_MODEL (list))));
  self->table = ONDES_LIST_TABLE (ondes_list_table_new (&kind, self, list, self->selection));
  view = GTK_WIDGET (ondes_list_table_get_view (self->table));
  update_titles (self);
  g_signal_connect_object (keys, "key-pressed", G_CALLBACK (on_key), self, G_CONNECT_SWAPPED);
  gtk_widget_add_controller (view, keys);
  g_signal_connect_object (view, "activate", G_CALLBACK (on_activate), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->selection, "selection-changed", G_CALLBACK (on_selection), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (list, "landed", G_CALLBACK (on_landed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->table, "map", G_CALLBACK (on_chosen), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->model, "chosen-changed", G_CALLBACK (on_chosen), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session_of (self), "recording-changed", G_CALLBACK (update_titles), self, G_CONNECT_SWAPPED);
}

/* The columns as they are stored. */
static const char *const column_names[ONDES_ANNOTATION_COLUMNS] = { "label", "start", "end", "low", "high", "track" };

GVariant *
ondes_annotation_pane_save (OndesAnnotationPane *self)
{
  GVariantBuilder builder = G_VARIANT_BUILDER_INIT (G_VARIANT_TYPE_VARDICT);
  gboolean descending;
  const guint column = ondes_list_table_get_sort (self->table, &descending);

  g_variant_builder_add (&builder, "{sv}", "sort", g_variant_new_string (column_names[column]));
  g_variant_builder_add (&builder, "{sv}", "descending", g_variant_new_boolean (descending));
  g_variant_builder_add (&builder, "{sv}", "filter",
                         g_variant_new_string (gtk_editable_get_text (ondes_list_table_get_filter (self->table))));
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
        ondes_list_table_set_sort (self->table, i, descending);
  if (g_variant_lookup (saved, "filter", "&s", &text))
    gtk_editable_set_text (ondes_list_table_get_filter (self->table), text);
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
new_buttons (OndesAnnotationPane *self)
{
  static const Button buttons[] = {
    { "list-add-symbolic", "win.annotate", N_("Annotate the selection, or the moment at the crosshair (A)") },
    { "media-playback-start-symbolic", "win.play-annotation", N_("Play the chosen annotation (P)") },
    { "user-trash-symbolic", "win.remove-annotations", N_("Delete the chosen annotations (Delete)") },
    { "document-open-symbolic", "win.import-annotations", N_("Import annotations of a file") },
  };
  GtkWidget *bar = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0), *tracks = new_tracks_button (self);

  for (guint i = 0; i < G_N_ELEMENTS (buttons); i++)
    add_button (bar, &buttons[i]);
  gtk_box_append (GTK_BOX (bar), new_export_button ());
  gtk_widget_set_hexpand (tracks, TRUE);
  gtk_widget_set_halign (tracks, GTK_ALIGN_END);
  gtk_box_append (GTK_BOX (bar), tracks);
  gtk_widget_add_css_class (bar, "annotation-bar");
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

OndesListTable *
ondes_annotation_pane_get_table (OndesAnnotationPane *self)
{
  return self->table;
}

void
ondes_annotation_pane_focus (OndesAnnotationPane *self)
{
  if (!gtk_widget_child_focus (GTK_WIDGET (self->stack), GTK_DIR_TAB_FORWARD))
    gtk_widget_grab_focus (GTK_WIDGET (ondes_list_table_get_filter (self->table)));
}

static void
ondes_annotation_pane_dispose (GObject *object)
{
  G_OBJECT_CLASS (ondes_annotation_pane_parent_class)->dispose (object);
  g_clear_object (&ONDES_ANNOTATION_PANE (object)->model); /* a cell that is edited takes its text on the way */
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
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0), *filter;

  self->model = g_object_ref (model);
  make_table (self);
  filter = ondes_list_table_new_filter (self->table, _("Filter by label or track"), _("Filter annotations"));
  gtk_editable_set_width_chars (ondes_list_table_get_filter (self->table), 8);
  self->stack = GTK_STACK (gtk_stack_new ());
  gtk_stack_add_named (self->stack, new_scrolled (new_empty ()), "none");
  gtk_stack_add_named (self->stack, new_sentence (_("No Match"), _("No label or track contains the text of the filter.")),
                       "no-match");
  gtk_stack_add_named (self->stack, GTK_WIDGET (self->table), "table");
  gtk_stack_set_vhomogeneous (self->stack, FALSE);
  gtk_stack_set_hhomogeneous (self->stack, FALSE);
  gtk_widget_set_vexpand (GTK_WIDGET (self->stack), TRUE);
  gtk_box_append (GTK_BOX (box), new_buttons (self));
  gtk_box_append (GTK_BOX (box), filter);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->stack));
  adw_bin_set_child (ADW_BIN (self), box);
  g_signal_connect_object (self->table, "sorted", G_CALLBACK (on_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (ondes_list_table_get_filter (self->table), "changed", G_CALLBACK (on_changed), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (model, "changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  update (self);
  return GTK_WIDGET (self);
}
