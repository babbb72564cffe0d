/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds the length of a FLAC file from its frames (RFC 9639). Each frame has a number, so the last one gives the total
 * length. */
#include "claims.h"

#include "base/number.h"

#include <string.h>

#define WHOLE ((guint64) 4 << 20) /* bytes of the largest file whose frames are all checked */
#define PROBES 32                 /* places checked in a larger file */
#define MAX_TRIES 64              /* headers without a valid frame before the search gives up */
#define MAX_WINDOW ((gsize) 4 << 20)

typedef struct
{
  guint   rate, channels, bits, block;
  guint64 total;
  guint64 begin; /* offset of the first frame */
  gsize   window; /* bytes that hold a whole frame wherever they begin */
} Stream;

typedef struct
{
  guint64 at, bytes;     /* offset and size in the file */
  guint64 first, frames; /* number of its first sample, and samples per channel */
  guint   rate, channels;
} Frame;

static guint8 crc8_table[256];
static guint16 crc16_table[256];

static void
make_tables (void)
{
  static gsize made;

  if (!g_once_init_enter (&made))
    return;
  for (guint i = 0; i < 256; i++)
    {
      guint a = i, b = i << 8;

      for (guint k = 0; k < 8; k++)
        {
          a = a << 1 ^ (a & 0x80 ? 0x107 : 0);
          b = b << 1 ^ (b & 0x8000 ? 0x18005 : 0);
        }
      crc8_table[i] = (guint8) a;
      crc16_table[i] = (guint16) b;
    }
  g_once_init_leave (&made, 1);
}

/* Reads a frame's number, coded like UTF-8 with up to 36 bits; returns its size in bytes, 0 if invalid. */
static gsize
read_number (const guint8 *p,
             guint64      *number)
{
  gsize more = 0;

  if (p[0] == 0xff || (p[0] & 0xc0) == 0x80)
    return 0;
  while (p[0] & 0x80 >> more)
    more++;
  *number = p[0] & (0x7f >> more);
  for (gsize i = 1; i < more; i++)
    {
      if ((p[i] & 0xc0) != 0x80)
        return 0;
      *number = *number << 6 | (p[i] & 0x3f);
    }
  return MAX (more, 1);
}

static guint
read_big (const guint8 **p,
          guint          bytes)
{
  guint value = 0;

  while (bytes-- > 0)
    value = value << 8 | *(*p)++;
  return value;
}

/* TRUE if a frame's header begins at @p, where 17 bytes must be readable. */
static gboolean
read_header (const Stream *stream,
             const guint8 *p,
             Frame        *frame)
{
  static const guint rates[] = { 0, 88200, 176400, 192000, 8000, 16000, 22050, 24000, 32000, 44100, 48000, 96000 };
  const guint8 *q = p + 4;
  guint block = p[2] >> 4, rate = p[2] & 15, channels = p[3] >> 4;
  guint64 number;
  guint8 crc = 0;
  gsize n;

  if (p[0] != 0xff || (p[1] & 0xfe) != 0xf8 || block == 0 || rate == 15 || channels > 10 || (p[3] & 1) || (p[3] >> 1 & 7) == 3
      || (n = read_number (q, &number)) == 0)
    return FALSE;
  q += n;
  frame->frames = block == 1 ? 192 : block < 6 ? 144u << block : block < 8 ? read_big (&q, block - 5) + 1 : 1u << block;
  frame->rate = rate == 0                     ? stream->rate
                : rate < G_N_ELEMENTS (rates) ? rates[rate]
                : rate == 12                  ? read_big (&q, 1) * 1000
                                              : read_big (&q, 2) * (rate == 14 ? 10 : 1);
  frame->channels = channels < 8 ? channels + 1 : 2;
  frame->first = p[1] & 1 ? number : number * stream->block;
  while (p < q)
    crc = crc8_table[crc ^ *p++];
  return crc == *q;
}

/* Finds the first whole frame in the @n bytes at @data, which are at @base in the file; 17 bytes past @data must be readable. A
 * frame is whole if its checksum is right and another frame, a tag, another stream or the end of the file follows. */
static gboolean
find_frame (const Stream *stream,
            const guint8 *data,
            gsize         n,
            guint64       base,
            gboolean      at_end,
            Frame        *frame)
{
  const guint8 *end = data + n;
  guint tries = 0;
  Frame next;

  for (const guint8 *p = data; tries < MAX_TRIES && (p = memchr (p, 0xff, (gsize) (end - p))); p++)
    {
      guint16 crc = 0;

      if (end - p < 10 || !read_header (stream, p, frame))
        continue;
      tries++;
      for (const guint8 *q = p; q < end;)
        {
          crc = (guint16) (crc << 8 ^ crc16_table[crc >> 8 ^ *q++]);
          if (crc == 0 && q - p > 10
              && ((q < end ? read_header (stream, q, &next) : at_end) || (q + 4 <= end && memcmp (q, "fLaC", 4) == 0)
                  || (q + 3 <= end && memcmp (q, "TAG", 3) == 0) || (q + 8 <= end && memcmp (q, "APETAGEX", 8) == 0)))
            {
              frame->at = base + (guint64) (p - data);
              frame->bytes = (guint64) (q - p);
              return TRUE;
            }
        }
    }
  return FALSE;
}

/* Finds the first whole frame from @at on, within a window. */
static gboolean
frame_from (const Stream       *stream,
            const OndesOpening *opening,
            guint64             at,
            Frame              *frame)
{
  gsize n = (gsize) MIN (stream->window, opening->size - at);
  g_autofree guint8 *data = g_malloc0 (n + 17);

  return ondes_pread_all (opening->fd, opening->display, at, n, data, NULL)
         && find_frame (stream, data, n, at, at + n == opening->size, frame);
}

static gboolean
read_stream (Stream             *stream,
             const OndesOpening *opening)
{
  guint8 info[42], block[4];
  guint64 max;

  if (opening->size < sizeof info || !ondes_pread_all (opening->fd, opening->display, 0, sizeof info, info, NULL)
      || (info[4] & 0x7f) != 0)
    return FALSE;
  stream->block = (guint) (info[10] << 8 | info[11]);
  stream->rate = (guint) (info[18] << 12 | info[19] << 4 | info[20] >> 4);
  stream->channels = (info[20] >> 1 & 7) + 1u;
  stream->bits = ((info[20] & 1u) << 4 | info[21] >> 4) + 1;
  stream->total = (guint64) (info[21] & 15) << 32;
  for (guint i = 0; i < 4; i++)
    stream->total |= (guint64) info[22 + i] << 8 * (3 - i);
  /* A frame is hardly larger than its samples; twice that size contains a whole frame, wherever it begins. */
  max = (guint64) stream->block * stream->channels * (stream->bits + 1) / 8 + 1024;
  stream->window = (gsize) MIN (opening->size, CLAMP (2 * max, 1 << 16, MAX_WINDOW));
  stream->begin = 4;
  do
    {
      if (opening->size - stream->begin < 4 || !ondes_pread_all (opening->fd, opening->display, stream->begin, 4, block, NULL))
        return FALSE;
      stream->begin += 4 + ((guint64) block[1] << 16 | (guint64) block[2] << 8 | block[3]);
      if (stream->begin >= opening->size)
        return FALSE;
    }
  while (!(block[0] & 0x80));
  return stream->block > 0;
}

static gboolean
follows (const Stream *stream,
         const Frame  *before,
         const Frame  *frame)
{
  return frame->rate == stream->rate && frame->channels == stream->channels && frame->first >= before->first + before->frames;
}

/* Walks the frames after *@last up to @end and advances *@last; @other gets the first frame that does not continue it. FALSE if
 * there is no such frame. */
static gboolean
walk (const Stream       *stream,
      const OndesOpening *opening,
      guint64             end,
      Frame              *last,
      Frame              *other)
{
  g_autofree guint8 *data = g_malloc0 (2 * stream->window + 17);
  guint64 base = 0, available = 0;

  for (guint64 at = last->at + last->bytes; at < end && opening->size - at > 10;)
    {
      Frame frame;

      if (at < base || at + stream->window > base + available)
        {
          base = at;
          available = MIN (2 * stream->window, opening->size - base);
          memset (data + available, 0, 17);
          if (g_cancellable_is_cancelled (ondes_watch_cancellable (opening->watch))
              || !ondes_pread_all (opening->fd, opening->display, base, (gsize) available, data, NULL))
            return FALSE;
        }
      if (!find_frame (stream, data + (at - base), (gsize) (base + available - at), at, base + available == opening->size,
                       &frame))
        at = base + available == opening->size ? end : at + stream->window;
      else if (!follows (stream, last, &frame))
        {
          *other = frame;
          return TRUE;
        }
      else
        {
          *last = frame;
          at = frame.at + frame.bytes;
        }
    }
  return FALSE;
}

/* Finds the last frame that continues the first; TRUE, with @other, if a frame that does not continue it follows. Large files
 * are sampled at some places, then bisected between two that differ. */
static gboolean
find_last (const Stream       *stream,
           const OndesOpening *opening,
           Frame              *last,
           Frame              *other)
{
  const guint64 bytes = opening->size - stream->begin;
  guint64 bad = opening->size;

  if (bytes <= WHOLE)
    return walk (stream, opening, opening->size, last, other);
  for (guint i = 1; i <= PROBES && bad == opening->size; i++)
    {
      guint64 at = i < PROBES ? stream->begin + bytes / PROBES * i : opening->size - stream->window;
      Frame frame;

      if (!frame_from (stream, opening, at, &frame))
        continue;
      if (follows (stream, last, &frame))
        *last = frame;
      else if (frame.at > last->at)
        bad = frame.at + frame.bytes;
    }
  while (bad < opening->size && bad - last->at > WHOLE)
    {
      guint64 middle = last->at + (bad - last->at) / 2;
      Frame frame;

      if (!frame_from (stream, opening, middle, &frame) || frame.at >= bad)
        break;
      if (follows (stream, last, &frame))
        *last = frame;
      else
        bad = frame.at + frame.bytes;
    }
  return walk (stream, opening, bad, last, other);
}

gboolean
ondes_flac_claims_check (OndesClaims        *self,
                         const OndesOpening *opening,
                         GError            **error)
{
  Stream stream;
  Frame last, other;
  guint64 frames;

  make_tables ();
  if (!read_stream (&stream, opening) || !frame_from (&stream, opening, stream.begin, &last) || last.rate != stream.rate
      || last.channels != stream.channels)
    return TRUE;
  if (find_last (&stream, opening, &last, &other))
    {
      if (other.rate == stream.rate && other.channels == stream.channels)
        self->left_out = g_strdup_printf ("Another stream begins in %s behind frame %" G_GUINT64_FORMAT "; it is left out.",
                                          opening->display, last.first + last.frames);
      else
        self->left_out = g_strdup_printf ("From frame %" G_GUINT64_FORMAT " on, %s has %u channel%s at %u Hz in place of %u at %u "
                                          "Hz; that is left out.",
                                          last.first + last.frames, opening->display, other.channels,
                                          ondes_plural (other.channels), other.rate, stream.channels, stream.rate);
    }
  if (g_cancellable_set_error_if_cancelled (ondes_watch_cancellable (opening->watch), error))
    return FALSE;
  frames = last.first + last.frames;
  if (frames == stream.total)
    return TRUE;
  /* STREAMINFO's 36-bit sample count begins in byte 21. */
  self->known = stream.total > 0;
  self->claimed = stream.total;
  self->resume = self->length = 26;
  self->head = g_malloc (26);
  if (!ondes_pread_all (opening->fd, opening->display, 0, 26, self->head, error))
    return FALSE;
  self->head[21] = (guint8) ((self->head[21] & 0xf0) | (frames >> 32 & 15));
  for (guint i = 0; i < 4; i++)
    self->head[22 + i] = (guint8) (frames >> 8 * (3 - i));
  return TRUE;
}
