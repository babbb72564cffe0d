/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "scratch.h"

#include <math.h>
#include <string.h>

/* PCM of each width is its integers over 2^(bits − 1), in floating point that holds them all. */
static void
pcm_is_exact (gconstpointer data)
{
  int subtype = GPOINTER_TO_INT (data);
  guint bits = subtype == SF_FORMAT_PCM_U8 || subtype == SF_FORMAT_PCM_S8 ? 8 : 8 * (guint) subtype;
  int major = subtype == SF_FORMAT_PCM_S8 ? SF_FORMAT_AIFF : SF_FORMAT_WAV;
  enum { N = 5000, CHANNELS = 3 };
  const char *path = scratch_path ("pcm");
  g_autofree gint32 *integers = g_new (gint32, N * CHANNELS), *top = g_new (gint32, N * CHANNELS);
  g_autoptr (OndesRecording) recording = NULL;
  const OndesRecordingInfo *info;
  SF_INFO made = { .format = major | subtype, .samplerate = 12345, .channels = CHANNELS };
  SNDFILE *file = sf_open (path, SFM_WRITE, &made);
  gint64 half = G_GINT64_CONSTANT (1) << (bits - 1);

  for (int i = 0; i < N * CHANNELS; i++)
    {
      integers[i] = i == 0   ? (gint32) -half
                    : i == 1 ? (gint32) (half - 1)
                             : (gint32) ((gint64) g_test_rand_int () >> (32 - bits));
      top[i] = (gint32) ((guint32) integers[i] << (32 - bits));
    }
  g_assert_nonnull (file);
  g_assert_cmpint (sf_writef_int (file, top, N), ==, N);
  sf_close (file);

  recording = scratch_open (path, NULL);
  info = ondes_recording_get_info (recording);
  g_assert_cmpuint (info->frames, ==, N);
  g_assert_cmpuint (info->channels, ==, CHANNELS);
  g_assert_cmpuint (info->pcm_bits, ==, bits);
  g_assert_cmpfloat (info->rate_hz, ==, 12345);
  g_assert_true (info->rate_known);
  g_assert_cmpint (info->type, ==, ONDES_I32);
  g_assert_cmpstr (info->unit, ==, "");
  for (guint c = 0; c < CHANNELS; c++)
    {
      g_autoptr (OndesSource) source = ondes_recording_source (recording, c + 1, NULL);
      g_autoptr (OndesSource) whole = ondes_recording_integers (recording, c + 1, NULL);
      g_autofree double *samples = scratch_read (recording, c + 1);
      g_autofree gint32 *exact = g_new (gint32, N);

      g_assert_cmpint (source->type, ==, bits <= 24 ? ONDES_F32 : ONDES_F64);
      g_assert_cmpint (whole->type, ==, ONDES_I32);
      g_assert_cmpuint (whole->id, ==, source->id);
      g_assert_cmpuint (source->channel, ==, c + 1);
      g_assert_true (ondes_source_read (whole, 0, N, exact, NULL));
      for (int i = 0; i < N; i++)
        {
          g_assert_cmpint (exact[i], ==, integers[i * CHANNELS + (int) c]);
          g_assert_cmpfloat (samples[i], ==, (double) integers[i * CHANNELS + (int) c] / (double) half);
        }
    }
  {
    g_autofree double *mix = scratch_read (recording, 0);

    for (int i = 0; i < N; i++)
      {
        double sum = 0;

        for (int c = 0; c < CHANNELS; c++)
          sum += integers[i * CHANNELS + c];
        g_assert_cmpfloat_with_epsilon (mix[i], sum / (double) half / CHANNELS, 1e-15);
      }
  }
}

/* Floating point passes as it stands: beyond full scale, tiny, NaN and infinite. */
static void
floats_pass (void)
{
  double odd[] = { 0, -1, 1e30, -1e-30, 1e-19, NAN, INFINITY, -INFINITY, 0.1 };
  const int subtypes[] = { SF_FORMAT_FLOAT, SF_FORMAT_DOUBLE };

  for (gsize s = 0; s < G_N_ELEMENTS (subtypes); s++)
    {
      const char *path = scratch_path ("odd.wav");
      g_autoptr (OndesRecording) recording = NULL;
      g_autoptr (OndesSource) source = NULL;
      g_autofree double *samples = NULL;
      OndesScan scan;

      scratch_sndfile (path, SF_FORMAT_WAV | subtypes[s], 8000, 1, odd, G_N_ELEMENTS (odd));
      recording = scratch_open (path, NULL);
      source = ondes_recording_source (recording, 1, NULL);
      g_assert_cmpint (source->type, ==, s ? ONDES_F64 : ONDES_F32);
      samples = scratch_read (recording, 1);
      for (gsize i = 0; i < G_N_ELEMENTS (odd); i++)
        if (isnan (odd[i]))
          g_assert_true (isnan (samples[i]));
        else
          g_assert_cmpfloat (samples[i], ==, s ? odd[i] : (double) (float) odd[i]);
      g_assert_true (ondes_source_scan (source, &scan, NULL, NULL));
      g_assert_cmpuint (scan.frames, ==, G_N_ELEMENTS (odd));
      g_assert_cmpuint (scan.nan, ==, 1);
      g_assert_cmpuint (scan.inf, ==, 2);
      g_assert_cmpfloat (scan.peak, ==, s ? 1e30 : (double) 1e30f);
      g_assert_null (ondes_recording_integers (recording, 1, NULL));
    }
}

/* Whatever the order of the reads, the samples are those of one decoding from the beginning. */
static void
spans_agree (gconstpointer data)
{
  int format = GPOINTER_TO_INT (data), rate = 16000, channels = 2;
  int sub = format & SF_FORMAT_SUBMASK;
  gsize n = 300000;
  const char *path = scratch_path (sub == SF_FORMAT_MPEG_LAYER_III ? "spans.mp3" : "spans");
  SF_INFO info = { 0 };
  SNDFILE *file;
  g_autofree double *made = NULL;
  g_autofree float *truth = NULL;
  g_autoptr (OndesRecording) recording = NULL;

  if (sub == SF_FORMAT_GSM610 || (format & SF_FORMAT_TYPEMASK) == SF_FORMAT_SVX
      || (sub >= SF_FORMAT_G721_32 && sub <= SF_FORMAT_DWVW_24) || sub == SF_FORMAT_DPCM_16)
    channels = 1;
  if (sub == SF_FORMAT_MPEG_LAYER_III)
    rate = 44100;
  made = g_new (double, n * (gsize) channels);
  for (gsize i = 0; i < n * (gsize) channels; i++)
    made[i] = 0.4 * sin (0.05 * (double) i * (1 + 1e-6 * (double) i)) + g_test_rand_double_range (-0.1, 0.1);
  scratch_sndfile (path, format, rate, channels, made, n);

  file = sf_open (path, SFM_READ, &info);
  g_assert_nonnull (file);
  truth = g_new (float, (gsize) info.frames * (gsize) channels);
  n = (gsize) sf_readf_float (file, truth, info.frames);
  sf_close (file);
  recording = scratch_open (path, NULL);
  g_assert_cmpuint (ondes_recording_get_info (recording)->frames, ==, n);
  for (int k = 0; k < 60; k++)
    {
      guint channel = (guint) g_test_rand_int_range (1, channels + 1);
      gsize at = (gsize) g_test_rand_int_range (0, (gint32) n), asked = (gsize) g_test_rand_int_range (1, 9000);
      gsize m = MIN (n - at, asked);
      g_autoptr (OndesSource) source = ondes_recording_source (recording, channel, NULL);
      g_autofree float *samples = g_new (float, m);
      g_autoptr (GError) error = NULL;
      float worst = 0;

      ondes_source_read_as (source, at, m, ONDES_F32, samples, &error);
      g_assert_no_error (error);
      for (gsize i = 0; i < m; i++)
        worst = MAX (worst, fabsf (samples[i] - truth[(at + i) * (gsize) channels + channel - 1]));
      g_assert_cmpfloat (worst, <=, sub == SF_FORMAT_IMA_ADPCM || sub == SF_FORMAT_MS_ADPCM ? 0 : 1e-6f);
    }
}

/* Formats without a beginning of their own, which libsndfile knows by the file's name. */
static void
known_by_name (void)
{
  static const struct
  {
    const char *name;
    int         format;
  } files[] = {
    { "speech.gsm", SF_FORMAT_RAW | SF_FORMAT_GSM610 },
    { "speech.vox", SF_FORMAT_RAW | SF_FORMAT_VOX_ADPCM },
    { "tape.sd2", SF_FORMAT_SD2 | SF_FORMAT_PCM_16 },
  };
  enum { N = 8000 };
  double made[N];

  for (int i = 0; i < N; i++)
    made[i] = 0.3 * sin (0.1 * i);
  for (gsize f = 0; f < G_N_ELEMENTS (files); f++)
    {
      const char *path = scratch_path (files[f].name);
      g_autoptr (OndesRecording) recording = NULL;
      g_autofree double *samples = NULL;
      double off = 0;

      scratch_sndfile (path, files[f].format, 8000, 1, made, N);
      recording = scratch_open (path, NULL);
      g_assert_cmpuint (ondes_recording_get_info (recording)->frames, ==, N);
      samples = scratch_read (recording, 1);
      for (int i = 0; i < N; i++)
        off += (samples[i] - made[i]) * (samples[i] - made[i]);
      g_assert_cmpfloat (sqrt (off / N), <, 0.05);
    }
}

static GByteArray *
load (const char *path)
{
  g_autofree char *data = NULL;
  gsize n;

  g_assert_true (g_file_get_contents (path, &data, &n, NULL));
  return g_byte_array_new_take ((guint8 *) g_steal_pointer (&data), n);
}

/* Every cut of a small file opens with the samples that are left, or is refused with a sentence. */
static void
cut_at_every_byte (gconstpointer data)
{
  int format = GPOINTER_TO_INT (data);
  gsize n_frames = (format & SF_FORMAT_TYPEMASK) == SF_FORMAT_FLAC ? 5000 : 500; /* more than one block of FLAC */
  const char *path = scratch_path ("whole");
  g_autoptr (GByteArray) whole = NULL;
  g_autofree double *made = g_new (double, 2 * n_frames), *truth = NULL;
  g_autoptr (OndesRecording) first = NULL;
  guint64 frames;
  guint opened = 0;

  for (gsize i = 0; i < 2 * n_frames; i++)
    made[i] = g_test_rand_double_range (-0.001, 0.001);
  scratch_sndfile (path, format, 44100, 2, made, n_frames);
  whole = load (path);
  first = scratch_open (path, NULL);
  frames = ondes_recording_get_info (first)->frames;
  truth = scratch_read (first, 2);
  for (guint n = 0; n < whole->len; n++)
    {
      g_autoptr (GError) error = NULL;
      const char *cut = scratch_write ("cut.wav", whole->data, n);
      g_autoptr (OndesRecording) recording = ondes_recording_open (cut, NULL, NULL, &error);

      if (!recording)
        {
          g_assert_error (error, ONDES_ERROR, ONDES_ERROR_FILE);
          g_assert_true (g_str_has_prefix (error->message, cut));
          continue;
        }
      opened++;
      g_assert_cmpuint (ondes_recording_get_info (recording)->frames, <=, frames);
      {
        g_autoptr (OndesSource) source = ondes_recording_source (recording, 2, NULL);
        g_autofree double *samples = g_new (double, source->n);

        if (ondes_source_read_as (source, 0, source->n, ONDES_F64, samples, &error))
          for (guint64 i = 0; i < source->n; i++)
            g_assert_cmpfloat (samples[i], ==, truth[i]);
        else
          g_assert_true (g_str_has_prefix (error->message, cut));
      }
    }
  g_test_message ("%u of %u cuts open", opened, whole->len);
  g_assert_cmpuint (opened, >, 0);
}

static void
put_le (GByteArray *bytes,
        guint       at,
        guint64     value,
        guint       width)
{
  g_assert_cmpuint (at + width, <=, bytes->len);
  for (guint i = 0; i < width; i++)
    bytes->data[at + i] = (guint8) (value >> 8 * i);
}

static GByteArray *
make_wav (gsize frames,
          int   channels)
{
  const char *path = scratch_path ("made.wav");
  g_autofree double *made = g_new (double, frames * (gsize) channels);

  for (gsize i = 0; i < frames * (gsize) channels; i++)
    made[i] = (double) (i % 100) / 128;
  scratch_sndfile (path, SF_FORMAT_WAV | SF_FORMAT_PCM_16, 8000, channels, made, frames);
  return load (path);
}

/* What a header claims does not count; what can be read does. */
static void
headers_lie (void)
{
  g_autoptr (GByteArray) wav = make_wav (1000, 1);
  g_autoptr (OndesRecording) truth = scratch_open (scratch_path ("made.wav"), NULL), recording = NULL;
  g_autofree double *expected = scratch_read (truth, 1), *samples = NULL;

  put_le (wav, 40, 0xfffffff0, 4);
  put_le (wav, 4, 0xffffffff, 4);
  recording = scratch_open (scratch_write ("huge.wav", wav->data, wav->len), NULL);
  g_assert_cmpuint (ondes_recording_get_info (recording)->frames, ==, 1000);
  samples = scratch_read (recording, 1);
  g_assert_cmpmem (samples, 1000 * sizeof *samples, expected, 1000 * sizeof *expected);
  g_assert_cmpfloat_with_epsilon (samples[99], 99 / 128.0, 1e-4);
}

static void
au_of_unknown_length (void)
{
  const char *path = scratch_path ("made.au");
  double made[500];
  g_autoptr (GByteArray) au = NULL;
  g_autoptr (OndesRecording) recording = NULL;

  for (int i = 0; i < 500; i++)
    made[i] = i / 1000.0;
  scratch_sndfile (path, SF_FORMAT_AU | SF_FORMAT_PCM_16, 8000, 1, made, 500);
  au = load (path);
  memset (au->data + 8, 0xff, 4);
  recording = scratch_open (scratch_write ("unknown.au", au->data, au->len), NULL);
  g_assert_cmpuint (ondes_recording_get_info (recording)->frames, ==, 500);
}

/* STREAMINFO's 36 bits of total samples, at byte 21 of the file. */
static void
set_flac_total (GByteArray *flac,
                guint64     total)
{
  flac->data[21] = (guint8) ((flac->data[21] & 0xf0) | (total >> 32 & 15));
  for (int i = 0; i < 4; i++)
    flac->data[22 + i] = (guint8) (total >> 8 * (3 - i));
}

static void
flac_of_wrong_length (void)
{
  const char *path = scratch_path ("made.flac");
  enum { N = 100000 };
  g_autofree double *made = g_new (double, N);
  g_autoptr (GByteArray) flac = NULL;
  const guint64 totals[] = { 8300000, (G_GUINT64_CONSTANT (1) << 36) - 1, 0 };

  for (int i = 0; i < N; i++)
    made[i] = g_test_rand_double_range (-1, 1);
  scratch_sndfile (path, SF_FORMAT_FLAC | SF_FORMAT_PCM_16, 8000, 1, made, N);
  flac = load (path);
  for (gsize t = 0; t < G_N_ELEMENTS (totals); t++)
    {
      g_autoptr (OndesRecording) good = scratch_open (path, NULL), recording = NULL;
      g_autofree double *truth = scratch_read (good, 1);

      set_flac_total (flac, totals[t]);
      recording = scratch_open (scratch_write ("lie.flac", flac->data, flac->len), NULL);
      g_assert_cmpuint (ondes_recording_get_info (recording)->frames, ==, N);
      g_assert_true (scratch_has_note (recording, totals[t] ? "claims" : "does not say how long"));
      for (int k = 0; k < 20; k++)
        {
          g_autoptr (OndesSource) source = ondes_recording_source (recording, 1, NULL);
          g_autoptr (GError) error = NULL;
          int at = g_test_rand_int_range (0, N);
          double x;

          ondes_source_read_as (source, (guint64) at, 1, ONDES_F64, &x, &error);
          g_assert_no_error (error);
          g_assert_cmpfloat (x, ==, truth[at]);
        }
    }

  /* Many claimed, not one there: the audio frames cut off behind the metadata. */
  for (guint end = 42; end < 200; end += 40)
    {
      set_flac_total (flac, 8300000);
      scratch_refuse (scratch_write ("none.flac", flac->data, end), NULL, ONDES_ERROR_FILE, "none.flac");
    }
}

/* Odd rates and channel counts: refused where no recorder makes them, never a crash. */
static void
absurd_headers (void)
{
  g_autoptr (GByteArray) wav = make_wav (121 * 10, 1);
  g_autoptr (OndesRecording) recording = NULL;
  OndesReadOptions rate = { .rate_hz = 541e6 };

  put_le (wav, 22, 121, 2);
  put_le (wav, 24, 541000000, 4);
  put_le (wav, 32, 242, 2);
  scratch_refuse (scratch_write ("absurd.wav", wav->data, wav->len), NULL, ONDES_ERROR_FILE, "121 channels at 541000000 Hz");
  recording = scratch_open (scratch_path ("absurd.wav"), &rate);
  g_assert_cmpuint (ondes_recording_get_info (recording)->channels, ==, 121);
  g_assert_cmpuint (ondes_recording_get_info (recording)->frames, ==, 10);

  put_le (wav, 22, 1, 2);
  put_le (wav, 32, 2, 2);
  put_le (wav, 24, 0, 4);
  scratch_refuse (scratch_write ("zero-rate.wav", wav->data, wav->len), NULL, ONDES_ERROR_FILE, "0 Hz");
  put_le (wav, 24, 8000, 4);
  put_le (wav, 22, 0, 2);
  scratch_refuse (scratch_write ("no-channels.wav", wav->data, wav->len), NULL, ONDES_ERROR_FILE, "its header is damaged");
  put_le (wav, 22, 65535, 2);
  scratch_refuse (scratch_write ("many-channels.wav", wav->data, wav->len), NULL, ONDES_ERROR_FILE, "");
  put_le (wav, 22, 1, 2);
  scratch_refuse (scratch_write ("no-frames.wav", wav->data, 44), NULL, ONDES_ERROR_FILE, "holds no samples");
}

/* Random damage anywhere in the file never crashes, hangs or reads outside. */
static void
damage (gconstpointer data)
{
  int format = GPOINTER_TO_INT (data);
  double made[2 * 2000];
  g_autoptr (GByteArray) whole = NULL;
  const char *path = scratch_path ("damage");

  for (gsize i = 0; i < G_N_ELEMENTS (made); i++)
    made[i] = g_test_rand_double_range (-0.9, 0.9);
  scratch_sndfile (path, format, 44100, 2, made, 2000);
  whole = load (path);
  for (int k = 0; k < 300; k++)
    {
      g_autofree guint8 *copy = g_memdup2 (whole->data, whole->len);
      g_autoptr (GError) error = NULL;
      g_autoptr (OndesRecording) recording = NULL;

      for (int j = g_test_rand_int_range (1, 6); j; j--)
        copy[g_test_rand_int_range (0, j % 2 ? MIN ((gint32) whole->len, 100) : (gint32) whole->len)] =
            (guint8) g_test_rand_int ();
      path = scratch_write ("damaged.wav", copy, whole->len);
      recording = ondes_recording_open (path, NULL, NULL, &error);
      if (recording)
        {
          g_autoptr (OndesSource) source = ondes_recording_source (recording, 1, NULL);
          g_autofree double *samples = g_new (double, MIN (source->n, 100000));

          g_assert_cmpuint (source->n, >, 0);
          if (!ondes_source_read_as (source, 0, MIN (source->n, 100000), ONDES_F64, samples, &error))
            g_assert_true (g_str_has_prefix (error->message, path));
        }
      else
        g_assert_true (g_str_has_prefix (error->message, path));
    }
}

typedef struct
{
  GCancellable *cancellable;
  int           calls;
} Cancelling;

static void
cancel_at_second (double   fraction,
                  gpointer user_data)
{
  Cancelling *self = user_data;

  g_assert_cmpfloat (fraction, >=, 0);
  g_assert_cmpfloat (fraction, <=, 1);
  if (++self->calls == 2)
    g_cancellable_cancel (self->cancellable);
}

/* Frames that cannot be sought are counted with progress, which stops when told to. */
static void
counting_is_cancelled (void)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  Cancelling cancelling = { cancellable, 0 };
  g_autoptr (GError) error = NULL;
  g_autofree double *made = g_new0 (double, 400000);
  const char *path = scratch_path ("forward.au");

  scratch_sndfile (path, SF_FORMAT_AU | SF_FORMAT_G721_32, 8000, 1, made, 400000);
  g_assert_null (ondes_recording_open (path, NULL, &(OndesWatch) { cancel_at_second, &cancelling, cancellable }, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_cmpint (cancelling.calls, ==, 2);
}

int
main (int   argc,
      char *argv[])
{
  static const struct
  {
    const char *name;
    int         format;
  } spans[] = {
    { "wav-16", SF_FORMAT_WAV | SF_FORMAT_PCM_16 },      { "wav-float", SF_FORMAT_WAV | SF_FORMAT_FLOAT },
    { "wav-ulaw", SF_FORMAT_WAV | SF_FORMAT_ULAW },      { "wav-ima-adpcm", SF_FORMAT_WAV | SF_FORMAT_IMA_ADPCM },
    { "wav-ms-adpcm", SF_FORMAT_WAV | SF_FORMAT_MS_ADPCM }, { "wav-gsm", SF_FORMAT_WAV | SF_FORMAT_GSM610 },
    { "w64-24", SF_FORMAT_W64 | SF_FORMAT_PCM_24 },      { "rf64-32", SF_FORMAT_RF64 | SF_FORMAT_PCM_32 },
    { "aiff-24", SF_FORMAT_AIFF | SF_FORMAT_PCM_24 },    { "aiff-dwvw", SF_FORMAT_AIFF | SF_FORMAT_DWVW_16 },
    { "au-g721", SF_FORMAT_AU | SF_FORMAT_G721_32 },     { "au-alaw", SF_FORMAT_AU | SF_FORMAT_ALAW },
    { "caf-alac", SF_FORMAT_CAF | SF_FORMAT_ALAC_16 },   { "flac-16", SF_FORMAT_FLAC | SF_FORMAT_PCM_16 },
    { "flac-24", SF_FORMAT_FLAC | SF_FORMAT_PCM_24 },    { "vorbis", SF_FORMAT_OGG | SF_FORMAT_VORBIS },
    { "opus", SF_FORMAT_OGG | SF_FORMAT_OPUS },          { "mp3", SF_FORMAT_MPEG | SF_FORMAT_MPEG_LAYER_III },
    { "nist", SF_FORMAT_NIST | SF_FORMAT_PCM_16 },       { "voc", SF_FORMAT_VOC | SF_FORMAT_PCM_16 },
    { "mat4", SF_FORMAT_MAT4 | SF_FORMAT_DOUBLE },       { "mat5", SF_FORMAT_MAT5 | SF_FORMAT_DOUBLE },
    { "ircam", SF_FORMAT_IRCAM | SF_FORMAT_FLOAT },      { "paf", SF_FORMAT_PAF | SF_FORMAT_PCM_16 },
    { "svx", SF_FORMAT_SVX | SF_FORMAT_PCM_16 },         { "xi", SF_FORMAT_XI | SF_FORMAT_DPCM_16 },
    { "avr", SF_FORMAT_AVR | SF_FORMAT_PCM_16 },         { "pvf", SF_FORMAT_PVF | SF_FORMAT_PCM_16 },
  };
  static const int widths[] = { SF_FORMAT_PCM_S8, SF_FORMAT_PCM_U8, SF_FORMAT_PCM_16, SF_FORMAT_PCM_24, SF_FORMAT_PCM_32 };
  static const char *const width_names[] = { "s8", "u8", "16", "24", "32" };

  g_test_init (&argc, &argv, NULL);
  scratch_make ();
  for (gsize i = 0; i < G_N_ELEMENTS (widths); i++)
    {
      g_autofree char *name = g_strdup_printf ("/ondes/sndfile/pcm-is-its-integers/%s", width_names[i]);

      g_test_add_data_func (name, GINT_TO_POINTER (widths[i]), pcm_is_exact);
    }
  g_test_add_func ("/ondes/sndfile/floats-pass-as-they-stand", floats_pass);
  for (gsize i = 0; i < G_N_ELEMENTS (spans); i++)
    {
      g_autofree char *name = g_strdup_printf ("/ondes/sndfile/spans-agree-with-the-whole/%s", spans[i].name);

      g_test_add_data_func (name, GINT_TO_POINTER (spans[i].format), spans_agree);
    }
  g_test_add_data_func ("/ondes/sndfile/cut-at-every-byte/wav", GINT_TO_POINTER (SF_FORMAT_WAV | SF_FORMAT_PCM_16),
                        cut_at_every_byte);
  g_test_add_data_func ("/ondes/sndfile/cut-at-every-byte/flac", GINT_TO_POINTER (SF_FORMAT_FLAC | SF_FORMAT_PCM_16),
                        cut_at_every_byte);
  g_test_add_func ("/ondes/sndfile/known-by-name", known_by_name);
  g_test_add_func ("/ondes/sndfile/wav-claims-too-much", headers_lie);
  g_test_add_func ("/ondes/sndfile/au-of-unknown-length", au_of_unknown_length);
  g_test_add_func ("/ondes/sndfile/flac-of-wrong-length", flac_of_wrong_length);
  g_test_add_func ("/ondes/sndfile/absurd-headers", absurd_headers);
  g_test_add_data_func ("/ondes/sndfile/damaged/wav", GINT_TO_POINTER (SF_FORMAT_WAV | SF_FORMAT_PCM_16), damage);
  g_test_add_data_func ("/ondes/sndfile/damaged/flac", GINT_TO_POINTER (SF_FORMAT_FLAC | SF_FORMAT_PCM_16), damage);
  g_test_add_data_func ("/ondes/sndfile/damaged/vorbis", GINT_TO_POINTER (SF_FORMAT_OGG | SF_FORMAT_VORBIS), damage);
  g_test_add_func ("/ondes/sndfile/counting-is-cancelled", counting_is_cancelled);
  return scratch_run ();
}
