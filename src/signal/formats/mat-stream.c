/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "mat-stream.h"

#include "base/words.h"
#include "signal/reader.h"

#include <string.h>

#define INPUT ((gsize) 64 << 10)
#define RATIO 1032 /* most that zlib makes of a byte */

gboolean
ondes_mat_refuse (const char *display,
        GError    **error,
        const char *what)
{
  return ondes_error_set (error, ONDES_ERROR_FILE, _("%s is a MATLAB file %s"), display, what);
}

void
ondes_mat_begin (OndesMatStream           *self,
              const OndesMatFile *mat,
              guint64           at,
              guint64           size,
              gboolean          compressed)
{
  *self = (OndesMatStream) { .fd = mat->fd, .display = mat->display, .swap = mat->swap, .in = at, .in_end = at + size,
                             .compressed = compressed, .cancellable = mat->cancellable, .at = compressed ? 0 : at,
                             .end = compressed ? size * RATIO : at + size };
  if (compressed)
    {
      self->input = g_malloc (INPUT);
      if (inflateInit (&self->z) != Z_OK)
        g_clear_pointer (&self->input, g_free);
    }
}

void
ondes_mat_end (OndesMatStream *self)
{
  if (self->input)
    inflateEnd (&self->z);
  g_clear_pointer (&self->input, g_free);
}

static gboolean
stream_inflate (OndesMatStream  *self,
                void    *dst,
                gsize    n,
                GError **error)
{
  self->z.next_out = dst;
  self->z.avail_out = (uInt) n;
  while (self->z.avail_out > 0)
    {
      int result;

      if (self->z.avail_in == 0)
        {
          const gsize m = (gsize) MIN (self->in_end - self->in, INPUT);

          if (m > 0 && !ondes_pread_all (self->fd, self->display, self->in, m, self->input, error))
            return FALSE;
          self->in += m;
          self->z.next_in = self->input;
          self->z.avail_in = (uInt) m;
        }
      result = self->input ? inflate (&self->z, Z_SYNC_FLUSH) : Z_MEM_ERROR;
      if (result != Z_OK && !(result == Z_STREAM_END && self->z.avail_out == 0))
        return ondes_mat_refuse (self->display, error, _("with a compressed array that is damaged or ends early"));
    }
  return TRUE;
}

gboolean
ondes_mat_read (OndesMatStream  *self,
             void    *dst,
             guint64  n,
             GError **error)
{
  if (n > self->end - self->at)
    return ondes_mat_refuse (self->display, error, _("that ends within an array"));
  if (!self->compressed && dst && !ondes_pread_all (self->fd, self->display, self->at, n, dst, error))
    return FALSE;
  for (guint64 done = 0, m; self->compressed && done < n; done += m)
    {
      guint8 nowhere[4096];

      /* A few bytes may become gigabytes. */
      if (g_cancellable_set_error_if_cancelled (self->cancellable, error))
        return FALSE;
      m = dst ? MIN (n - done, G_MAXINT) : MIN (n - done, sizeof nowhere);
      if (!stream_inflate (self, dst ? (guint8 *) dst + done : nowhere, (gsize) m, error))
        return FALSE;
    }
  self->at += n;
  return TRUE;
}

guint32
ondes_mat_word (const OndesMatStream *self,
      const guint8 *from)
{
  guint32 value;

  memcpy (&value, from, sizeof value);
  return self->swap ? GUINT32_SWAP_LE_BE (value) : value;
}

gboolean
ondes_mat_read_tag (OndesMatStream  *self,
          OndesMatTag     *tag,
          GError **error)
{
  guint8 bytes[8];
  guint32 first;

  if (!ondes_mat_read (self, bytes, sizeof bytes, error))
    return FALSE;
  first = ondes_mat_word (self, bytes);
  *tag = (OndesMatTag) { .type = first, .bytes = ondes_mat_word (self, bytes + 4) };
  if (first >> 16)
    {
      *tag = (OndesMatTag) { .type = first & 0xffff, .bytes = first >> 16, .is_small = TRUE };
      memcpy (tag->small, bytes + 4, 4);
      if (tag->bytes > 4)
        return ondes_mat_refuse (self->display, error, _("with an element of a wrong size"));
    }
  return TRUE;
}

gboolean
ondes_mat_read_data (OndesMatStream    *self,
           const OndesMatTag *tag,
           void      *dst,
           gsize      most,
           GError   **error)
{
  const guint64 filled = tag->bytes + 7 - (tag->bytes + 7) % 8;

  if (dst && tag->bytes > most)
    return ondes_mat_refuse (self->display, error, _("with an element of a wrong size"));
  if (tag->is_small)
    {
      if (dst)
        memcpy (dst, tag->small, tag->bytes);
      return TRUE;
    }
  if (!ondes_mat_read (self, dst, dst ? tag->bytes : filled, error))
    return FALSE;
  return !dst || ondes_mat_read (self, NULL, MIN (filled - tag->bytes, self->end - self->at), error);
}
