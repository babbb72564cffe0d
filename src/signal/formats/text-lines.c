/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "text-lines.h"

#include "signal/reader.h"
#include "base/words.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#define BUFFER ((gsize) 256 << 10)
#define LONGEST_LINE ((gsize) 16 << 20)
#define READ_UTF16 ((gsize) 64 << 10) /* bytes read at once, which become at most one and a half times as many */
#define LOOKED_AT 512                  /* bytes that tell the encoding */

const char *const ondes_text_encodings[] = { "UTF-8", "UTF-16LE", "UTF-16BE" };

OndesTextEncoding
ondes_text_encoding_find (const guint8 *head,
                          gsize         n)
{
  gsize zeros[2] = { 0, 0 };

  if (n >= 2 && head[0] == 0xff && head[1] == 0xfe)
    return ONDES_TEXT_UTF16LE;
  if (n >= 2 && head[0] == 0xfe && head[1] == 0xff)
    return ONDES_TEXT_UTF16BE;
  n -= n % 2;
  for (gsize i = 0; i < n; i++)
    if (head[i] == 0)
      zeros[i % 2]++;
    else if (head[i] < 32 && strchr ("\t\n\r", head[i]) == NULL)
      return ONDES_TEXT_UTF8; /* small numbers, not letters */
  if (n >= 16 && zeros[0] == 0 && zeros[1] == n / 2)
    return ONDES_TEXT_UTF16LE;
  return n >= 16 && zeros[1] == 0 && zeros[0] == n / 2 ? ONDES_TEXT_UTF16BE : ONDES_TEXT_UTF8;
}

void
ondes_line_reader_init (OndesLineReader *self,
                        int              fd,
                        const char      *display)
{
  guint8 head[LOOKED_AT];
  const gssize n = pread (fd, head, sizeof head, 0);

  *self = (OndesLineReader) { .fd = fd, .display = display, .buffer = g_malloc (BUFFER), .capacity = BUFFER };
  self->encoding = n > 0 ? ondes_text_encoding_find (head, (gsize) n) : ONDES_TEXT_UTF8;
  if (self->encoding != ONDES_TEXT_UTF8)
    self->units = g_malloc (READ_UTF16);
}

void
ondes_line_reader_clear (OndesLineReader *self)
{
  g_clear_pointer (&self->buffer, g_free);
  g_clear_pointer (&self->units, g_free);
}

static gboolean
grow (OndesLineReader *self,
      GError         **error)
{
  char *larger;

  if (self->capacity >= LONGEST_LINE)
    return ondes_error_set (error, ONDES_ERROR_FILE,
                            _("%s has a line of more than %zu bytes after line %" PRIu64 ", so it is not text in columns"),
                            self->display, LONGEST_LINE, self->number);
  larger = g_try_realloc (self->buffer, 2 * self->capacity);
  if (!larger)
    return ondes_error_set (error, ONDES_ERROR_FILE,
                            _("%s has a line of more than %zu bytes after line %" PRIu64 ", more than there is memory for"),
                            self->display, self->capacity, self->number);
  self->buffer = larger;
  self->capacity *= 2;
  return TRUE;
}

static guint
unit_at (const OndesLineReader *self,
         gsize                  i)
{
  const guint8 *p = self->units + i;

  return self->encoding == ONDES_TEXT_UTF16LE ? p[0] | (guint) p[1] << 8 : p[1] | (guint) p[0] << 8;
}

/* Appends the whole characters among the units to the buffer, which has room for them, and keeps the rest. */
static void
decode (OndesLineReader *self)
{
  gsize i = 0;

  while (self->n_units - i >= 2)
    {
      gunichar c = unit_at (self, i);
      gsize bytes = 2;

      if (c >= 0xd800 && c < 0xdc00)
        {
          if (self->n_units - i < 4)
            break;
          if (unit_at (self, i + 2) >= 0xdc00 && unit_at (self, i + 2) < 0xe000)
            {
              c = 0x10000 + ((c - 0xd800) << 10) + (unit_at (self, i + 2) - 0xdc00);
              bytes = 4;
            }
        }
      if (c >= 0xd800 && c < 0xe000)
        c = 0xfffd;
      if (c != 0xfeff || self->end > 0 || self->number > 0)
        self->end += (gsize) g_unichar_to_utf8 (c, self->buffer + self->end);
      i += bytes;
    }
  self->n_units -= i;
  memmove (self->units, self->units + i, self->n_units);
}

/* Reads more bytes after those not yet consumed. */
static gboolean
fill (OndesLineReader *self,
      GError         **error)
{
  const gboolean wide = self->encoding != ONDES_TEXT_UTF8;
  gsize room;
  void *to;
  gssize got;

  memmove (self->buffer, self->buffer + self->begin, self->end - self->begin);
  self->end -= self->begin;
  self->begin = 0;
  while (self->capacity - self->end < (wide ? 3 * READ_UTF16 / 2 : 1))
    if (!grow (self, error))
      return FALSE;
  to = wide ? (char *) self->units + self->n_units : self->buffer + self->end;
  room = wide ? READ_UTF16 - self->n_units : self->capacity - self->end;
  do
    got = pread (self->fd, to, room, (off_t) self->offset);
  while (got < 0 && errno == EINTR);
  if (got < 0)
    return ondes_error_set (error, ONDES_ERROR_FILE, _("%s cannot be read at byte %" PRIu64 ": %s"), self->display,
                            self->offset, g_strerror (errno));
  self->eof = got == 0;
  if (!wide && self->offset == 0 && got >= 3 && memcmp (self->buffer, "\xef\xbb\xbf", 3) == 0)
    self->begin = 3;
  self->offset += (guint64) got;
  if (!wide)
    self->end += (gsize) got;
  else
    {
      self->n_units += (gsize) got;
      decode (self);
    }
  return TRUE;
}

gboolean
ondes_line_reader_next (OndesLineReader *self,
                        OndesCell       *line,
                        GError         **error)
{
  gsize seen = 0;

  for (;;)
    {
      const char *from = self->buffer + self->begin, *end = self->buffer + self->end, *p = from + seen;

      while (p < end && *p != '\n' && *p != '\r')
        p++;
      if (p == end && !self->eof)
        {
          seen = (gsize) (p - from);
          if (!fill (self, error))
            return FALSE;
          continue;
        }
      if (p == end && p == from)
        return FALSE;
      *line = (OndesCell) { from, (gsize) (p - from) };
      self->begin += line->length + (p < end);
      seen = 0;
      if (line->length == 0 && p < end && *p == '\n' && self->after_cr)
        {
          self->after_cr = FALSE;
          continue;
        }
      self->after_cr = p < end && *p == '\r';
      self->number++;
      if (memchr (line->text, '\0', line->length))
        return ondes_remedy_error_set (error, ONDES_ERROR, ONDES_ERROR_FILE, ONDES_SETTING_RAW,
                                       _("%s holds bytes that are not text in line %" PRIu64 "; if it is a headerless "
                                         "recording, say its format with %s"),
                                       self->display, self->number,
                                       ondes_setting_name (ONDES_SETTING_RAW, "FORMAT:RATE:CHANNELS"));
      for (gsize i = 0; i < line->length; i++)
        if (line->text[i] != ' ' && line->text[i] != '\t')
          return TRUE;
    }
}
