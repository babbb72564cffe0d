/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cwt-compensation.h"
#include "input.h"
#include "output.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "export/export.h"
#include "analysis/extents.h"
#include "analysis/frequency-range.h"
#include "figure/palette.h"

#define VOICES_DEFAULT 24.0
#define ALL_FORMATS    ((1u << (ONDES_EXPORT_CSV + 1)) - 1)

/* Everything in the command line that does not depend on the file. */
typedef struct
{
  CliInput        input;
  CliCompute      compute;
  OndesCwtOptions options;
  const char     *scales; /* NULL if frequencies are used */
  double          fmin, fmax; /* both 0 for the defaults */
  double          voices; /* 0 if not given */
  OndesExport     export;
  OndesCompensation *compensation; /* owned; NULL for none */
} Request;

static void
request_clear (Request *self)
{
  g_clear_pointer (&self->compensation, ondes_compensation_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Request, request_clear)

static gboolean
parse_detrend (const CliArguments *arguments,
               OndesExport        *export,
               GError            **error)
{
  OndesDetrending detrending;

  if (!cli_has (arguments, "--detrend"))
    return TRUE;
  if (!ondes_detrending_parse (cli_text (arguments, "--detrend"), &detrending, error))
    return FALSE;
  export->detrend = detrending.kind;
  export->detrend_window = detrending.window;
  return TRUE;
}

static gboolean
parse_transform (const CliArguments *arguments,
                 Request            *request,
                 GError            **error)
{
  OndesCwtOptions *options = &request->options;
  gboolean figure = ondes_export_is_figure (request->export.format), columns = request->export.columns > 0;
  guint wavelet, normalisation, boundary, method, quantity, pool;

  *options = ondes_cwt_options_default;
  options->precision = request->compute.precision >= 0 ? (guint) request->compute.precision
                       : figure                        ? ONDES_PRECISION_SINGLE
                                                       : ONDES_PRECISION_DOUBLE;
  wavelet = options->wavelet;
  normalisation = options->normalisation;
  boundary = options->boundary;
  method = options->method;
  pool = options->pool;
  quantity = figure || columns ? ONDES_QUANTITY_MAGNITUDE : ONDES_QUANTITY_COEFFICIENTS;
  if (!cli_choice (arguments, "--wavelet", ondes_wavelet_names, &wavelet, error) ||
      !cli_choice (arguments, "--normalisation", ondes_normalisation_names, &normalisation, error) ||
      !cli_choice (arguments, "--boundary", ondes_boundary_names, &boundary, error) ||
      !cli_choice (arguments, "--method", ondes_method_names, &method, error) ||
      !cli_choice (arguments, "--quantity", ondes_quantity_names, &quantity, error) ||
      !cli_choice (arguments, "--pool", ondes_pool_names, &pool, error) ||
      !parse_detrend (arguments, &request->export, error) ||
      !cli_number (arguments, "--omega0", 0.5, 100, &options->omega0, error) ||
      !cli_integer (arguments, "--fft-length", 1, G_GUINT64_CONSTANT (1) << 40, &options->fft_length, error))
    return FALSE;
  options->wavelet = wavelet;
  options->normalisation = normalisation;
  options->boundary = boundary;
  options->method = method;
  options->quantity = quantity;
  options->pool = pool;
  if (quantity == ONDES_QUANTITY_MAGNITUDE || quantity == ONDES_QUANTITY_POWER)
    return TRUE;
  if (figure)
    return cli_refuse (error, "--quantity", "a picture shows magnitude or power; coefficients and phase go to .npy, .npz or .csv");
  if (columns)
    return cli_refuse (error, "--quantity", "--columns pools magnitude or power; leave it out for coefficients and phase");
  return TRUE;
}

static gboolean
parse_rows (const CliArguments *arguments,
            Request            *request,
            GError            **error)
{
  request->scales = cli_text (arguments, "--scales");
  if (request->scales != NULL && cli_has (arguments, "--frequencies"))
    return cli_refuse (error, "--frequencies", "--scales asks for the rows already; leave one out");
  if (!cli_number (arguments, "--voices", 0.1, 1000, &request->voices, error) ||
      !cli_range (arguments, "--frequencies", &request->fmin, &request->fmax, error))
    return FALSE;
  if (cli_has (arguments, "--frequencies") && !(request->fmin > 0 && request->fmin <= request->fmax))
    {
      cli_refuse (error, "--frequencies", "“%s” is not FMIN:FMAX, above 0 and the lower one first",
                  cli_text (arguments, "--frequencies"));
      return FALSE;
    }
  return TRUE;
}

static gboolean
parse_display (const CliArguments *arguments,
               OndesExport        *export,
               GError            **error)
{
  OndesDisplay *display = &export->display;
  guint palette, show;

  *display = ondes_display_default;
  palette = display->palette;
  show = display->show;
  if (cli_has (arguments, "--db") && cli_has (arguments, "--linear"))
    return cli_refuse (error, "--db", "--linear asks for no decibels; leave one out");
  if (!cli_choice (arguments, "--palette", ondes_palette_names, &palette, error) ||
      !cli_number (arguments, "--db", G_MINDOUBLE, G_MAXDOUBLE, &display->db_range, error) ||
      !cli_number (arguments, "--reference", G_MINDOUBLE, G_MAXDOUBLE, &display->reference, error) ||
      !cli_choice (arguments, "--axis", ondes_show_names, &show, error) ||
      !cli_range (arguments, "--view", &display->view_lo, &display->view_hi, error) ||
      !cli_number (arguments, "--difference", 0.01, 200, &export->difference_db, error))
    return FALSE;
  if (cli_has (arguments, "--period-axis") && cli_has (arguments, "--axis") && show != ONDES_SHOW_PERIOD)
    return cli_refuse (error, "--period-axis", "--axis asks for another one; leave one out");
  display->palette = palette;
  display->show = cli_has (arguments, "--period-axis") ? ONDES_SHOW_PERIOD : show;
  display->equalise = cli_has (arguments, "--equalise");
  if (cli_has (arguments, "--linear"))
    display->decibel = FALSE;
  if (cli_has (arguments, "--db"))
    display->decibel = TRUE;
  display->cone = !cli_has (arguments, "--no-cone");
  if (cli_has (arguments, "--view") &&
      !(display->view_lo < display->view_hi && (display->view_lo > 0 || (display->view_lo == 0 && show == ONDES_SHOW_LINEAR))))
    {
      cli_refuse (error, "--view", "“%s” is not FLO:FHI, the lower one first and above 0 (0 where --axis is linear)",
                  cli_text (arguments, "--view"));
      return FALSE;
    }
  return cli_size_parse (arguments, &export->size, error);
}

static gboolean
check_difference (const Request *request,
                  GError       **error)
{
  if (request->export.difference_db == 0)
    return TRUE;
  if (!ondes_export_is_figure (request->export.format))
    return cli_refuse (error, "--difference", "it is a picture; write .png, .svg or .pdf");
  if (request->compensation == NULL)
    return cli_refuse (error, "--difference", "it shows what a compensation changes; ask for one, such as --amplitude-error");
  return TRUE;
}

static gboolean
parse (const CliArguments *arguments,
       Request            *request,
       GError            **error)
{
  guint64 columns = 0;

  if (!cli_output_parse (arguments, ALL_FORMATS, &request->export.path, &request->export.format, error) ||
      !cli_input_parse (arguments, &request->input, error) ||
      !cli_input_parse_conditioning (arguments, FALSE, &request->input, error) ||
      !cli_compute_parse (arguments, &request->compute, error) ||
      !cli_integer (arguments, "--columns", 1, G_MAXUINT, &columns, error))
    return FALSE;
  request->export.columns = columns;
  return parse_transform (arguments, request, error) && parse_rows (arguments, request, error) &&
         parse_display (arguments, &request->export, error) &&
         cli_compensation_parse (arguments, &request->compensation, error) && check_difference (request, error);
}

/* Returns how many times the recording is oversampled. */
static guint
oversampling (const Request *request)
{
  return request->compensation != NULL ? MAX (ondes_compensation_get_options (request->compensation)->oversample, 1) : 1;
}

/* Returns the scales that were asked for, in the samples that the transform sees. */
static OndesScaleList *
oversampled_scales (const Request *request,
                    GError       **error)
{
  OndesScaleList *list = ondes_scale_list_parse (request->scales, request->voices, error);

  for (guint i = 0; list != NULL && i < list->scales->len; i++)
    g_array_index (list->scales, OndesScale, i).numerator *= oversampling (request);
  return list;
}

static OndesScaleList *
make_rows (const Request *request,
           double         rate_hz,
           OndesComputer *computer, /* NULL if the recording must not be read */
           OndesSource   *source,
           GCancellable  *cancellable,
           GError       **error)
{
  double voices = request->voices > 0 ? request->voices : VOICES_DEFAULT, fmin = request->fmin, fmax = request->fmax;

  if (request->scales != NULL)
    return oversampled_scales (request, error);
  if (fmax == 0 && source != NULL && ondes_export_is_figure (request->export.format))
    {
      const OndesRecordingInfo *info = ondes_recording_get_info (request->export.recording);
      OndesFrequencyRange range;

      if (!ondes_frequency_range_find (computer, source, info, &range, cancellable, error))
        return NULL;
      fmin = range.fmin_hz;
      fmax = range.fmax_hz;
    }
  if (fmax == 0)
    ondes_cwt_default_frequencies (rate_hz, &fmin, &fmax);
  return ondes_scale_list_new_frequencies (fmin, fmax, voices, request->options.omega0, rate_hz, error);
}

/* Refuses, before the file is opened, commands that are wrong for any file. What a compensation makes of the rows waits for the
 * rate. If the rows depend on the rate, checks them at the
 * lowest rate that allows the frequencies. That rate gives the smallest scales, with which the analytic wavelet is stricter, so
 * its checks wait for the actual rate. */
static gboolean
check_rows (const Request *request,
            GError       **error)
{
  g_autoptr (OndesScaleList) rows = NULL;
  g_autoptr (OndesSpec) spec = NULL;
  g_autoptr (GError) local = NULL;
  gboolean any_rate = request->scales != NULL || request->fmax == 0;

  rows = make_rows (request, any_rate ? 1 : 2 * request->fmax, NULL, NULL, NULL, &local);
  /* An error of the assumed rate is no error of the command: wait for the file's own rate. */
  if (g_error_matches (local, ONDES_ERROR, ONDES_ERROR_FILE))
    return TRUE;
  if (local != NULL)
    g_propagate_error (error, g_steal_pointer (&local));
  if (rows == NULL || (!any_rate && request->options.wavelet == ONDES_WAVELET_ANALYTIC_MORLET))
    return rows != NULL;
  spec = ondes_cwt_new (&request->options, rows, error);
  return spec != NULL;
}

/* Finds the lowest and the highest frequency of the rows. */
static void
find_extent (const OndesSpec *spec,
             double           rate_hz,
             double          *lo,
             double          *hi)
{
  const OndesCwt *cwt = ondes_spec_cwt (spec);

  *lo = INFINITY;
  *hi = 0;
  for (guint i = 0; i < cwt->n_scales; i++)
    {
      double f = ondes_cwt_frequency_hz (cwt, i, rate_hz);

      *lo = MIN (*lo, f);
      *hi = MAX (*hi, f);
    }
}

static void
print_compensation_notes (const Request   *request,
                          const OndesSpec *spec,
                          double           rate_hz)
{
  g_auto (GStrv) notes = NULL;
  double lo, hi;

  if (request->compensation == NULL)
    return;
  find_extent (spec, rate_hz, &lo, &hi);
  notes = ondes_compensation_notes (request->compensation, lo, hi);
  for (guint i = 0; notes[i] != NULL; i++)
    cli_tell ("%s", notes[i]);
}

static gboolean
check_view (const Request   *request,
            const OndesSpec *spec,
            double           rate_hz,
            GError         **error)
{
  const OndesDisplay *display = &request->export.display;
  double lo, hi;

  find_extent (spec, rate_hz, &lo, &hi);
  /* A row spans at most an octave around its frequency. */
  if (display->view_hi == 0 || (display->view_lo < hi * G_SQRT2 && display->view_hi > lo / G_SQRT2))
    return TRUE;
  g_set_error (error, ONDES_ERROR, ONDES_ERROR_FILE, "--view: no row lies from %g to %g; the rows lie from %g to %g",
               display->view_lo, display->view_hi, lo, hi);
  return FALSE;
}

/* Counts the gaps in the span: values computed from them look like any others, so the user must be warned. */
static gboolean
count_gaps (const OndesExport *export,
            const CliRun      *cli,
            guint             *gaps,
            GError           **error)
{
  g_autoptr (OndesSource) source = NULL;
  OndesExtent all;
  OndesRecording *original = ondes_recording_get_original (export->recording);
  const OndesSpan span = ondes_recording_original_span (export->recording, (OndesSpan) { export->first, export->count });

  *gaps = 0;
  if (ondes_recording_get_info (export->recording)->pcm_bits > 0) /* integers have no gaps */
    return TRUE;
  source = ondes_recording_source (original, export->channel, error);
  if (source == NULL || !ondes_extents_read (source, span, 1, &all, cli->watch.cancellable, error))
    return FALSE;
  *gaps = all.gaps;
  return TRUE;
}

/* Opens the recording, oversampled if asked, which then keeps @plain. */
static OndesRecording *
open_recording (const Request   *request,
                const CliRun    *cli,
                OndesRecording **plain,
                GError         **error)
{
  g_autoptr (OndesRecording) recording = cli_input_open (&request->input, cli, 0, error);

  *plain = recording;
  if (recording == NULL || oversampling (request) == 1)
    return g_steal_pointer (&recording);
  return ondes_recording_oversample (recording, ondes_compensation_get_oversampling (request->compensation));
}

static gboolean
run (const CliRun *cli,
     GError      **error)
{
  g_auto (Request) request = { 0 };
  OndesExport *export = &request.export;
  const OndesRecordingInfo *info;
  g_autoptr (OndesRecording) recording = NULL;
  g_autoptr (OndesScaleList) rows = NULL;
  g_autoptr (OndesSpec) spec = NULL;
  g_autoptr (OndesComputer) computer = NULL;
  g_autoptr (OndesSource) source = NULL;
  g_auto (OndesReport) report = { 0 };
  guint gaps;

  if (!parse (cli->arguments, &request, error) || !check_rows (&request, error))
    return FALSE;
  recording = open_recording (&request, cli, &export->plain, error);
  if (recording == NULL)
    return FALSE;
  info = ondes_recording_get_info (recording);
  export->recording = recording;
  export->channel = cli_input_channel (&request.input, info);
  computer = ondes_computer_new (request.compute.engine, request.compute.device, request.compute.threads);
  source = ondes_recording_source (recording, export->channel, error);
  if (source == NULL)
    return FALSE;
  rows = make_rows (&request, info->rate_hz, computer, source, cli->watch.cancellable, error);
  request.options.compensation = request.compensation;
  request.options.rate_hz = info->rate_hz;
  spec = rows != NULL ? ondes_cwt_new (&request.options, rows, error) : NULL;
  if (spec == NULL || !check_view (&request, spec, info->rate_hz, error) ||
      !cli_input_span (&request.input, info, &export->first, &export->count, error))
    return FALSE;

  export->read = request.input.read;
  export->spec = spec;
  /* Count gaps after the run: counting reads the entire span, but the run refuses impossible requests at once. */
  if (!ondes_export_run (export, computer, &cli->watch, &report, error) ||
      !count_gaps (export, cli, &gaps, error))
    return FALSE;
  cli_progress_clear ();
  cli_print_notes (info);
  print_compensation_notes (&request, spec, info->rate_hz);
  if (gaps > 0)
    cli_tell ("%s: %u of the samples are NaN or infinite; they are computed as 0", info->path, gaps);
  cli_compute_report (&request.compute, &report);
  return TRUE;
}

/* Words for shell completion. */
static const char *const cli_detrends[] = { "auto", "none", "mean", "linear", "span-mean", "moving:", NULL };

static const CliOption output_options[] = {
  { .help = "Output" },
  { "-o", "OUT", "the file, its ending the format; - is standard output and needs --format" },
  { "--format", "F", "png, svg, pdf, npy, npz or csv, whatever the ending", ondes_export_names },
  { "--quantity", "Q",
    "coefficients, magnitude, power or phase (default magnitude for pictures and with --columns, else coefficients)",
    ondes_quantity_names },
  { "--columns", "W",
    "magnitude or power in each of W equal spans, float32, float64 where that would not hold them (default: every sample; a "
    "picture as many as it draws)" },
  { "--pool", "P",
    "what a column shows of its samples: largest, or rms, the root mean square (of power the mean), at which noise keeps its "
    "level as one zooms in (default largest)",
    ondes_pool_names },
  { NULL },
};

static const CliOption transform_options[] = {
  { .help = "The transform" },
  { "--wavelet", "NAME", "complex-morlet, morlet (real) or analytic-morlet (default complex-morlet)", ondes_wavelet_names },
  { "--omega0", "W",
    "frequency of the wavelet at scale 1, radians per sample, 0.5 to 100; l1 reads a tone's amplitude from 3 on (default 5)" },
  { "--scales", "A:B[:STEP]", "scales in samples, each P or P/Q, STEP 1; A:B with --voices is logarithmic; or a list S1,S2,…" },
  { "--frequencies", "FMIN:FMAX", "rows from FMAX down to FMIN, cycles per time unit (Hz) (default 0.0004 to 0.4 of the rate, "
    "in pictures less what is empty at its ends)" },
  { "--voices", "V", "voices per octave (default 24); a picture with --view has more in between, none taller than 3 pixels" },
  { "--normalisation", "N", "l1, a tone's amplitude, or l2, 1/√s (default l1)", ondes_normalisation_names },
  { "--boundary", "B", "outside the recording: zero, reflect, periodic or edge (default zero)", ondes_boundary_names },
  { "--detrend", "D",
    "subtracted from the whole recording before: auto, none, mean, linear (the line of least squares), span-mean (the mean from "
    "--from to --to) or moving:T, the mean of T time units around each sample (default auto: mean for pictures with boundary zero, "
    "else none)",
    cli_detrends },
  { "--condition", CLI_CONDITION_STEP, CLI_CONDITION_HELP "; --detrend comes first", cli_condition_words },
  { "--method", "M", "auto, direct, overlap-save or fft (default auto)", ondes_method_names },
  { "--fft-length", "N", "analytic-morlet: samples padded to (default the smallest power of two of twice the recording)" },
  { NULL },
};

static const CliOption display_options[] = {
  { .help = "Pictures" },
  { "--palette", "NAME", "viridis, magma, inferno, cividis, grey and others (default viridis)", ondes_palette_names },
  { "--db", "RANGE", "decibels below the reference (default: down to what a tenth of the values lie below, 20 to 60)" },
  { "--linear", NULL, "linear from 0 to the reference, not decibels" },
  { "--reference", "V", "value at 0 dB, in the unit of the values (default: what 99.8 % of the values lie below)" },
  { "--equalise", NULL, "each row divided by its median over the whole recording; --reference is then such a ratio" },
  { "--axis", "A", "auto, log, linear (frequency), scale or period (default auto: period in days and years, else log)",
    ondes_show_names },
  { "--period-axis", NULL, "the same as --axis period" },
  { "--view", "FLO:FHI", "frequencies shown, cycles per time unit (default all rows)" },
  { "--difference", "DB",
    "what the compensation changes: 20 log10 of the values with and without it, 10 log10 of power, in colours from −DB to DB" },
  { "--no-cone", NULL, "no cone of influence" },
  { NULL },
};

static const CliOption *const groups[] = {
  output_options,   transform_options, cli_compensation_options, display_options, cli_size_options, cli_span_options,
  cli_read_options, cli_compute_options, NULL,
};

const CliCommand cli_cwt = {
  .name = "cwt",
  .operand = "FILE",
  .usage = "-o OUT.(png|svg|pdf|npy|npz|csv) [OPTION…]",
  .summary = "Morlet wavelet transform of a recording, as a picture or as numbers.",
  .groups = groups,
  .epilogue =
      CLI_SCALE_SIGNAL
      ".npy: rows × samples (or spans), complex128, complex64, float64 or float32 by precision; real for morlet.\n"
      "Where float32 would not hold the numbers of a recording (power: peaks under 1e-5, over 1e12) they are float64, complex128.\n"
      ".npz: values, scales (samples), frequencies_hz, times_s (from the first sample; the mean of a span), coi_s, rate_hz, spec, "
      "time_unit, unit.\n"
      ".csv: first row times, first column frequencies, complex as a+bj.\n"
      "A row's frequency is ω₀ rate / (2π s); its cone of influence √2 s / rate from each end.",
  .run = run,
};
