/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "display.h"

#include "palette.h"
#include "base/words.h"

const char *const ondes_show_names[] = { "log", "linear", "scale", "period", "auto", NULL };

const OndesDisplay ondes_display_default = {
  .palette = 0,
  .decibel = TRUE,
  .db_range = 0,
  .reference = 0,
  .show = ONDES_SHOW_AUTO,
  .view_lo = 0,
  .view_hi = 0,
  .cone = TRUE,
  .cursors = { { { NAN, NAN }, { NAN, NAN } }, NAN },
  .a4_hz = ONDES_A4_HZ,
};

gboolean
ondes_display_same_colours (const OndesDisplay *a,
                            const OndesDisplay *b)
{
  return a->palette == b->palette && a->decibel == b->decibel && a->db_range == b->db_range && a->reference == b->reference
         && a->equalise == b->equalise;
}

static gboolean
is_decibel (gconstpointer owner)
{
  return ((const OndesDisplay *) owner)->decibel;
}

static gboolean
has_frequencies (gconstpointer owner)
{
  const OndesDisplay *display = owner;

  return display->show != ONDES_SHOW_SCALE && display->show != ONDES_SHOW_PERIOD;
}

static gboolean
has_notes (gconstpointer owner)
{
  return has_frequencies (owner) && ((const OndesDisplay *) owner)->notes;
}

static const char *const axes[]
  = { N_("Logarithmic frequency"), N_("Linear frequency"), N_("Scale"), N_("Period"), N_("Automatic"), NULL };
static const char *const labels[] = { N_("Frequencies"), N_("Notes"), NULL };

#define FIELD(name) G_STRUCT_OFFSET (OndesDisplay, name)
#define KEPT        (ONDES_PARAM_SESSION | ONDES_PARAM_PRESET)
#define OF_A_PERSON (KEPT | ONDES_PARAM_REMEMBERED)
#define OF_A_SCREEN (ONDES_PARAM_SESSION | ONDES_PARAM_REMEMBERED)

static const OndesParam rows[] = {
  { "palette", ONDES_PARAM_WORD, FIELD (palette), ondes_palette_names, .flags = OF_A_PERSON, .option = "--palette",
    .group = "palette", .title = N_("Colour map"), .tip = N_("Colour map of the picture") },
  { "decibel", ONDES_PARAM_BOOLEAN, FIELD (decibel), .flags = KEPT | ONDES_PARAM_UNSET, .option = "--linear",
    .group = "colours", .title = N_("Decibels"), .said = N_("Linear colours") },
  { "db-range", ONDES_PARAM_NUMBER, FIELD (db_range), .flags = KEPT | ONDES_PARAM_GREYED | ONDES_PARAM_LINEAR, .low = 0.01,
    .high = 400, .option = "--db", .group = "colours", .title = N_("Range"), .said = N_("Range of colours (dB)"),
    .slider_low = 10, .slider_high = 160, .unit = N_("dB"), .applies = is_decibel,
    .tip = N_("Dynamic range below the reference; anything weaker gets the lowest colour") },
  { "reference", ONDES_PARAM_NUMBER, FIELD (reference), .flags = ONDES_PARAM_SESSION, .low = G_MINDOUBLE, .high = G_MAXDOUBLE,
    .option = "--reference", .group = "colours", .title = N_("Reference (empty: automatic)"), .said = N_("Value at 0 dB"),
    .tip = N_("The value at 0 dB, or at the top of the linear colour bar, in the unit of the colour bar. Automatic is what 99.8 "
              "percent of the whole recording lies below, so that colours stay while you zoom and move") },
  { "equalise", ONDES_PARAM_BOOLEAN, FIELD (equalise), .flags = KEPT, .option = "--equalise",
    .group = "colours", .title = N_("Equalise frequencies"), .said = N_("Equalised rows"),
    .tip = N_("Divide each frequency by its median over the whole recording, so that what stands out from coloured noise shows") },
  { "axis", ONDES_PARAM_WORD, FIELD (show), ondes_show_names, .flags = KEPT, .option = "--axis",
    .group = "axis", .title = N_("Vertical axis"), .titles = axes,
    .tip = N_("Quantity on the vertical axis; Automatic: period where time is in days or years, otherwise frequency") },
  { "view", ONDES_PARAM_RANGE, FIELD (view_lo), .option = "--view" },
  { "smooth", ONDES_PARAM_BOOLEAN, FIELD (smooth), .flags = OF_A_SCREEN, .option = "--smooth",
    .group = "colours", .title = N_("Smooth pixels"),
    .tip = N_("Rows and columns of more than two pixels pass into each other; what the readout tells stays exact") },
  { "cone", ONDES_PARAM_BOOLEAN, FIELD (cone), .flags = OF_A_PERSON | ONDES_PARAM_UNSET, .option = "--no-cone",
    .group = "colours", .title = N_("Cone of influence"), .said = N_("No cone of influence") },
  { "notes", ONDES_PARAM_BOOLEAN, FIELD (notes), .flags = OF_A_SCREEN, .option = "--notes",
    .group = "axis", .title = N_("Labels"), .titles = labels, .said = N_("Notes on the axis"), .applies = has_frequencies,
    .tip = N_("What the labels of the vertical axis say: frequencies, or notes of the equal-tempered scale, with cents where you "
              "zoom in") },
  { "a4", ONDES_PARAM_NUMBER, FIELD (a4_hz), .flags = OF_A_SCREEN | ONDES_PARAM_LINEAR, .low = ONDES_A4_MIN_HZ,
    .high = ONDES_A4_MAX_HZ, .option = "--a4", .group = "axis", .title = N_("A4"), .said = N_("Frequency of A4 (Hz)"),
    .slider_low = ONDES_A4_MIN_HZ, .slider_high = ONDES_A4_MAX_HZ, .unit = N_("Hz"), .applies = has_notes,
    .tip = N_("Frequency of the note A4, to which instruments are tuned") },
  { "time-ruler", ONDES_PARAM_WORD, FIELD (time_ruler), ondes_time_ruler_names, .option = "--time-ruler" },
  { NULL },
};

const OndesParamTable ondes_display_params = { rows, &ondes_display_default };

char *
ondes_display_print (const OndesDisplay *display)
{
  GString *line = g_string_new (NULL);

  ondes_params_print (&ondes_display_params, 0, 0, display, line);
  if (line->len > 0)
    g_string_erase (line, 0, 1);
  return g_string_free (line, FALSE);
}
