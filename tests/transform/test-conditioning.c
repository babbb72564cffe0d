/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Steps of conditioning as text: parsed, printed and checked. */
#include "transform/conditioning.h"

#include <string.h>

static void
test_canonical (void)
{
  static const struct
  {
    const char *text, *canonical;
  } cases[] = {
    { "mean", "mean" },
    { "trend", "trend" },
    { "highpass:2.50", "highpass:2.5" },
    { "lowpass:1e3", "lowpass:1000" },
    { "bandpass:035:350.0", "bandpass:35:350" },
    { "notch:50:1", "notch:50" },
    { "notch:50:3", "notch:50:3" },
    { "whiten", "whiten" },
    { "whiten:0.5", "whiten:0.5" },
    { "resample:44100", "resample:44100" },
    { "gain:-6", "gain:-6" },
    { "gain:0", "gain:0" },
    { "filter:lowpass=1e2", "filter:lowpass=100" },
    { "filter:causal,window=hann,length=511,bandstop=040:60", "filter:bandstop=40:60,length=511,window=hann,causal" },
    { "filter:notch=50:3,ripple-db=60,transition=2", "filter:notch=50:3,ripple-db=60,transition=2" },
    { "filter:post=interpolation,hilbert", "filter:hilbert,post=interpolation" },
    { "filter:band=3,bank=1/3", "filter:bank=third-octave,band=3" },
    { "filter:bank=gammatone:100:900,post=power,band=1", "filter:bank=gammatone:100:900:1,band=1,post=power" },
    { "filter:resample-taps,causal,taps=/a b,c=1.npy", "filter:resample-taps,causal,taps=/a b,c=1.npy" },
  };
  const char *texts[G_N_ELEMENTS (cases) + 1] = { NULL };
  g_autoptr (OndesConditioning) all = NULL;
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) printed = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    texts[i] = cases[i].text;
  all = ondes_conditioning_parse (texts, &error);
  g_assert_no_error (error);
  printed = ondes_conditioning_print (all);
  g_assert_cmpuint (g_strv_length (printed), ==, G_N_ELEMENTS (cases));
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    g_assert_cmpstr (printed[i], ==, cases[i].canonical);
  g_assert_null (ondes_conditioning_parse ((const char *const[]) { NULL }, &error));
  g_assert_no_error (error);
}

/* Wrong whatever the recording: the error knows setting and value. */
static void
test_refused (void)
{
  static const char *const texts[] = {
    "",           "Mean",         "mean:",       "trend:1",       "highpass",      "highpass:0",  "highpass:-1",  "highpass:nan",
    "lowpass:",   "lowpass:inf",  "lowpass:1:2", "bandpass:1",    "bandpass:2:1",  "bandpass:2:2", "bandpass:0:1", "bandpass:1:2:3",
    "notch",      "notch:0",      "notch:50:0",  "notch:50:1.5",  "notch:50:9999", "whiten:0",    "whiten:-1",    "whiten:1:2",
    "resample",   "resample:0",   "resample:-8", "resample:1e30", "gain",          "gain:x",      "gain:301",     "gain:1e999",
    "lowpass: 5", "lowpass:0x10", "filter",      "filter:",       "filter:causal", "filter:lowpass", "filter:lowpass=",
    "filter:x=1",
    "filter:lowpass=5,highpass=2", "filter:lowpass=5,lowpass=5", "filter:lowpass=5,causal=1", "filter:bandpass=3:2",
    "filter:lowpass=5,band=1", "filter:lowpass=5,resample-taps", "filter:lowpass=5,post=cube", "filter:bank=octave,length=5",
    "filter:lowpass=5,window=hann", "filter:lowpass=5,", "filter:taps=", "filter:bank=octave,band=0",
    "filter:lowpass=5,length=9,window=kaiser:-1", "filter:notch=5,length=9,ripple-db=60",
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (GError) error = NULL;
      OndesStep step = { .text = NULL };

      g_assert_false (ondes_step_parse (texts[i], &step, &error));
      g_assert_error (error, ONDES_ERROR, ONDES_ERROR_REQUEST);
      g_assert_cmpint (ondes_error_get_setting (error), ==, ONDES_SETTING_CONDITION);
      g_assert_cmpstr (ondes_error_get_value (error), ==, texts[i]);
      g_assert_nonnull (strstr (error->message, texts[i]));
    }
}

/* No text outlives its step: dragging a cut-off makes thousands. */
static void
test_texts_are_freed (void)
{
  const char *const texts[] = { "filter:lowpass=123.4567890125", NULL };
  OndesConditioning *conditioning = ondes_conditioning_parse (texts, NULL);
  guint n;

  g_assert_cmpstr (ondes_conditioning_get (conditioning, &n)->text, ==, texts[0]);
  ondes_conditioning_unref (conditioning);
  g_assert_cmpuint (g_quark_try_string (texts[0]), ==, 0);
}

/* Wrong for 1000 samples at 1000 Hz. */
static void
test_misfits (void)
{
  static const struct
  {
    const char *text;
    gboolean    fits;
  } cases[] = {
    { "highpass:499", TRUE }, { "highpass:500", FALSE },     { "lowpass:501", FALSE }, { "bandpass:400:500", FALSE },
    { "notch:50:9", TRUE },   { "notch:50:10", FALSE },      { "whiten:250", TRUE },   { "whiten:400", FALSE },
    { "whiten:1", TRUE },     { "whiten:1.0005", TRUE },      { "whiten:0.99", FALSE }, { "whiten:0.001", FALSE },
    { "whiten", TRUE },       { "highpass:1e-05", FALSE }, { "resample:1", TRUE },
    { "filter:lowpass=499", TRUE }, { "filter:lowpass=501", FALSE }, { "filter:bank=octave", TRUE }, /* bands are not made yet */
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_auto (OndesStep) step = { .text = NULL };

      g_assert_true (ondes_step_parse (cases[i].text, &step, &error));
      g_assert_no_error (error);
      g_assert_cmpint (ondes_step_check (&step, 1000, 1000, &error), ==, cases[i].fits);
      if (cases[i].fits)
        continue;
      g_assert_error (error, ONDES_ERROR, ONDES_ERROR_FILE);
      g_assert_cmpint (ondes_error_get_setting (error), ==, ONDES_SETTING_CONDITION);
      g_assert_nonnull (strstr (error->message, cases[i].text));
    }
}

/* A step is checked at the rate that the ones before it leave. */
static void
test_chain (void)
{
  static const char *const lists[][3] = { { "resample:200", "lowpass:150" },
                                          { "lowpass:150", "resample:200" },
                                          { "resample:200", "whiten:0.5" },
                                          { "filter:hilbert,post=interpolation", "lowpass:900" } };
  g_autoptr (OndesConditioning) after = ondes_conditioning_parse (lists[0], NULL);
  g_autoptr (OndesConditioning) before = ondes_conditioning_parse (lists[1], NULL);
  g_autoptr (OndesConditioning) few = ondes_conditioning_parse (lists[2], NULL);
  g_autoptr (OndesConditioning) twice = ondes_conditioning_parse (lists[3], NULL);
  const char *many[ONDES_CONDITIONING_STEPS_MAX + 2] = { NULL };
  g_autoptr (GError) error = NULL;

  g_assert_true (ondes_conditioning_check (before, 1000, 1000, &error));
  g_assert_true (ondes_conditioning_check (twice, 1000, 1000, &error));
  g_assert_no_error (error);
  g_assert_false (ondes_conditioning_check (after, 1000, 1000, &error));
  g_assert_error (error, ONDES_ERROR, ONDES_ERROR_FILE);
  g_clear_error (&error);
  g_assert_false (ondes_conditioning_check (few, 1000, 1000, &error));
  g_assert_error (error, ONDES_ERROR, ONDES_ERROR_FILE);
  g_clear_error (&error);
  for (guint i = 0; i <= ONDES_CONDITIONING_STEPS_MAX; i++)
    many[i] = "mean";
  g_assert_null (ondes_conditioning_parse (many, &error));
  g_assert_error (error, ONDES_ERROR, ONDES_ERROR_REQUEST);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ondes/conditioning/steps-are-printed-as-they-are-parsed", test_canonical);
  g_test_add_func ("/ondes/conditioning/what-no-recording-could-take-is-refused", test_refused);
  g_test_add_func ("/ondes/conditioning/texts-of-steps-are-freed", test_texts_are_freed);
  g_test_add_func ("/ondes/conditioning/steps-that-do-not-fit-the-rate-or-the-length", test_misfits);
  g_test_add_func ("/ondes/conditioning/a-chain-is-checked-at-the-rate-that-each-step-leaves", test_chain);
  return g_test_run ();
}
