/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gi18n.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "base/option.h"
#include "ondes-file-row.h"
#include "ondes-param-reset.h"
#include "ondes-param-rows.h"
#include "ondes-rows.h"
#include "ondes-slider-row.h"
#include "session/words.h"
#include "session/words-settings.h"

typedef struct
{
  OndesParamRows   *rows;
  const OndesParam *param;
  GtkWidget        *widget;
  GtkSwitch        *button;    /* of a switch row, or of the automatic value; NULL otherwise */
  GtkWidget        *automatic; /* the row of the switch for the automatic value; NULL if there is none */
  GtkWidget        *reset;     /* the button that sets the default; NULL if there is none */
  GtkLabel         *problem;   /* of the group */
  gboolean          refused;   /* the row refused what was typed last */
} Row;

struct _OndesParamRows
{
  const OndesParamModel *model;
  gpointer               object;
  GPtrArray             *rows;     /* of Row */
  gpointer               all;      /* the values of the model that are shown */
  gpointer               owner;    /* the struct of the table, within @all */
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
  self->all = g_malloc0 (model->size);
  self->owner = (char *) self->all + model->offset;
  return self;
}

void
ondes_param_rows_free (OndesParamRows *self)
{
  g_ptr_array_unref (self->rows);
  g_free (self->all);
  g_free (self);
}

static void
mark (Row        *row,
      const char *problem)
{
  const gboolean automatic = row->automatic != NULL && gtk_switch_get_active (row->button);

  ondes_row_set_wrong (row->widget, problem != NULL && !automatic);
  if (row->automatic != NULL)
    ondes_row_set_wrong (row->automatic, problem != NULL && automatic);
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

gpointer
ondes_param_rows_get_automatic (OndesParamRows *self,
                                const char     *key)
{
  return find_row (self, key)->automatic;
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

/* Takes the text of an entry, empty for an automatic number or no text. FALSE if the parameter does not allow it. */
static gboolean
take_text (Row      *row,
           GError  **error)
{
  OndesParamRows *self = row->rows;
  const OndesParam *param = row->param;
  const char *typed = gtk_editable_get_text (GTK_EDITABLE (row->widget));
  g_autofree char *text = param->type == ONDES_PARAM_TEXT ? ondes_numbers_to_point (typed) : ondes_number_to_point (typed);
  gpointer place = (char *) self->owner + param->offset;
  guint64 exponent;

  if (param->type == ONDES_PARAM_TEXT)
    {
      /* Text that is too long for the owner is cut. */
      g_strlcpy (place, text, param->size);
      return TRUE;
    }
  if (*text == '\0' && ondes_param_may_be_automatic (param))
    {
      memset (place, 0, ondes_param_bytes (param));
      return TRUE;
    }
  if ((param->flags & ONDES_PARAM_POWER) != 0 && g_str_has_prefix (text, "2^")
      && g_ascii_string_to_unsigned (text + 2, 10, 0, 62, &exponent, NULL))
    {
      g_free (text);
      text = g_strdup_printf ("%" PRIu64, G_GUINT64_CONSTANT (1) << exponent);
    }
  return ondes_param_parse (self->model->table->rows, param, text, self->owner, error);
}

static GtkSpinButton *
get_spin (Row *row)
{
  return GTK_SPIN_BUTTON (adw_action_row_get_activatable_widget (ADW_ACTION_ROW (row->widget)));
}

/* TRUE for a list whose items begin with the numbers that it sets. */
static gboolean
has_numbers (const OndesParam *param)
{
  return param->type == ONDES_PARAM_INDEX && param->titles != NULL && param->titles[0] != NULL
         && g_ascii_isdigit (param->titles[0][0]);
}

/* Takes the chosen item of a list. */
static void
take_item (Row *row)
{
  const OndesParam *param = row->param;
  gpointer place = (char *) row->rows->owner + param->offset;
  guint item = adw_combo_row_get_selected (ADW_COMBO_ROW (row->widget)), word = 0;

  if ((param->flags & ONDES_PARAM_POWER) != 0)
    ondes_param_set_number (param, row->rows->owner, ldexp (param->slider_low, (int) item));
  else if (has_numbers (param))
    *(guint *) place = (guint) strtoul (param->titles[item], NULL, 10);
  else if (param->type == ONDES_PARAM_STRING)
    *(const char **) place = item > 0 ? param->words[item - 1] : NULL;
  else
    {
      while (param->has_word != NULL && param->words[word] != NULL
             && (!param->has_word (row->rows->owner, word) || item-- > 0))
        word++;
      word = param->has_word != NULL ? word : item;
      if (param->type == ONDES_PARAM_FORM)
        param->parse (param, param->words[word], row->rows->owner, NULL);
      else
        *(guint *) place = word;
    }
}

/* Takes the number of an entry with buttons; the model judges it. */
static void
take_spin (Row *row)
{
  const int number = gtk_spin_button_get_value_as_int (get_spin (row));
  g_autofree char *text = g_strdup_printf ("%d", number);

  if (row->param->type == ONDES_PARAM_FORM)
    row->param->parse (row->param, text, row->rows->owner, NULL);
  else
    ondes_param_set_number (row->param, row->rows->owner, number);
}

/* Takes the value of a slider, a whole number for a count or an INDEX; the model judges it. */
static void
take_slider (Row *row)
{
  const double value = ondes_slider_row_get_value (ONDES_SLIDER_ROW (row->widget));
  const gboolean automatic = row->automatic != NULL && gtk_switch_get_active (row->button);

  ondes_param_set_number (row->param, row->rows->owner, automatic ? 0 : value);
}

static gboolean
take (Row      *row,
      GError  **error)
{
  OndesParamRows *self = row->rows;
  gpointer place = (char *) self->owner + row->param->offset;

  if (ADW_IS_COMBO_ROW (row->widget))
    take_item (row);
  else if ((row->param->flags & ONDES_PARAM_SPIN) != 0)
    take_spin (row);
  else if (ONDES_IS_FILE_ROW (row->widget))
    return ondes_param_parse (self->model->table->rows, row->param, ondes_file_row_get_path (ONDES_FILE_ROW (row->widget)),
                              self->owner, error);
  else if (row->param->type == ONDES_PARAM_BOOLEAN)
    *(gboolean *) place = gtk_switch_get_active (row->button);
  else if (!ONDES_IS_SLIDER_ROW (row->widget))
    return take_text (row, error);
  else if (row->param->type == ONDES_PARAM_TEXT)
    g_strlcpy (place, ondes_slider_row_get_text (ONDES_SLIDER_ROW (row->widget)), row->param->size);
  else
    take_slider (row);
  /* The model judges settings that its errors name. */
  return row->param->setting != ONDES_SETTING_NONE
         || ondes_param_check (row->param, self->owner, error);
}

/* From the owner to the widget. */

/* Lists the words that go together with the other values, and returns the item of @word. */
static guint
show_words (Row   *row,
            guint  word)
{
  const OndesParam *param = row->param;
  g_autoptr (GPtrArray) items = g_ptr_array_new ();
  guint item = 0;

  for (guint i = 0; param->titles[i] != NULL; i++)
    if (param->has_word (row->rows->owner, i))
      {
        if (i == word)
          item = items->len;
        g_ptr_array_add (items, (gpointer) _(param->titles[i]));
      }
  g_ptr_array_add (items, NULL);
  ondes_rows_set_items (ADW_COMBO_ROW (row->widget), (const char *const *) items->pdata);
  return item;
}

/* Returns the number of the value in a list that has an item for each word. */
static guint
get_word (Row *row)
{
  const OndesParam *param = row->param;
  gconstpointer place = (const char *) row->rows->owner + param->offset;
  g_autofree char *text = param->type == ONDES_PARAM_FORM ? param->print (row->rows->owner) : NULL;

  if (param->type == ONDES_PARAM_STRING)
    return (guint) (ondes_name_index (param->words, *(const char *const *) place) + 1);
  return param->type == ONDES_PARAM_FORM ? (guint) MAX (ondes_name_index (param->words, text), 0) : *(const guint *) place;
}

/* Selects the value in a list, or the first number there that is not less. */
static void
show_item (Row *row)
{
  AdwComboRow *combo = ADW_COMBO_ROW (row->widget);
  const OndesParam *param = row->param;
  const guint n = g_list_model_get_n_items (adw_combo_row_get_model (combo));
  guint item = get_word (row);

  if (param->has_word != NULL)
    item = show_words (row, item);
  else if ((param->flags & ONDES_PARAM_POWER) != 0)
    item = (guint) CLAMP (ceil (log2 (ondes_param_get_number (param, row->rows->owner) / param->slider_low)), 0, n - 1);
  else if (has_numbers (param))
    {
      const guint value = item;

      for (item = 0; item + 1 < n && strtoul (param->titles[item], NULL, 10) < value;)
        item++;
    }
  adw_combo_row_set_selected (combo, item);
}

static void
show_spin (Row *row)
{
  g_autofree char *text = ondes_param_print (row->rows->model->table->rows, row->param, row->rows->owner);

  gtk_spin_button_set_value (get_spin (row), text != NULL ? g_ascii_strtod (text, NULL) : 0);
}

/* The slider of an automatic value keeps the value that the page set. */
static void
show_slider (Row *row)
{
  const double value = ondes_param_get_number (row->param, row->rows->owner);

  if (row->automatic != NULL)
    gtk_switch_set_active (row->button, value == 0);
  if (row->automatic == NULL || value != 0)
    ondes_slider_row_set_value (ONDES_SLIDER_ROW (row->widget), value);
}

/* TRUE if the entry has a text that means the value. */
static gboolean
means_value (Row *row)
{
  OndesParamRows *self = row->rows;
  g_autofree gpointer shown = g_memdup2 (self->all, self->model->size);
  const gboolean means = take_text (row, NULL)
                         && ondes_param_equal (row->param, (char *) shown + self->model->offset, self->owner);

  memcpy (self->all, shown, self->model->size);
  return means;
}

static void
show_text (Row *row)
{
  const OndesParam *param = row->param;
  g_autofree char *text = ondes_param_print (row->rows->model->table->rows, param, row->rows->owner), *shown = NULL;

  if (means_value (row))
    return;
  if (param->type != ONDES_PARAM_TEXT && g_str_equal (text, "0") && ondes_param_may_be_automatic (param))
    *text = '\0';
  shown = param->type == ONDES_PARAM_TEXT ? ondes_numbers_to_locale (text) : ondes_number_to_locale (text);
  ondes_entry_row_show (ADW_ENTRY_ROW (row->widget), shown);
}

/* Greys or hides a row that does not apply, and hides a slider while its value is automatic. */
static void
show_applies (Row *row)
{
  OndesParamRows *self = row->rows;
  const gboolean applies = ondes_param_applies (self->model->table->rows, row->param, self->owner);

  if ((row->param->flags & ONDES_PARAM_GREYED) != 0)
    ondes_rows_set_sensitive (row->widget, applies);
  else
    gtk_widget_set_visible (row->widget, applies && (row->automatic == NULL || !gtk_switch_get_active (row->button)));
  if (row->automatic != NULL)
    gtk_widget_set_visible (row->automatic, applies);
}

static void
show (Row *row)
{
  gconstpointer place = (const char *) row->rows->owner + row->param->offset;

  if (ADW_IS_COMBO_ROW (row->widget))
    show_item (row);
  else if ((row->param->flags & ONDES_PARAM_SPIN) != 0)
    show_spin (row);
  else if (ONDES_IS_FILE_ROW (row->widget))
    ondes_file_row_set_path (ONDES_FILE_ROW (row->widget), place);
  else if (row->param->type == ONDES_PARAM_BOOLEAN)
    gtk_switch_set_active (row->button, *(const gboolean *) place);
  else if (ONDES_IS_SLIDER_ROW (row->widget) && row->param->type == ONDES_PARAM_TEXT)
    ondes_slider_row_set_text (ONDES_SLIDER_ROW (row->widget), place);
  else if (ONDES_IS_SLIDER_ROW (row->widget))
    show_slider (row);
  else
    show_text (row);
  show_applies (row);
  if (row->reset != NULL)
    gtk_widget_set_visible (row->reset, !ondes_param_equal (row->param, row->rows->owner, row->rows->model->table->defaults));
}

void
ondes_param_rows_show (OndesParamRows *self)
{
  const gboolean updating = self->updating;

  self->updating = TRUE;
  self->model->get (self->object, self->all);
  for (guint i = 0; i < self->rows->len; i++)
    show (g_ptr_array_index (self->rows, i));
  self->updating = updating;
}

static void
on_changed (Row *row)
{
  OndesParamRows *self = row->rows;
  g_autofree gpointer before = NULL;
  g_autoptr (GError) error = NULL;

  if (self->updating)
    return;
  self->model->get (self->object, self->all);
  before = g_memdup2 (self->all, self->model->size);
  if (row->refused)
    ondes_param_rows_mark (self, ONDES_SETTING_NONE, NULL);
  row->refused = !take (row, &error);
  if (row->refused)
    {
      g_autofree char *sentence = ondes_words_row_error (error);

      memcpy (self->all, before, self->model->size);
      ondes_param_rows_mark_key (self, row->param->key, sentence);
      return;
    }
  /* A file that is chosen again is read again. */
  if (ondes_param_equal (row->param, (char *) before + self->model->offset, self->owner) && !ONDES_IS_FILE_ROW (row->widget))
    {
      self->updating = TRUE;
      show (row); /* as it was rounded */
      self->updating = FALSE;
      return;
    }
  self->model->set (self->object, self->all, row->param);
}

static void
reset (Row *row)
{
  OndesParamRows *self = row->rows;

  self->model->get (self->object, self->all);
  if (ondes_param_equal (row->param, self->owner, self->model->table->defaults))
    return;
  ondes_param_copy (row->param, self->owner, self->model->table->defaults);
  self->model->set (self->object, self->all, row->param);
  ondes_param_rows_show (self);
}

void
ondes_param_rows_reset (OndesParamRows *self)
{
  for (guint i = 0; i < self->rows->len; i++)
    reset (g_ptr_array_index (self->rows, i));
}

/* The button is gone then, so that the focus is on the row. */
static void
on_reset (Row *row)
{
  if (gtk_widget_has_focus (row->reset))
    gtk_widget_child_focus (row->widget, GTK_DIR_TAB_FORWARD);
  reset (row);
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
build_powers (Row *row)
{
  g_autoptr (GtkStringList) list = gtk_string_list_new (NULL);

  for (double power = row->param->slider_low; power <= row->param->slider_high; power *= 2)
    gtk_string_list_take (list, ondes_words_count ((guint64) power));
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
build_spin (Row *row)
{
  GtkWidget *spin = gtk_spin_button_new_with_range (row->param->slider_low, row->param->slider_high, 1);

  row->widget = adw_action_row_new ();
  gtk_spin_button_set_numeric (GTK_SPIN_BUTTON (spin), TRUE);
  gtk_widget_set_valign (spin, GTK_ALIGN_CENTER);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row->widget), spin);
  adw_action_row_set_activatable_widget (ADW_ACTION_ROW (row->widget), spin);
  g_signal_connect_swapped (spin, "value-changed", G_CALLBACK (on_changed), row);
}

static void
build_file (Row *row)
{
  row->widget = GTK_WIDGET (ondes_file_row_new (NULL, NULL, _(row->param->question)));
  g_signal_connect_swapped (row->widget, "changed", G_CALLBACK (on_changed), row);
}

static void
build_automatic (Row *row)
{
  g_autofree char *name = g_strconcat (row->param->key, "-automatic", NULL);
  const char *tip = row->param->tip;

  row->automatic = ondes_rows_new_switch (_(row->param->automatic), tip != NULL ? _(tip) : NULL, &row->button);
  gtk_widget_set_name (row->automatic, name);
  g_signal_connect_swapped (row->button, "notify::active", G_CALLBACK (on_changed), row);
}

static void
build_number (Row *row)
{
  const OndesParam *param = row->param;

  if (param->automatic != NULL)
    build_automatic (row);
  if (param->slider_low < param->slider_high)
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

/* Adds @widget to a group or an expander. */
static void
put (GtkWidget *parent,
     GtkWidget *widget)
{
  if (ADW_IS_EXPANDER_ROW (parent))
    adw_expander_row_add_row (ADW_EXPANDER_ROW (parent), widget);
  else
    adw_preferences_group_add (ADW_PREFERENCES_GROUP (parent), widget);
}

/* Builds the widgets of a row, and adds them to @parent. */
static void
build (Row       *row,
       GtkWidget *parent)
{
  const OndesParam *param = row->param;

  if (param->type == ONDES_PARAM_WORD || param->titles != NULL)
    build_words (row);
  else if ((param->flags & ONDES_PARAM_POWER) != 0 && param->slider_high > 0)
    build_powers (row);
  else if (param->type == ONDES_PARAM_BOOLEAN)
    build_switch (row);
  else if ((param->flags & ONDES_PARAM_SPIN) != 0)
    build_spin (row);
  else if (param->question != NULL)
    build_file (row);
  else
    build_number (row);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row->widget), _(param->title));
  gtk_widget_set_tooltip_text (row->widget, param->tip != NULL ? _(param->tip) : NULL);
  gtk_widget_set_name (row->widget, param->key);
  if (row->rows->model->resets)
    row->reset = ondes_param_reset_new (param, row->rows->model->table, row->widget);
  if (row->reset != NULL)
    g_signal_connect_swapped (row->reset, "clicked", G_CALLBACK (on_reset), row);
  if (row->automatic != NULL)
    put (parent, row->automatic);
  put (parent, row->widget);
}

/* Adds the rows of a group; @problem is the label below them. */
static void
add (OndesParamRows *self,
     const char     *name,
     GtkWidget      *parent,
     GtkWidget      *problem)
{
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
      build (row, parent);
      g_ptr_array_add (self->rows, row);
    }
  self->updating = updating;
}

void
ondes_param_rows_add (OndesParamRows      *self,
                      const char          *name,
                      AdwPreferencesGroup *group)
{
  GtkWidget *problem = ondes_rows_new_label ("problem");

  add (self, name, GTK_WIDGET (group), problem);
  adw_preferences_group_add (group, problem);
}

void
ondes_param_rows_add_expanded (OndesParamRows *self,
                               const char     *name,
                               AdwExpanderRow *expander)
{
  GtkWidget *problem = ondes_rows_new_label ("problem"), *row;

  add (self, name, GTK_WIDGET (expander), problem);
  row = ondes_rows_add_widget (expander, problem);
  gtk_widget_add_css_class (row, "problem-row");
  g_object_bind_property (problem, "visible", row, "visible", G_BINDING_SYNC_CREATE);
}
