/* SPDX-License-Identifier: GPL-3.0-or-later */
/* WFDB, the records of PhysioNet: a header NAME.hea in text, and the samples in one file or more. Records of segments are read if
 * all segments have the same signals (fixed layout); time without a segment is a gap. */
#include "wfdb.h"

#include <math.h>
#include <string.h>
#include <unistd.h>

#include "base/display-text.h"
#include "base/memory.h"
#include "base/path-within.h"
#include "base/read-file.h"
#include "base/words.h"
#include "runs.h"
#include "wfdb-group.h"

#define DETECT_MOST ((gsize) 1 << 20) /* bytes of a header beside samples that are looked at */
#define SPAN_MOST   1e15              /* samples, so that sums stay in range */

typedef struct
{
  OndesWfdbGroup *group;
  guint           place; /* of its first sample in a frame */
  guint64         skew;  /* frames */
  double          gain, baseline;
} Channel;

/* The samples of a segment, or of the record if it has none. */
typedef struct
{
  GPtrArray *groups;     /* OndesWfdbGroup */
  Channel   *channels;
  guint64    frames;     /* that can be read */
} Part;

typedef struct
{
  OndesReader  reader;
  guint        samples;  /* in a frame, of each channel */
  guint        n_signals;
  guint       *signal_samples; /* [n_signals] in a frame */
  GPtrArray   *units;    /* of the signals */
  guint64      claimed;  /* frames that the header says were recorded */
  guint64      together; /* frames of any file that fit the buffers */
  GArray      *parts;    /* Part */
  guint        current;  /* the part whose files may be open */
  GHashTable  *seen;     /* paths of the headers of segments */
  GPtrArray   *identities; /* of the files, entries may be NULL */
  guint8      *bytes;
  double      *numbers;
} WfdbReader;

static void
clear_part (gpointer data)
{
  Part *part = data;

  g_ptr_array_unref (part->groups);
  g_free (part->channels);
}

static void
wfdb_finalize (OndesReader *reader)
{
  WfdbReader *self = (WfdbReader *) reader;

  g_array_unref (self->parts);
  g_hash_table_unref (self->seen);
  g_ptr_array_unref (self->identities);
  g_ptr_array_unref (self->units);
  g_free (self->signal_samples);
  g_free (self->bytes);
  g_free (self->numbers);
}

/* Reads samples [i, i + n) of frame @frame and those after it; their frames fit the buffers. */
static gboolean
read_piece (WfdbReader           *self,
            const Part           *part,
            guint64               frame,
            guint                 i,
            gsize                 n,
            const OndesRunTarget *to,
            GError              **error)
{
  const guint64 frames = (i + n - 1) / self->samples + 1;
  const OndesWfdbGroup *loaded = NULL;
  guint64 loaded_from = 0;

  for (guint c = 0; c < self->reader.channels; c++)
    {
      const Channel *channel = &part->channels[c];
      OndesWfdbGroup *group = channel->group;
      const guint64 from = frame + channel->skew, there = from < group->frames ? MIN (frames, group->frames - from) : 0;
      double *out = (double *) to->dst + to->at + c * to->apart;

      if (there > 0 && (group != loaded || from != loaded_from)
          && !ondes_wfdb_group_read (group, from, (gsize) there, self->bytes, self->numbers, error))
        return FALSE;
      if (there > 0)
        loaded = group, loaded_from = from;
      for (gsize k = 0; k < n; k++)
        {
          const gsize in = (i + k) / self->samples, sample = (i + k) % self->samples;

          out[k] = in < there ? (self->numbers[in * group->samples + channel->place + sample] - channel->baseline) / channel->gain
                              : NAN;
        }
    }
  return TRUE;
}

static gboolean
read_run (OndesReader          *reader,
          const OndesRun       *run,
          guint64               inside,
          gsize                 n,
          const OndesRunTarget *to,
          GError              **error)
{
  WfdbReader *self = (WfdbReader *) reader;
  const Part *part = &g_array_index (self->parts, Part, run->place);

  if (run->place != self->current)
    g_ptr_array_foreach (g_array_index (self->parts, Part, self->current).groups, (GFunc) ondes_wfdb_group_close, NULL);
  self->current = (guint) run->place;
  for (gsize done = 0, m; done < n; done += m)
    {
      const guint64 at = inside + done;
      const guint i = (guint) (at % self->samples);

      m = (gsize) MIN (n - done, self->together * self->samples - i);
      if (!read_piece (self, part, at / self->samples, i, m, &(OndesRunTarget) { to->dst, to->at + done, to->apart }, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
refuse_span (const char *display,
             GError    **error)
{
  return ondes_file_error_set (error, display,
                               _("its segments claim more samples than any recorder takes; find an undamaged copy"));
}

/* Finds how many samples a frame has of the signals that are taken: as the signal asked for, or as most signals have. */
static gboolean
choose_samples (WfdbReader            *self,
                const OndesWfdbHeader *header,
                guint                  asked,
                GError               **error)
{
  g_autoptr (GHashTable) counts = g_hash_table_new (g_direct_hash, g_direct_equal); /* samples → signals */
  guint most = 0;

  self->n_signals = header->signals->len;
  self->signal_samples = g_new (guint, self->n_signals);
  for (guint i = 0; i < self->n_signals; i++)
    {
      const guint samples = g_array_index (header->signals, OndesWfdbSignal, i).samples;
      const gpointer key = GUINT_TO_POINTER (samples);
      const guint alike = GPOINTER_TO_UINT (g_hash_table_lookup (counts, key)) + 1;

      g_hash_table_insert (counts, key, GUINT_TO_POINTER (alike));
      if (alike > most || (alike == most && samples > self->samples))
        self->samples = samples;
      most = MAX (most, alike);
      self->signal_samples[i] = samples;
      g_ptr_array_add (self->units, g_strdup (g_array_index (header->signals, OndesWfdbSignal, i).unit));
    }
  if (asked > self->n_signals)
    return ondes_remedy_error_set (error, ONDES_ERROR, ONDES_ERROR_FILE, ONDES_SETTING_COLUMN,
                                   _("%s has no signal %u; it has %u signals"), self->reader.display, asked, self->n_signals);
  if (asked > 0)
    self->samples = self->signal_samples[asked - 1];
  self->reader.takes_column = TRUE;
  return TRUE;
}

/* Tells which signals have another rate, and which no gain. */
static void
note_signals (WfdbReader            *self,
              const OndesWfdbHeader *header)
{
  g_autoptr (GString) other = g_string_new (NULL), bare = g_string_new (NULL);

  for (guint i = 0; i < self->n_signals; i++)
    {
      const OndesWfdbSignal *signal = &g_array_index (header->signals, OndesWfdbSignal, i);
      char rate[G_ASCII_DTOSTR_BUF_SIZE];

      g_ascii_formatd (rate, sizeof rate, "%.6g", header->rate_hz * signal->samples);
      if (signal->samples != self->samples && other->len < 400)
        g_string_append_printf (other, "%s%u %s (%s Hz)", other->len > 0 ? ", " : "", i + 1, signal->label, rate);
      else if (signal->samples == self->samples && !signal->calibrated && signal->format != 0 && bare->len < 400)
        g_string_append_printf (bare, "%s%u", bare->len > 0 ? ", " : "", i + 1);
    }
  if (other->len > 0)
    ondes_reader_note (&self->reader,
                       _("%s has signals of other rates, which are left out: %s; %s chooses one, and those of its rate."),
                       self->reader.display, other->str, ondes_setting_name (ONDES_SETTING_COLUMN, NULL));
  if (bare->len > 0)
    ondes_reader_note (&self->reader, _("%s has signals without a gain: %s; 200 for each unit is taken, the default of WFDB."),
                       self->reader.display, bare->str);
  if (!header->rate_told)
    ondes_reader_note (&self->reader, _("%s does not tell the rate; 250 Hz is taken, the default of WFDB."), self->reader.display);
}

/* Names the channels after the signals of a header that are taken. */
static void
take_signals (WfdbReader            *self,
              const OndesWfdbHeader *header,
              guint                  asked)
{
  OndesReader *reader = &self->reader;
  const char *unit = NULL;
  gboolean one_unit = TRUE;

  reader->names = g_new0 (char *, self->n_signals);
  reader->channels = 0;
  for (guint i = 0; i < self->n_signals; i++)
    {
      const OndesWfdbSignal *signal = &g_array_index (header->signals, OndesWfdbSignal, i);

      if (signal->samples != self->samples)
        continue;
      one_unit &= unit == NULL || g_str_equal (unit, signal->unit);
      unit = signal->unit;
    }
  for (guint i = 0; i < self->n_signals; i++)
    {
      const OndesWfdbSignal *signal = &g_array_index (header->signals, OndesWfdbSignal, i);

      if (signal->samples != self->samples)
        continue;
      if (i + 1 == asked)
        reader->first_channel = reader->channels + 1;
      reader->names[reader->channels++] = !one_unit             ? g_strdup_printf ("%s (%s)", signal->label, signal->unit)
                                          : *signal->label != '\0' ? g_strdup (signal->label)
                                                                   : NULL;
    }
  reader->unit = one_unit ? g_strdup (unit) : NULL;
  note_signals (self, header);
}

/* Takes the signals [i, i + n) of a header, which share a file; @c is the next channel. */
static gboolean
add_group (WfdbReader            *self,
           Part                  *part,
           const OndesWfdbSignal *first,
           guint                  n,
           const char            *path,
           guint                 *c,
           GError               **error)
{
  g_autofree char *display = ondes_display_path (path);
  OndesWfdbGroup *group = ondes_wfdb_group_new (first, n, path, display, self->identities, error);
  guint place = 0;

  if (group == NULL)
    return FALSE;
  g_ptr_array_add (part->groups, group);
  self->together = MIN (self->together, ONDES_WFDB_FRAME_MOST / group->samples);
  for (guint i = 0; i < n; place += first[i++].samples)
    if (first[i].samples == self->samples)
      {
        part->channels[(*c)++] = (Channel) { group, place, first[i].skew, first[i].gain, first[i].baseline };
        part->frames = MAX (part->frames, group->frames - MIN (group->frames, first[i].skew));
      }
  return TRUE;
}

/* Adds the samples of a header at @path as a part. */
static gboolean
add_part (WfdbReader            *self,
          const OndesWfdbHeader *header,
          const char            *path,
          GError               **error)
{
  Part part = { g_ptr_array_new_with_free_func ((GDestroyNotify) ondes_wfdb_group_free), g_new0 (Channel, self->n_signals), 0 };
  const OndesWfdbSignal *signals = (const OndesWfdbSignal *) header->signals->data;
  guint c = 0;

  for (guint i = 0, n; i < self->n_signals; i += n)
    {
      for (n = 1; i + n < self->n_signals && g_str_equal (signals[i].file, signals[i + n].file);)
        n++;
      if (!add_group (self, &part, &signals[i], n, path, &c, error))
        {
          clear_part (&part);
          return FALSE;
        }
    }
  if (header->frames > 0)
    part.frames = MIN (part.frames, header->frames);
  g_array_append_val (self->parts, part);
  return TRUE;
}

/* Appends the frames of the last part as a run that begins at @frame. */
static void
add_run (WfdbReader *self,
         guint64     frame,
         guint64     frames)
{
  const OndesRun run = { frame * self->samples, frames * self->samples, self->parts->len - 1 };

  if (frames > 0)
    g_array_append_val (self->reader.runs, run);
}

/* Reads the header at @path, which another file led to, and notes its identity. */
static gboolean
read_header (WfdbReader      *self,
             OndesWfdbHeader *header,
             const char      *path,
             GError         **error)
{
  g_autofree char *display = ondes_display_path (path);
  guint64 size;
  const int fd = ondes_file_open (path, display, &size, error);
  gboolean done;

  if (fd < 0)
    {
      g_prefix_error (error, "%s: ", self->reader.display);
      return FALSE;
    }
  g_ptr_array_add (self->identities, ondes_file_identity (fd));
  done = ondes_wfdb_header_read (header, fd, size, display, error);
  close (fd);
  return done;
}

/* Adds the part of a segment; the first one decides which signals are taken. */
static gboolean
add_segment (WfdbReader             *self,
             const OndesWfdbHeader  *whole,
             const OndesWfdbSegment *segment,
             const char             *path,
             guint                   asked,
             GError                **error)
{
  g_autofree char *folder = g_path_get_dirname (path), *name = g_strconcat (segment->name, ".hea", NULL);
  g_autofree char *own = ondes_path_within (path, folder, name, error);
  g_auto (OndesWfdbHeader) header = { 0 };
  gboolean alike;

  if (own == NULL)
    return FALSE;
  if (!g_hash_table_add (self->seen, g_strdup (own)))
    return ondes_file_error_set (error, self->reader.display, _("it lists one segment twice; find an undamaged copy"));
  if (!read_header (self, &header, own, error))
    return FALSE;
  alike = header.signals->len > 0 && header.signals->len == whole->n_signals && header.rate_hz == whole->rate_hz;
  if (alike && self->parts->len == 0)
    {
      if (!choose_samples (self, &header, asked, error))
        return FALSE;
      take_signals (self, &header, asked);
    }
  for (guint i = 0; alike && i < self->n_signals; i++)
    {
      const OndesWfdbSignal *signal = &g_array_index (header.signals, OndesWfdbSignal, i);

      alike = signal->samples == self->signal_samples[i] && g_str_equal (signal->unit, self->units->pdata[i]);
    }
  return alike ? add_part (self, &header, own, error)
               : ondes_file_error_set (error, self->reader.display,
                                       _("its segments differ in signals, units or rate; open the header of one segment"));
}

static gboolean
add_segments (WfdbReader            *self,
              const OndesWfdbHeader *header,
              const char            *path,
              const OndesOpening    *opening,
              GError               **error)
{
  guint64 frame = 0;

  for (guint i = 0; i < header->segments->len; i++)
    {
      const OndesWfdbSegment *segment = &g_array_index (header->segments, OndesWfdbSegment, i);

      if (g_cancellable_set_error_if_cancelled (ondes_watch_cancellable (opening->watch), error))
        return FALSE;
      if (i == 0 && segment->frames == 0)
        return ondes_file_error_set (error, opening->display,
                                     _("its segments have signals that change (variable layout); open the header of one segment"));
      if (!g_str_equal (segment->name, "~"))
        {
          if (!add_segment (self, header, segment, path, opening->options->column, error))
            return FALSE;
          self->claimed += segment->frames;
          add_run (self, frame, MIN (segment->frames, g_array_index (self->parts, Part, self->parts->len - 1).frames));
        }
      frame += segment->frames;
      if (!((double) frame * MAX (self->samples, 1) < SPAN_MOST))
        return refuse_span (opening->display, error);
    }
  self->reader.frames = frame * MAX (self->samples, 1);
  return TRUE;
}

/* Tells which of the samples are missing. */
static void
note_gaps (WfdbReader *self,
           guint64     recorded)
{
  OndesReader *reader = &self->reader;

  reader->deviation.gaps = ondes_runs_count_gaps (self->reader.runs);
  reader->deviation.missing = reader->frames - recorded;
  if (reader->deviation.gaps > 0)
    ondes_reader_note (reader, g_dngettext (GETTEXT_PACKAGE, "%s has %" PRIu64 " gap between its segments.",
                                            "%s has %" PRIu64 " gaps between its segments.", (gulong) reader->deviation.gaps),
                       reader->display, reader->deviation.gaps);
  if ((double) recorded < (double) self->claimed * self->samples)
    ondes_reader_note (reader, _("%s has %" PRIu64 " samples, fewer than its header tells."), reader->display, recorded);
}

/* Finds the runs of samples, the signals and the files. */
static gboolean
take_record (WfdbReader            *self,
             const OndesWfdbHeader *header,
             const char            *path,
             const OndesOpening    *opening,
             GError               **error)
{
  OndesReader *reader = &self->reader;
  guint64 recorded = 0;

  if (header->n_signals == 0)
    return ondes_file_error_set (error, reader->display, _("the record has no signals; open a record that has some"));
  if (header->segments->len > 0 && !add_segments (self, header, path, opening, error))
    return FALSE;
  if (header->segments->len == 0)
    {
      if (!choose_samples (self, header, opening->options->column, error))
        return FALSE;
      take_signals (self, header, opening->options->column);
      if (!add_part (self, header, path, error))
        return FALSE;
      reader->frames = g_array_index (self->parts, Part, 0).frames;
      add_run (self, 0, reader->frames);
      reader->frames *= self->samples;
      self->claimed = header->frames;
    }
  for (guint i = 0; i < self->reader.runs->len; i++)
    recorded += g_array_index (self->reader.runs, OndesRun, i).frames;
  if (recorded == 0)
    return ondes_file_error_set (error, reader->display, _("its files of samples are too short; find a whole copy"));
  reader->rate = header->rate_hz * self->samples;
  if (!ondes_rate_valid (reader->rate) || (double) reader->frames > ondes_runs_span_most (recorded, reader->rate))
    return refuse_span (reader->display, error);
  note_gaps (self, recorded);
  return TRUE;
}

/* Joins the identities of the files that the recording is read from. */
static void
take_identities (WfdbReader *self)
{
  g_autoptr (GChecksum) sum = g_checksum_new (G_CHECKSUM_SHA256);

  self->reader.has_companion = TRUE;
  for (guint i = 0; i < self->identities->len; i++)
    {
      const char *identity = g_ptr_array_index (self->identities, i);

      if (identity == NULL)
        return;
      g_checksum_update (sum, (const guchar *) identity, (gssize) strlen (identity) + 1);
    }
  self->reader.companion = g_strdup (g_checksum_get_string (sum));
}

gboolean
ondes_wfdb_detect (const char   *path,
                   const guint8 *head,
                   gsize         n)
{
  g_autofree char *beside = ondes_wfdb_header_path (path), *own = g_path_get_basename (path), *text = NULL, *problem = NULL;
  g_auto (OndesWfdbHeader) header = { 0 };
  const gsize length = strlen (path);
  gsize size;

  if (beside == NULL)
    {
      text = g_strndup ((const char *) head, n);
      if (length > 4 && g_ascii_strcasecmp (path + length - 4, ".hea") == 0)
        ondes_wfdb_header_parse (&header, text, "", NULL);
      return header.begins;
    }
  text = ondes_file_read_whole (beside, DETECT_MOST, &size, &problem);
  if (text == NULL || size > DETECT_MOST || !ondes_wfdb_header_parse (&header, text, "", NULL))
    return FALSE;
  for (guint i = 0; i < header.signals->len; i++)
    if (g_str_equal (g_array_index (header.signals, OndesWfdbSignal, i).file, own))
      return TRUE;
  return FALSE;
}

OndesReader *
ondes_wfdb_open (const OndesOpening *opening,
                 GError            **error)
{
  static const OndesReaderClass klass = { .read = ondes_runs_read, .read_run = read_run, .gap = ondes_runs_gap,
                                          .finalize = wfdb_finalize };
  g_autoptr (OndesReader) reader = ondes_reader_new (sizeof (WfdbReader), &klass, opening, error);
  WfdbReader *self = (WfdbReader *) reader;
  g_autofree char *beside = ondes_wfdb_header_path (opening->path);
  g_auto (OndesWfdbHeader) header = { 0 };

  if (reader == NULL)
    return NULL;
  self->parts = g_array_new (FALSE, FALSE, sizeof (Part));
  g_array_set_clear_func (self->parts, clear_part);
  self->reader.runs = g_array_new (FALSE, FALSE, sizeof (OndesRun)); /* the place of each is the part */
  self->seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->units = g_ptr_array_new_with_free_func (g_free);
  self->identities = g_ptr_array_new_with_free_func (g_free);
  self->together = ONDES_WFDB_FRAME_MOST;
  self->bytes = ondes_memory_try (ONDES_WFDB_BYTES, error);
  self->numbers = self->bytes != NULL ? ondes_memory_try (ONDES_WFDB_FRAME_MOST * sizeof (double), error) : NULL;
  if (self->numbers == NULL
      || !(beside != NULL ? read_header (self, &header, beside, error)
                          : ondes_wfdb_header_read (&header, opening->fd, opening->size, opening->display, error))
      || !take_record (self, &header, beside != NULL ? beside : opening->path, opening, error))
    return NULL;
  take_identities (self);
  reader->type = ONDES_F64;
  reader->format = g_strdup ("WFDB");
  reader->noted = header.start;
  ondes_reader_add_metadata (reader, "WFDB Comments", header.comments->str);
  return g_steal_pointer (&reader);
}
