/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SigMF: samples in a file NAME.sigmf-data, of which NAME.sigmf-meta tells. Either is opened. Integers have a full scale of ±1, as
 * the format's own library reads them; unsigned ones less the half of their range. */
#include "runs.h"
#include "sigmf-meta.h"

#include <math.h>
#include <string.h>
#include <unistd.h>

#include "base/display-text.h"
#include "base/memory.h"
#include "base/path-within.h"
#include "base/words.h"

#define META        ".sigmf-meta"
#define DATA        ".sigmf-data"
#define META_MOST   ((guint64) 256 << 20)
#define PIECE_BYTES ((gsize) 256 << 10)
#define LATE_S      0.01 /* by which the clock of a capture may differ from its samples before it is told */

typedef struct
{
  OndesReader  reader;
  OndesElement element;
  int          fd;   /* of the data */
  gsize        row;  /* bytes of a frame */
  guint8      *buffer;
  gint32      *integers; /* as many as fit a piece, where integers have gaps; NULL otherwise */
} SigmfReader;

/* Decodes @n elements of channel @c in the buffer to element @to of @dst. */
static void
decode (SigmfReader *self,
        guint        c,
        gsize        n,
        void        *dst,
        gsize        to)
{
  const guint8 *from = self->buffer + c * self->element.bytes;

  if (self->integers == NULL)
    {
      ondes_element_decode (&self->element, from, self->row, n, (char *) dst + ondes_type_bytes (self->reader.type, to));
      return;
    }
  ondes_element_decode (&self->element, from, self->row, n, self->integers);
  for (gsize i = 0; i < n; i++)
    ((double *) dst)[to + i] = ldexp (self->integers[i], 1 - 8 * (int) self->element.bytes);
}

static gboolean
read_run (OndesReader          *reader,
          const OndesRun       *run,
          guint64               inside,
          gsize                 n,
          const OndesRunTarget *to,
          GError              **error)
{
  SigmfReader *self = (SigmfReader *) reader;
  const gsize most = MAX (PIECE_BYTES / self->row, 1);

  for (gsize done = 0, m; done < n; done += m)
    {
      m = MIN (n - done, most);
      if (!ondes_pread_all (self->fd, reader->display, run->place + (inside + done) * self->row, m * self->row, self->buffer,
                            error))
        return FALSE;
      for (guint c = 0; c < reader->channels; c++)
        decode (self, c, m, to->dst, to->at + c * to->apart + done);
    }
  return TRUE;
}

static void
sigmf_finalize (OndesReader *reader)
{
  SigmfReader *self = (SigmfReader *) reader;

  if (self->fd >= 0)
    close (self->fd);
  g_free (self->buffer);
  g_free (self->integers);
}

/* Returns how many frames after its place in the data a capture lies, as samples were lost before it: 0 if its index tells none. */
static double
lost_before (const GArray *captures,
             guint         i)
{
  const OndesSigmfCapture *first = &g_array_index (captures, OndesSigmfCapture, 0);
  const OndesSigmfCapture *capture = &g_array_index (captures, OndesSigmfCapture, i);
  const double lost = (capture->index - first->index) - (double) (capture->frame - first->frame);

  return lost > 0 ? lost : 0;
}

/* Refuses metadata by which samples were lost that no recorder loses: @lost of them before capture @i. */
static gboolean
refuse_span (const OndesOpening *opening,
             guint               i,
             double              lost,
             guint64             recorded,
             GError            **error)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  g_set_error (error, ONDES_ERROR, ONDES_ERROR_FILE,
               _("%s says by core:global_index that %s samples were lost before its capture %u, but holds only %" PRIu64
                 "; find an undamaged copy"),
               opening->display, g_ascii_formatd (text, sizeof text, "%.3g", lost), i + 1, recorded);
  return FALSE;
}

/* Finds the runs of samples: headers of captures lie between them, and gaps where global indices go on by more than the samples. */
static gboolean
find_runs (SigmfReader          *self,
           const OndesSigmfMeta *meta,
           const OndesOpening   *opening,
           guint64               size,
           GError              **error)
{
  guint64 end = size - MIN (meta->trailing_bytes, size), frame = 0, offset = 0;
  const double most = ondes_runs_span_most (end / self->row, self->reader.rate);
  const OndesRun *last;
  double lost = 0;

  for (guint i = 0; i <= meta->captures->len; i++)
    {
      const OndesSigmfCapture *capture = i < meta->captures->len ? &g_array_index (meta->captures, OndesSigmfCapture, i) : NULL;
      const guint64 there = (end - offset) / self->row, count = capture != NULL ? MIN (there, capture->frame - frame) : there;

      if (count > 0)
        g_array_append_val (self->reader.runs, ((OndesRun) { frame + (guint64) lost, count, offset }));
      frame += count;
      offset += count * self->row;
      if (capture == NULL || frame < capture->frame || capture->header_bytes > end - offset)
        break;
      offset += capture->header_bytes;
      lost = MAX (lost, lost_before (meta->captures, i));
      if (lost > 0 && !(lost < most))
        return refuse_span (opening, i, lost, end / self->row, error);
    }
  if (self->reader.runs->len == 0)
    return ondes_file_error_set (error, opening->display, _("there are no samples in the file of data; find a whole copy"));
  last = &g_array_index (self->reader.runs, OndesRun, self->reader.runs->len - 1);
  self->reader.frames = last->frame + last->frames;
  self->reader.deviation.missing = self->reader.frames - frame;
  self->reader.deviation.gaps = ondes_runs_count_gaps (self->reader.runs);
  return TRUE;
}

/* Finds type and memory for what the elements become. */
static gboolean
take_type (SigmfReader          *self,
           const OndesSigmfMeta *meta,
           GError              **error)
{
  OndesReader *reader = &self->reader;
  const gsize most = MAX (PIECE_BYTES / self->row, 1);

  ondes_element_type (&self->element, &reader->type, &reader->bits);
  reader->pcm = reader->bits > 0;
  if (reader->pcm && reader->deviation.missing > 0)
    {
      self->integers = ondes_memory_try (most * sizeof *self->integers, error);
      if (self->integers == NULL)
        return FALSE;
      reader->type = ONDES_F64;
      reader->pcm = FALSE;
      reader->bits = 0;
    }
  self->buffer = ondes_memory_try (most * self->row, error);
  reader->format = g_strdup_printf ("SigMF, %s", meta->datatype);
  return self->buffer != NULL;
}

/* Takes the start of the first capture that tells it, and tells where the clocks of others differ. */
static void
take_start (OndesReader          *reader,
            const OndesSigmfMeta *meta)
{
  const OndesSigmfCapture *first = NULL;

  for (guint i = 0; i < meta->captures->len && reader->rate > 0; i++)
    {
      const OndesSigmfCapture *capture = &g_array_index (meta->captures, OndesSigmfCapture, i);
      double late_s;

      if (capture->start.source == ONDES_START_UNKNOWN)
        continue;
      if (first == NULL)
        {
          const double before_us = ((double) capture->frame + lost_before (meta->captures, i)) / reader->rate * 1e6;

          first = capture;
          reader->noted = capture->start;
          if (before_us < 1e17)
            reader->noted.utc_us -= llround (before_us);
          continue;
        }
      late_s = (double) (capture->start.utc_us - first->start.utc_us) / 1e6
               - ((double) (capture->frame - first->frame) + lost_before (meta->captures, i)) / reader->rate;
      if (fabs (late_s) > LATE_S)
        {
          char text[G_ASCII_DTOSTR_BUF_SIZE];

          ondes_reader_note (reader,
                             _("Capture %u of %s begins %s s off the clock of its first; its samples are taken to follow the "
                               "others."),
                             i + 1, reader->display, g_ascii_formatd (text, sizeof text, "%.6g", late_s));
          return;
        }
    }
}

static void
take_facts (OndesReader          *reader,
            const OndesSigmfMeta *meta)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  reader->channels = meta->channels;
  reader->rate = meta->rate;
  for (guint i = 0; i + 1 < meta->facts->len; i += 2)
    ondes_reader_add_metadata (reader, meta->facts->pdata[i], meta->facts->pdata[i + 1]);
  for (guint i = 0; i < meta->captures->len; i++)
    {
      const double frequency = g_array_index (meta->captures, OndesSigmfCapture, i).frequency;

      if (isnan (frequency))
        continue;
      ondes_reader_add_metadata (reader, "SigMF Frequency", g_ascii_formatd (text, sizeof text, "%.12g", frequency));
      break;
    }
}

/* Returns the path of the other file: @path with @ending in the place of @from; NULL if it does not end so. */
static char *
sibling (const char *path,
         const char *from,
         const char *ending)
{
  const gsize n = strlen (path), cut = strlen (from);

  if (n < cut || g_ascii_strcasecmp (path + n - cut, from) != 0)
    return NULL;
  return g_strdup_printf ("%.*s%s", (int) (n - cut), path, ending);
}

/* Returns the path of the data that the metadata at @path tell of; NULL with @error. */
static char *
data_path (const OndesOpening   *opening,
           const OndesSigmfMeta *meta,
           GError              **error)
{
  char *path;

  if (meta->metadata_only)
    {
      ondes_file_error_set (error, opening->display, _("the metadata say that there is no file of samples"));
      return NULL;
    }
  if (meta->dataset != NULL)
    {
      g_autofree char *folder = g_path_get_dirname (opening->path);

      path = strchr (meta->dataset, '/') == NULL ? ondes_path_within (opening->path, folder, meta->dataset, NULL) : NULL;
      if (path != NULL)
        return path;
      ondes_file_error_set (error, opening->display, _("the file of samples (core:dataset) must be one of the same folder"));
      return NULL;
    }
  path = sibling (opening->path, META, DATA);
  if (path == NULL)
    ondes_file_error_set (error, opening->display,
                          _("these are metadata of SigMF; call them NAME.sigmf-meta, beside the samples in NAME.sigmf-data"));
  return path;
}

/* Reads the metadata of @size bytes open as @fd. */
static gboolean
read_meta (const OndesOpening *opening,
           int                 fd,
           guint64             size,
           OndesSigmfMeta     *meta,
           GError            **error)
{
  g_autofree char *text = NULL;

  if (size > META_MOST)
    return ondes_file_error_set (error, opening->display, _("the metadata are larger than 256 MiB"));
  text = ondes_memory_try ((gsize) size, error);
  return text != NULL && ondes_pread_all (fd, opening->display, 0, (gsize) size, text, error)
         && ondes_sigmf_meta_parse (meta, text, (gsize) size, opening->display, error);
}

/* Opens the other file of the two, and notes its identity before anything is read in it. Returns its descriptor, or −1 with
 * @error. */
static int
open_companion (const OndesOpening *opening,
                const char         *path,
                OndesReader        *reader,
                guint64            *size,
                GError            **error)
{
  g_autofree char *display = ondes_display_path (path);
  const int fd = ondes_file_open (path, display, size, error);

  reader->has_companion = TRUE;
  if (fd >= 0)
    reader->companion = ondes_file_identity (fd);
  else
    g_prefix_error (error, "%s: ", opening->display);
  return fd;
}

/* Reads the metadata. Returns the descriptor of the data and sets @size to its bytes; −1 with @error. */
static int
open_both (const OndesOpening *opening,
           OndesReader        *reader,
           OndesSigmfMeta     *meta,
           guint64            *size,
           GError            **error)
{
  g_autofree char *beside = sibling (opening->path, DATA, META);
  guint64 meta_size;
  gboolean done;
  int fd;

  if (beside == NULL)
    {
      if (read_meta (opening, opening->fd, opening->size, meta, error))
        beside = data_path (opening, meta, error);
      return beside != NULL ? open_companion (opening, beside, reader, size, error) : -1;
    }
  fd = open_companion (opening, beside, reader, &meta_size, error);
  if (fd < 0)
    return -1;
  done = read_meta (opening, fd, meta_size, meta, error);
  close (fd);
  if (!done)
    return -1;
  *size = opening->size;
  fd = dup (opening->fd);
  if (fd < 0)
    ondes_file_error_set (error, opening->display, _("no more files may be open"));
  return fd;
}

static gboolean
take_meta (SigmfReader          *self,
           const OndesSigmfMeta *meta,
           const OndesOpening   *opening,
           guint64               size,
           GError              **error)
{
  self->element = meta->element;
  self->row = (gsize) meta->element.bytes * meta->channels;
  take_facts (&self->reader, meta);
  if (!find_runs (self, meta, opening, size, error) || !take_type (self, meta, error))
    return FALSE;
  take_start (&self->reader, meta);
  if (self->reader.deviation.gaps > 0)
    ondes_reader_note (&self->reader, g_dngettext (GETTEXT_PACKAGE, "%s has %" PRIu64 " gap between its captures.",
                                                   "%s has %" PRIu64 " gaps between its captures.",
                                                   (gulong) self->reader.deviation.gaps),
                       opening->display, self->reader.deviation.gaps);
  if (meta->marks->len > 0)
    ondes_reader_note (&self->reader, _("%s has annotations; import them from its .sigmf-meta."), opening->display);
  return TRUE;
}

OndesReader *
ondes_sigmf_open (const OndesOpening *opening,
                  GError            **error)
{
  static const OndesReaderClass klass = { .read = ondes_runs_read, .read_run = read_run, .gap = ondes_runs_gap,
                                          .finalize = sigmf_finalize };
  g_autoptr (OndesReader) reader = ondes_reader_new (sizeof (SigmfReader), &klass, opening, error);
  SigmfReader *self = (SigmfReader *) reader;
  g_auto (OndesSigmfMeta) meta = { 0 };
  guint64 size = 0;

  if (reader == NULL)
    return NULL;
  self->reader.runs = g_array_new (FALSE, FALSE, sizeof (OndesRun)); /* the place of each is in bytes of the data */
  self->fd = open_both (opening, reader, &meta, &size, error);
  return self->fd >= 0 && take_meta (self, &meta, opening, size, error) ? g_steal_pointer (&reader) : NULL;
}
