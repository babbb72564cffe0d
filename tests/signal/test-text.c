/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "scratch.h"

#include <locale.h>
#include <math.h>
#include <string.h>

/* One text, and what it says: channels, frames, and a few of the samples. */
typedef struct
{
  const char *name, *text;
  guint       channels;
  guint64     frames;
  double      rate; /* 0: not known */
  double      samples[12]; /* channel after channel */
} Dialect;

static const Dialect dialects[] = {
  { "one-column", "1\n2.5\n-3e2\n", 1, 3, 0, { 1, 2.5, -300 } },
  { "no-newline-at-the-end", "1\n2", 1, 2, 0, { 1, 2 } },
  { "crlf", "1\r\n2\r\n\r\n3\r\n", 1, 3, 0, { 1, 2, 3 } },
  { "cr-alone", "1\r2\r3\r", 1, 3, 0, { 1, 2, 3 } },
  { "byte-order-mark",
    "\xef\xbb\xbf"
    "1;2\n3;4\n",
    2,
    2,
    0,
    { 1, 3, 2, 4 } },
  { "comma", "1,-2\n3,4\n", 2, 2, 0, { 1, 3, -2, 4 } },
  { "comma-and-blanks", " 1,  -2\n 3 ,4\n", 2, 2, 0, { 1, 3, -2, 4 } },
  { "semicolon", "1.5;2\n0.5;4\n", 2, 2, 0, { 1.5, 0.5, 2, 4 } },
  { "tab", "1.5\t2\n0.5\t4\n", 2, 2, 0, { 1.5, 0.5, 2, 4 } },
  { "blanks", "  1.5   2\n  0.5 4  \n", 2, 2, 0, { 1.5, 0.5, 2, 4 } },
  { "tabs-and-blanks", "  1.5\t   2\n  0.5 \t4  \n", 2, 2, 0, { 1.5, 0.5, 2, 4 } },
  { "decimal-comma-semicolon", "1,5;2\n0,25;4,125\n", 2, 2, 0, { 1.5, 0.25, 2, 4.125 } },
  { "decimal-comma-tab", "1,5\t2\n0,25\t4,125\n", 2, 2, 0, { 1.5, 0.25, 2, 4.125 } },
  { "decimal-comma-blanks", "1,5 2,0\n0,25 4,125\n", 2, 2, 0, { 1.5, 0.25, 2, 4.125 } },
  { "decimal-comma-alone", "1,05\n0,25\n", 1, 2, 0, { 1.05, 0.25 } },
  { "fortran-exponents", "1.5D+02\n-2.5d-1\n", 1, 2, 0, { 150, -0.25 } },
  { "empty-cells", "5,1\n,2\n3,\n", 2, 3, 0, { 5, NAN, 3, 1, 2, NAN } },
  { "trailing-separators", "5;1;\n4;2;\n3;6;\n", 2, 3, 0, { 5, 4, 3, 1, 2, 6 } },
  { "missing-words", "5,NaN\nNA,2\ninf,-Infinity\n", 2, 3, 0, { 5, NAN, INFINITY, NAN, 2, -INFINITY } },
  { "quotes", "\"5\",\"1\"\n\"4\",\"2\"\n", 2, 2, 0, { 5, 4, 1, 2 } },
  { "comments", "# made by hand\n# in 2020\n5 1\n# pause\n4 2 # late\n", 2, 2, 0, { 5, 4, 1, 2 } },
  { "percent-comments", "% made by hand 2\n5 1\n4 2\n", 2, 2, 0, { 5, 4, 1, 2 } },
  { "header", "left,right\n5,1\n4,2\n", 2, 2, 0, { 5, 4, 1, 2 } },
  { "prose",
    "Measured in 1997 by 2 people\nwith care, 12 volts\n\nleft right\n5 1\n4 2\n3 3\n1 4\n",
    2,
    4,
    0,
    { 5, 4, 3, 1, 1, 2, 3, 4 } },
  { "words-in-a-column", "A,5,1\nB,4,2\nC,3,7\n", 2, 3, 0, { 5, 4, 3, 1, 2, 7 } },
  { "ragged", "5,1\n4\n3,3,9\n2,4\n", 2, 4, 0, { 5, 4, 3, 2, 1, NAN, 3, 4 } },
  { "word-in-a-number", "5,1\nERR,2\n3,3\n2,4\n", 2, 4, 0, { 5, NAN, 3, 2, 1, 2, 3, 4 } },
  { "one-line", "5,1,4,2.5\n", 1, 4, 0, { 5, 1, 4, 2.5 } },
  { "time-without-a-name", "0.0 5\n0.5 7\n1.0 6\n1.5 2\n", 1, 4, 2, { 5, 7, 6, 2 } },
  { "time-by-name", "Time [s];p [mbar]\n10;5\n14;7\n", 1, 2, 0.25, { 5, 7 } },
  { "time-not-first", "p,time_s\n5,1\n7,2\n6,3\n", 1, 3, 1, { 5, 7, 6 } },
  { "line-of-units", "Zeit;Druck\ns;mbar\n0,0;5,5\n0,1;7,5\n", 1, 2, 10, { 5.5, 7.5 } },
  { "milliseconds", "time_ms,v\n0,5\n4,7\n8,6\n", 1, 3, 0.25, { 5, 7, 6 } },
  { "microseconds", "time_us,v\n0,5\n250,7\n500,6\n", 1, 3, 4000, { 5, 7, 6 } },
  { "dates", "2020-02-28T23:59:59.5Z,5\n2020-02-29T00:00:00.0Z,7\n2020-02-29T00:00:00.5Z,6\n", 1, 3, 2, { 5, 7, 6 } },
  { "dates-with-zones", "when;v\n2020-03-01 00:30:00+01:00;5\n2020-02-29 23:40:00Z;7\n", 1, 2, 1 / 600.0, { 5, 7 } },
  { "date-and-clock", "2020-02-28 23:59:59.5 5\n2020-02-29 00:00:00.0 7\n2020-02-29 00:00:00.5 6\n", 1, 3, 2, { 5, 7, 6 } },
  { "date-and-clock-with-names", "day,clock,v\n2020-02-28,23:50,5\n2020-02-29,00:00,7\n", 1, 2, 1 / 600.0, { 5, 7 } },
  { "two-dates",
    "sent,received,v\n2020-02-28T23:50,2020-03-01T00:00,5\n2020-02-29T00:00,2020-03-01T00:10,7\n",
    1,
    2,
    1 / 600.0,
    { 5, 7 } },
  { "labview",
    "LabVIEW "
    "Measurement\t\nReader_Version\t2\t\n***End_of_Header***\t\t\nX_Value\tVoltage\tComment\n0.0\t5\t\n0.5\t7\t\n1.0\t6\t\n",
    1,
    3,
    2,
    { 5, 7, 6 } },
  { "index-is-no-time", "index,v\n0,5\n1,7\n2,6\n", 1, 3, 0, { 5, 7, 6 } },
  { "increasing-values-are-no-time", "1,5\n2,7\n40,6\n41,8\n300,1\n", 2, 5, 0, { 1, 2, 40, 41, 300, 5, 7, 6, 8, 1 } },
};

static void
assert_same (double a,
             double b)
{
  if (isnan (b))
    g_assert_true (isnan (a));
  else
    g_assert_cmpfloat (a, ==, b);
}

static void
dialect_is_understood (gconstpointer data)
{
  const Dialect *dialect = data;
  g_autoptr (OndesRecording) recording = scratch_open (scratch_text ("dialect.txt", dialect->text), NULL);
  const OndesRecordingInfo *info = ondes_recording_get_info (recording);

  g_assert_cmpuint (info->channels, ==, dialect->channels);
  g_assert_cmpuint (info->frames, ==, dialect->frames);
  g_assert_cmpint (info->type, ==, ONDES_F64);
  g_assert_cmpint (info->rate_known, ==, dialect->rate > 0);
  g_assert_cmpfloat (info->rate_hz, ==, dialect->rate > 0 ? dialect->rate : 1);
  for (guint c = 0; c < dialect->channels; c++)
    {
      g_autofree double *samples = scratch_read (recording, c + 1);

      for (guint i = 0; i < dialect->frames; i++)
        assert_same (samples[i], dialect->samples[c * dialect->frames + i]);
    }
}

static void
faults_are_told (void)
{
  static const struct
  {
    const char *text, *note;
  } faults[] = {
    { "5,1\n4\n3,3,9\n2,4\n", "Line 2" },
    { "5,1\n4\n3,3,9\n2,4\n", "Line 3" },
    { "5,1\nERR,2\nERR,3\n2,4\n", "2 lines" },
    { "5,1\n4,2\nstop,here\n2,4\n", "holds none" },
    { "5\n1\n", "does not say its sampling rate" },
    { "time,v\n1871,1\n1872,3\n1873,2\n", "look like years" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (faults); i++)
    {
      g_autoptr (OndesRecording) recording = scratch_open (scratch_text ("fault.txt", faults[i].text), NULL);

      g_assert_true (scratch_has_note (recording, faults[i].note));
    }
}

static void
names_and_units (void)
{
  g_autoptr (OndesRecording) recording =
      scratch_open (scratch_text ("named.csv", "t [ms],p [mbar],T (degC)\n5,1,2\n6,2,3\n7,9,1\n"), NULL);
  const OndesRecordingInfo *info = ondes_recording_get_info (recording);
  OndesReadOptions third = { .column = 3, .unit = "K" };
  g_autoptr (OndesRecording) other = NULL;

  g_assert_cmpstr (info->channel_names[0], ==, "p [mbar]");
  g_assert_cmpstr (info->channel_names[1], ==, "T (degC)");
  g_assert_cmpstr (info->unit, ==, "mbar");
  g_assert_cmpstr (info->time_unit, ==, "ms");
  g_assert_cmpfloat (info->start, ==, 5);
  g_assert_cmpuint (info->first_channel, ==, 1);
  g_assert_cmpstr (info->format, ==, "text, 3 columns, comma");
  other = scratch_open (scratch_path ("named.csv"), &third);
  info = ondes_recording_get_info (other);
  g_assert_cmpuint (info->first_channel, ==, 2);
  g_assert_cmpstr (info->unit, ==, "K");
}

/* Every double comes back to its last bit, however it is printed, in any locale. */
static void
numbers_are_exact (gconstpointer data)
{
  const char *how = data;
  enum { N = 20000 };
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree double *expected = g_new (double, N), *samples = NULL;
  g_autoptr (OndesRecording) recording = NULL;

  setlocale (LC_ALL, "de_DE.UTF-8");
  for (int i = 0; i < N; i++)
    {
      char number[512];
      union
      {
        guint64 bits;
        double  value;
      } u;

      do
        u.bits = (guint64) g_test_rand_int () << 32 | (guint32) g_test_rand_int ();
      while (!isfinite (u.value));
      if (i % 2 == 0)
        u.value = g_test_rand_double_range (-1, 1) * pow (10, g_test_rand_int_range (-25, 25));
      if (g_str_equal (how, "%.15f"))
        u.value = g_test_rand_double_range (-1000, 1000);
      g_ascii_formatd (number, sizeof number, how, u.value);
      expected[i] = g_ascii_strtod (number, NULL);
      g_string_append_printf (text, "%s\n", number);
    }
  recording = scratch_open (scratch_text ("exact.txt", text->str), NULL);
  g_assert_cmpuint (ondes_recording_get_info (recording)->frames, ==, N);
  samples = scratch_read (recording, 1);
  for (int i = 0; i < N; i++)
    g_assert_cmpfloat (samples[i], ==, expected[i]);
  setlocale (LC_ALL, "C.UTF-8");
}

/* A stamp too many, a row too few: coarse stamps are not held for rounded ones, whichever digits they show. A row too few is a
 * gap. */
static void
coarse_stamps_hide_nothing (void)
{
  static const struct
  {
    double step, extra; /* extra: a stamp put in; 0: none */
    int    missing;     /* a stamp left out; 0: none */
    double furthest;    /* at least, in samples */
  } cases[] = { { 1, 2.5, 0, 0.5 }, { 1, 0, 40, 0.5 }, { 0.01, 0, 60, 0.5 }, { 0.01, 0.105, 0, 0.5 }, { 1, 0, 0, 0 } };

  for (gsize c = 0; c < G_N_ELEMENTS (cases); c++)
    {
      g_autoptr (GString) text = g_string_new (NULL);
      g_autoptr (OndesRecording) recording = NULL;
      const OndesRecordingInfo *info;
      OndesReadOptions first = { .time_column = 1 };

      for (int i = 0; i < 100; i++)
        {
          double t = i * cases[c].step, before = t - cases[c].step;

          if (cases[c].extra > before && cases[c].extra < t)
            g_string_append_printf (text, "%g %d\n", cases[c].extra, i % 7);
          if (i == 0 || i != cases[c].missing)
            g_string_append_printf (text, "%g %d\n", t, i % 7);
        }
      recording = scratch_open (scratch_text ("coarse.txt", text->str), &first);
      info = ondes_recording_get_info (recording);
      if (cases[c].furthest == 0 || cases[c].missing > 0)
        {
          g_assert_cmpuint (info->irregular, ==, 0);
          g_assert_cmpuint (info->deviation.missing, ==, cases[c].missing > 0);
          g_assert_cmpuint (info->frames, ==, 100);
        }
      else
        {
          g_assert_cmpuint (info->irregular, >, 0);
          g_assert_cmpfloat (info->irregular_max_samples, >=, cases[c].furthest);
          g_assert_true (scratch_has_note (recording, "irregular"));
        }
    }
}

/* Stamps of a round rate, printed with @decimals: the rate is found to the last bit, and rounding is not irregular. */
static void
rates_are_found (void)
{
  static const struct
  {
    double rate;
    int    decimals, n;
    double start;
  } cases[] = {
    { 12, 2, 1500, 1871.04 }, { 4096, 12, 4096, 12 }, { 250, 3, 5000, 0 },   { 44100, 6, 3000, 0 },  { 1 / 600.0, 0, 400, 1e9 },
    { 3, 3, 1000, -5 },       { 360, 3, 2000, 0 },    { 0.1, 1, 100, 0 },    { 128, 7, 1000, 0.5 },  { 1000, 2, 3000, 100 },
    { 16.5, 3, 2000, 0 },     { 0.6, 0, 100, 0 },     { 1250, 3, 5000, 0 },
  };

  for (gsize c = 0; c < G_N_ELEMENTS (cases); c++)
    {
      g_autoptr (GString) text = g_string_new (NULL);
      g_autoptr (OndesRecording) recording = NULL;
      const OndesRecordingInfo *info;
      OndesReadOptions first = { .time_column = 1 };

      for (int i = 0; i < cases[c].n; i++)
        g_string_append_printf (text, "%.*f %d\n", cases[c].decimals, cases[c].start + i / cases[c].rate, i % 7);
      recording = scratch_open (scratch_text ("rate.txt", text->str), &first);
      info = ondes_recording_get_info (recording);
      g_assert_true (info->rate_known);
      g_assert_cmpfloat (info->rate_hz, ==, cases[c].rate);
      g_assert_cmpuint (info->irregular, ==, 0);
      g_assert_cmpuint (info->channels, ==, 1);
    }
}

static void
wrong_requests (void)
{
  const char *path = scratch_text ("three.csv", "1,A,2\n2,B,1\n3,C,7\n");
  OndesReadOptions column = { .column = 4 }, time = { .time_column = 9 }, words = { .column = 2 },
                   both = { .column = 1, .time_column = 1 };

  scratch_refuse (path, &column, ONDES_ERROR_FILE, "has 3 columns");
  scratch_refuse (path, &time, ONDES_ERROR_FILE, "has 3 columns");
  scratch_refuse (path, &words, ONDES_ERROR_FILE, "words");
  scratch_refuse (path, &both, ONDES_ERROR_REQUEST, "--time-column are both column 1");
  time.time_column = 1;
  scratch_refuse (scratch_text ("down.csv", "9,1\n8,2\n7,3\n"), &time, ONDES_ERROR_FILE, "do not increase");
}

static void
not_a_recording (void)
{
  static const char binary[] = "1\n2\n3\n\0\0\1\n";
  g_autofree char *deep = g_malloc (20000);

  scratch_refuse (scratch_text ("prose.txt", "It was the best of times,\nit was the worst of times\n"), NULL, ONDES_ERROR_FILE,
                  "without columns of numbers");
  scratch_refuse (scratch_text ("blank.txt", "\n\n  \n"), NULL, ONDES_ERROR_FILE, "without columns of numbers");
  scratch_refuse (scratch_text ("comments.txt", "# 1\n# 2\n"), NULL, ONDES_ERROR_FILE, "without columns of numbers");
  scratch_refuse (scratch_write ("utf16.txt", "\xff\xfe" "a\0\n\0", 6), NULL, ONDES_ERROR_FILE, "UTF-16");
  scratch_refuse (scratch_write ("utf16be.bin", "\xfe\xff\1\2\3\4", 6), NULL, ONDES_ERROR_FILE, "--raw");
  scratch_refuse (scratch_write ("binary.txt", binary, sizeof binary), NULL, ONDES_ERROR_NEEDS_RAW, "--raw");
  /* Binary that comes late. */
  memset (deep, '1', 20000);
  for (int i = 10; i < 20000; i += 10)
    deep[i] = '\n';
  deep[15000] = '\0';
  scratch_refuse (scratch_write ("late.txt", deep, 20000), NULL, ONDES_ERROR_FILE, "not text in line");
}

/* Text longer than the buffers, and a line longer than them. */
static void
long_files_and_lines (void)
{
  g_autoptr (GString) text = g_string_new (NULL), line = g_string_new ("5");
  g_autoptr (OndesRecording) recording = NULL, one = NULL;
  g_autofree double *samples = NULL, *row = NULL;

  for (int i = 0; i < 200000; i++)
    g_string_append_printf (text, "%d %d\n", i * 7919 % 10007, -i);
  recording = scratch_open (scratch_text ("long.txt", text->str), NULL);
  g_assert_cmpuint (ondes_recording_get_info (recording)->frames, ==, 200000);
  samples = scratch_read (recording, 2);
  for (int i = 0; i < 200000; i++)
    g_assert_cmpfloat (samples[i], ==, -i);

  for (int i = 1; i < 300000; i++)
    g_string_append_printf (line, ";%d", i % 100);
  one = scratch_open (scratch_text ("wide.txt", line->str), NULL);
  g_assert_cmpuint (ondes_recording_get_info (one)->frames, ==, 300000);
  row = scratch_read (one, 1);
  for (int i = 1; i < 300000; i++)
    g_assert_cmpfloat (row[i], ==, i % 100);

  g_string_append_c (line, '\n');
  g_string_append_len (line, line->str, (gssize) line->len);
  scratch_refuse (scratch_text ("wider.txt", line->str), NULL, ONDES_ERROR_FILE, "transpose");
}

static void
cut_at_every_byte (void)
{
  static const char text[] = "# made\nTime;p (mbar)\n0,0;1,5\n0,5;-2,25e-3\n1,0;3,5\r\n1,5;\n";

  for (gsize n = 1; n < sizeof text; n++)
    {
      g_autoptr (GError) error = NULL;
      const char *path = scratch_write ("cut.txt", text, n);
      g_autoptr (OndesRecording) recording = ondes_recording_open (path, NULL, NULL, &error);

      if (recording)
        g_assert_cmpuint (ondes_recording_get_info (recording)->frames, <=, 4);
      else
        g_assert_true (g_str_has_prefix (error->message, path));
    }
}

/* Text put together from the pieces that text files are made of opens or is refused; whatever opens can be read. */
static void
nonsense (void)
{
  static const char *const pieces[] = {
    "1",
    "-2.5",
    "3e",
    "1e5",
    ",",
    ";",
    "\t",
    " ",
    "\n",
    "\r",
    "\r\n",
    "#",
    "%",
    "\"",
    "(",
    "]",
    "nan",
    "x",
    "t",
    "time",
    "2020-01-01",
    "12:30",
    "T",
    "Z",
    "+",
    "-",
    ".",
    "\xff",
    "\xc3\xa9",
    "1,5",
    "0",
    "\n1,2\n",
    "\n3 4\n",
    "5;6;\n",
    "D+",
    "1D400",
    "99999999999999999999999999",
  };

  for (int k = 0; k < 3000; k++)
    {
      g_autoptr (GString) text = g_string_new (NULL);
      g_autoptr (GError) error = NULL;
      OndesReadOptions options = { 0 };
      g_autoptr (OndesRecording) recording = NULL;
      const char *path;

      for (int n = g_test_rand_int_range (1, 60); n; n--)
        g_string_append (text, pieces[g_test_rand_int_range (0, G_N_ELEMENTS (pieces))]);
      options.resample = g_test_rand_bit ();
      options.column = g_test_rand_int_range (0, 10) == 0 ? 2 : 0;
      options.time_column = g_test_rand_int_range (0, 5) == 0 ? 1 : 0;
      path = scratch_text ("nonsense.txt", text->str);
      recording = ondes_recording_open (path, &options, NULL, &error);
      if (recording)
        {
          g_autofree double *samples = scratch_read (recording, ondes_recording_get_info (recording)->first_channel);

          g_assert_nonnull (samples);
          g_assert_cmpuint (ondes_recording_get_info (recording)->frames, >, 0);
          g_assert_cmpfloat (ondes_recording_get_info (recording)->rate_hz, >, 0);
          g_assert_true (isfinite (ondes_recording_get_info (recording)->rate_hz));
        }
      else
        g_assert_true (g_str_has_prefix (error->message, path));
    }
}

static void
bits_are_integers (void)
{
  g_autoptr (OndesRecording) recording = scratch_open (scratch_text ("bits.txt", "0 2\n1 1\n1 0\n0 1\n"), NULL);
  g_autoptr (OndesSource) source = ondes_recording_integers (recording, 1, NULL);
  guint8 bits[4];

  g_assert_nonnull (source);
  g_assert_cmpint (source->type, ==, ONDES_U8);
  g_assert_true (ondes_source_read (source, 0, 4, bits, NULL));
  g_assert_cmpmem (bits, 4, "\0\1\1\0", 4);
  g_assert_null (ondes_recording_integers (recording, 2, NULL));
}

static void
cancel (double   fraction,
        gpointer user_data)
{
  g_cancellable_cancel (user_data);
}

static void
parsing_is_cancelled (void)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;

  for (int i = 0; i < 200000; i++)
    g_string_append (text, "1.25 3\n");
  g_assert_null (ondes_recording_open (scratch_text ("long.txt", text->str), NULL,
                                      &(OndesWatch) { cancel, cancellable, cancellable }, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

int
main (int   argc,
      char *argv[])
{
  static const char *const prints[] = { "%.17g", "%.6g", "%.15f", "%.3e", "%.25e" };

  g_test_init (&argc, &argv, NULL);
  scratch_make ();
  for (gsize i = 0; i < G_N_ELEMENTS (dialects); i++)
    {
      g_autofree char *name = g_strdup_printf ("/ondes/text/understands/%s", dialects[i].name);

      g_test_add_data_func (name, &dialects[i], dialect_is_understood);
    }
  for (gsize i = 0; i < G_N_ELEMENTS (prints); i++)
    {
      g_autofree char *name = g_strdup_printf ("/ondes/text/numbers-are-exact/%s", prints[i] + 1);

      g_test_add_data_func (name, prints[i], numbers_are_exact);
    }
  g_test_add_func ("/ondes/text/faults-are-told", faults_are_told);
  g_test_add_func ("/ondes/text/names-and-units", names_and_units);
  g_test_add_func ("/ondes/text/rates-are-found", rates_are_found);
  g_test_add_func ("/ondes/text/coarse-stamps-hide-nothing", coarse_stamps_hide_nothing);
  g_test_add_func ("/ondes/text/wrong-requests", wrong_requests);
  g_test_add_func ("/ondes/text/not-a-recording", not_a_recording);
  g_test_add_func ("/ondes/text/long-files-and-lines", long_files_and_lines);
  g_test_add_func ("/ondes/text/cut-at-every-byte", cut_at_every_byte);
  g_test_add_func ("/ondes/text/nonsense-is-opened-or-refused", nonsense);
  g_test_add_func ("/ondes/text/bits-are-integers", bits_are_integers);
  g_test_add_func ("/ondes/text/parsing-is-cancelled", parsing_is_cancelled);
  return scratch_run ();
}
