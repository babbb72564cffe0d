/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The presets that are built in. Frequencies hold what such recordings are looked at for; a higher ω₀ parts steady tones
 * better, a lower one short events. */
#include "analysis-preset.h"

#include <string.h>

#include "base/option.h"
#include "base/words.h"
#include "figure/palette.h"

const OndesBuiltInPreset ondes_built_in_presets[] = {
  { "standard", N_("Standard") },
  { "bats", N_("Bats") },     { "birds", N_("Birds") }, { "whales", N_("Whales") },       { "speech", N_("Speech") },
  { "music", N_("Music") },   { "ecg", N_("ECG") },     { "eeg", N_("EEG") },             { "vibration", N_("Vibration") },
  { "strain", N_("Strain") }, { "climate", N_("Climate") }, { NULL },
};

/* Those in which a preset differs from the defaults; zeros and NULL keep them. */
typedef struct
{
  const char *description, *time_unit;
  double      lowest, highest; /* cycles per time unit */
  double      omega0, voices, db_range, speed;
  const char *palette, *steps;
  OndesShow   show;
  OndesBoundary boundary;
  gboolean    linear, equalise, power, rms;
} Choices;

/* In the order of ondes_built_in_presets. */
static const Choices choices[] = {
  { .description = N_("The defaults, for recordings of any kind"), .show = ONDES_SHOW_AUTO },
  { .description = N_("10 to 150 kHz on a linear axis, heard ten times slower"), .lowest = 10e3, .highest = 150e3, .omega0 = 8,
    .db_range = 50, .speed = 0.1, .palette = "inferno", .steps = "highpass:8000", .show = ONDES_SHOW_LINEAR },
  { .description = N_("300 Hz to 12 kHz, without wind and traffic below"), .lowest = 300, .highest = 12e3, .omega0 = 10,
    .voices = 32, .db_range = 50, .palette = "magma", .steps = "highpass:200", .show = ONDES_SHOW_LOG },
  { .description = N_("10 Hz to 8 kHz, from moans to whistles"), .lowest = 10, .highest = 8e3, .omega0 = 8, .voices = 32,
    .db_range = 50, .palette = "viridis", .steps = "highpass:8", .show = ONDES_SHOW_LOG },
  { .description = N_("60 Hz to 8 kHz: pitch, formants and hisses"), .lowest = 60, .highest = 8e3, .omega0 = 6, .voices = 24,
    .db_range = 50, .palette = "magma", .steps = "highpass:40", .show = ONDES_SHOW_LOG },
  { .description = N_("A0 to A9, 27.5 Hz to 14 kHz, three rows a semitone"), .lowest = 27.5, .highest = 14080, .omega0 = 14,
    .voices = 36, .db_range = 60, .palette = "magma", .show = ONDES_SHOW_LOG },
  { .description = N_("0.5 to 100 Hz, without the linear trend"), .lowest = 0.5, .highest = 100, .omega0 = 5,
    .voices = 24, .palette = "viridis", .steps = "trend", .show = ONDES_SHOW_LOG, .boundary = ONDES_BOUNDARY_REFLECT },
  { .description = N_("0.5 to 80 Hz, each frequency relative to its median, so that rhythms stand out"), .lowest = 0.5,
    .highest = 80, .omega0 = 7, .voices = 24, .palette = "viridis", .steps = "trend", .show = ONDES_SHOW_LOG,
    .boundary = ONDES_BOUNDARY_REFLECT, .equalise = TRUE },
  { .description = N_("1 Hz to 10 kHz, the root mean square of what a column holds"), .lowest = 1, .highest = 10e3, .omega0 = 12,
    .voices = 24, .db_range = 60, .palette = "inferno", .steps = "mean", .show = ONDES_SHOW_LOG, .rms = TRUE },
  { .description = N_("25 to 512 Hz, whitened, for gravitational waves"), .lowest = 25, .highest = 512, .omega0 = 6,
    .voices = 32, .palette = "viridis", .steps = "whiten\nbandpass:20:600", .show = ONDES_SHOW_LOG, .linear = TRUE },
  { .description = N_("Periods of half a year to 64 years, power, on an axis of periods"), .time_unit = "a", .lowest = 1.0 / 64,
    .highest = 2, .omega0 = 6, .voices = 24, .palette = "viridis", .show = ONDES_SHOW_PERIOD, .power = TRUE },
};

OndesAnalysisPreset *
ondes_analysis_preset_new_built_in (const char *id)
{
  g_autoptr (GVariant) none = g_variant_ref_sink (g_variant_new ("a{sv}", NULL));
  OndesAnalysisPreset *self;
  const Choices *from;
  guint i = 0;

  while (ondes_built_in_presets[i].id != NULL && !g_str_equal (ondes_built_in_presets[i].id, id))
    i++;
  if (ondes_built_in_presets[i].id == NULL)
    return NULL;
  self = g_new (OndesAnalysisPreset, 1);
  from = &choices[i];
  ondes_analysis_preset_restore (self, none);
  g_strlcpy (self->description, _(from->description), sizeof self->description);
  g_strlcpy (self->time_unit, from->time_unit != NULL ? from->time_unit : "s", sizeof self->time_unit);
  g_strlcpy (self->steps, from->steps != NULL ? from->steps : "", sizeof self->steps);
  self->lowest = from->lowest;
  self->highest = from->highest;
  self->cwt.options.omega0 = from->omega0 > 0 ? from->omega0 : self->cwt.options.omega0;
  self->cwt.options.boundary = from->boundary;
  self->cwt.options.quantity = from->power ? ONDES_QUANTITY_POWER : ONDES_QUANTITY_MAGNITUDE;
  self->cwt.options.pool = from->rms ? ONDES_POOL_RMS : ONDES_POOL_LARGEST;
  self->cwt.voices = from->voices > 0 ? from->voices : self->cwt.voices;
  if (from->palette != NULL)
    self->display.palette = (guint) MAX (ondes_name_index (ondes_palette_names, from->palette), 0);
  self->display.db_range = from->db_range;
  self->display.decibel = !from->linear;
  self->display.equalise = from->equalise;
  self->display.show = from->show;
  self->listening.speed = from->speed > 0 ? from->speed : 1;
  return self;
}
