/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "batch-options.h"

#include <math.h>

#include "base/words.h"

const char *const ondes_batch_scalogram_formats[] = { "png", "npz", NULL };
const char *const ondes_batch_ltsa_formats[] = { "png", "svg", "pdf", NULL };
/* For completion alone: a bank may be another one. */
static const char *const bands[] = { "third-octave", "octave", "millidecades", "morlet:", "preset", "gammatone:", NULL };

static const char *const scalogram_titles[] = { N_("Pictures (PNG)"), N_("Numbers (NPZ)"), NULL };
static const char *const ltsa_titles[] = { N_("PNG figure"), N_("SVG figure"), N_("PDF figure"), NULL };

static const OndesBatchOptions usual = { .columns = 1000, .bands = "third-octave", .every = 60, .percentiles = "5,50,95",
                                         .above_db = NAN, .hysteresis_db = 3, .detect_every = 0.1 };

static gboolean
parse_bands (const OndesParam *row,
             const char       *text,
             gpointer          owner,
             GError          **error)
{
  ((OndesBatchOptions *) owner)->bands = text;
  return TRUE;
}

#define FIELD(name) G_STRUCT_OFFSET (OndesBatchOptions, name)

static const OndesParam level_rows[] = {
  { "scalogram", ONDES_PARAM_WORD, FIELD (scalogram), ondes_batch_scalogram_formats, .option = "--scalogram", .argument = "F",
    .help = "png, a picture as “ondes-cli cwt” makes it, or npz, its numbers in 1000 columns (default png)",
    .group = "formats", .title = N_("Format of scalograms"), .titles = scalogram_titles },
  { "columns", ONDES_PARAM_COUNT, FIELD (columns), .flags = ONDES_PARAM_MARKED, .low = 1, .high = G_MAXUINT,
    .option = "--columns", .argument = "W", .help = "of .npz: magnitude or power in W equal spans (default 1000)",
    .title = N_("Columns") },
  { "bands", ONDES_PARAM_STRING, FIELD (bands), bands, .parse = parse_bands, .option = "--bands", .argument = "B",
    .help = "bands of levels: third-octave, octave, 1/N (octave), morlet:FMIN:FMAX:V, preset (the rows of --preset), "
            "gammatone:FMIN:FMAX:N or millidecades, the hybrid ones of Martin et al. 2021 (default third-octave)",
    .title = N_("Bands") },
  { "every", ONDES_PARAM_NUMBER, FIELD (every), .low = G_MINDOUBLE, .high = G_MAXDOUBLE, .option = "--every", .argument = "S",
    .help = "span of a level, time units (default 60)", .group = "levels", .title = N_("Span of a level"), .slider_low = 0.1,
    .slider_high = 3600, .tip = N_("In the time unit of the recordings") },
  { "percentiles", ONDES_PARAM_STRING, FIELD (percentiles), .option = "--percentiles", .argument = "LIST",
    .help = "of a span's sixtieths (seconds of a minute): what that part of them lies below, 0 to 100; or none (default 5,50,95)",
    .title = N_("Percentiles") },
  { "ltsa", ONDES_PARAM_WORD, FIELD (ltsa), ondes_batch_ltsa_formats, .option = "--ltsa", .argument = "F",
    .help = "png, svg or pdf, of the long-term average (default png)", .group = "formats", .title = N_("Format of the average"),
    .titles = ltsa_titles },
  { NULL },
};

static const OndesParam detection_rows[] = {
  { "detect", ONDES_PARAM_RANGE, FIELD (detect_hz), .option = "--detect", .argument = "FLO:FHI",
    .help = "the band, cycles per time unit (Hz)", .title = N_("Band of annotations") },
  { "above", ONDES_PARAM_NUMBER, FIELD (above_db), .option = "--above", .argument = "DB",
    .help = "level that it reaches, dB re 1 of the recording's unit", .title = N_("Level of annotations (dB)") },
  { "hysteresis", ONDES_PARAM_NUMBER, FIELD (hysteresis_db), .flags = ONDES_PARAM_LINEAR, .high = G_MAXDOUBLE,
    .option = "--hysteresis", .argument = "DB",
    .help = "an annotation ends when the level falls so far below that (default 3)", .group = "annotations",
    .title = N_("Hysteresis"), .said = N_("Hysteresis (dB)"), .slider_low = 0, .slider_high = 20, .unit = N_("dB"),
    .tip = N_("An annotation ends when the level falls so far below the one that begins it") },
  { "least", ONDES_PARAM_NUMBER, FIELD (least), .flags = ONDES_PARAM_LINEAR, .high = G_MAXDOUBLE,
    .option = "--least", .argument = "S",
    .help = "shortest annotation, time units (default 0)", .group = "annotations",
    .title = N_("Shortest annotation"), .slider_low = 0, .slider_high = 10, .tip = N_("In the time unit of the recordings") },
  { "detect-every", ONDES_PARAM_NUMBER, FIELD (detect_every), .low = G_MINDOUBLE, .high = G_MAXDOUBLE,
    .option = "--detect-every", .argument = "S", .help = "span of a level, time units (default 0.1)",
    .group = "annotations", .title = N_("Step of annotations"), .slider_low = 0.01, .slider_high = 60,
    .tip = N_("In the time unit of the recordings") },
  { NULL },
};

const OndesParamTable ondes_batch_level_params = { level_rows, &usual }, ondes_batch_detection_params = { detection_rows, &usual };

gboolean
ondes_batch_words_parse (const GPtrArray  *words,
                         const OndesParam *rows,
                         guint             flags,
                         gpointer          owner,
                         GError          **error)
{
  for (guint i = 0; i + 1 < words->len; i += 2)
    {
      const OndesParam *row = ondes_params_find_option (rows, g_ptr_array_index (words, i));

      if (row != NULL && (row->flags & flags) == flags
          && !ondes_param_parse (rows, row, g_ptr_array_index (words, i + 1), owner, error))
        return FALSE;
    }
  return TRUE;
}
