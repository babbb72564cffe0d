/* SPDX-License-Identifier: GPL-3.0-or-later */
/* WFDB, written here byte by byte by its manual, header(5) and signal(5). */
#include "scratch.h"

#include <math.h>
#include <string.h>

#define N 1001

/* Appends the lowest @bytes bytes of @number, the least significant first. */
static void
put (GString *file,
     gint64   number,
     guint    bytes)
{
  for (guint i = 0; i < bytes; i++)
    g_string_append_c (file, (char) (number >> 8 * i));
}

/* Sets bits of the last bytes of @file, which are a word of @bytes bytes. */
static void
set_bits (GString *file,
          guint    bytes,
          guint64  bits)
{
  for (guint i = 0; i < bytes; i++)
    file->str[file->len - bytes + i] |= (char) (bits >> 8 * i);
}

/* Appends @number as the sample @i of a format with several numbers in a few bytes. */
static void
put_packed (GString *file,
            guint    format,
            guint    i,
            int      number)
{
  const guint bits = (guint) number & 1023, of_three = i % 3;

  if (format == 212 && i % 2 == 0) /* all bits of byte 1 and the low half of byte 2; byte 3 and the high half of byte 2 */
    put (file, number & 4095, 2);
  else if (format == 212)
    {
      file->str[file->len - 1] |= (char) ((number >> 8 & 15) << 4);
      put (file, number & 255, 1);
    }
  else if (format == 310 && of_three < 2) /* bits 1 … 10 of two pairs of bytes */
    put (file, bits << 1, 2);
  else if (format == 310) /* bits 11 … 15 of the first pair, then of the second */
    set_bits (file, 4, (bits & 31) << 11 | (guint64) (bits >> 5) << 27);
  else if (of_three == 0) /* 311: bits 0 … 9, 10 … 19, 20 … 29 of four bytes */
    put (file, bits, 2);
  else if (of_three == 1)
    {
      put (file, 0, 1);
      set_bits (file, 3, bits << 10);
    }
  else
    {
      put (file, 0, 1);
      set_bits (file, 4, bits << 20);
    }
}

static void
put_number (GString *file,
            guint    format,
            guint    i,
            int      number)
{
  if (format == 61)
    {
      put (file, number >> 8, 1);
      put (file, number, 1);
    }
  else if (format == 80)
    put (file, number + 128, 1);
  else if (format == 160)
    put (file, number + 32768, 2);
  else if (format > 200)
    put_packed (file, format, i, number);
  else
    put (file, number, format / 8);
}

static int
random_number (guint bits)
{
  return (int) g_test_rand_int_range (-(1 << (bits - 2)), 1 << (bits - 2)) * 2 + 1;
}

static void
assert_close (double value,
              double right)
{
  if (isnan (right))
    g_assert_true (isnan (value));
  else
    g_assert_cmpfloat_with_epsilon (value, right, 1e-12 * (1 + fabs (right)));
}

/* Checks the record r, opened by either file, against the numbers of its signals in turn. */
static void
check_record (const double *numbers,
              guint         signals)
{
  for (guint way = 0; way < 2; way++)
    {
      g_autoptr (OndesRecording) recording = scratch_open (scratch_path (way == 0 ? "r.hea" : "r.dat"), NULL);
      const OndesRecordingInfo *info = ondes_recording_get_info (recording);

      g_assert_cmpuint (info->frames, ==, N);
      g_assert_cmpuint (info->channels, ==, signals);
      g_assert_cmpfloat (info->rate_hz, ==, 360);
      g_assert_cmpstr (info->unit, ==, "mV");
      g_assert_cmpstr (info->channel_names[0], ==, "MLII left");
      g_assert_cmpint (info->start_us, ==, G_GINT64_CONSTANT (886249805500000)); /* date -d '1998-01-31 12:30:05 UTC' */
      for (guint c = 0; c < signals; c++)
        {
          g_autofree double *read = scratch_read (recording, c + 1);

          for (guint i = 0; i < N; i++)
            assert_close (read[i], c == 0 ? (numbers[i * signals] + 24) / 200 : (numbers[i * signals + 1] - 7) / -50.5);
        }
    }
}

/* One signal and two, as the numbers of one alone end within three bytes or four. */
static void
every_format_is_read (void)
{
  static const guint formats[][2] = { { 16, 16 }, { 24, 24 }, { 32, 32 }, { 61, 16 }, { 80, 8 }, { 160, 16 }, { 212, 12 },
                                      { 310, 10 }, { 311, 10 } };

  for (guint f = 0; f < 2 * G_N_ELEMENTS (formats); f++)
    {
      const guint format = formats[f / 2][0], bits = formats[f / 2][1], signals = 1 + f % 2;
      g_autofree double *numbers = g_new (double, N * signals);
      g_autofree char *header = NULL;
      g_autoptr (GString) file = g_string_new ("head");

      for (guint i = 0; i < N * signals; i++)
        {
          const gboolean invalid = i % 97 == 50;
          const int number = invalid ? (int) -(G_GINT64_CONSTANT (1) << (bits - 1)) : random_number (bits);

          put_number (file, format, i, number);
          numbers[i] = invalid ? (double) NAN : (double) number;
        }
      scratch_write ("r.dat", file->str, file->len);
      header = g_strdup_printf ("# made by a test\nr %u 360/1000(5) %u 12:30:05.5 31/01/1998\n"
                                "r.dat %u+4 200(-24)/mV 12 7 0 0 0 MLII left\n%sr.dat %u+4 -50.5 12 7 0 0 0 V5\n#a man\n",
                                signals, N, format, signals == 1 ? "#" : "", format);
      scratch_text ("r.hea", header);
      check_record (numbers, signals);
    }
}

/* Format 8 has differences; what is read late in the file comes from sums kept on the way. */
static void
differences_are_summed (void)
{
  enum { FRAMES = 200000, LATE = 150000 };
  g_autofree char *steps = g_malloc (2 * FRAMES);
  const double sums[2] = { -100, 7 };
  double late = 0, value;
  g_autoptr (OndesRecording) recording = NULL, again = NULL;
  g_autoptr (OndesSource) source = NULL;

  for (guint i = 0; i < 2 * FRAMES; i++)
    steps[i] = (char) g_test_rand_int_range (-128, 128);
  scratch_write ("d.dat", steps, 2 * FRAMES);
  recording = scratch_open (scratch_text ("d.hea", "d 2 100\nd.dat 8 10 8 0 -100\nd.dat 8 1 8 7\n"), NULL);
  for (guint c = 0; c < 2; c++)
    {
      g_autofree double *read = scratch_read (recording, c + 1);
      double sum = sums[c];

      for (guint i = 0; i < FRAMES; i++)
        {
          sum += (signed char) steps[2 * i + c];
          late = c == 0 && i == LATE ? sum : late;
          assert_close (read[i], c == 0 ? sum / 10 : sum - 7);
        }
    }
  again = scratch_open (scratch_path ("d.hea"), NULL);
  source = ondes_recording_source (again, 1, NULL);
  g_assert_true (ondes_source_read (source, LATE, 1, &value, NULL));
  assert_close (value, late / 10);
  g_assert_true (ondes_source_read (source, 0, 1, &value, NULL));
  assert_close (value, (sums[0] + (signed char) steps[0]) / 10);
}

/* Two files, one skewed by 3 frames with 4 samples in each: the signals of the rate that most have are taken. */
static void
files_skew_and_frames_count (void)
{
  g_autoptr (GString) one = g_string_new (NULL), two = g_string_new (NULL);
  g_autoptr (OndesRecording) recording = NULL, other = NULL;
  g_autofree double *skewed = NULL, *straight = NULL, *slow = NULL;

  for (int i = 0; i < 50 * 4; i++)
    put (one, i, 2);
  for (int frame = 0; frame < 50; frame++)
    {
      put (two, 1000 + frame, 2);
      for (int i = 0; i < 4; i++)
        put (two, -(4 * frame + i), 2);
    }
  scratch_write ("one.dat", one->str, one->len);
  scratch_write ("two.dat", two->str, two->len);
  scratch_text ("f.hea", "f 3 25 50\none.dat 16x4:3 1/V 16 0 0 0 0 A\ntwo.dat 16 1/V 16 0 0 0 0 S\n"
                "two.dat 16x4 2/K 16 0 0 0 0 B\n");
  recording = scratch_open (scratch_path ("f.hea"), NULL);
  skewed = scratch_read (recording, 1);
  straight = scratch_read (recording, 2);
  g_assert_cmpuint (ondes_recording_get_info (recording)->channels, ==, 2);
  g_assert_cmpfloat (ondes_recording_get_info (recording)->rate_hz, ==, 100);
  g_assert_cmpstr (ondes_recording_get_info (recording)->channel_names[1], ==, "B (K)");
  g_assert_true (scratch_has_note (recording, "2 S (25 Hz)"));
  for (int i = 0; i < 200; i++)
    {
      assert_close (skewed[i], i + 12 < 200 ? i + 12 : NAN);
      assert_close (straight[i], -i / 2.0);
    }
  other = scratch_open (scratch_path ("f.hea"), &(OndesReadOptions) { .column = 2 });
  slow = scratch_read (other, 1);
  g_assert_cmpuint (ondes_recording_get_info (other)->frames, ==, 50);
  for (int i = 0; i < 50; i++)
    assert_close (slow[i], 1000 + i);
}

static void
segments_are_joined (void)
{
  g_autoptr (GString) file = g_string_new (NULL);
  g_autoptr (OndesRecording) recording = NULL;
  g_autofree double *read = NULL;

  for (int i = 0; i < 20; i++)
    put (file, i, 2);
  scratch_write ("s.dat", file->str, file->len);
  scratch_text ("s1.hea", "s1 1 10 20\ns.dat 16 1/V\n");
  scratch_text ("s2.hea", "s2 1 10 10\ns.dat 16+20 2/V\n");
  recording = scratch_open (scratch_text ("s.hea", "s/3 1 10 35\ns1 20\n~ 5\ns2 10\n"), NULL);
  read = scratch_read (recording, 1);
  g_assert_cmpuint (ondes_recording_get_info (recording)->frames, ==, 35);
  g_assert_true (scratch_has_note (recording, "has 1 gap between its segments"));
  g_assert_false (scratch_has_note (recording, "fewer than"));
  for (int i = 0; i < 35; i++)
    assert_close (read[i], i < 20 ? i : i < 25 ? NAN : (i - 15) / 2.0);
  scratch_refuse (scratch_text ("v.hea", "v/2 1 10 20\nv_layout 0\ns1 20\n"), NULL, ONDES_ERROR_FILE, "variable layout");
  scratch_refuse (scratch_text ("v.hea", "v/2 1 10 40\ns1 20\ns1 20\n"), NULL, ONDES_ERROR_FILE, "twice");
  scratch_refuse (scratch_text ("v.hea", "v/2 2 10 40\ns1 20\ns2 20\n"), NULL, ONDES_ERROR_FILE, "differ in signals");
  scratch_text ("s3.hea", "s3 1 10 10\ns.dat 16 2/mV\n");
  scratch_refuse (scratch_text ("v.hea", "v/2 1 10 30\ns1 20\ns3 10\n"), NULL, ONDES_ERROR_FILE, "differ in signals, units");
  scratch_refuse (scratch_text ("v.hea", "v/1 1 10 40\n../s1 20\n"), NULL, ONDES_ERROR_FILE, "leads out of it");
  scratch_refuse (scratch_text ("v.hea", "v/2 1 10\ns1 20\n~ 100000000000000\n"), NULL, ONDES_ERROR_FILE, "than any recorder");
}

static void
defaults_are_told (void)
{
  g_autoptr (OndesRecording) recording = NULL;
  g_autofree double *read = NULL;

  scratch_write ("g.dat", "\x64\0\x90\1", 4);
  recording = scratch_open (scratch_text ("g.hea", "g 1\ng.dat 16\n"), NULL);
  read = scratch_read (recording, 1);
  g_assert_cmpfloat (ondes_recording_get_info (recording)->rate_hz, ==, 250);
  g_assert_true (scratch_has_note (recording, "250 Hz is taken"));
  g_assert_true (scratch_has_note (recording, "200 for each unit is taken"));
  g_assert_cmpfloat (read[0], ==, 0.5);
  g_assert_cmpfloat (read[1], ==, 2);
}

static void
others_are_refused (void)
{
  static const struct
  {
    const char *header, *part;
  } wrong[] = { { "w 0 360 100\n", "no signals" },
                { "w 1 360 100\ng.dat 516 200\n", "storage format 516" },
                { "w 1 360 100\n../g.dat 16 200\n", "leads out of it" },
                { "w 1 360 100\n/etc/passwd 16 200\n", "leads out of it" },
                { "w 1 360 100\nnone.dat 16 200\n", "none.dat" },
                { "w 1 360 100\ng.dat 16+4 200\n", "too short" },
                { "w 2 360 100\ng.dat 16 200\ng.dat 212 200\n", "differ in storage format" },
                { "w 1 360 100\ng.dat sixteen\n", "line 2" },
                { "w 2 360 100\ng.dat 16\n", "ends too soon" },
                { "w 99999999 360 100\ng.dat 16\n", "without columns" },
                { "w 1 360 100\ng.dat 16x99999999\n", "line 2" },
                { "a record of nothing\n", "without columns" } };
  g_autoptr (OndesRecording) text = NULL;

  scratch_write ("g.dat", "\x64\0\x90\1", 4);
  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    scratch_refuse (scratch_text ("w.hea", wrong[i].header), NULL, ONDES_ERROR_FILE, wrong[i].part);
  scratch_refuse (scratch_text ("w.hea", ""), NULL, ONDES_ERROR_FILE, "is empty");
  scratch_text ("e.dat", "");
  scratch_refuse (scratch_text ("w.hea", "w 1 360 100\ne.dat 16\n"), NULL, ONDES_ERROR_FILE, "is empty");
  text = scratch_open (scratch_text ("columns.dat", "1 5\n2 4\n3 7\n"), NULL);
  g_assert_cmpuint (ondes_recording_get_info (text)->frames, ==, 3);
}

/* A file of samples has whole frames as far as it goes; a header is read whole or not. */
static void
cut_files_are_no_trouble (void)
{
  static const char header[] = "c 2 360 9\nc.dat 212 200(5)/mV 12 0 0 0 0 A\nc.dat 212 200/mV 12 0 0 0 0 B\n";
  static const char zeros[27] = { 0 };

  scratch_text ("c.hea", header);
  for (gsize size = 1; size <= sizeof zeros; size++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (OndesRecording) recording = NULL;

      scratch_write ("c.dat", zeros, size);
      recording = ondes_recording_open (scratch_path ("c.hea"), NULL, NULL, &error);
      g_assert_true ((recording == NULL) == (error != NULL));
      g_assert_true ((recording != NULL) == (size >= 3));
      if (recording == NULL)
        continue;
      g_assert_cmpuint (ondes_recording_get_info (recording)->frames, ==, size / 3);
      g_assert_true (scratch_has_note (recording, "fewer than its header tells") == (size < sizeof zeros));
    }
  for (gsize size = 1; size < sizeof header; size++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (OndesRecording) recording
        = ondes_recording_open (scratch_write ("c.hea", header, size), NULL, NULL, &error);

      g_assert_true ((recording == NULL) == (error != NULL));
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  scratch_make ();
  g_test_add_func ("/ondes/wfdb/every-format-is-read", every_format_is_read);
  g_test_add_func ("/ondes/wfdb/differences-are-summed", differences_are_summed);
  g_test_add_func ("/ondes/wfdb/files-skew-and-frames-count", files_skew_and_frames_count);
  g_test_add_func ("/ondes/wfdb/segments-are-joined", segments_are_joined);
  g_test_add_func ("/ondes/wfdb/defaults-are-told", defaults_are_told);
  g_test_add_func ("/ondes/wfdb/others-are-refused", others_are_refused);
  g_test_add_func ("/ondes/wfdb/cut-files-are-no-trouble", cut_files_are_no_trouble);
  return scratch_run ();
}
