/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ondes-dataset-dialog.h"

#include <glib/gi18n.h>
#include <string.h>

#include "shell/ondes-accessible.h"
#include "shell/ondes-help.h"
#include "shell/ondes-template.h"
#include "session/session.h"
#include "signal/dataset.h"

#define SHOWN_ATTRIBUTES 4 /* in a row */
#define DATASET "ondes-dataset"

struct _OndesDatasetDialog
{
  AdwWindow           parent_instance;

  OndesReadOptions    options; /* of the question */
  OndesReadChosen     chosen;
  GObject            *owner;
  char               *path;
  GCancellable       *cancellable; /* of the listing */
  GPtrArray          *datasets;    /* of OndesDataset; NULL until they are listed */
  GListStore         *store;       /* of GtkStringObject: what is searched; the data set by DATASET, borrowed of datasets */
  GtkSingleSelection *selection;
  GtkStringFilter    *filter;

  AdwWindowTitle     *title;
  GtkWidget          *open_button, *list, *search, *stack, *problem, *axes;
  AdwComboRow        *axis;
};

G_DEFINE_FINAL_TYPE (OndesDatasetDialog, ondes_dataset_dialog, ADW_TYPE_WINDOW)

/* Returns the data set that is selected; NULL if none is. */
static const OndesDataset *
get_selected (OndesDatasetDialog *self)
{
  GObject *item = self->selection != NULL ? gtk_single_selection_get_selected_item (self->selection) : NULL;

  return item != NULL ? g_object_get_data (item, DATASET) : NULL;
}

static void
on_open (OndesDatasetDialog *self)
{
  const OndesDataset *dataset = get_selected (self);
  OndesReadOptions options = self->options;

  if (dataset == NULL)
    return;
  options.dataset = dataset->path;
  options.time_axis = adw_combo_row_get_selected (self->axis);
  self->chosen (self->owner, self->path, &options);
  gtk_window_close (GTK_WINDOW (self));
}

/* Offers the dimensions of the data set that is selected. */
static void
on_selected (OndesDatasetDialog *self)
{
  const OndesDataset *dataset = get_selected (self);
  g_auto (GStrv) lengths = g_strsplit (dataset != NULL ? dataset->shape : "", " × ", 0);
  GtkStringList *names = gtk_string_list_new ((const char *const[]) { _("From the file"), NULL });

  for (guint i = 0; lengths[i] != NULL; i++)
    {
      /* Translators: a dimension of an array, counted from 1, and its length */
      g_autofree char *name = g_strdup_printf (_("Dimension %u, of %s"), i + 1, lengths[i]);

      gtk_string_list_append (names, name);
    }
  adw_combo_row_set_model (self->axis, G_LIST_MODEL (names));
  g_object_unref (names);
  gtk_widget_set_visible (self->axes, g_strv_length (lengths) > 1);
  gtk_widget_set_sensitive (self->open_button, dataset != NULL);
}

static void
on_search (OndesDatasetDialog *self)
{
  gtk_string_filter_set_search (self->filter, gtk_editable_get_text (GTK_EDITABLE (self->search)));
}

/* Returns what a row says below the path: shape, type, unit and the first attributes; transfer full. */
static char *
describe (const OndesDataset *dataset,
          guint               attributes)
{
  GString *text = g_string_new (dataset->shape);

  g_string_append_printf (text, " · %s", dataset->type);
  if (*dataset->unit != '\0')
    g_string_append_printf (text, " · %s", dataset->unit);
  for (guint i = 0; i < attributes && dataset->attributes != NULL && dataset->attributes[2 * i] != NULL; i++)
    g_string_append_printf (text, " · %s: %s", dataset->attributes[2 * i], dataset->attributes[2 * i + 1]);
  return g_string_free (text, FALSE);
}

static void
on_setup (OndesDatasetDialog *self,
          GtkListItem        *item)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);
  GtkWidget *labels[2];

  for (guint i = 0; i < G_N_ELEMENTS (labels); i++)
    {
      labels[i] = gtk_label_new (NULL);
      gtk_label_set_xalign (GTK_LABEL (labels[i]), 0);
      gtk_label_set_ellipsize (GTK_LABEL (labels[i]), i == 0 ? PANGO_ELLIPSIZE_MIDDLE : PANGO_ELLIPSIZE_END);
      gtk_box_append (GTK_BOX (box), labels[i]);
    }
  gtk_widget_add_css_class (labels[1], "dim-label");
  gtk_widget_add_css_class (labels[1], "caption");
  gtk_widget_set_margin_top (box, 6);
  gtk_widget_set_margin_bottom (box, 6);
  gtk_list_item_set_child (item, box);
}

static void
on_bind (OndesDatasetDialog *self,
         GtkListItem        *item)
{
  const OndesDataset *dataset = g_object_get_data (gtk_list_item_get_item (item), DATASET);
  GtkWidget *path = gtk_widget_get_first_child (gtk_list_item_get_child (item));
  g_autofree char *text = describe (dataset, SHOWN_ATTRIBUTES), *all = describe (dataset, G_MAXUINT);

  gtk_label_set_text (GTK_LABEL (path), dataset->path);
  gtk_label_set_text (GTK_LABEL (gtk_widget_get_next_sibling (path)), text);
  gtk_widget_set_tooltip_text (gtk_list_item_get_child (item), all);
}

/* Shows the selected row once the list has a size. */
static gboolean
scroll_to_selected (GtkWidget     *list,
                    GdkFrameClock *clock,
                    gpointer       user_data)
{
  OndesDatasetDialog *self = user_data;

  if (self->selection == NULL)
    return G_SOURCE_REMOVE;
  if (gtk_widget_get_height (list) == 0)
    return G_SOURCE_CONTINUE;
  gtk_widget_activate_action (list, "list.scroll-to-item", "u", gtk_single_selection_get_selected (self->selection));
  return G_SOURCE_REMOVE;
}

static void
fill (OndesDatasetDialog *self)
{
  const OndesReadOptions options = self->options;
  guint chosen = GTK_INVALID_LIST_POSITION, n = 0;

  for (guint i = 0; i < self->datasets->len; i++)
    {
      const OndesDataset *dataset = g_ptr_array_index (self->datasets, i);
      g_autofree char *text = describe (dataset, G_MAXUINT), *searched = g_strdup_printf ("%s %s", dataset->path, text);
      g_autoptr (GtkStringObject) item = gtk_string_object_new (searched);

      if (dataset->problem != NULL)
        continue;
      g_object_set_data (G_OBJECT (item), DATASET, (gpointer) dataset);
      g_list_store_append (self->store, item);
      if (options.dataset != NULL ? g_str_equal (options.dataset, dataset->path) : dataset->fits)
        chosen = n;
      n++;
    }
  gtk_stack_set_visible_child_name (GTK_STACK (self->stack), n > 0 ? "list" : "problem");
  if (chosen != GTK_INVALID_LIST_POSITION)
    {
      gtk_single_selection_set_selected (self->selection, chosen);
      gtk_widget_add_tick_callback (self->list, scroll_to_selected, self, NULL);
    }
  on_selected (self);
  if (chosen != GTK_INVALID_LIST_POSITION && options.time_axis > 0)
    adw_combo_row_set_selected (self->axis, options.time_axis);
  gtk_widget_grab_focus (self->search);
}

static void
list_work (GTask        *task,
           gpointer      source,
           gpointer      data,
           GCancellable *cancellable)
{
  GError *error = NULL;
  GPtrArray *datasets = ondes_datasets_list (data, NULL, &(OndesWatch) { .cancellable = cancellable }, &error);

  if (datasets != NULL)
    g_task_return_pointer (task, datasets, (GDestroyNotify) g_ptr_array_unref);
  else
    g_task_return_error (task, error);
}

static void
on_listed (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  OndesDatasetDialog *self = ONDES_DATASET_DIALOG (source);
  g_autoptr (GError) error = NULL;
  GPtrArray *datasets = g_task_propagate_pointer (G_TASK (result), &error);

  if (self->owner == NULL) /* closed */
    g_clear_pointer (&datasets, g_ptr_array_unref);
  else if (datasets != NULL)
    {
      self->datasets = datasets;
      fill (self);
    }
  else if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      gtk_label_set_text (GTK_LABEL (self->problem), error->message);
      gtk_stack_set_visible_child_name (GTK_STACK (self->stack), "problem");
    }
}

static void
ondes_dataset_dialog_dispose (GObject *object)
{
  OndesDatasetDialog *self = ONDES_DATASET_DIALOG (object);

  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  if (self->store != NULL)
    g_list_store_remove_all (self->store);
  g_clear_object (&self->store);
  g_clear_object (&self->selection);
  g_clear_object (&self->filter);
  g_clear_object (&self->owner);
  ondes_read_options_clear (&self->options);
  g_clear_pointer (&self->path, g_free);
  g_clear_pointer (&self->datasets, g_ptr_array_unref);
  G_OBJECT_CLASS (ondes_dataset_dialog_parent_class)->dispose (object);
}

#define CHILD(name) ONDES_TEMPLATE_CHILD (OndesDatasetDialog, name)

static void
ondes_dataset_dialog_class_init (OndesDatasetDialogClass *klass)
{
  static const OndesTemplateChild children[] = {
    CHILD (title), CHILD (open_button), CHILD (list), CHILD (search), CHILD (stack), CHILD (problem), CHILD (axes), CHILD (axis),
    { NULL },
  };
  static const OndesTemplateCallback callbacks[] = { ONDES_CALLBACK (on_open), ONDES_CALLBACK (on_search), { NULL } };

  G_OBJECT_CLASS (klass)->dispose = ondes_dataset_dialog_dispose;
  ondes_template_install_dialog (GTK_WIDGET_CLASS (klass), "ondes-dataset-dialog.ui", children, callbacks);
}

static void
ondes_dataset_dialog_init (OndesDatasetDialog *self)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  GtkFilterListModel *filtered;

  gtk_widget_init_template (GTK_WIDGET (self));
  ondes_accessible_name_buttons (GTK_WIDGET (self));
  self->store = g_list_store_new (GTK_TYPE_STRING_OBJECT);
  self->filter = gtk_string_filter_new (gtk_property_expression_new (GTK_TYPE_STRING_OBJECT, NULL, "string"));
  filtered = gtk_filter_list_model_new (g_object_ref (G_LIST_MODEL (self->store)), g_object_ref (GTK_FILTER (self->filter)));
  self->selection = gtk_single_selection_new (G_LIST_MODEL (filtered));
  g_signal_connect_object (self->selection, "notify::selected-item", G_CALLBACK (on_selected), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (factory, "setup", G_CALLBACK (on_setup), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (factory, "bind", G_CALLBACK (on_bind), self, G_CONNECT_SWAPPED);
  gtk_list_view_set_factory (GTK_LIST_VIEW (self->list), factory);
  g_object_unref (factory);
  gtk_list_view_set_model (GTK_LIST_VIEW (self->list), GTK_SELECTION_MODEL (self->selection));
  gtk_search_entry_set_key_capture_widget (GTK_SEARCH_ENTRY (self->search), self->list);
}

void
ondes_dataset_dialog_present (GtkWindow               *parent,
                              const OndesReadQuestion *question)
{
  OndesDatasetDialog *self = g_object_new (ONDES_TYPE_DATASET_DIALOG, "transient-for", parent, NULL);
  g_autofree char *name = g_filename_display_basename (question->path);
  GTask *task;

  ondes_help_set_page (GTK_WINDOW (self), "formats.md");
  self->path = g_strdup (question->path);
  ondes_read_options_copy (&self->options, question->options);
  self->chosen = question->chosen;
  self->owner = g_object_ref (question->owner);
  self->cancellable = g_cancellable_new ();
  adw_window_title_set_subtitle (self->title, name);
  on_selected (self);
  task = g_task_new (self, self->cancellable, on_listed, NULL);
  g_task_set_task_data (task, g_strdup (self->path), g_free);
  g_task_run_in_thread (task, list_work);
  g_object_unref (task);
  gtk_window_present (GTK_WINDOW (self));
}
