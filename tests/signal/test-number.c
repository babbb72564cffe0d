/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers by the point and by the locale that the test runs in, whichever that is. */
#include "base/number.h"

#include <langinfo.h>
#include <locale.h>
#include <math.h>
#include <string.h>

static gboolean
has_comma (void)
{
  return strcmp (nl_langinfo (RADIXCHAR), ",") == 0;
}

static void
test_to_locale (void)
{
  static const char *const texts[][2] = {
    { "1.25 kHz", "1,25 kHz" },       { "0:00:12.50", "0:00:12,50" },      { "−45.0 dB re 0.237 mV", "−45,0 dB re 0,237 mV" },
    { "a.b 5. .5 x.5 5.x", "a.b 5. .5 x.5 5.x" }, { "2.50×10<sup>−19</sup>", "2,50×10<sup>−19</sup>" }, { "", "" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autofree char *text = ondes_number_to_locale (texts[i][0]);

      g_assert_cmpstr (text, ==, texts[i][has_comma () ? 1 : 0]);
    }
}

static void
test_print_by_point (void)
{
  char text[ONDES_NUMBER_SIZE];

  for (guint round = 0; round < 10000; round++)
    {
      double value = exp (g_test_rand_double_range (-50, 50));

      ondes_number_print (text, value);
      g_assert_null (strchr (text, ','));
      g_assert_cmpfloat (g_ascii_strtod (text, NULL), ==, value);
    }
}

/* What the window writes it reads, and what a person types with either mark. */
static void
test_read (void)
{
  for (guint round = 0; round < 10000; round++)
    {
      double value = g_test_rand_double_range (-1000, 1000);
      g_autofree char *printed = g_strdup_printf ("%.6f", value);
      g_autofree char *spaced = g_strdup_printf ("  %.6f ", value);
      char point[ONDES_NUMBER_SIZE];

      g_assert_cmpfloat_with_epsilon (ondes_number_read (printed), value, 1e-6);
      g_assert_cmpfloat (ondes_number_read (spaced), ==, ondes_number_read (printed));
      g_assert_cmpfloat (ondes_number_read (g_ascii_formatd (point, sizeof point, "%.6f", value)), ==, ondes_number_read (printed));
    }
  g_assert_cmpfloat (ondes_number_read ("3.5"), ==, 3.5);
  g_assert_cmpfloat (ondes_number_read ("\u22123.5"), ==, -3.5);
  g_assert_cmpfloat (ondes_number_read ("\u0663\u066b\u0665"), ==, 3.5); /* as Arabic keyboards type it */
  if (has_comma ())
    g_assert_cmpfloat (ondes_number_read ("3,5"), ==, 3.5);
  /* Thousands are not taken for thousandths. */
  if (strcmp (nl_langinfo (THOUSEP), ",") == 0)
    g_assert_true (isnan (ondes_number_read ("44,100")));
}

static void
test_read_refuses (void)
{
  static const char *const bad[] = { "", " ", "x", "3.5x", "3.5.1", "1 2", ",", "3,5,1", "--1" };

  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    g_assert_true (isnan (ondes_number_read (bad[i])));
}

static void
test_lists (void)
{
  g_autofree char *shown = ondes_numbers_to_locale ("4,33/2,8.5"), *back = ondes_numbers_to_point (shown);
  g_autofree char *commas = ondes_numbers_to_point ("4, 8.5, 16"), *semicolons = ondes_numbers_to_point ("4;8.5; 16");
  g_autofree char *pair = ondes_numbers_to_point ("3,5");

  g_assert_cmpstr (shown, ==, has_comma () ? "4; 33/2; 8,5" : "4, 33/2, 8.5");
  g_assert_cmpstr (back, ==, "4,33/2,8.5");
  g_assert_cmpstr (commas, ==, "4,8.5,16");
  g_assert_cmpstr (semicolons, ==, "4,8.5,16");
  g_assert_cmpstr (pair, ==, has_comma () ? "3.5" : "3,5");
}

int
main (int    argc,
      char **argv)
{
  const char *wanted = g_getenv ("LC_ALL");

  setlocale (LC_ALL, "");
  g_test_init (&argc, &argv, NULL);
  /* The locale is there, and the test of it not one of C. */
  if (g_str_has_prefix (wanted != NULL ? wanted : "", "de_") || g_str_has_prefix (wanted != NULL ? wanted : "", "fr_"))
    g_assert_true (has_comma ());
  g_test_add_func ("/ondes/number/points-become-the-mark-of-the-locale", test_to_locale);
  g_test_add_func ("/ondes/number/prints-by-the-point-in-any-locale", test_print_by_point);
  g_test_add_func ("/ondes/number/reads-both-marks", test_read);
  g_test_add_func ("/ondes/number/refuses-what-is-none", test_read_refuses);
  g_test_add_func ("/ondes/number/lists-part-by-what-is-no-decimal-mark", test_lists);
  return g_test_run ();
}
