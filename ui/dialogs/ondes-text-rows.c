/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ondes-text-rows.h"

#include <glib/gi18n.h>

#include "rows/ondes-param-rows.h"
#include "rows/ondes-rows.h"
#include "rows/ondes-slider-row.h"
#include "session/words.h"
#include "session/words-settings.h"
#include "shell/ondes-accessible.h"
#include "shell/ondes-template.h"

#define COLUMNS_MOST 64 /* that can be chosen for the times */

/* Differences from UTC that clocks have somewhere, in minutes. */
static const gint16 zones_min[]
  = { -720, -660, -600, -570, -540, -480, -420, -360, -300, -240, -210, -180, -120, -60, 0, 60, 120, 180, 210, 240, 270, 300,
      330, 345, 360, 390, 420, 480, 525, 540, 570, 600, 630, 660, 720, 765, 780, 840 };
#define N_ZONES G_N_ELEMENTS (zones_min)

struct _OndesTextRows
{
  AdwBin          parent_instance;

  OndesReadTrial *trial;
  OndesParamRows *rows;
  gboolean        showing; /* TRUE while the others are filled in */
  guint           looks;   /* of the recognition that they show */
  gint            other_min; /* a zone that is not in the table: the list's last item; G_MAXINT if there is none */

  AdwComboRow    *zone;
  AdwEntryRow    *columns;
  GtkWidget      *reset, *columns_origin;
};

G_DEFINE_FINAL_TYPE (OndesTextRows, ondes_text_rows, ADW_TYPE_BIN)

const char *
ondes_text_origin_words (OndesTextOrigin origin)
{
  static const char *const words[] = {
    [ONDES_TEXT_UNKNOWN] = N_("not known"),
    [ONDES_TEXT_GUESSED] = N_("guessed"),
    [ONDES_TEXT_RECOGNISED] = N_("recognised"),
    [ONDES_TEXT_STATED] = N_("stated in the file"),
    [ONDES_TEXT_ASKED] = N_("chosen"),
  };

  return _(words[origin]);
}

/* A person's changes. */

/* Fills @owner with what holds: as it was chosen or, where nothing was, as it is recognised. */
static void
get_options (gpointer object,
             gpointer owner)
{
  OndesTextRows *self = object;
  const OndesTextRecognition *found = ondes_read_trial_get_recognition (self->trial);
  const OndesReadOptions *chosen = ondes_read_trial_get_options (self->trial);
  OndesReadOptions *options = owner;

  *options = *chosen;
  if (found == NULL)
    return;
  options->text = found->format;
  options->time_column = found->time_column;
  for (const OndesParam *row = ondes_read_params.rows; row->key != NULL; row++)
    if ((row->flags & ONDES_PARAM_MARKED) != 0 && !ondes_param_equal (row, chosen, ondes_read_params.defaults))
      ondes_param_copy (row, options, chosen);
}

static void
set_options (gpointer          object,
             gpointer          owner,
             const OndesParam *row)
{
  OndesTextRows *self = object;
  OndesReadOptions options = *ondes_read_trial_get_options (self->trial);

  ondes_param_copy (row, &options, owner);
  if (g_str_equal (row->key, "time-column"))
    options.text.times = options.time_column == 0 ? ONDES_TEXT_TIMES_NONE : ONDES_TEXT_TIMES_AUTO;
  ondes_read_trial_set_options (self->trial, &options);
}

static const OndesParamModel model = { &ondes_read_params, sizeof (OndesReadOptions), get_options, set_options };

static void
on_columns (OndesTextRows *self)
{
  const char *text = gtk_editable_get_text (GTK_EDITABLE (self->columns));

  if (!self->showing)
    ondes_row_set_wrong (GTK_WIDGET (self->columns), !ondes_read_trial_set_text (self->trial, ONDES_TEXT_COLUMNS,
                                                                                 *text != '\0' ? text : "auto", NULL));
}

/* Returns the zone of an item of the list: the clock of a recorder that nobody knows, then the table, then another one. */
static OndesZone
get_zone (OndesTextRows *self,
          guint          item)
{
  return (OndesZone) { .unknown = item == 0,
                       .offset_s = item == 0         ? 0
                                   : item <= N_ZONES ? zones_min[item - 1] * 60
                                                     : self->other_min * 60 };
}

static void
on_zone (OndesTextRows *self)
{
  const guint selected = adw_combo_row_get_selected (self->zone);
  OndesReadOptions options;

  if (self->showing || selected == GTK_INVALID_LIST_POSITION)
    return;
  options = *ondes_read_trial_get_options (self->trial);
  options.text.has_zone = TRUE;
  options.text.zone = get_zone (self, selected);
  ondes_read_trial_set_options (self->trial, &options);
}

/* What holds. */

/* Tells where the value of each field comes from, and hides fields that mean nothing for this text. */
static void
show_origins (OndesTextRows              *self,
              const OndesTextRecognition *found)
{
  for (guint i = 0; i < ONDES_N_TEXT_FIELDS; i++)
    {
      const OndesParam *row = ondes_read_text_row ((OndesTextField) i);

      if (row->group != NULL)
        ondes_widget_set_text (ondes_param_rows_get (self->rows, row->key), "subtitle",
                               ondes_text_origin_words (found->origins[i]));
    }
  gtk_widget_set_visible (ondes_param_rows_get (self->rows, "date-order"),
                          found->format.date_order != ONDES_DATE_ORDER_AUTO);
  gtk_widget_set_visible (ondes_param_rows_get (self->rows, "text-gaps"), found->time_column > 0);
}

static void
show_zone (OndesTextRows              *self,
           const OndesTextRecognition *found)
{
  g_autoptr (GPtrArray) items = g_ptr_array_new_with_free_func (g_free);
  const OndesZone zone = found->format.zone;
  guint selected = 0;

  gtk_widget_set_visible (GTK_WIDGET (self->zone), found->format.has_zone);
  self->other_min = G_MAXINT;
  for (guint i = 1; i <= N_ZONES && !zone.unknown; i++)
    if (zones_min[i - 1] * 60 == zone.offset_s)
      selected = i;
  if (selected == 0 && !zone.unknown)
    {
      self->other_min = zone.offset_s / 60;
      selected = N_ZONES + 1;
    }
  for (guint i = 0; i <= N_ZONES + (self->other_min != G_MAXINT); i++)
    g_ptr_array_add (items, ondes_words_zone (get_zone (self, i)));
  g_ptr_array_add (items, NULL);
  ondes_rows_set_items (self->zone, (const char *const *) items->pdata);
  adw_combo_row_set_selected (self->zone, selected);
  ondes_widget_set_text (self->zone, "subtitle", ondes_text_origin_words (found->origins[ONDES_TEXT_ZONE]));
}

static void
list_time_columns (OndesTextRows              *self,
                   const OndesTextRecognition *found)
{
  g_autoptr (GPtrArray) items = g_ptr_array_new_with_free_func (g_free);
  const gboolean chosen = found->origins[ONDES_TEXT_TIMES] == ONDES_TEXT_ASKED;
  const OndesTextOrigin origin = chosen ? ONDES_TEXT_ASKED : found->time_column_origin;

  /* Translators: no column of a text holds times. */
  g_ptr_array_add (items, g_strdup (_("None")));
  for (guint c = 0; c < MAX (MIN (found->n_columns, COLUMNS_MOST), found->time_column); c++)
    {
      const char *name = c < found->n_columns ? found->columns[c].name : NULL;

      g_ptr_array_add (items, g_strchomp (g_strdup_printf ("%u  %s", c + 1, name != NULL ? name : "")));
    }
  g_ptr_array_add (items, NULL);
  ondes_param_rows_set_items (self->rows, "time-column", (const char *const *) items->pdata);
  ondes_widget_set_text (ondes_param_rows_get (self->rows, "time-column"), "subtitle",
                         found->time_column > 0 || chosen ? ondes_text_origin_words (origin) : "");
}

/* Shows the list of channels that holds: as it was asked for, or as the columns are. */
static void
show_columns (OndesTextRows              *self,
              const OndesTextRecognition *found)
{
  g_autoptr (GString) list = g_string_new (found->format.columns);

  gtk_label_set_text (GTK_LABEL (self->columns_origin), ondes_text_origin_words (found->origins[ONDES_TEXT_COLUMNS]));
  for (guint c = 0; c < found->n_columns && found->format.columns == NULL; c++)
    if (found->columns[c].role == ONDES_TEXT_CHANNEL)
      {
        const guint first = c + 1;

        while (c + 1 < found->n_columns && found->columns[c + 1].role == ONDES_TEXT_CHANNEL)
          c++;
        g_string_append_printf (list, c + 1 > first ? "%s%u-%u" : "%s%u", list->len > 0 ? "," : "", first, c + 1);
      }
  if ((gtk_widget_get_state_flags (GTK_WIDGET (self->columns)) & GTK_STATE_FLAG_FOCUS_WITHIN) != 0)
    return; /* it is being typed */
  ondes_entry_row_show (self->columns, list->str);
  ondes_row_set_wrong (GTK_WIDGET (self->columns), FALSE);
}

static void
on_trial (OndesTextRows *self)
{
  const OndesTextRecognition *found = ondes_read_trial_get_recognition (self->trial);

  gtk_widget_set_visible (GTK_WIDGET (self), found != NULL);
  if (gtk_widget_has_focus (self->reset) && !ondes_read_trial_is_chosen (self->trial))
    gtk_widget_child_focus (GTK_WIDGET (self), GTK_DIR_TAB_FORWARD); /* rather than to lose it */
  gtk_widget_set_sensitive (self->reset, ondes_read_trial_is_chosen (self->trial));
  if (found == NULL || self->looks == ondes_read_trial_get_looks (self->trial))
    return; /* a choice stays as it was made until it is answered */
  self->looks = ondes_read_trial_get_looks (self->trial);
  self->showing = TRUE;
  list_time_columns (self, found);
  ondes_param_rows_show (self->rows);
  show_origins (self, found);
  show_zone (self, found);
  show_columns (self, found);
  self->showing = FALSE;
}

/* The rows. */

static void
add_zone (OndesTextRows       *self,
          AdwPreferencesGroup *group)
{
  g_autoptr (GtkStringList) list = gtk_string_list_new (NULL);
  GtkWidget *row = adw_combo_row_new ();

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), ondes_words_setting (ONDES_SETTING_ZONE));
  adw_combo_row_set_model (ADW_COMBO_ROW (row), G_LIST_MODEL (list));
  adw_preferences_group_add (group, row);
  self->zone = ADW_COMBO_ROW (row);
  g_signal_connect_object (row, "notify::selected", G_CALLBACK (on_zone), self, G_CONNECT_SWAPPED);
}

static void
add_columns (OndesTextRows       *self,
             AdwPreferencesGroup *group)
{
  GtkWidget *row = adw_entry_row_new ();

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), _("Columns that are channels, such as 2,4-6"));
  self->columns_origin = gtk_label_new (NULL);
  gtk_widget_add_css_class (self->columns_origin, "dim-label");
  adw_entry_row_add_suffix (ADW_ENTRY_ROW (row), self->columns_origin);
  adw_preferences_group_add (group, row);
  g_signal_connect_object (row, "changed", G_CALLBACK (on_columns), self, G_CONNECT_SWAPPED);
  self->columns = ADW_ENTRY_ROW (row);
}

static void
ondes_text_rows_class_init (OndesTextRowsClass *klass)
{
}

static void
ondes_text_rows_init (OndesTextRows *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 18);
  AdwPreferencesGroup *text = ondes_rows_add_group (GTK_BOX (box), _("Columns"));
  AdwPreferencesGroup *times = ondes_rows_add_group (GTK_BOX (box), _("Times"));

  self->rows = ondes_widget_own (self, "rows", ondes_param_rows_new (&model, self), (GDestroyNotify) ondes_param_rows_free);
  self->reset = gtk_button_new_with_mnemonic (_("_Recognise Again"));
  gtk_widget_set_tooltip_text (self->reset, _("Drops what was chosen here and beside the file"));
  gtk_widget_add_css_class (self->reset, "flat");
  adw_preferences_group_set_header_suffix (text, self->reset);
  ondes_param_rows_add (self->rows, "text", text);
  add_columns (self, text);
  ondes_param_rows_add (self->rows, "times", times);
  add_zone (self, times);
  ondes_param_rows_add (self->rows, "gaps", times);
  adw_bin_set_child (ADW_BIN (self), box);
  ondes_accessible_name_buttons (box);
}

GtkWidget *
ondes_text_rows_new (OndesReadTrial *trial)
{
  OndesTextRows *self = g_object_new (ONDES_TYPE_TEXT_ROWS, NULL);

  self->trial = ondes_widget_keep (self, trial);
  g_signal_connect_object (trial, "changed", G_CALLBACK (on_trial), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->reset, "clicked", G_CALLBACK (ondes_read_trial_reset), trial, G_CONNECT_SWAPPED);
  on_trial (self);
  return GTK_WIDGET (self);
}
