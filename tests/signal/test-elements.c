/* SPDX-License-Identifier: GPL-3.0-or-later */
/* .npy and headerless files, written here byte by byte. */
#include "scratch.h"

#include <math.h>
#include <string.h>

enum { ROWS = 700, COLUMNS = 3 };

static void
append_number (GByteArray *bytes,
               const void *number,
               guint       n,
               gboolean    big)
{
  guint8 copy[16];

  memcpy (copy, number, n);
  for (guint i = 0; big != (G_BYTE_ORDER == G_BIG_ENDIAN) && i < n / 2; i++)
    {
      guint8 byte = copy[i];

      copy[i] = copy[n - 1 - i];
      copy[n - 1 - i] = byte;
    }
  g_byte_array_append (bytes, copy, n);
}

/* A half float from its bits' definition: sign, 5 of exponent, 10 of fraction. */
static guint16
random_half (double *value)
{
  int sign = g_test_rand_int_range (0, 2), exponent = g_test_rand_int_range (0, 31), fraction = g_test_rand_int_range (0, 1024);

  *value = exponent ? (1 + fraction / 1024.0) * pow (2, exponent - 15) : fraction / 1024.0 * pow (2, -14);
  *value *= sign ? -1 : 1;
  return (guint16) (sign << 15 | exponent << 10 | fraction);
}

/* Appends a random element of the type, and says its value. */
static double
append_random (GByteArray *bytes,
               char        kind,
               guint       n,
               gboolean    big)
{
  gint64 whole = (gint64) ((guint64) g_test_rand_int () << 32 | (guint32) g_test_rand_int ());
  double value = g_test_rand_double_range (-1000, 1000);
  float single = (float) value;
  guint64 u;
  guint16 h;

  switch (kind)
    {
    case 'b':
      u = whole & 1;
      append_number (bytes, &u, 1, FALSE);
      return (double) u;
    case 'u':
      u = (guint64) whole >> (64 - 8 * n);
      whole = (gint64) u;
      append_number (bytes, (guint8 *) &whole + (G_BYTE_ORDER == G_BIG_ENDIAN ? 8 - n : 0), n, big);
      return (double) u;
    case 'i':
      whole >>= 64 - 8 * n;
      append_number (bytes, (guint8 *) &whole + (G_BYTE_ORDER == G_BIG_ENDIAN ? 8 - n : 0), n, big);
      return (double) whole;
    default:
      if (n == 2)
        {
          h = random_half (&value);
          append_number (bytes, &h, 2, big);
        }
      else if (n == 4)
        append_number (bytes, &single, 4, big);
      else
        append_number (bytes, &value, 8, big);
      return n == 4 ? (double) single : value;
    }
}

static GByteArray *
npy_header (guint       version,
            const char *dictionary)
{
  GByteArray *bytes = g_byte_array_new ();
  gsize length = strlen (dictionary);
  guint8 start[12] = { 0x93, 'N', 'U', 'M', 'P', 'Y', (guint8) version, 0, (guint8) length, (guint8) (length >> 8) };

  g_byte_array_append (bytes, start, version == 1 ? 10 : 12);
  g_byte_array_append (bytes, (const guint8 *) dictionary, (guint) length);
  return bytes;
}

static const struct
{
  const char *descr;
  OndesType   type, source;
} types[] = {
  { "|b1", ONDES_U8, ONDES_F32 },  { "|i1", ONDES_I32, ONDES_F32 },    { "<i2", ONDES_I32, ONDES_F32 },
  { ">i2", ONDES_I32, ONDES_F32 }, { "<i4", ONDES_I32, ONDES_F64 },    { ">i4", ONDES_I32, ONDES_F64 },
  { "<i8", ONDES_I64, ONDES_F64 }, { ">i8", ONDES_I64, ONDES_F64 },    { "|u1", ONDES_U8, ONDES_F32 },
  { "<u2", ONDES_I32, ONDES_F32 }, { ">u2", ONDES_I32, ONDES_F32 },    { "<u4", ONDES_I64, ONDES_F64 },
  { ">u8", ONDES_I64, ONDES_F64 }, { "<u8", ONDES_I64, ONDES_F64 },    { "<f2", ONDES_F32, ONDES_F32 },
  { ">f2", ONDES_F32, ONDES_F32 }, { "<f4", ONDES_F32, ONDES_F32 },    { ">f4", ONDES_F32, ONDES_F32 },
  { "<f8", ONDES_F64, ONDES_F64 }, { ">f8", ONDES_F64, ONDES_F64 },    { "<c8", ONDES_C64, ONDES_C64 },
  { ">c8", ONDES_C64, ONDES_C64 }, { "<c16", ONDES_C128, ONDES_C128 }, { ">c16", ONDES_C128, ONDES_C128 },
};

static void
npy_matrix (gconstpointer data)
{
  gsize which = GPOINTER_TO_SIZE (data);
  const char *descr = types[which].descr;
  char kind = descr[1];
  guint n = (guint) g_ascii_strtoull (descr + 2, NULL, 10);
  gboolean is_complex = kind == 'c', big = descr[0] == '>';
  guint parts = is_complex ? 2 : 1;

  for (int fortran = 0; fortran < 2; fortran++)
    for (guint version = 1; version <= 3; version++)
      {
        g_autofree char *dictionary = g_strdup_printf ("{'descr': '%s', 'fortran_order': %s, 'shape': (%d, %d), }   \n", descr,
                                                       fortran ? "True" : "False", ROWS, COLUMNS);
        g_autoptr (GByteArray) bytes = npy_header (version, dictionary);
        g_autofree double *truth = g_new (double, ROWS * COLUMNS * parts);
        g_autoptr (OndesRecording) recording = NULL;
        const OndesRecordingInfo *info;

        for (guint k = 0; k < ROWS * COLUMNS; k++)
          {
            guint row = fortran ? k % ROWS : k / COLUMNS, column = fortran ? k / ROWS : k % COLUMNS;

            for (guint part = 0; part < parts; part++)
              truth[(column * ROWS + row) * parts + part] = append_random (bytes, is_complex ? 'f' : kind, n / parts, big);
          }
        recording = scratch_open (scratch_write ("matrix.npy", bytes->data, bytes->len), NULL);
        info = ondes_recording_get_info (recording);
        g_assert_cmpuint (info->frames, ==, ROWS);
        g_assert_cmpuint (info->channels, ==, COLUMNS);
        g_assert_cmpint (scratch_has_note (recording, "so half of the band is missing"), ==, is_complex);
        g_assert_cmpint (info->type, ==, types[which].type);
        g_assert_cmpint (info->complex_iq, ==, is_complex);
        g_assert_cmpuint (info->pcm_bits, ==, 0);
        g_assert_false (info->rate_known);
        g_assert_cmpfloat (info->rate_hz, ==, 1);
        for (guint c = 0; c < COLUMNS; c++)
          {
            g_autoptr (OndesSource) source = ondes_recording_source (recording, c + 1, NULL);
            g_autoptr (OndesSource) whole = ondes_recording_integers (recording, c + 1, NULL);
            g_autofree double *samples = scratch_read (recording, c + 1);

            g_assert_cmpint (source->type, ==, types[which].source);
            g_assert_cmpmem (samples, ROWS * parts * sizeof *samples, truth + c * ROWS * parts, ROWS * parts * sizeof *truth);
            g_assert_cmpint (whole != NULL, ==, strchr ("biu", kind) != NULL);
            if (whole && !g_str_equal (descr + 1, "u8"))
              {
                g_autofree double *exact = g_new (double, ROWS);

                g_assert_true (ondes_source_read_as (whole, 0, ROWS, ONDES_F64, exact, NULL));
                g_assert_cmpmem (exact, ROWS * sizeof *exact, truth + c * ROWS, ROWS * sizeof *truth);
              }
          }
        {
          g_autofree double *mix = scratch_read (recording, 0);

          for (guint i = 0; i < ROWS * parts; i++)
            {
              double sum = 0;

              for (guint c = 0; c < COLUMNS; c++)
                sum += truth[c * ROWS * parts + i];
              g_assert_cmpfloat_with_epsilon (mix[i], sum / COLUMNS, fabs (sum) * 1e-15 + 1e-12);
            }
        }
      }
}

/* Integers of 64 bits pass whole; those above 2^63 − 1 are numbers, but not exact ones. */
/* Either dimension can be time, in both orders; unless it is asked for, rows are times, and where that may be wrong it is said. */
static void
npy_time_axis (void)
{
  static const guint shapes[][2] = { { 5, 5 }, { 7, 3 }, { 3, 70 } };

  for (guint trial = 0; trial < 2 * G_N_ELEMENTS (shapes); trial++)
    {
      const guint *shape = shapes[trial / 2];
      const gboolean fortran = trial % 2;
      g_autofree char *dictionary = g_strdup_printf ("{'descr': '<f8', 'fortran_order': %s, 'shape': (%u, %u), }\n",
                                                     fortran ? "True" : "False", shape[0], shape[1]);
      g_autoptr (GByteArray) bytes = npy_header (1, dictionary);
      g_autofree double *values = g_new (double, shape[0] * shape[1]);
      const char *path;

      for (guint i = 0; i < shape[0] * shape[1]; i++)
        values[i] = append_random (bytes, 'f', 8, FALSE);
      path = scratch_write ("axes.npy", bytes->data, bytes->len);
      for (guint axis = 0; axis <= 2; axis++)
        {
          g_autoptr (OndesRecording) recording = scratch_open (path, &(OndesReadOptions) { .time_axis = axis });
          const OndesRecordingInfo *info = ondes_recording_get_info (recording);

          g_assert_cmpuint (info->frames, ==, shape[axis == 2]);
          g_assert_cmpuint (info->channels, ==, shape[axis != 2]);
          g_assert_cmpint (scratch_has_note (recording, "the first dimension is taken as time"), ==,
                           axis == 0 && shape[1] >= shape[0]);
          g_assert_false (scratch_has_note (recording, "does nothing"));
          for (guint c = 0; c < info->channels; c++)
            {
              g_autofree double *read = scratch_read (recording, c + 1);

              for (guint t = 0; t < info->frames; t++)
                {
                  const guint row = axis == 2 ? c : t, column = axis == 2 ? t : c;

                  g_assert_cmpfloat (read[t], ==, values[fortran ? row + column * shape[0] : row * shape[1] + column]);
                }
            }
        }
      scratch_refuse (path, &(OndesReadOptions) { .time_axis = 3 }, ONDES_ERROR_FILE, "the array has 2 dimensions, so 3 is none");
    }
}

static void
npy_large_integers (void)
{
  const guint64 large[] = { 5, G_GUINT64_CONSTANT (1) << 63 | 1, 7 };
  const gint64 most[] = { G_MAXINT64, G_MININT64, G_MAXINT64 - 1 };
  g_autoptr (GByteArray) bytes = npy_header (1, "{'descr': '<u8', 'fortran_order': False, 'shape': (3,)}");
  g_autoptr (GByteArray) other = npy_header (1, "{'descr': '<i8', 'fortran_order': False, 'shape': (3,)}");
  g_autoptr (OndesRecording) recording = NULL, second = NULL;
  g_autoptr (OndesSource) whole = NULL, exact = NULL;
  g_autofree double *samples = NULL;
  g_autoptr (GError) error = NULL;
  gint64 got[3];

  for (int i = 0; i < 3; i++)
    {
      append_number (bytes, &large[i], 8, FALSE);
      append_number (other, &most[i], 8, FALSE);
    }
  recording = scratch_open (scratch_write ("large.npy", bytes->data, bytes->len), NULL);
  samples = scratch_read (recording, 1);
  g_assert_cmpfloat (samples[1], ==, 9223372036854775808.0);
  whole = ondes_recording_integers (recording, 1, NULL);
  g_assert_true (ondes_source_read (whole, 0, 1, got, NULL));
  g_assert_cmpint (got[0], ==, 5);
  g_assert_false (ondes_source_read (whole, 0, 3, got, &error));
  g_assert_error (error, ONDES_ERROR, ONDES_ERROR_FILE);
  second = scratch_open (scratch_write ("most.npy", other->data, other->len), NULL);
  exact = ondes_recording_integers (second, 1, NULL);
  g_assert_true (ondes_source_read (exact, 0, 3, got, NULL));
  g_assert_cmpmem (got, sizeof got, most, sizeof most);
}

static void
npy_bad_headers (void)
{
  static const struct
  {
    const char *dictionary, *part;
  } bad[] = {
    { "{'descr': '<f8', 'fortran_order': False, 'shape': (2, 2, 2)}", "3 dimensions" },
    { "{'descr': '<f8', 'fortran_order': False, 'shape': ()}", "0 dimensions" },
    { "{'descr': '<f8', 'fortran_order': False, 'shape': (0,)}", "without elements" },
    { "{'descr': '<f8', 'fortran_order': False, 'shape': (4, 0)}", "without elements" },
    { "{'descr': '<U4', 'fortran_order': False, 'shape': (4,)}", "not a number" },
    { "{'descr': '|O', 'fortran_order': False, 'shape': (4,)}", "not a number" },
    { "{'descr': '<f3', 'fortran_order': False, 'shape': (4,)}", "not a number" },
    { "{'descr': '<i3', 'fortran_order': False, 'shape': (4,)}", "not a number" },
    { "{'descr': '', 'fortran_order': False, 'shape': (4,)}", "not a number" },
    { "{'descr': '<', 'fortran_order': False, 'shape': (4,)}", "not a number" },
    { "{'descr': [('a', '<f4'), ('b', '<i2')], 'fortran_order': False, 'shape': (4,)}", "record" },
    { "{'descr': '<f8', 'fortran_order': False, 'shape': (18446744073709551615, 2)}", "elements of 8 bytes" },
    { "{'descr': '<f8', 'fortran_order': False, 'shape': (2, 65000)}", "bytes follow" },
    { "{'descr': '<f8', 'fortran_order': True, 'shape': (1000, 2)}", "bytes follow" },
    { "{'descr': '<f8', 'fortran_order': False, 'shape': (2, 99999999)}", "say which dimension is time" },
    { "{'descr': '<f8', 'fortran_order': False, 'shape': (99999999999999999999999,)}", "cannot be understood" },
    { "{'descr': '<f8', 'fortran_order': False, 'shape': (-4,)}", "cannot be understood" },
    { "{'descr': '<f8', 'fortran_order': Perhaps, 'shape': (4,)}", "cannot be understood" },
    { "{'descr': '<f8', 'fortran_order': False}", "cannot be understood" },
    { "{'descr': '<f8', 'fortran_order': False, 'shape': (4,)", "cannot be understood" },
    { "{'descr': '<f8, 'fortran_order': False, 'shape': (4,)}", "cannot be understood" },
    { "{'descr': [('a', '<f4'), 'fortran_order': False", "cannot be understood" },
    { "", "cannot be understood" },
    { "{", "cannot be understood" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autoptr (GByteArray) bytes = npy_header (1, bad[i].dictionary);

      g_byte_array_set_size (bytes, bytes->len + 64);
      memset (bytes->data + bytes->len - 64, 0, 64);
      scratch_refuse (scratch_write ("bad.npy", bytes->data, bytes->len), NULL, ONDES_ERROR_FILE, bad[i].part);
    }
  {
    g_autoptr (GByteArray) bytes = npy_header (1, "{'descr': '<f8', 'fortran_order': False, 'shape': (4,)}");

    bytes->data[6] = 4;
    scratch_refuse (scratch_write ("version.npy", bytes->data, bytes->len), NULL, ONDES_ERROR_FILE, "version");
  }
}

/* Cut anywhere, the whole frames that are left open. */
static void
npy_cut_at_every_byte (void)
{
  g_autoptr (GByteArray) bytes = npy_header (1, "{'descr': '<f8', 'fortran_order': False, 'shape': (30, 2)}");
  guint header = bytes->len;

  for (int i = 0; i < 60; i++)
    append_number (bytes, &(double) { i }, 8, FALSE);
  for (guint n = 1; n < bytes->len; n++)
    {
      const char *path = scratch_write ("cut.npy", bytes->data, n);
      g_autoptr (GError) error = NULL;
      g_autoptr (OndesRecording) recording = ondes_recording_open (path, NULL, NULL, &error);

      g_assert_cmpint (recording != NULL, ==, n >= header + 16);
      if (recording)
        {
          g_autofree double *samples = scratch_read (recording, 2);

          g_assert_cmpuint (ondes_recording_get_info (recording)->frames, ==, (n - header) / 16);
          g_assert_true (scratch_has_note (recording, "claims 30 frames"));
          for (guint i = 0; i < (n - header) / 16; i++)
            g_assert_cmpfloat (samples[i], ==, 2 * i + 1);
        }
      else
        g_assert_true (g_str_has_prefix (error->message, path));
    }
}

/* Any byte of the header may be any other. */
static void
npy_damage (void)
{
  g_autoptr (GByteArray) bytes = npy_header (1, "{'descr': '<f4', 'fortran_order': False, 'shape': (30, 2), }");

  for (int i = 0; i < 60; i++)
    append_number (bytes, &(float) { (float) i }, 4, FALSE);
  for (int k = 0; k < 4000; k++)
    {
      g_autofree guint8 *copy = g_memdup2 (bytes->data, bytes->len);
      g_autoptr (GError) error = NULL;
      g_autoptr (OndesRecording) recording = NULL;
      const char *path;

      for (int j = g_test_rand_int_range (1, 4); j; j--)
        copy[g_test_rand_int_range (6, 75)] =
            g_test_rand_bit () ? (guint8) g_test_rand_int () : (guint8) "0123456789<>'(),{}"[g_test_rand_int_range (0, 18)];
      path = scratch_write ("damaged.npy", copy, bytes->len);
      recording = ondes_recording_open (path, NULL, NULL, &error);
      if (recording)
        {
          g_autofree double *samples = scratch_read (recording, 0);

          g_assert_nonnull (samples);
        }
      else
        g_assert_true (g_str_has_prefix (error->message, path));
    }
}

static void
raw_matrix (gconstpointer data)
{
  static const char *const names[] = { "u8",    "s8",    "s16le", "s16be", "s24le", "s24be",
                                       "s32le", "s32be", "f32le", "f32be", "f64le", "f64be" };
  guint channels = GPOINTER_TO_UINT (data);

  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    {
      guint bits = (guint) g_ascii_strtoull (names[i] + 1, NULL, 10), n = bits / 8;
      g_autofree char *text = g_strdup_printf ("%s:1234.5:%u", names[i], channels);
      g_autoptr (GByteArray) bytes = g_byte_array_new ();
      g_autofree double *truth = g_new (double, ROWS * channels);
      g_autoptr (OndesRecording) recording = NULL;
      const OndesRecordingInfo *info;
      OndesReadOptions options = { .raw = TRUE };

      g_assert_true (ondes_raw_format_parse (text, &options.raw_format, NULL));
      g_assert_cmpuint (ondes_raw_format_bytes (&options.raw_format), ==, n);
      for (guint k = 0; k < ROWS * channels; k++)
        {
          double value = append_random (bytes, names[i][0] == 's' ? 'i' : names[i][0], n, g_str_has_suffix (names[i], "be"));

          if (names[i][0] == 'u')
            value -= 128;
          if (names[i][0] != 'f')
            value /= pow (2, bits - 1);
          truth[k % channels * ROWS + k / channels] = value;
        }
      recording = scratch_open (scratch_write ("samples.raw", bytes->data, bytes->len), &options);
      info = ondes_recording_get_info (recording);
      g_assert_cmpuint (info->frames, ==, ROWS);
      g_assert_cmpuint (info->channels, ==, channels);
      g_assert_cmpfloat (info->rate_hz, ==, 1234.5);
      g_assert_cmpuint (info->pcm_bits, ==, names[i][0] == 'f' ? 0 : bits);
      g_assert_null (info->notes[0]);
      for (guint c = 0; c < channels; c++)
        {
          g_autofree double *samples = scratch_read (recording, c + 1);

          g_assert_cmpmem (samples, ROWS * sizeof *samples, truth + c * ROWS, ROWS * sizeof *truth);
        }
      if (n * channels > 1)
        {
          g_autoptr (OndesRecording) odd = NULL;

          odd = scratch_open (scratch_write ("odd.raw", bytes->data, bytes->len - 1), &options);
          g_assert_cmpuint (ondes_recording_get_info (odd)->frames, ==, ROWS - 1);
          g_assert_true (scratch_has_note (odd, "no whole frame"));
          scratch_refuse (scratch_write ("short.raw", bytes->data, n * channels - 1), &options, ONDES_ERROR_FILE,
                          "less than one frame");
        }
    }
}

static void
raw_formats_print_and_parse (void)
{
  static const char *const good[] = {
    "s16le:16000:1", "u8:8000:2", "s8:1:1", "f64be:0.25:3", "s24le:44100.1:7", "f32le:1e-07:1"
  };
  static const char *const bad[] = {
    "",          "s16le",         "s16le:16000",    "s16le:16000:1:1", "s16xe:16000:1",        "u16le:16000:1",
    "f16le:1:1", "s16le:0:1",     "s16le:-5:1",     "s16le:nan:1",     "s16le:inf:1",          "s16le:1x:1",
    "s16le::1",  "s16le:16000:0", "s16le:16000:-1", "s16le:16000:1.5", "s16le:16000:99999999", ":16000:1",
    "8:1:1",
  };

  for (gsize i = 0; i < G_N_ELEMENTS (good); i++)
    {
      OndesRawFormat format;
      g_autofree char *printed = NULL;

      g_assert_true (ondes_raw_format_parse (good[i], &format, NULL));
      printed = ondes_raw_format_print (&format);
      g_assert_cmpstr (printed, ==, good[i]);
    }
  for (gsize i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      OndesRawFormat format;
      g_autoptr (GError) error = NULL;

      g_assert_false (ondes_raw_format_parse (bad[i], &format, &error));
      g_assert_error (error, ONDES_ERROR, ONDES_ERROR_REQUEST);
      g_assert_true (g_str_has_prefix (error->message, "--raw"));
    }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  scratch_make ();
  for (gsize i = 0; i < G_N_ELEMENTS (types); i++)
    {
      g_autofree char *name =
          g_strdup_printf ("/ondes/npy/reads/%s%s", types[i].descr[0] == '>' ? "big-" : "", types[i].descr + 1);

      g_test_add_data_func (name, GSIZE_TO_POINTER (i), npy_matrix);
    }
  g_test_add_func ("/ondes/npy/either-dimension-can-be-time", npy_time_axis);
  g_test_add_func ("/ondes/npy/large-integers", npy_large_integers);
  g_test_add_func ("/ondes/npy/bad-headers-are-refused", npy_bad_headers);
  g_test_add_func ("/ondes/npy/cut-at-every-byte", npy_cut_at_every_byte);
  g_test_add_func ("/ondes/npy/damaged", npy_damage);
  g_test_add_data_func ("/ondes/raw/reads/mono", GUINT_TO_POINTER (1), raw_matrix);
  g_test_add_data_func ("/ondes/raw/reads/five-channels", GUINT_TO_POINTER (5), raw_matrix);
  g_test_add_data_func ("/ondes/raw/reads/many-channels", GUINT_TO_POINTER (300), raw_matrix);
  g_test_add_func ("/ondes/raw/formats-print-and-parse", raw_formats_print_and_parse);
  return scratch_run ();
}
