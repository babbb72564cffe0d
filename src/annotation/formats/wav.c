/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The cue points of a recording in WAV, RF64 or BW64 (Microsoft and IBM 1991, "Multimedia Programming Interface and Data
 * Specifications 1.0", "cue " and "adtl"; EBU Tech 3306 for RF64): each has a place, and in a list a label, a comment and, if it
 * is a region, a length. */
#include "formats.h"

#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "base/words.h"
#include "signal/recording.h"
#include "signal/reader.h"

#define CHUNK_MOST (16 << 20) /* bytes of a chunk of cue points or of their texts */
#define POINT_BYTES 24

/* A cue point; the texts are owned. */
typedef struct
{
  guint32 frame, length;
  char   *label, *comment;
} Point;

typedef struct
{
  OndesAnnotationInput *input;
  int                   fd;
  guint64               size;
  guint64               data_bytes; /* of the samples, as RF64 tells apart; 0 in WAV */
  GHashTable           *points;     /* Point of each number */
} Wav;

static void
point_free (gpointer data)
{
  Point *self = data;

  g_free (self->label);
  g_free (self->comment);
  g_free (self);
}

static guint32
number_at (const guint8 *bytes)
{
  guint32 number;

  memcpy (&number, bytes, sizeof number);
  return GUINT32_FROM_LE (number);
}

gboolean
ondes_annotations_wav_detect (const char *head,
                              gsize       size)
{
  return size >= 12 && memcmp (head + 8, "WAVE", 4) == 0
         && (memcmp (head, "RIFF", 4) == 0 || memcmp (head, "RF64", 4) == 0 || memcmp (head, "BW64", 4) == 0);
}

/* Returns the point of a number, new if it has none yet: texts may come before their places. */
static Point *
point_of (Wav    *self,
          guint32 number)
{
  Point *point = g_hash_table_lookup (self->points, GUINT_TO_POINTER (number));

  if (point == NULL)
    {
      point = g_new0 (Point, 1);
      point->frame = G_MAXUINT32;
      g_hash_table_insert (self->points, GUINT_TO_POINTER (number), point);
    }
  return point;
}

static void
take_points (Wav          *self,
             const guint8 *bytes,
             gsize         n)
{
  for (gsize at = 4; at + POINT_BYTES <= n; at += POINT_BYTES)
    point_of (self, number_at (bytes + at))->frame = number_at (bytes + at + 20);
}

/* Sets *@text to what stands in @n bytes, in UTF-8 or as Windows writes it, unless that is empty or *@text is set. */
static void
take_text (char        **text,
           const guint8 *bytes,
           gsize         n)
{
  g_autofree char *found = g_strndup ((const char *) bytes, n);

  g_strstrip (found);
  if (*text != NULL || *found == '\0')
    return;
  if (!g_utf8_validate (found, -1, NULL))
    *text = g_convert (found, -1, "UTF-8", "WINDOWS-1252", NULL, NULL, NULL);
  if (*text == NULL)
    *text = g_utf8_make_valid (found, -1);
}

/* Takes the labels, comments and regions of a list. */
static void
take_list (Wav          *self,
           const guint8 *bytes,
           gsize         n)
{
  gsize length;

  for (gsize at = 4; n >= 4 && memcmp (bytes, "adtl", 4) == 0 && at + 12 <= n; at += 8 + length + length % 2)
    {
      const guint8 *chunk = bytes + at, *body = chunk + 8;
      Point *point;

      length = MIN (number_at (chunk + 4), n - at - 8);
      if (length < 4)
        continue;
      point = point_of (self, number_at (body));
      if (memcmp (chunk, "labl", 4) == 0)
        take_text (&point->label, body + 4, length - 4);
      else if (memcmp (chunk, "note", 4) == 0)
        take_text (&point->comment, body + 4, length - 4);
      else if (memcmp (chunk, "ltxt", 4) == 0 && length >= 8)
        {
          point->length = number_at (body + 4);
          if (length > 20)
            take_text (&point->label, body + 20, length - 20);
        }
    }
}

/* Reads the chunk of @bytes at @at, if it is about cue points. */
static gboolean
take_chunk (Wav         *self,
            const char  *name,
            guint64      at,
            guint64      bytes,
            GError     **error)
{
  const gboolean points = memcmp (name, "cue ", 4) == 0, list = memcmp (name, "LIST", 4) == 0;
  const gboolean sizes = memcmp (name, "ds64", 4) == 0;
  const gsize n = (gsize) MIN (MIN (bytes, self->size - at), CHUNK_MOST);
  g_autofree guint8 *buffer = NULL;

  if ((!points && !list && !sizes) || n < 16)
    return TRUE;
  buffer = ondes_memory_try (n, error);
  if (buffer == NULL || !ondes_pread_all (self->fd, self->input->display, at, n, buffer, error))
    return FALSE;
  if (points)
    take_points (self, buffer, n);
  else if (list)
    take_list (self, buffer, n);
  else
    self->data_bytes = (guint64) number_at (buffer + 12) << 32 | number_at (buffer + 8);
  return TRUE;
}

static gboolean
take_chunks (Wav     *self,
             GError **error)
{
  guint64 at = 12;

  while (at + 8 <= self->size)
    {
      guint8 head[8];
      guint64 bytes;

      if (g_cancellable_set_error_if_cancelled (ondes_watch_cancellable (self->input->watch), error)
          || !ondes_pread_all (self->fd, self->input->display, at, sizeof head, head, error))
        return FALSE;
      for (guint i = 0; i < 4; i++)
        if (!g_ascii_isprint (head[i]))
          return TRUE; /* a length was wrong */
      bytes = number_at (head + 4);
      if (bytes == G_MAXUINT32 && memcmp (head, "data", 4) == 0)
        bytes = self->data_bytes;
      at += 8;
      if (bytes > self->size - at || !take_chunk (self, (const char *) head, at, bytes, error))
        return bytes > self->size - at;
      at += bytes + bytes % 2;
    }
  return TRUE;
}

/* Adds the points that have places, at @rate samples a time unit. */
static void
add_points (Wav    *self,
            double  rate)
{
  GHashTableIter iter;
  gpointer number, value;

  g_hash_table_iter_init (&iter, self->points);
  while (g_hash_table_iter_next (&iter, &number, &value))
    {
      const Point *point = value;
      g_autofree char *name = g_strdup_printf ("%u", GPOINTER_TO_UINT (number));
      OndesAnnotationField field = { "comment", point->comment };

      if (point->frame == G_MAXUINT32)
        continue;
      ondes_annotation_found (self->input, &(OndesAnnotation) {
        .start = point->frame / rate,
        .end = ((double) point->frame + point->length) / rate,
        .low_hz = NAN, .high_hz = NAN,
        .label = point->label != NULL ? point->label : point->comment != NULL ? point->comment : name,
        .fields = &field, .n_fields = point->label != NULL && point->comment != NULL });
    }
}

gboolean
ondes_annotations_wav_read (OndesAnnotationInput *input,
                            const char           *path,
                            int                   fd,
                            guint64               size,
                            GError              **error)
{
  g_autoptr (GHashTable) points = g_hash_table_new_full (NULL, NULL, NULL, point_free);
  g_autoptr (OndesRecording) recording = ondes_recording_open (path, NULL, input->watch, error);
  Wav self = { .input = input, .fd = fd, .size = size, .points = points };

  if (recording == NULL || !take_chunks (&self, error))
    return FALSE;
  add_points (&self, ondes_recording_get_info (recording)->rate_hz);
  if (input->items->len > 0)
    return TRUE;
  return ondes_error_set (error, ONDES_ERROR_FILE, _("%s has no cue points, which are the annotations of WAV"), input->display);
}
