/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What stands above the numbers of a text: numbers that are no samples, and the rate. */
#include "scratch.h"

#include <string.h>

static const struct
{
  const char *name, *head; /* 30 numbers from 0.25 on follow */
  double      rate;        /* 0: not told */
  const char *time_unit, *note;
} texts[] = {
  { "torrence-compo", "t0\n1958.0\ndt\n0.0833\n", 12, "s", "2 numbers between the words" },
  { "torrence-compo-unit", "t0\n1958.0\ndt (years)\n0.0833\nsst\n", 12, "a", "(“dt (years)”): 12 samples a time unit" },
  { "one-lone-number", "number of samples\n30\nvalues\n", 0, "s", "1 number between the words" },
  { "fs-in-a-comment", "# recorded at night\n# fs = 360 Hz, 2 leads\n# lead I\n", 360, "s",
    "from its line 2 (“# fs = 360 Hz, 2 leads”)" },
  { "fs-behind-a-comma", "% ECG, Fs=1 kHz, of a test\n", 1000, "s", "1000 samples a time unit" },
  { "sampling-frequency", "Sampling frequency [Hz]:\t500\n", 500, "s", "500 samples" },
  { "sampling-rate", "Sampling Rate 44100.\n", 44100, "s", "44100 samples" },
  { "rate", "rate: 2\n", 2, "s", "2 samples" },
  { "interval-in-ms", "sampling interval = 4 ms\n", 250, "s", "250 samples" },
  { "step-in-days", "; time step 0.5 d\n", 2, "d", "2 samples" },
  { "not-a-rate", "rate of 72 beats\n", 0, "s", NULL },
  { "of-something-else", "heart rate: 72\n", 0, "s", NULL },
  { "a-number-of-words", "rate: 72 beats a minute\n", 0, "s", NULL },
  { "zero", "dt = 0\n", 0, "s", NULL },
  { "absurd", "dt = 1e-300\n", 0, "s", NULL },
};

static char *
with_samples (const char *head)
{
  GString *text = g_string_new (head);

  for (guint i = 0; i < 30; i++)
    g_string_append_printf (text, "%.2f\n", 0.25 + i % 7);
  return g_string_free (text, FALSE);
}

static void
headers_are_understood (gconstpointer data)
{
  const guint i = GPOINTER_TO_UINT (data);
  g_autofree char *text = with_samples (texts[i].head);
  const char *path = scratch_text ("header.txt", text);
  g_autoptr (OndesRecording) recording = scratch_open (path, NULL);
  g_autoptr (OndesRecording) asked = scratch_open (path, &(OndesReadOptions){ .rate_hz = 7 });
  g_autofree double *samples = scratch_read (recording, 1);
  const OndesRecordingInfo *info = ondes_recording_get_info (recording);

  g_assert_cmpuint (info->frames, ==, 30);
  g_assert_cmpfloat (samples[0], ==, 0.25);
  g_assert_cmpfloat (samples[29], ==, 1.25);
  g_assert_cmpint (info->rate_known, ==, texts[i].rate > 0);
  g_assert_cmpfloat (info->rate_hz, ==, texts[i].rate > 0 ? texts[i].rate : 1);
  g_assert_cmpstr (info->time_unit, ==, texts[i].time_unit);
  g_assert_true (texts[i].note == NULL || scratch_has_note (recording, texts[i].note));
  g_assert_cmpint (scratch_has_note (recording, "is taken from its line"), ==, texts[i].rate > 0);
  /* What the user says goes before. */
  g_assert_cmpfloat (ondes_recording_get_info (asked)->rate_hz, ==, 7);
  g_assert_false (scratch_has_note (asked, "is taken from its line"));
}

/* Numbers that are samples stay samples. */
static void
samples_stay (void)
{
  static const struct
  {
    const char *text;
    guint64     frames;
  } cases[] = {
    { "rate\n72\n73\n74\n75\n", 4 },
    { "value\n1\n2\nbad\n3\n4\n5\n6\n", 6 },
    { "1\nbad\n2\n3\n4\n5\n", 5 },
    { "mean\n5\nspread\n2\n", 2 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (OndesRecording) recording = scratch_open (scratch_text ("samples.txt", cases[i].text), NULL);

      g_assert_cmpuint (ondes_recording_get_info (recording)->frames, ==, cases[i].frames);
      g_assert_false (ondes_recording_get_info (recording)->rate_known);
    }
}

/* Stamps go before what is told above them; a number of rows does not. */
static void
stamps_go_before (void)
{
  g_autoptr (OndesRecording) stamps =
    scratch_open (scratch_text ("stamps.csv", "# fs = 10\ntime,v\n0,1\n0.25,2\n0.5,4\n0.75,3\n1,1\n"), NULL);
  g_autoptr (OndesRecording) rows = scratch_open (scratch_text ("rows.csv", "# fs = 10\nindex,v\n0,1\n1,2\n2,4\n3,3\n4,1\n"), NULL);

  g_assert_cmpfloat (ondes_recording_get_info (stamps)->rate_hz, ==, 4);
  g_assert_cmpfloat (ondes_recording_get_info (rows)->rate_hz, ==, 10);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  scratch_make ();
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autofree char *path = g_strconcat ("/ondes/text-header/", texts[i].name, NULL);

      g_test_add_data_func (path, GUINT_TO_POINTER (i), headers_are_understood);
    }
  g_test_add_func ("/ondes/text-header/samples-stay", samples_stay);
  g_test_add_func ("/ondes/text-header/stamps-go-before", stamps_go_before);
  return scratch_run ();
}
