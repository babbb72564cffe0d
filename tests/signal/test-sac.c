/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SAC, written here byte by byte by its manual. */
#include "scratch.h"

#include <math.h>
#include <string.h>

#define N 500

static void
put (GString  *file,
     gsize     at,
     guint64   value,
     guint     bytes,
     gboolean  big)
{
  for (guint i = 0; i < bytes; i++)
    file->str[at + (big ? bytes - 1 - i : i)] = (char) (value >> 8 * i);
}

static void
put_float (GString  *file,
           gsize     at,
           float     value,
           gboolean  big)
{
  guint32 bits;

  memcpy (&bits, &value, sizeof bits);
  put (file, at, bits, 4, big);
}

/* Returns a file of header version 6: 100 Hz, the first sample 9.46 s after 2010-02-27 06:34:14.003. */
static GString *
make (const float *samples,
      gboolean     big)
{
  static const int date[] = { 2010, 58, 6, 34, 14, 3, 6 };
  GString *file = g_string_new (NULL);

  g_string_set_size (file, 632 + 4 * N);
  for (guint i = 0; i < 70; i++)
    put_float (file, 4 * i, -12345, big);
  for (guint i = 0; i < 40; i++)
    put (file, 280 + 4 * i, (guint64) -12345, 4, big);
  for (guint i = 0; i < 24; i++)
    memcpy (file->str + 440 + 8 * i, "-12345  ", 8);
  put_float (file, 0, 0.01f, big);
  put_float (file, 20, 9.46f, big);
  for (guint i = 0; i < G_N_ELEMENTS (date); i++)
    put (file, 280 + 4 * i, (guint64) date[i], 4, big);
  put (file, 280 + 4 * 9, N, 4, big);
  put (file, 280 + 4 * 15, 1, 4, big);
  put (file, 280 + 4 * 16, 7, 4, big);
  put (file, 280 + 4 * 35, 1, 4, big);
  memcpy (file->str + 440, "ANMO    ", 8);
  memcpy (file->str + 440 + 8 * 20, "BHZ     ", 8);
  memcpy (file->str + 440 + 8 * 21, "IU      ", 8);
  for (guint i = 0; i < N; i++)
    put_float (file, 632 + 4 * i, samples[i], big);
  return file;
}

static float *
make_samples (void)
{
  float *samples = g_new (float, N);

  for (guint i = 0; i < N; i++)
    samples[i] = (float) g_test_rand_double_range (-1e4, 1e4);
  return samples;
}

static void
both_byte_orders_are_read (void)
{
  g_autofree float *samples = make_samples ();

  for (int big = 0; big < 2; big++)
    {
      g_autoptr (GString) file = make (samples, big);
      g_autoptr (OndesRecording) recording = scratch_open (scratch_write ("x.sac", file->str, file->len), NULL);
      const OndesRecordingInfo *info = ondes_recording_get_info (recording);
      g_autofree double *read = scratch_read (recording, 1);

      g_assert_cmpuint (info->frames, ==, N);
      g_assert_cmpfloat (info->rate_hz, ==, 100);
      g_assert_cmpstr (info->unit, ==, "nm/s");
      g_assert_cmpstr (info->channel_names[0], ==, "IU.ANMO..BHZ");
      g_assert_cmpint (info->start_source, ==, ONDES_START_HEADER);
      /* date -d '2010-02-27 06:34:23.463 UTC', as a float32 has 9.46 */
      g_assert_cmpint (info->start_us, ==, G_GINT64_CONSTANT (1267252454003000) + llround ((double) 9.46f * 1e6));
      for (guint i = 0; i < N; i++)
        g_assert_cmpfloat (read[i], ==, (double) samples[i]);
    }
}

static void
cut_files_are_no_trouble (void)
{
  g_autofree float *samples = make_samples ();
  g_autoptr (GString) file = make (samples, TRUE);

  for (gsize size = 1; size < 700; size++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (OndesRecording) recording
        = ondes_recording_open (scratch_write ("cut.sac", file->str, size), NULL, NULL, &error);

      g_assert_true ((recording == NULL) == (error != NULL));
      g_assert_true ((recording != NULL) == (size >= 636));
      if (recording != NULL)
        g_assert_cmpuint (ondes_recording_get_info (recording)->frames, ==, (size - 632) / 4);
    }
  scratch_refuse (scratch_text ("empty.sac", ""), NULL, ONDES_ERROR_FILE, "is empty");
  scratch_refuse (scratch_text ("text.sac", "no seismogram\n"), NULL, ONDES_ERROR_FILE, "without columns");
}

static void
other_kinds_are_refused (void)
{
  static const struct
  {
    gsize       at;
    guint       value;
    const char *part;
  } wrong[] = { { 280 + 4 * 15, 3, "no evenly sampled series" }, { 280 + 4 * 35, 0, "no evenly sampled series" },
                { 280 + 4 * 9, 0, "no samples" }, { 0, 0, "DELTA" } };
  g_autofree float *samples = make_samples ();

  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      g_autoptr (GString) file = make (samples, FALSE);

      put (file, wrong[i].at, wrong[i].value, 4, FALSE);
      scratch_refuse (scratch_write ("wrong.sac", file->str, file->len), NULL, ONDES_ERROR_FILE, wrong[i].part);
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  scratch_make ();
  g_test_add_func ("/ondes/sac/both-byte-orders-are-read", both_byte_orders_are_read);
  g_test_add_func ("/ondes/sac/cut-files-are-no-trouble", cut_files_are_no_trouble);
  g_test_add_func ("/ondes/sac/other-kinds-are-refused", other_kinds_are_refused);
  return scratch_run ();
}
