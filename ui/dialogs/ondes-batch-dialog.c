/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gi18n.h>

#include "base/number.h"
#include "batch/batch-options.h"
#include "batch/batch-screen.h"
#include "batch/words-runs.h"
#include "ondes-batch-dialog.h"
#include "ondes-file-chooser.h"
#include "rows/ondes-param-rows.h"
#include "rows/ondes-rows.h"
#include "rows/ondes-slider-row.h"
#include "shell/ondes-accessible.h"
#include "shell/ondes-help.h"
#include "shell/ondes-template.h"
#include "shell/ondes-toasts.h"

#define SHARDS 16 /* of a cluster, at first */

struct _OndesBatchDialog
{
  AdwWindow         parent_instance;

  OndesBatchDraft  *draft;
  OndesBatchWritten written;
  gboolean          starts;       /* the run that is being written is to be run here */
  gboolean          own_output;   /* the person chose the folder of the run */
  gboolean          ready;        /* what the rows show goes to the draft */
  gboolean          has_bank;     /* of the screen, before the other bands */
  OndesBatchOptions options;      /* without the bands and what is typed */
  OndesParamRows   *levels, *detection;

  AdwActionRow     *folder, *output;
  AdwEntryRow      *patterns, *detect, *above;
  AdwComboRow      *bands, *channel; /* the latter NULL if the screen has the first one */
  GtkSwitch        *below, *products[ONDES_BATCH_N_PRODUCTS];
  GtkSpinButton    *shards;
  GtkLabel         *counts, *estimate, *problem, *line;
  GtkWidget        *annotations, *run_button, *write_button, *copy_button;
  OndesToasts      *toasts;
};

G_DEFINE_FINAL_TYPE (OndesBatchDialog, ondes_batch_dialog, ADW_TYPE_WINDOW)

/* Bands that can be chosen, behind those of the screen if it has some. */
static const char *const band_words[] = { "third-octave", "octave", "millidecades" };
/* Channels that can be chosen in place of the one of the screen. */
static const char *const channel_words[] = { NULL, "1", "mix" };

OndesBatchDraft *
ondes_batch_dialog_get_draft (OndesBatchDialog *self)
{
  return self->draft;
}

/* --- what is shown */

/* Shows beside the button why there can be no run, or what it would fail at. */
static void
show_problem (OndesBatchDialog *self)
{
  const char *problem = ondes_batch_draft_get_problem (self->draft, NULL);

  ondes_label_show_problem (self->problem, problem != NULL ? problem : ondes_batch_draft_get_warning (self->draft));
}

static void
show_line (OndesBatchDialog *self)
{
  g_autofree char *line = ondes_batch_draft_submit_line (self->draft, (guint) gtk_spin_button_get_value_as_int (self->shards));

  gtk_label_set_text (self->line, line);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->line), line);
}

static void
update (OndesBatchDialog *self)
{
  const char *folder = ondes_batch_draft_get_folder (self->draft), *output = ondes_batch_draft_get_output (self->draft);
  g_autofree char *shown = folder != NULL ? g_filename_display_name (folder) : NULL;
  g_autofree char *to = output != NULL ? g_filename_display_name (output) : NULL;
  g_autofree char *counts = ondes_words_draft_counts (self->draft), *estimate = ondes_words_draft_estimate (self->draft);
  const gboolean ready = ondes_batch_draft_is_ready (self->draft);

  ondes_widget_set_text (self->folder, "subtitle", shown);
  ondes_widget_set_text (self->output, "subtitle", to);
  gtk_label_set_text (self->counts, counts);
  gtk_label_set_text (self->estimate, estimate);
  gtk_widget_set_sensitive (self->run_button, ready);
  gtk_widget_set_sensitive (self->write_button, ready);
  show_problem (self);
  show_line (self);
}

/* --- what is chosen */

static void
propose_output (OndesBatchDialog *self)
{
  const char *folder = ondes_batch_draft_get_folder (self->draft);
  g_autofree char *output = folder != NULL ? g_strconcat (folder, "-run", NULL) : NULL;

  if (!self->own_output)
    ondes_batch_draft_set_output (self->draft, output);
}

static void
on_folder_chosen (gpointer owner,
                  GFile *file)
{
  OndesBatchDialog *self = owner;

  ondes_batch_draft_set_folder (self->draft, g_file_peek_path (file));
  propose_output (self);
}

static void
on_output_chosen (gpointer owner,
                  GFile *file)
{
  OndesBatchDialog *self = owner;

  self->own_output = TRUE;
  ondes_batch_draft_set_output (self->draft, g_file_peek_path (file));
}

static void
choose (OndesBatchDialog *self,
        const char *title,
        const char *path,
        OndesFileChosen chosen)
{
  GtkFileChooser *chooser
    = ondes_file_chooser_new (self, title, GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER, _("_Choose"), chosen);
  g_autofree char *above = path != NULL ? g_path_get_dirname (path) : NULL;
  g_autoptr (GFile) folder = above != NULL ? g_file_new_for_path (above) : NULL;

  if (folder != NULL)
    gtk_file_chooser_set_current_folder (chooser, folder, NULL);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (chooser));
}

static void
on_choose_folder (OndesBatchDialog *self)
{
  choose (self, _("Folder of the Recordings"), ondes_batch_draft_get_folder (self->draft), on_folder_chosen);
}

static void
on_choose_output (OndesBatchDialog *self)
{
  choose (self, _("Folder of the Run"), ondes_batch_draft_get_output (self->draft), on_output_chosen);
}

/* Sets an option to the numbers of an entry, typed as the locale has them. */
static void
take_numbers (OndesBatchDialog *self,
              const char *option,
              AdwEntryRow *entry,
              gboolean wanted)
{
  g_auto (GStrv) parts = g_strsplit (gtk_editable_get_text (GTK_EDITABLE (entry)), ":", -1);
  g_autofree char *text = NULL;

  for (char **part = parts; *part != NULL; part++)
    {
      char *number = ondes_number_to_point (*part);

      g_free (*part);
      *part = number;
    }
  text = g_strjoinv (":", parts);
  ondes_batch_draft_set_option (self->draft, option, wanted ? text : NULL);
}

/* Takes all that the rows by hand show. */
static void
take_rows (OndesBatchDialog *self)
{
  const gboolean detects = gtk_switch_get_active (self->products[ONDES_BATCH_ANNOTATIONS]);
  const guint selected = adw_combo_row_get_selected (self->bands), band = selected - (self->has_bank ? 1 : 0);
  guint products = 0;

  for (guint i = 0; i < ONDES_BATCH_N_PRODUCTS; i++)
    if (self->products[i] != NULL && gtk_switch_get_active (self->products[i]))
      products |= 1u << i;
  gtk_widget_set_visible (self->annotations, detects);
  ondes_batch_draft_set_patterns (self->draft, gtk_editable_get_text (GTK_EDITABLE (self->patterns)));
  ondes_batch_draft_set_flat (self->draft, !gtk_switch_get_active (self->below));
  ondes_batch_draft_set_products (self->draft, products);
  ondes_batch_draft_set_option (self->draft, "--bands", selected > 0 && band < G_N_ELEMENTS (band_words) ? band_words[band] : NULL);
  if (self->channel != NULL)
    ondes_batch_draft_set_option (self->draft, "--channel", channel_words[adw_combo_row_get_selected (self->channel)]);
  take_numbers (self, "--detect", self->detect, detects);
  take_numbers (self, "--above", self->above, detects);
}

static void
get_options (gpointer dialog,
             gpointer owner)
{
  *(OndesBatchOptions *) owner = ONDES_BATCH_DIALOG (dialog)->options;
}

/* Takes what the rows of a table show, which the draft leaves out where it is the default. */
static void
set_options (gpointer          dialog,
             gpointer          owner,
             const OndesParam *row)
{
  OndesBatchDialog *self = dialog;
  const OndesParamTable *table = ondes_params_find (ondes_batch_level_params.rows, row->key) == row
                                   ? &ondes_batch_level_params
                                   : &ondes_batch_detection_params;
  g_autofree char *text = NULL;

  self->options = *(const OndesBatchOptions *) owner;
  if (ondes_param_is_given (table, row, owner))
    text = ondes_param_print (table->rows, row, owner);
  ondes_batch_draft_set_option (self->draft, row->option, text);
}

static void
on_changed (OndesBatchDialog *self)
{
  if (!self->ready)
    return;
  take_rows (self);
  update (self);
}

static void
on_run (OndesBatchDialog *self)
{
  self->starts = TRUE;
  ondes_batch_draft_write (self->draft);
}

static void
on_write (OndesBatchDialog *self)
{
  self->starts = FALSE;
  ondes_batch_draft_write (self->draft);
}

static void
on_written (OndesBatchDialog *self)
{
  GtkWindow *parent = gtk_window_get_transient_for (GTK_WINDOW (self));
  g_autofree char *folder = g_strdup (ondes_batch_draft_get_output (self->draft));
  const OndesBatchWritten written = self->written;
  const gboolean starts = self->starts;

  if (ondes_batch_draft_get_problem (self->draft, NULL) != NULL)
    return;
  if (!starts)
    {
      ondes_toasts_say (self->toasts, _("Wrote the folder of the run"));
      return;
    }
  gtk_window_close (GTK_WINDOW (self));
  written (parent, folder, TRUE);
}

static void
on_copy (OndesBatchDialog *self)
{
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), gtk_label_get_text (self->line));
  ondes_toasts_say (self->toasts, _("Copied the command"));
}

/* --- rows */

static AdwPreferencesGroup *
add_group (GtkWidget *box,
           const char *title)
{
  GtkWidget *group = adw_preferences_group_new ();

  adw_preferences_group_set_title (ADW_PREFERENCES_GROUP (group), title);
  gtk_box_append (GTK_BOX (box), group);
  return ADW_PREFERENCES_GROUP (group);
}

static AdwActionRow *
add_folder (OndesBatchDialog *self,
            AdwPreferencesGroup *group,
            const char *title,
            GCallback clicked)
{
  GtkWidget *row = adw_action_row_new (), *button = gtk_button_new_with_mnemonic (_("_Choose…"));

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_action_row_set_subtitle_lines (ADW_ACTION_ROW (row), 2);
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), button);
  g_signal_connect_swapped (button, "clicked", clicked, self);
  adw_preferences_group_add (group, row);
  return ADW_ACTION_ROW (row);
}

static AdwEntryRow *
add_entry (OndesBatchDialog *self,
           AdwPreferencesGroup *group,
           const char *title)
{
  GtkWidget *row = adw_entry_row_new ();

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  g_signal_connect_swapped (row, "changed", G_CALLBACK (on_changed), self);
  adw_preferences_group_add (group, row);
  return ADW_ENTRY_ROW (row);
}

static GtkSwitch *
add_switch (OndesBatchDialog *self,
            AdwPreferencesGroup *group,
            const char *title,
            const char *subtitle)
{
  GtkSwitch *button;
  GtkWidget *row = ondes_rows_new_switch (title, NULL, &button);

  if (subtitle != NULL)
    ondes_widget_set_text (row, "subtitle", subtitle);
  g_signal_connect_swapped (button, "notify::active", G_CALLBACK (on_changed), self);
  adw_preferences_group_add (group, row);
  return button;
}

static AdwComboRow *
add_combo (OndesBatchDialog *self,
           AdwPreferencesGroup *group,
           const char *title,
           const char *const *items)
{
  GtkWidget *row = adw_combo_row_new ();
  g_autoptr (GtkStringList) list = gtk_string_list_new (NULL);

  for (; *items != NULL; items++)
    gtk_string_list_append (list, *items);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  adw_combo_row_set_model (ADW_COMBO_ROW (row), G_LIST_MODEL (list));
  g_signal_connect_swapped (row, "notify::selected", G_CALLBACK (on_changed), self);
  adw_preferences_group_add (group, row);
  return ADW_COMBO_ROW (row);
}

static void
add_recordings (OndesBatchDialog *self,
                GtkWidget *box)
{
  AdwPreferencesGroup *group = add_group (box, _("Recordings"));
  const char *channel = ondes_batch_draft_get_option (self->draft, "--channel");
  g_autofree char *screen = NULL;

  self->folder = add_folder (self, group, _("Folder"), G_CALLBACK (on_choose_folder));
  self->patterns = add_entry (self, group, _("Names, as *.wav; *.flac (empty: all sound files)"));
  self->below = add_switch (self, group, _("Include subfolders"), NULL);
  gtk_switch_set_active (self->below, TRUE);
  if (channel == NULL)
    return;
  screen = g_strdup_printf (_("As on the screen: %s"), g_str_equal (channel, "mix") ? _("mean of all channels") : channel);
  self->channel = add_combo (self, group, _("Channel"),
                             (const char *[]) { screen, _("First channel"), _("Mean of all channels"), NULL });
}

static void
add_products (OndesBatchDialog *self,
              GtkWidget *box)
{
  static const OndesBatchProduct order[] = { ONDES_BATCH_SCALOGRAM, ONDES_BATCH_SHEET, ONDES_BATCH_BANDS, ONDES_BATCH_ENERGY,
                                             ONDES_BATCH_LTSA, ONDES_BATCH_ANNOTATIONS };
  const char *bank = ondes_batch_draft_get_option (self->draft, "--bands");
  const char *const bands[] = { bank != NULL ? bank : _("Third octaves"), bank != NULL ? _("Third octaves") : _("Octaves"),
                                bank != NULL ? _("Octaves") : _("Millidecades"), bank != NULL ? _("Millidecades") : NULL, NULL };
  AdwPreferencesGroup *group = add_group (box, _("Outputs"));

  self->has_bank = bank != NULL;
  for (guint i = 0; i < G_N_ELEMENTS (order); i++)
    if (order[i] != ONDES_BATCH_ENERGY || bank != NULL)
      self->products[order[i]] = add_switch (self, group, ondes_words_product (order[i]), ondes_words_product_help (order[i]));
  gtk_switch_set_active (self->products[ONDES_BATCH_SCALOGRAM], TRUE);
  gtk_switch_set_active (self->products[ONDES_BATCH_SHEET], TRUE);
  group = add_group (box, _("Annotations"));
  self->annotations = GTK_WIDGET (group);
  self->detect = add_entry (self, group, _("Band of the annotations, lowest:highest frequency"));
  self->above = add_entry (self, group, _("Least level of the annotations (dB)"));
  ondes_param_rows_add (self->detection, "annotations", group);
  group = add_group (box, _("Bands and Formats"));
  self->bands = add_combo (self, group, _("Bands"), bands);
  ondes_param_rows_add (self->levels, "levels", group);
  ondes_param_rows_add (self->levels, "formats", group);
  ondes_param_rows_show (self->detection);
  ondes_param_rows_show (self->levels);
}

/* The parameters of the screen, a line each. */
static void
add_settings (OndesBatchDialog *self,
              GtkWidget *box,
              const OndesBatchParameters *parameters)
{
  AdwPreferencesGroup *group = add_group (box, _("Settings"));
  g_autoptr (GPtrArray) lines = ondes_batch_parameters_lines (parameters);
  GtkWidget *all = adw_expander_row_new ();

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (all), _("As on the screen"));
  ondes_widget_set_text (all, "subtitle", _("Transform, conditioning, compensation, calibration and colours"));
  for (guint i = 0; i < lines->len; i++)
    {
      const OndesBatchLine *line = g_ptr_array_index (lines, i);
      GtkWidget *row = adw_action_row_new (), *value = gtk_label_new (line->value);

      adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), line->title);
      gtk_label_set_ellipsize (GTK_LABEL (value), PANGO_ELLIPSIZE_MIDDLE);
      gtk_label_set_selectable (GTK_LABEL (value), TRUE);
      gtk_widget_set_tooltip_text (value, line->value);
      gtk_widget_add_css_class (value, "dim-label");
      adw_action_row_add_suffix (ADW_ACTION_ROW (row), value);
      adw_expander_row_add_row (ADW_EXPANDER_ROW (all), row);
    }
  adw_preferences_group_add (group, all);
}

static GtkLabel *
add_label (GtkWidget *box,
           const char *class)
{
  GtkWidget *label = ondes_rows_new_label (class);

  gtk_box_append (GTK_BOX (box), label);
  return GTK_LABEL (label);
}

static void
add_cluster (OndesBatchDialog *self,
             GtkWidget *box)
{
  AdwPreferencesGroup *group = add_group (box, _("On a Cluster"));
  GtkWidget *row = adw_action_row_new (), *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);

  ondes_widget_set_text (group, "description", _("The folder of the run, to be computed by Slurm’s nodes that see it too."));
  self->shards = GTK_SPIN_BUTTON (gtk_spin_button_new_with_range (1, 10000, 1));
  gtk_spin_button_set_value (self->shards, SHARDS);
  gtk_widget_set_valign (GTK_WIDGET (self->shards), GTK_ALIGN_CENTER);
  g_signal_connect_swapped (self->shards, "value-changed", G_CALLBACK (show_line), self);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), _("Cluster jobs"));
  ondes_widget_set_text (row, "subtitle", _("They share the recordings"));
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), GTK_WIDGET (self->shards));
  adw_action_row_set_activatable_widget (ADW_ACTION_ROW (row), GTK_WIDGET (self->shards));
  adw_preferences_group_add (group, row);
  self->line = add_label (line, "cluster-line");
  gtk_label_set_wrap (self->line, FALSE); /* which would part options at their dashes */
  gtk_label_set_ellipsize (self->line, PANGO_ELLIPSIZE_MIDDLE);
  gtk_label_set_selectable (self->line, TRUE);
  gtk_widget_set_hexpand (GTK_WIDGET (self->line), TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->line), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Command for Slurm"), -1);
  self->copy_button = ondes_accessible_new_button ("edit-copy-symbolic", _("Copy the command"));
  gtk_widget_set_valign (self->copy_button, GTK_ALIGN_CENTER);
  g_signal_connect_swapped (self->copy_button, "clicked", G_CALLBACK (on_copy), self);
  gtk_box_append (GTK_BOX (line), self->copy_button);
  adw_preferences_group_add (group, line);
  self->write_button = gtk_button_new_with_mnemonic (_("_Write Run Folder"));
  gtk_widget_set_halign (self->write_button, GTK_ALIGN_START);
  g_signal_connect_swapped (self->write_button, "clicked", G_CALLBACK (on_write), self);
  adw_preferences_group_add (group, self->write_button);
}

static GtkWidget *
new_header (OndesBatchDialog *self)
{
  GtkWidget *header = adw_header_bar_new (), *close = gtk_button_new_with_mnemonic (_("_Close"));

  adw_header_bar_set_show_start_title_buttons (ADW_HEADER_BAR (header), FALSE);
  adw_header_bar_set_show_end_title_buttons (ADW_HEADER_BAR (header), FALSE);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (close), "window.close");
  adw_header_bar_pack_start (ADW_HEADER_BAR (header), close);
  return header;
}

/* What is always in view: the counts, the estimate and what is wrong, with the button beside them. */
static GtkWidget *
new_facts (OndesBatchDialog *self)
{
  GtkWidget *facts = gtk_box_new (GTK_ORIENTATION_VERTICAL, 3), *foot = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);

  self->counts = add_label (facts, "numeric");
  self->estimate = add_label (facts, "numeric");
  gtk_widget_add_css_class (GTK_WIDGET (self->estimate), "dim-label");
  self->problem = add_label (facts, "problem");
  gtk_label_set_lines (self->problem, 6);
  gtk_label_set_ellipsize (self->problem, PANGO_ELLIPSIZE_END);
  gtk_widget_set_hexpand (facts, TRUE);
  self->run_button = gtk_button_new_with_mnemonic (_("_Run"));
  gtk_widget_add_css_class (self->run_button, "suggested-action");
  gtk_widget_set_valign (self->run_button, GTK_ALIGN_CENTER);
  g_signal_connect_swapped (self->run_button, "clicked", G_CALLBACK (on_run), self);
  gtk_box_append (GTK_BOX (foot), facts);
  gtk_box_append (GTK_BOX (foot), self->run_button);
  gtk_widget_add_css_class (foot, "run-progress");
  return foot;
}

static void
make_content (OndesBatchDialog *self,
              const OndesBatchParameters *parameters)
{
  GtkWidget *all = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0), *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 18);
  GtkWidget *scrolled = gtk_scrolled_window_new ();
  AdwPreferencesGroup *group;

  gtk_widget_add_css_class (box, "dialog-body");
  add_recordings (self, box);
  add_products (self, box);
  add_settings (self, box, parameters);
  group = add_group (box, _("Results"));
  self->output = add_folder (self, group, _("Folder of the run"), G_CALLBACK (on_choose_output));
  add_cluster (self, box);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), box);
  gtk_widget_set_vexpand (scrolled, TRUE);
  gtk_box_append (GTK_BOX (all), new_header (self));
  gtk_box_append (GTK_BOX (all), scrolled);
  gtk_box_append (GTK_BOX (all), gtk_separator_new (GTK_ORIENTATION_HORIZONTAL));
  gtk_box_append (GTK_BOX (all), new_facts (self));
  self->toasts = g_object_new (ONDES_TYPE_TOASTS, "child", all, NULL);
  adw_window_set_content (ADW_WINDOW (self), GTK_WIDGET (self->toasts));
}

static void
ondes_batch_dialog_dispose (GObject *object)
{
  OndesBatchDialog *self = ONDES_BATCH_DIALOG (object);

  if (self->draft != NULL)
    g_signal_handlers_disconnect_by_data (self->draft, self);
  self->ready = FALSE;
  G_OBJECT_CLASS (ondes_batch_dialog_parent_class)->dispose (object);
  g_clear_object (&self->draft);
}

static void
ondes_batch_dialog_finalize (GObject *object)
{
  OndesBatchDialog *self = ONDES_BATCH_DIALOG (object);

  ondes_param_rows_free (self->levels);
  ondes_param_rows_free (self->detection);
  G_OBJECT_CLASS (ondes_batch_dialog_parent_class)->finalize (object);
}

static void
ondes_batch_dialog_class_init (OndesBatchDialogClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ondes_batch_dialog_dispose;
  G_OBJECT_CLASS (klass)->finalize = ondes_batch_dialog_finalize;
  gtk_widget_class_add_binding_action (GTK_WIDGET_CLASS (klass), GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
ondes_batch_dialog_init (OndesBatchDialog *self)
{
  static const OndesParamModel levels = { &ondes_batch_level_params, sizeof (OndesBatchOptions), get_options, set_options };
  static const OndesParamModel detection = { &ondes_batch_detection_params, sizeof (OndesBatchOptions), get_options, set_options };

  self->options = *(const OndesBatchOptions *) ondes_batch_level_params.defaults;
  self->levels = ondes_param_rows_new (&levels, self);
  self->detection = ondes_param_rows_new (&detection, self);
}

void
ondes_batch_dialog_present (GtkWindow *parent,
                            const OndesBatchParameters *parameters,
                            const char *folder,
                            OndesBatchWritten written)
{
  OndesBatchDialog *self = g_object_new (ONDES_TYPE_BATCH_DIALOG, "transient-for", parent, "modal", TRUE, "title",
                                         _("Process Folder"), "default-width", 560, "default-height", 640, NULL);

  ondes_help_set_page (GTK_WINDOW (self), "batch.md");
  self->draft = ondes_batch_draft_new (parameters);
  self->written = written;
  make_content (self, parameters);
  g_signal_connect_swapped (self->draft, "changed", G_CALLBACK (update), self);
  g_signal_connect_swapped (self->draft, "written", G_CALLBACK (on_written), self);
  ondes_batch_draft_set_folder (self->draft, folder);
  propose_output (self);
  self->ready = TRUE;
  on_changed (self);
  ondes_accessible_name_buttons (GTK_WIDGET (self));
  gtk_window_set_default_widget (GTK_WINDOW (self), self->run_button);
  gtk_widget_grab_focus (GTK_WIDGET (self->folder)); /* not what closes it */
  gtk_window_present (GTK_WINDOW (self));
}
