/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sound-file.h"

#include "base/words.h"

#include <sndfile.h>
#include <stdio.h>

#define RF64_BYTES  0xfff00000u /* a plain WAV file has a 32-bit size */
#define HEADER_ROOM 4096

struct _OndesSoundFile
{
  OndesOutFile *file;
  SNDFILE      *sound;
  sf_count_t    at, length; /* position of libsndfile in the file, and the file's length */
  GError       *error;      /* the first error, including those libsndfile does not report, as in its final header */
};

static guint64
data_bytes (const OndesSoundShape *shape)
{
  const guint bytes = shape->pcm_bits > 0 ? shape->pcm_bits / 8 : shape->is_double ? 8 : 4;

  return shape->frames * shape->channels * bytes;
}

static SF_INFO
make_info (const OndesSoundShape *shape)
{
  const gboolean large = data_bytes (shape) > RF64_BYTES;
  const int container = shape->flac ? SF_FORMAT_FLAC : large ? SF_FORMAT_RF64 : SF_FORMAT_WAV;
  int encoding;

  switch (shape->pcm_bits)
    {
    case 0:
      encoding = shape->is_double ? SF_FORMAT_DOUBLE : SF_FORMAT_FLOAT;
      break;
    case 8:
      encoding = shape->flac ? SF_FORMAT_PCM_S8 : SF_FORMAT_PCM_U8;
      break;
    case 16:
      encoding = SF_FORMAT_PCM_16;
      break;
    case 24:
      encoding = SF_FORMAT_PCM_24;
      break;
    default:
      encoding = SF_FORMAT_PCM_32;
    }
  return (SF_INFO) { .samplerate = shape->rate_hz <= G_MAXINT ? (int) shape->rate_hz : 0, .channels = (int) shape->channels,
                     .format = container | encoding };
}

gboolean
ondes_sound_fits (const OndesSoundShape *shape)
{
  SF_INFO info = make_info (shape);

  return shape->rate_hz == info.samplerate && sf_format_check (&info);
}

static sf_count_t
sound_length (void *data)
{
  return ((OndesSoundFile *) data)->length;
}

static sf_count_t
sound_seek (sf_count_t offset,
            int        whence,
            void      *data)
{
  OndesSoundFile *self = data;

  self->at = offset + (whence == SEEK_CUR ? self->at : whence == SEEK_END ? self->length : 0);
  return self->at;
}

static sf_count_t
sound_tell (void *data)
{
  return ((OndesSoundFile *) data)->at;
}

static sf_count_t
sound_read (void      *to,
            sf_count_t n,
            void      *data)
{
  OndesSoundFile *self = data;

  n = CLAMP (self->length - self->at, 0, n);
  if (!ondes_out_file_pread (self->file, to, (gsize) n, (guint64) self->at, self->error == NULL ? &self->error : NULL))
    return 0;
  self->at += n;
  return n;
}

static sf_count_t
sound_write (const void *from,
             sf_count_t  n,
             void       *data)
{
  OndesSoundFile *self = data;

  if (self->error != NULL || !ondes_out_file_pwrite (self->file, from, (gsize) n, (guint64) self->at, &self->error))
    return 0;
  self->at += n;
  self->length = MAX (self->length, self->at);
  return n;
}

OndesSoundFile *
ondes_sound_file_new (OndesOutFile          *file,
                      const OndesSoundShape *shape,
                      GError               **error)
{
  static SF_VIRTUAL_IO functions = { sound_length, sound_seek, sound_read, sound_write, sound_tell };
  g_autoptr (OndesSoundFile) self = g_new0 (OndesSoundFile, 1);
  SF_INFO info = make_info (shape);

  self->file = file;
  if (!ondes_out_file_reserve (file, data_bytes (shape) + HEADER_ROOM, error))
    return NULL;
  self->sound = sf_open_virtual (&functions, SFM_WRITE, &info, self);
  if (self->sound == NULL || self->error != NULL)
    {
      if (self->error != NULL)
        g_propagate_error (error, g_steal_pointer (&self->error));
      else
        g_set_error (error, ONDES_ERROR, ONDES_ERROR_FILE, _("%s: cannot be written: %s"), ondes_out_file_get_name (file),
                     sf_strerror (NULL));
      ondes_error_name_file (error, ondes_out_file_get_name (file));
      return NULL;
    }
  /* The PEAK chunk contains the date; omit it so that equal signals make equal files. */
  sf_command (self->sound, SFC_SET_ADD_PEAK_CHUNK, NULL, SF_FALSE);
  sf_command (self->sound, SFC_SET_CLIPPING, NULL, SF_TRUE);
  return g_steal_pointer (&self);
}

/* Passes on the error of the file, if there is one, otherwise @sentence. */
static gboolean
fail (OndesSoundFile *self,
      const char     *sentence,
      GError        **error)
{
  if (self->error != NULL)
    g_propagate_error (error, g_steal_pointer (&self->error));
  else
    g_set_error (error, ONDES_ERROR, ONDES_ERROR_FILE, _("%s: cannot be written: %s"), ondes_out_file_get_name (self->file),
                 sentence);
  return ondes_error_name_file (error, ondes_out_file_get_name (self->file));
}

gboolean
ondes_sound_file_write (OndesSoundFile *self,
                        const double   *frames,
                        gsize           n,
                        GError        **error)
{
  return sf_writef_double (self->sound, frames, (sf_count_t) n) == (sf_count_t) n || fail (self, sf_strerror (self->sound), error);
}

gboolean
ondes_sound_file_close (OndesSoundFile *self,
                        GError        **error)
{
  const int status = sf_close (g_steal_pointer (&self->sound));

  return (status == 0 && self->error == NULL) || fail (self, sf_error_number (status), error);
}

void
ondes_sound_file_free (OndesSoundFile *self)
{
  g_clear_pointer (&self->sound, sf_close);
  g_clear_error (&self->error);
  g_free (self);
}
