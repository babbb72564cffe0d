/* SPDX-License-Identifier: GPL-3.0-or-later */
/* MATLAB's files of version 5, as the test writes them by their specification, and as libmatio writes them where it is there. */
#include "config.h"

#include "scratch.h"
#include "signal/dataset.h"

#include <math.h>
#include <string.h>
#include <zlib.h>

#ifdef HAVE_MATIO
#include <matio.h>
#endif

enum { MI_INT8 = 1, MI_UINT8, MI_INT16, MI_UINT16, MI_INT32, MI_UINT32, MI_SINGLE, MI_DOUBLE = 9, MI_MATRIX = 14, MI_COMPRESSED };
enum { MX_CELL = 1, MX_STRUCT, MX_CHAR = 4, MX_DOUBLE = 6, MX_SINGLE, MX_INT16 = 10 };

/* A file that is written, in this machine's byte order or the other. */
typedef struct
{
  GByteArray *bytes;
  gboolean    swap;
} Out;

static void
put (Out          *out,
     gconstpointer data,
     gsize         n,
     gsize         width)
{
  const guint8 *from = data;

  for (gsize i = 0; i < n; i++)
    for (gsize k = 0; k < width; k++)
      g_byte_array_append (out->bytes, &from[i * width + (out->swap ? width - 1 - k : k)], 1);
}

static void
put_word (Out    *out,
          guint32 value)
{
  put (out, &value, 1, 4);
}

/* An element of tag and data, filled up to eight bytes. */
static void
put_element (Out          *out,
             guint32       type,
             gconstpointer data,
             gsize         n,
             gsize         width)
{
  static const guint8 zeros[8];

  put_word (out, type);
  put_word (out, (guint32) (n * width));
  put (out, data, n, width);
  g_byte_array_append (out->bytes, zeros, (guint) ((8 - n * width % 8) % 8));
}

typedef struct
{
  const char   *name;
  guint         class, mi;
  gsize         width; /* of a stored number */
  gint32        rows, columns;
  gconstpointer real, imaginary; /* NULL for none */
} Array;

/* Begins an array; its length is set by end_array(). */
static guint
begin_array (Out         *out,
             const Array *array)
{
  const guint32 flags[2] = { array->class | (array->imaginary ? 1u << 11 : 0), 0 };
  const gint32 dimensions[2] = { array->rows, array->columns };
  guint at;

  put_word (out, MI_MATRIX);
  at = out->bytes->len;
  put_word (out, 0);
  put_element (out, MI_UINT32, flags, 2, 4);
  put_element (out, MI_INT32, dimensions, 2, 4);
  put_element (out, MI_INT8, array->name, strlen (array->name), 1);
  return at;
}

static void
end_array (Out  *out,
           guint at)
{
  Out word = { g_byte_array_new (), out->swap };

  put_word (&word, out->bytes->len - at - 4);
  memcpy (out->bytes->data + at, word.bytes->data, 4);
  g_byte_array_unref (word.bytes);
}

static void
put_array (Out         *out,
           const Array *array)
{
  const guint at = begin_array (out, array);
  const gsize n = (gsize) array->rows * (gsize) array->columns;

  put_element (out, array->mi, array->real, n, array->width);
  if (array->imaginary)
    put_element (out, array->mi, array->imaginary, n, array->width);
  end_array (out, at);
}

static Out
begin_file (gboolean swap)
{
  char text[125];
  const guint16 version[2] = { 0x0100, 'M' << 8 | 'I' };
  Out out = { g_byte_array_new (), swap };

  g_snprintf (text, sizeof text, "%-124s", "MATLAB 5.0 MAT-file, made by a test");
  g_byte_array_append (out.bytes, (const guint8 *) text, 124);
  put (&out, version, 2, 2);
  return out;
}

/* Adds what @plain is once it is compressed, and frees that. */
static void
pack (Out *out,
      Out *plain)
{
  uLongf length = compressBound (plain->bytes->len);
  g_autofree guint8 *packed = g_malloc (length);

  g_assert_cmpint (compress (packed, &length, plain->bytes->data, plain->bytes->len), ==, Z_OK);
  put_word (out, MI_COMPRESSED);
  put_word (out, (guint32) length);
  g_byte_array_append (out->bytes, packed, (guint) length);
  g_byte_array_unref (plain->bytes);
}

static void
put_compressed (Out         *out,
                const Array *array)
{
  Out plain = { g_byte_array_new (), out->swap };

  put_array (&plain, array);
  pack (out, &plain);
}

static const char *
write_file (const char *name,
            Out        *out)
{
  const char *path = scratch_write (name, out->bytes->data, out->bytes->len);

  g_byte_array_unref (out->bytes);
  return path;
}

static double *
random_numbers (gsize n)
{
  double *values = g_new (double, n);

  for (gsize i = 0; i < n; i++)
    values[i] = g_test_rand_double_range (-100, 100);
  return values;
}

/* Channels × samples and samples × channels, in either byte order, compressed or not. */
static void
doubles_are_read (void)
{
  enum { CHANNELS = 3, FRAMES = 3000 };
  g_autofree double *values = random_numbers (CHANNELS * FRAMES);
  const double rate = 1000 * g_test_rand_int_range (1, 50);

  for (guint kind = 0; kind < 8; kind++)
    {
      const gboolean transposed = kind & 1, packed = kind & 2, swap = kind & 4;
      const Array array = { "x", MX_DOUBLE, MI_DOUBLE, 8, transposed ? FRAMES : CHANNELS, transposed ? CHANNELS : FRAMES,
                            values, NULL };
      Out out = begin_file (swap);
      g_autoptr (OndesRecording) recording = NULL;
      const OndesRecordingInfo *info;

      put_array (&out, &(Array) { "fs", MX_DOUBLE, MI_DOUBLE, 8, 1, 1, &rate, NULL });
      (packed ? put_compressed : put_array) (&out, &array);
      recording = scratch_open (write_file ("doubles.mat", &out), NULL);
      info = ondes_recording_get_info (recording);
      g_assert_cmpstr (info->dataset, ==, "/x");
      g_assert_cmpuint (info->channels, ==, CHANNELS);
      g_assert_cmpuint (info->frames, ==, FRAMES);
      g_assert_cmpint (info->type, ==, ONDES_F64);
      g_assert_cmpfloat (info->rate_hz, ==, rate);
      for (guint c = 0; c < CHANNELS; c++)
        {
          g_autofree double *read = scratch_read (recording, c + 1);

          for (guint i = 0; i < FRAMES; i++)
            g_assert_cmpfloat (read[i], ==, values[transposed ? c * FRAMES + i : i * CHANNELS + c]);
        }
    }
}

/* MATLAB stores doubles that are whole as integers. */
static void
whole_doubles_are_doubles (void)
{
  const gint16 values[] = { 5, -300, 7, 0 };
  Out out = begin_file (FALSE);
  g_autoptr (OndesRecording) recording = NULL;
  g_autofree double *read = NULL;

  put_array (&out, &(Array) { "x", MX_DOUBLE, MI_INT16, 2, 1, 4, values, NULL });
  recording = scratch_open (write_file ("whole.mat", &out), NULL);
  g_assert_cmpint (ondes_recording_get_info (recording)->type, ==, ONDES_F64);
  read = scratch_read (recording, 1);
  for (guint i = 0; i < 4; i++)
    g_assert_cmpfloat (read[i], ==, values[i]);
}

static void
integers_stay_integers (void)
{
  const gint16 values[] = { 5, -300, 32767, -32768, 1 };
  Out out = begin_file (TRUE);
  g_autoptr (OndesRecording) recording = NULL;
  g_autoptr (OndesSource) integers = NULL;
  gint32 read[5];

  put_compressed (&out, &(Array) { "x", MX_INT16, MI_INT16, 2, 5, 1, values, NULL });
  recording = scratch_open (write_file ("integers.mat", &out), NULL);
  g_assert_cmpint (ondes_recording_get_info (recording)->type, ==, ONDES_I32);
  g_assert_cmpuint (ondes_recording_get_info (recording)->pcm_bits, ==, 0);
  integers = ondes_recording_integers (recording, 1, NULL);
  g_assert_true (ondes_source_read (integers, 0, 5, read, NULL));
  for (guint i = 0; i < 5; i++)
    g_assert_cmpint (read[i], ==, values[i]);
}

static void
complex_numbers_have_both_parts (void)
{
  enum { N = 900 };
  g_autofree double *real = random_numbers (N), *imaginary = random_numbers (N);

  for (guint packed = 0; packed < 2; packed++)
    {
      Out out = begin_file (FALSE);
      g_autoptr (OndesRecording) recording = NULL;
      g_autofree double *read = NULL;

      (packed ? put_compressed : put_array) (&out, &(Array) { "z", MX_DOUBLE, MI_DOUBLE, 8, 1, N, real, imaginary });
      recording = scratch_open (write_file ("complex.mat", &out), NULL);
      g_assert_true (ondes_recording_get_info (recording)->complex_iq);
      read = scratch_read (recording, 1);
      for (guint i = 0; i < N; i++)
        {
          g_assert_cmpfloat (read[2 * i], ==, real[i]);
          g_assert_cmpfloat (read[2 * i + 1], ==, imaginary[i]);
        }
    }
}

/* EEGLAB's files: a structure of data, rate and much else. */
static const char *
write_structure (void)
{
  static const char names[] = "data\0\0\0\0srate\0\0\0note\0\0\0\0";
  const guint32 length = 8;
  const double rate = 256;
  double *values = random_numbers (64);
  Out out = begin_file (FALSE);
  const guint at = begin_array (&out, &(Array) { "EEG", MX_STRUCT, 0, 0, 1, 1, NULL, NULL });

  put_word (&out, 4 << 16 | MI_INT32); /* a small element */
  put_word (&out, length);
  put_element (&out, MI_INT8, names, 24, 1);
  put_array (&out, &(Array) { "", MX_DOUBLE, MI_DOUBLE, 8, 2, 32, values, NULL });
  put_array (&out, &(Array) { "", MX_DOUBLE, MI_DOUBLE, 8, 1, 1, &rate, NULL });
  put_array (&out, &(Array) { "", MX_CHAR, MI_UINT16, 2, 1, 2, L"AB", NULL });
  end_array (&out, at);
  g_free (values);
  return write_file ("eeg.mat", &out);
}

static void
structures_are_groups (void)
{
  g_autoptr (OndesRecording) recording = scratch_open (write_structure (), NULL);
  const OndesRecordingInfo *info = ondes_recording_get_info (recording);

  g_assert_cmpstr (info->dataset, ==, "/EEG/data");
  g_assert_cmpfloat (info->rate_hz, ==, 256);
  g_assert_cmpuint (info->channels, ==, 2);
  g_assert_cmpuint (info->n_datasets, ==, 3);
  g_assert_cmpstr (info->datasets[0]->shape, ==, "2 × 32");
  g_assert_cmpstr (info->datasets[2]->type, ==, "text");
}

static void
one_of_several_is_asked_for (void)
{
  g_autofree double *values = random_numbers (100);
  Out out = begin_file (FALSE);
  const char *path;
  g_autoptr (GPtrArray) datasets = NULL;
  g_autoptr (OndesRecording) recording = NULL;

  put_array (&out, &(Array) { "a", MX_DOUBLE, MI_DOUBLE, 8, 1, 50, values, NULL });
  put_array (&out, &(Array) { "b", MX_DOUBLE, MI_DOUBLE, 8, 10, 10, values, NULL });
  path = write_file ("several.mat", &out);
  scratch_refuse (path, NULL, ONDES_ERROR_NEEDS_DATASET, "holds 2 data sets of numbers; choose one with --dataset: /a, /b");
  scratch_refuse (path, &(OndesReadOptions) { .dataset = "c" }, ONDES_ERROR_FILE, "has no data set c");
  scratch_refuse (path, &(OndesReadOptions) { .dataset = "b", .time_axis = 3 }, ONDES_ERROR_FILE, "has 2 dimensions (10 × 10)");
  datasets = ondes_datasets_list (path, NULL, NULL, NULL);
  g_assert_cmpuint (datasets->len, ==, 2);
  g_assert_false (((OndesDataset *) datasets->pdata[0])->fits);
  g_assert_true (((OndesDataset *) datasets->pdata[1])->fits);
  for (guint axis = 1; axis <= 2; axis++)
    {
      g_autoptr (OndesRecording) chosen = scratch_open (path, &(OndesReadOptions) { .dataset = "/b", .time_axis = axis });
      g_autofree double *read = scratch_read (chosen, 3);

      /* rows vary fastest */
      for (guint i = 0; i < 10; i++)
        g_assert_cmpfloat (read[i], ==, axis == 1 ? values[2 * 10 + i] : values[i * 10 + 2]);
    }
}

/* A square matrix has its columns as channels, as people count them, and that is a guess. */
static void
a_square_has_columns_as_channels (void)
{
  enum { N = 6 };
  double values[N * N]; /* the first dimension varies fastest */
  const char *path;
  Out out = begin_file (FALSE);

  for (guint i = 0; i < N * N; i++)
    values[i] = g_test_rand_double_range (-1, 1);
  put_array (&out, &(Array) { "x", MX_DOUBLE, MI_DOUBLE, 8, N, N, values, NULL });
  path = write_file ("square.mat", &out);
  for (guint axis = 0; axis <= 2; axis++)
    {
      g_autoptr (OndesRecording) recording = scratch_open (path, &(OndesReadOptions) { .time_axis = axis });

      g_assert_cmpint (scratch_has_note (recording, "which dimension is time cannot be told"), ==, axis == 0);
      for (guint c = 0; c < N; c++)
        {
          g_autofree double *read = scratch_read (recording, c + 1);

          for (guint t = 0; t < N; t++)
            g_assert_cmpfloat (read[t], ==, axis < 2 ? values[t + N * c] : values[c + N * t]);
        }
    }
}

static void
on_listing (double   fraction,
            gpointer cancellable)
{
  g_cancellable_cancel (cancellable);
}

/* What a compressed structure has before its last field is inflated to find that, however much it is. */
static void
listing_can_be_cancelled (void)
{
  static const char names[] = "a\0\0\0\0\0\0\0b\0\0\0\0\0\0\0";
  enum { N = 1 << 20 };
  g_autofree double *zeros = g_new0 (double, N);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (OndesRecording) recording = NULL;
  g_autoptr (GError) error = NULL;
  Out plain = { g_byte_array_new (), FALSE }, out = begin_file (FALSE);
  guint at = begin_array (&plain, &(Array) { "s", MX_STRUCT, 0, 0, 1, 1, NULL, NULL });

  put_word (&plain, 4 << 16 | MI_INT32);
  put_word (&plain, 8);
  put_element (&plain, MI_INT8, names, 16, 1);
  for (guint i = 0; i < 2; i++)
    put_array (&plain, &(Array) { "", MX_DOUBLE, MI_DOUBLE, 8, 1, N, zeros, NULL });
  end_array (&plain, at);
  pack (&out, &plain);
  recording = ondes_recording_open (write_file ("zeros.mat", &out), NULL,
                                    &(OndesWatch) { .progress = on_listing, .user_data = cancellable, .cancellable = cancellable },
                                    &error);
  g_assert_null (recording);
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

static void
each_cut_is_refused_or_read (void)
{
  g_autofree double *values = random_numbers (40);
  Out out = begin_file (FALSE);
  g_autofree char *bytes = NULL;
  const char *path;
  gsize size;

  put_compressed (&out, &(Array) { "z", MX_DOUBLE, MI_DOUBLE, 8, 1, 20, values, values + 20 });
  put_array (&out, &(Array) { "fs", MX_DOUBLE, MI_DOUBLE, 8, 1, 1, values, NULL });
  path = write_file ("cut.mat", &out);
  g_assert_true (g_file_get_contents (path, &bytes, &size, NULL));
  for (gsize n = 1; n < size; n++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (OndesRecording) recording = ondes_recording_open (scratch_write ("part.mat", bytes, n), NULL, NULL, &error);

      g_assert_true ((recording == NULL) == (error != NULL));
      if (recording)
        g_free (scratch_read (recording, 1));
      else
        g_assert_null (strchr (error->message, '\n'));
    }
  scratch_refuse (scratch_write ("part.mat", bytes, size - 4), NULL, ONDES_ERROR_FILE, "ends within an array");
}

/* Any byte that is another is refused with a sentence, or gives samples. */
static void
damage_is_refused_or_read (void)
{
  g_autofree char *bytes = NULL;
  gsize size;

  g_assert_true (g_file_get_contents (write_structure (), &bytes, &size, NULL));
  for (guint i = 0; i < 200; i++)
    {
      g_autofree char *damaged = g_memdup2 (bytes, size);
      g_autoptr (GError) error = NULL;
      g_autoptr (OndesRecording) recording = NULL;

      for (guint k = 0; k < 3; k++)
        damaged[g_test_rand_int_range (124, (gint32) size)] = (char) g_test_rand_int_range (0, 256);
      recording = ondes_recording_open (scratch_write ("damaged.mat", damaged, size), NULL, NULL, &error);
      g_assert_true ((recording == NULL) == (error != NULL));
    }
}

static void
any_name_will_do (void)
{
  g_autofree char *bytes = NULL;
  gsize size;

  g_assert_true (g_file_get_contents (write_structure (), &bytes, &size, NULL));
  for (guint i = 0; i < 3; i++)
    {
      static const char *const names[] = { "eeg.set", "eeg.wav", "eeg" };
      g_autoptr (OndesRecording) recording = scratch_open (scratch_write (names[i], bytes, size), NULL);

      g_assert_cmpuint (ondes_recording_get_info (recording)->frames, ==, 32);
    }
  scratch_refuse (scratch_text ("text.mat", "MATLAB 5.0 MAT-file but text all the way, of which there is enough to fill a header "
                                "and more, so that nobody can say that it ends too early for one."), NULL,
                  ONDES_ERROR_FILE, "is a MATLAB file of a version that is not known");
}

/* libmatio's files, compressed or not, against the numbers that it was given. */
static void
what_libmatio_writes_is_read (void)
{
#ifdef HAVE_MATIO
  enum { ROWS = 700, COLUMNS = 2 };
  g_autofree double *values = random_numbers (ROWS * COLUMNS);

  for (guint packed = 0; packed < 2; packed++)
    {
      const char *path = scratch_path (packed ? "matio-packed.mat" : "matio.mat");
      mat_t *file = Mat_CreateVer (path, NULL, MAT_FT_MAT5);
      size_t dimensions[2] = { ROWS, COLUMNS }, one[2] = { 1, 1 };
      double rate = 250;
      matvar_t *x = Mat_VarCreate ("signal", MAT_C_DOUBLE, MAT_T_DOUBLE, 2, dimensions, values, 0);
      matvar_t *fs = Mat_VarCreate ("Fs", MAT_C_DOUBLE, MAT_T_DOUBLE, 2, one, &rate, 0);
      g_autoptr (OndesRecording) recording = NULL;

      g_assert_cmpint (Mat_VarWrite (file, x, packed ? MAT_COMPRESSION_ZLIB : MAT_COMPRESSION_NONE), ==, 0);
      g_assert_cmpint (Mat_VarWrite (file, fs, packed ? MAT_COMPRESSION_ZLIB : MAT_COMPRESSION_NONE), ==, 0);
      Mat_VarFree (x);
      Mat_VarFree (fs);
      Mat_Close (file);
      recording = scratch_open (path, NULL);
      g_assert_cmpfloat (ondes_recording_get_info (recording)->rate_hz, ==, 250);
      for (guint c = 0; c < COLUMNS; c++)
        {
          g_autofree double *read = scratch_read (recording, c + 1);

          g_assert_cmpmem (read, ROWS * sizeof *read, values + c * ROWS, ROWS * sizeof *values);
        }
    }
#else
  g_test_skip ("libmatio is not there");
#endif
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  scratch_make ();
  g_test_add_func ("/ondes/mat/doubles-are-read", doubles_are_read);
  g_test_add_func ("/ondes/mat/whole-doubles-are-doubles", whole_doubles_are_doubles);
  g_test_add_func ("/ondes/mat/integers-stay-integers", integers_stay_integers);
  g_test_add_func ("/ondes/mat/complex-numbers-have-both-parts", complex_numbers_have_both_parts);
  g_test_add_func ("/ondes/mat/structures-are-groups", structures_are_groups);
  g_test_add_func ("/ondes/mat/one-of-several-is-asked-for", one_of_several_is_asked_for);
  g_test_add_func ("/ondes/mat/a-square-has-columns-as-channels", a_square_has_columns_as_channels);
  g_test_add_func ("/ondes/mat/listing-can-be-cancelled", listing_can_be_cancelled);
  g_test_add_func ("/ondes/mat/each-cut-is-refused-or-read", each_cut_is_refused_or_read);
  g_test_add_func ("/ondes/mat/damage-is-refused-or-read", damage_is_refused_or_read);
  g_test_add_func ("/ondes/mat/any-name-will-do", any_name_will_do);
  g_test_add_func ("/ondes/mat/what-libmatio-writes-is-read", what_libmatio_writes_is_read);
  return scratch_run ();
}
