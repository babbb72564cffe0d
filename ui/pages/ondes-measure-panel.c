/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "base/number.h"
#include "charts/ondes-chart-menu.h"
#include "figure/readings-text.h"
#include "ondes-measure-panel.h"
#include "picture/cursor-readings.h"
#include "picture/walshgram-analysis.h"
#include "picture/words-slices.h"
#include "rows/ondes-rows.h"
#include "rows/ondes-slider-row.h"
#include "session/words.h"
#include "shell/ondes-accessible.h"
#include "shell/ondes-template.h"

/* The rows: what is selected, its readings, and the cursors. */
enum
{
  START, END, DURATION, LOW, HIGH, WIDTH,
  PEAK, PEAK_TIME, PEAK_HZ, MEAN, RMS, ENERGY,
  FIRST, SECOND, HARMONICS, TIME, RATE, DIFFERENCE, RATIO, LEVEL,
  N_ROWS
};

#define N_ENTRIES 4

typedef struct
{
  const char *name, *tip; /* marked for translation */
  const char *id;         /* of an entry, the name of its widget; NULL for a label */
} Row;

static const Row rows[N_ROWS] = {
  [START] = { N_("Start"), NULL, "start" },
  [END] = { N_("End"), NULL, "end" },
  [DURATION] = { N_("Duration"), NULL },
  [LOW] = { N_("Low"), N_("Lowest frequency"), "low" },
  [HIGH] = { N_("High"), N_("Highest frequency"), "high" },
  [WIDTH] = { N_("Bandwidth"), N_("The width of the band") },
  [PEAK] = { N_("Peak"), N_("The largest value of the selection, of all its samples and not of pixels") },
  [PEAK_TIME] = { N_("Peak at"), N_("When the peak is") },
  [PEAK_HZ] = { N_("Peak frequency"), N_("The frequency of the peak, by a parabola through three rows. “(row)”: the frequency "
                                         "of its row, as at an end of the rows or of the band") },
  [MEAN] = { N_("Mean"), NULL },
  [RMS] = { N_("RMS"), N_("The root mean square") },
  [ENERGY] = { N_("Energy"), N_("The mean square times the duration") },
  [FIRST] = { N_("Cursor 1"), NULL },
  [SECOND] = { N_("Cursor 2"), NULL },
  [HARMONICS] = { N_("Harmonics of"), N_("The fundamental of the harmonic cursor") },
  [TIME] = { N_("Δt"), N_("From cursor 1 to cursor 2") },
  [RATE] = { N_("1/Δt"), NULL },
  [DIFFERENCE] = { N_("Δf"), NULL },
  [RATIO] = { N_("Ratio"), N_("Of the frequencies, in cents and octaves") },
  [LEVEL] = { N_("ΔL"), N_("The level of the picture at cursor 2 above that at cursor 1") },
};

/* The edges, which can be typed. */
static const guint entries[N_ENTRIES] = { START, END, LOW, HIGH };

struct _OndesMeasurePanel
{
  AdwBin parent_instance;

  OndesSelectionReadings *readings;
  GtkLabel               *heading, *hint, *problem;
  GtkWidget              *edges, *cursors, *buttons, *close;
  GtkWidget              *names[N_ROWS], *values[N_ROWS]; /* a value is an entry or a label */
  char                   *filled[N_ENTRIES]; /* the texts of the entries before a person types */
  gboolean                typing; /* the entries have the focus, and all their digits */
};

G_DEFINE_FINAL_TYPE (OndesMeasurePanel, ondes_measure_panel, ADW_TYPE_BIN)

static OndesScalogramAnalysis *
analysis_of (OndesMeasurePanel *self)
{
  return ondes_selection_readings_get_analysis (self->readings);
}

static OndesSession *
session_of (OndesMeasurePanel *self)
{
  return ondes_analysis_get_session (ONDES_ANALYSIS (analysis_of (self)));
}

static OndesTimeline *
timeline_of (OndesMeasurePanel *self)
{
  return ondes_session_get_timeline (session_of (self));
}

/* NULL if none is open. */
static const OndesRecordingInfo *
info_of (OndesMeasurePanel *self)
{
  OndesRecording *recording = ondes_session_get_recording (session_of (self));

  return recording != NULL ? ondes_recording_get_info (recording) : NULL;
}

/* Returns the number of samples in a time unit. */
static double
rate_of (OndesMeasurePanel *self)
{
  OndesSource *source = ondes_session_get_source (session_of (self));

  return source != NULL ? source->rate_hz : 1;
}

static char *
print_duration (OndesMeasurePanel *self,
                double             time)
{
  g_autofree char *unit = ondes_words_time_unit (info_of (self)->time_unit);

  return ondes_words_quantity (time, unit, 4);
}

static char *
print_rate (OndesMeasurePanel *self,
            double             hz)
{
  g_autofree char *unit = ondes_words_frequency_unit (info_of (self)->time_unit);

  return ondes_words_quantity (hz, unit, 4);
}

/* Returns a frequency, or what the rows of a Walshgram lie at; NULL if it is NaN. */
static char *
print_hz (OndesMeasurePanel *self,
          double             hz)
{
  OndesScalogram *scalogram = ondes_scalogram_analysis_get_scalogram (analysis_of (self));

  if (isnan (hz))
    return NULL;
  return scalogram != NULL ? ondes_words_place (scalogram, hz, 4) : print_rate (self, hz);
}

/* Returns the frequency of the peak; NULL if there is none. */
static char *
print_peak_hz (OndesMeasurePanel   *self,
               const OndesReadings *m)
{
  g_autofree char *place = print_hz (self, m->peak_hz);

  return place != NULL ? ondes_words_peak_frequency (place, m->peak_how) : NULL;
}

static char *
print_value (OndesMeasurePanel *self,
             double             value,
             gboolean           power)
{
  const char *unit = info_of (self)->unit;
  g_autofree char *whole = power ? ondes_unit_squared (unit) : g_strdup (unit != NULL ? unit : "");

  return ondes_words_quantity (value, whole, 4);
}

static char *
print_energy (OndesMeasurePanel *self,
              double             energy)
{
  const OndesRecordingInfo *info = info_of (self);
  g_autofree char *time = ondes_words_time_unit (info->time_unit);
  g_autofree char *square = ondes_unit_squared (info->unit);

  return g_strdup_printf ("%.4g %s%s%s", energy, square, *square != '\0' ? " " : "", time);
}

/* Returns what the edges are of: the selection or, without one, the view with the frequencies that it shows. */
static OndesSelection
get_shown (OndesMeasurePanel *self)
{
  OndesSelection shown = ondes_timeline_get_selection (timeline_of (self));
  const OndesDisplay *display = ondes_scalogram_analysis_get_display (analysis_of (self));
  double count;

  if (ondes_selection_is_set (&shown))
    return shown;
  ondes_timeline_get_view (timeline_of (self), &shown.first, &count);
  shown.end = shown.first + count;
  if (display->view_hi > 0)
    {
      shown.low_hz = display->view_lo;
      shown.high_hz = display->view_hi;
    }
  return shown;
}

/* Shows the value of a row, which is left out if it is NULL; takes ownership of @text. */
static void
set (OndesMeasurePanel *self,
     guint              row,
     char              *text)
{
  gtk_widget_set_visible (self->names[row], text != NULL);
  gtk_widget_set_visible (self->values[row], text != NULL);
  if (text != NULL)
    gtk_label_set_text (GTK_LABEL (self->values[row]), text);
  g_free (text);
}

/* Shows what has been measured, or how far that is. */
static void
show_measured (OndesMeasurePanel *self)
{
  const OndesReadings *m = ondes_selection_readings_get (self->readings);
  double progress;

  ondes_label_show_problem (self->problem, ondes_selection_readings_get_problem (self->readings));
  if (m == NULL)
    {
      const gboolean busy = ondes_selection_readings_is_busy (self->readings, &progress);

      for (guint i = PEAK; i <= ENERGY; i++)
        set (self, i, NULL);
      /* Translators: instead of a reading, while it is being measured; how far that is. */
      set (self, PEAK, busy ? g_strdup_printf (_("%.0f %% measured"), 100 * progress) : NULL);
      return;
    }
  set (self, PEAK, print_value (self, m->peak, m->power));
  set (self, PEAK_TIME, ondes_words_pointer_time (session_of (self), m->peak_at));
  set (self, PEAK_HZ, print_peak_hz (self, m));
  set (self, MEAN, print_value (self, m->mean, m->power));
  set (self, RMS, print_value (self, m->rms, FALSE));
  set (self, ENERGY, print_energy (self, m->energy));
}

/* Returns the text of an entry for an edge, with all its digits if it can be typed now; transfer full. */
static char *
print_entry (OndesMeasurePanel    *self,
             const OndesSelection *s,
             guint                 row,
             gboolean              typing)
{
  const double hz = row == LOW ? s->low_hz : s->high_hz, sample = row == START ? s->first : s->end;
  char number[ONDES_NUMBER_SIZE];
  char *place;

  if (row == START || row == END)
    return typing ? ondes_words_time_entry (session_of (self), sample) : ondes_words_pointer_time (session_of (self), sample);
  if (typing)
    return isnan (hz) ? g_strdup ("") : ondes_number_to_locale (g_ascii_formatd (number, sizeof number, "%.9g", hz));
  place = print_hz (self, hz);
  return place != NULL ? place : g_strdup ("");
}

static void
fill_entries (OndesMeasurePanel *self)
{
  const OndesSelection s = get_shown (self);

  for (guint i = 0; i < N_ENTRIES; i++)
    {
      g_free (self->filled[i]);
      self->filled[i] = print_entry (self, &s, entries[i], self->typing);
      gtk_editable_set_text (GTK_EDITABLE (self->values[entries[i]]), self->filled[i]);
      gtk_widget_remove_css_class (self->values[entries[i]], "error");
    }
}

static void
show_edges (OndesMeasurePanel *self,
            gboolean           selected)
{
  const OndesSelection s = get_shown (self);

  gtk_label_set_text (self->heading, selected ? _("Selection") : _("In View"));
  gtk_widget_set_visible (GTK_WIDGET (self->hint), !selected);
  gtk_widget_set_visible (self->buttons, selected);
  set (self, DURATION, print_duration (self, (s.end - s.first) / rate_of (self)));
  set (self, WIDTH, ondes_selection_has_band (&s) ? print_hz (self, s.high_hz - s.low_hz) : NULL);
  if (!self->typing)
    fill_entries (self);
  show_measured (self);
}

/* Returns the time and frequency of a cursor; NULL if it is not set. */
static char *
print_cursor (OndesMeasurePanel *self,
              double             sample,
              double             hz)
{
  g_autofree char *time = NULL, *frequency = print_hz (self, hz);

  if (isnan (sample))
    return NULL;
  time = ondes_words_pointer_time (session_of (self), sample);
  return frequency != NULL ? g_strconcat (time, " · ", frequency, NULL) : g_steal_pointer (&time);
}

static void
show_cursors (OndesMeasurePanel  *self,
              const OndesCursors *cursors)
{
  OndesCursorReadings m;
  g_autofree char *cents = NULL, *octaves = NULL;

  ondes_cursor_readings_get (analysis_of (self), &m);
  if (!isnan (m.octaves))
    {
      cents = ondes_words_fixed (m.cents, 1, "");
      octaves = ondes_words_fixed (m.octaves, 3, "");
    }
  set (self, FIRST, print_cursor (self, cursors->at[0].sample, cursors->at[0].hz));
  set (self, SECOND, print_cursor (self, cursors->at[1].sample, cursors->at[1].hz));
  set (self, HARMONICS, print_hz (self, cursors->harmonic_hz));
  set (self, TIME, !isnan (m.time) ? print_duration (self, m.time) : NULL);
  set (self, RATE, !isnan (m.rate) ? print_rate (self, m.rate) : NULL);
  set (self, DIFFERENCE, print_hz (self, m.hz));
  /* Translators: the ratio of two frequencies, in cents and in octaves. */
  set (self, RATIO, cents != NULL ? g_strdup_printf (_("%s cents (%s oct)"), cents, octaves) : NULL);
  set (self, LEVEL, !isnan (m.level_db) ? ondes_words_fixed (m.level_db, 1, " dB") : NULL);
}

/* A panel that is not seen is updated once it is. */
static void
update (OndesMeasurePanel *self)
{
  const OndesSelection selection = ondes_timeline_get_selection (timeline_of (self));
  const OndesCursors cursors = ondes_timeline_get_cursors (timeline_of (self));
  const gboolean marked = ondes_cursors_are_set (&cursors);

  gtk_widget_set_visible (adw_bin_get_child (ADW_BIN (self)), info_of (self) != NULL);
  if (info_of (self) == NULL || !gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  show_edges (self, ondes_selection_is_set (&selection));
  gtk_widget_set_visible (self->close, marked || ondes_selection_is_set (&selection));
  gtk_widget_set_visible (self->cursors, marked);
  if (marked)
    show_cursors (self, &cursors);
}

char *
ondes_measure_panel_copy (OndesMeasurePanel *self)
{
  const OndesSelection selection = ondes_timeline_get_selection (timeline_of (self));
  const OndesReadings *readings = ondes_selection_readings_get (self->readings);
  /* The edges are known before anything is measured. */
  OndesReadings bare = { .low_hz = selection.low_hz, .high_hz = selection.high_hz, .peak = NAN, .rate_hz = rate_of (self) };
  OndesSource *source = ondes_session_get_source (session_of (self));

  if (!ondes_selection_is_set (&selection) || info_of (self) == NULL || source == NULL)
    return NULL;
  ondes_selection_get_samples (&selection, source->n, &bare.first, &bare.count);
  return ondes_readings_print (readings != NULL ? readings : &bare, info_of (self));
}

/* Reads a number with or without the unit that the entry shows it with; NaN if it is none. */
static double
read_hz (OndesMeasurePanel *self,
         const char        *text)
{
  g_autofree char *unit = ondes_words_frequency_unit (info_of (self)->time_unit);
  g_autofree char *number = g_strdup (text);

  if (g_str_has_suffix (number, unit))
    number[strlen (number) - strlen (unit)] = '\0';
  return ondes_number_read (g_strstrip (number));
}

/* Selects what is typed; marks entries that are no times or numbers. */
static void
take_entries (OndesMeasurePanel *self)
{
  OndesSelection s;
  double *const values[] = { &s.first, &s.end, &s.low_hz, &s.high_hz };
  gboolean right = TRUE, changed = FALSE;

  if (info_of (self) == NULL)
    return;
  s = get_shown (self);
  for (guint i = 0; i < N_ENTRIES; i++)
    {
      const guint row = entries[i];
      const char *text = gtk_editable_get_text (GTK_EDITABLE (self->values[row]));
      const gboolean empty = *text == '\0' && row >= LOW;

      /* What is left as it was keeps the digits that it does not show. */
      if (!g_str_equal (text, self->filled[i]))
        {
          *values[i] = row < LOW ? ondes_words_read_time (session_of (self), text, NULL) : empty ? NAN : read_hz (self, text);
          changed = TRUE;
        }
      right &= empty || isfinite (*values[i]);
      ondes_widget_set_class (self->values[row], "error", !empty && !isfinite (*values[i]));
    }
  if (right && changed)
    ondes_timeline_set_selection (timeline_of (self), s);
}

/* Return takes what is typed, and shows it as it was taken. */
static void
on_activate (OndesMeasurePanel *self)
{
  take_entries (self);
  for (guint i = 0; i < N_ENTRIES; i++)
    if (gtk_widget_has_css_class (self->values[entries[i]], "error"))
      return;
  fill_entries (self);
}

static void
on_enter (OndesMeasurePanel *self)
{
  self->typing = TRUE;
  fill_entries (self);
}

static void
on_leave (OndesMeasurePanel *self)
{
  take_entries (self);
  self->typing = FALSE;
  update (self);
}

/* Escape leaves the edges as they were. */
static gboolean
on_key (OndesMeasurePanel *self,
        guint              key)
{
  if (key != GDK_KEY_Escape || !self->typing)
    return GDK_EVENT_PROPAGATE;
  fill_entries (self);
  gtk_root_set_focus (gtk_widget_get_root (GTK_WIDGET (self)), NULL);
  return GDK_EVENT_STOP;
}

/* Building. */

static GtkWidget *
new_value (OndesMeasurePanel *self,
           guint              row)
{
  GtkWidget *value = rows[row].id != NULL ? gtk_entry_new () : gtk_label_new (NULL);

  gtk_widget_set_hexpand (value, TRUE);
  gtk_widget_add_css_class (value, "numeric");
  if (rows[row].id != NULL)
    {
      gtk_widget_set_name (value, rows[row].id);
      gtk_editable_set_alignment (GTK_EDITABLE (value), 1);
      gtk_editable_set_width_chars (GTK_EDITABLE (value), 8);
      g_signal_connect_swapped (value, "activate", G_CALLBACK (on_activate), self);
    }
  else
    {
      gtk_label_set_xalign (GTK_LABEL (value), 1);
      gtk_label_set_wrap (GTK_LABEL (value), TRUE);
    }
  return value;
}

/* Makes a grid of the rows from @first to @last. */
static GtkWidget *
new_grid (OndesMeasurePanel *self,
          guint              first,
          guint              last)
{
  GtkWidget *grid = gtk_grid_new ();

  gtk_grid_set_row_spacing (GTK_GRID (grid), 6);
  gtk_grid_set_column_spacing (GTK_GRID (grid), 12);
  for (guint i = first; i <= last; i++)
    {
      const char *tip = rows[i].tip != NULL ? _(rows[i].tip) : NULL;

      self->names[i] = gtk_label_new (_(rows[i].name));
      self->values[i] = new_value (self, i);
      gtk_label_set_xalign (GTK_LABEL (self->names[i]), 0);
      gtk_widget_add_css_class (self->names[i], "dim-label");
      gtk_widget_set_tooltip_text (self->names[i], tip);
      gtk_widget_set_tooltip_text (self->values[i], tip);
      gtk_accessible_update_property (GTK_ACCESSIBLE (self->values[i]), GTK_ACCESSIBLE_PROPERTY_LABEL, _(rows[i].name), -1);
      gtk_grid_attach (GTK_GRID (grid), self->names[i], 0, (int) i, 1, 1);
      gtk_grid_attach (GTK_GRID (grid), self->values[i], 1, (int) i, 1, 1);
    }
  return grid;
}

/* The title, with the menu of what else can be done, and what leaves all. */
static GtkWidget *
new_header (OndesMeasurePanel *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *more = gtk_menu_button_new ();
  g_autoptr (GMenuModel) menu = ondes_selection_menu_new ();

  self->heading = GTK_LABEL (gtk_label_new (NULL));
  gtk_label_set_xalign (self->heading, 0);
  gtk_widget_set_hexpand (GTK_WIDGET (self->heading), TRUE);
  gtk_widget_add_css_class (GTK_WIDGET (self->heading), "heading");
  gtk_menu_button_set_icon_name (GTK_MENU_BUTTON (more), "view-more-symbolic");
  gtk_menu_button_set_menu_model (GTK_MENU_BUTTON (more), menu);
  gtk_widget_add_css_class (more, "flat");
  gtk_widget_set_tooltip_text (more, _("What to do with the selection"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (more), GTK_ACCESSIBLE_PROPERTY_LABEL, _("What to do with the selection"),
                                  -1);
  self->close = ondes_accessible_new_button ("window-close-symbolic", _("Leave the selection and the cursors (Escape)"));
  gtk_actionable_set_action_name (GTK_ACTIONABLE (self->close), "win.clear-selection");
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->heading));
  gtk_box_append (GTK_BOX (box), more);
  gtk_box_append (GTK_BOX (box), self->close);
  return box;
}

/* What is done most with a selection. */
static GtkWidget *
new_buttons (void)
{
  static const struct
  {
    const char *label, *action;
  } buttons[] = {
    { N_("_Play"), "win.play-selection" },
    { N_("_Annotate"), "win.annotate-selection" },
    { N_("Export _Figure…"), "win.export-selection" },
    { N_("_Copy"), "win.copy-selection" },
  };
  GtkWidget *grid = gtk_grid_new ();

  gtk_grid_set_row_spacing (GTK_GRID (grid), 6);
  gtk_grid_set_column_spacing (GTK_GRID (grid), 6);
  gtk_grid_set_column_homogeneous (GTK_GRID (grid), TRUE);
  for (guint i = 0; i < G_N_ELEMENTS (buttons); i++)
    {
      GtkWidget *button = gtk_button_new_with_mnemonic (_(buttons[i].label));

      gtk_label_set_ellipsize (GTK_LABEL (gtk_button_get_child (GTK_BUTTON (button))), PANGO_ELLIPSIZE_END);
      gtk_actionable_set_action_name (GTK_ACTIONABLE (button), buttons[i].action);
      gtk_widget_set_focus_on_click (button, FALSE);
      gtk_widget_set_hexpand (button, TRUE);
      gtk_grid_attach (GTK_GRID (grid), button, (int) i % 2, (int) i / 2, 1, 1);
    }
  return grid;
}

static void
watch_typing (OndesMeasurePanel *self)
{
  GtkEventController *focus = gtk_event_controller_focus_new (), *keys = gtk_event_controller_key_new ();

  g_signal_connect_swapped (focus, "enter", G_CALLBACK (on_enter), self);
  g_signal_connect_swapped (focus, "leave", G_CALLBACK (on_leave), self);
  g_signal_connect_swapped (keys, "key-pressed", G_CALLBACK (on_key), self);
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  gtk_widget_add_controller (self->edges, focus);
  gtk_widget_add_controller (self->edges, keys);
}

static void
ondes_measure_panel_dispose (GObject *object)
{
  G_OBJECT_CLASS (ondes_measure_panel_parent_class)->dispose (object);
  g_clear_object (&ONDES_MEASURE_PANEL (object)->readings); /* an entry that is left takes its text on the way */
}

static void
ondes_measure_panel_finalize (GObject *object)
{
  for (guint i = 0; i < N_ENTRIES; i++)
    g_free (ONDES_MEASURE_PANEL (object)->filled[i]);
  G_OBJECT_CLASS (ondes_measure_panel_parent_class)->finalize (object);
}

static void
ondes_measure_panel_class_init (OndesMeasurePanelClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ondes_measure_panel_dispose;
  G_OBJECT_CLASS (klass)->finalize = ondes_measure_panel_finalize;
  gtk_widget_class_set_accessible_role (GTK_WIDGET_CLASS (klass), GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
ondes_measure_panel_init (OndesMeasurePanel *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  self->hint = GTK_LABEL (ondes_rows_new_label ("dim-label"));
  gtk_label_set_text (self->hint, _("Drag with Shift over the picture to select a part of it, or type its edges here."));
  self->problem = GTK_LABEL (ondes_rows_new_label ("problem"));
  self->edges = new_grid (self, START, ENERGY);
  self->cursors = new_grid (self, FIRST, LEVEL);
  self->buttons = new_buttons ();
  gtk_box_append (GTK_BOX (box), new_header (self));
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->hint));
  gtk_box_append (GTK_BOX (box), self->edges);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->problem));
  gtk_box_append (GTK_BOX (box), self->buttons);
  gtk_box_append (GTK_BOX (box), self->cursors);
  gtk_widget_add_css_class (box, "measure");
  adw_bin_set_child (ADW_BIN (self), ondes_rows_new_side_bar (box));
  watch_typing (self);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Selection and cursors"), -1);
}

GtkWidget *
ondes_measure_panel_new (OndesSelectionReadings *readings)
{
  OndesMeasurePanel *self = g_object_new (ONDES_TYPE_MEASURE_PANEL, NULL);
  OndesTimeline *timeline;

  self->readings = g_object_ref (readings);
  timeline = timeline_of (self);
  g_signal_connect_object (readings, "changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (timeline, "selection-changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED | G_CONNECT_AFTER);
  g_signal_connect_object (timeline, "cursors-changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (timeline, "view-changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self, "map", G_CALLBACK (update), self, G_CONNECT_SWAPPED | G_CONNECT_AFTER);
  update (self);
  return GTK_WIDGET (self);
}
