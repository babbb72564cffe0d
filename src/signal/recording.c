/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/counted.h"
#include "base/display-text.h"
#include "signal/formats/file-formats.h"
#include "signal/formats/foreign.h"
#include "signal/formats/text-lines.h"
#include "base/number.h"
#include "date.h"
#include "recording-private.h"
#include "sidecar.h"
#include "base/words.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

#define CACHE_BYTES ((gsize) 64 << 20) /* a limit, not a size: memory is allocated as blocks are read */
#define SNIFF 4096

struct _OndesRecording
{
  OndesRecordingInfo info;
  OndesBlockCache   *cache; /* owns the reader */
  OndesReader       *reader;
  guint64            id;
  char              *path, *name, *time_unit, *unit;
  char              *identity;

  /* A conditioned recording has only these besides the info; reader and cache are its parent's. */
  OndesRecording    *parent;
  OndesConditioner   conditioner;
  char             **steps;
};

typedef OndesReader *(*Opener) (const OndesOpening *opening,
                                GError            **error);

/* A magic number, which identifies a file whatever its name. */
typedef struct
{
  const char *magic;
  gsize       at, length;
  const char *then; /* four bytes required at offset 8; NULL if none */
  Opener      open;
} Magic;

static const Magic magics[] = {
  { "\x93NUMPY", 0, 6, NULL, ondes_npy_open },
  { "RIFF", 0, 4, NULL, ondes_sndfile_open },
  { "RIFX", 0, 4, NULL, ondes_sndfile_open },
  { "RF64", 0, 4, NULL, ondes_sndfile_open },
  { "riff\x2e\x91\xcf\x11", 0, 8, NULL, ondes_sndfile_open },
  { "FORM", 0, 4, "AIFF", ondes_sndfile_open },
  { "FORM", 0, 4, "AIFC", ondes_sndfile_open },
  { "FORM", 0, 4, "8SVX", ondes_sndfile_open },
  { "FORM", 0, 4, "16SV", ondes_sndfile_open },
  { "fLaC", 0, 4, NULL, ondes_sndfile_open },
  { "OggS", 0, 4, NULL, ondes_sndfile_open },
  { "caff", 0, 4, NULL, ondes_sndfile_open },
  { ".snd", 0, 4, NULL, ondes_sndfile_open },
  { "dns.", 0, 4, NULL, ondes_sndfile_open },
  { "ID3", 0, 3, NULL, ondes_sndfile_open },
  { "NIST_1A", 0, 7, NULL, ondes_sndfile_open },
  { "Creative Voice File", 0, 19, NULL, ondes_sndfile_open },
  { "Extended Instrument:", 0, 20, NULL, ondes_sndfile_open },
  { "MATLAB 5.0 MAT-file", 0, 19, NULL, ondes_sndfile_open },
  { "ALawSoundFile**", 0, 15, NULL, ondes_sndfile_open },
  { "PVF1", 0, 4, NULL, ondes_sndfile_open },
  { " paf", 0, 4, NULL, ondes_sndfile_open },
  { "fap ", 0, 4, NULL, ondes_sndfile_open },
  { "2BIT", 0, 4, NULL, ondes_sndfile_open },
};

/* TRUE if @head has no control characters other than those of text. */
static gboolean
is_text (const guint8 *head,
         gsize         n)
{
  for (gsize i = 0; i < n; i++)
    if ((head[i] < 32 && !strchr ("\t\n\v\f\r\032\033", head[i])) || head[i] == 0 || head[i] == 127)
      return FALSE;
  return TRUE;
}

static const Magic *
find_magic (const guint8 *head,
            gsize         n)
{
  for (gsize i = 0; i < G_N_ELEMENTS (magics); i++)
    if (n >= magics[i].at + magics[i].length && memcmp (head + magics[i].at, magics[i].magic, magics[i].length) == 0
        && (!magics[i].then || (n >= 12 && memcmp (head + 8, magics[i].then, 4) == 0)))
      return &magics[i];
  return NULL;
}

static OndesReader *
open_by_magic (const Magic        *magic,
               const OndesOpening *opening,
               const guint8       *head,
               gsize               n,
               GError            **error)
{
  GError *local = NULL;
  OndesReader *reader = magic->open (opening, &local);

  if (!reader && g_error_matches (local, ONDES_ERROR, ONDES_ERROR_FILE)
      && ondes_foreign_refuse_matlab (head, n, opening->display, error))
    g_error_free (local);
  else if (!reader)
    g_propagate_error (error, local);
  return reader;
}

static OndesReader *
open_text (const OndesOpening *opening,
           const guint8       *head,
           gsize               n,
           gboolean            sound_ending,
           GError            **error)
{
  if (sound_ending)
    {
      g_set_error (error, ONDES_ERROR, ONDES_ERROR_FILE,
                   _("%s is called a sound file but holds text; if its columns are the recording, rename it to .txt or "
                     ".csv"),
                   opening->display);
      return NULL;
    }
  return ondes_truth_table_detect (opening->path, (const char *) head, n) ? ondes_truth_table_reader_open (opening, error)
                                                                         : ondes_text_open (opening, error);
}

gboolean
ondes_recording_is_text (const OndesOpening *opening)
{
  guint8 head[SNIFF];
  const gsize n = (gsize) MIN (opening->size, SNIFF);
  const OndesFileFormat *named = ondes_file_format_of_name (opening->path);

  return !opening->options->raw && (named == NULL || named->kind != ONDES_FORMAT_SOUND)
         && ondes_pread_all (opening->fd, opening->display, 0, n, head, NULL)
         && ondes_file_format_detect (opening->path, head, n) == NULL
         && !ondes_foreign_refuse (head, MIN (n, ONDES_FOREIGN_BYTES), opening->path, opening->display, NULL)
         && find_magic (head, n) == NULL && (is_text (head, n) || ondes_text_encoding_find (head, n) != ONDES_TEXT_UTF8)
         && !ondes_truth_table_detect (opening->path, (const char *) head, n);
}

/* Opens text in UTF-16; two bytes at the beginning of samples may look like it. */
static OndesReader *
open_utf16 (const OndesOpening *opening,
            GError            **error)
{
  g_autoptr (GError) local = NULL;
  OndesReader *reader = ondes_text_open (opening, &local);

  if (reader == NULL && g_error_matches (local, ONDES_ERROR, ONDES_ERROR_FILE)
      && ondes_error_get_setting (local) == ONDES_SETTING_NONE)
    ondes_remedy_error_set (error, ONDES_ERROR, ONDES_ERROR_FILE, ONDES_SETTING_RAW,
                            _("%s begins like text in UTF-16, but has no columns of numbers; if it is a headerless recording, say "
                              "its format with %s"),
                            opening->display, ondes_setting_name (ONDES_SETTING_RAW, "FORMAT:RATE:CHANNELS"));
  else if (reader == NULL)
    g_propagate_error (error, g_steal_pointer (&local));
  return reader;
}

static OndesReader *
open_by_content (const OndesOpening *opening,
                 GError            **error)
{
  guint8 head[SNIFF];
  gsize n = (gsize) MIN (opening->size, SNIFF);
  const OndesFileFormat *named = ondes_file_format_of_name (opening->path), *format;
  gboolean sound_ending = named != NULL && named->kind == ONDES_FORMAT_SOUND;
  const Magic *magic;
  g_autoptr (GError) local = NULL;
  OndesReader *reader;

  if (opening->options->raw)
    return ondes_raw_open (opening, error);
  if (!ondes_pread_all (opening->fd, opening->display, 0, n, head, error))
    return NULL;
  format = ondes_file_format_detect (opening->path, head, n);
  if (format != NULL)
    return ondes_file_format_open (format, opening, error);
  if (ondes_foreign_refuse (head, MIN (n, ONDES_FOREIGN_BYTES), opening->path, opening->display, error))
    return NULL;
  magic = find_magic (head, n);
  if (magic != NULL)
    return open_by_magic (magic, opening, head, n, error);
  if (n < 4 && sound_ending)
    return ondes_error_set_null (error, ONDES_ERROR_FILE, g_dngettext (GETTEXT_PACKAGE,
                                              "%s has %zu byte, too few for a sound file",
                                              "%s has %zu bytes, too few for a sound file", (gulong) n),
                                 opening->display, n);
  if (!sound_ending && ondes_text_encoding_find (head, n) != ONDES_TEXT_UTF8)
    return open_utf16 (opening, error);
  if (is_text (head, n))
    return open_text (opening, head, n, sound_ending, error);
  /* Data that look like MPEG are tried only under the name of a sound file: the MPEG decoder writes to standard error. */
  if (sound_ending || ((named == NULL || named->open != ondes_raw_open) && head[0] != 0xff))
    {
      reader = ondes_sndfile_open (opening, &local);
      if (reader || sound_ending || !g_error_matches (local, ONDES_ERROR, ONDES_ERROR_FILE))
        {
          if (local)
            g_propagate_error (error, g_steal_pointer (&local));
          return reader;
        }
    }
  if (ondes_foreign_refuse_matlab (head, n, opening->display, error))
    return NULL;
  ondes_remedy_error_set (error, ONDES_ERROR, ONDES_ERROR_NEEDS_RAW, ONDES_SETTING_RAW,
                          _("%s does not say how its samples are stored; give it with %s"), opening->display,
                          ondes_setting_name (ONDES_SETTING_RAW, "FORMAT:RATE:CHANNELS, such as s16le:16000:1"));
  return NULL;
}

/* Returns the identity of the file as it is now, and of the options that change its numbers; NULL if nothing identifies it. */
static char *
identify (int                     fd,
          const OndesReadOptions *options)
{
  const OndesRawFormat *raw = &options->raw_format;
  char rate[G_ASCII_DTOSTR_BUF_SIZE] = "";
  g_autofree char *file = ondes_file_identity (fd);
  GString *text;

  if (file == NULL)
    return NULL;
  text = g_string_new (file);
  if (options->raw)
    g_string_append_printf (text, "; raw %c%u %d %u", raw->kind, raw->bits, raw->big_endian, raw->channels);
  g_string_append (text, ";");
  ondes_params_print (&ondes_read_params, ONDES_PARAM_SPEC, 0, options, text);
  if (options->resample)
    g_string_append_printf (text, "; even times %s %s", g_ascii_dtostr (rate, sizeof rate, options->rate_hz),
                            options->time_unit ? options->time_unit : "");
  return g_string_free (text, FALSE);
}

/* Takes ownership of @identity, and adds what identifies the second file of the reader, if it has one. */
static char *
identify_both (char              *identity,
               const OndesReader *reader)
{
  g_autofree char *own = identity;

  if (!reader->has_companion || own == NULL)
    return g_steal_pointer (&own);
  return reader->companion != NULL ? g_strdup_printf ("%s; with %s", own, reader->companion) : NULL;
}

/* Notes options that have no effect on this kind of file. */
static void
note_idle_options (OndesReader            *reader,
                   const OndesReadOptions *options)
{
  const struct
  {
    gboolean     asked;
    OndesSetting setting;
  } of_text[] = {
    { options->column > 0 && !reader->takes_column, ONDES_SETTING_COLUMN },
    { options->time_column > 0, ONDES_SETTING_TIME_COLUMN },
    { options->resample, ONDES_SETTING_RESAMPLE },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (of_text) && !reader->bits_text; i++)
    if (of_text[i].asked)
      ondes_reader_note (reader,
                         _("%s does nothing to %s, which is no text in columns (%s)."),
                         ondes_setting_name (of_text[i].setting, NULL), reader->display, reader->format);
  for (guint i = 0; i < ONDES_N_TEXT_FIELDS && !reader->bits_text; i++)
    if (ondes_param_is_given (&ondes_read_params, ondes_read_text_row (i), options))
      ondes_reader_note (reader, _("%s does nothing to %s, which is no text in columns (%s)."),
                         ondes_setting_name (ondes_read_text_row (i)->setting, NULL), reader->display, reader->format);
  for (guint i = 0; i < 2 && !reader->dataset; i++)
    if (i == 0 ? options->dataset != NULL : options->time_axis > 0 && !reader->takes_time_axis)
      ondes_reader_note (reader,
                         _("%s does nothing to %s, which is no archive of data sets (%s)."),
                         ondes_setting_name (i == 0 ? ONDES_SETTING_DATASET : ONDES_SETTING_TIME_AXIS, NULL), reader->display,
                         reader->format);
  if (options->time_expansion > 0 && !reader->takes_time_expansion)
    ondes_reader_note (reader, _("%s does nothing to %s, which is no sound file (%s)."),
                       ondes_setting_name (ONDES_SETTING_TIME_EXPANSION, NULL), reader->display, reader->format);
  else if (options->time_expansion > 0 && options->rate_hz > 0)
    ondes_reader_note (reader, _("%s does nothing to %s, whose rate is given."),
                       ondes_setting_name (ONDES_SETTING_TIME_EXPANSION, NULL), reader->display);
  if (options->table && !reader->truth_table)
    ondes_reader_note (reader,
                       _("%s does nothing to %s, which is no list of S-boxes (%s)."),
                       ondes_setting_name (ONDES_SETTING_TABLE, NULL), reader->display, reader->format);
}

/* Returns the date that the sidecar, the time stamps, the file's metadata or its name tell; of source UNKNOWN if none does. */
static OndesStart
find_date (const OndesSidecar *sidecar,
           const OndesReader  *reader,
           const char         *path)
{
  OndesStart start = { ONDES_START_UNKNOWN };

  if (!isnan (sidecar->date_s))
    return (OndesStart) { ONDES_START_KEY_FILE, llround (sidecar->date_s * 1e6), sidecar->zone };
  if (!isnan (sidecar->start))
    return start;
  if (reader->date_s >= ONDES_DATE_FIRST_S && reader->date_s < ONDES_DATE_END_S)
    return (OndesStart) { ONDES_START_TIME_STAMPS, llround (reader->date_s * 1e6), reader->zone };
  if (reader->noted.source != ONDES_START_UNKNOWN)
    return reader->noted;
  if (!reader->bits_text && reader->truth_table == NULL)
    ondes_start_from_name (path, &start);
  return start;
}

/* Finds the start in time units; as a date if there is one and the unit has a length in seconds. */
static void
find_start (OndesRecordingInfo *info,
            const OndesSidecar *sidecar,
            const OndesReader  *reader)
{
  const double unit_s = ondes_time_unit_seconds (info->time_unit);
  const OndesStart start = find_date (sidecar, reader, info->path);

  info->start = isnan (sidecar->start) ? reader->start : sidecar->start;
  info->has_date = unit_s > 0 && start.source != ONDES_START_UNKNOWN;
  if (!info->has_date)
    return;
  info->start_source = start.source;
  info->start_us = start.utc_us;
  info->start_zone = start.zone;
  info->date_s = (double) start.utc_us / 1e6;
  info->start = info->date_s / unit_s;
}

/* Returns the time expansion that counts, 1 if none, and notes what the file tells of one. */
static double
find_expansion (OndesReader            *reader,
                const OndesReadOptions *options)
{
  const double told = reader->time_expansion;
  const double expansion = options->time_expansion > 0 ? options->time_expansion : told;
  char number[ONDES_NUMBER_SIZE];

  if (options->rate_hz > 0 || !reader->takes_time_expansion)
    return 1;
  if (told > 0 && expansion == told)
    ondes_reader_note (reader,
                       _("%s was recorded %s times as fast as it plays. Times and frequencies are the real ones. To read it as it "
                         "plays, use %s."),
                       reader->display, ondes_number_print (number, told),
                       ondes_setting_name (ONDES_SETTING_TIME_EXPANSION, "ignore"));
  else if (told > 0 && expansion == 1)
    ondes_reader_note (reader,
                       _("%s was recorded %s times as fast as it plays. It is read as it plays, so that all frequencies are too "
                         "low."),
                       reader->display, ondes_number_print (number, told));
  return MAX (expansion, 1);
}

/* Fills the info from the reader's facts, which the user's options and the sidecar override. */
static void
fill_info (OndesRecording *self,
           OndesSidecar   *sidecar,
           const char     *display)
{
  const OndesReadOptions *options = &sidecar->options;
  g_autofree char *basename = g_filename_display_basename (self->path);
  OndesReader *reader = self->reader;
  OndesRecordingInfo *info = &self->info;
  const double expansion = find_expansion (reader, options);
  const double rate = options->rate_hz > 0 ? options->rate_hz : reader->rate * expansion;
  const gboolean is_chosen = sidecar->channel > 0 && sidecar->channel <= reader->channels;

  self->name = sidecar->title ? g_steal_pointer (&sidecar->title) : ondes_display_text (basename);
  self->time_unit = g_strdup (options->time_unit ? options->time_unit : reader->time_unit ? reader->time_unit : "s");
  self->unit = g_strdup (options->unit ? options->unit : reader->unit ? reader->unit : "");
  if (rate == 0)
    ondes_reader_note (reader, _("%s does not say its sampling rate, so 1 Hz is taken; give it with %s."), display,
                       ondes_setting_name (ONDES_SETTING_RATE, NULL));
  note_idle_options (reader, options);
  if (ondes_type_is_complex (reader->type))
    ondes_reader_note (reader, _("%s holds complex samples (I/Q). Scalograms, their slices and readings show the frequencies "
                                 "above 0 alone, so half of the band is missing."), display);
  if (!reader->names)
    reader->names = g_new0 (char *, reader->channels);
  g_ptr_array_add (reader->notes, NULL);
  g_ptr_array_add (reader->metadata, NULL);
  *info = (OndesRecordingInfo) {
    .path = self->path,
    .name = self->name,
    .format = reader->format,
    .has_columns = reader->bits_text,
    .takes_column = reader->bits_text || reader->takes_column,
    .takes_time_axis = reader->takes_time_axis,
    .channels = reader->channels,
    .channel_names = (const char *const *) reader->names,
    .frames = reader->frames,
    .rate_hz = rate > 0 ? rate : 1,
    .rate_known = rate > 0,
    .time_expansion = expansion,
    .told_expansion = options->rate_hz > 0 ? 0 : reader->time_expansion,
    .time_unit = self->time_unit,
    .unit = self->unit,
    .type = reader->type,
    .pcm_bits = reader->pcm ? reader->bits : 0,
    .complex_iq = ondes_type_is_complex (reader->type),
    .first_channel = is_chosen ? sidecar->channel : reader->first_channel,
    .keeps_channel = sidecar->channel > 0,
    .time_unit_unsure = reader->time_unit_unsure,
    .irregular = reader->irregular,
    .irregular_max_samples = reader->irregular_max,
    .deviation = reader->deviation,
    .resampling = reader->resampling,
    .notes = (const char *const *) reader->notes->pdata,
    .metadata = (const char *const *) reader->metadata->pdata,
    .dataset = reader->dataset,
    .n_datasets = reader->datasets ? reader->datasets->len : 0,
    .datasets = reader->datasets ? (const OndesDataset *const *) reader->datasets->pdata : NULL,
  };
  find_start (info, sidecar, reader);
}

OndesRecording *
ondes_recording_open (const char             *path,
                      const OndesReadOptions *options,
                      const OndesWatch       *watch,
                      GError                **error)
{
  g_autofree char *display = ondes_display_path (path);
  g_autofree char *identity = NULL;
  g_auto (OndesSidecar) sidecar = { 0 };
  OndesRecording *self;
  OndesReader *reader;
  guint64 size;
  int fd;

  if (g_cancellable_set_error_if_cancelled (ondes_watch_cancellable (watch), error))
    return NULL;
  fd = ondes_file_open (path, display, &size, error);
  if (fd < 0)
    return NULL;
  if (!ondes_sidecar_read (&sidecar, path, options, error))
    {
      close (fd);
      return NULL;
    }
  identity = identify (fd, &sidecar.options); /* before anything is read */
  reader = open_by_content (&(OndesOpening){ path, display, fd, size, &sidecar.options, watch }, error);
  close (fd);
  if (!reader)
    {
      ondes_error_display (error);
      return NULL;
    }

  self = g_atomic_rc_box_new0 (OndesRecording);
  self->reader = reader;
  self->cache = ondes_block_cache_new (reader, CACHE_BYTES);
  self->id = ondes_source_new_id ();
  self->path = g_strdup (path);
  self->identity = identify_both (g_steal_pointer (&identity), reader);
  fill_info (self, &sidecar, display);
  return self;
}

static void
ondes_recording_clear (gpointer data)
{
  OndesRecording *self = data;

  if (self->parent != NULL)
    {
      self->conditioner.free (self->conditioner.data);
      g_strfreev (self->steps);
      ondes_recording_unref (self->parent);
      return;
    }
  ondes_source_gone (self->id);
  ondes_block_cache_free (self->cache);
  g_free (self->path);
  g_free (self->name);
  g_free (self->time_unit);
  g_free (self->unit);
  g_free (self->identity);
}

ONDES_DEFINE_COUNTED (OndesRecording, ondes_recording)

/* Returns copies of @first, which may be NULL, and @then; free with g_strfreev(). */
static char **
join_steps (const char *const *first,
            const char *const *then)
{
  GStrvBuilder *all = g_strv_builder_new ();
  char **steps;

  if (first != NULL)
    g_strv_builder_addv (all, (const char **) first);
  g_strv_builder_addv (all, (const char **) then);
  steps = g_strv_builder_end (all);
  g_strv_builder_unref (all);
  return steps;
}

static void
take_time (OndesRecordingInfo       *info,
           const OndesRecordingInfo *time)
{
  info->time_unit = time->time_unit;
  info->start = time->start;
  info->has_date = time->has_date;
  info->date_s = time->date_s;
}

OndesRecording *
ondes_recording_new_conditioned (OndesRecording         *parent,
                                 const OndesConditioner *conditioner)
{
  OndesRecording *self = g_atomic_rc_box_new0 (OndesRecording);

  self->parent = ondes_recording_ref (parent);
  self->reader = parent->reader;
  self->cache = parent->cache;
  self->conditioner = *conditioner;
  self->steps = join_steps (parent->info.conditioning, conditioner->steps);
  self->info = parent->info;
  self->info.frames = conditioner->frames;
  self->info.rate_hz = conditioner->rate_hz;
  self->info.conditioning = self->steps[0] != NULL ? (const char *const *) self->steps : NULL;
  if (conditioner->time != NULL)
    take_time (&self->info, conditioner->time);
  self->conditioner.time = NULL; /* it may not live as long */
  return self;
}

OndesRecording *
ondes_recording_get_parent (OndesRecording *self)
{
  return self->parent;
}

OndesRecording *
ondes_recording_get_original (OndesRecording *self)
{
  while (self->parent != NULL)
    self = self->parent;
  return self;
}

/* Returns the samples of @to that lie in the time of @span of @from, which begins @shift samples before. */
static OndesSpan
map_span (OndesRecording *from,
          OndesRecording *to,
          gint64          shift,
          OndesSpan       span)
{
  const double from_unit = ondes_time_unit_seconds (from->info.time_unit), to_unit = ondes_time_unit_seconds (to->info.time_unit);
  const double ratio = to->info.rate_hz / from->info.rate_hz * (from_unit > 0 && to_unit > 0 ? from_unit / to_unit : 1);
  double first, end;

  if (ratio == 1 && shift == 0)
    return span;
  first = MAX (((double) span.first - (double) shift) * ratio, 0);
  end = MAX (((double) (span.first + span.count) - (double) shift) * ratio, 0);
  first = MIN (floor (first), (double) to->info.frames);
  return (OndesSpan) { (guint64) first, (guint64) (MIN (ceil (end), (double) to->info.frames) - first) };
}

/* TRUE if it begins at another sample than what it is made from. */
static gboolean
is_moved (OndesRecording *self)
{
  for (; self->parent != NULL; self = self->parent)
    if (self->conditioner.shift != 0)
      return TRUE;
  return FALSE;
}

OndesSpan
ondes_recording_original_span (OndesRecording *self,
                               OndesSpan       span)
{
  if (is_moved (self))
    return ondes_recording_original_span (self->parent, ondes_recording_parent_span (self, span));
  return map_span (self, ondes_recording_get_original (self), 0, span);
}

OndesSpan
ondes_recording_parent_span (OndesRecording *self,
                             OndesSpan       span)
{
  return map_span (self, self->parent, self->conditioner.shift, span);
}

OndesSource *
ondes_recording_apply (OndesRecording *self,
                       OndesSource    *source,
                       GError        **error)
{
  return self->conditioner.apply (self->conditioner.data, source, error);
}

const OndesRecordingInfo *
ondes_recording_get_info (OndesRecording *self)
{
  return &self->info;
}

OndesTruthTable *
ondes_recording_get_truth_table (OndesRecording *self)
{
  return self->reader->truth_table;
}

OndesReader *
ondes_recording_get_reader (OndesRecording *self)
{
  return self->reader;
}

OndesBlockCache *
ondes_recording_get_cache (OndesRecording *self)
{
  return self->cache;
}

guint64
ondes_recording_get_id (OndesRecording *self)
{
  return self->id;
}

const char *
ondes_recording_get_identity (OndesRecording *self)
{
  return self->identity;
}
