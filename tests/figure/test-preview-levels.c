/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A preview has the colours of the picture that follows: the value at 0 dB and the middle of the rows' medians are off by 2 dB at
 * most, of the recordings that come with Ondes and those of ONDES_TEST_DATA, and of signals made anew each time. */
#include <math.h>

#include "analysis/preview-anchors.h"
#include "analysis/frequency-range.h"
#include "analysis/levels.h"

#define COLUMNS   1000
#define MOST_DB   2.0
#define PREVIEWED 3e7 /* rows × samples: what has less is computed at once, but for the whole of a recording */

static int
compare (gconstpointer a,
         gconstpointer b)
{
  const double *x = a, *y = b;

  return (*x > *y) - (*x < *y);
}

static double
middle_db (const OndesScalogram *picture)
{
  double *medians = ondes_levels_medians (picture), middle;

  qsort (medians, picture->rows, sizeof *medians, compare);
  middle = medians[picture->rows / 2];
  g_atomic_rc_box_release (medians);
  return 20 * log10 (middle);
}

typedef struct
{
  const char               *name;
  const OndesRecordingInfo *info;
  OndesComputer            *computer;
  OndesSource              *source;
  OndesSpec                *spec;
} Case;

static guint matched; /* comparisons of previews with anchors */

static void
compare_view (const Case *c,
              guint64     first,
              guint64     count)
{
  static const OndesScalogramSkip skips[] = { { 1, 1, TRUE }, { 2, 2, TRUE }, { 4, 2, TRUE } };
  OndesScalogramJob job = { .spec = c->spec, .source = c->source, .view = { first, count, COLUMNS, FALSE }, .info = c->info };
  g_autoptr (GError) error = NULL;
  g_autoptr (OndesScalogram) exact = ondes_scalogram_compute (c->computer, &job, NULL, NULL, &error);
  g_auto (OndesAnchors) anchors = { 0 };

  g_assert_no_error (error);
  g_assert_true (ondes_anchors_compute (&anchors, c->computer, &job, NULL, &error));
  for (guint k = 0; k < G_N_ELEMENTS (skips); k++)
    {
      g_autoptr (OndesScalogram) preview = NULL;
      double top, middle;

      job.skip = skips[k];
      preview = ondes_scalogram_preview (c->computer, &job, NULL, NULL, &error);
      g_assert_no_error (error);
      top = 20 * log10 (preview->levels.top / exact->levels.top);
      middle = middle_db (preview) - middle_db (exact);
      g_test_message ("%s%s, %" G_GUINT64_FORMAT " + %" G_GUINT64_FORMAT ", ÷ %u and %u: 0 dB off by %.2f dB, the middle by %.2f",
                      anchors.exact != NULL ? "" : "not matched: ", c->name, first, count, skips[k].columns, skips[k].rows, top,
                      middle);
      /* Longer views are as the windows make them. */
      if (anchors.exact == NULL)
        continue;
      matched++;
      g_assert_cmpfloat (fabs (top), <=, MOST_DB);
      g_assert_cmpfloat (fabs (middle), <=, MOST_DB);
    }
}

/* The whole, and a third. */
static void
compare_source (const char               *name,
                OndesSource              *source,
                const OndesRecordingInfo *info,
                guint                     voices,
                OndesPooling                pool)
{
  g_autoptr (OndesComputer) computer = ondes_computer_new ("cpu", 0, 0);
  g_autoptr (OndesSource) detrended = ondes_detrended_source_new (source, &(OndesDetrending) { .kind = ONDES_DETREND_MEAN });
  OndesCwtOptions options = ondes_cwt_options_default;
  g_autoptr (OndesScaleList) rows = NULL;
  g_autoptr (OndesSpec) spec = NULL;
  g_autoptr (GError) error = NULL;
  OndesFrequencyRange range;

  options.quantity = ONDES_QUANTITY_MAGNITUDE;
  options.precision = ONDES_PRECISION_SINGLE;
  options.pool = pool;
  g_assert_true (ondes_frequency_range_find (computer, detrended, info, &range, NULL, &error));
  rows = ondes_scale_list_new_frequencies (range.fmin_hz, range.fmax_hz, voices, options.omega0, source->rate_hz, &error);
  g_assert_no_error (error);
  spec = ondes_cwt_new (&options, rows, &error);
  g_assert_no_error (error);
  for (guint part = 1; part <= (voices > 6 ? 3 : 1); part *= 3)
    {
      const guint64 count = source->n / part;
      const guint64 first = (guint64) g_test_rand_double_range (0, (double) (source->n - count + 1));

      if (part == 1 || (double) count * ondes_spec_cwt (spec)->n_scales >= PREVIEWED)
        compare_view (&(Case) { name, info, computer, detrended, spec }, first, count);
    }
}

static void
compare_file (const char *folder,
              const char *path,
              const char *raw)
{
  g_autofree char *name = g_build_filename (folder, path, NULL);
  OndesReadOptions options = { .raw = raw != NULL };
  g_autoptr (OndesRecording) recording = NULL;
  g_autoptr (OndesSource) source = NULL;
  g_autoptr (GError) error = NULL;
  const OndesRecordingInfo *info;

  if (raw != NULL)
    g_assert_true (ondes_raw_format_parse (raw, &options.raw_format, NULL));
  recording = ondes_recording_open (name, &options, NULL, &error);
  g_assert_no_error (error);
  info = ondes_recording_get_info (recording);
  source = ondes_recording_source (recording, info->first_channel, &error);
  g_assert_no_error (error);
  compare_source (path, source, info, 24, ONDES_POOL_LARGEST);
}

static void
test_samples (void)
{
  g_autofree char *folder = g_build_filename (g_getenv ("ONDES_SOURCE_DIR"), "data", "samples", NULL);

  compare_file (folder, "humpback.ogg", NULL);
  compare_file (folder, "ecg.txt", NULL);
  compare_file (folder, "gw150914.csv", NULL);
}

static void
test_recordings (void)
{
  static const char *const paths[] = {
    "audio/198-209-0000.hq.ogg", "audio/456440__inspectorj__bird-whistling-robin-single-13.hq.ogg", "audio/ambi_glass_rub.flac",
    "audio/bell.aiff", "audio/birds_10s.wav", "audio/glacier-bay-humpback.hq.ogg",
    "audio/hungarian_dance_5_us_army_strings.hq.ogg", "audio/misc_crow.flac", "audio/spinetail.wav",
    "sensor/ecg_a103l_rdsamp_record-1b.txt", "sensor/gw150914_H1_L1_4096Hz_8s.csv",
  };
  const char *folder = g_getenv ("ONDES_TEST_DATA");

#ifdef __SANITIZE_ADDRESS__
  folder = NULL; /* it takes a minute, and the samples go the same way */
#endif
  if (folder == NULL)
    {
      g_test_skip ("ONDES_TEST_DATA names no folder, or is left to the build without sanitizers");
      return;
    }
  for (guint i = 0; i < G_N_ELEMENTS (paths); i++)
    compare_file (folder, paths[i], NULL);
  compare_file (folder, "audio/goforward.raw", "s16le:16000:1");
}

typedef enum { NOISE, CHIRP, IMPULSES, BURSTS, N_SIGNALS } Signal;

static const char *const names[] = { "noise", "a chirp in noise", "impulses in noise", "bursts in noise" };

static double
gauss (void)
{
  return sqrt (-2 * log (g_test_rand_double_range (1e-12, 1))) * cos (2 * G_PI * g_test_rand_double ());
}

/* A swell of some hundred samples up to a tenth of a second, at any frequency. */
static void
add_burst (float  *samples,
           guint64 n)
{
  const double at = g_test_rand_double_range (0, (double) n), width = exp (g_test_rand_double_range (log (50), log (3000)));
  const double omega = exp (g_test_rand_double_range (log (0.01), log (2)));

  for (guint64 t = (guint64) MAX (at - 4 * width, 0); t < MIN (at + 4 * width, (double) n); t++)
    samples[t] += (float) (exp (-pow (((double) t - at) / width, 2)) * sin (omega * (double) t));
}

static void
compare_signal (Signal    kind,
                guint64   n,
                guint     voices,
                OndesPooling pool)
{
  static const OndesRecordingInfo info = { .name = "a signal", .time_unit = "s", .unit = "V" };
  const double a = g_test_rand_double_range (100, 400), b = g_test_rand_double_range (4, 5);
  g_autofree float *samples = g_new (float, n);
  g_autoptr (OndesSource) source = NULL;

  for (guint64 t = 0; t < n; t++)
    samples[t] = (float) ((kind == NOISE ? 1 : 0.01) * gauss ());
  for (guint64 t = 0; kind == CHIRP && t < n; t++)
    samples[t] += (float) sin (a * exp (b * (double) t / (double) n) / b);
  for (guint k = 0; kind == IMPULSES && k < 60; k++)
    samples[(guint64) g_test_rand_double_range (0, (double) n)] += (float) g_test_rand_double_range (0.3, 1);
  for (guint k = 0; kind == BURSTS && k < 60; k++)
    add_burst (samples, n);
  source = ondes_array_source_new (ONDES_F32, samples, n, 44100);
  compare_source (names[kind], source, &info, voices, pool);
}

static void
test_signals (void)
{
  const guint before = matched;

  for (Signal kind = 0; kind < N_SIGNALS; kind++)
    compare_signal (kind, (guint64) g_test_rand_int_range (160000, 400000), 24, ONDES_POOL_LARGEST);
  g_assert_cmpuint (matched, >, before);
}

static void
test_rms (void)
{
  for (Signal kind = 0; kind < N_SIGNALS; kind++)
    compare_signal (kind, (guint64) g_test_rand_int_range (160000, 400000), 12, ONDES_POOL_RMS);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ondes/preview-levels/samples-are-as-bright-as-their-pictures", test_samples);
  g_test_add_func ("/ondes/preview-levels/recordings-are-as-bright-as-their-pictures", test_recordings);
  g_test_add_func ("/ondes/preview-levels/signals-are-as-bright-as-their-pictures", test_signals);
  g_test_add_func ("/ondes/preview-levels/rms-is-as-bright-as-its-picture", test_rms);
  return g_test_run ();
}
