/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "base/number.h"
#include "ondes-param-rows.h"
#include "ondes-rows.h"
#include "ondes-slider-row.h"
#include "session/words-settings.h"

typedef struct
{
  OndesParamRows   *rows;
  const OndesParam *param;
  GtkWidget        *widget;
  GtkSwitch        *button;  /* of a switch row; NULL otherwise */
  GtkLabel         *problem; /* of the group */
} Row;

struct _OndesParamRows
{
  const OndesParamModel *model;
  gpointer               object;
  GPtrArray             *rows;     /* of Row */
  gpointer               owner;    /* the values that are shown */
  gboolean               updating; /* they are being shown: changes are not the user's */
};

OndesParamRows *
ondes_param_rows_new (const OndesParamModel *model,
                      gpointer               object)
{
  OndesParamRows *self = g_new0 (OndesParamRows, 1);

  self->model = model;
  self->object = object;
  self->rows = g_ptr_array_new_with_free_func (g_free);
  self->owner = g_malloc0 (model->size);
  return self;
}

void
ondes_param_rows_free (OndesParamRows *self)
{
  g_ptr_array_unref (self->rows);
  g_free (self->owner);
  g_free (self);
}

static void
mark (Row        *row,
      const char *problem)
{
  ondes_row_set_wrong (row->widget, problem != NULL);
  if (problem != NULL)
    ondes_label_show_problem (row->problem, problem);
}

static void
unmark_all (OndesParamRows *self)
{
  for (guint i = 0; i < self->rows->len; i++)
    {
      Row *row = g_ptr_array_index (self->rows, i);

      mark (row, NULL);
      ondes_label_show_problem (row->problem, NULL);
    }
}

gboolean
ondes_param_rows_mark (OndesParamRows *self,
                       OndesSetting    setting,
                       const char     *problem)
{
  gboolean found = FALSE;

  unmark_all (self);
  for (guint i = 0; i < self->rows->len && setting != ONDES_SETTING_NONE; i++)
    {
      Row *row = g_ptr_array_index (self->rows, i);

      if (row->param->setting != setting)
        continue;
      mark (row, problem);
      found = TRUE;
    }
  return found;
}

static Row *
find_row (OndesParamRows *self,
          const char     *key)
{
  for (guint i = 0; i < self->rows->len; i++)
    {
      Row *row = g_ptr_array_index (self->rows, i);

      if (g_str_equal (row->param->key, key))
        return row;
    }
  g_assert_not_reached ();
}

void
ondes_param_rows_mark_key (OndesParamRows *self,
                           const char     *key,
                           const char     *problem)
{
  unmark_all (self);
  mark (find_row (self, key), problem);
}

gpointer
ondes_param_rows_get (OndesParamRows *self,
                      const char     *key)
{
  return find_row (self, key)->widget;
}

void
ondes_param_rows_fill (OndesParamRows *self,
                       const char     *key,
                       void          (*fill) (AdwComboRow *row))
{
  const gboolean updating = self->updating;

  self->updating = TRUE;
  fill (ADW_COMBO_ROW (find_row (self, key)->widget));
  self->updating = updating;
}

void
ondes_param_rows_set_items (OndesParamRows    *self,
                            const char        *key,
                            const char *const *items)
{
  const gboolean updating = self->updating;

  self->updating = TRUE;
  ondes_rows_set_items (ADW_COMBO_ROW (find_row (self, key)->widget), items);
  self->updating = updating;
}

void
ondes_param_rows_leave_out (OndesParamRows *self,
                            const char     *key)
{
  Row *row = find_row (self, key);

  gtk_widget_set_visible (row->widget, FALSE);
  g_ptr_array_remove (self->rows, row);
}

/* From the widget to the owner. */

/* Takes the text of an entry, empty for 0 or no text. FALSE if the parameter does not allow it. */
static gboolean
take_text (Row      *row,
           GError  **error)
{
  OndesParamRows *self = row->rows;
  const char *typed = gtk_editable_get_text (GTK_EDITABLE (row->widget));
  g_autofree char *text = row->param->type == ONDES_PARAM_TEXT ? ondes_numbers_to_point (typed) : ondes_number_to_point (typed);
  gpointer place = (char *) self->owner + row->param->offset;

  if (row->param->type == ONDES_PARAM_TEXT)
    {
      /* Text that is too long for the owner is cut. */
      g_strlcpy (place, text, row->param->size);
      return TRUE;
    }
  if (*text != '\0')
    return ondes_param_parse (self->model->table->rows, row->param, text, self->owner, error);
  memset (place, 0, ondes_param_bytes (row->param));
  return TRUE;
}

static gboolean
take (Row      *row,
      GError  **error)
{
  OndesParamRows *self = row->rows;
  gpointer place = (char *) self->owner + row->param->offset;

  if (ADW_IS_COMBO_ROW (row->widget))
    *(guint *) place = adw_combo_row_get_selected (ADW_COMBO_ROW (row->widget));
  else if (row->param->type == ONDES_PARAM_BOOLEAN)
    *(gboolean *) place = gtk_switch_get_active (row->button);
  else if (!ONDES_IS_SLIDER_ROW (row->widget))
    return take_text (row, error);
  else if (row->param->type == ONDES_PARAM_TEXT)
    g_strlcpy (place, ondes_slider_row_get_text (ONDES_SLIDER_ROW (row->widget)), row->param->size);
  else
    *(double *) place = ondes_slider_row_get_value (ONDES_SLIDER_ROW (row->widget));
  /* The model judges settings that its errors name. */
  return row->param->setting != ONDES_SETTING_NONE
         || ondes_param_check (row->param, self->owner, error);
}

static void
on_changed (Row *row)
{
  OndesParamRows *self = row->rows;
  g_autofree gpointer before = NULL;
  g_autoptr (GError) error = NULL;

  if (self->updating)
    return;
  self->model->get (self->object, self->owner);
  before = g_memdup2 (self->owner, self->model->size);
  if (!take (row, &error))
    {
      g_autofree char *sentence = ondes_words_row_error (error);

      memcpy (self->owner, before, self->model->size);
      ondes_param_rows_mark_key (self, row->param->key, sentence);
      return;
    }
  if (ondes_param_equal (row->param, before, self->owner))
    {
      mark (row, NULL);
      return;
    }
  self->model->set (self->object, self->owner, row->param);
}

/* From the owner to the widget. */

static void
show (Row *row)
{
  OndesParamRows *self = row->rows;
  const OndesParam *param = row->param;
  gconstpointer place = (const char *) self->owner + param->offset;
  g_autofree char *text = NULL, *shown = NULL;

  if ((param->flags & ONDES_PARAM_GREYED) != 0)
    gtk_widget_set_sensitive (row->widget, ondes_param_applies (self->model->table->rows, param, self->owner));
  else
    gtk_widget_set_visible (row->widget, ondes_param_applies (self->model->table->rows, param, self->owner));
  if (ADW_IS_COMBO_ROW (row->widget))
    adw_combo_row_set_selected (ADW_COMBO_ROW (row->widget), *(const guint *) place);
  else if (param->type == ONDES_PARAM_BOOLEAN)
    gtk_switch_set_active (row->button, *(const gboolean *) place);
  else if (ONDES_IS_SLIDER_ROW (row->widget) && param->type == ONDES_PARAM_TEXT)
    ondes_slider_row_set_text (ONDES_SLIDER_ROW (row->widget), place);
  else if (ONDES_IS_SLIDER_ROW (row->widget))
    ondes_slider_row_set_value (ONDES_SLIDER_ROW (row->widget), *(const double *) place);
  else
    {
      g_autofree char *typed = ondes_numbers_to_point (gtk_editable_get_text (GTK_EDITABLE (row->widget)));

      text = ondes_param_print (self->model->table->rows, param, self->owner);
      if (param->type != ONDES_PARAM_TEXT && g_str_equal (text, "0"))
        *text = '\0';
      shown = param->type == ONDES_PARAM_TEXT ? ondes_numbers_to_locale (text) : ondes_number_to_locale (text);
      if (g_strcmp0 (typed, text) != 0)
        ondes_entry_row_show (ADW_ENTRY_ROW (row->widget), shown);
    }
}

void
ondes_param_rows_show (OndesParamRows *self)
{
  const gboolean updating = self->updating;

  self->updating = TRUE;
  self->model->get (self->object, self->owner);
  for (guint i = 0; i < self->rows->len; i++)
    show (g_ptr_array_index (self->rows, i));
  self->updating = updating;
}

/* Building. */

static void
build_words (Row *row)
{
  g_autoptr (GtkStringList) list = gtk_string_list_new (NULL);

  for (guint i = 0; row->param->titles != NULL && row->param->titles[i] != NULL; i++)
    gtk_string_list_append (list, _(row->param->titles[i]));
  row->widget = adw_combo_row_new ();
  adw_combo_row_set_model (ADW_COMBO_ROW (row->widget), G_LIST_MODEL (list));
  g_signal_connect_swapped (row->widget, "notify::selected", G_CALLBACK (on_changed), row);
}

static void
build_switch (Row *row)
{
  row->widget = ondes_rows_new_switch (NULL, NULL, &row->button);
  g_signal_connect_swapped (row->button, "notify::active", G_CALLBACK (on_changed), row);
}

static void
build_number (Row *row)
{
  const OndesParam *param = row->param;

  if (param->slider_high > 0)
    {
      row->widget = g_object_new (ONDES_TYPE_SLIDER_ROW, "lower", param->slider_low, "upper", param->slider_high, "logarithmic",
                                  (param->flags & ONDES_PARAM_LINEAR) == 0, "fractions", param->type == ONDES_PARAM_TEXT, "unit",
                                  param->unit != NULL ? _(param->unit) : NULL, NULL);
      g_signal_connect_swapped (row->widget, "changed", G_CALLBACK (on_changed), row);
      return;
    }
  row->widget = adw_entry_row_new ();
  adw_entry_row_set_show_apply_button (ADW_ENTRY_ROW (row->widget), TRUE);
  g_signal_connect_swapped (row->widget, "apply", G_CALLBACK (on_changed), row);
}

void
ondes_param_rows_add (OndesParamRows      *self,
                      const char          *name,
                      AdwPreferencesGroup *group)
{
  GtkWidget *problem = ondes_rows_new_label ("problem");
  g_autofree char *problem_name = g_strconcat (name, "-problem", NULL);
  const gboolean updating = self->updating;

  self->updating = TRUE;
  gtk_widget_set_name (problem, problem_name);
  gtk_label_set_max_width_chars (GTK_LABEL (problem), 30);
  gtk_widget_set_visible (problem, FALSE);
  for (const OndesParam *param = self->model->table->rows; param->key != NULL; param++)
    {
      Row *row;

      if (g_strcmp0 (param->group, name) != 0)
        continue;
      row = g_new0 (Row, 1);
      *row = (Row) { .rows = self, .param = param, .problem = GTK_LABEL (problem) };
      if (param->type == ONDES_PARAM_WORD || param->titles != NULL)
        build_words (row);
      else if (param->type == ONDES_PARAM_BOOLEAN)
        build_switch (row);
      else
        build_number (row);
      adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row->widget), _(param->title));
      gtk_widget_set_tooltip_text (row->widget, param->tip != NULL ? _(param->tip) : NULL);
      gtk_widget_set_name (row->widget, param->key);
      adw_preferences_group_add (group, row->widget);
      g_ptr_array_add (self->rows, row);
    }
  adw_preferences_group_add (group, problem);
  self->updating = updating;
}
