/* SPDX-License-Identifier: GPL-3.0-or-later */
/* EDF, EDF+ and BDF, written here byte by byte by their specification. */
#include "scratch.h"

#include <math.h>
#include <string.h>

typedef struct
{
  const char *label, *unit, *prefilter;
  double      physical_min, physical_max;
  int         digital_min, digital_max;
  guint       samples; /* in a record */
} Signal;

typedef struct
{
  gboolean     wide;
  const char  *reserved;  /* "EDF+C" … */
  const char  *recording; /* field of the header */
  const char  *record_s;
  guint        n, records;
  const Signal *signals;
  const char *const *lists; /* [records] of the last signal instead of samples, their zero bytes written as /; NULL if none */
} Recipe;

static const Signal sleep_signals[] = {
  { "EEG Fpz-Cz", "uV", "HP:0.5Hz", -192, 192.5, -2048, 2047, 10 },
  { "SpO2", "%", "", 0, 100, -32768, 32767, 2 },
  { "EMG", "mV", "HP:10Hz", 5, -5, -32768, 32767, 10 },
};

static void
put_fields (GString    *file,
            guint       width,
            const char *text)
{
  g_string_append_printf (file, "%-*.*s", (int) width, (int) width, text);
}

static void
put_numbers (GString      *file,
             const Recipe *recipe,
             guint         field)
{
  for (guint i = 0; i < recipe->n; i++)
    {
      const Signal *signal = &recipe->signals[i];
      const double values[] = { signal->physical_min, signal->physical_max, signal->digital_min, signal->digital_max };
      char number[G_ASCII_DTOSTR_BUF_SIZE];

      put_fields (file, 8, g_ascii_formatd (number, sizeof number, "%.7g", values[field]));
    }
}

static void
put_header (GString      *file,
            const Recipe *recipe)
{
  g_autofree char *bytes = g_strdup_printf ("%u", 256 * (recipe->n + 1)), *records = g_strdup_printf ("%u", recipe->records);
  g_autofree char *n = g_strdup_printf ("%u", recipe->n);

  put_fields (file, 8, recipe->wide ? "\377BIOSEMI" : "0");
  put_fields (file, 80, "MCH-0234567 F 02-MAY-1951 Haagse_Harry");
  put_fields (file, 80, recipe->recording != NULL ? recipe->recording : "somebody");
  put_fields (file, 8, "02.08.51");
  put_fields (file, 8, "13.07.38");
  put_fields (file, 8, bytes);
  put_fields (file, 44, recipe->reserved != NULL ? recipe->reserved : "");
  put_fields (file, 8, records);
  put_fields (file, 8, recipe->record_s);
  put_fields (file, 4, n);
  for (guint i = 0; i < recipe->n; i++)
    put_fields (file, 16, recipe->signals[i].label);
  for (guint i = 0; i < recipe->n; i++)
    put_fields (file, 80, "AgAgCl cup electrode");
  for (guint i = 0; i < recipe->n; i++)
    put_fields (file, 8, recipe->signals[i].unit);
  for (guint field = 0; field < 4; field++)
    put_numbers (file, recipe, field);
  for (guint i = 0; i < recipe->n; i++)
    put_fields (file, 80, recipe->signals[i].prefilter);
  for (guint i = 0; i < recipe->n; i++)
    {
      g_autofree char *samples = g_strdup_printf ("%u", recipe->signals[i].samples);

      put_fields (file, 8, samples);
    }
  for (guint i = 0; i < recipe->n; i++)
    put_fields (file, 32, "");
  g_assert_cmpuint (file->len, ==, 256 * (recipe->n + 1));
}

/* Returns the file; *@values gets the physical values of each signal in turn, of all records. */
static GString *
make (const Recipe *recipe,
      GPtrArray   **values)
{
  const guint width = recipe->wide ? 3 : 2;
  const int range = recipe->wide ? 1 << 23 : 1 << 15;
  GString *file = g_string_new (NULL);

  put_header (file, recipe);
  *values = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < recipe->n; i++)
    g_ptr_array_add (*values, g_new (double, (gsize) recipe->records * recipe->signals[i].samples));
  for (guint r = 0; r < recipe->records; r++)
    for (guint i = 0; i < recipe->n; i++)
      {
        const Signal *signal = &recipe->signals[i];
        const double digital = (double) signal->digital_max - signal->digital_min;

        for (guint k = 0; k < signal->samples; k++)
          {
            const int number = g_test_rand_int_range (-range, range);
            const double step = (signal->physical_max - signal->physical_min) / digital;

            ((double *) (*values)->pdata[i])[r * signal->samples + k]
              = signal->physical_min + (number - (double) signal->digital_min) * step;
            for (guint b = 0; b < width; b++)
              g_string_append_c (file, (char) (number >> 8 * b & 255));
          }
        if (recipe->lists != NULL && i == recipe->n - 1)
          {
            char *list = file->str + file->len - signal->samples * width;
            const gsize length = strlen (recipe->lists[r]);

            g_assert_cmpuint (length, <=, signal->samples * width);
            memset (list, 0, signal->samples * width);
            for (gsize k = 0; k < length; k++)
              list[k] = recipe->lists[r][k] == '/' ? '\0' : recipe->lists[r][k];
          }
      }
  return file;
}

static void
assert_values (OndesRecording *recording,
               guint           channel,
               const double   *values,
               gsize           n)
{
  g_autofree double *read = scratch_read (recording, channel);
  g_autoptr (OndesSource) source = ondes_recording_source (recording, channel, NULL);

  g_assert_cmpuint (source->n, ==, n);
  for (gsize i = 0; i < n; i++)
    if (isnan (values[i]) ? !isnan (read[i]) : !(fabs (read[i] - values[i]) <= 1e-12 * (fabs (values[i]) + 1000)))
      g_error ("sample %zu of channel %u is %.17g, not %.17g", i, channel, read[i], values[i]);
  for (guint i = 0; i < 20; i++)
    {
      const gsize at = (gsize) g_test_rand_int_range (0, (int) n), count = (gsize) g_test_rand_int_range (0, (int) (n - at)) + 1;
      g_autofree double *span = g_new (double, count);

      g_assert_cmpint (source->type, ==, ONDES_F64);
      g_assert_true (ondes_source_read (source, at, count, span, NULL));
      g_assert_true (memcmp (span, read + at, count * sizeof *span) == 0);
    }
}

static void
signals_of_one_rate_are_read (void)
{
  const Recipe recipe = { .record_s = "0.5", .n = 3, .records = 9, .signals = sleep_signals };
  g_autoptr (GPtrArray) values = NULL;
  g_autoptr (GString) file = make (&recipe, &values);
  static const char *const names[] = { "night.edf", "night.wav", "night.csv", "night", "night.bdf" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autoptr (OndesRecording) recording = scratch_open (scratch_write (names[i], file->str, file->len), NULL);
      const OndesRecordingInfo *info = ondes_recording_get_info (recording);

      g_assert_cmpuint (info->channels, ==, 2);
      g_assert_cmpuint (info->frames, ==, 90);
      g_assert_cmpfloat (info->rate_hz, ==, 20);
      g_assert_cmpstr (info->format, ==, "EDF, 16 bit");
      g_assert_cmpstr (info->channel_names[0], ==, "EEG Fpz-Cz (uV)");
      g_assert_cmpstr (info->channel_names[1], ==, "EMG (mV)");
      g_assert_cmpstr (info->unit, ==, "");
      g_assert_true (scratch_has_note (recording, "left out: 2 SpO2 (4 Hz)"));
      g_assert_cmpint (info->start_source, ==, ONDES_START_HEADER);
      g_assert_true (info->start_zone.unknown);
      g_assert_cmpint (info->start_us, ==, G_GINT64_CONSTANT (2574594458) * G_USEC_PER_SEC); /* 2051-08-02 13:07:38 */
      assert_values (recording, 1, values->pdata[0], 90);
      assert_values (recording, 2, values->pdata[2], 90);
    }
}

static void
a_signal_chooses_its_rate (void)
{
  const Recipe recipe = { .record_s = "0.5", .n = 3, .records = 9, .signals = sleep_signals };
  g_autoptr (GPtrArray) values = NULL;
  g_autoptr (GString) file = make (&recipe, &values);
  const char *path = scratch_write ("choose.edf", file->str, file->len);
  g_autoptr (OndesRecording) slow = scratch_open (path, &(OndesReadOptions) { .column = 2 });
  g_autoptr (OndesRecording) third = scratch_open (path, &(OndesReadOptions) { .column = 3 });

  g_assert_cmpfloat (ondes_recording_get_info (slow)->rate_hz, ==, 4);
  g_assert_cmpstr (ondes_recording_get_info (slow)->unit, ==, "%");
  g_assert_cmpstr (ondes_recording_get_info (slow)->channel_names[0], ==, "SpO2");
  g_assert_false (scratch_has_note (slow, "does nothing"));
  assert_values (slow, 1, values->pdata[1], 18);
  g_assert_cmpuint (ondes_recording_get_info (third)->first_channel, ==, 2);
  scratch_refuse (path, &(OndesReadOptions) { .column = 4 }, ONDES_ERROR_FILE, "no samples of a signal 4");
}

static void
bdf_has_three_bytes (void)
{
  static const Signal signals[] = { { "A1", "uV", "", -262144, 262143, -8388608, 8388607, 64 },
                                    { "Status", "Boolean", "", -8388608, 8388607, -8388608, 8388607, 64 } };
  const Recipe recipe = { .wide = TRUE, .reserved = "24BIT", .record_s = "1", .n = 2, .records = 5, .signals = signals };
  g_autoptr (GPtrArray) values = NULL;
  g_autoptr (GString) file = make (&recipe, &values);
  g_autoptr (OndesRecording) recording = scratch_open (scratch_write ("brain.bdf", file->str, file->len), NULL);

  g_assert_cmpstr (ondes_recording_get_info (recording)->format, ==, "BDF, 24 bit");
  g_assert_cmpuint (ondes_recording_get_info (recording)->channels, ==, 2);
  assert_values (recording, 1, values->pdata[0], 5 * 64);
  assert_values (recording, 2, values->pdata[1], 5 * 64);
}

/* Records that a piece of the file does not hold are read signal by signal. */
static void
long_records_are_read (void)
{
  static const Signal signals[] = { { "a", "V", "", -1, 1, -32768, 32767, 100003 },
                                    { "b", "V", "", -2, 2, -32768, 32767, 100003 } };
  const Recipe recipe = { .record_s = "100003", .n = 2, .records = 2, .signals = signals };
  g_autoptr (GPtrArray) values = NULL;
  g_autoptr (GString) file = make (&recipe, &values);
  g_autoptr (OndesRecording) recording = scratch_open (scratch_write ("long.edf", file->str, file->len), NULL);

  g_assert_cmpstr (ondes_recording_get_info (recording)->unit, ==, "V");
  g_assert_cmpfloat (ondes_recording_get_info (recording)->rate_hz, ==, 1);
  for (guint channel = 1; channel <= 2; channel++)
    assert_values (recording, channel, values->pdata[channel - 1], 2 * 100003);
}

static const Signal plus_signals[] = {
  { "EEG", "uV", "", -100, 100, -32768, 32767, 8 },
  { "EDF Annotations", "", "", -1, 1, -32768, 32767, 20 },
};

static void
gaps_are_gaps (void)
{
  static const char *const lists[] = { "+0.25\024\024/+0.5\024x\024/", "+1.25\024\024/", "+3.5\024\024/", "+4.4\024\024/",
                                       "+100.25\024\024/" };
  const Recipe recipe = { .reserved = "EDF+D", .recording = "Startdate 02-AUG-2051 X X X", .record_s = "1", .n = 2, .records = 5,
                          .signals = plus_signals, .lists = lists };
  static const guint places[] = { 0, 8, 26, 34, 800 };
  g_autoptr (GPtrArray) values = NULL;
  g_autoptr (GString) file = make (&recipe, &values);
  g_autoptr (OndesRecording) recording = scratch_open (scratch_write ("gaps.edf", file->str, file->len), NULL);
  const OndesRecordingInfo *info = ondes_recording_get_info (recording);
  g_autofree double *expected = g_new (double, 808);

  for (guint i = 0; i < 808; i++)
    expected[i] = NAN;
  for (guint r = 0; r < 5; r++)
    memcpy (expected + places[r], (double *) values->pdata[0] + 8 * r, 8 * sizeof *expected);
  g_assert_cmpuint (info->channels, ==, 1);
  g_assert_cmpuint (info->frames, ==, 808);
  g_assert_cmpuint (info->deviation.gaps, ==, 2);
  g_assert_cmpuint (info->deviation.missing, ==, 808 - 40);
  g_assert_cmpint (info->start_us, ==, G_GINT64_CONSTANT (2574594458250000));
  g_assert_true (scratch_has_note (recording, "2 gaps between its records"));
  g_assert_true (scratch_has_note (recording, "1 data record of"));
  assert_values (recording, 1, expected, 808);
}

/* The year of a recording of EDF+ has four digits; without gaps its records are read as those of EDF. */
static void
continuous_plus_is_read (void)
{
  static const char *const lists[] = { "+0.125\024\024/", "+1.125\024\024/" };
  const Recipe recipe = { .reserved = "EDF+C", .recording = "Startdate 29-FEB-1932 X X X", .record_s = "1", .n = 2, .records = 2,
                          .signals = plus_signals, .lists = lists };
  g_autoptr (GPtrArray) values = NULL;
  g_autoptr (GString) file = make (&recipe, &values);
  g_autoptr (OndesRecording) recording = scratch_open (scratch_write ("plus.edf", file->str, file->len), NULL);

  g_assert_cmpstr (ondes_recording_get_info (recording)->format, ==, "EDF+, 16 bit");
  g_assert_cmpint (ondes_recording_get_info (recording)->start_us, ==, G_GINT64_CONSTANT (-1194087141875000));
  assert_values (recording, 1, values->pdata[0], 16);
}

/* Cut anywhere: refused in one sentence, or read as far as it goes. */
static void
cut_files_are_no_trouble (void)
{
  static const char *const lists[] = { "+0\024\024/", "+1\024\024/", "+9\024\024/" };
  const Recipe recipe = { .reserved = "EDF+D", .record_s = "1", .n = 2, .records = 3, .signals = plus_signals, .lists = lists };
  g_autoptr (GPtrArray) values = NULL;
  g_autoptr (GString) file = make (&recipe, &values);
  const guint begin = 256 * 3, record = 2 * 28;

  for (gsize size = 256; size < file->len; size++)
    {
      const char *path = scratch_write ("cut.edf", file->str, size);

      if (size < begin + record)
        scratch_refuse (path, NULL, ONDES_ERROR_FILE, "find a whole copy");
      else
        {
          g_autoptr (OndesRecording) recording = scratch_open (path, NULL);

          g_assert_cmpuint (ondes_recording_get_info (recording)->frames, ==, (size - begin) / record * 8);
          g_assert_true (scratch_has_note (recording, "fewer than its header tells"));
          assert_values (recording, 1, values->pdata[0], ondes_recording_get_info (recording)->frames);
        }
    }
}

static void
damaged_headers_are_told (void)
{
  static const char *const lists[] = { "+0\024\024/", "+1\024\024/" };
  static const struct
  {
    guint       at;
    const char *bytes, *part; /* NULL if it is read all the same */
  } damages[] = {
    { 252, "9999", "does not fit its length" },       { 184, "12      ", "does not fit its length" },
    { 192, "     ", NULL },                           { 236, "-1      ", NULL },
    { 236, "x       ", NULL },                        { 244, "0       ", NULL },
    { 244, "nan     ", NULL },                        { 256 + 2 * 216, "-3      ", "how many samples" },
    { 256 + 2 * 216, "1.5     ", "how many samples" }, { 256 + 2 * 216, "99999999", "no whole data record" },
    { 256 + 2 * 216, "0       ", "holds no signals" }, { 256 + 2 * 120, "32767   ", NULL },
    { 256 + 2 * 104, "inf     ", NULL },              { 168, "99.99.99", NULL },
    { 256 * 3 + 56 + 16, "+x\024\024", "time of its data record 2" },
    { 256 * 3 + 56 + 16, "+1e15\024", "days apart for its data records 1 and 2" },
  };
  const Recipe recipe = { .reserved = "EDF+D", .record_s = "1", .n = 2, .records = 2, .signals = plus_signals, .lists = lists };

  for (guint i = 0; i < G_N_ELEMENTS (damages); i++)
    {
      g_autoptr (GPtrArray) values = NULL;
      g_autoptr (GString) file = make (&recipe, &values);
      const char *path;

      memcpy (file->str + damages[i].at, damages[i].bytes, strlen (damages[i].bytes));
      path = scratch_write ("damaged.edf", file->str, file->len);
      if (damages[i].part != NULL)
        scratch_refuse (path, NULL, ONDES_ERROR_FILE, damages[i].part);
      else
        {
          g_autoptr (OndesRecording) recording = scratch_open (path, NULL);

          /* In plain EDF the annotations are a signal like others. */
          g_assert_cmpuint (ondes_recording_get_info (recording)->frames, ==, i == 2 ? 40 : 16);
        }
    }
}

/* Any bytes anywhere are read or refused. */
static void
random_damage_is_no_trouble (void)
{
  static const char *const lists[] = { "+0\024\024/", "+1\024\024/", "+9\024\024/" };
  const Recipe recipe = { .reserved = "EDF+D", .record_s = "1", .n = 2, .records = 3, .signals = plus_signals, .lists = lists };
  g_autoptr (GPtrArray) values = NULL;
  g_autoptr (GString) file = make (&recipe, &values);

  for (guint round = 0; round < 300; round++)
    {
      g_autoptr (GString) damaged = g_string_new_len (file->str, (gssize) file->len);
      g_autoptr (GError) error = NULL;
      g_autoptr (OndesRecording) recording = NULL;

      for (guint i = 0; i < 4; i++)
        damaged->str[g_test_rand_int_range (0, (int) file->len)] = (char) g_test_rand_int_range (0, 256);
      recording = ondes_recording_open (scratch_write ("random.edf", damaged->str, damaged->len), NULL, NULL, &error);
      g_assert_true ((recording == NULL) == (error != NULL));
      if (recording != NULL && ondes_recording_get_info (recording)->frames < 100000)
        g_free (scratch_read (recording, 1));
    }
}

/* Sources are read by span from any thread. */
typedef struct
{
  OndesSource  *source;
  const double *values;
} Reading;

static gpointer
read_spans (gpointer data)
{
  const Reading *reading = data;
  double span[3000];

  for (guint i = 0; i < 200; i++)
    {
      const guint64 at = (i * G_GUINT64_CONSTANT (7919)) % (reading->source->n - 3000);

      g_assert_true (ondes_source_read (reading->source, at, 3000, span, NULL));
      g_assert_true (memcmp (span, reading->values + at, sizeof span) == 0);
    }
  return NULL;
}

static void
threads_read_at_once (void)
{
  static const Signal signals[] = { { "a", "V", "", -32768, 32767, -32768, 32767, 500 },
                                    { "b", "V", "", -2, 2, -32768, 32767, 500 } };
  const Recipe recipe = { .record_s = "1", .n = 2, .records = 100, .signals = signals };
  g_autoptr (GPtrArray) values = NULL;
  g_autoptr (GString) file = make (&recipe, &values);
  g_autoptr (OndesRecording) recording = scratch_open (scratch_write ("threads.edf", file->str, file->len), NULL);
  g_autoptr (OndesSource) source = ondes_recording_source (recording, 1, NULL);
  Reading reading = { source, values->pdata[0] };
  GThread *threads[4];

  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    threads[i] = g_thread_new ("reads", read_spans, &reading);
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    g_thread_join (threads[i]);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  scratch_make ();
  g_test_add_func ("/ondes/edf/signals-of-one-rate-are-read", signals_of_one_rate_are_read);
  g_test_add_func ("/ondes/edf/a-signal-chooses-its-rate", a_signal_chooses_its_rate);
  g_test_add_func ("/ondes/edf/bdf-has-three-bytes", bdf_has_three_bytes);
  g_test_add_func ("/ondes/edf/long-records-are-read", long_records_are_read);
  g_test_add_func ("/ondes/edf/gaps-are-gaps", gaps_are_gaps);
  g_test_add_func ("/ondes/edf/continuous-plus-is-read", continuous_plus_is_read);
  g_test_add_func ("/ondes/edf/cut-files-are-no-trouble", cut_files_are_no_trouble);
  g_test_add_func ("/ondes/edf/damaged-headers-are-told", damaged_headers_are_told);
  g_test_add_func ("/ondes/edf/random-damage-is-no-trouble", random_damage_is_no_trouble);
  g_test_add_func ("/ondes/edf/threads-read-at-once", threads_read_at_once);
  return scratch_run ();
}
