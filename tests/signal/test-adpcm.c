/* SPDX-License-Identifier: GPL-3.0-or-later */
/* WAV in IMA and Microsoft ADPCM (the IMA's recommended practices, 1992; Microsoft's Multimedia Standards Update, 1994), decoded
 * here number by number. */
#include "scratch.h"

#include <string.h>

enum { BLOCKS = 40, MOST = 2 };

typedef struct
{
  gboolean ms;
  guint    channels, align; /* bytes of a block */
} Kind;

static const Kind kinds[] = { { FALSE, 1, 256 }, { FALSE, 2, 1024 }, { TRUE, 1, 256 }, { TRUE, 2, 1024 } };

static guint
samples_of (const Kind *kind)
{
  return kind->ms ? (kind->align - 7 * kind->channels) * 2 / kind->channels + 2
                  : (kind->align - 4 * kind->channels) * 2 / kind->channels + 1;
}

static void
put (GByteArray *file,
     guint32     value,
     guint       bytes)
{
  for (guint i = 0; i < bytes; i++)
    g_byte_array_append (file, &(guint8){ (guint8) (value >> 8 * i) }, 1);
}

static int
clamp16 (int value)
{
  return CLAMP (value, -32768, 32767);
}

/* IMA: a step that a table of 89 gives, and a number of 4 bits that tells by how many eighths of it the sample goes on. */

static int
ima_next (int  *predictor,
          int  *index,
          guint nibble)
{
  static const int steps[89] = {
    7,    8,    9,    10,   11,   12,   13,   14,   16,   17,   19,   21,    23,    25,    28,    31,    34,    37,
    41,   45,   50,   55,   60,   66,   73,   80,   88,   97,   107,  118,   130,   143,   157,   173,   190,   209,
    230,  253,  279,  307,  337,  371,  408,  449,  494,  544,  598,  658,   724,   796,   876,   963,   1060,  1166,
    1282, 1411, 1552, 1707, 1878, 2066, 2272, 2499, 2749, 3024, 3327, 3660,  4026,  4428,  4871,  5358,  5894,  6484,
    7132, 7845, 8630, 9493, 10442, 11487, 12635, 13899, 15289, 16818, 18500, 20350, 22385, 24623, 27086, 29794, 32767,
  };
  static const int turns[8] = { -1, -1, -1, -1, 2, 4, 6, 8 };
  const int step = steps[*index];
  int change = step >> 3;

  for (guint bit = 0; bit < 3; bit++)
    if (nibble >> bit & 1)
      change += step >> (2 - bit);
  *predictor = clamp16 (*predictor + (nibble & 8 ? -change : change));
  *index = CLAMP (*index + turns[nibble & 7], 0, 88);
  return *predictor;
}

static void
put_ima (GByteArray *file,
         const Kind *kind,
         gint16     *samples) /* interleaved */
{
  int predictor[MOST], index[MOST];
  const guint channels = kind->channels, words = (kind->align - 4 * channels) / (4 * channels);

  for (guint c = 0; c < channels; c++)
    {
      predictor[c] = g_test_rand_int_range (-32768, 32768);
      index[c] = g_test_rand_int_range (0, 89);
      put (file, (guint32) predictor[c], 2);
      put (file, (guint32) index[c], 2);
      samples[c] = (gint16) predictor[c];
    }
  for (guint w = 0; w < words; w++)
    for (guint c = 0; c < channels; c++)
      {
        const guint32 word = (guint32) g_test_rand_int ();

        put (file, word, 4);
        for (guint k = 0; k < 8; k++)
          samples[(1 + 8 * w + k) * channels + c] = (gint16) ima_next (&predictor[c], &index[c], word >> 4 * k & 15);
      }
}

/* Microsoft's: a prediction from two samples, and a number of 4 bits that tells how many steps it is off. */

static const int coefficients[7][2]
  = { { 256, 0 }, { 512, -256 }, { 0, 0 }, { 192, 64 }, { 240, 0 }, { 460, -208 }, { 392, -232 } };

static void
put_ms (GByteArray *file,
        const Kind *kind,
        gint16     *samples)
{
  static const int adaptation[16] = { 230, 230, 230, 230, 307, 409, 512, 614, 768, 614, 512, 409, 307, 230, 230, 230 };
  const guint channels = kind->channels, bytes = kind->align - 7 * channels;
  int predictor[MOST], step[MOST], last[MOST], before[MOST];

  for (guint c = 0; c < channels; c++)
    put (file, (guint32) (predictor[c] = g_test_rand_int_range (0, 7)), 1);
  for (guint c = 0; c < channels; c++)
    put (file, (guint32) (step[c] = g_test_rand_int_range (16, 1000)), 2);
  for (guint c = 0; c < channels; c++)
    put (file, (guint32) (last[c] = g_test_rand_int_range (-32768, 32768)), 2);
  for (guint c = 0; c < channels; c++)
    put (file, (guint32) (before[c] = g_test_rand_int_range (-32768, 32768)), 2);
  for (guint c = 0; c < channels; c++)
    {
      samples[c] = (gint16) before[c];
      samples[channels + c] = (gint16) last[c];
    }
  for (guint i = 0; i < 2 * bytes; i++)
    {
      /* Small numbers, so that the step does not grow past 16 bits, where decoders differ. */
      const guint nibble = (guint) g_test_rand_int_range (-3, 4) & 15, c = i % channels;
      const int *weights = coefficients[predictor[c]];
      const int predicted = (last[c] * weights[0] + before[c] * weights[1]) >> 8;
      const int sample = clamp16 (predicted + step[c] * ((int) nibble - (nibble & 8 ? 16 : 0)));

      if (i % 2 == 0)
        put (file, nibble << 4, 1);
      else
        file->data[file->len - 1] |= (guint8) nibble;
      step[c] = MAX (step[c] * adaptation[nibble] >> 8, 16);
      before[c] = last[c];
      last[c] = sample;
      samples[2 * channels + i] = (gint16) sample;
    }
}

/* Returns the file; @samples gets what is in it. */
static GByteArray *
make (const Kind *kind,
      gint16     *samples)
{
  GByteArray *file = g_byte_array_new ();
  const guint per = samples_of (kind), extra = kind->ms ? 32 : 2, data = BLOCKS * kind->align;

  g_byte_array_append (file, (const guint8 *) "RIFF", 4);
  put (file, 4 + 8 + 18 + extra + 12 + 8 + data, 4);
  g_byte_array_append (file, (const guint8 *) "WAVEfmt ", 8);
  put (file, 18 + extra, 4);
  put (file, kind->ms ? 2 : 0x11, 2);
  put (file, kind->channels, 2);
  put (file, 22050, 4);
  put (file, 22050 * kind->align / per, 4);
  put (file, kind->align, 2);
  put (file, 4, 2);
  put (file, extra, 2);
  put (file, per, 2);
  if (kind->ms)
    {
      put (file, 7, 2);
      for (guint i = 0; i < 14; i++)
        put (file, (guint32) coefficients[i / 2][i % 2], 2);
    }
  g_byte_array_append (file, (const guint8 *) "fact", 4);
  put (file, 4, 4);
  put (file, BLOCKS * per, 4);
  g_byte_array_append (file, (const guint8 *) "data", 4);
  put (file, data, 4);
  for (guint b = 0; b < BLOCKS; b++)
    (kind->ms ? put_ms : put_ima) (file, kind, samples + b * per * kind->channels);
  return file;
}

static void
assert_span (OndesSource  *source,
             const Kind   *kind,
             const gint16 *samples,
             gsize         at,
             gsize         n)
{
  g_autofree float *span = g_new (float, n);

  g_assert_cmpint (source->type, ==, ONDES_F32);
  g_assert_true (ondes_source_read (source, at, n, span, NULL));
  for (gsize i = 0; i < n; i++)
    if (span[i] != (float) samples[(at + i) * kind->channels + source->channel - 1] / 32768)
      g_error ("sample %zu is %g, not %d", at + i, (double) span[i] * 32768,
               samples[(at + i) * kind->channels + source->channel - 1]);
}

static void
numbers_are_decoded (gconstpointer data)
{
  const Kind *kind = data;
  const gsize n = BLOCKS * samples_of (kind);
  g_autofree gint16 *samples = g_new (gint16, n * kind->channels);
  g_autoptr (GByteArray) file = make (kind, samples);
  g_autoptr (OndesRecording) recording = scratch_open (scratch_write ("x.wav", file->data, file->len), NULL);

  g_assert_cmpstr (ondes_recording_get_info (recording)->format, ==, kind->ms ? "WAV, MS ADPCM" : "WAV, IMA ADPCM");
  g_assert_cmpuint (ondes_recording_get_info (recording)->frames, ==, n);
  for (guint channel = 1; channel <= kind->channels; channel++)
    {
      g_autoptr (OndesSource) source = ondes_recording_source (recording, channel, NULL);

      for (guint i = 0; i < 30; i++)
        {
          const gsize at = (gsize) g_test_rand_int_range (0, (int) n);

          assert_span (source, kind, samples, at, (gsize) g_test_rand_int_range (0, (int) (n - at)) + 1);
        }
      assert_span (source, kind, samples, 0, n);
    }
}

/* Cut anywhere in its header, and at many places behind: refused, or the samples of whole blocks. */
static void
cut_files_are_no_trouble (gconstpointer data)
{
  const Kind *kind = data;
  const gsize n = BLOCKS * samples_of (kind);
  g_autofree gint16 *samples = g_new (gint16, n * kind->channels);
  g_autoptr (GByteArray) file = make (kind, samples);

  for (gsize size = 1; size < file->len; size += size < 150 ? 1 : 379)
    {
      g_autoptr (GError) error = NULL;
      const char *path = scratch_write ("cut.wav", file->data, size);
      g_autoptr (OndesRecording) recording = ondes_recording_open (path, NULL, NULL, &error);
      g_autoptr (OndesSource) source = NULL;
      gsize whole;

      g_assert_true ((recording == NULL) == (error != NULL));
      if (recording == NULL)
        continue;
      source = ondes_recording_source (recording, 1, NULL);
      whole = size > file->len - BLOCKS * kind->align ? (size - (file->len - BLOCKS * kind->align)) / kind->align : 0;
      g_assert_cmpuint (source->n, <=, (whole + 1) * samples_of (kind));
      g_assert_cmpuint (source->n, >=, whole * samples_of (kind));
      if (whole > 0)
        assert_span (source, kind, samples, 0, whole * samples_of (kind));
    }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  scratch_make ();
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      const char *name = kinds[i].ms ? "ms" : "ima";
      g_autofree char *decoded = g_strdup_printf ("/ondes/adpcm/%s-of-%u-channels-is-decoded", name, kinds[i].channels);
      g_autofree char *cut = g_strdup_printf ("/ondes/adpcm/%s-of-%u-channels-cut-is-no-trouble", name, kinds[i].channels);

      g_test_add_data_func (decoded, &kinds[i], numbers_are_decoded);
      g_test_add_data_func (cut, &kinds[i], cut_files_are_no_trouble);
    }
  return scratch_run ();
}
