/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "ondes-display-panel.h"
#include "picture/scalogram-analysis.h"
#include "rows/ondes-palette-rows.h"
#include "rows/ondes-param-rows.h"
#include "rows/ondes-rows.h"
#include "shell/ondes-template.h"

struct _OndesDisplayPanel
{
  AdwBin                  parent_instance;

  OndesScalogramAnalysis *analysis;
  OndesParamRows         *display, *rulers;
};

G_DEFINE_FINAL_TYPE (OndesDisplayPanel, ondes_display_panel, ADW_TYPE_BIN)

static OndesSession *
session_of (OndesDisplayPanel *self)
{
  return ondes_analysis_get_session (ONDES_ANALYSIS (self->analysis));
}

/* Returns the range in effect, which a new picture may change. */
static double
get_range (OndesDisplayPanel *self)
{
  const double range = ondes_scalogram_analysis_get_colours (self->analysis).db_range;

  return range > 0 ? range : 60;
}

static void
get_display (gpointer model,
             gpointer owner)
{
  OndesDisplayPanel *self = model;
  OndesDisplay *display = owner;

  *display = *ondes_scalogram_analysis_get_display (self->analysis);
  display->db_range = get_range (self);
  if (ondes_scalogram_analysis_get_class (self->analysis)->linear && display->show != ONDES_SHOW_LOG)
    display->show = ONDES_SHOW_LINEAR;
}

static void
set_display (gpointer          model,
             gpointer          owner,
             const OndesParam *row)
{
  OndesDisplayPanel *self = model;
  const OndesDisplay *now = ondes_scalogram_analysis_get_display (self->analysis);
  OndesDisplay *display = owner;

  if (!g_str_equal (row->key, "db-range"))
    display->db_range = now->db_range;
  if (!g_str_equal (row->key, "axis"))
    display->show = now->show;
  ondes_param_rows_mark (self->display, ONDES_SETTING_NONE, NULL);
  ondes_scalogram_analysis_set_display (self->analysis, display);
}

static void
get_rulers (gpointer model,
            gpointer owner)
{
  *(OndesRulers *) owner = *ondes_timeline_get_rulers (ondes_session_get_timeline (session_of (model)));
}

static void
set_rulers (gpointer          model,
            gpointer          owner,
            const OndesParam *row)
{
  ondes_session_set_rulers (session_of (model), owner);
}

static const OndesParamModel display_model = { &ondes_display_params, sizeof (OndesDisplay), get_display, set_display, 0, TRUE };
static const OndesParamModel rulers_model = { &ondes_rulers_params, sizeof (OndesRulers), get_rulers, set_rulers, 0, TRUE };

static void
show_display (OndesDisplayPanel *self)
{
  ondes_param_rows_show (self->display);
}

/* The choice of a clock is offered where the recording has one. */
static void
show_rulers (OndesDisplayPanel *self)
{
  OndesRecording *recording = ondes_session_get_recording (session_of (self));

  ondes_param_rows_show (self->rulers);
  gtk_widget_set_visible (ondes_param_rows_get (self->rulers, "time-ruler"),
                          recording != NULL && ondes_recording_get_info (recording)->has_date);
}

void
ondes_display_panel_reset (OndesDisplayPanel *self)
{
  ondes_param_rows_reset (self->display);
  ondes_param_rows_reset (self->rulers);
  gtk_widget_activate_action (GTK_WIDGET (self), "win.automatic-colours", NULL);
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

static void
ondes_display_panel_class_init (OndesDisplayPanelClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ondes_display_panel_dispose;
}

static void
add_button (GtkBox     *box,
            const char *label,
            const char *tooltip,
            const char *action)
{
  GtkWidget *button = gtk_button_new_with_mnemonic (label);

  gtk_widget_set_name (button, action + strlen ("win."));
  gtk_widget_set_tooltip_text (button, tooltip);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), action);
  gtk_widget_add_css_class (button, "flat");
  gtk_box_append (box, button);
}

static void
ondes_display_panel_init (OndesDisplayPanel *self)
{
  AdwPreferencesGroup *group = ADW_PREFERENCES_GROUP (adw_preferences_group_new ());
  GtkWidget *buttons = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);

  self->display = ondes_widget_own (self, "display", ondes_param_rows_new (&display_model, self),
                                    (GDestroyNotify) ondes_param_rows_free);
  self->rulers = ondes_widget_own (self, "rulers", ondes_param_rows_new (&rulers_model, self),
                                   (GDestroyNotify) ondes_param_rows_free);
  adw_preferences_group_set_title (group, _("Display"));
  /* Translators: a button: choose the colours by what is in view. */
  add_button (GTK_BOX (buttons), _("_Fit"), _("Fit the colours to the current view (Ctrl+F)"), "win.fit-colours");
  /* Translators: a button: choose the colours by the recording. */
  add_button (GTK_BOX (buttons), _("A_utomatic"), _("Set the colours from the whole recording (Ctrl+Shift+F)"),
              "win.automatic-colours");
  adw_preferences_group_set_header_suffix (group, buttons);
  ondes_param_rows_add (self->display, "palette", group);
  ondes_param_rows_fill (self->display, "palette", ondes_palette_rows_fill);
  ondes_param_rows_add (self->display, "axis", group);
  ondes_param_rows_add (self->rulers, "rulers", group);
  ondes_param_rows_add (self->display, "colours", group);
  adw_bin_set_child (ADW_BIN (self), GTK_WIDGET (group));
}

/* Offers what pictures of the class have. */
static void
suit_class (OndesDisplayPanel *self)
{
  const OndesPictureClass *klass = ondes_scalogram_analysis_get_class (self->analysis);
  const OndesPictureWords *words = ondes_scalogram_analysis_get_words (self->analysis);
  GtkWidget *axis = ondes_param_rows_get (self->display, "axis"), *equalise = ondes_param_rows_get (self->display, "equalise");

  G_STATIC_ASSERT (ONDES_SHOW_LOG == 0 && ONDES_SHOW_LINEAR == 1);
  if (words->axes[0] != NULL)
    ondes_param_rows_set_items (self->display, "axis", (const char *const[]) { _(words->axes[0]), _(words->axes[1]), NULL });
  if (words->axis_tip != NULL)
    gtk_widget_set_tooltip_text (axis, _(words->axis_tip));
  if (words->equalise != NULL)
    {
      adw_preferences_row_set_title (ADW_PREFERENCES_ROW (equalise), _(words->equalise));
      gtk_widget_set_tooltip_text (equalise, _(words->equalise_tip));
    }
  if (klass->scale_hz == NULL)
    {
      ondes_param_rows_leave_out (self->display, "notes");
      ondes_param_rows_leave_out (self->display, "a4");
      ondes_param_rows_leave_out (self->rulers, "second-axis");
    }
  if (klass->cone == 0)
    ondes_param_rows_leave_out (self->display, "cone");
}

GtkWidget *
ondes_display_panel_new (OndesScalogramAnalysis *analysis)
{
  OndesDisplayPanel *self = g_object_new (ONDES_TYPE_DISPLAY_PANEL, NULL);

  self->analysis = g_object_ref (analysis);
  suit_class (self);
  g_signal_connect_swapped (analysis, "display-changed", G_CALLBACK (show_display), self);
  g_signal_connect_swapped (analysis, "picture-changed", G_CALLBACK (show_display), self);
  g_signal_connect_object (ondes_session_get_timeline (session_of (self)), "rulers-changed", G_CALLBACK (show_rulers), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (session_of (self), "recording-changed", G_CALLBACK (show_rulers), self, G_CONNECT_SWAPPED);
  show_rulers (self);
  show_display (self);
  return GTK_WIDGET (self);
}
