/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gi18n.h>
#include <math.h>

#include "ondes-charts.h"
#include "session/words.h"
#include "shell/ondes-template.h"

enum { FIELD_TIME, FIELD_FREQUENCY, FIELD_MAGNITUDE, FIELD_SCALE, FIELD_PHASE, FIELD_CONE, FIELD_HERE, N_FIELDS };

struct _OndesReadout
{
  OndesFields    parent_instance;

  OndesScalogramAnalysis *analysis;
  OndesSession           *session; /* borrowed from analysis */
};

G_DEFINE_FINAL_TYPE (OndesReadout, ondes_readout, ONDES_TYPE_FIELDS)

/* First go the names of values that a unit or a word tells apart. */
static const OndesField fields[N_FIELDS] = {
  { N_("Time"), 9, 9, 12, NULL },
  { N_("Frequency"), 9, 8, 11, NULL },
  { N_("Magnitude"), 19, 3, 10, NULL },
  { N_("Scale"), 6, 0, 7, N_("In samples") },
  { N_("Phase"), 6, 2, 6, NULL },
  { N_("Cone"), 6, 0, 5, N_("Outside the cone of influence, the ends of the recording affect the value") },
  { N_("Column"), 16, 1, 4,
    N_("What the picture shows here: of the samples that share a column, the largest or the root mean square") },
};

static char *
print_magnitude (const OndesScalogram *scalogram,
                 double                reference,
                 double                magnitude)
{
  gboolean power = ondes_spec_cwt (scalogram->spec)->options.quantity == ONDES_QUANTITY_POWER;
  g_autofree char *unit = g_strconcat (scalogram->unit, power && *scalogram->unit != 0 ? "²" : "", NULL);
  g_autofree char *value = NULL, *level = NULL;

  if (isnan (magnitude))
    return g_strdup ("—");
  value = ondes_words_quantity (magnitude, unit, 4);
  if (!(magnitude > 0))
    return g_steal_pointer (&value);
  level = ondes_words_fixed ((power ? 10 : 20) * log10 (magnitude / reference), 1, " dB");
  return g_strdup_printf ("%s (%s)", value, level);
}

/* Prints "largest −29.7 dB"; NULL if each column is a single sample. */
static char *
print_shown (const OndesScalogram *scalogram,
             double                reference,
             const OndesPointer   *pointer)
{
  const OndesCwtOptions *options = &ondes_spec_cwt (scalogram->spec)->options;
  gboolean power = options->quantity == ONDES_QUANTITY_POWER;
  g_autofree char *level = NULL;

  if (pointer->column_samples <= 1 || !(pointer->shown > 0))
    return NULL;
  level = ondes_words_fixed ((power ? 10 : 20) * log10 (pointer->shown / reference), 1, " dB");
  /* Translators: a level; what the samples under the pointer reach at most, or their root mean square. */
  return g_strdup_printf (options->pool == ONDES_POOL_RMS ? _("RMS %s") : _("largest %s"), level);
}

/* Prints "318.4 Hz" or, on a period axis, "3.75 years". */
static char *
print_frequency (OndesReadout         *self,
                 const OndesScalogram *scalogram,
                 const OndesPointer   *pointer)
{
  gboolean period = ondes_display_show (ondes_scalogram_analysis_get_display (self->analysis), scalogram) == ONDES_SHOW_PERIOD;
  g_autofree char *number = NULL, *unit = NULL;

  ondes_fields_set_name (ONDES_FIELDS (self), FIELD_FREQUENCY, period ? _("Period") : _("Frequency"));
  if (period)
    {
      number = g_strdup_printf ("%.4g", 1 / pointer->row_frequency_hz);
      return ondes_words_time_quantity (number, scalogram->time_unit);
    }
  unit = ondes_words_frequency_unit (scalogram->time_unit);
  return ondes_words_quantity (pointer->row_frequency_hz, unit, 4);
}

static void
update (OndesReadout *self)
{
  const OndesPointer *pointer = ondes_scalogram_analysis_get_pointer (self->analysis);
  OndesScalogram *scalogram = ondes_scalogram_analysis_get_scalogram (self->analysis);
  gboolean there = ondes_session_get_recording (self->session) != NULL
                   && ondes_session_get_source (self->session) != NULL
                   && !isnan (pointer->sample);
  gboolean valid = there && pointer->valid && scalogram != NULL;
  OndesFields *line = ONDES_FIELDS (self);

  if (there)
    {
      ondes_fields_set (line, FIELD_TIME, ondes_words_pointer_time (self->session, pointer->sample));
      ondes_fields_set (line, FIELD_FREQUENCY, valid ? print_frequency (self, scalogram, pointer) : NULL);
      ondes_fields_set (line, FIELD_SCALE, valid ? g_strdup_printf ("%.4g", pointer->scale) : NULL);
      ondes_fields_set (line, FIELD_MAGNITUDE,
                        valid ? print_magnitude (scalogram, ondes_scalogram_analysis_get_zero_db (self->analysis, pointer->row),
                                                 pointer->magnitude)
                              : NULL);
      ondes_fields_set (line, FIELD_PHASE,
                        valid && !isnan (pointer->phase) ? ondes_words_fixed (pointer->phase * 180 / G_PI, 1, "°") : NULL);
      ondes_fields_set (line, FIELD_HERE,
                        valid ? print_shown (scalogram, ondes_scalogram_analysis_get_zero_db (self->analysis, pointer->row),
                                             pointer) : NULL);
      ondes_fields_set (line, FIELD_CONE, valid ? g_strdup (pointer->inside_cone ? _("inside") : _("outside")) : NULL);
    }
  ondes_fields_show (line, there, ondes_session_get_recording (self->session) != NULL);
}

static void
ondes_readout_class_init (OndesReadoutClass *klass)
{
}

static void
ondes_readout_init (OndesReadout *self)
{
  ondes_fields_set_table (ONDES_FIELDS (self), fields, N_FIELDS,
                          _("Point at the scalogram to read values, or move the crosshair with Alt and the arrow keys"));
}

GtkWidget *
ondes_readout_new (OndesScalogramAnalysis *analysis)
{
  static const char *const names[] = { "pointer-changed", "picture-changed", "display-changed" };
  OndesReadout *self = g_object_new (ONDES_TYPE_READOUT, NULL);

  self->analysis = ondes_widget_keep (self, analysis);
  self->session = ondes_analysis_get_session (ONDES_ANALYSIS (analysis));
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    g_signal_connect_object (analysis, names[i], G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->session, "recording-changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  update (self);
  return GTK_WIDGET (self);
}
