/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "dialogs/ondes-file-chooser.h"
#include "ondes-operand-controls.h"
#include "rows/ondes-rows.h"
#include "rows/ondes-slider-row.h"
#include "shell/ondes-template.h"

/* Maximum number of outputs listed; the others are available by opening the file itself. */
#define OUTPUTS_MAX 1024

struct _OndesOperandControls
{
  AdwBin               parent_instance;

  OndesOperand        *operand;
  gboolean             updating; /* the operand is being shown: changes are not the user's */

  AdwPreferencesGroup *group;
  AdwComboRow         *kind, *table, *output;
  AdwActionRow        *file;
  GtkWidget           *text_row, *placeholder, *choose;
  GtkTextView         *text;
  GtkLabel            *problem;
};

G_DEFINE_FINAL_TYPE (OndesOperandControls, ondes_operand_controls, ADW_TYPE_BIN)

static const char *const kinds[] = { N_("Current view"), N_("Selection"), N_("Whole recording"), N_("Another file"),
                                     N_("Typed text"), N_("Same as f") };

static void
on_chosen (gpointer owner,
           GFile *file)
{
  g_autofree char *path = g_file_get_path (file);

  ondes_operand_set_path (ONDES_OPERAND_CONTROLS (owner)->operand, path);
}

void
ondes_operand_controls_choose_file (OndesOperandControls *self)
{
  GtkFileChooser *chooser = ondes_file_chooser_new (self, _("Open a Recording or a Truth Table"), GTK_FILE_CHOOSER_ACTION_OPEN,
                                                    _("_Open"), on_chosen);

  gtk_native_dialog_show (GTK_NATIVE_DIALOG (chooser));
}

void
ondes_operand_controls_edit_text (OndesOperandControls *self)
{
  ondes_operand_set_kind (self->operand, ONDES_OPERAND_TEXT);
  gtk_widget_grab_focus (GTK_WIDGET (self->text));
}

static void
on_kind (OndesOperandControls *self)
{
  guint kind = adw_combo_row_get_selected (self->kind);

  if (self->updating || self->operand == NULL || kind == GTK_INVALID_LIST_POSITION)
    return;
  ondes_operand_set_kind (self->operand, (OndesOperandKind) kind);
}

static void
on_text (OndesOperandControls *self)
{
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (self->text);
  g_autofree char *text = NULL;
  GtkTextIter start, end;

  gtk_text_buffer_get_bounds (buffer, &start, &end);
  text = gtk_text_buffer_get_text (buffer, &start, &end, FALSE);
  gtk_widget_set_visible (self->placeholder, *text == '\0');
  ondes_operand_set_text (self->operand, text);
}

static void
on_table (OndesOperandControls *self)
{
  GtkStringObject *name = adw_combo_row_get_selected_item (self->table);

  if (!self->updating && name != NULL)
    ondes_operand_set_table (self->operand, gtk_string_object_get_string (name));
}

static void
on_output (OndesOperandControls *self)
{
  guint selected = adw_combo_row_get_selected (self->output);

  if (!self->updating && selected != GTK_INVALID_LIST_POSITION)
    ondes_operand_set_output (self->operand, selected + 1);
}

static void
show_outputs (OndesOperandControls *self)
{
  guint n = MIN (ondes_operand_get_n_outputs (self->operand), OUTPUTS_MAX);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 1; i <= n; i++)
    g_ptr_array_add (names, ondes_operand_name_output (self->operand, i));
  g_ptr_array_add (names, NULL);
  ondes_rows_set_items (self->output, (const char *const *) names->pdata);
  if (n > 0)
    adw_combo_row_set_selected (self->output, CLAMP (ondes_operand_get_output (self->operand), 1, n) - 1);
  gtk_widget_set_visible (GTK_WIDGET (self->output), n > 1);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self->output),
                                 ondes_operand_get_truth_table (self->operand) != NULL ? _("Output") : _("Channel"));
}

static void
show_tables (OndesOperandControls *self)
{
  OndesTruthTable *table = ondes_operand_get_truth_table (self->operand);
  const char *const *names = table != NULL ? ondes_truth_table_tables (table) : NULL;
  const char *chosen = ondes_operand_get_table (self->operand);
  gboolean any = names != NULL && names[0] != NULL && names[1] != NULL;

  gtk_widget_set_visible (GTK_WIDGET (self->table), any);
  if (!any)
    return;
  ondes_rows_set_items (self->table, names);
  for (guint i = 0; names[i] != NULL; i++)
    if (chosen == NULL ? i == 0 : g_str_equal (names[i], chosen))
      adw_combo_row_set_selected (self->table, i);
}

void
ondes_operand_controls_update (OndesOperandControls *self,
                               const char *problem)
{
  OndesOperandKind kind = ondes_operand_get_kind (self->operand);
  const char *path = ondes_operand_get_path (self->operand);
  g_autofree char *name = path != NULL ? g_filename_display_basename (path) : NULL;

  self->updating = TRUE;
  adw_combo_row_set_selected (self->kind, kind);
  gtk_widget_set_visible (GTK_WIDGET (self->file), kind == ONDES_OPERAND_FILE);
  gtk_widget_set_visible (self->text_row, kind == ONDES_OPERAND_TEXT);
  ondes_widget_set_text (self->file, "subtitle", name != NULL ? name : _("None selected"));
  show_tables (self);
  show_outputs (self);
  self->updating = FALSE;
  ondes_label_show_problem (self->problem, problem);
  ondes_row_set_wrong (self->text_row, problem != NULL && kind == ONDES_OPERAND_TEXT);
  ondes_row_set_wrong (GTK_WIDGET (self->file), problem != NULL && kind == ONDES_OPERAND_FILE);
}

static void
ondes_operand_controls_dispose (GObject *object)
{
  g_clear_object (&ONDES_OPERAND_CONTROLS (object)->operand);
  G_OBJECT_CLASS (ondes_operand_controls_parent_class)->dispose (object);
}

#define CHILD(name) ONDES_TEMPLATE_CHILD (OndesOperandControls, name)

static void
ondes_operand_controls_class_init (OndesOperandControlsClass *klass)
{
  static const OndesTemplateChild children[] = {
    CHILD (group), CHILD (kind), CHILD (file), CHILD (choose), CHILD (text_row), CHILD (text), CHILD (placeholder),
    CHILD (table), CHILD (output), CHILD (problem), { NULL },
  };
  static const OndesTemplateCallback callbacks[] = {
    ONDES_CALLBACK (on_kind), ONDES_CALLBACK (on_table), ONDES_CALLBACK (on_output),
    ONDES_CALLBACK (ondes_operand_controls_choose_file), { NULL },
  };
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ondes_operand_controls_dispose;
  ondes_template_install (widget_class, "ondes-operand-controls.ui", children, callbacks);
}

static void
ondes_operand_controls_init (OndesOperandControls *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

GtkWidget *
ondes_operand_controls_new (OndesOperand *operand,
                            const char *title,
                            gboolean same)
{
  OndesOperandControls *self = g_object_new (ONDES_TYPE_OPERAND_CONTROLS, NULL);
  g_autoptr (GtkStringList) list = gtk_string_list_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (i != ONDES_OPERAND_SAME || same)
      gtk_string_list_append (list, _(kinds[i]));
  self->updating = TRUE;
  adw_combo_row_set_model (self->kind, G_LIST_MODEL (list));
  self->updating = FALSE;
  self->operand = g_object_ref (operand);
  adw_preferences_group_set_title (self->group, title);
  gtk_text_buffer_set_text (gtk_text_view_get_buffer (self->text), ondes_operand_get_text (operand), -1);
  g_signal_connect_object (gtk_text_view_get_buffer (self->text), "changed", G_CALLBACK (on_text), self, G_CONNECT_SWAPPED);
  ondes_operand_controls_update (self, NULL);
  return GTK_WIDGET (self);
}
