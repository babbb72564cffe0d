/* SPDX-License-Identifier: GPL-3.0-or-later */
/* miniSEED 2, decoded by libmseed: the streams of one rate, whose records are joined by their times. Samples that no record has are
 * NaN. */
#include "mseed-index.h"

#include <libmseed.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

#include "base/compare.h"
#include "base/memory.h"
#include "base/words.h"

#define CACHED_MOST 64 /* channels whose last record is kept decoded: the next block begins within it */
#define SAME_RATE   1e-6 /* by which the rates of streams on one time axis may differ */

typedef struct
{
  OndesReader       reader;
  int               fd;
  OndesMseedIndex   index;
  GArray           *chosen; /* guint, numbers of streams */
  MSRecord        **last;   /* [channels], decoded; NULL if none */
  guint64          *last_at; /* [channels], bytes */
  char             *buffer; /* of a record */
} MseedReader;

static OndesMseedStream *
get_stream (const MseedReader *self,
            guint              channel)
{
  return self->index.streams->pdata[g_array_index (self->chosen, guint, channel)];
}

/* Returns the decoded record, owned by the reader until the next call. */
static const MSRecord *
decode (MseedReader            *self,
        guint                   channel,
        const OndesMseedRecord *record,
        GError                **error)
{
  const guint slot = channel % CACHED_MOST;
  MSRecord **last = &self->last[slot];

  if (*last != NULL && self->last_at[slot] == record->offset)
    return *last;
  msr_free (last);
  if (!ondes_pread_all (self->fd, self->reader.display, record->offset, record->length, self->buffer, error))
    return NULL;
  self->last_at[slot] = record->offset;
  if (msr_unpack (self->buffer, (int) record->length, last, 1, 0) == MS_NOERROR && (*last)->numsamples == record->samples
      && (*last)->datasamples != NULL && strchr ("ifd", (*last)->sampletype) != NULL)
    return *last;
  msr_free (last);
  g_set_error (error, ONDES_ERROR, ONDES_ERROR_FILE,
               _("%s cannot be decoded in its record at byte %" PRIu64 "; it is damaged there"), self->reader.display,
               record->offset);
  return NULL;
}

/* Copies @n samples from @from on in the reader's type, to element @at of @dst. */
static void
copy (const MseedReader *self,
      const MSRecord    *record,
      gsize              from,
      gsize              n,
      void              *dst,
      gsize              at)
{
  const gint32 *integers = record->datasamples;
  const float *singles = record->datasamples;
  const double *doubles = record->datasamples;

  if (self->reader.type == ONDES_I32)
    memcpy ((gint32 *) dst + at, integers + from, n * sizeof *integers);
  else if (self->reader.type == ONDES_F32)
    memcpy ((float *) dst + at, singles + from, n * sizeof *singles);
  else
    for (gsize i = 0; i < n; i++)
      ((double *) dst)[at + i] = record->sampletype == 'i'   ? integers[from + i]
                                 : record->sampletype == 'f' ? (double) singles[from + i]
                                                             : doubles[from + i];
}

/* Returns the first record that ends after @frame. */
static guint
find_record (const GArray *records,
             guint64       frame)
{
  guint low = 0, high = records->len;

  while (low < high)
    {
      const guint middle = low + (high - low) / 2;
      const OndesMseedRecord *record = &g_array_index (records, OndesMseedRecord, middle);

      if (record->frame + record->samples - record->skip > frame)
        high = middle;
      else
        low = middle + 1;
    }
  return low;
}

static gboolean
read_channel (MseedReader *self,
              guint        channel,
              guint64      at,
              gsize        n,
              void        *dst,
              GError     **error)
{
  const GArray *records = get_stream (self, channel)->records;
  guint found = find_record (records, at);

  for (gsize done = 0, m; done < n; done += m)
    {
      const OndesMseedRecord *record = found < records->len ? &g_array_index (records, OndesMseedRecord, found) : NULL;
      const MSRecord *decoded;
      guint64 inside;

      if (record == NULL || record->frame > at + done)
        {
          m = record == NULL ? n - done : (gsize) MIN (n - done, record->frame - (at + done));
          ondes_reader_fill_gap (&self->reader, m, dst, done);
          continue;
        }
      inside = at + done - record->frame + record->skip;
      m = (gsize) MIN (n - done, record->samples - inside);
      decoded = decode (self, channel, record, error);
      if (decoded == NULL)
        return FALSE;
      copy (self, decoded, (gsize) inside, m, dst, done);
      found++;
    }
  return TRUE;
}

static gboolean
mseed_read (OndesReader *reader,
            guint64      at,
            gsize        n,
            void        *dst,
            GError     **error)
{
  for (guint c = 0; c < reader->channels; c++)
    if (!read_channel ((MseedReader *) reader, c, at, n, (char *) dst + ondes_type_bytes (reader->type, c * n), error))
      return FALSE;
  return TRUE;
}

static guint64
mseed_gap (const OndesReader *reader,
           guint              channel,
           guint64            at)
{
  const GArray *records = get_stream ((const MseedReader *) reader, channel - 1)->records;
  const guint found = find_record (records, at);
  const guint64 begin = found < records->len ? g_array_index (records, OndesMseedRecord, found).frame : reader->frames;

  return begin > at ? begin - at : 0;
}

static void
mseed_finalize (OndesReader *reader)
{
  MseedReader *self = (MseedReader *) reader;

  if (self->fd >= 0)
    close (self->fd);
  for (guint i = 0; self->last != NULL && i < CACHED_MOST; i++)
    msr_free (&self->last[i]);
  g_free (self->last);
  g_free (self->last_at);
  g_free (self->buffer);
  g_array_unref (self->chosen);
  ondes_mseed_index_clear (&self->index);
}

static double
rate_of (const GPtrArray *streams,
         guint            i)
{
  return ((OndesMseedStream *) streams->pdata[i])->rate;
}


/* TRUE if two streams lie on one time axis. */
static gboolean
is_alike (const GPtrArray *streams,
          guint            a,
          guint            b)
{
  return fabs (1 - rate_of (streams, a) / rate_of (streams, b)) < SAME_RATE;
}

static gint
by_rate (gconstpointer a,
         gconstpointer b,
         gpointer      streams)
{
  return ONDES_COMPARE (rate_of (streams, *(const guint *) a), rate_of (streams, *(const guint *) b));
}

/* Returns the first stream of the rate that most streams have, the highest of those. */
static guint
most_common (const GPtrArray *streams)
{
  g_autoptr (GArray) sorted = g_array_sized_new (FALSE, FALSE, sizeof (guint), streams->len);
  guint best = 0, most = 0;

  for (guint i = 0; i < streams->len; i++)
    g_array_append_val (sorted, i);
  g_array_sort_with_data (sorted, by_rate, (gpointer) streams);
  for (guint i = 0, end; i < sorted->len; i = end)
    {
      const guint first = g_array_index (sorted, guint, i);

      for (end = i; end < sorted->len && is_alike (streams, first, g_array_index (sorted, guint, end)); end++)
        ;
      if (end - i >= most)
        {
          best = first;
          most = end - i;
        }
    }
  return best;
}

/* Chooses the streams of the rate that was asked for by a stream, or that most streams have, the highest of those. */
static gboolean
choose_streams (MseedReader        *self,
                const OndesOpening *opening,
                GError            **error)
{
  const GPtrArray *streams = self->index.streams;
  const guint asked = opening->options->column;
  guint best;

  if (asked > streams->len)
    return ondes_remedy_error_set (error, ONDES_ERROR, ONDES_ERROR_FILE, ONDES_SETTING_COLUMN,
                                   _("%s has no stream %u; it has %u"), opening->display, asked, streams->len);
  best = asked > 0 ? asked - 1 : most_common (streams);
  for (guint i = 0; i < streams->len; i++)
    if (is_alike (streams, i, best))
      {
        g_array_append_val (self->chosen, i);
        if (asked == i + 1)
          self->reader.first_channel = self->chosen->len;
      }
  return TRUE;
}

/* Tells which rate is taken where records state several. */
static void
note_rates (MseedReader *self)
{
  double lowest = INFINITY, highest = 0;
  char low[G_ASCII_DTOSTR_BUF_SIZE], high[G_ASCII_DTOSTR_BUF_SIZE], taken[G_ASCII_DTOSTR_BUF_SIZE];

  for (guint c = 0; c < self->chosen->len; c++)
    {
      lowest = MIN (lowest, get_stream (self, c)->lowest);
      highest = MAX (highest, get_stream (self, c)->highest);
    }
  if (lowest < highest)
    ondes_reader_note (&self->reader, _("The records of %s state rates from %s to %s Hz; they are read as one stream at %s Hz."),
                       self->reader.display, g_ascii_formatd (low, sizeof low, "%.7g", lowest),
                       g_ascii_formatd (high, sizeof high, "%.7g", highest),
                       g_ascii_formatd (taken, sizeof taken, "%.8g", self->reader.rate));
}

static void
note_left_out (MseedReader *self)
{
  const GPtrArray *streams = self->index.streams;
  g_autoptr (GString) list = g_string_new (NULL);
  guint next = 0;

  self->reader.takes_column = TRUE;
  for (guint i = 0; i < streams->len; i++)
    {
      const OndesMseedStream *stream = streams->pdata[i];
      char rate[G_ASCII_DTOSTR_BUF_SIZE];

      if (next < self->chosen->len && g_array_index (self->chosen, guint, next) == i)
        {
          next++;
          continue;
        }
      if (list->len > 400)
        continue;
      g_ascii_formatd (rate, sizeof rate, "%.6g", stream->rate);
      g_string_append_printf (list, "%s%u %s (%s Hz)", list->len > 0 ? ", " : "", i + 1, stream->name, rate);
    }
  if (list->len > 0)
    ondes_reader_note (&self->reader,
                       _("%s has streams of other rates, which are left out: %s; %s chooses one, and those of its rate."),
                       self->reader.display, list->str, ondes_setting_name (ONDES_SETTING_COLUMN, NULL));
}

/* Tells what is missing, double or no record. */
static void
note_records (MseedReader *self)
{
  const OndesMseedIndex *index = &self->index;
  OndesReader *reader = &self->reader;
  char between[G_ASCII_DTOSTR_BUF_SIZE];

  reader->deviation.gaps = index->gaps;
  reader->deviation.missing = index->missing;
  if (index->gaps > 0)
    ondes_reader_note (reader, g_dngettext (GETTEXT_PACKAGE, "%s has %" PRIu64 " gap between its records.",
                                            "%s has %" PRIu64 " gaps between its records.", (gulong) index->gaps),
                       reader->display, index->gaps);
  if (index->overlaps > 0)
    ondes_reader_note (reader,
                       g_dngettext (GETTEXT_PACKAGE,
                                    "%" PRIu64 " record of %s has samples that the one before it has too; they are taken once.",
                                    "%" PRIu64 " records of %s have samples that those before them have too; they are taken once.",
                                    (gulong) index->overlaps), index->overlaps, reader->display);
  if (index->between > 0.01)
    ondes_reader_note (reader,
                       _("The streams of %s begin up to %s of a sample apart from each other’s samples; they are shown together."),
                       reader->display, g_ascii_formatd (between, sizeof between, "%.2g", index->between));
  if (index->skipped > 0)
    ondes_reader_note (reader, g_dngettext (GETTEXT_PACKAGE, "%" PRIu64 " byte of %s belongs to no whole record and is left out.",
                                            "%" PRIu64 " bytes of %s belong to no whole record and are left out.",
                                            (gulong) index->skipped), index->skipped, reader->display);
  if (index->idle > 0)
    ondes_reader_note (reader,
                       g_dngettext (GETTEXT_PACKAGE,
                                    "%" PRIu64 " record of %s has no samples, or none that are known, and is left out.",
                                    "%" PRIu64 " records of %s have no samples, or none that are known, and are left out.",
                                    (gulong) index->idle), index->idle, reader->display);
}

static const char *
encoding_name (int encoding)
{
  switch (encoding)
    {
    case DE_INT16:
      return _("16 bit integers");
    case DE_INT32:
      return _("32 bit integers");
    case DE_FLOAT32:
      return _("32 bit float");
    case DE_FLOAT64:
      return _("64 bit float");
    case DE_STEIM1:
      return "Steim-1";
    case DE_STEIM2:
      return "Steim-2";
    default:
      return _("compressed");
    }
}

static void
take_facts (MseedReader *self)
{
  OndesReader *reader = &self->reader;
  gboolean integers = TRUE, singles = TRUE, whole = TRUE;
  const OndesMseedStream *first = get_stream (self, 0);

  reader->channels = self->chosen->len;
  reader->names = g_new0 (char *, reader->channels);
  for (guint c = 0; c < reader->channels; c++)
    {
      const OndesMseedStream *stream = get_stream (self, c);

      reader->names[c] = g_strdup (stream->name);
      integers &= stream->integers;
      singles &= stream->singles;
      whole &= stream->whole;
    }
  /* Integers have no number for a gap. */
  reader->type = integers && whole ? ONDES_I32 : singles ? ONDES_F32 : ONDES_F64;
  reader->bits = reader->type == ONDES_I32 ? 32 : 0;
  reader->frames = self->index.frames;
  reader->rate = first->rate;
  reader->format = g_strdup_printf ("miniSEED, %s", encoding_name (first->encoding));
  reader->noted = (OndesStart) { ONDES_START_HEADER, self->index.start_us, { .unknown = FALSE } };
}

OndesReader *
ondes_mseed_open (const OndesOpening *opening,
                  GError            **error)
{
  static const OndesReaderClass klass = { .read = mseed_read, .gap = mseed_gap, .finalize = mseed_finalize };
  g_autoptr (OndesReader) reader = ondes_reader_new (sizeof (MseedReader), &klass, opening, error);
  MseedReader *self = (MseedReader *) reader;

  if (reader == NULL)
    return NULL;
  self->fd = dup (opening->fd);
  self->chosen = g_array_new (FALSE, FALSE, sizeof (guint));
  self->last = g_new0 (MSRecord *, CACHED_MOST);
  self->last_at = g_new0 (guint64, CACHED_MOST);
  self->buffer = ondes_memory_try (ONDES_MSEED_RECORD_MOST, error);
  if (self->buffer == NULL || !ondes_mseed_index_scan (&self->index, opening, error) || !choose_streams (self, opening, error)
      || !ondes_mseed_index_place (&self->index, opening, self->chosen, error))
    return NULL;
  take_facts (self);
  note_rates (self);
  note_left_out (self);
  note_records (self);
  if (self->fd >= 0)
    return g_steal_pointer (&reader);
  return ondes_error_set_null (error, ONDES_ERROR_FILE,
                               _("%s cannot be read: %s"), opening->display, _("no more files may be open"));
}
