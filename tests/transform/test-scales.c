/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "transform/cwt.h"

static double
value (const OndesScaleList *list,
       guint                 i)
{
  OndesScale s = g_array_index (list->scales, OndesScale, i);

  return s.numerator / s.denominator;
}

static void
test_linear (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (OndesScaleList) whole = ondes_scale_list_parse ("1:200", 0, &error);
  g_autoptr (OndesScaleList) thirds = ondes_scale_list_parse ("1/3:4:1/7", 0, &error);
  g_autoptr (OndesScaleList) down = ondes_scale_list_parse ("8:2:-3/2", 0, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (whole->scales->len, ==, 200);
  g_assert_cmpfloat (value (whole, 199), ==, 200);
  g_assert_cmpstr (whole->options, ==, "--scales 1:200");
  g_assert_cmpuint (thirds->scales->len, ==, 26); /* (4 − 1/3) 7 = 25.67 steps */
  for (guint i = 0; i < 26; i++)
    g_assert_cmpfloat (value (thirds, i), ==, (7.0 + 3 * i) / 21);
  g_assert_cmpuint (down->scales->len, ==, 5);
  g_assert_cmpfloat (value (down, 4), ==, 2);
}

static void
test_logarithmic (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (OndesScaleList) list = ondes_scale_list_parse ("2:64", 12, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (list->scales->len, ==, 61);
  g_assert_cmpfloat_with_epsilon (value (list, 60), 64, 1e-12);
  g_assert_cmpstr (list->options, ==, "--scales 2:64 --voices 12");
}

static void
test_list (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (OndesScaleList) list = ondes_scale_list_parse ("5,1/2,7.25", 0, &error);
  g_autoptr (OndesScaleList) single = ondes_scale_list_parse ("3", 0, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (list->scales->len, ==, 3);
  g_assert_cmpfloat (value (list, 0), ==, 5);
  g_assert_cmpfloat (value (list, 1), ==, 0.5);
  g_assert_cmpuint (single->scales->len, ==, 1);
}

static void
test_frequencies (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (OndesScaleList) list = ondes_scale_list_new_frequencies (20, 20000, 24, 6, 48000, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (list->scales->len, ==, (guint) floor (24 * log2 (1000)) + 1);
  for (guint i = 0; i < list->scales->len; i++)
    g_assert_cmpfloat_with_epsilon (6 * 48000 / (2 * G_PI * value (list, i)) / (20000 * exp2 (-(double) i / 24)), 1, 1e-14);
  g_assert_cmpstr (list->options, ==, "--frequencies 20:20000 --voices 24");
}

static void
test_refused (void)
{
  const char *const wrong[] = { "",      "0",     "-1",    "NaN",   "inf",     "1e12",    "0x10",  "1:",     ":5",    "1:0",
                                "5:1",   "1:5:0", "1:5:-1", "1:2:3:4", "1/0",  "1/2/3",   "1,,2",  "1 2",    "a:b",   "1:1e12",
                                "1:100000:1/10", "-3:5", "0:5", "1:1e308:1e-308", "nan:5", "1:nan", "1:5:nan", "1e400", "1e-400" };

  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (OndesScaleList) list = ondes_scale_list_parse (wrong[i], 0, &error);

      g_test_message ("“%s”: %s", wrong[i], error ? error->message : "taken");
      g_assert_null (list);
      g_assert_error (error, ONDES_ERROR, ONDES_ERROR_REQUEST);
      g_assert_cmpint (ondes_error_get_setting (error), ==, ONDES_SETTING_SCALES);
      g_assert_true (ondes_error_is_about (error));
      g_assert_false (g_str_has_prefix (error->message, "--"));
    }
}

static void
test_refused_voices (void)
{
  const struct
  {
    const char *text;
    double      voices;
  } wrong[] = { { "1,2", 4 }, { "1:5:2", 4 }, { "5:1", 4 }, { "1:5", -1 }, { "1:5", NAN }, { "1:5", 1e6 } };

  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (ondes_scale_list_parse (wrong[i].text, wrong[i].voices, &error));
      g_assert_error (error, ONDES_ERROR, ONDES_ERROR_REQUEST);
    }
}

static void
test_refused_frequencies (void)
{
  const struct
  {
    double fmin, fmax, voices;
    int    code;
  } wrong[] = {
    { 10, 5, 12, ONDES_ERROR_REQUEST }, { 0, 5, 12, ONDES_ERROR_REQUEST },    { -1, 5, 12, ONDES_ERROR_REQUEST },
    { NAN, 5, 12, ONDES_ERROR_REQUEST }, { 1, INFINITY, 12, ONDES_ERROR_REQUEST }, { 1, 5, 0, ONDES_ERROR_REQUEST },
    { 1, 51, 12, ONDES_ERROR_FILE },     { 1e-12, 5, 1, ONDES_ERROR_FILE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (ondes_scale_list_new_frequencies (wrong[i].fmin, wrong[i].fmax, wrong[i].voices, 5, 100, &error));
      g_assert_error (error, ONDES_ERROR, wrong[i].code);
    }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ondes/scales/linear-are-exact", test_linear);
  g_test_add_func ("/ondes/scales/logarithmic", test_logarithmic);
  g_test_add_func ("/ondes/scales/list-keeps-its-order", test_list);
  g_test_add_func ("/ondes/scales/frequencies-by-voices", test_frequencies);
  g_test_add_func ("/ondes/scales/nonsense-is-refused", test_refused);
  g_test_add_func ("/ondes/scales/voices-where-they-do-not-fit", test_refused_voices);
  g_test_add_func ("/ondes/scales/frequencies-that-cannot-be", test_refused_frequencies);
  return g_test_run ();
}
