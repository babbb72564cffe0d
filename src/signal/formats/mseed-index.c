/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "mseed-index.h"

#include <libmseed.h>
#include <math.h>

#include "base/compare.h"
#include "base/display-text.h"
#include "base/memory.h"
#include "base/words.h"
#include "runs.h"

#define RATE_STEP    5e-5 /* of a rate's logarithm; rates of one step are one to libmseed */
#define WINDOW_BYTES ((gsize) 4 << 20)
#define TOLERANCE    0.5 /* samples by which a record may begin off the end of the one before it */

typedef struct
{
  OndesMseedIndex    *index;
  const OndesOpening *opening;
  GHashTable         *by_name; /* name and step of the rate → OndesMseedStream */
  char               *window;
  guint64             begin;   /* of the window in the file, bytes */
  gsize               have;
  guint64             bytes;   /* of the records found so far */
} Scan;

static void
silence (char *message)
{
}

static void
stream_free (gpointer data)
{
  OndesMseedStream *self = data;

  g_free (self->name);
  g_array_unref (self->records);
  g_free (self);
}

/* Puts the file from @at on into the window, as much of it as a record may have. */
static gboolean
look_at (Scan    *self,
         guint64  at,
         GError **error)
{
  const OndesOpening *opening = self->opening;

  if (at >= self->begin && at + ONDES_MSEED_RECORD_MOST <= self->begin + self->have)
    return TRUE;
  if (self->begin + self->have == opening->size && at >= self->begin && self->have > 0)
    return TRUE;
  if (g_cancellable_set_error_if_cancelled (ondes_watch_cancellable (opening->watch), error))
    return FALSE;
  ondes_watch_tell (opening->watch, (double) at / (double) opening->size);
  self->begin = at;
  self->have = (gsize) MIN (WINDOW_BYTES, opening->size - at);
  return ondes_pread_all (opening->fd, opening->display, at, self->have, self->window, error);
}

static gboolean
is_integer (int encoding)
{
  return encoding == DE_INT16 || encoding == DE_INT32 || encoding == DE_STEIM1 || encoding == DE_STEIM2 || encoding == DE_CDSN
         || encoding == DE_SRO || encoding == DE_DWWSSN;
}

static gboolean
is_single (int encoding)
{
  return encoding == DE_FLOAT32 || encoding == DE_GEOSCOPE24 || encoding == DE_GEOSCOPE163 || encoding == DE_GEOSCOPE164;
}

static char *
stream_key (const char *name,
            double      rate,
            int         steps)
{
  return g_strdup_printf ("%s %d", name, (int) floor (log (rate) / RATE_STEP) + steps);
}

/* Returns the stream of this name whose rate is the same by libmseed's tolerance; NULL if there is none. */
static OndesMseedStream *
look_up_stream (const Scan *self,
                const char *name,
                double      rate)
{
  static const int steps[] = { 0, -1, 1, -2, 2 };

  for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
    {
      g_autofree char *key = stream_key (name, rate, steps[i]);
      OndesMseedStream *stream = g_hash_table_lookup (self->by_name, key);

      if (stream != NULL && MS_ISRATETOLERABLE (stream->lowest, rate) && MS_ISRATETOLERABLE (stream->highest, rate))
        return stream;
    }
  return NULL;
}

static OndesMseedStream *
find_stream (Scan           *self,
             const MSRecord *record)
{
  g_autofree char *name = g_strdup_printf ("%s.%s.%s.%s", record->network, record->station, record->location, record->channel);
  const double rate = (float) record->samprate; /* headers have it as a ratio or a float32, which differ in their last digits */
  OndesMseedStream *stream = look_up_stream (self, name, rate);

  if (stream != NULL)
    {
      stream->lowest = MIN (stream->lowest, rate);
      stream->highest = MAX (stream->highest, rate);
      return stream;
    }
  stream = g_new0 (OndesMseedStream, 1);
  stream->name = ondes_display_text (name);
  stream->lowest = stream->highest = rate;
  stream->encoding = record->encoding;
  stream->integers = stream->singles = TRUE;
  stream->records = g_array_new (FALSE, FALSE, sizeof (OndesMseedRecord));
  g_hash_table_insert (self->by_name, stream_key (name, rate, 0), stream);
  g_ptr_array_add (self->index->streams, stream);
  return stream;
}

/* Takes a record whose header was understood. FALSE if there is no memory for its place. */
static gboolean
take_record (Scan           *self,
             const MSRecord *record,
             guint64         offset,
             GError        **error)
{
  OndesMseedStream *stream;
  OndesMseedRecord place = { .offset = offset, .start_us = record->starttime, .length = (guint32) record->reclen,
                             .samples = (guint16) record->samplecnt };

  if (record->samplecnt <= 0 || record->samplecnt > G_MAXUINT16 || !ondes_rate_valid ((float) record->samprate)
      || (!is_integer (record->encoding) && !is_single (record->encoding) && record->encoding != DE_FLOAT64)
      || record->starttime == HPTERROR)
    {
      self->index->idle++;
      return TRUE;
    }
  stream = find_stream (self, record);
  stream->integers &= is_integer (record->encoding);
  stream->singles &= is_single (record->encoding);
  stream->rate += (float) record->samprate * (double) record->samplecnt;
  g_array_append_val (stream->records, place);
  self->bytes += sizeof place;
  if (self->bytes % ((guint64) 1 << 20) != 0 || 2 * self->bytes < ondes_memory_available ())
    return TRUE;
  return ondes_error_set (error, ONDES_ERROR_FILE, _("%s has more records than there is memory for; split the file"),
                          self->opening->display);
}

/* Returns the bytes of the record at @at, which is in the window; 0 if there is none, or not a whole one. */
static gsize
record_length (const Scan *self,
               guint64     at)
{
  const gsize rest = self->have - (gsize) (at - self->begin);
  int length = ms_detect (self->window + (at - self->begin), (int) MIN (rest, ONDES_MSEED_RECORD_MOST));

  /* Of the last record of a file that tells no lengths, libmseed does not know where it ends. */
  if (length == 0 && at + rest == self->opening->size && rest <= ONDES_MSEED_RECORD_MOST && (rest & (rest - 1)) == 0)
    length = (int) rest;
  return length >= MINRECLEN && length <= ONDES_MSEED_RECORD_MOST && (gsize) length <= rest ? (gsize) length : 0;
}

static gboolean
scan_all (Scan    *self,
          GError **error)
{
  for (guint64 at = 0; at < self->opening->size;)
    {
      MSRecord *record = NULL;
      gsize length;
      gboolean taken = TRUE;

      if (!look_at (self, at, error))
        return FALSE;
      length = record_length (self, at);
      if (length > 0 && msr_unpack (self->window + (at - self->begin), (int) length, &record, 0, 0) != MS_NOERROR)
        length = 0;
      if (length > 0)
        taken = take_record (self, record, at, error);
      msr_free (&record);
      if (!taken)
        return FALSE;
      if (length == 0)
        self->index->skipped += MIN (MINRECLEN, self->opening->size - at);
      at += length > 0 ? length : MINRECLEN;
    }
  return TRUE;
}

/* Finds the rate of a stream; that of its records exactly where all state the same. */
static void
find_rate (OndesMseedStream *stream)
{
  double samples = 0;

  for (guint i = 0; i < stream->records->len; i++)
    samples += g_array_index (stream->records, OndesMseedRecord, i).samples;
  stream->rate = stream->lowest == stream->highest ? stream->lowest : stream->rate / samples;
}

gboolean
ondes_mseed_index_scan (OndesMseedIndex    *self,
                        const OndesOpening *opening,
                        GError            **error)
{
  static gsize quiet;
  Scan scan = { .index = self, .opening = opening };
  gboolean done;

  if (g_once_init_enter (&quiet))
    {
      ms_loginit (silence, NULL, silence, NULL);
      g_once_init_leave (&quiet, 1);
    }
  *self = (OndesMseedIndex) { .streams = g_ptr_array_new_with_free_func (stream_free) };
  scan.window = ondes_memory_try (MIN (WINDOW_BYTES, opening->size), error);
  if (scan.window == NULL)
    return FALSE;
  scan.by_name = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  done = scan_all (&scan, error);
  for (guint i = 0; i < self->streams->len; i++)
    find_rate (self->streams->pdata[i]);
  g_hash_table_unref (scan.by_name);
  g_free (scan.window);
  if (!done || self->streams->len > 0)
    return done;
  return ondes_error_set (error, ONDES_ERROR_FILE, _("%s holds no whole record of samples; find an undamaged copy"),
                          opening->display);
}

static int
by_time (gconstpointer a,
         gconstpointer b)
{
  const OndesMseedRecord *one = a, *other = b;

  return ONDES_COMPARE (one->start_us, other->start_us) ?: ONDES_COMPARE (one->offset, other->offset);
}

/* Refuses the file for the longest time between two of @records, which are in order. */
static gboolean
refuse_span (const OndesOpening *opening,
             const GArray       *records,
             double              recorded_s,
             GError            **error)
{
  const OndesMseedRecord *record = (const OndesMseedRecord *) records->data;
  char days[G_ASCII_DTOSTR_BUF_SIZE], seconds[G_ASCII_DTOSTR_BUF_SIZE];
  guint after = 1;

  for (guint i = 2; i < records->len; i++)
    if (record[i].start_us - record[i - 1].start_us > record[after].start_us - record[after - 1].start_us)
      after = i;
  g_ascii_formatd (days, sizeof days, "%.3g",
                   ((double) record[after].start_us - (double) record[after - 1].start_us) / G_USEC_PER_SEC / 86400);
  g_ascii_formatd (seconds, sizeof seconds, "%.3g", recorded_s);
  g_set_error (error, ONDES_ERROR, ONDES_ERROR_FILE,
               _("%s has records at bytes %" PRIu64 " and %" PRIu64 " whose times are %s days apart, but holds %s s in all; one is "
                 "damaged, so find an undamaged copy"),
               opening->display, record[after - 1].offset, record[after].offset, days, seconds);
  return FALSE;
}

/* Checks that the times of the streams @chosen lie no farther apart than a recorder's can. */
static gboolean
check_span (const OndesMseedIndex *self,
            const OndesOpening    *opening,
            const GArray          *chosen,
            GError               **error)
{
  g_autoptr (GArray) all = g_array_new (FALSE, FALSE, sizeof (OndesMseedRecord));
  guint64 samples = 0;
  double rate = 0, span_us;

  for (guint i = 0; i < chosen->len; i++)
    {
      const OndesMseedStream *stream = self->streams->pdata[g_array_index (chosen, guint, i)];

      g_array_append_vals (all, stream->records->data, stream->records->len);
      rate = stream->rate;
    }
  g_array_sort (all, by_time);
  for (guint i = 0; i < all->len; i++)
    samples += g_array_index (all, OndesMseedRecord, i).samples;
  span_us = (double) g_array_index (all, OndesMseedRecord, all->len - 1).start_us
            - (double) g_array_index (all, OndesMseedRecord, 0).start_us;
  if (span_us / 1e6 * rate < ondes_runs_span_most (samples, rate))
    return TRUE;
  return refuse_span (opening, all, (double) samples / rate, error);
}

/* Joins the records of a stream: each follows the one before it if it begins within half a sample of its end. Samples that come
 * again are left out. Sets *@end to the frame after the last. */
static void
place_stream (OndesMseedIndex  *self,
              OndesMseedStream *stream,
              guint64          *end)
{
  OndesMseedRecord *records = (OndesMseedRecord *) stream->records->data;
  const double per_us = stream->rate / 1e6;
  double expected_us = (double) (records[0].start_us - self->start_us);
  guint kept = 0;

  *end = (guint64) round (expected_us * per_us);
  self->between = MAX (self->between, fabs (expected_us * per_us - (double) *end));
  stream->whole = *end == 0;
  for (guint i = 0; i < stream->records->len; i++)
    {
      OndesMseedRecord record = records[i];
      const double start_us = (double) (record.start_us - self->start_us), off = (start_us - expected_us) * per_us;

      record.frame = *end;
      if (off > TOLERANCE)
        {
          record.frame = MAX ((guint64) round (start_us * per_us), *end + 1);
          self->gaps++;
          self->missing += record.frame - *end;
          stream->whole = FALSE;
        }
      else if (off < -TOLERANCE)
        {
          record.skip = (guint16) MIN (round (-off), record.samples);
          self->overlaps++;
        }
      if (record.skip == record.samples)
        continue;
      records[kept++] = record;
      *end = record.frame + record.samples - record.skip;
      expected_us = start_us + record.samples / per_us;
    }
  g_array_set_size (stream->records, kept);
}

gboolean
ondes_mseed_index_place (OndesMseedIndex    *self,
                         const OndesOpening *opening,
                         GArray             *chosen,
                         GError            **error)
{
  g_autofree guint64 *ends = g_new0 (guint64, chosen->len);

  self->start_us = G_MAXINT64;
  for (guint i = 0; i < chosen->len; i++)
    {
      OndesMseedStream *stream = self->streams->pdata[g_array_index (chosen, guint, i)];

      g_array_sort (stream->records, by_time);
      self->start_us = MIN (self->start_us, g_array_index (stream->records, OndesMseedRecord, 0).start_us);
    }
  if (!check_span (self, opening, chosen, error))
    return FALSE;
  for (guint i = 0; i < chosen->len; i++)
    {
      place_stream (self, self->streams->pdata[g_array_index (chosen, guint, i)], &ends[i]);
      self->frames = MAX (self->frames, ends[i]);
    }
  for (guint i = 0; i < chosen->len; i++)
    ((OndesMseedStream *) self->streams->pdata[g_array_index (chosen, guint, i)])->whole &= ends[i] == self->frames;
  return TRUE;
}

void
ondes_mseed_index_clear (OndesMseedIndex *self)
{
  g_clear_pointer (&self->streams, g_ptr_array_unref);
}
