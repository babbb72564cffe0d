/* SPDX-License-Identifier: GPL-3.0-or-later */
/* “ondes-cli filter” against the definition, through its files and back into other commands. */
#include <complex.h>
#include <glib/gstdio.h>
#include <math.h>
#include <sndfile.h>
#include <string.h>

#include "cli-run.h"

/* y[t] of real taps on a real channel of @stride channels. */
static double
filtered_at (const double *x,
             gint64        n,
             guint         stride,
             const double *h,
             gint64        taps,
             gint64        d,
             gint64        t)
{
  double sum = 0;

  for (gint64 m = 0; m < taps; m++)
    if (t + d - m >= 0 && t + d - m < n)
      sum += h[m] * x[(t + d - m) * stride];
  return sum;
}

/* All frames, interleaved; asserts the format. */
static double *
read_sound (CliFolder  *folder,
            const char *name,
            int         format,
            guint       channels,
            guint64     frames)
{
  g_autofree char *path = cli_folder_path (folder, name);
  SF_INFO info = { 0 };
  SNDFILE *file = sf_open (path, SFM_READ, &info);
  double *values = g_new (double, frames * channels);

  g_assert_nonnull (file);
  g_assert_cmphex ((guint) info.format, ==, (guint) format);
  g_assert_cmpint (info.channels, ==, (int) channels);
  g_assert_cmpint (info.frames, ==, (sf_count_t) frames);
  g_assert_cmpint (sf_readf_double (file, values, info.frames), ==, info.frames);
  sf_close (file);
  return values;
}

/* A WAV of @channels of random samples up to @peak, as PCM; returns them as the command reads them. */
static double *
make_wav (CliFolder  *folder,
          const char *name,
          guint       channels,
          guint32     rate,
          guint32     n,
          gint        peak)
{
  g_autofree gint16 *samples = g_new (gint16, (gsize) n * channels);
  double *x = g_new (double, (gsize) n * channels);

  for (gsize i = 0; i < (gsize) n * channels; i++)
    {
      samples[i] = (gint16) g_test_rand_int_range (-peak, peak);
      x[i] = samples[i] / 32768.0;
    }
  cli_folder_write_wav (folder, name, channels, rate, samples, n, n);
  return x;
}

static void
write_taps (CliFolder    *folder,
            const char   *name,
            const double *h,
            guint         taps)
{
  GString *text = g_string_new (NULL);
  char number[G_ASCII_DTOSTR_BUF_SIZE];

  for (guint m = 0; m < taps; m++)
    g_string_append_printf (text, "%s\n", g_ascii_dtostr (number, sizeof number, h[m]));
  cli_folder_write (folder, name, text->str, text->len);
  g_string_free (text, TRUE);
}

/* Runs a command line of words parted by blanks. */
static CliResult *
run_line (CliFolder  *folder,
          const char *line)
{
  g_auto (GStrv) words = g_strsplit (line, " ", 0);

  return cli_run_words (folder, (const char *const *) words);
}

static void
run_done (CliFolder  *folder,
          const char *line)
{
  g_autoptr (CliResult) result = run_line (folder, line);

  g_test_message ("%s: %s", line, result->err);
  cli_assert_done (result);
  g_assert_cmpuint (result->n_out, ==, 0);
}

/* Every channel of a recording by taps from a file, to numbers and to sound; and a span, which has the bits of the whole. */
static void
test_definition (CliFolder    *folder,
                 gconstpointer data)
{
  const guint n = (guint) g_test_rand_int_range (3000, 30000), taps = (guint) g_test_rand_int_range (1, 300);
  g_autofree double *x = make_wav (folder, "x.wav", 2, 8000, n, 12000), *h = g_new (double, taps), *sound = NULL;
  g_autofree char *whole = NULL, *part = NULL, *causal = NULL;
  const double *y, *z;
  guint64 rows, cols;
  gsize length;

  for (guint m = 0; m < taps; m++)
    h[m] = g_test_rand_double_range (-1, 1);
  write_taps (folder, "h.txt", h, taps);
  run_done (folder, "filter x.wav -o y.npy --taps h.txt");
  run_done (folder, "filter x.wav -o causal.npy --taps h.txt --causal --channel 2 --method direct");
  run_done (folder, "filter x.wav -o part.npy --taps h.txt --from 0.1 --to 0.3");
  run_done (folder, "filter x.wav -o y.wav --taps h.txt --threads 1");
  whole = cli_folder_read (folder, "y.npy", &length);
  y = cli_npy (whole, length, "<f8", &rows, &cols);
  g_assert_cmpuint (rows, ==, n);
  g_assert_cmpuint (cols, ==, 2);
  sound = read_sound (folder, "y.wav", SF_FORMAT_WAV | SF_FORMAT_FLOAT, 2, n);
  for (guint i = 0; i < 2 * n; i++)
    {
      const double want = filtered_at (x + i % 2, n, 2, h, taps, (taps - 1) / 2, i / 2);

      g_assert_cmpfloat (fabs (y[i] - want), <, 1e-12);
      g_assert_cmpfloat (fabs (sound[i] - want), <, 2e-5);
    }
  part = cli_folder_read (folder, "part.npy", &length);
  z = cli_npy (part, length, "<f8", &rows, &cols);
  g_assert_cmpmem (z, rows * cols * sizeof *z, y + 800 * 2, 1600 * 2 * sizeof *z);
  causal = cli_folder_read (folder, "causal.npy", &length);
  z = cli_npy_vector (causal, length, "<f8", &rows);
  g_assert_cmpuint (rows, ==, n);
  for (guint t = 0; t < n; t++)
    g_assert_cmpfloat (fabs (z[t] - filtered_at (x + 1, n, 2, h, taps, 0, t)), <, 1e-12);
}

/* The largest magnitude of a tone's middle by “cwt” at its frequency. */
static double
tone_by_cwt (CliFolder  *folder,
             const char *name,
             double      frequency)
{
  g_autofree char *line = g_strdup_printf ("cwt %s -o tone.npy --frequencies %g:%g --voices 1 --quantity magnitude --from 1 --to 2",
                                           name, frequency, frequency);
  g_autofree char *text = NULL;
  const double *w;
  guint64 rows, cols;
  gsize length;
  double most = 0;

  run_done (folder, line);
  text = cli_folder_read (folder, "tone.npy", &length);
  w = cli_npy (text, length, "<f8", &rows, &cols);
  for (guint64 i = 0; i < rows * cols; i++)
    most = MAX (most, w[i]);
  return most;
}

static void
test_stop_band (CliFolder    *folder,
                gconstpointer data)
{
  const double db = g_test_rand_double_range (40, 100), edge = g_test_rand_double_range (900, 2000);
  const double tone = edge + g_test_rand_double_range (150, 3000);
  g_autofree char *made = g_strdup_printf ("generate tone -o t.wav --rate 16000 --length 48000 --frequency %.17g", tone);
  g_autofree char *filter = g_strdup_printf ("filter t.wav -o y.wav --lowpass %.17g --ripple-db %.17g --transition 200 "
                                             "--precision double", edge, db);
  g_autofree char *passed = g_strdup_printf ("filter t.wav -o z.wav --highpass %.17g --ripple-db %.17g --transition 200 "
                                             "--precision double", edge, db);
  double before, after;

  run_done (folder, made);
  run_done (folder, filter);
  run_done (folder, passed);
  before = tone_by_cwt (folder, "t.wav", tone);
  after = tone_by_cwt (folder, "y.wav", tone);
  g_assert_cmpfloat_with_epsilon (before, 1, 0.02);
  g_assert_cmpfloat (20 * log10 (after / before), <, -db);
  g_assert_cmpfloat_with_epsilon (tone_by_cwt (folder, "z.wav", tone), before, 2 * pow (10, -db / 20) + 1e-6);
}

/* |H| of column @column of impulse responses. */
static double
response_at (const double *y,
             guint64       n,
             guint64       columns,
             guint64       column,
             double        cycles)
{
  double complex sum = 0;

  for (guint64 t = 0; t < n; t++)
    sum += y[t * columns + column] * cexp (-2 * G_PI * I * cycles * (double) t);
  return cabs (sum);
}

/* Third octaves of an impulse against class 1 of IEC 61260-1, and one file per band. */
static void
test_bank (CliFolder    *folder,
           gconstpointer data)
{
  const double rate = 8000, g = pow (10, 0.3);
  g_autoptr (CliResult) told = NULL;
  g_autofree char *text = NULL, *one = NULL, *split = NULL;
  const double *y;
  guint64 n, bands;
  gsize length, one_length;

  run_done (folder, "generate impulse -o i.npy --length 20000 --at 10000");
  told = run_line (folder, "filter i.npy -o bank.npy --bank third-octave --rate 8000");
  cli_assert_done (told);
  g_assert_true (g_str_has_suffix (told->err, "Hz to 3.15 kHz\n"));
  text = cli_folder_read (folder, "bank.npy", &length);
  y = cli_npy (text, length, "<f8", &n, &bands);
  g_assert_cmpuint (n, ==, 20000);
  g_assert_cmpuint (bands, >, 15);
  for (guint64 b = 0; b < bands; b++)
    {
      const double centre = 1000 * pow (g, ((double) b - (double) (bands - 1) + 5) / 3) / rate;
      const double middle = response_at (y, n, bands, b, centre);
      const double edges[] = { pow (g, -1 / 6.0), pow (g, 1 / 6.0) };

      g_assert_cmpfloat_with_epsilon (middle, 1, 0.02);
      for (guint i = 0; i < 2; i++)
        {
          const double loss = -20 * log10 (response_at (y, n, bands, b, centre * edges[i]) / middle);

          g_assert_cmpfloat (loss, >, 2);
          g_assert_cmpfloat (loss, <, 5);
        }
      /* Four octaves below, mapped to third octaves by the standard, and as far above. */
      g_assert_cmpfloat (-20 * log10 (response_at (y, n, bands, b, centre * 0.18) / middle), >, 70);
      if (centre / 0.18 < 0.5)
        g_assert_cmpfloat (-20 * log10 (response_at (y, n, bands, b, centre / 0.18) / middle), >, 70);
    }
  run_done (folder, "filter i.npy -o b.npy --bank octave --rate 8000 --split");
  split = cli_folder_read (folder, "b-1kHz.npy", &length);
  run_done (folder, "filter i.npy -o all.npy --bank octave --rate 8000");
  one = cli_folder_read (folder, "all.npy", &one_length);
  {
    guint64 count, columns, rows;
    const double *band = cli_npy_vector (split, length, "<f8", &count), *all = cli_npy (one, one_length, "<f8", &rows, &columns);

    /* The highest octave is that of 2 kHz. */
    for (guint64 t = 0; t < count; t++)
      g_assert_cmpfloat (band[t], ==, all[t * columns + columns - 2]);
  }
}

/* Complex wavelets as a bank are the Morlet transform. */
static void
test_morlet (CliFolder    *folder,
             gconstpointer data)
{
  const guint n = 4000;
  g_autofree double *x = g_new (double, n);
  g_autofree char *bank = NULL, *cwt = NULL;
  const double complex *y, *w;
  guint64 rows, bands, count, cols;
  gsize length;

  for (guint t = 0; t < n; t++)
    x[t] = g_test_rand_double_range (-1, 1);
  cli_folder_write_npy (folder, "x.npy", x, n);
  run_done (folder, "filter x.npy -o bank.npy --rate 1000 --bank morlet:40:320:2");
  run_done (folder, "cwt x.npy -o cwt.npy --rate 1000 --frequencies 40:320 --voices 2");
  bank = cli_folder_read (folder, "bank.npy", &length);
  y = cli_npy (bank, length, "<c16", &rows, &bands);
  g_assert_cmpuint (rows, ==, n);
  cwt = cli_folder_read (folder, "cwt.npy", &length);
  w = cli_npy (cwt, length, "<c16", &count, &cols);
  g_assert_cmpuint (count, ==, bands);
  for (guint64 t = 0; t < n; t++)
    for (guint64 b = 0; b < bands; b++)
      g_assert_cmpfloat (cabs (y[t * bands + b] - w[(bands - 1 - b) * cols + t]), <, 1e-12);
}

/* Complex taps on complex samples. */
static void
test_complex (CliFolder    *folder,
              gconstpointer data)
{
  const gint n = 5000, taps = 41;
  g_autofree double complex *x = g_new (double complex, n), *h = g_new (double complex, taps);
  g_autofree char *text = NULL;
  g_autoptr (CliResult) wav = NULL;
  const double complex *y;
  guint64 count;
  gsize length;

  for (gint t = 0; t < n; t++)
    x[t] = g_test_rand_double_range (-1, 1) + I * g_test_rand_double_range (-1, 1);
  for (gint m = 0; m < taps; m++)
    h[m] = g_test_rand_double_range (-1, 1) + I * g_test_rand_double_range (-1, 1);
  cli_folder_write_array (folder, "x.npy", "<c16", x, n, 16);
  cli_folder_write_array (folder, "h.npy", "<c16", h, taps, 16);
  run_done (folder, "filter x.npy -o y.npy --taps h.npy");
  text = cli_folder_read (folder, "y.npy", &length);
  y = cli_npy_vector (text, length, "<c16", &count);
  g_assert_cmpuint (count, ==, (guint64) n);
  for (gint t = 0; t < n; t++)
    {
      double complex sum = 0;

      for (gint m = 0; m < taps; m++)
        if (t + (taps - 1) / 2 - m >= 0 && t + (taps - 1) / 2 - m < n)
          sum += h[m] * x[t + (taps - 1) / 2 - m];
      g_assert_cmpfloat (cabs (y[t] - sum), <, 1e-12);
    }
  wav = run_line (folder, "filter x.npy -o y.wav --taps h.npy");
  cli_assert_refused (wav, 1, "y.wav: the result is complex");
}

/* The source's sample format clips, and says how often. */
static void
test_clipping (CliFolder    *folder,
               gconstpointer data)
{
  const guint n = 9000;
  g_autofree double *x = make_wav (folder, "x.wav", 1, 8000, n, 32767), *y = NULL, *z = NULL;
  const double two = 2, third = 0.3;
  g_autoptr (CliResult) result = NULL, rounded = NULL, flac = NULL;
  g_autofree char *words = NULL;
  guint past = 0;

  for (guint t = 0; t < n; t++)
    past += fabs (2 * x[t]) > 1;
  write_taps (folder, "h.txt", &two, 1);
  words = g_strdup_printf ("y.wav: %u values went past full scale and were clipped", past);
  result = run_line (folder, "filter x.wav -o y.wav --taps h.txt --sample-format source");
  cli_assert_done (result);
  g_assert_true (g_str_has_prefix (result->err, words));
  y = read_sound (folder, "y.wav", SF_FORMAT_WAV | SF_FORMAT_PCM_16, 1, n);
  for (guint t = 0; t < n; t++)
    g_assert_cmpfloat (fabs (y[t] - CLAMP (2 * x[t], -1, 1)), <, 1e-4);
  g_clear_pointer (&y, g_free);
  /* To the nearest, if a value lies between two. */
  write_taps (folder, "h.txt", &third, 1);
  rounded = run_line (folder, "filter x.wav -o y.wav --taps h.txt --sample-format source --split");
  cli_assert_done (rounded);
  y = read_sound (folder, "y-1.wav", SF_FORMAT_WAV | SF_FORMAT_PCM_16, 1, n);
  for (guint t = 0; t < n; t++)
    g_assert_cmpfloat (fabs (y[t] - third * x[t]), <, 0.51 / 32768);
  write_taps (folder, "h.txt", &two, 1);
  flac = run_line (folder, "filter x.wav -o y.flac --taps h.txt");
  cli_assert_done (flac);
  g_assert_nonnull (strstr (flac->err, "were clipped"));
  z = read_sound (folder, "y.flac", SF_FORMAT_FLAC | SF_FORMAT_PCM_24, 1, n);
  for (guint t = 0; t < n; t++)
    g_assert_cmpfloat (fabs (z[t] - CLAMP (2 * x[t], -1, 1)), <, 1e-6);
}

/* A ramp's derivative is its slope, at the ends too; power of a constant is its square. */
static void
test_post (CliFolder    *folder,
           gconstpointer data)
{
  const guint n = 20000;
  const double one = 1;
  g_autofree double *x = g_new (double, n), *y = NULL;
  g_autofree char *text = NULL;
  const double *slope;
  guint64 count;
  gsize length;

  for (guint t = 0; t < n; t++)
    x[t] = t / 16.0;
  cli_folder_write_npy (folder, "x.npy", x, n);
  write_taps (folder, "h.txt", &one, 1);
  run_done (folder, "filter x.npy -o slope.npy --taps h.txt --rate 1000 --post derivative --method overlap-save");
  text = cli_folder_read (folder, "slope.npy", &length);
  slope = cli_npy_vector (text, length, "<f8", &count);
  for (guint64 t = 0; t < count; t++)
    g_assert_cmpfloat_with_epsilon (slope[t], 1000 / 16.0, 1e-6);
  run_done (folder, "filter x.npy -o power.wav --taps h.txt --rate 1000 --post power");
  y = read_sound (folder, "power.wav", SF_FORMAT_WAV | SF_FORMAT_DOUBLE, 1, n);
  for (guint t = 0; t < n; t++)
    g_assert_cmpfloat_with_epsilon (y[t], x[t] * x[t], 1e-5 * n * n / 256);
}

/* Twice the rate and the samples, across segments and both ends, by the cubic's middle; a span has the bits of the whole, and the
 * sound those of the numbers. */
static void
test_interpolation (CliFolder    *folder,
                    gconstpointer data)
{
  enum { N = 3000, TAPS = 21 };
  g_autofree double *x = make_wav (folder, "x.wav", 1, 8000, N, 30000), *heard = NULL;
  g_autofree char *all = NULL, *part = NULL;
  g_autoptr (CliResult) info = NULL;
  const double *y, *some;
  double h[TAPS];
  guint64 count;
  gsize length;

  for (guint m = 0; m < TAPS; m++)
    h[m] = g_test_rand_double_range (-1, 1) / TAPS;
  write_taps (folder, "h.txt", h, TAPS);
  run_done (folder, "filter x.wav -o y.npy --taps h.txt --post interpolation --segment 64");
  all = cli_folder_read (folder, "y.npy", &length);
  y = cli_npy_vector (all, length, "<f8", &count);
  g_assert_cmpuint (count, ==, 2 * N);
  for (gint64 t = 0; t < N; t++)
    {
      double at[4];

      for (gint64 i = 0; i < 4; i++)
        at[i] = filtered_at (x, N, 1, h, TAPS, TAPS / 2, t - 1 + i);
      g_assert_cmpfloat_with_epsilon (y[2 * t], at[1], 1e-13);
      g_assert_cmpfloat_with_epsilon (y[2 * t + 1], (9 * (at[1] + at[2]) - at[0] - at[3]) / 16, 1e-13);
    }
  run_done (folder, "filter x.wav -o some.npy --taps h.txt --post interpolation --segment 64 --from 0.1 --to 0.2");
  part = cli_folder_read (folder, "some.npy", &length);
  some = cli_npy_vector (part, length, "<f8", &count);
  g_assert_cmpmem (some, count * sizeof *some, y + 1600, 1600 * sizeof *y);
  run_done (folder, "filter x.wav -o y.wav --taps h.txt --post interpolation --segment 64 --precision double");
  heard = read_sound (folder, "y.wav", SF_FORMAT_WAV | SF_FORMAT_DOUBLE, 1, 2 * N);
  g_assert_cmpmem (heard, 2 * N * sizeof *heard, y, 2 * N * sizeof *y);
  info = run_line (folder, "info y.wav --json");
  g_assert_nonnull (strstr (info->out, "16000"));
}

typedef struct
{
  int         status;
  const char *about, *line;
} Refused;

static const Refused refused[] = {
  { 2, "-o: ", "--lowpass 100" },
  { 2, "out.mp3: ", "-o out.mp3 --lowpass 100" },
  { 2, "--taps: missing", "-o out.wav" },
  { 2, "--bank: ", "-o out.wav --lowpass 100 --bank octave" },
  { 2, "--lowpass: ", "-o out.wav --lowpass 0" },
  { 2, "--lowpass: ", "-o out.wav --lowpass nan" },
  { 1, "--lowpass: a cut-off at 4000 Hz is not below", "-o out.wav --lowpass 4000" },
  { 1, "--highpass: ", "-o out.wav --highpass 5000" },
  { 1, "--bandpass: ", "-o out.wav --bandpass 100:9000" },
  { 2, "--bandpass: the cut-off at 100 Hz", "-o out.wav --bandpass 300:100" },
  { 2, "--bandstop: ", "-o out.wav --bandstop 100:100" },
  { 2, "--bandstop: ", "-o out.wav --bandstop 100" },
  { 1, "--notch: ", "-o out.wav --notch 50:100" },
  { 2, "--notch: ", "-o out.wav --notch 50:0" },
  { 1, "--bank: ", "-o out.npy --bank morlet:100:4000:2" },
  { 2, "--bank: ", "-o out.npy --bank morlet:100:50:2" },
  { 2, "--bank: ", "-o out.npy --bank fifth-octave" },
  { 2, "--bank: ", "-o out.npy --bank gammatone:100" },
  { 1, "--bank: a band at 4000 Hz", "-o out.npy --bank gammatone:100:4000" },
  { 2, "--length: ", "-o out.wav --lowpass 100 --length 0" },
  { 2, "--length: a filter of this kind", "-o out.wav --highpass 100 --length 10" },
  { 2, "--window: ", "-o out.wav --lowpass 100 --window hann" },
  { 2, "--window: ", "-o out.wav --lowpass 100 --length 9 --window kaiser:-1" },
  { 2, "--ripple-db: ", "-o out.wav --lowpass 100 --ripple-db 0" },
  { 2, "--transition: ", "-o out.wav --lowpass 100 --transition 0" },
  { 1, "--transition: ", "-o out.wav --lowpass 100 --transition 1e-6" },
  { 2, "--transition: the notch is wider", "-o out.wav --notch 50 --transition 100" },
  { 1, "--length: a filter of 2 taps", "-o out.wav --lowpass 100 --length 2 --window hann" },
  { 1, "--bank: the bank would have more", "-o out.npy --bank morlet:1000:1000:1e300" },
  { 2, "--segment: ", "-o out.wav --lowpass 100 --segment 3" },
  { 2, "--segment: ", "-o out.wav --lowpass 100 --segment 64 --method fft" },
  { 2, "--post: ", "-o out.wav --lowpass 100 --post log" },
  { 2, "--post: levels are of the filter's", "-o out.wav --lowpass 100 --post interpolation --energy out.csv" },
  { 1, "empty.txt", "-o out.wav --taps empty.txt" },
  { 1, "nan.txt: tap 1", "-o out.wav --taps nan.txt" },
  { 1, "none.txt", "-o out.wav --taps none.txt" },
  { 1, "other.wav has a rate of", "-o out.wav --taps other.wav" },
  { 2, "--resample-taps: there are no", "-o out.wav --lowpass 100 --resample-taps" },
  { 2, "--band: ", "-o out.wav --lowpass 100 --band 1" },
  { 2, "--band: ", "-o out.wav --bank octave --band 0" },
  { 1, "--band: there is no filter 99", "-o out.npy --bank octave --band 99" },
  { 1, "in.wav: is the file that is read", "-o in.wav --lowpass 100" },
  { 1, "h.txt: is the file that is read", "-o h.txt --format npy --taps h.txt" },
  { 1, "none/out.wav: ", "-o none/out.wav --lowpass 100" },
  { 1, "/dev/full: ", "-o /dev/full --format wav --lowpass 100" },
  { 1, "out.wav: a .wav takes no rate", "-o out.wav --lowpass 0.1 --rate 0.5" },
  { 1, "out.flac: a .flac", "-o out.flac --bank third-octave" },
  { 1, "out.wav: in.wav counts", "-o out.wav --lowpass 100 --time-unit d" },
  { 1, "--engine cuda: ", "-o out.wav --lowpass 100 --engine cuda" },
  { 2, "--response: “r.npy” ends in none", "--response r.npy --lowpass 100" },
  { 2, "--response: no filter is named", "--response r.csv --speed 2 -o out.wav" },
  { 2, "--response: out.csv is the file of another", "--response out.csv --energy out.csv --lowpass 100" },
  { 2, "--format: is for an output", "--response r.csv --lowpass 100 --format wav" },
  { 2, "--palette: ", "--response r.png --lowpass 100 --palette magma" },
  { 1, "none/r.svg: ", "--response none/r.svg --lowpass 100" },
};

static void
test_refused (CliFolder    *folder,
              gconstpointer data)
{
  g_autofree double *x = make_wav (folder, "in.wav", 1, 8000, 2000, 1000);
  g_autofree double *y = make_wav (folder, "other.wav", 1, 44100, 20, 1000);
  g_autofree char *before = NULL, *after = NULL;
  g_autoptr (CliResult) no_band = NULL;
  gsize before_n, after_n;
  const double h[] = { 1, 2, 1 };
  guint files;

  write_taps (folder, "h.txt", h, 3);
  cli_folder_write (folder, "empty.txt", "", 0);
  cli_folder_write (folder, "nan.txt", "1\nnan\n1\n", 8);
  before = cli_folder_read (folder, "in.wav", &before_n);
  files = cli_folder_count (folder);
  for (guint i = 0; i < G_N_ELEMENTS (refused); i++)
    {
      g_autofree char *line = g_strdup_printf ("filter in.wav %s", refused[i].line);
      g_autoptr (CliResult) result = run_line (folder, line);

      g_test_message ("%s", line);
      cli_assert_refused (result, refused[i].status, refused[i].about);
      g_assert_cmpuint (cli_folder_count (folder), ==, files);
    }
  no_band = run_line (folder, "filter other.wav -o out.wav --bank third-octave");
  cli_assert_refused (no_band, 1, "--bank: no band has a filter as short");
  g_assert_cmpuint (cli_folder_count (folder), ==, files);
  after = cli_folder_read (folder, "in.wav", &after_n);
  g_assert_cmpmem (before, before_n, after, after_n);
}

/* What is right but may surprise is computed, and told. */
static void
test_told (CliFolder    *folder,
           gconstpointer data)
{
  const guint taps = 700, n = 200;
  g_autofree double *x = make_wav (folder, "x.wav", 1, 8000, n, 9000), *h = g_new (double, taps), *gaps = g_new0 (double, 50);
  g_autofree char *text = NULL;
  g_autoptr (CliResult) longer = NULL, shorter = NULL, nan = NULL;
  const double *y;
  guint64 count;
  gsize length;

  for (guint m = 0; m < taps; m++)
    h[m] = g_test_rand_double_range (-1, 1);
  write_taps (folder, "h.txt", h, taps);
  longer = run_line (folder, "filter x.wav -o y.npy --taps h.txt");
  cli_assert_done (longer);
  g_assert_cmpstr (longer->err, ==,
                   "x.wav: its 200 samples are fewer than the filter's 700 taps, so every output also depends on zeros outside "
                   "it\n");
  text = cli_folder_read (folder, "y.npy", &length);
  y = cli_npy_vector (text, length, "<f8", &count);
  for (guint t = 0; t < n; t++)
    g_assert_cmpfloat (fabs (y[t] - filtered_at (x, n, 1, h, taps, (taps - 1) / 2, t)), <, 1e-12);
  shorter = run_line (folder, "filter x.wav -o z.npy --lowpass 1000 --length 99 --segment 32");
  cli_assert_done (shorter);
  g_assert_cmpstr (shorter->err, ==, "--segment: 32 is shorter than the filter's 99 taps, which are applied in parts\n");
  gaps[7] = NAN;
  gaps[9] = INFINITY;
  cli_folder_write_npy (folder, "gaps.npy", gaps, 50);
  nan = run_line (folder, "filter gaps.npy -o z.npy --rate 100 --lowpass 10 --length 3");
  cli_assert_done (nan);
  g_assert_nonnull (strstr (nan->err, "gaps.npy: 2 of the samples are NaN or infinite; they are computed as 0\n"));
}

/* Taps in one line, in columns, and as a recording. */
static void
test_taps_files (CliFolder    *folder,
                 gconstpointer data)
{
  const double h[] = { 0.25, 0.5, -0.25 };
  g_autofree double *x = make_wav (folder, "x.wav", 1, 8000, 100, 9000), *ir = make_wav (folder, "ir.wav", 2, 8000, 60, 9000);
  static const char *const names[] = { "line.txt", "column.txt", "h.npy" };
  g_autofree char *text = NULL;
  guint64 rows, cols;
  gsize length;
  const double *y;

  cli_folder_write (folder, "line.txt", "0.25 0.5 -0.25\n", 15);
  write_taps (folder, "column.txt", h, 3);
  cli_folder_write_npy (folder, "h.npy", h, 3);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *line = g_strdup_printf ("filter x.wav -o y.npy --taps %s", names[i]), *data_ = NULL;

      run_done (folder, line);
      data_ = cli_folder_read (folder, "y.npy", &length);
      y = cli_npy_vector (data_, length, "<f8", &rows);
      for (guint t = 0; t < rows; t++)
        g_assert_cmpfloat (fabs (y[t] - filtered_at (x, 100, 1, h, 3, 1, t)), <, 1e-14);
    }
  run_done (folder, "filter x.wav -o y.npy --taps ir.wav --causal");
  text = cli_folder_read (folder, "y.npy", &length);
  y = cli_npy (text, length, "<f8", &rows, &cols);
  g_assert_cmpuint (cols, ==, 2);
  for (guint t = 0; t < 100; t++)
    for (guint c = 0; c < 2; c++)
      {
        double own[60];

        for (guint m = 0; m < 60; m++)
          own[m] = ir[2 * m + c];
        g_assert_cmpfloat (fabs (y[2 * t + c] - filtered_at (x, 100, 1, own, 60, 0, t)), <, 1e-13);
      }
}

/* A notch takes out the mains and its harmonics and leaves what is between. */
static void
test_notch (CliFolder    *folder,
            gconstpointer data)
{
  const guint n = 20000;
  g_autofree double *x = g_new (double, n);
  g_autofree char *text = NULL;
  const double *y;
  guint64 count;
  gsize length;

  for (guint t = 0; t < n; t++)
    x[t] = cos (2 * G_PI * 50 * t / 1000) + cos (2 * G_PI * 150 * t / 1000) + cos (2 * G_PI * 80 * t / 1000);
  cli_folder_write_npy (folder, "x.npy", x, n);
  run_done (folder, "filter x.npy -o y.npy --rate 1000 --notch 50:3");
  text = cli_folder_read (folder, "y.npy", &length);
  y = cli_npy_vector (text, length, "<f8", &count);
  for (guint t = 2000; t < n - 2000; t++)
    g_assert_cmpfloat_with_epsilon (y[t], cos (2 * G_PI * 80 * t / 1000), 5e-4);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(path, function) g_test_add (path, CliFolder, NULL, cli_folder_set_up, function, cli_folder_tear_down)
  ADD ("/ondes/cli/filter/the-definition-for-every-channel", test_definition);
  ADD ("/ondes/cli/filter/a-tone-in-the-stop-band-falls-as-designed", test_stop_band);
  ADD ("/ondes/cli/filter/third-octaves-keep-class-1", test_bank);
  ADD ("/ondes/cli/filter/wavelets-are-the-morlet-transform", test_morlet);
  ADD ("/ondes/cli/filter/complex-taps-and-samples", test_complex);
  ADD ("/ondes/cli/filter/clipping-is-counted", test_clipping);
  ADD ("/ondes/cli/filter/derivative-and-power", test_post);
  ADD ("/ondes/cli/filter/interpolation-has-twice-the-rate", test_interpolation);
  ADD ("/ondes/cli/filter/notch-and-harmonics", test_notch);
  ADD ("/ondes/cli/filter/taps-from-any-file", test_taps_files);
  ADD ("/ondes/cli/filter/refused-in-one-sentence", test_refused);
  ADD ("/ondes/cli/filter/surprises-are-told", test_told);
  return g_test_run ();
}
