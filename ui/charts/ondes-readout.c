/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gi18n.h>
#include <math.h>

#include "ondes-charts.h"
#include "figure/readings-text.h"
#include "session/words.h"
#include "shell/ondes-template.h"

enum { FIELD_TIME, FIELD_FREQUENCY, FIELD_MAGNITUDE, FIELD_SCALE, FIELD_PHASE, FIELD_CONE, FIELD_HERE, N_FIELDS };

struct _OndesReadout
{
  OndesFields    parent_instance;

  OndesScalogramView     *view;
  OndesScalogramAnalysis *analysis; /* of the scalogram under the crosshair; borrowed */
};

G_DEFINE_FINAL_TYPE (OndesReadout, ondes_readout, ONDES_TYPE_FIELDS)

/* First go the names of values that a unit or a word tells apart. Time, frequency and value stay. */
static const OndesField fields[N_FIELDS] = {
  { N_("Time"), 9, 9, 0, NULL },
  { N_("Frequency"), 9, 8, 0, NULL },
  { N_("Magnitude"), 19, 3, 0, NULL },
  { N_("Scale"), 6, 0, 7, N_("In samples") },
  { N_("Phase"), 6, 2, 6, NULL },
  { N_("Cone"), 6, 0, 5, N_("Outside the cone of influence, the ends of the recording affect the value") },
  { N_("Column"), 16, 1, 4,
    N_("What the picture shows here: of the samples that share a column, the largest or the root mean square") },
};

/* Of a Walshgram, whose rows have neither scale nor phase; the first three are those above. */
enum { FIELD_FRAMES = FIELD_MAGNITUDE + 1, N_WALSH_FIELDS };

static const OndesField walsh_fields[N_WALSH_FIELDS] = {
  { N_("Time"), 9, 4, 0, NULL },
  { N_("Sequency"), 18, 3, 0, N_("Zero crossings of the Walsh function, in a unit of time") },
  { N_("Value"), 20, 2, 0, N_("The coefficient of the window shown here, divided by the sum of the taper: a square wave reads its "
                              "amplitude") },
  { N_("Column"), 16, 1, 5, N_("What the picture shows here: the largest value of the windows that share a column") },
};

static char *
print_magnitude (const OndesScalogram *scalogram,
                 double                reference,
                 const OndesPointer   *pointer)
{
  const double magnitude = pointer->magnitude;
  const gboolean power = ondes_scalogram_is_power (scalogram);
  g_autofree char *unit = power ? ondes_unit_squared (scalogram->unit) : g_strdup (scalogram->unit);
  g_autofree char *value = NULL, *level = NULL;

  if (isnan (magnitude))
    return g_strdup ("—");
  value = ondes_words_quantity (ondes_pointer_signed (pointer, scalogram), unit, 4);
  if (!(magnitude > 0))
    return g_steal_pointer (&value);
  level = ondes_words_fixed (ondes_scalogram_decade_db (scalogram) * log10 (magnitude / reference), 1, " dB");
  return g_strdup_printf ("%s (%s)", value, level);
}

/* Prints "largest −29.7 dB"; NULL if each column is a single sample. */
static char *
print_shown (const OndesScalogram *scalogram,
             double                reference,
             const OndesPointer   *pointer)
{
  g_autofree char *level = NULL;

  if (pointer->column_samples <= 1 || !(pointer->shown > 0))
    return NULL;
  level = ondes_words_fixed (ondes_scalogram_decade_db (scalogram) * log10 (pointer->shown / reference), 1, " dB");
  /* Translators: a level; what the samples under the pointer reach at most, or their root mean square. */
  return g_strdup_printf (ondes_scalogram_is_mean (scalogram) ? _("RMS %s") : _("largest %s"), level);
}

/* Prints "318.4 Hz", "318.4 Hz, D♯4 +40¢" where the ruler has notes, or on a period axis "3.75 years". */
static char *
print_frequency (OndesReadout         *self,
                 const OndesScalogram *scalogram,
                 const OndesPointer   *pointer)
{
  const OndesDisplay *display = ondes_scalogram_analysis_get_display (self->analysis);
  gboolean period = ondes_display_show (display, scalogram) == ONDES_SHOW_PERIOD;
  const double a4 = ondes_display_axis (display, scalogram, 100).a4;
  g_autofree char *number = NULL, *place = NULL, *note = NULL;

  if (ondes_scalogram_get_place (scalogram) != ONDES_PLACE_FREQUENCY)
    return ondes_words_place (scalogram, pointer->row_frequency_hz, 4);
  ondes_fields_set_name (ONDES_FIELDS (self), FIELD_FREQUENCY, period ? _("Period") : _("Frequency"));
  if (period)
    {
      number = g_strdup_printf ("%.4g", 1 / pointer->row_frequency_hz);
      return ondes_words_time_quantity (number, scalogram->time_unit);
    }
  if (a4 > 0)
    {
      place = ondes_words_place (scalogram, pointer->row_frequency_hz, 4);
      note = ondes_note_print (pointer->row_frequency_hz, a4);
      return g_strdup_printf ("%s, %s", place, note);
    }
  return ondes_words_place (scalogram, pointer->row_frequency_hz, 4);
}

/* Prints "+0.83 dB", "−∞ dB"; NULL if not known. */
static char *
print_difference (OndesReadout *self)
{
  const double db = ondes_scalogram_view_get_pointed_db (self->view);
  g_autofree char *level = isnan (db) ? NULL : ondes_words_fixed (db, 2, " dB");

  return level != NULL && db > 0 ? g_strconcat ("+", level, NULL) : g_steal_pointer (&level);
}

/* Names and prints the place in time, of a truth table as an index, which is whole. */
static void
update_walsh_time (OndesReadout *self,
                   double        sample)
{
  OndesSession *session = ondes_analysis_get_session (ONDES_ANALYSIS (self->analysis));
  const gboolean is_index = g_strcmp0 (ondes_recording_get_info (ondes_session_get_recording (session))->time_unit, "index") == 0;
  const double last = (double) ondes_session_get_source (session)->n - 1;

  ondes_fields_set_name (ONDES_FIELDS (self), FIELD_TIME, is_index ? _("Index") : _("Time"));
  ondes_fields_set (ONDES_FIELDS (self), FIELD_TIME, is_index ? ondes_words_fixed (CLAMP (round (sample), 0, last), 0, "")
                                                              : ondes_words_pointer_time (session, sample));
}

static void
update_walsh_values (OndesReadout         *self,
                     const OndesPointer   *pointer,
                     const OndesScalogram *scalogram) /* NULL if the pointer is at none of its rows and columns */
{
  OndesFields *line = ONDES_FIELDS (self);
  const gboolean valid = scalogram != NULL;
  const double zero_db = valid ? ondes_scalogram_analysis_get_zero_db (self->analysis, pointer->row) : NAN;

  update_walsh_time (self, pointer->sample);
  ondes_fields_set (line, FIELD_FREQUENCY, valid ? print_frequency (self, scalogram, pointer) : NULL);
  ondes_fields_set (line, FIELD_MAGNITUDE, valid ? print_magnitude (scalogram, zero_db, pointer) : NULL);
  ondes_fields_set (line, FIELD_FRAMES, valid ? print_shown (scalogram, zero_db, pointer) : NULL);
}

static void
update_values (OndesReadout         *self,
               const OndesPointer   *pointer,
               const OndesScalogram *scalogram) /* NULL if the pointer is at none of its rows and columns */
{
  OndesSession *session = ondes_analysis_get_session (ONDES_ANALYSIS (self->analysis));
  OndesFields *line = ONDES_FIELDS (self);
  const gboolean valid = scalogram != NULL, difference = ondes_scalogram_view_get_difference (self->view) > 0;
  const double zero_db = valid ? ondes_scalogram_analysis_get_zero_db (self->analysis, pointer->row) : NAN;

  ondes_fields_set (line, FIELD_TIME, ondes_words_pointer_time (session, pointer->sample));
  ondes_fields_set (line, FIELD_FREQUENCY, valid ? print_frequency (self, scalogram, pointer) : NULL);
  ondes_fields_set (line, FIELD_SCALE, valid ? g_strdup_printf ("%.4g", pointer->scale) : NULL);
  ondes_fields_set_name (line, FIELD_MAGNITUDE, difference ? _("Difference") : _("Magnitude"));
  ondes_fields_set (line, FIELD_MAGNITUDE, difference ? print_difference (self)
                                           : valid    ? print_magnitude (scalogram, zero_db, pointer)
                                                      : NULL);
  ondes_fields_set (line, FIELD_PHASE,
                    valid && !isnan (pointer->phase) ? ondes_words_fixed (pointer->phase * 180 / G_PI, 1, "°") : NULL);
  ondes_fields_set (line, FIELD_HERE, valid && !difference ? print_shown (scalogram, zero_db, pointer) : NULL);
  ondes_fields_set (line, FIELD_CONE, valid ? g_strdup (pointer->inside_cone ? _("inside") : _("outside")) : NULL);
}

/* TRUE if values have signs, and neither scale nor phase, as in Walshgrams. */
static gboolean
has_signs (OndesReadout *self)
{
  return ondes_scalogram_analysis_get_class (ondes_scalogram_view_get_analysis (self->view))->real;
}

static void
update (OndesReadout *self)
{
  const OndesPointer *pointer;
  OndesScalogram *scalogram;
  OndesSession *session;
  gboolean there;

  self->analysis = ondes_scalogram_view_get_pointed (self->view);
  session = ondes_analysis_get_session (ONDES_ANALYSIS (self->analysis));
  pointer = ondes_scalogram_analysis_get_pointer (self->analysis);
  scalogram = ondes_scalogram_analysis_get_scalogram (self->analysis);
  there = ondes_session_get_recording (session) != NULL && ondes_session_get_source (session) != NULL && !isnan (pointer->sample);
  if (there)
    (has_signs (self) ? update_walsh_values : update_values) (self, pointer, pointer->valid ? scalogram : NULL);
  ondes_fields_show (ONDES_FIELDS (self), there, ondes_session_get_recording (session) != NULL);
}

static void
ondes_readout_class_init (OndesReadoutClass *klass)
{
}

static void
ondes_readout_init (OndesReadout *self)
{
}

static void
follow (OndesReadout           *self,
        OndesScalogramAnalysis *analysis)
{
  static const char *const names[] = { "pointer-changed", "picture-changed", "display-changed" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    g_signal_connect_object (analysis, names[i], G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (ondes_analysis_get_session (ONDES_ANALYSIS (analysis)), "recording-changed", G_CALLBACK (update), self,
                           G_CONNECT_SWAPPED);
}

/* The view may compare with another one now; one that it compared with before changes nothing here. */
static void
on_compared (OndesReadout *self)
{
  OndesScalogramAnalysis *other = ondes_scalogram_view_get_other (self->view);

  if (other != NULL
      && g_signal_handler_find (other, G_SIGNAL_MATCH_FUNC | G_SIGNAL_MATCH_DATA, 0, 0, NULL, (gpointer) update, self) == 0)
    follow (self, other);
  update (self);
}

GtkWidget *
ondes_readout_new (OndesScalogramView *view)
{
  OndesReadout *self = g_object_new (ONDES_TYPE_READOUT, NULL);

  self->view = ondes_widget_keep (self, view);
  ondes_fields_set_table (ONDES_FIELDS (self), has_signs (self) ? walsh_fields : fields,
                          has_signs (self) ? N_WALSH_FIELDS : N_FIELDS,
                          _(ondes_scalogram_analysis_get_words (ondes_scalogram_view_get_analysis (view))->point));
  follow (self, ondes_scalogram_view_get_analysis (view));
  g_signal_connect_object (view, "compared-changed", G_CALLBACK (on_compared), self, G_CONNECT_SWAPPED);
  on_compared (self);
  return GTK_WIDGET (self);
}

GtkWidget *
ondes_readout_new_below (GtkWidget *below)
{
  GtkWidget *self = ondes_readout_new (ONDES_SCALOGRAM_VIEW (below));

  /* The readout beside it gives the hint. */
  ondes_fields_set_hint (ONDES_FIELDS (self), "");
  g_object_bind_property (below, "visible", self, "visible", G_BINDING_SYNC_CREATE);
  return self;
}
