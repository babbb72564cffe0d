/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The readings that ondes-cli measure prints, against the definition summed in double. */
#include <complex.h>
#include <math.h>
#include <string.h>

#include <cairo.h>

#include "cwt-definition.h"
#include "json.h"

#define FROM 200
#define TO   320

static double
number (GVariant   *json,
        const char *name)
{
  g_autoptr (GVariant) value = g_variant_lookup_value (json, name, G_VARIANT_TYPE_DOUBLE);

  g_assert_nonnull (value);
  return g_variant_get_double (value);
}

static void
assert_near (GVariant   *json,
             const char *name,
             double      expected)
{
  const double got = number (json, name);

  if (!(fabs (got - expected) <= 1e-8 * MAX (fabs (expected), 1e-3)))
    g_error ("%s is %.12g, not %.12g", name, got, expected);
}

static GVariant *
measure (CliFolder  *folder,
         const char *view,
         const char *quantity)
{
  g_autoptr (CliResult) result
    = cli_run (folder, "measure", "x.npy", "--rate", "500", "--unit", "V", "--scales", "16,12,8", "--detrend", "none", "--from",
               "0.4", "--to", "0.64", "--json", "--quantity", quantity, view != NULL ? "--view" : NULL, view, NULL);
  GVariant *json;

  cli_assert_done (result);
  json = json_parse (result->out);
  g_assert_nonnull (json);
  return json;
}

/* Returns the frequency of a peak: the top of the parabola through log |W| at sample @t over three scales, the largest of which is
 * not the first or the last; otherwise that of @scale. */
static double
peak_hz (const double *x,
         double        scale,
         guint         t)
{
  static const double s[] = { 8, 12, 16 };
  double y[3], above, below;

  for (guint i = 0; i < 3; i++)
    y[i] = log (cabs (coefficient (x, N, s[i], t)));
  if (y[1] < y[0] || y[1] < y[2])
    return 5 * RATE / (2 * G_PI * scale);
  /* Lagrange's form of evenly spaced points. */
  above = y[2] - y[1];
  below = y[1] - y[0];
  return 5 * RATE / (2 * G_PI * (12 - 4 * (above + below) / 2 / (above - below)));
}

/* Of scales of 16, 12 and 8 samples at 500 a second, the first two lie from 20 to 40 Hz. */
static void
test_band (CliFolder    *folder,
           gconstpointer data)
{
  static const double scales[] = { 16, 12 };
  g_autofree double *x = write_noise (folder);

  for (guint power = 0; power < 2; power++)
    {
      g_autoptr (GVariant) json = measure (folder, "20:40", power ? "power" : "magnitude");
      double peak = 0, at = 0, hz = 0, sum = 0, squares = 0;
      const double n = 2 * (TO - FROM);

      for (guint r = 0; r < 2; r++)
        for (guint t = FROM; t < TO; t++)
          {
            const double w = cabs (coefficient (x, N, scales[r], t)), value = power ? w * w : w;

            sum += value;
            squares += w * w;
            if (value > peak)
              {
                peak = value;
                at = t;
                hz = peak_hz (x, scales[r], t);
              }
          }
      assert_near (json, "start", FROM / RATE);
      assert_near (json, "end", TO / RATE);
      assert_near (json, "duration", (TO - FROM) / RATE);
      assert_near (json, "low", 20);
      assert_near (json, "high", 40);
      assert_near (json, "bandwidth", 20);
      assert_near (json, "peak", peak);
      assert_near (json, "peak-time", at / RATE);
      assert_near (json, "peak-frequency", hz);
      assert_near (json, "mean", sum / n);
      assert_near (json, "rms", sqrt (squares / n));
      assert_near (json, "energy", squares / n * (TO - FROM) / RATE);
      assert_near (json, "rows", 2);
    }
}

/* A tone is found between the rows, to all digits; at the last row its frequency is the row's, which is said. */
static void
test_tone (CliFolder    *folder,
           gconstpointer data)
{
  const double tone_hz = g_test_rand_double_range (10, 100);
  g_autofree double *x = g_new (double, 4000);

  for (guint t = 0; t < 4000; t++)
    x[t] = 2 * sin (2 * G_PI * tone_hz * t / RATE + 1);
  cli_folder_write_npy (folder, "tone.npy", x, 4000);
  for (guint i = 0; i < 3; i++)
    {
      static const char *const rows[] = { "0.2:200", "0.2:200", "101:200" };
      g_autoptr (CliResult) result
        = cli_run (folder, "measure", "tone.npy", "--rate", "500", "--frequencies", rows[i], "--normalisation",
                   i == 1 ? "l2" : "l1", "--view", i == 2 ? "100:200" : "8:120", "--from", "3", "--to", "5", "--json", NULL);
      g_autoptr (GVariant) json = NULL;
      const double hz = i < 2 ? tone_hz : 200 * pow (2, -23 / 24.0);

      cli_assert_done (result);
      json = json_parse (result->out);
      g_assert_cmpfloat_with_epsilon (number (json, "peak-frequency"), hz, 1e-9 * hz);
      g_assert_cmpfloat (number (json, "peak-interpolated"), ==, i < 2);
      g_assert_true ((strstr (result->err, "The peak frequency is that of its row: it is the first or the last row.") != NULL)
                     == (i == 2));
    }
}

/* info, measure and the caption of a figure say that half of the band of complex samples is missing; of real ones they do not. */
static void
test_complex (CliFolder    *folder,
              gconstpointer data)
{
  static const char said[] = "holds complex samples (I/Q)";
  g_autofree double *x = write_noise (folder);

  cli_folder_write_array (folder, "iq.npy", "<c16", x, N / 2, 16);
  for (guint i = 0; i < 2; i++)
    {
      const char *name = i == 0 ? "x.npy" : "iq.npy";
      g_autoptr (CliResult) info = cli_run (folder, "info", name, "--rate", "500", NULL);
      g_autoptr (CliResult) band = cli_run (folder, "measure", name, "--rate", "500", "--view", "20:40", NULL);
      g_autoptr (CliResult) figure = cli_run (folder, "cwt", name, "--rate", "500", "--svg-text", "-o", "x.svg", NULL);
      g_autofree char *svg = NULL, *flat = NULL;
      g_autoptr (GRegex) tags = g_regex_new ("<[^>]*>|\\s", 0, 0, NULL);
      gsize n;

      cli_assert_done (info);
      cli_assert_done (band);
      cli_assert_done (figure);
      svg = cli_folder_read (folder, "x.svg", &n);
      flat = g_regex_replace_literal (tags, svg, -1, 0, "", 0, NULL);
      g_assert_true ((strstr (info->out, said) != NULL) == (i == 1));
      g_assert_true ((strstr (band->err, said) != NULL) == (i == 1));
      g_assert_true ((strstr (flat, "Thesamplesarecomplex,andfrequenciesbelow0aremissing.") != NULL) == (i == 1));
    }
}

/* A band between two rows measures the nearest one. */
static void
test_nearest (CliFolder    *folder,
              gconstpointer data)
{
  g_autofree double *x = write_noise (folder);
  g_autoptr (GVariant) json = measure (folder, "34:34.5", "magnitude");
  double sum = 0;

  for (guint t = FROM; t < TO; t++)
    sum += cabs (coefficient (x, N, 12, t));
  assert_near (json, "rows", 1);
  assert_near (json, "mean", sum / (TO - FROM));
}

static void
test_samples (CliFolder    *folder,
              gconstpointer data)
{
  g_autofree double *x = write_noise (folder);
  g_autoptr (GVariant) json = measure (folder, NULL, "magnitude"), units = NULL;
  double peak = 0, at = 0, sum = 0, squares = 0;

  for (guint t = FROM; t < TO; t++)
    {
      sum += x[t];
      squares += x[t] * x[t];
      if (fabs (x[t]) > peak)
        {
          peak = fabs (x[t]);
          at = t;
        }
    }
  assert_near (json, "peak", peak);
  assert_near (json, "peak-time", at / RATE);
  assert_near (json, "mean", sum / (TO - FROM));
  assert_near (json, "rms", sqrt (squares / (TO - FROM)));
  assert_near (json, "energy", squares / RATE);
  assert_near (json, "samples", TO - FROM);
  g_assert_false (g_variant_lookup (json, "low", "d", NULL));
  units = g_variant_lookup_value (json, "units", G_VARIANT_TYPE_VARDICT);
  g_assert_nonnull (units);
  {
    const char *unit = NULL;

    g_assert_true (g_variant_lookup (units, "energy", "&s", &unit));
    g_assert_cmpstr (unit, ==, "V² s");
  }
}

/* The square of a unit that has several parts is that of all of them. */
static void
test_units (CliFolder    *folder,
            gconstpointer data)
{
  static const char *const units[][2] = { { "m/s²", "(m/s²)² s" }, { "°C", "°C² s" }, { "Counts", "Counts² s" }, { "", "\ts\n" } };
  g_autofree double *x = write_noise (folder);

  for (guint i = 0; i < G_N_ELEMENTS (units); i++)
    {
      g_autoptr (CliResult) result = cli_run (folder, "measure", "x.npy", "--rate", "500", "--unit", units[i][0], NULL);
      const char *energy = strstr (result->out, "\nenergy\t");

      cli_assert_done (result);
      g_assert_nonnull (energy);
      g_assert_nonnull (strstr (energy, units[i][1]));
    }
}

/* Returns the pixels in which two pictures differ: left, top, right and bottom, in that order. */
static void
find_difference (CliFolder  *folder,
                 const char *one,
                 const char *other,
                 int         box[4])
{
  g_autofree char *a = cli_folder_path (folder, one), *b = cli_folder_path (folder, other);
  cairo_surface_t *first = cairo_image_surface_create_from_png (a), *second = cairo_image_surface_create_from_png (b);
  const int width = cairo_image_surface_get_width (first), height = cairo_image_surface_get_height (first);

  box[0] = box[1] = G_MAXINT;
  box[2] = box[3] = -1;
  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++)
      if (memcmp (cairo_image_surface_get_data (first) + y * cairo_image_surface_get_stride (first) + 4 * x,
                  cairo_image_surface_get_data (second) + y * cairo_image_surface_get_stride (second) + 4 * x, 4) != 0)
        {
          box[0] = MIN (box[0], x);
          box[1] = MIN (box[1], y);
          box[2] = MAX (box[2], x);
          box[3] = MAX (box[3], y);
        }
  cairo_surface_destroy (first);
  cairo_surface_destroy (second);
}

/* The outline of a selection alone differs, and half of it is half as wide. */
static void
test_figure (CliFolder    *folder,
             gconstpointer data)
{
  static const char *const selections[] = { "0.6:1.8:20:60", "0.6:1.2:20:60", "0.6:1.2" };
  g_autofree double *x = write_noise (folder);
  g_autoptr (CliResult) plain = cli_run (folder, "cwt", "x.npy", "--rate", "500", "--size", "400x300", "-o", "plain.png", NULL);
  g_autoptr (CliResult) wrong = cli_run (folder, "cwt", "x.npy", "--select", "2:1", "-o", "wrong.png", NULL);
  int boxes[3][4];

  cli_assert_done (plain);
  cli_assert_refused (wrong, 2, "--select");
  for (guint i = 0; i < G_N_ELEMENTS (selections); i++)
    {
      g_autoptr (CliResult) result
        = cli_run (folder, "cwt", "x.npy", "--rate", "500", "--size", "400x300", "--select", selections[i], "-o", "select.png",
                   NULL);

      cli_assert_done (result);
      find_difference (folder, "plain.png", "select.png", boxes[i]);
      g_assert_cmpint (boxes[i][2], >, boxes[i][0]);
    }
  g_assert_cmpint (boxes[0][0], ==, boxes[1][0]);
  g_assert_cmpint (boxes[0][3], ==, boxes[1][3]);
  g_assert_cmpfloat_with_epsilon (boxes[1][2] - boxes[1][0], (boxes[0][2] - boxes[0][0]) / 2.0, 3);
  g_assert_cmpint (boxes[2][3] - boxes[2][1], >, boxes[1][3] - boxes[1][1]);
  /* All of them over the waveform too. */
  g_assert_cmpint (boxes[0][1], ==, boxes[2][1]);
  g_assert_cmpint (boxes[1][1], ==, boxes[2][1]);
}

/* Cursors are in the caption, in the place of the recording and of a Walshgram alike; wrong ones are refused. */
static void
test_cursors (CliFolder    *folder,
              gconstpointer data)
{
  static const char *const commands[] = { "cwt", "walshgram" }, *const wrong[] = { "-1", "x", "1:0", "1:2:3", "" };
  g_autofree double *x = write_noise (folder);
  g_autoptr (CliResult) third
    = cli_run (folder, "cwt", "x.npy", "--cursor", "1", "--cursor", "2", "--cursor", "3", "-o", "wrong.png", NULL);
  g_autoptr (CliResult) zero = cli_run (folder, "cwt", "x.npy", "--harmonics", "0", "-o", "wrong.png", NULL);

  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    {
      g_autoptr (CliResult) done = cli_run (folder, commands[i], "x.npy", "--rate", "500", "--svg-text", "--cursor", "none",
                                            "--cursor", "0.5:20", "--harmonics", "30", "-o", "cursors.svg", NULL);
      g_autofree char *text = NULL, *flat = NULL;
      g_autoptr (GRegex) tags = g_regex_new ("<[^>]*>|\\s", 0, 0, NULL);
      gsize n;

      cli_assert_done (done);
      text = cli_folder_read (folder, "cursors.svg", &n);
      /* The lines of the caption are broken. */
      flat = g_regex_replace_literal (tags, text, -1, 0, "", 0, NULL);
      g_assert_nonnull (strstr (flat, i == 0 ? "Cursor2at0.5sand20Hz." : "Cursor2at0.5sand20crossings/s."));
      g_assert_nonnull (strstr (flat, "Linesatmultiplesoff=30"));
    }
  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      g_autoptr (CliResult) result = cli_run (folder, "cwt", "x.npy", "--cursor", wrong[i], "-o", "wrong.png", NULL);

      cli_assert_refused (result, 2, "--cursor");
    }
  cli_assert_refused (third, 2, "--cursor: “3” is one cursor too many");
  cli_assert_refused (zero, 2, "--harmonics");
}

/* Lines of name, value and unit; one clear sentence where there is nothing to measure. */
static void
test_text (CliFolder    *folder,
           gconstpointer data)
{
  g_autofree double *x = write_noise (folder);
  g_autoptr (CliResult) text = cli_run (folder, "measure", "x.npy", "--rate", "500", "--unit", "V", NULL);
  g_autoptr (CliResult) phase = cli_run (folder, "measure", "x.npy", "--quantity", "phase", NULL);
  g_autoptr (CliResult) high = cli_run (folder, "measure", "x.npy", "--rate", "500", "--view", "5000:6000", NULL);
  g_auto (GStrv) lines = NULL;

  cli_assert_done (text);
  lines = g_strsplit (text->out, "\n", -1);
  g_assert_cmpstr (lines[0], ==, "start\t0\ts");
  g_assert_cmpstr (lines[1], ==, "end\t2.4\ts");
  g_assert_true (g_str_has_prefix (lines[3], "peak\t") && g_str_has_suffix (lines[3], "\tV"));
  cli_assert_refused (phase, 2, "--quantity");
  g_assert_cmpint (high->status, ==, 1);
  g_assert_nonnull (strstr (high->err, "no row lies from 5000 to 6000"));
}

/* Threads deliver tiles in any order, which must not change how sums round. */
static void
test_threads (CliFolder    *folder,
              gconstpointer data)
{
  g_autofree char *seed = g_strdup_printf ("%u", g_test_rand_int ());
  g_autoptr (CliResult) made = cli_run (folder, "generate", "noise", "--length", "300000", "--rate", "1000", "--seed", seed, "-o",
                                        "noise.wav", NULL);
  g_autofree char *first = NULL;

  cli_assert_done (made);
  for (guint i = 0; i < 6; i++)
    {
      g_autoptr (CliResult) result = cli_run (folder, "measure", "noise.wav", "--view", "20:200", "--json", "--threads",
                                              i == 0 ? "1" : "4", NULL);

      cli_assert_done (result);
      if (i == 0)
        first = g_strdup (result->out);
      g_assert_cmpstr (result->out, ==, first);
    }
}

#define ADD(path, test) g_test_add ("/ondes/measure/" path, CliFolder, NULL, cli_folder_set_up, test, cli_folder_tear_down)

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("a-band-is-that-of-the-definition", test_band);
  ADD ("half-the-band-of-complex-samples-is-said-to-miss", test_complex);
  ADD ("a-tone-is-found-between-rows", test_tone);
  ADD ("a-band-between-rows-measures-the-nearest", test_nearest);
  ADD ("a-span-is-that-of-the-samples", test_samples);
  ADD ("a-unit-is-squared-whole", test_units);
  ADD ("a-selection-is-outlined-in-a-figure", test_figure);
  ADD ("cursors-are-in-the-caption", test_cursors);
  ADD ("any-number-of-threads-gives-the-same-bits", test_threads);
  ADD ("prints-lines-and-refuses", test_text);
  return g_test_run ();
}
