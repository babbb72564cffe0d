/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Compensated masks on the CUDA engine: random models against the sum of the definition, and dither against the CPU engine's. */
#include "cuda-engine.h"
#include "few-cases.h"

#include "../cpu/common.h"

#include "signal/oversampled-source.h"
#include "signal/recording.h"

#include <glib/gstdio.h>
#include <math.h>

#define RATE 8000.0

typedef enum { GAIN = 1, LATE = 2, CUT = 4, OFFSET = 8, QUANTISED = 16 } Kind;

static const guint kinds[] = { GAIN, GAIN | LATE, CUT, OFFSET, QUANTISED, GAIN | LATE | QUANTISED };

/* A model as numbers for the definition. */
typedef struct
{
  double        a, c;    /* A = a f^0.5 + c */
  double        t, tc;   /* τ = t f^−1 + tc, seconds */
  double        offset;
  guint         bits;
  OndesRounding rounding;
} Model;

static Model now;
static double omega0;

static ReferenceMask
mask_of (double scale)
{
  const double hz = omega0 * RATE / (2 * G_PI * scale);

  return (ReferenceMask) { 1 + now.a * sqrt (hz) + now.c, (now.t / hz + now.tc) * RATE, now.offset, now.bits, now.rounding };
}

/* Draws a model of @kind and makes it for the program. */
static OndesCompensation *
compensation_new (guint    kind,
                  gboolean dither)
{
  char gain[100], time[100], number[4][G_ASCII_DTOSTR_BUF_SIZE];
  GError *error = NULL;
  OndesCompensation *self;

  now = (Model) { 0 };
  if (kind & GAIN)
    now = (Model) { .a = g_test_rand_double_range (0, 0.02), .c = g_test_rand_double_range (-0.4, 0.4) };
  if (kind & OFFSET)
    now.offset = g_test_rand_double_range (-0.01, 0.01);
  if (kind & (LATE | CUT)) /* of s: in double precision the later of LATE is cut too */
    now.t = (g_test_rand_bit () ? 1 : -1)
            * (kind & CUT ? g_test_rand_double_range (2, 6) : g_test_rand_double_range (0.02, g_test_rand_bit () ? 0.2 : 1.4));
  now.tc = kind & LATE ? g_test_rand_double_range (-2e-7, 2e-7) : 0;
  if (kind & QUANTISED)
    {
      now.bits = (guint) g_test_rand_int_range (4, 13);
      now.rounding = (OndesRounding) g_test_rand_int_range (ONDES_ROUND_NEAREST, ONDES_ROUND_ZERO + 1);
    }
  g_ascii_dtostr (number[0], G_ASCII_DTOSTR_BUF_SIZE, kind & OFFSET ? now.offset : now.a);
  g_ascii_dtostr (number[1], G_ASCII_DTOSTR_BUF_SIZE, now.c);
  g_ascii_dtostr (number[2], G_ASCII_DTOSTR_BUF_SIZE, now.t *= omega0 / (2 * G_PI));
  g_ascii_dtostr (number[3], G_ASCII_DTOSTR_BUF_SIZE, now.tc);
  if (kind & OFFSET)
    g_snprintf (gain, sizeof gain, "offset:%s", number[0]);
  else
    g_snprintf (gain, sizeof gain, "power:%s,0.5,%s", number[0], number[1]);
  g_snprintf (time, sizeof time, "power:%s,-1,%s", number[2], number[3]);
  self = ondes_compensation_new (&(OndesCompensationOptions) { .amplitude = kind & (GAIN | OFFSET) ? gain : NULL,
                                                               .timing = kind & (LATE | CUT) ? time : NULL,
                                                               .quantisation = { now.bits, now.rounding, dither } }, &error);
  g_assert_no_error (error);
  return self;
}

static OndesCwtOptions
options_of (OndesCompensation *compensation)
{
  OndesCwtOptions o = ondes_cwt_options_default;

  o.omega0 = omega0;
  o.compensation = compensation;
  o.rate_hz = RATE;
  o.normalisation = g_test_rand_bit () ? ONDES_NORMALISATION_L1 : ONDES_NORMALISATION_L2;
  o.boundary = (OndesBoundary) g_test_rand_int_range (ONDES_BOUNDARY_ZERO, ONDES_BOUNDARY_EDGE + 1);
  return o;
}

/* TRUE if the engine says that it leaves this to the CPU. */
static gboolean
is_left (const OndesCwtOptions *o,
         gboolean               iq,
         guint                  kind)
{
  const gboolean irregular = (kind & (CUT | OFFSET | QUANTISED)) != 0;

  if (o->wavelet == ONDES_WAVELET_ANALYTIC_MORLET)
    return o->method == ONDES_METHOD_DIRECT;
  return o->wavelet == ONDES_WAVELET_MORLET && iq && o->method == ONDES_METHOD_OVERLAP_SAVE && !irregular;
}

static void
check_methods (OndesCwtOptions       *o,
               const double complex  *x,
               gsize                  n,
               gboolean               iq,
               guint                  kind)
{
  const gboolean analytic = o->wavelet == ONDES_WAVELET_ANALYTIC_MORLET;
  const char *scales = analytic ? "6,9.5,20,31.7" : "0.1,0.7,1,2.5,16/3,20,31.7,66";
  g_autoptr (OndesSource) source = source_new (x, n, iq);
  g_autoptr (OndesSpec) probe = spec_new (o, scales);
  const guint rows = ondes_spec_cwt (probe)->n_scales;
  g_autofree double complex *want = g_new (double complex, rows * n), *got = g_new (double complex, rows * n);

  for (guint r = 0; r < rows; r++)
    {
      g_autofree double complex *row = reference_row (o, ondes_cwt_scale (ondes_spec_cwt (probe), r), x, (gint64) n, 0, (gint64) n);

      for (gsize i = 0; i < n; i++)
        want[r * n + i] = quantity_of (o->quantity, row[i]);
    }
  for (o->precision = ONDES_PRECISION_DOUBLE; o->precision <= ONDES_PRECISION_SINGLE2; o->precision++)
    for (o->method = ONDES_METHOD_AUTO; o->method <= ONDES_METHOD_OVERLAP_SAVE; o->method++)
      {
        const gboolean sums_apart = o->method == ONDES_METHOD_DIRECT || o->precision == ONDES_PRECISION_DOUBLE;
        const double most = tolerance (sums_apart ? o->precision : ONDES_PRECISION_SINGLE);
        g_autoptr (OndesSpec) spec = is_left (o, iq, kind) ? NULL : spec_new (o, scales);
        g_autoptr (GError) error = NULL;
        OndesArraySink *sink;
        double off;

        if (spec == NULL)
          continue;
        sink = cuda_run (spec, source, (OndesView) { .count = n }, 0, NULL, &error);
        g_assert_no_error (error);
        for (gsize i = 0; i < rows * n; i++)
          {
            got[i] = value_at (sink, i);
            if (o->quantity == ONDES_QUANTITY_PHASE)
              got[i] = cabs (want[i]) * cexp (I * got[i]);
          }
        off = distance (got, want, rows * n);
        for (guint r = 0; r < rows && !(off <= most); r++)
          g_test_message ("kind %u, %s %s %s %s %s %s, I/Q %d, %u bits %s, row %u off by %g", kind, ondes_wavelet_names[o->wavelet],
                          ondes_normalisation_names[o->normalisation], ondes_boundary_names[o->boundary],
                          ondes_method_names[o->method], ondes_precision_names[o->precision], ondes_quantity_names[o->quantity], iq,
                          now.bits, ondes_rounding_names[now.rounding], r, distance (got + r * n, want + r * n, n));
        g_assert_cmpfloat (off, <=, most);
        ondes_sink_free (&sink->sink);
      }
}

static void
test_definition (gconstpointer data)
{
  const gsize n = 301;
  const gboolean analytic = GPOINTER_TO_INT (data) == ONDES_WAVELET_ANALYTIC_MORLET;

  if (cuda_class () == NULL)
    return;
  omega0 = analytic ? 9 : 5; /* the spectrum is cut where that has no effect */
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    for (guint times = some_of (2); times <= 2; times++)
      {
        g_autoptr (OndesCompensation) compensation = compensation_new (kinds[i], FALSE);
        OndesCwtOptions o = options_of (compensation);
        const gboolean iq = g_test_rand_bit ();
        g_autofree double complex *x = signal_new (g_test_rand_bit () ? NOISE : RED_NOISE, n, iq);

        o.wavelet = GPOINTER_TO_INT (data);
        o.quantity = (OndesQuantity) g_test_rand_int_range (ONDES_QUANTITY_COEFFICIENTS, ONDES_QUANTITY_PHASE + 1);
        if (analytic)
          {
            if (kinds[i] & (OFFSET | QUANTISED | CUT))
              continue;
            o.boundary = ONDES_BOUNDARY_ZERO;
            o.fft_length = 2048;
          }
        check_methods (&o, x, n, iq, kinds[i]);
      }
}

/* The largest of each span and the root mean square, in columns of a sample and of many. */
static void
test_pooled (void)
{
  static const gsize columns[] = { 1, 40, 300, 3000 };
  const gsize n = 3000;

  if (cuda_class () == NULL)
    return;
  omega0 = 5;
  for (guint i = 0; i < 2 * G_N_ELEMENTS (kinds); i++)
    {
      g_autoptr (OndesCompensation) compensation = compensation_new (kinds[i / 2], FALSE);
      OndesCwtOptions o = options_of (compensation);
      g_autofree double complex *x = signal_new (NOISE, n, FALSE);
      g_autoptr (OndesSource) source = source_new (x, n, FALSE);
      g_autoptr (OndesSpec) spec = NULL;
      g_autoptr (GError) error = NULL;
      const gsize wide = columns[g_test_rand_int_range (0, G_N_ELEMENTS (columns))];
      OndesArraySink *sink;

      o.wavelet = g_test_rand_bit () ? ONDES_WAVELET_COMPLEX_MORLET : ONDES_WAVELET_MORLET;
      o.pool = i % 2 == 0 ? ONDES_POOL_LARGEST : ONDES_POOL_RMS;
      o.precision = g_test_rand_bit () ? ONDES_PRECISION_SINGLE : ONDES_PRECISION_DOUBLE;
      spec = spec_new (&o, "1,3.3,20,60");
      sink = cuda_run (spec, source, (OndesView) { 0, n, wide, FALSE }, i % 3 == 0 ? 4 << 20 : 0, NULL, &error);
      g_assert_no_error (error);
      for (guint r = 0; r < 4; r++)
        {
          g_autofree double complex *row = reference_row (&o, ondes_cwt_scale (ondes_spec_cwt (spec), r), x, n, 0, n);
          double all = 0;

          for (gsize t = 0; t < n; t++)
            all = MAX (all, cabs (row[t]));
          for (gsize j = 0; j < wide; j++)
            {
              const gsize begin = j * n / wide, end = (j + 1) * n / wide;
              double largest = 0, sum = 0;

              for (gsize t = begin; t < end; t++)
                {
                  const double size = cabs (row[t]);

                  largest = MAX (largest, size);
                  sum += size * size;
                }
              g_assert_cmpfloat_with_epsilon (creal (value_at (sink, r * wide + j)),
                                              i % 2 == 0 ? largest : sqrt (sum / (double) (end - begin)), 1e-3 * all);
            }
        }
      ondes_sink_free (&sink->sink);
    }
}

/* Rows at a lower rate, where a delay is counted in other samples, and of more taps than a segment, beside a large mean. */
static void
test_long (void)
{
  const gsize n = 30000;
  const gint64 at[] = { 0, 10007, 14500, 29999 };

  if (cuda_class () == NULL)
    return;
  omega0 = 5;
  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (OndesCompensation) compensation = compensation_new (i == 0 ? GAIN | LATE : GAIN | LATE | QUANTISED, FALSE);
      OndesCwtOptions o = options_of (compensation);
      g_autofree double complex *x = signal_new (NOISE, n, FALSE);
      g_autoptr (OndesSource) source = NULL;

      for (gsize t = 0; t < n; t++)
        x[t] += 3 + 2 * cos (2 * G_PI * 0.0025 * (double) t); /* in both rows */
      source = source_new (x, n, FALSE);
      o.quantity = ONDES_QUANTITY_COEFFICIENTS;
      o.boundary = ONDES_BOUNDARY_PERIODIC;
      for (o.precision = ONDES_PRECISION_DOUBLE; o.precision <= ONDES_PRECISION_SINGLE; o.precision++)
        {
          g_autoptr (OndesSpec) spec = spec_new (&o, "300,420");
          g_autoptr (GError) error = NULL;
          OndesArraySink *sink = cuda_run (spec, source, (OndesView) { .count = n }, 0, NULL, &error);

          g_assert_no_error (error);
          for (guint r = 0; r < 2; r++)
            {
              double complex want[4], got[4];

              reference_values (&o, ondes_cwt_scale (ondes_spec_cwt (spec), r), x, n, at, 4, want);
              for (guint k = 0; k < 4; k++)
                got[k] = value_at (sink, r * n + (gsize) at[k]);
              g_assert_cmpfloat (distance (got, want, 4), <=, o.precision == ONDES_PRECISION_DOUBLE ? 1e-11 : 2e-5);
            }
          ondes_sink_free (&sink->sink);
        }
    }
}

/* Dither is the CPU's, tap by tap: else single bits of coarse masks would differ. */
static void
test_dither (void)
{
  const gsize n = 257;

  if (cuda_class () == NULL)
    return;
  omega0 = 5;
  for (OndesMethod method = ONDES_METHOD_DIRECT; method <= ONDES_METHOD_OVERLAP_SAVE; method++)
    {
      g_autoptr (OndesCompensation) compensation = compensation_new (GAIN | LATE | QUANTISED, TRUE);
      OndesCwtOptions o = options_of (compensation);
      g_autofree double complex *x = signal_new (NOISE, n, FALSE), *want = NULL, *got = NULL;
      g_autoptr (OndesSource) source = source_new (x, n, FALSE);
      g_autoptr (OndesSpec) spec = NULL;
      g_autoptr (GError) error = NULL;
      OndesArraySink *of_cpu, *of_cuda;
      gsize all;

      o.method = method;
      o.precision = ONDES_PRECISION_DOUBLE;
      o.quantity = ONDES_QUANTITY_COEFFICIENTS;
      spec = spec_new (&o, "0.7,3,7/3,11,40.1");
      of_cpu = run_new (spec, source, (OndesView) { .count = n }, 2, NULL);
      of_cuda = cuda_run (spec, source, (OndesView) { .count = n }, 0, NULL, &error);
      g_assert_no_error (error);
      all = of_cpu->rows * n;
      want = g_new (double complex, all);
      got = g_new (double complex, all);
      for (gsize i = 0; i < all; i++)
        {
          want[i] = value_at (of_cpu, i);
          got[i] = value_at (of_cuda, i);
        }
      g_assert_cmpfloat (distance (got, want, all), <=, 1e-12);
      ondes_sink_free (&of_cpu->sink);
      ondes_sink_free (&of_cuda->sink);
    }
}

static char *
write_numbers (const char *folder,
               const char *name,
               gsize       n)
{
  g_autoptr (GString) text = g_string_new (NULL);
  char *path = g_build_filename (folder, name, NULL);
  char number[G_ASCII_DTOSTR_BUF_SIZE];

  for (gsize i = 0; i < n; i++)
    g_string_append_printf (text, "%s\n", g_ascii_dtostr (number, sizeof number, g_test_rand_double_range (-3, 3)));
  g_assert_true (g_file_set_contents (path, text->str, -1, NULL));
  return path;
}

/* Interpolated on the device what the CPU interpolates, of a recording that stays there and in tiles, with the bytes of its own
 * samples copied alone. */
static void
test_oversampled (void)
{
  const gsize n = 3001;
  g_autofree char *folder = g_dir_make_tmp ("ondes-XXXXXX", NULL), *path = write_numbers (folder, "samples.txt", n);
  g_autofree char *taps = write_numbers (folder, "taps.txt", 23), *of_taps = g_strconcat ("taps:", taps, NULL);
  const char *ways[] = { "hold", "linear", "cubic", "sinc", of_taps };
  g_autoptr (GError) error = NULL;
  g_autoptr (OndesRecording) recording = ondes_recording_open (path, &(OndesReadOptions) { 0 }, NULL, &error);

  g_assert_no_error (error);
  for (guint i = 0; i < G_N_ELEMENTS (ways) && cuda_class () != NULL; i++)
    {
      const guint times = g_test_rand_bit () ? 2 : 4;
      g_autoptr (OndesOversampling) how = ondes_oversampling_new (times, ways[i], NULL, &error);
      g_autoptr (OndesRecording) oversampled = ondes_recording_oversample (recording, how);
      g_autoptr (OndesSource) source = ondes_recording_source (oversampled, 1, &error);
      OndesCwtOptions o = ondes_cwt_options_default;
      g_autoptr (OndesSpec) spec = NULL;

      g_assert_no_error (error);
      g_assert_cmpuint (source->n, ==, n * times);
      o.precision = ONDES_PRECISION_DOUBLE;
      o.boundary = ONDES_BOUNDARY_REFLECT;
      spec = spec_new (&o, "2,9,40");
      for (guint tiles = 0; tiles < 2; tiles++) /* then of the middle, with little memory */
        {
          const guint64 first = (guint64) g_test_rand_int_range (0, 500) + tiles * n * times / 3;
          const OndesView view = { .first = first, .count = n * times - 2 * first };
          const guint64 count = view.count;
          OndesStatistics statistics;
          OndesArraySink *want = run_new (spec, source, view, 2, NULL);
          OndesArraySink *have = cuda_run (spec, source, view, tiles ? 1 << 16 : 0, &statistics, &error);

          g_assert_no_error (error);
          for (gsize k = 0; k < 3 * count; k++)
            g_assert_cmpfloat_with_epsilon (creal (value_at (have, k)), creal (value_at (want, k)), 1e-11);
          g_assert_cmpuint (statistics.bytes_moved, <, (3 * count + MIN (n, (count + 4000) / times) + 300) * sizeof (double));
          g_free (statistics.methods);
          ondes_sink_free (&have->sink);
          ondes_sink_free (&want->sink);
        }
    }
  g_unlink (path);
  g_unlink (taps);
  g_rmdir (folder);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  reference_compensation = mask_of;
  for (OndesWavelet wavelet = ONDES_WAVELET_COMPLEX_MORLET; wavelet <= ONDES_WAVELET_ANALYTIC_MORLET; wavelet++)
    {
      g_autofree char *name = g_strconcat ("/ondes/gpu/compensation/", ondes_wavelet_names[wavelet], NULL);

      g_test_add_data_func (name, GINT_TO_POINTER (wavelet), test_definition);
    }
  g_test_add_func ("/ondes/gpu/compensation/pictures", test_pooled);
  g_test_add_func ("/ondes/gpu/compensation/long-rows", test_long);
  g_test_add_func ("/ondes/gpu/compensation/dither-is-the-cpu-s", test_dither);
  g_test_add_func ("/ondes/gpu/compensation/oversampled", test_oversampled);
  return g_test_run ();
}
