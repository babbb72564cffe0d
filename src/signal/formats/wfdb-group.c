/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "wfdb-group.h"

#include <math.h>
#include <string.h>
#include <unistd.h>

#include "base/display-text.h"
#include "base/path-within.h"
#include "base/words.h"

#define KEEP 65536 /* frames from one kept sum to the next */

void
ondes_wfdb_group_close (OndesWfdbGroup *self)
{
  if (self->fd >= 0)
    close (self->fd);
  self->fd = -1;
}

void
ondes_wfdb_group_free (OndesWfdbGroup *self)
{
  ondes_wfdb_group_close (self);
  g_free (self->path);
  g_free (self->display);
  g_free (self->signal_of);
  g_free (self->sums);
  g_array_unref (self->kept);
  g_free (self);
}

static gboolean
open_file (OndesWfdbGroup *self,
           guint64        *size,
           GError        **error)
{
  if (self->fd < 0)
    self->fd = ondes_file_open (self->path, self->display, size, error);
  return self->fd >= 0;
}

/* Finds the file of the signals and how many whole frames it holds. */
static gboolean
find_frames (OndesWfdbGroup        *self,
             const OndesWfdbSignal *signal,
             const char            *header_path,
             const char            *display,
             GError               **error)
{
  g_autofree char *folder = g_path_get_dirname (header_path);
  const OndesWfdbFormat *format = self->format;
  guint64 there;

  self->path = ondes_path_within (header_path, folder, signal->file, error);
  if (self->path == NULL)
    return FALSE;
  self->display = ondes_display_path (self->path);
  if (!open_file (self, &self->size, error))
    {
      g_prefix_error (error, "%s: ", display);
      return FALSE;
    }
  self->offset = signal->offset;
  there = self->size - MIN (self->size, self->offset);
  self->frames = (there / format->bytes * format->numbers + format->rest[there % format->bytes % 4]) / self->samples;
  return TRUE;
}

/* Takes the places of the signals in a frame, and where sums begin. */
static gboolean
take_signals (OndesWfdbGroup        *self,
              const OndesWfdbSignal *first,
              guint                  n,
              const char            *display,
              GError               **error)
{
  guint64 samples = 0;

  for (guint i = 0; i < n; i++)
    {
      samples += first[i].samples;
      if (first[i].format != first->format || first[i].offset != first->offset || samples > ONDES_WFDB_FRAME_MOST)
        {
          g_set_error (error, ONDES_ERROR, ONDES_ERROR_FILE,
                       _("%s: the signals in the file %s differ in storage format or offset, or have too many samples in a frame; "
                         "find an undamaged copy"),
                       display, first->file);
          return FALSE;
        }
    }
  self->samples = (guint) samples;
  self->n_signals = n;
  self->signal_of = g_new (guint, samples);
  self->sums = g_new (double, n);
  for (guint i = 0, k = 0; i < n; i++)
    {
      self->sums[i] = (double) first[i].initial;
      for (guint j = 0; j < first[i].samples; j++)
        self->signal_of[k++] = i;
    }
  self->kept = g_array_new (FALSE, FALSE, n * (guint) sizeof (double));
  g_array_append_vals (self->kept, self->sums, 1);
  return TRUE;
}

OndesWfdbGroup *
ondes_wfdb_group_new (const OndesWfdbSignal *first,
                      guint                  n,
                      const char            *header_path,
                      const char            *display,
                      GPtrArray             *identities,
                      GError               **error)
{
  OndesWfdbGroup *self;
  const OndesWfdbFormat *format = ondes_wfdb_format_find (first->format);

  if (format == NULL)
    {
      g_set_error (error, ONDES_ERROR, ONDES_ERROR_FILE,
                   _("%s: the storage format %u of the file %s is not read; convert the record with xform of WFDB to format 16, 24 "
                     "or 32"),
                   display, first->format, first->file);
      return NULL;
    }
  self = g_new0 (OndesWfdbGroup, 1);
  self->fd = -1;
  self->format = format;
  if (take_signals (self, first, n, display, error)
      && (format->bytes == 0 || find_frames (self, first, header_path, display, error)))
    {
      g_ptr_array_add (identities, self->fd >= 0 ? ondes_file_identity (self->fd) : g_strdup ("none"));
      ondes_wfdb_group_close (self);
      return self;
    }
  if (self->kept == NULL)
    self->kept = g_array_new (FALSE, FALSE, sizeof (double));
  ondes_wfdb_group_free (self);
  return NULL;
}

/* Decodes @n frames from @frame on; of differences, these. @numbers may be NULL if these alone are summed. */
static gboolean
decode (OndesWfdbGroup *self,
        guint64         frame,
        gsize           n,
        guint8         *bytes,
        double         *numbers,
        GError        **error)
{
  const OndesWfdbFormat *format = self->format;
  const guint64 first = frame * self->samples, unit = first / format->numbers, count = (guint64) n * self->samples;
  const guint64 end = (first + count + format->numbers - 1) / format->numbers;
  const gsize whole = (gsize) (end - unit) * format->bytes;
  const gsize there = (gsize) MIN (whole, self->size - self->offset - unit * format->bytes);
  guint64 ignored;

  if (!open_file (self, &ignored, error)
      || !ondes_pread_all (self->fd, self->display, self->offset + unit * format->bytes, there, bytes, error))
    return FALSE;
  memset (bytes + there, 0, whole - there);
  for (guint64 i = 0, k = first % format->numbers; i < count; i++, k++)
    {
      const gint32 number = ondes_wfdb_number (format, bytes + k / format->numbers * format->bytes, (guint) (k % format->numbers));
      double *sum = &self->sums[self->signal_of[i % self->samples]];

      if (format->differences)
        *sum += number;
      if (numbers != NULL)
        numbers[i] = format->differences ? *sum : number == format->invalid ? (double) NAN : (double) number;
    }
  return TRUE;
}

/* Decodes @n frames of differences where the last call ended, and keeps the sums on the way. */
static gboolean
go_on (OndesWfdbGroup *self,
       guint64         n,
       guint8         *bytes,
       double         *numbers,
       GError        **error)
{
  const guint64 most = ONDES_WFDB_FRAME_MOST / self->samples;

  for (guint64 done = 0, m; done < n; done += m)
    {
      m = MIN (MIN (n - done, most), KEEP - self->at % KEEP);
      if (!decode (self, self->at, (gsize) m, bytes, numbers != NULL ? numbers + done * self->samples : NULL, error))
        return FALSE;
      self->at += m;
      if (self->at % KEEP == 0 && self->at / KEEP == self->kept->len)
        g_array_append_vals (self->kept, self->sums, 1);
    }
  return TRUE;
}

gboolean
ondes_wfdb_group_read (OndesWfdbGroup *self,
                       guint64         frame,
                       gsize           n,
                       guint8         *bytes,
                       double         *numbers,
                       GError        **error)
{
  const guint64 kept = MIN (frame / KEEP, self->kept->len - 1);

  if (!self->format->differences)
    return decode (self, frame, n, bytes, numbers, error);
  if (frame < self->at || kept * KEEP > self->at)
    {
      self->at = kept * KEEP;
      memcpy (self->sums, self->kept->data + kept * self->n_signals * sizeof *self->sums, self->n_signals * sizeof *self->sums);
    }
  return go_on (self, frame - self->at, bytes, NULL, error) && go_on (self, n, bytes, numbers, error);
}
