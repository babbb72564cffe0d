/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All formats that libsndfile opens.
 *
 * A header's frame count is only a claim. It is trusted if the last claimed frame can be reached and read; otherwise the frames
 * are counted by decoding from the beginning, and the notes say what was claimed.
 */
#include "signal/reader.h"

#include "claims.h"
#include "base/number.h"
#include "quiet.h"
#include "sndfile-metadata.h"
#include "base/words.h"

#include <errno.h>
#include <sndfile.h>
#include <string.h>
#include <unistd.h>

#define CHUNK 32768      /* elements decoded at a time */
#define PAST_END (1 << 22) /* most frames that are counted after the file has been read to its end */
#define DECODERS 6         /* decoders per file, if its seeks are unusable */

typedef struct
{
  int         id;
  const char *name;
} Name;

static const Name majors[] = {
  { SF_FORMAT_WAV, "WAV" },     { SF_FORMAT_WAVEX, "WAV" },   { SF_FORMAT_RF64, "RF64" },   { SF_FORMAT_W64, "Wave64" },
  { SF_FORMAT_AIFF, "AIFF" },   { SF_FORMAT_AU, "AU" },       { SF_FORMAT_RAW, "raw" },     { SF_FORMAT_PAF, "PAF" },
  { SF_FORMAT_SVX, "SVX" },     { SF_FORMAT_NIST, "NIST" },   { SF_FORMAT_VOC, "VOC" },     { SF_FORMAT_IRCAM, "IRCAM" },
  { SF_FORMAT_MAT4, "MAT 4" },  { SF_FORMAT_MAT5, "MAT 5" },  { SF_FORMAT_PVF, "PVF" },     { SF_FORMAT_XI, "XI" },
  { SF_FORMAT_HTK, "HTK" },     { SF_FORMAT_SDS, "SDS" },     { SF_FORMAT_AVR, "AVR" },     { SF_FORMAT_SD2, "SD2" },
  { SF_FORMAT_FLAC, "FLAC" },   { SF_FORMAT_CAF, "CAF" },     { SF_FORMAT_WVE, "WVE" },     { SF_FORMAT_OGG, "Ogg" },
  { SF_FORMAT_MPC2K, "MPC2K" }, { SF_FORMAT_MPEG, "MPEG" },
};

typedef enum { AS_INT, AS_FLOAT, AS_DOUBLE } Decoding;

static const struct
{
  int         id;
  const char *name;
  Decoding    as;
  guint       bits;
} subtypes[] = {
  { SF_FORMAT_PCM_S8, N_("8 bit PCM"), AS_INT, 8 },
  { SF_FORMAT_PCM_U8, N_("8 bit PCM"), AS_INT, 8 },
  { SF_FORMAT_PCM_16, N_("16 bit PCM"), AS_INT, 16 },
  { SF_FORMAT_PCM_24, N_("24 bit PCM"), AS_INT, 24 },
  { SF_FORMAT_PCM_32, N_("32 bit PCM"), AS_INT, 32 },
  { SF_FORMAT_ALAC_16, N_("16 bit ALAC"), AS_INT, 16 },
  { SF_FORMAT_ALAC_20, N_("20 bit ALAC"), AS_INT, 20 },
  { SF_FORMAT_ALAC_24, N_("24 bit ALAC"), AS_INT, 24 },
  { SF_FORMAT_ALAC_32, N_("32 bit ALAC"), AS_INT, 32 },
  { SF_FORMAT_DWVW_12, N_("12 bit DWVW"), AS_INT, 12 },
  { SF_FORMAT_DWVW_16, N_("16 bit DWVW"), AS_INT, 16 },
  { SF_FORMAT_DWVW_24, N_("24 bit DWVW"), AS_INT, 24 },
  { SF_FORMAT_DPCM_8, N_("8 bit DPCM"), AS_INT, 8 },
  { SF_FORMAT_DPCM_16, N_("16 bit DPCM"), AS_INT, 16 },
  { SF_FORMAT_FLOAT, N_("32 bit float"), AS_FLOAT, 0 },
  { SF_FORMAT_DOUBLE, N_("64 bit float"), AS_DOUBLE, 0 },
  { SF_FORMAT_ULAW, "u-law", AS_FLOAT, 0 },
  { SF_FORMAT_ALAW, "A-law", AS_FLOAT, 0 },
  { SF_FORMAT_IMA_ADPCM, "IMA ADPCM", AS_FLOAT, 0 },
  { SF_FORMAT_MS_ADPCM, "MS ADPCM", AS_FLOAT, 0 },
  { SF_FORMAT_GSM610, "GSM 6.10", AS_FLOAT, 0 },
  { SF_FORMAT_VOX_ADPCM, "VOX ADPCM", AS_FLOAT, 0 },
  { SF_FORMAT_VORBIS, "Vorbis", AS_FLOAT, 0 },
  { SF_FORMAT_OPUS, "Opus", AS_FLOAT, 0 },
  { SF_FORMAT_MPEG_LAYER_I, N_("layer I"), AS_FLOAT, 0 },
  { SF_FORMAT_MPEG_LAYER_II, N_("layer II"), AS_FLOAT, 0 },
  { SF_FORMAT_MPEG_LAYER_III, N_("layer III"), AS_FLOAT, 0 },
};

/* A decoder of the file, with its own offset. */
typedef struct
{
  SNDFILE *file;
  int      fd;       /* the reader's descriptor */
  const OndesClaims *claims; /* the reader's; its head, if any, replaces the file's */
  guint64  size, offset;
  gint64   position; /* the next frame it decodes; −1 if unknown */
  guint64  used;     /* the count of reads when last used */
} Decoder;

typedef struct
{
  OndesReader reader;
  char       *path;
  int         fd;
  guint64     size;     /* in bytes, as the decoders see it */
  OndesClaims claims;
  gboolean    by_path; /* formats that libsndfile recognises only by file name */
  gboolean    no_seek; /* the decoders are forward-only */
  OndesQuiet *quiet;   /* the thread of the decoders; NULL if they run in the reading thread */
  SF_INFO     info;
  Decoding    as;
  Decoder     decoders[DECODERS]; /* only the first is used if seeks work */
  guint64     reads;
  union
  {
    int    i[CHUNK];
    float  f[CHUNK];
    double d[CHUNK];
  } chunk;
} SndfileReader;

static sf_count_t
io_length (void *data)
{
  return (sf_count_t) ((Decoder *) data)->size;
}

static sf_count_t
io_seek (sf_count_t offset,
         int        whence,
         void      *data)
{
  Decoder *self = data;
  sf_count_t base = whence == SEEK_SET ? 0 : whence == SEEK_CUR ? (sf_count_t) self->offset : (sf_count_t) self->size, to;

  if (__builtin_add_overflow (base, offset, &to) || to < 0)
    return -1;
  self->offset = (guint64) to;
  return to;
}

static sf_count_t
io_read (void      *dst,
         sf_count_t n,
         void      *data)
{
  Decoder *self = data;
  sf_count_t done = 0;

  if (self->offset < self->claims->length)
    {
      done = (sf_count_t) MIN ((guint64) n, self->claims->length - self->offset);
      memcpy (dst, self->claims->head + self->offset, (gsize) done);
      self->offset += (guint64) done;
    }
  while (done < n)
    {
      guint64 at = self->offset - self->claims->length + self->claims->resume;
      gssize got = pread (self->fd, (char *) dst + done, (gsize) (n - done), (off_t) at);

      if (got < 0 && errno == EINTR)
        continue;
      if (got <= 0)
        break;
      done += got;
      self->offset += (guint64) got;
    }
  return done;
}

static sf_count_t
io_tell (void *data)
{
  return (sf_count_t) ((Decoder *) data)->offset;
}

static gboolean
restart (SndfileReader *self,
         Decoder       *decoder)
{
  static SF_VIRTUAL_IO io = { .get_filelen = io_length, .seek = io_seek, .read = io_read, .tell = io_tell };
  SF_INFO info = { 0 };

  g_clear_pointer (&decoder->file, sf_close);
  *decoder = (Decoder) { .fd = self->fd, .claims = &self->claims, .size = self->size };
  decoder->file = self->by_path ? sf_open (self->path, SFM_READ, &info) : sf_open_virtual (&io, SFM_READ, &info, decoder);
  if (decoder->file)
    self->info = info;
  return decoder->file != NULL;
}

/* Decodes at most @n frames, interleaved. */
static gint64
decode_to (SndfileReader *self,
           Decoder       *decoder,
           gint64         n,
           void          *dst)
{
  gint64 got;

  switch (self->as)
    {
    case AS_INT:
      got = sf_readf_int (decoder->file, dst, n);
      break;
    case AS_FLOAT:
      got = sf_readf_float (decoder->file, dst, n);
      break;
    default:
      got = sf_readf_double (decoder->file, dst, n);
    }
  got = MAX (got, 0);
  decoder->position += got;
  return got;
}

static gint64
decode (SndfileReader *self,
        Decoder       *decoder,
        gint64         n)
{
  return decode_to (self, decoder, n, &self->chunk);
}

static gint64
chunk_frames (SndfileReader *self)
{
  return MAX (CHUNK / self->info.channels, 1);
}

/* Chooses the decoder with the fewest frames to skip to frame @at, otherwise a free one, otherwise the least recently used. */
static Decoder *
choose (SndfileReader *self,
        gint64         at)
{
  Decoder *best = NULL, *oldest = &self->decoders[0];

  if (!self->no_seek)
    return &self->decoders[0];
  for (guint i = 0; i < DECODERS; i++)
    {
      Decoder *decoder = &self->decoders[i];

      if (decoder->file && decoder->position >= 0 && decoder->position <= at && (!best || decoder->position > best->position))
        best = decoder;
      if (!decoder->file || (oldest->file && decoder->used < oldest->used))
        oldest = decoder;
    }
  return best ? best : oldest;
}

/* Moves the decoder to frame @at, by a seek if the format allows it, otherwise by decoding up to it. */
static gboolean
go_to (SndfileReader *self,
       Decoder       *decoder,
       gint64         at)
{
  if (decoder->file && decoder->position == at)
    return TRUE;
  if (decoder->file && !self->no_seek)
    {
      decoder->position = sf_seek (decoder->file, at, SEEK_SET);
      if (decoder->position == at)
        return TRUE;
      self->no_seek = TRUE;
      decoder->position = -1;
    }
  if ((!decoder->file || decoder->position < 0 || decoder->position > at) && !restart (self, decoder))
    return FALSE;
  while (decoder->position < at)
    if (decode (self, decoder, MIN (chunk_frames (self), at - decoder->position)) == 0)
      return FALSE;
  return TRUE;
}

static guint64
sndfile_next_frame (OndesReader *reader,
                    guint64      at)
{
  SndfileReader *self = (SndfileReader *) reader;
  Decoder *decoder = choose (self, (gint64) at);

  if (!self->no_seek)
    return at;
  return decoder->file && decoder->position >= 0 && decoder->position <= (gint64) at ? (guint64) decoder->position : 0;
}

static gboolean
read_frames (SndfileReader *self,
             guint64        at,
             gsize          n,
             void          *dst,
             GError       **error)
{
  OndesReader *reader = &self->reader;
  Decoder *decoder = choose (self, (gint64) at);
  guint channels = reader->channels;
  int shift = 32 - (int) reader->bits;

  decoder->used = ++self->reads;
  if (!go_to (self, decoder, (gint64) at))
    goto fail;
  /* A single channel needs no deinterleaving. */
  if (channels == 1)
    {
      for (gsize done = 0, got; done < n; done += got)
        {
          got = (gsize) decode_to (self, decoder, MIN (chunk_frames (self), (gint64) (n - done)),
                                   (char *) dst + ondes_type_bytes (reader->type, done));
          if (got == 0)
            goto fail;
        }
      for (gsize i = 0; self->as == AS_INT && shift > 0 && i < n; i++)
        ((gint32 *) dst)[i] >>= shift;
      return TRUE;
    }
  for (gsize done = 0; done < n;)
    {
      gsize got = (gsize) decode (self, decoder, MIN (chunk_frames (self), (gint64) (n - done)));

      if (got == 0)
        goto fail;
      for (guint c = 0; c < channels; c++)
        {
          gsize to = c * n + done;

          switch (self->as)
            {
            case AS_INT: /* libsndfile left-aligns every width in 32 bits */
              for (gsize i = 0; i < got; i++)
                ((gint32 *) dst)[to + i] = self->chunk.i[i * channels + c] >> shift;
              break;
            case AS_FLOAT:
              for (gsize i = 0; i < got; i++)
                ((float *) dst)[to + i] = self->chunk.f[i * channels + c];
              break;
            default:
              for (gsize i = 0; i < got; i++)
                ((double *) dst)[to + i] = self->chunk.d[i * channels + c];
            }
        }
      done += got;
    }
  return TRUE;

fail:
  g_set_error (error, ONDES_ERROR, ONDES_ERROR_FILE, _("%s cannot be decoded at frame %" PRId64 "; it is damaged there"),
               reader->display, MAX (decoder->position, 0));
  decoder->position = -1;
  return FALSE;
}

typedef struct
{
  SndfileReader *self;
  guint64        at;
  gsize          n;
  void          *dst;
  GError       **error;
  gboolean       done;
} Reading;

static void
read_quietly (gpointer data)
{
  Reading *reading = data;

  reading->done = read_frames (reading->self, reading->at, reading->n, reading->dst, reading->error);
}

static gboolean
sndfile_read (OndesReader *reader,
              guint64      at,
              gsize        n,
              void        *dst,
              GError     **error)
{
  Reading reading = { (SndfileReader *) reader, at, n, dst, error, FALSE };

  ondes_quiet_run (reading.self->quiet, read_quietly, &reading);
  return reading.done;
}

static void
close_decoders (gpointer data)
{
  SndfileReader *self = data;

  for (guint i = 0; i < DECODERS; i++)
    g_clear_pointer (&self->decoders[i].file, sf_close);
}

static void
sndfile_finalize (OndesReader *reader)
{
  SndfileReader *self = (SndfileReader *) reader;

  ondes_quiet_run (self->quiet, close_decoders, self);
  g_clear_pointer (&self->quiet, ondes_quiet_free);
  if (self->fd >= 0)
    close (self->fd);
  ondes_claims_clear (&self->claims);
  g_free (self->path);
}

/* Counts the frames that can be decoded from the beginning. A decoder may give endless silence if its header says so, so frames
 * long after the file's last byte was read are not counted. */
static gboolean
count (SndfileReader      *self,
       const OndesOpening *opening,
       guint64            *frames,
       GError            **error)
{
  Decoder *decoder = &self->decoders[0];
  gint64 past = 0;

  *frames = 0;
  if (!restart (self, decoder))
    return TRUE;
  for (;;)
    {
      if (g_cancellable_set_error_if_cancelled (ondes_watch_cancellable (opening->watch), error))
        return FALSE;
      if (decode (self, decoder, chunk_frames (self)) == 0)
        break;
      *frames = (guint64) decoder->position;
      ondes_watch_tell (opening->watch, CLAMP ((double) decoder->offset / (double) self->size, 0, 1));
      if (decoder->offset >= self->size && (past += chunk_frames (self)) > PAST_END)
        break;
    }
  return TRUE;
}

/* TRUE if the last claimed frame can be read. */
static gboolean
claim_holds (SndfileReader      *self,
             const OndesOpening *opening)
{
  Decoder *decoder = &self->decoders[0];
  sf_count_t claimed = self->info.frames;
  gboolean holds;

  /* No codec packs more than 65536 frames into a byte; a seek beyond that may overflow inside libsndfile. */
  if (claimed <= 0 || (guint64) claimed / 65536 > opening->size || !self->info.seekable)
    return FALSE;
  decoder->position = sf_seek (decoder->file, claimed - 1, SEEK_SET);
  holds = decoder->position == claimed - 1 && decode (self, decoder, 1) == 1;
  if (holds && self->no_seek)
    holds = restart (self, decoder);
  return holds;
}

static void
name_format (SndfileReader *self)
{
  const char *major = _("audio"), *minor = _("compressed");

  self->as = AS_FLOAT;
  for (gsize i = 0; i < G_N_ELEMENTS (majors); i++)
    if (majors[i].id == (self->info.format & SF_FORMAT_TYPEMASK))
      major = majors[i].name;
  for (gsize i = 0; i < G_N_ELEMENTS (subtypes); i++)
    if (subtypes[i].id == (self->info.format & SF_FORMAT_SUBMASK))
      {
        minor = _(subtypes[i].name);
        self->as = subtypes[i].as;
        self->reader.bits = subtypes[i].bits;
      }
  if (self->claims.head && (self->info.format & SF_FORMAT_TYPEMASK) == SF_FORMAT_RF64)
    major = "WAV"; /* the RF64 header is ours */
  self->reader.format = g_strdup_printf ("%s, %s", major, minor);
  self->reader.pcm = self->as == AS_INT;
  self->reader.type = self->as == AS_INT ? ONDES_I32 : self->as == AS_FLOAT ? ONDES_F32 : ONDES_F64;
}

static void
note_claim (SndfileReader      *self,
            const OndesOpening *opening,
            sf_count_t          claimed)
{
  const guint64 frames = self->reader.frames;

  if (self->claims.left_out)
    ondes_reader_note (&self->reader, "%s", self->claims.left_out);
  if (frames == 0 || claimed == (sf_count_t) frames)
    return;
  if (claimed == SF_COUNT_MAX)
    ondes_reader_note (&self->reader, _("The header of %s does not say how long it is; frames read: %" PRIu64 "."),
                       opening->display, frames);
  else
    ondes_reader_note (&self->reader,
                       g_dngettext (GETTEXT_PACKAGE,
                                    "The header of %s claims %" PRId64 " frame, but %s%" PRIu64 " can be read.",
                                    "The header of %s claims %" PRId64 " frames, but %s%" PRIu64 " can be read.",
                                    (gulong) claimed),
                       opening->display, (gint64) claimed,
                       claimed > (sf_count_t) frames ? _("only ") : "", frames);
}

/* What is wrong with a file, by words that libsndfile's message has. Other messages are about a damaged header. */
static const struct
{
  const char *words, *fault;
} faults[] = {
  { "not recognised", N_("no known format begins as it does") },
  { "no sound data", N_("it has a header and no samples") },
  { "no data could be read", N_("it has a header and no samples") },
  { "No 'data'", N_("it has a header and no samples") },
  { "'SSND'", N_("it has a header and no samples") },
  { "no 'BODY'", N_("it has a header and no samples") },
  { "unimplemented", N_("its samples are encoded in a way that is not read; convert it to WAV or FLAC") },
  { "unsupported", N_("its samples are encoded in a way that is not read; convert it to WAV or FLAC") },
  { "unknown format", N_("its samples are encoded in a way that is not read; convert it to WAV or FLAC") },
  { "unknown encoding", N_("its samples are encoded in a way that is not read; convert it to WAV or FLAC") },
  { "WAVPACK", N_("its samples are encoded in a way that is not read; convert it to WAV or FLAC") },
  { "lost sync", N_("its compressed samples are damaged") },
  { "changed mid stream", N_("its number of channels changes in the middle") },
  { "CR -> CRLF", N_("it was changed as if it were text; copy it anew as a binary file") },
};

/* Returns what libsndfile's message means, in the person's language. Transfer full. */
static char *
explain (const char *message)
{
  const char *begin, *end;

  for (gsize i = 0; i < G_N_ELEMENTS (faults); i++)
    if (strstr (message, faults[i].words) != NULL)
      return g_strdup (_(faults[i].fault));
  /* The system's own words tell why it cannot be read. */
  if (g_str_has_prefix (message, "System error : "))
    return g_strdup (message + strlen ("System error : "));
  begin = strchr (message, '\'');
  end = begin != NULL ? strchr (begin + 1, '\'') : NULL;
  if (end != NULL && end > begin + 1)
    {
      g_autofree char *part = g_strstrip (g_strndup (begin + 1, (gsize) (end - begin) - 1));

      /* Translators: the name that the format has for a part of its header, such as fmt. */
      return g_strdup_printf (_("the part “%s” of its header is missing or damaged"), part);
    }
  return g_strdup (_("its header is damaged"));
}

/* Sets a one-sentence error with the cause that libsndfile's message stands for. */
static void
refuse (const OndesOpening *opening,
        GError            **error)
{
  const char *message = sf_strerror (NULL);
  g_autofree char *why = explain (message);

  if (strstr (message, "SF_INFO struct incomplete") != NULL)
    ondes_remedy_error_set (
        error, ONDES_ERROR, ONDES_ERROR_FILE, ONDES_SETTING_RAW,
        _("%s has a sampling rate of 0 Hz in its header, or a number of channels that cannot be; repair its header, or say its "
          "format with %s"),
        opening->display, ondes_setting_name (ONDES_SETTING_RAW, "FORMAT:RATE:CHANNELS"));
  else if (g_str_has_prefix (message, "File does not exist")) /* libsndfile's message for MPEG data without a frame */
    g_set_error (error, ONDES_ERROR, ONDES_ERROR_FILE,
                 _("%s holds no samples after its header, or none that can be decoded; find an undamaged copy"),
                 opening->display);
  else
    ondes_remedy_error_set (error, ONDES_ERROR, ONDES_ERROR_FILE, ONDES_SETTING_RAW,
                            _("%s cannot be opened as a sound file: %s; find an undamaged copy or, if it has no header, say its "
                              "format with %s"),
                            opening->display, why, ondes_setting_name (ONDES_SETTING_RAW, "FORMAT:RATE:CHANNELS"));
}

/* TRUE if the header is plausible for a recorder. */
static gboolean
check_header (const SndfileReader *self,
              const OndesOpening  *opening,
              GError             **error)
{
  const gboolean rate_is_given = opening->options->rate_hz > 0;

  if (self->info.channels < 1)
    g_set_error (error, ONDES_ERROR, ONDES_ERROR_FILE, _("%s has no channels, so there is nothing to read in it"),
                 opening->display);
  else if (self->info.samplerate < 1 && !rate_is_given)
    ondes_remedy_error_set (error, ONDES_ERROR, ONDES_ERROR_FILE, ONDES_SETTING_RATE,
                            _("%s has a sampling rate of %d Hz in its header; give the right one with %s"), opening->display,
                            self->info.samplerate, ondes_setting_name (ONDES_SETTING_RATE, NULL));
  else if (!rate_is_given && (double) self->info.samplerate * self->info.channels > 1e10)
    ondes_remedy_error_set (
        error, ONDES_ERROR, ONDES_ERROR_FILE, ONDES_SETTING_RATE,
        g_dngettext (GETTEXT_PACKAGE,
                     "%s has %d channel at %d Hz in its header, which no recorder makes; if that is right, repeat the rate "
                     "with %s",
                     "%s has %d channels at %d Hz in its header, which no recorder makes; if that is right, repeat the rate "
                     "with %s", (gulong) self->info.channels),
        opening->display, self->info.channels, self->info.samplerate, ondes_setting_name (ONDES_SETTING_RATE, NULL));
  else
    return TRUE;
  return FALSE;
}

/* Finds the number of frames, whatever the header claims. */
static gboolean
find_frames (SndfileReader      *self,
             const OndesOpening *opening,
             GError            **error)
{
  const sf_count_t claimed
    = !self->claims.head ? self->info.frames : self->claims.known ? (sf_count_t) self->claims.claimed : SF_COUNT_MAX;

  if (claim_holds (self, opening))
    self->reader.frames = (guint64) self->info.frames;
  else if (!count (self, opening, &self->reader.frames, error))
    return FALSE;
  note_claim (self, opening, claimed);
  if (self->reader.frames > 0)
    return TRUE;
  if (claimed > 0)
    g_set_error (error, ONDES_ERROR, ONDES_ERROR_FILE,
                 g_dngettext (GETTEXT_PACKAGE,
                              "%s holds no samples: its header claims %" PRId64 " frame, but not one can be read",
                              "%s holds no samples: its header claims %" PRId64 " frames, but not one can be read",
                              (gulong) claimed),
                 opening->display, (gint64) claimed);
  else
    g_set_error (error, ONDES_ERROR, ONDES_ERROR_FILE, _("%s holds no samples after its header"), opening->display);
  return FALSE;
}

typedef struct
{
  SndfileReader      *self;
  const OndesOpening *opening;
  GError            **error;
  gboolean            done;
} Beginning;

static void
begin_decoding (gpointer data)
{
  Beginning *beginning = data;
  SndfileReader *self = beginning->self;

  if (!restart (self, &self->decoders[0]))
    {
      refuse (beginning->opening, beginning->error);
      return;
    }
  if (!check_header (self, beginning->opening, beginning->error))
    return;
  self->reader.channels = (guint) self->info.channels;
  self->reader.rate = MAX (self->info.samplerate, 0);
  self->reader.takes_time_expansion = TRUE;
  name_format (self);
  ondes_sndfile_read_metadata (self->decoders[0].file, &self->reader);
  /* libsndfile's seeks in Vorbis (at least up to 1.2.0) give samples that differ from decoding from the beginning. */
  self->no_seek = !self->info.seekable || (self->info.format & SF_FORMAT_SUBMASK) == SF_FORMAT_VORBIS;
  beginning->done = find_frames (self, beginning->opening, beginning->error);
  self->reader.slow_seeks = self->no_seek;
}

/* TRUE if the file begins with "ID3" or an MPEG frame: libsndfile then uses mpg123, which prints the faults it finds. */
static gboolean
looks_like_mpeg (int fd)
{
  guint8 head[3];

  return pread (fd, head, sizeof head, 0) == sizeof head
         && (memcmp (head, "ID3", 3) == 0 || (head[0] == 0xff && (head[1] & 0xe0) == 0xe0));
}

OndesReader *
ondes_sndfile_open (const OndesOpening *opening,
                    GError            **error)
{
  static const OndesReaderClass klass = { sndfile_read, NULL, sndfile_next_frame, sndfile_finalize };
  static const char *const by_name[] = { ".sd2", ".vox", ".gsm" };
  g_autoptr (OndesReader) reader = ondes_reader_new (sizeof (SndfileReader), &klass, opening, error);
  SndfileReader *self = (SndfileReader *) reader;
  g_autofree char *lower = g_ascii_strdown (opening->path, -1);
  Beginning beginning = { self, opening, error, FALSE };

  if (!reader)
    return NULL;
  self->path = g_strdup (opening->path);
  for (gsize i = 0; i < G_N_ELEMENTS (by_name); i++)
    self->by_path |= g_str_has_suffix (lower, by_name[i]);
  self->fd = dup (opening->fd);
  if (!self->by_path && !ondes_claims_check (&self->claims, opening, error))
    return NULL;
  self->size = opening->size - self->claims.resume + self->claims.length;
  if (!self->by_path && looks_like_mpeg (self->fd))
    self->quiet = ondes_quiet_new (self->fd);
  ondes_quiet_run (self->quiet, begin_decoding, &beginning);
  return beginning.done ? g_steal_pointer (&reader) : NULL;
}
