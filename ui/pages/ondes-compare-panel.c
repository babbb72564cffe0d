/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gi18n.h>
#include <math.h>

#include "charts/ondes-compare-bar.h"
#include "dialogs/ondes-read-dialog.h"
#include "ondes-compare-panel.h"
#include "rows/ondes-file-row.h"
#include "rows/ondes-rows.h"
#include "rows/ondes-slider-row.h"
#include "session/words.h"
#include "shell/ondes-template.h"

#define N_SECONDS (ONDES_SECOND_UNCOMPENSATED + 1)
#define WIDTH     340 /* pixels */

struct _OndesComparePanel
{
  AdwBin           parent_instance;

  OndesComparison *comparison;
  OndesSession    *session;
  gboolean         updating; /* what is chosen is being shown: changes are not the user's */

  GtkToggleButton *with[N_SECONDS];
  GtkWidget       *rows; /* what else is chosen of a second */
  AdwComboRow     *channel, *align;
  OndesFileRow    *file;
  OndesSliderRow  *offset;
  GtkLabel        *problem;
};

G_DEFINE_FINAL_TYPE (OndesComparePanel, ondes_compare_panel, ADW_TYPE_BIN)

/* Returns the recording whose channels the second has; NULL if it is not known yet. */
static OndesRecording *
get_file (OndesComparePanel *self)
{
  OndesRecording *second = ondes_comparison_get_recording (self->comparison, NULL);

  return second != NULL ? second : ondes_comparison_get_second (self->comparison) != ONDES_SECOND_FILE
                                     ? ondes_session_get_recording (self->session) : NULL;
}

static void
show_channels (OndesComparePanel *self)
{
  const OndesSecond second = ondes_comparison_get_second (self->comparison);
  OndesRecording *recording = get_file (self);
  const guint channels = recording != NULL ? ondes_recording_get_info (recording)->channels : 0;
  GStrvBuilder *builder = g_strv_builder_new ();
  g_auto (GStrv) items = NULL;

  for (guint i = 0; i <= channels && recording != NULL; i++)
    {
      g_autofree char *name = ondes_words_channel (recording, i);

      g_strv_builder_add (builder, name);
    }
  items = g_strv_builder_end (builder);
  g_strv_builder_unref (builder);
  ondes_rows_set_items (self->channel, (const char *const *) items);
  gtk_widget_set_visible (GTK_WIDGET (self->channel), channels > 1 && (second == ONDES_SECOND_FILE
                                                                       || second == ONDES_SECOND_CHANNEL));
  if (channels > 0)
    adw_combo_row_set_selected (self->channel, MIN (ondes_comparison_get_channel (self->comparison), channels));
}

/* The second may begin as early, or as late, as the two still touch. */
static void
show_offset (OndesComparePanel *self)
{
  OndesRecording *first = ondes_session_get_recording (self->session);
  const OndesRecordingInfo *info = first != NULL ? ondes_recording_get_info (first) : NULL;
  const double length = info != NULL ? (double) info->frames / info->rate_hz : 1;
  g_autofree char *unit = info != NULL ? ondes_words_time_unit (info->time_unit) : NULL;

  ondes_slider_row_set_range (self->offset, -length, length);
  if (unit != NULL)
    ondes_slider_row_set_unit (self->offset, unit);
  ondes_slider_row_set_value (self->offset, ondes_comparison_get_alignment (self->comparison)->offset);
}

/* Shows @problem below the rows; NULL for none. */
static void
show_problem (OndesComparePanel *self,
              const char *problem)
{
  gtk_label_set_text (self->problem, problem != NULL ? problem : "");
  gtk_widget_set_visible (GTK_WIDGET (self->problem), problem != NULL);
}

/* Offers another channel where there is one, and the comparison without instrument correction where there is a correction. */
static void
show_seconds (OndesComparePanel *self,
              OndesSecond second)
{
  OndesRecording *recording = ondes_session_get_recording (self->session);
  const gboolean channels = recording != NULL && ondes_recording_get_info (recording)->channels > 1;
  const gboolean corrected = ondes_comparison_is_corrected (self->comparison);

  gtk_toggle_button_set_active (self->with[second], TRUE);
  gtk_widget_set_sensitive (GTK_WIDGET (self->with[ONDES_SECOND_CHANNEL]), channels || second == ONDES_SECOND_CHANNEL);
  gtk_widget_set_sensitive (GTK_WIDGET (self->with[ONDES_SECOND_UNCOMPENSATED]),
                            corrected || second == ONDES_SECOND_UNCOMPENSATED);
}

static void
update (OndesComparePanel *self)
{
  const OndesSecond second = ondes_comparison_get_second (self->comparison);

  self->updating = TRUE;
  gtk_widget_set_sensitive (GTK_WIDGET (self), ondes_session_has_time (self->session));
  show_seconds (self, second);
  gtk_widget_set_visible (self->rows, second != ONDES_SECOND_NONE);
  ondes_file_row_set_path (self->file, ondes_comparison_get_path (self->comparison));
  gtk_widget_set_visible (GTK_WIDGET (self->file), second == ONDES_SECOND_FILE);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "second.read-options", ondes_comparison_get_path (self->comparison) != NULL);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "second.raw", ondes_comparison_get_path (self->comparison) != NULL);
  show_channels (self);
  gtk_widget_set_visible (GTK_WIDGET (self->align), ondes_comparison_has_clock (self->comparison));
  adw_combo_row_set_selected (self->align, ondes_comparison_get_alignment (self->comparison)->align);
  show_offset (self);
  show_problem (self, ondes_analysis_get_problem (ONDES_ANALYSIS (self->comparison)));
  self->updating = FALSE;
}

static void
choose_next_channel (OndesComparison *comparison)
{
  OndesSession *session = ondes_analysis_get_session (ONDES_ANALYSIS (comparison));

  ondes_comparison_choose_channel (comparison, ondes_session_get_channel (session)
                                                 % ondes_recording_get_info (ondes_session_get_recording (session))->channels + 1);
}

/* Takes the file that was chosen last, or asks for one. */
static void
choose_file (OndesComparePanel *self)
{
  const char *path = ondes_comparison_get_path (self->comparison);

  if (path != NULL)
    ondes_comparison_choose_file (self->comparison, path, ondes_comparison_get_read_options (self->comparison));
  else
    ondes_compare_panel_choose (self);
}

static void
on_with (OndesComparePanel *self,
         GtkToggleButton *button)
{
  static void (*const choose[N_SECONDS]) (OndesComparison *comparison)
    = { ondes_comparison_remove, NULL, choose_next_channel, ondes_comparison_hold, ondes_comparison_choose_uncompensated };
  guint chosen = 0;

  while (self->with[chosen] != button)
    chosen++;
  if (self->updating || !gtk_toggle_button_get_active (button) || ondes_session_get_recording (self->session) == NULL
      || chosen == ondes_comparison_get_second (self->comparison))
    return;
  if (choose[chosen] != NULL)
    choose[chosen] (self->comparison);
  else
    choose_file (self);
  update (self);
}

static void
on_file (OndesComparePanel *self)
{
  const char *path = ondes_file_row_get_path (self->file);

  if (self->updating)
    return;
  if (path[0] != '\0')
    ondes_comparison_choose_file (self->comparison, path, NULL);
  else
    ondes_comparison_remove (self->comparison);
}

static void
on_channel (OndesComparePanel *self)
{
  const guint selected = adw_combo_row_get_selected (self->channel);

  if (!self->updating && selected != GTK_INVALID_LIST_POSITION)
    ondes_comparison_set_channel (self->comparison, selected);
}

static void
on_alignment (OndesComparePanel *self)
{
  const double offset = ondes_slider_row_get_value (self->offset);
  const gboolean wrong = !isfinite (offset);

  if (self->updating)
    return;
  ondes_row_set_wrong (GTK_WIDGET (self->offset), wrong);
  show_problem (self, wrong ? _("The offset must be a number of time units; below 0 the second begins before the first") : NULL);
  if (!wrong)
    ondes_comparison_set_alignment (self->comparison,
                                    &(OndesAlignment) { (OndesAlign) adw_combo_row_get_selected (self->align), offset });
}

/* How the file is read. */

static void
read_as (gpointer owner,
         const char *path,
         const OndesReadOptions *options)
{
  ondes_comparison_choose_file (owner, path, options);
}

void
ondes_compare_panel_ask_raw (OndesComparePanel *self,
                             const char *path)
{
  const char *now = ondes_comparison_get_path (self->comparison);
  OndesReadQuestion question = { .path = path, .raw = TRUE, .chosen = read_as, .owner = self->comparison };

  if (g_strcmp0 (now, path) == 0)
    question.options = ondes_comparison_get_read_options (self->comparison);
  ondes_read_dialog_present (GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self))), &question);
}

static void
read_action (GtkWidget *widget,
             const char *name,
             GVariant *parameter)
{
  OndesComparePanel *self = ONDES_COMPARE_PANEL (widget);
  const char *path = ondes_comparison_get_path (self->comparison);
  const OndesReadQuestion question = { .path = path, .recording = ondes_comparison_get_file (self->comparison),
                                       .options = ondes_comparison_get_read_options (self->comparison), .chosen = read_as,
                                       .owner = self->comparison };

  if (path == NULL)
    return;
  if (g_str_equal (name, "second.raw"))
    ondes_compare_panel_ask_raw (self, path);
  else
    ondes_read_dialog_present (GTK_WINDOW (gtk_widget_get_root (widget)), &question);
}

static void
add_reading (OndesComparePanel *self)
{
  GtkWidget *button = gtk_menu_button_new ();
  g_autoptr (GMenu) menu = g_menu_new ();

  g_menu_append (menu, _("Rate and _Units…"), "second.read-options");
  g_menu_append (menu, _("Open as _Raw…"), "second.raw");
  gtk_menu_button_set_icon_name (GTK_MENU_BUTTON (button), "view-more-symbolic");
  gtk_menu_button_set_menu_model (GTK_MENU_BUTTON (button), G_MENU_MODEL (menu));
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_set_tooltip_text (button, _("How the second is read"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, _("How the second is read"), -1);
  adw_action_row_add_suffix (ADW_ACTION_ROW (self->file), button);
}

static void
ondes_compare_panel_dispose (GObject *object)
{
  OndesComparePanel *self = ONDES_COMPARE_PANEL (object);

  if (self->comparison != NULL)
    {
      g_signal_handlers_disconnect_by_data (self->comparison, self);
      g_signal_handlers_disconnect_by_data (self->session, self);
    }
  g_clear_object (&self->comparison);
  G_OBJECT_CLASS (ondes_compare_panel_parent_class)->dispose (object);
}

static void
ondes_compare_panel_class_init (OndesComparePanelClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ondes_compare_panel_dispose;
  gtk_widget_class_install_action (GTK_WIDGET_CLASS (klass), "second.read-options", NULL, read_action);
  gtk_widget_class_install_action (GTK_WIDGET_CLASS (klass), "second.raw", NULL, read_action);
}

/* What the first can be compared with, each a button. Unlike those with a dot they are not chosen by passing over them. */
static GtkWidget *
new_seconds (OndesComparePanel *self)
{
  static const OndesCompareChoice seconds[N_SECONDS] = {
    { N_("Nothing"), N_("The picture alone (Shift+J)") },
    { N_("Another file"), N_("Another recording on the same time axis (Ctrl+Shift+K)") },
    { N_("Another channel"), N_("Another channel of this recording") },
    { N_("Snapshot"), N_("This recording with its settings as they are now; change them and compare (J)") },
    { N_("Without instrument correction"), N_("The same picture without instrument correction") },
  };
  GtkWidget *box = ondes_compare_new_switch (seconds, self->with, N_SECONDS, ONDES_SECOND_NONE);

  gtk_orientable_set_orientation (GTK_ORIENTABLE (box), GTK_ORIENTATION_VERTICAL);
  return box;
}

static void
add_rows (OndesComparePanel *self,
          AdwPreferencesGroup *group)
{
  static const char *const aligns[] = { N_("First samples"), N_("Clock time"), NULL };
  static const char *const none[] = { NULL };

  self->file = ondes_file_row_new (_("File"), _("The recording to compare with"), _("Choose a Recording to Compare With"));
  add_reading (self);
  self->channel = ondes_rows_new_combo (_("Channel"), _("The channel of the second"), none);
  self->align = ondes_rows_new_combo (_("Align"), _("What of both lies at the same time"), aligns);
  self->offset = g_object_new (ONDES_TYPE_SLIDER_ROW, "title", _("Offset"), NULL);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->offset), _("How much later the second begins; earlier if below 0"));
  adw_preferences_group_add (group, GTK_WIDGET (self->file));
  adw_preferences_group_add (group, GTK_WIDGET (self->channel));
  adw_preferences_group_add (group, GTK_WIDGET (self->align));
  adw_preferences_group_add (group, GTK_WIDGET (self->offset));
}

static void
ondes_compare_panel_init (OndesComparePanel *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);

  self->rows = adw_preferences_group_new ();
  gtk_box_append (GTK_BOX (box), new_seconds (self));
  add_rows (self, ADW_PREFERENCES_GROUP (self->rows));
  gtk_box_append (GTK_BOX (box), self->rows);
  self->problem = GTK_LABEL (ondes_rows_new_label ("problem"));
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->problem));
  gtk_widget_set_size_request (box, WIDTH, -1);
  adw_bin_set_child (ADW_BIN (self), box);
}

void
ondes_compare_panel_choose (OndesComparePanel *self)
{
  ondes_file_row_choose (self->file);
}

GtkWidget *
ondes_compare_panel_new (OndesComparison *comparison)
{
  OndesComparePanel *self = g_object_new (ONDES_TYPE_COMPARE_PANEL, NULL);

  self->comparison = g_object_ref (comparison);
  self->session = ondes_analysis_get_session (ONDES_ANALYSIS (comparison));
  g_signal_connect_swapped (comparison, "settings-changed", G_CALLBACK (update), self);
  g_signal_connect_swapped (comparison, "second-changed", G_CALLBACK (update), self);
  g_signal_connect_swapped (comparison, "state-changed", G_CALLBACK (update), self);
  g_signal_connect_swapped (self->session, "recording-changed", G_CALLBACK (update), self);
  for (guint i = 0; i < N_SECONDS; i++)
    g_signal_connect_swapped (self->with[i], "toggled", G_CALLBACK (on_with), self);
  g_signal_connect_swapped (self->file, "changed", G_CALLBACK (on_file), self);
  g_signal_connect_swapped (self->channel, "notify::selected", G_CALLBACK (on_channel), self);
  g_signal_connect_swapped (self->align, "notify::selected", G_CALLBACK (on_alignment), self);
  g_signal_connect_swapped (self->offset, "changed", G_CALLBACK (on_alignment), self);
  update (self);
  return GTK_WIDGET (self);
}
