/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "frames-sink.h"

#include "base/words.h"
#include "npy-format.h"
#include "sound-file.h"

#include <math.h>
#include <string.h>

#define PIECE_VALUES 16384 /* values interleaved at a time */

const char *const ondes_frames_names[] = { "wav", "flac", "npy", NULL };

typedef struct
{
  OndesSink          sink;
  char              *path;
  OndesFramesOptions options;
  OndesOutFile      *file;
  OndesSoundFile    *sound; /* NULL for .npy */
  OndesType          type;
  guint64            rows, next; /* next frame */
  char              *frames;     /* interleaved: doubles for sound, otherwise of the type */
  gsize              frames_n;
  guint64            clipped;
} FramesSink;

/* Fails with the reason why a sound file does not take the values. */
static gboolean
check_sound (const FramesSink      *self,
             const OndesSoundShape *shape,
             GError               **error)
{
  const char *name = ondes_frames_names[self->options.format];
  OndesSoundShape mono = *shape;

  if (ondes_type_is_complex (self->type))
    g_set_error (error, ONDES_ERROR, ONDES_ERROR_FILE,
                 _("%s: the result is complex, and a .%s holds real values; write .npy"), self->path, name);
  else if (ondes_sound_fits (shape))
    return TRUE;
  else
    {
      mono.channels = 1;
      if (ondes_sound_fits (&mono))
        g_set_error (error, ONDES_ERROR, ONDES_ERROR_FILE, _("%s: a .%s does not hold %u channels; write .npy, or several files"),
                     self->path, name, shape->channels);
      else
        g_set_error (error, ONDES_ERROR, ONDES_ERROR_FILE, _("%s: a .%s takes no rate of %.9g Hz; write .npy"), self->path, name,
                     shape->rate_hz);
    }
  return ondes_error_name_file (error, self->path);
}

static gboolean
begin_sound (FramesSink *self,
             guint64     cols,
             GError    **error)
{
  const OndesSoundShape shape = { .flac = self->options.format == ONDES_FRAMES_FLAC, .pcm_bits = self->options.pcm_bits,
                                  .is_double = self->type == ONDES_F64, .channels = (guint) MIN (self->rows, G_MAXINT),
                                  .rate_hz = self->options.rate_hz, .frames = cols };

  if (!check_sound (self, &shape, error))
    return FALSE;
  self->file = ondes_out_file_new (self->path, error);
  self->sound = self->file != NULL ? ondes_sound_file_new (self->file, &shape, error) : NULL;
  return self->sound != NULL;
}

static gboolean
begin_npy (FramesSink *self,
           guint64     cols,
           GError    **error)
{
  const guint64 shape[2] = { cols, self->rows }, bytes = ondes_grid_bytes (self->type, self->rows, cols);
  g_autoptr (GByteArray) header = ondes_npy_header (self->type, self->rows == 1 ? 1 : 2, shape);

  self->file = ondes_out_file_new (self->path, error);
  return self->file != NULL
         && ondes_out_file_reserve (self->file, bytes > G_MAXUINT64 - header->len ? bytes : bytes + header->len, error)
         && ondes_out_file_write (self->file, header->data, header->len, error);
}

static void
frames_clear (FramesSink *self)
{
  g_clear_pointer (&self->sound, ondes_sound_file_free);
  g_clear_pointer (&self->file, ondes_out_file_free);
  g_clear_pointer (&self->frames, g_free);
  self->next = self->clipped = 0;
}

static gboolean
frames_begin (OndesSink *sink,
              OndesType  type,
              guint64    rows,
              guint64    cols,
              GError   **error)
{
  FramesSink *self = (FramesSink *) sink;

  frames_clear (self);
  self->type = type;
  self->rows = rows;
  self->frames_n = MAX (PIECE_VALUES / rows, 1);
  self->frames = g_malloc (self->frames_n * rows * sizeof (double) * 2);
  return (self->options.format == ONDES_FRAMES_NPY ? begin_npy : begin_sound) (self, cols, error);
}

/* Copies a row's elements [at, at + n) into the frames, as doubles for sound. */
static void
interleave (FramesSink *self,
            const char *row,
            guint64     at,
            gsize       n,
            guint64     channel)
{
  const gsize size = ondes_type_bytes (self->type, 1);

  if (self->sound == NULL)
    for (gsize i = 0; i < n; i++)
      memcpy (self->frames + (i * self->rows + channel) * size, row + (at + i) * size, size);
  else if (self->type == ONDES_F32)
    for (gsize i = 0; i < n; i++)
      ((double *) (void *) self->frames)[i * self->rows + channel] = ((const float *) (const void *) row)[at + i];
  else
    for (gsize i = 0; i < n; i++)
      ((double *) (void *) self->frames)[i * self->rows + channel] = ((const double *) (const void *) row)[at + i];
}

static gboolean
write_frames (FramesSink *self,
              gsize       n,
              GError    **error)
{
  double *values = (double *) (void *) self->frames;
  const double scale = ldexp (1, (int) self->options.pcm_bits - 1);

  if (self->sound == NULL)
    return ondes_out_file_write (self->file, self->frames, n * self->rows * ondes_type_bytes (self->type, 1), error);
  /* Rounded here, to the nearest: libsndfile rounds down when it clips. */
  for (gsize i = 0; self->options.pcm_bits > 0 && i < n * self->rows; i++)
    {
      self->clipped += !(fabs (values[i]) <= 1);
      values[i] = CLAMP (rint (values[i] * scale), -scale, scale - 1) / scale;
    }
  return ondes_sound_file_write (self->sound, values, n, error);
}

static gboolean
frames_put (OndesSink       *sink,
            const OndesRect *where,
            const void      *data,
            gsize            stride_bytes,
            gboolean         final,
            GError         **error)
{
  FramesSink *self = (FramesSink *) sink;

  g_return_val_if_fail (where->row0 == 0 && where->rows == self->rows && where->col0 == self->next, FALSE);
  self->next += where->cols;
  for (guint64 at = 0; at < where->cols; at += self->frames_n)
    {
      const gsize n = (gsize) MIN (self->frames_n, where->cols - at);

      for (guint64 row = 0; row < self->rows; row++)
        interleave (self, (const char *) data + row * stride_bytes, at, n, row);
      if (!write_frames (self, n, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
frames_finish (OndesSink *sink,
               GError   **error)
{
  FramesSink *self = (FramesSink *) sink;

  return (self->sound == NULL || ondes_sound_file_close (self->sound, error)) && ondes_out_file_commit (self->file, error);
}

static void
frames_free (OndesSink *sink)
{
  FramesSink *self = (FramesSink *) sink;

  frames_clear (self);
  g_free (self->path);
  g_free (self);
}

static const OndesSinkClass frames_class = { .begin = frames_begin, .put = frames_put, .finish = frames_finish,
                                             .free = frames_free };

OndesSink *
ondes_frames_sink_new (const char               *path,
                       const OndesFramesOptions *options)
{
  FramesSink *self = g_new0 (FramesSink, 1);

  self->sink.klass = &frames_class;
  self->path = g_strdup (path);
  self->options = *options;
  return &self->sink;
}

guint64
ondes_frames_sink_clipped (OndesSink *sink)
{
  g_return_val_if_fail (sink->klass == &frames_class, 0);
  return ((FramesSink *) sink)->clipped;
}

typedef struct
{
  OndesSink   sink;
  OndesSink **sinks;
  guint       n;
} SplitSink;

static gboolean
split_begin (OndesSink *sink,
             OndesType  type,
             guint64    rows,
             guint64    cols,
             GError   **error)
{
  SplitSink *self = (SplitSink *) sink;

  g_return_val_if_fail (rows % self->n == 0, FALSE);
  for (guint i = 0; i < self->n; i++)
    if (!self->sinks[i]->klass->begin (self->sinks[i], type, rows / self->n, cols, error))
      return FALSE;
  return TRUE;
}

static gboolean
split_put (OndesSink       *sink,
           const OndesRect *where,
           const void      *data,
           gsize            stride_bytes,
           gboolean         final,
           GError         **error)
{
  SplitSink *self = (SplitSink *) sink;
  const OndesRect own = { 0, where->rows / self->n, where->col0, where->cols };

  g_return_val_if_fail (where->row0 == 0 && where->rows % self->n == 0, FALSE);
  for (guint i = 0; i < self->n; i++)
    if (!self->sinks[i]->klass->put (self->sinks[i], &own, (const char *) data + i * stride_bytes, self->n * stride_bytes, final,
                                     error))
      return FALSE;
  return TRUE;
}

static gboolean
split_finish (OndesSink *sink,
              GError   **error)
{
  SplitSink *self = (SplitSink *) sink;

  for (guint i = 0; i < self->n; i++)
    if (!ondes_sink_finish (self->sinks[i], error))
      return FALSE;
  return TRUE;
}

static void
split_free (OndesSink *sink)
{
  SplitSink *self = (SplitSink *) sink;

  for (guint i = 0; i < self->n; i++)
    ondes_sink_free (self->sinks[i]);
  g_free (self->sinks);
  g_free (self);
}

OndesSink *
ondes_split_sink_new (OndesSink *const *sinks,
                      guint             n)
{
  static const OndesSinkClass klass = { .begin = split_begin, .put = split_put, .finish = split_finish, .free = split_free };
  SplitSink *self = g_new0 (SplitSink, 1);

  self->sink.klass = &klass;
  self->sinks = g_memdup2 (sinks, n * sizeof *sinks);
  self->n = n;
  return &self->sink;
}
