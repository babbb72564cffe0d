/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gi18n.h>
#include <math.h>

#include "base/number.h"
#include "figure/readings-text.h"
#include "ondes-chart-selection.h"
#include "ondes-selection-bar.h"
#include "picture/cursor-readings.h"
#include "picture/walshgram-analysis.h"
#include "picture/words-slices.h"
#include "rows/ondes-fields.h"
#include "session/words.h"
#include "shell/ondes-template.h"

enum { START, END, DURATION, LOW, HIGH, WIDTH, N_EDGE_FIELDS };
enum { PEAK, PEAK_TIME, PEAK_HZ, MEAN, RMS, ENERGY, N_FIELDS };
enum { FIRST, SECOND, HARMONICS, N_CURSOR_FIELDS };
enum { TIME, RATE, DIFFERENCE, RATIO, LEVEL, N_DIFFERENCE_FIELDS };
enum { ENTRY_START, ENTRY_END, ENTRY_LOW, ENTRY_HIGH, N_ENTRIES };

struct _OndesSelectionBar
{
  GtkBox parent_instance;

  OndesSelectionReadings *readings;
  GtkWidget              *edge_line, *line, *cursor_line, *difference_line;
  GtkWidget              *numbers, *more, *close; /* buttons of the selection */
  GtkWidget              *entries[N_ENTRIES];
};

G_DEFINE_FINAL_TYPE (OndesSelectionBar, ondes_selection_bar, GTK_TYPE_BOX)

/* Values without their names would not be understood, so a field goes with its name. */
static const OndesField edge_fields[N_EDGE_FIELDS] = {
  { N_("From"), 9, 0, 6, NULL },
  { N_("To"), 9, 0, 5, NULL },
  { N_("Duration"), 9, 0, 4, NULL },
  { N_("Low"), 9, 0, 3, NULL },
  { N_("High"), 9, 0, 2, NULL },
  { N_("Δf"), 9, 0, 1, N_("The width of the band") },
};

static const OndesField fields[N_FIELDS] = {
  { N_("Peak"), 9, 0, 6, N_("The largest value of the selection, of all its samples and not of pixels") },
  { N_("at"), 9, 0, 3, N_("When the peak is") },
  { N_("at"), 9, 0, 2, N_("The frequency of the peak, by a parabola through three rows. “(row)”: the frequency of its row, as "
                          "at an end of the rows or of the band") },
  { N_("Mean"), 9, 0, 5, NULL },
  { N_("RMS"), 9, 0, 4, N_("The root mean square") },
  { N_("Energy"), 11, 0, 1, N_("The mean square times the duration") },
};

static const OndesField cursor_fields[N_CURSOR_FIELDS] = {
  { "1", 9, 0, 3, N_("Cursor 1") },
  { "2", 9, 0, 2, N_("Cursor 2") },
  { N_("Harmonics of"), 7, 0, 1, N_("The fundamental of the harmonic cursor") },
};

/* On a line of their own, as not one of them is to give way in a window of the usual width. */
static const OndesField difference_fields[N_DIFFERENCE_FIELDS] = {
  { N_("Δt"), 7, 0, 5, N_("From cursor 1 to cursor 2") },
  { N_("1/Δt"), 7, 0, 2, NULL },
  { N_("Δf"), 7, 0, 4, NULL },
  { N_("Ratio"), 12, 0, 3, N_("Of the frequencies, in cents and octaves") },
  { N_("ΔL"), 7, 0, 1, N_("The level of the picture at cursor 2 above that at cursor 1") },
};

static OndesScalogramAnalysis *
analysis_of (OndesSelectionBar *self)
{
  return ondes_selection_readings_get_analysis (self->readings);
}

static OndesSession *
session_of (OndesSelectionBar *self)
{
  return ondes_analysis_get_session (ONDES_ANALYSIS (analysis_of (self)));
}

static OndesTimeline *
timeline_of (OndesSelectionBar *self)
{
  return ondes_session_get_timeline (session_of (self));
}

/* NULL if none is open. */
static const OndesRecordingInfo *
info_of (OndesSelectionBar *self)
{
  OndesRecording *recording = ondes_session_get_recording (session_of (self));

  return recording != NULL ? ondes_recording_get_info (recording) : NULL;
}

/* Returns the number of samples in a time unit. */
static double
rate_of (OndesSelectionBar *self)
{
  OndesSource *source = ondes_session_get_source (session_of (self));

  return source != NULL ? source->rate_hz : 1;
}

static char *
print_duration (OndesSelectionBar *self,
                double             time)
{
  g_autofree char *unit = ondes_words_time_unit (info_of (self)->time_unit);

  return ondes_words_quantity (time, unit, 4);
}

static char *
print_rate (OndesSelectionBar *self,
            double             hz)
{
  g_autofree char *unit = ondes_words_frequency_unit (info_of (self)->time_unit);

  return ondes_words_quantity (hz, unit, 4);
}

/* Returns a frequency, or what the rows of a Walshgram lie at; NULL if it is NaN. */
static char *
print_hz (OndesSelectionBar *self,
          double             hz)
{
  OndesScalogram *scalogram = ondes_scalogram_analysis_get_scalogram (analysis_of (self));

  if (isnan (hz))
    return NULL;
  return scalogram != NULL ? ondes_words_place (scalogram, hz, 4) : print_rate (self, hz);
}

/* Returns the frequency of the peak; NULL if there is none. */
static char *
print_peak_hz (OndesSelectionBar   *self,
               const OndesReadings *m)
{
  g_autofree char *place = print_hz (self, m->peak_hz);

  return place != NULL ? ondes_words_peak_frequency (place, m->peak_how) : NULL;
}

static char *
print_value (OndesSelectionBar *self,
             double             value,
             gboolean           power)
{
  const char *unit = info_of (self)->unit;
  g_autofree char *whole = power ? ondes_unit_squared (unit) : g_strdup (unit != NULL ? unit : "");

  return ondes_words_quantity (value, whole, 4);
}

static char *
print_energy (OndesSelectionBar *self,
              double             energy)
{
  const OndesRecordingInfo *info = info_of (self);
  g_autofree char *time = ondes_words_time_unit (info->time_unit);
  g_autofree char *square = ondes_unit_squared (info->unit);

  return g_strdup_printf ("%.4g %s%s%s", energy, square, *square != '\0' ? " " : "", time);
}

/* Shows what has been measured, or how far that is. */
static void
show_measured (OndesSelectionBar *self,
               OndesFields       *line)
{
  const OndesReadings *m = ondes_selection_readings_get (self->readings);
  const char *problem = ondes_selection_readings_get_problem (self->readings);
  double progress;

  for (guint i = 0; i < N_FIELDS; i++)
    ondes_fields_set (line, i, NULL);
  if (m != NULL)
    {
      ondes_fields_set (line, PEAK, print_value (self, m->peak, m->power));
      ondes_fields_set (line, PEAK_TIME, ondes_words_pointer_time (session_of (self), m->peak_at));
      ondes_fields_set (line, PEAK_HZ, print_peak_hz (self, m));
      ondes_fields_set (line, MEAN, print_value (self, m->mean, m->power));
      ondes_fields_set (line, RMS, print_value (self, m->rms, FALSE));
      ondes_fields_set (line, ENERGY, print_energy (self, m->energy));
    }
  else if (ondes_selection_readings_is_busy (self->readings, &progress))
    /* Translators: instead of a reading, while it is being measured; how far that is. */
    ondes_fields_set (line, PEAK, g_strdup_printf (_("%.0f %% measured"), 100 * progress));
  else if (problem != NULL)
    ondes_fields_set (line, PEAK, g_strdup (problem));
}

static void
show_selection (OndesSelectionBar    *self,
                const OndesSelection *selection)
{
  OndesFields *line = ONDES_FIELDS (self->edge_line);
  const gboolean band = ondes_selection_has_band (selection);

  ondes_fields_set (line, START, ondes_words_pointer_time (session_of (self), selection->first));
  ondes_fields_set (line, END, ondes_words_pointer_time (session_of (self), selection->end));
  ondes_fields_set (line, DURATION, print_duration (self, (selection->end - selection->first) / rate_of (self)));
  ondes_fields_set_if (line, LOW, print_hz (self, selection->low_hz));
  ondes_fields_set_if (line, HIGH, print_hz (self, selection->high_hz));
  ondes_fields_set_if (line, WIDTH, band ? print_hz (self, selection->high_hz - selection->low_hz) : NULL);
  ondes_fields_show (line, TRUE, FALSE);
  show_measured (self, ONDES_FIELDS (self->line));
  ondes_fields_show (ONDES_FIELDS (self->line), TRUE, FALSE);
}

/* Returns the time and frequency of a cursor; NULL if it is not set. */
static char *
print_cursor (OndesSelectionBar *self,
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
show_cursors (OndesSelectionBar  *self,
              const OndesCursors *cursors)
{
  OndesFields *line = ONDES_FIELDS (self->cursor_line), *differences = ONDES_FIELDS (self->difference_line);
  OndesCursorReadings m;
  g_autofree char *cents = NULL, *octaves = NULL;

  ondes_cursor_readings_get (analysis_of (self), &m);
  if (!isnan (m.octaves))
    {
      cents = ondes_words_fixed (m.cents, 1, "");
      octaves = ondes_words_fixed (m.octaves, 3, "");
    }
  ondes_fields_set_if (line, FIRST, print_cursor (self, cursors->at[0].sample, cursors->at[0].hz));
  ondes_fields_set_if (line, SECOND, print_cursor (self, cursors->at[1].sample, cursors->at[1].hz));
  ondes_fields_set_if (line, HARMONICS, print_hz (self, cursors->harmonic_hz));
  ondes_fields_show (line, TRUE, FALSE);
  ondes_fields_set_if (differences, TIME, !isnan (m.time) ? print_duration (self, m.time) : NULL);
  ondes_fields_set_if (differences, RATE, !isnan (m.rate) ? print_rate (self, m.rate) : NULL);
  ondes_fields_set_if (differences, DIFFERENCE, print_hz (self, m.hz));
  /* Translators: the ratio of two frequencies, in cents and in octaves. */
  ondes_fields_set_if (differences, RATIO, cents != NULL ? g_strdup_printf (_("%s cents (%s oct)"), cents, octaves) : NULL);
  ondes_fields_set_if (differences, LEVEL, !isnan (m.level_db) ? ondes_words_fixed (m.level_db, 1, " dB") : NULL);
  ondes_fields_show (differences, TRUE, FALSE);
  gtk_widget_set_visible (self->difference_line, !isnan (m.time) || !isnan (m.hz));
}

static void
update (OndesSelectionBar *self)
{
  const OndesSelection selection = ondes_timeline_get_selection (timeline_of (self));
  const OndesCursors cursors = ondes_timeline_get_cursors (timeline_of (self));
  const gboolean open = info_of (self) != NULL, selected = open && ondes_selection_is_set (&selection);

  if (ondes_chart_selection_is_dragging (timeline_of (self)) && !gtk_widget_get_visible (self->line))
    return;
  gtk_widget_set_visible (self->edge_line, selected);
  gtk_widget_set_visible (self->line, selected);
  gtk_widget_set_visible (self->numbers, selected);
  gtk_widget_set_visible (self->more, selected);
  gtk_widget_set_visible (self->cursor_line, open && ondes_cursors_are_set (&cursors));
  gtk_widget_set_visible (self->difference_line, FALSE);
  gtk_widget_set_visible (GTK_WIDGET (self), selected || (open && ondes_cursors_are_set (&cursors)));
  if (selected)
    show_selection (self, &selection);
  if (open && ondes_cursors_are_set (&cursors))
    show_cursors (self, &cursors);
}

char *
ondes_selection_bar_copy (OndesSelectionBar *self)
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

/* Returns the text of an entry for an edge of the selection; transfer full. */
static char *
print_entry (OndesSelectionBar *self,
             guint              entry)
{
  const OndesSelection s = ondes_timeline_get_selection (timeline_of (self));
  const double hz = entry == ENTRY_LOW ? s.low_hz : s.high_hz;
  char number[ONDES_NUMBER_SIZE];

  if (entry < ENTRY_LOW)
    return ondes_words_time_entry (session_of (self), entry == ENTRY_START ? s.first : s.end);
  return isnan (hz) ? g_strdup ("") : ondes_number_to_locale (g_ascii_formatd (number, sizeof number, "%.9g", hz));
}

/* Fills the entries with the edges of the selection. */
static void
fill_entries (OndesSelectionBar *self)
{
  const char *tip = info_of (self)->has_date ? _("A time from the first sample, or a date such as 1998-03-17 14:05:30") : NULL;

  for (guint i = 0; i < N_ENTRIES; i++)
    {
      g_autofree char *text = print_entry (self, i);

      gtk_editable_set_text (GTK_EDITABLE (self->entries[i]), text);
      gtk_widget_set_tooltip_text (self->entries[i], i < ENTRY_LOW ? tip : NULL);
      gtk_widget_remove_css_class (self->entries[i], "error");
    }
}

/* Sets the selection to what is typed; marks entries that are no times or numbers. */
static void
take_entries (OndesSelectionBar *self)
{
  OndesSelection s;
  double *const values[N_ENTRIES] = { &s.first, &s.end, &s.low_hz, &s.high_hz };
  gboolean right = TRUE;

  if (info_of (self) == NULL)
    return;
  s = ondes_timeline_get_selection (timeline_of (self));
  for (guint i = 0; i < N_ENTRIES; i++)
    {
      const char *text = gtk_editable_get_text (GTK_EDITABLE (self->entries[i]));
      const gboolean empty = *text == '\0' && i >= ENTRY_LOW;
      g_autofree char *shown = print_entry (self, i);

      /* What is left as it was keeps the digits that it does not show. */
      if (!g_str_equal (text, shown))
        *values[i] = i < ENTRY_LOW ? ondes_words_read_time (session_of (self), text, NULL) : ondes_number_read (text);
      right &= empty || isfinite (*values[i]);
      ondes_widget_set_class (self->entries[i], "error", !empty && !isfinite (*values[i]));
    }
  if (right)
    ondes_timeline_set_selection (timeline_of (self), s);
}

static GtkWidget *
new_numbers (OndesSelectionBar *self)
{
  static const char *const names[N_ENTRIES] = { N_("Start"), N_("End"), N_("Lowest frequency"), N_("Highest frequency") };
  GtkWidget *button = gtk_menu_button_new (), *popover = gtk_popover_new (), *grid = gtk_grid_new ();

  gtk_grid_set_row_spacing (GTK_GRID (grid), 6);
  gtk_grid_set_column_spacing (GTK_GRID (grid), 12);
  for (guint i = 0; i < N_ENTRIES; i++)
    {
      GtkWidget *label = gtk_label_new (_(names[i]));

      self->entries[i] = gtk_entry_new ();
      gtk_label_set_xalign (GTK_LABEL (label), 0);
      gtk_grid_attach (GTK_GRID (grid), label, 0, (int) i, 1, 1);
      gtk_grid_attach (GTK_GRID (grid), self->entries[i], 1, (int) i, 1, 1);
      gtk_accessible_update_property (GTK_ACCESSIBLE (self->entries[i]), GTK_ACCESSIBLE_PROPERTY_LABEL, _(names[i]), -1);
      g_signal_connect_swapped (self->entries[i], "activate", G_CALLBACK (take_entries), self);
    }
  gtk_popover_set_child (GTK_POPOVER (popover), grid);
  g_signal_connect_swapped (popover, "show", G_CALLBACK (fill_entries), self);
  gtk_menu_button_set_popover (GTK_MENU_BUTTON (button), popover);
  gtk_menu_button_set_icon_name (GTK_MENU_BUTTON (button), "document-edit-symbolic");
  return button;
}

GMenuModel *
ondes_selection_menu_new (void)
{
  static const struct
  {
    const char *label, *action; /* NULL starts a new section */
    int         target;         /* 1 more than that of the action; 0 if it takes none */
  } items[] = {
    { N_("_Play Selection"), "win.play-selection" },
    { N_("_Zoom to Selection"), "win.zoom-selection" },
    { N_("_Copy Readings"), "win.copy-selection" },
    { NULL, NULL },
    { N_("Export _Figure or Numbers…"), "win.export-selection" },
    { N_("Export _Sound…"), "win.export-selection-sound" },
    { N_("Analyse in _Logic"), "win.analyse-selection" },
    { N_("_Annotate"), "win.annotate-selection" },
    { NULL, NULL },
    { N_("Set Cursor _1"), "win.cursor", 1 },
    { N_("Set Cursor _2"), "win.cursor", 2 },
    { N_("Set _Harmonic Cursor"), "win.cursor", 3 },
    { NULL, NULL },
    { N_("Select A_ll in View"), "win.select-all" },
    { N_("_Leave Selection and Cursors"), "win.clear-selection" },
  };
  GMenu *menu = g_menu_new ();
  g_autoptr (GMenu) section = g_menu_new ();

  for (guint i = 0; i < G_N_ELEMENTS (items); i++)
    if (items[i].label != NULL)
      {
        g_autoptr (GMenuItem) item = g_menu_item_new (_(items[i].label), items[i].action);

        if (items[i].target > 0)
          g_menu_item_set_action_and_target (item, items[i].action, "u", (guint) items[i].target - 1);
        g_menu_append_item (section, item);
      }
    else
      {
        g_menu_append_section (menu, NULL, G_MENU_MODEL (section));
        g_object_unref (section);
        section = g_menu_new ();
      }
  g_menu_append_section (menu, NULL, G_MENU_MODEL (section));
  return G_MENU_MODEL (menu);
}

/* Names a button for the pointer and for a screen reader. */
static void
name_button (GtkWidget  *button,
             const char *name)
{
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_valign (button, GTK_ALIGN_START);
  gtk_widget_set_tooltip_text (button, name);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
}

static void
add_buttons (OndesSelectionBar *self)
{
  g_autoptr (GMenuModel) menu = ondes_selection_menu_new ();

  self->numbers = new_numbers (self);
  self->more = gtk_menu_button_new ();
  self->close = gtk_button_new_from_icon_name ("window-close-symbolic");
  gtk_menu_button_set_icon_name (GTK_MENU_BUTTON (self->more), "view-more-symbolic");
  gtk_menu_button_set_menu_model (GTK_MENU_BUTTON (self->more), menu);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (self->close), "win.clear-selection");
  name_button (self->numbers, _("Edges of the selection in numbers"));
  name_button (self->more, _("What to do with the selection"));
  name_button (self->close, _("Leave the selection and the cursors (Escape)"));
  gtk_box_append (GTK_BOX (self), self->numbers);
  gtk_box_append (GTK_BOX (self), self->more);
  gtk_box_append (GTK_BOX (self), self->close);
}

static void
ondes_selection_bar_dispose (GObject *object)
{
  g_clear_object (&ONDES_SELECTION_BAR (object)->readings);
  G_OBJECT_CLASS (ondes_selection_bar_parent_class)->dispose (object);
}

static void
ondes_selection_bar_class_init (OndesSelectionBarClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ondes_selection_bar_dispose;
  gtk_widget_class_set_accessible_role (GTK_WIDGET_CLASS (klass), GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
ondes_selection_bar_init (OndesSelectionBar *self)
{
  GtkWidget *lines = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);

  self->edge_line = g_object_new (ONDES_TYPE_FIELDS, NULL);
  self->line = g_object_new (ONDES_TYPE_FIELDS, NULL);
  self->cursor_line = g_object_new (ONDES_TYPE_FIELDS, NULL);
  self->difference_line = g_object_new (ONDES_TYPE_FIELDS, NULL);
  ondes_fields_set_table (ONDES_FIELDS (self->edge_line), edge_fields, N_EDGE_FIELDS, "");
  ondes_fields_set_table (ONDES_FIELDS (self->line), fields, N_FIELDS, "");
  ondes_fields_set_table (ONDES_FIELDS (self->cursor_line), cursor_fields, N_CURSOR_FIELDS, "");
  ondes_fields_set_table (ONDES_FIELDS (self->difference_line), difference_fields, N_DIFFERENCE_FIELDS, "");
  gtk_widget_set_hexpand (lines, TRUE);
  gtk_box_append (GTK_BOX (lines), self->edge_line);
  gtk_box_append (GTK_BOX (lines), self->line);
  gtk_box_append (GTK_BOX (lines), self->cursor_line);
  gtk_box_append (GTK_BOX (lines), self->difference_line);
  gtk_box_append (GTK_BOX (self), lines);
  add_buttons (self);
  gtk_widget_add_css_class (GTK_WIDGET (self), "readoutbar");
  gtk_widget_add_css_class (GTK_WIDGET (self), "selectionbar");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Selection and cursors"), -1);
}

GtkWidget *
ondes_selection_bar_new (OndesSelectionReadings *readings)
{
  OndesSelectionBar *self = g_object_new (ONDES_TYPE_SELECTION_BAR, NULL);
  OndesTimeline *timeline;

  self->readings = g_object_ref (readings);
  timeline = timeline_of (self);
  g_signal_connect_object (readings, "changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (timeline, "selection-changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED | G_CONNECT_AFTER);
  g_signal_connect_object (timeline, "cursors-changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (timeline, "view-changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  update (self);
  return GTK_WIDGET (self);
}
