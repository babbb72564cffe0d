/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Compensation and oversampling by the command, against their definitions; and what it refuses. */
#include <string.h>

#include <cairo.h>

#include "cwt-definition.h"
#include "figure/palette.h"

#define SCALES "2,5.5,12"

static const double scales[] = { 2, 5.5, 12 };

/* What is made of a mask, and the samples it meets. */
typedef struct
{
  const double *x;
  gint64        n;
  double        gain, delay; /* samples */
} Compensated;

/* Σ_k x[t + k] g ψ*(k + d), l1, zeroes outside. */
static double complex
compensated (const Compensated *self,
             double             scale,
             gint64             t)
{
  const gint64 h = (gint64) floor (8 * scale);
  double complex sum = 0;

  for (gint64 k = MAX (-h, -t); k <= MIN (h, self->n - 1 - t); k++)
    {
      const double u = ((double) k + self->delay) / scale;

      sum += self->x[t + k] * self->gain * sqrt (2 / G_PI) / scale * exp (-u * u / 2) * cexp (-5 * I * u);
    }
  return sum;
}

/* The coefficients in @name against the sums, at rows of @scale times SCALES. */
static void
assert_coefficients (CliFolder         *folder,
                     const char        *name,
                     const Compensated *rows,
                     double             scale)
{
  guint64 n_rows, cols;
  gsize size;
  g_autofree char *data = cli_folder_read (folder, name, &size);
  const double complex *values = cli_npy (data, size, "<c16", &n_rows, &cols);
  Norm norm = { 0 };

  g_assert_nonnull (values);
  g_assert_cmpuint (n_rows, ==, G_N_ELEMENTS (scales));
  g_assert_cmpuint (cols, ==, (guint64) rows[0].n);
  for (guint64 r = 0; r < n_rows; r++)
    for (guint64 t = 0; t < cols; t += 7)
      add (&norm, values[r * cols + t], compensated (&rows[r], scale * scales[r], (gint64) t));
  assert_within (&norm, 1e-12);
}

/* f = ω₀ rate/(2π s) */
static double
hz_of (double scale)
{
  return 5 * RATE / (2 * G_PI * scale);
}

static void
test_models (CliFolder    *folder,
             gconstpointer data)
{
  g_autofree double *x = write_noise (folder);
  g_autoptr (CliResult) run = cli_run (folder, "cwt", "x.npy", "--rate", "500", "--scales", SCALES, "--amplitude-error",
                                       "power:0.01,0.7,-0.2", "--timing-error", "constant:0.0003", "--aperture", "0.001", "-o",
                                       "o.npy", NULL);
  Compensated rows[3];

  cli_assert_done (run);
  for (guint r = 0; r < 3; r++)
    {
      const double hz = hz_of (scales[r]), a = G_PI * hz * 0.001;

      rows[r] = (Compensated) { x, N, (0.8 + 0.01 * pow (hz, 0.7)) * a / sin (a), 0.0003 * RATE };
    }
  assert_coefficients (folder, "o.npy", rows, 1);
}

/* A sheet in the wrong order, phases beyond half a turn wrapped: the gain and the delay of a row come from the points around it. */
static void
test_calibration (CliFolder    *folder,
                  gconstpointer data)
{
  static const char sheet[] = "f/kHz\tdB\tphase in radians # of the maker\n"
                              "0.4\t6\t3.1\n0.1\t-6\t-1.5\n0.2\t0\t-3.1\n0.02\t-6\t-0.1\n";
  /* in order: −0.1, −1.5, −3.1, and 3.1 − 2π */
  const double hz[] = { 20, 100, 200, 400 }, db[] = { -6, -6, 0, 6 }, phase[] = { -0.1, -1.5, -3.1, 3.1 - 2 * G_PI };
  g_autofree double *x = write_noise (folder);
  g_autoptr (CliResult) run = NULL;
  Compensated rows[3];

  cli_folder_write (folder, "sheet.tsv", sheet, strlen (sheet));
  run = cli_run (folder, "cwt", "x.npy", "--rate", "500", "--scales", SCALES, "--calibration", "sheet.tsv", "-o", "o.npy", NULL);
  cli_assert_done (run);
  g_assert_nonnull (strstr (run->err, "sheet.tsv: its frequencies are not in order"));
  g_assert_null (strstr (run->err, "held"));
  for (guint r = 0; r < 3; r++)
    {
      const double f = hz_of (scales[r]);
      guint i = 0;
      double part, a[2], t[2];

      while (hz[i + 1] < f)
        i++;
      part = log (f / hz[i]) / log (hz[i + 1] / hz[i]);
      for (guint j = 0; j < 2; j++)
        {
          a[j] = pow (10, -db[i + j] / 20) - 1;
          t[j] = phase[i + j] / (2 * G_PI * hz[i + j]);
        }
      rows[r] = (Compensated) { x, N, 1 + a[0] + part * (a[1] - a[0]), (t[0] + part * (t[1] - t[0])) * RATE };
    }
  assert_coefficients (folder, "o.npy", rows, 1);
}

/* Catmull and Rom's cubic by Hermite's basis: through b and c, slopes (c − a)/2 and (d − b)/2. */
static double
cubic (double a,
       double b,
       double c,
       double d,
       double u)
{
  return (1 + 2 * u) * (1 - u) * (1 - u) * b + u * (1 - u) * (1 - u) * (c - a) / 2 + u * u * (3 - 2 * u) * c
         + u * u * (u - 1) * (d - b) / 2;
}

static const double taps[] = { 0.1, 0.35, 0.6, 0.9, 1.05, 0.8, 0.65, 0.3, 0.2, -0.05 };

/* Value @j of K between those of @x. */
static double
between (const char   *interpolation,
         const double *x,
         gint64        at,
         gint64        times)
{
  const gint64 n = at / times;
  const double u = (double) (at % times) / (double) times;
  double p[4], sum = 0;

  for (gint64 i = 0; i < 4; i++)
    p[i] = x[CLAMP (n - 1 + i, 0, N - 1)];
  if (g_str_equal (interpolation, "hold"))
    return p[1];
  if (g_str_equal (interpolation, "linear"))
    return p[1] + (p[2] - p[1]) * u;
  if (g_str_equal (interpolation, "cubic"))
    return cubic (p[0], p[1], p[2], p[3], u);
  for (gint64 m = 0; m < (gint64) G_N_ELEMENTS (taps); m++) /* Σ_m h[m] u[at + d − m], u zero but at multiples of K */
    {
      const gint64 from = at + ((gint64) G_N_ELEMENTS (taps) - 1) / 2 - m;

      if (from >= 0 && from % times == 0 && from / times < N)
        sum += taps[m] * x[from / times];
    }
  return sum;
}

static void
test_interpolations (CliFolder    *folder,
                     gconstpointer data)
{
  static const char *const interpolations[] = { "hold", "linear", "cubic", "taps:taps.npy" };
  g_autofree double *x = write_noise (folder), *between_them = g_new (double, 4 * N);

  cli_folder_write_npy (folder, "taps.npy", taps, G_N_ELEMENTS (taps));
  for (guint i = 0; i < G_N_ELEMENTS (interpolations); i++)
    for (gint64 times = 2; times <= 4; times *= 2)
      {
        g_autofree char *factor = g_strdup_printf ("%d", (int) times);
        g_autoptr (CliResult) run = cli_run (folder, "cwt", "x.npy", "--scales", SCALES, "--oversample", factor, "--interpolation",
                                             interpolations[i], "--normalisation", times == 2 ? "l1" : "l2", "-o", "o.npy", NULL);
        Compensated rows[3];

        cli_assert_done (run);
        for (gint64 at = 0; at < times * N; at++)
          between_them[at] = between (interpolations[i], x, at, times);
        for (guint r = 0; r < 3; r++) /* l2 of K s is 1/√(K s), less √K; over l1 of K s */
          rows[r] = (Compensated) { between_them, times * N,
                                    times == 2 ? 1 : 1 / sqrt (4 * scales[r]) / 2 / (sqrt (2 / G_PI) / (4 * scales[r])), 0 };
        assert_coefficients (folder, "o.npy", rows, (double) times);
      }
}

/* Tones, sampled as they are and four times as fast: the coefficients of the second, within the interpolator's error, a mask away
 * from the ends. */
static void
test_as_fast (CliFolder    *folder,
              gconstpointer data)
{
  static const struct { const char *name; double error; } interpolations[] = {
    { "sinc", 2e-5 }, { "cubic", 0.0010 }, { "linear", 0.0193 }, { "hold", 0.294 },
  };
  const double tones[] = { 1 / 16.0, 0.04, 0.011 };
  double phases[3], x[4 * N];

  for (guint i = 0; i < 3; i++)
    phases[i] = g_test_rand_double_range (0, 2 * G_PI);
  for (guint t = 0; t < 4 * N; t++)
    {
      x[t] = 0;
      for (guint i = 0; i < 3; i++)
        x[t] += cos (2 * G_PI * tones[i] * t / 4 + phases[i]);
    }
  cli_folder_write_npy (folder, "fast.npy", x, 4 * N);
  for (guint t = 0; t < N; t++)
    x[t] = x[4 * t];
  cli_folder_write_npy (folder, "slow.npy", x, N);
  for (guint i = 0; i < G_N_ELEMENTS (interpolations); i++)
    {
      g_autoptr (CliResult) fast = cli_run (folder, "cwt", "fast.npy", "--scales", "8:64:4", "-o", "fast-w.npy", NULL);
      g_autoptr (CliResult) slow = cli_run (folder, "cwt", "slow.npy", "--scales", "2:16", "--oversample", "4", "--interpolation",
                                            interpolations[i].name, "-o", "slow-w.npy", NULL);
      gsize sizes[2];
      g_autofree char *a = NULL, *b = NULL;
      const double complex *want, *got;
      guint64 rows, cols;
      double off = 0;

      cli_assert_done (fast);
      cli_assert_done (slow);
      a = cli_folder_read (folder, "fast-w.npy", &sizes[0]);
      b = cli_folder_read (folder, "slow-w.npy", &sizes[1]);
      want = cli_npy (a, sizes[0], "<c16", &rows, &cols);
      got = cli_npy (b, sizes[1], "<c16", &rows, &cols);
      g_assert_cmpuint (cols, ==, 4 * N);
      g_assert_cmpuint (rows, ==, 15);
      for (guint64 r = 0; r < rows; r++)
        for (guint64 t = 4 * 300; t < cols - 4 * 300; t++) /* the window of the sinc and the longest mask */
          off = MAX (off, cabs (got[r * cols + t] - want[r * cols + t]));
      g_test_message ("%s: %g", interpolations[i].name, off);
      /* a tone's error lies where the tone does, and its images beside it: each tone of amplitude 1 adds its own */
      g_assert_cmpfloat (off, <, 1.5 * interpolations[i].error);
      g_assert_cmpfloat (off, >, interpolations[i].error / 1000);
    }
}

/* What an .npz says it was made with makes it again. */
static void
test_again (CliFolder    *folder,
            gconstpointer data)
{
  static const char table[] = "100 0.1\n200 0.3\n";
  g_autofree double *x = write_noise (folder);
  g_autoptr (CliResult) first = NULL, second = NULL;
  g_autofree char *bytes = NULL, *again = NULL, *text = NULL;
  g_auto (GStrv) words = NULL;
  gsize sizes[2];
  const char *begin;

  cli_folder_write (folder, "my table.txt", table, strlen (table));
  first = cli_run (folder, "cwt", "x.npy", "--rate", "500", "--scales", SCALES, "--amplitude-error", "table:my table.txt",
                   "--timing-error", "power:1e-4,-0.5,0", "--mask-bits", "6", "--mask-rounding", "zero", "--dither", "--oversample",
                   "2", "--interpolation", "cubic", "--aperture", "1e-4", "-o", "a.npz", NULL);
  cli_assert_done (first);
  g_assert_nonnull (strstr (first->err, "my table.txt reaches from 100 to 200, the rows from 33."));
  bytes = cli_folder_read (folder, "a.npz", &sizes[0]);
  begin = g_strstr_len (bytes, (gssize) sizes[0], "--");
  for (gsize i = 0; begin == NULL && i + 16 < sizes[0]; i++) /* numpy's text: four bytes a character */
    if (memcmp (bytes + i, "-\0\0\0-\0\0\0s\0\0\0", 12) == 0)
      begin = bytes + i;
  g_assert_nonnull (begin);
  text = g_new0 (char, sizes[0]);
  for (gsize i = 0; begin + 4 * i + 4 <= bytes + sizes[0] && begin[4 * i] >= ' ' && begin[4 * i + 1] == '\0'; i++)
    text[i] = begin[4 * i];
  {
    g_autofree char *line = g_strdup_printf ("cwt x.npy --rate 500 %s -o b.npz", text);

    g_assert_true (g_shell_parse_argv (line, NULL, &words, NULL));
  }
  second = cli_run_words (folder, (const char *const *) words);
  cli_assert_done (second);
  again = cli_folder_read (folder, "b.npz", &sizes[1]);
  g_assert_cmpmem (bytes, sizes[0], again, sizes[1]);
}

/* An option and its value that are refused; @file is written first, if there is one. */
static const struct
{
  const char *option, *value, *file, *text;
  int         status;
  const char *says;
} refusals[] = {
  { "--mask-bits", "0", NULL, NULL, 2, "“0” is not a whole number from 1 to 52" },
  { "--mask-bits", "70", NULL, NULL, 2, "“70” is not a whole number from 1 to 52" },
  { "--mask-rounding", "up", NULL, NULL, 2, "goes with --mask-bits" },
  { "--interpolation", "linear", NULL, NULL, 2, "goes with --oversample" },
  { "--oversample", "3", NULL, NULL, 2, "“3” " },
  { "--aperture", "-1", NULL, NULL, 2, "-1 " },
  { "--aperture", "0.5", NULL, NULL, 1, "leaves nothing of " },
  { "--amplitude-error", "constant:-1", NULL, NULL, 2, "leaves a gain 1 + A of 0" },
  { "--amplitude-error", "power:-1,1,0", NULL, NULL, 1, "at 198.944 cycles a time unit the gain 1 + A would be -197.9" },
  { "--amplitude-error", "cubic:1", NULL, NULL, 2, "is not a model" },
  { "--amplitude-error", "power:1,2", NULL, NULL, 2, "is not a model" },
  { "--amplitude-error", "constant:nan", NULL, NULL, 2, "is not a model" },
  { "--timing-error", "constant:0.05", NULL, NULL, 1, "more than the 0.032 of half a mask" },
  { "--amplitude-error", "table:none.csv", NULL, NULL, 1, "none.csv: No such file" },
  { "--amplitude-error", "table:t.csv", "t.csv", "", 1, "t.csv holds no points" },
  { "--amplitude-error", "table:t.csv", "t.csv", "f,A\n# none\n", 1, "t.csv holds no points" },
  { "--amplitude-error", "table:t.csv", "t.csv", "1,2\n3,4\n1,5\n", 1, "t.csv, line 3: the frequency 1 stands in line 1 already" },
  { "--timing-error", "table:t.csv", "t.csv", "1,2\r\n3,nan\r\n", 1, "t.csv, line 2: nan is not a finite number" },
  { "--timing-error", "table:t.csv", "t.csv", "1,2\n3,x\n", 1, "t.csv, line 2: “x” is not a number" },
  { "--timing-error", "table:t.csv", "t.csv", "1,2\n0,3\n", 1, "t.csv, line 2: a frequency of 0 is not above 0" },
  { "--timing-error", "table:t.csv", "t.csv", "1,2,3\n", 1, "t.csv, line 1: 3 columns where there should be 2" },
  { "--timing-error", "table:t.csv", "t.csv", "1,2\n3\n", 1, "t.csv, line 2: 1 columns where there should be 2" },
  { "--calibration", "t.csv", "t.csv", "1,2,3\n", 1, "t.csv: its first line has to name the columns" },
  { "--calibration", "t.csv", "t.csv", "Hz,dB,mood\n1,2,3\n", 1, "t.csv: its column “mood” is none of Hz, dB" },
  { "--calibration", "t.csv", "t.csv", "Hz,dB\n1,2\n5,-7000\n", 1, "t.csv, line 3: its values are too large or too small" },
  { "--calibration", "t.csv", "t.csv", "kHz,dB\n1e307,2\n", 1, "t.csv, line 2: its values are too large or too small" },
  { "--calibration", "t.csv", "t.csv", "Hz,dB,dB\n1,2,3\n", 1, "t.csv: its column “dB” is none of" },
  { "--difference", "6", NULL, NULL, 2, "it is a picture" },
};

static void
test_refusals (CliFolder    *folder,
               gconstpointer data)
{
  g_autofree double *x = write_noise (folder);

  for (guint i = 0; i < G_N_ELEMENTS (refusals); i++)
    {
      g_autoptr (CliResult) run = NULL;

      if (refusals[i].file != NULL)
        cli_folder_write (folder, refusals[i].file, refusals[i].text, strlen (refusals[i].text));
      run = cli_run (folder, "cwt", "x.npy", "--rate", "500", "--scales", SCALES, refusals[i].option, refusals[i].value, "-o",
                     "o.npy", NULL);
      cli_assert_refused (run, refusals[i].status, refusals[i].option);
      g_assert_nonnull (strstr (run->err, refusals[i].says));
    }
}

/* A picture of the difference has the colour of the gain wherever it has one, oversampled or not. */
static void
test_difference (CliFolder    *folder,
                 gconstpointer data)
{
  const guint32 wanted
    = ondes_palette_diverging (FALSE)[lround ((20 * log10 (1.5) / 6 + 1) / 2 * (ONDES_DIVERGING_COLOURS - 1))];
  g_autofree double *x = write_noise (folder);
  g_autofree char *path = cli_folder_path (folder, "d.png");
  g_autoptr (CliResult) none = cli_run (folder, "cwt", "x.npy", "--difference", "6", "-o", "d.png", NULL);

  cli_assert_refused (none, 2, "--difference");
  for (guint times = 1; times <= 2; times++)
    {
      g_autofree char *k = g_strdup_printf ("%u", times);
      g_autoptr (CliResult) run = cli_run (folder, "cwt", "x.npy", "--rate", "500", "--scales", "8:60", "--amplitude-error",
                                           "constant:0.5", "--oversample", k, "--no-cone", "--db", "80", "--difference", "6", "-o",
                                           "d.png", "--size", "400x300", NULL);
      cairo_surface_t *png;
      guint seen = 0, grey = 0;

      cli_assert_done (run);
      png = cairo_image_surface_create_from_png (path);
      for (int i = 0; i < cairo_image_surface_get_height (png); i++)
        for (int j = 0; j < cairo_image_surface_get_width (png); j++)
          {
            const guint32 pixel = ((guint32 *) (cairo_image_surface_get_data (png)
                                                + i * cairo_image_surface_get_stride (png)))[j] | 0xff000000;

            seen += pixel == wanted;
            grey += pixel == 0xffd6d6d6;
          }
      g_test_message ("%u times: %u of %u pixels", times, seen, 400 * 300);
      g_assert_cmpuint (seen, >, times == 1 ? 30000 : 10000);
      g_assert_cmpuint (grey, <, 1000);
      cairo_surface_destroy (png);
    }
}

/* Refusals of combinations. */
static void
test_analytic (CliFolder    *folder,
               gconstpointer data)
{
  g_autofree double *x = write_noise (folder);
  g_autoptr (CliResult) bits = cli_run (folder, "cwt", "x.npy", "--wavelet", "analytic-morlet", "--scales", "4", "--mask-bits", "8",
                                        "-o", "o.npy", NULL);
  g_autoptr (CliResult) offset = cli_run (folder, "cwt", "x.npy", "--wavelet", "analytic-morlet", "--scales", "4",
                                          "--amplitude-error", "offset:1", "-o", "o.npy", NULL);
  g_autoptr (CliResult) taps_file = cli_run (folder, "cwt", "x.npy", "--oversample", "2", "--interpolation", "taps:none.npy", "-o",
                                             "o.npy", NULL);

  cli_assert_refused (bits, 2, "--mask-bits");
  cli_assert_refused (offset, 2, "--amplitude-error");
  cli_assert_refused (taps_file, 1, "none.npy");
}

#define ADD(path, function) g_test_add (path, CliFolder, NULL, cli_folder_set_up, function, cli_folder_tear_down)

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("/ondes/cli/compensation/models", test_models);
  ADD ("/ondes/cli/compensation/calibration-sheet", test_calibration);
  ADD ("/ondes/cli/compensation/interpolations", test_interpolations);
  ADD ("/ondes/cli/compensation/oversampled-as-sampled-as-fast", test_as_fast);
  ADD ("/ondes/cli/compensation/spec-makes-it-again", test_again);
  ADD ("/ondes/cli/compensation/refusals", test_refusals);
  ADD ("/ondes/cli/compensation/analytic", test_analytic);
  ADD ("/ondes/cli/compensation/the-difference-is-a-picture", test_difference);
  return g_test_run ();
}
