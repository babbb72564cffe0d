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
has_notes (gconstpointer owner)
{
  return ((const OndesDisplay *) owner)->notes;
}

#define FIELD(name) G_STRUCT_OFFSET (OndesDisplay, name)
#define KEPT        (ONDES_PARAM_SESSION | ONDES_PARAM_PRESET | ONDES_PARAM_REMEMBERED)
#define OF_A_SCREEN (ONDES_PARAM_SESSION | ONDES_PARAM_REMEMBERED)

static const OndesParam rows[] = {
  { "palette", ONDES_PARAM_WORD, FIELD (palette), ondes_palette_names, .flags = KEPT, .option = "--palette",
    .title = N_("Palette") },
  { "decibel", ONDES_PARAM_BOOLEAN, FIELD (decibel), .flags = KEPT | ONDES_PARAM_UNSET, .option = "--linear",
    .title = N_("Linear colours") },
  { "db-range", ONDES_PARAM_NUMBER, FIELD (db_range), .flags = KEPT, .option = "--db", .title = N_("Range of colours (dB)"),
    .applies = is_decibel },
  { "reference", ONDES_PARAM_NUMBER, FIELD (reference), .flags = ONDES_PARAM_SESSION, .option = "--reference",
    .title = N_("Value at 0 dB") },
  { "equalise", ONDES_PARAM_BOOLEAN, FIELD (equalise), .flags = KEPT, .option = "--equalise", .title = N_("Equalised rows") },
  { "axis", ONDES_PARAM_WORD, FIELD (show), ondes_show_names, .flags = KEPT, .option = "--axis", .title = N_("Axis") },
  { "view", ONDES_PARAM_RANGE, FIELD (view_lo), .option = "--view" },
  { "cone", ONDES_PARAM_BOOLEAN, FIELD (cone), .flags = KEPT | ONDES_PARAM_UNSET, .option = "--no-cone",
    .title = N_("No cone of influence") },
  { "smooth", ONDES_PARAM_BOOLEAN, FIELD (smooth), .flags = OF_A_SCREEN, .option = "--smooth", .title = N_("Smooth pixels") },
  { "notes", ONDES_PARAM_BOOLEAN, FIELD (notes), .flags = OF_A_SCREEN, .option = "--notes", .title = N_("Notes on the axis") },
  { "a4", ONDES_PARAM_NUMBER, FIELD (a4_hz), .flags = OF_A_SCREEN, .low = ONDES_A4_MIN_HZ, .high = ONDES_A4_MAX_HZ,
    .option = "--a4", .title = N_("Frequency of A4 (Hz)"), .applies = has_notes },
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
