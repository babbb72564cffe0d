/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <string.h>

#include "base/option.h"
#include "cwt.h"
#include "export/export-slice.h"
#include "figure/draw-slice.h"
#include "output.h"
#include "picture.h"
#include "walshgram-options.h"

static const char *const transform_names[] = { "morlet", "walsh", NULL };

/* A place as it is asked for; both numbers are equal if there is one. */
typedef struct
{
  const char *option;
  gboolean    spectrum;
  double      lo, hi; /* times in time units, or frequencies */
} Place;

typedef struct
{
  CliCwtRequest         cwt;
  OndesWalshgramOptions walshgram;
  OndesSliceExport      export;
  GArray               *places; /* of Place */
  GArray               *colours; /* of guint; NULL if not chosen */
} Request;

static void
request_clear (Request *self)
{
  g_clear_pointer (&self->places, g_array_unref);
  g_clear_pointer (&self->colours, g_array_unref);
  cli_cwt_request_clear (&self->cwt);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Request, request_clear)

/* The options of places, and which forms they take: "X", "LO:HI". */
static const struct { const char *name; gboolean single, both, spectrum; } place_options[] = {
  { "--at", TRUE, FALSE, TRUE },
  { "--over", FALSE, TRUE, TRUE },
  { "--frequency", TRUE, TRUE, FALSE },
};

static gboolean
parse_place (guint       kind, /* index in place_options */
             const char *text,
             Place      *place,
             GError    **error)
{
  const char *option = place_options[kind].name;

  place->option = option;
  place->spectrum = place_options[kind].spectrum;
  if (place_options[kind].both && (!place_options[kind].single || strchr (text, ':') != NULL))
    {
      if (!ondes_option_range (option, text, &place->lo, &place->hi, error))
        return FALSE;
      return (place->lo >= 0 && place->lo < place->hi)
             || cli_refuse (error, option, "“%s” is not LO:HI, the lower one first and not below 0", text);
    }
  if (!ondes_option_number (option, text, 0, G_MAXDOUBLE, &place->lo, error))
    return FALSE;
  place->hi = place->lo;
  return TRUE;
}

/* Parses all places in the order given. */
static gboolean
parse_places (const CliArguments *arguments,
              GArray             *places,
              GError            **error)
{
  for (guint i = 0; i < arguments->given->len; i += 2)
    for (guint kind = 0; kind < G_N_ELEMENTS (place_options); kind++)
      if (g_str_equal (g_ptr_array_index (arguments->given, i), place_options[kind].name))
        {
          Place place = { 0 };

          if (!parse_place (kind, g_ptr_array_index (arguments->given, i + 1), &place, error))
            return FALSE;
          g_array_append_val (places, place);
        }
  return TRUE;
}

static gboolean
parse_percents (const CliArguments *arguments,
                OndesSliceExport   *export,
                GError            **error)
{
  const char *text = cli_text (arguments, "--percentiles");
  g_auto (GStrv) parts = NULL;

  export->n_percents = ONDES_SLICE_PERCENTS_DEFAULT;
  memcpy (export->percents, ondes_slice_percents_default, ONDES_SLICE_PERCENTS_DEFAULT * sizeof (double));
  if (text == NULL)
    return TRUE;
  export->n_percents = 0;
  if (g_str_equal (text, "none"))
    return TRUE;
  parts = g_strsplit (text, ",", -1);
  if (g_strv_length (parts) > ONDES_SLICE_PERCENTS)
    return cli_refuse (error, "--percentiles", "“%s” are more than %d; choose fewer", text, ONDES_SLICE_PERCENTS);
  for (; parts[export->n_percents] != NULL; export->n_percents++)
    if (!ondes_option_number ("--percentiles", parts[export->n_percents], 0, 100, &export->percents[export->n_percents], error))
      return FALSE;
  if (!ondes_slice_check_percents (export->percents, export->n_percents))
    return cli_refuse (error, "--percentiles", "“%s” do not ascend; give each once, the lowest first", text);
  return TRUE;
}

/* Parses a colour for each place. */
static gboolean
parse_colours (const CliArguments *arguments,
               Request            *request,
               GError            **error)
{
  const char *text = cli_text (arguments, "--colours");
  const guint n = MAX (request->places->len, 1);
  g_auto (GStrv) parts = NULL;

  if (text == NULL)
    return TRUE;
  parts = g_strsplit (text, ",", -1);
  if (g_strv_length (parts) != n)
    return cli_refuse (error, "--colours", "“%s” are %u colours for %u slice%s; give one for each", text, g_strv_length (parts), n,
                       ondes_plural (n));
  request->colours = g_array_new (FALSE, FALSE, sizeof (guint));
  for (guint i = 0; i < n; i++)
    {
      guint colour;

      if (!ondes_option_choice ("--colours", parts[i], ondes_slice_colour_names, &colour, error))
        return FALSE;
      colour = colour == 0 ? ONDES_SLICE_AT_CROSSHAIR : colour == 1 ? ONDES_SLICE_OVER_SELECTION : colour - 2;
      g_array_append_val (request->colours, colour);
    }
  request->export.colours = &g_array_index (request->colours, guint, 0);
  return TRUE;
}

/* Refuses the options in @table that were given, but for those that Walshgrams share. */
static gboolean
refuse_given (const CliArguments *arguments,
              const CliOption    *table,
              const char         *why,
              GError            **error)
{
  for (const CliOption *option = cli_group_options (table) + 1; option->name != NULL; option++)
    if (!g_str_equal (option->name, "--condition") && cli_has (arguments, option->name))
      return cli_refuse (error, option->name, "%s", why);
  return TRUE;
}

static gboolean
parse_transform (const CliArguments *arguments,
                 Request            *request,
                 GError            **error)
{
  static const char of_walsh[] = "is for Walshgrams; ask for one with --transform walsh";
  static const char of_morlet[] = "is for the Morlet transform; leave it or --transform walsh out";
  g_autoptr (OndesSpec) spec = NULL;
  guint transform = 0;

  if (!cli_choice (arguments, "--transform", transform_names, &transform, error))
    return FALSE;
  if (transform == 0)
    return refuse_given (arguments, cli_walshgram_options, of_walsh, error);
  if (!refuse_given (arguments, cli_transform_options, of_morlet, error)
      || !refuse_given (arguments, cli_compensation_options, of_morlet, error)
      || !cli_walshgram_options_parse (arguments, &request->walshgram, error))
    return FALSE;
  if (cli_has (arguments, "--quantity") || cli_has (arguments, "--pool"))
    return cli_refuse (error, cli_has (arguments, "--quantity") ? "--quantity" : "--pool", "%s", of_morlet);
  request->cwt.walshgram = &request->walshgram;
  spec = ondes_walshgram_new (&request->walshgram, error);
  return spec != NULL;
}

static gboolean
parse (const CliArguments *arguments,
       Request            *request,
       GError            **error)
{
  guint spectra = 0;

  request->places = g_array_new (FALSE, FALSE, sizeof (Place));
  request->cwt.slices = TRUE;
  if (!parse_transform (arguments, request, error) || !cli_cwt_request_parse (arguments, &request->cwt, error)
      || !parse_percents (arguments, &request->export, error)
      || !parse_places (arguments, request->places, error))
    return FALSE;
  for (guint i = 0; i < request->places->len; i++)
    spectra += g_array_index (request->places, Place, i).spectrum;
  for (guint i = 0; i < request->places->len; i++)
    if (g_array_index (request->places, Place, i).spectrum)
      continue;
    else if (spectra > 0)
      return cli_refuse (error, "--frequency", "asks for envelopes over time, --at and --over for spectra; write each to a file");
    else if (!(g_array_index (request->places, Place, i).hi > 0) && request->cwt.walshgram == NULL)
      return cli_refuse (error, "--frequency", "0 is the mean; choose a frequency above 0");
  if (cli_has (arguments, "--columns") && request->places->len == spectra)
    return cli_refuse (error, "--columns", "pools envelopes over time; ask for one with --frequency");
  return parse_colours (arguments, request, error);
}

/* Finds the samples of a time, or of a span. */
static gboolean
find_samples (const OndesRecordingInfo *info,
              const Place              *place,
              OndesSlicePlace          *found,
              GError                  **error)
{
  const guint64 end = MIN (ondes_export_sample (place->hi, info->rate_hz), info->frames);

  found->kind = ONDES_SLICE_SPECTRUM;
  found->mean = place->lo < place->hi;
  found->first = ondes_export_sample (place->lo, info->rate_hz);
  found->count = place->lo == place->hi ? 1 : end - MIN (found->first, end);
  if (found->first >= info->frames)
    g_set_error (error, ONDES_ERROR, ONDES_ERROR_FILE, "%s: %g lies past the end of %s, which lasts %.6g %s", place->option,
                 place->lo, info->path, info->frames / info->rate_hz, info->time_unit);
  else if (found->count == 0)
    g_set_error (error, ONDES_ERROR, ONDES_ERROR_FILE,
                 "%s: no sample lies from %.9g to %.9g; the samples of %s are %.6g %s apart", place->option, place->lo, place->hi,
                 info->path, 1 / info->rate_hz, info->time_unit);
  else
    return TRUE;
  return FALSE;
}

/* Refuses a band without rows, and frequencies above half the rate, where a row of its own would be aliased. */
static gboolean
check_frequencies (const Request *request,
                   const Place   *place,
                   GError       **error)
{
  const OndesSpec *spec = request->cwt.spec;
  const double rate_hz = ondes_recording_get_info (request->cwt.recording)->rate_hz;
  const OndesPictureClass *klass = ondes_spec_picture (spec);
  double lo = INFINITY, hi = 0, most;
  guint found = 0;

  for (guint i = 0; i < ondes_picture_traits (spec).rows; i++)
    {
      const double f = klass->row_hz (spec, i, rate_hz);

      lo = MIN (lo, f);
      hi = MAX (hi, f);
      found += f >= place->lo && f <= place->hi;
    }
  most = klass->scale_hz == NULL ? hi : MAX (hi, rate_hz / 2);
  if (place->lo == place->hi ? place->hi <= most * (1 + 1e-9) : found > 0)
    return TRUE;
  if (place->lo == place->hi)
    g_set_error (error, ONDES_ERROR, ONDES_ERROR_FILE, "--frequency: %g lies above %s, %g; choose a lower one", place->lo,
                 most > hi ? "half the sampling rate" : "the highest row", most);
  else
    g_set_error (error, ONDES_ERROR, ONDES_ERROR_FILE, "--frequency: no row lies from %g to %g; the rows lie from %g to %g",
                 place->lo, place->hi, lo, hi);
  return FALSE;
}

/* Finds where the slices are in the recording, transfer full; without any, the mean over --from to --to. */
static OndesSlicePlace *
find_places (Request *request,
             GError **error)
{
  const OndesRecordingInfo *info = ondes_recording_get_info (request->cwt.recording);
  const OndesExport *export = &request->export.export;
  g_autofree OndesSlicePlace *places = g_new0 (OndesSlicePlace, MAX (request->places->len, 1));

  for (guint i = 0; i < request->places->len; i++)
    {
      const Place *place = &g_array_index (request->places, Place, i);

      if (place->spectrum)
        {
          if (!find_samples (info, place, &places[i], error))
            return NULL;
          continue;
        }
      if (!check_frequencies (request, place, error))
        return NULL;
      places[i] = (OndesSlicePlace) { ONDES_SLICE_ENVELOPE, export->first, export->count, place->lo, place->hi, FALSE };
    }
  if (request->places->len == 0)
    places[0] = (OndesSlicePlace) { ONDES_SLICE_SPECTRUM, export->first, export->count, 0, 0, TRUE };
  request->export.n = MAX (request->places->len, 1);
  request->export.places = places;
  return g_steal_pointer (&places);
}

/* Makes gaps be counted in the samples that spectra are of. */
static void
narrow_span (Request *request)
{
  const OndesSliceExport *export = &request->export;
  guint64 first = G_MAXUINT64, end = 0;

  if (export->places[0].kind == ONDES_SLICE_ENVELOPE)
    return;
  for (guint i = 0; i < export->n; i++)
    {
      first = MIN (first, export->places[i].first);
      end = MAX (end, export->places[i].first + export->places[i].count);
    }
  request->cwt.export.first = first;
  request->cwt.export.count = end - first;
}

static gboolean
run (const CliRun *cli,
     GError      **error)
{
  g_auto (Request) request = { 0 };
  g_auto (OndesReport) report = { 0 };
  g_autofree OndesSlicePlace *places = NULL;

  if (!parse (cli->arguments, &request, error) || !cli_cwt_request_open (cli, &request.cwt, error))
    return FALSE;
  request.export.export = request.cwt.export;
  places = find_places (&request, error);
  if (places == NULL || !ondes_slice_export_run (&request.export, request.cwt.computer, &cli->watch, &report, error))
    return FALSE;
  narrow_span (&request);
  return cli_cwt_request_tell (cli, &request.cwt, &report, error);
}

static const CliOption slice_options[] = {
  { .help = "Slices" },
  { "--at", "S",
    "the spectrum at a time, time units from the first sample: the magnitude of every row at the first sample from there on; "
    "repeat it for more" },
  { "--over", "A:B", "the mean spectrum from A to B, half-open, and its percentiles over the samples; repeat it for more" },
  { "--frequency", "HZ",
    "the envelope at a frequency, cycles per time unit, from --from to --to, by a row of its own; LO:HI for the mean of the rows "
    "of a band, and its percentiles over them; repeat it for more (default: no envelope; the mean spectrum from --from to --to)" },
  { "--percentiles", "LIST", "of means: ascending, 0 to 100, separated by commas, at most nine; or none (default 10,50,90)" },
  { "--transform", "T", "morlet, or walsh for the slices of a Walshgram, at its frames (default morlet)", transform_names },
  { NULL },
};

static const CliOption output_options[] = {
  { .help = "Output" },
  { "-o", "OUT", "the file, its ending the format; - is standard output and needs --format" },
  { "--format", "F", "png, svg, pdf, npy, npz or csv, whatever the ending", ondes_export_names },
  { "--quantity", "Q", "magnitude or power (default magnitude)", ondes_quantity_names },
  { "--columns", "W", "envelopes in W equal spans (default: every sample; a picture as many as it draws)" },
  { "--pool", "P", "what a span shows of its samples: largest, or rms, the root mean square (of power the mean) (default largest)",
    ondes_pool_names },
  { NULL },
};

static const CliOption display_options[] = {
  { .help = "Pictures" },
  { "--axis", "A",
    "auto, log, linear (frequency), scale or period (default auto: period in days and years, else log; of a Walshgram linear)",
    ondes_show_names },
  { "--period-axis", NULL, "the same as --axis period" },
  { "--view", "FLO:FHI", "frequencies shown, cycles per time unit (default all rows)" },
  { "--colours", "LIST",
    "of the slices, in their order: 1 to 6, crosshair or selection, as in the window, separated by commas (default: 1, 2 …; "
    "selection for one alone)" },
  { "--no-cone", NULL, "as for cwt, whose options these are; slices have no cone" },
  { NULL },
};

static const CliOption *const groups[] = {
  output_options,   slice_options,      cli_transform_options,  cli_compensation_options, cli_walshgram_options, display_options,
  cli_colour_options, cli_size_options, cli_span_options, cli_read_options,         cli_compute_options,   NULL,
};

const CliCommand cli_slice = {
  .name = "slice",
  .operand = "FILE",
  .usage = "-o OUT.(png|svg|pdf|npy|npz|csv) [--at S | --over A:B | --frequency HZ]… [OPTION…]",
  .summary = "Spectra at times and envelopes at frequencies of a wavelet transform or Walshgram: slices through its picture.",
  .groups = groups,
  .epilogue =
      CLI_SCALE_SIGNAL
      "Values are magnitudes or powers of coefficients computed in double. --detrend auto subtracts the mean as in pictures.\n"
      "Percentile p of n values in order is at place p (n - 1)/100, linear between neighbours: exact up to a million samples of\n"
      "a row, beyond that within 0.1 %; the name of a column says which.\n"
      "Spectra, .csv: frequency, scale (of a Walshgram sequency), then a column for each value, mean and percentile.\n"
      "Envelopes, .csv: time (the mean of a span's, the middle of a frame), then the same columns.\n"
      ".npy: the same lines and columns without the first ones, float64. .npz: values, curves (the columns' names),\n"
      "frequencies_hz and scales, or sequencies, or times_s; rate_hz, spec, time_unit, unit.\n"
      "A picture's levels reach from the largest value down to the smallest, at most 60 dB, unless --db and --reference say more.",
  .run = run,
};
