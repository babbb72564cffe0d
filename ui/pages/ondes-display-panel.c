/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gi18n.h>
#include <math.h>

#include "ondes-display-panel.h"
#include "rows/ondes-palette-rows.h"
#include "rows/ondes-slider-row.h"
#include "base/number.h"
#include "session/walshgram-analysis.h"
#include "shell/ondes-template.h"

struct _OndesDisplayPanel
{
  AdwBin          parent_instance;

  OndesScalogramAnalysis *analysis;
  gboolean                updating; /* the analysis's values are being shown: changes are not the user's */

  AdwComboRow    *palette, *axis, *labels, *time_ruler;
  OndesSliderRow *db_range, *a4;
  AdwEntryRow    *reference;
  GtkWidget      *equalise_row, *cone_row, *second_row;
  GtkSwitch      *decibel, *equalise, *cone, *second, *smooth;
  double          shown_range; /* the range in effect; while the slider shows it, the user has not chosen one */
  GtkLabel       *picture_problem;
};

G_DEFINE_FINAL_TYPE (OndesDisplayPanel, ondes_display_panel, ADW_TYPE_BIN)

static gboolean
is_walshgram (OndesDisplayPanel *self)
{
  return ONDES_IS_WALSHGRAM_ANALYSIS (self->analysis);
}

/* Shows the range in effect, which a new picture may change. */
static void
show_range (OndesDisplayPanel *self)
{
  gboolean updating = self->updating;
  OndesDisplay colours = ondes_scalogram_analysis_get_colours (self->analysis);

  self->updating = TRUE;
  self->shown_range = colours.db_range > 0 ? colours.db_range : 60;
  ondes_slider_row_set_value (self->db_range, self->shown_range);
  self->updating = updating;
}

static OndesSession *
session_of (OndesDisplayPanel *self)
{
  return ondes_analysis_get_session (ONDES_ANALYSIS (self->analysis));
}

static void
show_rulers (OndesDisplayPanel *self)
{
  const OndesRulers *rulers = ondes_timeline_get_rulers (ondes_session_get_timeline (session_of (self)));
  gboolean updating = self->updating;

  self->updating = TRUE;
  adw_combo_row_set_selected (self->time_ruler, rulers->time);
  gtk_switch_set_active (self->second, rulers->second_axis);
  self->updating = updating;
}

/* The choice of a clock is offered where the recording has one. */
static void
show_recording (OndesDisplayPanel *self)
{
  OndesRecording *recording = ondes_session_get_recording (session_of (self));

  gtk_widget_set_visible (GTK_WIDGET (self->time_ruler), recording != NULL && ondes_recording_get_info (recording)->has_date);
}

static void
on_rulers (OndesDisplayPanel *self)
{
  if (self->updating || self->analysis == NULL)
    return;
  ondes_session_set_rulers (session_of (self), &(OndesRulers) { .time = adw_combo_row_get_selected (self->time_ruler),
                                                                .second_axis = gtk_switch_get_active (self->second) });
}

/* Shows the rows of notes where the axis has frequencies. */
static void
show_notes (OndesDisplayPanel  *self,
            const OndesDisplay *display)
{
  const gboolean fits = !is_walshgram (self) && display->show != ONDES_SHOW_SCALE && display->show != ONDES_SHOW_PERIOD;

  gtk_widget_set_visible (GTK_WIDGET (self->labels), fits);
  gtk_widget_set_visible (GTK_WIDGET (self->a4), fits && display->notes);
  adw_combo_row_set_selected (self->labels, display->notes);
  ondes_slider_row_set_value (self->a4, display->a4_hz);
}

static void
show_display (OndesDisplayPanel *self)
{
  const OndesDisplay *display = ondes_scalogram_analysis_get_display (self->analysis);
  g_autofree char *reference = NULL;
  double shown;

  self->updating = TRUE;
  adw_combo_row_set_selected (self->palette, display->palette);
  adw_combo_row_set_selected (self->axis, is_walshgram (self) ? display->show != ONDES_SHOW_LOG : display->show);
  gtk_switch_set_active (self->decibel, display->decibel);
  gtk_switch_set_active (self->equalise, display->equalise);
  gtk_switch_set_active (self->cone, display->cone);
  gtk_switch_set_active (self->smooth, display->smooth);
  show_notes (self, display);
  show_range (self);
  reference = display->reference > 0 ? g_strdup_printf ("%.6g", display->reference) : g_strdup ("");
  shown = ondes_number_read (gtk_editable_get_text (GTK_EDITABLE (self->reference)));
  if ((isnan (shown) ? 0 : shown) != display->reference)
    ondes_entry_row_show (self->reference, reference);
  self->updating = FALSE;
}

static void
on_display (OndesDisplayPanel *self)
{
  OndesDisplay display;
  g_autofree char *text = NULL;
  double range;

  if (self->updating || self->analysis == NULL)
    return;
  display = *ondes_scalogram_analysis_get_display (self->analysis);
  text = ondes_number_to_point (gtk_editable_get_text (GTK_EDITABLE (self->reference)));
  display.reference = *text != 0 ? ondes_number_read (text) : 0;
  if (*text != 0 && (!(display.reference > 0) || !isfinite (display.reference)))
    {
      ondes_row_set_wrong (GTK_WIDGET (self->reference), TRUE);
      ondes_label_show_problem (self->picture_problem, _("The reference must be a number above 0, or empty for automatic"));
      return;
    }
  ondes_row_set_wrong (GTK_WIDGET (self->reference), FALSE);
  ondes_row_set_wrong (GTK_WIDGET (self->db_range), FALSE);
  ondes_label_show_problem (self->picture_problem, NULL);
  display.palette = adw_combo_row_get_selected (self->palette);
  display.show = adw_combo_row_get_selected (self->axis);
  display.decibel = gtk_switch_get_active (self->decibel);
  display.cone = gtk_switch_get_active (self->cone);
  display.equalise = gtk_switch_get_active (self->equalise);
  display.smooth = gtk_switch_get_active (self->smooth);
  display.notes = adw_combo_row_get_selected (self->labels) == 1;
  display.a4_hz = CLAMP (ondes_slider_row_get_value (self->a4), ONDES_A4_MIN_HZ, ONDES_A4_MAX_HZ);
  range = ondes_slider_row_get_value (self->db_range);
  if (range != self->shown_range)
    display.db_range = range;
  if (!(range > 0 && range <= 400))
    {
      ondes_row_set_wrong (GTK_WIDGET (self->db_range), TRUE);
      ondes_label_show_problem (self->picture_problem, _("The range must be above 0, up to 400 dB"));
      return;
    }
  ondes_scalogram_analysis_set_display (self->analysis, &display);
}

static void
ondes_display_panel_dispose (GObject *object)
{
  OndesDisplayPanel *self = ONDES_DISPLAY_PANEL (object);

  if (self->analysis != NULL)
    g_signal_handlers_disconnect_by_data (self->analysis, self);
  g_clear_object (&self->analysis);
  G_OBJECT_CLASS (ondes_display_panel_parent_class)->dispose (object);
}

#define CHILD(name) ONDES_TEMPLATE_CHILD (OndesDisplayPanel, name)

static void
ondes_display_panel_class_init (OndesDisplayPanelClass *klass)
{
  static const OndesTemplateChild children[] = {
    CHILD (palette), CHILD (axis), CHILD (db_range), CHILD (reference), CHILD (equalise_row), CHILD (cone_row), CHILD (decibel),
    CHILD (equalise), CHILD (cone), CHILD (picture_problem), CHILD (labels), CHILD (a4), CHILD (time_ruler), CHILD (second_row),
    CHILD (second), CHILD (smooth), { NULL },
  };
  static const OndesTemplateCallback callbacks[] = { ONDES_CALLBACK (on_display), ONDES_CALLBACK (on_rulers), { NULL } };

  g_type_ensure (ONDES_TYPE_SLIDER_ROW);
  G_OBJECT_CLASS (klass)->dispose = ondes_display_panel_dispose;
  ondes_template_install (GTK_WIDGET_CLASS (klass), "ondes-display-panel.ui", children, callbacks);
}

static void
ondes_display_panel_init (OndesDisplayPanel *self)
{
  self->updating = TRUE;
  gtk_widget_init_template (GTK_WIDGET (self));
  ondes_palette_rows_fill (self->palette);
  self->updating = FALSE;
}

/* Offers what a Walshgram has: an axis of sequency, as OndesShow begins, and no cone. */
static void
suit_walshgram (OndesDisplayPanel *self)
{
  const char *const axes[] = { _("Logarithmic sequency"), _("Linear sequency"), NULL };
  g_autoptr (GtkStringList) list = gtk_string_list_new (axes);

  G_STATIC_ASSERT (ONDES_SHOW_LOG == 0 && ONDES_SHOW_LINEAR == 1);
  self->updating = TRUE;
  adw_combo_row_set_model (self->axis, G_LIST_MODEL (list));
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->axis), _("A logarithmic axis leaves out the row of sequency 0, the mean"));
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self->equalise_row), _("Equalise sequencies"));
  gtk_widget_set_tooltip_text (self->equalise_row, _("Divide each row by its median over the whole recording, so that what stands "
                                                     "out from coloured noise shows"));
  gtk_widget_set_visible (self->cone_row, FALSE);
  gtk_widget_set_visible (self->second_row, FALSE);
  self->updating = FALSE;
}

GtkWidget *
ondes_display_panel_new (OndesScalogramAnalysis *analysis)
{
  OndesDisplayPanel *self = g_object_new (ONDES_TYPE_DISPLAY_PANEL, NULL);

  self->analysis = g_object_ref (analysis);
  if (is_walshgram (self))
    suit_walshgram (self);
  g_signal_connect_swapped (analysis, "display-changed", G_CALLBACK (show_display), self);
  g_signal_connect_swapped (analysis, "picture-changed", G_CALLBACK (show_range), self);
  g_signal_connect_object (ondes_session_get_timeline (session_of (self)), "rulers-changed", G_CALLBACK (show_rulers), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (session_of (self), "recording-changed", G_CALLBACK (show_recording), self, G_CONNECT_SWAPPED);
  show_rulers (self);
  show_recording (self);
  show_display (self);
  return GTK_WIDGET (self);
}
