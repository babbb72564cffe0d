/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "claims.h"

#include "base/number.h"

#include <string.h>

#define LONGEST_HEAD ((guint64) 1 << 20) /* most bytes before the samples */
#define PADDING ((guint64) 64 << 10)     /* most zero bytes that pad to a sector */

static guint64
number_at (const guint8 *p,
           guint         bytes,
           gboolean      big)
{
  guint64 value = 0;

  for (guint i = 0; i < bytes; i++)
    value |= (guint64) p[big ? bytes - 1 - i : i] << 8 * i;
  return value;
}

static void
put_number (guint8  *p,
            guint64  value,
            guint    bytes,
            gboolean big)
{
  for (guint i = 0; i < bytes; i++)
    p[big ? bytes - 1 - i : i] = (guint8) (value >> 8 * i);
}

static gboolean
read_at (const OndesOpening *opening,
         guint64             at,
         gsize               n,
         void               *dst)
{
  return at <= opening->size && n <= opening->size - at && ondes_pread_all (opening->fd, opening->display, at, n, dst, NULL);
}

/* TRUE if the data from @at on are not samples: chunks up to the end of the file (the last may be truncated), a player's tag,
 * or zeros that pad to a sector. */
static gboolean
is_no_sound (const OndesOpening *opening,
             guint64             at,
             gboolean            big)
{
  static const char *const known[] = { "LIST", "fact", "cue ", "smpl", "inst", "bext", "id3 ", "ID3 ", "JUNK", "junk", "PAD ",
                                       "FLLR", "iXML", "_PMX", "DISP", "PEAK", "afsp", "acid", "cart", "plst", "umid", "RIFF" };
  guint8 piece[4096];

  if (opening->size - MIN (at, opening->size) < 8)
    return TRUE;
  if (opening->size - at <= PADDING)
    {
      guint64 zeros = at;

      for (gsize n; zeros < opening->size; zeros += n)
        {
          n = (gsize) MIN (sizeof piece, opening->size - zeros);
          if (!read_at (opening, zeros, n, piece) || piece[0] != 0 || memcmp (piece, piece + 1, n - 1) != 0)
            break;
        }
      if (zeros == opening->size)
        return TRUE;
    }
  for (guint64 size; opening->size - at >= 8; at += size)
    {
      if (!read_at (opening, at, 8, piece))
        return FALSE;
      if (memcmp (piece, "TAG", 3) == 0 || memcmp (piece, "APETAGEX", 8) == 0 || memcmp (piece, "ID3", 3) == 0)
        return TRUE;
      for (guint i = 0; i < 4; i++)
        if (!g_ascii_isalnum (piece[i]) && piece[i] != ' ' && piece[i] != '_' && piece[i] != '(' && piece[i] != ')')
          return FALSE;
      size = 8 + number_at (piece + 4, 4, big);
      size += size & 1;
      if (size > opening->size - at)
        {
          for (gsize i = 0; i < G_N_ELEMENTS (known); i++)
            if (memcmp (piece, known[i], 4) == 0)
              return TRUE;
          return size - 1 == opening->size - at; /* the last padding byte is often missing */
        }
    }
  return TRUE;
}

/* Finds the chunk @id: the offset of its contents and the size it claims, in bytes. */
static gboolean
find_chunk (const OndesOpening *opening,
            const char         *id,
            gboolean            big,
            guint64            *at,
            guint64            *size)
{
  guint8 head[8];

  for (*at = 12; read_at (opening, *at, 8, head); *at += 8 + *size + (*size & 1))
    {
      *size = number_at (head + 4, 4, big);
      if (memcmp (head, id, 4) == 0)
        {
          *at += 8;
          return TRUE;
        }
    }
  return FALSE;
}

static void
leave_out (OndesClaims        *self,
           const OndesOpening *opening,
           guint64             at)
{
  self->left_out = g_strdup_printf ("%s goes on for %" G_GUINT64_FORMAT " byte%s behind the samples that its header claims; what "
                                    "stands there is left out.",
                                    opening->display, opening->size - at, ondes_plural (opening->size - at));
}

/* TRUE if the samples are uncompressed: linear, floating point, A-law or u-law. Sets @block to the bytes per frame. */
static gboolean
is_plain (const OndesOpening *opening,
          guint              *block)
{
  guint64 at, size, tag;
  guint8 format[26] = { 0 };

  if (!find_chunk (opening, "fmt ", FALSE, &at, &size) || size < 16 || !read_at (opening, at, MIN (size, sizeof format), format))
    return FALSE;
  tag = number_at (format, 2, FALSE);
  if (tag == 0xfffe && size >= sizeof format)
    tag = number_at (format + 24, 2, FALSE);
  *block = (guint) number_at (format + 12, 2, FALSE);
  return (tag == 1 || tag == 3 || tag == 6 || tag == 7) && *block > 0;
}

/* Checks a WAV file. If it needs a corrected header, it gets an RF64 one (EBU Tech 3306), with 64-bit sizes. */
static gboolean
check_wav (OndesClaims        *self,
           const OndesOpening *opening)
{
  const guint64 wrap = G_GUINT64_CONSTANT (1) << 32;
  guint64 at, size, available, real;
  guint block;

  if (!find_chunk (opening, "data", FALSE, &at, &size))
    return TRUE;
  available = opening->size - at;
  if (size >= available || (size > 0 && is_no_sound (opening, at + size + (size & 1), FALSE)))
    return TRUE;
  if (!is_plain (opening, &block) || at > LONGEST_HEAD)
    {
      leave_out (self, opening, at + size);
      return TRUE;
    }
  /* The 32-bit size may have wrapped around; other chunks may then follow. */
  for (real = size + wrap; real < available && !is_no_sound (opening, at + real + (real & 1), FALSE);)
    real += wrap;
  real = MIN (real, available);
  self->claimed = size / block;
  self->known = size != wrap - 1 && size > 0;
  self->resume = at;
  self->length = (gsize) at + 36;
  self->head = g_malloc (self->length);
  memcpy (self->head, "RF64\xff\xff\xff\xffWAVEds64", 16);
  put_number (self->head + 16, 28, 4, FALSE);
  put_number (self->head + 20, opening->size + 28, 8, FALSE);
  put_number (self->head + 28, real, 8, FALSE);
  put_number (self->head + 36, real / block, 8, FALSE);
  put_number (self->head + 44, 0, 4, FALSE);
  if (!read_at (opening, 12, (gsize) at - 12, self->head + 48))
    ondes_claims_clear (self);
  else
    put_number (self->head + self->length - 4, wrap - 1, 4, FALSE);
  return TRUE;
}

/* Checks an AU file, whose samples run to the end of the file; a size of all ones means unknown. */
static gboolean
check_au (OndesClaims        *self,
          const OndesOpening *opening,
          const guint8       *head,
          gboolean            big)
{
  const guint64 begin = number_at (head + 4, 4, big), size = number_at (head + 8, 4, big);
  const guint bytes = (guint) number_at (head + 12, 4, big) - 1;
  static const guint8 widths[] = { 1, 1, 2, 3, 4, 4, 8 }; /* bytes per sample of encodings 1 to 7 */
  const guint64 channels = number_at (head + 20, 4, big);

  if (size == G_MAXUINT32 || begin < 24 || begin + size >= opening->size)
    return TRUE;
  if (channels == 0 || (bytes >= G_N_ELEMENTS (widths) && number_at (head + 12, 4, big) != 27))
    {
      leave_out (self, opening, begin + size);
      return TRUE;
    }
  self->claimed = size / channels / (bytes < G_N_ELEMENTS (widths) ? widths[bytes] : 1);
  self->known = size > 0;
  self->resume = self->length = 12;
  self->head = g_memdup2 (head, 12);
  put_number (self->head + 8, G_MAXUINT32, 4, big);
  return TRUE;
}

gboolean
ondes_claims_check (OndesClaims        *self,
                    const OndesOpening *opening,
                    GError            **error)
{
  const char *chunk = NULL;
  guint64 at, size;
  guint8 head[24];

  *self = (OndesClaims) { 0 };
  if (!read_at (opening, 0, sizeof head, head))
    return TRUE;
  if (memcmp (head, "fLaC", 4) == 0)
    return ondes_flac_claims_check (self, opening, error);
  if (memcmp (head, "RIFF", 4) == 0 && memcmp (head + 8, "WAVE", 4) == 0)
    return check_wav (self, opening);
  if (memcmp (head, ".snd", 4) == 0 || memcmp (head, "dns.", 4) == 0)
    return check_au (self, opening, head, head[0] == '.');
  if (memcmp (head, "RIFX", 4) == 0)
    chunk = "data";
  else if (memcmp (head, "FORM", 4) == 0 && memcmp (head + 8, "AIF", 3) == 0)
    chunk = "SSND";
  if (chunk && find_chunk (opening, chunk, TRUE, &at, &size) && size < opening->size - at
      && !is_no_sound (opening, at + size + (size & 1), TRUE))
    leave_out (self, opening, at + size);
  return TRUE;
}

void
ondes_claims_clear (OndesClaims *self)
{
  g_free (self->head);
  g_free (self->left_out);
  *self = (OndesClaims) { 0 };
}
