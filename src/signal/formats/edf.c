/* SPDX-License-Identifier: GPL-3.0-or-later */
/* EDF, EDF+ and BDF: the signals of one rate, in their physical units. Where the records of EDF+ have gaps between them, samples
 * are NaN. */
#include "edf-header.h"
#include "runs.h"

#include <math.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/number.h"
#include "base/words.h"

#define PIECE_BYTES ((gsize) 256 << 10)
#define ONSET_BYTES 64
#define ONSET_MOST  1e12 /* seconds by which the first data record may begin after the header's time */

typedef struct
{
  guint64 offset;            /* in a data record, bytes */
  double  first, step, base; /* value = base + (number − first) × step */
} Channel;

/* Where samples go. */
typedef struct
{
  double *at;    /* of the first channel … */
  gsize   apart; /* … and from one channel to the next, samples */
} Target;

typedef struct
{
  OndesReader reader;
  int         fd;
  guint       width;   /* bytes of a sample */
  guint64     header_bytes, record_bytes, records;
  guint64     samples; /* of each channel in a record */
  Channel    *channels;
  guint8     *buffer;  /* PIECE_BYTES */
} EdfReader;

static void
decode (const EdfReader *self,
        const Channel   *channel,
        const guint8    *from,
        gsize            n,
        double          *to)
{
  for (gsize i = 0; i < n; i++, from += self->width)
    {
      const int high = (gint8) from[self->width - 1], number = self->width == 2 ? high * 256 + from[0]
                                                                                : high * 65536 + from[1] * 256 + from[0];

      to[i] = channel->base + (number - channel->first) * channel->step;
    }
}

/* Reads samples [i, i + n) of record @record, channel by channel. */
static gboolean
read_within (EdfReader    *self,
             guint64       record,
             guint64       i,
             gsize         n,
             const Target *to,
             GError      **error)
{
  for (guint c = 0; c < self->reader.channels; c++)
    for (gsize done = 0, m; done < n; done += m)
      {
        const guint64 at
          = self->header_bytes + record * self->record_bytes + self->channels[c].offset + (i + done) * self->width;

        m = MIN (n - done, PIECE_BYTES / self->width);
        if (!ondes_pread_all (self->fd, self->reader.display, at, m * self->width, self->buffer, error))
          return FALSE;
        decode (self, &self->channels[c], self->buffer, m, to->at + c * to->apart + done);
      }
  return TRUE;
}

/* Reads the first @n samples of record @record and those after it; @n is more than 0, and their bytes fit the buffer. */
static gboolean
read_records (EdfReader    *self,
              guint64       record,
              guint64       i,
              gsize         n,
              const Target *to,
              GError      **error)
{
  const gsize records = (gsize) ((i + n - 1) / self->samples) + 1;

  if (!ondes_pread_all (self->fd, self->reader.display, self->header_bytes + record * self->record_bytes,
                        records * self->record_bytes, self->buffer, error))
    return FALSE;
  for (guint c = 0; c < self->reader.channels; c++)
    for (gsize k = 0, done = 0, m, from; k < records; k++, done += m)
      {
        from = k == 0 ? (gsize) i : 0;
        m = MIN (n - done, self->samples - from);
        decode (self, &self->channels[c], self->buffer + k * self->record_bytes + self->channels[c].offset + from * self->width, m,
                to->at + c * to->apart + done);
      }
  return TRUE;
}

static gboolean
read_run (OndesReader          *reader,
          const OndesRun       *run,
          guint64               inside,
          gsize                 n,
          const OndesRunTarget *target,
          GError              **error)
{
  EdfReader *self = (EdfReader *) reader;
  const guint64 together = PIECE_BYTES / self->record_bytes, at = run->place + inside;
  Target to = { (double *) target->dst + target->at, target->apart };

  for (gsize done = 0, m; done < n; done += m, to.at += m)
    {
      const guint64 record = (at + done) / self->samples, i = (at + done) % self->samples;

      m = (gsize) MIN (n - done, MAX (together, 1) * self->samples - i);
      if (!(together > 0 ? read_records : read_within) (self, record, i, m, &to, error))
        return FALSE;
    }
  return TRUE;
}

static void
edf_finalize (OndesReader *reader)
{
  EdfReader *self = (EdfReader *) reader;

  if (self->fd >= 0)
    close (self->fd);
  g_free (self->channels);
  g_free (self->buffer);
}

static gboolean
is_signal (const OndesEdfSignal *signal)
{
  return !signal->annotations && signal->samples > 0;
}

/* Returns the signal whose rate counts: the one asked for, or the first of the rate that most signals have, the highest of those.
 * −1 with @error if there is none. */
static int
choose_signal (const OndesEdfHeader *header,
               const OndesOpening   *opening,
               GError              **error)
{
  const guint asked = opening->options->column;
  g_autoptr (GHashTable) counts = g_hash_table_new (g_direct_hash, g_direct_equal); /* samples → signals; below 1e8 */
  guint most = 0;
  int best = -1;

  if (asked > 0 && (asked > header->n || !is_signal (&header->signals[asked - 1])))
    {
      ondes_remedy_error_set (error, ONDES_ERROR, ONDES_ERROR_FILE, ONDES_SETTING_COLUMN,
                              _("%s has no samples of a signal %u; it has %u signals, those of annotations counted"),
                              opening->display, asked, header->n);
      return -1;
    }
  if (asked > 0)
    return (int) asked - 1;
  for (guint i = 0; i < header->n; i++)
    if (is_signal (&header->signals[i]))
      {
        const gpointer key = GUINT_TO_POINTER (header->signals[i].samples);

        g_hash_table_insert (counts, key, GUINT_TO_POINTER (GPOINTER_TO_UINT (g_hash_table_lookup (counts, key)) + 1));
      }
  for (guint i = 0; i < header->n; i++)
    {
      const guint alike = GPOINTER_TO_UINT (g_hash_table_lookup (counts, GUINT_TO_POINTER (header->signals[i].samples)));

      if (is_signal (&header->signals[i])
          && (alike > most || (alike == most && header->signals[i].samples > header->signals[best].samples)))
        {
          best = (int) i;
          most = alike;
        }
    }
  if (best < 0)
    g_set_error (error, ONDES_ERROR, ONDES_ERROR_FILE,
                 _("%s holds no signals, but perhaps annotations; open the recording, then import them from this file"),
                 opening->display);
  return best;
}

/* Finds how numbers become values; numbers stay as they are where the header does not tell. */
static gboolean
scale_channel (Channel              *channel,
               const OndesEdfSignal *signal)
{
  const double digital = signal->digital_max - signal->digital_min, physical = signal->physical_max - signal->physical_min;

  *channel = (Channel) { signal->offset, 0, 1, 0 };
  if (!isfinite (digital) || !isfinite (physical) || digital <= 0 || physical == 0)
    return FALSE;
  channel->first = signal->digital_min;
  channel->step = physical / digital;
  channel->base = signal->physical_min;
  return TRUE;
}

/* Tells which signals are left out, as their rate is another. */
static void
note_left_out (OndesReader          *reader,
               const OndesEdfHeader *header,
               guint64               samples)
{
  g_autoptr (GString) list = g_string_new (NULL);

  for (guint i = 0; i < header->n; i++)
    if (is_signal (&header->signals[i]) && header->signals[i].samples != samples && list->len < 400)
      {
        char rate[G_ASCII_DTOSTR_BUF_SIZE];

        g_ascii_formatd (rate, sizeof rate, "%.6g", (double) header->signals[i].samples / header->record_s);
        g_string_append_printf (list, "%s%u %s (%s Hz)", list->len > 0 ? ", " : "", i + 1, header->signals[i].label, rate);
      }
  reader->takes_column = TRUE;
  if (list->len > 0)
    ondes_reader_note (reader, _("%s has signals of other rates, which are left out: %s; %s chooses one, and those of its rate."),
                       reader->display, list->str, ondes_setting_name (ONDES_SETTING_COLUMN, NULL));
}

/* Fills the channels: the signals with as many samples in a record as signal @chosen. */
static void
take_channels (EdfReader            *self,
               const OndesEdfHeader *header,
               guint                 chosen,
               gboolean              asked)
{
  OndesReader *reader = &self->reader;
  const OndesEdfSignal *like = &header->signals[chosen];
  gboolean one_unit = TRUE, scaled = TRUE;

  reader->channels = 0;
  reader->names = g_new0 (char *, header->n);
  self->channels = g_new0 (Channel, header->n);
  for (guint i = 0; i < header->n; i++)
    one_unit &= !is_signal (&header->signals[i]) || header->signals[i].samples != like->samples
                || g_str_equal (header->signals[i].unit, like->unit);
  for (guint i = 0; i < header->n; i++)
    {
      const OndesEdfSignal *signal = &header->signals[i];

      if (!is_signal (signal) || signal->samples != like->samples)
        continue;
      if (i == chosen && asked)
        reader->first_channel = reader->channels + 1;
      scaled &= scale_channel (&self->channels[reader->channels], signal);
      reader->names[reader->channels++]
        = one_unit || *signal->unit == '\0' ? g_strdup (signal->label) : g_strdup_printf ("%s (%s)", signal->label, signal->unit);
    }
  reader->unit = one_unit && scaled ? g_strdup (like->unit) : NULL;
  if (!scaled)
    ondes_reader_note (reader, _("The header of %s does not say the range of each signal; those are numbers without a unit."),
                       reader->display);
}

/* Reads the onset of a record, in seconds after the header's start; FALSE without @error if there is none. */
static gboolean
record_onset (const EdfReader      *self,
              const OndesEdfSignal *list,
              guint64               record,
              double               *onset,
              GError              **error)
{
  char text[ONSET_BYTES];
  const gsize n = (gsize) MIN (list->samples * self->width, sizeof text);

  return ondes_pread_all (self->fd, self->reader.display, self->header_bytes + record * self->record_bytes + list->offset, n, text,
                          error)
         && ondes_edf_onset (text, n, onset);
}

/* Refuses a file whose data record @record begins @frames after the first. */
static gboolean
refuse_span (const EdfReader *self,
             guint64          record,
             double           frames,
             GError         **error)
{
  const double rate = self->reader.rate;
  char days[G_ASCII_DTOSTR_BUF_SIZE], seconds[G_ASCII_DTOSTR_BUF_SIZE];

  g_ascii_formatd (days, sizeof days, "%.3g", frames / rate / 86400);
  g_ascii_formatd (seconds, sizeof seconds, "%.3g", (double) (self->records * self->samples) / rate);
  g_set_error (error, ONDES_ERROR, ONDES_ERROR_FILE,
               _("%s tells times %s days apart for its data records 1 and %" PRIu64 ", but holds %s s in all; one is damaged, so "
                 "find an undamaged copy"),
               self->reader.display, days, record + 1, seconds);
  return FALSE;
}

/* Reads the onset of a record as record_onset() does; without one, @error is set. */
static gboolean
need_onset (const EdfReader      *self,
            const OndesEdfSignal *list,
            guint64               record,
            double               *onset,
            GError              **error)
{
  GError *local = NULL;

  if (record_onset (self, list, record, onset, &local))
    return TRUE;
  if (local != NULL)
    g_propagate_error (error, local);
  else
    g_set_error (error, ONDES_ERROR, ONDES_ERROR_FILE,
                 _("%s does not tell the time of its data record %" PRIu64 "; find an undamaged copy"), self->reader.display,
                 record + 1);
  return FALSE;
}

/* Finds the runs of records by their onsets, the first of which is @first. */
static gboolean
find_runs (EdfReader            *self,
           const OndesEdfSignal *list,
           double                first,
           const OndesOpening   *opening,
           GError              **error)
{
  const double most = ondes_runs_span_most (self->records * self->samples, self->reader.rate);
  OndesRun run = { 0, self->samples, 0 };
  guint64 early = 0;

  for (guint64 record = 1; record < self->records; record++, run.frames += self->samples)
    {
      double onset, frame;

      if (record % 1024 == 0)
        ondes_watch_tell (opening->watch, (double) record / (double) self->records);
      if (record % 1024 == 0 && g_cancellable_set_error_if_cancelled (ondes_watch_cancellable (opening->watch), error))
        return FALSE;
      if (!need_onset (self, list, record, &onset, error))
        return FALSE;
      frame = round ((onset - first) * self->reader.rate);
      early += frame < (double) (run.frame + run.frames);
      if (!(frame < most))
        return refuse_span (self, record, frame, error);
      if (frame <= (double) (run.frame + run.frames))
        continue;
      g_array_append_val (self->reader.runs, run);
      run = (OndesRun) { (guint64) frame, 0, record * self->samples };
    }
  g_array_append_val (self->reader.runs, run);
  self->reader.frames = run.frame + run.frames;
  if (early > 0)
    ondes_reader_note (&self->reader,
                       g_dngettext (GETTEXT_PACKAGE,
                                    "%" PRIu64 " data record of %s begins before the one before it ends; it is taken to follow it.",
                                    "%" PRIu64 " data records of %s begin before the one before them ends; they are taken to "
                                    "follow it.", (gulong) early), early, self->reader.display);
  return TRUE;
}

static void
note_gaps (EdfReader *self)
{
  const guint64 gaps = ondes_runs_count_gaps (self->reader.runs);

  self->reader.deviation.gaps = gaps;
  self->reader.deviation.missing = self->reader.frames - self->records * self->samples;
  if (gaps > 0)
    ondes_reader_note (&self->reader, g_dngettext (GETTEXT_PACKAGE, "%s has %" PRIu64 " gap between its records.",
                                                   "%s has %" PRIu64 " gaps between its records.", (gulong) gaps),
                       self->reader.display, gaps);
}

/* Finds the time of the first sample and the place of each record. */
static gboolean
place_records (EdfReader            *self,
               const OndesEdfHeader *header,
               const OndesOpening   *opening,
               GError              **error)
{
  const OndesEdfSignal *list = NULL;
  double first = 0;

  for (guint i = 0; i < header->n && list == NULL; i++)
    if (header->signals[i].annotations && header->signals[i].samples > 0)
      list = &header->signals[i];
  if (list != NULL && !record_onset (self, list, 0, &first, NULL))
    first = 0;
  if (list != NULL && header->discontinuous && self->reader.rate > 0)
    {
      if (!find_runs (self, list, first, opening, error))
        return FALSE;
    }
  else
    {
      self->reader.frames = self->records * self->samples;
      g_array_append_val (self->reader.runs, ((OndesRun) { 0, self->reader.frames, 0 }));
    }
  note_gaps (self);
  if (ondes_edf_header_start (header, &self->reader.noted) && fabs (first) < ONSET_MOST)
    self->reader.noted.utc_us += llround (first * 1e6);
  return TRUE;
}

static void
take_facts (EdfReader            *self,
            const OndesEdfHeader *header)
{
  OndesReader *reader = &self->reader;

  reader->format = g_strdup_printf (header->wide ? _("BDF%s, 24 bit") : _("EDF%s, 16 bit"), header->plus ? "+" : "");
  reader->type = ONDES_F64;
  ondes_reader_add_metadata (reader, "EDF Patient", header->patient);
  ondes_reader_add_metadata (reader, "EDF Recording", header->recording);
  for (guint i = 0; i < header->n; i++)
    if (is_signal (&header->signals[i]) && header->signals[i].samples == self->samples)
      {
        g_autofree char *name = g_strconcat ("EDF Prefiltering of ", header->signals[i].label, NULL);

        ondes_reader_add_metadata (reader, name, header->signals[i].prefilter);
      }
  if (header->claimed > (double) header->records)
    ondes_reader_note (reader, _("%s has %" PRIu64 " whole data records, fewer than its header tells."), reader->display,
                       header->records);
}

/* Takes what is read of a file with this header. */
static gboolean
take_header (EdfReader            *self,
             const OndesEdfHeader *header,
             const OndesOpening   *opening,
             GError              **error)
{
  const int chosen = choose_signal (header, opening, error);
  double rate;

  if (chosen < 0)
    return FALSE;
  if (header->records == 0)
    return ondes_error_set (error, ONDES_ERROR_FILE, _("%s holds no whole data record after its header; find a whole copy"),
                            opening->display);
  self->width = header->wide ? 3 : 2;
  self->header_bytes = header->header_bytes;
  self->record_bytes = header->record_bytes;
  self->records = header->records;
  self->samples = header->signals[chosen].samples;
  take_channels (self, header, (guint) chosen, opening->options->column > 0);
  rate = (double) self->samples / header->record_s;
  self->reader.rate = header->record_s > 0 && ondes_rate_valid (rate) ? rate : 0;
  take_facts (self, header);
  note_left_out (&self->reader, header, self->samples);
  return place_records (self, header, opening, error);
}

OndesReader *
ondes_edf_open (const OndesOpening *opening,
                GError            **error)
{
  static const OndesReaderClass klass = { .read = ondes_runs_read, .read_run = read_run, .gap = ondes_runs_gap,
                                          .finalize = edf_finalize };
  g_auto (OndesEdfHeader) header = { 0 };
  g_autoptr (OndesReader) reader = NULL;
  EdfReader *self;

  if (!ondes_edf_header_read (&header, opening->fd, opening->display, opening->size, error))
    return NULL;
  reader = ondes_reader_new (sizeof (EdfReader), &klass, opening, error);
  if (reader == NULL)
    return NULL;
  self = (EdfReader *) reader;
  self->reader.runs = g_array_new (FALSE, FALSE, sizeof (OndesRun)); /* the place of each counts samples of all records */
  self->fd = dup (opening->fd);
  self->buffer = ondes_memory_try (PIECE_BYTES, error);
  if (self->buffer == NULL || !take_header (self, &header, opening, error))
    return NULL;
  if (self->fd >= 0)
    return g_steal_pointer (&reader);
  return ondes_error_set_null (error, ONDES_ERROR_FILE,
                               _("%s cannot be read: %s"), opening->display, _("no more files may be open"));
}
