/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Channels of a recording as sources: decoded samples, converted on reading. */
#include "recording-private.h"

#include "base/number.h"
#include "base/words.h"
#include "value.h"

#include <math.h>
#include <string.h>

#define PIECE 2048

typedef struct
{
  OndesSource     source;
  OndesRecording *recording;
  double          scale;    /* multiplies the samples */
  gboolean        integers; /* keep integers unscaled */
  char           *identity;
} ChannelSource;

static void
channel_finalize (OndesSource *source)
{
  ChannelSource *self = (ChannelSource *) source;

  ondes_recording_unref (self->recording);
  g_free (self->identity);
  g_free (self);
}

/* Returns element @i of the reader's data in double precision. */
static inline double
real_part (const OndesReader *reader,
           const void        *data,
           gsize              i)
{
  return reader->is_uint64 ? (double) ((const guint64 *) data)[i] : ondes_value_at (reader->type, data, i);
}

/* Converts @n elements of the reader's type to the source's. */
static gboolean
convert (ChannelSource     *self,
         const OndesReader *reader,
         const void        *from,
         gsize              n,
         void              *dst,
         GError           **error)
{
  double scale = self->scale;

  if (self->integers)
    {
      for (gsize i = 0; reader->is_uint64 && i < n; i++)
        if (((const guint64 *) from)[i] > G_MAXINT64)
          {
            g_set_error (error, ONDES_ERROR, ONDES_ERROR_FILE,
                         _("%s holds integers above 2^63 - 1, more than an exact transform can take"), reader->display);
            return ondes_error_name_file (error, reader->display);
          }
      if (reader->type == ONDES_F64) /* text of 0 and 1 */
        for (gsize i = 0; i < n; i++)
          ((guint8 *) dst)[i] = ((const double *) from)[i] != 0;
      else
        memcpy (dst, from, ondes_type_bytes (reader->type, n));
    }
  else if (reader->type == ONDES_I32 && self->source.type == ONDES_F32)
    for (gsize i = 0; i < n; i++)
      ((float *) dst)[i] = (float) ((const gint32 *) from)[i] * (float) scale;
  else if (self->source.type == ONDES_F32)
    for (gsize i = 0; i < n; i++)
      ((float *) dst)[i] = (float) (real_part (reader, from, i) * scale);
  else
    for (gsize i = 0; i < n; i++)
      ((double *) dst)[i] = real_part (reader, from, i) * scale;
  return TRUE;
}

static gboolean
channel_read (OndesSource *source,
              guint64      at,
              gsize        n,
              void        *dst,
              GError     **error)
{
  ChannelSource *self = (ChannelSource *) source;
  OndesReader *reader = ondes_recording_get_reader (self->recording);
  OndesBlockCache *cache = ondes_recording_get_cache (self->recording);
  double piece[PIECE];
  guint channel = MAX (source->channel, 1);

  if (source->type == reader->type && self->scale == 1 && !reader->is_uint64)
    return ondes_block_cache_read (cache, channel, at, n, dst, error);
  for (gsize done = 0, m; done < n; done += m)
    {
      m = MIN (n - done, PIECE);
      if (!ondes_block_cache_read (cache, channel, at + done, m, piece, error)
          || !convert (self, reader, piece, m, (char *) dst + ondes_type_bytes (source->type, done), error))
        return FALSE;
    }
  return TRUE;
}

/* Reads the mean of all channels, summed in double precision. */
static gboolean
mix_read (OndesSource *source,
          guint64      at,
          gsize        n,
          void        *dst,
          GError     **error)
{
  ChannelSource *self = (ChannelSource *) source;
  OndesReader *reader = ondes_recording_get_reader (self->recording);
  OndesBlockCache *cache = ondes_recording_get_cache (self->recording);
  gboolean is_complex = ondes_type_is_complex (reader->type);
  double piece[2 * PIECE], *out = dst;
  double scale = self->scale / reader->channels;

  for (gsize done = 0, m; done < n; done += m)
    {
      gsize doubles = (m = MIN (n - done, PIECE)) * (is_complex ? 2 : 1);
      double *sum = out + done * (is_complex ? 2 : 1);

      memset (sum, 0, doubles * sizeof *sum);
      for (guint c = 1; c <= reader->channels; c++)
        {
          if (!ondes_block_cache_read (cache, c, at + done, m, piece, error))
            return FALSE;
          for (gsize i = 0; i < doubles; i++)
            sum[i] += reader->type == ONDES_C64    ? ((const float *) piece)[i]
                      : reader->type == ONDES_C128 ? piece[i]
                                                   : real_part (reader, piece, i);
        }
      for (gsize i = 0; i < doubles; i++)
        sum[i] *= scale;
    }
  return TRUE;
}

static guint64
channel_gap (OndesSource *source,
             guint64      at)
{
  const OndesReader *reader = ondes_recording_get_reader (((ChannelSource *) source)->recording);

  return reader->klass->gap != NULL ? reader->klass->gap (reader, MAX (source->channel, 1), at) : 0;
}

/* The mean has a gap where a channel has one. */
static guint64
mix_gap (OndesSource *source,
         guint64      at)
{
  const OndesReader *reader = ondes_recording_get_reader (((ChannelSource *) source)->recording);
  guint64 gap = 0;

  for (guint c = 1; c <= reader->channels && reader->klass->gap != NULL; c++)
    gap = MAX (gap, reader->klass->gap (reader, c, at));
  return gap;
}

static OndesSource *
source_new (OndesRecording *recording,
            guint           channel,
            gboolean        integers,
            gboolean        full_scale, /* PCM scaled to ±1; otherwise in integer units */
            OndesType       type)
{
  static const OndesSourceClass one = { channel_read, channel_finalize, channel_gap };
  static const OndesSourceClass mix = { mix_read, channel_finalize, mix_gap };
  const OndesRecordingInfo *info = ondes_recording_get_info (recording);
  ChannelSource *self = g_new0 (ChannelSource, 1);

  ondes_source_init (&self->source, channel == 0 && info->channels > 1 ? &mix : &one, type, info->frames, info->rate_hz);
  self->source.id = ondes_recording_get_id (recording);
  self->source.channel = channel;
  self->source.revision = integers ? 2 : full_scale ? 0 : 1;
  self->recording = ondes_recording_ref (recording);
  self->integers = integers;
  if (ondes_recording_get_identity (recording))
    self->identity = g_strdup_printf ("%s; channel %u%s", ondes_recording_get_identity (recording), channel,
                                      integers ? " as integers" : full_scale ? "" : " in integer units");
  self->source.identity = self->identity;
  self->scale = !full_scale || !info->pcm_bits ? 1 : ldexp (1, 1 - (int) info->pcm_bits);
  return &self->source;
}

static gboolean
check_channel (OndesRecording *self,
               guint           channel,
               GError        **error)
{
  const OndesReader *reader = ondes_recording_get_reader (self);

  if (channel <= reader->channels)
    return TRUE;
  return ondes_error_set (error, ONDES_ERROR_FILE, g_dngettext (GETTEXT_PACKAGE,
                                       "%s has %u channel, so channel %u is not in it",
                                       "%s has %u channels, so channel %u is not in it", (gulong) reader->channels),
                          reader->display,
                          reader->channels, channel);
}

/* Conditions @source, a channel of the parent, and releases it; NULL if @source is NULL. */
static OndesSource *
apply (OndesRecording *self,
       OndesSource    *source,
       GError        **error)
{
  g_autoptr (OndesSource) owned = source;

  return owned != NULL ? ondes_recording_apply (self, owned, error) : NULL;
}

OndesSource *
ondes_recording_source (OndesRecording *self,
                        guint           channel,
                        GError        **error)
{
  const OndesReader *reader = ondes_recording_get_reader (self);
  OndesRecording *parent = ondes_recording_get_parent (self);
  OndesType type = reader->type;

  if (parent != NULL)
    return apply (self, ondes_recording_source (parent, channel, error), error);
  if (!check_channel (self, channel, error))
    return NULL;
  if (channel == 0 && reader->channels > 1)
    type = ondes_type_is_complex (type) ? ONDES_C128 : ONDES_F64;
  else if (reader->bits)
    type = reader->bits <= 24 ? ONDES_F32 : ONDES_F64;
  return source_new (self, channel, FALSE, TRUE, type);
}

OndesSource *
ondes_recording_integers (OndesRecording *self,
                          guint           channel,
                          GError        **error)
{
  const OndesReader *reader = ondes_recording_get_reader (self);

  if (!check_channel (self, channel, error))
    return NULL;
  if (ondes_recording_get_parent (self) != NULL)
    return ondes_error_set_null (error, ONDES_ERROR_FILE, _("%s holds no integers once it is conditioned"), reader->display);
  if (channel == 0 && reader->channels > 1)
    return ondes_error_set_null (error, ONDES_ERROR_FILE,
                                 _("%s has several channels, and their mean is no integer; choose one"),
                                 reader->display);
  if (reader->bits == 0 && reader->bits_text)
    {
      double piece[PIECE];

      for (guint64 at = 0; at < reader->frames; at += PIECE)
        {
          gsize n = (gsize) MIN (PIECE, reader->frames - at);

          if (!ondes_block_cache_read (ondes_recording_get_cache (self), MAX (channel, 1), at, n, piece, error))
            return NULL;
          for (gsize i = 0; i < n; i++)
            if (piece[i] != 0 && piece[i] != 1)
              goto none;
        }
      return source_new (self, channel, TRUE, FALSE, ONDES_U8);
    }
  if (reader->bits)
    return source_new (self, channel, TRUE, FALSE, reader->type);

none:
  return ondes_error_set_null (error, ONDES_ERROR_FILE, _("%s holds no integers, but %s"), reader->display, reader->format);
}

OndesSource *
ondes_recording_values (OndesRecording *self,
                        guint           channel,
                        GError        **error)
{
  const OndesReader *reader = ondes_recording_get_reader (self);
  OndesRecording *parent = ondes_recording_get_parent (self);
  OndesSource *integers;

  if (parent != NULL)
    return apply (self, ondes_recording_values (parent, channel, error), error);
  if (channel == 0 && reader->channels > 1 && reader->bits)
    return source_new (self, channel, FALSE, FALSE, ONDES_F64);
  integers = ondes_recording_integers (self, channel, NULL);
  return integers ? integers : ondes_recording_source (self, channel, error);
}
